"use strict";
// Calendar: schedule, day and month views, recurring events with guests, invitations, search. Data: events, hidden, view and defaults.

const HUES = { Personal: "#0b8043", Work: "#3367d6", Family: "#b5541b", Birthdays: "#8e4ec6" };
const REMIND = [[0, "At time of event"], [5, "5 minutes before"], [10, "10 minutes before"], [15, "15 minutes before"], [30, "30 minutes before"], [60, "1 hour before"], [1440, "1 day before"]];
const remindText = (min) => REMIND.find(([each]) => each === min)?.[1] ?? `${min} minutes before`;
const LENGTHS = [[15, "15 minutes"], [30, "30 minutes"], [60, "60 minutes"], [90, "90 minutes"], [120, "120 minutes"]];
const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeAt = (min) => `${two(Math.floor(min / 60) % 24)}:${two(min % 60)}`;
const daysBetween = (a, b) => Math.round((dateOf(b) - dateOf(a)) / 86400000);
const dayText = (iso) => `${weekday(iso)}, ${MONTHS[dateOf(iso).getUTCMonth()]} ${dateOf(iso).getUTCDate()}`;
const monthText = (iso) => `${MONTHS[dateOf(iso).getUTCMonth()]} ${iso.slice(0, 4)}`;
const hue = (e) => `--hue:${HUES[e.calendar] ?? "#607d8b"}`;
const repeatWords = (day) => [["", "Does not repeat"], ["daily", "Every day"], ["weekdays", "Every weekday (Mon to Fri)"], ["weekly", `Every week on ${weekday(day)}`], ["monthly", `Every month on day ${Number(day.slice(8))}`], ["yearly", `Every year on ${MONTHS[dateOf(day).getUTCMonth()]} ${Number(day.slice(8))}`]];
const repeatText = (e) => repeatWords(e.day).find(([key]) => key === e.repeat)?.[1] ?? "";
const hours = (e) => (e.all_day ? "All day" : `${e.start} – ${e.end}`);
const REPLIES = { yes: "Yes", no: "No", maybe: "Maybe" };

app({
  id: "calendar", name: "Calendar", icon: "calendar", color: "#1967d2", start: "main", permissions: ["Calendar", "Contacts"],
  screens: { main: mainScreen, event: eventScreen, edit: editScreen, guests: guestsScreen, search: searchScreen, settings: settingsScreen },
  links: (address) => (address === "content://com.android.calendar/events" ? ["edit", {}] : null),
  back: (p) => {
    if (p.frame.screen !== "edit" || !p.local.draft || JSON.stringify(p.local.draft) === p.local.before) return false;
    p.dialog({ text: "Discard your changes?", buttons: [["Keep editing"], ["Discard", () => p.back()]] });
    return true;
  },
});

// --- occurrences of events ---------------------------------------------------------------------

function fallsOn(e, day) {
  if (day < e.day) return false;
  if (!e.repeat) return day <= e.end_day;
  if ((e.until && day > e.until) || e.skip.includes(day)) return false;
  const n = daysBetween(e.day, day), week = dateOf(day).getUTCDay();
  return { daily: true, weekdays: week > 0 && week < 6, weekly: n % 7 === 0, monthly: day.slice(8) === e.day.slice(8), yearly: day.slice(5) === e.day.slice(5) }[e.repeat];
}

function birthdays(day) {
  return s.contacts.entries.filter((c) => c.birthday && c.birthday.slice(5) === day.slice(5)).map((c) => ({ id: `birthday-${c.id}`, contact: c.id, title: `${[c.first, c.last].filter(Boolean).join(" ")}'s birthday`, day, end_day: day, all_day: true, start: "", end: "", calendar: "Birthdays", guests: [], reminders: [], repeat: "yearly", place: "", notes: "", organizer: "" }));
}

