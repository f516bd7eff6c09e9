"""The `onscreen discover` command, which finds subtasks of an application and verifies their checks."""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap
from onscreen.cli.app_jobs import (
    LOGS_FOLDER,
    add_apps_options,
    count_finished,
    make_app_jobs,
    needs_jobs,
    option_words,
    run_app_jobs,
)
from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.cli.number_arguments import non_negative_int, positive_float, positive_int
from onscreen.device.base import Device, StatefulDevice
from onscreen.discovery.demonstrations import read_demonstrations
from onscreen.discovery.instruction_rewrite import name_subtasks
from onscreen.discovery.proposal_verification import propose_subtasks
from onscreen.discovery.subtask_discovery import Discovery, discover_subtasks
from onscreen.discovery.subtask_items import add_discovery, save_discovery
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer, find_state_source
from onscreen.explore.exploration import Explorer
from onscreen.explore.login_device import LoginDevice
from onscreen.policy.cascade import make_cascade
from onscreen.report.html_text_format import one_line
from onscreen.run.command_job import FAILED_STATUS, JOB_FOLDER, CommandJob, CommandResult
from onscreen.run.device_factory import make_device
from onscreen.run.perception_device import with_senses
from onscreen.store.episode_store import check_writable
from onscreen.store.json_lines import write_atomically
from onscreen.store.secrets import read_secrets
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Find subtasks of an application, each with a trajectory and a check that were verified against each
other. No model is needed.

onscreen discover Clock --on phone --out pool     write pool/subtasks.jsonl and pool/items/
onscreen compose pool                             compose tasks from the accepted subtasks
onscreen review pool                              accept, edit or reject them
onscreen discover Clock Notes Contacts --on phone --workers 2

With several applications or a Ray cluster, each application is handled by a separate process; --resume skips
those that an earlier such call finished.

All controls of the mapped screens are used, including those that change or delete data; the data are reset
before each run. Use it only on applications whose data may be lost; a web page needs --may-modify."""
DEFAULT_RUNS, EXPLORATION_STEPS = 600, 120
FINISHED_FOLDER = "finished"
"""Subfolder of the subtasks' folder, with a file for each finished application."""
_JOB_OPTIONS = (
    *("on", "seed", "seeds", "max_runs", "max_sec", "max_steps", "settle", "may_modify", "login", "secret"),
    *("model", "set", "sense"),
)


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    add_apps_options(parser)
    parser.add_argument("--out", default="pool", metavar="DIR", help="folder of the subtasks (default: pool)")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="skip the applications that an earlier call for several applications finished",
    )
    parser.add_argument(
        "--from",
        dest="episodes",
        action="append",
        default=[],
        metavar="EPISODE",
        help="folder of a recorded episode that shows how to do a subtask; may be repeated",
    )
    parser.add_argument(
        "--seed", type=non_negative_int, default=0, metavar="S", help="seed of the data (default: 0)"
    )
    parser.add_argument(
        "--seeds",
        type=positive_int,
        default=2,
        metavar="N",
        help="number of seeds to verify with (default: 2)",
    )
    parser.add_argument(
        "--max-runs", type=positive_int, default=DEFAULT_RUNS, metavar="N",
        help="maximum number of runs during the search (default: %(default)d)",
    )  # fmt: skip
    parser.add_argument(
        "--max-sec", type=positive_float, metavar="SEC",
        help="maximum duration of the search in seconds (default: no limit)",
    )  # fmt: skip
    parser.add_argument(
        "--max-steps", type=positive_int, default=EXPLORATION_STEPS, metavar="N",
        help="maximum number of exploration steps if there is no map (default: %(default)d)",
    )  # fmt: skip
    parser.add_argument(
        "--settle", type=float, default=0.0, metavar="SEC",
        help="seconds to wait after an action until the application has stored its data (default: 0)",
    )  # fmt: skip
    parser.add_argument(
        "--may-modify", action="store_true", help="allow changes on a device that cannot restore the data"
    )
    add_login_options(parser)
    add_device_options(parser)


def add_login_options(parser: ArgumentParser) -> None:
    """Add the options for a login and for a language model."""
    parser.add_argument(
        "--login", default="", metavar="USER", help="user to log in as after each start; needs --secret"
    )
    parser.add_argument(
        "--secret",
        default="",
        metavar="NAME",
        help="environment variable with the password of --login; its value is never stored",
    )
    parser.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="language model that proposes further subtasks and rewrites the instructions (default: none)",
    )


