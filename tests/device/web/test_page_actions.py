"""Pointer, list and file actions in a real browser."""
# ruff: noqa: E501 - the pages are HTML as text

from pathlib import Path

import pytest
from web_pages import Pages

from onscreen.perceive.screen_change import compare_shots
from onscreen.types import (
    Click,
    Download,
    Drag,
    Hover,
    LongPress,
    Point,
    Scroll,
    Select,
    Swipe,
    Type,
    Upload,
)
from onscreen.types.errors import ActionHadNoEffect, ElementCovered, ElementGone, NotAllowed, NotSupported

pytestmark = pytest.mark.browser

LOGGING = """<body><script>log = [];
for (const t of ['click', 'dblclick', 'contextmenu', 'mousedown', 'mouseover', 'touchstart', 'touchend'])
  addEventListener(t, e => log.push(t + (e.ctrlKey ? '+ctrl' : '')));</script><button>B</button>"""


@pytest.mark.parametrize(
    ("options", "events"),
    [
        ({}, '["mouseover","mousedown","click"]'),
        ({"button": "right"}, '["mouseover","mousedown","contextmenu"]'),
        ({"count": 2}, '["mouseover","mousedown","click","mousedown","click","dblclick"]'),
        ({"modifiers": ("Control",)}, '["mouseover+ctrl","mousedown+ctrl","click+ctrl"]'),
    ],
)
def test_click_variants(pages: Pages, options: dict[str, object], events: str) -> None:
    """Left, right, double and modified clicks fire the same DOM events as a person's click."""
    shot = pages.open(LOGGING)
    pages.device.perform(Hover(Point(400, 500)))
    pages.evaluate("log = [], 1")
    pages.device.perform(Click(pages.get_button(shot, "B"), **options))
    assert pages.evaluate("log") == events


def test_long_press_duration(pages: Pages) -> None:
    """A long press holds the button down for its time."""
    shot = pages.open("<button onmousedown='t=Date.now()' onmouseup='took=Date.now()-t'>B</button>")
    pages.device.perform(LongPress(pages.get_button(shot, "B"), 0.15))
    assert int(pages.evaluate("took")) >= 140


def test_hover_opens_css_menu(pages: Pages) -> None:
    """Hovering opens a menu that CSS shows under the pointer."""
    shot = pages.open(
        "<style>ul{display:none}div:hover ul{display:block}</style><div role=button>M<ul><li>Item</ul></div>"
    )
    assert pages.find_nodes(pages.act(Hover(pages.get_element(shot, "button"))), "listitem")


def test_swipe_sends_touch_events(pages: Pages) -> None:
    """A swipe reaches the page as touch events."""
    pages.open(LOGGING)
    pages.device.perform(Swipe(Point(100, 400), Point(100, 100), 0.05))
    assert '"touchstart"' in pages.evaluate("log")


def test_scroll_reports_distances(pages: Pages) -> None:
    """Scrolling the page or an element reports the distance scrolled and the distance left."""
    shot = pages.open(
        "<div aria-label=box role=list style='overflow:auto;height:100px'><p style='height:300px'>x</div>"
        "<div style='height:2000px'>"
    )
    assert "scrolled 480 pixels down" in pages.device.perform(Scroll("down"))
    assert "scrolled 80 pixels down, 1" in pages.device.perform(
        Scroll("down", target=pages.get_element(shot, "list"))
    )


def test_scroll_uses_largest_pane(pages: Pages) -> None:
    """If the page itself does not scroll, its largest scrolling pane does."""
    pages.open("<div id=p style='overflow:auto;height:300px'><p style='height:900px'>x</div>")
    pages.device.perform(Scroll("down"))
    assert pages.evaluate("p.scrollTop") == "240"


