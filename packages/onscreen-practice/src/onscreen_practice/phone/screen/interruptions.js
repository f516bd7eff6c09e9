"use strict";
// Optional interruptions of real phones: permission dialogs, pop-ups, advertisements, low battery and calls. Their
// times depend only on the seed and the number of inputs, so the same steps lead to the same interruptions.

const INTERRUPTIONS = ["permissions", "popups", "ads", "lowbattery", "calls", "network"];
const isInterruptionEnabled = (name) => s.system.interruptions.includes(name);

/** Return a number from 0 to n-1 determined by the seed and a text. */
function seededNumber(what, n) {
  let hash = 2166136261;
  for (const c of `${s.seed} ${what}`) hash = Math.imul(hash ^ c.codePointAt(0), 16777619) >>> 0;
  return (hash >>> 8) % n;
}

/** Descriptions of permissions in the permission dialog, by permission name. */
const ASKED = {
  Camera: "take pictures and record video", Microphone: "record audio", Location: "access this device's location", Contacts: "access your contacts",
  Phone: "make and manage phone calls", "Call logs": "access your phone call logs", SMS: "send and view SMS messages", Calendar: "access your calendar", Notifications: "send you notifications",
  "Photos and videos": "access photos and videos on this device", Photos: "access photos and videos on this device", Music: "access music and audio on this device", Files: "access files on this device", "Nearby devices": "find, connect to and determine the position of nearby devices",
};
const WHILE_USED = new Set(["Camera", "Microphone", "Location"]);
const ADS = [["Super Farm 3", "Grow your village. Play free!", "#3b8f2a"], ["Crystal Match", "12,000 levels of fun", "#7b3fc4"], ["Loan in 5 minutes", "No questions asked", "#c4493f"], ["Castle Clash Heroes", "Defend your throne now", "#2a5f8f"]];

function isGranted(id, permission) {
  const key = `${id}:${permission}`;
  return !isInterruptionEnabled("permissions") || s.system.granted.includes(key) || ui.once.includes(key);
}

// --- scheduling ----------------------------------------------------------------------------------

function showInterruption(def) {
  if (ui.interruption) ui.pending.push(def);
  else ui.interruption = def;
}

function endInterruption() {
  ui.interruption = ui.pending.shift() ?? null;
}

/** Handle the launch of an application. */
function launched(id) {
  dropInterruptions((def) => def.app && def.app !== id);
  if (APPS[id].hidden) return;
  const visit = (ui.visits[id] = (ui.visits[id] ?? 0) + 1);
  if (isInterruptionEnabled("permissions")) {
    for (const permission of APPS[id].permissions) {
      const key = `${id}:${permission}`;
      if (!isGranted(id, permission) && (ui.asked[key] ?? 0) < 2 && !ui.pending.concat(ui.interruption ?? []).some((def) => def.key === key)) showInterruption({ kind: "permission", app: id, permission, key });
    }
  }
  if (isInterruptionEnabled("ads") && (visit + seededNumber(`ad ${id}`, 3)) % 3 === 0) showInterruption({ kind: "ad", app: id, ad: ADS[seededNumber(`which ad ${id} ${visit}`, ADS.length)] });
  if (isInterruptionEnabled("popups") && visit === 1 + seededNumber(`popup ${id}`, 2)) ui.due = { app: id, at: ui.inputs + 1 + seededNumber(`when ${id}`, 3), kind: ["rate", "update", "remind"][seededNumber(`popup of ${id}`, 3)] };
}

/** Interruptions that can be planned, each with the function that shows it over an application. */
const PLANNABLE = {
  call: (app, who) => showInterruption({ kind: "call", who }),
  ad: (app) => showInterruption({ kind: "ad", app, ad: ADS[seededNumber(`which ad ${app}`, ADS.length)] }),
  battery: () => { s.system.battery = 15; showInterruption({ kind: "battery" }); },
  rate: (app) => showInterruption({ kind: "rate", app }),
  update: (app) => showInterruption({ kind: "update", app }),
  remind: (app) => showInterruption({ kind: "remind", app }),
  network: (app) => { s.settings.global.wifi_on = "0"; showInterruption({ kind: "offline", app }); },
};

/** Show the planned interruption that is due, unless another one is open, a text is being entered, or no application is open. */
function showPlanned() {
  if (ui.interruption || ui.focus || !ui.front || APPS[ui.front].hidden) return;
  const at = ui.planned.findIndex((each) => ui.inputs >= each.at);
  if (at < 0) return;
  const [{ kind, who }] = ui.planned.splice(at, 1);
  PLANNABLE[kind](ui.front, who);
}

