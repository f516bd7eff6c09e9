"""Device wrapper that logs in after each start, without recording the password."""

from __future__ import annotations

from onscreen.device.base import Device
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.explore.secret_text_device import SECRET_PLACEHOLDER, SecretTextDevice
from onscreen.perceive.button_kinds import first_word
from onscreen.perceive.element_kinds import is_blocked, is_control
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.types import Action, Click, Element, Open, Screen, Start, Type
from onscreen.types.errors import ActionFailed, DeviceError

LOGIN_WORDS = frozenset({"log in", "login", "sign in", "signin"})
"""First words of controls that open a login form."""


class LoginDevice(DeviceWrapper):
    """Device wrapper that fills the login form of the first screen after each start.

    The form is filled again if the start address is opened later and shows the form again. The password is
    typed in place of a placeholder and hidden in observations. A first screen without a login form is not
    changed.
    """

    def __init__(self, device: Device, *, user: str, password: str) -> None:
        """Wrap a device; `user` and `password` are the credentials for the application."""
        hidden = SecretTextDevice(device)
        hidden.keep_secret(password)
        super().__init__(hidden)
        self._user = user
        self._address = ""

    def start(self, start: Start) -> None:
        """Start the device and log in.

        Raises:
            DeviceError: the start state cannot be reached, or the application rejects the login.
        """
        super().start(start)
        self._address = start.address
        self._log_in_if_asked()

    def perform(self, action: Action) -> str:
        """Perform an action, and log in if it opens the start address.

        Raises:
            DeviceError: the device is gone, or the application rejects the login.
            ActionFailed: the action has no effect.
        """
        result = super().perform(action)
        if isinstance(action, Open) and self._address and action.what == self._address:
            self._log_in_if_asked()
        return result

    def _log_in_if_asked(self) -> None:
        screen = build_screen(self.observe())
        if find_password(screen) is None and (link := _find_login_link(screen)) is not None:
            self._act(Click(link))
            screen = build_screen(self.observe())
        if find_password(screen) is not None:
            self._log_in(screen)

    def _log_in(self, screen: Screen) -> None:
        if (name := _find_name(screen)) is not None:
            self._act(Type(self._user, name))
            screen = build_screen(self.observe())
        if (password := find_password(screen)) is not None:
            self._act(Type(SECRET_PLACEHOLDER, password))
            screen = build_screen(self.observe())
        if (password := find_password(screen)) is None:
            raise DeviceError(
                "the login form disappeared before it was submitted; log in manually, or leave out the login"
            )
        button = FieldActions(screen).of(password)
        self._act(Type(f"{SECRET_PLACEHOLDER}\n", password) if button is None else Click(button))
        if find_password(build_screen(self.observe())) is not None:
            raise DeviceError(
                f"the application still asks for a password after the login of {self._user!r}; check both "
                "values"
            )

    def _act(self, action: Action) -> None:
        try:
            self.perform(action)
        except ActionFailed as error:
            raise DeviceError(f"the login form cannot be filled: {error}") from error


def find_password(screen: Screen) -> Element | None:
    """Find the first password field of a screen; returns None on a screen without one."""
    fields = (each for each in screen.elements if each.has("password") and not is_blocked(each))
    return next(fields, None)


def _find_name(screen: Screen) -> Element | None:
    """Find the text field for the user name: the last text field before the password."""
    password = find_password(screen)
    before = [
        each
        for each in screen.elements
        if password is not None
        and each.index < password.index
        and each.role == "textbox"
        and not is_blocked(each)
    ]
    return before[-1] if before else None


def _find_login_link(screen: Screen) -> Element | None:
    controls = (each for each in screen.elements if is_control(each) and not is_blocked(each))
    return next((each for each in controls if first_word(each) in LOGIN_WORDS), None)
