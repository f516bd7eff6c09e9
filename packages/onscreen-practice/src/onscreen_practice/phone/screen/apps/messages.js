"use strict";
// Messages: conversations with people, groups and companies. Data: threads, blocked, options.

const known = () => contactsSorted().flatMap((c) => c.phones.map((each) => ({ name: contactName(c), number: each.value })));
const nameOf = whoCalls;
const titleOf = (t) => t.title || t.numbers.map(nameOf).join(", ");
const lastOf = (t) => t.messages.at(-1);
const keyOf = (numbers) => [...numbers].sort().join();
const threadWith = (d, numbers) => d.threads.find((t) => keyOf(t.numbers) === keyOf(numbers));
const threadOf = (d, number) => d.threads.find((t) => t.numbers.length === 1 && digitsOf(t.numbers[0]) === digitsOf(number));
const bars = (d, number) => d.blocked.some((each) => digitsOf(each) === digitsOf(number));
const isBlocked = (d, t) => t.numbers.length === 1 && bars(d, t.numbers[0]);
const waits = (m) => m.due && m.due > moment();
const snippet = (t) => { const m = lastOf(t); return t.draft ? `Draft: ${t.draft}` : m ? `${m.by ? (t.numbers.length > 1 ? `${nameOf(m.by).split(" ")[0]}: ` : "") : waits(m) ? "Scheduled: " : "You: "}${m.text || "Attachment"}` : ""; };
const newest = (threads) => [...threads].sort((a, b) => Number(b.pinned) - Number(a.pinned) || (lastOf(b)?.at ?? "").localeCompare(lastOf(a)?.at ?? ""));

app({
  id: "messages", name: "Messages", icon: "message", color: "#1a73e8", start: "main", permissions: ["Contacts", "SMS"],
  share: (what) => ["forward", { words: what.text, attach: what.paths }],
  links: (address) => { const found = /^(?:sms|smsto|mms):([^?]*)(?:\?.*body=([^&]*))?/.exec(address); return found && ["thread", { numbers: [decodeURIComponent(found[1])], words: decodeURIComponent(found[2] ?? "") }]; },
  back: (p) => { if (p.local.picked?.length) { p.local.picked = []; return true; } if (p.local.chosen) { p.local.chosen = null; return true; } return false; },
  screens: { main: mainScreen, archived: (p) => shelf(p, "Archived", (t) => t.archived && !isBlocked(p.data, t), "No archived conversations"), blocked: blockedScreen, starred: starredScreen, search: searchScreen, compose: composeScreen, thread: threadScreen, details: detailsScreen, forward: forwardScreen, files: filesPage, settings: settingsScreen },
});

function mainScreen(p) {
  return shelf(p, "Messages", (t) => !t.archived && !isBlocked(p.data, t), "No conversations", {
    actions: [iconButton("search", "Search conversations", () => p.open("search"), { id: "search_conversations_button" })],
    menu: [["Archived", () => p.open("archived")], ["Starred", () => p.open("starred")], ["Spam and blocked", () => p.open("blocked")], ["Mark all as read", () => { p.data.threads.forEach((t) => { t.unread = 0; }); p.toast("All conversations marked as read"); }], ["Settings", () => p.open("settings")]],
    button: fab("chat", "Start chat", () => p.open("compose")),
  });
}

/** A list of conversations; a long press starts multi-selection. */
function shelf(p, title, fits, none, { actions = [], menu = [], button: start } = {}) {
  const picked = (p.local.picked ??= []);
  const threads = newest(p.data.threads.filter(fits));
  const flip = (t) => { p.local.picked = picked.includes(t.id) ? picked.filter((id) => id !== t.id) : [...picked, t.id]; };
  const open = (t) => (picked.length ? flip(t) : p.open("thread", { numbers: t.numbers }));
  return page({
    bar: picked.length ? selectionBar(p, threads) : bar(p, title, { actions, menu }),
    body: threads.length ? threads.map((t) => threadRow(p, t, { tap: () => open(t), hold: () => flip(t), swipe: (way) => swipeAway(p, t, way), picked: picked.includes(t.id) })) : empty("message", none),
    fab: picked.length ? null : start,
  });
}

