"""The steps of making a thing: begin a new one, give its fields their values, save it, confirm."""

from __future__ import annotations

import re

from onscreen.policy.lexical.app_search import is_menu, is_search, look_for
from onscreen.policy.lexical.date_time_pickers import pick
from onscreen.policy.lexical.goal_details import DATE, TIME
from onscreen.policy.lexical.goal_terms import alike, same
from onscreen.policy.lexical.history_queries import clicked
from onscreen.policy.lexical.move import DONE, Move
from onscreen.policy.lexical.screen_queries import editable, label, usable
from onscreen.policy.lexical.word_lists import STOP_WORDS, plain, words
from onscreen.types import Click, Element, Screen, Scroll, Situation, Type

BEGINS = ("add", "create", "new", "compose", "start", "write", "make")
SAVES = (
    "save", "done", "ok", "create", "send", "share", "post", "submit", "add", "start", "save copy", "apply",
    "confirm", "block", "rename", "connect", "pair", "set",
)  # fmt: skip
_CALLED: tuple[frozenset[str], ...] = (
    frozenset(("name", "title", "label", "called", "caption")),
    frozenset(("message", "text", "body", "comment", "note", "description", "email")),
    frozenset(("tip", "notification", "reminder")),
    frozenset(("size", "format")),
)
_YES = frozenset(
    ("delete", "remove", "ok", "yes", "confirm", "move", "block", "unblock", "forget", "clear", "empty")
)
_NO = ("cancel", "no", "keep", "not now")


def begin(noun: str, about: Situation, *, screen: Screen) -> Move:
    """Press the button that begins a new thing: named after it, else the only one that adds."""
    adding = [e for e in usable(screen) if set(words(e.name)) & set(BEGINS) and not e.has("editable")]
    fits = [
        e
        for e in adding
        if alike(_last(noun), e.name) or any(_last(noun).endswith(w) for w in words(e.name)[-1:])
    ]
    if fits:
        return Move(Click(fits[-1]), finished=True, why=f"it begins a new {noun}")
    here = [
        e
        for e in usable(screen)
        if e.role in ("tab", "button", "link", "menuitem")
        and any(same(_last(noun), w) for w in words(e.name))
        and len(words(e.name)) <= 2  # noqa: PLR2004  a longer name is another thing
        and not e.has("selected")
        and not clicked(about, e)
    ]
    if here:
        return Move(Click(here[0]), finished=False, why=f"{noun!r} may be made there")
    tabs = [e for e in usable(screen) if e.role == "tab" and not e.has("selected") and not clicked(about, e)]
    of_anything = len(adding) == 1 and set(words(adding[0].name)) <= set(BEGINS)
    if adding and (of_anything or not tabs or _is_at(noun, screen)):
        return Move(Click(adding[-1]), finished=True, why=f"a new {noun} may be begun there")
    if tabs:
        return Move(Click(tabs[0]), finished=False, why=f"{noun!r} may be made there")
    return look_for("", about, screen=screen)


def _is_at(noun: str, screen: Screen) -> bool:
    """Whether the tab that is selected is the one of the noun."""
    return any(e.role == "tab" and e.has("selected") and alike(_last(noun), e.name) for e in screen.elements)


def _last(noun: str) -> str:
    return noun.rsplit(maxsplit=1)[-1]


def give(field: str, value: str, *, about: Situation, screen: Screen) -> Move:
    """Give a field its value: typed, picked, switched on or chosen; what has no field is passed over."""
    return (
        pick(value, screen)
        or _name_in_two(field, value, screen=screen)
        or _into(field, value, screen=screen)
        or _chosen(field, value, about=about, screen=screen)
        or _sought(field, value, about=about, screen=screen)
    )


def _into(field: str, value: str, *, screen: Screen) -> Move | None:
    """Type the value into the field of that name."""
    typed = _typed(field, screen)
    if typed is None or DATE.fullmatch(value) or TIME.fullmatch(value):
        return None
    return DONE if typed.value == value else Move(Type(value, typed), finished=True, why=f"{field}: {value}")


