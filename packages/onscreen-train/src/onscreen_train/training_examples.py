"""Row -> Example: the scene a decision was made on, with the right choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zlib import crc32

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Done, Element
from onscreen_reflex.scene import Scene, SceneSource, build_scene
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.action_labels import Label, Unlabelled, label_of
from onscreen_train.episode_rows import Row, Skipped


class Example(msgspec.Struct, frozen=True):
    """A scene with its label; `weight` is how much it counts."""

    scene: Scene
    label: Label
    weight: float
    task: str
    seed: int


def source_of(row: Row) -> SceneSource:
    """Return what the net reads at this decision."""
    return SceneSource(row.instruction, build_screen(row.seen.shot()), row.history, row.notes)


def example_of(row: Row, pieces: WordPieces) -> Example:
    """Return the example of a row.

    Raises:
        Unlabelled: its action is none of the net's choices.
    """
    scene = build_scene(source_of(row), pieces)
    return Example(scene, label_of(row.action, scene), row.weight, row.task, row.seed)


def examples_of(rows: Iterable[Row], pieces: WordPieces) -> Iterator[Example | Skipped]:
    """Yield the example of each row, or why there is none."""
    for row in rows:
        try:
            yield example_of(row, pieces)
        except Unlabelled as why:
            yield Skipped(f"{row.task} seed {row.seed} step {row.step}", str(why))


def hindsight(row: Row, after: Row | None = None) -> Iterator[Row]:
    """Yield the row as if what it clicked had been asked for, and that nothing is left to do `after` it.

    Whatever was done is the right answer to being asked for just that (Andrychowicz et al. 2017). What has
    no name of its own gives none.
    """
    action = row.action
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return
    name = action.target.name.strip()
    if not name or sum(node.name.strip() == name for node in row.seen.nodes) > 1:
        return
    asked = _WORDINGS[crc32(f"{row.task}{row.seed}{row.step}".encode()) % len(_WORDINGS)].format(name)
    told = msgspec.structs.replace(row, instruction=asked, history=(), origin=f"hindsight of {row.origin}")
    yield told
    if after is not None:
        yield msgspec.structs.replace(
            told,
            step=after.step,
            seen=after.seen,
            history=after.history[-1:],
            action=Done(),
        )


_WORDINGS = (
    'Click on "{}".',
    "Click the {}",
    'Press "{}"',
    "{}",
    "Choose {}",
    "Go to {}",
    'Tap "{}".',
    "Open {}",
)
