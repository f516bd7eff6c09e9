"""Parser for clauses of an instruction, such as 'click the second "Delete" button'."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.word_lists import ROLES, VERBS, parse_ordinal
from onscreen.text.quotes import mask_quotes, quoted_texts, unmask_quotes
from onscreen.text.words import split_words

_BREAK = re.compile(
    r"(?:\.\s+|;\s*|,?\s+and\s+then\s+|,\s*then\s+|\s+then\s+|,\s*and\s+|,\s+|\s+and\s+)", re.IGNORECASE
)
_PLACE = re.compile(
    r"\b(?:into|in|on|from|within|of|inside)\s+(?:the\s+|both\s+|this\s+)?(.+)$", re.IGNORECASE
)
_LEADING = re.compile(
    r"^(?:please|now|next|finally|to|and|also|first|use the \w+ to|using the [\w ]+?,)\s+", re.IGNORECASE
)
_WHEN_DONE = re.compile(r"\s+(?:when|once)\s+(?:you(?:'re| are)\s+)?(?:done|finished|ready)$", re.IGNORECASE)
_TURN = re.compile(
    r"^(?:turn|switch)\s+(?:(on|off)\s+(.+)|(.+?)\s+(on|off)(?=\s+(?:in|for|from|at)\b|$)(.*))$",
    re.IGNORECASE,
)
_CONTROLS = ("radio", "checkbox", "link", "tab", "slider", "spinner")


class Clause(msgspec.Struct, frozen=True):
    """A parsed clause of an instruction: verb, quoted texts, place, role and ordinal.

    `skill` is the skill of the verb in `VERBS`, "" for an unknown verb. `rest` is the text after the verb,
    `quoted` the quoted texts in order, `place` the text after "in", "on" or "from". `role` is the word for a
    kind of element, a key of `ROLES`, or "". `order` is the ordinal outside quotes, or None.
    """

    text: str
    skill: str
    verb: str
    rest: str
    quoted: tuple[str, ...]
    place: str
    role: str
    order: int | None


def split_clauses(instruction: str) -> tuple[str, ...]:
    """Split an instruction into clauses that start with a verb.

    Quoted text is never split.
    """
    clauses: list[str] = []
    masked, quotes = mask_quotes(" ".join(instruction.split()))
    for part in _BREAK.split(masked):
        piece = _LEADING.sub("", part.strip())
        starts = bool(piece) and _split_verb(piece) is not None
        if clauses and not starts:
            clauses[-1] = f"{clauses[-1]}, {piece}" if piece else clauses[-1]
        elif piece:
            clauses.append(piece)
    return tuple(unmask_quotes(piece, quotes) for piece in clauses)


def parse_clause(text: str) -> Clause:
    """Parse one clause into verb, quoted texts, place, role and ordinal."""
    stripped = _WHEN_DONE.sub("", _LEADING.sub("", text.strip().rstrip(".")))
    verb, rest = _split_verb(stripped) or ("", stripped)
    quoted = quoted_texts(stripped)
    masked, quotes = mask_quotes(rest)
    place = _PLACE.search(masked)
    kinds = [kind for w in split_words(masked) if (kind := _singular(w)) in ROLES]
    role = next((kind for kind in kinds if kind in _CONTROLS), kinds[-1] if kinds else "")
    return Clause(
        stripped,
        VERBS.get(verb, ""),
        verb,
        rest,
        quoted,
        unmask_quotes(place.group(1), quotes) if place else "",
        role,
        parse_ordinal(masked),
    )


def parse_goal(text: str) -> Clause:
    """Parse the text of a goal as a clause.

    The first word is the verb if no known verb is found.
    """
    clause = parse_clause(text)
    if clause.verb or not clause.text:
        return clause
    verb, _, rest = clause.text.partition(" ")
    return msgspec.structs.replace(clause, verb=verb.casefold(), rest=rest)


def _singular(word: str) -> str:
    """Return the singular of a role word, such as "button" for "buttons".

    Other words are returned unchanged.
    """
    if word.endswith("boxes"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and word[:-1] in ROLES else word


def _split_verb(text: str) -> tuple[str, str] | None:
    """Split a text into its leading verb and the rest.

    "turn the light on" is split as "enable the light". Returns None without a known verb.
    """
    if turn := _TURN.match(text):
        first, object_after, object_before, last, rest = turn.groups()
        verb = "enable" if (first or last).casefold() == "on" else "disable"
        return verb, object_after or f"{object_before}{rest}"
    first, _, rest = text.partition(" ")
    verb = first.casefold().strip(",.:")
    if verb not in VERBS:
        return None
    return verb, re.sub(r"^(?:on|upon|over|out)\s+", "", rest)
