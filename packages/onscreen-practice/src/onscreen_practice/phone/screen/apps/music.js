"use strict";
// Music: library, player with a queue, playlists, sleep timer, equaliser. Data: songs, liked, playlists, player, recent, equaliser, settings.

const time = (n) => `${Math.floor(n / 60)}:${two(Math.floor(n) % 60)}`;
const songOf = (p, id) => p.data.songs.find((each) => each.id === id);
const cover = (album, css) => picture(album, `<svg viewBox="0 0 48 48"><circle cx="24" cy="24" r="13" fill="#0003"/><path fill="#fff" transform="translate(14 14) scale(.83)" d="${ICONS[album.length % 2 ? "album" : "music"]}"/></svg>`, { css: `music-cover ${css ?? ""}`, style: `background:linear-gradient(140deg, ${tint(album)}, ${tint(`${album}2`)})`, quiet: true });
const passedOf = (pl) => (pl.playing ? pl.passed_sec + (s.system.now - pl.since) / 1000 : pl.passed_sec);
const minutes = (p, ids) => { const all = ids.reduce((sum, id) => sum + songOf(p, id).seconds, 0); return `${ids.length} ${ids.length === 1 ? "song" : "songs"} · ${Math.round(all / 60)} min`; };
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const PRESETS = { Flat: [0, 0, 0, 0, 0], Rock: [5, 3, -1, 3, 5], Pop: [-1, 2, 4, 2, -1], Jazz: [3, 1, 2, 1, 3], Classical: [4, 2, 0, 2, 4], "Bass boost": [7, 5, 1, 0, 0], Vocal: [-2, 0, 5, 3, 0] };
const BANDS = ["60 Hz", "230 Hz", "910 Hz", "3.6 kHz", "14 kHz"];

/** Advance playback to the current time: songs end, the sleep timer expires. */
function sync(d) {
  const pl = d.player;
  if (pl.playing && d.sleep_at > 0 && s.system.now >= d.sleep_at) Object.assign(pl, { passed_sec: passedOf(pl), playing: false });
  if (d.sleep_at > 0 && s.system.now >= d.sleep_at) Object.assign(d, { sleep_at: 0, sleep_min: 0 });
  for (let left = 50; left && pl.playing; left--) {
    const song = d.songs.find((each) => each.id === pl.queue[pl.at]);
    if (!song || passedOf(pl) < song.seconds) return;
    if (pl.repeat !== "one") pl.at += 1;
    if (pl.at >= pl.queue.length) { pl.at = 0; pl.playing = pl.repeat !== "off"; }
    Object.assign(pl, { passed_sec: 0, since: pl.since + song.seconds * 1000 });
  }
}

/** Play these songs starting at an index. */
function play(p, ids, at = 0) {
  const pl = p.data.player;
  const first = ids[at];
  pl.queue = pl.shuffle ? [first, ...mixed(ids.filter((id) => id !== first))] : [...ids];
  Object.assign(pl, { at: pl.shuffle ? 0 : at, passed_sec: 0, since: s.system.now, playing: true });
  p.data.recent = [first, ...p.data.recent.filter((id) => id !== first)].slice(0, 12);
}

const mixed = (ids) => [...ids].sort((a, b) => mark(a) - mark(b));
const mark = (id) => [...id].reduce((sum, c) => (sum * 131 + c.codePointAt(0) * 17) % 9973, 7);
const shuffled = (p, ids) => { p.data.player.shuffle = true; play(p, ids, ids.indexOf(mixed(ids)[0])); };

function pause(p) {
  const pl = p.data.player;
  Object.assign(pl, { passed_sec: passedOf(pl), since: s.system.now, playing: !pl.playing });
}

function skip(p, by) {
  const pl = p.data.player;
  if (!pl.queue.length) return;
  const back = by < 0 && passedOf(pl) > 3 ? 0 : by;
  pl.at = (pl.at + back + pl.queue.length) % pl.queue.length;
  Object.assign(pl, { passed_sec: 0, since: s.system.now, playing: true });
}

const withSync = (screen) => (p) => { sync(p.data); return screen(p); };
const foot = (p, more) => [miniPlayer(p), more];

