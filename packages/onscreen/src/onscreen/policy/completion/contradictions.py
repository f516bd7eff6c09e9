"""Contradictions between the claim that a task is done and the evidence from its run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from onscreen.perceive.element_kinds import is_actionable, kind_of
from onscreen.perceive.extreme_answers import read_extreme
from onscreen.perceive.labeled_values import find_labeled
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import find_repainted
from onscreen.policy.completion.click_coverage import (
    find_missing_subjects,
    find_uncovered_parts,
    find_weak_clicks,
    only_navigates,
)
from onscreen.policy.completion.completion_evidence import (
    RunEvidence,
    StepEvidence,
    collect_evidence,
    texts_of,
)
from onscreen.policy.completion.drag_destination import find_misplaced_elements, has_moved
from onscreen.policy.completion.error_messages import find_error_messages
from onscreen.policy.completion.instruction_details import (
    aggregates_in,
    asks_question,
    integers_in,
    is_contained,
    is_name,
    qualifiers_in,
    remove_tool_names,
    verbs_to_carry_out,
)
from onscreen.policy.completion.open_forms import (
    commits,
    find_covered_pages,
    find_open_dialogs,
    find_open_forms,
    find_refused_actions,
    find_unsaved_changes,
)
from onscreen.policy.completion.opposite_words import find_opposites
from onscreen.policy.completion.other_values import find_other_values
from onscreen.policy.completion.refuting_answers import find_refuting_answers
from onscreen.policy.completion.unusable_pages import find_unusable_pages
from onscreen.policy.completion.unused_controls import find_unused_controls, may_cover_all
from onscreen.policy.completion.unused_values import (
    find_failed_entries,
    find_missing_entries,
    find_other_fields,
    find_typed_references,
    find_unused_results,
    find_unused_values,
)
from onscreen.policy.lexical.app_choice import answer_directly
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.form_submission import SAVES
from onscreen.policy.lexical.word_lists import VERBS
from onscreen.policy.unrequested_text import find_unrequested_changes
from onscreen.text.word_equivalence import is_same_verb, is_same_word
from onscreen.text.words import split_words
from onscreen.types import (
    Click,
    Contradiction,
    Drag,
    Element,
    Episode,
    Plan,
    Press,
    Select,
    Subtask,
)

MIN_ANSWERS = 2
"""Minimum number of parts of the answer to an instruction with several questions."""
_ASKS_NUMBER = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_FOUND_NOTHING = re.compile(
    r"(?:no|0|nothing)\b(?: \w+)? ?(?:entries|found|hits|items|matches|results?)\b", re.IGNORECASE
)
_ACTING_KINDS = ("instruction", "create", "set_field", "achieve")
_READING_SKILLS = ("copy", "solve", "find", "wait", "scroll", "focus", "hover")
_STATE_SKILLS = ("check", "uncheck", "select")
"""Skills that need no action if the element is already in the wanted state."""
_WANTS_NUMBER = re.compile(
    r"\bhow (?:many|much|high|long|far|old|big)\b|\bwhen\b|\bwhat time\b"
    r"|\bwhat(?: is|'s) (?:the |its )?(?:population|price|cost|distance|height|length|weight|age|date)\b",
    re.IGNORECASE,
)
_WANTS_AMOUNT = re.compile(
    r"\bhow (?:many|much)\b|\bwhat (?:did|does|do)\b[\w' ]{1,40}?\b(?:pay|cost|spend|owe|earn)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"[^\w-]*-?\d|(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)
_NUMBER_OR_DAY = re.compile(r"\d|day\b|\btomorrow\b|\bnoon\b|\bmidnight\b", re.IGNORECASE)
_WANTS_NAME = re.compile(r"\bwho(?:m|se)?\b|\b(?:login|user) ?name\b", re.IGNORECASE)
_WANTS_PHONE = re.compile(r"\b(?:fax|mobile|phone|telephone) number\b", re.IGNORECASE)
_PHONE_NUMBER = re.compile(r"(?:\d[^\w]{0,3}){3}")
_WANTS_THING = re.compile(
    r"(?:in |on |of |to |from )?(?:which|what) (?!is\b|are\b|was\b|does\b|do\b)\w+", re.IGNORECASE
)
"""Pattern of a question for a thing of a kind, such as "Which folder"."""
_ASKED_LABEL = re.compile(
    r"\bwhat (?:is|are|was|does|do) (?:the |its )?([\w ]{1,40}?) (?:of|for|in)\b", re.IGNORECASE
)
"""Pattern of a question for the value of a label, such as "What does the comment of"."""
_ASKS_MORE = re.compile(r"\?.*\?|\band,? (?:what|which|who|when|where|how)\b", re.IGNORECASE | re.DOTALL)
_PART_BREAK = re.compile(r"[,;]\s|\n|\band\b", re.IGNORECASE)
_KINDS: tuple[tuple[re.Pattern[str], Callable[[str], object], str], ...] = (
    (_WANTS_NUMBER, _NUMBER_OR_DAY.search, "is neither a number nor a time"),
    (_WANTS_AMOUNT, _AMOUNT.match, "does not begin with a number"),
    (_WANTS_NAME, is_name, "is not a name"),
    (_WANTS_PHONE, _PHONE_NUMBER.search, "is not a phone number"),
)
"""Pattern of a question, test of its answer, and message about an answer that fails the test."""
_CLICKS = ("click", "double-click", "press", "push", "tap", "hit", "drag")


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
    checked as well. A superlative is taken into account if the answer is the entry with the highest or lowest
    value.
    """
    extreme = read_extreme(remove_tool_names(run.instruction, run.tools), build_screen(run.shots[-1]))
    if extreme is not None and extreme.text == run.answer:
        return
    asks = asks_question(run.instruction)
    texts = (*run.used, *(run.beside_answer if asks else ()))
    used = [word for text in texts for word in split_words(text)]
    for qualifier in (*qualifiers_in(run.instruction), *(aggregates_in(run.instruction) if asks else ())):
        repeated = qualifier in ("all", "every", "each") and may_cover_all(run)
        if not repeated and not any(is_same_word(qualifier, word) for word in used):
            yield Contradiction("ignored qualifier", f"no step took {qualifier!r} into account")


