"""Controls that are drawn by icon fonts, whose texts are the names of icons, and the state of drawn check controls."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click

pytestmark = pytest.mark.browser

STYLE = "<style>i { font-family: 'Material Symbols Outlined' }</style>"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<button title='Create Item'><i>add</i></button>", "Create Item"),
        ("<button data-tooltip='Save'><i>check</i></button>", "Save"),
        ("<button><i>filter_list</i></button>", "filter_list"),
        ("<button title='Add an item'>add</button>", "add"),
    ],
)
def test_name_of_a_button_with_an_icon(pages: Pages, html: str, name: str) -> None:
    """The title of a button takes precedence over the name of its icon, but not over its text."""
    shot = pages.open(STYLE + html)
    assert [(n.role, n.name) for n in shot.nodes if n.name] == [("button", name)]


@pytest.mark.parametrize("role", ["checkbox", "radio"])
def test_state_of_a_check_control_drawn_by_an_icon(pages: Pages, role: str) -> None:
    """The icon of a check control states whether it is checked, and does not name it."""
    on, off = (
        ("check_box", "check_box_outline_blank")
        if role == "checkbox"
        else ("radio_button_checked", "radio_button_unchecked")
    )
    page = f"<div><button role={role}><i>{off}</i></button> Puffin</div><script>document.querySelector('button').onclick = event => {{ document.querySelector('i').textContent = '{on}'; }};</script>"
    shot = pages.open(STYLE + page)
    control = pages.get_element(shot, role, name="Puffin")
    assert not control.has("checked")
    assert off not in [n.name for n in shot.nodes]
    assert pages.get_element(pages.act(Click(control)), role, name="Puffin").has("checked")


@pytest.mark.parametrize(
    ("html", "is_checked"),
    [
        ("<div role=switch tabindex=0 aria-label=Night aria-checked=true>{}</div>", True),
        ("<div role=switch tabindex=0 aria-label=Night aria-checked=false>{}</div>", False),
        ("<div role=switch tabindex=0 aria-label=Night class=x-switch-on-value>{}</div>", True),
        (
            "<div role=switch tabindex=0 aria-label=Night>{}<input type=checkbox checked style='display:none'></div>",
            True,
        ),
        ("<div role=checkbox tabindex=0 aria-label=Night aria-pressed=true>{}</div>", True),
    ],
)
def test_state_of_a_drawn_switch(pages: Pages, html: str, is_checked: bool) -> None:
    """A drawn switch is checked by its attribute, its class or its input."""
    shot = pages.open(html.format("<span>ON</span><span style='display:inline-block'>OFF</span>"))
    switch = next(node for node in shot.nodes if node.name == "Night")
    assert switch.has("checked") == is_checked
    assert not switch.has("pressed")
    if "aria-checked" in html:
        assert not pages.find_nodes(shot, "text")
