"use strict";
// Notes: text notes and checklists. Data: notes, labels, view, sort, and the settings.

const COLOURS = ["Default", "Coral", "Peach", "Sand", "Mint", "Sage", "Storm", "Dusk", "Blossom"];
const VIEWS = { notes: "Notes", reminders: "Reminders", archive: "Archive", bin: "Bin" };
const REPEATS = ["Does not repeat", "Daily", "Weekly", "Monthly", "Yearly"];
const dayText = (day) => (day === today() ? "Today" : day === addDays(today(), 1) ? "Tomorrow" : shortDate(day));
const whenText = (iso) => `${dayText(iso.slice(0, 10))}, ${iso.slice(11)}`;
const touch = (note) => { note.edited = moment(); };
const isEmpty = (note) => !note.title.trim() && !note.text.trim() && !note.items.some((each) => each.text.trim());
const wordsOf = (note) => [note.title, note.text, ...note.items.map((each) => each.text), ...note.labels].join("\n");
const asText = (note) => [note.title, note.text, ...note.items.map((each) => `${each.done ? "[x]" : "[ ]"} ${each.text}`)].filter(Boolean).join("\n");
const blank = (given) => ({ id: newId(), title: "", text: "", items: [], list: false, colour: "Default", labels: [], pinned: false, archived: false, binned: false, reminder: "", repeat: REPEATS[0], created: moment(), edited: moment(), ...given });
const noteOf = (p, id) => p.data.notes.find((each) => each.id === id);

app({
  id: "notes", name: "Notes", icon: "notes", color: "#f4a300", start: "main", permissions: ["Notifications"],
  share: (what) => ["note", { title: what.title ?? "", text: [what.text, ...(what.paths ?? [])].filter(Boolean).join("\n") }],
  back(p) {
    if (p.local.picked?.length) { p.local.picked = []; return true; }
    if (p.frame.screen === "main" && (p.local.find || (p.local.view ?? "notes") !== "notes")) { Object.assign(p.local, { find: "", kind: "all", view: "notes" }); return true; }
    const note = p.frame.screen === "note" && noteOf(p, p.local.id);
    if (note && isEmpty(note)) { p.data.notes = p.data.notes.filter((each) => each !== note); p.toast("Empty note discarded"); }
    return false;
  },
  screens: { main, note: noteScreen, labels: labelsScreen, choose: chooseLabels, settings },
});

// --- the list ------------------------------------------------------------------------------------

function main(p) {
  p.local.view ??= "notes";
  p.local.picked ??= [];
  const notes = shown(p);
  const { view, picked } = p.local;
  return page({
    id: "list", key: `list_${view}`,
    bar: [picked.length ? pickedBar(p) : view === "notes" || p.local.find ? searchBar(p) : plainBar(p), p.local.find && chips([["all", "All"], ["lists", "Lists"], ["reminders", "Reminders"], ["pinned", "Pinned"]], p.local.kind ?? "all", (next) => { p.local.kind = next; }, { id: "kind_chip" })],
    body: notes.length ? grouped(p, notes) : emptyView(p),
    fab: ["notes", "reminders"].includes(view) || view.startsWith("#") ? [v("ImageButton", { id: "new_list_button", desc: "New list", css: "fab notes-second", tap: () => begin(p, { list: true }) }, ico("checklist")), fab("add", "New note", () => begin(p, {}))] : null,
  });
}

function begin(p, given) {
  const label = p.local.view.startsWith("#") ? [p.local.view.slice(1)] : [];
  p.open("note", { ...given, labels: label });
}

