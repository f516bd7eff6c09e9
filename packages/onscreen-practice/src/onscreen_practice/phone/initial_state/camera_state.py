"""What the camera keeps: its settings, and what it sees."""

from __future__ import annotations

from random import Random

import msgspec

_VIEWS = ("city", "forest", "house", "boat", "flower", "coffee", "dog", "bicycle")


class Camera(msgspec.Struct, frozen=True):
    """How the camera is set; `views` are the scenes in front of the lens, one after another."""

    views: tuple[str, ...]
    mode: str = "Photo"
    lens: str = "back"
    flash: str = "Auto"
    timer: str = "Off"
    ratio: str = "4:3"
    grid: str = "Off"
    zoom: float = 1.0
    photo_size: str = "12 MP"
    video_size: str = "Full HD"
    frame_rate: str = "30"
    volume_keys: str = "Take photo"
    hdr: bool = True
    location: bool = True
    sound: bool = True
    mirror: bool = False
    watermark: bool = False
    codes: bool = True
    level: bool = False
    stabilize: bool = True


def camera(chance: Random) -> Camera:
    """Make up a camera: what it sees and how it is set differs from phone to phone."""
    return Camera(
        tuple(chance.sample(_VIEWS, len(_VIEWS))),
        flash=chance.choice(("Off", "Auto")),
        photo_size=chance.choice(("12 MP", "8 MP")),
        video_size=chance.choice(("Full HD", "HD")),
        frame_rate=chance.choice(("24", "30")),
        volume_keys=chance.choice(("Take photo", "Zoom", "Sound level")),
        stabilize=chance.choice((True, False)),
    )