function eventsOn(p, day) {
  const shown = (e) => !p.data.hidden.includes(e.calendar) && (p.data.show_declined || e.reply !== "no");
  return [...p.data.events.filter((e) => fallsOn(e, day)), ...birthdays(day)].filter(shown).sort((a, b) => Number(b.all_day) - Number(a.all_day) || a.start.localeCompare(b.start) || a.title.localeCompare(b.title));
}

const openEvent = (p, e, day) => () => p.open("event", { id: e.id, day });
const byId = (p, id, day) => p.data.events.find((e) => e.id === id) ?? (id?.startsWith("birthday-") ? birthdays(day).find((e) => e.id === id) : undefined);
const answered = (e) => (e.organizer && !e.reply ? "Invitation" : e.reply === "no" ? "Declined" : e.reply === "maybe" ? "Maybe" : "");

function eventCard(p, e, day) {
  const about = [e.all_day && e.end_day > e.day ? `Day ${daysBetween(e.day, day) + 1} of ${daysBetween(e.day, e.end_day) + 1}` : e.all_day ? "" : hours(e), e.place, answered(e)].filter(Boolean).join(" · ");
  return v("FrameLayout", { id: "event_card", css: `calendar-card ${answered(e) === "Invitation" ? "open" : ""} ${e.reply === "no" ? "declined" : ""}`, style: hue(e), tap: openEvent(p, e, day) }, text(e.title, "calendar-title"), about && text(about, "small"));
}

// --- the views ---------------------------------------------------------------------------------

function mainScreen(p) {
  const day = (p.local.day ??= today());
  const view = (next) => () => { p.data.view = next; p.frame.scroll = {}; };
  const jump = (to) => { p.local.day = to; p.frame.scroll = {}; };
  const views = { schedule: scheduleView, day: dayView, month: monthView };
  const { top: head, body } = views[p.data.view](p, day, jump);
  return page({
    bar: [v("ViewGroup", { css: "bar", id: "toolbar" },
      v("Button", { id: "month_button", text: monthText(day), desc: `${monthText(day)}, choose a date`, css: "calendar-month", tap: () => p.pickDate(day, jump) }, v("View", { text: monthText(day), quiet: true, css: "title-text" }), ico("down")),
      iconButton("search", "Search", () => p.open("search"), { id: "search_button" }), iconButton("today", "Today", () => jump(today()), { id: "today_button" }),
      iconButton("more", "More options", () => p.menu([["Schedule", view("schedule")], ["Day", view("day")], ["Month", view("month")], ["Calendars", () => calendarsDialog(p)], ["Settings", () => p.open("settings")]]), { id: "more_options_button" })), head],
    body,
    fab: fab("add", "Create event", () => p.open("edit", { day: p.data.view === "schedule" ? today() : day })), id: p.data.view,
  });
}

function calendarsDialog(p) {
  p.dialog({ title: "Calendars shown", body: () => p.data.calendars.map((name) => check(name, !p.data.hidden.includes(name), (on) => { p.data.hidden = on ? p.data.hidden.filter((each) => each !== name) : [...p.data.hidden, name]; }, { id: "calendar_checkbox" })), buttons: [["Done"]] });
}

function scheduleView(p, first, jump) {
  const from = p.local.from ?? first;
  const start = from < first ? from : first;
  const days = Array.from({ length: daysBetween(start, first) + 46 }, (_, i) => addDays(start, i)).filter((day) => day === today() || day === first || eventsOn(p, day).length);
  const head = (day, i) => (i === 0 || days[i - 1].slice(0, 7) !== day.slice(0, 7) ? text(monthText(day), "calendar-band") : null);
  const rows = days.flatMap((day, i) => [head(day, i), line({ css: "calendar-day" },
    v("View", { id: "schedule_day", desc: dayText(day), css: `calendar-date ${day === today() ? "now" : ""}`, tap: () => { p.data.view = "day"; jump(day); } }, v("View", { text: weekday(day).slice(0, 3), quiet: true, css: "tiny-text" }), v("View", { text: String(Number(day.slice(8))), quiet: true, css: "calendar-number" })),
    col({ css: "grow" }, eventsOn(p, day).length ? eventsOn(p, day).map((e) => eventCard(p, e, day)) : text(day === today() ? "Nothing planned today" : "Nothing planned", "soft calendar-none")))]);
  return { body: [button("Show earlier events", () => { p.local.from = addDays(start, -14); }, { id: "show_earlier_events_button", kind: "text" }), rows, button("Show later events", () => jump(addDays(first, 46)), { id: "show_later_events_button", kind: "text" })] };
}