app({
  id: "music", name: "Music", icon: "music", color: "#c2185b", start: "main",
  back: (p) => { const there = p.local.picked?.length > 0 || p.local.editing; p.local.picked = []; p.local.editing = false; return there; },
  links: (address) => (address.startsWith("https://music.example.com") ? ["main", {}] : null),
  screens: {
    main: withSync((p) => {
      p.local.tab ??= "home";
      const views = { home: homeTab, search: searchTab, library: libraryTab };
      return page({ ...views[p.local.tab](p), bottom: foot(p, bottomNav([["home", "home", "Home"], ["search", "search", "Search"], ["library", "playlist", "Library"]], p.local.tab, (tab) => { p.local.tab = tab; })) });
    }),
    player: withSync(playerScreen), queue: withSync(queueScreen), playlist: withSync(playlistScreen),
    album: withSync((p) => collection(p, p.args.album, p.data.songs.filter((each) => each.album === p.args.album))),
    artist: withSync(artistScreen), liked: withSync((p) => collection(p, "Liked songs", p.data.liked.map((id) => songOf(p, id)), true)),
    equaliser: equaliserScreen, settings: settingsScreen,
  },
});

// --- rows and menus ----------------------------------------------------------------------------

const isPlaying = (p, song) => p.data.player.queue[p.data.player.at] === song.id;

function songRow(p, song, ids, { from, plain, album = true } = {}) {
  const picked = p.local.picked?.includes(song.id);
  const pick = () => { p.local.picked = picked ? p.local.picked.filter((id) => id !== song.id) : [...(p.local.picked ?? []), song.id]; };
  return row({ id: "song_row",
    title: song.title, sub: [song.artist, album && song.album, time(song.seconds)].filter(Boolean).join(" · "), lead: plain ? text(song.track, "soft music-track") : cover(song.album, "music-small"), selected: picked,
    strong: isPlaying(p, song), hold: pick, tap: p.local.picked?.length ? pick : () => play(p, ids, ids.indexOf(song.id)), trail: iconButton("more", `Options of ${song.title}`, () => songMenu(p, song, from), { id: "options_button" }),
  });
}

function songMenu(p, song, from) {
  const pl = p.data.player;
  p.menu([
    ["Play next", () => { pl.queue.splice(pl.at + 1, 0, song.id); p.toast("Plays next"); }], ["Add to queue", () => { pl.queue.push(song.id); p.toast("Added to queue"); }],
    ["Add to playlist", () => addTo(p, [song.id])], [p.data.liked.includes(song.id) ? "Remove from liked songs" : "Like", () => like(p, song)],
    ["Go to album", () => p.open("album", { album: song.album })], ["Go to artist", () => p.open("artist", { artist: song.artist })], ["Song details", () => p.dialog({ title: song.title, text: `Artist: ${song.artist}\nAlbum: ${song.album}, track ${song.track}\nYear: ${song.year}\nGenre: ${song.genre}\nLength: ${time(song.seconds)}\nPlayed ${song.plays} times`, buttons: [["Close"]] })],
    from && ["Remove from this playlist", () => dropFrom(p, from, song)],
  ]);
}

function like(p, song) {
  const there = p.data.liked.includes(song.id);
  p.data.liked = there ? p.data.liked.filter((id) => id !== song.id) : [song.id, ...p.data.liked];
  p.toast(there ? "Removed from liked songs" : "Added to liked songs");
}

const likeButton = (p, song) => iconButton(p.data.liked.includes(song.id) ? "heart" : "heartOff", p.data.liked.includes(song.id) ? `Unlike ${song.title}` : `Like ${song.title}`, () => like(p, song), { id: "like_button", selected: p.data.liked.includes(song.id) });

function dropFrom(p, playlist, song) {
  const before = [...playlist.songs];
  playlist.songs = before.filter((id) => id !== song.id);
  p.snack(`${song.title} removed`, "Undo", () => { playlist.songs = before; });
}

function addTo(p, ids) {
  const put = (playlist) => {
    const fresh = ids.filter((id) => !playlist.songs.includes(id));
    playlist.songs = [...playlist.songs, ...fresh];
    p.local.picked = [];
    p.toast(fresh.length ? `Added to ${playlist.name}` : `Already in ${playlist.name}`);
  };
  const pairs = [["new", "New playlist"], ...p.data.playlists.map((each) => [each.id, each.name])];
  p.choose("Add to playlist", pairs, "", (id) => (id === "new" ? newPlaylist(p, put) : put(p.data.playlists.find((each) => each.id === id))));
}

