"use strict";
// Gallery: photos and videos of /sdcard by day and by album, and an editor. Data: bin, favourites, settings; the pictures are s.files.

const CAMERA = "/sdcard/DCIM/Camera";
const pictures = () => Object.keys(s.files).filter((path) => isPicture(s.files[path]));
const about = (path) => s.files[path].about;
const look = (path) => sight(s.files[path]);
const newest = (a, b) => s.files[b].mtime - s.files[a].mtime || a.localeCompare(b);
const ORDERS = { "Newest first": newest, "Oldest first": (a, b) => newest(b, a), Name: (a, b) => baseName(a).localeCompare(baseName(b)), Size: (a, b) => bytesOf(s.files[b]) - bytesOf(s.files[a]) };
const albumsNow = () => [...new Set([CAMERA, ...pictures().map(parentOf), ...insideOf("/sdcard/Pictures").filter((each) => s.files[each].dir)])].sort((a, b) => (a === CAMERA ? -1 : b === CAMERA ? 1 : baseName(a).localeCompare(baseName(b))));
const inAlbum = (folder) => pictures().filter((path) => parentOf(path) === folder);
const liked = (p) => p.data.favourites.filter((path) => s.files[path]);
const dayName = (day) => (day === today() ? "Today" : day === addDays(today(), -1) ? "Yesterday" : shortDate(day));
const some = (n) => `${n} ${n === 1 ? "item" : "items"}`;
const sortMenu = (p) => ["Sort by", () => p.choose("Sort by", Object.keys(ORDERS), p.data.sort, (next) => { p.data.sort = next; })];

app({
  id: "gallery", name: "Gallery", icon: "images", color: "#c2185b", start: "main", permissions: ["Photos and videos"],
  links: (address) => (address.startsWith("file:///") && isPicture(s.files[plainPath(decodeURI(address.slice(7)))]) ? ["photo", { path: plainPath(decodeURI(address.slice(7))) }] : null),
  back(p) {
    if (p.local.picked?.length) { p.local.picked = []; return true; }
    if (p.frame.screen === "edit" && changed(p)) { discard(p); return true; }
    return false;
  },
  screens: { main, album, photo: photoScreen, details, albums: albumChoice, bin: binScreen, settings, edit },
});

// --- lists ---------------------------------------------------------------------------------------

function main(p) {
  p.local.tab ??= "photos";
  p.local.kind ??= "all";
  const views = { photos: photosTab, albums: albumsTab, search: searchTab };
  const menu = [["Select", () => { p.local.choosing = true; }, { enabled: p.local.tab === "photos" }], sortMenu(p), ["Create album", () => createAlbum(p)], ["Bin", () => p.open("bin")], ["Settings", () => p.open("settings")]];
  return page({ id: "list", key: `list_${p.local.tab}`, bar: [p.local.picked?.length ? pickedBar(p) : bar(p, { photos: "Gallery", albums: "Albums", search: "Search" }[p.local.tab], { menu })], ...views[p.local.tab](p),
    bottom: bottomNav([["photos", "image", "Photos"], ["albums", "album", "Albums"], ["search", "search", "Search"]], p.local.tab, (tab) => { Object.assign(p.local, { tab, picked: [], choosing: false }); }) });
}

function photosTab(p) {
  const kinds = { all: () => true, photo: (path) => about(path).kind === "photo", video: (path) => about(path).kind === "video", liked: (path) => p.data.favourites.includes(path), edited: (path) => about(path).edit };
  const found = pictures().filter(kinds[p.local.kind]).sort(ORDERS[p.data.sort]);
  return { body: [chips([["all", "All"], ["photo", "Photos"], ["video", "Videos"], ["liked", "Favourites"], ["edited", "Edited"]], p.local.kind, (kind) => { p.local.kind = kind; }, { id: "kind_chip" }), p.local.choosing && text("Tap the items to select", "soft small"), found.length ? byDay(p, found) : empty("images", "Nothing here yet")] };
}

function byDay(p, found) {
  if (!["Newest first", "Oldest first"].includes(p.data.sort)) return tiles(p, found);
  const length = p.data.group === "Month" ? 7 : 10;
  const groups = [...new Set(found.map((path) => about(path).taken.slice(0, length)))];
  return groups.map((day) => [section(length === 10 ? dayName(day) : `${MONTHS[Number(day.slice(5)) - 1]} ${day.slice(0, 4)}`), tiles(p, found.filter((path) => about(path).taken.startsWith(day)))]);
}

