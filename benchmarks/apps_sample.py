"""Results of agents and models on random samples of the suite `apps`.

The results of each run are kept in the folder apps_sample, so the tables can be written without a model:
python benchmarks/apps_sample.py
To add a run, print the tasks of a sample, run them, and store the results under one of the names in RUNS:
python benchmarks/apps_sample.py --draw first
onscreen bench apps --tasks TASKS --seeds 0 --model NAME --out FOLDER
python benchmarks/apps_sample.py --store first-reader FOLDER
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
from _report import publish, render_table

from onscreen.run.suite_summary import wilson_interval
from onscreen_practice.apps.apps_suite import TASKS_BY_GROUP

FOLDER = Path(__file__).parent / "apps_sample"
PER_APPLICATION = 3
JOINT = "joint"
SAMPLES = {"first": 36, "second": 37}
"""Random seed of each sample; the second has none of the tasks of the first."""

RUNS = {
    "first-reader": ("first", "`default`", "reader"),
    "second-reader": ("second, and the 2 tasks in two applications", "`default`", "reader"),
    "repeated-reader": ("5 of these tasks again, after the corrections", "`default`", "reader"),
    "first-default": ("first", "`default`", "`reflex+lexical`"),
    "first-luci": ("first", "`luci`", "`reflex+lexical`"),
    "first-qwen": ("first, 1 task of each application", "`luci`", "`local:qwen2.5-coder-0.5b`"),
}
"""The runs by name: sample, agent and model."""

READER = """The model `reader` is a large language model that received each prompt as text through the
provider `compatible` and wrote each reply. It saw nothing else of a page, a task or a check. It
remembered earlier episodes of the same applications, though, and did not read every prompt
completely; it sent some replies from the layout of an earlier episode before it had read the
prompt. In the second sample four of these were wrong: one is the failure (`optuna-best`), one
ended `optuna-delete` before its error message was read, two cost a step. Tokens of `reader` are
estimated: four characters each, and 85 + 170 per tile of 512 x 512 pixels of a picture. The
limit was 40 steps for `reader`, 20 for the others, and also 90 seconds for the local model. It
shared two busy cores with other work and mostly finished no reply in this time, so its row does
not tell what it can do; one trial could not be judged. The repeated tasks (`optuna-best`,
`optuna-delete`, `optuna-trial-note`, `dokuwiki-distance`, `backlog-hand-over`) were played
after corrections of the page reader, all others before."""


class TrialResult(msgspec.Struct, frozen=True):
    """The result of a trial, as `onscreen bench` writes it into results.jsonl.

    `success` is None if the trial could not be judged.
    """

    task: str
    success: bool | None
    steps: int
    model_calls: int
    tokens_in: int
    tokens_out: int
    stop: str


def draw(sample: str) -> list[str]:
    """Draw the tasks of a sample: three of each application."""
    former = set(draw("first")) if sample == "second" else set()
    generator = random.Random(SAMPLES[sample])  # noqa: S311  a sample, not a secret
    drawn = []
    for group, tasks in TASKS_BY_GROUP.items():
        if group != JOINT:
            drawn += sorted(generator.sample(sorted(set(tasks) - former), PER_APPLICATION))
        elif sample == "second":
            drawn += sorted(tasks)
    return drawn


def load(path: Path) -> list[TrialResult]:
    """Read the judged results of a run."""
    results = [msgspec.json.decode(line, type=TrialResult) for line in path.read_text().splitlines()]
    return [result for result in results if result.success is not None]


def store(name: str, folder: Path) -> None:
    """Keep the results of a run."""
    lines = [msgspec.json.encode(result).decode() for result in load(folder / "results.jsonl")]
    (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n")


def costs(results: Sequence[TrialResult]) -> tuple[str, str, str]:
    """Return steps, model calls and tokens per task as text."""
    count = len(results)
    tokens = sum(r.tokens_in + r.tokens_out for r in results) / count
    steps, calls = (
        sum(values) / count for values in zip(*((r.steps, r.model_calls) for r in results), strict=True)
    )
    return f"{steps:.1f}", f"{calls:.1f}", f"{tokens:,.0f}"


def run_row(name: str, results: Sequence[TrialResult]) -> list[str]:
    """Return the row of a run in the table of all runs."""
    succeeded = sum(r.success is True for r in results)
    interval = wilson_interval(succeeded, len(results))
    rate = f"{succeeded / len(results):.1%} ({100 * interval.low:.1f} to {100 * interval.high:.1f})".replace(
        "%", " %"
    )
    false_claims = sum(r.stop == "done" and not r.success for r in results)
    return [*RUNS[name], f"{succeeded}/{len(results)}", rate, str(false_claims), *costs(results)]


def application_rows(results: Sequence[TrialResult]) -> list[list[str]]:
    """Return a row with successes and costs for each application."""
    rows = []
    for group, tasks in TASKS_BY_GROUP.items():
        own = [r for r in results if r.task in tasks]
        if own:
            rows.append([group, f"{sum(r.success is True for r in own)}/{len(own)}", *costs(own)])
    return rows


def main() -> None:
    """Draw a sample, store the results of a run, or write the section of docs/measured.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draw", choices=list(SAMPLES), help="print the tasks of a sample")
    parser.add_argument("--store", nargs=2, metavar=("NAME", "FOLDER"), help="keep the results of a run")
    options = parser.parse_args()
    if options.draw:
        print(",".join(draw(options.draw)))
        return
    if options.store:
        store(options.store[0], Path(options.store[1]))
        return
    runs = {name: load(FOLDER / f"{name}.jsonl") for name in RUNS if (FOLDER / f"{name}.jsonl").exists()}
    heads = ["sample", "agent", "model", "succeeded", "rate, 95 % interval", 'false claims of "done"']
    heads += ["steps per task", "model calls per task", "tokens per task"]
    summary = render_table(heads, [run_row(name, results) for name, results in runs.items()])
    read = [*runs["first-reader"], *runs["second-reader"]]
    by_application = render_table(
        ["application", "succeeded", *heads[6:]],
        [*application_rows(read), ["all", *run_row("first-reader", read)[3:4], *costs(read)]],
    )
    text = f"""### Samples of the tasks in real web applications

Three tasks of each application, drawn at random (random seeds {SAMPLES["first"]} and {SAMPLES["second"]}),
seed 0 of the tasks.

{summary}

{READER}

Both samples, model `reader`, by application:

{by_application}"""
    publish("apps_sample", text, {name: msgspec.to_builtins(results) for name, results in runs.items()})


if __name__ == "__main__":
    main()
