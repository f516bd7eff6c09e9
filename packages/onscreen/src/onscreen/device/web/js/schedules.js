// Schedules: grids of empty cells with days above them and times to the left, often in tables of their own.
const SLOT_TIME = /^\d{1,2}([:.]\d{2})?\s*[ap]\.?m\.?$|^\d{1,2}[:.]\d{2}$/i, COLUMN_HEADS = "th,[role=columnheader]";
const MIN_SLOTS = 6, MAX_SCHEDULE_LEVELS = 8, MAX_SCHEDULE_TEXTS = 600, MIN_TIMES = 2;
const MAX_ROW_LABEL = 24, HALF_DAY = 720;
let schedules = new Map();

// Returns whether a cell shows nothing: it has no text, and at most an empty box in it.
const isEmptyCell = cell => !/\S/.test(cell.textContent) && cell.childElementCount <= 1 && (!cell.firstElementChild || cell.firstElementChild.matches("div:empty,span:empty"));

// Returns the minutes since midnight of a time of day.
const minutesOf = text => {
  const [hours, minutes = 0] = text.match(/\d+/g).map(Number), half = /[ap](?=\.?m)/i.exec(text);
  return (half ? hours % 12 * 60 + (half[0].toLowerCase() === "p" ? HALF_DAY : 0) : hours * 60) + minutes;
};

// Returns a time of day in the form of another one, such as "9:30 AM" for 570 and "7:00 AM".
const timeLike = (minutes, text) => {
  const rest = String(minutes % 60).padStart(2, "0"), half = /[ap](?=\.?m)/i.exec(text);
  if (!half) return text.replace(/\d+([:.])\d+/, (_, sign) => String(Math.floor(minutes / 60)).padStart(text.match(/^\d+/)[0].length, "0") + sign + rest);
  const letter = minutes % (2 * HALF_DAY) < HALF_DAY ? "a" : "p", hours = Math.floor(minutes / 60) % 12 || 12;
  return text.replace(/[ap](?=\.?m)/i, /[AP]/.test(half[0]) ? letter.toUpperCase() : letter).replace(/\d+(([:.])\d+)?/, (_, tail, sign) => `${hours}${sign || ":"}${rest}`);
};

// Returns the time at which a slot begins whose box is in or below that of a time, or "after" the time if it is unclear.
const slotTime = (times, time, box) => {
  const y = center(box)[1], at = times.indexOf(time), next = times[at + 1], [from, to] = next ? [time, next] : [times[at - 1], time];
  const distance = from && to ? to.box[1] - from.box[1] : 0;
  if (distance <= 0) return y < time.box[3] ? time.text : "after " + time.text;
  const slots = Math.max(1, Math.round(distance / (box[3] - box[1]))), steps = Math.floor((y - time.box[1]) * slots / distance);
  const every = (minutesOf(to.text) - minutesOf(from.text)) / slots;
  return steps === 0 ? time.text : every > 0 && Number.isInteger(every) ? timeLike(minutesOf(time.text) + steps * every, time.text) : "after " + time.text;
};

const boxOfLabel = place => rectOf(place.closest("td,th") || place);

// Returns the boxes and texts of the days above and the times and rows left of a table of empty cells, or null.
const readSchedule = table => {
  const [left, top, right] = rectOf(table);
  let outer = table, levels = 0;
  while (outer && levels++ < MAX_SCHEDULE_LEVELS && !outer.querySelector(COLUMN_HEADS)) outer = outer.parentElement;
  for (; outer && levels++ <= MAX_SCHEDULE_LEVELS && outer !== document.body; outer = outer.parentElement) {
    const times = [], rows = [], texts = document.createTreeWalker(outer, 4);
    for (let node = texts.nextNode(), i = 0; node && i < MAX_SCHEDULE_TEXTS; node = texts.nextNode(), i++) {
      const text = node.data.trim(), place = node.parentElement;
      if (!text || text.length > MAX_ROW_LABEL) continue;
      if (!SLOT_TIME.test(text)) rows.push({ text: squeeze(text), place });
      else if (isShown(place)) times.push({ text: squeeze(text), box: boxOfLabel(place) });
    }
    if (times.length < MIN_TIMES) continue;
    const days = [...outer.querySelectorAll(COLUMN_HEADS)].filter(isShown).map(head => ({ text: squeeze(textOf(head, 40)), box: rectOf(head) })).filter(day => day.text && !SLOT_TIME.test(day.text));
    const isTimePanel = times.filter(({ box }) => box[0] >= left - 2 && box[2] <= right + 2).length >= MIN_TIMES && !days.some(day => day.box[0] >= left - 2 && day.box[2] <= right + 2);
    const labels = rows.filter(({ place }) => isShown(place) && !place.closest(COLUMN_HEADS)).map(({ text, place }) => ({ text, box: boxOfLabel(place) }));
    return { isTimePanel, rows: labels.filter(row => days.every(day => row.box[2] <= day.box[0] + 2)), times: times.filter(time => time.box[0] < left + 80).sort((a, b) => a.box[1] - b.box[1]), days: days.filter(day => day.box[1] <= top + 40) };
  }
  return null;
};

// Returns the day and the time of an empty cell of a schedule, null for a cell beside its times, or "" for other elements.
const slotOf = (el, role) => {
  if (role !== "cell" && role !== "gridcell" || !isEmptyCell(el)) return "";
  const table = el.closest("table,[role=grid],[role=table]");
  if (!table) return "";
  if (!schedules.has(table)) {
    const cells = [...table.querySelectorAll("td,[role=gridcell]")].filter(isEmptyCell);
    schedules.set(table, cells.length < MIN_SLOTS ? null : readSchedule(table));
  }
  const schedule = schedules.get(table);
  if (!schedule) return "";
  if (schedule.isTimePanel) return null;
  const box = rectOf(el), [x, y] = center(box);
  const day = schedule.days.find(each => each.box[0] <= x && x < each.box[2] && each.box[3] <= box[1] + 2);
  const time = schedule.times.findLast(each => each.box[1] <= y && each.box[2] <= box[0] + 2);
  const row = time ? null : schedule.rows.find(each => each.box[1] <= y && y < each.box[3] && each.box[2] <= box[0] + 2);
  return day && (time || row) ? `${day.text}, ${time ? slotTime(schedule.times, time, box) : row.text}` : "";
};