function tiles(p, paths) {
  p.local.picked ??= [];
  const { picked } = p.local;
  const flip = (path) => { p.local.picked = picked.includes(path) ? picked.filter((each) => each !== path) : [...picked, path]; p.local.choosing = false; };
  return grid(p.data.columns, paths.map((path) => v("FrameLayout", { id: "photo", desc: describe(about(path)), css: "gallery-tile", selected: picked.includes(path), tap: () => (picked.length || p.local.choosing ? flip(path) : p.open("photo", { path, among: paths })), hold: () => flip(path) },
    v("View", { html: photo(look(path)), css: "gallery-thumb", quiet: true }), p.data.favourites.includes(path) && ico("heart", "gallery-mark"), picked.includes(path) && ico("check", "gallery-picked"))), { css: "gallery-grid", id: "photos" });
}

function albumsTab(p) {
  const tile = (name, paths, open) => v("FrameLayout", { id: "album", css: "gallery-album", tap: open }, paths.length ? v("View", { html: photo(look([...paths].sort(newest)[0])), css: "gallery-cover", quiet: true }) : v("View", { css: "gallery-cover gallery-none", quiet: true }), text(name, "strong"), text(some(paths.length), "soft small"));
  const videos = pictures().filter((path) => about(path).kind === "video");
  return { body: grid(2, [tile("Favourites", liked(p), () => p.open("album", { special: "Favourites" })), tile("Videos", videos, () => p.open("album", { special: "Videos" })), albumsNow().map((folder) => tile(baseName(folder), inAlbum(folder), () => p.open("album", { folder })))], { css: "gallery-albums", id: "albums" }), fab: fab("add", "Create album", () => createAlbum(p)) };
}

function searchTab(p) {
  const words = p.local.find ?? "";
  const of = (path) => `${describe(about(path))} ${about(path).place ?? ""} ${baseName(path)} ${baseName(parentOf(path))} ${about(path).caption ?? ""}`;
  const found = words.trim() ? pictures().filter((path) => has(of(path), words)).sort(newest) : [];
  const places = [...new Set(pictures().map((path) => about(path).place).filter(Boolean))].sort();
  return { body: [searchField(p, "find", "Search photos, places, names"), words.trim() ? (found.length ? [text(`${found.length} ${found.length === 1 ? "result" : "results"}`, "soft small"), tiles(p, found)] : empty("search", "No results", "Try another word")) : [section("Places"), places.map((place) => row({ id: "place_row", title: place, lead: "place", meta: String(pictures().filter((path) => about(path).place === place).length), tap: () => { p.local.find = place; } }))]] };
}

function createAlbum(p, then) {
  p.dialog({ title: "Create album", body: (def) => [field(p, "input", { opens: true, hint: "Album name", where: def.local }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], ["Create", (def) => {
    const name = def.local.input.trim();
    def.local.wrong = !name ? "Enter a name" : name.includes("/") ? "A name must not contain /" : albumsNow().some((each) => same(baseName(each), name)) ? "An album with this name already exists" : "";
    if (def.local.wrong) return false;
    s.files[`/sdcard/Pictures/${name}`] = { dir: true, mtime: s.system.now };
    if (then) then(`/sdcard/Pictures/${name}`);
    else { p.toast("Album created"); p.open("album", { folder: `/sdcard/Pictures/${name}` }); }
    return true;
  }]] });
}

function album(p) {
  const { folder, special } = p.args;
  const paths = (special === "Favourites" ? liked(p) : special === "Videos" ? pictures().filter((path) => about(path).kind === "video") : inAlbum(folder)).sort(ORDERS[p.data.sort]);
  const own = folder?.startsWith("/sdcard/Pictures/");
  const menu = [sortMenu(p), ["Select all", () => { p.local.picked = paths; }, { enabled: paths.length > 0 }], own && ["Rename album", () => renameAlbum(p, folder)], own && ["Delete album", () => p.confirm("Delete album?", `"${baseName(folder)}" and its ${some(paths.length)} will be deleted.`, "Delete", () => { p.back(); toBin(p, paths, ""); delete s.files[folder]; p.toast("Album deleted"); })]];
  return page({ bar: p.local.picked?.length ? pickedBar(p) : bar(p, special ?? baseName(folder), { sub: some(paths.length), menu: menu.filter(Boolean) }), body: paths.length ? tiles(p, paths) : empty("images", "No photos or videos") });
}

