"""The format of `printf`."""

from __future__ import annotations

import re

from onscreen_practice.phone.shell.lexer import unescaped

_PLACE = re.compile(
    r"%(%|([-+ 0#]*)(\*|\d{1,4})?(?:\.(\*|\d{1,4}))?([a-zA-Z]))|\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)",
    re.DOTALL,
)
_NUMBERS = "diouxXc"
_FRACTIONS = "eEfFgG"


def formatted(pattern: str, arguments: tuple[str, ...]) -> str:
    """Return the arguments as the pattern says; it begins anew while some are left."""
    left = list(arguments)
    pieces = [_once(pattern, left)]
    takes = any(found.group(5) for found in _PLACE.finditer(pattern))
    while left and takes:
        pieces.append(_once(pattern, left))
    return "".join(pieces)


def _once(pattern: str, left: list[str]) -> str:
    def put(found: re.Match[str]) -> str:
        if found.group() == "%%":
            return "%"
        if found.group().startswith("\\"):
            return unescaped(found.group())
        flags, width, precision, kind = found.group(2), found.group(3), found.group(4), found.group(5)
        size = _next(left) if width == "*" else width or ""
        exact = _next(left) if precision == "*" else precision
        head = f"%{flags}{size}" + ("" if exact is None else f".{exact}")
        return _value(head, kind, value=_next(left))

    return _PLACE.sub(put, pattern)


def _next(left: list[str]) -> str:
    return left.pop(0) if left else ""


def _value(head: str, kind: str, *, value: str) -> str:
    if kind == "b":
        return f"{head}s" % unescaped(value)
    if kind == "c":
        return f"{head}s" % value[:1]
    if kind in _NUMBERS:
        return f"{head}{kind}" % _whole(value)
    if kind in _FRACTIONS:
        return f"{head}{kind}" % float(value or 0)
    return f"{head}s" % value


def _whole(value: str) -> int:
    if value[:1] in {"'", '"'}:
        return ord(value[1:2] or "\0")
    return int(value or "0", 0) if not re.fullmatch(r"[-+]?0\d+", value) else int(value, 8)
