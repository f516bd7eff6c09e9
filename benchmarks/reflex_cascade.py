"""What the embedded model saves beside a large one: its calls and tokens, against the change in success.

    python benchmarks/reflex_cascade.py [--model local:qwen2.5-coder-0.5b] [--agents default luci] [--every 4]

Plays every EVERYth task of MiniWoB++, by name, once with the large model alone and once with `reflex+MODEL`,
in which the large model plans and the small one decides where it is sure. Both may take so many steps. The
agent `default` has a model write its action, `luci` has it choose one, which small models do better.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from _report import publish, table
from success import line, played

from onscreen.model.model_factory import make_model
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen.store.episode_store import load_episode
from onscreen.types.errors import OnscreenError
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_train.task_split import PROVES_NOTHING


class Spent(msgspec.Struct, frozen=True):
    """What a model was asked and read and wrote over all trials."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


def spent(results: Sequence[Result], model: str) -> Spent:
    """Add up the answers that are from this model."""
    replies = [
        exchange.reply
        for result in results
        for exchange in load_episode(Path(result.episode)).exchanges()
        if exchange.reply.model == model
    ]
    tokens = sum(reply.tokens_in + reply.tokens_out for reply in replies)
    return Spent(len(replies), tokens, sum(reply.seconds for reply in replies))


def saved(alone: float, beside: float) -> str:
    """Write the share that is saved."""
    return f"{100 * (1 - beside / alone):.0f} %" if alone else "-"


def main() -> None:
    """Play both, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="local:qwen2.5-coder-0.5b")
    parser.add_argument("--agents", nargs="+", default=["default", "luci"])
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--steps", type=int, default=10)
    asked = parser.parse_args()
    try:
        make_model(asked.model)
    except OnscreenError as error:
        parser.error(str(error))
    names = sorted(set(miniwob().groups["all"]) - PROVES_NOTHING)
    tasks = ",".join(names[:: asked.every])
    both = {
        (agent, model): played(
            "miniwob",
            agent,
            seeds=asked.seeds,
            workers=1,
            model=model,
            tasks=tasks,
            name=f"cascade-{agent}-{model.replace(':', '-')}",
            steps=asked.steps,
        )
        for agent in asked.agents
        for model in (asked.model, f"reflex+{asked.model}")
    }
    large = {each: spent(results, asked.model) for each, results in both.items()}
    rows = []
    for (agent, model), results in both.items():
        use, alone = large[agent, model], large[agent, asked.model]
        less = [saved(alone.calls, use.calls), saved(alone.tokens, use.tokens)]
        shown = [""] * len(less) if model == asked.model else less
        cells = line(f"`{agent}`, `{model}`", summarize(results))[:4]
        rows.append((*cells, use.calls, use.tokens, f"{use.seconds / 60:.1f}", *shown))
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
    text = f"""### What the embedded model saves beside a large one

{len(names[:: asked.every])} tasks of MiniWoB++ (every {asked.every}th by name), seeds {asked.seeds}, at most
{asked.steps} steps. Calls, tokens and minutes are those of `{asked.model}`, not of `reflex`.

{table(heads, rows)}"""
    trials = [msgspec.to_builtins(r) for results in both.values() for r in results]
    publish("reflex-cascade", text, {"seeds": asked.seeds, "trials": trials})


if __name__ == "__main__":
    main()
