"""Roles and names as the browser computes them, and controls that components hide under what they draw."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click

pytestmark = pytest.mark.browser

HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)"
"""The style of content for screen readers only."""


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<label><input type=checkbox>Lock after <input value=5> minutes</label>", "Lock after 5 minutes"),
        (
            "<label><input type=checkbox>Lock after <input aria-label=some> minutes</label>",
            "Lock after some minutes",
        ),
        (
            "<label><input type=checkbox>Lock <select><option>now<option selected>later</select></label>",
            "Lock later",
        ),
        (
            "<label><input type=checkbox>Lock after <b role=spinbutton aria-valuenow=5>x</b> minutes</label>",
            "Lock after 5 minutes",
        ),
        (
            "<label><input type=checkbox>Lock <b role=listbox><i role=option>now</i><i role=option aria-selected=true>later</i></b></label>",
            "Lock later",
        ),
        (
            "<label>Secret <input type=password value=1234> <input type=checkbox></label><input type=checkbox aria-label=Show>",
            "Show",
        ),
    ],
)
def test_field_in_a_name(pages: Pages, html: str, name: str) -> None:
    """A field in the label of a check box is read by its value; a password is not read."""
    assert pages.find_nodes(pages.open(html), "checkbox")[-1].name == name


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<style>button:before{content:'Normal'}</style><button></button>", "Normal"),
        ("<style>button:after{content:' more'}</style><button>Show</button>", "Show more"),
        ("<style>i:before{content:'Open'}</style><button><i></i></button>", "Open"),
        ("<style>button:before{content:'x' / 'Close'}</style><button></button>", "Close"),
        ("<style>button:before{content:'\\f002'}</style><button title=Find></button>", "Find"),
        ("<style>button:before{content:'\\25bc'}</style><button>Menu</button>", "Menu"),
    ],
)  # fmt: skip
def test_generated_text(pages: Pages, html: str, name: str) -> None:
    """Words that a style sheet generates are part of a name; symbols of icon fonts are not."""
    assert pages.get_element(pages.open(html), "button").name == name


@pytest.mark.parametrize(
    ("html", "name"),
    [
        (
            "<button aria-labelledby=t>x</button><b id=t aria-hidden=true><i style='display:none'>Show password</i></b>",
            "Show password",
        ),
        (
            "<button aria-labelledby=t>x</button><div style='display:none' id=t>Show <b>password</b></div>",
            "Show password",
        ),
        ("<button><i aria-labelledby=t>x</i> now</button><b id=t>Go</b>", "Go now"),
        ("<button aria-labelledby='a t'>x</button><b id=a aria-labelledby=t>Go</b> <b id=t>on</b>", "Go on"),
        ("<button id=b aria-label=Month aria-labelledby='b t'>x</button><b id=t>Start</b>", "Month Start"),
        ("<li title='Next page'><button><img alt=right width=9 height=9></button></li>", "Next page"),
        ("<li title='Next page'><button>Next</button></li>", "Next"),
        (
            "<button>Seen, <b style='visibility:hidden'>not, <i style='visibility:visible'>seen again</i></b></button>",
            "Seen, seen again",
        ),
        (
            "<button aria-labelledby=t>x</button><span id=t><template shadowrootmode=open>foo <slot aria-label=no></slot> bar</template>in</span>",
            "foo in bar",
        ),
    ],
)
def test_references_and_hints(pages: Pages, html: str, name: str) -> None:
    """References name an element, also by hidden content and once only; a title around an icon names it.

    The cases of slots and of visible parts of hidden ones follow web-platform-tests (accname/name).
    """
    assert pages.get_element(pages.open(html), "button").name == name


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<a href=/x><img alt=Resume src=x.png>Resume</a>", "Resume"),
        ("<a href=/x><img alt=All src=x.png>All (5)</a>", "All (5)"),
        ("<a href=/x><img alt=All src=x.png> Allotments</a>", "All Allotments"),
        ("<a href=/x><img alt=Music src=x.png> Folder</a>", "Music Folder"),
    ],
)
def test_picture_beside_its_text(pages: Pages, html: str, name: str) -> None:
    """The alternative text of a picture is not said twice if the text after it says it."""
    assert pages.find_nodes(pages.open(html), "link")[0].name == name


def test_image_without_alternative_text(pages: Pages) -> None:
    """An image with an empty alternative text is listed if it has a title or label (web-platform-tests)."""
    shot = pages.open(
        "<img width=9 height=9 alt=''><img width=9 height=9 alt='' title=A><img width=9 height=9 alt='' aria-label=B>"
    )
    assert [node.name for node in shot.nodes if node.role == "image"] == ["A", "B"]


def test_title_of_an_icon(pages: Pages) -> None:
    """A clickable element that shows only an icon has its title as its name, not the name of the icon."""
    shot = pages.open("<ul><li onclick=1 title='Next page'><img alt=right width=9 height=9></li></ul>")
    assert pages.get_element(shot, "listitem").name == "Next page"


def test_label_with_a_button_only(pages: Pages) -> None:
    """A label that holds a field and the button beside it does not give the field the button's name."""
    shot = pages.open("<label><span><input placeholder=Narration></span> <button>m</button></label>")
    assert pages.get_element(shot, "textbox").name == "Narration"
    shot = pages.open("<label>Payee <input placeholder=Narration> <button>m</button></label>")
    assert pages.get_element(shot, "textbox").name == "Payee m"


