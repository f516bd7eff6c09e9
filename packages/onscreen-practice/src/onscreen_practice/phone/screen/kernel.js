// Core of the phone: state, windows, gestures and keys. Applications are registered with app({...}). A screen is
// a function of its page context `p` that returns a tree of v(...) nodes, re-rendered after every input.

const APPS = {};
let s = null; // state of the whole phone: one JSON tree, the only persistent data
let ui = null; // transient UI state: application frames, focus, notification shade; discarded by a reset
let ratio = 2.5;
let shownSize = [1080, 2400]; // screen size in device pixels
const COMMON = { status: 28, nav: 44, keyboard: 248 };
const PACKAGE = "org.practice.";

/** Register an application: {id, name, icon, color, start, screens: {name: p => node}, permissions, links}. */
function app(definition) {
  APPS[definition.id] = { start: "main", package: PACKAGE + definition.id, permissions: [], ...definition };
}

/** Create a UI node: an Android class, its properties and its children. */
function v(cls, props, ...kids) {
  return { cls, ...props, kids: kids.flat(Infinity).filter((k) => k !== null && k !== undefined && k !== false && k !== "" && k !== 0) };
}

// --- time -------------------------------------------------------------------------------------

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const two = (n) => String(n).padStart(2, "0");
const today = () => new Date(s.system.now).toISOString().slice(0, 10);
const clock = () => new Date(s.system.now).toISOString().slice(11, 16);
/** Format a time in the configured format: "21:41" or "9:41 PM". */
const formatTime = (time = clock()) => (s.settings.system.time_12_24 === "12" ? `${Number(time.slice(0, 2)) % 12 || 12}${time.slice(2)} ${Number(time.slice(0, 2)) < 12 ? "AM" : "PM"}` : time);
const moment = () => `${today()}T${clock()}`;
const dateOf = (iso) => new Date(`${iso.slice(0, 10)}T00:00:00Z`);
const addDays = (iso, days) => new Date(dateOf(iso).getTime() + days * 86400000).toISOString().slice(0, 10);
const weekday = (iso) => DAYS[dateOf(iso).getUTCDay()];
/** Format a date as "Thu, Mar 12". */
const shortDate = (iso) => `${weekday(iso).slice(0, 3)}, ${MONTHS[dateOf(iso).getUTCMonth()].slice(0, 3)} ${dateOf(iso).getUTCDate()}`;
/** Format a date as "March 12, 2026". */
const longDate = (iso) => `${MONTHS[dateOf(iso).getUTCMonth()]} ${dateOf(iso).getUTCDate()}, ${dateOf(iso).getUTCFullYear()}`;
/** Format a time as "09:12" if today, as "Mon" within the last six days, else as "Mar 12". */
const stamp = (iso) => (iso.slice(0, 10) === today() ? iso.slice(11, 16) : iso > addDays(today(), -6) && iso < today() ? weekday(iso).slice(0, 3) : shortDate(iso).slice(5));
const newId = () => `n${s.system.next++}`;
const copy = (value) => JSON.parse(JSON.stringify(value));
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();
const has = (text, part) => text.toLowerCase().includes(part.trim().toLowerCase());

// --- frames: the screen stack of an application -------------------------------------------------

const frame = (screen, args) => ({ screen, args: args ?? {}, local: {}, scroll: {}, dialogs: [] });
const front = () => (ui.front ? ui.tasks.find((t) => t.app === ui.front) : null);
const top = () => (front() ? front().frames.at(-1) : ui.home);

function openApp(id, screen, args) {
  if (!APPS[id]) throw new Error(`unknown application ${id}; expected one of: ${Object.keys(APPS).join(", ")}`);
  let task = ui.tasks.find((t) => t.app === id);
  if (!task) task = { app: id, frames: [frame(APPS[id].start)] };
  if (screen && screen !== APPS[id].start) task.frames.push(frame(screen, args));
  else if (screen) task.frames = [frame(screen, args)];
  ui.tasks = [task, ...ui.tasks.filter((t) => t !== task)];
  ui.front = id;
  blur();
  ui.shade = ui.recents = false;
  launched(id);
}

function goHome() {
  ui.front = null;
  ui.shade = ui.recents = false;
  ui.home = frame("launcher");
  homeInterruption();
  blur();
}

