"""How success criteria, written and judged by a language model, answer claims that a task is done.

    python benchmarks/stop_recordings.py FOLDER
    python benchmarks/stop_detector.py measure FOLDER
    python benchmarks/stop_criteria.py FOLDER --model NAME [--each 30] [--workers 8] [--results FILE]
        [--by TEXT]

The claims are drawn from the test half of the recordings: at the end of a solution, halfway through it, and
at the end of a near miss, at most `--each` of each kind that are right and that are wrong, by the hash of
their names. The model sees what it sees during a run: the instruction, from which it writes the criteria;
then the history and the screen as text. `completed` is the combination of the other signals, fitted on the
calibration half. An interrupted run is continued from the results file; `--by` says in the report who
answered.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from _report import publish, render_table
from stop_detector import combination_score, is_test, make_examples, read_labels, read_measured
from stop_recordings import Labels

from onscreen.agent.criteria_verification import VIEW_CHARS
from onscreen.agent.plan_state import build_situation, resume
from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.completion.completion_classifier import MAX_FALSE_SHARE, State
from onscreen.policy.completion.completion_training import calibrate
from onscreen.store.episode_store import load_episode
from onscreen.think.success_criteria import judge_criteria, write_criteria
from onscreen.types import Episode

SUITES = ("phone", "sites", "miniwob", "apps")
HEADS = (
    "claim at",
    "is",
    "claims",
    "accepted by the criteria",
    "accepted by `completed`",
    "accepted by the criteria, not rejected by `completed`",
    "accepted by both",
)


class Claim(msgspec.Struct, frozen=True):
    """A claim that the task is done after a number of steps of a recording, and the answer with it."""

    folder: str
    kind: str
    step: int
    is_right: bool
    answer: str = ""

    @property
    def name(self) -> str:
        """Unique name of the claim."""
        return f"{self.folder} {self.step}"


class JudgedClaim(msgspec.Struct, frozen=True):
    """A claim, the criteria, the reasons why some are not met, and the state that `completed` finds."""

    claim: Claim
    criteria: tuple[str, ...]
    unmet: tuple[str, ...]
    state: State


def find_claims(folder: str, labels: Labels) -> Iterator[Claim]:
    """Yield the claims of a recording."""
    end, half = labels.scripted_steps, labels.scripted_steps // 2
    if labels.kind == "near":
        yield Claim(folder, "near miss", len(labels.finished) - 1, labels.finished[-1], labels.answer)
    elif labels.kind == "oracle":
        yield Claim(folder, "end of the solution", end, labels.finished[end], labels.answer)
        if half and not labels.finished[half]:
            yield Claim(folder, "half of the solution", half, is_right=False)


def draw_claims(folder: Path, *, each: int) -> Iterator[Claim]:
    """Yield at most `each` claims of every kind, suites in turn, one per task."""
    groups: dict[tuple[str, bool], dict[str, list[Claim]]] = defaultdict(lambda: defaultdict(list))
    for path, labels in read_labels(folder):
        if is_test(labels):
            for claim in find_claims(str(path.relative_to(folder)), labels):
                groups[claim.kind, claim.is_right][labels.suite].append(claim)
    for by_suite in groups.values():
        queues = [_one_per_task(claims) for claims in by_suite.values()]
        turns = [claim for turn in range(each) for queue in queues for claim in queue[turn : turn + 1]]
        yield from turns[:each]


def _one_per_task(claims: Sequence[Claim]) -> list[Claim]:
    ordered = sorted(claims, key=lambda claim: hashlib.sha256(claim.name.encode()).digest())
    return list({str(Path(claim.folder).parent): claim for claim in reversed(ordered)}.values())


def find_states(folder: Path) -> Callable[[Claim], State]:
    """Return a function that gives the state that `completed` finds at a claim."""
    measured = read_measured(folder, suites=SUITES)
    training = [m for m in measured if not m.labels.answer and m.labels.kind != "agent"]
    examples = make_examples([each for each in training if not is_test(each.labels)])
    classifier = calibrate(examples, max_false_share=MAX_FALSE_SHARE)
    score = combination_score(classifier)
    rows = {f"{m.labels.suite}/{m.labels.task}/{m.labels.seed}-{m.labels.kind}": m.rows for m in measured}

    def find(claim: Claim) -> State:
        return classifier.state(score(rows[claim.folder][claim.step]))

    return find


def judge(model: Model, episode: Episode, *, answer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the criteria that the model writes for an episode, and why some are not met at its end."""
    criteria = write_criteria(model, build_situation(resume(episode.so_far(0)))).value or ()
    situation = build_situation(resume(episode))
    view = screen_text(situation.screen, cap_chars=VIEW_CHARS)
    judged = judge_criteria(model, situation, criteria=criteria, view=view, answer=answer)
    return criteria, tuple(f"{criteria[each.criterion - 1]} ({each.reason})" for each in judged.value or ())


def describe_group(judged: Sequence[JudgedClaim]) -> tuple[int, ...]:
    """Return the number of claims, and of those that each way of judging accepts."""
    by_criteria = [not each.unmet for each in judged]
    states = [each.state for each in judged]
    pairs = list(zip(by_criteria, states, strict=True))
    return (
        len(judged),
        sum(by_criteria),
        states.count("finished"),
        sum(met and state != "unfinished" for met, state in pairs),
        sum(met and state == "finished" for met, state in pairs),
    )


def main() -> None:
    """Let the model judge the claims that are not judged yet, then publish."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", required=True)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--workers", type=int, default=8, help="claims that are judged at once")
    parser.add_argument("--results", type=Path, default=Path("runs/stop_criteria.jsonl"))
    parser.add_argument("--by", default="")
    arguments = parser.parse_args()
    results = arguments.results
    results.parent.mkdir(parents=True, exist_ok=True)
    lines = results.read_bytes().splitlines() if results.exists() else []
    judged = {each.claim.name: each for each in (msgspec.json.decode(x, type=JudgedClaim) for x in lines)}
    drawn, model = list(draw_claims(arguments.folder, each=arguments.each)), make_model(arguments.model)
    find_state = find_states(arguments.folder)

    def judge_claim(claim: Claim) -> JudgedClaim:
        episode = load_episode(arguments.folder / claim.folder).so_far(claim.step)
        return JudgedClaim(claim, *judge(model, episode, answer=claim.answer), find_state(claim))

    with ThreadPoolExecutor(arguments.workers) as pool, results.open("ab") as file:
        for each in pool.map(judge_claim, [claim for claim in drawn if claim.name not in judged]):
            judged[each.claim.name] = each
            file.write(msgspec.json.encode(each) + b"\n")
            file.flush()
    groups: dict[tuple[str, bool], list[JudgedClaim]] = defaultdict(list)
    for claim in drawn:
        groups[claim.kind, claim.is_right].append(judged[claim.name])
    rows = [
        (kind, "right" if is_right else "wrong", *describe_group(members))
        for (kind, is_right), members in sorted(groups.items())
    ]
    text = f"""### Success criteria as a judge of claims

{len(drawn)} claims of the test half of the recordings, judged by {arguments.by or f"`{arguments.model}`"}.

{render_table(HEADS, rows)}

`python benchmarks/stop_criteria.py FOLDER --model NAME`"""
    publish("stop_criteria", text, {"rows": [list(map(str, row)) for row in rows]})


if __name__ == "__main__":
    main()
