// Runs in a world of our own: watches what changes, remembers elements, tells when the page is quiet.
const heardClicks = new WeakSet();
const watch = { changes: 0, last: -1e9, roots: new WeakSet() };
const later = globalThis.setTimeout.bind(globalThis);
const now = performance.now.bind(performance);

window.addEventListener(TOKEN + "tell", event => {
  event.stopImmediatePropagation();
  heardClicks.add(event.composedPath()[0]);
}, true);

const observer = new MutationObserver(() => {
  watch.changes += 1;
  watch.last = now();
});
const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };

const watchRoot = root => {
  if (watch.roots.has(root)) return;
  watch.roots.add(root);
  observer.observe(root, WATCHED);
};
watchRoot(document);
window.addEventListener("scroll", () => { watch.changes += 1; watch.last = now(); }, { capture: true, passive: true });
document.addEventListener("input", () => { watch.changes += 1; }, { capture: true, passive: true });

const changesNow = () => {
  if (observer.takeRecords().length) { watch.changes += 1; watch.last = now(); }
  return watch.changes;
};

const ENDLESS_MS = 1500;
const isMoving = () => {
  let moving = false;
  for (const animation of document.getAnimations ? document.getAnimations() : []) {
    if (animation.playState !== "running" || !animation.effect) continue;
    const left = animation.effect.getComputedTiming().endTime - (animation.currentTime || 0);
    if (left > 0 && left < ENDLESS_MS) moving = true;
  }
  return moving;
};

let due = 0;
document.addEventListener(TOKEN + "due", event => { due = Number(event.detail) || 0; });
const waitsFor = () => {
  due = 0;
  document.dispatchEvent(new Event(TOKEN + "busy"));
  return due;
};

// Resolves with [quiet, changes] once nothing has changed for quietMs and no short timer of the page is
// due, at most after capMs; at once when nothing has changed since `since`, but never before leastMs.
const settle = async (since, quietMs, capMs, leastMs) => {
  const start = now();
  const turn = () => new Promise(done => { const port = new MessageChannel(); port.port1.onmessage = done; port.port2.postMessage(0); });
  await turn();
  for (;;) {
    const quiet = changesNow() === since ? quietMs : now() - watch.last;
    const wait = Math.max(waitsFor(), quietMs - quiet, isMoving() ? 16 : 0, leastMs - (now() - start));
    if (wait <= 0) return [1, watch.changes];
    if (now() - start >= capMs) return [0, watch.changes];
    await new Promise(done => later(done, Math.max(1, Math.min(wait, 50, capMs))));
  }
};

// Resolves with 1 as soon as something changed since `changes`, with 0 after capMs.
const changed = async (since, capMs) => {
  const until = now() + capMs;
  while (now() < until) {
    if (changesNow() !== since) return 1;
    await new Promise(done => later(done, Math.min(20, until - now() + 1)));
  }
  return 0;
};

// Where the pointer was last; frames of other sites get it at its place only once the screen is drawn.
let pointerAt = [-1, -1];
window.addEventListener("mousemove", event => { pointerAt = [event.clientX, event.clientY]; }, { capture: true, passive: true });
const pointer = () => pointerAt;

// The registry: element -> locator, locator -> element; a locator outlives the element it was made for.
const locatorOf = new WeakMap();
const owners = new Map();
const MOST_OWNERS = 50000;

const hash = text => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36);
};

const register = (node, path, role, name) => {
  const before = locatorOf.get(node);
  if (before) return before;
  const key = hash(path + "|" + role + "|" + name);
  for (let copy = 1; ; copy++) {
    const locator = (copy > 1 ? key + "-" + copy : key) + " " + path;
    const owner = owners.get(locator)?.deref();
    if (owner && owner.isConnected && owner !== node) continue;
    if (owners.size > MOST_OWNERS) owners.clear();
    owners.set(locator, new WeakRef(node));
    locatorOf.set(node, locator);
    return locator;
  }
};
