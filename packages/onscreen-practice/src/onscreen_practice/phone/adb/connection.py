"""One adb connection: the greeting, and packets to and from its streams."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Mapping
from secrets import token_bytes
from threading import Lock, Thread

import msgspec

from onscreen_practice.phone.adb.packet import (
    AUTH,
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    VERSION_CHECKED,
    VERSION_UNCHECKED,
    WRTE,
    BadPacket,
    Packet,
    PacketReader,
    encoded,
)
from onscreen_practice.phone.adb.stream import Stream, StreamClosed

GREETING_SEC = 20.0
"""A client that connects and says nothing is let go after this."""
STALL_SEC = 30.0
"""So long may a packet stay half-sent, or a client not take what it is sent."""
MAX_STREAMS = 256
_PIECE = 1 << 18
_SMALLEST_PAYLOAD = 4096
_TOKEN_BYTES = 20
_TOKEN = 1

Service = Callable[[Stream], None]
Services = Callable[[bytes], Service | None]
Log = Callable[[str], None]


class Greeting(msgspec.Struct, frozen=True):
    """What the phone says of itself, and whether it lets anybody in."""

    properties: Mapping[str, str]
    features: tuple[str, ...]
    lets_in: bool = True

    def banner(self) -> bytes:
        """Return the identity a phone sends when it connects."""
        told = [f"{name}={value};" for name, value in self.properties.items()]
        return ("device::" + "".join(told) + "features=" + ",".join(self.features)).encode()


class Connection:
    """Serves one client until it goes; nothing a client sends does more than end its own connection."""

    def __init__(self, sock: socket.socket, greeting: Greeting, *, services: Services, log: Log) -> None:
        self._socket = sock
        self._greeting = greeting
        self._services = services
        self._log = log
        self._sending = Lock()
        self._streams: dict[int, Stream] = {}
        self._opened = 0
        self._greeted = False
        self._version = VERSION_CHECKED
        self._largest = _SMALLEST_PAYLOAD

    def serve(self) -> None:
        """Answer packets until the client is gone or sends what is none."""
        self._socket.settimeout(STALL_SEC)
        try:
            self._loop()
        except (BadPacket, StreamClosed, OSError) as error:
            self._log(f"connection closed: {error}")
        finally:
            self.close()

    def close(self) -> None:
        """End the connection and all its streams; may be called from any thread."""
        for stream in list(self._streams.values()):
            stream.ended()
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def _loop(self) -> None:
        reader = PacketReader()
        ready = select.poll()
        ready.register(self._socket, select.POLLIN)
        while True:
            packet = reader.next()
            if packet is not None:
                self._take(packet)
                continue
            seconds = STALL_SEC if reader.is_waiting else None if self._greeted else GREETING_SEC
            if not ready.poll(seconds and seconds * 1000):
                raise BadPacket(f"no whole packet within {seconds} s")
            piece = self._socket.recv(_PIECE)
            if not piece:
                return
            reader.add(piece)

    def _take(self, packet: Packet) -> None:
        if self._version < VERSION_UNCHECKED and packet.command != CNXN and not packet.is_sound:
            raise BadPacket(f"a packet whose sum is {packet.checksum:#x} and is not that of its data")
        if packet.command == CNXN:
            self._greet(packet)
        elif packet.command == AUTH and not self._greeting.lets_in:
            self._refuse_key(packet)
        elif self._greeted:
            self._dispatch(packet)

    def _greet(self, packet: Packet) -> None:
        if not self._greeting.lets_in:
            self._send(Packet(AUTH, _TOKEN, 0, token_bytes(_TOKEN_BYTES)))
            return
        for stream in list(self._streams.values()):
            stream.ended()
        self._greeted = True
        self._largest = min(max(packet.second, _SMALLEST_PAYLOAD), MAX_PAYLOAD)
        self._log(f"connected: {packet.data[:80]!r}, version {packet.first:#x}, packets of {self._largest}")
        self._send(Packet(CNXN, VERSION_UNCHECKED, MAX_PAYLOAD, self._greeting.banner()))
        self._version = min(packet.first, VERSION_UNCHECKED)

    def _refuse_key(self, packet: Packet) -> None:
        """Ask for another key after a signature; a public key waits for an answer that never comes."""
        signature = 2
        if packet.first == signature:
            self._send(Packet(AUTH, _TOKEN, 0, token_bytes(_TOKEN_BYTES)))

    def _dispatch(self, packet: Packet) -> None:
        if packet.command == OPEN:
            self._open(packet)
            return
        stream = self._streams.get(packet.second)
        if stream is None or stream.is_over or packet.first not in {stream.theirs, 0}:
            if packet.command == WRTE:
                self._send(Packet(CLSE, 0, packet.first))
            return
        if packet.command == WRTE:
            stream.received(packet.data)
        elif packet.command == OKAY:
            stream.acknowledged()
        elif packet.command == CLSE:
            self._streams.pop(packet.second, None)
            stream.ended()
            self._send(Packet(CLSE, stream.ours, stream.theirs))

    def _open(self, packet: Packet) -> None:
        name = packet.data.rstrip(b"\0")
        service = self._services(name) if packet.first and len(self._streams) < MAX_STREAMS else None
        self._log(f"open {name[:200]!r}" + ("" if service else ": refused"))
        if service is None:
            self._send(Packet(CLSE, 0, packet.first))
            return
        self._opened += 1
        stream = Stream(self._opened, packet.first, send=self._sent, largest=self._largest)
        self._streams[stream.ours] = stream
        self._send(Packet(OKAY, stream.ours, stream.theirs))
        Thread(target=self._run, args=(service, stream), name=f"adb {name[:40]!r}", daemon=True).start()

    def _run(self, service: Service, stream: Stream) -> None:
        try:
            service(stream)
            stream.close()
        except StreamClosed as error:
            self._log(f"stream {stream.ours}: {error}")
        finally:
            stream.close()
            self._streams.pop(stream.ours, None)

    def _sent(self, packet: Packet) -> None:
        """Send for a service, whose stream is closed when the connection is.

        Raises:
            StreamClosed: the client is gone.
        """
        try:
            self._send(packet)
        except OSError as error:
            self.close()
            raise StreamClosed(f"the client is gone: {error}") from error

    def _send(self, packet: Packet) -> None:
        data = encoded(packet, with_checksum=self._version < VERSION_UNCHECKED)
        with self._sending:
            self._socket.sendall(data)
