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
START_CAP_SEC = 60.0
TRIES, RETRY_SEC = 5, 1.0
SAVE_CAP_SEC = 5.0
"""Time within which the applications have stored what a tool did, in seconds."""

FORM_ACTIONS = frozenset({"type", "select"})
"""Actions after which a driver does not look, because the page is a form that is still being filled in."""


SHOWN_KINDS = ("open", "look", "click", "type", "select", "press", "drag", "upload", "answer", "scroll")
FAILURE_CHARS = 120
HEADS = (
    "tool",
    "completed",
    "characters read",
    "characters written",
    "once",
    "commands",
    "median s per command",
    "s per task, without `open`",
)


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
    groups = [[name for name in names if _is_playable(recipe(name, 0))] for names in TASKS_BY_GROUP.values()]
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


def stored_trials() -> list[Trial]:
    """Read the trials that were played before."""
    lines = STORED.read_bytes().splitlines() if STORED.exists() else []
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


def render_report(trials: Sequence[Trial], names: Sequence[str], instructions: Mapping[str, int]) -> str:
    """Render the totals of each tool, the seconds of each kind of command, and what was not completed."""
    by_tool = {kind.name: [t for t in trials if t.tool == kind.name] for kind in DRIVERS}
    by_tool = {tool: own for tool, own in by_tool.items() if own}
    failed = {each.task for each in trials if not each.done}
    joint = {tool: [each for each in own if each.task not in failed] for tool, own in by_tool.items()}
    rows = [
        _tool_row(tool, own, joint=joint[tool], read_once=instructions[tool]) for tool, own in by_tool.items()
    ]
    kinds = [kind for kind in SHOWN_KINDS if any(kind in each.kinds for each in trials)]
    times = [(kind, *(_median_of(kind, own) for own in by_tool.values())) for kind in kinds]
    applications = len({each for name in names for each in recipe(name, 0).applications})
    completed = len(next(iter(joint.values())))
    return f"""### Tools for other agents

`python benchmarks/tools.py`: {len(names)} tasks in {applications} real web applications, one fixed list of
actions per task, each tool in its own usage: look at the page, then act by the references that the tool
printed. onscreen prints the changes after each action without being asked; with the other tools, the page is
looked at after each action that can change it, but not while a form is being filled in. All tools use the same
headless Chromium. Versions: {", ".join(PACKAGES)}.

The actions name targets by role and name, as the solutions of the suite `apps` do; these names are those that
onscreen gives to elements. A driver finds each target in what the tool printed last: by name and role, by a
part of the name, or a field by the text in front of it; it looks again, up to {TRIES - 1} times, if it finds none.
A task is completed if the check of the suite accepts the state of the application.

{render_table(HEADS, rows)}

Characters are means per task: what the agent reads (including snapshots in files) and writes; in brackets over
the {completed} tasks that all tools completed. "Once" are the characters of the tool's skill, or of the
definitions of its tools. Seconds are wall time on a machine that was busy with other work; each command began
after a pause of {THINK_SEC} s, which is not counted. A command of onscreen waits until the page is quiet, and reads
it twice; one of `agent-browser` returns at once, before the page has changed.

{render_table(("command, median s", *by_tool), times)}

{_failures(trials)}"""


def _tool_row(tool: str, own: Sequence[Trial], *, joint: Sequence[Trial], read_once: int) -> tuple[str, ...]:
    seconds = [second for each in own for kind in each.kinds.values() for second in kind]
    without_open = [each.seconds - sum(each.kinds.get("open", [])) for each in own]
    read, of_joint = (statistics.mean(each.read for each in some) for some in (own, joint))
    return (
        tool,
        f"{sum(each.done for each in own)}/{len(own)}",
        f"{read:,.0f} ({of_joint:,.0f})",
        f"{statistics.mean(each.written for each in own):,.0f}",
        f"{read_once:,}",
        f"{len(seconds) / len(own):.1f}",
        f"{statistics.median(seconds):.2f}",
        f"{statistics.mean(without_open):.1f}",
    )


def _failures(trials: Sequence[Trial]) -> str:
    """List the tasks that a tool did not complete, with the action or the first wrong detail of the state."""
    lines = [f"- {t.tool}, `{t.task}`: {_shorten(t.why)}" for t in trials if not t.done]
    return "\n".join(["Not completed:", "", *lines]) if lines else "All tasks were completed by all tools."


def _shorten(why: str) -> str:
    if not why.startswith("["):
        return f"no target for the action {why.strip()}"
    return "the state differs: " + json.loads(why)[0][:FAILURE_CHARS].replace("|", "/")


def _median_of(kind: str, trials: Sequence[Trial]) -> str:
    seconds = [second for each in trials for second in each.kinds.get(kind, [])]
    return f"{statistics.median(seconds):.2f}" if seconds else ""


def main() -> None:
    """Play the tasks and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tasks", type=int, default=TASKS, help="number of tasks (default: %(default)s)")
    parser.add_argument("--tools", default="", metavar="NAME,NAME", help="only these, without publishing")
    arguments = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    names = list_tasks()[: arguments.tasks]
    chosen = [kind for kind in DRIVERS if not arguments.tools or kind.name in arguments.tools.split(",")]
    trials = list(play_missing(names, chosen))
    tools = make_node_folder("tools", PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        report = render_report(trials, names, count_instructions(tools, Path(folder)))
    if arguments.tools:
        print(report)
        return
    publish("tools", report, {"trials": [msgspec.to_builtins(each) for each in trials]})


if __name__ == "__main__":
    main()
