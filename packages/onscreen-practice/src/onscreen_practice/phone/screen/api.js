"use strict";
// Public API of the simulator: window.phone. Every function returns after the screen is rendered; functions
// that read files return a promise if an image must be rendered first.

let snapshot = null; // the initial state as JSON text
const snapshots = new Map();

/** Error for an invalid request, reported without its source position. */
class RequestError extends Error {}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isText = (value) => typeof value === "string";
const isList = (value) => Array.isArray(value) || value === undefined || value === null;
const isAny = () => true;
const KINDS = { n: [isNumber, "a number"], t: [isText, "text"], l: [isList, "a list"], a: [isAny, "anything"] };
/** Argument types of each function, as one letter of KINDS per argument. */
const SIGNATURES = {
  tap: "nn", swipe: "nnnnn", drag: "nnnn", motion: "tnn", type: "t", key: "nl", launch: "t", stop: "t", clear: "t", setting: "tt", putSetting: "tta", deleteSetting: "tt", settings: "t",
  setClipboard: "t", fill: "t", list: "t", stat: "t", read: "t", write: "tt", writeLarge: "ttn", remove: "t", mkdir: "t", rename: "tt", evaluate: "t", alter: "t", putValue: "la", deleteValue: "l", orientation: "n", setIme: "t", snapshot: "t", restore: "t", interruptions: "l", interrupt: "tnt", grant: "tt", scale: "nnn", enable: "ta", ring: "t", receiveMessage: "tt", setTime: "n", advance: "n", removeTask: "t",
};

/** Wrap functions with checks of their argument types. */
function withArgumentChecks(functions) {
  const checked = ([name, run]) => [name, (...given) => {
    [...(SIGNATURES[name] ?? "")].forEach((kind, i) => {
      if (!KINDS[kind][0](given[i])) throw new RequestError(`${name}: argument ${i + 1} is ${JSON.stringify(given[i]) ?? "missing"}; it must be ${KINDS[kind][1]}`);
    });
    return run(...given);
  }];
  return Object.fromEntries(Object.entries(functions).map(checked));
}

function tableOf(name) {
  if (!Object.hasOwn(s.settings, name)) throw new RequestError(`unknown settings table ${JSON.stringify(name)}; expected one of: ${Object.keys(s.settings).join(", ")}`);
  return s.settings[name];
}

function createUi() {
  return { tasks: [], front: null, home: frame("launcher"), focus: null, fields: new Map(), shade: false, recents: false, toast: null, heardToast: null, lastToast: null, interruption: null, awake: true, shadeFrame: frame("shade"), recentsFrame: frame("recents"), touch: null, visits: {}, inputs: 0, pending: [], once: [], asked: {}, due: null, planned: [], dropped: false, headsUp: null, noBanner: {} };
}

/** Process one input: advance the clock unless it is running, expire toasts, run the handler and render the screen. */
function input(run) {
  if (!s.system.running_clock) s.system.now += 1000;
  if (ui.toast && --ui.toast.ttl <= 0) ui.toast = null;
  if (ui.headsUp && --ui.headsUp.ttl <= 0) ui.headsUp = null;
  try {
    run();
    triggerDueInterruptions();
  } finally {
    draw();
  }
  return null;
}

/** Durations of a toast, a banner and the ringing of a call on a phone with a running clock. */
const [TOAST_MS, HEADS_UP_MS, RINGING_MS] = [3500, 5000, 25000];

/** Keyboards of helper applications, which are installed but not enabled. */
const HELPER_IMES = ["com.mobilerun.portal/.input.MobilerunKeyboardIME", "com.github.uiautomator/.AdbKeyboard"];

