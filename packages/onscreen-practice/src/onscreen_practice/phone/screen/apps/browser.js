"use strict";
// Browser: tabs, addresses, bookmarks, history, downloads, settings and the simulated web. Data: see browser_state.py.

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i;
const ENGINES = ["Findly", "Orbit", "Quill"];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const bare = (url) => url.trim().replace(/^https?:\/\//i, "").replace(/^www\./i, "").replace(/\/+$/, "");
const offline = () => s.settings.global.wifi_on !== "1" || s.settings.global.airplane_mode_on === "1";
const tabOf = (d) => d.tabs.find((t) => t.id === d.current);
const urlOf = (t) => t.stack[t.at];
const wordsOf = (url) => decodeURIComponent(/[?&]q=([^&]*)/.exec(url)?.[1] ?? "");
const pageAt = (d, url) => d.pages.find((each) => each.url.toLowerCase() === url.split("?")[0].toLowerCase());
const nameOf = (d, url) => (!url ? "New tab" : url.startsWith("search.example") ? `${wordsOf(url)} - ${d.options.engine}` : url.endsWith("/thanks") ? "Thank you" : pageAt(d, url)?.title ?? url);
const addressFor = (words) => (HOST.test(bare(words)) ? bare(words) : `search.example/?q=${encodeURIComponent(words.trim())}`);

app({
  id: "browser", name: "Browser", icon: "browser", color: "#0b8043", start: "main", permissions: ["Location", "Notifications"],
  links: (address) => { const found = /^https?:\/\/(.+)$/is.exec(address); return found && ["main", { url: bare(found[1]) }]; },
  back: (p) => {
    if (p.frame.screen !== "main") return false;
    if (p.local.finding) { p.local.finding = false; return true; }
    const t = tabOf(p.data);
    if (!t || t.at === 0) return false;
    t.at -= 1; p.frame.scroll = {};
    return true;
  },
  screens: { main: mainScreen, address: addressScreen, tabs: tabsScreen, bookmarks: bookmarksScreen, bookmark: bookmarkScreen, history: historyScreen, clear: clearScreen, downloads: downloadsScreen, reading: readingScreen, settings: settingsScreen, site: siteSettings },
});

function addTab(d, url, isPrivate) {
  const t = { id: newId(), stack: [url], at: 0, private: Boolean(isPrivate), desktop: false };
  d.tabs.push(t);
  d.current = t.id;
  record(d, t, url);
  return t;
}

function record(d, t, url) {
  if (url && !t.private && !offline()) d.history.unshift({ id: newId(), title: nameOf(d, url), url, at: moment() });
}

function go(p, url) {
  const d = p.data, t = tabOf(d) ?? addTab(d, "");
  t.stack = [...t.stack.slice(0, t.at + 1), url];
  t.at += 1;
  record(d, t, url);
  p.frame.scroll = {};
  Object.assign(p.local, { finding: false, form: {}, wrong: "" });
}

// --- the page and its bar ----------------------------------------------------------------------

function mainScreen(p) {
  const d = p.data, l = p.local;
  if (p.args.url && !l.taken) { l.taken = true; addTab(d, p.args.url); }
  if (!tabOf(d)) { if (d.tabs.length) d.current = d.tabs.at(-1).id; else addTab(d, ""); }
  const t = tabOf(d), url = urlOf(t), mine = d.tabs.filter((each) => each.private === t.private);
  const head = line({ css: "browser-top" },
    d.options.home_on && iconButton("home", "Home page", () => go(p, d.options.home), { id: "home_page_button" }),
    v("TextView", { text: url || "Search or type web address", desc: `Address bar${url ? `, ${url}` : ""}`, css: "browser-address", id: "url_bar", tap: () => editAddress(p, url) }),
    v("ImageButton", { id: "tab_switcher_button", desc: `Switch tabs, ${mine.length} open`, css: "browser-count", tap: () => p.open("tabs") }, v("View", { html: String(mine.length), css: "browser-box", quiet: true })),
    iconButton("more", "More options", () => mainMenu(p, t, url), { id: "more_options_button" }));
  return page({
    bar: col({ css: t.private ? "browser-private" : "" }, head, l.finding && findBar(p, t, url)),
    still: true, body: url && !offline() ? webView(p, t, url) : v("ScrollView", { css: "list browser-web browser-dim", scroll: "y", id: "content", style: "position:absolute;inset:0" }, url ? offlinePage(p) : newTabPage(p, t)),
  });
}

function editAddress(p, url) {
  p.open("address", { url });
}

function mainMenu(p, t, url) {
  const d = p.data, marked = d.bookmarks.find((each) => each.url === url), real = Boolean(url);
  const add = () => { const mark = { id: newId(), title: nameOf(d, url), url, folder: d.folders[0] }; d.bookmarks.push(mark); p.snack("Bookmarked", "Edit", () => p.open("bookmark", { id: mark.id })); };
  p.menu([
    t.at < t.stack.length - 1 && ["Forward", () => { t.at += 1; p.frame.scroll = {}; }], real && ["Refresh", () => { p.frame.scroll = {}; }],
    ["New tab", () => { addTab(d, ""); p.frame.scroll = {}; }], ["New private tab", () => { addTab(d, "", true); p.frame.scroll = {}; }],
    real && (marked ? ["Edit bookmark", () => p.open("bookmark", { id: marked.id })] : ["Add bookmark", add]), real && ["Add to reading list", () => readLater(p, url)],
    ["History", () => p.open("history")], ["Delete browsing data", () => p.open("clear")], ["Downloads", () => p.open("downloads")], ["Bookmarks", () => p.open("bookmarks")], ["Reading list", () => p.open("reading")],
    real && ["Share", () => { p.dialog({ title: "Share", text: url, buttons: [["Copy link", () => { s.clipboard = `https://${url}`; p.toast("Link copied"); }], ["Mail", () => visit(p, `mailto:?subject=${encodeURIComponent(nameOf(d, url))}&body=${encodeURIComponent(`https://${url}`)}`)]] }); }],
    real && ["Find in page", () => { p.local.finding = true; p.local.find = ""; p.local.hit = 0; }], real && [t.desktop ? "Mobile site" : "Desktop site", () => { t.desktop = !t.desktop; }],
    ["Settings", () => p.open("settings")],
  ]);
}

function readLater(p, url) {
  const d = p.data;
  if (d.reading.some((each) => each.url === url)) { p.toast("Already in the reading list"); return; }
  d.reading.push({ id: newId(), title: nameOf(d, url), url, read: false });
  p.toast("Added to reading list");
}

function findBar(p, t, url) {
  const count = hits(p, url), at = p.local.hit ?? 0;
  const step = (by) => { if (count) p.local.hit = (at + by + count) % count; };
  return line({ css: "browser-find" }, field(p, "find", { opens: true, hint: "Find in page", keep: true, css: "plain", submit: () => step(1) }), text(p.local.find ? (count ? `${at + 1} of ${count}` : "0 of 0") : "", "soft small"), iconButton("up", "Previous match", () => step(-1), { id: "previous_match_button" }), iconButton("down", "Next match", () => step(1), { id: "next_match_button" }), iconButton("close", "Close find bar", () => { p.local.finding = false; }, { id: "close_find_bar_button" }));
}

const piecesOf = (part) => [part.text, ...part.rows.flatMap((each) => (part.kind === "links" ? each.slice(0, 1) : each))].filter(Boolean);
const hits = (p, url) => (p.local.find?.trim() ? (pageAt(p.data, url)?.parts ?? []).filter((part) => part.kind !== "form" && part.kind !== "picture").flatMap(piecesOf).filter((each) => has(each, p.local.find)).length : 0);

function offlinePage(p) {
  return [v("View", { css: "browser-h", html: "", quiet: true }), ico("wifiOff", "large"), text("You are offline", "browser-h"), text("Check that Wi-Fi is on and airplane mode is off.", "browser-p"), text("ERR_INTERNET_DISCONNECTED", "browser-url"), button("Reload", () => p.toast(offline() ? "Still offline" : "Online again"), { id: "reload_button" })];
}

function newTabPage(p, t) {
  const spots = p.data.bookmarks.slice(0, 8);
  return [col({ css: "browser-new" }, text(t.private ? "Private tab" : p.data.options.engine, "browser-logo"), t.private && text("Pages you see here are not kept in the history.", "soft small center"),
    line({ css: "search" }, ico("search"), field(p, "start", { hint: "Search or type web address", css: "plain", submit: (words) => { if (words.trim()) { p.local.start = ""; go(p, addressFor(words)); } } }))),
  grid(4, spots.map((each) => v("FrameLayout", { id: "top_site", css: "browser-spot", desc: each.title, tap: () => go(p, each.url) }, avatar(each.title), v("View", { text: each.title.slice(0, 14), quiet: true }))))];
}

function addressScreen(p) {
  const d = p.data, words = (p.local.address ??= p.args.url);
  const open = (url) => { p.back(); const main = front().frames.at(-1); go({ ...p, frame: main, local: main.local }, url); };
  const typed = words.trim(), changed = typed && typed !== p.args.url;
  const seen = changed ? [...d.bookmarks, ...d.history].filter((each) => has(`${each.title} ${each.url}`, typed)) : [];
  const once = seen.filter((each, i) => seen.findIndex((other) => other.url === each.url) === i).slice(0, 6);
  return page({ bar: line({ css: "browser-top" }, iconButton("back", "Navigate up", () => { blur(); p.back(); }, { id: "navigate_up_button" }), col({ css: "grow" }, searchField(p, "address", "Search or type web address", { opens: true, picks: true, submit: () => (typed ? open(addressFor(words)) : p.back()) }))), body: [
    !changed && p.args.url && row({ id: "current_page_row", title: nameOf(d, p.args.url), sub: p.args.url, lead: "browser", trail: iconButton("copy", "Copy link", () => { s.clipboard = `https://${p.args.url}`; p.toast("Link copied"); }, { id: "copy_link_button" }) }),
    changed && row({ id: "search_suggestion_row", title: HOST.test(bare(words)) ? bare(words) : `${typed} - ${d.options.engine} search`, lead: HOST.test(bare(words)) ? "browser" : "search", tap: () => open(addressFor(words)) }),
    once.map((each) => row({ id: "suggestion_row", title: each.title, sub: each.url, lead: d.bookmarks.includes(each) ? "star" : "history", tap: () => open(each.url) })),
  ] });
}

// --- the web -----------------------------------------------------------------------------------

function webView(p, t, url) {
  const d = p.data, known = pageAt(d, url);
  const inside = url.startsWith("search.example") ? resultsPage(p, url) : url.endsWith("/thanks") ? thanksPage(p, url) : known ? partsOf(p, url, known) : missing(p, url);
  const scale = d.options.scale * (t.desktop ? 0.85 : 1);
  return v("WebView", { css: "scroll-y browser-web", scroll: "y", id: "web", text: nameOf(d, url), style: `position:absolute;inset:0;font-size:${0.16 * scale}px` }, inside);
}

function missing(p, url) {
  const site = url.split("/")[0];
  if (!p.data.pages.some((each) => each.url.split("/")[0] === site)) return [text("This site can't be reached", "browser-h"), text(`The server of ${site} could not be found.`, "browser-p"), text("ERR_NAME_NOT_RESOLVED", "browser-url"), button("Reload", () => p.toast("Still not found"), { id: "reload_button" })];
  return [text(nameOf(p.data, site), "browser-site"), text("404 Page not found", "browser-h"), text(`There is no page at ${url}.`, "browser-p"), link(p, ["Go to the front page", site])];
}

function link(p, [label, url]) {
  const d = p.data;
  return v("TextView", { id: "page_link", text: label, css: `browser-link ${mark(p, label)}`, tap: () => go(p, url), hold: () => p.menu([["Open in new tab", () => { const now = d.current; addTab(d, url); d.current = now; p.snack("Tab opened", "Switch", () => { d.current = d.tabs.at(-1).id; }); }], ["Open in private tab", () => addTab(d, url, true)], ["Copy link address", () => { s.clipboard = `https://${url}`; p.toast("Link copied"); }], ["Add to reading list", () => readLater(p, url)]]) });
}

function mark(p, words) {
  if (!p.local.finding || !p.local.find?.trim() || !has(words, p.local.find)) return "";
  const at = p.local.seen ?? 0;
  p.local.seen = at + 1;
  return at === (p.local.hit ?? 0) ? "browser-hit now" : "browser-hit";
}

function partsOf(p, url, known) {
  const d = p.data, site = url.split("/")[0];
  p.local.seen = 0;
  const cells = (each, css) => v("LinearLayout", { css: `browser-fact ${css}` }, each.map((cell) => text(cell, mark(p, cell))));
  const draws = {
    heading: (part) => text(part.text, `browser-h ${mark(p, part.text)}`), words: (part) => text(part.text, `browser-p ${mark(p, part.text)}`), picture: (part) => picture(part.text, look(part.text), { css: "browser-pic", style: `background:${look(part.text)}` }),
    facts: (part) => part.rows.map((each) => cells(each, "")), table: (part) => part.rows.map((each, i) => cells(each, i ? "" : "head")), list: (part) => part.rows.map(([each]) => text(`• ${each}`, `browser-p ${mark(p, each)}`)), links: (part) => part.rows.map((each) => link(p, each)),
    file: (part) => line({ css: "browser-file" }, ico("pdf"), text(part.text, `grow ${mark(p, part.text)}`), iconButton("download", `Download ${part.text}`, () => fetchFile(p, part.text, url), { id: "download_button" })), form: (part) => FORMS[part.text](p, url),
  };
  return [site !== url && v("TextView", { id: "site_link", text: nameOf(d, site), css: "browser-site", tap: () => go(p, site) }), known.parts.map((part) => draws[part.kind](part))];
}

function resultsPage(p, url) {
  const d = p.data, words = wordsOf(url), parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (each) => { const all = `${each.title} ${each.parts.flatMap(piecesOf).join(" ")}`; return parts.reduce((sum, part) => sum + (has(each.title, part) ? 5 : has(all, part) ? 1 : 0), 0); };
  const found = d.pages.map((each) => [score(each), each]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, 9).map(([, each]) => each);
  const again = (next) => { if (next.trim()) go(p, `search.example/?q=${encodeURIComponent(next.trim())}`); };
  return [text(d.options.engine, "browser-logo"), field(p, `q${url}`, { id: "query", hint: "Search the web", value: words, submit: again }), text(`About ${found.length} results`, "browser-url"),
    found.length ? found.map((each) => col({ css: "browser-result" }, text(each.url, "browser-url"), link(p, [each.title, each.url]), text((each.parts.find((part) => part.kind === "words")?.text ?? "").slice(0, 110), "small soft"))) : text(`Your search - ${words} - did not match any pages.`, "browser-p")];
}

function fetchFile(p, name, url) {
  const d = p.data;
  const stem = name.replace(/\.\w+$/, ""), kind = name.slice(stem.length);
  const take = (wanted) => {
    let free = wanted, n = 0;
    while (s.files[`/sdcard/Download/${free}`]) { n += 1; free = `${wanted.replace(/\.\w+$/, "")} (${n})${kind}`; }
    const path = `/sdcard/Download/${free}`;
    saveFile(path, `${stem}\n\nfrom https://${url}`, { about: { from: url } });
    d.downloads.unshift({ id: newId(), name: free, path, size: bytesOf(s.files[path]), url, at: moment() });
    p.snack(`${free} downloaded`, "Open", () => p.open("downloads"));
  };
  if (d.options.ask_downloads) p.prompt("Download file", name, (next) => (next.trim() ? take(next.trim()) : p.toast("Enter a name")), { hint: "File name", label: "Download" });
  else take(name);
}

// --- forms of the web --------------------------------------------------------------------------

const valueOf = (p, id, start = "") => { p.local.form ??= {}; p.local.form[id] ??= start; return p.local.form[id]; };
const ask = (p, id, hint, more) => field(p, id, { hint, value: valueOf(p, id), change: (next) => { p.local.form[id] = next; }, ...more });
const told = (p) => p.local.wrong && text(p.local.wrong, "bad");

function deliver(p, form, values, url) {
  p.data.sent.push({ form, ...values });
  p.local.wrong = "";
  go(p, `${url}/thanks`);
}

function thanksPage(p, url) {
  const last = p.data.sent.at(-1), site = url.split("/")[0];
  return [text(nameOf(p.data, site), "browser-site"), text("Thank you!", "browser-h"), text(last ? `We received what you sent, ${last.email}.` : "We received what you sent.", "browser-p"), link(p, ["Back to the front page", site])];
}

const FORMS = {
  encyclopedia: (p) => { const find = () => { const words = valueOf(p, "article").trim(), found = p.data.pages.find((each) => each.url.startsWith("encyclo.example/wiki") && same(each.title.split(" - ")[0], words)); if (!words) p.local.wrong = "Enter what you look for"; else go(p, found ? found.url : `search.example/?q=${encodeURIComponent(words)}`); }; return [text("Open Encyclopedia", "browser-h"), ask(p, "article", "Search the encyclopedia", { submit: find }), told(p), button("Search", find, { id: "search_button" })]; },
  newsletter(p) {
    const often = valueOf(p, "often", "Weekly"), topics = valueOf(p, "topics", []);
    const send = () => { const email = valueOf(p, "email").trim(); if (!EMAIL.test(email)) { p.local.wrong = "Enter a valid email address"; return; } if (!topics.length) { p.local.wrong = "Choose at least one topic"; return; } deliver(p, "newsletter", { email, often, topics: [...topics].sort() }, "news.example"); };
    return [ask(p, "email", "Email address", { type: "email" }), radios(["Daily", "Weekly", "Monthly"], often, (next) => { p.local.form.often = next; }, { id: "newsletter_frequency_radio" }), ["Local news", "Sport news", "Science news"].map((each) => check(each, topics.includes(each), (on) => { p.local.form.topics = on ? [...topics, each] : topics.filter((other) => other !== each); }, { id: "newsletter_topic_checkbox" })), told(p), button("Subscribe", send, { id: "subscribe_button" })];
  },
  register(p) {
    const kind = valueOf(p, "card", ""), branch = valueOf(p, "branch", ""), terms = valueOf(p, "terms", false);
    const send = () => {
      const name = valueOf(p, "name").trim(), email = valueOf(p, "email").trim(), postcode = valueOf(p, "postcode").trim();
      const wrong = [[!name, "Enter your full name"], [!EMAIL.test(email), "Enter a valid email address"], [!/^\d{5}$/.test(postcode), "The postcode has five digits"], [!kind, "Choose a kind of card"], [!branch, "Choose a branch"], [!terms, "Accept the rules of the library"]].find(([bad]) => bad);
      if (wrong) { p.local.wrong = wrong[1]; return; }
      deliver(p, "register", { name, email, postcode, card: kind, branch }, "library.example/register");
    };
    return [ask(p, "name", "Full name"), ask(p, "email", "Email address", { type: "email" }), ask(p, "postcode", "Postcode", { type: "number", max: 5 }), select(p, "Kind of card", kind, ["Adult", "Student", "Child", "Senior"], (next) => { p.local.form.card = next; }, { id: "kind_card_spinner" }), text("Branch", "label"), radios(["Center", "North", "Harbor"], branch, (next) => { p.local.form.branch = next; }, { id: "library_branch_radio" }), check("I accept the rules of the library", terms, (on) => { p.local.form.terms = on; }, { id: "i_accept_rules_library_checkbox" }), told(p), button("Send application", send, { id: "send_application_button" })];
  },
  catalog(p) {
    const d = p.data, words = valueOf(p, "book");
    const found = d.books.filter((each) => has(`${each.title} ${each.author}`, words));
    const flip = (each) => { if (d.reserved.includes(each.id)) { d.reserved = d.reserved.filter((id) => id !== each.id); p.toast("Reservation cancelled"); } else if (d.reserved.length >= 3) p.dialog({ text: "You can reserve three books at most.", buttons: [["OK"]] }); else { d.reserved.push(each.id); p.toast(`${each.title} reserved`); } };
    return [ask(p, "book", "Title or author", { keep: true }), found.length ? found.map((each) => col({ css: "browser-file" }, text(each.title, "strong"), text(`${each.author}, ${each.year} · Shelf ${each.shelf}`, "small soft"), line(text(d.reserved.includes(each.id) ? "Reserved for you" : each.free ? "Available" : "On loan", "small grow"), v("Button", { id: "reserve_button", text: d.reserved.includes(each.id) ? "Cancel" : "Reserve", desc: `${d.reserved.includes(each.id) ? "Cancel reservation of" : "Reserve"} ${each.title}`, enabled: each.free || d.reserved.includes(each.id), css: "button tonal", tap: () => flip(each) })))) : text("No book found", "browser-p")];
  },
};

// --- tabs, bookmarks, history, downloads -------------------------------------------------------

function tabsScreen(p) {
  const d = p.data, isPrivate = p.local.private ?? tabOf(d)?.private ?? false;
  const mine = d.tabs.filter((t) => t.private === isPrivate && has(nameOf(d, urlOf(t)), p.local.find ?? ""));
  const open = (t) => { d.current = t.id; p.back(); front().frames.at(-1).scroll = {}; };
  const shut = (gone) => { const before = d.tabs, now = d.current; d.tabs = d.tabs.filter((t) => !gone.includes(t)); if (!tabOf(d)) d.current = d.tabs.at(-1)?.id ?? ""; p.snack(gone.length === 1 ? `${nameOf(d, urlOf(gone[0]))} closed` : `${gone.length} tabs closed`, "Undo", () => { d.tabs = before; d.current = now; }); };
  return page({
    bar: bar(p, isPrivate ? "Private tabs" : "Tabs", { actions: [iconButton("add", isPrivate ? "New private tab" : "New tab", () => { addTab(d, "", isPrivate); p.back(); }, { id: "new_private_tab_button" })], menu: [["New tab", () => { addTab(d, ""); p.back(); }], ["New private tab", () => { addTab(d, "", true); p.back(); }], ["Close all tabs", () => { if (mine.length) shut(mine); }], ["Settings", () => p.open("settings")]] }),
    body: [tabs([["open", "Tabs"], ["private", "Private tabs"]], isPrivate ? "private" : "open", (next) => { p.local.private = next === "private"; }, { id: "tab" }), searchField(p, "find", "Search your tabs"),
      mine.length ? grid(2, mine.map((t) => v("FrameLayout", { id: "tab", css: "browser-tab", selected: t.id === d.current, desc: nameOf(d, urlOf(t)), tap: () => open(t), swipe: (way) => (way === "left" || way === "right") && (shut([t]), true) }, line(v("View", { text: nameOf(d, urlOf(t)), css: "browser-name", quiet: true }), iconButton("close", `Close ${nameOf(d, urlOf(t))}`, () => shut([t]), { id: "close_button" })), v("View", { text: urlOf(t) || "New tab", css: "browser-face", style: `background:${urlOf(t) ? look(urlOf(t)) : "none"};color:#fff`, quiet: true }))), { css: "browser-cards" }) : empty("tab", "No open tabs")],
  });
}

const fromList = (p, url) => { p.root(); const main = front().frames.at(-1); go({ ...p, frame: main, local: main.local }, url); };

function bookmarksScreen(p) {
  const d = p.data, words = p.local.find ?? "", folder = p.local.folder ?? "";
  const order = (all) => (p.local.sort === "name" ? [...all].sort((a, b) => a.title.localeCompare(b.title)) : all);
  const found = order(d.bookmarks.filter((each) => (words ? has(`${each.title} ${each.url}`, words) : each.folder === (folder || d.folders[0]))));
  const drop = (each) => { const at = d.bookmarks.indexOf(each); d.bookmarks = d.bookmarks.filter((other) => other !== each); p.snack("Bookmark deleted", "Undo", () => d.bookmarks.splice(at, 0, each)); };
  const options = (each) => p.menu([["Open in new tab", () => { addTab(d, each.url); p.root(); }], ["Edit", () => p.open("bookmark", { id: each.id })], ["Move to", () => p.choose("Move to", d.folders, each.folder, (next) => { each.folder = next; })], ["Delete", () => drop(each)]]);
  const fresh = () => p.prompt("New folder", "", (name) => { const word = name.trim(); if (!word) p.toast("Enter a name"); else if (d.folders.some((each) => same(each, word))) p.toast("There is such a folder"); else d.folders.push(word); }, { hint: "Folder name", label: "Create" });
  const dropFolder = (name) => p.confirm(`Delete the folder ${name}?`, "Its bookmarks are deleted, too.", "Delete", () => { d.folders = d.folders.filter((each) => each !== name); d.bookmarks = d.bookmarks.filter((each) => each.folder !== name); p.local.folder = ""; });
  return page({ bar: bar(p, folder || "Bookmarks", { actions: [iconButton("folderAdd", "New folder", fresh, { id: "new_folder_button" })], menu: [["Sort by name", () => { p.local.sort = "name"; }], ["Sort by date added", () => { p.local.sort = ""; }], folder && [`Delete folder ${folder}`, () => dropFolder(folder)]].filter(Boolean) }), body: [
    searchField(p, "find", "Search bookmarks"), folder && row({ id: "all_bookmarks_row", title: "All bookmarks", lead: "up", tap: () => { p.local.folder = ""; } }),
    !folder && !words && d.folders.slice(1).map((name) => row({ id: "folder_row", title: name, sub: `${d.bookmarks.filter((each) => each.folder === name).length} bookmarks`, lead: "folder", tap: () => { p.local.folder = name; }, hold: () => p.menu([["Delete folder", () => dropFolder(name)]]) })),
    found.length ? found.map((each) => row({ id: "bookmark_row", title: each.title, sub: each.url, lead: avatar(each.title), tap: () => fromList(p, each.url), trail: iconButton("more", `Options of ${each.title}`, () => options(each), { id: "options_button" }) })) : empty("bookmark", words ? "No bookmarks found" : "No bookmarks here"),
  ] });
}

function bookmarkScreen(p) {
  const d = p.data, mark = d.bookmarks.find((each) => each.id === p.args.id);
  if (!mark) return page({ bar: bar(p, "Edit bookmark"), body: empty("bookmark", "This bookmark is gone") });
  const e = (p.local.edit ??= copy(mark));
  const save = () => { if (!e.title.trim()) { p.local.wrong = "Enter a name"; return; } if (!HOST.test(bare(e.url))) { p.local.wrong = "Enter a web address"; return; } Object.assign(mark, e, { title: e.title.trim(), url: bare(e.url) }); p.back(); p.toast("Bookmark saved"); };
  return page({ bar: bar(p, "Edit bookmark", { close: true, actions: [iconButton("trash", "Delete bookmark", () => { d.bookmarks = d.bookmarks.filter((each) => each !== mark); p.back(); p.snack("Bookmark deleted", "Undo", () => d.bookmarks.push(mark)); }, { id: "delete_bookmark_button" }), button("Save", save, { id: "save_button", kind: "text" })] }), body: [told(p), labelled(p, "title", "Name", { value: e.title, change: (next) => { e.title = next; } }), labelled(p, "url", "Web address", { value: e.url, change: (next) => { e.url = next; } }), select(p, "Folder", e.folder, d.folders, (next) => { e.folder = next; }, { id: "folder_spinner" })] });
}

function historyScreen(p) {
  const d = p.data, found = d.history.filter((each) => has(`${each.title} ${each.url}`, p.local.find ?? ""));
  const drop = (each) => { const at = d.history.indexOf(each); d.history = d.history.filter((other) => other !== each); p.snack("Removed from history", "Undo", () => d.history.splice(at, 0, each)); };
  return page({ bar: bar(p, "History"), body: [searchField(p, "find", "Search history"), button("Delete browsing data", () => p.open("clear"), { id: "delete_browsing_data_button", kind: "text" }),
    found.length ? found.map((each, i) => [found[i - 1]?.at.slice(0, 10) !== each.at.slice(0, 10) && section(each.at.startsWith(today()) ? `Today - ${shortDate(each.at)}` : shortDate(each.at)), row({ id: "history_row", title: each.title, sub: `${each.url} · ${each.at.slice(11)}`, lead: avatar(each.title), tap: () => fromList(p, each.url), trail: iconButton("close", `Remove ${each.title}`, () => drop(each), { id: "remove_button" }) })]) : empty("history", p.local.find ? "No results" : "Your browsing history appears here")] });
}

function clearScreen(p) {
  const d = p.data, l = Object.assign(p.local, { range: p.local.range ?? "Last hour", history: p.local.history ?? true, cookies: p.local.cookies ?? true, tabs: p.local.tabs ?? false });
  const hours = { "Last hour": 1, "Last 24 hours": 24, "Last 7 days": 168, "All time": 1e6 }[l.range];
  const from = hours > 1e5 ? "" : new Date(s.system.now - hours * 3600000).toISOString().slice(0, 16);
  const run = () => { if (!l.history && !l.cookies && !l.tabs) { p.toast("Choose what to delete"); return; } if (l.history) d.history = d.history.filter((each) => each.at < from); if (l.tabs) { d.tabs = []; d.current = ""; } p.back(); p.toast("Data deleted"); };
  return page({ bar: bar(p, "Delete browsing data"), body: [select(p, "Time range", l.range, ["Last hour", "Last 24 hours", "Last 7 days", "All time"], (next) => { l.range = next; }, { id: "range_spinner" }), check("Browsing history", l.history, (on) => { l.history = on; }, { id: "history_checkbox" }), check("Cookies and site data", l.cookies, (on) => { l.cookies = on; }, { id: "cookies_checkbox" }), check("Open tabs", l.tabs, (on) => { l.tabs = on; }, { id: "tabs_checkbox" }), button("Delete data", run, { id: "delete_data_button", css: "wide" })] });
}

function downloadsScreen(p) {
  const d = p.data, found = d.downloads.filter((each) => has(each.name, p.local.find ?? ""));
  const drop = (each) => { const file = s.files[each.path]; d.downloads = d.downloads.filter((other) => other !== each); delete s.files[each.path]; p.snack(`${each.name} deleted`, "Undo", () => { d.downloads.unshift(each); if (file) s.files[each.path] = file; }); };
  const open = (each) => p.dialog({ title: each.name, text: s.files[each.path]?.text ?? "This file was moved or deleted.", buttons: [["Close"]] });
  return page({ bar: bar(p, "Downloads"), body: [searchField(p, "find", "Search downloads"), found.length ? found.map((each) => row({ id: "download_row", title: each.name, sub: `${sizeText(each.size)} · ${each.url.split("/")[0]}`, lead: kindIcon(each.name), tap: () => open(each), trail: iconButton("trash", `Delete ${each.name}`, () => drop(each), { id: "delete_button" }) })) : empty("download", p.local.find ? "No such download" : "Your downloads appear here")] });
}

function readingScreen(p) {
  const d = p.data;
  const one = (each) => row({ id: "one_row", title: each.title, sub: each.url, lead: "reader", tap: () => { each.read = true; fromList(p, each.url); }, trail: iconButton("more", `Options of ${each.title}`, () => p.menu([[each.read ? "Mark as unread" : "Mark as read", () => { each.read = !each.read; }], ["Delete", () => { d.reading = d.reading.filter((other) => other !== each); p.snack("Removed from reading list", "Undo", () => d.reading.push(each)); }]]), { id: "options_button" }) });
  return page({ bar: bar(p, "Reading list"), body: d.reading.length ? [section("Unread"), d.reading.filter((each) => !each.read).map(one), section("Pages you have read"), d.reading.filter((each) => each.read).map(one)] : empty("reader", "Nothing to read") });
}

function settingsScreen(p) {
  const o = p.data.options, set = (key) => (next) => { o[key] = next; };
  return page({ bar: bar(p, "Settings"), body: [
    section("Basics"), select(p, "Search engine", o.engine, ENGINES, set("engine"), { id: "engine_spinner" }), toggle("Show home button", o.home_on, set("home_on"), { id: "home_on_switch" }), row({ id: "home_page_row", title: "Home page", sub: o.home, tap: () => p.prompt("Home page", o.home, (next) => { if (HOST.test(bare(next))) o.home = bare(next); else p.toast("Enter a web address"); }, { hint: "Web address" }) }), toggle("Offer to save passwords", o.passwords, set("passwords"), { id: "passwords_switch" }), toggle("Ask where to save files", o.ask_downloads, set("ask_downloads"), { id: "ask_downloads_switch" }),
    section("Privacy"), row({ id: "delete_browsing_data_row", title: "Delete browsing data", sub: "History, cookies, site data", tap: () => p.open("clear") }), toggle("Always use secure connections", o.secure, set("secure"), { id: "secure_switch" }), toggle("Send a Do Not Track request", o.do_not_track, set("do_not_track"), { id: "do_not_track_switch" }), select(p, "Preload pages", o.preload, ["No preloading", "Standard", "Extended"], set("preload"), { id: "preload_spinner" }),
    section("Looks"), select(p, "Theme", o.theme, ["System default", "Light", "Dark"], set("theme"), { id: "theme_spinner" }), text(`Text scaling ${o.scale}%`, "label"), slider("Text scaling", o.scale, { id: "scale_slider", min: 50, max: 200, step: 10, change: set("scale") }),
    section("Advanced"), row({ id: "site_settings_row", title: "Site settings", sub: "Cookies, pop-ups, JavaScript", tap: () => p.open("site") }),
  ] });
}

function siteSettings(p) {
  const o = p.data.options, set = (key) => (next) => { o[key] = next; };
  return page({ bar: bar(p, "Site settings"), body: [select(p, "Cookies", o.cookies, ["Allow all", "Block third-party", "Block all"], set("cookies"), { id: "cookies_spinner" }), toggle("JavaScript", o.javascript, set("javascript"), { id: "javascript_switch", sub: "Sites can use JavaScript" }), toggle("Pop-ups and redirects", o.popups, set("popups"), { id: "popups_switch", sub: "Sites can open new windows" })] });
}
