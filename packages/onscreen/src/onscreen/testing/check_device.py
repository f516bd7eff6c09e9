"""Contract tests for devices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise

import msgspec

from onscreen.device.base import Device
from onscreen.perceive.pixel_array import decode
from onscreen.testing.contract_assertions import expect_error, json_round_trip, require
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
    """Base class for tests that check an implementation of the `Device` interface.

    Override `make_device`, and `start` if the default start does not apply. Each test creates its own device
    and closes it. The start screen must not change without an action.
    """

    def make_device(self) -> Device:
        """Create a new device without starting it."""
        raise NotImplementedError

    def start(self) -> Start:
        """Return a `Start` that leads to a screen with at least one node."""
        return Start()

    @contextmanager
    def started(self) -> Iterator[Device]:
        """Yield a started device and close it afterwards."""
        with closing(self.make_device()) as device:
            device.start(self.start())
            yield device

    def test_has_name_and_actions(self) -> None:
        """The device has a name, and `actions` contains at least one action class."""
        with closing(self.make_device()) as device:
            require(device.name, "a device has a name")
            require(device.actions, f"{device.name}: `actions` must not be empty")
            for kind in device.actions:
                require(issubclass(kind, Act), f"{device.name}: {kind!r} in `actions` is not an action")

    def test_observing_has_no_side_effect(self) -> None:
        """Two observations without an action in between have equal nodes."""
        with self.started() as device:
            first, second = device.observe(), device.observe()
            require(first.nodes, "the screen at the start has at least one node")
            require(_content(first) == _content(second), "two shots with no action between them differ")
            require(first.taken_at <= second.taken_at, "taken_at decreases")

    def test_boxes_lie_inside_the_picture(self) -> None:
        """The screenshot can be decoded, and the bounding box of every node lies inside it."""
        with self.started() as device:
            shot = device.observe()
        height, width, channels = decode(shot.picture).shape
        require((width, height, channels) == (*shot.picture.size, 3), "the size in the PNG header is wrong")
        for node in shot.nodes:
            box = node.box
            inside = 0 <= box.left <= box.right <= width and 0 <= box.top <= box.bottom <= height
            require(inside, f"{node.role} {node.name!r}: {box} is not inside {width} x {height}")

    def test_parents_precede_children(self) -> None:
        """Nodes are in pre-order, so that every parent precedes its children."""
        with self.started() as device:
            shot = device.observe()
        for i, node in enumerate(shot.nodes):
            require(
                node.parent is None or 0 <= node.parent < i,
                f"node {i} ({node.role} {node.name!r}) has parent {node.parent}",
            )

    def test_locators_are_unique(self) -> None:
        """No two nodes have the same locator."""
        with self.started() as device:
            locators = [n.locator for n in device.observe().nodes if n.locator]
        for one, other in pairwise(sorted(locators)):
            require(one != other, f"two nodes have the locator {one!r}")

    def test_shot_survives_json_round_trip(self) -> None:
        """An observation is unchanged after being encoded as JSON and decoded again."""
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
        """Unsupported actions raise NotSupported with a message."""
        with self.started() as device:
            for action in EVERY_ACTION:
                if type(action) in device.actions:
                    continue
                with expect_error(NotSupported, when=f"{type(action).__name__}, not in `actions`,"):
                    device.perform(action)
            require(device.observe().nodes, "the device is unusable after NotSupported")

    def test_tools_have_unique_names_and_addresses(self) -> None:
        """Every application has a unique name and an address."""
        with self.started() as device:
            tools = device.tools()
        require(len({tool.name for tool in tools}) == len(tools), "two tools have the same name")
        require(all(tool.name and tool.address for tool in tools), "a tool has no name or address")

    def test_read_returns_json_or_raises_not_supported(self) -> None:
        """`read` returns valid JSON or raises NotSupported."""
        with self.started() as device:
            try:
                msgspec.json.decode(device.read("1"))
            except NotSupported as error:
                require(str(error), "NotSupported must have a message")

    def test_start_resets_the_device(self) -> None:
        """Starting the device again leads to the same first screen."""
        with self.started() as device:
            first = device.observe()
            device.start(self.start())
            require(_content(device.observe()) == _content(first), "the second start leads to another screen")

    def test_close_is_idempotent(self) -> None:
        """Closing a device twice, or before it was started, raises no error."""
        device = self.make_device()
        device.close()
        device.close()
        with self.started() as device:
            device.close()


def _content(shot: Shot) -> tuple[str, tuple[Node, ...]]:
    return shot.address, shot.nodes
