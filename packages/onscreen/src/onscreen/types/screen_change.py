"""Data types for the differences between two observations of a screen."""

from __future__ import annotations

import msgspec

from onscreen.types.screen import Dialog, Node, Tab


class NodeChange(msgspec.Struct, frozen=True):
    """A user interface node before and after its name, value, appearance or states changed."""

    before: Node
    after: Node

    @property
    def gained(self) -> tuple[str, ...]:
        """States that the node has after the change but not before."""
        return tuple(s for s in self.after.states if s not in self.before.states)

    @property
    def lost(self) -> tuple[str, ...]:
        """States that the node had before the change but not after."""
        return tuple(s for s in self.before.states if s not in self.after.states)

    @property
    def is_focus_only(self) -> bool:
        """True if nothing but the focus changed."""
        before, after = self.before, self.after
        content = (before.name, before.value, before.clue) != (after.name, after.value, after.clue)
        return not content and {*self.gained, *self.lost} == {"focused"}


class ScreenChange(msgspec.Struct, frozen=True, rename={"warning": "note"}):
    """Differences between two observations of a screen.

    An instance without differences is false. `address` is the new address, "" if it did not change. `dialog`
    is a dialog that appeared, `answered` one that closed. `opened` and `closed` are tabs, `front` is the tab
    that came to the front. `added`, `removed` and `altered` are nodes with text or an action. `moved` are
    nodes whose position in the order of nodes changed, such as after a drag. `scrolled` is true if the view
    moved. `warning` is the new warning of the later shot, such as a blocked address (`note` in JSON).
    `pixels` is the share of the picture that differs, 0..1; None if the pictures were not compared.
    """

    address: str = ""
    opened: tuple[Tab, ...] = ()
    closed: tuple[Tab, ...] = ()
    front: Tab | None = None
    dialog: Dialog | None = None
    answered: Dialog | None = None
    added: tuple[Node, ...] = ()
    removed: tuple[Node, ...] = ()
    altered: tuple[NodeChange, ...] = ()
    moved: tuple[Node, ...] = ()
    scrolled: bool = False
    warning: str = ""
    pixels: float | None = None

    def __bool__(self) -> bool:
        """Return whether anything changed."""
        return msgspec.structs.replace(self, pixels=None) != ScreenChange() or bool(self.pixels)
