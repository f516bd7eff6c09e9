"use strict";
// Mail: folders, labels, reading, composing and settings. Data: address, letters, labels, blocked, recent, options.

const FOLDERS = [["inbox", "inbox", "Inbox"], ["starred", "star", "Starred"], ["snoozed", "clock", "Snoozed"], ["sent", "send", "Sent"], ["scheduled", "sendLater", "Scheduled"], ["drafts", "draft", "Drafts"], ["all", "mailAll", "All mail"], ["spam", "spam", "Spam"], ["trash", "trash", "Trash"]];
const titleOf = (place) => FOLDERS.find(([key]) => key === place)?.[2] ?? place;
const sleeps = (m) => m.snoozed && m.snoozed > moment();
const alive = (m) => m.folder !== "spam" && m.folder !== "trash";
const RULES = { inbox: (m) => m.folder === "inbox" && !sleeps(m), starred: (m) => m.starred && alive(m), snoozed: (m) => sleeps(m) && alive(m), all: (m) => alive(m) && m.folder !== "drafts" && m.folder !== "scheduled" };
const inPlace = (place) => RULES[place] ?? (FOLDERS.some(([key]) => key === place) ? (m) => m.folder === place : (m) => m.labels.includes(place) && alive(m));
const sorted = (letters) => [...letters].sort((a, b) => b.at.localeCompare(a.at));
const mailName = (address) => { const c = s.contacts && contactMailed(address); return c ? contactName(c) : address; };
const whoOf = (m) => (m.folder === "drafts" ? "Draft" : m.by === "me" ? `To: ${m.to.map(mailName).join(", ") || "nobody"}` : m.by);
const okAddress = (words) => /^[^\s@,]+@[^\s@,]+\.[^\s@,]{2,}$/.test(words);
const flat = (words) => words.replace(/\s+/g, " ").slice(0, 70);
const find = (p) => p.data.letters.find((m) => m.id === p.args.id);
const when = (iso) => `${shortDate(iso)}, ${iso.slice(11)}`;

app({
  id: "mail", name: "Mail", icon: "mail", color: "#c5392f", start: "main", permissions: ["Contacts", "Notifications"],
  share: (what) => ["compose", { subject: what.title, body: what.text, files: what.paths.map((path) => ({ name: baseName(path), size: bytesOf(s.files[path]), path })) }],
  links: (address) => { const found = /^mailto:([^?]*)(?:\?(.*))?$/.exec(address); if (!found) return null; const more = new URLSearchParams(found[2] ?? ""); return ["compose", { to: decodeURIComponent(found[1]), subject: more.get("subject") ?? "", body: more.get("body") ?? "" }]; },
  back: (p) => { if (p.local.picked?.length) { p.local.picked = []; return true; } if (p.frame.screen === "compose") keepDraft(p); else if (p.frame.screen === "main" && (p.local.place ?? "inbox") !== "inbox") { p.local.place = "inbox"; p.frame.scroll = {}; return true; } return false; },
  screens: { main: mainScreen, search: searchScreen, letter: letterScreen, compose: composeScreen, files: filesPage, labels: labelsScreen, settings: settingsScreen, vacation: vacationScreen },
});

// --- lists -------------------------------------------------------------------------------------

