"""Device wrapper that types secrets in place of a placeholder and hides them from records."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from PIL import Image, ImageDraw

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.store.secrets import MIN_SECRET_CHARS, fill_secrets, hide_secrets
from onscreen.types import Action, Box, Picture, Shot, Type

T = TypeVar("T")

COVER = (128, 128, 128)

SECRET_NAME = "PASSWORD"  # noqa: S105  the name of a placeholder
SECRET_PLACEHOLDER = "{" + SECRET_NAME + "}"


class SecretTextDevice(DeviceWrapper):
    """Device wrapper that stores a person's secret texts and passes them only to the device.

    Secrets of at least MIN_SECRET_CHARS characters are also hidden in the device's messages and observations:
    in texts by the placeholder, in pictures by a gray box over the elements that contain them.
    """

    def __init__(self, device: Device) -> None:
        """Wrap a device."""
        super().__init__(device)
        self._secrets: tuple[str, ...] = ()

    def keep_secret(self, text: str) -> None:
        """Store a secret, to be typed in place of the placeholder and hidden in observations."""
        self._secrets = (text, *(each for each in self._secrets if each != text))

    def observe(self) -> Shot:
        """Observe the device, with secrets hidden.

        Raises:
            DeviceError: the device is gone.
        """
        shot = super().observe()
        boxes = [
            node.box
            for node in shot.nodes
            if any(secret in f"{node.name} {node.value}" for secret in self._long_secrets)
        ]
        if boxes:
            shot = msgspec.structs.replace(shot, picture=_cover(shot.picture, boxes))
        return self._hide(shot)

    def perform(self, action: Action) -> str:
        """Perform an action, with the placeholder replaced by the last secret.

        Raises:
            ActionFailed: the action could not be performed.
            DeviceError: the device is gone.
        """
        if isinstance(action, Type) and self._secrets:
            text = fill_secrets(action.text, {SECRET_NAME: self._secrets[0]})
            action = msgspec.structs.replace(action, text=text)
        return self._hide(super().perform(action))

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression, with secrets hidden in the value.

        Raises:
            NotSupported: the device cannot evaluate the expression.
            DeviceError: the device is gone.
        """
        return self._hide(super().read(expression))

    def _hide(self, value: T) -> T:
        for secret in self._long_secrets:
            value = hide_secrets(value, {SECRET_NAME: secret})
        return value

    @property
    def _long_secrets(self) -> list[str]:
        return [secret for secret in self._secrets if len(secret) >= MIN_SECRET_CHARS]


def _cover(picture: Picture, boxes: Sequence[Box]) -> Picture:
    """Return a copy of a picture with gray boxes over the given parts."""
    with Image.open(io.BytesIO(picture.png)) as opened:
        image = opened.convert("RGB")
    draw = ImageDraw.Draw(image)
    for box in boxes:
        draw.rectangle((box.left, box.top, max(box.left, box.right), max(box.top, box.bottom)), fill=COVER)
    out = io.BytesIO()
    image.save(out, format="PNG")
    return Picture(out.getvalue())
