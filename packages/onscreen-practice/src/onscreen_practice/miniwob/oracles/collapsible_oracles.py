"""Scripted solvers for MiniWoB++ tasks with hidden content, such as tabs and nested menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from onscreen.types import Action, Element, Hover, Wait
from onscreen_practice.miniwob.oracles.click_oracles import click_quoted_link
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView


def click_collapsible(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-collapsible`: expand the section and submit.

    Also solves `click-collapsible-nodelay`.
    """
    collapsed = next(
        (e for e in _find_sections(view) if e.name.startswith("Section") and not _is_expanded(e)), None
    )
    return click_on(collapsed) or click_submit(view)


def click_link_in_sections(view: OracleView) -> Action | None:
    """Choose the next action for `click-collapsible-2*` and `click-tab-2*`: click the quoted link.

    If the link is not visible, the section or tab after the expanded one is opened.
    """
    following = _next_section(_find_sections(view))
    return click_quoted_link(view) or click_on(following and _find_section_link(view, following))


def click_menu(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-menu`: click the last entry of a menu path.

    Entries with a submenu are hovered, because a click would choose them. Until the last entry is visible,
    the deepest visible entry of the path is hovered.
    """
    path = view.instruction.removeprefix("Select ").split(">")
    target = find_exact_name(view, path[-1], "menuitem")
    visible = (find_exact_name(view, name, "menuitem") for name in reversed(path))
    deepest = next((e for e in visible if e), None)
    return click_on(target) or (Hover(deepest) if deepest else None)


def click_pie(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `click-pie*`: click the quoted label in a pie menu.

    The plus in the middle opens the menu after a delay.
    """
    label = find_exact_name(view, view.quoted_texts[0], "text")
    if label and not label.has("covered"):
        return click_on(label)
    return click_on(find_exact_name(view, "+", "text")) or Wait()


def _find_sections(view: OracleView) -> Sequence[Element]:
    return view.find_by_role("tab")


def _find_section_link(view: OracleView, section: Element) -> Element:
    return next((e for e in view.find_by_role("link") if e.parent == section.index), section)


def _is_expanded(section: Element) -> bool:
    return section.has("expanded")


def _next_section(sections: Sequence[Element]) -> Element | None:
    following = (later for section, later in pairwise(sections) if _is_expanded(section))
    return next(following, sections[0] if sections else None)


ORACLES: Mapping[str, Oracle] = {
    "click-collapsible": click_collapsible,
    "click-collapsible-nodelay": click_collapsible,
    "click-collapsible-2": click_link_in_sections,
    "click-collapsible-2-nodelay": click_link_in_sections,
    "click-tab-2": click_link_in_sections,
    "click-tab-2-easy": click_link_in_sections,
    "click-tab-2-medium": click_link_in_sections,
    "click-tab-2-hard": click_link_in_sections,
    "click-menu": click_menu,
    "click-pie": click_pie,
    "click-pie-nodelay": click_pie,
}
