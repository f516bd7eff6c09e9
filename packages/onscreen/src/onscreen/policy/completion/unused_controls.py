"""Controls that a request still needs: offered actions, choices that are not made, and switches left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onscreen.policy.completion.click_coverage import SWITCH_ROLES, find_switched, find_switches_like
from onscreen.policy.completion.completion_evidence import RunEvidence, StepEvidence
from onscreen.policy.completion.instruction_details import asks_question
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
_ALL = frozenset({"all", "each", "every"})


def find_unused_controls(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each control on the last screen that the request still needs.

    The last click revealed a button with the verb of its subtask, which no step clicked; the choice that the
    instruction names is not made; or one of several switches that are all to be set is not set.
    """
    if asks_question(run.instruction):
        return
    yield from _find_offered(run)
    yield from _find_unmade_choices(run)
    yield from _find_left_out(run)
    yield from _find_unrepeated(run)
    yield from _find_better(run)
    yield from _find_wrong_states(run)


def _find_offered(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each button that the last click revealed and that its subtask needs.

    The name of the button is the verb of the subtask, alone or followed by words of the subtask. A click that
    carried out the verb itself or saved something is not checked.
    """
    last = run.steps[-1] if run.steps else None
    subtask = last.subtask if last else None
    if last is None or subtask is None or subtask.kind not in _ACTING_KINDS:
        return
    verb, target = parse_goal(subtask.text).verb, getattr(last.step.action, "target", None)
    is_click = isinstance(last.step.action, Click) and isinstance(target, Element)
    if not verb or not is_click or _names_verb(last, verb) or normalize(target.name) in SAVES:
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
    for node in nodes if addition else ():
        is_collection = node.role in SWITCH_ROLES and normalize(node.name) == normalize(addition.name)
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
    asked = content_words(run.instruction)
    used = {target.name for step in run.steps for target in _clicked(step)}
    for step in run.steps:
        for target in _clicked(step):
            if contains_words(target.name, run.instruction):
                continue
            own = _shared(target, asked)
            for other in step.screen.elements:
                is_rival = other.role == target.role and other.name not in used
                if is_rival and own < _shared(other, asked):
                    yield Contradiction("other field", f"{other.name!r} fits better than {target.name!r}")


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
    target = getattr(step.step.action, "target", None)
    is_choice = isinstance(target, Element) and target.role in SWITCH_ROLES | _RADIO_ROLES
    return (target,) if isinstance(step.step.action, Click) and is_choice else ()


def _shared(element: Element, asked: Sequence[str]) -> frozenset[str]:
    """Return the words of the instruction that the name of an element contains."""
    words = split_words(element.name)
    return frozenset(word for word in asked if any(is_same_word(word, other) for other in words))
