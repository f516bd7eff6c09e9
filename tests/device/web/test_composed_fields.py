"""Fields that a page composes of several elements are one element with a name and a value."""
# ruff: noqa: E501 - the pages are HTML as text

import re

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click, Shot

pytestmark = pytest.mark.browser

LISTENING = "<script>for (const el of document.querySelectorAll('.t')) el.addEventListener('click', () => {});</script>"
"""Lets the elements of the class "t" listen for clicks."""

CHOICE = """<div class=t style='border:1px solid;width:300px;display:flex'><div style='flex:1'>{value}
<div style='display:inline-block'><input role=combobox aria-label=District aria-expanded=false readonly style='width:20px'></div></div>
<div class=t><button title=Clear style='width:40px;height:24px'></button></div></div>"""
"""A field of a component library: the chosen option beside an empty input, and a button."""


def lines(shot: Shot) -> list[str]:
    """Return the lines of the text of a screen, without its title and the spaces before them."""
    return [line.strip() for line in screen_text(build_screen(shot)).splitlines()[1:]]


def test_option_beside_an_empty_input(pages: Pages) -> None:
    """The option that a combo box shows beside its input is its value, and the box around both is no element."""
    shot = pages.open(CHOICE.format(value="<span>Lindenau</span>") + LISTENING)
    assert pages.get_element(shot, "combobox", name="District").value == "Lindenau"
    assert lines(shot) == ['[2] combobox "District" ="Lindenau" collapsed readonly [3] button "Clear"']


@pytest.mark.parametrize(
    "value",
    ["<span class=select__placeholder>Choose</span>", "<label>District</label>", "<p>District</p>", ""],
)
def test_text_that_is_no_option(pages: Pages, value: str) -> None:
    """A placeholder and the name of a combo box are not its value."""
    shot = pages.open(CHOICE.format(value=value) + LISTENING)
    assert pages.get_element(shot, "combobox", name="District").value == ""


def test_text_of_another_field(pages: Pages) -> None:
    """A text beside several fields is not the value of one of them."""
    shot = pages.open(
        "<div>Route <input role=combobox aria-label=From> <input role=combobox aria-label=To></div>"
    )
    assert [node.value for node in pages.find_nodes(shot, "combobox")] == ["", ""]


def test_titles_of_fields(pages: Pages) -> None:
    """A title that focuses its field is no element, and is not written beside the field of its name."""
    shot = pages.open(
        "<div><div class=t id=a><b>First name</b> <i>*</i></div><p><input required aria-labelledby=a></p></div>"
        "<div><div class=t>Born</div><p><input aria-label=Born></p></div>"
        "<div><div class=t id=c>Swimming</div><fieldset role=radiogroup aria-labelledby=c><input type=radio aria-label=Well></fieldset></div>"
        + LISTENING
    )
    assert [node.name for node in shot.nodes if node.has("clickable")] == ["First name *", "Born", "Well"]
    assert [line for line in lines(shot) if not line.startswith("[")] == ['radiogroup "Swimming":']


def test_title_of_a_region_stays(pages: Pages) -> None:
    """The clickable title of a region or of a list, which it may open, is an element."""
    shot = pages.open(
        "<div><div class=t id=a>More</div><div role=region aria-labelledby=a>Text</div></div>"
        "<div><div class=t id=b>Ann</div><ul role=listbox aria-labelledby=b><li role=option>Bob</ul></div>"
        + LISTENING
    )
    assert [node.name for node in shot.nodes if node.has("clickable") and node.role == "generic"] == [
        "More",
        "Ann",
    ]


HIDDEN = "style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'"


def test_label_around_a_hidden_input(pages: Pages) -> None:
    """A label shown instead of its radio button is one element with it, also if the label listens for clicks."""
    shot = pages.open(
        f"<label class=t><input type=radio name=r {HIDDEN}><i style='display:inline-block;width:16px;height:16px;background:teal'></i><svg width=9 height=9><path d='M0 0h9v9z'/></svg><span><span>With help</span></span></label>"
        + LISTENING
    )
    assert lines(shot) == ['[1] radio "With help"']
    assert pages.get_element(pages.act(Click(pages.get_element(shot, "radio"))), "radio").has("checked")


