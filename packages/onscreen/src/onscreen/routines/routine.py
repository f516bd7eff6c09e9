"""Data types of routines: steps with templates of their texts, and the end of the sequence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import ScreenSignature
from onscreen.types.errors import UsageError

CHECKED_STATES = frozenset({"checked", "selected", "expanded", "collapsed", "pressed"})
"""States that a target must have again, since the same click would otherwise have the opposite effect."""


Argument: TypeAlias = str | int | float | bool | tuple[str, ...] | None
"""Value of a field of an action that is not a target; texts are templates."""


TARGET_FIELDS = ("target", "source", "to")
"""Fields of actions that contain elements."""


class BadRoutine(UsageError):
    """Raised if a routine cannot be created or read; the message says why, and names the line of a file."""


class RoutineTarget(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Description by which the target of a step is found again.

    `name` is a template. `group` is the position in the structure of the screen, as `group_key` returns it;
    `has_id` means that the position identifies the target, so that the name is not compared. If `contains` is
    not empty, the name contains these templates as whole words, and may otherwise differ. `states` are those
    of CHECKED_STATES that the target has. With `levels`, for the node of an answer, `contains` refers to the
    other texts of the row, which is the ancestor of the node, `levels` levels up.
    """

    role: str
    name: str = ""
    group: str = ""
    has_id: bool = False
    contains: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    levels: int = 0


class RoutineStep(
    msgspec.Struct, frozen=True, tag="step", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """One action of a routine with the conditions under which it is repeated.

    `action` is the name of the action in the stored form, such as "click". `targets` are its targets by
    field, `arguments` its other fields, with templates as texts. `changes` is whether the action changed
    the screen; None if that differed between runs. `screen` is the signature of the screen before the action.
    """

    action: str
    targets: Mapping[str, RoutineTarget] = {}
    arguments: Mapping[str, Argument] = {}
    changes: bool | None = True
    screen: ScreenSignature = ScreenSignature("", "", ())


class RoutineEnd(
    msgspec.Struct, frozen=True, tag="end", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """The end of a routine: the last screen, the texts that it shows, and the answer.

    `shows` are templates of texts that must be visible. `answer` is a template; if `answer_from` is set, the
    answer is read from the node at that place instead, whose name is a template such as "{answer} MB".
    """

    shows: tuple[str, ...] = ()
    answer: str = ""
    answer_from: RoutineTarget | None = None
    screen: ScreenSignature = ScreenSignature("", "", ())


class Routine(
    msgspec.Struct, frozen=True, tag="routine", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """A sequence of steps that completed a task, with parameters.

    `instruction` is a template; its placeholders are the parameters. `device` is the device of the runs, and
    `runs` the number of runs that the routine was created from.
    """

    name: str
    instruction: str
    device: str = ""
    runs: int = 1
    steps: tuple[RoutineStep, ...] = ()
    end: RoutineEnd = RoutineEnd()