function shown(p) {
  const { view, find, kind } = p.local;
  const order = { "Date edited": (a, b) => b.edited.localeCompare(a.edited), "Date created": (a, b) => b.created.localeCompare(a.created), Title: (a, b) => a.title.localeCompare(b.title) };
  const here = (n) => (find ? !n.binned && has(wordsOf(n), find) : view === "bin" ? n.binned : n.binned ? false : view === "archive" ? n.archived : view === "reminders" ? n.reminder : view.startsWith("#") ? n.labels.includes(view.slice(1)) : !n.archived);
  const wanted = (n) => !find || { lists: n.list, reminders: Boolean(n.reminder), pinned: n.pinned }[kind] !== false;
  return p.data.notes.filter((n) => here(n) && wanted(n)).sort(order[p.data.sort]);
}

function grouped(p, notes) {
  const css = p.data.view === "grid" ? "notes-grid" : "";
  const cards = (some) => v("RecyclerView", { id: "notes", css }, some.map((each) => noteCard(p, each)));
  const pinned = notes.filter((each) => each.pinned && !each.archived);
  const rest = notes.filter((each) => !pinned.includes(each));
  if (p.local.view === "bin") return [text("Notes in the bin are deleted after 7 days", "soft small"), cards(notes)];
  if (!pinned.length || p.local.find) return cards(notes);
  return [section("Pinned"), cards(pinned), rest.length > 0 && section("Others"), rest.length > 0 && cards(rest)];
}

function noteCard(p, n) {
  const { picked } = p.local;
  const flip = () => { p.local.picked = picked.includes(n.id) ? picked.filter((id) => id !== n.id) : [...picked, n.id]; };
  const open = n.items.filter((each) => !each.done);
  return card({ id: "note_card", css: `notes-card notes-${n.colour.toLowerCase()}`, selected: picked.includes(n.id), tap: () => (picked.length ? flip() : p.open("note", { id: n.id })), hold: flip },
    n.title && text(n.title, "strong"), n.text && text(n.text.length > 160 ? `${n.text.slice(0, 160)}…` : n.text, "small"),
    open.slice(0, 6).map((each) => text(`☐ ${each.text}`, "small")), open.length > 6 && text(`+ ${open.length - 6} more items`, "soft small"), n.items.length > open.length && text(`+ ${n.items.length - open.length} checked items`, "soft small"),
    (n.reminder || n.labels.length || (n.archived && p.local.view !== "archive")) && line({ css: "wrap notes-tags" }, n.reminder && line({ css: "notes-tag notes-when" }, ico("alarm", "tiny"), text(whenText(n.reminder))), n.labels.map((each) => text(each, "notes-tag")), n.archived && p.local.view !== "archive" && text("Archived", "notes-tag")));
}

function emptyView(p) {
  if (p.local.find) return empty("search", "No matching notes");
  const words = { notes: ["notes", "Notes you add appear here"], reminders: ["reminder", "Notes with upcoming reminders appear here"], archive: ["archive", "Your archived notes appear here"], bin: ["trash", "No notes in the bin"] };
  return empty(...(words[p.local.view] ?? ["label", "No notes with this label yet"]));
}

function searchBar(p) {
  return line({ css: "notes-top" }, iconButton("menu", "Open navigation menu", () => drawer(p), { id: "open_navigation_menu_button" }), field(p, "find", { hint: "Search your notes", keep: true, css: "plain" }),
    p.local.find ? iconButton("close", "Clear text", () => { p.local.find = ""; p.local.kind = "all"; }, { id: "clear_text_button" }) : [viewButton(p), iconButton("more", "More options", () => p.menu([["Sort by", () => sortBy(p)], ["Edit labels", () => p.open("labels")], ["Settings", () => p.open("settings")]]), { id: "more_options_button" })]);
}

const viewButton = (p) => (p.data.view === "grid" ? iconButton("listView", "List view", () => { p.data.view = "list"; }, { id: "list_view_button" }) : iconButton("grid", "Grid view", () => { p.data.view = "grid"; }, { id: "grid_view_button" }));
const sortBy = (p) => p.choose("Sort by", ["Date edited", "Date created", "Title"], p.data.sort, (next) => { p.data.sort = next; });

