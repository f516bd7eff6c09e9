"""Record screens of Debian's GTK programs for training pairs.

    python benchmarks/element_choice/harvest_programs.py --out FILE.jsonl.gz [PROGRAM ...]

Each program runs on a separate display (Xvfb) and is read through AT-SPI: its window after start, each menu
of its menu bar, some dialogs. None of these programs is in the test. `--packages` prints the required
Debian packages. A program without a window is reported with no screens; on a busy machine, run it once
more.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
from formats import black_pixel, elements, strip_shot, write

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Box, Node, Shot
from onscreen_train.grounding_dataset import NamedScreen

WIDTH, HEIGHT = 1280, 800
SCRIPT = Path(__file__).parent / "accessible.py"
TOOLS = ("xvfb", "xdotool", "dbus", "at-spi2-core", "python3-gi", "gir1.2-atspi-2.0")
LIMITED = ("/usr/bin/timeout", "-k", "5", "240")

PROGRAMS: Mapping[str, str] = {
    "mousepad": "Mousepad",
    "geany": "Geany",
    "galculator": "Galculator",
    "gnumeric": "Gnumeric",
    "pluma": "Pluma",
    "atril": "Atril",
    "eom": "Eye of MATE",
    "mate-calc": "MATE Calculator",
    "engrampa": "Engrampa",
    "caja": "Caja",
    "gthumb": "gThumb",
    "liferea": "Liferea",
    "claws-mail": "Claws Mail",
    "homebank": "HomeBank",
    "osmo": "Osmo",
    "cherrytree": "CherryTree",
    "zim": "Zim",
    "meld": "Meld",
    "gnote": "Gnote",
    "transmission-gtk": "Transmission",
    "gucharmap": "Character Map",
    "parole": "Parole",
    "ristretto": "Ristretto",
    "pragha": "Pragha",
    "catfish": "Catfish",
    "xfce4-terminal": "Xfce Terminal",
    "xfce4-screenshooter": "Xfce Screenshooter",
    "xfce4-appearance-settings": "Xfce Appearance",
    "xfce4-keyboard-settings": "Xfce Keyboard",
    "xfce4-mouse-settings": "Xfce Mouse",
    "xfce4-accessibility-settings": "Xfce Accessibility",
    "xfburn": "Xfburn",
    "dconf-editor": "dconf Editor",
    "seahorse": "Seahorse",
    "d-feet": "D-Feet",
    "evince": "Evince",
    "file-roller": "File Roller",
    "abiword": "AbiWord",
    "l3afpad": "L3afpad",
    "gtk3-widget-factory": "GTK Widget Factory",
    "gramps": "Gramps",
}
FILES = ("Letters/landlord.txt", "Letters/aunt.txt", "Photos/harbour.jpg", "budget.csv", "song.ogg")
"""Sample files, which are shown in the programs' file dialogs."""

PACKAGES: Mapping[str, str] = {
    "xfce4-appearance-settings": "xfce4-settings",
    "xfce4-keyboard-settings": "xfce4-settings",
    "xfce4-mouse-settings": "xfce4-settings",
    "xfce4-accessibility-settings": "xfce4-settings",
    "gtk3-widget-factory": "gtk-3-examples",
}
"""Debian packages by program, for programs whose package has another name."""

ROLES: Mapping[str, str] = {
    "push button": "button",
    "button": "button",
    "toggle button": "button",
    "menu": "menuitem",
    "menu item": "menuitem",
    "tearoff menu item": "menuitem",
    "check menu item": "menuitemcheckbox",
    "radio menu item": "menuitemradio",
    "check box": "checkbox",
    "radio button": "radio",
    "switch": "switch",
    "text": "textbox",
    "entry": "textbox",
    "password text": "textbox",
    "spin button": "spinbutton",
    "combo box": "combobox",
    "slider": "slider",
    "page tab": "tab",
    "list item": "option",
    "tree item": "treeitem",
    "table cell": "cell",
    "table column header": "columnheader",
    "link": "link",
    "label": "text",
    "heading": "heading",
    "image": "image",
    "icon": "image",
    "drawing area": "canvas",
    "canvas": "canvas",
    "dialog": "dialog",
    "alert": "dialog",
    "status bar": "status",
    "progress bar": "progressbar",
}
CLICKABLE = frozenset({"cell", "columnheader", "image"})


class AccessibleNode(msgspec.Struct, frozen=True):
    """An AT-SPI node; `box` is left, top, right, bottom in pixels of the display."""

    role: str
    name: str
    clue: str
    value: str
    states: tuple[str, ...]
    box: tuple[int, int, int, int]
    parent: int | None


class PrintedScreen(msgspec.Struct, frozen=True):
    """A screen in the format that `accessible.py` prints."""

    name: str
    nodes: tuple[AccessibleNode, ...]


def to_node(accessible: AccessibleNode) -> Node:
    """Convert an AT-SPI node to the node format of devices."""
    role = ROLES.get(accessible.role, "generic")
    states = (*accessible.states, "clickable") if role in CLICKABLE and accessible.name else accessible.states
    left, top, right, bottom = accessible.box
    box = Box(max(0, left), max(0, top), min(WIDTH, max(left, right)), min(HEIGHT, max(top, bottom)))
    value = "" if accessible.value == accessible.name else accessible.value
    return Node(
        role, accessible.name, box, value=value, states=states, parent=accessible.parent, clue=accessible.clue
    )


@contextmanager
def display() -> Iterator[str]:
    """Run a virtual X display while the context is active, and yield its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def record_program(program: str, *, home: Path) -> Iterator[NamedScreen]:
    """Yield the screens of a program; a program without a window yields none."""
    with display() as name:
        environment = {
            **os.environ,
            "DISPLAY": name,
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "GDK_BACKEND": "x11",
        }
        command = [*LIMITED, "dbus-run-session", "--", "/usr/bin/python3", str(SCRIPT), program]
        process = subprocess.run(
            command, env=environment, cwd=home, capture_output=True, text=True, check=False
        )
    for line in process.stdout.splitlines():
        if line.startswith("{"):
            screen = msgspec.json.decode(line.replace(str(home), "/home/rosa"), type=PrintedScreen)
            shot = strip_shot(
                Shot(
                    black_pixel(),
                    tuple(to_node(accessible) for accessible in screen.nodes),
                    PROGRAMS[program],
                )
            )
            yield NamedScreen(f"{program} {screen.name}", PROGRAMS[program], shot)


def main() -> None:
    """Run the programs and store their screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--packages", action="store_true", help="print the required Debian packages")
    arguments = parser.parse_args()
    if arguments.packages:
        print(*TOOLS, *sorted({PACKAGES.get(program, program) for program in PROGRAMS}))
        return
    if arguments.out is None:
        parser.error("--out FILE.jsonl.gz is required")
    missing = [
        name for name in ("Xvfb", "xdotool", *(arguments.programs or PROGRAMS)) if not shutil.which(name)
    ]
    if missing or set(arguments.programs) - PROGRAMS.keys():
        parser.error(
            f"not installed: {', '.join(missing) or 'none'}; supported are {', '.join(PROGRAMS)};  "
            "--packages prints the required Debian packages"
        )
    screens: list[NamedScreen] = []
    for program in arguments.programs or PROGRAMS:
        home = arguments.out.parent / "home" / program
        for name in FILES:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).touch()
        program_screens = list(record_program(program, home=home.resolve()))
        print(
            f"{program}: {[len(elements(build_screen(each.shot))) for each in program_screens]}", flush=True
        )
        screens += program_screens
        write(arguments.out, screens)


if __name__ == "__main__":
    sys.exit(main())
