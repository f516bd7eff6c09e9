"""Features of an episode for computing the probability that its task is finished."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.policy.completion.rule_agreement import compare_with_rules
from onscreen.stop.action_alignment import ActionKey, action_key, alignment, coverage_of_keys, key_similarity
from onscreen.stop.completed_reference import (
    CompletedReference,
    Match,
    known_pairs,
    successful_actions,
)
from onscreen.stop.expected_actions import Expected, expect, explain, repeats_beginning
from onscreen.stop.instruction_values import map_values
from onscreen.stop.performed_actions import PerformedAction, performed_actions
from onscreen.stop.picture_similarity import COARSE_SIDE_PX, compare_pictures
from onscreen.stop.satisfaction_index import similarity_index
from onscreen.stop.stuck_signal import is_same_screen
from onscreen.stop.tree_similarity import Facts, common_facts, coverage, find_facts, jaccard
from onscreen.types import Done, Episode, Picture, Plan, Shot, Type

MAX_CONTRADICTIONS = 3
"""Number of contradictions from which further ones do not count."""
MAX_EXTRA = 2.0
"""Actions beyond those of the reference, relative to them, from which further ones do not count."""
MAX_MISSING = 3.0
"""Missing actions of the reference from which further ones do not count."""
SMALL_DIFFERENCE = 0.5
"""Missing similarity of actions below which only the names of their targets differ."""
_WORD = re.compile(r"\w[\w.,:@/-]*\w|\w")
_QUOTES = "'\"\u2018\u2019\u201c\u201d"
_VALUE = re.compile(rf"[{_QUOTES}]([^{_QUOTES}]+)[{_QUOTES}]|(\d[\d.,:/-]*\d|\d)")


_Solution: TypeAlias = tuple[str, tuple[PerformedAction, ...]]
"""Instruction and actions of a completed run."""


class Features(msgspec.Struct, frozen=True):
    """Features of an episode; all are 0 if nothing is known.

    For features of references, the best value of the most similar references counts:
    `instruction` is the similarity of the instructions. `picture` is the raw structural similarity to the
    finished state, `picture_index` relates it to the unfinished screens of the reference. `tree` is the
    similarity of the trees, `tree_index` relates it in the same way. `new_facts` is the shown share of the
    facts that appeared on the last screen of the reference, and `common_facts` the shown share of the facts
    common to all references; without new facts, both are the same.

    `actions` is the share of the reference's actions that were performed, `exact_actions` the share performed
    without any difference, and `entered_texts` the share of the texts that were entered, 1 if there were
    none. `last_action` is the similarity of the last actions. `extra_actions` is the number of additional
    actions, relative to the reference. `missing_actions` is the number of the reference's actions that were
    not performed, up to 3, and `all_actions` is 1 if none is missing.

    `explained` is the share of the reference's actions that the actions of the run explain: both are equal
    after the values of the instruction are replaced, act on rows with these values, or enter a text that a
    screen showed. `unexplained` is the number of the reference's actions that are not explained, and
    `foreign` the number of actions that explain none of the reference, both up to 3. `all_explained` is 1 if
    all of them are explained, and `last_explained` is how well the last action of the run explains that of
    the reference. An action in which the references differ is explained by any action of its kind; `assumed`
    counts these, up to 3. `missed_values` is the number of the reference's actions with a value of the
    instruction that are not explained, up to 3. `agreement` is the mean share of a reference's actions that
    another reference explains; it is 0 if all references have the same instruction. `unfinished_before` is 1
    if a reference performed the same actions and was not finished after them.

    `rule_subtasks` is the share of the subtasks of the rules' plan for which the run performed an action that
    they propose on the same screen. `rules_complete` is 1 if this share is 1, the rules propose every action
    of the run, and they are confident of the last one. Both are 0 if the rules chose an action of the run.

    Without references: `values` is the share of the values of the instruction that were used or are shown.
    `grounded_texts` is the share of the words with a digit or a capital letter in entered texts that the
    instruction or an earlier screen contains; 1 without such words. `contradictions` counts the evidence
    against completion, 0 to 1; `unused_values`, `open_forms`, `open_clauses`, `ignored_qualifiers` and
    `error_messages` are 1 if there is evidence of this kind. `unchanged` is 1 if the last action did not
    change the screen, `repeated` is 1 if the screen occurred earlier in the run.
    """

    instruction: float = 0.0
    picture: float = 0.0
    picture_index: float = 0.0
    tree: float = 0.0
    tree_index: float = 0.0
    new_facts: float = 0.0
    common_facts: float = 0.0
    actions: float = 0.0
    exact_actions: float = 0.0
    entered_texts: float = 0.0
    last_action: float = 0.0
    extra_actions: float = 0.0
    missing_actions: float = 0.0
    all_actions: float = 0.0
    explained: float = 0.0
    unexplained: float = 0.0
    foreign: float = 0.0
    all_explained: float = 0.0
    last_explained: float = 0.0
    missed_values: float = 0.0
    assumed: float = 0.0
    agreement: float = 0.0
    unfinished_before: float = 0.0
    rule_subtasks: float = 0.0
    rules_complete: float = 0.0
    values: float = 0.0
    grounded_texts: float = 0.0
    contradictions: float = 0.0
    unused_values: float = 0.0
    open_forms: float = 0.0
    open_clauses: float = 0.0
    ignored_qualifiers: float = 0.0
    error_messages: float = 0.0
    unchanged: float = 0.0
    repeated: float = 0.0


def compute_features(episode: Episode, matches: Sequence[Match], *, with_pictures: bool = True) -> Features:
    """Compute the features of an episode, given the references of similar tasks.

    Without `with_pictures`, the features of pictures are 0; comparing pictures takes most of the time.
    """
    last = episode.decisions[-1].action if episode.decisions else None
    claim = last if isinstance(last, Done) and last.achieved else None
    plan = episode.decisions[-1].plan if episode.decisions else Plan()
    answer = claim.answer if claim else ""
    found = find_contradictions(episode, plan, answer=answer) if episode.decisions else ()
    kinds = {each.kind for each in found}
    found_features = _reference_features(episode, matches, with_pictures=with_pictures)
    earlier = episode.shots[:-2] if claim else episode.shots[:-1]
    is_unchanged = bool(earlier) and is_same_screen(earlier[-1], episode.last)
    rules = compare_with_rules(episode)
    return msgspec.structs.replace(
        _explain_actions(episode, matches, features=found_features),
        rule_subtasks=rules.subtasks,
        rules_complete=float(rules.is_complete),
        values=_used_values(episode, matches),
        grounded_texts=_grounded_texts(episode),
        contradictions=min(MAX_CONTRADICTIONS, len(found)) / MAX_CONTRADICTIONS,
        unused_values=float(not kinds.isdisjoint(("unused value", "unused name"))),
        open_forms=float("open form" in kinds),
        open_clauses=float("open clause" in kinds),
        ignored_qualifiers=float("ignored qualifier" in kinds),
        error_messages=float("error message" in kinds),
        unchanged=float(is_unchanged),
        repeated=float(any(is_same_screen(shot, episode.last) for shot in earlier)),
    )


def _reference_features(episode: Episode, matches: Sequence[Match], *, with_pictures: bool) -> Features:
    """Return the features that compare an episode with references."""
    if not matches:
        return Features()
    shot = episode.last
    facts = find_facts(shot)
    expected = [find_facts(match.reference.shot, match.values) for match in matches]
    trees = [jaccard(facts, each) for each in expected]
    picture, picture_index = _picture_similarity(shot, matches) if with_pictures else (0.0, 0.0)
    new = _new_facts(matches)
    performed = tuple(map(action_key, successful_actions(episode)))
    wanted = [_action_keys(match) for match in matches]
    aligned = [alignment(keys, performed) for keys in wanted]
    best = max(range(len(matches)), key=lambda index: aligned[index])
    missing = min((1 - share) * len(keys) for share, keys in zip(aligned, wanted, strict=True))
    extra = max(0, len(performed) - len(wanted[best])) / max(1, len(wanted[best]))
    last = [key_similarity(keys[-1], performed[-1]) for keys in wanted if keys and performed]
    return Features(
        instruction=matches[0].similarity,
        picture=picture,
        picture_index=picture_index,
        tree=max(trees),
        tree_index=max(
            similarity_index(raw, tree_baseline(match.reference))
            for raw, match in zip(trees, matches, strict=True)
        ),
        new_facts=coverage(new or common_facts(expected), facts),
        common_facts=coverage(common_facts(expected), facts),
        actions=max(aligned),
        exact_actions=max(coverage_of_keys(keys, performed) for keys in wanted),
        entered_texts=max(
            coverage_of_keys([key for key in keys if key.text], performed, if_none=1.0) for keys in wanted
        ),
        last_action=max(last, default=0.0),
        extra_actions=min(MAX_EXTRA, extra),
        missing_actions=min(MAX_MISSING, missing),
        all_actions=float(missing < SMALL_DIFFERENCE),
    )


def _explain_actions(episode: Episode, matches: Sequence[Match], *, features: Features) -> Features:
    """Return the features, with those of explained actions added."""
    performed = performed_actions(episode)
    if not matches:
        return features
    expected = expect([(match.reference.instruction, match.reference.performed) for match in matches])
    explained = [
        explain(each, performed, values=match.values) for each, match in zip(expected, matches, strict=True)
    ]
    best = max(explained, key=lambda each: each.share)
    return msgspec.structs.replace(
        features,
        explained=best.share,
        unexplained=min(MAX_MISSING, best.unexplained),
        foreign=min(MAX_MISSING, best.foreign),
        all_explained=float(best.unexplained < SMALL_DIFFERENCE),
        last_explained=max(each.last for each in explained),
        missed_values=min(MAX_MISSING, best.missed_values),
        assumed=min(MAX_MISSING, best.assumed),
        agreement=_agreement(tuple(match.reference for match in matches)),
        unfinished_before=float(
            any(
                repeats_beginning(each, performed, values=match.values)
                for each, match in zip(expected, matches, strict=True)
            )
        ),
    )


def _agreement(references: tuple[CompletedReference, ...]) -> float:
    """Return the mean share of a reference's actions explained by a reference with another instruction.

    Returns 0 if all references have the same instruction.
    """
    shares = [
        _share((one.instruction, one.performed), (other.instruction, other.performed))
        for one in references
        for other in references
        if one.instruction != other.instruction
    ]
    return sum(shares) / len(shares) if shares else 0.0


def _picture_similarity(shot: Shot, matches: Sequence[Match]) -> tuple[float, float]:
    """Return the highest similarity of a picture to the references, and the highest similarity index."""
    raw = [_similarity(match.reference.shot.picture, shot.picture) for match in matches]
    indexes = (
        similarity_index(value, picture_baseline(match.reference))
        for value, match in zip(raw, matches, strict=True)
    )
    return max(raw), max(indexes)


def picture_baseline(reference: CompletedReference) -> float:
    """Return the highest similarity of an unfinished screen of a reference to its finished state.

    Returns 0 if the reference has no earlier screen of the same shape.
    """
    return _highest_similarity(reference.shot.picture, tuple(shot.picture for shot in reference.earlier))


def tree_baseline(reference: CompletedReference) -> float:
    """Return the highest similarity between the trees of unfinished screens and of the finished state."""
    facts = find_facts(reference.shot)
    return max((jaccard(facts, find_facts(shot)) for shot in reference.earlier), default=0.0)


@lru_cache(maxsize=1024)
def _highest_similarity(final: Picture, earlier: tuple[Picture, ...]) -> float:
    return max((_similarity(final, picture) for picture in earlier), default=0.0)


def _similarity(one: Picture, other: Picture) -> float:
    return max(0.0, compare_pictures(one, other, max_side=COARSE_SIDE_PX).value or 0.0)


def _new_facts(matches: Sequence[Match]) -> Facts:
    """Return the facts that are new on the last screens of references.

    If some new facts are common to all references, only these are returned.
    """
    new = [
        find_facts(match.reference.shot, match.values)
        - frozenset().union(*(find_facts(shot, match.values) for shot in match.reference.earlier))
        for match in matches
    ]
    return common_facts(new) or new[0]


def _action_keys(match: Match) -> tuple[ActionKey, ...]:
    return tuple(action_key(action, match.values) for action in match.reference.actions)


def _used_values(episode: Episode, matches: Sequence[Match]) -> float:
    """Return the share of the instruction's values that were used or are shown.

    Returns 1 if the instruction contains no value.
    """
    quoted = (first or second for first, second in _VALUE.findall(episode.task.instruction))
    wanted = dict.fromkeys(value.casefold() for value in (*known_pairs(matches), *quoted))
    if not wanted:
        return 1.0
    keys = (action_key(action) for action in successful_actions(episode))
    texts = " | ".join([*_shown_texts(episode.last), *(f"{key.name} | {key.text}" for key in keys)])
    return sum(value in texts.casefold() for value in wanted) / len(wanted)


def _grounded_texts(episode: Episode) -> float:
    """Return the share of the entered names and numbers that occurred before they were entered.

    Names and numbers are words with a capital letter or a digit. They may occur in the instruction or on an
    earlier screen. Returns 1 if none was entered.
    """
    seen, telling, grounded = episode.task.instruction.casefold(), 0, 0
    for shot, decision in zip(episode.shots, episode.decisions, strict=False):
        seen += " | ".join(_shown_texts(shot)).casefold()
        action = decision.action
        text = action.text if isinstance(action, Type) else ""
        words = [word for word in _WORD.findall(text) if not word.islower()]
        telling += len(words)
        grounded += sum(word.casefold() in seen for word in words)
    return grounded / telling if telling else 1.0


def _shown_texts(shot: Shot) -> list[str]:
    return [f"{node.name} | {node.value}" for node in shot.nodes]


@lru_cache(maxsize=256)
def _share(one: _Solution, other: _Solution) -> float:
    """Return the share of a solution's actions explained by another solution."""
    expected = Expected(one[1], one[0].casefold())
    return explain(expected, other[1], values=map_values(one[0], other[0])).share
