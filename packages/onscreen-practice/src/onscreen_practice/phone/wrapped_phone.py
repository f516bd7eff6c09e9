"""Base class for wrappers that modify the calls to another phone."""

from __future__ import annotations

from onscreen_practice.phone.shell.phone_interface import PhoneAccess


class WrappedPhone:
    """Base class for phone wrappers, with the screen size and density of the wrapped phone."""

    def __init__(self, phone: PhoneAccess) -> None:
        self._phone = phone

    @property
    def size(self) -> tuple[int, int]:
        """Physical screen size as (width, height) in pixels."""
        return self._phone.size

    @property
    def density(self) -> int:
        """Physical screen density in dots per inch."""
        return self._phone.density

    @property
    def shown_size(self) -> tuple[int, int]:
        """Current screen size as (width, height) in pixels, in the natural orientation."""
        return self._phone.shown_size

    @property
    def shown_density(self) -> int:
        """Current screen density in dots per inch."""
        return self._phone.shown_density
