"""Trial and cross-verification of model-proposed subtasks, with feedback to the model."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import sign
from onscreen.discovery.check_proposal import Volatile
from onscreen.discovery.cross_verification import Failure, find_failures
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.subtask_discovery import DiscoveredSubtask, Discovery, make_template
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_instruction import make_id
from onscreen.discovery.subtask_proposal import (
    BadProposal,
    ProposedSubtask,
    ask_proposals,
    ask_repair,
    find_faults,
)
from onscreen.discovery.subtask_search import Report, SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.model.base import Model
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.synthesis.subtask_template import BadSubtask, validate_subtask
from onscreen.types import Shot

MAX_REPAIRS = 2
"""Maximum number of corrections of a subtask that are requested from the model."""
MAX_FAILURES, MAX_ELEMENTS, MAX_CHANGES = 5, 60, 5
"""Limits of the report to the model: failures, elements of the last screen, and changed objects."""


class Trial(msgspec.Struct, frozen=True):
    """Result of trying a proposal: its runs, the draft if all runs were complete, and the failures."""

    runs: tuple[RecordedRun, ...]
    failures: tuple[str, ...]
    draft: SubtaskDraft | None = None


class ProposalVerifier:
    """Plays model-proposed subtasks and verifies them against all known trajectories."""

    def __init__(self, player: TrajectoryPlayer, *, limits: SearchLimits, found: Discovery) -> None:
        """Create a verifier; `found` are the already known subtasks."""
        self._player = player
        self._limits = limits
        self._drafts = [each.draft for each in found.subtasks if each.draft.runs]
        self._ids = [each.draft.id for each in found.subtasks]
        self._last_run = player.runs + limits.max_runs

    @property
    def is_over(self) -> bool:
        """True if the maximum number of runs is reached."""
        return self._player.runs >= self._last_run

    def try_proposal(self, proposal: ProposedSubtask) -> Trial:
        """Play a proposal with all values and seeds, and verify its check.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        if faults := tuple(find_faults(proposal)):
            return Trial((), faults)
        runs: list[RecordedRun] = []
        for values, seed in self._variations(proposal):
            run = self._player.play(proposal.trajectory, values, seed=seed)
            if run.fault:
                step = len(run.episode.decisions) + (run.fault_kind == "a target is missing")
                given = ", ".join(f"{name} {value!r}" for name, value in values.items())
                return Trial(
                    (*runs, run), (f"step {step} failed{' with ' if given else ''}{given}: {run.fault}",)
                )
            runs.append(run)
        draft = self._draft(proposal, tuple(runs))
        failures = list(find_failures(draft, self._drafts))
        texts = dict.fromkeys(_describe(draft, each) for each in failures)
        return Trial(tuple(runs), tuple(texts)[:MAX_FAILURES], draft)

    def keep(self, trial: Trial, *, first: tuple[str, ...], rounds: int) -> DiscoveredSubtask | None:
        """Return the result for a proposal, and store an accepted one; None if it was never complete."""
        draft = trial.draft
        if draft is None:
            return None
        template = make_template(draft, self._player, seed=self._limits.seeds[0])
        reason = trial.failures[0] if trial.failures else ""
        try:
            validate_subtask(template)
        except BadSubtask as error:
            reason = reason or str(error)
        self._ids.append(draft.id)
        if not reason:
            self._drafts.append(draft)
        return DiscoveredSubtask(draft, template, first, rounds, reason)

    def _variations(self, proposal: ProposedSubtask) -> Iterator[tuple[dict[str, str], int]]:
        """Yield the values and the seed of each run, varying one parameter at a time, then the seed."""
        first = {name: values[0] for name, values in proposal.parameters.items()}
        seed, *others = self._limits.seeds
        yield first, seed
        for name, values in proposal.parameters.items():
            yield from (({**first, name: value}, seed) for value in values[1:])
        yield from ((first, other) for other in others)

    def _draft(self, proposal: ProposedSubtask, runs: tuple[RecordedRun, ...]) -> SubtaskDraft:
        steps = proposal.trajectory
        return SubtaskDraft(
            make_id(self._player.label, steps, taken=self._ids),
            "change" if _changes(runs[0]) else "lookup",
            proposal.instruction.strip().removesuffix("."),
            steps,
            proposal.parameters,
            runs,
            conditions=proposal.checks(runs[0].states[0].expression),
        )


