"""The `onscreen models` command, which lists and downloads local models."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console
from rich.progress import Progress

from onscreen.model.local_catalog import fetch_model, known_models
from onscreen.plugins import unknown_name
from onscreen.types.errors import UsageError

HELP = "List the models that run on this machine, or download one: onscreen models fetch NAME."
_MB = 1e6


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "fetch"), default="list", help="(default: list)"
    )
    parser.add_argument("name", nargs="?", help="name of the model (for fetch)")


def run(arguments: Namespace) -> int:
    """List the local models or download one, and return the exit status.

    Raises:
        UsageError: no model has the name, or the disk is full.
        ModelUnavailable: no source provides the model.
    """
    if arguments.action == "list":
        for row in model_rows():
            print(row)  # noqa: T201
        return 0
    if not arguments.name:
        raise UsageError("the name of a model is missing, as in: onscreen models fetch smollm2-135m")
    names = tuple(model.name for model in known_models())
    if arguments.name not in names:
        raise unknown_name("local model", arguments.name, known=names)
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(arguments.name)
        path = fetch_model(arguments.name, lambda done, total: bar.update(task, completed=done, total=total))
    print(path)  # noqa: T201
    return 0


def model_rows() -> tuple[str, ...]:
    """Format the local models as text, one line per model.

    Each line starts with the name that `--model` accepts.
    """
    width = max(len(model.name) for model in known_models())
    return tuple(
        f"local:{model.name:<{width}}  {model.size / _MB:>6.0f} MB  {model.license:<12}  "
        f"{model.path or f'not downloaded; onscreen models fetch {model.name}'}"
        for model in known_models()
    )
