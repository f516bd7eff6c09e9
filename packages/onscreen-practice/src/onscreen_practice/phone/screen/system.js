"use strict";
// System UI: status bar, navigation bar, notifications, recent applications and toasts.

const SYSTEM_UI = "com.android.systemui";

function systemWindows(p) {
  const night = ui.front ? "" : "over";
  const all = [];
  if (keyboardShown()) all.push(["keyboard", keyboard(), p.frame]);
  if (ui.focus?.tools) all.push(["tools", textTools(), p.frame]);
  if (ui.toast && !ui.toast.label) all.push(["toast", toastNode(), p.frame]);
  all.push(...interruptionWindows(p));
  if (ui.headsUp && !ui.shade) all.push(["heads-up", headsUp(ui.headsUp.note), p.frame]);
  if (ui.recents) all.push(["recents", recents(), ui.recentsFrame, SYSTEM_UI]);
  if (ui.shade) all.push(["shade", shade(), ui.shadeFrame, SYSTEM_UI]);
  all.push(["nav", navBar(night), p.frame], ["status", statusBar(night), p.frame]);
  const dim = 0.55 * (1 - Number(s.settings.system.screen_brightness ?? 128) / 100);
  if (dim > 0.01) all.push(["veil", v("View", { css: "veil", style: `opacity:${dim.toFixed(3)}`, quiet: true }), p.frame]);
  if (!ui.awake) all.push(["off", v("FrameLayout", { css: "asleep" }), p.frame]);
  return all;
}

function statusBar(css) {
  const { global } = s.settings;
  const air = global.airplane_mode_on === "1";
  return v("FrameLayout", { css: `status ${css}`, quiet: true }, text(formatTime(), "status-clock"), space(),
    s.notifications.length > 0 && ico("bell"), !["0", undefined].includes(s.settings.global.zen_mode) && ico("dnd"), global.bluetooth_on === "1" && ico("bluetooth"), air ? ico("airplane") : [global.wifi_on === "1" && ico("wifi"), ico("signal")], ico(global.low_power === "1" ? "batterySaver" : "battery", global.low_power === "1" ? "saver" : ""), text(`${s.system.battery}%`, "small"));
}

function navBar(css) {
  return v("FrameLayout", { css: `nav ${css}`, quiet: true }, iconButton("navback", "Back", goBack, { id: "back" }), iconButton("navhome", "Home", goHome, { id: "home" }), iconButton("navrecents", "Overview", KEYS[187], { id: "recent_apps" }));
}

const toastNode = (shown = ui.toast) => v("FrameLayout", { css: `toast ${ui.toast.label ? "snack" : ""}` }, text(ui.toast.text), ui.toast.label && button(ui.toast.label, () => { ui.toast = null; shown.tap(); }, { id: "snackbar_action", kind: "text" }));

// --- notifications and quick settings ----------------------------------------------------------

function shade() {
  const flip = (key, icon, label) => v("Switch", { id: `${key}_tile`, text: label, desc: label, checked: s.settings.global[key] === "1", css: "tile", tap: () => { s.settings.global[key] = s.settings.global[key] === "1" ? "0" : "1"; } }, ico(icon), v("View", { html: label, quiet: true }));
  return v("FrameLayout", { css: "shade", solid: true, swipe: (way) => way === "up" && ((ui.shade = false), true) },
    line({ css: "shade-head" }, text(formatTime(), "shade-clock"), text(shortDate(today()), "soft")),
    v("GridView", { css: "tiles" }, flip("wifi_on", "wifi", "Wi-Fi"), flip("bluetooth_on", "bluetooth", "Bluetooth"), flip("zen_mode", "dnd", "Do Not Disturb"), flip("airplane_mode_on", "airplane", "Airplane mode"), flip("flashlight", "flashlight", "Flashlight"), flip("auto_rotate", "rotate", "Auto-rotate")),
    slider("Display brightness", Number(s.settings.system.screen_brightness ?? 128), { id: "brightness_slider", min: 1, max: 255, change: (next) => { s.settings.system.screen_brightness = String(next); } }),
    v("ScrollView", { css: "notes", scroll: "y", id: "notification_stack" }, s.notifications.map(notificationNode)),
    s.notifications.length ? button("Clear all", () => { s.notifications = []; ui.shade = false; }, { kind: "text", id: "clear_all" }) : empty("bell", "No notifications"));
}

const LONG_TEXT = 60;

function notificationNode(note) {
  const drop = () => { s.notifications = s.notifications.filter((each) => each !== note); };
  const long = note.text.length > LONG_TEXT || note.text.includes("\n");
  const wide = ui.expanded === note.id;
  const expand = () => { ui.expanded = wide ? null : note.id; };
  return v("FrameLayout", { css: "note", tap: () => openNote(note), id: "expandableNotificationRow", swipe: (way) => (way === "left" || way === "right" ? (drop(), true) : way === "down" && long && !wide && (expand(), true)) },
    line(ico(APPS[note.app].icon, "tiny"), text(APPS[note.app].name, "soft small"), text(formatTime(note.at.slice(11)), "soft small"), space(), long && iconButton(wide ? "up" : "down", `${wide ? "Collapse" : "Expand"} ${note.title}`, expand, { id: "expand_button", css: "note-expand" })),
    text(note.title, "strong"), text(note.text, wide ? "" : "note-text"));
}

function openNote(note) {
  s.notifications = s.notifications.filter((each) => each !== note);
  ui.shade = false;
  ui.headsUp = null;
  openApp(note.app, note.args.screen, note.args);
}

/** Heads-up notification over another application; not part of the active window. */
function headsUp(note) {
  return v("FrameLayout", { id: "heads_up", css: "heads-up", solid: true, quiet: true, tap: () => openNote(note), swipe: () => ((ui.headsUp = null), true) }, line(ico(APPS[note.app].icon, "tiny"), text(APPS[note.app].name, "soft small")), text(note.title, "strong"), text(note.text, "note-text"));
}

const RECENTS_MARGIN = 190; // height of the system bars, the names and the button around the pictures

function recents() {
  const scale = Math.max(0, Math.min(0.6, 1 - RECENTS_MARGIN / (shownSize[1] / ratio)));
  const [width, height] = shownSize.map((side) => Math.round((scale * side) / ratio));
  const cards = ui.tasks.map((task) => {
    const drop = () => { ui.tasks = ui.tasks.filter((each) => each !== task); if (ui.front === task.app) ui.front = null; };
    return v("FrameLayout", { id: "task", css: "recent", desc: APPS[task.app].name, tap: () => openApp(task.app), swipe: (way) => way === "up" && (drop(), true) }, line({ css: "recent-head", quiet: true }, ico(APPS[task.app].icon), v("View", { html: APPS[task.app].name, quiet: true })), v("View", { css: "recent-screen", quiet: true, style: `width:${width}px;height:${height}px`, picture: task.picture, width }));
  });
  return v("FrameLayout", { id: "recents", css: "recents", solid: true, tap: goHome }, cards.length ? v("HorizontalScrollView", { css: "recent-row", scroll: "x", id: "overview_panel" }, cards) : text("No recent items", "recent-none"),
    cards.length > 0 && button("Clear all", () => { ui.tasks = []; goHome(); }, { id: "clear_all", kind: "tonal" }));
}
