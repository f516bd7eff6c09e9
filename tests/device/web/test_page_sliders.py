"""Sliders of a page: their text, and setting them in a real browser."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Type
from onscreen.types.action_parser import parse
from onscreen.types.errors import ActionHadNoEffect, NotSupported

pytestmark = pytest.mark.browser

KEYS_SLIDER = """<div id=s role=slider tabindex=0 aria-label=Hue aria-valuemin=0 aria-valuemax={high} aria-valuenow=20
 style='width:200px;height:20px;background:#ddd' {more}></div><script>
const set = v => s.setAttribute('aria-valuenow', Math.min({high}, Math.max(0, v)));
s.onkeydown = e => {{ const by = {{ArrowUp: {step}, ArrowRight: {step}, ArrowDown: -{step}, ArrowLeft: -{step}, Home: -1e6, End: 1e6}}[e.key];
  keys = (window.keys || 0) + 1; if (by) set(Number(s.getAttribute('aria-valuenow')) + by); }};
</script>"""
"""An ARIA slider that takes keys only."""

THUMB_SLIDER = """<div id=track style='position:relative;left:40px;top:40px;background:#ddd;{track}'>
<div id=s role=slider aria-label=Volume aria-orientation={orientation} aria-valuemin=0 aria-valuemax=100 aria-valuenow=10
 style='position:absolute;width:16px;height:16px;background:#36c'></div></div><script>
const vertical = {vertical}, box = track.getBoundingClientRect();
const put = v => {{ s.setAttribute('aria-valuenow', v); const p = (vertical ? 1 - v / 100 : v / 100) * 200 - 8 + 'px';
  if (vertical) s.style.top = p; else s.style.left = p; }};
put(10);
s.onpointerdown = () => {{ onpointermove = e => put(Math.round(Math.min(100, Math.max(0,
  vertical ? (box.bottom - e.clientY) / 2 : (e.clientX - box.left) / 2)))); }};
onpointerup = () => {{ onpointermove = null; }};
</script>"""
"""An ARIA slider whose thumb can only be dragged."""


def text_of(pages: Pages, html: str) -> str:
    """Return the text that a model reads of a page."""
    screen = build_screen(pages.open(html))
    return screen_text(screen)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<input type=range aria-label=Vol min=0 max=50 value=7>", '"Vol" ="7 (0 to 50)"'),
        ("<input type=range aria-label=Vol>", '"Vol" ="50 (0 to 100)"'),
        ("<input type=range aria-label=Mix min=-1 max=1 step=0.25 value=-0.5>", '"Mix" ="-0.5 (-1 to 1)"'),
        ("<input type=range aria-label=Price max=2500000 value=1250000>", '"Price" ="1250000 (0 to 2500000)"'),
        ("<div role=slider aria-label=Hue aria-valuenow=3 aria-valuemin=1 aria-valuemax=9>x</div>", '"Hue" ="3 (1 to 9)"'),
        ("<div role=slider aria-label=Heat aria-valuenow=2 aria-valuemax=3 aria-valuetext=warm>x</div>", '"Heat" ="2 (0 to 3), warm"'),
        ("<div role=slider aria-label=Mood aria-valuetext=good>x</div>", '"Mood" ="good"'),
    ],
)  # fmt: skip
def test_slider_reads_value_and_range(pages: Pages, html: str, text: str) -> None:
    """The text of a slider has its value and range, as on a phone; a described value keeps its words."""
    assert f"slider {text}" in text_of(pages, html)


@pytest.mark.parametrize(
    ("attributes", "number", "reads"),
    [
        ("", "70", "70 (0 to 100)"),
        ("", "0", "0 (0 to 100)"),
        ("", "100", "100 (0 to 100)"),
        ("min=-1 max=1 step=0.25", "-0.75", "-0.75 (-1 to 1)"),
        ("max=100000", "73219", "73219 (0 to 100000)"),
        ("step=any max=1", "0.333", "0.333 (0 to 1)"),
        ("step=10", "44%", "40 (0 to 100)"),
        ("min=100 max=200", "25%", "125 (100 to 200)"),
        ("style='writing-mode:vertical-lr;direction:rtl'", "12", "12 (0 to 100)"),
        ("dir=rtl", "88", "88 (0 to 100)"),
        ("onkeydown='event.preventDefault()'", "31", "31 (0 to 100)"),
        ("onkeydown='event.preventDefault()' style='writing-mode:vertical-lr;direction:rtl'", "31", "31 (0 to 100)"),
    ],
)  # fmt: skip
def test_number_sets_a_range_input(pages: Pages, attributes: str, number: str, reads: str) -> None:
    """A number or percentage typed into an <input type=range> sets it, in every orientation."""
    screen = build_screen(pages.open(f"<input type=range aria-label=Vol {attributes}>"))
    mark = next(e.mark for e in screen.elements if e.role == "slider")
    assert (
        pages.device.perform(parse(f'type "{number}" into {mark}', screen)) == f"the slider reads '{reads}'"
    )


@pytest.mark.parametrize(
    "attributes",
    ["", "onkeydown='event.preventDefault()'", "onkeydown='event.preventDefault()' style='writing-mode:vertical-lr;direction:rtl'"],
)  # fmt: skip
def test_page_hears_trusted_input_and_change(pages: Pages, attributes: str) -> None:
    """Setting a range input by keys or by the pointer fires the input and change events of a user's input."""
    shot = pages.open(
        "<input type=range aria-label=Vol oninput='i=[event.isTrusted,this.value]' onchange='c=[event.isTrusted,this.value]'"
        f" {attributes}>"
    )
    pages.device.perform(Type("64", pages.get_element(shot, "slider")))
    assert pages.evaluate("[i, c]") == '[[true,"64"],[true,"64"]]'


