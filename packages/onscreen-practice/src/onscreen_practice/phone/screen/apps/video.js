"use strict";
// Video: home feed, search, player page, playlists, history, downloads, shorts. Data: channels, videos, shorts, liked, later, playlists, history, downloads, player, settings.

const length = (n) => (n >= 3600 ? `${Math.floor(n / 3600)}:${two(Math.floor(n / 60) % 60)}:${two(n % 60)}` : `${Math.floor(n / 60)}:${two(n % 60)}`);
const clipOf = (p, id) => p.data.videos.find((each) => each.id === id);
const channelOf = (p, id) => p.data.channels.find((each) => each.id === id);
const ago = (iso) => { const days = Math.round((dateOf(today()) - dateOf(iso)) / 86400000); const [n, unit] = days < 1 ? [0, ""] : days < 7 ? [days, "day"] : days < 31 ? [Math.floor(days / 7), "week"] : [Math.floor(days / 30), "month"]; return n ? `${n} ${unit}${n === 1 ? "" : "s"} ago` : "today"; };
const linkOf = (clip) => `https://video.example.com/watch/${clip.id}`;
const still = (clip, css) => picture(clip.title, `<svg viewBox="0 0 160 90"><circle cx="130" cy="20" r="46" fill="#fff2"/><path d="M0 90 L50 ${30 + (clip.seconds % 30)} L90 90 L120 50 L160 90Z" fill="#0003"/><path fill="#fffc" transform="translate(62 27) scale(1.5)" d="${ICONS.play}"/></svg>`, { css: `video-still ${css ?? ""}`, style: `background:linear-gradient(150deg, ${tint(clip.title)}, ${tint(clip.channel)})`, quiet: true });
const thumb = (clip, css) => v("FrameLayout", { css: `video-thumb ${css ?? ""}`, quiet: true }, still(clip), v("View", { html: length(clip.seconds), css: "video-length" }));
const factsOf = (p, clip) => `${channelOf(p, clip.channel).name} · ${clip.views}K views · ${ago(clip.date)}`;
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const QUALITIES = ["Auto", "Data saver", "360p", "480p", "720p", "1080p"];
const passedOf = (pl) => (pl.playing ? pl.passed_sec + (s.system.now - pl.since) / 1000 * pl.speed : pl.passed_sec);

app({
  id: "video", name: "Video", icon: "video", color: "#d32f2f", start: "main",
  links: (address) => {
    const found = address.startsWith("https://video.example.com") && address.match(/video\d+/);
    return found ? ["watch", { id: found[0] }] : address.startsWith("https://video.example.com") ? ["main", {}] : null;
  },
  screens: {
    main(p) {
      p.local.tab ??= "home";
      const views = { home: homeTab, shorts: shortsTab, subs: subsTab, you: youTab };
      return page({ ...views[p.local.tab](p), bottom: bottomNav([["home", "home", "Home"], ["shorts", "flash", "Shorts"], ["subs", "subscribe", "Subscriptions"], ["you", "account", "You"]], p.local.tab, (tab) => { p.local.tab = tab; p.frame.scroll = {}; }) });
    },
    search: searchScreen, results: resultsScreen, watch: watchScreen, comments: commentsScreen, channel: channelScreen, list: listScreen, history: historyScreen, downloads: downloadsScreen, settings: settingsScreen,
  },
});

// --- videos in lists ---------------------------------------------------------------------------

const watch = (p, clip) => p.open("watch", { id: clip.id });
const feedCard = (p, clip) => v("FrameLayout", { id: "video_card", css: "video-card", tap: () => watch(p, clip), hold: () => clipMenu(p, clip) }, thumb(clip), line({ css: "video-card-foot" }, avatar(channelOf(p, clip.channel).name), col({ css: "grow" }, text(clip.title, "strong"), text(factsOf(p, clip), "soft small")), iconButton("more", `Options of ${clip.title}`, () => clipMenu(p, clip), { id: "options_button" })));
const clipRow = (p, clip, { drop, sub } = {}) => row({ id: "video_row", title: clip.title, sub: sub ?? factsOf(p, clip), lead: thumb(clip, "video-small"), tap: () => watch(p, clip), hold: () => clipMenu(p, clip, drop), trail: iconButton("more", `Options of ${clip.title}`, () => clipMenu(p, clip, drop), { id: "options_button" }) });