def test_click_scrolls_element_into_view(pages: Pages) -> None:
    """A click on an element outside the viewport scrolls to it first."""
    shot = pages.open("<button onclick=\"document.title='hit'\">B</button><div style='height:3000px'>")
    pages.device.perform(Scroll("down", 3))
    pages.device.perform(Click(pages.get_button(shot, "B")))
    assert pages.evaluate("document.title") == '"hit"'


def test_moved_element_is_found_again(pages: Pages) -> None:
    """An element that was rendered again elsewhere is found by role and name."""
    shot = pages.open("<div id=l><button>A</button></div>")
    pages.evaluate(
        "l.innerHTML = '<p>new</p><section><button onclick=\"document.title=1\">A</button></section>', 1"
    )
    pages.device.perform(Click(pages.get_button(shot, "A")))
    assert pages.evaluate("document.title") == '"1"'


def test_removed_element_raises(pages: Pages) -> None:
    """An action on a removed element raises ElementGone with the element's name."""
    shot = pages.open("<button>A</button>")
    pages.evaluate("document.body.innerHTML = '<button>B</button>', 1")
    with pytest.raises(ElementGone, match="'A' is not on the page"):
        pages.device.perform(Click(pages.get_button(shot, "A")))


def test_covered_element_names_its_cover(pages: Pages) -> None:
    """A completely covered element is not clicked; a half covered one is clicked at its free part."""
    shot = pages.open(
        "<button style='width:200px' onclick=\"document.title='hit'\">Under</button>"
        "<div id=o style='position:fixed;left:0;top:0;width:400px;height:90px;background:#ddd'>Cookies</div>"
    )
    with pytest.raises(ElementCovered, match="Cookies"):
        pages.device.perform(Click(pages.get_button(shot, "Under")))
    pages.evaluate("o.style.left = '80px', 1")
    pages.device.perform(Click(pages.get_button(shot, "Under")))
    assert pages.evaluate("document.title") == '"hit"'


def test_select_by_text_or_value(pages: Pages) -> None:
    """Options are chosen by text or value, and the page gets a change event."""
    shot = pages.open(
        "<select onchange='document.title=this.value'><option value=1>One<option value=2>Two</select>"
    )
    target = pages.get_element(shot, "combobox")
    assert pages.device.perform(Select(target, ("Two",))) == "chosen: Two"
    assert pages.evaluate("document.title") == '"2"'
    assert pages.device.perform(Select(target, ("1",))) == "chosen: One"


def test_select_in_multiple_selection(pages: Pages) -> None:
    """A multiple selection takes several options; clicking an option selects or unselects it."""
    shot = pages.open("<select multiple><option>a<option>b<option>c</select>")
    assert pages.device.perform(Select(pages.get_element(shot, "listbox"), ("a", "c"))) == "chosen: a, c"
    assert pages.device.perform(Click(pages.get_element(shot, "option", name="b"))) == "chosen: a, b, c"
    assert pages.device.perform(Click(pages.get_element(shot, "option", name="a"))) == "chosen: b, c"


def test_unknown_option_lists_the_options(pages: Pages) -> None:
    """Choosing an unknown option raises an error that lists the options."""
    shot = pages.open("<select><option>One<option>Two</select><button>no list</button>")
    with pytest.raises(ActionHadNoEffect, match="'Three'; there are: 'One', 'Two'"):
        pages.device.perform(Select(pages.get_element(shot, "combobox"), ("Three",)))
    with pytest.raises(NotSupported, match="not a native list"):
        pages.device.perform(Select(pages.get_button(shot, "no list"), ("x",)))


