"""Parser for human-written email instructions in MiniWoB++."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

MailAction: TypeAlias = Literal["reply", "forward", "delete", "star"]


class MailTask(msgspec.Struct, frozen=True):
    """Parsed email instruction: action, sender, and a recipient or reply text.

    `recipient` is used to forward an email, `text` to reply to one.
    """

    action: MailAction
    sender: str
    recipient: str = ""
    text: str = ""


_NAME = r"(?:Dee Dee|Jo Ann|La Verne|Miof Mela|Zsa Zsa|[A-Z][A-Za-z]*(?:-[A-Z][a-z]+)?)"
_CAPITALIZED_WORDS = frozenset(
    [
        "Answer",
        "Ask",
        "Automatically",
        "Can",
        "Copy",
        "Could",
        "Create",
        "Delete",
        "Email",
        "FOrward",
        "Find",
        "First",
        "Flag",
        "For",
        "Forward",
        "Foward",
        "Get",
        "Give",
        "Go",
        "Hi",
        "Highlight",
        "I",
        "If",
        "Important",
        "In",
        "Jend",
        "Just",
        "Let",
        "Locate",
        "Look",
        "Make",
        "Mark",
        "NAME",
        "Navigate",
        "Open",
        "Please",
        "Primary",
        "Pull",
        "Put",
        "Remind",
        "Replay",
        "Reply",
        "Resend",
        "Respond",
        "Save",
        "Say",
        "Search",
        "Select",
        "Send",
        "Set",
        "Simply",
        "Tag",
        "Take",
        "Tell",
        "Text",
        "Thanks",
        "The",
        "There",
        "Throw",
        "To",
        "Trash",
        "WiIl",
        "Will",
        "You",
        "Your",
    ]
)
"""Capitalized words in the instructions that are not names; NAME is an error in the data."""

_NAMES = re.compile(rf"\b{_NAME}")
_REPLY_TEXT = re.compile(r'"+([^"]+)"')
_JOINED_WORD = re.compile(r"\bAnswer(?=[A-Z])")
_MISSING_APOSTROPHE = re.compile(rf"\b((?:find|forward) {_NAME})s(?= (?:last )?email(?! from))")
_MISLEADING_START = re.compile(r"^(?:Star the|May you|(?:Alexa|Siri),? (?:please|Email)) ")
_MISLEADING_TUESDAY = re.compile(r"(?<!today's email)(?<='s email) from Tuesday")
_TO_NAME = re.compile(rf"\bto ({_NAME})")
_FROM_NAME = re.compile(rf"\b(?:from|by) ({_NAME})")
_POSSESSIVE_NAME = re.compile(rf"\b({_NAME})'s? (?!inbox)")
_SENDER_NAME = re.compile(rf"\b({_NAME}) (?:sent|wrote)\b")
_NAME_BEFORE_EMAIL = re.compile(rf"\b[Gg]et ({_NAME}) email\b|\bthe ({_NAME}) e-?mail\b")
_DELETE_WORDS = re.compile(
    r"delet|trash|remove|get rid|don't want|out of my inbox|throw away|recycling bin", re.IGNORECASE
)


def parse_mail_task(instruction: str) -> MailTask:
    """Parse an email instruction written in natural language."""
    reply_text = _REPLY_TEXT.search(instruction)
    rest = _normalize(_REPLY_TEXT.sub("", instruction))
    names = _find_names(rest)
    if reply_text:
        return MailTask("reply", _last_name(names), text=reply_text.group(1))
    if _DELETE_WORDS.search(rest):
        return MailTask("delete", _last_name(names))
    if len(names) > 1:
        sender, recipient = _split_sender_and_recipient(rest, names=names)
        return MailTask("forward", sender, recipient)
    if re.search(r"for?ward", rest, re.IGNORECASE):
        return MailTask("forward", _last_name(names), _last_name(names))
    return MailTask("star", _last_name(names))


def _normalize(text: str) -> str:
    """Remove words that look like names, split joined words and restore missing apostrophes."""
    text = _MISLEADING_TUESDAY.sub("", _MISLEADING_START.sub("", text))
    return _MISSING_APOSTROPHE.sub(r"\1's", _JOINED_WORD.sub("Answer ", text))


def _find_names(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(_NAMES.findall(text)))
    return tuple(name for name in names if name not in _CAPITALIZED_WORDS) or names[-1:]


def _last_name(names: tuple[str, ...]) -> str:
    return names[-1] if names else ""


def _split_sender_and_recipient(text: str, *, names: tuple[str, ...]) -> tuple[str, str]:
    """Return the sender and the recipient among two names.

    A name after "to" takes precedence, then a name after "from" or "by", then a possessive.
    """
    first, second = names[:2]
    recipients = [name for name in _TO_NAME.findall(text) if name in names]
    if recipients:
        return (first if recipients[-1] == second else second), recipients[-1]
    for pattern in (_FROM_NAME, _POSSESSIVE_NAME, _SENDER_NAME, _NAME_BEFORE_EMAIL):
        sender = next(
            (name for match in pattern.finditer(text) for name in match.groups() if name in names), ""
        )
        if sender:
            return sender, (first if sender == second else second)
    return first, second