const HOUR = 56;

/** Lay out overlapping events side by side: [event, column, columns]. */
function columnsOf(events) {
  const placed = [];
  for (const e of events) {
    const clash = placed.filter(([other]) => other.start < e.end && e.start < other.end);
    const free = [0, 1, 2, 3].find((n) => !clash.some(([, at]) => at === n)) ?? 0;
    placed.push([e, free]);
  }
  return placed.map(([e, at]) => [e, at, Math.max(...placed.filter(([other]) => other.start < e.end && e.start < other.end).map(([, n]) => n)) + 1]);
}

/** Text of an event block in the day view; one line if the block is low. */
function blockWords(e) {
  const more = `${hours(e)}${e.place ? `, ${e.place}` : ""}`;
  if (minutes(e.end) - minutes(e.start) < 45) return [v("View", { text: `${e.title}, ${more}`, css: "calendar-title", quiet: true })];
  return [v("View", { text: e.title, css: "calendar-title", quiet: true }), v("View", { text: more, css: "tiny-text", quiet: true })];
}

function dayView(p, day, jump) {
  p.frame.scroll.day ??= [0, 7 * HOUR];
  const events = eventsOn(p, day);
  const turn = (way) => (way === "left" || way === "right") && (jump(addDays(day, way === "left" ? 1 : -1)), true);
  const hour = (h) => v("View", { id: "hour_slot", desc: `New event at ${two(h)}:00`, css: "calendar-hour", style: `top:${h * HOUR}px;height:${HOUR}px`, tap: () => p.open("edit", { day, start: `${two(h)}:00` }) }, v("View", { text: `${two(h)}:00`, quiet: true, css: "calendar-tick" }));
  const block = ([e, at, of]) => v("FrameLayout", { id: "event_block", css: `calendar-block ${e.reply === "no" ? "declined" : ""}`, desc: `${e.title}, ${hours(e)}`, style: `${hue(e)};top:${(minutes(e.start) / 60) * HOUR}px;height:${Math.max(26, ((minutes(e.end) - minutes(e.start)) / 60) * HOUR - 2)}px;left:calc(56px + (100% - 56px) * ${at / of});width:calc((100% - 60px) / ${of})`, tap: openEvent(p, e, day) }, blockWords(e));
  return {
    body: v("FrameLayout", { css: "calendar-grid", style: `height:${24 * HOUR}px`, swipe: turn }, Array.from({ length: 24 }, (_, h) => hour(h)), columnsOf(events.filter((e) => !e.all_day)).map(block)),
    top: dayHead(p, day, jump, events.filter((e) => e.all_day)),
  };
}

function dayHead(p, day, jump, whole) {
  return col({ css: "calendar-head" }, line(iconButton("left", "Previous day", () => jump(addDays(day, -1)), { id: "previous_day_button" }), text(dayText(day), "strong grow center", { id: "day" }), iconButton("right", "Next day", () => jump(addDays(day, 1)), { id: "next_day_button" })), whole.map((e) => eventCard(p, e, day)));
}

