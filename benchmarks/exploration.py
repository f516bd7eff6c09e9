"""Screens that an exploration finds on the practice phone, compared with simpler ways to explore.

    python benchmarks/exploration.py [--apps Clock,Settings] [--compare Clock] [--steps 200] [--seed 5]
                                     [--may-modify]

The phone names the screens of each application and the one in front; the explorer does not see these names.
Breadth-first, random and monkey exploration are measured for the applications in `--compare`. The monkey taps
and swipes at random points. With `--may-modify`, exploration may use all controls, as on a device whose data
may be lost; this is published as a table of its own, and its maps are not kept. A finished exploration is
not repeated by a later call with the same options.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec
from _report import RESULTS, publish, render_table

from onscreen.app_maps.map_store import map_folder, save_map
from onscreen.app_maps.screen_map import AppMap, address_scope
from onscreen.explore.control_choice import permitted_elements
from onscreen.explore.exploration import Explorer
from onscreen.explore.exploration_step import ExplorationStep
from onscreen.explore.option_choice import Option, most_novel
from onscreen.run.device_factory import make_device
from onscreen.types import Action, Back, Click, Point, Start, Swipe
from onscreen.types.errors import ActionFailed
from onscreen_practice.phone_suite.phone_device import PracticePhone

APPS = (
    "Clock", "Calendar", "Contacts", "Messages", "Phone", "Mail", "Notes", "Settings", "Files", "Gallery",
    "Camera", "Calculator", "Maps", "Browser", "Shop", "Music", "Video", "Social", "Weather", "Sheets",
)  # fmt: skip
BACK_SHARE = 0.1
"""Share of Back among the actions of the random exploration and of the monkey."""
SWIPE_SHARE = 0.2
"""Share of swipes among the actions of the monkey."""
CHECKPOINTS = (50, 100, 200)
NOTES = """\
Screens found after {} steps, seed {}, {} `--may-modify`. `mixed` are screens of the map that stand for
several screens of the application. `changes left` are changes of the phone's data after the exploration."""


class Exploration(msgspec.Struct, frozen=True):
    """Result of one exploration: the step at which each screen of the application was first in front.

    `mixed` are screens of the map that stand for several screens of the application, `mapped` is the number
    of screens of the map, and `changes` are the changes of the phone's data that are left.
    """

    app: str
    strategy: str
    existing: tuple[str, ...]
    found: Mapping[str, int]
    steps: int
    seconds: float
    mapped: int = 0
    mixed: int = 0
    changes: int = 0


class Witness:
    """Records which screen of the application is in front after each step."""

    def __init__(self, device: PracticePhone) -> None:
        """Start without records; the application is the one in front at the first record."""
        self.app = ""
        self.found: dict[str, int] = {}
        self.names: dict[str, set[str]] = {}
        self._device = device

    def record(self, number: int, screen: str = "") -> None:
        """Record the screen in front at a step, which the map calls `screen`."""
        front = json.loads(self._device.read("practice screens"))["front"]
        self.app = self.app or front["app"]
        if front["app"] == self.app:
            self.found.setdefault(front["screen"], number)
        if screen:
            self.names.setdefault(screen, set()).add(f"{front['app']} {front['screen']}")


def breadth_first(options: Sequence[Option]) -> Option:
    """Choose the first untried control of the screen that was discovered first."""
    return options[0]


def explore(
    device: PracticePhone, app: str, *, steps: int, may_modify: bool, strategy: Callable[..., Option]
) -> Witness:
    """Explore an application with a strategy, and save the map if the strategy is novelty without changes."""
    witness = Witness(device)

    def on_step(step: ExplorationStep) -> None:
        witness.record(step.number, step.screen)

    start_map = AppMap(app, home=app)
    explorer = Explorer(device, start_map, may_modify=may_modify, strategy=strategy, on_step=on_step)
    app_map = explorer.explore(steps)
    if strategy is most_novel and not may_modify:
        save_map(app_map, map_folder(app, RESULTS.parent / "exploration-maps"))
    return witness


def explore_randomly(device: PracticePhone, app: str, *, steps: int, may_modify: bool) -> Witness:
    """Click permitted controls of the current screen at random, with some Back; return if it was left."""
    witness, rng = Witness(device), Random(app)  # noqa: S311  a reproducible choice
    device.start(Start(app))
    scope = address_scope(device.observe().address)
    app_map = AppMap(app, home=app, scope=scope)
    for number in range(1, steps + 1):
        shot = device.observe()
        witness.record(number)
        permitted = permitted_elements(app_map, shot, may_modify=may_modify)
        if not app_map.contains(shot.address):
            device.start(Start(app))
            continue
        action = Back() if not permitted or rng.random() < BACK_SHARE else Click(rng.choice(permitted))
        try:
            device.perform(action)
        except ActionFailed:
            continue
    return witness


