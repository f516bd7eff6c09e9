"""Final pages that indicate a rejected action: errors, logins and empty pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onscreen.perceive.element_kinds import ENTRY_ROLES, is_control
from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.text.words import split_words
from onscreen.types import Contradiction, Node, Shot

MAX_LOGIN_FIELDS = 3
"""Maximum number of fields in a login form; longer forms have another purpose, such as creating a user."""
FIRST_SERVER_ERROR = 500
_BROWSER_ERROR_PAGE = "chrome-error://"
"""Start of the address of the page that Chromium shows if it could not load a page."""
_LOGIN_NAMES = ("log in", "login", "sign in", "signin", "log on", "anmelden", "einloggen", "connexion")
_LOGIN_REQUEST = re.compile(
    r"\b(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]?(?:back )?(?:in|into|on|out|off|up|ins?|outs?)\b"
    r"|\b(?:re)?authenticat|\b(?:un)?regist|\bpass(?:word|code|phrase|key)|\baccounts?\b|\bpins?\b"
    r"|\b(?:an|ab)meld|\b(?:ein|aus)logg|\bconnexion\b",
    re.IGNORECASE,
)
"""Pattern of instructions that may end on a login page."""
_ERROR_WORDS = frozenset({"error", "errors", "status", "missing", "404", "403", "410", "500"})
_REMOVALS = frozenset({"clear", "delete", "discard", "empty", "erase", "remove"})
"""Words of instructions that may end on an empty page, or at the address of something that is gone."""


def find_unusable_pages(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the run ended on an error page, an unexpected login or an empty page."""
    first, last = run.shots[0], run.shots[-1]
    words = set(split_words(run.instruction))
    status = last.error_status
    is_about_errors = bool(words & _ERROR_WORDS)
    is_wanted = is_about_errors or (status < FIRST_SERVER_ERROR and words & _REMOVALS)
    if status and status != first.error_status and not is_wanted:
        yield Contradiction("error message", f"the server answered with the error {status}")
    asks_login = _LOGIN_REQUEST.search(run.instruction)
    if _is_login(last) and not _is_login(first) and not asks_login:
        yield Contradiction("error message", "the last page asks for a login")
    if _is_unloaded(last):
        if not _is_unloaded(first) and not is_about_errors:
            yield Contradiction("error message", "the last page could not be loaded")
    elif first.nodes and not last.nodes and not last.dialog and not words & _REMOVALS:
        yield Contradiction("error message", "the last page is empty")


def _is_unloaded(shot: Shot) -> bool:
    return shot.address.startswith(_BROWSER_ERROR_PAGE)


def _is_login(shot: Shot) -> bool:
    """Check whether a screen has a password field, few other fields, and a button that logs in."""
    nodes = [node for node in shot.nodes if not node.has("covered")]
    fields = [node for node in nodes if node.role in ENTRY_ROLES or node.has("editable")]
    is_small = len(fields) <= MAX_LOGIN_FIELDS and any(node.has("password") for node in fields)
    return is_small and any(map(_logs_in, nodes))


def _logs_in(node: Node) -> bool:
    return is_control(node) and " ".join(split_words(node.name)).startswith(_LOGIN_NAMES)