function named(p, title, value, run) {
  p.dialog({
    title, body: (def) => [field(p, "input", { opens: true, hint: "Playlist name", value, where: def.local, max: 60 }), def.local.wrong && text(def.local.wrong, "bad small")],
    buttons: [["Cancel"], [value ? "Rename" : "Create", (def) => {
      const name = def.local.input.trim();
      def.local.wrong = !name ? "Enter a name" : p.data.playlists.some((each) => same(each.name, name) && each.name !== value) ? "There is a playlist of this name" : "";
      return def.local.wrong ? false : run(name);
    }]],
  });
}

const newPlaylist = (p, then) => named(p, "New playlist", "", (name) => { const made = { id: newId(), name, songs: [], note: "" }; p.data.playlists.push(made); then(made); });

// --- the three tabs ----------------------------------------------------------------------------

const albumsOf = (songs) => [...new Set(songs.map((each) => each.album))];
const albumTile = (p, album) => v("FrameLayout", { id: "album_tile", css: "music-tile", tap: () => p.open("album", { album }) }, cover(album), text(album, "small music-name"), text(p.data.songs.find((each) => each.album === album).artist, "soft tiny-text music-name"));
const playlistRow = (p, each) => row({ id: "playlist_row", title: each.name, sub: minutes(p, each.songs), lead: cover(each.name, "music-small"), tap: () => p.open("playlist", { id: each.id }), trail: iconButton("more", `Options of ${each.name}`, () => p.menu(playlistMenu(p, each, false)), { id: "options_button" }) });

function homeTab(p) {
  const most = [...p.data.songs].sort((a, b) => b.plays - a.plays).slice(0, 8);
  return { bar: bar(p, "Music", { menu: [["Sleep timer", () => sleepDialog(p)], ["Equaliser", () => p.open("equaliser")], ["Settings", () => p.open("settings")]] }), body: [
    section("Albums for you"), v("HorizontalScrollView", { css: "music-strip", scroll: "x", id: "albums" }, albumsOf(p.data.songs).slice(3, 9).map((album) => albumTile(p, album))),
    section("Recently played"), p.data.recent.slice(0, 5).map((id) => songRow(p, songOf(p, id), p.data.recent)),
    section("Most played"), most.map((each) => songRow(p, each, most.map((other) => other.id)))] };
}

function searchTab(p) {
  const words = (p.local.words ?? "").trim();
  const songs = p.data.songs.filter((each) => has(each.title, words));
  const albums = albumsOf(p.data.songs).filter((each) => has(each, words));
  const artists = [...new Set(p.data.songs.map((each) => each.artist))].filter((each) => has(each, words));
  const lists = p.data.playlists.filter((each) => has(each.name, words));
  const keep = () => { if (words) p.data.searches = [words, ...p.data.searches.filter((each) => !same(each, words))].slice(0, 6); };
  const nothing = songs.length + albums.length + artists.length + lists.length === 0;
  return { bar: bar(p, "Search"), body: [searchField(p, "words", "Songs, albums, artists, playlists", { submit: keep }),
    !words ? [section("Recent searches"), p.data.searches.map((each) => row({ id: "recent_search_row", title: each, lead: "history", tap: () => { p.local.words = each; } })), !p.data.searches.length && text("Search your library above", "soft"), section("Genres"), line({ css: "wrap" }, [...new Set(p.data.songs.map((each) => each.genre))].sort().map((genre) => button(genre, () => play(p, p.data.songs.filter((each) => each.genre === genre).map((each) => each.id)), { id: "genre_button", kind: "tonal" })))]
      : nothing ? empty("search", `Nothing found for "${words}"`, "Check the spelling")
        : [artists.length > 0 && [section("Artists"), artists.map((artist) => row({ id: "artist_row", title: artist, lead: avatar(artist), tap: () => p.open("artist", { artist }) }))], albums.length > 0 && [section("Albums"), albums.map((album) => row({ id: "album_row", title: album, lead: cover(album, "music-small"), tap: () => p.open("album", { album }) }))], lists.length > 0 && [section("Playlists"), lists.map((each) => playlistRow(p, each))], songs.length > 0 && [section("Songs"), songs.map((each) => songRow(p, each, songs.map((other) => other.id)))]]] };
}

const ORDERS = [["title", "Title"], ["artist", "Artist"], ["seconds", "Length"], ["year", "Year"], ["plays", "Most played"]];

