"use strict";
// Camera: photos, portraits and videos of the current scene, stored in /sdcard/DCIM/Camera. Data: settings.

const FOLDER = "/sdcard/DCIM/Camera";
const MODES = ["Night", "Portrait", "Photo", "Video", "Pro"];
const ZOOMS = [[0.5, "0.5×"], [1, "1×"], [2, "2×"], [5, "5×"]];
const FLASHES = { Off: "flashOff", Auto: "flashAuto", On: "flash" };
const SIZES = { "50 MP": [8160, 6120], "12 MP": [4080, 3060], "8 MP": [3264, 2448] };
const FILMS = { "4K": [3840, 2160], "Full HD": [1920, 1080], HD: [1280, 720] };
const shots = () => Object.keys(s.files).filter((path) => parentOf(path) === FOLDER && isPicture(s.files[path])).sort((a, b) => s.files[b].mtime - s.files[a].mtime || b.localeCompare(a));
const inView = (d) => (d.lens === "front" ? "selfie" : d.views[shots().length % d.views.length]);
const span = (n) => `${two(Math.floor(n / 60))}:${two(Math.floor(n) % 60)}`;

app({
  id: "camera", name: "Camera", icon: "camera", color: "#37474f", start: "main", permissions: ["Camera", "Microphone", "Location"],
  back(p) {
    if (p.local.recording) { stopVideo(p); return true; }
    return false;
  },
  screens: { main, settings, more },
});

function main(p) {
  const d = p.data;
  const film = d.mode === "Video";
  const next = (all, value) => all[(all.indexOf(value) + 1) % all.length];
  const lens = () => { d.lens = d.lens === "back" ? "front" : "back"; d.zoom = 1; };
  const scene = { kind: "photo", scene: inView(d), tone: String(shots().length % 9), zoom: d.zoom, edit: { ...PLAIN, flip: d.lens === "front" && !d.mirror, filter: "None", brightness: d.mode === "Night" ? 20 : Number(p.local.exposure ?? 0) * 10 } };
  const swipe = (way) => { const at = MODES.indexOf(d.mode) + (way === "left" ? 1 : way === "right" ? -1 : 0); if (!["left", "right"].includes(way)) lens(); else if (MODES[at] && !p.local.recording) d.mode = MODES[at]; return true; };
  return v("LinearLayout", { css: "page camera" },
    p.local.recording ? line({ css: "camera-top center" }, text(`● ${span((s.system.now - p.local.recording) / 1000)}`, "camera-time", { desc: `Recording ${span((s.system.now - p.local.recording) / 1000)}` }))
      : line({ css: "camera-top" }, iconButton("settings", "Camera settings", () => p.open("settings"), { id: "camera_settings_button" }), iconButton(FLASHES[d.flash], `Flash: ${d.flash}`, () => p.choose("Flash", Object.keys(FLASHES), d.flash, (value) => { d.flash = value; }), { id: "flash_button" }),
        iconButton(d.timer === "Off" ? "timer" : d.timer === "3 s" ? "timer3" : "timer10", `Timer: ${d.timer}`, () => p.choose("Timer", [["Off", "Off"], ["3 s", "3 seconds"], ["10 s", "10 seconds"]], d.timer, (value) => { d.timer = value; }), { id: "timer_button" }),
        film ? button(`${d.video_size} ${d.frame_rate}`, () => p.choose("Video resolution", Object.keys(FILMS), d.video_size, (value) => { d.video_size = value; }), { kind: "text", id: "video_size" }) : button(d.ratio, () => p.choose("Aspect ratio", ["4:3", "16:9", "1:1", "Full"], d.ratio, (value) => { d.ratio = value; }), { kind: "text", id: "ratio", css: "camera-ratio" }), iconButton("more", "More options", () => p.menu([["Grid lines", () => p.choose("Grid lines", ["Off", "3×3", "4×4", "Golden ratio"], d.grid, (value) => { d.grid = value; })], [`HDR: ${d.hdr ? "on" : "off"}`, () => { d.hdr = !d.hdr; p.toast(`HDR ${d.hdr ? "on" : "off"}`); }], ["More modes", () => p.open("more")], ["Settings", () => p.open("settings")]]), { id: "more_options_button" })),
    v("FrameLayout", { css: "camera-stage" }, v("ImageView", { id: "viewfinder", desc: `Viewfinder, ${d.lens} camera, ${d.mode} mode`, html: photo(scene), css: `camera-view ratio-${d.mode === "Video" ? "film" : { "4:3": "43", "16:9": "film", "1:1": "square", Full: "full" }[d.ratio]} ${d.mode === "Portrait" ? "camera-soft" : ""}`, swipe, tap: () => { p.local.focus = true; } }, gridLines(d), p.local.focus && v("View", { css: "camera-focus", quiet: true }))),
    p.local.focus && !film && line({ css: "camera-exposure" }, ico("brightness"), v("FrameLayout", { css: "grow" }, slider("Exposure", p.local.exposure ?? 0, { id: "exposure_slider", min: -4, max: 4, change: (value) => { p.local.exposure = value; } }))),
    d.mode === "Pro" && line({ css: "camera-pro" }, [["ISO", "iso_button"], ["Shutter", "shutter_speed_button"], ["White balance", "white_balance_button"]].map(([name, id]) => button(`${name} ${p.local[name] ?? "Auto"}`, () => p.choose(name, { ISO: ["Auto", "100", "400", "1600"], Shutter: ["Auto", "1/1000", "1/60", "1 s"], "White balance": ["Auto", "Daylight", "Cloudy", "Lamp"] }[name], p.local[name] ?? "Auto", (value) => { p.local[name] = value; }), { kind: "text", id }))),
    d.lens === "back" && line({ css: "camera-zooms center" }, ZOOMS.map(([zoom, label]) => v("RadioButton", { id: "zoom_radio", text: label, desc: `Zoom ${label}`, checked: d.zoom === zoom, css: "camera-zoom", tap: () => { d.zoom = zoom; } }))),
    line({ css: "camera-buttons" }, thumb(p), shutter(p), iconButton("cameraFlip", d.lens === "back" ? "Switch to front camera" : "Switch to back camera", lens, { id: "lens_button", enabled: !p.local.recording, css: "camera-side" })),
    v("TabWidget", { css: "camera-modes" }, MODES.map((mode) => v("TextView", { id: "mode", text: mode, selected: d.mode === mode, css: "camera-mode", enabled: !p.local.recording, tap: () => { d.mode = mode; } }))));
}

