"use strict";
// Settings: Android's tables are s.settings; everything else is in s.settings_app.

const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const RINGTONES = ["Aurora", "Bell tower", "Blue sky", "Carousel", "Dewdrop", "Fireflies", "Glass", "Marimba", "Orbit", "Ripple", "Sunrise", "Tango", "None"];
const CHIMES = ["Blip", "Chime", "Drip", "Echo", "Hop", "Ping", "Pop", "Spark", "Tap", "Twinkle", "None"];
const ALARMS = ["Bright morning", "Cuckoo clock", "Early twilight", "Piezo alarm"];
const TIMEOUTS = [["15000", "15 seconds"], ["30000", "30 seconds"], ["60000", "1 minute"], ["120000", "2 minutes"], ["300000", "5 minutes"], ["600000", "10 minutes"], ["1800000", "30 minutes"]];
const FONTS = [["0.85", "Small"], ["1.0", "Default"], ["1.15", "Large"], ["1.3", "Largest"]];
const LANGUAGES = [["English (United States)", "en-US"], ["English (United Kingdom)", "en-GB"], ["Čeština (Česko)", "cs-CZ"], ["Dansk (Danmark)", "da-DK"], ["Deutsch (Deutschland)", "de-DE"], ["Español (España)", "es-ES"], ["Français (France)", "fr-FR"], ["Italiano (Italia)", "it-IT"], ["Nederlands (Nederland)", "nl-NL"], ["Norsk (Norge)", "nb-NO"], ["Polski (Polska)", "pl-PL"], ["Português (Portugal)", "pt-PT"], ["Suomi (Suomi)", "fi-FI"], ["Svenska (Sverige)", "sv-SE"], ["Türkçe (Türkiye)", "tr-TR"], ["Tiếng Việt (Việt Nam)", "vi-VN"]];
const REGIONS = ["Greenwich Mean Time", "Central European Time (Berlin)", "Central European Time (Paris)", "Eastern European Time (Helsinki)", "Eastern Time (New York)", "Central Time (Chicago)", "Mountain Time (Denver)", "Pacific Time (Los Angeles)", "Japan Standard Time (Tokyo)", "India Standard Time (Mumbai)", "East Africa Time (Nairobi)", "Australian Eastern Time (Sydney)", "Brasilia Time (Sao Paulo)"];
const paperName = (p) => (paperPhoto() ? "Photo" : p.data.wallpaper);
const ASKED = ["Calendar", "Camera", "Contacts", "Files", "Location", "Microphone", "Notifications", "Phone", "SMS"];
const WANTED = { browser: ["Camera", "Location", "Microphone"], camera: ["Camera", "Location", "Microphone"], messages: ["Contacts", "SMS"], phone: ["Contacts", "Phone"], maps: ["Location", "Microphone"], weather: ["Location"], calendar: ["Calendar", "Contacts"], contacts: ["Contacts", "Phone"], mail: ["Contacts", "Files"], recorder: ["Microphone"], gallery: ["Files", "Location"], files: ["Files"], music: ["Files"], social: ["Camera", "Contacts", "Location"], video: ["Files"] };
const KINDS = { headphones: "music", speaker: "speaker", watch: "clock", car: "car", keyboard: "keyboard", tv: "desktop", mouse: "system", scale: "fitness" };
const TABLE = (space) => s.settings[space];

const isOn = (space, key) => TABLE(space)[key] === "1";
const put = (space, key, value) => { TABLE(space)[key] = String(value); };
const flip = (space, key, title, sub, more) => toggle(title, isOn(space, key), (on) => put(space, key, on ? 1 : 0), { id: `${key}_switch`, sub, ...more });
const ownFlip = (p, key, title, sub) => toggle(title, p.data[key], (on) => { p.data[key] = on; }, { id: `${key}_switch`, sub });
const go = (p, lead, title, sub, screen, args) => row({ id: `${screen}_row`, lead, title, sub, tap: () => p.open(screen, args) });
const leaf = (p, title, sub, tap, more) => row({ title, sub, tap, ...more });
const shown = () => Object.values(APPS).filter((each) => !each.hidden && !each.unlisted).sort((a, b) => a.name.localeCompare(b.name));
const nameOf = (pairs, value) => pairs.find(([key]) => key === value)?.[1] ?? value;
const gear = (name, tap) => iconButton("settings", `Settings for ${name}`, tap, { id: "details_button" });
const face = (id) => v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[APPS[id].icon] ?? ICONS.help}"/></svg>`, css: "settings-face", style: `background:${APPS[id].color}`, quiet: true });
const pick = (p, title, value, options, change, { id, sub }) => row({ id, title, sub: sub ?? nameOf(options.map((each) => (Array.isArray(each) ? each : [each, each])), value), tap: () => p.choose(title, options, value, change) });
const sheet = (title, body, more) => (p) => page({ css: "settings", bar: bar(p, typeof title === "function" ? title(p) : title, more?.(p)), body: body(p) });
const warn = (def) => def.local.wrong && text(def.local.wrong, "bad small pad");

/** Search index of settings: title, screen, path and synonyms. */
const INDEX = [
  ["Wi-Fi", "internet", "Network & internet", "wifi wlan network internet"], ["Airplane mode", "network", "Network & internet", "flight"], ["Hotspot & tethering", "hotspot", "Network & internet", "wifi share"], ["Mobile data", "sim", "Network & internet > SIMs", "cellular roaming"], ["Roaming", "sim", "Network & internet > SIMs", "abroad"], ["Data warning & limit", "data", "Network & internet", "usage"], ["VPN", "vpn", "Network & internet", "private"], ["Private DNS", "network", "Network & internet", ""],
  ["Bluetooth", "connected", "Connected devices", "headphones speaker"], ["Pair new device", "pair", "Connected devices", "bluetooth"], ["All apps", "apps", "Apps", "application uninstall"], ["Default apps", "defaults", "Apps", "browser"], ["App notifications", "notices", "Notifications", "per app"], ["Do Not Disturb", "dnd", "Notifications", "silent quiet zen"], ["Notifications on lock screen", "notifications", "Notifications", ""], ["Notification dot", "notifications", "Notifications", "badge"],
  ["Battery Saver", "saver", "Battery", "low power"], ["Battery usage", "battery", "Battery", ""], ["Adaptive Battery", "battery", "Battery", ""], ["Storage", "storage", "Storage", "space trash"], ["Media volume", "sound", "Sound & vibration", "loud"], ["Ring volume", "sound", "Sound & vibration", "loud"], ["Alarm volume", "sound", "Sound & vibration", "loud"], ["Phone ringtone", "sound", "Sound & vibration", "ring tone melody"], ["Default notification sound", "sound", "Sound & vibration", "chime"], ["Vibrate for calls", "sound", "Sound & vibration", ""], ["Touch sounds", "sound", "Sound & vibration", ""],
  ["Brightness level", "display", "Display", "light"], ["Adaptive brightness", "display", "Display", ""], ["Dark theme", "display", "Display", "night mode black"], ["Night Light", "display", "Display", "blue amber"], ["Screen timeout", "display", "Display", "sleep"], ["Font size", "fonts", "Display", "text bigger larger"], ["Auto-rotate screen", "display", "Display", "rotation"], ["Wallpaper", "wallpaper", "Wallpaper & style", "background"],
  ["Color inversion", "accessibility", "Accessibility", ""], ["High contrast text", "accessibility", "Accessibility", "readable"], ["Captions", "accessibility", "Accessibility", "subtitles live"], ["Screen lock", "security", "Security & privacy", "pin password pattern"], ["Fingerprint", "fingers", "Security & privacy", "unlock finger"], ["Permission manager", "permissions", "Security & privacy", "privacy"], ["Owner information", "security", "Security & privacy", "lock screen text"], ["Use location", "location", "Location", "gps"],
  ["Accounts", "accounts", "Passwords & accounts", "sync"], ["Languages", "languages", "System > Languages", "language locale"], ["Date & time", "time", "System > Date & time", "clock zone"], ["Time zone", "time", "System > Date & time", ""], ["Use 24-hour format", "time", "System > Date & time", "clock"], ["On-screen keyboard", "keyboards", "System > Keyboard", "input"], ["Reset options", "resets", "System", "erase factory"], ["System update", "update", "System", "software upgrade"], ["Device name", "about", "About phone", "rename"], ["Android version", "about", "About phone", ""], ["IMEI", "about", "About phone", "serial"],
];

