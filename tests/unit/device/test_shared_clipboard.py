"""Text that was copied on one of several combined devices is pasted on another."""

from __future__ import annotations

from onscreen.device.combined_device import CombinedDevice, Member
from onscreen.device.fake_device import FakeDevice
from onscreen.types import Act, Action, Open, Press, Start, Type


class Recorder(FakeDevice):
    """Fake device that records keys and typed texts."""

    def __init__(self) -> None:
        """Create a device that supports keys."""
        super().__init__()
        self.actions: frozenset[type[Act]] = self.actions | {Press, Type}
        self.done: list[str] = []

    def perform(self, action: Action) -> str:
        """Record keys and texts."""
        if isinstance(action, Press | Type):
            self.done.append(action.keys if isinstance(action, Press) else f"text {action.text}")
            return ""
        return super().perform(action)


class Desktop(Recorder):
    """Fake desktop with a clipboard that can be read."""

    def read_clipboard(self) -> str:
        """Return what was copied."""
        return "sum: 5"


class World:
    """A desktop named office and a browser named shop, combined."""

    def __init__(self) -> None:
        """Start the devices."""
        self.office, self.shop = Desktop(), Recorder()
        self.device = CombinedDevice((Member("office", self.office), Member("shop", self.shop)))
        self.device.start(Start())

    def perform(self, *actions: Action) -> None:
        """Perform actions one after the other."""
        for action in actions:
            self.device.perform(action)


def test_copied_text_is_pasted_on_another_device() -> None:
    """Control+c on the desktop and Control+v in the browser insert the text there."""
    world = World()
    world.perform(Press("Control+c"), Open("shop"), Press("Control+v"))
    assert world.shop.done == ["text sum: 5"]


def test_a_device_pastes_its_own_text_itself() -> None:
    """Text that was copied on the same device is pasted by its keys, also after another device copied."""
    world = World()
    world.perform(Press("Control+c"), Press("Control+v"))
    assert world.office.done == ["Control+c", "Control+v"]
    world.perform(Open("shop"), Press("Control+x"), Press("Control+v"))
    assert world.shop.done == ["Control+x", "Control+v"]


def test_a_new_run_begins_with_an_empty_clipboard() -> None:
    """Text of an earlier run is not pasted."""
    world = World()
    world.perform(Press("Control+c"))
    world.device.start(Start())
    world.perform(Open("shop"), Press("Control+v"))
    assert world.shop.done == ["Control+v"]
