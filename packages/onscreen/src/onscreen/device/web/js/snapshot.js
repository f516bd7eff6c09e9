// The tree of one frame: rows in pre-order, [role, name, left, top, right, bottom, value, states, locator, parent, clue].
const seen = { cutTexts: 0 };
const MOST_DEPTH = 700, MOST_LEAVES = 400, MOST_OPTIONS = 300;

const HIT_SHARE = 0.3;
const LIMITED = "the limit of nodes", SLOW = "the limit of time", DEEP = "the limit of depth",
  STACKED = "the limit of tests for what lies over what";

const TABLE_PARTS = new Set(["TR", "TBODY", "THEAD", "TFOOT"]);

// The time once the page is laid out, which is the page's own doing and not counted.
const laidOut = () => {
  if (document.documentElement) document.documentElement.getBoundingClientRect();
  return now();
};

const isBig = (el, box, view) => el.getElementsByTagName("*").length > 40
  && (box[2] - box[0]) * (box[3] - box[1]) > 0.3 * (view[2] * view[3]);

const hearsClicks = (el, box, view) => {
  if (el === document.body || el === document.documentElement) return false;
  const hears = heardClicks.has(el) || el.hasAttribute("onclick") || el.hasAttribute("onmousedown") || el.hasAttribute("onpointerdown");
  return hears && !isBig(el, box, view);
};

const isNative = el => {
  const tag = el.tagName;
  return tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA" || tag === "SUMMARY" || tag === "OPTION"
    || tag === "INPUT" && el.type !== "hidden" || (tag === "A" || tag === "AREA") && el.hasAttribute("href");
};

class Reader {
  constructor(maxNodes, maxText, budgetMs) {
    Object.assign(this, { maxNodes, maxText, until: laidOut() + budgetMs, hitsLeft: budgetMs * HIT_SHARE, rows: [], frames: [], beyond: [0, 0, 0, 0],
      cut: new Set(), missed: 0, walked: 0, leaves: 0, view: viewBox(), active: null });
    const body = document.body || document.documentElement;
    const style = body ? getComputedStyle(body) : { color: "", fontSize: "" };
    this.base = { color: colorName(style.color), size: parseFloat(style.fontSize) || 16 };
    this.active = document.activeElement;
    while (this.active && this.active.shadowRoot && this.active.shadowRoot.activeElement) this.active = this.active.shadowRoot.activeElement;
    if (this.active === document.body) this.active = null;
  }

  read() {
    const top = { parent: -1, clip: this.view, free: this.view, name: null, clickable: false, pointer: false, faint: false, shapes: true, depth: 0 };
    if (document.documentElement) this.visit(document.documentElement, top, "html");
    return this;
  }

  visitChildren(el, inner, path) {
    const root = nativeRoot.call(el);
    if (root) watchRoot(root);
    if (inner.depth > MOST_DEPTH) { this.cut.add(DEEP); return; }
    const counts = {};
    const shut = tagOf(el) === "DETAILS" && !el.open;
    let texts = 0;
    for (const child of childrenOf(el)) {
      if (this.until === 0) return;
      if (child.nodeType === 3) { if (!inner.faint && !shut) this.visitText(child, el, inner, path, texts++); continue; }
      if (child.nodeType !== 1) continue;
      const tag = tagOf(child);
      const nth = counts[tag] = (counts[tag] || 0) + 1;
      if (SKIPPED.has(tag) || shut && tag !== "SUMMARY") continue;
      this.visit(child, inner, idOf(child) ? null : { up: path, step: (root ? "^" : "") + tag.toLowerCase() + nth });
    }
  }

  visit(el, outer, path) {
    if ((++this.walked & 31) === 0 && now() > this.until) { this.until = 0; this.cut.add(SLOW); return; }
    const here = path || { up: null, step: "#" + idOf(el) };
    if (hidesItself(el)) { this.visitChildren(el, { ...outer, depth: outer.depth + 1 }, here); return; }
    let box = ownBox(el);
    const stand = el.tagName === "INPUT" ? standIn(el) : null;
    if (stand) box = rectOf(stand);
    const empty = !hasArea(box);
    if (empty && !stand && !isShown(el) && !el.checkVisibility()) return;
    if (!empty && !stand && !hasArea(meet(box, this.view)) && (!el.firstElementChild && !el.shadowRoot || TABLE_PARTS.has(el.tagName))) {
      this.countBeyond(el, box, outer.clip);
      if (el.firstElementChild) this.visitChildren(el, outer, here);
      return;
    }
    const style = getComputedStyle(el);
    const position = style.position;
    let clip = position === "fixed" ? this.view : position === "absolute" ? outer.free : outer.clip;
    const free = position === "fixed" ? this.view : outer.free;
    if (empty && el.firstElementChild && isNative(el)) box = contentBox(el) || box;
    const visible = stand || style.visibility === "visible";
    const inside = visible && hasArea(box) ? meet(box, clip) : null;
    const shown = inside && hasArea(inside);
    const inner = { ...outer, depth: outer.depth + 1, faint: outer.faint || Number(style.opacity) < 0.02, pointer: style.cursor === "pointer" };
    if (shown) this.report(el, { box, inside, style, outer, inner, here, stand });
    else if (inside) this.countBeyond(el, box, clip);
    this.narrow(el, { style, position, box, clip, free, inner });
    if (el.tagName === "SELECT" || el.tagName === "IFRAME" || el.tagName === "TEXTAREA" || el.tagName === "CANVAS") return;
    if (style.contentVisibility === "hidden") return;
    if (el.firstChild || el.shadowRoot) this.visitChildren(el, inner, here);
  }

