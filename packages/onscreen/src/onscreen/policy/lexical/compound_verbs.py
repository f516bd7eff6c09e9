"""Expansion of compound verbs, such as "reply" or "add to cart", into simple steps."""

from __future__ import annotations

import re

from onscreen.policy.lexical.clause import Clause
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import strip_quotes

_MAIL = re.compile(r"\b(?:e-?mail|mail|message)\b", re.IGNORECASE)
_CART = re.compile(r"\b(?:cart|basket|bag)\b", re.IGNORECASE)
_LIST = re.compile(r"\bto (?:the |my )?(.+?) list\b")
_COUNT = re.compile(r"\b([2-9]|\d\d+)\b")
_SIGNS = {
    "+": "plus", "-": "minus", "−": "minus", "*": "times", "×": "times", "/": "divided by", "÷": "divided by",
}  # fmt: skip
_SUM = re.compile(r"\d+(?:\.\d+)?|plus|minus|times|divided by|[-+*/×÷−]")
_QUESTION = re.compile(r"^(?:what|which|who|when|where|how)\b", re.IGNORECASE)


def expand_compound_verb(clause: Clause) -> tuple[str, ...]:
    """Expand a clause with a compound verb into the texts of its subtasks.

    Returns () if it has no compound verb.
    """
    for expand in (
        _reply, _forward, _compose, _delete_or_move, _add_to_cart, _add_to_list, _press_keys, _open_subject
    ):  # fmt: skip
        if texts := expand(clause):
            return texts
    return ()


def _open_mail(clause: Clause) -> tuple[str, ...]:
    """Return a step that opens the mail with the subject or sender named in a clause."""
    if clause.quoted and clause.skill != "reply":
        return (f'open "{clause.quoted[0]}"',)
    owner = re.search(r"\b(?:by|from|of)\s+((?:[A-Z@][\w@.+-]*\s?)+)", strip_quotes(clause.text))
    owner = owner or re.search(r"(\w+)'s\b", clause.text)
    return (f"open the email by {owner.group(1).strip()}",) if owner else ()


def _reply(clause: Clause) -> tuple[str, ...]:
    """Expand 'reply to the mail from A with "T"'."""
    if clause.skill != "reply":
        return ()
    text = clause.quoted[0] if clause.quoted else clause.rest
    return (
        *_open_mail(clause),
        "click the reply button",
        f'type "{text}" into the message',
        "click the send button",
    )


def _forward(clause: Clause) -> tuple[str, ...]:
    """Expand "forward the mail from A to B"."""
    to = re.search(r"\bto\s+(\"[^\"]+\"|[\w@.+-]+)", clause.text)
    if clause.verb not in ("forward", "send") or to is None or (clause.verb == "send" and clause.quoted):
        return ()
    who = to.group(1).strip('".')
    return (
        *_open_mail(clause),
        "click the forward button",
        f'type "{who}" into the to field',
        "click the send button",
    )


def _compose(clause: Clause) -> tuple[str, ...]:
    """Expand 'write a mail to A with the subject "S" and the text "T"'."""
    to = re.search(r"\bto\s+([\w.+-]+@[\w.-]+\w)", clause.text)
    if to is None or not clause.quoted:
        return ()
    subject = re.search(r'subject "([^"]*)"', clause.text)
    text = re.search(r'(?:text|message|saying|body)\s*:? "([^"]*)"', clause.text)
    fields = (
        (to.group(1), "to"),
        (subject and subject.group(1), "subject"),
        (text and text.group(1), "message"),
    )
    typed = tuple(
        f'type "{split_words}" into the {name} field' for split_words, name in fields if split_words
    )
    return ("click the compose button", *typed, "click the send button")


def _delete_or_move(clause: Clause) -> tuple[str, ...]:
    """Expand "delete the mail from A" and 'move the mail "S" to the archive'."""
    if not _MAIL.search(strip_quotes(clause.text)):
        return ()
    if clause.skill == "delete":
        return (*_open_mail(clause), "click the delete button")
    folder = re.search(r"\bto (?:the )?(\w+)(?: folder)?$", clause.text)
    return (
        (*_open_mail(clause), f"click the {folder.group(1)} button")
        if clause.verb == "move" and folder
        else ()
    )


def _add_to_cart(clause: Clause) -> tuple[str, ...]:
    """Expand "add 2 of the A and the B to the cart"."""
    if clause.verb not in ("add", "put", "place") or not _CART.search(clause.text):
        return ()
    what = re.split(r"\s+(?:to|into|in)\s+(?:the|my)\s", strip_quotes(clause.rest))[0]
    count = _COUNT.search(what)
    click_several = (f"type {count.group(1)} into the quantity field",) if count else ()
    names = clause.quoted or proper_names(what)
    return tuple(
        step
        for name in names
        for step in (f'open "{name}"', *click_several, 'click the "Add to cart" button')
    )


def _add_to_list(clause: Clause) -> tuple[str, ...]:
    """Expand 'add "milk" to the Shopping list'."""
    where = _LIST.search(clause.text)
    if clause.verb not in ("add", "put") or where is None or not clause.quoted:
        return ()
    return (f'type "{clause.quoted[0]}" into the {where.group(1)} field', "press Enter")


def _press_keys(clause: Clause) -> tuple[str, ...]:
    """Expand "work out 37 minus 5 with the calculator" into key presses (LUCI, query 7)."""
    if clause.skill != "solve" or "calculator" not in clause.text.casefold():
        return ()
    parts = _SUM.findall(clause.rest)
    keys = [key for part in parts for key in (part if part[0].isdigit() else (_SIGNS.get(part, part),))]
    named = ["point" if key == "." else key for key in keys]
    return (
        (*(f'click the "{key}" button' for key in named), 'click the "equals" button')
        if len(parts) > 1
        else ()
    )


def _open_subject(clause: Clause) -> tuple[str, ...]:
    """Expand a question about a name or a quoted text into a step that opens its page."""
    rest = clause.text.partition(" ")[2]
    names = (clause.quoted or proper_names(rest)) if _QUESTION.match(clause.text) else ()
    if _MAIL.search(clause.text):
        return _open_mail(clause) if names else ()
    return (f'open "{names[0]}"',) if names else ()
