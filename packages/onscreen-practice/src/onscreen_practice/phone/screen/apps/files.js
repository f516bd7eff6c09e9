"use strict";
// Files: everything under /sdcard. The files are s.files; display settings, starred files and the bin are `files_app`.

const KINDS = {
  image: { label: "Images", icon: "image", ends: ["jpg", "jpeg", "png", "gif", "svg", "webp"], tint: "#c2185b" }, video: { label: "Videos", icon: "movie", ends: ["mp4", "mkv", "mov"], tint: "#6a1b9a" },
  audio: { label: "Audio", icon: "audio", ends: ["mp3", "m4a", "wav", "ogg"], tint: "#ef6c00" }, document: { label: "Documents & other", icon: "fileText", ends: ["pdf", "docx", "xlsx", "pptx", "txt", "csv", "md", "html"], tint: "#1565c0" },
  archive: { label: "Archives", icon: "zip", ends: ["zip", "tar", "gz"], tint: "#5d4037" }, app: { label: "Apps", icon: "android", ends: ["apk"], tint: "#2e7d32" }, other: { label: "Other", icon: "fileOther", ends: [], tint: "#607d8b" },
};
const TYPES = { pdf: "PDF document", docx: "Text document", xlsx: "Spreadsheet", pptx: "Presentation", txt: "Text file", csv: "Table (CSV)", jpg: "JPEG image", png: "PNG image", mp4: "MP4 video", mp3: "MP3 audio", m4a: "M4A audio", zip: "ZIP archive", apk: "Application package" };
const endOf = (path) => (baseName(path).lastIndexOf(".") > 0 ? baseName(path).slice(baseName(path).lastIndexOf(".") + 1).toLowerCase() : "");
const isDir = (path) => Boolean(fileAt(path)?.dir);
const kindOf = (path) => Object.keys(KINDS).find((kind) => KINDS[kind].ends.includes(endOf(path))) ?? "other";
const typeOf = (path) => (isDir(path) ? "Folder" : TYPES[endOf(path)] ?? (endOf(path) ? `${endOf(path).toUpperCase()} file` : "File"));
const weight = (path) => (isDir(path) ? below(path).filter((each) => !isDir(each)).reduce((sum, each) => sum + bytesOf(s.files[each]), 0) : bytesOf(s.files[path]));
const mtimeOf = (path) => fileAt(path).mtime ?? s.system.now;
const changedAt = (path) => new Date(mtimeOf(path)).toISOString();
const placeName = (path) => (path === "/sdcard" ? "Internal storage" : baseName(path));
const hiddenPath = (path) => path.split("/").some((part) => part.startsWith("."));
const some = (n) => `${n} ${n === 1 ? "item" : "items"}`;
const allFiles = (p) => Object.keys(s.files).filter((path) => !isDir(path) && (p.data.hidden || !hiddenPath(path)));
const zipped = (path) => { try { return JSON.parse(s.files[path].about?.zip ?? "{}"); } catch { return {}; } };
const label = (p, path) => (p.data.extensions || isDir(path) || !endOf(path) ? baseName(path) : baseName(path).slice(0, -endOf(path).length - 1));

app({
  id: "files", name: "Files", icon: "folder", color: "#1976d2", start: "main", store: "files_app", permissions: ["Files"],
  links(address) {
    const path = address.startsWith("file:///") ? plainPath(decodeURI(address.slice(7))) : "";
    return fileAt(path) && !isPicture(fileAt(path)) ? [isDir(path) ? "folder" : "view", { path }] : null;
  },
  share: (what) => ["pick", { paths: what.paths ?? [], move: false, at: "/sdcard", text: what.text, title: what.title }],
  back(p) {
    if (p.local.picked?.length) { p.local.picked = []; return true; }
    if (p.frame.screen === "pick" && p.local.at !== "/sdcard") { p.local.at = parentOf(p.local.at); return true; }
    return false;
  },
  screens: { main, folder, kind: kindScreen, search: searchScreen, view: viewScreen, details, pick, storage, bin: binScreen, settings },
});

const ORDERS = { Name: (a, b) => baseName(a).localeCompare(baseName(b), "en", { numeric: true }), "Date modified": (a, b) => mtimeOf(a) - mtimeOf(b) || a.localeCompare(b), Size: (a, b) => weight(a) - weight(b) || a.localeCompare(b), Type: (a, b) => typeOf(a).localeCompare(typeOf(b)) || a.localeCompare(b) };

