"""Data types of routines: steps, templates, targets, answers and the final state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import ScreenSignature
from onscreen.types.errors import UsageError

CHECKED_STATES = frozenset({"checked", "selected", "expanded", "collapsed", "pressed"})
"""States that must match at a target, because the same click would otherwise have the opposite effect."""
TARGET_FIELDS = ("target", "source", "to")
"""Fields of actions that contain elements."""
ANSWER = "answer"
"""Name of the placeholder for the answer in the text of its node."""

Values: TypeAlias = Mapping[str, str]
"""Values of the parameters of a routine, by name."""
Argument: TypeAlias = str | int | float | bool | tuple[str, ...] | None
"""Value of a field of an action that is not a target; texts are templates."""


class BadRoutine(UsageError):
    """Raised if a routine cannot be created or read.

    The message states the reason, and the line if the routine is read from a file.
    """


class RoutineTarget(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Description for finding the target of a step.

    `name` is a template, in which {*} matches any text. `group` is the position in the structure of the
    screen, as `group_key` returns it; `has_id` means that the position identifies an entry field, whose name
    is not compared. `states` are those of CHECKED_STATES that the target has.
    """

    role: str
    name: str = ""
    group: str = ""
    has_id: bool = False
    states: tuple[str, ...] = ()


class AnswerSource(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Description of the node from which the answer is read.

    `text` is the template of its text, such as "{answer} MB". `row` contains templates of other texts in its
    row, which is the node's ancestor `levels` levels up.
    """

    role: str
    text: str
    group: str = ""
    row: tuple[str, ...] = ()
    levels: int = 0


class RoutineStep(
    msgspec.Struct, frozen=True, tag="step", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """One action of a routine with the conditions under which it is repeated.

    `action` is the name of the action in the stored form, such as "click". `targets` are its targets by field
    name, `arguments` its other fields, with templates as texts. `secret` is the name of the secret typed
    instead of a text. `changes` is True if the action changed the screen; None if this differed between runs.
    Before the action, `origin` is the host or application, `screen` the signature of the screen, and `shows`
    are templates of texts on the screen.
    """

    action: str
    targets: Mapping[str, RoutineTarget] = {}
    arguments: Mapping[str, Argument] = {}
    secret: str = ""
    changes: bool | None = True
    origin: str = ""
    shows: tuple[str, ...] = ()
    screen: ScreenSignature = ScreenSignature("", "", ())


class RoutineEnd(
    msgspec.Struct, frozen=True, tag="end", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """The end of a routine: the last screen, conditions on its texts, and the answer.

    `shows` are templates of texts visible at the end, `hides` templates of texts visible before but not at
    the end. `answer` is a template; if `answer_from` is set, the answer is read from that node.
    """

    shows: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    answer: str = ""
    answer_from: AnswerSource | None = None
    origin: str = ""
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
