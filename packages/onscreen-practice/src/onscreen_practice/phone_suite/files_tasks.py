"""Task factories for the Files app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_add, removes
from onscreen_practice.state.value_patterns import JsonText, SameAs, exactly_fields
from onscreen_practice.task_recipe import Move, TaskRecipe, hold, tap, type_text

DOCUMENTS, DOWNLOAD = "/sdcard/Documents", "/sdcard/Download"
_OPEN = Move("open", text="Files")


def list_files(state: PhoneState, folder: str) -> list[str]:
    """List the names of the files directly inside a folder, excluding subfolders."""
    return [
        p[len(folder) + 1 :] for p, f in state.files.items() if p.rpartition("/")[0] == folder and not f.dir
    ]


def file_moved(source: str, goal: str) -> tuple[Change, ...]:
    """Build the expected state changes for a file moved from one path to another."""
    return removes(f"files[{source}]"), becomes(f"files[{goal}]", SameAs(f"files[{source}]"))


def stars_moved(state: PhoneState, goals: Mapping[str, str]) -> tuple[Change, ...]:
    """Build the expected change of the paths of starred files when files are moved.

    `goals` maps each old path to the new one. Returns an empty tuple if none of the files is starred.
    """
    starred = state.files_app.starred
    moved = [goals.get(path, path) for path in starred]
    return () if moved == list(starred) else (becomes("files_app.starred", moved),)


def _random_pdf(state: PhoneState, rng: Random) -> str:
    return rng.choice([name for name in list_files(state, DOWNLOAD) if name.endswith(".pdf")])


def create_folder(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a folder inside an existing folder.

    The instruction does not name the app.
    """
    name = rng.choice(("Insurance", "Taxes 2026", "Letters", "Certificates"))
    parent = rng.choice(("Work", "Travel", "School"))
    path = f"{DOCUMENTS}/{parent}/{name}"
    return state_task(
        'Create a folder named "{name}" inside Documents/{parent}',
        {"name": name, "parent": parent},
        check=state_is(becomes(f"files[{path}]", {"dir": True})),
        spoil=(put(f"files[{path.lower()}]", {"dir": True}), delete(f"files[{path}]")),
        moves=(
            _OPEN, tap("Documents"), tap(parent), tap("New folder"), type_text("Folder name", name),
            tap("Create"),
        ),
        kind="abstract",
    )  # fmt: skip