def run(arguments: Namespace) -> int:
    """Find the subtasks, write them, and return the exit status.

    Raises:
        UsageError: an argument is invalid, or the device cannot restore the application's data.
        DeviceError: the device is gone, or the application does not start.
        ModelError: the model cannot be used.
        CannotWrite: the folder cannot be written.
        MissingExtra: Ray is not installed.
    """
    if needs_jobs(arguments) or arguments.resume:
        if arguments.episodes:
            raise UsageError("--from needs one application, and no --workers or --resume")
        return discover_apps(arguments)
    app, started = arguments.apps[0], time.monotonic()
    device = make_device(arguments.on, parse_settings(arguments.set))
    if not isinstance(device, StatefulDevice) and not arguments.may_modify:
        raise UsageError(
            f"the device {arguments.on!r} cannot restore the data of an application; allow changes of "
            f"{app!r} with --may-modify, or use a device such as phone or apps"
        )
    model = make_cascade(arguments.model).model if arguments.model else None
    if arguments.model and model is None:
        raise UsageError("--model needs a language model, such as --model openai:gpt-5-mini")
    seeds = tuple(range(arguments.seed, arguments.seed + arguments.seeds))
    limits = SearchLimits(arguments.max_runs, seeds, arguments.max_sec)
    demonstrations = read_demonstrations([Path(each) for each in arguments.episodes])
    with closing(device):
        sensed = with_login(with_senses(device, tuple(arguments.sense)), arguments)
        app_map = prepare_map(sensed, app, max_steps=arguments.max_steps, seed=arguments.seed)
        player = TrajectoryPlayer(sensed, app, settle_sec=arguments.settle)
        found = discover_subtasks(
            player, app_map, limits=limits, report=_report, demonstrations=demonstrations
        )
        if model is not None:
            found = propose_subtasks(
                model, player, app_map=app_map, found=found, limits=limits, report=_report
            )
    if model is not None:
        found = msgspec.structs.replace(found, subtasks=name_subtasks(found.subtasks, model))
    save_discovery(found, Path(arguments.out))
    _print_summary(found, minutes=(time.monotonic() - started) / 60)
    print(f"{arguments.out}; compose tasks with: onscreen compose {arguments.out}")  # noqa: T201
    return 0 if any(not each.reason for each in found.subtasks) else 1


def discover_apps(arguments: Namespace) -> int:
    """Find the subtasks of several applications, one job per application, and return the exit status.

    The status is 3 if discovery failed for an application, otherwise the same as for `run`.

    Raises:
        UsageError: a name is empty, or there is no cluster at the address.
        CannotWrite: the folder cannot be written.
        BadSubtask: the folder contains templates that cannot be read.
        MissingExtra: Ray is not installed.
    """
    out = Path(arguments.out)
    check_writable(out)
    words = ("discover", "--out", JOB_FOLDER, *option_words(arguments, _JOB_OPTIONS))
    accepted = 0

    def collect(job: CommandJob, result: CommandResult) -> str:
        nonlocal accepted
        added, found = add_discovery(Path(job.folder), out)
        accepted += added
        write_atomically(_finished_file(job.app, out), msgspec.json.encode(result))
        return f"{added} of {count_noun(found, 'subtask')} accepted"

    apps = [app for app in arguments.apps if not (arguments.resume and _finished_file(app, out).exists())]
    with tempfile.TemporaryDirectory(prefix="onscreen-discover-") as folder:
        jobs = make_app_jobs(apps, words, folder=Path(folder))
        results = run_app_jobs(jobs, choice=arguments.workers, logs=out / LOGS_FOLDER, collect=collect)
    failed = len(jobs) - count_finished(results)
    finished = len(arguments.apps) - len(apps)
    skipped = f", {count_noun(finished, 'application')} finished before" if finished else ""
    where = f" (see {out / LOGS_FOLDER})" if failed else ""
    print(  # noqa: T201
        f"{count_noun(accepted, 'subtask')} of {count_noun(count_finished(results), 'application')} "
        f"accepted, {failed} failed{where}{skipped}"
    )
    if accepted or finished:
        print(f"{out}; compose tasks with: onscreen compose {out}")  # noqa: T201
    return FAILED_STATUS if failed else int(not accepted and not finished)


def _finished_file(app: str, folder: Path) -> Path:
    """Return the path of the file that marks an application as finished."""
    return folder / FINISHED_FOLDER / f"{map_folder(app).name}.json"


def with_login(device: Device, arguments: Namespace) -> Device:
    """Wrap the device to log in after each start, if a user is given.

    Raises:
        UsageError: the user or the password is missing.
    """
    if bool(arguments.login) != bool(arguments.secret):
        raise UsageError("a login needs both --login USER and --secret NAME, the variable with the password")
    if not arguments.login:
        return device
    secrets = read_secrets((arguments.secret,))
    return LoginDevice(device, user=arguments.login, password=secrets[arguments.secret])


def prepare_map(device: Device, app: str, *, max_steps: int, seed: int) -> AppMap:
    """Load the map of an application, or explore it from its initial state without changing data.

    Raises:
        DeviceError: the device is gone, or the application does not start.
    """
    folder = map_folder(app)
    if (folder / MAP_FILE).exists():
        return load_map(folder)
    start = find_state_source(device, app, seed=seed).start
    home = start.address or app
    initial = msgspec.structs.replace(start, address=home)
    explorer = Explorer(device, AppMap(app, home=home), initial=initial)
    app_map = explorer.explore(max_steps)
    save_map(app_map, folder)
    return app_map


def _report(title: str) -> None:
    print(f"  {one_line(title, 60)}", file=sys.stderr)  # noqa: T201


def _print_summary(found: Discovery, *, minutes: float) -> None:
    accepted = [each for each in found.subtasks if not each.reason]
    for each in accepted:
        print(f"  {each.draft.id}: {one_line(each.draft.instruction, 120)}")  # noqa: T201
    reasons = Counter(
        each.reason.partition(" (")[0].partition(",")[0] for each in found.subtasks if each.reason
    )
    for reason, count in reasons.most_common():
        print(f"  {count:>4} excluded: {reason}")  # noqa: T201
    for reason, count in sorted(found.rejected.items()):
        print(f"  {count:>4} trajectories without a subtask: {one_line(reason)}")  # noqa: T201
    for path in sorted("/".join(each) for each in found.volatile)[:5]:
        print(f"  changes by itself, and is not used in checks: {one_line(path)}")  # noqa: T201
    print(  # noqa: T201
        f"{len(accepted)} of {count_noun(len(found.subtasks), 'subtask')} accepted, after "
        f"{count_noun(found.runs, 'run')} in {minutes:.1f} minutes"
    )
