"""Pool of subtasks for the practice phone, with the UI actions that solve them.

The pool is an example for `onscreen compose`, and the data of its measurements. Six subtasks look something
up, the others change the phone's state.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeAlias

import msgspec

from onscreen.routines.text_template import escape_text
from onscreen.synthesis.subtask_template import OutputResource, SubtaskTemplate
from onscreen.synthesis.task_graph import TaskGraph, fill_parameters, make_pool, order_nodes
from onscreen.types import AddressIs, AllOf, Check, PageValue, Start, TextShown
from onscreen_practice.phone.initial_phone_state import PhoneState, build_phone_state
from onscreen_practice.phone_suite.calendar_tasks import new_event, pick_day, pick_time
from onscreen_practice.phone_suite.clock_tasks import new_alarm
from onscreen_practice.phone_suite.cross_app_task_parts import find_in_maps, find_reachable, open_app
from onscreen_practice.phone_suite.mail_tasks import mail_sent
from onscreen_practice.phone_suite.notes_tasks import list_items, new_note
from onscreen_practice.state.expected_changes import Change, adds, encode_changes
from onscreen_practice.state.value_patterns import Digits, ExpectedFields, Text
from onscreen_practice.task_recipe import BACK, DONE, HOME, Move, press, tap, type_text

Values: TypeAlias = Mapping[str, str]
MakeMoves: TypeAlias = Callable[[Values], tuple[Move, ...]]
"""Function that creates the UI actions of a subtask from the values of its parameters."""

FEW = 4
"""Number of candidates of each parameter."""

LEVELS = 4
"""Maximum number of an application's screens (with its keyboard) that a subtask leaves open."""

_TITLES = ("Errands", "Trip", "Ideas", "Garden")
_TIMES = ("05:10", "06:25", "08:40", "21:55")
_DAYS = ("2026-03-25", "2026-03-27", "2026-04-14", "2026-04-22")
_NEW_NAMES = ("Quillon", "Wrenna", "Zephyrin", "Ysolde")


class PhoneSubtask(msgspec.Struct, frozen=True):
    """A subtask on the phone and the UI actions that solve it, starting with opening an application."""

    template: SubtaskTemplate
    moves: MakeMoves


def phone_subtasks(seed: int = 0) -> tuple[PhoneSubtask, ...]:
    """Create the subtasks for the phone of a random seed."""
    state = build_phone_state(seed)
    start = Start(script=f"practice reset {seed}", seed=seed)
    found = (*_lookups(state), *_messages(state), *_notes(), *_others())
    return tuple(
        msgspec.structs.replace(
            each, template=msgspec.structs.replace(each.template, platform="phone", start=start)
        )
        for each in found
    )


def graph_moves(graph: TaskGraph, subtasks: tuple[PhoneSubtask, ...], *, omit: int = -1) -> tuple[Move, ...]:
    """Join the UI actions of the nodes of a graph, without the node number `omit`.

    An application that is used again is left by going back, because it reopens on its last screen.

    Raises:
        BadSubtask: a subtask is unknown.
    """
    by_id = {each.template.id: each for each in subtasks}
    values = fill_parameters(graph, make_pool([each.template for each in subtasks]))
    order = [number for number in order_nodes(graph) if number != omit]
    moves: list[Move] = []
    for at, number in enumerate(order):
        subtask = by_id[graph.nodes[number].subtask]
        later = {by_id[graph.nodes[each].subtask].template.application for each in order[at + 1 :]}
        leave = (BACK,) * LEVELS if subtask.template.application in later else ()
        moves += (HOME, *subtask.moves(values[number]), *leave)
    return (*moves, DONE)


def missing(*changes: Change) -> Check:
    """Build a check that the phone's state has the changes, which contain placeholders."""
    return _missing_json(encode_changes(changes))


def _missing_json(changes: str) -> Check:
    """Build a check from changes as JSON text, which contains placeholders."""
    text = re.sub(r"\{\{(\w+)\}\}", r"{\1}", escape_text(shlex.quote(changes)))
    return PageValue(
        f"practice missing {text}", equals="[]", about="the phone's state has the changes of the subtask"
    )


def _lookup(
    name: str,
    instruction: str,
    *,
    application: str,
    parameter: str,
    values: Values,
    outputs: tuple[tuple[str, str, str], ...],
    moves: MakeMoves,
    also_shown: tuple[str, ...] = (),
) -> PhoneSubtask:
    """Create a subtask that finds a value on a screen; `outputs` have a name, a type and a phrase.

    The screen must show the value, the searched object, and `also_shown`.
    """
    resources = tuple(
        OutputResource(output, kind, phrase, f"{{{parameter}}}", values) for output, kind, phrase in outputs
    )
    template = SubtaskTemplate(
        name,
        instruction,
        application,
        AllOf(
            (
                TextShown(f"{{{outputs[0][0]}}}"),
                TextShown(f"{{{parameter}}}"),
                *map(TextShown, also_shown),
                AddressIs(f"*{application.casefold()}*"),
            )
        ),
        parameters=(parameter,),
        outputs=resources,
        candidates={parameter: tuple(values)},
        is_lasting=False,
        person_steps=4,
    )
    return PhoneSubtask(template, moves)


