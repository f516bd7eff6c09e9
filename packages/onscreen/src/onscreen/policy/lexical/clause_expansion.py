"""Expansion of an instruction into clauses, and of clauses into subtasks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from onscreen.policy.lexical.clause import Clause, parse_clause, split_clauses
from onscreen.policy.lexical.compound_verbs import expand_compound_verb
from onscreen.policy.lexical.goal_planning import is_question
from onscreen.policy.lexical.word_lists import ROLES, VERBS
from onscreen.text.credentials import SUBMIT_KEY, log_in_steps, split_login
from onscreen.text.proper_names import find_subjects
from onscreen.text.quotes import quote_free_text, strip_quotes
from onscreen.text.words import content_words, normalize
from onscreen.types import Situation, Turn

MIN_MENU_LEVELS = 2
"""A menu path such as "File>Save" has at least this many levels."""
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
_NOT_A_LIST = re.compile(r"\b(?:as the|with the|all|greatest|smallest)\b")
_PLACES = ("for ", "in ", "on ", "at ", "from ", "within ", "under ", "using ")
_STATEMENT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|should|must|can|need|want|do|does|did|don't)\b"
)
_REFERENCE = re.compile(r"\b(?:it|(?:this|that)( [a-z]+))\b")
_PRONOUNS = re.compile(r"\b(?:that|it|them)\b")


def parse_clauses(situation: Situation) -> tuple[Clause, ...]:
    """Parse an instruction into clauses.

    A follow-up instruction ("now do the same for Bob") is expanded first.
    """
    instruction = quote_free_text(expand_follow_up(situation.instruction, situation.conversation))
    login, rest = split_login(instruction)
    clauses = _join_clauses(tuple(parse_clause(text) for text in split_clauses(rest)))
    return (parse_clause(login), *clauses) if login else clauses


def needs_submit(texts: tuple[str, ...]) -> bool:
    """Check whether subtask texts fill in a form other than a login without submitting it."""
    submitted = max((number for number, text in enumerate(texts, 1) if text == SUBMIT_KEY), default=0)
    skills = [parse_clause(text).skill for text in texts[submitted:]]
    fills = any(skill in ("type", "select", "check", "drag", "sort", "scroll") for skill in skills)
    return fills and skills[-1] not in ("click", "submit", "add")


def expand_follow_up(instruction: str, turns: tuple[Turn, ...]) -> str:
    """Expand a follow-up such as "now do the same for Bob" using the previous instruction."""
    again = _AGAIN.search(instruction)
    if again is None or not turns:
        return instruction
    earlier = expand_follow_up(turns[-1].instruction, turns[:-1])
    new = (again.group(1) or "").strip(" .")
    old = _NAMED.search(earlier) or _OBJECT.search(earlier)
    if not new:
        return earlier
    if old is None:
        return instruction
    needs_quotes = old.group(1).startswith('"') and not new.startswith('"')
    return earlier.replace(old.group(1), f'"{new}"' if needs_quotes else new)


def _join_clauses(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Join consecutive clauses that belong together, such as copy and paste."""
    joined: list[Clause] = []
    for clause in clauses:
        text = _join(joined[-1], clause) if joined else None
        if text is None:
            joined.append(clause)
        else:
            joined[-1] = parse_clause(text)
    return tuple(joined)


def _join(before: Clause, clause: Clause) -> str | None:
    """Return the text of two clauses joined into one.

    Returns None if they are independent.
    """
    if not before.skill and before.text.casefold().startswith(_PLACES):
        return f"{clause.text} {before.text[0].lower()}{before.text[1:]}"
    if before.skill == "copy" and clause.skill == "paste":
        return f"type {before.rest} into {clause.place or 'the textbox'}"
    uses_result = clause.skill in ("type", "paste") and not clause.quoted and _refers_back(clause)
    if before.skill in ("find", "solve", "copy") and uses_result:
        what = "the answer" if before.skill == "solve" else before.rest
        return f"type {what} into {clause.place or 'the textbox'}"
    if before.skill == "find" and clause.skill and not before.rest.strip():
        return clause.text
    return None