def test_drag_by_offset_and_to_element(pages: Pages) -> None:
    """An element that follows the mouse is dragged by an offset, or onto another element plus an offset."""
    shot = pages.open(
        "<div role=button style='position:absolute;left:300px;top:200px;width:60px;height:60px'>n</div>"
        "<div id=m role=button style='position:absolute;left:100px;top:100px;width:50px;height:50px'>m</div><script>"
        "m.onmousedown=e=>{const x=e.clientX-m.offsetLeft,y=e.clientY-m.offsetTop;"
        "onmousemove=e=>{m.style.left=e.clientX-x+'px';m.style.top=e.clientY-y+'px'};onmouseup=()=>onmousemove=null}"
        "</script>"
    )
    pages.device.perform(Drag(pages.get_button(shot, "m"), offset=Point(50, 70)))
    assert pages.evaluate("[m.offsetLeft, m.offsetTop]") == "[150,170]"
    pages.device.perform(Drag(pages.get_button(shot, "m"), pages.get_button(shot, "n"), Point(10, -4)))
    assert pages.evaluate("[m.offsetLeft, m.offsetTop]") == "[315,201]"


def test_native_drag_and_drop(pages: Pages) -> None:
    """HTML drag and drop carries its data from one element to another."""
    shot = pages.open(
        "<div draggable=true role=button ondragstart=\"event.dataTransfer.setData('text','load')\">from</div>"
        "<div role=button style='margin-top:200px' ondragover='event.preventDefault()'"
        " ondrop=\"document.title=event.dataTransfer.getData('text')\">to</div>"
    )
    pages.device.perform(Drag(pages.get_button(shot, "from"), pages.get_button(shot, "to")))
    assert pages.evaluate("document.title") == '"load"'


ANIMATED_LIST = (
    "<ul style='list-style:none;padding:0'>{items}</ul><script>let dragged, busyUntil = 0;"
    "const list = document.querySelector('ul');"
    "list.ondragstart = event => { dragged = event.target; event.dataTransfer.setData('text', 'item') };"
    "list.ondragover = event => { event.preventDefault(); const over = event.target.closest('li');"
    " if (performance.now() < busyUntil || !over || over === dragged) return; busyUntil = performance.now() + 150;"
    " over[over.compareDocumentPosition(dragged) & 4 ? 'before' : 'after'](dragged) }</script>"
)
"""A list that makes room for a dragged item with an animation, during which it ignores events."""


@pytest.mark.parametrize(
    ("source", "to", "order"),
    [("Salt", "Milk", "SaltMilkBreadEggs"), ("Milk", "Eggs", "BreadEggsMilkSalt")],
)
def test_a_drag_reaches_its_place_in_an_animated_list(pages: Pages, source: str, to: str, order: str) -> None:
    """A native drag takes as long as a list needs that animates every place that the item passes."""
    items = "".join(f"<li draggable=true>{name}</li>" for name in ("Milk", "Bread", "Eggs", "Salt"))
    shot = pages.open(ANIMATED_LIST.replace("{items}", items))
    ends = [pages.get_element(shot, "listitem", name=name) for name in (source, to)]
    pages.device.perform(Drag(*ends))
    assert pages.evaluate("list.textContent") == f'"{order}"'


def test_upload(pages: Pages) -> None:
    """A file is uploaded to a file field or through a file chooser, from allowed folders only."""
    shot = pages.open(
        "<input type=file aria-label=f onchange='document.title=this.files[0].name'>"
        "<button onclick='i.click()'>choose</button><input id=i type=file style='display:none'"
        " onchange=\"document.title='via '+this.files[0].name\"><button>none</button>"
    )
    report = str(pages.folder / "report.txt")
    assert pages.device.perform(Upload(pages.get_button(shot, "f"), (report,))) == "uploaded report.txt"
    assert pages.evaluate("document.title") == '"report.txt"'
    pages.device.perform(Upload(pages.get_button(shot, "choose"), (report,)))
    assert pages.evaluate("document.title") == '"via report.txt"'
    with pytest.raises(NotAllowed, match="not in a folder"):
        pages.device.perform(Upload(pages.get_button(shot, "f"), ("/etc/hostname",)))
    with pytest.raises(ActionHadNoEffect, match="no file"):
        pages.device.perform(Upload(pages.get_button(shot, "f"), (str(pages.folder / "zz"),)))


