"""What of a long instruction and a full screen is read at all."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.element_kinds import is_usable
from onscreen.types import Action, Element, Screen, targets
from onscreen_reflex.vocabulary import MOST_ELEMENTS, MOST_WORDS
from onscreen_reflex.word_pieces import Word, folded, words_of


def kept_words(instruction: str, screen: Screen | None) -> tuple[Word, ...]:
    """Return the words of the instruction, of too many those at its begin, its end and on the screen."""
    words = words_of(instruction)
    if len(words) <= MOST_WORDS:
        return words
    said = {word for e in (screen.elements if screen else ()) for word in folded(e.name)}
    edge = MOST_WORDS // 4
    inner = range(edge, len(words) - edge)
    wanted = sorted(inner, key=lambda i: words[i].folded not in said)[: MOST_WORDS - 2 * edge]
    return (*words[:edge], *(words[i] for i in sorted(wanted)), *words[-edge:])


def kept_elements(
    screen: Screen | None, *, words: Sequence[Word], deeds: Sequence[Action]
) -> tuple[Element, ...]:
    """Return the elements in reading order, of too many those that the words or deeds touch before others."""
    if screen is None or len(screen.elements) <= MOST_ELEMENTS:
        return screen.elements if screen else ()
    wanted = {word.folded for word in words if len(word.text) > 1}
    touched = {target.locator for deed in deeds for target in targets(deed) if isinstance(target, Element)}

    def worth(element: Element) -> float:
        have = folded(f"{element.name} {element.clue}")
        share = sum(word in wanted for word in have) / (1 + len(have))
        return 3 * share + is_usable(element) + 2 * (element.locator in touched) + element.has("focused")

    ranked = sorted(screen.elements, key=worth, reverse=True)[:MOST_ELEMENTS]
    return tuple(sorted(ranked, key=lambda element: element.mark))
