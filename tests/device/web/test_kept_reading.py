"""The last reading of a page is returned again only while a complete one would be equal."""
# ruff: noqa: E501 - the pages and their changes are HTML and JavaScript as text

from __future__ import annotations

import json

import pytest
from web_pages import Pages

from onscreen.device.web.script_client import ScriptClient, call_expression
from onscreen.types import Hover, Point

pytestmark = pytest.mark.browser
LIMITS = (6000, 2000, 20000)
SHOWN = "visibility:visible"
COVER = "position:fixed;left:0;top:0;width:100%;height:100%"
STYLE = f""".late,#sheet{{visibility:hidden}} #sheet{{{COVER}}} #pane{{height:40px;overflow:auto}} #clip{{height:20px;overflow:hidden}}
#pane p,#clip p{{margin:0;height:60px}} #virtual{{height:30px;overflow:hidden}}"""
PAGE = f"""<p id=first><a href=#x>First</a> <button id=act>Act</button></p><input id=field aria-label=Field value=old><input type=checkbox id=flag aria-label=Flag>
<label id=label>Amount <input id=amount type=number min=1 max=9 value=3></label><select id=one aria-label=One><option>a<option>b</select>
<select id=several aria-label=Several multiple size=2><option>a<option>b<option>c<option>d</select><textarea id=area aria-label=Area>text</textarea>
<input type=radio id=r1 name=r aria-label=R1><div id=pane><p><a href=#1>One</a></p><p><a href=#2>Two</a></p></div><div id=clip><p>top</p><p><a href=#c>Clipped</a></p></div>
<p class=late><a href=#late>Late</a></p><p id=target tabindex=0>Target</p><div id=pop popover>Popped <button>In</button></div>
<canvas id=canvas width=40 height=20></canvas><img id=image alt=picture src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2230%22/>">
<x-late>Custom</x-late><dialog id=dialog>Dialog <button>Close</button></dialog><p id=edit contenteditable>Edit</p><div id=sheet></div>{"<p><a href=#r>Row</a> <i>text</i></p>" * 200}"""
CHANGES = {
    "value of a field": ("", "field.value = 'new'"),
    "value of a text area": ("", "area.value = 'new'"),
    "number in a label": ("", "amount.value = 7"),
    "check box": ("", "flag.checked = true"),
    "radio button": ("", "r1.checked = true"),
    "choice in a list": ("", "one.selectedIndex = 1"),
    "another choice in a list of several": ("", "several.options[1].selected = true; several.options[0].selected = true"),
    "scrolled list": ("", "several.scrollTop = 30"),
    "scrolled page": ("", "scrollTo(0, 40)"),
    "scrolled pane": ("", "pane.scrollTop = 60"),
    "scrolled clipped element": ("", "clip.scrollTop = 60"),
    "focused element": ("", "target.focus()"),
    "state that covers everything": (f"#flag:checked ~ #sheet{{{SHOWN}}}", "flag.checked = true"),
    "indeterminate check box": (f"#flag:indeterminate ~ #sheet{{{SHOWN}}}", "flag.indeterminate = true"),
    "invalid value": (f"#field:invalid ~ #sheet{{{SHOWN}}}", "field.setCustomValidity('no')"),
    "value out of range": (f"#label:has(:out-of-range) ~ #sheet{{{SHOWN}}}", "amount.value = 77"),
    "focus shows": (f"#target:focus ~ #sheet{{{SHOWN}}}", "target.focus()"),
    "target shows": (f"#first:target ~ #sheet{{{SHOWN}}}", "location.hash = 'first'"),
    "state within a nested rule": (f"#target {{ &:focus-within ~ #sheet{{{SHOWN}}} }}", "target.focus()"),
    "state in a container": (f"body{{container-type:inline-size}} @container (width > 1px) {{ #flag:checked ~ #sheet{{{SHOWN}}} }}", "flag.checked = true"),
    "defined element": (f"x-late:defined ~ #sheet{{{SHOWN}}}", "customElements.define('x-late', class extends HTMLElement {})"),
    "popover": ("", "pop.showPopover()"),
    "modal dialog": ("", "dialog.showModal()"),
    "click listener": ("", "document.querySelector('i').addEventListener('click', () => 0); document.querySelector('#target').addEventListener('click', () => 0); clip.addEventListener('click', () => 0)"),
    "click handler": ("", "clip.onclick = () => 0"),
    "style rule": ("", f"document.styleSheets[0].insertRule('#sheet{{{SHOWN}}}', 1); document.styleSheets[0].cssRules[0].style.color"),
    "edited rule": ("", "document.styleSheets[0].cssRules[0].style.visibility = 'visible'"),
    "disabled style sheet": ("", "document.styleSheets[0].disabled = true"),
    "adopted style sheet": ("", f"(s => {{ s.replaceSync('#sheet{{{SHOWN}}}'); document.adoptedStyleSheets = [s]; }})(new CSSStyleSheet())"),
    "animation by script": ("", "act.animate([{ transform: 'translateX(90px)' }, { transform: 'translateX(90px)' }], 1e6)"),
    "shadow root": ("", "clip.attachShadow({ mode: 'closed' }).innerHTML = '<a href=#s>Shadow</a>'"),
    "attribute": ("", "document.querySelector('#first a').ariaLabel = 'Named'"),
    "text": ("", "document.querySelector('#first a').firstChild.data = 'Changed'"),
    "size of the image": ("", "image.width = 90"),
    "title": ("", "document.title = 'New title'"),
    "address": ("", "history.pushState(null, '', '?new')"),
    "editing of the whole page": ("", "document.designMode = 'on'"),
    "roles of a custom element": (
        "",
        "customElements.define('x-late', class extends HTMLElement { constructor() { super(); Object.assign(this.attachInternals(), { role: 'button', ariaLabel: 'Late' }); } })",
    ),
}  # fmt: skip
COVERS = {
    "generated content far away": (
        "#target.on::after{content:'';position:fixed;inset:0}",
        "target.className = 'on'",
    ),
    "generated content that is high": (
        "#target{height:20px} #target.on::before{content:'';display:block;height:900px;margin-top:-400px}",
        "target.className = 'on'",
    ),
    "generated content of a removed element": (
        "#target i::after{content:'';position:fixed;inset:0}",
        "target.innerHTML = ''",
        "target.innerHTML = '<i>i</i>'",
    ),
    "class seen by :has": (f"body:has(#target.on) #sheet{{{SHOWN}}}", "target.className = 'on'"),
    "stacking by a sibling": (
        f"#sheet{{{SHOWN};z-index:-1}} #target.on ~ #sheet{{z-index:1}}",
        "target.className = 'on'",
    ),
    "stacking by the position among siblings": (
        f"#sheet{{{SHOWN};z-index:-1}} #target:first-child{{z-index:1}} #sheet:nth-last-child(202){{z-index:1}}",
        "document.body.append('text', document.createElement('b'))",
    ),
    "removed sheet": (f"#sheet{{{SHOWN}}}", "sheet.remove()"),
    "hidden sheet": (f"#sheet{{{SHOWN}}}", "sheet.hidden = true; sheet.style.display = 'none'"),
    "sheet that lets clicks through": (f"#sheet{{{SHOWN}}}", "sheet.style.pointerEvents = 'none'"),
    "inert sheet": (f"#sheet{{{SHOWN}}}", "sheet.inert = true"),
    "sheet behind": (f"#sheet{{{SHOWN}}}", "sheet.style.zIndex = -1"),
    "moved sheet": (f"#sheet{{{SHOWN}}}", "sheet.style.transform = 'translateX(50%)'"),
    "sheet in an element with a box elsewhere": (
        "#target b{position:fixed;inset:0}",
        "target.innerHTML = '<b></b>'",
    ),
    "element with a negative margin": (
        "#target b{display:block;margin-top:-300px;height:300px;background:#fff;position:relative}",
        "target.innerHTML = '<b></b>'",
    ),
    "more lines than there is room for": (
        "#first{position:relative;z-index:1;height:20px;white-space:pre}",
        "document.querySelector('#first a').textContent = 'a\\n'.repeat(30)",
    ),
    "covering element of a list that is taken out": (
        "#target b{position:absolute;left:0;top:0;width:900px;height:90px}",
        "target.firstElementChild.remove()",
        "target.innerHTML = '<b></b>'",
    ),
}
HOVERS = {
    "hover covers": f"#act:hover, body:has(#act:hover) #sheet{{{SHOWN};pointer-events:auto}}",
    "hover shows": f"body:has(#act:hover) .late{{{SHOWN}}}",
    "hover lifts": "#sheet{visibility:visible;z-index:-1} body:has(#act:hover) #sheet{z-index:1;left:50%}",
    "hover colors": "#act:hover{width:9px;height:9px;padding:0} body:has(#act:hover) #target{color:red}",
}