const phone = {
  /** Load an initial state, which `reset` restores. */
  load(text, scale, width, height) { if (text !== snapshot) snapshots.clear(); snapshot = text; ratio = scale; shownSize = [width, height]; return phone.reset(); },
  reset() { return startFrom(snapshot); },
  /** Save the state under a name for `restore`. The screen is not saved: a restored phone shows its home screen. */
  snapshot(name) { snapshots.set(name, JSON.stringify(s)); return null; },
  restore(name) {
    if (!snapshots.has(name)) throw new RequestError(`unknown snapshot ${JSON.stringify(name)}; existing snapshots: ${[...snapshots.keys()].join(", ") || "none"}`);
    return startFrom(snapshots.get(name));
  },
  snapshots: () => [...snapshots.keys()],
  /** Enable the named interruptions and disable all others. */
  interruptions(names) {
    const unknown = (names ?? []).find((each) => !INTERRUPTIONS.includes(each));
    if (unknown !== undefined) throw new RequestError(`unknown interruption ${JSON.stringify(unknown)}; expected one of: ${INTERRUPTIONS.join(", ")}`);
    s.system.interruptions = names ?? [];
    draw();
    return null;
  },
  /** Show an interruption over the open application after a number of further inputs; `name` is the caller of a call. */
  interrupt(kind, inputs, name) {
    if (!Object.hasOwn(PLANNABLE, kind)) throw new RequestError(`unknown interruption ${JSON.stringify(kind)}; expected one of: ${Object.keys(PLANNABLE).join(", ")}`);
    const who = s.people.find((each) => `${each.first} ${each.last}` === name) ?? s.people[0];
    if (name && `${who.first} ${who.last}` !== name) throw new RequestError(`nobody is named ${JSON.stringify(name)}`);
    ui.planned.push({ kind, at: ui.inputs + inputs, who });
    return null;
  },
  /** Return the number of screen changes so far, after all images on the screen are loaded. */
  changes() {
    const loading = [...root.querySelectorAll("img, image")].map((each) => each.decode?.());
    const moment = () => (isMoving() ? changes + Math.random() : changes); // a screenshot of an animation is never reused
    return loading.length ? Promise.allSettled(loading).then(moment) : moment();
  },
  scale(next, width, height) { ratio = next; shownSize = [width, height]; draw(); return null; },

  tap: (x, y) => input(() => press(x, y, false)),
  swipe: (x1, y1, x2, y2, ms) => input(() => (Math.hypot(x2 - x1, y2 - y1) < 12 ? press(x1, y1, ms >= 500) : handleSwipe(x1, y1, x2, y2, { fling: flingAfter(Math.hypot(x2 - x1, y2 - y1), ms) }))),
  drag: (x1, y1, x2, y2) => input(() => handleSwipe(x1, y1, x2, y2, { long: true })),
  motion(kind, x, y) {
    if (kind === "DOWN") ui.touch = [x, y];
    if (kind === "CANCEL") ui.touch = null;
    if (kind !== "UP" || !ui.touch) return null;
    const [x1, y1] = ui.touch;
    ui.touch = null;
    return phone.swipe(x1, y1, x, y, 100);
  },
  type: (words) => input(() => { if (ui.awake) typeText(words); }),
  /** Replace the text of the focused field, as ACTION_SET_TEXT does; return false if no field has the focus. */
  fill(words) {
    if (!focusedField()) return false;
    input(() => { selectAllText(); edit(focusedField().lines ? words : words.replaceAll("\n", " ")); });
    return true;
  },
  key: (code, meta) => input(() => {
    if (!ui.awake && ![26, 224].includes(code)) return;
    if (chord(code, meta ?? [])) return;
    const shift = (meta ?? []).some((each) => each === 59 || each === 60);
    const c = printable(code, shift);
    if (c) typeText(c);
    else if (KEYS[code]) KEYS[code](shift);
  }),

  apps: () => Object.values(APPS).map((each) => ({ package: each.package, activity: activityOf(each), label: each.name, launchable: !each.hidden && !each.unlisted && isEnabled(each), system: Boolean(each.hidden), enabled: isEnabled(each) })),
  launch(pack, activity, intent) {
    const found = Object.values(APPS).find((each) => each.package === pack && !each.hidden);
    if (pack === APPS.launcher.package) { goHome(); draw(); return ""; }
    const target = intent ? resolveIntent(intent, pack) : "";
    if (target && !isEnabled(APPS[target[0]])) return "no activity";
    if (!target && intent?.action === "android.intent.action.SEND" && !pack) return input(() => chooseShare(intent)) ?? "";
    if (!target && (!found || !isEnabled(found))) return "no activity";
    if (!target && activity && !activity.endsWith(activityOf(found))) return "no such activity";
    return input(() => openTarget(target || [found.id])) ?? "";
  },
  stop(pack) { return stopApp(pack, false); },
  clear(pack) { return Object.hasOwn(PROVIDER_DATA, pack) ? clearProvider(pack) : stopApp(pack, true); },
  /** Enable or disable an application, which is then neither shown nor launched. */
  enable(pack, on) {
    s.system.disabled = s.system.disabled.filter((each) => each !== pack).concat(on ? [] : [pack]);
    return on ? (draw(), "") : stopApp(pack, false);
  },
  ring(number) { const problem = ring(number); draw(); return problem; },
  answerCall() { const there = answerCall(); draw(); return there; },
  endCall() { const there = endCall(); draw(); return there; },
  line: () => ({ state: lineState(), number: lineNumber() }),
  receiveMessage(number, words) { const problem = receiveMessage(number, words); draw(); return problem; },
  /** Advance a running clock: toasts and banners disappear, and an unanswered call ends. */
  advance(ms) {
    s.system.now += ms;
    if (ui.toast && (ui.toast.shown_ms = (ui.toast.shown_ms ?? 0) + ms) >= TOAST_MS) ui.toast = null;
    if (ui.headsUp && (ui.headsUp.shown_ms = (ui.headsUp.shown_ms ?? 0) + ms) >= HEADS_UP_MS) ui.headsUp = null;
    if (ui.interruption?.kind === "call" && (ui.interruption.rang_ms = (ui.interruption.rang_ms ?? 0) + ms) >= RINGING_MS) closeInterruption();
    draw();
    return null;
  },
  /** Set the clock, in milliseconds since the epoch. */
  setTime(now) { s.system.now = now; draw(); return null; },
  focus() {
    const { package: pack } = APPS[ui.front ?? "launcher"];
    const over = ui.interruption && activeWindow()?.dataset.pack;
    const window = ui.shade ? "NotificationShade" : over && over !== pack ? `${over}/${over}.MainActivity` : `${pack}/${pack}${activityOf(APPS[ui.front ?? "launcher"])}`;
    return { package: pack, activity: activityOf(APPS[ui.front ?? "launcher"]), window, screen: top().screen, keyboard: Boolean(ui.focus) && !ui.focus.hidden, rotation: s.system.rotation, awake: ui.awake };
  },
  /** Return the screen in front as {app, screen, dialogs}, and the names of all screens of each application. */
  screens: () => ({ front: { app: ui.front ?? "launcher", screen: top().screen, dialogs: top().dialogs.length }, apps: Object.fromEntries(Object.values(APPS).map((each) => [each.id, Object.keys(each.screens)])) }),
  stack: () => ui.tasks.map((task) => ({ package: APPS[task.app].package, activity: activityOf(APPS[task.app]) })),
  /** Remove an application from the recent tasks. */
  removeTask(pack) { return stopApp(pack, false); },
  /** Return the view hierarchy after waiting for animations to end, like `uiautomator`. */
  dump: (compressed) => (isMoving() ? Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => dumpTree(compressed)) : dumpTree(compressed)),
  orientation(rotation) { if (![0, 1, 2, 3].includes(rotation)) throw new RequestError(`the rotation is ${rotation}; it must be 0, 1, 2 or 3`); s.system.rotation = rotation; draw(); return null; },

  setting: (name, key) => tableOf(name)[key] ?? null,
  putSetting(name, key, value) { tableOf(name)[key] = String(value); draw(); return null; },
  deleteSetting(name, key) { const there = Object.hasOwn(tableOf(name), key); delete tableOf(name)[key]; draw(); return there; },
  settings: (name) => tableOf(name),
  clipboard: () => s.clipboard,
  setClipboard(words) { s.clipboard = words; draw(); return null; },
  /** Return the text of the last toast, or null if there was no toast since `clearToast`. */
  lastToast: () => ui.lastToast,
  clearToast() { ui.lastToast = null; return null; },
  now: () => s.system.now,
  timezone: () => "Etc/UTC",
  notifications: () => s.notifications.map((each) => ({ package: APPS[each.app].package, title: each.title, text: each.text, key: each.id })),
  panel(open) { ui.shade = Boolean(open); ui.recents = false; draw(); return null; },
  ime: () => ({ current: s.system.ime, enabled: s.system.imes, all: [...s.system.imes, ...HELPER_IMES] }),
  setIme(id) { if (![...s.system.imes, ...HELPER_IMES].includes(id)) return "unknown"; s.system.ime = id; return ""; },
  /** Evaluate an expression over the current state `s` and the initial state `begin`. */
  evaluate(expression) {
    const initial = /\bbegin\b/.test(expression) ? JSON.parse(snapshot) : null;
    const text = JSON.stringify(new Function("s", "begin", `return (${expression});`)(s, initial));
    return text === undefined ? null : JSON.parse(text);
  },
  alter(statement) { try { new Function("s", statement)(s); } finally { draw(); } return null; },
  /** Return the initial and the current state. */
  states: () => ({ before: JSON.parse(snapshot), after: s }),
  /** Set the value at a path in the state, given as a list of keys and indices. */
  putValue(keys, value) { containerOf(keys)[keys.at(-1)] = value; draw(); return null; },
  /** Delete the value at a path in the state, given as a list of keys and indices. */
  deleteValue(keys) {
    const container = containerOf(keys);
    if (Array.isArray(container)) container.splice(keys.at(-1), 1);
    else delete container[keys.at(-1)];
    draw();
    return null;
  },
  /** Grant or revoke a permission ("Camera"); apps only check it while the interruption `permissions` is enabled. */
  grant(pack, permission, on = true) {
    const found = Object.values(APPS).find((each) => each.package === pack);
    if (!found) return `Unknown package: ${pack}`;
    const name = found.permissions.find((each) => each.toLowerCase() === permission.split(".").at(-1).toLowerCase());
    if (!name) return `Package ${pack} has not requested permission ${permission}`;
    const key = `${found.id}:${name}`;
    s.system.granted = s.system.granted.filter((each) => each !== key).concat(on ? [key] : []);
    draw();
    return "";
  },
};

