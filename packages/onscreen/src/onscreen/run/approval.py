"""Approval policies for actions that look irreversible, such as payments and deletions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.element_kinds import is_control
from onscreen.run.episode_loop import ApprovalPolicy, AskUser
from onscreen.types import Answer, Click, Decision, Episode, LongPress, Node, Press, targets
from onscreen.types.errors import ActionFailed

IRREVERSIBLE_WORDS = (
    *("pay", "buy", "purchase", "order now", "place order", "place your order", "book now", "subscribe"),
    *("donate", "transfer", "delete", "erase", "discard", "uninstall", "deactivate", "empty trash"),
    *("send", "publish", "confirm"),
)
"""Labels of controls that spend money, delete data or send messages.

Collected from shops, mail, forums and settings screens; adjust them to your applications. Labels that usually
open another page or can be undone ("order by", "sign in", "submit", "remove", "reply") are left out, because
users stop reading a question that is asked too often."""

YES_ANSWERS = ("y", "yes")


def irreversible_control(
    episode: Episode, decision: Decision, *, words: Sequence[str] = IRREVERSIBLE_WORDS
) -> str:
    """Return the control label, such as "Delete", that makes an action look irreversible.

    Returns "" if the action looks harmless. Only activating a control counts: a click, a key press on the
    focused control, or accepting a dialog. Typing and scrolling do not count. Each of `words` matches as a
    whole word anywhere in the label, ignoring case.
    """
    action = decision.action
    pressed: list[str] = []
    if isinstance(action, Answer) and action.accept and episode.last.dialog:
        pressed = [episode.last.dialog.message]
    elif isinstance(action, Press) and not action.target and action.keys in {"Enter", "Space", " "}:
        pressed = [n.name for n in episode.last.nodes if n.has("focused") and is_control(n)]
    elif isinstance(action, Click | LongPress | Press):
        nodes = [target for target in targets(action) if isinstance(target, Node)]
        pressed = [f"{n.name} {n.value}".strip() for n in nodes if is_control(n)]
    pattern = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words) or r"(?!)", re.IGNORECASE)
    return next((name for name in pressed if pattern.search(name)), "")


def ask_before_irreversible(
    ask_user: AskUser, *, words: Sequence[str] = IRREVERSIBLE_WORDS
) -> ApprovalPolicy:
    """Return an approval policy that asks the user before each action that looks irreversible."""

    def approve(episode: Episode, decision: Decision) -> str:
        name = irreversible_control(episode, decision, words=words)
        if not name:
            return ""
        question = f"{name!r} looks irreversible. Continue? (yes or no)"
        try:
            answer = ask_user(question).strip().casefold()
        except ActionFailed as error:
            return str(error)
        return "" if answer in YES_ANSWERS else f"the user rejected {name!r}; try another way, or finish"

    return approve


def refuse_irreversible(words: Sequence[str] = IRREVERSIBLE_WORDS) -> ApprovalPolicy:
    """Return an approval policy that refuses every action that looks irreversible."""

    def approve(episode: Episode, decision: Decision) -> str:
        name = irreversible_control(episode, decision, words=words)
        return f"{name!r} looks irreversible and no user is attached to approve it" if name else ""

    return approve
