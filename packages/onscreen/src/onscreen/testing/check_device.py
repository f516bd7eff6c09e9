"""Contract tests for devices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise

import msgspec

from onscreen.device.base import Device
from onscreen.perceive.pixel_array import decode
from onscreen.testing.contract_errors import expect_error, json_round_trip, require
from onscreen.types import (
    Act,
    Action,
    Answer,
    Ask,
    Back,
    Box,
    Click,
    CloseTab,
    Done,
    Download,
    Drag,
    Element,
    Forward,
    Home,
    Hover,
    LongPress,
    Node,
    Open,
    Point,
    Press,
    Scroll,
    Select,
    Shot,
    Start,
    Swipe,
    SwitchTab,
    Type,
    Upload,
    Wait,
)
from onscreen.types.errors import ActionFailed, NotSupported

GONE_ELEMENT = Element(
    mark=1,
    index=0,
    role="button",
    name="an element that was never on this screen",
    box=Box(0, 0, 4, 4),
    locator="never-on-this-screen",
)
_POINT = Point(1, 1)
EVERY_ACTION: tuple[Action, ...] = (
    Click(GONE_ELEMENT),
    LongPress(GONE_ELEMENT, seconds=0.01),
    Hover(GONE_ELEMENT),
    Type("text", GONE_ELEMENT),
    Press("Enter", GONE_ELEMENT),
    Select(GONE_ELEMENT, ("an option",)),
    Scroll("down", target=GONE_ELEMENT),
    Swipe(_POINT, _POINT, seconds=0.01),
    Drag(GONE_ELEMENT, GONE_ELEMENT),
    Open("nowhere"),
    SwitchTab(1),
    CloseTab(),
    Back(),
    Forward(),
    Home(),
    Upload(GONE_ELEMENT, ("no-such-file",)),
    Download(GONE_ELEMENT),
    Answer(),
    Wait(0.01),
    Ask("question"),
    Done(),
)


class DeviceContract:
    """Contract tests for a device: override `make_device`, and `start` if the default start does not apply.

    Each test creates its own device and closes it. The start screen must not change on its own.
    """

    def make_device(self) -> Device:
        """Return a new device that is not started."""
        raise NotImplementedError

    def start(self) -> Start:
        """Return the start of the tests: a screen with at least one node."""
        return Start()

    @contextmanager
    def started(self) -> Iterator[Device]:
        """Yield a started device and close it afterwards."""
        with closing(self.make_device()) as device:
            device.start(self.start())
            yield device

    def test_has_name_and_actions(self) -> None:
        """A device has a name, and `actions` holds classes of actions."""
        with closing(self.make_device()) as device:
            require(device.name, "a device has a name")
            require(device.actions, f"{device.name}: `actions` must not be empty")
            for kind in device.actions:
                require(issubclass(kind, Act), f"{device.name}: {kind!r} in `actions` is not an action")

    def test_observing_has_no_side_effect(self) -> None:
        """Observing has no side effect: two shots without an action in between have equal nodes."""
        with self.started() as device:
            first, second = device.observe(), device.observe()
            require(first.nodes, "the screen at the start has at least one node")
            require(_content(first) == _content(second), "two shots with no action between them differ")
            require(first.taken_at <= second.taken_at, "taken_at decreases")

    def test_boxes_lie_inside_the_picture(self) -> None:
        """The picture can be decoded, and every node's box lies inside it."""
        with self.started() as device:
            shot = device.observe()
        height, width, channels = decode(shot.picture).shape
        require((width, height, channels) == (*shot.picture.size, 3), "the size in the PNG header is wrong")
        for node in shot.nodes:
            box = node.box
            inside = 0 <= box.left <= box.right <= width and 0 <= box.top <= box.bottom <= height
            require(inside, f"{node.role} {node.name!r}: {box} is not inside {width} x {height}")

    def test_parents_precede_children(self) -> None:
        """Nodes are in pre-order: a parent's index is smaller than its child's."""
        with self.started() as device:
            shot = device.observe()
        for i, node in enumerate(shot.nodes):
            require(
                node.parent is None or 0 <= node.parent < i,
                f"node {i} ({node.role} {node.name!r}) has parent {node.parent}",
            )

    def test_locators_are_unique(self) -> None:
        """Every locator identifies one node."""
        with self.started() as device:
            locators = [n.locator for n in device.observe().nodes if n.locator]
        for one, other in pairwise(sorted(locators)):
            require(one != other, f"two nodes have the locator {one!r}")

    def test_shot_survives_json_round_trip(self) -> None:
        """A shot encoded as JSON and decoded is equal to the original."""
        with self.started() as device:
            shot = device.observe()
        require(json_round_trip(shot) == shot, "the shot read back from JSON differs")

    def test_missing_element_raises_action_failed(self) -> None:
        """An action on a missing element raises ActionFailed and leaves the screen unchanged."""
        with self.started() as device:
            before = device.observe()
            if Click in device.actions:
                with expect_error(ActionFailed, when="clicking a missing element"):
                    device.perform(Click(GONE_ELEMENT))
            require(_content(device.observe()) == _content(before), "a failed action changed the screen")

    def test_unsupported_action_raises_not_supported(self) -> None:
        """An action outside `actions` raises NotSupported with a message."""
        with self.started() as device:
            for action in EVERY_ACTION:
                if type(action) in device.actions:
                    continue
                with expect_error(NotSupported, when=f"{type(action).__name__}, not in `actions`,"):
                    device.perform(action)
            require(device.observe().nodes, "the device is unusable after NotSupported")

    def test_tools_have_unique_names_and_addresses(self) -> None:
        """Every tool has a unique name and an address."""
        with self.started() as device:
            tools = device.tools()
        require(len({tool.name for tool in tools}) == len(tools), "two tools have the same name")
        require(all(tool.name and tool.address for tool in tools), "a tool has no name or address")

    def test_read_returns_json_or_raises_not_supported(self) -> None:
        """`read` returns JSON or raises NotSupported."""
        with self.started() as device:
            try:
                msgspec.json.decode(device.read("1"))
            except NotSupported as error:
                require(str(error), "NotSupported must have a message")

    def test_start_resets_the_device(self) -> None:
        """A second `start` leads to the same screen as the first."""
        with self.started() as device:
            first = device.observe()
            device.start(self.start())
            require(_content(device.observe()) == _content(first), "the second start leads to another screen")

    def test_close_is_idempotent(self) -> None:
        """`close` may be called more than once, also on a device that was not started."""
        device = self.make_device()
        device.close()
        device.close()
        with self.started() as device:
            device.close()


def _content(shot: Shot) -> tuple[str, tuple[Node, ...]]:
    return shot.address, shot.nodes
