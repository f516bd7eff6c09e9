"use strict";
// Lists of things to do, and notes with title and text.

async function notebook() {
  const { lists, notes } = await data("notes");
  const first = Object.entries(lists).flatMap(([list, items]) => items.map((text) => ({ list, text, done: false })));
  return read("notes", { items: first, notes });
}

async function lists() {
  const state = await notebook();
  const names = Object.keys((await data("notes")).lists);
  const keep = () => { save("notes", state); lists(); };
  const item = (each) => make("p", { class: "row spread" },
    make("label", {}, make("input", { type: "checkbox", checked: each.done, onchange: () => { each.done = !each.done; keep(); } }), " ", each.done ? make("s", {}, each.text) : each.text),
    make("button", { type: "button", class: "bad", "aria-label": `Delete ${each.text}`, onclick: () => { state.items = state.items.filter((other) => other !== each); keep(); } }, "×"));
  const list = (name) => {
    const text = make("input", { type: "text", placeholder: "New item", "aria-label": `New item for ${name}`, autocomplete: "off" });
    const form = make("form", { class: "row" }, text, make("button", { "aria-label": `Add to ${name}` }, "Add"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!text.value.trim()) return;
      state.items.push({ list: name, text: text.value.trim(), done: false });
      keep();
    });
    return make("section", { class: "card", "aria-label": name }, make("h2", {}, name), ...state.items.filter((each) => each.list === name).map(item), form);
  };
  const notes = state.notes.map((each) => make("p", {}, make("a", { href: `/notes/note.html?id=${each.id}` }, each.title)));
  put("main", make("h1", {}, "Lists"), make("div", { class: "grid" }, ...names.map(list)), make("h1", {}, "Notes"), make("div", { class: "card" }, ...notes));
  document.querySelectorAll(".grid").forEach((grid) => { grid.style.gridTemplateColumns = "repeat(3, 1fr)"; });
}

async function note() {
  const state = await notebook();
  const found = state.notes.find((each) => each.id === asked.get("id"));
  const title = make("input", { type: "text", value: found ? found.title : "", autocomplete: "off" });
  const text = make("textarea", { rows: 10 }, found ? found.text : "");
  const keep = () => {
    if (!title.value.trim()) return;
    const changed = { id: found ? found.id : `n${state.notes.length + 1}`, title: title.value.trim(), text: text.value };
    state.notes = found ? state.notes.map((each) => (each.id === found.id ? changed : each)) : [...state.notes, changed];
    save("notes", state);
    location.href = "/notes/index.html";
  };
  const remove = () => {
    state.notes = state.notes.filter((each) => each !== found);
    save("notes", state);
    location.href = "/notes/index.html";
  };
  put("main", make("h1", {}, found ? "Note" : "New note"), make("div", { class: "card" }, field("Title", title), field("Text", text),
    make("div", { class: "row" }, make("button", { class: "main", type: "button", onclick: keep }, "Save note"),
      found ? make("button", { class: "bad", type: "button", onclick: remove }, "Delete note") : null)));
}
