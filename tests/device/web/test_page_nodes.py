"""Nodes of a page: roles, names, values, states, boxes, clues."""
# ruff: noqa: E501 - the pages are HTML as text

import json
from pathlib import Path

import pytest
from web_pages import Pages

from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click, Scroll, Start
from onscreen.types.appearance import Appearance

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
def test_roles_and_names(pages: Pages, html: str, role: str, name: str) -> None:
    """Every kind of element has the role and the accessible name that users know it by."""
    shot = pages.open(html)
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
def test_states(pages: Pages, html: str, role: str, states: set[str]) -> None:
    """States describe what can be done with an element and its current state."""
    found = pages.get_element(pages.open(html), role)
    assert states <= set(found.states), found.states


@pytest.mark.parametrize(("kind", "is_selected"), [("page", True), ("date", False), ("false", False)])
def test_current_item_of_a_kind(pages: Pages, kind: str, *, is_selected: bool) -> None:
    """The current page is selected; the current date is only today."""
    shot = pages.open(f"<button aria-current={kind}>x</button>")
    assert pages.get_element(shot, "button").has("selected") == is_selected


def test_password_is_masked(pages: Pages) -> None:
    """A password is reported as bullets only."""
    shot = pages.open("<input type=password aria-label=pin value=secret>")
    assert pages.get_element(shot, "textbox").value == "••••••"
    assert not any("secret" in repr(n) for n in shot.nodes)


def test_options_of_closed_list(pages: Pages) -> None:
    """The options of a closed list are its children, with the selected one marked."""
    shot = pages.open("<select aria-label=s><option>One<option selected>Two</select>")
    parent = pages.get_element(shot, "combobox")
    options = pages.find_nodes(shot, "option")
    assert [(o.name, o.has("selected"), o.parent) for o in options] == [
        ("One", False, parent.index),
        ("Two", True, parent.index),
    ]
    assert parent.value == "Two"


def test_clue_of_svg_shapes(figure_pages: Pages) -> None:
    """The clue of an SVG shape has its colour, kind and size."""
    shot = figure_pages.open(
        "<svg width=200 height=60><circle cx=30 cy=30 r=20 fill=red /><rect x=80 y=5 width=20 height=30 fill=blue />"
        "<polygon points='150,10 170,40 130,40' fill=green /><text x=100 y=50 fill=purple>Hi</text></svg>"
    )
    clues = [n.clue for n in shot.nodes if n.clue]
    assert clues[0].startswith("red circle 40x40")
    assert clues[1].startswith("blue rect 20x30")
    assert clues[2].startswith("green triangle")
    looks = [n.appearance for n in shot.nodes if n.appearance]
    assert looks[:3] == [Appearance(None, 40, 40), Appearance(None, 20, 30), Appearance(3, 40, 30)]
    assert looks[3] == Appearance(font_size_px=16)
    assert figure_pages.get_element(shot, "text", name="Hi").clue.startswith("purple text")


def test_clue_without_generated_ids_and_toolkit_classes(pages: Pages) -> None:
    """The clue of an icon button names its icon, not the ids and classes that a toolkit gives every button."""
    icon = "<svg class=MuiSvgIcon-root data-testid=EditIcon width=20 height=20></svg>"
    shot = pages.open(f"<button id=':r1e:' class='MuiButtonBase-root MuiIconButton-root'>{icon}</button>")
    assert pages.get_element(shot, "button").clue.split()[-2:] == ["Edit", "Icon"]
    assert "Mui" not in pages.get_element(shot, "button").clue


def test_clue_keeps_minus_signs(pages: Pages) -> None:
    """A clue keeps the minus sign of a coordinate; a hyphen between words becomes a space."""
    drawn = "".join(f'<circle id="{name}" cx="{x}" cy="9" r="4"/>' for x, name in
                    ((9, "(-2,1)"), (29, "(2,1)"), (49, "col-2")))  # fmt: skip
    shot = pages.open(f"<svg width=99 height=20>{drawn}</svg>")
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
def test_clue_names_the_hue(pages: Pages, color: str, clue: str) -> None:
    """A colour whose nearest common colour has another hue is described with its own hue."""
    page = f"<div onclick=1 style='width:20px;height:20px;background:{color}'></div>"
    assert pages.get_element(pages.open(page), "generic").clue == clue


