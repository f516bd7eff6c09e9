"""Techniques that pages are built with: boxes without a layout, slots, shadow roots, the top layer."""
# ruff: noqa: E501 - the pages are HTML as text

import re

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click, Hover, Node, Open, Shot, Type

pytestmark = pytest.mark.browser

SHADOW = "<div id=h>{light}</div><script>h.attachShadow({{mode:'{mode}'}}).innerHTML=`{shadow}`</script>"
"""A host with light content and a shadow root."""


def states(shot: Shot, name: str) -> tuple[str, ...]:
    """Return the states of the only node with this name that is not a text."""
    found: list[Node] = [node for node in shot.nodes if node.name == name and node.role != "text"]
    assert len(found) == 1, [(node.role, node.name) for node in shot.nodes]
    return found[0].states


def test_page_with_display_contents(pages: Pages) -> None:
    """Content of elements with `display: contents` is reported, at any depth and as their name and box."""
    shot = pages.open(
        "<body style='display:contents'><div style='display:contents'><h1 style='display:contents'>Title</h1>Loose"
        "<a href=#x style='display:contents'><div>Card</div> text</a><button>Save</button>"
        "<label style='display:contents'>Mail<input></label>"
        "<div style='display:contents;visibility:hidden'><button>Hidden</button></div></div>"
    )
    assert pages.get_element(shot, "heading", name="Title").box.area
    assert pages.get_element(shot, "text", name="Loose")
    assert pages.get_element(shot, "textbox", name="Mail")
    assert not pages.find_nodes(shot, "button", name="Hidden")
    pages.device.perform(Click(pages.get_element(shot, "link", name="Card text")))
    assert pages.evaluate("location.hash") == '"#x"'


def test_click_scrolls_to_display_contents(pages: Pages) -> None:
    """A link with `display: contents` that was scrolled away is scrolled into view and clicked."""
    shot = pages.open("<a href=#x style='display:contents'><p>Far</p></a><div style='height:3000px'>")
    pages.evaluate("scrollTo(0, 2000), 1")
    pages.device.perform(Click(pages.get_element(shot, "link", name="Far")))
    assert pages.evaluate("location.hash") == '"#x"'


@pytest.mark.parametrize("mode", ["open", "closed"])
@pytest.mark.parametrize(
    ("light", "shadow", "name"),
    [
        ("Word", "<button><slot></slot></button>", "Word"),
        ("<b slot=s>Named</b>rest", "<button><slot name=s></slot></button>", "Named"),
        ("", "<button><slot>Fallback</slot></button>", "Fallback"),
        ("<button>Light</button>", "<section><slot></slot></section>", "Light"),
        ("plain", "<p><slot></slot></p>", "plain"),
    ],
)
def test_slotted_content(pages: Pages, mode: str, light: str, *, shadow: str, name: str) -> None:
    """Slotted content is reported where it is shown, and names the control around its slot."""
    shot = pages.open(SHADOW.format(light=light, shadow=shadow, mode=mode))
    role = "text" if name == "plain" else "button"
    assert pages.get_element(shot, role, name=name)


def test_nested_slots(pages: Pages) -> None:
    """Content that passes through the slots of two components is reported and can be clicked."""
    shot = pages.open(
        "<div id=h>Through</div><script>h.attachShadow({mode:'open'}).innerHTML='<x-in><slot></slot></x-in>';"
        "h.shadowRoot.firstChild.attachShadow({mode:'closed'}).innerHTML='<a href=#in><slot></slot></a>'</script>"
    )
    pages.device.perform(Click(pages.get_element(shot, "link", name="Through")))
    assert pages.evaluate("location.hash") == '"#in"'


def test_content_without_slot(pages: Pages) -> None:
    """Light content that no slot shows is not reported."""
    shot = pages.open(SHADOW.format(light="<button>Lost</button>", shadow="<p>Shown</p>", mode="open"))
    assert [node.name for node in shot.nodes] == ["Shown"]


@pytest.mark.parametrize("opening", ["p.showPopover()", "d.showModal()"])
def test_top_layer(pages: Pages, opening: str) -> None:
    """Neither the clip nor the opacity of an ancestor hides a popover or a modal dialog."""
    shot = pages.open(
        "<div style='overflow:hidden;height:30px;width:100px;opacity:.01;position:relative'>"
        "<div id=p popover style='position:absolute;inset:auto;left:300px;top:300px'>Free <button>Agree</button></div>"
        f"<dialog id=d style='position:absolute'>Free <button>Agree</button></dialog></div><script>{opening}</script>"
    )
    assert pages.get_element(shot, "text", name="Free")
    assert not pages.get_button(shot, "Agree").has("covered")


