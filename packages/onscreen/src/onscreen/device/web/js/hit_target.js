// Finds an element by its locator, and the point to click on it.
const resolvePath = path => {
  let node = null;
  for (const raw of path.split("/")) {
    if (raw === "html") { node = document.documentElement; continue; }
    if (raw.startsWith("#")) { node = byIdDeep(document, raw.slice(1)); if (!node) return null; continue; }
    if (!node) return null;
    if (raw === ">control") { node = node.control || null; continue; }
    const [step, option] = raw.split(">option");
    const text = /^text(\d+)$/.exec(step);
    if (text) { node = [...childrenOf(node)].filter(n => n.nodeType === 3)[Number(text[1])] || null; continue; }
    const match = /^(\^?)(.*?)(\d+)$/.exec(step);
    if (!match) return null;
    node = [...childrenOf(node)].filter(n => n.nodeType === 1 && tagOf(n).toLowerCase() === match[2])[Number(match[3]) - 1] || null;
    if (node && option) node = (node.options || [])[Number(option) - 1] || null;
  }
  return node;
};

const byIdDeep = (root, id) => {
  const [own, option] = id.split(">option");
  let element = root.getElementById(own);
  if (!element) for (const el of root.querySelectorAll("*")) if (el.shadowRoot && (element = byIdDeep(el.shadowRoot, own))) break;
  return element && option ? ((element.list || element).options || [])[Number(option) - 1] || null : element;
};

const reportedRole = node => {
  if (node.nodeType === 3) return "text";
  if (node instanceof SVGElement && node.tagName !== "svg") return node.tagName === "text" ? "text" : node.getAttribute("role") || "image";
  return roleOf(node) || "generic";
};
const reportedName = node => node.nodeType === 3 ? textName(node) : nameOf(node, reportedRole(node)) || ownText(node);

const allElements = function* (root) {
  for (const el of root.querySelectorAll("*")) {
    yield el;
    if (el.shadowRoot) yield* allElements(el.shadowRoot);
  }
};

const findByName = (role, name) => {
  if (!name) return null;
  let hidden = null;
  if (role === "text") {
    const texts = document.createTreeWalker(document, 4), words = squeeze(name);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (squeeze(node.data) === words && isShown(node.parentElement)) return node;
    return null;
  }
  for (const el of allElements(document)) {
    if (isShadowed(el) || SKIPPED.has(el.tagName) || reportedRole(el) !== role || reportedName(el) !== name) continue;
    if (isShown(el) || visibleLabel(el)) return el;
    hidden = hidden || el;
  }
  return hidden;
};

// Finds the element of a locator: the element itself, the one at its path with the same role and name, any with
// that role and name, or the one with its id and role.
const find = (locator, role, name) => {
  const registered = owners.get(locator)?.deref();
  if (registered && registered.isConnected) return registered;
  const path = locator.slice(locator.indexOf(" ") + 1);
  const atPath = path ? resolvePath(path) : null;
  if (atPath && reportedRole(atPath) === role && (reportedName(atPath) === name)) return atPath;
  const named = findByName(role, name);
  if (named) return named;
  const anchored = /^#[^/]*$/.test(path);
  return atPath && anchored && reportedRole(atPath) === role ? atPath : null;
};

const roleOrTag = el => roleOf(el) || el.tagName.toLowerCase();
const shortName = el => squeeze(nameOf(el, roleOrTag(el)) || textOf(el, 60)).slice(0, 60) || idWords(el) || classWords(el);
const describe = el => {
  if (!el) return "nothing";
  const name = shortName(el);
  return name ? `${roleOrTag(el)} "${name}"` : roleOrTag(el);
};

// The shapes of an SVG group are its only surface, also if each listens for clicks.
const isOwnContent = (hit, el) => {
  if (el instanceof SVGElement) return true;
  for (let node = hit; node && node !== el; node = flatParent(node))
    if (node.nodeType === 1 && (isNative(node) || clickListeners.has(node) || node.hasAttribute("onclick"))) return false;
  return true;
};

