"""Logits become choices that can be performed."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, shots
from onscreen.types import (
    Action,
    Box,
    Click,
    Element,
    Node,
    Outcome,
    PastStep,
    ScreenChange,
    Shot,
    Situation,
    Type,
    targets,
)
from onscreen_reflex.array_schema import OutputArrays
from onscreen_reflex.candidate_actions import build_action
from onscreen_reflex.categorical_vocabulary import (
    DRAG_OFFSETS,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GLOBAL_VERBS,
    WORD_FORMS,
)
from onscreen_reflex.decoder import rank_choices
from onscreen_reflex.features import Floats
from onscreen_reflex.input_batches import Sizes
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.word_pieces import WordPieces

FIELD = Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable", "clickable"), locator="a")
BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def read(pieces: WordPieces, instruction: str, *nodes: Node) -> Scene:
    """Return the scene of these nodes."""
    return build_scene(SceneSource(instruction, build_screen(Shot(blank_picture(), nodes))), pieces)


def logits(scene: Scene, *, generator: np.random.Generator | None = None) -> OutputArrays[Floats]:
    """Return logits that are all 0, or random."""
    sizes = Sizes.of([scene])
    rows, words, elements = 1 + sizes.elements, sizes.words, sizes.elements
    shapes = (
        (elements, len(ELEMENT_VERBS)),
        (len(GLOBAL_VERBS),),
        (rows, words * len(WORD_FORMS) + elements * len(ELEMENT_FORMS)),
        (words, words),
        (rows, words),
        (rows, rows),
        (rows, len(DRAG_OFFSETS)),
    )
    arrays = (
        4 * generator.normal(size=(1, *shape)) if generator else np.zeros((1, *shape)) for shape in shapes
    )
    return OutputArrays(*(np.asarray(array, np.float32) for array in arrays))


def prefer(outputs: OutputArrays[Floats], verb: str, *, element: int, by: float = 20) -> None:
    """Raise the logit of a verb with an element."""
    outputs.element_verbs[0, element, ELEMENT_VERBS.index(verb)] = by


def test_the_most_probable_choice_comes_first_with_its_confidence(pieces: WordPieces) -> None:
    """A high logit gives a confidence near 1, equal logits a low one; a higher temperature lowers it."""
    scene = read(pieces, "Send it", FIELD, BUTTON)
    outputs = logits(scene)
    assert rank_choices(scene, outputs)[0].confidence < 0.1
    prefer(outputs, "click", element=1)
    best = rank_choices(scene, outputs)[0]
    assert best.confidence > 0.99
    assert isinstance(build_action(best.choice, scene), Click)
    assert rank_choices(scene, outputs, temperature=10)[0].confidence < best.confidence


@pytest.mark.parametrize("state", ["disabled", "covered"])
def test_unusable_elements_are_never_chosen(pieces: WordPieces, state: str) -> None:
    """A disabled or covered button is not clicked and a button is not typed into, whatever the logits."""
    unusable = msgspec.structs.replace(BUTTON, name="Stop", states=("clickable", state))
    scene = read(pieces, "Stop it", BUTTON, unusable)
    outputs = logits(scene)
    prefer(outputs, "click", element=1)
    prefer(outputs, "type", element=0)
    for each in rank_choices(scene, outputs):
        assert (each.choice.verb, each.choice.element) not in {("click", 1), ("type", 0)}


@pytest.mark.parametrize("second", [-1, 0, 1])
def test_a_drag_may_end_on_another_element_on_itself_or_beside(pieces: WordPieces, second: int) -> None:
    """The second element of a drag may be the first one, or none."""
    scene = read(pieces, "Drag it", FIELD, BUTTON)
    outputs = logits(scene)
    prefer(outputs, "drag", element=0)
    outputs.second_elements[0, 1, 1 + second] = 20
    best = rank_choices(scene, outputs)[0].choice
    assert (best.verb, best.element, best.second) == ("drag", 0, second)


def test_an_action_without_effect_is_not_repeated_a_third_time(pieces: WordPieces) -> None:
    """After two clicks without effect another choice comes first, until the screen changes."""
    screen = build_screen(Shot(blank_picture(), (BUTTON, FIELD)))
    send, name = screen.elements

    def first(*history: PastStep) -> Action | None:
        source = SceneSource.from_situation(Situation("Send it", screen, history=history))
        scene = build_scene(source, pieces)
        outputs = logits(scene)
        prefer(outputs, "click", element=0)
        prefer(outputs, "click", element=1, by=10)
        return build_action(rank_choices(scene, outputs)[0].choice, scene)

    idle = PastStep(Click(send))
    covered = PastStep(Click(send), Outcome(failed="ElementCovered"))
    changed = PastStep(Click(send), change=ScreenChange(address="http://sent.example"))
    assert first() == Click(send)
    assert first(idle) == Click(send)
    assert first(idle, covered) == Click(name)
    assert first(idle, covered, changed) == Click(send)


def test_probabilities_of_the_same_text_are_added(pieces: WordPieces) -> None:
    """A text that two places of the instruction contain is as probable as both together."""
    scene = read(pieces, "Type Ada and again Ada", FIELD)
    outputs = logits(scene)
    prefer(outputs, "type", element=0)
    for word in (1, 4):
        outputs.text_sources[0, 1, word * len(WORD_FORMS)] = 20
        outputs.span_pairs[0, word, word] = 20
    best = rank_choices(scene, outputs)[0]
    action = build_action(best.choice, scene)
    assert isinstance(action, Type)
    assert action.text == "Ada"
    assert best.confidence > 0.98


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shot=shots(), instruction=st.text(max_size=80), seed=st.integers(0, 2**32 - 1))
def test_choices_are_actions_on_the_screen_for_any_logits(
    pieces: WordPieces, shot: Shot, instruction: str, seed: int
) -> None:
    """Choices are sorted by confidence, their confidences sum up to at most 1, their targets are shown."""
    screen = build_screen(shot)
    scene = build_scene(SceneSource(instruction, screen), pieces)
    ranked = rank_choices(scene, logits(scene, generator=np.random.default_rng(seed)))
    assert sum(each.confidence for each in ranked) <= 1 + 1e-4
    assert [e.confidence for e in ranked] == sorted((e.confidence for e in ranked), reverse=True)
    for each in ranked:
        action = build_action(each.choice, scene)
        assert action is not None
        assert all(t in screen.elements for t in targets(action) if isinstance(t, Element))


@pytest.mark.parametrize("elements", [0, 2000])
def test_empty_and_crowded_screens_have_choices(pieces: WordPieces, elements: int) -> None:
    """A screen without elements, and one with 2,000, has at least one choice."""
    nodes = [Node("button", f"b{i}", Box(0, i, 9, i + 1), locator=str(i)) for i in range(elements)]
    scene = read(pieces, "Click b7 " * 1000, *nodes)
    assert rank_choices(scene, logits(scene))
