"""Interface between the shell and the phone, with typed queries for the phone's state."""

from __future__ import annotations

from typing import Protocol, TypeAlias, TypeVar

import msgspec

from onscreen_practice.phone.app_name_aliases import find_own_package
from onscreen_practice.phone.phone_errors import PhoneError

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Value = TypeVar("Value")


class PhoneAccess(Protocol):
    """Interface of a phone whose screen can be captured and operated.

    All methods are thread-safe.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Physical screen size as (width, height) in pixels."""

    @property
    def density(self) -> int:
        """Physical screen density in dots per inch."""

    @property
    def shown_size(self) -> tuple[int, int]:
        """Current screen size as (width, height) in pixels, in the natural orientation."""

    @property
    def shown_density(self) -> int:
        """Current screen density in dots per inch."""

    def screenshot(self) -> bytes:
        """Take a screenshot of the phone as a PNG image.

        Raises:
            PhoneError: the renderer has exited.
        """

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the phone (screen/api.js) and return its result.

        Raises:
            PhoneError: the function failed, or the renderer has exited.
        """

    def reset(self, seed: int | None = None) -> None:
        """Reset the phone to the initial state for a random seed.

        The current seed is kept if `seed` is None.

        Raises:
            PhoneError: the renderer has exited.
        """

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Change the screen size and density.

        An omitted value is restored to the physical one.

        Raises:
            PhoneError: the renderer has exited.
        """


class App(msgspec.Struct, frozen=True):
    """An installed application."""

    package: str
    activity: str = ".MainActivity"
    label: str = ""
    launchable: bool = True
    system: bool = False
    enabled: bool = True


class Focus(msgspec.Struct, frozen=True):
    """The focused activity and window, with the keyboard, rotation and power state."""

    package: str
    activity: str
    window: str = ""
    keyboard: bool = False
    rotation: int = 0
    awake: bool = True


class LineState(msgspec.Struct, frozen=True):
    """State of the telephone line (0 idle, 1 ringing, 2 in a call) and the other number."""

    state: int
    number: str = ""


class Task(msgspec.Struct, frozen=True):
    """An open application, with its current activity."""

    package: str
    activity: str


class Notification(msgspec.Struct, frozen=True):
    """A notification shown on the phone."""

    package: str
    title: str = ""
    text: str = ""
    key: str = ""


class InputMethods(msgspec.Struct, frozen=True):
    """Installed and enabled input methods, and the current one."""

    current: str
    enabled: tuple[str, ...]
    all: tuple[str, ...]


def query(phone: PhoneAccess, function: str, *, kind: type[Value]) -> Value:
    """Call a phone function without arguments and convert its result to type `kind`."""
    return convert_answer(phone.call(function), kind)


def convert_answer(value: Json, kind: type[Value]) -> Value:
    """Convert the result of a phone function to a Python type.

    Raises:
        PhoneError: the result does not have this type.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise PhoneError(f"the phone returned an unexpected result: {error}") from error


PORTAL_APP = App("com.mobilerun.portal", label="Mobilerun Portal", launchable=False, system=True)
"""The helper application of Mobilerun, which has no screen."""

AUTOMATOR_APP = App("com.github.uiautomator", label="uiautomator2", launchable=False, system=True)
"""The helper application of uiautomator2, which contains its keyboard."""

KEYBOARD_APP = App("com.android.adbkeyboard", label="ADB Keyboard", launchable=False, system=True)
"""The application of ADBKeyboard, which contains only a keyboard."""

HELPER_APPS = (PORTAL_APP, AUTOMATOR_APP, KEYBOARD_APP)
"""The helper applications of clients, which clients may install again."""


PROVIDER_APPS = tuple(
    App(f"com.android.providers.{name}", label=label, launchable=False, system=True)
    for name, label in (
        ("calendar", "Calendar Storage"),
        ("contacts", "Contacts Storage"),
        ("media", "Media Storage"),
        ("telephony", "Phone and Messaging Storage"),
    )
)
"""The applications without a screen that store calendars, contacts, calls, media and messages."""


def list_apps(phone: PhoneAccess) -> tuple[App, ...]:
    """List the installed applications."""
    return (*query(phone, "apps", kind=tuple[App, ...]), *HELPER_APPS, *PROVIDER_APPS)


def find_app(phone: PhoneAccess, package: str) -> App | None:
    """Find an installed application by package name, or return None if it is not installed."""
    own = find_own_package(package)
    return next((app for app in list_apps(phone) if find_own_package(app.package) == own), None)


def get_focus(phone: PhoneAccess) -> Focus:
    """Return the focused activity and window."""
    return query(phone, "focus", kind=Focus)


def list_tasks(phone: PhoneAccess) -> tuple[Task, ...]:
    """List the open applications, most recent first."""
    return query(phone, "stack", kind=tuple[Task, ...])


def list_notifications(phone: PhoneAccess) -> tuple[Notification, ...]:
    """List the notifications that the phone currently shows."""
    return query(phone, "notifications", kind=tuple[Notification, ...])


def get_input_methods(phone: PhoneAccess) -> InputMethods:
    """Return the installed and enabled input methods, and the current one."""
    return query(phone, "ime", kind=InputMethods)


def expand_class_name(package: str, activity: str) -> str:
    """Add the package name to an abbreviated activity class such as `.MainActivity`."""
    return package + activity if activity.startswith(".") else activity


def abbreviate_class_name(package: str, activity: str) -> str:
    """Remove the package name from an activity's class name, as Android does in its output."""
    return activity[len(package) :] if activity.startswith(package + ".") else activity


def object_hash(text: str) -> str:
    """Compute a hexadecimal hash like those that identify objects in Android's output."""
    total = 0
    for character in text:
        total = (total * 31 + ord(character)) & 0xFFFFFFF
    return f"{total:07x}"


def get_user_id(package: str) -> int:
    """Compute a fixed Linux user ID for a package from its name."""
    return 10000 + int(object_hash(package), 16) % 9000


def get_process_id(package: str) -> int:
    """Compute a fixed process ID for a package from its name."""
    return 2000 + int(object_hash(package), 16) % 28000


def get_task_id(package: str) -> int:
    """Compute a fixed task ID for a package from its name."""
    return 10 + int(object_hash(package), 16) % 900
