"""MP4 files whose frames are JPEG pictures.

The boxes are those of ISO/IEC 14496-12 and 14496-14. Programs based on FFmpeg and OpenCV play such files.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import groupby, pairwise

import msgspec

_TIMESCALE = 1000
"""Units of time per second in the file."""
_JPEG, _VISUAL_STREAM = 0x6C, 0x11
_DPI_72 = 72 << 16
_COLOR_DEPTH = 24
_UNITY_MATRIX = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
_IN_MOVIE_AND_PREVIEW = 7


class VideoFrame(msgspec.Struct, frozen=True):
    """A picture of a video, as JPEG data, and its start time in milliseconds."""

    start_ms: int
    jpeg: bytes


def encode_mp4(frames: Sequence[VideoFrame], *, size: tuple[int, int], end_ms: int) -> bytes:
    """Encode pictures of the same size as an MP4 file.

    Args:
        frames: the pictures, at least one, in the order of their times.
        size: width and height of the pictures in pixels.
        end_ms: the end of the last picture in milliseconds.
    """
    starts_ms = [frame.start_ms for frame in frames]
    durations_ms = [max(1, end - start) for start, end in pairwise((*starts_ms, end_ms))]
    header = _box("ftyp", b"isom", struct.pack(">I", 0x200), b"isomiso2mp41")
    data = _box("mdat", *(frame.jpeg for frame in frames))
    first_byte = len(header) + 8
    tables = _sample_tables([len(frame.jpeg) for frame in frames], durations_ms, first_byte=first_byte)
    description = _box("stsd", struct.pack(">II", 0, 1), _jpeg_entry(*size))
    return header + data + _movie(_box("stbl", description, tables), size, duration_ms=sum(durations_ms))


def _box(kind: str, *parts: bytes) -> bytes:
    data = b"".join(parts)
    return struct.pack(">I4s", len(data) + 8, kind.encode()) + data


def _sample_tables(sizes: Sequence[int], durations_ms: Sequence[int], *, first_byte: int) -> bytes:
    """Build the tables of the frames' durations, sizes and position, all frames in one chunk."""
    runs = [(len(list(group)), duration) for duration, group in groupby(durations_ms)]
    times = struct.pack(">II", 0, len(runs)) + b"".join(struct.pack(">II", *run) for run in runs)
    return b"".join(
        (
            _box("stts", times),
            _box("stsc", struct.pack(">5I", 0, 1, 1, len(sizes), 1)),
            _box("stsz", struct.pack(">3I", 0, 0, len(sizes)), struct.pack(f">{len(sizes)}I", *sizes)),
            _box("stco", struct.pack(">3I", 0, 1, first_byte)),
        )
    )


def _jpeg_entry(width: int, height: int) -> bytes:
    """Build the description of a track of JPEG pictures."""
    decoder = struct.pack(">BBBBBHII", 4, 13, _JPEG, _VISUAL_STREAM, 0, 0, 0, 0)
    stream = struct.pack(">BBHB", 3, 3 + len(decoder) + 3, 1, 0) + decoder + b"\x06\x01\x02"
    visual = struct.pack(
        ">6xH16xHHIIIH32sHh", 1, width, height, _DPI_72, _DPI_72, 0, 1, b"", _COLOR_DEPTH, -1
    )
    return _box("mp4v", visual, _box("esds", bytes(4), stream))


def _movie(sample_table: bytes, size: tuple[int, int], *, duration_ms: int) -> bytes:
    """Build the description of a movie with one video track."""
    movie = struct.pack(">5IIH10x", 0, 0, 0, _TIMESCALE, duration_ms, 1 << 16, 1 << 8)
    track = struct.pack(">6I8xHHHH", _IN_MOVIE_AND_PREVIEW, 0, 0, 1, 0, duration_ms, 0, 0, 0, 0)
    dimensions = struct.pack(">II", size[0] << 16, size[1] << 16)
    reference = _box("dref", struct.pack(">II", 0, 1), _box("url ", struct.pack(">I", 1)))
    media = _box(
        "mdia",
        _box("mdhd", struct.pack(">5IHH", 0, 0, 0, _TIMESCALE, duration_ms, 0x55C4, 0)),
        _box("hdlr", bytes(8), b"vide", bytes(12), b"VideoHandler\0"),
        _box("minf", _box("vmhd", struct.pack(">I8x", 1)), _box("dinf", reference), sample_table),
    )
    return _box(
        "moov",
        _box("mvhd", movie, _UNITY_MATRIX, bytes(24), struct.pack(">I", 2)),
        _box("trak", _box("tkhd", track, _UNITY_MATRIX, dimensions), media),
    )