function sorted(p, paths) {
  const way = p.data.down ? -1 : 1;
  return [...paths].sort((a, b) => (p.data.folders_first && isDir(a) !== isDir(b) ? (isDir(a) ? -1 : 1) : way * ORDERS[p.data.sort](a, b)));
}

// --- lists ---------------------------------------------------------------------------------------

function main(p) {
  p.local.tab ??= "browse";
  const views = { recent: recentTab, browse: browseTab, starred: starredTab };
  return page({ id: "list", key: `list_${p.local.tab}`, bar: p.local.picked?.length ? pickedBar(p) : bar(p, { recent: "Recent", browse: "Files", starred: "Starred" }[p.local.tab], { actions: [iconButton("search", "Search", () => p.open("search"), { id: "search_button" })], menu: [["Bin", () => p.open("bin")], ["Storage", () => p.open("storage")], ["Settings", () => p.open("settings")]] }),
    body: views[p.local.tab](p), bottom: bottomNav([["recent", "history", "Recent"], ["browse", "folder", "Browse"], ["starred", "star", "Starred"]], p.local.tab, (tab) => { Object.assign(p.local, { tab, picked: [] }); }) });
}

function recentTab(p) {
  const found = allFiles(p).sort((a, b) => mtimeOf(b) - mtimeOf(a) || a.localeCompare(b)).slice(0, 30);
  const days = [...new Set(found.map((path) => changedAt(path).slice(0, 10)))];
  return days.map((day) => [section(day === today() ? "Today" : shortDate(day)), rows(p, found.filter((path) => changedAt(path).startsWith(day)), true)]);
}

const starredTab = (p) => { const found = p.data.starred.filter((path) => fileAt(path)); return found.length ? rows(p, sorted(p, found), true) : empty("star", "No starred files", "Star files to find them here"); };

function browseTab(p) {
  const found = allFiles(p);
  const tile = (kind) => v("FrameLayout", { id: "category", css: "files-kind", tap: () => p.open("kind", { kind }) }, v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[KINDS[kind].icon]}"/></svg>`, css: "files-face", style: `background:${KINDS[kind].tint}`, quiet: true }), text(KINDS[kind].label, "small strong"), text(some(found.filter((path) => kindOf(path) === kind).length), "soft tiny-text"));
  return [section("Categories"), grid(3, ["image", "video", "audio", "document", "archive", "app"].map(tile), { id: "categories" }), section("Storage devices"),
    row({ id: "internal_storage_row", title: "Internal storage", sub: storageText(), lead: "storage", tap: () => p.open("folder", { path: "/sdcard" }), trail: iconButton("info", "Storage overview", () => p.open("storage"), { id: "storage_overview_button" }) }),
    section("Folders"), ["Download", "Documents", "DCIM", "Music", "Pictures", "Recordings"].filter((name) => isDir(`/sdcard/${name}`)).map((name) => row({ id: "folder_row", title: name, sub: some(insideOf(`/sdcard/${name}`).length), lead: name === "Download" ? "download" : "folder", tap: () => p.open("folder", { path: `/sdcard/${name}` }) }))];
}

function rows(p, paths, where) {
  p.local.picked ??= [];
  if (p.data.view === "grid") return grid(2, paths.map((path) => tileOf(p, path)), { css: "files-grid" });
  return paths.map((path) => row({ id: "file_row", title: label(p, path), sub: subOf(path, where), lead: face(path), selected: p.local.picked.includes(path), tap: () => touched(p, path), hold: () => flip(p, path),
    trail: p.local.picked.length ? p.local.picked.includes(path) && ico("check") : [p.data.starred.includes(path) && ico("star", "tiny"), iconButton("more", `More options for ${label(p, path)}`, () => one(p, path), { id: "more_options_button" })] }));
}

