"""The phone's beginning: the same for a seed, and fit for its applications."""

from __future__ import annotations

import msgspec
import pytest

from onscreen_practice.phone.initial_state.stored_file import NOW_MS
from onscreen_practice.phone.phone_state import build_phone_state
from onscreen_practice.phone.screen import build_script, build_style, locate_source

SEEDS = range(6)
_MOST_BYTES = 1_500_000


def written(seed: int) -> bytes:
    """Return the beginning as the page gets it."""
    return msgspec.json.encode(build_phone_state(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_is_the_same_phone(seed: int) -> None:
    """A beginning made twice is the same to the byte."""
    first = written(seed)
    build_phone_state.cache_clear()
    assert written(seed) == first


def test_other_seeds_are_other_phones() -> None:
    """No two seeds begin alike."""
    assert len({written(seed) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_people_can_be_told_apart(seed: int) -> None:
    """First names, surnames, numbers and addresses of the people are all different."""
    people = build_phone_state(seed).people
    for told in ("id", "first", "last", "phone", "email", "name"):
        assert len({getattr(person, told) for person in people}) == len(people), told


@pytest.mark.parametrize("seed", SEEDS)
def test_files_lie_in_folders_that_are_there(seed: int) -> None:
    """Every file stands under /sdcard in a folder that exists, and none is a folder with contents."""
    files = build_phone_state(seed).files
    folders = {path for path, file in files.items() if file.dir} | {"/sdcard"}
    assert all(path.rpartition("/")[0] in folders for path in files)


def test_a_beginning_is_small() -> None:
    """The state is small enough to be brought back in an instant."""
    assert len(written(1)) < _MOST_BYTES


def test_the_clock_begins_on_a_thursday_morning() -> None:
    """Every phone begins on March 12, 2026, at 09:41 UTC."""
    assert build_phone_state(3).system.now == NOW_MS


def test_a_place_in_the_scripts_has_a_name() -> None:
    """A line of the whole script is told as a line of the file it came from."""
    lines = build_script().splitlines()
    wanted = next(i for i, line in enumerate(lines, 1) if line.startswith("function goHome()"))
    named = locate_source(f"at goHome (phone.js:{wanted}:3)")
    name, _, number = named.partition(":")
    assert name == "kernel.js"
    assert int(number) > 1
    wanted = next(i for i, line in enumerate(lines, 1) if line.startswith("function removeAlarm("))
    assert locate_source("", line=wanted).startswith("apps/clock.js:")
    assert not locate_source("at <anonymous>:1:7")


def test_texts_follow_the_size_set() -> None:
    """Every size of text in the looks is multiplied by the one the settings ask for."""
    assert "font-size: calc(22px * var(--text))" in build_style()
