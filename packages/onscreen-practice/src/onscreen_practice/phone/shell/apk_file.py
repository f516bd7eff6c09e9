"""Package name of an Android application from its APK file.

The manifest in an APK is binary XML (`ResXMLTree` in Android's ResourceTypes.h).
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

_MANIFEST = "AndroidManifest.xml"
_MAX_MANIFEST_BYTES = 1 << 24
_XML, _STRING_POOL, _START_ELEMENT = 0x0003, 0x0001, 0x0102
_UTF8_FLAG = 1 << 8
_NO_STRING = 0xFFFFFFFF
_ATTRIBUTE_BYTES = 20


class NotAnApk(Exception):
    """Raised when a file is not an APK: not a ZIP archive, truncated, or without a manifest."""


def find_package_name(apk: bytes) -> str:
    """Return the package name declared in an APK's manifest.

    Raises:
        NotAnApk: the file is not an APK.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(apk)) as archive:
            if archive.getinfo(_MANIFEST).file_size > _MAX_MANIFEST_BYTES:
                raise NotAnApk("the manifest is too large")
            return _parse_manifest(archive.read(_MANIFEST))
    except (zipfile.BadZipFile, EOFError, zlib.error, RuntimeError, ValueError) as error:
        raise NotAnApk(f"not a complete ZIP archive: {error}") from error
    except (KeyError, struct.error, IndexError) as error:
        raise NotAnApk(f"no valid {_MANIFEST}: {error}") from error


def _parse_manifest(data: bytes) -> str:
    """Return the attribute `package` of the root element."""
    kind, header_bytes = struct.unpack_from("<HH", data)
    if kind != _XML:
        raise NotAnApk(f"{_MANIFEST} is not binary XML")
    strings: tuple[str, ...] = ()
    for chunk_kind, start in _list_chunks(data, header_bytes):
        if chunk_kind == _STRING_POOL:
            strings = tuple(_read_strings(data, start))
        elif chunk_kind == _START_ELEMENT:
            return _find_attribute(data, start, strings=strings)
    raise NotAnApk(f"{_MANIFEST} has no element")


def _list_chunks(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the kind and position of each chunk."""
    while start + 8 <= len(data):
        kind, _, size = struct.unpack_from("<HHI", data, start)
        yield kind, start
        if size < 8:  # noqa: PLR2004  the bytes of a chunk's header
            raise NotAnApk(f"{_MANIFEST} has a chunk of {size} bytes")
        start += size


def _read_strings(data: bytes, start: int) -> Iterator[str]:
    count, _, flags, first = struct.unpack_from("<4I", data, start + 8)
    header_bytes = struct.unpack_from("<H", data, start + 2)[0]
    for offset in struct.unpack_from(f"<{count}I", data, start + header_bytes):
        at = start + first + offset
        yield _read_utf8(data, at) if flags & _UTF8_FLAG else _read_utf16(data, at)


def _read_utf8(data: bytes, at: int) -> str:
    for _ in range(2):  # the length in characters, then in bytes; each has one or two bytes
        length, is_long = data[at] & 0x7F, data[at] & 0x80
        length = length << 8 | data[at + 1] if is_long else length
        at += 2 if is_long else 1
    return data[at : at + length].decode()


def _read_utf16(data: bytes, at: int) -> str:
    units = struct.unpack_from("<H", data, at)[0]
    if units & 0x8000:
        units = (units & 0x7FFF) << 16 | struct.unpack_from("<H", data, at + 2)[0]
        at += 2
    return data[at + 2 : at + 2 + 2 * units].decode("utf-16-le")


def _find_attribute(data: bytes, start: int, *, strings: tuple[str, ...]) -> str:
    header_bytes = struct.unpack_from("<H", data, start + 2)[0]
    extension = start + header_bytes
    first, _, count = struct.unpack_from("<3H", data, extension + 8)
    for index in range(count):
        name, value = struct.unpack_from("<4x2I", data, extension + first + index * _ATTRIBUTE_BYTES)
        if strings[name] == "package" and value != _NO_STRING:
            return strings[int(value)]
    raise NotAnApk(f"{_MANIFEST} names no package")