function threadRow(p, t, { tap, hold, swipe, picked } = {}) {
  return row({ id: "thread_row",
    title: titleOf(t), sub: snippet(t), strong: t.unread > 0, tap, hold, swipe, selected: picked,
    lead: picked ? v("View", { html: "✓", css: "avatar", style: "background:var(--main)", quiet: true }) : avatar(titleOf(t)),
    trail: col({ css: "messages-state" }, text(lastOf(t) ? stamp(lastOf(t).at) : "", "soft small"), line(t.pinned && v("ImageView", { desc: "Pinned", css: "ico tiny", html: ico("pin").html }), t.muted && v("ImageView", { desc: "Muted", css: "ico tiny", html: ico("dnd").html }), t.unread > 0 && text(`${t.unread} new`, "messages-badge"))),
  });
}

function swipeAway(p, t, way) {
  if (!["left", "right"].includes(way) || p.data.options.swipe === "Off") return false;
  if (p.data.options.swipe === "Delete") askDelete(p, [t]);
  else archive(p, [t], !t.archived);
  return true;
}

function archive(p, threads, to) {
  const words = threads.length === 1 ? "Conversation" : `${threads.length} conversations`;
  threads.forEach((t) => { t.archived = to; });
  p.snack(`${words} ${to ? "archived" : "unarchived"}`, "Undo", () => threads.forEach((t) => { t.archived = !to; }));
}

function askDelete(p, threads, then) {
  p.confirm(threads.length === 1 ? "Delete this conversation?" : `Delete ${threads.length} conversations?`, "It will be permanently deleted from this device.", "Delete", () => {
    p.data.threads = p.data.threads.filter((t) => !threads.some((each) => each.id === t.id));
    p.local.picked = [];
    if (then) then();
    p.toast(threads.length === 1 ? "Conversation deleted" : `${threads.length} conversations deleted`);
  });
}

function askBlock(p, t, then) {
  const number = t.numbers[0];
  p.confirm(`Block ${nameOf(number)}?`, "You will no longer get calls or texts from this number.", "Block", () => { p.data.blocked.push(number); p.local.picked = []; if (then) then(); p.toast(`${nameOf(number)} blocked`); });
}

function selectionBar(p, threads) {
  const mine = threads.filter((t) => p.local.picked.includes(t.id));
  const done = (run) => () => { run(); p.local.picked = []; };
  const pinned = mine.every((t) => t.pinned), archived = mine.every((t) => t.archived), read = mine.every((t) => t.unread === 0);
  return v("ViewGroup", { css: "bar", id: "toolbar" },
    iconButton("close", "Clear selection", () => { p.local.picked = []; }, { id: "clear_selection_button" }), text(String(mine.length), "title-text bar-title", { id: "title" }),
    iconButton("pin", pinned ? "Unpin" : "Pin", done(() => mine.forEach((t) => { t.pinned = !pinned; })), { id: "pin_button" }),
    iconButton("archive", archived ? "Unarchive" : "Archive", done(() => archive(p, mine, !archived)), { id: "archive_button" }),
    iconButton("trash", "Delete", () => askDelete(p, mine), { id: "delete_button" }),
    iconButton("more", "More options", () => p.menu([
      [read ? "Mark as unread" : "Mark as read", done(() => mine.forEach((t) => { t.unread = read ? 1 : 0; }))],
      [mine.every((t) => t.muted) ? "Unmute" : "Mute", done(() => { const on = !mine.every((t) => t.muted); mine.forEach((t) => { t.muted = on; }); })],
      mine.length === 1 && mine[0].numbers.length === 1 && ["Block", () => askBlock(p, mine[0])],
      ["Select all", () => { p.local.picked = threads.map((t) => t.id); }],
    ]), { id: "more_options_button" }));
}

function blockedScreen(p) {
  const d = p.data;
  const unblock = (number) => { d.blocked = d.blocked.filter((each) => each !== number); p.snack(`${nameOf(number)} unblocked`, "Undo", () => d.blocked.push(number)); };
  const add = () => p.prompt("Add a number", "", (number) => { if (!/^[+\d][\d -]{2,}$/.test(number.trim())) p.toast("Enter a phone number"); else if (bars(d, number)) p.toast("Already blocked"); else d.blocked.push(number.trim()); }, { hint: "Phone number", label: "Block", type: "phone" });
  return page({ bar: bar(p, "Spam and blocked", { actions: [iconButton("add", "Add a number", add, { id: "add_number_button" })] }), body: [
    text("Messages from these numbers do not reach you.", "soft small pad"),
    d.blocked.length ? d.blocked.map((number) => row({ id: "blocked_number_row", title: nameOf(number), lead: "block", sub: (threadOf(d, number) && snippet(threadOf(d, number))) || "No messages", trail: iconButton("close", `Unblock ${nameOf(number)}`, () => unblock(number), { id: "unblock_button" }) })) : empty("block", "No blocked numbers"),
  ] });
}

