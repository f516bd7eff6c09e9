// Keeps the last reading of a frame, and returns whether it still holds. A reading follows from the DOM, the style
// sheets, the states of elements that selectors name, such as :hover, the contents of fields, the scroll positions and
// the size of the viewport. If all of them are as they were, and all reported elements where they were, the page would
// be read as before.
const kept = { reading: null, count: 0, world: Math.random().toString(36).slice(2) };
const MAX_KEPT_FIELDS = 3000;
// What changes by itself, without an animation that the document lists.
const RESTLESS = new Set(["MARQUEE", "animate", "animateTransform", "animateMotion", "set"]);
const FIELD_TAG_NAMES = ["input", "select", "textarea"];

const fieldStates = () => {
  const states = [];
  for (const tag of FIELD_TAG_NAMES) for (const field of document.getElementsByTagName(tag)) {
    if (states.length > MAX_KEPT_FIELDS) return null;
    states.push(field, field.value);
    if (tag === "input") { states.push(field.checked, field.indeterminate); if (field.files) states.push(...field.files); }
    else if (tag === "select") { states.push(field.scrollTop); if (field.multiple) states.push(...field.selectedOptions); }
  }
  return states;
};

// Returns whether something moves or loads that can change the page unnoticed.
const isRestless = () => document.getAnimations().length > 0 || document.readyState !== "complete" || document.fonts && document.fonts.status !== "loaded"
  || [...document.images].some(image => !image.complete);

// Returns the elements that the pseudo-classes of the style rules match, and what else decides which styles apply.
const styleState = () => {
  const { visualViewport: { scale, offsetLeft, offsetTop } } = globalThis;
  const state = [innerWidth, innerHeight, devicePixelRatio, scale, offsetLeft, offsetTop, document.fullscreenElement];
  cache.rules.states.forEach((name, i) => state.push(name, ...cache.inState[i]));
  return state;
};

// Returns everything but the DOM, the styles and the scroll positions that a reading follows from, or null if it can change unnoticed.
const pageState = limits => {
  if (cache.rules.states === null || isRestless()) return null;
  const fields = fieldStates();
  return fields && { styles: styleState(), others: [...limits, changes.count, cache.epoch, scrollX, scrollY, document.activeElement, document.designMode, document.title, location.href, ...fields] };
};

const nextReadingId = () => `${kept.world}-${++kept.count}`;
const isSameList = (one, other) => one.length === other.length && one.every((value, i) => value === other[i]);

// Returns the last reading if it holds in a state of the page, or null.
const keptReading = state => {
  const { reading } = kept;
  if (!reading || !state || !isSameList(reading.state.styles, state.styles) || !isSameList(reading.state.others, state.others)) return null;
  for (const { element, left, top } of reading.scrollers) if (element.scrollLeft !== left || element.scrollTop !== top) return null;
  for (const [element, box] of reading.places) if (!isSameList(rectOf(element), box)) return null;
  return reading;
};

const canKeep = reader => reader.isKeepable && reader.isComplete() && !reader.limits.has(HIT_TEST_LIMIT);

const keepReading = (reader, state, { id, text }) => {
  const scrollers = reader.scrollers.map(element => ({ element, left: element.scrollLeft, top: element.scrollTop }));
  kept.reading = { id, text, state, scrollers, places: reader.places };
};
