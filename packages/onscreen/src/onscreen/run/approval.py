"""Approval policies for actions that look irreversible, such as payments and deletions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from onscreen.perceive.cookie_consent import refuses_cookies
from onscreen.perceive.data_labels import activated_targets, is_table_value
from onscreen.perceive.element_kinds import CONTROL_ROLES, ENTRY_ROLES, TOGGLE_ROLES, is_control
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.irreversible_words import (
    contains_phrase,
    find_irreversible,
    is_consent,
    is_submit,
    plain_letters,
)
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.run.episode_loop import ApprovalPolicy, AskUser
from onscreen.run.requested_label import is_asked_for
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
    Select,
    Shot,
    Swipe,
    Type,
)
from onscreen.types.errors import ActionFailed

YES_ANSWERS = ("y", "yes")
ACTIVATING_KEYS = frozenset({"enter", "numpadenter", "return", "space", " ", "spacebar", "\n", "\r"})
DELETING_KEYS = frozenset({"backspace", "delete", "del"})
TAG_VERBS = frozenset({"clear", "close", "remove"})
"""First words of the names of buttons that remove a tag from a field."""
MAX_TAG_BUTTON_PX = 24
"""Maximum width and height of a button that removes a tag from a field, in pixels."""
MAX_COMMAND_WORDS = 8
"""Maximum number of words in the label of a control other than a button; longer text is content."""
DIALOG_ROLES = frozenset({"alertdialog", "dialog"})


def irreversible_control(episode: Episode, decision: Decision, *, phrases: Sequence[str] = ()) -> str:
    """Return the control label, such as "Delete", that makes an action look irreversible.

    Returns "" if the action looks harmless. Only activating a control counts: a click, a download, a long
    press, a drag or a swipe on it or at a point inside it; choosing an option, except in a closed native
    list; Enter, Space or a typed line break with the focus on it or on a field that it submits; Delete or
    Backspace on a focused item; accepting a dialog. A control that only expresses consent ("OK") counts if
    the dialog around it announces something irreversible; the label then includes the announcement. A control
    that refuses cookies does not count, nor does a checkbox, radio button or tab, a switch with a question,
    or a table value. Labels that contain one of the `phrases` count as well; a final * matches any ending.
    """
    return next((label.text for label in _find_labels(episode, decision, phrases=phrases)), "")


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
    """Describe why an action needs the user's approval; returns "" if no approval is needed.

    The reasons are those of `ask_before_irreversible`.
    """
    return _find_concern(episode, decision, phrases=phrases).text


def refuse_unapproved(episode: Episode, decision: Decision) -> str:
    """Refuse an action that needs the user's approval; for callers that can ask the user themselves."""
    concern = find_concern(episode, decision)
    return f"{concern}, and was not approved" if concern else ""


def refuse_unrequested(phrases: Sequence[str] = ()) -> ApprovalPolicy:
    """Return an approval policy that refuses risky actions that the instruction does not ask for.

    The instruction asks for an irreversible action if one of its requests (`instruction_requests`) has the
    verb of the control's label and all other words of the label except `QUESTION_WORDS`: "Delete my account"
    asks for "Delete account" and "Are you sure you want to delete this account?", but not for "Delete all".
    The dialog around the control must not announce more. If several controls have the same label, only those
    next to something named in the instruction count. Submitting untrusted text and the actions of
    `find_untrusted_flow` always need approval.
    """

    def approve(episode: Episode, decision: Decision) -> str:
        concern = _find_concern(episode, decision, phrases=phrases)
        labels = _find_labels(episode, decision, phrases=phrases)
        named = [(label.name, label.address) for label in labels]
        is_requested = is_asked_for(episode, decision, labels=named)
        if not concern or (is_requested and not concern.flows):
            return ""
        return f"{concern.text}, and the instruction does not ask for exactly this; nobody can approve it"

    return approve


