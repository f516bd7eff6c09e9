"""Parser for clauses of an instruction, such as 'click the second "Delete" button'."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.word_lists import ROLES, VERBS, parse_ordinal, split_words

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|(?<!\w)\'([^\']*)\'(?!\w)')
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
_PLACEHOLDER = "\x00{}\x00"
_PLACEHOLDERS = re.compile("\x00(\\d+)\x00")


_FREE_TEXT = re.compile(
    r"(\b(?:text|description|comment|message|note|content|summary|title|name|by|with|to|as|reads?|says?|saying)):"
    r"\s+([^\":]+)$",
    re.IGNORECASE,
)


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
    quoted = tuple(next(filter(None, groups), "") for groups in _QUOTED.findall(stripped))
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


def quote_free_text(instruction: str) -> str:
    """Quote the text after the last colon of an instruction.

    In "with the text: Ask Ada first", the text is "Ask Ada first". The instruction is not changed if it has
    quotes after the colon, or another word before the colon.
    """
    return _FREE_TEXT.sub(r'\1 "\2"', instruction.strip())


def strip_quotes(text: str) -> str:
    """Replace each quoted part of a string with a space."""
    return _QUOTED.sub(" ", text)


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


def mask_quotes(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace quoted text with numbered placeholders, and return the text and the quotes."""
    quotes = tuple(match.group(0) for match in _QUOTED.finditer(text))
    count = iter(range(len(quotes)))
    return _QUOTED.sub(lambda _: _PLACEHOLDER.format(next(count)), text), quotes


def unmask_quotes(text: str, quotes: tuple[str, ...]) -> str:
    """Restore the quoted text that `mask_quotes` replaced with placeholders."""
    return _PLACEHOLDERS.sub(lambda m: quotes[int(m.group(1))], text)
