"""Text input on a practice phone: any text arrives unchanged and is read back."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from phone_rig import PhoneSession

from onscreen.types import Click, Open, Point, Press, Type
from onscreen.types.errors import ActionHadNoEffect, NotSupported

pytestmark = pytest.mark.browser


@pytest.fixture
def note(session: PhoneSession) -> PhoneSession:
    """Open a new note, which has a title field and a multiline field."""
    session.do(Open("Notes"))
    session.tap("button", "New note")
    return session


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
def test_any_text_arrives_unchanged(note: PhoneSession, text: str) -> None:
    """Quotes, shell and percent characters, other scripts, line breaks and long texts arrive unchanged."""
    field = note.only("textbox", "Note")
    outcome = note.do(Type(text, field))
    assert outcome.startswith("the field reads")
    assert note.only("textbox", "Note").value == text[:2000]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=40)
)
def test_random_text_arrives_unchanged(note: PhoneSession, text: str) -> None:
    """A field reads exactly the characters that were typed."""
    note.do(Type(text, note.only("textbox", "Title")))
    assert note.only("textbox", "Title").value == text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=40))
def test_shell_arguments_arrive_unchanged(session: PhoneSession, text: str) -> None:
    """The phone's shell receives a quoted argument unchanged."""
    phone = session.device._phone
    assert phone is not None
    assert phone.run("printf", "%s", text).stdout == text.encode()


def test_clear_replaces_or_appends(note: PhoneSession) -> None:
    """With `clear` the new text replaces the old one, without it the text is appended."""
    note.do(
        Type("first", note.only("textbox", "Title")),
        Type(" then", note.only("textbox", "Title"), clear=False),
    )
    assert note.only("textbox", "Title").value == "first then"
    note.do(Type("", note.only("textbox", "Title")))
    assert note.only("textbox", "Title").value == ""


def test_previous_keyboard_is_restored(note: PhoneSession) -> None:
    """After typing text that needs ADBKeyboard, the user's own keyboard is active again."""
    before = note.device.read("settings get secure default_input_method")
    note.do(Type("ü", note.only("textbox", "Title")))
    assert note.device.read("settings get secure default_input_method") == before


def test_missing_adb_keyboard_is_named(note: PhoneSession) -> None:
    """Without ADBKeyboard, text in other scripts raises an error that says what to install."""
    note.device.read("practice alter 's.system.imes = s.system.imes.slice(0, 1)'")
    with pytest.raises(NotSupported, match=r"'ü'.*install ADBKeyboard"):
        note.do(Type("fünf", note.only("textbox", "Title")))


def test_clear_on_old_android(note: PhoneSession) -> None:
    """Without key combinations (before Android 12), a field is cleared with backspaces."""
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


def test_type_without_target(note: PhoneSession) -> None:
    """Without a target, text goes to the focused field; without a focus an error is raised."""
    note.do(Click(note.only("textbox", "Title")), Type("here"))
    assert note.only("textbox", "Title").value == "here"
    note.do(Open("Clock"))
    with pytest.raises(ActionHadNoEffect, match="no field has the focus"):
        note.do(Type("nowhere"))
    with pytest.raises(ActionHadNoEffect, match="no field has the focus"):
        note.do(Type("nowhere", Point(500, 100)))


def test_press_on_target(note: PhoneSession) -> None:
    """Keys are pressed on their target; a character without a key code is typed."""
    note.do(Press("ß", note.only("textbox", "Note")), Press("Enter"), Press("B"))
    assert note.only("textbox", "Note").value == "ß\nB"


def test_final_line_break_presses_enter(session: PhoneSession) -> None:
    """A line break at the end of the text submits the field."""
    session.do(Open("Settings"))
    session.tap("button", "Search settings")
    session.do(Type("hotspot\n", session.only("textbox")))
    assert "Hotspot & tethering" in session.names("button")


def test_type_into_button_is_rejected(session: PhoneSession) -> None:
    """Typing into a button raises an error that says what to do instead, and touches nothing."""
    session.do(Open("Settings"))
    with pytest.raises(NotSupported, match="takes no text: tap it"):
        session.do(Type("x", session.only("button", "Search settings")))
    assert "Search settings" in session.names("button")
