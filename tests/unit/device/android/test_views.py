"""The reader of Android's trees takes whatever a phone writes, and refuses what is none."""

from __future__ import annotations

import time
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.device.android.display import Display
from onscreen.device.android.view_hierarchy import BadHierarchy, parse_hierarchy
from onscreen.device.android.view_nodes import build_nodes

SIZE = (1080, 2400)
DISPLAY = Display(SIZE, SIZE, 400)
HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
NODE = '<node text="a" class="android.widget.TextView" package="p.q" bounds="[0,0][10,10]" />'
CLASSES = ["Button", "CheckBox", "EditText", "FrameLayout", "ImageView", "ListView", "Spinner", "Own"]


def dump(*nodes: str, head: str = HEAD, rotation: int = 0) -> bytes:
    """Return the output of a dump that holds these nodes."""
    inside = "".join(nodes)
    text = f'{head}<hierarchy rotation="{rotation}">{inside}</hierarchy>UI hierchary dumped to: /dev/tty\n'
    return text.encode("utf-8", "surrogatepass")


def texts(data: bytes) -> list[str]:
    """Return the texts of the views."""
    return [view.text for view in parse_hierarchy(data).views]


def node(attributes: str, inside: str = "") -> str:
    """Return one node."""
    return f'<node class="android.widget.TextView" bounds="[0,0][10,10]" {attributes}>{inside}</node>'


def test_dump_is_read_with_what_stands_around_it() -> None:
    """The declaration before and what uiautomator says after the tree do no harm."""
    views = parse_hierarchy(b"WARNING: linker: x\n" + dump(NODE, rotation=3))
    assert (views.rotation, views.package, views.views[0].text) == (3, "p.q", "a")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "said nothing"),
        (b"ERROR: could not get idle state.\n", "could not get idle state"),
        (b"ERROR: null root node returned by UiTestAutomationBridge.\n", "null root node"),
        (b"Killed \n", "Killed"),
        (b"UI hierchary dumped to: /dev/tty\n", "gave no tree"),
        (dump(NODE)[:-60], "breaks off"),
        (b'<hierarchy rotation="0" />', "empty"),
        (dump("<node"), "no sound XML"),
        (dump(NODE, head='<!DOCTYPE h [<!ENTITY a "b">]>'), "document type"),
    ],
)
def test_what_is_no_tree_is_told(data: bytes, said: str) -> None:
    """Without a whole tree the message says what came instead."""
    with pytest.raises(BadHierarchy, match=said):
        parse_hierarchy(data)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a &amp; b &lt;c&gt; &quot;d&quot;", 'a & b <c> "d"'),
        ("&#55357;&#56832;", "😀"),
        ("&#xD83D;&#xDE00;!", "😀!"),
        ("&#128512;", "😀"),
        ("half &#55357; here", "half \ufffd here"),
        ("zero &#0; one &#1; two &#x1F;", "zero  one  two "),
        ("far &#99999999999999; x", "far  x"),
        ("raw \x00\x08 x", "raw  x"),
        ("a & b &c; d", "a & b &c; d"),
        ("one&#10;two", "one\ntwo"),
        ("&amp;lt;", "&lt;"),
        ("&#38;lt;", "&lt;"),
    ],
)
def test_text_that_xml_forbids_is_mended(written: str, read: str) -> None:
    """Characters in halves, control characters and stray references cost no more than themselves."""
    assert texts(dump(node(f'text="{written}"'))) == [read]


@pytest.mark.parametrize(
    ("said", "mute"),
    [
        (b"UI hierchary dumped to: /dev/tty\n", True),
        (b"java.io.FileNotFoundException: /dev/tty: open failed: ENXIO\n", True),
        (b"ERROR: could not get idle state.\n", False),
        (b"ERROR: null root node returned by UiTestAutomationBridge.\n", False),
    ],
)
def test_phone_that_cannot_write_there_is_told_from_one_without_a_tree(said: bytes, mute: bool) -> None:
    """Only where the screen itself is not the trouble is another way of writing worth trying."""
    with pytest.raises(BadHierarchy) as told:
        parse_hierarchy(said)
    assert told.value.is_output_problem is mute