function renameAlbum(p, folder) {
  p.prompt("Rename album", baseName(folder), (name) => {
    const next = `/sdcard/Pictures/${name.trim()}`;
    if (!name.trim() || name.includes("/") || s.files[next]) { p.toast(s.files[next] ? "An album with this name already exists" : "This name cannot be used"); return; }
    phone.rename(folder, next);
    p.data.favourites = p.data.favourites.map((path) => (parentOf(path) === folder ? next + path.slice(folder.length) : path));
    p.args.folder = next;
  }, { hint: "Album name", label: "Rename" });
}

// --- multi-selection -----------------------------------------------------------------------------

function pickedBar(p) {
  const paths = p.local.picked;
  const done = () => { p.local.picked = []; };
  const all = paths.every((path) => p.data.favourites.includes(path));
  return v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Close", done, { id: "close_button" }), text(`${paths.length} selected`, "title-text grow"),
    iconButton("share", "Share", () => share(p, paths), { id: "share_button" }), iconButton(all ? "heart" : "heartOff", all ? "Remove from favourites" : "Add to favourites", () => { paths.forEach((path) => like(p, path, !all)); done(); }, { id: "favourite_button" }),
    iconButton("trash", "Delete", () => ask(p, paths, done), { id: "delete_button" }),
    iconButton("more", "More options", () => p.menu([["Move to album", () => p.open("albums", { paths, move: true })], ["Copy to album", () => p.open("albums", { paths, move: false })], ["Select all", () => { p.local.picked = p.args.folder ? inAlbum(p.args.folder) : pictures(); }]]), { id: "more_options_button" }));
}

const like = (p, path, on) => { p.data.favourites = on ? [...new Set([...p.data.favourites, path])] : p.data.favourites.filter((each) => each !== path); };
const share = (p, paths) => shareSheet(p, { paths, text: "", title: paths.length === 1 ? baseName(paths[0]) : `${paths.length} items` });

function ask(p, paths, after) {
  const run = () => { after(); toBin(p, paths, `${some(paths.length)} moved to bin`); };
  if (p.data.confirm_delete) p.confirm(paths.length === 1 ? "Move to bin?" : `Move ${paths.length} items to bin?`, "Items in the bin are deleted after 30 days.", "Move to bin", run);
  else run();
}

function toBin(p, paths, words) {
  const gone = paths.map((path) => ({ path, file: s.files[path], at: today() }));
  const marks = p.data.favourites;
  gone.forEach((each) => { delete s.files[each.path]; });
  p.data.favourites = marks.filter((path) => !paths.includes(path));
  p.data.bin = [...gone, ...p.data.bin];
  p.local.picked = [];
  if (words) p.snack(words, "Undo", () => { putBack(p, gone); p.data.favourites = marks; });
}

function putBack(p, gone) {
  p.data.bin = p.data.bin.filter((each) => !gone.some((other) => other.path === each.path));
  gone.forEach((each) => { for (let dir = parentOf(each.path); dir !== "/sdcard"; dir = parentOf(dir)) s.files[dir] ??= { dir: true, mtime: s.system.now }; s.files[each.path] = each.file; });
}

function albumChoice(p) {
  const { paths, move } = p.args;
  const go = (folder) => {
    paths.forEach((path) => {
      const goal = free(folder, baseName(path), parentOf(path) === folder && move ? path : "");
      if (goal === path) return;
      s.files[goal] = move ? s.files[path] : copy(s.files[path]);
      if (!move) return;
      delete s.files[path];
      p.data.favourites = p.data.favourites.map((each) => (each === path ? goal : each));
    });
    p.back(move && p.state && front().frames.at(-2).screen === "photo" ? 2 : 1);
    if (top().local.picked) top().local.picked = [];
    p.toast(`${some(paths.length)} ${move ? "moved" : "copied"} to ${baseName(folder)}`);
  };
  return page({ bar: bar(p, move ? "Move to album" : "Copy to album", { close: true }), body: [row({ id: "create_album_row", title: "Create album", lead: "add", tap: () => createAlbum(p, go) }), albumsNow().map((folder) => row({ id: "album_row", title: baseName(folder), sub: some(inAlbum(folder).length), lead: "folder", tap: () => go(folder) })),
    section("Other folders"), otherFolders().map((folder) => row({ id: "folder_row", title: baseName(folder), sub: "Internal storage", lead: "folder", tap: () => go(folder) }))] });
}

