"use strict";
// To-do lists, and notes with title and text.

async function loadNotebook() {
  const { lists, notes } = await loadData("notes");
  const initialItems = Object.entries(lists).flatMap(([list, items]) => items.map((text) => ({ list, text, done: false })));
  return readState("notes", { items: initialItems, notes });
}

async function lists() {
  const state = await loadNotebook();
  const names = Object.keys((await loadData("notes")).lists);
  const save = () => { saveState("notes", state); lists(); };
  const item = (each) => makeElement("p", { class: "row spread" },
    makeElement("label", {}, makeElement("input", { type: "checkbox", checked: each.done, onchange: () => { each.done = !each.done; save(); } }), " ", each.done ? makeElement("s", {}, each.text) : each.text),
    makeElement("button", { type: "button", class: "bad", "aria-label": `Delete ${each.text}`, onclick: () => { state.items = state.items.filter((other) => other !== each); save(); } }, "×"));
  const list = (name) => {
    const text = makeElement("input", { type: "text", placeholder: "New item", "aria-label": `New item for ${name}`, autocomplete: "off" });
    const form = makeElement("form", { class: "row" }, text, makeElement("button", { "aria-label": `Add to ${name}` }, "Add"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!text.value.trim()) return;
      state.items.push({ list: name, text: text.value.trim(), done: false });
      save();
    });
    return makeElement("section", { class: "card", "aria-label": name }, makeElement("h2", {}, name), ...state.items.filter((each) => each.list === name).map(item), form);
  };
  const notes = state.notes.map((each) => makeElement("p", {}, makeElement("a", { href: `/notes/note.html?id=${each.id}` }, each.title)));
  replaceContent("main", makeElement("h1", {}, "Lists"), makeElement("div", { class: "grid" }, ...names.map(list)), makeElement("h1", {}, "Notes"), makeElement("div", { class: "card" }, ...notes));
  document.querySelectorAll(".grid").forEach((grid) => { grid.style.gridTemplateColumns = "repeat(3, 1fr)"; });
}

async function note() {
  const state = await loadNotebook();
  const existing = state.notes.find((each) => each.id === query.get("id"));
  const title = makeElement("input", { type: "text", value: existing ? existing.title : "", autocomplete: "off" });
  const text = makeElement("textarea", { rows: 10 }, existing ? existing.text : "");
  const save = () => {
    if (!title.value.trim()) return;
    const updated = { id: existing ? existing.id : `n${state.notes.length + 1}`, title: title.value.trim(), text: text.value };
    state.notes = existing ? state.notes.map((each) => (each.id === existing.id ? updated : each)) : [...state.notes, updated];
    saveState("notes", state);
    location.href = "/notes/index.html";
  };
  const deleteNote = () => {
    state.notes = state.notes.filter((each) => each !== existing);
    saveState("notes", state);
    location.href = "/notes/index.html";
  };
  replaceContent("main", makeElement("h1", {}, existing ? "Note" : "New note"), makeElement("div", { class: "card" }, makeField("Title", title), makeField("Text", text),
    makeElement("div", { class: "row" }, makeElement("button", { class: "main", type: "button", onclick: save }, "Save note"),
      existing ? makeElement("button", { class: "bad", type: "button", onclick: deleteNote }, "Delete note") : null)));
}