const SCREENS = {
  main(p) {
    const net = p.data.networks.find((each) => each.connected);
    return page({ css: "settings", bar: bar(p, "Settings"), body: [
      v("Button", { id: "search_settings_button", text: "Search settings", css: "settings-search", tap: () => p.open("search") }),
      go(p, "wifi", "Network & internet", isOn("global", "wifi_on") && net ? `Wi-Fi: ${net.ssid}` : "Mobile, Wi-Fi, hotspot", "network"),
      go(p, "bluetooth", "Connected devices", "Bluetooth, pairing", "connected"),
      go(p, "apps", "Apps", "Recent apps, default apps", "apphome"),
      go(p, "bell", "Notifications", "App notifications, Do Not Disturb", "notifications"),
      go(p, "battery2", "Battery", `${s.system.battery}%`, "battery"),
      go(p, "storage", "Storage", storageText(), "storage"),
      go(p, "sound", "Sound & vibration", "Volume, haptics, Do Not Disturb", "sound"),
      go(p, "display", "Display", "Dark theme, font size, brightness", "display"),
      go(p, "wallpaper", "Wallpaper & style", paperName(p), "wallpaper"),
      go(p, "accessibility", "Accessibility", "Display, interaction, captions", "accessibility"),
      go(p, "security", "Security & privacy", "Screen lock, permissions", "security"),
      go(p, "place", "Location", TABLE("secure").location_mode === "0" ? "Off" : "On", "location"),
      go(p, "key", "Passwords & accounts", `${p.data.accounts.length} accounts`, "accounts"),
      go(p, "info", "System", "Languages, date & time, reset", "system"),
      go(p, "system", "About phone", TABLE("global").device_name, "about"),
    ] });
  },
  search(p) {
    const words = p.local.words ?? "";
    const found = words.trim() ? INDEX.filter(([title, , way, more]) => has(`${title} ${way} ${more}`, words)) : [];
    const apps = words.trim() ? shown().filter((each) => has(each.name, words)) : [];
    return page({ css: "settings", bar: bar(p, "Search"), body: [searchField(p, "words", "Search settings", { opens: true }),
      found.map(([title, screen, way]) => leaf(p, title, way, () => p.open(screen), { id: "result_row" })),
      apps.map((each) => row({ id: "app_row", lead: face(each.id), title: each.name, sub: "App info", tap: () => p.open("app", { app: each.id }) })),
      words.trim() ? !found.length && !apps.length && empty("search", `No results for "${words.trim()}"`) : empty("search", "Search all settings and apps")] });
  },

  // --- network ---------------------------------------------------------------------------------
  network: sheet("Network & internet", (p) => {
    const net = p.data.networks.find((each) => each.connected);
    return [
      go(p, "wifi", "Internet", isOn("global", "wifi_on") ? net?.ssid ?? "Not connected" : "Wi-Fi is off", "internet"),
      go(p, "sim", "SIMs", "Practice Mobile", "sim"),
      go(p, "data", "Data warning & limit", `Warning at ${p.data.data_warning_gb} GB`, "data"),
      go(p, "hotspot", "Hotspot & tethering", p.data.hotspot.on ? "On" : "Off", "hotspot"),
      go(p, "vpn", "VPN", p.data.vpns.find((each) => each.connected)?.name ?? "None", "vpn"),
      flip("global", "airplane_mode_on", "Airplane mode", "Calls and mobile data are off while it is on"),
      pick(p, "Private DNS", TABLE("global").private_dns_mode, [["off", "Off"], ["opportunistic", "Automatic"]], (next) => put("global", "private_dns_mode", next), { id: "private_dns_row" }),
    ];
  }),
  internet: sheet("Internet", (p) => {
    const on = isOn("global", "wifi_on");
    const nets = [...p.data.networks].sort((a, b) => b.connected - a.connected || b.saved - a.saved || b.level - a.level || a.ssid.localeCompare(b.ssid));
    return [flip("global", "wifi_on", "Wi-Fi", on ? "" : "Turn on Wi-Fi to see networks"),
      on && nets.map((net) => networkRow(p, net)),
      on && leaf(p, "Add network", "For networks that are hidden", () => p.open("addnetwork"), { id: "add_network_row", lead: "add" }),
      section("Preferences"),
      go(p, "save", "Saved networks", `${p.data.networks.filter((each) => each.saved).length} networks`, "saved"),
      flip("global", "wifi_wakeup_enabled", "Turn on Wi-Fi automatically", "Near networks that are saved")];
  }),
  saved: sheet("Saved networks", (p) => {
    const nets = p.data.networks.filter((each) => each.saved);
    return nets.length ? nets.map((net) => leaf(p, net.ssid, net.security === "None" ? "Open" : net.security, () => p.open("wifi", { id: net.id }), { id: "saved_network_row", lead: "wifi" })) : empty("wifi", "No saved networks");
  }),
  wifi(p) {
    const net = p.data.networks.find((each) => each.id === p.args.id);
    if (!net) return page({ css: "settings", bar: bar(p, "Network details"), body: empty("wifi", "This network is gone") });
    const forget = () => p.confirm(`Forget ${net.ssid}?`, "Its password is no longer kept on this phone.", "Forget", () => { net.saved = net.connected = false; p.back(); });
    return page({ css: "settings", bar: bar(p, "Network details"), body: [
      col({ css: "center pad" }, ico("wifi", "large settings-mid"), text(net.ssid, "big center"), text(net.connected ? "Connected" : "Not connected", "soft center")),
      line({ css: "center wrap" }, button("Forget", forget, { id: "forget_button", kind: "tonal" }), net.connected ? button("Disconnect", () => { net.connected = false; }, { id: "disconnect_button", kind: "tonal" }) : button("Connect", () => connect(p, net), { id: "connect_button", kind: "tonal" }), button("Share", () => p.dialog({ title: `Share ${net.ssid}`, text: net.security === "None" ? "This network needs no password." : `Wi-Fi password: ${net.password}`, buttons: [["Done"]] }), { id: "share_button", kind: "tonal" })),
      row({ id: "signal_strength_row", title: "Signal strength", sub: ["Poor", "Poor", "Fair", "Good", "Excellent"][net.level] }), row({ id: "security_row", title: "Security", sub: net.security }),
      pick(p, "Network usage", net.metered, ["Detect automatically", "Treat as metered", "Treat as unmetered"], (next) => { net.metered = next; }, { id: "network_usage_row" }),
      toggle("Auto-connect", net.auto, (on) => { net.auto = on; }, { id: "auto_switch", sub: "Connect when this network is near" }),
      row({ id: "ip_address_row", title: "IP address", sub: p.data.about["IP address"] }),
    ] });
  },
  addnetwork(p) {
    const save = () => {
      const ssid = p.local.ssid.trim();
      if (!ssid) { p.local.wrong = "Enter the network name"; return; }
      if (p.data.networks.some((each) => each.ssid === ssid)) { p.local.wrong = "This network is already in the list"; return; }
      if (p.local.security !== "None" && p.local.password.length < 8) { p.local.wrong = "The password must have at least 8 characters"; return; }
      p.data.networks.push({ id: newId(), ssid, level: 2, security: p.local.security, password: p.local.password ?? "", saved: true, connected: false, auto: true, metered: "Detect automatically", hidden: Boolean(p.local.hidden) });
      p.back();
      p.toast(`${ssid} saved`);
    };
    p.local.security ??= "None";
    return page({ css: "settings", bar: bar(p, "Add network", { close: true, actions: [button("Save", save, { id: "save_button", kind: "text" })] }), body: [labelled(p, "ssid", "Network name", { opens: true }),
      select(p, "Security", p.local.security, ["None", "WPA2-Personal", "WPA3-Personal"], (next) => { p.local.security = next; }, { id: "security_spinner" }),
      p.local.security !== "None" && labelled(p, "password", "Password"), toggle("Hidden network", Boolean(p.local.hidden), (on) => { p.local.hidden = on; }, { id: "hidden_switch" }), warn(p)] });
  },
  hotspot: sheet("Wi-Fi hotspot", (p) => {
    const h = p.data.hotspot;
    return [toggle("Use Wi-Fi hotspot", h.on, (on) => { h.on = on; }, { id: "on_switch" }),
      leaf(p, "Hotspot name", h.name, () => p.prompt("Hotspot name", h.name, (next) => { if (next.trim()) h.name = next.trim(); else p.toast("The name cannot be empty"); }), { id: "hotspot_name_row" }),
      pick(p, "Security", h.security, ["None", "WPA2-Personal", "WPA3-Personal"], (next) => { h.security = next; }, { id: "security_row" }),
      leaf(p, "Hotspot password", h.security === "None" ? "No password" : h.password, () => p.prompt("Hotspot password", h.password, (next) => { if (next.length >= 8) h.password = next; else p.toast("The password must have at least 8 characters"); }), { id: "hotspot_password_row", enabled: h.security !== "None" }),
      toggle("Turn off hotspot automatically", h.auto_off, (on) => { h.auto_off = on; }, { id: "auto_off_switch", sub: "When no devices are connected" })];
  }),
  sim: sheet("Practice Mobile", (p) => [
    flip("global", "mobile_data", "Mobile data", "Access data using mobile network", { enabled: !isOn("global", "airplane_mode_on") }), flip("global", "data_roaming", "Roaming", "Connect to data services when roaming"),
    pick(p, "Preferred network type", p.data.network_type ?? "5G (recommended)", ["5G (recommended)", "LTE", "3G"], (next) => { p.data.network_type = next; }, { id: "preferred_network_type_row" }),
    row({ id: "phone_number_row", title: "Phone number", sub: p.data.about["Phone number"] }), row({ id: "imei_row", title: "IMEI", sub: p.data.about.IMEI })]),
  data: sheet("Data warning & limit", (p) => {
    const set = (key, title) => p.prompt(title, String(p.data[key] ?? 5), (next) => { if (Number(next) > 0) p.data[key] = Number(next); else p.toast("Enter a number above 0"); }, { hint: "GB", type: "number", label: "Set" });
    return [leaf(p, "Data warning", `${p.data.data_warning_gb} GB`, () => set("data_warning_gb", "Data warning"), { id: "data_warning_row" }), ownFlip(p, "data_limit_on", "Set data limit", "Turns mobile data off at the limit"),
      leaf(p, "Data limit", `${p.data.data_limit_gb ?? 5} GB`, () => set("data_limit_gb", "Data limit"), { id: "data_limit_row", enabled: p.data.data_limit_on })];
  }),
  vpn(p) {
    const add = () => p.dialog({ title: "Add VPN profile", body: (def) => [["name", "Name"], ["server", "Server address"], ["user", "Username"]].map(([id, label]) => labelled(p, id, label, { where: def.local, opens: id === "name" })).concat(warn(def) || []), buttons: [["Cancel"], ["Save", (def) => {
      if (!def.local.name.trim() || !def.local.server.trim()) { def.local.wrong = "Enter a name and a server address"; return false; }
      p.data.vpns.push({ id: newId(), name: def.local.name.trim(), server: def.local.server.trim(), user: def.local.user.trim(), connected: false });
      return true;
    }]] });
    const flipOne = (one) => { const next = !one.connected; p.data.vpns.forEach((each) => { each.connected = false; }); one.connected = next; };
    return page({ css: "settings", bar: bar(p, "VPN", { actions: [iconButton("add", "Add VPN profile", add, { id: "add_vpn_profile_button" })] }), body: p.data.vpns.length ? p.data.vpns.map((one) => row({ id: "vpn_row", lead: "vpn", title: one.name, sub: one.connected ? "Connected" : one.server, tap: () => flipOne(one), trail: iconButton("trash", `Delete ${one.name}`, () => p.confirm(`Delete ${one.name}?`, "The profile is removed from this phone.", "Delete", () => { p.data.vpns = p.data.vpns.filter((each) => each !== one); }), { id: "delete_button" }) })) : empty("vpn", "No VPNs added") });
  },

  // --- devices ---------------------------------------------------------------------------------
  connected: sheet("Connected devices", (p) => {
    const on = isOn("global", "bluetooth_on");
    const paired = p.data.devices.filter((each) => each.paired);
    return [flip("global", "bluetooth_on", "Bluetooth", on ? `Visible as "${TABLE("global").device_name}"` : ""),
      leaf(p, "Pair new device", on ? "" : "Bluetooth will turn on to pair", () => { put("global", "bluetooth_on", 1); p.open("pair"); }, { id: "pair_new_device_row", lead: "add" }),
      section("Saved devices"),
      paired.length ? paired.map((one) => row({ id: "device_row", lead: KINDS[one.kind], title: one.name, sub: on && one.connected ? `Active · ${one.battery}% battery` : "Saved", tap: () => { if (!on) p.toast("Turn on Bluetooth first"); else one.connected = !one.connected; }, trail: gear(one.name, () => p.open("device", { id: one.id })) })) : empty("bluetooth", "No saved devices")];
  }),
  pair: sheet("Pair new device", (p) => {
    const near = p.data.devices.filter((each) => !each.paired);
    const ask = (one) => p.dialog({ title: `Pair with ${one.name}?`, text: `Bluetooth pairing code ${one.pin}`, body: (def) => check("Allow access to your contacts and call history", Boolean(def.local.contacts), (on) => { def.local.contacts = on; }, { id: "contacts_checkbox" }), buttons: [["Cancel"], ["Pair", (def) => { Object.assign(one, { paired: true, connected: true, contacts: Boolean(def.local.contacts) }); p.back(); p.toast(`Paired with ${one.name}`); }]] });
    return [row({ id: "device_name_row", title: "Device name", sub: TABLE("global").device_name }), section("Available devices"), near.length ? near.map((one) => leaf(p, one.name, "", () => ask(one), { id: "new_device_row", lead: KINDS[one.kind] })) : empty("bluetooth", "No devices found")];
  }),
  device(p) {
    const one = p.data.devices.find((each) => each.id === p.args.id);
    if (!one) return page({ css: "settings", bar: bar(p, "Device details"), body: empty("bluetooth", "This device is gone") });
    const rename = () => p.prompt("Rename device", one.name, (next) => { if (next.trim()) one.name = next.trim(); else p.toast("The name cannot be empty"); }, { hint: "Device name", label: "Rename" });
    return page({ css: "settings", bar: bar(p, "Device details", { actions: [iconButton("edit", "Edit device name", rename, { id: "edit_device_name_button" })] }), body: [
      col({ css: "center pad" }, ico(KINDS[one.kind], "large settings-mid"), text(one.name, "big center"), text(`Battery ${one.battery}%`, "soft center")),
      line({ css: "center" }, button("Forget", () => p.confirm("Forget device?", `Your phone will no longer be paired with ${one.name}.`, "Forget device", () => { one.paired = one.connected = false; p.back(); }), { id: "forget_button", kind: "tonal" }), button(one.connected ? "Disconnect" : "Connect", () => { one.connected = !one.connected; }, { id: "disconnect_button", kind: "tonal", enabled: isOn("global", "bluetooth_on") })),
      toggle("Phone calls", one.calls, (on) => { one.calls = on; }, { id: "calls_switch" }), toggle("Media audio", one.audio, (on) => { one.audio = on; }, { id: "audio_switch" }), toggle("Contact sharing", one.contacts, (on) => { one.contacts = on; }, { id: "contacts_switch" })] });
  },

  // --- apps ------------------------------------------------------------------------------------
  apphome: sheet("Apps", (p) => [section("Recently opened apps"), shown().filter((each) => ui.tasks.some((task) => task.app === each.id)).slice(0, 3).map((each) => appRow(p, each)),
    leaf(p, `See all ${shown().length} apps`, "", () => p.open("apps"), { id: "all_apps_row", lead: "apps" }), section("General"), go(p, "star", "Default apps", "Browser, phone, messages", "defaults"), go(p, "privacy", "Permission manager", "Which apps may do what", "permissions")]),
  apps(p) {
    const words = p.local.words ?? "";
    const order = p.local.order ?? "name";
    const found = shown().filter((each) => has(each.name, words));
    if (order === "size") found.sort((a, b) => totalMb(p, b.id) - totalMb(p, a.id));
    return page({ css: "settings", bar: bar(p, "All apps", { menu: [["Sort by name", () => { p.local.order = "name"; }], ["Sort by size", () => { p.local.order = "size"; }], ["Reset app preferences", () => p.confirm("Reset app preferences?", "Permissions and notification settings of all apps go back to how they were.", "Reset apps", () => { p.data.permissions = {}; p.data.notices = {}; })]] }), body: [searchField(p, "words", "Search apps"), found.length ? found.map((each) => appRow(p, each)) : empty("search", "No apps found")] });
  },
  app(p) {
    const one = APPS[p.args.app];
    const stopped = p.data.stopped.includes(one.id);
    const stop = () => p.confirm("Force stop?", "If you force stop an app, it may misbehave.", "OK", () => { if (!stopped) p.data.stopped.push(one.id); if (one.id !== "settings_app") ui.tasks = ui.tasks.filter((task) => task.app !== one.id); });
    return page({ css: "settings", bar: bar(p, "App info"), body: [col({ css: "center pad settings-app" }, face(one.id), text(one.name, "big center")),
      line({ css: "center" }, button("Open", () => { p.data.stopped = p.data.stopped.filter((each) => each !== one.id); p.launch(one.id); }, { id: "open_button", kind: "tonal", icon: "open" }), button("Force stop", stop, { id: "force_stop_button", kind: "tonal", icon: "warning", enabled: !stopped })),
      go(p, "bell", "Notifications", noticeOf(p, one.id).on ? "On" : "Off", "notice", { app: one.id }),
      go(p, "privacy", "Permissions", allowed(p, one.id).join(", ") || "No permissions granted", "asks", { app: one.id }),
      go(p, "storage", "Storage & cache", `${totalMb(p, one.id)} MB used`, "appstorage", { app: one.id }),
      pick(p, "App battery usage", p.data.battery_use?.[one.id] ?? "Optimized", ["Unrestricted", "Optimized", "Restricted"], (next) => { p.data.battery_use = { ...p.data.battery_use, [one.id]: next }; }, { id: "app_battery_usage_row" }),
      row({ id: "version_row", title: "Version", sub: `3.${one.id.length}.0` })] });
  },
  appstorage(p) {
    const one = APPS[p.args.app];
    const size = { ...sizeOf(p, one.id) };
    const spare = (change) => { p.data.sizes[one.id] = { ...size, ...change }; };
    const wipe = () => p.confirm("Delete app data?", `All data of ${one.name} will be permanently deleted.`, "Delete", () => { spare({ data: 0, cache: 0 }); s[one.id] = JSON.parse(snapshot)[one.id]; ui.tasks = ui.tasks.filter((task) => task.app !== one.id || one.id === "settings_app"); });
    return page({ css: "settings", bar: bar(p, "Storage", { sub: one.name }), body: [line({ css: "center pad" }, button("Clear storage", wipe, { id: "clear_storage_button", kind: "tonal", enabled: size.data > 0 && one.id !== "settings_app" }), button("Clear cache", () => spare({ cache: 0 }), { id: "clear_cache_button", kind: "tonal", enabled: size.cache > 0 })),
      section("Space used"), row({ id: "app_size_row", title: "App size", meta: `${size.app} MB` }), row({ id: "user_data_row", title: "User data", meta: `${size.data} MB` }), row({ id: "cache_row", title: "Cache", meta: `${size.cache} MB` }), row({ id: "total_row", title: "Total", meta: `${totalMb(p, one.id)} MB` })] });
  },
  asks: sheet((p) => "App permissions", (p) => {
    const wanted = wantedBy(p.args.app);
    return [text(APPS[p.args.app].name, "big"), wanted.length ? wanted.map((what) => leaf(p, what, grant(p, p.args.app, what), () => p.open("ask", { app: p.args.app, what }), { id: "permission_row" })) : empty("privacy", "No permissions requested")];
  }),
  ask: sheet((p) => `${p.args.what} permission`, (p) => {
    const { app: id, what } = p.args;
    const options = ["Camera", "Location", "Microphone"].includes(what) ? ["Allow only while using the app", "Ask every time", "Don't allow"] : ["Allow", "Don't allow"];
    return [line({ css: "pad" }, face(id), text(APPS[id].name, "big")), section(`${what} access for this app`), radios(options, grant(p, id, what), (next) => allow(p, id, what, next), { id: "permission_radio" })];
  }),
  defaults: sheet("Default apps", (p) => Object.entries(p.data.defaults).map(([what, value]) => pick(p, `${what} app`, value, { Browser: ["Browser", "None"], Phone: ["Phone"], Messages: ["Messages", "None"], Home: ["Launcher"], Assistant: ["None", "Practice Assistant"] }[what], (next) => { p.data.defaults[what] = next; }, { id: "default_app_row" }))),
  permissions: sheet("Permission manager", (p) => ASKED.map((what) => { const all = shown().filter((each) => wantedBy(each.id).includes(what)); return leaf(p, what, `${all.filter((each) => grant(p, each.id, what) !== "Don't allow").length} of ${all.length} apps allowed`, () => p.open("who", { what }), { id: "permission_row" }); })),
  who: sheet((p) => p.args.what, (p) => { const all = shown().filter((each) => wantedBy(each.id).includes(p.args.what)); return all.length ? all.map((each) => row({ id: "app_row", lead: face(each.id), title: each.name, sub: grant(p, each.id, p.args.what), tap: () => p.open("ask", { app: each.id, what: p.args.what }) })) : empty("apps", "No apps ask for this"); }),

  // --- notifications ---------------------------------------------------------------------------
  notifications: sheet("Notifications", (p) => [go(p, "apps", "App notifications", "Control notifications from single apps", "notices"), go(p, "dnd", "Do Not Disturb", isOn("global", "zen_mode") ? "On" : "Off", "dnd"),
    flip("secure", "lock_screen_show_notifications", "Notifications on lock screen", "Show all notification content"), flip("secure", "notification_badging", "Notification dot on app icon")]),
  notices(p) {
    const off = p.local.only === "off";
    const found = shown().filter((each) => has(each.name, p.local.words ?? "") && !(off && noticeOf(p, each.id).on));
    return page({ css: "settings", bar: bar(p, "App notifications"), body: [searchField(p, "words", "Search apps"), chips([["all", "All apps"], ["off", "Turned off"]], p.local.only ?? "all", (next) => { p.local.only = next; }, { id: "only_chip" }),
      found.length ? found.map((each) => row({ id: "app_row", lead: face(each.id), title: each.name, tap: () => p.open("notice", { app: each.id }), trail: v("Switch", { id: "notifications_switch", desc: `${each.name} notifications`, checked: noticeOf(p, each.id).on, css: "switch", style: "width:70px", tap: () => notice(p, each.id, { on: !noticeOf(p, each.id).on }) }) })) : empty("bell", "No apps found")] });
  },
  notice: sheet((p) => APPS[p.args.app].name, (p) => {
    const { app: id } = p.args;
    const now = noticeOf(p, id);
    const part = (key, title, sub) => toggle(title, now[key], (on) => notice(p, id, { [key]: on }), { id: `${key}_switch`, sub, enabled: now.on });
    return [toggle(`All ${APPS[id].name} notifications`, now.on, (on) => notice(p, id, { on }), { id: "on_switch" }), section("How they arrive"), part("sound", "Sound"), part("vibrate", "Vibration"), part("pop", "Pop on screen", "When the phone is unlocked"), part("lock", "Show on lock screen"), part("dot", "Show notification dot"), part("override", "Override Do Not Disturb")];
  }),
  dnd: sheet("Do Not Disturb", (p) => {
    const d = p.data.dnd;
    const sw = (key, title) => toggle(title, d[key] === "1", (on) => { d[key] = on ? "1" : "0"; }, { id: `${key}_switch` });
    const who = ["Anyone", "Contacts", "Starred contacts", "None"];
    return [flip("global", "zen_mode", "Use Do Not Disturb"), section("People"), pick(p, "Calls", d.calls, who, (next) => { d.calls = next; }, { id: "calls_row" }), pick(p, "Messages", d.messages, who, (next) => { d.messages = next; }, { id: "messages_row" }), sw("repeat", "Allow repeat callers"),
      section("Other interruptions"), sw("alarms", "Alarms"), sw("media", "Media sounds"),
      section("Schedules"), p.data.schedules.map((one) => row({ id: "schedule_row", lead: "clock", title: one.name, sub: `${one.days.join(", ") || "No days"} · ${one.start} – ${one.end}`, tap: () => p.open("schedule", { id: one.id }), trail: v("Switch", { id: "schedule_switch", desc: `Schedule ${one.name}`, checked: one.on, css: "switch", style: "width:70px", tap: () => { one.on = !one.on; } }) })),
      leaf(p, "Add schedule", "", () => p.prompt("Add schedule", "", (next) => { if (!next.trim()) { p.toast("Enter a name"); return; } const one = { id: newId(), name: next.trim(), days: [], start: "22:00", end: "07:00", on: true }; p.data.schedules.push(one); p.open("schedule", { id: one.id }); }, { hint: "Schedule name", label: "Add" }), { id: "add_schedule_row", lead: "add" })];
  }),
  schedule(p) {
    const one = p.data.schedules.find((each) => each.id === p.args.id);
    if (!one) return page({ css: "settings", bar: bar(p, "Schedule"), body: empty("clock", "This schedule is gone") });
    const drop = () => p.confirm(`Delete ${one.name}?`, "", "Delete", () => { p.data.schedules = p.data.schedules.filter((each) => each !== one); p.back(); });
    return page({ css: "settings", bar: bar(p, one.name, { actions: [iconButton("edit", "Rename schedule", () => p.prompt("Schedule name", one.name, (next) => { if (next.trim()) one.name = next.trim(); }), { id: "rename_schedule_button" }), iconButton("trash", "Delete schedule", drop, { id: "delete_schedule_button" })] }), body: [
      toggle("Use schedule", one.on, (on) => { one.on = on; }, { id: "on_switch" }), section("Days"), line({ css: "wrap" }, WEEK.map((day) => v("CheckBox", { id: "weekday_checkbox", text: day, checked: one.days.includes(day), css: "chip", tap: () => { one.days = WEEK.filter((each) => (each === day) !== one.days.includes(each)); } }))),
      leaf(p, "Start time", one.start, () => p.pickTime(one.start, (next) => { one.start = next; }), { id: "start_time_row" }), leaf(p, "End time", one.end, () => p.pickTime(one.end, (next) => { one.end = next; }), { id: "end_time_row" })] });
  },

  // --- battery, storage ------------------------------------------------------------------------
  battery: sheet("Battery", (p) => [col({ css: "center pad" }, text(`${s.system.battery}%`, "huge center"), text("About 1 day, 6 hours left", "soft center"), progress("Battery level", s.system.battery / 100)),
    go(p, "battery2", "Battery Saver", isOn("global", "low_power") ? "On" : "Off", "saver"), flip("global", "adaptive_battery_management_enabled", "Adaptive Battery", "Limits battery for apps you seldom use"),
    section("Battery usage since last full charge"), Object.entries(p.data.use).filter(([id]) => APPS[id]).map(([id, share]) => row({ id: "app_row", lead: face(id), title: APPS[id].name, meta: `${share}%`, tap: () => p.open("app", { app: id }) }))]),
  saver: sheet("Battery Saver", (p) => [flip("global", "low_power", "Use Battery Saver", "Limits background work"), section("Schedule"),
    radios([["never", "No schedule"], ["level", "Based on percentage"]], p.data.saver_at ? "level" : "never", (next) => { p.data.saver_at = next === "level" ? 20 : 0; }, { id: "saver_schedule_radio" }),
    p.data.saver_at > 0 && [text(`Turns on at ${p.data.saver_at}%`, "soft"), slider("Battery Saver level", p.data.saver_at, { id: "saver_at_slider", min: 5, max: 75, step: 5, change: (next) => { p.data.saver_at = next; } })]]),
  storage: sheet("Storage", (p) => {
    const use = storageUse();
    return [col({ css: "pad" }, text(gigabytes(storageUsed()), "huge"), text(`used of ${CAPACITY / 1e9} GB`, "soft"), progress("Storage used", storageUsed() / CAPACITY)), leaf(p, "Apps", gigabytes(use.Apps), () => p.open("apps"), { id: "apps_row", lead: "apps" }),
      Object.keys(p.data.storage).map((what) => row({ id: "storage_category_row", lead: { Images: "image", Videos: "movie", Audio: "audio", Documents: "fileText", Games: "star", Trash: "trash", System: "system" }[what], title: what, sub: gigabytes(use[what]), tap: () => (what === "Trash" ? use.Trash > 0 && p.confirm("Empty trash?", `${gigabytes(use.Trash)} will be permanently deleted.`, "Empty", () => { p.data.storage.Trash = 0; s.files_app.bin = []; }) : p.toast(`${what}: ${gigabytes(use[what])}`)) }))];
  }),

  // --- sound, display --------------------------------------------------------------------------
  sound: sheet("Sound & vibration", (p) => {
    const volumes = [["media", "Media volume"], ["ring", "Ring volume"], ["alarm", "Alarm volume"]];
    return [volumes.map(([key, title]) => col(text(`${title}: ${s.system.volume[key]} of 15`), slider(title, s.system.volume[key], { id: `${key}_volume_slider`, max: 15, change: (next) => { s.system.volume[key] = next; } }))),
      go(p, "dnd", "Do Not Disturb", isOn("global", "zen_mode") ? "On" : "Off", "dnd"),
      pick(p, "Phone ringtone", p.data.ringtone, RINGTONES, (next) => { p.data.ringtone = next; }, { id: "phone_ringtone_row" }), pick(p, "Default notification sound", p.data.chime, CHIMES, (next) => { p.data.chime = next; }, { id: "default_notification_sound_row" }), pick(p, "Default alarm sound", p.data.alarm_sound, ALARMS, (next) => { p.data.alarm_sound = next; }, { id: "default_alarm_sound_row" }),
      flip("system", "vibrate_when_ringing", "Vibrate for calls"), flip("system", "dtmf_tone", "Dial pad tones"), flip("system", "lockscreen_sounds_enabled", "Screen locking sound"), flip("system", "sound_effects_enabled", "Touch sounds"), flip("system", "haptic_feedback_enabled", "Touch vibration")];
  }),
  display: sheet("Display", (p) => {
    const level = Number(TABLE("system").screen_brightness) || 0;
    return [text(`Brightness level: ${Math.round((level / 255) * 100)}%`), slider("Brightness level", level, { id: "brightness_level_slider", min: 1, max: 255, change: (next) => put("system", "screen_brightness", next) }), flip("system", "screen_brightness_mode", "Adaptive brightness", "Follows the light around you"),
      section("Lock display"), pick(p, "Screen timeout", TABLE("system").screen_off_timeout, TIMEOUTS, (next) => put("system", "screen_off_timeout", next), { id: "screen_timeout_row" }),
      section("Appearance"), toggle("Dark theme", TABLE("secure").ui_night_mode === "2", (on) => put("secure", "ui_night_mode", on ? 2 : 1), { id: "ui_night_mode_switch" }), go(p, "font", "Display size and text", nameOf(FONTS, TABLE("system").font_scale), "fonts"),
      section("Color"), flip("secure", "night_display_activated", "Night Light", "Tints the screen amber"), section("Other"), flip("global", "auto_rotate", "Auto-rotate screen"), go(p, "wallpaper", "Wallpaper", paperName(p), "wallpaper")];
  }),
  fonts: sheet("Display size and text", (p) => {
    const at = Math.max(0, FONTS.findIndex(([key]) => Number(key) === Number(TABLE("system").font_scale)));
    const set = (next) => put("system", "font_scale", FONTS[Math.max(0, Math.min(FONTS.length - 1, next))][0]);
    return [card({}, text("A sample of text", "strong", { style: `font-size:${FONTS[at][0] * 18}px` }), text("The quick brown fox jumps over the lazy dog.", "", { style: `font-size:${FONTS[at][0] * 16}px` })), section("Font size"), text(FONTS[at][1], "soft"),
      line(iconButton("minus", "Make text smaller", () => set(at - 1), { id: "make_text_smaller_button", enabled: at > 0 }), col({ css: "grow" }, slider("Font size", at, { id: "font_size_slider", max: FONTS.length - 1, change: set })), iconButton("add", "Make text larger", () => set(at + 1), { id: "make_text_larger_button", enabled: at < FONTS.length - 1 })),
      flip("secure", "high_text_contrast_enabled", "High contrast text"), button("Reset settings", () => { set(1); put("secure", "high_text_contrast_enabled", 0); }, { id: "reset_settings_button", kind: "outlined" })];
  }),
  wallpaper: sheet("Wallpaper", (p) => grid(2, Object.entries(WALLPAPERS).map(([name, look]) => v("ImageView", { id: "wallpaper", desc: `${name} wallpaper${name === paperName(p) ? ", in use" : ""}`, css: "picture settings-paper", selected: name === paperName(p), style: `background:${look}`, tap: () => p.confirm("Set wallpaper?", `${name} on home and lock screen`, "Set", () => { p.data.wallpaper = name; delete s.settings.system.wallpaper; p.toast("Wallpaper set"); }) }, text(name, "settings-paper-name"))))),
  accessibility: sheet("Accessibility", (p) => [section("Display"), go(p, "font", "Display size and text", nameOf(FONTS, TABLE("system").font_scale), "fonts"), flip("secure", "accessibility_display_inversion_enabled", "Color inversion"), flip("secure", "high_text_contrast_enabled", "High contrast text"),
    section("Captions"), flip("secure", "accessibility_captioning_enabled", "Show captions"), pick(p, "Caption size", p.data.caption_size ?? "Medium", ["Small", "Medium", "Large", "Very large"], (next) => { p.data.caption_size = next; }, { id: "caption_size_row" }),
    section("Interaction"), pick(p, "Touch & hold delay", p.data.hold_delay ?? "Short", ["Short", "Medium", "Long"], (next) => { p.data.hold_delay = next; }, { id: "touch_hold_delay_row" }), pick(p, "Time to take action", p.data.action_time ?? "Default", ["Default", "10 seconds", "30 seconds", "1 minute", "2 minutes"], (next) => { p.data.action_time = next; }, { id: "time_take_action_row" })]),

  // --- security, location, accounts ------------------------------------------------------------
  security: sheet("Security & privacy", (p) => { const l = p.data.lock; return [
    leaf(p, "Screen lock", l.kind, () => guarded(p, () => p.open("locks")), { id: "screen_lock_row", lead: "lock" }), go(p, "security", "Fingerprint", `${p.data.fingers.length} fingerprints added`, "fingers"),
    pick(p, "Lock after screen timeout", l.after, ["Immediately", "5 seconds", "15 seconds", "1 minute", "5 minutes"], (next) => { l.after = next; }, { id: "lock_after_screen_timeout_row" }),
    leaf(p, "Owner information", l.owner || "None", () => p.prompt("Owner information", l.owner, (next) => { l.owner = next.trim(); }, { hint: "Text on lock screen", label: "Save" }), { id: "owner_information_row" }),
    section("Privacy"), go(p, "privacy", "Permission manager", "Which apps may do what", "permissions"), flip("secure", "show_password", "Show passwords", "Show characters briefly as you type"), flip("secure", "lock_screen_show_notifications", "Notifications on lock screen")]; }),
  locks: sheet("Screen lock", (p) => ["None", "Swipe", "PIN", "Password"].map((kind) => leaf(p, kind, kind === p.data.lock.kind ? "Current screen lock" : "", () => {
    if (["PIN", "Password"].includes(kind)) { p.open("newlock", { kind }); return; }
    const set = () => { Object.assign(p.data.lock, { kind, secret: "" }); p.back(); };
    if (p.data.lock.secret) p.confirm("Remove device protection?", "Fingerprints will no longer unlock the phone.", "Remove", set);
    else set();
  }, { id: "lock_kind_row" }))),
  newlock(p) {
    const { kind } = p.args;
    const save = () => {
      const { secret = "", again = "" } = p.local;
      const least = kind === "PIN" ? "digits" : "characters";
      if (kind === "PIN" && !/^\d*$/.test(secret)) p.local.wrong = "A PIN has only digits";
      else if (secret.length < 4) p.local.wrong = `The ${kind === "PIN" ? "PIN" : "password"} must have at least 4 ${least}`;
      else if (secret !== again) p.local.wrong = `The ${kind === "PIN" ? "PINs" : "passwords"} do not match`;
      else { Object.assign(p.data.lock, { kind, secret }); p.back(2); p.toast("Screen lock set"); }
    };
    const type = kind === "PIN" ? "number" : "text";
    return page({ css: "settings", bar: bar(p, `Set a ${kind === "PIN" ? "PIN" : "password"}`), body: [text(`Use at least 4 ${kind === "PIN" ? "digits" : "characters"}`, "soft"), labelled(p, "secret", kind, { opens: true, password: true, type }), labelled(p, "again", `Confirm ${kind}`, { password: true, type, submit: save }), warn(p), line({ css: "right" }, space(), button("Confirm", save, { id: "confirm_button" }))] });
  },
  fingers: sheet("Fingerprint", (p) => [p.data.fingers.map((one) => row({ id: "fingerprint_row", lead: "security", title: one.name, tap: () => p.prompt("Rename fingerprint", one.name, (next) => { if (next.trim()) one.name = next.trim(); }, { hint: "Fingerprint name" }), trail: iconButton("trash", `Delete ${one.name}`, () => p.confirm(`Delete ${one.name}?`, "It will no longer unlock your phone.", "Delete", () => { p.data.fingers = p.data.fingers.filter((each) => each !== one); }), { id: "delete_button" }) })),
    leaf(p, "Add fingerprint", "", () => { if (p.data.fingers.length >= 5) p.toast("You can add up to 5 fingerprints"); else p.data.fingers.push({ id: newId(), name: `Finger ${p.data.fingers.length + 1}` }); }, { id: "add_fingerprint_row", lead: "add" })]),
  location: sheet("Location", (p) => [toggle("Use location", TABLE("secure").location_mode !== "0", (on) => put("secure", "location_mode", on ? 3 : 0), { id: "location_mode_switch" }), section("App location permissions"), TABLE("secure").location_mode === "0" ? empty("place", "Location is off") : shown().filter((each) => wantedBy(each.id).includes("Location")).map((each) => row({ id: "app_row", lead: face(each.id), title: each.name, sub: grant(p, each.id, "Location"), tap: () => p.open("ask", { app: each.id, what: "Location" }) }))]),
  accounts: sheet("Passwords & accounts", (p) => [p.data.accounts.map((one) => leaf(p, one.name, one.kind, () => p.open("account", { id: one.id }), { id: "account_row", lead: "account" })), leaf(p, "Add account", "", () => p.dialog({ title: "Add account", body: (def) => [labelled(p, "name", "Email address", { opens: true, type: "email", where: def.local }), select(p, "Kind", (def.local.kind ??= "Mail"), ["Mail", "Work", "Other"], (next) => { def.local.kind = next; }, { id: "kind_spinner" }), warn(def)], buttons: [["Cancel"], ["Add", (def) => {
    const name = def.local.name.trim();
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(name)) { def.local.wrong = "Enter a valid email address"; return false; }
    if (p.data.accounts.some((each) => same(each.name, name))) { def.local.wrong = "This account is already here"; return false; }
    p.data.accounts.push({ id: newId(), name, kind: def.local.kind, sync: true });
    return true;
  }]] }), { id: "add_account_row", lead: "add" })]),
  account(p) {
    const one = p.data.accounts.find((each) => each.id === p.args.id);
    if (!one) return page({ css: "settings", bar: bar(p, "Account"), body: empty("account", "This account is gone") });
    return page({ css: "settings", bar: bar(p, "Account"), body: [text(one.name, "big"), text(one.kind, "soft"), toggle("Account sync", one.sync, (on) => { one.sync = on; }, { id: "sync_switch" }), button("Remove account", () => p.confirm("Remove account?", "Its messages, contacts and other data are removed from this phone.", "Remove account", () => { p.data.accounts = p.data.accounts.filter((each) => each !== one); p.back(); }), { id: "remove_account_button", kind: "outlined" })] });
  },

  // --- system ----------------------------------------------------------------------------------
  system: sheet("System", (p) => [go(p, "language", "Languages", p.data.languages[0], "languages"), go(p, "keyboard", "On-screen keyboard", s.system.ime.includes("Adb") ? "ADB Keyboard" : "Practice Keyboard", "keyboards"), go(p, "clock", "Date & time", REGIONS.includes(p.data.region) ? p.data.region : "", "time"), go(p, "update", "System update", `Updated ${longDate(p.data.updated)}`, "update"), isOn("global", "development_settings_enabled") && go(p, "developer", "Developer options", "", "developer"), go(p, "history", "Reset options", "Network, apps or everything", "resets")]),
  languages: sheet("Languages", (p) => [p.data.languages.map((name, i) => row({ id: "language_row", title: name, sub: i === 0 ? "System language" : `Preference ${i + 1}`, trail: p.data.languages.length > 1 && iconButton("more", `Options for ${name}`, () => p.menu([i > 0 && ["Move up", () => moveLanguage(p, i, -1)], i < p.data.languages.length - 1 && ["Move down", () => moveLanguage(p, i, 1)], p.data.languages.length > 1 && ["Remove", () => { p.data.languages.splice(i, 1); locales(p); }]]), { id: "options_button" }) })), leaf(p, "Add a language", "", () => p.open("addlanguage"), { id: "add_language_row", lead: "add" })]),
  addlanguage(p) {
    const left = LANGUAGES.filter(([name]) => !p.data.languages.includes(name) && has(name, p.local.words ?? ""));
    return page({ css: "settings", bar: bar(p, "Add a language"), body: [searchField(p, "words", "Type language name"), left.length ? left.map(([name]) => leaf(p, name, "", () => { p.data.languages.push(name); locales(p); p.back(); }, { id: "language_row" })) : empty("language", "No such language")] });
  },
  keyboards: sheet("On-screen keyboard", (p) => [radios(s.system.imes.map((each) => [each, each.includes("Adb") ? "ADB Keyboard" : "Practice Keyboard"]), s.system.ime, (next) => { s.system.ime = next; }, { id: "ime_radio" })]),
  time: sheet("Date & time", (p) => { const auto = isOn("global", "auto_time"); const zone = isOn("global", "auto_time_zone"); return [flip("global", "auto_time", "Set time automatically"),
    leaf(p, "Date", longDate(today()), () => p.pickDate(today(), (day) => { s.system.now = dateOf(day).getTime() + (s.system.now % 86400000); }), { id: "date_row", enabled: !auto }), leaf(p, "Time", clock(), () => p.pickTime(clock(), (next) => { s.system.now = dateOf(today()).getTime() + (Number(next.slice(0, 2)) * 60 + Number(next.slice(3))) * 60000; }), { id: "time_row", enabled: !auto }),
    flip("global", "auto_time_zone", "Set time zone automatically"), leaf(p, "Time zone", p.data.region, () => p.open("zones"), { id: "time_zone_row", enabled: !zone }),
    toggle("Use 24-hour format", TABLE("system").time_12_24 === "24", (on) => put("system", "time_12_24", on ? 24 : 12), { id: "time_12_24_switch", sub: TABLE("system").time_12_24 === "24" ? "13:00" : "1:00 PM" })]; }),
  zones(p) {
    const found = REGIONS.filter((each) => has(each, p.local.words ?? ""));
    return page({ css: "settings", bar: bar(p, "Time zone"), body: [searchField(p, "words", "Search time zones"), found.length ? found.map((each) => leaf(p, each, each === p.data.region ? "In use" : "", () => { p.data.region = each; p.back(); }, { id: "region_row" })) : empty("world", "No such time zone")] });
  },
  update: sheet("System update", (p) => [col({ css: "center pad" }, ico("check", "large settings-mid"), text("Your system is up to date", "big center"), text(`Android ${p.data.about["Android version"]}`, "soft center")), button("Check for update", () => { p.data.updated = today(); p.toast("No update available"); }, { id: "check_update_button", css: "wide" })]),
  developer: sheet("Developer options", (p) => [flip("global", "development_settings_enabled", "Use developer options"), flip("global", "adb_enabled", "USB debugging"), flip("global", "stay_on_while_plugged_in", "Stay awake", "Screen never sleeps while charging"), pick(p, "Window animation scale", TABLE("global").window_animation_scale ?? "1", [["0", "Animation off"], ["0.5", "Animation scale 0.5x"], ["1", "Animation scale 1x"], ["2", "Animation scale 2x"]], (next) => put("global", "window_animation_scale", next), { id: "window_animation_scale_row" })]),
  resets: sheet("Reset options", (p) => [leaf(p, "Reset Wi-Fi & Bluetooth", "Forgets all networks and devices", () => p.confirm("Reset Wi-Fi & Bluetooth?", "All saved networks and paired devices are forgotten.", "Reset", () => { p.data.networks.forEach((each) => { each.saved = each.connected = false; }); p.data.devices.forEach((each) => { each.paired = each.connected = false; }); p.toast("Network settings have been reset"); }), { id: "reset_wi_fi_bluetooth_row" }),
    leaf(p, "Reset app preferences", "", () => p.confirm("Reset app preferences?", "Permissions and notification settings of all apps go back to how they were.", "Reset apps", () => { p.data.permissions = {}; p.data.notices = {}; }), { id: "reset_app_preferences_row" }),
    leaf(p, "Erase all data (factory reset)", "", () => p.dialog({ title: "Erase all data?", text: "This practice phone cannot be erased from here.", buttons: [["OK"]] }), { id: "erase_all_data_factory_row" })]),
  about: sheet("About phone", (p) => [leaf(p, "Device name", TABLE("global").device_name, () => p.prompt("Device name", TABLE("global").device_name, (next) => { if (next.trim()) put("global", "device_name", next.trim()); else p.toast("The name cannot be empty"); }), { id: "device_name_row" }),
    Object.entries(p.data.about).map(([title, value]) => row({ id: "fact_row", title, sub: value, tap: title === "Build number" ? () => tapBuild(p) : undefined })), go(p, "info", "Legal information", "", "legal")]),
  legal: sheet("Legal information", () => [text("Icons: Material Design Icons, Apache License 2.0."), text("This phone is for practice only.", "soft")]),
};