const subOf = (path, where) => [isDir(path) ? some(insideOf(path).length) : bytesText(bytesOf(s.files[path])), shortDate(changedAt(path)), where && placeName(parentOf(path))].filter(Boolean).join(" · ");
const face = (path) => (isPicture(s.files[path]) ? v("View", { html: photo(sight(s.files[path])), css: "files-thumb", quiet: true }) : v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[isDir(path) ? "folder" : endOf(path) === "pdf" ? "pdf" : KINDS[kindOf(path)].icon]}"/></svg>`, css: "files-face", style: `background:${isDir(path) ? "#78909c" : KINDS[kindOf(path)].tint}`, quiet: true }));
const tileOf = (p, path) => v("FrameLayout", { id: "file_tile", css: "files-tile", selected: p.local.picked.includes(path), tap: () => touched(p, path), hold: () => flip(p, path) }, v("View", { css: "files-cover", quiet: true, kids: [] }, face(path)), line(text(label(p, path), "small grow"), iconButton("more", `More options for ${label(p, path)}`, () => one(p, path), { id: "more_options_button" })));

function flip(p, path) {
  p.local.picked = p.local.picked.includes(path) ? p.local.picked.filter((each) => each !== path) : [...p.local.picked, path];
}

function touched(p, path) {
  if (p.local.picked.length) flip(p, path);
  else if (isDir(path)) p.open("folder", { path });
  else openFile(p, path);
}

function openFile(p, path) {
  const link = kindOf(path) === "image" || kindOf(path) === "video" ? APPS.gallery?.links(`file://${encodeURI(path)}`) : null;
  if (link) openApp("gallery", ...link);
  else p.open("view", { path });
}

function folder(p) {
  const { path } = p.args;
  if (!isDir(path)) return page({ bar: bar(p, "Folder"), body: empty("folder", "This folder is no longer there") });
  const inside = sorted(p, insideOf(path).filter((each) => p.data.hidden || !baseName(each).startsWith(".")));
  const parts = path.split("/").slice(1).map((name, i, all) => `/${all.slice(0, i + 1).join("/")}`);
  const menu = [["New folder", () => newFolder(p, path)], ["Sort by", () => sortBy(p)], ["Select all", () => { p.local.picked = inside; }, { enabled: inside.length > 0 }], [p.data.hidden ? "Don't show hidden files" : "Show hidden files", () => { p.data.hidden = !p.data.hidden; }], path !== "/sdcard" && ["Details", () => p.open("details", { path })]];
  return page({ bar: p.local.picked?.length ? pickedBar(p, inside) : bar(p, placeName(path), { back: true, actions: [iconButton("search", "Search", () => p.open("search", { path }), { id: "search_button" }), viewButton(p)], menu: menu.filter(Boolean) }),
    body: [v("HorizontalScrollView", { css: "chips files-crumbs", scroll: "x", id: "breadcrumbs" }, parts.map((each, i) => v("Button", { id: "breadcrumb", text: `${placeName(each)}${i < parts.length - 1 ? " ›" : ""}`, desc: i < parts.length - 1 ? `Go to ${placeName(each)}` : placeName(each), css: "files-crumb", tap: () => each !== path && p.replace("folder", { path: each }) }))),
      v("Button", { id: "sort_button", text: `${p.data.sort} ${p.data.down ? "↓" : "↑"}`, desc: `Sorted by ${p.data.sort}, ${p.data.down ? "descending" : "ascending"}`, css: "button text files-sort", tap: () => sortBy(p) }), inside.length ? rows(p, inside) : empty("folder", "No items")],
    fab: fab("folderAdd", "New folder", () => newFolder(p, path)) });
}

const viewButton = (p) => (p.data.view === "grid" ? iconButton("listView", "List view", () => { p.data.view = "list"; }, { id: "list_view_button" }) : iconButton("grid", "Grid view", () => { p.data.view = "grid"; }, { id: "grid_view_button" }));

function sortBy(p) {
  const names = { Name: ["Name (A to Z)", "Name (Z to A)"], "Date modified": ["Date modified (oldest first)", "Date modified (newest first)"], Size: ["Size (smallest first)", "Size (largest first)"], Type: ["Type (A to Z)", "Type (Z to A)"] };
  const options = Object.entries(names).flatMap(([key, [up, down]]) => [[`${key}|up`, up], [`${key}|down`, down]]);
  p.choose("Sort by", options, `${p.data.sort}|${p.data.down ? "down" : "up"}`, (next) => { const [key, way] = next.split("|"); Object.assign(p.data, { sort: key, down: way === "down" }); });
}

