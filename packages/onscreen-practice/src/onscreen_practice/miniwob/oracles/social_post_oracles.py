"""Oracles of MiniWoB++ for a stream of posts: buttons of one post, of all or some by one user."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.types import Action, Click, Element, Scroll
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, submit
from onscreen_practice.miniwob.oracles.scroll_list_reader import in_clue, scrolled

_USER = re.compile(r"@[^\s,]+")
_COUNT = re.compile(r"on (\d+) post")
_OF_MENU = re.compile(r"(?:Mute|Block) (@\S+)")
_ICONS = ("reply", "retweet", "like", "share", "more")
_ENTRIES: Mapping[str, str] = {
    "Share via DM": "share",
    "Copy link to Tweet": "copy",
    "Embed Tweet": "embed",
    "Mute": "menu user",
    "Block": "block user",
    "Report": "report",
}
_POST_HEIGHT = 55.0


def one(sight: Sight) -> Action | None:
    """Click the icon of the user's post, or open its menu and click the entry there."""
    user, wanted = _user(sight), sight.quoted[0]
    if wanted.casefold() in _ICONS:
        return click(next(iter(_icons(sight, user, kind=wanted.casefold())), None)) or scrolled(sight)
    if _menu_of(sight) == user:
        entries = sight.of_role("listitem")
        return click(next((e for e in entries if in_clue(e, _ENTRIES[wanted])), None)) or scrolled(sight)
    return click(next(iter(_icons(sight, user, kind="more")), None)) or scrolled(sight)


def all_by(sight: Sight) -> Action | None:
    """Go down the posts: switch on what is asked for, switch off all else, submit at the end."""
    wanted = _wanted(sight)
    off = next((e for e in wanted if not _is_on(e)), None)
    return _whose(sight) or click(_wrong(sight, wanted)) or click(off) or submit(sight) or _down(sight)


def some_by(sight: Sight) -> Action | None:
    """Go down the posts: switch on as many as are asked for, from the top, submit at the end."""
    wanted, said = _wanted(sight), _COUNT.search(sight.asked)
    missing = (int(said.group(1)) if said else 1) - _so_far(sight, wanted)
    fit = next((e for e in wanted if _is_on(e) != (missing > 0)), None)
    wrong, unsure = _wrong(sight, wanted), _whose(sight)
    if unsure:
        return unsure
    if wrong or (missing and fit):
        return click(wrong or fit)
    if missing:
        return scrolled(sight)
    return submit(sight) or _down(sight)


def _so_far(sight: Sight, wanted: Sequence[Element]) -> int:
    """How many are on: those in sight, or as many as were clicked on and not off again."""
    kind = sight.quoted[0].casefold()
    clicked = [a.target for a in sight.done if isinstance(a, Click) and isinstance(a.target, Element)]
    turned = sum(-1 if _is_on(e) else 1 for e in clicked if in_clue(e, kind))
    return max(turned, sum(_is_on(e) for e in wanted))


def _wanted(sight: Sight) -> tuple[Element, ...]:
    return _icons(sight, _user(sight), kind=sight.quoted[0].casefold())


def _wrong(sight: Sight, wanted: Sequence[Element]) -> Element | None:
    on, kind = (e for e in sight.screen.elements if _is_on(e)), sight.quoted[0].casefold()
    return next((e for e in on if e not in wanted and (_owner(sight, e) or not in_clue(e, kind))), None)


def _whose(sight: Sight) -> Action | None:
    """Scroll up to see whose post the icon last clicked is in, if the name is out of sight."""
    clicked = [a.target for a in sight.done[-1:] if isinstance(a, Click) and isinstance(a.target, Element)]
    unowned = [e for e in sight.screen.elements if e.has("clickable") and not _owner(sight, e)]
    is_unsure = any(e.locator == t.locator for e in unowned for t in clicked)
    box = next((e for e in sight.screen.elements if e.has("scrollable")), None)
    return Scroll("up", target=box) if is_unsure else None


def _icons(sight: Sight, user: str, *, kind: str) -> tuple[Element, ...]:
    of_kind = (e for e in sight.screen.elements if in_clue(e, kind))
    return tuple(e for e in of_kind if _owner(sight, e) == user)


def _owner(sight: Sight, icon: Element) -> str:
    """Who wrote the post that the icon stands in; "" where the name is out of sight."""
    names = (e for e in sight.of_role("text") if e.name.startswith("@"))
    above = [(e.box.top, e.name) for e in names if 0 < icon.box.top - e.box.top < _POST_HEIGHT]
    return max(above, default=(0.0, ""))[1]


def _is_on(icon: Element) -> bool:
    return in_clue(icon, "active")


def _menu_of(sight: Sight) -> str:
    return next((said.group(1) for e in sight.screen.elements if (said := _OF_MENU.search(e.name))), "")


def _user(sight: Sight) -> str:
    said = _USER.search(sight.asked)
    return said.group() if said else ""


def _down(sight: Sight) -> Action | None:
    return Scroll("down", target=next((e for e in sight.screen.elements if e.has("scrollable")), None))


ORACLES: Mapping[str, Oracle] = {
    "social-media": one,
    "social-media-all": all_by,
    "social-media-some": some_by,
}
