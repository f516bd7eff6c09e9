"""Tasks of the files."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, files_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, held, quoted, tap, typed

DOCUMENTS, DOWNLOAD = "/sdcard/Documents", "/sdcard/Download"
_OPEN = Move("open", text="Files")


def inside(w: PhoneState, folder: str) -> list[str]:
    """Return the names of the files, not folders, that lie in this folder."""
    return [p[len(folder) + 1 :] for p, f in w.files.items() if p.rpartition("/")[0] == folder and not f.dir]


def moved(source: str, goal: str) -> str:
    """Write the condition that a file is at another path, the same one, and gone from where it was."""
    there = f"JSON.stringify(s.files[{quoted(goal)}]) === JSON.stringify(begin.files[{quoted(source)}])"
    return f"!s.files[{quoted(source)}] && {there}"


def kept(*paths: str) -> str:
    """Write the condition that all files but those at these paths are as they began."""
    return files_untouched(f"{quoted(list(paths))}.includes(x)")


def _pdf(w: PhoneState, chance: Random) -> str:
    return chance.choice([name for name in inside(w, DOWNLOAD) if name.endswith(".pdf")])


def new_folder(w: PhoneState, chance: Random) -> Recipe:
    """A folder in a folder."""
    del w
    name = chance.choice(("Insurance", "Taxes 2026", "Letters", "Certificates"))
    parent = chance.choice(("Work", "Travel", "School"))
    path = f"{DOCUMENTS}/{parent}/{name}"
    return job(
        'Create a folder named "{name}" inside Documents/{parent}',
        {"name": name, "parent": parent},
        holds=f"s.files[{quoted(path)}]?.dir === true && {kept(path)}",
        spoil=f"s.files[{quoted(path.lower())}] = s.files[{quoted(path)}]; delete s.files[{quoted(path)}]",
        moves=(
            _OPEN, tap("Documents"), tap(parent), tap("New folder"), typed("Folder name", name),
            tap("Create"),
        ),
        kind="abstract",
    )  # fmt: skip


def rename(w: PhoneState, chance: Random) -> Recipe:
    """A file gets another name."""
    old = _pdf(w, chance)
    new = chance.choice(("keep this", "for later", "printed", "read again")) + ".pdf"
    source, goal = f"{DOWNLOAD}/{old}", f"{DOWNLOAD}/{new}"
    return job(
        'In the Files app, rename the file "{old}" in Download to "{new}"',
        {"old": old, "new": new},
        holds=f"{moved(source, goal)} && {kept(source, goal)}",
        spoil=f"s.files[{quoted(source)}] = s.files[{quoted(goal)}]",
        moves=(
            _OPEN, tap("Download"), tap(f"More options for {old}"), tap("Rename"), typed("Name", new),
            tap("Rename", nth=0),
        ),
        layout="changing",
    )  # fmt: skip


def move_two(w: PhoneState, chance: Random) -> Recipe:
    """Two files go to another folder."""
    booklets = [name for name in inside(w, DOWNLOAD) if name.endswith(".pdf")]
    first, second = sorted(chance.sample(booklets, 2), key=str.casefold)
    parent = chance.choice(("Work", "Travel", "School"))
    pairs = [(f"{DOWNLOAD}/{name}", f"{DOCUMENTS}/{parent}/{name}") for name in (first, second)]
    return job(
        'Move "{first}" and "{second}" from the Download folder to Documents/{parent}',
        {"first": first, "second": second, "parent": parent},
        holds=" && ".join([*(moved(*pair) for pair in pairs), kept(*pairs[0], *pairs[1])]),
        spoil=f"s.files[{quoted(pairs[1][0])}] = s.files[{quoted(pairs[1][1])}]",
        moves=(
            _OPEN, tap("Download"), held(first), tap(second), tap("Move to"), tap("Parent folder"),
            tap("Documents"), tap(parent), tap("Move here"),
        ),
        layout="changing",
    )  # fmt: skip


def copy_music(w: PhoneState, chance: Random) -> Recipe:
    """A song is copied into a new folder."""
    song = chance.choice([name for name in inside(w, "/sdcard/Music") if name.endswith(".mp3")])
    folder = chance.choice(("Favourites", "For the car", "Running"))
    source, goal = f"/sdcard/Music/{song}", f"/sdcard/Music/{folder}/{song}"
    return job(
        'Copy the song file "{song}" into a new folder "{folder}" inside the Music folder;'
        " the original stays where it is",
        {"song": song, "folder": folder},
        holds=f"JSON.stringify(s.files[{quoted(goal)}]) === JSON.stringify(begin.files[{quoted(source)}])"
        f" && {kept(goal, f'/sdcard/Music/{folder}')}",
        spoil=f"delete s.files[{quoted(source)}]",
        moves=(
            _OPEN, tap("Music"), tap(f"More options for {song}"), tap("Copy to"), tap("New folder"),
            typed("Folder name", folder), tap("Create"), tap(folder), tap("Copy here"),
        ),
        kind="added",
    )  # fmt: skip


def delete_old(w: PhoneState, chance: Random) -> Recipe:
    """One invoice goes to the bin, the others stay."""
    folder = f"{DOCUMENTS}/Invoices"
    name = chance.choice(inside(w, folder))
    path = f"{folder}/{name}"
    return job(
        'Delete the file "{name}" from the Invoices folder in Files',
        {"name": name},
        holds=f"!s.files[{quoted(path)}] && {kept(path)}"
        f" && {untouched('filing.bin', but=f'x.path === {quoted(path)}')}",
        spoil=f"delete s.files[Object.keys(s.files).find(x => x.startsWith({quoted(folder + '/')}))]",
        moves=(
            _OPEN, tap("Documents"), tap("Invoices"), tap(f"More options for {name}"), tap("Delete"),
            tap("Move to bin"),
        ),
    )  # fmt: skip


def restore(w: PhoneState, chance: Random) -> Recipe:
    """A file comes out of the bin, which is emptied then."""
    gone = chance.choice(w.filing.bin)
    name = gone.path.rpartition("/")[2]
    return job(
        'Restore "{name}" from the bin of the Files app, then empty the bin',
        {"name": name},
        holds=f"s.files[{quoted(gone.path)}] !== undefined && s.filing.bin.length === 0"
        f" && {kept(gone.path)}",
        spoil="s.filing.bin.push({path: '/sdcard/Download/x', file: {size: 1}, at: '2026-03-11'})",
        moves=(
            _OPEN, tap("More options"), tap("Bin"), tap(f"Restore {name}"), tap("More options"),
            tap("Empty bin"),
            tap("Empty bin"),
        ),
        kind="added",
    )  # fmt: skip


def read_text(w: PhoneState, chance: Random) -> Recipe:
    """Something written in a text file, found by search."""
    name = next(name for name in inside(w, f"{DOCUMENTS}/Travel") if name.startswith("booking"))
    words = w.files[f"{DOCUMENTS}/Travel/{name}"].text or ""
    code = words.partition("Booking code: ")[2].partition("\n")[0]
    trip = name.removeprefix("booking ").removesuffix(".txt")
    return question(
        "What is the booking code of my hotel in {trip}? It is in a text file on this phone.",
        {"trip": trip},
        answer=code,
        wrong=code[:-1] + str((int(code[-1]) + chance.randint(1, 8)) % 10),
        moves=(_OPEN, tap("Search"), typed("Search files", "booking"), tap(name)),
        layout="changing",
    )


def largest(w: PhoneState, chance: Random) -> Recipe:
    """Which document of a folder was changed first or last, told after sorting."""
    folder = f"{DOCUMENTS}/Invoices"
    names = sorted(inside(w, folder), key=lambda name: w.files[f"{folder}/{name}"].mtime, reverse=True)
    newest = chance.choice((True, False))
    order = "newest" if newest else "oldest"
    answer, wrong = (names[0], names[1]) if newest else (names[-1], names[-2])
    return question(
        "Sort the Invoices folder of Documents by date modified, {which} first."
        " What is the first file called?",
        {"which": order},
        answer=answer.removesuffix(".pdf"),
        wrong=wrong.removesuffix(".pdf"),
        moves=(
            _OPEN, tap("Documents"), tap("Invoices"), tap("More options"), tap("Sort by"),
            tap(f"Date modified ({order} first)"),
        ),
        holds=f"s.filing.sort === 'Date modified' && s.filing.down === {'true' if newest else 'false'}",
        layout="changing",
    )  # fmt: skip


def compress(w: PhoneState, chance: Random) -> Recipe:
    """All invoices become one archive, and the archive is starred."""
    folder = f"{DOCUMENTS}/Invoices"
    names = sorted(f"Invoices/{name}" for name in inside(w, folder))
    name = chance.choice(("invoices all", "for the adviser", "backup invoices")) + ".zip"
    path = f"{DOCUMENTS}/{name}"
    packed = f"Object.keys(JSON.parse(s.files[{quoted(path)}]?.about?.zip ?? '{{}}')).filter(x => x !== "
    packed += "'Invoices').sort().join()"
    return job(
        'Compress the folder Invoices in Documents to an archive called "{name}" and star that archive',
        {"name": name},
        holds=f"{packed} === {quoted(','.join(names))} && {kept(path)}"
        f" && s.filing.starred.includes({quoted(path)})"
        f" && s.filing.starred.length === {len(w.filing.starred) + 1}",
        spoil=f"s.filing.starred = s.filing.starred.filter(x => x !== {quoted(path)})",
        moves=(
            _OPEN, tap("Documents"), tap("More options for Invoices"), tap("Compress"),
            typed("Archive name", name),
            tap("Compress", nth=0), tap(f"More options for {name}"), tap("Star"),
        ),
    )  # fmt: skip


def view_settings(w: PhoneState, chance: Random) -> Recipe:
    """How files are listed: hidden ones, too, in a grid, by size."""
    del w
    way = chance.choice((("smallest", "Size (smallest first)"), ("largest", "Size (largest first)")))
    return job(
        "In the settings of Files, show hidden files, use the grid view and sort by size, {way} first",
        {"way": way[0]},
        holds=f"s.filing.hidden === true && s.filing.view === 'grid' && s.filing.sort === 'Size'"
        f" && s.filing.down === {'true' if way[0] == 'largest' else 'false'}"
        f" && {fields_untouched('filing', but=['hidden', 'view', 'sort', 'down'])} && {untouched('files')}",
        spoil="s.filing.extensions = false",
        moves=(
            _OPEN, tap("More options"), tap("Settings"), tap("View"), tap("Grid"), tap("Sort by"),
            tap(way[1]),
            tap("Show hidden files"),
        ),
    )  # fmt: skip


FILES: Mapping[str, Maker] = MappingProxyType(
    {
        "files-new-folder": new_folder,
        "files-rename": rename,
        "files-move-two": move_two,
        "files-copy-song": copy_music,
        "files-delete": delete_old,
        "files-restore": restore,
        "files-read": read_text,
        "files-sorted": largest,
        "files-compress": compress,
        "files-settings": view_settings,
    }
)
