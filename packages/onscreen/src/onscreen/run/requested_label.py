"""Comparison of the label of an irreversible control with the words of an instruction."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl, unquote

from onscreen.perceive.element_queries import ancestors, owner_names
from onscreen.perceive.irreversible_words import find_irreversible, plain_letters
from onscreen.types import Decision, Element, Shot, targets

QUESTION_WORDS = frozenset((
    "a", "an", "are", "be", "do", "is", "it", "now", "ok", "okay", "please", "really", "selected", "sure",
    "that", "the", "this", "to", "want", "wish", "would", "yes", "you",
))  # fmt: skip
"""Words of a label, such as "Are you sure you want to", that need not be in the instruction."""
GENERIC_NOUNS = frozenset(("card", "element", "entry", "event", "item", "object", "record", "row"))
"""Words of a label, such as "Delete entry", that stand for the name of what the control belongs to."""
TITLE_WORDS = frozenset(("label", "name", "subject", "summary", "title"))
"""Names of fields that contain the name of what a page shows."""
REQUESTED_BY = {
    "book": ("reserve",),
    "buy": ("order", "purchase"),
    "order": ("buy", "purchase"),
    "place": ("buy", "order", "purchase"),
    "post": ("publish",),
    "publish": ("post",),
    "purchase": ("buy", "order"),
    "remove": ("delete", "erase"),
    "reserve": ("book",),
}
"""Words of a label, and the words of an instruction that ask for them as well."""
DELETING_VERBS = frozenset({"delete", "destroy", "erase", "remove"})
"""Words of an address that mean what a link "Delete" or "Remove" says."""
_ID = re.compile(r"\d+|(?=[a-f]*\d)[0-9a-f]{6,}")
"""Pattern of the number of an item in an address."""
_NEGATION = re.compile(
    r"\b(?:(?:do|does|did|must|should|can)(?: not|n'?t)|not|never|no|without|avoid|instead of|rather than"
    r"|nicht|kein\w*|ohne)\b(?! forget)[^.,;:!?]*"
)
"""Pattern of a part of an instruction that says what is not to be done, such as "but do not send it"."""
_QUOTED = re.compile(r"(\"[^\"]*\"|\u201c[^\u201d]*\u201d)")
_TAKE_OUT = re.compile(r"\b(?:(?:take|kick|throw)\b[^.,;:]*\b(?:out|off|away)|get rid of)\b")
"""Pattern of other words for "remove"."""
_MESSAGE = re.compile(
    r"\b(?i:tell|inform|notify|message|mail|e-?mail|text|write to|reply to|answer) "
    r"(?:[A-Z@]|(?:him|her|them|my)\b)"
)
"""Pattern of a request to send somebody a message."""
_PLACE = re.compile(r"\b(?:from|in|into|on|at|of|off)\b[^.,;:!?]*")
"""Pattern of a part of an instruction that says where something is, such as "from the calendar"."""
_RETURN_ADDRESS = re.compile(r"/(?!/)")
"""Pattern of the beginning of a parameter that only says which page is shown afterwards."""


def is_named(name: str, address: str, *, instruction: str, subjects: Sequence[str] = ()) -> bool:
    """Check whether an instruction contains every word of the name of a control.

    Words that the instruction only says are not to be done do not count. `address` is where a link leads, ""
    for other controls. It may have other words if the name has several and none of them looks irreversible.
    The address of a link "Delete" may have other words if what it deletes is in the instruction:
    "/admin/pages/5/delete" for "Delete the page", not "/account/delete". `subjects` are the texts that say
    what the control acts on: if the instruction names one as the object, "Delete entry" and "Remove this
    child" need no "entry" or "child", and "remove" asks for "Delete" as well.
    """
    asked, words = requested_words(instruction), _words(name)
    if any(_is_object(subject, instruction) for subject in subjects):
        asked |= GENERIC_NOUNS | ({"delete"} if "remove" in asked else set())
        if "this" in words:
            words = words[: words.index("this")] + words[words.index("this") + 2 :]
    named = [word for word in words if word not in QUESTION_WORDS] or words
    place, _, query = address.partition("?")
    others = [*_words(place), *(word for word in _words(query) if word not in named)]
    suspicious = len(named) == 1 or any(find_irreversible(word) for word in (" ".join(others), *others))
    if not named or not asked.issuperset(named):
        return False
    return not suspicious or asked.issuperset(others) or _deletes_named(named, address, asked=asked)


def _is_object(text: str, instruction: str) -> bool:
    """Check whether a text is the name of what an instruction is about, not only of where that is.

    A name has several words, or is quoted or begins with a capital letter within a sentence.
    """
    words = _words(text)
    if not words or not requested_words(_PLACE.sub(" ", instruction)).issuperset(words):
        return False
    quoted = rf"(?:[\"\u201c]|(?<![.!?:])(?<!^) )(?=[A-Z\d]){re.escape(text.strip())}(?!\w)"
    return len(words) > 1 or re.search(quoted, instruction) is not None


def subjects(shot: Shot, decision: Decision) -> tuple[str, ...]:
    """Return the texts that say what the targets of an action act on.

    These are the names of their items, such as table rows, or the texts of the dialog around them, or the
    headings, the title field and the end of the address of the page.
    """
    pressed = [target for target in targets(decision.action) if isinstance(target, Element)]
    items = [name for target in pressed for name in owner_names(target, shot.nodes)]
    if items:
        return tuple(items)
    dialogs = {
        index
        for target in pressed
        for index in ancestors(target, shot.nodes)
        if shot.nodes[index].role == "dialog"
    }
    inside = [n.name for n in shot.nodes if n.name and not dialogs.isdisjoint(ancestors(n, shot.nodes))]
    fields = [n.value for n in shot.nodes if n.value and TITLE_WORDS.intersection(_words(n.name))]
    headings = [n.name for n in shot.nodes if n.role == "heading"]
    return (*inside, *fields, *headings, " ".join(_words(shot.address.rpartition("/")[2])))


def requested_words(instruction: str) -> frozenset[str]:
    """Return the words of an instruction, without those in negations, and the words that they ask for."""
    parts = _QUOTED.split(instruction)
    text = " ".join(
        part if at % 2 else _NEGATION.sub(" ", plain_letters(part)) for at, part in enumerate(parts)
    )
    words = set(re.findall(r"\w+", plain_letters(text)))
    words |= {word for word, others in REQUESTED_BY.items() if not words.isdisjoint(others)}
    words |= {"remove"} if _TAKE_OUT.search(text) else set()
    words |= {"send", "message", "mail", "email", "reply"} if _MESSAGE.search(instruction) else set()
    return frozenset(words)


def _deletes_named(named: Sequence[str], address: str, *, asked: Collection[str]) -> bool:
    """Check whether a link only deletes, and deletes an item of a kind that the instruction names.

    The kind stands after the verb in the address, otherwise before it: "/delete/page/5" or "/pages/5/delete".
    """
    words = list(_address_words(address))
    at = [index for index, word in enumerate(words) if word in DELETING_VERBS]
    if not DELETING_VERBS.issuperset(named) or len(at) != 1:
        return False
    before, after = words[: at[0]], words[at[0] + 1 :]
    kinds = after or before[-1:]
    is_asked = bool(kinds) and all(_is_word_of(kind, asked) for kind in kinds)
    return is_asked and not any(find_irreversible(word) for word in (" ".join(before), *before))


def _address_words(address: str) -> Iterator[str]:
    """Yield the words of an address in order, without numbers of items and without return addresses."""
    place, _, query = address.partition("?")
    parts = [unquote(re.sub(r"https?://[^/]*", "", place))]
    for name, value in parse_qsl(query, keep_blank_values=True):
        parts += () if _RETURN_ADDRESS.match(value) else (name, value)
    yield from (word for part in parts for word in _words(part) if not _ID.fullmatch(word))


def _is_word_of(word: str, asked: Collection[str]) -> bool:
    """Check whether a word, in the singular or the plural, is one of an instruction's."""
    forms = {word, f"{word}s", word.removesuffix("s"), re.sub(r"ies$", "y", word), re.sub(r"y$", "ies", word)}
    return not forms.isdisjoint(asked)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain_letters(text))