def test_download_returns_the_path(pages: Pages) -> None:
    """A download returns the file's path; its own name is kept, and no other file is overwritten."""
    shot = pages.open("<a download=x.csv href='data:text/csv,1,2'>get</a>")
    paths = [pages.device.perform(Download(pages.get_element(shot, "link"))) for _ in range(2)]
    assert [Path(path).read_text() for path in paths] == ["1,2", "1,2"]
    assert [Path(path).name for path in paths] == ["x.csv", "x-2.csv"]


def test_dragging_an_item_to_another_place_is_a_change(pages: Pages) -> None:
    """After a drag that reorders a list, the change of the step names the item that moved."""
    before = pages.open(
        "<ul style='list-style:none;padding:0' ondragover='event.preventDefault()' ondrop=\""
        "this.append(document.getElementById('a'))\"><li id=a draggable=true>Ann<li draggable=true>Ben"
        "<li draggable=true>Cleo</ul>"
    )
    ann, cleo = (next(n for n in before.nodes if n.name == name) for name in ("Ann", "Cleo"))
    after = pages.act(Drag(ann.box.center, cleo.box.center))
    assert [node.name for node in compare_shots(before, after).moved] == ["Ann"]


def test_a_page_can_store_a_field_before_the_click_that_left_it_ends(pages: Pages) -> None:
    """A form that takes over a value some milliseconds after the field lost the focus is added with this value."""
    shot = pages.open(
        "<input><button>Add</button><script>let stored = 'nothing';"
        "document.querySelector('input').onblur = event => setTimeout(() => { stored = event.target.value }, 20);"
        "document.querySelector('button').onclick = () => { document.title = stored }</script>"
    )
    pages.device.perform(Type("12.50", pages.get_element(shot, "textbox")))
    pages.device.perform(Click(pages.get_button(shot, "Add")))
    assert pages.evaluate("document.title") == '"12.50"'


LATE_LISTENER = (
    "<div id=cell style='width:200px;height:60px' tabindex=0>10 December</div><p id=out></p><script>"
    "cell.onmousedown = () => requestAnimationFrame(() => setTimeout(() => document.addEventListener('{event}',"
    " () => { out.textContent = 'Opened' }, {once: true})))</script>"
)
"""A page that adds a listener after the frame that follows a press, as effects of React and Preact do."""


def test_a_click_lasts_until_the_page_listens_for_its_end(pages: Pages) -> None:
    """A page that listens for the release of the button only after a frame receives it."""
    pages.open(LATE_LISTENER.replace("{event}", "mouseup"))
    shot = pages.device.observe()
    pages.device.perform(Click(pages.find_nodes(shot, "generic", name="10 December")[0]))
    assert pages.find_nodes(pages.device.observe(), "text", name="Opened")


def test_a_drag_begins_when_the_page_listens_for_the_movement(pages: Pages) -> None:
    """A page that listens for the movement of the mouse only after a frame receives it."""
    pages.open(LATE_LISTENER.replace("{event}", "mousemove"))
    pages.device.perform(Drag(Point(50, 30), Point(150, 30)))
    assert pages.find_nodes(pages.device.observe(), "text", name="Opened")


SORTED_LIST = (
    "<style>li{height:30px;width:200px;list-style:none}</style><ul id=list><li>Milk<li>Bread<li>Eggs<li>Salt</ul><script>"
    "let item, busyUntil = 0; const start = event => { item = event.target.closest('li') };"
    "const move = event => { const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('li');"
    "if (!item || !target || target === item || performance.now() < busyUntil) return; busyUntil = performance.now() + 150;"
    "const isAfter = item.compareDocumentPosition(target) & 4; target[isAfter ? 'after' : 'before'](item) };"
)
"""A list that is sorted while an item is dragged, but takes no movement while its animation of 150 ms runs."""
MOUSE_LIST = (
    SORTED_LIST
    + "onmousedown = event => { event.preventDefault(); start(event) }; onmousemove = move</script>"
)
NATIVE_LIST = (
    SORTED_LIST
    + "document.querySelectorAll('li').forEach(each => { each.draggable = true }); ondragstart = start;"
    + "ondragover = event => { event.preventDefault(); move(event) }</script>"
)