const everyMessage = (d) => d.threads.filter((t) => !isBlocked(d, t)).flatMap((t) => t.messages.map((m) => ({ t, m }))).sort((a, b) => b.m.at.localeCompare(a.m.at));
const foundRow = (p, { t, m }) => row({ id: "thread_row", title: titleOf(t), sub: `${m.by ? "" : "You: "}${m.text || "Attachment"}`, meta: stamp(m.at), lead: avatar(titleOf(t)), tap: () => p.open("thread", { numbers: t.numbers, find: m.id }) });

function starredScreen(p) {
  const found = everyMessage(p.data).filter(({ m }) => m.starred);
  return page({ bar: bar(p, "Starred"), body: found.length ? found.map((each) => foundRow(p, each)) : empty("star", "No starred messages", "Touch and hold a message to star it") });
}

function searchScreen(p) {
  const words = p.local.find ?? "", kind = (p.local.kind ??= "all");
  const fits = ({ t, m }) => ({ all: true, unread: t.unread > 0 && t.messages.slice(-t.unread).includes(m), starred: m.starred, files: m.files.length > 0, links: /https?:/.test(m.text) })[kind] && (has(m.text, words) || has(titleOf(t), words));
  const asked = words.trim() || kind !== "all";
  const found = asked ? everyMessage(p.data).filter(fits) : [];
  return page({ bar: bar(p, "Search"), body: [searchField(p, "find", "Search messages", { opens: true }), chips([["all", "All"], ["unread", "Unread"], ["starred", "Starred"], ["files", "Attachments"], ["links", "Links"]], kind, (next) => { p.local.kind = next; }, { id: "filter_chip" }),
    found.length ? found.map((each) => foundRow(p, each)) : asked ? empty("search", "No results found") : empty("search", "Search names and messages")] });
}

function composeScreen(p) {
  const to = (p.local.to ??= []), words = p.local.who ?? "";
  const people = known().filter((each) => has(`${each.name} ${each.number}`, words) && !to.includes(each.number));
  const group = p.local.group;
  const go = (numbers) => p.replace("thread", { numbers, words: p.args.words, attach: p.args.attach, title: p.local.title });
  const pick = (number) => { p.local.who = ""; if (group) p.local.to = [...to, number]; else go([number]); };
  const typed = words.trim(), numeric = /^[+\d][\d -]{2,}$/.test(typed);
  const enter = () => { if (numeric) pick(typed); else if (people.length === 1) pick(people[0].number); else p.toast(typed ? "Choose a person from the list" : "Enter a name or number"); };
  return page({
    bar: bar(p, group ? "New group" : "New conversation", { actions: [group && button("Next", () => (to.length < 2 ? p.toast("Add at least two people") : p.dialog({ title: "Name this group", body: (def) => field(p, "title", { opens: true, hint: "Group name (optional)", where: def.local }), buttons: [["Cancel"], ["Done", (def) => { p.local.title = def.local.title.trim(); go(to); }]] })), { id: "next_button", kind: "text" })] }),
    body: [
      to.length > 0 && line({ css: "wrap" }, to.map((number) => v("Button", { id: "recipient_button", text: nameOf(number), desc: `Remove ${nameOf(number)}`, css: "chip", tap: () => { p.local.to = to.filter((each) => each !== number); } }))),
      searchField(p, "who", "Type a name or phone number", { opens: true, submit: enter }),
      !group && row({ id: "create_group_row", title: "Create group", lead: "personAdd", tap: () => { p.local.group = true; } }),
      numeric && row({ id: "send_to_row", title: `Send to ${typed}`, lead: "dialpad", tap: () => pick(typed) }),
      people.map((each) => row({ id: "contact_row", title: each.name, sub: each.number, lead: avatar(each.name), tap: () => pick(each.number) })),
      !people.length && !numeric && empty("person", "No contacts found"),
    ],
  });
}

function send(p, due) {
  const d = p.data, { numbers } = p.args;
  const draft = draftOf(p).trim(), attach = p.local.attach ?? [];
  if (!draft && !attach.length) return p.toast("Write a message first");
  let t = threadWith(d, numbers);
  if (!t) { t = { id: newId(), numbers, messages: [], title: p.args.title ?? "", unread: 0, pinned: false, archived: false, muted: false, draft: "" }; d.threads.push(t); }
  const words = d.options.signature && draft ? `${draft}\n${d.options.signature}` : draft;
  t.messages.push({ id: newId(), by: "", text: words, at: moment(), starred: false, files: attach, due: due ?? "" });
  t.archived = false;
  t.draft = p.local.words = p.args.words = "";
  p.local.attach = p.args.attach = [];
  p.frame.scroll = {};
  if (due) p.toast(`Message scheduled for ${shortDate(due)}, ${due.slice(11)}`);
}