const activityOf = (definition) => definition.activity ?? ".MainActivity";
const isEnabled = (definition) => !s.system.disabled.includes(definition.package);

/** Open an application at [application, screen, arguments]; a call is dialed first. */
function openTarget([id, screen, args]) {
  if (args?.dial) dial(args.dial);
  openApp(id, screen, args);
}

/** Functions that delete the data a provider stores for other applications, by provider package. */
const PROVIDER_DATA = {
  "com.android.providers.contacts": () => { Object.assign(s.contacts, { entries: [], trash: [] }); s.phone.calls = []; },
  "com.android.providers.telephony": () => { s.messages.threads = []; },
  "com.android.providers.calendar": () => { s.calendar.events = []; },
  "com.android.providers.media": () => {}, // its rows are derived from the files
};

function clearProvider(pack) {
  PROVIDER_DATA[pack]();
  draw();
  return "";
}

const containerOf = (keys) => keys.slice(0, -1).reduce((value, key) => value[key], s);

function startFrom(text) {
  s = JSON.parse(text);
  recorded = text;
  ui = createUi();
  draw();
  return null;
}

/** Return [application, screen, arguments] of the handler of a URI (tel:, sms:, https:, file:, geo:, mailto:), or "". */
function resolveLink(address, pack) {
  for (const each of Object.values(APPS)) {
    if (pack && each.package !== pack) continue;
    const target = each.links && each.links(address);
    if (target) return [each.id, ...target];
  }
  return "";
}

function stopApp(pack, clearData) {
  const found = Object.values(APPS).find((each) => each.package === pack);
  if (!found) return "unknown";
  if (clearData) s[found.store ?? found.id] = JSON.parse(snapshot)[found.store ?? found.id];
  ui.tasks = ui.tasks.filter((task) => task.app !== found.id);
  if (ui.front === found.id) { ui.front = null; blur(); }
  draw();
  return "";
}
