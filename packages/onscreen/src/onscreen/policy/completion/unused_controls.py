"""Controls that a request still needs: offered actions, choices that are not made, and switches left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onscreen.policy.completion.click_coverage import (
    SWITCH_ROLES,
    find_switched,
    find_switches_like,
    only_navigates,
    opens_page,
)
from onscreen.policy.completion.completion_evidence import RunEvidence, StepEvidence, texts_of
from onscreen.policy.completion.instruction_details import (
    asks_question,
    is_contained,
    literal_values,
    names_in,
)
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.form_submission import SAVES
from onscreen.policy.route.collection_actions import parse_addition
from onscreen.text.quotes import strip_quotes
from onscreen.text.switch_states import asks_for_off
from onscreen.text.word_equivalence import contains_words, is_same_verb, is_same_word
from onscreen.text.words import STOP_WORDS, content_words, normalize, split_words
from onscreen.types import Click, Contradiction, Element, Node

_ACTING_KINDS = ("instruction", "achieve")
_OFFER_ROLES = frozenset({"button", "menuitem"})
_STATE = re.compile(r"(?:switch|turn) (?:(on|off)\b|.* (on|off)$)", re.IGNORECASE)
_RADIO_ROLES = frozenset({"menuitemradio", "radio"})
_OPENS = frozenset({"find", "go", "look", "open", "see", "show", "view"})
"""Verbs of goals that a click which opens a page may complete."""
_ALL = frozenset({"all", "each", "every"})


def find_unused_controls(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each control on the last screen that the request still needs.

    The last click revealed a button with the verb of its subtask, which no step clicked; the choice that the
    instruction names is not made; or one of several switches that are all to be set is not set. Runs without
    a plan, such as those of a language model, are not checked.
    """
    if asks_question(run.instruction) or not run.subtasks:
        return
    yield from _find_offered(run)
    yield from _find_unmade_choices(run)
    yield from _find_left_out(run)
    yield from _find_unrepeated(run)
    yield from _find_better(run)
    yield from _find_wrong_states(run)
    yield from _find_navigation(run)


