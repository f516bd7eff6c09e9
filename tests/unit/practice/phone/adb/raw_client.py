"""A minimal adb client that can also send invalid data."""

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
    """An adb client that sends single packets, valid or not."""

    def __init__(self, port: int, *, version: int = VERSION_SKIP_CHECKSUM) -> None:
        self.version = version
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._reader = PacketReader()

    def send(self, packet: Packet) -> None:
        """Send a valid packet."""
        self.socket.sendall(encode_packet(packet, with_checksum=True))

    def receive(self) -> Packet | None:
        """Return the next packet, or None if the phone closed the connection."""
        while (packet := self._reader.next()) is None:
            try:
                chunk = self.socket.recv(1 << 16)
            except ConnectionError:
                return None
            if not chunk:
                return None
            self._reader.add(chunk)
        return packet

    def connect(self, *, max_payload: int = 1 << 20) -> Packet | None:
        """Send a CNXN packet and return the answer."""
        self.send(Packet(CNXN, self.version, max_payload, b"host::features=shell_v2\0"))
        return self.receive()

    def open(self, service: bytes, *, local_id: int = 1) -> Packet | None:
        """Open a service and return the answer."""
        self.send(Packet(OPEN, local_id, 0, service + b"\0"))
        return self.receive()

    def output(self, service: bytes, *, local_id: int = 1) -> bytes:
        """Return the whole output of a service."""
        answer = self.open(service, local_id=local_id)
        chunks: list[bytes] = []
        while answer is not None and (answer.command, answer.arg1) != (CLSE, local_id):
            if (answer.command, answer.arg1) == (WRTE, local_id):
                chunks.append(answer.data)
                self.send(Packet(OKAY, local_id, answer.arg0))
            answer = self.receive()
        return b"".join(chunks)

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *_about: object) -> None:
        """Close the connection."""
        self.socket.close()
