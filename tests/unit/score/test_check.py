"""Evaluation of checks."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.pixel_array import encode
from onscreen.score.check_description import describe_check
from onscreen.score.check_evaluation import EvaluationContext, evaluate, score_task
from onscreen.score.check_serialization import parse_check, show_check
from onscreen.types import (
    Act,
    Action,
    AddressIs,
    AllOf,
    Answered,
    AnyOf,
    Back,
    Box,
    Check,
    Decision,
    Dialog,
    Done,
    ElementIs,
    Episode,
    FileIs,
    Node,
    Not,
    Outcome,
    PageValue,
    Refused,
    Shot,
    Start,
    Task,
    TextShown,
    Then,
    Tool,
)
from onscreen.types.errors import BadText, DeviceError, NotSupported

PICTURE = encode(np.zeros((4, 4, 3), dtype=np.uint8))
YES, NO = AllOf(()), AnyOf(())
OPEN = PageValue("of an earlier screen")


class FakePage:
    """A device that only answers `read`, or fails."""

    name = "page"
    actions: frozenset[type[Act]] = frozenset()

    def __init__(self, value: str | Exception) -> None:
        """Store the answer, or the error to raise."""
        self.value = value

    def start(self, start: Start) -> None:
        """Do nothing."""

    def observe(self) -> Shot:
        """Return an empty screen."""
        return Shot(PICTURE, ())

    def perform(self, action: Action) -> str:
        """Do nothing."""
        return str(action)

    def tools(self) -> tuple[Tool, ...]:
        """Return no tools."""
        return ()

    def read(self, expression: str) -> str:
        """Return the stored answer."""
        if isinstance(self.value, Exception):
            raise self.value
        return f"{self.value}" or expression

    def close(self) -> None:
        """Do nothing."""


def shot(*names: str, address: str = "") -> Shot:
    """A screen with these texts."""
    return Shot(PICTURE, tuple(Node("text", name, Box(0, 0, 4, 4)) for name in names), address=address)


def episode(*shots: Shot, end: Done | None = None, check: Check | None = None) -> Episode:
    """Return an episode of these screens that may end with an answer."""
    sample = Episode(Task("t", check=check), shots[:1])
    for after in shots[1:]:
        sample = sample.then(Decision(Back()), Outcome(), shot=after)
    return sample.then(Decision(end), Outcome(), shot=sample.last) if end else sample


def holds(check: Check, sample: Episode | None = None, *, page: str | Exception = "null") -> bool | None:
    """Return whether the check holds for the episode."""
    return evaluate(check, EvaluationContext(sample or episode(shot()), FakePage(page))).holds


def test_text_match_ignores_case_and_whitespace() -> None:
    """A text matches whatever its case and whitespace on the page."""
    sample = episode(shot("THANK  you", "for\nyour order"))
    assert holds(TextShown("thank you for your order"), sample) is True
    assert holds(TextShown("thanks"), sample) is False


def test_dialog_message_counts_as_shown() -> None:
    """The message of a dialog counts as shown text."""
    assert holds(TextShown("Saved"), episode(Shot(PICTURE, (), dialog=Dialog("alert", "Saved!")))) is True


def test_address_matches_a_pattern() -> None:
    """An address is matched by a shell-style pattern."""
    sample = episode(shot(address="https://shop.example/cart?id=7"))
    assert holds(AddressIs("*/cart?id=*"), sample) is True
    assert holds(AddressIs("*/checkout*"), sample) is False


def test_element_has_value_and_states() -> None:
    """Role, name, value and every state must match in one and the same element."""
    nodes = (
        Node("checkbox", "Wine", Box(0, 0, 1, 1), states=("checked", "focused")),
        Node("textbox", "Name", Box(0, 0, 1, 1), value="Bob"),
    )
    sample = episode(Shot(PICTURE, nodes))
    assert holds(ElementIs("checkbox", "wine", states=("checked",)), sample) is True
    assert holds(ElementIs("checkbox", "wine", states=("checked", "disabled")), sample) is False
    assert holds(ElementIs("textbox", "Name", value="Bob"), sample) is True
    assert holds(ElementIs("textbox", "Name", value="Alice"), sample) is False
    assert holds(ElementIs("button", "Name"), sample) is False


def test_file_exists_with_its_content(tmp_path: Path) -> None:
    """Existence, text and hash of a file are checked."""
    path = tmp_path / "report.txt"
    assert holds(FileIs(str(path))) is False
    path.write_text("total 12")
    digest = hashlib.sha256(b"total 12").hexdigest()
    assert holds(FileIs(str(path), contains="total", sha256=digest)) is True
    assert holds(FileIs(str(path), contains="sum")) is False
    assert holds(FileIs(str(path), sha256="0" * 64)) is False


@pytest.mark.parametrize(
    ("check", "value", "expected"),
    [
        (PageValue("x", equals="true"), "true", True),
        (PageValue("x", equals="done"), '"done"', True),
        (PageValue("x", equals='"done"'), '"done"', True),
        (PageValue("x", equals='{"a": [1, 2]}'), '{"a":[1,2]}', True),
        (PageValue("x", equals="1"), "2", False),
        (PageValue("x", min_value=0.5), "0.7", True),
        (PageValue("x", min_value=0.5), "0.4", False),
        (PageValue("x", min_value=0.5), "null", False),
        (PageValue("x", min_value=0), "true", False),
        (PageValue("x"), "3", True),
        (PageValue("x"), "null", False),
    ],
)
def test_page_value_is_compared_as_json(check: Check, value: str, expected: object) -> None:
    """Values are compared as JSON; `min_value` compares numbers; without both the value must be truthy."""
    assert holds(check, page=value) is expected


@pytest.mark.parametrize("error", [NotSupported("no such thing here"), DeviceError("the browser is gone")])
def test_unreadable_value_cannot_be_judged(error: Exception) -> None:
    """If the device is gone, the score is None, not 0, with the reason."""
    score = score_task(episode(shot(), check=PageValue("x", equals="1")), FakePage(error))
    assert score.value is None
    assert str(error) in score.why


def test_answered_and_refused_check_the_final_action() -> None:
    """Answered and Refused look only at the agent's final action."""
    assert holds(Answered("42"), episode(shot(), end=Done("It is 42."))) is True
    assert holds(Answered("42"), episode(shot("42"))) is False
    assert holds(Answered("42"), episode(shot(), end=Done("42 was not typed", achieved=False))) is False
    assert holds(Answered("8:20"), episode(shot(), end=Done("at 18:20"))) is False
    assert holds(Answered("8:20"), episode(shot(), end=Done("(8:20)"))) is True
    assert holds(Answered("8:20"), episode(shot(), end=Done("It is not at 8:20"))) is False
    assert holds(Answered("8:20"), episode(shot(), end=Done("It isn't 9:20 but 8:20"))) is True
    assert holds(Answered("8:20"), episode(shot(), end=Done("not only at 8:20"))) is True
    assert holds(Refused(), episode(shot(), end=Done("cannot", achieved=False))) is True
    assert holds(Refused(), episode(shot(), end=Done("yes"))) is False


