"""Structural similarity (SSIM) of two pictures, computed only around the pixels that differ.

Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment, From Error Visibility to Structural Similarity.
IEEE Transactions on Image Processing 13(4), 2004. The value is the mean over all windows that lie within the
picture. Windows without a differing pixel have the value 1, so they need not be computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Scalar = TypeVar("Scalar", np.uint8, np.bool_)
WindowName: TypeAlias = Literal["uniform", "gaussian"]

K1, K2 = 0.01, 0.03
"""Constants of the paper, section III-B, relative to the data range."""
LUMA = (0.299, 0.587, 0.114)
"""Weights of red, green and blue in a gray level (ITU-R BT.601)."""
TILE_PX = 32
"""Size of the tiles in which pixels are compared: a few windows, and small beside a changed button."""
MAX_TILE_SHARE = 0.5
"""Share of differing tiles above which the whole picture is computed at once."""


class Window(msgspec.Struct, frozen=True):
    """Weights of a separable window, from its first to its last pixel.

    `sample_factor` is n/(n-1) for the unbiased estimate of variances from n equally weighted pixels, 1 for
    weights that already are a distribution.
    """

    weights: tuple[float, ...]
    sample_factor: float = 1.0

    @property
    def radius(self) -> int:
        """Pixels between the center of the window and its border."""
        return len(self.weights) // 2


def _gaussian_weights(sigma: float, radius: int) -> tuple[float, ...]:
    weights = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma**2))
    return tuple((weights / weights.sum()).tolist())


WINDOWS: dict[WindowName, Window] = {
    "uniform": Window((1 / 7,) * 7, 49 / 48),
    "gaussian": Window(_gaussian_weights(1.5, 5)),
}
"""The window of 7 x 7 equal weights, and the paper's Gaussian of 11 x 11 pixels with sigma 1.5."""


def structural_similarity(
    one: Pixels,
    other: Pixels,
    *,
    window: WindowName = "uniform",
    data_range: float = 255.0,
    ignored: Mask | None = None,
) -> float:
    """Return the mean structural similarity of two pictures, -1 to 1; 1 if they are equal.

    The pictures have shape (height, width), or (height, width, channels); the result is the mean over
    channels. `ignored` is True for pixels to ignore: windows centered there are left out, and these pixels
    are taken to be equal in all other windows. Returns 1 if every pixel is ignored. A picture that is smaller
    than the window is repeated at its borders until it is as large.

    Raises:
        ValueError: the pictures or the mask differ in shape.
    """
    if one.shape != other.shape or (ignored is not None and ignored.shape != one.shape[:2]):
        raise ValueError(f"found pictures of shapes {one.shape} and {other.shape}; expected equal shapes")
    size = len(WINDOWS[window].weights)
    one, other = _enlarge(one, size), _enlarge(other, size)
    if ignored is not None:
        ignored = _enlarge(ignored, size)
        other = np.where(ignored[..., np.newaxis] if one.ndim > 2 else ignored, one, other)  # noqa: PLR2004
    radius = WINDOWS[window].radius
    inner = (slice(radius, -radius), slice(radius, -radius))
    counted = None if ignored is None else ~ignored[inner]
    count = int(np.prod([side - 2 * radius for side in one.shape[:2]])) if counted is None else counted.sum()
    if not count:
        return 1.0
    loss = 0.0
    for top, bottom, left, right in _changed_areas(one, other, radius=radius):
        area = (slice(top, bottom + 2 * radius), slice(left, right + 2 * radius))
        values = _similarity_map(one[area], other[area], window=WINDOWS[window], data_range=data_range)
        losses = 1.0 - values
        loss += float(losses.sum() if counted is None else losses[counted[top:bottom, left:right]].sum())
    return 1.0 - loss / float(count)


def to_gray(pixels: Pixels) -> Pixels:
    """Convert RGB pixels of shape (height, width, 3) to gray levels of shape (height, width)."""
    red, green, blue = (round(weight * 65536) for weight in LUMA)
    wide = pixels.astype(np.uint32)
    return ((wide[..., 0] * red + wide[..., 1] * green + wide[..., 2] * blue + 32768) >> 16).astype(np.uint8)


