"""Keep the screens of GTK programs of Debian, for training pairs.

    python benchmarks/element_choice/harvest_programs.py --out FILE.jsonl.gz [PROGRAM ...]

Each program is shown on a display of its own (Xvfb) and read through AT-SPI: its window as it opens, each
menu of its bar, some dialogs. None of these programs is in the test. `--packages` prints the Debian packages
that are needed. One that shows nothing is named with no screens; on a busy machine ask for it once more.
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
from formats import bare, black, elements, write

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Box, Node, Shot
from onscreen_train.element_pairs import NamedScreen

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
"""What there is to open, in dialogs that show files."""

PACKAGES: Mapping[str, str] = {
    "xfce4-appearance-settings": "xfce4-settings",
    "xfce4-keyboard-settings": "xfce4-settings",
    "xfce4-mouse-settings": "xfce4-settings",
    "xfce4-accessibility-settings": "xfce4-settings",
    "gtk3-widget-factory": "gtk-3-examples",
}
"""The Debian packages of programs that are not called as theirs."""

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


class Thing(msgspec.Struct, frozen=True):
    """What AT-SPI says of one thing; `box` is left, top, right, bottom in pixels of the display."""

    role: str
    name: str
    clue: str
    value: str
    states: tuple[str, ...]
    box: tuple[int, int, int, int]
    parent: int | None


class Told(msgspec.Struct, frozen=True):
    """One screen as `accessible.py` prints it."""

    name: str
    nodes: tuple[Thing, ...]


def node_of(thing: Thing) -> Node:
    """Return the thing as devices report it."""
    role = ROLES.get(thing.role, "generic")
    states = (*thing.states, "clickable") if role in CLICKABLE and thing.name else thing.states
    left, top, right, bottom = thing.box
    box = Box(max(0, left), max(0, top), min(WIDTH, max(left, right)), min(HEIGHT, max(top, bottom)))
    value = "" if thing.value == thing.name else thing.value
    return Node(role, thing.name, box, value=value, states=states, parent=thing.parent, clue=thing.clue)


@contextmanager
def display() -> Iterator[str]:
    """Start an X display and give its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def screens(program: str, *, home: Path) -> Iterator[NamedScreen]:
    """Yield what a program shows; one that shows nothing yields nothing, and is named."""
    with display() as name:
        told = {**os.environ, "DISPLAY": name, "HOME": str(home), "LANG": "C.UTF-8", "GDK_BACKEND": "x11"}
        command = [*LIMITED, "dbus-run-session", "--", "/usr/bin/python3", str(SCRIPT), program]
        done = subprocess.run(command, env=told, cwd=home, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            read = msgspec.json.decode(line.replace(str(home), "/home/rosa"), type=Told)
            shot = bare(Shot(black(), tuple(node_of(thing) for thing in read.nodes), PROGRAMS[program]))
            yield NamedScreen(f"{program} {read.name}", PROGRAMS[program], shot)


def main() -> None:
    """Show the programs and keep their screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--packages", action="store_true", help="print the Debian packages that are needed")
    asked = parser.parse_args()
    if asked.packages:
        print(*TOOLS, *sorted({PACKAGES.get(program, program) for program in PROGRAMS}))
        return
    if asked.out is None:
        parser.error("--out FILE.jsonl.gz says where to keep the screens")
    missing = [name for name in ("Xvfb", "xdotool", *(asked.programs or PROGRAMS)) if not shutil.which(name)]
    if missing or set(asked.programs) - PROGRAMS.keys():
        parser.error(
            f"not installed: {', '.join(missing) or 'none'}; what can be asked for is {', '.join(PROGRAMS)}; "
            "--packages prints the Debian packages that are needed"
        )
    kept: list[NamedScreen] = []
    for program in asked.programs or PROGRAMS:
        home = asked.out.parent / "home" / program
        for name in FILES:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).touch()
        found = list(screens(program, home=home.resolve()))
        print(f"{program}: {[len(elements(build_screen(each.shot))) for each in found]}", flush=True)
        kept += found
        write(asked.out, kept)


if __name__ == "__main__":
    sys.exit(main())