function monthView(p, day, jump) {
  const first = `${day.slice(0, 7)}-01`;
  const shift = (n) => { const d = dateOf(first); d.setUTCMonth(d.getUTCMonth() + n); jump(d.toISOString().slice(0, 10)); };
  const begin = { Monday: 1, Saturday: 6, Sunday: 0 }[p.data.week_start];
  const lead = (dateOf(first).getUTCDay() - begin + 7) % 7;
  const cells = Array.from({ length: 42 }, (_, i) => addDays(first, i - lead)).filter((each, i, all) => all[i - (i % 7)].slice(0, 7) <= day.slice(0, 7));
  const cell = (each) => {
    const events = eventsOn(p, each);
    const more = events.length > 3 ? [v("View", { text: `+${events.length - 3}`, css: "calendar-more", quiet: true })] : [];
    return v("View", { id: "month_day", desc: `${dayText(each)}, ${events.length ? `${events.length} event${events.length > 1 ? "s" : ""}` : "no events"}`, css: `calendar-cell ${each.slice(0, 7) === day.slice(0, 7) ? "" : "other"} ${each === today() ? "now" : ""}`, selected: each === today(), tap: () => { p.data.view = "day"; jump(each); } },
      v("View", { text: String(Number(each.slice(8))), css: "calendar-number", quiet: true }), events.slice(0, 3).map((e) => v("View", { text: e.title, css: "calendar-chip", style: hue(e), quiet: true })), more);
  };
  const turn = (way) => (way === "left" || way === "right") && (shift(way === "left" ? 1 : -1), true);
  return {
    top: col(line(iconButton("left", "Previous month", () => shift(-1), { id: "previous_month_button" }), text(monthText(day), "strong grow center", { id: "month" }), iconButton("right", "Next month", () => shift(1), { id: "next_month_button" }))),
    body: v("GridView", { css: "calendar-cells", id: "month", swipe: turn }, Array.from({ length: 7 }, (_, i) => v("View", { text: DAYS[(begin + i) % 7].slice(0, 1), css: "day-name", quiet: true })), cells.map(cell)),
  };
}

// --- one event ---------------------------------------------------------------------------------

function eventScreen(p) {
  const { id, day } = p.args;
  const e = byId(p, id, day);
  if (!e || !fallsOn({ ...e, skip: e.skip ?? [] }, day ?? e.day)) return page({ bar: bar(p, ""), body: empty("calendar", "This event is no longer there") });
  const on = day ?? e.day;
  const birthday = e.contact !== undefined;
  const when = e.end_day > e.day && !e.repeat ? `${shortDate(e.day)} – ${shortDate(e.end_day)}` : dayText(on);
  const person = (name) => s.contacts.entries.find((c) => same([c.first, c.last].join(" "), name));
  return page({
    bar: bar(p, "", { close: true, actions: birthday ? [] : [iconButton("edit", "Edit event", () => p.open("edit", { id: e.id, day: on }), { id: "edit_event_button" })], menu: birthday ? [] : [["Duplicate", () => p.open("edit", { from: e.id, day: on })], ["Email guests", () => visit(p, `mailto:${e.guests.map((g) => g.email).join(",")}?subject=${encodeURIComponent(e.title)}`), { enabled: e.guests.length > 0 }], ["Delete", () => askDelete(p, e, on)]] }),
    body: [
      line({ css: "calendar-name" }, v("View", { css: "calendar-dot", style: hue(e), quiet: true }), text(e.title, "big grow", { id: "title" })),
      row({ id: "event_time_row", lead: "clock", title: when, sub: [hours(e), e.repeat && repeatText(e), e.until && `until ${shortDate(e.until)}`].filter(Boolean).join(" · ") }),
      e.place && row({ id: "location_row", lead: "place", title: e.place, sub: "Location", tap: () => visit(p, `geo:0,0?q=${encodeURIComponent(e.place)}`) }),
      e.guests.length > 0 && [section(`${e.guests.length} guest${e.guests.length > 1 ? "s" : ""}`), e.guests.map((g) => row({ id: "guest_row", lead: avatar(g.name), title: g.name, sub: [e.organizer === g.name ? "Organizer" : "", { yes: "Accepted", no: "Declined", maybe: "Maybe" }[g.reply] ?? "No answer yet"].filter(Boolean).join(" · "), tap: () => { const c = person(g.name); if (c) p.launch("contacts", "contact", { id: c.id }); else p.toast(g.email); } }))],
      e.reminders.map((min) => row({ id: "reminder_row", lead: "bell", title: remindText(min), sub: "Notification" })),
      row({ id: "calendar_row", lead: "calendar", title: e.calendar, sub: "Calendar" }),
      e.notes && row({ id: "description_row", lead: "notes", title: e.notes, sub: "Description" }),
      birthday && button("Open contact", () => p.launch("contacts", "contact", { id: e.contact }), { id: "open_contact_button", kind: "tonal" }),
    ],
    bottom: e.organizer && line({ css: "calendar-going" }, text(`Going?`, "grow"), Object.entries(REPLIES).map(([key, label]) => v("RadioButton", { id: "reply_radio", text: label, checked: e.reply === key, css: "chip", tap: () => { e.reply = key; p.toast(`Answered ${label.toLowerCase()}`); } }))),
  });
}