def propose_subtasks(
    model: Model,
    player: TrajectoryPlayer,
    *,
    app_map: AppMap,
    found: Discovery,
    limits: SearchLimits,
    report: Report,
    max_repairs: int = MAX_REPAIRS,
) -> Discovery:
    """Add model-proposed subtasks, each verified and corrected at most `max_repairs` times.

    Raises:
        DeviceError: the device is gone, or the application does not start.
        ModelError: the model cannot be used.
    """
    verifier = ProposalVerifier(player, limits=limits, found=found)
    rejected = dict(found.rejected)
    made: list[DiscoveredSubtask] = []

    def reject(reason: str) -> None:
        rejected[reason] = rejected.get(reason, 0) + 1

    idle = player.play((), {}, seed=limits.seeds[0])
    home = recognize(app_map, sign(idle.episode.last))
    known = [each.draft.instruction for each in found.subtasks if not each.reason]
    state = msgspec.json.encode(idle.state()).decode()
    try:
        proposals = ask_proposals(
            model, app_map, home=home.id if home else "", app=player.label, state=state, known=known
        )
    except BadProposal:
        reject("the reply of the model is not in the requested format")
        proposals = ()
    for proposal in proposals:
        if verifier.is_over:
            break
        report(proposal.instruction)
        result = _reach_agreement(proposal, verifier, model=model, app=player.label, max_repairs=max_repairs)
        if isinstance(result, str):
            reject(result)
        else:
            made.append(result)
    return Discovery((*found.subtasks, *made), rejected, player.runs, found.volatile)


def _reach_agreement(
    proposal: ProposedSubtask, verifier: ProposalVerifier, *, model: Model, app: str, max_repairs: int
) -> DiscoveredSubtask | str:
    """Try and repair a proposal; returns the reason if it cannot be played at all."""
    trial = verifier.try_proposal(proposal)
    first, rounds = trial.failures, 1
    while trial.failures and rounds <= max_repairs and not verifier.is_over:
        try:
            screen = describe_run(trial.runs[-1]) if trial.runs else ""
            repaired = ask_repair(model, proposal, app=app, failures=trial.failures, screen=screen)
        except BadProposal:
            break
        if repaired is None:
            break
        proposal, rounds = repaired, rounds + 1
        trial = verifier.try_proposal(proposal)
    return verifier.keep(trial, first=first, rounds=rounds) or "a proposal of the model cannot be played"


def describe_run(run: RecordedRun, *, volatile: Volatile = frozenset()) -> str:
    """Describe the last screen of a run and what the run changed in the stored state."""
    lines = ["The last screen:", *_describe_elements(run.episode.last), "Changes of the stored data:"]
    for change in find_differences(run.state(0), run.state())[:MAX_CHANGES]:
        fields = {k: v for k, v in change.fields.items() if (*change.path, k) not in volatile}
        lines.append(f"  {change.kind} {list(change.path)}: {fields}"[:500])
    return "\n".join(lines)


def _describe_elements(shot: Shot) -> Iterator[str]:
    named = [node for node in shot.nodes if node.name]
    for node in named[:MAX_ELEMENTS]:
        value = f", value {node.value!r}" if node.value else ""
        yield f"  {node.role} {node.name!r}{value}"


def _describe(draft: SubtaskDraft, failure: Failure) -> str:
    """Describe a failure, including why a check fails after its own trajectory."""
    given = ", ".join(f"{name} {value!r}" for name, value in failure.values.items())
    text = f"{failure}{' with ' if given else ''}{given}"
    check = draft.fill(failure.values)
    if failure.kind != "fails after its own trajectory" or check is None:
        return text
    context = EvaluationContext(failure.run.episode, failure.run.states[failure.steps])
    return f"{text}: {evaluate(check, context).why}"


def _changes(run: RecordedRun) -> bool:
    return bool(find_differences(run.state(0), run.state()))