def test_inert_content(pages: Pages) -> None:
    """Controls in an inert element are disabled; its text is still reported."""
    shot = pages.open("<div inert><button>Buy</button><input aria-label=Mail><p>Words</p></div>")
    assert states(shot, "Buy") == ("disabled",)
    assert "editable" not in states(shot, "Mail")
    assert pages.get_element(shot, "text", name="Words")


@pytest.mark.parametrize(
    ("html", "role"),
    [
        ("First name: <input>", "textbox"),
        ("<b>First</b> <i>name</i>: <br><input>", "textbox"),
        ("<label>First name:</label><input placeholder=Ann>", "textbox"),
        ("<div><div><span>First name:</span></div><div><input></div></div>", "textbox"),
        ("<table><tr><td>First name:<td><input></table>", "textbox"),
        ("<table><tr><th>First name:<th>Town<tr><td><input><td>Oslo</table>", "textbox"),
        ("<dl><dt>First name:<dd><select><option>Ann</select></dl>", "combobox"),
        ("<p><input type=checkbox>First name:", "checkbox"),
        ("<label>First name: <span><a href=#>?</a></span></label><div><input></div>", "textbox"),
        ("<label>First name:<input role=combobox><ul role=listbox><li role=option>Ann</ul></label>", "combobox"),
        ("<div hidden><label for=a>Hidden:</label></div><label for=a>First name:</label><p><input id=a>", "textbox"),
        ("<p dir=rtl>First name: <input>", "textbox"),
        ("<div style='position:relative'><input><label style='position:absolute;left:4px;top:0'>First name:</label></div>", "textbox"),
        ("<input title='[F]' accesskey=f placeholder='First name:'>", "textbox"),
        ("<label>First name:</label> <a href=#>Help</a> <select><option>Ann</select>", "combobox"),
        ("<div><label>First name:</label> <a href=#>Help</a><div><input title='[F]'></div></div>", "textbox"),
        ("<p><label>First name: <input type=checkbox></label> <input type=number>", "spinbutton"),
        ("<div><p style='float:left'><input type=checkbox id=c><label for=c>First name:</label></p><p><input type=number></p></div>", "spinbutton"),
        ("<div style='display:flex'><b aria-hidden=true>Preview</b><b>First name:</b><p contenteditable>Ann</p></div>", "textbox"),
        ("<p style='display:flex'><input type=checkbox><span>#1</span><span>First name:</span></p>", "checkbox"),
        ("<div><b>First name:</b><div><div><span>Ann<button>x</button></span><input></div></div></div>", "textbox"),
        ("<div><b>First name:</b><div><div><div><button>B</button></div><div><div><div><div><textarea></textarea></div></div></div></div></div></div></div>", "textbox"),
    ],
)  # fmt: skip
def test_field_is_named_by_nearby_text(pages: Pages, html: str, role: str) -> None:
    """A field without a linked label has the name that people read beside, above or in it."""
    assert pages.get_element(pages.open(html), role).name == "First name:"


def test_field_in_a_table_whose_heads_are_in_another_one(pages: Pages) -> None:
    """A field in a table that scrolls under its heads is named by the head of its column and by its row."""
    cells = "<table style='table-layout:fixed;width:400px'><tr>{}</table>"
    heads = cells.format("<th><th>Course<th>Day<th>Seats")
    rows = cells.format(
        "<td><input type=checkbox aria-label=Select><td>Chess<td>Tue<td><input type=number style='width:50px'>"
    )
    shot = pages.open(f"<div><div>{heads}</div><div style='height:90px;overflow:auto'>{rows}</div></div>")
    assert pages.get_element(shot, "spinbutton").name == "Seats Chess"


@pytest.mark.parametrize(
    "html",
    [
        "<p>Read this first.</p><button>Back</button><input>",
        f"<p>{'A long paragraph about something. ' * 4}</p><input>",
        "<p>Far above</p><div style='height:200px'></div><input>",
        "<label for=o>Other</label><input id=o> <input id=i>",
        "<p>Enter the third word below.</p><input>",
        "<p>Welcome! Type help for a list.</p><input>",
        "<div><b>To:</b> Ann <b>Subject:</b> Hello</div><input>",
        "<p><label>From <input></label> <b>:</b> <input>",
        "<div style='display:flex'><pre>1\n2</pre><p contenteditable>let a</p></div>",
        "<div style='display:flex'><pre aria-hidden=true>Line 1</pre><p contenteditable>let a</p></div>",
        "<p><label><input type=checkbox>Agree</label></p><p><input></p>",
        "<div><h2 contenteditable>Trip</h2></div><div><p contenteditable></p></div>",
        "<span><template shadowrootmode=open><a href=/><slot></slot></a></template>Link</span> <input>",
        "<div style='position:relative'><pre style='position:absolute;margin:0'>Dear Ann</pre><textarea>Dear Ann</textarea></div>",
    ],
)
def test_field_is_not_named_by_other_text(pages: Pages, html: str) -> None:
    """Text of another control, far away or too long is not the name of a field."""
    assert pages.find_nodes(pages.open(html), "textbox")[-1].name == ""