@pytest.mark.parametrize(("number", "reads"), [("23", 23), ("100", 100), ("0", 0)])
def test_number_sets_an_aria_slider_by_keys(pages: Pages, number: str, reads: int) -> None:
    """An ARIA slider is set by arrow keys, Home and End."""
    shot = pages.open(KEYS_SLIDER.format(high=100, step=1, more=""))
    outcome = pages.device.perform(Type(number, pages.get_element(shot, "slider")))
    assert outcome == f"the slider reads '{reads} (0 to 100)'"
    assert int(pages.evaluate("keys")) <= 10


@pytest.mark.parametrize("orientation", ["horizontal", "vertical"])
def test_thumb_without_keys_is_dragged(pages: Pages, orientation: str) -> None:
    """The thumb of an ARIA slider that takes no keys is dragged to the value."""
    is_vertical = orientation == "vertical"
    track = "width:8px;height:200px" if is_vertical else "width:200px;height:8px"
    html = THUMB_SLIDER.format(
        track=track, orientation=orientation, vertical="true" if is_vertical else "false"
    )
    shot = pages.open(html)
    outcome = pages.device.perform(Type("70", pages.get_element(shot, "slider")))
    assert outcome == "the slider reads '70 (0 to 100)'"


def test_track_without_keys_is_clicked(pages: Pages) -> None:
    """The track of an ARIA slider that takes no keys is clicked at the place of the value."""
    shot = pages.open(
        "<div id=s role=slider aria-label=Seek aria-valuenow=0 aria-valuemax=50 style='width:300px;height:10px;background:#ddd'"
        " onclick=\"this.setAttribute('aria-valuenow', Math.round((event.clientX - this.getBoundingClientRect().left) / 6))\"></div>"
    )
    assert (
        pages.device.perform(Type("33", pages.get_element(shot, "slider")))
        == "the slider reads '33 (0 to 50)'"
    )


@pytest.mark.parametrize(
    ("html", "text", "error", "message"),
    [
        ("<input type=range aria-label=Vol>", "130", ActionHadNoEffect, "takes 0 to 100; found 130: type a number in this range"),
        ("<input type=range aria-label=Vol>", "130%", ActionHadNoEffect, "takes 0 to 100; found 130"),
        ("<input type=range aria-label=Vol>", "loud", NotSupported, "takes a number; found 'loud'"),
        ("<input type=range aria-label=Vol step=5>", "72", ActionHadNoEffect, "in steps of 5; found 72: type 70 or 75"),
        ("<input type=range aria-label=Vol disabled>", "7", ActionHadNoEffect, "is disabled"),
        (KEYS_SLIDER.format(high=100, step=5, more=""), "72", ActionHadNoEffect, "does not reach 72; type a value that it takes, or drag it"),
        (KEYS_SLIDER.format(high=100, step=5, more="aria-readonly=true"), "30", ActionHadNoEffect, "is readonly"),
        ("<div role=slider aria-label=Dead aria-valuenow=4>dead</div>", "9", ActionHadNoEffect, "now reads 4 and does not reach 9"),
        ("<div role=slider aria-label=Mood aria-valuetext=good>x</div>", "9", NotSupported, "states no number"),
    ],
)  # fmt: skip
def test_value_that_cannot_be_set(
    pages: Pages, html: str, text: str, error: type[Exception], message: str
) -> None:
    """A value outside the range or between two steps, and a slider that does not react, are errors with advice."""
    shot = pages.open(html)
    with pytest.raises(error, match=message):
        pages.device.perform(Type(text, pages.get_element(shot, "slider")))
