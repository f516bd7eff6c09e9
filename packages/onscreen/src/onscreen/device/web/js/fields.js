// Fields: kind, focus, setting values, reading back, choosing options. Also scrolling.
const SET_TYPES = new Set(["date", "time", "month", "week", "datetime-local", "color", "range"]);
const NON_TEXT_TYPES = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "hidden"]);

const activeElement = () => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
  return el;
};

// Returns the field of a node: the element itself, the control of its label, or the only field in it.
const fieldOf = node => {
  if (!node) return null;
  let el = node.nodeType === 3 ? node.parentElement : node;
  if (el.tagName === "LABEL" && el.control) el = el.control;
  if (kindOf(el) !== "other") return el;
  const inner = [...el.querySelectorAll("input,textarea,[contenteditable]")].filter(i => isShown(i) && kindOf(i) !== "other");
  return inner.length === 1 ? inner[0] : el;
};

const kindOf = el => {
  const tag = el.tagName;
  if (tag === "SELECT") return "select";
  if (tag === "INPUT" && el.type === "file") return "file";
  if (tag === "INPUT" && NON_TEXT_TYPES.has(el.type)) return "other";
  if (el.disabled) return "disabled";
  if (tag === "INPUT" && SET_TYPES.has(el.type)) return el.readOnly ? "readonly" : "set";
  if (tag === "INPUT" || tag === "TEXTAREA") return el.readOnly ? "readonly" : "text";
  return el.isContentEditable ? "text" : "other";
};

const textValue = el => "value" in el && el.tagName !== "BUTTON" && el.tagName !== "LI" ? String(el.value) : el.isContentEditable ? el.innerText : "";

// What is being typed: the focused element before the keys, its text then, the part that stays, and the changes of the page by then.
let typing = { el: null, initial: "", before: "", clear: true, count: 0 };

const fieldState = (locator, role, name) => {
  const target = findSeen(locator, role, name), el = fieldOf(target);
  if (!el) return { kind: "gone", multiline: false, focused: false, label: "" };
  if (isRenamed(target, role, name)) return { kind: "renamed", multiline: false, focused: false, label: reportedName(target) };
  return { kind: kindOf(el), multiline: el.tagName === "TEXTAREA" || el.isContentEditable, focused: activeElement() === el, label: describe(el) };
};

// Time in which an editor takes over a selection: Slate reads it 100 ms after it changed.
const SELECTION_MS = 150;

// Focuses the field, or the editable element that took the focus in its place. Selects its text if `clear` is set,
// otherwise puts the caret at its end.
const focusField = async (locator, role, name, clear) => {
  let el = locator ? fieldOf(find(locator, role, name)) : activeElement();
  if (!el) return { kind: "gone", multiline: false, focused: false, label: "" };
  const before = activeElement();
  if (locator && before !== el) {
    if (before && before !== document.body && kindOf(before) === "text" && kindOf(el) !== "text") el = before;
    else el.focus({ preventScroll: true });
  }
  const focused = activeElement();
  if (focused && focused !== el && kindOf(focused) === "text") el = focused;
  if (kindOf(el) === "text") placeCaret(el, clear);
  if (el.isContentEditable) await new Promise(done => nativeTimeout(done, SELECTION_MS));
  typing = { el, initial: textValue(el), before: clear ? "" : textValue(el), clear, count: changeCount() };
  return { kind: kindOf(el), multiline: el.tagName === "TEXTAREA" || el.isContentEditable, focused: activeElement() === el || el.isContentEditable, label: describe(el) };
};

const placeCaret = (el, selectAll) => {
  if (el.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(el);
    if (!selectAll) range.collapse(false);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return;
  }
  if (selectAll) { el.select(); return; }
  try { el.setSelectionRange(el.value.length, el.value.length); } catch (error) { if (error.name !== "InvalidStateError") throw error; }
};

