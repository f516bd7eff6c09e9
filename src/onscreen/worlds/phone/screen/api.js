"use strict";
// What the outside may ask of the phone: window.phone. Every function returns when the screen is drawn.

let snapshot = null;

function freshUi() {
  return { tasks: [], front: null, home: frame("launcher"), focus: null, fields: new Map(), shade: false, recents: false, toast: null, trouble: null, awake: true, shadeFrame: frame("shade"), recentsFrame: frame("recents"), touch: null, visits: {} };
}

/** One input: time goes on by a second, a toast fades, then the handler runs and the screen is drawn. */
function input(run) {
  s.system.now += 1000;
  if (ui.toast && --ui.toast.ttl <= 0) ui.toast = null;
  ticked();
  run();
  draw();
  return null;
}

const PAIRS = (entry) => ({ name: entry[0], ...entry[1] });

const phone = {
  /** Begin with this state; it is what `reset` comes back to. */
  load(state, scale) { snapshot = JSON.stringify(state); ratio = scale; return phone.reset(); },
  reset() { s = JSON.parse(snapshot); ui = freshUi(); draw(); return null; },
  scale(next) { ratio = next; draw(); return null; },

  tap: (x, y) => input(() => press(x, y, false)),
  swipe: (x1, y1, x2, y2, ms) => input(() => (Math.hypot(x2 - x1, y2 - y1) < 12 ? press(x1, y1, ms >= 500) : slip(x1, y1, x2, y2, false))),
  drag: (x1, y1, x2, y2) => input(() => slip(x1, y1, x2, y2, true)),
  motion(kind, x, y) {
    if (kind === "DOWN") ui.touch = [x, y];
    if (kind === "CANCEL") ui.touch = null;
    if (kind !== "UP" || !ui.touch) return null;
    const [x1, y1] = ui.touch;
    ui.touch = null;
    return phone.swipe(x1, y1, x, y, 100);
  },
  type: (words) => input(() => typeText(words)),
  key: (code, meta) => input(() => {
    if (!ui.awake && ![26, 224].includes(code)) return;
    if (chord(code, meta ?? [])) return;
    const c = printable(code, (meta ?? []).some((each) => each === 59 || each === 60));
    if (c) typeText(c);
    else if (KEYS[code]) KEYS[code]();
  }),

  apps: () => Object.values(APPS).map((each) => ({ package: each.package, activity: ".MainActivity", label: each.name, launchable: !each.hidden, system: Boolean(each.hidden) })),
  launch(pack, activity, intent) {
    const found = Object.values(APPS).find((each) => each.package === pack && !each.hidden);
    if (pack === APPS.launcher.package) { goHome(); draw(); return ""; }
    const link = intent?.data ? opened(intent.data, pack) : "";
    if (!link && !found) return "no activity";
    if (!link && activity && !activity.endsWith(".MainActivity")) return "no such activity";
    return input(() => (link ? openApp(...link) : openApp(found.id))) ?? "";
  },
  stop(pack) { return forget(pack, false); },
  clear(pack) { return forget(pack, true); },
  focus() {
    const id = ui.front ?? "launcher";
    const system = ui.shade ? "NotificationShade" : "";
    return { package: APPS[id].package, activity: ".MainActivity", window: system || `${APPS[id].package}/${APPS[id].package}.MainActivity`, screen: top().screen, keyboard: Boolean(ui.focus), rotation: s.system.rotation, awake: ui.awake };
  },
  stack: () => ui.tasks.map((task) => ({ package: APPS[task.app].package, activity: ".MainActivity" })),
  dump: (compressed) => dumpTree(compressed),
  orientation(rotation) { s.system.rotation = rotation; draw(); return null; },

  setting: (space, key) => s.settings[space]?.[key] ?? null,
  putSetting(space, key, value) { s.settings[space][key] = String(value); draw(); return null; },
  deleteSetting(space, key) { const there = key in s.settings[space]; delete s.settings[space][key]; draw(); return there; },
  settings: (space) => s.settings[space],
  clipboard: () => s.clipboard,
  setClipboard(words) { s.clipboard = words; return null; },
  now: () => s.system.now,
  timezone: () => "Etc/UTC",
  notifications: () => s.notifications.map((each) => ({ package: APPS[each.app].package, title: each.title, text: each.text, key: each.id })),
  panel(open) { ui.shade = open; ui.recents = false; draw(); return null; },
  ime: () => ({ current: s.system.ime, enabled: s.system.imes, all: s.system.imes }),
  setIme(id) { if (!s.system.imes.includes(id)) return "unknown"; s.system.ime = id; return ""; },
  evaluate(expression) { const value = new Function("s", `return (${expression});`)(s); return value === undefined ? null : copy(value); },
  alter(statement) { new Function("s", statement)(s); draw(); return null; },
};

/** [application, screen, arguments] for an address another application opens (tel:, sms:, https:, file:, geo:, mailto:). */
function opened(address, pack) {
  for (const each of Object.values(APPS)) {
    if (pack && each.package !== pack) continue;
    const target = each.links && each.links(address);
    if (target) return [each.id, ...target];
  }
  return "";
}

function forget(pack, whole) {
  const found = Object.values(APPS).find((each) => each.package === pack);
  if (!found) return "unknown";
  if (whole) s[found.store ?? found.id] = JSON.parse(snapshot)[found.store ?? found.id];
  ui.tasks = ui.tasks.filter((task) => task.app !== found.id);
  if (ui.front === found.id) { ui.front = null; blur(); }
  draw();
  return "";
}
