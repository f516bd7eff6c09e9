const token = location.hash.slice(1);
const find = (id) => document.getElementById(id);
const mirror = find("mirror"), picture = find("picture"), frame = find("frame"), text = find("text");
const HOLD_MS = 600, DRAG_PX = 12, WHEEL_MS = 500, RETRY_MS = 1000;
let state = { version: 0, status: "busy", elements: [], steps: [] };
let press = null, wheelAt = 0;

const request = (path, options = {}) =>
  fetch(path, { ...options, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } });
const place = (event) => {
  const box = picture.getBoundingClientRect();
  const scale = picture.naturalWidth / box.width;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale, scale };
};
const say = (message) => { find("message").textContent = message; };

async function send(input) {
  if (state.status !== "ready") return;
  const answer = await request("/input", { method: "POST", body: JSON.stringify(input) }).catch(() => null);
  if (!answer || !answer.ok) say(answer ? await answer.text() : "the recorder does not answer");
}

function show(next) {
  const isNewField = JSON.stringify(next.field) !== JSON.stringify(state.field);
  state = next;
  if (state.picture) picture.src = `data:image/png;base64,${state.picture}`;
  mirror.classList.toggle("busy", state.status !== "ready");
  find("status").textContent = state.status;
  find("status").className = `pill ${{ ready: "good", busy: "part", ended: "unknown" }[state.status]}`;
  say(state.message);
  find("dialog").hidden = !state.dialog;
  find("dialog-text").textContent = state.dialog;
  find("steps").replaceChildren(...state.steps.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
  if (isNewField) showField(state.field);
  for (const control of document.querySelectorAll("aside button, aside input, aside select")) {
    control.disabled = state.status === "ended";
  }
}

function showField(field) {
  const options = field ? field.options : [];
  find("field").textContent = field ? `Text for ${field.label}` : "Text for the field with the focus";
  text.type = field && field.is_password ? "password" : "text";
  text.value = "";
  text.hidden = options.length > 0;
  find("options").hidden = options.length === 0;
  find("options").replaceChildren(...options.map((name) => new Option(name, name)));
  find("send").textContent = options.length ? "Select" : "Type";
  find("secret").checked = Boolean(field && field.is_password);
  if (field && !text.hidden) text.focus();
}

async function follow() {
  while (state.status !== "ended") {
    const answer = await request(`/state?after=${state.version}`).catch(() => null);
    if (answer && answer.ok) {
      const next = await answer.json();
      if (next.version !== state.version) show(next);
    } else {
      say(answer ? await answer.text() : "the recorder has ended");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

mirror.addEventListener("pointerdown", (event) => {
  if (event.button === 0) press = { ...place(event), at: event.timeStamp, left: event.clientX, top: event.clientY };
});
mirror.addEventListener("pointerup", (event) => {
  if (!press || event.button !== 0) return;
  const end = place(event);
  const moved = Math.hypot(event.clientX - press.left, event.clientY - press.top) > DRAG_PX;
  const kind = moved ? "drag" : event.timeStamp - press.at > HOLD_MS ? "long press" : "click";
  send({ kind, x: press.x, y: press.y, to_x: end.x, to_y: end.y });
  press = null;
});
mirror.addEventListener("pointermove", (event) => {
  const at = place(event);
  const around = state.elements.filter((each) => at.x >= each.left && at.x < each.left + each.width
    && at.y >= each.top && at.y < each.top + each.height);
  const best = around.sort((one, other) => one.width * one.height - other.width * other.height)[0];
  frame.hidden = !best;
  if (!best) return;
  for (const side of ["left", "top", "width", "height"]) frame.style[side] = `${best[side] / at.scale}px`;
  find("number").textContent = `${best.number} ${best.label}`;
});
mirror.addEventListener("pointerleave", () => { frame.hidden = true; });
mirror.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.timeStamp - wheelAt < WHEEL_MS) return;
  wheelAt = event.timeStamp;
  const isAcross = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  const direction = isAcross ? (event.deltaX > 0 ? "right" : "left") : event.deltaY > 0 ? "down" : "up";
  send({ kind: "scroll", text: direction });
}, { passive: false });
find("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const isChoice = !find("options").hidden;
  const isSecret = find("secret").checked;
  send({ kind: isChoice ? "select" : "type", text: isChoice ? find("options").value : text.value, is_secret: isSecret });
  text.value = "";
});
for (const button of document.querySelectorAll("button[data-kind]")) {
  button.addEventListener("click", () => send({ kind: button.dataset.kind, text: button.dataset.text || "" }));
}
follow();