def test_then_requires_the_order() -> None:
    """Conditions must hold in the given order, the last one at the end."""
    sample = episode(shot("cart"), shot("pay"), shot("thanks"))
    assert holds(Then((TextShown("cart"), TextShown("pay"), TextShown("thanks"))), sample) is True
    assert holds(Then((TextShown("pay"), TextShown("cart"), TextShown("thanks"))), sample) is False
    assert holds(Then((TextShown("cart"), TextShown("pay"))), sample) is False
    assert holds(Then((TextShown("thanks"), TextShown("thanks"))), sample) is False


def test_page_value_of_an_earlier_screen_is_unknown() -> None:
    """A page value can be read only for the current screen."""
    sample = episode(shot("a"), shot("b"))
    assert holds(Then((PageValue("x", equals="1"), TextShown("b"))), sample, page="1") is None
    assert holds(Then((TextShown("a"), PageValue("x", equals="1"))), sample, page="1") is True


def test_score_lists_every_part() -> None:
    """The score shows which part failed."""
    check = AllOf((TextShown("thanks"), Not(TextShown("error")), AddressIs("*/done")))
    score = score_task(episode(shot("thanks", address="/cart"), check=check), FakePage("null"))
    assert score.value == 0.0
    assert [(part.what, part.value) for part in score.parts] == [
        ('the text "thanks" is on the last screen', 1.0),
        ('not: the text "error" is on the last screen', 1.0),
        ('the last address matches "*/done"', 0.0),
    ]
    assert score.why == "the last address is '/cart'"


def test_task_without_check_is_unscored() -> None:
    """A task without a check is unscored, not failed."""
    assert score_task(episode(shot()), FakePage("null")).value is None