function goBack() {
  const at = top();
  if (ui.shade || ui.recents) ui.shade = ui.recents = false;
  else if (ui.interruption) closeInterruption();
  else if (keyboardShown()) hideKeyboard();
  else if (at.dialogs.length) { if (!at.dialogs.at(-1).modal) at.dialogs.pop(); blur(); }
  else if (!ui.front) ui.home = frame("launcher");
  else popFrame();
}

function popFrame() {
  const task = front();
  const definition = APPS[task.app].back;
  if (definition && definition(pageOf(task.frames.at(-1), task.app))) return;
  blur();
  if (task.frames.length > 1) task.frames.pop();
  else goHome();
}

/** Build a screen's page context: its data, transient local values, and navigation functions. */
function pageOf(at, id) {
  const p = {
    app: APPS[id], data: s[APPS[id].store ?? id], state: s, local: at.local, args: at.args, frame: at,
    open: (screen, args) => { blur(); ui.tasks.find((t) => t.app === id).frames.push(frame(screen, args)); },
    replace: (screen, args) => { blur(); const t = ui.tasks.find((each) => each.app === id); t.frames.pop(); t.frames.push(frame(screen, args)); },
    back: (count = 1) => { blur(); const t = front(); for (let i = 0; i < count; i++) if (t.frames.length > 1) t.frames.pop(); },
    root: (args) => { blur(); const t = front(); t.frames = [frame(p.app.start, args)]; },
    launch: openApp, home: goHome,
    toast: (text) => { ui.toast = { text, ttl: 3 }; },
    snack: (text, label, tap) => { ui.toast = { text, label, tap, ttl: 4, of: id }; },
    dialog: (def) => { blur(); at.dialogs.push({ buttons: [], local: {}, ...def }); },
    close: () => { at.dialogs.pop(); blur(); },
    notify: (title, text, args) => notify(id, title, text, args),
    granted: (permission) => isGranted(id, permission),
  };
  return { ...p, ...dialogsFor(p), get local() { return at.local; } };
}

function notify(id, title, text, args) {
  const note = { id: newId(), app: id, title, text, at: moment(), args: args ?? {} };
  s.notifications.unshift(note);
  const { zen_mode: zen, heads_up_notifications_enabled: shown } = s.settings.global;
  if (ui.front !== id && [undefined, "0"].includes(zen) && shown !== "0") ui.headsUp = { note, ttl: 2 };
}

// --- focus and text ----------------------------------------------------------------------------

function blur() {
  if (ui) ui.focus = null;
}

/** Whether the soft keyboard is visible; Back hides it and keeps the focus. */
const keyboardShown = () => Boolean(ui.focus) && !ui.focus.hidden && s.system.ime === s.system.imes[0];
const hideKeyboard = () => { ui.focus.hidden = true; ui.focus.tools = false; };
const focusedField = () => (ui.focus ? ui.fields.get(ui.focus.id) : null);

/** Focus a field and show the keyboard: the caret is at the end, or all is selected in a field that `picks` its content. */
function focusField(key) {
  const field = ui.fields.get(key);
  if (!field || field.enabled === false) return;
  const end = String(field.value ?? "").length;
  const start = field.picks && ui.focus?.id !== key ? 0 : end;
  ui.focus = { id: key, start, end, fixed: start, type: field.type, shift: false, layer: "letters" };
}

/** Focus the first field with `opens` that appeared on the screen or its topmost dialog since the last rendering. */
function focusNewField(at) {
  const holder = at.dialogs.at(-1) ?? at;
  const open = [...ui.fields.values()].filter((field) => field.opens && field.holder === holder).map((field) => field.key);
  const fresh = open.find((key) => !holder.opened?.includes(key));
  holder.opened = open;
  if (fresh === undefined || ui.focus || ui.interruption || ui.shade || ui.recents) return false;
  focusField(fresh);
  return Boolean(ui.focus);
}

function edit(text) {
  const field = focusedField();
  if (!field) return;
  const { start, end } = ui.focus;
  const old = String(field.value ?? "");
  const taken = ["number", "phone"].includes(field.type) ? text.replace(/\p{L}/gu, "") : text;
  const next = old.slice(0, start) + taken + old.slice(end);
  if (field.max && next.length > field.max) return;
  ui.focus.start = ui.focus.end = start + taken.length;
  ui.focus.tools = false;
  field.change(next);
}

function typeText(text) {
  for (const part of text.split(/(\n)/)) {
    if (!part) continue;
    const field = focusedField();
    if (!field) return;
    if (part === "\n" && !field.lines) submit(field);
    else edit(part);
    draw();
  }
}

