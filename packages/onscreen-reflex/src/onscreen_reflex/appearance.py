"""How a thing looks, in the words a person has for it: a small red letter, an aqua circle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from PIL.ImageColor import colormap

from onscreen.types import Element
from onscreen_reflex.word_pieces import Word, folded

_HUES: Mapping[str, str] = {
    "reddish": "red", "bluish": "blue", "greenish": "green", "yellowish": "yellow", "orangish": "orange",
    "purplish": "purple", "pinkish": "pink", "brownish": "brown", "cyanish": "cyan", "navy": "blue",
    "maroon": "red", "lime": "green", "olive": "green", "teal": "cyan", "aqua": "cyan", "fuchsia": "magenta",
    "cyan": "aqua", "magenta": "fuchsia", "gray": "grey", "grey": "gray",
}  # fmt: skip
"""What else a color is called, or the color it is a shade of."""
_SHAPES: Mapping[str, str] = {
    "circle": "circle", "ellipse": "ellipse", "triangle": "triangle", "rect": "rectangle",
    "rectangle": "rectangle", "square": "square", "polygon": "polygon",
}  # fmt: skip
_SIZE = re.compile(r"\b(\d+)x\d+\b|font-size (\d+)px")
SMALL_PX = 15
"""What is drawn or written smaller than this is small."""
KINDS = frozenset({"small", "large", "letter", "digit", "number", "shape", *_SHAPES.values()})
_ANY = frozenset({"item", "thing", "element", "object", "figure"})
_ENDS = frozenset({"are", "is", "do", "does", "can", "?"})


def looks_of(element: Element) -> tuple[str, ...]:
    """Return the words for what an element looks like, besides those of its clue; () for most."""
    words = folded(element.clue)
    hues = (_HUES[word] for word in words if word in _HUES)
    return *hues, *_kinds(element, words)


def _kinds(element: Element, words: Sequence[str]) -> Iterator[str]:
    """Yield what a lone letter, a lone digit or a drawing is, and whether it is small or large."""
    shape = next((_SHAPES[word] for word in words if word in _SHAPES), "")
    lone = len(element.name) == 1 and element.role == "text"
    if shape:
        yield from ("shape", shape)
    elif lone and element.name.isdigit():
        yield from ("digit", "number")
    elif lone and element.name.isalpha():
        yield "letter"
    else:
        return
    size = _SIZE.search(element.clue)
    if size:
        yield "small" if int(size[1] or size[2]) < SMALL_PX else "large"


def count_asked(words: Sequence[Word], elements: Sequence[Element]) -> int | None:
    """Return how many look as asked ("How many small reds are there?"), None where nothing is so asked for.

    What is asked for is one of KINDS, a color, a lone letter or digit, or several of them at once.
    """
    said = [word.text for word in words]
    begin = next((at for at in range(2, len(said)) if _asks(said[at - 2 : at])), None)
    if begin is None:
        return None
    asked = (said[begin], *takewhile(lambda text: text not in _ENDS, said[begin + 1 :]))
    wanted = {_singular(text) for text in asked} - _ANY
    if not all(word in KINDS or word in colormap or len(word) == 1 for word in wanted):
        return None
    looks = ((element, looks_of(element)) for element in elements)
    return sum(
        wanted <= {*words, *folded(element.clue), element.name}
        for element, words in looks
        if not KINDS.isdisjoint(words)
    )


def _asks(pair: Sequence[str]) -> bool:
    return pair[0].casefold() == "how" and pair[1] == "many"


def _singular(text: str) -> str:
    return text.removesuffix("s") if len(text) > 1 else text
