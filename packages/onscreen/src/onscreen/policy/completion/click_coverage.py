"""Comparison of the words of a subtask with what its clicks and their effects show."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from onscreen.perceive.element_queries import is_search_field
from onscreen.policy.completion.completion_evidence import RunEvidence, StepEvidence, texts_of
from onscreen.policy.completion.instruction_details import (
    asks_question,
    described_words,
    is_contained,
    names_in,
)
from onscreen.policy.route.remaining_values import split_parts
from onscreen.text.date_patterns import DATE
from onscreen.text.quotes import quoted_texts
from onscreen.text.switch_states import asks_for_off
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words, split_words
from onscreen.types import Click, Contradiction, Element, Node, Shot, Subtask

MIN_WORDS = 3
"""A subtask with fewer content words may be complete after a click on an element with one of them."""
MIN_SHARED, MIN_SHARE = 2, 0.4
"""Minimum number and share of the content words of a subtask that a single click and its row must have."""
MIN_COVERAGE = 0.6
"""Minimum share of the content words of a subtask that several clicks must have, without their rows."""
MAX_PART_SHARE = 0.5
"""Maximum share of the content words of a part of an instruction that neither the plan nor the steps have."""
SWITCH_ROLES = frozenset({"checkbox", "menuitemcheckbox", "switch"})
_REASON = re.compile(r" \(.*$|, (?:because|since|we|i|it|they)\b[^\"]*$", re.IGNORECASE)
"""What follows a request: the statement before it in parentheses, or a reason for it."""
_RESTRICTION = re.compile(
    r"(?:,| and|,? but)? (?:without [a-z]+ing\b[^,;.\"]*|keep (?:it|them)\b|nothing else\b|no others?\b"
    r"|only that one\b"
    r"|leave (?:the (?:order of the )?(?:others?|rest)|everything(?: else)?|all others)\b[^,;.\"]*)",
    re.IGNORECASE,
)
"""Part of a request that only asks not to do something else."""
_FORBIDS = re.compile(r"(?:do not|don't|never)\b", re.IGNORECASE)
_DESTINATION = re.compile(r"\badd\b.* to ((?:my|our|the|your) [a-z ]+)$", re.IGNORECASE)
"""What a request adds something to."""
_SWITCHED = re.compile(r"(?:switch|turn) (?:(?:on|off) (\S.*)|(\S.*) (?:on|off))$", re.IGNORECASE)
"""What a goal asks to turn on or off."""
_POSITIONS = frozenset({"first", "last", "next", "other", "previous", "second", "third"})
_ALL = frozenset({"all", "each", "every"})


def find_weak_clicks(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask that clicks on unrelated elements cannot have completed.

    Searches count as clicks. A click may be on an entry that an earlier step opened, and on a page that is
    about the words of the subtask.
    """
    for subtask in run.subtasks:
        steps = run.steps_for(subtask)
        wanted = described_words(_request(subtask))
        if subtask.kind not in ("instruction", "achieve") or not steps or len(wanted) < MIN_WORDS:
            continue
        if not all(only_navigates(step) for step in steps):
            continue
        beside = steps[0].beside if len(steps) == 1 else steps[-1].in_row
        texts = (*(text for step in steps for text in step.used), *texts_of(*_renamed(steps), *beside))
        found = {word for text in texts for word in split_words(text)}
        if len(steps) > 1 or _entry_before(run, steps[0]):
            found |= {word for text in _texts_around(run, steps) for word in split_words(text)}
        found |= _find_states(run, steps, subtask=subtask)
        shared = [word for word in wanted if any(is_same_word(word, other) for other in found)]
        of_one = max(MIN_SHARED, MIN_SHARE * len(wanted))
        if len(shared) < (of_one if len(steps) == 1 else MIN_COVERAGE * len(wanted)):
            name = next(iter(steps[-1].used), "an element without a name")
            yield Contradiction("weak click", f"the click on {name!r} does not complete {subtask.text!r}")


def find_missing_subjects(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each thing named in a goal that none of its steps was about.

    A step is about its target, the row of the target, and what identifies its page. Of what is to be turned
    on or off, one word is sufficient, but "Auto" is not about "autoplay".
    """
    for subtask in run.subtasks:
        steps = run.steps_for(subtask)
        if subtask.kind != "achieve" or not steps or asks_question(run.instruction):
            continue
        given = (text for step in steps for text in (*step.used, *texts_of(*_own_row(step))))
        texts = (*given, *texts_of(*_renamed(steps)), *_texts_around(run, steps))
        found = {word for text in texts for word in split_words(text)}
        request = _request(subtask)
        for subject in (*quoted_texts(request), *names_in(DATE.sub(" ", request))):
            if not _has_all(subject, found) and not is_contained(subject, texts):
                yield Contradiction("open clause", f"no step for {subtask.text!r} was about {subject!r}")
        switched = _SWITCHED.match(subtask.text)
        thing = (switched[1] or switched[2]) if switched else ""
        stems = {word.rstrip("s") for word in found}
        if thing and stems.isdisjoint(word.rstrip("s") for word in content_words(thing)):
            yield Contradiction("open clause", f"no step for {subtask.text!r} was about {thing!r}")


def _request(subtask: Subtask) -> str:
    """Return the text of a subtask without reasons, and without what must not be done."""
    return _RESTRICTION.sub("", _REASON.sub("", subtask.text))


def _has_all(phrase: str, words: Collection[str]) -> bool:
    """Check whether all content words of a phrase are among the words, in any form."""
    return all(any(is_same_word(word, other) for other in words) for word in content_words(phrase))


def find_uncovered_parts(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each part of an instruction that neither the plan nor any step was about.

    The words of the plan are no evidence for positions such as "last", for numbers, and for what something is
    added to, as in "add the photo to my favorites". Only plans that consist of goals are checked. A part that
    forbids something needs no step.
    """
    if asks_question(run.instruction) or not run.steps or any(s.kind == "instruction" for s in run.subtasks):
        return
    rows = (text for step in run.steps for text in texts_of(*_own_row(step)))
    shown = _words_of((*rows, *run.used, *_texts_around(run, run.steps))) | run.click_counts
    planned = _words_of(f"{s.text} {s.subject} {s.value}" for s in run.subtasks if _is_carried_out(s, run))
    for part in split_parts(_RESTRICTION.sub("", run.instruction)) if run.subtasks else ():
        words = described_words(part.replace("/", " "))
        missing = [word for word in words if not _has_all(word, shown | planned)]
        needed = (*filter(_needs_evidence, words), *_DESTINATION.findall(part))
        required = [phrase for phrase in needed if not _has_all(phrase, shown)]
        named = {word for name in names_in(DATE.sub(" ", part)) for word in content_words(name)}
        is_covered = (
            len(missing) <= MAX_PART_SHARE * len(words) and named.isdisjoint(missing) and not required
        )
        if not is_covered and not _FORBIDS.match(part):
            yield Contradiction("open clause", f"no step was about {part!r}")


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in split_words(text.replace("/", " ")))


