"""Initial phone state: deterministic for a seed and valid for the applications."""

from __future__ import annotations

import msgspec
import pytest

from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone.initial_state.stored_file import NOW_MS
from onscreen_practice.phone.screen import build_script, build_style, locate_source

SEEDS = range(6)
_MAX_BYTES = 1_500_000


def encode_state(seed: int) -> bytes:
    """Return the state as JSON, as the page receives it."""
    return msgspec.json.encode(build_phone_state(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_seed_gives_same_state(seed: int) -> None:
    """Two states built from the same seed are byte-identical."""
    first = encode_state(seed)
    build_phone_state.cache_clear()
    assert encode_state(seed) == first


def test_different_seeds_give_different_states() -> None:
    """No two seeds give the same state."""
    assert len({encode_state(seed) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_people_have_unique_fields(seed: int) -> None:
    """All people differ in first name, surname, number and email address."""
    people = build_phone_state(seed).people
    for field in ("id", "first", "last", "phone", "email", "name"):
        assert len({getattr(person, field) for person in people}) == len(people), field


@pytest.mark.parametrize("seed", SEEDS)
def test_files_are_in_existing_folders(seed: int) -> None:
    """The parent folder of every file exists."""
    files = build_phone_state(seed).files
    folders = {path for path, file in files.items() if file.dir} | {"/sdcard"}
    assert all(path.rpartition("/")[0] in folders for path in files)


def test_state_is_small() -> None:
    """The state is small enough for a fast reset."""
    assert len(encode_state(1)) < _MAX_BYTES


def test_clock_starts_on_thursday_morning() -> None:
    """The initial time of every phone is March 12, 2026, 09:41 UTC."""
    assert build_phone_state(3).system.now == NOW_MS


def test_script_line_is_traced_to_its_file() -> None:
    """A line of the joined script is reported as a line of its source file."""
    lines = build_script().splitlines()
    wanted = next(i for i, line in enumerate(lines, 1) if line.startswith("function goHome()"))
    location = locate_source(f"at goHome (phone.js:{wanted}:3)")
    name, _, number = location.partition(":")
    assert name == "kernel.js"
    assert int(number) > 1
    wanted = next(i for i, line in enumerate(lines, 1) if line.startswith("function removeAlarm("))
    assert locate_source("", line=wanted).startswith("apps/clock.js:")
    assert not locate_source("at <anonymous>:1:7")


def test_font_sizes_follow_the_setting() -> None:
    """All font sizes in the stylesheet scale with the font size setting."""
    assert "font-size: calc(22px * var(--text))" in build_style()
