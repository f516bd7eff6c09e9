"""Pursuit of a goal by clicking elements that share words with the goal."""

from __future__ import annotations

import re

from onscreen.perceive.answer_kinds import asked_phrase
from onscreen.perceive.element_queries import (
    front_elements,
    is_dropdown_option,
    is_search_field,
    text_elements,
)
from onscreen.perceive.history_queries import (
    clicked_elements,
    count_clicks,
    held_elements,
    hovered_elements,
    is_new,
    was_clicked,
    was_clicked_recently,
)
from onscreen.perceive.item_owner import owner_texts
from onscreen.policy.lexical.app_choice import are_device_apps, is_web_application
from onscreen.policy.lexical.clause import Clause, parse_goal
from onscreen.policy.lexical.goal_planning import is_question
from onscreen.policy.lexical.in_app_search import is_menu_button, search_app
from onscreen.policy.lexical.phrase_match import Match
from onscreen.policy.lexical.rule_proposals import DONE, LIKELY, propose
from onscreen.policy.lexical.time_picker import set_time
from onscreen.text.proper_names import find_subjects
from onscreen.text.switch_states import asks_for_off
from onscreen.text.word_equivalence import contains_words, is_same_verb, is_same_word, shares_phrase
from onscreen.text.words import STOP_WORDS, normalize, split_words
from onscreen.types import Click, Element, Hover, LongPress, Proposal, Screen, Situation

MIN_SHARE = 0.6
"""Minimum share of an element's words that the goal must contain."""
MIN_SHARE_IN_SETTINGS = 0.5
"""Minimum share in settings, if the goal names no subject; names are short there and differ more."""
MAX_CLICKS, MAX_VERB_CLICKS = 2, 4
"""Maximum number of clicks on one element in a run, and on a button with the verb of the goal in its name."""
SHARE_FLOOR = 0.5
"""Minimum share of words used in the score, so that long names are not penalized further."""
MENU_BONUS, SUBJECT_BONUS = 1.5, 0.5
"""Scores, in words, of an element that is the menu of the subject, or that names the subject."""
_CHOICE_ROLES = ("radio", "option", "checkbox", "switch", "menuitemradio", "menuitemcheckbox")
_MENU_OF = re.compile(r"^(?:options|more options|actions|menu)\s+(?:of|for)\b", re.IGNORECASE)
BUTTON_VERBS = frozenset(
    (
        "archive", "block", "call", "cancel", "clear", "close", "copy", "delete", "download", "edit", "like",
        "mute", "pin", "play", "remove", "rename", "restore", "select",
        "send", "share", "star", "unblock", "undo",
        "follow", "message", "text", "mail", "forget", "navigate", "reply", "forward",
    )
)  # fmt: skip
"""First words in the names of buttons that act on the element beside them."""
_LISTS = frozenset(("all", "list", "overview"))
"""Words in the names of links to the list of the entries of a kind."""
_SELECTED = frozenset(("checked", "marked", "selected"))
_FILLER = frozenset(("me", "i", "have", "has", "app", "one", "new", "all", "any", "more"))
_WEAK = frozenset(("add", "set", "show", "use", "your"))
_CREATES = frozenset(("add", "create", "new", "compose"))
FINDS = frozenset(("find", "search", "show"))
"""First words in the names of controls that only look something up."""
_OPENS = ("open", "show", "view", "go", "find", "play", "watch")
_SETTING_SKILLS = ("check", "uncheck", "type", "sort", "select")
_UNRELATED = (("clear",), ("navigate",), ("undo",))
_DELETES = (("delete",), ("remove",))


