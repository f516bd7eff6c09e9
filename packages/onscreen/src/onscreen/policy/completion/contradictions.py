"""Contradictions between the claim that a task is done and the evidence from its run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from onscreen.perceive.element_kinds import is_actionable
from onscreen.policy.completion.completion_evidence import (
    RunEvidence,
    StepEvidence,
    collect_evidence,
    texts_of,
)
from onscreen.policy.completion.drag_destination import find_misplaced_elements, has_moved
from onscreen.policy.completion.instruction_details import (
    aggregates_in,
    asks_question,
    described_words,
    integers_in,
    is_contained,
    is_name,
    qualifiers_in,
    remove_tool_names,
    verbs_to_carry_out,
)
from onscreen.policy.completion.value_contradictions import (
    find_typed_references,
    find_unused_results,
    find_unused_values,
)
from onscreen.policy.lexical.app_choice import answer_directly
from onscreen.policy.lexical.app_search import is_search_field
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.entry_creation import SAVES
from onscreen.policy.lexical.name_similarity import contains_words, is_same_verb, is_same_word
from onscreen.policy.lexical.word_lists import (
    VERBS,
    normalize,
    split_words,
)
from onscreen.types import (
    Click,
    Contradiction,
    Drag,
    Element,
    Episode,
    Node,
    Plan,
    Press,
    Select,
    Subtask,
    Type,
)

MAX_ERROR_WORDS = 14
"""A longer text is not taken for an error message; it is content, such as an article or a mail."""
MIN_WORDS = 3
"""A subtask with fewer content words may be complete after a click on an element with one of them."""
MIN_SHARED, MIN_SHARE = 2, 0.4
"""Minimum number and share of the content words of a subtask that a single click and its row must have."""
MIN_COVERAGE = 0.6
"""Minimum share of the content words of a subtask that several clicks must have, without their rows."""
_ERROR = re.compile(
    r"\berrors?\b|\bfail(?:ed|ure)\b|\binvalid\b|\bincorrect\b|\b(?:access|permission) denied\b|\bforbidden\b"
    r"|\bnot found\b|\b(?:could|can|did|was|were|is|are)(?: ?not|n['\u2019]t)\b|\bcannot\b|\bunable to\b"
    r"|\bis required\b|\bmust (?:be|not|have|contain)\b|\bplease (?:enter|choose|select|fill|provide|check)\b"
    r"|\bwent wrong\b|\btry again\b|\balready exists\b|\bno (?:results?|match(?:es)?)\b"
    r"|\bnothing (?:found|matches)\b",
    re.IGNORECASE,
)
_DIALOG_ROLES = ("dialog", "alertdialog")
_ACTING_KINDS = ("instruction", "create", "set_field", "achieve")
_READING_SKILLS = ("copy", "solve", "find", "wait", "scroll", "focus", "hover")
_STATE_SKILLS = ("check", "uncheck", "select")
"""Skills that need no action if the element is already in the wanted state."""
_WANTS_NUMBER = re.compile(
    r"\bhow (?:many|much|high|long|far|old|big)\b|\bwhen\b|\bwhat time\b", re.IGNORECASE
)
_WANTS_AMOUNT = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"[^\w-]*-?\d|(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)
_NUMBER_OR_DAY = re.compile(r"\d|day\b|\btomorrow\b|\bnoon\b|\bmidnight\b", re.IGNORECASE)
_WANTS_NAME = re.compile(r"\bwho(?:m|se)?\b|\b(?:login|user) ?name\b", re.IGNORECASE)
_CLICKS = ("click", "double-click", "press", "push", "tap", "hit", "drag")
_OPENS = ("open", "show", "display", "view", "expand", "see", "dialog", "popup", "menu")
_TYPES = ("type", "enter", "fill", "input", "search")


def find_contradictions(episode: Episode, plan: Plan, *, answer: str = "") -> tuple[Contradiction, ...]:
    """Find evidence in an episode against the claim that its task is done.

    `plan` is the latest plan, `answer` the claimed answer. Returns () if nothing contradicts the claim.
    """
    run = collect_evidence(episode, plan, answer=answer)
    if answer and answer == answer_directly(run.instruction):
        return ()
    found = (contradiction for rule in _RULES for contradiction in rule(run))
    return tuple(dict.fromkeys(found))


def _ignored_qualifiers(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each superlative or quantifier that no used element contains.

    In a question, the texts beside the answer count as used, and negations and words such as "total" are
    checked as well.
    """
    asks = asks_question(run.instruction)
    texts = (*run.used, *(run.beside_answer if asks else ()))
    used = [word for text in texts for word in split_words(text)]
    for qualifier in (*qualifiers_in(run.instruction), *(aggregates_in(run.instruction) if asks else ())):
        repeated = qualifier in ("all", "every", "each") and len(run.steps) > 1
        if not repeated and not any(is_same_word(qualifier, word) for word in used):
            yield Contradiction("ignored qualifier", f"no step took {qualifier!r} into account")