function mainScreen(p) {
  const place = (p.local.place ??= "inbox");
  const letters = sorted(p.data.letters.filter(inPlace(place)));
  const head = p.local.picked?.length ? selectionBar(p, letters) : line({ css: "mail-search", id: "search_bar" }, iconButton("menu", "Open navigation drawer", () => drawer(p), { id: "open_navigation_drawer_button" }), v("TextView", { id: "search_mail", text: "Search in mail", css: "mail-box", tap: () => p.open("search") }), v("ImageButton", { id: "account_button", desc: `Account ${p.data.address}`, css: "icon-button", tap: () => p.dialog({ title: "Account", text: p.data.address, buttons: [["Settings", () => p.open("settings")], ["Close"]] }) }, ico("account")));
  return page({
    bar: head, fab: p.local.picked?.length ? null : fab("edit", "Compose", () => p.open("compose")),
    body: [section(titleOf(place)),
      ["trash", "spam"].includes(place) && letters.length > 0 && button(place === "trash" ? "Empty trash now" : "Empty spam now", () => p.confirm(place === "trash" ? "Empty trash?" : "Empty spam?", `${letters.length} messages will be permanently deleted.`, "Delete", () => { p.data.letters = p.data.letters.filter((m) => m.folder !== place); }), { id: "empty_trash_now_button", kind: "text" }),
      letters.length ? letters.map((m) => mailRow(p, m)) : empty(place === "inbox" ? "inbox" : "mailOpen", place === "inbox" ? "Nothing in inbox" : `Nothing in ${titleOf(place)}`)],
  });
}

function drawer(p) {
  const go = (place) => () => { p.close(); p.local.place = place; p.local.picked = []; p.frame.scroll = {}; };
  const count = (place) => { const all = p.data.letters.filter(inPlace(place)); return place === "drafts" || place === "scheduled" ? all.length : all.filter((m) => !m.read).length; };
  const entry = (place, icon, label) => row({ id: "folder_row", title: label, lead: icon, selected: place === p.local.place, meta: count(place) ? String(count(place)) : "", tap: go(place) });
  p.dialog({ css: "mail-drawer", title: "Mail", body: () => [FOLDERS.map(([place, icon, label]) => entry(place, icon, label)), section("Labels"), p.data.labels.map((label) => entry(label, "label", label)),
    row({ id: "manage_labels_row", title: "Manage labels", lead: "edit", tap: () => { p.close(); p.open("labels"); } }), row({ id: "settings_row", title: "Settings", lead: "settings", tap: () => { p.close(); p.open("settings"); } })] });
}

function mailRow(p, m) {
  const picked = (p.local.picked ??= []);
  const flip = () => { p.local.picked = picked.includes(m.id) ? picked.filter((id) => id !== m.id) : [...picked, m.id]; };
  const open = () => { if (picked.length) return flip(); if (m.folder === "drafts") return p.open("compose", { draft: m.id }); m.read = true; return p.open("letter", { id: m.id }); };
  const strong = m.read ? "" : "strong", on = picked.includes(m.id);
  return v("LinearLayout", { css: `mail-row ${p.data.options.density === "Compact" ? "tight" : ""}`, tap: open, hold: flip, selected: on, swipe: (way) => swiped(p, m, way), id: "viewified_conversation_item_view" },
    p.data.options.density !== "Compact" && v("View", { id: "select", desc: `Select ${m.subject || "(no subject)"}`, html: on ? "✓" : whoOf(m).replace("To: ", "").slice(0, 1).toUpperCase(), css: "avatar", style: `background:${on ? "var(--main)" : tint(whoOf(m))}`, tap: flip }),
    col({ css: "grow" }, text(whoOf(m), `mail-one ${strong} ${m.folder === "drafts" ? "bad" : ""}`, { id: "senders" }), text(m.subject || "(no subject)", `mail-one small ${strong}`, { id: "subject" }), text(flat(m.body), "mail-one soft small", { id: "snippet" }),
      (m.labels.length > 0 || m.files.length > 0 || sleeps(m) || m.due) && line({ css: "wrap" }, m.files.length > 0 && text("Attachment", "mail-label"), m.labels.map((label) => text(label, "mail-label")), sleeps(m) && text(`Snoozed until ${when(m.snoozed)}`, "small soft"), m.folder === "scheduled" && text(`Scheduled for ${when(m.due)}`, "small soft"))),
    col({ css: "mail-side" }, text(stamp(m.at), `tiny-text ${strong}`), starBox(m)));
}

