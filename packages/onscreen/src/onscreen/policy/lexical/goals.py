"""Goals among applications, written out as steps: make a thing, bring something about, find something out."""

from __future__ import annotations

import re

from onscreen.policy.lexical.clause import hide, show, unquoted
from onscreen.policy.lexical.goal_details import DATE, TIME, added, details, name_of
from onscreen.policy.lexical.word_lists import plain, proper_names

SAVE = "save what was given, if there is a button for it"
CONFIRM = "confirm it, if that is asked"
_VERBS = (
    "add|allow|answer|apply|archive|attach|avoid|block|cancel|change|choose|clear|close|comment|compress|connect|copy|"
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
    r"|(?:add|make|write|set|start|post|note)\s+(?:an?\s+(?:new\s+)?|new\s+))"
    r"((?:group |public |private )?[a-z][a-z-]+)\b"
)
_INTO = re.compile(
    r"^(?i:add|put|note|write)\s+([^,]+?)\s+(?:to|into|in)\s+(?:the\s+|my\s+)"
    r"([a-z]+(?:\s[a-z]+)?)(?=\s*$|,|\s+(?:on|at|from|with|in|today|tomorrow)\b)"
)
_STATES = re.compile(rf"^(?!(?i:{_VERBS})\b)")
_REFERS = re.compile(r"\b(?:it|its|them|their|that \w+|those|instead|there)\b", re.IGNORECASE)
_ANSWER = re.compile(r'^(?:answer|reply to) [^"]*"([^"]+)".*?"([^"]+)"$', re.IGNORECASE)
_RENAME = re.compile(r'^(rename .+?) to ("[^"]+"|[A-Z].*)$', re.IGNORECASE)
_OF_THING = re.compile(
    r"^(?i:change|set|edit|move) the [a-z]+ (?:labelled|called|named) ([A-Z][\w ]*?) to (\S+)"
    r"(?: and its ([a-z ]+) to (.+))?$"
)
_TO_TEXT = re.compile(
    r'^(?i:set|change) (?:the|my) ([a-z ]+?)(?: of [^"“]+)?(?: [“"]([^"”]+)["”])? to [“"]([^"”]+)["”]$'
)
_SAY = re.compile(
    r"^(?i:send|text|message)\s+([A-Z][\w.-]*(?:\s[A-Z][\w.-]*)*|[\d+][\d +-]+)\s.*?\"([^\"]+)\""
)
_MAIL = re.compile(
    r"^(?:e?mail|send (?:an? )?e?mail to|write (?:an? )?e?mail to)\s+(\S+@\S+\w)", re.IGNORECASE
)


def is_question(instruction: str) -> bool:
    """Whether something is to be found out."""
    return "?" in unquoted(instruction) or bool(_ASKED.match(instruction))


def goals(instruction: str) -> tuple[str, ...]:
    """Split an instruction into goals, one verb each; what is stated goes with the goal that refers to it."""
    hidden, quotes = hide(" ".join(instruction.split()))
    if is_question(hidden):
        return (instruction.strip(),)
    written: list[str] = []
    stated = ""
    for piece in _BREAK.split(_PLACE_FIRST.sub("", hidden)):
        if _STATES.match(piece):
            stated = f"{stated}; {piece}".strip("; ")
            continue
        written.append(f"{piece.strip(' .')} ({stated})" if stated else piece.strip(" ."))
        stated = ""
    written += [stated] if stated else []
    return tuple(show(piece, quotes) for piece in written)


def outline_of(all_goals: tuple[str, ...]) -> tuple[str, ...]:
    """Write the steps of all goals; what adds to a thing being made is done before it is saved."""
    written: list[str] = []
    for goal in all_goals:
        more = added(goal) if SAVE in written[-1:] else ()
        if more:
            written[-1:] = [*(f'give {field}: "{value}"' for field, value in more), SAVE]
        else:
            written += steps(goal)
    return tuple(written)


