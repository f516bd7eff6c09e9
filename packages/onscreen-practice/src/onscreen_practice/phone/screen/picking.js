"use strict";
// File picker for /sdcard, used by apps that attach files, and file icons.

const IMAGE = /\.(jpg|jpeg|png|gif|webp)$/i;
const isImage = (path) => IMAGE.test(path);
const sizeText = (bytes) => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} B`);
const kindIcon = (path) => (isImage(path) ? "image" : /\.pdf$/i.test(path) ? "pdf" : /\.(mp3|m4a|wav|ogg)$/i.test(path) ? "audio" : /\.(mp4|mkv)$/i.test(path) ? "video" : /\.zip$/i.test(path) ? "zip" : "fileText");
/** Return CSS for a background derived from any text. */
const look = (words) => { const hue = [...words].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7); return `radial-gradient(circle at ${20 + (hue % 60)}% 75%, hsl(${(hue + 60) % 360} 60% 72%) 0 18%, transparent 19%), linear-gradient(${hue}deg, hsl(${hue} 55% 55%), hsl(${(hue + 140) % 360} 50% 70%))`; };

/** The picker screen for `{title, from, images, take(path)}`: a list of folders and files. */
function filesPage(p) {
  const at = p.local.at ?? p.args.from ?? "/sdcard";
  const words = p.local.find ?? "";
  const fits = (path) => !baseName(path).startsWith(".") && !s.files[path].dir && (!p.args.images || isImage(path));
  const found = words ? Object.keys(s.files).filter((path) => fits(path) && has(baseName(path), words)).sort() : insideOf(at).filter((path) => s.files[path].dir || fits(path));
  const take = (path) => { p.back(); p.args.take(path); };
  const show = (path) => row(s.files[path].dir
    ? { title: baseName(path), sub: "Folder", lead: "folder", tap: () => { p.local.at = path; p.frame.scroll = {}; } }
    : { title: baseName(path), sub: sizeText(bytesOf(s.files[path])), lead: kindIcon(path), tap: () => take(path) });
  return page({
    bar: bar(p, p.args.title ?? "Select a file", { close: true, sub: at.replace("/sdcard", "Internal storage") }),
    body: [searchField(p, "find", "Search files"), !words && at !== "/sdcard" && row({ id: "up_one_folder_row", title: "Up one folder", lead: "up", tap: () => { p.local.at = parentOf(at); p.frame.scroll = {}; } }),
      found.length ? found.map(show) : empty("folder", words ? "No such file" : "No files here")],
  });
}