@pytest.mark.parametrize(
    ("drawing", "clue", "sides"),
    [
        ("for (let i = 0; i < 6; i++) c.lineTo(...at(i, 5)); c.stroke()", "black outline 5-sided polygon", 5),
        ("for (let i = 0; i < 8; i++) c.lineTo(...at(i, 7)); c.stroke()", "black outline 7-sided polygon", 7),
        (
            "for (let i = 0; i < 3; i++) c.lineTo(...at(i, 3)); c.fillStyle = 'red'; c.fill()",
            "red triangle",
            3,
        ),
        ("c.arc(60, 50, 30, 0, 7); c.fillStyle = 'blue'; c.fill()", "blue circle 60x60", None),
        ("c.fillRect(5, 5, 20, 20); c.fillRect(60, 50, 20, 20)", "", None),
        ("c.font = '60px serif'; c.fillText('Az', 20, 70)", "", None),
        ("", "", None),
    ],
)
def test_clue_of_canvas_figure(figure_pages: Pages, drawing: str, clue: str, *, sides: int | None) -> None:
    """The clue of a small canvas describes its figure if it shows exactly one."""
    shot = figure_pages.open(
        "<canvas id=v width=120 height=100></canvas><script>const c = v.getContext('2d'); c.lineWidth = 3;"
        "const at = (i, n) => [60 + 40 * Math.cos(i * 2 * Math.PI / n + .3), 50 + 40 * Math.sin(i * 2 * Math.PI / n + .3)];"
        f"c.beginPath(); {drawing}</script>"
    )
    canvas = figure_pages.get_element(shot, "canvas")
    assert canvas.clue.startswith(clue) if clue else canvas.clue == "v"
    assert (canvas.appearance and canvas.appearance.sides) == sides
    assert canvas.attributes == "v"


def test_figures_are_not_described_by_default(pages: Pages) -> None:
    """Without the setting `describe_figures`, a polygon is a polygon and a canvas has no figure."""
    shot = pages.open(
        "<svg width=200 height=60><polygon points='150,10 170,40 130,40' fill=green /></svg>"
        "<canvas id=v width=120 height=100></canvas><script>const c = v.getContext('2d');"
        "c.arc(60, 50, 30, 0, 7); c.fillStyle = 'blue'; c.fill()</script>"
    )
    assert [n.clue for n in shot.nodes if n.clue] == ["green polygon 40x30", "v"]
    assert [n.appearance for n in shot.nodes if n.appearance] == [Appearance(None, 40, 30)]


def test_box_of_straight_lines(pages: Pages) -> None:
    """The box of a horizontal or vertical line is as thick as its stroke."""
    shot = pages.open(
        "<body style='margin:0'><svg width=200 height=60><line x1=10 y1=30 x2=90 y2=30 stroke=black stroke-width=4 />"
        "<path d='M150 10V50' fill=none stroke=red stroke-width=2 /></svg>"
    )
    boxes = {n.clue.split()[0]: n.box for n in shot.nodes if n.clue}
    assert (boxes["black"].top, boxes["black"].bottom) == (28, 32)
    assert (boxes["red"].left, boxes["red"].right) == (149, 151)


def test_shadow_roots(pages: Pages) -> None:
    """Elements in open and closed shadow roots are observed; the page sees closed roots as closed."""
    shot = pages.open(
        "<div id=o></div><div id=c></div><script>o.attachShadow({mode:'open'}).innerHTML='<button>Open</button>';"
        "const r=c.attachShadow({mode:'closed'});r.innerHTML='<button>Closed</button>';"
        "r.firstChild.onclick=()=>document.title='hit'</script>"
    )
    pages.get_button(shot, "Open")
    pages.device.perform(Click(pages.get_button(shot, "Closed")))
    assert pages.evaluate("[document.title, c.shadowRoot]") == '["hit",null]'


def test_covered_state(pages: Pages) -> None:
    """Completely covered buttons and texts have the state "covered"."""
    shot = pages.open(
        "<button>Under</button><p>Words</p><button style='position:absolute;left:400px'>Free</button>"
        "<div style='position:fixed;left:0;top:0;width:300px;height:300px;background:#eee'></div>"
    )
    assert pages.get_button(shot, "Under").has("covered")
    assert pages.get_element(shot, "text", name="Words").has("covered")
    assert not pages.get_button(shot, "Free").has("covered")


def test_offscreen_counts(pages: Pages) -> None:
    """Elements outside the viewport are counted by direction and listed after scrolling to them."""
    shot = pages.open(
        "<button>Top</button>" + "<div style='height:900px'></div>" + "<button>Low</button>" * 14
    )
    assert [n.name for n in pages.find_nodes(shot, "button")] == ["Top"]
    assert (shot.beyond.above, shot.beyond.below) == (0, 14)
    shot = pages.act(Scroll("down", 5))
    assert (shot.beyond.above, shot.beyond.below) == (1, 0)


def test_text_nodes(pages: Pages) -> None:
    """Text has boxes of its own and is not repeated if it is the name of its control."""
    shot = pages.open("<p>Some <b>bold</b> words</p><button>Buy</button>")
    assert [(n.name, n.clue) for n in pages.find_nodes(shot, "text")] == [
        ("Some", ""),
        ("bold", "bold"),
        ("words", ""),
    ]
    boxes = [n.box for n in pages.find_nodes(shot, "text")]
    assert boxes[0].right <= boxes[1].left + 1
    assert boxes[1].right <= boxes[2].left + 1


