"""Initial state of the mail app."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.initial_state.mail_texts import COMPANIES, FRIENDS, SENT
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.initial_state.stored_file import File

EmailTemplate: TypeAlias = tuple[str, str, tuple[str, ...]]
ME = "me@example.com"
_NOW = datetime(2026, 3, 12, 9, 12)  # noqa: DTZ001  the phone's own clock
LABELS = ("Bills", "Family", "Receipts", "Travel", "Work")


class Attachment(msgspec.Struct, frozen=True):
    """A file attached to an email.

    `path` is set only for files stored on the phone.
    """

    name: str
    size: int
    path: str = ""


class Email(msgspec.Struct, frozen=True):
    """An email in one of the mail app's folders.

    `folder` is inbox, archive, sent, drafts, spam, trash or scheduled. `at`, `due` (for scheduled emails) and
    `snoozed` are local times, YYYY-MM-DDTHH:MM. `answers` is the id of the quoted email.
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


class VacationResponder(msgspec.Struct, frozen=True):
    """Settings for automatic replies during an absence.

    Dates are YYYY-MM-DD.
    """

    on: bool = False
    first: str = "2026-03-12"
    last: str = ""
    subject: str = ""
    text: str = ""


class MailSettings(msgspec.Struct, frozen=True):
    """Settings of the mail app."""

    signature: str = ""
    reply: str = "Reply"
    swipe_left: str = "Archive"
    swipe_right: str = "Archive"
    notify: str = "All"
    density: str = "Default"
    confirm_delete: bool = False
    confirm_send: bool = False
    images: bool = True
    vacation: VacationResponder = VacationResponder()


class Mail(msgspec.Struct, frozen=True):
    """State of the mail app: emails, labels, blocked senders and settings.

    `facts` maps the subject of an email to the facts in its text, from which tasks are generated.
    """

    address: str
    letters: tuple[Email, ...]
    labels: tuple[str, ...]
    blocked: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    options: MailSettings = MailSettings()
    facts: Mapping[str, Mapping[str, str]] = {}


def build_mail_state(rng: Random, *, people: tuple[Person, ...]) -> Mail:
    """Generate an inbox of emails from companies and friends, and emails for the other folders."""
    senders = rng.sample(people, len(FRIENDS))
    templates: list[EmailTemplate] = [(name, address, tuple(rest)) for name, address, *rest in COMPANIES]
    templates += [(who.name, who.email, rest) for who, rest in zip(senders, FRIENDS, strict=True)]
    rng.shuffle(templates)
    facts: dict[str, Mapping[str, str]] = {}
    emails = []
    for index, (name, address, parts) in enumerate(templates):
        email_facts = _generate_facts(rng) | {"first": name.split()[0]}
        subject, body, label, attachment = (part.format(**email_facts) for part in parts)
        facts[subject] = email_facts
        files = (Attachment(attachment, rng.randint(20, 900) * 1000),) if attachment else ()
        received = (
            _NOW - timedelta(hours=index * 9 + rng.randint(0, 8), minutes=rng.randint(0, 59))
        ).isoformat(timespec="minutes")
        labels = (label,) if label and rng.choice((True, False, False)) else ()
        email = Email(
            f"mail{index}",
            name,
            address,
            (ME,),
            subject,
            body,
            received,
            labels=labels,
            files=files,
            read=index >= len(LABELS) or rng.choice((True, False)),
        )
        emails.append(
            msgspec.structs.replace(
                email, starred=index in {4, 9}, folder="spam" if name == "Solar Fund" else "inbox"
            )
        )
    return Mail(ME, (*emails, *_build_other_folders(rng, people)), LABELS, facts=facts)


def build_mail_files(rng: Random) -> Mapping[str, File]:
    """Generate text documents that tasks can ask to attach to an email."""
    number = rng.randint(101, 999)
    names = {
        f"Invoice {number}.txt": f"Invoice {number}\nTotal: {rng.randint(20, 400)} EUR",
        "Packing list.txt": "Passport\nCharger\nRain jacket",
        "Rental contract.txt": "Between the owner and the tenant ...",
        "Guest list.txt": "Ada\nBruno\nChloe",
    }
    return {f"/sdcard/Documents/{name}": File(text=text) for name, text in names.items()}


_BILLED_MONTHS = {"April": "December", "May": "January", "June": "February"}
"""Month of an emailed bill, by the later month of the email's other dates."""


def _generate_facts(rng: Random) -> dict[str, str]:
    month = rng.choice(tuple(_BILLED_MONTHS))
    return {
        "month": month,
        "billed": _BILLED_MONTHS[month],
        "day": str(rng.randint(11, 27)),
        "price": str(rng.randint(31, 89)),
        "number": str(rng.randint(1000, 9999)),
        "code": f"{rng.choice('BHKRTW')}{rng.randint(10000, 99999)}",
        "nights": str(rng.randint(2, 6)),
        "city": rng.choice(("Lisbon", "Oslo", "Vienna", "Dublin", "Porto", "Ghent")),
        "time": f"{rng.randint(9, 19)}:{rng.choice(('05', '20', '35', '50'))}",
        "seat": f"{rng.randint(11, 88)}{rng.choice('ABCD')}",
    }


def _build_other_folders(rng: Random, people: tuple[Person, ...]) -> list[Email]:
    recipients = rng.sample(people, 7)
    emails = [
        Email(
            f"sent{i}", "me", ME, (recipients[i].email,), subject, body, f"2026-03-0{8 - i}T1{i}:20", "sent"
        )
        for i, (subject, body) in enumerate(SENT)
    ]
    emails.append(
        Email(
            "draft0",
            "me",
            ME,
            (recipients[4].email,),
            "Plans for the weekend",
            "Hi, shall we ",
            "2026-03-10T20:15",
            "drafts",
        )
    )
    emails.append(
        Email(
            "old0",
            recipients[5].name,
            recipients[5].email,
            (ME,),
            "Keys for the garage",
            f"The keys are under pot {rng.randint(2, 9)}.",
            "2026-01-15T08:30",
            "archive",
        )
    )
    emails.append(
        Email(
            "old1",
            recipients[6].name,
            recipients[6].email,
            (ME,),
            "Map of the allotment",
            f"Ours is plot {rng.randint(11, 98)}, behind the shed.",
            "2025-11-02T18:05",
            "archive",
        )
    )
    emails.append(
        Email(
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
    return emails
