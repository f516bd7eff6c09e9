"""Task factories for the Gallery app of the simulated phone, including its image editor.

The image editing tasks are modeled on studies of phone agents that edit images.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER, PLACES
from onscreen_practice.phone.initial_state.stored_file import File
from onscreen_practice.phone.state_mutations import Edit, delete, put
from onscreen_practice.phone_suite.files_tasks import file_moved
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, removes
from onscreen_practice.state.value_patterns import Expected, ExpectedFields, Near, SameAs
from onscreen_practice.task_recipe import Move, TaskRecipe, hold, set_slider, tap, type_text

_SCREENSHOTS = "/sdcard/Pictures/Screenshots"
_FILTERS = ("Vivid", "Warm", "Cool", "Mono")
UNEDITED: ExpectedFields = MappingProxyType(
    {
        "ratio": "Original", "turn": 0, "flip": False, "tilt": 0, "brightness": 0, "contrast": 0,
        "saturation": 0, "warmth": 0, "filter": "None", "texts": [], "strokes": [],
    }
)  # fmt: skip
"""Edit settings of a picture that has not been edited."""

_INKS = (("Yellow", "#fdd835"), ("Blue", "#1e88e5"), ("Red", "#e53935"))


def find_photos(state: PhoneState, *, folder: str = CAMERA_FOLDER) -> list[str]:
    """List the paths of the photos in a folder, newest first."""
    paths = [
        p for p, f in state.files.items() if p.startswith(f"{folder}/") and f.about.get("kind") == "photo"
    ]
    return sorted(paths, key=lambda path: -state.files[path].mtime)


def get_time_taken(file: File) -> datetime:
    """Return the date and time when a picture was taken."""
    return datetime.fromisoformat(file.about["taken"])


def get_screen_name(file: File) -> str:
    """Build the accessible name under which the Gallery app shows a picture."""
    at = get_time_taken(file)
    kind = "Video" if file.about["kind"] == "video" else "Photo"
    return f"{kind} of {file.about['shows']}, {at:%B} {at.day}, {at.year}, {at:%H:%M}"


def describe(file: File) -> str:
    """Describe a picture in the words of a user, by its content and the time it was taken."""
    at = get_time_taken(file)
    return f"{file.about['shows']} taken on {at:%B} {at.day} at {at:%H:%M}"


def edited_copy(path: str, **edit: Expected) -> Change:
    """Build the expected state change for a new copy of a picture with exactly the given edits."""
    return adds("files", {"about": {"of": path, "edit": {**UNEDITED, **edit}}})


def _spoil_copy(field: str, value: str | int) -> Edit:
    return put(f"files[+].about.edit.{field}", value)


def _random_photo(state: PhoneState, rng: Random) -> tuple[str, File]:
    path = rng.choice(find_photos(state))
    return path, state.files[path]


def _open_editor(file: File) -> tuple[Move, ...]:
    return (tap("Gallery"), tap(get_screen_name(file)), tap("Edit"))


def add_favourite(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a photo to the favorites in the Gallery app."""
    path = rng.choice([each for each in find_photos(state)[8:] if each not in state.gallery.favourites])
    return state_task(
        "In Gallery, add the photo of {photo} to my favourites",
        {"photo": describe(state.files[path])},
        check=state_is(adds("gallery.favourites", path)),
        spoil=delete("gallery.favourites[0]"),
        moves=(tap("Gallery"), tap(get_screen_name(state.files[path])), tap("Add to favourites")),
        layout="changing",
    )