def test_label_of_a_boxed_field(pages: Pages) -> None:
    """A label before the box of the only field names it, rather than a placeholder; hidden fields do not count."""
    hidden = "<textarea style='display:none'></textarea>"
    shot = pages.open(
        "<div><label>Bike <a href=#><svg width=9 height=9></svg></a></label><div><input placeholder=None></div></div>"
        f"<div><label>Notes</label><div><div><textarea></textarea>{hidden}</div></div></div>"
        "<div><label>Address</label><div><input placeholder=Street></div><div><input placeholder=Town></div></div>"
    )
    assert [n.name for n in pages.find_nodes(shot, "textbox")] == ["Bike", "Notes", "Street", "Town"]


@pytest.mark.parametrize(
    ("hint", "name"),
    [
        ("Enter a value...", "Sails on"),
        ("Select an item", "Sails on"),
        ("YYYY-MM-DD", "Sails on"),
        ("e.g. 2027-05-20", "Sails on"),
        ("Bitte wählen…", "Sails on"),
        ("Choose a vessel", "Choose a vessel"),
        ("Search…", "Search…"),
    ],
)
def test_placeholder_that_any_field_could_have(pages: Pages, hint: str, name: str) -> None:
    """A field is named by the text above it rather than by a placeholder that only asks for a value."""
    shot = pages.open(
        f"<div><div><div>Sails on</div></div><div><div><input readonly placeholder='{hint}' value='May 20'></div></div></div>"
    )
    assert pages.get_element(shot, "textbox").name == name
    assert pages.get_element(pages.open(f"<input placeholder='{hint}'>"), "textbox").name == hint


def test_segment_of_a_date(pages: Pages) -> None:
    """An editable segment that refers to itself and a label has both names."""
    shot = pages.open(
        "<b id=t>Start</b> <i role=spinbutton contenteditable id=s aria-label=month aria-labelledby='s t'>mm</i>"
    )
    assert pages.get_element(shot, "spinbutton").name == "month Start"


def test_field_in_a_hidden_box(pages: Pages) -> None:
    """A check box in a box of one pixel, or a switch of one pixel, is shown by its label and can be clicked."""
    shot = pages.open(
        f"<label><span style='{HIDDEN}'><input type=checkbox onchange=\"location.hash='x'\"></span>Agree</label>"
        f"<button role=switch id=s style='{HIDDEN};padding:0;border:0'></button><label for=s>Night</label>"
    )
    assert pages.get_element(shot, "switch", name="Night").box.width > 20
    pages.device.perform(Click(pages.get_element(shot, "checkbox", name="Agree")))
    assert pages.evaluate("location.hash") == '"#x"'


def test_field_under_drawn_text(pages: Pages) -> None:
    """A drop-down list whose text is drawn over its input is not covered, and a click opens it."""
    shot = pages.open(
        "<div id=w style='position:relative;width:200px;height:30px'><input role=combobox aria-label=Town readonly style='opacity:0'>"
        "<span style='position:absolute;inset:0;background:#fff'>Oslo</span></div><script>w.addEventListener('click', () => { location.hash = 'x'; })</script>"
    )
    assert not pages.get_element(shot, "combobox", name="Town").has("covered")
    pages.device.perform(Click(pages.get_element(shot, "combobox", name="Town")))
    assert pages.evaluate("location.hash") == '"#x"'


def test_label_around_a_focus_target(pages: Pages) -> None:
    """A label around the text of a drop-down list and an invisible input is that list."""
    shot = pages.open(
        "<label>Town <b>Oslo</b><input role=combobox aria-label=Town readonly value=Oslo style='opacity:0;width:1px;padding:0;border:0'></label>"
    )
    assert pages.get_element(shot, "combobox", name="Town").value == "Oslo"


def test_anchor_without_address(pages: Pages) -> None:
    """An anchor without an address is a link if a script makes it one."""
    shot = pages.open("<a onclick=1>Next</a> <a tabindex=0>Day</a> <a>Plain</a>")
    assert [node.name for node in shot.nodes if node.role == "link"] == ["Next", "Day"]


def test_internals_of_a_custom_element(pages: Pages) -> None:
    """The role, the label and the states that a custom element keeps in its internals are reported, also new ones."""
    shot = pages.open(
        "<x-check style='display:block;width:20px;height:20px'></x-check><script>customElements.define('x-check', class extends HTMLElement {"
        "constructor() { super(); this.own = this.attachInternals(); this.own.role = 'checkbox'; this.own.ariaLabel = 'Agree';"
        "this.onclick = () => { this.own.ariaChecked = 'true'; this.title = 'x'; }; } })</script>"
    )
    element = pages.get_element(shot, "checkbox", name="Agree")
    assert not element.has("checked")
    assert pages.get_element(pages.act(Click(element)), "checkbox", name="Agree").has("checked")


def test_days_of_another_month(pages: Pages) -> None:
    """Items with a label that only scripts focus are reported; headings that scripts focus are not."""
    shot = pages.open(
        "<p><i tabindex=-1 aria-label='May 31'>31</i><i tabindex=-1 aria-label='June 1'>1</i></p><h2 tabindex=-1>A</h2><h2 tabindex=-1>B</h2>"
    )
    assert [node.name for node in shot.nodes if node.has("clickable")] == ["May 31", "June 1"]


def test_head_with_a_check_box(pages: Pages) -> None:
    """The check box in the head of a column does not name those in its cells."""
    shot = pages.open(
        "<table><tr><th><input type=checkbox aria-label='Select all'><th>Name<tr><td><input type=checkbox><td>Ann</table>"
    )
    assert [node.name for node in pages.find_nodes(shot, "checkbox")] == ["Select all", "Ann"]