/** Return the folders of the internal storage that are not albums. */
const otherFolders = () => insideOf("/sdcard").filter((each) => s.files[each].dir && !baseName(each).startsWith(".") && !albumsNow().includes(each)).sort((a, b) => a.localeCompare(b));

/** Return an unused path in a folder: "name.jpg", "name(1).jpg", ... */
function free(folder, name, own) {
  const at = name.lastIndexOf(".");
  for (let i = 0; ; i++) {
    const path = `${folder}/${i ? `${name.slice(0, at)}(${i})${name.slice(at)}` : name}`;
    if (!s.files[path] || path === own) return path;
  }
}

// --- photo view ----------------------------------------------------------------------------------

function photoScreen(p) {
  const { path } = p.args;
  if (!isPicture(s.files[path])) return page({ bar: bar(p, "Photo"), body: empty("image", "This item is no longer there") });
  const among = (p.args.among ?? pictures().sort(newest)).filter((each) => isPicture(s.files[each]));
  const [on, video] = [p.data.favourites.includes(path), about(path).kind === "video"];
  const turn = (way) => { const next = among[among.indexOf(path) + (way === "left" ? 1 : -1)]; if (!["left", "right"].includes(way)) { if (way === "up") p.open("details", { path }); return true; } if (next) p.replace("photo", { path: next, among }); return true; };
  return page({ still: true, css: "gallery-dark", bar: bar(p, dayName(about(path).taken.slice(0, 10)), { sub: [about(path).taken.slice(11), p.data.show_locations && about(path).place].filter(Boolean).join(" · "), actions: [iconButton(on ? "heart" : "heartOff", on ? "Remove from favourites" : "Add to favourites", () => like(p, path, !on), { id: "favourite_button" })],
    menu: [["Details", () => p.open("details", { path })], ["Move to album", () => p.open("albums", { paths: [path], move: true })], ["Copy to album", () => p.open("albums", { paths: [path], move: false })], ["Rename", () => rename(p, path)], ["Set as wallpaper", () => { s.settings.system.wallpaper = path; p.toast("Wallpaper set"); }, { enabled: !video }]] }),
    body: [picture(describe(about(path)), photo(look(path), true), { css: "gallery-whole", swipe: turn }), about(path).caption && text(about(path).caption, "center pad"), video && line({ css: "center pad" }, iconButton(p.local.playing ? "pause" : "play", p.local.playing ? "Pause" : "Play", () => { p.local.playing = !p.local.playing; }, { id: "play_pause_button" }), text(`${p.local.playing ? "Playing" : "0:00"} / ${lengthText(about(path).seconds)}`, "soft small"))],
    bottom: bottomNav([["share", "share", "Share"], ...(video ? [] : [["edit", "edit", "Edit"]]), ["trash", "trash", "Delete"]], "", (key) => ({ share: () => share(p, [path]), edit: () => p.open("edit", { path }), trash: () => ask(p, [path], () => afterDelete(p, among, path)) })[key]()) });
}

const lengthText = (n) => `${Math.floor(Number(n ?? 0) / 60)}:${two(Number(n ?? 0) % 60)}`;

function afterDelete(p, among, path) {
  const at = among.indexOf(path);
  const next = among[at + 1] ?? among[at - 1];
  if (next) p.replace("photo", { path: next, among: among.filter((each) => each !== path) });
  else p.back();
}

function rename(p, path) {
  const name = baseName(path), end = name.slice(name.lastIndexOf("."));
  p.dialog({ title: "Rename", body: (def) => [field(p, "input", { opens: true, hint: "File name", value: name.slice(0, -end.length), where: def.local }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], ["Rename", (def) => {
    const next = `${parentOf(path)}/${def.local.input.trim()}${end}`;
    def.local.wrong = !def.local.input.trim() ? "Enter a name" : def.local.input.includes("/") ? "A name must not contain /" : s.files[next] && next !== path ? "A file with this name already exists" : "";
    if (def.local.wrong) return false;
    if (next === path) return true;
    s.files[next] = s.files[path];
    delete s.files[path];
    p.data.favourites = p.data.favourites.map((each) => (each === path ? next : each));
    p.args.path = next;
    return true;
  }]] });
}

