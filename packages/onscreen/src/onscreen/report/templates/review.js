const token = location.hash.slice(1);
const find = (id) => document.getElementById(id);
let items = [], at = 0, shown = 0;

const request = (path, options = {}) =>
  fetch(path, { ...options, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } });
const say = (message) => { find("message").textContent = message; };
const MARKS = { accept: "✓", edit: "✎", reject: "✗" };
const TONES = { accept: "good", edit: "part", reject: "bad" };
const LABELS = {
  run: ["Yes, it is done", "No, it is not"],
  subtask: ["Accept", "Reject"],
};

async function ask(path, options) {
  const answer = await request(path, options).catch(() => null);
  if (answer && answer.ok) return answer;
  say(answer ? await answer.text() : "the review has ended");
  return null;
}

function list() {
  find("items").replaceChildren(...items.map((item, index) => {
    const row = document.createElement("li"), button = document.createElement("button");
    const mark = document.createElement("span"), name = document.createElement("span");
    mark.className = `mark ${TONES[item.decision] || "unknown"}`;
    mark.textContent = MARKS[item.decision] || "·";
    name.textContent = item.instruction;
    button.type = "button";
    button.append(mark, name);
    button.setAttribute("aria-current", String(index === at));
    button.addEventListener("click", () => go(index));
    row.append(button);
    return row;
  }));
  const open = items.filter((item) => !item.decision).length;
  find("status").textContent = open ? `${open} of ${items.length} open` : "all decided";
  find("status").className = `pill ${open ? "part" : "good"}`;
  if (items[at]) showDecision(items[at]);
}

function showDecision(item) {
  const when = item.at ? new Date(item.at * 1000).toLocaleString() : "";
  find("decided").textContent = item.decision ? `${item.decision} by ${item.by}, ${when}` : "open";
  find("decided").className = `pill ${TONES[item.decision] || "unknown"}`;
}

function fill(id, texts) {
  find(id).replaceChildren(...texts.map((text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  }));
}

function figure(picture) {
  const frame = document.createElement("figure"), image = document.createElement("img");
  const caption = document.createElement("figcaption");
  image.src = picture.url;
  image.alt = `Screen ${picture.caption}`;
  caption.className = "label";
  caption.textContent = picture.caption;
  frame.append(image, caption);
  return frame;
}

async function go(index) {
  if (index < 0 || index >= items.length) return;
  at = index;
  const turn = ++shown;
  find("edit").hidden = true;
  say("");
  list();
  const answer = await ask(`/item?id=${encodeURIComponent(items[index].id)}`);
  if (!answer || turn !== shown) return;
  const item = await answer.json();
  find("kind").textContent = item.kind;
  find("position").textContent = `${index + 1} of ${items.length}`;
  find("instruction").textContent = item.instruction;
  fill("evidence", item.evidence);
  fill("steps", item.steps);
  find("steps-box").hidden = !item.steps.length;
  find("pictures").replaceChildren(...item.pictures.map(figure));
  find("change").hidden = item.kind !== "subtask";
  [find("accept-label").textContent, find("reject-label").textContent] = LABELS[item.kind];
  find("item").hidden = false;
  find("item").dataset.id = item.id;
}

async function decide(decision, instruction = "") {
  const item = items[at];
  if (!item || find("item").dataset.id !== item.id) return;
  const body = JSON.stringify({ id: item.id, decision, instruction });
  const answer = await ask("/decision", { method: "POST", body });
  if (!answer) return;
  Object.assign(item, await answer.json());
  const next = items.findIndex((each, index) => index > at && !each.decision);
  list();
  if (next >= 0) await go(next);
}

function edit() {
  if (!items[at] || items[at].kind !== "subtask") return;
  find("text").value = items[at].instruction;
  find("edit").hidden = false;
  find("text").focus();
}

async function finish() {
  if (await ask("/finish", { method: "POST", body: "{}" })) {
    find("status").textContent = "ended";
    for (const button of document.querySelectorAll("footer button, #finish")) button.disabled = true;
  }
}

Object.assign(keys, {
  j: () => go(at + 1), k: () => go(at - 1), y: () => decide("accept"), n: () => decide("reject"), e: edit, q: finish,
});
for (const button of document.querySelectorAll("button[data-key]")) {
  button.addEventListener("click", () => keys[button.dataset.key]());
}
find("finish").addEventListener("click", finish);
find("cancel").addEventListener("click", () => { find("edit").hidden = true; });
find("edit").addEventListener("submit", (event) => {
  event.preventDefault();
  decide("edit", find("text").value);
});
find("text").addEventListener("keydown", (event) => {
  if (event.key === "Escape") find("edit").hidden = true;
});

ask("/items").then(async (answer) => {
  if (!answer) return;
  items = await answer.json();
  await go(Math.max(0, items.findIndex((item) => !item.decision)));
});
