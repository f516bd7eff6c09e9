"""Queries with pictures, repeated with a grid of numbered cells if the model asks for the grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import msgspec

from onscreen.perceive.set_of_marks import draw_grid
from onscreen.think.model_query import ParsedReply
from onscreen.types import Exchange, Picture, Screen
from onscreen.types.numbered_grid import CELL_PARTS

GRID_CHOICE = "grid"
"""The reply by which a model asks for the grid instead of acting."""


class GridReply(Protocol):
    """A parsed reply that may ask for the grid."""

    @property
    def wants_grid(self) -> bool:
        """True if the model asked for the grid."""


R = TypeVar("R", bound=GridReply)


class PicturePrompt(msgspec.Struct, frozen=True):
    """The pictures of a query, and the earlier exchanges of the same decision."""

    pictures: tuple[Picture, ...] = ()
    with_grid: bool = False
    earlier: tuple[Exchange, ...] = ()

    @property
    def has_grid_choice(self) -> bool:
        """True if the model may ask for the grid."""
        return bool(self.pictures) and not self.with_grid

    def context(self, screen: Screen) -> Mapping[str, object]:
        """Return the values that a prompt template needs to describe the pictures of a screen."""
        width, height = screen.shot.picture.size
        return {
            "pictures": self.pictures,
            "with_grid": self.with_grid,
            "parts": ", ".join(CELL_PARTS),
            "width": width,
            "height": height,
        }


def query_with_grid(
    query: Callable[[PicturePrompt], ParsedReply[R]], screen: Screen, *, pictures: tuple[Picture, ...]
) -> ParsedReply[R]:
    """Query a model with pictures, and once more with the grid if the model asks for the grid."""
    parsed = query(PicturePrompt(pictures))
    if parsed.value is None or not parsed.value.wants_grid:
        return parsed
    grid = draw_grid(screen.shot.picture)
    return query(PicturePrompt((*pictures, grid), with_grid=True, earlier=parsed.asked))