function tapBuild(p) {
  p.local.taps = (p.local.taps ?? 0) + 1;
  if (isOn("global", "development_settings_enabled")) p.toast("No need, you are already a developer.");
  else if (p.local.taps >= 7) { put("global", "development_settings_enabled", 1); p.toast("You are now a developer!"); } else if (p.local.taps > 2) p.toast(`You are now ${7 - p.local.taps} steps away from being a developer.`);
}

const sizeOf = (p, id) => p.data.sizes[id] ?? { app: 24, data: 3, cache: 2 };
const totalMb = (p, id) => Object.values(sizeOf(p, id)).reduce((sum, each) => sum + each, 0);
const appRow = (p, each) => row({ id: "app_row", lead: face(each.id), title: each.name, sub: `${totalMb(p, each.id)} MB`, tap: () => p.open("app", { app: each.id }) });
const noticeOf = (p, id) => ({ on: true, sound: true, vibrate: true, pop: true, lock: true, dot: true, override: false, ...p.data.notices[id] });
const notice = (p, id, change) => { p.data.notices[id] = { ...p.data.notices[id], ...change }; };
const wantedBy = (id) => [...new Set([...(WANTED[id] ?? []), ...APPS[id].permissions])].sort();
const grant = (p, id, what) => p.data.permissions[`${id}:${what}`] ?? (!isGranted(id, what) ? "Don't allow" : ["Camera", "Location", "Microphone"].includes(what) ? "Allow only while using the app" : "Allow");
const allowed = (p, id) => wantedBy(id).filter((what) => grant(p, id, what) !== "Don't allow");
function allow(p, id, what, next) {
  const key = `${id}:${what}`;
  p.data.permissions[key] = next;
  s.system.granted = s.system.granted.filter((each) => each !== key).concat(next.startsWith("Allow") ? [key] : []);
}