function clipMenu(p, clip, drop) {
  const later = p.data.later.includes(clip.id);
  p.menu([
    drop, [later ? "Remove from Watch later" : "Save to Watch later", () => flipLater(p, clip)], ["Save to playlist", () => saveDialog(p, clip)], ["Download", () => downloadDialog(p, clip)],
    ["Share", () => { p.state.clipboard = linkOf(clip); p.toast("Link copied"); }], ["Go to channel", () => p.open("channel", { id: clip.channel })],
    ["Not interested", () => { p.data.hidden = [...p.data.hidden, clip.id]; p.snack("Video hidden", "Undo", () => { p.data.hidden = p.data.hidden.filter((id) => id !== clip.id); }); }],
  ]);
}

function flipLater(p, clip) {
  const before = [...p.data.later];
  const there = before.includes(clip.id);
  p.data.later = there ? before.filter((id) => id !== clip.id) : [clip.id, ...before];
  p.snack(there ? "Removed from Watch later" : "Saved to Watch later", "Undo", () => { p.data.later = before; });
}

function saveDialog(p, clip) {
  p.dialog({ title: "Save to", body: () => [check("Watch later", p.data.later.includes(clip.id), () => flipLater(p, clip), { id: "watch_later_checkbox" }),
    p.data.playlists.map((each) => check(each.name, each.videos.includes(clip.id), (on) => { each.videos = on ? [...each.videos, clip.id] : each.videos.filter((id) => id !== clip.id); }, { id: "playlist_checkbox" })), button("New playlist", () => listDialog(p, (made) => { made.videos = [clip.id]; }), { id: "new_playlist_button", kind: "text" })], buttons: [["Done"]] });
}

function listDialog(p, then, old) {
  p.dialog({
    title: old ? "Edit playlist" : "New playlist", local: { private: old?.private ?? true }, body: (def) => [field(p, "name", { opens: true, hint: "Playlist name", value: old?.name, where: def.local, max: 80 }), toggle("Private", def.local.private, (on) => { def.local.private = on; }, { id: "private_switch" }), def.local.wrong && text(def.local.wrong, "bad small")],
    buttons: [["Cancel"], [old ? "Save" : "Create", (def) => {
      const name = def.local.name.trim();
      def.local.wrong = !name ? "Enter a name" : p.data.playlists.some((each) => each !== old && same(each.name, name)) ? "There is a playlist of this name" : "";
      if (def.local.wrong) return false;
      if (old) Object.assign(old, { name, private: def.local.private });
      else { const made = { id: newId(), name, private: def.local.private, videos: [] }; p.data.playlists.push(made); then?.(made); }
      p.toast(old ? "Playlist saved" : "Playlist created");
    }]],
  });
}

function downloadDialog(p, clip) {
  const there = p.data.downloads.find((each) => each.video === clip.id);
  if (there) { p.confirm("Delete download?", clip.title, "Delete", () => { p.data.downloads = p.data.downloads.filter((each) => each !== there); p.toast("Download deleted"); }); return; }
  p.choose("Download quality", [["1080p", "Full HD (1080p)"], ["720p", "High (720p)"], ["360p", "Medium (360p)"], ["144p", "Low (144p)"]], p.data.settings.download_quality, (quality) => { p.data.downloads.unshift({ video: clip.id, quality }); p.toast("Downloaded"); });
}

// --- the four tabs -----------------------------------------------------------------------------

const searchButton = (p) => iconButton("search", "Search", () => p.open("search"), { id: "search_button" });

function homeTab(p) {
  const kinds = ["All", ...[...new Set(p.data.channels.map((each) => each.category))].sort()];
  p.local.kind ??= "All";
  const shown = p.data.videos.filter((each) => !p.data.hidden.includes(each.id) && (p.local.kind === "All" || channelOf(p, each.channel).category === p.local.kind));
  return { bar: bar(p, "Video", { actions: [searchButton(p)], menu: [["Settings", () => p.open("settings")]] }), body: [chips(kinds, p.local.kind, (next) => { p.local.kind = next; }, { id: "kind_chip" }), shown.map((each) => feedCard(p, each)), !shown.length && empty("video", "No videos here")] };
}

