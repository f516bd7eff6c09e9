"""Texts typed in the recorded steps of a routine: secrets, passwords and texts read from a screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.routines.routine import BadRoutine
from onscreen.routines.screen_conditions import is_shown
from onscreen.routines.text_template import escape_text, literal_length
from onscreen.types import Element, PastStep, Press, Shot, Task

MAX_SHOWN_CHARS = 40

_SECRET_FIELD = re.compile(
    r"pass(?:word|code|phrase|wort)|\bpin\b|contraseñ|mot de passe|密码", re.IGNORECASE
)


class PerformedStep(msgspec.Struct, frozen=True):
    """A recorded action to repeat, with its effect, the screens before it and the user's words."""

    step: PastStep
    shots: tuple[Shot, ...]
    task: Task

    @property
    def before(self) -> Shot:
        """The screen on which the action was performed."""
        return self.shots[-1]


def find_secret(performed: Sequence[PerformedStep], *, text: str) -> str:
    """Return the name of the secret whose placeholder is the text of a step; "" for any other text."""
    names = {name for each in performed for name in each.task.secrets}
    return next((name for name in sorted(names) if text == escape_text("{" + name + "}")), "")


def check_password(number: int, performed: Sequence[PerformedStep], *, text: str) -> None:
    """Check that a routine enters only parameter values into a password field, no literal text.

    Raises:
        BadRoutine: a literal text or single keys are entered into such a field.
    """
    for each in performed:
        action = each.step.action
        focused = [node for node in each.before.nodes if node.has("focused")]
        target = getattr(action, "target", None)
        fields = [target] if isinstance(target, Element) else focused
        is_secret = any(node.has("password") or _SECRET_FIELD.search(node.name) for node in fields)
        is_key = isinstance(action, Press) and len(action.keys) == 1
        if is_secret and (is_key or (text and literal_length(text))):
            raise BadRoutine(
                f"step {number} types a password, which no routine contains; "
                "use --secret in the recorded runs, or make the password a parameter"
            )


def check_text_source(number: int, performed: Sequence[PerformedStep]) -> None:
    """Check that a fixed text was not read from a screen, where it may differ next time.

    Raises:
        BadRoutine: a screen showed the text, and the instruction does not contain it.
    """
    for each in performed:
        text = getattr(each.step.action, "text", "")
        is_asked = text.casefold() in each.task.instruction.casefold()
        if text.strip() and not is_asked and any(is_shown(text, shot) for shot in each.shots):
            raise BadRoutine(
                f"step {number} types {text[:MAX_SHOWN_CHARS]!r}, which a screen showed and the instruction "
                "does not contain: the next run may have to type another text"
            )
