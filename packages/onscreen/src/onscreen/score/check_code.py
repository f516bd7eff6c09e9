"""Evaluation of model-written check code in a sandbox with the seven calls of OmniBench.

The code defines `evaluate_agent_task_completion() -> bool`. It runs in Monty, a Python interpreter without
access to files, processes or the network. The code can reach nothing but these calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from onscreen.types import AnyOf, Check, Clicked, ClipboardHas, FileIs, TextRecognized, TextShown, Typed
from onscreen.types.errors import MissingExtra, UsageError

try:
    import pydantic_monty
except ImportError:  # the extra is not installed
    pydantic_monty = None  # type: ignore[assignment]

FUNCTION = "evaluate_agent_task_completion"
MAX_SEC = 2.0
"""Time limit of the code, including its calls, in seconds."""
MAX_CALLS = 100
MAX_MEMORY = 32 * 1024 * 1024
MAX_CODE_CHARS = 10_000

MakeCheck: TypeAlias = Callable[[str], Check]
Judge: TypeAlias = Callable[[Check], bool]
"""Function that evaluates a condition; returns False for a condition that cannot be judged."""

CALLS: Mapping[str, MakeCheck] = {
    "check_mouse_clicks": Clicked,
    "check_keyboard_types": Typed,
    "check_file_exists": FileIs,
    "check_text_exists_via_ocr": TextRecognized,
    "check_text_exists_via_control": TextShown,
    "check_text_exists": lambda text: AnyOf((TextShown(text), TextRecognized(text))),
}
"""Calls that the code may use, with the condition that each evaluates; `CLIPBOARD_CALL` is added to them."""
CLIPBOARD_CALL = "check_text_exists_in_clipboard"


class BadCheckCode(UsageError):
    """Raised if check code is invalid: not Python, uses other calls, does not end, or returns no bool."""


def run_check_code(
    code: str,
    judge: Judge,
    *,
    values: Mapping[str, str] | None = None,
    clipboard: str = "",
    max_sec: float = MAX_SEC,
) -> bool:
    """Run check code in the sandbox and return its result.

    The code can read `values` as global variables. `clipboard` is the expression with which the device reads
    its clipboard. On a device that cannot evaluate the expression, the clipboard contains no text.

    Raises:
        BadCheckCode: the code cannot be run; the message names the line.
        MissingExtra: the sandbox is not installed.
    """
    if pydantic_monty is None:
        raise MissingExtra(
            "model-written checks need a sandbox; install it with: pip install 'onscreen[synthesis]'"
        )
    if len(code) > MAX_CODE_CHARS:
        raise BadCheckCode(f"the check code has {len(code)} characters; expected at most {MAX_CODE_CHARS}")
    makers = {**CALLS, CLIPBOARD_CALL: lambda text: ClipboardHas(text, clipboard)}
    calls = {name: _evaluation(make, judge) for name, make in makers.items()}
    limits: pydantic_monty.ResourceLimits = {
        "max_feed_duration_secs": max_sec,
        "max_turn_duration_secs": max_sec,
        "max_memory": MAX_MEMORY,
        "max_recursion_depth": 50,
        "max_suspensions": MAX_CALLS,
        "max_total_sleep_secs": 0.0,
    }
    try:
        with pydantic_monty.Monty(max_processes=1) as pool, pool.checkout(limits=limits) as session:
            result = session.feed_run(
                f"{code}\n{FUNCTION}()", inputs=dict(values or {}), external_lookup=calls
            )
    except pydantic_monty.MontyError as error:
        raise BadCheckCode(f"the check code cannot be run: {error}") from error
    if not isinstance(result, bool):
        raise BadCheckCode(f"{FUNCTION} returned {type(result).__name__}; expected True or False")
    return result


def _evaluation(make: MakeCheck, judge: Judge) -> Callable[..., bool]:
    """Return the function that implements a call by evaluating its condition."""

    def call(*positional: object, **named: object) -> bool:
        texts = (*positional, *named.values())
        if len(texts) != 1 or not isinstance(texts[0], str):
            raise TypeError("a call takes exactly one text")
        return judge(make(texts[0]))

    return call