const starBox = (m) => v("CheckBox", { id: "star_checkbox", desc: `Star ${m.subject || "(no subject)"}`, checked: m.starred, css: "mail-star", tap: () => { m.starred = !m.starred; } }, ico(m.starred ? "star" : "starOff"));

function swiped(p, m, way) {
  const what = { left: p.data.options.swipe_left, right: p.data.options.swipe_right }[way];
  if (!what || what === "None" || m.folder !== "inbox") return false;
  if (what === "Archive") shift(p, [m], { folder: "archive" }, "archived");
  if (what === "Delete") shift(p, [m], { folder: "trash" }, "moved to Trash");
  if (what === "Mark as read/unread") m.read = !m.read;
  if (what === "Snooze") snooze(p, [m]);
  return true;
}

/** Change mails and show a message with Undo. */
function shift(p, letters, change, told) {
  const before = letters.map((m) => copy(m));
  letters.forEach((m) => Object.assign(m, change));
  p.local.picked = [];
  p.snack(`${letters.length} ${told}`, "Undo", () => letters.forEach((m, i) => Object.assign(m, before[i])));
}

function remove(p, letters, then = () => {}) {
  const forever = letters.every((m) => m.folder === "trash" || m.folder === "drafts");
  const run = () => { then(); if (!forever) return shift(p, letters, { folder: "trash" }, "moved to Trash"); p.data.letters = p.data.letters.filter((m) => !letters.includes(m)); p.local.picked = []; return p.toast(`${letters.length} deleted`); };
  if (p.data.options.confirm_delete || letters.some((m) => m.folder === "trash")) p.confirm(`Delete ${letters.length === 1 ? "this message" : `these ${letters.length} messages`}?`, "", "Delete", run);
  else run();
}

function snooze(p, letters, then = () => {}) {
  const until = (due) => { if (due <= moment()) return p.toast("Choose a time in the future"); then(); return shift(p, letters, { snoozed: due, folder: "inbox" }, `snoozed until ${when(due)}`); };
  const pick = (label, due) => row({ id: "snooze_time_row", title: label, sub: when(due), lead: "clock", tap: () => { p.close(); until(due); } });
  const monday = addDays(today(), (8 - dateOf(today()).getUTCDay()) % 7 || 7);
  p.dialog({ title: "Snooze until", body: () => [pick("Later today", `${today()}T18:00`), pick("Tomorrow", `${addDays(today(), 1)}T08:00`), pick("Next week", `${monday}T08:00`), row({ id: "pick_date_time_row", title: "Pick date and time", lead: "calendar", tap: () => { p.close(); p.pickDate(addDays(today(), 1), (day) => { p.pickTime("08:00", (time) => { until(`${day}T${time}`); }); }); } })], buttons: [["Cancel"]] });
}

function labelDialog(p, letters) {
  p.dialog({ title: "Label as", body: (def) => { def.local.on ??= p.data.labels.filter((label) => letters.every((m) => m.labels.includes(label))); return p.data.labels.map((label) => check(label, def.local.on.includes(label), () => { def.local.on = p.data.labels.filter((each) => (each === label) !== def.local.on.includes(each)); }, { id: "label_checkbox" })); },
    buttons: [["Cancel"], ["OK", (def) => { letters.forEach((m) => { m.labels = [...def.local.on]; }); p.local.picked = []; p.toast("Labels changed"); }]] });
}

function moveDialog(p, letters, then = () => {}) {
  const go = (place) => { then(); if (place === "inbox" || place === "spam" || place === "trash") shift(p, letters, { folder: place, snoozed: "" }, `moved to ${titleOf(place)}`); else shift(p, letters, { folder: "archive", labels: [place] }, `moved to ${place}`); };
  p.choose("Move to", [["inbox", "Inbox"], ...p.data.labels.map((label) => [label, label]), ["spam", "Spam"], ["trash", "Trash"]], "", go);
}

