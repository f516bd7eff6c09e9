"""Tasks of the dialer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.contacts_state import Contact
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, old_untouched
from onscreen_practice.task_recipe import Recipe, quoted, tap, typed

_CALLS, _BLOCKED = "s.phone.calls", "s.phone.blocked"


def _reachable(w: PhoneState) -> list[Contact]:
    """Return the people with one number."""
    return [each for each in w.contacts.entries if each.last and len(each.phones) == 1]


def name_of(w: PhoneState, number: str) -> str:
    """Return the name of whoever has this number, else the number."""
    has = (each for each in w.contacts.entries if number in {line.value for line in each.phones})
    return next((each.name for each in has), number)


def _same(expression: str, number: str) -> str:
    return f"({expression} ?? '').replace(/[^0-9]/g, '') === {quoted(number.replace('-', ''))}"


def called(w: PhoneState, *numbers: str) -> str:
    """Return the condition that one call was made since the beginning, to one of these, or still goes on."""
    count = len(w.phone.calls)
    now = f"{_CALLS}.length === {count} && {_among('s.phone.call.number', numbers)}"
    over = f"{_CALLS}.length === {count + 1} && {_among(f'{_CALLS}[0].number', numbers)}"
    return f"(s.phone.call ? {now} : {over}) && {old_untouched('phone.calls')}"


def _among(expression: str, numbers: tuple[str, ...]) -> str:
    return f"({' || '.join(_same(expression, number) for number in numbers)})"


WRONG_CALL = "(s.phone.call ?? s.phone.calls[0]).number = '555-0000'"
"""The statement that makes another call of the one that was made."""


def ring(w: PhoneState, chance: Random) -> Recipe:
    """Somebody is called, no application is named."""
    who = chance.choice(_reachable(w))
    return job(
        "Ring {name} for me",
        {"name": who.name},
        holds=called(w, who.phones[0].value),
        spoil=WRONG_CALL,
        moves=(tap("Phone"), typed("Search contacts and numbers", who.first), tap(f"Call {who.name}")),
        kind="abstract",
        layout="changing",
    )


def speaker(w: PhoneState, chance: Random) -> Recipe:
    """A number is dialled and the speaker is on while the call goes on."""
    taken = {line.value for each in w.contacts.entries for line in each.phones}
    number = chance.choice([n for i in range(3100, 3900, 13) if (n := f"559-{i}") not in taken])
    return job(
        "Call {number} with the Phone app and switch on the speaker. Do not hang up.",
        {"number": number},
        holds=f"s.phone.call !== null && s.phone.call.speaker && !s.phone.call.muted && !s.phone.call.held"
        f" && {called(w, number)}",
        spoil="s.phone.call.speaker = false",
        moves=(
            tap("Phone"),
            tap("Dialpad"),
            typed("Phone number", number),
            tap("Call"),
            tap("Speaker"),
        ),
        kind="added",
    )


def call_back(w: PhoneState, _: Random) -> Recipe:
    """Whoever called last in vain is called back."""
    number = next(call.number for call in w.phone.calls if call.kind == "missed")
    return job(
        "In the Phone app, call back whoever made the most recent missed call",
        {},
        holds=called(w, number),
        spoil=WRONG_CALL,
        moves=(tap("Phone"), tap("Missed"), tap(f"Call {name_of(w, number)}")),
        layout="changing",
    )


def last_call(w: PhoneState, chance: Random) -> Recipe:
    """Read when somebody was called last."""
    calls = [
        call for call in w.phone.calls if call.kind == "outgoing" and name_of(w, call.number) != call.number
    ]
    chosen = chance.choice(calls)
    times = [call.at[11:] for call in calls if call.number == chosen.number]
    wrong = next(call.at[11:] for call in w.phone.calls if call.at[11:] != times[0])
    name = name_of(w, chosen.number)
    return question(
        "According to the call history, at what time did I last call {name} (an outgoing call)?"
        " Answer as HH:MM.",
        {"name": name},
        answer=times[0],
        wrong=wrong,
        moves=(tap("Phone"), tap("Outgoing"), tap(name)),
        layout="changing",
    )


def block(w: PhoneState, chance: Random) -> Recipe:
    """A number is blocked that was not."""
    number = chance.choice([f"558-{n}" for n in range(1001, 9000, 401) if f"558-{n}" not in w.phone.blocked])
    return job(
        "Block the number {number} in the Phone app",
        {"number": number},
        holds=f"{equal(f'{_BLOCKED}.slice(0, {len(w.phone.blocked)})', w.phone.blocked)}"
        f" && {_BLOCKED}.length === {len(w.phone.blocked) + 1} && {_same(f'{_BLOCKED}.at(-1)', number)}",
        spoil=f"{_BLOCKED}.shift()",
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Blocked numbers"),
            tap("Add a number"),
            typed("Phone number", number),
            tap("Block"),
        ),
    )


def unblock(w: PhoneState, chance: Random) -> Recipe:
    """A blocked number may call again."""
    number = chance.choice(w.phone.blocked)
    return job(
        "Let {number} call me again: take it off the blocked numbers",
        {"number": number},
        holds=equal(_BLOCKED, [each for each in w.phone.blocked if each != number]),
        spoil=f"{_BLOCKED}.pop()",
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Blocked numbers"),
            tap(f"Unblock {number}"),
            tap("Unblock"),
        ),
    )


def forget(w: PhoneState, chance: Random) -> Recipe:
    """All calls with somebody leave the history."""
    known = [call.number for call in w.phone.calls if name_of(w, call.number) != call.number]
    number = chance.choice(sorted({each for each in known if known.count(each) > 1}))
    kept = [call for call in w.phone.calls if call.number != number]
    return job(
        "Delete all calls with {name} from the call history, and nothing else",
        {"name": name_of(w, number)},
        holds=equal(_CALLS, kept),
        spoil=f"{_CALLS}.pop()",
        moves=(
            tap("Phone"),
            tap(name_of(w, number)),
            tap("More options"),
            tap("Delete history"),
            tap("Delete"),
        ),
        layout="changing",
    )


def speed_dial(w: PhoneState, chance: Random) -> Recipe:
    """Two digits get somebody, a third is freed."""
    free = [each for each in _reachable(w) if each.phones[0].value not in w.phone.speed.values()]
    first, second = chance.sample(free, 2)
    digits = sorted(chance.sample("456789", 2))
    wanted = {**w.phone.speed, digits[0]: first.phones[0].value, digits[1]: second.phones[0].value}
    del wanted["2"]
    return job(
        "Set speed dial {a} to {first} and {b} to {second}, and remove the one on 2",
        {"a": digits[0], "first": first.name, "b": digits[1], "second": second.name},
        holds=equal("Object.entries(s.phone.speed).sort()", sorted(wanted.items())),
        spoil=f"s.phone.speed[{quoted(digits[1])}] = s.phone.speed[{quoted(digits[0])}]",
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


def quick_response(w: PhoneState, chance: Random) -> Recipe:
    """One of the ready answers gets other words."""
    at = chance.randrange(len(w.phone.quick))
    words = chance.choice(
        ("In a meeting, back at noon.", "Driving, will call later.", "Please send an email.")
    )
    wanted = [words if i == at else each for i, each in enumerate(w.phone.quick)]
    return job(
        "In the Phone settings, change the quick response “{old}” to “{new}”",
        {"old": w.phone.quick[at], "new": words},
        holds=equal("s.phone.quick", wanted),
        spoil=f"s.phone.quick[{at}] = {quoted(words[:-1])}",
        moves=(
            tap("Phone"),
            tap("More options"),
            tap("Settings"),
            tap("Quick responses"),
            tap(w.phone.quick[at]),
            typed("Quick response", words),
            tap("OK"),
        ),
    )


def voicemails(w: PhoneState, chance: Random) -> Recipe:
    """Two of three messages on the answering machine are deleted."""
    kept = chance.choice(w.phone.voicemails)
    gone = [mail for mail in w.phone.voicemails if mail is not kept]
    return job(
        "Delete the voicemails from {first} and {second}, and keep the other one",
        {"first": name_of(w, gone[0].number), "second": name_of(w, gone[1].number)},
        holds=equal("s.phone.voicemails.map(m => m.id)", [kept.id]),
        spoil="s.phone.voicemails.pop()",
        moves=(
            tap("Phone"),
            tap("Voicemail, 3 new"),
            tap(f"Voicemail from {name_of(w, gone[0].number)}"),
            tap("Delete"),
            tap(f"Voicemail from {name_of(w, gone[1].number)}"),
            tap("Delete"),
        ),
        layout="changing",
    )


PHONE: Mapping[str, Maker] = MappingProxyType(
    {
        "phone-ring": ring,
        "phone-speaker": speaker,
        "phone-call-back": call_back,
        "phone-last-call": last_call,
        "phone-block": block,
        "phone-unblock": unblock,
        "phone-forget": forget,
        "phone-speed-dial": speed_dial,
        "phone-quick-response": quick_response,
        "phone-voicemails": voicemails,
    }
)
