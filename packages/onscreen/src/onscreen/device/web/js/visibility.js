// Boxes, clipping and hit tests. A box is [left, top, right, bottom] in CSS pixels of the viewport.
const boxOf = rect => [rect.left, rect.top, rect.right, rect.bottom];
const meet = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
const hasArea = box => box[2] - box[0] > 0.5 && box[3] - box[1] > 0.5;
// Content for screen readers only is shown in a box of one pixel; nobody sees it.
const isTiny = box => box[2] - box[0] < 2 && box[3] - box[1] < 2;
const viewBox = () => [0, 0, innerWidth, innerHeight];
const center = box => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
const flatParent = node => node instanceof HTMLFormElement ? nativeSlot.call(node) || nativeParent.call(node) : node.assignedSlot || node.parentNode || node.host || null;
const round = x => Math.round(x * 10) / 10;

const deepHit = (x, y) => {
  let hit = document.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
};

const holds = (outer, inner) => {
  if (outer === inner || Node.prototype.contains.call(outer, inner)) return true;
  for (let node = inner; node; node = flatParent(node)) if (node === outer) return true;
  return false;
};

const isLabelOf = (hit, el) => {
  for (const label of el.labels || []) if (holds(label, hit)) return true;
  return false;
};

// Returns whether a component draws over its own field, such as the text of a drop-down list over its transparent
// input: clicks there go to the element around both, which listens for them.
const MAX_WIDGET_LEVELS = 4, MAX_WIDGET_HEIGHT = 120;
const isDrawnOver = (hit, el) => {
  if (!el.matches(FIELD_TAGS)) return false;
  for (let outer = el.parentElement, level = 0; outer && level < MAX_WIDGET_LEVELS; outer = outer.parentElement, level++)
    if (clickListeners.has(outer)) return holds(outer, hit) && outer.clientHeight <= MAX_WIDGET_HEIGHT && outer.querySelectorAll(CONTROLS).length === 1;
  return false;
};

// Returns whether an element in front of a canvas shows nothing: a grid drawn on a canvas is scrolled by one.
const SHOWN_TAGS = "a[href],audio,button,canvas,iframe,img,input,object,select,svg,textarea,video";
const isTransparentOver = (hit, el) => {
  if (el.tagName !== "CANVAS" || hit.matches(SHOWN_TAGS) || ownText(hit)) return false;
  for (let outer = hit; outer && !holds(outer, el); outer = outer.parentElement) {
    const style = getComputedStyle(outer);
    if (colorName(style.backgroundColor) || style.backgroundImage !== "none" || style.backdropFilter !== "none") return false;
  }
  return true;
};

// Returns 2 if a hit test hit el or its content, 1 if it hit an ancestor, what is drawn over a field or what shows
// nothing over a canvas or in its group of a drawing, 0 otherwise.
const FIELD_TAGS = "input,select,textarea";
const reaches = (hit, el) => {
  if (!hit) return 0;
  if (hit === el || holds(el, hit) || isLabelOf(hit, el)) return 2;
  return holds(hit, el) || isDrawnOver(hit, el) || isTransparentOver(hit, el) || isClearInGroup(hit, el) ? 1 : 0;
};

// Points of a box as fractions of its width and height; hit tests use the first five.
const SAMPLE_POINTS = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.2], [0.5, 0.8], [0.05, 0.05], [0.95, 0.95], [0.95, 0.05], [0.05, 0.95]];

const isCovered = (el, box) => {
  for (const [fx, fy] of SAMPLE_POINTS.slice(0, 5)) {
    const hit = deepHit(box[0] + (box[2] - box[0]) * fx, box[1] + (box[3] - box[1]) * fy);
    if (reaches(hit, el)) return false;
    if (!hit) return false;
  }
  return getComputedStyle(el).pointerEvents !== "none";
};

// Returns the box of an element. A horizontal or vertical SVG line has no area; its box gets the stroke width.
const ownBox = el => {
  const box = boxOf(el.getBoundingClientRect());
  if (hasArea(box) || !(el instanceof SVGGeometryElement) || Math.max(box[2] - box[0], box[3] - box[1]) < 1) return box;
  const style = getComputedStyle(el);
  if (style.stroke === "none") return box;
  const half = Math.max(1, parseFloat(style.strokeWidth) || 1) / 2;
  return [box[0] - half, box[1] - half, box[2] + half, box[3] + half];
};

