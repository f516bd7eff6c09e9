// Keeps the rows of parts of the page from one reading to the next. The rows of an element and of all that is in it hold
// if nothing in it changed, the element and all that is reported in it are where they were, nothing around it changed
// that its rows depend on, and all of it is in view. Elements with fields are always read again, because values change
// unnoticed, and so are elements with names from elsewhere.
// Smaller parts are read again as fast.
const MIN_KEPT_ROWS = 2, MIN_KEPT_ELEMENTS = 3;
const keptParts = new WeakMap();
// Number of the last reading when what is in an element may have got another look, or other neighbours.
const alteredIn = new WeakMap();
// The limits of the last reading, the reading since which they hold, and the focused elements.
const rowContext = { limits: [], since: 0, active: null, activeDescendant: null };
const UNKEPT = new Set(["INPUT", "SELECT", "TEXTAREA", "LABEL", "OPTION", "OUTPUT", "METER", "PROGRESS", "IFRAME", "FRAME", "CANVAS", "AUDIO"]);
// Siblings are compared by these: the current item of a list by its class, the items of a list by their data.
const SIBLING_ATTRIBUTE = /^(class|tabindex|data-.*)$/;
// What an element takes over from those around it.
const INHERITED = ["name", "value", "clickable", "widget", "surround", "field", "choices", "list", "days", "surface", "drags", "isInControl", "isInCell", "hidesTexts", "pointer", "cursor", "faint", "inert", "shapes"];

const noteAlteredIn = el => { if (el) alteredIn.set(el, cache.reading); };

// Notes an element whose own state or attributes changed, so that rules may give it and its siblings another style.
const noteAlteredStyle = el => { if (cache.rules.stylesSiblings) noteAlteredIn(nativeParentNode.call(el)); };

// Returns the element around those that an element is compared with: its siblings, or those in boxes beside its own.
const aroundPeers = el => {
  const outer = nativeParentNode.call(el);
  return outer && outer.childElementCount === 1 && nativeParentNode.call(outer) || outer;
};

// Notes what a change can alter besides the changed element: what is in it, and its siblings.
const noteAltered = (type, target, attribute) => {
  if (type === "attributes") {
    if (SIBLING_ATTRIBUTE.test(attribute)) noteAlteredIn(aroundPeers(target));
    else noteAlteredStyle(target);
    return;
  }
  const el = type === "characterData" ? nativeParentNode.call(target) : target;
  if (!el) return;
  noteAlteredIn(el);
  noteAlteredStyle(el);
};

const forgetRows = el => { for (let above = el; above; above = above instanceof ShadowRoot ? above.host : nativeParentNode.call(above)) keptParts.delete(above); };

// Prepares a reading. Returns whether rows may be kept in it.
const startKeepingRows = reader => {
  const limits = [reader.maxNodes, reader.maxText, reading.figures];
  if (!isSameList(limits, rowContext.limits)) Object.assign(rowContext, { limits, since: cache.reading });
  for (const name of ["active", "activeDescendant"]) {
    if (rowContext[name] !== reader[name]) { forgetRows(rowContext[name]); forgetRows(reader[name]); }
    rowContext[name] = reader[name];
  }
  return reader.caches && cache.rules.states !== null && !cache.rules.hasRelations;
};

// Returns whether the rows of an element depend only on it, its content, its siblings and its ancestors.
const isPlain = el => !UNKEPT.has(el.tagName) && !el.hasAttribute("aria-labelledby");

// Notes in the part around an element whether the element moves along with that part.
const notePosition = (el, part) => {
  const position = positionOf(el);
  if (position === "absolute") part.hasAbsolute = true;
  else if (position === "fixed" || position === "sticky") part.isPlain = false;
};

// The rows of an element and of what is in it, and everything else that the visit to it added to a reading.
class KeptPart {
  constructor(reader, start, { box, outer, part, place }) {
    Object.assign(this, { reading: cache.reading, box, part, start: start.rows, clip: outer.clip, absoluteClip: outer.absoluteClip, inherited: INHERITED.map(name => outer[name]),
      top: place.top, bottom: place.bottom, leaves: reader.leaves - start.leaves });
    this.rows = reader.rows.slice(start.rows);
    this.untested = reader.untested.slice(start.untested);
    this.controls = reader.controls.slice(start.controls);
    this.shown = reader.shown.slice(start.shown);
    this.placed = reader.placed.slice(start.placed);
    this.scrollers = reader.scrollers.slice(start.scrollers).map(element => [element, element.scrollLeft, element.scrollTop]);
  }

  // Returns whether the rows hold for an element with this box.
  holds(reader, box, outer) {
    if (!outer.isObserved || this.reading <= outer.alteredSince || this.rows.length + reader.rows.length > reader.maxNodes || reader.leaves + this.leaves > MAX_LEAVES) return false;
    if (!isSameList(box, this.box) || !isSameList(outer.clip, this.clip) || !isSameList(outer.absoluteClip, this.absoluteClip)) return false;
    if (!INHERITED.every((name, i) => outer[name] === this.inherited[i])) return false;
    return this.scrollers.every(([element, left, top]) => element.scrollLeft === left && element.scrollTop === top) && this.shown.every(([node, at]) => isSameList(rectOf(node), at));
  }

  // Adds the rows to a reading, below the row of the element around this one.
  addTo(reader, parent) {
    const shift = reader.rows.length - this.start;
    this.start += shift;
    this.reading = cache.reading;
    this.rows = this.rows.map(row => {
      const copy = row.slice();
      copy[PARENT] = row[PARENT] + shift >= this.start ? row[PARENT] + shift : parent;
      return copy;
    });
    this.untested = this.untested.map(test => ({ ...test, index: test.index + shift }));
    for (const place of this.placed) place.reading = cache.reading;
    for (const [node, at] of this.shown) if (node.nodeType === 1) reader.places.set(node, at);
    for (const name of ["rows", "controls", "untested", "shown", "placed"]) reader[name].push(...this[name]);
    for (const [element] of this.scrollers) reader.scrollers.push(element);
    reader.leaves += this.leaves;
    reader.place.extend(this.top, this.bottom);
  }
}

// Keeps the rows that a visit to an element added, if they can be used again.
const keepPart = (reader, el, start, { box, outer, part, place }) => {
  const isKept = part.isPlain && !part.hasAbsolute && part.count === 0 && outer.isObserved && el instanceof HTMLElement && reader.rows.length > start.rows
    && (reader.rows.length - start.rows >= MIN_KEPT_ROWS || reader.placed.length - start.placed >= MIN_KEPT_ELEMENTS) && reader.deadline && !reader.omitted && reader.leaves < MAX_LEAVES && reading.truncatedTexts === start.truncatedTexts && part.top >= outer.clip[1] && part.bottom <= outer.clip[3]
    && !(el.parentElement && el.parentElement.classList.contains("ui-sortable"));
  if (isKept) keptParts.set(el, new KeptPart(reader, start, { box, outer, part, place }));
};
