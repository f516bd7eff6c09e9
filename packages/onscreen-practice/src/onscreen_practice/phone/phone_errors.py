"""Errors of the simulated phone."""

from __future__ import annotations


class PhoneError(Exception):
    """Base class for all errors of the simulated phone.

    The message states the cause and a fix.
    """


class InvalidPhoneOptions(PhoneError):
    """Raised when a phone has an invalid screen size, density or simulated interruption."""


class RendererLost(PhoneError):
    """Raised when the browser process that renders the phone has exited or does not respond."""


class ScreenLost(PhoneError):
    """Raised when the browser was restarted during an input.

    The input had no effect, and the displayed screen was lost.
    """


class ScriptTerminated(PhoneError):
    """Raised when a script of the phone ran too long and was stopped."""
