"""Success rate of the default agent with the rules alone on the practice phone, by application.

    python benchmarks/phone_success.py [--seeds 3] [--workers 2]

Runs the ordinary command and resumes an earlier interrupted call. No prior knowledge is given.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

import msgspec
from _report import publish, render_table
from success import run_suite, summary_row

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen_practice.phone_suite.phone_suite import GROUPS, recipe
from onscreen_practice.phone_suite.task_table import APPLICATION_TASKS


def success_by_kind(results: tuple[Result, ...]) -> list[list[object]]:
    """Return a table row with the success rate of each kind of instruction."""
    results_by_kind: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        is_cross_app = result.task in GROUPS["across"]
        results_by_kind[
            "several applications" if is_cross_app else recipe(result.task, result.seed).kind
        ].append(result)
    return [
        [kind, f"{sum(bool(r.success) for r in group_results)}/{len(group_results)}"]
        for kind, group_results in sorted(results_by_kind.items())
    ]


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="3")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    results = run_suite("phone", "default", seeds=arguments.seeds, workers=arguments.workers, tasks="basic")
    groups = [*APPLICATION_TASKS, "across"]
    parts = [(name, [r for r in results if r.task in GROUPS[name]]) for name in groups]
    rows = [
        summary_row(name, summarize(group_results)) for name, group_results in (("**all**", results), *parts)
    ]
    heads = ("application", "succeeded", "rate, 95 % interval", "steps", "model calls", "tokens")
    ends = Counter(result.stop for result in results if not result.success)
    notes = (
        f"Seeds {arguments.seeds}, agent `default`, model `lexical` (rules, no weights, no network), no\n"
        "prior knowledge; through a stock adb server."
    )
    failed = ", ".join(f"{stop} {count}" for stop, count in ends.most_common())
    text = "\n\n".join(
        (
            "### Results of the rules on the phone",
            notes,
            render_table(heads, rows),
            render_table(("kind of instruction", "succeeded"), success_by_kind(results)),
            f"Ends of the failed runs: {failed}.",
        )
    )
    publish("phone_success", text, {"seeds": arguments.seeds, "trials": msgspec.to_builtins(results)})


if __name__ == "__main__":
    main()
