"""The `onscreen stop` command, which calibrates and evaluates stop signals on stored episodes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.cli.number_arguments import positive_float
from onscreen.policy.completion.completion_classifier import (
    CLASSIFIER_FILE,
    MAX_FALSE_SHARE,
    write_classifier,
)
from onscreen.policy.completion.completion_training import (
    DetectionSummary,
    calibrate,
    detect,
    load_labeled,
    make_examples,
    make_references,
    summarize_detections,
)
from onscreen.stop.signal_combination import make_signal
from onscreen.types.pluralization import count_noun

HELP = """Calibrate or evaluate the signals that recognize a finished task, on stored episodes.

The task of an episode is finished on its last screen if the episode has the score 1, or was
judged good by `onscreen judge`. `calibrate` fits the weights of the signal `completed` and stores
them in the folder, where `--stop completed:EPISODES` finds them. `evaluate` applies signals to
every step, and counts where they stop: an episode is never compared with itself."""
ACTIONS = ("calibrate", "evaluate")


class SignalRow(msgspec.Struct, frozen=True):
    """Result of a signal: counts, and the shares computed from them."""

    signal: str
    counts: DetectionSummary
    precision: float | None
    recall: float | None
    false_stops: float
    mean_late: float | None


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("action", choices=ACTIONS, help="calibrate the signal, or evaluate signals")
    parser.add_argument("episodes", metavar="EPISODES", help="folder of stored episodes")
    parser.add_argument(
        "--stop",
        action="append",
        metavar="SIGNAL",
        help="signal to evaluate, such as completed:OTHER; may be repeated (default: similar, tree and "
        "completed, compared with the other episodes in the folder)",
    )
    parser.add_argument(
        "--out", metavar="FILE", help=f"file of the weights (default: {CLASSIFIER_FILE} in the folder)"
    )
    parser.add_argument(
        "--max-false",
        type=positive_float,
        default=MAX_FALSE_SHARE,
        metavar="SHARE",
        help="for calibrate: maximum share of episodes that may be stopped too early (default: %(default)g)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON only")


def run(arguments: Namespace) -> int:
    """Calibrate or evaluate, and return the exit status.

    Raises:
        UsageError: the folder contains too few episodes, or a signal does not exist.
        BrokenEpisode: an episode cannot be read.
    """
    folder = Path(arguments.episodes)
    if arguments.action == "calibrate":
        out = Path(arguments.out) if arguments.out else folder / CLASSIFIER_FILE
        return calibrate_folder(folder, out, max_false_share=arguments.max_false)
    names = arguments.stop or [f"similar:{folder}", f"similar:tree:{folder}", f"completed:{folder}"]
    labeled = load_labeled(folder)
    rows = []
    for name in names:
        signal = make_signal(name)
        rows.append(_make_row(name, summarize_detections([detect(each, signal) for each in labeled])))
    print(msgspec.json.encode(rows).decode() if arguments.json else _render(rows))  # noqa: T201
    return 0


def calibrate_folder(folder: Path, out: Path, *, max_false_share: float) -> int:
    """Fit the weights to the episodes in a folder, write them to a file, and return the exit status.

    Raises:
        UsageError: the folder contains too few episodes.
        BrokenEpisode: an episode cannot be read.
    """
    labeled = load_labeled(folder)
    examples = tuple(make_examples(labeled, make_references(labeled)))
    finished = sum(each.finished_at is not None for each in labeled)
    trained_on = f"{count_noun(len(labeled), 'episode')}, {finished} of them completed"
    classifier = calibrate(examples, max_false_share=max_false_share, trained_on=trained_on)
    write_classifier(classifier, out)
    print(  # noqa: T201
        f"calibrated on {trained_on}, {count_noun(len(examples), 'screen')}; finished from the probability "
        f"{classifier.finished_from:.3f}, unfinished below {classifier.unfinished_below:.3f}: {out}"
    )
    return 0


def _make_row(name: str, counts: DetectionSummary) -> SignalRow:
    return SignalRow(name, counts, counts.precision, counts.recall, counts.false_stops, counts.mean_late)


def _render(rows: Sequence[SignalRow]) -> str:
    """Format the results as a table."""
    width = max(len(row.signal) for row in rows)
    lines = [f"{'signal':<{width}}  precision  recall  false stops  steps late  episodes"]
    lines += [
        f"{row.signal:<{width}}  {_percent(row.precision):>9}  {_percent(row.recall):>6}  "
        f"{_percent(row.false_stops):>11}  {_number(row.mean_late):>10}  {row.counts.episodes:>8}"
        for row in rows
    ]
    return "\n".join(lines)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