function kindScreen(p) {
  const { kind } = p.args;
  const found = sorted(p, allFiles(p).filter((path) => kindOf(path) === kind));
  return page({ bar: p.local.picked?.length ? pickedBar(p, found) : bar(p, KINDS[kind].label, { sub: some(found.length), actions: [viewButton(p)], menu: [["Sort by", () => sortBy(p)], ["Select all", () => { p.local.picked = found; }, { enabled: found.length > 0 }]] }), body: found.length ? rows(p, found, true) : empty(KINDS[kind].icon, `No ${KINDS[kind].label.toLowerCase()}`) });
}

function searchScreen(p) {
  const words = p.local.find ?? "", kind = p.local.kind ?? "all";
  const from = p.args.path ?? "/sdcard";
  const found = words.trim() ? sorted(p, Object.keys(s.files).filter((path) => path.startsWith(`${from}/`) && has(baseName(path), words) && (p.data.hidden || !hiddenPath(path)) && (kind === "all" || (!isDir(path) && kindOf(path) === kind)))) : [];
  return page({ bar: p.local.picked?.length ? pickedBar(p, found) : bar(p, "Search", { sub: placeName(from) }), body: [searchField(p, "find", "Search files", { opens: true }), chips([["all", "All"], ...["image", "video", "audio", "document", "archive"].map((each) => [each, KINDS[each].label])], kind, (next) => { p.local.kind = next; }, { id: "type_chip" }),
    found.length ? [text(some(found.length), "soft small"), rows(p, found, true)] : empty("search", words.trim() ? "No files found" : "Type a part of a name")] });
}

// --- actions -------------------------------------------------------------------------------------

function pickedBar(p, all) {
  const paths = p.local.picked;
  const done = () => { p.local.picked = []; };
  return v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Close", done, { id: "close_button" }), text(`${paths.length} selected`, "title-text grow"), iconButton("move", "Move to", () => p.open("pick", { paths, move: true }), { id: "move_button" }), iconButton("copy", "Copy to", () => p.open("pick", { paths, move: false }), { id: "copy_button" }), iconButton("trash", "Delete", () => remove(p, paths), { id: "delete_button" }),
    iconButton("more", "More options", () => p.menu([paths.length === 1 && ["Rename", () => rename(p, paths[0])], ["Compress", () => compress(p, paths)], ["Star", () => { paths.forEach((path) => star(p, path, true)); done(); }], ["Share", () => share(p, paths)], paths.length === 1 && ["Details", () => p.open("details", { path: paths[0] })], all && ["Select all", () => { p.local.picked = all; }]]), { id: "more_options_button" }));
}

function one(p, path) {
  const on = p.data.starred.includes(path);
  p.menu([["Open", () => touched(p, path)], !isDir(path) && ["Share", () => share(p, [path])], ["Move to", () => p.open("pick", { paths: [path], move: true })], ["Copy to", () => p.open("pick", { paths: [path], move: false })], ["Rename", () => rename(p, path)], ["Delete", () => remove(p, [path])], [on ? "Remove star" : "Star", () => star(p, path, !on)], endOf(path) === "zip" ? ["Extract", () => extract(p, path)] : ["Compress", () => compress(p, [path])], ["Details", () => p.open("details", { path })]]);
}

const share = (p, paths) => shareSheet(p, { paths: paths.filter((path) => !isDir(path)), text: "", title: paths.length === 1 ? baseName(paths[0]) : some(paths.length) });
const star = (p, path, on) => { p.data.starred = on ? [...new Set([...p.data.starred, path])] : p.data.starred.filter((each) => each !== path); };

