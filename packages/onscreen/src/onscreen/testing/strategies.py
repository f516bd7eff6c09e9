"""Hypothesis strategies that generate nodes, observations, screens and actions."""

from __future__ import annotations

import struct
import zlib
from typing import get_args

from hypothesis import strategies as st

from onscreen.testing.text_screens import screen_of_all_nodes
from onscreen.types import (
    Action,
    Answer,
    Ask,
    Back,
    Box,
    Click,
    CloseTab,
    Dialog,
    Done,
    Download,
    Drag,
    Element,
    Forward,
    Home,
    Hover,
    LongPress,
    Node,
    OffscreenCounts,
    Open,
    Picture,
    Point,
    Press,
    Screen,
    Scroll,
    Select,
    Shot,
    Swipe,
    SwitchTab,
    Tab,
    Target,
    Type,
    Upload,
    Wait,
)
from onscreen.types.action import Direction, Modifier
from onscreen.types.action_limits import MAX_CLICKS

ROLES = (
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "checkbox",
    "radio",
    "slider",
    "tab",
    "menuitem",
    "heading",
    "text",
    "image",
    "paragraph",
    "list",
    "listitem",
    "table",
    "row",
    "cell",
    "form",
    "navigation",
    "generic",
    "canvas",
    "weird role",
)
STATES = (
    "clickable",
    "editable",
    "checked",
    "selected",
    "expanded",
    "collapsed",
    "disabled",
    "focused",
    "required",
    "scrollable",
    "draggable",
    "more-on-hover",
    "covered",
)
_WIDTH, _HEIGHT = 800, 600


def blank_picture(width: int = _WIDTH, height: int = _HEIGHT) -> Picture:
    """Create a white picture with the given size in pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        content = kind + data
        return struct.pack(">I", len(data)) + content + struct.pack(">I", zlib.crc32(content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\x00" + b"\xff" * width) * height
    chunks = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return Picture(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))


_BLANK = blank_picture()
_texts = st.text(max_size=30)
_names = st.one_of(st.sampled_from(("", "Save", "User name", "Delete", "Delete")), _texts)
_numbers = st.floats(-5000, 5000, allow_nan=False)
_seconds = st.floats(0, 100, allow_nan=False)
_whole = st.integers(0, 999)
_clicks = st.integers(1, MAX_CLICKS)
_offsets = st.builds(Point, _numbers, _numbers)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Generate bounding boxes inside a picture of 800 x 600 pixels, some with zero area."""
    left, top = draw(st.integers(0, _WIDTH - 1)), draw(st.integers(0, _HEIGHT - 1))
    width, height = draw(st.integers(0, _WIDTH - left)), draw(st.integers(0, _HEIGHT - top))
    return Box(left, top, left + width, top + height)


@st.composite
def nodes(draw: st.DrawFn, parent: int | None = None) -> Node:
    """Generate nodes with random roles, names and states."""
    return Node(
        role=draw(st.sampled_from(ROLES)),
        name=draw(_names),
        box=draw(boxes()),
        value=draw(st.one_of(st.just(""), _texts)),
        states=tuple(draw(st.lists(st.sampled_from(STATES), unique=True, max_size=3))),
        locator=draw(st.one_of(st.just(""), st.text("abc#>", max_size=5))),
        parent=parent,
        clue=draw(st.one_of(st.just(""), _texts)),
    )


@st.composite
def trees(draw: st.DrawFn, max_nodes: int = 12) -> tuple[Node, ...]:
    """Generate trees of nodes, listed in pre-order.

    Each node's parent is the previous node or one of its ancestors.
    """
    result: list[Node] = []
    path: list[int] = []
    for index in range(draw(st.integers(0, max_nodes))):
        del path[draw(st.integers(0, len(path))) :]
        result.append(draw(nodes(parent=path[-1] if path else None)))
        path.append(index)
    return tuple(result)


def tabs() -> st.SearchStrategy[tuple[Tab, ...]]:
    """Generate up to three browser tabs, of which the first is active."""
    titles = st.lists(_texts, max_size=3)
    return titles.map(lambda ts: tuple(Tab(i + 1, t, f"https://a/{i}", i == 0) for i, t in enumerate(ts)))


def shots(max_nodes: int = 12) -> st.SearchStrategy[Shot]:
    """Generate `Shot` objects with at most `max_nodes` nodes each."""
    return st.builds(
        Shot,
        picture=st.just(_BLANK),
        nodes=trees(max_nodes),
        app=_texts,
        address=st.sampled_from(("", "https://shop.example/", "https://shop.example/cart")),
        beyond=st.builds(OffscreenCounts, above=_whole, below=_whole, left=_whole, right=_whole),
        tabs=tabs(),
        dialog=st.none() | st.builds(Dialog, kind=st.sampled_from(("alert", "confirm")), message=_texts),
    )


def screens(max_nodes: int = 12) -> st.SearchStrategy[Screen]:
    """Generate screens on which every node is an element."""
    return shots(max_nodes).map(screen_of_all_nodes)


def actions(screen: Screen) -> st.SearchStrategy[Action]:
    """Generate actions of every type, with targets on the given screen.

    Targets are points if the screen has no elements.
    """
    element: st.SearchStrategy[Element] = (
        st.sampled_from(screen.elements) if screen.elements else st.nothing()
    )
    target: st.SearchStrategy[Target] = element | _offsets
    modifiers = st.lists(st.sampled_from(get_args(Modifier)), max_size=3).map(tuple)
    button = st.sampled_from(("left", "right", "middle"))
    texts = st.lists(_texts, max_size=3).map(tuple)
    keys = st.sampled_from(("Enter", "Control+a", "in", "+", " ", '"')) | st.text(min_size=1, max_size=8)
    optional_target = st.none() | target
    return st.one_of(
        st.builds(Click, target, button=button, count=_clicks, modifiers=modifiers),
        st.builds(LongPress, target, _seconds),
        st.builds(Hover, target),
        st.builds(Type, _texts, optional_target, clear=st.booleans()),
        st.builds(Press, keys, optional_target),
        st.builds(Select, element, texts),
        st.builds(Scroll, st.sampled_from(get_args(Direction)), _numbers, st.none() | element),
        st.builds(Swipe, _offsets, _offsets, _seconds),
        st.builds(Drag, target, optional_target, _offsets),
        st.builds(Open, _texts, new_tab=st.booleans()),
        st.builds(SwitchTab, _whole),
        st.sampled_from((CloseTab(), Back(), Forward(), Home())),
        st.builds(Upload, element, texts),
        st.builds(Download, target),
        st.builds(Answer, st.booleans(), _texts),
        st.builds(Wait, _seconds),
        st.builds(Ask, _texts),
        st.builds(Done, _texts, achieved=st.booleans()),
    )
