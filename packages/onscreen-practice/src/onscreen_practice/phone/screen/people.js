"use strict";
// Lookup of contacts by number or address, and calls and links: shared by contacts, dialer, messages and others.

const digitsOf = (number) => number.replace(/[^\d+*#]/g, "");
const contactWith = (number) => s.contacts.entries.find((each) => each.phones.some((line) => digitsOf(line.value) === digitsOf(number)));
const contactMailed = (address) => s.contacts.entries.find((each) => each.emails.some((line) => same(line.value, address)));
/** Return a contact's name in the configured format. */
function contactName(c) {
  const parts = s.contacts.format === "last" && c.first && c.last ? `${c.last}, ${c.first}` : [c.first, c.last].filter(Boolean).join(" ");
  return parts || c.company || c.phones[0]?.value || c.emails[0]?.value || "(No name)";
}
/** Return the name of the contact with this number, or the number itself. */
const whoCalls = (number) => { const c = contactWith(number); return c ? contactName(c) : number; };
/** Return the contacts in the configured order. */
const contactsSorted = (entries = s.contacts.entries) => [...entries].sort((a, b) => sortName(a).localeCompare(sortName(b)) || a.id.localeCompare(b.id));
const sortName = (c) => ((s.contacts.sort === "last" ? [c.last, c.first] : [c.first, c.last]).filter(Boolean).join(" ") || contactName(c)).toLowerCase();

/** Call a number in the dialer, or show a dialog with the reason why it is impossible. */
function callNumber(p, number) {
  const wanted = number.trim();
  if (!/\d/.test(wanted)) return p.toast("Enter a phone number");
  if (s.settings.global.airplane_mode_on === "1") return p.dialog({ title: "Can't call", text: "Turn off airplane mode to make a call.", buttons: [["OK"]] });
  if (!s.phone.call) s.phone.call = { number: wanted, since: s.system.now, muted: false, speaker: false, held: false, digits: "" };
  p.launch("phone", "call");
}

/** Open a URI (sms:, mailto:, geo:, https:, tel:) in its application. */
function visit(p, address) {
  const target = resolveLink(address);
  if (target) p.launch(...target);
  else p.toast("No app can open this");
}
