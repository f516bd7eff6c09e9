// Runs in the isolated world: observes DOM changes, waits until the page is quiet, and keeps the locators.
const clickListeners = new WeakSet();
// `freshAt` is when the DOM last changed after a pause, changed where it never had, or grew; `runAt` when it
// changed after a pause or after the page had been found quiet.
const changes = { count: 0, lastAt: -1e9, freshAt: -1e9, runAt: -1e9, wasQuiet: false, roots: new WeakSet(), targets: new WeakSet() };
const MAX_PAUSE_MS = 200;
const nativeTimeout = globalThis.setTimeout.bind(globalThis);
const now = performance.now.bind(performance);

window.addEventListener(TOKEN + "clickable", event => {
  event.stopImmediatePropagation();
  clickListeners.add(event.composedPath()[0]);
  forgetCounts(event.composedPath()[0]);
}, true);

// What custom elements keep in their internals: role, label, checked, selected.
const internalsOf = new WeakMap();
window.addEventListener(TOKEN + "internals", event => {
  event.stopImmediatePropagation();
  const [role, label, checked, selected] = String(event.detail).split("\n");
  internalsOf.set(event.composedPath()[0], { role, "aria-label": label, "aria-checked": checked, "aria-selected": selected });
  forgetCounts(event.composedPath()[0]);
}, true);

const noteChange = () => {
  const time = now();
  const isAfterPause = time - changes.lastAt > MAX_PAUSE_MS;
  if (isAfterPause) changes.freshAt = time;
  if (isAfterPause || changes.wasQuiet) changes.runAt = time;
  changes.wasQuiet = false;
  changes.count += 1;
  changes.lastAt = time;
};
const noteRecords = records => {
  noteChange();
  for (const { target, addedNodes, removedNodes } of records) {
    if (!changes.targets.has(target) || addedNodes.length > removedNodes.length) changes.freshAt = changes.lastAt;
    changes.targets.add(target);
  }
};
const observer = new MutationObserver(records => { noteRecords(records); noteMutations(records); });
const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };

let observedRoots = [];
const observeRoot = root => {
  if (changes.roots.has(root)) return;
  changes.roots.add(root);
  observedRoots.push(new WeakRef(root));
  observer.observe(root, OBSERVED);
};
observeRoot(document);
window.addEventListener("scroll", noteChange, { capture: true, passive: true });
document.addEventListener("input", () => { changes.count += 1; }, { capture: true, passive: true });

const changeCount = () => {
  const records = observer.takeRecords();
  if (records.length) { noteRecords(records); noteMutations(records); }
  return changes.count;
};

// Longer animations (spinners, carousels) are not waited for.
const MAX_ANIMATION_MS = 1500;
// Transitions of these properties give elements their final colors, lines and shadows. They are finished instead of
// waited for, as Playwright does for its screenshots: a button that changes its color under the pointer would delay
// every click by its transition, often a fifth of a second.
const RECOLORED = /^((|background-|border-.*|outline-|text-decoration-|caret-)color|(box|text)-shadow|outline-(offset|width)|fill|stroke)$/;
const finishRecoloring = animation => {
  if (!(animation instanceof CSSTransition) || !RECOLORED.test(animation.transitionProperty) || animation.playbackRate <= 0) return;
  animation.finish();
};
// Returns the animations in the document and in the observed shadow roots, which the document does not list.
const runningAnimations = () => {
  observedRoots = observedRoots.filter(reference => reference.deref());
  const roots = observedRoots.map(reference => reference.deref());
  return roots.flatMap(root => root && root.getAnimations && (root === document || root.host.isConnected) ? root.getAnimations() : []);
};
// An animation that was finished counts as running once more, until the page has handled its end.
const isAnimating = () => runningAnimations().filter(animation => {
  if (animation.playState !== "running" || !animation.effect) return false;
  const left = animation.effect.getComputedTiming().endTime - (animation.currentTime || 0);
  if (left <= 0 || left >= MAX_ANIMATION_MS) return false;
  finishRecoloring(animation);
  return true;
}).length > 0;

// Ask the page's main world (page_world.js) what its scripts have in progress; the answer comes at once. A page that was
// loaded before does not answer: its scripts may be reading a response.
const UNKNOWN_ACTIVITY = "0 0 0 1";
let scriptActivity = UNKNOWN_ACTIVITY;
document.addEventListener(TOKEN + "activity", event => { scriptActivity = String(event.detail); });
const activityNow = () => {
  scriptActivity = UNKNOWN_ACTIVITY;
  document.dispatchEvent(new Event(TOKEN + "report-activity"));
  const [waitMs, requests, timers, readsStreams] = scriptActivity.split(" ").map(Number);
  return { waitMs: waitMs || 0, requests: requests || 0, timers: timers || 0, readsStreams: Boolean(readsStreams) };
};

