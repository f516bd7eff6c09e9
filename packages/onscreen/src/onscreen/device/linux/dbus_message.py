"""Encoding of D-Bus method calls and decoding of replies and signals, as little-endian messages.

Source: D-Bus Specification 0.43, sections "Message Protocol" and "Marshaling".
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec

DBusValue: TypeAlias = "str | int | float | bool | tuple[DBusValue, ...]"
"""A decoded value. Arrays and structures are tuples, dictionaries are tuples of pairs."""

Decoder: TypeAlias = Callable[[bytes, int], tuple[DBusValue, int]]
"""Function that decodes one value at an offset and returns it with the offset after the value."""

CALL, REPLY, ERROR, SIGNAL = 1, 2, 3, 4
"""Message types."""
_PATH, _INTERFACE, _MEMBER, _ERROR_NAME, _REPLY_SERIAL, _DESTINATION, _SENDER, _SIGNATURE = range(1, 9)
_FIXED_HEADER_BYTES = 16
MAX_MESSAGE_BYTES = 1 << 27
"""Largest message that the specification allows, in bytes."""
MAX_DEPTH = 32
"""Deepest nesting of arrays and structures that the specification allows."""

_NUMBERS = {
    "y": struct.Struct("<B"), "n": struct.Struct("<h"), "q": struct.Struct("<H"), "i": struct.Struct("<i"),
    "u": struct.Struct("<I"), "x": struct.Struct("<q"), "t": struct.Struct("<Q"), "d": struct.Struct("<d"),
}  # fmt: skip
_ALIGNMENTS = {
    "y": 1, "b": 4, "n": 2, "q": 2, "i": 4, "u": 4, "x": 8, "t": 8, "d": 8, "s": 4, "o": 4, "g": 1, "a": 4,
    "(": 8, "{": 8, "v": 1,
}  # fmt: skip
_UINT = _NUMBERS["u"]
_HEADER = struct.Struct("<cBBBIII")
_REPLY_SERIAL_FIELD = bytes((_REPLY_SERIAL, 1)) + b"u\0"
"""Start of the field with the serial number of the answered call, which follows in 4 bytes."""
_REPLY_SERIAL_BYTES = 8


class MalformedMessage(ValueError):
    """Raised if a message does not follow the D-Bus specification."""


class Call(msgspec.Struct, frozen=True):
    """Method call of an object.

    `destination` is the bus name of the receiver, "" on a direct connection. `arguments` match `signature`,
    which may contain the types s, o, i, u, b and d, an array of texts (as), a dictionary of texts (a{ss}),
    whose argument is a tuple of alternating keys and values, and a variant that contains a boolean (v).
    """

    destination: str
    path: str
    interface: str
    member: str
    signature: str = ""
    arguments: tuple[str | int | float | bool | tuple[str, ...], ...] = ()


class Message(msgspec.Struct, frozen=True):
    """Received message: a reply, an error or a signal.

    `reply_to` is the serial number of the answered call, 0 for a signal. `error` is the name of the
    error, "" without one.
    """

    kind: int
    reply_to: int = 0
    error: str = ""
    sender: str = ""
    path: str = ""
    member: str = ""
    body: tuple[DBusValue, ...] = ()

    @property
    def value(self) -> DBusValue:
        """The first value of the body, () without one."""
        return self.body[0] if self.body and not self.error else ()

    @property
    def text(self) -> str:
        """The first value if it is a text, otherwise ""."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def number(self) -> float:
        """The first value if it is a number, otherwise 0."""
        return float(self.value) if isinstance(self.value, int | float) else 0.0

    @property
    def items(self) -> tuple[DBusValue, ...]:
        """The first value if it is an array or a structure, otherwise ()."""
        return self.value if isinstance(self.value, tuple) else ()


def encode_call(call: Call, serial: int) -> bytes:
    """Encode a method call with the given serial number."""
    path = _encode_path(call.path)
    fields_size, body_size, rest = _encode_rest(
        call.destination,
        call.interface,
        member=call.member,
        signature=call.signature,
        arguments=call.arguments,
    )
    header = _HEADER.pack(b"l", CALL, 0, 1, body_size, serial, len(path) + fields_size)
    return header + path + rest


@lru_cache(maxsize=4096)
def _encode_path(path: str) -> bytes:
    """Encode the field with the path, which is often the same for consecutive calls."""
    field = bytearray()
    _encode_field(field, path, code=_PATH, kind="o")
    _pad(field, 8)
    return bytes(field)


