"""Initial state of the gallery app: photos, videos, favorites and trash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.stored_file import NOW_MS, File

SCENES = (
    "beach", "mountains", "city", "forest", "sunset", "snow", "cake", "cat", "dog", "flower", "pizza",
    "coffee", "car", "bicycle", "house", "boat", "balloon", "portrait", "group", "guitar",
)  # fmt: skip
SCENE_DESCRIPTIONS = {
    "beach": "a beach", "mountains": "mountains", "city": "a city", "forest": "a forest",
    "sunset": "a sunset",
    "snow": "a snowman", "cake": "a cake", "cat": "a cat", "dog": "a dog", "flower": "a flower",
    "pizza": "a pizza", "coffee": "a cup of coffee", "car": "a car", "bicycle": "a bicycle",
    "house": "a house",
    "boat": "a boat", "balloon": "a balloon", "portrait": "one person", "group": "three people",
    "guitar": "a guitar", "receipt": "a receipt", "whiteboard": "a whiteboard", "book": "an open book",
    "chat": "a chat", "map": "a map", "poster": "a poster",
}  # fmt: skip
"""Descriptions of the scenes in words, by scene name."""
PLACES = ("Lisbon", "Oslo", "Riverside Park", "Old Harbour", "Lake Verna", "Home", "Market Square", "")
ALBUMS = ("Garden", "Summer trip", "Birthday", "Recipes", "Hiking", "Apartment")
CAMERA_FOLDER = "/sdcard/DCIM/Camera"
_DAY_MS = 86_400_000


class TrashedPhoto(msgspec.Struct, frozen=True):
    """A photo or video in the trash, with the path from which it was deleted."""

    path: str
    file: File
    at: str


class Gallery(msgspec.Struct, frozen=True):
    """State of the gallery app, excluding the photo and video files."""

    bin: tuple[TrashedPhoto, ...]
    favourites: tuple[str, ...]
    columns: int = 3
    sort: str = "Newest first"
    quality: str = "Original"
    group: str = "Day"
    autoplay: bool = True
    show_locations: bool = True
    confirm_delete: bool = True


class GalleryContent(msgspec.Struct, frozen=True):
    """State of the gallery app together with its photo and video files."""

    files: Mapping[str, File]
    gallery: Gallery


def build_gallery_content(rng: Random) -> GalleryContent:
    """Generate 24 photos, 3 videos, two albums, screenshots and deleted photos."""
    times = _generate_times(rng, 48)
    scenes = [*SCENES, *rng.sample(SCENES, 7)]
    rng.shuffle(scenes)
    files: dict[str, File] = {}
    for i, scene in enumerate(scenes):
        kind = "video" if i in {4, 11, 19} else "photo"
        files |= _build_photo(rng, scene, at=next(times), folder=CAMERA_FOLDER, kind=kind)
    for album in rng.sample(ALBUMS, 2):
        folder = f"/sdcard/Pictures/{album}"
        files[folder] = File(dir=True)
        for scene in rng.sample(SCENES, rng.randint(4, 6)):
            files |= _build_photo(rng, scene, at=next(times), folder=folder)
    files["/sdcard/Pictures/Screenshots"] = File(dir=True)
    for scene in ("chat", "map", "receipt", "book"):
        files |= _build_photo(
            rng, scene, at=next(times), folder="/sdcard/Pictures/Screenshots", kind="screenshot"
        )
    files |= _build_photo(rng, "poster", at=next(times), folder="/sdcard/Download", kind="download")
    trashed: dict[str, File] = {}
    for scene in rng.sample(SCENES, 3):
        trashed |= _build_photo(rng, scene, at=next(times), folder=CAMERA_FOLDER)
    trash = tuple(TrashedPhoto(path, file, "2026-03-10") for path, file in sorted(trashed.items()))
    favourites = tuple(sorted(rng.sample([path for path in files if path.startswith(CAMERA_FOLDER)], 3)))
    return GalleryContent(files, Gallery(trash, favourites))


def _generate_times(rng: Random, count: int) -> Iterator[int]:
    """Yield unique times in milliseconds on 18 days of the last six weeks, newest first."""
    days = [0, *sorted(rng.sample(range(1, 42), 17))]
    minutes = rng.sample([day * 1440 + minute for day in days for minute in range(120)], count)
    for minute in sorted(minutes):
        day, slot = divmod(minute, 1440)
        yield (
            NOW_MS
            - day * _DAY_MS
            - (20 + slot * (1 if day == 0 else 4)) * 60_000
            + (0 if day == 0 else 10 * 3_600_000)
        )


def _build_photo(rng: Random, scene: str, *, at: int, folder: str, kind: str = "photo") -> Mapping[str, File]:
    """Generate a photo, video or screenshot and return it by its path."""
    taken = datetime.fromtimestamp(at / 1000, UTC)
    names = {
        "photo": f"IMG_{taken:%Y%m%d_%H%M%S}.jpg",
        "video": f"VID_{taken:%Y%m%d_%H%M%S}.mp4",
        "screenshot": f"Screenshot_{taken:%Y%m%d-%H%M%S}.png",
        "download": f"poster_{rng.randint(10, 99)}.jpg",
    }
    metadata = {
        "kind": "video" if kind == "video" else "photo",
        "scene": scene,
        "shows": SCENE_DESCRIPTIONS[scene],
        "tone": str(rng.randint(0, 8)),
        "taken": f"{taken:%Y-%m-%dT%H:%M}",
        "place": "" if kind in {"screenshot", "download"} else rng.choice(PLACES),
        "width": "1080" if kind == "screenshot" else "4080",
        "height": "2400" if kind == "screenshot" else "3060",
    }
    if kind == "video":
        metadata |= {"seconds": str(rng.randint(4, 95)), "width": "1920", "height": "1080"}
    size = rng.randint(900_000, 5_900_000) * (12 if kind == "video" else 1)
    return {f"{folder}/{names[kind]}": File(mtime=at, size=size, about=metadata)}
