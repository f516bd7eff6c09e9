"use strict";
// The mail application: folders, search, star, archive, delete, reply, forward, compose.

const FOLDERS = { inbox: "Inbox", starred: "Starred", sent: "Sent", archive: "Archive", trash: "Trash" };

async function loadMailbox() {
  const { messages } = await loadData("mail");
  const messagesWithState = messages.map((each) => ({ ...each, folder: "inbox", starred: false, unread: true }));
  return readState("mail", { messages: messagesWithState });
}

const isInFolder = (message, folder) => (folder === "starred" ? message.starred && message.folder !== "trash" : message.folder === folder);
const matches = (message, words) => [message.sender, message.subject, message.text, message.to ?? ""].join(" ").toLowerCase().includes(words);

function makeStarButton(state, message, onChange) {
  const label = `${message.starred ? "Unstar" : "Star"} ${message.subject}`;
  return makeElement("button", { type: "button", "aria-label": label, "aria-pressed": String(message.starred), onclick: () => {
    message.starred = !message.starred;
    saveState("mail", state);
    onChange();
  } }, message.starred ? "★" : "☆");
}

async function folder() {
  const state = await loadMailbox();
  const name = query.get("folder") ?? "inbox";
  const words = (query.get("words") ?? "").toLowerCase().trim();
  const shown = state.messages.filter((each) => (words ? matches(each, words) && each.folder !== "trash" : isInFolder(each, name)));
  const title = words ? `Results for "${words}"` : FOLDERS[name];
  const form = makeElement("form", { class: "row", action: "/mail/index.html" },
    makeElement("input", { type: "search", name: "words", placeholder: "Search mail", "aria-label": "Search mail", value: words }), makeElement("button", {}, "Search"));
  const rows = shown.map((each) => makeElement("tr", {}, makeElement("td", {}, makeStarButton(state, each, folder)),
    makeElement("td", {}, each.folder === "sent" ? `To: ${each.to}` : each.sender),
    makeElement("td", {}, makeElement("a", { href: `/mail/message.html?id=${each.id}` }, each.unread ? makeElement("b", {}, each.subject) : each.subject)), makeElement("td", { class: "soft" }, each.date)));
  document.title = `${title} - Mail`;
  replaceContent("main", makeElement("div", { class: "row spread" }, makeElement("h1", {}, title), form),
    query.has("sent") ? makeElement("p", { class: "message", role: "status" }, "Your message has been sent.") : null,
    shown.length ? makeElement("table", {}, makeElement("tbody", {}, ...rows)) : makeElement("p", { class: "soft" }, "No messages here."));
}

async function message() {
  const state = await loadMailbox();
  const shown = state.messages.find((each) => each.id === query.get("id"));
  if (!shown) return replaceContent("main", makeElement("h1", {}, "No such message"));
  shown.unread = false;
  saveState("mail", state);
  document.title = `${shown.subject} - Mail`;
  const moveTo = (place) => () => {
    shown.folder = place;
    saveState("mail", state);
    location.href = "/mail/index.html";
  };
  const status = shown.folder === "sent" ? `To: ${shown.to}` : `From: ${shown.sender} <${shown.address}>`;
  replaceContent("main", makeElement("div", { class: "card" }, makeElement("div", { class: "row spread" }, makeElement("h1", {}, shown.subject), makeStarButton(state, shown, message)),
    makeElement("p", { class: "soft" }, `${status}, ${shown.date}`), ...shown.text.split("\n").map((line) => makeElement("p", {}, line)),
    makeElement("div", { class: "row" }, makeElement("a", { class: "button main", href: `/mail/compose.html?reply=${shown.id}` }, "Reply"),
      makeElement("a", { class: "button", href: `/mail/compose.html?forward=${shown.id}` }, "Forward"),
      makeElement("button", { type: "button", onclick: moveTo("archive") }, "Archive"), makeElement("button", { type: "button", class: "bad", onclick: moveTo("trash") }, "Delete"))));
}

async function compose() {
  const state = await loadMailbox();
  const original = state.messages.find((each) => each.id === (query.get("reply") ?? query.get("forward")));
  const forward = query.has("forward");
  const to = makeElement("input", { type: "text", name: "to", autocomplete: "off", value: original && !forward ? original.address : "" });
  const subject = makeElement("input", { type: "text", name: "subject", autocomplete: "off", value: original ? `${forward ? "Fwd" : "Re"}: ${original.subject}` : "" });
  const text = makeElement("textarea", { name: "text", rows: 7 }, forward && original ? `\n\n> ${original.text.replaceAll("\n", "\n> ")}` : "");
  const status = makeElement("div", { role: "alert" });
  const form = makeElement("form", { class: "card" }, makeField("To", to), makeField("Subject", subject), makeField("Message", text), status,
    makeElement("div", { class: "row" }, makeElement("button", { class: "main" }, "Send"), makeElement("a", { class: "button", href: "/mail/index.html" }, "Discard")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!to.value.includes("@")) {
      status.className = "fault";
      status.textContent = "Please give the address of the recipient, such as name@mail.test";
      return;
    }
    state.messages.unshift({ id: `s${state.messages.length}`, sender: "Me", address: "me@mail.test", to: to.value.trim(), subject: subject.value.trim(), text: text.value,
      date: "10 Mar", folder: "sent", starred: false, unread: false, about: original ? original.id : "", kind: original ? (forward ? "forward" : "reply") : "new" });
    saveState("mail", state);
    location.href = "/mail/index.html?sent=1";
  });
  replaceContent("main", makeElement("h1", {}, original ? (forward ? "Forward" : "Reply") : "New message"), form);
}