def _missing_answer(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the answer to a question is missing, unsuitable or made up.

    An answer is made up if no screen shows it.
    """
    if not asks_question(run.instruction):
        return
    if not run.answer.strip():
        yield Contradiction("no answer", "the question has no answer")
    elif not _is_shown(run.answer, run.seen):
        yield Contradiction("no answer", f"no screen shows the answer {run.answer!r}")
    elif is_contained(run.answer, (run.instruction,)):
        yield Contradiction("no answer", f"the answer {run.answer!r} only repeats the question")
    elif _WANTS_NUMBER.search(run.instruction) and not _NUMBER_OR_DAY.search(run.answer):
        yield Contradiction("no answer", f"the answer {run.answer!r} is neither a number nor a time")
    elif _WANTS_AMOUNT.search(run.instruction) and not _AMOUNT.match(run.answer):
        yield Contradiction("no answer", f"the answer {run.answer!r} does not begin with a number")
    elif _WANTS_NAME.search(run.instruction) and not is_name(run.answer):
        yield Contradiction("no answer", f"the answer {run.answer!r} is not a name")


def _is_shown(answer: str, texts: tuple[str, ...]) -> bool:
    """Check whether a text contains an answer; a number must match as a whole."""
    if answer.strip().isdecimal():
        return int(answer) in integers_in(*texts)
    return is_contained(answer, texts)


def _open_clauses(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask or verb for which no step was taken."""
    if asks_question(run.instruction):
        return
    can_save = any(_commits(node) for node in run.shots[-1].nodes)
    for subtask in run.subtasks:
        is_open = can_save if subtask.kind == "save" else _needs_action(subtask)
        if is_open and not run.steps_for(subtask):
            yield Contradiction("open clause", f"nothing was done for {subtask.text!r}")
        elif parse_clause(subtask.text).verb == "drag" and not _has_drag(run.steps_for(subtask)):
            yield Contradiction("open clause", f"nothing was dragged for {subtask.text!r}")
    if not run.steps and not any(_may_hold_already(subtask) for subtask in run.subtasks):
        yield Contradiction("open clause", "no step did anything for the task")
    buttons = (node.name for shot in run.shots for node in shot.nodes if node.role in ("button", "link"))
    first_words = frozenset(words[0] for name in buttons if (words := split_words(name)))
    for verb in verbs_to_carry_out(remove_tool_names(run.instruction, run.tools), first_words):
        if not any(_carries_out(verb, step) for step in run.steps):
            yield Contradiction("open clause", f"no step carried out {verb!r}")


def _has_drag(steps: tuple[StepEvidence, ...]) -> bool:
    return any(isinstance(step.step.action, Drag) for step in steps)


def _needs_action(subtask: Subtask) -> bool:
    if subtask.kind not in _ACTING_KINDS or not subtask.tool_required:
        return False
    is_text = subtask.kind == "instruction"
    return not is_text or parse_clause(subtask.text).skill not in (*_READING_SKILLS, *_STATE_SKILLS)


def _may_hold_already(subtask: Subtask) -> bool:
    return subtask.kind == "instruction" and parse_clause(subtask.text).skill in _STATE_SKILLS


def _carries_out(verb: str, step: StepEvidence) -> bool:
    """Check whether a step carried out a verb.

    The step must have used a control with the verb in its name, changed a text that contains the verb, or
    submitted a form other than a search by pressing Enter.
    """
    action = step.step.action
    if isinstance(action, Press) and action.keys == "Enter" and verb in SAVES and not _only_navigates(step):
        return True
    messages = (node for node in step.changed if not is_actionable(node))
    words = [word for text in (*step.used, *texts_of(*messages)) for word in split_words(text)]
    return any(
        is_same_verb(verb, word) or is_same_word(verb, word) or VERBS.get(verb, verb) == VERBS.get(word)
        for word in words
    )


def _open_dialog(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if a dialog is open that the task does not ask for.

    A dialog that the last step opened may contain the answer to a question.
    """
    last = run.shots[-1]
    if last.dialog is not None:
        yield Contradiction("open dialog", f"a dialog is open: {last.dialog.message!r}")
    opened = run.history[-1].change.added if run.history else ()
    before = run.shots[-2].nodes if run.history else ()
    is_new = sum(map(_is_dialog, before)) < sum(map(_is_dialog, last.nodes))
    if not is_new or asks_question(run.instruction):
        return
    for dialog in filter(_is_dialog, opened):
        is_goal = bool(dialog.name) and contains_words(dialog.name, run.instruction)
        if not is_goal and "dialog" not in split_words(run.instruction):
            yield Contradiction("open dialog", f"the last step opened a dialog: {dialog.name!r}")


def _is_dialog(node: Node) -> bool:
    return node.role in _DIALOG_ROLES


def _covered_page(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last step opened something that covers most of the page.

    Tasks that ask to open or show something are not checked.
    """
    last = run.history[-1] if run.history else None
    if last is None or asks_question(run.instruction) or set(_OPENS) & set(split_words(run.instruction)):
        return
    controls = [node for node in run.shots[-1].nodes if is_actionable(node)]
    covered = [node for node in controls if node.has("covered")]
    newly_covered = [altered for altered in last.change.altered if "covered" in altered.gained]
    opened = next((node.name for node in last.change.added if node.name), "")
    if opened and newly_covered and 2 * len(covered) > len(controls):
        yield Contradiction("open dialog", f"the last step opened {opened!r} in front of the page")


def _error_messages(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each error message that appeared and is still current.

    Messages of the last step are current, and earlier ones that are still shown.
    """
    shown = {(node.role, node.name) for node in run.shots[-1].nodes}
    for number, step in enumerate(run.history, start=1):
        for node in (*step.change.added, *(altered.after for altered in step.change.altered)):
            is_current = number == len(run.history) or (node.role, node.name) in shown
            if is_current and _is_error(node) and not is_contained(node.name, (run.instruction,)):
                yield Contradiction("error message", f"the screen says {node.name!r}")


def _is_error(node: Node) -> bool:
    is_short = len(split_words(node.name)) <= MAX_ERROR_WORDS
    return is_short and not node.has("editable") and bool(_ERROR.search(node.name))


def _weak_clicks(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask that clicks on unrelated elements cannot have completed.

    Searches count as clicks.
    """
    for subtask in run.subtasks:
        steps = run.steps_for(subtask)
        wanted = described_words(subtask.text)
        if subtask.kind not in ("instruction", "achieve") or not steps or len(wanted) < MIN_WORDS:
            continue
        if not all(_only_navigates(step) for step in steps):
            continue
        changes = (change for step in steps for change in step.step.change.altered)
        altered = (
            c.after for c in changes if (c.before.name, c.before.value) != (c.after.name, c.after.value)
        )
        beside = steps[0].beside if len(steps) == 1 else ()
        texts = (*(text for step in steps for text in step.used), *texts_of(*altered, *beside))
        found = {word for text in texts for word in split_words(text)}
        shared = [word for word in wanted if any(is_same_word(word, other) for other in found)]
        of_one = max(MIN_SHARED, MIN_SHARE * len(wanted))
        if len(shared) < (of_one if len(steps) == 1 else MIN_COVERAGE * len(wanted)):
            name = next(iter(steps[-1].used), "an element without a name")
            yield Contradiction("weak click", f"the click on {name!r} does not complete {subtask.text!r}")


def _only_navigates(step: StepEvidence) -> bool:
    """Check whether a step clicked an element or used a search field."""
    target = getattr(step.step.action, "target", None)
    return isinstance(step.step.action, Click) or (isinstance(target, Element) and is_search_field(target))


def _step_without_effect(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last click, key press, selection or drag left the screen unchanged.

    Tasks that ask for a click, key press or drag by name are not checked. A drag that moved its element had
    an effect.
    """
    last = run.steps[-1].step if run.steps else None
    names_action = bool(set(_CLICKS) & set(split_words(run.instruction)))
    if asks_question(run.instruction) or names_action or last is None or last.change:
        return
    if isinstance(last.action, Click | Press | Select) or not has_moved(last.action, run.shots[-1].nodes):
        yield Contradiction("no effect", "the last action left the screen unchanged")


def _misplaced_elements(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each dragged element that is not at the destination named in the subtask."""
    for name, place in find_misplaced_elements(run):
        yield Contradiction("wrong place", f"{name!r} was dragged, but is not at {place!r}")


def _open_form(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if typed text is in a form that was not submitted."""
    if not run.steps or set(_TYPES) & set(split_words(run.instruction)):
        return
    last, nodes = run.steps[-1], run.shots[-1].nodes
    numbers = [number for number, step in enumerate(run.steps) if isinstance(step.step.action, Type)]
    if any(_saves(step, nodes) for step in run.steps[numbers[-1] + 1 if numbers else 0 :]):
        return
    typed = {text for number in numbers for text in run.steps[number].typed}
    left = [node.value for node in nodes if node.has("editable") and node.value in typed]
    can_save = any(_commits(node) for node in nodes)
    if isinstance(last.step.action, Type):
        left.append(last.step.action.text)
        can_save = can_save or any(_commits(element, first_word=True) for element in last.beside)
    if can_save and left:
        yield Contradiction("open form", f'the form with "{left[0]}" was not submitted')


def _saves(step: StepEvidence, nodes: Sequence[Node]) -> bool:
    """Check whether a step clicked a button such as "Save" that is no longer among the nodes."""
    target = getattr(step.step.action, "target", None)
    if not isinstance(target, Element) or not _commits(target):
        return False
    return all((node.role, node.name) != (target.role, target.name) for node in nodes)


def _commits(node: Node, *, first_word: bool = False) -> bool:
    """Check whether a node is an enabled button with a name such as "Save".

    With `first_word`, the first word of the name is sufficient.
    """
    name = " ".join(split_words(node.name)[:1]) if first_word else normalize(node.name)
    return node.role == "button" and name in SAVES and not node.has("disabled")


_RULES: tuple[Callable[[RunEvidence], Iterator[Contradiction]], ...] = (
    find_unused_values,
    _ignored_qualifiers,
    _missing_answer,
    _open_clauses,
    _open_dialog,
    _covered_page,
    _error_messages,
    _weak_clicks,
    _step_without_effect,
    _misplaced_elements,
    find_typed_references,
    find_unused_results,
    _open_form,
)
