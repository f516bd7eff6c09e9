"use strict";
// A month view with a dialog to add, change and delete events. Today is always 10 March 2026.

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const padTwo = (number) => String(number).padStart(2, "0");
const formatDate = (date) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

async function loadCalendar() {
  const { today, events } = await loadData("calendar");
  return { today, state: readState("calendar", { events }) };
}

function showEventDialog(state, event, date) {
  const values = event ?? { title: "", date, time: "09:00", calendar: "Personal" };
  const control = (type, value) => makeElement("input", { type, value, autocomplete: "off" });
  const [title, day, time] = [control("text", values.title), control("date", values.date), control("time", values.time)];
  const calendarSelect = makeSelect(["Personal", "Work", "Family"].map((each) => [each, each]), values.calendar);
  const box = makeElement("dialog", { "aria-label": event ? "Change event" : "New event" });
  const close = () => { box.remove(); month(); };
  const saveEvent = () => {
    if (!title.value.trim() || !day.value) return;
    const updated = { id: event ? event.id : `e${state.events.length + 1}`, title: title.value.trim(), date: day.value, time: time.value, calendar: calendarSelect.value };
    state.events = event ? state.events.map((each) => (each.id === event.id ? updated : each)) : [...state.events, updated];
    saveState("calendar", state);
    close();
  };
  const deleteEvent = () => {
    state.events = state.events.filter((each) => each.id !== event.id);
    saveState("calendar", state);
    close();
  };
  box.append(makeElement("h2", {}, event ? "Change event" : "New event"), makeField("Title", title), makeField("Date", day), makeField("Time", time), makeField("Calendar", calendarSelect),
    makeElement("div", { class: "row" }, makeElement("button", { class: "main", type: "button", onclick: saveEvent }, "Save event"),
      event ? makeElement("button", { class: "bad", type: "button", onclick: deleteEvent }, "Delete event") : null, makeElement("button", { type: "button", onclick: close }, "Cancel")));
  document.body.append(box);
  box.showModal();
}

async function month() {
  const { today, state } = await loadCalendar();
  const shown = query.get("month") ?? today.slice(0, 7);
  const [year, number] = shown.split("-").map(Number);
  const monthAddress = (step) => { const date = new Date(Date.UTC(year, number - 1 + step, 1)); return `/calendar/index.html?month=${date.getUTCFullYear()}-${padTwo(date.getUTCMonth() + 1)}`; };
  const leadingDays = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const cell = (day) => {
    const date = `${shown}-${padTwo(day)}`;
    const events = state.events.filter((each) => each.date === date).sort((a, b) => a.time.localeCompare(b.time));
    return makeElement("td", {}, makeElement("button", { type: "button", "aria-label": `Add event on ${formatDate(date)}`, onclick: () => showEventDialog(state, null, date) }, String(day)),
      ...events.map((each) => makeElement("div", {}, makeElement("button", { type: "button", onclick: () => showEventDialog(state, each, date) }, `${each.time} ${each.title}`))));
  };
  const cells = [...Array(leadingDays).fill(0), ...Array.from({ length: days }, (_, index) => index + 1)];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) => cells.slice(index * 7, index * 7 + 7));
  document.title = `${MONTHS[number - 1]} ${year} - Calendar`;
  replaceContent("main", makeElement("div", { class: "row spread" }, makeElement("h1", {}, `${MONTHS[number - 1]} ${year}`), makeElement("div", { class: "row" },
    makeElement("a", { class: "button", href: monthAddress(-1) }, "Previous month"), makeElement("a", { class: "button", href: `/calendar/index.html?month=${today.slice(0, 7)}` }, "Today"),
    makeElement("a", { class: "button", href: monthAddress(1) }, "Next month"), makeElement("button", { class: "main", type: "button", onclick: () => showEventDialog(state, null, `${shown}-01`) }, "New event"))),
  makeElement("table", { class: "month" }, makeElement("thead", {}, makeElement("tr", {}, ...["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((each) => makeElement("th", {}, each)))),
    makeElement("tbody", {}, ...weeks.map((week) => makeElement("tr", {}, ...week.map((day) => (day ? cell(day) : makeElement("td"))))))));
}