def rotate_and_flip(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rotate and flip a photo in the Gallery app and save it as a copy."""
    path, file = _random_photo(state, rng)
    left = rng.choice((True, False))
    return state_task(
        "Rotate the photo of {photo} once to the {way}, flip it, and save it as a copy",
        {"photo": describe(file), "way": "left" if left else "right"},
        check=state_is(edited_copy(path, turn=270 if left else 90, flip=True)),
        spoil=_spoil_copy("turn", 180),
        moves=(
            *_open_editor(file),
            tap("Rotate left" if left else "Rotate right"),
            tap("Flip"),
            tap("Save copy"),
        ),
        layout="changing",
    )


def filter_and_crop(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to apply a filter to a photo, crop it to a square, and save it as a copy."""
    path, file = _random_photo(state, rng)
    name = rng.choice(_FILTERS)
    return state_task(
        "Put the filter {filter} on the photo of {photo}, crop it to a square and save a copy",
        {"photo": describe(file), "filter": name},
        check=state_is(edited_copy(path, filter=name, ratio="Square")),
        spoil=_spoil_copy("ratio", "4:3"),
        moves=(*_open_editor(file), tap("Square"), tap("Filters"), tap(name), tap("Save copy")),
        kind="added",
        layout="changing",
    )


def adjust_colours(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to adjust a photo's brightness and saturation in the Gallery app and save a copy."""
    path, file = _random_photo(state, rng)
    light, colour = rng.choice((30, 50, 70)), rng.choice((-60, -40))
    return state_task(
        "Edit the photo of {photo}: set the brightness to about {light} and the saturation to about {colour}."
        " Save a copy of it.",
        {"photo": describe(file), "light": str(light), "colour": str(colour)},
        check=state_is(edited_copy(path, brightness=Near(light, 10), saturation=Near(colour, 10))),
        spoil=_spoil_copy("brightness", 0),
        moves=(
            *_open_editor(file), tap("Adjust"), set_slider("Brightness", (light + 100) / 200),
            set_slider("Saturation", (colour + 100) / 200), tap("Save copy"),
        ),
        layout="changing",
    )  # fmt: skip


def write_on_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add text to a photo in a given position and color and save it as a copy."""
    path, file = _random_photo(state, rng)
    words = rng.choice(("Happy birthday", "Thank you", "See you soon", "Greetings"))
    place, ink = rng.choice(("Top", "Bottom")), rng.choice(_INKS)
    texts: Expected = [{"text": words, "place": place, "color": ink[1], "size": 36}]
    return state_task(
        'Write "{words}" on the photo of {photo} with the editor: at the {place} of the picture and in {ink}.'
        " Save it as a copy.",
        {"photo": describe(file), "words": words, "place": place.lower(), "ink": ink[0].lower()},
        check=state_is(edited_copy(path, texts=texts)),
        spoil=_spoil_copy("texts[0].place", ""),
        moves=(
            *_open_editor(file), tap("Text"), tap("Add text"), type_text("Text", words), tap("Done"),
            tap("Middle"), tap(place), tap("White"), tap(ink[0]), tap("Save copy"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def move_to_album(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move two photos into a new album in the Gallery app."""
    first, second = sorted(rng.sample(find_photos(state)[:9], 2), key=find_photos(state).index)
    album = rng.choice(("Best of March", "For the wall", "Postcards"))
    folder = f"/sdcard/Pictures/{album}"
    goals = [f"{folder}/{path.rpartition('/')[2]}" for path in (first, second)]
    moved = {first: goals[0], second: goals[1]}
    return state_task(
        'Move two photos into a new album called "{album}": the one of {first} and the one of {second}',
        {"album": album, "first": describe(state.files[first]), "second": describe(state.files[second])},
        check=state_is(
            becomes(f"files[{folder}]", {"dir": True}),
            *file_moved(first, goals[0]),
            *file_moved(second, goals[1]),
            becomes("gallery.favourites", [moved.get(path, path) for path in state.gallery.favourites]),
        ),
        spoil=delete(f"files[{goals[0]}]"),
        moves=(
            tap("Gallery"), hold(get_screen_name(state.files[first])),
            tap(get_screen_name(state.files[second])), tap("More options"), tap("Move to album"),
            tap("Create album"), type_text("Album name", album), tap("Create"),
        ),
        layout="changing",
    )  # fmt: skip


def delete_screenshots(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to move all screenshots to the bin in the Gallery app."""
    paths = sorted(find_photos(state, folder=_SCREENSHOTS))
    gone = [removes(f"files[{path}]") for path in paths]
    return state_task(
        "Move all {count} screenshots to the bin in Gallery, and nothing else",
        {"count": str(len(paths))},
        check=state_is(*gone, adds("gallery.bin", *({"path": path} for path in paths))),
        spoil=delete("gallery.bin[0]"),
        moves=(
            tap("Gallery"), tap("Albums"), tap("Screenshots"), tap("More options"), tap("Select all"),
            tap("Delete"), tap("Move to bin"),
        ),
    )  # fmt: skip


def restore_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to restore a deleted photo from the bin.

    The instruction does not name the app.
    """
    gone = rng.choice(state.gallery.bin)
    in_bin = f"gallery.bin[path={gone.path}]"
    return state_task(
        "I deleted the photo of {photo} by mistake. Get it back, but leave the rest in the bin.",
        {"photo": describe(gone.file)},
        check=state_is(becomes(f"files[{gone.path}]", SameAs(f"{in_bin}.file")), removes(in_bin)),
        spoil=delete("gallery.bin[-1]"),
        moves=(
            tap("Gallery"),
            tap("More options"),
            tap("Bin"),
            tap(get_screen_name(gone.file)),
            tap("Restore"),
        ),
        kind="abstract",
    )


def find_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks where a photo was taken, according to the Gallery app."""
    path = rng.choice([each for each in find_photos(state) if state.files[each].about["place"]])
    place = state.files[path].about["place"]
    return question_task(
        "Which place does Gallery show for my photo of {photo}?",
        {"photo": describe(state.files[path])},
        answer=place,
        wrong=next(each for each in PLACES if each != place),
        instead=PLACES,
        moves=(tap("Gallery"), tap(get_screen_name(state.files[path]))),
        layout="changing",
    )


def change_view_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the column count, sort order, and grouping in the Gallery app."""
    count, order = rng.choice((2, 4)), rng.choice(("Oldest first", "Name", "Size"))
    return state_task(
        "In the settings of Gallery, show {count} columns, sort by {order} and group by month",
        {"count": str(count), "order": f'"{order}"'},
        check=state_is(
            becomes("gallery.columns", count),
            becomes("gallery.sort", order),
            becomes("gallery.group", "Month"),
        ),
        spoil=put("gallery.confirm_delete", False),
        moves=(
            tap("Gallery"), tap("More options"), tap("Settings"), tap("Columns"), tap(f"{count} columns"),
            tap("Sort by"), tap(order), tap("Group by"), tap("Month"),
        ),
    )  # fmt: skip


GALLERY: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "gallery-favourite": add_favourite,
        "gallery-turn": rotate_and_flip,
        "gallery-filter": filter_and_crop,
        "gallery-sliders": adjust_colours,
        "gallery-text": write_on_photo,
        "gallery-album": move_to_album,
        "gallery-screenshots": delete_screenshots,
        "gallery-restore": restore_photo,
        "gallery-place": find_place,
        "gallery-settings": change_view_settings,
    }
)
