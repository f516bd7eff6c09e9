"""Choice of an icon by a description such as "red heart, outlined, at the top right"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.perceive.icon_appearance import HUES, IconAppearance
from onscreen.perceive.icon_encoder import Concept, IconReading, read_concepts
from onscreen.perceive.icon_localization import is_in_position
from onscreen.types import Box

MIN_SCORE = 0.3
"""Score below which no icon is chosen: the probability of the meaning, times the factors below."""
EQUAL_SHARE = 0.9
"""Share of the best score above which an icon fits equally well: equal icons differ by their smoothing;
chosen, not measured."""
SYNONYM_WEIGHT = 0.8
"""Weight of a word that describes a concept but is not in its name."""
COLOR_FACTOR, STYLE_FACTOR, POSITION_FACTOR = 0.4, 0.7, 0.3
"""Factors of the score of an icon that has another color, style or position than described."""
COLORS = frozenset(name for _, name in HUES) | {"black", "gray", "white"}
_COLOR_SPELLINGS: Mapping[str, str] = {
    "grey": "gray",
    "violet": "purple",
    "turquoise": "cyan",
    "magenta": "pink",
}
_STYLES: Mapping[str, str] = {
    "filled": "filled", "solid": "filled",
    "outlined": "outlined", "outline": "outlined", "hollow": "outlined",
}  # fmt: skip
_POSITIONS = frozenset({"top", "bottom", "left", "right", "center", "middle", "upper", "lower"})
_POSITION_PHRASE = re.compile(
    r"\b(?:at|in|on|to|near)\s+the\s+((?:(?:top|bottom|upper|lower|left|right|center|middle)\W*)+)"
    r"|,\s*((?:(?:top|bottom|upper|lower|left|right|center|middle)\W*)+)$"
)
_IGNORED = frozenset(
    {"a", "an", "the", "icon", "button", "symbol", "sign", "with", "of", "in", "on", "at", "to", "for", "and"}
)


class IconDescription(msgspec.Struct, frozen=True):
    """A parsed description: words for the meaning, color, style and position on the screen.

    `color` and `style` are "" if the description does not contain them. `positions` contains some of "top",
    "bottom", "left", "right" and "center".
    """

    words: tuple[str, ...]
    color: str = ""
    style: str = ""
    positions: frozenset[str] = frozenset()


class SeenIcon(msgspec.Struct, frozen=True):
    """An icon on a screen: its box, meaning and appearance."""

    box: Box
    reading: IconReading
    appearance: IconAppearance


class IconChoice(msgspec.Struct, frozen=True):
    """The best icon for a description.

    `index` is the position among the candidates, None if no candidate reaches the minimum score. `score` is
    the best one, from 0 to 1. `reason` states why no icon was chosen, "" if one was. `equals` are the
    positions of all icons that fit equally well, such as one per list row, in the order of the candidates.
    """

    index: int | None
    score: float
    reason: str = ""
    equals: tuple[int, ...] = ()


def parse_description(text: str) -> IconDescription:
    """Split a description into meaning, color, style and position.

    Position words count if they follow "at the", "in the" or the last comma: "arrow left" is a meaning,
    "arrow, left" is an arrow on the left. A description that contains only position words is a position.
    """
    text = text.lower().strip().rstrip(".")
    phrases = ["".join(groups) for groups in _POSITION_PHRASE.findall(text)]
    rest = _POSITION_PHRASE.sub(" ", text)
    words = [word for word in re.findall(r"\w+", rest) if word not in _IGNORED]
    if all(word in _POSITIONS for word in words):
        phrases, words = [*phrases, *words], []
    color = next((c for w in words if (c := _COLOR_SPELLINGS.get(w, w)) in COLORS), "")
    style = next((_STYLES[word] for word in words if word in _STYLES), "")
    meaning = tuple(w for w in words if w not in _STYLES and _COLOR_SPELLINGS.get(w, w) not in COLORS)
    names = {"upper": "top", "lower": "bottom", "middle": "center"}
    found = frozenset(names.get(word, word) for phrase in phrases for word in re.findall(r"\w+", phrase))
    return IconDescription(meaning, color, style, found)


def choose_icon(
    description: str,
    icons: Sequence[SeenIcon],
    *,
    size: tuple[int, int],
    min_score: float = MIN_SCORE,
) -> IconChoice:
    """Choose the icon that fits a description best, on a screen of `size` (width, height) pixels."""
    wanted = parse_description(description)
    weights = concept_weights(wanted.words)
    if wanted.words and not any(weights):
        words = " ".join(wanted.words)
        return IconChoice(
            None, 0.0, f"no known icon is called {words!r}; describe what it looks like, or its text"
        )
    scores = [_score(icon, wanted, weights=weights, size=size) for icon in icons]
    if not scores:
        return IconChoice(None, 0.0, "the screen shows no icons")
    best = max(range(len(scores)), key=lambda index: scores[index])
    if scores[best] < min_score:
        reading = icons[best].reading
        return IconChoice(
            None,
            scores[best],
            f"no icon fits {description!r}: the best of {len(icons)} looks like {reading.name!r} and has the "
            f"score {scores[best]:.2f}, below {min_score:.2f}",
        )
    equals = tuple(n for n, score in enumerate(scores) if score >= EQUAL_SHARE * scores[best])
    return IconChoice(best, scores[best], equals=equals)


def concept_weights(words: Sequence[str]) -> tuple[float, ...]:
    """Score how well words describe each concept, from 0 to 1, in the order of `read_concepts`.

    A concept whose name contains all words and no others has the weight 1.
    """
    concepts = read_concepts()
    exact = {concept.name for concept in concepts}
    if " ".join(words) in exact:
        return tuple(float(concept.name == " ".join(words)) for concept in concepts)
    return tuple(_weight(words, concept) for concept in concepts)


def _weight(words: Sequence[str], concept: Concept) -> float:
    if not words:
        return 0.0
    name, synonyms = concept.name.split(), concept.words
    known = [1.0 if w in name else SYNONYM_WEIGHT if w in synonyms else 0.0 for w in map(_singular, words)]
    missing = sum(part not in words for part in name)
    return sum(known) / (len(words) + 0.5 * missing * (sum(known) > 0))


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word  # noqa: PLR2004 - "bus"


def _score(
    icon: SeenIcon, wanted: IconDescription, *, weights: Sequence[float], size: tuple[int, int]
) -> float:
    probabilities = icon.reading.probabilities
    score = sum(map(float.__mul__, probabilities, weights)) if wanted.words else 1.0
    if wanted.color and icon.appearance.color != wanted.color:
        score *= COLOR_FACTOR
    if wanted.style and icon.appearance.style != wanted.style:
        score *= STYLE_FACTOR
    if not is_in_position(icon.box, wanted.positions, size=size):
        score *= POSITION_FACTOR
    return min(1.0, score)
