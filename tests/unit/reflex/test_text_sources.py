"""The texts that the network can type."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot
from onscreen_reflex.input_encoder import SceneSource, build_scene
from onscreen_reflex.text_sources import text_from_element
from onscreen_reflex.word_pieces import WordPieces

FILES = "notes data.py run.sh main.py"


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        ("Delete a file ending with .py", "rm data.py"),
        ("Delete a file ending with the extension .sh.", "rm run.sh"),
        ("Delete a file that has no file extension", "rm notes"),
        ("Delete a file ending with .zip", ""),
        ("Delete notes", ""),
        ("See example.com", ""),
    ],
)
def test_remove_command_names_the_first_file_with_the_extension(
    pieces: WordPieces, asked: str, command: str
) -> None:
    """Without a requested extension, or without such a file, the element has no such text."""
    screen = build_screen(Shot(blank_picture(), (Node("text", FILES, Box(0, 0, 90, 18)),)))
    scene = build_scene(SceneSource(asked, screen), pieces)
    assert text_from_element(scene, screen.elements[0], form="remove command") == command


def test_list_command_needs_a_terminal(pieces: WordPieces) -> None:
    """A field is a terminal if its name or clue says so."""
    fields = tuple(
        Node("textbox", name, Box(0, y, 90, y + 18)) for y, name in ((0, "Terminal"), (20, "Search"))
    )
    screen = build_screen(Shot(blank_picture(), fields))
    scene = build_scene(SceneSource("Which files are there?", screen), pieces)
    assert [text_from_element(scene, e, form="list command") for e in screen.elements] == ["ls", ""]