function shortsTab(p) {
  const all = p.data.shorts;
  p.local.at ??= 0;
  const short = all[p.local.at];
  const channel = channelOf(p, short.channel);
  const swipe = (way) => { const to = p.local.at + (way === "up" ? 1 : way === "down" ? -1 : 0); if (!all[to] || to === p.local.at) return false; p.local.at = to; return true; };
  const likeIt = () => { short.liked = !short.liked; short.likes += short.liked ? 1 : -1; };
  return { still: true, body: v("FrameLayout", { css: "video-short", desc: `Short ${p.local.at + 1} of ${all.length}`, swipe, style: `background:linear-gradient(170deg, ${tint(short.caption)}, #111 85%)` },
    v("ImageView", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS.play}"/></svg>`, css: "video-short-mark", quiet: true }),
    col({ css: "video-short-side" }, iconButton(short.liked ? "like" : "likeOff", short.liked ? "Unlike this short" : "Like this short", likeIt, { id: "like_button", selected: short.liked }), text(`${short.likes}K`, "small center"), iconButton("share", "Share this short", () => { p.state.clipboard = `https://video.example.com/shorts/${short.id}`; p.toast("Link copied"); }, { id: "share_short_button" })),
    col({ css: "video-short-foot" }, line(avatar(channel.name), v("TextView", { id: "channel", text: channel.name, css: "strong grow", tap: () => p.open("channel", { id: channel.id }) }), button(channel.subscribed ? "Subscribed" : "Subscribe", () => subscribe(p, channel), { id: "subscribe_button", kind: channel.subscribed ? "tonal" : "filled" })), text(short.caption))) };
}

function subsTab(p) {
  const mine = p.data.channels.filter((each) => each.subscribed);
  const shown = p.data.videos.filter((each) => channelOf(p, each.channel).subscribed).sort((a, b) => b.date.localeCompare(a.date));
  return { bar: bar(p, "Subscriptions", { actions: [searchButton(p)] }), body: mine.length ? [v("HorizontalScrollView", { css: "video-strip", scroll: "x", id: "channels" }, mine.map((each) => v("FrameLayout", { id: "channel", css: "video-channel", tap: () => p.open("channel", { id: each.id }) }, avatar(each.name), text(each.name, "tiny-text center")))), shown.map((each) => feedCard(p, each))] : empty("subscribe", "No subscriptions", "Subscribe to channels to see their newest videos here") };
}

function youTab(p) {
  const d = p.data;
  return { bar: bar(p, "You", { actions: [searchButton(p), iconButton("settings", "Settings", () => p.open("settings"), { id: "settings_button" })] }), body: [
    row({ id: "account_row", title: d.owner, sub: "@robinvale", lead: avatar(d.owner) }),
    row({ id: "history_row", title: "History", sub: d.settings.history_paused ? "Paused" : `${d.history.length} videos`, lead: "history", tap: () => p.open("history") }), row({ id: "downloads_row", title: "Downloads", sub: `${d.downloads.length} videos`, lead: "download", tap: () => p.open("downloads") }),
    section("Playlists"), row({ id: "new_playlist_row", title: "New playlist", lead: "add", tap: () => listDialog(p) }), row({ id: "watch_later_row", title: "Watch later", sub: `${d.later.length} videos`, lead: "clock", tap: () => p.open("list", { id: "later" }) }), row({ id: "liked_videos_row", title: "Liked videos", sub: `${d.liked.length} videos`, lead: "likeOff", tap: () => p.open("list", { id: "liked" }) }),
    d.playlists.map((each) => row({ id: "playlist_row", title: each.name, sub: `${each.private ? "Private" : "Public"} · ${each.videos.length} videos`, lead: "playlist", tap: () => p.open("list", { id: each.id }), trail: iconButton("more", `Options of ${each.name}`, () => p.menu(listMenu(p, each, false)), { id: "options_button" }) }))] };
}

// --- searching ---------------------------------------------------------------------------------