function libraryTab(p) {
  const l = p.local;
  l.view ??= "songs"; l.order ??= "title";
  const songs = [...p.data.songs].sort((a, b) => (l.order === "plays" ? b.plays - a.plays : typeof a[l.order] === "number" ? a[l.order] - b[l.order] : a[l.order].localeCompare(b[l.order])) || a.title.localeCompare(b.title));
  const ids = songs.map((each) => each.id);
  const artists = [...new Set(p.data.songs.map((each) => each.artist))].sort();
  const views = {
    songs: () => [line({ css: "music-tools" }, button("Shuffle", () => shuffled(p, ids), { id: "shuffle_button", kind: "tonal" }), space(), button(`Sort: ${ORDERS.find(([key]) => key === l.order)[1]}`, () => p.choose("Sort by", ORDERS, l.order, (next) => { l.order = next; }), { id: "sort_button", kind: "text" })), songs.map((each) => songRow(p, each, ids))],
    albums: () => [grid(2, albumsOf(p.data.songs).sort().map((album) => albumTile(p, album)), { css: "music-grid" })],
    artists: () => artists.map((artist) => row({ id: "artist_row", title: artist, sub: counted(albumsOf(p.data.songs.filter((each) => each.artist === artist)).length, "album"), lead: avatar(artist), tap: () => p.open("artist", { artist }) })),
    playlists: () => [row({ id: "new_playlist_row", title: "New playlist", lead: "add", tap: () => newPlaylist(p, (made) => p.open("playlist", { id: made.id })) }), row({ id: "liked_songs_row", title: "Liked songs", sub: minutes(p, p.data.liked), lead: "heart", tap: () => p.open("liked") }), p.data.playlists.map((each) => playlistRow(p, each))],
  };
  const chosen = l.picked?.length ? bar(p, `${l.picked.length} selected`, { actions: [iconButton("playlistAdd", "Add selected to playlist", () => addTo(p, [...l.picked]), { id: "add_selected_playlist_button" }), iconButton("heart", "Like selected", () => { p.data.liked = [...new Set([...l.picked, ...p.data.liked])]; l.picked = []; p.toast("Added to liked songs"); }, { id: "like_selected_button" }), iconButton("queue", "Add selected to queue", () => { p.data.player.queue.push(...l.picked); l.picked = []; p.toast("Added to queue"); }, { id: "add_selected_queue_button" }), iconButton("close", "End selection", () => { l.picked = []; }, { id: "end_selection_button" })] }) : bar(p, "Library");
  return { bar: [chosen, tabs([["songs", "Songs"], ["albums", "Albums"], ["artists", "Artists"], ["playlists", "Playlists"]], l.view, (next) => { l.view = next; l.picked = []; p.frame.scroll = {}; }, { id: "view_tab" })], body: views[l.view]() };
}

// --- albums, artists, playlists ----------------------------------------------------------------

const head = (p, title, sub, ids, look) => col({ css: "music-head" }, cover(look ?? title, "music-large"), text(title, "big center"), text(sub, "soft small center"), line({ css: "center" }, button("Play", () => play(p, ids), { id: "play_button", enabled: ids.length > 0, icon: "play" }), button("Shuffle", () => shuffled(p, ids), { id: "shuffle_button", kind: "tonal", enabled: ids.length > 0, icon: "shuffle" })));

function collection(p, title, songs, mixedAlbums = false) {
  const ids = songs.map((each) => each.id);
  const first = songs[0];
  return page({ bar: bar(p, mixedAlbums ? title : "Album", { menu: ids.length ? [["Add to queue", () => { p.data.player.queue.push(...ids); p.toast("Added to queue"); }], ["Add all to playlist", () => addTo(p, ids)], !mixedAlbums && ["Go to artist", () => p.open("artist", { artist: first.artist })]] : [] }),
    body: ids.length ? [head(p, title, mixedAlbums ? minutes(p, ids) : `${first.artist} · ${first.year} · ${minutes(p, ids)}`, ids), songs.map((each) => songRow(p, each, ids, { plain: !mixedAlbums, album: mixedAlbums }))] : empty("heartOff", "No liked songs yet", "Tap the heart of a song"), bottom: foot(p) });
}

