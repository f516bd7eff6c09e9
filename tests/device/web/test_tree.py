"""What is seen of a page: roles, names, values, states, places."""
# ruff: noqa: E501 - the pages are HTML as text

import json
from pathlib import Path

import pytest
from web_desk import Desk

from onscreen.device.web import web
from onscreen.types import Click, Scroll, Start

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("html", "role", "name"),
    [
        ("<button>Go <b>now</b></button>", "button", "Go now"),
        ("<button aria-label=Close>x</button>", "button", "Close"),
        ("<span id=l>By id</span><input aria-labelledby=l>", "textbox", "By id"),
        ("<label>Name <input></label>", "textbox", "Name"),
        ("<label for=i>Mail</label><input id=i type=email>", "textbox", "Mail"),
        ("<input type=search placeholder=Find>", "searchbox", "Find"),
        ("<input type=submit>", "button", "Submit"),
        ("<input type=range aria-label=Volume>", "slider", "Volume"),
        ("<input type=file aria-label=Photo>", "button", "Photo"),
        ("<img alt='A cat' width=20 height=20>", "image", "A cat"),
        ("<a href=#>More</a>", "link", "More"),
        ("<h3>Title</h3>", "heading", "Title"),
        ("<fieldset><legend>Who</legend>x</fieldset>", "group", "Who"),
        ("<table><caption>Prices</caption><tr><td>1</table>", "table", "Prices"),
        ("<table><tr><th>Day</table>", "columnheader", "Day"),
        ("<div role=tab>One</div>", "tab", "One"),
        ("<div onclick='1'>Card</div>", "generic", "Card"),
        ("<div id=d>Heard</div><script>d.addEventListener('click',()=>1)</script>", "generic", "Heard"),
        ("<div style='cursor:pointer'><span>Hand</span></div>", "generic", "Hand"),
        ("<dialog open aria-label=Box>hi</dialog>", "dialog", "Box"),
        ("<details><summary>More</summary>x</details>", "button", "More"),
        ("<svg width=30 height=30 role=img aria-label=Star></svg>", "image", "Star"),
        ("<canvas width=40 height=40 aria-label=Game></canvas>", "canvas", "Game"),
    ],
)
def test_roles_and_names(desk: Desk, html: str, role: str, name: str) -> None:
    """Every kind of thing on a page has the role and name that its users know it by."""
    shot = desk.open(html)
    assert (role, name) in [(n.role, n.name) for n in shot.nodes]


@pytest.mark.parametrize(
    ("html", "role", "states"),
    [
        ("<input type=checkbox checked>", "checkbox", {"clickable", "checked"}),
        ("<input required>", "textbox", {"editable", "required"}),
        ("<input readonly>", "textbox", {"readonly"}),
        ("<button disabled>x</button>", "button", {"disabled"}),
        ("<input autofocus>", "textbox", {"focused"}),
        ("<textarea></textarea>", "textbox", {"multiline", "editable"}),
        ("<select multiple><option>a</select>", "listbox", {"multiselectable"}),
        ("<div role=button tabindex=0 aria-expanded=false>x</div>", "button", {"collapsed", "clickable"}),
        ("<div role=tab aria-selected=true>x</div>", "tab", {"selected"}),
        ("<div draggable=true role=button>x</div>", "button", {"draggable"}),
        ("<div contenteditable>x</div>", "textbox", {"editable"}),
        ("<div style='overflow:auto;height:40px'><p style='height:90px'>x</div>", "generic", {"scrollable"}),
    ],
)
def test_states(desk: Desk, html: str, role: str, states: set[str]) -> None:
    """States say what can be done with a thing and how it stands."""
    found = desk.only(desk.open(html), role)
    assert states <= set(found.states), found.states


def test_password_never_leaves_the_page(desk: Desk) -> None:
    """A password is reported as bullets only, before and after typing it."""
    shot = desk.open("<input type=password aria-label=pin value=secret>")
    assert desk.only(shot, "textbox").value == "••••••"
    assert not any("secret" in repr(n) for n in shot.nodes)


def test_options_are_children_of_their_list(desk: Desk) -> None:
    """The options of a closed list are there, under it, with the chosen one selected."""
    shot = desk.open("<select aria-label=s><option>One<option selected>Two</select>")
    parent = desk.only(shot, "combobox")
    options = desk.nodes(shot, "option")
    assert [(o.name, o.has("selected"), o.parent) for o in options] == [
        ("One", False, parent.index),
        ("Two", True, parent.index),
    ]
    assert parent.value == "Two"


def test_shapes_tell_colour_kind_and_size(desk: Desk) -> None:
    """Drawn shapes have no names, so their clue tells them apart."""
    shot = desk.open(
        "<svg width=200 height=60><circle cx=30 cy=30 r=20 fill=red /><rect x=80 y=5 width=20 height=30 fill=blue />"
        "<polygon points='150,10 170,40 130,40' fill=green /><text x=100 y=50 fill=purple>Hi</text></svg>"
    )
    clues = [n.clue for n in shot.nodes if n.clue]
    assert clues[0].startswith("red circle 40x40")
    assert clues[1].startswith("blue rect 20x30")
    assert clues[2].startswith("green triangle")
    assert desk.only(shot, "text", name="Hi").clue.startswith("purple text")


