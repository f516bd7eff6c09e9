"""What the dialer holds when the phone begins: calls of the last nine days, voicemail, blocked numbers."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_NOW = datetime(2026, 3, 12, 9, 41)  # noqa: DTZ001  the phone's clock has no other zone
_AGO = tuple(ago for ago in range(21, 9 * 24 * 60, 5) if 8 <= (_NOW - timedelta(minutes=ago)).hour < 22)  # noqa: PLR2004  waking hours
_KINDS = ("incoming", "outgoing", "missed", "incoming", "outgoing", "rejected")
_STRANGE = 3
"""One of the latest calls comes from somebody unknown on every phone."""
_WORDS = (
    "Hi, it's {name}. I left the tickets at the front desk. Bye.",
    "Hello, {name} here. Dinner moves to half past seven. See you there.",
    "{name} speaking. Could you bring the blue folder tomorrow? Thanks.",
    "Hey, this is {name}. The train is late, start without me.",
    "Good morning, it's {name}. The room is number {room}. See you.",
)


class Call(msgspec.Struct, frozen=True):
    """A call that was; `kind` is incoming, outgoing, missed or rejected, `at` YYYY-MM-DDTHH:MM."""

    id: str
    number: str
    kind: str
    at: str
    seconds: int


class Voicemail(msgspec.Struct, frozen=True):
    """A message on the answering machine, with its transcript."""

    id: str
    number: str
    at: str
    seconds: int
    text: str
    heard: bool = False


class Phone(msgspec.Struct, frozen=True, rename={"call_": "call"}):
    """All that it holds; calls newest first, `speed` maps digits to numbers, `call_` is the present one."""

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


def phone(chance: Random, *, cast: tuple[Person, ...]) -> Phone:
    """Make up 28 calls at different times, three voicemails, two blocked numbers."""
    often = chance.sample(cast, 9)
    unknown = [f"558-{number}" for number in chance.sample(range(1000, 9999), 5)]
    minutes = sorted(chance.sample(_AGO[:110], 8) + chance.sample(_AGO[110:], 20))
    calls = tuple(
        _call(chance, i, number=_number(chance, often, unknown=unknown[:3], at=i), ago=m)
        for i, m in enumerate(minutes)
    )
    mails = tuple(
        Voicemail(
            f"voicemail{i}", person.phone, _at(ago), chance.randint(8, 55),
            words.format(name=person.first, room=chance.randint(101, 499)),
        )
        for i, (person, words, ago) in enumerate(
            zip(often[:3], chance.sample(_WORDS, 3), sorted(chance.sample(_AGO, 3)), strict=True)
        )
    )  # fmt: skip
    return Phone(calls, mails, tuple(unknown[3:]), {"2": often[0].phone, "3": often[1].phone})


def _number(chance: Random, often: list[Person], *, unknown: list[str], at: int) -> str:
    if at == _STRANGE:
        return unknown[0]
    return chance.choice([*(person.phone for person in often), *unknown[: chance.choice((0, 3))]])


def _call(chance: Random, i: int, *, number: str, ago: int) -> Call:
    kind = _KINDS[i] if i < len(_KINDS) else chance.choice(_KINDS)
    talked = kind in {"incoming", "outgoing"}
    return Call(f"call{i}", number, kind, _at(ago), chance.randint(11, 1500) if talked else 0)


def _at(minutes_ago: int) -> str:
    return (_NOW - timedelta(minutes=minutes_ago)).strftime("%Y-%m-%dT%H:%M")