function selectionBar(p, letters) {
  const mine = p.data.letters.filter((m) => p.local.picked.includes(m.id));
  const unread = mine.every((m) => !m.read), clear = (run) => () => { run(); p.local.picked = []; };
  return v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Clear selection", () => { p.local.picked = []; }, { id: "clear_selection_button" }), text(String(mine.length), "title-text bar-title", { id: "title" }),
    iconButton("archive", "Archive", () => shift(p, mine, { folder: "archive" }, "archived"), { id: "archive_button" }), iconButton("trash", "Delete", () => remove(p, mine), { id: "delete_button" }),
    iconButton(unread ? "mailOpen" : "mail", unread ? "Mark as read" : "Mark as unread", clear(() => mine.forEach((m) => { m.read = unread; })), { id: "mark_read_button" }),
    iconButton("more", "More options", () => p.menu([["Move to", () => moveDialog(p, mine)], ["Snooze", () => snooze(p, mine)], ["Change labels", () => labelDialog(p, mine)], [mine.every((m) => m.starred) ? "Remove star" : "Add star", clear(() => { const on = !mine.every((m) => m.starred); mine.forEach((m) => { m.starred = on; }); })], ["Report spam", () => shift(p, mine, { folder: "spam" }, "reported as spam")], ["Select all", () => { p.local.picked = letters.map((m) => m.id); }]]), { id: "more_options_button" }));
}

function searchScreen(p) {
  const words = p.local.find ?? "", kind = (p.local.kind ??= "any");
  const keep = () => { if (words.trim()) p.data.recent = [words.trim(), ...p.data.recent.filter((each) => each !== words.trim())].slice(0, 5); };
  const fits = (m) => ({ any: true, files: m.files.length > 0, unread: !m.read, starred: m.starred, sent: m.by === "me" })[kind] && words.trim().split(/\s+/).every((word) => has(`${m.by} ${m.address} ${m.to.join(" ")} ${m.subject} ${m.body} ${m.files.map((each) => each.name).join(" ")}`, word));
  const asked = words.trim() || kind !== "any";
  const found = asked ? sorted(p.data.letters.filter((m) => alive(m) && fits(m))) : [];
  return page({ bar: p.local.picked?.length ? selectionBar(p, found) : line(iconButton("back", "Navigate up", () => { blur(); p.back(); }, { id: "navigate_up_button" }), col({ css: "grow" }, searchField(p, "find", "Search in mail", { opens: true, submit: keep }))), body: [
    chips([["any", "Any"], ["files", "Has attachment"], ["unread", "Unread"], ["starred", "Starred"], ["sent", "Sent by me"]], kind, (next) => { p.local.kind = next; }, { id: "filter_chip" }),
    asked ? (found.length ? found.map((m) => mailRow(p, m)) : empty("search", "No results", `Nothing matches "${words.trim()}"`)) : [section("Recent searches"), p.data.recent.length ? p.data.recent.map((each) => row({ id: "recent_row", title: each, lead: "history", tap: () => { p.local.find = each; } })) : text("None yet", "soft small")],
  ] });
}

// --- reading -----------------------------------------------------------------------------------

