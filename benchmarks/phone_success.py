"""How many tasks of the phone the default agent does with the rules alone, by application.

    python benchmarks/phone_success.py [--seeds 3] [--workers 2]

Plays through the ordinary command, goes on where an earlier call was cut off. Nothing is learnt beforehand.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

import msgspec
from _report import publish, table
from success import line, played

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen_practice.phone_suite.phone_suite import GROUPS, recipe


def kinds(results: tuple[Result, ...]) -> list[list[object]]:
    """Return how often each kind of instruction succeeded."""
    found: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        across = each.task in GROUPS["across"]
        found["several applications" if across else recipe(each.task, each.seed).kind].append(each)
    return [
        [kind, f"{sum(bool(r.success) for r in some)}/{len(some)}"] for kind, some in sorted(found.items())
    ]


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="3")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    results = played("phone", "default", seeds=asked.seeds, workers=asked.workers)
    groups = [name for name in GROUPS if name not in {"all", "single", "mobile-eval"}]
    parts = [(name, [r for r in results if r.task in GROUPS[name]]) for name in groups]
    rows = [line(name, summarize(some)) for name, some in (("**all**", results), *parts)]
    heads = ("application", "succeeded", "rate, 95 % interval", "steps", "model calls", "tokens")
    ends = Counter(result.stop for result in results if not result.success)
    said = (
        f"Seeds {asked.seeds}, agent `default`, model `lexical` (rules, no weights, no network), nothing\n"
        "learnt beforehand; through a stock adb server."
    )
    failed = ", ".join(f"{stop} {count}" for stop, count in ends.most_common())
    text = "\n\n".join(
        (
            "### What the rules do on the phone",
            said,
            table(heads, rows),
            table(("kind of instruction", "succeeded"), kinds(results)),
            f"How the others ended: {failed}.",
        )
    )
    publish("phone_success", text, {"seeds": asked.seeds, "trials": msgspec.to_builtins(results)})


if __name__ == "__main__":
    main()