SELECT2 = (
    "<label for=s>Country</label><select id=s style='position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)'><option>Peru"
    "<option>Chile</select><span><span role=combobox aria-expanded=false tabindex=0 aria-labelledby=r style='display:inline-block;"
    "width:90px'><span id=r role=textbox aria-readonly=true title=Peru>Peru</span></span></span>"
)


def test_widget_in_place_of_list(pages: Pages) -> None:
    """A widget in place of a hidden list has the label of the list as its name and its own text as its value."""
    shot = pages.open(SELECT2)
    assert pages.get_element(shot, "combobox", name="Country").value == "Peru"
    assert not pages.find_nodes(shot, "option")
    assert not pages.find_nodes(shot, "textbox")


def test_covered_list(pages: Pages) -> None:
    """The options of a list that something covers are not reported."""
    shot = pages.open(
        "<select aria-label=s><option>One<option>Two</select><div style='position:fixed;inset:0;background:#fff'>"
    )
    assert pages.get_element(shot, "combobox").has("covered")
    assert not pages.find_nodes(shot, "option")


def test_content_for_screen_readers_only(pages: Pages) -> None:
    """Content in a box of one pixel is not reported."""
    shot = pages.open(
        "<style>.s{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style>"
        "<span class=s>Secret</span><a href=# class=s>Skip</a><p>Seen"
    )
    assert [node.name for node in shot.nodes] == ["Seen"]


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<button><i class='fa fa-pencil' title=Edit></i></button>", "Edit"),
        ("<button><svg width=9 height=9><title>Edit</title><path d='M0 0L9 9'/></svg></button>", "Edit"),
        ("<button title=Edit><svg width=9 height=9></svg></button>", "Edit"),
        ("<div onclick=1 title='Opens a form'>Edit</div>", "Edit"),
        ("<svg><g onclick=1><rect width=80 height=30 /><text y=20>Edit</text></g></svg>", "Edit"),
        ("<svg><rect width=80 height=30 onclick=1 /><text y=20 x=20>Edit</text></svg>", "Edit"),
        ("<table><tr tabindex=-1 title='Press enter'><td>Edit</table>", "Edit"),
        ("<li draggable=true onclick=1><i class=grip></i>Edit</li>", "Edit"),
        ("<div onclick=1 title=Edit><a><svg width=9 height=9></svg></a></div>", "Edit"),
        ("<div onclick=1><a>Edit</a></div>", "Edit"),
    ],
)
def test_names_of_controls_without_label(pages: Pages, html: str, name: str) -> None:
    """Icons are named by their title, shapes by the text over them, rows by their text and not by a hint."""
    found = [node.name for node in pages.open(html).nodes if node.has("clickable")]
    assert found == [name]


@pytest.mark.parametrize(
    ("html", "clue"),
    [
        ("<button class='flex w-8 opacity-50 disabled'><svg class='w-4 fill-current' width=9 height=9><use href='#trash'/></svg>", "white trash disabled"),
        ("<button class='MuiButtonBase-root css-1yxmbwk'><svg data-testid=DeleteIcon width=9 height=9></svg>", "white Delete Icon"),
        ("<button class='px-4 hover:bg-red-500 cart'><b style='display:inline-block;width:9px;height:9px'></b>", "white cart"),
        ("<button class='flex px-2 rounded mo-button forced'><svg class='lucide lucide-trash2 lucide-trash-2 w-4' width=9 height=9></svg>", "white trash"),
        ("<button data-testid=create-cell-button class='flex px-2 rounded mo-button'><svg class='lucide lucide-plus' width=9 height=9></svg>", "white plus create cell"),
        ("<button data-testid=row-12345><svg class='feather feather-x' width=9 height=9></svg>", "white x"),
        ("<button class='cart row'><i class='lucide lucide-x'></i></button>", "white x cart row"),
        ("<button class='hidden md:block' style='display:block;width:9px'></button>", "white"),
        ("<button class='card hidden' style='display:block;width:9px'></button>", "white card hidden"),
    ],
)  # fmt: skip
def test_clues_without_style_classes(pages: Pages, html: str, clue: str) -> None:
    """The clue has the symbol of an icon, the test id and classes that say something, but none that only style."""
    shot = pages.open(f"<style>button{{background:#fff;color:#000}}</style>{html}")
    assert pages.get_element(shot, "button").clue == clue