def test_a_clue_keeps_the_sign_of_a_number(desk: Desk) -> None:
    """Points called by their coordinates are told apart, and a dash between words is none of a number."""
    drawn = "".join(f'<circle id="{name}" cx="{x}" cy="9" r="4"/>' for x, name in
                    ((9, "(-2,1)"), (29, "(2,1)"), (49, "col-2")))  # fmt: skip
    shot = desk.open(f"<svg width=99 height=20>{drawn}</svg>")
    clues = [n.clue for n in shot.nodes if "circle" in n.clue]
    assert ["(-2,1)" in clue for clue in clues] == [True, False, False]
    assert "(2,1)" in clues[1]
    assert "col 2" in clues[2]


@pytest.mark.parametrize(
    ("color", "clue"),
    [
        ("hsl(0 90% 50%)", "red"),
        ("hsl(0 40% 60%)", "reddish gray"),
        ("hsl(120 40% 75%)", "greenish silver"),
        ("hsl(240 40% 85%)", "bluish silver"),
        ("#777", "gray"),
        ("#f8f9fa", "white"),
    ],
)
def test_a_pale_colour_keeps_its_hue(desk: Desk, color: str, clue: str) -> None:
    """A colour that is nearest to one without hue, or of another, is told with its own hue."""
    page = f"<div onclick=1 style='width:20px;height:20px;background:{color}'></div>"
    assert desk.only(desk.open(page), "generic").clue == clue


@pytest.mark.parametrize(
    ("drawing", "clue"),
    [
        ("for (let i = 0; i < 6; i++) c.lineTo(...at(i, 5)); c.stroke()", "black outline 5-sided polygon"),
        ("for (let i = 0; i < 8; i++) c.lineTo(...at(i, 7)); c.stroke()", "black outline 7-sided polygon"),
        ("for (let i = 0; i < 3; i++) c.lineTo(...at(i, 3)); c.fillStyle = 'red'; c.fill()", "red triangle"),
        ("c.arc(60, 50, 30, 0, 7); c.fillStyle = 'blue'; c.fill()", "blue circle 60x60"),
        ("c.fillRect(5, 5, 20, 20); c.fillRect(60, 50, 20, 20)", ""),
        ("c.font = '60px serif'; c.fillText('Az', 20, 70)", ""),
        ("", ""),
    ],
)
def test_a_figure_on_a_canvas_is_told(desk: Desk, drawing: str, clue: str) -> None:
    """A small canvas with one plain figure tells it; one with anything else tells nothing."""
    shot = desk.open(
        "<canvas id=v width=120 height=100></canvas><script>const c = v.getContext('2d'); c.lineWidth = 3;"
        "const at = (i, n) => [60 + 40 * Math.cos(i * 2 * Math.PI / n + .3), 50 + 40 * Math.sin(i * 2 * Math.PI / n + .3)];"
        f"c.beginPath(); {drawing}</script>"
    )
    describe_element = desk.only(shot, "canvas").clue
    assert describe_element.startswith(clue) if clue else describe_element == "v"


def test_straight_strokes_have_a_box(desk: Desk) -> None:
    """A line straight across or down is as thick as its stroke."""
    shot = desk.open(
        "<body style='margin:0'><svg width=200 height=60><line x1=10 y1=30 x2=90 y2=30 stroke=black stroke-width=4 />"
        "<path d='M150 10V50' fill=none stroke=red stroke-width=2 /></svg>"
    )
    boxes = {n.clue.split()[0]: n.box for n in shot.nodes if n.clue}
    assert (boxes["black"].top, boxes["black"].bottom) == (28, 32)
    assert (boxes["red"].left, boxes["red"].right) == (149, 151)


def test_shadow_roots_are_open_to_the_reader_only(desk: Desk) -> None:
    """What stands in open and closed shadow roots is seen and can be clicked; the page sees them closed."""
    shot = desk.open(
        "<div id=o></div><div id=c></div><script>o.attachShadow({mode:'open'}).innerHTML='<button>Open</button>';"
        "const r=c.attachShadow({mode:'closed'});r.innerHTML='<button>Closed</button>';"
        "r.firstChild.onclick=()=>document.title='hit'</script>"
    )
    desk.button(shot, "Open")
    desk.device.perform(Click(desk.button(shot, "Closed")))
    assert desk.value("[document.title, c.shadowRoot]") == '["hit",null]'


def test_covered_things_are_marked(desk: Desk) -> None:
    """What another thing lies over is marked, whether a button or a text; what shows through is not."""
    shot = desk.open(
        "<button>Under</button><p>Words</p><button style='position:absolute;left:400px'>Free</button>"
        "<div style='position:fixed;left:0;top:0;width:300px;height:300px;background:#eee'></div>"
    )
    assert desk.button(shot, "Under").has("covered")
    assert desk.only(shot, "text", name="Words").has("covered")
    assert not desk.button(shot, "Free").has("covered")


