"""Labels of actions, and actions from labels."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture
from onscreen.types import (
    Action,
    Box,
    Click,
    Done,
    Drag,
    Hover,
    LongPress,
    Node,
    Point,
    Press,
    Scroll,
    Select,
    Shot,
    Type,
    Upload,
    Wait,
)
from onscreen_reflex.candidate_actions import Choice, build_action
from onscreen_reflex.categorical_vocabulary import ELEMENT_FORMS, ELEMENT_VERBS, GLOBAL_VERBS, WORD_FORMS
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.text_sources import text_from_element, text_from_words
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.action_labels import UnsupportedAction, label_action

INSTRUCTION = 'Type "Ada Lovelace" on 10/03/2016 at 5:30 PM and take the 2nd word of it'
NODES = (
    Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable", "clickable"), locator="a"),
    Node("listbox", "Fruit", Box(0, 20, 90, 60), states=("multiselectable",), locator="b"),
    Node("option", "Apple", Box(0, 20, 90, 38), states=("selected",), locator="c", parent=1),
    Node("option", "Pear", Box(0, 40, 90, 58), locator="d", parent=1),
    Node("button", "Send", Box(0, 80, 90, 98), states=("clickable",), locator="e"),
    Node("text", "3 + 4 =", Box(0, 100, 90, 118), locator="f"),
    Node("text", "Code: X9 y", Box(0, 120, 90, 138), locator="g"),
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """A screen with a field, a list box, a button and two texts."""
    path: Path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]")).save(str(path))
    return build_scene(SceneSource(INSTRUCTION, build_screen(Shot(blank_picture(), NODES))), WordPieces(path))


def round_trip(action: Action, scene: Scene) -> Action | None:
    """Return the action that the label of an action stands for."""
    label = label_action(action, scene)
    element = label.elements[0] if label.elements else -1
    text = _text(scene, label.sources[0], last=label.span[1]) if label.sources else ""
    verb = ELEMENT_VERBS[label.verb] if label.elements else GLOBAL_VERBS[label.verb]
    offset = {"offset": label.place} if label.place >= 0 else {}
    return build_action(Choice(verb, element, text, label.second, **offset), scene)


def _text(scene: Scene, source: int, *, last: int) -> str:
    element_offset = len(scene.words) * len(WORD_FORMS)
    if source < element_offset:
        first, form = divmod(source, len(WORD_FORMS))
        return text_from_words(scene, first, last=last, form=WORD_FORMS[form])
    row, form = divmod(source - element_offset, len(ELEMENT_FORMS))
    return text_from_element(scene, scene.elements[row], form=ELEMENT_FORMS[form])


def test_labels_round_trip_to_the_same_action(scene: Scene) -> None:
    """Every action that the network can choose is the same after labelling."""
    name, fruit, _, _, send, *_ = scene.elements
    for action in (
        Click(send),
        Click(send, count=3),
        Click(send, button="right"),
        Click(send, modifiers=("Control",)),
        LongPress(send),
        Hover(send),
        Press("Enter", name),
        Press("ArrowDown"),
        Scroll("down"),
        Scroll("up", target=fruit),
        Drag(send, name),
        Drag(send, send),
        Drag(send, name, Point(0, 4)),
        Drag(send, None, Point(40, -20)),
        Click(Point(45, 49)),
        Scroll("down", pages=50, target=fruit),
        Select(fruit, ("Apple", "Pear")),
        Wait(),
        Done(),
    ):
        result = round_trip(action, scene)
        assert result == action or (isinstance(action, Scroll) and isinstance(result, Scroll))


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lovelace",
        "ADA LOVELACE",
        "ada",
        "2016-10-03",
        "17:30",
        "10/03/2016",
        "7",
        "X9 y",
        "Pear",
        "y",
        "8",
        "5",
    ],
)
def test_texts_are_labeled_by_their_source(scene: Scene, text: str) -> None:
    """A text from the instruction or the screen, or a simple form of one, is labeled."""
    assert round_trip(Type(text, scene.elements[0]), scene) == Type(text, scene.elements[0])


def test_unsupported_actions_are_rejected_with_reason(scene: Scene) -> None:
    """An action outside the network's choices is rejected with the reason."""
    name, _, _, _, send, *_ = scene.elements
    for action, why in (
        (Type("nowhere to be seen", name), "neither in the instruction nor on the screen"),
        (Click(Point(300, 3)), "the target is a point"),
        (Upload(send, ("a.txt",)), "'upload' on an element is not among the choices"),
        (Type("Ada", send), "not offered for a button"),
        (Press("F13"), "'press F13' without an element is not among the choices"),
    ):
        with pytest.raises(UnsupportedAction, match=why):
            label_action(action, scene)