def read(pages: Pages, *arguments: object) -> str:
    """Return a reading of the page as JSON text, or "" if the caller's still holds."""
    device = pages.device
    client = ScriptClient(device._running_browser(), device._usable_tab())
    return client.receive(client.send(client.tab.root, call_expression("snapshot", *LIMITS, *arguments)), str)


def parse(text: str) -> dict[str, object]:
    """Decode a reading without its id and the count of changes, which grows with events, too."""
    return {**json.loads(text), "id": "", "change_count": 0}


def open_and_keep(pages: Pages, style: str) -> str:
    """Open the page with more style rules, and return its reading, which is kept."""
    pages.open(f"<style>{STYLE}</style><style>{style}</style>{PAGE}")
    before = read(pages, False)
    assert read(pages, False, False, json.loads(before)["id"]) == ""
    return before


def assert_read_anew(pages: Pages, before: str) -> None:
    """Check that the page is not read as before, but as a complete reading does."""
    now = parse(read(pages, False, False, json.loads(before)["id"]))
    complete = parse(read(pages, False, True))
    assert now == complete
    assert complete != parse(before)


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_page_is_read_anew(pages: Pages, name: str) -> None:
    """The reading follows every change, also one that changes no element of the document."""
    style, change = CHANGES[name]
    before = open_and_keep(pages, style)
    pages.evaluate(f"(() => {{ {change} }})()")
    assert_read_anew(pages, before)


