"use strict";
// Photos: scenes rendered from the description in a file's `about` ({scene, tone, kind}) and its `edit`.
// `photo(sight(file))` returns SVG text; used by the camera, the gallery and other apps.

const drawing = (() => {
const box = (x, y, w, h, c, r) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r ?? 0}" fill="${c}"/>`;
const disc = (x, y, r, c) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${c}"/>`;
const oval = (x, y, a, b, c) => `<ellipse cx="${x}" cy="${y}" rx="${a}" ry="${b}" fill="${c}"/>`;
const shape = (points, c) => `<polygon points="${points}" fill="${c}"/>`;
const bent = (d, c, w) => `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round"/>`;
const hue = (h, s1 = 60, l = 50) => `hsl(${h} ${s1}% ${l}%)`;
const many = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join("");
const face = (x, y, r, skin, hair) => disc(x, y - r * 0.2, r * 1.08, hair) + disc(x, y + r * 0.12, r * 0.9, skin) + disc(x - r * 0.32, y, r * 0.09, "#222") + disc(x + r * 0.32, y, r * 0.09, "#222") + bent(`M${x - r * 0.3} ${y + r * 0.45} q${r * 0.3} ${r * 0.25} ${r * 0.6} 0`, "#a33", r * 0.08) + oval(x, y + r * 2.1, r * 1.5, r * 1.2, hue(r * 7 + x, 45, 45));
const room = (t) => box(0, 0, 400, 210, hue(30 + t * 30, 25, 84)) + box(0, 210, 400, 90, hue(28, 35, 52));

const SCENES = {
  beach: (t) => box(0, 0, 400, 140, hue(200 + t, 75, 78)) + disc(310, 55, 28, "#fff3b0") + box(0, 130, 400, 70, hue(195, 65, 48)) + shape("0,190 400,175 400,300 0,300", hue(42, 60, 74)) + shape("70,200 150,130 230,200", hue(t * 40, 75, 55)) + box(148, 135, 5, 120, "#7a5a3a"),
  mountains: (t) => box(0, 0, 400, 300, hue(210 - t * 4, 55, 80)) + shape("-20,260 110,70 240,260", hue(220, 20, 45)) + shape("75,122 110,70 146,122 120,112 104,126", "#fff") + shape("140,260 280,100 430,260", hue(215, 22, 55)) + box(0, 235, 400, 65, hue(110 + t * 5, 35, 42)),
  city: (t) => box(0, 0, 400, 300, hue(25 + t * 30, 60, 80)) + many(7, (i) => box(i * 58, 90 + ((i * 53 + t * 17) % 90), 50, 220, hue(220, 15, 28 + (i % 3) * 8)) + many(6, (j) => box(i * 58 + 10 + (j % 2) * 18, 190 + Math.floor(j / 2) * 28, 10, 14, "#ffe9a0"))),
  forest: (t) => box(0, 0, 400, 300, hue(90 + t * 6, 40, 78)) + box(0, 240, 400, 60, hue(35, 35, 35)) + many(8, (i) => box(22 + i * 50, 180, 10, 80, "#5b3d23") + shape(`${-6 + i * 50},200 ${27 + i * 50},${70 + ((i * 37) % 50)} ${60 + i * 50},200`, hue(110 + t * 5 + (i % 3) * 12, 42, 30))),
  sunset: (t) => many(6, (i) => box(0, i * 35, 400, 36, hue([270, 300, 335, 5, 25, 42][i] + t * 2, 65, 45 + i * 5))) + disc(200, 190, 42, "#ffd23f") + box(0, 205, 400, 95, hue(225, 45, 28)) + bent("M170 230h60M150 250h100M180 270h40", "#ffb347", 4),
  snow: (t) => box(0, 0, 400, 300, hue(215, 45, 82)) + shape("0,210 400,180 400,300 0,300", "#fafcff") + many(30, (i) => disc((i * 67) % 400, (i * 41) % 220, 3, "#fff")) + disc(240, 230, 38, "#fff") + disc(240, 178, 26, "#f4f7ff") + disc(232, 172, 3, "#222") + disc(248, 172, 3, "#222") + shape("240,180 262,184 240,187", "#e8772e") + box(218, 140, 44, 12, hue(t * 40, 60, 40)),
  cake: (t) => room(t) + oval(200, 245, 130, 22, "#e8e4dc") + box(110, 160, 180, 80, hue(t * 35, 55, 78), 10) + box(110, 150, 180, 26, "#fff", 10) + many(5, (i) => box(128 + i * 34, 112, 7, 40, hue(i * 70, 70, 60)) + disc(131 + i * 34, 106, 6, "#ffb400")),
  cat: (t) => room(t) + oval(200, 235, 95, 62, hue(25 + t * 8, 45, 45)) + disc(200, 140, 58, hue(25 + t * 8, 45, 50)) + shape("150,115 155,60 190,95", hue(25 + t * 8, 45, 42)) + shape("250,115 245,60 210,95", hue(25 + t * 8, 45, 42)) + disc(180, 135, 8, "#bfe36a") + disc(220, 135, 8, "#bfe36a") + shape("193,155 207,155 200,164", "#d77") + bent("M140 155l35 5M260 155l-35 5", "#eee", 2),
  dog: (t) => box(0, 0, 400, 170, hue(200, 60, 80)) + box(0, 170, 400, 130, hue(100, 45, 48)) + oval(210, 215, 85, 50, hue(30 + t * 6, 50, 40)) + box(150, 230, 18, 55, hue(30, 45, 36), 8) + box(255, 230, 18, 55, hue(30, 45, 36), 8) + disc(130, 160, 45, hue(30 + t * 6, 50, 45)) + oval(95, 165, 15, 34, hue(30, 50, 28)) + disc(125, 150, 6, "#111") + oval(150, 175, 14, 10, "#111") + bent("M290 200q40 -20 35 -60", hue(30 + t * 6, 50, 40), 12),
  flower: (t) => box(0, 0, 400, 300, hue(110, 35, 76)) + bent("M200 160q-10 80 0 140", "#3c7a3a", 9) + oval(160, 240, 40, 14, "#3c7a3a") + many(8, (i) => `<g transform="rotate(${i * 45} 200 130)">${oval(200, 75, 24, 48, hue(t * 40, 70, 62))}</g>`) + disc(200, 130, 30, "#f5c542"),
  pizza: (t) => box(0, 0, 400, 300, hue(25, 35, 40 + t)) + disc(200, 150, 125, "#eee") + disc(200, 150, 112, "#d9a253") + disc(200, 150, 96, "#f2cf63") + many(9, (i) => disc(200 + 64 * Math.cos(i * 2.1), 150 + 64 * Math.sin(i * 2.1), 15, i % 2 ? "#b8362b" : hue(100, 50, 35))),
  coffee: (t) => box(0, 0, 400, 300, hue(30, 30, 62)) + oval(190, 245, 120, 26, "#fff") + box(120, 120, 140, 110, hue(t * 40, 35, 88), 26) + bent("M262 150q50 5 40 40t-48 25", hue(t * 40, 35, 88), 13) + oval(190, 126, 66, 16, "#4a2c17") + bent("M165 95q-12 -20 0 -40M205 95q-12 -20 0 -40", "#fff8", 6),
  car: (t) => box(0, 0, 400, 180, hue(205, 50, 82)) + box(0, 180, 400, 120, "#666a70") + shape("110,170 150,115 270,115 310,170", hue(t * 40, 65, 42)) + box(70, 165, 270, 60, hue(t * 40, 65, 48), 18) + shape("135,165 162,125 205,125 205,165", "#cfe6f5") + shape("215,125 258,125 285,165 215,165", "#cfe6f5") + disc(130, 225, 28, "#222") + disc(280, 225, 28, "#222") + disc(130, 225, 12, "#bbb") + disc(280, 225, 12, "#bbb"),
  bicycle: (t) => box(0, 0, 400, 210, hue(190, 30, 82)) + box(0, 210, 400, 90, hue(35, 20, 62)) + [120, 280].map((x) => `<circle cx="${x}" cy="205" r="52" fill="none" stroke="#222" stroke-width="7"/>`).join("") + bent("M120 205l45 -80h85l30 80M165 125l30 80h-75M195 205l55 -80M150 115h30M250 125l-8 -28h26", hue(t * 40, 65, 42), 7),
  house: (t) => box(0, 0, 400, 300, hue(205, 60, 82)) + box(0, 230, 400, 70, hue(105, 45, 50)) + box(110, 140, 180, 110, hue(t * 36, 40, 75)) + shape("90,145 200,60 310,145", hue(10, 55, 40)) + box(180, 185, 40, 65, "#5b3d23") + box(128, 165, 36, 34, "#bfe0f5") + box(236, 165, 36, 34, "#bfe0f5"),
  boat: (t) => box(0, 0, 400, 170, hue(205, 60, 84)) + box(0, 165, 400, 135, hue(205 + t * 3, 60, 45)) + shape("110,200 300,200 265,245 145,245", hue(t * 40, 60, 40)) + box(198, 60, 6, 140, "#6b4a2b") + shape("210,70 290,185 210,185", "#fff") + shape("192,85 130,185 192,185", "#f1f1f1"),
  balloon: (t) => box(0, 0, 400, 300, hue(205, 65, 78)) + oval(90, 80, 50, 18, "#fff") + oval(320, 220, 60, 20, "#fff") + oval(210, 115, 72, 85, hue(t * 40, 70, 55)) + oval(210, 115, 30, 85, hue(t * 40 + 60, 70, 60)) + shape("180,190 240,190 225,225 195,225", hue(t * 40, 70, 45)) + box(196, 232, 28, 24, "#7a5a3a", 4),
  portrait: (t) => box(0, 0, 400, 300, hue(t * 40, 30, 75)) + face(200, 120, 66, hue(25, 50, 45 + t * 4), hue(25, 40, 12 + t * 4)),
  group: (t) => box(0, 0, 400, 300, hue(t * 35, 30, 80)) + face(95, 145, 42, "#f0c8a0", "#3a2414") + face(205, 130, 46, "#b97e52", "#1c120b") + face(312, 148, 40, "#e8b990", hue(t * 20, 50, 35)),
  receipt: (t) => box(0, 0, 400, 300, hue(30, 25, 45)) + box(130, 15, 140, 270, "#fbfaf5") + many(9, (i) => box(146, 40 + i * 22, 60 + ((i * 23 + t * 9) % 26), 6, "#777") + box(232, 40 + i * 22, 22, 6, "#777")) + box(146, 248, 108, 12, "#222"),
  whiteboard: (t) => box(0, 0, 400, 300, "#b9bdc4") + box(30, 25, 340, 240, "#fff", 6) + bent("M60 70h120M60 100h90M60 130h110", hue(220, 70, 45), 6) + box(210, 80, 60, 40, hue(t * 40, 60, 75)) + box(300, 160, 50, 40, hue(t * 40 + 90, 60, 75)) + bent("M240 120v60h60M90 200q50 -50 90 10", hue(0, 70, 45), 5),
  book: (t) => box(0, 0, 400, 300, hue(28, 35, 40)) + shape("60,90 195,70 195,245 60,255", "#fdf8ec") + shape("205,70 340,90 340,255 205,245", "#f6f0e0") + many(6, (i) => box(80, 110 + i * 20, 95, 5, "#998") + box(222, 110 + i * 20, 95, 5, "#998")) + bent("M330 270l40 -60", hue(t * 40, 60, 50), 8),
  guitar: (t) => room(t) + disc(170, 205, 58, hue(20 + t * 5, 60, 42)) + disc(215, 155, 42, hue(20 + t * 5, 60, 42)) + disc(185, 190, 18, "#2a1508") + bent("M220 145l110 -115", "#4a2c17", 16) + bent("M170 215l150 -170", "#ddd", 2),
  chat: (t) => box(0, 0, 400, 300, hue(210, 20, 94)) + box(0, 0, 400, 34, hue(t * 40, 45, 45)) + many(5, (i) => box(i % 2 ? 170 : 24, 52 + i * 48, 200 - ((i * 31) % 70), 34, i % 2 ? hue(t * 40, 50, 80) : "#fff", 14)),
  map: (t) => box(0, 0, 400, 300, hue(90, 25, 88)) + bent("M-10 80L410 190M120 -10L170 310M300 -10L260 310", "#fff", 16) + box(190, 40, 80, 55, hue(110, 40, 75), 6) + bent("M125 70L150 160L280 150", hue(220, 80, 55), 8) + disc(280, 150, 13, hue(t * 40, 75, 50)),
  poster: (t) => box(0, 0, 400, 300, hue(t * 40, 55, 30)) + disc(200, 120, 80, hue(t * 40 + 50, 70, 60)) + box(60, 225, 280, 22, "#fff") + box(110, 258, 180, 10, "#fff9"),
  selfie: (t) => SCENES.beach(t) + face(205, 175, 62, hue(25, 50, 68), hue(20, 40, 20)),
};

return { SCENES, disc, shape, bent };
})();