def test_hidden_checkbox_with_visible_label(pages: Pages) -> None:
    """A transparent check box has the box of its label and can be set there."""
    shot = pages.open(
        "<label><input type=checkbox style='position:absolute;opacity:0'>"
        "<span style='display:inline-block;width:40px;height:20px;background:green'></span> Fancy</label>"
    )
    box = pages.get_element(shot, "checkbox", name="Fancy")
    assert box.box.width > 40
    assert pages.get_element(pages.act(Click(box)), "checkbox").has("checked")


def test_closed_details(pages: Pages) -> None:
    """The content of a closed <details> element is not observed."""
    shot = pages.open("<details><summary>More</summary>secret</details>")
    assert not pages.find_nodes(shot, "text", name="secret")


def test_nodes_are_in_pre_order(pages: Pages) -> None:
    """Every parent comes before its children."""
    shot = pages.open("<ul><li>one<li>two <a href=#>link</a></ul><form><input><button>b</button></form>")
    assert all(n.parent is None or n.parent < i for i, n in enumerate(shot.nodes))


def test_locators_survive_rendering(pages: Pages) -> None:
    """An element that is rendered again or moved keeps its locator."""
    shot = pages.open("<div id=l><button>A</button><button>B</button></div>")
    before = {n.name: n.locator for n in pages.find_nodes(shot, "button")}
    pages.evaluate("l.innerHTML = l.innerHTML, 1")
    assert {n.name: n.locator for n in pages.find_nodes(pages.device.observe(), "button")} == before
    pages.evaluate("l.prepend(l.lastChild), 1")
    assert {n.name: n.locator for n in pages.find_nodes(pages.device.observe(), "button")} == before


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_boxes_are_in_screenshot_pixels(folder: Path, ratio: float) -> None:
    """At any pixel ratio, boxes are in screenshot pixels, and a click at a box's centre hits the element."""
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


def test_controls_found_by_hit_tests(pages: Pages) -> None:
    """At least 99 % of the controls that hit tests find in the viewport are among the nodes."""
    html = "<div style='columns:4'>" + "".join(
        f"<p><a href=#{i}>link {i}</a> <button>b{i}</button> <input aria-label=i{i}> <span onclick='1'>s{i}</span>"
        for i in range(60)
    )
    shot = pages.open(html)
    names = {n.name for n in shot.nodes if n.has("clickable")}
    hit = pages.evaluate(
        "[...document.querySelectorAll('a,button,input,span')].filter(e => {const r = e.getBoundingClientRect();"
        "const h = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return h && e.contains(h)})"
        ".map(e => e.ariaLabel || e.textContent)"
    )
    wanted = set(json.loads(hit))
    assert len(wanted) > 100
    assert len(wanted & names) / len(wanted) >= 0.99


def test_scrollable_list_states_how_much_more_there_is(pages: Pages) -> None:
    """The text counts exactly what a scrollable list hides above and below, also items without a role."""
    items = "".join(f"<li style='height:20px'>Town {number}" for number in range(30))
    shot = pages.open(
        "<ul id=u style='overflow:auto;height:100px;margin:0'>"
        f"{items}</ul><script>u.addEventListener('click', () => 1); u.scrollTop = 200</script>"
    )
    screen = build_screen(shot)
    assert screen_text(screen).splitlines()[-1] == "10 more above, 15 more below"


def test_dialog_hides_what_it_covers(pages: Pages) -> None:
    """What a modal dialog covers is counted, but not offered; the buttons of the dialog are."""
    shot = pages.open(
        "<button>Under</button><a href=#>Link</a><dialog id=d style='width:100%;height:100%;max-width:none'>"
        "<button>Agree</button></dialog><script>d.showModal()</script>"
    )
    screen = build_screen(shot)
    lines = screen_text(screen).splitlines()
    assert not any("Under" in line or "Link" in line for line in lines)
    assert any('button "Agree"' in line for line in lines)
    assert lines[-1] == "2 more covered by something in front"


def test_chat_shows_the_side_of_each_message(pages: Pages) -> None:
    """In a chat, messages at the left edge and at the right edge are described by their side."""
    shot = pages.open(
        """<style>main{display:flex;flex-direction:column;width:400px}
        p{max-width:70%;padding:8px;border-radius:8px;background:#eee} .sent{align-self:flex-end}</style>
        <h1>Ada</h1><main><p>Are you coming?</p><p class=sent>Yes, at six</p><p>Good</p></main>
        <input aria-label=Message><button>Send</button>"""
    )
    screen = build_screen(shot)
    assert "Are you coming? (left) · Yes, at six (right) · Good (left)" in screen_text(screen)


