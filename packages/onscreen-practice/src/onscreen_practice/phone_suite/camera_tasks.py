"""Tasks of the camera."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER as FOLDER
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, files_untouched, untouched
from onscreen_practice.task_recipe import BACK, Move, Recipe, quoted, tap, typed

_OPEN = Move("open", text="Camera")
_NEW = "Object.entries(s.files).filter(([k]) => !begin.files[k])"
_SHOOT = tap("Take photo")
_KEYS = ("Take photo", "Zoom", "Sound level")


def shot(holds: str, *, count: int = 1) -> str:
    """Write the condition that so many shots `a` are new and as wished, the other files as they began."""
    new = f"{_NEW}.length === {count} && {_NEW}.every(([k, f]) => k.startsWith('{FOLDER}/')"
    return f"({new} && (a => {holds})(f.about))) && {files_untouched('!begin.files[x]')}"


def _spoiled(statement: str) -> str:
    """Write a statement that does something to what the newest shot says of itself, `a`."""
    newest = "Object.values(s.files).filter(f => f.about?.kind).sort((x, y) => y.mtime - x.mtime)[0]"
    return f"(a => {{ {statement} }})({newest}.about)"


def selfie(w: PhoneState, chance: Random) -> Recipe:
    """A picture of oneself, in a shape."""
    del w
    ratio = chance.choice(("1:1", "16:9"))
    return job(
        "Take one selfie in the format {ratio}",
        {"ratio": ratio},
        holds=shot(f"a.kind === 'photo' && a.lens === 'front' && a.ratio === {quoted(ratio)}"),
        spoil=_spoiled("a.lens = 'back'"),
        moves=(tap("Camera"), tap("Switch to front camera"), tap("4:3"), tap(ratio), _SHOOT),
        kind="abstract",
    )


def zoomed(w: PhoneState, chance: Random) -> Recipe:
    """A photo from near, with flash."""
    zoom = chance.choice((("2×", 2), ("5×", 5)))
    return job(
        "Take one photo with the Camera at {zoom} zoom, with the flash on",
        {"zoom": zoom[0]},
        holds=shot(f"a.kind === 'photo' && a.zoom === {zoom[1]} && a.flash === 'On'"),
        spoil=_spoiled("a.flash = 'Auto'"),
        moves=(tap("Camera"), tap(f"Zoom {zoom[0]}"), tap(f"Flash: {w.camera.flash}"), tap("On"), _SHOOT),
        kind="added",
    )


def with_timer(w: PhoneState, chance: Random) -> Recipe:
    """A portrait after some seconds."""
    del w
    timer = chance.choice((("3 s", "3 seconds"), ("10 s", "10 seconds")))
    return job(
        "Set the timer of the Camera to {timer} and take a photo in portrait mode",
        {"timer": timer[1]},
        holds=shot(f"a.mode === 'Portrait' && a.timer === {quoted(timer[0])}"),
        spoil=_spoiled("a.timer = 'Off'"),
        moves=(tap("Camera"), tap("Portrait"), tap("Timer: Off"), tap(timer[1]), _SHOOT),
    )


def film(w: PhoneState, chance: Random) -> Recipe:
    """A video of a resolution and frame rate."""
    size = chance.choice([each for each in ("4K", "HD", "Full HD") if each != w.camera.video_size])
    width = {"4K": "3840", "Full HD": "1920", "HD": "1280"}[size]
    return job(
        "Record a short video with the Camera in {size} at 60 frames a second",
        {"size": size},
        holds=shot(f"a.kind === 'video' && a.width === {quoted(width)} && a.rate === '60'"),
        spoil=_spoiled("a.rate = '30'"),
        moves=(
            tap("Camera"), tap("Camera settings"), tap("Video resolution"), tap(size), tap("Frame rate"),
            tap("60 fps"), BACK,
            tap("Video"), tap("Start recording"), tap("Stop recording"),
        ),
        kind="added",
    )  # fmt: skip


def three(w: PhoneState, chance: Random) -> Recipe:
    """Several photos in a row, in one mode."""
    del w
    count, mode = chance.choice((2, 3, 4)), chance.choice(("Night", "Pro"))
    return job(
        "Take exactly {count} photos in {mode} mode with the Camera",
        {"count": str(count), "mode": mode},
        holds=shot(f"a.kind === 'photo' && a.mode === {quoted(mode)}", count=count),
        spoil=_spoiled("a.mode = 'Photo'"),
        moves=(tap("Camera"), tap(mode), *([_SHOOT] * count)),
    )


def caption(w: PhoneState, chance: Random) -> Recipe:
    """A photo is taken, found in the gallery and written about."""
    del w
    words = chance.choice(("View from the window", "Before the storm", "Test of the new case", "Our street"))
    return job(
        'Take a photo with the Camera and give that photo the caption "{words}" in its details',
        {"words": words},
        holds=shot(f"a.kind === 'photo' && a.caption === {quoted(words)}"),
        spoil=_spoiled("a.caption += '!'"),
        moves=(
            tap("Camera"), _SHOOT, tap("Last photo, open Gallery"), tap("More options"), tap("Details"),
            typed("Add a caption", words), tap("Save caption"), BACK,
        ),
    )  # fmt: skip


def delete_last(w: PhoneState, chance: Random) -> Recipe:
    """The newest shot goes to the bin, found from the camera."""
    del chance
    newest = max((p for p in w.files if p.startswith(f"{FOLDER}/")), key=lambda p: w.files[p].mtime)
    return job(
        "Delete the last picture that was taken with the Camera, only that one",
        {},
        holds=f"!s.files[{quoted(newest)}] && {files_untouched(f'x === {quoted(newest)}')}"
        f" && {untouched('gallery.bin', but=f'x.path === {quoted(newest)}')}",
        spoil=f"delete s.files[Object.keys(s.files).find(k => k.startsWith('{FOLDER}/'))]",
        moves=(tap("Camera"), tap("Last photo, open Gallery"), tap("Delete"), tap("Move to bin")),
        layout="changing",
    )


def volume_keys(w: PhoneState, chance: Random) -> Recipe:
    """What a setting says, at the end of a list."""
    del chance
    answer = w.camera.volume_keys
    return question(
        "Which option is chosen for the volume keys in the settings of the Camera app?",
        {},
        answer=answer,
        also=[answer.replace("Take photo", "Take a photo")],
        wrong=next(each for each in _KEYS if each != answer),
        moves=(_OPEN, tap("Camera settings"), tap("Volume keys"), tap("Cancel")),
    )


def settings(w: PhoneState, chance: Random) -> Recipe:
    """Three settings: lines, places, sound."""
    del w
    grid = chance.choice(("3×3", "4×4", "Golden ratio"))
    return job(
        'In the settings of the Camera, choose the grid lines "{grid}", turn off location tags'
        " and turn off the shutter sound",
        {"grid": grid},
        holds=f"s.camera.grid === {quoted(grid)} && s.camera.location === false && s.camera.sound === false"
        f" && {fields_untouched('camera', but=['grid', 'location', 'sound'])} && {untouched('files')}",
        spoil="s.camera.location = true",
        moves=(
            _OPEN, tap("Camera settings"), tap("Grid lines"), tap(grid), tap("Location tags"),
            tap("Shutter sound"), BACK,
        ),
    )  # fmt: skip


def stamped(w: PhoneState, chance: Random) -> Recipe:
    """A photo of the highest resolution with the date on it, after two settings."""
    del w, chance
    return job(
        "Set the photo resolution of the Camera to 50 MP, turn on the date stamp, then take one photo"
        " with the back camera",
        {},
        holds=shot("a.width === '8160' && a.lens === 'back' && a.edit?.texts.length === 1")
        + " && s.camera.watermark === true && s.camera.photo_size === '50 MP'",
        spoil="s.camera.watermark = false",
        moves=(
            _OPEN, tap("Camera settings"), tap("Photo resolution"), tap("50 MP"), tap("Date stamp"),
            BACK, _SHOOT,
        ),
    )  # fmt: skip


CAMERA: Mapping[str, Maker] = MappingProxyType(
    {
        "camera-selfie": selfie,
        "camera-zoom": zoomed,
        "camera-timer": with_timer,
        "camera-film": film,
        "camera-several": three,
        "camera-caption": caption,
        "camera-delete": delete_last,
        "camera-volume-keys": volume_keys,
        "camera-settings": settings,
        "camera-stamp": stamped,
    }
)
