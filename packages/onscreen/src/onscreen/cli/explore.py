"""The `onscreen explore` command, which explores an application and stores its map."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.episode_extension import find_change
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map, save_picture
from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_signature import ScreenSignature, sign
from onscreen.cli.options import add_device_options, parse_settings, positive_int
from onscreen.explore.exploration import ExplorationStep, Explorer
from onscreen.report.html_text_format import one_line
from onscreen.run.map_learning import note_version, read_version
from onscreen.run.run_setup import make_device
from onscreen.run.sensed_device import with_senses
from onscreen.types.pluralization import count_noun

HELP = """Explore an application without a model, and store a map of its screens and of what its controls do.

Without --may-modify, no control that looks irreversible is used, no switch is toggled and no form is
submitted. A later call continues with the controls that were not tried yet."""
DEFAULT_STEPS = 200


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("app", metavar="APP", help="name of the application, or address of a web application")
    parser.add_argument(
        "--on", default="web", metavar="DEVICE", help="name of the device (default: %(default)s)"
    )
    parser.add_argument(
        "--max-steps",
        type=positive_int,
        default=DEFAULT_STEPS,
        metavar="N",
        help="maximum number of steps (default: %(default)s)",
    )
    parser.add_argument(
        "--may-modify",
        action="store_true",
        help="also toggle switches (and toggle them back), submit forms, and use irreversible controls",
    )
    add_device_options(parser)


def run(arguments: Namespace) -> int:
    """Explore the application and return the exit status.

    Raises:
        UsageError: an argument is invalid, or the stored map cannot be read.
        DeviceError: the device is gone, or the application does not start.
    """
    folder = map_folder(arguments.app)
    is_known = (folder / MAP_FILE).exists()
    app_map = load_map(folder) if is_known else AppMap(arguments.app, home=arguments.app)
    recorder = MapRecorder(folder)
    device = with_senses(make_device(arguments.on, parse_settings(arguments.set)), tuple(arguments.sense))
    explorer = Explorer(device, app_map, may_modify=arguments.may_modify, on_step=recorder)
    with closing(device):
        explored = explorer.explore(arguments.max_steps)
        explored, change = note_version(explored, read_version(device, explorer.address))
    save_map(explored, folder)
    added = len(explored.screens) - len(app_map.screens)
    print(  # noqa: T201
        f"{one_line(explored.app)}: {count_noun(len(explored.screens), 'screen')} ({added} new), "
        f"{count_noun(len(explored.actions), 'action')}, after {count_noun(explorer.steps, 'step')}"
    )
    for screen in explored.screens[len(app_map.screens) :]:
        print(f"  {one_line(screen.title or screen.id)}")  # noqa: T201
    for name in explorer.not_restored:
        print(f"not restored: {one_line(name)!r}")  # noqa: T201
    change = change or find_change(app_map, recorder.signatures)
    if change:
        print(f"the application seems to have changed: {one_line(change, 300)}", file=sys.stderr)  # noqa: T201
    print(folder / MAP_FILE)  # noqa: T201
    return 0


class MapRecorder:
    """Callback that prints each step of an exploration to stderr and stores the map.

    `signatures` are those of the screens seen.
    """

    def __init__(self, folder: Path) -> None:
        """Create a callback that stores the map in a folder."""
        self.signatures: list[ScreenSignature] = []
        self._folder = folder

    def __call__(self, step: ExplorationStep) -> None:
        """Store the map after a step and print the step.

        Raises:
            CannotWrite: the folder cannot be written.
        """
        if step.screen:
            self.signatures.append(sign(step.shot))
        save_map(step.app_map, self._folder)
        if step.is_new:
            save_picture(step.shot.picture, self._folder, screen_id=step.screen)
        if step.action is None:
            return
        screen = step.app_map.screen(step.action.screen)
        control = screen.control(step.action.control) if screen else None
        name = (control.name or control.role) if control else step.action.verb
        effect = describe_effect(step.action, step.app_map)
        print(f"  {step.number:>3} {one_line(name, 40)}: {one_line(effect)}", file=sys.stderr)  # noqa: T201
