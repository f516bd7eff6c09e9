// Fields: what kind they are, focus, setting what has no keys of its own, reading back, choosing, scrolling.
const SET_TYPES = new Set(["date", "time", "month", "week", "datetime-local", "color", "range"]);
const NO_TEXT = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "hidden"]);

const activeNow = () => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
  return el;
};

const fieldOf = found => {
  if (!found) return null;
  let el = found.nodeType === 3 ? found.parentElement : found;
  if (el.tagName === "LABEL" && el.control) el = el.control;
  if (kindOf(el) !== "other") return el;
  const inner = [...el.querySelectorAll("input,textarea,[contenteditable]")].filter(i => isShown(i) && kindOf(i) !== "other");
  return inner.length === 1 ? inner[0] : el;
};

const kindOf = el => {
  const tag = el.tagName;
  if (tag === "SELECT") return "select";
  if (tag === "INPUT" && el.type === "file") return "file";
  if (tag === "INPUT" && NO_TEXT.has(el.type)) return "other";
  if (el.disabled) return "disabled";
  if (tag === "INPUT" && SET_TYPES.has(el.type)) return el.readOnly ? "readonly" : "set";
  if (tag === "INPUT" || tag === "TEXTAREA") return el.readOnly ? "readonly" : "text";
  return el.isContentEditable ? "text" : "other";
};

const plainValue = el => "value" in el && el.tagName !== "BUTTON" && el.tagName !== "LI" ? String(el.value) : el.isContentEditable ? el.innerText : "";

let typing = { el: null, before: "" };

const field = (locator, role, name) => {
  const el = fieldOf(find(locator, role, name));
  if (!el) return { kind: "gone", multiline: false, focused: false, what: "" };
  return { kind: kindOf(el), multiline: el.tagName === "TEXTAREA" || el.isContentEditable, focused: activeNow() === el, what: describe(el) };
};

// Focus the field (or whatever editable has taken the focus in its place) and put the caret.
const focusField = (locator, role, name, clear) => {
  let el = locator ? fieldOf(find(locator, role, name)) : activeNow();
  if (!el) return { kind: "gone", multiline: false, focused: false, what: "" };
  const before = activeNow();
  if (locator && before !== el) {
    if (before && before !== document.body && kindOf(before) === "text" && kindOf(el) !== "text") el = before;
    else el.focus({ preventScroll: true });
  }
  const now = activeNow();
  if (now && now !== el && kindOf(now) === "text") el = now;
  if (kindOf(el) === "text") caret(el, clear);
  typing = { el, before: clear ? "" : plainValue(el) };
  return { kind: kindOf(el), multiline: el.tagName === "TEXTAREA" || el.isContentEditable, focused: activeNow() === el || el.isContentEditable, what: describe(el) };
};

const caret = (el, all) => {
  if (el.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(el);
    if (!all) range.collapse(false);
    const chosen = getSelection();
    chosen.removeAllRanges();
    chosen.addRange(range);
    return;
  }
  if (all) { el.select(); return; }
  try { el.setSelectionRange(el.value.length, el.value.length); } catch (error) { if (error.name !== "InvalidStateError") throw error; }
};

const isEmpty = () => !typing.el || plainValue(typing.el).trim() === "";
const core = text => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

// What the field reads now, and whether that is what was typed (masks may add or drop punctuation).
const readField = text => {
  const el = typing.el;
  if (!el || !el.isConnected) return { value: "", same: true, known: false, what: "" };
  const value = plainValue(el);
  const wanted = typing.before + text;
  const tidy = t => t.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").trim();
  const same = tidy(value) === tidy(wanted) || core(wanted) !== "" && core(value) === core(wanted)
    || el.type === "number" && Number(value) === Number(wanted) && value !== "";
  const shown = el.type === "password" ? "•".repeat(Math.min(value.length, 64)) : value;
  return { value: shown.slice(0, 2000), same, known: true, what: describe(el) };
};

const changedByHand = el => {
  el.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Event("change", { bubbles: true }));
};

const isoOf = (type, text) => {
  const said = text.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(said);
  const eu = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(said);
  const two = part => part.padStart(2, "0");
  if (type === "date" && us) return `${us[3]}-${two(us[1])}-${two(us[2])}`;
  if (type === "date" && eu) return `${eu[3]}-${two(eu[2])}-${two(eu[1])}`;
  const clock = /^(\d{1,2}):(\d{2})\s*([ap])\.?m\.?$/i.exec(said);
  if (type === "time" && clock) return two(String(Number(clock[1]) % 12 + (clock[3].toLowerCase() === "p" ? 12 : 0))) + ":" + clock[2];
  if (type === "color" && /^[a-z]+$/i.test(said)) {
    const probe = new Option().style;
    probe.color = said;
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = probe.color || "#000000";
    return probe.color ? context.fillStyle : said;
  }
  return said.replace(/^(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2})/, "$1T$2");
};

const setField = (locator, role, name, text) => {
  const el = fieldOf(find(locator, role, name));
  if (!el) return { value: "", same: false, known: false, what: "" };
  el.focus({ preventScroll: true });
  const wanted = isoOf(el.type, text);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(el, wanted);
  const same = el.type === "range" ? Number(el.value) === Number(wanted) : el.value.toLowerCase() === wanted.toLowerCase();
  if (same || el.type === "range") changedByHand(el);
  return { value: el.value, same, known: true, what: `${el.type} field` };
};

const optionText = option => squeeze(option.label || option.text || option.value);

