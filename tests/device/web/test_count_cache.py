"""Reading what changed equals reading everything: random changes of real pages, read both ways."""
# ruff: noqa: E501 - the pages and their changes are HTML and JavaScript as text

from __future__ import annotations

import json
import random

import msgspec
import pytest
from web_pages import Pages

from onscreen.device.web.devtools_connection import CallFailed
from onscreen.device.web.script_client import ScriptClient
from onscreen.types import Hover, Point
from task_sample import plays_all_tasks

pytestmark = pytest.mark.browser
READ_TWICE = (
    "[onscreen.snapshot(6000, 2000, 20000, false), onscreen.snapshot(6000, 2000, 20000, false, true)]"
)
COUNT_CALLS = """(() => {
  const native = Element.prototype.getBoundingClientRect;
  let calls = 0;
  Element.prototype.getBoundingClientRect = function () { calls++; return native.call(this); };
  onscreen.snapshot(6000, 2000, 20000, false);
  Element.prototype.getBoundingClientRect = native;
  return calls;
})()"""
COUNT_STYLES = """(() => {
  const native = Window.prototype.getComputedStyle ?? getComputedStyle;
  let calls = 0;
  globalThis.getComputedStyle = (...args) => { calls++; return native.apply(globalThis, args); };
  const count = (...more) => { calls = 0; onscreen.snapshot(6000, 2000, 20000, false, ...more); return calls; };
  count();
  document.querySelector("#l3 em").textContent = "changed";
  const after = count();
  const counts = [count(true), after];
  globalThis.getComputedStyle = native;
  return counts;
})()"""
STEPS = 30
ROWS = "".join(
    f"<tr data-id={n}><td><a href=#r{n}>Order {n}</a><td class=n>{n * 7 % 13} pieces<td><span><b>{n}</b> of <i>9</i></span>"
    f"<td><input type=checkbox><td><button>Ship {n}</button></tr>"
    for n in range(60)
)
TABLE = f"""<style>td{{border:1px solid #ccc;padding:3px}} tr:hover{{background:#eee}} a:hover{{color:red}} .on td{{font-weight:bold;padding:6px}}
.gone{{display:none}} tr:nth-child(even){{background:#fafafa}}</style><h1>Orders</h1><table><tbody>{ROWS}</table>"""
CARDS = "".join(
    f"<section class=card id=c{n}><i class=badge>{n}</i><h2><a href=#c{n}>Card {n}</a></h2><p>Some words on the card</p>"
    f"<label><input type=checkbox class=more> More</label><div class=extra><button>Extra {n}</button></div>"
    f"<div class=menu><a href=#m{n}>Menu {n}</a><button>Act {n}</button></div>"
    f"<details><summary>Terms {n}</summary><a href=#t{n}>Terms</a></details><select><option>a<option>b</select></section>"
    for n in range(40)
)
REVEALS = f"""<style>.card{{position:relative;padding:8px;border:1px solid}} .badge{{position:absolute;right:0;top:0}}
.menu,.extra,#sheet{{display:none}} .card:hover .menu{{display:block;position:fixed;left:20px;top:40px;background:#fff}}
label:has(.more:checked) + .extra{{display:block}} .more:focus{{margin:9px}} .card:target{{padding:40px}}
#flag:checked ~ main #c30 .menu{{display:block;position:fixed;left:200px;top:80px}} .wide .card + .card{{margin-top:50px}}</style>
<input type=checkbox id=flag aria-label=Flag><main>{CARDS}</main><div id=sheet><button>Sheet</button></div>"""
ITEMS = "".join(
    f"<div class=item><x-item><a href=#i{n}>Item {n}</a><button>Keep {n}</button></x-item><p><img alt=p> <em>text</em></p></div>"
    for n in range(70)
)
PARTS = f"""<style>.pane{{height:300px;overflow:auto}} .row{{position:absolute;height:20px}} .clip{{overflow:hidden;height:20px}}
@keyframes come{{to{{transform:translateY(-3000px)}}}} .come{{animation:come 50ms forwards}} .slide{{transition:margin 40ms}}</style>
<div class=pane id=pane>{ITEMS}</div><canvas id=canvas width=80 height=40></canvas>
<div id=virtual style="position:relative;height:2000px"></div><div id=list>{ITEMS}</div>
<dialog id=dialog><button>Close</button><p>Dialog</p></dialog><div id=pop popover><button>Popped</button></div>
<iframe id=frame style="height:300px" srcdoc="{TABLE.replace('"', "&quot;")}"></iframe>
<script>
customElements.define("x-item", class extends HTMLElement {{ connectedCallback() {{
  if (this.shadowRoot || Math.random() < 0.5) return;
  this.attachShadow({{ mode: "closed" }}).innerHTML = "<button>Inside</button><slot></slot>"; }} }});
</script>"""
FRAME = "frame.contentDocument"
ANYWHERE = [
    "scrollTo(0, R(9999))",
    "scrollBy(0, R(300) - 150)",
    "pick('td,p,h2,div,em').textContent = 'new ' + R(99)",
    "pick('a,button').firstChild.data += '!'",
    "pick('tr,section,.item').remove()",
    "(e => e.after(e.cloneNode(true)))(pick('tr,section,.item'))",
    "(e => e.parentNode.prepend(e))(pick('tr,section,.item'))",
    "pick('tr,section,.item,td,p').classList.toggle('gone')",
    "pick('tr,section,.item,p').classList.toggle('on')",
    "pick('tr,section,.item,p,button').toggleAttribute('hidden')",
    "pick('p,td,section').style.height = R(90) + 'px'",
    "pick('p,section,.item').style.cssText = 'position:fixed;left:9px;top:' + R(400) + 'px'",
    "pick('p,section,.item').style.transform = `translateY(${R(900) - 450}px)`",
    "pick('p,section,td').style.visibility = ['hidden', ''][R(2)]",
    "pick('a').removeAttribute('href')",
    "pick('td,p,h2').setAttribute('role', ['button', 'checkbox', ''][R(3)])",
    "pick('td,p,h2,i').addEventListener('click', () => 0)",
    "pick('td,p').setAttribute('onclick', '0')",
    "document.body.classList.toggle('wide')",
    "pick('input').checked = true",
    "(e => e && (e.value = 'typed'))(pick('input,select'))",
    "pick('input,button,a').focus()",
    "pick('p,td').insertAdjacentHTML('beforeend', '<button>Added</button><label><input type=radio style=opacity:0> l</label>')",
    "document.styleSheets[0].insertRule(`p, td { margin-top: ${R(5)}px }`)",
    "document.styleSheets[0].cssRules[0].style.paddingTop = R(30) + 'px'",
    "document.styleSheets[0].disabled = !document.styleSheets[0].disabled",
    "(s => { s.replaceSync(`a { display: ${['block', 'inline', 'none'][R(3)]} }`); document.adoptedStyleSheets = [s]; })(new CSSStyleSheet())",
    "document.head.append(Object.assign(document.createElement('style'), { textContent: `b { font-size: ${R(60)}px }` }))",
    "pick('p,td').append(Object.assign(new Image(), { alt: 'late', src: 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2290%22 height=%2290%22/>' }))",
]
REVEALING = [
    "flag.checked = !flag.checked",
    "pick('.more').click()",
    "location.hash = 'c' + R(40)",
    "pick('details').toggleAttribute('open')",
    "pick('details').open = true",
    "pick('section').style.order = 3",
]
IN_PARTS = [
    "pane.scrollTop = R(3000)",
    "pane.style.overflow = ['auto', 'hidden', 'visible'][R(3)]",
    "canvas.getContext('2d').fillRect(R(50), 0, 20, 20)",
    "canvas.width = R(300)",
    "virtual.replaceChildren(...Array.from({ length: 30 }, (_, n) => Object.assign(document.createElement('div'), { className: 'row', style: `top:${R(50) * 40}px`, innerHTML: `<button>Row ${n}</button>` })))",
    "for (const row of virtual.children) row.style.transform = `translateY(${R(900)}px)`",
    "dialog.open ? dialog.close() : dialog.showModal()",
    "dialog.open || dialog.show()",
    "pop.togglePopover()",
    "(e => e.shadowRoot || e.attachShadow({ mode: 'open' })).call(0, pick('.item')).innerHTML = '<a href=#s>Shadow</a><slot></slot>'",
    "(e => e && e.shadowRoot && (e.shadowRoot.innerHTML += '<button>More</button>'))(pick('x-item'))",
    "pick('.item').classList.add('come')",
    "(e => { e.classList.add('slide'); e.style.marginLeft = R(90) + 'px'; })(pick('.item'))",
    "pick('.item').animate([{ transform: 'none' }, { transform: `translateY(-${R(2000)}px)` }], 30)",
    "pick('.item p').classList.toggle('clip')",
    f"{FRAME}.body.append('text')",
    f"(d => d.querySelectorAll('button')[R(40)]?.remove())({FRAME})",
    "frame.contentWindow.scrollTo(0, R(2000))",
    "frame.style.width = 100 + R(300) + 'px'",
    "list.setAttribute('aria-owns', ['canvas', ''][R(2)])",
]
BOXES = "".join(
    f"<div class=box id=b{n}><a href=#b{n}>Box {n}</a><button>Do {n}</button><span class=over>over {n}</span><i class=far></i><label>L <input type=checkbox></label></div>"
    for n in range(90)
)
COVERS = f"""<style>.box{{position:relative;height:24px;border:1px solid}} .over,.far{{display:none}} .over.on{{display:block;margin-top:-24px;background:#fff}}
.far.on{{display:block;position:absolute;inset:-60px 0 30px}} .below .far.on{{z-index:-1}} .wrap{{white-space:pre;overflow:visible;height:5px}}
.sheet::after{{content:"";position:fixed;inset:0}} .push{{pointer-events:none}} .lift{{z-index:3}} .box.mark + .box{{opacity:.9}}</style>{BOXES}<div id=sheet></div>"""
BOXES_SEEN = "(all => all[R(16)])(document.querySelectorAll('.box'))"
COVERING = [
    f"{BOXES_SEEN}.querySelector('.over').classList.toggle('on')",
    f"{BOXES_SEEN}.querySelector('.far').classList.toggle('on')",
    f"{BOXES_SEEN}.classList.toggle('below')",
    f"{BOXES_SEEN}.classList.toggle('lift')",
    f"{BOXES_SEEN}.classList.toggle('push')",
    f"{BOXES_SEEN}.classList.toggle('sheet')",
    f"{BOXES_SEEN}.classList.toggle('mark')",
    f"{BOXES_SEEN}.toggleAttribute('inert')",
    f"{BOXES_SEEN}.querySelector('.over').remove()",
    f"{BOXES_SEEN}.style.transform = ['translateY(40px)', 'rotate(9deg)', ''][R(3)]",
    f"(e => {{ e.className = 'wrap'; e.textContent = 'a\\nb\\nc\\nd'; }})({BOXES_SEEN}.querySelector('a'))",
    f"{BOXES_SEEN}.querySelector('a').style.cssText = 'position:fixed;inset:0'",
    "sheet.style.cssText = ['position:fixed;inset:0', 'position:fixed;inset:40px;opacity:0', ''][R(3)]",
    "(e => e.after(e.cloneNode(true)))(pick('.box'))",
]
ONLY_CSS = [
    "document.styleSheets[0].insertRule('body:has(.lift) #sheet { position: fixed; inset: 0 }')",
    "document.styleSheets[0].insertRule('.mark ~ .box .far { display: block; position: absolute; inset: 0 }')",
]
LINES = "".join(
    f"<li class=it id=l{n} data-key={n}><i class=tag>{n}</i> <b>Line <em>{n}</em></b> <span class=c><a href=#l{n}>Link {n}</a> <u>more</u></span>"
    f"<span class=ref id=ref{n}>Name {n}</span><q class=gap><button>Do {n}</button></q><s class=late><a href=#s{n}>Late {n}</a></s></li>"
    for n in range(70)
)
LIST_STYLE = "ul{margin:0} .it{height:30px;overflow:hidden} .late{display:none} .side{float:right;width:90px;height:40px}"
LIST = f"<input type=checkbox id=tick aria-label=Tick><div class=side id=side>Side</div><ul id=list>{LINES}</ul><p id=end>End</p>"
LIST_RULES = """.on + .it .c{background:#f00;color:#00f} .on ~ .it .tag{cursor:pointer} .it:nth-child(3n) b{font-weight:normal;color:green} .gap:empty + .late{color:red}
.it:last-child u{text-decoration:none} .it:hover u{color:red} .it:focus-within em{color:purple} .lit a{color:maroon} #tick:checked ~ ul .tag{background:teal}
#tick:checked ~ ul #l5 .late, .it:hover ~ #l9 .late{display:inline} .wide .c{float:right;width:60%} .out u{position:absolute;bottom:0}"""
LINE = "document.querySelectorAll('.it')[R(15)]"
IN_LIST = [
    f"{LINE}.classList.toggle('current')",
    f"{LINE}.classList.toggle('on')",
    f"{LINE}.classList.toggle('lit')",
    f"{LINE}.classList.toggle('out')",
    f"{LINE}.dataset.key = R(3)",
    f"{LINE}.setAttribute('tabindex', R(2) - 1)",
    f"{LINE}.querySelector('a').focus()",
    f"{LINE}.querySelector('em').textContent = 'new ' + R(99)",
    f"{LINE}.querySelector('.ref').firstChild.data += '!'",
    f"{LINE}.querySelector('a').setAttribute('aria-labelledby', 'ref' + R(20))",
    f"{LINE}.querySelector('.gap').replaceChildren(...[[], [document.createElement('button')]][R(2)])",
    f"(e => {{ e.title = ['', 'Titled'][R(2)]; if (e.firstChild) e.firstChild.textContent = ''; }})({LINE}.querySelector('.gap'))",
    f"{LINE}.querySelector('.c').insertAdjacentHTML('beforeend', '<label><input value=a> l</label>')",
    f"(e => e && (e.value = 'typed ' + R(9)))({LINE}.querySelector('input'))",
    f"{LINE}.scrollTop = R(20)",
    f"{LINE}.style.height = 20 + R(30) + 'px'",
    f"{LINE}.onclick = () => 0",
    f"{LINE}.setAttribute('role', ['', 'row', 'option', 'button'][R(4)])",
    f"{LINE}.style.color = ['red', '', 'blue'][R(3)]",
    f"{LINE}.remove()",
    f"(e => e.after(e.cloneNode(true)))({LINE})",
    f"{LINE}.animate([{{ opacity: 0 }}, {{ opacity: 1 }}], 30)",
    "list.classList.toggle('wide')",
    "list.setAttribute('aria-owns', ['side', 'l40 l3', ''][R(3)])",
    "document.querySelector('.side').style.height = R(400) + 'px'",
    "tick.checked = !tick.checked",
]
# Changes in view, far from most of the elements whose rows they alter, with the style rules that make them do so.
ALTERED = {
    "text": ("", "document.querySelector('#l3 em').textContent = 'changed'"),
    "class of a sibling": (".on + .it .c{font-weight:bold}", "l3.className += ' on'"),
    "class of an earlier sibling": (".on ~ .it button{display:none}", "l3.className += ' on'"),
    "position among siblings": (".it:nth-child(2n) u{color:red}", "l3.remove()"),
    "last of its siblings": ("ul li:nth-last-child(70) u{color:red}", "list.append(l3.cloneNode(true))"),
    "emptied sibling": (".tag:empty + b{color:red}", "document.querySelector('#l3 .tag').textContent = ''"),
    "attribute of a sibling": ("[aria-busy] ~ .it u{color:red}", "l3.ariaBusy = 'true'"),
    "class of an ancestor": (".wide u{color:red}", "list.className = 'wide'"),
    "attribute seen by :has": ("ul:has([aria-busy]) u{color:red}", "document.querySelector('#l3 em').ariaBusy = 'true'"),
    "check box": ("#tick:checked ~ ul u{color:red}", "tick.checked = true"),
    "focus": (".it:focus-within u{color:red}", "document.querySelector('#l3 a').focus()"),
    "focus without a rule": ("", "document.querySelector('#l3 a').focus()"),
    "current item": ("", "l3.className += ' current'", "for (const e of list.children) if (e !== l3) e.className += ' current'"),
    "click listener around": ("", "l3.addEventListener('click', () => 0)"),
    "title around a single element": ("", "(q => { q.firstChild.textContent = ''; q.title = 'Titled'; })(document.querySelector('#l3 .gap'))"),
    "inert": ("", "list.inert = true"),
    "editable": ("", "l3.contentEditable = true"),
    "editing of the whole page": ("", "document.designMode = 'on'"),
    "cursor": ("", "l3.style.cursor = 'pointer'"),
    "listener around": ("", "few.addEventListener('click', () => 0)", "list.insertAdjacentHTML('beforebegin', '<ul id=few>' + '<li><i>a</i> <b>b</b> <u>c</u></li>'.repeat(3) + '</ul>')"),
    "pane that shrinks": (".frame{display:flex;flex-direction:column;height:120px} .pane{flex:1;overflow:hidden;min-height:0}", "grow.style.height = '90px'",
        "list.insertAdjacentHTML('beforebegin', '<div class=frame><div class=pane><p><a href=#x>A</a> <b>b</b> <u>u</u></p></div><div id=grow style=height:9px></div></div>')"),
    "float beside it": (".it{overflow:visible;height:60px} .side{width:650px}", "side.style.height = '300px'"),
    "text scrolled into view": ("", "pane.scrollTop = 40", "list.insertAdjacentHTML('beforebegin', '<div><a href=#x>A</a> <b>b</b><div id=pane style=\"height:20px;overflow:auto\"><i style=\"display:block;height:45px\"></i><em>Text</em></div></div>')"),
    "label of a link": ("", "ref3.textContent = 'Renamed'", "document.querySelector('#l4 a').setAttribute('aria-labelledby', 'ref3')"),
    "typed text": ("", "document.querySelector('#l3 input').value = 'typed'", "document.querySelector('#l3 .c').insertAdjacentHTML('beforeend', '<input aria-label=Field>')"),
    "text beside a field": ("", "label.firstChild.data = 'Renamed'", "list.insertAdjacentHTML('beforebegin', '<p><em id=label style=\"display:inline-block;width:70px\">Named</em> <span><i><i role=textbox contenteditable style=\"display:inline-block;width:90px;height:20px\"></i></i><s><s></s></s></span></p>')"),
    "cover that moves with a distant edge": (
        ".box{position:absolute;top:100px;left:300px;width:200px} .box p{margin:0;height:20px} .out{position:absolute;bottom:-60px;left:0;width:90px;height:40px;z-index:5} #fixed{position:fixed;left:310px;top:352px}",
        "grow.style.height = '200px'",
        "list.insertAdjacentHTML('beforebegin', '<a id=fixed href=#f>Fixed</a><div class=box><p><a href=#x>A</a> <b>b</b> <u>u</u><i class=out></i></p><div id=grow style=height:20px></div></div>')",
    ),
    "owned by an earlier element": ("", "l3.setAttribute('aria-owns', 'ref9')"),
    "no longer owned": ("", "l3.removeAttribute('aria-owns')", "end.style.cssText = 'position:fixed;top:0'; l3.setAttribute('aria-owns', 'end')"),
    "another owned": ("", "end.id = 'other'", "end.style.cssText = 'position:fixed;top:0'; l3.setAttribute('aria-owns', 'end')"),
    "shadow root": ("", "document.querySelector('#l3 .c').attachShadow({ mode: 'open' }).innerHTML = '<a href=#s>Shadow</a>'"),
}  # fmt: skip
PAGES = {
    "list": (f"<style>{LIST_STYLE}{LIST_RULES}</style>{LIST}", IN_LIST),
    "covers": (COVERS, [*COVERING, *COVERING, *ONLY_CSS]),
    "table": (TABLE, []),
    "reveals": (REVEALS, REVEALING),
    "parts": (PARTS, IN_PARTS),
}
HIDDEN = "display:none"
SHOWN = "visibility:visible;position:fixed;left:300px;top:100px"
SILENT_STYLE = """#top{height:40px} .card{height:60px} .card>p{height:16px;margin:0} .pane{height:20px;overflow:auto}
  .late{visibility:hidden} #styled a{color:red}"""
