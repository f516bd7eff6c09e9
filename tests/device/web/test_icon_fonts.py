"""Controls that are drawn by icon fonts, whose texts are the names of icons, and the state of drawn check controls."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click

pytestmark = pytest.mark.browser

STYLE = "<style>i { font-family: 'Material Symbols Outlined' } i[data-icon]::after { content: attr(data-icon) }</style>"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<button title='Create Item'><i>add</i></button>", "Create Item"),
        ("<button data-tooltip='Save'><i>check</i></button>", "Save"),
        ("<button><i>filter_list</i></button>", "filter_list"),
        ("<button title='Add an item'>add</button>", "add"),
        ("<button><i data-icon=filter_list></i></button>", "filter_list"),
        ("<button data-tooltip=Save><i data-icon=check></i></button>", "Save"),
        ("<button data-tooltip=e_IpTRwMrj1><i data-icon=check></i></button>", "check"),
        (
            "<button><i data-icon=layers></i><b hidden>Layout</b><i data-icon=expand_more></i></button>",
            "layers",
        ),
    ],
)
def test_name_of_a_button_with_an_icon(pages: Pages, html: str, name: str) -> None:
    """The title of a button takes precedence over the name of its icon, but not over its text."""
    shot = pages.open(STYLE + html)
    assert [(n.role, n.name) for n in shot.nodes if n.name] == [("button", name)]


def test_check_control_with_a_generated_icon(pages: Pages) -> None:
    """A check box whose style sheet generates its icon has a state, and is named by the text of its row."""
    row = "<tr><td><button role=checkbox><i data-icon={}></i></button><td>{}"
    shot = pages.open(
        f"{STYLE}<table><thead><tr><th><button role=checkbox><i data-icon=check_box_outline_blank></i></button><th>Name"
        f"<tbody>{row.format('check_box', 'Puffin')}{row.format('check_box_outline_blank', 'Heron')}</table>"
    )
    controls = pages.find_nodes(shot, "checkbox")
    assert [(node.name, node.has("checked")) for node in controls] == [
        ("", False),
        ("Puffin", True),
        ("Heron", False),
    ]


def test_value_drawn_as_an_icon(pages: Pages) -> None:
    """A cell with an icon for yes or no is named by it; an icon that listens for clicks also has its column."""
    icon = "<span class=value><i class='' data-icon={}></i></span>"
    shot = pages.open(
        f"{STYLE}<table><tr><th>Name<th>Public<th>Active<tr><td>Heron<td>{icon.format('check')}<td>{icon.format('close')}</table>"
        "<script>document.querySelectorAll('.value')[1].addEventListener('click', () => 0)</script>"
    )
    assert "check" in [node.name for node in pages.find_nodes(shot, "cell")]
    assert "generic (Active: close value)" in screen_text(build_screen(shot))


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


def test_sign_of_a_button_that_closes(pages: Pages) -> None:
    """The sign × in a button with another name is not listed as a text."""
    shot = pages.open("<button aria-label='Remove all items'><span>×</span></button>")
    assert [node.name for node in shot.nodes if node.name] == ["Remove all items"]
