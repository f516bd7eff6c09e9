"""What the net gives becomes choices that can be carried out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, shots
from onscreen.types import Box, Click, Node, Shot, Situation, Type
from onscreen.types.grammar import parse, show
from onscreen_reflex.candidate_actions import action_of
from onscreen_reflex.decoder import choose
from onscreen_reflex.features import Floats
from onscreen_reflex.input_arrays import Sizes
from onscreen_reflex.scene import Scene, scene_of
from onscreen_reflex.vocabulary import AIMED, FREE, FROM_ELEMENT, FROM_WORDS, PLACES
from onscreen_reflex.word_pieces import Pieces

FIELD = Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable", "clickable"), locator="a")
BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def scene(pieces: Pieces, instruction: str, *nodes: Node) -> Scene:
    """Return the scene of these nodes."""
    return scene_of(Situation(instruction, screen=build_screen(Shot(blank_picture(), nodes))), pieces)


def logits(one: Scene, *, chance: np.random.Generator | None = None) -> dict[str, Floats]:
    """Return what a net that knows nothing gives, or one that says anything at all."""
    sizes = Sizes.of([one])
    rows, words, elements = 1 + sizes.elements, sizes.words, sizes.elements
    shapes = {
        "aimed": (elements, len(AIMED)),
        "free": (len(FREE),),
        "source": (rows, words * len(FROM_WORDS) + elements * len(FROM_ELEMENT)),
        "span": (words, words),
        "until": (rows, words),
        "second": (rows, rows),
        "place": (rows, len(PLACES)),
    }
    return {
        name: np.asarray(4 * chance.normal(size=(1, *shape)) if chance else np.zeros((1, *shape)), np.float32)
        for name, shape in shapes.items()
    }


def prefer(given: Mapping[str, Floats], verb: str, *, element: int) -> None:
    """Have the net prefer a verb of an element."""
    given["aimed"][0, element, AIMED.index(verb)] = 20


def test_the_likeliest_move_comes_first_with_its_confidence(pieces: Pieces) -> None:
    """A move the net is sure of has a confidence near 1; a net that knows nothing is sure of nothing."""
    one = scene(pieces, "Send it", FIELD, BUTTON)
    blind = logits(one)
    assert choose(one, blind)[0].confidence < 0.1
    prefer(blind, "click", element=1)
    best = choose(one, blind)[0]
    assert best.confidence > 0.99
    assert isinstance(action_of(best.choice, one), Click)
    assert choose(one, blind, temperature=10)[0].confidence < best.confidence


@pytest.mark.parametrize("state", ["disabled", "covered"])
def test_what_cannot_be_used_is_never_chosen(pieces: Pieces, state: str) -> None:
    """However sure the net is, a button disabled or under something is not clicked, none is typed into."""
    dead = msgspec.structs.replace(BUTTON, name="Stop", states=("clickable", state))
    one = scene(pieces, "Stop it", BUTTON, dead)
    wild = logits(one)
    prefer(wild, "click", element=1)
    prefer(wild, "type", element=0)
    for each in choose(one, wild):
        assert (each.choice.verb, each.choice.element) not in {("click", 1), ("type", 0)}


@pytest.mark.parametrize("onto", [-1, 0, 1])
def test_a_drag_ends_on_another_on_itself_or_beside(pieces: Pieces, onto: int) -> None:
    """Half an hour of a calendar is pressed and let go on itself."""
    one = scene(pieces, "Drag it", FIELD, BUTTON)
    given = logits(one)
    prefer(given, "drag", element=0)
    given["second"][0, 1, 1 + onto] = 20
    best = choose(one, given)[0].choice
    assert (best.verb, best.element, best.second) == ("drag", 0, onto)


def test_what_was_done_in_vain_is_not_done_for_ever(pieces: Pieces) -> None:
    """A press that changed nothing twice is no choice any more, until something changes."""
    screen = build_screen(Shot(blank_picture(), (BUTTON, FIELD)))
    send, name = screen.elements

    def first(*done: str) -> str:
        deeds = tuple(Click(send) for _ in done)
        one = scene_of(Situation("Send it", screen=screen, deeds=deeds, done=done), pieces)
        given = logits(one)
        prefer(given, "click", element=0)
        given["aimed"][0, 1, AIMED.index("click")] = 10
        action = action_of(choose(one, given)[0].choice, one)
        return show(action) if action else ""

    assert first() == show(Click(send))
    nothing, covered = "click Send: nothing changed", "click Send: failed: it is covered"
    assert first(nothing) == show(Click(send))
    assert first(nothing, covered) == show(Click(name))
    assert first(nothing, covered, 'click Send: new: text "Sent"') == show(Click(send))


def test_ways_to_the_same_text_add_up(pieces: Pieces) -> None:
    """A text that stands in two places is as likely as both together."""
    one = scene(pieces, "Type Ada and again Ada", FIELD)
    given = logits(one)
    prefer(given, "type", element=0)
    forms = len(FROM_WORDS)
    for word in (1, 4):
        given["source"][0, 1, word * forms] = 20
        given["span"][0, word, word] = 20
    best = choose(one, given)[0]
    action = action_of(best.choice, one)
    assert isinstance(action, Type)
    assert action.text == "Ada"
    assert best.confidence > 0.98


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(make_shot=shots(), instruction=st.text(max_size=80), seed=st.integers(0, 2**32 - 1))
def test_every_choice_is_an_action_that_can_be_written(
    pieces: Pieces, make_shot: Shot, instruction: str, seed: int
) -> None:
    """Whatever the net says of whatever screen: choices have confidences that add up to at most 1."""
    screen = build_screen(make_shot)
    one = scene_of(Situation(instruction, screen=screen), pieces)
    found = choose(one, logits(one, chance=np.random.default_rng(seed)))
    assert sum(each.confidence for each in found) <= 1 + 1e-4
    assert [e.confidence for e in found] == sorted((e.confidence for e in found), reverse=True)
    for each in found:
        action = action_of(each.choice, one)
        if action is not None:
            assert type(parse(show(action), screen)) is type(action)


@pytest.mark.parametrize("elements", [0, 2000])
def test_empty_and_full_screens_give_a_choice(pieces: Pieces, elements: int) -> None:
    """With nothing on the screen, or with 2,000 elements, something can be chosen."""
    nodes = [Node("button", f"b{i}", Box(0, i, 9, i + 1), locator=str(i)) for i in range(elements)]
    one = scene(pieces, "Click b7 " * 1000, *nodes)
    assert choose(one, logits(one))