function details(p) {
  const { path } = p.args;
  const a = about(path);
  const save = (words) => { if (words.trim()) a.caption = words.trim(); else delete a.caption; p.toast("Caption saved"); };
  return page({ bar: bar(p, "Details"), body: [picture(describe(a), photo(look(path)), { css: "gallery-small" }),
    line(field(p, "caption", { hint: "Add a caption", value: a.caption ?? "", submit: save, css: "grow" }), iconButton("check", "Save caption", () => { save(p.local.caption); blur(); }, { id: "save_caption_button" })),
    row({ id: "date_row", title: longDate(a.taken), sub: `${weekday(a.taken)}, ${a.taken.slice(11)}`, lead: "calendar" }), row({ id: "file_row", title: baseName(path), sub: `${bytesText(bytesOf(s.files[path]))} · ${a.width ?? "?"} × ${a.height ?? "?"}${a.kind === "video" ? ` · ${lengthText(a.seconds)}` : ""}`, lead: "image" }),
    row({ id: "path_row", title: "Path", sub: path.replace("/sdcard", "Internal storage"), lead: "folder" }), row({ id: "location_row", title: a.place || "No location", sub: a.place ? "Location" : undefined, lead: "place", trail: a.place && iconButton("close", "Remove location", () => p.confirm("Remove location?", "The place where this was taken will be removed.", "Remove", () => { a.place = ""; }), { id: "remove_location_button" }) }), (a.mode || a.flash) && row({ id: "mode_row", title: `${a.mode ?? "Photo"} mode`, sub: `Flash ${String(a.flash ?? "off").toLowerCase()}`, lead: "camera" }), a.edit && row({ id: "edited_row", title: "Edited", sub: changesOf(a.edit).join(", ") || "No changes", lead: "tune" })] });
}

function binScreen(p) {
  p.local.picked ??= [];
  const { picked } = p.local;
  const chosen = p.data.bin.filter((each) => picked.includes(each.path));
  const drop = (gone) => { p.data.bin = p.data.bin.filter((each) => !gone.includes(each)); p.local.picked = []; };
  const flip = (path) => { p.local.picked = picked.includes(path) ? picked.filter((each) => each !== path) : [...picked, path]; };
  const head = picked.length ? v("ViewGroup", { css: "bar" }, iconButton("close", "Close", () => { p.local.picked = []; }, { id: "close_button" }), text(`${picked.length} selected`, "title-text grow"), iconButton("restore", "Restore", () => { putBack(p, chosen); p.local.picked = []; p.toast(`${some(chosen.length)} restored`); }, { id: "restore_button" }), iconButton("deleteForever", "Delete for ever", () => p.confirm("Delete for ever?", `${some(chosen.length)} will be deleted for ever.`, "Delete", () => drop(chosen)), { id: "delete_forever_button" }))
    : bar(p, "Bin", { menu: [["Restore all", () => { putBack(p, p.data.bin); p.toast("All items restored"); }, { enabled: p.data.bin.length > 0 }], ["Empty bin", () => p.confirm("Empty bin?", "All items in the bin will be deleted for ever.", "Empty bin", () => drop(p.data.bin)), { enabled: p.data.bin.length > 0 }]] });
  return page({ bar: head, body: p.data.bin.length ? [text("Tap items to select them. They are deleted after 30 days.", "soft small"), grid(p.data.columns, p.data.bin.map((each) => v("FrameLayout", { id: "deleted_photo", desc: describe(each.file.about), css: "gallery-tile", selected: picked.includes(each.path), tap: () => flip(each.path) }, v("View", { html: photo(sight(each.file)), css: "gallery-thumb", quiet: true }), picked.includes(each.path) && ico("check", "gallery-picked"))), { css: "gallery-grid" })] : empty("trash", "The bin is empty") });
}