def _chosen(field: str, value: str, *, about: Situation, screen: Screen) -> Move | None:
    """Switch on what the field names, press the value that is offered, or what the field's name leads to."""
    there = [e for e in usable(screen) if not e.has("editable")]
    control = [e for e in there if _meant(field, e.name)]
    if value == "on" and control:
        return (
            DONE if control[0].has("checked") else Move(Click(control[0]), finished=True, why=f"{field}: on")
        )
    if offered := [e for e in there if alike(value, e.name)]:
        return Move(Click(offered[0]), finished=True, why=f"{value!r} is offered")
    left = [e for e in control if not clicked(about, e)]
    return Move(Click(left[0]), finished=False, why=f"{field} may be set there") if left else None


def _sought(field: str, value: str, *, about: Situation, screen: Screen) -> Move:
    """Look for the value in a list that was opened for it; take what else was chosen there."""
    searches = [e for e in editable(screen) if is_search(e)]
    if searches and searches[0].value != value:
        return Move(Type(value, searches[0]), finished=False, why=f"{value!r} may be found there")
    opened = any(line.startswith("click") and _meant(field, line) for line in about.done[-4:])
    further = look_for(value, about, screen=screen) if opened and not searches else DONE
    if isinstance(further.action, Scroll):
        return further
    closing = [e for e in usable(screen) if plain(e.name) in ("done", "ok") and not clicked_last(about, e)]
    why = "what was chosen here is taken"
    return Move(Click(closing[0]), finished=False, why=why) if closing else DONE


def _name_in_two(field: str, value: str, *, screen: Screen) -> Move | None:
    """Type a name into "First name" and "Last name" where a form has both."""
    parts = value.partition(" ")
    fields = {plain(e.name): e for e in editable(screen)}
    if field != "name" or not parts[2] or not {"first name", "last name"} <= set(fields):
        return None
    if fields["first name"].value != parts[0]:
        return Move(Type(parts[0], fields["first name"]), finished=False, why="the first name")
    return Move(Type(parts[2], fields["last name"]), finished=True, why="the last name")


def _typed(field: str, screen: Screen) -> Element | None:
    """Return the field to type into: of that name, else of a name that means the same."""
    fields = [e for e in editable(screen) if not is_search(e)]
    for fits in (_names, _meant):
        for element in fields:
            if fits(field, label(element, screen)):
                return element
    return None


def _names(field: str, name: str) -> bool:
    return alike(field, name) or alike(name, field)


def _meant(field: str, name: str) -> bool:
    """Whether a name on the screen is another word for the field."""
    have = [w for w in words(name) if w not in STOP_WORDS]
    wanted = [w for w in words(field) if w not in STOP_WORDS]
    if any(same(w, h) for w in wanted[-1:] for h in have):
        return True
    return any(set(have) & each and set(wanted) & each for each in _CALLED)


def save(about: Situation, *, screen: Screen) -> Move:
    """Press the button that keeps what was given; a dialog is closed first."""
    there = {plain(e.name): e for e in usable(screen) if not e.has("editable") and e.role != "tab"}
    for name in SAVES:
        if name in there and not is_menu(there[name]):
            if clicked_last(about, there[name]):
                return DONE
            return Move(
                Click(there[name]), finished=name not in ("ok", "done"), why="it keeps what was given"
            )
    return DONE


def clicked_last(about: Situation, element: Element) -> bool:
    """Whether the last action pressed an element of this name."""
    return (
        bool(about.done) and re.match(rf'click \d+ "{re.escape(element.name)}"', about.done[-1]) is not None
    )


def confirm(screen: Screen) -> Move:
    """Agree to what a dialog asks before it is done."""
    there = usable(screen)
    asked = any(plain(e.name) in _NO for e in there) and len(there) < 6  # noqa: PLR2004  a dialog has few buttons
    yes = [e for e in there if set(words(e.name)) & _YES and plain(e.name) not in _NO]
    if not asked or not yes:
        return DONE
    return Move(Click(yes[-1]), finished=True, why="it was asked for")


def step(text: str, about: Situation, *, screen: Screen) -> Move | None:
    """Do a step of making a thing; None where the text is no such step."""
    if new := re.match(r"begin a new (.+)$", text):
        return begin(new.group(1), about, screen=screen)
    if given := re.match(r'give ([^:]+): "(.*)"$', text):
        return give(given.group(1), given.group(2), about=about, screen=screen)
    if text.startswith("save what was given"):
        return save(about, screen=screen)
    return confirm(screen) if text.startswith("confirm it") else None
