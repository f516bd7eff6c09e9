"""Signatures for recognizing screens whose content has changed.

A signature consists of a label (address, title and selected tab) and of structural features: roles and
stable ids. A repeated structure counts once, so that a list has the same features at any length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

import msgspec

from onscreen.perceive.element_kinds import is_actionable, kind_of
from onscreen.perceive.element_queries import ancestors
from onscreen.types import Element, Node, Screen, Shot

MAX_NAME_CHARS = 60
MAX_STATIC_WORDS = 3
"""Longest name of a control, in words, that counts as a structural feature; longer text is content."""
MENU_ITEMS = 3
"""Number of items whose names replace the title of a menu without one."""

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\w)(?=[a-f]*\d)[0-9a-f]{6,}(?!\w)|\d+")
"""Pattern of an identifier of content: a UUID, the hash of a version, or digits."""
_ANDROID_ID = re.compile(r"[\w.]+:id/([\w.]+)")
_DOM_ID = re.compile(r"(?:\|\w+ )?#([A-Za-z][\w-]*)")
_GENERATED_ID = re.compile(r"\d{3}|[0-9a-f]{8}")


class ScreenSignature(msgspec.Struct, frozen=True):
    """Signature of a screen.

    `label` combines address, title and selected tab without digits and hashes. `title` is the title as shown,
    "" if the screen has none. `features` are sorted.
    """

    label: str
    title: str
    features: tuple[str, ...]


def sign(shot: Shot) -> ScreenSignature:
    """Compute the signature of a shot."""
    title = _title(shot)
    tab = " ".join(node.name for node in shot.nodes if node.role == "tab" and node.has("selected"))
    label = "|".join((_place(shot.address), _plain(title), _plain(tab)))
    return ScreenSignature(label, title, tuple(sorted(set(_features(shot)))))


def frame(label: str) -> tuple[str, str]:
    """Return the address and the selected tab of a label, without the title, which may be out of view."""
    place, _, rest = label.partition("|")
    return place, rest.rpartition("|")[2]


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """Compute the overlap coefficient of two sets of features, from 0 to 1.

    The coefficient is the share of the smaller set that the larger one contains; it is 1 for two empty sets.
    """
    smaller = min(len(set(one)), len(set(other)))
    return len(set(one) & set(other)) / smaller if smaller else float(not one and not other)


def stable_id(node: Node) -> str:
    """Return the Android resource id or DOM id of a node, or "" if it looks generated or is missing."""
    match = _ANDROID_ID.fullmatch(node.locator) or _DOM_ID.fullmatch(node.locator)
    return match[1] if match and not _GENERATED_ID.search(match[1]) else ""


def group_key(node: Node, nodes: Sequence[Node]) -> str:
    """Return a key shared by all nodes of a repeated structure, such as the rows of a list.

    The key consists of the roles from the nearest ancestor with a stable id to the node.
    """
    parts: list[str] = []
    current: Node | None = node
    while current is not None:
        identifier = stable_id(current)
        parts.append(f"{identifier}:{current.role}" if identifier else current.role)
        current = None if identifier or current.parent is None else nodes[current.parent]
    return ">".join(reversed(parts))


def control_key(node: Node, nodes: Sequence[Node]) -> str:
    """Return a key that identifies a control on later visits to its screen.

    A control with a stable id is identified by its id, any other by its group and its name without digits and
    hashes.
    """
    group = group_key(node, nodes)
    return group if stable_id(node) else f"{group} {_plain(node.name or node.clue)}".strip()


def find_controls(key: str, screen: Screen) -> tuple[Element, ...]:
    """Find all elements with a control key, such as the rows of a list whose names differ in digits only."""
    return tuple(e for e in screen.elements if control_key(e, screen.shot.nodes) == key)


def find_control(key: str, screen: Screen) -> Element | None:
    """Find the element with a control key; of several, preferably a checked or selected one.

    Returns None if the screen has no such control.
    """
    found = find_controls(key, screen)
    chosen = (element for element in found if element.has("checked") or element.has("selected"))
    return next(chosen, found[0] if found else None)


def _features(shot: Shot) -> list[str]:
    """List the structural features: the groups of all nodes, and the short names of single controls."""
    nodes = [node for node in shot.nodes if node.seen_by == "tree"]
    dialog = next((i for i, node in enumerate(nodes) if node.role in {"dialog", "alertdialog"}), None)
    prefix = "dialog " if dialog is not None or shot.dialog else ""
    groups = [group_key(node, shot.nodes) for node in nodes]
    single = {group for group in groups if groups.count(group) == 1}
    names = [
        f"{group} {_plain(node.name)}"
        for node, group in zip(nodes, groups, strict=True)
        if group in single and not stable_id(node) and kind_of(node) == "action" and _is_static(node.name)
    ]
    return [prefix + feature for feature in (*groups, *names)]


def _is_static(name: str) -> bool:
    return 0 < len(name.split()) <= MAX_STATIC_WORDS and not _DIGITS.search(name)


def _title(shot: Shot) -> str:
    """Return the title of the dialog in front, the first heading, or the name of the page.

    The first heading of the main part takes precedence over that of a header, which often names the site. The
    title of a menu in an application without a title consists of its first items.
    """
    if shot.dialog:
        return shot.dialog.message[:MAX_NAME_CHARS]
    dialogs = [node for node in shot.nodes if node.role in {"dialog", "alertdialog"} and node.name]
    headings = [node for node in shot.nodes if node.role == "heading" and node.name]
    main = [n for n in headings if any(shot.nodes[i].role == "main" for i in ancestors(n, shot.nodes))]
    if found := dialogs or main or headings:
        return " ".join(found[0].name.split())[:MAX_NAME_CHARS]
    if "://" in shot.address:
        return shot.app[:MAX_NAME_CHARS]
    names = [node.name for node in shot.nodes if node.name and is_actionable(node)]
    return ", ".join(names[:MENU_ITEMS])[:MAX_NAME_CHARS]


def _place(address: str) -> str:
    """Return an address without digits, hashes and query values.

    A fragment is kept if it is a path.
    """
    parts = urlsplit(address)
    fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    names = sorted(
        {name for name, _ in parse_qsl(parts.query, keep_blank_values=True) if name.isidentifier()}
    )
    query = f"?{'&'.join(names)}" if names else ""
    return _NUMBER.sub("#", f"{parts.netloc}{parts.path}{query}{'#' * bool(fragment)}{fragment}")


def _plain(text: str) -> str:
    return _NUMBER.sub("#", " ".join(text.casefold().split()))[:MAX_NAME_CHARS]
