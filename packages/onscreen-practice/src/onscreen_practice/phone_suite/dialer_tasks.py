"""Task factories for the Phone app (dialer) of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen.types import AnyOf, Check
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.contacts_state import Contact
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Digits, ExpectedFields, one_of
from onscreen_practice.task_recipe import TaskRecipe, tap, type_text


def _find_people_with_one_number(state: PhoneState) -> list[Contact]:
    """List the people in the contacts who have exactly one phone number."""
    return [each for each in state.contacts.entries if each.last and len(each.phones) == 1]


def find_contact_name(state: PhoneState, number: str) -> str:
    """Look up the contact name for a phone number.

    Returns the number if no contact has it.
    """
    has = (each for each in state.contacts.entries if number in {line.value for line in each.phones})
    return next((each.name for each in has), number)


_PLAIN_CALL: ExpectedFields = MappingProxyType({"muted": False, "held": False, "digits": ""})
"""Fields of an ongoing call in which only its speaker was used."""


def call_made(*numbers: str) -> Check:
    """Build a check that one of the given numbers was called; the call may have ended."""
    number = one_of(*(Digits(each) for each in numbers))
    call: ExpectedFields = {"number": number, "speaker": False, **_PLAIN_CALL}
    is_ongoing = state_is(becomes("phone.call", call))
    is_over = state_is(adds("phone.calls", {"number": number}))
    return AnyOf((is_ongoing, is_over))


WRONG_CALL = put("phone.call.number", "555-0000")
"""State edit that changes the phone number of the ongoing call."""


def call_contact(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to call a person from the contact list.

    The instruction does not name the app.
    """
    who = rng.choice(_find_people_with_one_number(state))
    return state_task(
        "Ring {name} for me",
        {"name": who.name},
        check=call_made(who.phones[0].value),
        spoil=WRONG_CALL,
        moves=(tap("Phone"), type_text("Search contacts and numbers", who.first), tap(f"Call {who.name}")),
        kind="abstract",
        layout="changing",
    )


