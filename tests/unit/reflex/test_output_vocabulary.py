"""Verbs and texts made for single benchmark tasks can be disabled."""

from __future__ import annotations

import numpy as np
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot
from onscreen_reflex.array_schema import OutputArrays
from onscreen_reflex.benchmark_features import ALL_FEATURES, DEFAULT_FEATURES
from onscreen_reflex.benchmark_outputs import (
    ALL_GROUPS,
    DEFAULT_VOCABULARY,
    FULL_VOCABULARY,
    SHELL_COMMANDS,
    OutputGroup,
    OutputVocabulary,
)
from onscreen_reflex.categorical_vocabulary import (
    DRAG_OFFSETS,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GLOBAL_VERBS,
    WORD_FORMS,
)
from onscreen_reflex.decoder import rank_choices
from onscreen_reflex.features import Floats
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.reflex_policy import ReflexPolicy
from onscreen_reflex.word_pieces import WordPieces


@pytest.mark.parametrize("group", ALL_GROUPS)
def test_groups_name_verbs_and_forms_of_the_vocabulary(group: OutputGroup) -> None:
    """Every group names a task, and only verbs and forms that the weights score."""
    assert group.tasks
    assert group.verbs <= set(ELEMENT_VERBS)
    assert group.word_forms <= set(WORD_FORMS)
    assert group.element_forms <= set(ELEMENT_FORMS)
    assert group.verbs or group.word_forms or group.element_forms


def test_only_enabled_groups_are_allowed() -> None:
    """The full vocabulary allows everything, the default neither shell commands nor midpoints."""
    assert all(map(FULL_VOCABULARY.allows_verb, (*ELEMENT_VERBS, *GLOBAL_VERBS)))
    assert all(map(FULL_VOCABULARY.allows_word_form, WORD_FORMS))
    assert all(map(FULL_VOCABULARY.allows_element_form, ELEMENT_FORMS))
    assert not DEFAULT_VOCABULARY.allows_verb("click between")
    assert not DEFAULT_VOCABULARY.allows_element_form("list command")
    assert not DEFAULT_VOCABULARY.allows_element_form("nth word")
    assert DEFAULT_VOCABULARY.allows_element_form("last word")
    assert OutputVocabulary((SHELL_COMMANDS,)).allows_element_form("remove command")


def read(pieces: WordPieces, instruction: str, *nodes: Node) -> tuple[Scene, OutputArrays[Floats]]:
    """Return the scene of these nodes, and logits that are all 0."""
    scene = build_scene(SceneSource(instruction, build_screen(Shot(blank_picture(), nodes))), pieces)
    elements, words, rows = len(scene.elements), len(scene.words), 1 + len(scene.elements)
    shapes = (
        (elements, len(ELEMENT_VERBS)),
        (len(GLOBAL_VERBS),),
        (rows, words * len(WORD_FORMS) + elements * len(ELEMENT_FORMS)),
        (words, words),
        (rows, words),
        (rows, rows),
        (rows, len(DRAG_OFFSETS)),
    )
    return scene, OutputArrays(*(np.zeros((1, *shape), np.float32) for shape in shapes))


def test_a_disabled_verb_is_not_chosen_and_keeps_its_probability(pieces: WordPieces) -> None:
    """Without midpoint clicks the next choice comes first, with the low probability it had."""
    buttons = (
        Node("button", name, Box(x, 0, x + 20, 18), states=("clickable",))
        for x, name in ((0, "A"), (90, "B"))
    )
    scene, outputs = read(pieces, "Click between A and B", *buttons)
    outputs.element_verbs[0, 0, ELEMENT_VERBS.index("click between")] = 12
    outputs.element_verbs[0, 1, ELEMENT_VERBS.index("click")] = 8
    full = rank_choices(scene, outputs, vocabulary=FULL_VOCABULARY)
    default = rank_choices(scene, outputs)
    assert full[0].choice.verb == "click between"
    assert (default[0].choice.verb, default[0].choice.element) == ("click", 1)
    assert default[0].confidence < 0.1


def test_a_disabled_form_is_not_typed(pieces: WordPieces) -> None:
    """A terminal receives a shell command only if the group is enabled."""
    field = Node("textbox", "terminal", Box(0, 0, 90, 18), states=("editable", "clickable"))
    scene, outputs = read(pieces, "Delete notes", field)
    outputs.element_verbs[0, 0, ELEMENT_VERBS.index("type")] = 12
    outputs.text_sources[0, 1, len(scene.words) * len(WORD_FORMS) + ELEMENT_FORMS.index("list command")] = 12
    full = rank_choices(scene, outputs, vocabulary=FULL_VOCABULARY)
    assert full[0].choice.text == "ls"
    assert "ls" not in {each.choice.text for each in rank_choices(scene, outputs)}


def test_the_miniwob_policy_has_the_full_vocabulary() -> None:
    """The policy `miniwob-reflex` is `reflex` with everything enabled, and its name can be chosen again."""
    (policy,) = make_cascade("miniwob-reflex").policies
    assert isinstance(policy, ReflexPolicy)
    assert policy.vocabulary == FULL_VOCABULARY
    assert policy.features == ALL_FEATURES
    assert make_cascade(policy.name).policies[0].name == policy.name
    default = make_cascade("reflex").policies[0]
    assert isinstance(default, ReflexPolicy)
    assert (default.vocabulary, default.features) == (DEFAULT_VOCABULARY, DEFAULT_FEATURES)
