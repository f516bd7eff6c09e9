"""Savings of the embedded net in a cascade with a language model: calls, tokens and success.

    python benchmarks/reflex_cascade.py [--model local:qwen2.5-coder-0.5b] [--agents default luci] [--every 4]

Runs every EVERYth task of MiniWoB++, by name, once with the large model alone and once with
`reflex+MODEL`, where the large model plans and the embedded net decides if it is confident. Both have the
same step limit. With the agent `default` the model writes its action; with `luci` it chooses one, which
small models do better.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from _report import publish, render_table
from success import run_suite, summary_row

from onscreen.model.model_factory import make_model
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen.store.episode_store import load_episode
from onscreen.types.errors import OnscreenError
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_train.task_split import ALWAYS_REWARDED


class Usage(msgspec.Struct, frozen=True):
    """Total calls, tokens and seconds of a model over all trials."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


def measure_usage(results: Sequence[Result], model: str) -> Usage:
    """Sum the calls, tokens and seconds of the given model over all trials."""
    replies = [
        exchange.reply
        for result in results
        for exchange in load_episode(Path(result.episode)).exchanges()
        if exchange.reply.model == model
    ]
    tokens = sum(reply.tokens_in + reply.tokens_out for reply in replies)
    return Usage(len(replies), tokens, sum(reply.seconds for reply in replies))


def format_saving(alone: float, combined: float) -> str:
    """Format the relative saving of `combined` over `alone` as a percentage."""
    return f"{100 * (1 - combined / alone):.0f} %" if alone else "-"


def main() -> None:
    """Run the tasks with the model alone and in the cascade, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="local:qwen2.5-coder-0.5b")
    parser.add_argument("--agents", nargs="+", default=["default", "luci"])
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--steps", type=int, default=10)
    arguments = parser.parse_args()
    try:
        make_model(arguments.model)
    except OnscreenError as error:
        parser.error(str(error))
    names = sorted(set(miniwob().groups["all"]) - ALWAYS_REWARDED)
    tasks = ",".join(names[:: arguments.every])
    results_by_case = {
        (agent, model): run_suite(
            "miniwob",
            agent,
            seeds=arguments.seeds,
            workers=1,
            model=model,
            tasks=tasks,
            name=f"cascade-{agent}-{model.replace(':', '-')}",
            steps=arguments.steps,
        )
        for agent in arguments.agents
        for model in (arguments.model, f"reflex+{arguments.model}")
    }
    usage_by_case = {
        case: measure_usage(results, arguments.model) for case, results in results_by_case.items()
    }
    rows = []
    for (agent, model), results in results_by_case.items():
        usage, alone = usage_by_case[agent, model], usage_by_case[agent, arguments.model]
        savings = [format_saving(alone.calls, usage.calls), format_saving(alone.tokens, usage.tokens)]
        saving_cells = [""] * len(savings) if model == arguments.model else savings
        cells = summary_row(f"`{agent}`, `{model}`", summarize(results))[:4]
        rows.append((*cells, usage.calls, usage.tokens, f"{usage.seconds / 60:.1f}", *saving_cells))
    heads = (
        "agent and model",
        "succeeded",
        "rate, 95 % interval",
        "steps",
        "calls",
        "tokens",
        "minutes",
        "calls saved",
        "tokens saved",
    )
    text = f"""### What the embedded net saves beside a large model

{len(names[:: arguments.every])} tasks of MiniWoB++ (every {arguments.every}th by name), seeds
{arguments.seeds}, at most {arguments.steps} steps. Calls, tokens and minutes are those of
`{arguments.model}`, not of `reflex`.

{render_table(heads, rows)}"""
    trials = [msgspec.to_builtins(r) for results in results_by_case.values() for r in results]
    publish("reflex-cascade", text, {"seeds": arguments.seeds, "trials": trials})


if __name__ == "__main__":
    main()
