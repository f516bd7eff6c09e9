// Caches, for each element out of view, how many elements in it the reading counts, so that a later reading need not
// visit them again. A cached count holds as long as nothing in the element changed (DOM, click listeners, images), the
// element has the same size, all of it is above or all of it is below the visible part, and no style rule, animation
// or script can have moved or shown anything in it without such a change. An element that came into a state that style
// rules name, such as :hover, or left it, counts as changed. Everything else is read again.
const MIN_ELEMENTS = 400; // smaller pages are always read completely
const MAX_SIZE_CHANGE = 0.1, MAX_RECORDS = 5000, MAX_ROOTS = 50;
const cachedCounts = new WeakMap();
// Number of the last reading when an element was changed; what was cached in that reading or before no longer holds.
const changedIn = new WeakMap();
// `epoch` counts what was noted, so that an equal number means that nothing was.
const cache = { reading: 0, epoch: 0, owners: null, lastOwners: new Set(), changedIn: 0, view: "", sheets: [], rules: null, movable: new WeakSet(), positioned: new WeakSet(), newRoots: new Set(), areStylesHeld: false, inState: null };
// The layout of these can change by itself, or what is in them is shown elsewhere.
const UNCACHED = new Set(["VIDEO", "OBJECT", "EMBED", "MARQUEE", "DIALOG", "SLOT", "animate", "animateTransform", "animateMotion", "set"]);

// A field of a form can shadow the form's own properties.
const nativeParentNode = getter(Node.prototype, "parentNode"), nativeParentElement = getter(Node.prototype, "parentElement");
// Siblings next to each other out of view whose counts are cached: the run of each of them, and the runs of a parent.
const runOf = new WeakMap(), runsIn = new WeakMap();
const MIN_RUN = 16; // elements
const forgetRuns = parent => {
  for (const run of runsIn.get(parent) || []) run.isValid = false;
  runsIn.delete(parent);
};
const forgetCounts = node => {
  cache.epoch++;
  noteHitChange(node);
  forgetRuns(node.nodeType === 1 ? node : nativeParentNode.call(node));
  for (let above = node; above; above = above instanceof ShadowRoot ? above.host : nativeParentNode.call(above)) {
    cachedCounts.delete(above);
    keptParts.delete(above);
    const run = runOf.get(above);
    if (run) run.isValid = false;
  }
};
const forgetAll = () => { cache.epoch++; cache.changedIn = cache.reading; };

// What a rule with a sibling combinator can reach from an element.
const reach = el => cache.rules.hasSiblings && nativeParentElement.call(el) || el;

// Marks an element whose style, and so that of everything in it, may have changed.
const noteChanged = node => {
  forgetCounts(node);
  changedIn.set(node, cache.reading);
  cache.newRoots.add(node);
};

const noteMutations = records => {
  const { rules, newRoots } = cache;
  if (!rules || records.length > MAX_RECORDS || records.some(({ addedNodes, removedNodes, attributeName }) => addedNodes.length || removedNodes.length || attributeName === "aria-owns" || attributeName === "id")) cache.owners = null;
  if (!rules) return;
  if (records.length + newRoots.size > MAX_RECORDS) { forgetAll(); newRoots.clear(); newRoots.add(document); return; }
  for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
    forgetCounts(target);
    noteAltered(type, target, attributeName);
    if (type === "attributes") noteChanged(reach(target));
    else if (type === "characterData") { if (rules.isStructural && target.parentElement) noteChanged(reach(target.parentElement)); }
    else if (rules.isStructural) noteChanged(reach(target));
    else if (rules.hasSiblings) noteChanged(target);
    else for (const node of addedNodes) if (node.nodeType === 1) noteChanged(node);
    for (const node of removedNodes) if (node.nodeType === 1) noteHitChange(node);
  }
};

// Images, style sheets and videos change the layout when they are loaded; the others show or hide something.
const noteLoaded = ({ target }) => {
  if (!(target instanceof Element)) { forgetAll(); return; }
  noteChanged(target);
  if (target.sheet) cache.rules = null; // with the style sheets that it imports
};
for (const type of ["load", "error", "loadedmetadata", "resize", "toggle", "beforetoggle", "slotchange", "fullscreenchange"])
  window.addEventListener(type, noteLoaded, { capture: true, passive: true });
window.addEventListener(TOKEN + "shadow", event => { event.stopImmediatePropagation(); noteChanged(event.composedPath()[0]); }, true);
document.addEventListener(TOKEN + "styles-changed", () => { cache.rules = null; });
document.addEventListener(TOKEN + "styles-held", () => { cache.areStylesHeld = true; });
if (document.fonts) document.fonts.addEventListener("loadingdone", forgetAll);

// Returns whether the style sheets are the same as in the last reading.
const areSheetsSame = () => {
  const sheets = styleSheets().map(sheet => [sheet, sheetState(sheet)]);
  const before = cache.sheets;
  cache.sheets = sheets;
  return sheets.length === before.length && sheets.every(([sheet, state], i) => sheet === before[i][0] && state === before[i][1]);
};

