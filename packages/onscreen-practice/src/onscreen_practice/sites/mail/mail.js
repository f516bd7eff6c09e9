"use strict";
// The mailbox: folders, search, star, archive, delete, reply, forward, compose.

const FOLDERS = { inbox: "Inbox", starred: "Starred", sent: "Sent", archive: "Archive", trash: "Trash" };

async function mailbox() {
  const { messages } = await data("mail");
  const first = messages.map((each) => ({ ...each, folder: "inbox", starred: false, unread: true }));
  return read("mail", { messages: first });
}

const within = (message, folder) => (folder === "starred" ? message.starred && message.folder !== "trash" : message.folder === folder);
const matches = (message, words) => [message.sender, message.subject, message.text, message.to ?? ""].join(" ").toLowerCase().includes(words);

function star(state, message, then) {
  const label = `${message.starred ? "Unstar" : "Star"} ${message.subject}`;
  return make("button", { type: "button", "aria-label": label, "aria-pressed": String(message.starred), onclick: () => {
    message.starred = !message.starred;
    save("mail", state);
    then();
  } }, message.starred ? "★" : "☆");
}

async function folder() {
  const state = await mailbox();
  const name = asked.get("folder") ?? "inbox";
  const words = (asked.get("words") ?? "").toLowerCase().trim();
  const found = state.messages.filter((each) => (words ? matches(each, words) && each.folder !== "trash" : within(each, name)));
  const title = words ? `Results for "${words}"` : FOLDERS[name];
  const form = make("form", { class: "row", action: "/mail/index.html" },
    make("input", { type: "search", name: "words", placeholder: "Search mail", "aria-label": "Search mail", value: words }), make("button", {}, "Search"));
  const rows = found.map((each) => make("tr", {}, make("td", {}, star(state, each, folder)),
    make("td", {}, each.folder === "sent" ? `To: ${each.to}` : each.sender),
    make("td", {}, make("a", { href: `/mail/message.html?id=${each.id}` }, each.unread ? make("b", {}, each.subject) : each.subject)), make("td", { class: "soft" }, each.date)));
  document.title = `${title} - Mail`;
  put("main", make("div", { class: "row spread" }, make("h1", {}, title), form),
    asked.has("sent") ? make("p", { class: "message", role: "status" }, "Your message has been sent.") : null,
    found.length ? make("table", {}, make("tbody", {}, ...rows)) : make("p", { class: "soft" }, "No messages here."));
}

async function message() {
  const state = await mailbox();
  const found = state.messages.find((each) => each.id === asked.get("id"));
  if (!found) return put("main", make("h1", {}, "No such message"));
  found.unread = false;
  save("mail", state);
  document.title = `${found.subject} - Mail`;
  const move = (place) => () => {
    found.folder = place;
    save("mail", state);
    location.href = "/mail/index.html";
  };
  const said = found.folder === "sent" ? `To: ${found.to}` : `From: ${found.sender} <${found.address}>`;
  put("main", make("div", { class: "card" }, make("div", { class: "row spread" }, make("h1", {}, found.subject), star(state, found, message)),
    make("p", { class: "soft" }, `${said}, ${found.date}`), ...found.text.split("\n").map((line) => make("p", {}, line)),
    make("div", { class: "row" }, make("a", { class: "button main", href: `/mail/compose.html?reply=${found.id}` }, "Reply"),
      make("a", { class: "button", href: `/mail/compose.html?forward=${found.id}` }, "Forward"),
      make("button", { type: "button", onclick: move("archive") }, "Archive"), make("button", { type: "button", class: "bad", onclick: move("trash") }, "Delete"))));
}

async function compose() {
  const state = await mailbox();
  const about = state.messages.find((each) => each.id === (asked.get("reply") ?? asked.get("forward")));
  const forward = asked.has("forward");
  const to = make("input", { type: "text", name: "to", autocomplete: "off", value: about && !forward ? about.address : "" });
  const subject = make("input", { type: "text", name: "subject", autocomplete: "off", value: about ? `${forward ? "Fwd" : "Re"}: ${about.subject}` : "" });
  const text = make("textarea", { name: "text", rows: 7 }, forward && about ? `\n\n> ${about.text.replaceAll("\n", "\n> ")}` : "");
  const said = make("div", { role: "alert" });
  const form = make("form", { class: "card" }, field("To", to), field("Subject", subject), field("Message", text), said,
    make("div", { class: "row" }, make("button", { class: "main" }, "Send"), make("a", { class: "button", href: "/mail/index.html" }, "Discard")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!to.value.includes("@")) {
      said.className = "fault";
      said.textContent = "Please give the address of the recipient, such as name@mail.test";
      return;
    }
    state.messages.unshift({ id: `s${state.messages.length}`, sender: "Me", address: "me@mail.test", to: to.value.trim(), subject: subject.value.trim(), text: text.value,
      date: "10 Mar", folder: "sent", starred: false, unread: false, about: about ? about.id : "", kind: about ? (forward ? "forward" : "reply") : "new" });
    save("mail", state);
    location.href = "/mail/index.html?sent=1";
  });
  put("main", make("h1", {}, about ? (forward ? "Forward" : "Reply") : "New message"), form);
}