  narrow(el, { style, position, box, clip, free, inner }) {
    inner.clip = clip;
    inner.free = free;
    const cuts = style.overflow !== "visible" && el !== document.documentElement && el !== document.body && hasArea(box);
    if (cuts) inner.clip = meet(clip, box);
    if (position !== "static" || style.transform !== "none") inner.free = inner.clip;
  }

  // Hit tests cost much where much is stacked; when their share of the time is spent, nothing more is tested.
  isCovered(el, inside) {
    if (this.hitsLeft <= 0) { this.cut.add(STACKED); return false; }
    const start = now();
    const covered = isCovered(el, inside);
    this.hitsLeft -= now() - start;
    return covered;
  }

  countBeyond(el, box, clip) {
    if (!isNative(el) && !WIDGETS.has(el.getAttribute("role") || "") && !hearsClicks(el, box, this.view)) return;
    if (box[3] <= clip[1]) this.beyond[0]++;
    else if (box[1] >= clip[3]) this.beyond[1]++;
    else if (box[2] <= clip[0]) this.beyond[2]++;
    else if (box[0] >= clip[2]) this.beyond[3]++;
  }

  isClickable(el, role, { box, style, outer }) {
    if (isNative(el) || WIDGETS.has(role) || isEditHost(el) || hearsClicks(el, box, this.view)) return true;
    if (el.hasAttribute("tabindex") && el.tabIndex >= 0) return true;
    if (el.tagName === "LABEL") return false;
    return style.cursor === "pointer" && !outer.pointer && !outer.clickable && !isBig(el, box, this.view);
  }

  isScrollable(el, style) {
    if (el === document.documentElement || el === document.body) return false;
    const down = /auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1;
    return down || /auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1;
  }

  isPicture(el, { inside, style, outer }) {
    if (outer.clickable || el.firstChild || this.leaves >= MOST_LEAVES) return false;
    const w = inside[2] - inside[0], h = inside[3] - inside[1];
    if (w < 6 || h < 6 || w * h > 0.25 * this.view[2] * this.view[3]) return false;
    return style.backgroundImage !== "none" || colorName(style.backgroundColor) !== "";
  }

  report(el, at) {
    const { inside, style, outer, inner } = at;
    const shape = el instanceof SVGElement && SHAPES.has(el.tagName) && outer.shapes;
    let role = shape ? (el.tagName === "text" ? "text" : el.getAttribute("role") || "image") : el instanceof SVGElement && el.tagName !== "svg" ? "" : roleOf(el);
    if (el.tagName === "svg" && outer.clickable && !el.getAttribute("aria-label")) { inner.shapes = false; role = ""; }
    const clickable = this.isClickable(el, role, at);
    const scrolls = this.isScrollable(el, style);
    if (outer.faint && !clickable || inner.faint && !clickable) return;
    const dragged = el.getAttribute("draggable") === "true" || el.classList.contains("ui-draggable") || el.classList.contains("ui-sortable-handle");
    if (!role && !clickable && !scrolls && !dragged && !shape) {
      if (!this.isPicture(el, at)) return;
      this.leaves++;
    }
    if (this.rows.length >= this.maxNodes) { this.missed++; this.cut.add(LIMITED); return; }
    const plain = !role;
    role = role || "generic";
    let name = nameOf(el, role);
    if (!name && (plain || shape) && clickable && !el.querySelector("a,button,input,select,textarea")) name = squeeze(textOf(el, 160));
    const states = statesOf(el, role, style, this.active);
    const disabled = states.includes("disabled");
    if (clickable && !disabled) states.unshift("clickable");
    if (scrolls) states.push("scrollable");
    if ((clickable || shape || role === "image" || role === "canvas") && !at.stand && this.isCovered(el, inside)) states.push("covered");
    const index = this.add(el, { role, name, box: inside, value: valueOf(el, role), states, parent: outer.parent, clue: clueOf(el, role, name, style, at.box), path: at.here });
    inner.parent = index;
    inner.name = name;
    inner.clickable = outer.clickable || clickable;
    if (el.tagName === "SELECT" || el.tagName === "INPUT" && el.list) this.addOptions(el, index, inside);
    if (el.tagName === "IFRAME") this.addFrame(el, index, at);
  }