def _lookups(state: PhoneState) -> tuple[PhoneSubtask, ...]:
    places = state.maps.places[:FEW]
    people = find_reachable(state)[:FEW]
    networks = [each for each in state.settings_app.networks if each.saved and each.password]
    return (
        _lookup(
            "find-address", "Look up the address of {place} in Maps",
            application="Maps", parameter="place",
            values={each.name: each.address for each in places},
            outputs=(("address", "text", "the address of {place} in Maps"),),
            moves=lambda values: find_in_maps(values["place"]),
        ),
        _lookup(
            "find-place-number", "Look up the phone number of {place} in Maps",
            application="Maps", parameter="place",
            values={each.name: each.phone for each in places},
            outputs=(("number", "number", "the phone number of {place} in Maps"),
                     ("number_text", "text", "the phone number of {place} in Maps")),
            moves=lambda values: find_in_maps(values["place"]),
        ),
        _lookup(
            "find-number", "Look up the phone number of {person} in Contacts",
            application="Contacts", parameter="person",
            values={each.name: state.contacts.find(each).phones[0].value for each in people},
            outputs=(("number", "number", "the phone number of {person} in Contacts"),
                     ("number_text", "text", "the phone number of {person} in Contacts")),
            moves=lambda values: _find_contact(values["person"]),
        ),
        _lookup(
            "find-email", "Look up the email address of {person} in Contacts",
            application="Contacts", parameter="person",
            values={each.name: each.email for each in people},
            outputs=(("email", "text", "the email address of {person} in Contacts"),),
            moves=lambda values: _find_contact(values["person"]),
        ),
        _lookup(
            "find-password", "Look up the password of the Wi-Fi network {network} in Settings",
            application="Settings",
            parameter="network", values={each.ssid: each.password for each in networks},
            outputs=(("password", "text", "the password of the Wi-Fi network {network} in Settings"),),
            moves=lambda values: (
                open_app("Settings"), tap("Network & internet"), tap("Internet"),
                tap(f"Settings for {values['network']}"), tap("Share"),
            ),
        ),
        _lookup(
            "find-price", "Look up the price of {product} in Shop",
            application="Shop", parameter="product",
            values={each.name: f"{each.price / 100:.2f}" for each in state.shop.products[:FEW]},
            outputs=(("price", "text", "the price of {product} in Shop"),),
            also_shown=("Add to cart",),
            moves=lambda values: (
                open_app("Shop"), tap("Search products"), type_text("Search products", values["product"]),
                tap(f'Search for "{values["product"]}"'), tap(values["product"]),
            ),
        ),
    )  # fmt: skip


def _find_contact(name: str) -> tuple[Move, ...]:
    return open_app("Contacts"), tap("Search contacts"), type_text("Search contacts", name), tap(name)


def _messages(state: PhoneState) -> tuple[PhoneSubtask, ...]:
    people = [each for each in state.people if each.email][:FEW]
    threads = {numbers: each.id for each in state.messages.threads if len(numbers := each.numbers) == 1}
    texted = {
        person.name: threads[numbers]
        for person in find_reachable(state)
        if (numbers := tuple(line.value for line in state.contacts.find(person).phones)) in threads
    }
    message: ExpectedFields = {"by": "", "due": "", "text": Text("{text}", ignore_stop=True), "files": []}
    send_text = SubtaskTemplate(
        "send-text", "Send {person} a text message that says {text}", "Messages",
        missing(adds("messages.threads[id={thread}].messages", message)),
        parameters=("person", "text"), inputs={"text": "text"},
        candidates={"person": tuple(texted)[:FEW], "text": ("On my way", "Call me later")},
        outputs=(
            OutputResource("thread", "conversation", "the conversation with {person}", "{person}", texted),
        ),
        sets=("text to {person}: {text}",), person_steps=5,
    )  # fmt: skip
    body = Text("{text}", ignore_stop=True)
    addresses = {person.name: person.email for person in people}
    send_mail = SubtaskTemplate(
        "send-mail", "Send {person} a mail with the subject {subject} that says {text}", "Mail",
        missing(mail_sent(to=["{address}"], cc=[], bcc=[], subject="{subject}", body=body, files=[])),
        parameters=("person", "subject", "text"), inputs={"text": "text"},
        candidates={
            "person": tuple(addresses), "subject": ("News", "Plans", "Question"), "text": ("See you soon",)
        },
        outputs=(
            OutputResource("address", "address", "the address of {person}", "{person}", addresses),
        ),
        sets=("mail to {person} about {subject}",), person_steps=6,
    )  # fmt: skip
    return (
        PhoneSubtask(send_text, lambda values: (
            open_app("Messages"), tap("Start chat"), tap(values["person"]),
            type_text("Text message", values["text"]), tap("Send"),
        )),
        PhoneSubtask(send_mail, lambda values: (
            open_app("Mail"), tap("Compose"), type_text("To", addresses[values["person"]]),
            type_text("Subject", values["subject"]), type_text("Compose email", values["text"]), tap("Send"),
        )),
    )  # fmt: skip


