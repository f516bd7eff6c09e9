"""Measure what a stop signal saves an agent that does not know when to stop, as in MTTIA's experiment.

    python benchmarks/stop_experiment.py REFERENCES RUNS

RUNS are recordings of phone tasks by `stop_recordings.py --tail 20`: the scripted solution, then random
actions; the agent ends after `MAX_STEPS` steps, as in the paper. With a signal, the same run ends where the
signal stops it. REFERENCES are recordings of the same tasks with other seeds. The picture shows completion
rate and correct completion rate over the satisfaction index, for uniform and changing layouts (figure 4 of
the paper). It is drawn only if pictures of phone tasks were measured by `stop_detector.py measure`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import numpy as np
from _report import ROOT, publish, render_table
from stop_detector import Measured, is_test, read_labels, read_measured, read_reference, with_pictures

from onscreen.agent.default import default
from onscreen.policy.cascade import Cascade
from onscreen.policy.completion.completion_classifier import default_classifier
from onscreen.policy.completion.completion_signal import CompletionSignal
from onscreen.stop.completed_reference import CompletedReference
from onscreen.stop.similarity_signal import SimilaritySignal
from onscreen.stop.state_comparison import image, tree
from onscreen.store.episode_store import load_episode
from onscreen.types import Episode, Prompt, Reply, Signal, Wait
from onscreen.types.action_formatter import show

NOTE = (
    "No language model is involved. Seconds are the time between the recorded screens. Tokens are estimated: "
    "a quarter of the characters that the default agent would send to a model at each step. All three are "
    "means with standard errors, and the change against no signal. The test is a paired t-test of the steps "
    "against no signal."
)
MIN_SHOWN_P = 0.0001
CHARACTERS_PER_TOKEN = 4
"""Usual number of characters of a token of English text."""
MAX_STEPS = 20
"""Most rounds of an agent in the paper's experiment."""
PICTURE = ROOT / "docs" / "pictures" / "stop-satisfaction.svg"
WIDTH, HEIGHT, MARGIN = 360, 220, 36


class Run(msgspec.Struct, frozen=True):
    """A run with or without a signal: its length, and whether the task was finished at its end.

    `tokens` are estimated from the prompts of the default agent. `was_stopped` is whether the signal ended
    the run.
    """

    task: str
    steps: int
    seconds: float
    tokens: float
    is_correct: bool
    was_stopped: bool


def play(folder: Path, signal: Signal | None) -> Run:
    """Return a recorded run, up to the stop of the signal or to `MAX_STEPS` steps."""
    labels = next(labels for path, labels in read_labels(folder) if path == folder)
    episode = load_episode(folder)
    limit = min(MAX_STEPS, len(episode.decisions))
    stopped = next((k for k in range(1, limit + 1) if signal and signal(episode.so_far(k))), None)
    steps = stopped or limit
    seconds = episode.shots[steps].taken_at - episode.shots[0].taken_at
    tokens = sum(estimate_tokens(episode, step) for step in range(steps))
    return Run(labels.task, steps, seconds, tokens, labels.finished[steps], stopped is not None)


class CountingModel:
    """Model that counts the characters it is sent, and replies that the agent shall wait."""

    name = "counting"

    def __init__(self) -> None:
        """Start at 0 characters."""
        self.characters = 0

    def __call__(self, prompt: Prompt) -> Reply:
        """Count the characters of a prompt."""
        self.characters += len(prompt.system) + len(prompt.text)
        answer = {"why": "", "values": [], "plan": [], "actions": [show(Wait(1.0))]}
        return Reply(json.dumps(answer), model=self.name)


def estimate_tokens(episode: Episode, step: int) -> float:
    """Estimate the tokens that the default agent would send to decide on a step."""
    model = CountingModel()
    default(Cascade(model=model)).act(episode.so_far(step))
    return model.characters / CHARACTERS_PER_TOKEN


