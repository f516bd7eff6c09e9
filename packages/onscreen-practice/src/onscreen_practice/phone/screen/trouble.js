"use strict";
// What gets in the way on real phones, when switched on: questions of permission, pop-ups, advertisements, a low
// battery, calls. When each comes follows from the seed and from the count of inputs, so the same steps meet the same.

const TROUBLES = ["permissions", "popups", "ads", "lowbattery", "calls"];
const troubled = (name) => s.system.troubles.includes(name);

/** A number from 0 to n-1 that is always the same for this seed and this text. */
function lot(what, n) {
  let hash = 2166136261;
  for (const c of `${s.seed} ${what}`) hash = Math.imul(hash ^ c.codePointAt(0), 16777619) >>> 0;
  return (hash >>> 8) % n;
}

/** What an application may do once the question was answered with yes. */
const ASKED = {
  Camera: "take pictures and record video", Microphone: "record audio", Location: "access this device's location", Contacts: "access your contacts",
  Phone: "make and manage phone calls", "Call logs": "access your phone call logs", SMS: "send and view SMS messages", Calendar: "access your calendar", Notifications: "send you notifications",
  "Photos and videos": "access photos and videos on this device", Photos: "access photos and videos on this device", Music: "access music and audio on this device", Files: "access files on this device", "Nearby devices": "find, connect to and determine the position of nearby devices",
};
const WHILE_USED = new Set(["Camera", "Microphone", "Location"]);
const ADS = [["Super Farm 3", "Grow your village. Play free!", "#3b8f2a"], ["Crystal Match", "12,000 levels of fun", "#7b3fc4"], ["Loan in 5 minutes", "No questions asked", "#c4493f"], ["Castle Clash Heroes", "Defend your throne now", "#2a5f8f"]];

function isGranted(id, permission) {
  const key = `${id}:${permission}`;
  return !troubled("permissions") || s.system.granted.includes(key) || ui.once.includes(key);
}

// --- when they come ------------------------------------------------------------------------------

function meet(def) {
  if (ui.trouble) ui.pending.push(def);
  else ui.trouble = def;
}

function leave() {
  ui.trouble = ui.pending.shift() ?? null;
}

/** An application came to the front. */
function launched(id) {
  dropTroubles((def) => def.app && def.app !== id);
  if (APPS[id].hidden) return;
  const visit = (ui.visits[id] = (ui.visits[id] ?? 0) + 1);
  if (troubled("permissions")) {
    for (const permission of APPS[id].permissions) {
      const key = `${id}:${permission}`;
      if (!isGranted(id, permission) && (ui.asked[key] ?? 0) < 2 && !ui.pending.concat(ui.trouble ?? []).some((def) => def.key === key)) meet({ kind: "permission", app: id, permission, key });
    }
  }
  if (troubled("ads") && (visit + lot(`ad ${id}`, 3)) % 3 === 0) meet({ kind: "ad", app: id, ad: ADS[lot(`which ad ${id} ${visit}`, ADS.length)] });
  if (troubled("popups") && visit === 1 + lot(`popup ${id}`, 2)) ui.due = { app: id, at: ui.inputs + 1 + lot(`when ${id}`, 3), kind: ["rate", "update", "remind"][lot(`popup of ${id}`, 3)] };
}

/** An input was dealt with: see what is due. */
function ticked() {
  ui.inputs += 1;
  if (ui.due && ui.inputs >= ui.due.at && ui.front === ui.due.app && !ui.focus && !ui.trouble) { meet(ui.due); ui.due = null; }
  if (troubled("lowbattery") && !ui.warned && ui.inputs >= 5 + lot("battery", 6)) { ui.warned = true; s.system.battery = 15; meet({ kind: "battery" }); }
  if (troubled("calls") && ui.inputs % 60 === 8 + lot("call", 8)) meet({ kind: "call", who: s.people[lot(`caller ${ui.inputs}`, s.people.length)] });
  if (ui.trouble?.kind === "call" && (ui.trouble.rings = (ui.trouble.rings ?? 0) + 1) > 12) closeTrouble();
}

/** Back: what is in the way goes; a question of permission counts as asked, a call as missed. */
function closeTrouble() {
  const { kind, key, who } = ui.trouble;
  if (kind === "permission") ui.asked[key] = (ui.asked[key] ?? 0) + 1;
  if (kind === "call" && APPS.phone) notify("phone", "Missed call", who.first ? `${who.first} ${who.last}` : who.phone);
  leave();
}

/** Home: what belongs to an application goes with it. */
function homeTrouble() {
  dropTroubles((def) => def.kind !== "call");
}

function dropTroubles(which) {
  ui.pending = ui.pending.filter((def) => !which(def));
  if (ui.trouble && which(ui.trouble)) leave();
}

// --- what they look like --------------------------------------------------------------------------

function troubleWindows(p) {
  if (!ui.trouble) return [];
  const [pack, node] = TROUBLE_LOOKS[ui.trouble.kind](ui.trouble);
  return [["trouble", node, p.frame, pack ?? APPS[ui.trouble.app].package]];
}

const inTheWay = (css, ...kids) => v("FrameLayout", { css: "scrim", solid: true }, v("FrameLayout", { css: `dialog ${css}`, solid: true }, kids));
const asksTwo = (title, words, no, yes, run) => inTheWay("", text(title, "dialog-title", { id: "alertTitle" }), text(words, "dialog-text", { id: "message" }), line({ css: "dialog-buttons" }, button(no, leave, { kind: "text", id: "button2" }), button(yes, () => { leave(); run(); }, { kind: "text", id: "button1" })));

