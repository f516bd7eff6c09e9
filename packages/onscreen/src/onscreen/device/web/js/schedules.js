// Schedules: grids of empty cells with days above them and times to the left, often in tables of their own.
const SLOT_TIME = /^\d{1,2}([:.]\d{2})?\s*[ap]\.?m\.?$|^\d{1,2}[:.]\d{2}$/i, COLUMN_HEADS = "th,[role=columnheader]";
const MIN_SLOTS = 6, MAX_SCHEDULE_LEVELS = 8, MAX_SCHEDULE_TEXTS = 600, MIN_TIMES = 2;
let schedules = new Map();

// Returns the boxes and texts of the days above and the times left of a table of empty cells, or null.
const readSchedule = table => {
  const [left, top] = rectOf(table);
  let outer = table, levels = 0;
  while (outer && levels++ < MAX_SCHEDULE_LEVELS && !outer.querySelector(COLUMN_HEADS)) outer = outer.parentElement;
  for (; outer && levels++ <= MAX_SCHEDULE_LEVELS && outer !== document.body; outer = outer.parentElement) {
    const times = [], texts = document.createTreeWalker(outer, 4);
    for (let node = texts.nextNode(), i = 0; node && i < MAX_SCHEDULE_TEXTS; node = texts.nextNode(), i++)
      if (SLOT_TIME.test(node.data.trim()) && isShown(node.parentElement)) times.push({ text: squeeze(node.data), box: rectOf(node.parentElement.closest("td,th") || node.parentElement) });
    if (times.length < MIN_TIMES) continue;
    const days = [...outer.querySelectorAll(COLUMN_HEADS)].filter(isShown).map(head => ({ text: squeeze(textOf(head, 40)), box: rectOf(head) })).filter(day => day.text && !SLOT_TIME.test(day.text));
    return { times: times.filter(time => time.box[0] < left + 80).sort((a, b) => a.box[1] - b.box[1]), days: days.filter(day => day.box[1] <= top + 40) };
  }
  return null;
};

// Returns the day and the time of an empty cell of a schedule, or "" for other elements.
const slotOf = (el, role) => {
  if (role !== "cell" && role !== "gridcell" || el.firstElementChild || /\S/.test(el.textContent)) return "";
  const table = el.closest("table,[role=grid],[role=table]");
  if (!table) return "";
  if (!schedules.has(table)) {
    const cells = [...table.querySelectorAll("td,[role=gridcell]")].filter(cell => !cell.firstElementChild && !/\S/.test(cell.textContent));
    schedules.set(table, cells.length < MIN_SLOTS ? null : readSchedule(table));
  }
  const schedule = schedules.get(table);
  if (!schedule) return "";
  const box = rectOf(el), [x, y] = center(box);
  const day = schedule.days.find(each => each.box[0] <= x && x < each.box[2] && each.box[3] <= box[1] + 2);
  const time = schedule.times.findLast(each => each.box[1] <= y && each.box[2] <= box[0] + 2);
  if (!day || !time) return "";
  return `${day.text}, ${y < time.box[3] ? "" : "after "}${time.text}`;
};
