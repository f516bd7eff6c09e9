"""What a person's judgement brings: nets fitted without it, with all deeds taken as good, and with it.

    python benchmarks/reflex_judged.py [TRAINING] [--seeds 1300-1324] [--passes 10] [--nets 3]

TRAINING is the folder of one (runs/reflex/full), with its rows and vectors. The rules `lexical` play tasks
that no oracle teaches here, and their episodes are taken as a person's own: without a reward. The person is
simulated by the reward that was put aside: `onscreen judge EPISODE good` where it was full, else `bad`; and,
judging step by step, by what the oracle would have done there. Each net is fitted from nothing to the same
oracles' decisions of other tasks, and to the episodes as they count, and is asked what an oracle would have
done on seeds that none of them saw. Nets of several seeds tell how much of a difference is chance.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from _causes import key_of
from _fits import measured
from _report import RESULTS, publish, table

from onscreen.store.episode_store import episodes_under, load
from onscreen.store.judgements import FILE, Judgement, judge
from onscreen.types import Episode
from onscreen_practice.oracle_agent import next_oracle_action
from onscreen_train.corpus import Weigh, episodes
from onscreen_train.episode_rows import Row, Skipped, read_rows
from onscreen_train.step_weights import BAD, GOOD, rewarded, worth
from onscreen_train.task_split import is_kept_back
from onscreen_train.train_steps import ROWS

TAUGHT = frozenset(
    {
        "buy-ticket", "choose-date", "click-button-sequence", "click-checkboxes", "click-dialog",
        "click-tab-2", "enter-date", "enter-text", "find-greatest", "focus-text", "login-user",
        "multi-layouts", "use-spinner",
    }
)  # fmt: skip
OWN = (
    "choose-list", "click-checkboxes-soft", "click-collapsible-2", "click-link", "click-widget",
    "email-inbox", "read-table", "social-media",
)  # fmt: skip


def play(folder: Path, seeds: str) -> tuple[Path, ...]:
    """Have the rules play the person's tasks, judge every episode, and return the folders."""
    onscreen = Path(sys.executable).with_name("onscreen")
    command = ["bench", "miniwob", "--tasks", ",".join(OWN), "--seeds", seeds, "--model", "lexical"]
    subprocess.run(
        [onscreen, *command, "--workers", "2", "--no-pages", "--resume", "--json", "--out", folder],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    found = episodes_under(folder)
    for each in found:
        if not (each / FILE).exists():
            judge(each, Judgement("good" if rewarded(load(each)) else "bad"))
    return found


def step_by_step(episode: Episode, _folder: Path) -> tuple[float, ...]:
    """Weigh by what a person says who looks at each step: good is what the oracle would have done there."""
    right = (next_oracle_action(episode.so_far(number)) for number in range(len(episode.decisions)))
    done = (decision.action for decision in episode.decisions)
    return tuple(GOOD if key_of(a) == key_of(b) else BAD for a, b in zip(done, right, strict=True))


def as_a_person_sees_it(episode: Episode, folder: Path) -> tuple[float, ...]:
    """Weigh by the judgement alone."""
    return worth(msgspec.structs.replace(episode, score=None), folder)


def all_good(episode: Episode, _folder: Path) -> tuple[float, ...]:
    """Take everything that was done as good."""
    return (1.0,) * len(episode.decisions)


def rows_of(folders: tuple[Path, ...], weigh: Weigh) -> Iterator[Row]:
    """Yield the rows of episodes as they count."""
    for each in episodes(folders, weigh=weigh):
        if not isinstance(each, Skipped):
            yield from each


def main() -> None:
    """Play, judge, fit and ask, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--seeds", default="1300-1324")
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--nets", type=int, default=3, help="how many nets are fitted in each case")
    asked = parser.parse_args()
    if not (asked.training / ROWS).exists():
        parser.error(f"no training in {asked.training}; make train-reflex makes one")
    own = play(RESULTS.parent / f"judged-{asked.seeds}", asked.seeds)
    good = sum(rewarded(load(folder)) for folder in own)
    every = [r for r in read_rows(asked.training / ROWS) if not r.origin.startswith("hindsight")]
    base = [row for row in every if row.task in TAUGHT and not is_kept_back(row.seed)]
    others = [row for row in every if row.task in OWN]
    cases = {
        "nothing of the person's own": [],
        "all of it taken as good": list(rows_of(own, all_good)),
        "episodes judged good": list(rows_of(own, as_a_person_sees_it)),
        "steps judged good": list(rows_of(own, step_by_step)),
    }
    lines = []
    for name, rows in cases.items():
        told = [
            measured(asked.training, [*base, *rows], asked=(others,), passes=asked.passes, seed=seed)[0]
            for seed in range(asked.nets)
        ]
        right = sum(each.right for each in told) / sum(each.asked for each in told)
        apart = ", ".join(str(each.right) for each in told)
        lines.append((name, len(rows), f"{apart} of {told[0].asked}", f"{100 * right:.1f} %"))
    text = f"""### What judging episodes brings

{len(own)} episodes of {len(OWN)} tasks without a reward, {good} of them judged good and the others bad;
what is judged good counts twice, what is judged bad not at all. {asked.nets} nets of other
seeds are fitted from nothing for {asked.passes} passes to {len(base)} decisions of {len(TAUGHT)} other
tasks and these.

{table(("learns besides", "decisions", "right as the oracle, by net", "mean"), lines)}"""
    publish("reflex-judged", text, {"lines": lines})


if __name__ == "__main__":
    main()
