"""Keyboard actions in a real browser."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click, Element, Press, Select, Type
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
def test_typed_text_is_read_back(pages: Pages, html: str, text: str, reads: str) -> None:
    """Each kind of field takes the text, and the outcome is what the field reads."""
    shot = pages.open(html)
    assert (
        pages.device.perform(Type(text, pages.get_element(shot, "textbox"))) == f"the field reads '{reads}'"
    )


@pytest.mark.parametrize(
    ("html", "role", "text", "reads"),
    [
        ("<input maxlength=3>", "textbox", "abcdef", "'abc'"),
        ("<input oninput=\"this.value=''\">", "textbox", "abc", "''"),
        ("<input type=number>", "spinbutton", "abc", "''"),
        ("<input type=date>", "textbox", "tomorrow", "''"),
    ],
)
def test_lost_text_raises(pages: Pages, html: str, role: str, text: str, reads: str) -> None:
    """Text that is lost or truncated raises an error with what the field reads."""
    shot = pages.open(html)
    with pytest.raises(ActionHadNoEffect, match=f"now reads {reads}"):
        pages.device.perform(Type(text, pages.get_element(shot, role)))


TAGS = "<ul></ul><input oninput=\"if (/[,;]$/.test(value)) { document.querySelector('ul').innerHTML += `<li>${value.slice(0, -1)}</li>`; value = '' }\">"


def test_a_field_for_tags_takes_a_tag(pages: Pages) -> None:
    """A field that is empty after a comma took the text as a tag, which is no failure."""
    shot = pages.open(TAGS)
    outcome = pages.device.perform(Type("theo,", pages.get_element(shot, "textbox")))
    assert outcome == "the field is empty again, as after a tag; check that the page shows the text"
    assert "theo" in {node.name for node in pages.device.observe().nodes}


def test_key_events(pages: Pages) -> None:
    """The page gets keydown, input and keyup for each character."""
    shot = pages.open(
        "<input onkeydown='d=(window.d||0)+1' oninput='n=(window.n||0)+1' onkeyup='u=(window.u||0)+1'>"
    )
    pages.device.perform(Type("abc", pages.get_element(shot, "textbox")))
    assert pages.evaluate("[d, n, u]") == "[3,3,3]"


def test_append(pages: Pages) -> None:
    """Without clearing, the text is appended."""
    shot = pages.open("<input value=one>")
    assert (
        pages.device.perform(Type(" two", pages.get_element(shot, "textbox"), clear=False))
        == "the field reads 'one two'"
    )


def test_target_gets_the_text(pages: Pages) -> None:
    """The target gets the text, even if another field has the focus."""
    shot = pages.open("<input aria-label=a autofocus><input aria-label=b>")
    pages.device.perform(Type("x", pages.get_element(shot, "textbox", name="b")))
    assert pages.evaluate("[...document.querySelectorAll('input')].map(i => i.value)") == '["","x"]'


def test_newline_presses_enter(pages: Pages) -> None:
    """A newline at the end of text for a single-line field presses Enter."""
    shot = pages.open("<form onsubmit=\"document.title='sent';return false\"><input></form>")
    pages.device.perform(Type("x\n", pages.get_element(shot, "textbox")))
    assert pages.evaluate("document.title") == '"sent"'


def test_fields_that_take_no_text(pages: Pages) -> None:
    """Typing into a list, file field, button or read-only field raises an error with the reason."""
    shot = pages.open(
        "<select aria-label=s><option>x</select><input type=file aria-label=f><button>b</button><input readonly>"
    )
    for role, error, message in (
        ("combobox", NotSupported, "choose an option"),
        ("textbox", ActionHadNoEffect, "readonly and takes no text; click it, if it opens a calendar"),
    ):
        with pytest.raises(error, match=message):
            pages.device.perform(Type("x", pages.get_element(shot, role)))
    with pytest.raises(NotSupported, match="upload"):
        pages.device.perform(Type("x", pages.get_button(shot, "f")))
    with pytest.raises(NotSupported, match="takes no text"):
        pages.device.perform(Type("x", pages.get_button(shot, "b")))


def test_key_chords(pages: Pages) -> None:
    """Chords work as for a person; unknown keys are errors with a suggestion."""
    shot = pages.open("<input value=text aria-label=a><input aria-label=b>")
    pages.device.perform(Click(pages.get_element(shot, "textbox", name="a")))
    pages.device.perform(Press("Control+a"))
    pages.device.perform(Press("Delete"))
    pages.device.perform(Press("Tab"))
    assert (
        pages.evaluate("[document.activeElement.ariaLabel, document.querySelector('input').value]")
        == '["b",""]'
    )
    with pytest.raises(NotSupported, match="did you mean 'Enter'"):
        pages.device.perform(Press("Enterr"))


def test_long_text(pages: Pages) -> None:
    """A text of 20,000 characters is typed completely."""
    shot = pages.open("<textarea></textarea>")
    pages.device.perform(Type("x" * 20000, pages.get_element(shot, "textbox")))
    assert pages.evaluate("document.querySelector('textarea').value.length") == "20000"


REDRAWN_FORM = """<label>First name <input id=n></label><label>Date of birth <input id=d type=date></label>
<label>Size <select id=s><option>S<option>L</select></label><script>
const model = {n: '', d: '', s: 'S'};
const draw = () => { n.value = model.n; d.value = model.d; s.value = model.s };
for (const field of [n, d, s]) field.onblur = () => { model[field.id] = field.value; setTimeout(draw, 30) };
</script>"""
"""A form that stores a field when it loses the focus, and then draws all fields again."""


def test_a_value_that_is_set_after_a_typed_one_stays(pages: Pages) -> None:
    """A date and an option that follow a typed text are not lost when the page draws its fields again."""
    shot = pages.open(REDRAWN_FORM)
    name, date = (pages.get_element(shot, "textbox", name=each) for each in ("First name", "Date of birth"))
    pages.device.perform(Type("Mika", name))
    pages.device.perform(Type("2020-07-04", date))
    pages.device.perform(Select(pages.get_element(shot, "combobox", name="Size"), ("L",)))
    pages.device.perform(Click(name))
    pages.device.observe()
    assert pages.evaluate("n.value + ' ' + d.value + ' ' + s.value") == '"Mika 2020-07-04 L"'


SHEET = (
    "<table role=grid><tr><td role=gridcell tabindex=-1 id=c>Bread<td role=gridcell tabindex=-1>Milk</table>"
    "<textarea id=e style='display:none'></textarea><script>c.onkeydown = () => { e.style.display = ''; e.focus() }"
    "</script>"
)
"""A sheet in which a key on a cell opens an editor."""


def test_text_for_the_focused_cell_of_a_sheet(pages: Pages) -> None:
    """Text that is typed over a cell is read in the editor that the first key opens."""
    shot = pages.open(SHEET)
    pages.device.perform(Click(pages.get_element(shot, "gridcell", name="Bread")))
    assert pages.device.perform(Type("Rolls")) == "the field reads 'Rolls'"


def test_text_for_the_focused_field_of_a_frame(pages: Pages) -> None:
    """Text that is typed without a target is read in the frame that has the focus."""
    inner = "<p id=p ondblclick='p.contentEditable=true;p.focus()'>We are open.</p>".replace("'", "&quot;")
    shot = pages.open(f"<p>Outer</p><iframe srcdoc='{inner}'></iframe>")
    pages.device.perform(Click(pages.get_element(shot, "text", name="We are open."), count=2))
    assert pages.device.perform(Type("Closed.")) == "the field reads 'Closed.'"


def test_text_for_a_field_that_a_click_fills(pages: Pages) -> None:
    """A time picker that fills its field with the present time a moment after the click reads what is typed."""
    shot = pages.open(
        "<input aria-label=Time aria-haspopup=dialog onclick=\"setTimeout(() => { this.value = '00:49' }, 150)\">"
    )
    field = pages.get_element(shot, "textbox", name="Time")
    assert pages.device.perform(Type("14:30", field)) == "the field reads '14:30'"
    pages.device.observe()
    assert pages.evaluate("document.querySelector('input').value") == '"14:30"'


EDITOR = """<div id=e contenteditable style='height:60px'>Cook for twelve minutes.</div><script>
let at = [7, 7];
document.addEventListener('selectionchange', () => setTimeout(() => {
  const range = getSelection().getRangeAt(0), text = e.firstChild;
  at = range.startContainer === text ? [range.startOffset, range.endOffset]
    : [0, 0].map((_, i) => [range.startOffset, range.endOffset][i] ? text.length : 0);
}, 100));
e.addEventListener('beforeinput', event => {
  event.preventDefault();
  if (event.data === null) return;
  const text = e.firstChild.data;
  e.firstChild.data = text.slice(0, at[0]) + event.data + text.slice(at[1]);
  at = [at[0] + event.data.length, at[0] + event.data.length];
});
</script>"""
"""An editor that learns of a new selection 100 ms later and inserts text at the selection it knows."""


@pytest.mark.parametrize(
    ("clear", "result"), [(False, "Cook for twelve minutes. Serve hot."), (True, " Serve hot.")]
)
def test_an_editor_has_time_to_take_over_the_selection(pages: Pages, *, clear: bool, result: str) -> None:
    """Text that is appended to an editor comes at its end, and text that replaces its content replaces all."""
    shot = pages.open(EDITOR)
    editor = next(Element.of(node, 0, index=i) for i, node in enumerate(shot.nodes) if node.has("editable"))
    pages.device.perform(Type(" Serve hot.", editor, clear=clear))
    assert (
        pages.evaluate("e.innerText") == f'"{result.strip()}"'
        or pages.evaluate("e.firstChild.data") == f'"{result}"'
    )


FRAME_WITH_EDITOR = '<p>Outer</p><iframe srcdoc="<p id=p ondblclick=&quot;p.contentEditable=true;p.focus()&quot;>We are open.</p>"></iframe>'


def test_typed_text_is_read_in_the_frame_that_has_the_focus(pages: Pages) -> None:
    """Text that is typed without a target is read in the field with the focus, also in a frame."""
    shot = pages.open(FRAME_WITH_EDITOR)
    pages.device.perform(Click(pages.get_element(shot, "text", name="We are open."), count=2))
    assert pages.device.perform(Type("Closed.")) == "the field reads 'Closed.'"
    assert pages.device.perform(Type(" Now.", clear=False)) == "the field reads 'Closed. Now.'"


GRID = """<table role=grid><tr><td id=cell role=gridcell tabindex=0>Bread</table><script>
const open = event => {
  if (event.key.length > 1) return;
  cell.innerHTML = '<input>';
  const editor = cell.firstChild;
  editor.onkeydown = inner => { if (inner.key === 'Enter') { cell.textContent = editor.value; cell.focus() } inner.stopPropagation() };
  OPENING
};
cell.onkeydown = open;
</script>"""
"""A grid with a cell in which the first key opens an editor."""
OPENINGS = (
    "editor.focus();",
    "event.preventDefault(); editor.value = event.key; requestAnimationFrame(() => editor.focus());",
)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("clear", [True, False])
def test_text_for_a_cell_is_read_in_its_editor(pages: Pages, opening: str, *, clear: bool) -> None:
    """The first key opens the editor of a cell, and the text is read in it."""
    shot = pages.open(GRID.replace("OPENING", opening))
    pages.act(Click(pages.get_element(shot, "gridcell")))
    assert pages.device.perform(Type("Rolls", clear=clear)) == "the field reads 'Rolls'"
    pages.device.perform(Press("Enter"))
    assert pages.evaluate("cell.textContent") == '"Rolls"'


def test_keys_for_the_page_itself_have_an_effect(pages: Pages) -> None:
    """Text that the page takes without a field is not reported as lost; what changes nothing is."""
    shot = pages.open("<p id=p tabindex=0>Keys</p>")
    pages.device.perform(Click(pages.get_element(shot, "generic", name="Keys")))
    with pytest.raises(ActionHadNoEffect, match="now reads ''"):
        pages.device.perform(Type("ab"))
    pages.evaluate("onkeydown = event => { p.textContent += event.key }, 1")
    assert pages.device.perform(Type("ab")) == ""
    assert pages.evaluate("p.textContent") == '"Keysab"'


def test_a_code_is_read_in_all_its_fields(pages: Pages) -> None:
    """A code whose characters go to one field each is read in all of them."""
    shot = pages.open(
        "<script>for (let i = 0; i < 4; i++) document.write(`<input maxlength=1 aria-label=D${i}>`);"
        "oninput = event => event.target.nextElementSibling?.focus()</script>"
    )
    outcome = pages.device.perform(Type("4821", pages.get_element(shot, "textbox", name="D0")))
    assert outcome == "the field reads '4821'"


TIME_FIELD = """<style>@keyframes open { from { opacity: 0 } }</style><label>Time <input id=t></label><div id=panel></div><script>
t.onfocus = () => {
  panel.innerHTML = '<p style="animation: open 300ms">10 11 12</p>';
  setTimeout(() => { t.value = '00:49:00' }, 200);
};
</script>"""
"""A field whose panel sets the value 200 ms after the field got the focus."""


def test_what_a_field_opens_does_not_replace_the_typed_text(pages: Pages) -> None:
    """Text is typed after the panel that the focus opens has set the field's value."""
    shot = pages.open(TIME_FIELD)
    pages.device.perform(Type("14:30", pages.get_element(shot, "textbox")))
    pages.device.observe()
    assert pages.evaluate("t.value") == '"14:30"'


