"""Tests of check code that a model wrote."""

from __future__ import annotations

import pytest

from notebook_device import NotebookDevice
from onscreen.discovery.check_code import BadCheckCode, run_check_code
from onscreen.score.check_evaluation import EvaluationContext
from onscreen.types import Episode, Task

pytest.importorskip("pydantic_monty")

HEAD = "def evaluate_agent_task_completion():\n"


@pytest.fixture
def context() -> EvaluationContext:
    """A run that ends on the list of notes."""
    return EvaluationContext(Episode(Task("look"), (NotebookDevice().observe(),)), None)


@pytest.mark.parametrize(("text", "holds"), [("Milk", True), ("Bread", False)])
def test_code_reads_the_screen_by_calls(context: EvaluationContext, text: str, holds: bool) -> None:
    """The seven calls are what the code can use."""
    code = f"{HEAD}    return check_text_exists_via_control(text='{text}')"
    assert run_check_code(code, context) is holds


def test_a_device_without_a_clipboard_contains_no_text_in_it(context: EvaluationContext) -> None:
    """The call for the clipboard is False where the clipboard cannot be read."""
    code = f"{HEAD}    return check_text_exists_in_clipboard(text='Milk')"
    assert run_check_code(code, context) is False


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
def test_other_code_is_refused(context: EvaluationContext, body: str, message: str) -> None:
    """Code that does not end, opens a file, or is not Python is an error, and nothing happens."""
    with pytest.raises(BadCheckCode, match=message):
        run_check_code(f"{HEAD}    {body}", context, max_sec=0.5)
