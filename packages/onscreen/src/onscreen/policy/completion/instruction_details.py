"""Extraction of details from an instruction: values, names, qualifiers and verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.answer_kinds import strip_format
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.form_submission import SAVES
from onscreen.policy.lexical.goal_planning import is_question
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.lexical.word_lists import ROLES
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import mask_quotes, quote_free_text, strip_quotes
from onscreen.text.superlatives import find_superlatives
from onscreen.text.words import content_words, normalize, split_words

_NUMBER = re.compile(r"(?<![\w@{])(?<![^\W\d_]-)\d+(?:[.,:/-]\d+)*(?!\w|[.@]\w|})")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w|\bhttps?://\S*\w")
_IDENTIFIER = re.compile(r"(?<![\w.@{/:-])[^\W\d]\w+(?:[-_]\w{2,})+(?![\w@}/-])")
_DIGITS = re.compile(r"\d+")
_SENTENCE_START = re.compile(r"(^|[.!?]\s+)\W*\w+")
_LOOKS_UP = re.compile(
    r"\b(?:find out|look up|read|work out|calculate|compute|add up|copy|note down)\b"
    r".*?(?:,|;|\.|\band\b|\bthen\b)\s+(.*)$",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(it|them|(?:the|this|that|its|their) (?:result|answer|sum|total|value|name|price|number|date|address"
    r"|code|time)s?)\b",
    re.IGNORECASE,
)
_GIVEN_NAME = re.compile(
    r"\b(?:named|called|titled) (?!(?:after|as|by|for|in|off|on|out|up)\b)([a-z][\w.-]*\w)"
)
_NEW_VALUE = re.compile(
    r"\b(?:change|set|update)\b[^.;]*? to ([a-z][\w-]*)(?=\s*(?:[.,;!]|$))", re.IGNORECASE
)
_NAME_PARTICLES = frozenset(("of", "the", "and", "de", "da", "van", "von", "der", "den", "la", "le"))
_AGGREGATES = frozenset(
    ("not", "no", "never", "without", "total", "sum", "average", "altogether", "overall", "most", "least")
)
"""Words by which the answer to a question differs from a value that one screen shows."""
_NO_NEED = re.compile(r"\b(?:need not|do not (?:have|need) to)\b", re.IGNORECASE)
_QUANTIFIERS = frozenset(("all", "every", "each", "except"))
_LATER_VERB = re.compile(
    r"(?:,|;|\.|\band\b|\bthen\b)\s+(?:(?:and|then|finally)\s+)*"
    r"([a-z]+)(?=[.!]?$|\s+(it|them|this|that|everything|the|your|my)\b)"
)
_PRONOUNS = ("it", "them", "everything")
_GENERIC_VERBS = frozenset(
    (
        "add", "be", "call", "change", "choose", "click", "do", "enter", "fill", "find", "get", "give", "go",
        "have", "is", "keep", "label", "let", "look", "make", "move", "name", "note", "open", "pick", "press",
        "put", "read", "see", "select", "set", "show", "switch", "take", "tap", "tell", "title", "turn",
        "type", "use", "write",
    )
)  # fmt: skip
"""Verbs for which the control has another name, such as a field, link or switch."""
_PERSONAL = {"i", "me", "us", "we", "you"}
_COMMITS = (
    BUTTON_VERBS | {name for name in SAVES if " " not in name} | {"publish", "deploy", "discard", "store"}
)
"""Verbs that usually are the name of the button for the action."""


def asks_question(instruction: str) -> bool:
    """Check whether an instruction asks for an answer."""
    return is_question(instruction) or bool(re.match(r"(?:please )?tell me\b", instruction, re.IGNORECASE))


def remove_tool_names(text: str, tools: Sequence[str]) -> str:
    """Remove the names of applications from a text."""
    for tool in tools:
        text = re.sub(rf"\b{re.escape(tool)}\b", " ", text)
    return text


def literal_values(instruction: str) -> tuple[str, ...]:
    """Return the quoted texts, then the addresses in an instruction, without repetition."""
    quoted = parse_clause(quote_free_text(instruction)).quoted
    return tuple(dict.fromkeys((*filter(str.strip, quoted), *_ADDRESS.findall(strip_quotes(instruction)))))


def numbers_in(instruction: str) -> tuple[str, ...]:
    """Return the numbers, dates and times in an instruction.

    Quotes, addresses and ordinals such as "3rd" are left out.
    """
    return tuple(dict.fromkeys(_NUMBER.findall(_ADDRESS.sub(" ", strip_quotes(instruction)))))


def integers_in(*texts: str) -> frozenset[int]:
    """Return all integers in texts, such as 5 and 30 for "05:30"."""
    return frozenset(int(digits) for text in texts for digits in _DIGITS.findall(text))


def names_in(instruction: str) -> tuple[str, ...]:
    """Return the capitalized names in an instruction, explicitly given names, and new values.

    A given name is the word after "named", "called" or "titled", and a new value the last word of a clause
    such as "change the priority to urgent". Quotes, words at the start of a sentence, and the format of an
    answer are left out.
    """
    unquoted = strip_format(strip_quotes(instruction))
    inner = _SENTENCE_START.sub(r"\1", unquoted)
    found = (*proper_names(inner), *_GIVEN_NAME.findall(inner), *_NEW_VALUE.findall(unquoted))
    return tuple(name for name in dict.fromkeys(found) if content_words(name))


def identifiers_in(instruction: str, seen: Sequence[str]) -> tuple[str, ...]:
    """Return the identifiers in an instruction outside quotes, such as "my-branch" or "user_id".

    Words joined by hyphens or underscores are identifiers if one of the texts `seen` on the screens contains
    them.
    """
    found = dict.fromkeys(_IDENTIFIER.findall(_ADDRESS.sub(" ", strip_quotes(instruction))))
    shown = {word for text in seen for word in _IDENTIFIER.findall(text)}
    return tuple(word for word in found if word in shown)


def qualifiers_in(instruction: str) -> tuple[str, ...]:
    """Return the superlatives and quantifiers in an instruction, such as "cheapest" and "all"."""
    text = strip_quotes(instruction)
    quantifiers = [word for word in dict.fromkeys(split_words(text)) if word in _QUANTIFIERS]
    return (*find_superlatives(text), *quantifiers)


def aggregates_in(question: str) -> tuple[str, ...]:
    """Return the negations and words for a computed value in a question, such as "not" and "total"."""
    words = dict.fromkeys(split_words(_NO_NEED.sub(" ", strip_quotes(question))))
    return tuple(word for word in words if word in _AGGREGATES)


def result_reference(instruction: str) -> str:
    """Return the words for a value looked up in one clause and used in a later one, such as "the result".

    Returns "" if the instruction asks for no such value.
    """
    later = _LOOKS_UP.search(strip_quotes(instruction))
    found = _RESULT.search(later.group(1)) if later else None
    return found.group(1) if found else ""


def is_name(text: str) -> bool:
    """Check whether a text may be the name of a person: one word, or several capitalized words."""
    words = text.split()
    capitalised = all(word[0].isupper() or word in _NAME_PARTICLES for word in words)
    return any(char.isalpha() for char in text) and (len(words) == 1 or capitalised)


def verbs_to_carry_out(instruction: str, buttons: frozenset[str]) -> tuple[str, ...]:
    """Return the verbs of an instruction that need a control of the same name.

    `buttons` are the first words of the buttons on the screens of the run. The first verb counts if it is the
    usual name of a button. A later verb ("..., save it", "... and deploy") counts if it is the usual name or
    the name of a button that was shown, or if a pronoun follows.
    """
    text, _ = mask_quotes(" ".join(instruction.split()))
    first = next(iter(split_words(text)), "")
    verbs = [first] if first in BUTTON_VERBS else []
    for verb, following in _LATER_VERB.findall(text):
        if verb in _COMMITS or verb in buttons or following in _PRONOUNS:
            verbs.append(verb)
    return tuple(verb for verb in dict.fromkeys(verbs) if verb not in _GENERIC_VERBS)


def described_words(subtask: str) -> tuple[str, ...]:
    """Return the content words of a subtask.

    Left out are a generic verb at the start, personal pronouns and words for kinds of elements.
    """
    first, _, rest = subtask.partition(" ")
    text = rest if normalize(first) in _GENERIC_VERBS else subtask
    skipped = ROLES.keys() | _PERSONAL
    return tuple(w for w in content_words(text) if w not in skipped and re.search(r"\w", w))


def is_contained(value: str, texts: Sequence[str]) -> bool:
    """Check whether a text contains a value, ignoring case, spacing and surrounding punctuation."""
    wanted = normalize(value)
    return any(wanted in normalize(text) for text in texts)
