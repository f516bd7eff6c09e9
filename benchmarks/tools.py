"""Tools for agents compared: characters, seconds and completed tasks in real web applications.

    onscreen apps install
    python benchmarks/tools.py [--tasks 30] [--tools onscreen,agent-browser]

One fixed list of actions per task is played through the commands of onscreen, `@playwright/cli`, Playwright
MCP and `agent-browser`. The list names targets by role and name; a driver finds each in what the tool printed
last, acts by the tool's own reference, and looks again after each action that can change the page. The tasks
are drawn from those of the suite `apps` that change the application's state and whose list names all targets.
Trials are stored as they end and not played again; delete `runs/benchmarks/tools.jsonl` to play all again.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

import msgspec
from _report import RESULTS, publish, render_table
from _rival_environment import make_node_folder
from _tool_drivers import DRIVERS, THINK_SEC, Call, Driver, count_instructions

from onscreen.types import PageValue
from onscreen_practice.apps.application_servers import ApplicationServers
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_suite import TASKS_BY_GROUP, recipe
from onscreen_practice.task_recipe import Move, TaskRecipe

STORED, OUTPUTS = RESULTS / "tools.jsonl", RESULTS / "tools"
PACKAGES = ("@playwright/cli@0.1.22", "@playwright/mcp@0.0.83", "agent-browser@0.41.2")
TASKS, SEED = 30, 25
GROUPS = (
    *("fava", "sqliteweb", "optuna", "piccolo", "radicale", "joint", "syncthing", "transmission"),
    *("fossil", "backlog", "ihatemoney", "copyparty", "ungit", "qbittorrent"),
)
"""Applications with tasks whose solutions name all targets."""

START_CAP_SEC = 60.0
TRIES, RETRY_SEC = 5, 1.0
SAVE_CAP_SEC = 5.0
"""Time within which the applications have stored what a tool did, in seconds."""

FORM_ACTIONS = frozenset({"type", "select"})
"""Actions after which a driver does not look, because the page is a form that is still being filled in."""


SHOWN_KINDS = (
    "open",
    "look",
    "click",
    "type",
    "select",
    "press",
    "drag",
    "upload",
    "answer",
    "scroll",
    "wait",
)
FAILURE_CHARS = 120
HEADS = ("tool", "completed", "characters read", "of joint tasks", "characters written", "once")


HISTORY = "A trial that failed because of the driver was played again after its correction."


class Trial(msgspec.Struct, frozen=True):
    """One task through one tool: whether the application's state is right at the end, and the cost.

    `kinds` has the seconds of each command by its kind. `why` says what could not be done.
    """

    tool: str
    task: str
    done: bool
    written: int
    read: int
    seconds: float
    kinds: dict[str, list[float]]
    why: str = ""


def list_tasks() -> list[str]:
    """Draw the tasks: one of each application in turn."""
    generator = random.Random(SEED)  # noqa: S311  a sample, not a secret
    groups = [[name for name in TASKS_BY_GROUP[group] if _is_playable(recipe(name, 0))] for group in GROUPS]
    for names in groups:
        generator.shuffle(names)
    rounds = range(max(map(len, groups)))
    return [names[at] for at in rounds for names in groups if at < len(names)]


def _is_playable(task: TaskRecipe) -> bool:
    """Check whether a task changes the state and its actions name their targets without a position."""
    targets = [move for move in task.moves if move.action in {"click", "type", "select", "drag", "upload"}]
    is_named = all(move.name and not move.nth for move in targets)
    return isinstance(task.check, PageValue) and is_named and not _has_scroll(task.moves)


def _has_scroll(moves: Sequence[Move]) -> bool:
    return any(move.action in {"scroll", "slide", "swipe", "hold", "back"} for move in moves)


def play(driver: Driver, task: TaskRecipe) -> str:
    """Play the actions of a task; returns what could not be done, "" if nothing."""
    address = find_application(task.applications[0]).address
    driver.open(address)
    for planned in task.moves[:-1]:
        move = planned
        if planned.action == "open":
            address = urljoin(address, planned.text)
            move = msgspec.structs.replace(planned, text=address)
        if planned.action == "upload":
            copy = shutil.copy(planned.text, driver.folder)
            move = msgspec.structs.replace(planned, text=str(copy))
        if why := perform(driver, move):
            return why
        if move.action not in FORM_ACTIONS and not driver.shows_changes:
            driver.look()
    return ""


def perform(driver: Driver, move: Move) -> str:
    """Find the target of an action and perform it; look again if it is missing or the tool fails."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(RETRY_SEC if attempt > 1 else 0)
            driver.look()
        needs_target = bool(move.name or move.role)
        target = driver.find(move.role, move.name) if needs_target else None
        onto = driver.find("", move.text) if move.action == "drag" else None
        if (needs_target and not target) or (move.action == "drag" and not onto):
            continue
        if driver.act(move, target.ref if target else "", onto.ref if onto else ""):
            return ""
    return f"{move.action} {move.role} {move.name!r} {move.text!r}"