function searchScreen(p) {
  const words = p.local.words ?? "";
  const go = (query) => {
    if (!query.trim()) return;
    if (!p.data.settings.searches_paused) p.data.searches = [query.trim(), ...p.data.searches.filter((each) => !same(each, query))].slice(0, 10);
    p.replace("results", { query: query.trim() });
  };
  const hits = words.trim() ? [...p.data.videos.map((each) => each.title), ...p.data.channels.map((each) => each.name)].filter((each) => has(each, words)).slice(0, 8) : [];
  return page({ bar: bar(p, "Search"), body: [searchField(p, "words", "Search videos and channels", { opens: true, submit: () => go(words) }), words.trim() ? [row({ id: "search_for_row", title: `Search for "${words.trim()}"`, lead: "search", tap: () => go(words) }), hits.map((each) => row({ id: "suggestion_row", title: each, lead: "search", tap: () => go(each) }))]
    : p.data.searches.map((each) => row({ id: "recent_search_row", title: each, lead: "history", tap: () => go(each), trail: iconButton("close", `Forget ${each}`, () => { p.data.searches = p.data.searches.filter((other) => other !== each); }, { id: "forget_button" }) }))] });
}

function resultsScreen(p) {
  const l = p.local;
  l.filter ??= { sort: "best", age: 9999, long: "any" };
  const words = p.args.query.split(" ").filter(Boolean);
  const { sort, age, long } = l.filter;
  const fits = { any: () => true, short: (n) => n < 240, middle: (n) => n >= 240 && n <= 1200, long: (n) => n > 1200 }[long];
  const order = { best: () => 0, new: (a, b) => b.date.localeCompare(a.date), views: (a, b) => b.views - a.views }[sort];
  const found = p.data.videos.filter((each) => words.every((word) => has(`${each.title} ${channelOf(p, each.channel).name} ${channelOf(p, each.channel).category}`, word)) && fits(each.seconds) && each.date >= addDays(today(), -age)).sort(order);
  const channels = p.data.channels.filter((each) => words.every((word) => has(each.name, word)));
  return page({ bar: bar(p, p.args.query, { actions: [searchButton(p), iconButton("filter", "Search filters", () => filterDialog(p), { id: "search_filters_button" })] }), body: [channels.map((each) => channelRow(p, each)), found.map((each) => clipRow(p, each)), !channels.length && !found.length && empty("search", "No results found", "Try other words or fewer filters")] });
}

function filterDialog(p) {
  p.dialog({ title: "Search filters", local: { ...p.local.filter }, body: (def) => [section("Sort by"), radios([["best", "Relevance"], ["new", "Upload date"], ["views", "View count"]], def.local.sort, (next) => { def.local.sort = next; }, { id: "sort_radio" }), section("Upload date"), radios([[9999, "Any time"], [7, "This week"], [31, "This month"]], def.local.age, (next) => { def.local.age = next; }, { id: "age_radio" }), section("Duration"), radios([["any", "Any length"], ["short", "Under 4 minutes"], ["middle", "4 to 20 minutes"], ["long", "Over 20 minutes"]], def.local.long, (next) => { def.local.long = next; }, { id: "long_radio" })], buttons: [["Cancel"], ["Apply", (def) => { p.local.filter = { ...def.local }; }]] });
}

const channelRow = (p, each) => row({ id: "channel_row", title: each.name, sub: `${each.subscribers}K subscribers · ${each.category}`, lead: avatar(each.name), tap: () => p.open("channel", { id: each.id }), trail: button(each.subscribed ? "Subscribed" : "Subscribe", () => subscribe(p, each), { id: "subscribe_button", kind: each.subscribed ? "tonal" : "filled" }) });

function subscribe(p, channel) {
  if (!channel.subscribed) { channel.subscribed = true; p.toast(`Subscribed to ${channel.name}`); return; }
  p.menu([...["All", "Personalised", "None"].map((bell) => [channel.bell === bell ? `${bell} (now)` : bell, () => { channel.bell = bell; p.toast(`Notifications: ${bell}`); }]), ["Unsubscribe", () => p.confirm(`Unsubscribe from ${channel.name}?`, "Its videos are no longer in your subscriptions.", "Unsubscribe", () => { channel.subscribed = false; channel.bell = "Personalised"; })]]);
}

