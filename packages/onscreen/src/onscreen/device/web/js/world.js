// Runs in the page's own world before its scripts: notes which elements listen for clicks, opens closed
// shadow roots to the reader (pages still see them closed), and tells both by events nobody else can name.
(token => {
  "use strict";
  if (globalThis[Symbol.for(token)]) return;
  Object.defineProperty(globalThis, Symbol.for(token), { value: true });
  const CLICKS = new Set(["click", "mousedown", "pointerdown", "mouseup", "pointerup", "touchstart", "dblclick"]);
  const Ev = Event, Ref = WeakRef, El = Element, say = EventTarget.prototype.dispatchEvent;
  const apply = Reflect.apply;
  const known = new WeakSet();
  let untold = [];
  const note = node => {
    if (!(node instanceof El) || known.has(node)) return;
    known.add(node);
    untold.push(new Ref(node));
  };
  const listen = EventTarget.prototype.addEventListener;
  const patched = {
    addEventListener(type, heard, options) {
      if (heard && CLICKS.has(type)) note(this);
      return apply(listen, this, [type, heard, options]);
    },
  };
  EventTarget.prototype.addEventListener = patched.addEventListener;
  for (const proto of [HTMLElement.prototype, SVGElement.prototype]) {
    for (const name of ["onclick", "onmousedown", "onpointerdown", "ontouchstart"]) {
      const old = Object.getOwnPropertyDescriptor(proto, name);
      if (!old || !old.set) continue;
      Object.defineProperty(proto, name, {
        ...old,
        set(heard) {
          if (typeof heard === "function") note(this);
          return apply(old.set, this, [heard]);
        },
      });
    }
  }
  const closed = new WeakSet();
  const attach = El.prototype.attachShadow;
  El.prototype.attachShadow = { attachShadow(init) {
    const root = apply(attach, this, [init && init.mode === "closed" ? { ...init, mode: "open" } : init]);
    if (init && init.mode === "closed") closed.add(root);
    return root;
  } }.attachShadow;
  for (const [proto, name, seen] of [[El.prototype, "shadowRoot", root => root && closed.has(root) ? null : root],
    [ShadowRoot.prototype, "mode", undefined]]) {
    const old = Object.getOwnPropertyDescriptor(proto, name);
    Object.defineProperty(proto, name, { ...old, get() {
      const found = apply(old.get, this, []);
      return seen ? seen(found) : closed.has(this) ? "closed" : found;
    } });
  }
  apply(listen, document, [token + "ask", () => {
    const later = [];
    for (const ref of untold) {
      const node = ref.deref();
      if (!node) continue;
      if (node.isConnected) apply(say, node, [new Ev(token + "tell", { composed: true })]);
      else later.push(ref);
    }
    untold = later;
  }]);
  // Short timers and frames asked for by what a person did: until they have run, the page is not done.
  const MOST_WAIT_MS = 500, FRAME_MS = 17, MOST_DEPTH = 2;
  const waiting = new Map();
  const clock = performance.now.bind(performance);
  let depth = 0;
  const later = (native, handler, wait, args) => {
    const mine = depth + 1;
    const key = {};
    if (mine <= MOST_DEPTH && wait <= MOST_WAIT_MS) waiting.set(key, clock() + wait);
    const id = native(function (...given) {
      waiting.delete(key);
      const before = depth;
      depth = Math.min(mine, MOST_DEPTH);
      try { return apply(handler, this, given); } finally { depth = before; }
    }, args);
    if (waiting.has(key)) keys.set(id, key);
    return id;
  };
  // Animations by script tick in short intervals until they are over; an interval that never ends is no animation.
  const TICK_MS = 50, MOST_TICKING_MS = 1000;
  const ticking = new Map();
  const { setInterval: tick, clearInterval: untick } = globalThis;
  const keys = new Map();
  const { setTimeout: timeout, clearTimeout: forget, requestAnimationFrame: frame, cancelAnimationFrame: unframe } = globalThis;
  const replaced = {
    setTimeout(handler, wait, ...args) {
      if (typeof handler !== "function") return apply(timeout, globalThis, [handler, wait, ...args]);
      return later((run, given) => apply(timeout, globalThis, [run, wait, ...given]), handler, Number(wait) || 0, args);
    },
    clearTimeout(id) { waiting.delete(keys.get(id)); return apply(forget, globalThis, [id]); },
    requestAnimationFrame(handler) {
      if (typeof handler !== "function") return apply(frame, globalThis, [handler]);
      return -later(run => -apply(frame, globalThis, [run]), handler, FRAME_MS, []);
    },
    setInterval(handler, wait, ...args) {
      const id = apply(tick, globalThis, [handler, wait, ...args]);
      if ((Number(wait) || 0) <= TICK_MS) ticking.set(id, clock());
      return id;
    },
    clearInterval(id) { ticking.delete(id); return apply(untick, globalThis, [id]); },
    cancelAnimationFrame(id) { waiting.delete(keys.get(-id)); return apply(unframe, globalThis, [id]); },
  };
  Object.assign(globalThis, replaced);
  apply(listen, document, [token + "busy", () => {
    let due = 0;
    for (const [key, at] of waiting) { if (at < clock() - MOST_WAIT_MS) waiting.delete(key); else due = Math.max(due, at); }
    for (const [id, since] of ticking) {
      if (since < clock() - MOST_TICKING_MS) ticking.delete(id); else due = Math.max(due, clock() + FRAME_MS);
    }
    if (keys.size > 1000 && !waiting.size) keys.clear();
    apply(say, document, [new CustomEvent(token + "due", { detail: Math.max(0, due ? due - clock() + 1 : 0) })]);
  }]);
})("__TOKEN__");
