"""Actions that add an opened entry to a collection, such as a label, a list or a playlist."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from onscreen.app_maps.screen_map import MapAction, MapControl, MapScreen
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import find_control, sign
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_blocked
from onscreen.perceive.element_queries import front_elements, text_fields
from onscreen.perceive.history_queries import clicked_element, was_clicked
from onscreen.policy.route.path_steps import follow, open_menu
from onscreen.policy.route.place_action import CONFIDENCE, NAME, RADIO_ROLES, SWITCH_ROLES, may_act
from onscreen.policy.route.place_index import PlaceIndex
from onscreen.text.word_equivalence import contains_words, is_same_word
from onscreen.text.words import STOP_WORDS, normalize, split_words
from onscreen.types import Back, Click, Element, PastStep, Proposal, Situation

MAX_STEPS = 2
"""Maximum number of clicks from the page of an entry to the control that adds it to a collection."""
OPENED_STEPS = 6
"""Number of steps after a click on an entry during which its page counts as open."""
_ADDS = ("add", "put", "save")
_CLOSES = ("done", "save", "ok", "apply")
"""Names of buttons that confirm the choice of collections."""
_GOAL = re.compile(
    r"^(?:[Aa]dd|[Pp]ut|[Ss]ave)\s+(?:the\s+)?(?:[a-z]+\s+)?(.+?)\s+(?:to|in|into|on)\s+(?:the|my)\s+([a-z]+)\s+"
    r'(["A-Z0-9].*)$'
)


class Addition(msgspec.Struct, frozen=True):
    """A goal that adds an entry to a collection: the entry, and the kind and name of the collection."""

    entry: str
    kind: str
    name: str


class _Opener(msgspec.Struct, frozen=True):
    """A control that adds the entry or shows its collections, and the path to the control."""

    control: MapControl
    path: tuple[MapAction, ...]

    @property
    def rank(self) -> tuple[bool, int]:
        """Key for comparing controls: those named after the kind first, then the nearest."""
        return normalize(self.control.name) in _ADDS, len(self.path)


def add_to_collection(situation: Situation, index: PlaceIndex, *, query: str) -> Proposal | None:
    """Propose a step that adds the opened entry to the collection named in a goal.

    A control such as "Labels" or "Save" shows the collections; the named one is switched on, and the choice
    is confirmed. Returns None for any other goal, and if the page of the entry is not open.
    """
    goal = parse_addition(query)
    if goal is None or not may_act(situation):
        return None
    since = _steps_since_opening(situation, goal)
    if since is None:
        return None
    if any(_shows_collections(clicked_element(step), goal) for step in since):
        return _choose(situation, goal)
    return _show_collections(situation, index, goal=goal, query=query)


def parse_addition(query: str) -> Addition | None:
    """Parse a goal such as "add Ann Lee to the label Club"; returns None for any other goal."""
    match = _GOAL.match(query)
    if match is None:
        return None
    entry, kind, name = match.groups()
    return Addition(entry.strip('"'), kind.casefold(), name.strip('"'))


def _steps_since_opening(situation: Situation, goal: Addition) -> tuple[PastStep, ...] | None:
    """Return the steps after the last click on the entry, or None if its page is not open."""
    recent = situation.history[-OPENED_STEPS:]
    for number in range(len(recent) - 1, -1, -1):
        if isinstance(recent[number].action, Back):
            return None
        clicked = clicked_element(recent[number])
        if clicked is not None and contains_words(goal.entry, clicked.name):
            return tuple(recent[number + 1 :])
    return None


def _shows_collections(element: Element | MapControl | None, goal: Addition) -> bool:
    """Check whether the name of a control is the kind of the collection or a verb such as "Save to"."""
    if element is None or element.role in ENTRY_ROLES or element.role in SWITCH_ROLES | RADIO_ROLES:
        return False
    words = [word for word in split_words(element.name) if word not in STOP_WORDS]
    rest = words[1:] if words[:1] and words[0] in _ADDS else words
    is_kind = all(is_same_word(goal.kind, word) for word in rest)
    return bool(words) and is_kind


def _choose(situation: Situation, goal: Addition) -> Proposal | None:
    """Propose to switch the collection on, then to confirm the choice."""
    front = front_elements(situation.screen)
    named = [each for each in front if normalize(each.name) == normalize(goal.name)]
    if len(named) != 1 or is_blocked(named[0]):
        return None
    choice = named[0]
    is_set = choice.has("checked") or choice.has("selected")
    if not is_set and not was_clicked(situation.history[-1:], choice):
        has_state = choice.role in SWITCH_ROLES
        why = f"{choice.name!r} is the collection"
        return Proposal(NAME, CONFIDENCE, actions=(Click(choice),), finished=not has_state, why=why)
    closing = [each for each in front if normalize(each.name) in _CLOSES and not is_blocked(each)]
    actions = (Click(closing[0]),) if len(closing) == 1 else ()
    return Proposal(NAME, CONFIDENCE, actions=actions, finished=True, why="the collection is chosen")


def _show_collections(
    situation: Situation, index: PlaceIndex, *, goal: Addition, query: str
) -> Proposal | None:
    """Propose a step to the nearest control that shows the collections of the entry.

    On a form, a button such as "Save" does not show them.
    """
    why = f"it shows each {goal.kind} of the entry"
    shown = [each for each in front_elements(situation.screen) if _shows_collections(each, goal)]
    if text_fields(situation.screen):
        shown = [each for each in shown if normalize(each.name) not in _ADDS]
    if len(shown) == 1 and not is_blocked(shown[0]):
        return Proposal(NAME, CONFIDENCE, actions=(Click(shown[0]),), why=why)
    current = recognize(index.app_map, sign(situation.screen.shot))
    found = _find_openers(index, current, goal=goal) if current else ()
    best = min(found, key=lambda each: each.rank, default=None)
    if current is None or best is None:
        return None
    if best.path:
        return follow(situation, index, step=best.path[0], query=query)
    if (target := find_control(best.control.key, situation.screen)) is not None:
        return Proposal(NAME, CONFIDENCE, actions=(Click(target),), why=why)
    return open_menu(situation, current, key=best.control.key, why=why)


def _find_openers(index: PlaceIndex, current: MapScreen, *, goal: Addition) -> Iterator[_Opener]:
    """Yield the controls near a screen that show the collections, without those of forms."""
    app_map, home = index.app_map, index.app_map.screens[0].id
    for screen_id, path in find_paths(app_map, current.id, home=home).items():
        screen = app_map.screen(screen_id)
        clicks = all(step is not RESTART and step.verb == "click" for step in path)
        if screen is None or len(path) > MAX_STEPS or not clicks or (path and screen_id == home):
            continue
        is_form = any(control.role in ENTRY_ROLES for control in screen.controls)
        shown = [each for each in screen.controls if _shows_collections(each, goal)]
        named = [each for each in shown if normalize(each.name) not in _ADDS]
        if not (path and is_form):
            yield from (_Opener(each, path) for each in (named if is_form else shown))