function submit(field) {
  if (field.submit) { const run = field.submit; if (!field.keep) blur(); run(); return; }
  const ids = [...ui.fields.keys()];
  const next = ids[ids.indexOf(ui.focus.id) + 1];
  if (next) focusField(next);
  else blur();
}

function erase(back) {
  const field = focusedField();
  if (!field) return;
  let { start, end } = ui.focus;
  const old = String(field.value ?? "");
  if (start === end) {
    if (back) start = Math.max(0, start - ([...old.slice(0, start)].at(-1) ?? "").length);
    else end = Math.min(old.length, end + ([...old.slice(end)][0] ?? "").length);
  }
  ui.focus.start = ui.focus.end = start;
  field.change(old.slice(0, start) + old.slice(end));
}

const KEYS = {
  3: goHome, 4: goBack, 187: () => { ui.recents = !ui.recents; ui.shade = false; blur(); }, 83: () => { ui.shade = !ui.shade; blur(); },
  5: () => { if (!answerCall()) openApp("phone"); }, 6: () => { endCall(); }, 67: () => erase(true), 112: () => erase(false), 62: () => typeText(" "), 66: () => typeText("\n"), 160: () => typeText("\n"),
  111: goBack, 84: () => {}, 82: () => {}, 26: () => { ui.awake = !ui.awake; }, 224: () => { ui.awake = true; }, 223: () => { ui.awake = false; },
  61: () => { const f = focusedField(); const ids = [...ui.fields.keys()]; if (ids.length) focusField(ids[(ids.indexOf(f ? ui.focus.id : "") + 1) % ids.length]); },
  24: () => volume(1), 25: () => volume(-1), 164: () => volume(-99),
  21: (more) => caret(-1, more), 22: (more) => caret(1, more), 122: (more) => caret(-1e6, more), 123: (more) => caret(1e6, more), 19: (more) => caret(-1e6, more), 20: (more) => caret(1e6, more),
  277: () => cut(), 278: () => copySelection(), 279: () => typeText(s.clipboard),
};

/** Move the caret by a number of characters; `more` (Shift held) extends the selection. */
function caret(by, more) {
  const f = ui.focus;
  if (!f) return;
  const shown = String(focusedField()?.value ?? "");
  const fixed = f.end > f.start && f.fixed === f.end ? f.end : f.start;
  let at = fixed === f.start ? f.end : f.start;
  if (!more && f.end > f.start) at = by < 0 ? f.start : f.end;
  else if (by < 0) at -= [...shown.slice(0, at)].slice(by).join("").length;
  else at += [...shown.slice(at)].slice(0, by).join("").length;
  [f.start, f.end, f.fixed] = more ? [Math.min(fixed, at), Math.max(fixed, at), fixed] : [at, at, at];
}

function copySelection() {
  const { start, end } = ui.focus ?? { start: 0, end: 0 };
  if (end > start) s.clipboard = String(focusedField()?.value ?? "").slice(start, end);
}

function cut() {
  copySelection();
  if (ui.focus && ui.focus.end > ui.focus.start) erase(true);
}

function volume(by) {
  s.system.volume.media = Math.max(0, Math.min(15, s.system.volume.media + by));
  ui.toast = { text: `Media volume ${s.system.volume.media} of 15`, ttl: 2 };
}

function selectAllText() {
  if (ui.focus) Object.assign(ui.focus, { start: 0, end: String(focusedField()?.value ?? "").length, fixed: 0 });
}

function chord(code, meta) {
  const held = (codes) => codes.some((each) => meta.includes(each));
  if (!held([113, 114])) return false;
  const all = { 29: selectAllText, 31: copySelection, 52: cut, 50: () => typeText(s.clipboard) };
  if (all[code]) all[code]();
  return true;
}

function printable(code, shift) {
  if (code >= 29 && code <= 54) { const c = String.fromCharCode(97 + code - 29); return shift ? c.toUpperCase() : c; }
  if (code >= 7 && code <= 16) return shift ? ")!@#$%^&*("[code - 7] : String(code - 7);
  const signs = { 55: ",<", 56: ".>", 68: "`~", 69: "-_", 70: "=+", 71: "[{", 72: "]}", 73: "\\|", 74: ";:", 75: "'\"", 76: "/?", 77: "@@", 81: "++", 17: "**", 18: "##" };
  return signs[code]?.[shift ? 1 : 0] ?? "";
}

