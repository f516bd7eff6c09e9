"""Training examples for the network, built from recorded decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen_reflex.benchmark_features import ALL_FEATURES, FeatureSelection
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.action_labels import Label, UnsupportedAction, label_action
from onscreen_train.decision_rows import Row, Skipped


class Example(msgspec.Struct, frozen=True):
    """Training example: the network's input, the correct output, and the training weight."""

    scene: Scene
    label: Label
    weight: float
    task: str
    seed: int


def build_source(row: Row) -> SceneSource:
    """Reconstruct the input that the policy had received for a recorded decision."""
    return SceneSource(row.instruction, build_screen(row.seen.to_shot()), row.history, row.notes)


def build_example(row: Row, pieces: WordPieces, *, features: FeatureSelection = ALL_FEATURES) -> Example:
    """Convert a recorded decision to a training example with the selected input features.

    Raises:
        UnsupportedAction: the action is not among the network's choices.
    """
    scene = build_scene(build_source(row), pieces, features=features)
    return Example(scene, label_action(row.action, scene), row.weight, row.task, row.seed)


def build_examples(
    rows: Iterable[Row], pieces: WordPieces, *, features: FeatureSelection = ALL_FEATURES
) -> Iterator[Example | Skipped]:
    """Yield a training example for each row, or a `Skipped` record if the row has no label."""
    for row in rows:
        try:
            yield build_example(row, pieces, features=features)
        except UnsupportedAction as error:
            yield Skipped(f"{row.task} seed {row.seed} step {row.step}", str(error))