leaves = st.one_of(
    st.builds(TextShown, st.sampled_from("ab")),
    st.builds(AddressIs, st.text(max_size=5)),
    st.builds(PageValue, st.text(max_size=5), st.none() | st.text(max_size=5), st.none() | st.floats(0, 1)),
    st.builds(ElementIs, st.just("text"), st.sampled_from("ab"), st.none() | st.text(max_size=3)),
    st.builds(Answered, st.text(max_size=5)),
    st.just(Refused()),
)
checks = st.recursive(
    leaves,
    lambda below: st.one_of(
        st.builds(Not, below),
        *(st.builds(kind, st.lists(below, max_size=3).map(tuple)) for kind in (AllOf, AnyOf, Then)),
    ),
    max_leaves=8,
)
MADE = episode(shot("a"), shot("b"), end=Done("a"))
PAGES: list[str | Exception] = ["true", '"x"', DeviceError("gone")]


@given(checks, st.sampled_from(PAGES))
def test_double_negation(check: Check, page: str | Exception) -> None:
    """Double negation changes nothing."""
    assert holds(Not(Not(check)), MADE, page=page) is holds(check, MADE, page=page)


@given(st.lists(checks, max_size=4).map(tuple), st.sampled_from(PAGES))
def test_de_morgan(parts: tuple[Check, ...], page: str | Exception) -> None:
    """De Morgan's laws hold, including parts that cannot be judged."""
    denied = AnyOf(tuple(Not(part) for part in parts))
    assert holds(Not(AllOf(parts)), MADE, page=page) is holds(denied, MADE, page=page)


@given(checks, st.sampled_from(PAGES))
def test_empty_and_single_combinations(check: Check, page: str | Exception) -> None:
    """AllOf() holds, AnyOf() does not, and a single part equals itself."""
    assert holds(YES) is True
    assert holds(NO) is False
    for alone in (AllOf((check,)), AnyOf((check,)), AllOf((check, YES)), AnyOf((check, NO)), Then((check,))):
        assert holds(alone, MADE, page=page) is holds(check, MADE, page=page)


@given(checks)
def test_check_survives_json_round_trip(check: Check) -> None:
    """Any check survives encoding as JSON and parsing."""
    assert parse_check(show_check(check)) == check


@given(st.text() | st.recursive(st.none() | st.text(), st.lists).map(str))
def test_any_text_is_a_check_or_bad_text(text: str) -> None:
    """Any text is parsed as a check or raises BadText."""
    with suppress(BadText):
        parse_check(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type": "textshow", "text": "a"}', "did you mean 'textshown'"),
        ('{"type": "textshown", "txt": "a"}', "txt"),
        ('{"type": "textshown"}', "text"),
        ('{"type": "allof", "checks": [{"type": "not"}]}', r"checks\[0\]|check"),
        ("[" * 100_000, "not a check"),
        ("TextShown", "such as"),
        ("", "such as"),
    ],
)
def test_invalid_check_error_has_position_and_suggestion(text: str, said: str) -> None:
    """An invalid check raises an error with the position and the valid types."""
    with pytest.raises(BadText, match=said):
        parse_check(text)


def test_a_part_is_described_in_words() -> None:
    """Every kind of check is described in words; code only if its author wrote nothing else."""
    check = AllOf(
        (
            ElementIs("checkbox", "Agree", states=("checked",)),
            ElementIs("textbox", "Name", "Ann"),
            FileIs("a.txt", "hello"),
            PageValue("window.cart.length === 2", about="the cart has two items"),
            PageValue("cart.length", min_value=2),
            Answered("42", ("forty-two",), is_single=True),
            Not(AnyOf((TextShown("a"), Refused()))),
        )
    )
    assert describe_check(check) == (
        'all of (checkbox "Agree" is on the last screen, checked; '
        'textbox "Name" is on the last screen, with the value "Ann"; '
        'the file a.txt exists, contains "hello"; the cart has two items; '
        "the value of cart.length is at least 2; "
        'the answer contains "42" or "forty-two", and no other number; '
        'not: at least one of (the text "a" is on the last screen; '
        "the agent reports that the task cannot be done))"
    )


def test_lower_bound_of_a_value_keeps_its_json_key() -> None:
    """The lower bound of a page value is read and written as `least`, as in stored episodes."""
    text = '{"type":"pagevalue","expression":"count","least":2.0}'
    assert parse_check(text) == PageValue("count", min_value=2.0)
    assert parse_check(show_check(PageValue("count", min_value=2.0))) == PageValue("count", min_value=2.0)
    assert '"least":2.0' in show_check(PageValue("count", min_value=2.0))
