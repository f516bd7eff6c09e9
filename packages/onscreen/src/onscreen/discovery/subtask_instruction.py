"""Generation of subtask instructions from the steps of trajectories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from onscreen.discovery.trajectory import Steps, TrajectoryStep
from onscreen.perceive.button_kinds import FORM_WORDS, REFUSED_WORDS
from onscreen.routines.text_template import placeholder_names

_WORDS = {"back": "go back", "accept": "confirm"}
"""Steps that need no target."""
_CHOSEN_ROLES = frozenset({"radio", "option", "tab", "menuitemradio"})
_MENUS = frozenset({"more options", "open navigation menu", "options", "menu", "more", "navigate up"})
"""Names of buttons that only open a menu, which an instruction leaves out."""
_ACTS_ON_PLACE = frozenset(
    {
        "archive",
        "call",
        "close",
        "delete",
        "like",
        "mute",
        "pin",
        "play",
        "remove",
        "restore",
        "star",
        "unpin",
    }
)
"""Verbs of buttons whose object is the item that was opened before."""
_OBJECT_VERBS = (FORM_WORDS | REFUSED_WORDS | {"call", "like", "pin", "play", "restore", "star", "unpin"}) - {
    *("back", "draft", "help", "less", "menu", "more", "next", "no", "ok", "okay", "options", "password"),
    *("previous", "search", "settings", "show", "yes"),
}
"""Verbs of buttons that act on the object that is open."""
_OPENER_VERBS = frozenset(
    {"add", "compose", "create", "edit", "insert", "new", "rename", "schedule", "write"}
)
"""First words of buttons that open a form."""
_NO_ARTICLE = frozenset({"a", "an", "the", "new", "to", "from", "this", "your", "all"})
"""Words before which an object has no article."""
_SUBMITTED: Mapping[str, str] = {
    **{word: f"{word} it" for word in ("add", "commit", "create", "post", "publish", "rename", "send")},
    **dict.fromkeys(("apply", "confirm", "control+s", "done", "enter", "ok", "okay"), "save it"),
    **dict.fromkeys(("back", "save", "submit", "update"), "save it"),
}
"""Descriptions of the buttons, keys and gestures that submit a form, by their first words."""
_CONFIRMATION = re.compile(r"(are you sure\b.*|yes|ok|okay|confirm)\W*", re.IGNORECASE)


def write_instruction(app: str, steps: Steps, *, looked_up: str = "", names_menus: bool = False) -> str:
    """Write the instruction template of a trajectory, such as "In Notes under Home, pin {note}".

    `looked_up` is the output of a lookup in words, such as "the phone", "" for any other subtask. Menus are
    named only with `names_menus`, to distinguish subtasks whose instructions would otherwise be equal.
    """
    if not steps:
        return f"In {app}, open it"
    steps = _without_repeated_verb(steps)
    at = _first_action(steps)
    place = [
        each for step in steps[:at] if (each := _menu_name(step) if names_menus else name_of_place(step))
    ]
    actions = [each for each in steps[at:] if not is_confirmation(each)] or list(steps[at:])
    if looked_up:
        place += [each for each in map(name_of_place, actions[:-1]) if each]
        goal = f"look up {looked_up} of {actions[-1].name}"
    else:
        place, goal = _write_goal(place, actions)
    return f"In {app}{' under ' if place else ''}{', '.join(place)}, {goal}"


def _without_repeated_verb(steps: Steps) -> Steps:
    """Leave out a last button that only confirms the previous one, such as "Clear" after "Clear history"."""
    before, last = (words_of(each.name) for each in steps[-2:]) if len(steps) > 1 else ([], [])
    is_click = all(each.verb == "click" and not each.turns for each in steps[-2:])
    return steps[:-1] if is_click and len(last) == 1 and len(before) > 1 and before[:1] == last else steps


def _first_action(steps: Steps) -> int:
    """Return the number of steps that only navigate to the place of the subtask."""
    for at, step in enumerate(steps[:-1]):
        is_bare_verb = _is_verb(step) and len(words_of(step.name)) == 1
        if step.verb != "click" or step.turns or is_bare_verb:
            return at
    return len(steps) - 1


def _write_goal(place: Sequence[str], actions: Sequence[TrajectoryStep]) -> tuple[list[str], str]:
    """Write the goal at a place; also returns the place without the names that the goal contains."""
    rest = list(place)
    if any(each.verb == "type" for each in actions):
        return _write_entry(rest, actions)
    verbs = [_action_name(each) for each in actions]
    if rest and all(each.casefold() in _ACTS_ON_PLACE for each in verbs):
        return rest[:-1], f"{_join(each.casefold() for each in verbs)} {rest[-1]}"
    parts = [_describe_action(each) for each in actions]
    if len(parts) > 1 and actions[0].turns:
        parts[-1] = _submission(actions[-1])
    goal = _join(parts)
    return rest[:-1] if rest and goal.endswith(f" {rest[-1]}") else rest, goal


def _write_entry(place: list[str], actions: Sequence[TrajectoryStep]) -> tuple[list[str], str]:
    """Describe the texts and options entered into a form, and its submission."""
    last = actions[-1]
    entered = [each for each in actions if each.verb == "type" or _is_chosen_value(each)]
    texts = _join(f"{_entered_value(e)} as {_label(e)}" if _label(e) else _entered_value(e) for e in entered)
    submitted = "" if last in entered else f" and {_submission(last)}"
    opener = words_of(place[-1]) if place else []
    if len(opener) == 1 and opener == words_of(last.name)[:1]:
        return place[:-1], f"enter {texts}{submitted}"
    if len(opener) > 1 and opener[0] in _OPENER_VERBS:
        opened = _describe_opening(place[-1])
        is_labeled = all(map(_label, entered))
        goal = f"{opened} with {texts}" if is_labeled else f"{opened}, enter {texts}{submitted}"
        return place[:-1], goal
    return place, f"enter {texts}{submitted}"


def _describe_opening(name: str) -> str:
    """Describe the purpose of a button that opens a form, such as "create an event" for "Create event"."""
    verb, object_name = name.split(" ", 1)
    verb = verb.casefold()
    if object_name.casefold() == "new":
        return f"{verb} a new entry"
    word = object_name.split(" ")[0]
    plain = object_name.replace(word, word.casefold(), 1) if word.istitle() else object_name
    if verb == "new":
        return f"create a new {plain}"
    is_known = verb not in {"add", "create", "insert"} or word.casefold() in _NO_ARTICLE
    return f"{verb} {plain}" if is_known else f"{verb} {'an' if plain[0] in 'aeiou' else 'a'} {plain}"


def _action_name(step: TrajectoryStep) -> str:
    """Return the name of a button without a count at its end, such as the number of likes."""
    return re.sub(r"\s+[\d.,]+[KMkm]?$", "", step.name) if step.verb == "click" and not step.turns else ""


def _describe_action(step: TrajectoryStep) -> str:
    """Describe a step as a user action, with the button's verb if the button names an object."""
    words = _action_name(step).split(" ", 1)
    if step.verb == "click" and not step.turns and len(words) > 1 and _is_verb(step):
        return f"{words[0].casefold()} {words[1]}"
    return describe_step(step)


