"""Parts of tasks with several applications, contributed by the practice sites and the practice phone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.types import AllOf, Check, PageValue
from onscreen_practice.desktop_suite.application_parts import APPLICATIONS, Application, Source, Target
from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone_suite.calculator_tasks import tap_keys
from onscreen_practice.phone_suite.notes_tasks import new_note
from onscreen_practice.phone_suite.task_helpers import state_is
from onscreen_practice.site_suite.office_site_tasks import calculator_moves, wiki_lookup_moves
from onscreen_practice.site_suite.site_suite import HOST
from onscreen_practice.sites import load_site_data
from onscreen_practice.state.value_patterns import Text
from onscreen_practice.task_recipe import Move, click, js_literal, page_holds, site_state, tap, type_text

DESKTOP, SITES, PHONE = "desktop", "sites", "phone"
LIST, NOTE_TITLE = "Shopping", "Number"
PHONE_SEED = 1
TOWNS = ("Lissa", "Port Merrow", "Oldham Bay")


def on_device(check: Check, name: str) -> Check:
    """Return a check whose expressions are evaluated on the named device."""
    if isinstance(check, AllOf):
        return AllOf(tuple(on_device(each, name) for each in check.checks))
    if isinstance(check, PageValue):
        return msgspec.structs.replace(check, expression=f"{name}: {check.expression}")
    return check


def _site(name: str) -> str:
    return f"http://{HOST}/{name}/index.html"


def _app(name: str) -> str:
    return f"org.practice.{name}"


def _wiki_source(rng: Random) -> Source:
    town, beside = rng.sample(TOWNS, 2)
    facts = {article.title: article.facts for article in load_site_data().articles}
    number, other = (int(facts[each]["Population"].replace(",", "")) for each in (town, beside))
    return Source(
        f"Look up the population of {town} in Wiki (web).",
        _site("wiki"),
        number,
        other,
        moves=wiki_lookup_moves(town),
    )


def _list_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        return type_text(f"New item for {LIST}", str(number)), click("button", f"Add to {LIST}")

    def check(number: int) -> Check:
        items = f"({site_state('notes')}.items ?? []).filter((i) => /^[0-9]+$/.test(i.text))"
        listed = f"JSON.stringify({items}.map((i) => [i.list, i.text]))"
        return page_holds(f"{listed} === {js_literal(js_literal([[LIST, str(number)]]))}")

    return Target(f"Add this number to the list {LIST} in Notes (web).", _site("notes"), save, check)


def _contact_source(rng: Random) -> Source:
    people = [
        entry
        for entry in build_phone_state(PHONE_SEED).contacts.entries
        if entry.last and len(entry.phones) == 1 and not entry.phones[0].value.split("-")[-1].startswith("0")
    ]
    person, beside = rng.sample(people, 2)
    number, other = (int(each.phones[0].value.split("-")[-1]) for each in (person, beside))
    name = f"{person.first} {person.last}"
    return Source(
        f"Look up the phone number of {name} in Contacts (phone), of which the last four digits are needed.",
        _app("contacts"),
        number,
        other,
        moves=(tap(name),),
    )


def _note_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        return tap("New note"), type_text("Title", NOTE_TITLE), type_text("Note", str(number))

    return Target(
        f'Write a note titled "{NOTE_TITLE}" with this number as its text in Notes (phone).',
        _app("notes"),
        save,
        lambda number: state_is(new_note(NOTE_TITLE, text=Text(str(number)))),
    )


def _phone_keys(expression: str) -> tuple[Move, ...]:
    return *tap_keys(expression.replace("*", "×")), tap("equals")


_OTHERS: Mapping[str, Application] = {
    "wiki": Application("Wiki (web)", "medium", "", _wiki_source, device=SITES, address=_site("wiki")),
    "list": Application("Notes (web)", "easy", "", target=_list_target, device=SITES),
    "sums": Application(
        "Calculator (web)",
        "easy",
        "",
        keys=partial(calculator_moves),
        device=SITES,
        address=_site("calculator"),
    ),
    "contacts": Application("Contacts (phone)", "medium", "", _contact_source, device=PHONE),
    "note": Application("Notes (phone)", "easy", "", target=_note_target, device=PHONE),
    "keys": Application(
        "Calculator (phone)", "easy", "", keys=_phone_keys, device=PHONE, address=_app("calculator")
    ),
}
DEVICE_APPLICATIONS: Mapping[str, Application] = MappingProxyType({**APPLICATIONS, **_OTHERS})
"""Short name of each application of the three devices -> what it contributes."""
