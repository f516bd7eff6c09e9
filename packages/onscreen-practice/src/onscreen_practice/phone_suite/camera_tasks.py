"""Task factories for the Camera app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER as FOLDER
from onscreen_practice.phone.state_mutations import Edit, delete, put
from onscreen_practice.phone_suite.gallery_tasks import UNEDITED
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_add, may_change, removes
from onscreen_practice.state.value_patterns import Expected
from onscreen_practice.task_recipe import BACK, Move, TaskRecipe, tap, type_text

_OPEN = Move("open", text="Camera")
_SHOOT = tap("Take photo")
_KEYS = ("Take photo", "Zoom", "Sound level")


def shots_taken(count: int = 1, **about: Expected) -> Change:
    """Build the expected state change for `count` new photos or videos with the given metadata."""
    return adds("files", *[{"about": about}] * count)


def _spoil_shots(field: str, value: str) -> Edit:
    return put(f"files[+].about.{field}", value)


def take_selfie(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take a selfie with a given aspect ratio.

    The instruction does not name the app.
    """
    ratio, crop = rng.choice((("1:1", "Square"), ("16:9", "16:9")))
    edit = {**UNEDITED, "ratio": crop, "flip": not state.camera.mirror}
    return state_task(
        "Take one selfie in the format {ratio}",
        {"ratio": ratio},
        check=state_is(shots_taken(kind="photo", lens="front", ratio=ratio, edit=edit)),
        spoil=_spoil_shots("lens", "back"),
        moves=(tap("Camera"), tap("Switch to front camera"), tap("4:3"), tap(ratio), _SHOOT),
        kind="abstract",
    )


def take_zoomed_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take a photo with a given zoom level and the flash on."""
    zoom = rng.choice((("2×", 2), ("5×", 5)))
    return state_task(
        "Take one photo with the Camera at {zoom} zoom, with the flash on",
        {"zoom": zoom[0]},
        check=state_is(shots_taken(kind="photo", zoom=zoom[1], flash="On")),
        spoil=_spoil_shots("flash", "Auto"),
        moves=(tap("Camera"), tap(f"Zoom {zoom[0]}"), tap(f"Flash: {state.camera.flash}"), tap("On"), _SHOOT),
        kind="added",
    )


def take_timed_portrait(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take a photo in portrait mode with the self-timer."""
    timer = rng.choice((("3 s", "3 seconds"), ("10 s", "10 seconds")))
    return state_task(
        "Set the timer of the Camera to {timer} and take a photo in portrait mode",
        {"timer": timer[1]},
        check=state_is(shots_taken(mode="Portrait", timer=timer[0])),
        spoil=_spoil_shots("timer", "Off"),
        moves=(tap("Camera"), tap("Portrait"), tap("Timer: Off"), tap(timer[1]), _SHOOT),
    )