def rename_file(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rename a file in the Files app."""
    old = _random_pdf(state, rng)
    new = rng.choice(("keep this", "for later", "printed", "read again")) + ".pdf"
    source, goal = f"{DOWNLOAD}/{old}", f"{DOWNLOAD}/{new}"
    return state_task(
        'In the Files app, rename the file "{old}" in Download to "{new}"',
        {"old": old, "new": new},
        check=state_is(*file_moved(source, goal), *stars_moved(state, {source: goal})),
        spoil=put(f"files[{source}]", {"size": 1}),
        moves=(
            _OPEN, tap("Download"), tap(f"More options for {old}"), tap("Rename"), type_text("Name", new),
            tap("Rename", nth=0),
        ),
        layout="changing",
    )  # fmt: skip


def move_files(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move two files to another folder in the Files app."""
    booklets = [name for name in list_files(state, DOWNLOAD) if name.endswith(".pdf")]
    first, second = sorted(rng.sample(booklets, 2), key=str.casefold)
    parent = rng.choice(("Work", "Travel", "School"))
    pairs = [(f"{DOWNLOAD}/{name}", f"{DOCUMENTS}/{parent}/{name}") for name in (first, second)]
    return state_task(
        'Move "{first}" and "{second}" from the Download folder to Documents/{parent}',
        {"first": first, "second": second, "parent": parent},
        check=state_is(
            *(change for pair in pairs for change in file_moved(*pair)), *stars_moved(state, dict(pairs))
        ),
        spoil=put(f"files[{pairs[1][0]}]", {"size": 1}),
        moves=(
            _OPEN, tap("Download"), hold(first), tap(second), tap("Move to"), tap("Parent folder"),
            tap("Documents"), tap(parent), tap("Move here"),
        ),
        layout="changing",
    )  # fmt: skip


def copy_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a folder and copy a song file into it in the Files app."""
    song = rng.choice([name for name in list_files(state, "/sdcard/Music") if name.endswith(".mp3")])
    folder = rng.choice(("Favourites", "For the car", "Running"))
    source, goal_folder = f"/sdcard/Music/{song}", f"/sdcard/Music/{folder}"
    return state_task(
        'Copy the song file "{song}" into a new folder "{folder}" inside the Music folder;'
        " the original stays where it is",
        {"song": song, "folder": folder},
        check=state_is(
            becomes(f"files[{goal_folder}]", {"dir": True}),
            becomes(f"files[{goal_folder}/{song}]", SameAs(f"files[{source}]")),
        ),
        spoil=delete(f"files[{source}]"),
        moves=(
            _OPEN, tap("Music"), tap(f"More options for {song}"), tap("Copy to"), tap("New folder"),
            type_text("Folder name", folder), tap("Create"), tap(folder), tap("Copy here"),
        ),
        kind="added",
    )  # fmt: skip


def delete_file(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete one of several invoice files in the Files app."""
    folder = f"{DOCUMENTS}/Invoices"
    name = rng.choice(list_files(state, folder))
    other = next(each for each in list_files(state, folder) if each != name)
    path = f"{folder}/{name}"
    return state_task(
        'Delete the file "{name}" from the Invoices folder in Files',
        {"name": name},
        check=state_is(removes(f"files[{path}]"), may_add("files_app.bin", {"path": path})),
        spoil=delete(f"files[{folder}/{other}]"),
        moves=(
            _OPEN, tap("Documents"), tap("Invoices"), tap(f"More options for {name}"), tap("Delete"),
            tap("Move to bin"),
        ),
    )  # fmt: skip


def restore_file(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to restore a file from the bin and then empty the bin in the Files app."""
    gone = rng.choice(state.files_app.bin)
    name = gone.path.rpartition("/")[2]
    restored = becomes(f"files[{gone.path}]", SameAs(f"files_app.bin[path={gone.path}].file"))
    return state_task(
        'Restore "{name}" from the bin of the Files app, then empty the bin',
        {"name": name},
        check=state_is(restored, becomes("files_app.bin", [])),
        spoil=delete(f"files[{gone.path}]"),
        moves=(
            _OPEN, tap("More options"), tap("Bin"), tap(f"Restore {name}"), tap("More options"),
            tap("Empty bin"), tap("Empty bin"),
        ),
        kind="added",
    )  # fmt: skip


def find_booking_code(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a hotel booking code stored in a text file."""
    name = next(name for name in list_files(state, f"{DOCUMENTS}/Travel") if name.startswith("booking"))
    words = state.files[f"{DOCUMENTS}/Travel/{name}"].text or ""
    code = words.partition("Booking code: ")[2].partition("\n")[0]
    trip = name.removeprefix("booking ").removesuffix(".txt")
    return question_task(
        "What is the booking code of my hotel in {trip}? It is in a text file on this phone.",
        {"trip": trip},
        answer=code,
        wrong=code[:-1] + str((int(code[-1]) + rng.randint(1, 8)) % 10),
        moves=(_OPEN, tap("Search"), type_text("Search files", "booking"), tap(name)),
        layout="changing",
    )


def sort_folder(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to sort a folder by date modified and report its first file."""
    folder = f"{DOCUMENTS}/Invoices"
    names = sorted(
        list_files(state, folder), key=lambda name: state.files[f"{folder}/{name}"].mtime, reverse=True
    )
    newest = rng.choice((True, False))
    order = "newest" if newest else "oldest"
    answer, wrong = (names[0], names[1]) if newest else (names[-1], names[-2])
    return question_task(
        "Sort the Invoices folder of Documents by date modified, {which} first."
        " What is the first file called?",
        {"which": order},
        answer=answer.removesuffix(".pdf"),
        wrong=wrong.removesuffix(".pdf"),
        instead=[each.removesuffix(".pdf") for each in names],
        moves=(
            _OPEN, tap("Documents"), tap("Invoices"), tap("More options"), tap("Sort by"),
            tap(f"Date modified ({order} first)"),
        ),
        check=state_is(becomes("files_app.sort", "Date modified"), becomes("files_app.down", newest)),
        layout="changing",
    )  # fmt: skip


def compress_folder(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to compress a folder and star the resulting archive in the Files app."""
    folder = f"{DOCUMENTS}/Invoices"
    names = sorted(f"Invoices/{name}" for name in list_files(state, folder))
    name = rng.choice(("invoices all", "for the adviser", "backup invoices")) + ".zip"
    path = f"{DOCUMENTS}/{name}"
    packed = exactly_fields(**{each: {} for each in ("Invoices", *names)})
    archive = becomes(f"files[{path}]", {"about": {"zip": JsonText(packed)}})
    return state_task(
        'Compress the folder Invoices in Documents to an archive called "{name}" and star that archive',
        {"name": name},
        check=state_is(archive, adds("files_app.starred", path)),
        spoil=delete("files_app.starred[-1]"),
        moves=(
            _OPEN, tap("Documents"), tap("More options for Invoices"), tap("Compress"),
            type_text("Archive name", name), tap("Compress", nth=0), tap(f"More options for {name}"),
            tap("Star"),
        ),
    )  # fmt: skip


def change_view_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the hidden file, layout, and sort settings of the Files app."""
    way = rng.choice((("smallest", "Size (smallest first)"), ("largest", "Size (largest first)")))
    return state_task(
        "In the settings of Files, show hidden files, use the grid view and sort by size, {way} first",
        {"way": way[0]},
        check=state_is(
            becomes("files_app.hidden", True),
            becomes("files_app.view", "grid"),
            becomes("files_app.sort", "Size"),
            becomes("files_app.down", way[0] == "largest"),
        ),
        spoil=put("files_app.extensions", False),
        moves=(
            _OPEN, tap("More options"), tap("Settings"), tap("View"), tap("Grid"), tap("Sort by"),
            tap(way[1]), tap("Show hidden files"),
        ),
    )  # fmt: skip


FILES: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "files-new-folder": create_folder,
        "files-rename": rename_file,
        "files-move-two": move_files,
        "files-copy-song": copy_song,
        "files-delete": delete_file,
        "files-restore": restore_file,
        "files-read": find_booking_code,
        "files-sorted": sort_folder,
        "files-compress": compress_folder,
        "files-settings": change_view_settings,
    }
)