function settings(p) {
  const d = p.data;
  return page({ bar: bar(p, "Settings"), body: [section("View"), select(p, "Columns", d.columns, [[2, "2 columns"], [3, "3 columns"], [4, "4 columns"]], (next) => { d.columns = next; }, { id: "columns_spinner" }), select(p, "Sort by", d.sort, Object.keys(ORDERS), (next) => { d.sort = next; }, { id: "sort_spinner" }), select(p, "Group by", d.group, ["Day", "Month"], (next) => { d.group = next; }, { id: "group_spinner" }), toggle("Play videos automatically", d.autoplay, (on) => { d.autoplay = on; }, { id: "autoplay_switch" }), toggle("Show locations", d.show_locations, (on) => { d.show_locations = on; }, { id: "show_locations_switch" }),
    section("Sharing"), select(p, "Size when sharing", d.quality, ["Original", "Large", "Medium", "Small"], (next) => { d.quality = next; }, { id: "quality_spinner" }), section("Deleting"), toggle("Ask before deleting", d.confirm_delete, (on) => { d.confirm_delete = on; }, { id: "confirm_delete_switch" }), row({ id: "bin_row", title: "Bin", sub: some(d.bin.length), lead: "trash", tap: () => p.open("bin") })] });
}

// --- the editor ----------------------------------------------------------------------------------

const INKS = { White: "#ffffff", Black: "#111111", Red: "#e53935", Yellow: "#fdd835", Green: "#43a047", Blue: "#1e88e5" };
const SLIDERS = [["brightness", "Brightness"], ["contrast", "Contrast"], ["saturation", "Saturation"], ["warmth", "Warmth"]];
const TOOLS = [["crop", "crop", "Crop"], ["adjust", "tune", "Adjust"], ["filter", "filterVintage", "Filters"], ["text", "textAdd", "Text"], ["draw", "draw", "Draw"]];
const begun = (p) => ({ ...copy(PLAIN), ...copy(about(p.args.path).edit ?? {}) });
const changed = (p) => p.local.edit && JSON.stringify(p.local.edit) !== JSON.stringify(begun(p));
const discard = (p) => p.confirm("Discard changes?", "Your changes will be lost.", "Discard", () => { p.local.edit = null; front().frames.pop(); });
const changesOf = (e) => [e.ratio !== "Original" && `Crop ${e.ratio}`, e.turn && `Rotated ${e.turn}°`, e.flip && "Flipped", e.tilt && `Straightened ${e.tilt}°`, ...SLIDERS.map(([key, label]) => e[key] && `${label} ${e[key]}`), e.filter !== "None" && `Filter ${e.filter}`, e.texts.length && `${e.texts.length} text`, e.strokes.length && "Drawing"].filter(Boolean);

function edit(p) {
  if (!isPicture(s.files[p.args.path])) return page({ bar: bar(p, "Edit"), body: empty("image", "This item is no longer there") });
  const e = (p.local.edit ??= begun(p));
  p.local.tool ??= "crop";
  p.local.past ??= [];
  const set = (change) => { p.local.past.push(copy(e)); p.local.next = []; Object.assign(e, change); };
  const step = (from, to) => { p.local[to].push(copy(e)); p.local.edit = p.local[from].pop(); };
  const { cw, ch } = extent(e);
  const shownAs = { ...look(p.args.path), edit: e };
  const trace = (a, b) => set({ strokes: [...e.strokes, { from: a, to: b, color: INKS[p.local.ink ?? "Red"], width: p.local.width ?? 6 }] });
  return page({ still: true, css: "gallery-dark",
    bar: v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Close editor", () => (changed(p) ? discard(p) : p.back()), { id: "close_editor_button" }), space(), iconButton("undo", "Undo", () => step("past", "next"), { id: "undo_button", enabled: p.local.past.length > 0 }), iconButton("redo", "Redo", () => step("next", "past"), { id: "redo_button", enabled: (p.local.next ?? []).length > 0 }), button("Save copy", () => saveCopy(p), { id: "save_copy_button", kind: "text", enabled: Boolean(changed(p)) }), iconButton("more", "More options", () => p.menu([["Reset", () => set(copy(PLAIN))], ["Save over original", () => { about(p.args.path).edit = copy(e); p.back(); p.toast("Saved"); }]]), { id: "more_options_button" })),
    body: [v("FrameLayout", { css: "gallery-stage" }, v("ImageView", { desc: `Preview: ${changesOf(e).join(", ") || "no changes"}`, html: photo(shownAs, true), css: p.local.tool === "draw" ? "gallery-canvas gallery-drawing" : "gallery-canvas", style: `aspect-ratio:${cw}/${ch};width:min(100cqw,${(100 * cw) / ch}cqh)`, trace: p.local.tool === "draw" ? trace : undefined })), col({ css: "gallery-tools" }, { crop: cropTool, adjust: adjustTool, filter: filterTool, text: textTool, draw: drawTool }[p.local.tool](p, e, set))],
    bottom: bottomNav(TOOLS, p.local.tool, (tool) => { p.local.tool = tool; }) });
}

