"use strict";
// The home screen: a page of applications, the dock and the app drawer.

const DOCK = ["phone", "messages", "browser", "camera"];
const PAGE_ROOM = 16;
const WALLPAPERS = { Dusk: "linear-gradient(165deg,#27406b,#4d3f74 55%,#b06b74)", Forest: "linear-gradient(165deg,#0f3d2e,#3f7d4f 55%,#c3d59a)", Ocean: "linear-gradient(165deg,#06304f,#1b7ea1 55%,#b5e3e8)", Desert: "linear-gradient(165deg,#7a3b1d,#cf8a4a 55%,#f4d9a6)", Night: "linear-gradient(165deg,#05060c,#1a1f3c 55%,#3c3f63)", Rose: "linear-gradient(165deg,#7b2347,#c45a80 55%,#f4c3c8)" };
/** The gallery photo used as wallpaper, if any; otherwise one of WALLPAPERS is used. */
const paperPhoto = () => { const file = s.files[s.settings.system.wallpaper]; return isPicture(file) ? file : null; };

function wallpaper() {
  const file = paperPhoto();
  return v("View", { css: file ? "paper photo" : "paper", quiet: true, ...(file ? { html: photo(sight(file)) } : { style: `background:${WALLPAPERS[s.settings_app.wallpaper] ?? WALLPAPERS.Dusk}` }) });
}

const face = (definition) => v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[definition.icon] ?? ICONS.help}"/></svg>`, css: "app-face", style: `background:${definition.color}`, quiet: true });
const tile = (p, definition) => v("TextView", { id: "icon", text: definition.name, desc: definition.name, css: "app-icon", tap: () => openApp(definition.id), hold: () => iconMenu(p, definition) }, face(definition), v("View", { html: definition.name, css: "app-name", quiet: true }));

function iconMenu(p, definition) {
  p.menu([["Open", () => openApp(definition.id)], ["App info", () => appInfo(p, definition)], ["Uninstall", () => {}, { enabled: false }]]);
}

/** Show App info in Settings if it has a page for the app, else in a dialog. */
function appInfo(p, definition) {
  const link = APPS.settings_app?.links?.(`package:${definition.package}`);
  if (link) return openApp("settings_app", ...link);
  const allowed = definition.permissions.filter((each) => isGranted(definition.id, each));
  return p.dialog({ title: definition.name, text: [`Package ${definition.package}`, "Version 1.0", `Permissions: ${allowed.join(", ") || "none"}`].join("\n"), buttons: [["Force stop", () => { forget(definition.package, false); }], ["Close"]] });
}

app({
  id: "launcher", name: "Launcher", icon: "home", color: "#334", start: "launcher", hidden: true,
  screens: {
    launcher(p) {
      const there = Object.values(APPS).filter((each) => !each.hidden && !each.unlisted && isEnabled(each));
      if (p.local.drawer) return drawer(p, there);
      return v("FrameLayout", { css: "launcher", id: "workspace" },
        col({ css: "glance" }, text(formatTime(), "glance-clock"), text(shortDate(today()), "glance-date")),
        v("GridView", { css: "icons", id: "page", scroll: "y" }, there.filter((each) => !DOCK.includes(each.id)).slice(0, PAGE_ROOM).map((each) => tile(p, each))),
        v("FrameLayout", { css: "dock", id: "hotseat" }, DOCK.filter((id) => APPS[id] && isEnabled(APPS[id])).map((id) => tile(p, APPS[id]))));
    },
  },
});

function drawer(p, there) {
  const words = p.local.find ?? "";
  const found = there.filter((each) => has(each.name, words)).sort((a, b) => a.name.localeCompare(b.name));
  return v("FrameLayout", { css: "drawer" }, searchField(p, "find", "Search apps", { submit: () => { if (found.length) openApp(found[0].id); } }),
    found.length ? v("ScrollView", { css: "drawer-apps", scroll: "y", id: "apps_list", swipe: (way) => way === "down" && !p.frame.scroll.apps_list?.[1] && ((p.local.drawer = false), true) }, v("GridView", { css: "icons" }, found.map((each) => tile(p, each)))) : empty("search", `No apps found matching "${words}"`));
}