@lru_cache(maxsize=1024)
def _encode_rest(
    destination: str,
    interface: str,
    *,
    member: str,
    signature: str,
    arguments: tuple[str | int | float | bool | tuple[str, ...], ...],
) -> tuple[int, int, bytes]:
    """Encode the message after the path; returns its size without body, the body's size, and the bytes."""
    fields = bytearray()
    for code, text in ((_DESTINATION, destination), (_INTERFACE, interface), (_MEMBER, member)):
        _encode_field(fields, text, code=code, kind="s")
    _encode_field(fields, signature, code=_SIGNATURE, kind="g")
    size, body = len(fields), _encode_body(signature, arguments)
    _pad(fields, 8)
    return size, len(body), bytes(fields) + body


def _encode_field(fields: bytearray, text: str, *, code: int, kind: str) -> None:
    """Append a field of the header at a multiple of 8 bytes, unless its text is empty."""
    if text:
        _pad(fields, 8)
        fields += bytes((code, 1)) + kind.encode() + b"\0"
        _encode_text(fields, text, kind=kind)


def split_message(buffer: bytearray) -> Message | None:
    """Remove the first complete message from a buffer and decode it.

    Returns None if the buffer contains no complete message.

    Raises:
        MalformedMessage: the bytes are not a message.
    """
    if len(buffer) < _FIXED_HEADER_BYTES:
        return None
    order, kind, _, _, body_size, _, fields_size = _HEADER.unpack_from(buffer)
    if order != b"l":
        raise MalformedMessage(f"expected a little-endian message, which begins with 'l'; found {order!r}")
    header_size = _aligned(_FIXED_HEADER_BYTES + fields_size, 8)
    size = header_size + body_size
    if size > MAX_MESSAGE_BYTES:
        raise MalformedMessage(f"expected at most {MAX_MESSAGE_BYTES} bytes; found a message of {size} bytes")
    if len(buffer) < size:
        return None
    data = bytes(memoryview(buffer)[:size])
    del buffer[:size]
    try:
        return _decode(data, kind, fields_end=_FIXED_HEADER_BYTES + fields_size, header_size=header_size)
    except (struct.error, UnicodeError, IndexError, ValueError) as error:
        raise MalformedMessage(f"a message of {size} bytes cannot be decoded: {error}") from error


def _decode(data: bytes, kind: int, *, fields_end: int, header_size: int) -> Message:
    reply_to, start, end = 0, data.find(_REPLY_SERIAL_FIELD, _FIXED_HEADER_BYTES, fields_end), fields_end
    if start < 0 or start % 8:
        fields = data[_FIXED_HEADER_BYTES:fields_end]
    else:
        end = start + _REPLY_SERIAL_BYTES
        (reply_to,) = _UINT.unpack_from(data, start + len(_REPLY_SERIAL_FIELD))
        fields = data[_FIXED_HEADER_BYTES:start] + data[end:fields_end]
    header, body, at = _decode_fields(fields), [], header_size
    for decode in header.decoders:
        value, at = decode(data, at)
        body.append(value)
    error = header.error if kind == ERROR else ""
    return Message(kind, reply_to, error, header.sender, header.path, header.member, tuple(body))


class _HeaderFields(NamedTuple):
    """Header fields except for the serial number of the answered call."""

    error: str
    sender: str
    path: str
    member: str
    decoders: tuple[Decoder, ...]


@lru_cache(maxsize=2048)
def _decode_fields(data: bytes) -> _HeaderFields:
    """Decode the fields of a header, with a cache because many replies have the same fields."""
    fields: dict[int, DBusValue] = {}
    at = 0
    while at < len(data):
        at = _aligned(at, 8)
        code = data[at]
        fields[code], at = _decode_variant(data, at + 1)
    error, sender, path, member = (
        str(fields.get(code, "")) for code in (_ERROR_NAME, _SENDER, _PATH, _MEMBER)
    )
    return _HeaderFields(error, sender, path, member, body_decoders(str(fields.get(_SIGNATURE, ""))))


@lru_cache(maxsize=256)
def body_decoders(signature: str) -> tuple[Decoder, ...]:
    """Return the functions that decode the values of a signature, in order.

    Raises:
        MalformedMessage: the signature is invalid.
    """
    decoders, at = [], 0
    while at < len(signature):
        decode, at = _make_decoder(signature, at)
        decoders.append(decode)
    return tuple(decoders)


def _make_decoder(signature: str, at: int, *, depth: int = 0) -> tuple[Decoder, int]:
    """Return the decoder for the type at a position of a signature, and the position after the type."""
    kind = signature[at : at + 1]
    if depth > MAX_DEPTH or kind not in _ALIGNMENTS:
        raise MalformedMessage(f"invalid signature {signature!r} at position {at}")
    if kind == "a":
        decode, end = _make_decoder(signature, at + 1, depth=depth + 1)
        return _array_decoder(decode, _ALIGNMENTS[signature[at + 1]]), end
    if kind in "({":
        members, end = [], at + 1
        while signature[end : end + 1] not in (")", "}"):
            decode, end = _make_decoder(signature, end, depth=depth + 1)
            members.append(decode)
        return _structure_decoder(tuple(members)), end + 1
    if kind == "v":
        return _decode_variant, at + 1
    if kind in "sog":
        return (_decode_signature if kind == "g" else _decode_text), at + 1
    return (_decode_boolean if kind == "b" else _number_decoder(kind)), at + 1


