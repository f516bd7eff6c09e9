"""Playwright locators, as Python expressions, for elements of a recorded screen."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.types import Element, Node, Point, Shot, Target

ARIA_ROLES = frozenset(
    {
        *(
            "alert",
            "alertdialog",
            "article",
            "banner",
            "button",
            "cell",
            "checkbox",
            "columnheader",
            "combobox",
        ),
        *(
            "dialog",
            "figure",
            "form",
            "grid",
            "gridcell",
            "group",
            "heading",
            "img",
            "link",
            "list",
            "listbox",
        ),
        *(
            "listitem",
            "menu",
            "menubar",
            "menuitem",
            "menuitemcheckbox",
            "menuitemradio",
            "meter",
            "navigation",
        ),
        *(
            "option",
            "progressbar",
            "radio",
            "radiogroup",
            "region",
            "row",
            "rowheader",
            "scrollbar",
            "search",
        ),
        *("searchbox", "separator", "slider", "spinbutton", "status", "switch", "tab", "table", "tablist"),
        *("tabpanel", "textbox", "toolbar", "tooltip", "tree", "treegrid", "treeitem"),
    }
)
"""Roles that `get_by_role` accepts and that the web device reports."""


def locator_expression(element: Element, shot: Shot) -> str | None:
    """Return a Playwright locator, as a Python expression, for an element of a recorded screen.

    The element is located by role and name, or by its text. If several nodes of the screen match, the
    expression selects one by its position among them. Returns None for an element without a name or an ARIA
    role.
    """
    if element.role == "text" and element.name:
        finder = f"page.get_by_text({element.name!r}, exact=True)"
    elif element.role == "image" and element.name:
        finder = f"page.get_by_role('img', name={element.name!r}, exact=True)"
    elif element.role in ARIA_ROLES and element.name:
        finder = f"page.get_by_role({element.role!r}, name={element.name!r}, exact=True)"
    else:
        return None
    alike = [index for index, node in enumerate(shot.nodes) if _is_alike(node, element)]
    return finder if len(alike) < 2 else f"{finder}.nth({_position(alike, element.index)})"  # noqa: PLR2004


def point_of(target: Target) -> Point:
    """Return a target that is a point, or the center of an element's box."""
    return target.box.center if isinstance(target, Element) else target


def _is_alike(node: Node, element: Element) -> bool:
    return (node.role, node.name) == (element.role, element.name)


def _position(indices: Sequence[int], index: int) -> int:
    return indices.index(index) if index in indices else 0
