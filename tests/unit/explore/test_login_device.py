"""Tests of the login before a discovery, in a small application in memory."""

from __future__ import annotations

import json

import pytest

from notebook_device import NotebookDevice
from onscreen.explore.login_device import LoginDevice
from onscreen.types import Action, Box, Click, Node, Open, Shot, Start, Type
from onscreen.types.errors import DeviceError

SECRET = "open-sesame"


class LockedNotebook(NotebookDevice):
    """A notebook that asks for a user and a password, and stores who is logged in."""

    def __init__(self) -> None:
        """Create a locked notebook."""
        super().__init__()
        self._entered = {"User": "", "Password": ""}
        self._is_open = False

    def start(self, start: Start) -> None:
        """Restore the notes and lock them."""
        super().start(start)
        self._entered, self._is_open = {"User": "", "Password": ""}, False

    def observe(self) -> Shot:
        """Return the login form, or the notes."""
        if self._is_open:
            return super().observe()
        form = Node("form", "", Box(0, 0, 40, 60))
        fields = [
            Node("textbox", name, Box(0, 9 * i, 40, 9 * i + 8), value=value, states=states, parent=0)
            for i, (name, value, states) in enumerate(
                [("User", self._entered["User"], ()), ("Password", "", ("password",))]
            )
        ]
        button = Node("button", "Sign in", Box(0, 30, 40, 38), parent=0)
        return Shot(super().observe().picture, (form, *fields, button), "Notebook", "org.notebook/.login")

    def perform(self, action: Action) -> str:
        """Fill or submit the login form."""
        name = getattr(getattr(action, "target", None), "name", "")
        if not self._is_open and isinstance(action, Type):
            self._entered[name] = action.text.strip()
        elif not self._is_open and isinstance(action, Click) and name == "Sign in":
            self._is_open = self._entered == {"User": "mira", "Password": SECRET}
        else:
            return super().perform(action)
        return ""

    def read(self, expression: str) -> str:
        """Return the state with the password, as a careless application would."""
        return json.dumps({**json.loads(super().read(expression)), "session": self._entered})


def test_each_start_logs_in() -> None:
    """After every start the application is open, and its state does not show the password."""
    device = LoginDevice(LockedNotebook(), user="mira", password=SECRET)
    for _ in range(2):
        device.start(Start("Notebook", seed=0))
        assert any(node.name == "Add note" for node in device.observe().nodes)
    assert "mira" in device.read("state")
    assert SECRET not in device.read("state")


def test_opening_the_address_again_logs_in() -> None:
    """An application that forgets its session gets the password again; another address does not."""
    locked = LockedNotebook()
    device = LoginDevice(locked, user="mira", password=SECRET)
    device.start(Start("Notebook", seed=0))
    for address, is_open in (("Notebook", True), ("Other", False)):
        locked.start(Start("Notebook", seed=0))
        device.perform(Open(address))
        assert any(node.name == "Add note" for node in device.observe().nodes) == is_open


def test_a_rejected_login_is_an_error_without_the_password() -> None:
    """A wrong password ends the discovery with a message that names the user only."""
    device = LoginDevice(LockedNotebook(), user="mira", password="another-one")
    with pytest.raises(DeviceError, match="'mira'") as caught:
        device.start(Start("Notebook", seed=0))
    assert "another-one" not in str(caught.value)


def test_an_application_without_a_login_is_left_as_it_is() -> None:
    """The login is skipped where no form asks for it."""
    device = LoginDevice(NotebookDevice(), user="mira", password=SECRET)
    device.start(Start("Notebook", seed=0))
    assert any(node.name == "Milk" for node in device.observe().nodes)
