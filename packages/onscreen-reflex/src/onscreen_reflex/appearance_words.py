"""Words that describe how an element looks, such as "small", "rectangle" or "aqua"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from PIL.ImageColor import colormap

from onscreen.types import Element
from onscreen.types.appearance import Appearance
from onscreen_reflex.word_pieces import Word, fold_words

_COLOR_SYNONYMS: Mapping[str, str] = {
    "reddish": "red", "bluish": "blue", "greenish": "green", "yellowish": "yellow", "orangish": "orange",
    "purplish": "purple", "pinkish": "pink", "brownish": "brown", "cyanish": "cyan", "navy": "blue",
    "maroon": "red", "lime": "green", "olive": "green", "teal": "cyan", "aqua": "cyan", "fuchsia": "magenta",
    "cyan": "aqua", "magenta": "fuchsia", "gray": "grey", "grey": "gray",
}  # fmt: skip
"""Mapping from a color name to a synonym, or to the basic color of which it is a shade."""
_SHAPES: Mapping[str, str] = {
    "circle": "circle", "ellipse": "ellipse", "triangle": "triangle", "rect": "rectangle",
    "rectangle": "rectangle", "square": "square", "polygon": "polygon",
}  # fmt: skip
SMALL_PX = 15
"""Width or font size below which a shape or character is "small"; chosen for the task count-shape."""
KIND_WORDS = frozenset({"small", "large", "letter", "digit", "number", "shape", *_SHAPES.values()})
"""Words for the size or kind of a shape or character."""
_GENERIC_NOUNS = frozenset({"item", "thing", "element", "object", "figure"})
_PHRASE_ENDS = frozenset({"are", "is", "do", "does", "can", "?"})


def describe_appearance(element: Element, *, with_kinds: bool = True) -> tuple[str, ...]:
    """Return words that describe an element's color, shape and size.

    The words supplement those in its clue. Without `with_kinds`, they are color names only. Returns () for
    most elements.
    """
    clue_words = fold_words(element.clue)
    colors = (_COLOR_SYNONYMS[word] for word in clue_words if word in _COLOR_SYNONYMS)
    return *colors, *(_kind_words(element, clue_words) if with_kinds else ())


def count_requested(words: Sequence[Word], elements: Sequence[Element]) -> int | None:
    """Count the elements to answer a question such as "How many small reds are there?".

    The request may combine KIND_WORDS, color names and single characters. Returns None if the instruction
    does not ask for such a count.
    """
    texts = [word.text for word in words]
    start = next((at for at in range(2, len(texts)) if _is_how_many(texts[at - 2 : at])), None)
    if start is None:
        return None
    phrase = (texts[start], *takewhile(lambda text: text not in _PHRASE_ENDS, texts[start + 1 :]))
    wanted = {_singular(text) for text in phrase} - _GENERIC_NOUNS
    if not all(word in KIND_WORDS or word in colormap or len(word) == 1 for word in wanted):
        return None
    appearances = ((element, describe_appearance(element)) for element in elements)
    return sum(
        wanted <= {*appearance, *fold_words(element.clue), element.name}
        for element, appearance in appearances
        if not KIND_WORDS.isdisjoint(appearance)
    )


def _kind_words(element: Element, clue_words: Sequence[str]) -> Iterator[str]:
    """Yield the kind and size of a shape or of a single character."""
    shape = next((_SHAPES[word] for word in clue_words if word in _SHAPES), "")
    single = len(element.name) == 1 and element.role == "text"
    if shape:
        yield from ("shape", shape)
    elif single and element.name.isdigit():
        yield from ("digit", "number")
    elif single and element.name.isalpha():
        yield "letter"
    else:
        return
    size_px = _size_px(element.appearance)
    if size_px is not None:
        yield "small" if size_px < SMALL_PX else "large"


def _size_px(appearance: Appearance | None) -> float | None:
    """Return the width of a shape or the font size of a text.

    Returns None if the size is unknown or not a whole number: the weights were trained without such sizes.
    """
    if appearance is None:
        return None
    size = appearance.font_size_px if appearance.width_px is None else appearance.width_px
    return size if size is not None and float(size).is_integer() else None


def _is_how_many(pair: Sequence[str]) -> bool:
    return pair[0].casefold() == "how" and pair[1] == "many"


def _singular(text: str) -> str:
    return text.removesuffix("s") if len(text) > 1 else text