@pytest.mark.parametrize(
    ("icon", "name"),
    [
        ("<svg data-icon=check aria-hidden=true width=9 height=9></svg>", "check"),
        ("<svg width=9 height=9><title>Yes</title></svg>", "Yes"),
        ("<img src=data: alt=No width=9 height=9>", "No"),
        ("<i class='fa fa-times' style='display:block;width:9px;height:9px'></i>", "times"),
        ("<span class='glyphicon glyphicon-ok' style='display:block;width:9px;height:9px'></span>", "ok"),
        ("<svg data-icon=check width=9 height=9></svg> Checked", "Checked"),
        ("<svg data-icon=a width=9 height=9></svg><svg data-icon=b width=9 height=9></svg>", ""),
    ],
)
def test_cell_with_an_icon(pages: Pages, icon: str, name: str) -> None:
    """A table cell without text is named by the only icon in it, which is often a mark for yes or no."""
    assert pages.get_element(pages.open(f"<table><tr><td>{icon}</table>"), "cell").name == name


def test_invisible_stand_in(pages: Pages) -> None:
    """A transparent field under a drawn one, which takes no clicks, is not reported; a drawn checkbox is."""
    shot = pages.open(
        "<style>input{opacity:0}</style><div role=combobox tabindex=0 aria-label=Town>Oslo</div>"
        "<input aria-hidden=true tabindex=-1 value=Oslo style='pointer-events:none'><input type=checkbox aria-label=Agree>"
    )
    assert [node.role for node in shot.nodes if node.has("clickable")] == ["combobox", "checkbox"]


def test_modal_backdrop(pages: Pages) -> None:
    """A backdrop covers headings and cells behind it as well as controls, but not the dialog over it."""
    shot = pages.open(
        "<h1>Folders</h1><table><tr><td>Photos<td><button>Edit</button></table><div style='position:fixed;inset:0;"
        "background:#0008'></div><div style='position:fixed;inset:50px' role=dialog><h2>Settings</h2></div>"
    )
    assert [node.name for node in shot.nodes if node.has("covered")] == ["Folders", "Photos", "Edit"]


LISTENS = "<script>l.addEventListener('click', () => 1)</script>"


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<div role=grid><div role=row tabindex=0>A</div><div role=row tabindex=-1>B</div></div>", ["A", "B"]),
        ("<div role=treegrid><p role=row tabindex=0 aria-level=1>A</p><p role=row tabindex=-1 aria-level=2>B</p></div>", ["A", "B"]),
        ("<div><p tabindex=0>A</p><p tabindex=-1>B</p></div>", ["A", "B"]),
        ("<div role=toolbar><p tabindex=-1>A</p><p tabindex=-1>B</p></div>", ["A", "B"]),
        ("<div aria-haspopup=menu>A</div><div aria-haspopup=false>B</div>", ["A"]),
        (f"<div id=l><p data-id=1>A</p><p data-id=2>B</p></div>{LISTENS}", ["A", "B"]),
        (f"<table><tbody id=l><tr><td>A<tr><td>B</table>{LISTENS}", ["A", "B"]),
        (f"<div id=l><p style='cursor:pointer'>A</p><p style='cursor:pointer'>B</p></div>{LISTENS}", ["A", "B"]),
        ("<main tabindex=-1><h1 tabindex=-1>A</h1></main>", []),
        ("<div style='cursor:pointer'><button>A</button></div>", ["A"]),
        ("<button><span onclick=1>A</span></button>", ["A"]),
        ("<div onclick=1><a href=#x>A</a></div>", ["A"]),
        ("<li onclick=1><a href=#x>A</a></li>", ["A"]),
        ("<li onclick=1>Row with details<button>A</button></li>", ["Row with details A", "A"]),
        ("<div onclick=1><span onclick=1 style='display:block'>A</span></div>", ["A"]),
        (f"<ul id=l><li>A<li>B</ul>{LISTENS}", ["A", "B"]),
        (f"<ul id=l><li>A<ul hidden><li>C</ul></ul>{LISTENS}", ["A"]),
        (f"<ul id=l><li>Row with details<button>A</button></ul>{LISTENS}", ["Row with details A", "A"]),
        ("<table role=grid id=l><tr role=row tabindex=-1><td>Row with details<td><button>A</button></table>", ["Row with details A", "A"]),
        ("<div role=button style='width:200px'>A<b id=l title=B><svg width=9 height=9></svg></b></div>" + LISTENS, ["AB", "B"]),
    ],
)  # fmt: skip
def test_what_can_be_clicked(pages: Pages, html: str, names: list[str]) -> None:
    """Items without a role are reported if they can be clicked, and every control is reported once."""
    found = [node.name for node in pages.open(html).nodes if node.has("clickable")]
    assert [name for name in found if name != "A B"] == names