def _find_offered(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each button that the last click revealed and that its subtask needs.

    The name of the button is the verb of the subtask, alone or followed by words of the subtask. A click that
    carried out the verb itself or saved something is not checked.
    """
    last = run.steps[-1] if run.steps else None
    subtask = last.subtask if last else None
    if last is None or subtask is None or subtask.kind not in _ACTING_KINDS:
        return
    verb, target = parse_goal(subtask.text).verb, _clicked_element(last)
    if not verb or target is None or _names_verb(last, verb) or normalize(target.name) in SAVES:
        return
    shown = {(node.role, node.name) for node in run.shots[-1].nodes if not node.has("disabled")}
    for node in last.step.change.added:
        is_offered = node.role in _OFFER_ROLES and (node.role, node.name) in shown
        if is_offered and _begins_with(node.name, verb, subtask=subtask.text):
            yield Contradiction("open clause", f"the screen offers {node.name!r}, which no step clicked")


def _begins_with(name: str, verb: str, *, subtask: str) -> bool:
    """Check whether a name is a verb, alone or followed by words of a subtask."""
    first, *others = split_words(name) or [""]
    asked = split_words(subtask)
    rest = [word for word in others if word not in STOP_WORDS]
    return is_same_verb(verb, first) and all(any(is_same_word(w, word) for w in asked) for word in rest)


def _names_verb(step: StepEvidence, verb: str) -> bool:
    """Check whether the name of the target of a step contains a verb."""
    return any(is_same_verb(verb, word) for text in step.used for word in split_words(text))


def _find_unmade_choices(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last screen shows a choice of the last subtask that is not made.

    Of several radio buttons that the subtask names, one has to be chosen. The switch of a collection, such as
    a label, has to be on after something was added to it.
    """
    last = run.steps[-1] if run.steps else None
    subtask = last.subtask if last else None
    if subtask is None or subtask.kind not in _ACTING_KINDS:
        return
    nodes = run.shots[-1].nodes
    radios = [node for node in nodes if node.role in _RADIO_ROLES and contains_words(node.name, subtask.text)]
    if radios and not any(map(_is_chosen, radios)):
        yield Contradiction("open clause", f"{radios[0].name!r} is not chosen")
    addition = parse_addition(subtask.text)
    collection = normalize(addition.name) if addition else ""
    for node in nodes if collection else ():
        is_collection = node.role in SWITCH_ROLES and normalize(node.name) == collection
        if is_collection and not node.has("checked"):
            yield Contradiction("open clause", f"{node.name!r} is not switched on")


def _is_chosen(node: Node) -> bool:
    return node.has("checked") or node.has("selected")


def _find_left_out(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the instruction asks to set all switches, and one is not set."""
    if _ALL.isdisjoint(split_words(run.instruction)):
        return
    for subtask in run.subtasks:
        off = asks_for_off(subtask.text)
        switched = [node for step in run.steps_for(subtask) for node in find_switched(step, off=off)]
        for node in find_switches_like(switched[-1], run.shots[-1]) if switched else ():
            if node.has("checked") == off:
                yield Contradiction("ignored qualifier", f"{node.name!r} is still {'on' if off else 'off'}")


def may_cover_all(run: RunEvidence) -> bool:
    """Check whether the steps may have covered all entries, for an instruction such as "delete all of them".

    Of a plan of goals, the steps set a switch, used one control several times, or left none of the things
    named in the instruction on the last screen. For other plans, several steps are sufficient.
    """
    is_goals = bool(run.subtasks) and all(subtask.kind != "instruction" for subtask in run.subtasks)
    if len(run.steps) <= 1 or not is_goals:
        return len(run.steps) > 1
    off = asks_for_off(run.instruction)
    values = (*literal_values(run.instruction), *names_in(run.instruction))
    named = [value for value in values if value not in run.used_tools]
    shown = texts_of(*run.shots[-1].nodes)
    is_gone = bool(named) and not any(is_contained(name, shown) for name in named)
    is_set = any(True for step in run.steps for _ in find_switched(step, off=off))
    return is_set or is_gone or bool(run.click_counts)


def _find_unrepeated(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask that the plan contains more often than it was carried out."""
    acting = [subtask for subtask in run.subtasks if subtask.kind in _ACTING_KINDS]
    for subtask in dict.fromkeys(acting):
        done = len({step.at for step in run.steps_for(subtask)})
        if 0 < done < acting.count(subtask):
            yield Contradiction("open clause", f"{subtask.text!r} was not done {acting.count(subtask)} times")


def _find_better(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each switch or choice that was clicked although another one fits better.

    The name of the other one, which no step used, contains the same words of the instruction and more. A
    choice whose whole name is in the instruction is not checked.
    """
    clicked = [(step, target) for step in run.steps for target in _clicked(step)]
    used = {target.name for _, target in clicked}
    for step, target in clicked:
        rivals = (each for each in step.screen.elements if each.role == target.role and each.name not in used)
        better = next(
            (each for each in rivals if _fits_better(each, target, instruction=run.instruction)), None
        )
        if better is not None and not contains_words(target.name, run.instruction):
            yield Contradiction("other field", f"{better.name!r} fits better than {target.name!r}")


def _fits_better(one: Element, other: Element, *, instruction: str) -> bool:
    asked = content_words(instruction)
    return _shared(other, asked) < _shared(one, asked)


def _find_navigation(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each goal whose steps only opened pages, unless it asks to open one."""
    for subtask in run.subtasks:
        steps, verb = run.steps_for(subtask), parse_goal(subtask.text).verb
        if subtask.kind != "achieve" or not steps or verb in _OPENS:
            continue
        if not any(_acts(step, verb) for step in steps):
            yield Contradiction("open clause", f"the steps for {subtask.text!r} only opened pages")


def _acts(step: StepEvidence, verb: str) -> bool:
    """Check whether a step carried out a verb, made a choice, entered something, or changed what it names."""
    target = _clicked_element(step)
    if target is None:
        return not only_navigates(step)
    words, asked = split_words(target.name), content_words(step.subtask.text if step.subtask else "")
    is_choice = target.role in SWITCH_ROLES | _RADIO_ROLES | {"option", "slider"}
    is_verb = bool(verb and words) and is_same_verb(verb, words[0]) and ":" not in target.name
    is_named = any(is_same_word(word, other) for word in asked for other in words)
    return is_choice or is_verb or (is_named and bool(step.step.change.altered) and not opens_page(step))


def _find_wrong_states(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each switch on the last screen that is not in the state of a goal."""
    for subtask in run.subtasks:
        asked = _STATE.match(strip_quotes(subtask.text))
        if asked is None or subtask.kind != "achieve" or not run.steps_for(subtask):
            continue
        wanted = (asked[1] or asked[2]).casefold()
        for node in run.shots[-1].nodes:
            is_named = node.role in SWITCH_ROLES and contains_words(node.name, subtask.text)
            if is_named and split_words(node.name) and node.has("checked") != (wanted == "on"):
                yield Contradiction("open clause", f"{node.name!r} is not {wanted}")


def _clicked(step: StepEvidence) -> tuple[Element, ...]:
    """Return the switch or choice that a step clicked, or ()."""
    target = _clicked_element(step)
    return (target,) if target is not None and target.role in SWITCH_ROLES | _RADIO_ROLES else ()


def _clicked_element(step: StepEvidence) -> Element | None:
    action = step.step.action
    return action.target if isinstance(action, Click) and isinstance(action.target, Element) else None


def _shared(element: Element, asked: Sequence[str]) -> frozenset[str]:
    """Return the words of the instruction that the name of an element contains."""
    words = split_words(element.name)
    return frozenset(word for word in asked if any(is_same_word(word, other) for other in words))