def name_of_place(step: TrajectoryStep) -> str:
    """Return the name of a step's target without symbols and its value; "" if it only opens a menu."""
    name = _menu_name(step)
    return "" if name.casefold() in _MENUS else name


def _menu_name(step: TrajectoryStep) -> str:
    """Return the name of a step's target without surrounding symbols and without its value."""
    name = re.sub(r"^[^\w{]+|\s*\[\w\]$|, \d+ \w+$|[^\w)}\]]+$", "", step.name)
    name = re.sub(r"^(more )?options (of|for) (?=\S)", "", name, flags=re.IGNORECASE)
    shown = re.fullmatch(r"([^\W\d][\w ]*): .+", name)
    is_setting = shown and len(name) <= MAX_SETTING_CHARS and not placeholder_names(name)
    return shown[1] if shown and is_setting else name or step.name


MAX_SETTING_CHARS = 20
"""Longest name of a button that shows the value of a setting, such as "Flash: Auto"."""


def _submission(step: TrajectoryStep) -> str:
    """Describe in words how the last step submits a form."""
    name = {"back": "back", "press": step.text}.get(step.verb, step.name)
    first = name.casefold() if step.verb != "click" else next(iter(words_of(name)), "")
    return _SUBMITTED.get(first, describe_step(step))


def _entered_value(step: TrajectoryStep) -> str:
    return step.text if step.verb == "type" else step.name


def _label(step: TrajectoryStep) -> str:
    """Return the label of a field, or the parameter of an option in words; "" without either."""
    if step.verb == "type":
        return clean_label(step.name)
    return (placeholder_names(step.name) or ("",))[0].replace("_", " ")


def clean_label(label: str) -> str:
    """Remove form decorations from the label of a field: colon, star, and words such as "Add"."""
    plain = re.sub(r"[\s:*?.…]+$", "", label.strip())
    return re.sub(r"^(Add|Compose|Create|Enter|Type) (an? |the |your |new )?(?=\w)", "", plain)


def _is_chosen_value(step: TrajectoryStep) -> bool:
    return step.verb == "click" and step.role in _CHOSEN_ROLES and bool(placeholder_names(step.name))


def _is_verb(step: TrajectoryStep) -> bool:
    return step.verb == "click" and next(iter(words_of(step.name)), "") in _OBJECT_VERBS


def is_confirmation(step: TrajectoryStep) -> bool:
    """Check whether a step answers a question such as "Are you sure?"."""
    return step.verb == "accept" or bool(step.verb == "click" and _CONFIRMATION.fullmatch(step.name))


def words_of(text: str) -> list[str]:
    """Return the words of a name in lower case."""
    return [each.casefold() for each in re.findall(r"[^\W\d_]+\+?\w*", text)]


def _join(parts: Iterator[str] | Sequence[str] | map[str]) -> str:
    texts = list(parts)
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def describe_step(step: TrajectoryStep) -> str:
    """Describe a step in the imperative, such as "press Save"."""
    if step.verb in _WORDS:
        return _WORDS[step.verb]
    if step.verb == "press":
        return f"press {step.text}"
    if step.verb == "type":
        return f"enter {step.text} as {step.name}" if step.name else f"enter {step.text}"
    if step.turns:
        return f"turn {step.turns} {step.name}"
    if step.role in _CHOSEN_ROLES:
        return f"choose {step.name}"
    return f"open {step.name}" if step.name.startswith("{") or step.role == "link" else f"press {step.name}"


def make_id(app: str, steps: Steps, *, taken: Sequence[str]) -> str:
    """Create the id of a subtask from the last step of its trajectory, such as "clock-press-save"."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{app} {describe_step(steps[-1])}".casefold()).strip("-")[:50]
    number = 1
    while (name := words if number == 1 else f"{words}-{number}") in taken:
        number += 1
    return name