const alphanumeric = text => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const normalized = text => text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").trim();
// Returns whether a field reads the expected text: input masks may add or drop punctuation.
const readsAs = (el, value, expected) => normalized(value) === normalized(expected)
  || alphanumeric(expected) !== "" && alphanumeric(value) === alphanumeric(expected)
  || el.type === "number" && Number(value) === Number(expected) && value !== "";

// Returns what the fields for one character each read that begin at an element, as for codes that are sent to phones.
const codeValue = (el, length) => {
  const fields = [...el.getRootNode().querySelectorAll("input")];
  return fields.slice(fields.indexOf(el)).slice(0, length).map(field => field.value).join("");
};

// Returns what the field reads, and whether that is the typed text. This is the field that had the focus before the
// keys, or the one that has it afterwards if a key opened it: a cell of a grid opens an editor.
const readField = text => {
  let el = typing.el;
  const active = activeElement(), isText = el && kindOf(el) === "text", expected = typing.before + text;
  let matches = isText && el.isConnected && readsAs(el, textValue(el), expected);
  if (!matches && active && active !== el && kindOf(active) === "text") {
    const value = textValue(active), isTyped = readsAs(active, value, text) || !typing.clear && normalized(value).endsWith(normalized(text));
    if (isTyped || !isText) { el = active; matches = isTyped; }
    if (isTyped) rememberFocus();
  } else if (!isText && changeCount() !== typing.count) el = null;
  if (!el || !el.isConnected) return { value: "", matches: true, known: false, label: "" };
  const value = el.maxLength === 1 && text.length > 1 ? codeValue(el, text.length) : textValue(el);
  const shown = el.type === "password" ? "•".repeat(Math.min(value.length, 64)) : value;
  return { value: shown.slice(0, 2000), matches: matches || readsAs(el, value, expected), known: true, label: describe(el) };
};

// Date fields may discard a text that they cannot parse only when they lose the focus.
const PICKERS = ["calendar", "datepicker", "date-picker", "timepicker", "time-picker"].map(word => `[class*="${word}" i]`).join(",");
const MIN_PICKER_WIDTH = 100, MIN_PICKER_HEIGHT = 60, LEAVE_MS = 60;
const showsPicker = el => [...document.querySelectorAll(PICKERS)].some(picker => {
  const box = rectOf(picker);
  return !holds(picker, el) && box[2] - box[0] >= MIN_PICKER_WIDTH && box[3] - box[1] >= MIN_PICKER_HEIGHT && isInView(picker);
});

// Takes the focus from a field beside an open calendar for a moment, and returns what the field reads then, as a struct
// FieldReading. The field matches if it has not lost the text: it may write a date in another way.
const leaveField = async text => {
  const { el, initial } = typing, unknown = { value: "", matches: true, known: false, label: "" };
  if (!el || el.tagName !== "INPUT" || el.list || activeElement() !== el || !/\d/.test(text) || !showsPicker(el)) return unknown;
  el.blur();
  await new Promise(done => nativeTimeout(done, LEAVE_MS));
  if (!el.isConnected) return unknown;
  const value = textValue(el), isLost = !value || value === initial && !readsAs(el, value, text);
  if (!activeElement() || activeElement() === document.body) el.focus({ preventScroll: true });
  rememberFocus();
  return { value: value.slice(0, 2000), matches: !isLost, known: true, label: describe(el) };
};

// Returns whether the focus is in a frame of this page.
const focusesFrame = () => FRAME_TAGS.has(activeElement()?.tagName);

const dispatchChange = el => {
  el.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Event("change", { bubbles: true }));
};

// Converts a date, time or colour as people write it ("05/17/2024", "3:30 pm", "red") to the value of a field.
const toFieldValue = (type, text) => {
  const trimmed = text.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  const eu = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  const two = part => part.padStart(2, "0");
  if (type === "date" && us) return `${us[3]}-${two(us[1])}-${two(us[2])}`;
  if (type === "date" && eu) return `${eu[3]}-${two(eu[2])}-${two(eu[1])}`;
  const clock = /^(\d{1,2}):(\d{2})\s*([ap])\.?m\.?$/i.exec(trimmed);
  if (type === "time" && clock) return two(String(Number(clock[1]) % 12 + (clock[3].toLowerCase() === "p" ? 12 : 0))) + ":" + clock[2];
  if (type === "color" && /^[a-z]+$/i.test(trimmed)) {
    const probe = new Option().style;
    probe.color = trimmed;
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = probe.color || "#000000";
    return probe.color ? context.fillStyle : trimmed;
  }
  return trimmed.replace(/^(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2})/, "$1T$2");
};