def test_a_cell_that_opens_no_editor_was_only_selected(pages: Pages) -> None:
    """Typing into a cell that takes no text says that it was selected, and how an editor may be opened."""
    shot = pages.open("<table role=grid><tr><td role=gridcell tabindex=0>900</table>")
    with pytest.raises(NotSupported, match="takes no text and was only selected; double-click it first"):
        pages.device.perform(Type("60", pages.get_element(shot, "gridcell")))


DATE_FIELD = """<label>Due <input id=due></label><div class=flatpickr-calendar hidden style='width:300px;height:200px'>March</div><script>
const calendar = document.querySelector('.flatpickr-calendar');
due.onfocus = () => { calendar.hidden = false; };
due.onblur = () => { due.value = /^March \\d+, \\d+$/.test(due.value) ? due.value.replace('March', 'Mar') : %s; };</script>"""


@pytest.mark.parametrize("kept", ["''", "'Jan 1, 2027'"])
def test_date_that_a_field_discards_raises(pages: Pages, kept: str) -> None:
    """A date that the field discards when it loses the focus raises an error with what the field reads then."""
    shot = pages.open((DATE_FIELD % kept).replace("id=due>", f"id=due value={kept}>"))
    with pytest.raises(ActionHadNoEffect, match=f"did not keep it .* now reads {kept}"):
        pages.device.perform(Type("2027-03-24", pages.get_element(shot, "textbox")))


def test_date_that_a_field_rewrites_is_read_back(pages: Pages) -> None:
    """The outcome of a date that the field writes in another way is this other way, and the field keeps the focus."""
    shot = pages.open(DATE_FIELD % "''")
    field = pages.get_element(shot, "textbox")
    assert pages.device.perform(Type("March 24, 2027", field)) == "the field reads 'Mar 24, 2027'"
    assert pages.get_element(pages.device.observe(), "textbox").has("focused")
