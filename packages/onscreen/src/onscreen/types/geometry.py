"""Points and boxes in screenshot pixels; the origin is at the top left."""

from __future__ import annotations

import msgspec


class Point(msgspec.Struct, frozen=True, gc=False, tag="point", tag_field="is"):
    """A point in screenshot pixels, measured from the top-left corner."""

    x: float
    y: float


class Box(msgspec.Struct, frozen=True, gc=False):
    """A rectangle in screenshot pixels, with exclusive `right` and `bottom` edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Width in pixels, never negative."""
        return max(0.0, self.right - self.left)

    @property
    def height(self) -> float:
        """Height in pixels, never negative."""
        return max(0.0, self.bottom - self.top)

    @property
    def area(self) -> float:
        """Area in square pixels."""
        return self.width * self.height

    @property
    def center(self) -> Point:
        """The center of the box."""
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def contains(self, point: Point) -> bool:
        """Check whether the point is inside the box."""
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def intersection(self, other: Box) -> Box:
        """Return the intersection of two boxes.

        Its area is 0 if the boxes do not overlap.
        """
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, max(left, right), max(top, bottom))
