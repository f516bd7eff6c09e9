"""Formatting of arguments for the shell command `printf`."""

from __future__ import annotations

import re

from onscreen_practice.phone.shell.lexer import unescape

_DIRECTIVE = re.compile(
    r"%(%|([-+ 0#]*)(\*|\d{1,4})?(?:\.(\*|\d{1,4}))?([a-zA-Z]))|\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)",
    re.DOTALL,
)
_INTEGER_KINDS = "diouxXc"
_FLOAT_KINDS = "eEfFgG"


def format_arguments(pattern: str, arguments: tuple[str, ...]) -> str:
    """Format arguments like printf, reusing the format until all arguments are consumed."""
    remaining = list(arguments)
    formatted = [_format_once(pattern, remaining)]
    consumes_arguments = any(match.group(5) for match in _DIRECTIVE.finditer(pattern))
    while remaining and consumes_arguments:
        formatted.append(_format_once(pattern, remaining))
    return "".join(formatted)


def _format_once(pattern: str, remaining: list[str]) -> str:
    def replace(match: re.Match[str]) -> str:
        if match.group() == "%%":
            return "%"
        if match.group().startswith("\\"):
            return unescape(match.group())
        flags, width, precision, kind = match.group(2), match.group(3), match.group(4), match.group(5)
        field_width = _pop_argument(remaining) if width == "*" else width or ""
        exact_precision = _pop_argument(remaining) if precision == "*" else precision
        prefix = f"%{flags}{field_width}" + ("" if exact_precision is None else f".{exact_precision}")
        return _format_value(prefix, kind, value=_pop_argument(remaining))

    return _DIRECTIVE.sub(replace, pattern)


def _pop_argument(remaining: list[str]) -> str:
    return remaining.pop(0) if remaining else ""


def _format_value(prefix: str, kind: str, *, value: str) -> str:
    if kind == "b":
        return f"{prefix}s" % unescape(value)
    if kind == "c":
        return f"{prefix}s" % value[:1]
    if kind in _INTEGER_KINDS:
        return f"{prefix}{kind}" % _parse_integer(value)
    if kind in _FLOAT_KINDS:
        return f"{prefix}{kind}" % float(value or 0)
    return f"{prefix}s" % value


def _parse_integer(value: str) -> int:
    if value[:1] in {"'", '"'}:
        return ord(value[1:2] or "\0")
    return int(value or "0", 0) if not re.fullmatch(r"[-+]?0\d+", value) else int(value, 8)
