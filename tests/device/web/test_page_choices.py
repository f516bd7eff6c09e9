"""Elements that can only be dragged, and suggestions under a field: all of them have numbers."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Screen, Select
from onscreen.types.action_parser import parse
from onscreen.types.errors import ActionHadNoEffect

pytestmark = pytest.mark.browser

LIST_WITH_ONE_LISTENER = (
    "<input aria-label=City><ul id=u><li>Berlin<li><b>Par</b>is<li>Rome</ul>"
    "<script>u.addEventListener('{event}', e => {{ document.title = e.target.closest('li').textContent }})</script>"
)


def screen_of(pages: Pages, html: str) -> Screen:
    """Return the numbered screen of a page."""
    return build_screen(pages.open(html))


@pytest.mark.parametrize(
    "html",
    [
        "<div draggable=true>Card</div>",
        "<div style='cursor:grab'>Card</div>",
        "<div style='cursor:move'>Card</div>",
        "<span style='cursor:col-resize;display:block;width:9px;height:40px'></span>",
        "<ul><li class=ui-sortable-handle>Card</ul>",
        "<div class=ui-draggable>Card</div>",
        "<div aria-roledescription=sortable>Card</div>",
        "<div aria-grabbed=false>Card</div>",
    ],
)
def test_what_can_only_be_dragged_has_a_number(pages: Pages, html: str) -> None:
    """A drag handle is draggable and numbered, and a drag can name it."""
    screen = screen_of(pages, html)
    handles = [e for e in screen.elements if e.has("draggable")]
    assert len(handles) == 1, [(e.role, e.name, e.states) for e in screen.elements]
    assert f"[{handles[0].mark}]" in screen_text(screen)
    pages.device.perform(parse(f"drag {handles[0].mark} by 5,9", screen))


def test_content_of_a_handle_is_not_another_handle(pages: Pages) -> None:
    """The inherited cursor of a handle does not make its content draggable."""
    screen = screen_of(pages, "<div style='cursor:grab'>Card <span>one</span> <i>two</i></div>")
    assert [e.name for e in screen.elements if e.has("draggable")] == ["Card one two"]


@pytest.mark.parametrize("event", ["click", "mousedown", "pointerdown"])
def test_suggestions_with_one_listener_have_numbers(pages: Pages, event: str) -> None:
    """List items are numbered and clickable if their list listens for clicks for all of them."""
    screen = screen_of(pages, LIST_WITH_ONE_LISTENER.format(event=event))
    items = [e for e in screen.elements if e.role == "listitem"]
    assert [item.has("clickable") for item in items] == [True, True, True]
    pages.device.perform(parse(f"click {items[1].mark}", screen))
    assert pages.evaluate("document.title") == '"Paris"'


def test_suggestions_with_own_listeners_have_numbers(pages: Pages) -> None:
    """List items that listen for clicks themselves are numbered."""
    screen = screen_of(
        pages,
        "<input aria-label=City><ul><li>Berlin<li>Rome</ul><script>for (const li of document.querySelectorAll('li'))"
        " li.addEventListener('mousedown', () => { document.title = li.textContent })</script>",
    )
    items = [e for e in screen.elements if e.role == "listitem"]
    pages.device.perform(parse(f"click {items[1].mark}", screen))
    assert pages.evaluate("document.title") == '"Rome"'


def test_options_of_an_aria_listbox_have_numbers(pages: Pages) -> None:
    """The options of a listbox under a combobox are numbered by name."""
    screen = screen_of(
        pages,
        "<input role=combobox aria-label=City aria-expanded=true><ul role=listbox><li role=option>Berlin<li role=option>Rome</ul>",
    )
    options = [e for e in screen.elements if e.role == "option"]
    assert [option.name for option in options] == ["Berlin", "Rome"]
    assert f"[{options[0].mark}-{options[1].mark}] Berlin | Rome" in screen_text(screen)


def test_plain_list_has_no_numbers_for_clicks(pages: Pages) -> None:
    """Items of a list that listens for nothing are information."""
    screen = screen_of(pages, "<ul><li>Berlin<li>Rome</ul>")
    assert not any(e.has("clickable") for e in screen.elements)


LISTBOX = """<style>[role=listbox]{list-style:none}</style><ul role=listbox aria-label=Other><li role=option>late</ul>
<div role=combobox tabindex=0 aria-label=Status aria-expanded=false aria-controls=l>open</div><script>
const field = document.querySelector('[role=combobox]');
field.onclick = () => setTimeout(() => {
  document.body.insertAdjacentHTML('beforeend', '<ul role=listbox id=l><li role=option>open<li role=option>late</ul>');
  field.setAttribute('aria-expanded', 'true');
  for (const option of document.querySelectorAll('#l [role=option]'))
    option.onclick = () => { field.textContent = option.textContent; document.getElementById('l').remove(); };
}, 50);
</script>"""
"""A combo box that adds its list to the page a moment after a click, beside another list that is always shown."""


def test_select_opens_a_list_that_the_page_draws_itself(pages: Pages) -> None:
    """The field is clicked, then the option of this name that appears, not an equal one of another list."""
    shot = pages.open(LISTBOX)
    field = pages.get_element(shot, "combobox", name="Status")
    assert pages.device.perform(Select(field, ("Late",))) == "chosen: late"
    assert pages.evaluate("document.querySelector('[role=combobox]').textContent") == '"late"'


def test_select_waits_for_a_list_that_opens_with_an_animation(pages: Pages) -> None:
    """The option is clicked where it is at the end of the animation."""
    grow = "<style>@keyframes grow{from{transform:translateY(90px)}} #l{animation:grow 400ms}</style>"
    field = pages.get_element(pages.open(grow + LISTBOX), "combobox", name="Status")
    assert pages.device.perform(Select(field, ("late",))) == "chosen: late"
    assert pages.evaluate("document.querySelector('[role=combobox]').textContent") == '"late"'


def test_select_of_an_option_that_the_page_does_not_choose(pages: Pages) -> None:
    """An option that is clicked while its list stays open is not reported as chosen."""
    page = LISTBOX.replace("field.textContent = option.textContent", "return")
    field = pages.get_element(pages.open(page), "combobox", name="Status")
    with pytest.raises(ActionHadNoEffect, match="'late' was clicked but not chosen"):
        pages.device.perform(Select(field, ("late",)))


def test_select_names_the_options_of_a_list_without_the_wanted_one(pages: Pages) -> None:
    """The error lists what the page offers."""
    field = pages.get_element(pages.open(LISTBOX), "combobox", name="Status")
    with pytest.raises(ActionHadNoEffect, match=r"no option 'lost'.*It shows: 'open', 'late'"):
        pages.device.perform(Select(field, ("lost",)))


FIELD_WITH_LIST = """<div ROLE><div role=combobox tabindex=0 aria-label=Days aria-expanded=false>Mon</div></div>
<ul id=l role=listbox hidden><li role=option aria-selected=true>Mon<li role=option aria-selected=false>Fri</ul><script>
const field = document.querySelector('[role=combobox]'), dialog = field.parentElement;
const show = isOpen => { l.hidden = !isOpen; field.setAttribute('aria-expanded', isOpen) };
field.onclick = () => show(l.hidden);
onkeydown = event => { if (event.key !== 'Escape') return; if (dialog.role) dialog.remove(); show(false) };
for (const option of l.children) option.onclick = () => { CHOICE };
</script>"""
"""A combo box with a list; Escape closes the list, and the dialog around the field if there is one."""
TOGGLE = "const on = option.ariaSelected !== 'true'; option.ariaSelected = on; field.textContent = [...l.children].filter(each => each.ariaSelected === 'true').map(each => each.textContent).join(', ')"


@pytest.mark.parametrize("role", ["", "role=dialog"])
@pytest.mark.parametrize(("choice", "option"), [("", "Fri"), (TOGGLE, "Sun")])
def test_a_list_is_closed_when_nothing_could_be_chosen(
    pages: Pages, role: str, choice: str, option: str
) -> None:
    """A list that would cover the page is closed after a failure, but not the dialog around its field."""
    page = FIELD_WITH_LIST.replace("ROLE", role).replace("CHOICE", choice)
    field = pages.get_element(pages.open(page), "combobox")
    with pytest.raises(ActionHadNoEffect):
        pages.device.perform(Select(field, (option,)))
    assert pages.evaluate("[l.hidden, dialog.isConnected]") == "[true,true]"


def test_a_chosen_option_is_not_clicked_again(pages: Pages) -> None:
    """An option of a list for several stays chosen if it is selected again."""
    page = FIELD_WITH_LIST.replace("ROLE", "").replace("CHOICE", TOGGLE)
    field = pages.get_element(pages.open(page), "combobox")
    for day in ("Mon", "Fri", "Fri"):
        assert pages.device.perform(Select(field, (day,))) == f"chosen: {day}"
    assert pages.evaluate("field.textContent") == '"Mon, Fri"'


def test_an_option_that_leaves_its_list_is_chosen(pages: Pages) -> None:
    """A list that shows only what is not chosen yet is drawn again without the option, and then closed."""
    page = FIELD_WITH_LIST.replace("ROLE", "").replace(
        "CHOICE",
        "for (const each of l.children) each.replaceWith(each.cloneNode(true)); l.lastChild.remove()",
    )
    field = pages.get_element(pages.open(page), "combobox")
    assert pages.device.perform(Select(field, ("Fri",))) == "chosen: Fri"
    assert pages.evaluate("l.hidden") == "true"


def test_the_outcome_names_the_value_of_a_field_that_reads_something_else(pages: Pages) -> None:
    """A field whose list has closed, but that does not name the option, is not said to have chosen it."""
    page = FIELD_WITH_LIST.replace("ROLE", "").replace("CHOICE", "show(false)")
    field = pages.get_element(pages.open(page), "combobox")
    assert pages.device.perform(Select(field, ("Fri",))) == "clicked 'Fri'; combobox 'Days' reads 'Mon'"
