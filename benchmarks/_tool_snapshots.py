"""Elements in the text that tools for agents print of a page, and the search for a target among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

ENTRY_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "input", "textarea", "listbox"})
CLICKED_ROLES = frozenset({"button", "link", "tab", "menuitem", "checkbox", "switch", "radio", "option"})
UNCOVERED = "no longer covered:"
LABEL_DISTANCE = 3
"""Most entries between a label and the field without a name that follows it."""

_YAML = re.compile(r'^\s*- (?P<role>[A-Za-z/]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<rest>.*)$')
_REF = re.compile(r"\bref=(\w+)")
_VALUE = re.compile(r"(?:^|\])\s*: (.*)$")
_MARKED = re.compile(
    r"\[(?P<mark>\d+)\](?: (?P<role>[a-z]+)(?![\w-]))?"
    r'(?: "(?P<name>.*?)"(?=$|[,:;]| \[\d| [a-z=(\u00b7\u2192+]))?'
)


class Entry(NamedTuple):
    """Element of a snapshot: its reference ("" if it has none), role, name, and other text."""

    ref: str
    role: str
    name: str
    text: str = ""


def parse_tree(text: str) -> list[Entry]:
    """Parse the indented tree that Playwright's tools and agent-browser print.

    A control without a name gets the names of what is in it.
    """
    found = [match for line in text.splitlines() if (match := _YAML.match(_unquote(line)))]
    entries = [_tree_entry(match) for match in found]
    indents = [len(match[0]) - len(match[0].lstrip()) for match in found]
    for at, entry in enumerate(entries):
        if not entry.name and not entry.text and entry.role in CLICKED_ROLES:
            end = next((i for i in range(at + 1, len(entries)) if indents[i] <= indents[at]), len(entries))
            inside = " ".join(each.name or each.text for each in entries[at + 1 : end])
            entries[at] = entry._replace(name=_clean(inside))
    return entries


def _unquote(line: str) -> str:
    """Remove the quotes that YAML puts around a whole key."""
    match = re.match(r"^(\s*- )'(.*)'(:.*)?$", line)
    return f"{match[1]}{match[2].replace(chr(39) * 2, chr(39))}{match[3] or ''}" if match else line


def _tree_entry(match: re.Match[str]) -> Entry:
    ref, value = _REF.search(match["rest"]), _VALUE.search(match["rest"])
    shown = value[1].strip().strip('"') if value else ""
    return Entry(ref[1] if ref else "", match["role"], _clean(match["name"] or ""), _clean(shown))


def parse_marked(text: str) -> list[Entry]:
    """Parse the lines that onscreen prints: `[3] button "Save"`, with texts without a mark between them."""
    entries: list[Entry] = []
    for line in text.splitlines():
        if line.startswith((UNCOVERED, "- ")):
            continue
        role, end = "", 0
        for match in _MARKED.finditer(line):
            entries += _texts(line[end : match.start()])
            role, end = match["role"] or role, match.end()
            entries.append(Entry(match["mark"], role, _clean(match["name"] or "")))
        entries += _texts(line[end:])
    return entries


def uncovered_marks(text: str) -> set[str]:
    """Return the marks that a line such as `no longer covered: [4-9], [12]` names."""
    lines = [line for line in text.splitlines() if line.startswith(UNCOVERED)]
    spans = re.findall(r"\[(\d+)(?:-(\d+))?\]", " ".join(lines))
    return {str(mark) for first, last in spans for mark in range(int(first), int(last or first) + 1)}


def _texts(piece: str) -> Iterator[Entry]:
    for text in re.split(r" · |\s{2,}", piece):
        if cleaned := _clean(re.sub(r"^[#+~] ?", "", text.strip())):
            yield Entry("", "text", cleaned)


def _clean(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace('\\"', '"').replace("\\n", " ")).strip()


def find_entry(entries: Sequence[Entry], role: str, name: str) -> Entry | None:
    """Find the entry that an action means: by role and name, then by less of either.

    A field that does not have the name is found by the text in front of it, as a reader would.
    """
    wanted = _label(name)
    by_name: tuple[Callable[[Entry], bool], ...] = (
        lambda e: _label(e.name) == wanted or (not e.name and _label(e.text) == wanted),
        lambda e: bool(wanted) and _label(e.name).startswith(wanted),
        lambda e: bool(wanted) and wanted in _label(e.name or e.text),
    )
    fits: tuple[Callable[[Entry], bool], ...] = (
        lambda e: not role or e.role == role,
        lambda e: e.role in (ENTRY_ROLES if role in ENTRY_ROLES else CLICKED_ROLES),
    )
    for is_role in fits[: 1 if role == "checkbox" else 2]:
        for is_name in by_name:
            found = [e for e in entries if e.ref and is_role(e) and is_name(e)]
            if found:
                return min(found, key=lambda e: e.role not in CLICKED_ROLES) if not role else found[0]
    if role == "checkbox" and (ticked := _before_label(entries, wanted)):
        return ticked
    if role in ENTRY_ROLES and (labeled := _after_label(entries, wanted)):
        return labeled
    return next((e for e in entries if e.ref and role not in ENTRY_ROLES and by_name[0](e)), None)


def _after_label(entries: Sequence[Entry], wanted: str) -> Entry | None:
    """Find the field that follows a text, preferably one without a name of its own.

    Everything up to the next heading follows a heading.
    """
    for at, entry in enumerate(entries):
        if entry.role in ENTRY_ROLES | CLICKED_ROLES or wanted not in {
            _label(entry.name),
            _label(entry.text),
        }:
            continue
        following = entries[at + 1 : at + 1 + LABEL_DISTANCE]
        if entry.role == "heading":
            following = list(takewhile(lambda each: each.role != "heading", entries[at + 1 :]))
        fields = [each for each in following if each.ref and each.role in ENTRY_ROLES]
        if wanted and fields:
            return min(fields, key=lambda each: bool(each.name))
    return None


def _before_label(entries: Sequence[Entry], wanted: str) -> Entry | None:
    """Find the checkbox without a name in front of a text."""
    for at, entry in enumerate(entries):
        if wanted and wanted in {_label(entry.name), _label(entry.text)}:
            before = [e for e in entries[max(0, at - LABEL_DISTANCE) : at] if e.ref and e.role == "checkbox"]
            if before and not before[-1].name:
                return before[-1]
    return None


def _label(text: str) -> str:
    """Return a name without what differs between tools: its case, colons, stars and spaces at its end."""
    return re.sub(r"[\s:*…]+$", "", text).casefold().strip()
