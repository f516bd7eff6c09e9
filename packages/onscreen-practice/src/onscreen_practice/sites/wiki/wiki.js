"use strict";
// A wiki about a fictional island: linked articles with facts, and a search.

const articleAddress = (title) => `/wiki/article.html?title=${encodeURIComponent(title).replaceAll("%20", "_")}`;

function makeLinks(text) {
  const parts = text.split(/\[\[(.+?)\]\]/);
  return parts.map((part, index) => (index % 2 ? makeElement("a", { href: articleAddress(part) }, part) : part));
}

function makeSearchForm() {
  return makeElement("form", { class: "row", action: "/wiki/search.html" },
    makeElement("input", { type: "search", name: "words", "aria-label": "Search the wiki", placeholder: "Search the wiki", value: query.get("words") ?? "" }), makeElement("button", {}, "Search"));
}

const makeArticleList = (articles) => makeElement("ul", {}, ...articles.map((each) => makeElement("li", {}, makeElement("a", { href: articleAddress(each.title) }, each.title))));

async function mainPage() {
  const { articles } = await loadData("wiki");
  replaceContent("main", makeElement("h1", {}, "Welcome to the Averna Wiki"), makeSearchForm(), makeElement("p", {}, `${articles.length} articles about the island of Averna.`), makeElement("h2", {}, "Good places to begin"),
    makeArticleList(articles.filter((each) => ["Averna", "Lissa", "Mount Corvo"].includes(each.title))));
}

async function article() {
  const { articles } = await loadData("wiki");
  const title = (query.get("title") ?? "").replaceAll("_", " ");
  const matching = articles.find((each) => each.title === title);
  if (!matching) return replaceContent("main", makeElement("h1", {}, "No such article"), makeSearchForm());
  document.title = `${title} - Averna Wiki`;
  const facts = Object.entries(matching.facts).map(([name, value]) => makeElement("tr", {}, makeElement("th", {}, name), makeElement("td", {}, value)));
  replaceContent("main", makeSearchForm(), makeElement("h1", {}, title), makeElement("table", { class: "infobox", "aria-label": "Facts" }, makeElement("tbody", {}, ...facts)), makeElement("p", {}, ...makeLinks(matching.text)));
}

async function search() {
  const { articles } = await loadData("wiki");
  const words = (query.get("words") ?? "").toLowerCase().trim();
  const matching = articles.filter((each) => `${each.title} ${each.text} ${Object.values(each.facts).join(" ")}`.toLowerCase().includes(words));
  replaceContent("main", makeElement("h1", {}, "Search"), makeSearchForm(), makeElement("p", { role: "status" }, `${words ? matching.length : 0} articles found`), words ? makeArticleList(matching) : null);
}
