// Finding an element again and where to touch it.
const resolvePath = path => {
  let node = null;
  for (const raw of path.split("/")) {
    if (raw === "html") { node = document.documentElement; continue; }
    if (raw.startsWith("#")) { node = byIdDeep(document, raw.slice(1)); if (!node) return null; continue; }
    if (!node) return null;
    const [own, option] = raw.split(">option");
    const text = /^text(\d+)$/.exec(own);
    if (text) { node = [...childrenOf(node)].filter(n => n.nodeType === 3)[Number(text[1])] || null; continue; }
    const step = /^(\^?)(.*?)(\d+)$/.exec(own);
    if (!step) return null;
    node = [...childrenOf(node)].filter(n => n.nodeType === 1 && tagOf(n).toLowerCase() === step[2])[Number(step[3]) - 1] || null;
    if (node && option) node = (node.options || [])[Number(option) - 1] || null;
  }
  return node;
};

const byIdDeep = (root, id) => {
  const [own, option] = id.split(">option");
  let found = root.getElementById(own);
  if (!found) for (const el of root.querySelectorAll("*")) if (el.shadowRoot && (found = byIdDeep(el.shadowRoot, own))) break;
  return found && option ? ((found.list || found).options || [])[Number(option) - 1] || null : found;
};

const roleHere = node => {
  if (node.nodeType === 3) return "text";
  if (node instanceof SVGElement && node.tagName !== "svg") return node.tagName === "text" ? "text" : node.getAttribute("role") || "image";
  return roleOf(node) || "generic";
};
const nameHere = node => node.nodeType === 3 ? squeeze(node.data) : nameOf(node, roleHere(node)) || squeeze(textOf(node, 160));

const everything = function* (root) {
  for (const el of root.querySelectorAll("*")) {
    yield el;
    if (el.shadowRoot) yield* everything(el.shadowRoot);
  }
};

const findByName = (role, name) => {
  if (!name) return null;
  let hidden = null;
  if (role === "text") {
    const texts = document.createTreeWalker(document, 4);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (squeeze(node.data) === name && isShown(node.parentElement)) return node;
    return null;
  }
  for (const el of everything(document)) {
    if (hidesItself(el) || SKIPPED.has(el.tagName) || roleHere(el) !== role || nameHere(el) !== name) continue;
    if (isShown(el) || standIn(el)) return el;
    hidden = hidden || el;
  }
  return hidden;
};

const find = (locator, role, name) => {
  const kept = owners.get(locator)?.deref();
  if (kept && kept.isConnected) return kept;
  const path = locator.slice(locator.indexOf(" ") + 1);
  const there = path ? resolvePath(path) : null;
  if (there && roleHere(there) === role && (nameHere(there) === name)) return there;
  const named = findByName(role, name);
  if (named) return named;
  const anchored = /^#[^/]*$/.test(path);
  return there && anchored && roleHere(there) === role ? there : null;
};

const describe = el => {
  if (!el) return "nothing";
  const role = roleOf(el) || el.tagName.toLowerCase();
  const name = squeeze(nameOf(el, role) || textOf(el, 60)).slice(0, 60) || words(el.id) || words(el.getAttribute("class"));
  return name ? `${role} "${name}"` : role;
};

const ownControl = (hit, el) => {
  for (let node = hit; node && node !== el; node = flatParent(node))
    if (node.nodeType === 1 && (isNative(node) || heardClicks.has(node) || node.hasAttribute("onclick"))) return false;
  return true;
};

const spotsIn = (node, box) => {
  const spots = SPOTS.map(([fx, fy]) => [box[0] + (box[2] - box[0]) * fx, box[1] + (box[3] - box[1]) * fy]);
  if (node.nodeType === 1) for (const rect of [...node.getClientRects()].slice(0, 4)) spots.push(center(boxOf(rect)));
  for (let i = 1; i < 8; i++) for (let j = 1; j < 8; j++) spots.push([box[0] + (box[2] - box[0]) * i / 8, box[1] + (box[3] - box[1]) * j / 8]);
  return spots.filter(([x, y]) => x >= box[0] && y >= box[1] && x < box[2] && y < box[3]);
};

const bestSpot = (node, box) => {
  const el = node.nodeType === 3 ? node.parentElement : node;
  let fair = null, poor = null, over = null;
  for (const [x, y] of spotsIn(node, box)) {
    const hit = deepHit(x, y);
    const reach = reaches(hit, el);
    if (reach === 2 && ownControl(hit, el)) return { spot: [x, y] };
    if (reach === 2) fair = fair || [x, y];
    else if (reach === 1) poor = poor || [x, y];
    else over = over || hit;
  }
  return { spot: fair || poor, over };
};

const NONE = { kind: "gone", x: 0, y: 0, box: [0, 0, 0, 0], cover: "", moved: false };

// Where to touch: {kind: ok | gone | hidden | covered | option, x, y, box, cover}, scrolled into view first.
const aim = (locator, role, name) => {
  const found = find(locator, role, name);
  if (!found) return NONE;
  if (found.tagName === "OPTION") return { ...NONE, kind: "option" };
  const node = standIn(found) || found;
  let inside = meet(rectOf(node), clipOf(node));
  const whole = rectOf(node);
  let moved = false;
  if (!hasArea(inside) || node.nodeType === 1 && hidesMiddle(whole, inside)) {
    (node.nodeType === 3 ? node.parentElement : node).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    inside = meet(rectOf(node), clipOf(node));
    moved = true;
  }
  if (!hasArea(inside)) return { ...NONE, kind: "hidden" };
  const { spot, over } = bestSpot(node, inside);
  if (!spot) return { ...NONE, kind: "covered", box: inside, cover: describe(over) };
  return { kind: "ok", x: spot[0], y: spot[1], box: inside, cover: "", moved };
};

const hidesMiddle = (whole, inside) => {
  const [x, y] = center(whole);
  const fits = whole[2] - whole[0] <= innerWidth && whole[3] - whole[1] <= innerHeight;
  return fits && (x < inside[0] || x > inside[2] || y < inside[1] || y > inside[3]);
};

// For a point in a child frame: where its frame lies here, or what covers it at that place.
const frameAt = (frameId, x, y, bring) => {
  for (const el of everything(document)) {
    if (el.tagName !== "IFRAME" && el.tagName !== "FRAME" || frameIds.get(el) !== frameId) continue;
    const style = getComputedStyle(el);
    const place = () => {
      const box = boxOf(el.getBoundingClientRect());
      const sx = el.offsetWidth ? (box[2] - box[0]) / el.offsetWidth : 1, sy = el.offsetHeight ? (box[3] - box[1]) / el.offsetHeight : 1;
      return [box[0] + (el.clientLeft + parseFloat(style.paddingLeft) + x) * sx, box[1] + (el.clientTop + parseFloat(style.paddingTop) + y) * sy, sx, sy];
    };
    let at = place();
    const clip = meet(boxOf(el.getBoundingClientRect()), clipOf(el));
    const before = at[1];
    if (bring && (at[0] < clip[0] || at[1] < clip[1] || at[0] > clip[2] || at[1] > clip[3])) {
      el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      at = place();
      if (at[1] < 0 || at[1] > innerHeight) { scrollBy({ top: at[1] - innerHeight / 2, behavior: "instant" }); at = place(); }
    }
    const hit = deepHit(at[0], at[1]);
    return { kind: !hit || reaches(hit, el) ? "ok" : "covered", x: at[0], y: at[1], box: [0, 0, at[2], at[3]], cover: hit ? describe(hit) : "", moved: at[1] !== before };
  }
  return NONE;
};