const draftOf = (p) => threadWith(p.data, p.args.numbers)?.draft || (p.local.words ?? p.args.words ?? "");

function schedule(p) {
  const later = (day) => p.pickTime("09:00", (time) => { const due = `${day}T${time}`; if (due <= moment()) p.toast("Choose a time in the future"); else send(p, due); });
  if (!draftOf(p).trim()) return p.toast("Write a message first");
  p.dialog({ title: "Schedule send", body: (def) => [["Today", today()], ["Tomorrow", addDays(today(), 1)]].map(([label, day]) => row({ id: "send_time_row", title: label, sub: shortDate(day), lead: "clock", tap: () => { p.close(); later(day); } })).concat(row({ id: "pick_date_time_row", title: "Pick date and time", lead: "calendar", tap: () => { p.close(); p.pickDate(today(), (day) => { later(day); }); } })), buttons: [["Cancel"]] });
}

function attachDialog(p) {
  const take = (path) => { (p.local.attach ??= []).push(path); };
  const choice = (id, title, lead, tap) => row({ id, title, lead, tap: () => { p.close(); tap(); } });
  p.dialog({ title: "Attach", body: () => [
    choice("gallery_row", "Gallery", "image", () => p.open("files", { title: "Select a picture", from: "/sdcard", images: true, take })),
    choice("files_row", "Files", "folder", () => p.open("files", { title: "Select a file", take })),
    choice("contact_row", "Contact", "person", () => p.choose("Share contact", known().map((each) => [each.number, each.name]), "", (number) => setWords(p, `${draftOf(p)} ${nameOf(number)}: ${number}`.trim()))),
    choice("schedule_send_row", "Schedule send", "sendLater", () => schedule(p)),
  ], buttons: [["Cancel"]] });
}

function setWords(p, next) {
  const t = threadWith(p.data, p.args.numbers);
  if (t) t.draft = next;
  p.local.words = next;
}

function threadScreen(p) {
  const d = p.data, { numbers } = p.args;
  const t = threadWith(d, numbers) ?? { numbers, messages: [], title: p.args.title ?? "" };
  if (t.unread) t.unread = 0;
  if (p.args.attach && !p.local.attach) p.local.attach = p.args.attach;
  const blocked = isBlocked(d, t), m = t.messages.find((each) => each.id === p.local.chosen);
  const shown = p.local.find ? t.messages.filter((each) => has(each.text, p.local.find)) : t.messages;
  return page({
    bar: col(m ? messageBar(p, t, m) : threadBar(p, t, blocked), p.local.finding && searchField(p, "find", "Search in conversation", { opens: true })), fromEnd: true, css: d.options.text_size === "Normal" ? "" : `messages-${d.options.text_size.toLowerCase()}`, id: "messages",
    body: [col({ css: "messages-bubbles" }, shown.length ? shown.map((each, i) => bubble(p, t, each, shown[i - 1])) : empty("message", p.local.find ? "No results found" : `Texting with ${titleOf(t)}`))],
    bottom: blocked ? row({ id: "blocked_number_row", title: "You blocked this number", trail: button("Unblock", () => { d.blocked = d.blocked.filter((each) => digitsOf(each) !== digitsOf(numbers[0])); }, { id: "unblock_button", kind: "text" }) })
      : col((p.local.attach ?? []).map((path) => line({ css: "messages-files" }, ico(kindIcon(path)), text(baseName(path), "grow small"), iconButton("close", `Remove ${baseName(path)}`, () => { p.local.attach = p.local.attach.filter((each) => each !== path); }, { id: "remove_button" }))),
        line({ css: "messages-compose" }, iconButton("add", "Attach", () => attachDialog(p), { id: "attach_button" }), field(p, "compose", { hint: "Text message", value: draftOf(p), change: (next) => setWords(p, next), keep: true, submit: () => send(p) }),
          v("ImageButton", { id: "send_button", text: "SMS", desc: "Send", css: "icon-button messages-send", tap: () => send(p), hold: () => schedule(p) }, ico("send"), v("View", { text: "SMS", css: "messages-kind", quiet: true })))),
  });
}

