// Keeps whether elements are covered, the result of hit tests, from one reading to the next. A result holds if the
// element has the same box, the same styles apply, and nothing changed at the height of its box: no element there was
// changed, moved, added or removed.
const MAX_CHANGED = 100, MAX_CHANGED_ELEMENTS = 1000;
// Text is a little higher than the lines of its element can be.
const STRIP_MARGIN = 30;
const hits = new WeakMap(), places = new WeakMap();
// `changed` is what was noted as changed since the last reading, null if it is too much.
const hitCache = { reading: -1, styles: null, changed: new Set() };
const TOP_LAYER = "dialog,[popover]";

const noteHitChange = node => {
  if (hitCache.changed && hitCache.changed.size < MAX_CHANGED) hitCache.changed.add(node);
  else hitCache.changed = null;
};

// Where an element and all that is in it was shown in a reading.
class Place {
  constructor(box) {
    this.reading = cache.reading;
    this.box = box;
    [this.top, this.bottom] = hasArea(box) ? [box[1], box[3]] : [Infinity, -Infinity];
  }

  extend(top, bottom) {
    if (top < this.top) this.top = top;
    if (bottom > this.bottom) this.bottom = bottom;
  }
}

// Returns whether a change in an element may show or move what has no box of its own there: a pseudo-element with a
// position, the backdrop of a dialog.
const reachesFar = el => {
  const { positioned } = cache;
  if (positioned.has(el) || el.shadowRoot || Element.prototype.matches.call(el, TOP_LAYER)) return true;
  const inner = Element.prototype.getElementsByTagName.call(el, "*");
  return inner.length > MAX_CHANGED_ELEMENTS || [...inner].some(other => positioned.has(other) || other.shadowRoot || Element.prototype.matches.call(other, TOP_LAYER));
};

// Returns the heights between which something changed since the last reading, as pairs, or null if it can be anywhere.
const changedStrips = (reader, styles) => {
  const { rules } = cache, { changed, reading: last } = hitCache;
  const isFollowed = reader.caches && styles !== null && hitCache.styles !== null && last === cache.reading - 1 && cache.changedIn < last;
  if (!isFollowed || changed === null || rules.positioned === null || rules.isStackedFromAfar || !isSameList(styles, hitCache.styles)) return null;
  const strips = reader.moved;
  for (const node of changed) {
    const el = node instanceof Element ? node : nativeParentElement.call(node);
    if (!el) { if (node.isConnected) return null; continue; }
    if (reachesFar(el)) return null;
    for (const place of [places.get(el), reader.placesBefore.get(el)]) if (place && place.reading >= last) strips.push(place);
  }
  return strips;
};

// Tests which of the reported elements are covered; of those that nothing happened to, the last result holds.
const testHits = (reader, styles) => {
  const strips = changedStrips(reader, styles);
  const isAffected = ([, top, , bottom]) => strips.some(strip => strip.top - STRIP_MARGIN < bottom && strip.bottom + STRIP_MARGIN > top);
  for (const { node, target, box, index, states } of reader.untested) {
    const last = strips && hits.get(node);
    // What is drawn over a field may belong to it, which depends on more than what is at its height.
    const holds = last && !Element.prototype.matches.call(target, FIELD_TAGS) && last.reading === hitCache.reading && isSameList(last.box, box) && !isAffected(box);
    const covered = holds ? last.covered : reader.isCovered(target, box);
    if (reader.keeps) hits.set(node, { reading: cache.reading, box, covered });
    reader.rows[index][STATES] = covered ? (states ? states + " covered" : "covered") : states;
  }
  if (!reader.keeps) return;
  Object.assign(hitCache, { reading: cache.reading, styles: reader.caches && canKeep(reader) ? styles : null });
  hitCache.changed = new Set();
};
