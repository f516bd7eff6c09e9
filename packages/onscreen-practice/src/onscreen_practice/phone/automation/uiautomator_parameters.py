"""Parameter types of the uiautomator2 server's methods, each identified by a letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from onscreen_practice.phone.automation.java_values import (
    to_boolean,
    to_fields,
    to_float,
    to_integer,
    to_list,
    to_text,
)
from onscreen_practice.phone.automation.json_rpc_server import Arguments, Overload, Parameter
from onscreen_practice.phone.automation.ui_selector import parse_selector
from onscreen_practice.phone.shell.phone_interface import Json


class ConfiguratorInfo(msgspec.Struct, frozen=True, rename="camel"):
    """Settings of UiAutomator, with timeouts and delays in milliseconds.

    They have no effect, because the simulated phone responds immediately.
    """

    action_acknowledgment_timeout: int = 500
    key_injection_delay: int = 0
    scroll_acknowledgment_timeout: int = 200
    ui_automation_flags: int = 0
    wait_for_idle_timeout: int = 0
    wait_for_selector_timeout: int = 0


def to_integers(value: Json) -> list[int]:
    """Convert a JSON list to a Java int array."""
    return [to_integer(each) for each in to_list(value, type_name="int[]")]


def to_configurator(value: Json) -> ConfiguratorInfo:
    """Convert a JSON object to UiAutomator's settings."""
    names = {field.encode_name: field.name for field in msgspec.structs.fields(ConfiguratorInfo)}
    converters = dict.fromkeys(names, to_integer)
    given = to_fields(value, converters, class_name="com.wetest.uia2.stub.ConfiguratorInfo")
    return msgspec.convert({name: given[name] for name in given}, ConfiguratorInfo)


def _to_point(value: Json) -> dict[str, object]:
    return to_fields(value, {"x": to_integer, "y": to_integer}, class_name="com.wetest.uia2.stub.Point")


def _to_selectors(value: Json) -> list[object]:
    return [parse_selector(each) for each in to_list(value, type_name="com.wetest.uia2.stub.Selector[]")]


def _to_texts(value: Json) -> list[object]:
    return [to_text(each) for each in to_list(value, type_name="java.lang.String[]")]


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_kind(kind: type) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, kind)


_PARAMETERS: Mapping[str, Parameter] = {
    "i": Parameter(to_integer, _is_number),
    "f": Parameter(to_float, _is_number),
    "b": Parameter(to_boolean, _is_kind(bool)),
    "t": Parameter(to_text, _is_kind(str)),
    "s": Parameter(parse_selector, _is_kind(dict)),
    "p": Parameter(_to_point, _is_kind(dict)),
    "c": Parameter(to_configurator, _is_kind(dict)),
    "I": Parameter(to_integers, _is_kind(list)),
    "S": Parameter(_to_selectors, _is_kind(list)),
    "T": Parameter(_to_texts, _is_kind(list)),
}
"""Parameter types by letter: the initial of the type, in upper case for arrays."""


def overloads(signatures: str, call: Callable[[Arguments], object]) -> tuple[Overload, ...]:
    """Create a method's overloads, which share one implementation.

    `signatures` has one word for each overload, with one letter for each parameter, such as "si ti". The word
    "-" means that there are no parameters.
    """
    return tuple(
        Overload(tuple(_PARAMETERS[letter] for letter in word.strip("-")), call)
        for word in signatures.split()
    )
