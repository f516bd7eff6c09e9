"""References are found by keywords and kept in a manifest."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.types.errors import UsageError
from onscreen_practice.reference_pictures import MANIFEST_FILE, Reference, find, load_manifest, write_manifest

_FIRST = Reference(
    application="clock",
    task="clock-set-alarm",
    instruction="Set an alarm for 07:05 in the Clock app",
    picture="clock_set-alarm.png",
    sha256="0" * 64,
    width=1080,
    height=2400,
    template="Set an alarm for {time} in the Clock app",
    values={"time": "07:05"},
    kind="plain",
    layout="uniform",
    person_steps=7,
    seed=0,
    origin="an oracle",
)


def made(application: str, short: str, instruction: str) -> Reference:
    """Make a reference."""
    name = f"{application}-{short}"
    changed = {"application": application, "task": name, "instruction": instruction, "picture": f"{name}.png"}
    return msgspec.structs.replace(_FIRST, **changed)


SOME = (
    _FIRST,
    made("mail", "reply", "Reply to the mail from Ada Chen that you will come"),
    made("notes", "milk", "Write a note that says to buy milk"),
    made("clock", "timer", "Start a timer of 5 minutes"),
)


def test_keywords_find_the_task() -> None:
    """Words of the instruction find its reference first, in any order."""
    assert find(SOME, "alarm clock 07:05")[0] is SOME[0]
    assert find(SOME, "milk note")[0] is SOME[2]


def test_application_narrows_the_search() -> None:
    """With an application named, only its references are found."""
    assert find(SOME, "start a timer", application="clock")[0].task == "clock-timer"
    assert find(SOME, "buy milk", application="mail") == ()


def test_nothing_fits_is_nothing_found() -> None:
    """Words that have nothing to do with any task find none."""
    assert find(SOME, "zeppelin") == ()
    assert find((), "alarm") == ()


def test_manifest_is_read_back(tmp_path: Path) -> None:
    """What was written is read back the same."""
    write_manifest(SOME, tmp_path)
    assert load_manifest(tmp_path) == SOME


@pytest.mark.parametrize("content", [None, "", "[{}]", '{"a": 1}'])
def test_a_broken_manifest_is_said(tmp_path: Path, content: str | None) -> None:
    """A manifest that is missing, empty or of another shape is told with the command that makes one."""
    if content is not None:
        (tmp_path / MANIFEST_FILE).write_text(content)
    with pytest.raises(UsageError, match="onscreen export"):
        load_manifest(tmp_path)
