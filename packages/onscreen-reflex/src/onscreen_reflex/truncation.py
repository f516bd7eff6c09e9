"""Truncation of long instructions and crowded screens to the network's limits."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.element_kinds import is_usable
from onscreen.types import Action, Element, Screen, targets
from onscreen_reflex.categorical_vocabulary import MAX_ELEMENTS, MAX_WORDS
from onscreen_reflex.word_pieces import Word, fold_words, split_words

NAME_WEIGHT = 3
"""Relevance weight of the share of an element's words that the instruction contains."""
TARGET_WEIGHT = 2
"""Relevance weight of an element that an earlier action targeted."""


def truncate_words(instruction: str, screen: Screen) -> tuple[Word, ...]:
    """Shorten an instruction to at most MAX_WORDS words.

    The first and the last quarter of MAX_WORDS are kept. Of the words in between, those shown on the screen
    are kept first, then the others in order.
    """
    words = split_words(instruction)
    if len(words) <= MAX_WORDS:
        return words
    shown = {word for element in screen.elements for word in fold_words(element.name)}
    edge = MAX_WORDS // 4
    inner = range(edge, len(words) - edge)
    kept = sorted(inner, key=lambda i: words[i].folded not in shown)[: MAX_WORDS - 2 * edge]
    return (*words[:edge], *(words[i] for i in sorted(kept)), *words[-edge:])


def truncate_elements(
    screen: Screen, *, words: Sequence[Word], actions: Sequence[Action], limit: int = MAX_ELEMENTS
) -> tuple[Element, ...]:
    """Select the most relevant elements of a screen, at most `limit`.

    The elements are in reading order. Preferred are elements whose words are in the instruction, targets of
    earlier actions, actionable elements, and the element with the focus.
    """
    if len(screen.elements) <= limit:
        return screen.elements
    wanted = {word.folded for word in words if len(word.text) > 1}
    acted_on = {
        target.locator for action in actions for target in targets(action) if isinstance(target, Element)
    }

    def relevance(element: Element) -> float:
        names = fold_words(f"{element.name} {element.clue}")
        share = sum(word in wanted for word in names) / (1 + len(names))
        targeted = TARGET_WEIGHT * (element.locator in acted_on)
        return NAME_WEIGHT * share + is_usable(element) + targeted + element.has("focused")

    ranked = sorted(screen.elements, key=relevance, reverse=True)[:limit]
    return tuple(sorted(ranked, key=lambda element: element.mark))
