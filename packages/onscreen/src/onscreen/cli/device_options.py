"""Options that configure the device of a command."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence

from onscreen.types import Setting
from onscreen.types.errors import BadText


def add_device_options(parser: ArgumentParser) -> None:
    """Add the command-line options that configure the device."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="device setting, such as headless=false or block_domains=example.org; may be repeated",
    )
    parser.add_argument(
        "--serial",
        action="append",
        dest="set",
        type="serial={}".format,
        metavar="S",
        help="serial number of the phone, as listed by `adb devices`; same as --set serial=S",
    )
    parser.add_argument(
        "--sense",
        action="append",
        default=[],
        metavar="NAME",
        help="a sense that adds perceived elements to every screen, such as ocr, or none; may be repeated",
    )


def parse_settings(pairs: Sequence[str]) -> Mapping[str, Setting]:
    """Parse device settings that are given as KEY=VALUE pairs.

    A value is a number, true, false, a JSON list of strings, or a string.

    Raises:
        BadText: a pair has no key or no `=`.
    """
    settings: dict[str, Setting] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise BadText(f"expected a setting KEY=VALUE, such as headless=false; found {pair!r}")
        settings[key.strip()] = _parse_setting(value)
    return settings


def _parse_setting(value: str) -> Setting:
    try:
        parsed = json.loads(value)
    except ValueError:
        return value
    if isinstance(parsed, list):
        return tuple(str(item) for item in parsed)
    return parsed if isinstance(parsed, str | int | float) else value
