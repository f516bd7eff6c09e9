"""The `onscreen run` command, which runs a single task."""

from __future__ import annotations

import shlex
import sys
import time
import webbrowser
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

import msgspec

from onscreen.cli.device_options import parse_settings
from onscreen.cli.map_update import learn_from_run
from onscreen.cli.options import (
    add_run_options,
    make_approval,
    make_limits,
    parse_tools,
    read_text_or_file,
    signal_names,
    slugify,
)
from onscreen.cli.progress import Progress
from onscreen.cli.run_json import RunOutput, make_run_output
from onscreen.cli.terminal_user import ask_at_terminal
from onscreen.policy.cascade import make_cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.html_text_format import one_line
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, UpdateCallback
from onscreen.run.perception_device import choose_senses
from onscreen.run.run_setup import run_trial
from onscreen.run.schema_check import check_schema
from onscreen.run.screen_values import ANSWER_SCHEMA
from onscreen.run.trial import Result, Trial
from onscreen.run.typed_answer import read_typed_answer
from onscreen.score.check_serialization import parse_check
from onscreen.store.episode_store import check_writable
from onscreen.types import Done, Episode, Start, Task
from onscreen.types.errors import UsageError
from onscreen.types.lone_surrogates import has_lone_surrogate

HELP = "Run one task and record the episode."
LAST_LINK = "last"
RUNS_FOLDER = "runs"
_CHECK_EXAMPLE = '{"type": "textshown", "text": "Thank you"}'
_RESUMABLE = frozenset({"device failed", "interrupted", "model failed"})
"""Stop reasons after which a run can be resumed with the same limits."""
_EMPTY_SCREEN_HINT = (
    "  the run started on an empty screen: pass --start ADDRESS for a page, "
    "--tool NAME=ADDRESS for an application"
)


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("instruction", help="the task, in natural language")
    add_run_options(parser)
    parser.add_argument(
        "--resume", action="store_true", help="resume the episode in the folder given by --out"
    )
    parser.add_argument("--open", action="store_true", help="open the episode's HTML page afterwards")
    parser.add_argument("--json", action="store_true", help="print the result as JSON only")
    parser.add_argument(
        "--answer-schema",
        default="",
        metavar="JSON|FILE",
        help="JSON schema of the answer; the values, or why there are none, are printed as JSON",
    )


def run(arguments: Namespace) -> int:
    """Run the task and return the exit status.

    Raises:
        UsageError: an argument is invalid; nothing was run.
        DeviceError: the device cannot be reset to the start of the task.
        ModelError: the model cannot be created.
    """
    trial = make_trial(arguments)
    check_writable(Path(trial.folder))
    schema = (
        read_text_or_file(arguments.answer_schema, example=ANSWER_SCHEMA) if arguments.answer_schema else ""
    )
    if schema:
        check_schema(schema)
    progress = Progress()
    cascade = make_cascade(trial.model)
    device = make_device(trial.device, trial.device_settings)
    with closing(device), _new_or_given_folder(trial, is_new=not arguments.out) as folder:
        trial = msgspec.structs.replace(trial, folder=str(folder))
        hooks = RunHooks(
            _print_and_link(progress, None if arguments.out else folder),
            ask_at_terminal,
            make_approval(arguments.approve, ask_at_terminal),
        )
        episode = run_trial(trial, device, cascade=cascade, hooks=hooks, resume=arguments.resume)
        if arguments.learn:
            learn_from_run(episode, device)
    if not progress.has_started:
        message = f"onscreen: the run in {trial.folder} is done already; nothing is left to resume"
        print(message, file=sys.stderr)  # noqa: T201
    report = write_episode(episode, Path(trial.folder) / EPISODE_PAGE)
    typed = read_typed_answer(episode, schema, model=cascade.model) if schema else None
    result = make_run_output(episode, trial.folder, typed_answer=typed)
    print(f"  {report}", file=sys.stderr)  # noqa: T201
    print(f"  SHA-256 of the record's last line: {result.episode_sha256}", file=sys.stderr)  # noqa: T201
    _print_advice(episode, trial)
    if arguments.json or typed is not None:
        print(msgspec.json.encode(result if arguments.json else typed).decode())  # noqa: T201
    elif result.answer and result.achieved:
        print(one_line(result.answer))  # noqa: T201
    if arguments.open:
        webbrowser.open(report.resolve().as_uri())
    return exit_status(episode, result)


