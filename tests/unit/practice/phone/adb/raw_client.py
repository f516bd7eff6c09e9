"""A client of the adb protocol that can also do wrong."""

from __future__ import annotations

import socket
from typing import Self

from onscreen_practice.phone.adb.packet import (
    CLSE,
    CNXN,
    OKAY,
    OPEN,
    VERSION_SKIP_CHECKSUM,
    WRTE,
    Packet,
    PacketReader,
    encode_packet,
)


class Client:
    """A client that sends packets one by one, well-formed or not."""

    def __init__(self, port: int, *, version: int = VERSION_SKIP_CHECKSUM) -> None:
        self.version = version
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._reader = PacketReader()

    def send(self, packet: Packet) -> None:
        """Send a packet as it should be."""
        self.socket.sendall(encode_packet(packet, with_checksum=True))

    def receive(self) -> Packet | None:
        """Return the next packet, None when the phone has closed."""
        while (packet := self._reader.next()) is None:
            try:
                piece = self.socket.recv(1 << 16)
            except ConnectionError:
                return None
            if not piece:
                return None
            self._reader.add(piece)
        return packet

    def greet(self, *, largest: int = 1 << 20) -> Packet | None:
        """Greet the phone and return its answer."""
        self.send(Packet(CNXN, self.version, largest, b"host::features=shell_v2\0"))
        return self.receive()

    def open(self, service: bytes, *, ours: int = 1) -> Packet | None:
        """Open a service and return the phone's answer."""
        self.send(Packet(OPEN, ours, 0, service + b"\0"))
        return self.receive()

    def output(self, service: bytes, *, ours: int = 1) -> bytes:
        """Return everything a service writes."""
        answer = self.open(service, ours=ours)
        pieces: list[bytes] = []
        while answer is not None and (answer.command, answer.arg1) != (CLSE, ours):
            if (answer.command, answer.arg1) == (WRTE, ours):
                pieces.append(answer.data)
                self.send(Packet(OKAY, ours, answer.arg0))
            answer = self.receive()
        return b"".join(pieces)

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(self, *_about: object) -> None:
        """Hang up."""
        self.socket.close()