def test_sides_of_a_switch(pages: Pages) -> None:
    """The two sides of a switch are no elements; a link in the label of a check box is one."""
    shot = pages.open(
        f"<label class=t><input type=checkbox role=switch aria-label=News {HIDDEN}><span class=t>No</span><span class=t>Yes</span></label>"
        f"<p><label><input type=checkbox {HIDDEN}>I agree to the <a href=#terms>terms</a></label>" + LISTENING
    )
    assert [(n.role, n.name) for n in shot.nodes if n.has("clickable")] == [
        ("switch", "News"),
        ("checkbox", "I agree to the terms"),
        ("link", "terms"),
    ]


def test_card_with_buttons_stays(pages: Pages) -> None:
    """A clickable box with a text beside its buttons is an element."""
    shot = pages.open(
        "<div class=t style='width:300px'>Ann Lee<button style='width:250px'>Call</button><button>Mail</button></div>"
        + LISTENING
    )
    assert [node.role for node in shot.nodes if node.has("clickable")] == ["generic", "button", "button"]


COMPONENT = """<div class=t {host}></div><script>document.querySelector('.t').attachShadow({{mode:'open'}}).innerHTML = `{shadow}`;
document.querySelector('.t').addEventListener('click', () => document.title = 'Clicked');</script>"""
"""A web component that listens for clicks."""


@pytest.mark.parametrize(
    ("host", "shadow", "control"),
    [
        (
            "aria-label='Add item'",
            "<button><svg width=9 height=9><path d='M0 0h9v9z'/></svg></button>",
            ("button", "Add item"),
        ),
        ("label='Add item'", "<button class=icon></button>", ("button", "Add item")),
        ("", "<button aria-label='Add item'></button>", ("button", "Add item")),
        (
            "",
            "<i style='display:inline-block;width:40px;height:20px;background:teal'></i><input type=checkbox role=switch aria-label=Lamp>",
            ("switch", "Lamp"),
        ),
    ],
)
def test_component_around_one_control(
    pages: Pages, host: str, shadow: str, *, control: tuple[str, str]
) -> None:
    """A web component and the control in it are one element, named by either, without the pictures beside it."""
    shot = pages.open(COMPONENT.format(host=host, shadow=shadow) + "<style>.t { width: 60px }</style>")
    assert [(node.role, node.name) for node in shot.nodes] == [control]


def test_component_with_several_controls(pages: Pages) -> None:
    """A web component that does something beside its controls is an element of its own."""
    shot = pages.open(
        COMPONENT.format(host="aria-label=Milk", shadow="Milk<button>More</button><button>Less</button>")
    )
    assert [n.name for n in shot.nodes if n.has("clickable")] == ["Milk", "More", "Less"]


def test_label_in_a_combo_box(pages: Pages) -> None:
    """A label that is drawn in a combo box is its name and no part of its value."""
    shot = pages.open(
        "<div role=combobox tabindex=0 aria-labelledby=l aria-expanded=false><span id=l>House mode</span> <span>At home</span></div>"
    )
    assert pages.get_element(shot, "combobox", name="House mode").value == "At home"


def test_options_that_are_links(pages: Pages) -> None:
    """An option around an option of the same name is listed once."""
    shot = pages.open(
        "<div role=listbox aria-label=Pages><a role=option href=#a><span role=option tabindex=0>Overview</span></a><a role=option href=#b><span role=option tabindex=0>Settings</span></a></div>"
    )
    assert "Overview | Settings" in re.sub(r"\[\d+\] ", "", lines(shot)[0])


def test_icon_in_a_named_control(pages: Pages) -> None:
    """A drawn icon without a name in a link is no element; a picture and a named icon are."""
    icon = "<svg width=16 height=16 aria-hidden=true><path d='M0 0h16v16z'/></svg>"
    shot = pages.open(
        f"<a href=#a><span role=img class=anticon>{icon}</span>Home</a> <a href=#b><span role=img class=anticon>{icon}</span>Runs</a>"
        f"<a href=#c><span role=img aria-label=failed>{icon}</span> Build</a> <p><span role=img class=anticon>{icon}</span> Note</p>"
    )
    assert lines(shot)[0] == '[1] link "Home" [2] "Runs"'
    assert "image" not in " ".join(lines(shot))
    assert pages.get_element(shot, "link", name="failed Build")


