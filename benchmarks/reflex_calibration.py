"""Calibration of the embedded net with and without the features made for single benchmark tasks.

    python benchmarks/reflex_calibration.py EPISODES... [--corrected EPISODES...]

EPISODES are folders of episodes that were not used for training, such as those of the oracle on validation
seeds (`onscreen bench miniwob --agent oracle --seeds 1009,1019,1029,1039,1049 --out FOLDER`). Actions of the
episodes given by --corrected are replaced by those of the oracle. The script prints the temperature and the
minimum confidence that `onscreen train` would choose for the weights that ship; half of the decisions are
used for this choice, the other half for the table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from _report import publish, render_table

from onscreen.store.episode_store import find_episodes
from onscreen_practice.oracle_agent import next_oracle_action
from onscreen_reflex.benchmark_features import ALL_FEATURES, DEFAULT_FEATURES
from onscreen_reflex.benchmark_outputs import DEFAULT_VOCABULARY, FULL_VOCABULARY
from onscreen_reflex.weights import Weights
from onscreen_train.calibration import Prediction, accuracy, calibrate, calibration_error, predict
from onscreen_train.decision_rows import Row, Skipped
from onscreen_train.step_weights import step_weights
from onscreen_train.training_data import rows_from_corrections, rows_from_episodes
from onscreen_train.training_examples import Example, build_examples

CASES = {
    "default": (DEFAULT_FEATURES, DEFAULT_VOCABULARY),
    "with everything made for single tasks": (ALL_FEATURES, FULL_VOCABULARY),
}
HEADER = (
    "features and output vocabulary",
    "decisions",
    "correct",
    "calibration error",
    "confident",
    "correct where confident",
    "temperature chosen",
    "minimum confidence chosen",
)


def load_rows(episodes: list[Path], corrected: list[Path]) -> list[Row]:
    """Return the decisions of the episodes, and the oracle's on the screens of the corrected episodes."""
    folders = tuple(folder for path in episodes for folder in find_episodes(path))
    other_folders = tuple(folder for path in corrected for folder in find_episodes(path))
    items = [
        *rows_from_episodes(folders, weight_of=step_weights),
        *rows_from_corrections(other_folders, teacher=next_oracle_action),
    ]
    rows = [row for item in items if not isinstance(item, Skipped) for row in item]
    return [row for row in rows if not row.origin.startswith("hindsight")]


def summarize(name: str, predictions: tuple[Prediction, ...], *, min_confidence: float) -> tuple[str, ...]:
    """Return the first cells of a case's table row."""
    confident = [each for each in predictions if each.confidence >= min_confidence]
    return (
        name,
        str(len(predictions)),
        f"{100 * accuracy(predictions):.1f} %",
        f"{calibration_error(predictions):.3f}",
        f"{100 * len(confident) / max(1, len(predictions)):.1f} %",
        f"{100 * accuracy(confident):.1f} %",
    )


def main() -> None:
    """Evaluate both cases, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("episodes", type=Path, nargs="*", default=[Path("runs/reflex/calibration-oracle")])
    parser.add_argument("--corrected", type=Path, nargs="*", default=[])
    arguments = parser.parse_args()
    missing = [path for path in (*arguments.episodes, *arguments.corrected) if not path.is_dir()]
    if missing:
        parser.error(f"no folder {str(missing[0])!r}; record episodes first (see --help)")
    rows = load_rows(arguments.episodes, arguments.corrected)
    weights = Weights()
    manifest = weights.manifest
    table_rows = []
    for name, (features, vocabulary) in CASES.items():
        items = build_examples(rows, weights.pieces, features=features)
        examples = [each for each in items if isinstance(each, Example)]
        temperature, min_confidence, _ = calibrate(weights, examples, vocabulary=vocabulary)
        predictions = predict(
            weights, examples[1::2], temperature=manifest.temperature, vocabulary=vocabulary
        )
        cells = summarize(name, predictions, min_confidence=manifest.min_confidence)
        table_rows.append((*cells, f"{temperature:g}", f"{min_confidence:.2f}"))
    text = f"""### Calibration of the embedded net

Decisions of MiniWoB++ episodes that were not used for training, {len(rows)} in total, half of them in the
table. The weights that ship have temperature {manifest.temperature:g} and minimum confidence
{manifest.min_confidence:.2f}; the last two columns are what a new calibration on the other half chooses.

{render_table(HEADER, table_rows)}"""
    publish("reflex-calibration", text, {"lines": table_rows})


if __name__ == "__main__":
    main()