def _needs_evidence(word: str) -> bool:
    """Check whether a word is a position, or a number other than a time."""
    return word in _POSITIONS or (word[:1].isdigit() and ":" not in word)


def _is_carried_out(subtask: Subtask, run: RunEvidence) -> bool:
    return subtask.kind in ("create", "save") or bool(run.steps_for(subtask))


def only_navigates(step: StepEvidence) -> bool:
    """Check whether a step clicked an element or used a search field."""
    target = getattr(step.step.action, "target", None)
    return isinstance(step.step.action, Click) or (isinstance(target, Element) and is_search_field(target))


def _renamed(steps: Sequence[StepEvidence]) -> Iterator[Node]:
    """Yield the nodes whose names or values the steps changed."""
    for change in (change for step in steps for change in step.step.change.altered):
        if (change.before.name, change.before.value) != (change.after.name, change.after.value):
            yield change.after


def _texts_around(run: RunEvidence, steps: Sequence[StepEvidence]) -> Iterator[str]:
    """Yield the texts that identify what several clicks were about, besides their targets.

    They are the headings and the values of the fields on the pages on which the steps acted or that they
    opened, the names of the applications in front, and the entry that the step right before them opened.
    """
    yield from run.used_tools
    for step in steps:
        yield from _describe(step.screen.shot)
        if opens_page(step):
            position = next(number for number, each in enumerate(run.history) if each is step.step)
            yield from _describe(run.shots[position + 1])
    if before := _entry_before(run, steps[0]):
        yield from before.used


def _own_row(step: StepEvidence) -> Iterator[Element]:
    """Yield the elements in the row of a target, except others of the same role, such as other tabs."""
    target = getattr(step.step.action, "target", None)
    role = target.role if isinstance(target, Element) else ""
    yield from (element for element in step.in_row if element.role != role)


def _describe(shot: Shot) -> Iterator[str]:
    """Yield the texts that say what a page is about: its headings and the values of its fields."""
    for node in shot.nodes:
        if node.role == "heading":
            yield node.name
        elif node.has("editable") and not is_search_field(node):
            yield node.value


def _entry_before(run: RunEvidence, step: StepEvidence) -> StepEvidence | None:
    """Return the step right before another one if it opened a page, such as that of an entry."""
    at = next(number for number, each in enumerate(run.steps) if each is step)
    position = next(number for number, each in enumerate(run.history) if each is step.step)
    is_adjacent = at > 0 and run.history[position - 1] is run.steps[at - 1].step
    return run.steps[at - 1] if is_adjacent and opens_page(run.steps[at - 1]) else None


def opens_page(step: StepEvidence) -> bool:
    """Check whether a click replaced most of the screen: more nodes are new than were kept."""
    change, nodes = step.step.change, step.screen.shot.nodes
    return isinstance(step.step.action, Click) and 2 * len(change.removed) > len(_named(nodes))


def _named(nodes: Sequence[Node]) -> list[Node]:
    return [node for node in nodes if node.name or node.value]


def _find_states(run: RunEvidence, steps: Sequence[StepEvidence], *, subtask: Subtask) -> frozenset[str]:
    """Find the words for states that the last screen shows: "on" or "off", and "all" for all switches.

    The steps must have set a switch to the requested state.
    """
    off = asks_for_off(subtask.text)
    switched = [node for step in steps for node in find_switched(step, off=off)]
    if not switched:
        return frozenset()
    others = find_switches_like(switched[-1], run.shots[-1])
    is_all = all(node.has("checked") != off for node in others) and len(others) > 1
    return frozenset({"off" if off else "on", *(_ALL if is_all else ())})


def find_switched(step: StepEvidence, *, off: bool) -> Iterator[Node]:
    """Yield the switches that a step turned on, or off."""
    for change in step.step.change.altered:
        states = change.lost if off else change.gained
        if change.after.role in SWITCH_ROLES and "checked" in states:
            yield change.after


def find_switches_like(switch: Node, shot: Shot) -> list[Node]:
    """Return the switches on a screen whose names begin with the same word."""
    first = split_words(switch.name)[:1]
    return [node for node in shot.nodes if node.role == switch.role and split_words(node.name)[:1] == first]
