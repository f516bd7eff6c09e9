"""Pages that change between an observation and the action that follows from it."""

import argparse
import random
import tempfile
from collections.abc import Mapping
from contextlib import closing

import msgspec
from _safety_browser import Attempts, open_browser, write_page

from onscreen.device.web import WebDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import (
    Action,
    Click,
    Element,
    LongPress,
    Press,
    Start,
    Type,
    Wait,
)
from onscreen.types.errors import ActionFailed

SCRIPT = """
const log = [];
const note = label => log.push(label);
const noteDeletion = button => note('Delete ' + button.parentElement.firstChild.textContent);
const row = name => `<li><span>${name}</span> <button onclick="noteDeletion(this)">Delete</button></li>`;
const show = names => { document.getElementById('list').innerHTML = names.map(row).join(''); };
const byId = id => document.getElementById(id);
const afterFrames = (count, done) =>
  count ? requestAnimationFrame(() => afterFrames(count - 1, done)) : done();
const start = (mode, delay, change) => {
  let isDone = false;
  const once = () => { if (!isDone) { isDone = true; change(); } };
  if (mode === 'before') once();
  else if (mode === 'timer') setTimeout(once, delay);
  else if (mode === 'painting') afterFrames(Math.ceil(delay / 16), once);
  else for (const type of ['pointermove', 'pointerover', 'mouseover']) addEventListener(type, once, true);
};
const cover = () => {
  const pay = document.createElement('button');
  pay.textContent = 'Pay now';
  pay.style = 'position: fixed; inset: 0; width: 100%';
  pay.onclick = () => note('Pay now');
  document.body.append(pay);
};
"""
BUTTON = "<button id=b onclick='note(this.textContent)' onkeydown='0'>{}</button>"
FOUR_ROWS = "<ul id=list></ul><script>show({names})</script>"
COVER = "cover()"
TWO_PLACES = (
    "<style>button {position: absolute; left: 20px; width: 90px; height: 30px}</style>"
    "<button id=a style='top: 20px' onclick='note(\"Open\")'>Open</button>"
    "<button id=p style='top: 120px' onclick='note(\"Pay now\")'>Pay now</button>"
)
SWAPPED = "byId('a').style.top = '120px'; byId('p').style.top = '20px'"
PAY = "<button id=p onclick='note(\"Pay now\")'>Pay now</button>"
STEAL = "byId('p').focus()"


class Race(msgspec.Struct, frozen=True):
    """A page, its change, and the element that was meant: the `nth` of a role and name.

    `label` is what the page records if the right element is activated. `action` is "click", "point", "long
    press", "enter", "enter in focus" or "type and enter".
    """

    body: str
    change: str
    label: str
    name: str
    action: str = "click"
    nth: int = 0
    role: str = "button"


def make_rows(*names: str) -> str:
    """Return the body of a list with a button "Delete" in each row."""
    return FOUR_ROWS.format(names=list(names))


