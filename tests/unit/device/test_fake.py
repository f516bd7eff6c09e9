"""The fake device keeps the rules of the port."""

import pytest

from onscreen.device.fake_device import FORM, THANKS, FakeDevice, fake
from onscreen.types import Back, Box, Click, Done, Element, Open, Point, Press, Shot, Start, Type
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementGone, NotSupported, UnknownName


def aimed(shot: Shot, role: str, name: str) -> Element:
    """The element of this role and name."""
    index, node = next((i, n) for i, n in enumerate(shot.nodes) if (n.role, n.name) == (role, name))
    return Element(node.role, node.name, node.box, node.value, node.states, node.locator, mark=1, index=index)


@pytest.fixture
def device() -> FakeDevice:
    """A started device."""
    made = fake({})
    made.start(Start())
    return made


def test_form_is_filled_and_sent(device: FakeDevice) -> None:
    """A form that is filled in, agreed to and sent leads to the page that thanks by name."""
    shot = device.observe()
    assert device.perform(Type("Ann", aimed(shot, "textbox", "Name"))) == "the field reads 'Ann'"
    device.perform(Click(aimed(shot, "checkbox", "Agree")))
    device.perform(Click(aimed(shot, "button", "Send")))
    assert device.observe().nodes[0].name == "Thank you, Ann"
    assert (device.read("sent"), device.read("name")) == ("1", '"Ann"')


def test_not_agreed_is_not_sent(device: FakeDevice) -> None:
    """Without consent sending changes nothing, so an agent can get stuck here."""
    before = device.observe()
    device.perform(Click(aimed(before, "button", "Send")))
    assert device.observe().picture == before.picture


def test_typing_appends_when_not_clearing(device: FakeDevice) -> None:
    """Text is appended when the field is not to be cleared."""
    field = aimed(device.observe(), "textbox", "Email")
    device.perform(Type("a@b", field))
    assert device.perform(Type(".c", field, clear=False)) == "the field reads 'a@b.c'"


def test_keys_move_and_send(device: FakeDevice) -> None:
    """Tab goes to the next field and Enter sends."""
    device.perform(Press("Tab"))
    device.perform(Type("Bob"))
    device.perform(Click(aimed(device.observe(), "checkbox", "Agree")))
    device.perform(Press("Enter"))
    assert device.observe().address == THANKS


def test_element_of_another_page_is_gone(device: FakeDevice) -> None:
    """An element of a page that was left is gone, as a typed error."""
    button = aimed(device.observe(), "button", "Send")
    device.perform(Open(THANKS))
    with pytest.raises(ElementGone, match="Send"):
        device.perform(Click(button))


def test_back_needs_somewhere_to_go(device: FakeDevice) -> None:
    """Back leads to the page before, and says so when there is none."""
    with pytest.raises(ActionHadNoEffect, match="no page before"):
        device.perform(Back())
    device.perform(Open(THANKS))
    device.perform(Back())
    assert device.observe().address == FORM


def test_points_hit_what_is_drawn_there(device: FakeDevice) -> None:
    """A point acts on what lies there; an empty place is told."""
    box: Box = aimed(device.observe(), "checkbox", "Agree").box
    device.perform(Click(box.center))
    assert device.state.agreed
    with pytest.raises(ActionHadNoEffect, match="nothing at"):
        device.perform(Click(Point(319, 239)))


def test_start_forgets(device: FakeDevice) -> None:
    """A new start forgets what was written."""
    device.perform(Type("Ann", aimed(device.observe(), "textbox", "Name")))
    device.start(Start())
    assert device.state.name == ""


def test_bad_calls_are_told(device: FakeDevice) -> None:
    """Unknown pages, values, settings and actions are refused with what there is."""
    with pytest.raises(DeviceError, match="fake://form"):
        device.start(Start("fake://nowhere"))
    with pytest.raises(NotSupported, match="did you mean 'name'"):
        device.read("nam")
    with pytest.raises(NotSupported, match="Done"):
        device.perform(Done())
    with pytest.raises(UnknownName, match="width"):
        fake({"width": 3})
    device.close()
    with pytest.raises(DeviceError, match="closed"):
        device.observe()


def test_typing_needs_a_field(device: FakeDevice) -> None:
    """Typing into a button, or with nothing in focus, is refused."""
    with pytest.raises(ActionHadNoEffect, match="focus"):
        device.perform(Type("x"))
    with pytest.raises(NotSupported, match="takes no text"):
        device.perform(Type("x", aimed(device.observe(), "button", "Send")))
