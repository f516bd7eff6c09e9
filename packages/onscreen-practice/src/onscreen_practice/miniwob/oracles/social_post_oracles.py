"""Scripted solvers for MiniWoB++ tasks on a feed of social media posts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.perceive.element_kinds import is_actionable
from onscreen.types import Action, Click, Element, Scroll
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView
from onscreen_practice.miniwob.oracles.scroll_list_search import has_clue_words, scroll_list

_USER = re.compile(r"@[^\s,]+")
_POST_COUNT = re.compile(r"on (\d+) post")
_MENU_USER = re.compile(r"(?:Mute|Block) (@\S+)")
_ICONS = ("reply", "retweet", "like", "share", "more")
_POST_HEIGHT_PX = 55.0
_MENU_GAP_PX = 10.0


def social_media(view: OracleView) -> Action | None:
    """Choose the next action for the task `social-media`: click a button or menu entry of a post.

    The post is the one by the requested user.
    """
    user, entry = _requested_user(view), view.quoted_texts[0]
    if entry.casefold() in _ICONS:
        return click_on(next(iter(_find_icons(view, user, kind=entry.casefold())), None)) or scroll_list(view)
    if _open_menu_user(view) == user:
        entries = view.find_by_role("listitem")
        return click_on(next((e for e in entries if e.name.startswith(entry)), None)) or scroll_list(view)
    return click_on(next(iter(_find_icons(view, user, kind="more")), None)) or scroll_list(view)


def social_media_all(view: OracleView) -> Action | None:
    """Choose the next action for `social-media-all`: activate a button on all posts by a user.

    Buttons that were not requested are deactivated. The answer is then submitted.
    """
    icons = _requested_icons(view)
    inactive = next((e for e in icons if not _is_active(e)), None)
    return (
        _scroll_to_owner(view)
        or click_on(_find_wrong_icon(view, icons))
        or click_on(inactive)
        or click_submit(view)
        or _scroll_down(view)
    )


def social_media_some(view: OracleView) -> Action | None:
    """Choose the next action for `social-media-some`: activate a button on a user's first posts.

    The instruction gives the number of posts. The answer is then submitted.
    """
    icons, match = _requested_icons(view), _POST_COUNT.search(view.instruction)
    missing_count = (int(match.group(1)) if match else 1) - _count_active(view, icons)
    next_icon = next((e for e in icons if _is_active(e) != (missing_count > 0)), None)
    wrong_icon, scroll = _find_wrong_icon(view, icons), _scroll_to_owner(view)
    if scroll:
        return scroll
    if wrong_icon or (missing_count and next_icon):
        return click_on(wrong_icon or next_icon)
    if missing_count:
        return scroll_list(view)
    return click_submit(view) or _scroll_down(view)


def _count_active(view: OracleView, icons: Sequence[Element]) -> int:
    """Return the number of active buttons of a user's posts, including those scrolled out of view.

    The result is the number of visible active buttons, or of activations minus deactivations so far,
    whichever is larger.
    """
    kind = view.quoted_texts[0].casefold()
    clicked = [a.target for a in view.history if isinstance(a, Click) and isinstance(a.target, Element)]
    toggled = sum(-1 if _is_active(e) else 1 for e in clicked if has_clue_words(e, kind))
    return max(toggled, sum(_is_active(e) for e in icons))


def _requested_icons(view: OracleView) -> tuple[Element, ...]:
    return _find_icons(view, _requested_user(view), kind=view.quoted_texts[0].casefold())


def _find_wrong_icon(view: OracleView, icons: Sequence[Element]) -> Element | None:
    active, kind = (e for e in view.screen.elements if _is_active(e)), view.quoted_texts[0].casefold()
    return next(
        (e for e in active if e not in icons and (_post_author(view, e) or not has_clue_words(e, kind))), None
    )


def _scroll_to_owner(view: OracleView) -> Action | None:
    """Scroll up if the author of the post whose icon was last clicked is not visible.

    Returns None if the author is visible.
    """
    clicked = [a.target for a in view.history[-1:] if isinstance(a, Click) and isinstance(a.target, Element)]
    authorless = [e for e in view.screen.elements if is_actionable(e) and not _post_author(view, e)]
    is_unsure = any(e.locator == t.locator for e in authorless for t in clicked)
    scroll_area = next((e for e in view.screen.elements if e.has("scrollable")), None)
    return Scroll("up", target=scroll_area) if is_unsure else None


def _find_icons(view: OracleView, user: str, *, kind: str) -> tuple[Element, ...]:
    of_kind = (e for e in view.screen.elements if has_clue_words(e, kind))
    return tuple(e for e in of_kind if _post_author(view, e) == user)


def _post_author(view: OracleView, icon: Element) -> str:
    """Return the author of the post that contains the icon, or "" if the name is not visible."""
    names = (e for e in view.find_by_role("text") if e.name.startswith("@"))
    above = [(e.box.top, e.name) for e in names if 0 < icon.box.top - e.box.top < _POST_HEIGHT_PX]
    return max(above, default=(0.0, ""))[1]


def _is_active(icon: Element) -> bool:
    return has_clue_words(icon, "active")


def _open_menu_user(view: OracleView) -> str:
    """Return the author of the post whose menu is open, or "" if no menu is open.

    A menu entry names the author. If that entry is not visible, the icon above the menu identifies the post.
    """
    entries = view.find_by_role("listitem")
    named = next((match.group(1) for e in entries if (match := _MENU_USER.search(e.name))), "")
    icons = [e for e in view.screen.elements if has_clue_words(e, "more")]
    opened = (e for e in icons for item in entries[:1] if 0 <= item.box.top - e.box.bottom < _MENU_GAP_PX)
    return named or next((_post_author(view, e) for e in opened), "")


def _requested_user(view: OracleView) -> str:
    match = _USER.search(view.instruction)
    return match.group() if match else ""


def _scroll_down(view: OracleView) -> Action | None:
    return Scroll("down", target=next((e for e in view.screen.elements if e.has("scrollable")), None))


ORACLES: Mapping[str, Oracle] = {
    "social-media": social_media,
    "social-media-all": social_media_all,
    "social-media-some": social_media_some,
}
