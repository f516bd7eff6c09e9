"""Pages that change between the observation and the action: only the element that was seen is activated."""

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Drag, Element, LongPress, Point, Press, Swipe, Type
from onscreen.types.errors import ElementCovered, ElementGone

PAGE = "<button id=b onclick=\"this.dataset.clicked = 'yes'\">{}</button>"
CLICKED = "String(document.getElementById('b').dataset.clicked)"


@pytest.mark.parametrize("kind", [Click, LongPress])
def test_a_command_that_became_another_is_not_activated(pages: Pages, kind: type[Click | LongPress]) -> None:
    """A button seen as "Open" that is now "Pay now" is not clicked, and the error names both."""
    button = pages.get_element(pages.open(PAGE.format("Open")), "button")
    pages.evaluate("document.getElementById('b').textContent = 'Pay now'")
    with pytest.raises(ElementGone, match=r"'Open' is now named 'Pay now'; look at the screen again"):
        pages.device.perform(kind(button))
    assert pages.evaluate(CLICKED) == '"undefined"'


@pytest.mark.parametrize(
    ("seen", "now"),
    [
        ("Save", "Save and pay"),
        ("Open", "Open and pay 20"),
        ("Pay", "Pay later"),
        ("Pay", "Pay [now]"),
        ("Order", "Order, pay 20"),
    ],
)
def test_a_command_whose_name_became_longer_is_another_one(pages: Pages, seen: str, now: str) -> None:
    """A button that contains its old name but says more is not clicked."""
    button = pages.get_element(pages.open(PAGE.format(seen)), "button")
    pages.evaluate(f"document.getElementById('b').textContent = {now!r}")
    with pytest.raises(ElementGone, match="is now named"):
        pages.device.perform(Click(button))
    assert pages.evaluate(CLICKED) == '"undefined"'


@pytest.mark.parametrize(
    ("seen", "now"),
    [
        ("Like (3)", "Like (4)"),
        ("Inbox", "Inbox, 2 new"),
        ("▲ 5", "▲ 6"),
        ("Cart (2 items)", "Cart"),
        ("Edit [e]", "Edit"),
    ],
)
def test_a_counter_or_key_hint_in_a_name_may_change(pages: Pages, seen: str, now: str) -> None:
    """A button whose name only counts further, or loses the hint at its access key, is clicked."""
    button = pages.get_element(pages.open(PAGE.format(seen)), "button")
    pages.evaluate(f"document.getElementById('b').textContent = {now!r}")
    pages.device.perform(Click(button))
    assert pages.evaluate(CLICKED) == '"yes"'


def test_enter_on_a_renamed_command_is_refused(pages: Pages) -> None:
    """A key pressed on a target is bound to its name as well."""
    button = pages.get_element(pages.open(PAGE.format("Open")), "button")
    pages.evaluate("document.getElementById('b').textContent = 'Pay now'")
    with pytest.raises(ElementGone, match="is now named"):
        pages.device.perform(Press("Enter", button))
    assert pages.evaluate(CLICKED) == '"undefined"'


ROWS = """
<ul id=list></ul>
<script>
const clicked = [];
const row = name => `<li><span>${name}</span> <button onclick="note(this)">Delete</button></li>`;
const note = button => clicked.push(button.parentElement.firstChild.textContent);
const list = document.getElementById("list");
const show = names => { list.innerHTML = names.map(row).join(""); };
show(["Ann", "Ben", "Cleo"]);
</script>
"""


def delete_button(pages: Pages, nth: int) -> Element:
    """Open the list and return a button "Delete" by its place."""
    buttons = [e for e in build_screen(pages.open(ROWS)).elements if e.name == "Delete"]
    return buttons[nth]


@pytest.mark.parametrize(
    "change",
    [
        "show(['Zoe', 'Ann', 'Ben', 'Cleo'])",
        "show(['Cleo', 'Ben', 'Ann'])",
        "show(['Ben'])",
        "list.insertAdjacentHTML('afterbegin', row('Zoe'))",
        "list.firstChild.remove()",
    ],
)
def test_a_row_that_moved_is_found_again(pages: Pages, change: str) -> None:
    """The button of a row is clicked in the same row, also if the list was rendered in another order."""
    button = delete_button(pages, 1)
    pages.evaluate(f"(() => {{ {change} }})()")
    pages.device.perform(Click(button))
    assert pages.evaluate("clicked") == '["Ben"]'