// --- gestures ----------------------------------------------------------------------------------

/** Return the element at a point (device pixels) and its ancestors, innermost first. */
function elementsAt(x, y) {
  const found = [];
  for (let el = document.elementFromPoint(x / ratio, y / ratio); el; el = el.parentElement) if (el.node) found.push(el);
  return found;
}

function press(x, y, long) {
  if (!ui.awake) return;
  for (const el of elementsAt(x, y)) {
    const n = el.node;
    if (n.enabled === false && (n.tap || n.field)) return;
    if (n.field) return long ? selectWord(n.key, x, y) : focusField(n.key);
    if (n.slide) return slideTo(el, x);
    const run = (long && n.hold) || n.tap;
    if (run) return run(relative(el, x, y));
    if (n.solid) return;
  }
}

/** Select the word at a long press in a field and show cut, copy and paste. */
function selectWord(id, x, y) {
  focusField(id);
  if (!ui.focus) return;
  const shown = String(ui.fields.get(id).value ?? "");
  const spot = document.caretRangeFromPoint(x / ratio, y / ratio);
  const inside = spot && elementsAt(x, y)[0]?.contains(spot.startContainer) ? spot.startOffset : shown.length;
  const at = Math.min(inside, shown.length);
  ui.focus.start = ui.focus.fixed = at - (/\S*$/.exec(shown.slice(0, at))[0].length);
  ui.focus.end = at + /^\S*/.exec(shown.slice(at))[0].length;
  ui.focus.tools = true;
}

function relative(el, x, y) {
  const box = el.getBoundingClientRect();
  return { x: (x / ratio - box.left) / box.width, y: (y / ratio - box.top) / box.height };
}

function slideTo(el, x) {
  const { slide } = el.node;
  const share = Math.max(0, Math.min(1, (relative(el, x, 0).x - 0.04) / 0.92));
  const step = slide.step ?? 1;
  slide.change(Math.round((slide.min + share * (slide.max - slide.min)) / step) * step);
}