const TROUBLE_LOOKS = {
  permission({ app: id, permission, key }) {
    const asked = () => { ui.asked[key] = (ui.asked[key] ?? 0) + 1; leave(); };
    const always = () => { s.system.granted.push(key); leave(); };
    const choice = (label, tap, name) => button(label, tap, { kind: "tonal", css: "wide", id: name });
    return ["com.android.permissioncontroller", inTheWay("asks center",
      ico(APPS[id].icon, "asks-icon"),
      text(`Allow ${APPS[id].name} to ${ASKED[permission] ?? `use ${permission.toLowerCase()}`}?`, "asks-text", { id: "permission_message" }),
      WHILE_USED.has(permission)
        ? [choice("While using the app", always, "permission_allow_foreground_only_button"), choice("Only this time", () => { ui.once.push(key); leave(); }, "permission_allow_one_time_button")]
        : choice("Allow", always, "permission_allow_button"),
      choice("Don't allow", asked, "permission_deny_button"))];
  },
  rate({ app: id }) {
    const thanks = () => { leave(); ui.toast = { text: "Thanks for rating", ttl: 3 }; };
    return [null, inTheWay("center", text(`Enjoying ${APPS[id].name}?`, "dialog-title"), text("Tap a star to rate it", "dialog-text"),
      line({ css: "center" }, [1, 2, 3, 4, 5].map((stars) => iconButton("starOff", `Rate ${stars} star${stars > 1 ? "s" : ""}`, thanks))), line({ css: "dialog-buttons" }, button("Not now", leave, { kind: "text" })))];
  },
  update: ({ app: id }) => [null, asksTwo("Update available", `A new version of ${APPS[id].name} is ready to install.`, "Later", "Update", () => { ui.toast = { text: "Updating in the background", ttl: 3 }; })],
  remind: ({ app: id }) => [null, asksTwo("Turn on notifications?", `Get reminders and news from ${APPS[id].name}.`, "No thanks", "Turn on", () => { ui.toast = { text: "Notifications turned on", ttl: 3 }; })],
  battery: () => ["com.android.systemui", asksTwo("Low battery", `${s.system.battery}% remaining. Turn on Battery Saver to extend battery life.`, "No thanks", "Turn on", () => { s.settings.global.low_power = "1"; })],
  ad({ app: id, ad: [name, words, color] }) {
    return [null, v("FrameLayout", { css: "ad", solid: true, tap: () => { ui.trouble = { kind: "store", app: id, name, color }; }, style: `--app:${color}` },
      text("Advertisement", "ad-mark"), v("ImageButton", { desc: "Close ad", css: "ad-close", tap: leave }, ico("close")),
      col({ css: "ad-words" }, text(name, "ad-name"), text(words), button("Install", () => { ui.trouble = { kind: "store", app: id, name, color }; })))];
  },
  store: ({ name, color }) => ["org.practice.store", v("FrameLayout", { css: "window store", solid: true },
    v("ViewGroup", { css: "bar" }, v("ImageButton", { desc: "Navigate up", css: "icon-button", tap: leave }, ico("back"))),
    col({ css: "pad gap" }, line(v("View", { css: "avatar", style: `background:${color}`, html: name[0], quiet: true }), col(text(name, "big"), text("Contains ads", "soft small"))), text("4.1 stars, 12K reviews", "soft"), button("Install", () => { ui.toast = { text: "No connection to the store", ttl: 3 }; }, { css: "wide" })))],
  call({ who }) {
    const name = `${who.first} ${who.last}`;
    return ["com.android.systemui", v("FrameLayout", { css: "heads-up", solid: true, swipe: (way) => way === "up" && (closeTrouble(), true) },
      line(avatar(name), col({ css: "grow" }, text(name, "strong"), text(`Incoming call, ${who.phone}`, "soft small"))),
      line({ css: "call-buttons" }, button("Decline", leave, { css: "danger" }), button("Answer", () => { ui.trouble = { kind: "talking", who, since: s.system.now }; }, { css: "answer" })))];
  },
  talking({ who, since }) {
    const name = `${who.first} ${who.last}`;
    const passed = Math.floor((s.system.now - since) / 1000);
    return ["com.android.dialer", v("FrameLayout", { css: "window talking", solid: true }, col({ css: "empty" }, avatar(name), text(name, "big"), text(who.phone), text(`${two(Math.floor(passed / 60))}:${two(passed % 60)}`, "soft")),
      line({ css: "center" }, button("End call", () => { leave(); ui.toast = { text: "Call ended", ttl: 3 }; }, { css: "danger", icon: "hangup" })))];
  },
};

/** The strip at the foot of an application that lives from advertisements. */
function adBanner(id) {
  if (!troubled("ads") || APPS[id].hidden || ui.noBanner[id]) return null;
  const [name, , color] = ADS[lot(`banner ${id}`, ADS.length)];
  return v("FrameLayout", { css: "banner", solid: true, tap: () => meet({ kind: "store", app: id, name, color }) }, text("Ad", "ad-mark"), text(name, "grow strong"), text("Install", "small"), v("ImageButton", { desc: "Close banner", css: "ad-close", tap: () => { ui.noBanner[id] = true; } }, ico("close")));
}
