"""Detection of elements without information: meaningless icons, separators, hidden inputs."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.information_action_field_tree import Iaf
from onscreen.types import Element

ICON_PX = 40.0
"""Largest width and height of an icon, in pixels."""

IMAGE_ROLES = frozenset({"image", "img"})
"""Roles of pictures, which may be icons."""

HOLLOW_ROLES = frozenset({"group", "none", "presentation", "separator"})
"""Roles without information if the element has neither content nor a name."""

PAGE_PART_ROLES = frozenset(
    {
        *("article", "banner", "complementary", "contentinfo", "form", "group", "list", "main"),
        *("navigation", "progressbar", "region", "search", "table", "toolbar"),
    }
)
"""Parts of a page that are uninformative if their content is covered."""

LIST_FIELD_ROLES = frozenset({"combobox", "listbox"})
"""Widgets that often contain an invisible native input."""

GENERIC_WORDS = frozenset(
    (
        "action", "bi", "color", "default", "fa", "fab", "far", "fas", "feather", "fill", "font", "fw",
        "glyphicon", "icon", "icons", "image", "img", "inherit", "inline", "large", "line", "lucide",
        "material", "md", "mdi", "medium", "mui", "outline", "outlined", "path", "primary", "root",
        "rounded", "secondary", "size", "small", "svg", "symbols",
    )
)  # fmt: skip
"""Words in ids and classes of icons that do not describe what the icon shows."""

_MIN_LETTERS = 3
"""Shorter words in ids and classes are assumed to be generated."""


def is_icon(element: Element) -> bool:
    """Check whether an element is a small picture without a name, state or action.

    A shape of a drawing, which has a measured appearance, is not an icon.
    """
    is_image = element.role in IMAGE_ROLES and not element.name and kind_of(element) == "information"
    small = element.box.width <= ICON_PX and element.box.height <= ICON_PX
    return is_image and small and not element.states and element.appearance is None


def icon_meaning(element: Element) -> str:
    """Return the words in ids, classes and file names that describe an icon.

    Returns "" if there are none.
    """
    found = dict.fromkeys(element.attributes.split())
    return " ".join(word for word in found if _is_telling(word))


def _is_telling(word: str) -> bool:
    """Check whether a word is neither generated, nor a prefix of a generic word, nor a kind of icon."""
    if len(word) < _MIN_LETTERS or not word.isalpha() or word.casefold().endswith("icon"):
        return False
    return not any(generic.startswith(word.casefold()) for generic in GENERIC_WORDS)


def is_hollow(item: Iaf, element: Element) -> bool:
    """Check whether an element is a separator or group without name, value, states and content."""
    is_empty = not (element.name or element.value or element.states or item.items)
    return is_empty and element.role in HOLLOW_ROLES and item.kind == "information"


def is_in_background(item: Iaf, element: Element) -> bool:
    """Check whether an element is a part of the page whose entire content is covered, such as by a dialog."""
    if item.kind != "information" or element.role not in PAGE_PART_ROLES or element.has("scrollable"):
        return False
    leaves = _leaves(item)
    return bool(item.items) and all(leaf.has("covered") for leaf in leaves)


def _leaves(item: Iaf) -> Iterator[Element]:
    """Yield the elements without content in a branch."""
    stack = list(item.items)
    while stack:
        inner = stack.pop()
        stack += inner.items
        if not inner.items and inner.element is not None:
            yield inner.element


def is_native_input(element: Element, before: Element | None) -> bool:
    """Check whether an element is the invisible native input of the list widget before it.

    Such an input has no name, and its box is within the box of the widget.
    """
    if before is None or before.role not in LIST_FIELD_ROLES or before.parent != element.parent:
        return False
    is_unnamed_field = kind_of(element) == "field" and not element.name and not element.has("focused")
    a, b = element.box, before.box
    is_within = b.left <= a.left and b.top <= a.top and a.right <= b.right and a.bottom <= b.bottom
    return is_unnamed_field and is_within