/** Ask for the scope of a change to a recurring event, then call run(scope): one, following or all. */
function scoped(p, e, title, run) {
  if (!e.repeat) return run("all");
  return p.choose(title, [["one", "This event"], ["following", "This and following events"], ["all", "All events"]], "one", run);
}

function askDelete(p, e, day) {
  const run = (scope) => {
    const before = copy(e);
    if (scope === "one") e.skip.push(day);
    else if (scope === "following" && day > e.day) e.until = addDays(day, -1);
    else p.data.events = p.data.events.filter((each) => each !== e);
    p.back();
    p.snack("Event deleted", "Undo", () => { Object.assign(e, before); if (!p.data.events.includes(e)) p.data.events.push(e); });
  };
  if (e.repeat) scoped(p, e, "Delete recurring event", run);
  else p.confirm("Delete this event?", e.guests.length ? "Guests will be told that it is cancelled." : "", "Delete", () => run("all"));
}

// --- creating and editing ----------------------------------------------------------------------

function blankEvent(p) {
  const start = p.args.start ?? timeAt(Math.min(22 * 60, (Math.floor(minutes(clock()) / 60) + 1) * 60));
  const day = p.args.day ?? today();
  return { id: newId(), title: p.args.title ?? "", day, end_day: day, start, end: timeAt(Math.min(23 * 60 + 59, minutes(start) + p.data.length_min)), all_day: false, place: "", guests: [], calendar: p.data.default_calendar, notes: "", reminders: [p.data.reminder_min], repeat: "", until: "", skip: [], organizer: "", reply: "", ...p.args.preset };
}

function draftOf(p) {
  const old = p.data.events.find((e) => e.id === (p.args.id ?? p.args.from));
  if (!old) return blankEvent(p);
  const on = old.repeat ? { day: p.args.day, end_day: p.args.day } : {};
  return { ...copy(old), ...on, ...(p.args.from ? { id: newId(), organizer: "", reply: "" } : {}) };
}