@pytest.mark.parametrize(
    "html",
    [
        "<div style='cursor:pointer'><button onclick=\"location.hash='x'\"><svg width=9 height=9></svg><span>A</span></button></div>",
        "<div onclick=\"location.hash='x'\"><span style='display:block'>A</span></div>",
        "<div onclick=\"location.hash='x'\"><button style='width:300px'>A</button></div>",
        "<ul onclick=\"if (event.target.closest('li')) location.hash='x'\"><li><b>A</b></li></ul>",
        "<body style='zoom:1.7'><p>x<p><button onclick=\"location.hash='x'\">A</button>",
        "<main style='transform:scale(.6);padding:99px'><button onclick=\"location.hash='x'\">A</button></main>",
        "<main style='writing-mode:vertical-rl'>縦書き<button onclick=\"location.hash='x'\">A</button></main>",
        "<main dir=rtl>مرحبا<button onclick=\"location.hash='x'\">A</button></main>",
    ],
)
def test_click_on_reported_control(pages: Pages, html: str) -> None:
    """A click on the one element of a control activates it, whichever part of the control listens."""
    shot = pages.open(html)
    (element,) = (
        pages.get_element(shot, node.role, name="A") for node in shot.nodes if node.has("clickable")
    )
    pages.device.perform(Click(element))
    assert pages.evaluate("location.hash") == '"#x"'


def test_list_clipped_to_nothing(pages: Pages) -> None:
    """A list that a widget hides in a box without size is not reported; the widget is."""
    shot = pages.open(
        "<div style='position:relative'><div style='overflow:hidden;width:0;height:0'><select aria-label=Hidden><option>One"
        "</select></div><div tabindex=0>One</div></div>"
    )
    assert [(node.role, node.name) for node in shot.nodes] == [("generic", "One")]


def test_rich_editor(pages: Pages) -> None:
    """A rich editor has its text as its value, and its formatted parts as texts."""
    shot = pages.open("<p>Body <div contenteditable><i>Hello</i></div>")
    assert pages.get_element(shot, "textbox").value == "Hello"
    assert pages.get_element(shot, "text", name="Hello").clue == "italic"


def test_upload_behind_a_label(pages: Pages) -> None:
    """A hidden file field is one button: its visible label."""
    shot = pages.open(
        "<label style='cursor:pointer'>Add photo<input type=file style='opacity:0;width:1px'></label>"
    )
    assert [(node.role, node.name) for node in shot.nodes] == [("button", "Add photo")]


def test_resize_handles(pages: Pages) -> None:
    """A drawn resize handle can be dragged; invisible edges of a window are not reported."""
    shot = pages.open(
        "<div style='position:absolute;cursor:e-resize;width:5px;height:50px'></div><div class=grip style='position:absolute;"
        "left:50px;cursor:se-resize;width:9px;height:9px;background-image:linear-gradient(red,blue)'></div>"
    )
    assert [(node.clue, node.states) for node in shot.nodes] == [("grip", ("draggable",))]


def test_virtual_list(pages: Pages) -> None:
    """Rows of a virtual list are reported where they are shown, below the scrollable element."""
    rows = "".join(
        f"<div style='position:absolute;top:{n * 40}px;height:40px' onclick=1>Row {n}</div>" for n in range(9)
    )
    shot = pages.open(
        "<div style='height:100px;width:200px;overflow:auto'><div style='position:relative;height:40000px;transform:translateY(0)'>"
        f"{rows}</div></div>"
    )
    assert [node.name for node in shot.nodes if node.has("clickable")] == ["Row 0", "Row 1", "Row 2"]
    assert shot.nodes[0].has("scrollable")


