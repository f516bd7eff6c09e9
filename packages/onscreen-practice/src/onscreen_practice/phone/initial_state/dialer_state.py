"""Initial state of the phone app: call history, voicemails and blocked numbers."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_NOW = datetime(2026, 3, 12, 9, 41)  # noqa: DTZ001  the phone's clock has no other zone
_WAKING_HOURS = range(8, 22)
_CALL_TIMES_MIN = tuple(
    ago for ago in range(21, 9 * 24 * 60, 5) if (_NOW - timedelta(minutes=ago)).hour in _WAKING_HOURS
)
"""Possible times of calls, in minutes before now."""
_CALL_KINDS = ("incoming", "outgoing", "missed", "incoming", "outgoing", "rejected")
_UNKNOWN_CALL_INDEX = 3
"""Index of a recent call that is from an unknown number on every phone."""
_VOICEMAIL_TEXTS = (
    "Hi, it's {name}. I left the tickets at the front desk. Bye.",
    "Hello, {name} here. Dinner moves to half past seven. See you there.",
    "{name} speaking. Could you bring the blue folder tomorrow? Thanks.",
    "Hey, this is {name}. The train is late, start without me.",
    "Good morning, it's {name}. The room is number {room}. See you.",
)


class Call(msgspec.Struct, frozen=True):
    """An entry in the call history.

    `kind` is incoming, outgoing, missed or rejected. `at` is the local time, YYYY-MM-DDTHH:MM.
    """

    id: str
    number: str
    kind: str
    at: str
    seconds: int


class Voicemail(msgspec.Struct, frozen=True):
    """A voicemail message with its transcript."""

    id: str
    number: str
    at: str
    seconds: int
    text: str
    heard: bool = False


class Dialer(msgspec.Struct, frozen=True, rename={"call_": "call"}):
    """State of the phone app: calls, voicemails, blocked numbers and settings.

    `calls` is sorted newest first, `speed` maps speed dial digits to numbers, and `call_` is the call in
    progress.
    """

    calls: tuple[Call, ...]
    voicemails: tuple[Voicemail, ...]
    blocked: tuple[str, ...]
    speed: dict[str, str]
    quick: tuple[str, ...] = ("Can't talk right now.", "I'll call you right back.", "On my way!", "Text me?")
    block_unknown: bool = False
    spam_filter: bool = True
    announce: str = "Never"
    dial_tones: bool = True
    vibrate: bool = False
    sort: str = "first"
    call_: None = None


def build_dialer_state(rng: Random, *, people: tuple[Person, ...]) -> Dialer:
    """Generate 28 calls over nine days, three voicemails and two blocked numbers."""
    frequent_callers = rng.sample(people, 9)
    unknown_numbers = [f"558-{number}" for number in rng.sample(range(1000, 9999), 5)]
    minutes_ago = sorted(rng.sample(_CALL_TIMES_MIN[:110], 8) + rng.sample(_CALL_TIMES_MIN[110:], 20))
    calls = tuple(
        _build_call(
            rng,
            i,
            number=_choose_number(rng, frequent_callers, unknown_numbers=unknown_numbers[:3], index=i),
            minutes_ago=m,
        )
        for i, m in enumerate(minutes_ago)
    )
    voicemails = tuple(
        Voicemail(
            f"voicemail{i}", person.phone, _format_time(ago), rng.randint(8, 55),
            words.format(name=person.first, room=rng.randint(101, 499)),
        )
        for i, (person, words, ago) in enumerate(
            zip(
                frequent_callers[:3],
                rng.sample(_VOICEMAIL_TEXTS, 3),
                sorted(rng.sample(_CALL_TIMES_MIN, 3)),
                strict=True,
            )
        )
    )  # fmt: skip
    return Dialer(
        calls,
        voicemails,
        tuple(unknown_numbers[3:]),
        {"2": frequent_callers[0].phone, "3": frequent_callers[1].phone},
    )


def _choose_number(
    rng: Random, frequent_callers: list[Person], *, unknown_numbers: list[str], index: int
) -> str:
    if index == _UNKNOWN_CALL_INDEX:
        return unknown_numbers[0]
    return rng.choice(
        [*(person.phone for person in frequent_callers), *unknown_numbers[: rng.choice((0, 3))]]
    )


def _build_call(rng: Random, i: int, *, number: str, minutes_ago: int) -> Call:
    kind = _CALL_KINDS[i] if i < len(_CALL_KINDS) else rng.choice(_CALL_KINDS)
    answered = kind in {"incoming", "outgoing"}
    return Call(f"call{i}", number, kind, _format_time(minutes_ago), rng.randint(11, 1500) if answered else 0)


def _format_time(minutes_ago: int) -> str:
    return (_NOW - timedelta(minutes=minutes_ago)).strftime("%Y-%m-%dT%H:%M")
