"""Short addresses to show beside the ambiguous names of links."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import SplitResult, urljoin, urlsplit

import msgspec

from onscreen.perceive.node_text import plain, truncate
from onscreen.types import Element, Screen

TARGET_CHARS = 48
"""Longest target of a link, in characters."""

MAX_TOKEN_CHARS = 24
"""Longer values in the query of an address are taken for tokens and replaced by an ellipsis."""

_SCHEMES = frozenset(("http", "https", "file"))
_LONG_VALUE = re.compile(rf"=[^&]{{{MAX_TOKEN_CHARS + 1},}}")
_WORD = re.compile(r"[^\W_]+")
_FILE_TYPES = frozenset(("asp", "aspx", "cgi", "htm", "html", "jsp", "php"))


class _Target(msgspec.Struct, frozen=True):
    """Target of a link: shortened address, path, query, and whether it is internal."""

    text: str
    path: str
    query: str
    is_own_site: bool


def link_targets(screen: Screen) -> Mapping[int, str]:
    """Map the marks of links with an ambiguous name to their shortened addresses.

    A name is ambiguous if it is empty, if another link with the same name has another target, or if the
    target is on the same site and contains an identifier: a number, or more words beside those of the name,
    as in "/page?id=trips:fog_lake" for the name "fog_lake". Left out are links within the page, scripts, and
    targets all of whose words are in the name.
    """
    links = [(e, target) for e in screen.elements if (target := _target_of(e, screen.shot.address))]
    known = set(_words(screen.shot.address)) | _FILE_TYPES
    found: dict[int, str] = {}
    for group in _by_name(links):
        is_shared = len({target.text for _, target in group}) > 1
        for link, target in group:
            is_unclear = is_shared or not link.name.strip() or _has_identifier(target, link.name, known=known)
            if is_unclear and not set(_words(target.text)) <= set(_words(link.name)):
                found[link.mark] = target.text
    return found


def _by_name(links: Iterable[tuple[Element, _Target]]) -> Iterable[list[tuple[Element, _Target]]]:
    groups: dict[str, list[tuple[Element, _Target]]] = defaultdict(list)
    for link, target in links:
        groups[plain(link.name).casefold()].append((link, target))
    return groups.values()


def _target_of(element: Element, page: str) -> _Target | None:
    """Return the target of a link; returns None for links within the page and other elements."""
    if element.role != "link" or not element.value:
        return None
    try:
        here, there = urlsplit(page), urlsplit(urljoin(page, element.value.strip()))
    except ValueError:
        return None
    if there.scheme not in _SCHEMES or (there.path, there.query) == (here.path, here.query):
        return None
    is_own_site = (here.scheme, here.netloc) == (there.scheme, there.netloc)
    text = truncate(plain(_shorten(here, there, is_own_site=is_own_site)), TARGET_CHARS)
    return _Target(text, there.path, there.query, is_own_site)


def _shorten(here: SplitResult, there: SplitResult, *, is_own_site: bool) -> str:
    """Return an address relative to the page, without tokens and user name."""
    query = f"?{_LONG_VALUE.sub('=…', there.query)}" if there.query else ""
    path = "" if is_own_site and there.path == here.path else there.path
    return f"{'' if is_own_site else there.hostname or ''}{path}{query}"


def _has_identifier(target: _Target, name: str, *, known: set[str]) -> bool:
    """Check whether a target on the same site contains an identifier that the name lacks.

    An identifier is a number, or words beside those of the name. Targets that are too long to be shown
    completely do not count, since a reader could not use them.
    """
    if not target.is_own_site or target.text.endswith("…"):
        return False
    own = set(_words(name))
    last = _words(target.path.rstrip("/").rpartition("/")[2])
    if any(character.isdigit() for word in last if word not in own for character in word):
        return True
    return any(own & set(words) and not set(words) <= own | known for words in _values(target))


def _values(target: _Target) -> Iterator[list[str]]:
    """Yield the words of the last path segment and of each value in the query."""
    yield _words(target.path.rstrip("/").rpartition("/")[2])
    for pair in target.query.split("&"):
        yield _words(pair.partition("=")[2])


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
