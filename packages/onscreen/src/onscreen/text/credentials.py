"""Credentials in an instruction, such as "Log in as ann (password red-42)"."""

from __future__ import annotations

import re

SUBMIT_KEY = "press Enter"
"""The step that submits the form of a login."""
_VALUE = r"(\"[^\"]+\"|[^\s\"(),;]*[^\s\"(),;.])"
_USER = r"(?:(?:the\s+)?(?:user(?:\s?name)?|account|login|e-?mail(?:\s+address)?)\s+)?"
_KIND = r"(?:the\s+|my\s+)?(password|passphrase|passcode|pin|code)(?:\s+is)?:?\s+"
_LOG_IN = (
    rf"(?:please\s+)?(?:log|sign)\s?(?:in|on)\s+(?:there\s+)?(?:as|with|using|\()\s*{_USER}{_VALUE}"
    rf"(?:\s*,|\s+and|\s+with|\s*\((?:with\s+)?)+\s*{_KIND}{_VALUE}\)?"
)
_LOGIN_CLAUSE = re.compile(rf"{_LOG_IN}\.?", re.IGNORECASE)
_LEADING_LOGIN = re.compile(rf"({_LOG_IN})(?:[.,;]+\s*|\s+)(?:(?:and|then)\s+)*(?=\S)", re.IGNORECASE)


def split_login(instruction: str) -> tuple[str, str]:
    """Split an instruction that begins with a login into the login clause and the rest.

    The first text is "" if the instruction begins with something else, or asks for nothing else.
    """
    match = _LEADING_LOGIN.match(instruction)
    return (match.group(1), instruction[match.end() :]) if match else ("", instruction)


def log_in_steps(text: str) -> tuple[str, ...]:
    """Split "log in as ann (password red-42)" into the steps that fill in and submit the form.

    The credentials are quoted in the steps, because a password such as "red-42" is not a number and may
    contain any word. The steps allow for the application's page to appear with a delay. Returns () if the
    text is not such a clause as a whole.
    """
    match = _LOGIN_CLAUSE.fullmatch(text.strip())
    if match is None:
        return ()
    user, kind, secret = (part.strip('"') for part in match.groups())
    return (
        f'type "{user}" into the user name field',
        f'type "{secret}" into the {kind} field',
        SUBMIT_KEY,
        "wait 1 second",
    )