// Adds the elements in and at a root that a selector matches to a set.
const addMatching = (root, selector, set) => {
  if (!selector || !root.isConnected) return;
  const isElement = root instanceof Element;
  if (isElement && Element.prototype.matches.call(root, selector)) set.add(root);
  const { querySelectorAll } = (isElement ? Element : Document).prototype;
  for (const el of querySelectorAll.call(root, selector)) set.add(el);
};

// Returns the position of an element as its style has it.
const positionOf = el => cache.rules.positioned !== null && !cache.positioned.has(el) ? "static" : getComputedStyle(el).position;

// Elements that an animation may move now. An animation that has ended has put everything back or left it in effect.
const noteAnimated = () => {
  for (const { effect } of document.getAnimations()) if (effect && effect.target) { noteChanged(effect.target); cache.movable.add(effect.target); }
};

// Returns the elements that each of the pseudo-classes matches. Alone, :hover matches only links in quirks mode.
const elementsInStates = states => states.map(name => [...document.querySelectorAll(name + ":is(*)")]);

// Notes the elements that came into a state that style rules name, or left it, since the last reading.
const noteStates = () => {
  const { rules: { states }, inState: before } = cache;
  cache.inState = states && elementsInStates(states);
  if (!states || !before) return;
  const changed = new Set();
  before.forEach((old, i) => {
    const current = cache.inState[i];
    if (isSameList(old, current)) return;
    const [was, is] = [new Set(old), new Set(current)];
    for (const el of was) if (!is.has(el)) changed.add(el);
    for (const el of is) if (!was.has(el)) changed.add(el);
  });
  if (changed.size > MAX_CHANGED) { forgetAll(); return; }
  for (const el of changed) {
    const root = reach(el);
    forgetCounts(root);
    changedIn.set(root, cache.reading);
    noteAlteredStyle(el);
  }
};

// Reads the style rules if they may have changed. Returns false if they cannot be followed or the page is small.
const updateRules = () => {
  const elements = document.getElementsByTagName("*").length;
  if (elements < MIN_ELEMENTS || cache.areStylesHeld) { cache.rules = null; return false; }
  if (areSheetsSame() && cache.rules) return true;
  cache.rules = readStyleRules(elements);
  cache.epoch++;
  cache.changedIn = cache.reading;
  Object.assign(cache, { movable: new WeakSet(), positioned: new WeakSet(), inState: null });
  cache.newRoots = new Set([document]);
  return true;
};

// Forgets everything if other elements than in the last reading own others elsewhere in the document.
const noteOwners = () => {
  if (cache.owners !== null) return;
  const before = cache.lastOwners;
  cache.owners = cache.lastOwners = new Set([...document.querySelectorAll("[aria-owns]")].flatMap(el => [el, ...ownedBy(el)]));
  if (!isSameList([...before], [...cache.owners])) forgetAll();
};

// Prepares a reading. Returns whether counts may be cached in it.
const startCaching = view => {
  cache.reading++;
  const viewNow = view.join() + devicePixelRatio;
  if (viewNow !== cache.view || document.fonts && document.fonts.status !== "loaded") cache.changedIn = cache.reading - 1;
  cache.view = viewNow;
  if (cache.rules.isUnknown) return false;
  noteAnimated();
  for (const root of cache.newRoots.size > MAX_ROOTS ? [document] : cache.newRoots) {
    addMatching(root, cache.rules.movable, cache.movable);
    addMatching(root, cache.rules.positioned, cache.positioned);
  }
  cache.newRoots.clear();
  return true;
};

// What was visited in an element that is being read. `isLoose`: it contains an absolutely positioned element that does
// not move along with it. `position` is the element's own, "" if it was not looked up yet. `isPlain` and
// `hasAbsolute`: see kept_rows.js.
class Part {
  constructor(element, isCacheable) { Object.assign(this, { element, isCacheable, isLoose: false, isPlain: true, hasAbsolute: false, count: 0, top: Infinity, bottom: -Infinity, position: "", isTransformed: false, clips: false }); }

  extend(top, bottom) {
    if (top < this.top) this.top = top;
    if (bottom > this.bottom) this.bottom = bottom;
  }

  add(part) {
    this.count += part.count;
    this.isCacheable &&= part.isCacheable;
    this.isLoose ||= part.isLoose;
    this.isPlain &&= part.isPlain;
    this.hasAbsolute ||= part.hasAbsolute;
    this.extend(part.top, part.bottom);
  }

  // Adds an element without content.
  addLeaf(el, box) {
    if (!hasArea(box)) return;
    this.extend(box[1], box[3]);
    const position = this.isCacheable ? positionOf(el) : "static";
    if (position === "fixed" || position === "sticky") this.isCacheable = false;
    else if (position === "absolute") this.isLoose = true;
  }

  // Notes the style of the element itself.
  setStyle(style) {
    this.position = style.position;
    this.isTransformed = this.position === "static" && style.transform !== "none";
  }