SILENT = (
    "<div id=top tabindex=0>Top</div><input type=checkbox id=flag aria-label=Flag><main id=main>"
    + "".join(
        f"<section class=card id=c{n}><p><a href=#l{n}>Link {n}</a> <button>Act {n}</button></p><p class=late><a href=#s{n}>Late {n}</a></p>"
        f"<p class=plain><b>plain</b> <span><i>text</i> {n}</span></p><p>{'<br>' * (n == 35)}more</p></section>"
        for n in range(50)
    )
    + "</main><template id=spare><section class=card><p><a href=#n>New</a></p></section></template>"
)
SILENT_CHANGES = {
    "class of an ancestor": (f".wide .card:last-child a{{{HIDDEN}}}", "document.body.className = 'wide'"),
    "class of a sibling": (f".mark ~ .card .late{{{SHOWN}}}", "c1.className = 'card mark'"),
    "class seen by :has": (f"main:has(.mark) #c40 .late{{{SHOWN}}}", "c1.className = 'card mark'"),
    "attribute of an ancestor": (f"[data-x] #c40 a{{{HIDDEN}}}", "main.dataset.x = 1"),
    "position among siblings": (
        f".card:nth-last-child(3) .late{{{SHOWN}}}",
        "main.append(spare.content.cloneNode(true))",
    ),
    "class of an element that is counted": (
        f".card:nth-child(40 of .card) .late{{{SHOWN}}}",
        "c1.className = ''",
    ),
    "removed text": (
        f"#top:empty ~ main #c40 .late{{{SHOWN}}}",
        "document.getElementById('top').textContent = ''",
    ),
    "emptied text": (
        f"#top:empty ~ main #c40 .late{{{SHOWN}}}",
        "document.getElementById('top').firstChild.data = ''",
    ),
    "hover": (f"#top:hover ~ main #c40 .late{{{SHOWN}}}", "hover"),
    "hover in a nested selector": (f":is(#top:hover, #none) ~ main #c40 .late{{{SHOWN}}}", "hover"),
    "hover in a nested rule": (f"#top {{ &:hover ~ main #c40 .late {{{SHOWN}}} }}", "hover"),
    "hover in a media rule": (f"@media all {{ #top:hover ~ main #c40 .late {{{SHOWN}}} }}", "hover"),
    "focus": (f"#top:focus ~ main #c40 .late{{{SHOWN}}}", "document.getElementById('top').focus()"),
    "checked by a script": (f"#flag:checked ~ main #c40 a{{{HIDDEN}}}", "flag.checked = true"),
    "not checked by a script": (
        f"#flag:not(:checked) ~ main #c40 .late{{{SHOWN}}}",
        "flag.click(); flag.click(); flag.checked = true",
    ),
    "target": (f"#flag:target ~ main #c40 .late{{{SHOWN}}}", "location.hash = 'flag'"),
    "inserted rule": (
        "",
        f"document.styleSheets[0].insertRule('#c40 a {{{HIDDEN}}}', document.styleSheets[0].cssRules.length)",
    ),
    "replaced rule": (
        "#c40 i{color:red}",
        f"const [s] = document.styleSheets, n = s.cssRules.length; s.deleteRule(n - 1); s.insertRule('#c40 .late {{{SHOWN}}}', n - 1)",
    ),
    "edited rule": (
        "#c40 a{color:red}",
        "const rules = document.styleSheets[0].cssRules; rules[rules.length - 1].style.display = 'none'",
    ),
    "edited selector": (
        f"#none a{{{HIDDEN}}}",
        "const rules = document.styleSheets[0].cssRules; rules[rules.length - 1].selectorText = '#c40 a'",
    ),
    "disabled style sheet": ("", "document.styleSheets[0].disabled = true"),
    "text of a style sheet": ("", f"document.querySelector('style').append('#c40 a{{{HIDDEN}}}')"),
    "media of a style sheet": ("", "document.querySelector('style').media = 'print'"),
    "adopted style sheet": (
        "",
        f"const s = new CSSStyleSheet(); s.replaceSync('#c40 a{{{HIDDEN}}}'); document.adoptedStyleSheets.push(s)",
    ),
    "container query": (
        f"main{{container-type:inline-size}} @container (max-width: 500px) {{ #c40 .late {{{SHOWN}}} }}",
        "main.style.width = '400px'",
    ),
    "click listener": ("", "document.querySelector('#c40 .plain b').addEventListener('click', () => 0)"),
    "click handler": ("", "document.querySelector('#c40 .plain b').onclick = () => 0"),
    "role": ("", "document.querySelector('#c40 .plain b').role = 'button'"),
    "shadow root": (
        "",
        "document.querySelector('#c40 .plain span').attachShadow({ mode: 'closed' }).innerHTML = '<a href=#>text 40</a>'",
    ),
    "shadow root attached while detached": (
        "",
        "const p = document.querySelector('#c40 .plain'), span = p.lastChild; span.remove(); span.attachShadow({ mode: 'open' }).innerHTML = '<a href=#>text</a>'; p.append(span)",
    ),
    "script animation": (
        "",
        "document.querySelector('#c40 p').animate([{ transform: 'translateY(-2500px)' }, { transform: 'translateY(-2500px)' }], 1e6)",
    ),
    "style animation": (
        "@keyframes k{from,to{transform:translateY(-2500px)}} #c40 p{animation:k 1000s paused} #flag:checked ~ main p{animation:none!important}",
        "flag.checked = true",
    ),
    "inline style": ("", f"document.querySelector('#c40 .late').style = '{SHOWN}'"),
    "form with shadowed properties": (
        "",
        "document.querySelector('#c40 .plain').innerHTML = '<form><input name=parentNode><input name=parentElement><input name=matches><b>x</b></form>'; document.querySelector('#c40 form').className = 'x'",
    ),
    "moved element": (
        "",
        "document.querySelector('#c40 .plain').append(document.querySelector('#c1 .late a'))",
    ),
    "removed element": ("", "document.querySelector('#c40 a').remove()"),
    "hover anywhere": (f":hover #c40 .late{{{SHOWN}}}", "hover"),
    "modal dialog": (
        "",
        "const d = document.createElement('dialog'); d.innerHTML = '<button>In</button>'; document.querySelector('#c40 .plain').append(d); d.showModal()",
    ),
    "absolute element that stays": (
        "#c40 .late{visibility:visible;position:absolute;top:2900px}",
        "main.before(Object.assign(document.createElement('div'), { style: 'height:3000px' })); scrollTo(0, 2800)",
    ),
    "fixed element": ("#c20 .late{visibility:visible;position:fixed;top:900px}", "scrollTo(0, 9999)"),
    "list of choices": (
        "",
        "main.innerHTML = '<ul id=u>' + '<li><i>a</i><b>b</b></li>'.repeat(200) + '</ul>'; u.onclick = () => 0",
    ),
    "state of a custom element": (
        f"x-late:defined .late{{{SHOWN}}}",
        "main.insertAdjacentHTML('afterbegin', '<x-late><p class=late><a href=#x>X</a></p></x-late>'); customElements.define('x-late', class extends HTMLElement {})",
    ),
}
SETUP = """
  globalThis.R = n => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 1; return seed % n; };
  globalThis.pick = what => { const all = document.querySelectorAll(what); return all[R(all.length)]; };
"""