function artistScreen(p) {
  const songs = p.data.songs.filter((each) => each.artist === p.args.artist);
  const ids = songs.map((each) => each.id);
  const follows = p.data.followed.includes(p.args.artist);
  const follow = () => { p.data.followed = follows ? p.data.followed.filter((each) => each !== p.args.artist) : [...p.data.followed, p.args.artist]; };
  return page({ bar: bar(p, "Artist", { actions: [button(follows ? "Following" : "Follow", follow, { id: "follow_button", kind: follows ? "tonal" : "outlined" })] }),
    body: [head(p, p.args.artist, minutes(p, ids), ids), section("Albums"), v("HorizontalScrollView", { css: "music-strip", scroll: "x", id: "albums" }, albumsOf(songs).map((album) => albumTile(p, album))), section("Songs"), songs.map((each) => songRow(p, each, ids))], bottom: foot(p) });
}

function playlistMenu(p, list, inside) {
  const drop = () => { const before = [...p.data.playlists]; p.data.playlists = before.filter((each) => each !== list); if (inside) p.back(); p.snack(`${list.name} deleted`, "Undo", () => { p.data.playlists = before; }); };
  return [inside && ["Edit order", () => { p.local.editing = true; }], ["Rename", () => named(p, "Rename playlist", list.name, (name) => { list.name = name; })], ["Description", () => p.prompt("Description", list.note, (next) => { list.note = next.trim(); })], ["Add to queue", () => { p.data.player.queue.push(...list.songs); p.toast("Added to queue"); }],
    ["Make a copy", () => { p.data.playlists.push({ id: newId(), name: `${list.name} (copy)`, songs: [...list.songs], note: list.note }); p.toast("Playlist copied"); }], ["Delete playlist", () => p.confirm("Delete playlist?", `${list.name} is removed from your library.`, "Delete", drop)]];
}

function move(list, from, to) {
  if (to < 0 || to >= list.length || from < 0) return;
  const [taken] = list.splice(from, 1);
  list.splice(to, 0, taken);
}

function playlistScreen(p) {
  const list = p.data.playlists.find((each) => each.id === p.args.id);
  if (!list) return page({ bar: bar(p, "Playlist"), body: empty("playlist", "This playlist was deleted") });
  const songs = list.songs.map((id) => songOf(p, id));
  if (p.local.editing) return page({ bar: bar(p, "Edit order", { sub: list.name, actions: [button("Done", () => { p.local.editing = false; }, { id: "done_button", kind: "text" })] }), body: songs.map((each, i) => orderRow(p, list.songs, each, i, () => dropFrom(p, list, each))) });
  return page({ bar: bar(p, "Playlist", { actions: [iconButton("add", "Add songs", () => addSongs(p, list), { id: "add_songs_button" }), iconButton("edit", "Edit order", () => { p.local.editing = true; }, { id: "edit_order_button" })], menu: playlistMenu(p, list, true) }),
    body: [head(p, list.name, list.note ? `${list.note}\n${minutes(p, list.songs)}` : minutes(p, list.songs), list.songs), songs.length ? songs.map((each) => songRow(p, each, list.songs, { from: list })) : empty("playlist", "No songs yet", "Tap + to add some")], bottom: foot(p) });
}

function orderRow(p, ids, song, i, drop) {
  const carry = (nodes) => { const onto = nodes.find((each) => each.place !== undefined); if (onto) move(ids, i, onto.place); };
  return v("LinearLayout", { css: "row", place: i }, v("ImageView", { desc: `Reorder ${song.title}`, css: "ico", carry }, ico("menu")), col({ css: "row-text" }, text(song.title), text(song.artist, "soft small")),
    iconButton("up", `Move ${song.title} up`, () => move(ids, i, i - 1), { id: "move_up_button", enabled: i > 0 }), iconButton("down", `Move ${song.title} down`, () => move(ids, i, i + 1), { id: "move_down_button", enabled: i < ids.length - 1 }), iconButton("close", `Remove ${song.title}`, drop, { id: "remove_button" }));
}

function addSongs(p, list) {
  p.dialog({ title: `Add to ${list.name}`, body: (def) => {
    const found = p.data.songs.filter((each) => has(`${each.title} ${each.artist}`, def.local.find ?? "")).sort((a, b) => a.title.localeCompare(b.title));
    return [field(p, "find", { hint: "Search songs", where: def.local, keep: true }), found.map((each) => check(`${each.title}`, list.songs.includes(each.id), (on) => { list.songs = on ? [...list.songs, each.id] : list.songs.filter((id) => id !== each.id); }, { id: "song_checkbox" })), !found.length && text("No song found", "soft pad")];
  }, buttons: [["Done"]] });
}