function networkRow(p, net) {
  const sub = net.connected ? "Connected" : p.local.failed === net.id ? "Check password and try again" : net.saved ? "Saved" : net.security === "None" ? "Open" : "Secured";
  return row({ id: "network_row", lead: net.security === "None" ? "wifi" : "lock", title: net.ssid, sub, selected: net.connected, tap: () => (net.connected ? p.open("wifi", { id: net.id }) : net.saved || net.security === "None" ? connect(p, net) : askPassword(p, net)), hold: () => p.menu([net.saved && ["Forget network", () => { net.saved = net.connected = false; }], ["Network details", () => p.open("wifi", { id: net.id })]]), trail: net.saved && gear(net.ssid, () => p.open("wifi", { id: net.id })) });
}

function connect(p, net) {
  p.data.networks.forEach((each) => { each.connected = false; });
  Object.assign(net, { connected: true, saved: true });
  p.local.failed = null;
  p.toast(`Connected to ${net.ssid}`);
}

function askPassword(p, net) {
  p.dialog({ title: net.ssid, body: (def) => [labelled(p, "password", "Password", { opens: true, password: !def.local.plain, where: def.local }), check("Show password", Boolean(def.local.plain), (on) => { def.local.plain = on; }, { id: "plain_checkbox" }), warn(def)], buttons: [["Cancel"], ["Connect", (def) => {
    if (def.local.password.length < 8) { def.local.wrong = "The password must have at least 8 characters"; return false; }
    if (def.local.password === net.password) connect(p, net);
    else { p.local.failed = net.id; p.toast("Wrong password"); }
    return true;
  }]] });
}

