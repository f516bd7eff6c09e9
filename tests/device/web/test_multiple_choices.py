"""Combo boxes for several options that are not native, as Select2 builds them."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click, Select
from onscreen.types.errors import ActionHadNoEffect

pytestmark = pytest.mark.browser

COMBO_BOX = """<label for=native>Parts</label><select id=native hidden></select>
<div role=combobox id=box tabindex=0 aria-label=Parts aria-expanded=false style='width:400px;height:30px'><span id=items></span><input aria-label=Search></div>
<ul role=listbox hidden></ul><script>
const list = document.querySelector('ul'), chosen = [], isMultiple = %s;
const draw = () => {
  items.innerHTML = chosen.map(name => `<span><button aria-label='Remove item'>x</button> ${name}</span>`).join(' ');
  list.innerHTML = ['Bell', 'Chain', 'Tube'].map((name, i) => `<li role=option class="o--selectable ${chosen.includes(name) ? 'o--selected' : ''} ${i ? '' : 'o--highlighted'}" aria-selected=${!i}>${name}`).join('');
};
draw();
box.onclick = event => { if (event.target.tagName !== 'BUTTON') list.hidden = !list.hidden; };
list.onmouseup = event => {
  if (!isMultiple) chosen.length = 0;
  chosen.push(event.target.textContent); list.hidden = true; draw();
};</script>"""


def test_several_options_are_selected(pages: Pages) -> None:
    """Several options of a combo box that is not native are selected one after the other, in upper or lower case."""
    shot = pages.open(COMBO_BOX % "true")
    outcome = pages.device.perform(Select(pages.get_element(shot, "combobox"), ("bell", "Tube")))
    assert outcome == "chosen: Bell; chosen: Tube"
    assert pages.evaluate("chosen.join()") == '"Bell,Tube"'


def test_several_options_of_a_combo_box_for_one(pages: Pages) -> None:
    """An option that the next one replaced raises an error with the option that the combo box shows."""
    shot = pages.open(COMBO_BOX % "false")
    with pytest.raises(ActionHadNoEffect, match="shows 'Tube' but not 'Bell': it may take one option only"):
        pages.device.perform(Select(pages.get_element(shot, "combobox"), ("Bell", "Tube")))


def test_highlighted_option_is_not_selected(pages: Pages) -> None:
    """Of options with a class for chosen ones, only those are selected, and not the highlighted one."""
    shot = pages.open(COMBO_BOX % "true")
    shot = pages.act(Click(pages.get_element(shot, "combobox")))
    assert pages.device.perform(Click(pages.get_element(shot, "option", name="Chain"))) == ""
    shot = pages.act(Click(pages.get_element(pages.device.observe(), "combobox")))
    assert [n.name for n in pages.find_nodes(shot, "option") if n.has("selected")] == ["Chain"]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("<button title='Remove all items'>×</button><span id=t>Greta</span>", "Greta"),
        ("<span id=t><span class=x-placeholder>Search...</span></span>", ""),
        ("<button>Greta</button>", "Greta"),
    ],
)
def test_value_of_a_combo_box_with_a_button(pages: Pages, content: str, value: str) -> None:
    """The value of a combo box is neither its button nor its placeholder, and its name is that of its label."""
    page = f"<label for=n>Customer</label><select id=n hidden></select><span><span role=combobox tabindex=0 aria-labelledby=t>{content}</span></span>"
    box = pages.get_element(pages.open(page), "combobox")
    assert (box.name, box.value) == ("Customer", value)
