"""What an instruction about a mail wants, in the words of people: whose, what to do with it, for whom."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

Verb: TypeAlias = Literal["reply", "forward", "delete", "star"]


class Errand(msgspec.Struct, frozen=True):
    """What to do with the mail of `sender`; `to` is whom it is forwarded to, `text` the reply."""

    verb: Verb
    sender: str
    to: str = ""
    text: str = ""


_NAME = r"(?:Dee Dee|Jo Ann|La Verne|Miof Mela|Zsa Zsa|[A-Z][A-Za-z]*(?:-[A-Z][a-z]+)?)"
_WORDS = frozenset(
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
"""Words that instructions begin with a capital letter and that are no names; NAME is a slip of theirs."""

_NAMES = re.compile(rf"\b{_NAME}")
_TEXT = re.compile(r'"+([^"]+)"')
_JOINED = re.compile(r"\bAnswer(?=[A-Z])")
_BARE_S = re.compile(rf"\b((?:find|forward) {_NAME})s(?= (?:last )?email(?! from))")
_ADDRESSED = re.compile(r"^(?:Star the|May you|(?:Alexa|Siri),? (?:please|Email)) ")
_TUESDAY = re.compile(r"(?<!today's email)(?<='s email) from Tuesday")
_TO = re.compile(rf"\bto ({_NAME})")
_FROM = re.compile(rf"\b(?:from|by) ({_NAME})")
_OWN = re.compile(rf"\b({_NAME})'s? (?!inbox)")
_SENT = re.compile(rf"\b({_NAME}) (?:sent|wrote)\b")
_THE = re.compile(rf"\b[Gg]et ({_NAME}) email\b|\bthe ({_NAME}) e-?mail\b")
_DELETES = re.compile(
    r"delet|trash|remove|get rid|don't want|out of my inbox|throw away|recycling bin", re.IGNORECASE
)


def errand(asked: str) -> Errand:
    """Read an instruction."""
    said = _TEXT.search(asked)
    rest = _plain(_TEXT.sub("", asked))
    names = _names(rest)
    if said:
        return Errand("reply", _of(names), text=said.group(1))
    if _DELETES.search(rest):
        return Errand("delete", _of(names))
    if len(names) > 1:
        sender, to = _two(rest, names=names)
        return Errand("forward", sender, to)
    if re.search(r"for?ward", rest, re.IGNORECASE):
        return Errand("forward", _of(names), _of(names))
    return Errand("star", _of(names))


def _plain(text: str) -> str:
    """Leave out words that look like names and are none, and mend what is joined or lacks its apostrophe."""
    text = _TUESDAY.sub("", _ADDRESSED.sub("", text))
    return _BARE_S.sub(r"\1's", _JOINED.sub("Answer ", text))


def _names(text: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(_NAMES.findall(text)))
    return tuple(name for name in found if name not in _WORDS) or found[-1:]


def _of(names: tuple[str, ...]) -> str:
    return names[-1] if names else ""


def _two(text: str, *, names: tuple[str, ...]) -> tuple[str, str]:
    """Who sent it and who gets it: `to` tells most, then `from`, then whose it is."""
    first, second = names[:2]
    to = [name for name in _TO.findall(text) if name in names]
    if to:
        return (first if to[-1] == second else second), to[-1]
    for pattern in (_FROM, _OWN, _SENT, _THE):
        sender = next(
            (name for found in pattern.finditer(text) for name in found.groups() if name in names), ""
        )
        if sender:
            return sender, (first if sender == second else second)
    return first, second