def _print_advice(episode: Episode, trial: Trial) -> None:
    """Print how to resume a failed or interrupted run, and what to do about an empty first screen."""
    if episode.stop is not None and episode.stop.reason in _RESUMABLE:
        how = shlex.join(("--out", trial.folder, "--resume"))
        print(f"  to continue the run, repeat the command with: {how}", file=sys.stderr)  # noqa: T201
    if not trial.task.start.address and not episode.shots[0].nodes:
        print(_EMPTY_SCREEN_HINT, file=sys.stderr)  # noqa: T201


def _new_folder(instruction: str) -> Path:
    """Return a path below runs/ that does not exist yet."""
    base = Path(RUNS_FOLDER) / f"{time.strftime('%Y%m%d-%H%M%S')}-{slugify(instruction)}"
    numbered = (base.with_name(f"{base.name}-{number}") for number in count(2))
    return next(folder for folder in chain([base], numbered) if not folder.exists())


@contextmanager
def _new_or_given_folder(trial: Trial, *, is_new: bool) -> Iterator[Path]:
    """Yield the run's folder, and remove the folder afterwards if nothing was recorded.

    With `is_new`, a folder that does not exist yet is created, under another name if another run took the
    name.

    Raises:
        CannotWrite: the folder cannot be created.
    """
    folder = Path(trial.folder)
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    while is_new and not _create_folder(folder):
        folder = _new_folder(trial.task.instruction)
    try:
        yield folder
    finally:
        with suppress(OSError):
            for path in missing:
                path.rmdir()


def _create_folder(folder: Path) -> bool:
    """Create a folder; returns False if it exists."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _print_and_link(progress: Progress, folder: Path | None) -> UpdateCallback:
    """Return a callback that prints steps and links runs/last to a new run's folder.

    `folder` is None for a run in a folder that the user chose, which is not linked.
    """

    def update(episode: Episode) -> None:
        if folder is not None and not episode.decisions:
            _link_last(folder)
        progress(episode)

    return update


def _link_last(folder: Path) -> None:
    """Point the symbolic link runs/last to a run's folder, if the file system supports links."""
    last = folder.parent / LAST_LINK
    with suppress(OSError):
        last.unlink(missing_ok=True)
        last.symlink_to(folder.name, target_is_directory=True)


def make_trial(arguments: Namespace) -> Trial:
    """Build a trial from the parsed command-line arguments.

    Raises:
        UsageError: an argument is invalid.
    """
    if arguments.resume and not arguments.out:
        raise UsageError("--resume continues an episode; pass its folder with --out")
    if not arguments.instruction.strip():
        raise UsageError("the instruction is empty; describe the task in natural language")
    if has_lone_surrogate(arguments.instruction):
        raise UsageError("the instruction is not UTF-8 text; write it in the encoding of the terminal")
    task = Task(
        arguments.instruction,
        start=Start(arguments.start),
        tools=parse_tools(arguments.tool, arguments.tools),
        check=parse_check(read_text_or_file(arguments.check, example=_CHECK_EXAMPLE))
        if arguments.check
        else None,
        secrets=tuple(arguments.secret),
    )
    return Trial(
        task,
        arguments.out or str(_new_folder(task.instruction)),
        device=arguments.on,
        device_settings=parse_settings(arguments.set),
        agent=arguments.agent,
        model=arguments.model,
        limits=make_limits(arguments),
        signals=_signals(arguments),
        senses=choose_senses(arguments.sense, arguments.agent),
        maps=arguments.maps,
    )


def _signals(arguments: Namespace) -> tuple[str, ...]:
    """Return the names of the stop signals; by default, a run in runs/ is compared with earlier runs."""
    names = signal_names(arguments)
    return names if arguments.stop or arguments.out else (*names, f"usual:{RUNS_FOLDER}")


def exit_status(episode: Episode, result: Result) -> int:
    """Compute the exit status of a run from its score or the agent's own report.

    The agent's report counts only if the run has no score. Returns 3 if the device or the model failed, 0
    for success and 1 otherwise. A run without the answer that was asked for is not a success.
    """
    if episode.stop is not None and episode.stop.reason in {"device failed", "model failed"}:
        return 3
    if isinstance(result, RunOutput) and result.typed_answer and result.typed_answer.values is None:
        return 1
    if result.success is not None:
        return 0 if result.success else 1
    last = episode.decisions[-1].action if episode.decisions else None
    reported_done = last.achieved if isinstance(last, Done) else bool(episode.task.over)
    return 0 if reported_done and episode.stop is not None and episode.stop.reason == "done" else 1