@pytest.mark.parametrize(
    "change",
    [
        "show(['Ann', 'Cleo'])",
        "show(['Ben', 'Ben'])",
        "list.children[1].firstChild.textContent = 'Bernd'",
        "[...list.children].forEach((r, i) => { r.firstChild.textContent = 'Bill ' + i })",
    ],
)
def test_the_button_of_another_row_is_not_clicked(pages: Pages, change: str) -> None:
    """If the row is gone, ambiguous, or its element shows another row now, nothing is clicked."""
    button = delete_button(pages, 1)
    pages.evaluate(f"(() => {{ {change} }})()")
    with pytest.raises(ElementGone, match="look at the screen again"):
        pages.device.perform(Click(button))
    assert pages.evaluate("clicked") == "[]"


def test_a_tooltip_is_no_text_of_the_row(pages: Pages) -> None:
    """A button is clicked although its title becomes a tooltip in the row when the pointer reaches it."""
    button = delete_button(pages, 1)
    tip = "  <b role=tooltip>Delete this entry</b>"
    pages.evaluate(
        "(() => { for (const each of list.querySelectorAll('button')) each.onmouseenter = "
        f"() => each.insertAdjacentHTML('afterend', '{tip}'); }})()"
    )
    pages.device.perform(Click(button))
    assert pages.evaluate("clicked") == '["Ben"]'


def test_suggestions_are_no_text_of_the_row(pages: Pages) -> None:
    """Text is typed into a field whose suggestions open in its row when it receives the focus."""
    root = pages.open("<ul><li>Part 1 <input id=f role=combobox aria-label=Account></ul><ul><li>Part 2</ul>")
    pages.evaluate(
        "f.onfocus = () => f.insertAdjacentHTML('afterend', '<ul role=listbox><li role=option>Cash</ul>')"
    )
    pages.device.perform(Type("Cash", pages.get_element(root, "combobox")))
    assert pages.evaluate("f.value") == '"Cash"'


def test_a_running_counter_in_a_row_is_refused_once(pages: Pages) -> None:
    """Rows with numbers that always change can be clicked after a second look."""
    pages.open(ROWS)
    counting = "[...list.children].forEach(r => {{ r.firstChild.textContent = 'Bid ' + {} }})"
    pages.evaluate(f"(() => {{ {counting.format(1)} }})()")
    for number, is_refused in ((2, True), (3, False)):
        button = [e for e in build_screen(pages.device.observe()).elements if e.name == "Delete"][1]
        pages.evaluate(f"(() => {{ {counting.format(number)} }})()")
        if is_refused:
            with pytest.raises(ElementGone):
                pages.device.perform(Click(button))
        else:
            pages.device.perform(Click(button))
    assert pages.evaluate("clicked") == '["Bid 3"]'


PAY = "<button id=p onclick=\"document.title = 'paid'\">Pay</button>"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("document.getElementById('b').textContent = 'Pay now'", ElementGone),
        ("document.getElementById('p').style = 'position: fixed; inset: 0'", ElementCovered),
    ],
)
def test_a_change_when_the_pointer_arrives_stops_the_click(
    pages: Pages, change: str, error: type[Exception]
) -> None:
    """The element under the pointer is checked again at the moment it is pressed."""
    button = pages.get_element(pages.open(PAGE.format("Open") + PAY), "button", name="Open")
    pages.evaluate(f"addEventListener('pointermove', () => {{ {change} }}, true)")
    with pytest.raises(error):
        pages.device.perform(Click(button))
    assert pages.evaluate(CLICKED) == '"undefined"'
    assert pages.evaluate("document.title") == '"Test"'


def test_a_command_that_appeared_at_a_point_is_not_clicked(pages: Pages) -> None:
    """A point on an empty place is not clicked if a button lies there by now; after another look it is."""
    place = pages.get_element(pages.open(PAGE.format("Open") + PAY), "button", name="Open").box.center
    pages.evaluate("(() => { document.getElementById('p').style = 'position: fixed; inset: 0' })()")
    with pytest.raises(ElementGone, match='button "Pay" is at this point since the last look'):
        pages.device.perform(Click(place))
    assert pages.evaluate("document.title") == '"Test"'
    pages.device.observe()
    pages.device.perform(Click(place))
    assert pages.evaluate("document.title") == '"paid"'


@pytest.mark.parametrize("keys", ["Enter", "Space"])
@pytest.mark.parametrize("is_targeted", [True, False])
def test_a_key_does_not_activate_what_stole_the_focus(pages: Pages, keys: str, is_targeted: bool) -> None:
    """Enter and Space reach the element that had the focus when the screen was seen, or nothing."""
    shot = pages.open(PAGE.format("Open") + PAY + "<script>document.getElementById('b').focus()</script>")
    button = pages.get_element(shot, "button", name="Open")
    steal = "document.getElementById('p').focus()"
    pages.evaluate(f"(() => {{ {steal}; document.getElementById('b').onfocus = () => {{ {steal} }} }})()")
    with pytest.raises(ElementGone, match='the focus moved to button "Pay"'):
        pages.device.perform(Press(keys, button if is_targeted else None))
    assert pages.evaluate("document.title") == '"Test"'