const setField = (locator, role, name, text) => {
  const el = fieldOf(find(locator, role, name));
  if (!el) return { value: "", matches: false, known: false, label: "" };
  el.focus({ preventScroll: true });
  const expected = toFieldValue(el.type, text);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(el, expected);
  const matches = el.type === "range" ? Number(el.value) === Number(expected) : el.value.toLowerCase() === expected.toLowerCase();
  if (matches || el.type === "range") dispatchChange(el);
  return { value: el.value, matches, known: true, label: `${el.type} field` };
};

const optionText = option => squeeze(option.label || option.text || option.value);

// Chooses options by text or value; returns the struct SelectResult of list_options.py. With `toggle`, an option of
// a multiple selection is unselected if it is selected.
const choose = (locator, role, name, texts, toggle) => {
  let el = find(locator, role, name);
  if (!el) return { kind: "gone", options: [], chosen: [], subject: "" };
  if (el.tagName === "OPTION") {
    const option = el;
    el = el.closest("select");
    if (!el) return chooseSuggestion(option, texts);
    if (toggle) texts = el.multiple ? [...el.selectedOptions].filter(o => o !== option).map(optionText) : [];
    if (toggle && !(el.multiple && option.selected)) return setOptions(el, new Set([...(el.multiple ? el.selectedOptions : []), option]));
  }
  if (el.tagName === "LABEL" && el.control) el = el.control;
  if (el.tagName === "INPUT" && el.list) return chooseSuggestion([...el.list.options].find(o => o.value === texts[0] || optionText(o) === texts[0]), texts, el);
  if (el.tagName !== "SELECT") return { kind: "other", options: [], chosen: [], subject: describe(el) };
  if (el.disabled) return { kind: "disabled", options: [], chosen: [], subject: describe(el) };
  const options = [...el.options];
  const picked = new Set();
  for (const text of texts) {
    const want = squeeze(text).toLowerCase();
    const match = options.find(o => optionText(o) === text || o.value === text) || options.find(o => optionText(o).toLowerCase() === want);
    if (!match || match.disabled) return { kind: "unknown", options: options.filter(o => !o.disabled).slice(0, 100).map(optionText), chosen: [], subject: text };
    picked.add(match);
  }
  if (picked.size > 1 && !el.multiple) return { kind: "single", options: [], chosen: [], subject: describe(el) };
  return setOptions(el, picked);
};

// The options that are shown anywhere on the page, with a locator each, as structs ReportedElement of frame_merge.py.
// Items of menus, which may do something irreversible, are not among them.
let optionsBefore = new WeakSet();
const shownOptions = () => [...allElements(document)].filter(el => el.matches("[role=option]") && isInView(el));
const describeOptions = options => options.map((el, i) => {
  const role = reportedRole(el), name = reportedName(el);
  return { locator: register(el, "option" + (i + 1), role, name), role, name };
});
// Notes which options are shown, and returns those of an open list: in it, or in what it says it controls.
const noteOptions = (locator, role, name) => {
  const options = shownOptions(), el = find(locator, role, name);
  optionsBefore = new WeakSet(options);
  const lists = el ? [el, ...["aria-controls", "aria-owns"].flatMap(attribute => (el.getAttribute(attribute) || "").split(/\s+/).map(id => id && document.getElementById(id)))].filter(Boolean) : [];
  return describeOptions(options.filter(option => lists.some(list => holds(list, option))));
};
// Returns the options that appeared since noteOptions.
const newOptions = () => describeOptions(shownOptions().filter(el => !optionsBefore.has(el)));

