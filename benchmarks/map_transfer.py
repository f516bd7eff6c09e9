"""Transfer of maps to another size, theme, text size, language and data of the practice phone.

    python benchmarks/exploration.py --seed 3
    python benchmarks/map_transfer.py [--apps Clock,Contacts] [--seed 3]

Each screen of a map that clicks reach is visited on each phone, by the path of the map and from a fresh
start, and the controls in its first view are looked for on the map. The phone is in English only, so another
language is simulated: every letter that the phone reports is replaced by an accented one, as in Android's
pseudolocale en-XA. A finished pair of an application and a phone is not repeated by a later call with the
same seed.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from contextlib import closing

import msgspec
from _pseudolocale import PseudolocaleDevice
from _report import RESULTS, publish, render_table

from onscreen.app_maps.map_store import load_map, map_folder
from onscreen.app_maps.screen_map import AppMap, MapAction
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, find_control, sign
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.device.base import Device
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.device_factory import make_device
from onscreen.types import Click, Scroll, Setting, Shot, Start
from onscreen.types.errors import ActionFailed

MAPS = RESULTS.parent / "exploration-maps"
MAX_SCROLLS = 6
"""Maximum number of scrolls to find a control of a path."""


NOTES = """\
`python benchmarks/map_transfer.py --apps {}`. The maps were explored on a phone of seed {} with 1080 x 2400
pixels. Reached are the screens that the path of the map leads to and that are recognized there; known are the
controls in the first view of these screens that the map has. The phone is in English only: in the
pseudolocale, all letters of names and content are replaced, and only digits, ids, roles and the structure are
kept."""


class Variant(msgspec.Struct, frozen=True):
    """A phone: its name, the settings that differ, and the script that prepares it.

    `is_pseudolocalized` is True if the texts of its elements are replaced as in another language.
    """

    name: str
    settings: Mapping[str, Setting] = {}
    script: str = ""
    is_pseudolocalized: bool = False


VARIANTS = (
    Variant("the same phone"),
    Variant("other data", {"seed": 7}),
    Variant("720 x 1280", {"size": "720x1280", "density": 320}),
    Variant("dark theme", script="cmd uimode night yes"),
    Variant("text 1.3 times as large", script="settings put system font_scale 1.3"),
    Variant("pseudolocale", is_pseudolocalized=True),
    Variant(
        "all of these but the pseudolocale",
        {"seed": 7, "size": "720x1280", "density": 320},
        "cmd uimode night yes && settings put system font_scale 1.3",
    ),
)


class Transfer(msgspec.Struct, frozen=True):
    """Numbers of screens visited and reached, and of controls on the reached screens and on the map."""

    app: str
    variant: str
    screens: int
    reached: int
    controls: int
    known: int


def visit(device: Device, app_map: AppMap, *, path: Sequence[MapAction], start: Start) -> Shot | None:
    """Follow a path from a fresh start and return the last screen, or None if a control is missing.

    What contains a control that is not on the screen, such as a menu, is opened first.
    """
    device.start(start)
    for step in path:
        screen = app_map.screen(step.screen)
        if find_control(step.control, build_screen(device.observe())) is None and screen is not None:
            for opener in screen.openers(step.control):
                click(device, opener)
        if not click(device, step.control):
            return None
    return device.observe()


def click(device: Device, key: str) -> bool:
    """Click a control, scrolling down to it; returns False if it is missing or cannot be clicked."""
    for _ in range(MAX_SCROLLS + 1):
        target = find_control(key, build_screen(device.observe()))
        try:
            device.perform(Scroll("down") if target is None else Click(target))
        except ActionFailed:
            return False
        if target is not None:
            return True
    return False


class Reached(msgspec.Struct, frozen=True):
    """Numbers of screens of a map and of those that are reached, and of the controls on these screens."""

    screens: int
    reached: int
    controls: int
    known: int


def count_reached(device: Device, app_map: AppMap, start: Start) -> Reached:
    """Visit each screen of a map that clicks lead to, each from a fresh start."""
    home = app_map.screens[0].id
    paths = find_paths(app_map, home, home=home)
    clicked = {name: path for name, path in paths.items() if all(step.verb == "click" for step in path)}
    reached = controls = known = 0
    for name, path in clicked.items():
        shot = visit(device, app_map, path=path, start=start)
        screen = recognize(app_map, sign(shot)) if shot else None
        if shot is None or screen is None or screen.id != name:
            continue
        reached += 1
        keys = {each.key for each in screen.controls}
        shown = [control_key(e, shot.nodes) for e in build_screen(shot).elements if is_actionable(e)]
        controls += len(shown)
        known += sum(key in keys for key in shown)
    return Reached(len(clicked), reached, controls, known)


def measure(app: str, variant: Variant, *, seed: int) -> Transfer:
    """Visit the screens of a map on a phone."""
    app_map = load_map(map_folder(app, MAPS))
    with closing(make_device("phone", {"seed": seed, **variant.settings})) as device:
        shown_device = PseudolocaleDevice(device) if variant.is_pseudolocalized else device
        found = count_reached(shown_device, app_map, Start(app, script=variant.script))
    return Transfer(app, variant.name, found.screens, found.reached, found.controls, found.known)


def measure_once(app: str, variant: Variant, *, seed: int) -> Transfer:
    """Return the stored result of an earlier call, or measure and store the result."""
    name = re.sub(r"\W+", "-", f"{app}-{variant.name}")
    file = RESULTS.parent / f"map-transfer-{seed}" / f"{name}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(measure(app, variant, seed=seed)))
    return msgspec.json.decode(file.read_bytes(), type=Transfer)


def render_rows(results: Sequence[Transfer], variants: Sequence[str]) -> list[list[str]]:
    """Return a table row for each variant, with the sums and the numbers of each application."""
    rows = []
    for name in variants:
        own = [result for result in results if result.variant == name]
        found, screens = (sum(getattr(result, part) for result in own) for part in ("reached", "screens"))
        known, controls = (sum(getattr(result, part) for result in own) for part in ("known", "controls"))
        by_app = ", ".join(f"{result.app} {result.reached}/{result.screens}" for result in own)
        known_part = f"{known}/{controls}: {known / max(1, controls):.0%}"
        rows.append([name, f"{found}/{screens}", known_part, by_app])
    return rows


def main() -> None:
    """Visit the screens on each phone, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apps", default="Clock,Contacts")
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    apps = arguments.apps.split(",")
    results: list[Transfer] = []
    for variant in VARIANTS:
        results += [measure_once(app, variant, seed=arguments.seed) for app in apps]
        print(variant.name, [f"{r.reached}/{r.screens}" for r in results[-len(apps) :]], flush=True)
    rows = render_rows(results, [variant.name for variant in VARIANTS])
    notes = NOTES.format(arguments.apps, arguments.seed)
    heads = ("phone", "screens reached", "controls known", "by application")
    text = "\n\n".join(("### Transfer of maps to other phones", notes, render_table(heads, rows)))
    publish("map_transfer", text, {"results": msgspec.to_builtins(results)})


if __name__ == "__main__":
    main()