function nameFault(folder, name, own) {
  if (!name.trim()) return "Enter a name";
  if (/[/\\:*?"<>|]/.test(name)) return "A name must not contain / \\ : * ? \" < > |";
  return insideOf(folder).some((each) => same(baseName(each), name) && each !== own) ? "An item with this name already exists" : "";
}

/** Ask for a file name in a folder; `run` receives the new path. */
function nameDialog(p, { title, folder, value, own, label: go, hint = "Name" }, run) {
  p.dialog({ title, body: (def) => [field(p, "input", { opens: true, hint, value, where: def.local }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], [go, (def) => {
    def.local.wrong = nameFault(folder, def.local.input, own);
    if (def.local.wrong) return false;
    return run(`${folder}/${def.local.input.trim()}`);
  }]] });
}

const newFolder = (p, path) => nameDialog(p, { title: "New folder", folder: path, value: "", label: "Create", hint: "Folder name" }, (made) => { s.files[made] = { dir: true, mtime: s.system.now }; p.toast("Folder created"); });

/** Move a file or folder with its content and its stars to another path. */
function carry(p, from, to, move) {
  for (const each of [from, ...below(from)]) {
    const goal = to + each.slice(from.length);
    s.files[goal] = move ? s.files[each] : copy(s.files[each]);
    if (move) delete s.files[each];
    if (move) for (const [list, key] of [[p.data, "starred"], [s.gallery, "favourites"]]) list[key] = list[key].map((path) => (path === each ? goal : path));
  }
}

const rename = (p, path) => nameDialog(p, { title: "Rename", folder: parentOf(path), value: baseName(path), own: path, label: "Rename" }, (to) => { p.local.picked = []; if (to !== path) carry(p, path, to, true); if (p.args.path === path) p.args.path = to; });

function remove(p, paths) {
  const run = () => {
    const gone = paths.flatMap((path) => [path, ...below(path)]).map((path) => ({ path, file: s.files[path], at: today() }));
    gone.forEach((each) => { delete s.files[each.path]; });
    p.data.bin = [...gone, ...p.data.bin];
    p.local.picked = [];
    if (paths.includes(p.args.path)) p.back();
    p.snack(`${some(paths.length)} moved to bin`, "Undo", () => putBack(p, gone));
  };
  if (p.data.confirm_delete) p.confirm("Move to bin?", paths.length === 1 ? `"${baseName(paths[0])}" will be moved to the bin.` : `${some(paths.length)} will be moved to the bin.`, "Move to bin", run);
  else run();
}

function putBack(p, gone) {
  gone.forEach((each) => { for (let dir = parentOf(each.path); dir !== "/sdcard" && dir !== "/"; dir = parentOf(dir)) s.files[dir] ??= { dir: true, mtime: s.system.now }; s.files[each.path] = each.file; });
  p.data.bin = p.data.bin.filter((each) => !gone.some((other) => other.path === each.path));
}

function compress(p, paths) {
  const first = paths.length === 1 ? baseName(paths[0]).replace(/\.[^.]+$/, "") : baseName(parentOf(paths[0]));
  nameDialog(p, { title: "Compress", folder: parentOf(paths[0]), value: `${first}.zip`, label: "Compress", hint: "Archive name" }, (to) => {
    const goal = to.endsWith(".zip") ? to : `${to}.zip`;
    const inside = Object.fromEntries(paths.flatMap((path) => [path, ...below(path)]).map((path) => [path.slice(parentOf(paths[0]).length + 1), s.files[path]]));
    s.files[goal] = { mtime: s.system.now, size: Math.floor(paths.reduce((sum, path) => sum + weight(path), 0) * 0.8), about: { zip: JSON.stringify(inside) } };
    p.local.picked = [];
    p.toast(`${baseName(goal)} created`);
  });
}

function extract(p, path) {
  const goal = path.slice(0, -4);
  if (fileAt(goal)) { p.toast(`A folder "${baseName(goal)}" already exists`); return; }
  s.files[goal] = { dir: true, mtime: s.system.now };
  for (const [name, file] of Object.entries(zipped(path))) s.files[`${goal}/${name}`] = file;
  p.toast(`Extracted to ${baseName(goal)}`);
}

function pick(p) {
  const { paths, move, text: words } = p.args;
  const at = (p.local.at ??= p.args.at ?? parentOf(paths[0]));
  const dirs = insideOf(at).filter((each) => isDir(each) && !paths.includes(each)).sort();
  const go = () => {
    if (words) { saveFile(freeName(at, `${(p.args.title || "Shared text").replace(/[/\\:*?"<>|]/g, " ").trim() || "Shared text"}.txt`), words); }
    for (const path of paths) if (!(move && parentOf(path) === at) && fileAt(path)) carry(p, path, freeName(at, baseName(path)), move);
    p.back();
    if (top().local.picked) top().local.picked = [];
    p.toast(words ? `Saved to ${placeName(at)}` : `${some(paths.length)} ${move ? "moved" : "copied"} to ${placeName(at)}`);
  };
  return page({ bar: bar(p, words ? "Save to" : `${move ? "Move" : "Copy"} ${some(paths.length)}`, { close: true, sub: at.replace("/sdcard", "Internal storage"), actions: [iconButton("folderAdd", "New folder", () => newFolder(p, at), { id: "new_folder_button" })] }),
    body: [at !== "/sdcard" && row({ id: "parent_folder_row", title: "Parent folder", sub: placeName(parentOf(at)), lead: "up", tap: () => { p.local.at = parentOf(at); } }), dirs.map((each) => row({ id: "folder_row", title: baseName(each), sub: some(insideOf(each).length), lead: face(each), tap: () => { p.local.at = each; } })), !dirs.length && text("No folders here", "soft center pad")],
    bottom: line({ css: "files-bottom" }, button("Cancel", () => p.back(), { id: "cancel_button", kind: "text" }), button(words ? "Save here" : move ? "Move here" : "Copy here", go, { id: "save_here_button", enabled: !move || paths.some((path) => parentOf(path) !== at) })) });
}

function freeName(dir, name) {
  const cut = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  for (let i = 0; ; i++) { const path = `${dir}/${i ? `${name.slice(0, cut)} (${i})${name.slice(cut)}` : name}`; if (!s.files[path]) return path; }
}

// --- one file ------------------------------------------------------------------------------------

function viewScreen(p) {
  const { path } = p.args;
  const file = s.files[path];
  if (!file) return page({ bar: bar(p, "File"), body: empty("file", "This file is no longer there") });
  const menu = [["Share", () => share(p, [path])], ["Rename", () => rename(p, path)], ["Delete", () => remove(p, [path])], ["Details", () => p.open("details", { path })]];
  const saved = () => { file.text = p.local.words; file.mtime = s.system.now; p.local.words = null; blur(); p.toast("Saved"); };
  if (file.text !== undefined && !p.local.editing) return page({ bar: bar(p, baseName(path), { actions: [iconButton("edit", "Edit", () => { p.local.editing = true; p.local.words = file.text; }, { id: "edit_button" })], menu }), body: text(file.text || "(empty)", "files-text") });
  if (file.text !== undefined) return page({ bar: bar(p, baseName(path), { actions: [button("Save", () => { saved(); p.local.editing = false; }, { id: "save_button", kind: "text" })] }), body: field(p, "words", { opens: true, hint: "Text of the file", lines: true, value: p.local.words, css: "files-edit", change: (next) => { p.local.words = next; } }) });
  if (kindOf(path) === "image" && file.data) return page({ bar: bar(p, baseName(path), { menu }), body: v("ImageView", { desc: `Picture ${baseName(path)}`, html: `<img src="data:image/${endOf(path).replace("jpg", "jpeg")};base64,${file.data}">`, css: "files-image" }) });
  if (endOf(path) === "zip") { const inside = Object.entries(zipped(path)); return page({ bar: bar(p, baseName(path), { sub: some(inside.length), menu }), body: inside.map(([name, each]) => row({ id: "zip_entry_row", title: name, sub: each.dir ? "Folder" : bytesText(bytesOf(each)), lead: face(name) })), bottom: line({ css: "files-bottom" }, button("Extract", () => extract(p, path), { id: "extract_button" })) }); }
  if (kindOf(path) === "audio") return page({ bar: bar(p, baseName(path), { menu }), body: [col({ css: "empty" }, ico("audio"), text(p.local.playing ? "Playing" : "Paused")), progress("Position", p.local.playing ? 0.1 : 0), line({ css: "center" }, iconButton(p.local.playing ? "pause" : "play", p.local.playing ? "Pause" : "Play", () => { p.local.playing = !p.local.playing; }, { id: "play_pause_button" }))] });
  return page({ bar: bar(p, baseName(path), { menu }), body: [empty(KINDS[kindOf(path)].icon, typeOf(path), bytesText(bytesOf(file))), text(endOf(path) === "apk" ? "Installing from this source is not allowed" : "No preview for this file", "center soft")] });
}

function details(p) {
  const { path } = p.args;
  if (!fileAt(path)) return page({ bar: bar(p, "Details"), body: empty("file", "This item is no longer there") });
  const fact = (name, value) => row({ id: "fact_row", title: value, sub: name });
  return page({ bar: bar(p, "Details"), body: [line({ css: "files-head" }, face(path), text(baseName(path), "strong grow")), fact("Type", typeOf(path)), fact("Size", bytesText(weight(path))), isDir(path) && fact("Contains", some(below(path).length)), fact("Modified", `${longDate(changedAt(path))}, ${changedAt(path).slice(11, 16)}`), fact("Location", parentOf(path).replace("/sdcard", "Internal storage"))] });
}

// --- storage, bin, settings ----------------------------------------------------------------------

function storage(p) {
  const found = Object.keys(s.files).filter((path) => !isDir(path));
  const screens = { Images: "image", Videos: "video", Audio: "audio", Documents: "document" };
  const kinds = Object.entries(storageUse()).filter(([name]) => name !== "Trash").sort((a, b) => b[1] - a[1]);
  const kindRow = ([name, bytes]) => row({ id: "category_row", title: name, meta: gigabytes(bytes), lead: KINDS[screens[name]]?.icon ?? { Games: "star", Apps: "apps" }[name] ?? "system", tap: screens[name] && (() => p.open("kind", { kind: screens[name] })) });
  const largest = [...found].sort((a, b) => bytesOf(s.files[b]) - bytesOf(s.files[a])).slice(0, 8);
  return page({ bar: bar(p, "Storage"), body: [text(gigabytes(storageUsed()), "huge"), text(`used of ${CAPACITY / 1e9} GB`, "soft"), progress("Storage used", storageUsed() / CAPACITY), kinds.map(kindRow), row({ id: "bin_row", title: "Trash", meta: gigabytes(storageUse().Trash), lead: "trash", tap: () => p.open("bin") }), section("Largest files"), largest.map((path) => row({ id: "largest_row", title: baseName(path), sub: placeName(parentOf(path)), meta: bytesText(bytesOf(s.files[path])), lead: face(path), tap: () => p.open("details", { path }) }))] });
}

function binScreen(p) {
  const shown = p.data.bin.filter((each) => !p.data.bin.some((other) => each.path.startsWith(`${other.path}/`)));
  const whole = (each) => p.data.bin.filter((other) => other === each || other.path.startsWith(`${each.path}/`));
  const drop = (gone) => { p.data.bin = p.data.bin.filter((each) => !gone.includes(each)); };
  return page({ bar: bar(p, "Bin", { sub: some(shown.length), menu: [["Restore all", () => { putBack(p, p.data.bin); p.toast("All items restored"); }, { enabled: shown.length > 0 }], ["Empty bin", () => p.confirm("Empty bin?", "All items in the bin will be deleted for ever.", "Empty bin", () => drop(p.data.bin)), { enabled: shown.length > 0 }]] }),
    body: shown.length ? shown.map((each) => row({ id: "deleted_file_row", title: baseName(each.path), sub: `${each.file.dir ? "Folder" : bytesText(bytesOf(each.file))} · from ${placeName(parentOf(each.path))}`, lead: each.file.dir ? "folder" : KINDS[kindOf(each.path)].icon, trail: [iconButton("restore", `Restore ${baseName(each.path)}`, () => { putBack(p, whole(each)); p.toast("1 item restored"); }, { id: "restore_button" }), iconButton("deleteForever", `Delete ${baseName(each.path)} for ever`, () => p.confirm("Delete for ever?", `"${baseName(each.path)}" will be deleted for ever.`, "Delete", () => drop(whole(each))), { id: "delete_forever_button" })] })) : empty("trash", "The bin is empty") });
}

function settings(p) {
  const d = p.data;
  const flag = (key, words, sub) => toggle(words, d[key], (on) => { d[key] = on; }, { id: `${key}_switch`, sub });
  return page({ bar: bar(p, "Settings"), body: [section("View"), select(p, "View", d.view, [["list", "List"], ["grid", "Grid"]], (next) => { d.view = next; }, { id: "view_spinner" }), v("Spinner", { id: "sort_spinner", text: d.sort, desc: "Sort by", css: "select", tap: () => sortBy(p) }, v("View", { html: "<small>Sort by</small>", css: "select-label", quiet: true }), v("View", { html: `${d.sort} ${d.down ? "(descending)" : "(ascending)"}`, css: "select-value", quiet: true }), ico("down")), flag("folders_first", "Folders first"), flag("extensions", "Show file name extensions"), flag("hidden", "Show hidden files"), section("Deleting"), flag("confirm_delete", "Ask before deleting", "Deleted items stay in the bin for 30 days")] });
}