def test_entities_of_its_own_are_never_expanded() -> None:
    """A tree that declares entities is refused before anything is expanded."""
    bomb = '<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(BadHierarchy, match="document type"):
        parse_hierarchy(dump(node('text="&b;"'), head=bomb))


@given(st.text(max_size=60))
def test_any_text_comes_back(text: str) -> None:
    """Whatever an application shows is read as it is, but for what XML cannot carry."""
    [read] = texts(
        dump(node(f"text={quoteattr(text, {chr(10): '&#10;', chr(13): '&#13;', chr(9): '&#9;'})}"))
    )
    assert read == "".join(sign for sign in text if sign.isprintable() or sign in "\n\r\t" or ord(sign) > 126)


@given(st.binary(max_size=300), st.integers(0, 400))
def test_garbage_is_refused_and_never_a_crash(garbage: bytes, at: int) -> None:
    """Bytes in the middle of a tree make it either readable or refused."""
    whole = dump(node('text="a"', node('text="b"')))
    try:
        views = parse_hierarchy(whole[:at] + garbage + whole[at:])
    except BadHierarchy:
        return
    assert len(views.views) <= 300


def trees(depth: int = 4) -> st.SearchStrategy[str]:
    """Return trees as a phone might write them, sound in nothing but their XML."""
    numbers = st.integers(-3000, 5000)
    flags = st.sets(
        st.sampled_from(["checkable", "checked", "clickable", "scrollable", "focused", "selected"])
    )

    def written(kind: str, box: tuple[int, int, int, int], on: set[str], words: str, kids: list[str]) -> str:
        said = " ".join(f'{flag}="true"' for flag in on)
        bounds = f"[{box[0]},{box[1]}][{box[2]},{box[3]}]"
        key = "p:id/" + words[:1] if words[:1].isalpha() else ""
        return (
            f'<node class="android.widget.{kind}" bounds="{bounds}" text={quoteattr(words)} '
            f'resource-id="{key}" {said}>{"".join(kids)}</node>'
        )

    words = st.text("ab \n<&é😀", max_size=6)
    box = st.tuples(numbers, numbers, numbers, numbers)
    leaf = st.builds(written, st.sampled_from(CLASSES), box, flags, words, st.just([]))
    return st.recursive(
        leaf,
        lambda kids: st.builds(
            written, st.sampled_from(CLASSES), box, flags, words, st.lists(kids, max_size=4)
        ),
        max_leaves=5 * depth,
    )


@given(trees())
def test_nodes_of_any_tree_keep_the_promises_of_shots(tree: str) -> None:
    """Boxes lie on the picture and have area, parents stand first, locators lead to one node."""
    nodes = build_nodes(parse_hierarchy(dump(tree)), DISPLAY, max_nodes=100, max_text=10).nodes
    for at, each in enumerate(nodes):
        assert 0 <= each.box.left < each.box.right <= SIZE[0]
        assert 0 <= each.box.top < each.box.bottom <= SIZE[1]
        assert each.parent is None or each.parent < at
    assert len({each.locator for each in nodes}) == len(nodes)
    assert all(each.locator for each in nodes)


def test_ten_thousand_views_are_read_in_a_second() -> None:
    """A very long page is read quickly, and what is left out is told."""
    rows = "".join(
        f'<node class="android.widget.LinearLayout" clickable="true" bounds="[0,{y}][1080,{y + 90}]">'
        f'<node class="android.widget.TextView" text="Row {y}" bounds="[0,{y}][500,{y + 90}]" /></node>'
        for y in (at % 2300 for at in range(5000))
    )
    data = dump(f'<node scrollable="true" bounds="[0,0][1080,2400]">{rows}</node>')
    start = time.process_time()
    reading = build_nodes(parse_hierarchy(data), DISPLAY, max_nodes=6000, max_text=100)
    assert time.process_time() - start < 1.0
    assert len(reading.nodes) == 6000
    assert "more things" in reading.note


def test_deep_trees_are_read() -> None:
    """Thousands of boxes in boxes end in the one text they hold."""
    open_tag = '<node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">'
    data = dump(open_tag * 5000, NODE, "</node>" * 5000)
    nodes = build_nodes(parse_hierarchy(data), DISPLAY, max_nodes=6000, max_text=100).nodes
    assert [each.name for each in nodes] == ["a"]
