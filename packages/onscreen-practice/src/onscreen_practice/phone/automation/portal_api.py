"""API of the simulated Mobilerun Portal, shared by its content provider and HTTP server."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping

from onscreen_practice.phone.automation.portal_state import (
    describe_device,
    describe_full_tree,
    describe_packages,
    describe_phone_state,
    describe_tree,
)
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import PORTAL_APP, Json, PhoneAccess, get_input_methods

PORTAL_PACKAGE = PORTAL_APP.package
PORTAL_KEYBOARD = f"{PORTAL_PACKAGE}/.input.MobilerunKeyboardIME"
PORTAL_VERSION = "0.7.11"
AUTH_TOKEN = "practice-phone"  # noqa: S105  readable by every adb client, as on a real phone

Values = Mapping[str, Json]


class PortalError(Exception):
    """Raised when a Portal request fails; the message is sent to the client."""


class Portal:
    """Simulated Mobilerun Portal app, which answers queries and performs actions on one phone."""

    def __init__(self, phone: PhoneAccess) -> None:
        self._phone = phone
        self._queries: Mapping[str, Callable[[], Json]] = {
            "ping": lambda: "pong",
            "version": lambda: PORTAL_VERSION,
            "auth_token": lambda: AUTH_TOKEN,
            "a11y_tree": lambda: describe_tree(phone),
            "a11y_tree_full": lambda: describe_full_tree(phone),
            "phone_state": lambda: describe_phone_state(phone),
            "state": lambda: {"a11y_tree": describe_tree(phone), "phone_state": describe_phone_state(phone)},
            "state_full": lambda: {
                "a11y_tree": describe_full_tree(phone),
                "phone_state": describe_phone_state(phone),
                "device_context": describe_device(phone),
            },
            "packages": lambda: describe_packages(phone),
            "clipboard/get": self._get_clipboard,
            "screenshot": lambda: base64.b64encode(phone.screenshot()).decode(),
        }
        self._actions: Mapping[str, Callable[[Values], str]] = {
            "keyboard/input": self._input,
            "keyboard/clear": lambda _: self._fill(""),
            "keyboard/key": self._press_key,
            "clipboard/set": self._set_clipboard,
            "overlay_offset": lambda _: "Overlay offset updated",
            "overlay_visible": lambda _: "Overlay visibility updated",
        }

    def query(self, path: str) -> Json:
        """Return the result of the query at a path such as "phone_state".

        Raises:
            PortalError: the path is unknown, or the result is not available.
            PhoneError: the phone does not answer.
        """
        if path not in self._queries:
            raise PortalError(f"Unknown endpoint: /{path}")
        return self._queries[path]()

    def act(self, path: str, values: Values) -> str:
        """Perform the action at a path such as "keyboard/input" and return its result message.

        Raises:
            PortalError: the path is unknown, a value is missing, or no text field has the focus.
            PhoneError: the phone does not answer.
        """
        if path not in self._actions:
            raise PortalError("Unsupported insert endpoint")
        return self._actions[path](values)

    def _get_clipboard(self) -> str:
        text = str(self._phone.call("clipboard") or "")
        if not text or get_input_methods(self._phone).current != PORTAL_KEYBOARD:
            raise PortalError("Clipboard is empty or access was denied")
        return text

    def _set_clipboard(self, values: Values) -> str:
        if "text" not in values and "text_base64" not in values:
            raise PortalError("Missing required parameter: text or text_base64")
        text = str(values["text"]) if "text" in values else _decode(values["text_base64"])
        self._phone.call("setClipboard", replace_invalid_unicode(text))
        return "Clipboard set"

    def _input(self, values: Values) -> str:
        text = replace_invalid_unicode(_decode(values.get("base64_text", "")))
        if values.get("clear", True):
            return self._fill(text)
        self._require_focus()
        self._phone.call("type", text)
        return "input done"

    def _fill(self, text: str) -> str:
        if not self._phone.call("fill", text):
            raise PortalError("No focused text field")
        return "input done"

    def _require_focus(self) -> None:
        if not describe_phone_state(self._phone)["isEditable"]:
            raise PortalError("No focused text field")

    def _press_key(self, values: Values) -> str:
        code = values.get("key_code", 0)
        if not isinstance(code, int):
            raise PortalError(f"key_code is {code!r}; expected a number")
        self._phone.call("key", code, [])
        return f"Key event sent - code: {code}"


def _decode(value: Json) -> str:
    try:
        return base64.b64decode(str(value)).decode("utf-8", "replace")
    except (binascii.Error, ValueError) as error:
        raise PortalError(f"invalid base64 text: {error}") from error


def encode_success(result: Json) -> dict[str, Json]:
    """Build the Portal's JSON response to a successful request."""
    return {"status": "success", "result": result}


def encode_failure(message: str) -> dict[str, Json]:
    """Build the Portal's JSON response to a failed request."""
    return {"status": "error", "error": message}
