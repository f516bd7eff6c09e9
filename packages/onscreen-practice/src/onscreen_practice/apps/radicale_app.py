"""Initial data, start and stored state of Radicale, a server for calendars and address books.

Its user interface has cards of collections, forms and uploads.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program


class RadicaleItem(msgspec.Struct, frozen=True):
    """An event or contact, with its name and its full iCalendar or vCard text."""

    id: str
    name: str
    text: str


class RadicaleCollection(msgspec.Struct, frozen=True):
    """A calendar or address book; the id is the last part of its URL."""

    id: str
    kind: str
    title: str
    description: str
    color: str
    items: tuple[RadicaleItem, ...]


class RadicaleState(msgspec.Struct, frozen=True):
    """Calendars and address books of the user."""

    collections: tuple[RadicaleCollection, ...]


class SeedCollection(msgspec.Struct, frozen=True):
    """A calendar or address book that exists at the start of a task, with its item names."""

    id: str
    kind: str
    title: str
    description: str
    color: str
    items: tuple[str, ...]


CALENDAR, ADDRESSES = "VCALENDAR", "VADDRESSBOOK"
USER = "mira"
COLLECTIONS = (
    SeedCollection("family", CALENDAR, "Family", "Birthdays, trips", "#cc3333ff",
                   ("Birthday of Ines", "Ferry to Brill", "School concert")),
    SeedCollection("shifts", CALENDAR, "Shifts", "Rota of the kite shop", "#3366ccff",
                   ("Early shift", "Late shift", "Stocktaking", "Team breakfast", "Training")),
    SeedCollection("allotment", CALENDAR, "Allotment", "Sowing and watering", "#339933ff", ("Sow beetroot",)),
    SeedCollection("friends", ADDRESSES, "Friends", "Private contacts", "#996600ff",
                   ("Ada Moreau", "Ivo Lang")),
    SeedCollection("suppliers", ADDRESSES, "Suppliers", "Paper and string", "#663399ff",
                   ("Brill Paper", "Harbour String", "Northwind Cloth", "Tide Printing")),
)  # fmt: skip
_FOLDER = Path("collections", "collection-root", USER)
_DESCRIPTIONS = {CALENDAR: "C:calendar-description", ADDRESSES: "CR:addressbook-description"}
_COLORS = {CALENDAR: "ICAL:calendar-color", ADDRESSES: "{http://inf-it.com/ns/ab/}addressbook-color"}
_PROPERTIES = ".Radicale.props"


def create_data(_program: Program, folder: Path) -> None:
    """Write the calendars and address books in the file layout of Radicale's storage."""
    for each in COLLECTIONS:
        collection = folder / _FOLDER / each.id
        collection.mkdir(parents=True)
        properties = {
            "tag": each.kind,
            "D:displayname": each.title,
            _DESCRIPTIONS[each.kind]: each.description,
            _COLORS[each.kind]: each.color,
        }
        (collection / _PROPERTIES).write_text(json.dumps(properties), encoding="utf-8")
        for number, name in enumerate(each.items, 1):
            suffix = "ics" if each.kind == CALENDAR else "vcf"
            lines = _item_lines(each, name, number=number)
            text = "".join(f"{line}\r\n" for line in lines)
            (collection / f"{each.id}-{number}.{suffix}").write_text(text, encoding="utf-8", newline="")


def _item_lines(collection: SeedCollection, name: str, *, number: int) -> Iterator[str]:
    """Yield the iCalendar or vCard lines of an event or contact."""
    uid = f"UID:{collection.id}-{number}"
    if collection.kind == ADDRESSES:
        yield from ("BEGIN:VCARD", "VERSION:3.0", uid, f"FN:{name}", f"N:{name};;;;", "END:VCARD")
        return
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kite//EN", "BEGIN:VEVENT", uid)
    yield from (f"SUMMARY:{name}", f"DTSTART;VALUE=DATE:2026040{number}", "DTSTAMP:20260301T120000Z")
    yield from ("END:VEVENT", "END:VCALENDAR")


def read_state(folder: Path) -> RadicaleState:
    """Read the calendars and address books that Radicale stores below a folder."""
    found = sorted((folder / _FOLDER).glob(f"*/{_PROPERTIES}"))
    return RadicaleState(tuple(_collection(path) for path in found))


def _collection(path: Path) -> RadicaleCollection:
    properties = {key: str(value) for key, value in json.loads(path.read_text(encoding="utf-8")).items()}
    kind = properties.get("tag", "")
    items = (each for each in sorted(path.parent.iterdir()) if each.suffix in {".ics", ".vcf"})
    return RadicaleCollection(
        path.parent.name,
        kind,
        properties.get("D:displayname", ""),
        properties.get(_DESCRIPTIONS.get(kind, ""), ""),
        properties.get(_COLORS.get(kind, ""), ""),
        tuple(_item(each) for each in items),
    )


def _item(path: Path) -> RadicaleItem:
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    fields = dict(line.partition(":")[::2] for line in text.splitlines())
    return RadicaleItem(path.name, fields.get("SUMMARY", fields.get("FN", "")), text)


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of a server that accepts any user name and password."""
    options = ["--config", "", "--server-hosts", f"127.0.0.1:{port}", "--auth-type", "none"]
    return [program.executable("radicale"), *options, "--storage-filesystem-folder", folder / "collections"]


RADICALE = Application(
    name="radicale",
    title="Calendars and contacts",
    purpose="management of calendars and address books: create, rename, describe, delete, upload",
    license="GPL-3.0-or-later",
    toolkit="Python and plain JavaScript, cards in place of tables",
    manager="pip",
    packages=("radicale>=3.5,<4",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=RadicaleState,
    start_path="/.web/",
)
