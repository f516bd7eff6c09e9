"""Training pairs of instruction and element, and the questions that test what was learned from them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from rapidfuzz import fuzz, process

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.types.errors import UsageError
from onscreen_train.grounding_dataset import QuestionSet, load_choices

FOLDER = Path(__file__).parents[3] / "benchmarks" / "element_choice"
MAX_SIMILARITY = 70.0


@pytest.fixture(scope="module")
def pairs() -> QuestionSet:
    """The training pairs."""
    return load_choices(FOLDER / "pairs.jsonl.gz")


@pytest.fixture(scope="module")
def questions() -> QuestionSet:
    """The test questions."""
    return load_choices(FOLDER / "questions.jsonl.gz")


def test_training_and_test_applications_are_disjoint(pairs: QuestionSet, questions: QuestionSet) -> None:
    """Training and test sets are split by application."""
    training = {screen.app for screen in pairs.screens.values()} | {each.app for each in pairs.questions}
    test = {screen.app for screen in questions.screens.values()}
    assert len(training) > len(test) > 10
    assert training.isdisjoint(test)


def test_training_phrases_are_not_similar_to_test_phrases(pairs: QuestionSet, questions: QuestionSet) -> None:
    """Training has no paraphrase or intent that is similar to one of the test."""
    training = sorted({each.instruction.lower() for each in pairs.questions if each.kind != "lexical"})
    test = sorted({each.instruction.lower() for each in questions.questions if each.kind != "lexical"})
    similarity = process.cdist(training, test, scorer=fuzz.ratio)
    assert similarity.shape[1] > 200
    too_similar = [
        (training[row], similarity[row].max())
        for row in (similarity >= MAX_SIMILARITY).any(axis=1).nonzero()[0]
    ]
    assert too_similar == []


def test_correct_elements_are_offered_choices(pairs: QuestionSet) -> None:
    """Each correct element of each pair is among the choices that a model is offered."""
    offered = {
        name: {e.index for e in build_screen(screen.shot).elements if kind_of(e) != "information"}
        for name, screen in pairs.screens.items()
    }
    wrong = [each for each in pairs.questions if not each.right or not offered[each.screen] >= {*each.right}]
    assert wrong == []


def test_pairs_cover_phones_pages_and_programs(pairs: QuestionSet) -> None:
    """The pairs include screens of all three kinds, each from many applications."""
    apps = {screen.app for screen in pairs.screens.values()}
    phone = {app for app in apps if app.startswith("phone ")}
    assert len(phone) >= 10
    assert {"Tabler", "Fossil", "jQuery Mobile", "Syncthing"} <= apps
    assert {"Geany", "Gnumeric", "HomeBank", "GTK Widget Factory"} <= apps


def test_stored_screens_contain_no_local_paths() -> None:
    """Stored screens contain no path of the machine that harvested them."""
    for name in ("pairs.jsonl.gz", "questions.jsonl.gz"):
        text = gzip.decompress((FOLDER / name).read_bytes()).decode()
        assert re.findall(r"/(?:root|tmp|home/(?!rosa))[/\w]+", text) == [], name


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"not JSON\n"), gzip.compress(b'{"is": "screen"}\n')],
    ids=["no gzip", "no JSON", "a screen without its fields"],
)
def test_invalid_file_is_rejected_by_name(tmp_path: Path, content: bytes) -> None:
    """The error for an invalid file of pairs names the file."""
    path = tmp_path / "mine.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"mine\.jsonl\.gz does not hold screens and questions"):
        load_choices(path)
