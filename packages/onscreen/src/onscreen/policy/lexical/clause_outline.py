"""Instruction -> the texts of its subtasks: clauses, with lists, pairs and compound verbs written out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from onscreen.policy.lexical.clause import Clause, parse_clause, split_clauses
from onscreen.policy.lexical.compound_verbs import expand_compound_verb
from onscreen.policy.lexical.word_lists import ROLES, VERBS, content_words, normalize
from onscreen.types import Situation, Turn

SUBMIT = "submit the form, if there is a button for it"
_PAIR = re.compile(r'(?:the |a |my )?([\w -]+?)\s+"([^"]*)"')
_AGAIN = re.compile(
    r"\b(?:the same|do (?:it|that) again|again|likewise)\b(?:.*?\b(?:for|to|with|on)\s+(.+))?", re.IGNORECASE
)
_NAMED = re.compile(
    r"\b(?:for|to|by|from|with|named|called|of)\s+(\"[^\"]+\"|@?[A-Z][\w.-]*(?:\s+[A-Z][\w.-]*)*)"
)
_OBJECT = re.compile(
    r"\b(?i:type|enter|write|add|put|greet|invite|select|choose|pick|remove|delete|open|book|order|buy|find"
    r"|search for|look up|call|message|email|tell|ask|show|click|click on)\s+"
    r"(?!(?i:an?|the|it|them|in|into|to|for|on|out|all|every|each|my)\b)"
    r"(\"[^\"]+\"|@?\w[\w.-]*(?:\s+[A-Z][\w.-]*)*)"
)
_PLACES = ("for ", "in ", "on ", "at ", "from ", "within ", "under ", "using ")
_LAST_WORDS = re.compile(r"\b(?:that|it|them)\b")


def parse_clauses(situation: Situation) -> tuple[Clause, ...]:
    """Read the clauses of the instruction; a follow-up is first put in full words."""
    return _joined(
        tuple(
            parse_clause(text)
            for text in split_clauses(expand_follow_up(situation.instruction, situation.conversation))
        )
    )


def subtasks(situation: Situation) -> tuple[str, ...]:
    """Write the subtasks of the instruction."""
    written = tuple(text for clause in parse_clauses(situation) for text in expand_clause(clause))
    return (*written, SUBMIT) if needs_submit(written) else written


def needs_submit(written: tuple[str, ...]) -> bool:
    """Whether the subtasks fill something in and do not end by sending it."""
    fills = any(
        parse_clause(text).skill in ("type", "select", "check", "drag", "sort", "scroll") for text in written
    )
    ends = bool(written) and parse_clause(written[-1]).skill in ("click", "submit", "add")
    return fills and not ends


def expand_follow_up(instruction: str, said: tuple[Turn, ...]) -> str:
    """Write a follow-up ("now do the same for Bob") as the instruction it repeats, with the new name."""
    again = _AGAIN.search(instruction)
    if again is None or not said:
        return instruction
    before = expand_follow_up(said[-1].instruction, said[:-1])
    new = (again.group(1) or "").strip(" .")
    old = _NAMED.search(before) or _OBJECT.search(before)
    if not new:
        return before
    if old is None:
        return instruction
    quoted = old.group(1).startswith('"') and not new.startswith('"')
    return before.replace(old.group(1), f'"{new}"' if quoted else new)


def _joined(read_clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Join what belongs together: a place named first, a copy and its paste, a thing found and then used."""
    kept: list[Clause] = []
    for clause in read_clauses:
        before = kept[-1] if kept else None
        if before is not None and (joined := _join(before, clause)) is not None:
            kept[-1] = parse_clause(joined)
        else:
            kept.append(clause)
    return tuple(kept)


