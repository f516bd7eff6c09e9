"""Compare the speed of structural similarity with scikit-image, on a screen where little changed.

    python benchmarks/ssim_speed.py

Needs scikit-image, which is not a dependency: install it into the environment for this measurement. The
screens have 1080 x 2400 pixels and differ in a button of 500 x 120 pixels. Each time is the fastest of
`REPETITIONS`, as other work on the machine only adds to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from _report import publish, render_table
from skimage.metrics import structural_similarity as reference_similarity

from onscreen.perceive.structural_similarity import Pixels, WindowName, structural_similarity, to_gray

HEIGHT_PX, WIDTH_PX = 2400, 1080
REPETITIONS = 7
GAUSSIAN = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}


def draw_screens() -> tuple[Pixels, Pixels]:
    """Draw a screen with rows of colored boxes, and the same screen with another button."""
    rng = np.random.default_rng(0)
    pixels = np.full((HEIGHT_PX, WIDTH_PX, 3), 240, np.uint8)
    for row in range(0, HEIGHT_PX - 20, 24):
        for _ in range(3):
            left, color = int(rng.integers(0, WIDTH_PX - 30)), rng.integers(0, 256, 3)
            pixels[row + 4 : row + 18, left : left + 26] = color
    other = pixels.copy()
    other[1000:1120, 300:800] = (10, 60, 200)
    return pixels, other


def fastest_sec(function: Callable[[], object]) -> float:
    """Return the shortest of several times of a call, in seconds."""
    times = []
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        function()
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    """Measure and publish."""
    one, other = draw_screens()
    windows: tuple[WindowName, ...] = ("uniform", "gaussian")
    rows = []
    for name, first, second in (("gray", to_gray(one), to_gray(other)), ("color", one, other)):
        for window in windows:
            settings = {**(GAUSSIAN if window == "gaussian" else {}), "data_range": 255}
            settings |= {"channel_axis": -1} if name == "color" else {}

            def theirs(a: Pixels = first, b: Pixels = second, given: dict[str, object] = settings) -> float:
                return float(reference_similarity(a, b, **given))

            def ours(a: Pixels = first, b: Pixels = second, shape: WindowName = window) -> float:
                return structural_similarity(a, b, window=shape)

            slow, fast = fastest_sec(theirs), fastest_sec(ours)
            ratio = slow / fast
            same = fastest_sec(lambda a=first, shape=window: structural_similarity(a, a.copy(), window=shape))
            cells = (f"{each * 1000:.1f} ms" for each in (slow, fast, same))
            rows.append([name, window, *cells, f"1/{ratio:.0f}", f"{abs(theirs() - ours()):.0e}"])
    heads = ["picture", "window", "scikit-image", "ours", "ours, equal pictures", "share", "difference"]
    text = (
        "### Structural similarity beside scikit-image\n\n1080 x 2400 pixels, of which a button changed:\n\n"
    )
    publish(
        "ssim_speed",
        f"{text}{render_table(heads, rows)}\n\n`python benchmarks/ssim_speed.py`",
        {"rows": rows},
    )


if __name__ == "__main__":
    main()