// Where line breaks are shown, those before and after a text are not part of its box.
const isBlankAtEnds = data => /^\s|\s$/.test(data) && data.includes("\n");
const leaveOutBlanks = (range, node) => {
  const { data } = node, end = data.trimEnd().length;
  if (!end) return;
  range.setStart(node, data.length - data.trimStart().length);
  range.setEnd(node, end);
};
const rectOf = node => {
  if (node.nodeType === 3) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (isBlankAtEnds(node.data)) leaveOutBlanks(range, node);
    return boxOf(range.getBoundingClientRect());
  }
  const own = ownBox(node);
  if (hasArea(own)) return own;
  return contentBox(node) || own;
};

// Returns the union of the children's boxes, for an element without a box of its own (display: contents, floats).
const MAX_CONTENT_DEPTH = 8, MAX_CONTENT_CHILDREN = 200;
const contentBox = (node, depth = 0) => {
  let union = null, children = 0;
  for (const child of childrenOf(node)) {
    if (child.nodeType !== 1 && child.nodeType !== 3) continue;
    if (depth > MAX_CONTENT_DEPTH || ++children > MAX_CONTENT_CHILDREN) break;
    if (child.nodeType === 3 && !/\S/.test(child.data)) continue;
    let box = child.nodeType === 3 ? rectOf(child) : boxOf(child.getBoundingClientRect());
    if (!hasArea(box)) box = child.nodeType === 3 ? null : contentBox(child, depth + 1);
    if (!box) continue;
    union = union ? [Math.min(union[0], box[0]), Math.min(union[1], box[1]), Math.max(union[2], box[2]), Math.max(union[3], box[3])] : box;
  }
  return union;
};

// Returns whether an element is in the top layer, which no ancestor clips and no opacity of an ancestor fades.
const isInTopLayer = el => (el.tagName === "DIALOG" || el.hasAttribute("popover")) && el.matches(":modal, :popover-open");

// Returns the part of the viewport that the ancestors of a node do not clip.
const clipOf = node => {
  let clip = viewBox();
  let escapes = false;
  for (let el = node.nodeType === 3 ? node.parentElement : flatParent(node), child = node; el; child = el, el = flatParent(el)) {
    if (child.nodeType === 1) {
      const position = getComputedStyle(child).position;
      if (position === "fixed" || isInTopLayer(child)) return clip;
      if (position === "absolute") escapes = true;
    }
    if (el.nodeType !== 1 || el === document.documentElement || el === document.body) continue;
    const style = getComputedStyle(el);
    if (escapes && style.position === "static") continue;
    escapes = false;
    clip = meet(clip, clipBox(el, style, boxOf(el.getBoundingClientRect())) || clip);
  }
  return clip;
};

// Returns the box outside of which an element hides its content, or null: `overflow` does not apply to inline boxes, and
// "clip" may apply to one axis only. A box without area hides everything.
const clipBox = (el, style, box) => {
  if (style.overflow === "visible" || el === document.documentElement || el === document.body) return null;
  if (style.display === "contents" || style.display === "inline" && el instanceof HTMLElement) return null;
  const across = style.overflowX !== "visible", down = style.overflowY !== "visible";
  if (!hasArea(box) && !(across && down)) return null;
  return [across ? box[0] : -Infinity, down ? box[1] : -Infinity, across ? box[2] : Infinity, down ? box[3] : Infinity];
};

const isInView = el => {
  const inside = isShown(el) ? meet(rectOf(el), clipOf(el)) : [0, 0, 0, 0];
  return hasArea(inside) && !isTiny(inside);
};

// Components keep a transparent field under what they draw, for forms and autofill; nobody sees it or clicks on it.
const isStandIn = (el, style, at) => at.faint && style.pointerEvents === "none" && el.getAttribute("aria-hidden") === "true";

const LABELLED_TYPES = new Set(["checkbox", "radio", "file"]);

// Returns the box of an input and its visible label; a transparent input hides a drawn one beside the label.
const labelledBox = (el, label) => {
  const own = boxOf(el.getBoundingClientRect()), box = rectOf(label);
  if (isRange(el) || own[2] - own[0] < 3 || own[3] - own[1] < 3 || placeOf(own, box) === "") return box;
  return [Math.min(own[0], box[0]), Math.min(own[1], box[1]), Math.max(own[2], box[2]), Math.max(own[3], box[3])];
};

// A box of one pixel around an input hides it from everybody but screen readers.
const isClippedAway = parent => parent !== null && isTiny(boxOf(parent.getBoundingClientRect())) && getComputedStyle(parent).overflow === "hidden";
// A drop-down list may be a label around its text and an invisible input that takes the focus.
const isFocusTarget = el => el.readOnly && el.getAttribute("role") === "combobox" && el.closest("label") !== null;
const isSwitch = el => el.tagName === "BUTTON" && /^(switch|checkbox|radio)$/.test(el.getAttribute("role"));

