"""Initial state of the files app and the files under /sdcard."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.initial_state.stored_file import NOW_MS, File

_MINUTE_MS = 60_000
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
_PDF_NAMES = (
    "washing machine manual.pdf", "museum map.pdf", "train timetable.pdf", "yoga course.pdf",
    "rental terms.pdf", "bike repair guide.pdf", "choir programme.pdf", "tax form.pdf",
)  # fmt: skip
_SONG_NAMES = (
    "River Stones", "Late Bus", "Cardinal", "Small Hours", "Copper Sky", "Paper Boats", "Ninth Floor",
    "Hollow Oak", "Morning Freight", "Glass Garden",
)  # fmt: skip
_RECORDING_NAMES = ("Interview", "Birdsong", "Rehearsal", "Lecture", "Idea in the shower", "Street noise")
_APK_NAMES = ("chess-trainer.apk", "star-map.apk", "bus-times.apk")


class TrashedFile(msgspec.Struct, frozen=True):
    """A file in the trash, with the path from which it was deleted."""

    path: str
    file: File
    at: str


class FilesApp(msgspec.Struct, frozen=True):
    """State of the files app: display settings, starred files and trash."""

    bin: tuple[TrashedFile, ...]
    starred: tuple[str, ...]
    sort: str = "Name"
    down: bool = False
    view: str = "list"
    hidden: bool = False
    extensions: bool = True
    folders_first: bool = True
    confirm_delete: bool = True


class StorageContent(msgspec.Struct, frozen=True):
    """Files under /sdcard together with the state of the files app."""

    files: Mapping[str, File]
    files_app: FilesApp


def build_storage_content(rng: Random, people: tuple[Person, ...]) -> StorageContent:
    """Generate documents, downloads and media files, with two starred and three in the trash."""
    files = {**_build_documents(rng, people), **_build_downloads(rng), **_build_media(rng)}
    downloads = sorted(path for path, file in files.items() if not file.dir and "/Download/" in path)
    trashed_paths = rng.sample(downloads, 3)
    trash = tuple(TrashedFile(path, files.pop(path), "2026-03-11") for path in sorted(trashed_paths))
    starred = tuple(sorted(rng.sample([path for path in downloads if path in files], 2)))
    return StorageContent(files, FilesApp(trash, starred))


def _build_file(rng: Random, size: int, **about: str) -> File:
    """Build a file of `size` to twice `size` bytes, modified in the last two months."""
    at = NOW_MS - rng.randint(60, 60 * 24 * 60) * _MINUTE_MS
    return File(mtime=at, size=size + rng.randint(0, size), about=about)


def _build_text_file(rng: Random, text: str) -> File:
    return File(mtime=NOW_MS - rng.randint(60, 60 * 24 * 60) * _MINUTE_MS, text=text)


def _build_documents(rng: Random, people: tuple[Person, ...]) -> dict[str, File]:
    root = "/sdcard/Documents"
    friend, colleague = rng.sample(people, 2)
    months = sorted(rng.sample(range(len(_MONTHS)), 5))
    files = {
        f"{root}/{name}": File(dir=True) for name in ("Work", "Work/Archive", "Invoices", "Travel", "School")
    }
    for month in months:
        files[f"{root}/Invoices/Invoice {_MONTHS[month]}.pdf"] = _build_file(rng, 80_000)
    trip, code = rng.choice(("Lisbon", "Oslo", "Vienna", "Porto")), rng.randint(10_000, 99_999)
    files |= {
        f"{root}/Work/minutes.txt": _build_text_file(
            rng, f"Present: {friend.name}, {colleague.name}.\nNext meeting: {rng.randint(2, 28)} April."
        ),
        f"{root}/Work/budget {rng.randint(2023, 2026)}.xlsx": _build_file(rng, 40_000),
        f"{root}/Work/presentation.pptx": _build_file(rng, 2_000_000),
        f"{root}/Work/contract {colleague.last}.pdf": _build_file(rng, 300_000),
        f"{root}/Work/Archive/old plan.docx": _build_file(rng, 60_000),
        f"{root}/Travel/booking {trip}.txt": _build_text_file(
            rng, f"Hotel in {trip}\nBooking code: {code}\nNights: {rng.randint(2, 9)}"
        ),
        f"{root}/Travel/boarding pass.pdf": _build_file(rng, 150_000),
        f"{root}/School/essay.docx": _build_file(rng, 50_000),
        f"{root}/School/timetable.pdf": _build_file(rng, 90_000),
        f"{root}/letter to {friend.first}.docx": _build_file(rng, 30_000),
        f"{root}/readme.txt": _build_text_file(rng, "Invoices are kept for ten years."),
        f"{root}/recipe {rng.choice(('soup', 'bread', 'curry'))}.txt": _build_text_file(
            rng, "Serves four. Takes an hour."
        ),
    }
    return files


def _build_downloads(rng: Random) -> dict[str, File]:
    root = "/sdcard/Download"
    files = {f"{root}/{name}": _build_file(rng, 400_000) for name in rng.sample(_PDF_NAMES, 5)}
    files |= {f"{root}/{name}": _build_file(rng, 9_000_000) for name in rng.sample(_APK_NAMES, 2)}
    archive_entries = {
        f"photo {i}.jpg": {"mtime": NOW_MS, "size": 700_000 + i} for i in range(1, rng.randint(3, 6))
    }
    archive_entries["list.txt"] = {"mtime": NOW_MS, "size": 120}
    files[f"{root}/holiday pictures.zip"] = _build_file(
        rng, 2_000_000, zip=msgspec.json.encode(archive_entries).decode()
    )
    files[f"{root}/members {rng.randint(100, 999)}.csv"] = _build_text_file(
        rng, "name,town\nA. Berg,Oslo\nC. Dale,Bergen"
    )
    files[f"{root}/ringtone.mp3"] = _build_file(rng, 600_000)
    files[f"{root}/Tickets"] = File(dir=True)
    files[f"{root}/Tickets/concert {rng.randint(10, 31)} May.pdf"] = _build_file(rng, 200_000)
    return files


def _build_media(rng: Random) -> dict[str, File]:
    files = {f"/sdcard/Music/{name}.mp3": _build_file(rng, 4_000_000) for name in rng.sample(_SONG_NAMES, 6)}
    files |= {
        f"/sdcard/Recordings/{name}.m4a": _build_file(rng, 900_000)
        for name in rng.sample(_RECORDING_NAMES, 3)
    }
    files["/sdcard/Movies/neighbours film.mp4"] = _build_file(
        rng,
        90_000_000,
        kind="video",
        scene="city",
        shows="a city",
        tone="3",
        taken="2026-01-18T20:10",
        seconds="640",
    )
    files["/sdcard/.hidden notes.txt"] = _build_text_file(rng, "Nobody looks here.")
    return files
