"""Several devices act as one, of which one is in front."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.device.combined_device import CombinedDevice, Member, many
from onscreen.device.fake_device import FORM, THANKS, FakeDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.types import (
    Action,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Forward,
    Open,
    Shot,
    Start,
    Task,
    Tool,
    Type,
)
from onscreen.types.errors import (
    ActionHadNoEffect,
    BadText,
    DeviceError,
    ElementGone,
    NotSupported,
    UnknownName,
)


class Phone(FakeDevice):
    """Fake device that lists two applications, as a phone does."""

    def __init__(self, *names: str) -> None:
        """Create a device with the given applications."""
        super().__init__()
        self.names = names or ("Form", "Thanks")
        self.opened: list[str] = []

    def tools(self) -> tuple[Tool, ...]:
        """List the applications."""
        return tuple(Tool(name, address) for name, address in zip(self.names, (FORM, THANKS), strict=False))

    def perform(self, action: Action) -> str:
        """Perform an action and record what was opened."""
        if isinstance(action, Open):
            self.opened.append(action.what)
        return super().perform(action)


def combine(*members: Member) -> CombinedDevice:
    """Combine and start devices; by default a browser named shop and a phone."""
    device = CombinedDevice(members or (Member("shop", FakeDevice()), Member("phone", Phone())))
    device.start(Start())
    return device


def element(shot: Shot, name: str) -> Element:
    """Return the element of a shot by its name."""
    return next(each for each in build_screen(shot).elements if each.name.casefold() == name)


def test_the_first_device_is_in_front_and_the_shot_names_it() -> None:
    """A run starts on the first device, and each shot names the device that it shows."""
    device = combine()
    assert device.observe().device == "shop"
    device.perform(Open("phone"))
    assert device.observe().device == "phone"


def test_opening_an_application_brings_its_device_to_the_front() -> None:
    """An application is opened on the device that has it, by its name or its address."""
    device = combine()
    device.perform(Open("Thanks"))
    shot = device.observe()
    assert (shot.device, shot.address) == ("phone", THANKS)


def test_case_decides_between_an_application_and_its_device() -> None:
    """The application Phone opens on the device phone, which "phone" and "PHONE" only bring to the front."""
    phone = Phone("Phone", "Thanks")
    device = combine(Member("shop", FakeDevice()), Member("phone", phone))
    device.perform(Open("phone"))
    device.perform(Open("PHONE"))
    assert (device.observe().device, phone.opened) == ("phone", [])
    device.perform(Open("Phone"))
    assert phone.opened == [FORM]


def test_a_program_is_opened_with_its_files_on_its_device() -> None:
    """A program that is named with files opens on its own device, whichever device is in front."""
    desktop = Phone("Text Editor", "Zim")
    device = combine(Member("shop", FakeDevice()), Member("office", desktop))
    with pytest.raises(ActionHadNoEffect):
        device.perform(Open("Text Editor my notes.txt"))
    assert desktop.opened == [f"{FORM} my notes.txt"]


def test_each_device_has_a_start_of_its_own() -> None:
    """A start gives addresses and scripts to all devices, of which one is in front."""
    device = combine()
    device.start(Start(FORM, device="shop", others={"phone": Start(THANKS)}))
    assert device.observe().address == FORM
    device.perform(Open("phone"))
    assert device.observe().address == THANKS


def test_each_device_keeps_its_screen_while_another_is_in_front() -> None:
    """A device goes on where it was left when it comes to the front again."""
    device = combine()
    device.perform(Type("mira", element(device.observe(), "name")))
    device.perform(Open("Form"))
    device.perform(Open("shop"))
    assert element(device.observe(), "name").value == "mira"


def test_applications_of_all_devices_are_tools() -> None:
    """The tools are the applications of all devices; a device that lists none is a tool itself."""
    assert [tool.name for tool in combine().tools()] == ["shop", "Form", "Thanks"]


def test_equal_applications_of_two_devices_stay_apart() -> None:
    """Applications of the same name and address are distinguished by the names of their devices."""
    first, second = Phone("Mail"), Phone("Mail")
    device = combine(Member("work", first), Member("home", second))
    tools = device.tools()
    assert [tool.name for tool in tools] == ["Mail (work)", "Mail (home)"]
    device.perform(Open(tools[1].address))
    assert (first.opened, second.opened) == ([], [FORM])
    assert device.observe().device == "home"


def test_a_target_of_another_device_is_refused() -> None:
    """A target that was seen before another device came to the front is not clicked there."""
    device = combine()
    target = element(device.observe(), "sign up")
    device.perform(Open("phone"))
    with pytest.raises(ElementGone, match="seen on shop, and phone is now in front"):
        device.perform(Click(target))


def test_a_failed_open_keeps_the_device_in_front() -> None:
    """If an application cannot be opened, the device in front stays the same."""
    device = combine()
    with pytest.raises(ActionHadNoEffect):
        device.perform(Open("Nothing"))
    assert device.observe().device == "shop"


def test_an_unsupported_action_names_the_device() -> None:
    """An action that the device in front does not support is refused with the name of the device."""
    with pytest.raises(NotSupported, match="shop, which is in front, does not support the action Forward"):
        combine().perform(Forward())


def test_an_address_opens_in_the_browser() -> None:
    """An address is opened on the device that lists no applications, even if a phone is in front."""
    device = combine(Member("phone", Phone("Form")), Member("shop", FakeDevice()))
    device.perform(Open(THANKS))
    shot = device.observe()
    assert (shot.device, shot.address) == ("shop", THANKS)


def test_checks_read_the_named_device() -> None:
    """An expression that begins with the name of a device is evaluated there, any other in front."""
    device = combine()
    device.perform(Type("mira", element(device.observe(), "name")))
    assert (device.read("shop: name"), device.read("phone: name"), device.read("name")) == (
        '"mira"',
        '""',
        '"mira"',
    )


def test_a_start_can_name_the_device_in_front() -> None:
    """A start that names a device opens its address there; an unknown name is an error."""
    device = combine()
    device.start(Start(THANKS, device="phone"))
    assert (device.observe().device, device.observe().address) == ("phone", THANKS)
    with pytest.raises(DeviceError, match="no combined device has the name 'tablet'; expected one of shop"):
        device.start(Start(device="tablet"))


def test_a_device_that_cannot_start_is_named() -> None:
    """The error of a device that cannot reach its start names the device."""
    with pytest.raises(DeviceError, match="phone: no page has the address"):
        combine(Member("shop", FakeDevice()), Member("phone", FakeDevice(), "fake://nothing"))


def test_settings_create_devices_with_names_and_start_addresses() -> None:
    """The settings name the devices, their kinds and their own start addresses."""
    device = make_device("many", {"devices": ("a=fake", "fake"), "a.start": THANKS})
    device.start(Start())
    assert device.observe().address == THANKS
    device.perform(Open("fake"))
    assert device.observe().address == FORM


@pytest.mark.parametrize(
    ("devices", "message"),
    [
        ((), "needs the setting 'devices'"),
        (("=web",), "expected a device NAME=KIND"),
        (("web", "web"), "two devices have the name 'web'"),
        (("x=many",), "cannot contain itself"),
        (("a b=web",), "expected a device NAME=KIND"),
    ],
)
def test_wrong_lists_of_devices_are_errors(devices: tuple[str, ...], message: str) -> None:
    """A list of devices that cannot be used is rejected with what was expected."""
    with pytest.raises(BadText, match=message):
        many({"devices": devices})


def test_settings_of_unknown_devices_are_errors() -> None:
    """A setting of a device that is not listed is rejected with the settings that exist."""
    with pytest.raises(UnknownName, match=r"'b.start'"):
        many({"devices": ("a=fake",), "b.start": THANKS})


def test_a_closed_device_closes_all() -> None:
    """Closing the combined device closes each device, and may be repeated."""
    parts = (FakeDevice(), FakeDevice())
    device = combine(Member("a", parts[0]), Member("b", parts[1]))
    device.close()
    device.close()
    for part in parts:
        with pytest.raises(DeviceError):
            part.observe()


class ScriptedAgent:
    """Agent that performs the given actions."""

    def __init__(self, *actions: Action) -> None:
        """Create an agent for these actions."""
        self.name = "default"
        self.actions = actions

    def act(self, episode: Episode) -> Decision:
        """Return the next action, after the last one `Done`."""
        count = len(episode.decisions)
        return Decision(self.actions[count] if count < len(self.actions) else Done())


def test_an_interrupted_run_continues_on_the_device_that_was_in_front(tmp_path: Path) -> None:
    """A run on several devices is one episode, and is resumed with the same device in front."""
    task = Task("Open the last page of b")
    device = make_device("many", {"devices": ("a=fake", "b=fake")})
    trial = Trial(task, str(tmp_path / "run"), agent="default", model="", limits=Limits(2))
    steps = ScriptedAgent(Open("b"), Open(THANKS), Forward(), Forward())
    episode = run_trial(trial, device, cascade=Cascade(), create_agent=lambda _: steps)
    assert [shot.device for shot in episode.shots] == ["a", "b", "b"]
    longer = msgspec.structs.replace(trial, limits=Limits(9))
    resumed = run_trial(
        longer, device, cascade=Cascade(), create_agent=lambda _: ScriptedAgent(), resume=True
    )
    assert (resumed.last.device, resumed.last.address) == ("b", THANKS)