function editScreen(p) {
  const e = (p.local.draft ??= draftOf(p));
  p.local.before ??= p.args.from ? "" : JSON.stringify(e);
  const old = p.data.events.find((each) => each.id === p.args.id);
  const moveTo = (day) => { const span = daysBetween(e.day, e.end_day); e.day = day; e.end_day = addDays(day, e.all_day ? span : 0); };
  const startAt = (time) => { const long = Math.max(0, minutes(e.end) - minutes(e.start)); e.start = time; e.end = timeAt(Math.min(23 * 60 + 59, minutes(time) + long)); };
  const whole = (on) => { e.all_day = on; if (on) { e.start = e.end = ""; e.reminders = e.reminders.filter((min) => min >= 1440); } else { e.end_day = e.day; e.start = "09:00"; e.end = timeAt(540 + p.data.length_min); } };
  const date = (id, label, day, change) => v("Button", { id, text: shortDate(day), desc: `${label}: ${shortDate(day)}`, css: "calendar-pick grow", tap: () => p.pickDate(day, change) }, v("View", { text: shortDate(day), quiet: true }));
  const time = (id, label, at, change) => v("Button", { id, text: at, desc: `${label}: ${at}`, css: "calendar-pick", tap: () => p.pickTime(at, change) }, v("View", { text: at, quiet: true }));
  const free = REMIND.filter(([min]) => !e.reminders.includes(min));
  return page({
    bar: bar(p, p.args.id ? "Edit event" : "New event", { close: true, actions: [button("Save", () => saveEvent(p, e, old), { id: "save_button" })] }),
    body: [
      p.local.wrong && text(p.local.wrong, "bad"),
      p.field("title", { opens: !p.args.id, hint: "Add title", where: e, max: 120, css: "calendar-field" }),
      toggle("All-day", e.all_day, whole, { id: "all_day_switch" }),
      line(text("Start", "soft calendar-side"), date("start_date_button", "Start date", e.day, moveTo), !e.all_day && time("start_time_button", "Start time", e.start, startAt)),
      line(text("End", "soft calendar-side"), date("end_date_button", "End date", e.end_day, (day) => { e.end_day = day; }), !e.all_day && time("end_time_button", "End time", e.end, (next) => { e.end = next; })),
      select(p, "Repeat", e.repeat, repeatWords(e.day), (next) => { e.repeat = next; if (!next) e.until = ""; }, { id: "repeat_spinner" }),
      e.repeat && row({ id: "ends_row", title: "Ends", sub: e.until ? `On ${shortDate(e.until)}` : "Never", tap: () => p.choose("Ends", [["never", "Never"], ["on", "On a date"]], e.until ? "on" : "never", (next) => { if (next === "never") e.until = ""; else p.pickDate(e.until || addDays(e.day, 28), (day) => { e.until = day; }); }) }),
      section("Guests"),
      e.guests.map((g) => row({ id: "guest_row", lead: avatar(g.name), title: g.name, sub: g.email, trail: iconButton("close", `Remove ${g.name}`, () => { e.guests = e.guests.filter((each) => each !== g); }, { id: "remove_button" }) })),
      row({ id: "add_guests_row", lead: "personAdd", title: "Add guests", tap: () => p.open("guests", { draft: e }) }),
      labelled(p, "place", "Location", { where: e, max: 120 }),
      section("Notifications"),
      e.reminders.map((min) => row({ id: "reminder_row", lead: "bell", title: remindText(min), trail: iconButton("close", `Remove ${remindText(min)}`, () => { e.reminders = e.reminders.filter((each) => each !== min); }, { id: "remove_button" }) })),
      free.length > 0 && row({ id: "add_notification_row", lead: "add", title: "Add notification", tap: () => p.choose("Add notification", free, "", (min) => { e.reminders = [...e.reminders, min].sort((a, b) => a - b); }) }),
      select(p, "Calendar", e.calendar, p.data.calendars.filter((name) => name !== "Birthdays"), (next) => { e.calendar = next; }, { id: "calendar_spinner" }),
      labelled(p, "notes", "Description", { where: e, lines: 3 }),
    ],
  });
}

function saveEvent(p, draft, old) {
  const e = { ...draft, title: draft.title.trim() || "(No title)", place: draft.place.trim(), notes: draft.notes.trim() };
  const ends = e.end_day < e.day || (!e.all_day && e.end_day === e.day && e.end < e.start);
  p.local.wrong = ends ? "The event ends before it starts" : !e.all_day && e.end_day > e.day ? "An event that ends on a later day must be all-day" : e.repeat && e.until && e.until < e.day ? "The repetition ends before the event" : "";
  if (p.local.wrong) return p.toast(p.local.wrong);
  const done = (words) => { p.back(p.args.id ? 2 : 1); p.toast(words); };
  if (!old) { p.data.events.push(e); return done("Event saved"); }
  return scoped(p, old, "Save recurring event", (scope) => {
    const { day } = p.args;
    if (scope === "one" && old.repeat) { old.skip.push(day); p.data.events.push({ ...e, id: newId(), repeat: "", until: "", skip: [] }); }
    else if (scope === "following" && day > old.day) { old.until = addDays(day, -1); p.data.events.push({ ...e, id: newId(), skip: [] }); }
    else Object.assign(old, e, old.repeat ? { day: addDays(old.day, daysBetween(day, e.day)), end_day: addDays(old.day, daysBetween(day, e.day)) } : {});
    done("Event saved");
  });
}