def test_menu_in_a_portal(pages: Pages) -> None:
    """A menu at the end of the document covers the page below it and is not clipped by its opener."""
    shot = pages.open(
        "<div style='overflow:hidden;height:30px'><button aria-haspopup=menu aria-expanded=true>More</button></div><button>Below"
        "</button><div style='position:fixed;top:0;left:0;width:200px;height:200px;background:#fff'><ul role=menu><li role=menuitem"
        " tabindex=-1>Delete</li></ul></div>"
    )
    assert pages.get_element(shot, "menuitem", name="Delete").has("clickable")
    assert pages.get_button(shot, "Below").has("covered")


def test_owned_list(pages: Pages) -> None:
    """The list that a combo box owns elsewhere in the document is part of it, and its active option has the focus."""
    shot = pages.open(
        "<div role=combobox aria-owns=p aria-label=Town tabindex=0 autofocus aria-activedescendant=o>Rome</div><p>Between</p>"
        "<div id=p role=listbox><div role=option>Rome</div><div role=option id=o>Oslo</div></div>"
    )
    listbox = pages.get_element(shot, "listbox")
    assert listbox.parent == pages.get_element(shot, "combobox").index
    assert pages.get_element(shot, "option", name="Oslo").has("focused")
    assert len(pages.find_nodes(shot, "option")) == 2


REVEALED = {
    "display": "<style>.d{display:none} li:hover>.d{display:inline}</style><ul><li>Row <button class=d>Act</button></ul>",
    "visibility": "<style>.d{visibility:hidden} .r:hover .d{visibility:visible}</style><p class=r>Row <a href=# class=d>Act</a></p>",
    "nested": "<style>.d{display:none} .r{&:hover .d{display:block}}</style><div class=r>Row <button class=d>Act</button></div>",
    "inside :is": "<style>.d{display:none} .d:is(:where(.r):hover *){display:block}</style><p class=r>Row <a href=# class=d>Act</a></p>",
    "menu": "<style>nav ul{display:none} nav li:hover ul{display:block}</style><nav><ul style='display:block'><li><a href=#>Row</a>"
    "<ul><li><a href=#>Act</a></ul></ul></nav>",
}
"""Pages with a row that shows "Act" under the pointer."""
NOT_REVEALED = {
    "color": "<style>.d{display:none} .r:hover .d{color:red}</style><p class=r>Row <button class=d>Act</button></p>",
    "itself": "<style>.d{visibility:hidden} .d:hover{visibility:visible}</style><p>Row <button class=d>Act</button></p>",
    "shown": "<style>.r:hover .d{display:inline}</style><p class=r>Row <button class=d>Act</button></p>",
    "sibling": "<style>.d{display:none} .r:hover+.d{display:block}</style><p class=r>Row</p><button class=d>Act</button>",
    "elsewhere": "<style>.d{display:none} .r:not(:hover) .d{display:block}</style><p class=r>Row <button class=d>Act</button></p>",
    "text": "<style>.d{display:none} .r:hover .d{display:inline}</style><p class=r>Row <em class=d>a hint</em></p>",
}
"""Pages with a row that shows no further control under the pointer."""


@pytest.mark.parametrize("kind", REVEALED)
def test_row_with_controls_under_the_pointer(pages: Pages, kind: str) -> None:
    """A row says that it shows more under the pointer, also while it does, and the control can then be clicked."""
    shot = pages.open(REVEALED[kind])
    (row,) = (node for node in shot.nodes if node.has("more-on-hover"))
    assert row.name == "Row"
    assert not pages.find_nodes(shot, name="Act")
    shot = pages.act(Hover(row.box.center))
    assert next(node for node in shot.nodes if node.name == "Row").has("more-on-hover")
    (act,) = pages.find_nodes(shot, name="Act")
    assert act.has("clickable")


@pytest.mark.parametrize("kind", NOT_REVEALED)
def test_row_without_controls_under_the_pointer(pages: Pages, kind: str) -> None:
    """A row under which nothing can be clicked that is not shown already says nothing."""
    assert not any(node.has("more-on-hover") for node in pages.open(NOT_REVEALED[kind]).nodes)


def test_edited_rule_reveals_a_control(pages: Pages) -> None:
    """A rule that a script adds later counts as those of the page do."""
    pages.open("<style>.d{display:none}</style><p class=r>Row <button class=d>Act</button></p>")
    pages.evaluate("document.styleSheets[0].insertRule('.r:hover .d { display: inline }', 1)")
    assert [node.name for node in pages.device.observe().nodes if node.has("more-on-hover")] == ["Row"]


