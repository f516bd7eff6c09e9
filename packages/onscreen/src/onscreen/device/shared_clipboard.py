"""Clipboard shared by combined devices: text copied on one can be pasted on another."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from onscreen.device.base import Device
from onscreen.device.clipboard_keys import COPY_KEYS, PASTE_KEYS, normalize_keys
from onscreen.types import Press, Type


@runtime_checkable
class ClipboardDevice(Protocol):
    """Device whose clipboard can be read."""

    def read_clipboard(self) -> str:
        """Return the text on the clipboard, "" if it is empty or contains no text.

        Raises:
            DeviceError: the device is gone.
        """


class SharedClipboard:
    """Text that was last copied on any of several devices.

    If text is copied on a device whose clipboard cannot be read, the device's own clipboard becomes the
    current one, which can then be pasted only on that device.
    """

    def __init__(self) -> None:
        """Create an empty clipboard."""
        self._owner: Device | None = None
        self._text = ""

    def press(self, action: Press, device: Device) -> str:
        """Press keys on a device; the paste keys insert text copied on another device.

        Raises:
            ActionFailed: the keys could not be pressed, or the text could not be typed.
            DeviceError: the device is gone.
        """
        keys = normalize_keys(action.keys)
        if keys in PASTE_KEYS and self._text and self._owner is not device and Type in device.actions:
            return device.perform(Type(self._text, action.target, clear=False))
        outcome = device.perform(action)
        if keys in COPY_KEYS:
            self._owner = device
            self._text = device.read_clipboard() if isinstance(device, ClipboardDevice) else ""
        return outcome

    def clear(self) -> None:
        """Discard the text of a previous run."""
        self._owner, self._text = None, ""
