"""Parser for changes of an existing entry: the entry, and the values that its fields are to have."""

from __future__ import annotations

import re

import msgspec

_FIELD = r"(?:the |a |an |its |this |new |following |whole |entire )*(?P<field>[a-z][a-z -]*?)"
_DETAIL = (
    r"(?:the |a |an |this |new |following )*(?P<field>comment|description|keyword|label|message|note|remark|tag)s?"
)
_ENTRY = (
    r"(?:the |my |our )?(?P<kind>[a-z][a-z -]*? )?"
    r'(?P<entry>"[^"]+"|[A-Z][\w.&\'-]*(?: [A-Z0-9][\w.&\'-]*)*)'
)
_VALUE = r'(?P<value>"[^"]+"|[^",;]+?)'
_SET = r"(?:change|set|update|correct|edit|replace|adjust)"
_ADD = "(?:add|append|give|write|enter|put|leave)"
_REST = r"(?P<rest>(?:,| and\b).+)?"
_PATTERNS = tuple(
    re.compile(f"^(?i:{verbs}){rest}$")
    for verbs, rest in (
        (_SET, f" {_FIELD} (?:of|for|in|on) {_ENTRY} (?:to|by|with|as):? {_VALUE}{_REST}"),
        (_ADD, f' {_DETAIL} (?P<value>"[^"]+") (?:to|for|on) {_ENTRY}{_REST}'),
        (_ADD, f" {_DETAIL} (?:to|for|on) {_ENTRY}: (?P<value>.+)"),
        ("(?:assign|reassign|hand over)", f" {_ENTRY} to {_VALUE}{_REST}"),
    )
)
_STATED = re.compile(
    rf"^{_SET} (?:it|this|that)(?: accordingly)? \((?:[Tt]he )?(?P<field>[a-z][a-z -]*?) (?:of|for) {_ENTRY}(?: .*?)?"
    r" (?:should be|must be|is now|has changed to|was changed to|is really) (?P<value>.+)\)$",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"^(?:,\s*|\s*and\s+)*(?:{_SET}\s+|make\s+|give it\s+)?{_FIELD}\s+(?:to\s+)?{_VALUE}(?P<rest>(?:,| and\b).+)?$",
    re.IGNORECASE,
)
WORD_FIELDS = ("keyword", "label", "tag")
"""Fields that hold a list of words."""
RESPONSIBLE = "assigned to"
"""Name of the field for the person that an entry is assigned to."""


class Change(msgspec.Struct, frozen=True):
    """A change of an entry: its name, and the names of fields with their new values.

    `kind` is the word for entries of this kind, such as "ticket", or "".
    """

    entry: str
    kind: str
    fields: tuple[tuple[str, str], ...]


def parse_change(text: str) -> Change | None:
    """Parse a change such as 'set the status of "Broken link" to open, and its priority to high'.

    Returns None if the text is not such a change as a whole.
    """
    matches = (pattern.match(text) for pattern in (*_PATTERNS, _STATED))
    match = next(filter(None, matches), None)
    if match is None:
        return None
    named = match.groupdict()
    others = parse_further_fields(named.get("rest") or "")
    if others is None:
        return None
    first = (named.get("field") or RESPONSIBLE, _strip(named["value"]))
    return Change(_strip(named["entry"]), (named["kind"] or "").strip(), (first, *others))


def parse_further_fields(text: str) -> tuple[tuple[str, str], ...] | None:
    """Parse further fields of the same entry, as in "and set its status to done".

    Returns () for an empty text, and None if a part of it is something else.
    """
    fields: list[tuple[str, str]] = []
    while text:
        match = _OTHER.match(text)
        if match is None:
            return None
        fields.append((match["field"], _strip(match["value"])))
        text = match["rest"] or ""
    return tuple(fields)


def _strip(text: str) -> str:
    return text[1:-1] if text.startswith('"') and text.endswith('"') else text.strip(" .")
