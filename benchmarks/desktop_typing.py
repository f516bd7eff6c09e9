"""Typing into desktop programs, beside xdotool and pyautogui.

    python benchmarks/desktop_typing.py [--programs NAME ...] [--pyautogui FOLDER]

Each program runs on a private desktop. Programs that are not named keep the results
of the last run. Each tool types both texts several times into the emptied field; an
attempt counts if the field then contains exactly the text. pyautogui is imported from a folder that
`pip install --target FOLDER pyautogui` fills; without it, its columns stay empty.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

import msgspec
from _report import RESULTS, publish, render_table

from onscreen.device.linux import desktop_actions
from onscreen.device.linux.keyboard import press_chord
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.types import Element, Node, Type
from onscreen.types.errors import ActionFailed, OnscreenError

PAGE = "<title>Page</title><textarea style='width:95vw;height:80vh' aria-label='Text'></textarea>"
PROGRAMS: Mapping[str, tuple[str, str]] = {
    "mousepad": ("GTK 3", "mousepad notes.txt"),
    "gnome-text-editor": ("GTK 4", "gnome-text-editor notes.txt"),
    "kate": ("Qt 5", "kate notes.txt"),
    "firefox-esr": ("Gecko", "firefox-esr --no-remote file://{home}/page.html"),
    "soffice": ("LibreOffice", "soffice --writer --norestore --nologo"),
}
"""Program -> its toolkit and its command."""
SCRIPTS = "Größe 中文字 😀 Ωμέγα Привет עברית <b>{x}</b> [1] a=b&c|d~e^f @#$%"
HAN = "".join(chr(0x4E00 + 7 * number) for number in range(120))
TEXTS: Mapping[str, str] = {"several scripts": SCRIPTS, "CJK": HAN}
ATTEMPTS, READ_SEC, POLL_SEC, TOOL_TIMEOUT_SEC = 3, 3.0, 0.05, 60.0
LAUNCH_SEC = 120.0
NOTE = (
    "Correct attempts of {attempts}, and the median time until the field contained the text, in ms, for the "
    "correct ones. "
    "Ours includes the click into the field, the removal of the old text and the waits for a quiet screen; "
    "the others "
    "type into the field that has the focus and is empty, xdotool with --delay 0."
)
PYAUTOGUI = "import sys, pyautogui; pyautogui.PAUSE = 0; pyautogui.write(sys.argv[1])"

Method = Callable[[LinuxDesktop, Node, str], None]


class Row(msgspec.Struct, frozen=True):
    """Result of a tool in a program: attempts with the right text, and their median time in milliseconds."""

    toolkit: str
    program: str
    text: str
    tool: str
    correct: int
    attempts: int
    median_ms: float
    example: str


def field_of(desktop: LinuxDesktop) -> Node:
    """Return the largest text field.

    Raises:
        ActionFailed: the screen has none.
    """
    fields = [node for node in desktop.read_tree().nodes if node.role == "textbox"]
    if not fields:
        raise ActionFailed("the program shows no text field")
    return max(fields, key=lambda node: node.box.area)


def type_with_onscreen(desktop: LinuxDesktop, field: Node, text: str) -> None:
    """Type with the device.

    Raises:
        ActionFailed: the device does not find the text in the field afterwards.
    """
    target = Element(
        field.role, field.name, field.box, field.value, field.states, field.locator, mark=1, index=0
    )
    desktop_actions.type_text(desktop, Type(text, target))


def run_tool(desktop: LinuxDesktop, command: tuple[str, ...], folder: str = "") -> None:
    """Run another tool on the desktop.

    Raises:
        CalledProcessError: the tool fails.
    """
    # python3-xlib, which pyautogui uses, fails without a file of X authority; an empty one is enough
    environment = {**os.environ, **desktop.session.environment, "XAUTHORITY": os.devnull}
    if folder:
        environment["PYTHONPATH"] = folder
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=TOOL_TIMEOUT_SEC)


def methods(folder: str) -> Mapping[str, Method]:
    """Return the tools that are installed."""
    found: dict[str, Method] = {"onscreen": type_with_onscreen}
    if shutil.which("xdotool"):
        found["xdotool"] = lambda desktop, _, text: run_tool(
            desktop, ("xdotool", "type", "--delay", "0", "--", text)
        )
    if folder:
        command = (sys.executable, "-c", PYAUTOGUI)
        found["pyautogui"] = lambda desktop, _, text: run_tool(desktop, (*command, text), folder)
    return found


def read_text(desktop: LinuxDesktop) -> str:
    """Return the text of the field, without the marks that Gecko puts after characters."""
    return field_of(desktop).value.replace("\ufeff", "").removesuffix("\n")


def clear(desktop: LinuxDesktop) -> Node:
    """Empty the field and give it the focus."""
    field = field_of(desktop)
    desktop.display.move_pointer(field.box.center)
    for is_down in (True, False):
        desktop.display.press_button(1, is_down=is_down)
    desktop.display.flush()
    desktop.settle()
    press_chord(desktop.display, "Control+a")
    press_chord(desktop.display, "Delete")
    desktop.settle()
    return field_of(desktop)


def attempt(desktop: LinuxDesktop, method: Method, text: str) -> tuple[float, str]:
    """Type once; return the time until the text was there, or until the timeout, in ms, and what was read.

    An attempt after which the field is gone, for example behind a dialog that wrong keys opened, counts as
    wrong.
    """
    started, found = time.perf_counter(), ""
    try:
        field = clear(desktop)
        started = time.perf_counter()
        method(desktop, field, text)
        deadline = time.monotonic() + READ_SEC
        while (found := read_text(desktop)) != text and time.monotonic() < deadline:
            time.sleep(POLL_SEC)
    except ActionFailed as error:
        found = str(error)
        press_chord(desktop.display, "Escape")
    return 1000 * (time.perf_counter() - started), found


def measure(program: str, tools: Mapping[str, Method]) -> list[Row]:
    """Measure all tools in a program."""
    toolkit, command = PROGRAMS[program]
    rows = []
    with closing(LinuxDesktop(LinuxSettings(max_text=20_000, launch_cap_sec=LAUNCH_SEC))) as desktop:
        desktop.session.home.joinpath("notes.txt").write_text("")
        desktop.session.home.joinpath("page.html").write_text(PAGE)
        desktop.start_program(command.format(home=desktop.session.home).split())
        desktop.look()
        for name, text in TEXTS.items():
            for tool, method in tools.items():
                results = [attempt(desktop, method, text) for _ in range(ATTEMPTS)]
                right = [ms for ms, found in results if found == text]
                wrong = next((found for _, found in results if found != text), "")
                median = statistics.median(right) if right else 0.0
                rows.append(Row(toolkit, program, name, tool, len(right), ATTEMPTS, median, wrong[:200]))
                print(rows[-1], flush=True)
    return rows


def earlier_rows(*, without: Sequence[str]) -> list[Row]:
    """Return the results of the last run, without those of some programs."""
    path = RESULTS / "desktop_typing.json"
    stored = json.loads(path.read_text())["rows"] if path.exists() else []
    return [row for row in msgspec.convert(stored, list[Row]) if row.program not in without]


def main() -> None:
    """Measure the programs that are installed, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", nargs="+", default=list(PROGRAMS), choices=list(PROGRAMS))
    parser.add_argument("--pyautogui", default="", help="folder with pyautogui")
    arguments = parser.parse_args()
    tools, rows = methods(arguments.pyautogui), earlier_rows(without=arguments.programs)
    for program in arguments.programs:
        if shutil.which(program) is None:
            print(f"{program}: not installed")
            continue
        try:
            rows += measure(program, tools)
        except OnscreenError as error:
            print(f"{program}: {error}")
    table = [
        (each.toolkit, each.program, each.text, *_cells(rows, each, tools))
        for each in rows
        if each.tool == "onscreen"
    ]
    lengths = ", ".join(f"{name}: {len(text)} characters" for name, text in TEXTS.items())
    note = NOTE.format(attempts=ATTEMPTS)
    body = render_table(("toolkit", "program", "text", *tools), table)
    text = f"## Typing into desktop programs\n\n{note} Texts: {lengths}.\n\n{body}"
    publish("desktop_typing", text, {"rows": [msgspec.structs.asdict(row) for row in rows]})


def _cells(rows: list[Row], of: Row, tools: Mapping[str, Method]) -> list[str]:
    """Return the results of all tools for the program and the text of a row."""
    found = {row.tool: row for row in rows if (row.program, row.text) == (of.program, of.text)}
    cells = []
    for tool in tools:
        row = found.get(tool)
        time_text = f", {row.median_ms:.0f}" if row and row.correct else ""
        cells.append(f"{row.correct} of {row.attempts}{time_text}" if row else "-")
    return cells


if __name__ == "__main__":
    main()