def pursue_goal(text: str, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose the best click to reach a goal, or a search without a suitable element."""
    clause = parse_goal(text)
    if (picking := set_time(text, screen)) is not None:
        return picking
    subjects = find_subjects(clause.rest)
    if (switching := _switch_all(clause, screen)) is not None:
        return switching
    if (revealed := _click_revealed(clause, situation)) is not None:
        return revealed
    best = _find_best(clause, situation, screen=screen, subjects=subjects)
    if best is not None:
        return _click(clause, best.element, subjects=subjects)
    words = asked_phrase(text) if is_question(text) else re.sub(r"^(?:the|my)\s+", "", clause.rest)
    sought = subjects[0] if subjects else words
    reached = _is_reached(subjects, situation)
    only_reads = is_question(text) and not are_device_apps(situation.tools)
    settings = reached or is_same_verb(clause.verb, "restore") or clause.skill in _SETTING_SKILLS
    settings |= not subjects and not only_reads
    seeks = bool(sought) and not (reached or only_reads)
    near = _click_near_text(sought, clause, situation=situation) if seeks else None
    return near or search_app(sought, situation, screen=screen, settings=settings)


def _switch_all(clause: Clause, screen: Screen) -> Proposal | None:
    """Propose switching the next one of several switches, as in "turn off all alarms".

    Returns None if the goal does not refer to all switches of a kind.
    """
    is_for_all = {"all", "every", "each"} & set(split_words(clause.text))
    if clause.skill not in ("check", "uncheck") or not is_for_all:
        return None
    nouns = [w for w in split_words(clause.rest) if w not in STOP_WORDS and w not in _FILLER]
    switches = [
        e
        for e in front_elements(screen)
        if e.role in ("switch", "checkbox")
        and any(is_same_word(w, n) for w in split_words(e.name) for n in nouns)
    ]
    if not switches:
        return None
    wanted = clause.skill == "check"
    wrong = [e for e in switches if e.has("checked") != wanted]
    if not wrong:
        return DONE
    return propose(Click(wrong[0]), finished=len(wrong) == 1, why="it is one of them")


def _click(clause: Clause, element: Element, *, subjects: tuple[str, ...]) -> Proposal:
    """Click an element unless it is a switch or radio button in the requested state."""
    if element.role in ("switch", "checkbox"):
        wanted = not asks_for_off(clause.text)
        if element.has("checked") == wanted:
            return DONE
    elif element.role == "radio" and element.has("checked"):
        return DONE
    finished = _completes(clause, element, subjects=subjects)
    why = f"{clause.text!r} shares words with {element.name!r}"
    return propose(Click(element), finished=finished, why=why, confidence=LIKELY)


def _completes(clause: Clause, element: Element, *, subjects: tuple[str, ...]) -> bool:
    """Check whether a click on the element completes the goal."""
    if element.role in _CHOICE_ROLES and clause.verb not in BUTTON_VERBS:
        return True
    name = split_words(element.name)
    if clause.skill in ("sort", "type", "select") and element.role != "button":
        return False
    if clause.skill in ("sort", "select") or normalize(element.name).endswith(" by"):
        return False
    if clause.verb in ("make", "add", "mark", "put") and not subjects:
        known = (*split_words(clause.text), "add", "to", "as")
        return all(any(is_same_word(word, other) for other in known) for word in name)
    if clause.verb in _OPENS and subjects:
        return contains_words(subjects[-1], element.name)
    return not _MENU_OF.match(element.name) and any(is_same_verb(clause.verb, word) for word in name)


def _find_best(
    clause: Clause, situation: Situation, *, screen: Screen, subjects: tuple[str, ...]
) -> Match | None:
    elements = front_elements(screen)
    matches = [m for e in elements if (m := _score(clause, e, situation=situation, subjects=subjects))]
    best = max(matches, key=lambda m: (m.score, _count_owned(clause, m.element, screen=screen)), default=None)
    return None if best is None or _deletes_unknown(clause, best.element, screen=screen) else best


def _deletes_unknown(clause: Clause, element: Element, *, screen: Screen) -> bool:
    """Check whether a button would delete one of several items that the goal does not name.

    The item must contain a subject of the goal, or without subjects more than half of the goal's words.
    """
    owned = owner_texts(element, screen.shot.nodes)
    if not owned or not any(is_same_verb("delete", word) for word in split_words(element.name)[:1]):
        return False
    if subjects := find_subjects(clause.rest):
        return not any(contains_words(subject, text) for subject in subjects for text in owned)
    return 2 * _count_owned(clause, element, screen=screen) <= len(_words_of_goal(clause))


def _count_owned(clause: Clause, element: Element, *, screen: Screen) -> int:
    """Count the words of the goal in the item of one of several controls of the same name."""
    owned = {word for text in owner_texts(element, screen.shot.nodes) for word in split_words(text)}
    return sum(any(is_same_word(word, other) for other in owned) for word in _words_of_goal(clause))


def _words_of_goal(clause: Clause) -> frozenset[str]:
    return frozenset(w for w in split_words(clause.rest) if w not in STOP_WORDS and w not in _FILLER)


def _score(
    clause: Clause, element: Element, *, situation: Situation, subjects: tuple[str, ...]
) -> Match | None:
    """Score how well a click on an element contributes to a goal.

    Returns None if the element is not suitable.
    """
    name = [w for w in split_words(element.name) if w not in STOP_WORDS and re.search(r"\w", w)]
    name = [w for w in name if w not in _WEAK and (clause.verb not in _OPENS or w not in _LISTS)] or name
    if not name or not _may_serve(clause, element, situation=situation, subjects=subjects):
        return None
    wanted = [w for w in split_words(clause.text) if w not in STOP_WORDS and w not in _FILLER]
    wanted += ["bin", "trash", "deleted"] if is_same_verb(clause.verb, "restore") else []
    hits = [w for w in name if any(is_same_word(w, other) for other in wanted)]
    named = any(contains_words(subject, element.name) for subject in subjects)
    named = named or (not subjects and shares_phrase(wanted, name))
    if _MENU_OF.match(element.name):
        is_menu_of_subject = named and clause.verb not in _OPENS
        return Match(element, len(hits) + MENU_BONUS) if is_menu_of_subject else None
    share = len(hits) / len(name)
    other_number = any(w not in hits and w[0].isdigit() for w in name)
    if _acts_on_selection(clause, name) and _is_reached(subjects, situation):
        return Match(element, len(name))
    if not named and (share < _min_share(subjects, situation) or other_number):
        return None
    if _is_premature(clause, name, hits=hits, situation=situation):
        return None
    return Match(element, len(hits) * max(share, SHARE_FLOOR) + SUBJECT_BONUS * named)


def _acts_on_selection(clause: Clause, name: list[str]) -> bool:
    """Check whether a button such as "Start selected files" applies the goal to the selected items."""
    return is_same_verb(clause.verb, name[0]) and not _SELECTED.isdisjoint(name)


def _min_share(subjects: tuple[str, ...], situation: Situation) -> float:
    """Return the minimum share of an element's words that the goal must contain."""
    in_settings = any(element.name == "Settings" for element in clicked_elements(situation.history))
    return MIN_SHARE_IN_SETTINGS if in_settings and not subjects else MIN_SHARE


def _may_serve(clause: Clause, element: Element, *, situation: Situation, subjects: tuple[str, ...]) -> bool:
    """Check whether an element is a possible target, regardless of the words of the goal."""
    exhausted = _is_exhausted(element, situation, verb=clause.verb)
    if element.has("editable") or is_menu_button(element) or exhausted:
        return False
    if element.role == "tab" and element.has("selected"):
        return False
    if _creates_unasked(clause, element, situation=situation):
        return False
    if clause.skill not in _SETTING_SKILLS and is_dropdown_option(element, situation.screen):
        return False
    return not _has_other_verb(clause, element, subjects=subjects)


def _creates_unasked(clause: Clause, element: Element, *, situation: Situation) -> bool:
    """Check whether a button of a web application creates an entry although the goal creates nothing.

    Neither a question nor a goal such as "share the folder" is reached by "Add folder".
    """
    if not is_web_application(situation):
        return False
    acts_on_entry = clause.verb in (*BUTTON_VERBS, *_OPENS) or is_question(clause.text)
    name = split_words(element.name)
    creates = bool(name) and name[0] in _CREATES and not set(split_words(clause.text)) & _CREATES
    return acts_on_entry and element.role in ("button", "link", "menuitem") and creates


def _is_premature(clause: Clause, name: list[str], *, hits: list[str], situation: Situation) -> bool:
    """Check whether a click comes too early, or names the subject of the goal again.

    A button with only the verb of the goal comes too early before the subject was clicked.
    """
    subjects = find_subjects(clause.rest)
    reached = _is_reached(subjects, situation)
    if clause.skill not in ("open", "find") and reached and _only_names(name, subjects, clause=clause):
        return True
    only_verb = all(is_same_word(w, clause.verb) for w in hits)
    named = any(contains_words(subject, " ".join(name)) for subject in subjects)
    return only_verb and bool(subjects) and not reached and not named


def _has_other_verb(clause: Clause, element: Element, *, subjects: tuple[str, ...]) -> bool:
    """Check whether an element's name begins with another verb than the goal's."""
    name = split_words(element.name)
    first = next(iter(name), "")
    verbs = BUTTON_VERBS if clause.verb in _OPENS else BUTTON_VERBS | FINDS
    if first not in verbs or is_same_word(first, clause.verb) or len(name) == 1:
        return False
    in_subject = any(split_words(subject)[:1] == (first,) for subject in subjects)
    return not in_subject and first not in split_words(clause.text)


def _only_names(name: list[str], subjects: tuple[str, ...], *, clause: Clause) -> bool:
    """Check whether a name has words of a subject and others, but not the goal's verb."""
    of_subjects = {w for subject in subjects for w in split_words(subject)}
    others = [w for w in name if w not in of_subjects]
    return len(others) < len(name) and bool(others) and not any(is_same_word(w, clause.verb) for w in others)


def _is_reached(subjects: tuple[str, ...], situation: Situation) -> bool:
    """Check whether an element that names a subject was clicked, long-pressed or hovered over before."""
    history = situation.history
    targets = (*clicked_elements(history), *held_elements(history), *hovered_elements(history))
    return any(contains_words(subject, element.name) for subject in subjects for element in targets)


def _is_exhausted(element: Element, situation: Situation, *, verb: str) -> bool:
    """Check whether an element was clicked in the last two steps, or too often in total."""
    has_verb = any(is_same_verb(verb, word) for word in split_words(element.name))
    limit = MAX_VERB_CLICKS if has_verb else MAX_CLICKS
    recent = was_clicked_recently(situation.history, element, steps=2)
    return recent or count_clicks(situation.history, element) >= limit


def _elements_around(text: Element, screen: Screen) -> tuple[Element, ...]:
    """Return the usable elements in the row of a text, and the last usable element before it."""
    usable = [e for e in front_elements(screen) if e.name]
    row = [e for e in usable if e.box.top <= text.box.center.y < e.box.bottom]
    before = [e for e in usable if e.mark < text.mark and e.role not in ("switch", "checkbox")]
    return tuple(e for e in (*row, *before[-1:]) if split_words(e.name)[:1] not in _UNRELATED)


def _click_revealed(clause: Clause, situation: Situation) -> Proposal | None:
    """Click the button with the verb of the goal, or its icon, that appeared under the pointer."""
    last = situation.history[-1:]
    if not hovered_elements(last):
        return None
    for element in front_elements(situation.screen):
        acts = any(is_same_verb(clause.verb, word) for word in split_words(element.name))
        if acts and is_new(element, last):
            return propose(Click(element), finished=True, why="it appeared under the pointer")
    return None


def _click_near_text(subject: str, clause: Clause, *, situation: Situation) -> Proposal | None:
    """Hover over the subject, click an element beside a text that names it, or long-press the subject.

    The subject is long-pressed if it was clicked before.
    """
    screen = situation.screen
    hiding = (e for e in screen.elements if e.has("more-on-hover") and contains_words(subject, e.name))
    opens = clause.verb == "open"
    if (opens or clause.verb in BUTTON_VERBS) and (row := next(hiding, None)) is not None:
        return propose(Hover(row), finished=opens, why="controls appear under the pointer")
    for text in text_elements(screen):
        if not contains_words(subject, text.name) or text.role == "heading":
            continue
        near = _elements_around(text, screen)
        switches = [e for e in near if e.role in ("switch", "checkbox")]
        if clause.skill in ("check", "uncheck") and switches:
            return _click(clause, switches[0], subjects=())
        verb = "edit" if opens else clause.verb
        acting = [e for e in near if any(is_same_verb(verb, w) for w in split_words(e.name))]
        for element in (*acting, *(e for e in near if split_words(e.name)[:1] not in _DELETES)):
            if is_search_field(element) or was_clicked(situation.history, element) or element in switches:
                continue
            finished = element in acting or clause.skill == "open"
            return propose(Click(element), finished=finished, why=f"it is beside {text.name!r}")
    usable = front_elements(screen)
    holdable = [e for e in usable if contains_words(subject, e.name) and e.has("long-clickable")]
    if holdable and was_clicked(situation.history, holdable[0]) and not held_elements(situation.history):
        return propose(LongPress(holdable[0]), finished=False, why="a long press may offer more actions")
    return None
