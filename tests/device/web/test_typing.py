"""The keyboard in a real browser: what is typed is there, and is read back."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_desk import Desk

from onscreen.types import Click, Press, Type
from onscreen.types.errors import ActionHadNoEffect, NotSupported

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("html", "text", "reads"),
    [
        ("<input>", "Hello, Wörld! 你好 😀", "Hello, Wörld! 你好 😀"),
        ("<input value=old>", "new", "new"),
        ("<input value=old>", "", ""),
        ("<textarea></textarea>", "one\ntwo\n", "one\\ntwo\\n"),
        ("<div contenteditable>old</div>", "new text", "new text"),
        ("<input type=date>", "2024-05-01", "2024-05-01"),
        ("<input type=date>", "05/17/2024", "2024-05-17"),
        ("<input type=time>", "3:30 pm", "15:30"),
        ("<input type=color>", "red", "#ff0000"),
        ("<input type=password>", "hunter2", "•••••••"),
        (
            "<input oninput=\"this.value=this.value.replace(/\\D/g,'').replace(/(\\d{3})(\\d+)/,'($1) $2')\">",
            "5551234",
            "(555) 1234",
        ),
        ("<input oninput='this.value=this.value.toUpperCase()'>", "abc", "ABC"),
    ],
)
def test_typed_text_is_read_back(desk: Desk, html: str, text: str, reads: str) -> None:
    """Each kind of field takes the text, whatever was in it, and says what it reads."""
    shot = desk.open(html)
    assert desk.device.perform(Type(text, desk.only(shot, "textbox"))) == f"the field reads '{reads}'"


@pytest.mark.parametrize(
    ("html", "role", "text", "reads"),
    [
        ("<input maxlength=3>", "textbox", "abcdef", "'abc'"),
        ("<input oninput=\"this.value=''\">", "textbox", "abc", "''"),
        ("<input type=number>", "spinbutton", "abc", "''"),
        ("<input type=date>", "textbox", "tomorrow", "''"),
    ],
)
def test_text_that_does_not_take_is_told(desk: Desk, html: str, role: str, text: str, reads: str) -> None:
    """Text that is lost or cut is an error that says what the field reads."""
    shot = desk.open(html)
    with pytest.raises(ActionHadNoEffect, match=f"now reads {reads}"):
        desk.device.perform(Type(text, desk.only(shot, role)))


def test_every_key_is_heard(desk: Desk) -> None:
    """The page's own handlers see a key down, an input and a key up for each character."""
    shot = desk.open(
        "<input onkeydown='d=(window.d||0)+1' oninput='n=(window.n||0)+1' onkeyup='u=(window.u||0)+1'>"
    )
    desk.device.perform(Type("abc", desk.only(shot, "textbox")))
    assert desk.value("[d, n, u]") == "[3,3,3]"


def test_append_keeps_what_is_there(desk: Desk) -> None:
    """Without clearing, the text goes to the end."""
    shot = desk.open("<input value=one>")
    assert (
        desk.device.perform(Type(" two", desk.only(shot, "textbox"), clear=False))
        == "the field reads 'one two'"
    )


def test_text_goes_to_its_own_field(desk: Desk) -> None:
    """Text goes to the field that is meant, even when another has the focus."""
    shot = desk.open("<input aria-label=a autofocus><input aria-label=b>")
    desk.device.perform(Type("x", desk.only(shot, "textbox", name="b")))
    assert desk.value("[...document.querySelectorAll('input')].map(i => i.value)") == '["","x"]'


def test_a_line_end_sends_the_form(desk: Desk) -> None:
    """A line end after text in a field of one line is the Enter key."""
    shot = desk.open("<form onsubmit=\"document.title='sent';return false\"><input></form>")
    desk.device.perform(Type("x\n", desk.only(shot, "textbox")))
    assert desk.value("document.title") == '"sent"'


def test_what_takes_no_text_is_refused(desk: Desk) -> None:
    """Lists, file fields, buttons, read-only and disabled fields say why they take no text."""
    shot = desk.open(
        "<select aria-label=s><option>x</select><input type=file aria-label=f><button>b</button><input readonly>"
    )
    for role, error, message in (
        ("combobox", NotSupported, "choose an option"),
        ("textbox", ActionHadNoEffect, "readonly"),
    ):
        with pytest.raises(error, match=message):
            desk.device.perform(Type("x", desk.only(shot, role)))
    with pytest.raises(NotSupported, match="upload"):
        desk.device.perform(Type("x", desk.button(shot, "f")))
    with pytest.raises(NotSupported, match="takes no text"):
        desk.device.perform(Type("x", desk.button(shot, "b")))


def test_keys_together(desk: Desk) -> None:
    """Keys pressed together do what they do for a person; unknown ones are named."""
    shot = desk.open("<input value=text aria-label=a><input aria-label=b>")
    desk.device.perform(Click(desk.only(shot, "textbox", name="a")))
    desk.device.perform(Press("Control+a"))
    desk.device.perform(Press("Delete"))
    desk.device.perform(Press("Tab"))
    assert (
        desk.value("[document.activeElement.ariaLabel, document.querySelector('input').value]") == '["b",""]'
    )
    with pytest.raises(NotSupported, match="did you mean 'Enter'"):
        desk.device.perform(Press("Enterr"))


def test_long_text_is_quick(desk: Desk) -> None:
    """Twenty thousand characters are typed at once, not one by one."""
    shot = desk.open("<textarea></textarea>")
    desk.device.perform(Type("x" * 20000, desk.only(shot, "textbox")))
    assert desk.value("document.querySelector('textarea').value.length") == "20000"
