"""API keys for model providers, read from environment variables or the system keyring."""

from __future__ import annotations

import os
from collections.abc import Mapping

import keyring
from keyring.errors import KeyringError

from onscreen.types.errors import ModelUnavailable

KEYRING_SERVICE = "onscreen"

KEY_VARIABLES: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "ollama": ("OLLAMA_API_KEY",),
    "compatible": ("COMPATIBLE_API_KEY",),
}
"""Provider -> environment variables to look up; the keyring is searched under the same names."""


def find_key(provider: str) -> str:
    """Look up the API key for a provider.

    Returns "" if no key is found.
    """
    for variable in KEY_VARIABLES[provider]:
        key = os.environ.get(variable, "").strip() or _keyring_key(variable)
        if key:
            return key
    return ""


def require_key(provider: str) -> str:
    """Return the API key for a provider, or raise ModelUnavailable.

    Raises:
        ModelUnavailable: no key was found; the message states where to store one.
    """
    if key := find_key(provider):
        return key
    raise ModelUnavailable(f"no key for {provider} was found; {key_advice(provider)}")


def key_advice(provider: str) -> str:
    """Return a hint on how to set a provider's API key."""
    variable = KEY_VARIABLES[provider][0]
    return (
        f"set the environment variable {variable}, or keep it in the keyring with: "
        f"keyring set {KEYRING_SERVICE} {variable}"
    )


def _keyring_key(variable: str) -> str:
    try:
        return (keyring.get_password(KEYRING_SERVICE, variable) or "").strip()
    except KeyringError:
        return ""
