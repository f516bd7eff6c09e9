"""The phone itself: the state from a seed, and a browser that draws it. It knows nothing of adb."""

from __future__ import annotations

import msgspec

from onscreen.worlds.phone.drawing import Drawing, Json, Size
from onscreen.worlds.phone.errors import BadPhone
from onscreen.worlds.phone.world import World, world

SIZE, DENSITY, BASE_DENSITY = (1080, 2400), 400, 160
_LEAST_PX, _MOST_PX = 200, 8000
_LEAST_DENSITY, _MOST_DENSITY = 72, 1000


class Handset:
    """A phone with a screen and a state; its methods may be called from any thread and take turns."""

    def __init__(
        self, *, seed: int = 0, size: tuple[int, int] = SIZE, density: int = DENSITY, browser: str = "", troubles: tuple[str, ...] = ()
    ) -> None:
        """Start the phone of this seed.

        Raises:
            BadPhone: no phone has such a size or density.
            PhoneError: no browser is there to draw it.
        """
        self.seed, self.size, self.density = seed, size, density
        self._troubles = troubles
        self._shown, self._dense = size, density
        self._drawing = Drawing(_size(size, density=density), browser=browser)
        self.reset(seed)

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height in pixels as they are now, whatever the rotation."""
        return self._shown

    @property
    def shown_density(self) -> int:
        """Dots an inch as they are now."""
        return self._dense

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

        Raises:
            PhoneGone: the browser is gone.
        """
        if seed is None:
            self._drawing.call("reset")
            return
        self.seed = seed
        begun = world(seed)
        begun = msgspec.structs.replace(begun, system=msgspec.structs.replace(begun.system, troubles=self._troubles))
        self._drawing.call("load", _state(begun), self._dense / BASE_DENSITY)

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

    def _draw_at(self) -> None:
        turned = self._drawing.call("focus")
        rotation = turned["rotation"] if isinstance(turned, dict) else 0
        width, height = self._shown
        lying = rotation in {1, 3}
        self._drawing.resize(_size((height, width) if lying else (width, height), density=self._dense))


def _size(size: tuple[int, int], *, density: int) -> Size:
    if not all(_LEAST_PX <= side <= _MOST_PX for side in size):
        raise BadPhone(f"the size is {size[0]}x{size[1]}; each side must be {_LEAST_PX} to {_MOST_PX} pixels")
    if not _LEAST_DENSITY <= density <= _MOST_DENSITY:
        raise BadPhone(f"the density is {density}; it must be {_LEAST_DENSITY} to {_MOST_DENSITY} dots an inch")
    return Size(*size, density / BASE_DENSITY)


def _state(begun: World) -> str:
    return msgspec.json.encode(begun).decode()