function plainBar(p) {
  const { view } = p.local;
  const binned = p.data.notes.filter((each) => each.binned);
  const menu = view === "bin" ? [["Empty bin", () => p.confirm("Empty bin?", "All notes in the bin will be deleted for ever.", "Empty bin", () => { p.data.notes = p.data.notes.filter((each) => !each.binned); p.toast("Bin emptied"); }), { enabled: binned.length > 0 }]]
    : view.startsWith("#") ? [["Rename label", () => renameLabel(p, view.slice(1), (next) => { p.local.view = `#${next}`; })], ["Delete label", () => deleteLabel(p, view.slice(1))]] : [["Sort by", () => sortBy(p)]];
  return v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("menu", "Open navigation menu", () => drawer(p), { id: "open_navigation_menu_button" }), col({ css: "bar-title" }, text(view.startsWith("#") ? view.slice(1) : VIEWS[view], "title-text", { id: "title" })), viewButton(p), iconButton("more", "More options", () => p.menu(menu), { id: "more_options_button" }));
}

function drawer(p) {
  const go = (def, view) => () => { p.frame.dialogs.pop(); Object.assign(p.local, { view, find: "", picked: [] }); };
  const item = (def, icon, label, view) => row({ id: view.startsWith("#") ? "label_row" : `${view}_row`, title: label, lead: icon, selected: p.local.view === view, tap: go(def, view) });
  p.dialog({ css: "notes-drawer", body: (def) => [text("Notes", "big pad"), item(def, "notes", "Notes", "notes"), item(def, "reminder", "Reminders", "reminders"), rule(), p.data.labels.map((each) => item(def, "label", each, `#${each}`)),
    row({ id: "edit_labels_row", title: p.data.labels.length ? "Edit labels" : "Create new label", lead: "edit", tap: () => { p.frame.dialogs.pop(); p.open("labels"); } }), rule(), item(def, "archive", "Archive", "archive"), item(def, "trash", "Bin", "bin"), row({ id: "settings_row", title: "Settings", lead: "settings", tap: () => { p.frame.dialogs.pop(); p.open("settings"); } })] });
}

// --- multi-selection -----------------------------------------------------------------------------

function pickedBar(p) {
  const notes = p.local.picked.map((id) => noteOf(p, id)).filter(Boolean);
  const done = () => { p.local.picked = []; };
  const head = [iconButton("close", "Close", done, { id: "close_button" }), text(String(notes.length), "title-text grow", { desc: `${notes.length} selected` })];
  if (p.local.view === "bin") return v("ViewGroup", { css: "bar" }, head, iconButton("restore", "Restore", () => { restore_(p, notes); done(); }, { id: "restore_button" }), iconButton("deleteForever", "Delete for ever", () => removeForever(p, notes), { id: "delete_forever_button" }));
  const pinned = notes.every((each) => each.pinned);
  return v("ViewGroup", { css: "bar" }, head, iconButton(pinned ? "pin" : "pinOff", pinned ? "Unpin" : "Pin", () => { notes.forEach((each) => { each.pinned = !pinned; }); done(); }, { id: "pin_button" }),
    iconButton("reminder", "Reminder", () => reminderMenu(p, notes), { id: "reminder_button" }), iconButton("palette", "Colour", () => colourDialog(p, notes), { id: "colour_button" }), iconButton("label", "Label", () => p.open("choose", { ids: notes.map((each) => each.id) }), { id: "label_button" }),
    iconButton("more", "More options", () => p.menu([[notes.every((each) => each.archived) ? "Unarchive" : "Archive", () => { archive(p, notes); done(); }], ["Delete", () => { bin(p, notes); done(); }], ["Make a copy", () => { notes.forEach((each) => duplicate(p, each)); done(); }],
      ["Send", () => shareSheet(p, { title: notes[0].title, text: notes.map(asText).join("\n\n"), paths: [], label: `${notes.length} selected` })], ["Select all", () => { p.local.picked = shown(p).map((each) => each.id); }]]), { id: "more_options_button" }));
}

