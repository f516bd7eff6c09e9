"""Oracles of MiniWoB++ for the mail box: find a mail, then reply, forward, delete it or mark it important."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.types import Action, Click, Element, Scroll, Type
from onscreen_practice.miniwob.oracles.mail_instruction import Errand, errand
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click
from onscreen_practice.miniwob.oracles.scroll_list_reader import in_clue, scrolled, with_clue

_ICONS: Mapping[str, str] = {
    "reply": "email reply",
    "forward": "email forward",
    "delete": "trash",
    "star": "star",
}


def mail(sight: Sight) -> Action | None:
    """Do what is asked with the mail of the one who is named, wherever in the mail box the screen is."""
    wanted = errand(sight.asked)
    if with_clue(sight, "close reply"):
        return _replying(sight, wanted)
    if with_clue(sight, "close forward"):
        return _forwarding(sight, wanted)
    if with_clue(sight, "close email"):
        return _reading(sight, wanted)
    return click(with_clue(sight, "search cancel")) or _inbox(sight, wanted)


def _inbox(sight: Sight, wanted: Errand) -> Action | None:
    rows = [e for e in sight.screen.elements if in_clue(e, "email thread")]
    row = next((e for e in rows if e.name.startswith(f"{wanted.sender} ")), None)
    if row is None:
        return scrolled(sight)
    if wanted.verb in ("reply", "forward"):
        return Click(row)
    inside = [e for e in sight.screen.elements if e.parent == row.index]
    icon = next((e for e in inside if in_clue(e, _ICONS[wanted.verb])), None)
    return click(icon) or _to_icons(sight, row)


def _to_icons(sight: Sight, row: Element) -> Action | None:
    box = with_clue(sight, "main")
    above = box is not None and row.box.top <= box.box.top
    return Scroll("up" if above else "down", target=box)


def _reading(sight: Sight, wanted: Errand) -> Action | None:
    if not any(e.name == wanted.sender for e in sight.of_role("text")):
        return click(with_clue(sight, "close email"))
    return click(with_clue(sight, _ICONS[wanted.verb]))


def _replying(sight: Sight, wanted: Errand) -> Action | None:
    to_sender = any(e.name == wanted.sender for e in sight.of_role("text"))
    if wanted.verb != "reply" or not to_sender:
        return click(with_clue(sight, "close reply"))
    return _written(with_clue(sight, "reply text"), wanted.text) or click(with_clue(sight, "send reply"))


def _forwarding(sight: Sight, wanted: Errand) -> Action | None:
    if wanted.verb != "forward" or _is_spoilt(sight, wanted):
        return click(with_clue(sight, "close forward"))
    return _written(with_clue(sight, "forward sender"), wanted.to) or click(with_clue(sight, "send forward"))


def _is_spoilt(sight: Sight, wanted: Errand) -> bool:
    """Whether the mail being forwarded is another's or its text was typed over, which only the past tells."""
    told = [
        (a, a.target) for a in sight.done if isinstance(a, Click | Type) and isinstance(a.target, Element)
    ]
    rows = [target.name for _, target in told if in_clue(target, "email thread")]
    opened = max((n for n, (_, target) in enumerate(told) if in_clue(target, "email forward")), default=-1)
    typed_over = any(isinstance(a, Type) and in_clue(t, "forward text") for a, t in told[opened + 1 :])
    return typed_over or any(not name.startswith(f"{wanted.sender} ") for name in rows[-1:])


def _written(field: Element | None, text: str) -> Action | None:
    return Type(text, field) if field and field.value != text else None


ORACLES: Mapping[str, Oracle] = {
    "email-inbox": mail,
    "email-inbox-delete": mail,
    "email-inbox-forward": mail,
    "email-inbox-forward-nl": mail,
    "email-inbox-forward-nl-turk": mail,
    "email-inbox-important": mail,
    "email-inbox-nl-turk": mail,
    "email-inbox-noscroll": mail,
    "email-inbox-reply": mail,
    "email-inbox-star-reply": mail,
}