def changed_tiles(one: Pixels, other: Pixels, *, tile_px: int = TILE_PX) -> Mask:
    """Mark the tiles of `tile_px` pixels in which two pictures differ.

    The pictures have equal shapes. Tiles at the right and lower border may be smaller.
    """
    differs = (one != other).reshape(len(one), -1)
    width = tile_px * (differs.shape[1] // one.shape[1])
    by_rows = np.logical_or.reduceat(differs, np.arange(0, len(differs), tile_px), axis=0)
    return np.logical_or.reduceat(by_rows, np.arange(0, differs.shape[1], width), axis=1)


def _enlarge(values: NDArray[Scalar], size: int) -> NDArray[Scalar]:
    """Repeat the border pixels of an array that is smaller than a window."""
    missing = [max(0, size - side) for side in values.shape[:2]]
    if not any(missing):
        return values
    padding = [(0, each) for each in missing] + [(0, 0)] * (values.ndim - 2)
    return np.pad(values, padding, mode="edge")


def _changed_areas(one: Pixels, other: Pixels, *, radius: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield disjoint areas that contain every window with a differing pixel.

    An area is (top, bottom, left, right) in windows, numbered from the upper left one.
    """
    height, width = (side - 2 * radius for side in one.shape[:2])
    tiles = _dilate(changed_tiles(one, other))
    if tiles.mean() > MAX_TILE_SHARE:
        yield 0, height, 0, width
        return
    for first_row, last_row, first, last in _rectangles(tiles):
        top, bottom = first_row * TILE_PX - radius, last_row * TILE_PX - radius
        left, right = first * TILE_PX - radius, last * TILE_PX - radius
        area = max(0, top), min(height, bottom), max(0, left), min(width, right)
        if area[0] < area[1] and area[2] < area[3]:
            yield area


def _dilate(tiles: Mask) -> Mask:
    """Add the neighbors of each marked tile, because their windows overlap the tile."""
    wide = tiles.copy()
    wide[1:] |= tiles[:-1]
    wide[:-1] |= tiles[1:]
    result = wide.copy()
    result[:, 1:] |= wide[:, :-1]
    result[:, :-1] |= wide[:, 1:]
    return result


def _rectangles(tiles: Mask) -> Iterator[tuple[int, int, int, int]]:
    """Yield disjoint rectangles of tiles: horizontal runs, joined with equal runs in the rows below."""
    left = tiles.copy()
    for row in range(len(left)):
        column = 0
        while column < left.shape[1]:
            if not left[row, column]:
                column += 1
                continue
            end = column
            while end < left.shape[1] and left[row, end]:
                end += 1
            last = row
            while last < len(left) and left[last, column:end].all():
                left[last, column:end] = False
                last += 1
            yield row, last, column, end
            column = end


def _similarity_map(one: Pixels, other: Pixels, *, window: Window, data_range: float) -> Floats:
    """Return the similarity of each window within two areas, averaged over the channels."""
    if one.ndim > 2:  # noqa: PLR2004 - has channels
        parts = [
            _similarity_map(one[..., channel], other[..., channel], window=window, data_range=data_range)
            for channel in range(one.shape[2])
        ]
        mean: Floats = np.mean(parts, axis=0)
        return mean
    x, y = one.astype(np.float64), other.astype(np.float64)
    c1, c2 = (K1 * data_range) ** 2, (K2 * data_range) ** 2
    mean_x, mean_y = _filter(x, window), _filter(y, window)
    square_x, square_y, product = mean_x * mean_x, mean_y * mean_y, mean_x * mean_y
    variances = window.sample_factor * (_filter(x * x + y * y, window) - square_x - square_y)
    covariance = window.sample_factor * (_filter(x * y, window) - product)
    numerator = (2 * product + c1) * (2 * covariance + c2)
    result: Floats = numerator / ((square_x + square_y + c1) * (variances + c2))
    return result


def _filter(values: Floats, window: Window) -> Floats:
    """Return the weighted mean of each window within an array."""
    return _weighted_means(_weighted_means(values, window.weights).T, window.weights).T


def _weighted_means(values: Floats, weights: tuple[float, ...]) -> Floats:
    """Return the weighted means of consecutive rows, for symmetrical weights."""
    size, count = len(weights), len(values) - len(weights) + 1
    result: Floats = weights[size // 2] * values[size // 2 : size // 2 + count]
    for i in range(size // 2):
        pair = values[i : i + count] + values[size - 1 - i : size - 1 - i + count]
        pair *= weights[i]
        result += pair
    return result
