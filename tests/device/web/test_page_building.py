"""Techniques that pages are built with: boxes without a layout, slots, shadow roots, the top layer."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click, Node, Shot

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
    ("light", "shadow", "role", "name"),
    [
        ("Word", "<button><slot></slot></button>", "button", "Word"),
        ("<b slot=s>Named</b>rest", "<button><slot name=s></slot></button>", "button", "Named"),
        ("", "<button><slot>Fallback</slot></button>", "button", "Fallback"),
        ("<button>Light</button>", "<section><slot></slot></section>", "button", "Light"),
        ("plain", "<p><slot></slot></p>", "text", "plain"),
    ],
)
def test_slotted_content(pages: Pages, *, mode: str, light: str, shadow: str, role: str, name: str) -> None:
    """Slotted content is reported where it is shown, and names the control around its slot."""
    shot = pages.open(SHADOW.format(light=light, shadow=shadow, mode=mode))
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
