const by = (id) => document.getElementById(id);
const body = document.querySelector("tbody");
const rows = [...body.rows].map((row) => ({
  row, task: row.dataset.task.toLowerCase(), groups: row.dataset.groups.split(" "),
  cells: [...row.querySelectorAll("[data-fate]")],
}));
const all = rows.reduce((sum, { cells }) => sum + cells.length, 0);
const text = by("text"), fate = by("fate"), stop = by("stop"), group = by("group");
const sift = () => {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let tasks = 0, trials = 0;
  for (const { row, task, groups, cells } of rows) {
    let fitting = 0;
    for (const cell of cells) {
      const fits = (!fate.value || cell.dataset.fate === fate.value) && (!stop.value || cell.dataset.stop === stop.value);
      cell.classList.toggle("off", !fits);
      fitting += fits;
    }
    const named = words.every((word) => task.includes(word)) && (!group || !group.value || groups.includes(group.value));
    row.hidden = !named || !fitting;
    if (!row.hidden) { tasks += 1; trials += fitting; }
  }
  by("count").textContent = `${tasks} of ${rows.length} tasks, ${trials} of ${all} trials`;
  document.querySelector(".empty").hidden = tasks > 0 || !rows.length;
  for (const button of document.querySelectorAll(".stop")) {
    button.setAttribute("aria-pressed", String(button.dataset.stop === stop.value));
  }
};
const form = document.querySelector(".filters");
form.addEventListener("input", sift);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(sift));
for (const button of document.querySelectorAll(".stop")) button.addEventListener("click", () => {
  stop.value = stop.value === button.dataset.stop ? "" : button.dataset.stop;
  sift();
});
const order = new Intl.Collator("en", { numeric: true });
const sort = (button) => {
  const head = button.closest("th"), key = button.dataset.key;
  const first = key === "task" ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const way = head.getAttribute("aria-sort") === first ? other : first;
  for (const th of document.querySelectorAll("th[aria-sort]")) th.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", way);
  const sign = way === "ascending" ? 1 : -1;
  rows.sort((a, b) => sign * (key === "task" ? order.compare(a.task, b.task) : a.row.dataset[key] - b.row.dataset[key]));
  body.append(...rows.map(({ row }) => row));
};
for (const button of document.querySelectorAll("thead button")) button.addEventListener("click", () => sort(button));
keys["/"] = () => text.focus();
text.addEventListener("keydown", (event) => { if (event.key === "Escape") { text.value = ""; sift(); text.blur(); } });
sift();