def steps(goal: str) -> tuple[str, ...]:
    """Write the steps of one goal."""
    if is_question(goal):
        return _found_out(goal)
    for write in (_said, _mailed, _answered, _renamed, _changed, _made, _put):
        if found := write(goal):
            return found
    return tuple(step for each in _each(goal) for step in (f"bring about: {each}", CONFIRM))


def _found_out(goal: str) -> tuple[str, ...]:
    return (f"find out: {goal}",)


def _said(goal: str) -> tuple[str, ...]:
    said = _SAY.match(goal)
    if said is None:
        return ()
    who, text = said.groups()
    return ("begin a new chat", f'bring about: open "{who}"', f'give message: "{text}"', SAVE)


def _answered(goal: str) -> tuple[str, ...]:
    """Write out 'answer the mail "A" with "B"'."""
    found = _ANSWER.match(goal)
    if found is None:
        return ()
    thing, text = found.groups()
    return (f'bring about: open "{thing}"', 'bring about: open "Reply"', f'give message: "{text}"', SAVE)


def _renamed(goal: str) -> tuple[str, ...]:
    """Write out "rename the list A to B"."""
    found = _RENAME.match(goal)
    if found is None:
        return ()
    return (f"bring about: {found.group(1)}", f'give name: "{found.group(2).strip(chr(34))}"', SAVE)


def _changed(goal: str) -> tuple[str, ...]:
    """Write out 'set the signature to "S"' and "change the alarm called A to 7:00 and its sound to B"."""
    if whole := _OF_THING.match(goal):
        thing, value, field, other = whole.groups()
        first = "time" if TIME.match(value) else "date" if DATE.match(value) else "name"
        more = (f'give {field}: "{other}"',) if field else ()
        return (f'bring about: open "{thing}"', f'give {first}: "{value}"', *more, SAVE)
    found = _TO_TEXT.match(goal)
    if found is None:
        return ()
    field, old, value = found.groups()
    return (f'bring about: open "{old or field}"', f'give {field}: "{value}"', SAVE)


def _mailed(goal: str) -> tuple[str, ...]:
    to = _MAIL.match(goal)
    if to is None:
        return ()
    fields = (("to", to.group(1)), *details(goal[to.end() :]))
    return ("begin a new mail", *(f'give {field}: "{value}"' for field, value in fields), SAVE)


def _made(goal: str) -> tuple[str, ...]:
    """Write out "create a contact for Ann Lee with the phone number 5": its form, each field, the saving."""
    noun = _NEW.match(goal)
    name = name_of(goal[noun.end() :]) if noun else ""
    fields = details(goal[noun.end() :]) if noun else ()
    if noun is None or not (name or fields):
        return ()
    given = ((("name", name),) if name else ()) + fields
    return (f"begin a new {noun.group(1)}", *(f'give {field}: "{value}"' for field, value in given), SAVE)


def _put(goal: str) -> tuple[str, ...]:
    """Write out "put Dinner into the calendar on Monday, May 4"."""
    put = _INTO.match(goal)
    if put is None or not proper_names(put.group(1)):
        return ()
    name, place = put.groups()
    given = (("name", name.strip('"')), *details(goal[put.end() :]))
    return (f"begin a new {place}", *(f'give {field}: "{value}"' for field, value in given), SAVE)


def _each(goal: str) -> tuple[str, ...]:
    """Write "turn off A, B and C of D" as one goal a thing."""
    hidden, quotes = hide(goal)
    found = re.search(r"((?:\x00\d+\x00|[A-Z][\w-]*(?: [\w-]+){0,3})(?:, |,? and ))+", hidden)
    if found is None:
        return (goal,)
    head, last = hidden[: found.start()], hidden[found.end() :]
    end = re.match(r"(?:\x00\d+\x00|[A-Z][\w-]*(?: [A-Z][\w-]*)*)", last)
    if end is None or not plain(head) or DATE.search(found.group(0) + last):
        return (goal,)
    items = [i for i in re.split(r", |,? and ", found.group(0) + end.group(0)) if i]
    return tuple(show(f"{head}{item}{last[end.end() :]}", quotes) for item in items)
