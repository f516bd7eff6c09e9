"""What the gallery holds when the phone begins: photos and videos under /sdcard, favourites, a bin."""

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
SHOWS = {
    "beach": "a beach", "mountains": "mountains", "city": "a city", "forest": "a forest",
    "sunset": "a sunset",
    "snow": "a snowman", "cake": "a cake", "cat": "a cat", "dog": "a dog", "flower": "a flower",
    "pizza": "a pizza", "coffee": "a cup of coffee", "car": "a car", "bicycle": "a bicycle",
    "house": "a house",
    "boat": "a boat", "balloon": "a balloon", "portrait": "one person", "group": "three people",
    "guitar": "a guitar", "receipt": "a receipt", "whiteboard": "a whiteboard", "book": "an open book",
    "chat": "a chat", "map": "a map", "poster": "a poster",
}  # fmt: skip
"""What a scene is called in a description."""
PLACES = ("Lisbon", "Oslo", "Riverside Park", "Old Harbour", "Lake Verna", "Home", "Market Square", "")
ALBUMS = ("Garden", "Summer trip", "Birthday", "Recipes", "Hiking", "Apartment")
CAMERA = "/sdcard/DCIM/Camera"
_DAY_MS = 86_400_000


class Binned(msgspec.Struct, frozen=True):
    """A picture in the bin: where it was, and what."""

    path: str
    file: File
    at: str


class Gallery(msgspec.Struct, frozen=True):
    """What the gallery keeps besides the files."""

    bin: tuple[Binned, ...]
    favourites: tuple[str, ...]
    columns: int = 3
    sort: str = "Newest first"
    quality: str = "Original"
    group: str = "Day"
    autoplay: bool = True
    show_locations: bool = True
    confirm_delete: bool = True


class Shots(msgspec.Struct, frozen=True):
    """The gallery with the files that it shows."""

    files: Mapping[str, File]
    gallery: Gallery


def shots(chance: Random) -> Shots:
    """Make up 24 photos and 3 videos of the last weeks, two albums, screenshots, and a bin."""
    moments = _moments(chance, 48)
    scenes = [*SCENES, *chance.sample(SCENES, 7)]
    chance.shuffle(scenes)
    made: dict[str, File] = {}
    for i, scene in enumerate(scenes):
        kind = "video" if i in {4, 11, 19} else "photo"
        made |= _shot(chance, scene, at=next(moments), folder=CAMERA, kind=kind)
    for album in chance.sample(ALBUMS, 2):
        folder = f"/sdcard/Pictures/{album}"
        made[folder] = File(dir=True)
        for scene in chance.sample(SCENES, chance.randint(4, 6)):
            made |= _shot(chance, scene, at=next(moments), folder=folder)
    made["/sdcard/Pictures/Screenshots"] = File(dir=True)
    for scene in ("chat", "map", "receipt", "book"):
        made |= _shot(
            chance, scene, at=next(moments), folder="/sdcard/Pictures/Screenshots", kind="screenshot"
        )
    made |= _shot(chance, "poster", at=next(moments), folder="/sdcard/Download", kind="download")
    binned: dict[str, File] = {}
    for scene in chance.sample(SCENES, 3):
        binned |= _shot(chance, scene, at=next(moments), folder=CAMERA)
    bin_ = tuple(Binned(path, file, "2026-03-10") for path, file in sorted(binned.items()))
    liked = tuple(sorted(chance.sample([path for path in made if path.startswith(CAMERA)], 3)))
    return Shots(made, Gallery(bin_, liked))


def _moments(chance: Random, count: int) -> Iterator[int]:
    """Return times on 18 days of the last six weeks, newest first, in milliseconds, minutes all different."""
    days = [0, *sorted(chance.sample(range(1, 42), 17))]
    minutes = chance.sample([day * 1440 + minute for day in days for minute in range(120)], count)
    for minute in sorted(minutes):
        day, slot = divmod(minute, 1440)
        yield (
            NOW_MS
            - day * _DAY_MS
            - (20 + slot * (1 if day == 0 else 4)) * 60_000
            + (0 if day == 0 else 10 * 3_600_000)
        )


def _shot(chance: Random, scene: str, *, at: int, folder: str, kind: str = "photo") -> Mapping[str, File]:
    taken = datetime.fromtimestamp(at / 1000, UTC)
    names = {
        "photo": f"IMG_{taken:%Y%m%d_%H%M%S}.jpg",
        "video": f"VID_{taken:%Y%m%d_%H%M%S}.mp4",
        "screenshot": f"Screenshot_{taken:%Y%m%d-%H%M%S}.png",
        "download": f"poster_{chance.randint(10, 99)}.jpg",
    }
    about = {
        "kind": "video" if kind == "video" else "photo",
        "scene": scene,
        "shows": SHOWS[scene],
        "tone": str(chance.randint(0, 8)),
        "taken": f"{taken:%Y-%m-%dT%H:%M}",
        "place": "" if kind in {"screenshot", "download"} else chance.choice(PLACES),
        "width": "1080" if kind == "screenshot" else "4080",
        "height": "2400" if kind == "screenshot" else "3060",
    }
    if kind == "video":
        about |= {"seconds": str(chance.randint(4, 95)), "width": "1920", "height": "1080"}
    size = chance.randint(900_000, 5_900_000) * (12 if kind == "video" else 1)
    return {f"{folder}/{names[kind]}": File(mtime=at, size=size, about=about)}