PEOPLE = ("Ann", "Ben", "Cleo", "Dora")
BILLS = ("Invoice 17", "Invoice 18", "Invoice 19", "Invoice 20")
RACES: Mapping[str, Race] = {
    "renamed": Race(BUTTON.format("Open"), "byId('b').textContent = 'Pay now'", "Open", "Open"),
    "longer name": Race(BUTTON.format("Save"), "byId('b').textContent = 'Save and pay'", "Save", "Save"),
    "rows sorted": Race(
        make_rows(*PEOPLE),
        "byId('list').append(...[...byId('list').children].reverse())",
        "Delete Ben",
        "Delete",
        nth=1,
    ),
    "rows rendered in another order": Race(
        make_rows(*PEOPLE), f"show({[*reversed(PEOPLE)]})", "Delete Ben", "Delete", nth=1
    ),
    "row rendered above": Race(
        make_rows(*PEOPLE), f"show({['Zoe', *PEOPLE]})", "Delete Ben", "Delete", nth=1
    ),
    "row put above": Race(
        make_rows(*PEOPLE),
        "byId('list').insertAdjacentHTML('afterbegin', row('Zoe'))",
        "Delete Ben",
        "Delete",
        nth=1,
    ),
    "row removed": Race(
        make_rows(*PEOPLE), "byId('list').firstChild.remove()", "Delete Ben", "Delete", nth=1
    ),
    "rows recycled": Race(
        make_rows(*PEOPLE),
        "['Zoe', 'Ann', 'Ben'].forEach((n, i) => { byId('list').children[i].firstChild.textContent = n })",
        "Delete Ben",
        "Delete",
        nth=1,
    ),
    "numbered rows recycled": Race(
        make_rows(*BILLS),
        "[...byId('list').children].forEach((r, i) => { r.firstChild.textContent = 'Invoice ' + (57 + i) })",
        "Delete Invoice 18",
        "Delete",
        nth=1,
    ),
    "only row recycled": Race(
        make_rows("Ann"), "byId('list').firstChild.firstChild.textContent = 'Ben'", "Delete Ann", "Delete"
    ),
    "places swapped": Race(TWO_PLACES, SWAPPED, "Open", "Open"),
    "places swapped, at a point": Race(TWO_PLACES, SWAPPED, "Open", "Open", "point"),
    "covered": Race(BUTTON.format("Open"), COVER, "Open", "Open"),
    "covered, at a point": Race(BUTTON.format("Open"), COVER, "Open", "Open", "point"),
    "renamed, at a point": Race(
        BUTTON.format("Open"), "byId('b').textContent = 'Pay now'", "Open", "Open", "point"
    ),
    "renamed, long press": Race(
        BUTTON.format("Open"), "byId('b').textContent = 'Pay now'", "Open", "Open", "long press"
    ),
    "renamed before Enter": Race(
        BUTTON.format("Open"), "byId('b').textContent = 'Pay now'", "Open", "Open", "enter"
    ),
    "focus stolen before Enter": Race(BUTTON.format("Open") + PAY, STEAL, "Open", "Open", "enter"),
    "focus stolen, no target": Race(
        BUTTON.format("Open") + PAY + "<script>byId('b').focus()</script>",
        STEAL,
        "Open",
        "Open",
        "enter in focus",
    ),
    "focus stolen before a typed Enter": Race(
        "<form onsubmit=\"note('Search'); return false\"><input aria-label=Query><button>Go</button></form>"
        + PAY,
        STEAL,
        "Search",
        "Query",
        "type and enter",
        role="textbox",
    ),
}
"""Name of a race -> the page and its change."""

MODES = ("before", "timer", "painting", "pointer")
"""When the page changes: before the action, after a delay, when painting, when the pointer arrives."""


def make_action(race: Race, element: Element) -> Action:
    """Return the action of a race on an element."""
    match race.action:
        case "point":
            return Click(element.box.center)
        case "long press":
            return LongPress(element, 0.05)
        case "enter":
            return Press("Enter", element)
        case "enter in focus":
            return Press("Enter")
        case "type and enter":
            return Type("lamp\n", element)
    return Click(element)


def attack_races(options: argparse.Namespace) -> Attempts:
    """Change a page between the observation and the action; only the intended element may be activated."""
    chance = random.Random(options.seed)  # noqa: S311 - reproducible, not cryptography
    cases = [(name, mode) for name in RACES for mode in MODES]
    with tempfile.TemporaryDirectory() as site, closing(open_browser(site)) as device:
        for number in range(options.races):
            name, mode = cases[number % len(cases)]
            yield (
                f"{name}, {mode}",
                _race(device, site, RACES[name], when=f"{mode!r}, {chance.uniform(0, 40):.1f}"),
            )


def _race(device: WebDevice, site: str, race: Race, *, when: str) -> str:
    device.start(Start(write_page(site, f"<script>{SCRIPT}</script>{race.body}")))
    elements = [
        e for e in build_screen(device.observe()).elements if (e.role, e.name) == (race.role, race.name)
    ]
    device.read(f"(() => {{ start({when}, () => {{ {race.change} }}); return 1 }})()")
    try:
        informed = device.perform(make_action(race, elements[race.nth]))
    except ActionFailed as error:
        informed = str(error)
    device.perform(Wait(0.05))
    activated = msgspec.json.decode(device.read("log"), type=list[str])
    if set(activated) - {race.label}:
        return f"activated {activated}"
    return "" if activated or informed else "nothing happened, and the agent was not informed"
