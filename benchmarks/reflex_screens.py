"""What the embedded net chooses at each decision of solved episodes, for whole tasks and for single steps.

    onscreen bench sites --agent oracle --seeds 1009 --out runs/oracle/sites
    python benchmarks/reflex_screens.py runs/oracle/sites [...] [--weights FOLDER] [--most 150]

Every decision of the folders' rewarded episodes is put to the net, with the screen and the history that the
scripted solution had. Its confidence is counted on every screen; on screens larger than those of the training
episodes, the calibration of the smallest ones is used. The same decisions are put to it with the FEW_ELEMENTS
most relevant elements and the target only, to separate a long list from an unknown task; and each click is
asked for by the name of its target, to separate an unknown screen from an unknown task. `--most` limits the
decisions of each folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median

import msgspec
from _report import render_table

from onscreen.store.episode_store import find_episodes, load_episode
from onscreen.types import Element, targets
from onscreen_reflex.benchmark_features import DEFAULT_FEATURES
from onscreen_reflex.categorical_vocabulary import MAX_ELEMENTS
from onscreen_reflex.decoder import rank_choices, rank_elements
from onscreen_reflex.input_encoder import build_scene
from onscreen_reflex.truncation import truncate_elements, truncate_words
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import Calibration
from onscreen_train.action_labels import UnsupportedAction, label_action
from onscreen_train.calibration import is_correct
from onscreen_train.decision_rows import Row, rows_of_episode
from onscreen_train.hindsight import relabel_click
from onscreen_train.step_weights import step_weights
from onscreen_train.training_examples import Example, build_source

HEADS = (
    "episodes of", "asked for", "decisions", "not among its choices", "elements", "right", "right element",
    "right element among the first 5", "confidence", "confident", "right where confident",
)  # fmt: skip

FEW_ELEMENTS = 20
TARGET_THRESHOLD = 0.9
"""Probability from which 90 % of the targets were right in validation pairs."""


class Chosen(msgspec.Struct, frozen=True):
    """What the net chose at one decision: rank is that of the right element, None without one.

    `threshold` is the confidence from which the choice counts as confident on that screen.
    """

    elements: int
    confidence: float
    threshold: float
    right: bool
    rank: int | None


def read_rows(folder: Path) -> Iterator[Row]:
    """Yield the decisions of the rewarded episodes in a folder."""
    for each in find_episodes(folder):
        episode = load_episode(each)
        yield from rows_of_episode(episode, origin=str(each), weights=step_weights(episode, each))


def choose(row: Row, weights: Weights, *, limit: int) -> Chosen | None:
    """Put a decision to the net; returns None if the right action is not among its choices.

    The screen is reduced to at most `limit` elements, among them the target of the right action.
    """
    source = build_source(row)
    wanted = {target.index for target in targets(row.action) if isinstance(target, Element)}
    if limit < MAX_ELEMENTS:
        words = truncate_words(source.instruction, source.screen)
        ranked = truncate_elements(source.screen, words=words, actions=(), limit=limit)
        kept = {each.index for each in ranked} | wanted
        elements = tuple(each for each in source.screen.elements if each.index in kept)
        screen = msgspec.structs.replace(source.screen, elements=elements)
        source = msgspec.structs.replace(source, screen=screen)
    scene = build_scene(source, weights.pieces, features=DEFAULT_FEATURES)
    try:
        label = label_action(row.action, scene)
    except UnsupportedAction:
        return None
    outputs, calibration = weights.run(scene), find_calibration(row, weights)
    temperature = calibration.temperature
    best = rank_choices(scene, outputs, temperature=temperature)[:1]
    order = sorted(rank_elements(scene, outputs, temperature=temperature), key=lambda each: -each.confidence)
    rank = next((i for i, each in enumerate(order) if each.choice.element in label.elements), None)
    example = Example(scene, label, 1.0, row.task, row.seed)
    right = bool(best) and is_correct(best[0], example)
    confidence = best[0].confidence if best else 0.0
    return Chosen(len(scene.elements), confidence, calibration.min_confidence, right, rank)


def find_calibration(row: Row, weights: Weights) -> Calibration:
    """Return the calibration for a decision's screen, that of small screens if it is too large."""
    return weights.manifest.find_calibration(row.seen.size) or weights.manifest.smallest


def render_row(name: str, chosen: Sequence[Chosen | None], *, threshold: float | None) -> Sequence[object]:
    """Return the table row of a set of decisions; without a threshold, that of each screen is used."""
    known = [each for each in chosen if each is not None]
    ranks = [each.rank for each in known if each.rank is not None]
    limits = [each.threshold if threshold is None else threshold for each in known]
    confident = [each for each, limit in zip(known, limits, strict=True) if each.confidence >= limit]

    def percent(parts: Sequence[bool]) -> str:
        return f"{100 * mean(parts):.0f} %" if parts else "–"

    return (
        name,
        len(chosen),
        len(chosen) - len(known),
        f"{median(each.elements for each in known):.0f}" if known else "–",
        percent([each.right for each in known]),
        percent([rank == 0 for rank in ranks]),
        percent([rank < 5 for rank in ranks]),  # noqa: PLR2004 - the first five
        f"{mean(each.confidence for each in known):.2f}" if known else "–",
        percent([each.confidence >= limit for each, limit in zip(known, limits, strict=True)]),
        percent([each.right for each in confident]),
    )


def main() -> None:
    """Print a table with a row for each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--most", type=int, default=1000, help="decisions of each folder, evenly spaced")
    arguments = parser.parse_args()
    weights = Weights(arguments.weights) if arguments.weights else Weights()
    table = []
    for folder in arguments.folders:
        every = tuple(read_rows(folder))
        rows = every[:: 1 + len(every) // arguments.most]
        clicks = tuple(each for row in rows for each in relabel_click(row))
        for name, asked, limit, threshold in (
            ("whole task", rows, MAX_ELEMENTS, None),
            (f"whole task, {FEW_ELEMENTS} elements", rows, FEW_ELEMENTS, None),
            ("each click by name", clicks, MAX_ELEMENTS, TARGET_THRESHOLD),
        ):
            chosen = [choose(row, weights, limit=limit) for row in asked]
            table.append((folder.name, *render_row(name, chosen, threshold=threshold)))
    print(render_table(HEADS, table))


if __name__ == "__main__":
    main()
