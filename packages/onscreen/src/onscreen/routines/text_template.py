"""Text templates with placeholders such as {title}, and {*}, which matches any text.

A literal brace is written twice, as in "{{".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

MAX_INSTRUCTION_CHARS = 2000
"""Longest instruction that is compared with templates."""
ANY = "{*}"
"""Placeholder of any text, in the name of a target."""

_TOKEN = re.compile(r"\{\{|\}\}|\{([a-zA-Z_][a-zA-Z_0-9]*)\}|\{\*\}")
_QUOTES = '"“”«»'
_QUOTED_VALUE = rf"[^{_QUOTES}\n]*\w[^{_QUOTES}\n]*"
_PLAIN_VALUE = rf"[^\s{_QUOTES}]+(?:[ \t]+[^\s{_QUOTES}]+){{0,4}}"
"""Pattern of a value without quotation marks: at most five words."""
_SEVERAL_REQUESTS = re.compile(r"[.!?;]\s|\b(?:and|but|then|if|unless|except|without)\b", re.IGNORECASE)
"""Pattern of text that is more than one value: the end of a sentence, or a word that adds a request."""


def escape_text(text: str) -> str:
    """Return the template of a text without placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders of a template by their values; {*} is kept.

    Raises:
        KeyError: `values` has no value for a placeholder.
    """

    def fill(match: re.Match[str]) -> str:
        return values[match[1]] if match[1] else ANY if match[0] == ANY else match[0][0]

    return _TOKEN.sub(fill, template)


def insert_placeholders(text: str, values: Mapping[str, str], *, ignore_case: bool = False) -> str:
    """Replace each value that occurs in a text as whole words by its placeholder.

    Longer values are replaced first.
    """
    by_length = sorted(((value, name) for name, value in values.items() if value), key=lambda p: -len(p[0]))
    if not by_length:
        return escape_text(text)
    flags = re.IGNORECASE if ignore_case else re.NOFLAG
    names = {value.casefold() if ignore_case else value: name for value, name in reversed(by_length)}
    words = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value, _ in by_length)
    parts: list[str] = []
    end = 0
    for match in re.finditer(words, text, flags):
        name = names[match[0].casefold() if ignore_case else match[0]]
        parts += [escape_text(text[end : match.start()]), "{" + name + "}"]
        end = match.end()
    return "".join((*parts, escape_text(text[end:])))


def placeholder_names(template: str) -> tuple[str, ...]:
    """Return the names of the placeholders of a template in order, each once."""
    return tuple(dict.fromkeys(match[1] for match in _TOKEN.finditer(template) if match[1]))


def replace_placeholders(template: str, replace: Callable[[str], str]) -> str:
    """Replace each placeholder by the template that `replace` returns for its name."""
    return _TOKEN.sub(lambda match: replace(match[1]) if match[1] else match[0], template)


def match_instruction(template: str, instruction: str) -> Mapping[str, str] | None:
    """Find the parameter values with which a template yields an instruction, ignoring case and spacing.

    A value in quotation marks contains no quotation marks. Any other value has at most five words, and no
    word or punctuation that begins another request. Returns None if there are no or several solutions, or if
    the instruction is longer than MAX_INSTRUCTION_CHARS.
    """
    text = instruction.strip().removesuffix(".")
    if len(text) > MAX_INSTRUCTION_CHARS:
        return None
    found = [re.fullmatch(_pattern(template, lazy=lazy), text, re.IGNORECASE) for lazy in (True, False)]
    if not found[0] or not found[1] or found[0].groupdict() != found[1].groupdict():
        return None
    values = found[0].groupdict()
    quoted = {match[1] for match in _TOKEN.finditer(template) if _is_quoted(template, match)}
    if any(_SEVERAL_REQUESTS.search(value) for name, value in values.items() if name not in quoted):
        return None
    return {name: value.strip() for name, value in values.items()}


def match_text(template: str, text: str) -> Mapping[str, str] | None:
    """Find the parameter values with which a template yields a text, ignoring case and spacing."""
    parts: list[str] = []
    end = 0
    for match in _TOKEN.finditer(template):
        name = match[1]
        group = f"(?P<{name}>.+?)" if name else ".*" if match[0] == ANY else re.escape(match[0][0])
        parts += [_literal(template[end : match.start()]), group]
        end = match.end()
    parts.append(_literal(template[end:]))
    found = re.fullmatch("".join(parts), text, re.IGNORECASE | re.DOTALL)
    return found.groupdict() if found else None


def literal_length(template: str) -> int:
    """Count the characters of a template outside its placeholders."""
    return len(_TOKEN.sub("", template))


def common_template(texts: Iterable[str], values: Iterable[Mapping[str, str]]) -> str | None:
    """Find the template that yields each text when filled with the values at the same index.

    Case may differ. Returns None if there is no such template.
    """
    pairs = list(zip(texts, values, strict=True))
    first, first_values = pairs[0]
    candidates = [
        insert_placeholders(first, first_values),
        insert_placeholders(first, first_values, ignore_case=True),
    ]
    if len(pairs) > 1:
        candidates.append(escape_text(first))
    for template in candidates:
        if all(fill_template(template, each).casefold() == text.casefold() for text, each in pairs):
            return template
    return None


def _pattern(template: str, *, lazy: bool) -> str:
    """Return a regular expression that matches the instructions of a template."""
    parts: list[str] = []
    seen: set[str] = set()
    end = 0
    for match in _TOKEN.finditer(template):
        parts.append(_literal(template[end : match.start()]))
        end = match.end()
        name = match[1]
        if not name:
            parts.append(re.escape(match[0][0]))
        elif name in seen:
            parts.append(f"(?P={name})")
        else:
            value = _QUOTED_VALUE if _is_quoted(template, match) else _PLAIN_VALUE
            parts.append(f"(?P<{name}>{value.replace('}', '}?') if lazy else value})")
            seen.add(name)
    parts.append(_literal(template[end:].rstrip().removesuffix(".")))
    return "".join(parts)


def _is_quoted(template: str, match: re.Match[str]) -> bool:
    before, after = template[: match.start()][-1:], template[match.end() :][:1]
    return bool(before) and bool(after) and before in _QUOTES and after in _QUOTES


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))
