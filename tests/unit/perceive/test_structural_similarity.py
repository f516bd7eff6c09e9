"""Structural similarity: equal to scikit-image, exact where nothing changed, computed around changes only."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.structural_similarity import (
    TILE_PX,
    Pixels,
    WindowName,
    changed_tiles,
    structural_similarity,
    to_gray,
)

HEIGHT_PX, WIDTH_PX = 120, 90
GOLDEN = {
    ("button", "uniform"): (0.903876, 0.910893),
    ("button", "gaussian"): (0.889791, 0.893526),
    ("digit", "uniform"): (0.993300, 0.994298),
    ("digit", "gaussian"): (0.991590, 0.992722),
    ("noise", "uniform"): (0.601112, 0.461165),
    ("noise", "gaussian"): (0.635154, 0.489065),
    ("other", "uniform"): (0.574013, 0.537770),
    ("other", "gaussian"): (0.529326, 0.480360),
}
"""Values of `skimage.metrics.structural_similarity` (scikit-image 0.25) for the gray and the color pictures.

`data_range` is 255; for the Gaussian window, `gaussian_weights=True, sigma=1.5, use_sample_covariance=False`.
"""


def draw_screen(seed: int = 0, noise: int = 0) -> Pixels:
    """Draw rows of colored buttons at random places, with optional noise."""
    rng = np.random.default_rng(seed)
    pixels = np.full((HEIGHT_PX, WIDTH_PX, 3), 240, np.uint8)
    for row in range(0, HEIGHT_PX - 20, 24):
        for _ in range(3):
            left, color = int(rng.integers(0, WIDTH_PX - 30)), rng.integers(0, 256, 3)
            pixels[row + 4 : row + 18, left : left + 26] = color
    if noise:
        noisy = pixels.astype(int) + rng.integers(-noise, noise + 1, pixels.shape)
        pixels = noisy.clip(0, 255).astype(np.uint8)
    return pixels


def draw_case(name: str) -> Pixels:
    """Draw the second picture of a golden value."""
    if name in {"noise", "other"}:
        return draw_screen(noise=30) if name == "noise" else draw_screen(seed=5)
    pixels = draw_screen()
    if name == "button":
        pixels[40:56, 30:70] = (10, 60, 200)
    else:
        pixels[50:53, 50:52] = 0
    return pixels


@pytest.mark.parametrize(("name", "window"), GOLDEN)
def test_equals_scikit_image(name: str, window: str) -> None:
    """Gray and color values equal those of scikit-image within 0.001, for both windows."""
    one, other, known = draw_screen(), draw_case(name), cast("WindowName", window)
    gray, color = GOLDEN[name, window]
    assert structural_similarity(to_gray(one), to_gray(other), window=known) == pytest.approx(gray, abs=1e-3)
    assert structural_similarity(one, other, window=known) == pytest.approx(color, abs=1e-3)


def test_is_exactly_one_without_change() -> None:
    """Equal pictures have a similarity of exactly 1, whatever their size."""
    for shape in ((1, 1), (3, 200), (40, 40, 3), (65, 33)):
        pixels = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
        assert structural_similarity(pixels, pixels.copy()) == 1.0


@given(st.integers(0, 2**32 - 1), st.integers(20, 150), st.integers(20, 150), st.integers(1, 60))
def test_skipped_windows_do_not_change_the_value(seed: int, height: int, width: int, size: int) -> None:
    """Computing only around the changed pixels gives the same value as computing every window."""
    rng = np.random.default_rng(seed)
    one = rng.integers(0, 256, (height, width), dtype=np.uint8)
    other = one.copy()
    top, left = int(rng.integers(0, height)), int(rng.integers(0, width))
    other[top : top + size, left : left + size] = rng.integers(0, 256)
    everywhere = _mean_of_windows(one, other)
    assert structural_similarity(one, other) == pytest.approx(everywhere, abs=1e-9)


def _mean_of_windows(one: Pixels, other: Pixels, size: int = 7) -> float:
    """Compute equation 13 of Wang et al. for each window of 7 x 7 pixels, and return the mean."""
    windows = [
        np.lib.stride_tricks.sliding_window_view(each.astype(float), (size, size)).reshape(-1, size * size)
        for each in (one, other)
    ]
    x, y = windows
    factor = size**2 / (size**2 - 1)
    covariance = ((x * y).mean(1) - x.mean(1) * y.mean(1)) * factor
    variances = (x.var(1) + y.var(1)) * factor
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    numerator = (2 * x.mean(1) * y.mean(1) + c1) * (2 * covariance + c2)
    denominator = (x.mean(1) ** 2 + y.mean(1) ** 2 + c1) * (variances + c2)
    return float((numerator / denominator).mean())


def test_ignored_pixels_do_not_count() -> None:
    """A change within the ignored pixels keeps the similarity at 1, a change beside them does not."""
    one, other = to_gray(draw_screen()), to_gray(draw_case("button"))
    ignored = np.zeros(one.shape, np.bool_)
    ignored[40:56, 30:70] = True
    assert structural_similarity(one, other, ignored=ignored) == 1.0
    other[5, 5] = 0
    assert structural_similarity(one, other, ignored=ignored) < 1.0
    assert structural_similarity(one, other, ignored=np.ones_like(ignored)) == 1.0


def test_rejects_pictures_of_different_shapes() -> None:
    """Pictures of different shapes are an error that names both shapes."""
    with pytest.raises(ValueError, match=r"\(10, 10\) and \(10, 11\)"):
        structural_similarity(np.zeros((10, 10), np.uint8), np.zeros((10, 11), np.uint8))


def test_tiles_show_where_pictures_differ() -> None:
    """One changed pixel marks one tile, also in the smaller tiles at the border."""
    one = np.zeros((TILE_PX * 2 + 5, TILE_PX + 3, 3), np.uint8)
    other = one.copy()
    other[-1, -1, 2] = 1
    assert changed_tiles(one, other).tolist() == [[False, False], [False, False], [False, True]]
