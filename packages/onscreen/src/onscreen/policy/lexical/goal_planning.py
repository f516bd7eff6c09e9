"""Planning of goals in applications, such as creating an entry or answering a question."""

from __future__ import annotations

import re

from onscreen.policy.lexical.entry_changes import WORD_FIELDS, Change
from onscreen.policy.lexical.entry_details import parse_additions, parse_fields, parse_name
from onscreen.text.credentials import SUBMIT_KEY
from onscreen.text.date_patterns import DATE, TIME
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import mask_quotes, quote_free_text, strip_quotes, unmask_quotes
from onscreen.text.words import normalize
from onscreen.types import Subtask

SAVE = Subtask("save what was entered", kind="save")
CONFIRM = Subtask("confirm it if a dialog asks", kind="confirm")
_VERBS = (
    "add|allow|answer|apply|archive|attach|avoid|block|call|cancel|change|choose|clear|close|comment|compress|connect|copy|"
    "create|delete|disable|download|edit|empty|enable|find|flip|follow|forget|get|give|check|crop|have|hide|invite|keep|"
    "let|like|look|mail|make|mark|merge|move|mute|name|open|order|pair|pause|pin|play|prefer|put|remove|rename|replace|"
    "restore|record|ring|rotate|save|schedule|send|set|share|show|sort|star|start|stop|subscribe|switch|take|text|"
    "tick|turn|unblock|use|write"
)
_BREAK = re.compile(rf"(?:,\s*(?:and\s+|then\s+)?|\s+and\s+(?:then\s+)?|[.;:]\s+)(?=(?i:{_VERBS})\b)")
_PLACE_FIRST = re.compile(r"^(?:in|on)\s+(?:the\s+|my\s+)?[^,]+,\s+", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:what|which|who|when|where|how (?:many|much|long|high|far)|(?:at|until) what)\b", re.IGNORECASE
)
_NEW = re.compile(
    r"^(?i:(?:create|compose|schedule)\s+(?:an?\s+|the\s+)?(?:new\s+)?"
    r"|(?:add|make|write|set|start|post|note)\s+(?:an?\s+(?:new\s+)?|new\s+)|(?:enter|open)\s+an?\s+new\s+"
    r"|add\s+the\s+(?!.*\b(?:to|in|into|from|of)\b))"
    r"((?:[a-z][a-z-]+ ){0,2}?[a-z][a-z-]+"
    r"(?=\s+(?:called|named|titled|with|for|of|in|on|at)\b|\s*[\",:]|\s+[A-Z0-9]|$)"
    r"|(?:group |public |private )?[a-z][a-z-]+)\b"
)
_INTO = re.compile(
    r"^(?i:add|put|note|write)\s+([^,]+?)\s+(?:to|into|in)\s+(?:the\s+|my\s+)"
    r"([a-z]+(?:\s[a-z]+)?)(?=\s*$|,|\s+(?:on|at|from|with|in|today|tomorrow)\b)"
)
_STATEMENT = re.compile(rf"^(?!(?i:{_VERBS})\b)")
_ANSWER = re.compile(r'^(?:answer|reply to) [^"]*"([^"]+)".*?"([^"]+)"$', re.IGNORECASE)
_RENAME = re.compile(r'^(rename .+?) to ("[^"]+"|[A-Z][^,]*)(?:,.*)?$', re.IGNORECASE)
_CHANGE_ENTRY = re.compile(
    r"^(?i:change|set|edit|move) the [a-z]+ (?:labell?ed|called|named) ([A-Z][\w ]*?) to (\S+)"
    r"(?: and its ([a-z ]+) to (.+))?$"
)
_COMMIT = re.compile(
    r"^(commit|post|publish|submit) (?:it|(?:all|my|the)(?: of)?(?: my| the)? (?:changed |new )?[a-z]+)"
    r" with the (message|comment|text|title) [\"'](.+)[\"']$",
    re.IGNORECASE,
)
_FOLDER = re.compile(r'\bin (?:the |my )?(folder|directory) "?([^\s",]+)')
_SET_TEXT = re.compile(
    r'^(?i:set|change|replace|update|correct) (?:the|my) ([a-z ]+?)(?: of [^"“]+)?(?: [“"]([^"”]+)["”])?'
    r' (?:to|by|with) [“"]([^"”]+)["”]$'
)
_MESSAGE = re.compile(
    r"^(?i:send|text|message)\s+([A-Z][\w.-]*(?:\s[A-Z][\w.-]*)*|[\d+][\d +-]+)\s.*?\"([^\"]+)\""
)
_MAIL = re.compile(
    r"^(?:e?mail|send (?:an? )?e?mail to|write (?:an? )?e?mail to)\s+(\S+@\S+\w)", re.IGNORECASE
)


