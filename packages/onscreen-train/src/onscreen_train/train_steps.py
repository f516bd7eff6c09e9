"""What `onscreen train` does; apart from its options, for it needs PyTorch, which `--help` does not."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import cast

from onscreen.plugins import attribute_of
from onscreen.store.episode_store import episodes_under
from onscreen.types import Action, Episode
from onscreen.types.errors import MissingExtra, UsageError
from onscreen_reflex.manifest import FOLDER, NET
from onscreen_train.corpus import corrected, episodes, invented, misfits, paired
from onscreen_train.episode_rows import Row, Skipped, write_rows
from onscreen_train.fit_loop import Recipe
from onscreen_train.step_weights import worth
from onscreen_train.training_run import Plan, train
from onscreen_train.warm_start import CHECKPOINT, begins_in
from onscreen_train.word_vectors import encoder_folder

EMBEDDED = "embedded"
"""The name of the weights that ship, for --begin."""
ROWS, LEFT = "rows.parquet", "left-out.txt"


def run(arguments: Namespace) -> int:
    """Train and return the exit status.

    Raises:
        UsageError: there is nothing to learn from, or a file cannot be used.
    """
    out = Path(arguments.out)
    begin = _begin(arguments.begin)
    encoder = Path(arguments.encoder) if arguments.encoder else encoder_folder()
    rows = out / ROWS
    if rows.exists():
        _say(f"going on with {rows}; delete {out} to begin anew")
    else:
        _say(f"{write_rows(misfits(_rows(arguments, out)), rows)} decisions in {rows}")
    recipe = Recipe(passes=arguments.passes, seed=arguments.seed)
    manifest = train(Plan(rows, encoder, out, arguments.recipe, recipe, begin=begin), say=_say)
    _say(f"temperature {manifest.temperature}, sure from {manifest.least}; see {out / 'card.md'}")
    print(f"--model reflex:{out}")  # noqa: T201
    return 0


def _begin(name: str | None) -> Path | None:
    """Return the folder that --begin names."""
    if not name:
        return None
    folder = FOLDER if name == EMBEDDED else Path(name)
    if begins_in(folder) is None:
        raise UsageError(
            f"no training in {folder}: it holds neither {CHECKPOINT} nor {NET}; name the --out of another "
            f"training, or {EMBEDDED!r} for the weights that ship"
        )
    return folder


def _rows(arguments: Namespace, out: Path) -> Iterator[Row]:
    """Yield the rows of everything named, and write down what is left out."""
    found = _folders(arguments.episodes)
    wrong = _folders(arguments.corrected)
    if not (found or wrong or arguments.pairs):
        raise UsageError(
            "nothing to learn from; name folders of episodes, as onscreen bench miniwob --agent oracle "
            "--seeds 1000-1009 --out runs/oracle makes them"
        )
    out.mkdir(parents=True, exist_ok=True)
    with (out / LEFT).open("w", encoding="utf-8") as file:
        corrections = corrected(wrong, teach=_oracle()) if wrong else ()
        for each in _each(episodes(found, weigh=worth), corrections):
            if isinstance(each, Skipped):
                file.write(f"{each.origin}: {each.why}\n")
            else:
                yield from each
    yield from paired([Path(name) for name in arguments.pairs], weight=arguments.pair_weight)
    yield from invented(arguments.made)


def _oracle() -> Callable[[Episode], Action | None]:
    """Return the oracle of the practice suites, which --corrected asks."""
    try:
        found = attribute_of("onscreen_practice.oracle_agent:next_oracle_action")
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"--corrected asks an oracle of the package 'onscreen-practice', which lacks {error.name!r}; "
            "install it with: pip install onscreen-practice[miniwob]"
        ) from error
    return cast("Callable[[Episode], Action | None]", found)


def _each(*parts: Iterable[tuple[Row, ...] | Skipped]) -> Iterator[tuple[Row, ...] | Skipped]:
    done = left = 0
    for part in parts:
        for each in part:
            done, left = done + 1, left + isinstance(each, Skipped)
            if done % 500 == 0:
                _say(f"{done} episodes read, {left} left out")
            yield each
    _say(f"{done} episodes read, {left} left out")


def _folders(names: Iterable[str]) -> tuple[Path, ...]:
    missing = [name for name in names if not Path(name).is_dir()]
    if missing:
        raise UsageError(f"there is no folder {missing[0]!r}; name folders that hold episodes")
    return tuple(folder for name in names for folder in episodes_under(Path(name)))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201
