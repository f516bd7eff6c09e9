"""Similarity of a screen to pictures of the finished state, with ignored and required regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from statistics import fmean

import msgspec
import numpy as np
from PIL import Image

from onscreen.perceive.pixel_array import decode
from onscreen.perceive.structural_similarity import (
    TILE_PX,
    Mask,
    Pixels,
    changed_tiles,
    structural_similarity,
    to_gray,
)
from onscreen.types import Box, Picture

MAX_SHAPE_DIFFERENCE = 0.02
"""Largest relative difference of the aspect ratios of two screens that may show the same layout."""
MIN_THEME_DIFFERENCE = 64
"""Smallest difference of the mean gray levels of a light and a dark theme."""
MIDDLE_GRAY = 127.5
MAX_SIDE_PX = 600
"""Longest side of the compared pictures: larger ones are reduced, so that a comparison takes milliseconds.

A switch on a phone of 1080 x 2400 pixels still has about 20 x 10 pixels; its state is also in the tree.
"""
COARSE_SIDE_PX = 300
"""Longest side of pictures that serve as one of several kinds of evidence."""
MAX_IGNORED_SHARE = 0.5
"""Largest share of the picture that may be ignored; otherwise too little is left to recognize a state by."""
MIN_REQUIRED_SIMILARITY = 0.95
"""Smallest similarity of a region that must match; a changed digit in a field of 100 x 30 pixels is below."""


class PictureSimilarity(msgspec.Struct, frozen=True):
    """Similarity of two pictures, 0 to 1, with notes on how they were made comparable.

    `value` is None if the pictures cannot be compared; `notes` state why.
    """

    value: float | None
    notes: tuple[str, ...] = ()


class IgnoredRegions(msgspec.Struct, frozen=True):
    """Ignored tiles of a picture: those in which references of the same task differ.

    `tiles` has one row of "0" and "1" per row of tiles of `TILE_PX` pixels; "1" is ignored. `size` is the
    size of the reduced pictures in pixels.
    """

    size: tuple[int, int]
    tiles: tuple[str, ...]

    @property
    def share(self) -> float:
        """Share of the tiles that are ignored."""
        return sum(row.count("1") for row in self.tiles) / max(1, sum(map(len, self.tiles)))

    def mask(self) -> Mask:
        """Return a Boolean array of shape (height, width) that is True for ignored pixels."""
        tiles = np.array([[cell == "1" for cell in row] for row in self.tiles], dtype=np.bool_)
        wide = np.repeat(np.repeat(tiles, TILE_PX, axis=0), TILE_PX, axis=1)
        return wide[: self.size[1], : self.size[0]]


def learn_ignored_regions(pictures: Sequence[Picture]) -> IgnoredRegions | None:
    """Learn the regions to ignore, such as a clock or an advertisement, from references of the same task.

    Returns None if there are fewer than two references of the same size, or if more than `MAX_IGNORED_SHARE`
    of the picture varies.
    """
    pixels = [gray_pixels(picture) for picture in pictures]
    same_size = [each for each in pixels if each.shape == pixels[0].shape]
    if len(same_size) < 2:  # noqa: PLR2004 - one picture differs from nothing
        return None
    tiles = np.logical_or.reduce([changed_tiles(same_size[0], each) for each in same_size[1:]])
    height, width = same_size[0].shape
    regions = IgnoredRegions(
        (width, height), tuple("".join("01"[int(cell)] for cell in row) for row in tiles)
    )
    return regions if regions.share <= MAX_IGNORED_SHARE else None


def layout_diversity(pictures: Sequence[Picture]) -> float:
    """Return the diversity of the layout of a task's references: 1 minus their mean similarity, 0 to 1.

    Returns 0, the stricter value, if there are no two comparable references.
    """
    values = [compare_pictures(one, other).value for one, other in combinations(pictures, 2)]
    known = [value for value in values if value is not None]
    return min(1.0, max(0.0, 1 - fmean(known))) if known else 0.0


def compare_pictures(
    reference: Picture,
    picture: Picture,
    *,
    ignored: IgnoredRegions | None = None,
    required: Sequence[Box] = (),
    max_side: int = MAX_SIDE_PX,
) -> PictureSimilarity:
    """Return the structural similarity of a picture to a reference, in gray levels of reduced pictures.

    A picture of another size with the same aspect ratio is scaled to the size of the reference. If one of the
    pictures is dark and the other one light, one is inverted. `required` are regions of the reference, in
    pixels, that must match; the value is 0 if one does not. A region outside the picture adds a note.
    `max_side` is the longest side of the reduced pictures, in pixels.
    """
    if picture == reference:
        return PictureSimilarity(1.0)
    one, notes = gray_pixels(reference, max_side), []
    if _differs_in_shape(reference.size, picture.size):
        sizes = " and ".join("x".join(map(str, each.size)) for each in (reference, picture))
        return PictureSimilarity(None, (f"the shapes differ: {sizes}",))
    if picture.size != reference.size:
        notes.append(f"scaled from {picture.size[0]}x{picture.size[1]}")
    other = gray_pixels(picture, max_side) if picture.size == reference.size else _scale(picture, one.shape)
    levels = float(one.mean()), float(other.mean())
    is_other_theme = (levels[0] < MIDDLE_GRAY) != (levels[1] < MIDDLE_GRAY)
    if is_other_theme and abs(levels[0] - levels[1]) >= MIN_THEME_DIFFERENCE:
        other, notes = 255 - other, [*notes, "another theme: inverted"]
    scale = one.shape[0] / reference.size[1]
    for box in required:
        rows = slice(int(box.top * scale), max(1, round(box.bottom * scale)))
        part = (rows, slice(int(box.left * scale), max(1, round(box.right * scale))))
        if not one[part].size:
            notes.append("a required region is outside the picture")
            continue
        found = structural_similarity(one[part], other[part])
        if found < MIN_REQUIRED_SIMILARITY:
            return PictureSimilarity(0.0, (*notes, f"a required region has only {found:.3f}"))
    mask = ignored.mask() if ignored is not None and ignored.size == one.shape[::-1] else None
    return PictureSimilarity(structural_similarity(one, other, ignored=mask), tuple(notes))


@lru_cache(maxsize=256)
def gray_pixels(picture: Picture, max_side: int = MAX_SIDE_PX) -> Pixels:
    """Decode a picture into gray levels of shape (height, width), reduced by an integer factor."""
    pixels = to_gray(decode(picture))
    factor = -(-max(pixels.shape) // max_side)
    return pixels if factor == 1 else np.asarray(Image.fromarray(pixels).reduce(factor), dtype=np.uint8)


def _differs_in_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] * other[1] / (one[1] * other[0]) - 1) > MAX_SHAPE_DIFFERENCE


def _scale(picture: Picture, shape: tuple[int, ...]) -> Pixels:
    scaled = Image.fromarray(to_gray(decode(picture))).resize((shape[1], shape[0]), Image.Resampling.BOX)
    return np.asarray(scaled, dtype=np.uint8)
