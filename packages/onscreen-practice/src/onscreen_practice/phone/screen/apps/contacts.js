"use strict";
// Contacts: people and businesses, favorites, labels, duplicates, trash. Data: entries, trash, labels, sort, format.

const KINDS = { phones: ["Mobile", "Home", "Work", "Other"], emails: ["Home", "Work", "Other"] };
const RINGTONES = ["Default", "Beacon", "Chimes", "Marimba", "Pixie dust", "Silent"];
const FINE = { phones: /^[+*#\d][\d\s().*#/-]*$/, emails: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ };
const WRONG = { phones: "Enter a valid phone number", emails: "Enter a valid email address" };
const plural = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const found = (p, id) => p.data.entries.find((each) => each.id === id);
const sortedNames = (list) => [...list].sort((a, b) => a.localeCompare(b));
const blank = (args) => ({ id: newId(), first: args.name ?? "", last: args.last ?? "", phones: [{ label: "Mobile", value: args.phone ?? "" }], emails: [{ label: "Home", value: args.email ?? "" }], company: args.company ?? "", title: args.title ?? "", address: args.address ?? "", birthday: "", notes: args.notes ?? "", starred: false, labels: args.label ? [args.label] : [], ringtone: "Default" });
const jobOf = (c) => [c.title, c.company].filter(Boolean).join(", ");
const matches = (c, words) => has([c.first, c.last, c.company, c.title, c.notes, ...c.emails.map((l) => l.value)].join(" "), words) || has(`${c.first} ${c.last}`, words) || c.phones.some((l) => /\d/.test(words) && digitsOf(l.value).includes(digitsOf(words) || words));
const gone = (p) => page({ bar: bar(p, ""), body: empty("person", "This contact is no longer there") });

app({
  id: "contacts", name: "Contacts", icon: "person", color: "#1a73e8", start: "main", permissions: ["Contacts"],
  screens: { main: mainScreen, contact: contactScreen, edit: editScreen, label: labelScreen, choose: chooseScreen, merge: mergeScreen, trash: trashScreen, settings: settingsScreen },
  links: (address) => { const id = address.match(/^content:\/\/contacts\/(\w+)$/)?.[1]; return id ? ["contact", { id }] : null; },
  back: (p) => {
    if (p.frame.screen === "main" && p.local.picked?.length) { p.local.picked = []; return true; }
    if (p.frame.screen === "main" && p.local.tab && p.local.tab !== "contacts") { p.local.tab = "contacts"; return true; }
    if (p.frame.screen !== "edit" || !p.local.draft || JSON.stringify(p.local.draft) === p.local.before) return false;
    p.dialog({ text: "Your changes have not been saved", buttons: [["Cancel"], ["Discard", () => p.back()]] });
    return true;
  },
});

// --- the list ----------------------------------------------------------------------------------

function mainScreen(p) {
  p.local.tab ??= "contacts";
  p.local.picked = (p.local.picked ?? []).filter((id) => found(p, id));
  if (p.local.picked.length) return pickingScreen(p);
  const views = { contacts: contactsTab, favorites: favoritesTab, organize: organizeTab };
  return page({ ...views[p.local.tab](p), id: p.local.tab, bottom: bottomNav([["contacts", "person", "Contacts"], ["favorites", "star", "Favorites"], ["organize", "bookmark", "Organize"]], p.local.tab, (tab) => { p.local.tab = tab; }) });
}

function shownContacts(p) {
  const label = p.local.label ?? "";
  return contactsSorted(p.data.entries.filter((c) => (!p.data.only_phones || c.phones.length) && (!label || c.labels.includes(label)) && matches(c, p.local.find ?? "")));
}

function contactsTab(p) {
  const shown = shownContacts(p);
  const letter = (c) => sortName(c).slice(0, 1).toUpperCase();
  const rows = shown.flatMap((c, i) => [i === 0 || letter(c) !== letter(shown[i - 1]) ? section(letter(c)) : null, contactRow(p, c)]);
  return {
    bar: bar(p, "Contacts", { menu: [["Select all", () => { p.local.picked = shown.map((c) => c.id); }], ["Sort by", () => chooseSort(p)], ["Settings", () => p.open("settings")]] }),
    body: [
      searchField(p, "find", "Search contacts"),
      chips([["", "All"], ...sortedNames(p.data.labels)], p.local.label ?? "", (next) => { p.local.label = next; }, { id: "label_chip" }),
      text(plural(shown.length, "contact"), "soft small"),
      shown.length ? rows : empty("person", p.local.find ? `No contacts match "${p.local.find}"` : "No contacts", p.local.find ? "Check the spelling or try another name" : ""),
    ],
    fab: fab("add", "Create contact", () => p.open("edit", { label: p.local.label })),
  };
}

function contactRow(p, c) {
  const picked = p.local.picked ?? [];
  const flip = () => { p.local.picked = picked.includes(c.id) ? picked.filter((id) => id !== c.id) : [...picked, c.id]; };
  const on = picked.includes(c.id);
  return row({ id: "contact_row", title: contactName(c), sub: c.last ? "" : jobOf(c) || c.phones[0]?.value, lead: on ? v("View", { css: "avatar contacts-on", quiet: true }, ico("check")) : avatar(contactName(c)), selected: on, tap: picked.length ? flip : () => p.open("contact", { id: c.id }), hold: flip, trail: on && text("Selected", "soft small") });
}

function pickingScreen(p) {
  const { picked } = p.local;
  const chosen = p.data.entries.filter((c) => picked.includes(c.id));
  const clear = () => { p.local.picked = []; };
  const shown = shownContacts(p);
  return page({
    bar: v("ViewGroup", { css: "bar", id: "toolbar" }, iconButton("close", "Cancel selection", clear, { id: "cancel_selection_button" }), col({ css: "bar-title" }, text(`${picked.length} selected`, "title-text", { id: "title" })),
      iconButton("label", "Add to label", () => labelDialog(p, chosen, clear), { id: "add_label_button" }),
      iconButton("trash", "Delete selected", () => p.confirm(`Delete ${plural(chosen.length, "contact")}?`, "They stay in the trash for 30 days.", "Delete", () => { clear(); throwAway(p, chosen); }), { id: "delete_selected_button" }),
      iconButton("more", "More options", () => p.menu([["Select all", () => { p.local.picked = shown.map((c) => c.id); }], ["Add to favorites", () => { chosen.forEach((c) => { c.starred = true; }); clear(); }], ["Share", () => { clear(); shareDialog(p, chosen); }]]), { id: "more_options_button" })),
    body: shown.map((c) => contactRow(p, c)), id: "contacts",
  });
}

function throwAway(p, chosen) {
  const ids = chosen.map((c) => c.id);
  p.data.entries = p.data.entries.filter((c) => !ids.includes(c.id));
  p.data.trash.unshift(...chosen.map((c) => ({ ...c, deleted: today() })));
  p.snack(chosen.length === 1 ? "1 contact deleted" : `${chosen.length} contacts deleted`, "Undo", () => { p.data.trash = p.data.trash.filter((c) => !ids.includes(c.id)); p.data.entries.push(...chosen); });
}

function favoritesTab(p) {
  const stars = contactsSorted(p.data.entries.filter((c) => c.starred));
  return {
    bar: bar(p, "Favorites", { menu: [["Settings", () => p.open("settings")]] }),
    body: stars.length ? stars.map((c) => row({ id: "favorite_row", title: contactName(c), sub: c.phones[0]?.value, lead: avatar(contactName(c)), tap: () => p.open("contact", { id: c.id }), trail: iconButton("star", `Remove ${contactName(c)} from favorites`, () => star(p, c), { id: "remove_favorite_button" }) })) : empty("star", "No favorites", "Star a contact and it stands here"),
    fab: fab("add", "Add favorites", () => p.open("choose", { title: "Add favorites", star: true })),
  };
}

function star(p, c) {
  c.starred = !c.starred;
  p.toast(c.starred ? "Added to favorites" : "Removed from favorites");
}

function organizeTab(p) {
  const count = (label) => p.data.entries.filter((c) => c.labels.includes(label)).length;
  return {
    bar: bar(p, "Organize", { menu: [["Settings", () => p.open("settings")]] }),
    body: [
      section("Labels"),
      sortedNames(p.data.labels).map((label) => row({ id: "label_row", lead: "label", title: label, meta: plural(count(label), "contact"), tap: () => p.open("label", { label }) })),
      row({ id: "create_label_row", lead: "add", title: "Create label", tap: () => labelPrompt(p, "Create label", "", (name) => { p.data.labels.push(name); }) }),
      section("This phone"),
      row({ id: "merge_fix_row", lead: "group", title: "Merge & fix", sub: plural(duplicates(p).length, "suggestion"), tap: () => p.open("merge") }),
      row({ id: "blocked_numbers_row", lead: "block", title: "Blocked numbers", sub: plural(p.state.phone.blocked.length, "number"), tap: () => p.launch("phone", "blocked") }),
      row({ id: "trash_row", lead: "trash", title: "Trash", sub: plural(p.data.trash.length, "contact"), tap: () => p.open("trash") }),
      row({ id: "contacts_settings_row", lead: "settings", title: "Contacts settings", tap: () => p.open("settings") }),
    ],
  };
}

// --- labels ------------------------------------------------------------------------------------

function labelPrompt(p, title, value, run) {
  p.dialog({
    title, body: (def) => [p.field("name", { opens: true, hint: "Label name", value, where: def.local, max: 30 }), def.local.wrong && text(def.local.wrong, "bad small")],
    buttons: [["Cancel"], ["Save", (def) => {
      const name = def.local.name.trim();
      def.local.wrong = !name ? "Enter a name" : p.data.labels.some((each) => same(each, name) && !same(each, value)) ? "This label is already there" : "";
      if (def.local.wrong) return false;
      run(name);
    }]],
  });
}

function labelDialog(p, chosen, done) {
  const all = (label) => chosen.every((c) => c.labels.includes(label));
  p.dialog({
    title: "Labels", body: (def) => { def.local.on ??= p.data.labels.filter(all); return sortedNames(p.data.labels).map((label) => check(label, def.local.on.includes(label), (on) => { def.local.on = on ? [...def.local.on, label] : def.local.on.filter((each) => each !== label); }, { id: "label_checkbox" })); },
    buttons: [["Cancel"], ["Done", (def) => {
      for (const label of p.data.labels) for (const c of chosen) {
        const was = all(label);
        if (def.local.on.includes(label) && !c.labels.includes(label)) c.labels = [...c.labels, label].sort();
        else if (!def.local.on.includes(label) && was) c.labels = c.labels.filter((each) => each !== label);
      }
      done?.();
    }]],
  });
}

function labelScreen(p) {
  const { label } = p.args;
  const inside = contactsSorted(p.data.entries.filter((c) => c.labels.includes(label)));
  const rename = (name) => { p.data.labels = p.data.labels.map((each) => (each === label ? name : each)); p.data.entries.forEach((c) => { c.labels = c.labels.map((each) => (each === label ? name : each)).sort(); }); p.args.label = name; };
  const drop = () => { p.data.labels = p.data.labels.filter((each) => each !== label); p.data.entries.forEach((c) => { c.labels = c.labels.filter((each) => each !== label); }); p.back(); p.toast("Label deleted"); };
  return page({
    bar: bar(p, label, { actions: [iconButton("personAdd", "Add contacts", () => p.open("choose", { title: `Add to ${label}`, label }), { id: "add_contacts_button" })], menu: [["Rename label", () => labelPrompt(p, "Rename label", label, rename)], ["Delete label", () => p.confirm("Delete this label?", "The contacts stay.", "Delete", drop)]] }),
    body: inside.length ? inside.map((c) => row({ id: "contact_row", title: contactName(c), sub: c.phones[0]?.value, lead: avatar(contactName(c)), tap: () => p.open("contact", { id: c.id }), trail: iconButton("minus", `Remove ${contactName(c)}`, () => { c.labels = c.labels.filter((each) => each !== label); p.toast(`Removed from ${label}`); }, { id: "remove_button" }) })) : empty("label", "No contacts with this label"),
  });
}

/** Multi-select list of contacts without a label or star; "Add" assigns it to the checked ones. */
function chooseScreen(p) {
  const ticked = (p.local.ticked ??= []);
  const open = contactsSorted(p.data.entries.filter((c) => (p.args.star ? !c.starred : !c.labels.includes(p.args.label))));
  const shown = open.filter((c) => matches(c, p.local.find ?? ""));
  const add = () => {
    open.filter((c) => ticked.includes(c.id)).forEach((c) => { if (p.args.star) c.starred = true; else c.labels = [...c.labels, p.args.label].sort(); });
    p.back();
    p.toast(`${plural(ticked.length, "contact")} added`);
  };
  return page({
    bar: bar(p, p.args.title, { close: true, actions: [button("Add", add, { id: "add_button", kind: "text", enabled: ticked.length > 0 })] }),
    body: [searchField(p, "find", "Search contacts"), shown.length ? shown.map((c) => check(contactName(c), ticked.includes(c.id), (on) => { p.local.ticked = on ? [...ticked, c.id] : ticked.filter((id) => id !== c.id); }, { id: "contact_checkbox" })) : empty("person", "No contacts match")],
  });
}

// --- one contact -------------------------------------------------------------------------------

function contactScreen(p) {
  const c = found(p, p.args.id);
  if (!c) return gone(p);
  const blocked = c.phones.length > 0 && c.phones.every((l) => p.state.phone.blocked.includes(l.value));
  const flipBlock = () => { const all = c.phones.map((l) => l.value); p.state.phone.blocked = blocked ? p.state.phone.blocked.filter((n) => !all.includes(n)) : [...new Set([...p.state.phone.blocked, ...all])]; p.toast(blocked ? "Unblocked" : "Blocked"); };
  return page({
    bar: bar(p, "", {
      actions: [iconButton(c.starred ? "star" : "starOff", c.starred ? "Remove from favorites" : "Add to favorites", () => star(p, c), { id: "star_button" }), iconButton("edit", "Edit contact", () => p.open("edit", { id: c.id }), { id: "edit_contact_button" })],
      menu: [["Labels", () => labelDialog(p, [c])], ["Share", () => shareDialog(p, [c])], ["Set ringtone", () => p.choose("Ringtone", RINGTONES, c.ringtone, (next) => { c.ringtone = next; })], c.phones.length && [blocked ? "Unblock numbers" : "Block numbers", flipBlock],
        ["Delete", () => p.confirm("Delete this contact?", `${contactName(c)} stays in the trash for 30 days.`, "Delete", () => { p.back(); throwAway(p, [c]); })]],
    }),
    body: [
      col({ css: "contacts-head" }, avatar(contactName(c)), text(contactName(c), "big center", { id: "name" }), jobOf(c) && text(jobOf(c), "soft center"), blocked && text("Blocked", "bad small center")),
      line({ css: "contacts-actions" }, action(p, "call", "Call", c.phones, (n) => callNumber(p, n)), action(p, "message", "Text", c.phones, (n) => visit(p, `sms:${n}`)), action(p, "mail", "Email", c.emails, (m) => visit(p, `mailto:${m}`))),
      contactInfo(p, c), contactAbout(p, c), recentCalls(p, c),
    ],
  });
}

function action(p, icon, label, lines, run) {
  const tap = () => (lines.length === 1 ? run(lines[0].value) : p.choose(label, lines.map((l) => [l.value, `${l.value} (${l.label})`]), "", run));
  return v("Button", { id: `${icon}_button`, text: label, desc: label, css: "contacts-action", enabled: lines.length > 0, tap }, ico(icon), v("View", { text: label, quiet: true }));
}

function copyMenu(p, value) {
  return () => p.menu([["Copy to clipboard", () => { p.state.clipboard = value; p.toast("Copied"); }]]);
}

function contactInfo(p, c) {
  const rows = [
    c.phones.map((l, i) => row({ id: "phone_row", lead: i ? v("View", { css: "ico", quiet: true }) : "phone", title: l.value, sub: l.label, tap: () => callNumber(p, l.value), hold: copyMenu(p, l.value), trail: iconButton("message", `Text ${l.value}`, () => visit(p, `sms:${l.value}`), { id: "text_button" }) })),
    c.emails.map((l) => row({ id: "email_row", lead: "mail", title: l.value, sub: l.label, tap: () => visit(p, `mailto:${l.value}`), hold: copyMenu(p, l.value) })),
    c.address && row({ id: "address_row", lead: "place", title: c.address, sub: "Address", tap: () => visit(p, `geo:0,0?q=${encodeURIComponent(c.address)}`), hold: copyMenu(p, c.address) }),
  ].flat().filter(Boolean);
  return [section("Contact info"), rows.length ? rows : button("Add phone or email", () => p.open("edit", { id: c.id }), { id: "add_phone_email_button", kind: "tonal" })];
}

function contactAbout(p, c) {
  const rows = [
    c.birthday && row({ id: "birthday_row", lead: "cakes", title: longDate(c.birthday), sub: "Birthday" }),
    c.labels.length > 0 && row({ id: "labels_row", lead: "label", title: c.labels.join(", "), sub: "Labels", tap: () => labelDialog(p, [c]) }),
    c.notes && row({ id: "notes_row", lead: "note", title: c.notes, sub: "Notes" }),
    c.ringtone !== "Default" && row({ id: "ringtone_row", lead: "ring", title: c.ringtone, sub: "Ringtone" }),
  ].filter(Boolean);
  return rows.length ? [section("About"), rows] : [];
}

function recentCalls(p, c) {
  const numbers = c.phones.map((l) => digitsOf(l.value));
  const calls = p.state.phone.calls.filter((call) => numbers.includes(digitsOf(call.number))).slice(0, 3);
  const word = { incoming: "Incoming call", outgoing: "Outgoing call", missed: "Missed call", rejected: "Declined call" };
  return calls.length ? [section("Recent activity"), calls.map((call) => row({ id: "call_row", lead: "history", title: word[call.kind], sub: `${shortDate(call.at)}, ${call.at.slice(11)}`, tap: () => p.launch("phone", "history", { number: call.number }) }))] : [];
}

function cardText(c) {
  return [contactName(c), ...c.phones.map((l) => l.value), ...c.emails.map((l) => l.value), c.address].filter(Boolean).join("\n");
}

function shareDialog(p, chosen) {
  const words = chosen.map(cardText).join("\n\n");
  const vcf = chosen.map((c) => ["BEGIN:VCARD", "VERSION:3.0", `N:${c.last};${c.first};;;`, `FN:${[c.first, c.last].filter(Boolean).join(" ")}`, ...c.phones.map((l) => `TEL;TYPE=${l.label.toUpperCase()}:${l.value}`), ...c.emails.map((l) => `EMAIL;TYPE=${l.label.toUpperCase()}:${l.value}`), "END:VCARD", ""].join("\r\n")).join("");
  const name = chosen.length === 1 ? contactName(chosen[0]).replaceAll("/", "-") : "contacts";
  const save = () => { saveFile(`/sdcard/Download/${name}.vcf`, vcf); p.toast(`Saved as Download/${name}.vcf`); };
  p.choose("Share", [["copy", "Copy to clipboard"], ["file", "Save as file"], ["sms", "Text message"], ["mail", "Email"]], "", (way) => ({
    copy: () => { p.state.clipboard = words; p.toast("Copied"); }, file: save, sms: () => visit(p, `sms:?body=${encodeURIComponent(words)}`), mail: () => visit(p, `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(words)}`),
  })[way]());
}

// --- creating and editing ----------------------------------------------------------------------

function editScreen(p) {
  const old = found(p, p.args.id);
  const extra = (c) => (p.args.phone && old ? { ...c, phones: [...c.phones, { label: "Mobile", value: p.args.phone }] } : c);
  const c = (p.local.draft ??= extra(old ? copy(old) : blank(p.args)));
  p.local.before ??= p.args.phone ? "" : JSON.stringify(c);
  const put = (id, label, more) => labelled(p, id, label, { where: c, ...more });
  const state = c.birthday ? longDate(c.birthday) : "Not set";
  return page({
    bar: bar(p, old ? "Edit contact" : "Create contact", { close: true, actions: [button("Save", () => saveContact(p, c, old), { id: "save_button", kind: "filled" })], menu: [["Help", () => p.dialog({ text: "A contact needs a name, a company, a phone number or an email address.", buttons: [["OK"]] })]] }),
    body: [
      p.local.wrong && text(p.local.wrong, "bad"),
      put("first", "First name", { opens: !old }), put("last", "Last name"), put("company", "Company"), put("title", "Job title"),
      lineFields(p, c, "phones", "Phone", "phone"), lineFields(p, c, "emails", "Email", "email"),
      put("address", "Address"),
      line({ css: "contacts-date" }, v("Button", { id: "birthday_button", text: state, desc: `Birthday: ${state}`, css: "select grow", tap: () => p.pickDate(c.birthday || "1990-01-01", (day) => { c.birthday = day; }) }, v("View", { css: "select-label small", text: "Birthday", quiet: true }), v("View", { text: state, quiet: true, css: "select-value" }), ico("calendar")), c.birthday && iconButton("close", "Clear birthday", () => { c.birthday = ""; }, { id: "clear_birthday_button" })),
      put("notes", "Notes", { lines: 2 }),
    ],
  });
}

function lineFields(p, c, key, label, type) {
  if (!c[key].length) c[key].push({ label: KINDS[key][0], value: "" });
  const name = (i) => (i ? `${label} ${i + 1}` : label);
  return [c[key].map((l, i) => [
    line({ css: "contacts-line" },
      col({ css: "grow" }, text(name(i), "label"), p.field(`${key}${i}`, { id: `${key}_field`, hint: name(i), type, value: l.value, change: (next) => { l.value = next; } })),
      v("Spinner", { id: `${key}_label_spinner`, text: l.label, desc: `${l.label} ${name(i)}`, css: "select contacts-kind", tap: () => p.choose(`${name(i)} label`, KINDS[key], l.label, (next) => { l.label = next; }) }, v("View", { text: l.label, css: "select-value", quiet: true }), ico("down")),
      (c[key].length > 1 || l.value) && iconButton("minus", `Remove ${name(i).toLowerCase()}`, () => { c[key].splice(i, 1); }, { id: `remove_${key}_button` })),
    l.value.trim() && p.local.tried && !FINE[key].test(l.value.trim()) && text(WRONG[key], "bad small"),
  ]), c[key].at(-1).value && button(`Add ${label.toLowerCase()}`, () => { c[key].push({ label: KINDS[key][Math.min(c[key].length, KINDS[key].length - 1)], value: "" }); }, { id: `add_${key}_button`, kind: "text" })];
}

function saveContact(p, draft, old) {
  const c = copy(draft);
  for (const key of ["first", "last", "company", "title", "address", "notes"]) c[key] = c[key].trim();
  for (const key of ["phones", "emails"]) c[key] = c[key].map((l) => ({ ...l, value: l.value.trim() })).filter((l) => l.value);
  const bad = ["phones", "emails"].find((key) => c[key].some((l) => !FINE[key].test(l.value)));
  p.local.tried = true;
  p.local.wrong = bad ? WRONG[bad] : "";
  if (bad) return p.toast(WRONG[bad]);
  if (!(c.first || c.last || c.company || c.phones.length || c.emails.length)) { p.local.wrong = "Add a name, company, phone or email to save this contact"; return p.toast("Nothing to save"); }
  if (old) Object.assign(old, c);
  else p.data.entries.push(c);
  if (old) p.back();
  else p.replace("contact", { id: c.id });
  p.toast("Contact saved");
}

// --- duplicates, trash, settings ---------------------------------------------------------------

function duplicates(p) {
  const groups = Map.groupBy(p.data.entries, (c) => `${c.first} ${c.last}`.trim().toLowerCase());
  return [...groups.entries()].filter(([name, all]) => name && all.length > 1 && !p.data.kept_apart.includes(name)).map(([name, all]) => ({ name, all }));
}

function merge(p, { all }) {
  const [first, ...rest] = all;
  const union = (key) => all.flatMap((c) => c[key]).filter((l, i, list) => list.findIndex((other) => digitsOf(other.value) === digitsOf(l.value) && same(other.value, l.value)) === i);
  const either = (key) => all.map((c) => c[key]).find(Boolean) ?? "";
  const before = copy(first);
  Object.assign(first, { phones: union("phones"), emails: union("emails"), labels: [...new Set(all.flatMap((c) => c.labels))].sort(), starred: all.some((c) => c.starred) });
  for (const key of ["company", "title", "address", "birthday", "notes"]) first[key] = either(key);
  p.data.entries = p.data.entries.filter((c) => !rest.includes(c));
  p.snack("Contacts merged", "Undo", () => { Object.assign(first, before); p.data.entries.push(...rest); });
}

function mergeScreen(p) {
  const groups = duplicates(p);
  return page({
    bar: bar(p, "Merge & fix"),
    body: groups.length ? [section("Merge duplicates"), groups.map((g) => card({}, text(contactName(g.all[0]), "strong"), g.all.map((c) => row({ id: "duplicate_row", lead: avatar(contactName(c)), title: c.phones[0]?.value ?? c.emails[0]?.value ?? "No number", sub: [c.phones[0]?.label, c.notes].filter(Boolean).join(" · "), tap: () => p.open("contact", { id: c.id }) })),
      line({ css: "right" }, space(), button("Dismiss", () => { p.data.kept_apart.push(g.name); }, { id: "dismiss_button", kind: "text" }), button("Merge", () => merge(p, g), { id: "merge_button", kind: "tonal" }))))] : empty("done", "No suggestions", "Your contacts are in order"),
  });
}

function trashScreen(p) {
  const { trash } = p.data;
  const out = (c) => { p.data.trash = trash.filter((each) => each !== c); };
  const restore = (c) => { out(c); const back = { ...c }; delete back.deleted; p.data.entries.push(back); p.toast("Contact restored"); };
  const options = (c) => p.dialog({ title: contactName(c), text: cardText(c), buttons: [["Cancel"], ["Delete forever", () => { out(c); p.toast("Deleted forever"); }], ["Restore", () => restore(c)]] });
  return page({
    bar: bar(p, "Trash", { menu: trash.length ? [["Empty trash", () => p.confirm("Empty trash?", "All contacts in it will be deleted forever.", "Empty", () => { p.data.trash = []; })]] : [] }),
    body: [text("Contacts in the trash are deleted forever after 30 days.", "soft small"), trash.length ? trash.map((c) => row({ id: "deleted_contact_row", title: contactName(c), sub: c.deleted ? `Deleted ${shortDate(c.deleted)}` : "Deleted earlier", lead: avatar(contactName(c)), tap: () => options(c) })) : empty("trash", "No contacts in the trash")],
  });
}

function chooseSort(p) {
  p.choose("Sort by", [["first", "First name"], ["last", "Last name"]], p.data.sort, (next) => { p.data.sort = next; });
}

function settingsScreen(p) {
  return page({ bar: bar(p, "Settings"), body: [
    section("Display"),
    row({ id: "sort_row", title: "Sort by", sub: p.data.sort === "first" ? "First name" : "Last name", tap: () => chooseSort(p) }),
    row({ id: "name_format_row", title: "Name format", sub: p.data.format === "first" ? "First name first" : "Last name first", tap: () => p.choose("Name format", [["first", "First name first"], ["last", "Last name first"]], p.data.format, (next) => { p.data.format = next; }) }),
    toggle("Only contacts with phone numbers", p.data.only_phones, (on) => { p.data.only_phones = on; }, { id: "only_phones_switch", sub: "Hides the others from the list" }),
    section("Manage contacts"),
    row({ id: "export_row", title: "Export", sub: "Write all contacts to a .vcf file", tap: () => shareDialog(p, p.data.entries) }),
    row({ id: "blocked_numbers_row", title: "Blocked numbers", sub: "Calls and messages from these are refused", tap: () => p.launch("phone", "blocked") }),
    row({ id: "trash_row", title: "Trash", sub: plural(p.data.trash.length, "contact"), tap: () => p.open("trash") }),
  ] });
}
