"""Search for the places on a map mentioned in an instruction."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.place_index import Place, PlaceIndex, query_words
from onscreen.text.word_equivalence import is_same_word

MIN_SHARE = 0.5
"""Minimum share of the words of a name, by rarity, that a query must contain."""
MIN_SHARE_WHOLE = 0.3
"""The same if the name contains all words of the query, one of which is on a single screen."""
MIN_EVIDENCE = 1.0
"""Minimum rarity of all words that a query shares with a place, unless the query contains its whole name of
at least MIN_WORDS words; a word on one screen has rarity 1."""
MIN_WORDS = 2
"""Minimum number of shared words, unless the query contains the whole name, begins with its first word, or
has no other words."""
CONTEXT_WEIGHT = 0.8
"""Weight of words that a query shares with the context of a place, relative to those of its name."""
MIN_ROW_CHARS = 4
"""Minimum length of the name of a row of content by which the row is found."""
PATTERN_EVIDENCE = 0.3
"""Minimum total rarity of the words that the names of rows share."""

_EXCLUDED = re.compile(r"\b(?:without|except|instead of|rather than)\b[^,.;]*", re.IGNORECASE)


class FoundPlace(msgspec.Struct, frozen=True):
    """A place mentioned in a query.

    `share` is the share of the place's name contained in the query. `recall` is the share of the query's
    words (those on the map) contained in the place's name and context. Both are weighted by rarity, from 0 to
    1. `evidence` is the total rarity of the shared words, multiplied by CONTEXT_WEIGHT for words of the
    context. `is_whole` is True if the query contains the whole name and nothing else.
    """

    place: Place
    share: float
    recall: float
    evidence: float
    is_whole: bool = False

    @property
    def score(self) -> float:
        """Score for ranking places."""
        return self.evidence * (0.5 + 0.5 * self.share)

    @property
    def rank(self) -> tuple[float, int]:
        """Key for comparing places: the score, then the number of words of the name."""
        return round(self.score, 6), len(self.place.words)


def find_places(index: PlaceIndex, query: str) -> tuple[FoundPlace, ...]:
    """Find the places of a map mentioned in a query, best first.

    The name of the application and anything excluded by the query, such as with "without", are ignored.

    Places with the same score are ordered by length of name, longest first, then by steps from the first
    screen.
    """
    own_name = query_words(index.app_map.app)
    asked = query_words(_EXCLUDED.sub(" ", query))
    wanted = tuple(word for word in dict.fromkeys(asked) if word not in own_name)
    matches = {word: _same_words(word, wanted) for word in index.rarity}
    known = frozenset(each for found in matches.values() for each in found)
    total = sum(_rate(each, index, matches=matches) for each in known)
    found = (_compare(place, index, wanted=wanted, matches=matches, total=total) for place in index.places)
    ranked = sorted(filter(None, found), key=lambda each: each.place.distance)
    return tuple(sorted(ranked, key=lambda each: each.rank, reverse=True))


def find_rows(index: PlaceIndex, query: str) -> tuple[FoundPlace, ...]:
    """Find the content rows whose exact names are in a query, nearest first.

    Among rows with different names, only those with the longest name are returned. Names that begin with a
    verb such as "Share" are left out.
    """
    rows = (row for row in index.rows if len(row.name) >= MIN_ROW_CHARS and occurs(row.name, query))
    named = [row for row in rows if row.words[0] not in BUTTON_VERBS]
    longest = max((len(row.name) for row in named), default=0)
    nearest = sorted((r for r in named if len(r.name) == longest), key=lambda row: row.distance)
    return tuple(
        FoundPlace(row, 1, 1, sum(index.rarity.get(word, 1) for word in row.words)) for row in nearest
    )


def occurs(name: str, query: str) -> bool:
    """Check whether a query contains a name with the same capitalization, between word boundaries."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", query) is not None


def rate_name(name: str, query: str) -> int:
    """Count the words of a name if the query contains all of them; returns 0 otherwise."""
    words, wanted = query_words(name), query_words(query)
    return len(words) if words and all(_same_words(word, wanted) for word in words) else 0


def _rate(wanted: str, index: PlaceIndex, *, matches: dict[str, frozenset[str]]) -> float:
    """Return the rarity of a query word, determined by its most frequent match on the map."""
    return min(index.rarity[word] for word, found in matches.items() if wanted in found)


def _compare(
    place: Place,
    index: PlaceIndex,
    *,
    wanted: Sequence[str],
    matches: dict[str, frozenset[str]],
    total: float,
) -> FoundPlace | None:
    """Compare a place with a query.

    Returns None if they share too few words, or if the place has another number.
    """
    own = [word for word in dict.fromkeys(place.words) if matches.get(word)]
    if not own or _has_other_number(place, wanted):
        return None
    used = frozenset(each for word in own for each in matches[word])
    around = [word for word in place.context if matches.get(word, frozenset()) - used]
    beside = frozenset(each for word in around for each in matches[word]) - used
    rarity = index.rarity
    hit = sum(rarity.get(word, 0) for word in own)
    share = hit / max(sum(rarity.get(word, 0) for word in dict.fromkeys(place.words)), 1e-9)
    evidence = hit + CONTEXT_WEIGHT * sum(_rate(each, index, matches=matches) for each in beside)
    recall = sum(_rate(each, index, matches=matches) for each in used | beside) / max(total, 1e-9)
    is_whole = share == 1 and used == frozenset(wanted)
    is_verb = own[0] == place.words[0] and bool(matches[own[0]] & set(wanted[:1]))
    is_specific = len(used | beside) >= MIN_WORDS or is_verb or share == 1 or used == frozenset(wanted)
    is_long = share == 1 and len(own) >= MIN_WORDS
    enough = is_specific and (is_long or evidence >= MIN_EVIDENCE)
    if place.is_pattern:
        enough = share == 1 and hit >= PATTERN_EVIDENCE and len(used | beside) >= MIN_WORDS
    answers_query = used == frozenset(wanted) and hit >= MIN_EVIDENCE and not place.is_pattern
    if share < (MIN_SHARE_WHOLE if answers_query else MIN_SHARE) or not (enough or is_whole):
        return None
    return FoundPlace(place, share, recall, evidence, is_whole)


def _has_other_number(place: Place, wanted: Sequence[str]) -> bool:
    """Check whether the name of a place has a number that is not in the query."""
    return any(word[0].isdigit() and word not in wanted for word in place.words)


def _same_words(word: str, wanted: Sequence[str]) -> frozenset[str]:
    return frozenset(other for other in wanted if is_same_word(word, other))
