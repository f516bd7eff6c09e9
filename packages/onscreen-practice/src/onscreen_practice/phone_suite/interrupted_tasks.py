"""Tasks interrupted by calls, permission dialogs, advertisements, a low battery or a lost network."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone_suite import (
    browser_tasks,
    calendar_tasks,
    camera_tasks,
    clock_tasks,
    contacts_tasks,
    cross_app_mail_tasks,
    files_tasks,
    mail_tasks,
    maps_tasks,
    messages_tasks,
    music_tasks,
    notes_tasks,
    shop_tasks,
    social_tasks,
    spreadsheet_tasks,
    weather_tasks,
)
from onscreen_practice.phone_suite.cross_app_task_parts import (
    Part,
    find_reachable,
    required_changes,
    send_text,
    write_note,
)
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is
from onscreen_practice.state.expected_changes import Change, adds, becomes
from onscreen_practice.state.value_patterns import Digits, any_order
from onscreen_practice.task_recipe import DONE, Move, TaskRecipe, respond, tap

_PERMISSIONS = "practice interruptions permissions"
_ALLOW_WHILE_USED, _DENY = "While using the app", "Don't allow"


class Interruption(msgspec.Struct, frozen=True):
    """An interruption during a task, such as a call, and the response that the task requires.

    `kind` is the kind of interruption, which occurs after `inputs` inputs. `request` is added to the
    instruction; `{caller}` is replaced by the name of the person who calls. `right` and `wrong` are the names
    of the buttons for the requested response and for another one. `changes` returns the state changes made
    by the requested response. `follow_up` builds the part of the task that comes last, such as a message to
    the caller.
    """

    kind: str
    inputs: int
    request: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    changes: Callable[[Person], tuple[Change, ...]] = lambda _: ()
    follow_up: Callable[[PhoneState, Person], Part] | None = None


def interrupt(factory: TaskFactory, *interruptions: Interruption) -> TaskFactory:
    """Wrap a task factory so that its tasks are interrupted and must be finished afterwards."""

    def create(state: PhoneState, rng: Random) -> TaskRecipe:
        """Create the task; all calls come from the same person."""
        base, caller = factory(state, rng), rng.choice(find_reachable(state))
        parts = [each.follow_up(state, caller) for each in interruptions if each.follow_up]
        changes = [change for each in interruptions for change in each.changes(caller)]
        changes += [change for part in parts for change in part.changes]
        moves = [*base.moves[:-1], *(move for part in parts for move in part.moves), DONE]
        commands = [_command(each, caller) for each in interruptions]
        return msgspec.structs.replace(
            _with_request(base, " ".join(each.request for each in interruptions), caller=caller.name),
            check=state_is(*required_changes(base.check), *changes),
            moves=(*_responses(each.right for each in interruptions), *moves),
            near_miss=(*_responses(each.wrong for each in interruptions), *moves),
            start_command=" && ".join(commands),
        )

    return create


def _command(interruption: Interruption, caller: Person) -> str:
    name = f" {shlex.quote(caller.name)}" if interruption.kind == "call" else ""
    return f"practice interrupt {interruption.kind} {interruption.inputs}{name}"


def _with_request(base: TaskRecipe, request: str, **values: str) -> TaskRecipe:
    """Return the task with a sentence added to its instruction."""
    template = f"{base.template.removesuffix('.')}. {request}"
    given = {**base.values, **{name: each for name, each in values.items() if f"{{{name}}}" in request}}
    instruction = template.format(**given)
    return msgspec.structs.replace(
        base, instruction=instruction, template=template, values=given, kind="added", layout="changing"
    )


def _responses(names: Iterable[tuple[str, ...]]) -> tuple[Move, ...]:
    return tuple(respond(name) for each in names for name in each)


def ask_permissions(
    factory: TaskFactory, request: str, *, choices: Sequence[str], granted: Sequence[str]
) -> TaskFactory:
    """Wrap a task factory so that the first application opened requests permissions.

    Args:
        factory: the factory of the interrupted task.
        request: the sentence of the instruction that states which permissions to grant.
        choices: the names of the buttons, one per dialog.
        granted: the permissions that are granted in the end, as APPLICATION:PERMISSION.
    """

    def create(state: PhoneState, rng: Random) -> TaskRecipe:
        """Create the task; its near miss swaps the permissions to grant and to deny."""
        base = factory(state, rng)
        opening, rest = base.moves[0], base.moves[1:]
        allow = next((each for each in choices if each != _DENY), "Allow")
        swapped = [allow if each == _DENY else _DENY for each in choices]
        return msgspec.structs.replace(
            _with_request(base, request),
            check=state_is(
                *required_changes(base.check), becomes("system.granted", any_order(*sorted(granted)))
            ),
            moves=(opening, *map(tap, choices), *rest),
            near_miss=(opening, *map(tap, swapped), *rest),
            start_command=_PERMISSIONS,
        )

    return create


def _call(kind: str) -> Callable[[Person], tuple[Change, ...]]:
    return lambda caller: (adds("phone.calls", {"number": Digits(caller.phone), "kind": kind}),)


def _declined(inputs: int) -> Interruption:
    request = "If somebody calls meanwhile, decline the call."
    return Interruption("call", inputs, request, ("Decline",), ("Answer", "End call"), _call("rejected"))


def _answered(inputs: int) -> Interruption:
    request = "If {caller} calls meanwhile, answer, hang up at once, and then finish."
    return Interruption("call", inputs, request, ("Answer", "End call"), ("Decline",), _call("incoming"))


_TEXT_CALLER = msgspec.structs.replace(
    _declined(5),
    request="If somebody calls meanwhile, decline the call, and in the end text the caller"
    ' "I will call you back".',
    follow_up=lambda state, caller: send_text(state, caller, text="I will call you back"),
)
_NOTE_CALLER = msgspec.structs.replace(
    _declined(4),
    request='If somebody calls meanwhile, decline the call, and in the end write a note titled "Missed" with'
    " the name of the caller as its text.",
    follow_up=lambda _, caller: write_note("Missed", caller.name),
)
_AD = Interruption("ad", 4, "Do not install anything.", ("Close ad",), ("Install", "Install", "Navigate up"))
_UPDATE = Interruption("update", 3, "Do not update any application now.", ("Later",), ("Update",))
_RATING = Interruption("rate", 3, "Do not rate any application.", ("Not now",), ("Rate 5 stars",))
_REMINDER = Interruption("remind", 4, "Accept no notifications.", ("No thanks",), ("Turn on",))
_BATTERY_OFF = Interruption("battery", 4, "Leave Battery Saver off.", ("No thanks",), ("Turn on",))
_BATTERY_ON = Interruption(
    "battery",
    5,
    "If the battery runs low, turn on Battery Saver.",
    ("Turn on",),
    ("No thanks",),
    lambda _: (becomes("settings.global.low_power", "1"),),
)
_BATTERY_TEXT = Interruption(
    "battery",
    5,
    'If the battery runs low, do not turn on Battery Saver, but text {caller} "My battery is low" in the'
    " end.",
    ("No thanks",),
    ("Turn on",),
    follow_up=lambda state, caller: send_text(state, caller, text="My battery is low"),
)
_NETWORK_ON = Interruption(
    "network",
    4,
    "If the connection fails, turn Wi-Fi on again.",
    ("Turn on Wi-Fi",),
    ("Continue offline",),
)
_NETWORK_OFF = Interruption(
    "network",
    4,
    "If the connection fails, continue offline and leave Wi-Fi off.",
    ("Continue offline",),
    ("Turn on Wi-Fi",),
    lambda _: (becomes("settings.global.wifi_on", "0"),),
)

INTERRUPTED_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "interrupted-call-declined": interrupt(calendar_tasks.create_event, _declined(6)),
        "interrupted-call-answered": interrupt(contacts_tasks.create_contact, _answered(2)),
        "interrupted-call-texted": interrupt(clock_tasks.set_repeated_alarm, _TEXT_CALLER),
        "interrupted-call-noted": interrupt(mail_tasks.set_vacation_responder, _NOTE_CALLER),
        "interrupted-permission-camera": ask_permissions(
            camera_tasks.take_several_photos,
            "Allow the Camera to take pictures while it is used, and nothing else.",
            choices=(_ALLOW_WHILE_USED, _DENY, _DENY),
            granted=("camera:Camera",),
        ),
        "interrupted-permission-maps": ask_permissions(
            maps_tasks.save_place,
            "Do not give Maps access to my location.",
            choices=(_DENY,),
            granted=(),
        ),
        "interrupted-permission-social": ask_permissions(
            social_tasks.follow_page,
            "Social may send notifications if it asks, but must not see my photos.",
            choices=(_DENY, "Allow"),
            granted=("social:Notifications",),
        ),
        "interrupted-permission-mail": ask_permissions(
            mail_tasks.set_signature,
            "If Mail asks for my contacts, allow it; it must not send notifications.",
            choices=("Allow", _DENY),
            granted=("mail:Contacts",),
        ),
        "interrupted-ad-shop": interrupt(shop_tasks.add_to_cart, _AD),
        "interrupted-ad-music": interrupt(music_tasks.create_playlist, _AD),
        "interrupted-update": interrupt(weather_tasks.replace_places, _UPDATE),
        "interrupted-rating": interrupt(notes_tasks.set_reminder, _RATING),
        "interrupted-reminder": interrupt(files_tasks.move_files, _REMINDER),
        "interrupted-battery-declined": interrupt(spreadsheet_tasks.add_row, _BATTERY_OFF),
        "interrupted-battery-saved": interrupt(messages_tasks.start_group, _BATTERY_ON),
        "interrupted-battery-texted": interrupt(maps_tasks.create_list, _BATTERY_TEXT),
        "interrupted-network-restored": interrupt(browser_tasks.add_bookmark, _NETWORK_ON),
        "interrupted-network-offline": interrupt(shop_tasks.add_address, _NETWORK_OFF),
        "interrupted-network-and-call": interrupt(
            cross_app_mail_tasks.save_attachment, _NETWORK_ON, _declined(9)
        ),
        "interrupted-ad-and-battery": interrupt(
            cross_app_mail_tasks.write_shopping_list,
            msgspec.structs.replace(_AD, inputs=7),
            msgspec.structs.replace(_BATTERY_ON, inputs=12),
        ),
    }
)
"""Tasks by name; each interruption occurs reliably, after a fixed number of inputs."""