@pytest.mark.parametrize(
    ("html", "role"),
    [
        ("<ul><li class='song selected'>x<li class=song>y</ul>", "listitem"),
        ("<table><tr class=is-active><td>x<tr><td>y</table>", "row"),
        ("<ul><li class=current><a href=/x>x</a><li><a href=/y>y</a></ul>", "link"),
        ("<button class='view is-active'>x</button><button class=view>y</button>", "button"),
        ("<nav><a href=/x class=active>x</a><a href=/y>y</a></nav>", "link"),
        ("<p><a href=/x class='nav-link active'>x</a><p><a href=/y class=nav-link>y</a>", "link"),
        ("<style>b{cursor:pointer}</style><b class='card selected'>x</b> <b class=card>y</b>", "generic"),
        ("<style>.sel td{background:pink}</style><table><tr class=sel><td>x<tr><td>y</table>", "row"),
        ("<style>.selectedItem{background:pink}</style><ul><li class=selectedItem>x<li>y</ul>", "listitem"),
    ],
)
def test_an_item_marked_by_its_class_is_selected(pages: Pages, html: str, role: str) -> None:
    """Items, rows and buttons that a class distinguishes from others are selected; of a menu, the link is."""
    shot = pages.open(html)
    assert [n.has("selected") for n in shot.nodes if n.role == role] == [True, False]
    assert sum(n.has("selected") for n in shot.nodes) == 1


def test_items_that_all_have_a_class_are_not_selected(pages: Pages) -> None:
    """A class that several items have says nothing about one of them, nor does a class of another word."""
    shot = pages.open(
        "<ul><li class=active>x<li class=active>y</ul><ul><li class=interactive>z<li>w</ul>"
        "<button class='b active'>x</button><button class='b active'>y</button><button class=b>z</button>"
        "<div><button class='plan active' aria-pressed=false>x</button><button class=plan>y</button></div>"
    )
    assert not [n for n in shot.nodes if n.has("selected")]


def test_a_short_class_without_a_color_selects_nothing(pages: Pages) -> None:
    """A class such as "sel" marks a selected item only if the item has another background than the others."""
    shot = pages.open("<style>li{background:pink}</style><ul><li class=sel>x<li>y</ul>")
    assert not [n for n in shot.nodes if n.has("selected")]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>$ make\n  gcc a.c\n\nerror: 1</pre>", "$ make\\n  gcc a.c\\nerror: 1"),
        ("<pre>\n    one:\n      two\n</pre>", "one:\\n  two"),
        ("<p style='white-space: pre-line'>Dear Ann,\n  see you\n</p>", "Dear Ann,\\nsee you"),
        ("<pre><b>def</b> f():\n    <b>return</b> 1\n</pre>", "def · f():\nreturn · 1"),
        ("<p>one\n  two</p>", "one two"),
        ("<h2><pre>one\n  two</pre></h2>", "# one\\n  two"),
        ("<table><tr><td>a<td><pre>b\n  c</pre></table>", "a · b\\n  c"),
        ("<button style='white-space: pre'>Save\nall</button>", '[1] button "Save all"'),
    ],
)
def test_line_breaks_of_texts(pages: Pages, html: str, text: str) -> None:
    """Code, output and cells reach a text-only model in lines; names of controls stay on one line."""
    shot = pages.open(html)
    assert screen_text(build_screen(shot)).split("\n", 1)[1] == text


def test_click_on_a_text_in_lines(pages: Pages) -> None:
    """A text of several lines is found and clicked, also after it was drawn again."""
    pages.open(
        "<pre id=p>first\n  second</pre><p id=q><script>onclick = e => { q.textContent = e.target.id }</script>"
    )
    pages.evaluate("q.outerHTML = '<p id=q>-'")
    shot = pages.device.observe()
    text = pages.get_element(shot, "text", name="first\n  second")
    pages.evaluate("p.outerHTML = p.outerHTML")
    shot = pages.act(Click(text))
    assert pages.find_nodes(shot, name="p")


@pytest.mark.parametrize(
    ("cell", "clue"),
    [
        ("<td class='spacer cell'>", ""),
        ("<td class='spacer cell' style='background:#fff'>", ""),
        ("<td class='booked cell' style='background:red'>", "red"),
        ("<td class='spacer cell' onclick=1>", "spacer cell"),
    ],
)
def test_clue_of_an_empty_cell(pages: Pages, cell: str, clue: str) -> None:
    """An empty cell that cannot be clicked is described by its color, and not by its class names."""
    shot = pages.open(f"<style>td {{ width: 40px; height: 20px }}</style><table><tr><td>Ann{cell}</table>")
    assert pages.find_nodes(shot, "cell", name="")[0].clue == clue
