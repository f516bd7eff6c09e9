"""Phone wrapper that translates the names of well-known applications."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen_practice.phone.app_name_aliases import (
    KNOWN_NAMES,
    OWN_ACTIVITY,
    find_known_name,
    find_own_package,
)
from onscreen_practice.phone.shell.phone_interface import Json, PhoneAccess, abbreviate_class_name
from onscreen_practice.phone.wrapped_phone import WrappedPhone

_PACKAGE_ARGUMENTS = frozenset(("launch", "stop", "clear", "grant", "enable", "removeTask"))
_PACKAGE_ATTRIBUTE = re.compile(r"""(?:(?<= package=")|(?<= resource-id="))org\.practice\.\w+""")


class KnownNamesPhone(WrappedPhone):
    """Phone wrapper that accepts the names of well-known applications as aliases.

    If `shown` is True, the phone also reports its applications under the well-known names.
    """

    def __init__(self, phone: PhoneAccess, *, shown: bool = False) -> None:
        super().__init__(phone)
        self._shown = shown

    def screenshot(self) -> bytes:
        """Take a screenshot of the phone as a PNG image.

        Raises:
            PhoneError: the renderer has exited.
        """
        return self._phone.screenshot()

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the phone, translating application names.

        Raises:
            PhoneError: the function failed, or the renderer has exited.
        """
        if function in _PACKAGE_ARGUMENTS and arguments:
            arguments = _translate_arguments(function, arguments)
        result = self._phone.call(function, *arguments)
        return _translate_result(function, result) if self._shown else result

    def reset(self, seed: int | None = None) -> None:
        """Reset the phone to the initial state for a random seed, by default the current one.

        Raises:
            PhoneError: the renderer has exited.
        """
        self._phone.reset(seed)

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Change the screen size and density; an omitted value is restored to the physical one.

        Raises:
            PhoneError: the renderer has exited.
        """
        self._phone.resize(size, density=density)


def _translate_arguments(function: str, arguments: tuple[Json, ...]) -> tuple[Json, ...]:
    package, rest = str(arguments[0]), list(arguments[1:])
    own = find_own_package(package)
    if function == "launch" and own != package and rest and rest[0] is not None:
        known = next(name for name in KNOWN_NAMES[own] if name.package == package)
        activity = str(rest[0])
        is_main = activity == known.activity or activity == package + OWN_ACTIVITY
        rest[0] = OWN_ACTIVITY if is_main else activity.removesuffix(OWN_ACTIVITY)
    return (own, *rest)


def _translate_result(function: str, result: Json) -> Json:
    if function == "dump" and isinstance(result, str):
        return _PACKAGE_ATTRIBUTE.sub(lambda match: find_known_name(match.group()).package, result)
    if function == "focus" and isinstance(result, dict):
        return {**_rename(result), "window": _rename_component(str(result.get("window", "")))}
    if function in {"apps", "stack", "notifications"} and isinstance(result, list):
        return [_rename(each) if isinstance(each, dict) else each for each in result]
    return result


def _rename(entry: Mapping[str, Json]) -> dict[str, Json]:
    """Replace an entry's package and activity with the well-known names."""
    own = str(entry.get("package", ""))
    if own not in KNOWN_NAMES:
        return dict(entry)
    known = find_known_name(own)
    activity = (
        {"activity": abbreviate_class_name(known.package, known.activity)} if "activity" in entry else {}
    )
    return {**entry, "package": known.package, **activity}


def _rename_component(component: str) -> str:
    own = component.partition("/")[0]
    known = find_known_name(own)
    return f"{known.package}/{known.activity}" if own in KNOWN_NAMES else component
