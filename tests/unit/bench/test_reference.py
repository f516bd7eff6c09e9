"""References are searchable by keywords and stored in a manifest."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.types.errors import UsageError
from onscreen_practice.reference_screenshots import (
    MANIFEST_FILE,
    Reference,
    find_references,
    load_manifest,
    write_manifest,
)

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


def make_reference(application: str, short_name: str, instruction: str) -> Reference:
    """Return a reference."""
    name = f"{application}-{short_name}"
    changes = {"application": application, "task": name, "instruction": instruction, "picture": f"{name}.png"}
    return msgspec.structs.replace(_FIRST, **changes)


REFERENCES = (
    _FIRST,
    make_reference("mail", "reply", "Reply to the mail from Ada Chen that you will come"),
    make_reference("notes", "milk", "Write a note that says to buy milk"),
    make_reference("clock", "timer", "Start a timer of 5 minutes"),
)


def test_keywords_find_the_task() -> None:
    """Words of the instruction, in any order, rank its reference first."""
    assert find_references(REFERENCES, "alarm clock 07:05")[0] is REFERENCES[0]
    assert find_references(REFERENCES, "milk note")[0] is REFERENCES[2]


def test_application_limits_the_search() -> None:
    """If an application is given, only its references are returned."""
    assert find_references(REFERENCES, "start a timer", application="clock")[0].task == "clock-timer"
    assert find_references(REFERENCES, "buy milk", application="mail") == ()


def test_unrelated_words_match_nothing() -> None:
    """Words unrelated to every task return no reference."""
    assert find_references(REFERENCES, "zeppelin") == ()
    assert find_references((), "alarm") == ()


def test_manifest_round_trip(tmp_path: Path) -> None:
    """A manifest is loaded as it was written."""
    write_manifest(REFERENCES, tmp_path)
    assert load_manifest(tmp_path) == REFERENCES


@pytest.mark.parametrize("content", [None, "", "[{}]", '{"a": 1}'])
def test_broken_manifest_is_reported(tmp_path: Path, content: str | None) -> None:
    """The error for an unreadable manifest names the command that creates one."""
    if content is not None:
        (tmp_path / MANIFEST_FILE).write_text(content)
    with pytest.raises(UsageError, match="onscreen export"):
        load_manifest(tmp_path)