  add(node, { role, name, box, value, states, parent, clue, path }) {
    name = cutText(name, this.maxText);
    const locator = register(node, joined(path), role, name);
    this.rows.push([role, name, round(box[0]), round(box[1]), round(box[2]), round(box[3]), cutText(value, this.maxText), states.join(" "), locator, parent, clue]);
    return this.rows.length - 1;
  }

  addOptions(el, parent, box) {
    const options = el.tagName === "SELECT" ? el.options : el.list.options;
    for (let i = 0; i < options.length; i++) {
      if (i >= MOST_OPTIONS || this.rows.length >= this.maxNodes) { this.missed += options.length - i; this.cut.add(LIMITED); break; }
      const option = options[i];
      const states = [];
      if (!option.disabled) states.push("clickable"); else states.push("disabled");
      if (option.selected && el.tagName === "SELECT") states.push("selected");
      const name = squeeze(option.label || option.value);
      const own = el.tagName === "SELECT" && (el.multiple || el.size > 1) ? meet(rectOf(option), box) : box;
      this.add(option, { role: "option", name, box: hasArea(own) ? own : box, value: option.value === name ? "" : option.value, states, parent, clue: "",
        path: { up: null, step: (locatorOf.get(el) || "").split(" ")[1] + ">option" + (i + 1) } });
    }
  }

  addFrame(el, index, { box, inside }) {
    const style = getComputedStyle(el);
    const sx = el.offsetWidth ? (box[2] - box[0]) / el.offsetWidth : 1, sy = el.offsetHeight ? (box[3] - box[1]) / el.offsetHeight : 1;
    const left = box[0] + (el.clientLeft + parseFloat(style.paddingLeft)) * sx, top = box[1] + (el.clientTop + parseFloat(style.paddingTop)) * sy;
    this.frames.push([index, frameIds.get(el) || "", left, top, sx, sy, coversOf(el, inside)]);
  }

  visitText(node, el, inner, path, nth) {
    const data = node.data;
    if (data.length < 400 && !/\S/.test(data)) return;
    const long = data.length > 5000;
    const text = squeeze(long ? data.slice(0, this.maxText + 1) : data);
    if (long) seen.cutTexts++;
    if (!text || text === inner.name) return;
    const box = long ? boxOf(el.getBoundingClientRect()) : rectOf(node);
    const inside = meet(box, inner.clip);
    if (!hasArea(inside)) return;
    const style = getComputedStyle(el);
    if (style.visibility !== "visible" || el.tagName === "LABEL" && namesControl(el, text)) return;
    if (this.rows.length >= this.maxNodes) { this.missed++; this.cut.add(LIMITED); return; }
    const states = this.isCovered(el, inside) ? ["covered"] : [];
    this.add(node, { role: "text", name: text, box: inside, value: "", states, parent: inner.parent, clue: textClue(style, this.base), path: { up: path, step: "text" + nth } });
  }

  note() {
    const parts = [];
    if (this.cut.size) parts.push(`the page is too large to be read whole: stopped at ${[...this.cut].join(" and ")} (${this.rows.length} nodes read, at least ${this.missed} left out)`);
    if (seen.cutTexts) parts.push(`${seen.cutTexts} long texts were cut to ${this.maxText} characters`);
    return parts.join("; ");
  }
}

const namesControl = (label, text) => {
  const control = label.control;
  return Boolean(control) && nameOf(control, roleOf(control)) === text && isShown(control);
};

const frameIds = new WeakMap();
const coversOf = (el, box) => {
  const found = new Set();
  for (let i = 1; i < 6; i++) for (let j = 1; j < 6; j++) {
    const hit = deepHit(box[0] + (box[2] - box[0]) * i / 6, box[1] + (box[3] - box[1]) * j / 6);
    if (hit && !reaches(hit, el)) found.add(hit);
  }
  return [...found].map(hit => boxOf(hit.getBoundingClientRect()));
};

const joined = path => {
  if (typeof path === "string") return path;
  const steps = [];
  for (let p = path; p; p = p.up) { steps.push(typeof p === "string" ? p : p.step); if (typeof p === "string") break; }
  return steps.reverse().join("/");
};

const snapshot = (maxNodes, maxText, budgetMs) => {
  document.dispatchEvent(new Event(TOKEN + "ask"));
  seen.cutTexts = 0;
  const before = changesNow();
  const reader = new Reader(maxNodes, maxText, budgetMs);
  try { reader.read(); } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reader.cut.add(DEEP);
  }
  return JSON.stringify({ rows: reader.rows, frames: reader.frames, beyond: reader.beyond, note: reader.note(), changes: before,
    title: document.title.slice(0, 300), address: location.href.slice(0, 4000), ratio: devicePixelRatio });
};
