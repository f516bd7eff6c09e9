"""Initial state of the camera app: its settings and the scenes it can photograph."""

from __future__ import annotations

from random import Random

import msgspec

_VIEWS = ("city", "forest", "house", "boat", "flower", "coffee", "dog", "bicycle")


class Camera(msgspec.Struct, frozen=True):
    """Camera settings and the scenes that the camera can photograph.

    `views` are the scenes in front of the lens, in order.
    """

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


def build_camera_state(rng: Random) -> Camera:
    """Generate random camera settings and a random order of scenes to photograph."""
    return Camera(
        tuple(rng.sample(_VIEWS, len(_VIEWS))),
        flash=rng.choice(("Off", "Auto")),
        photo_size=rng.choice(("12 MP", "8 MP")),
        video_size=rng.choice(("Full HD", "HD")),
        frame_rate=rng.choice(("24", "30")),
        volume_keys=rng.choice(("Take photo", "Zoom", "Sound level")),
        stabilize=rng.choice((True, False)),
    )