const TUNES = {
  None: "", Vivid: "saturate(1.6) contrast(1.1)", Warm: "sepia(.35) saturate(1.3)", Cool: "hue-rotate(14deg) saturate(.85) brightness(1.05)", Mono: "grayscale(1)",
  Noir: "grayscale(1) contrast(1.5) brightness(.9)", Sepia: "sepia(.85)", Fade: "contrast(.75) brightness(1.12) saturate(.8)", Retro: "sepia(.4) hue-rotate(-12deg) contrast(1.1)",
};
const RATIOS = { Original: 0, Square: 1, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9, "3:4": 3 / 4, "9:16": 9 / 16 };
const PLAIN = { ratio: "Original", turn: 0, flip: false, tilt: 0, brightness: 0, contrast: 0, saturation: 0, warmth: 0, filter: "None", texts: [], strokes: [] };

/** Return the size of a 400 x 300 photo after rotation and cropping. */
function extent(edit) {
  const [w, h] = edit.turn % 180 ? [300, 400] : [400, 300];
  const ratio = RATIOS[edit.ratio] || w / h;
  return w / h > ratio ? { w, h, cw: h * ratio, ch: h } : { w, h, cw: w, ch: w / ratio };
}

function tune(edit) {
  const { brightness, contrast, saturation, warmth } = edit;
  return [TUNES[edit.filter], brightness && `brightness(${1 + brightness / 125})`, contrast && `contrast(${1 + contrast / 125})`, saturation && `saturate(${1 + saturation / 100})`,
    warmth > 0 && `sepia(${warmth / 150})`, warmth < 0 && `hue-rotate(${-warmth / 6}deg)`].filter(Boolean).join(" ");
}

