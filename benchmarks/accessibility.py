"""Our elements beside Chromium's own accessibility tree, on gallery pages of user interface toolkits.

    python benchmarks/accessibility.py [--only NAME] [--print]

The reference is every node of `Accessibility.getFullAXTree` that has the role of a widget or takes the focus,
and that a hit test finds in the viewport. It is found if we list an action or a field around the point that
was hit, in a box at most `MAX_AREA_RATIO` times as large unless role and name are equal (a check box and its
label); then the names are compared. `--print` lists every difference and publishes nothing.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec
from _pages import serve_pages
from _report import publish, render_table
from _toolkits import collect_galleries

from onscreen.device.web import WebDevice, web
from onscreen.device.web.devtools_connection import CallFailed
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Point, Start

T = TypeVar("T")
WIDTH, HEIGHT = 1280, 900
REST_SEC = 2.0
MAX_AREA_RATIO = 4.0
WIDGETS = frozenset(
    {
        *("button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio"),
        *(
            "switch",
            "slider",
            "spinbutton",
            "tab",
            "menuitem",
            "menuitemcheckbox",
            "menuitemradio",
            "treeitem",
        ),
    }
)
NOT_COUNTED = frozenset({"RootWebArea", "Iframe", "dialog", "alertdialog", "MenuListPopup"})
EDGES = " \t*:.,;…\u00d7"
HIT_TEST = (Path(__file__).parent / "_hit_test.js").read_text()


class AxValue(msgspec.Struct, frozen=True):
    """A value of the accessibility tree."""

    value: str | bool | float | None = None


class AxProperty(msgspec.Struct, frozen=True):
    """A property of a node of the accessibility tree."""

    name: str
    value: AxValue


class AxNode(msgspec.Struct, frozen=True, rename="camel"):
    """A node of the accessibility tree."""

    node_id: str
    ignored: bool
    role: AxValue = AxValue()
    name: AxValue = AxValue()
    properties: tuple[AxProperty, ...] = ()
    backend_node_id: int = msgspec.field(name="backendDOMNodeId", default=0)

    def has(self, name: str) -> bool:
        """Return whether a property is true."""
        return any(p.name == name and p.value.value is True for p in self.properties)


class AxTree(msgspec.Struct, frozen=True):
    """The answer of `Accessibility.getFullAXTree`."""

    nodes: tuple[AxNode, ...]


class RemoteObject(msgspec.Struct, frozen=True, rename="camel"):
    """A JavaScript object or value."""

    object_id: str = ""
    value: tuple[float, float, float, str] | None = None


class Resolved(msgspec.Struct, frozen=True):
    """The answer of `DOM.resolveNode`."""

    object: RemoteObject


class Called(msgspec.Struct, frozen=True):
    """The answer of `Runtime.callFunctionOn`."""

    result: RemoteObject


class Reference(msgspec.Struct, frozen=True):
    """A visible control of the accessibility tree, with the point that a hit test hit."""

    role: str
    name: str
    tag: str
    x: float
    y: float
    area: float


class Difference(msgspec.Struct, frozen=True):
    """A control that we miss, or whose name differs."""

    kind: str
    role: str
    theirs: str
    ours: str = ""


def read_reference(device: WebDevice) -> list[Reference]:
    """Return the visible controls of the accessibility tree of the current page."""
    found = []
    for node in _call(device, "Accessibility.getFullAXTree", {}, result_type=AxTree).nodes:
        role = str(node.role.value)
        if node.ignored or not node.backend_node_id or role in NOT_COUNTED:
            continue
        if role not in WIDGETS and not node.has("focusable"):
            continue
        hit = _hit_test(device, node.backend_node_id)
        if hit is not None:
            found.append(Reference(role, str(node.name.value or ""), hit[3], hit[0], hit[1], hit[2]))
    return found


def _hit_test(device: WebDevice, node_id: int) -> tuple[float, float, float, str] | None:
    try:
        target = _call(device, "DOM.resolveNode", {"backendNodeId": node_id}, result_type=Resolved).object
        params = {"objectId": target.object_id, "functionDeclaration": HIT_TEST, "returnByValue": True}
        return _call(device, "Runtime.callFunctionOn", params, result_type=Called).result.value
    except CallFailed:
        return None


def _call(device: WebDevice, method: str, params: Mapping[str, object], *, result_type: type[T]) -> T:
    tab = device._usable_tab()  # noqa: SLF001 - the device's own connection
    connection = device._running_browser().connection  # noqa: SLF001
    return connection.call(method, params, session=tab.session, result_type=result_type, timeout_sec=60.0)


def compare(reference: Sequence[Reference], elements: Sequence[Element]) -> Iterator[Difference | None]:
    """Yield for every control how ours differs, None if it does not."""
    for control in reference:
        own = _closest(control, elements)
        if own is None:
            yield Difference(_reason(control, elements), control.role, control.name)
        elif _plain(own.name) != _plain(control.name):
            yield Difference(_name_difference(own, control.name), control.role, control.name, own.name)
        else:
            yield None


def _closest(control: Reference, elements: Sequence[Element]) -> Element | None:
    point = Point(control.x, control.y)
    around = [e for e in elements if e.box.contains(point)]
    around = [e for e in around if kind_of(e) != "information" or e.has("disabled")]
    around = [e for e in around if _is_same(e, control) or e.box.area <= MAX_AREA_RATIO * control.area]

    def rank(element: Element) -> tuple[bool, bool, float]:
        return (
            not _is_same(element, control),
            element.role != control.role,
            abs(element.box.area - control.area),
        )

    return min(around, key=rank, default=None)


def _is_same(element: Element, control: Reference) -> bool:
    return element.role == control.role and _plain(element.name) == _plain(control.name)


def _reason(control: Reference, elements: Sequence[Element]) -> str:
    point = Point(control.x, control.y)
    if any(e.box.contains(point) and kind_of(e) != "information" for e in elements):
        return "missed: only in a larger element of ours"
    return "missed: no action of ours there"


def _name_difference(own: Element, theirs: str) -> str:
    ours, other = _plain(own.name), _plain(theirs)
    if not ours:
        return "name: we have none"
    if not other:
        return "name: only we have one"
    if other in ours:
        return "name: ours is longer"
    if ours in other:
        return (
            "name: theirs includes the value"
            if own.value and _plain(own.value) in other
            else "name: ours is shorter"
        )
    return "name: another"


def _plain(text: str) -> str:
    return "".join(c for c in text if c.isalnum()).casefold() or text.strip(EDGES)


def measure(addresses: Mapping[str, str]) -> dict[str, tuple[list[Difference | None], int]]:
    """Return the differences on every page, and how many elements we list there."""
    results = {}
    with closing(web({"width": WIDTH, "height": HEIGHT})) as device:
        for name, address in addresses.items():
            device.start(Start(address))
            time.sleep(REST_SEC)
            elements = build_screen(device.observe()).elements
            results[name] = (list(compare(read_reference(device), elements)), len(elements))
    return results


def render_report(results: Mapping[str, tuple[list[Difference | None], int]], missing: Sequence[str]) -> str:
    """Render the tables."""
    rows, kinds = [], Counter[str]()
    for name, (found, listed) in results.items():
        rows.append([name, listed, *_shares(found)])
        kinds.update(d.kind for d in found if d)
    rows.append(
        [
            "all",
            sum(n for _, n in results.values()),
            *_shares([d for found, _ in results.values() for d in found]),
        ]
    )
    text = f"""### Elements beside Chromium's accessibility tree