def record_video(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to record a video with a given resolution and frame rate."""
    size = rng.choice([each for each in ("4K", "HD", "Full HD") if each != state.camera.video_size])
    width = {"4K": "3840", "Full HD": "1920", "HD": "1280"}[size]
    return state_task(
        "Record a short video with the Camera in {size} at 60 frames a second",
        {"size": size},
        check=state_is(
            shots_taken(kind="video", width=width, rate="60"),
            may_change("camera.video_size"),
            may_change("camera.frame_rate"),
        ),
        spoil=_spoil_shots("rate", "30"),
        moves=(
            tap("Camera"), tap("Camera settings"), tap("Video resolution"), tap(size), tap("Frame rate"),
            tap("60 fps"), BACK, tap("Video"), tap("Start recording"), tap("Stop recording"),
        ),
        kind="added",
    )  # fmt: skip


def take_several_photos(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take an exact number of photos in a given camera mode."""
    count, mode = rng.choice((2, 3, 4)), rng.choice(("Night", "Pro"))
    return state_task(
        "Take exactly {count} photos in {mode} mode with the Camera",
        {"count": str(count), "mode": mode},
        check=state_is(shots_taken(count, kind="photo", mode=mode)),
        spoil=_spoil_shots("mode", "Photo"),
        moves=(tap("Camera"), tap(mode), *([_SHOOT] * count)),
    )


def take_captioned_photo(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take a photo and add a caption to it in the Gallery app."""
    words = rng.choice(("View from the window", "Before the storm", "Test of the new case", "Our street"))
    return state_task(
        'Take a photo with the Camera and give that photo the caption "{words}" in its details',
        {"words": words},
        check=state_is(shots_taken(kind="photo", caption=words)),
        spoil=_spoil_shots("caption", f"{words}!"),
        moves=(
            tap("Camera"), _SHOOT, tap("Last photo, open Gallery"), tap("More options"), tap("Details"),
            type_text("Add a caption", words), tap("Save caption"), BACK,
        ),
    )  # fmt: skip


def delete_newest(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to delete the most recent picture taken with the Camera app."""
    shots = sorted((p for p in state.files if p.startswith(f"{FOLDER}/")), key=lambda p: state.files[p].mtime)
    return state_task(
        "Delete the last picture that was taken with the Camera, only that one",
        {},
        check=state_is(removes(f"files[{shots[-1]}]"), may_add("gallery.bin", {"path": shots[-1]})),
        spoil=delete(f"files[{shots[0]}]"),
        moves=(tap("Camera"), tap("Last photo, open Gallery"), tap("Delete"), tap("Move to bin")),
        layout="changing",
    )


def find_volume_keys(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task that asks which function the Camera app assigns to the volume keys."""
    answer = state.camera.volume_keys
    return question_task(
        "Which option is chosen for the volume keys in the settings of the Camera app?",
        {},
        answer=answer,
        also=[answer.replace("Take photo", "Take a photo")],
        wrong=next(each for each in _KEYS if each != answer),
        instead=_KEYS,
        moves=(_OPEN, tap("Camera settings"), tap("Volume keys"), tap("Cancel")),
    )


def change_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the grid, location tag, and shutter sound settings of the Camera app."""
    grid = rng.choice(("3×3", "4×4", "Golden ratio"))
    return state_task(
        'In the settings of the Camera, choose the grid lines "{grid}", turn off location tags'
        " and turn off the shutter sound",
        {"grid": grid},
        check=state_is(
            becomes("camera.grid", grid), becomes("camera.location", False), becomes("camera.sound", False)
        ),
        spoil=put("camera.location", True),
        moves=(
            _OPEN, tap("Camera settings"), tap("Grid lines"), tap(grid), tap("Location tags"),
            tap("Shutter sound"), BACK,
        ),
    )  # fmt: skip


def take_stamped_photo(_state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to set the photo resolution, turn on the date stamp, and take a photo."""
    return state_task(
        "Set the photo resolution of the Camera to 50 MP, turn on the date stamp, then take one photo"
        " with the back camera",
        {},
        check=state_is(
            shots_taken(width="8160", lens="back", edit={**UNEDITED, "texts": [{}]}),
            becomes("camera.watermark", True),
            becomes("camera.photo_size", "50 MP"),
        ),
        spoil=put("camera.watermark", False),
        moves=(
            _OPEN, tap("Camera settings"), tap("Photo resolution"), tap("50 MP"), tap("Date stamp"), BACK,
            _SHOOT,
        ),
    )  # fmt: skip


CAMERA: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "camera-selfie": take_selfie,
        "camera-zoom": take_zoomed_photo,
        "camera-timer": take_timed_portrait,
        "camera-film": record_video,
        "camera-several": take_several_photos,
        "camera-caption": take_captioned_photo,
        "camera-delete": delete_newest,
        "camera-volume-keys": find_volume_keys,
        "camera-settings": change_settings,
        "camera-stamp": take_stamped_photo,
    }
)
