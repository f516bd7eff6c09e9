"use strict";
// Shared by all practice sites: state in localStorage, elements, and the trouble asked for by ?trouble=a,b.

const asked = new URLSearchParams(location.search);

const read = (site, empty) => JSON.parse(localStorage.getItem(site) ?? "null") ?? empty;
const save = (site, state) => localStorage.setItem(site, JSON.stringify(state));

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const put = (place, ...children) => document.querySelector(place).replaceChildren(...children.filter((child) => child !== null));

function field(label, control) {
  return make("label", { class: "stacked" }, label, control);
}

function choices(options, chosen, attributes = {}) {
  return make("select", attributes, ...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
}

async function data(name) {
  const answer = await fetch(`/${name}/data.json`);
  return answer.json();
}

// --- trouble -------------------------------------------------------------------------------------

const SLOW_MS = 1200;
const NEWSLETTER_MS = 250;

if (asked.has("trouble")) save("trouble", asked.get("trouble").split(","));
const trouble = new Set(read("trouble", []));
const answered = (name) => read("answered", []).includes(name);
const answer = (name) => save("answered", [...read("answered", []), name]);

function cover(name, title, text, buttons) {
  const close = () => { answer(name); box.remove(); };
  const box = make("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": title },
    make("div", { class: "card" }, make("h2", {}, title), make("p", {}, text),
      make("div", { class: "row" }, ...buttons.map((label) => make("button", { type: "button", onclick: close }, label)))));
  document.body.append(box);
}

function cookies() {
  if (answered("cookies")) return;
  cover("cookies", "We value your privacy", "We and our 812 partners store cookies on your device.", ["Accept all", "Only necessary"]);
}

function newsletter() {
  if (answered("newsletter")) return;
  setTimeout(() => cover("newsletter", "10 % off your first order", "Join our newsletter and never miss a deal.", ["Subscribe", "No thanks"]), NEWSLETTER_MS);
}

function ad() {
  document.querySelector("main").prepend(make("aside", { class: "ad", "aria-label": "Advertisement" },
    "Advertisement: ", make("a", { href: "/offer/index.html" }, "Win a brand new phone today, click here!")));
}

async function begin(render) {
  const main = document.querySelector("main");
  if (trouble.has("cookies")) cookies();
  if (trouble.has("slow")) {
    const waiting = make("p", { class: "soft", role: "status" }, "Loading, please wait ...");
    main.hidden = true;
    main.before(waiting);
    await new Promise((go) => setTimeout(go, SLOW_MS));
    waiting.remove();
    main.hidden = false;
  }
  await render();
  if (trouble.has("ad")) ad();
  if (trouble.has("newsletter")) newsletter();
}
