"""Plot of success rates by the number of applications, as a self-contained SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 300, 44, 12, 40
PLOT_WIDTH = 330
COLORS = ("#888888", "#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd")
LAST = 6


class Curve(msgspec.Struct, frozen=True):
    """Success rates from 0 to 1 by the number of applications."""

    name: str
    rates: Mapping[int, float]


def _place(count: int, rate: float) -> tuple[float, float]:
    x = LEFT + (count - 1) / (LAST - 1) * PLOT_WIDTH
    return x, TOP + (1 - rate) * (HEIGHT - TOP - BOTTOM)


def _draw(curve: Curve, color: str, *, row: int) -> str:
    places = [_place(count, rate) for count, rate in curve.rates.items()]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places)
    y = TOP + 14 + 18 * row
    label = f'<text x="{LEFT + PLOT_WIDTH + 40}" y="{y}">{curve.name}</text>'
    key = f'<circle cx="{LEFT + PLOT_WIDTH + 30}" cy="{y - 4}" r="4" fill="{color}"/>'
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>{dots}{key}{label}'


def draw_curves(curves: Sequence[Curve]) -> str:
    """Return an SVG picture of the curves with a legend."""
    marks = [f'<text x="4" y="{_place(1, rate)[1] + 4:.0f}">{rate:.0%}</text>' for rate in (0, 0.5, 1)]
    marks += [
        f'<text x="{_place(count, 0)[0] - 3:.0f}" y="{HEIGHT - 22}">{count}</text>'
        for count in range(1, LAST + 1)
    ]
    marks.append(f'<text x="{LEFT + 90}" y="{HEIGHT - 6}">number of applications</text>')
    axes = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(1, 1), _place(1, 0), _place(LAST, 0)))
    body = "\n".join(
        _draw(curve, color, row=row) for row, (curve, color) in enumerate(zip(curves, COLORS, strict=False))
    )
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = (
        "<style>text{font:11px sans-serif;fill:#444}</style><rect width='100%' height='100%' fill='white'/>"
    )
    frame = f'<polyline points="{axes}" fill="none" stroke="#888"/>'
    marks_text = "".join(marks)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{style}{frame}{marks_text}\n{body}\n</svg>\n'