// Returns whether a text contains the name of an option as whole words.
const wordsOf = text => " " + text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim() + " ";
const namesOption = (text, name) => alphanumeric(name) ? wordsOf(text).includes(wordsOf(name)) : text.includes(name);
const DIALOGS = "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]";

// Returns the text of the chosen options that a combo box for several shows as items beside its search field.
const shownItems = (el, role) => {
  if (role !== "combobox" || !el.querySelector("input,textarea") || el.querySelector("[role=option]")) return "";
  const parts = [], texts = document.createTreeWalker(el, 4);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) if (isShown(node.parentElement)) parts.push(node.data);
  return squeeze(parts.join(" "));
};

// Returns the state of a list and of one of its options, as a struct ListState of listbox_selection.py. The page may have
// drawn the option again since.
const listState = (locator, role, name, option) => {
  const el = find(locator, role, name), noted = option ? owners.get(option.locator)?.deref() : null;
  if (!el) return { reads: "", is_marked: false, is_read: false, is_listed: false, is_open: false, in_dialog: false };
  const added = shownOptions().filter(each => !optionsBefore.has(each)), reads = squeeze(valueOf(el, role));
  const shown = noted && isInView(noted) ? noted : option ? added.find(each => reportedName(each) === option.name) : null;
  const states = shown ? statesOf(shown, option.role, getComputedStyle(shown), null) : [];
  return {
    reads, in_dialog: Boolean(el.closest(DIALOGS)), is_listed: Boolean(shown),
    is_open: Boolean(shown) || el.getAttribute("aria-expanded") !== "false" && added.length > 0,
    is_marked: states.includes("selected") || states.includes("checked"), is_read: Boolean(option) && namesOption(reads + " " + shownItems(el, role), option.name),
  };
};

const setOptions = (el, picked) => {
  if (el.disabled || [...picked].some(option => option.disabled)) return { kind: "disabled", options: [], chosen: [], subject: describe(el) };
  el.focus({ preventScroll: true });
  if (el.multiple) for (const option of el.options) option.selected = picked.has(option);
  else for (const option of picked) el.selectedIndex = option.index;
  dispatchChange(el);
  return { kind: "ok", options: [], chosen: [...el.selectedOptions].map(optionText), subject: "" };
};

// Chooses an option of the <datalist> of an input.
const chooseSuggestion = (option, texts, input) => {
  const el = input || option && [...document.querySelectorAll("input[list]")].find(i => i.list === option.parentElement);
  if (!option || !el) return { kind: "unknown", options: el && el.list ? [...el.list.options].map(o => o.value) : [], chosen: [], subject: texts[0] || "" };
  el.focus({ preventScroll: true });
  el.value = option.value;
  dispatchChange(el);
  return { kind: "ok", options: [], chosen: [el.value], subject: "" };
};

const canScroll = (el, horizontal) => {
  const style = getComputedStyle(el);
  const root = el === document.scrollingElement;
  if (!root && !/auto|scroll|hidden/.test(horizontal ? style.overflowX : style.overflowY)) return false;
  return horizontal ? el.scrollWidth > el.clientWidth + 1 : el.scrollHeight > el.clientHeight + 1;
};

// Returns whether an element can still move by more than `leastPx` in the direction of `by`.
const canMove = (el, horizontal, by, leastPx = 1) => {
  const [at, most] = horizontal ? [Math.abs(el.scrollLeft), el.scrollWidth - el.clientWidth] : [Math.abs(el.scrollTop), el.scrollHeight - el.clientHeight];
  return by < 0 ? at > leastPx : at < most - leastPx;
};
// A page that is only this much larger than the window, by a shadow or a margin, does not keep an area in it from scrolling.
const MARGIN_PX = 40;

// Returns the dialog in the middle of the view, or null.
const middleDialog = () => {
  let el = deepHit(innerWidth / 2, innerHeight / 2);
  for (; el && !(el.nodeType === 1 && el.matches(DIALOGS)); el = flatParent(el));
  return el || null;
};

