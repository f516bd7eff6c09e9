"""The phone itself: the state from a seed, and a browser that draws it; it knows nothing of adb."""

from __future__ import annotations

import msgspec

from onscreen_practice.phone.browser_page import Json as Json
from onscreen_practice.phone.phone_errors import BadPhone, PhoneGone
from onscreen_practice.phone.phone_state import TROUBLES, World, world
from onscreen_practice.phone.renderer import Drawing, Size

SIZE, DENSITY, BASE_DENSITY = (1080, 2400), 400, 160
_LEAST_PX, _MOST_PX = 200, 8000
_LEAST_DENSITY, _MOST_DENSITY = 72, 1000


class Handset:
    """A phone with a screen and a state; its methods may be called from any thread and take turns."""

    def __init__(
        self,
        *,
        seed: int = 0,
        size: tuple[int, int] = SIZE,
        density: int = DENSITY,
        browser: str = "",
        troubles: tuple[str, ...] = (),
    ) -> None:
        """Start the phone of this seed.

        Raises:
            BadPhone: no phone has such a size, density or trouble.
            PhoneError: no browser is there to draw it.
        """
        self.seed, self.size, self.density = seed, size, density
        self._troubles = _known(troubles)
        self._shown, self._dense = size, density
        self._drawn = _size(size, density=density)
        self._drawing = Drawing(self._drawn, browser=browser)
        self.reset(seed)

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height in pixels as they are now, whatever the rotation."""
        return self._shown

    @property
    def shown_density(self) -> int:
        """Dots an inch as they are now."""
        return self._dense

    @property
    def pid(self) -> int:
        """The process of the browser that draws the phone, 0 when there is none."""
        return self._drawing.pid

    def picture(self) -> bytes:
        """Return what is shown as PNG.

        Raises:
            PhoneGone: the browser is gone.
        """
        return self._drawing.picture()

    def ask(self, function: str, *arguments: Json) -> Json:
        """Call a function of the page's `phone` (screen/api.js) and return what it returns.

        Raises:
            PhoneError: the function threw; the message is its own.
            PhoneGone: the browser is gone.
        """
        found = self._drawing.call(function, *arguments)
        if function == "orientation":
            self._draw_at()
        return found

    def reset(self, seed: int | None = None) -> None:
        """Bring the phone back to how the one of this seed begins; None is the same seed again.

        Where the browser is gone, a new one draws from now on.

        Raises:
            PhoneError: no new browser starts.
        """
        try:
            self._begin(seed)
        except PhoneGone:
            self._drawing.restart()
            self._begin(self.seed if seed is None else seed)

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Draw at another size or density; None is the one it was made with.

        Raises:
            BadPhone: no phone has such a size or density.
            PhoneGone: the browser is gone.
        """
        shown, dense = size or self.size, density or self.density
        _size(shown, density=dense)
        self._shown, self._dense = shown, dense
        self._draw_at()

    def close(self) -> None:
        """End the browser; may be called more than once."""
        self._drawing.close()

    def _begin(self, seed: int | None) -> None:
        if seed is None:
            self._drawing.call("reset")
        else:
            self.seed = seed
            begun = _state(world(seed), troubles=self._troubles)
            at = self._drawn
            self._drawing.call("load", begun, at.ratio, at.width, at.height)
        self._draw_at()
        self._drawing.tidy()

    def _draw_at(self) -> None:
        turned = self._drawing.call("focus")
        rotation = turned["rotation"] if isinstance(turned, dict) else 0
        width, height = self._shown
        lying = rotation in {1, 3}
        turned_size = _size((height, width) if lying else (width, height), density=self._dense)
        if turned_size != self._drawn:
            self._drawing.resize(turned_size)
            self._drawn = turned_size


def _size(size: tuple[int, int], *, density: int) -> Size:
    if not all(_LEAST_PX <= side <= _MOST_PX for side in size):
        raise BadPhone(f"the size is {size[0]}x{size[1]}; each side must be {_LEAST_PX} to {_MOST_PX} pixels")
    if not _LEAST_DENSITY <= density <= _MOST_DENSITY:
        limits = f"{_LEAST_DENSITY} to {_MOST_DENSITY}"
        raise BadPhone(f"the density is {density}; it must be {limits} dots an inch")
    return Size(*size, density / BASE_DENSITY)


def _known(troubles: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [each for each in troubles if each not in TROUBLES]
    if unknown:
        raise BadPhone(f"there is no trouble {unknown[0]!r}; there are {', '.join(TROUBLES)}")
    return troubles


def _state(begun: World, *, troubles: tuple[str, ...]) -> str:
    system = msgspec.structs.replace(begun.system, troubles=troubles)
    return msgspec.json.encode(msgspec.structs.replace(begun, system=system)).decode()