const pointsIn = (node, box) => {
  const points = SAMPLE_POINTS.map(([fx, fy]) => [box[0] + (box[2] - box[0]) * fx, box[1] + (box[3] - box[1]) * fy]);
  if (node.nodeType === 1) for (const rect of [...node.getClientRects()].slice(0, 4)) points.push(center(boxOf(rect)));
  for (let i = 1; i < 8; i++) for (let j = 1; j < 8; j++) points.push([box[0] + (box[2] - box[0]) * i / 8, box[1] + (box[3] - box[1]) * j / 8]);
  return points.filter(([x, y]) => x >= box[0] && y >= box[1] && x < box[2] && y < box[3]);
};

const bestPoint = (node, box) => {
  const el = node.nodeType === 3 ? node.parentElement : node;
  let onInnerControl = null, onAncestor = null, cover = null;
  for (const [x, y] of pointsIn(node, box)) {
    const hit = deepHit(x, y);
    const reach = reaches(hit, el);
    if (reach === 2 && isOwnContent(hit, el)) return { point: [x, y] };
    if (reach === 2) onInnerControl = onInnerControl || [x, y];
    else if (reach === 1) onAncestor = onAncestor || [x, y];
    else cover = cover || hit;
  }
  return { point: onInnerControl || onAncestor, cover };
};

// Returns the element to scroll to: the node's element, or one in or around it that has a box.
const boxOwner = node => {
  const el = node.nodeType === 3 ? node.parentElement : node;
  if (!isContents(el)) return el;
  const inner = [...allElements(el)].find(other => other.getClientRects().length);
  let outer = flatParent(el);
  while (outer.nodeType !== 1 || isContents(outer)) outer = flatParent(outer);
  return inner || outer;
};

const GONE = { kind: "gone", x: 0, y: 0, box: [0, 0, 0, 0], cover: "", scrolled: false };

const lettersOf = name => name.replace(/[^\p{L}]/gu, "").toLowerCase();

// A number, with at most one word after it, that a name may gain or lose: "Inbox" and "Inbox, 2 new".
const COUNT = /^[\s\p{P}\p{S}]*\d[\d.,]*\+?\s*\p{L}{0,15}[\s\p{P}\p{S}]*$/u;
// Names of this length may have been truncated in the reading.
const MAX_EXACT_CHARS = 100;

// The hint at an access key that ends a name, and that scripts add, translate or remove: "Edit [e]", "Edit [alt-shift-e]".
const KEY_HINT = /\s\[(?:(?:alt|cmd|control|ctrl|meta|option|shift)[-+])*\p{L}\]$/iu;

// Returns whether two names differ at most by a counter or by the hint at an access key.
const isSameCommand = (name, now) => {
  if (lettersOf(name.replace(KEY_HINT, "")) === lettersOf(now.replace(KEY_HINT, ""))) return true;
  const [short, long] = name.length < now.length ? [name, now] : [now, name];
  if (short.length >= MAX_EXACT_CHARS && long.startsWith(short)) return true;
  const at = long.toLowerCase().indexOf(short.toLowerCase());
  return at >= 0 && COUNT.test(long.slice(0, at) + " " + long.slice(at + short.length));
};

// Returns whether the name of a control has changed since it was observed: "Open" became "Pay now". Counters may differ.
const isRenamed = (el, role, name) => {
  if (!COMMANDS.has(role) || el.nodeType !== 1 || reportedRole(el) !== role) return false;
  const now = reportedName(el);
  return Boolean(lettersOf(name) && lettersOf(now)) && !isSameCommand(name, now);
};

// Returns the part of a drawn switch or check box that listens for clicks in its place, if it is small in it, or null.
const knobOf = el => {
  if (el.nodeType !== 1 || isNative(el) || !CHECKS.has(roleOf(el)) || clickListeners.has(el) || el.hasAttribute("onclick")) return null;
  const listening = (composedElements(el, MAX_COMPONENT_ELEMENTS) || []).filter(part => (clickListeners.has(part) || part.hasAttribute("onclick")) && isInView(part));
  const knob = listening.find(part => listening.every(other => holds(part, other)));
  return knob && areaOf(rectOf(knob)) < SAME_SHARE * areaOf(rectOf(el)) ? knob : null;
};