// --- watching ----------------------------------------------------------------------------------

function watchScreen(p) {
  const clip = clipOf(p, p.args.id);
  if (!clip) return page({ bar: bar(p, "Video"), body: empty("warning", "This video is not available") });
  const d = p.data, pl = d.player, channel = channelOf(p, clip.channel);
  if (!p.local.begun) {
    p.local.begun = true;
    Object.assign(pl, { video: clip.id, playing: true, passed_sec: 0, since: s.system.now });
    if (!d.settings.history_paused) d.history = [{ video: clip.id, date: today() }, ...d.history.filter((each) => each.video !== clip.id)];
  }
  const flip = (key, other) => () => { d[key] = d[key].includes(clip.id) ? d[key].filter((id) => id !== clip.id) : [clip.id, ...d[key]]; d[other] = d[other].filter((id) => id !== clip.id); };
  const liked = d.liked.includes(clip.id), disliked = d.disliked.includes(clip.id);
  const chip = (id, icon, label, tap, on) => v("Button", { id, text: label, css: `video-action ${on ? "lit" : ""}`, selected: on, tap }, ico(icon, "tiny"), v("View", { html: label, quiet: true }));
  const next = d.videos.filter((each) => each !== clip && !d.hidden.includes(each.id)).slice(0, 8);
  return page({ bar: playerBox(p, clip), body: [
    text(clip.title, "video-title"), v("TextView", { id: "description", text: `${clip.views}K views · ${ago(clip.date)} …more`, desc: "Description", css: "soft small", tap: () => p.dialog({ title: "Description", text: `${clip.title}\n\n${clip.views * 1000} views · ${longDate(clip.date)}\nBy ${channel.name}: ${channel.about}\nCaptions: ${clip.captions.join(", ")}`, buttons: [["Close"]] }) }),
    line({ css: "video-by" }, v("FrameLayout", { id: "channel", css: "line grow", tap: () => p.open("channel", { id: channel.id }) }, avatar(channel.name), col(text(channel.name, "strong"), text(`${channel.subscribers}K subscribers`, "soft small"))), channel.subscribed && iconButton("bell", "Notifications of this channel", () => subscribe(p, channel), { id: "notifications_channel_button" }), button(channel.subscribed ? "Subscribed" : "Subscribe", () => subscribe(p, channel), { id: "subscribe_button", kind: channel.subscribed ? "tonal" : "filled" })),
    v("HorizontalScrollView", { css: "video-actions", scroll: "x", id: "actions" }, chip("like_button", liked ? "like" : "likeOff", liked ? `Liked ${clip.likes + 1}K` : `Like ${clip.likes}K`, flip("liked", "disliked"), liked), chip("dislike_button", disliked ? "dislike" : "dislikeOff", disliked ? "Disliked" : "Dislike", flip("disliked", "liked"), disliked), chip("save_button", "bookmarkOff", "Save", () => saveDialog(p, clip)), chip("download_button", "download", d.downloads.some((each) => each.video === clip.id) ? "Downloaded" : "Download", () => downloadDialog(p, clip)), chip("share_button", "share", "Share", () => { p.state.clipboard = linkOf(clip); p.toast("Link copied"); })),
    card({ id: "comments_card", tap: () => p.open("comments", { id: clip.id }), desc: `Comments ${clip.comments.length}` }, text(`Comments ${clip.comments.length}`, "strong small"), clip.comments[0] && text(`${clip.comments[0].who}: ${clip.comments[0].text}`, "soft small")),
    section("Up next"), next.map((each) => clipRow(p, each))] });
}

