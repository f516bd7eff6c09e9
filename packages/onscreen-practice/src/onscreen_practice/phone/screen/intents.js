"use strict";
// Intents with data, types and extras: which screen of which application handles them.

const EXTRA_TEXT = "android.intent.extra.TEXT", EXTRA_SUBJECT = "android.intent.extra.SUBJECT", EXTRA_STREAM = "android.intent.extra.STREAM";
const isContactType = (intent) => /^vnd\.android\.cursor\.(dir|item)\/(contact|raw_contact|person)$/.test(intent.type) || /^content:\/\/(com\.android\.contacts|contacts)\//.test(intent.data ?? "");
const isEventType = (intent) => /^vnd\.android\.cursor\.(dir|item)\/event$/.test(intent.type) || (intent.data ?? "").startsWith("content://com.android.calendar");

/** Collections of content providers and the application that shows them. */
const COLLECTIONS = [
  [/^content:\/\/com\.android\.calendar\b/, "calendar"], [/^content:\/\/(contacts\/people|com\.android\.contacts\/(contacts|raw_contacts))\/?$/, "contacts"], [/^content:\/\/call_log\b/, "phone"],
  [/^content:\/\/media\/\w+\/images\b/, "gallery"], [/^content:\/\/media\/\w+\/video\b/, "video"], [/^content:\/\/media\/\w+\/audio\b/, "music"], [/^https?:\/*$/, "browser"], [/^content:\/\/(mms-)?sms\b/, "messages"],
];

/** Return [application, screen, arguments] of the handler of an intent, or "" if no application handles it. */
function resolveIntent(intent, pack) {
  const accepts = (id) => !pack || APPS[id].package === pack;
  const { data = "", extras = {} } = intent;
  switch (intent.action) {
    case "android.intent.action.CALL": return data.startsWith("tel:") && accepts("phone") ? ["phone", "call", { dial: decodeURIComponent(data.slice(4)) }] : "";
    case "android.intent.action.INSERT":
    case "android.intent.action.INSERT_OR_EDIT":
      if (isContactType(intent) && accepts("contacts")) return ["contacts", "edit", newContact(extras)];
      if (isEventType(intent) && accepts("calendar")) return ["calendar", "edit", newEvent(extras)];
      return "";
    case "android.intent.action.SEND": return pack ? shareWith(pack, sharedBy(intent)) : "";
    case "android.intent.action.SENDTO": return data ? resolveLink(withExtras(data, extras), pack) : "";
  }
  return (data && (resolveLink(withExtras(data, extras), pack) || resolveCollection(data, pack))) || "";
}

function resolveCollection(data, pack) {
  const found = COLLECTIONS.find(([pattern, id]) => pattern.test(data) && (!pack || APPS[id].package === pack));
  return found ? [found[1], APPS[found[1]].start, {}] : "";
}

/** Return a message or mail link with the text of its intent's extras. */
function withExtras(data, extras) {
  const body = extras.sms_body ?? extras[EXTRA_TEXT];
  const more = [body !== undefined && !/[?&]body=/.test(data) && `body=${encodeURIComponent(body)}`, data.startsWith("mailto:") && extras[EXTRA_SUBJECT] && !/[?&]subject=/.test(data) && `subject=${encodeURIComponent(extras[EXTRA_SUBJECT])}`].filter(Boolean);
  return /^(sms|smsto|mms|mailto):/.test(data) && more.length ? `${data}${data.includes("?") ? "&" : "?"}${more.join("&")}` : data;
}

function newContact(extras) {
  const [first = "", ...rest] = (extras.name ?? "").trim().split(/\s+/);
  return { name: first, last: rest.join(" "), phone: extras.phone ?? "", email: extras.email ?? "", company: extras.company ?? "", title: extras.job_title ?? "", address: extras.postal ?? "", notes: extras.notes ?? "" };
}

/** Return the arguments of the screen for a new event; an intent has its times in milliseconds since the epoch. */
function newEvent(extras) {
  const time = (name) => (/^\d{1,15}$/.test(extras[name] ?? "") ? new Date(Number(extras[name])).toISOString().slice(0, 16) : "");
  const [begin, end] = [time("beginTime"), time("endTime")];
  const whole = extras.allDay === "true";
  const times = { ...(begin && { day: begin.slice(0, 10), end_day: begin.slice(0, 10), start: begin.slice(11) }), ...(end && { end_day: end.slice(0, 10), end: end.slice(11) }), ...(whole && { all_day: true, start: "", end: "" }) };
  return { preset: { title: extras.title ?? "", place: extras.eventLocation ?? "", notes: extras.description ?? "", ...times } };
}

/** Return the content of a SEND intent in the format of the share sheet. */
function sharedBy({ extras = {} }) {
  const path = (extras[EXTRA_STREAM] ?? "").startsWith("file:///") ? plainPath(decodeURI(extras[EXTRA_STREAM].slice(7))) : "";
  return { paths: fileAt(path) ? [path] : [], text: extras[EXTRA_TEXT] ?? "", title: extras[EXTRA_SUBJECT] ?? "", label: "" };
}

function shareWith(pack, what) {
  const found = Object.values(APPS).find((each) => each.package === pack && each.share && each.share(what));
  return found ? [found.id, ...found.share(what)] : "";
}

/** Show the share sheet over the open screen for a SEND intent that names no application. */
function chooseShare(intent) {
  const what = sharedBy(intent);
  if (!what.text && !what.paths.length) return "no activity";
  shareSheet(pageOf(top(), ui.front ?? "launcher"), { ...what, label: what.text || what.paths.join("\n") });
  return "";
}
