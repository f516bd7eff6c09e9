"use strict";
// UI components, each with the class of the Android widget it imitates.

const ico = (name, css) => v("ImageView", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[name] ?? ICONS.help}"/></svg>`, css: `ico ${css ?? ""}`, quiet: true });
const col = (props, ...kids) => (props && !props.cls && typeof props === "object" && !Array.isArray(props) ? v("LinearLayout", { ...props, css: `col ${props.css ?? ""}` }, kids) : v("LinearLayout", { css: "col" }, props, kids));
const line = (props, ...kids) => (props && !props.cls && typeof props === "object" && !Array.isArray(props) ? v("LinearLayout", { ...props, css: `line ${props.css ?? ""}` }, kids) : v("LinearLayout", { css: "line" }, props, kids));
const text = (words, css, props) => v("TextView", { text: String(words), css, ...props });
const space = () => v("View", { css: "space", quiet: true });
const rule = () => v("View", { css: "rule", quiet: true });
/** An image: `look` is CSS for its background (a gradient, a data: URL) or SVG text. */
const picture = (desc, look, props) => v("ImageView", { desc, css: `picture ${props?.css ?? ""}`, ...(look.startsWith("<") ? { html: look } : { style: `background:${look}` }), ...props, ...(props?.css ? { css: `picture ${props.css}` } : {}) });
const avatar = (name, color) => v("View", { html: name.trim().slice(0, 1).toUpperCase() || "?", css: "avatar", style: `background:${color ?? tint(name)}`, quiet: true });
const tint = (name) => `hsl(${[...name].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7)} 45% 45%)`;

/** Layout of a screen: {bar, body, fab, bottom}; the body scrolls unless `still`. */
function page({ bar: head, body, fab: button, bottom, still, css, fromEnd, id, key }) {
  const inside = still ? v("FrameLayout", { css: `body still ${css ?? ""}` }, body) : v("ScrollView", { css: `body ${css ?? ""}`, scroll: "y", id: id ?? "content", key, fromEnd }, body);
  return v("LinearLayout", { css: "page" }, head, v("FrameLayout", { css: "stage" }, inside, button), bottom);
}

/** App bar: title, {back, actions, menu}; `menu` is [[label, tap], ...] under "More options". */
function bar(p, title, { back = p.frame !== front()?.frames[0], actions = [], menu = [], sub, close } = {}) {
  return v("ViewGroup", { css: "bar", id: "toolbar" },
    back && v("ImageButton", { id: "navigate_up", desc: close ? "Close" : "Navigate up", css: "icon-button", tap: () => { blur(); goBack(); } }, ico(close ? "close" : "back")),
    col({ css: "bar-title" }, text(title, "title-text", { id: "title" }), sub && text(sub, "soft small")),
    actions,
    menu.length && iconButton("more", "More options", () => p.menu(menu), { id: "more_options" }));
}

const iconButton = (icon, desc, tap, props) => v("ImageButton", { desc, tap, css: `icon-button ${props?.css ?? ""}`, enabled: props?.enabled, selected: props?.selected, id: props?.id }, ico(icon));
/** kind: filled | tonal | outlined | text */
const button = (label, tap, { kind = "filled", enabled = true, id, css, icon, desc } = {}) => v("Button", { text: label, desc, tap, enabled, id, css: `button ${kind} ${css ?? ""}` }, icon ? [ico(icon), v("View", { text: label, quiet: true })] : []);
const fab = (icon, desc, tap, css = "") => v("ImageButton", { desc, tap, css: `fab ${css}`, id: "fab" }, ico(icon));
/** A scrolling list of rows; in `page` pass plain rows instead, because its body scrolls. */
const list = (rows, { id = "list", css, fromEnd } = {}) => v("RecyclerView", { id, css: `list ${css ?? ""}`, scroll: "y", fromEnd }, rows);
const section = (words) => text(words, "section");

/** A row: title, sub, meta (right), lead and trail (nodes), tap, hold, swipe(direction) -> true if handled. */
function row({ title, sub, meta, lead, trail, tap, hold, swipe, selected, id, css, desc, strong, enabled }) {
  return v("LinearLayout", { css: `row ${css ?? ""}`, tap, hold, swipe, selected, id, desc, enabled },
    lead && (typeof lead === "string" ? ico(lead, "lead") : lead),
    col({ css: "row-text" }, title !== undefined && text(title, strong ? "strong" : "", { id: "title" }), sub && text(sub, "soft small", { id: "summary" })),
    meta && text(meta, "soft small meta"),
    trail);
}

/**
 * A text field bound to p.local[key] (first `value`), or to `value` and `change`. type: text | number | email | phone.
 * `opens`: the field has the focus when it appears. `picks`: its content is selected when it gets the focus.
 */