def is_question(instruction: str) -> bool:
    """Check whether the instruction asks a question."""
    return "?" in strip_quotes(instruction) or bool(_ASKED.match(instruction))


def split_goals(instruction: str) -> tuple[str, ...]:
    """Split an instruction into goals that start with a verb.

    A part that does not start with a verb is appended to the following goal in parentheses.
    """
    masked, quotes = mask_quotes(quote_free_text(" ".join(instruction.split())))
    if is_question(masked):
        return (instruction.strip(),)
    goals: list[str] = []
    statement = ""
    for piece in _BREAK.split(_PLACE_FIRST.sub("", masked)):
        if _STATEMENT.match(piece):
            statement = f"{statement}; {piece}".strip("; ")
            continue
        goals.append(f"{piece.strip(' .')} ({statement})" if statement else piece.strip(" ."))
        statement = ""
    goals += [statement] if statement else []
    return tuple(unmask_quotes(goal, quotes) for goal in goals)


def plan_goals(goals: tuple[str, ...]) -> tuple[Subtask, ...]:
    """Plan the subtasks for a sequence of goals.

    If a goal adds fields to the entry of the goal before, they are set before the entry is saved.
    """
    subtasks: list[Subtask] = []
    for goal in goals:
        additions = parse_additions(goal) if SAVE in subtasks[-1:] else ()
        if additions:
            subtasks[-1:] = [*set_fields(additions), SAVE]
        else:
            subtasks += plan_goal(goal)
    return tuple(subtasks)


def plan_goal(goal: str) -> tuple[Subtask, ...]:
    """Plan the subtasks for a single goal."""
    if is_question(goal):
        return (Subtask(goal, kind="find_answer", subject=goal),)
    bare = goal.partition(" (")[0]
    for plan in (
        _plan_message, _plan_mail, _plan_reply, _plan_rename, _plan_change, _plan_commit, plan_creation,
        _plan_insertion,
    ):  # fmt: skip
        if subtasks := plan(goal) or plan(bare):
            return subtasks
    return tuple(subtask for part in _split_list(goal) for subtask in (achieve(part), CONFIRM))


def create(noun: str) -> Subtask:
    """Create a subtask that opens the form for a new entry."""
    return Subtask(f"create a new {noun}", kind="create", subject=noun)


def set_to(field: str, value: str) -> Subtask:
    """Create a subtask that sets a field to a value."""
    return Subtask(f'set {field} to "{value}"', kind="set_field", subject=field, value=value)


def achieve(goal: str) -> Subtask:
    """Create a subtask that pursues a goal by clicking related elements."""
    return Subtask(goal, kind="achieve", subject=goal)


def set_fields(fields: tuple[tuple[str, str], ...]) -> tuple[Subtask, ...]:
    """Create a subtask for each field and its value."""
    return tuple(set_to(field, value) for field, value in fields)


def plan_change(change: Change) -> tuple[Subtask, ...]:
    """Plan a change of an entry: open it, set its fields and save it.

    Fields for words, such as labels, take each word with Enter.
    """
    steps: list[Subtask] = []
    for field, value in change.fields:
        steps += [set_to(field, value), *((Subtask(SUBMIT_KEY),) if field in WORD_FIELDS else ())]
    noun = f"the {change.kind} " if change.kind else ""
    return (achieve(f'open {noun}"{change.entry}"'), *steps, SAVE)


