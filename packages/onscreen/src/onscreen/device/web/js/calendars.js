// Calendars: tables of the days of a month. Often one listener on the table, or on a box around it, receives the clicks
// on all of its days.
const DAY = /^(0?[1-9]|[12]\d|3[01])$/;
const CALENDARS = "table,[role=grid],[role=table]", DAY_CELLS = "td,[role=gridcell]";
const MIN_CONSECUTIVE_DAYS = 20, MAX_DAY_CELLS = 70, MAX_AROUND_CALENDAR = 6, MAX_CALENDARS = 4, MIN_CALENDAR_SHARE = 0.4;
const UNAVAILABLE_CLASS = /(^|[-_])disabled$/i;

// Returns the day that a cell without a control shows, or 0.
const dayOf = cell => {
  const text = cell.textContent.length < 40 ? squeeze(cell.textContent) : "";
  return DAY.test(text) && !cell.querySelector(CONTROLS) ? Number(text) : 0;
};

// Returns whether most cells of a table are days, one after the other.
const isCalendar = table => {
  if (!table.matches(CALENDARS)) return false;
  const cells = table.querySelectorAll(DAY_CELLS);
  if (cells.length < MIN_CONSECUTIVE_DAYS || cells.length > MAX_DAY_CELLS) return false;
  const days = [...cells].map(dayOf);
  return days.filter((day, i) => i && day > 1 && day === days[i - 1] + 1).length >= MIN_CONSECUTIVE_DAYS;
};

// Returns whether an element is in a calendar, or is a box that hardly shows more than calendars.
const holdsCalendar = el => {
  const outer = el.closest(CALENDARS);
  if (outer) return isCalendar(outer) && !el.closest("td,th,[role=gridcell]");
  const tables = [...el.querySelectorAll(CALENDARS)].filter(table => table.checkVisibility()).slice(0, MAX_CALENDARS);
  return tables.length > 0 && tables.every(isCalendar) && tables.reduce((sum, table) => sum + areaOf(rectOf(table)), 0) > MIN_CALENDAR_SHARE * areaOf(rectOf(el));
};

const hasListener = el => clickListeners.has(el) || ["onclick", "onmousedown", "onpointerdown"].some(name => el.hasAttribute(name));

// Returns whether clicks on the days of a calendar are received: by a listener in it or closely around it, or as its
// days show the cursor of a link.
const takesClicks = calendar => {
  if ([...calendar.querySelectorAll(DAY_CELLS)].some(cell => dayOf(cell) && getComputedStyle(cell).cursor === "pointer")) return true;
  if ([...calendar.querySelectorAll("tbody,tr")].some(hasListener)) return true;
  for (let outer = calendar, level = 0; outer && outer !== document.body && level < MAX_AROUND_CALENDAR; outer = outer.parentElement, level++)
    if (hasListener(outer)) return holdsCalendar(outer);
  return false;
};

// Returns whether a cell of a calendar is a day or an arrow to another month.
const ARROW = /^[^\p{L}\p{N}\s]{1,2}$/u;
const isDayCell = el => (el.matches(DAY_CELLS) && dayOf(el) > 0 || el.tagName === "TH" && ARROW.test(el.textContent.trim())) && ![...el.classList].some(token => UNAVAILABLE_CLASS.test(token));