@pytest.mark.parametrize("html", [MOUSE_LIST, NATIVE_LIST])
@pytest.mark.parametrize(
    ("name", "place", "order"),
    [
        ("Salt", "Milk", "Salt Milk Bread Eggs"),
        ("Milk", "Salt", "Bread Eggs Salt Milk"),
        ("Milk", "Eggs", "Bread Eggs Milk Salt"),
        ("Eggs", "Milk", "Eggs Milk Bread Salt"),
    ],
)
def test_an_item_is_dragged_in_a_list_with_animations(
    pages: Pages, html: str, name: str, place: str, order: str
) -> None:
    """An item that is dragged onto another takes its place in a list that is animated meanwhile."""
    shot = pages.open(html)
    source, target = (next(node for node in shot.nodes if node.name == each) for each in (name, place))
    pages.device.perform(Drag(source.box.center, target.box.center))
    assert pages.evaluate("list.innerText.split(/\\s+/).join(' ')") == f'"{order}"'


def test_a_drop_follows_the_frame_in_which_the_place_is_measured(pages: Pages) -> None:
    """A page that measures the place of a drop only in the frame after a movement receives the data there."""
    pages.open(
        "<div draggable=true style='width:90px;height:40px'>Button</div><div id=to style='margin-top:200px;height:90px'>Page</div>"
        "<script>let place, isMeasured; ondragover = event => { event.preventDefault(); if (isMeasured) return; isMeasured = true;"
        "requestAnimationFrame(() => { isMeasured = false; place = document.elementFromPoint(event.clientX, event.clientY) }) };"
        "ondrop = () => { document.title = place?.id || 'nowhere' }</script>"
    )
    pages.device.perform(Drag(Point(40, 25), Point(40, 290)))
    assert pages.evaluate("document.title") == '"to"'


def test_a_scroll_moves_the_area_that_can_still_move(pages: Pages) -> None:
    """A larger area that is at its end does not keep a smaller one from being scrolled."""
    pages.open(
        "<style>body{margin:0;overflow:hidden}.a{position:fixed;overflow:auto;top:0;bottom:0}p{height:2000px}</style>"
        "<div class=a id=small style='left:0;width:200px'><p>Form</p></div>"
        "<div class=a id=large style='left:200px;right:0'><p>Preview</p></div>"
    )
    pages.evaluate("large.scrollTop = 9999, 1")
    pages.device.perform(Scroll("down"))
    assert pages.evaluate("small.scrollTop > 0") == "true"
    pages.device.perform(Scroll("up"))
    assert pages.evaluate("large.scrollTop < large.scrollHeight - large.clientHeight") == "true"


@pytest.mark.parametrize(
    ("dialog", "moved"),
    [
        ("inset:50px;overflow:auto", "d"),
        ("inset:50px;overflow:hidden", "page"),
        ("left:0;right:0;bottom:0;height:60px;overflow:auto", "page"),
    ],
)
def test_a_scroll_moves_the_dialog_in_the_middle(pages: Pages, dialog: str, moved: str) -> None:
    """The page behind a dialog that scrolls stays; a notice at the edge does not keep the page from moving."""
    pages.open(
        "<style>p{height:2000px}</style><p>Page</p>"
        f"<div id=d role=dialog aria-label=Edit style='position:fixed;background:white;{dialog}'><p>Form</p></div>"
    )
    pages.device.perform(Scroll("down"))
    found = pages.evaluate("d.scrollTop > 0 ? 'd' : document.scrollingElement.scrollTop > 0 ? 'page' : ''")
    assert found == f'"{moved}"'


