"""Tests of check code that a model wrote."""

from __future__ import annotations

import pytest

from notebook_device import NotebookDevice
from onscreen.score.check_code import BadCheckCode, run_check_code
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.types import Check, CodePasses, Episode, Task

pytest.importorskip("pydantic_monty")

HEAD = "def evaluate_agent_task_completion():\n"


CONTEXT = EvaluationContext(Episode(Task("look"), (NotebookDevice().observe(),)), None)
"""A run that ends on the list of notes."""


def judge(check: Check) -> bool:
    """Evaluate a condition on the list of notes."""
    return evaluate(check, CONTEXT).holds is True


@pytest.mark.parametrize(("text", "holds"), [("Milk", True), ("Bread", False)])
def test_code_reads_the_screen_by_calls(text: str, holds: bool) -> None:
    """The seven calls are what the code can use."""
    code = f"{HEAD}    return check_text_exists_via_control(text='{text}')"
    assert run_check_code(code, judge) is holds


def test_a_device_without_a_clipboard_contains_no_text_in_it() -> None:
    """The call for the clipboard is False where the clipboard cannot be read."""
    code = f"{HEAD}    return check_text_exists_in_clipboard(text='Milk')"
    assert run_check_code(code, judge) is False


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while True:\n        pass", "limit"),
        ("return bool(open('/etc/passwd').read())", "Permission"),
        ("import os\n    return bool(os.listdir('/'))", "Permission"),
        ("return bool(__import__('socket'))", "__import__"),
        ("return len('a' * 10**9) > 1", "memory"),
        ("return 'yes'", "returned str"),
        ("this is no Python", "cannot be run"),
        ("return check_file_exists('a', 'b')", "exactly one text"),
    ],
)
def test_other_code_is_refused(body: str, message: str) -> None:
    """Code that does not end, opens a file, or is not Python is an error, and nothing happens."""
    with pytest.raises(BadCheckCode, match=message):
        run_check_code(f"{HEAD}    {body}", judge, max_sec=0.5)


@pytest.mark.parametrize(("note", "holds"), [("Milk", True), ("Bread", False)])
def test_code_is_a_condition_with_values(note: str, holds: bool) -> None:
    """A check by code reads the values of the parameters by their names."""
    check = CodePasses(f"{HEAD}    return check_text_exists_via_control(note)", {"note": note})
    assert evaluate(check, CONTEXT).holds is holds


def test_code_that_cannot_be_run_is_not_judged() -> None:
    """A check by broken code is neither passed nor failed, and the reason is stated."""
    verdict = evaluate(CodePasses("this is no Python"), CONTEXT)
    assert verdict.holds is None
    assert "cannot be run" in verdict.why