def compare(without: Sequence[float], used: Sequence[float]) -> tuple[float, float, float]:
    """Return t, the two-sided p and Cohen's d of the paired differences; all 0 without variation."""
    differences = [one - other for one, other in zip(without, used, strict=True)]
    deviation = stdev(differences)
    if not deviation:
        return 0.0, 1.0, 0.0
    t = fmean(differences) / (deviation / math.sqrt(len(differences)))
    return t, _two_sided_p(t, len(differences) - 1), fmean(differences) / deviation


def _two_sided_p(t: float, freedom: int) -> float:
    """Integrate the density of Student's t distribution beyond |t|, by the substitution x = tan(a)."""
    angles = np.linspace(math.atan(abs(t) / math.sqrt(freedom)), math.pi / 2, 20_001)
    density = np.cos(angles) ** (freedom - 1)
    whole = np.cos(np.linspace(0, math.pi / 2, 20_001)) ** (freedom - 1)
    share = np.trapezoid(density, angles) / np.trapezoid(whole, dx=math.pi / 40_000)
    return float(share)


def describe_test(t: float, p: float, *, d: float) -> str:
    """Format the result of a test."""
    return f"t {t:.2f}, p {f'{p:.4f}' if p >= MIN_SHOWN_P else f'< {MIN_SHOWN_P}'}, d {d:.2f}"


def test_steps(without: Sequence[Run], used: Sequence[Run]) -> str:
    """Test whether a signal saves steps."""
    t, p, d = compare([run.steps for run in without], [run.steps for run in used])
    return describe_test(t, p, d=d)


def describe(values: Sequence[float], base: Sequence[float] = ()) -> str:
    """Format the mean with its standard error, and the change against the mean of `base`."""
    change = f" ({fmean(values) / fmean(base) - 1:+.1%})" if base else ""
    return f"{fmean(values):,.2f} ± {stdev(values) / math.sqrt(len(values)):,.2f}{change}"


def rates(measured: Sequence[Measured], satisfaction: float) -> tuple[float, float]:
    """Return completion rate and correct completion rate for a satisfaction index.

    A run is completed on the first screen whose similarity index exceeds it. The correct completion rate is
    the share of the completed runs whose task was finished there; 1 if none is completed.
    """
    stops = [
        next((row.finished for row in each.rows[1:] if row.features.picture_index > satisfaction), None)
        for each in measured
    ]
    completed = [is_right for is_right in stops if is_right is not None]
    return len(completed) / len(stops), sum(completed) / len(completed) if completed else 1.0


