"""Search for a secret in a text, in any of its possible spellings.

Web pages and programs echo a value in another case, with different spacing, reversed, quoted, truncated, or
encoded for a URL or HTML, in JSON, base64 or hexadecimal digits.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import lru_cache
from html.entities import codepoint2name
from itertools import groupby
from urllib.parse import quote, quote_plus

MIN_PREFIX_CHARS = 4
"""Minimum length of a prefix of a secret that is searched for where a text was truncated, in characters."""

MIN_TRUNCATED_CHARS = 80
"""Texts at least this long may have been truncated without a mark; no limit of a device is shorter."""

_ELLIPSIS = "…"
_SPACE = r"(?:\s|\+|%(?:25)*20|%(?:25)*0[9ad]|\\+[nrt]|&nbsp;)+"
_QUOTED = "\"'/"
_CLOSING = "'\")]} "


@lru_cache(maxsize=64)
def compile_spellings(secret: str) -> re.Pattern[str]:
    """Compile a regular expression that matches every spelling of a secret."""
    core = " ".join(secret.split()) or secret
    spellings = (_escape_text(core), _escape_text(core[::-1]), _hex_digits(secret), *_base64(secret))
    return re.compile("|".join(spellings), re.IGNORECASE)


def find_truncated(text: str, secret: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each place where a truncated text ends with a prefix of a secret.

    The places are at the end of a long text and before each ellipsis, from the last to the first.
    """
    ends = [match.start() for match in re.finditer(_ELLIPSIS, text)]
    if len(text) >= MIN_TRUNCATED_CHARS:
        ends.append(len(text.rstrip(_CLOSING)))
    spellings = {secret, repr(secret)[1:-1], quote(secret, safe=""), quote_plus(secret)}
    for end in reversed(ends):
        starts = (_prefix_start(text, end, secret=spelling) for spelling in spellings)
        if (start := min(starts)) < end:
            yield start, end


def _prefix_start(text: str, end: int, *, secret: str) -> int:
    """Return the start of the prefix of the secret that reaches to `end`, or `end` without one."""
    first, folded = secret[:MIN_PREFIX_CHARS].lower(), text[max(0, end - len(secret)) : end].lower()
    offset, place = end - len(folded), folded.find(first)
    while place >= 0:
        if secret.lower().startswith(folded[place:]):
            return offset + place
        place = folded.find(first, place + 1)
    return end


def _escape_text(text: str) -> str:
    runs = groupby(text, key=str.isspace)
    return "".join(_SPACE if is_space else "".join(map(_escape_character, run)) for is_space, run in runs)


@lru_cache(maxsize=1024)
def _escape_character(character: str) -> str:
    """Return a regular expression for a character as is, and as escaped in URLs, HTML, JSON and quotes."""
    code = ord(character)
    plain = re.escape(character)
    spellings = [rf"\\*{plain}" if character in _QUOTED else r"\\+" if character == "\\" else plain]
    if len(character.upper()) > 1:
        spellings.append(re.escape(character.upper()))
    spellings.append("".join(f"%(?:25)*{byte:02x}" for byte in character.encode("utf-8", "replace")))
    spellings.append(rf"&\#0*{code};|&\#x0*{code:x};")
    if code in codepoint2name:
        spellings.append(f"&{codepoint2name[code]};")
    units = character.encode("utf-16-be", "surrogatepass").hex()
    spellings.append("".join(rf"\\+u{units[i : i + 4]}" for i in range(0, len(units), 4)))
    return f"(?:{'|'.join(spellings)})"


def _hex_digits(secret: str) -> str:
    digits = (f"{byte:02x}" for byte in secret.encode("utf-8", "replace"))
    return r"(?:0x|\\x|[\s:,-])*".join(digits)


def _base64(secret: str) -> Iterator[str]:
    """Yield the base64 characters that depend only on the secret, for each alignment of its bytes."""
    content = secret.encode("utf-8", "replace")
    for offset in range(3):
        encoded = base64.b64encode(bytes(offset) + content).decode()
        first, last = -(-offset * 8 // 6), (offset + len(content)) * 8 // 6
        if last - first >= MIN_PREFIX_CHARS:
            escaped = re.escape(encoded[first:last])
            yield f"(?-i:{escaped.replace(chr(92) + '+', '(?:[-+]|%2B)').replace('/', '(?:[/_]|%2F)')})"
