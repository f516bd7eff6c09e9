"""Packets: how they are written, and cut out of bytes."""

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
    first=st.integers(0, 0xFFFFFFFF),
    second=st.integers(0, 0xFFFFFFFF),
    data=st.binary(max_size=200),
)


def told(packet: Packet) -> tuple[int, int, int, bytes]:
    """Return what a packet says, its checksum left out."""
    return packet.command, packet.arg0, packet.arg1, packet.data


@given(st.lists(packets, max_size=8), st.data())
def test_packets_arrive_whole_however_the_bytes_are_split(sent: list[Packet], data: st.DataObject) -> None:
    """Whatever pieces a network makes of the bytes, the same packets come out."""
    whole = b"".join(encode_packet(packet, with_checksum=True) for packet in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=12)))
    reader, found = PacketReader(), []
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        reader.add(whole[start:end])
        while (packet := reader.next()) is not None:
            found.append(packet)
    assert [told(packet) for packet in found] == [told(packet) for packet in sent]
    assert all(packet.has_valid_checksum for packet in found)
    assert not reader.has_partial_packet


@given(st.binary(min_size=24, max_size=400))
def test_random_bytes_are_no_packet(garbage: bytes) -> None:
    """Garbage is refused with an error of its own, never with another."""
    reader = PacketReader()
    reader.add(garbage)
    with pytest.raises(InvalidPacket, match="no packet starts with"):
        reader.next()


def test_a_length_that_is_too_large_is_refused_before_it_arrives() -> None:
    """A packet that announces more than a megabyte is refused by its header alone."""
    reader = PacketReader()
    head = bytearray(encode_packet(Packet(WRTE, 1, 1), with_checksum=True))
    head[12:16] = (MAX_PAYLOAD + 1).to_bytes(4, "little")
    reader.add(bytes(head))
    with pytest.raises(InvalidPacket, match="the most is"):
        reader.next()


def test_a_wrong_sum_is_seen() -> None:
    """A packet whose data was changed on the way is not sound."""
    reader = PacketReader()
    reader.add(encode_packet(Packet(OPEN, 1, 0, b"sync:\0"), with_checksum=True).replace(b"sync", b"sink"))
    found = reader.next()
    assert found is not None
    assert not found.has_valid_checksum


def test_a_packet_is_written_as_the_protocol_says() -> None:
    """The header is six little-endian words: command, two arguments, length, sum, command inverted."""
    data = encode_packet(Packet(CNXN, 0x01000001, 0x100000, b"host::"), with_checksum=True)
    words = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 24, 4)]
    assert data[:4] == b"CNXN"
    assert words == [CNXN, 0x01000001, 0x100000, 6, compute_checksum(b"host::"), CNXN ^ 0xFFFFFFFF]
    assert data[24:] == b"host::"