function playerBox(p, clip) {
  const pl = p.data.player;
  const passed = Math.min(clip.seconds, passedOf(pl));
  const seek = (to) => Object.assign(pl, { passed_sec: Math.max(0, Math.min(clip.seconds, to)), since: s.system.now });
  return v("FrameLayout", { css: "video-box", id: "player" }, still(clip, "video-play"), pl.captions && text(`[${pl.captions}] …`, "video-captions", { desc: `Captions: ${pl.captions}` }),
    line({ css: "video-top" }, iconButton("back", "Navigate up", goBack, { id: "navigate_up_button" }), space(), iconButton("subtitles", pl.captions ? "Captions on" : "Captions off", () => { pl.captions = pl.captions ? "" : clip.captions[0]; p.toast(pl.captions ? `Captions: ${pl.captions}` : "Captions off"); }, { id: "captions_button", selected: Boolean(pl.captions) }), iconButton("settings", "Player settings", () => playerMenu(p, clip), { id: "player_settings_button" })),
    line({ css: "video-middle" }, iconButton("rewind10", "Back 10 seconds", () => seek(passed - 10), { id: "back_10_seconds_button" }), iconButton(pl.playing ? "pause" : "play", pl.playing ? "Pause video" : "Play video", () => { seek(passed); pl.playing = !pl.playing; }, { id: "play_pause_button" }), iconButton("forward10", "Forward 10 seconds", () => seek(passed + 10), { id: "forward_10_seconds_button" })),
    line({ css: "video-time" }, text(`${length(Math.floor(passed))} / ${length(clip.seconds)}`, "tiny-text"), pl.speed !== 1 && text(`${pl.speed}×`, "tiny-text")), slider("Seek", Math.round(passed), { id: "seek_slider", max: clip.seconds, change: seek }));
}

function playerMenu(p, clip) {
  const pl = p.data.player;
  const seek = () => Object.assign(pl, { passed_sec: passedOf(pl), since: s.system.now });
  p.dialog({ title: "Player settings", body: () => [
    select(p, "Quality", pl.quality, QUALITIES, (next) => { pl.quality = next; }, { id: "quality_spinner" }), select(p, "Playback speed", pl.speed, SPEEDS.map((n) => [n, n === 1 ? "Normal" : `${n}×`]), (next) => { seek(); pl.speed = next; }, { id: "speed_spinner" }),
    select(p, "Captions", pl.captions, [["", "Off"], ...clip.captions.map((each) => [each, each])], (next) => { pl.captions = next; }, { id: "captions_spinner" }), toggle("Loop video", pl.loop, (on) => { pl.loop = on; }, { id: "loop_switch" })], buttons: [["Done"]] });
}

function commentsScreen(p) {
  const clip = clipOf(p, p.args.id);
  p.local.sort ??= "Top";
  const shown = p.local.sort === "Top" ? [...clip.comments].sort((a, b) => b.likes - a.likes) : clip.comments;
  const send = () => {
    if (!p.local.words.trim()) { p.toast("Write something first"); return; }
    clip.comments.unshift({ id: newId(), who: p.data.owner, text: p.local.words.trim(), likes: 0, date: today() });
    p.local.words = ""; p.local.sort = "Newest"; blur(); p.toast("Comment added");
  };
  return page({ bar: bar(p, `Comments ${clip.comments.length}`, { close: true, sub: clip.title }), body: [chips(["Top", "Newest"], p.local.sort, (next) => { p.local.sort = next; }, { id: "sort_chip" }), shown.length ? shown.map((each) => row({ id: "comment_row", css: "video-comment", title: each.text, sub: `${each.who} · ${ago(each.date)} · ${each.likes} likes`, lead: avatar(each.who), trail: line({ css: "video-tight" }, iconButton(each.liked ? "like" : "likeOff", `Like comment of ${each.who}: ${each.text}`, () => { each.liked = !each.liked; each.likes += each.liked ? 1 : -1; }, { id: "like_comment_button", selected: each.liked }), each.who === p.data.owner && iconButton("trash", `Delete comment: ${each.text}`, () => p.confirm("Delete comment?", each.text, "Delete", () => { clip.comments = clip.comments.filter((other) => other !== each); }), { id: "delete_comment_button" })) })) : empty("comment", "No comments yet", "Be the first to comment")],
    bottom: line({ css: "video-write" }, field(p, "words", { hint: "Add a comment", submit: send, keep: true }), iconButton("send", "Send comment", send, { id: "send_comment_button" })) });
}

