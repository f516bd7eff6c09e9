"""D-Bus messages are encoded and decoded as the specification says."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.device.linux.dbus_message import (
    Call,
    MalformedMessage,
    Message,
    body_decoders,
    encode_call,
    split_message,
)

TEXTS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=40)


@given(TEXTS, TEXTS, st.integers(-(2**31), 2**31 - 1), st.integers(0, 2**32 - 1), st.floats(allow_nan=False))
def test_arguments_survive_a_round_trip(
    one: str, other: str, signed: int, unsigned: int, real: float
) -> None:
    """Every argument that a call can have is decoded to the value that was encoded."""
    arguments = (one, "/path", signed, unsigned, True, real, (one, other))
    call = Call("org.example", "/object", "org.example.Interface", "Method", "soiubdas", arguments)
    message = split_message(bytearray(encode_call(call, 7)))
    assert message is not None
    assert message.body == arguments
    assert (message.path, message.member) == ("/object", "Method")


@given(st.dictionaries(TEXTS, TEXTS, max_size=5))
def test_a_dictionary_survives_a_round_trip(variables: dict[str, str]) -> None:
    """A dictionary of texts is decoded to the pairs that were encoded."""
    texts = tuple(text for pair in variables.items() for text in pair)
    message = split_message(
        bytearray(encode_call(Call("", "/object", "a.b", "Method", "a{ss}", (texts,)), 1))
    )
    assert message is not None
    assert message.value == tuple(variables.items())


@given(st.integers(0, 60))
def test_incomplete_messages_wait_for_more(size: int) -> None:
    """The beginning of a message is left in the buffer until the rest has arrived."""
    data = encode_call(Call("", "/object", "org.example", "Method", "s", ("text",)), 1)
    buffer = bytearray(data[:size])
    assert split_message(buffer) is None
    buffer += data[size:] + data[:5]
    message = split_message(buffer)
    assert message is not None
    assert message.body == ("text",)
    assert bytes(buffer) == data[:5]


@given(st.binary(min_size=16, max_size=200))
def test_any_bytes_are_a_message_or_an_error(data: bytes) -> None:
    """Bytes that are not D-Bus raise MalformedMessage and nothing else."""
    with suppress(MalformedMessage):
        split_message(bytearray(data))


@given(st.integers(0, 120), st.integers(0, 255))
def test_a_changed_byte_is_a_message_or_an_error(position: int, value: int) -> None:
    """A message in which a byte was changed raises MalformedMessage or is decoded."""
    data = bytearray(encode_call(Call(":1.5", "/object", "org.example", "Method", "ss", ("a", "b")), 1))
    data[position % len(data)] = value
    with suppress(MalformedMessage):
        split_message(data)


def test_containers_are_tuples() -> None:
    """Arrays, structures, dictionaries and variants are decoded to tuples and their values."""
    (decode,) = body_decoders("a(su)")
    items = b"\x01\0\0\0a\0\0\0\x05\0\0\0"
    assert decode(struct.pack("<I4x", len(items)) + items, 0)[0] == (("a", 5),)
    (decode,) = body_decoders("v")
    assert decode(b"\x01b\0\0\x01\0\0\0", 0)[0] is True


@pytest.mark.parametrize("signature", ["a", "(s", "z", "a" * 40 + "s"])
def test_invalid_signatures_are_errors(signature: str) -> None:
    """A signature that the specification does not allow raises MalformedMessage."""
    with pytest.raises(MalformedMessage):
        body_decoders(signature)


def test_a_reply_has_typed_views_of_its_first_value() -> None:
    """The first value of a reply is read as a text, a number or items, with a default for another type."""
    assert Message(2, body=("a",)).text == "a"
    assert Message(2, body=(3,)).number == 3
    assert Message(2, body=((1, 2),)).items == (1, 2)
    assert (Message(2).text, Message(2).number, Message(2).items) == ("", 0, ())
    assert Message(3, error="org.example.Failed", body=("reason",)).text == ""
