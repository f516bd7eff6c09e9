"""`onscreen bench`: run a suite of tasks and count."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from onscreen.bench.base import Suite
from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.cli.options import (
    above_zero,
    add_brain,
    add_device,
    add_limits,
    limits_of,
    positive,
    settings_of,
    signals_of,
)
from onscreen.cli.progress import Progress, SuiteProgress
from onscreen.model.model_factory import make_model
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.suite_page import SUITE_PAGE, write_suite
from onscreen.run.run_setup import make_agent, make_device, make_signals
from onscreen.run.suite_run import Event, SuiteConfig, run_suite
from onscreen.run.suite_summary import summarise
from onscreen.run.trial import Result, Trial
from onscreen.store.episode_store import check_writable
from onscreen.store.episode_store import load as load_episode
from onscreen.types.errors import BadText, BrokenEpisode

HELP = "Run a suite of tasks and count."
MOST_SEEDS = 10_000
_LOST = ("device failed", "model failed", "crashed")


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("suite", help="the suite; onscreen list suites tells which there are")
    parser.add_argument(
        "--tasks", default="all", metavar="all|GROUP|A,B", help="tasks and groups of them (default: all)"
    )
    parser.add_argument("--seeds", default="0", metavar="0-9|0,3", help="seeds of each task (default: 0)")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes (default: 1)")
    parser.add_argument("--limit", type=above_zero, metavar="SEC", help="kill a trial after so long")
    add_brain(parser)
    add_limits(parser)
    add_device(parser)
    parser.add_argument("--out", metavar="DIR", help="where to keep everything (default: runs/SUITE)")
    parser.add_argument("--resume", action="store_true", help="run only the trials that have no result yet")
    parser.add_argument("--steps", action="store_true", help="tell every step of a trial when it is over")
    parser.add_argument("--no-pages", action="store_true", help="write no page for each episode")
    parser.add_argument("--json", action="store_true", help="print summary and trials as JSON, nothing else")


def run(arguments: Namespace) -> int:
    """Run the suite and return the exit status.

    Raises:
        UsageError: something asked for cannot be; nothing was run.
        ModelError: the model cannot be made.
    """
    suite = make_suite(arguments.suite)
    out = Path(arguments.out or f"runs/{arguments.suite}")
    config = config_of(arguments, suite)
    _try_out(config)
    check_writable(out)
    trials = trials_of(suite, config, out=out)
    progress = SuiteProgress()

    def follow(event: Event) -> None:
        if event.result is not None:
            _tell(event.result, steps=arguments.steps, page=not arguments.no_pages)
        progress(event)

    try:
        results = run_suite(trials, out, config=config, resume=arguments.resume, follow=follow)
    except KeyboardInterrupt:
        told = f"onscreen: {out} keeps the trials that are over; --resume goes on with the rest"
        print(told, file=sys.stderr)  # noqa: T201
        raise
    summary = summarise(results)
    title = f"{config.suite}: {config.agent} with {config.model}"
    page = write_suite(summary, results, path=out / SUITE_PAGE, title=title, groups=suite.groups)
    progress.end(summary, page)
    if arguments.json:
        print(msgspec.json.encode({"summary": summary, "trials": results}).decode())  # noqa: T201
    return status_of(results)


def config_of(arguments: Namespace, suite: Suite) -> SuiteConfig:
    """Return what the arguments ask for, with what is usual in the suite where nothing was said.

    Raises:
        UsageError: there is no such task, or no such seeds.
    """
    return SuiteConfig(
        suite=arguments.suite,
        tasks=select_tasks(arguments.tasks, suite),
        seeds=seeds_of(arguments.seeds),
        agent=arguments.agent,
        model=arguments.model,
        device=suite.device,
        device_settings={**suite.device_settings, **settings_of(arguments.set)},
        limits=limits_of(arguments, max_steps=suite.max_steps),
        signals=signals_of(arguments),
        limit_sec=arguments.limit or suite.limit_sec,
        workers=arguments.workers,
    )


def seeds_of(text: str, *, most: int = MOST_SEEDS) -> tuple[int, ...]:
    """Read seeds such as 0-9 or 0,3,5-7.

    Raises:
        BadText: it is not written so, or holds too many.
    """
    seeds: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last or len(seeds) + last - first >= most:
            raise BadText(f"seeds are written 0-9 or 0,3,5-7, at most {most}; found {text!r}")
        seeds += range(first, last + 1)
    return tuple(dict.fromkeys(seeds))


def trials_of(suite: Suite, config: SuiteConfig, *, out: Path) -> tuple[Trial, ...]:
    """Return a trial for every task and seed.

    Raises:
        UnknownName: there is no such task.
        MissingExtra: what the suite needs is not installed.
    """
    return tuple(
        Trial(
            suite.task(name, seed),
            str(out / "episodes" / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', name)}-{seed}"),
            seed=seed,
            device=config.device,
            device_settings=config.device_settings,
            agent=config.agent,
            model=config.model,
            limits=config.limits,
            signals=config.signals,
            limit_sec=config.limit_sec,
        )
        for name in config.tasks
        for seed in config.seeds
    )


def _try_out(config: SuiteConfig) -> None:
    """Make every part once, so that what is wrong is said once, before any worker starts."""
    make_agent(config.agent, make_model(config.model))
    make_signals(config.limits, config.signals)
    make_device(config.device, config.device_settings).close()


def _tell(result: Result, *, steps: bool, page: bool) -> None:
    """Tell the steps of a trial and write its page, as far as its episode was kept."""
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


def status_of(results: Sequence[Result]) -> int:
    """Return the exit status of a suite: 3 where device or model failed every trial, 1 where some crashed."""
    if results and all(result.stop.startswith(_LOST) for result in results):
        print("onscreen: no trial could be run; the first says: " + results[0].stop, file=sys.stderr)  # noqa: T201
        return 3
    return 1 if any(result.stop.startswith("crashed") for result in results) else 0
