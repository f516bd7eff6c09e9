"""Text templates with placeholders such as {title}.

A literal brace is written twice, as in "{{".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_TOKEN = re.compile(r"\{\{|\}\}|\{(\w+)\}")


def escape_text(text: str) -> str:
    """Return the template of a text without placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders of a template by their values.

    Raises:
        KeyError: `values` has no value for a placeholder.
    """
    return _TOKEN.sub(lambda match: values[match[1]] if match[1] else match[0][0], template)


def insert_placeholders(text: str, values: Mapping[str, str], *, ignore_case: bool = False) -> str:
    """Return the template in which each value that occurs in a text as whole words is a placeholder.

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


def match_template(template: str, text: str) -> Mapping[str, str] | None:
    """Find the values with which a template yields a text, regardless of case, spacing and a final period.

    Returns None if there are none.
    """
    pattern: list[str] = []
    seen: set[str] = set()
    end = 0
    for match in _TOKEN.finditer(template):
        pattern += [_literal(template[end : match.start()]), _group(match, seen)]
        end = match.end()
    pattern.append(_literal(template[end:].rstrip().removesuffix(".")))
    found = re.fullmatch("".join(pattern), text.strip().removesuffix("."), re.IGNORECASE | re.DOTALL)
    return found.groupdict() if found else None


def literal_length(template: str) -> int:
    """Count the characters of a template outside its placeholders."""
    return len(_TOKEN.sub("", template))


def common_template(texts: Iterable[str], values: Iterable[Mapping[str, str]]) -> str | None:
    """Find the template that yields each text with the values at the same position.

    Case may differ. Returns None if no template does.
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


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def _group(match: re.Match[str], seen: set[str]) -> str:
    """Return the pattern of a placeholder or an escaped brace; a repeated placeholder refers to the first."""
    name = match[1]
    if not name:
        return re.escape(match[0][0])
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>.+?)"