function letterScreen(p) {
  const m = find(p), o = p.data.options;
  if (!m) return page({ bar: bar(p, ""), body: empty("mail", "This message is gone") });
  const before = p.data.letters.find((each) => each.id === m.answers);
  const others = m.by === "me" ? [] : [...m.to, ...m.cc].filter((each) => each !== p.data.address);
  const answer = (all) => p.open("compose", { to: m.by === "me" ? m.to.join(", ") : m.address, cc: all ? others.join(", ") : "", subject: /^re:/i.test(m.subject) ? m.subject : `Re: ${m.subject}`, quote: m.id });
  const forward = () => p.open("compose", { subject: `Fwd: ${m.subject}`, body: `\n\n---------- Forwarded message ----------\nFrom: ${m.by === "me" ? p.data.address : m.by}\nSubject: ${m.subject}\n\n${m.body}`, files: m.files, forward: true });
  const menu = [["Move to", () => moveDialog(p, [m], () => p.back())], ["Snooze", () => snooze(p, [m], () => p.back())], ["Change labels", () => labelDialog(p, [m])], ["Reply all", () => answer(true)],
    m.folder === "spam" ? ["Not spam", () => { p.back(); shift(p, [m], { folder: "inbox" }, "moved to Inbox"); }] : ["Report spam", () => { p.back(); shift(p, [m], { folder: "spam" }, "reported as spam"); }],
    m.by !== "me" && [p.data.blocked.includes(m.address) ? `Unblock ${m.by}` : `Block ${m.by}`, () => { const on = p.data.blocked.includes(m.address); p.data.blocked = on ? p.data.blocked.filter((each) => each !== m.address) : [...p.data.blocked, m.address]; p.toast(on ? "Unblocked" : `${m.by} will go to Spam`); }]];
  return page({
    bar: bar(p, "", { actions: [m.folder === "inbox" ? iconButton("archive", "Archive", () => { p.back(); shift(p, [m], { folder: "archive" }, "archived"); }, { id: "archive_button" }) : iconButton("inbox", "Move to Inbox", () => { p.back(); shift(p, [m], { folder: "inbox" }, "moved to Inbox"); }, { id: "move_inbox_button" }), iconButton("trash", "Delete", () => remove(p, [m], () => p.back()), { id: "delete_button" }), iconButton("mail", "Mark as unread", () => { m.read = false; p.back(); }, { id: "mark_unread_button" })], menu }),
    body: [
      line(text(m.subject || "(no subject)", "big grow", { id: "subject" }), starBox(m)),
      line({ css: "wrap" }, text(titleOf(m.folder === "archive" ? "all" : m.folder), "mail-label"), m.labels.map((label) => text(label, "mail-label"))),
      line({ id: "hide_details", css: "mail-head", tap: () => { p.local.wide = !p.local.wide; }, desc: p.local.wide ? "Hide details" : "Show details" }, avatar(m.by), col({ css: "grow" }, text(m.by === "me" ? "me" : m.by, "strong"), text(m.to.includes(p.data.address) ? "to me" : `to ${m.to.map(mailName).join(", ")}`, "soft small")), text(stamp(m.at), "soft small")),
      p.local.wide && card({}, text(`From: ${m.address}\nTo: ${m.to.join(", ")}${m.cc.length ? `\nCc: ${m.cc.join(", ")}` : ""}${m.bcc.length ? `\nBcc: ${m.bcc.join(", ")}` : ""}\nDate: ${longDate(m.at)}, ${m.at.slice(11)}`, "small")),
      m.folder === "scheduled" && card({ css: "line" }, text(`Scheduled for ${when(m.due)}`, "grow small"), button("Cancel send", () => { Object.assign(m, { folder: "drafts", due: "" }); p.replace("compose", { draft: m.id }); }, { id: "cancel_send_button", kind: "text" })),
      text(m.body, "mail-body", { id: "message_body" }),
      m.files.map((each) => fileRow(p, m, each)),
      before && [text(`On ${when(before.at)}, ${before.by} wrote:`, "soft small"), text(before.body, "mail-quote")],
      line({ css: "wrap mail-answers" }, (o.reply === "Reply all" && others.length ? ["Reply all", "Reply"] : others.length ? ["Reply", "Reply all"] : ["Reply"]).map((label) => button(label, () => answer(label === "Reply all"), { id: "answer_button", kind: "outlined" })), button("Forward", forward, { id: "forward_button", kind: "outlined" })),
    ],
  });
}