// Returns the largest element that still scrolls in the direction of `by`, in the dialog in the middle of the view or around it,
// or null.
const dialogScroller = (horizontal, by) => {
  const dialog = middleDialog(), page = document.scrollingElement || document.documentElement;
  if (!dialog) return null;
  const areas = [...allElements(dialog), dialog];
  for (let el = flatParent(dialog); el; el = flatParent(el)) if (el.nodeType === 1 && el !== page && el !== document.body) areas.push(el);
  const moving = areas.filter(el => canScroll(el, horizontal) && canMove(el, horizontal, by) && !/hidden/.test(getComputedStyle(el).overflow));
  const size = el => el.clientWidth * el.clientHeight;
  return moving.reduce((best, el) => best && size(best) >= size(el) ? best : el, null);
};

// Returns an area of the dialog in front, or the page if it scrolls that way, otherwise its largest visible element that scrolls
// in the direction of `by`, or the largest that scrolls at all.
const biggestScroller = (horizontal, by) => {
  const page = document.scrollingElement || document.documentElement, inDialog = dialogScroller(horizontal, by);
  if (inDialog) return inDialog;
  if (canScroll(page, horizontal) && canMove(page, horizontal, by, MARGIN_PX)) return page;
  let best = null, area = 0, moves = false;
  for (const el of allElements(document)) {
    if (el === page || !canScroll(el, horizontal) || /hidden/.test(getComputedStyle(el).overflow)) continue;
    const box = meet(boxOf(el.getBoundingClientRect()), viewBox());
    const size = hasArea(box) ? (box[2] - box[0]) * (box[3] - box[1]) : 0;
    const isMovable = size > 0 && canMove(el, horizontal, by);
    if (isMovable > moves || isMovable === moves && size > area) { area = size; best = el; moves = isMovable; }
  }
  return moves || !canScroll(page, horizontal) ? best || page : page;
};

// Scrolls by dx or dy viewports; returns the struct ScrollResult of mouse_actions.py.
const scrollView = (locator, role, name, dx, dy) => {
  const horizontal = dx !== 0;
  let el = null;
  if (locator) {
    const element = find(locator, role, name);
    if (!element) return { kind: "gone", moved: 0, left: 0, x: 0, y: 0 };
    for (el = element.nodeType === 3 ? element.parentElement : element; el && !(el.nodeType === 1 && canScroll(el, horizontal)); el = flatParent(el));
  }
  el = el && el.nodeType === 1 ? el : biggestScroller(horizontal, dx || dy);
  const before = horizontal ? el.scrollLeft : el.scrollTop;
  const root = el === document.scrollingElement;
  const span = horizontal ? (root ? innerWidth : el.clientWidth) : (root ? innerHeight : el.clientHeight);
  const by = (horizontal ? dx : dy) * span;
  el.scrollBy({ left: horizontal ? by : 0, top: horizontal ? 0 : by, behavior: "instant" });
  const after = horizontal ? el.scrollLeft : el.scrollTop;
  const maxScroll = horizontal ? el.scrollWidth - span : el.scrollHeight - span;
  const box = meet(boxOf(el.getBoundingClientRect()), viewBox());
  const [x, y] = center(hasArea(box) ? box : viewBox());
  return { kind: after === before ? "still" : "ok", moved: Math.round(after - before), left: Math.round(by > 0 ? maxScroll - after : after), x, y, by };
};

const fileField = (locator, role, name) => {
  let el = find(locator, role, name);
  if (el && el.nodeType === 3) el = el.parentElement;
  if (!el) return null;
  if (el.tagName === "LABEL" && el.control) el = el.control;
  return el.tagName === "INPUT" && el.type === "file" ? el : el.querySelector("input[type=file]");
};

// Focuses an element without a click. Returns false if it does not take the focus.
const focusOnly = (locator, role, name) => {
  const el = fieldOf(find(locator, role, name));
  if (!el || !el.focus) return false;
  el.focus({ preventScroll: true });
  return activeElement() === el;
};