/** Return the description of an image file: its `about`, with its bytes if it was pushed to the phone. */
const sight = (file) => (file.data === undefined ? file.about : { ...file.about, data: file.data });
const loaded = (data, whole) => `<rect width="400" height="300" fill="#111"/><image href="data:${typeOfBytes(data)};base64,${data}" width="400" height="300" preserveAspectRatio="xMidYMid ${whole ? "meet" : "slice"}"/>`;

/** Render the image described by a file's `about` as SVG; `whole` fits it into the box, else it fills the box. */
function photo(about, whole) {
  const edit = { ...PLAIN, ...about.edit };
  const { w, h, cw, ch } = extent(edit);
  const turned = { 0: "", 90: "translate(300 0) rotate(90)", 180: "translate(400 300) rotate(180)", 270: "translate(0 400) rotate(270)" }[edit.turn];
  const zoom = Number(about.zoom ?? 1) * (1 + Math.abs(edit.tilt) / 60);
  const inner = `<g transform="${turned} ${edit.flip ? "translate(400 0) scale(-1 1)" : ""} translate(200 150) rotate(${edit.tilt}) scale(${zoom}) translate(-200 -150)">${about.data ? loaded(about.data, whole || about.edit) : (drawing.SCENES[about.scene] ?? drawing.SCENES.poster)(Number(about.tone ?? 0))}</g>`;
  const [x, y] = [(w - cw) / 2, (h - ch) / 2];
  const strokes = edit.strokes.map((each) => drawing.bent(`M${x + each.from.x * cw} ${y + each.from.y * ch}L${x + each.to.x * cw} ${y + each.to.y * ch}`, each.color, each.width)).join("");
  const texts = edit.texts.map((each) => `<text x="${w / 2}" y="${y + ch * { Top: 0.16, Middle: 0.54, Bottom: 0.92 }[each.place]}" font-size="${each.size}" text-anchor="middle" fill="${each.color}" stroke="#0006" paint-order="stroke">${plainText(each.text)}</text>`).join("");
  const play = about.kind === "video" ? drawing.disc(w / 2, h / 2, 34, "#000a") + drawing.shape(`${w / 2 - 11},${h / 2 - 17} ${w / 2 + 19},${h / 2} ${w / 2 - 11},${h / 2 + 17}`, "#fff") : "";
  return `<svg viewBox="${x} ${y} ${cw} ${ch}" preserveAspectRatio="xMidYMid ${whole ? "meet" : "slice"}"><g${tune(edit) ? ` style="filter:${tune(edit)}"` : ""}>${inner}</g>${strokes}${texts}${play}</svg>`;
}

