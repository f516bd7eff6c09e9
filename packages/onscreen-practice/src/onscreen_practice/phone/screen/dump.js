"use strict";
// View hierarchy of the active window, in the format of `uiautomator dump`.

const WIDGETS = new Set(["Button", "CheckBox", "EditText", "FrameLayout", "GridView", "HorizontalScrollView", "ImageButton", "ImageView", "LinearLayout", "ListView", "ProgressBar", "RadioButton", "RadioGroup", "RelativeLayout", "ScrollView", "SeekBar", "Spinner", "Switch", "TabWidget", "TextView", "ToggleButton", "CheckedTextView", "VideoView"]);
const OTHER = { RecyclerView: "androidx.recyclerview.widget.RecyclerView", WebView: "android.webkit.WebView", View: "android.view.View", ViewGroup: "android.view.ViewGroup" };
const classOf = (cls) => (WIDGETS.has(cls) ? `android.widget.${cls}` : OTHER[cls] ?? "android.view.View");
const CHECKABLE = new Set(["CheckBox", "Switch", "RadioButton", "ToggleButton", "CheckedTextView"]);

function quoted(text) {
  return String(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ".").replace(/[&<>"\n\t\r]/g, (c) => `&#${c.charCodeAt(0)};`)
    .replaceAll("&#38;", "&amp;").replaceAll("&#60;", "&lt;").replaceAll("&#62;", "&gt;").replaceAll("&#34;", "&quot;");
}

function within(el, clip) {
  const box = el.getBoundingClientRect();
  return { left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom) };
}

/** Whether the content of an element is larger than the element, so that it can be scrolled. */
const overflows = (el) => (el.node.scroll !== "y" && el.scrollWidth > el.clientWidth + 1) || (el.node.scroll !== "x" && el.scrollHeight > el.clientHeight + 1);

function attributesOf(n, box, index, pack, scrollable = false) {
  const field = n.field;
  const shown = field ? (n.password ? "•".repeat(String(n.value ?? "").length) : String(n.value ?? "")) || n.hint || "" : n.text ?? "";
  const id = n.id ? `${pack}:id/${n.id}` : "";
  const px = (value) => Math.round(value * ratio);
  const yes = (value) => (value ? "true" : "false");
  const clickable = n.tap || field || n.slide;
  const all = [
    ["index", index], ["text", shown], ["resource-id", id], ["class", classOf(n.cls)], ["package", pack], ["content-desc", n.desc ?? ""],
    ["checkable", yes(CHECKABLE.has(n.cls))], ["checked", yes(n.checked)], ["clickable", yes(clickable)], ["enabled", yes(n.enabled !== false)],
    ["focusable", yes(clickable)], ["focused", yes(field && ui.focus?.id === n.key)], ["scrollable", yes(scrollable)], ["long-clickable", yes(n.hold || field)],
    ["password", yes(n.password)], ["selected", yes(n.selected)],
    ["bounds", `[${px(box.left)},${px(box.top)}][${px(box.right)},${px(box.bottom)}]`],
  ];
  if (field) all.push(["hint", n.hint ?? ""]);
  return all.map(([name, value]) => `${name}="${quoted(value)}"`).join(" ");
}

function write(el, clip, index, pack, compressed) {
  const n = el.node;
  const box = within(el, clip);
  if (!n || n.quiet || box.right - box.left < 1 || box.bottom - box.top < 1) return "";
  const inner = n.scroll || n.clip ? box : clip;
  let count = 0;
  const lines = [];
  for (const kid of el.children) {
    const text = write(kid, inner, count, pack, compressed);
    if (text) { lines.push(text); count += 1; }
  }
  const bare = !(n.text || n.desc || n.id || n.tap || n.field || n.scroll || n.slide || n.hold);
  if (compressed && bare) return lines.join("");
  const attributes = attributesOf(n, box, index, pack, Boolean(n.scroll) && overflows(el));
  return lines.length ? `<node ${attributes}>${lines.join("")}</node>` : `<node ${attributes} />`;
}

function dumpTree(compressed) {
  const el = activeWindow();
  if (!el || !ui.awake) return "";
  const pack = el.dataset.pack ?? APPS[ui.front ?? "launcher"].package;
  const clip = { left: 0, top: 0, right: shownSize[0] / ratio, bottom: shownSize[1] / ratio };
  const inside = write(el, clip, 0, pack, compressed);
  // As on Android, application windows extend under the system bars.
  const whole = el.dataset.window === "app" ? `<node ${attributesOf(v("FrameLayout", {}), clip, 0, pack)}>${inside}</node>` : inside;
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${s.system.rotation}">${whole}</hierarchy>`;
}