function gridLines(d) {
  const marks = { "3×3": [33.3, 66.7], "4×4": [25, 50, 75], "Golden ratio": [38.2, 61.8] }[d.grid] ?? [];
  return marks.map((at) => [v("View", { css: "camera-rule", style: `left:${at}%;top:0;bottom:0;width:1px`, quiet: true }), v("View", { css: "camera-rule", style: `top:${at}%;left:0;right:0;height:1px`, quiet: true })]);
}

function thumb(p) {
  const last = shots()[0];
  const open = () => { if (APPS.gallery) openApp("gallery", ...(last ? ["photo", { path: last }] : [])); };
  return v("ImageButton", { id: "last_photo_button", desc: last ? "Last photo, open Gallery" : "Open Gallery", css: "camera-thumb camera-side", tap: open, enabled: !p.local.recording }, last && v("View", { html: photo(sight(s.files[last])), quiet: true }));
}

function shutter(p) {
  if (p.data.mode !== "Video") return v("ImageButton", { desc: "Take photo", css: "camera-shutter", id: "shutter_button", tap: () => takePhoto(p) });
  return v("ImageButton", { desc: p.local.recording ? "Stop recording" : "Start recording", css: `camera-shutter film ${p.local.recording ? "running" : ""}`, id: "shutter_button", tap: () => { if (p.local.recording) stopVideo(p); else p.local.recording = s.system.now; } });
}

/** Store a photo or video of the current scene. */
function store(p, name, size, more) {
  const d = p.data;
  const stamp = `${today().replaceAll("-", "")}_${new Date(s.system.now).toISOString().slice(11, 19).replaceAll(":", "")}`;
  const scene = inView(d);
  s.files[`${FOLDER}/${name}_${stamp}.${name === "VID" ? "mp4" : "jpg"}`] = { mtime: s.system.now, size, about: { scene, shows: scene === "selfie" ? "yourself at a beach" : SHOWN[scene], tone: String(shots().length % 9), taken: moment(), place: d.location ? "Home" : "", lens: d.lens, mode: d.mode, zoom: d.zoom, ...more } };
}

