"""Conversion of a `Situation` into the input arrays of the network.

The sequence consists of one position for the situation, the words of the instruction, the past actions and
the elements. Besides the features of each position, every pair of positions has relations, as in
relation-aware transformers for questions over a schema (Wang et al. 2020, RAT-SQL, section 3): a word that
names an element is related to it, independent of the word itself. A small network can therefore act on
screens that are not in its training data.
"""

from __future__ import annotations

import msgspec
import numpy as np

from onscreen.types import Element, ElementNote, Screen, Situation
from onscreen_reflex.action_history import PastAction, StepSummary, read_history, summarize_step
from onscreen_reflex.application_notes import add_notes
from onscreen_reflex.array_schema import Array, InputArrays
from onscreen_reflex.benchmark_features import ALL_FEATURES, FeatureSelection
from onscreen_reflex.categorical_vocabulary import NAME_PIECES, ROLES
from onscreen_reflex.feature_columns import ScreenColumn
from onscreen_reflex.features import (
    build_element_features,
    build_past_action_features,
    build_screen_features,
    build_word_features,
)
from onscreen_reflex.relation_features import build_relations
from onscreen_reflex.text_matches import find_matches
from onscreen_reflex.truncation import truncate_elements, truncate_words
from onscreen_reflex.word_pieces import PIECES_PER_WORD, Word, WordPieces

_ROLE_NUMBERS = {role: number for number, role in enumerate(ROLES)}


class SceneSource(msgspec.Struct, frozen=True):
    """The information about a situation that the network reads.

    `instruction` is the text of the subtask, or the whole instruction if there is no subtask.
    """

    instruction: str
    screen: Screen
    history: tuple[StepSummary, ...] = ()
    notes: tuple[ElementNote, ...] = ()
    has_values: bool = False

    @classmethod
    def from_situation(cls, situation: Situation) -> SceneSource:
        """Extract the information that the network reads from a `Situation`."""
        return cls(
            situation.subtask.text if situation.subtask else situation.instruction,
            situation.screen,
            tuple(map(summarize_step, situation.history)),
            situation.notes,
            bool(situation.values),
        )


class Scene(msgspec.Struct, frozen=True):
    """Input of the network: words, past actions and elements, with their arrays.

    Past actions are listed newest first.
    """

    instruction: str
    words: tuple[Word, ...]
    history: tuple[PastAction, ...]
    elements: tuple[Element, ...]
    inputs: InputArrays[Array]

    @property
    def has_dialog(self) -> bool:
        """True if a dialog blocks the rest of the page."""
        return bool(self.inputs.screen_features[ScreenColumn.HAS_DIALOG])


def build_scene(
    source: SceneSource, pieces: WordPieces, *, features: FeatureSelection = ALL_FEATURES
) -> Scene:
    """Build the input of the network, truncated to its size limits.

    Optional features outside of the selection `features` are left out.
    """
    words = truncate_words(source.instruction, source.screen)
    actions = [step.action for step in source.history]
    elements = truncate_elements(source.screen, words=words, actions=actions)
    history = read_history(source.history, elements)
    inputs = _build_inputs(
        source, words, elements=elements, history=history, pieces=pieces, features=features
    )
    return Scene(source.instruction, words, history, elements, inputs)


def _build_inputs(
    source: SceneSource,
    words: tuple[Word, ...],
    *,
    elements: tuple[Element, ...],
    history: tuple[PastAction, ...],
    pieces: WordPieces,
    features: FeatureSelection,
) -> InputArrays[Array]:
    noted = add_notes(elements, source.notes)
    matches = find_matches(words, noted, history=history, features=features)
    relations = build_relations(words, history, elements=noted, matches=matches)
    word_features = build_word_features(words, matches, history=history)
    element_features = build_element_features(noted, screen=source.screen, matches=matches, history=history)
    features.clear_word_columns(word_features)
    features.clear_element_columns(element_features)
    return InputArrays(
        word_pieces=pieces.encode_table([word.text for word in words], PIECES_PER_WORD),
        word_features=word_features,
        action_pieces=pieces.encode_table([f"{past.name} {past.text}" for past in history], NAME_PIECES),
        action_verbs=np.array([past.verb for past in history], np.int32),
        action_features=build_past_action_features(history),
        name_pieces=pieces.encode_table([element.name for element in elements], NAME_PIECES),
        value_pieces=pieces.encode_table([_shown_value(element) for element in elements], NAME_PIECES // 2),
        clue_pieces=pieces.encode_table([element.clue for element in noted], NAME_PIECES // 2),
        roles=np.array([_ROLE_NUMBERS.get(element.role, 0) for element in elements], np.int32),
        element_features=element_features,
        screen_features=build_screen_features(
            source.screen,
            elements,
            step_count=len(source.history),
            has_values=source.has_values,
            has_notes=bool(source.notes),
        ),
        relations=relations,
        present=np.ones(len(relations), np.bool_),
    )


def _shown_value(element: Element) -> str:
    """Return the value of an element; the value of a link is its address, which is not shown."""
    return "" if element.role == "link" else element.value
