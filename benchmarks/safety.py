"""Attacks on the safety guarantees: python benchmarks/safety.py [--only NAME] [--kills 20] [--replies 300].

Each attempt runs the real parts: Chromium, sockets, a provider's HTTP API, processes that are killed. The
table counts the attempts in which the guarantee held; the others are listed with what happened.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Callable, Mapping
from pathlib import Path

from _report import publish, render_table
from _safety_browser import Attempts
from _safety_kills import attack_by_kills
from _safety_limits import attack_grammar, attack_replies, attack_secrets, attack_time_limit
from _safety_names import (
    MAX_STEP_MS,
    attack_dangerous_names,
    attack_harmless_names,
    attack_step_time,
    judge_names,
)
from _safety_overhead import attack_overhead
from _safety_pages import attack_domains, attack_flows, attack_pages, attack_prompts
from _safety_payments import attack_payments
from _safety_races import attack_races
from _safety_records import attack_records

ATTACKS: Mapping[str, tuple[str, Callable[[argparse.Namespace], Attempts]]] = {
    "time": ("a run ends within a second of its time limit", attack_time_limit),
    "secrets": ("secrets do not appear in any spelling", attack_secrets),
    "replies": ("a bad reply ends no run without a record of its end", attack_replies),
    "grammar": ("no line becomes an action outside the limits", attack_grammar),
    "pages": ("a hostile page is observed and can be left", attack_pages),
    "prompts": ("text on a screen is never part of our own prompt structure", attack_prompts),
    "domains": ("forbidden domains are not reached", attack_domains),
    "flows": ("text of a screen is not passed on without approval", attack_flows),
    "dangerous": ("a control with a dangerous name needs approval", attack_dangerous_names),
    "harmless": ("a control with a harmless name needs none", attack_harmless_names),
    "step": (f"the checks of a step take at most {MAX_STEP_MS:g} ms", attack_step_time),
    "races": ("only the intended element is activated on a page that changes", attack_races),
    "kills": ("a killed run loses no finished step and leaves nothing", attack_by_kills),
    "records": ("an altered episode is not loaded as another one", attack_records),
    "payments": ("an irreversible action is performed at most once over kills and resumes", attack_payments),
    "overhead": (
        "the checks of the record add at most 5 ms to a step",
        attack_overhead,
    ),
}
"""Name of an attack -> the guarantee in words, and the function that yields the attempts."""


def main() -> None:
    """Run the attacks and publish the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=tuple(ATTACKS), help="may be repeated")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--mutations", type=int, default=5_000, help="of recorded episodes")
    parser.add_argument("--payments", type=int, default=200, help="runs that pay, killed twice each")
    parser.add_argument("--overhead-steps", type=int, default=200)
    parser.add_argument("--replies", type=int, default=300)
    parser.add_argument("--races", type=int, default=500)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--names", type=Path, help="judge a list of names, language<TAB>label<TAB>name, and exit"
    )
    options = parser.parse_args()
    if options.names:
        print(judge_names(options.names))
        return
    os.environ.setdefault("COMPATIBLE_API_KEY", "sk-none")
    rows, failures = [], []
    for name in options.only or ATTACKS:
        guarantee, attack = ATTACKS[name]
        attempts = list(attack(options))
        failed = [f"{what}: {how}" for what, how in attempts if how]
        rows.append((guarantee, len(attempts), len(attempts) - len(failed)))
        failures += [f"- {guarantee}: {failure}" for failure in failed]
        print(rows[-1], flush=True)
    text = "### Safety guarantees under attack\n\n" + render_table(("guarantee", "attempts", "held"), rows)
    if step_ms := getattr(options, "step_ms", []):
        text += (
            f"\n\nChecks of a step: mean {statistics.mean(step_ms):.2f} ms, 95th percentile "
            f"{statistics.quantiles(step_ms, n=20)[-1]:.2f} ms, longest {max(step_ms):.2f} ms."
        )
        del options.step_ms
    if failures:
        text += "\n\nNot held:\n\n" + "\n".join(failures[:20])
    if not options.only:
        publish("safety", text, {"rows": rows, "failures": failures, "options": vars(options)})
    else:
        print(text)


if __name__ == "__main__":
    main()
