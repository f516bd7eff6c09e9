"""What the mail holds when the phone begins."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.initial_state.mail_texts import COMPANIES, FRIENDS, SENT
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.initial_state.stored_file import File

Kind: TypeAlias = tuple[str, str, tuple[str, ...]]
ME = "me@example.com"
_NOW = datetime(2026, 3, 12, 9, 12)  # noqa: DTZ001  the phone's own clock
LABELS = ("Bills", "Family", "Receipts", "Travel", "Work")


class Attachment(msgspec.Struct, frozen=True):
    """A file that comes or goes with a letter; `path` of one from this phone."""

    name: str
    size: int
    path: str = ""


class Letter(msgspec.Struct, frozen=True):
    """One mail; `folder` is inbox, archive, sent, drafts, spam, trash or scheduled.

    `due` (of one to be sent later) and `snoozed` are moments.
    """

    id: str
    by: str
    address: str
    to: tuple[str, ...]
    subject: str
    body: str
    at: str
    folder: str = "inbox"
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    files: tuple[Attachment, ...] = ()
    read: bool = True
    starred: bool = False
    snoozed: str = ""
    due: str = ""
    answers: str = ""


class Vacation(msgspec.Struct, frozen=True):
    """The answer sent to everybody while away; the days are YYYY-MM-DD."""

    on: bool = False
    first: str = "2026-03-12"
    last: str = ""
    subject: str = ""
    text: str = ""


class Options(msgspec.Struct, frozen=True):
    """The settings of the mail."""

    signature: str = ""
    reply: str = "Reply"
    swipe_left: str = "Archive"
    swipe_right: str = "Archive"
    notify: str = "All"
    density: str = "Default"
    confirm_delete: bool = False
    confirm_send: bool = False
    images: bool = True
    vacation: Vacation = Vacation()


class Mail(msgspec.Struct, frozen=True):
    """All that the mail holds; `facts` says what the letters are about, by subject, for tasks."""

    address: str
    letters: tuple[Letter, ...]
    labels: tuple[str, ...]
    blocked: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    options: Options = Options()
    facts: Mapping[str, Mapping[str, str]] = {}


def mail(chance: Random, *, cast: tuple[Person, ...]) -> Mail:
    """Make up an inbox of companies and friends, and some letters in every other folder."""
    senders = chance.sample(cast, len(FRIENDS))
    kinds: list[Kind] = [(name, address, tuple(rest)) for name, address, *rest in COMPANIES]
    kinds += [(who.name, who.email, rest) for who, rest in zip(senders, FRIENDS, strict=True)]
    chance.shuffle(kinds)
    facts: dict[str, Mapping[str, str]] = {}
    letters = []
    for i, (name, address, parts) in enumerate(kinds):
        known = _facts(chance) | {"first": name.split()[0]}
        subject, body, label, attached = (part.format(**known) for part in parts)
        facts[subject] = known
        files = (Attachment(attached, chance.randint(20, 900) * 1000),) if attached else ()
        at = (_NOW - timedelta(hours=i * 9 + chance.randint(0, 8), minutes=chance.randint(0, 59))).isoformat(
            timespec="minutes"
        )
        labels = (label,) if label and chance.choice((True, False, False)) else ()
        letter = Letter(
            f"mail{i}",
            name,
            address,
            (ME,),
            subject,
            body,
            at,
            labels=labels,
            files=files,
            read=i >= len(LABELS) or chance.choice((True, False)),
        )
        letters.append(
            msgspec.structs.replace(
                letter, starred=i in {4, 9}, folder="spam" if name == "Solar Fund" else "inbox"
            )
        )
    return Mail(ME, (*letters, *_others(chance, cast)), LABELS, facts=facts)


def mail_files(chance: Random) -> Mapping[str, File]:
    """Make up the documents somebody may want to send."""
    number = chance.randint(101, 999)
    names = {
        f"Invoice {number}.txt": f"Invoice {number}\nTotal: {chance.randint(20, 400)} EUR",
        "Packing list.txt": "Passport\nCharger\nRain jacket",
        "Rental contract.txt": "Between the owner and the tenant ...",
        "Guest list.txt": "Ada\nBruno\nChloe",
    }
    return {f"/sdcard/Documents/{name}": File(text=text) for name, text in names.items()}


def _facts(chance: Random) -> dict[str, str]:
    return {
        "month": chance.choice(("April", "May", "June")),
        "day": str(chance.randint(11, 27)),
        "price": str(chance.randint(31, 89)),
        "number": str(chance.randint(1000, 9999)),
        "code": f"{chance.choice('BHKRTW')}{chance.randint(10000, 99999)}",
        "nights": str(chance.randint(2, 6)),
        "city": chance.choice(("Lisbon", "Oslo", "Vienna", "Dublin", "Porto", "Ghent")),
        "time": f"{chance.randint(9, 19)}:{chance.choice(('05', '20', '35', '50'))}",
        "seat": f"{chance.randint(11, 88)}{chance.choice('ABCD')}",
    }


def _others(chance: Random, cast: tuple[Person, ...]) -> list[Letter]:
    whom = chance.sample(cast, 7)
    made = [
        Letter(f"sent{i}", "me", ME, (whom[i].email,), subject, body, f"2026-03-0{8 - i}T1{i}:20", "sent")
        for i, (subject, body) in enumerate(SENT)
    ]
    made.append(
        Letter(
            "draft0",
            "me",
            ME,
            (whom[4].email,),
            "Plans for the weekend",
            "Hi, shall we ",
            "2026-03-10T20:15",
            "drafts",
        )
    )
    made.append(
        Letter(
            "old0",
            whom[5].name,
            whom[5].email,
            (ME,),
            "Keys for the garage",
            f"The keys are under pot {chance.randint(2, 9)}.",
            "2026-01-15T08:30",
            "archive",
        )
    )
    made.append(
        Letter(
            "old1",
            whom[6].name,
            whom[6].email,
            (ME,),
            "Map of the allotment",
            f"Ours is plot {chance.randint(11, 98)}, behind the shed.",
            "2025-11-02T18:05",
            "archive",
        )
    )
    made.append(
        Letter(
            "gone0",
            "Corner Books",
            "orders@cornerbooks.example",
            (ME,),
            "Rate your last order",
            "How many stars do you give?",
            "2026-02-20T10:00",
            "trash",
        )
    )
    return made