def test_hover_on_a_long_page_without_doctype(pages: Pages) -> None:
    """What appears under the pointer is read on a long page in quirks mode, too, where :hover alone means links only."""
    rows = "".join(f"<li>Row {n} <button class=d>Act {n}</button></li>" for n in range(300))
    style = "<style>li{height:30px} .d{display:none} li:hover .d{display:inline}</style>"
    (pages.folder / "quirks.html").write_text(f"{style}<ul>{rows}</ul>")
    shot = pages.act(Open("http://a.test/quirks.html"))
    shot = pages.device.observe()
    shot = pages.act(Hover(pages.find_nodes(shot, "text", name="Row 3")[0].box.center))
    assert pages.get_button(shot, "Act 3").has("clickable")


GRID_ON_CANVAS = (
    "<div style='position:relative;width:400px;height:100px'><div style='position:absolute;inset:0'>"
    "<canvas width=400 height=100 tabindex=0><table role=grid><tr role=row><th role=columnheader>item<th"
    " role=columnheader>qty<tr role=row><td role=gridcell>Lamp<td role=gridcell>4</table></canvas></div>"
    "<div id=front style='position:absolute;inset:0;overflow:auto'><div style='width:1px;height:1px'></div></div></div>"
)
"""A grid that is drawn on a canvas, with its table inside and a transparent element in front that scrolls it."""


def test_a_grid_drawn_on_a_canvas_is_read_from_the_table_inside_it(pages: Pages) -> None:
    """The rows are reported in order, and the canvas can be clicked though a transparent element is in front."""
    shot = pages.open(GRID_ON_CANVAS)
    assert [node.name for node in shot.nodes if node.role == "row"] == ["item | qty", "Lamp | 4"]
    canvas = pages.get_element(shot, "canvas")
    assert not canvas.has("covered")
    pages.evaluate("document.getElementById('front').onclick = () => { document.title = 'clicked' }, 1")
    pages.device.perform(Click(canvas))
    assert pages.evaluate("document.title") == '"clicked"'


PINNED_ROWS = "".join(f"<div role=row class=r><div role=gridcell>{number}</div></div>" for number in (1, 2))
BODY_ROWS = "".join(
    f"<div role=row class=r><div role=gridcell>{name}</div><div role=gridcell>{kind}</div></div>"
    for name, kind in (("Lamp", "Light"), ("Desk", "Wood"))
)
GRID_IN_PARTS = (
    "<style>.r{{display:flex;height:30px}}.r>div,.f>div{{width:90px}}.f{{display:flex}}</style>"
    "<div role={role} class=f><div>{pinned}</div><div>{body}</div></div>"
)


@pytest.mark.parametrize(
    ("role", "lines"),
    [
        ("grid", ['"1" "Lamp" "Light"', '"2" "Desk" "Wood"']),
        ("group", ['"1" "2"', '"Lamp" "Light"', '"Desk" "Wood"']),
    ],
)
def test_a_row_of_a_grid_with_pinned_columns_is_one_line(pages: Pages, role: str, lines: list[str]) -> None:
    """A grid whose pinned columns are a table of their own is read row by row, two lists side by side are not."""
    shot = pages.open(GRID_IN_PARTS.format(role=role, pinned=PINNED_ROWS, body=BODY_ROWS))
    text = screen_text(build_screen(shot), cap_chars=4000).replace(" | ", " ")
    found = [line for line in text.splitlines() if "Lamp" in line or "Desk" in line]
    assert [" ".join(re.findall(r"\w+", line)) for line in found][-2:] == [
        line.replace('"', "") for line in lines[-2:]
    ]


def test_a_canvas_behind_a_panel_is_covered(pages: Pages) -> None:
    """An element in front that shows something covers the canvas."""
    shot = pages.open(GRID_ON_CANVAS.replace("overflow:auto", "background:white"))
    assert "covered" in next(node for node in shot.nodes if node.role == "canvas").states


def test_a_slider_whose_input_is_for_screen_readers_only_is_its_thumb(pages: Pages) -> None:
    """The input in a box of one pixel has the box of the drawn thumb around it, and takes a value."""
    shot = pages.open(
        "<div style='position:relative;height:20px;width:400px'><div style='position:absolute;left:50%;width:14px;"
        "height:14px;background:red'><div style='clip-path:inset(50%);height:1px;margin:-1px;overflow:hidden;"
        "position:absolute;width:1px'><input aria-label=Target type=range min=0 max=100 value=50></div></div></div>"
    )
    slider = pages.get_element(shot, "slider", name="Target")
    assert (slider.value, slider.box.width) == ("50 (0 to 100)", 14)
    pages.device.perform(Type("75", slider))
    assert pages.evaluate("document.querySelector('input').value") == '"75"'


