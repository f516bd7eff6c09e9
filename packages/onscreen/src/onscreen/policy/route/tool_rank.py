"""Ranking of applications by the words that an instruction shares with their maps and descriptions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import log

import msgspec

from onscreen.policy.lexical.app_choice import find_capitalised_tools
from onscreen.policy.route.place_index import PlaceIndex, query_words
from onscreen.policy.route.tool_choice import ChosenTool, without_device
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import strip_quotes
from onscreen.text.word_equivalence import is_same_word
from onscreen.types import Tool

RANK_CONFIDENCE = 0.75
"""Confidence in a ranked application: above that of the rules, but too low to replace a language model."""
NAME_WEIGHT = 4.0
"""Weight of a word in the name of an application, relative to one that is on a single map."""
RANK_MARGIN = 1.5
"""Minimum ratio of the scores of two applications above which the map of the second one does not decide."""
MIN_LETTERS = 2
"""Minimum number of letters of a compared word."""
_GENERAL = frozenset(
    ("any", "did", "how", "more", "nothing", "until", "what", "when", "which", "who", "whose")
)
"""Words of questions and conditions that occur in any application."""


class _Words(msgspec.Struct, frozen=True):
    """The words of the instruction that the name, the description and the map of an application contain."""

    name: frozenset[str]
    about: frozenset[str]
    known: frozenset[str]


def rank_tool(
    instruction: str, indexes: Mapping[str, PlaceIndex], *, tools: tuple[Tool, ...]
) -> ChosenTool | None:
    """Choose the application that an instruction names as its place, or that shares most words with it.

    An example of a place is "in the settings of Maps". A shared word counts more if few applications have it.
    Quoted texts and the names of people are not compared. Returns None if the instruction names several
    applications, or if no word is shared.
    """
    text = without_device(strip_quotes(instruction))
    if inside := _find_inside(text, tools):
        return ChosenTool(inside[0], inside[0]) if len(inside) == 1 else None
    if len(find_named(text, tools)) > 1:
        return None
    first, _, rest = text.partition(" ")
    for person in (each for each in proper_names(rest) if " " in each):
        rest = rest.replace(person, " ")
    text = f"{first} {rest}"
    shared = {tool.name: _share(tool, indexes.get(tool.name), text=text) for tool in tools}
    scores = {name: _score(words, shared) for name, words in shared.items()}
    best = max(scores, key=lambda name: scores[name], default="")
    if not best or not scores[best]:
        return None
    return ChosenTool(best, ", ".join(sorted(shared[best].known)))


def _find_inside(text: str, tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Find the applications in which something is to be done, such as Maps in "in the settings of Maps".

    A name followed by another capitalized word or by "of", such as "Gallery of Light", is another name.
    """
    names = "|".join(re.escape(tool.name) for tool in tools)
    mine = re.findall(rf"\b(?:from|in|on|to) my ({names})\b", text, re.IGNORECASE)
    own = [tool.name for name in mine for tool in tools if tool.name.casefold() == name.casefold()]
    inside = (
        r"\b(?:[Ii]n|[Oo]n|[Ww]ith|[Ff]rom|[Ii]nside|[Uu]sing|[Oo]pen|[Hh]ave|settings of)\s+"
        rf"(?:the\s+|my\s+)?({names})\b(?!\s+(?:[A-Z]|folder|of\s+[A-Z]))"
    )
    return tuple(dict.fromkeys((*re.findall(inside, text), *own)))


def find_named(text: str, tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Find the applications named with exact capitalization, except in names such as "Gallery of Light"."""
    named = find_capitalised_tools(text, tools)
    bare = strip_quotes(text)
    return tuple(name for name in named if re.search(rf"\b{re.escape(name)}\b(?! of [A-Z])", bare))


def is_outranked(
    chosen: str, instruction: str, *, indexes: Mapping[str, PlaceIndex], tools: tuple[Tool, ...]
) -> bool:
    """Check whether another application shares many more words with an instruction than the chosen one."""
    text = without_device(strip_quotes(instruction))
    shared = {tool.name: _share(tool, indexes.get(tool.name), text=text) for tool in tools}
    scores = {name: _score(words, shared) for name, words in shared.items()}
    return max(scores.values(), default=0.0) > RANK_MARGIN * scores.get(chosen, 0.0)


def _share(tool: Tool, index: PlaceIndex | None, *, text: str) -> _Words:
    wanted = [word for word in query_words(text) if _is_compared(word)]
    name, about = query_words(tool.name), query_words(tool.about)
    known = (*name, *about, *(index.rarity if index else ()))

    def same(words: tuple[str, ...]) -> frozenset[str]:
        return frozenset(each for each in wanted if any(is_same_word(each, word) for word in words))

    return _Words(same(name), same(about), same(known))


def _is_compared(word: str) -> bool:
    """Check whether a word may name an application: neither a question word nor mostly digits."""
    return sum(map(str.isalpha, word)) >= MIN_LETTERS and word.isprintable() and word not in _GENERAL


def _score(words: _Words, shared: Mapping[str, _Words]) -> float:
    """Rate an application by the rarity of the words that it shares with the instruction.

    The score is rounded, so that equal scores do not depend on the order of the words.
    """
    score = NAME_WEIGHT * len(words.name)
    for word in sorted(words.known):
        score += _rate([word in each.known for each in shared.values()])
    for word in sorted(words.about):
        score += _rate([word in each.about for each in shared.values()])
    return round(score, 6)


def _rate(found: Sequence[bool]) -> float:
    """Return the inverse document frequency of a word that some of the applications contain."""
    return log(len(found) / sum(found))
