"""Measure signals of completion as detectors, on the episodes that `stop_recordings.py` recorded.

    python benchmarks/stop_detector.py measure FOLDER    compute the values of all signals on every screen
    python benchmarks/stop_detector.py report FOLDER     choose thresholds, and publish the tables

References of an episode are recordings of other seeds, never of its own. Half of the tasks calibrate the
weights and thresholds, the other half is the test. A stop is right if the check of the task passes on the
screen it happens on; `steps late` are counted from the first such screen.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from _report import render_table
from PIL import Image
from stop_recordings import LABELS_FILE, Labels

from onscreen.policy.completion.completion_classifier import (
    Classifier,
    lowest_threshold,
    write_classifier,
)
from onscreen.policy.completion.completion_features import Features, compute_features
from onscreen.policy.completion.completion_training import (
    Detection,
    DetectionSummary,
    Example,
    calibrate,
    summarize_detections,
)
from onscreen.stop.completed_reference import CompletedReference, find_references, make_reference
from onscreen.stop.picture_similarity import gray_pixels, layout_diversity
from onscreen.stop.satisfaction_index import (
    printed_satisfaction_index,
    printed_similarity_index,
    printed_verdict,
)
from onscreen.stop.similarity_signal import SimilaritySignal
from onscreen.stop.state_comparison import image, tree
from onscreen.store.episode_store import load_episode
from onscreen.types import Picture

SIGNALS_FILE = "signals.json"
RELEASED_THRESHOLD = 0.8
"""Threshold of the raw similarity in the released code of MTTIA."""
MAX_FALSE_SHARE = 0.01


class Row(msgspec.Struct, frozen=True):
    """Values of the signals on a screen; higher values are closer to the finished state.

    `released` is the raw similarity to the best reference, `printed` whether equations 2 to 5 as printed find
    the task completed, `hash` the similarity of perceptual hashes, `equal_pixels` the share of equal pixels,
    `image_ratio` and `tree_ratio` similarity index divided by satisfaction index of the signal `similar`.
    `features_sec` is the time for all features of the signal `completed`.
    """

    finished: bool
    features: Features
    released: float
    printed: bool
    hash: float
    equal_pixels: float
    image_ratio: float
    tree_ratio: float
    features_sec: float


class Measured(msgspec.Struct, frozen=True):
    """The rows of an episode, its labels, and how many references were found."""

    labels: Labels
    rows: tuple[Row, ...]
    references: int


Score: TypeAlias = Callable[[Row], float]
SCORES: Mapping[str, Score] = {
    "raw SSIM": lambda row: row.released,
    "perceptual hash": lambda row: row.hash,
    "plain difference of pixels": lambda row: row.equal_pixels,
    "`similar` (pictures)": lambda row: row.image_ratio,
    "`similar:tree` (trees)": lambda row: row.tree_ratio,
    "new texts of the references": lambda row: row.features.new_facts,
    "actions of the references": lambda row: min(row.features.actions, row.features.last_action),
    "no contradiction": lambda row: 1 - row.features.contradictions,
}


def read_labels(folder: Path) -> Iterator[tuple[Path, Labels]]:
    """Yield the folder and the labels of every recording."""
    for path in sorted(folder.rglob(LABELS_FILE)):
        yield path.parent, msgspec.json.decode(path.read_bytes(), type=Labels)


def read_reference(folder: Path, labels: Labels) -> CompletedReference | None:
    """Make a reference from a recorded solution, up to its first finished screen; None if it failed."""
    if labels.kind != "oracle" or True not in labels.finished[1 : labels.scripted_steps + 1]:
        return None
    steps = labels.finished.index(True, 1)
    return make_reference(load_episode(folder).so_far(steps), origin=f"{labels.task}, seed {labels.seed}")


def measure_episode(folder: Path, labels: Labels, *, pool: Sequence[CompletedReference]) -> Measured:
    """Compute the values of all signals on every screen of a recorded episode."""
    episode = load_episode(folder)
    matches = find_references(pool, episode)
    pictures = [match.reference.shot.picture for match in matches]
    by_image, by_tree = SimilaritySignal(pool, image), SimilaritySignal(pool, tree)
    diversity, rows, seen = layout_diversity(pictures), [], []
    for step, finished in enumerate(labels.finished):
        prefix = episode.so_far(step)
        began = time.perf_counter()
        features = compute_features(prefix, matches)
        seconds = time.perf_counter() - began
        picture = prefix.last.picture
        satisfaction = printed_satisfaction_index(1.0, diversity)
        index = printed_similarity_index(features.picture, seen)
        seen.append(features.picture)
        ratios = [
            each.index / each.satisfaction for each in (by_image.assess(prefix), by_tree.assess(prefix))
        ]
        rows.append(
            Row(
                finished,
                features,
                features.picture,
                printed_verdict(index, satisfaction) != "not completed",
                max((hash_similarity(each, picture) for each in pictures), default=0.0),
                max((equal_pixels(each, picture) for each in pictures), default=0.0),
                *ratios,
                seconds,
            )
        )
    return Measured(labels, tuple(rows), len(matches))


@lru_cache(maxsize=256)
def perceptual_hash(picture: Picture) -> int:
    """Return the difference hash of a picture: which of 16 x 16 pixels are lighter than the next."""
    small = Image.fromarray(gray_pixels(picture)).resize((17, 16), Image.Resampling.BOX)
    levels = np.asarray(small, dtype=np.int16)
    return int("".join("01"[int(bit)] for bit in (levels[:, 1:] > levels[:, :-1]).ravel()), 2)


def hash_similarity(one: Picture, other: Picture) -> float:
    """Return the share of equal bits of two perceptual hashes."""
    return 1 - (perceptual_hash(one) ^ perceptual_hash(other)).bit_count() / 256


def equal_pixels(one: Picture, other: Picture) -> float:
    """Return the share of equal pixels of two pictures of the same size, otherwise 0."""
    return float(np.mean(gray_pixels(one) == gray_pixels(other))) if one.size == other.size else 0.0


def measure(folder: Path, *, suites: Sequence[str]) -> None:
    """Store the values of the signals beside each recording that has none yet."""
    listed = [pair for pair in read_labels(folder) if pair[1].suite in suites]
    for suite in suites:
        of_suite = [pair for pair in listed if pair[1].suite == suite]
        references = [
            (labels.seed, reference)
            for path, labels in of_suite
            if (reference := read_reference(path, labels)) is not None
        ]
        for path, labels in of_suite:
            if (path / SIGNALS_FILE).exists():
                continue
            pool = [reference for seed, reference in references if seed != labels.seed]
            measured = measure_episode(path, labels, pool=pool)
            (path / SIGNALS_FILE).write_bytes(msgspec.json.encode(measured))


def is_test(labels: Labels) -> bool:
    """Return True if the task belongs to the test half."""
    return hashlib.sha256(f"{labels.suite} {labels.task}".encode()).digest()[0] % 2 == 1


def detect(measured: Measured, score: Score, *, threshold: float) -> Detection:
    """Return where a signal with a threshold stops an episode."""
    truth = [row.finished for row in measured.rows]
    finished_at = truth.index(True) if True in truth else None
    for step, row in enumerate(measured.rows[1:], start=1):
        if score(row) >= threshold:
            return Detection(step, finished_at, truth[step])
    return Detection(None, finished_at, is_right=finished_at is None)


def choose_threshold(measured: Sequence[Measured], score: Score) -> float:
    """Return the lowest threshold with at most `MAX_FALSE_SHARE` of false stops."""
    episodes = [[(score(row), row.finished) for row in each.rows[1:]] for each in measured]
    return lowest_threshold(episodes, max_false_share=MAX_FALSE_SHARE)


def describe(name: str, threshold: str, summary: DetectionSummary) -> tuple[object, ...]:
    """Return the row of a table for a signal."""
    return (
        name,
        threshold,
        percent(summary.precision),
        percent(summary.recall),
        f"{summary.false} ({summary.false_stops:.1%})",
        "-" if summary.mean_late is None else f"{summary.mean_late:.2f}",
    )


def percent(share: float | None) -> str:
    """Format a share, which may be unknown."""
    return "-" if share is None else f"{share:.1%}"


def make_examples(measured: Sequence[Measured]) -> tuple[Example, ...]:
    """Return the examples from which the combination learns."""
    return tuple(
        Example(row.features, row.finished, f"{each.labels.suite} {each.labels.task}", f"{index}")
        for index, each in enumerate(measured)
        for row in each.rows[1:]
    )


def combination_score(classifier: Classifier) -> Score:
    """Return the probability of a classifier as a score."""
    return lambda row: classifier.probability(row.features) if row.features.instruction else 0.0


def signal_rows(training: Sequence[Measured], test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield the row of each signal, with its own threshold or the one chosen on the training half."""

    def row(name: str, score: Score, threshold: float, label: str) -> tuple[object, ...]:
        detections = [detect(each, score, threshold=threshold) for each in test]
        return describe(name, label, summarize_detections(detections))

    yield row("raw SSIM as released", SCORES["raw SSIM"], RELEASED_THRESHOLD, f"{RELEASED_THRESHOLD}")
    yield row("equations 2 to 5 as printed", lambda each: float(each.printed), 1.0, "eq. 4")
    for name in ("`similar` (pictures)", "`similar:tree` (trees)"):
        yield row(name, SCORES[name], 0.98, "satisfaction index")
    for name, score in SCORES.items():
        chosen = choose_threshold(training, score)
        yield row(name, score, chosen, f"{chosen:.3f}, chosen")