def test_outside_is_counted_not_listed(desk: Desk) -> None:
    """What lies outside the view is counted by direction, and seen once it is scrolled to."""
    shot = desk.open(
        "<button>Top</button>" + "<div style='height:900px'></div>" + "<button>Low</button>" * 14
    )
    assert [n.name for n in desk.nodes(shot, "button")] == ["Top"]
    assert (shot.beyond.above, shot.beyond.below) == (0, 14)
    shot = desk.do(Scroll("down", 5))
    assert (shot.beyond.above, shot.beyond.below) == (1, 0)


def test_text_stands_where_it_is_drawn(desk: Desk) -> None:
    """Plain text has a box of its own, and is not repeated where it is the name of its control."""
    shot = desk.open("<p>Some <b>bold</b> words</p><button>Buy</button>")
    assert [(n.name, n.clue) for n in desk.nodes(shot, "text")] == [
        ("Some", ""),
        ("bold", "bold"),
        ("words", ""),
    ]
    boxes = [n.box for n in desk.nodes(shot, "text")]
    assert boxes[0].right <= boxes[1].left + 1
    assert boxes[1].right <= boxes[2].left + 1


def test_a_control_drawn_by_its_label_is_clicked_there(desk: Desk) -> None:
    """A check box hidden behind a drawn switch is seen where the switch is and can be set."""
    shot = desk.open(
        "<label><input type=checkbox style='position:absolute;opacity:0'>"
        "<span style='display:inline-block;width:40px;height:20px;background:green'></span> Fancy</label>"
    )
    box = desk.only(shot, "checkbox", name="Fancy")
    assert box.box.width > 40
    assert desk.only(desk.do(Click(box)), "checkbox").has("checked")


def test_closed_details_hide_their_text(desk: Desk) -> None:
    """The inside of a closed disclosure is not on the screen."""
    shot = desk.open("<details><summary>More</summary>secret</details>")
    assert not desk.nodes(shot, "text", name="secret")


def test_nodes_stand_in_pre_order(desk: Desk) -> None:
    """Every parent stands before its children and, unless it is a list, around them."""
    shot = desk.open("<ul><li>one<li>two <a href=#>link</a></ul><form><input><button>b</button></form>")
    assert all(n.parent is None or n.parent < i for i, n in enumerate(shot.nodes))


def test_locators_survive_a_new_rendering(desk: Desk) -> None:
    """An element rendered anew in the same place keeps its locator, and one that moved does too."""
    shot = desk.open("<div id=l><button>A</button><button>B</button></div>")
    before = {n.name: n.locator for n in desk.nodes(shot, "button")}
    desk.value("l.innerHTML = l.innerHTML, 1")
    assert {n.name: n.locator for n in desk.nodes(desk.device.observe(), "button")} == before
    desk.value("l.prepend(l.lastChild), 1")
    assert {n.name: n.locator for n in desk.nodes(desk.device.observe(), "button")} == before


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_boxes_are_in_screenshot_pixels(folder: Path, ratio: float) -> None:
    """Boxes lie on the picture at any pixel ratio, and a click at a box's middle hits what is there."""
    (folder / "ratio.html").write_text(
        "<body style='margin:0'><div role=button onclick=\"document.title='hit'\" style='position:absolute;left:100px;"
        "top:40px;width:50px;height:20px;background:red'>x</div>"
    )
    device = web({"sites": (f"a.test={folder}",), "pixel_ratio": ratio, "width": 300, "height": 200})
    try:
        device.start(Start("http://a.test/ratio.html"))
        shot = device.observe()
        box = next(n.box for n in shot.nodes if n.role == "button")
        assert shot.picture.size == (300 * ratio, 200 * ratio)
        assert (box.left, box.top, box.right, box.bottom) == (
            100 * ratio,
            40 * ratio,
            150 * ratio,
            60 * ratio,
        )
        device.perform(Click(box.center))
        assert device.read("document.title") == '"hit"'
    finally:
        device.close()


def test_all_that_a_hit_test_shows_actionable_is_there(desk: Desk) -> None:
    """Of the controls in view that a hit test reaches, at least 99 % are among the nodes."""
    html = "<div style='columns:4'>" + "".join(
        f"<p><a href=#{i}>link {i}</a> <button>b{i}</button> <input aria-label=i{i}> <span onclick='1'>s{i}</span>"
        for i in range(60)
    )
    shot = desk.open(html)
    names = {n.name for n in shot.nodes if n.has("clickable")}
    hit = desk.value(
        "[...document.querySelectorAll('a,button,input,span')].filter(e => {const r = e.getBoundingClientRect();"
        "const h = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return h && e.contains(h)})"
        ".map(e => e.ariaLabel || e.textContent)"
    )
    wanted = set(json.loads(hit))
    assert len(wanted) > 100
    assert len(wanted & names) / len(wanted) >= 0.99
