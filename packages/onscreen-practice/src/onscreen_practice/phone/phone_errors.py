"""Errors of the practice phone."""

from __future__ import annotations


class PhoneError(Exception):
    """Base class of phone errors; the message states the cause and a fix."""


class InvalidPhoneOptions(PhoneError):
    """Raised when the phone's size, density or trouble names are invalid."""


class RendererLost(PhoneError):
    """Raised when the browser process that renders the phone has exited or does not respond."""
