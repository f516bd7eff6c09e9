"""Scripted solver for the MiniWoB++ email tasks `email-inbox*`."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.types import Action, Click, Element, Scroll, Type
from onscreen_practice.miniwob.oracles.mail_instruction import MailTask, parse_mail_task
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView
from onscreen_practice.miniwob.oracles.scroll_list_search import find_by_clue, has_clue_words, scroll_list

_ICONS: Mapping[str, str] = {
    "reply": "email reply",
    "forward": "email forward",
    "delete": "trash",
    "star": "star",
}


def handle_mail(view: OracleView) -> Action | None:
    """Choose the next action for `email-inbox*`: reply to, forward, delete or star an email.

    The email is the one from the requested sender. The solver can continue from any screen.
    """
    mail_task = parse_mail_task(view.instruction)
    if find_by_clue(view, "close reply"):
        return _write_reply(view, mail_task)
    if find_by_clue(view, "close forward"):
        return _write_forward(view, mail_task)
    if find_by_clue(view, "close email"):
        return _act_on_message(view, mail_task)
    return click_on(find_by_clue(view, "search cancel")) or _act_on_inbox(view, mail_task)


def _act_on_inbox(view: OracleView, mail_task: MailTask) -> Action | None:
    rows = [e for e in view.screen.elements if has_clue_words(e, "email thread")]
    row = next((e for e in rows if e.name.startswith(f"{mail_task.sender} ")), None)
    if row is None:
        return scroll_list(view)
    if mail_task.action in ("reply", "forward"):
        return Click(row)
    inside = [e for e in view.screen.elements if e.parent == row.index]
    icon = next((e for e in inside if has_clue_words(e, _ICONS[mail_task.action])), None)
    return click_on(icon) or _scroll_to_icons(view, row)


def _scroll_to_icons(view: OracleView, row: Element) -> Action | None:
    box = find_by_clue(view, "main")
    above = box is not None and row.box.top <= box.box.top
    return Scroll("up" if above else "down", target=box)


def _act_on_message(view: OracleView, mail_task: MailTask) -> Action | None:
    if not any(e.name == mail_task.sender for e in view.find_by_role("text")):
        return click_on(find_by_clue(view, "close email"))
    return click_on(find_by_clue(view, _ICONS[mail_task.action]))


def _write_reply(view: OracleView, mail_task: MailTask) -> Action | None:
    to_sender = any(e.name == mail_task.sender for e in view.find_by_role("text"))
    if mail_task.action != "reply" or not to_sender:
        return click_on(find_by_clue(view, "close reply"))
    return _fill_field(find_by_clue(view, "reply text"), mail_task.text) or click_on(
        find_by_clue(view, "send reply")
    )


def _write_forward(view: OracleView, mail_task: MailTask) -> Action | None:
    if mail_task.action != "forward" or _is_wrong_forward(view, mail_task):
        return click_on(find_by_clue(view, "close forward"))
    return _fill_field(view.find_by_name("to:", "textbox"), mail_task.recipient) or click_on(
        find_by_clue(view, "send forward")
    )


def _is_wrong_forward(view: OracleView, mail_task: MailTask) -> bool:
    """Return True if the forward being written is of another sender's email or its text was overwritten.

    The screen shows neither, so the action history is used.
    """
    targeted_actions = [
        (a, a.target) for a in view.history if isinstance(a, Click | Type) and isinstance(a.target, Element)
    ]
    rows = [target.name for _, target in targeted_actions if has_clue_words(target, "email thread")]
    opened = max(
        (n for n, (_, target) in enumerate(targeted_actions) if has_clue_words(target, "email forward")),
        default=-1,
    )
    typed_over = any(
        isinstance(a, Type) and has_clue_words(t, "forward text") for a, t in targeted_actions[opened + 1 :]
    )
    return typed_over or any(not name.startswith(f"{mail_task.sender} ") for name in rows[-1:])


def _fill_field(field: Element | None, text: str) -> Action | None:
    return Type(text, field) if field and field.value != text else None


ORACLES: Mapping[str, Oracle] = {
    "email-inbox": handle_mail,
    "email-inbox-delete": handle_mail,
    "email-inbox-forward": handle_mail,
    "email-inbox-forward-nl": handle_mail,
    "email-inbox-forward-nl-turk": handle_mail,
    "email-inbox-important": handle_mail,
    "email-inbox-nl-turk": handle_mail,
    "email-inbox-noscroll": handle_mail,
    "email-inbox-reply": handle_mail,
    "email-inbox-star-reply": handle_mail,
}