function channelScreen(p) {
  const channel = channelOf(p, p.args.id);
  p.local.sort ??= "Latest";
  const order = { Latest: (a, b) => b.date.localeCompare(a.date), Popular: (a, b) => b.views - a.views, Oldest: (a, b) => a.date.localeCompare(b.date) }[p.local.sort];
  const shown = p.data.videos.filter((each) => each.channel === channel.id).sort(order);
  return page({ bar: bar(p, channel.name, { actions: [searchButton(p)] }), body: [
    v("View", { css: "video-banner", style: `background:linear-gradient(100deg, ${tint(channel.name)}, ${tint(channel.category)})`, quiet: true }), line({ css: "video-by" }, avatar(channel.name), col({ css: "grow" }, text(channel.name, "big"), text(`${channel.subscribers}K subscribers · ${shown.length} videos`, "soft small"))), text(channel.about, "small"),
    line({ css: "video-tools" }, button(channel.subscribed ? "Subscribed" : "Subscribe", () => subscribe(p, channel), { id: "subscribe_button", kind: channel.subscribed ? "tonal" : "filled", css: "grow" }), channel.subscribed && iconButton("bell", `Notifications: ${channel.bell}`, () => subscribe(p, channel), { id: "notifications_button" })),
    chips(["Latest", "Popular", "Oldest"], p.local.sort, (next) => { p.local.sort = next; }, { id: "sort_chip" }), shown.map((each) => clipRow(p, each))] });
}

// --- lists, history, downloads, settings -------------------------------------------------------

function listMenu(p, list, inside) {
  const drop = () => { const before = [...p.data.playlists]; p.data.playlists = before.filter((each) => each !== list); if (inside) p.back(); p.snack(`${list.name} deleted`, "Undo", () => { p.data.playlists = before; }); };
  return [["Edit playlist", () => listDialog(p, null, list)], ["Delete playlist", () => p.confirm("Delete playlist?", `${list.name} is removed for good.`, "Delete", drop)]];
}

function listScreen(p) {
  const own = p.data.playlists.find((each) => each.id === p.args.id);
  const name = { later: "Watch later", liked: "Liked videos" }[p.args.id] ?? own?.name;
  if (!name) return page({ bar: bar(p, "Playlist"), body: empty("playlist", "This playlist was deleted") });
  const [holder, key] = own ? [own, "videos"] : [p.data, p.args.id];
  const ids = holder[key];
  const drop = (id) => () => { const before = [...ids]; holder[key] = before.filter((each) => each !== id); p.snack(`Removed from ${name}`, "Undo", () => { holder[key] = before; }); };
  const swap = (i, by) => () => { [ids[i], ids[i + by]] = [ids[i + by], ids[i]]; };
  const menu = [...(own ? listMenu(p, own, true) : []), ids.length > 0 && ["Remove all videos", () => p.confirm("Remove all videos?", `${name} is empty afterwards.`, "Remove", () => { holder[key] = []; })]].filter(Boolean);
  return page({ bar: bar(p, name, { sub: own ? `${own.private ? "Private" : "Public"} · ${ids.length} videos` : `${ids.length} videos`, actions: [ids.length > 1 && iconButton("sort", p.local.order ? "Finish sorting" : "Sort videos", () => { p.local.order = !p.local.order; }, { id: "sort_order_button", selected: p.local.order })], menu }),
    body: ids.length ? [!p.local.order && button("Play all", () => watch(p, clipOf(p, ids[0])), { id: "play_all_button", icon: "play", css: "wide" }), ids.map((id, i) => { const clip = clipOf(p, id); return p.local.order ? row({ id: "playlist_video_row", title: clip.title, lead: thumb(clip, "video-small"), trail: line({ css: "video-tight" }, iconButton("up", `Move ${clip.title} up`, swap(i, -1), { id: "move_up_button", enabled: i > 0 }), iconButton("down", `Move ${clip.title} down`, swap(i, 1), { id: "move_down_button", enabled: i < ids.length - 1 })) }) : clipRow(p, clip, { drop: [p.args.id === "later" ? "Take out of this list" : `Remove from ${name}`, drop(id)] }); })] : empty("playlist", "No videos in this list") });
}

