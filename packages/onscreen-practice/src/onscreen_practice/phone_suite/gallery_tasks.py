"""Tasks of the gallery; those of its editor follow the image editing that phone agents are studied with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER, PLACES
from onscreen_practice.phone.initial_state.stored_file import File
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, files_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, held, quoted, slid, tap, typed

_NEW = "Object.entries(s.files).filter(([k]) => !begin.files[k])"
_SCREENSHOTS = "/sdcard/Pictures/Screenshots"
_FILTERS = ("Vivid", "Warm", "Cool", "Mono")
_INKS = (("Yellow", "#fdd835"), ("Blue", "#1e88e5"), ("Red", "#e53935"))


def photos(w: PhoneState, *, folder: str = CAMERA_FOLDER) -> list[str]:
    """Return the paths of the photos in a folder, newest first."""
    found = [p for p, f in w.files.items() if p.startswith(f"{folder}/") and f.about.get("kind") == "photo"]
    return sorted(found, key=lambda path: -w.files[path].mtime)


def when(file: File) -> datetime:
    """Return when a picture was taken."""
    return datetime.fromisoformat(file.about["taken"])


def described(file: File) -> str:
    """Return what a picture is called on the screen."""
    at = when(file)
    kind = "Video" if file.about["kind"] == "video" else "Photo"
    return f"{kind} of {file.about['shows']}, {at:%B} {at.day}, {at.year}, {at:%H:%M}"


def told_of(file: File) -> str:
    """Return what a person says of a picture."""
    at = when(file)
    return f"{file.about['shows']} taken on {at:%B} {at.day} at {at:%H:%M}"


def edited(path: str, holds: str) -> str:
    """Write the condition that one edited copy of this picture is new, its edit `e` as wished."""
    of = f"f.about.of === {quoted(path)}"
    return (
        f"({_NEW}.length === 1 && {_NEW}.every(([k, f]) => {of} && (e => {holds})(f.about.edit)))"
        f" && {files_untouched('!begin.files[x]')}"
    )


def only(*keys: str) -> str:
    """Write the condition that an edit `e` changes nothing but these."""
    begun = {
        "ratio": "Original", "turn": 0, "flip": False, "tilt": 0, "brightness": 0, "contrast": 0,
        "saturation": 0,
        "warmth": 0, "filter": "None", "texts": [], "strokes": [],
    }  # fmt: skip
    rest = {key: value for key, value in begun.items() if key not in keys}
    return f"Object.entries({quoted(rest)}).every(([k, v]) => JSON.stringify(e[k]) === JSON.stringify(v))"


def _chosen(w: PhoneState, chance: Random) -> tuple[str, File]:
    path = chance.choice(photos(w))
    return path, w.files[path]


def _editing(file: File) -> tuple[Move, ...]:
    return (tap("Gallery"), tap(described(file)), tap("Edit"))


def favour(w: PhoneState, chance: Random) -> Recipe:
    """One more favourite."""
    path = chance.choice([each for each in photos(w)[8:] if each not in w.gallery.favourites])
    wanted = sorted([*w.gallery.favourites, path])
    return job(
        "In Gallery, add the photo of {photo} to my favourites",
        {"photo": told_of(w.files[path])},
        holds=f"[...s.gallery.favourites].sort().join() === {quoted(','.join(wanted))}"
        f" && {untouched('files')}",
        spoil="s.gallery.favourites.shift()",
        moves=(tap("Gallery"), tap(described(w.files[path])), tap("Add to favourites")),
        layout="changing",
    )


def turn(w: PhoneState, chance: Random) -> Recipe:
    """A picture is turned and mirrored, kept as a copy."""
    path, file = _chosen(w, chance)
    left = chance.choice((True, False))
    return job(
        "Rotate the photo of {photo} once to the {way}, flip it, and save it as a copy",
        {"photo": told_of(file), "way": "left" if left else "right"},
        holds=edited(path, f"e.turn === {270 if left else 90} && e.flip === true && {only('turn', 'flip')}"),
        spoil="Object.values(s.files).forEach(f => { if (f.about?.edit) f.about.edit.turn = 180; })",
        moves=(
            *_editing(file),
            tap("Rotate left" if left else "Rotate right"),
            tap("Flip"),
            tap("Save copy"),
        ),
        layout="changing",
    )


def filtered(w: PhoneState, chance: Random) -> Recipe:
    """A filter, and a square besides."""
    path, file = _chosen(w, chance)
    name = chance.choice(_FILTERS)
    return job(
        "Put the filter {filter} on the photo of {photo}, crop it to a square and save a copy",
        {"photo": told_of(file), "filter": name},
        holds=edited(
            path, f"e.filter === {quoted(name)} && e.ratio === 'Square' && {only('filter', 'ratio')}"
        ),
        spoil="Object.values(s.files).forEach(f => { if (f.about?.edit) f.about.edit.ratio = '4:3'; })",
        moves=(*_editing(file), tap("Square"), tap("Filters"), tap(name), tap("Save copy")),
        kind="added",
        layout="changing",
    )


def brighter(w: PhoneState, chance: Random) -> Recipe:
    """Two sliders of the editor."""
    path, file = _chosen(w, chance)
    light, colour = chance.choice((30, 50, 70)), chance.choice((-60, -40))
    near = f"Math.abs(e.brightness - {light}) <= 10 && Math.abs(e.saturation - ({colour})) <= 10"
    return job(
        "Edit the photo of {photo}: set the brightness to about {light} and the saturation to about {colour}."
        " Save a copy of it.",
        {"photo": told_of(file), "light": str(light), "colour": str(colour)},
        holds=edited(path, f"{near} && {only('brightness', 'saturation')}"),
        spoil="Object.values(s.files).forEach(f => { if (f.about?.edit) f.about.edit.brightness = 0; })",
        moves=(
            *_editing(file), tap("Adjust"), slid("Brightness", (light + 100) / 200),
            slid("Saturation", (colour + 100) / 200),
            tap("Save copy"),
        ),
        layout="changing",
    )  # fmt: skip


def write_on(w: PhoneState, chance: Random) -> Recipe:
    """Words on a picture, at a place and in a colour."""
    path, file = _chosen(w, chance)
    words = chance.choice(("Happy birthday", "Thank you", "See you soon", "Greetings"))
    place, ink = chance.choice(("Top", "Bottom")), chance.choice(_INKS)
    fits = f"t.text === {quoted(words)} && t.place === {quoted(place)} && t.color === {quoted(ink[1])}"
    return job(
        'Write "{words}" on the photo of {photo} with the editor: at the {place} of the picture and in {ink}.'
        " Save it as a copy.",
        {"photo": told_of(file), "words": words, "place": place.lower(), "ink": ink[0].lower()},
        holds=edited(path, f"e.texts.length === 1 && e.texts.every(t => {fits}) && {only('texts')}"),
        spoil="Object.values(s.files).forEach(f => { if (f.about?.edit) f.about.edit.texts[0].place = ''; })",
        moves=(
            *_editing(file), tap("Text"), tap("Add text"), typed("Text", words), tap("Done"), tap("Middle"),
            tap(place),
            tap("White"), tap(ink[0]), tap("Save copy"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def to_album(w: PhoneState, chance: Random) -> Recipe:
    """Two pictures move to a new album."""
    first, second = sorted(chance.sample(photos(w)[:9], 2), key=photos(w).index)
    album = chance.choice(("Best of March", "For the wall", "Postcards"))
    folder = f"/sdcard/Pictures/{album}"
    goals = [f"{folder}/{path.rpartition('/')[2]}" for path in (first, second)]
    gone = f"{quoted([first, second])}.every(p => !s.files[p])"
    there = f"{quoted(goals)}.every(p => s.files[p]?.about)"
    return job(
        'Move two photos into a new album called "{album}": the one of {first} and the one of {second}',
        {"album": album, "first": told_of(w.files[first]), "second": told_of(w.files[second])},
        holds=f"{gone} && {there}"
        f" && {files_untouched(f'{quoted([first, second, folder, *goals])}.includes(x)')}",
        spoil=f"delete s.files[{quoted(goals[0])}]",
        moves=(
            tap("Gallery"), held(described(w.files[first])), tap(described(w.files[second])),
            tap("More options"),
            tap("Move to album"), tap("Create album"), typed("Album name", album), tap("Create"),
        ),
        layout="changing",
    )  # fmt: skip


def clear_screenshots(w: PhoneState, chance: Random) -> Recipe:
    """A whole album goes to the bin."""
    del chance
    paths = sorted(photos(w, folder=_SCREENSHOTS))
    there = f"{quoted(paths)}.every(p => !s.files[p] && s.gallery.bin.some(b => b.path === p))"
    return job(
        "Move all {count} screenshots to the bin in Gallery, and nothing else",
        {"count": str(len(paths))},
        holds=f"{there} && {files_untouched(f'{quoted(paths)}.includes(x)')}"
        f" && {untouched('gallery.bin', but=f'{quoted(paths)}.includes(x.path)')}",
        spoil="s.gallery.bin.shift()",
        moves=(
            tap("Gallery"), tap("Albums"), tap("Screenshots"), tap("More options"), tap("Select all"),
            tap("Delete"),
            tap("Move to bin"),
        ),
    )  # fmt: skip


def bring_back(w: PhoneState, chance: Random) -> Recipe:
    """One picture comes out of the bin."""
    gone = chance.choice(w.gallery.bin)
    return job(
        "I deleted the photo of {photo} by mistake. Get it back, but leave the rest in the bin.",
        {"photo": told_of(gone.file)},
        holds=f"s.files[{quoted(gone.path)}]?.about !== undefined"
        f" && {files_untouched(f'x === {quoted(gone.path)}')}"
        f" && {untouched('gallery.bin', but=f'x.path === {quoted(gone.path)}')}"
        f" && s.gallery.bin.length === {len(w.gallery.bin) - 1}",
        spoil="s.gallery.bin.pop()",
        moves=(tap("Gallery"), tap("More options"), tap("Bin"), tap(described(gone.file)), tap("Restore")),
        kind="abstract",
    )


def where(w: PhoneState, chance: Random) -> Recipe:
    """The place of a picture."""
    path = chance.choice([each for each in photos(w) if w.files[each].about["place"]])
    place = w.files[path].about["place"]
    return question(
        "Which place does Gallery show for my photo of {photo}?",
        {"photo": told_of(w.files[path])},
        answer=place,
        wrong=next(each for each in PLACES if each != place),
        moves=(tap("Gallery"), tap(described(w.files[path]))),
        layout="changing",
    )


def four_columns(w: PhoneState, chance: Random) -> Recipe:
    """How pictures are listed: columns and order."""
    del w
    count, order = chance.choice((2, 4)), chance.choice(("Oldest first", "Name", "Size"))
    return job(
        "In the settings of Gallery, show {count} columns, sort by {order} and group by month",
        {"count": str(count), "order": f'"{order}"'},
        holds=f"s.gallery.columns === {count} && s.gallery.sort === {quoted(order)}"
        " && s.gallery.group === 'Month'"
        f" && {fields_untouched('gallery', but=['columns', 'sort', 'group'])} && {untouched('files')}",
        spoil="s.gallery.confirm_delete = false",
        moves=(
            tap("Gallery"), tap("More options"), tap("Settings"), tap("Columns"), tap(f"{count} columns"),
            tap("Sort by"), tap(order), tap("Group by"), tap("Month"),
        ),
    )  # fmt: skip


GALLERY: Mapping[str, Maker] = MappingProxyType(
    {
        "gallery-favourite": favour,
        "gallery-turn": turn,
        "gallery-filter": filtered,
        "gallery-sliders": brighter,
        "gallery-text": write_on,
        "gallery-album": to_album,
        "gallery-screenshots": clear_screenshots,
        "gallery-restore": bring_back,
        "gallery-place": where,
        "gallery-settings": four_columns,
    }
)
