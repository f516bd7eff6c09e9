"""The phone interface that the shell uses, and typed queries of the phone's state."""

from __future__ import annotations

from typing import Protocol, TypeAlias, TypeVar

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Value = TypeVar("Value")


class Phone(Protocol):
    """A phone whose screen can be captured and operated; all calls are thread-safe."""

    @property
    def size(self) -> tuple[int, int]:
        """Physical (width, height) of the screen in pixels."""

    @property
    def density(self) -> int:
        """Physical density of the screen in dots per inch."""

    @property
    def shown_size(self) -> tuple[int, int]:
        """Current (width, height) in pixels in the natural orientation."""

    @property
    def shown_density(self) -> int:
        """Current density in dots per inch."""

    def screenshot(self) -> bytes:
        """Return the current screen as a PNG image.

        Raises:
            PhoneError: the renderer has exited.
        """

    def call(self, function: str, *arguments: Json) -> Json:
        """Call one of the phone's functions (screen/api.js) and return its result.

        Raises:
            PhoneError: the function failed, or the renderer has exited.
        """

    def reset(self, seed: int | None = None) -> None:
        """Restore the initial state of a seed; None keeps the current seed.

        Raises:
            PhoneError: the renderer has exited.
        """

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Set the screen size and density; None restores the physical value.

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


class Focus(msgspec.Struct, frozen=True):
    """The focused activity and window, and the state of keyboard, rotation and power."""

    package: str
    activity: str
    window: str = ""
    keyboard: bool = False
    rotation: int = 0
    awake: bool = True


class Task(msgspec.Struct, frozen=True):
    """An application that is open."""

    package: str
    activity: str


class Notification(msgspec.Struct, frozen=True):
    """A notification on the screen."""

    package: str
    title: str = ""
    text: str = ""
    key: str = ""


class InputMethods(msgspec.Struct, frozen=True):
    """The installed input methods and the current one."""

    current: str
    enabled: tuple[str, ...]
    all: tuple[str, ...]


def query(phone: Phone, function: str, *, kind: type[Value]) -> Value:
    """Call a phone function without arguments and convert its result to `kind`."""
    return convert_answer(phone.call(function), kind)


def convert_answer(value: Json, kind: type[Value]) -> Value:
    """Convert a phone function's result to a type.

    Raises:
        PhoneError: the result does not have this type.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise PhoneError(f"the phone returned an unexpected result: {error}") from error


PORTAL_APP = App("com.mobilerun.portal", label="Mobilerun Portal", launchable=False, system=True)
"""The helper application of Mobilerun, which has no screen."""


def list_apps(phone: Phone) -> tuple[App, ...]:
    """Return the installed applications."""
    return (*query(phone, "apps", kind=tuple[App, ...]), PORTAL_APP)


def find_app(phone: Phone, package: str) -> App | None:
    """Return the application with this package, or None if it is not installed."""
    return next((app for app in list_apps(phone) if app.package == package), None)


def get_focus(phone: Phone) -> Focus:
    """Return the focused activity and window."""
    return query(phone, "focus", kind=Focus)


def list_tasks(phone: Phone) -> tuple[Task, ...]:
    """Return the open applications, most recent first."""
    return query(phone, "stack", kind=tuple[Task, ...])


def list_notifications(phone: Phone) -> tuple[Notification, ...]:
    """Return the notifications on the screen."""
    return query(phone, "notifications", kind=tuple[Notification, ...])


def get_input_methods(phone: Phone) -> InputMethods:
    """Return the installed input methods and the current one."""
    return query(phone, "ime", kind=InputMethods)


def expand_class_name(package: str, activity: str) -> str:
    """Return an activity's class name with its package prefix."""
    return package + activity if activity.startswith(".") else activity


def abbreviate_class_name(package: str, activity: str) -> str:
    """Return an activity's class name without its package, as Android prints it."""
    return activity[len(package) :] if activity.startswith(package + ".") else activity


def object_hash(text: str) -> str:
    """Return a hexadecimal hash for an object's name, as Android prints identities."""
    total = 0
    for character in text:
        total = (total * 31 + ord(character)) & 0xFFFFFFF
    return f"{total:07x}"


def get_user_id(package: str) -> int:
    """Return the user id of a package."""
    return 10000 + int(object_hash(package), 16) % 9000


def get_process_id(package: str) -> int:
    """Return the process id of a package."""
    return 2000 + int(object_hash(package), 16) % 28000


def get_task_id(package: str) -> int:
    """Return the id of the task in which a package runs."""
    return 10 + int(object_hash(package), 16) % 900
