"""The texts that can be chosen."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot, Situation
from onscreen_reflex.scene import scene_of
from onscreen_reflex.text_sources import from_element
from onscreen_reflex.word_pieces import Pieces

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
def test_of_files_the_first_of_the_asked_ending_is_removed(pieces: Pieces, asked: str, command: str) -> None:
    """Where no ending is asked for, or no file has it, there is no such text."""
    screen = build_screen(Shot(blank_picture(), (Node("text", FILES, Box(0, 0, 90, 18)),)))
    scene = scene_of(Situation(asked, screen=screen), pieces)
    assert from_element(scene, screen.elements[0], how="remove command") == command


def test_only_a_shell_lists_files(pieces: Pieces) -> None:
    """A field is a shell where its name or clue says so."""
    fields = tuple(
        Node("textbox", name, Box(0, y, 90, y + 18)) for y, name in ((0, "Terminal"), (20, "Search"))
    )
    screen = build_screen(Shot(blank_picture(), fields))
    scene = scene_of(Situation("Which files are there?", screen=screen), pieces)
    assert [from_element(scene, e, how="list command") for e in screen.elements] == ["ls", ""]