// --- the player --------------------------------------------------------------------------------

function miniPlayer(p) {
  const song = songOf(p, p.data.player.queue[p.data.player.at]);
  if (!song) return null;
  const on = p.data.player.playing;
  return v("FrameLayout", { css: "music-mini", desc: `Now playing: ${song.title}`, id: "mini_player", tap: () => p.open("player") }, cover(song.album, "music-small"), col({ css: "grow" }, text(song.title, "strong music-name"), text(song.artist, "soft small music-name")), iconButton(on ? "pause" : "play", on ? "Pause" : "Resume", () => pause(p), { id: "play_pause_button" }), iconButton("next", "Next song", () => skip(p, 1), { id: "next_song_button" }));
}

function playerScreen(p) {
  const d = p.data, pl = d.player;
  const song = songOf(p, pl.queue[pl.at]);
  if (!song) return page({ bar: bar(p, "Player"), body: empty("music", "Nothing is playing") });
  const passed = Math.min(song.seconds, passedOf(pl));
  const round = { off: "all", all: "one", one: "off" }[pl.repeat];
  const seek = (to) => Object.assign(pl, { passed_sec: to, since: s.system.now });
  const mix = () => { pl.shuffle = !pl.shuffle; const rest = pl.queue.slice(pl.at + 1); if (pl.shuffle) pl.queue = [...pl.queue.slice(0, pl.at + 1), ...mixed(rest)]; p.toast(pl.shuffle ? "Shuffle on" : "Shuffle off"); };
  return page({ bar: bar(p, "Now playing", { sub: song.album, menu: [["Add to playlist", () => addTo(p, [song.id])], ["Go to album", () => p.open("album", { album: song.album })], ["Go to artist", () => p.open("artist", { artist: song.artist })], ["Playback speed", () => p.choose("Playback speed", [0.75, 1, 1.25, 1.5].map((n) => [n, `${n}×`]), pl.speed, (next) => { pl.speed = next; })], ["Equaliser", () => p.open("equaliser")], ["Share song", () => { p.state.clipboard = `https://music.example.com/${song.id}`; p.toast("Link copied"); }]] }), body: [
    cover(song.album, "music-art"), line(col({ css: "grow" }, text(song.title, "big"), text(song.artist, "soft")), likeButton(p, song)),
    slider("Seek", Math.round(passed), { id: "seek_slider", max: song.seconds, change: seek }), line(text(time(passed), "soft small"), space(), text(time(song.seconds), "soft small")),
    line({ css: "music-controls" }, iconButton("shuffle", pl.shuffle ? "Shuffle: on" : "Shuffle: off", mix, { id: "shuffle_button", selected: pl.shuffle }), iconButton("previous", "Previous song", () => skip(p, -1), { id: "previous_song_button" }), iconButton(pl.playing ? "pause" : "play", pl.playing ? "Pause" : "Resume", () => pause(p), { id: "play_pause_button", css: "music-play" }), iconButton("next", "Next song", () => skip(p, 1), { id: "next_song_button" }), iconButton(pl.repeat === "one" ? "repeatOne" : "repeat", `Repeat: ${pl.repeat}`, () => { pl.repeat = round; p.toast(`Repeat ${round}`); }, { id: "repeat_button", selected: pl.repeat !== "off" })),
    line({ css: "music-controls" }, button("Queue", () => p.open("queue"), { id: "queue_button", kind: "text", icon: "queue" }), button(d.sleep_min ? `Sleep: ${d.sleep_min} min` : "Sleep timer", () => sleepDialog(p), { id: "sleep_timer_button", kind: "text", icon: "timer" }))] });
}

function sleepDialog(p) {
  p.choose("Stop music after", [[0, "Off"], ...[5, 10, 15, 30, 45, 60, 90].map((n) => [n, `${n} minutes`])], p.data.sleep_min, (min) => { Object.assign(p.data, { sleep_min: min, sleep_at: min ? s.system.now + min * 60000 : 0 }); p.toast(min ? `Music stops in ${min} minutes` : "Sleep timer off"); });
}