def test_a_group_of_an_svg_is_clicked_at_its_center(pages: Pages) -> None:
    """The shape in the middle of a group is clicked, although it listens for clicks itself, not one at its edge."""
    shot = pages.open(
        "<svg width=600 height=200><g id=group transform='translate(100,50)' style='cursor:move' draggable=true>"
        "<g transform='translate(175,2)'><rect width=32 height=26 fill=silver></rect></g>"
        "<rect width=180 height=30 fill=green></rect><g transform='translate(28,16)'>"
        "<text style='pointer-events:none'>Show temperature</text></g></g></svg><script>"
        "document.querySelector('#group > rect').onmousedown = () => { document.title = 'pressed' }</script>"
    )
    group = next(node for node in shot.nodes if node.name == "Show temperature" and node.role != "text")
    pages.device.perform(Click(pages.get_element(shot, group.role, name=group.name)))
    assert pages.evaluate("document.title") == '"pressed"'


CELLS = (
    "<div style='display:flex'><b style='width:200px'>Category</b><b style='width:200px'>Payment</b></div>"
    "<div style='display:flex'><div style='width:200px;CLICKED'>Food</div><div style='width:200px'><input></div></div>"
)
"""A table of elements without roles: two heads, a text and a field."""


def test_a_field_below_the_head_of_its_column_is_named_by_it(pages: Pages) -> None:
    """The text of the cell to the left is another value of the row, not a label, if it can be clicked itself."""
    shot = pages.open(CELLS.replace("CLICKED", "cursor:pointer"))
    assert [node.name for node in shot.nodes if node.role == "textbox"] == ["Payment"]


@pytest.mark.parametrize(
    "html",
    [
        "<div role=grid><div role=row><div role=gridcell tabindex=0><span tabindex=0 onclick='1'>Ada</span></div></div></div>",
        "<div tabindex=0 onclick='1'><div style='cursor:pointer' onclick='1'>Ada</div></div>",
    ],
)
def test_a_cell_and_the_clickable_text_in_it_are_one_element(pages: Pages, html: str) -> None:
    """The only content of an element that can be clicked is not a second element of the same name."""
    shot = pages.open(html)
    assert len([node for node in shot.nodes if node.name == "Ada" and node.has("clickable")]) == 1


def test_a_radio_button_in_a_label_with_a_title_only_is_named_by_it(pages: Pages) -> None:
    """A label that only draws its choice has a title, which names the input."""
    shot = pages.open(
        "<fieldset><legend>Stroke</legend><label title=Thin><input type=radio><svg width=20 height=20></svg></label>"
        "<label title=Bold><input type=radio><svg width=20 height=20></svg></label></fieldset>"
    )
    assert [node.name for node in shot.nodes if node.role == "radio"] == ["Thin", "Bold"]


def test_a_row_with_buttons_is_named_by_its_only_text(pages: Pages) -> None:
    """A clickable row without a role that holds a button is named by its title."""
    shot = pages.open("<div onclick='1'><span>Heating</span> <button>Hide</button></div>")
    assert [(n.role, n.name) for n in shot.nodes if n.has("clickable")] == [
        ("generic", "Heating"),
        ("button", "Hide"),
    ]


def test_a_transparent_file_input_has_the_name_of_the_button_below_it(pages: Pages) -> None:
    """The input that is laid over a drawn button for uploads is named by the button."""
    shot = pages.open(
        "<div style='position:relative;width:200px;height:40px'><button style='position:absolute;inset:0'>Choose a file</button>"
        "<input type=file style='position:absolute;inset:0;opacity:0'></div>"
    )
    inputs = [node for node in shot.nodes if node.name == "Choose a file" and not node.has("covered")]
    assert len(inputs) == 1
    assert "file" in inputs[0].clue


@pytest.mark.parametrize(
    ("style", "is_shown"),
    [
        ("overflow-x:clip;overflow-y:visible", True),
        ("overflow:hidden;display:inline", True),
        ("overflow:hidden", False),
        ("overflow-x:visible;overflow-y:clip", False),
    ],
)
def test_a_list_outside_its_container_is_shown_unless_the_container_clips_it(
    pages: Pages, style: str, *, is_shown: bool
) -> None:
    """`overflow` hides nothing along an axis on which it is visible, nor outside of an inline box."""
    shot = pages.open(
        f"<div style='height:150px'></div><div style='{style}'><div style='position:relative;height:40px'>House mode"
        "<ul role=listbox style='position:absolute;bottom:40px;margin:0'><li role=option tabindex=-1>Guests</ul></div></div>"
    )
    assert bool(pages.find_nodes(shot, "option", name="Guests")) is is_shown
    assert bool(shot.beyond.above) is not is_shown
