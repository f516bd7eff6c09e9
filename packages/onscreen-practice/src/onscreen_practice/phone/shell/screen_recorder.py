"""Recordings of the phone's screen, which run while other commands use the phone."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread

from PIL import Image, ImageOps

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.mp4_file import VideoFrame, encode_mp4

_INTERVAL_SEC = 0.1
_QUALITY = 80
_FIRST_PROCESS_ID = 6001


class ScreenRecording:
    """Recording of the screen by a thread, which ends after a time limit or when it is stopped.

    A frame is added whenever the screen has changed, as with `screenrecord` on a real phone.
    """

    def __init__(
        self,
        screenshot: Callable[[], bytes],
        *,
        time_limit_sec: float,
        size: tuple[int, int] | None,
        save: Callable[[bytes], object],
    ) -> None:
        """Start recording.

        Args:
            screenshot: returns the current screen as a PNG image.
            time_limit_sec: the longest duration in seconds.
            size: width and height of the video in pixels; None for those of the first screenshot.
            save: is called with the MP4 file when the recording ends. Its result is ignored, as
                `screenrecord` has no way to report that the file does not fit into the storage.
        """
        self._screenshot, self._save, self._size = screenshot, save, size
        self._time_limit_sec = time_limit_sec
        self._start_sec = time.monotonic()
        self._frames: list[VideoFrame] = []
        self._last_png = b""
        self._is_stopping, self.ended = Event(), Event()
        self._thread = Thread(target=self._record, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the recording and wait until it is saved."""
        self._is_stopping.set()
        self._thread.join()

    def _record(self) -> None:
        try:
            self._capture()
            while not self._is_stopping.wait(_INTERVAL_SEC) and self._passed_sec() < self._time_limit_sec:
                self._capture()
            self._capture()
            if self._frames and self._size:
                end_ms = int(self._passed_sec() * 1000)
                self._save(encode_mp4(self._frames, size=self._size, end_ms=end_ms))
        except PhoneError:
            return  # the phone was closed, and its files with it
        finally:
            self.ended.set()

    def _passed_sec(self) -> float:
        return time.monotonic() - self._start_sec

    def _capture(self) -> None:
        start_ms, png = int(self._passed_sec() * 1000), self._screenshot()
        if png == self._last_png:
            return
        self._last_png = png
        with Image.open(io.BytesIO(png)) as screenshot:
            self._size = self._size or screenshot.size
            picture = screenshot.convert("RGB")
        buffer = io.BytesIO()
        fitted = picture if picture.size == self._size else ImageOps.pad(picture, self._size)
        fitted.save(buffer, "JPEG", quality=_QUALITY)
        self._frames.append(VideoFrame(start_ms, buffer.getvalue()))


class RecordingProcesses:
    """The `screenrecord` processes of a phone, by process ID."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next_id = _FIRST_PROCESS_ID
        self._running: dict[int, ScreenRecording] = {}

    @property
    def running(self) -> Mapping[int, ScreenRecording]:
        """The recordings that have not ended."""
        with self._lock:
            self._running = {
                number: each for number, each in self._running.items() if not each.ended.is_set()
            }
            return dict(self._running)

    def add(self, recording: ScreenRecording) -> int:
        """Add a recording and return its process ID."""
        with self._lock:
            number, self._next_id = self._next_id, self._next_id + 1
            self._running[number] = recording
        return number

    def stop_all(self) -> None:
        """End all recordings and wait until they are saved."""
        for recording in self.running.values():
            recording.stop()
