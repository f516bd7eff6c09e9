"""Approval policies for actions that look irreversible, such as payments and deletions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from onscreen.perceive.cookie_consent import refuses_cookies
from onscreen.perceive.element_kinds import CONTROL_ROLES, ENTRY_ROLES, is_control
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.irreversible_words import (
    contains_phrase,
    find_irreversible,
    is_consent,
    plain_letters,
)
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.run.episode_loop import ApprovalPolicy, AskUser
from onscreen.run.untrusted_flow import find_entered_text, find_untrusted_flow
from onscreen.types import (
    Answer,
    Click,
    Decision,
    Download,
    Drag,
    Element,
    Episode,
    LongPress,
    Node,
    Point,
    Press,
    Shot,
    Swipe,
    Type,
    targets,
)
from onscreen.types.errors import ActionFailed

YES_ANSWERS = ("y", "yes")
ACTIVATING_KEYS = frozenset({"enter", "numpadenter", "return", "space", " ", "spacebar", "\n", "\r"})
DELETING_KEYS = frozenset({"backspace", "delete", "del"})
MAX_TAG_BUTTON_PX = 24
"""Largest side of a button that removes a tag from a field."""
MAX_COMMAND_WORDS = 8
"""Maximum number of words in the label of a control other than a button; longer text is content."""
DIALOG_ROLES = frozenset({"alertdialog", "dialog"})


def irreversible_control(episode: Episode, decision: Decision, *, phrases: Sequence[str] = ()) -> str:
    """Return the control label, such as "Delete", that makes an action look irreversible.

    Returns "" if the action looks harmless. Only activating a control counts: a click, a long press or a drag
    on it or at a point inside it; Enter, Space or a typed line break with the focus on it or on a field that
    it submits; Delete on a focused item; accepting a dialog. A control that only agrees ("OK") counts if the
    dialog around it announces something irreversible; its title is part of the label then. A control that
    refuses cookies does not count. `phrases` count in addition; a final * stands for any ending.
    """
    for label in _activated_labels(episode.last, decision):
        if contains_phrase(label.text, phrases):
            return label.text
        if not label.refuses_cookies and find_irreversible(label.text):
            return label.text
    return ""


def ask_before_irreversible(ask_user: AskUser, *, phrases: Sequence[str] = ()) -> ApprovalPolicy:
    """Return an approval policy that asks the user before each action that needs approval.

    These are the actions that look irreversible, and those of `find_untrusted_flow`.
    """

    def approve(episode: Episode, decision: Decision) -> str:
        concern = _find_concern(episode, decision, phrases=phrases)
        if not concern:
            return ""
        try:
            answer = ask_user(f"{concern.text}. Continue? (yes or no)").strip().casefold()
        except ActionFailed as error:
            return str(error)
        rejected = repr(concern.control) if concern.control else "the action"
        return "" if answer in YES_ANSWERS else f"the user rejected {rejected}; try another way, or finish"

    return approve


def refuse_irreversible(phrases: Sequence[str] = ()) -> ApprovalPolicy:
    """Return an approval policy that refuses every action that needs approval.

    These are the actions that look irreversible, and those of `find_untrusted_flow`.
    """

    def approve(episode: Episode, decision: Decision) -> str:
        concern = _find_concern(episode, decision, phrases=phrases)
        return f"{concern.text}, and no user is attached to approve it" if concern else ""

    return approve


def find_concern(episode: Episode, decision: Decision, *, phrases: Sequence[str] = ()) -> str:
    """Describe why an action needs the user's approval; returns "" if it needs none.

    The reasons are those of `ask_before_irreversible`.
    """
    return _find_concern(episode, decision, phrases=phrases).text


def refuse_unapproved(episode: Episode, decision: Decision) -> str:
    """Refuse an action that needs the user's approval; an approval policy for callers that can ask."""
    concern = find_concern(episode, decision)
    return f"{concern}, and was not approved" if concern else ""


def refuse_unrequested(phrases: Sequence[str] = ()) -> ApprovalPolicy:
    """Return an approval policy that refuses what needs approval, unless the instruction asks for it.

    The instruction asks for an irreversible action if it contains every word of the control's label: "Delete
    my account" asks for "Delete account", but not for "Delete all". It does not ask for submitting untrusted
    text, nor for the actions of `find_untrusted_flow`.
    """

    def approve(episode: Episode, decision: Decision) -> str:
        concern = _find_concern(episode, decision, phrases=phrases)
        is_requested = _is_named(concern.control, episode.task.instruction)
        if not concern or (is_requested and not concern.flows):
            return ""
        return f"{concern.text}, and the instruction does not ask for exactly this"

    return approve