const cropTool = (p, e, set) => [chips(Object.keys(RATIOS), e.ratio, (ratio) => set({ ratio }), { id: "ratio_chip" }),
  line({ css: "center" }, button("Rotate left", () => set({ turn: (e.turn + 270) % 360 }), { id: "rotate_left_button", kind: "tonal", icon: "rotateLeft" }), button("Rotate right", () => set({ turn: (e.turn + 90) % 360 }), { id: "rotate_right_button", kind: "tonal", icon: "rotateRight" })),
  line({ css: "center" }, button("Flip", () => set({ flip: !e.flip }), { id: "flip_button", kind: "tonal", icon: "flip" })), line(text(`Straighten ${e.tilt}°`, "small gallery-label"), v("FrameLayout", { css: "grow" }, slider("Straighten", e.tilt, { id: "tilt_slider", min: -20, max: 20, change: (tilt) => set({ tilt }) })))];

const adjustTool = (p, e, set) => SLIDERS.map(([key, label]) => line(text(`${label} ${e[key]}`, "small gallery-label"), v("FrameLayout", { css: "grow" }, slider(label, e[key], { id: "slider", min: -100, max: 100, step: 5, change: (value) => set({ [key]: value }) }))));

const filterTool = (p, e, set) => v("HorizontalScrollView", { css: "gallery-filters", scroll: "x", id: "filters" }, Object.keys(TUNES).map((name) => v("RadioButton", { id: "set_radio", text: name, checked: e.filter === name, css: "gallery-filter", tap: () => set({ filter: name }) }, v("View", { html: photo({ ...look(p.args.path), edit: { ...e, filter: name } }), css: "gallery-thumb", quiet: true }), v("View", { html: name, quiet: true }))));

function textTool(p, e, set) {
  const change = (i, more) => set({ texts: e.texts.map((each, at) => (at === i ? { ...each, ...more } : each)) });
  return [button("Add text", () => p.dialog({ title: "Add text", body: (def) => [field(p, "input", { opens: true, hint: "Text", where: def.local }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], ["Done", (def) => {
    if (!def.local.input.trim()) { def.local.wrong = "Enter some text"; return false; }
    return set({ texts: [...e.texts, { text: def.local.input.trim(), place: "Middle", color: INKS.White, size: 36 }] });
  }]] }), { id: "add_text_button", kind: "tonal", icon: "textAdd" }),
  e.texts.map((each, i) => line({ css: "gallery-words" }, text(each.text, "grow"), button(each.place, () => p.choose("Position", ["Top", "Middle", "Bottom"], each.place, (place) => change(i, { place })), { kind: "text", id: "position" }),
    button(Object.keys(INKS).find((name) => INKS[name] === each.color), () => p.choose("Text colour", Object.entries(INKS).map(([name, ink]) => [ink, name]), each.color, (color) => change(i, { color })), { kind: "text", id: "colour" }), iconButton("close", `Delete text ${each.text}`, () => set({ texts: e.texts.filter((other, at) => at !== i) }), { id: "delete_text_button" })))];
}

const drawTool = (p, e, set) => [text("Swipe over the picture to draw", "soft small center"), chips(Object.keys(INKS), p.local.ink ?? "Red", (ink) => { p.local.ink = ink; }, { id: "ink_chip" }), line(text(`Thickness ${p.local.width ?? 6}`, "small gallery-label"), v("FrameLayout", { css: "grow" }, slider("Thickness", p.local.width ?? 6, { id: "width_slider", min: 2, max: 20, change: (width) => { p.local.width = width; } }))), button("Clear drawing", () => set({ strokes: [] }), { id: "clear_drawing_button", kind: "text", enabled: e.strokes.length > 0 })];

function saveCopy(p) {
  const { path } = p.args;
  const name = baseName(path), at = name.lastIndexOf(".");
  const goal = free(parentOf(path), `${name.slice(0, at)}_edited${name.slice(at)}`);
  s.files[goal] = { ...copy(s.files[path]), mtime: s.system.now, about: { ...copy(about(path)), edit: copy(p.local.edit), of: path } };
  p.back();
  p.replace("photo", { path: goal });
  p.toast("Copy saved");
}