const counted = (notes, words) => (notes.length === 1 ? `Note ${words}` : `${notes.length} notes ${words}`);

function bin(p, notes) {
  const before = notes.map((each) => copy(each));
  notes.forEach((each) => Object.assign(each, { binned: true, pinned: false }));
  p.snack(counted(notes, "moved to bin"), "Undo", () => notes.forEach((each, i) => Object.assign(each, before[i])));
}

function archive(p, notes) {
  const before = notes.map((each) => copy(each));
  const back = notes.every((each) => each.archived);
  notes.forEach((each) => Object.assign(each, { archived: !back, pinned: false }));
  p.snack(counted(notes, back ? "unarchived" : "archived"), "Undo", () => notes.forEach((each, i) => Object.assign(each, before[i])));
}

function restore_(p, notes) {
  notes.forEach((each) => { each.binned = false; });
  p.snack(counted(notes, "restored"), "Undo", () => notes.forEach((each) => { each.binned = true; }));
}

const removeForever = (p, notes, after) => p.confirm("Delete for ever?", counted(notes, "will be deleted for ever."), "Delete", () => { p.data.notes = p.data.notes.filter((each) => !notes.includes(each)); p.local.picked = []; if (after) after(); });
const duplicate = (p, n) => { p.data.notes.unshift({ ...copy(n), id: newId(), pinned: false, created: moment(), edited: moment() }); };

function colourDialog(p, notes) {
  p.dialog({ title: "Colour", body: (def) => v("GridView", { css: "notes-colours" }, COLOURS.map((name) => v("RadioButton", { id: "colour_radio", text: name, checked: notes.every((each) => each.colour === name), css: `notes-swatch notes-${name.toLowerCase()}`, tap: () => { notes.forEach((each) => { each.colour = name; }); p.local.picked = []; p.frame.dialogs.splice(p.frame.dialogs.indexOf(def), 1); } }))), buttons: [["Cancel"]] });
}

// --- reminders -----------------------------------------------------------------------------------

function reminderMenu(p, notes) {
  const { morning, evening } = p.data;
  const set = (at, repeat) => { notes.forEach((each) => Object.assign(each, { reminder: at, repeat })); p.local.picked = []; p.toast(`Reminder set for ${whenText(at)}`); };
  const later = `${today()}T${evening}`, tomorrow = `${addDays(today(), 1)}T${morning}`, week = `${addDays(today(), 7)}T${morning}`;
  const old = notes.length === 1 ? notes[0].reminder : "";
  p.dialog({ title: old ? "Edit reminder" : "Remind me", buttons: [["Cancel"]], body: (def) => {
    const close = (run) => () => { p.frame.dialogs.splice(p.frame.dialogs.indexOf(def), 1); run(); };
    const fixed = (title, at) => row({ id: "reminder_time_row", title, meta: `${weekday(at).slice(0, 3)} ${at.slice(11)}`, tap: close(() => set(at, REPEATS[0])) });
    return [later > moment() && fixed("Later today", later), fixed("Tomorrow morning", tomorrow), fixed("Next week", week), row({ id: "choose_date_time_row", title: "Choose a date and time", lead: "event", tap: close(() => exactDialog(p, old || tomorrow, notes[0].repeat, set)) }),
      old && row({ id: "delete_reminder_row", title: "Delete reminder", lead: "trash", tap: close(() => { notes.forEach((each) => Object.assign(each, { reminder: "", repeat: REPEATS[0] })); p.toast("Reminder deleted"); }) })];
  } });
}