_TITLED = re.compile(
    r"(?:open|view|show|see|edit) (?:[a-z]+-\d+|#\d+|(?:entry|issue|note|page|task|ticket) #?\d+): ",
    re.IGNORECASE,
)
"""Pattern of a label that opens an entry by its number, followed by its title: "Open TASK-4: Pay"."""
_TITLE_VALUE = re.compile(
    r"([?&](?:name|title|q|query|search)=)[^&;#/?+%]+(?:(?:\+|%20)[^&;#/?+%]+)+(?=[&#]|$)", re.IGNORECASE
)
"""Pattern of the title of a page in the query of an address: several words."""
_SENT = re.compile(r"(?:sure|application|order|claim|return|vote|ballot|bid|offer|exam|cannot|not be able)\b")
"""Pattern of texts of a dialog whose "Submit" sends something or cannot be undone."""
_USED_STATES = ("checked", "selected", "pressed", "expanded")


class _Label(msgspec.Struct, frozen=True):
    """Label of a control that an action activates.

    `judged` is the part that describes the effect, and `address` the destination of a link.
    """

    text: str
    judged: str
    address: str = ""
    refuses_cookies: bool = False

    @property
    def name(self) -> str:
        """The label without the address."""
        return self.text.removesuffix(self.address)


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


def _find_labels(episode: Episode, decision: Decision, *, phrases: Sequence[str]) -> Iterator[_Label]:
    """Yield the labels of controls, and texts of dialogs around them, that look irreversible."""
    for label in _activated_labels(episode.last, decision):
        is_phrase = contains_phrase(f"{label.text} {label.address}", phrases)
        if is_phrase or (not label.refuses_cookies and find_irreversible(label.judged)):
            yield label


def _activated_labels(shot: Shot, decision: Decision) -> Iterator[_Label]:
    """Yield the labels of the controls that an action activates."""
    action = decision.action
    if isinstance(action, Answer):
        if action.accept and shot.dialog:
            yield _Label(shot.dialog.message, shot.dialog.message)
    elif isinstance(action, Press):
        yield from _pressed_labels(shot, action)
    elif isinstance(action, Type):
        if "\n" in action.text or "\r" in action.text:
            yield from _entered_labels(shot, _focused(shot, action.target), is_key=False)
    elif isinstance(action, Click | LongPress | Drag | Download):
        for target in activated_targets(action):
            yield from _labels_at(shot, target)
    elif isinstance(action, Swipe):
        yield from _labels_at(shot, action.start)
    elif isinstance(action, Select) and not _is_native(action.target, shot):
        yield from (_Label(option, option) for option in action.options)


def _is_native(target: Element, shot: Shot) -> bool:
    """Check whether a list is native and closed, so that its options have the box of the list."""
    options = (node for node in shot.nodes if node.role == "option" and node.parent == target.index)
    return any(option.box == target.box for option in options)


def _pressed_labels(shot: Shot, action: Press) -> Iterator[_Label]:
    """Yield the labels of the controls that a key press activates.

    Enter and Space activate the focused control, or the control that submits the focused field. Delete and
    Backspace activate a focused item, with the label "Delete" before its name.
    """
    last = action.keys.rpartition("+")[2].strip()
    key = action.keys if action.keys in {" ", "+"} else last.casefold()
    focused = _focused(shot, action.target)
    if key in ACTIVATING_KEYS:
        yield from _entered_labels(shot, focused, is_key=True)
    elif key in DELETING_KEYS:
        names = [f"Delete {_label(node)}".strip() for node in focused if not _takes_text(node)]
        yield from (_Label(name, name) for name in names)


def _entered_labels(shot: Shot, focused: Sequence[Node], *, is_key: bool) -> Iterator[_Label]:
    """Yield the labels of the controls that Enter or a typed line break activates.

    A line break typed into a multi-line field activates none, and in an open list it chooses an option.
    `is_key` is True for a key press.
    """
    for node in focused:
        if not _takes_text(node):
            yield from _context_labels(shot, node)
        elif node.role == "combobox" and _shows_options(shot, node):
            continue
        elif is_key or not node.has("multiline"):
            yield from _submit_labels(shot, node)


