"""Conversion of an action to the name and the arguments of a tool call."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.types import Action, Element, Point


def action_name(action: Action) -> str:
    """Return the name of an action's type in lower case, such as "click"."""
    return type(action).__name__.lower()


def action_arguments(action: Action) -> Mapping[str, object]:
    """Return the arguments of an action as JSON values.

    Elements become objects with role, name and box (left, top, right, bottom), points objects with x and y,
    in pixels of the screenshot. Arguments that are None are left out.
    """
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return {name: _argument(value) for name, value in fields.items() if value is not None}


def _argument(value: object) -> object:
    if isinstance(value, Element):
        box = value.box
        return {
            "role": value.role,
            "name": value.name,
            "box": [box.left, box.top, box.right, box.bottom],
        }
    if isinstance(value, Point):
        return {"x": value.x, "y": value.y}
    return msgspec.to_builtins(value)