def scripts(pages: Pages) -> ScriptClient:
    """Return a client for the script in the page."""
    return ScriptClient(pages.device._running_browser(), pages.device._usable_tab())


def read_twice(pages: Pages) -> list[tuple[msgspec.Raw, msgspec.Raw]]:
    """Return the reading of what changed and the complete one, of every frame that can be read."""
    client = scripts(pages)
    found = []
    for frame in list(client.tab.frames.values()):
        try:
            first, second = client.receive(client.send(frame, READ_TWICE), tuple[str, str])
        except CallFailed:
            continue
        found.append(tuple({**json.loads(text), "id": ""} for text in (first, second)))
    return found


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("seed", range(4 if plays_all_tasks() else 1))
def test_reading_what_changed_equals_reading_everything(pages: Pages, kind: str, seed: int) -> None:
    """After each of many random changes, both readings have the same nodes and the same counts."""
    html, changes = PAGES[kind]
    rng = random.Random(seed)  # noqa: S311  reproducible sampling, no secrets
    pages.open(f"<script>let seed = {seed + 1}; {SETUP}</script>{html}")
    done = []
    for _ in range(STEPS):
        for change in rng.sample(
            [*(ANYWHERE if kind != "list" else ()), *changes, *changes], rng.randint(0, 2)
        ):
            done.append(change)
            pages.evaluate(
                f"(() => {{ try {{ {change} }} catch (error) {{ if (!(error instanceof TypeError)) throw error; }} }})()"
            )
        if rng.random() < 0.2:
            point = Point(rng.randint(1, 700), rng.randint(1, 500))
            done.append(f"hover {point}")
            pages.device.perform(Hover(point))
        if rng.random() < 0.3:
            pages.device.observe()
        for changed, complete in read_twice(pages):
            assert changed == complete, done[-4:]


