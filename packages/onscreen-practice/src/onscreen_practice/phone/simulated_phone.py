"""Simulated phone without an adb interface, rendered by a browser from a generated state."""

from __future__ import annotations

import time
from threading import Lock

import msgspec

from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.devtools_page import Json as Json
from onscreen_practice.phone.initial_phone_state import INTERRUPTIONS, PhoneState, build_phone_state
from onscreen_practice.phone.phone_errors import InvalidPhoneOptions
from onscreen_practice.phone.renderer import DisplaySize, Renderer

DEFAULT_SIZE, DEFAULT_DENSITY, BASE_DENSITY = (1080, 2400), 400, 160
_MIN_PX, _MAX_PX = 200, 8000
_MIN_DENSITY, _MAX_DENSITY = 72, 1000


class Motion(msgspec.Struct, frozen=True):
    """Settings for changes on the phone without input: a running clock and animations.

    Without `running_clock`, the clock advances by a second with every input and otherwise stands still, so
    that runs are reproducible.
    """

    running_clock: bool = False
    animations: bool = False


STILL = Motion()


class Handset:
    """Simulated phone with a screen and an internal state.

    All methods are thread-safe.
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        size: tuple[int, int] = DEFAULT_SIZE,
        density: int = DEFAULT_DENSITY,
        browser: str | Chromium = "",
        interruptions: tuple[str, ...] = (),
        motion: Motion = STILL,
    ) -> None:
        """Start a phone with the initial state generated from the random seed `seed`.

        `browser` is the path of the browser that renders the phone, or an already started browser, which the
        phone closes. An empty path starts an installed browser.

        Raises:
            InvalidPhoneOptions: the size, the density or an interruption name is invalid.
            PhoneError: no browser was found to render the phone.
        """
        self.seed, self.size, self.density = seed, size, density
        self._interruptions, self._motion = _check_interruptions(interruptions), motion
        self._clock_lock, self._last_sec = Lock(), time.monotonic()
        self._current_size, self._current_density = size, density
        self._rendered_size = _check_size(size, density=density)
        chromium = Chromium(browser) if isinstance(browser, str) else browser
        build_phone_state(seed)  # while the browser starts
        self._renderer = Renderer(self._rendered_size, chromium=chromium)
        self.reset(seed)

    @property
    def shown_size(self) -> tuple[int, int]:
        """Current screen size as (width, height) in pixels, in the natural orientation."""
        return self._current_size

    @property
    def shown_density(self) -> int:
        """Current screen density in dots per inch."""
        return self._current_density

    @property
    def pid(self) -> int:
        """Process ID of the browser that renders the phone, or 0 if none is running."""
        return self._renderer.pid

    def screenshot(self) -> bytes:
        """Take a screenshot of the phone as a PNG image.

        Raises:
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        self._advance_clock()
        return self._renderer.screenshot()

    def call(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function of the page's `phone` object and return its result.

        The functions are defined in screen/api.js.

        Raises:
            PhoneError: the function threw an exception; the message is the exception's.
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        self._advance_clock()
        result = self._renderer.call(function, *arguments)
        if function == "orientation":
            self._apply_rotation()
        return result

    def reset(self, seed: int | None = None) -> None:
        """Reset the phone to the initial state for a random seed.

        The current seed is kept if `seed` is None.

        Raises:
            RendererLost: the browser has exited, and no new one starts.
        """
        self._load_state(seed)

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Change the screen size and density.

        An omitted value is restored to the one given at construction.

        Raises:
            InvalidPhoneOptions: the size or the density is invalid.
            RendererLost: the browser has exited or does not respond, and no new one starts.
        """
        new_size, new_density = size or self.size, density or self.density
        _check_size(new_size, density=new_density)
        self._current_size, self._current_density = new_size, new_density
        self._apply_rotation()

    def close(self) -> None:
        """Stop the browser process if it is still running."""
        self._renderer.close()

    def _advance_clock(self) -> None:
        """Advance the phone's clock, if it runs, by the whole seconds since the last call."""
        if not self._motion.running_clock:
            return
        with self._clock_lock:
            passed_sec = int(time.monotonic() - self._last_sec)
            self._last_sec += passed_sec
        if passed_sec:
            self._renderer.call("advance", passed_sec * 1000)

    def _load_state(self, seed: int | None) -> None:
        if seed is None:
            self._renderer.call("reset")
        else:
            self.seed = seed
            encoded_state = _encode_state(
                build_phone_state(seed), interruptions=self._interruptions, motion=self._motion
            )
            display = self._rendered_size
            self._renderer.call("load", encoded_state, display.ratio, display.width, display.height)
        self._apply_rotation()
        self._renderer.collect_garbage()

    def _apply_rotation(self) -> None:
        focus = self._renderer.call("focus")
        rotation = focus["rotation"] if isinstance(focus, dict) else 0
        width, height = self._current_size
        is_landscape = rotation in {1, 3}
        display = _check_size(
            (height, width) if is_landscape else (width, height), density=self._current_density
        )
        if display != self._rendered_size:
            self._renderer.resize(display)
            self._rendered_size = display


def _check_size(size: tuple[int, int], *, density: int) -> DisplaySize:
    if not all(_MIN_PX <= side <= _MAX_PX for side in size):
        raise InvalidPhoneOptions(
            f"the size is {size[0]}x{size[1]}; each side must be {_MIN_PX} to {_MAX_PX} pixels"
        )
    if not _MIN_DENSITY <= density <= _MAX_DENSITY:
        limits = f"{_MIN_DENSITY} to {_MAX_DENSITY}"
        raise InvalidPhoneOptions(f"the density is {density}; it must be {limits} dots per inch")
    return DisplaySize(*size, density / BASE_DENSITY)


def _check_interruptions(interruptions: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [each for each in interruptions if each not in INTERRUPTIONS]
    if unknown:
        raise InvalidPhoneOptions(
            f"unknown interruption {unknown[0]!r}; expected one of: {', '.join(INTERRUPTIONS)}"
        )
    return interruptions


def _encode_state(state: PhoneState, *, interruptions: tuple[str, ...], motion: Motion) -> str:
    system = msgspec.structs.replace(
        state.system, interruptions=interruptions, **msgspec.structs.asdict(motion)
    )
    return msgspec.json.encode(msgspec.structs.replace(state, system=system)).decode()