function exactDialog(p, at, repeat, set) {
  const chosen = { day: at.slice(0, 10), time: at.slice(11), repeat };
  p.dialog({ title: "Date and time", body: (def) => [
    row({ id: "date_row", title: longDate(chosen.day), sub: "Date", lead: "event", tap: () => p.pickDate(chosen.day, (next) => { chosen.day = next; }) }),
    row({ id: "time_row", title: chosen.time, sub: "Time", lead: "clock", tap: () => p.pickTime(chosen.time, (next) => { chosen.time = next; }) }),
    select(p, "Repeat", chosen.repeat, REPEATS, (next) => { chosen.repeat = next; }, { id: "repeat_spinner" }), def.local.wrong && text(def.local.wrong, "bad small")],
  buttons: [["Cancel"], ["Save", (def) => {
    if (`${chosen.day}T${chosen.time}` <= moment()) { def.local.wrong = "Choose a time in the future"; return false; }
    return set(`${chosen.day}T${chosen.time}`, chosen.repeat);
  }]] });
}

// --- note editor ---------------------------------------------------------------------------------

/** Return the current note; a new note is saved with its first change. */
function current(p) {
  p.local.id ??= p.args.id ?? null;
  if (p.local.id) return noteOf(p, p.local.id);
  p.local.draft ??= blank({ title: p.args.title ?? "", text: p.args.text ?? "", list: Boolean(p.args.list), items: p.args.list ? [{ id: newId(), text: "", done: false }] : [], labels: p.args.labels ?? [] });
  if (!isEmpty(p.local.draft)) keep(p, p.local.draft);
  return p.local.draft;
}

function keep(p, n) {
  touch(n);
  store(p, n);
}

function store(p, n) {
  if (p.local.id || isEmpty(n)) return;
  p.local.id = n.id;
  p.data.notes.unshift(n);
}

function noteScreen(p) {
  const n = current(p);
  if (!n) return page({ bar: bar(p, "Note"), body: empty("notes", "This note is no longer there") });
  const leave = (run) => () => { store(p, n); p.back(); run(p, [n]); };
  const actions = n.binned ? [] : [iconButton(n.pinned ? "pin" : "pinOff", n.pinned ? "Unpin" : "Pin", () => { n.pinned = !n.pinned; store(p, n); p.toast(n.pinned ? "Note pinned" : "Note unpinned"); }, { id: "pin_button" }),
    iconButton("reminder", "Reminder", () => { store(p, n); reminderMenu(p, [n]); }, { id: "reminder_button" }), iconButton(n.archived ? "unarchive" : "archive", n.archived ? "Unarchive" : "Archive", leave(archive), { id: "archive_button" })];
  return page({
    css: `notes-page notes-${n.colour.toLowerCase()}`, bar: bar(p, "", { actions }),
    body: n.binned ? binnedBody(n) : [field(p, "title", { opens: !p.args.id && n.list, hint: "Title", value: n.title, css: "plain notes-title", change: (next) => { n.title = next; keep(p, n); } }), n.list ? itemsBody(p, n) : field(p, "text", { opens: !p.args.id, hint: "Note", lines: true, value: n.text, css: "plain notes-text", change: (next) => { n.text = next; keep(p, n); } }), tagsLine(p, n)],
    bottom: line({ css: "notes-bottom" }, n.binned ? [button("Restore", leave(restore_), { id: "restore_button", kind: "text" }), space(), button("Delete for ever", () => removeForever(p, [n], () => p.back()), { id: "delete_forever_button", kind: "text" })]
      : [iconButton("palette", "Colour", () => colourDialog(p, [n]), { id: "colour_button" }), text(`Edited ${n.edited.slice(0, 10) === today() ? n.edited.slice(11) : shortDate(n.edited)}`, "soft small grow center"), iconButton("more", "More options", () => noteMenu(p, n, leave), { id: "more_options_button" })]),
  });
}

const binnedBody = (n) => [text("Notes in the bin cannot be edited", "soft small"), text(n.title, "big"), n.text && text(n.text), n.items.map((each) => text(`${each.done ? "☑" : "☐"} ${each.text}`))];

const tagsLine = (p, n) => (n.reminder || n.labels.length > 0) && line({ css: "wrap notes-tags" }, n.reminder && v("Button", { id: "reminder_chip", text: `Reminder: ${whenText(n.reminder)}${n.repeat === REPEATS[0] ? "" : `, ${n.repeat.toLowerCase()}`}`, css: "notes-tag", tap: () => reminderMenu(p, [n]) }), n.labels.map((each) => v("Button", { id: "label_chip", text: each, css: "notes-tag", tap: () => p.open("choose", { ids: [n.id] }) })));