Controls: the nodes of the tree that have the role of a widget or take the focus and that a hit test finds
in a view of {WIDTH} x {HEIGHT}. Found: we list an action or a field there. Equal names: of those found,
compared without punctuation and case.

{render_table(["toolkit", "our elements", "controls", "found", "equal names"], rows)}

{render_table(["difference", "count"], kinds.most_common())}"""
    return "\n\n".join([text, *(f"Not measured: {line}" for line in missing)])


def _shares(found: Sequence[Difference | None]) -> tuple[int, str, str]:
    reached = [d for d in found if d is None or not d.kind.startswith("missed")]
    equal = sum(d is None for d in found)
    return (
        len(found),
        f"{len(reached)} ({_percent(len(reached), len(found))})",
        f"{equal} ({_percent(equal, len(reached))})",
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole}%" if whole else "none"


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="measure only toolkits whose name contains this")
    parser.add_argument("--print", action="store_true", help="print every difference without publishing")
    arguments = parser.parse_args()
    paths, missing = collect_galleries()
    with serve_pages() as host:
        chosen = {name: host + path for name, path in paths.items() if arguments.only.lower() in name.lower()}
        results = measure(chosen)
    if arguments.print or arguments.only:
        for name, (found, _) in results.items():
            for difference in found:
                if difference:
                    print(
                        name,
                        "|",
                        difference.kind,
                        "|",
                        difference.role,
                        repr(difference.theirs[:60]),
                        repr(difference.ours[:60]),
                    )
        print(render_report(results, missing))
        return
    data = {
        name: {
            "elements": n,
            "differences": msgspec.to_builtins([d for d in found if d]),
            "controls": len(found),
        }
        for name, (found, n) in results.items()
    }
    publish("accessibility", render_report(results, missing), {"results": data, "missing": missing})


if __name__ == "__main__":
    main()
