"""Training examples for the network, built from recorded decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zlib import crc32

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Done, Element
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


def relabel_in_hindsight(row: Row, after: Row | None = None) -> Iterator[Row]:
    """Yield copies of a click's row whose instruction asks for exactly that click.

    Any click is the correct answer to an instruction that asks for exactly that click (hindsight experience
    replay, Andrychowicz et al. 2017). If `after` is given, a second row labels the following screen as
    done. Yields nothing if the row's action is not a click on an element with a unique name.
    """
    action = row.action
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return
    name = action.target.name.strip()
    if not name or sum(node.name.strip() == name for node in row.seen.nodes) > 1:
        return
    instruction = _CLICK_INSTRUCTIONS[
        crc32(f"{row.task}{row.seed}{row.step}".encode()) % len(_CLICK_INSTRUCTIONS)
    ].format(name)
    relabelled = msgspec.structs.replace(
        row, instruction=instruction, history=(), origin=f"hindsight of {row.origin}"
    )
    yield relabelled
    if after is not None:
        yield msgspec.structs.replace(
            relabelled,
            step=after.step,
            seen=after.seen,
            history=after.history[-1:],
            action=Done(),
        )


_CLICK_INSTRUCTIONS = (
    'Click on "{}".',
    "Click the {}",
    'Press "{}"',
    "{}",
    "Choose {}",
    "Go to {}",
    'Tap "{}".',
    "Open {}",
)
