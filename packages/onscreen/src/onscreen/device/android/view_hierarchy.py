"""The text of `uiautomator dump` -> views, whatever an application put into it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat  # entities and document types are refused before it sees a byte

import msgspec

_WHOLE = re.compile(r"<hierarchy\b.*</hierarchy>", re.DOTALL)
_BEGUN = re.compile(r"<hierarchy\b[^>]*?(/?)>")
_ERROR = re.compile(r"^\s*(?:ERROR:|Error:|java\.|Killed|.*Exception).*", re.MULTILINE)
_OF_SCREEN = re.compile(r"null root node|idle state")
_REFERENCE = re.compile(r"&(?:#(?:x([0-9A-Fa-f]+)|([0-9]+));|(?!(?:amp|lt|gt|quot|apos);))")
_INVALID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_SPECIAL = frozenset("&<>\"'\t\n\r")
_LAST_CHARACTER = 0x10FFFF
_FLAGS = (
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
)


class BadTree(Exception):
    """There is no tree in what the phone wrote; the message says what there is instead.

    `is_mute` is the case where it did not complain about the screen itself, so that it may only have been
    unable to write the tree there.
    """

    def __init__(self, message: str, *, is_mute: bool = False) -> None:
        """Say what was found."""
        super().__init__(message)
        self.is_mute = is_mute


class View(msgspec.Struct, frozen=True, gc=False):
    """One view as Android tells of it; `kind` is the last part of its class, `place` in touch pixels."""

    parent: int
    kind: str
    text: str
    described: str
    key: str
    hint: str
    flags: str
    place: tuple[float, float, float, float]

    def has(self, flag: str) -> bool:
        """Whether the flag (checked, clickable, ...) is true of it."""
        return f" {flag} " in self.flags


class Views(msgspec.Struct, frozen=True):
    """All views of a window in pre-order; `rotation` in quarters of a turn, `package` of the outermost."""

    every: tuple[View, ...]
    rotation: int = 0
    package: str = ""


def views_of(dump: bytes) -> Views:
    """Return the views in the output of `uiautomator dump`.

    Raises:
        BadTree: there is none, or only a part of it.
    """
    reader = _Reader()
    text = clean(_whole(dump.decode("utf-8", "replace")))
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.open
    parser.EndElementHandler = reader.close
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise BadTree(f"the tree of the screen is no sound XML: {error}") from error
    return Views(tuple(reader.views), reader.rotation, reader.package)


def clean(text: str) -> str:
    """Return XML without what XML forbids: control characters, halves of characters, stray ampersands."""
    if "&" in text:
        text = _REFERENCE.sub(_referred, text)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _INVALID.sub("", text)


def _whole(text: str) -> str:
    """Return the document from its first tag to its last; an entity could only be declared before it."""
    found = _WHOLE.search(text)
    if found:
        if "<!DOCTYPE" in text[: found.start()] or "<!ENTITY" in text[: found.start()]:
            raise BadTree("the tree of the screen declares a document type or entities, which no phone does")
        return found.group()
    begun = _BEGUN.search(text)
    if begun and begun.group(1):
        raise BadTree("the tree of the screen is empty")
    if begun:
        raise BadTree(f"the tree of the screen breaks off after {len(text)} characters")
    error = _ERROR.search(text)
    told = error.group() if error else text
    said = " ".join(told.split())[:200]
    raise BadTree(
        f"the phone gave no tree of the screen: {said or 'it said nothing'}",
        is_mute=not _OF_SCREEN.search(text),
    )


def _referred(found: re.Match[str]) -> str:
    """Return what a reference by number stands for; halves of a character are joined afterwards."""
    if not (found[1] or found[2]):
        return "&amp;"
    digits = found[1] or found[2]
    number = int(digits, 16 if found[1] else 10) if len(digits) < 9 else _LAST_CHARACTER + 1  # noqa: PLR2004
    if number > _LAST_CHARACTER:
        return ""
    sign = chr(number)
    return f"&#{number};" if sign in _SPECIAL else sign


class _Reader:
    """Takes the tags as the parser meets them."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.rotation = 0
        self.package = ""
        self._open: list[int] = []

    def open(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "hierarchy":
            turned = given.get("rotation", "0")
            self.rotation = int(turned) % 4 if turned.isdecimal() and len(turned) < 3 else 0  # noqa: PLR2004
            return
        if tag == "node":
            self.package = self.package or given.get("package", "")
            self.views.append(_view(given, parent=next((at for at in reversed(self._open) if at >= 0), -1)))
        self._open.append(len(self.views) - 1 if tag == "node" else -1)

    def close(self, tag: str) -> None:
        if tag != "hierarchy" and self._open:
            self._open.pop()


def _view(given: Mapping[str, str], *, parent: int) -> View:
    flags = " ".join(flag for flag in _FLAGS if given.get(flag) == "true")
    if given.get("enabled") == "false":
        flags += " disabled"
    return View(
        parent,
        given.get("class", "").rpartition(".")[2],
        given.get("text", ""),
        given.get("content-desc", ""),
        given.get("resource-id", ""),
        given.get("hint", ""),
        f" {flags} ",
        _place(given.get("bounds", "")),
    )


def _place(bounds: str) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom; no area for what is no place."""
    found = _BOUNDS.fullmatch(bounds)
    if not found:
        return (0.0, 0.0, 0.0, 0.0)
    left, top, right, bottom = (float(part) for part in found.groups())
    return (left, top, right, bottom)