// {kind: ok | gone | other | disabled | unknown, there: options, chosen: options now}
const choose = (locator, role, name, wanted, toggle) => {
  let el = find(locator, role, name);
  if (!el) return { kind: "gone", there: [], chosen: [], missing: "" };
  if (el.tagName === "OPTION") {
    const option = el;
    el = el.closest("select");
    if (!el) return suggest(option, wanted);
    if (toggle) wanted = el.multiple ? [...el.selectedOptions].filter(o => o !== option).map(optionText) : [];
    if (toggle && !(el.multiple && option.selected)) return setOptions(el, new Set([...(el.multiple ? el.selectedOptions : []), option]));
  }
  if (el.tagName === "LABEL" && el.control) el = el.control;
  if (el.tagName === "INPUT" && el.list) return suggest([...el.list.options].find(o => o.value === wanted[0] || optionText(o) === wanted[0]), wanted, el);
  if (el.tagName !== "SELECT") return { kind: "other", there: [], chosen: [], missing: describe(el) };
  if (el.disabled) return { kind: "disabled", there: [], chosen: [], missing: describe(el) };
  const options = [...el.options];
  const picked = new Set();
  for (const text of wanted) {
    const want = squeeze(text).toLowerCase();
    const match = options.find(o => optionText(o) === text || o.value === text) || options.find(o => optionText(o).toLowerCase() === want);
    if (!match || match.disabled) return { kind: "unknown", there: options.filter(o => !o.disabled).slice(0, 100).map(optionText), chosen: [], missing: text };
    picked.add(match);
  }
  if (picked.size > 1 && !el.multiple) return { kind: "single", there: [], chosen: [], missing: describe(el) };
  return setOptions(el, picked);
};

const setOptions = (el, picked) => {
  if (el.disabled || [...picked].some(option => option.disabled)) return { kind: "disabled", there: [], chosen: [], missing: describe(el) };
  el.focus({ preventScroll: true });
  if (el.multiple) for (const option of el.options) option.selected = picked.has(option);
  else for (const option of picked) el.selectedIndex = option.index;
  changedByHand(el);
  return { kind: "ok", there: [], chosen: [...el.selectedOptions].map(optionText), missing: "" };
};

const suggest = (option, wanted, input) => {
  const el = input || option && [...document.querySelectorAll("input[list]")].find(i => i.list === option.parentElement);
  if (!option || !el) return { kind: "unknown", there: el && el.list ? [...el.list.options].map(o => o.value) : [], chosen: [], missing: wanted[0] || "" };
  el.focus({ preventScroll: true });
  el.value = option.value;
  changedByHand(el);
  return { kind: "ok", there: [], chosen: [el.value], missing: "" };
};

const scrolls = (el, across) => {
  const style = getComputedStyle(el);
  const root = el === document.scrollingElement;
  if (!root && !/auto|scroll|hidden/.test(across ? style.overflowX : style.overflowY)) return false;
  return across ? el.scrollWidth > el.clientWidth + 1 : el.scrollHeight > el.clientHeight + 1;
};

const biggestScroller = across => {
  const page = document.scrollingElement || document.documentElement;
  if (scrolls(page, across)) return page;
  let best = null, area = 0;
  for (const el of everything(document)) {
    if (!scrolls(el, across) || /hidden/.test(getComputedStyle(el).overflow)) continue;
    const box = meet(boxOf(el.getBoundingClientRect()), viewBox());
    const size = hasArea(box) ? (box[2] - box[0]) * (box[3] - box[1]) : 0;
    if (size > area) { area = size; best = el; }
  }
  return best || page;
};

// Returns {kind: ok | gone | still, moved, left}: pixels moved and pixels still to go in that direction.
const scrollView = (locator, role, name, dx, dy) => {
  const across = dx !== 0;
  let el = null;
  if (locator) {
    const found = find(locator, role, name);
    if (!found) return { kind: "gone", moved: 0, left: 0, x: 0, y: 0 };
    for (el = found.nodeType === 3 ? found.parentElement : found; el && !(el.nodeType === 1 && scrolls(el, across)); el = flatParent(el));
  }
  el = el && el.nodeType === 1 ? el : biggestScroller(across);
  const before = across ? el.scrollLeft : el.scrollTop;
  const root = el === document.scrollingElement;
  const span = across ? (root ? innerWidth : el.clientWidth) : (root ? innerHeight : el.clientHeight);
  const by = (across ? dx : dy) * span;
  el.scrollBy({ left: across ? by : 0, top: across ? 0 : by, behavior: "instant" });
  const after = across ? el.scrollLeft : el.scrollTop;
  const most = across ? el.scrollWidth - span : el.scrollHeight - span;
  const box = meet(boxOf(el.getBoundingClientRect()), viewBox());
  const [x, y] = center(hasArea(box) ? box : viewBox());
  return { kind: after === before ? "still" : "ok", moved: Math.round(after - before), left: Math.round(by > 0 ? most - after : after), x, y, by };
};

const fileField = (locator, role, name) => {
  let el = find(locator, role, name);
  if (el && el.nodeType === 3) el = el.parentElement;
  if (!el) return null;
  if (el.tagName === "LABEL" && el.control) el = el.control;
  return el.tagName === "INPUT" && el.type === "file" ? el : el.querySelector("input[type=file]");
};
const isDraggable = (locator, role, name) => {
  for (let el = find(locator, role, name); el; el = flatParent(el)) if (el.nodeType === 1 && el.draggable) return true;
  return false;
};

// Give an element the focus without a click; false when it does not take it.
const focusOnly = (locator, role, name) => {
  const el = fieldOf(find(locator, role, name));
  if (!el || !el.focus) return false;
  el.focus({ preventScroll: true });
  return activeNow() === el;
};
