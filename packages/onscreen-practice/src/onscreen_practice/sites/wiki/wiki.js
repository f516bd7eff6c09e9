"use strict";
// An encyclopaedia of an island that does not exist: linked articles with facts, and a search.

const place = (title) => `/wiki/article.html?title=${encodeURIComponent(title).replaceAll("%20", "_")}`;

function linked(text) {
  const parts = text.split(/\[\[(.+?)\]\]/);
  return parts.map((part, at) => (at % 2 ? make("a", { href: place(part) }, part) : part));
}

function finder() {
  return make("form", { class: "row", action: "/wiki/search.html" },
    make("input", { type: "search", name: "words", "aria-label": "Search the wiki", placeholder: "Search the wiki", value: asked.get("words") ?? "" }), make("button", {}, "Search"));
}

const listed = (articles) => make("ul", {}, ...articles.map((each) => make("li", {}, make("a", { href: place(each.title) }, each.title))));

async function mainPage() {
  const { articles } = await data("wiki");
  put("main", make("h1", {}, "Welcome to the Averna Wiki"), finder(), make("p", {}, `${articles.length} articles about the island of Averna.`), make("h2", {}, "Good places to begin"),
    listed(articles.filter((each) => ["Averna", "Lissa", "Mount Corvo"].includes(each.title))));
}

async function article() {
  const { articles } = await data("wiki");
  const title = (asked.get("title") ?? "").replaceAll("_", " ");
  const found = articles.find((each) => each.title === title);
  if (!found) return put("main", make("h1", {}, "No such article"), finder());
  document.title = `${title} - Averna Wiki`;
  const facts = Object.entries(found.facts).map(([name, value]) => make("tr", {}, make("th", {}, name), make("td", {}, value)));
  put("main", finder(), make("h1", {}, title), make("table", { class: "infobox", "aria-label": "Facts" }, make("tbody", {}, ...facts)), make("p", {}, ...linked(found.text)));
}

async function search() {
  const { articles } = await data("wiki");
  const words = (asked.get("words") ?? "").toLowerCase().trim();
  const found = articles.filter((each) => `${each.title} ${each.text} ${Object.values(each.facts).join(" ")}`.toLowerCase().includes(words));
  put("main", make("h1", {}, "Search"), finder(), make("p", { role: "status" }, `${words ? found.length : 0} articles found`), words ? listed(found) : null);
}