function historyScreen(p) {
  const d = p.data;
  const shown = d.history.filter((each) => has(clipOf(p, each.video).title, p.local.words ?? ""));
  const drop = (entry) => { const before = [...d.history]; d.history = before.filter((each) => each !== entry); p.snack("Removed from history", "Undo", () => { d.history = before; }); };
  const days = [...new Set(shown.map((each) => each.date))];
  const pause = () => { d.settings.history_paused = !d.settings.history_paused; p.toast(d.settings.history_paused ? "Watch history paused" : "Watch history on"); };
  return page({ bar: bar(p, "History", { sub: d.settings.history_paused ? "Paused" : undefined, menu: [["Clear watch history", () => p.confirm("Clear watch history?", "All videos you watched are forgotten.", "Clear", () => { d.history = []; })], [d.settings.history_paused ? "Turn on watch history" : "Pause watch history", pause]] }),
    body: [searchField(p, "words", "Search watch history"), days.map((day) => [section(day === today() ? "Today" : shortDate(day)), shown.filter((each) => each.date === day).map((each) => { const clip = clipOf(p, each.video); return row({ id: "history_row", title: clip.title, sub: channelOf(p, clip.channel).name, lead: thumb(clip, "video-small"), tap: () => watch(p, clip), trail: iconButton("close", `Remove ${clip.title} from history`, () => drop(each), { id: "remove_history_button" }) }); })]), !shown.length && empty("history", d.history.length ? "No such video in your history" : "No videos watched yet")] });
}

function downloadsScreen(p) {
  const all = p.data.downloads;
  return page({ bar: bar(p, "Downloads", { menu: [["Download settings", () => p.open("settings")]] }), body: all.length ? all.map((each) => { const clip = clipOf(p, each.video); return row({ id: "download_row", title: clip.title, sub: `${each.quality} · ${Math.max(1, Math.round(clip.seconds * parseInt(each.quality, 10) / 9000))} MB`, lead: thumb(clip, "video-small"), tap: () => watch(p, clip), trail: iconButton("trash", `Delete download ${clip.title}`, () => { p.data.downloads = all.filter((other) => other !== each); p.snack("Download deleted", "Undo", () => { p.data.downloads = all; }); }, { id: "delete_download_button" }) }); }) : empty("download", "No downloads", "Videos you download can be watched offline") });
}

function settingsScreen(p) {
  const d = p.data.settings;
  const flip = (key, label, sub) => toggle(label, d[key], (on) => { d[key] = on; }, { id: `${key}_switch`, sub });
  return page({ bar: bar(p, "Settings"), body: [section("General"), flip("restricted", "Restricted mode", "Hides videos not meant for everybody"), select(p, "Remind me to take a break", d.remind_min, [[0, "Off"], [15, "Every 15 minutes"], [30, "Every 30 minutes"], [60, "Every hour"]], (next) => { d.remind_min = next; }, { id: "remind_min_spinner" }),
    section("Playback"), flip("autoplay", "Autoplay next video"), flip("previews", "Previews in feeds"), section("Quality"), select(p, "Video quality on Wi-Fi", d.wifi_quality, QUALITIES, (next) => { d.wifi_quality = next; }, { id: "wifi_quality_spinner" }), select(p, "Video quality on mobile networks", d.mobile_quality, QUALITIES, (next) => { d.mobile_quality = next; }, { id: "mobile_quality_spinner" }),
    section("Downloads"), select(p, "Download quality", d.download_quality, ["144p", "360p", "720p", "1080p"], (next) => { d.download_quality = next; }, { id: "download_quality_spinner" }), flip("download_wifi", "Download over Wi-Fi only"),
    section("Privacy"), flip("history_paused", "Pause watch history"), flip("searches_paused", "Pause search history"), button("Clear watch history", () => p.confirm("Clear watch history?", "All videos you watched are forgotten.", "Clear", () => { p.data.history = []; p.toast("Watch history cleared"); }), { id: "clear_watch_history_button", kind: "outlined", css: "wide" }), button("Clear search history", () => { p.data.searches = []; p.toast("Search history cleared"); }, { id: "clear_search_history_button", kind: "outlined", css: "wide" })] });
}
