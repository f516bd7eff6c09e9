"""The difference between two shots of a device, as a value."""

from __future__ import annotations

import msgspec

from onscreen.types.screen import Dialog, Node, Tab


class NodeChange(msgspec.Struct, frozen=True):
    """One node before and after a change of its name, value, clue, picture or states."""

    before: Node
    after: Node

    @property
    def gained(self) -> tuple[str, ...]:
        """States the node has now and did not have before."""
        return tuple(s for s in self.after.states if s not in self.before.states)

    @property
    def lost(self) -> tuple[str, ...]:
        """States the node had before and does not have now."""
        return tuple(s for s in self.before.states if s not in self.after.states)


class ScreenChange(msgspec.Struct, frozen=True):
    """The difference between two shots; falsy if they are equal.

    `address` is the new address, "" if it did not change. `dialog` is a dialog that appeared, `answered`
    one that closed. `opened` and `closed` are tabs, `front` is the tab that came to the front. `added`,
    `removed` and `altered` are nodes with text or an action. `scrolled` is true if the content moved.
    `note` is what the new shot reports about itself, such as a blocked address. `pixels` is the share of the
    picture that differs, 0..1; None if the pictures were not compared.
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
    scrolled: bool = False
    note: str = ""
    pixels: float | None = None

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return msgspec.structs.replace(self, pixels=None) != ScreenChange() or bool(self.pixels)