def _missing_answer(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the answer to a question is missing, unsuitable or made up.

    An answer is made up if no screen shows it. For an instruction without a question, an answer that only
    repeats the instruction is no evidence of a step.
    """
    if not asks_question(run.instruction):
        yield from find_refuting_answers(run)
        return
    if not run.answer.strip():
        yield Contradiction("no answer", "the question has no answer")
    elif not all(_is_shown(part, run.seen) for part in _parts_of_answer(run)):
        yield Contradiction("no answer", f"no screen shows the answer {run.answer!r}")
    elif _repeats_question(run):
        yield Contradiction("no answer", f"the answer {run.answer!r} only repeats the question")
    elif _ASKS_MORE.search(run.instruction) and len(_parts_of_answer(run)) < MIN_ANSWERS:
        yield Contradiction("no answer", f"{run.answer!r} answers only one of several questions")
    elif unsuitable := _unsuitable_kind(run):
        yield Contradiction("no answer", f"the answer {run.answer!r} {unsuitable}")
    elif _WANTS_THING.match(run.instruction) and not _names_thing(run):
        yield Contradiction("no answer", f"{run.answer!r} is only the label of a field or control")
    elif label := _other_label(run):
        yield Contradiction("no answer", f"{run.answer!r} is not beside {label!r}")


def _other_label(run: RunEvidence) -> str:
    """Return the label named in a question, such as "Comment:", if the answer is not its value.

    Returns "" if no screen shows such a label with a colon.
    """
    if not (asked := _ASKED_LABEL.search(run.instruction)):
        return ""
    words = split_words(asked[1])
    shown = (
        node.name.strip() for shot in run.shots for node in shot.nodes if node.name.rstrip().endswith(":")
    )
    label = next((name for name in shown if split_words(name) == words), "")
    values = (value.text for shot in run.shots for value in find_labeled(asked[1], build_screen(shot)))
    return "" if label and any(is_contained(run.answer, (value,)) for value in values) else label


def _unsuitable_kind(run: RunEvidence) -> str:
    """Return the reason why an answer is not of the requested kind, or "" if it may be."""
    if _FOUND_NOTHING.match(run.answer) and not _ASKS_NUMBER.search(run.instruction):
        return "only says that nothing was found"
    for asked, fits, why in _KINDS:
        if asked.search(run.instruction) and not fits(run.answer):
            return why
    return ""


def _parts_of_answer(run: RunEvidence) -> tuple[str, ...]:
    """Split an answer into parts if the instruction asks several questions."""
    parts = _PART_BREAK.split(run.answer) if _ASKS_MORE.search(run.instruction) else [run.answer]
    return tuple(filter(None, (part.strip() for part in parts)))


def _repeats_question(run: RunEvidence) -> bool:
    """Check whether an answer consists of words of the question and negations, such as "Not shared"."""
    words = [word for word in split_words(run.answer) if word not in ("not", "no", "yes")]
    asked = split_words(run.instruction)
    return all(any(is_same_word(word, other) for other in asked) for word in words)


def _names_thing(run: RunEvidence) -> bool:
    """Check whether a screen shows the answer other than as the label of a field, menu or save button."""
    nodes = (node for shot in run.shots for node in shot.nodes if is_contained(run.answer, (node.name,)))
    values = (node.value for shot in run.shots for node in shot.nodes)
    acts = split_words(run.answer)[0] in VERBS
    named = any(
        kind_of(node) != "field"
        and not commits(node)
        and not (acts and is_actionable(node))
        and not (node.role == "button" and (node.has("collapsed") or node.has("expanded")))
        for node in nodes
    )
    return named or is_contained(run.answer, tuple(values))


def _is_shown(answer: str, texts: tuple[str, ...]) -> bool:
    """Check whether a text contains an answer; a number must match as a whole."""
    if answer.strip().isdecimal():
        return int(answer) in integers_in(*texts)
    return is_contained(answer, texts)


def _open_clauses(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask or verb without a corresponding step."""
    if asks_question(run.instruction):
        return
    can_save = any(commits(node) for node in run.shots[-1].nodes)
    last = run.steps[-1].step.action if run.steps else None
    enters = isinstance(last, Press) and last.keys == "Enter"
    is_entered = any(run.steps_for(each) for each in run.subtasks if each.kind == "set_field")
    for subtask in run.subtasks:
        is_open = can_save if subtask.kind == "save" else _needs_action(subtask)
        is_open &= not (subtask.kind == "create" and is_entered)
        is_open &= not (subtask.kind == "save" and enters)
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
    if isinstance(action, Press) and action.keys == "Enter" and verb in SAVES and not only_navigates(step):
        return True
    controls = {node.name for node in step.changed if is_actionable(node)}
    messages = (node for node in step.changed if not is_actionable(node) and node.name not in controls)
    words = [word for text in (*step.used, *texts_of(*messages)) for word in split_words(text)]
    if verb != "take":
        words = [word for word in words if word != "take"]
    return any(
        is_same_verb(verb, word) or is_same_word(verb, word) or VERBS.get(verb, verb) == VERBS.get(word)
        for word in words
    )


def _step_without_effect(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last click, key press, selection or all drags left the screen unchanged.

    Tasks that ask for a click, key press or drag by name are not checked. A drag that moved its element had
    an effect, and so had a click that changed the picture of another control, such as "Last photo".
    """
    last = run.steps[-1].step if run.steps else None
    names_action = bool(set(_CLICKS) & set(split_words(run.instruction)))
    if asks_question(run.instruction) or names_action or last is None:
        return
    if _has_only_drags_without_effect(run):
        yield Contradiction("no effect", "no drag changed the screen")
    if last.change or (isinstance(last.action, Click) and _repaints_other(run)):
        return
    if isinstance(last.action, Click | Press | Select) or not has_moved(last.action, run.shots[-1].nodes):
        yield Contradiction("no effect", "the last action left the screen unchanged")


def _repaints_other(run: RunEvidence) -> bool:
    """Check whether the last step of the run is the last effective one and repainted another control."""
    last = run.steps[-1].step
    if run.history[-1] is not last:
        return False
    target = getattr(last.action, "target", None)
    clicked = target.index if isinstance(target, Element) else None
    repainted = find_repainted(run.shots[-2], run.shots[-1])
    return any(is_actionable(node) and index != clicked for index, node in repainted)


def _has_only_drags_without_effect(run: RunEvidence) -> bool:
    """Check whether the run has drags, all of which left the screen and the dragged element unchanged."""
    steps = zip(run.history, run.shots[1:], strict=False)
    drags = [(step, shot) for step, shot in steps if isinstance(step.action, Drag)]
    return bool(drags) and not any(step.change or has_moved(step.action, shot.nodes) for step, shot in drags)


def _misplaced_elements(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each dragged element that is not at the destination named in the subtask."""
    for name, place in find_misplaced_elements(run):
        yield Contradiction("wrong place", f"{name!r} was dragged, but is not at {place!r}")


def _unrequested_changes(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each field into which a click inserted unrequested text."""
    for field in find_unrequested_changes(run.history, run.instruction):
        name = field.name or field.clue
        yield Contradiction(
            "unrequested change", f"a click inserted text into {name!r} that nobody asked for"
        )


_RULES: tuple[Callable[[RunEvidence], Iterator[Contradiction]], ...] = (
    find_unused_values,
    find_other_fields,
    find_failed_entries,
    _ignored_qualifiers,
    _missing_answer,
    _open_clauses,
    find_open_dialogs,
    find_covered_pages,
    find_error_messages,
    find_unusable_pages,
    find_weak_clicks,
    find_missing_subjects,
    find_uncovered_parts,
    find_unused_controls,
    find_other_values,
    _step_without_effect,
    _misplaced_elements,
    find_typed_references,
    find_unused_results,
    find_open_forms,
    find_unsaved_changes,
    find_missing_entries,
    find_opposites,
    find_refused_actions,
    _unrequested_changes,
)
