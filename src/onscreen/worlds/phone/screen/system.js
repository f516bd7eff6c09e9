"use strict";
// What the system itself draws: status bar, navigation bar, keyboard, notifications, recent applications, toasts, the launcher.

function systemWindows(p) {
  const night = ui.front ? "" : "over";
  const all = [];
  if (ui.focus) all.push(["keyboard", keyboard(), p.frame]);
  if (ui.toast) all.push(["toast", toastNode(), p.frame]);
  all.push(...troubleWindows(p));
  if (ui.recents) all.push(["recents", recents(), ui.recentsFrame]);
  if (ui.shade) all.push(["shade", shade(), ui.shadeFrame]);
  all.push(["nav", navBar(night), p.frame], ["status", statusBar(night), p.frame]);
  if (!ui.awake) all.push(["off", v("FrameLayout", { css: "asleep" }), p.frame]);
  return all;
}

function statusBar(css) {
  const { global } = s.settings;
  const air = global.airplane_mode_on === "1";
  return v("FrameLayout", { css: `status ${css}`, quiet: true }, text(clock(), "status-clock"), space(),
    s.notifications.length > 0 && ico("bell"), s.settings.global.zen_mode === "1" && ico("dnd"), global.bluetooth_on === "1" && ico("bluetooth"), air ? ico("airplane") : [global.wifi_on === "1" && ico("wifi"), ico("signal")], ico("battery"), text(`${s.system.battery}%`, "small"));
}

function navBar(css) {
  return v("FrameLayout", { css: `nav ${css}`, quiet: true }, iconButton("navback", "Back", goBack), iconButton("navhome", "Home", goHome), iconButton("navrecents", "Overview", KEYS[187]));
}

const toastNode = () => v("FrameLayout", { css: `toast ${ui.toast.label ? "snack" : ""}` }, text(ui.toast.text), ui.toast.label && button(ui.toast.label, () => { const run = ui.toast.tap; ui.toast = null; run(); }, { kind: "text" }));

// --- keyboard ----------------------------------------------------------------------------------

const LAYERS = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  signs: ["1234567890", "@#$_&-+()/", "*\"':;!?"],
  numbers: ["123", "456", "789", "*0.", "+-/,"],
};

function keyboard() {
  const { type } = ui.focus;
  const layer = type === "number" || type === "phone" ? "numbers" : ui.focus.layer;
  const key = (label, run, css) => v("Button", { text: label, css: `key ${css ?? ""}`, tap: run });
  const write = (c) => () => { edit(ui.focus.shift ? c.toUpperCase() : c); if (ui.focus) ui.focus.shift = false; };
  const rows = LAYERS[layer].map((chars, i) => {
    const keys = [...chars].map((c) => key(ui.focus.shift ? c.toUpperCase() : c, write(c)));
    if (layer === "letters" && i === 2) keys.unshift(key("⇧", () => { ui.focus.shift = !ui.focus.shift; }, `wide ${ui.focus.shift ? "lit" : ""}`));
    if (i === LAYERS[layer].length - 1 || (layer !== "numbers" && i === 2)) keys.push(key("⌫", () => erase(true), "wide"));
    return line({ css: "keys" }, keys);
  });
  const swap = key(layer === "letters" ? "?123" : "ABC", () => { ui.focus.layer = layer === "letters" ? "signs" : "letters"; }, "wide");
  const enter = key("⏎", () => typeText("\n"), "wide enter");
  rows.push(line({ css: "keys" }, layer === "numbers" ? [] : [swap, key(",", write(","))], key(" ", write(" "), "bar-key"), layer === "numbers" ? [] : key(".", write(".")), enter));
  return v("FrameLayout", { css: "keyboard", solid: true, quiet: true }, rows);
}

// --- notifications and quick settings ----------------------------------------------------------

