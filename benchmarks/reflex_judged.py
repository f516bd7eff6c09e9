"""Effect of human ratings on training: networks without rated episodes, with all decisions, and with ratings.

    python benchmarks/reflex_judged.py [TRAINING] [--seeds 1300-1324] [--epochs 10] [--nets 3]

TRAINING is the folder of a training (runs/reflex/full), with its rows and vectors. The rules `lexical` play
tasks that no oracle teaches here; their episodes stand for a person's own, without a reward. The person is
simulated by the withheld reward: `onscreen judge EPISODE good` if it was full, else `bad`; for step
ratings, a step is good if the oracle would have done the same. Each network is trained from scratch on the
oracles' decisions of other tasks and on the weighted episodes, and compared with the oracle on unseen
seeds. Networks with different random seeds show the variance.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from _failure_causes import action_key
from _network_training import train_and_evaluate
from _report import RESULTS, publish, render_table

from onscreen.store.episode_store import find_episodes, load_episode
from onscreen.store.judgements import JUDGEMENTS_FILE, Judgement, add_judgement
from onscreen.types import Episode
from onscreen_practice.oracle_agent import next_oracle_action
from onscreen_train.decision_rows import Row, Skipped, read_rows
from onscreen_train.step_weights import BAD_WEIGHT, GOOD_WEIGHT, is_rewarded, step_weights
from onscreen_train.task_split import is_validation_seed
from onscreen_train.train_implementation import ROWS_FILE
from onscreen_train.training_data import WeightFunction, rows_from_episodes

BASE_TASKS = frozenset(
    {
        "buy-ticket", "choose-date", "click-button-sequence", "click-checkboxes", "click-dialog",
        "click-tab-2", "enter-date", "enter-text", "find-greatest", "focus-text", "login-user",
        "multi-layouts", "use-spinner",
    }
)  # fmt: skip
RATED_TASKS = (
    "choose-list", "click-checkboxes-soft", "click-collapsible-2", "click-link", "click-widget",
    "email-inbox", "read-table", "social-media",
)  # fmt: skip


def play(folder: Path, seeds: str) -> tuple[Path, ...]:
    """Run the rated tasks with the rules, rate every episode, and return the folders."""
    onscreen = Path(sys.executable).with_name("onscreen")
    command = ["bench", "miniwob", "--tasks", ",".join(RATED_TASKS), "--seeds", seeds, "--model", "lexical"]
    subprocess.run(
        [onscreen, *command, "--workers", "2", "--no-pages", "--resume", "--json", "--out", folder],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    folders = find_episodes(folder)
    for episode_folder in folders:
        if not (episode_folder / JUDGEMENTS_FILE).exists():
            is_good = is_rewarded(load_episode(episode_folder))
            add_judgement(episode_folder, Judgement("good" if is_good else "bad"))
    return folders


def weigh_by_step_ratings(episode: Episode, _folder: Path) -> tuple[float, ...]:
    """Return weights from step ratings: a step is good if it equals the oracle's action."""
    expected = (next_oracle_action(episode.so_far(number)) for number in range(len(episode.decisions)))
    actual = (decision.action for decision in episode.decisions)
    return tuple(
        GOOD_WEIGHT if action_key(a) == action_key(b) else BAD_WEIGHT
        for a, b in zip(actual, expected, strict=True)
    )


def weigh_by_episode_rating(episode: Episode, folder: Path) -> tuple[float, ...]:
    """Return weights from the episode's rating alone."""
    return step_weights(msgspec.structs.replace(episode, score=None), folder)


def weigh_all_equally(episode: Episode, _folder: Path) -> tuple[float, ...]:
    """Return a weight of 1 for every decision."""
    return (1.0,) * len(episode.decisions)


def collect_rows(folders: tuple[Path, ...], weight_of: WeightFunction) -> Iterator[Row]:
    """Yield the training rows of the episodes, weighted by `weight_of`."""
    for each in rows_from_episodes(folders, weight_of=weight_of):
        if not isinstance(each, Skipped):
            yield from each


def main() -> None:
    """Play, rate, train and evaluate, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--seeds", default="1300-1324")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--nets", type=int, default=3, help="number of networks trained per case")
    arguments = parser.parse_args()
    if not (arguments.training / ROWS_FILE).exists():
        parser.error(f"no training in {arguments.training}; run make train-reflex")
    episode_folders = play(RESULTS.parent / f"judged-{arguments.seeds}", arguments.seeds)
    good = sum(is_rewarded(load_episode(folder)) for folder in episode_folders)
    all_rows = [r for r in read_rows(arguments.training / ROWS_FILE) if not r.origin.startswith("hindsight")]
    base = [row for row in all_rows if row.task in BASE_TASKS and not is_validation_seed(row.seed)]
    test_rows = [row for row in all_rows if row.task in RATED_TASKS]
    cases = {
        "no episodes of the person": [],
        "all decisions, unrated": list(collect_rows(episode_folders, weigh_all_equally)),
        "decisions of episodes rated good": list(collect_rows(episode_folders, weigh_by_episode_rating)),
        "steps rated good": list(collect_rows(episode_folders, weigh_by_step_ratings)),
    }
    table_rows = []
    for name, rows in cases.items():
        accuracies = [
            train_and_evaluate(
                arguments.training, [*base, *rows], test_sets=(test_rows,), epochs=arguments.epochs, seed=seed
            )[0]
            for seed in range(arguments.nets)
        ]
        share = sum(each.correct for each in accuracies) / sum(each.total for each in accuracies)
        counts = ", ".join(str(each.correct) for each in accuracies)
        table_rows.append((name, len(rows), f"{counts} of {accuracies[0].total}", f"{100 * share:.1f} %"))
    text = f"""### The effect of rating episodes

{len(episode_folders)} episodes of {len(RATED_TASKS)} tasks without a reward, {good} of them rated good, the
others bad; good decisions weigh 2, bad ones 0. {arguments.nets} networks with different random seeds are
trained from scratch for {arguments.epochs} epochs on {len(base)} decisions of {len(BASE_TASKS)} other tasks
and these.

{render_table(("additional data", "decisions", "equal to the oracle, each net", "mean"), table_rows)}"""
    publish("reflex-judged", text, {"lines": table_rows})


if __name__ == "__main__":
    main()