function field(p, key, { id = key, hint = "", value, change, password, lines, type = "text", submit: done, keep, max, css, icon, enabled, where, opens, picks } = {}) {
  const local = where ?? p.local;
  if (!change && local[key] === undefined) local[key] = value ?? "";
  return v("EditText", {
    id, key, hint, password, lines, type, max, enabled, keep, opens, picks, submit: done && (() => done(change ? undefined : local[key])), field: true, css: `field ${lines ? "lines" : ""} ${css ?? ""}`,
    value: change ? value : local[key], change: change ?? ((next) => { local[key] = next; }),
  });
}
/** A form field with its label above it. */
const labelled = (p, key, label, options) => col({ css: "labelled" }, text(label, "label"), field(p, key, { hint: label, ...options }));
const searchField = (p, key, hint, options) => line({ css: "search" }, ico("search"), field(p, key, { hint, keep: true, css: "plain", ...options }), (options?.change ? options.value : p.local[key]) && iconButton("close", "Clear text", () => { if (options?.change) options.change(""); else p.local[key] = ""; }, { id: "clear_search_button" }));

const toggle = (title, on, change, { sub, enabled, id, icon } = {}) => col({ css: "toggle" }, v("Switch", { text: title, checked: on, tap: () => change(!on), enabled, id, css: `switch ${icon ? "with-icon" : ""}` }), sub && text(sub, "soft small toggle-sub"));
const check = (label, on, change, { id, desc, css, enabled, strike } = {}) => v("CheckBox", { id, text: label, desc, checked: on, tap: () => change(!on), enabled, css: `check ${strike ? "strike" : ""} ${css ?? ""}` });
const radios = (options, value, change, { id } = {}) => v("RadioGroup", { css: "col" }, options.map((each) => { const [key, label] = Array.isArray(each) ? each : [each, each]; return v("RadioButton", { id, text: label, checked: key === value, tap: () => change(key), css: "radio" }); }));
/** A dropdown: its label, the current value, and a dialog of options. */
function select(p, label, value, options, change, { id } = {}) {
  const pairs = options.map((each) => (Array.isArray(each) ? each : [each, each]));
  const shown = pairs.find(([key]) => key === value)?.[1] ?? "";
  return v("Spinner", { id, text: shown, desc: label, css: "select", tap: () => p.choose(label, pairs, value, change) }, v("View", { html: `<small>${label}</small>`, css: "select-label", quiet: true }), v("View", { text: shown, css: "select-value", quiet: true }), ico("down"));
}
/** A slider with content description `desc` and a value between min and max; responds to taps and swipes. */
function slider(desc, value, { id, min = 0, max = 100, step = 1, change }) {
  const share = Math.max(0, Math.min(1, (value - min) / (max - min || 1)));
  return v("SeekBar", { id, desc, text: String(value), css: "slider", slide: { min, max, step, change }, style: `--share:${share}`, kids: [] });
}
const chips = (options, value, change, { id } = {}) => v("HorizontalScrollView", { css: "chips", scroll: "x", id: "chips" }, options.map((each) => { const [key, label] = Array.isArray(each) ? each : [each, each]; return v("RadioButton", { id, text: label, checked: key === value, selected: key === value, tap: () => change(key), css: "chip" }); }));
const tabs = (options, value, change, { id } = {}) => v("TabWidget", { css: "tabs" }, options.map(([key, label]) => v("TextView", { id: id ?? `${key}_tab`, text: label, selected: key === value, tap: () => change(key), css: "tab" })));
/** Tabs as [[key, icon, label, badge count], ...]. */
const bottomNav = (options, value, change) => v("FrameLayout", { css: "bottom-nav", id: "bottom_navigation" }, options.map(([key, icon, label, fresh]) => v("FrameLayout", { id: `navigation_${key}`, desc: fresh ? `${label}, ${fresh} new` : label, selected: key === value, tap: () => change(key), css: "bottom-item" }, ico(icon), fresh && v("View", { text: String(fresh), css: "bottom-badge", quiet: true }), v("View", { html: label, quiet: true }))));
const card = (props, ...kids) => v("FrameLayout", { ...props, css: `card ${props.css ?? ""}` }, kids);
const grid = (columns, kids, { id = "grid", css } = {}) => v("GridView", { id, css: `grid ${css ?? ""}`, style: `--columns:${columns}` }, kids);
const empty = (icon, words, sub) => col({ css: "empty" }, ico(icon), text(words), sub && text(sub, "soft small"));
const progress = (desc, share) => v("ProgressBar", { desc, css: "progress", style: `--share:${share}` });

// --- dialogs -----------------------------------------------------------------------------------

/** Ids of a dialog's buttons by their number, as in Android's AlertDialog: the last one is the positive button1. */
const BUTTON_IDS = [["button1"], ["button2", "button1"], ["button3", "button2", "button1"]];

