"""The `onscreen bench` command, which runs a benchmark suite and reports success rates."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import load_maps
from onscreen.bench.base import GradedSuite, InstalledSuite, Suite
from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.cli.number_arguments import positive_float
from onscreen.cli.options import (
    add_agent_options,
    add_limit_options,
    add_workers_option,
    make_limits,
    signal_names,
)
from onscreen.cli.progress import Progress, SuiteProgress
from onscreen.policy.cascade import make_cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.html_text_format import describe_stop
from onscreen.report.suite_page import SUITE_PAGE, write_suite
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import make_agent
from onscreen.run.suite_run import SuiteConfig, TrialEvent, run_suite
from onscreen.run.suite_summary import summarize, summarize_groups
from onscreen.run.trial import MODEL_TIMEOUT_SEC, Result, Trial
from onscreen.stop.signal_combination import make_signal
from onscreen.store.episode_store import check_writable
from onscreen.store.episode_store import load_episode as load_episode
from onscreen.types import Task
from onscreen.types.errors import BadText, BrokenEpisode

HELP = "Run a benchmark suite and report success rates."
MAX_SEEDS = 10_000
MAX_STEP_RATIO = 1.5
"""Default step limit of a long task, as a multiple of the steps that a person needs.

The value is the suites' limit of 30 steps divided by 20, the most steps that a person needs for a short
task.
"""
_FAILED_STOPS = ("device failed", "model failed", "crashed")


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("suite", help="name of the suite, or made:FOLDER; see onscreen list suites")
    parser.add_argument(
        "--tasks", default="all", metavar="all|GROUP|A,B", help="task and group names (default: all)"
    )
    parser.add_argument("--seeds", default="0", metavar="0-9|0,3", help="random seeds per task (default: 0)")
    add_workers_option(parser)
    parser.add_argument(
        "--limit",
        type=positive_float,
        metavar="SEC",
        help="hard timeout per trial, in seconds, excluding model calls",
    )
    parser.add_argument(
        "--model-timeout",
        type=positive_float,
        default=MODEL_TIMEOUT_SEC,
        metavar="SEC",
        help="hard timeout of one model call, in seconds (default: %(default)g)",
    )
    add_agent_options(parser)
    add_limit_options(parser)
    add_device_options(parser)
    parser.add_argument("--out", metavar="DIR", help="output folder (default: runs/SUITE)")
    parser.add_argument("--resume", action="store_true", help="run only the trials without a result")
    parser.add_argument("--steps", action="store_true", help="print the steps of each finished trial")
    parser.add_argument("--no-pages", action="store_true", help="do not write an HTML page per episode")
    parser.add_argument("--json", action="store_true", help="print summary and trials as JSON only")


def run(arguments: Namespace) -> int:
    """Run the benchmark suite and return the exit status.

    Raises:
        UsageError: an argument is invalid; nothing was run.
        ModelError: the model cannot be created.
    """
    suite = make_suite(arguments.suite)
    axes = suite.axes if isinstance(suite, GradedSuite) else ()
    _report_faults(suite)
    out = Path(arguments.out or f"runs/{re.sub(r'[^A-Za-z0-9_.-]+', '-', arguments.suite)}")
    config = make_config(arguments, suite)
    _check_parts(config)
    if isinstance(suite, InstalledSuite):
        suite.require_installed(config.tasks)
    check_writable(out)
    trials = make_trials(suite, config, out=out)
    progress = SuiteProgress()

    def on_event(event: TrialEvent) -> None:
        if event.result is not None:
            _report_trial(event.result, steps=arguments.steps, page=not arguments.no_pages)
        progress(event)

    try:
        results = run_suite(trials, out, config=config, resume=arguments.resume, on_event=on_event)
    except KeyboardInterrupt:
        message = f"onscreen: finished trials are saved in {out}; pass --resume to run the rest"
        print(message, file=sys.stderr)  # noqa: T201
        raise
    summary = summarize(results)
    title = f"{config.suite}: {config.agent} with {config.model}"
    page = write_suite(summary, results, path=out / SUITE_PAGE, title=title, groups=suite.groups, axes=axes)
    progress.end(summary, page, groups=summarize_groups(results, suite.groups) if axes else ())
    if arguments.json:
        print(msgspec.json.encode({"summary": summary, "trials": results}).decode())  # noqa: T201
    return exit_status(results)


def _report_faults(suite: Suite) -> None:
    """Print a line for each task of a suite that cannot be used."""
    for fault in suite.faults if isinstance(suite, GradedSuite) else ():
        print(f"onscreen: {fault}; the other tasks are run", file=sys.stderr)  # noqa: T201


def make_config(arguments: Namespace, suite: Suite) -> SuiteConfig:
    """Build the benchmark configuration from the arguments and the suite's defaults.

    Raises:
        UsageError: no such task, or invalid seeds.
    """
    return SuiteConfig(
        suite=arguments.suite,
        tasks=select_tasks(arguments.tasks, suite),
        seeds=parse_seeds(arguments.seeds),
        agent=arguments.agent,
        model=arguments.model,
        device=suite.device,
        device_settings={**suite.device_settings, **parse_settings(arguments.set)},
        senses=tuple(arguments.sense),
        limits=make_limits(arguments, max_steps=suite.max_steps),
        signals=signal_names(arguments),
        limit_sec=arguments.limit or suite.limit_sec,
        model_timeout_sec=arguments.model_timeout,
        workers=arguments.workers.count,
        cluster=arguments.workers.cluster,
        maps=arguments.maps,
    )


def parse_seeds(text: str, *, max_seeds: int = MAX_SEEDS) -> tuple[int, ...]:
    """Parse a list of random seeds, such as "0-9" or "0,3,5-7", into integers.

    Raises:
        BadText: the text has another format, or lists more than `max_seeds` seeds.
    """
    seeds: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last or len(seeds) + last - first >= max_seeds:
            raise BadText(f"expected seeds such as 0-9 or 0,3,5-7, at most {max_seeds}; found {text!r}")
        seeds += range(first, last + 1)
    return tuple(dict.fromkeys(seeds))


def make_trials(suite: Suite, config: SuiteConfig, *, out: Path) -> tuple[Trial, ...]:
    """Create one trial for each combination of task and seed.

    Raises:
        UnknownName: no such task.
        MissingExtra: a package that the suite needs is not installed.
    """
    return tuple(
        _make_trial(suite.task(name, seed), seed, suite=suite, config=config, out=out)
        for name in config.tasks
        for seed in config.seeds
    )


def _make_trial(task: Task, seed: int, *, suite: Suite, config: SuiteConfig, out: Path) -> Trial:
    """Create a trial, raising the suite's default limits for a task of many steps."""
    needed = MAX_STEP_RATIO * (task.person_steps or 0)
    scale = max(1.0, needed / suite.max_steps) if config.limits.max_steps == suite.max_steps else 1.0
    return Trial(
        task,
        str(out / "episodes" / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', task.name)}-{seed}"),
        seed=seed,
        device=config.device,
        device_settings=config.device_settings,
        agent=config.agent,
        model=config.model,
        limits=msgspec.structs.replace(config.limits, max_steps=round(config.limits.max_steps * scale)),
        signals=config.signals,
        senses=config.senses,
        limit_sec=config.limit_sec * scale,
        model_timeout_sec=config.model_timeout_sec,
        maps=config.maps,
    )


def _check_parts(config: SuiteConfig) -> None:
    """Create agent, signals and device once, so that an error is reported before any worker starts."""
    make_agent(config.agent, make_cascade(config.model))
    for name in config.signals:
        make_signal(name)
    if config.maps:
        load_maps(Path(config.maps))
    make_device(config.device, config.device_settings).close()


def _report_trial(result: Result, *, steps: bool, page: bool) -> None:
    """Print the steps of a trial and write its page, if its episode was recorded."""
    if not steps and not page:
        return
    folder = Path(result.episode)
    with suppress(BrokenEpisode):
        episode = load_episode(folder)
        if steps:
            print(file=sys.stderr)  # noqa: T201
            Progress(whole=True)(episode)
        if page:
            write_episode(episode, folder / EPISODE_PAGE)


def exit_status(results: Sequence[Result]) -> int:
    """Compute the exit status of a benchmark run from its results.

    Returns 3 if the device or the model failed in every trial, 1 if some trial crashed, and 0 otherwise.
    """
    if results and all(result.stop in _FAILED_STOPS for result in results):
        message = f"onscreen: no trial could be run; the first one stopped with: {describe_stop(results[0])}"
        print(message, file=sys.stderr)  # noqa: T201
        return 3
    return 1 if any(result.stop == "crashed" for result in results) else 0
