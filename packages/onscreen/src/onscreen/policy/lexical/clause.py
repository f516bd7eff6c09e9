"""Instruction -> clauses: one verb each, with its quoted words, kind of element, place and order."""

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
_HOLE = "\x00{}\x00"
_HOLES = re.compile("\x00(\\d+)\x00")


class Clause(msgspec.Struct, frozen=True):
    """One thing to do.

    `skill` is what VERBS makes of its verb ("" for none), `rest` the words after the verb, `quoted` the
    quoted words in order, `place` what follows "in", "on", "from", `role` the word for a kind of element.
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
    """Split an instruction where a new verb begins; quoted words are never split."""
    kept: list[str] = []
    hidden, quotes = mask_quotes(" ".join(instruction.split()))
    for found in _BREAK.split(hidden):
        piece = _LEADING.sub("", found.strip())
        starts = bool(piece) and _verb(piece) is not None
        if kept and not starts:
            kept[-1] = f"{kept[-1]}, {piece}" if piece else kept[-1]
        elif piece:
            kept.append(piece)
    return tuple(unmask_quotes(piece, quotes) for piece in kept)


def parse_clause(text: str) -> Clause:
    """Read one clause."""
    stripped = _WHEN_DONE.sub("", _LEADING.sub("", text.strip().rstrip(".")))
    found = _verb(stripped)
    verb, rest = found or ("", stripped)
    quoted = tuple(next(filter(None, groups), "") for groups in _QUOTED.findall(stripped))
    hidden, quotes = mask_quotes(rest)
    place = _PLACE.search(hidden)
    kinds = [kind for w in split_words(hidden) if (kind := _singular(w)) in ROLES]
    role = next((kind for kind in kinds if kind in _CONTROLS), kinds[-1] if kinds else "")
    return Clause(
        stripped,
        VERBS.get(verb, ""),
        verb,
        rest,
        quoted,
        unmask_quotes(place.group(1), quotes) if place else "",
        role,
        parse_ordinal(hidden),
    )


def strip_quotes(text: str) -> str:
    """Return the text without its quoted parts."""
    return _QUOTED.sub(" ", text)


def _singular(word: str) -> str:
    if word.endswith("boxes"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and word[:-1] in ROLES else word


def _verb(text: str) -> tuple[str, str] | None:
    """Return the verb a text begins with and what follows it; "turn the light on" is "enable the light"."""
    if turn := _TURN.match(text):
        way, after, before, late, rest = turn.groups()
        verb = "enable" if (way or late).casefold() == "on" else "disable"
        return verb, after or f"{before}{rest}"
    first, _, rest = text.partition(" ")
    verb = first.casefold().strip(",.:")
    if verb not in VERBS:
        return None
    return verb, re.sub(r"^(?:on|upon|over|out)\s+", "", rest)


def mask_quotes(text: str) -> tuple[str, tuple[str, ...]]:
    """Put numbered holes in place of the quoted parts of a text; return it and the parts."""
    quotes = tuple(match.group(0) for match in _QUOTED.finditer(text))
    count = iter(range(len(quotes)))
    return _QUOTED.sub(lambda _: _HOLE.format(next(count)), text), quotes


def unmask_quotes(text: str, quotes: tuple[str, ...]) -> str:
    """Put the quoted parts back into their holes."""
    return _HOLES.sub(lambda m: quotes[int(m.group(1))], text)