function guarded(p, run) {
  const { kind, secret } = p.data.lock;
  if (!secret) { run(); return; }
  p.dialog({ title: `Confirm your ${kind}`, body: (def) => [labelled(p, "secret", kind, { opens: true, password: true, type: kind === "PIN" ? "number" : "text", where: def.local }), warn(def)], buttons: [["Cancel"], ["Next", (def) => { if (def.local.secret !== secret) { def.local.wrong = `Wrong ${kind}`; return false; } run(); return true; }]] });
}

function locales(p) {
  put("system", "system_locales", p.data.languages.map((name) => LANGUAGES.find(([each]) => each === name)[1]).join(","));
}

function moveLanguage(p, i, by) {
  const all = p.data.languages;
  [all[i], all[i + by]] = [all[i + by], all[i]];
  locales(p);
}

app({
  id: "settings_app", name: "Settings", icon: "settings", color: "#5f6368", package: "org.practice.settings", start: "main",
  links: (address) => (/^settings:\w+$/.test(address) && SCREENS[address.slice(9)] ? [address.slice(9), {}] : /^package:/.test(address) && Object.values(APPS).some((each) => each.package === address.slice(8)) ? ["app", { app: Object.values(APPS).find((each) => each.package === address.slice(8)).id }] : null),
  screens: SCREENS,
});