function threadBar(p, t, blocked) {
  const one = t.numbers.length === 1, real = Boolean(t.id);
  return bar(p, titleOf(t), { sub: one && nameOf(t.numbers[0]) !== t.numbers[0] && t.numbers[0], actions: [one && iconButton("call", `Call ${titleOf(t)}`, () => callNumber(p, t.numbers[0]), { id: "call_button" })], menu: [
    ["Details", () => p.open("details", { numbers: t.numbers })],
    ["Search in conversation", () => { p.local.finding = !p.local.finding; p.local.find = ""; }],
    real && [t.archived ? "Unarchive" : "Archive", () => { p.back(); archive(p, [t], !t.archived); }],
    real && [t.muted ? "Unmute" : "Mute", () => { t.muted = !t.muted; }],
    real && ["Delete conversation", () => askDelete(p, [t], () => p.back())],
    one && !blocked && real && ["Block", () => askBlock(p, t, () => p.back())],
  ].filter(Boolean) });
}

function messageBar(p, t, m) {
  const done = (run) => () => { p.local.chosen = null; run(); };
  const drop = () => { t.messages = t.messages.filter((each) => each !== m); if (!t.messages.length) { p.data.threads = p.data.threads.filter((each) => each !== t); p.back(); } };
  return v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Clear selection", done(() => {}), { id: "clear_selection_button" }), space(),
    iconButton("copy", "Copy text", done(() => { s.clipboard = m.text; p.toast("Message copied"); }), { id: "copy_text_button" }),
    iconButton(m.starred ? "star" : "starOff", m.starred ? "Unstar message" : "Star message", done(() => { m.starred = !m.starred; p.toast(m.starred ? "Message starred" : "Star removed"); }), { id: "star_message_button" }),
    iconButton("forward", "Forward message", done(() => p.open("forward", { words: m.text, attach: m.files })), { id: "forward_message_button" }),
    iconButton("trash", "Delete message", done(() => p.confirm("Delete message?", "This message will be deleted from this device.", "Delete", drop)), { id: "delete_message_button" }),
    iconButton("info", "Message details", done(() => p.dialog({ title: "Message details", text: `From: ${m.by ? nameOf(m.by) : "You"}\n${waits(m) ? `Scheduled for: ${shortDate(m.due)}, ${m.due.slice(11)}` : `Sent: ${longDate(m.at)}, ${m.at.slice(11)}`}`, buttons: [["OK"]] })), { id: "message_details_button" }));
}

function bubble(p, t, m, before) {
  const day = m.at.slice(0, 10), mine = m.by ? "" : "mine";
  const hold = () => { p.local.chosen = m.id; };
  const tap = () => { if (p.local.chosen) p.local.chosen = p.local.chosen === m.id ? null : m.id; else if (waits(m)) changeDue(p, t, m); else p.local.timed = p.local.timed === m.id ? "" : m.id; };
  const css = `messages-bubble ${mine} ${waits(m) ? "due" : ""} ${p.local.chosen === m.id || p.args.find === m.id ? "picked-one" : ""}`;
  const under = [waits(m) ? `Scheduled for ${shortDate(m.due)}, ${m.due.slice(11)}` : (p.local.timed === m.id || m === t.messages.at(-1)) && `${m.at.slice(11)}${mine ? " · Sent" : ""}`, m.starred && "Starred"].filter(Boolean).join(" · ");
  return [
    before?.at.slice(0, 10) !== day && text(`${shortDate(day)}`, "messages-day"),
    t.numbers.length > 1 && m.by && before?.by !== m.by && text(nameOf(m.by), "messages-who"),
    m.files.map((path) => (isImage(path) ? picture(baseName(path), look(path), { id: "attachment_picture", css: `messages-bubble ${mine}`, style: `background:${look(path)};width:180px;height:130px`, hold }) : v("Button", { id: "attachment_button", text: baseName(path), css, hold, tap }))),
    m.text && v("TextView", { text: m.text, css, tap, hold, id: "message_text" }),
    under && text(under, `messages-under ${mine}`),
  ];
}

