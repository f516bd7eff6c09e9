"""What a user relies on when recognized text is merged with a tree."""

from __future__ import annotations

from onscreen.perceive.node_insertion import insert_nodes
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.text_merge import merge_text
from onscreen.types import Box, Node


def line(text: str, left: float = 10, top: float = 10, *, width: float = 100) -> TextLine:
    """Return a recognized line that is 20 pixels high."""
    return TextLine(text, Box(left, top, left + width, top + 20), 0.99)


def names(nodes: tuple[Node, ...]) -> list[str]:
    """Return the names of the nodes."""
    return [node.name for node in nodes]


def test_the_name_of_a_large_container_hides_no_text() -> None:
    """A region that is named like a text inside it does not replace the text."""
    region = Node("region", "Settings and more", Box(0, 0, 500, 500))
    text = Node("text", "Footer", Box(0, 480, 100, 499), parent=0)
    assert "Settings" in names(merge_text((region, text), [line("Settings")]))


def test_a_word_that_is_part_of_another_word_is_added() -> None:
    """A short text is known only if the tree has it as a whole word at the place."""
    book = Node("image", "Book", Box(0, 0, 200, 50))
    assert names(merge_text((book,), [line("OK")])) == ["Book", "OK"]


def test_the_same_words_elsewhere_are_added() -> None:
    """A text is known only at its place."""
    save = Node("button", "Save", Box(300, 300, 400, 330))
    assert names(merge_text((save,), [line("Save")])) == ["Save", "Save"]


def test_errors_of_recognition_do_not_repeat_a_text() -> None:
    """A text that was read with a wrong letter is recognized as that of the node."""
    node = Node("link", "Notifications", Box(0, 0, 200, 50))
    assert names(merge_text((node,), [line("Notiflcations")])) == ["Notifications"]


def test_a_line_across_nodes_adds_only_what_is_missing() -> None:
    """Of a line that runs across nodes of the tree, only the words without a node are added."""
    nodes = (Node("text", "Battery", Box(0, 0, 90, 40)),)
    merged = merge_text(nodes, [line("Battery 82%", 10, 10, width=110)])
    assert names(merged) == ["Battery", "82%"]
    assert merged[1].box.left > 80


def test_the_value_of_a_field_is_not_repeated() -> None:
    """Text in a field is its value, and neither its name nor a node."""
    field = Node("textbox", "", Box(0, 0, 200, 50), value="bob", states=("editable",))
    assert merge_text((field,), [line("bob")]) == (field,)


def test_the_label_of_a_field_is_not_repeated() -> None:
    """A text above or beside a field that has it as its name is the label of the field."""
    field = Node("textbox", "Full name", Box(10, 40, 300, 70), states=("editable",))
    assert merge_text((field,), [line("Full name")]) == (field,)
    far = Node("textbox", "Full name", Box(10, 400, 300, 430), states=("editable",))
    assert len(merge_text((far,), [line("Full name")])) == 2


def test_a_picture_in_a_control_names_the_control() -> None:
    """Text on a picture inside a control without a name becomes the name of the control."""
    button = Node("button", "", Box(0, 0, 140, 50), states=("clickable",))
    picture = Node("canvas", "", Box(5, 5, 135, 45), parent=0)
    assert names(merge_text((button, picture), [line("Save")])) == ["Save", ""]


def test_text_in_a_named_control_is_no_control_of_its_own() -> None:
    """A text that a button shows beside its name cannot be clicked separately."""
    button = Node("button", "Cart", Box(0, 0, 200, 50), states=("clickable",))
    assert merge_text((button,), [line("3 items")])[1].states == ()


def test_long_text_is_not_taken_for_a_control() -> None:
    """A sentence is not clickable."""
    (node,) = merge_text((), [line("The quick brown fox jumps over the lazy dog.")])
    assert node.states == ()


def test_inserted_nodes_keep_the_tree_in_order() -> None:
    """Perceived nodes go into the smallest node around them, and parents refer to the new indices."""
    nodes = (
        Node("generic", "page", Box(0, 0, 500, 500)),
        Node("canvas", "", Box(0, 0, 200, 200), parent=0),
        Node("list", "", Box(0, 300, 500, 400), parent=0),
        Node("listitem", "one", Box(0, 300, 500, 350), parent=2),
    )
    new = [Node("text", "score", Box(10, 10, 50, 30)), Node("text", "free", Box(300, 10, 350, 30))]
    merged = insert_nodes(nodes, [*new, Node("text", "far", Box(900, 900, 910, 910))])
    assert [(node.name or node.role, node.parent) for node in merged] == [
        ("page", None),
        ("canvas", 0),
        ("score", 1),
        ("list", 0),
        ("one", 3),
        ("free", 0),
        ("far", None),
    ]