def play_trial(kind: type[Driver], name: str, *, servers: ApplicationServers, tools: Path) -> Trial:
    """Reset the applications of a task, play it through a tool, and check the state."""
    task = recipe(name, 0)
    servers.reset(task.applications)
    folder = Path(tempfile.mkdtemp(prefix="tools-"))
    driver = kind(folder, hosts=servers.hosts, tools=tools)
    try:
        why = play(driver, task)
        unmet = find_unmet(task, servers)
    finally:
        driver.close()
        shutil.rmtree(folder, ignore_errors=True)
    write_outputs(name, driver)
    return summarize(driver.name, name, driver.calls, why=why or ("" if unmet == "[]" else unmet))


def find_unmet(task: TaskRecipe, servers: ApplicationServers) -> str:
    """Return what differs from the required state as JSON, "[]" if nothing does."""
    if not isinstance(task.check, PageValue):
        raise TypeError(f"the task is not checked by its state alone: {task.instruction}")
    deadline = time.monotonic() + SAVE_CAP_SEC
    while (unmet := servers.read(task.check.expression)) != "[]" and time.monotonic() < deadline:
        time.sleep(RETRY_SEC)
    return unmet


def summarize(tool: str, task: str, calls: Sequence[Call], *, why: str) -> Trial:
    """Add up the calls of a trial, without the one that closes the session."""
    counted = [call for call in calls if call.kind != "close"]
    kinds: dict[str, list[float]] = {}
    for call in counted:
        kinds.setdefault(call.kind, []).append(round(call.seconds, 4))
    written, read = sum(len(c.written) for c in counted), sum(len(c.read) for c in counted)
    return Trial(tool, task, not why, written, read, sum(c.seconds for c in counted), kinds, why)


def write_outputs(task: str, driver: Driver) -> None:
    """Store what a tool printed, to be read by a person."""
    OUTPUTS.mkdir(parents=True, exist_ok=True)
    file = OUTPUTS / f"{task}.{driver.name.replace('/', '-')}.txt"
    file.write_text("\n".join(f"$ {c.written}   [{c.seconds:.2f} s]\n{c.read}" for c in driver.calls))


def stored_trials(path: Path = STORED) -> list[Trial]:
    """Read the trials that were played before."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Trial) for line in lines]


def play_missing(names: Sequence[str], kinds: Sequence[type[Driver]]) -> Iterator[Trial]:
    """Yield the trials of all tasks and tools, and store those that had not been played."""
    stored = {(each.tool, each.task): each for each in stored_trials()}
    tools = make_node_folder("tools", PACKAGES)
    with closing(ApplicationServers(start_cap_sec=START_CAP_SEC)) as servers, STORED.open("ab", 0) as file:
        for number, name in enumerate(names):
            for turn in range(len(kinds)):
                kind = kinds[(turn + number) % len(kinds)]
                if (kind.name, name) not in stored:
                    trial = play_trial(kind, name, servers=servers, tools=tools)
                    file.write(msgspec.json.encode(trial) + b"\n")
                    print(
                        trial.tool, trial.task, trial.done, trial.written, trial.read, trial.why, flush=True
                    )
                    stored[kind.name, name] = trial
                yield stored[kind.name, name]


def render_report(
    trials: Sequence[Trial], names: Sequence[str], *, timed: Sequence[Trial], instructions: Mapping[str, int]
) -> str:
    """Render the totals of each tool, the seconds of each kind of command, and what was not completed.

    `timed` are the trials from which the seconds are taken.
    """
    tools = [kind.name for kind in DRIVERS if any(t.tool == kind.name for t in trials)]
    failed = {each.task for each in trials if not each.done}
    rows = [
        (
            tool,
            f"{sum(t.done for t in trials if t.tool == tool)}/{len(names)}",
            f"{_mean_read(tool, trials):,.0f}",
            f"{_mean_read(tool, [t for t in trials if t.task not in failed]):,.0f}",
            f"{statistics.mean(t.written for t in trials if t.tool == tool):,.0f}",
            f"{instructions[tool]:,}",
        )
        for tool in tools
    ]
    played = {
        name for name in names if all((tool, name) in {(t.tool, t.task) for t in timed} for tool in tools)
    }
    timed = [each for each in timed if each.task in played]
    times = [(kind, *(_median_of(kind, tool, timed) for tool in tools)) for kind in SHOWN_KINDS]
    times += [
        ("commands per task", *(f"{_count(tool, timed) / len(played):.1f}" for tool in tools)),
        ("seconds per task, without open", *(f"{_sec_per_task(tool, timed):.1f}" for tool in tools)),
    ]
    applications = len({each for name in names for each in recipe(name, 0).applications})
    return f"""### Tools for other agents