function queueScreen(p) {
  const pl = p.data.player;
  const drop = (i) => { const before = [...pl.queue]; pl.queue = before.filter((_, j) => j !== i); if (i < pl.at) pl.at -= 1; p.snack("Removed from queue", "Undo", () => { pl.queue = before; if (i < pl.at) pl.at += 1; }); };
  const rest = pl.queue.map((id, i) => [songOf(p, id), i]).slice(pl.at);
  return page({ bar: bar(p, "Queue", { sub: minutes(p, pl.queue), menu: [["Clear queue", () => { pl.queue = pl.queue.slice(pl.at, pl.at + 1); pl.at = 0; p.toast("Queue cleared"); }], ["Save as playlist", () => newPlaylist(p, (made) => { made.songs = [...new Set(pl.queue)]; p.toast("Saved"); })]] }),
    body: [section("Now playing"), rest.slice(0, 1).map(([song]) => row({ id: "queue_row", title: song.title, sub: song.artist, lead: cover(song.album, "music-small"), strong: true })), section("Next up"), rest.length > 1 ? rest.slice(1).map(([song, i]) => orderRow(p, pl.queue, song, i, () => drop(i))) : text("Nothing else in the queue", "soft")] });
}

function equaliserScreen(p) {
  const e = p.data.equaliser;
  return page({ bar: bar(p, "Equaliser", { menu: [["Reset", () => Object.assign(e, { preset: "Flat", bands: [...PRESETS.Flat], bass: 0, room: 0 })]] }), body: [toggle("Use equaliser", e.on, (on) => { e.on = on; }, { id: "equaliser_switch" }),
    e.on ? [select(p, "Preset", e.preset, [...Object.keys(PRESETS), ...(e.preset === "Custom" ? ["Custom"] : [])], (next) => { e.preset = next; if (PRESETS[next]) e.bands = [...PRESETS[next]]; }, { id: "preset_spinner" }),
      BANDS.map((label, i) => col(line(text(label, "grow small"), text(`${e.bands[i] > 0 ? "+" : ""}${e.bands[i]} dB`, "soft small")), slider(label, e.bands[i], { id: "band_slider", min: -10, max: 10, change: (next) => { e.bands[i] = next; e.preset = "Custom"; } }))), rule(),
      line(text("Bass boost", "grow small"), text(`${e.bass}%`, "soft small")), slider("Bass boost level", e.bass, { id: "bass_level_slider", step: 5, change: (next) => { e.bass = next; } }), line(text("Room effect", "grow small"), text(`${e.room}%`, "soft small")), slider("Room effect level", e.room, { id: "room_level_slider", step: 5, change: (next) => { e.room = next; } })] : text("Turn the equaliser on to shape the sound.", "soft")] });
}

function settingsScreen(p) {
  const d = p.data.settings;
  const quality = ["Low", "Normal", "High", "Lossless"];
  return page({ bar: bar(p, "Settings"), body: [section("Playback"), select(p, "Crossfade", d.crossfade_sec, [[0, "Off"], [2, "2 seconds"], [4, "4 seconds"], [8, "8 seconds"], [12, "12 seconds"]], (next) => { d.crossfade_sec = next; }, { id: "crossfade_sec_spinner" }), toggle("Gapless playback", d.gapless, (on) => { d.gapless = on; }, { id: "gapless_switch" }), toggle("Mono sound", d.mono, (on) => { d.mono = on; }, { id: "mono_switch" }), toggle("Pause when headset is unplugged", d.headset_pause, (on) => { d.headset_pause = on; }, { id: "headset_pause_switch" }), toggle("Allow explicit songs", d.explicit, (on) => { d.explicit = on; }, { id: "explicit_switch" }),
    section("Sound quality"), select(p, "On Wi-Fi", d.wifi_quality, quality, (next) => { d.wifi_quality = next; }, { id: "wifi_quality_spinner" }), select(p, "On mobile data", d.mobile_quality, quality, (next) => { d.mobile_quality = next; }, { id: "mobile_quality_spinner" }),
    section("More"), row({ id: "equaliser_row", title: "Equaliser", sub: p.data.equaliser.on ? p.data.equaliser.preset : "Off", tap: () => p.open("equaliser") }), row({ id: "sleep_timer_row", title: "Sleep timer", sub: p.data.sleep_min ? `${p.data.sleep_min} minutes` : "Off", tap: () => sleepDialog(p) }), button("Clear search history", () => { p.data.searches = []; p.toast("Search history cleared"); }, { id: "clear_search_history_button", kind: "outlined", css: "wide" })] });
}
