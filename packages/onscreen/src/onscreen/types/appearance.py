"""Measurements of how a node looks, as numbers."""

from __future__ import annotations

import msgspec


class Appearance(msgspec.Struct, frozen=True):
    """Measurements of a drawn shape or of a text, which the clue of its node states in words.

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
