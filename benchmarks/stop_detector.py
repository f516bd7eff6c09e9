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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from _report import publish, render_table
from PIL import Image
from stop_recordings import LABELS_FILE, Labels

from onscreen.cli.bench import parse_seeds
from onscreen.policy.completion.completion_classifier import MAX_FALSE_SHARE as DEFAULT_SHARE
from onscreen.policy.completion.completion_classifier import (
    PICTURE_FEATURES,
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
from onscreen.stop.completed_reference import CompletedReference, Match, find_references, make_reference
from onscreen.stop.picture_similarity import compare_pictures, gray_pixels, layout_diversity
from onscreen.stop.satisfaction_index import (
    BASIC_MARGIN,
    printed_satisfaction_index,
    printed_similarity_index,
    printed_verdict,
)
from onscreen.stop.similarity_signal import SimilaritySignal
from onscreen.stop.state_comparison import image, tree
from onscreen.store.episode_store import load_episode
from onscreen.text.similar_tasks import TEMPLATE_SIMILARITY
from onscreen.types import Episode, Picture

SIGNALS_FILE = "signals.json"
RELEASED_THRESHOLD = 0.8
"""Threshold of the raw similarity in the released code of MTTIA."""
OPERATING_CURVE = (
    "Operating curve of the combination. Covered are the finished episodes that are stopped rightly or on "
    "which it is not sure and asks; questions are the unfinished screens per episode on which it asks:"
)
COMMANDS = (
    "`python benchmarks/stop_recordings.py FOLDER`, then `python benchmarks/stop_detector.py measure FOLDER` "
    "and `python benchmarks/stop_detector.py report FOLDER`"
)
CAVEATS = (
    "The references and the judged runs of the first tables come from the same scripts with other seeds, so "
    "their actions agree more than those of other agents would. A near miss of the phone changes a detail of "
    "the state, which its screen does not always show; until the change, the run counts as finished. A near "
    "miss of MiniWoB++ repeats the solution with one action on another element of the same role, or with a "
    "text without its last character; some of them finish the task all the same. "
    "Weights, thresholds, features and the accepted share of false stops were chosen on the "
    "calibration half alone, whose errors had been read; earlier versions had been measured on the same "
    "test half. Targets: at most 1 % false stops, 99 % recall, at most 0.1 steps late."
)
OPERATING_SHARES = (0.005, 0.01, 0.02, 0.03, 0.05)
"""Accepted shares of false stops of the operating curve."""
LARGER_SHARE = 0.03
"""A larger accepted share of false stops, for comparison."""
RATIO_OF_COMPLETION = 1 - BASIC_MARGIN
"""Ratio of similarity index and satisfaction index from which a task is completed."""


class PictureValues(msgspec.Struct, frozen=True):
    """Values of the signals that compare pictures, on a screen.

    `released` is the raw similarity to the best reference, `printed` whether equations 2 to 5 as printed find
    the task completed, `hash` the similarity of perceptual hashes, `equal_pixels` the share of equal pixels,
    `index_ratio` similarity index divided by satisfaction index of the signal `similar`.
    """

    released: float
    printed: float
    hash: float
    equal_pixels: float
    index_ratio: float


class Row(msgspec.Struct, frozen=True):
    """Values of the signals on a screen; higher values are closer to the finished state.

    `tree_ratio` is similarity index divided by satisfaction index of the signal `similar:tree`. `pictures` is
    None where the signals that compare pictures are not measured. `features_sec` is the time for all features
    of the signal `completed`.
    """

    finished: bool
    features: Features
    tree_ratio: float
    features_sec: float
    pictures: PictureValues | None = None


class Measured(msgspec.Struct, frozen=True):
    """The rows of an episode, its labels, and how many references were found."""

    labels: Labels
    rows: tuple[Row, ...]
    references: int


Score: TypeAlias = Callable[[Row], float]
PICTURE_SCORES: Mapping[str, Callable[[PictureValues], float]] = {
    "raw SSIM": lambda values: values.released,
    "perceptual hash": lambda values: values.hash,
    "plain difference of pixels": lambda values: values.equal_pixels,
    "`similar` (pictures)": lambda values: values.index_ratio,
}
SCORES: Mapping[str, Score] = {
    "`similar:tree` (trees)": lambda row: row.tree_ratio,
    "new texts of the references": lambda row: row.features.new_facts,
    "actions of the references": lambda row: min(row.features.actions, row.features.last_action),
    "explained actions of the references": lambda row: min(
        row.features.explained, row.features.last_explained
    ),
    "no contradiction": lambda row: 1 - row.features.contradictions,
}


def picture_score(score: Callable[[PictureValues], float]) -> Score:
    """Return a score of pictures as one of rows, 0 where pictures are not measured."""
    return lambda row: score(row.pictures) if row.pictures is not None else 0.0


def with_pictures(measured: Sequence[Measured]) -> list[Measured]:
    """Return the episodes whose pictures are measured."""
    return [each for each in measured if each.rows[0].pictures is not None]


def read_labels(folder: Path) -> Iterator[tuple[Path, Labels]]:
    """Yield the folder and the labels of every recording."""
    for path in sorted(folder.rglob(LABELS_FILE)):
        yield path.parent, msgspec.json.decode(path.read_bytes(), type=Labels)


def read_reference(folder: Path, labels: Labels) -> CompletedReference | None:
    """Make a reference from a recorded solution, up to its first finished screen; None if it failed.

    A near miss that spoils a finished state contains a solution, too.
    """
    if labels.kind == "agent" or True not in labels.finished[1 : labels.scripted_steps + 1]:
        return None
    steps = labels.finished.index(True, 1)
    return make_reference(load_episode(folder).so_far(steps), origin=f"{labels.task}, seed {labels.seed}")


def measure_episode(
    folder: Path, labels: Labels, *, pool: Sequence[CompletedReference], has_pictures: bool
) -> Measured:
    """Compute the values of all signals on every screen of a recorded episode."""
    episode = load_episode(folder)
    matches = find_references(pool, episode)
    by_tree, rows = SimilaritySignal(pool, tree), []
    measure_pictures = picture_measure(matches, pool=pool) if has_pictures else None
    for step, finished in enumerate(labels.finished):
        prefix = episode.so_far(step)
        began = time.perf_counter()
        features = compute_features(prefix, matches, with_pictures=has_pictures)
        seconds = time.perf_counter() - began
        found = by_tree.assess(prefix)
        pictures = measure_pictures(prefix) if measure_pictures else None
        rows.append(Row(finished, features, found.index / found.satisfaction, seconds, pictures))
    return Measured(labels, tuple(rows), len(matches))


def picture_measure(
    matches: Sequence[Match], *, pool: Sequence[CompletedReference]
) -> Callable[[Episode], PictureValues]:
    """Return a function that measures the pictures of an episode, called after each of its steps."""
    pictures = [match.reference.shot.picture for match in matches]
    by_image, diversity = SimilaritySignal(pool, image), layout_diversity(pictures)
    seen: list[float] = []

    def measure_screen(prefix: Episode) -> PictureValues:
        picture = prefix.last.picture
        raw = max((compare_pictures(each, picture).value or 0.0 for each in pictures), default=0.0)
        satisfaction = printed_satisfaction_index(1.0, diversity)
        index = printed_similarity_index(raw, seen)
        seen.append(raw)
        found = by_image.assess(prefix)
        return PictureValues(
            raw,
            float(printed_verdict(index, satisfaction) != "not completed"),
            max((hash_similarity(each, picture) for each in pictures), default=0.0),
            max((equal_pixels(each, picture) for each in pictures), default=0.0),
            found.index / found.satisfaction,
        )

    return measure_screen


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


def measure(folder: Path, *, suites: Sequence[str], picture_seeds: Sequence[int]) -> None:
    """Store the values of the signals beside each recording that has none yet.

    The signals that compare pictures take most of the time: they are measured for some seeds only.
    """
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
            has_pictures = labels.seed in picture_seeds
            measured = measure_episode(path, labels, pool=pool, has_pictures=has_pictures)
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
    """Return the lowest threshold with at most `DEFAULT_SHARE` of false stops."""
    episodes = [[(score(row), row.finished) for row in each.rows[1:]] for each in measured]
    return lowest_threshold(episodes, max_false_share=DEFAULT_SHARE)


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


def combination_score(classifier: Classifier, *, needs_reference: bool = True) -> Score:
    """Return the probability of a classifier as a score, 0 without a reference that is needed."""

    def score(row: Row) -> float:
        is_known = bool(row.features.instruction) or not needs_reference
        return classifier.probability(row.features) if is_known else 0.0

    return score


def signal_rows(training: Sequence[Measured], test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield the row of each signal, with its own threshold or the one chosen on the training half."""

    def row(
        name: str, score: Score, threshold: float, label: str, *, of: Sequence[Measured]
    ) -> tuple[object, ...]:
        detections = [detect(each, score, threshold=threshold) for each in of]
        return describe(name, label, summarize_detections(detections))

    chosen_for, some = f"chosen for {DEFAULT_SHARE:.0%}", with_pictures(test)
    raw = picture_score(PICTURE_SCORES["raw SSIM"])
    printed = picture_score(lambda values: values.printed)
    similar = picture_score(PICTURE_SCORES["`similar` (pictures)"])
    by_tree = SCORES["`similar:tree` (trees)"]
    yield row("raw SSIM as released", raw, RELEASED_THRESHOLD, f"{RELEASED_THRESHOLD}", of=some)
    yield row("equations 2 to 5 as printed", printed, 1.0, "eq. 4", of=some)
    yield row("`similar` (pictures)", similar, RATIO_OF_COMPLETION, "satisfaction index", of=some)
    yield row("`similar:tree` (trees)", by_tree, RATIO_OF_COMPLETION, "satisfaction index", of=test)
    for name, values in PICTURE_SCORES.items():
        score = picture_score(values)
        chosen = choose_threshold(with_pictures(training), score)
        yield row(name, score, chosen, f"{chosen:.3f}, {chosen_for}", of=some)
    for name, score in SCORES.items():
        chosen = choose_threshold(training, score)
        yield row(name, score, chosen, f"{chosen:.3f}, {chosen_for}", of=test)


def combination_rows(
    training: Sequence[Measured], test: Sequence[Measured]
) -> Iterator[tuple[Classifier, tuple[object, ...]]]:
    """Yield the combination with all features but those of pictures, and without some, with the row of each.

    The weights of pictures were 0 in all earlier fits, and their features are not measured for all seeds.
    """
    examples = make_examples(training)
    explained = (
        *("explained", "unexplained", "foreign", "all_explained", "last_explained", "agreement"),
        *("missed_values", "assumed", "unfinished_before"),
    )
    equal = ("actions", "exact_actions", "entered_texts", "last_action", "extra_actions", "missing_actions")
    names = Features.__struct_fields__
    rules = ("rule_subtasks", "rules_complete")
    references = names[: names.index(rules[0])]
    for name, without, share in (
        ("**combination (`completed`)**", (), DEFAULT_SHARE),
        (f"combination, at most {LARGER_SHARE:.0%} false", (), LARGER_SHARE),
        ("combination without explained actions", explained, DEFAULT_SHARE),
        ("combination without any actions", (*explained, *equal, "all_actions", *rules), DEFAULT_SHARE),
        ("combination without the rules", rules, DEFAULT_SHARE),
        ("combination without `unfinished_before`", ("unfinished_before",), DEFAULT_SHARE),
        ("combination without both", (*rules, "unfinished_before"), DEFAULT_SHARE),
        ("combination without references", references, DEFAULT_SHARE),
    ):
        classifier = calibrate(
            examples,
            without=(*PICTURE_FEATURES, *without),
            max_false_share=share,
            trained_on=f"{len(training)} recorded practice episodes",
        )
        score = combination_score(classifier, needs_reference=not name.endswith("references"))
        detections = [detect(each, score, threshold=classifier.finished_from) for each in test]
        label = f"{classifier.finished_from:.3f}, chosen for {share:.0%}"
        yield classifier, describe(name, label, summarize_detections(detections))
        if not without and share == DEFAULT_SHARE:
            detections = [
                detect(each, score, threshold=classifier.finished_from)
                for each in test
                if (each.labels.suite, each.labels.kind) != ("miniwob", "near")
            ]
            row = describe("the same, no near miss of MiniWoB++", label, summarize_detections(detections))
            yield classifier, row


def operating_rows(training: Sequence[Measured], test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the operating curve: stops and questions for each accepted share of false stops.

    The weights and both thresholds come from the training half. A finished episode is covered if it is
    stopped rightly, or if the combination is not sure on a finished screen before any false stop, and asks.
    The last column counts the unfinished screens of an episode on which it is not sure.
    """
    examples = make_examples(training)
    for share in OPERATING_SHARES:
        classifier = calibrate(examples, without=PICTURE_FEATURES, max_false_share=share)
        score = combination_score(classifier)
        summary = summarize_detections([detect(m, score, threshold=classifier.finished_from) for m in test])
        finished = [each for each in test if any(row.finished for row in each.rows[1:])]
        covered = sum(is_covered(each, classifier, score=score) for each in finished)
        asked = sum(
            classifier.state(score(row)) == "not sure"
            for each in test
            for row in each.rows[1:]
            if not row.finished
        )
        row = describe(f"{share:.1%}", f"{classifier.finished_from:.3f}", summary)
        questions = f"{asked / len(test):.2f}" if test else "-"
        yield (*row[:5], percent(covered / len(finished) if finished else None), questions)


def is_covered(measured: Measured, classifier: Classifier, *, score: Score) -> bool:
    """Check whether an episode is stopped rightly, or the user asked on a finished screen before a stop."""
    for row in measured.rows[1:]:
        state = classifier.state(score(row))
        if row.finished and state != "unfinished":
            return True
        if state == "finished":
            return False
    return False


def read_measured(folder: Path, *, suites: Sequence[str]) -> list[Measured]:
    """Read the measured episodes."""
    return [
        msgspec.structs.replace(
            msgspec.json.decode((path / SIGNALS_FILE).read_bytes(), type=Measured), labels=labels
        )
        for path, labels in read_labels(folder)
        if labels.suite in suites and (path / SIGNALS_FILE).exists()
    ]


class Claim(msgspec.Struct, frozen=True):
    """A claim that the task is done, on a screen of an episode, and whether it is right."""

    kind: str
    row: Row
    is_right: bool


def find_claims(measured: Sequence[Measured]) -> Iterator[Claim]:
    """Yield claims at the end of scripts, halfway through them, and those of the default agent."""
    for each in measured:
        labels = each.labels
        end, half = labels.scripted_steps, labels.scripted_steps // 2
        if labels.kind == "agent":
            if labels.claimed:
                yield Claim("default agent", each.rows[-1], labels.finished[-1])
        elif labels.kind == "near":
            yield Claim("near miss", each.rows[-1], labels.finished[-1])
        else:
            yield Claim("end of the solution", each.rows[end], labels.finished[end])
            if half and not labels.finished[half]:
                yield Claim("half of the solution", each.rows[half], is_right=False)


def claim_rows(classifier: Classifier, test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each kind of claim: how the right and the wrong ones are answered."""
    groups: dict[tuple[str, bool], list[str]] = defaultdict(list)
    score = combination_score(classifier)
    for claim in find_claims(test):
        groups[claim.kind, claim.is_right].append(classifier.state(score(claim.row)))
    for (kind, is_right), states in sorted(groups.items()):
        counts = [states.count(state) for state in ("finished", "not sure", "unfinished")]
        yield (kind, "right" if is_right else "wrong", len(states), *counts)


def agent_rows(classifier: Classifier, runs: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield the rows for runs of the default agent: its own claim, and the same claim when verified."""
    score = combination_score(classifier)
    for name, least in (
        ("the agent's own claim", None),
        ("its claim, if `completed` does not reject it", classifier.unfinished_below),
        ("its claim, if `completed` accepts it", classifier.finished_from),
    ):
        detections = []
        for each in runs:
            truth = each.labels.finished
            finished_at = truth.index(True) if True in truth else None
            stops = each.labels.claimed and (least is None or score(each.rows[-1]) >= least)
            at = len(each.rows) - 1 if stops else None
            detections.append(Detection(at, finished_at, truth[-1] if stops else finished_at is None))
        yield describe(name, "", summarize_detections(detections))


def describe_cost(measured: Sequence[Measured]) -> str:
    """Describe the time of the check, relative to that of a step."""
    checks = [row.features_sec for each in measured for row in each.rows[1:]]
    steps = [each.labels.seconds / max(1, len(each.rows) - 1) for each in measured]
    check, step = float(np.median(checks)), float(np.median(steps))
    return (
        f"The check of `completed` took {check * 1000:.0f} ms in the median, a recorded step "
        f"{step * 1000:.0f} ms ({check / step:.0%}), on a machine that was shared with other work."
    )


def report(folder: Path, *, suites: Sequence[str], out: Path | None) -> None:
    """Choose the thresholds on the training half, and publish the tables of the test half."""
    measured = read_measured(folder, suites=suites)
    everything = [each for each in measured if not each.labels.answer and each.labels.kind != "agent"]
    training = [each for each in everything if not is_test(each.labels)]
    test = [each for each in everything if is_test(each.labels)]
    rows, combined = list(signal_rows(training, test)), list(combination_rows(training, test))
    classifier = combined[0][0]
    if out is not None:
        write_classifier(classifier, out)
    heads = ["signal", "threshold", "precision", "recall", "false stops", "steps late"]
    operating_heads = ["accepted", *heads[1:5], "covered", "questions"]
    claim_heads = ["claim at", "is", "claims", "accepted", "not sure", "rejected"]
    suite_rows = list(rows_by_suite(classifier, test))
    tested = [each for each in measured if is_test(each.labels)]
    agent = [each for each in tested if each.labels.kind == "agent"]
    text = "\n\n".join(
        [
            "### Stop signals as detectors",
            describe_episodes(measured, test),
            render_table(heads, [*rows, *(row for _, row in combined)]),
            OPERATING_CURVE,
            render_table(operating_heads, list(operating_rows(training, test))),
            "By suite and layout, for `completed` and `similar:tree` with the thresholds above:",
            render_table(["suite", "layout", "episodes", *heads[:1], *heads[2:]], suite_rows),
            "By the best reference:",
            render_table(["reference", "episodes", *heads[2:]], list(rows_by_reference(classifier, test))),
            "Claims that the task is done, and how `completed` answers them (tasks with answers included):",
            render_table(claim_heads, list(claim_rows(classifier, tested))),
            f"Runs of the default agent ({len(agent)} in the test half, with answers):",
            render_table(
                heads[:1] + heads[2:], [(row[0], *row[2:]) for row in agent_rows(classifier, agent)]
            ),
            describe_cost(measured),
            CAVEATS,
            COMMANDS,
        ]
    )
    publish("stop_detector", text, {"signals": [list(map(str, row)) for row in rows]})


def describe_episodes(measured: Sequence[Measured], test: Sequence[Measured]) -> str:
    """Describe how many episodes of which kinds there are."""
    counts = Counter((each.labels.suite, each.labels.kind) for each in measured)
    kinds = ", ".join(f"{count} {suite} {kind}" for (suite, kind), count in sorted(counts.items()))
    finished = sum(any(row.finished for row in each.rows[1:]) for each in test)
    missing = sum(each.references == 0 for each in test)
    return (
        f"{len(measured)} recorded episodes ({kinds}). The test half of the tasks has {len(test)} episodes "
        f"without answers, of which {finished} reach the finished state; {missing} find no reference of a "
        f"similar task. The signals that compare pictures are measured on {len(with_pictures(test))} of them."
    )


def rows_by_suite(classifier: Classifier, test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of two signals for each suite and layout."""
    groups: dict[tuple[str, str], list[Measured]] = defaultdict(list)
    for each in test:
        groups[each.labels.suite, each.labels.layout].append(each)
    signals = (
        ("`completed`", combination_score(classifier), classifier.finished_from),
        ("`similar:tree` (trees)", SCORES["`similar:tree` (trees)"], RATIO_OF_COMPLETION),
    )
    for (suite, layout), members in sorted(groups.items()):
        for name, score, threshold in signals:
            found = summarize_detections([detect(each, score, threshold=threshold) for each in members])
            row = describe(name, "", found)
            yield (suite, layout, len(members), row[0], *row[2:])


def rows_by_reference(classifier: Classifier, test: Sequence[Measured]) -> Iterator[tuple[object, ...]]:
    """Yield a row of the combination for each kind of reference."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for each in test:
        groups[reference_kind(each)].append(each)
    score = combination_score(classifier)
    for kind, members in sorted(groups.items()):
        found = summarize_detections(
            [detect(each, score, threshold=classifier.finished_from) for each in members]
        )
        yield (kind, len(members), *describe("", "", found)[2:])


def reference_kind(measured: Measured) -> str:
    """Describe the references that were found for an episode."""
    if not measured.references:
        return "none"
    similarity = measured.rows[0].features.instruction
    if similarity == 1:
        return "same instruction"
    is_template = similarity >= TEMPLATE_SIMILARITY / 100
    return "instruction with other values" if is_template else "similar instruction"


def main() -> None:
    """Measure or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=("measure", "report"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suites", nargs="+", default=["phone", "sites", "miniwob", "apps"])
    parser.add_argument("--picture-seeds", default="1", help="seeds whose pictures are compared")
    parser.add_argument("--write", type=Path, help="write the combination to this file")
    arguments = parser.parse_args()
    if arguments.action == "measure":
        seeds = parse_seeds(arguments.picture_seeds)
        measure(arguments.folder, suites=arguments.suites, picture_seeds=seeds)
    else:
        report(arguments.folder, suites=arguments.suites, out=arguments.write)


if __name__ == "__main__":
    main()
