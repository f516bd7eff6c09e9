"use strict";
// A month at a glance; a dialog adds, changes and deletes events. Today is always 10 March 2026.

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const two = (number) => String(number).padStart(2, "0");
const spoken = (date) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

async function diary() {
  const { today, events } = await data("calendar");
  return { today, state: read("calendar", { events }) };
}

function sheet(state, event, date) {
  const given = event ?? { title: "", date, time: "09:00", calendar: "Personal" };
  const control = (type, value) => make("input", { type, value, autocomplete: "off" });
  const [title, day, time] = [control("text", given.title), control("date", given.date), control("time", given.time)];
  const which = choices(["Personal", "Work", "Family"].map((each) => [each, each]), given.calendar);
  const box = make("dialog", { "aria-label": event ? "Change event" : "New event" });
  const close = () => { box.remove(); month(); };
  const keep = () => {
    if (!title.value.trim() || !day.value) return;
    const changed = { id: event ? event.id : `e${state.events.length + 1}`, title: title.value.trim(), date: day.value, time: time.value, calendar: which.value };
    state.events = event ? state.events.map((each) => (each.id === event.id ? changed : each)) : [...state.events, changed];
    save("calendar", state);
    close();
  };
  const remove = () => {
    state.events = state.events.filter((each) => each.id !== event.id);
    save("calendar", state);
    close();
  };
  box.append(make("h2", {}, event ? "Change event" : "New event"), field("Title", title), field("Date", day), field("Time", time), field("Calendar", which),
    make("div", { class: "row" }, make("button", { class: "main", type: "button", onclick: keep }, "Save event"),
      event ? make("button", { class: "bad", type: "button", onclick: remove }, "Delete event") : null, make("button", { type: "button", onclick: close }, "Cancel")));
  document.body.append(box);
  box.showModal();
}

async function month() {
  const { today, state } = await diary();
  const shown = asked.get("month") ?? today.slice(0, 7);
  const [year, number] = shown.split("-").map(Number);
  const other = (step) => { const date = new Date(Date.UTC(year, number - 1 + step, 1)); return `/calendar/index.html?month=${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}`; };
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const cell = (day) => {
    const date = `${shown}-${two(day)}`;
    const events = state.events.filter((each) => each.date === date).sort((a, b) => a.time.localeCompare(b.time));
    return make("td", {}, make("button", { type: "button", "aria-label": `Add event on ${spoken(date)}`, onclick: () => sheet(state, null, date) }, String(day)),
      ...events.map((each) => make("div", {}, make("button", { type: "button", onclick: () => sheet(state, each, date) }, `${each.time} ${each.title}`))));
  };
  const cells = [...Array(before).fill(0), ...Array.from({ length: days }, (_, at) => at + 1)];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) => cells.slice(at * 7, at * 7 + 7));
  document.title = `${MONTHS[number - 1]} ${year} - Calendar`;
  put("main", make("div", { class: "row spread" }, make("h1", {}, `${MONTHS[number - 1]} ${year}`), make("div", { class: "row" },
    make("a", { class: "button", href: other(-1) }, "Previous month"), make("a", { class: "button", href: `/calendar/index.html?month=${today.slice(0, 7)}` }, "Today"),
    make("a", { class: "button", href: other(1) }, "Next month"), make("button", { class: "main", type: "button", onclick: () => sheet(state, null, `${shown}-01`) }, "New event"))),
  make("table", { class: "month" }, make("thead", {}, make("tr", {}, ...["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((each) => make("th", {}, each)))),
    make("tbody", {}, ...weeks.map((week) => make("tr", {}, ...week.map((day) => (day ? cell(day) : make("td"))))))));
}
