"""The pointer, lists and files in a real browser."""
# ruff: noqa: E501 - the pages are HTML as text

from pathlib import Path

import pytest
from web_desk import Desk

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
    Upload,
)
from onscreen.types.errors import ActionHadNoEffect, ElementCovered, ElementGone, NotAllowed, NotSupported

pytestmark = pytest.mark.browser

LOGGING = """<body><script>log = [];
for (const t of ['click', 'dblclick', 'contextmenu', 'mousedown', 'mouseover', 'touchstart', 'touchend'])
  addEventListener(t, e => log.push(t + (e.ctrlKey ? '+ctrl' : '')));</script><button>B</button>"""


@pytest.mark.parametrize(
    ("given", "heard"),
    [
        ({}, '["mouseover","mousedown","click"]'),
        ({"button": "right"}, '["mouseover","mousedown","contextmenu"]'),
        ({"count": 2}, '["mouseover","mousedown","click","mousedown","click","dblclick"]'),
        ({"modifiers": ("Control",)}, '["mouseover+ctrl","mousedown+ctrl","click+ctrl"]'),
    ],
)
def test_clicks(desk: Desk, given: dict[str, object], heard: str) -> None:
    """The page hears a click as if a person had made it: left, right, double, with a modifier."""
    shot = desk.open(LOGGING)
    desk.device.perform(Hover(Point(400, 500)))
    desk.value("log = [], 1")
    desk.device.perform(Click(desk.button(shot, "B"), **given))
    assert desk.value("log") == heard


def test_long_press_holds(desk: Desk) -> None:
    """A long press holds the button down for its time."""
    shot = desk.open("<button onmousedown='t=Date.now()' onmouseup='took=Date.now()-t'>B</button>")
    desk.device.perform(LongPress(desk.button(shot, "B"), 0.15))
    assert int(desk.value("took")) >= 140


def test_hover_shows_what_hangs_on_it(desk: Desk) -> None:
    """Hovering shows a menu that CSS opens under the pointer."""
    shot = desk.open(
        "<style>ul{display:none}div:hover ul{display:block}</style><div role=button>M<ul><li>Item</ul></div>"
    )
    assert desk.nodes(desk.do(Hover(desk.only(shot, "button"))), "listitem")


def test_swipe_is_a_finger(desk: Desk) -> None:
    """A swipe reaches the page as touches."""
    desk.open(LOGGING)
    desk.device.perform(Swipe(Point(100, 400), Point(100, 100), 0.05))
    assert '"touchstart"' in desk.value("log")


def test_scroll_says_how_far(desk: Desk) -> None:
    """Scrolling the page or an element says how far it went and how far is left."""
    shot = desk.open(
        "<div aria-label=box role=list style='overflow:auto;height:100px'><p style='height:300px'>x</div>"
        "<div style='height:2000px'>"
    )
    assert "scrolled 480 pixels down" in desk.device.perform(Scroll("down"))
    assert "scrolled 80 pixels down, 1" in desk.device.perform(Scroll("down", target=desk.only(shot, "list")))


def test_scroll_finds_the_pane_that_scrolls(desk: Desk) -> None:
    """On a page that does not scroll itself, its biggest scrolling pane does."""
    desk.open("<div id=p style='overflow:auto;height:300px'><p style='height:900px'>x</div>")
    desk.device.perform(Scroll("down"))
    assert desk.value("p.scrollTop") == "240"


def test_an_element_outside_is_brought_into_view(desk: Desk) -> None:
    """A click on an element that has left the view scrolls to it first."""
    shot = desk.open("<button onclick=\"document.title='hit'\">B</button><div style='height:3000px'>")
    desk.device.perform(Scroll("down", 3))
    desk.device.perform(Click(desk.button(shot, "B")))
    assert desk.value("document.title") == '"hit"'


def test_a_moved_element_is_found_again(desk: Desk) -> None:
    """An element rendered anew elsewhere is found by role and name."""
    shot = desk.open("<div id=l><button>A</button></div>")
    desk.value(
        "l.innerHTML = '<p>new</p><section><button onclick=\"document.title=1\">A</button></section>', 1"
    )
    desk.device.perform(Click(desk.button(shot, "A")))
    assert desk.value("document.title") == '"1"'


def test_a_gone_element_is_a_typed_error(desk: Desk) -> None:
    """An element that went away is told as gone, with its name."""
    shot = desk.open("<button>A</button>")
    desk.value("document.body.innerHTML = '<button>B</button>', 1")
    with pytest.raises(ElementGone, match="'A' is not on the page"):
        desk.device.perform(Click(desk.button(shot, "A")))


def test_a_covered_element_names_its_cover(desk: Desk) -> None:
    """An element with something over all of it is not clicked through; half covered, its free part is."""
    shot = desk.open(
        "<button style='width:200px' onclick=\"document.title='hit'\">Under</button>"
        "<div id=o style='position:fixed;left:0;top:0;width:400px;height:90px;background:#ddd'>Cookies</div>"
    )
    with pytest.raises(ElementCovered, match="Cookies"):
        desk.device.perform(Click(desk.button(shot, "Under")))
    desk.value("o.style.left = '80px', 1")
    desk.device.perform(Click(desk.button(shot, "Under")))
    assert desk.value("document.title") == '"hit"'


