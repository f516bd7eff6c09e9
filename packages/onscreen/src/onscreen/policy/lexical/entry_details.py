"""Parser for the details of a new entry: its name and the values of its fields."""

from __future__ import annotations

import re

from onscreen.policy.lexical.entry_changes import RESPONSIBLE
from onscreen.text.date_patterns import DATE, TIME

_VALUE = (
    r'("[^"]*"|\S+@\S+\w|[A-Z0-9+][^,"]*?'
    r"(?=,|\s+(?:and|with|in|on|at|from|that|whose|to|into|as|today|tomorrow)\b|[.]?$))"
)
_NAME = re.compile(rf"\b(?:called|named|titled|for|as)\s+{_VALUE}")
_AT_ONCE = re.compile(rf"^\s*(?:called |named |titled )?{_VALUE}")
_NAME_WORD = r"(?!(?:and|as|at|by|for|from|in|of|on|that|to|where|which|whose|with)\b)[a-z][\w.-]*"
_IDENTIFIER = re.compile(rf"\b(?:called|named|titled)\s+({_NAME_WORD}(?:\s+{_NAME_WORD})*)")
_FIELD = re.compile(
    r"(?:,\s*and|,|:|\bwith|\band|\bgive it|\bin|\bof(?=\s+(?:the\s+)?type\b))\s+(?:give\s+)?"
    r"(?:the\s+|a\s+|an\s+|[Ii]ts\s+)?([a-z][a-z ]{2,24}?(?: (?:ID|URL|IP|PIN|ISBN|IBAN))?)"
    rf"\s+(?:it\s+|is\s+)?{_VALUE}"
)
_WORD_FIELD = re.compile(
    r"(?:,\s*and|,|\bwith|\band)\s+(?:the\s+|[Ii]ts\s+)?(priority|status|state|severity|type|category|keyword|role)\s+"
    r"(?:is\s+)?([a-z][\w-]*)"
)
_ASSIGNED = re.compile(r"\b(?:assign(?:ed)?|give|hand)(?: it)? to (\w[\w.-]*)")
_OF_KIND = re.compile(r"\bwith (?:an? |the )?(?!an? |the )([a-z]+) (priority|severity|status)\b")
_SAYS = re.compile(r'\b(?:that|which) (?:says|reads) "([^"]*)"')
_GIVEN_AS = re.compile(rf"\bgive {_VALUE} as (?:the|its) ([a-z ]+)")
_CALL_IT = re.compile(rf"^(label|name|title|call|caption)\s+(?:it|them|the \w+|that \w+)\s+{_VALUE}")
_GIVE_IT = re.compile(rf"^give (?:it|them) (?:the|a) ([a-z ]+?)\s+{_VALUE}")
_INVITE = re.compile(r"^invite (.+)$")
_SPAN = re.compile(r"\bfrom (\d{1,2}:\d{2}) to (\d{1,2}:\d{2})")
_LASTS = re.compile(r"\b(\d+) ?(h|hours?|min|minutes?|s|sec|seconds?)\b")
_REPEATS = re.compile(r"\brepeating (?:on )?((?:\w+, )*\w+(?: and \w+)?)")
_UNITS = {"h": "hours", "m": "minutes", "s": "seconds"}
_NO_FIELDS = ("on", "at", "from", "repeating", "invite", "in")


def parse_name(text: str) -> str:
    """Parse the name of a new entry from text such as "named Garden party in ...".

    Returns "" if the text contains no name.
    """
    match = _IDENTIFIER.search(text) or _AT_ONCE.search(text) or _NAME.search(text)
    name = match.group(1).strip('" ') if match else ""
    return "" if TIME.match(name) or DATE.match(name) or _LASTS.match(name) else name


def parse_fields(text: str) -> tuple[tuple[str, str], ...]:
    """Parse field names and values, as in "with the phone number 559-2133, email a@b.example"."""
    return (*_parse_times(text), *_parse_weekdays(text), *_parse_named_fields(text))


def parse_additions(goal: str) -> tuple[tuple[str, str], ...]:
    """Parse field values that a goal adds to the previous entry, as in "label it Swimming"."""
    if called := _CALL_IT.match(goal):
        return ((called.group(1), called.group(2).strip('" ')),)
    if given := _GIVE_IT.match(goal):
        return ((given.group(1), given.group(2).strip('" ')),)
    if asked := _INVITE.match(goal):
        return tuple(("guests", who) for who in re.split(r", | and ", asked.group(1)))
    return tuple((field, value.strip('" ')) for value, field in _GIVEN_AS.findall(goal))


def _parse_times(text: str) -> tuple[tuple[str, str], ...]:
    """Parse the date, start, end and duration in a text into fields and values."""
    date, span = DATE.search(text), _SPAN.search(text)
    fields: list[tuple[str, str]] = []
    if re.search(r"\ball-day\b", text):
        fields.append(("all-day", "on"))
    if date:
        fields.append(("date", date.group(0)))
    if span:
        return (*fields, ("start time", span.group(1)), ("end time", span.group(2)))
    if at := TIME.search(text):
        fields.append(("time", at.group(0)))
    return (*fields, *((_UNITS[unit[0]], number) for number, unit in _LASTS.findall(text)))


def _parse_weekdays(text: str) -> tuple[tuple[str, str], ...]:
    """Parse the weekdays on which an entry repeats into fields with the value "on"."""
    days = _REPEATS.search(text)
    return tuple((day, "on") for day in re.findall(r"\b[A-Z]\w+", days.group(1))) if days else ()


def _parse_named_fields(text: str) -> tuple[tuple[str, str], ...]:
    """Parse the fields whose names precede or follow their values in a text."""
    fields = [(field, value) for field, value in _FIELD.findall(text) if field.split()[0] not in _NO_FIELDS]
    fields += [(field, value) for value, field in _GIVEN_AS.findall(text)]
    fields += _WORD_FIELD.findall(text)
    fields += [(field, value) for value, field in _OF_KIND.findall(text)]
    fields += [("text", said) for said in _SAYS.findall(text)]
    fields += [(RESPONSIBLE, who) for who in _ASSIGNED.findall(text)]
    return tuple((field.strip(), value.strip('" ')) for field, value in fields if not TIME.match(value))
