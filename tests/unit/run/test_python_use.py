"""`run_task` and the store, as used from Python: wrong arguments are reported before anything runs."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from onscreen import load_episode, run_task, save_episode
from onscreen.run.episode_loop import RunHooks
from onscreen.types import Episode, Start, Task, TextShown, Tool
from onscreen.types.errors import CannotWrite, UsageError


def run(instruction: object = "Enter Ada into Name", **arguments: object) -> Episode:
    """Run a task on the fake device with arguments of any type."""
    call = cast("object", run_task)
    assert callable(call)
    episode = call(instruction, on="fake", model="lexical", **arguments)
    assert isinstance(episode, Episode)
    return episode


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"instruction": ""}, "the instruction is empty"),
        ({"instruction": 12}, r"Expected `str`, got `int` - at `\$.task.instruction`"),
        ({"check": "textshown"}, r"Expected `object \| null`, got `str` - at `\$.task.check`"),
        ({"check": {"type": "texshown"}}, r"Invalid value 'texshown' - at `\$.task.check.type`"),
        ({"tools": ("Mail",)}, r"Expected `object`, got `str` - at `\$.task.tools\[0\]`"),
        ({"start": Start("fake://form")}, r"Expected `str`, got `object` - at `\$.task.start.address`"),
        ({"max_steps": 0}, "max_steps is 0; expected an integer above 0"),
        ({"max_steps": "3"}, r"Expected `int`, got `str` - at `\$.limits.max_steps`"),
        ({"senses": "ocr"}, r"Expected `array`, got `str` - at `\$.senses`"),
        ({"hooks": print}, r"expected RunHooks\(on_update=...\)"),
        ({"instruction": Task("x"), "start": "fake://form"}, r"set them in Task\(...\)"),
    ],
)
def test_wrong_arguments_are_reported_before_the_run(
    tmp_path: Path, arguments: dict[str, object], message: str
) -> None:
    """An argument of another type is a usage error that names it; no folder is created."""
    with pytest.raises(UsageError, match=message):
        run(out=tmp_path / "run", **arguments)
    assert not (tmp_path / "run").exists()


def test_lists_and_texts_may_stand_for_tuples_and_paths(tmp_path: Path) -> None:
    """A list of tools, a check as JSON values and a folder as text work like the declared types."""
    folder = str(tmp_path / "run")
    check = {"type": "textshown", "text": "Name"}
    episode = run(tools=[Tool("Form", "fake://form")], check=check, out=folder)
    assert episode.task.tools == (Tool("Form", "fake://form"),)
    assert episode.task.check == TextShown("Name")
    assert load_episode(folder) == episode
    save_episode(episode, str(tmp_path / "copy"))
    assert load_episode(tmp_path / "copy") == episode


def test_a_recorded_run_is_continued_on_request(tmp_path: Path) -> None:
    """The message about an existing episode names the argument that continues it."""
    started = run(out=tmp_path, max_steps=1)
    assert len(started.decisions) == 1
    with pytest.raises(CannotWrite, match="in Python resume=True"):
        run(out=tmp_path)
    resumed = run(out=tmp_path, resume=True, hooks=RunHooks())
    assert resumed.decisions[:1] == started.decisions
    assert len(resumed.decisions) > 1