function guestsScreen(p) {
  const e = p.args.draft;
  const words = p.local.find ?? "";
  const people = contactsSorted(s.contacts.entries.filter((c) => c.emails.length && has(`${c.first} ${c.last} ${c.emails[0].value}`, words)));
  const inside = (mail) => e.guests.some((g) => same(g.email, mail));
  const flip = (name, email) => { e.guests = inside(email) ? e.guests.filter((g) => !same(g.email, email)) : [...e.guests, { name, email, reply: "" }]; };
  const other = words.trim();
  return page({ bar: bar(p, "Add guests", { actions: [button("Done", () => p.back(), { id: "done_button", kind: "text" })] }), body: [
    searchField(p, "find", "Name or email", { opens: true }),
    people.map((c) => check([c.first, c.last].filter(Boolean).join(" "), inside(c.emails[0].value), () => flip([c.first, c.last].filter(Boolean).join(" "), c.emails[0].value), { id: "guest_checkbox" })),
    !people.length && (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(other) ? row({ id: "add_guest_row", lead: "add", title: `Add ${other}`, tap: () => { flip(other, other); p.local.find = ""; } }) : empty("person", "No contacts match", "Type a whole email address to invite somebody else")),
  ] });
}

// --- search and settings -----------------------------------------------------------------------

function searchScreen(p) {
  const words = (p.local.find ?? "").trim();
  const next = (e) => (e.repeat ? Array.from({ length: 370 }, (_, i) => addDays(today() > e.day ? today() : e.day, i)).find((day) => fallsOn(e, day)) ?? e.day : e.day);
  const hits = words ? p.data.events.filter((e) => has([e.title, e.place, e.notes, ...e.guests.map((g) => g.name)].join(" "), words)).map((e) => [next(e), e]).sort(([a], [b]) => a.localeCompare(b)) : [];
  return page({ bar: bar(p, "Search"), body: [
    searchField(p, "find", "Search events", { opens: true }),
    !words ? empty("search", "Search titles, places, guests and descriptions") : hits.length ? hits.map(([day, e]) => row({ id: "search_result_row", lead: v("View", { css: "calendar-dot", style: hue(e), quiet: true }), title: e.title, sub: [shortDate(day), hours(e), e.repeat && repeatText(e), e.place].filter(Boolean).join(" · "), tap: openEvent(p, e, day) })) : empty("search", `No events match "${words}"`),
  ] });
}

function settingsScreen(p) {
  const d = p.data;
  return page({ bar: bar(p, "Settings"), body: [
    section("General"),
    select(p, "Start of the week", d.week_start, ["Monday", "Saturday", "Sunday"], (next) => { d.week_start = next; }, { id: "week_start_spinner" }),
    toggle("Show declined events", d.show_declined, (on) => { d.show_declined = on; }, { id: "show_declined_switch" }),
    section("New events"),
    select(p, "Default event duration", d.length_min, LENGTHS, (next) => { d.length_min = next; }, { id: "length_min_spinner" }),
    select(p, "Default notification", d.reminder_min, REMIND, (next) => { d.reminder_min = next; }, { id: "reminder_min_spinner" }),
    select(p, "Default calendar", d.default_calendar, d.calendars.filter((name) => name !== "Birthdays"), (next) => { d.default_calendar = next; }, { id: "default_calendar_spinner" }),
    section("Calendars shown"),
    d.calendars.map((name) => check(name, !d.hidden.includes(name), (on) => { d.hidden = on ? d.hidden.filter((each) => each !== name) : [...d.hidden, name]; }, { id: "calendar_checkbox" })),
  ] });
}
