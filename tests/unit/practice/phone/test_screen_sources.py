"""Source of the phone's screens: resource ids, which scripts use, and displayed texts are independent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import onscreen_practice.phone

SCREENS = sorted((Path(onscreen_practice.phone.__file__).parent / "screen").rglob("*.js"))
_TEXT_NAMES = frozenset({"label", "title", "text", "words", "name", "desc", "hint", "sub", "unit", "shown"})
"""Variables and properties that hold displayed texts."""
_ID = re.compile(r"\bid: ?((?:[\w.\[\]]+ \?\? )?(?:`[^`]*`|\"[^\"]*\"|[\w.\[\]]+(?:\(\))?))")
_FIELD_KEY = re.compile(r"\b(?:field|labelled|searchField)\(p, ?(`[^`]*`|[^,]+),")


def id_expressions(source: str) -> Iterator[str]:
    """Yield the expressions from which a script computes ids: of nodes, and keys of fields."""
    for pattern in (_ID, _FIELD_KEY):
        yield from (match.group(1) for match in pattern.finditer(source))


def variables(expression: str) -> set[str]:
    """Return the names in an expression, without those in its constant texts."""
    fixed = re.sub(r'"[^"]*"', "", expression)
    for template in re.findall(r"`[^`]*`", fixed):
        fixed = fixed.replace(template, " ".join(re.findall(r"\$\{([^}]*)\}", template)))
    return set(re.findall(r"[A-Za-z_]\w*", fixed))


def test_variables_of_an_expression_are_found() -> None:
    """The names that an id is computed from are recognized, in templates, lookups and calls."""
    assert variables("IDS[label] ?? `key_${label}`") == {"IDS", "label"}
    assert variables("unit.toLowerCase()") == {"unit", "toLowerCase"}
    assert variables('"alarm_switch"') == set()


def test_resource_ids_do_not_depend_on_displayed_texts() -> None:
    """No resource id is computed from a displayed text, so a translation would not change the ids."""
    wrong = [
        f"{path.name}: {expression}"
        for path in SCREENS
        for expression in id_expressions(path.read_text(encoding="utf-8"))
        if variables(expression) & _TEXT_NAMES
    ]
    assert not wrong, wrong


def test_tabs_have_keys_beside_their_texts() -> None:
    """Tabs and navigation bars, whose ids contain a key, name this key separately from the text."""
    calls = [
        (path.name, match.group(0))
        for path in SCREENS
        for match in re.finditer(r"\b(?:tabs|bottomNav)\(\[([^\]]*)", path.read_text(encoding="utf-8"))
    ]
    assert len(calls) > 10
    assert all(re.search(r'\(\[\["[a-z]+", "', call) for _, call in calls), calls