function dialogNode(p, def) {
  const body = def.body ? def.body(def) : [];
  const answer = (tap) => () => { const before = p.frame.dialogs.length; if (tap && tap(def) === false) return; const at = p.frame.dialogs.indexOf(def); if (at >= 0 && before) p.frame.dialogs.splice(at, 1); blur(); };
  return v("FrameLayout", { css: "scrim", id: "touch_outside", tap: () => { if (!def.modal) { p.frame.dialogs.splice(p.frame.dialogs.indexOf(def), 1); blur(); } } },
    v("FrameLayout", { css: `dialog ${def.css ?? ""}`, solid: true },
      def.title && text(def.title, "dialog-title", { id: "alertTitle" }),
      def.text && text(def.text, "dialog-text", { id: "message" }),
      v("ScrollView", { css: "dialog-body", scroll: "y", id: "dialog_content" }, body),
      def.buttons.length && line({ css: "dialog-buttons" }, def.buttons.map(([label, tap], i) => button(label, answer(tap), { id: BUTTON_IDS[def.buttons.length - 1][i], kind: "text" })))));
}

/** Standard dialogs that a page can open. */
function dialogsFor(p) {
  const close = (def) => p.frame.dialogs.splice(p.frame.dialogs.indexOf(def), 1);
  return {
    field: (id, options) => field(p, id, options),
    confirm: (title, words, label, run) => p.dialog({ title, text: words, buttons: [["Cancel"], [label, () => { run(); }]] }),
    menu: (items) => p.dialog({ css: "menu", body: (def) => items.filter(Boolean).map(([label, run, options]) => v("LinearLayout", { id: "menu_item", css: "menu-item", enabled: options?.enabled, tap: () => { close(def); run(); } }, text(label))) }),
    choose: (title, options, value, change) => p.dialog({
      title, body: (def) => options.map((each) => { const [key, label] = Array.isArray(each) ? each : [each, each]; return v("CheckedTextView", { id: "text1", text: label, checked: key === value, css: "radio", tap: () => { close(def); change(key); } }); }), buttons: [["Cancel"]],
    }),
    prompt: (title, value, run, { hint = title, label = "OK", type } = {}) => p.dialog({
      title, body: (def) => field(p, "input", { hint, value, type, where: def.local, opens: true }), buttons: [["Cancel"], [label, (def) => { run(def.local.input); }]],
    }),
    pickTime: (value, run) => p.dialog({ title: "Select time", css: "time", body: (def) => timeBody(p, def, value), buttons: [["Cancel"], ["OK", (def) => takeTime(p, def, run)]] }),
    pickDate: (value, run) => p.dialog({ css: "date", body: (def) => dateBody(def, value || today(), p), buttons: [["Cancel"], ["OK", (def) => { run(def.local.day); }]] }),
  };
}

function timeBody(p, def, value) {
  const [hour, minute] = (value || clock()).split(":");
  return line({ css: "time-fields" }, col(field(p, "hour", { hint: "Hour", value: hour, type: "number", max: 2, where: def.local, opens: true, picks: true }), text("Hour", "soft small")), text(":", "colon"), col(field(p, "minute", { hint: "Minute", value: minute, type: "number", max: 2, where: def.local, picks: true }), text("Minute", "soft small")), def.local.wrong && text(def.local.wrong, "bad small"));
}

function takeTime(p, def, run) {
  const { hour, minute } = def.local;
  const fine = /^\d{1,2}$/.test(hour) && /^\d{1,2}$/.test(minute) && Number(hour) < 24 && Number(minute) < 60;
  if (!fine) { def.local.wrong = "Enter a valid time"; return false; }
  return run(`${two(Number(hour))}:${two(Number(minute))}`);
}

function dateBody(def, value, p) {
  def.local.day ??= value;
  def.local.month ??= value.slice(0, 7);
  const first = `${def.local.month}-01`;
  const shift = (months) => { const d = dateOf(first); d.setUTCMonth(d.getUTCMonth() + months); def.local.month = d.toISOString().slice(0, 7); };
  const now = Number(today().slice(0, 4));
  const years = () => dialogsFor(p).choose("Year", Array.from({ length: 111 }, (_, i) => String(now + 10 - i)), first.slice(0, 4), (year) => { def.local.month = `${year}${def.local.month.slice(4)}`; });
  const lead = (dateOf(first).getUTCDay() + 6) % 7;
  const last = dateOf(first); last.setUTCMonth(last.getUTCMonth() + 1, 0);
  const cells = Array.from({ length: last.getUTCDate() }, (_, i) => `${def.local.month}-${two(i + 1)}`);
  return [
    text(shortDate(def.local.day), "date-head"),
    line({ css: "date-nav" }, iconButton("left", "Previous month", () => shift(-1), { id: "prev" }), text(`${MONTHS[dateOf(first).getUTCMonth()]} ${first.slice(0, 4)}`, "strong", { id: "month", tap: years }), iconButton("right", "Next month", () => shift(1), { id: "next" })),
    v("GridView", { css: "days", id: "month_view" }, "MTWTFSS".split("").map((d) => v("View", { html: d, css: "day-name", quiet: true })), Array.from({ length: lead }, () => v("View", { quiet: true })),
      cells.map((day) => v("View", { id: "day", text: String(Number(day.slice(8))), desc: `${weekday(day)}, ${MONTHS[dateOf(day).getUTCMonth()]} ${Number(day.slice(8))}`, css: "day", selected: day === def.local.day, tap: () => { def.local.day = day; } }))),
  ];
}