def _plan_message(goal: str) -> tuple[Subtask, ...]:
    """Plan 'send Ann Lee a message that says "On my way"'."""
    match = _MESSAGE.match(goal)
    if match is None:
        return ()
    recipient, text = match.groups()
    return (create("chat"), achieve(f'open "{recipient}"'), set_to("message", text), SAVE)


def _plan_reply(goal: str) -> tuple[Subtask, ...]:
    """Plan 'answer the mail "A" with "B"'."""
    match = _ANSWER.match(goal)
    if match is None:
        return ()
    subject, text = match.groups()
    return (achieve(f'open "{subject}"'), achieve('open "Reply"'), set_to("message", text), SAVE)


def _plan_rename(goal: str) -> tuple[Subtask, ...]:
    """Plan "rename the list A to B"."""
    match = _RENAME.match(goal)
    if match is None:
        return ()
    return (achieve(match.group(1)), set_to("name", match.group(2).strip('"')), SAVE)


def _plan_change(goal: str) -> tuple[Subtask, ...]:
    """Plan a change of a field or entry.

    Examples are 'set the signature to "S"' and "change the alarm called A to 7:00 and its sound to B".
    """
    if entry := _CHANGE_ENTRY.match(goal):
        name, value, field, other = entry.groups()
        first = "time" if TIME.match(value) else "date" if DATE.match(value) else "name"
        second = (set_to(field, other),) if field else ()
        return (achieve(f'open "{name}"'), set_to(first, value), *second, SAVE)
    match = _SET_TEXT.match(goal)
    if match is None:
        return ()
    field, old, value = match.groups()
    return (achieve(f'open "{old or field}"'), set_to(field, value), SAVE)


def _plan_mail(goal: str) -> tuple[Subtask, ...]:
    """Plan 'mail ann@b.example with the subject "S"'."""
    match = _MAIL.match(goal)
    if match is None:
        return ()
    fields = (("to", match.group(1)), *parse_fields(goal[match.end() :]))
    return (create("mail"), *set_fields(fields), SAVE)


def plan_creation(goal: str) -> tuple[Subtask, ...]:
    """Plan "create a contact for Ann Lee with the phone number 5"."""
    noun = _NEW.match(goal)
    if noun is None:
        return ()
    rest = goal[noun.end() :]
    name, fields = parse_name(rest), parse_fields(rest)
    if not (name or fields):
        return ()
    named = (("name", name),) if name else ()
    place = _FOLDER.search(rest)
    first = (achieve(f'open the {place.group(1)} "{place.group(2)}"'),) if place else ()
    return (*first, create(noun.group(1)), *set_fields((*named, *fields)), SAVE)


def _plan_commit(goal: str) -> tuple[Subtask, ...]:
    """Plan 'commit all changes with the message "Fix the roof"'."""
    match = _COMMIT.match(goal)
    if match is None:
        return ()
    verb, field, value = match.groups()
    return (set_to(field, value), achieve(verb.lower()))


def _plan_insertion(goal: str) -> tuple[Subtask, ...]:
    """Plan "put Dinner into the calendar on Monday, May 4"."""
    match = _INTO.match(goal)
    if match is None or not proper_names(match.group(1)):
        return ()
    name, place = match.groups()
    fields = (("name", name.strip('"')), *parse_fields(goal[match.end() :]))
    return (create(place), *set_fields(fields), SAVE)


def _split_list(goal: str) -> tuple[str, ...]:
    """Split "turn off A, B and C of D" into one goal for each item."""
    masked, quotes = mask_quotes(goal)
    items = re.search(r"((?:\x00\d+\x00|[A-Z][\w-]*(?: [\w-]+){0,3})(?:, |,? and ))+", masked)
    if items is None:
        return (goal,)
    head, tail = masked[: items.start()], masked[items.end() :]
    last = re.match(r"(?:\x00\d+\x00|[A-Z][\w-]*(?: [A-Z][\w-]*)*)", tail)
    if last is None or not normalize(head) or DATE.search(items.group(0) + tail):
        return (goal,)
    parts = [part for part in re.split(r", |,? and ", items.group(0) + last.group(0)) if part]
    return tuple(unmask_quotes(f"{head}{part}{tail[last.end() :]}", quotes) for part in parts)
