"""Pairs of an instruction and an element, and the questions that test what was learnt from them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from rapidfuzz import fuzz, process

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.types.errors import UsageError
from onscreen_train.element_pairs import Choices, read

FOLDER = Path(__file__).parents[3] / "benchmarks" / "element_choice"
TOO_LIKE = 70.0


@pytest.fixture(scope="module")
def pairs() -> Choices:
    """What is trained on."""
    return read(FOLDER / "pairs.jsonl.gz")


@pytest.fixture(scope="module")
def questions() -> Choices:
    """What is only asked."""
    return read(FOLDER / "questions.jsonl.gz")


def test_no_application_is_both_learnt_and_asked(pairs: Choices, questions: Choices) -> None:
    """Training and test are split by application."""
    learnt = {screen.app for screen in pairs.screens.values()} | {each.app for each in pairs.questions}
    asked = {screen.app for screen in questions.screens.values()}
    assert len(learnt) > len(asked) > 10
    assert learnt.isdisjoint(asked)


def test_no_phrase_that_is_learnt_is_nearly_one_that_is_asked(pairs: Choices, questions: Choices) -> None:
    """Paraphrases and wishes of the test are not learnt, nor what is written nearly like them."""
    learnt = sorted({each.instruction.lower() for each in pairs.questions if each.kind != "lexical"})
    asked = sorted({each.instruction.lower() for each in questions.questions if each.kind != "lexical"})
    likeness = process.cdist(learnt, asked, scorer=fuzz.ratio)
    assert likeness.shape[1] > 200
    found = [(learnt[row], likeness[row].max()) for row in (likeness >= TOO_LIKE).any(axis=1).nonzero()[0]]
    assert found == []


def test_what_a_pair_means_is_on_its_screen(pairs: Choices) -> None:
    """Each right element of each pair is one that a model is offered."""
    offered = {
        name: {e.index for e in build_screen(screen.shot).elements if kind_of(e) != "information"}
        for name, screen in pairs.screens.items()
    }
    wrong = [each for each in pairs.questions if not each.right or not offered[each.screen] >= {*each.right}]
    assert wrong == []


def test_pairs_are_of_phones_pages_and_programs(pairs: Choices) -> None:
    """Choosing is learnt on screens of all three kinds, each of many applications."""
    apps = {screen.app for screen in pairs.screens.values()}
    phone = {app for app in apps if app.startswith("phone ")}
    assert len(phone) >= 10
    assert {"Tabler", "Fossil", "jQuery Mobile", "Syncthing"} <= apps
    assert {"Geany", "Gnumeric", "HomeBank", "GTK Widget Factory"} <= apps


def test_screens_that_are_kept_name_no_folder_of_the_machine_they_are_from() -> None:
    """Nothing is told of whoever harvested the screens."""
    for name in ("pairs.jsonl.gz", "questions.jsonl.gz"):
        text = gzip.decompress((FOLDER / name).read_bytes()).decode()
        assert re.findall(r"/(?:root|tmp|home/(?!rosa))[/\w]+", text) == [], name


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"not JSON\n"), gzip.compress(b'{"is": "screen"}\n')],
    ids=["no gzip", "no JSON", "a screen without its fields"],
)
def test_a_file_that_is_none_of_pairs_is_named(tmp_path: Path, content: bytes) -> None:
    """What is wrong with a file of pairs is said with its name."""
    path = tmp_path / "mine.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"mine\.jsonl\.gz holds no screens and questions"):
        read(path)