def _refers_back(clause: Clause) -> bool:
    return bool(_PRONOUNS.search(clause.rest)) or "answer" in clause.rest or "result" in clause.rest


def join_statements(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Append each statement, such as "The book was lost", to the clause after it in parentheses.

    The result has no skill, because the rules for single clauses do not use statements.
    """
    joined: list[Clause] = []
    statement = ""
    for clause in clauses:
        is_login = bool(log_in_steps(clause.text))
        is_statement = not clause.verb and _STATEMENT.search(strip_quotes(clause.text))
        if is_statement and not is_login and not is_question(clause.text):
            statement = f"{statement}; {clause.text}".strip("; ")
        elif statement and not is_login:
            both = parse_clause(f"{_name_subject(clause.text, statement)} ({statement})")
            joined.append(msgspec.structs.replace(both, skill=""))
            statement = ""
        else:
            joined.append(clause)
    return (*joined, parse_clause(statement)) if statement else tuple(joined)


def _name_subject(text: str, statement: str) -> str:
    """Replace "it" or "this note" in a clause with the only thing named in the preceding statement."""
    subjects = find_subjects(statement)
    if len(subjects) != 1:
        return text
    return _REFERENCE.sub(
        lambda match: f'{"the" + match[1] + " " if match[1] else ""}"{subjects[0]}"', text, count=1
    )


def expand_clause(clause: Clause) -> tuple[str, ...]:
    """Expand a clause of an instruction into the texts of its subtasks, in order."""
    expand = _EXPANSIONS.get(clause.skill)
    steps = log_in_steps(clause.text) or expand_compound_verb(clause)
    return steps or (expand(clause) if expand else (clause.text,))


def _expand_click(clause: Clause) -> tuple[str, ...]:
    return _expand_menu_path(clause) or (clause.text,)


def _expand_select(clause: Clause) -> tuple[str, ...]:
    """Expand "select A, B and C from the list" into one subtask for each item.

    Returns () for "select nothing".
    """
    if path := _expand_menu_path(clause):
        return path
    if clause.quoted or _NOT_A_LIST.search(clause.rest):
        return (clause.text,)
    what, _, place = clause.rest.partition(" from the ")
    if normalize(what) in ("nothing", "none"):
        return ()
    if re.match(r"(?:the\s+)?\w+ (?:checkbox|radio|option)", what):
        return (clause.text,)
    items = [item for part in re.split(r",\s*|\s+and\s+", what) if (item := part.strip(" ."))]
    source = f" from the {place}" if place else ""
    return tuple(f'{clause.verb} "{item}"{source}' for item in items)


def _expand_menu_path(clause: Clause) -> tuple[str, ...]:
    """Expand "select A>B>C" into hovering over each menu and clicking the last entry."""
    levels = [level.strip() for level in clause.rest.split(">")]
    if len(levels) < MIN_MENU_LEVELS or not all(levels):
        return ()
    return (*(f'hover over "{level}"' for level in levels[:-1]), f'click "{levels[-1]}"')


def _expand_type(clause: Clause) -> tuple[str, ...]:
    """Expand a clause that fills in several fields into one subtask for each field."""
    if clause.quoted and re.search(r"\bboth\b", clause.text):
        return tuple(f'type "{clause.quoted[0]}" into the {order} textbox' for order in ("1st", "2nd"))
    pairs = _PAIR.findall(clause.rest)
    if len(clause.quoted) > 1 and len(pairs) == len(clause.quoted):
        return tuple(f'type "{text}" into the {_field_name(name)} field' for name, text in pairs)
    return (clause.text,)


def _field_name(phrase: str) -> str:
    """Return the words of a phrase that name a field."""
    return " ".join(w for w in content_words(phrase) if w not in VERBS and w not in ROLES) or phrase


_EXPANSIONS: Mapping[str, Callable[[Clause], tuple[str, ...]]] = {
    "click": _expand_click,
    "select": _expand_select,
    "check": _expand_select,
    "type": _expand_type,
}