// Returns the drawn thumb around the input of a slider that is hidden from all but screen readers, or null.
const MAX_THUMB_LEVELS = 3;
const thumbAround = el => {
  if (!isClippedAway(el.parentElement)) return null;
  for (let outer = el.parentElement, level = 0; outer && level < MAX_THUMB_LEVELS; outer = outer.parentElement, level++)
    if (!isTiny(rectOf(outer)) && isShown(outer)) return outer;
  return null;
};

// Returns the visible label of an input or a switch button that is itself hidden (too small or transparent), or null;
// for such a slider, its thumb.
const visibleLabel = el => {
  const isSlider = isRange(el);
  if (el.nodeType !== 1 || !(el.tagName === "INPUT" ? isSlider || LABELLED_TYPES.has(el.type) || isFocusTarget(el) : isSwitch(el)) || !isSlider && (!el.labels || !el.labels.length)) return null;
  const box = boxOf(el.getBoundingClientRect());
  const style = getComputedStyle(el);
  const small = box[2] - box[0] < 3 || box[3] - box[1] < 3;
  const hidden = small || isClippedAway(el.parentElement) || style.visibility !== "visible" || Number(style.opacity) < 0.05 || box[2] < -500 || style.clipPath === "inset(50%)" || style.clip !== "auto";
  if (!hidden) return null;
  if (isSlider) return thumbAround(el);
  for (const label of el.labels) if (isShown(label) && hasArea(rectOf(label))) return label;
  return null;
};

// Returns whether a page shows hardly more than that it is loading.
const LOADING = /\b(loading|initiali[sz]ing|please wait|wird geladen|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|carregando|laden|ładowanie)\b|загрузка|加载|載入|読み込み|로딩/i;
const MAX_LOADING_CHARS = 200, MAX_LOADING_CONTROLS = 1, MAX_LOADING_ELEMENTS = 300;
const isLoadingScreen = () => {
  if (document.getElementsByTagName("*").length > MAX_LOADING_ELEMENTS) return false;
  const text = document.body ? squeeze(document.body.innerText.slice(0, 2000)) : "";
  if (text.length > MAX_LOADING_CHARS || !LOADING.test(text)) return false;
  return [...document.body.querySelectorAll(CONTROLS)].filter(isInView).length <= MAX_LOADING_CONTROLS;
};

// Returns whether a page with scripts shows nothing in a part of the viewport: no text, picture or control, and no element
// that `isDrawn` accepts.
const SHOWN_PARTS = "img,canvas,video,audio,embed,object,iframe,frame,input,select,textarea,button,meter,progress,[contenteditable]";
const MAX_CHECKED_ELEMENTS = 2000;
const isDrawing = el => el.tagName === "svg", isNever = () => false;
const isDrawnBox = el => {
  const style = getComputedStyle(el);
  return isDrawing(el) || colorName(style.backgroundColor) !== "" || style.backgroundImage !== "none" || parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
};
const showsNothing = (part, isDrawn) => {
  if (!document.body || !document.scripts.length || document.getElementsByTagName("*").length > MAX_CHECKED_ELEMENTS) return false;
  const isIn = node => hasArea(meet(rectOf(node), part));
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeType === 3) { if (/\S/.test(node.data) && !SKIPPED.has(node.parentElement.tagName) && isShown(node.parentElement) && isIn(node)) return false; }
    else if (nativeRoot.call(node) || (node.matches(SHOWN_PARTS) || isDrawn(node)) && isShown(node) && isIn(node)) return false;
  }
  return true;
};

// Returns whether a page shows nothing in the middle of the viewport, between its bars at the edges.
const EDGE_SHARE = 0.3;
const isMiddleEmpty = () => {
  const [left, top, right, bottom] = viewBox(), x = EDGE_SHARE * (right - left), y = EDGE_SHARE * (bottom - top);
  return Number(showsNothing([left + x, top + y, right - x, bottom - y], isDrawing));
};

// Returns whether an endless animation runs, such as a spinner or the boxes of a skeleton.
const isSpinning = () => document.querySelector("animate,animateTransform") !== null
  || runningAnimations().some(animation => animation.playState === "running" && animation.effect && animation.effect.getComputedTiming().endTime === Infinity);

// Returns 1 if a page shows hardly more than that it is loading, 2 if it shows nothing or only an endless animation, otherwise 0.
const missingContent = () => isLoadingScreen() ? 1 : showsNothing(viewBox(), isSpinning() ? isNever : isDrawnBox) ? 2 : 0;
