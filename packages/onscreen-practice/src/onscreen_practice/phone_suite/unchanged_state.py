"""Conditions that say that the rest of the phone is as it was at its beginning."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from onscreen_practice.task_recipe import quoted


def equal(expression: str, value: object) -> str:
    """Write the condition that a JavaScript expression has exactly this value."""
    return f"JSON.stringify({expression}) === JSON.stringify({quoted(value)})"


def untouched(path: str, *, but: str = "", blind: str = "") -> str:
    """Write the condition that the value at `path` is as it began.

    Of a list, members `x` for which the condition `but` holds are left out; of members, the field `blind` is.
    """
    if not but and not blind:
        return f"JSON.stringify(s.{path}) === JSON.stringify(begin.{path})"
    member = f"{{...x, {blind}: 0}}" if blind else "x"
    rest = f".filter(x => !({but or 'false'})).map(x => JSON.stringify({member})).sort().join()"
    return f"s.{path}{rest} === begin.{path}{rest}"


def old_untouched(path: str, *, but: Collection[str] = (), blind: str = "") -> str:
    """Write the condition that the members of the list at `path` are as they began.

    Left out are those of these ids, new ones, whose ids are n and a number, and of all the field `blind`.
    """
    return untouched(path, but=f"/^n[0-9]/.test(x.id) || {quoted(list(but))}.includes(x.id)", blind=blind)


def fields_untouched(path: str, *, but: Sequence[str]) -> str:
    """Write the condition that every field of the value at `path` is as it began, except these."""
    alike = f"JSON.stringify(s.{path}[k]) === JSON.stringify(begin.{path}[k])"
    keys = f"Object.keys({{...begin.{path}, ...s.{path}}})"
    return f"{keys}.every(k => {quoted(but)}.includes(k) || {alike})"


def files_untouched(but: str = "false") -> str:
    """Write the condition that every file is as it began, except those at paths `x` for which `but` holds."""
    rest = f".filter(([x]) => !({but})).map(x => JSON.stringify(x)).sort().join()"
    return f"Object.entries(s.files){rest} === Object.entries(begin.files){rest}"
