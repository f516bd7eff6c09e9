"use strict";
// Shared by all practice sites: localStorage state, DOM helpers, interruptions enabled by ?interruptions=a,b.

const query = new URLSearchParams(location.search);

const readState = (site, empty) => JSON.parse(localStorage.getItem(site) ?? "null") ?? empty;
const saveState = (site, state) => localStorage.setItem(site, JSON.stringify(state));

function makeElement(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const replaceContent = (place, ...children) => document.querySelector(place).replaceChildren(...children.filter((child) => child !== null));

function makeField(label, control) {
  return makeElement("label", { class: "stacked" }, label, control);
}

function makeSelect(options, chosen, attributes = {}) {
  return makeElement("select", attributes, ...options.map(([value, text]) =>
    makeElement("option", { value, selected: value === chosen }, text)));
}

async function loadData(name) {
  const response = await fetch(`/${name}/data.json`);
  return response.json();
}

// --- interruptions --------------------------------------------------------------------------------

const SLOW_MS = 1200;
const NEWSLETTER_MS = 250;

if (query.has("interruptions")) saveState("interruptions", query.get("interruptions").split(","));
const interruptions = new Set(readState("interruptions", []));
const isDismissed = (name) => readState("answered", []).includes(name);
const dismiss = (name) => saveState("answered", [...readState("answered", []), name]);

function showDialog(name, title, text, buttons) {
  const close = () => { dismiss(name); box.remove(); };
  const box = makeElement("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": title },
    makeElement("div", { class: "card" }, makeElement("h2", {}, title), makeElement("p", {}, text),
      makeElement("div", { class: "row" }, ...buttons.map((label) => makeElement("button", { type: "button", onclick: close }, label)))));
  document.body.append(box);
}

function showCookieBanner() {
  if (isDismissed("cookies")) return;
  showDialog("cookies", "We value your privacy", "We and our 812 partners store cookies on your device.", ["Accept all", "Only necessary"]);
}

function showNewsletter() {
  if (isDismissed("newsletter")) return;
  setTimeout(() => showDialog("newsletter", "10 % off your first order", "Join our newsletter and never miss a deal.", ["Subscribe", "No thanks"]), NEWSLETTER_MS);
}

function showAd() {
  document.querySelector("main").prepend(makeElement("aside", { class: "ad", "aria-label": "Advertisement" },
    "Advertisement: ", makeElement("a", { href: "/offer/index.html" }, "Win a brand new phone today, click here!")));
}

async function renderPage(render) {
  const main = document.querySelector("main");
  if (interruptions.has("cookies")) showCookieBanner();
  if (interruptions.has("slow")) {
    const loadingMessage = makeElement("p", { class: "soft", role: "status" }, "Loading, please wait ...");
    main.hidden = true;
    main.before(loadingMessage);
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    loadingMessage.remove();
    main.hidden = false;
  }
  await render();
  if (interruptions.has("ad")) showAd();
  if (interruptions.has("newsletter")) showNewsletter();
}
