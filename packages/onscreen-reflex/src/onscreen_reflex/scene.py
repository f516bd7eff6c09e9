"""Situation -> Scene: what the net reads, as arrays.

The sequence is: one position for the whole, the words of the instruction, the deeds, the elements. Besides
its own features every pair of positions has its relations, as in relation-aware transformers for questions
over a schema (Wang et al. 2020, RAT-SQL, section 3): a word that names an element points at it whatever the
words are, which is what lets few parameters choose on screens never seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.types import Element, Situation
from onscreen_reflex.action_history import Deed, deeds_of
from onscreen_reflex.element_notes import noted
from onscreen_reflex.features import HAS_DIALOG, Floats, element_features, whole_features, word_features
from onscreen_reflex.relations import relate
from onscreen_reflex.text_matches import match
from onscreen_reflex.truncation import kept_elements, kept_words
from onscreen_reflex.vocabulary import NAME_PIECES, ROLES
from onscreen_reflex.word_pieces import PIECES_OF_A_WORD, Pieces, Word

Ints = NDArray[np.int32]
_ROLE = {role: number for number, role in enumerate(ROLES)}


class Scene(msgspec.Struct, frozen=True):
    """T words, H deeds, E elements as arrays; N = 1 + T + H + E.

    Pieces are numbers of the vocabulary, -1 for none. `relations` holds a bit for each relation that the
    row's position has to the column's.
    """

    instruction: str
    words: tuple[Word, ...]
    deeds: tuple[Deed, ...]
    elements: tuple[Element, ...]
    word_pieces: Ints
    word_features: Floats
    deed_pieces: Ints
    deed_verbs: Ints
    deed_features: Floats
    name_pieces: Ints
    value_pieces: Ints
    clue_pieces: Ints
    roles: Ints
    element_features: Floats
    whole: Floats
    relations: NDArray[np.uint32]

    @property
    def has_dialog(self) -> bool:
        """Whether a question of the page blocks everything else."""
        return bool(self.whole[HAS_DIALOG])

    @property
    def size(self) -> int:
        """The length of the sequence."""
        return len(self.relations)


def scene_of(about: Situation, pieces: Pieces) -> Scene:
    """Return what the net reads of a situation; the instruction is the subtask's, where there is one."""
    instruction = about.subtask.text if about.subtask else about.instruction
    words = kept_words(instruction, about.screen)
    elements = kept_elements(about.screen, words=words, deeds=about.deeds)
    deeds = deeds_of(about, elements)
    seen = noted(elements, about.notes)
    matches = match(words, seen, deeds=deeds)
    return Scene(
        instruction,
        words,
        deeds,
        elements,
        pieces.table([word.text for word in words], PIECES_OF_A_WORD),
        word_features(words, matches, deeds=deeds),
        pieces.table([f"{deed.name} {deed.text}" for deed in deeds], NAME_PIECES),
        np.array([deed.verb for deed in deeds], np.int32),
        _deed_features(deeds),
        pieces.table([element.name for element in elements], NAME_PIECES),
        pieces.table([_value(element) for element in elements], NAME_PIECES // 2),
        pieces.table([element.clue for element in seen], NAME_PIECES // 2),
        np.array([_ROLE.get(element.role, 0) for element in elements], np.int32),
        element_features(seen, about=about, matches=matches, deeds=deeds),
        whole_features(about, elements),
        relate(words, deeds, elements=seen, matches=matches),
    )


def _value(element: Element) -> str:
    return "" if element.role == "link" else element.value


def _deed_features(deeds: Sequence[Deed]) -> Floats:
    rows = [(1 / (1 + deed.age), float(deed.failed), float(deed.idle), float(deed.on >= 0)) for deed in deeds]
    return np.array(rows, np.float32).reshape(len(deeds), 4)
