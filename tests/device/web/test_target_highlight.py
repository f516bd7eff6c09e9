"""Highlight of the target before each click."""

from __future__ import annotations

import pytest

import onscreen

pytestmark = pytest.mark.browser
PAGE = (
    "data:text/html,<title>0</title><button onclick='document.title++'>Go</button>"
    "<iframe srcdoc=\"<button onclick='top.document.title++'>Inside</button>\"></iframe>"
    "<select><option>Red<option>Blue</select>"
    "<script>new MutationObserver(() => document.title = 'changed').observe(document.body, "
    "{childList: true, subtree: true, attributes: true})</script>"
)


def test_highlight_disturbs_neither_page_nor_click() -> None:
    """With a highlight, elements, points and frames are clicked, and the page is not changed by it."""
    with onscreen.open("web", PAGE, settings={"show_target_sec": 0.02}) as screen:
        go = next(element for element in screen.screen.elements if element.name == "Go")
        at = f"at {round(go.box.left) + 5},{round(go.box.top) + 5}"
        screen.do(f"click {go.mark}", f"click {at}", 'click "Inside"')
        assert screen.screen.shot.app == "3"
