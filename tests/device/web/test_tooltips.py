"""Names of icons that a page shows only in a tooltip under the pointer."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Hover

pytestmark = pytest.mark.browser

ICONS = (
    "<div><button class=icon><svg width=20 height=20></svg></button> <b class=icon tabindex=0><svg width=20 height=20></svg></b></div>"
    "<button>Other</button><div class=tooltip style='position:absolute;top:60px;left:20px;display:none'></div>"
    "<script>const tip = document.querySelector('.tooltip'), icons = [...document.querySelectorAll('.icon')];"
    "icons.forEach((icon, i) => { icon.onmouseenter = () => { tip.textContent = ['Save', 'Print'][i]; tip.style.display = 'block'; };"
    "icon.onmouseleave = () => { tip.style.display = 'none'; }; });</script>"
)


@pytest.mark.parametrize("more", ["", "<p>More" * 500])
def test_tooltip_names_an_icon_after_the_pointer_has_left(pages: Pages, more: str) -> None:
    """An icon whose tooltip was shown has the tooltip's text as its name, on small and on large pages."""
    shot = pages.open(ICONS + more)
    icons = [node for node in shot.nodes if node.role in ("button", "generic") and node.has("clickable")]
    assert [icon.name for icon in icons] == ["", "", "Other"]
    for name in ("Save", "Print"):
        icon = next(e for e in build_screen(shot).elements if e.has("clickable") and not e.name)
        shot = pages.act(Hover(icon))
        assert name in [node.name for node in shot.nodes if node.has("clickable")]
    shot = pages.act(Hover(pages.get_button(shot, "Other")))
    assert [node.name for node in shot.nodes if node.has("clickable")] == ["Save", "Print", "Other"]
    assert not pages.find_nodes(shot, "text", name="Print")


def test_tooltip_of_an_icon_that_has_changed(pages: Pages) -> None:
    """An icon that was replaced by another one in its button is no longer named by the first one's tooltip."""
    shot = pages.open(ICONS)
    shot = pages.act(Hover(next(e for e in build_screen(shot).elements if e.has("clickable"))))
    shot = pages.act(Hover(pages.get_button(shot, "Other")))
    assert pages.get_button(shot, "Save")
    pages.evaluate("document.querySelector('.icon svg').innerHTML = '<path d=\"M0 0L9 9\" />'")
    assert "Save" not in [node.name for node in pages.device.observe().nodes]


def test_tooltip_with_a_shortcut(pages: Pages) -> None:
    """A tooltip that shows the keys of a shortcut as buttons names the icon with them."""
    page = ICONS.replace("class=tooltip", "class=tooltip role=tooltip").replace("'Save'", "'Save Ctrl'")
    page = page.replace(
        "tip.textContent =", "tip.innerHTML = '<button tabindex=-1>S</button>'; tip.prepend("
    ).replace("][i];", "][i]);")
    shot = pages.open(page)
    shot = pages.act(Hover(next(e for e in build_screen(shot).elements if e.has("clickable"))))
    assert "Save Ctrl S" in [node.name for node in shot.nodes]


@pytest.mark.parametrize(
    "change",
    [
        "tip.style.position = 'static'",
        "document.body.append(tip.cloneNode())",
        "icons.forEach(icon => icon.append('Text'))",
    ],
)
def test_text_that_is_no_tooltip_of_the_icon(pages: Pages, change: str) -> None:
    """A text in the flow of the page, one of two tooltips, or one beside a button with a text names nothing."""
    page = f"{ICONS}<script>{change}; document.querySelectorAll('.tooltip')[1]?.append('Second')</script>"
    shot = pages.open(page.replace("display:none", "display:block;width:90px;height:20px"))
    shot = pages.act(Hover(next(e for e in build_screen(shot).elements if e.has("clickable"))))
    assert "Save" not in [node.name for node in shot.nodes if node.has("clickable")]