const plainText = (words) => String(words).replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const isPicture = (file) => Boolean(file && !file.dir && (file.about?.kind === "photo" || file.about?.kind === "video"));
/** Return an image's content description: kind, content and time. */
const describe = (about) => `${about.kind === "video" ? "Video" : "Photo"} of ${about.shows ?? `a ${about.scene}`}, ${longDate(about.taken)}, ${about.taken.slice(11, 16)}`;
const bytesText = (n) => (n < 1000 ? `${n} B` : n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : n < 1e9 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(2)} GB`);

/** Show the share sheet; applications receive shares with `share: ({paths, text, title}) => [screen, args]`. */
function shareSheet(p, what) {
  const targets = Object.values(APPS).filter((each) => each.share && each.id !== p.app.id && each.share(what));
  p.dialog({
    title: "Share", text: what.label ?? what.title,
    body: (def) => targets.map((each) => row({ id: "target_row", title: each.name, lead: v("View", { html: `<svg viewBox="0 0 24 24"><path d="${ICONS[each.icon]}"/></svg>`, css: "share-face", style: `background:${each.color}`, quiet: true }), tap: () => { p.frame.dialogs.splice(p.frame.dialogs.indexOf(def), 1); openApp(each.id, ...each.share(what)); } })),
    buttons: [["Copy", () => { s.clipboard = what.text || what.paths.join("\n"); p.toast("Copied to clipboard"); }], ["Cancel"]],
  });
}