def test_select_by_text_or_value(desk: Desk) -> None:
    """Options are chosen by text or value, and the page hears of it."""
    shot = desk.open(
        "<select onchange='document.title=this.value'><option value=1>One<option value=2>Two</select>"
    )
    target = desk.only(shot, "combobox")
    assert desk.device.perform(Select(target, ("Two",))) == "chosen: Two"
    assert desk.value("document.title") == '"2"'
    assert desk.device.perform(Select(target, ("1",))) == "chosen: One"


def test_select_several_and_by_click(desk: Desk) -> None:
    """Lists of several take several; clicking an option chooses it, clicking it again lets it go."""
    shot = desk.open("<select multiple><option>a<option>b<option>c</select>")
    assert desk.device.perform(Select(desk.only(shot, "listbox"), ("a", "c"))) == "chosen: a, c"
    assert desk.device.perform(Click(desk.only(shot, "option", name="b"))) == "chosen: a, b, c"
    assert desk.device.perform(Click(desk.only(shot, "option", name="a"))) == "chosen: b, c"


def test_an_unknown_option_lists_those_there_are(desk: Desk) -> None:
    """An option that is not there is refused with those that are."""
    shot = desk.open("<select><option>One<option>Two</select><button>no list</button>")
    with pytest.raises(ActionHadNoEffect, match="'Three'; there are: 'One', 'Two'"):
        desk.device.perform(Select(desk.only(shot, "combobox"), ("Three",)))
    with pytest.raises(NotSupported, match="not a native list"):
        desk.device.perform(Select(desk.button(shot, "no list"), ("x",)))


def test_drag_by_mouse_and_offset(desk: Desk) -> None:
    """A thing that follows the mouse is dragged by an offset, and beside the middle of another."""
    shot = desk.open(
        "<div role=button style='position:absolute;left:300px;top:200px;width:60px;height:60px'>n</div>"
        "<div id=m role=button style='position:absolute;left:100px;top:100px;width:50px;height:50px'>m</div><script>"
        "m.onmousedown=e=>{const x=e.clientX-m.offsetLeft,y=e.clientY-m.offsetTop;"
        "onmousemove=e=>{m.style.left=e.clientX-x+'px';m.style.top=e.clientY-y+'px'};onmouseup=()=>onmousemove=null}"
        "</script>"
    )
    desk.device.perform(Drag(desk.button(shot, "m"), offset=Point(50, 70)))
    assert desk.value("[m.offsetLeft, m.offsetTop]") == "[150,170]"
    desk.device.perform(Drag(desk.button(shot, "m"), desk.button(shot, "n"), Point(10, -4)))
    assert desk.value("[m.offsetLeft, m.offsetTop]") == "[315,201]"


def test_native_drag_and_drop_carries_its_data(desk: Desk) -> None:
    """HTML drag and drop brings its data from one element to another."""
    shot = desk.open(
        "<div draggable=true role=button ondragstart=\"event.dataTransfer.setData('text','load')\">from</div>"
        "<div role=button style='margin-top:200px' ondragover='event.preventDefault()'"
        " ondrop=\"document.title=event.dataTransfer.getData('text')\">to</div>"
    )
    desk.device.perform(Drag(desk.button(shot, "from"), desk.button(shot, "to")))
    assert desk.value("document.title") == '"load"'


def test_upload_from_the_allowed_folder_only(desk: Desk) -> None:
    """A file goes to a file field or through the chooser a button opens, from allowed folders only."""
    shot = desk.open(
        "<input type=file aria-label=f onchange='document.title=this.files[0].name'>"
        "<button onclick='i.click()'>choose</button><input id=i type=file style='display:none'"
        " onchange=\"document.title='via '+this.files[0].name\"><button>none</button>"
    )
    report = str(desk.folder / "report.txt")
    assert desk.device.perform(Upload(desk.button(shot, "f"), (report,))) == "uploaded report.txt"
    assert desk.value("document.title") == '"report.txt"'
    desk.device.perform(Upload(desk.button(shot, "choose"), (report,)))
    assert desk.value("document.title") == '"via report.txt"'
    with pytest.raises(NotAllowed, match="not in a folder"):
        desk.device.perform(Upload(desk.button(shot, "f"), ("/etc/hostname",)))
    with pytest.raises(ActionHadNoEffect, match="no file"):
        desk.device.perform(Upload(desk.button(shot, "f"), (str(desk.folder / "zz"),)))


def test_download_returns_the_path(desk: Desk) -> None:
    """A download says where the file lies, under its own name, and never over another one."""
    shot = desk.open("<a download=x.csv href='data:text/csv,1,2'>get</a>")
    paths = [desk.device.perform(Download(desk.only(shot, "link"))) for _ in range(2)]
    assert [Path(path).read_text() for path in paths] == ["1,2", "1,2"]
    assert [Path(path).name for path in paths] == ["x.csv", "x-2.csv"]