function fileRow(p, m, each) {
  const path = `/sdcard/Download/${each.name}`;
  const save = () => { if (s.files[path]) return p.toast("Already in Downloads"); saveFile(path, each.path ? s.files[each.path]?.text ?? "" : `${m.subject}\n\n${m.body}`, { size: each.size, about: { from: m.by } }); return p.toast(`Saved to Downloads`); };
  return line({ css: "mail-file" }, ico(kindIcon(each.name)), col({ css: "grow" }, text(each.name, "small"), text(sizeText(each.size), "soft tiny-text")), iconButton("download", `Download ${each.name}`, save, { id: "download_button" }));
}

// --- composing ---------------------------------------------------------------------------------

function begin(p) {
  const l = p.local, a = p.args, d = p.data.letters.find((m) => m.id === a.draft);
  if (l.begun) return;
  const sign = p.data.options.signature ? `\n\n${p.data.options.signature}` : "";
  Object.assign(l, d ? { to: d.to.join(", "), cc: d.cc.join(", "), bcc: d.bcc.join(", "), subject: d.subject, body: d.body, files: copy(d.files) } : { to: a.to ?? "", cc: a.cc ?? "", bcc: "", subject: a.subject ?? "", body: a.forward ? `${sign}${a.body}` : `${a.body ?? ""}${sign}`, files: copy(a.files ?? []) });
  Object.assign(l, { begun: true, first: `${l.to}|${l.subject}|${l.body}`, wide: Boolean(l.cc || l.bcc) });
}

function composeScreen(p) {
  begin(p);
  const l = p.local;
  const part = (id, label) => [line({ css: "mail-form" }, (l[id] || ui.focus?.id === id) && text(label, "label soft"), field(p, id, { hint: label, opens: id === "to" && !p.args.to && !p.args.draft }), id === "to" && !l.wide && iconButton("down", "Add Cc/Bcc", () => { l.wide = true; }, { id: "add_cc_bcc_button" })), hints(p, id)];
  const attach = () => p.open("files", { title: "Attach a file", take: (path) => { l.files.push({ name: baseName(path), size: bytesOf(s.files[path]), path }); } });
  const menu = [["Schedule send", () => later(p)], ["Save draft", () => { keepDraft(p); p.back(); }], ["Discard", () => p.confirm("Discard this message?", "", "Discard", () => { const id = p.args.draft; p.data.letters = p.data.letters.filter((m) => m.id !== id); p.back(); p.toast("Message discarded"); })]];
  return page({
    bar: bar(p, "Compose", { actions: [iconButton("attach", "Attach file", attach, { id: "attach_file_button" }), iconButton("send", "Send", () => ready(p, () => (p.data.options.confirm_send ? p.confirm("Send this message?", "", "Send", () => send(p)) : send(p))), { id: "send_button" })], menu }),
    body: [
      line({ css: "mail-form" }, text("From", "label soft"), text(p.data.address)), part("to", "To"), l.wide && [part("cc", "Cc"), part("bcc", "Bcc")],
      col({ css: "mail-form" }, field(p, "subject", { hint: "Subject" })), l.files.map((each) => line({ css: "mail-file" }, ico(kindIcon(each.name)), col({ css: "grow" }, text(each.name, "small"), text(sizeText(each.size), "soft tiny-text")), iconButton("close", `Remove ${each.name}`, () => { l.files = l.files.filter((other) => other !== each); }, { id: "remove_button" }))),
      col({ css: "mail-write" }, field(p, "body", { opens: Boolean(p.args.to), hint: "Compose email", lines: true })),
    ],
  });
}

/** Suggest people whose name or address starts with the last words of the field. */
function hints(p, id) {
  const parts = p.local[id].split(",");
  const last = parts.at(-1).trim();
  if (!last || okAddress(last) || ui.focus?.id !== id) return null;
  const found = contactsSorted().filter((c) => c.emails.length && has(`${contactName(c)} ${c.emails.map((each) => each.value).join(" ")}`, last)).slice(0, 3);
  const take = (value) => { p.local[id] = [...parts.slice(0, -1).map((each) => each.trim()), value].join(", "); blur(); };
  return found.flatMap((c) => c.emails.map((each) => row({ id: "email_row", title: contactName(c), sub: each.value, lead: avatar(contactName(c)), tap: () => take(each.value) })));
}