def _notes() -> tuple[PhoneSubtask, ...]:
    text = Text("{text}", ignore_stop=True)
    write_note = SubtaskTemplate(
        "write-note", "Write a note called {title} with the text {text}", "Notes",
        missing(new_note("{title}", text=text)),
        parameters=("title", "text"), inputs={"text": "text"},
        candidates={"title": _TITLES, "text": ("Water the plants", "Bring the keys")},
        outputs=(OutputResource("content", "text", "the text of the note {title}", "{text}"),),
        sets=("note {title}",), person_steps=4,
    )  # fmt: skip
    write_list = SubtaskTemplate(
        "write-list", "Make a checklist called {title} with the items {first} and {second}", "Notes",
        missing(new_note("{title}", list=True, items=list_items("{first}", "{second}"))),
        parameters=("title", "first", "second"), inputs={"first": "text", "second": "text"},
        candidates={"title": _TITLES, "first": ("Bread", "Milk"), "second": ("Tea", "Salt")},
        outputs=(OutputResource("item", "text", "the first item of the checklist {title}", "{first}"),),
        sets=("note {title}",), person_steps=7,
    )  # fmt: skip
    return (
        PhoneSubtask(write_note, lambda values: (
            open_app("Notes"), tap("New note"), type_text("Title", values["title"]),
            type_text("Note", values["text"]),
        )),
        PhoneSubtask(write_list, lambda values: (
            open_app("Notes"), tap("New list"), type_text("Title", values["title"]),
            type_text("List item 1", values["first"]), press("Enter"),
            type_text("List item 2", values["second"]),
        )),
    )  # fmt: skip


def _others() -> tuple[PhoneSubtask, ...]:
    number = Digits("{number}")
    contact = SubtaskTemplate(
        "create-contact", "Create a contact called {name} with the phone number {number}", "Contacts",
        missing(adds("contacts.entries", {"first": "{name}", "last": "", "phones": [{"value": number}]})),
        parameters=("name", "number"), inputs={"number": "number"},
        candidates={"name": _NEW_NAMES, "number": ("555-0171", "555-0188")},
        outputs=(OutputResource("name", "text", "the name of the new contact {name}", "{name}"),),
        sets=("contact {name}",), person_steps=5,
    )  # fmt: skip
    day = date.fromisoformat(_DAYS[0])
    event_changes = encode_changes((new_event("{title}", day, all_day=True),)).replace(str(day), "{day}")
    event = SubtaskTemplate(
        "add-event", "Add an event that lasts all day on {day} to Calendar, called {title}", "Calendar",
        _missing_json(event_changes),
        parameters=("day", "title"), inputs={"title": "text"},
        candidates={"day": _DAYS, "title": ("Visit", "Repair")},
        outputs=(OutputResource("title", "text", "the title of the new event on {day}", "{title}"),),
        sets=("event on {day}",), person_steps=8,
    )  # fmt: skip
    alarm = SubtaskTemplate(
        "set-alarm", "Set an alarm for {time} with the label {label}", "Clock",
        missing(new_alarm(time="{time}", label=Text("{label}", ignore_case=True), days=[])),
        parameters=("time", "label"), inputs={"label": "text"},
        candidates={"time": _TIMES, "label": ("Pills", "Bins")},
        outputs=(OutputResource("label", "text", "the label of the alarm at {time}", "{label}"),),
        sets=("alarm at {time}",), person_steps=8,
    )  # fmt: skip
    return (
        PhoneSubtask(contact, lambda values: (
            open_app("Contacts"), tap("Create contact"), type_text("First name", values["name"]),
            type_text("Phone", values["number"]), tap("Save"),
        )),
        PhoneSubtask(event, lambda values: (
            open_app("Calendar"), tap("Create event"), type_text("Add title", values["title"]),
            tap("All-day"), *pick_day("Start date", date.fromisoformat(values["day"])), tap("Save"),
        )),
        PhoneSubtask(alarm, lambda values: (
            open_app("Clock"), tap("Add alarm"), *pick_time("Time 07:00", values["time"]),
            type_text("Label", values["label"]), tap("Save"),
        )),
    )  # fmt: skip
