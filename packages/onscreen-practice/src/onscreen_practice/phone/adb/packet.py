"""The packets of the adb protocol, and how they are cut out of a stream of bytes."""

from __future__ import annotations

from struct import Struct as Layout

import msgspec

SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS = (
    int.from_bytes(name, "little")
    for name in (b"SYNC", b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH", b"STLS")
)
COMMANDS = frozenset((SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS))
MAX_PAYLOAD = 1 << 20
VERSION_CHECKED = 0x01000000
"""Every packet carries the sum of its bytes, and a wrong sum ends the connection."""
VERSION_UNCHECKED = 0x01000001
"""The sum is neither sent nor looked at."""

_HEADER = Layout("<6I")
_WORD = 0xFFFFFFFF


class BadPacket(Exception):
    """Bytes that are no packet of this protocol."""


class Packet(msgspec.Struct, frozen=True):
    """One packet: its command, its two arguments, its data and the sum that came with it."""

    command: int
    first: int = 0
    second: int = 0
    data: bytes = b""
    checksum: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether the sum that came with the packet is that of its data."""
        return self.checksum == checksum(self.data)


def checksum(data: bytes) -> int:
    """Return the sum of the bytes, as the protocol takes it."""
    return sum(data) & _WORD


def encoded(packet: Packet, *, with_checksum: bool) -> bytes:
    """Return the packet as it goes over the wire."""
    total = checksum(packet.data) if with_checksum else 0
    magic = packet.command ^ _WORD
    size = len(packet.data)
    head = _HEADER.pack(packet.command, packet.first, packet.second, size, total, magic)
    return head + packet.data


class PacketReader:
    """Cuts packets out of bytes that arrive in pieces of any size."""

    def __init__(self) -> None:
        self._held = bytearray()

    @property
    def is_waiting(self) -> bool:
        """Whether a packet has begun to arrive and is not whole yet."""
        return bool(self._held)

    def add(self, piece: bytes) -> None:
        """Take the bytes that arrived; never raises."""
        self._held += piece

    def next(self) -> Packet | None:
        """Return the next whole packet; None until more bytes arrive.

        Raises:
            BadPacket: the bytes are no packet.
        """
        if len(self._held) < _HEADER.size:
            return None
        command, first, second, size, total, magic = _HEADER.unpack_from(self._held)
        if magic != command ^ _WORD or command not in COMMANDS:
            raise BadPacket(f"no packet begins with {bytes(self._held[:4])!r} and the magic {magic:#010x}")
        if size > MAX_PAYLOAD:
            raise BadPacket(f"a packet of {size} bytes; the most is {MAX_PAYLOAD}")
        end = _HEADER.size + size
        if len(self._held) < end:
            return None
        data = bytes(memoryview(self._held)[_HEADER.size : end])
        del self._held[:end]
        return Packet(command, first, second, data, total)