function noteMenu(p, n, leave) {
  const lines = n.text.split("\n").filter((each) => each.trim());
  const toList = () => { n.items = lines.map((each) => ({ id: newId(), text: each, done: false })); if (!n.items.length) n.items = [{ id: newId(), text: "", done: false }]; Object.assign(n, { list: true, text: "" }); keep(p, n); };
  const toText = () => { Object.assign(n, { list: false, text: n.items.map((each) => each.text).filter(Boolean).join("\n"), items: [] }); keep(p, n); };
  p.menu([["Delete", leave(bin)], ["Make a copy", leave(() => { duplicate(p, n); p.toast("Copied"); })], ["Send", () => { shareSheet(p, { title: n.title, text: asText(n), paths: [], label: n.title || "Note" }); }], ["Labels", () => { store(p, n); if (p.local.id) p.open("choose", { ids: [n.id] }); else p.toast("Write something first"); }],
    n.list ? ["Hide checkboxes", toText] : ["Show checkboxes", toList],
    n.list && ["Uncheck all items", () => { n.items.forEach((each) => { each.done = false; }); keep(p, n); }, { enabled: n.items.some((each) => each.done) }],
    n.list && ["Delete checked items", () => { const old = n.items; n.items = n.items.filter((each) => !each.done); keep(p, n); p.snack("Checked items deleted", "Undo", () => { n.items = old; }); }, { enabled: n.items.some((each) => each.done) }]]);
}

function itemsBody(p, n) {
  const add = (after) => {
    const item = { id: newId(), text: "", done: false };
    n.items.splice(after === undefined ? (p.data.new_at_bottom ? n.items.length : 0) : after + 1, 0, item);
    ui.focus = { id: `item_${item.id}`, start: 0, end: 0, type: "text", shift: false, layer: "letters" };
    keep(p, n);
  };
  const itemRow = (each) => {
    const at = n.items.indexOf(each);
    return line({ css: "notes-item" }, v("CheckBox", { id: "check_item_checkbox", desc: each.text || `Check item ${at + 1}`, checked: each.done, css: "check notes-check", tap: () => { each.done = !each.done; keep(p, n); } }),
      field(p, `item_${each.id}`, { id: "item", hint: `List item ${at + 1}`, value: each.text, css: `plain ${each.done ? "strike" : ""}`, keep: true, change: (next) => { each.text = next; keep(p, n); }, submit: () => add(at) }),
      iconButton("close", `Delete ${each.text || `item ${at + 1}`}`, () => { n.items = n.items.filter((other) => other !== each); keep(p, n); p.snack("Item deleted", "Undo", () => { n.items.splice(at, 0, each); }); }, { id: "delete_button" }));
  };
  const done = p.data.checked_to_bottom ? n.items.filter((each) => each.done) : [];
  return [n.items.filter((each) => !done.includes(each)).map(itemRow), button("Add list item", () => add(), { id: "add_list_item_button", kind: "text", icon: "add", css: "notes-add" }),
    done.length > 0 && [v("Button", { id: "checked_items_button", text: `${done.length} checked ${done.length === 1 ? "item" : "items"}`, css: "section", selected: !p.local.folded, tap: () => { p.local.folded = !p.local.folded; } }), !p.local.folded && done.map(itemRow)]];
}

// --- labels --------------------------------------------------------------------------------------

function labelFault(p, name, old) {
  if (!name.trim()) return "Enter a label name";
  return p.data.labels.some((each) => each !== old && same(each, name)) ? "A label with this name already exists" : "";
}

function addLabel(p, name) {
  const fault = labelFault(p, name);
  if (fault) { p.toast(fault); return false; }
  p.data.labels.push(name.trim());
  return true;
}

