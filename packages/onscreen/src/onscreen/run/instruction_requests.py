"""The irreversible actions that an instruction asks for: verbs in the imperative, with their objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from onscreen.perceive.irreversible_words import plain_letters

SEND = "send"
SUBMIT = "submit"
REQUEST_VERBS: Mapping[str, tuple[str, ...]] = {
    "accept": (),
    "apply": (),
    "approve": (),
    "archive": (),
    "bid": (),
    "book": ("reserve",),
    "buy": ("order", "purchase"),
    "cancel": ("call off",),
    "clear": ("empty",),
    "close": (),
    "deactivate": (),
    "delete": ("erase", "get rid of", "throw away"),
    "deploy": (),
    "discard": ("throw away",),
    "donate": (),
    "empty": ("clear",),
    "erase": ("delete", "wipe"),
    "order": ("buy", "purchase"),
    "pay": (),
    "post": ("publish",),
    "publish": ("post",),
    "purchase": ("buy", "order"),
    "reject": (),
    "remove": ("delete", "drop", "erase", "get rid of", "take out"),
    "reply": ("answer",),
    "reserve": ("book",),
    "reset": (),
    "revoke": (),
    SEND: ("forward", "invite", "message somebody"),
    "sign": (),
    SUBMIT: (),
    "subscribe": (),
    "transfer": (),
    "uninstall": (),
    "unsubscribe": (),
    "vote": (),
    "withdraw": (),
}
"""Verbs of labels, with other verbs by which an instruction may ask for the same action."""
CLICK = "click"
"""Verb of a request that names a control: "press the button Send"."""
_CLICKS = ("choose", CLICK, "hit", "press", "push", "select", "tap")
_REQUESTING = frozenset((*REQUEST_VERBS, *(verb for verbs in REQUEST_VERBS.values() for verb in verbs)))
PRONOUNS = frozenset(("her", "him", "it", "one", "that", "them", "this"))
_OWNERS = frozenset(("her", "his", "its", "their"))
MAX_QUOTES = 50
"""Maximum number of quoted texts that are read; any others are ignored."""
_QUOTED = re.compile(r"\"([^\"]*)\"|\u201c([^\u201d]*)\u201d")
_MARK = "\u2308"
"""Placeholder for a quoted text while an instruction is split into clauses."""
_SENTENCE = re.compile(r"(?<=[.!?;\n])(?:\s+|$)")
_CLAUSE = re.compile(r"[,:]\s+|\b(and|then|but|or)\b")
_POLITE = r"(?:can|could|would|will) you|please"
_LEAD = re.compile(
    rf"(?:(?:{_POLITE}|also|now|finally|next|afterwards|kindly|just|first|only|so|to|go"
    r"|i(?:'d| would) like (?:you )?to|(?:i|we) (?:want|need) (?:you )?to|make sure to|remember to"
    r"|(?:don't|do not) forget to|help me(?: to)?|try to|let's|you (?:should|can|may|must))\s+)*"
)
"""Pattern of words before a verb in the imperative."""
_NOT_DONE = re.compile(
    r"\b(?:(?:do|does|did|must|should|can|could|will|would|need)(?: not|n'?t)|can'?t|cannot|won'?t|not|never"
    r"|neither|nor|nobody|nothing|avoid|skip|stop before|instead of|rather than|nicht|nichts|nie"
    r"|niemals|ne|pas|jamais|niet|nooit|non|mai|nunca|nao|не|никогда|inte|ikke|aldri|myself|yourself)\b"
)
"""Pattern of a clause that forbids something, or states that another person does it."""
_FORBIDS = re.compile(
    rf"(?:(?:{_POLITE}|also|but)\s+)*(?:do(?: not|n'?t)|never|neither|not|avoid|skip|instead of|ne|non)\b"
)
"""Pattern of the beginning of a clause in the imperative whose negation extends to the following clauses."""
_WITHOUT = re.compile(r"\b(?:no|without|except|keep|ohne|kein\w*|sans|sin|senza|sem|geen|без)\b.*")
"""Pattern of the part of a clause that excludes something from the action."""
_TURN = frozenset(("but", "then"))
_REMINDED = re.compile(r"\b(?:don't|do not|never) forget to\b")
_PLACE = re.compile(
    r"\b(?:from|in|into|on|at|of|off|for|to|with|about|by|under|above|below|beside|near|next|who|which|that|so|when|if|because)\b.*"
)
"""Pattern of the part of an object that states its place or owner."""
_FROM = re.compile(
    r"\b(?:from|off|out of)\b(?! (?:(?:the|my|our|this) )?(?:\w+ )?(?:app|basket|board|calendar|cart"
    r"|collection|database|inbox|library|list|notes|program|registry|schedule|software|system|table)\b)"
)
"""Pattern of the source of a removed object, except lists that contain all objects."""
_PASSIVE = re.compile(
    r"(.+) (?:can|may|should|must) (?:now |also |please )*"
    r"be (archived|deleted|discarded|erased|removed)\b(.*)"
)
"""Pattern of a statement that asks for a removal, such as "the old bill can be deleted"."""
_PARTICIPLES = {
    "archived": "archive",
    "deleted": "delete",
    "discarded": "discard",
    "erased": "erase",
    "removed": "remove",
}
_CONDITION = re.compile(
    r"\b(?:after|because|before|how|if|once|only|that|unless|until|what|when|where|whether|which|who|why)\b"
)
"""Pattern of a clause that states when, why or by whom something is done, or asks about it."""
_TAKE_OUT = re.compile(r"(?:take|kick|throw)\b(.*)\b(?:out|off)\b")
_MESSAGED = re.compile(
    r"(?:(?:tell|inform|notify|ask|remind|let|text|message|mail|e-?mail) (?!me\b|us\b|from\b|of\b)\S"
    r"|write (?:to|\S+ an? (?:e-?mail|mail|message|reply)|an? (?:e-?mail|mail|message|reply))\b"
    r"|(?:reply|respond|answer)\b(?! (?:yes|no|my|the question|with|a\b|b\b|c\b)))"
)
"""Pattern of a request to send a message to a person."""


class Request(msgspec.Struct, frozen=True):
    """An action that an instruction asks for: its verb, the words of its object, and earlier words.

    `objects` is empty if the object is a pronoun; `before` then contains the words that the pronoun may refer
    to. `has_place` is True if the instruction states what the object is taken from. `place` contains all
    words after the verb and, after a pronoun ("it", "its loan"), all earlier words.
    """

    verb: str
    objects: frozenset[str]
    before: frozenset[str] = frozenset()
    has_place: bool = False
    place: frozenset[str] = frozenset()

    @property
    def named(self) -> frozenset[str]:
        """Words that may name the object, or the words before a pronoun."""
        return self.objects or self.before

    @property
    def words(self) -> frozenset[str]:
        """Words of the object, and of its place or owner."""
        return self.named | self.place


@lru_cache(maxsize=256)
def find_requests(instruction: str) -> tuple[Request, ...]:
    """Return the irreversible actions that an instruction asks for.

    Verbs in the imperative count, at the beginning of a clause, as in "open the note and delete it" or "could
    you send it?", and statements such as "the note can be deleted", but not those in questions, quotes, file
    names and clauses that forbid something. A negation extends to the following clauses, up to "but", "then",
    a clause that asks for the forbidden action, or the end of the sentence.
    """
    return tuple(request for request, is_done in _find(instruction) if is_done)


@lru_cache(maxsize=256)
def find_forbidden(instruction: str) -> tuple[Request, ...]:
    """Return the irreversible actions that an instruction forbids."""
    return tuple(request for request, is_done in _find(instruction) if not is_done)


@lru_cache(maxsize=256)
def excluded_words(instruction: str) -> frozenset[str]:
    """Return the words of what an instruction excludes, such as "Eggs" in "all notes except Eggs"."""
    left_out = [request.objects for request in find_forbidden(instruction)]
    parts = [
        match.group() for clause in _clauses(instruction) for match in [_WITHOUT.search(clause.text)] if match
    ]
    return frozenset(word for words in left_out for word in words) | frozenset(
        word for part in parts for word in words_of(part)
    )


def has_negation(instruction: str) -> bool:
    """Check whether an instruction contains a negation, in one of several languages."""
    plain = plain_letters(instruction)
    return bool(_NOT_DONE.search(plain) or _WITHOUT.search(plain))


def words_of(text: str) -> list[str]:
    """Return the words and whole numbers of a text in lower case, without accents."""
    return re.findall(r"\d+(?:[.,]\d+)+|[^\W_]+", plain_letters(text))


class _Clause(msgspec.Struct, frozen=True):
    """A clause in lower case, whether it is negated, and whether it adds a name to the clause before it."""

    text: str
    is_negated: bool
    is_name: bool


def _find(instruction: str) -> Iterator[tuple[Request, bool]]:
    """Yield each request, and True if it is to be done or False if it is forbidden."""
    before: list[str] = []
    said: list[str] = []
    last: tuple[Request, bool] | None = None
    for clause in _clauses(instruction):
        if clause.is_name and last is not None:
            request = msgspec.structs.replace(last[0], objects=last[0].objects | set(words_of(clause.text)))
            last = request, last[1]
            continue
        if last is not None:
            yield last
        found = _read_clause(clause.text)
        last = None
        if found is not None:
            verb, rest = found
            objects = frozenset(_object_words(rest))
            named = frozenset() if objects <= PRONOUNS else objects
            place = frozenset(
                (*words_of(_WITHOUT.sub("", rest)), *(said if not named or named & _OWNERS else ()))
            )
            request = Request(verb, named, frozenset(before), _FROM.search(rest) is not None, place)
            last = request, not clause.is_negated
        before += words_of(_PLACE.sub("", clause.text))
        said += words_of(clause.text)
    if last is not None:
        yield last


def _clauses(instruction: str) -> Iterator[_Clause]:
    quotes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if len(quotes) == MAX_QUOTES:
            return " "
        quotes.append(match.group(1) or match.group(2) or "")
        return _MARK * len(quotes)

    for sentence in _SENTENCE.split(_QUOTED.sub(keep, instruction)):
        plain = plain_letters(sentence)
        if not plain or (plain.endswith("?") and not re.match(_POLITE, plain)):
            continue
        yield from _clauses_of(sentence, quotes)


def _clauses_of(sentence: str, quotes: list[str]) -> Iterator[_Clause]:
    reaches, forbidden, start, joint = False, "", 0, ""
    for match in [*_CLAUSE.finditer(sentence), None]:
        text = sentence[start : match.start() if match else len(sentence)].strip()
        plain = _REMINDED.sub("", plain_letters(text)).strip(" .!?;")
        reaches = (reaches and joint not in _TURN and not _contrasts(plain, forbidden)) or bool(
            _FORBIDS.match(plain)
        )
        forbidden = plain if reaches and _FORBIDS.match(plain) else forbidden
        is_negated = reaches or bool(_NOT_DONE.search(plain))
        is_name = bool(
            joint in {"and", "or", ""}
            and start
            and (text[:1].isupper() or text[:1].isdigit() or text[:1] == _MARK)
        )
        for number in range(len(quotes), 0, -1):
            plain = plain.replace(_MARK * number, f"{_MARK} {plain_letters(quotes[number - 1])} {_MARK}")
        if plain:
            yield _Clause(plain, is_negated, is_name)
        joint = (match.group(1) or "") if match else ""
        start = match.end() if match else 0


def _contrasts(clause: str, forbidden: str) -> bool:
    """Check whether a clause asks for the same action that an earlier clause forbids."""
    found = _read_clause(clause)
    return found is not None and found[0] in _FORBIDS.sub("", forbidden).split()


def _read_clause(clause: str) -> tuple[str, str] | None:
    """Return the verb of a clause in the imperative and its object, or None for other verbs.

    The statement that something can, may, should or must be removed counts as well, if it has no condition.
    """
    if (passive := _PASSIVE.fullmatch(clause)) and not _CONDITION.search(clause):
        return _PARTICIPLES[passive[2]], f" {passive[1]}{passive[3]}"
    rest = _FORBIDS.sub("", clause, count=1).lstrip() if _FORBIDS.match(clause) else clause
    lead = _LEAD.match(rest)
    rest = rest[lead.end() if lead else 0 :]
    if taken := _TAKE_OUT.match(rest):
        return "take out", taken.group(1)
    if _MESSAGED.match(rest):
        return "message somebody", rest.partition(" ")[2]
    first, _, object_of_click = rest.partition(" ")
    if first in _CLICKS:
        return CLICK, f" {object_of_click.removeprefix('on ')}"
    for verb in sorted(_REQUESTING, key=len, reverse=True):
        if rest == verb or rest.startswith(f"{verb} "):
            return verb, rest[len(verb) :]
    return None


def _object_words(rest: str) -> list[str]:
    """Return the words of an object, without its place and owner, but with quoted text."""
    quoted = [word for part in rest.split(_MARK)[1::2] for word in words_of(part)]
    named = _WITHOUT.sub("", _PLACE.sub("", re.sub(rf"{_MARK}.*?{_MARK}", " ", rest)))
    return [*words_of(named.rpartition("'s ")[2]), *quoted]
