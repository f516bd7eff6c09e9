"""Conversion of a mapping of names and values to the settings of a device."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting
from onscreen.types.errors import BadText

T = TypeVar("T", bound=msgspec.Struct)


def build_settings(settings: Mapping[str, Setting], settings_type: type[T], *, device: str) -> T:
    """Build the validated settings of a device from a mapping of names to values.

    All fields of `settings_type` have defaults. A single string is accepted for a list setting, and a number
    for a text setting.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value has the wrong type or is invalid.
    """
    names = settings_type.__struct_fields__
    for name in settings:
        if name not in names:
            raise unknown_name(f"setting of the device {device!r}", name, known=names)
    defaults = dict(zip(names, settings_type.__struct_defaults__, strict=True))
    values = {name: _fit(value, defaults[name]) for name, value in settings.items()}
    try:
        return msgspec.convert(values, settings_type, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"the settings of the device {device!r} are invalid: {error}") from error


def check_positive(settings: msgspec.Struct, names: Iterable[str]) -> None:
    """Check that the named settings are above 0.

    Raises:
        BadText: a setting is not above 0; the message names the setting.
    """
    for name in names:
        if getattr(settings, name) <= 0:
            raise BadText(f"the setting {name!r} must be above 0; found {getattr(settings, name)}")


def _fit(value: Setting, default: object) -> Setting:
    """Convert a single string to a list for a list setting, and a number to text for a text setting."""
    if isinstance(value, str) and isinstance(default, tuple):
        return (value,)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number and isinstance(default, str) else value