def test_a_line_break_does_not_activate_what_stole_the_focus(pages: Pages) -> None:
    """Enter after a typed text is not pressed if a button took the focus."""
    field = pages.get_element(pages.open("<input aria-label=Query>" + PAY), "textbox")
    steal = "document.getElementById('p').focus()"
    pages.evaluate(
        f"document.querySelector('input').oninput = e => {{ if (e.target.value == 'ab') {steal} }}"
    )
    with pytest.raises(ElementGone, match="the focus moved"):
        pages.device.perform(Type("ab\n", field))
    assert pages.evaluate("document.title") == '"Test"'


def test_a_drag_does_not_start_on_a_command_that_became_another(pages: Pages) -> None:
    """An element seen as "Open" that becomes "Pay now" at the last moment is not dragged."""
    body = "<button id=b onpointerdown=\"this.dataset.clicked = 'yes'\">Open</button><p>Target</p>"
    shot = pages.open(body)
    source, end = pages.get_button(shot, "Open"), Point(300, 300)
    change = "document.getElementById('b').textContent = 'Pay now'"
    pages.evaluate(f"addEventListener('pointermove', () => {{ {change} }}, true)")
    with pytest.raises(ElementGone, match="is now named 'Pay now'"):
        pages.device.perform(Drag(source, end))
    assert pages.evaluate(CLICKED) == '"undefined"'


def test_a_swipe_does_not_start_on_a_command_that_appeared(pages: Pages) -> None:
    """A swipe that begins where a button lies by now is stopped; a short one would press the button."""
    place = pages.get_element(pages.open(PAGE.format("Open") + PAY), "button", name="Open").box.center
    pages.evaluate("(() => { document.getElementById('p').style = 'position: fixed; inset: 0' })()")
    with pytest.raises(ElementGone, match='button "Pay" is at this point since the last look'):
        pages.device.perform(Swipe(place, place, 0.05))
    assert pages.evaluate("document.title") == '"Test"'


IN_FRAME = "const inner = document.querySelector('iframe').contentDocument; "


def open_frame(pages: Pages) -> Element:
    """Open a page with the button "Open" in a frame, away from the corner, and return the button."""
    inner = pages.write(PAGE.format("Open"))
    return pages.get_button(pages.open(f"<h1>Shop</h1><iframe src={inner}></iframe>"), "Open")


def test_a_point_in_a_frame_is_checked(pages: Pages) -> None:
    """A point on a button in a frame is not clicked if the button has another name by now."""
    place = open_frame(pages).box.center
    pages.evaluate(f"(() => {{ {IN_FRAME} inner.getElementById('b').textContent = 'Pay now' }})()")
    with pytest.raises(ElementGone, match='"Pay now" is at this point since the last look'):
        pages.device.perform(Click(place))
    clicked = f"(() => {{ {IN_FRAME} return String(inner.getElementById('b').dataset.clicked) }})()"
    assert pages.evaluate(clicked) == '"undefined"'
    pages.device.observe()
    pages.device.perform(Click(place))
    assert pages.evaluate(clicked) == '"yes"'


def test_a_key_for_the_focus_in_a_frame_is_checked(pages: Pages) -> None:
    """Enter without a target does not press a button in a frame that has another name by now."""
    open_frame(pages)
    pages.evaluate(f"(() => {{ {IN_FRAME} inner.getElementById('b').focus() }})()")
    pages.device.observe()
    pages.evaluate(f"(() => {{ {IN_FRAME} inner.getElementById('b').textContent = 'Pay now' }})()")
    with pytest.raises(ElementGone, match="the focus moved"):
        pages.device.perform(Press("Enter"))
    clicked = f"(() => {{ {IN_FRAME} return String(inner.getElementById('b').dataset.clicked) }})()"
    assert pages.evaluate(clicked) == '"undefined"'


def test_a_press_without_a_click_is_reported(pages: Pages) -> None:
    """If the page moves an element between press and release, the outcome says that there was no click."""
    shot = pages.open(
        "<p id=log></p><ul id=l><li><button onclick=\"log.textContent='clicked'\">Delete</button></ul>"
        "<script>"
        "addEventListener('mousedown', () => l.append(l.firstElementChild.cloneNode(true)) "
        "|| l.firstElementChild.remove())</script>"
    )
    outcome = pages.device.perform(Click(pages.get_button(shot, "Delete")))
    assert "but no click" in outcome
    assert pages.evaluate("log.textContent") == '""'
