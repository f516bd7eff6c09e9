"""Phone wrapper that reports the loss of the renderer."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from onscreen_practice.phone.phone_errors import RendererLost
from onscreen_practice.phone.shell.phone_interface import Json, PhoneAccess
from onscreen_practice.phone.wrapped_phone import WrappedPhone


class WatchedPhone(WrappedPhone):
    """Phone wrapper that runs `on_lost` when a call fails because the renderer is lost."""

    def __init__(self, phone: PhoneAccess, *, on_lost: Callable[[], None]) -> None:
        super().__init__(phone)
        self._on_lost = on_lost

    def screenshot(self) -> bytes:
        """Take a screenshot of the phone as a PNG image.

        Raises:
            PhoneError: the renderer is lost.
        """
        with self._watch():
            return self._phone.screenshot()

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the phone (screen/api.js) and return its result.

        Raises:
            PhoneError: the function failed, or the renderer is lost.
        """
        with self._watch():
            return self._phone.call(function, *arguments)

    def reset(self, seed: int | None = None) -> None:
        """Reset the phone to the initial state for a random seed, by default the current one.

        Raises:
            PhoneError: the renderer is lost.
        """
        with self._watch():
            self._phone.reset(seed)

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Change the screen size and density; an omitted value is restored to the physical one.

        Raises:
            PhoneError: the renderer is lost.
        """
        with self._watch():
            self._phone.resize(size, density=density)

    @contextlib.contextmanager
    def _watch(self) -> Iterator[None]:
        try:
            yield
        except RendererLost:
            self._on_lost()
            raise