const SHOWN = { city: "a city", forest: "a forest", house: "a house", boat: "a boat", flower: "a flower", coffee: "a cup of coffee", dog: "a dog", bicycle: "a bicycle" };

function takePhoto(p) {
  const d = p.data;
  const [width, height] = SIZES[d.photo_size];
  const texts = d.watermark ? [{ text: `${today()} ${clock()}`, place: "Bottom", color: "#ffffff", size: 18 }] : [];
  const ratio = { "4:3": "Original", "16:9": "16:9", "1:1": "Square", Full: "9:16" }[d.ratio];
  const edit = { ...PLAIN, ratio, texts, flip: d.lens === "front" && !d.mirror };
  const plain = !texts.length && ratio === "Original" && !edit.flip;
  store(p, "IMG", width * height * 0.28, { kind: "photo", width: String(width), height: String(height), flash: d.flash, timer: d.timer, ratio: d.ratio, hdr: d.hdr, exposure: Number(p.local.exposure ?? 0), ...(plain ? {} : { edit }) });
  p.local.focus = false;
  p.toast(d.timer === "Off" ? "Photo saved" : `Photo saved after ${d.timer}`);
}

function stopVideo(p) {
  const d = p.data;
  const long = Math.max(1, Math.round((s.system.now - p.local.recording) / 1000));
  const [width, height] = FILMS[d.video_size];
  p.local.recording = null;
  store(p, "VID", long * width * height * 1.2, { kind: "video", seconds: String(long), width: String(width), height: String(height), rate: d.frame_rate, flash: d.flash });
  p.toast("Video saved");
}

function more(p) {
  return page({ bar: bar(p, "More modes"), body: [["Panorama", "Sweep the phone slowly"], ["Slow motion", "Films at 240 frames a second"], ["Time lapse", "Films one frame a second"], ["Documents", "Straightens pages"]].map(([title, sub]) => row({ id: "mode_row", title, sub, lead: "camera", tap: () => p.toast(`${title} needs a newer camera`) })) });
}

function settings(p) {
  const d = p.data;
  const pick = (key, label, options) => select(p, label, d[key], options, (value) => { d[key] = value; }, { id: `${key}_spinner` });
  const flag = (key, label, sub) => toggle(label, d[key], (on) => { d[key] = on; }, { id: `${key}_switch`, sub });
  const reset = () => p.confirm("Reset settings?", "All settings of the camera go back to how they were.", "Reset", () => { Object.assign(d, { mode: "Photo", lens: "back", flash: "Auto", timer: "Off", ratio: "4:3", grid: "Off", zoom: 1, photo_size: "12 MP", video_size: "Full HD", frame_rate: "30", volume_keys: "Take photo", hdr: true, location: true, sound: true, mirror: false, watermark: false, codes: true, level: false, stabilize: true }); p.toast("Settings reset"); });
  return page({ bar: bar(p, "Camera settings"), body: [section("Photos"), pick("photo_size", "Photo resolution", Object.keys(SIZES)), pick("ratio", "Aspect ratio", ["4:3", "16:9", "1:1", "Full"]), flag("hdr", "HDR", "Brings out detail in bright and dark parts"), flag("watermark", "Date stamp", "Writes date and time on photos"), flag("mirror", "Save selfies as previewed", "Without turning them round"), flag("codes", "Scan QR codes"),
    section("Videos"), pick("video_size", "Video resolution", Object.keys(FILMS)), pick("frame_rate", "Frame rate", [["24", "24 fps"], ["30", "30 fps"], ["60", "60 fps"]]), flag("stabilize", "Video stabilisation"),
    section("General"), pick("grid", "Grid lines", ["Off", "3×3", "4×4", "Golden ratio"]), flag("level", "Spirit level"), flag("location", "Location tags", "Keeps where a photo was taken"), flag("sound", "Shutter sound"), pick("volume_keys", "Volume keys", ["Take photo", "Zoom", "Sound level"]), button("Reset settings", reset, { id: "reset_settings_button", kind: "outlined", css: "wide" })] });
}