// Scrolls the element into view and returns where to click it: the struct HitTarget of action_context.py. With
// `isGuarded`, the next click is stopped if it would reach another element.
const hitTarget = (locator, role, name, isGuarded = false) => {
  const element = findSeen(locator, role, name);
  if (!element) return GONE;
  if (element.tagName === "OPTION") return { ...GONE, kind: "option" };
  if (isRenamed(element, role, name)) return { ...GONE, kind: "renamed", cover_name: reportedName(element) };
  const node = visibleLabel(element) || knobOf(element) || element;
  let inside = meet(rectOf(node), clipOf(node));
  const box = rectOf(node);
  let scrolled = false;
  if (!hasArea(inside) || node.nodeType === 1 && hidesMiddle(box, inside)) {
    boxOwner(node).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    inside = meet(rectOf(node), clipOf(node));
    scrolled = true;
  }
  if (!hasArea(inside)) return { ...GONE, kind: "hidden" };
  const { point, cover } = bestPoint(node, inside);
  if (!point) return { ...GONE, kind: "covered", box: inside, cover: describe(cover), cover_name: cover ? shortName(cover) : "" };
  const el = node.nodeType === 3 ? node.parentElement : node;
  if (isGuarded) arm({ element, node: el, role, name, control: seen.controls.get(locator) });
  return { kind: "ok", x: point[0], y: point[1], box: inside, cover: "", scrolled, leaves_field: leavesField(el), checked: checkState(element, role) };
};

// Returns whether a click on an element takes the focus from a field, whose value the page may only then store.
const leavesField = el => {
  const active = activeElement();
  return Boolean(active) && (active.matches("input,textarea") || active.isContentEditable) && !holds(active, el) && !holds(el, active);
};

const hidesMiddle = (box, inside) => {
  const [x, y] = center(box);
  const fits = box[2] - box[0] <= innerWidth && box[3] - box[1] <= innerHeight;
  return fits && (x < inside[0] || x > inside[2] || y < inside[1] || y > inside[3]);
};

// Maps a point of a child frame to this frame: a HitTarget whose box holds the scale, or what covers the point.
const frameOffset = (frameId, x, y, scroll, isGuarded = false) => {
  for (const el of allElements(document)) {
    if (el.tagName !== "IFRAME" && el.tagName !== "FRAME" || frameIds.get(el) !== frameId) continue;
    const style = getComputedStyle(el);
    const toViewport = () => {
      const box = boxOf(el.getBoundingClientRect());
      const sx = el.offsetWidth ? (box[2] - box[0]) / el.offsetWidth : 1, sy = el.offsetHeight ? (box[3] - box[1]) / el.offsetHeight : 1;
      return [box[0] + (el.clientLeft + parseFloat(style.paddingLeft) + x) * sx, box[1] + (el.clientTop + parseFloat(style.paddingTop) + y) * sy, sx, sy];
    };
    let at = toViewport();
    const clip = meet(boxOf(el.getBoundingClientRect()), clipOf(el));
    const before = at[1];
    if (scroll && (at[0] < clip[0] || at[1] < clip[1] || at[0] > clip[2] || at[1] > clip[3])) {
      el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      at = toViewport();
      if (at[1] < 0 || at[1] > innerHeight) { scrollBy({ top: at[1] - innerHeight / 2, behavior: "instant" }); at = toViewport(); }
    }
    const hit = deepHit(at[0], at[1]);
    if (isGuarded) arm({ element: el, node: el, role: "iframe", name: "" });
    return { kind: !hit || reaches(hit, el) ? "ok" : "covered", x: at[0], y: at[1], box: [0, 0, at[2], at[3]], cover: hit ? describe(hit) : "", cover_name: hit ? shortName(hit) : "", scrolled: at[1] !== before };
  }
  return GONE;
};
