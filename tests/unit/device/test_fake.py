"""The fake device behaves as the device port requires."""

import pytest

from onscreen.device.fake_device import FORM, THANKS, FakeDevice, fake
from onscreen.types import Back, Box, Click, Done, Element, Open, Point, Press, Shot, Start, Type
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementGone, NotSupported, UnknownName


def element(shot: Shot, role: str, name: str) -> Element:
    """Return the element with this role and name."""
    index, node = next((i, n) for i, n in enumerate(shot.nodes) if (n.role, n.name) == (role, name))
    return Element(node.role, node.name, node.box, node.value, node.states, node.locator, mark=1, index=index)


@pytest.fixture
def device() -> FakeDevice:
    """Return a started device."""
    fake_device = fake({})
    fake_device.start(Start())
    return fake_device


def test_form_can_be_submitted(device: FakeDevice) -> None:
    """Submitting the completed form leads to the confirmation page."""
    shot = device.observe()
    assert device.perform(Type("Ann", element(shot, "textbox", "Name"))) == "the field reads 'Ann'"
    device.perform(Click(element(shot, "checkbox", "Agree")))
    device.perform(Click(element(shot, "button", "Send")))
    assert device.observe().nodes[0].name == "Thank you, Ann"
    assert (device.read("sent"), device.read("name")) == ("1", '"Ann"')


def test_submit_without_consent_has_no_effect(device: FakeDevice) -> None:
    """Submitting without consent changes nothing, so an agent can get stuck here."""
    before = device.observe()
    device.perform(Click(element(before, "button", "Send")))
    assert device.observe().picture == before.picture


def test_type_without_clear_appends(device: FakeDevice) -> None:
    """Text is appended if `clear` is false."""
    field = element(device.observe(), "textbox", "Email")
    device.perform(Type("a@b", field))
    assert device.perform(Type(".c", field, clear=False)) == "the field reads 'a@b.c'"


def test_tab_and_enter_keys(device: FakeDevice) -> None:
    """Tab focuses the next field and Enter submits the form."""
    device.perform(Press("Tab"))
    device.perform(Type("Bob"))
    device.perform(Click(element(device.observe(), "checkbox", "Agree")))
    device.perform(Press("Enter"))
    assert device.observe().address == THANKS


def test_element_of_another_page_raises(device: FakeDevice) -> None:
    """An element of a previous page raises ElementGone."""
    button = element(device.observe(), "button", "Send")
    device.perform(Open(THANKS))
    with pytest.raises(ElementGone, match="Send"):
        device.perform(Click(button))


def test_open_by_name_or_address(device: FakeDevice) -> None:
    """A page opens by address or title; an unknown name raises an error that lists the pages."""
    device.perform(Open("thank you"))
    assert device.observe().address == THANKS
    device.perform(Open(FORM))
    assert device.observe().app == "Sign up"
    with pytest.raises(ActionHadNoEffect, match="no page is called 'Sign'; available pages: 'Sign up'"):
        device.perform(Open("Sign"))


def test_back_needs_a_previous_page(device: FakeDevice) -> None:
    """Back returns to the previous page, and raises an error on the first one."""
    with pytest.raises(ActionHadNoEffect, match="no previous page"):
        device.perform(Back())
    device.perform(Open(THANKS))
    device.perform(Back())
    assert device.observe().address == FORM


def test_click_at_a_point(device: FakeDevice) -> None:
    """A click at a point hits the node there, and raises an error at an empty point."""
    box: Box = element(device.observe(), "checkbox", "Agree").box
    device.perform(Click(box.center))
    assert device.state.agreed
    with pytest.raises(ActionHadNoEffect, match="nothing at"):
        device.perform(Click(Point(319, 239)))


def test_start_resets_the_form(device: FakeDevice) -> None:
    """A new start resets the fields."""
    device.perform(Type("Ann", element(device.observe(), "textbox", "Name")))
    device.start(Start())
    assert device.state.name == ""


def test_invalid_calls_are_rejected(device: FakeDevice) -> None:
    """Unknown pages, values, settings and actions raise errors that list the known ones."""
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


def test_type_needs_a_field(device: FakeDevice) -> None:
    """Typing into a button or without a focused field raises an error."""
    with pytest.raises(ActionHadNoEffect, match="focus"):
        device.perform(Type("x"))
    with pytest.raises(NotSupported, match="takes no text"):
        device.perform(Type("x", element(device.observe(), "button", "Send")))