@pytest.mark.parametrize("name", COVERS)
def test_what_covers_other_elements_is_seen(pages: Pages, name: str) -> None:
    """Elements are covered or uncovered by a change elsewhere that leaves them where they are."""
    style, change, *before_change = COVERS[name]
    pages.open(f"<style>{STYLE}</style><style>{style}</style>{PAGE}")
    for script in before_change:
        pages.evaluate(f"(() => {{ {script} }})()")
    pages.device.observe()
    before = read(pages, False)
    covered = [row[8] for row in json.loads(before)["nodes"] if "covered" in row[7]]
    pages.evaluate(f"(() => {{ {change} }})()")
    assert_read_anew(pages, before)
    assert covered != [row[8] for row in json.loads(read(pages, False))["nodes"] if "covered" in row[7]]


@pytest.mark.parametrize("name", HOVERS)
def test_what_the_pointer_changes_is_read_anew(pages: Pages, name: str) -> None:
    """The reading follows style rules for the element under the pointer."""
    pages.device.perform(Hover(Point(790, 590)))
    before = open_and_keep(pages, HOVERS[name])
    pages.device.perform(Hover(pages.get_element(pages.device.observe(), "button", name="Act")))
    assert_read_anew(pages, before)


def test_a_page_that_did_not_change_is_not_read_again(pages: Pages) -> None:
    """Two looks at a large page without a change return the same nodes, not only equal ones."""
    pages.open(f"<style>{STYLE}</style>{PAGE}")
    assert pages.device.observe().nodes is pages.device.observe().nodes
