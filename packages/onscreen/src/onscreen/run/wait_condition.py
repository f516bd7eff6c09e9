"""Text syntax of the screen conditions that a session can wait for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from onscreen.types import AddressIs, Check, ElementIs, Not, Screen, TextShown
from onscreen.types.action_lexer import Reader
from onscreen.types.errors import BadText

CONDITIONS: tuple[str, ...] = (
    'text "TEXT"',
    'no text "TEXT"',
    'element ROLE "NAME"',
    'no element ROLE "NAME"',
    'address "PATTERN"',
    'no address "PATTERN"',
)
"""All forms of a condition; PATTERN is a shell-style pattern such as */cart."""


def parse_condition(text: str, screen: Screen) -> Check:
    """Parse a condition such as 'text "Saved"' into a check.

    Raises:
        BadText: the text is not a condition; the message lists the forms.
    """
    reader = Reader(text, screen, forms=CONDITIONS)
    is_negated = reader.skip("no")
    verb = reader.next_word()
    if verb not in _VERBS:
        forms = "; ".join(CONDITIONS)
        raise BadText(f"no condition starts with {verb!r}; write one of: {forms}")
    check = _VERBS[verb](reader)
    reader.end()
    return Not(check) if is_negated else check


def _parse_element(reader: Reader) -> Check:
    role = reader.next_word()
    return ElementIs(role, reader.string())


_VERBS: Mapping[str, Callable[[Reader], Check]] = {
    "text": lambda reader: TextShown(reader.string()),
    "element": _parse_element,
    "address": lambda reader: AddressIs(reader.string()),
}