def draw(groups: Mapping[str, Sequence[Measured]]) -> str:
    """Draw both rates over the satisfaction index, one panel per layout."""
    panels = []
    for index, (layout, measured) in enumerate(groups.items()):
        values = [step / 50 for step in range(50)]
        points = [rates(measured, value) for value in values]
        left = index * WIDTH
        lines = [
            _line(values, [point[kind] for point in points], left=left, color=color)
            for kind, color in ((0, "#1f6feb"), (1, "#d1570b"))
        ]
        title = f"{layout} layout, {len(measured)} runs"
        panels += [*_frame(left, title), *lines]
    body = "\n".join(panels)
    size = f'viewBox="0 0 {WIDTH * len(groups)} {HEIGHT}"'
    style = (
        "<style>text{font:11px sans-serif;fill:#444}</style><rect width='100%' height='100%' fill='white'/>"
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{style}\n{body}\n</svg>\n'


def _x(value: float, left: int) -> float:
    return left + MARGIN + value * (WIDTH - 2 * MARGIN)


def _y(value: float) -> float:
    return HEIGHT - MARGIN - value * (HEIGHT - 2 * MARGIN)


def _line(xs: Sequence[float], ys: Sequence[float], *, left: int, color: str) -> str:
    points = " ".join(f"{_x(x, left):.1f},{_y(y):.1f}" for x, y in zip(xs, ys, strict=True))
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>'


def _frame(left: int, title: str) -> list[str]:
    corners = f"{_x(0, left)},{_y(1)} {_x(0, left)},{_y(0)} {_x(1, left)},{_y(0)}"
    texts: list[tuple[float, float, str]] = [(_x(0, left), 14, title)]
    texts += [(_x(0.62, left), HEIGHT - 6, "satisfaction index")]
    texts += [(_x(0, left), 28, "blue: completion rate, orange: correct completion rate")]
    texts += [(_x(value, left) - 6, HEIGHT - 20, f"{value:g}") for value in (0, 0.5, 1)]
    texts += [(left + 4, _y(value) + 4, f"{value:.0%}") for value in (0, 0.5, 1)]
    return [
        f'<polyline points="{corners}" fill="none" stroke="#888"/>',
        *(f'<text x="{x:.0f}" y="{y:.0f}">{text}</text>' for x, y, text in texts),
    ]


def read_pool(folder: Path) -> list[CompletedReference]:
    """Read the references of phone tasks."""
    found = (read_reference(path, labels) for path, labels in read_labels(folder) if labels.suite == "phone")
    return [reference for reference in found if reference is not None]


def signal_rows(runs: Mapping[str, Sequence[Run]]) -> Iterator[tuple[object, ...]]:
    """Yield the row of each signal."""
    base = runs["no signal"]
    for name, members in runs.items():
        stopped = [run for run in members if run.was_stopped]
        compared = base if name != "no signal" else []
        yield (
            name,
            describe([run.steps for run in members], [run.steps for run in compared]),
            describe([run.seconds for run in members], [run.seconds for run in compared]),
            describe([run.tokens for run in members], [run.tokens for run in compared]),
            f"{len(stopped)}/{len(members)}",
            f"{sum(run.is_correct for run in stopped)}/{len(stopped)}" if stopped else "-",
            f"{sum(run.is_correct for run in members)}/{len(members)}",
            "-" if name == "no signal" else test_steps(base, members),
        )


def main() -> None:
    """Compare the runs with and without signals, and publish."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("references", type=Path)
    parser.add_argument("runs", type=Path)
    arguments = parser.parse_args()
    recorded = list(read_labels(arguments.runs))
    folders = [path for path, _ in recorded]
    calibrated = sum(not is_test(labels) for _, labels in recorded)
    pool = read_pool(arguments.references)
    signals: dict[str, Signal | None] = {
        "no signal": None,
        "`similar` (MTTIA, calibrated)": SimilaritySignal(pool, image),
        "`similar:tree`": SimilaritySignal(pool, tree),
        "`completed`": CompletionSignal(pool, default_classifier()),
    }
    runs = {name: [play(folder, signal) for folder in folders] for name, signal in signals.items()}
    finishing = {labels.task for _, labels in recorded if True in labels.finished[1 : MAX_STEPS + 1]}
    some = {name: [run for run in members if run.task in finishing] for name, members in runs.items()}
    heads = [
        "signal",
        "steps",
        "seconds",
        "tokens",
        "completion rate",
        "correct completion rate",
        "task finished at the end",
        "t-test and Cohen's d",
    ]
    measured = [
        each
        for each in with_pictures(read_measured(arguments.references, suites=["phone"]))
        if not each.labels.answer
    ]
    groups = {
        layout: [each for each in measured if each.labels.layout == layout and each.references]
        for layout in ("uniform", "changing")
    }
    if all(groups.values()):
        PICTURE.write_text(draw(groups))
    intro = (
        f"{len(folders)} phone tasks: a solution, then random actions, at most {MAX_STEPS} steps. {NOTE} "
        f"Other seeds of {calibrated} of these tasks were used to fit the weights of `completed`."
    )
    text = "\n\n".join(
        [
            "### What a stop signal saves an agent that does not stop",
            intro,
            render_table(heads, list(signal_rows(runs))),
            f"The same for the {len(finishing)} tasks that are finished within {MAX_STEPS} steps:",
            render_table(heads, list(signal_rows(some))),
            f"![Rates over the satisfaction index](pictures/{PICTURE.name})",
            "`python benchmarks/stop_experiment.py REFERENCES RUNS`",
        ]
    )
    publish("stop_experiment", text, {"runs": msgspec.to_builtins(runs)})


if __name__ == "__main__":
    main()
