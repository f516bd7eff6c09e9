"""What every device promises, as tests to inherit."""

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
    """Override `make_device`, and `start` where a run does not begin at the device's own start.

    Each test makes its own device and closes it. The screen at the start must stand still by itself.
    """

    def make_device(self) -> Device:
        """Return a new device, not started."""
        raise NotImplementedError

    def start(self) -> Start:
        """Return where the tests begin: a screen with at least one node."""
        return Start()

    @contextmanager
    def started(self) -> Iterator[Device]:
        """Give a device that was started, and close it afterwards."""
        with closing(self.make_device()) as device:
            device.start(self.start())
            yield device

    def test_names_itself_and_its_actions(self) -> None:
        """A device has a name, and `actions` are classes of action."""
        with closing(self.make_device()) as device:
            require(device.name, "a device has a name")
            require(device.actions, f"{device.name}: a device can do something; `actions` is empty")
            for kind in device.actions:
                require(issubclass(kind, Act), f"{device.name}: {kind!r} in `actions` is no action")

    def test_observing_twice_gives_the_same_screen(self) -> None:
        """Looking changes nothing: two shots without an action between them have equal nodes."""
        with self.started() as device:
            first, second = device.observe(), device.observe()
            require(first.nodes, "the screen at the start has at least one node")
            require(_content(first) == _content(second), "two shots with no action between them differ")
            require(first.taken_at <= second.taken_at, "taken_at goes backwards")

    def test_picture_decodes_and_holds_every_box(self) -> None:
        """The picture is of the moment of the nodes: it decodes, and every box lies inside it."""
        with self.started() as device:
            shot = device.observe()
        height, width, channels = decode(shot.picture).shape
        require((width, height, channels) == (*shot.picture.size, 3), "the PNG's header tells another size")
        for node in shot.nodes:
            box = node.box
            inside = 0 <= box.left <= box.right <= width and 0 <= box.top <= box.bottom <= height
            require(inside, f"{node.role} {node.name!r}: {box} is not inside {width} x {height}")

    def test_parents_stand_before_their_children(self) -> None:
        """Nodes stand in pre-order: a parent's index is smaller than its child's."""
        with self.started() as device:
            shot = device.observe()
        for i, node in enumerate(shot.nodes):
            require(
                node.parent is None or 0 <= node.parent < i,
                f"node {i} ({node.role} {node.name!r}) has the parent {node.parent}",
            )

    def test_locators_are_unique(self) -> None:
        """A locator leads to one node."""
        with self.started() as device:
            locators = [n.locator for n in device.observe().nodes if n.locator]
        for one, other in pairwise(sorted(locators)):
            require(one != other, f"two nodes have the locator {one!r}")

    def test_shot_survives_being_stored(self) -> None:
        """A shot written as JSON and read back is the same value."""
        with self.started() as device:
            shot = device.observe()
        require(json_round_trip(shot) == shot, "the shot read back from JSON differs")

    def test_element_that_is_gone_is_said_and_harms_nothing(self) -> None:
        """Acting on an element that is not there raises ActionFailed; the device is as usable as before."""
        with self.started() as device:
            before = device.observe()
            if Click in device.actions:
                with expect_error(ActionFailed, when="clicking an element that is not there"):
                    device.perform(Click(GONE_ELEMENT))
            require(
                _content(device.observe()) == _content(before), "an action that failed changed the screen"
            )

    def test_action_it_cannot_do_is_not_supported(self) -> None:
        """An action outside `actions` raises NotSupported and names itself."""
        with self.started() as device:
            for action in EVERY_ACTION:
                if type(action) in device.actions:
                    continue
                with expect_error(NotSupported, when=f"{type(action).__name__}, not in `actions`,"):
                    device.perform(action)
            require(device.observe().nodes, "the device is of no use after NotSupported")

    def test_tools_are_named_and_can_be_opened(self) -> None:
        """The applications it offers have different names, and an address each."""
        with self.started() as device:
            tools = device.tools()
        require(len({tool.name for tool in tools}) == len(tools), "two applications have the same name")
        require(all(tool.name and tool.address for tool in tools), "an application lacks name or address")

    def test_expression_is_read_as_json_or_not_supported(self) -> None:
        """`read` returns JSON text or says that it cannot read."""
        with self.started() as device:
            try:
                msgspec.json.decode(device.read("1"))
            except NotSupported as error:
                require(str(error), "NotSupported says what cannot be read")

    def test_starting_again_forgets_the_run_before(self) -> None:
        """`start` may be called again and leads to the same screen."""
        with self.started() as device:
            first = device.observe()
            device.start(self.start())
            require(_content(device.observe()) == _content(first), "a second start leads to another screen")

    def test_closing_twice_is_no_error(self) -> None:
        """`close` may be called more than once, started or not."""
        fresh = self.make_device()
        fresh.close()
        fresh.close()
        with self.started() as device:
            device.close()


def _content(shot: Shot) -> tuple[str, tuple[Node, ...]]:
    return shot.address, shot.nodes
