"use strict";
// Files under /sdcard: s.files maps a path to {mtime, text}, {mtime, data} (base64) or {mtime, dir: true}, and
// for generated media to {mtime, size, about}; media.js generates their content. The content of a large file is
// kept outside the page: {mtime, size, digest}. Captures of the screen by shell commands have `captured: true`.

const ROOTS = ["/storage/emulated/0", "/mnt/sdcard", "/storage/self/primary"];
const LARGE_ROOM = 1024 * 1024 * 1024; // total bytes of large files
const ROOM = 256 * 1024 * 1024; // total characters of written files, without the nominal sizes of generated media

function plainPath(path) {
  const root = ROOTS.find((each) => path === each || path.startsWith(`${each}/`));
  const parts = [];
  for (const part of (root ? `/sdcard${path.slice(root.length)}` : path).split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const isOurs = (path) => path === "/sdcard" || path.startsWith("/sdcard/");
const parentOf = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const fileAt = (path) => (path === "/sdcard" ? { dir: true, mtime: s.system.now } : s.files[path]);
const insideOf = (path) => Object.keys(s.files).filter((each) => parentOf(each) === path).sort();
const below = (path) => Object.keys(s.files).filter((each) => each.startsWith(`${path}/`));
const bytesOf = (file) => (file.dir ? 4096 : file.text !== undefined ? new TextEncoder().encode(file.text).length : file.size ?? Math.floor((file.data.replace(/=+$/, "").length * 3) / 4));
const encode64 = (words) => btoa(Array.from(new TextEncoder().encode(words), (b) => String.fromCharCode(b)).join(""));
const seconds = (file) => Math.floor((file.mtime ?? s.system.now) / 1000);

/** Write text to a file for an application, creating missing folders. */
function saveFile(path, content, more) {
  for (let dir = parentOf(path); dir !== "/sdcard" && dir !== "/"; dir = parentOf(dir)) s.files[dir] ??= { dir: true, mtime: s.system.now };
  s.files[path] = { mtime: s.system.now, text: content, ...more };
}

function whyUnwritable(at) {
  if (!isOurs(at)) return "Permission denied";
  if (fileAt(at)?.dir) return "Is a directory";
  return fileAt(parentOf(at))?.dir ? "" : "No such file or directory";
}

// --- storage ------------------------------------------------------------------------------------

const CAPACITY = 128e9;
const MEDIA = { Images: IMAGE, Videos: /\.(mp4|mkv|mov)$/i, Audio: /\.(mp3|m4a|wav|ogg)$/i };
const storageKind = (path) => Object.keys(MEDIA).find((kind) => MEDIA[kind].test(path)) ?? "Documents";

/** Return the bytes used by each kind of content; Settings, Files and `df` show these sizes. */
function storageUse() {
  const use = Object.fromEntries(Object.entries(s.settings_app.storage).map(([kind, gb]) => [kind, gb * 1e9]));
  for (const [path, file] of Object.entries(s.files)) if (!file.dir) use[storageKind(path)] += bytesOf(file);
  for (const { file } of s.files_app.bin) if (!file.dir) use.Trash += bytesOf(file);
  use.Apps = Object.values(s.settings_app.sizes).reduce((sum, each) => sum + (each.app + each.data + each.cache) * 1e6, 0);
  return use;
}

const storageUsed = () => Object.values(storageUse()).reduce((sum, bytes) => sum + bytes, 0);
const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
const storageText = () => `${gigabytes(storageUsed())} used of ${CAPACITY / 1e9} GB`;

Object.assign(phone, {
  /** Return the capacity of the storage and its used part, in bytes. */
  storage: () => ({ capacity: CAPACITY, used: Math.round(storageUsed()) }),
  list(path) {
    const at = plainPath(path);
    if (!isOurs(at) || !fileAt(at)?.dir) return null;
    const inside = insideOf(at);
    return whenRendered(inside, () => inside.map((each) => ({ name: baseName(each), kind: s.files[each].dir ? "dir" : "file", size: lengthOf(each), mtime: seconds(s.files[each]) })));
  },
  stat(path) {
    const at = plainPath(path);
    const file = fileAt(at);
    return file ? whenRendered([at], () => ({ kind: file.dir ? "dir" : "file", size: lengthOf(at), mtime: seconds(file) })) : null;
  },
  read(path) {
    const at = plainPath(path);
    const file = fileAt(at);
    if (file?.digest) return `digest:${file.digest}`;
    return !file || file.dir ? null : whenRendered([at], () => contentOf(at, file));
  },
  /** Return the digests of the large files in the state and in all snapshots. */
  digests: () => [...new Set([JSON.stringify(s), ...snapshots.values()].flatMap((text) => [...text.matchAll(/"digest":"([0-9a-f]{64})"/g)].map((found) => found[1])))],
  /** Register a large file whose content is kept outside the page under this digest. */
  writeLarge(path, digest, size, mtime, captured) {
    const at = plainPath(path);
    const problem = whyUnwritable(at);
    if (problem) return problem;
    const held = Object.entries(s.files).reduce((sum, [each, file]) => sum + (file.digest && each !== at ? file.size : 0), 0);
    if (held + size > LARGE_ROOM) return "No space left on device";
    s.files[at] = { mtime: mtime ? mtime * 1000 : s.system.now, size, digest, ...(captured && { captured }) };
    draw();
    return "";
  },
  write(path, data, mtime, captured) {
    const at = plainPath(path);
    const problem = whyUnwritable(at);
    if (problem) return problem;
    const held = Object.values(s.files).reduce((sum, each) => sum + (each.text ?? each.data ?? "").length, 0);
    if (held + data.length > ROOM) return "No space left on device";
    const [old, when] = [fileAt(at), mtime ? mtime * 1000 : s.system.now];
    if (old && data && contentOf(at, old) === data) { old.mtime = when; draw(); return ""; }
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    let plain = null;
    try { plain = new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { plain = null; }
    s.files[at] = { mtime: when, ...(plain !== null && !plain.includes("\0") ? { text: plain } : { data }), ...(captured && { captured }) };
    takeIn(at);
    draw();
    return "";
  },
  remove(path, recursive) {
    const at = plainPath(path);
    const file = fileAt(at);
    if (!file) return "No such file or directory";
    if (!isOurs(at) || at === "/sdcard") return "Permission denied";
    if (file.dir && !recursive) return "Is a directory";
    for (const each of [at, ...below(at)]) delete s.files[each];
    draw();
    return "";
  },
  mkdir(path, parents) {
    const at = plainPath(path);
    if (!isOurs(at)) return "Permission denied";
    if (fileAt(at)) return parents && fileAt(at).dir ? "" : "File exists";
    if (!fileAt(parentOf(at))) {
      if (!parents) return "No such file or directory";
      const failed = phone.mkdir(parentOf(at), true);
      if (failed) return failed;
    }
    if (!fileAt(parentOf(at)).dir) return "Not a directory";
    s.files[at] = { dir: true, mtime: s.system.now };
    draw();
    return "";
  },
  rename(from, to) {
    const [a, b] = [plainPath(from), plainPath(to)];
    if (!fileAt(a)) return "No such file or directory";
    if (!isOurs(a) || !isOurs(b)) return "Permission denied";
    const goal = fileAt(b)?.dir ? `${b}/${baseName(a)}` : b;
    if (!fileAt(parentOf(goal))?.dir) return "No such file or directory";
    if (goal === a || goal.startsWith(`${a}/`)) return goal === a ? "" : "Invalid argument";
    for (const each of [a, ...below(a)]) { s.files[goal + each.slice(a.length)] = s.files[each]; delete s.files[each]; }
    takeIn(goal);
    draw();
    return "";
  },
});