def _number_decoder(kind: str) -> Decoder:
    number = _NUMBERS[kind]

    def decode(data: bytes, at: int) -> tuple[DBusValue, int]:
        at = _aligned(at, number.size)
        return number.unpack_from(data, at)[0], at + number.size

    return decode


def _array_decoder(decode_item: Decoder, alignment: int) -> Decoder:
    def decode(data: bytes, at: int) -> tuple[DBusValue, int]:
        at = _aligned(at, 4)
        (size,) = _UINT.unpack_from(data, at)
        at = _aligned(at + 4, alignment)
        end, items = at + size, []
        while at < end:
            item, at = decode_item(data, at)
            items.append(item)
        return tuple(items), at

    return decode


def _structure_decoder(members: Sequence[Decoder]) -> Decoder:
    def decode(data: bytes, at: int) -> tuple[DBusValue, int]:
        at, values = _aligned(at, 8), []
        for member in members:
            value, at = member(data, at)
            values.append(value)
        return tuple(values), at

    return decode


def _decode_boolean(data: bytes, at: int) -> tuple[DBusValue, int]:
    at = _aligned(at, 4)
    return bool(_UINT.unpack_from(data, at)[0]), at + 4


def _decode_text(data: bytes, at: int) -> tuple[DBusValue, int]:
    at = _aligned(at, 4)
    (size,) = _UINT.unpack_from(data, at)
    if at + 4 + size > len(data):
        raise MalformedMessage(f"a text of {size} bytes exceeds the message")
    return data[at + 4 : at + 4 + size].decode("utf-8", "replace"), at + 5 + size


def _decode_signature(data: bytes, at: int) -> tuple[DBusValue, int]:
    size = data[at]
    return data[at + 1 : at + 1 + size].decode("ascii"), at + 2 + size


def _decode_variant(data: bytes, at: int) -> tuple[DBusValue, int]:
    end = at + 1 + data[at]
    return _variant_decoder(data[at + 1 : end])(data, end + 1)


@lru_cache(maxsize=256)
def _variant_decoder(signature: bytes) -> Decoder:
    """Return the function that decodes a variant with a signature."""
    (decode,) = body_decoders(signature.decode("ascii"))
    return decode


def _encode_body(signature: str, arguments: Sequence[str | float | tuple[str, ...]]) -> bytes:
    body, at = bytearray(), 0
    for argument in arguments:
        kind = signature[at]
        at += 1
        if kind == "a":
            is_dictionary = signature[at] == "{"
            at += len("{ss}") if is_dictionary else len("s")
            texts = argument if isinstance(argument, tuple) else (str(argument),)
            _encode_texts(body, texts, is_dictionary=is_dictionary)
        elif kind == "v":
            body += b"\x01b\0"
            _encode_number(body, bool(argument), kind="b")
        elif kind in "so":
            _pad(body, 4)
            _encode_text(body, str(argument), kind=kind)
        else:
            _encode_number(body, argument if isinstance(argument, int | float) else 0, kind=kind)
    return bytes(body)


def _encode_number(body: bytearray, value: float, *, kind: str) -> None:
    _pad(body, _ALIGNMENTS[kind])
    number = _UINT if kind == "b" else _NUMBERS[kind]
    body += number.pack(value if kind == "d" else int(value))


def _encode_texts(body: bytearray, texts: tuple[str, ...], *, is_dictionary: bool) -> None:
    """Encode an array of texts, or a dictionary, whose entries begin at multiples of 8 bytes."""
    items = bytearray()
    for index, text in enumerate(texts):
        _pad(items, _ALIGNMENTS["{" if is_dictionary and index % 2 == 0 else "s"])
        _encode_text(items, text, kind="s")
    _pad(body, 4)
    body += _UINT.pack(len(items))
    if is_dictionary:
        _pad(body, _ALIGNMENTS["{"])
    body += items


def _encode_text(buffer: bytearray, text: str, *, kind: str) -> None:
    data = text.encode("utf-8", "replace").replace(b"\0", b"")
    buffer += (bytes((len(data),)) if kind == "g" else _UINT.pack(len(data))) + data + b"\0"


def _pad(buffer: bytearray, alignment: int) -> None:
    buffer += b"\0" * (-len(buffer) % alignment)


def _aligned(at: int, alignment: int) -> int:
    return at + -at % alignment