  // Adds the element itself, after its content.
  close(el, box) {
    if (hasArea(box)) this.extend(box[1], box[3]);
    if (this.top === Infinity || !this.isCacheable) return;
    const position = this.position || positionOf(el);
    if (position === "fixed" || position === "sticky" || this.clips && (this.top < box[1] - 1 || this.bottom > box[3] + 1)) this.isCacheable = false;
    else this.isLoose = position === "absolute" || this.isLoose && position === "static" && !this.isTransformed;
  }
}

// Returns whether what is in an element can change in a way that is not observed.
const isUnobserved = el => {
  const tag = el.tagName;
  if (UNCACHED.has(tag) || cache.owners.has(el) || cache.movable.has(el) || el.shadowRoot !== null || el.hasAttribute("popover")) return true;
  if (tag === "IMG") return !el.complete;
  return (tag === "INPUT" || tag === "BUTTON") && el.labels !== null && el.labels.length > 0; // its label may be shown instead
};

const cacheCount = (el, box, { part, outer }) => {
  if (!part.isCacheable || part.isLoose || outer.choices || outer.days || !el.firstElementChild || !hasArea(box)) return;
  cachedCounts.set(el, { tag: el.tagName, reading: cache.reading, isPlain: part.isPlain, count: part.count, width: box[2] - box[0], height: box[3] - box[1], top: part.top - box[1], bottom: part.bottom - box[1], shownTop: 0, shownBottom: 0 });
};

const areClose = (one, other) => Math.abs(one - other) <= MAX_SIZE_CHANGE;

// Siblings whose cached counts were used, up to an element that was visited.
class Run {
  constructor() { Object.assign(this, { isValid: true, reading: cache.reading, isPlain: true, elements: [], nodes: 0, texts: 0, newNodes: 0, newTexts: 0, tags: {}, count: 0, top: Infinity, bottom: -Infinity }); }

  // Adds a node without content; it counts only if an element follows.
  addBlank(node) {
    this.newNodes++;
    if (node.nodeType === 3) this.newTexts++;
  }

  add(child, cached) {
    this.elements.push(child);
    this.nodes += this.newNodes + 1;
    this.texts += this.newTexts;
    this.newNodes = this.newTexts = 0;
    this.tags[cached.tag] = (this.tags[cached.tag] || 0) + 1;
    this.count += cached.count;
    this.isPlain &&= cached.isPlain;
    this.top = Math.min(this.top, cached.shownTop);
    this.bottom = Math.max(this.bottom, cached.shownBottom);
  }

  // Caches the run; its size is that of its first and its last element and their distance.
  close(parent) {
    const { elements } = this;
    if (elements.length < MIN_RUN) return;
    this.elements = null;
    for (const child of elements) {
      const before = runOf.get(child);
      if (before) before.isValid = false;
      runOf.set(child, this);
    }
    [this.first, this.last] = [elements[0], elements[elements.length - 1]];
    const first = this.first.getBoundingClientRect();
    Object.assign(this, { top: this.top - first.top, bottom: this.bottom - first.top, sizes: runSizes(first, this.last.getBoundingClientRect()) });
    runsIn.set(parent, [...(runsIn.get(parent) || []).filter(run => run.isValid), this]);
  }
}

const runSizes = (first, last) => [first.width, first.height, last.width, last.height, last.left - first.left, last.top - first.top];

// Returns the run that begins with a child and the side on which all of it is out of view, or null.
const usableRun = (child, outer) => {
  const run = runOf.get(child);
  if (!run || !run.isValid || run.first !== child || run.reading <= outer.since || !outer.isObserved || outer.choices || outer.days) return null;
  const first = run.first.getBoundingClientRect(), sizes = runSizes(first, run.last.getBoundingClientRect());
  if (!sizes.every((size, i) => areClose(size, run.sizes[i]))) return null;
  const extent = { top: first.top + run.top, bottom: first.top + run.bottom }, side = sideOf(extent, outer.clip);
  return side < 0 ? null : { run, side, extent };
};

// Returns 0 if an extent is above a part of the viewport, 1 if it is below, or -1.
const sideOf = ({ top, bottom }, [, start, , end]) => start > end ? -1 : top >= end + 1 ? 1 : bottom <= start - 1 ? 0 : -1;

// Returns the side on which an element is out of view, 0 above and 1 below, if its cached count holds, or -1.
const sideOfCached = (el, cached, { outer, part }) => {
  if (cached.reading <= Math.max(outer.since, changedIn.get(el) || 0) || !outer.isObserved || outer.choices || outer.days || cache.movable.has(el)) return -1;
  const { top, width, height } = el.getBoundingClientRect();
  if (!areClose(width, cached.width) || !areClose(height, cached.height)) return -1;
  cached.shownTop = top + cached.top;
  cached.shownBottom = top + cached.bottom;
  const side = sideOf({ top: cached.shownTop, bottom: cached.shownBottom }, outer.clip);
  if (side >= 0) part.extend(cached.shownTop, cached.shownBottom);
  return side;
};
