"""Parser for changes of an existing entry: the entry, and the new values of its fields."""

from __future__ import annotations

import re

import msgspec

from onscreen.text.words import split_words

_NOUN = "[a-z][a-z -]*?"
_BEFORE = "(?:(?:the|a|an|its|their|this|new|following|whole|entire) )*"
_FIELD = f"{_BEFORE}(?P<field>{_NOUN})"
_DETAIL = f"{_BEFORE}(?P<field>comment|description|keyword|label|message|note|remark|tag)s?"
_NAME = r'"[^"]+"|[A-Z][\w.&\'-]*(?: [A-Z0-9][\w.&\'-]*)*'
_ENTRY = f"(?:(?:the|my|our) )?(?P<kind>{_NOUN} )?(?P<entry>{_NAME})"
_VALUE = r'(?P<value>"[^"]+"|[^",;]+?)'
_QUOTED = '(?P<value>"[^"]+")'
_WORD = r'(?P<value>"[^"]+"|[\w-]+)'
_REST = r"(?P<rest>(?:,| and\b).+)?"
_SET = "(?:change|set|update|correct|edit|replace|adjust)"
_ADD = "(?:add|append|give|write|enter|put|leave)"
_AS_OWN = f"as (?:the|my|your) (?P<field>{_NOUN}) (?:in|of|for) (?P<entry>(?:my|your) [a-z ]+)"
_PATTERNS = tuple(
    re.compile(f"^(?i:{verb}) {rest}$")
    for verb, rest in (
        (_SET, f"{_FIELD} (?:of|for|in|on) {_ENTRY} (?:to|by|with|as):? {_VALUE}{_REST}"),
        (_ADD, f"{_DETAIL} {_WORD} (?:to|for|on) {_ENTRY}{_REST}"),
        (_ADD, f"{_DETAIL} (?:to|for|on) {_ENTRY} {_QUOTED}"),
        ("(?:assign|reassign|hand over)", f"{_ENTRY} to {_VALUE}{_REST}"),
        ("(?:tag|label)", f"{_ENTRY} (?:with|as) {_VALUE}{_REST}"),
        ("(?:attach|upload)", f"(?:the )?(?P<field>file) (?P<value>/[^ ]+) to {_ENTRY}{_REST}"),
        (
            "(?:enter|save|set|use)",
            f"{_VALUE} {_AS_OWN}",
        ),
    )
)
_BECOMES = "(?:should be|must be|is now|has changed to|was changed to|is really)"
_STATED = re.compile(
    rf"^(?i:{_SET}) (?:it|this|that)(?: accordingly)? "
    rf"\((?:[Tt]he )?(?P<field>{_NOUN}) (?:of|for) {_ENTRY}(?: .*?)? {_BECOMES} (?P<value>.+)\)$"
)
_FURTHER = tuple(
    re.compile(rf"^(?:,\s*|\s*and\s+)*(?i:{start}) {_VALUE}{_REST}$")
    for start in (
        f"(?:{_SET}|make) (?=its|the|their){_FIELD}(?: to| is)?",
        f"(?=its|the|their){_FIELD} (?:to|is)",
        f"give (?:it|them) {_FIELD}",
        "assign (?:it|them) to",
    )
)
WORD_FIELDS = ("keyword", "label", "tag")
"""Fields that hold a list of words."""
_KIND_LAST = re.compile(r"\bthe ([A-Z][\w'-]*(?: [A-Z0-9][\w'-]*)*) ([a-z]+)(?= (?:to|by|with|as)\b)")
_VERB_FIELDS = {"label": "label", "tag": "tag"}
"""Verbs that name the field which they change."""
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
    named_first = _KIND_LAST.sub(r'the \2 "\1"', text)
    matches = (pattern.match(each) for each in (text, named_first) for pattern in (*_PATTERNS, _STATED))
    match = next(filter(None, matches), None)
    if match is None:
        return None
    named = match.groupdict("")
    others = parse_further_fields(named.get("rest", ""))
    if others is None:
        return None
    field = named.get("field") or _VERB_FIELDS.get(split_words(text)[0], RESPONSIBLE)
    first = (field, _strip(named["value"]))
    return Change(_strip(named["entry"]), named.get("kind", "").strip(), (first, *others))


def parse_further_fields(text: str) -> tuple[tuple[str, str], ...] | None:
    """Parse additional fields of the same entry, as in "and set its status to done".

    Returns () for an empty text, and None if a part of it is something else.
    """
    fields: list[tuple[str, str]] = []
    while text:
        match = next(filter(None, (pattern.match(text) for pattern in _FURTHER)), None)
        if match is None:
            return None
        named = match.groupdict("")
        fields.append((named.get("field") or RESPONSIBLE, _strip(named["value"])))
        text = named["rest"]
    return tuple(fields)


def _strip(text: str) -> str:
    return text[1:-1] if text.startswith('"') and text.endswith('"') else text.strip(" .")
