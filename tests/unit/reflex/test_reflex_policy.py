"""The embedded model as it ships: it decides, says how sure it is, and never crashes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.model.model_factory import make_model
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import shots
from onscreen.think.decide import decide
from onscreen.think.pick import pick
from onscreen.think.task_outline import outline
from onscreen.types import Box, Click, Element, Node, OneOf, Prompt, Shot, Situation, Subtask, Tool, Type
from onscreen.types.errors import BadReply, ModelUnavailable
from onscreen_reflex.manifest import FOLDER, MANIFEST, NET, WORDS, checked
from onscreen_reflex.reflex_policy import Reflex
from onscreen_reflex.weights import Weights

SMALL = encode(np.zeros((210, 160, 3), dtype=np.uint8))
FIELD = Node("textbox", "", Box(10, 50, 140, 70), clue="tt", states=("editable", "clickable"), locator="a")
BUTTONS = tuple(
    Node("button", name, Box(10, 80 + 30 * i, 90, 105 + 30 * i), states=("clickable",), locator=name)
    for i, name in enumerate(("Submit", "Cancel", "Help"))
)


@pytest.fixture(scope="module")
def model() -> Reflex:
    """The model of the package."""
    return Reflex(Weights())


def about(instruction: str, *nodes: Node) -> Situation:
    """Return the situation before anything was done."""
    return Situation(instruction, Subtask(instruction), build_screen(Shot(SMALL, nodes)))


def test_it_clicks_what_is_named(model: Reflex) -> None:
    """The button named in the instruction is clicked, and the model is sure of it."""
    got = decide(model, about('Click on the "Cancel" button.', *BUTTONS), view="")
    assert got.value is not None
    assert isinstance(got.value.action, Click)
    assert isinstance(got.value.action.target, Element)
    assert got.value.action.target.name == "Cancel"
    assert (got.asked[0].reply.confidence or 0) >= model.least


def test_it_points_at_words_it_has_never_seen(model: Reflex) -> None:
    """A name of no language is typed as it stands in the instruction."""
    got = decide(
        model, about('Enter "Zvqwrth" into the text field and press Submit.', FIELD, BUTTONS[0]), view=""
    )
    assert got.value is not None
    assert isinstance(got.value.action, Type)
    assert got.value.action.text == "Zvqwrth"


def test_it_takes_the_whole_for_one_subtask(model: Reflex) -> None:
    """It plans no more than that; with several applications to choose from it says that it does not plan."""
    one = about('Click on "Help"', *BUTTONS)
    (subtask,) = outline(model, one, view="").value or ()
    assert subtask.text == 'Click on "Help"'
    tools = (Tool("Mail", "http://mail.example"), Tool("Shop", "http://shop.example"))
    two = Situation("Buy it", tools=tools, screen=one.screen)
    with pytest.raises(BadReply, match="one application"):
        model(Prompt("", purpose="outline", about=two))


def test_it_picks_among_the_elements(model: Reflex) -> None:
    """The selector of LUCI gets the element that is meant."""
    found = pick(model, about('Click on the "Help" button.', *BUTTONS), view="").value
    assert found is not None
    assert [element.name for element in found] == ["Help"]


def test_what_it_does_not_answer_is_said(model: Reflex) -> None:
    """A question of another kind, or one without its data, names what it answers and who answers the rest."""
    for prompt in (Prompt("hello?"), Prompt("which?", form=OneOf(("a",)), purpose="verify")):
        with pytest.raises(BadReply, match=r"reflex\+lexical"):
            model(prompt)


NOTHING_FITS = (
    "Book a table for two",
    "Закрой окно, пожалуйста",
    "閉じるボタンを押してください",
    "?" * 5000,
)


@pytest.mark.parametrize("instruction", NOTHING_FITS)
@pytest.mark.parametrize("nodes", [BUTTONS, (FIELD, BUTTONS[0]), (BUTTONS[2],)])
def test_where_nothing_fits_it_is_not_sure(model: Reflex, instruction: str, nodes: tuple[Node, ...]) -> None:
    """Asked for what has nothing to do with the screen, it decides, and says that it is not sure."""
    reply = model(Prompt("", purpose="decide", about=about(instruction, *nodes)))
    assert reply.text
    assert reply.confidence is not None
    assert reply.confidence < model.least


@pytest.mark.parametrize("instruction", NOTHING_FITS)
def test_on_screens_larger_than_it_learnt_from_it_is_not_sure(model: Reflex, instruction: str) -> None:
    """On a page of a usual size, with nothing that fits or in another language, it is not sure of itself."""
    large = encode(np.zeros((720, 1280, 3), dtype=np.uint8))
    texts = tuple(Node("text", name, Box(0, 9 * i, 9, 9 * i + 9)) for i, name in enumerate(("Alpha", "Beta")))
    situation = Situation(instruction, Subtask(instruction), build_screen(Shot(large, texts)))
    reply = model(Prompt("", purpose="decide", about=situation))
    assert reply.confidence == 0
    assert reply.text


def test_of_an_instruction_too_long_to_be_read_whole_it_is_not_sure(model: Reflex) -> None:
    """What was asked between words that were not read may matter: it decides, and is not sure."""
    asked = 'Click on the "Help" button.'
    long = f"{' '.join(f'word{i}' for i in range(5000))} {asked}"
    assert (model(Prompt("", purpose="decide", about=about(asked, *BUTTONS))).confidence or 0) >= model.least
    reply = model(Prompt("", purpose="decide", about=about(long, *BUTTONS)))
    assert reply.confidence == 0
    assert reply.text


def test_of_two_that_fit_equally_it_is_less_sure(model: Reflex) -> None:
    """Twins share the confidence that a single one would have."""
    twin = Node("button", "Cancel", Box(10, 200, 90, 225), states=("clickable",), locator="twin")
    asked = 'Click on the "Cancel" button.'
    alone = model(Prompt("", purpose="decide", about=about(asked, *BUTTONS))).confidence or 0
    both = model(Prompt("", purpose="decide", about=about(asked, *BUTTONS, twin))).confidence or 0
    assert both < alone


@settings(max_examples=40)
@given(make_shot=shots(), instruction=st.text(max_size=200))
def test_any_screen_and_any_text_give_a_decision(make_shot: Shot, instruction: str) -> None:
    """Whatever is seen and asked: an answer in the form that was asked for, with a confidence of 0 to 1."""
    screen = build_screen(make_shot)
    reply = make_model("reflex")(Prompt("", purpose="decide", about=Situation(instruction, screen=screen)))
    assert set(json.loads(reply.text)) == {"why", "action", "finished"}
    assert reply.confidence is not None
    assert 0 <= reply.confidence <= 1


@pytest.mark.parametrize("count", [0, 2000])
def test_empty_and_full_screens_give_a_decision(model: Reflex, count: int) -> None:
    """Nothing on the screen, or 2,000 elements with 5,000 words asked, break nothing."""
    nodes = [Node("button", f"b{i}", Box(0, i, 9, i + 1), states=("clickable",)) for i in range(count)]
    assert model(Prompt("", purpose="decide", about=about("click b1999 " * 2500, *nodes))).text


def _cut(folder: Path) -> None:
    (folder / NET).write_bytes((folder / NET).read_bytes()[:-100])


def _other_version(folder: Path) -> None:
    text = (folder / MANIFEST).read_text()
    (folder / MANIFEST).write_text(text.replace('"version": ', '"version": 9', 1))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "manifest.json is missing": lambda folder: (folder / MANIFEST).unlink(),
    "cannot be read": lambda folder: (folder / NET).unlink(),
    "cut off or another file": _cut,
    "tokenizer.json is cut off": lambda folder: (folder / WORDS).write_text("{}"),
    "of version 9": _other_version,
    "manifest.json cannot be read": lambda folder: (folder / MANIFEST).write_text('{"version": "one"}'),
}


@pytest.mark.parametrize("said", DAMAGES)
def test_damaged_weights_say_how_to_mend_them(tmp_path: Path, said: str) -> None:
    """Weights that are missing, cut off, of another version or hash name the command that mends it."""
    folder = tmp_path / "weights"
    shutil.copytree(FOLDER, folder)
    DAMAGES[said](folder)
    with pytest.raises(ModelUnavailable, match=said) as error:
        make_model(f"reflex:{folder}")
    assert "pip install --force-reinstall onscreen" in str(error.value)
    assert "onscreen train reflex" in str(error.value)


def test_both_weights_are_whole_and_say_of_which_recipe_they_are() -> None:
    """The weights that ship learnt from all tasks; those that new tasks are asked of never saw these."""
    unseen = Path(__file__).parents[4] / "benchmarks" / "reflex_open"
    recipes = {folder: checked(folder).made["recipe"] for folder in (FOLDER, unseen)}
    assert recipes == {FOLDER: "full", unseen: "open"}