let wake = () => {};
document.addEventListener(TOKEN + "requests-ended", () => wake());
const sleep = ms => new Promise(done => { wake = done; nativeTimeout(done, ms); });

// Resolves once the page has run its tasks that are ready: a background task runs after them. A page that
// never runs out of tasks delays it by at most MAX_TURN_MS.
const MAX_TURN_MS = 100;
const turn = () => new Promise(done => {
  if (globalThis.scheduler && scheduler.postTask) {
    scheduler.postTask(done, { priority: "background" });
    nativeTimeout(done, MAX_TURN_MS);
    return;
  }
  const channel = new MessageChannel();
  channel.port1.onmessage = done;
  channel.port2.postMessage(0);
});

const FRAME_MS = 16, MAX_SLEEP_MS = 50;
// The same elements change without a pause for this long only in a page that never stops.
const MAX_CHANGING_MS = 1000, MIN_WAIT_MS = 100;
// A page that has changed for MIN_RUN_MS is quiet after RUN_QUIET_MS only: on a loaded machine, the timers by which it
// goes on are late.
const MIN_RUN_MS = 200, RUN_QUIET_MS = 50;

// Resolves with [quiet, change count, requests, timers, animating, changing, loading, reads streams] once no request and no short
// timer of the page's scripts is in progress, no short animation runs and the DOM has not changed for
// quietMs, but not before minMs, or streamMs if scripts read the bodies of responses as streams. After timeoutMs it resolves with quiet 0 and what is still in progress.
// A DOM that has not changed since the count `since` is quiet at once. One that never stops to change is not waited for
// any longer if nothing else is in progress; `changing` is then 2. With quietMs 0, animations and DOM
// changes are ignored.
const settle = async (since, quietMs, timeoutMs, minMs, streamMs) => {
  const start = now();
  for (;;) {
    await turn();
    const isUnchanged = changeCount() === since;
    const needMs = quietMs && changes.lastAt - changes.runAt > MIN_RUN_MS ? Math.max(quietMs, RUN_QUIET_MS) : quietMs;
    const changeWait = isUnchanged ? 0 : Math.max(0, needMs - (now() - changes.lastAt));
    const { waitMs, requests, timers, readsStreams } = activityNow();
    const animating = quietMs > 0 && isAnimating();
    const elapsed = now() - start;
    const wait = Math.max(waitMs, changeWait, requests ? MAX_SLEEP_MS : 0, animating ? FRAME_MS : 0, minMs - elapsed, readsStreams ? streamMs - elapsed : 0);
    const isEndless = elapsed > MIN_WAIT_MS && changeWait > 0 && wait === changeWait && !requests && !timers && !animating && changes.lastAt - changes.freshAt > MAX_CHANGING_MS;
    if (wait <= 0 || elapsed >= timeoutMs || isEndless) {
      if (wait <= 0 && quietMs) changes.wasQuiet = true;
      return [Number(wait <= 0), changes.count, requests, timers, Number(animating), Number(changeWait > 0) + Number(isEndless), missingContent(), Number(readsStreams)];
    }
    await sleep(Math.max(1, Math.min(wait, MAX_SLEEP_MS, timeoutMs)));
  }
};

// Resolves once the page has shown a frame and run what it does after it, such as adding listeners, or after maxMs.
const nextFrame = maxMs => new Promise(done => {
  requestAnimationFrame(() => nativeTimeout(() => nativeTimeout(() => done(1)), 0));
  nativeTimeout(() => done(0), maxMs);
});

// Resolves with 1 as soon as the change count differs from `since`, with 0 after timeoutMs.
const changed = async (since, timeoutMs) => {
  const deadline = now() + timeoutMs;
  while (now() < deadline) {
    if (changeCount() !== since) return 1;
    await new Promise(done => nativeTimeout(done, Math.min(20, deadline - now() + 1)));
  }
  return 0;
};

// The last position of the pointer in CSS pixels of this frame's viewport.
let pointerAt = [-1, -1];
window.addEventListener("mousemove", event => { pointerAt = [event.clientX, event.clientY]; }, { capture: true, passive: true });
const pointerPosition = () => pointerAt;

// Locators: element -> locator and locator -> element. A locator stays valid when its element is replaced.
const locatorOf = new WeakMap();
const owners = new Map();
const MAX_OWNERS = 50000;

// FNV-1a, 32 bits, in base 36.
const hash = text => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36);
};

const register = (node, path, role, name) => {
  const known = locatorOf.get(node);
  if (known) return known;
  const key = hash(path + "|" + role + "|" + name);
  for (let copy = 1; ; copy++) {
    const locator = (copy > 1 ? key + "-" + copy : key) + " " + path;
    const owner = owners.get(locator)?.deref();
    if (owner && owner.isConnected && owner !== node) continue;
    if (owners.size > MAX_OWNERS) owners.clear();
    owners.set(locator, new WeakRef(node));
    locatorOf.set(node, locator);
    return locator;
  }
};