/** Record that the user accepted what an advertisement or a pop-up offered, such as "install Crystal Match". */
function accept(offer) {
  s.system.accepted.push(offer);
}

/** Add the call of an interruption to the call history; `kind` is incoming, missed or rejected. */
function logCall(who, kind, seconds) {
  s.phone.calls.unshift({ id: newId(), number: who.phone, kind, at: moment(), seconds });
}

/** After an input, show the interruption that is due. */
function triggerDueInterruptions() {
  ui.inputs += 1;
  showPlanned();
  if (ui.due && ui.inputs >= ui.due.at && ui.front === ui.due.app && !ui.focus && !ui.interruption) { showInterruption(ui.due); ui.due = null; }
  if (isInterruptionEnabled("lowbattery") && !ui.warned && ui.inputs >= 5 + seededNumber("battery", 6)) { ui.warned = true; s.system.battery = 15; showInterruption({ kind: "battery" }); }
  if (isInterruptionEnabled("network") && !ui.dropped && ui.front && !APPS[ui.front].hidden && !ui.focus && ui.inputs >= 4 + seededNumber("network", 6)) { ui.dropped = true; PLANNABLE.network(ui.front); }
  if (isInterruptionEnabled("calls") && ui.inputs % 60 === 8 + seededNumber("call", 8)) showInterruption({ kind: "call", who: s.people[seededNumber(`caller ${ui.inputs}`, s.people.length)] });
  if (ui.interruption?.kind === "call" && (ui.interruption.rings = (ui.interruption.rings ?? 0) + 1) > 12) closeInterruption();
}

/** Handle Back: close the interruption; a permission dialog counts as refused, a call as missed. */
function closeInterruption() {
  const { kind, key, who } = ui.interruption;
  if (kind === "permission") ui.asked[key] = (ui.asked[key] ?? 0) + 1;
  if (kind === "call") logCall(who, "missed", 0);
  if (kind === "talking") logCall(who, "incoming", Math.floor((s.system.now - ui.interruption.since) / 1000));
  if (kind === "call" && APPS.phone) notify("phone", "Missed call", who.first ? `${who.first} ${who.last}` : who.phone);
  endInterruption();
}

/** Handle Home: close interruptions that belong to the application. */
function homeInterruption() {
  dropInterruptions((def) => def.kind !== "call");
}

function dropInterruptions(which) {
  ui.pending = ui.pending.filter((def) => !which(def));
  if (ui.interruption && which(ui.interruption)) endInterruption();
}

// --- rendering ------------------------------------------------------------------------------------

function interruptionWindows(p) {
  if (!ui.interruption) return [];
  const [pack, node] = INTERRUPTION_LOOKS[ui.interruption.kind](ui.interruption);
  return [["interruption", node, p.frame, pack ?? APPS[ui.interruption.app].package]];
}

const overlayDialog = (css, ...kids) => v("FrameLayout", { css: "scrim", solid: true }, v("FrameLayout", { css: `dialog ${css}`, solid: true }, kids));
const twoButtonDialog = (title, words, no, yes, run) => overlayDialog("", text(title, "dialog-title", { id: "alertTitle" }), text(words, "dialog-text", { id: "message" }), line({ css: "dialog-buttons" }, button(no, endInterruption, { kind: "text", id: "button2" }), button(yes, () => { endInterruption(); run(); }, { kind: "text", id: "button1" })));

