"""Device wrapper that shows an application in another language: a pseudolocale, as Android's en-XA.

Every letter of a text is replaced by an accented one; digits, ids, roles and the layout are kept. The
content, such as the names of contacts, is replaced as well, which a real translation keeps.
"""

from __future__ import annotations

import msgspec

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.types import Action, Click, Element, Node, Shot

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ",
)


def pseudolocalize(text: str) -> str:
    """Replace the letters of a text by accented ones."""
    return text.translate(_LETTERS)


def pseudolocalize_shot(shot: Shot) -> Shot:
    """Replace the letters of all texts of the elements and of the dialog; the screenshot is kept."""
    dialog = shot.dialog
    if dialog is not None:
        dialog = msgspec.structs.replace(dialog, message=pseudolocalize(dialog.message))
    return msgspec.structs.replace(shot, nodes=tuple(map(_pseudolocalize_node, shot.nodes)), dialog=dialog)


def _pseudolocalize_node(node: Node) -> Node:
    return msgspec.structs.replace(
        node,
        name=pseudolocalize(node.name),
        value=pseudolocalize(node.value),
        clue=pseudolocalize(node.clue),
    )


class PseudolocaleDevice(DeviceWrapper):
    """Device whose elements have pseudolocalized texts; a click is performed on the original element."""

    def __init__(self, device: Device) -> None:
        """Wrap a device."""
        super().__init__(device)
        self._nodes: tuple[Node, ...] = ()

    def observe(self) -> Shot:
        """Return an observation with pseudolocalized texts."""
        shot = self.wrapped.observe()
        self._nodes = shot.nodes
        return pseudolocalize_shot(shot)

    def perform(self, action: Action) -> str:
        """Perform an action, a click on the element with the original text."""
        if isinstance(action, Click) and isinstance(action.target, Element):
            target = action.target
            original = Element.of(self._nodes[target.index], target.mark, index=target.index)
            action = msgspec.structs.replace(action, target=original)
        return self.wrapped.perform(action)