def _join(before: Clause, clause: Clause) -> str | None:
    if not before.skill and before.text.casefold().startswith(_PLACES):
        return f"{clause.text} {before.text[0].lower()}{before.text[1:]}"
    if before.skill == "copy" and clause.skill == "paste":
        return f"type {before.rest} into {clause.place or 'the textbox'}"
    takes_it = clause.skill in ("type", "paste") and not clause.quoted and _refers(clause)
    if before.skill in ("find", "solve", "copy") and takes_it:
        what = "the answer" if before.skill == "solve" else before.rest
        return f"type {what} into {clause.place or 'the textbox'}"
    if before.skill == "find" and clause.skill and not before.rest.strip():
        return clause.text
    return None


def _refers(clause: Clause) -> bool:
    return bool(_LAST_WORDS.search(clause.rest)) or "answer" in clause.rest or "result" in clause.rest


def expand_clause(clause: Clause) -> tuple[str, ...]:
    """Write what a clause comes to, step by step."""
    return expand_compound_verb(clause) or _EXPANSIONS.get(clause.skill, _as_is)(clause)


def _as_is(clause: Clause) -> tuple[str, ...]:
    return (clause.text,)


def _clicks(clause: Clause) -> tuple[str, ...]:
    return _path(clause) or _as_is(clause)


def _selects(clause: Clause) -> tuple[str, ...]:
    """Write "select A, B and C from the list" as one subtask an item."""
    if path := _path(clause):
        return path
    if clause.quoted or re.search(
        r"\b(?:as the|with the|shades?|similar|all|greatest|smallest)\b", clause.rest
    ):
        return _as_is(clause)
    what, _, place = clause.rest.partition(" from the ")
    if re.match(r"(?:the\s+)?\w+ (?:checkbox|radio|option)", what) or normalize(what) in ("nothing", "none"):
        return () if normalize(what) in ("nothing", "none") else _as_is(clause)
    items = [plain_item for item in re.split(r",\s*|\s+and\s+", what) if (plain_item := item.strip(" ."))]
    return tuple(f'{clause.verb} "{item}"' + (f" from the {place}" if place else "") for item in items)


def _path(clause: Clause) -> tuple[str, ...]:
    """Write "select A>B>C" as a way through menus: each level is opened, the last one clicked."""
    steps = [step.strip() for step in clause.rest.split(">")]
    if len(steps) < 2 or not all(steps):  # noqa: PLR2004  a way has at least two levels
        return ()
    return (*(f'hover over "{step}"' for step in steps[:-1]), f'click "{steps[-1]}"')


def _types(clause: Clause) -> tuple[str, ...]:
    """Write pairs of name and text, and "both fields", as one subtask a field."""
    if re.search(r"\bboth\b", clause.text):
        return tuple(
            f"type {clause.quoted[0] and _quote(clause.quoted[0])} into the {n} textbox"
            for n in ("1st", "2nd")
        )
    if re.search(r'\bstarts with "', clause.rest):
        first = f"type {_quote(clause.quoted[0])} into the field"
        return (first, f"click the item that {_starting(clause)}", SUBMIT)
    pairs = _PAIR.findall(clause.rest)
    if len(clause.quoted) > 1 and len(pairs) == len(clause.quoted):
        return tuple(f"type {_quote(text)} into the {_last(name)} field" for name, text in pairs)
    return _as_is(clause)


def _starting(clause: Clause) -> str:
    return clause.rest[clause.rest.index("starts with") :]


def _last(name: str) -> str:
    return " ".join(w for w in content_words(name) if w not in VERBS and w not in ROLES) or name


def _quote(text: str) -> str:
    return f'"{text}"'


def _drags(clause: Clause) -> tuple[str, ...]:
    """Write "drag all A into X, everything else into Y" as one subtask a place."""
    first, found, rest = clause.text.partition("everything else")
    return (first.rstrip(" ,"), f"drag everything else{rest}") if found else _as_is(clause)


_EXPANSIONS: Mapping[str, Callable[[Clause], tuple[str, ...]]] = {
    "click": _clicks,
    "select": _selects,
    "check": _selects,
    "type": _types,
    "drag": _drags,
}
