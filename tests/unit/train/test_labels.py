"""Actions as choices of the net, and choices as actions."""

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
from onscreen_reflex.scene import Scene, SceneSource, build_scene
from onscreen_reflex.text_sources import text_from_element, text_from_words
from onscreen_reflex.vocabulary import ELEMENT_FORMS, ELEMENT_VERBS, GLOBAL_VERBS, WORD_FORMS
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.action_labels import Unlabelled, label_of

ASKED = 'Type "Ada Lovelace" on 10/03/2016 at 5:30 PM and take the 2nd word of it'
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
    """A screen with a field, a list, a button and two texts."""
    path: Path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]")).save(str(path))
    return build_scene(SceneSource(ASKED, build_screen(Shot(blank_picture(), NODES))), WordPieces(path))


def chosen(action: Action, scene: Scene) -> Action | None:
    """Return the action that comes back from the label of an action."""
    label = label_of(action, scene)
    element = label.elements[0] if label.elements else -1
    text = _text(scene, label.sources[0], last=label.span[1]) if label.sources else ""
    verb = ELEMENT_VERBS[label.verb] if label.elements else GLOBAL_VERBS[label.verb]
    offset = {"offset": label.place} if label.place >= 0 else {}
    return build_action(Choice(verb, element, text, label.second, **offset), scene)


def _text(scene: Scene, source: int, *, last: int) -> str:
    behind = len(scene.words) * len(WORD_FORMS)
    if source < behind:
        first, how = divmod(source, len(WORD_FORMS))
        return text_from_words(scene, first, last=last, form=WORD_FORMS[how])
    row, how = divmod(source - behind, len(ELEMENT_FORMS))
    return text_from_element(scene, scene.elements[row], form=ELEMENT_FORMS[how])


def test_actions_come_back_as_they_were(scene: Scene) -> None:
    """Every action the net can choose is the same after it was a label."""
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
        back = chosen(action, scene)
        assert back == action or (isinstance(action, Scroll) and isinstance(back, Scroll))


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
def test_texts_are_pointed_at(scene: Scene, text: str) -> None:
    """A text that is in the instruction or on the screen, or a simple form of one, comes back."""
    assert chosen(Type(text, scene.elements[0]), scene) == Type(text, scene.elements[0])


def test_what_the_net_cannot_choose_is_named(scene: Scene) -> None:
    """An action outside the net's choices is refused with the reason, never bent into another."""
    name, _, _, _, send, *_ = scene.elements
    for action, why in (
        (Type("nowhere to be seen", name), "neither in the instruction nor on the screen"),
        (Click(Point(300, 3)), "a point is aimed at"),
        (Upload(send, ("a.txt",)), "no choice is 'upload'"),
        (Type("Ada", send), "not offered for a button"),
        (Press("F13"), "no choice is 'press F13'"),
    ):
        with pytest.raises(Unlabelled, match=why):
            label_of(action, scene)
