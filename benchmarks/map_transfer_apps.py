"""Transfer of maps of real web applications and desktop programs to other windows, looks, data and languages.

    onscreen apps install dokuwiki ihatemoney optuna
    python benchmarks/map_transfer_apps.py [--steps 60] [--only apps:optuna,linux:thunar]

Each application is explored without changes. Each screen of its map that clicks reach is then visited by the
path of the map, from a fresh start, in a variant of the application; the controls in its view are looked for
on the map. In the pseudolocale, every letter that the application shows is replaced. Programs get other files
as other data; the data of a web application cannot be exchanged. A finished pair of an application and a
variant is not repeated by a later call.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from _pseudolocale import PseudolocaleDevice
from _report import RESULTS, publish, render_table
from map_transfer import Transfer, Variant, count_reached, render_rows

from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap
from onscreen.device.base import Device
from onscreen.discovery.trajectory_player import find_state_source
from onscreen.explore.exploration import Explorer
from onscreen.run.device_factory import make_device
from onscreen.types import Setting, Start

MAPS = RESULTS.parent / "transfer-maps"
APPS = (
    "apps:dokuwiki",
    "apps:ihatemoney",
    "apps:optuna",
    "linux:geany notes.txt",
    "linux:thunar",
    "linux:gnumeric",
)
FILES: Mapping[str, Mapping[str, str]] = {
    "same": {"notes.txt": "Milk\nBread\n", "plans/plan.txt": "Monday\n"},
    "other": {"notes.txt": "Wool\nNeedles\nThread\n", "letters/Anna.txt": "Hello\n", "list.txt": "1\n"},
}
"""Files in the home folder of a desktop, by the name of the data."""
OTHER_DATA = "other data"
VARIANTS: Mapping[str, Sequence[Variant]] = {
    "apps": (
        Variant("the same"),
        Variant("smaller window", {"width": 900, "height": 640}),
        Variant("two pixels per unit", {"pixel_ratio": 2.0}),
        Variant("dark theme", {"flags": ("--enable-features=WebContentsForceDark",)}),
        Variant("pseudolocale", is_pseudolocalized=True),
    ),
    "linux": (
        Variant("the same"),
        Variant("smaller window", {"width": 1000, "height": 700}),
        Variant(OTHER_DATA),
        Variant("pseudolocale", is_pseudolocalized=True),
    ),
}
DEVICE_SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "apps": {"start_cap_sec": 180},
    "linux": {"launch_cap_sec": 120},
}
NOTES = """\
`python benchmarks/map_transfer_apps.py`: maps explored in {} steps. Reached are the screens that the path of
the map leads to and that are recognized there; known are the controls in view on these screens that the map
has. The pseudolocale replaces every letter of names and content."""


def open_variant(platform: str, variant: Variant, *, folder: Path) -> Device:
    """Return the device on which a variant is started; the files of a desktop come into `folder`."""
    settings = {**DEVICE_SETTINGS[platform], **variant.settings}
    if platform == "linux":
        for name, text in FILES["other" if variant.name == OTHER_DATA else "same"].items():
            folder.joinpath(name).parent.mkdir(exist_ok=True)
            folder.joinpath(name).write_text(text, encoding="utf-8")
        settings["home"] = str(folder)
    device = make_device(platform, settings)
    return PseudolocaleDevice(device) if variant.is_pseudolocalized else device


def find_start(device: Device, app: str) -> Start:
    """Return the start that resets an application and shows its first screen."""
    start = find_state_source(device, app, seed=0).start
    return msgspec.structs.replace(start, address=start.address or app)


def prepare_map(platform: str, app: str, *, steps: int) -> AppMap:
    """Return the stored map of an application, or explore it."""
    folder = map_folder(app, MAPS)
    if (folder / MAP_FILE).exists():
        return load_map(folder)
    with (
        TemporaryDirectory() as files,
        closing(open_variant(platform, VARIANTS[platform][0], folder=Path(files))) as device,
    ):
        start = find_start(device, app)
        app_map = Explorer(device, AppMap(app, home=start.address), initial=start).explore(steps)
    save_map(app_map, folder)
    return app_map


def measure(platform: str, app: str, variant: Variant, *, steps: int) -> Transfer:
    """Visit the screens of the map of an application in a variant."""
    app_map = prepare_map(platform, app, steps=steps)
    with (
        TemporaryDirectory() as files,
        closing(open_variant(platform, variant, folder=Path(files))) as device,
    ):
        found = count_reached(device, app_map, find_start(device, app))
    return Transfer(app, variant.name, found.screens, found.reached, found.controls, found.known)


def measure_once(platform: str, app: str, variant: Variant, *, steps: int) -> Transfer:
    """Return the stored result of an earlier call, or measure and store the result."""
    file = RESULTS.parent / "map-transfer-apps" / (re.sub(r"\W+", "-", f"{app}-{variant.name}") + ".json")
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(measure(platform, app, variant, steps=steps)))
    return msgspec.json.decode(file.read_bytes(), type=Transfer)


def main() -> None:
    """Visit the screens in each variant, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--only", default=",".join(APPS))
    arguments = parser.parse_args()
    names = [name.partition(":")[::2] for name in arguments.only.split(",")]
    parts = ["### Transfer of maps of web applications and desktop programs", NOTES.format(arguments.steps)]
    data: dict[str, object] = {}
    for platform, title in (("apps", "web application"), ("linux", "program")):
        results: list[Transfer] = []
        for app in [name for kind, name in names if kind == platform]:
            for variant in VARIANTS[platform]:
                results.append(measure_once(platform, app, variant, steps=arguments.steps))
                print(results[-1], flush=True)
        rows = render_rows(results, [variant.name for variant in VARIANTS[platform]])
        parts.append(render_table((title, "screens reached", "controls known", "by application"), rows))
        data[platform] = msgspec.to_builtins(results)
    publish("map_transfer_apps", "\n\n".join(parts), data)


if __name__ == "__main__":
    main()
