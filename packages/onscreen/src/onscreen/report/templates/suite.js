const byId = (id) => document.getElementById(id);
const body = document.querySelector("table:not(.by-group) tbody");
const rows = [...body.rows].map((row) => ({
  row, task: row.dataset.task.toLowerCase(), groups: row.dataset.groups.split(" "),
  cells: [...row.querySelectorAll("[data-verdict]")],
}));
const all = rows.reduce((sum, { cells }) => sum + cells.length, 0);
const text = byId("text"), verdict = byId("verdict"), stop = byId("stop"), group = byId("group");
const applyFilters = () => {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let tasks = 0, trials = 0;
  for (const { row, task, groups, cells } of rows) {
    let matching = 0;
    for (const cell of cells) {
      const matches = (!verdict.value || cell.dataset.verdict === verdict.value) && (!stop.value || cell.dataset.stop === stop.value);
      cell.classList.toggle("off", !matches);
      matching += matches;
    }
    const isNamed = words.every((word) => task.includes(word)) && (!group || !group.value || groups.includes(group.value));
    row.hidden = !isNamed || !matching;
    if (!row.hidden) { tasks += 1; trials += matching; }
  }
  byId("count").textContent = `${tasks} of ${rows.length} tasks, ${trials} of ${all} trials`;
  document.querySelector(".empty").hidden = tasks > 0 || !rows.length;
  for (const button of document.querySelectorAll(".stop")) {
    button.setAttribute("aria-pressed", String(button.dataset.stop === stop.value));
  }
};
const form = document.querySelector(".filters");
form.addEventListener("input", applyFilters);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(applyFilters));
for (const button of document.querySelectorAll(".stop")) button.addEventListener("click", () => {
  stop.value = stop.value === button.dataset.stop ? "" : button.dataset.stop;
  applyFilters();
});
const order = new Intl.Collator("en", { numeric: true });
const sort = (button) => {
  const head = button.closest("th"), key = button.dataset.key;
  const first = key === "task" ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const direction = head.getAttribute("aria-sort") === first ? other : first;
  for (const th of document.querySelectorAll("th[aria-sort]")) th.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", direction);
  const sign = direction === "ascending" ? 1 : -1;
  rows.sort((a, b) => sign * (key === "task" ? order.compare(a.task, b.task) : a.row.dataset[key] - b.row.dataset[key]));
  body.append(...rows.map(({ row }) => row));
};
for (const button of document.querySelectorAll("thead button")) button.addEventListener("click", () => sort(button));
keys["/"] = () => text.focus();
text.addEventListener("keydown", (event) => { if (event.key === "Escape") { text.value = ""; applyFilters(); text.blur(); } });
applyFilters();