_ADDRESS = re.compile(r"/|https?://")
_SPACE = re.compile(r"\+|%20| ")


class _Label(msgspec.Struct, frozen=True):
    """Label of a control that an action activates."""

    text: str
    refuses_cookies: bool = False


class _Concern(msgspec.Struct, frozen=True):
    """Reasons why an action needs approval: the irreversible control, and flows of untrusted text.

    `meaning` explains the control's label, such as "'löschen' means delete".
    """

    control: str = ""
    meaning: str = ""
    flows: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return True if the action needs approval."""
        return bool(self.control or self.flows)

    @property
    def text(self) -> str:
        """The reasons in words."""
        meaning = f" ({self.meaning})" if self.meaning else ""
        irreversible = (f"{self.control!r} looks irreversible{meaning}",) if self.control else ()
        return "; ".join(irreversible + self.flows)


def _find_concern(episode: Episode, decision: Decision, *, phrases: Sequence[str]) -> _Concern:
    def is_irreversible(before: Episode, earlier: Decision) -> bool:
        return bool(irreversible_control(before, earlier, phrases=phrases))

    control = irreversible_control(episode, decision, phrases=phrases)
    flow = find_untrusted_flow(episode, decision)
    entered = find_entered_text(episode, decision, is_irreversible=is_irreversible) if control else ""
    submitted = f"it would submit {entered}" if entered else ""
    meaning = str(find_irreversible(control, phrases) or "")
    return _Concern(control, meaning, tuple(filter(None, (flow, submitted))))


def _is_named(label: str, instruction: str) -> bool:
    """Check whether an instruction contains every word of a label.

    The address of a link may have other words if these look harmless, and its name may be another number.
    """
    parts = label.split()
    addresses = [part for part in parts if _ADDRESS.match(part)]
    asked = _words(instruction)
    others = [word for address in addresses for word in _words(address) if word not in asked]
    name = _words(" ".join(part for part in parts if part not in addresses))
    is_number = bool(addresses) and all(word.isdecimal() for word in name)
    return (is_number or set(name) <= set(asked)) and find_irreversible(" ".join(others)) is None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain_letters(text))


def _activated_labels(shot: Shot, decision: Decision) -> Iterator[_Label]:
    """Yield the labels of the controls that an action activates."""
    action = decision.action
    if isinstance(action, Answer):
        if action.accept and shot.dialog:
            yield _Label(shot.dialog.message)
    elif isinstance(action, Press):
        yield from _pressed_labels(shot, action)
    elif isinstance(action, Type):
        if "\n" in action.text or "\r" in action.text:
            yield from _entered_labels(shot, _focused(shot, action.target), is_key=False)
    elif isinstance(action, Click | LongPress | Drag | Download):
        for target in targets(action):
            yield from _labels_at(shot, target)
    elif isinstance(action, Swipe):
        yield from _labels_at(shot, action.start)


def _pressed_labels(shot: Shot, action: Press) -> Iterator[_Label]:
    """Yield the labels of the controls that a key press activates.

    Enter and Space activate the focused control, or the control that submits the focused field. Delete
    activates a focused item, with the label "Delete" before its name.
    """
    last = action.keys.rpartition("+")[2].strip()
    key = action.keys if action.keys in {" ", "+"} else last.casefold()
    focused = _focused(shot, action.target)
    if key in ACTIVATING_KEYS:
        yield from _entered_labels(shot, focused, is_key=True)
    elif key in DELETING_KEYS:
        yield from (_Label(f"Delete {_label(node)}".strip()) for node in focused if not _takes_text(node))


def _entered_labels(shot: Shot, focused: Sequence[Node], *, is_key: bool) -> Iterator[_Label]:
    """Yield the labels of the controls that Enter or a typed line break activates.

    A line break typed into a multi-line field activates none. `is_key` is True for a key press.
    """
    for node in focused:
        if not _takes_text(node):
            yield from _context_labels(shot, node)
        elif is_key or not node.has("multiline"):
            yield from _submit_labels(shot, node)


def _submit_labels(shot: Shot, field: Node) -> Iterator[_Label]:
    """Yield the labels of the control that submits a field, by default the next button."""
    screen = build_screen(shot)
    element = next((e for e in screen.elements if e.box == field.box and e.role == field.role), None)
    if element is None:
        return
    later = [e for e in screen.elements if e.index > element.index]
    submit = FieldActions(screen).of(element) or next(
        (
            e
            for e, following in zip_longest(later, later[1:])
            if e.role == "button" and not _precedes_field(e, following)
        ),
        None,
    )
    if submit is not None:
        yield from _context_labels(shot, shot.nodes[submit.index])


def _precedes_field(button: Element, following: Element | None) -> bool:
    """Check whether a small button stands in front of another field, as one that removes a tag does."""
    is_small = max(button.box.width, button.box.height) <= MAX_TAG_BUTTON_PX
    if following is None or not is_small or not _takes_text(following):
        return False
    return button.box.top < following.box.center.y < button.box.bottom


def _focused(shot: Shot, target: Node | Point | None) -> tuple[Node, ...]:
    """Return the nodes that receive a key press: the target, or the focused nodes."""
    if isinstance(target, Node):
        return (target,)
    if isinstance(target, Point):
        return tuple(node for node in shot.nodes if node.box.contains(target) and _activates(node))
    return tuple(node for node in shot.nodes if node.has("focused"))


def _labels_at(shot: Shot, target: Node | Point) -> Iterator[_Label]:
    """Yield the labels of a target, or of the uncovered controls at a point.

    A target read from the screenshot is clicked at its center, so its own label counts and those at the
    center.
    """
    if isinstance(target, Node) and target.seen_by != "tree":
        yield from _context_labels(shot, target)
        target = target.box.center
    if isinstance(target, Node):
        if _activates(target):
            yield from _context_labels(shot, target)
        return
    for node in shot.nodes:
        if node.box.contains(target) and not node.has("covered") and _activates(node):
            yield from _context_labels(shot, node)


def _context_labels(shot: Shot, node: Node) -> Iterator[_Label]:
    """Yield a control's label, and its dialog's texts if the label only expresses consent."""
    label = _label(node)
    yield _Label(label, refuses_cookies(label, node, nodes=shot.nodes))
    if is_consent(label):
        yield from (_Label(f"{label}: {text}") for text in _dialog_texts(shot, node))


def _dialog_texts(shot: Shot, node: Node) -> Iterator[str]:
    """Yield the texts of the dialogs around a node, without the labels of controls that are not checked."""
    indices = [i for i, each in enumerate(shot.nodes) if each.box == node.box and each.name == node.name]
    for index in indices:
        for dialog in ancestors(shot.nodes[index], shot.nodes):
            if shot.nodes[dialog].role in DIALOG_ROLES:
                inside = (n for i, n in enumerate(shot.nodes) if dialog in (i, *ancestors(n, shot.nodes)))
                yield from (each.name for each in inside if each.name and not _is_unused(each, shot))


def _is_unused(node: Node, shot: Shot) -> bool:
    """Check whether a node is, or is in, a control that says nothing of what another control does."""
    parts = (node, *(shot.nodes[index] for index in ancestors(node, shot.nodes)))
    return any(each.role in CONTROL_ROLES and not each.has("checked") for each in parts)


def _label(node: Node) -> str:
    """Return the label of a control, "" if its text is too long for one."""
    value = _without_titles(node.value) if node.role == "link" else node.value
    label = f"{node.name} {value}".strip() or node.clue
    return label if node.role == "button" or len(label.split()) <= MAX_COMMAND_WORDS else ""


def _without_titles(address: str) -> str:
    """Return an address without the values of its query that have several words, such as a title."""
    place, mark, query = address.partition("?")
    pairs = (pair.partition("=") for pair in query.split("&"))
    kept = (f"{name}{equals}{'' if _SPACE.search(value) else value}" for name, equals, value in pairs)
    return place + mark + "&".join(kept)


def _takes_text(node: Node) -> bool:
    return node.role in ENTRY_ROLES or node.has("editable")


def _activates(node: Node) -> bool:
    return is_control(node) and not _takes_text(node)