def test_list_beside_a_toolbar(pages: Pages) -> None:
    """A long list of options without a name is not named after the text beside it."""
    options = "".join(f"<li role=option tabindex=0 style='height:40px'>Page {i}" for i in range(5))
    shot = pages.open(f"<div style='display:flex'><p>Back Scenes</p><ul role=listbox>{options}</ul></div>")
    assert pages.get_element(shot, "listbox").name == ""


def test_editor_below_its_toolbar(pages: Pages) -> None:
    """An editor is named by the label above its toolbar, also if the label refers to what is no field."""
    shot = pages.open(
        "<div><div><label for=f>Text</label></div><div id=f><div><div style='height:60px'><button>Bold</button></div><div><div contenteditable>Wrap each plum.</div></div></div></div></div>"
    )
    assert pages.get_element(shot, "textbox").name == "Text"


def test_handle_in_a_handle(pages: Pages) -> None:
    """What is dragged along with the element around it is no element of its own."""
    shot = pages.open(
        "<div draggable=true style='width:40px;height:40px;cursor:grab'><i style='display:block;width:30px;height:30px;cursor:move'></i></div>"
    )
    assert len(pages.find_nodes(shot, "generic")) == 1


def test_field_with_a_button_component(pages: Pages) -> None:
    """A field in a component is not named after the button to clear it."""
    clear = "<x-clear></x-clear>"
    shot = pages.open(
        f"<x-field>{clear}</x-field><script>document.querySelector('x-field').attachShadow({{mode:'open'}}).innerHTML = '<label><input><slot></slot></label>';"
        "document.querySelector('x-clear').attachShadow({mode:'open'}).innerHTML = '<button aria-label=Clear>x</button>'</script>"
    )
    assert pages.get_element(shot, "textbox").name == ""
    assert pages.get_element(shot, "button", name="Clear")


def test_box_around_a_field_that_nobody_sees(pages: Pages) -> None:
    """The box that opens a list stays an element if its input is for screen readers only."""
    shot = pages.open(
        "<div class=t style='width:200px;height:30px'><div style='position:absolute;width:1px;height:1px;overflow:hidden'>"
        "<input role=combobox readonly aria-label=Town></div><span>Oslo</span></div>" + LISTENING
    )
    assert [(node.role, node.name) for node in shot.nodes if node.has("clickable")] == [("generic", "Oslo")]


def test_box_with_a_role_around_a_field(pages: Pages) -> None:
    """The head of a column that sorts stays an element beside the field in it that filters."""
    shot = pages.open(
        "<div role=columnheader class=t>Name<input aria-label=Name></div><div class='t ui-draggable' style='width:90px;height:60px'>"
        "<i style='display:block;width:80px;height:40px;cursor:se-resize;background-image:linear-gradient(red,blue)'></i></div>"
        + LISTENING
    )
    assert pages.get_element(shot, "columnheader").has("clickable")
    assert len([node for node in shot.nodes if node.has("draggable")]) == 2


@pytest.mark.parametrize(
    ("html", "control"),
    [
        ("<label><span>Delete</span><div hidden><input type=checkbox></div></label>", ("checkbox", "Delete")),
        ("<label><svg width=20 height=20><rect width=20 height=20 /></svg><div hidden><input type=checkbox></div></label>", ("checkbox", "")),
        ("<label for=c>Apart</label><div hidden><input type=checkbox id=c></div>", ("checkbox", "Apart")),
        ("<label>Upload<div hidden><input type=file></div></label>", ("button", "Upload")),
    ],
)  # fmt: skip
def test_label_of_an_input_in_a_hidden_element(pages: Pages, html: str, control: tuple[str, str]) -> None:
    """A label is the control if its input is in a hidden element, and a click on it reaches the input."""
    shot = pages.open(html + "<p hidden><label>Never shown<input type=checkbox></label></p>")
    assert [(node.role, node.name) for node in shot.nodes if node.role not in ("image", "text")] == [control]
    if control[0] == "checkbox":
        after = pages.act(Click(pages.get_element(shot, "checkbox")))
        assert pages.get_element(after, "checkbox").has("checked")