const addresses = (words) => words.split(",").map((each) => each.trim()).filter(Boolean).map((each) => contactsSorted().find((c) => same(contactName(c), each))?.emails[0]?.value ?? each);

function ready(p, run) {
  const all = ["to", "cc", "bcc"].map((id) => addresses(p.local[id]));
  const wrong = all.flat().find((each) => !okAddress(each));
  if (!all.flat().length) return p.dialog({ text: "Add at least one recipient.", buttons: [["OK"]] });
  if (wrong) return p.dialog({ text: `The address <${wrong}> is invalid.`, buttons: [["OK"]] });
  return run();
}

function written(p, more) {
  const l = p.local, id = p.args.draft ?? newId();
  const letter = { id, by: "me", address: p.data.address, to: addresses(l.to), cc: addresses(l.cc), bcc: addresses(l.bcc), subject: l.subject.trim(), body: l.body.trim(), at: moment(), folder: "drafts", labels: [], files: l.files, read: true, starred: false, snoozed: "", due: "", answers: p.args.quote ?? "", ...more };
  p.data.letters = [...p.data.letters.filter((m) => m.id !== id), letter];
  return letter;
}

function send(p) {
  const letter = written(p, { folder: "sent" });
  p.back();
  p.snack("Sent", "Undo", () => { letter.folder = "drafts"; p.open("compose", { draft: letter.id }); });
}

function later(p) {
  const at = (due) => { if (due <= moment()) p.toast("Choose a time in the future"); else { written(p, { folder: "scheduled", due }); p.back(); p.toast(`Send scheduled for ${when(due)}`); } };
  const pick = (label, due) => row({ id: "send_time_row", title: label, sub: when(due), lead: "clock", tap: () => { p.close(); at(due); } });
  ready(p, () => p.dialog({ title: "Schedule send", body: () => [pick("Tomorrow morning", `${addDays(today(), 1)}T08:00`), pick("Tomorrow afternoon", `${addDays(today(), 1)}T13:00`), row({ id: "pick_date_time_row", title: "Pick date and time", lead: "calendar", tap: () => { p.close(); p.pickDate(addDays(today(), 1), (day) => { p.pickTime("08:00", (time) => { at(`${day}T${time}`); }); }); } })], buttons: [["Cancel"]] }));
}

function keepDraft(p) {
  const l = p.local;
  if (!l.begun || (`${l.to}|${l.subject}|${l.body}` === l.first && !l.files.length && !p.args.draft)) return;
  written(p, {});
  p.toast("Draft saved");
}

// --- labels and settings -----------------------------------------------------------------------

function labelsScreen(p) {
  const d = p.data;
  const fresh = (name, run) => { const word = name.trim(); if (!word) p.toast("Enter a name"); else if (d.labels.some((each) => same(each, word)) || FOLDERS.some(([, , label]) => same(label, word))) p.toast("This name is taken"); else run(word); };
  const rename = (label) => p.prompt("Rename label", label, (name) => fresh(name, (word) => { d.labels = d.labels.map((each) => (each === label ? word : each)); d.letters.forEach((m) => { m.labels = m.labels.map((each) => (each === label ? word : each)); }); }), { hint: "Label name" });
  const drop = (label) => p.confirm(`Delete the label ${label}?`, "Its messages are kept.", "Delete", () => { d.labels = d.labels.filter((each) => each !== label); d.letters.forEach((m) => { m.labels = m.labels.filter((each) => each !== label); }); });
  return page({ bar: bar(p, "Manage labels"), fab: fab("add", "Create label", () => p.prompt("New label", "", (name) => fresh(name, (word) => { d.labels = [...d.labels, word].sort(); }), { hint: "Label name", label: "Create" })),
    body: d.labels.length ? d.labels.map((label) => row({ id: "label_row", title: label, sub: `${d.letters.filter((m) => m.labels.includes(label)).length} messages`, lead: "label", trail: [iconButton("edit", `Rename ${label}`, () => rename(label), { id: "rename_button" }), iconButton("trash", `Delete ${label}`, () => drop(label), { id: "delete_button" })] })) : empty("label", "No labels") });
}