function shade() {
  const flip = (key, icon, label) => v("Switch", { text: label, desc: label, checked: s.settings.global[key] === "1", css: "tile", tap: () => { s.settings.global[key] = s.settings.global[key] === "1" ? "0" : "1"; } }, ico(icon), v("View", { html: label, quiet: true }));
  return v("FrameLayout", { css: "shade", solid: true, swipe: (way) => way === "up" && ((ui.shade = false), true) },
    line({ css: "shade-head" }, text(clock(), "shade-clock"), text(shortDate(today()), "soft")),
    v("GridView", { css: "tiles" }, flip("wifi_on", "wifi", "Wi-Fi"), flip("bluetooth_on", "bluetooth", "Bluetooth"), flip("zen_mode", "dnd", "Do Not Disturb"), flip("airplane_mode_on", "airplane", "Airplane mode"), flip("flashlight", "flashlight", "Flashlight"), flip("auto_rotate", "rotate", "Auto-rotate")),
    v("ScrollView", { css: "notes", scroll: "y", id: "notification_stack" }, s.notifications.map(notificationNode)),
    s.notifications.length ? button("Clear all", () => { s.notifications = []; ui.shade = false; }, { kind: "text", id: "clear_all" }) : empty("bell", "No notifications"));
}

function notificationNode(note) {
  const drop = () => { s.notifications = s.notifications.filter((each) => each !== note); };
  const open = () => { drop(); ui.shade = false; openApp(note.app, note.args.screen, note.args); };
  return v("FrameLayout", { css: "note", tap: open, id: "expandableNotificationRow", swipe: (way) => (way === "left" || way === "right") && (drop(), true) },
    line(ico(APPS[note.app].icon, "tiny"), text(APPS[note.app].name, "soft small"), text(note.at.slice(11), "soft small")), text(note.title, "strong"), text(note.text));
}

function recents() {
  const cards = ui.tasks.map((task) => {
    const drop = () => { ui.tasks = ui.tasks.filter((each) => each !== task); if (ui.front === task.app) ui.front = null; };
    return v("FrameLayout", { css: "recent", desc: APPS[task.app].name, tap: () => openApp(task.app), swipe: (way) => way === "up" && (drop(), true), style: `--app:${APPS[task.app].color}` }, ico(APPS[task.app].icon), v("View", { html: APPS[task.app].name, quiet: true }));
  });
  return v("FrameLayout", { css: "recents", solid: true, tap: goHome }, cards.length ? v("HorizontalScrollView", { css: "recent-row", scroll: "x", id: "overview_panel" }, cards) : text("No recent items", "recent-none"),
    cards.length > 0 && button("Clear all", () => { ui.tasks = []; goHome(); }, { kind: "tonal" }));
}

// --- the launcher ------------------------------------------------------------------------------

const DOCK = ["phone", "messages", "browser", "camera"];
const tile = (definition) => v("TextView", { text: definition.name, desc: definition.name, css: "app-icon", tap: () => openApp(definition.id) }, v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[definition.icon] ?? ICONS.help}"/></svg>`, css: "app-face", style: `background:${definition.color}`, quiet: true }), v("View", { html: definition.name, css: "app-name", quiet: true }));

app({
  id: "launcher", name: "Launcher", icon: "home", color: "#334", start: "launcher", hidden: true,
  screens: {
    launcher(p) {
      const there = Object.values(APPS).filter((each) => !each.hidden);
      if (p.local.drawer) return drawer(p, there);
      return v("FrameLayout", { css: "launcher", id: "workspace" },
        col({ css: "glance" }, text(clock(), "glance-clock"), text(shortDate(today()), "glance-date")),
        v("GridView", { css: "icons", id: "page" }, there.filter((each) => !DOCK.includes(each.id)).map(tile)),
        v("FrameLayout", { css: "dock", id: "hotseat" }, DOCK.filter((id) => APPS[id]).map((id) => tile(APPS[id]))));
    },
  },
});

function drawer(p, there) {
  const words = p.local.find ?? "";
  const found = there.filter((each) => has(each.name, words)).sort((a, b) => a.name.localeCompare(b.name));
  return v("FrameLayout", { css: "drawer", swipe: (way) => way === "down" && ((p.local.drawer = false), true) }, searchField(p, "find", "Search apps"),
    found.length ? v("GridView", { css: "icons", id: "apps_list" }, found.map(tile)) : empty("search", `No apps found matching "${words}"`));
}