const INTERRUPTION_LOOKS = {
  permission({ app: id, permission, key }) {
    const asked = () => { ui.asked[key] = (ui.asked[key] ?? 0) + 1; endInterruption(); };
    const always = () => { s.system.granted.push(key); endInterruption(); };
    const choice = (label, tap, id) => button(label, tap, { kind: "tonal", css: "wide", id });
    return ["com.android.permissioncontroller", overlayDialog("asks center",
      ico(APPS[id].icon, "asks-icon"),
      text(`Allow ${APPS[id].name} to ${ASKED[permission] ?? `use ${permission.toLowerCase()}`}?`, "asks-text", { id: "permission_message" }),
      WHILE_USED.has(permission)
        ? [choice("While using the app", always, "permission_allow_foreground_only_button"), choice("Only this time", () => { ui.once.push(key); endInterruption(); }, "permission_allow_one_time_button")]
        : choice("Allow", always, "permission_allow_button"),
      choice("Don't allow", asked, "permission_deny_button"))];
  },
  rate({ app: id }) {
    const thanks = () => { endInterruption(); accept(`rate ${id}`); ui.toast = { text: "Thanks for rating", ttl: 3 }; };
    return [null, overlayDialog("center", text(`Enjoying ${APPS[id].name}?`, "dialog-title"), text("Tap a star to rate it", "dialog-text"),
      line({ css: "center" }, [1, 2, 3, 4, 5].map((stars) => iconButton("starOff", `Rate ${stars} star${stars > 1 ? "s" : ""}`, thanks, { id: "rating_star" }))), line({ css: "dialog-buttons" }, button("Not now", endInterruption, { id: "not_now_button", kind: "text" })))];
  },
  update: ({ app: id }) => [null, twoButtonDialog("Update available", `A new version of ${APPS[id].name} is ready to install.`, "Later", "Update", () => { accept(`update ${id}`); ui.toast = { text: "Updating in the background", ttl: 3 }; })],
  remind: ({ app: id }) => [null, twoButtonDialog("Turn on notifications?", `Get reminders and news from ${APPS[id].name}.`, "No thanks", "Turn on", () => { accept(`notify ${id}`); ui.toast = { text: "Notifications turned on", ttl: 3 }; })],
  offline: ({ app: id }) => ["com.android.systemui", twoButtonDialog("No internet connection", `Wi-Fi was switched off, so ${APPS[id].name} cannot reach its server.`, "Continue offline", "Turn on Wi-Fi", () => { s.settings.global.wifi_on = "1"; })],
  battery: () => ["com.android.systemui", twoButtonDialog("Low battery", `${s.system.battery}% remaining. Turn on Battery Saver to extend battery life.`, "No thanks", "Turn on", () => { s.settings.global.low_power = "1"; })],
  ad({ app: id, ad: [name, words, color] }) {
    return [null, v("FrameLayout", { id: "ad", css: "ad", solid: true, tap: () => { ui.interruption = { kind: "store", app: id, name, color }; }, style: `--app:${color}` },
      text("Advertisement", "ad-mark"), v("ImageButton", { id: "close_ad_button", desc: "Close ad", css: "ad-close", tap: endInterruption }, ico("close")),
      col({ css: "ad-words" }, text(name, "ad-name"), text(words), button("Install", () => { ui.interruption = { kind: "store", app: id, name, color }; }, { id: "install_button" })))];
  },
  store: ({ name, color }) => ["org.practice.store", v("FrameLayout", { css: "window store", solid: true },
    v("ViewGroup", { css: "bar" }, v("ImageButton", { id: "navigate_up_button", desc: "Navigate up", css: "icon-button", tap: endInterruption }, ico("back"))),
    col({ css: "pad gap" }, line(v("View", { css: "avatar", style: `background:${color}`, html: name[0], quiet: true }), col(text(name, "big"), text("Contains ads", "soft small"))), text("4.1 stars, 12K reviews", "soft"), button("Install", () => { accept(`install ${name}`); ui.toast = { text: "No connection to the store", ttl: 3 }; }, { id: "install_button", css: "wide" })))],
  call({ who }) {
    const name = `${who.first} ${who.last}`;
    return ["com.android.systemui", v("FrameLayout", { css: "heads-up", solid: true, swipe: (way) => way === "up" && (closeInterruption(), true) },
      line(avatar(name), col({ css: "grow" }, text(name, "strong"), text(`Incoming call, ${who.phone}`, "soft small"))),
      line({ css: "call-buttons" }, button("Decline", () => { logCall(who, "rejected", 0); endInterruption(); }, { id: "decline_button", css: "danger" }), button("Answer", () => { ui.interruption = { kind: "talking", who, since: s.system.now }; }, { id: "answer_button", css: "answer" })))];
  },
  talking({ who, since }) {
    const name = `${who.first} ${who.last}`;
    const passed = Math.floor((s.system.now - since) / 1000);
    return ["com.android.dialer", v("FrameLayout", { css: "window talking", solid: true }, col({ css: "empty" }, avatar(name), text(name, "big"), text(who.phone), text(`${two(Math.floor(passed / 60))}:${two(passed % 60)}`, "soft")),
      line({ css: "center" }, button("End call", () => { closeInterruption(); ui.toast = { text: "Call ended", ttl: 3 }; }, { id: "end_call_button", css: "danger", icon: "hangup" })))];
  },
};

/** Banner at the bottom of an application with advertisements. */
function adBanner(id) {
  if (!isInterruptionEnabled("ads") || APPS[id].hidden || ui.noBanner[id]) return null;
  const [name, , color] = ADS[seededNumber(`banner ${id}`, ADS.length)];
  return v("FrameLayout", { id: "ad_banner", css: "banner", solid: true, tap: () => showInterruption({ kind: "store", app: id, name, color }) }, text("Ad", "ad-mark"), text(name, "grow strong"), text("Install", "small"), v("ImageButton", { id: "close_banner_button", desc: "Close banner", css: "ad-close", tap: () => { ui.noBanner[id] = true; } }, ico("close")));
}
