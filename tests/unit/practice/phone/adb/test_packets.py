"""Encoding and parsing of adb packets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen_practice.phone.adb.packet import (
    CNXN,
    COMMANDS,
    MAX_PAYLOAD,
    OPEN,
    WRTE,
    InvalidPacket,
    Packet,
    PacketReader,
    compute_checksum,
    encode_packet,
)

packets = st.builds(
    Packet,
    command=st.sampled_from(sorted(COMMANDS)),
    arg0=st.integers(0, 0xFFFFFFFF),
    arg1=st.integers(0, 0xFFFFFFFF),
    data=st.binary(max_size=200),
)


def packet_fields(packet: Packet) -> tuple[int, int, int, bytes]:
    """Return a packet's fields without its checksum."""
    return packet.command, packet.arg0, packet.arg1, packet.data


@given(st.lists(packets, max_size=8), st.data())
def test_packets_are_parsed_from_any_chunks(sent: list[Packet], data: st.DataObject) -> None:
    """The parsed packets do not depend on how the bytes are split."""
    stream = b"".join(encode_packet(packet, with_checksum=True) for packet in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    reader, received = PacketReader(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        reader.add(stream[start:end])
        while (packet := reader.next()) is not None:
            received.append(packet)
    assert [packet_fields(packet) for packet in received] == [packet_fields(packet) for packet in sent]
    assert all(packet.has_valid_checksum for packet in received)
    assert not reader.has_partial_packet


@given(st.binary(min_size=24, max_size=400))
def test_random_bytes_are_rejected(garbage: bytes) -> None:
    """Random bytes raise InvalidPacket and no other error."""
    reader = PacketReader()
    reader.add(garbage)
    with pytest.raises(InvalidPacket, match="no packet starts with"):
        reader.next()


def test_oversized_packet_is_rejected_by_its_header() -> None:
    """A packet that announces more than a megabyte is rejected before its data arrives."""
    reader = PacketReader()
    head = bytearray(encode_packet(Packet(WRTE, 1, 1), with_checksum=True))
    head[12:16] = (MAX_PAYLOAD + 1).to_bytes(4, "little")
    reader.add(bytes(head))
    with pytest.raises(InvalidPacket, match="the maximum is"):
        reader.next()


def test_wrong_checksum_is_detected() -> None:
    """A packet whose data was altered has no valid checksum."""
    reader = PacketReader()
    reader.add(encode_packet(Packet(OPEN, 1, 0, b"sync:\0"), with_checksum=True).replace(b"sync", b"sink"))
    packet = reader.next()
    assert packet is not None
    assert not packet.has_valid_checksum


def test_packet_layout_follows_the_protocol() -> None:
    """The header is six little-endian words: command, arg0, arg1, length, checksum, magic."""
    data = encode_packet(Packet(CNXN, 0x01000001, 0x100000, b"host::"), with_checksum=True)
    words = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 24, 4)]
    assert data[:4] == b"CNXN"
    assert words == [CNXN, 0x01000001, 0x100000, 6, compute_checksum(b"host::"), CNXN ^ 0xFFFFFFFF]
    assert data[24:] == b"host::"
