// Runs in the page's main world before the page's scripts. Reports which elements listen for clicks, makes
// closed shadow roots readable (the page still sees them as closed), and reports timers and requests in
// progress. Events to the isolated world carry a random token in their name, so that pages cannot forge them.
(token => {
  "use strict";
  if (globalThis[Symbol.for(token)]) return;
  Object.defineProperty(globalThis, Symbol.for(token), { value: true });
  const CLICK_EVENTS = new Set(["click", "mousedown", "pointerdown", "mouseup", "pointerup", "touchstart", "dblclick"]);
  const NativeEvent = Event, NativeCustomEvent = CustomEvent, NativeWeakRef = WeakRef, NativeElement = Element;
  const dispatch = EventTarget.prototype.dispatchEvent, listen = EventTarget.prototype.addEventListener;
  const then = Promise.prototype.then;
  const apply = Reflect.apply;
  const clock = performance.now.bind(performance);

  // Elements with click listeners.
  const noted = new WeakSet();
  let unreported = [];
  const noteClickListener = node => {
    if (!(node instanceof NativeElement) || noted.has(node)) return;
    noted.add(node);
    unreported.push(new NativeWeakRef(node));
  };
  const reportClickListeners = () => {
    const detached = [];
    for (const ref of unreported) {
      const node = ref.deref();
      if (!node) continue;
      if (node.isConnected) apply(dispatch, node, [new NativeEvent(token + "clickable", { composed: true })]);
      else detached.push(ref);
    }
    unreported = detached;
  };
  const patched = {
    addEventListener(type, listener, options) {
      if (listener && CLICK_EVENTS.has(type)) noteClickListener(this);
      return apply(listen, this, [type, listener, options]);
    },
  };
  EventTarget.prototype.addEventListener = patched.addEventListener;
  for (const proto of [HTMLElement.prototype, SVGElement.prototype]) {
    for (const name of ["onclick", "onmousedown", "onpointerdown", "ontouchstart"]) {
      const native = Object.getOwnPropertyDescriptor(proto, name);
      if (!native || !native.set) continue;
      Object.defineProperty(proto, name, {
        ...native,
        set(listener) {
          if (typeof listener === "function") noteClickListener(this);
          return apply(native.set, this, [listener]);
        },
      });
    }
  }

  // Closed shadow roots.
  const closed = new WeakSet();
  const attachShadow = NativeElement.prototype.attachShadow;
  NativeElement.prototype.attachShadow = { attachShadow(init) {
    const root = apply(attachShadow, this, [init && init.mode === "closed" ? { ...init, mode: "open" } : init]);
    if (init && init.mode === "closed") closed.add(root);
    apply(dispatch, this, [new NativeEvent(token + "shadow", { composed: true })]);
    return root;
  } }.attachShadow;
  for (const [proto, name, mask] of [[NativeElement.prototype, "shadowRoot", root => root && closed.has(root) ? null : root],
    [ShadowRoot.prototype, "mode", undefined]]) {
    const native = Object.getOwnPropertyDescriptor(proto, name);
    Object.defineProperty(proto, name, { ...native, get() {
      const value = apply(native.get, this, []);
      return mask ? mask(value) : closed.has(this) ? "closed" : value;
    } });
  }

  // Edits of style rules, and rules whose declarations the page's scripts hold, so that they can edit them at any time.
  let haveStylesChanged = false, areStylesHeld = false;
  const styleEdits = [[CSSStyleSheet, "insertRule deleteRule addRule removeRule replace replaceSync"],
    [CSSGroupingRule, "insertRule deleteRule"], [CSSStyleRule, "insertRule deleteRule"]];
  for (const [{ prototype }, names] of styleEdits) {
    for (const name of names.split(" ")) {
      const native = Object.getOwnPropertyDescriptor(prototype, name);
      if (!native || !native.value) continue;
      const edit = { [name](...given) { haveStylesChanged = true; return apply(native.value, this, given); } }[name];
      Object.defineProperty(prototype, name, { ...native, value: edit });
    }
  }
  for (const [holder, name] of [[CSSStyleRule, "style"], [CSSStyleRule, "styleMap"], [CSSStyleRule, "selectorText"], [globalThis.CSSNestedDeclarations, "style"]]) {
    const native = holder && Object.getOwnPropertyDescriptor(holder.prototype, name);
    if (!native) continue;
    const edited = { ...native };
    if (name !== "selectorText") edited.get = function () { areStylesHeld = true; return apply(native.get, this, []); };
    if (native.set) edited.set = function (value) { haveStylesChanged = true; return apply(native.set, this, [value]); };
    Object.defineProperty(holder.prototype, name, edited);
  }
  const reportStyles = () => {
    if (haveStylesChanged) apply(dispatch, document, [new NativeEvent(token + "styles-changed")]);
    if (areStylesHeld) apply(dispatch, document, [new NativeEvent(token + "styles-held")]);
    haveStylesChanged = false;
  };

  // Roles and states that custom elements keep in their internals instead of in attributes, one per line.
  let internals = [];
  const attachInternals = HTMLElement.prototype.attachInternals;
  HTMLElement.prototype.attachInternals = { attachInternals() {
    const own = apply(attachInternals, this, []);
    internals.push({ ref: new NativeWeakRef(this), own, reported: "" });
    return own;
  } }.attachInternals;
  const reportInternals = () => {
    const alive = [];
    for (const entry of internals) {
      const node = entry.ref.deref();
      if (!node) continue;
      alive.push(entry);
      const { role, ariaLabel, ariaChecked, ariaSelected } = entry.own;
      const detail = `${role || ""}\n${ariaLabel || ""}\n${ariaChecked || ""}\n${ariaSelected || ""}`;
      if (!node.isConnected || detail === entry.reported || detail === "\n\n\n" && !entry.reported) continue;
      entry.reported = detail;
      apply(dispatch, node, [new NativeCustomEvent(token + "internals", { detail, composed: true })]);
    }
    internals = alive;
  };

  // Requests of scripts: fetch, reading the body of a response, and XMLHttpRequest. A request ends when its
  // promise settles or its "loadend" event was dispatched, so the page's own handlers run in the same task.
  // The network's report of its end comes earlier: then the body may not have reached the script yet.
  let requests = new Set();
  const startRequest = () => {
    const key = {};
    requests.add(key);
    return () => {
      if (requests.delete(key) && !requests.size) apply(dispatch, document, [new NativeEvent(token + "requests-ended")]);
    };
  };
  const trackPromise = promise => {
    const end = startRequest();
    apply(then, promise, [end, end]);
    return promise;
  };
  const nativeFetch = globalThis.fetch;
  globalThis.fetch = { fetch(...args) { return trackPromise(apply(nativeFetch, this === undefined ? globalThis : this, args)); } }.fetch;
  for (const proto of [Response.prototype, Blob.prototype]) {
    for (const name of ["text", "json", "arrayBuffer", "blob", "bytes", "formData"]) {
      const native = proto[name];
      if (native) proto[name] = { [name]() { return trackPromise(apply(native, this, [])); } }[name];
    }
  }
  // The browser itself reads the responses that are given to these.
  for (const [holder, names] of [[globalThis.WebAssembly, ["compileStreaming", "instantiateStreaming"]], [globalThis.Cache?.prototype, ["add", "addAll", "put"]]]) {
    for (const name of names) {
      const native = holder?.[name];
      if (native) holder[name] = { [name](...args) { return trackPromise(apply(native, this, args)); } }[name];
    }
  }
  // A body that is read as a stream gives no sign when its end was handled.
  let readsStreams = false;
  const nativeBody = Object.getOwnPropertyDescriptor(Response.prototype, "body");
  Object.defineProperty(Response.prototype, "body", { ...nativeBody, get() { readsStreams = true; return apply(nativeBody.get, this, []); } });
  const nativeSend = XMLHttpRequest.prototype.send;
  const endOfXhr = new WeakMap();
  XMLHttpRequest.prototype.send = { send(body) {
    if (endOfXhr.has(this)) endOfXhr.get(this)();
    const end = startRequest();
    endOfXhr.set(this, end);
    apply(listen, this, ["loadend", end, { once: true }]);
    try { return apply(nativeSend, this, [body]); } catch (error) { end(); throw error; }
  } }.send;

  // Short timers and animation frames. A timer set by a timer is nested one deeper; deeper ones are not
  // tracked, so that a page that polls does not count as busy for ever.
  const MAX_DELAY_MS = 500, FRAME_MS = 17, MAX_NESTING = 2;
  // Frames that are not drawn never run their animation frames.
  const MAX_FRAME_OVERDUE_MS = globalThis.top === globalThis ? 2000 : 500;
  const timers = new Map();
  const timerKeys = new Map();
  let nesting = 0;
  const schedule = (native, { handler, delay, args, isFrame }) => {
    const own = nesting + 1;
    const key = {};
    if (own <= MAX_NESTING && delay <= MAX_DELAY_MS) timers.set(key, { dueAt: clock() + delay, isFrame });
    const id = native(function (...given) {
      timers.delete(key);
      const before = nesting;
      nesting = Math.min(own, MAX_NESTING);
      try { return apply(handler, this, given); } finally { nesting = before; }
    }, args);
    if (timers.has(key)) timerKeys.set(id, key);
    return id;
  };
  // Script animations use short intervals until they are over; longer-lived intervals are not animations.
  const MAX_TICK_MS = 50, MAX_TICKING_MS = 1000;
  const intervals = new Map();
  const { setInterval, clearInterval, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = globalThis;
  const replacements = {
    setTimeout(handler, delay, ...args) {
      if (typeof handler !== "function") return apply(setTimeout, globalThis, [handler, delay, ...args]);
      const native = (run, given) => apply(setTimeout, globalThis, [run, delay, ...given]);
      return schedule(native, { handler, delay: Number(delay) || 0, args, isFrame: false });
    },
    clearTimeout(id) { timers.delete(timerKeys.get(id)); return apply(clearTimeout, globalThis, [id]); },
    requestAnimationFrame(handler) {
      if (typeof handler !== "function") return apply(requestAnimationFrame, globalThis, [handler]);
      // Frame ids are negated, because they may equal timer ids.
      const native = run => -apply(requestAnimationFrame, globalThis, [run]);
      return -schedule(native, { handler, delay: FRAME_MS, args: [], isFrame: true });
    },
    cancelAnimationFrame(id) { timers.delete(timerKeys.get(-id)); return apply(cancelAnimationFrame, globalThis, [id]); },
    setInterval(handler, delay, ...args) {
      const id = apply(setInterval, globalThis, [handler, delay, ...args]);
      if ((Number(delay) || 0) <= MAX_TICK_MS) intervals.set(id, clock());
      return id;
    },
    clearInterval(id) { intervals.delete(id); return apply(clearInterval, globalThis, [id]); },
  };
  Object.assign(globalThis, replacements);

  // Reports "wait requests timers streams": milliseconds until the last timer is due, the counts in progress, and
  // whether bodies of responses are read as streams.
  // A timer that is overdue has not run yet (the machine is loaded), so it still counts.
  const reportActivity = () => {
    const time = clock();
    let dueAt = 0;
    for (const [key, timer] of timers) {
      if (timer.isFrame && timer.dueAt < time - MAX_FRAME_OVERDUE_MS) timers.delete(key);
      else dueAt = Math.max(dueAt, timer.dueAt, time);
    }
    for (const [id, startedAt] of intervals) {
      if (startedAt < time - MAX_TICKING_MS) intervals.delete(id);
      else dueAt = Math.max(dueAt, time + FRAME_MS);
    }
    if (timerKeys.size > 1000 && !timers.size) timerKeys.clear();
    const wait = dueAt ? dueAt - time + 1 : 0;
    const detail = `${wait} ${requests.size} ${timers.size + intervals.size} ${Number(readsStreams)}`;
    apply(dispatch, document, [new NativeCustomEvent(token + "activity", { detail })]);
  };
  apply(listen, document, [token + "report-activity", reportActivity]);
  // A snapshot reports the click listeners; requests that were still open by then are not waited for again.
  apply(listen, document, [token + "snapshot", () => { reportClickListeners(); reportInternals(); reportStyles(); requests = new Set(); }]);
})("__TOKEN__");