/** Perform a swipe; `fling` is how far scrolled content continues to move, as a multiple of the swipe's length. */
function handleSwipe(x1, y1, x2, y2, { long = false, fling = 0 } = {}) {
  if (!ui.awake) return;
  const dx = x2 - x1, dy = y2 - y1;
  if (y1 < COMMON.status * ratio && dy > 0) { ui.shade = true; return blur(); }
  for (const el of elementsAt(x1, y1)) {
    const n = el.node;
    if (n.slide && Math.abs(dx) >= Math.abs(dy)) return slideTo(el, x2);
    if (long && n.carry) return n.carry(elementsAt(x2, y2).map((each) => each.node), relative(el, x2, y2));
    if (n.trace) return n.trace(relative(el, x1, y1), relative(el, x2, y2));
    if (n.swipe && n.swipe(Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down")) return;
    if (n.scroll && scrollElement(el, ((1 + fling) * dx) / ratio, ((1 + fling) * dy) / ratio)) return;
  }
  if (!ui.front && dy < -200 && activeWindow()?.dataset.window === "app") ui.home.local.drawer = true;
}

const FLING_MIN = 400; // finger speed in dp per second from which scrolled content continues to move
const [FRICTION, INFLEXION, DECELERATION] = [0.015, 0.35, Math.log(0.78) / Math.log(0.9)];
const GRAVITY = 9.80665 * 39.37 * 160 * 0.84; // in dp per square second, as in Android's OverScroller

/** Return how far content continues to move after a swipe, as a multiple of the swipe's length (0 for a slow drag). */
function flingAfter(length, ms) {
  const way = length / ratio;
  const speed = way / (Math.max(ms, 1) / 1000);
  if (speed < FLING_MIN) return 0;
  const resistance = FRICTION * GRAVITY;
  return (resistance * ((INFLEXION * speed) / resistance) ** (DECELERATION / (DECELERATION - 1))) / way;
}

function scrollElement(el, dx, dy) {
  const before = [el.scrollLeft, el.scrollTop];
  if (el.node.scroll !== "y") el.scrollLeft -= dx;
  if (el.node.scroll !== "x") el.scrollTop -= dy;
  el.frame.scroll[el.key] = [el.scrollLeft, el.scrollTop];
  const moved = before[0] !== el.scrollLeft || before[1] !== el.scrollTop;
  if (moved) changes += 1;
  return moved;
}

// --- rendering ---------------------------------------------------------------------------------

const PARSED = new Map(); // parsed HTML by its text: most icons are drawn again and again
const [MAX_PARSED, MAX_PARSED_LENGTH] = [400, 4000];

/** Parse HTML, or copy the elements of an earlier call, which takes less time. */
function elementsOf(html) {
  let content = PARSED.get(html);
  if (!content) {
    const template = document.createElement("template");
    template.innerHTML = html;
    ({ content } = template);
    if (PARSED.size >= MAX_PARSED) PARSED.clear();
    if (html.length <= MAX_PARSED_LENGTH) PARSED.set(html, content);
  }
  return document.importNode(content, true);
}

function build(n, at, path) {
  if (typeof n === "string" || typeof n === "number") return build(v("TextView", { text: String(n) }), at, path);
  const el = document.createElement("div");
  el.className = `v ${n.cls} ${n.css ?? ""}`;
  if (n.style) el.style.cssText = scaled(n.style);
  if (n.html) el.append(elementsOf(n.html));
  else if (n.field) fillField(el, n);
  else if (n.text !== undefined && !n.kids.length) el.textContent = n.text;
  if (n.enabled === false) el.classList.add("off");
  if (n.checked) el.classList.add("on");
  if (n.selected) el.classList.add("chosen");
  el.node = n;
  if (n.scroll) { el.classList.add(`scroll-${n.scroll}`); el.key = n.key ?? n.id ?? path; el.frame = at; }
  n.kids.forEach((kid, i) => el.append(build(kid, at, `${path}.${i}`)));
  if (n.picture) el.append(pictureOf(n.picture, n.width));
  return el;
}

/** Remember the windows of the application in front, of which the recent applications show a picture. */
function takePicture(root) {
  const task = front();
  if (!task || ui.recents) return;
  task.picture = { windows: [...root.children].filter((el) => PICTURED.includes(el.dataset.window)), width: shownSize[0] / ratio, height: shownSize[1] / ratio };
}

/** Return a reduced picture of windows; it scrolls as they did, and inputs go through it. */
function pictureOf({ windows: originals, width, height }, shownWidth) {
  const el = document.createElement("div");
  el.className = "recent-picture";
  el.style.cssText = `width:${width}px;height:${height}px;transform:scale(${shownWidth / width})`;
  for (const original of originals) {
    const made = original.cloneNode(true);
    made.classList.remove("moves-in");
    el.append(made);
    const [from, to] = [original, made].map((each) => each.querySelectorAll(SCROLLABLE));
    to.forEach((each, i) => Object.assign(each, { node: from[i].node, key: from[i].key, frame: from[i].frame }));
  }
  return el;
}

function fillField(el, n) {
  n.holder = ui.holder;
  ui.fields.set(n.key, n);
  const shown = n.password ? "•".repeat(String(n.value ?? "").length) : String(n.value ?? "");
  const focused = ui.focus?.id === n.key;
  el.classList.toggle("focused", focused);
  el.classList.toggle("blank", !shown);
  if (!focused) { el.textContent = shown || n.hint || ""; return; }
  const mark = document.createElement("span");
  mark.className = ui.focus.end > ui.focus.start ? "picked" : "caret";
  mark.textContent = shown.slice(ui.focus.start, ui.focus.end);
  el.append(shown.slice(0, ui.focus.start), mark, shown.slice(ui.focus.end));
}

/** Make font sizes in a style scale with the font size setting. */
const scaled = (style) => style.replace(/font-size:\s*([\d.]+)px/g, "font-size: calc($1px * var(--text))");

/** Render the screen; an application that throws is closed, and the error is rethrown. */
function draw() {
  try {
    paint();
    hearToast();
  } catch (error) {
    if (!ui.front) throw error;
    const { name } = APPS[ui.front];
    ui.tasks = ui.tasks.filter((task) => task.app !== ui.front);
    goHome();
    ui.toast = { text: `${name} keeps stopping`, ttl: 3 };
    paint();
    throw error;
  }
}

/** Store the text of a new toast for accessibility clients; a snackbar is part of its window and not a toast. */
function hearToast() {
  if (ui.toast && ui.toast !== ui.heardToast && !ui.toast.of) ui.lastToast = ui.toast.text;
  ui.heardToast = ui.toast;
}

let changes = 0; // number of renderings that differ from the previous one

/** Render all windows from state and frames, and restore scroll positions. */
function paint() {
  ui.fields = new Map();
  const night = s.settings.secure.ui_night_mode === "2";
  const root = document.createElement("div");
  root.id = "root";
  root.className = night ? "theme-night" : "theme-day";
  root.style.setProperty("--text", Math.max(0.5, Math.min(2, Number(s.settings.system.font_scale) || 1)));
  const dialogs = [...top().dialogs];
  for (const [name, tree, at, pack] of windows()) {
    ui.holder = { app: at, dialog: name === "dialog" && dialogs.shift() }[name]; // of the fields in this window
    const el = build(tree, at, name);
    el.dataset.window = name;
    if (pack) el.dataset.pack = pack;
    root.append(el);
  }
  if (ui.focus && !ui.fields.has(ui.focus.id)) { ui.focus = null; return paint(); }
  if (focusNewField(top())) return paint();
  const old = document.getElementById("root");
  if (s.system.animations) animateOpening(root);
  const places = scrolledTo(old);
  const alike = root.isEqualNode(old);
  old.replaceWith(root);
  restore(root);
  takePicture(root);
  if (!alike || places !== scrolledTo(root)) changes += 1;
}

const isMoving = () => s.system.animations && document.getAnimations().length > 0;

/** Animate a screen or window that was not shown before. */
function animateOpening(root) {
  const shown = `${ui.front} ${front()?.frames.length ?? 0} ${top().screen}`;
  const names = [...root.children].map((el) => el.dataset.window);
  const { screen: before, names: known = [] } = ui.shown ?? {};
  for (const el of root.children) {
    const name = el.dataset.window;
    if (ui.shown && ((name === "app" && before !== shown) || (MOVING.includes(name) && !known.includes(name)))) el.classList.add("moves-in");
  }
  ui.shown = { screen: shown, names };
}

const PICTURED = ["app", "dialog"];
const MOVING = ["dialog", "interruption", "shade", "recents", "keyboard", "toast", "heads-up"];

const SCROLLABLE = ".scroll-x, .scroll-y, .scroll-xy";
const scrolledTo = (root) => Array.from(root.querySelectorAll(SCROLLABLE), (el) => `${el.scrollLeft} ${el.scrollTop}`).join();

function restore(root) {
  for (const el of root.querySelectorAll(SCROLLABLE)) {
    const [left, upper] = el.frame.scroll[el.key] ?? [0, el.node.fromEnd ? el.scrollHeight : 0];
    el.scrollLeft = left;
    el.scrollTop = upper;
  }
  const moved = ui.focus && ui.focus.followed !== ui.focus.start; // the field may have been scrolled out of view
  if (moved) ui.focus.followed = ui.focus.start;
  const focused = moved ? root.querySelector(".EditText.focused") : null;
  for (let el = focused?.parentElement; el; el = el.parentElement) {
    if (!el.node?.scroll) continue;
    const box = focused.getBoundingClientRect(), view = el.getBoundingClientRect();
    if (box.bottom > view.bottom) el.scrollTop += Math.min(box.bottom - view.bottom + 8, box.top - view.top);
    else if (box.top < view.top) el.scrollTop -= view.top - box.top + 8;
    el.frame.scroll[el.key] = [el.scrollLeft, el.scrollTop];
  }
}

/** Windows as [name, tree, frame, package], bottom first; the active one is the last with a name in ACTIVE. */
const ACTIVE = ["app", "dialog", "interruption", "shade", "recents"];

function windows() {
  const at = top();
  const id = ui.front ?? "launcher";
  const p = pageOf(at, id);
  const banner = adBanner(id);
  const all = ui.front ? [] : [["paper", wallpaper(), at]];
  all.push(["app", v("FrameLayout", { css: `window app-window ${banner ? "with-banner" : ""}` }, screenOf(p, at, id), banner, ui.toast?.of === id && toastNode()), at]);
  at.dialogs.forEach((def) => all.push(["dialog", dialogNode(p, def), at]));
  return [...all, ...systemWindows(p)];
}

function screenOf(p, at, id) {
  const found = APPS[id].screens[at.screen];
  if (!found) throw new Error(`${APPS[id].name} has no screen ${at.screen}; expected one of: ${Object.keys(APPS[id].screens).join(", ")}`);
  return found(p);
}

const activeWindow = () => [...document.getElementById("root").children].filter((el) => ACTIVE.includes(el.dataset.window)).at(-1);
