"""Documents, music and downloads under /sdcard when the phone begins, and what the file application keeps."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.initial_state.stored_file import NOW_MS, File

_MINUTE_MS = 60_000
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
_BOOKLETS = (
    "washing machine manual.pdf", "museum map.pdf", "train timetable.pdf", "yoga course.pdf",
    "rental terms.pdf", "bike repair guide.pdf", "choir programme.pdf", "tax form.pdf",
)  # fmt: skip
_SONGS = (
    "River Stones", "Late Bus", "Cardinal", "Small Hours", "Copper Sky", "Paper Boats", "Ninth Floor",
    "Hollow Oak", "Morning Freight", "Glass Garden",
)  # fmt: skip
_MEMOS = ("Interview", "Birdsong", "Rehearsal", "Lecture", "Idea in the shower", "Street noise")
_APPS = ("chess-trainer.apk", "star-map.apk", "bus-times.apk")


class Gone(msgspec.Struct, frozen=True):
    """A file in the bin: where it was, and what."""

    path: str
    file: File
    at: str


class Filing(msgspec.Struct, frozen=True):
    """How files are shown, which are starred, and what lies in the bin."""

    bin: tuple[Gone, ...]
    starred: tuple[str, ...]
    sort: str = "Name"
    down: bool = False
    view: str = "list"
    hidden: bool = False
    extensions: bool = True
    folders_first: bool = True
    confirm_delete: bool = True


class Store(msgspec.Struct, frozen=True):
    """Files with what the file application keeps of them."""

    files: Mapping[str, File]
    filing: Filing


def store(chance: Random, cast: tuple[Person, ...]) -> Store:
    """Make up folders of documents, downloads and songs; two files are starred, three in the bin."""
    made = {**_documents(chance, cast), **_downloads(chance), **_sounds(chance)}
    plain = sorted(path for path, file in made.items() if not file.dir and "/Download/" in path)
    gone = chance.sample(plain, 3)
    bin_ = tuple(Gone(path, made.pop(path), "2026-03-11") for path in sorted(gone))
    starred = tuple(sorted(chance.sample([path for path in plain if path in made], 2)))
    return Store(made, Filing(bin_, starred))


def _file(chance: Random, size: int, **about: str) -> File:
    """Make a file of about this size, written in the last two months."""
    at = NOW_MS - chance.randint(60, 60 * 24 * 60) * _MINUTE_MS
    return File(mtime=at, size=size + chance.randint(0, size), about=about)


def _text(chance: Random, words: str) -> File:
    return File(mtime=NOW_MS - chance.randint(60, 60 * 24 * 60) * _MINUTE_MS, text=words)


def _documents(chance: Random, cast: tuple[Person, ...]) -> dict[str, File]:
    root = "/sdcard/Documents"
    friend, other = chance.sample(cast, 2)
    months = sorted(chance.sample(range(len(_MONTHS)), 5))
    made = {
        f"{root}/{name}": File(dir=True) for name in ("Work", "Work/Archive", "Invoices", "Travel", "School")
    }
    for month in months:
        made[f"{root}/Invoices/Invoice {_MONTHS[month]}.pdf"] = _file(chance, 80_000)
    trip, code = chance.choice(("Lisbon", "Oslo", "Vienna", "Porto")), chance.randint(10_000, 99_999)
    made |= {
        f"{root}/Work/minutes.txt": _text(
            chance, f"Present: {friend.name}, {other.name}.\nNext meeting: {chance.randint(2, 28)} April."
        ),
        f"{root}/Work/budget {chance.randint(2023, 2026)}.xlsx": _file(chance, 40_000),
        f"{root}/Work/presentation.pptx": _file(chance, 2_000_000),
        f"{root}/Work/contract {other.last}.pdf": _file(chance, 300_000),
        f"{root}/Work/Archive/old plan.docx": _file(chance, 60_000),
        f"{root}/Travel/booking {trip}.txt": _text(
            chance, f"Hotel in {trip}\nBooking code: {code}\nNights: {chance.randint(2, 9)}"
        ),
        f"{root}/Travel/boarding pass.pdf": _file(chance, 150_000),
        f"{root}/School/essay.docx": _file(chance, 50_000),
        f"{root}/School/timetable.pdf": _file(chance, 90_000),
        f"{root}/letter to {friend.first}.docx": _file(chance, 30_000),
        f"{root}/readme.txt": _text(chance, "Invoices are kept for ten years."),
        f"{root}/recipe {chance.choice(('soup', 'bread', 'curry'))}.txt": _text(
            chance, "Serves four. Takes an hour."
        ),
    }
    return made


def _downloads(chance: Random) -> dict[str, File]:
    root = "/sdcard/Download"
    made = {f"{root}/{name}": _file(chance, 400_000) for name in chance.sample(_BOOKLETS, 5)}
    made |= {f"{root}/{name}": _file(chance, 9_000_000) for name in chance.sample(_APPS, 2)}
    packed = {
        f"photo {i}.jpg": {"mtime": NOW_MS, "size": 700_000 + i} for i in range(1, chance.randint(3, 6))
    }
    packed["list.txt"] = {"mtime": NOW_MS, "size": 120}
    made[f"{root}/holiday pictures.zip"] = _file(chance, 2_000_000, zip=msgspec.json.encode(packed).decode())
    made[f"{root}/members {chance.randint(100, 999)}.csv"] = _text(
        chance, "name,town\nA. Berg,Oslo\nC. Dale,Bergen"
    )
    made[f"{root}/ringtone.mp3"] = _file(chance, 600_000)
    made[f"{root}/Tickets"] = File(dir=True)
    made[f"{root}/Tickets/concert {chance.randint(10, 31)} May.pdf"] = _file(chance, 200_000)
    return made


def _sounds(chance: Random) -> dict[str, File]:
    made = {f"/sdcard/Music/{name}.mp3": _file(chance, 4_000_000) for name in chance.sample(_SONGS, 6)}
    made |= {f"/sdcard/Recordings/{name}.m4a": _file(chance, 900_000) for name in chance.sample(_MEMOS, 3)}
    made["/sdcard/Movies/neighbours film.mp4"] = _file(
        chance,
        90_000_000,
        kind="video",
        scene="city",
        shows="a city",
        tone="3",
        taken="2026-01-18T20:10",
        seconds="640",
    )
    made["/sdcard/.hidden notes.txt"] = _text(chance, "Nobody looks here.")
    return made