function settingsScreen(p) {
  const o = p.data.options, set = (key) => (next) => { o[key] = next; };
  const swipes = ["Archive", "Delete", "Mark as read/unread", "Snooze", "None"];
  return page({ bar: bar(p, "Settings"), body: [
    section("Account"), text(p.data.address, "soft"),
    row({ id: "signature_row", title: "Signature", sub: o.signature || "Not set", tap: () => p.prompt("Signature", o.signature, (next) => { o.signature = next.trim(); }) }),
    row({ id: "vacation_responder_row", title: "Vacation responder", sub: o.vacation.on ? "On" : "Off", tap: () => p.open("vacation") }),
    row({ id: "blocked_addresses_row", title: "Blocked addresses", sub: p.data.blocked.length ? p.data.blocked.join(", ") : "None" }), row({ id: "manage_labels_row", title: "Manage labels", tap: () => p.open("labels") }),
    select(p, "Notifications", o.notify, ["All", "High priority only", "None"], set("notify"), { id: "notify_spinner" }), toggle("Always show pictures", o.images, set("images"), { id: "images_switch" }),
    section("General"), select(p, "Conversation list density", o.density, ["Default", "Comfortable", "Compact"], set("density"), { id: "density_spinner" }), select(p, "Default reply action", o.reply, ["Reply", "Reply all"], set("reply"), { id: "reply_spinner" }),
    select(p, "Right swipe", o.swipe_right, swipes, set("swipe_right"), { id: "swipe_right_spinner" }), select(p, "Left swipe", o.swipe_left, swipes, set("swipe_left"), { id: "swipe_left_spinner" }),
    toggle("Confirm before deleting", o.confirm_delete, set("confirm_delete"), { id: "confirm_delete_switch" }), toggle("Confirm before sending", o.confirm_send, set("confirm_send"), { id: "confirm_send_switch" }),
  ] });
}

function vacationScreen(p) {
  const now = p.data.options.vacation, w = (p.local.edit ??= copy(now));
  const day = (label, key) => v("Button", { id: `${key}_day_button`, text: w[key] ? shortDate(w[key]) : "None", desc: label, css: "button outlined", tap: () => p.pickDate(w[key] || today(), (next) => { w[key] = next; }) });
  const done = () => {
    if (w.on && !w.subject.trim() && !w.text.trim()) return p.dialog({ text: "Add a subject or a message.", buttons: [["OK"]] });
    if (w.last && w.last < w.first) return p.dialog({ text: "The last day is before the first day.", buttons: [["OK"]] });
    Object.assign(now, w, { subject: w.subject.trim(), text: w.text.trim() });
    p.back();
    return p.toast("Vacation responder saved");
  };
  return page({ bar: bar(p, "Vacation responder", { close: true, actions: [button("Done", done, { id: "done_button", kind: "text" })] }), body: [
    toggle("Respond automatically", w.on, (on) => { w.on = on; }, { id: "vacation_switch" }),
    line(text("First day", "grow"), day("First day", "first")), line(text("Last day (optional)", "grow"), day("Last day", "last"), w.last && iconButton("close", "Clear last day", () => { w.last = ""; }, { id: "clear_last_day_button" })),
    labelled(p, "subject", "Subject", { value: w.subject, change: (next) => { w.subject = next; } }), labelled(p, "text", "Message", { value: w.text, lines: true, change: (next) => { w.text = next; } }),
  ] });
}
