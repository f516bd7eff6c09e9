"""Success rates of the embedded net on MiniWoB++ (all, LUCI's and held-out tasks), and its speed.

    python benchmarks/reflex.py [--open FOLDER] [--seeds 60-69] [--workers 2]

Runs the ordinary command and resumes an earlier interrupted call. Training used seeds from 1000 up.
`--open` are weights of the open recipe, which was trained without the 22 held-out tasks.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from _failure_causes import count_causes
from _report import publish, render_table
from success import render_tasks, run_suite, summary_row

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result, default_model_name
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot, Situation
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_train.task_split import HELD_OUT_TASKS, SIMILAR_TO_SYNTHETIC

MAX_CAUSES = 8
FIRST_FRESH_SEED = 60
"""First seed to report; failures on lower seeds were inspected during development."""
ELEMENTS, TRIALS = 60, 200
ADAPTER_CASCADE = "miniwob-reflex+miniwob-rules+lexical"
SITES_IN_TRAINING = "34 tasks, screens of 6 of these applications in the training pairs, no episodes"
OPEN_WEIGHTS = Path(__file__).parent / "reflex_open"
"""Folder with the weights of the open recipe, which are not part of the package."""


def render_causes(results: Sequence[Result]) -> str:
    """Render the most frequent causes of failure with their counts."""
    counts = count_causes(results)
    rows = [(cause, count) for cause, count in counts.most_common(MAX_CAUSES)]
    return render_table(("first difference from the oracle", f"of {counts.total()} failures"), rows)


def measure_decision_ms(name: str) -> float:
    """Return a policy's median decision time on a screen of ELEMENTS elements, in milliseconds."""
    nodes = [
        Node("button", f"Item {i} of list", Box(5, 20 * i, 120, 20 * i + 18), states=("clickable",))
        for i in range(ELEMENTS)
    ]
    screen = build_screen(Shot(blank_picture(), tuple(nodes)))
    policy = make_cascade(name).policies[0]
    milliseconds = []
    for number in range(TRIALS):
        situation = Situation(f'Click on "Item {number % ELEMENTS} of list" and press Submit', screen=screen)
        start_time = time.perf_counter()
        policy(situation)
        milliseconds.append(1000 * (time.perf_counter() - start_time))
    return statistics.median(milliseconds)


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--open", default=str(OPEN_WEIGHTS), help="weights of the open recipe (%(default)s)")
    parser.add_argument("--seeds", default="60-69")
    parser.add_argument("--site-seeds", default="3-5", help="seeds for the practice sites")
    parser.add_argument("--alone-seeds", default="60", help="seeds for the network alone")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    play = partial(run_suite, agent="default", workers=arguments.workers)
    all_results = play("miniwob", seeds=arguments.seeds, model=default_model_name(), name="reflex-all")
    adapter_results = play("miniwob", seeds=arguments.seeds, model=ADAPTER_CASCADE, name="reflex-adapter")
    net_results = play("miniwob", seeds=arguments.alone_seeds, model="reflex", name="reflex-alone")
    site_results = play("sites", seeds=arguments.site_seeds, model=default_model_name(), name="reflex-sites")
    net_site_results = play("sites", seeds="3", model="reflex", name="reflex-sites-alone")
    subset = miniwob().groups["luci"]
    rows = [
        summary_row(f"all 125 tasks, `{default_model_name()}`", summarize(all_results)),
        summary_row(
            f"LUCI's subset, `{default_model_name()}`",
            summarize([r for r in all_results if r.task in subset]),
        ),
        summary_row(
            f"all 125 tasks, `{ADAPTER_CASCADE}`, with the parts made for single tasks of MiniWoB++",
            summarize(adapter_results),
        ),
        summary_row(f"all 125 tasks, `reflex` alone, seeds {arguments.alone_seeds}", summarize(net_results)),
        summary_row(
            f"practice sites, {SITES_IN_TRAINING}, `{default_model_name()}`, seeds {arguments.site_seeds}",
            summarize(site_results),
        ),
        summary_row(
            f"practice sites, {SITES_IN_TRAINING}, `reflex` alone, seed 3", summarize(net_site_results)
        ),
    ]
    parts = [
        "MiniWoB++ by task, `reflex+lexical`:",
        render_tasks(summarize(all_results)),
        render_causes(all_results),
    ]
    trials = [*all_results, *adapter_results, *net_results, *site_results, *net_site_results]
    if Path(arguments.open).is_dir():
        model = f"reflex:{Path(arguments.open).resolve()}"
        held_out = ",".join(sorted(HELD_OUT_TASKS))
        held_out_results = play(
            "miniwob", seeds=arguments.seeds, model=model, tasks=held_out, name="reflex-open"
        )
        dissimilar_count = len(HELD_OUT_TASKS - SIMILAR_TO_SYNTHETIC)
        dissimilar_results = [r for r in held_out_results if r.task not in SIMILAR_TO_SYNTHETIC]
        rows += [
            summary_row("22 held-out tasks, open recipe, the network alone", summarize(held_out_results)),
            summary_row(
                f"of these the {dissimilar_count} with no similar synthetic application",
                summarize(dissimilar_results),
            ),
        ]
        parts += [
            "The held-out tasks, open recipe:",
            render_tasks(summarize(held_out_results)),
            render_causes(held_out_results),
        ]
        trials += held_out_results
    heads = ("tasks", "succeeded", "rate, 95 % interval", "steps", "model calls", "tokens")
    notes = (
        f"Seeds {arguments.seeds}, agent `default`. Training used seeds from 1000 up. Failures on seeds\n"
        f"below {FIRST_FRESH_SEED} were inspected during development, later ones were not.\n"
        f"Median time of a decision on {ELEMENTS} elements: {measure_decision_ms('reflex'):.0f} ms."
    )
    text = "\n\n".join(
        ["### Results of the embedded net on MiniWoB++", notes, render_table(heads, rows), *parts]
    )
    publish("reflex", text, {"seeds": arguments.seeds, "trials": [msgspec.to_builtins(r) for r in trials]})


if __name__ == "__main__":
    main()
