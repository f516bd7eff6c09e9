"use strict";
// Content of files stored only with a size: images are rendered, PDFs, ZIPs and WAVs generated; others are empty.

const RENDERED = new Map(); // base64 of rendered images, by their description
const MOST_DRAWN = 512;
const LONG_SIDE = 1200;
const MAGIC = [["/9j/", "image/jpeg"], ["iVBORw0KGgo", "image/png"], ["R0lGOD", "image/gif"], ["UklGR", "image/webp"]];
const ENDINGS = { jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", webp: "image/webp" };

/** Return the media type of image bytes (base64), or "" if they are not an image. */
const typeOfBytes = (data) => MAGIC.find(([head]) => data.startsWith(head))?.[1] ?? "";
const ending = (path) => baseName(path).split(".").at(-1).toLowerCase();
/** Whether an image must be rendered before it is read: it has no bytes, or was edited. */
const isToDraw = (path, file) => isPicture(file) && file.about.kind === "photo" && ending(path) in ENDINGS && (file.data === undefined || Boolean(file.about.edit));
const keyOf = (path, file) => `${ENDINGS[ending(path)]} ${photo(sight(file), true)}`;

/** Return the images that must be rendered before a file can be read. */
const picturesIn = (path, file) => (isToDraw(path, file) ? [keyOf(path, file)] : ending(path) === "zip" ? Object.entries(packedIn(file)).flatMap(([name, each]) => picturesIn(name, each)) : []);
const packedIn = (file) => { try { return JSON.parse(file.about?.zip ?? "{}"); } catch { return {}; } };

/** Return the result of `then`: directly if all images of these files are rendered, else as a promise. */
function whenRendered(paths, then) {
  if (RENDERED.size > MOST_DRAWN) RENDERED.clear();
  const wanted = new Set(paths.flatMap((path) => picturesIn(path, fileAt(path))));
  const missing = [...wanted].filter((key) => !RENDERED.has(key));
  return missing.length ? Promise.all(missing.map(drawPicture)).then(then) : then();
}

async function drawPicture(key) {
  const type = key.slice(0, key.indexOf(" "));
  const [w, h] = key.match(/viewBox="([^"]*)"/)[1].split(" ").slice(2).map(Number);
  const size = { width: Math.round((LONG_SIDE * w) / Math.max(w, h)), height: Math.round((LONG_SIDE * h) / Math.max(w, h)) };
  const svg = key.slice(type.length + 1).replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" `);
  const shown = new Image();
  shown.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ""))}`;
  await shown.decode();
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d").drawImage(shown, 0, 0, size.width, size.height);
  RENDERED.set(key, canvas.toDataURL(type, 0.9).split(",")[1]);
}

/** Return the content of a file as base64; its images must be rendered already. */
function contentOf(path, file) {
  if (file.digest) return "";
  if (ending(path) === "pdf" && file.about?.from) return btoa(pdfOf(file.text.split("\n"))); // downloaded in the browser
  if (file.text !== undefined) return encode64(file.text);
  if (isToDraw(path, file)) return RENDERED.get(keyOf(path, file)) ?? "";
  if (file.data !== undefined) return file.data;
  if (ending(path) === "pdf") return btoa(pdfOf([baseName(path).slice(0, -4)]));
  if (ending(path) === "zip") return btoa(zipOf(packedIn(file)));
  return ending(path) === "wav" ? btoa(SILENCE) : "";
}

const lengthOf = (path) => {
  const file = fileAt(path);
  return file.dir ? 4096 : file.digest ? file.size : Math.floor((contentOf(path, file).replace(/=+$/, "").length * 3) / 4);
};

/** Return an A4 page with these lines as PDF, one byte per character. */
function pdfOf(lines) {
  const plain = (line) => line.replace(/[^\x20-\x7e\xa0-\xff]/g, "?").replace(/[()\\]/g, "\\$&");
  const drawn = `BT /F1 20 Tf 28 TL 60 780 Td ${lines.map((line) => `(${plain(line)}) '`).join(" ")} ET`;
  const parts = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let made = "%PDF-1.4\n";
  const places = parts.map((part, i) => { const at = made.length; made += `${i + 1} 0 obj\n${part}\nendobj\n`; return `${String(at).padStart(10, "0")} 00000 n \n`; });
  return `${made}xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${made.length}\n%%EOF\n`;
}

const little = (n, width) => String.fromCharCode(...Array.from({ length: width }, (_, i) => (n >> (8 * i)) & 255));
/** Return one second of silence as WAV: mono, 8 bits, 8000 Hz. */
const SILENCE = `RIFF${little(36 + 8000, 4)}WAVEfmt ${little(16, 4)}${little(1, 2)}${little(1, 2)}${little(8000, 4)}${little(8000, 4)}${little(1, 2)}${little(8, 2)}data${little(8000, 4)}${"\x80".repeat(8000)}`;

const CHECKS = Array.from({ length: 256 }, (_, n) => Array.from({ length: 8 }).reduce((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n));
const checkOf = (bytes) => ~Array.from(bytes, (c) => c.charCodeAt(0)).reduce((c, b) => CHECKS[(c ^ b) & 255] ^ (c >>> 8), -1);

/** Return an uncompressed ZIP of these files by name. */
function zipOf(inside) {
  let [made, index] = ["", ""];
  for (const [name, file] of Object.entries(inside)) {
    const [bytes, title] = file.dir ? ["", atob(encode64(`${name}/`))] : [atob(contentOf(name, file)), atob(encode64(name))];
    const head = `${little(20, 2)}${little(0x800, 2)}${little(0, 4)}${little(0x21, 2)}${little(checkOf(bytes), 4)}${little(bytes.length, 4).repeat(2)}${little(title.length, 2)}${little(0, 2)}`;
    index += `PK\x01\x02${little(20, 2)}${head}${little(0, 10)}${little(made.length, 4)}${title}`;
    made += `PK\x03\x04${head}${title}${bytes}`;
  }
  const count = little(Object.keys(inside).length, 2);
  return `${made}${index}PK\x05\x06${little(0, 4)}${count}${count}${little(index.length, 4)}${little(made.length, 4)}${little(0, 2)}`;
}

/** Add an image pushed into a photo folder to the gallery. */
function takeIn(path) {
  for (const each of [path, ...below(path)]) {
    const file = s.files[each];
    if (file.data !== undefined && !file.about && /^\/sdcard\/(DCIM|Pictures)\//.test(each) && typeOfBytes(file.data)) {
      file.about = { kind: "photo", shows: baseName(each), taken: new Date(file.mtime).toISOString().slice(0, 16), place: "", ...extentOf(file.data) };
    }
  }
}

/** Return width and height from the header of a PNG or JPEG; undefined for other formats. */
function extentOf(data) {
  const bytes = Array.from(atob(data.slice(0, 1 << 18)), (c) => c.charCodeAt(0));
  const pair = (at) => bytes[at] * 256 + bytes[at + 1];
  const said = (width, height) => (width > 0 && height > 0 ? { width: String(width), height: String(height) } : {});
  if (typeOfBytes(data) === "image/png") return said(pair(18), pair(22));
  for (let at = 2; typeOfBytes(data) === "image/jpeg" && bytes[at] === 255; at += 2 + pair(at + 2)) {
    if (bytes[at + 1] >= 0xc0 && bytes[at + 1] <= 0xc2) return said(pair(at + 7), pair(at + 5));
  }
  return {};
}
