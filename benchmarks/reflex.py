"""What the embedded model does on MiniWoB++: all tasks, LUCI's subset, tasks it never saw, and its speed.

    python benchmarks/reflex.py [--open FOLDER] [--seeds 60-69] [--workers 2]

Plays through the ordinary command and goes on where an earlier call was cut off. Training used seeds from
1000 up. `--open` are weights of the open recipe, whose training never saw the 22 tasks they are played on.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from _causes import causes
from _report import publish, table
from success import by_task, line, played

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result, default_model_name
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Shot, Situation
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_train.task_split import MADE_ALIKE, UNSEEN

MOST_CAUSES = 8
FRESH = 60
"""Failures on seeds below were looked at while the model was made better."""
ELEMENTS, TRIALS = 60, 200
OPEN = Path(__file__).parent / "reflex_open"
"""Weights of the open recipe; they are not in the package."""


def why(results: Sequence[Result]) -> str:
    """Return the largest causes of failure with their counts."""
    found = causes(results)
    rows = [(cause, count) for cause, count in found.most_common(MOST_CAUSES)]
    return table(("first departure from the oracle", f"of {found.total()} failures"), rows)


def decision_ms(name: str) -> float:
    """Return the median milliseconds of a decision on a screen of ELEMENTS elements."""
    nodes = [
        Node("button", f"Item {i} of list", Box(5, 20 * i, 120, 20 * i + 18), states=("clickable",))
        for i in range(ELEMENTS)
    ]
    screen = build_screen(Shot(blank_picture(), tuple(nodes)))
    (policy,) = make_cascade(name).policies
    durations = []
    for number in range(TRIALS):
        situation = Situation(f'Click on "Item {number % ELEMENTS} of list" and press Submit', screen)
        started = time.perf_counter()
        policy(situation)
        durations.append(1000 * (time.perf_counter() - started))
    return statistics.median(durations)


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--open", default=str(OPEN), help="weights of the open recipe (%(default)s)")
    parser.add_argument("--seeds", default="60-69")
    parser.add_argument("--alone-seeds", default="60", help="seeds of the net alone")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    play = partial(played, agent="default", workers=asked.workers)
    whole = play("miniwob", seeds=asked.seeds, model=default_model_name(), name="reflex-all")
    alone = play("miniwob", seeds=asked.alone_seeds, model="reflex", name="reflex-alone")
    sites = play("sites", seeds="3-5", model=default_model_name(), name="reflex-sites")
    sites_alone = play("sites", seeds="3", model="reflex", name="reflex-sites-alone")
    subset = miniwob().groups["luci"]
    rows = [
        line(f"all 125 tasks, `{default_model_name()}`", summarize(whole)),
        line(f"LUCI's subset, `{default_model_name()}`", summarize([r for r in whole if r.task in subset])),
        line(f"all 125 tasks, `reflex` alone, seeds {asked.alone_seeds}", summarize(alone)),
        line(
            f"practice sites, 34 tasks, none of them trained on, `{default_model_name()}`, seeds 3-5",
            summarize(sites),
        ),
        line("practice sites, `reflex` alone, seed 3", summarize(sites_alone)),
    ]
    parts = ["MiniWoB++ by task, `reflex+lexical`:", by_task(summarize(whole)), why(whole)]
    trials = [*whole, *alone, *sites, *sites_alone]
    if Path(asked.open).is_dir():
        model = f"reflex:{Path(asked.open).resolve()}"
        kept = ",".join(sorted(UNSEEN))
        unseen = play("miniwob", seeds=asked.seeds, model=model, tasks=kept, name="reflex-open")
        apart = len(UNSEEN - MADE_ALIKE)
        others = [r for r in unseen if r.task not in MADE_ALIKE]
        rows += [
            line("22 tasks never trained on, open recipe, the net alone", summarize(unseen)),
            line(f"of these the {apart} to which no made application is near", summarize(others)),
        ]
        parts += ["The tasks never trained on, open recipe:", by_task(summarize(unseen)), why(unseen)]
        trials += unseen
    heads = ("tasks", "succeeded", "rate, 95 % interval", "steps", "model calls", "tokens")
    said = (
        f"Seeds {asked.seeds}, agent `default`. Training used seeds from 1000 up. What failed on seeds\n"
        f"below {FRESH} was looked at while the model was made better; from {FRESH} up nothing was.\n"
        f"Median time of a decision on {ELEMENTS} elements: {decision_ms('reflex'):.0f} ms."
    )
    text = "\n\n".join(["### What the embedded model does on MiniWoB++", said, table(heads, rows), *parts])
    publish("reflex", text, {"seeds": asked.seeds, "trials": [msgspec.to_builtins(r) for r in trials]})


if __name__ == "__main__":
    main()