def _shows_options(shot: Shot, field: Node) -> bool:
    """Check whether the list of a combo box is open and one of its options is about to be chosen."""
    options = (node for node in shot.nodes if node.role == "option" and not node.has("covered"))
    return field.has("expanded") and any(node.has("focused") or node.has("selected") for node in options)


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
            if e.role == "button" and not (e.box.top >= element.box.bottom and _precedes_field(e, following))
        ),
        None,
    )
    if submit is not None:
        yield from _context_labels(shot, shot.nodes[submit.index])


def _precedes_field(button: Element, following: Element | None) -> bool:
    """Check whether a small button precedes another field, such as a button that removes a tag."""
    is_small = max(button.box.width, button.box.height) <= MAX_TAG_BUTTON_PX
    removes = not TAG_VERBS.isdisjoint(plain_letters(button.name).split()[:1])
    if following is None or not (is_small and removes) or not _takes_text(following):
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
    """Yield a control's label, and the texts of its dialog if the label only expresses consent.

    If the label contains the title of an entry, only the verb before the title is judged. For "Submit" in a
    dialog, only the texts of the dialog are judged, because every form may have such a button. Labels of
    `TOGGLE_ROLES` and table values are not judged.
    """
    label, address = _label(node), _address(node)
    titled = _TITLED.match(label)
    is_state = node.role in TOGGLE_ROLES or (node.role == "switch" and label.endswith("?"))
    is_judged = not is_state and not is_table_value(node, shot.nodes)
    judged = f"{titled.group()} {address}" if titled else label * is_judged
    yield _Label(label, judged, address, refuses_cookies(label, node, nodes=shot.nodes))
    if is_consent(judged):
        for text, is_unused in _dialog_texts(shot, node):
            announced, is_short = (
                f"{label}: {text}",
                is_submit(label) and not _SENT.search(plain_letters(text)),
            )
            if not (is_short and is_unused):
                yield _Label(announced, text if is_short else announced)


def _dialog_texts(shot: Shot, node: Node) -> Iterator[tuple[str, bool]]:
    """Yield the texts of the dialogs around a node, and whether each belongs to an unused control."""
    same = [each for each in shot.nodes if each.box == node.box and each.name == node.name]
    around = dict.fromkeys(index for each in same for index in ancestors(each, shot.nodes))
    above = [(index, *ancestors(each, shot.nodes)) for index, each in enumerate(shot.nodes)]
    for dialog in (index for index in around if shot.nodes[index].role in DIALOG_ROLES):
        for parts in (each for each in above if dialog in each):
            text = shot.nodes[parts[0]].name
            if text:
                yield text, _is_unused([shot.nodes[part] for part in parts if part > dialog])


def _is_unused(parts: Sequence[Node]) -> bool:
    """Check whether a node, given with its ancestors in the dialog, belongs to an unused control."""
    is_used = any(part.has(state) for part in parts for state in _USED_STATES)
    return not is_used and any(part.role in CONTROL_ROLES for part in parts)


def _label(node: Node) -> str:
    """Return the label of a control, "" if its text is too long for one."""
    value = _address(node) if node.role == "link" else node.value
    label = f"{node.name} {value}".strip() or node.clue
    return label if node.role == "button" or len(label.split()) <= MAX_COMMAND_WORDS else ""


def _address(node: Node) -> str:
    """Return the address of a link, without the titles of pages; "" for other nodes."""
    return _TITLE_VALUE.sub(r"\1", node.value) if node.role == "link" else ""


def _takes_text(node: Node) -> bool:
    return node.role in ENTRY_ROLES or node.has("editable")


def _activates(node: Node) -> bool:
    return is_control(node) and not _takes_text(node)