def explore_as_monkey(device: PracticePhone, app: str, *, steps: int) -> Witness:
    """Tap and swipe at random points, sometimes go back, and reopen the application if it was left."""
    witness, rng = Witness(device), Random(app)  # noqa: S311  a reproducible choice
    device.start(Start(app))
    shot = device.observe()
    scope, size = address_scope(shot.address), shot.picture.size
    app_map = AppMap(app, home=app, scope=scope)

    def draw() -> Point:
        return Point(rng.uniform(0, size[0]), rng.uniform(0, size[1]))

    for number in range(1, steps + 1):
        witness.record(number)
        if not app_map.contains(device.observe().address):
            device.start(Start(app))
            continue
        kind = rng.random()
        action: Action = Back() if kind < BACK_SHARE else Click(draw())
        if BACK_SHARE <= kind < BACK_SHARE + SWIPE_SHARE:
            action = Swipe(draw(), draw())
        try:
            device.perform(action)
        except ActionFailed:
            continue
    return witness


STRATEGIES: Mapping[str, Callable[..., Witness]] = {
    "novelty": partial(explore, strategy=most_novel),
    "breadth-first": partial(explore, strategy=breadth_first),
    "random": explore_randomly,
    "monkey": lambda device, app, **options: explore_as_monkey(device, app, steps=options["steps"]),
}


def measure(app: str, strategy: str, *, steps: int, seed: int, may_modify: bool) -> Exploration:
    """Explore an application of a fresh phone and return the result."""
    device = make_device("phone", {"seed": seed})
    if not isinstance(device, PracticePhone):
        raise SystemExit(f"expected the device of onscreen-practice, found {device!r}")
    started_at = time.monotonic()
    try:
        witness = STRATEGIES[strategy](device, app, steps=steps, may_modify=may_modify)
        seconds = time.monotonic() - started_at
        screens = json.loads(device.read("practice screens"))["apps"][witness.app]
        changes = json.loads(device.read("practice unasked '[]'"))
    finally:
        device.close()
    mixed = sum(len(names) > 1 for names in witness.names.values())
    found = {name: step for name, step in witness.found.items() if name in screens}
    return Exploration(
        app,
        strategy,
        tuple(screens),
        found,
        steps,
        seconds,
        mapped=len(witness.names),
        mixed=mixed,
        changes=len(changes),
    )


def measure_once(app: str, strategy: str, *, steps: int, seed: int, may_modify: bool) -> Exploration:
    """Return the stored result of an earlier call, or measure and store the result."""
    kind = "modifying" if may_modify else "exploration"
    file = Path(RESULTS.parent / f"{kind}-{seed}-{steps}" / f"{app}-{strategy}.json")
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(
            msgspec.json.encode(measure(app, strategy, steps=steps, seed=seed, may_modify=may_modify))
        )
    return msgspec.json.decode(file.read_bytes(), type=Exploration)


def format_found(result: Exploration | None, points: Sequence[int]) -> str:
    """Format how many screens were found within each number of steps, as in "25/35/46"."""
    return "/".join(str(count_found(result, point)) for point in points) if result else ""


def count_found(result: Exploration, steps: int) -> int:
    """Count the screens that were found within a number of steps."""
    return sum(step <= steps for step in result.found.values())


def summary_row(name: str, results: Sequence[Exploration], points: Sequence[int]) -> list[object]:
    """Return a row with the share of all screens that each strategy found, over the given results."""
    apps = {result.app: len(result.existing) for result in results}
    total = sum(apps.values())
    shares = []
    for strategy in STRATEGIES:
        own = [result for result in results if result.strategy == strategy]
        complete = len(own) == len(apps)
        found = (sum(count_found(result, point) for result in own) / total for point in points)
        shares.append("/".join(f"{share:.0%}" for share in found) if complete else "")
    return [f"**{name}**", total, *shares, "", "", ""]


def main() -> None:
    """Explore each application, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apps", default=",".join(APPS))
    parser.add_argument("--compare", default="Clock,Contacts,Settings")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--may-modify", action="store_true")
    arguments = parser.parse_args()
    apps, compared = arguments.apps.split(","), arguments.compare.split(",")
    chosen = [(app, strategy) for strategy in STRATEGIES for app in apps]
    results = [
        measure_once(
            app, strategy, steps=arguments.steps, seed=arguments.seed, may_modify=arguments.may_modify
        )
        for app, strategy in chosen
        if strategy == "novelty" or app in compared
    ]
    points = [each for each in CHECKPOINTS if each <= arguments.steps]
    by_app = {(each.app, each.strategy): each for each in results}
    rows: list[list[object]] = []
    for app in apps:
        own = by_app[app, "novelty"]
        found = (format_found(by_app.get((app, strategy)), points) for strategy in STRATEGIES)
        mapped = f"{own.mapped} ({own.mixed})"
        rows.append([app, len(own.existing), *found, mapped, own.changes, f"{own.seconds:.0f}"])
    if beside := [each for each in results if each.app in compared]:
        rows.append(summary_row("compared", beside, points))
    rows.append(summary_row("all", results, points))
    heads = ("application", "screens", *STRATEGIES, "map (mixed)", "changes left", "seconds")
    permission = "with" if arguments.may_modify else "without"
    notes = NOTES.format("/".join(map(str, points)), arguments.seed, permission)
    permitted = " with permission to modify them" if arguments.may_modify else ""
    heading = f"### Exploration of the phone's applications{permitted}"
    text = "\n\n".join((heading, notes, render_table(heads, rows)))
    publish(
        "exploration_modifying" if arguments.may_modify else "exploration",
        text,
        {"results": msgspec.to_builtins(results)},
    )


if __name__ == "__main__":
    main()