def call_with_speaker(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to dial a number and turn on the speaker in the Phone app."""
    used = {line.value for each in state.contacts.entries for line in each.phones}
    number = rng.choice([n for i in range(3100, 3900, 13) if (n := f"559-{i}") not in used])
    call: ExpectedFields = {"number": Digits(number), "speaker": True, **_PLAIN_CALL}
    return state_task(
        "Call {number} with the Phone app and switch on the speaker. Do not hang up.",
        {"number": number},
        check=state_is(becomes("phone.call", call)),
        spoil=put("phone.call.speaker", False),
        moves=(
            tap("Phone"),
            tap("Dialpad"),
            type_text("Phone number", number),
            tap("Call"),
            tap("Speaker"),
        ),
        kind="added",
    )


def return_missed_call(state: PhoneState, _: Random) -> TaskRecipe:
    """Create a task to return the most recent missed call in the Phone app."""
    number = next(call.number for call in state.phone.calls if call.kind == "missed")
    return state_task(
        "In the Phone app, call back whoever made the most recent missed call",
        {},
        check=call_made(number),
        spoil=WRONG_CALL,
        moves=(tap("Phone"), tap("Missed"), tap(f"Call {find_contact_name(state, number)}")),
        layout="changing",
    )


def find_last_call(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for the time of the last outgoing call to a contact."""
    calls = [
        call
        for call in state.phone.calls
        if call.kind == "outgoing" and find_contact_name(state, call.number) != call.number
    ]
    chosen = rng.choice(calls)
    times = [call.at[11:] for call in calls if call.number == chosen.number]
    wrong = next(call.at[11:] for call in state.phone.calls if call.at[11:] != times[0])
    name = find_contact_name(state, chosen.number)
    return question_task(
        "According to the call history, at what time did I last call {name} (an outgoing call)?"
        " Answer as HH:MM.",
        {"name": name},
        answer=times[0],
        wrong=wrong,
        moves=(tap("Phone"), tap("Outgoing"), tap(name)),
        layout="changing",
    )


def block_number(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to block a phone number in the Phone app."""
    number = rng.choice([f"558-{n}" for n in range(1001, 9000, 401) if f"558-{n}" not in state.phone.blocked])
    return state_task(
        "Block the number {number} in the Phone app",
        {"number": number},
        check=state_is(adds("phone.blocked", Digits(number))),
        spoil=delete("phone.blocked[0]"),
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Blocked numbers"),
            tap("Add a number"),
            type_text("Phone number", number),
            tap("Block"),
        ),
    )


def unblock_number(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to unblock a phone number in the Phone app."""
    number = rng.choice(state.phone.blocked)
    return state_task(
        "Let {number} call me again: take it off the blocked numbers",
        {"number": number},
        check=state_is(becomes("phone.blocked", [each for each in state.phone.blocked if each != number])),
        spoil=delete("phone.blocked[-1]"),
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Blocked numbers"),
            tap(f"Unblock {number}"),
            tap("Unblock"),
        ),
    )


def delete_calls(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete all calls with a contact from the call history."""
    known = [
        call.number for call in state.phone.calls if find_contact_name(state, call.number) != call.number
    ]
    number = rng.choice(sorted({each for each in known if known.count(each) > 1}))
    gone = [removes(f"phone.calls[id={call.id}]") for call in state.phone.calls if call.number == number]
    return state_task(
        "Delete all calls with {name} from the call history, and nothing else",
        {"name": find_contact_name(state, number)},
        check=state_is(*gone),
        spoil=delete("phone.calls[-1]"),
        moves=(
            tap("Phone"),
            tap(find_contact_name(state, number)),
            tap("More options"),
            tap("Delete history"),
            tap("Delete"),
        ),
        layout="changing",
    )


def set_speed_dials(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set two speed dial numbers and remove a third in the Phone app."""
    free = [
        each
        for each in _find_people_with_one_number(state)
        if each.phones[0].value not in state.phone.speed.values()
    ]
    first, second = rng.sample(free, 2)
    digits = sorted(rng.sample("456789", 2))
    numbers = [each.phones[0].value for each in (first, second)]
    one, two = (f"phone.speed[{digit}]" for digit in digits)
    return state_task(
        "Set speed dial {a} to {first} and {b} to {second}, and remove the one on 2",
        {"a": digits[0], "first": first.name, "b": digits[1], "second": second.name},
        check=state_is(becomes(one, numbers[0]), becomes(two, numbers[1]), removes("phone.speed[2]")),
        spoil=put(two, numbers[0]),
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Speed dial"),
            tap(f"Speed dial {digits[0]}"),
            tap(first.name),
            tap(f"Speed dial {digits[1]}"),
            tap(second.name),
            tap("Remove speed dial 2"),
        ),
        kind="added",
    )


def change_quick_response(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to edit one of the Phone app's quick responses."""
    at = rng.randrange(len(state.phone.quick))
    words = rng.choice(("In a meeting, back at noon.", "Driving, will call later.", "Please send an email."))
    return state_task(
        "In the Phone settings, change the quick response “{old}” to “{new}”",
        {"old": state.phone.quick[at], "new": words},
        check=state_is(becomes(f"phone.quick[{at}]", words)),
        spoil=put(f"phone.quick[{at}]", words[:-1]),
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Quick responses"),
            tap(state.phone.quick[at]),
            type_text("Quick response", words),
            tap("OK"),
        ),
    )


def delete_voicemails(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete two of three voicemails in the Phone app."""
    remaining = rng.choice(state.phone.voicemails)
    gone = [mail for mail in state.phone.voicemails if mail is not remaining]
    return state_task(
        "Delete the voicemails from {first} and {second}, and keep the other one",
        {
            "first": find_contact_name(state, gone[0].number),
            "second": find_contact_name(state, gone[1].number),
        },
        check=state_is(*(removes(f"phone.voicemails[id={mail.id}]") for mail in gone)),
        spoil=delete("phone.voicemails[-1]"),
        moves=(
            tap("Phone"),
            tap("Voicemail, 3 new"),
            tap(f"Voicemail from {find_contact_name(state, gone[0].number)}"),
            tap("Delete"),
            tap(f"Voicemail from {find_contact_name(state, gone[1].number)}"),
            tap("Delete"),
        ),
        layout="changing",
    )


PHONE: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "phone-ring": call_contact,
        "phone-speaker": call_with_speaker,
        "phone-call-back": return_missed_call,
        "phone-last-call": find_last_call,
        "phone-block": block_number,
        "phone-unblock": unblock_number,
        "phone-forget": delete_calls,
        "phone-speed-dial": set_speed_dials,
        "phone-quick-response": change_quick_response,
        "phone-voicemails": delete_voicemails,
    }
)