function changeDue(p, t, m) {
  p.dialog({ title: `Scheduled for ${shortDate(m.due)}, ${m.due.slice(11)}`, body: () => [
    row({ id: "change_time_row", title: "Change time", lead: "clock", tap: () => { p.close(); p.pickDate(m.due.slice(0, 10), (day) => { p.pickTime(m.due.slice(11), (time) => { if (`${day}T${time}` <= moment()) p.toast("Choose a time in the future"); else m.due = `${day}T${time}`; }); }); } }),
    row({ id: "edit_message_row", title: "Edit message", lead: "edit", tap: () => { p.close(); t.messages = t.messages.filter((each) => each !== m); setWords(p, m.text); } }),
    row({ id: "send_now_row", title: "Send now", lead: "send", tap: () => { p.close(); m.due = ""; m.at = moment(); } }),
    row({ id: "delete_scheduled_message_row", title: "Delete scheduled message", lead: "trash", tap: () => { p.close(); t.messages = t.messages.filter((each) => each !== m); } }),
  ], buttons: [["Cancel"]] });
}

function detailsScreen(p) {
  const d = p.data, t = threadWith(d, p.args.numbers);
  const one = p.args.numbers.length === 1, number = p.args.numbers[0], blocked = bars(d, number);
  const files = t?.messages.flatMap((m) => m.files) ?? [];
  return page({ bar: bar(p, "Details"), body: [
    col({ css: "center pad gap", style: "align-items:center" }, avatar(t ? titleOf(t) : nameOf(number)), text(t ? titleOf(t) : nameOf(number), "big center")),
    !one && t && row({ id: "group_name_row", title: "Group name", sub: t.title || "Not set", lead: "edit", tap: () => p.prompt("Group name", t.title, (next) => { t.title = next.trim(); }) }),
    t && toggle("Notifications", !t.muted, (on) => { t.muted = !on; }, { id: "muted_switch" }), t && toggle("Pin to top", t.pinned, (on) => { t.pinned = on; }, { id: "pinned_switch" }),
    section(one ? "Person" : `${p.args.numbers.length} people`),
    p.args.numbers.map((each) => row({ id: "number_row", title: nameOf(each), sub: each, lead: avatar(nameOf(each)), tap: () => p.open("thread", { numbers: [each] }) })),
    one && row({ id: "block_row", title: blocked ? "Unblock" : "Block and report spam", lead: "block", tap: () => { if (blocked) d.blocked = d.blocked.filter((each) => digitsOf(each) !== digitsOf(number)); else askBlock(p, { numbers: [number] }); } }),
    section("Shared files"), files.length ? files.map((path) => row({ id: "file_row", title: baseName(path), lead: kindIcon(path) })) : text("None yet", "soft small"),
  ] });
}

function forwardScreen(p) {
  const go = (numbers) => p.replace("thread", { numbers, words: p.args.words, attach: [...p.args.attach] });
  const words = p.local.find ?? "";
  const others = known().filter((each) => has(each.name, words) && !p.data.threads.some((t) => keyOf(t.numbers) === each.number));
  return page({ bar: bar(p, "Forward message"), body: [text(p.args.words || "Attachment", "soft"), searchField(p, "find", "Search people"), newest(p.data.threads.filter((t) => has(titleOf(t), words) && !isBlocked(p.data, t))).map((t) => row({ id: "conversation_row", title: titleOf(t), lead: avatar(titleOf(t)), tap: () => go(t.numbers) })), others.map((each) => row({ id: "contact_row", title: each.name, sub: each.number, lead: avatar(each.name), tap: () => go([each.number]) }))] });
}

function settingsScreen(p) {
  const o = p.data.options;
  const flip = (key) => (on) => { o[key] = on; };
  return page({ bar: bar(p, "Settings"), body: [
    section("General"), toggle("Outgoing message sounds", o.sounds, flip("sounds"), { id: "sounds_switch" }), toggle("Show link previews", o.previews, flip("previews"), { id: "previews_switch" }),
    select(p, "Text size", o.text_size, ["Small", "Normal", "Large"], (next) => { o.text_size = next; }, { id: "text_size_spinner" }), select(p, "Swipe action", o.swipe, ["Archive", "Delete", "Off"], (next) => { o.swipe = next; }, { id: "swipe_spinner" }),
    section("Sending"), toggle("Get delivery reports", o.receipts, flip("receipts"), { id: "receipts_switch", sub: "Find out when a message you send is delivered" }),
    row({ id: "signature_row", title: "Signature", sub: o.signature || "None", tap: () => p.prompt("Signature", o.signature, (next) => { o.signature = next.trim(); }) }),
    section("Organization"), toggle("Delete login codes after 24 hours", o.delete_codes, flip("delete_codes"), { id: "delete_codes_switch" }), row({ id: "spam_blocked_row", title: "Spam and blocked", sub: `${p.data.blocked.length} blocked`, tap: () => p.open("blocked") }),
  ] });
}
