"""Data type for the measured appearance of a drawn shape or a text."""

from __future__ import annotations

import msgspec


class Appearance(msgspec.Struct, frozen=True):
    """Number of sides, size and font size of a drawn shape or a text.

    The clue of the node describes the same in words.

    Attributes:
        sides: Number of sides of a polygon; None for anything else.
        width_px: Width of a drawn shape in CSS pixels; None for a text.
        height_px: Height of a drawn shape in CSS pixels; None for a text.
        font_size_px: Font size of a text in CSS pixels; None for anything else.
    """

    sides: int | None = None
    width_px: int | None = None
    height_px: int | None = None
    font_size_px: float | None = None