def test_a_click_on_a_switch_reaches_the_part_that_listens(pages: Pages) -> None:
    """A switch in a wide empty element is clicked on its knob."""
    shot = pages.open(
        "<div id=s role=switch aria-label=Guide aria-checked=false style='display:block;width:600px;height:30px'></div>"
        "<script>s.attachShadow({mode:'open'}).innerHTML = '<div style=\"width:40px;height:20px\"><i>&nbsp;</i></div>';"
        "s.shadowRoot.firstChild.addEventListener('click', () => s.setAttribute('aria-checked', 'true'))</script>"
    )
    after = pages.act(Click(pages.get_element(shot, "switch", name="Guide")))
    assert pages.get_element(after, "switch", name="Guide").has("checked")


DRAWN_SWITCH = (
    "<div id=s role=switch aria-label=Guide aria-checked=false style='display:block;width:600px;height:30px'>"
    "<div id=knob style='width:40px;height:20px;background:gray'></div></div><p id=p></p><script>"
    "document.addEventListener('click', event => { if (event.target.id === 'PART') ACTION })</script>"
)
ON = "s.setAttribute('aria-checked', 'true')"


@pytest.mark.parametrize(
    ("part", "action", "is_on"),
    [
        ("knob", ON, True),
        ("s", f"setTimeout(() => {ON}, 150)", True),
        ("none", ON, False),
        ("s", f"(p.textContent = 'Saving', setTimeout(() => {ON}, 2000))", False),
    ],
)
def test_a_switch_that_a_click_does_not_change(pages: Pages, part: str, action: str, *, is_on: bool) -> None:
    """The part of a switch that takes clicks is clicked, and a switch that does not change is reported."""
    shot = pages.open(DRAWN_SWITCH.replace("PART", part).replace("ACTION", action))
    outcome = pages.device.perform(Click(pages.get_element(shot, "switch")))
    still_off = "switch 'Guide' is still off after the click; check whether it changes later"
    assert outcome == ("" if is_on else still_off)
    assert pages.evaluate("s.getAttribute('aria-checked')") == ('"true"' if is_on else '"false"')


@pytest.mark.parametrize(
    "html",
    [
        "<input type=checkbox>",
        "<input type=radio checked>",
        "<label>Paid <input type=checkbox></label>",
        "<input type=checkbox aria-checked=false onclick=\"this.setAttribute('aria-checked', 'true'); return false\">",
    ],
)
def test_a_check_box_that_a_click_changes_has_no_report(pages: Pages, html: str) -> None:
    """A click on a check box, or on a radio button that is on, is as fast as any click and reports nothing."""
    shot = pages.open(html)
    role = "radio" if "radio" in html else "checkbox"
    assert pages.device.perform(Click(pages.get_element(shot, role))) == ""
    assert "checked" in pages.find_nodes(pages.device.observe(), role)[0].states


def test_a_page_that_hardly_scrolls_lets_an_area_in_it_scroll(pages: Pages) -> None:
    """A page with a few pixels to scroll does not keep the area with the content from being scrolled."""
    pages.open(
        "<style>body{margin:0}p{height:2000px;margin:0}</style><div style='height:608px'>"
        "<div id=area style='overflow:auto;height:600px'><p>Form</p></div></div>"
    )
    pages.device.perform(Scroll("down"))
    assert pages.evaluate("area.scrollTop > 0") == "true"


@pytest.mark.parametrize(
    ("listener", "outcome"),
    [
        ("", "nothing moved: this area does not scroll in this direction, or it is at its end"),
        ("onwheel = () => { p.textContent = 'Next' }", "the mouse wheel was turned, and the page changed"),
    ],
)
def test_a_scroll_that_moves_nothing_is_reported(pages: Pages, listener: str, outcome: str) -> None:
    """A scroll where nothing scrolls turns the mouse wheel, and reports whether the page changed."""
    pages.open(f"<p id=p>Short page</p><script>{listener}</script>")
    assert pages.device.perform(Scroll("right")) == outcome
