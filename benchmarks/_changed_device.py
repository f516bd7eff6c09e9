"""Device wrapper that shows an application as a later version of it might look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from onscreen.device.base import Device, ElementObserver
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Node, Shot

OTHER_NAME = "Proceed as agreed"
Change = Callable[[Node], Node]


def rename(node: Node) -> Node:
    """Give a node that has a name another one."""
    return msgspec.structs.replace(node, name=OTHER_NAME) if node.name else node


def disable(node: Node) -> Node:
    """Disable a node."""
    return msgspec.structs.replace(node, states=(*node.states, "disabled"))


def remove(node: Node) -> Node:
    """Replace a node by an empty box, so that the other nodes keep their positions."""
    return msgspec.structs.replace(node, role="generic", name="", value="", clue="", attributes="", states=())


CHANGES: Mapping[str, Change] = MappingProxyType(
    {"a control is renamed": rename, "a control is disabled": disable, "a control is removed": remove}
)


class ChangedDevice:
    """Device on which all elements with the role and name of one element are changed.

    The nodes are changed, not the screenshot. `changed_shots` is the number of shots that were changed. All
    other methods are those of the wrapped device.
    """

    def __init__(self, device: Device, *, element: Element, change: Change) -> None:
        """Wrap a device that stays open when this one is no longer used."""
        self._device, self._element, self._change = device, element, change
        self.changed_shots = 0

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the wrapped device."""
        return getattr(self._device, name)

    def observe(self) -> Shot:
        """Capture the changed screen."""
        return self._show_changed(self._device.observe())

    def observe_elements(self) -> Shot:
        """Capture the changed elements."""
        if isinstance(self._device, ElementObserver):
            return self._show_changed(self._device.observe_elements())
        return self.observe()

    def _show_changed(self, shot: Shot) -> Shot:
        wanted = (self._element.role, self._element.name)
        found = {each.locator for each in build_screen(shot).elements if (each.role, each.name) == wanted}
        inside: set[int] = set()
        nodes = list(shot.nodes)
        for index, node in enumerate(shot.nodes):
            if (node.locator and node.locator in found) or node.parent in inside:
                inside.add(index)
                nodes[index] = self._change(node)
        self.changed_shots += bool(inside)
        return msgspec.structs.replace(shot, nodes=tuple(nodes))