def combination_rows(
    training: Sequence[Measured], test: Sequence[Measured]
) -> Iterator[tuple[Classifier, tuple[object, ...]]]:
    """Yield the combination with all features, and without some, with the row of each."""
    examples = make_examples(training)
    no_actions = ("actions", "last_action", "extra_actions")
    no_references = (*Features.__struct_fields__[:10],)
    for name, without in (
        ("**combination (`completed`)**", ()),
        ("combination without the actions", no_actions),
        ("combination without pictures", ("picture", "picture_index")),
        ("combination without references", no_references),
    ):
        classifier = calibrate(
            examples, without=without, trained_on=f"{len(training)} recorded practice episodes"
        )
        score = combination_score(classifier)
        if name.endswith("without references"):
            score = lambda row, of=classifier: of.probability(row.features)  # noqa: E731
        detections = [detect(each, score, threshold=classifier.finished_from) for each in test]
        label = f"{classifier.finished_from:.3f}, chosen"
        yield classifier, describe(name, label, summarize_detections(detections))


def main() -> None:
    """Measure or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=("measure", "report"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suites", nargs="+", default=["phone", "sites", "miniwob"])
    parser.add_argument("--write", type=Path, help="write the combination to this file")
    arguments = parser.parse_args()
    if arguments.action == "measure":
        measure(arguments.folder, suites=arguments.suites)
    else:
        report(arguments.folder, suites=arguments.suites, out=arguments.write)


def read_measured(folder: Path, *, suites: Sequence[str]) -> list[Measured]:
    """Read the measured episodes of which the task has a reference."""
    paths = sorted(folder.rglob(SIGNALS_FILE))
    measured = (msgspec.json.decode(path.read_bytes(), type=Measured) for path in paths)
    return [each for each in measured if each.labels.suite in suites]


def report(folder: Path, *, suites: Sequence[str], out: Path | None) -> None:
    """Print the tables."""
    everything = [each for each in read_measured(folder, suites=suites) if not each.labels.answer]
    training = [each for each in everything if not is_test(each.labels)]
    test = [each for each in everything if is_test(each.labels)]
    heads = ["signal", "threshold", "precision", "recall", "false stops", "steps late"]
    rows = list(signal_rows(training, test))
    for classifier, row in combination_rows(training, test):
        rows.append(row)
        if out is not None and "without" not in str(row[0]):
            write_classifier(classifier, out)
    print(len(training), len(test), sum(any(r.finished for r in e.rows) for e in test))
    print(render_table(heads, rows))


if __name__ == "__main__":
    main()