function renameLabel(p, old, after) {
  p.dialog({ title: "Rename label", body: (def) => [field(p, "input", { opens: true, hint: "Label name", value: old, where: def.local }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], ["Rename", (def) => {
    const next = def.local.input.trim();
    def.local.wrong = labelFault(p, next, old);
    if (def.local.wrong) return false;
    p.data.labels = p.data.labels.map((each) => (each === old ? next : each));
    p.data.notes.forEach((n) => { n.labels = n.labels.map((each) => (each === old ? next : each)); });
    return after && after(next);
  }]] });
}

function deleteLabel(p, name) {
  p.confirm("Delete label?", `The label "${name}" will be removed from all of your notes. Your notes will not be deleted.`, "Delete", () => {
    p.data.labels = p.data.labels.filter((each) => each !== name);
    p.data.notes.forEach((n) => { n.labels = n.labels.filter((each) => each !== name); });
    if (p.local.view) p.local.view = "notes";
  });
}

function labelsScreen(p) {
  const create = () => { if (addLabel(p, p.local.fresh ?? "")) p.local.fresh = ""; };
  return page({ bar: bar(p, "Edit labels"), body: [
    line(field(p, "fresh", { hint: "Create new label", submit: create, keep: true, css: "grow" }), iconButton("check", "Create label", create, { id: "create_label_button" })),
    p.data.labels.length ? p.data.labels.map((each) => row({ id: "label_row", title: each, lead: "label", trail: [iconButton("edit", `Rename ${each}`, () => renameLabel(p, each), { id: "rename_button" }), iconButton("trash", `Delete ${each}`, () => deleteLabel(p, each), { id: "delete_button" })] })) : empty("label", "No labels yet")] });
}

function chooseLabels(p) {
  const notes = p.args.ids.map((id) => noteOf(p, id)).filter(Boolean);
  const words = p.local.find ?? "";
  const flip = (name) => (on) => notes.forEach((n) => { n.labels = on ? [...new Set([...n.labels, name])] : n.labels.filter((each) => each !== name); });
  const found = p.data.labels.filter((each) => has(each, words));
  return page({ bar: bar(p, "Labels"), body: [searchField(p, "find", "Enter label name"), found.map((name) => check(name, notes.every((n) => n.labels.includes(name)), flip(name), { id: "label_checkbox" })),
    words.trim() && !p.data.labels.some((each) => same(each, words)) && row({ id: "create_label_row", title: `Create "${words.trim()}"`, lead: "add", tap: () => { if (addLabel(p, words)) flip(words.trim())(true); p.local.find = ""; } }), !words && !found.length && empty("label", "No labels yet", "Enter a name to make one")] });
}

// --- settings ------------------------------------------------------------------------------------

function settings(p) {
  const d = p.data;
  const time = (key, label) => row({ id: `${key}_row`, title: label, meta: d[key], css: "bare", tap: () => p.pickTime(d[key], (next) => { d[key] = next; }) });
  return page({ bar: bar(p, "Settings"), body: [
    section("Display options"),
    toggle("Add new items to bottom", d.new_at_bottom, (on) => { d.new_at_bottom = on; }, { id: "new_at_bottom_switch" }), toggle("Move checked items to bottom", d.checked_to_bottom, (on) => { d.checked_to_bottom = on; }, { id: "checked_to_bottom_switch" }), toggle("Show rich link previews", d.link_previews, (on) => { d.link_previews = on; }, { id: "link_previews_switch" }),
    select(p, "Sort by", d.sort, ["Date edited", "Date created", "Title"], (next) => { d.sort = next; }, { id: "sort_spinner" }),
    section("Reminder defaults"), time("morning", "Morning"), time("afternoon", "Afternoon"), time("evening", "Evening"),
    section("Sharing"), toggle("Enable sharing", d.sharing, (on) => { d.sharing = on; }, { id: "sharing_switch", sub: "Others may share notes with you" })] });
}
