"""Last pages of a run that show that an action was not accepted: errors, logins and empty pages."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.text.words import split_words
from onscreen.types import Contradiction, Shot

LOGIN_WORDS = frozenset(
    ("account", "authenticate", "login", "log", "password", "passcode", "register", "sign", "signup", "user")
)
"""Words of an instruction that may end on a page with a password field."""


def find_unusable_pages(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the run ended on an HTTP error, an unexpected login or an empty page."""
    first, last = run.shots[0], run.shots[-1]
    if last.error_status:
        yield Contradiction("error message", f"the server answered with the error {last.error_status}")
    asks_login = bool(LOGIN_WORDS & set(split_words(run.instruction)))
    if _asks_for_password(last) and not _asks_for_password(first) and not asks_login:
        yield Contradiction("error message", "the last page asks for a password")
    if first.nodes and not last.nodes and not last.dialog:
        yield Contradiction("error message", "the last page is empty")


def _asks_for_password(shot: Shot) -> bool:
    return any(node.has("password") and not node.has("covered") for node in shot.nodes)
