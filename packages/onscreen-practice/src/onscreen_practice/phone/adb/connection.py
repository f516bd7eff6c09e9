"""Connection to one adb client: the handshake and the routing of packets to streams."""

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
    VERSION_MIN,
    VERSION_SKIP_CHECKSUM,
    WRTE,
    InvalidPacket,
    Packet,
    PacketReader,
    encode_packet,
)
from onscreen_practice.phone.adb.stream import Stream, StreamClosed

HANDSHAKE_TIMEOUT_SEC = 20.0
"""Maximum wait for a client's first packet, in seconds."""
STALL_TIMEOUT_SEC = 30.0
"""Maximum wait for the rest of a packet, and for a client to receive data, in seconds."""
MAX_STREAMS = 256
_RECEIVE_BYTES = 1 << 18
_MIN_PAYLOAD = 4096
_TOKEN_BYTES = 20
_AUTH_TOKEN = 1

Service = Callable[[Stream], None]
ServiceLookup = Callable[[bytes], Service | None]
Log = Callable[[str], None]


class DeviceIdentity(msgspec.Struct, frozen=True):
    """Properties and features that a device announces to adb clients.

    All clients are rejected if `authorized` is False.
    """

    properties: Mapping[str, str]
    features: tuple[str, ...]
    authorized: bool = True

    def banner(self) -> bytes:
        """Encode the identity that the device sends in its CNXN (connect) packet."""
        properties = [f"{name}={value};" for name, value in self.properties.items()]
        return ("device::" + "".join(properties) + "features=" + ",".join(self.features)).encode()


class Connection:
    """Connection to one adb client, with its open streams.

    Invalid input closes only the connection it came from.
    """

    def __init__(
        self, sock: socket.socket, identity: DeviceIdentity, *, services: ServiceLookup, log: Log
    ) -> None:
        self._socket = sock
        self._identity = identity
        self._services = services
        self._log = log
        self._send_lock = Lock()
        self._streams: dict[int, Stream] = {}
        self._last_stream_id = 0
        self._connected = False
        self._version = VERSION_MIN
        self._max_payload = _MIN_PAYLOAD

    def serve(self) -> None:
        """Handle packets until the client disconnects or sends an invalid packet."""
        self._socket.settimeout(STALL_TIMEOUT_SEC)
        try:
            self._receive_packets()
        except (InvalidPacket, StreamClosed, OSError) as error:
            self._log(f"connection closed: {error}")
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection and all its streams.

        This method is thread-safe.
        """
        for stream in list(self._streams.values()):
            stream.end()
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def _receive_packets(self) -> None:
        reader = PacketReader()
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        while True:
            packet = reader.next()
            if packet is not None:
                self._handle_packet(packet)
                continue
            timeout_sec = (
                STALL_TIMEOUT_SEC
                if reader.has_partial_packet
                else None
                if self._connected
                else HANDSHAKE_TIMEOUT_SEC
            )
            if not poll.poll(timeout_sec and timeout_sec * 1000):
                raise InvalidPacket(f"no complete packet within {timeout_sec} s")
            chunk = self._socket.recv(_RECEIVE_BYTES)
            if not chunk:
                return
            reader.add(chunk)

    def _handle_packet(self, packet: Packet) -> None:
        if self._version < VERSION_SKIP_CHECKSUM and packet.command != CNXN and not packet.has_valid_checksum:
            raise InvalidPacket(f"a packet with the wrong checksum {packet.checksum:#x}")
        if packet.command == CNXN:
            self._handle_connect(packet)
        elif packet.command == AUTH and not self._identity.authorized:
            self._reject_key(packet)
        elif self._connected:
            self._dispatch(packet)

    def _handle_connect(self, packet: Packet) -> None:
        if not self._identity.authorized:
            self._send(Packet(AUTH, _AUTH_TOKEN, 0, token_bytes(_TOKEN_BYTES)))
            return
        for stream in list(self._streams.values()):
            stream.end()
        self._connected = True
        self._max_payload = min(max(packet.arg1, _MIN_PAYLOAD), MAX_PAYLOAD)
        self._log(
            f"connected: {packet.data[:80]!r}, version {packet.arg0:#x}, packets of {self._max_payload}"
        )
        self._send(Packet(CNXN, VERSION_SKIP_CHECKSUM, MAX_PAYLOAD, self._identity.banner()))
        self._version = min(packet.arg0, VERSION_SKIP_CHECKSUM)

    def _reject_key(self, packet: Packet) -> None:
        """Request another key after a signature; ignore public keys, which would need consent."""
        signature = 2
        if packet.arg0 == signature:
            self._send(Packet(AUTH, _AUTH_TOKEN, 0, token_bytes(_TOKEN_BYTES)))

    def _dispatch(self, packet: Packet) -> None:
        if packet.command == OPEN:
            self._open_stream(packet)
            return
        stream = self._streams.get(packet.arg1)
        if stream is None or stream.is_close_sent or packet.arg0 not in {stream.remote_id, 0}:
            if packet.command == WRTE:
                self._send(Packet(CLSE, 0, packet.arg0))
            return
        if packet.command == WRTE:
            stream.receive_data(packet.data)
        elif packet.command == OKAY:
            stream.acknowledge()
        elif packet.command == CLSE:
            self._streams.pop(packet.arg1, None)
            stream.end()
            self._send(Packet(CLSE, stream.local_id, stream.remote_id))

    def _open_stream(self, packet: Packet) -> None:
        name = packet.data.rstrip(b"\0")
        service = self._services(name) if packet.arg0 and len(self._streams) < MAX_STREAMS else None
        self._log(f"open {name[:200]!r}" + ("" if service else ": refused"))
        if service is None:
            self._send(Packet(CLSE, 0, packet.arg0))
            return
        self._last_stream_id += 1
        stream = Stream(
            self._last_stream_id, packet.arg0, send=self._send_for_service, max_payload=self._max_payload
        )
        self._streams[stream.local_id] = stream
        self._send(Packet(OKAY, stream.local_id, stream.remote_id))
        Thread(
            target=self._run_service, args=(service, stream), name=f"adb {name[:40]!r}", daemon=True
        ).start()

    def _run_service(self, service: Service, stream: Stream) -> None:
        try:
            service(stream)
            stream.close()
        except StreamClosed as error:
            self._log(f"stream {stream.local_id}: {error}")
        finally:
            stream.close()
            self._streams.pop(stream.local_id, None)

    def _send_for_service(self, packet: Packet) -> None:
        """Send a packet for a service and close the connection if sending fails.

        Raises:
            StreamClosed: the client has disconnected.
        """
        try:
            self._send(packet)
        except OSError as error:
            self.close()
            raise StreamClosed(f"the client has disconnected: {error}") from error

    def _send(self, packet: Packet) -> None:
        encoded = encode_packet(packet, with_checksum=self._version < VERSION_SKIP_CHECKSUM)
        with self._send_lock:
            self._socket.sendall(encoded)
