"""Tests of the targets of trajectory steps on a screen that changed."""

from __future__ import annotations

import msgspec
import pytest

from notebook_device import NotebookDevice
from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.trajectory import TrajectoryStep, fill_step
from onscreen.types import Box, Click, Element, Node


def _clicked(name: str, shown: tuple[str, ...], *, in_group: bool = False) -> str:
    nodes = tuple(
        Node("button", each, Box(0, 30 * rank, 90, 30 * rank + 20), states=("clickable",))
        for rank, each in enumerate(shown)
    )
    shot = msgspec.structs.replace(NotebookDevice().observe(), nodes=nodes)
    group = group_key(nodes[0], nodes) if in_group else ""
    filled = fill_step(TrajectoryStep("click", "button", name, group), shot, values={})
    if (
        filled is None
        or not isinstance(filled.action, Click)
        or not isinstance(filled.action.target, Element)
    ):
        return ""
    return filled.action.target.name


@pytest.mark.parametrize(
    ("name", "shown", "clicked"),
    [
        ("View 4 comments on Lake", ("View 5 comments on Lake",), "View 5 comments on Lake"),
        (
            "View 4 comments on Lake",
            ("View 4 comments on Lake", "View 5 comments on Lake"),
            "View 4 comments on Lake",
        ),
        ("View 4 comments on Lake", ("View 5 comments on Lake", "View 6 comments on Lake"), ""),
        ("View 4 comments on Lake", ("View 5 comments on Hut",), ""),
        ("Turn off alarm 09:15", ("Turn off alarm 10:45",), ""),
        ("Chapter 4", ("Chapter 5",), ""),
    ],
)
def test_a_count_in_a_name_may_change(name: str, shown: tuple[str, ...], clicked: str) -> None:
    """An earlier subtask of a composed task may have added a comment."""
    assert _clicked(name, shown) == clicked


@pytest.mark.parametrize(
    ("shown", "clicked"),
    [
        (("Story of Ada, seen",), "Story of Ada, seen"),
        (("Story of Ada, seen", "Story of Ada"), "Story of Ada"),
        (("Story of Ada, seen", "Story of Ada, liked"), ""),
        (("Story of Adam, seen",), ""),
    ],
)
def test_a_state_may_follow_a_name(shown: tuple[str, ...], clicked: str) -> None:
    """An earlier subtask of a composed task may have opened the story."""
    assert _clicked("Story of Ada", shown, in_group=True) == clicked
