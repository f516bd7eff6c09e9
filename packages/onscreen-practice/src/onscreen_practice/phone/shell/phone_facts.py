"""What the shell needs of a phone, and the facts it asks it for."""

from __future__ import annotations

from typing import Protocol, TypeAlias, TypeVar

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Fact = TypeVar("Fact")


class Phone(Protocol):
    """A phone whose screen can be seen and touched; its calls may come from any thread."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, as it is made."""

    @property
    def density(self) -> int:
        """Dots an inch of the screen, as it is made."""

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height as they are now, whatever the rotation."""

    @property
    def shown_density(self) -> int:
        """Dots an inch as they are now."""

    def screenshot(self) -> bytes:
        """Return a PNG of what is shown now.

        Raises:
            PhoneError: the phone is gone.
        """

    def ask(self, function: str, *arguments: Json) -> Json:
        """Call one of the phone's own functions.

        Raises:
            PhoneError: the function failed, or the phone is gone.
        """

    def reset(self, seed: int | None = None) -> None:
        """Bring everything back to the beginning of a seed; None: the same one.

        Raises:
            PhoneError: the phone is gone.
        """

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Set the size of the picture and the density; None: the physical one.

        Raises:
            PhoneError: the phone is gone.
        """


class App(msgspec.Struct, frozen=True):
    """An installed application."""

    package: str
    activity: str = ".MainActivity"
    label: str = ""
    launchable: bool = True
    system: bool = False


class Focus(msgspec.Struct, frozen=True):
    """What has the focus."""

    package: str
    activity: str
    window: str = ""
    keyboard: bool = False
    rotation: int = 0
    awake: bool = True


class Task(msgspec.Struct, frozen=True):
    """An application that was opened."""

    package: str
    activity: str


class Notice(msgspec.Struct, frozen=True):
    """A notification that is shown."""

    package: str
    title: str = ""
    text: str = ""
    key: str = ""


class Keyboards(msgspec.Struct, frozen=True):
    """The input methods there are."""

    current: str
    enabled: tuple[str, ...]
    all: tuple[str, ...]


def fact(phone: Phone, function: str, *, of: type[Fact]) -> Fact:
    """Ask the phone for something and read it as what it is."""
    return read_as(phone.ask(function), of)


def read_as(value: Json, kind: type[Fact]) -> Fact:
    """Return what the phone answered as what it is.

    Raises:
        PhoneError: it is something else.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise PhoneError(f"the phone answered what cannot be: {error}") from error


def apps(phone: Phone) -> tuple[App, ...]:
    """Return the installed applications."""
    return fact(phone, "apps", of=tuple[App, ...])


def app_of(phone: Phone, package: str) -> App | None:
    """Return the application of this package, None where it is not installed."""
    return next((app for app in apps(phone) if app.package == package), None)


def focus(phone: Phone) -> Focus:
    """Return what has the focus."""
    return fact(phone, "focus", of=Focus)


def stack(phone: Phone) -> tuple[Task, ...]:
    """Return the opened applications, the latest first."""
    return fact(phone, "stack", of=tuple[Task, ...])


def notices(phone: Phone) -> tuple[Notice, ...]:
    """Return the notifications that are shown."""
    return fact(phone, "notifications", of=tuple[Notice, ...])


def keyboards(phone: Phone) -> Keyboards:
    """Return the input methods."""
    return fact(phone, "ime", of=Keyboards)


def full_class(package: str, activity: str) -> str:
    """Return the class of an activity with its package in front."""
    return package + activity if activity.startswith(".") else activity


def short_class(package: str, activity: str) -> str:
    """Return the class of an activity as Android abbreviates it."""
    return activity[len(package) :] if activity.startswith(package + ".") else activity


def identity(text: str) -> str:
    """Return the hexadecimal identity Android prints for an object; the same for the same text."""
    total = 0
    for character in text:
        total = (total * 31 + ord(character)) & 0xFFFFFFF
    return f"{total:07x}"


def user_of(package: str) -> int:
    """Return the user id a package runs under."""
    return 10000 + int(identity(package), 16) % 9000


def process_of(package: str) -> int:
    """Return the process id of a package."""
    return 2000 + int(identity(package), 16) % 28000


def task_of(package: str) -> int:
    """Return the number of the task a package runs in."""
    return 10 + int(identity(package), 16) % 900
