"""Approval: what cannot be taken back needs a person's yes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.run.episode_loop import ApprovalPolicy, AskUser
from onscreen.types import Answer, Click, Decision, Episode, LongPress, Node, Press, targets
from onscreen.types.errors import ActionFailed

IRREVERSIBLE_WORDS = (
    *("pay", "buy", "purchase", "order now", "place order", "place your order", "book now", "subscribe"),
    *("donate", "transfer", "delete", "erase", "discard", "uninstall", "deactivate", "empty trash"),
    *("send", "publish", "confirm"),
)
"""Words of controls behind which money goes, things vanish or others are told; a list to be tuned, made by
going through what shops, mail, forums and settings write there. Words that mostly lead on to another page
or can be undone ("order by", "sign in", "submit", "remove", "reply") are left out: a policy that asks
all the time is soon answered without reading."""

YES_ANSWERS = ("y", "yes")
_CONTROL_ROLES = {"button", "link", "menuitem", "option", "tab", "switch", "checkbox", "radio"}


def irreversible_control(
    episode: Episode, decision: Decision, *, words: Sequence[str] = IRREVERSIBLE_WORDS
) -> str:
    """Return the name of what looks irreversible about an action, "" when nothing does.

    Only pressing counts: clicks, keys on what has the focus, and saying yes to a dialog; looking,
    typing and scrolling do not. A word counts wherever it stands whole in the name.
    """
    action = decision.action
    pressed: list[str] = []
    if isinstance(action, Answer) and action.accept and episode.last.dialog:
        pressed = [episode.last.dialog.message]
    elif isinstance(action, Press) and not action.target and action.keys in {"Enter", "Space", " "}:
        pressed = [n.name for n in episode.last.nodes if n.has("focused") and n.role in _CONTROL_ROLES]
    elif isinstance(action, Click | LongPress | Press):
        aimed = [target for target in targets(action) if isinstance(target, Node)]
        pressed = [
            f"{n.name} {n.value}".strip() for n in aimed if n.role in _CONTROL_ROLES or n.has("clickable")
        ]
    pattern = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words) or r"(?!)", re.IGNORECASE)
    return next((name for name in pressed if pattern.search(name)), "")


def ask_before_irreversible(
    ask_user: AskUser, *, words: Sequence[str] = IRREVERSIBLE_WORDS
) -> ApprovalPolicy:
    """Return a policy that asks the person before each action that looks irreversible."""

    def approve(episode: Episode, decision: Decision) -> str:
        name = irreversible_control(episode, decision, words=words)
        if not name:
            return ""
        question = f"{name!r} looks as if it could not be taken back. Do it? (yes or no)"
        try:
            answer = ask_user(question).strip().casefold()
        except ActionFailed as error:
            return str(error)
        return "" if answer in YES_ANSWERS else f"the person said no to {name!r}; find another way, or end"

    return approve


def refuse_irreversible(words: Sequence[str] = IRREVERSIBLE_WORDS) -> ApprovalPolicy:
    """Return a policy that refuses each action that looks irreversible."""

    def approve(episode: Episode, decision: Decision) -> str:
        name = irreversible_control(episode, decision, words=words)
        return f"{name!r} looks irreversible and nobody is there to approve it" if name else ""

    return approve