`python benchmarks/tools.py`: {len(names)} tasks in {applications} real web applications, one fixed list of
actions per task, each tool in its own usage: look at the page, then act by the references that the tool
printed. onscreen prints the changes after each action without being asked; with the other tools, the page is
looked at after each action that can change it, but not while a form is filled in. All tools use the same
headless Chromium. Versions: {", ".join(PACKAGES)}.

The actions name targets by role and name, as the solutions of the suite `apps` do; these names are those that
onscreen gives to elements. A driver finds each target in what the tool printed last: by name and role, by a
part of the name, or a field by the text in front of it. It looks again, up to {TRIES - 1} times, if it finds
none. A task is completed if the check of the suite accepts the state of the application.

{render_table(HEADS, rows)}

Characters are means per task: what the agent reads (including snapshots in files), the same over the
{len(names) - len(failed)} tasks that all tools completed, and what it writes. "Once" are the characters of
the tool's skill, or of the definitions of its tools.

{render_table(("median seconds", *tools), times)}

Wall time over the {len(played)} tasks in which the tools took turns, on a machine that was busy with other
work. Each command began after a pause of {THINK_SEC} s, which is not counted. A command of onscreen waits
until the page is quiet and reads it; one of `agent-browser` returns at once, often before the page changed.

{_failures(trials)}

{HISTORY}"""


def _mean_read(tool: str, trials: Sequence[Trial]) -> float:
    return statistics.mean(each.read for each in trials if each.tool == tool)


def _median_of(kind: str, tool: str, trials: Sequence[Trial]) -> str:
    seconds = [second for each in trials if each.tool == tool for second in each.kinds.get(kind, [])]
    return f"{statistics.median(seconds):.2f}" if seconds else ""


def _count(tool: str, trials: Sequence[Trial]) -> int:
    return sum(len(seconds) for each in trials if each.tool == tool for seconds in each.kinds.values())


def _sec_per_task(tool: str, trials: Sequence[Trial]) -> float:
    own = [each for each in trials if each.tool == tool]
    return statistics.mean(each.seconds - sum(each.kinds.get("open", [])) for each in own)


def _failures(trials: Sequence[Trial]) -> str:
    """List the tasks that a tool did not complete, with the action or the first wrong detail of the state."""
    lines = [f"- {t.tool}, `{t.task}`: {_shorten(t.why)}" for t in trials if not t.done]
    return "\n".join(["Not completed:", "", *lines]) if lines else "All tasks were completed by all tools."


def _shorten(why: str) -> str:
    if not why.startswith("["):
        return f"no target for the action {why.strip()}"
    return "the state differs: " + json.loads(why)[0][:FAILURE_CHARS].replace("|", "/")


def main() -> None:
    """Play the tasks and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tasks", type=int, default=TASKS, help="number of tasks (default: %(default)s)")
    parser.add_argument("--tools", default="", metavar="NAME,NAME", help="only these, without publishing")
    parser.add_argument("--seconds", metavar="FILE", help="take the seconds from the trials of another run")
    arguments = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    names = list_tasks()[: arguments.tasks]
    chosen = [kind for kind in DRIVERS if not arguments.tools or kind.name in arguments.tools.split(",")]
    trials = list(play_missing(names, chosen))
    tools = make_node_folder("tools", PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        once = count_instructions(tools, Path(folder))
    timed = stored_trials(Path(arguments.seconds)) if arguments.seconds else trials
    report = render_report(trials, names, timed=timed, instructions=once)
    if arguments.tools:
        print(report)
        return
    publish("tools", report, {"trials": [msgspec.to_builtins(each) for each in trials]})


if __name__ == "__main__":
    main()
