"""Made-up values for the text fields of forms, chosen by the names of the fields."""

from __future__ import annotations

import re

from onscreen.synthesis.subtask_template import NOTE

_WORDS = (
    ("Walnut", "Harbor", "Meadow"),
    ("Lantern", "Copper", "Velvet"),
    ("Orchid", "Pepper", "Saffron"),
    ("Tundra", "Quartz", "Willow"),
)
_NUMBERS = ("17", "23", "41")
_DATES = ("2026-03-14", "2026-05-21", "2026-08-02")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")
_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"^(?!.*\b(?:body|compose|message|reply|text)\b).*e-?mail|^\W*to\W*$|recipient",
        ("robin@example.com", "kim@example.com", "lou@example.com"),
    ),
    (
        r"url|link|website|homepage",
        ("https://example.com/a", "https://example.com/b", "https://example.com/c"),
    ),
    (r"phone|number|mobile", ("555-0143", "555-0167", "555-0189")),
    (r"amount|how (much|many)|price|cost|quantity|count|size|limit|port|weight|total", _NUMBERS),
)
_VALUE_TYPES = (
    ("date", r"\d{4}-\d\d-\d\d"),
    ("email", r"\S+@\S+"),
    ("url", r"https?://\S+"),
    ("quantity", r"-?\d{1,4}([.,]\d+)?"),
)
"""Resource types by the form of their values, so that no text is entered as an amount."""
_TITLE_WORDS = frozenset({"caption", "heading", "label", "name", "subject", "title"})
_NOTE_WORDS = frozenset(
    (
        *("body", "comment", "content", "description", "email", "memo", "message", "note", "reply"),
        *("story", "text"),
    )
)
_PERSON_WORDS = frozenset(("company", "family", "first", "given", "last", "middle", "nick", "user"))
_UNSUITABLE = re.compile(
    r"search|find|filter|password|passcode|\bpin\b|date|time|birthday|\byear\b|captcha|\bwhen\b",
    re.IGNORECASE,
)


def made_up_values(name: str, rank: int, *, is_number: bool = False, value: str = "") -> tuple[str, ...]:
    """Return three values for a text field with a name; `rank` is its position among the fields of a form.

    The values differ between ranks. With `is_number`, the field accepts only numbers. `value` is the current
    value of the field; if it is a date or a number, so are the returned values.

    Returns () if the name suggests a value that is not stored, such as a search, or that must have a certain
    format, such as a password or, unless `value` shows the format, a date.
    """
    if _DATE.fullmatch(value):
        return _DATES
    if _UNSUITABLE.search(name):
        return ()
    for pattern, values in _KINDS:
        if re.search(pattern, name, re.IGNORECASE):
            return _rotate(values, rank)
    return _rotate(_NUMBERS, rank) if is_number or _NUMBER.fullmatch(value) else _WORDS[rank % len(_WORDS)]


def _rotate(values: tuple[str, ...], rank: int) -> tuple[str, ...]:
    """Rotate the values so that each rank begins with another one."""
    start = rank % len(values)
    return values[start:] + values[:start]


def resource_type(name: str, value: str = "") -> str:
    """Return the resource type of a field, determined by the form of a value or else by the name.

    All titles have one type, and all notes another; any other text has the type of its field, such as "first
    name" or "location", because a first name is not a location.
    """
    for kind, pattern in _VALUE_TYPES:
        if re.fullmatch(pattern, value):
            return kind
    is_number = bool(re.search(r"phone|number|mobile", name, re.IGNORECASE))
    if is_number or re.fullmatch(r"\+?[\d\s-]{5,}", value):
        return "number"
    words = re.findall(r"[^\W\d_]+", name.casefold())
    if not words:
        return "text"
    if words[-1] in _TITLE_WORDS and _PERSON_WORDS.isdisjoint(words):
        return "title"
    is_note = any(word.removesuffix("s") in _NOTE_WORDS for word in words)
    return NOTE if is_note else " ".join(words)
