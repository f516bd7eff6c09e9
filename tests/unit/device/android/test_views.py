"""The parser of view hierarchies accepts any output of a phone and rejects incomplete ones."""

from __future__ import annotations

import time
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.device.android.coordinate_conversion import Display
from onscreen.device.android.view_hierarchy import BadHierarchy, parse_hierarchy
from onscreen.device.android.view_nodes import build_nodes

SIZE = (1080, 2400)
DISPLAY = Display(SIZE, SIZE, 400)
HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
NODE = '<node text="a" class="android.widget.TextView" package="p.q" bounds="[0,0][10,10]" />'
CLASSES = [
    "Button",
    "CheckBox",
    "EditText",
    "FrameLayout",
    "ImageView",
    "ListView",
    "SeekBar",
    "Spinner",
    "Own",
]


def dump(*nodes: str, head: str = HEAD, rotation: int = 0) -> bytes:
    """Return the output of `uiautomator dump` for these nodes."""
    inside = "".join(nodes)
    text = f'{head}<hierarchy rotation="{rotation}">{inside}</hierarchy>UI hierchary dumped to: /dev/tty\n'
    return text.encode("utf-8", "surrogatepass")


def texts(data: bytes) -> list[str]:
    """Return the texts of all views in a dump."""
    return [view.text for view in parse_hierarchy(data).views]


def node(attributes: str, inside: str = "") -> str:
    """Return one node as XML."""
    return f'<node class="android.widget.TextView" bounds="[0,0][10,10]" {attributes}>{inside}</node>'


def test_surrounding_output_is_ignored() -> None:
    """Warnings before the XML document and messages after it are ignored."""
    hierarchy = parse_hierarchy(b"WARNING: linker: x\n" + dump(NODE, rotation=3))
    assert (hierarchy.rotation, hierarchy.package, hierarchy.views[0].text) == (3, "p.q", "a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no output"),
        (b"ERROR: could not get idle state.\n", "could not get idle state"),
        (b"ERROR: null root node returned by UiTestAutomationBridge.\n", "null root node"),
        (b"Killed \n", "Killed"),
        (b"UI hierchary dumped to: /dev/tty\n", "provided no view hierarchy"),
        (dump(NODE)[:-60], "is truncated"),
        (b'<hierarchy rotation="0" />', "empty"),
        (dump("<node"), "not valid XML"),
        (dump(NODE, head='<!DOCTYPE h [<!ENTITY a "b">]>'), "document type"),
    ],
)
def test_incomplete_output_is_rejected(data: bytes, message: str) -> None:
    """Without a complete view hierarchy, the error says what was found instead."""
    with pytest.raises(BadHierarchy, match=message):
        parse_hierarchy(data)


