"""Encoder and incremental parser for packets of the adb protocol."""

from __future__ import annotations

from struct import Struct as Layout

import msgspec

SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS = (
    int.from_bytes(name, "little")
    for name in (b"SYNC", b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH", b"STLS")
)
COMMANDS = frozenset((SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS))
MAX_PAYLOAD = 1 << 20
VERSION_MIN = 0x01000000
"""Protocol version in which each packet carries a checksum that must match."""
VERSION_SKIP_CHECKSUM = 0x01000001
"""Protocol version in which checksums are neither sent nor verified."""

_HEADER = Layout("<6I")
_UINT32_MAX = 0xFFFFFFFF


class InvalidPacket(Exception):
    """Raised when received bytes are not a valid adb packet."""


class Packet(msgspec.Struct, frozen=True):
    """An adb packet with its command, two arguments, payload and checksum."""

    command: int
    arg0: int = 0
    arg1: int = 0
    data: bytes = b""
    checksum: int = 0

    @property
    def has_valid_checksum(self) -> bool:
        """Return True if the received checksum matches the payload."""
        return self.checksum == compute_checksum(self.data)


def compute_checksum(data: bytes) -> int:
    """Compute the adb checksum of a payload, which is the sum of its bytes modulo 2**32."""
    return sum(data) & _UINT32_MAX


def encode_packet(packet: Packet, *, with_checksum: bool) -> bytes:
    """Encode a packet as bytes to send over the network."""
    checksum = compute_checksum(packet.data) if with_checksum else 0
    magic = packet.command ^ _UINT32_MAX
    size = len(packet.data)
    header = _HEADER.pack(packet.command, packet.arg0, packet.arg1, size, checksum, magic)
    return header + packet.data


class PacketReader:
    """Incremental parser for adb packets that arrive in chunks of any size."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def has_partial_packet(self) -> bool:
        """Return True if some received bytes have not been parsed yet."""
        return bool(self._buffer)

    def add(self, chunk: bytes) -> None:
        """Append received bytes to the buffer."""
        self._buffer += chunk

    def next(self) -> Packet | None:
        """Parse the next packet, or return None if more bytes are needed.

        Raises:
            InvalidPacket: the bytes are not a packet.
        """
        if len(self._buffer) < _HEADER.size:
            return None
        command, arg0, arg1, size, total, magic = _HEADER.unpack_from(self._buffer)
        if magic != command ^ _UINT32_MAX or command not in COMMANDS:
            raise InvalidPacket(
                f"no packet starts with {bytes(self._buffer[:4])!r} and has the magic {magic:#010x}"
            )
        if size > MAX_PAYLOAD:
            raise InvalidPacket(f"a packet of {size} bytes; the maximum is {MAX_PAYLOAD}")
        end = _HEADER.size + size
        if len(self._buffer) < end:
            return None
        data = bytes(memoryview(self._buffer)[_HEADER.size : end])
        del self._buffer[:end]
        return Packet(command, arg0, arg1, data, total)
