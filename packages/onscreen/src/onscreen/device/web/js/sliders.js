// Sliders: <input type=range> and the ARIA role slider. Their value, range, step, orientation and track.
const isRange = el => el.tagName === "INPUT" && el.type === "range";
const numberOf = (text, otherwise) => text === null || text.trim() === "" || !Number.isFinite(Number(text)) ? otherwise : Number(text);

// Returns [value, low, high] of a slider, or null if it states no number. ARIA's default range is 0 to 100.
const sliderRange = el => {
  const [now, min, max] = isRange(el) ? [el.value, el.min, el.max] : ["aria-valuenow", "aria-valuemin", "aria-valuemax"].map(name => el.getAttribute(name));
  const value = numberOf(now, null), low = numberOf(min, 0);
  return value === null ? null : [value, low, Math.max(low, numberOf(max, 100))];
};

// Returns the description of a slider's value, or "" if it only repeats the number.
const sliderText = el => {
  const text = squeeze(el.getAttribute("aria-valuetext") || ""), range = sliderRange(el);
  return range && (text === "" || Number(text) === range[0]) ? "" : text;
};

const isVertical = el => {
  const orientation = el.getAttribute("aria-orientation");
  if (orientation) return orientation === "vertical";
  const [left, top, right, bottom] = rectOf(el);
  return getComputedStyle(el).writingMode.startsWith("vertical") || bottom - top > 2 * (right - left);
};

// A thumb is about as long as it is wide; the track is then the nearest ancestor at least three times as long.
const trackOf = (el, vertical) => {
  const length = node => { const box = rectOf(node); return vertical ? box[3] - box[1] : box[2] - box[0]; };
  const box = rectOf(el), across = vertical ? box[2] - box[0] : box[3] - box[1];
  if (isRange(el) || length(el) >= 3 * across) return { thumb: false, length: length(el) };
  let track = el.parentElement;
  while (track && track.parentElement && length(track) < 3 * length(el)) track = track.parentElement;
  return { thumb: true, length: track ? length(track) : length(el) };
};

// Returns the struct SliderState of page_sliders.py; `focus` moves the focus to the slider.
const sliderState = (locator, role, name, focus) => {
  const found = find(locator, role, name);
  const el = found && found.tagName === "LABEL" && found.control ? found.control : found;
  if (!el || el.nodeType !== 1) return { kind: "gone" };
  const style = getComputedStyle(el), vertical = isVertical(el), native = isRange(el), range = sliderRange(el);
  if (focus) el.focus({ preventScroll: true });
  const disabled = el.disabled === true || isOn(el, "aria-disabled") || native && el.matches(":disabled");
  const step = native && el.step.toLowerCase() !== "any" ? numberOf(el.step, 1) : 0;
  const track = trackOf(el, vertical), [value, low, high] = range || [null, 0, 100];
  return { kind: disabled ? "disabled" : isOn(el, "aria-readonly") ? "readonly" : "ok", native, value, low, high, step: step > 0 ? step : native && step !== 0 ? 1 : 0,
    vertical, reversed: vertical !== (style.direction === "rtl"), thumb: track.thumb, track: track.length, focused: activeElement() === el, text: sliderText(el) };
};
