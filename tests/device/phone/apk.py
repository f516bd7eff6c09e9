"""Minimal APK files for tests of installation."""

from __future__ import annotations

import io
import struct
import zipfile

_XML, _STRING_POOL, _START_ELEMENT = 0x0003, 0x0001, 0x0102
_NONE, _STRING_VALUE = 0xFFFFFFFF, 0x03000008


def make_apk(package: str) -> bytes:
    """Create an APK that contains nothing but a binary manifest with this package name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("AndroidManifest.xml", _make_manifest(("manifest", "package", package)))
    return buffer.getvalue()


def _make_manifest(strings: tuple[str, ...]) -> bytes:
    encoded = [struct.pack("<H", len(each)) + each.encode("utf-16-le") + b"\0\0" for each in strings]
    offsets = [sum(map(len, encoded[:i])) for i in range(len(encoded))]
    text = b"".join(encoded)
    text += bytes(-len(text) % 4)
    first = 28 + 4 * len(offsets)
    pool = (
        struct.pack("<5I", len(strings), 0, 0, first, 0) + struct.pack(f"<{len(offsets)}I", *offsets) + text
    )
    attribute = struct.pack("<5I", _NONE, 1, 2, _STRING_VALUE, 2)
    element = struct.pack("<4I6H", 1, _NONE, _NONE, 0, 20, 20, 1, 0, 0, 0) + attribute
    chunks = _chunk(_STRING_POOL, 28, pool) + _chunk(_START_ELEMENT, 16, element)
    return _chunk(_XML, 8, chunks)


def _chunk(kind: int, header_bytes: int, data: bytes) -> bytes:
    return struct.pack("<HHI", kind, header_bytes, len(data) + 8) + data