@pytest.mark.parametrize("name", SILENT_CHANGES)
def test_changes_that_leave_all_sizes_as_they_were(pages: Pages, name: str) -> None:
    """What appears or disappears far out of view, without a change of the elements there, is seen."""
    style, change = SILENT_CHANGES[name]
    pages.open(f"<style>{SILENT_STYLE}{style}</style>{SILENT}")
    assert read_twice(pages)[0][0]["beyond"][1] > 80
    (_, before), *_ = read_twice(pages)
    was_hovered = pages.evaluate("document.documentElement.matches(':hover')") == "true"
    if change == "hover":
        pages.device.perform(Hover(Point(10, 10)))
    else:
        pages.evaluate(f"(() => {{ {change} }})()")
    (changed, complete), *_ = read_twice(pages)
    assert changed == complete
    is_same = (complete["nodes"], complete["beyond"]) == (before["nodes"], before["beyond"])
    assert not is_same or (
        change == "hover" and was_hovered
    )  # the pointer of an earlier test was there already


@pytest.mark.parametrize("name", ALTERED)
def test_what_a_change_alters_elsewhere_is_read_again(pages: Pages, name: str) -> None:
    """What is in view is read again if a change elsewhere, or of something else than the document, alters it."""
    style, change, *before_change = ALTERED[name]
    pages.open(f"<style>{LIST_STYLE}{style}</style>{LIST}")
    for script in before_change:
        pages.evaluate(f"(() => {{ {script} }})()")
    for text in ("one", "two"):
        pages.evaluate(f"end.firstChild.data = '{text}'")
        (_, before), *_ = read_twice(pages)
    pages.evaluate(f"(() => {{ {change} }})()")
    (changed, complete), *_ = read_twice(pages)
    assert changed == complete
    assert complete["nodes"] != before["nodes"]


def test_what_is_in_view_is_read_again_only_where_it_changed(pages: Pages) -> None:
    """After a change of one line in view, the other lines are not read again."""
    pages.open(f"<style>{LIST_STYLE}</style>{LIST}")
    pages.device.observe()
    client = scripts(pages)
    read = client.receive(client.send(client.tab.root, COUNT_STYLES), list[int])
    assert read[0] > 100
    assert read[1] < read[0] / 3


def test_a_look_after_a_small_change_reads_less(pages: Pages) -> None:
    """After a change of one row, far fewer elements are measured than in a page that was never read."""
    pages.open(f"<style>td{{padding:3px}}</style><table>{ROWS * 3}</table>")
    pages.evaluate("document.querySelectorAll('button')[99].textContent = 'S'")
    client = scripts(pages)
    measured = client.receive(client.send(client.tab.root, COUNT_CALLS), int)
    assert measured < int(pages.evaluate("document.querySelectorAll('*').length")) / 4
