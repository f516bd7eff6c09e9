"use strict";
// Dialer: favorites, recent calls, voicemail, dial pad, the call in progress, blocked numbers. Data: calls, voicemails, blocked, speed, quick, call.

const KIND = { incoming: ["incoming", "Incoming"], outgoing: ["outgoing", "Outgoing"], missed: ["missed", "Missed"], rejected: ["block", "Declined"] };
const PAD = [["1", ""], ["2", "ABC"], ["3", "DEF"], ["4", "GHI"], ["5", "JKL"], ["6", "MNO"], ["7", "PQRS"], ["8", "TUV"], ["9", "WXYZ"], ["*", ""], ["0", "+"], ["#", ""]];
const T9 = Object.fromEntries(PAD.flatMap(([digit, letters]) => [...letters.toLowerCase()].map((c) => [c, digit])));
const NUMBER = /^[+*#\d][\d\s().*#-]*$/;
const lasting = (sec) => (sec >= 3600 ? `${Math.floor(sec / 3600)} h ${Math.floor(sec / 60) % 60} min` : sec >= 60 ? `${Math.floor(sec / 60)} min ${sec % 60} s` : `${sec} s`);
const dayName = (iso) => (iso.slice(0, 10) === today() ? "Today" : iso.slice(0, 10) === addDays(today(), -1) ? "Yesterday" : shortDate(iso));
const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const isBlocked = (p, number) => p.data.blocked.some((each) => digitsOf(each) === digitsOf(number));
const elapsed = (call) => Math.max(0, Math.floor((s.system.now - call.since) / 1000) - 2);
const callTime = (sec) => `${two(Math.floor(sec / 60))}:${two(sec % 60)}`;
const faceOf = (number) => (contactWith(number) ? avatar(whoCalls(number)) : v("View", { css: "avatar phone-nobody", quiet: true }, ico("person")));
const fits = (c, words) => has(`${c.first} ${c.last} ${c.company}`, words) || c.phones.some((l) => /\d/.test(words) && digitsOf(l.value).includes(digitsOf(words)));

app({
  id: "phone", name: "Phone", icon: "phone", color: "#188038", start: "main", permissions: ["Phone", "Contacts"],
  screens: { main: mainScreen, dialpad: dialScreen, call: callScreen, history: historyScreen, blocked: blockedScreen, settings: settingsScreen, speed: speedScreen, replies: repliesScreen, pick: pickScreen },
  links: (address) => (address.startsWith("tel:") ? ["dialpad", { number: decodeURIComponent(address.slice(4)) }] : null),
  back: (p) => {
    if (p.frame.screen !== "main") return false;
    if (p.local.picked?.length) { p.local.picked = []; return true; }
    if (p.local.find) { p.local.find = ""; return true; }
    return false;
  },
});

// --- favorites, recents, contacts, voicemail ---------------------------------------------------

function mainScreen(p) {
  p.local.tab ??= "recents";
  p.local.picked = (p.local.picked ?? []).filter((id) => p.data.calls.some((call) => call.id === id));
  if (p.local.picked.length) return pickingScreen(p);
  const words = p.local.find ?? "";
  const unheard = p.data.voicemails.filter((each) => !each.heard).length;
  const views = { favorites: favoritesTab, recents: recentsTab, contacts: contactsTab, voicemail: voicemailTab };
  const menu = [["Call history", () => { p.local.tab = "recents"; p.local.kind = "all"; }], ["Clear call history", () => p.confirm("Clear call history?", "This deletes all calls from your history.", "Clear", () => { const old = p.data.calls; p.data.calls = []; p.snack("Call history cleared", "Undo", () => { p.data.calls = old; }); }), { enabled: p.data.calls.length > 0 }], ["Settings", () => p.open("settings")]];
  return page({
    bar: bar(p, { favorites: "Favorites", recents: "Recents", contacts: "Contacts", voicemail: "Voicemail" }[p.local.tab], { menu }),
    body: [
      p.data.call && v("FrameLayout", { id: "return_to_call", css: "phone-ongoing", desc: "Return to call", tap: () => p.open("call") }, ico("call"), text(`${whoCalls(p.data.call.number)} · ${callState(p.data.call)}`)),
      searchField(p, "find", "Search contacts and numbers"),
      words ? resultRows(p, words) : views[p.local.tab](p),
    ],
    fab: fab("dialpad", "Dialpad", () => p.open("dialpad")), id: p.local.tab,
    bottom: bottomNav([["favorites", "star", "Favorites"], ["recents", "history", "Recents"], ["contacts", "people", "Contacts"], ["voicemail", "voicemail", "Voicemail", unheard]], p.local.tab, (tab) => { p.local.tab = tab; p.local.find = ""; }),
  });
}

const callButton = (p, number, name) => iconButton("call", `Call ${name ?? whoCalls(number)}`, () => callNumber(p, number), { id: "call_button" });

function resultRows(p, words) {
  const hits = contactsSorted(s.contacts.entries.filter((c) => fits(c, words)));
  const numbers = [...new Set(p.data.calls.map((call) => call.number))].filter((n) => !contactWith(n) && /\d/.test(words) && digitsOf(n).includes(digitsOf(words)));
  if (!hits.length && !numbers.length) return NUMBER.test(words.trim()) ? row({ id: "call_number_row", lead: "call", title: `Call ${words.trim()}`, tap: () => callNumber(p, words) }) : empty("search", `No results for "${words}"`);
  return [hits.map((c) => contactRow(p, c)), numbers.map((n) => row({ id: "number_row", lead: faceOf(n), title: n, tap: () => p.open("history", { number: n }), trail: callButton(p, n) }))];
}

const contactRow = (p, c) => row({ id: "contact_row", lead: avatar(contactName(c)), title: contactName(c), sub: c.phones.map((l) => l.value).join(", ") || "No number", tap: () => p.launch("contacts", "contact", { id: c.id }), trail: c.phones.length > 0 && iconButton("call", `Call ${contactName(c)}`, () => callContact(p, c), { id: "call_button" }) });

/** Ask which number to use if a contact has several. */
function callContact(p, c) {
  if (c.phones.length === 1) callNumber(p, c.phones[0].value);
  else p.choose("Choose number", c.phones.map((l) => [l.value, `${l.value} (${l.label})`]), "", (number) => callNumber(p, number));
}

function favoritesTab(p) {
  const stars = contactsSorted(s.contacts.entries.filter((c) => c.starred));
  const menu = (c) => () => p.menu([["Remove from favorites", () => { c.starred = false; p.snack("Removed from favorites", "Undo", () => { c.starred = true; }); }], ["Contact info", () => p.launch("contacts", "contact", { id: c.id })]]);
  return [
    line(section("Favorites"), space(), button("Add", () => p.open("pick", { title: "Add favorite", for: "star" }), { id: "add_button", kind: "text" })),
    stars.length ? grid(3, stars.map((c) => v("FrameLayout", { id: "favorite", css: "phone-star", desc: contactName(c), tap: () => (c.phones.length ? callContact(p, c) : p.toast("No number")), hold: menu(c) }, avatar(contactName(c)), v("View", { text: c.first || contactName(c), quiet: true }))), { css: "phone-stars" }) : empty("star", "No favorites yet", "Add the people you call most"),
  ];
}

function recentsTab(p) {
  p.local.kind ??= "all";
  const calls = p.data.calls.filter((call) => p.local.kind === "all" || call.kind === p.local.kind);
  const rows = calls.flatMap((call, i) => [i === 0 || dayName(calls[i - 1].at) !== dayName(call.at) ? section(dayName(call.at)) : null, callRow(p, call)]);
  return [
    chips([["all", "All"], ["missed", "Missed"], ["incoming", "Incoming"], ["outgoing", "Outgoing"], ["rejected", "Declined"]], p.local.kind, (next) => { p.local.kind = next; }, { id: "kind_chip" }),
    rows.length ? rows : empty("history", p.local.kind === "all" ? "Your call history is empty" : "No such calls"),
  ];
}

function callRow(p, call) {
  const [icon, word] = KIND[call.kind];
  const picked = p.local.picked ?? [];
  const flip = () => { p.local.picked = picked.includes(call.id) ? picked.filter((id) => id !== call.id) : [...picked, call.id]; };
  const on = picked.includes(call.id);
  const sub = `${word} · ${call.at.slice(11)}${isBlocked(p, call.number) ? " · Blocked" : ""}`;
  return row({ id: "call_row", lead: on ? v("View", { css: "avatar phone-on", quiet: true }, ico("check")) : faceOf(call.number), title: whoCalls(call.number), sub, css: call.kind === "missed" ? "phone-missed" : "", selected: on, tap: picked.length ? flip : () => p.open("history", { number: call.number }), hold: picked.length ? flip : () => rowMenu(p, call, flip), trail: picked.length ? on && text("Selected", "soft small") : [ico(icon, "tiny lead"), callButton(p, call.number)] });
}

function rowMenu(p, call, flip) {
  const { number } = call;
  p.menu([
    ["Copy number", () => { p.state.clipboard = number; p.toast("Copied"); }], ["Edit number before call", () => p.open("dialpad", { number })], ["Send message", () => visit(p, `sms:${number}`)],
    !contactWith(number) && ["Add contact", () => p.launch("contacts", "edit", { phone: number })],
    [isBlocked(p, number) ? "Unblock" : "Block", () => flipBlock(p, number)], ["Delete", () => dropCalls(p, [call])], ["Select", flip],
  ]);
}

function dropCalls(p, calls) {
  const old = p.data.calls;
  p.data.calls = old.filter((each) => !calls.includes(each));
  p.snack(`${count(calls.length, "call")} deleted`, "Undo", () => { p.data.calls = old; });
}

function flipBlock(p, number) {
  if (isBlocked(p, number)) { p.data.blocked = p.data.blocked.filter((each) => digitsOf(each) !== digitsOf(number)); return p.toast(`${number} unblocked`); }
  return p.confirm(`Block ${number}?`, "You will no longer get calls or messages from this number.", "Block", () => { p.data.blocked.push(number); p.toast(`${number} blocked`); });
}

function pickingScreen(p) {
  const { picked } = p.local;
  const clear = () => { p.local.picked = []; };
  const calls = p.data.calls.filter((call) => picked.includes(call.id));
  return page({
    bar: v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Cancel selection", clear, { id: "cancel_selection_button" }), col({ css: "bar-title" }, text(`${picked.length} selected`, "title-text", { id: "title" })), iconButton("selectAll", "Select all", () => { p.local.picked = p.data.calls.map((call) => call.id); }, { id: "select_all_button" }), iconButton("trash", "Delete selected", () => { clear(); dropCalls(p, calls); }, { id: "delete_selected_button" })),
    body: recentsTab(p), id: "recents",
  });
}

const contactsTab = (p) => [row({ id: "create_new_contact_row", lead: "personAdd", title: "Create new contact", tap: () => p.launch("contacts", "edit", {}) }), contactsSorted().map((c) => contactRow(p, c))];

function voicemailTab(p) {
  const play = (mail) => { mail.heard = true; p.local.open = p.local.open === mail.id ? "" : mail.id; };
  const drop = (mail) => { const old = p.data.voicemails; p.data.voicemails = old.filter((each) => each !== mail); p.snack("Voicemail deleted", "Undo", () => { p.data.voicemails = old; }); };
  if (!p.data.voicemails.length) return empty("voicemail", "No voicemail", "Messages left for you stand here");
  return p.data.voicemails.map((mail) => card({}, row({ id: "voicemail_row", lead: faceOf(mail.number), title: whoCalls(mail.number), strong: !mail.heard, sub: `${dayName(mail.at)}, ${mail.at.slice(11)} · ${lasting(mail.seconds)}${mail.heard ? "" : " · New"}`, desc: `Voicemail from ${whoCalls(mail.number)}`, tap: () => play(mail) }),
    p.local.open === mail.id && [text(mail.text, "phone-words"), line({ css: "wrap" }, button("Call back", () => callNumber(p, mail.number), { id: "call_back_button", kind: "tonal" }), button("Mark as new", () => { mail.heard = false; p.local.open = ""; }, { id: "mark_new_button", kind: "text" }), button("Delete", () => drop(mail), { id: "delete_button", kind: "text" }))]));
}

// --- dialpad -----------------------------------------------------------------------------------

function dialScreen(p) {
  p.local.number ??= p.args.number ?? "";
  const { number } = p.local;
  const put = (c) => () => { p.local.number += c; };
  const keep = (id, args) => p.launch("contacts", "edit", { ...args, phone: number });
  const speed = (digit) => () => (p.data.speed[digit] ? callNumber(p, p.data.speed[digit]) : digit === "0" ? put("+")() : digit === "1" ? p.root({}) : p.open("speed"));
  return page({
    bar: bar(p, "Dialpad", { menu: [["Speed dial", () => p.open("speed")], ["Paste", () => { p.local.number += p.state.clipboard.replace(/[^\d+*#\s()-]/g, ""); }], ["Settings", () => p.open("settings")]] }),
    still: true,
    body: [
      v("ScrollView", { css: "phone-hits", scroll: "y", id: "matches" }, number.trim() ? [dialHits(p, number), !contactWith(number) && [row({ id: "create_new_contact_row", lead: "personAdd", title: "Create new contact", tap: () => keep() }), row({ id: "add_contact_row", lead: "person", title: "Add to a contact", tap: () => p.open("pick", { title: "Add to a contact", for: "number", number }) })], row({ id: "send_message_row", lead: "message", title: "Send a message", tap: () => visit(p, `sms:${number}`) })] : []),
      line({ css: "phone-number" }, field(p, "number", { hint: "Phone number", type: "phone", max: 30, css: "plain", submit: () => callNumber(p, number) }), number && v("ImageButton", { id: "backspace_button", desc: "Backspace", css: "icon-button", tap: () => { p.local.number = number.slice(0, -1); }, hold: () => { p.local.number = ""; } }, ico("backspace"))),
      v("GridView", { css: "phone-pad", id: "dialpad" }, PAD.map(([digit, letters]) => v("Button", { id: "dial_key", text: digit, css: "phone-key", tap: put(digit), hold: speed(digit) }, v("View", { text: digit, css: "phone-digit", quiet: true }), v("View", { text: letters, css: "phone-letters", quiet: true })))),
      line({ css: "center pad" }, button("Call", () => callNumber(p, number), { id: "call_button", icon: "call", css: "phone-call" })),
    ],
  });
}

function dialHits(p, number) {
  const digits = digitsOf(number);
  const t9 = (c) => [...`${c.first}${c.last}`.toLowerCase()].map((l) => T9[l] ?? "").join("");
  const hits = contactsSorted(s.contacts.entries.filter((c) => c.phones.some((l) => digitsOf(l.value).includes(digits)) || (digits.length > 1 && t9(c).startsWith(digits))));
  return hits.slice(0, 3).map((c) => row({ id: "contact_row", lead: avatar(contactName(c)), title: contactName(c), sub: c.phones.map((l) => l.value).join(", "), tap: () => callContact(p, c) }));
}

/** Contact picker: for a favorite, to add a number, or for a speed dial digit. */
function pickScreen(p) {
  const words = p.local.find ?? "";
  const take = (c) => {
    if (p.args.for === "number") { p.back(); return p.launch("contacts", "edit", { id: c.id, phone: p.args.number }); }
    if (p.args.for === "star") { c.starred = true; p.back(); return p.toast(`${contactName(c)} added to favorites`); }
    const set = (number) => { p.data.speed[p.args.digit] = number; p.back(); p.toast(`Speed dial ${p.args.digit} set`); };
    return c.phones.length > 1 ? p.choose("Choose number", c.phones.map((l) => [l.value, `${l.value} (${l.label})`]), "", set) : set(c.phones[0].value);
  };
  const all = contactsSorted(s.contacts.entries.filter((c) => fits(c, words) && (p.args.for !== "star" || !c.starred) && (p.args.for === "number" || c.phones.length)));
  return page({ bar: bar(p, p.args.title, { close: true }), body: [searchField(p, "find", "Search contacts"), all.length ? all.map((c) => row({ id: "contact_row", lead: avatar(contactName(c)), title: contactName(c), sub: c.phones[0]?.value, tap: () => take(c) })) : empty("person", "No contacts match")] });
}

// --- the call ----------------------------------------------------------------------------------

const callState = (call) => (call.held ? "On hold" : s.system.now - call.since < 3000 ? "Calling…" : callTime(elapsed(call)));

function hangUp(p) {
  const { call } = p.data;
  p.data.calls.unshift({ id: newId(), number: call.number, kind: "outgoing", at: new Date(call.since).toISOString().slice(0, 16), seconds: elapsed(call) });
  p.data.call = null;
  p.back();
  p.toast("Call ended");
}

function callScreen(p) {
  const { call } = p.data;
  if (!call) return page({ bar: bar(p, "Phone"), body: empty("hangup", "Call ended") });
  const who = whoCalls(call.number);
  const round = (id, icon, label, on, tap) => v("ToggleButton", { id, text: label, checked: on, css: "phone-round", tap }, v("View", { css: "phone-disc", quiet: true }, ico(icon)), v("View", { text: label, quiet: true }));
  const keypad = v("GridView", { css: "phone-pad small-pad", id: "dialpad" }, PAD.map(([digit]) => v("Button", { id: "dial_key", text: digit, css: "phone-key", tap: () => { call.digits += digit; } }, v("View", { text: digit, css: "phone-digit", quiet: true }))));
  const controls = v("GridView", { css: "phone-controls", id: "controls" },
    round("mute_button", "micOff", "Mute", call.muted, () => { call.muted = !call.muted; }), round("keypad_button", "dialpad", "Keypad", false, () => { p.local.keypad = true; }), round("speaker_button", "speaker", "Speaker", call.speaker, () => { call.speaker = !call.speaker; }),
    round("add_call_button", "add", "Add call", false, () => p.toast("The network allows one call at a time")), round("hold_button", "pause", "Hold", call.held, () => { call.held = !call.held; }), round("contacts_button", "person", "Contacts", false, () => p.launch("contacts")));
  return v("LinearLayout", { css: "page phone-page" },
    col({ css: "phone-who" }, faceOf(call.number), text(who, "big center", { id: "name" }), who !== call.number && text(call.number, "soft center"), text(callState(call), "center", { id: "state" }), call.muted && text("Muted", "soft small center")),
    p.local.keypad ? [text(call.digits || " ", "big center", { id: "digits" }), keypad, line({ css: "center" }, button("Hide keypad", () => { p.local.keypad = false; }, { id: "hide_keypad_button", kind: "text" }))] : controls,
    line({ css: "center phone-end" }, v("ImageButton", { id: "end_call_button", desc: "End call", css: "phone-hangup", tap: () => hangUp(p) }, ico("hangup"))));
}

function historyScreen(p) {
  const { number } = p.args;
  const c = contactWith(number);
  const calls = p.data.calls.filter((call) => digitsOf(call.number) === digitsOf(number));
  const wipe = () => p.confirm("Delete this history?", `All calls with ${whoCalls(number)} are deleted.`, "Delete", () => { p.back(); dropCalls(p, calls); });
  return page({
    bar: bar(p, "Call history", { menu: [["Copy number", () => { p.state.clipboard = number; p.toast("Copied"); }], ["Edit number before call", () => p.open("dialpad", { number })], [isBlocked(p, number) ? "Unblock" : "Block", () => flipBlock(p, number)], ["Delete history", wipe, { enabled: calls.length > 0 }]] }),
    body: [
      row({ id: "number_row", lead: faceOf(number), title: whoCalls(number), sub: [c && number, isBlocked(p, number) && "Blocked"].filter(Boolean).join(" · "), trail: callButton(p, number), strong: true }),
      line({ css: "wrap" }, button("Message", () => visit(p, `sms:${number}`), { id: "message_button", kind: "tonal", icon: "message" }), c ? button("Contact info", () => p.launch("contacts", "contact", { id: c.id }), { id: "contact_info_button", kind: "tonal", icon: "person" }) : button("Add contact", () => p.launch("contacts", "edit", { phone: number }), { id: "add_contact_button", kind: "tonal", icon: "personAdd" })),
      section(count(calls.length, "call")),
      calls.map((call) => row({ id: "call_row", lead: KIND[call.kind][0], title: `${KIND[call.kind][1]} call`, sub: `${dayName(call.at)}, ${call.at.slice(11)}`, meta: call.seconds ? lasting(call.seconds) : "", hold: () => p.menu([["Delete", () => dropCalls(p, [call])]]) })),
    ],
  });
}

// --- blocked numbers and settings --------------------------------------------------------------

function numberDialog(p, title, run) {
  p.dialog({
    title, body: (def) => [p.field("number", { opens: true, hint: "Phone number", type: "phone", where: def.local, max: 30 }), def.local.wrong && text(def.local.wrong, "bad small")],
    buttons: [["Cancel"], ["Block", (def) => {
      const number = def.local.number.trim();
      def.local.wrong = !NUMBER.test(number) ? "Enter a valid phone number" : isBlocked(p, number) ? "This number is already blocked" : "";
      return def.local.wrong ? false : run(number);
    }]],
  });
}

function blockedScreen(p) {
  const out = (number) => { const old = p.data.blocked; p.data.blocked = old.filter((each) => each !== number); p.snack(`${number} unblocked`, "Undo", () => { p.data.blocked = old; }); };
  return page({ bar: bar(p, "Blocked numbers"), body: [
    toggle("Unknown", p.data.block_unknown, (on) => { p.data.block_unknown = on; }, { id: "block_unknown_switch", sub: "Block calls from numbers that are not shown" }),
    rule(), text("You won't get calls or texts from blocked numbers.", "soft small"),
    button("Add a number", () => numberDialog(p, "Add a number", (number) => { p.data.blocked.push(number); p.toast(`${number} blocked`); }), { id: "add_number_button", kind: "text" }),
    p.data.blocked.length ? p.data.blocked.map((n) => row({ id: "blocked_row", title: n, sub: contactWith(n) ? whoCalls(n) : "", trail: iconButton("close", `Unblock ${n}`, () => p.confirm(`Unblock ${n}?`, "", "Unblock", () => out(n)), { id: "unblock_button" }) })) : empty("block", "No blocked numbers"),
  ] });
}

function settingsScreen(p) {
  const d = p.data;
  return page({ bar: bar(p, "Settings"), body: [
    section("General"),
    row({ id: "blocked_numbers_row", lead: "block", title: "Blocked numbers", sub: count(d.blocked.length, "number"), tap: () => p.open("blocked") }),
    row({ id: "quick_responses_row", lead: "message", title: "Quick responses", sub: "Texts for calls you decline", tap: () => p.open("replies") }),
    row({ id: "speed_dial_row", lead: "dialpad", title: "Speed dial", sub: "Hold a digit to call", tap: () => p.open("speed") }),
    section("Caller ID & spam"),
    toggle("Filter spam calls", d.spam_filter, (on) => { d.spam_filter = on; }, { id: "spam_filter_switch", sub: "Suspected spam does not ring" }),
    select(p, "Announce caller", d.announce, ["Always", "Only with headset", "Never"], (next) => { d.announce = next; }, { id: "announce_spinner" }),
    section("Sounds and vibration"),
    toggle("Dial pad tones", d.dial_tones, (on) => { d.dial_tones = on; }, { id: "dial_tones_switch" }),
    toggle("Also vibrate for calls", d.vibrate, (on) => { d.vibrate = on; }, { id: "vibrate_switch" }),
    section("Display"),
    select(p, "Sort by", s.contacts.sort, [["first", "First name"], ["last", "Last name"]], (next) => { s.contacts.sort = next; }, { id: "sort_spinner" }),
    select(p, "Name format", s.contacts.format, [["first", "First name first"], ["last", "Last name first"]], (next) => { s.contacts.format = next; }, { id: "format_spinner" }),
  ] });
}

const digitFace = (digit) => v("View", { css: "avatar phone-nobody", text: digit, quiet: true });

function speedScreen(p) {
  const set = (digit) => p.open("pick", { title: `Speed dial ${digit}`, for: "speed", digit });
  return page({ bar: bar(p, "Speed dial"), body: [
    row({ id: "voicemail_row", lead: digitFace("1"), title: "Voicemail", desc: "Speed dial 1: Voicemail" }),
    "23456789".split("").map((digit) => { const n = p.data.speed[digit]; return row({ id: "speed_dial_row", lead: digitFace(digit), title: n ? whoCalls(n) : "Not set", sub: n && contactWith(n) ? n : "", desc: `Speed dial ${digit}: ${n ? whoCalls(n) : "not set"}`, tap: () => set(digit), trail: n && iconButton("close", `Remove speed dial ${digit}`, () => { delete p.data.speed[digit]; }, { id: "remove_speed_dial_button" }) }); }),
  ] });
}

function repliesScreen(p) {
  const change = (i) => p.dialog({ title: "Edit quick response", body: (def) => [p.field("text", { opens: true, hint: "Quick response", value: p.data.quick[i], where: def.local, max: 80 }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], ["OK", (def) => { if (!def.local.text.trim()) { def.local.wrong = "A quick response cannot be empty"; return false; } p.data.quick[i] = def.local.text.trim(); return true; }]] });
  return page({ bar: bar(p, "Quick responses"), body: p.data.quick.map((words, i) => row({ id: "quick_response_row", title: words, tap: () => change(i) })) });
}
