"""Parser for `uiautomator dump` output that tolerates invalid characters in displayed text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias
from xml.parsers import expat  # documents with entities or a DOCTYPE are rejected before parsing

import msgspec

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom in touch pixels, from the upper left corner of the screen."""

_DOCUMENT = re.compile(r"<hierarchy\b.*</hierarchy>", re.DOTALL)
_DOCUMENT_START = re.compile(r"<hierarchy\b[^>]*?(/?)>")
_ERROR_LINE = re.compile(r"^\s*(?:ERROR:|Error:|java\.|Killed|.*Exception).*", re.MULTILINE)
_SCREEN_ERROR = re.compile(r"null root node|idle state")
_REFERENCE = re.compile(r"&(?:#(?:x([0-9A-Fa-f]+)|([0-9]+));|(?!(?:amp|lt|gt|quot|apos);))")
_INVALID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_INDEX = re.compile(r"\d{1,6}")
_MARKUP_CHARACTERS = frozenset("&<>\"'\t\n\r")
_MAX_CODE_POINT = 0x10FFFF
_MAX_REFERENCE_DIGITS = 8
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


class BadHierarchy(Exception):
    """Raised when a dump contains no complete view hierarchy.

    The message describes the output. `is_output_problem` is True if the cause may be the output target (a
    file or the terminal), so that the other target may work.
    """

    def __init__(self, message: str, *, is_output_problem: bool = False) -> None:
        """Store the message and the kind of problem."""
        super().__init__(message)
        self.is_output_problem = is_output_problem


class View(msgspec.Struct, frozen=True, gc=False):
    """View in an Android view hierarchy, with its text, flags and bounds.

    `parent` is the index of the enclosing view, -1 for a root. `child_index` is the position of the view
    among all children of its parent, including the invisible children that the dump omits. `class_name` is
    the last part of the Java class name.
    """

    parent: int
    child_index: int
    class_name: str
    text: str
    content_desc: str
    resource_id: str
    hint: str
    flags: str
    bounds: Bounds

    def has(self, flag: str) -> bool:
        """Return True if a flag such as "checked" or "clickable" is set."""
        return f" {flag} " in self.flags


class ViewHierarchy(msgspec.Struct, frozen=True):
    """View hierarchy of a window, stored as a sequence of views in pre-order.

    `rotation` is the rotation of the screen in quarter turns, `package` that of the outermost view.
    """

    views: tuple[View, ...]
    rotation: int = 0
    package: str = ""


def parse_hierarchy(dump: bytes) -> ViewHierarchy:
    """Parse `uiautomator dump` output into a view hierarchy.

    Raises:
        BadHierarchy: the output contains no complete view hierarchy.
    """
    reader = _HierarchyReader()
    text = clean_xml(_extract_document(dump.decode("utf-8", "replace")))
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.open
    parser.EndElementHandler = reader.close
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise BadHierarchy(f"the view hierarchy is not valid XML: {error}") from error
    return ViewHierarchy(tuple(reader.views), reader.rotation, reader.package)


def clean_xml(text: str) -> str:
    """Remove characters that are invalid in XML and escape stray ampersands."""
    if "&" in text:
        text = _REFERENCE.sub(_resolve_reference, text)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _INVALID.sub("", text)


def _extract_document(text: str) -> str:
    """Extract the XML document from the output of `uiautomator dump`.

    A DOCTYPE or entity declaration, which can only precede the document, is rejected.
    """
    document = _DOCUMENT.search(text)
    if document:
        if "<!DOCTYPE" in text[: document.start()] or "<!ENTITY" in text[: document.start()]:
            raise BadHierarchy(
                "the view hierarchy declares a document type or entities, which uiautomator never writes"
            )
        return document.group()
    start = _DOCUMENT_START.search(text)
    if start and start.group(1):
        raise BadHierarchy("the view hierarchy is empty")
    if start:
        raise BadHierarchy(f"the view hierarchy is truncated after {len(text)} characters")
    error = _ERROR_LINE.search(text)
    output = " ".join((error.group() if error else text).split())[:200]
    raise BadHierarchy(
        f"the phone provided no view hierarchy: {output or 'no output'}",
        is_output_problem=not _SCREEN_ERROR.search(text),
    )


def _resolve_reference(match: re.Match[str]) -> str:
    """Return the character of a numeric reference ("" if out of range); escape a stray ampersand.

    Surrogate halves are returned unchanged and joined afterwards.
    """
    if not (match[1] or match[2]):
        return "&amp;"
    digits = match[1] or match[2]
    is_short = len(digits) <= _MAX_REFERENCE_DIGITS
    code_point = int(digits, 16 if match[1] else 10) if is_short else _MAX_CODE_POINT + 1
    if code_point > _MAX_CODE_POINT:
        return ""
    character = chr(code_point)
    return f"&#{code_point};" if character in _MARKUP_CHARACTERS else character


class _HierarchyReader:
    """Handler of expat events that collects the views."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.rotation = 0
        self.package = ""
        self._open_tags: list[int] = []

    def open(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "hierarchy":
            rotation = attributes.get("rotation", "0")
            self.rotation = int(rotation) % 4 if rotation.isdecimal() and len(rotation) < 3 else 0  # noqa: PLR2004
            return
        if tag == "node":
            self.package = self.package or attributes.get("package", "")
            parent = next((index for index in reversed(self._open_tags) if index >= 0), -1)
            self.views.append(_build_view(attributes, parent=parent))
        self._open_tags.append(len(self.views) - 1 if tag == "node" else -1)

    def close(self, tag: str) -> None:
        if tag != "hierarchy" and self._open_tags:
            self._open_tags.pop()


def _build_view(attributes: Mapping[str, str], *, parent: int) -> View:
    flags = " ".join(flag for flag in _FLAGS if attributes.get(flag) == "true")
    if attributes.get("enabled") == "false":
        flags += " disabled"
    index = attributes.get("index", "")
    return View(
        parent,
        int(index) if _INDEX.fullmatch(index) else 0,
        attributes.get("class", "").rpartition(".")[2],
        attributes.get("text", ""),
        attributes.get("content-desc", ""),
        attributes.get("resource-id", ""),
        attributes.get("hint", ""),
        f" {flags} ",
        _parse_bounds(attributes.get("bounds", "")),
    )


def _parse_bounds(text: str) -> Bounds:
    """Parse bounds such as "[0,75][1080,222]"; returns empty bounds for anything else."""
    match = _BOUNDS.fullmatch(text)
    if not match:
        return (0.0, 0.0, 0.0, 0.0)
    left, top, right, bottom = (float(part) for part in match.groups())
    return (left, top, right, bottom)