@pytest.mark.parametrize(
    ("xml", "expected"),
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
def test_invalid_characters_are_repaired(xml: str, expected: str) -> None:
    """Surrogate halves, control characters and invalid references affect no other text."""
    assert texts(dump(node(f'text="{xml}"'))) == [expected]


@pytest.mark.parametrize(
    ("output", "is_output_problem"),
    [
        (b"UI hierchary dumped to: /dev/tty\n", True),
        (b"java.io.FileNotFoundException: /dev/tty: open failed: ENXIO\n", True),
        (b"ERROR: could not get idle state.\n", False),
        (b"ERROR: null root node returned by UiTestAutomationBridge.\n", False),
    ],
)
def test_output_problems_are_recognized(output: bytes, is_output_problem: bool) -> None:
    """An error that does not concern the screen suggests to dump to another file."""
    with pytest.raises(BadHierarchy) as raised:
        parse_hierarchy(output)
    assert raised.value.is_output_problem is is_output_problem


def test_entities_are_never_expanded() -> None:
    """A document that declares entities is rejected before they are expanded."""
    bomb = '<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(BadHierarchy, match="document type"):
        parse_hierarchy(dump(node('text="&b;"'), head=bomb))


@given(st.text(max_size=60))
def test_any_text_is_preserved(text: str) -> None:
    """Any displayed text is preserved, except for characters that XML cannot represent."""
    [parsed] = texts(
        dump(node(f"text={quoteattr(text, {chr(10): '&#10;', chr(13): '&#13;', chr(9): '&#9;'})}"))
    )
    assert parsed == "".join(
        char for char in text if char.isprintable() or char in "\n\r\t" or ord(char) > 126
    )


@given(st.binary(max_size=300), st.integers(0, 400))
def test_garbage_never_crashes(garbage: bytes, position: int) -> None:
    """Random bytes in the middle of a dump are either parsed or rejected."""
    whole = dump(node('text="a"', node('text="b"')))
    try:
        hierarchy = parse_hierarchy(whole[:position] + garbage + whole[position:])
    except BadHierarchy:
        return
    assert len(hierarchy.views) <= 300


def trees(depth: int = 4) -> st.SearchStrategy[str]:
    """Return random view hierarchies, of which only the XML is valid."""
    numbers = st.integers(-3000, 5000)
    flags = st.sets(
        st.sampled_from(["checkable", "checked", "clickable", "scrollable", "focused", "selected"])
    )

    def build_xml(
        class_name: str, box: tuple[int, int, int, int], flags: set[str], text: str, children: list[str]
    ) -> str:
        attributes = " ".join(f'{flag}="true"' for flag in flags)
        bounds = f"[{box[0]},{box[1]}][{box[2]},{box[3]}]"
        resource_id = "p:id/" + text[:1] if text[:1].isalpha() else ""
        return (
            f'<node class="android.widget.{class_name}" bounds="{bounds}" text={quoteattr(text)} '
            f'resource-id="{resource_id}" {attributes}>{"".join(children)}</node>'
        )

    texts = st.text("ab 3%\n<&é😀", max_size=6)
    box = st.tuples(numbers, numbers, numbers, numbers)
    leaf = st.builds(build_xml, st.sampled_from(CLASSES), box, flags, texts, st.just([]))
    return st.recursive(
        leaf,
        lambda children: st.builds(
            build_xml, st.sampled_from(CLASSES), box, flags, texts, st.lists(children, max_size=4)
        ),
        max_leaves=5 * depth,
    )


@given(trees())
def test_nodes_of_any_hierarchy_are_valid(tree: str) -> None:
    """Boxes have an area inside the picture, parents come first, and locators are unique."""
    nodes = build_nodes(parse_hierarchy(dump(tree)), DISPLAY, max_nodes=100, max_text=10).nodes
    for index, each in enumerate(nodes):
        assert 0 <= each.box.left < each.box.right <= SIZE[0]
        assert 0 <= each.box.top < each.box.bottom <= SIZE[1]
        assert each.parent is None or each.parent < index
    assert len({each.locator for each in nodes}) == len(nodes)
    assert all(each.locator for each in nodes)


def test_ten_thousand_views_take_less_than_a_second() -> None:
    """A very long page is parsed quickly, and a note says how many nodes were omitted."""
    rows = "".join(
        f'<node class="android.widget.LinearLayout" clickable="true" bounds="[0,{y}][1080,{y + 90}]">'
        f'<node class="android.widget.TextView" text="Row {y}" bounds="[0,{y}][500,{y + 90}]" /></node>'
        for y in (number % 2300 for number in range(5000))
    )
    data = dump(f'<node scrollable="true" bounds="[0,0][1080,2400]">{rows}</node>')
    start = time.process_time()
    content = build_nodes(parse_hierarchy(data), DISPLAY, max_nodes=6000, max_text=100)
    assert time.process_time() - start < 1.0
    assert len(content.nodes) == 6000
    assert "more elements" in content.warning


def test_deeply_nested_views_are_parsed() -> None:
    """Thousands of nested containers are reduced to the only text inside."""
    open_tag = '<node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">'
    data = dump(open_tag * 5000, NODE, "</node>" * 5000)
    nodes = build_nodes(parse_hierarchy(data), DISPLAY, max_nodes=6000, max_text=100).nodes
    assert [each.name for each in nodes] == ["a"]
