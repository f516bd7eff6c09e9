"""What is typed is there, whatever it is, and is read back."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from phone_rig import Desk

from onscreen.types import Click, Open, Point, Press, Type
from onscreen.types.errors import ActionHadNoEffect, NotSupported

pytestmark = pytest.mark.browser


@pytest.fixture
def note(desk: Desk) -> Desk:
    """An empty note, with a title and many lines."""
    desk.do(Open("Notes"))
    desk.tap("button", "New note")
    return desk


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        'text("a)b")',
        "back\\slash \\n \\\\",
        'it\'s "quoted" `id` $HOME $(id) ; & | > < * ? ~ # ! %',
        "%s 100%s %%s",
        "-n --longpress",
        "  two  spaces ",
        "Wörld ñ 你好 😀 👩‍👩‍👧 עברית",
        "one\ntwo\n\nfour",
        "one\nünï",
        "x" * 3000,
        "日" * 2500,
    ],
)
def test_any_text_arrives_whole(note: Desk, text: str) -> None:
    """Quotes, signs of shells, percent signs, other scripts, lines, long texts come out as they went in."""
    field = note.only("textbox", "Note")
    said = note.do(Type(text, field))
    assert said.startswith("the field reads")
    assert note.only("textbox", "Note").value == text[:2000]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=40)
)
def test_random_text_arrives_whole(note: Desk, text: str) -> None:
    """Whatever characters are typed, the field holds them."""
    note.do(Type(text, note.only("textbox", "Title")))
    assert note.only("textbox", "Title").value == text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=40))
def test_any_text_reaches_the_phone_as_one_word(desk: Desk, text: str) -> None:
    """A word of a command line comes out of the phone's own shell as it went in."""
    phone = desk.device._phone
    assert phone is not None
    assert phone.run("printf", "%s", text).out == text.encode()


def test_text_is_appended_where_it_is_to_be_kept(note: Desk) -> None:
    """With clear the old text goes, without it the new one comes after."""
    note.do(
        Type("first", note.only("textbox", "Title")),
        Type(" then", note.only("textbox", "Title"), clear=False),
    )
    assert note.only("textbox", "Title").value == "first then"
    note.do(Type("", note.only("textbox", "Title")))
    assert note.only("textbox", "Title").value == ""


def test_keyboard_is_put_back(note: Desk) -> None:
    """After text that no key types, the person's own keyboard is in use again."""
    before = note.device.read("settings get secure default_input_method")
    note.do(Type("ü", note.only("textbox", "Title")))
    assert note.device.read("settings get secure default_input_method") == before


def test_phone_without_such_a_keyboard_names_it(note: Desk) -> None:
    """Where no keyboard for it is installed, text in other scripts is refused with what to install."""
    note.device.read("practice alter 's.system.imes = s.system.imes.slice(0, 1)'")
    with pytest.raises(NotSupported, match=r"'ü'.*install ADBKeyboard"):
        note.do(Type("fünf", note.only("textbox", "Title")))


def test_old_android_clears_fields_too(note: Desk) -> None:
    """Where keys cannot be held together, a field is emptied from its end."""
    phone = note.device._phone
    assert phone is not None
    sdk, phone.sdk = phone.sdk, 28
    try:
        note.do(
            Type("something long", note.only("textbox", "Title")), Type("new", note.only("textbox", "Title"))
        )
        assert note.only("textbox", "Title").value == "new"
        with pytest.raises(NotSupported, match="Android 12"):
            note.do(Press("Control+a"))
    finally:
        phone.sdk = sdk


def test_text_goes_where_the_focus_is(note: Desk) -> None:
    """Without a target the field with the focus takes it; without a focus it is refused."""
    note.do(Click(note.only("textbox", "Title")), Type("here"))
    assert note.only("textbox", "Title").value == "here"
    note.do(Open("Clock"))
    with pytest.raises(ActionHadNoEffect, match="no field has the focus"):
        note.do(Type("nowhere"))
    with pytest.raises(ActionHadNoEffect, match="no field has the focus"):
        note.do(Type("nowhere", Point(500, 100)))


def test_keys_go_to_their_target(note: Desk) -> None:
    """Keys with a target are pressed there; a sign without a key of its own is typed."""
    note.do(Press("ß", note.only("textbox", "Note")), Press("Enter"), Press("B"))
    assert note.only("textbox", "Note").value == "ß\nB"


def test_line_end_is_the_enter_key(desk: Desk) -> None:
    """A line end after the text sends it."""
    desk.do(Open("Settings"))
    desk.tap("button", "Search settings")
    desk.do(Type("hotspot\n", desk.only("textbox")))
    assert "Hotspot & tethering" in desk.names("button")


def test_what_takes_no_text_is_left_alone(desk: Desk) -> None:
    """Buttons, switches and lists say what to do instead, and are not touched."""
    desk.do(Open("Settings"))
    with pytest.raises(NotSupported, match="takes no text: tap it"):
        desk.do(Type("x", desk.only("button", "Search settings")))
    assert "Search settings" in desk.names("button")
