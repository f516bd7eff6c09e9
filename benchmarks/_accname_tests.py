"""The accessible-name tests of web-platform-tests (`accname`), run on our page reader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from _name_differences import plain
from _report import render_table

from onscreen.device.web import web
from onscreen.types import Node, Open, Start

WIDTH, HEIGHT = 1280, 9000
SETTINGS = {"width": WIDTH, "height": HEIGHT, "max_nodes": 5000, "call_cap_sec": 60.0}
HOST = "accname.test"
CASES = """[...document.querySelectorAll('[data-expectedlabel]')].map(el => {
  const { left, top, right, bottom } = el.getBoundingClientRect();
  const role = el.getAttribute('role') || el.tagName;
  return [el.dataset.testname || '', el.dataset.expectedlabel, role, left, top, right, bottom];
})"""
HOW_TO_GET = (
    "--accname FOLDER names a checkout of web-platform-tests; `accessibility.py --help` has the commands"
)


class NameTest(msgspec.Struct, frozen=True):
    """Result of a test: expected accessible name and ours; None if we do not list the element."""

    file: str
    test: str
    role: str
    expected: str
    ours: str | None


class Case(msgspec.Struct, frozen=True, array_like=True):
    """Test case: an element with its role and box, and its expected accessible name."""

    test: str
    expected: str
    role: str
    left: float
    top: float
    right: float
    bottom: float


def play_accname_tests(folder: Path) -> list[NameTest]:
    """Open every test page below `folder` and compare our names with the expected ones.

    Raises:
        FileNotFoundError: the folder has no pages of tests.
    """
    files = sorted(folder.rglob("accname/name/**/*.html"))
    if not files:
        raise FileNotFoundError(f"{folder} has no accname/name/*.html: {HOW_TO_GET}")
    root = files[0].parents[len(files[0].relative_to(folder).parts) - 1]
    found: list[NameTest] = []
    with closing(web({**SETTINGS, "sites": (f"{HOST}={root}",)})) as device:
        device.start(Start())
        for file in files:
            device.perform(Open(f"http://{HOST}/{file.relative_to(root)}"))
            nodes = device.observe().nodes
            for case in msgspec.json.decode(device.read(CASES), type=list[Case]):
                node = _node_of(case, nodes)
                ours = None if node is None else node.name
                found.append(NameTest(file.name, case.test, case.role, case.expected, ours))
    return found


def _node_of(case: Case, nodes: Sequence[Node]) -> Node | None:
    """Return the first node with the box of the test's element, or None if no node has it."""
    box = (case.left, case.top, case.right, case.bottom)
    for node in nodes:
        own = (node.box.left, node.box.top, node.box.right, node.box.bottom)
        if node.role != "text" and all(abs(a - b) <= 1 for a, b in zip(own, box, strict=True)):
            return node
    return None


def render_accname(tests: Sequence[NameTest]) -> str:
    """Render a table with a row for each page of tests."""
    if not tests:
        return f"Not measured: the accessible-name tests of the web platform; {HOW_TO_GET}."
    by_file: Mapping[str, list[NameTest]] = {t.file: [o for o in tests if o.file == t.file] for t in tests}
    rows = [[file, *_counts(found)] for file, found in by_file.items()]
    table = render_table(
        ["page of tests", "elements", "listed by us", "name as expected"], [*rows, ["all", *_counts(tests)]]
    )
    return f"Accessible-name tests of the web platform, on the elements that we list:\n\n{table}"


def _counts(tests: Sequence[NameTest]) -> tuple[int, int, str]:
    listed = [t for t in tests if t.ours is not None]
    passed = sum(is_passed(t) for t in listed)
    return len(tests), len(listed), f"{passed} ({100 * passed / len(listed):.1f} %)" if listed else "none"


def is_passed(test: NameTest) -> bool:
    """Return whether our name equals the expected one, ignoring case and punctuation."""
    return plain(test.ours or "") == plain(re.sub(r"\s+", " ", test.expected))
