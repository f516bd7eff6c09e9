"use strict";
// Social: posts, stories, comments, direct messages. Data: me, accounts, posts, stories, notes, chats, requests, options.

const MINE = { id: "me", followed: false, follows: false, color: "#6750a4", followers: 0, following: 0 };
const accountOf = (d, id) => (id === "me" ? { ...MINE, ...d.me, followers: d.accounts.filter((a) => a.follows).length, following: d.accounts.filter((a) => a.followed).length } : d.accounts.find((a) => a.id === id));
const face = (a) => avatar(a.name, a.color);
const brief = (post) => post.text.replace(/#\w+/g, "").trim().slice(0, 40) || "picture";
const titleOf = (d, post) => `${accountOf(d, post.by).name}: ${brief(post)}`;
const byTime = (all) => [...all].sort((a, b) => b.at.localeCompare(a.at));
const ago = (iso) => stamp(iso);
const likesText = (d, post) => (d.options.hide_likes ? "Liked by others" : `${post.likes + (post.liked ? 1 : 0)} likes`);
const seen = (d, post) => { const a = accountOf(d, post.by); return !post.archived && !post.hidden && !a.blocked; };
const postOf = (p) => p.data.posts.find((each) => each.id === p.args.id);
const flipLike = (post) => { post.liked = !post.liked; };
const goTo = (p, id) => p.open("profile", { id });
const lookOf = (post) => look(post.image);

app({
  id: "social", name: "Social", icon: "social", color: "#8e24aa", start: "main", permissions: ["Photos and videos", "Notifications"],
  share: (what) => (what.paths.length === 1 && isImage(what.paths[0]) ? ["compose", { image: what.paths[0] }] : null),
  back: (p) => { if (p.frame.screen !== "main" || (p.local.tab ?? "home") === "home") return false; Object.assign(p.local, { tab: "home", find: "" }); return true; },
  screens: { main: mainScreen, post: postScreen, comments: commentsScreen, profile: profileScreen, people: peopleScreen, story: storyScreen, compose: composeScreen, edit: editScreen, chats: chatsScreen, chat: chatScreen, saved: (p) => shelf(p, "Saved", (post) => post.saved, "Nothing saved yet"), liked: (p) => shelf(p, "Posts you liked", (post) => post.liked, "No likes yet"), archive: (p) => shelf(p, "Archive", (post) => post.archived, "Nothing archived"), tag: (p) => shelf(p, p.args.tag, (post) => post.text.includes(p.args.tag), "No posts"), close: closeScreen, blocked: blockedScreen, settings: settingsScreen, profile_edit: profileEdit, files: filesPage },
});

function mainScreen(p) {
  const tab = (p.local.tab ??= "home");
  const views = { home: homeTab, search: searchTab, activity: activityTab, me: (page) => profileBody(page, accountOf(page.data, "me")) };
  const head = { home: () => bar(p, "Social", { actions: [iconButton("send", `Messages${p.data.chats.some((c) => c.unread) ? ", unread" : ""}`, () => p.open("chats"), { id: "messages_button" })] }), search: () => null, activity: () => bar(p, "Notifications", { menu: [["Mark all as read", () => { p.data.notes.forEach((n) => { n.read = true; }); }]] }), me: () => bar(p, p.data.me.handle, { actions: [iconButton("menu", "Profile menu", () => p.menu([["Settings", () => p.open("settings")], ["Saved", () => p.open("saved")], ["Posts you liked", () => p.open("liked")], ["Archive", () => p.open("archive")], ["Close friends", () => p.open("close")], ["Blocked accounts", () => p.open("blocked")]]), { id: "profile_menu_button" })] }) };
  const go = (next) => { if (next === "new") p.open("compose"); else { if (next === tab) p.frame.scroll = {}; p.local.tab = next; p.frame.scroll = next === tab ? {} : p.frame.scroll; } };
  return page({ bar: head[tab](), id: tab, body: views[tab](p), bottom: bottomNav([["home", "home", "Home"], ["search", "search", "Search"], ["new", "add", "New post"], ["activity", "heart", "Notifications"], ["me", "person", "Profile"]], tab, go) });
}

function homeTab(p) {
  const d = p.data;
  const feed = byTime(d.posts.filter((post) => seen(d, post) && (post.by === "me" || (accountOf(d, post.by).followed && !accountOf(d, post.by).muted))));
  const ring = (desc, who, node, tap, css) => v("FrameLayout", { id: "story", css: `social-story ${css}`, desc, tap }, v("View", { css: "social-ring", quiet: true }, node), v("View", { text: who, css: "social-who", quiet: true }));
  const stories = d.stories.filter((each) => each.by === "me" || (accountOf(d, each.by).followed && !accountOf(d, each.by).muted && !accountOf(d, each.by).blocked));
  return [
    v("HorizontalScrollView", { css: "social-stories", scroll: "x", id: "stories" }, ring("Add to your story", "Your story", v("View", { html: "+", css: "avatar", style: "background:#6750a4", quiet: true }), () => newStory(p), "seen"), stories.map((each) => ring(`Story of ${accountOf(d, each.by).name}${each.seen ? ", seen" : ""}`, accountOf(d, each.by).name.split(" ")[0], face(accountOf(d, each.by)), () => p.open("story", { id: each.id }), each.seen ? "seen" : ""))),
    feed.length ? feed.map((post) => postCard(p, post)) : empty("post", "Nothing to see yet", "Follow people to see their posts"),
  ];
}

function newStory(p) {
  p.prompt("Add to your story", "", (words) => { if (!words.trim()) { p.toast("Write something first"); return; } const mine = p.data.stories.find((each) => each.by === "me"); if (mine) mine.items.push(words.trim()); else p.data.stories.unshift({ id: newId(), by: "me", items: [words.trim()], seen: false, liked: false }); p.toast("Added to your story"); }, { hint: "Words of your story", label: "Share" });
}

function postCard(p, post) {
  const d = p.data, a = accountOf(d, post.by), name = titleOf(d, post);
  const tags = post.text.match(/#\w+/g) ?? [];
  return col({ css: "social-post" },
    line({ css: "social-head" }, face(a), col({ id: "author", css: "grow", tap: () => goTo(p, a.id), desc: a.name }, v("View", { text: a.name, css: "strong", quiet: true }), post.place && v("View", { text: post.place, css: "small soft", quiet: true })), post.pinned && text("Pinned", "soft tiny-text"), iconButton("more", `Options of ${name}`, () => postMenu(p, post), { id: "options_button" })),
    post.image && picture(`Photo by ${name}`, lookOf(post), { id: "photo", css: "social-image", style: `background:${lookOf(post)}`, tap: () => p.open("post", { id: post.id }) }),
    line({ css: "social-acts" }, iconButton(post.liked ? "heart" : "heartOff", `${post.liked ? "Unlike" : "Like"} ${name}`, () => flipLike(post), { id: "flip_like_button", css: post.liked ? "social-liked" : "" }), iconButton("comment", `Comment on ${name}`, () => p.open("comments", { id: post.id }), { id: "comment_button" }), iconButton("send", `Share ${name}`, () => sharePost(p, post), { id: "share_button" }), space(), iconButton(post.saved ? "bookmark" : "bookmarkOff", `${post.saved ? "Unsave" : "Save"} ${name}`, () => { post.saved = !post.saved; p.toast(post.saved ? "Saved" : "Removed from saved"); }, { id: "save_button" })),
    text(likesText(d, post), "social-small"), text(post.text, "social-words", { id: "caption" }), tags.length > 0 && line({ css: "wrap social-words" }, tags.map((tag) => v("TextView", { id: "tag", text: tag, css: "small", style: "color:var(--main)", tap: () => p.open("tag", { tag }) }))),
    post.comments.length > 0 && v("TextView", { id: "view_comments", text: `View all ${post.comments.length} comments`, css: "social-small", tap: () => p.open("comments", { id: post.id }), desc: `View ${post.comments.length} comments on ${name}` }),
    text(`${ago(post.at)}${post.audience === "Everyone" ? "" : ` · ${post.audience}`}`, "social-small"));
}

function postMenu(p, post) {
  const d = p.data, a = accountOf(d, post.by);
  const own = [["Edit", () => p.open("edit", { id: post.id })], [post.pinned ? "Unpin" : "Pin to profile", () => { post.pinned = !post.pinned; }], [post.comments_off ? "Turn on commenting" : "Turn off commenting", () => { post.comments_off = !post.comments_off; p.toast(post.comments_off ? "Commenting turned off" : "Commenting turned on"); }], [post.archived ? "Show on profile" : "Archive", () => { post.archived = !post.archived; p.snack(post.archived ? "Post archived" : "Post shown again", "Undo", () => { post.archived = !post.archived; }); }],
    ["Delete", () => p.confirm("Delete this post?", "You cannot undo this.", "Delete", () => { d.posts = d.posts.filter((each) => each !== post); if (p.args.id === post.id) p.back(); p.toast("Post deleted"); })]];
  const other = [["Not interested", () => { post.hidden = true; p.snack("Post hidden", "Undo", () => { post.hidden = false; }); }], [a.muted ? "Unmute" : `Mute ${a.name}`, () => { a.muted = !a.muted; p.toast(a.muted ? `${a.name} muted` : `${a.name} unmuted`); }], a.followed && [`Unfollow ${a.name}`, () => unfollow(p, a)], ["Report", () => p.choose("Why are you reporting this?", ["Spam", "False information", "Bullying", "I just do not like it"], "", () => { post.hidden = true; p.toast("Thank you, we will look at it"); })]];
  p.menu([...(post.by === "me" ? own : other), ["Copy link", () => { s.clipboard = `https://social.example/${post.id}`; p.toast("Link copied"); }]]);
}

function sharePost(p, post) {
  const d = p.data;
  p.choose("Share with", d.accounts.filter((a) => a.followed && !a.blocked && a.id.startsWith("friend")).map((a) => [a.id, a.name]), "", (id) => { say(d, id, `Look: ${brief(post)}`, post.id); p.toast(`Sent to ${accountOf(d, id).name}`); });
}

function say(d, account, words, post) {
  let chat = d.chats.find((c) => c.account === account);
  if (!chat) { chat = { id: newId(), account, lines: [], muted: false, unread: false }; d.chats.push(chat); }
  chat.lines.push({ id: newId(), by: "me", text: words, at: moment(), liked: false, post: post ?? "" });
}

function postScreen(p) {
  const post = postOf(p);
  return page({ bar: bar(p, "Post"), body: post ? postCard(p, post) : empty("post", "This post is gone") });
}

function commentsScreen(p) {
  const d = p.data, post = postOf(p);
  if (!post) return page({ bar: bar(p, "Comments"), body: empty("post", "This post is gone") });
  const add = () => { const words = (p.local.words ?? "").trim(); if (!words) { p.toast("Write a comment first"); return; } post.comments.push({ id: newId(), by: "me", text: words, at: moment(), liked: false }); p.local.words = ""; };
  const options = (c) => p.menu([c.by === "me" || post.by === "me" ? ["Delete comment", () => { const at = post.comments.indexOf(c); post.comments.splice(at, 1); p.snack("Comment deleted", "Undo", () => post.comments.splice(at, 0, c)); }] : ["Report", () => p.toast("Thank you, we will look at it")], ["Copy text", () => { s.clipboard = c.text; p.toast("Copied"); }]]);
  const one = (c) => { const a = accountOf(d, c.by); return v("LinearLayout", { id: "comment", css: "social-comment", hold: () => options(c) }, face(a), col({ css: "grow" }, line(v("TextView", { id: "author", text: a.name, css: "strong small", tap: () => goTo(p, a.id) }), text(ago(c.at), "soft tiny-text")), text(c.text, "", { id: "comment_text" }), v("TextView", { id: "reply", text: "Reply", desc: `Reply to ${a.name}`, css: "soft tiny-text", tap: () => { p.local.words = `@${a.handle} `; focusField("words"); ui.focus.start = ui.focus.end = p.local.words.length; } })), iconButton(c.liked ? "heart" : "heartOff", `${c.liked ? "Unlike" : "Like"} comment of ${a.name}: ${c.text}`, () => flipLike(c), { id: "comment_button", css: c.liked ? "social-liked" : "" })); };
  return page({ bar: bar(p, "Comments"), body: [text(`${accountOf(d, post.by).name}: ${post.text}`, "pad soft"), post.comments.length ? post.comments.map(one) : empty("comment", "No comments yet")],
    bottom: post.comments_off ? text("Comments on this post are turned off", "pad soft center") : line({ css: "social-write" }, field(p, "words", { hint: "Add a comment", keep: true, submit: add }), button("Post", add, { id: "post_button", kind: "text" })) });
}

// --- search, notifications, people -------------------------------------------------------------

function searchTab(p) {
  const d = p.data, words = (p.local.find ?? "").trim();
  const keep = () => { if (words) d.searches = [words, ...d.searches.filter((each) => each !== words)].slice(0, 6); };
  const box = searchField(p, "find", "Search", { submit: keep });
  if (!words) {
    const others = d.posts.filter((post) => seen(d, post) && post.by !== "me" && post.image);
    return [box, d.searches.length > 0 && [line(text("Recent", "section grow"), button("Clear all", () => { d.searches = []; }, { id: "clear_all_button", kind: "text" })), d.searches.map((each) => row({ id: "recent_search_row", title: each, lead: "history", tap: () => { p.local.find = each; } }))], section("Explore"), tiles(p, others)];
  }
  const people = d.accounts.filter((a) => !a.blocked && has(`${a.name} ${a.handle}`, words)), posts = d.posts.filter((post) => seen(d, post) && has(post.text, words));
  return [box, people.length > 0 && section("Accounts"), people.map((a) => personRow(p, a)), posts.length > 0 && section("Posts"), tiles(p, posts), !people.length && !posts.length && empty("search", `No results for "${words}"`)];
}

const tiles = (p, posts) => grid(3, posts.map((post) => v("View", { id: "post_tile", desc: `Post by ${titleOf(p.data, post)}`, css: `social-tile ${post.image ? "" : "words"}`, style: post.image ? `background:${lookOf(post)}` : "", tap: () => p.open("post", { id: post.id }) }, v("View", { text: post.pinned ? "Pinned" : post.image ? "" : brief(post), quiet: true }))), { css: "social-tiles" });

function personRow(p, a, trail) {
  return row({ id: "person_row", title: a.name, sub: a.handle, lead: face(a), tap: () => goTo(p, a.id), trail: trail ?? (a.id !== "me" && followButton(p, a)) });
}

function followButton(p, a) {
  return v("Button", { id: "follow_button", text: a.followed ? "Following" : "Follow", desc: `${a.followed ? "Following" : "Follow"} ${a.name}`, css: `button ${a.followed ? "tonal" : "filled"}`, tap: () => (a.followed ? unfollow(p, a) : follow(p, a)) });
}

function follow(p, a) {
  a.followed = true;
  p.toast(`You follow ${a.name}`);
}

function unfollow(p, a) {
  p.confirm(`Unfollow ${a.name}?`, "Their posts will no longer be in your feed.", "Unfollow", () => { Object.assign(a, { followed: false, notify: false, close: false }); });
}

function activityTab(p) {
  const d = p.data;
  const words = { like: "liked your post", comment: "commented on your post", follow: "started following you", mention: "mentioned you in a comment" };
  const notes = byTime(d.notes);
  const take = (id, yes) => { d.requests = d.requests.filter((each) => each !== id); if (yes) accountOf(d, id).follows = true; p.toast(yes ? "Request accepted" : "Request deleted"); };
  return [
    d.requests.length > 0 && section("Follow requests"), d.requests.map((id) => accountOf(d, id)).map((a) => personRow(p, a, [v("Button", { id: "confirm_request_button", text: "Confirm", desc: `Confirm ${a.name}`, css: "button filled", tap: () => take(a.id, true) }), iconButton("close", `Delete request of ${a.name}`, () => take(a.id, false), { id: "delete_request_button" })])),
    section("This month"), notes.length ? notes.map((n) => { const a = accountOf(d, n.by), post = d.posts.find((each) => each.id === n.post); return row({ id: "notification_row", title: `${a.name} ${words[n.kind]}`, sub: [post && brief(post), ago(n.at)].filter(Boolean).join(" · "), strong: !n.read, lead: face(a), trail: !n.read && v("View", { desc: "New", css: "social-new" }), tap: () => { n.read = true; if (post) p.open(n.kind === "like" ? "post" : "comments", { id: post.id }); else goTo(p, a.id); }, hold: () => p.menu([["Delete notification", () => { d.notes = d.notes.filter((each) => each !== n); p.snack("Notification deleted", "Undo", () => d.notes.push(n)); }]]) }); }) : empty("bell", "No notifications"),
  ];
}

function profileScreen(p) {
  const a = accountOf(p.data, p.args.id);
  const menu = a.id === "me" ? [] : [[a.muted ? "Unmute" : "Mute", () => { a.muted = !a.muted; p.toast(a.muted ? `${a.name} muted` : `${a.name} unmuted`); }], [a.close ? "Remove from close friends" : "Add to close friends", () => { a.close = !a.close; }], a.followed && [a.notify ? "Turn off notifications" : "Turn on notifications", () => { a.notify = !a.notify; p.toast(a.notify ? "You hear of every post" : "Notifications off"); }], a.follows && ["Remove follower", () => { a.follows = false; p.snack("Follower removed", "Undo", () => { a.follows = true; }); }],
    [a.blocked ? "Unblock" : "Block", () => { if (a.blocked) a.blocked = false; else p.confirm(`Block ${a.name}?`, "They can no longer find your profile or posts.", "Block", () => { Object.assign(a, { blocked: true, followed: false, follows: false, close: false }); }); }], ["Copy profile link", () => { s.clipboard = `https://social.example/${a.handle}`; p.toast("Link copied"); }]];
  return page({ bar: bar(p, a.handle, { menu: menu.filter(Boolean) }), body: profileBody(p, a) });
}

function profileBody(p, a) {
  const d = p.data, own = a.id === "me";
  const posts = byTime(d.posts.filter((post) => post.by === a.id && !post.archived)).sort((x, y) => Number(y.pinned) - Number(x.pinned));
  const number = (n, label, tap) => v("FrameLayout", { id: "profile_count", css: "social-count", desc: `${n} ${label}`, tap }, v("View", { html: `<b>${n}</b>`, quiet: true }), v("View", { html: label, css: "small soft", quiet: true }));
  return [
    line(face(a), line({ css: "grow social-counts" }, number(posts.length, "posts"), number(a.followers, "followers", () => own && p.open("people", { kind: "follows", title: "Followers" })), number(a.following, "following", () => own && p.open("people", { kind: "followed", title: "Following" })))),
    text(a.name, "strong"), a.pronouns && text(a.pronouns, "soft small"), a.bio && text(a.bio), a.website && text(a.website, "small", { style: "color:var(--main)" }), !own && a.follows && text("Follows you", "soft small"), [a.close && "Close friend", a.muted && "Muted", a.notify && "Notifications on"].filter(Boolean).map((each) => text(each, "soft small")),
    own ? line({ css: "pad" }, button("Edit profile", () => p.open("profile_edit"), { id: "edit_profile_button", kind: "tonal" }), button("Share profile", () => { s.clipboard = `https://social.example/${a.handle}`; p.toast("Link copied"); }, { id: "share_profile_button", kind: "tonal" }))
      : a.blocked ? line({ css: "pad" }, text("You blocked this account", "soft grow"), button("Unblock", () => { a.blocked = false; }, { id: "unblock_button" })) : line({ css: "pad" }, followButton(p, a), button("Message", () => p.open("chat", { id: a.id }), { id: "message_button", kind: "tonal" })),
    a.blocked ? null : posts.length ? tiles(p, posts) : empty("camera", "No posts yet"),
  ];
}

function peopleScreen(p) {
  const words = p.local.find ?? "", d = p.data;
  const found = d.accounts.filter((a) => a[p.args.kind] && !a.blocked && has(`${a.name} ${a.handle}`, words));
  const trail = (a) => (p.args.kind === "follows" ? button("Remove", () => { a.follows = false; p.snack(`${a.name} removed`, "Undo", () => { a.follows = true; }); }, { id: "remove_button", kind: "tonal" }) : followButton(p, a));
  return page({ bar: bar(p, p.args.title), body: [searchField(p, "find", "Search"), found.length ? found.map((a) => personRow(p, a, p.args.kind === "follows" ? v("Button", { id: "remove_button", text: "Remove", desc: `Remove ${a.name}`, css: "button tonal", tap: trail(a).tap }) : trail(a))) : empty("people", "Nobody here")] });
}

function closeScreen(p) {
  const d = p.data, words = p.local.find ?? "";
  return page({ bar: bar(p, "Close friends"), body: [text(`${d.accounts.filter((a) => a.close).length} people see what you share with close friends.`, "soft small"), searchField(p, "find", "Search"), d.accounts.filter((a) => a.id.startsWith("friend") && !a.blocked && has(a.name, words)).map((a) => check(a.name, a.close, (on) => { a.close = on; }, { id: "close_checkbox" }))] });
}

function blockedScreen(p) {
  const blocked = p.data.accounts.filter((a) => a.blocked);
  return page({ bar: bar(p, "Blocked accounts"), body: blocked.length ? blocked.map((a) => personRow(p, a, v("Button", { id: "unblock_button", text: "Unblock", desc: `Unblock ${a.name}`, css: "button tonal", tap: () => { a.blocked = false; } }))) : empty("block", "You have not blocked anybody") });
}

function shelf(p, title, fits, none) {
  const posts = byTime(p.data.posts.filter((post) => fits(post) && !accountOf(p.data, post.by).blocked));
  return page({ bar: bar(p, title), body: posts.length ? tiles(p, posts) : empty("bookmark", none) });
}

// --- stories, posts, profile -------------------------------------------------------------------

function storyScreen(p) {
  const d = p.data, story = d.stories.find((each) => each.id === p.args.id);
  if (!story) return page({ bar: bar(p, "Story"), body: empty("image", "This story is gone") });
  const a = accountOf(d, story.by), at = (p.local.at ??= 0);
  const items = story.items;
  story.seen = true;
  const step = (by) => { const next = at + by; if (next < 0) return; if (next < items.length) { p.local.at = next; return; } const all = d.stories, other = all[all.indexOf(story) + 1]; if (other) p.replace("story", { id: other.id }); else p.back(); };
  const answer = () => { const words = (p.local.words ?? "").trim(); if (!words) { p.toast("Write something first"); return; } say(d, a.id, words, ""); p.local.words = ""; p.toast("Sent"); };
  return v("FrameLayout", { css: "social-viewer", style: `background:${look(items[at])}` }, line({ css: "social-bars" }, items.map((_, i) => v("View", { css: `social-seg ${i <= at ? "full" : ""}`, quiet: true }))),
    line({ css: "pad" }, face(a), v("TextView", { id: "author", text: a.name, css: "grow strong", tap: () => goTo(p, a.id) }), text(`${at + 1} of ${items.length}`, "small"), story.by === "me" && iconButton("trash", "Delete story", () => { d.stories = d.stories.filter((each) => each !== story); p.back(); }, { id: "delete_story_button" }), iconButton("close", "Close story", () => p.back(), { id: "close_story_button" })),
    v("TextView", { text: items[at], css: "social-big", tap: (spot) => step(spot.x < 0.33 ? -1 : 1), id: "story_text" }),
    line({ css: "social-acts" }, iconButton("left", "Previous", () => step(-1), { id: "previous_button", enabled: at > 0 }), space(), iconButton("right", "Next", () => step(1), { id: "next_button" })),
    story.by !== "me" && line({ css: "social-write" }, field(p, "words", { hint: `Reply to ${a.name}`, submit: answer, keep: true }), iconButton(story.liked ? "heart" : "heartOff", story.liked ? "Unlike story" : "Like story", () => { story.liked = !story.liked; }, { id: "unlike_story_button" }), iconButton("send", "Send reply", answer, { id: "send_reply_button" })));
}

function composeScreen(p) {
  const l = p.local, d = p.data;
  Object.assign(l, { begun: true, audience: l.audience ?? "Everyone", place: l.place ?? "", off: l.off ?? false, image: l.image ?? p.args.image ?? "" });
  const share = () => {
    if (!(l.words ?? "").trim() && !l.image) { p.dialog({ text: "Write something or choose a picture.", buttons: [["OK"]] }); return; }
    d.posts.push({ id: newId(), by: "me", text: (l.words ?? "").trim(), at: moment(), likes: 0, image: l.image, place: l.place, liked: false, saved: false, hidden: false, audience: l.audience, comments_off: l.off, pinned: false, archived: false, comments: [] });
    p.root();
    p.toast("Your post is shared");
  };
  return page({ bar: bar(p, "New post", { close: true, actions: [button("Share", share, { id: "share_button", kind: "text" })] }), body: [
    l.image ? [picture(baseName(l.image), look(l.image), { css: "social-pick", style: `background:${look(l.image)}` }), line(text(baseName(l.image), "grow small soft"), button("Remove picture", () => { l.image = ""; }, { id: "remove_picture_button", kind: "text" }))] : button("Choose picture", () => p.open("files", { title: "Choose a picture", from: "/sdcard", images: true, take: (path) => { l.image = path; } }), { id: "choose_picture_button", kind: "outlined", css: "wide" }),
    col({ css: "labelled" }, field(p, "words", { hint: "Write a caption", lines: true, max: 300 }), text(`${(l.words ?? "").length} of 300`, "soft tiny-text right")),
    select(p, "Location", l.place, [["", "None"], ...d.places], (next) => { l.place = next; }, { id: "place_spinner" }), select(p, "Audience", l.audience, ["Everyone", "Followers", "Close friends"], (next) => { l.audience = next; }, { id: "audience_spinner" }),
    toggle("Turn off commenting", l.off, (on) => { l.off = on; }, { id: "off_switch" }),
  ] });
}

function editScreen(p) {
  const post = postOf(p), l = p.local;
  const e = (l.edit ??= { text: post.text, place: post.place, audience: post.audience });
  const save = () => { if (!e.text.trim() && !post.image) { p.toast("Write something first"); return; } Object.assign(post, e, { text: e.text.trim() }); p.back(); p.toast("Post updated"); };
  return page({ bar: bar(p, "Edit post", { close: true, actions: [button("Save", save, { id: "save_button", kind: "text" })] }), body: [post.image && picture("Photo", lookOf(post), { css: "social-pick", style: `background:${lookOf(post)}` }), labelled(p, "text", "Caption", { value: e.text, lines: true, max: 300, change: (next) => { e.text = next; } }), select(p, "Location", e.place, [["", "None"], ...p.data.places], (next) => { e.place = next; }, { id: "place_spinner" }), select(p, "Audience", e.audience, ["Everyone", "Followers", "Close friends"], (next) => { e.audience = next; }, { id: "audience_spinner" })] });
}

function profileEdit(p) {
  const e = (p.local.edit ??= copy(p.data.me));
  const save = () => {
    if (!e.name.trim()) { p.local.wrong = "Enter your name"; return; }
    if (!/^[a-z0-9._]{3,30}$/.test(e.handle)) { p.local.wrong = "User names have 3 to 30 small letters, digits, dots and underscores"; return; }
    if (p.data.accounts.some((a) => a.handle === e.handle)) { p.local.wrong = "This user name is taken"; return; }
    Object.assign(p.data.me, e);
    p.back();
    p.toast("Profile saved");
  };
  const part = (id, label, more) => labelled(p, id, label, { value: e[id], change: (next) => { e[id] = next; }, ...more });
  return page({ bar: bar(p, "Edit profile", { close: true, actions: [button("Save", save, { id: "save_button", kind: "text" })] }), body: [p.local.wrong && text(p.local.wrong, "bad"), part("name", "Name"), part("handle", "User name"), part("pronouns", "Pronouns"), part("bio", "Bio", { lines: true, max: 150 }), part("website", "Website")] });
}

// --- direct messages and settings --------------------------------------------------------------

function chatsScreen(p) {
  const d = p.data, words = p.local.find ?? "";
  const chats = [...d.chats].filter((c) => has(accountOf(d, c.account).name, words)).sort((a, b) => (b.lines.at(-1)?.at ?? "").localeCompare(a.lines.at(-1)?.at ?? ""));
  const drop = (c) => p.confirm("Delete this chat?", "Only your copy is deleted.", "Delete", () => { d.chats = d.chats.filter((each) => each !== c); });
  const fresh = () => p.choose("New message", d.accounts.filter((a) => !a.blocked && a.id.startsWith("friend")).map((a) => [a.id, a.name]), "", (id) => p.open("chat", { id }));
  return page({ bar: bar(p, "Messages", { actions: [iconButton("edit", "New message", fresh, { id: "new_message_button" })] }), body: [searchField(p, "find", "Search"), chats.length ? chats.map((c) => { const a = accountOf(d, c.account), last = c.lines.at(-1); return row({ id: "chat_row", title: a.name, sub: last ? `${last.by === "me" ? "You: " : ""}${last.text}` : "", meta: last && ago(last.at), strong: c.unread, lead: face(a), tap: () => p.open("chat", { id: c.account }), hold: () => p.menu([[c.unread ? "Mark as read" : "Mark as unread", () => { c.unread = !c.unread; }], [c.muted ? "Unmute" : "Mute messages", () => { c.muted = !c.muted; }], ["Delete chat", () => drop(c)]]), trail: c.muted && text("Muted", "soft tiny-text") }); }) : empty("chat", words ? "No such chat" : "No messages yet")] });
}

function chatScreen(p) {
  const d = p.data, a = accountOf(d, p.args.id), chat = d.chats.find((c) => c.account === a.id);
  if (chat?.unread) chat.unread = false;
  const send = () => { const words = (p.local.words ?? "").trim(); if (!words) { p.toast("Write a message first"); return; } say(d, a.id, words, ""); p.local.words = ""; p.frame.scroll = {}; };
  const options = (each) => p.menu([[each.liked ? "Remove heart" : "Heart", () => flipLike(each)], ["Copy", () => { s.clipboard = each.text; p.toast("Copied"); }], each.by === "me" && ["Unsend", () => { chat.lines = chat.lines.filter((other) => other !== each); p.toast("Message unsent"); }]]);
  return page({ bar: bar(p, a.name, { sub: a.handle, menu: [["View profile", () => goTo(p, a.id)], chat && [chat.muted ? "Unmute" : "Mute messages", () => { chat.muted = !chat.muted; }]].filter(Boolean) }), fromEnd: true, id: "chat",
    body: col({ css: "gap pad" }, (chat?.lines ?? []).map((each) => [v("TextView", { id: "message", text: each.text, css: `social-line ${each.by === "me" ? "mine" : ""}`, hold: () => options(each), tap: each.post ? () => p.open("post", { id: each.post }) : undefined }), each.liked && text("♥", `social-liked ${each.by === "me" ? "right" : ""}`)]), !chat && empty("chat", `Say hello to ${a.name}`)),
    bottom: a.blocked ? text("You blocked this account", "pad soft center") : line({ css: "social-write" }, field(p, "words", { hint: "Message", keep: true, submit: send }), button("Send", send, { id: "send_button", kind: "text" })) });
}

function settingsScreen(p) {
  const o = p.data.options, flip = (key) => (on) => { o[key] = on; }, who = ["Everyone", "People you follow", "No one"];
  return page({ bar: bar(p, "Settings"), body: [
    section("Who can see you"), toggle("Private account", o.private, (on) => p.confirm(on ? "Switch to a private account?" : "Switch to a public account?", on ? "Only followers will see what you post." : "Everybody will see what you post.", "Switch", () => { o.private = on; }), { id: "private_switch" }), toggle("Show activity status", o.activity, flip("activity"), { id: "activity_switch" }), toggle("Hide like counts", o.hide_likes, flip("hide_likes"), { id: "hide_likes_switch" }),
    row({ id: "close_friends_row", title: "Close friends", meta: String(p.data.accounts.filter((a) => a.close).length), tap: () => p.open("close") }), row({ id: "blocked_accounts_row", title: "Blocked accounts", meta: String(p.data.accounts.filter((a) => a.blocked).length), tap: () => p.open("blocked") }),
    section("Who can talk to you"), select(p, "Allow comments from", o.comments, who, (next) => { o.comments = next; }, { id: "comments_spinner" }), select(p, "Allow mentions from", o.mentions, who, (next) => { o.mentions = next; }, { id: "mentions_spinner" }),
    section("Notifications"), toggle("Likes", o.tell_likes, flip("tell_likes"), { id: "tell_likes_switch" }), toggle("Comments", o.tell_comments, flip("tell_comments"), { id: "tell_comments_switch" }), toggle("New followers", o.tell_follows, flip("tell_follows"), { id: "tell_follows_switch" }), toggle("Messages", o.tell_messages, flip("tell_messages"), { id: "tell_messages_switch" }),
    section("Data"), toggle("Data saver", o.data_saver, flip("data_saver"), { id: "data_saver_switch" }),
  ] });
}
