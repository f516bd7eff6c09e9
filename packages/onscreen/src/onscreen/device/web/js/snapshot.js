// The node tree of one frame: rows in pre-order, the struct NodeRow of frame_merge.py.
// `figures`: whether clues name polygons by their sides and describe the figure on a canvas (setting describe_figures).
const NAME = 1, STATES = 7, LOCATOR = 8, PARENT = 9; // indices in a row
const reading = { truncatedTexts: 0, figures: false };
const MAX_DEPTH = 700, MAX_LEAVES = 400, MAX_OPTIONS = 300, MAX_DRAWN_ROWS = 100;
// Share of the time that hit tests may use.
const HIT_TEST_SHARE = 0.3;
const NODE_LIMIT = "the node limit", TIME_LIMIT = "the time limit", DEPTH_LIMIT = "the depth limit",
  HIT_TEST_LIMIT = "the time limit of hit tests";

// The items of a list or the rows of a table that listens for clicks are its choices.
const LISTS = new Set(["UL", "OL", "MENU", "TBODY"]);
const CONTAINERS = new Set(["list", "menu", "menubar", "tree", "grid", "treegrid", "table", "tablist", "tabpanel", "toolbar", "radiogroup", "group", "region", "main", "navigation", "dialog", "form"]);
const MAX_WRAPPED = 60, SAME_SHARE = 0.5;
// Share of an element without a name that an element without a text in it fills if both are one control.
const SAME_EXTENT = 0.9;
const areaOf = box => (box[2] - box[0]) * (box[3] - box[1]);
const LIST_PARTS = "ul,ol,menu,[role=menu],[role=group],[role=tree]";
// Returns whether a control belongs to an item itself, not to a list in it.
const isItsOwn = (item, control) => { const list = control.closest(LIST_PARTS); return !list || list === item || !holds(item, list); };
const isControl = el => el.matches(CONTROLS) || WIDGETS.has(el.getAttribute("role")) || clickListeners.has(el) || el.hasAttribute("onclick");
const TABLE_PARTS = new Set(["TR", "TBODY", "THEAD", "TFOOT"]);

// Returns the time after layout: the layout is the page's own cost and does not count.
const timeAfterLayout = () => {
  if (document.documentElement) document.documentElement.getBoundingClientRect();
  return now();
};

const isBig = (el, box, view) => el.getElementsByTagName("*").length > 40
  && (box[2] - box[0]) * (box[3] - box[1]) > 0.3 * (view[2] * view[3]);

const listensForClicks = (el, box, view) => {
  if (el === document.body || el === document.documentElement) return false;
  const listens = clickListeners.has(el) || el.hasAttribute("onclick") || el.hasAttribute("onmousedown") || el.hasAttribute("onpointerdown");
  return listens && !isBig(el, box, view) && !isChartValue(el);
};

// Items of other lists that listen for clicks have their own data: <div data-id=…>, one after the other.
const dataNames = el => Object.keys(el.dataset || {}).filter(name => !/^(testid|test|cy|qa|v[A-Z0-9]|react)/.test(name));
const isChoice = el => {
  if (el.tagName === "LI" || el.tagName === "TR") return true;
  const names = el.dataset && dataNames(el), sibling = el.nextElementSibling || el.previousElementSibling;
  return Boolean(names && names.length && sibling && sibling.tagName === el.tagName && names.some(name => name in sibling.dataset && sibling.dataset[name] !== el.dataset[name]));
};

// Of the items of a list, a grid or a toolbar only one is reached by the tab key; the others have tabindex -1.
const ROVING_ROLES = new Set(["row", "gridcell", "cell", "columnheader", "rowheader", "listitem", "article"]);
const COMPOSITES = "[role=grid],[role=treegrid],[role=listbox],[role=tree],[role=menu],[role=menubar],[role=tablist],[role=toolbar],[role=radiogroup],[aria-activedescendant]";
const isRoving = (el, role) => {
  if (ROVING_ROLES.has(role)) return true;
  const { previousElementSibling: before, nextElementSibling: after } = el;
  const items = [before, after].filter(other => other && other.tagName === el.tagName && other.hasAttribute("tabindex"));
  if (items.some(other => other.getAttribute("tabindex") === "0") || items.length && el.hasAttribute("aria-label") && !el.querySelector(CONTROLS)) return true;
  return !role && el.parentElement !== null && el.parentElement.closest(COMPOSITES) !== null;
};

// Returns the item that the focused element marks as the current one, which keys act on.
const activeDescendant = active => {
  const id = active && active.getAttribute("aria-activedescendant");
  return id ? active.getRootNode().getElementById?.(id) || null : null;
};

// Returns the elements that aria-owns names, null for those that do not exist.
const ownedBy = el => el.getAttribute("aria-owns").split(/\s+/).map(id => id && el.getRootNode().getElementById?.(id) || null);

const opensPopup = el => el.hasAttribute("aria-haspopup") && !isOnFalse(el, "aria-haspopup") || el.hasAttribute("aria-expanded") && !LANDMARKS.has(el.tagName);
const isOnFalse = (el, name) => ["false", ""].includes(el.getAttribute(name));
const LANDMARKS = new Set(["NAV", "ASIDE", "MAIN", "SECTION", "HEADER", "FOOTER", "FORM"]);

const isNative = el => {
  const tag = el.tagName;
  return tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA" || tag === "SUMMARY" || tag === "OPTION"
    || tag === "INPUT" && el.type !== "hidden" || (tag === "A" || tag === "AREA") && el.hasAttribute("href");
};

class Reader {
  constructor(maxNodes, maxText, budgetMs) {
    Object.assign(this, { maxNodes, maxText, deadline: timeAfterLayout() + budgetMs, hitTestMsLeft: budgetMs * HIT_TEST_SHARE, rows: [], controls: [], frames: [], beyond: [0, 0, 0, 0],
      limits: new Set(), owned: new Set(), places: new Map(), shown: [], placed: [], keepsRows: false, scrollers: [], untested: [], moved: [], placesBefore: new Map(), place: new Place([0, 0, 0, 0]), isKeepable: true, keeps: true, omitted: 0, visited: 0, leaves: 0, view: viewBox(), active: null, part: new Part(null, false), caches: false });
    const body = document.body || document.documentElement;
    const style = body ? getComputedStyle(body) : { color: "", fontSize: "" };
    this.base = { color: colorName(style.color), size: parseFloat(style.fontSize) || 16 };
    this.active = document.activeElement;
    while (this.active && this.active.shadowRoot && this.active.shadowRoot.activeElement) this.active = this.active.shadowRoot.activeElement;
    if (this.active === document.body) this.active = null;
    this.activeDescendant = activeDescendant(this.active);
  }

  read() {
    this.keepsRows = startKeepingRows(this);
    const top = { since: cache.changedIn, alteredSince: Math.max(cache.changedIn, rowContext.since), isObserved: true, parent: -1, clip: this.view, absoluteClip: this.view, name: null, value: null, clickable: false, widget: 0, surround: 0, field: false, choices: false, list: null, days: false, surface: false, drags: 0, isInControl: false, isInCell: false, hidesTexts: false, pointer: false, cursor: "auto", faint: false, inert: false, shapes: true, depth: 0 };
    if (document.documentElement) this.visit(document.documentElement, top, "html");
    return this;
  }

  visitChildren(el, inner, path) {
    const root = nativeRoot.call(el);
    if (root) { this.isKeepable = this.part.isPlain = false; observeRoot(root); inner = { ...inner, isObserved: false }; }
    if (inner.depth > MAX_DEPTH) { this.limits.add(DEPTH_LIMIT); this.part.isCacheable = false; return; }
    const counts = {};
    const collapsed = tagOf(el) === "DETAILS" && !el.open;
    const children = childrenOf(el), hasRuns = this.caches && inner.isObserved && children.length >= MIN_RUN;
    let texts = 0, run = null;
    for (let i = 0; i < children.length; i++) {
      const child = children[i];
      if (this.deadline === 0) return;
      if (child.nodeType === 3) {
        if (run && /\S/.test(child.data)) { run.close(el); run = null; } else if (run) run.addBlank(child);
        if (!inner.faint && !collapsed) this.visitText(child, el, inner, path, texts++);
        continue;
      }
      if (child.nodeType !== 1) { if (run) run.addBlank(child); continue; }
      const cached = this.caches ? cachedCounts.get(child) : undefined;
      const usable = cached && hasRuns ? usableRun(child, inner) : null;
      if (usable) { this.useRun(usable, counts); i += usable.run.nodes - 1; texts += usable.run.texts; continue; }
      if (cached && this.useCached(child, cached, inner)) {
        counts[cached.tag] = (counts[cached.tag] || 0) + 1;
        if (hasRuns) { run ||= new Run(); run.add(child, cached); }
        continue;
      }
      if (run) { run.close(el); run = null; }
      const tag = tagOf(child);
      const nth = counts[tag] = (counts[tag] || 0) + 1;
      if (SKIPPED.has(tag) || collapsed && tag !== "SUMMARY") continue;
      if (this.owned.has(child)) { this.part.isCacheable = this.part.isPlain = false; continue; }
      this.visit(child, inner, idOf(child) ? null : { up: path, step: (root ? "^" : "") + tag.toLowerCase() + nth });
    }
    if (run) run.close(el);
  }

  visit(el, outer, path) {
    if ((++this.visited & 31) === 0 && now() > this.deadline) { this.deadline = 0; this.limits.add(TIME_LIMIT); return; }
    if (RESTLESS.has(el.tagName)) this.isKeepable = this.part.isPlain = false;
    const here = path || { up: null, step: "#" + idOf(el) };
    if (isShadowed(el)) { this.part.isCacheable = this.part.isPlain = false; this.visitChildren(el, { ...outer, depth: outer.depth + 1 }, here); return; }
    if (isInTopLayer(el)) outer = { ...outer, clip: this.view, absoluteClip: this.view, faint: false, clickable: false, widget: 0, field: false };
    const box = ownBox(el);
    const around = this.place, place = this.place = this.newPlace(el, box);
    this.visitAt(el, box, outer, here);
    around.extend(place.top, place.bottom);
    this.place = around;
  }

  // Notes where an element is, and whether that is elsewhere than in the last reading.
  newPlace(el, box) {
    if (!this.caches) return this.place;
    const before = places.get(el), place = new Place(box);
    places.set(el, place);
    this.placed.push(place);
    const isSame = before && before.reading === hitCache.reading && isSameList(before.box, box);
    if (!isSame) this.moved.push(place);
    if (before && before.reading === hitCache.reading) {
      if (!isSame) this.moved.push(before);
      this.placesBefore.set(el, before);
    }
    return place;
  }

  visitAt(el, box, outer, here) {
    if (!this.caches) this.visitElement(el, box, outer, here);
    else if (el.firstElementChild) this.visitPart(el, box, outer, here);
    else {
      if (isUnobserved(el)) this.part.isCacheable = this.part.isPlain = false;
      if (this.keepsRows) { this.part.isPlain &&= isPlain(el); notePosition(el, this.part); }
      this.visitElement(el, box, outer, here);
      this.part.addLeaf(el, box);
    }
  }

  // Counts what was cached for an element out of view; returns false if the element must be visited.
  useCached(el, cached, outer) {
    const side = sideOfCached(el, cached, { outer, part: this.part });
    if (side < 0) return false;
    this.beyond[side] += cached.count;
    this.part.isPlain &&= cached.isPlain;
    this.part.count += cached.count;
    return true;
  }

  // Counts what was cached for a run of siblings out of view.
  useRun({ run, side, extent }, counts) {
    for (const tag in run.tags) counts[tag] = (counts[tag] || 0) + run.tags[tag];
    this.beyond[side] += run.count;
    this.part.isPlain &&= run.isPlain;
    this.part.count += run.count;
    this.part.extend(extent.top, extent.bottom);
  }

  // Visits an element and caches what was counted in it and its rows.
  visitPart(el, box, outer, here) {
    const around = this.part;
    if (this.keepsRows) {
      const kept = keptParts.get(el);
      notePosition(el, around);
      if (kept && kept.holds(this, box, outer)) { kept.addTo(this, outer.parent); around.add(kept.part); return; }
    }
    const since = changedIn.get(el) || 0, altered = Math.max(since, alteredIn.get(el) || 0), isUncacheable = isUnobserved(el);
    if (since > outer.since || altered > outer.alteredSince || isUncacheable)
      outer = { ...outer, since: Math.max(since, outer.since), alteredSince: Math.max(altered, outer.alteredSince), isObserved: outer.isObserved && !isUncacheable };
    const part = this.part = new Part(el, outer.isObserved);
    if (this.keepsRows) part.isPlain = outer.isObserved && isPlain(el);
    const start = { rows: this.rows.length, controls: this.controls.length, untested: this.untested.length, shown: this.shown.length, placed: this.placed.length, scrollers: this.scrollers.length, leaves: this.leaves, truncatedTexts: reading.truncatedTexts };
    this.visitElement(el, box, outer, here);
    part.close(el, box);
    if (this.deadline) cacheCount(el, box, { part, outer });
    if (part.isTransformed || part.position && part.position !== "static") part.hasAbsolute = false;
    if (this.keepsRows) keepPart(this, el, start, { box, outer, part, place: this.place });
    around.add(part);
    this.part = around;
  }

  visitElement(el, box, outer, here) {
    const label = el.tagName === "INPUT" || el.tagName === "BUTTON" ? visibleLabel(el) : null;
    if (label) box = labelledBox(el, label);
    const empty = !hasArea(box);
    if (empty && !label && !el.checkVisibility()) {
      if (isContents(el)) this.visitContents(el, outer, here);
      return;
    }
    if (!empty && !label && !hasArea(meet(box, this.view)) && (!el.firstElementChild && !el.shadowRoot || TABLE_PARTS.has(el.tagName))) {
      this.countBeyond(el, box, { clip: outer.clip, outer });
      if (el.firstElementChild) this.visitChildren(el, outer, here);
      return;
    }
    if (el.tagName === "text" && namesShape(el)) return;
    const style = getComputedStyle(el);
    const position = style.position;
    if (style.contentVisibility !== "visible") this.part.isCacheable = this.part.isPlain = this.isKeepable = false;
    if (this.part.element === el) this.part.setStyle(style);
    let clip = label ? clipOf(label) : position === "fixed" ? this.view : position === "absolute" ? outer.absoluteClip : outer.clip;
    const absoluteClip = position === "fixed" ? this.view : outer.absoluteClip;
    if (empty && el.firstElementChild && isNative(el)) box = contentBox(el) || box;
    const visible = label || style.visibility === "visible";
    const inside = visible && hasArea(box) ? meet(box, clip) : null;
    const shown = inside && hasArea(inside);
    const inner = this.inside(el, style, outer);
    inner.faint = outer.faint || Number(style.opacity) < 0.02;
    const hidden = hiddenControlOf(el), check = hidden || checkOfLabel(el);
    if (check) Object.assign(inner, { name: nameOf(check, roleOf(check)), clickable: true, widget: areaOf(box) });
    if (shown) { this.part.isCacheable = false; this.report(el, { box, inside, style, outer, inner, here, label }); }
    else if (inside) this.countBeyond(el, box, { clip, outer });
    this.setClip(el, { style, position, box, clip, absoluteClip, inner });
    if (shown && el.tagName === "CANVAS" && el.firstElementChild) this.addDrawnRows(el, inside, inner);
    if (el.tagName === "SELECT" || el.tagName === "IFRAME" || el.tagName === "TEXTAREA" || el.tagName === "CANVAS") return;
    if (el.hasAttribute("aria-owns")) this.visitOwned(el, inner);
    if (style.contentVisibility === "hidden") return;
    if (el.firstChild || el.shadowRoot || el.tagName === "SLOT") this.visitChildren(el, inner, here);
    if (hidden) this.visitHidden(hidden, inner, here);
  }

  // Visits the input of a label in a hidden element, which is not visited otherwise.
  visitHidden(control, inner, here) {
    this.part.isCacheable = this.part.isPlain = false;
    const path = idOf(control) ? null : { up: here, step: ">control" };
    this.visit(control, { ...inner, isObserved: false, name: null, clickable: false, widget: 0 }, path);
  }

  // Visits elements elsewhere in the document that belong to this one, such as the open list of a combo box.
  visitOwned(el, inner) {
    for (const child of ownedBy(el)) {
      if (!child || this.owned.has(child) || holds(el, child) || holds(child, el)) continue;
      const isLater = el.compareDocumentPosition(child) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isLater || SKIPPED.has(child.tagName)) continue;
      const clip = clipOf(child);
      this.visit(child, { ...inner, isObserved: false, clip, absoluteClip: clip, clickable: false, widget: 0, field: false, faint: false }, null);
      this.owned.add(child);
    }
  }

  inside(el, style, outer) {
    return { ...outer, depth: outer.depth + 1, inert: outer.inert || el.inert === true, pointer: style.cursor === "pointer", cursor: style.cursor, choices: outer.list === el };
  }

  // Visits an element that has no box of its own; it is reported with the box of its content.
  visitContents(el, outer, here) {
    const style = getComputedStyle(el);
    const inner = this.inside(el, style, outer);
    const isTold = roleOf(el) || el.hasAttribute("tabindex") || clickListeners.has(el) || el.hasAttribute("onclick") || inner.pointer && !outer.pointer;
    const box = isTold && style.visibility === "visible" ? contentBox(el) : null;
    if (box) {
      const inside = meet(box, outer.clip);
      this.part.isCacheable &&= !hasArea(inside);
      if (hasArea(inside)) this.report(el, { box, inside, style, outer, inner, here, label: null });
      else this.countBeyond(el, box, { clip: outer.clip, outer });
    }
    this.visitChildren(el, inner, here);
  }

  // Sets the part of the viewport in which the children of an element are visible.
  setClip(el, { style, position, box, clip, absoluteClip, inner }) {
    inner.clip = clip;
    inner.absoluteClip = absoluteClip;
    const own = clipBox(el, style, box);
    if (style.overflow !== "visible") this.scrollers.push(el);
    if (own) inner.clip = meet(clip, own);
    if (this.part.element === el) this.part.clips = own !== null;
    if (position !== "static" || style.transform !== "none") inner.absoluteClip = inner.clip;
  }

  // Hit tests are slow on deeply stacked pages; once their share of the time is used, nothing more is tested.
  isCovered(el, inside) {
    if (this.hitTestMsLeft <= 0) { this.limits.add(HIT_TEST_LIMIT); return false; }
    const start = now();
    const covered = isCovered(el, inside);
    this.hitTestMsLeft -= now() - start;
    return covered;
  }

  // Notes that a hit test is needed for the last row, of a node in an element.
  testLater(node, target, box) {
    const index = this.rows.length - 1;
    this.untested.push({ node, target, box, index, states: this.rows[index][STATES] });
  }

  // Notes where a reported element is.
  notePlace(el, box) {
    this.places.set(el, box);
    this.shown.push([el, box]);
  }

  countBeyond(el, box, { clip, outer }) {
    if (!(outer.choices && isChoice(el)) && !(outer.days && isDayCell(el)) && !isNative(el) && !WIDGETS.has(el.getAttribute("role") || "") && !listensForClicks(el, box, this.view)) return;
    this.part.count++;
    if (box[3] <= clip[1]) this.beyond[0]++;
    else if (box[1] >= clip[3]) this.beyond[1]++;
    else if (box[2] <= clip[0]) this.beyond[2]++;
    else if (box[0] >= clip[2]) this.beyond[3]++;
  }

  isClickable(el, role, { box, style, outer }) {
    if (isNative(el) || WIDGETS.has(role) || isEditHost(el) || listensForClicks(el, box, this.view)) return true;
    if (el.hasAttribute("tabindex") && (el.tabIndex >= 0 || isRoving(el, role))) return true;
    if (el.tagName === "LABEL") return false;
    if (role === "gridcell" && isIconCell(el)) return true;
    if (outer.choices && (isChoice(el) || outer.list === el.parentElement) || outer.days && isDayCell(el) || outer.surface && isPlacedItem(el)) return true;
    if (!role && isOnBoard(el)) return true;
    return (opensPopup(el) || style.cursor === "pointer" && !outer.pointer && !outer.widget) && !isBig(el, box, this.view);
  }

  // A list that listens for clicks does so for its items.
  delegates(el, role, box) {
    if (role && !CONTAINERS.has(role) || el.childElementCount < (role ? 1 : 2)) return false;
    return listensForClicks(el, box, this.view) && [...el.children].every(isChoice);
  }

  // A calendar, or a box around it, listens for clicks for its days.
  holdsDays(el, role, box) {
    return (!role || CONTAINERS.has(role)) && listensForClicks(el, box, this.view) && holdsCalendar(el);
  }

  // One control is one element: not also the element around it, or one in it, that only passes on its clicks.
  isPartOfWidget(el, role, { box, outer }) {
    const isPlain = !isNative(el) && !WIDGETS.has(role) && !isEditHost(el) && !el.hasAttribute("draggable");
    if (isPlain && outer.clickable && outer.name && ownText(el) === outer.name) return true;
    if (isNative(el) || WIDGETS.has(role) || isEditHost(el) || el.hasAttribute("tabindex") && el.tabIndex >= 0 || el.hasAttribute("draggable")) return false;
    if (!role && isPartOfField(el)) return true;
    const listens = clickListeners.has(el) || el.hasAttribute("onclick");
    if (!role && outer.surround && areaOf(box) > SAME_EXTENT * outer.surround && !/\S/.test(el.textContent)) return true;
    if (outer.widget) return !listens || areaOf(box) > SAME_SHARE * outer.widget || [outer.name, outer.value].includes(ownText(el));
    if (!el.firstElementChild || el.getElementsByTagName("*").length > MAX_WRAPPED) return false;
    const controls = [...el.querySelectorAll("*")].filter(inner => isControl(inner) && isItsOwn(el, inner) && (visibleLabel(inner) || isInView(inner)));
    if (controls.length !== 1) return false;
    const [control] = controls, isMeant = listens || el.hasAttribute("tabindex") || outer.choices && isChoice(el);
    if (visibleLabel(control)) return !isMeant;
    if (!isMeant && control.matches("input,select,textarea")) return true;
    return areaOf(rectOf(control)) > SAME_SHARE * areaOf(box) || squeeze(textOf(el, 160)) === squeeze(textOf(control, 160));
  }

  isNamedByText(el, role, isPlain) {
    if (el.tagName === "svg") return false;
    if (isPlain) return !el.querySelector("a[href],button,input,select,textarea");
    return CELLS.has(role) || !FIELDS.has(role) && !NAMED_BY_CONTENT.has(role) && !CONTAINERS.has(role);
  }

  isScrollable(el, style) {
    if (el === document.documentElement || el === document.body) return false;
    const down = /auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1;
    return down || /auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1;
  }

  isPicture(el, { inside, style, outer }) {
    if (outer.clickable || outer.isInControl || el.firstChild || this.leaves >= MAX_LEAVES) return false;
    const w = inside[2] - inside[0], h = inside[3] - inside[1];
    if (w < 6 || h < 6 || w * h > 0.25 * this.view[2] * this.view[3]) return false;
    return style.backgroundImage !== "none" || colorName(style.backgroundColor) !== "";
  }

  report(el, at) {
    const { inside, style, outer, inner } = at;
    if (isTiny(inside) && !(el instanceof SVGElement) || isStandIn(el, style, inner)) return;
    const shape = el instanceof SVGElement && SHAPES.has(el.tagName) && outer.shapes;
    let role = shape ? (el.tagName === "text" ? "text" : el.getAttribute("role") || "image") : el instanceof SVGElement && el.tagName !== "svg" ? "" : roleOf(el);
    if (el.tagName === "svg" && (outer.clickable || outer.isInControl) && !el.getAttribute("aria-label")) { inner.shapes = false; role = ""; }
    if (role === "image" && !shape && (outer.clickable || outer.isInControl) && el.tagName !== "IMG" && el.tagName !== "svg" && !nameOf(el, role)) role = "";
    if (outer.field && FIELDS.has(role) && !isNative(el) && !isEditHost(el)) role = "";
    if (isCalendar(el) && takesClicks(el)) inner.days = true;
    const isCell = !role && !outer.isInCell && isEditorCell(el);
    if (isCell) { role = "group"; inner.isInCell = true; this.part.isPlain = false; }
    const holdsDays = this.holdsDays(el, role, at.box), list = !role && !outer.list && listensForClicks(el, at.box, this.view) ? delegatedList(el) : null;
    if (list) inner.list = list;
    const delegates = holdsDays || list !== null || this.delegates(el, role, at.box);
    if (delegates) inner.choices = !holdsDays && !list;
    const isClickable = !delegates && !(inner.days && !outer.days) && this.isClickable(el, role, at);
    const clickable = isClickable && !this.isPartOfWidget(el, role, at);
    const isNameless = clickable && !role && holdsItems(el);
    inner.surface = isNameless && isSurface(el) || outer.surface && !isPlacedItem(el);
    if (isClickable) inner.isInControl = true;
    const scrolls = this.isScrollable(el, style);
    if (outer.faint && !clickable || inner.faint && !clickable) return;
    const draggable = isDraggable(el, style, outer.cursor) && !isBig(el, at.box, this.view);
    if (draggable) inner.drags = areaOf(at.box);
    const isHandleInHandle = draggable && areaOf(at.box) > SAME_SHARE ** 2 * outer.drags && outer.drags > 0 && !style.cursor.endsWith("-resize");
    if (isHandleInHandle && !role && !clickable && !scrolls && !shape && !ownText(el)) return;
    if (!role && !clickable && !scrolls && !draggable && !shape) {
      if (!this.isPicture(el, at)) return;
      this.leaves++;
    }
    if (this.rows.length >= this.maxNodes) { this.omitted++; this.limits.add(NODE_LIMIT); return; }
    if (reading.figures && el.tagName === "CANVAS") this.isKeepable = false;
    if (at.label) this.notePlace(at.label, rectOf(at.label));
    this.notePlace(el, at.label ? rectOf(el) : at.box);
    if (NAMED_BY_NEARBY_TEXT.has(role)) this.part.isPlain = false;
    const hasNoRole = !role;
    role = role || "generic";
    let name = isCell ? cellTitle(el) : nameOf(el, role);
    if (!name && (clickable || draggable) && !scrolls && !isNameless) name = this.isNamedByText(el, role, hasNoRole || shape) ? ownText(el) : titleOf(el);
    if (!name && clickable && hasNoRole && !scrolls && !isNameless && el.firstElementChild) name = loneText(el);
    const value = valueOf(el, role);
    const states = statesOf(el, role, style, this.active, outer.days);
    if (el === this.activeDescendant) states.push("focused");
    if (inner.inert && (clickable || draggable)) setInert(states);
    const disabled = states.includes("disabled");
    const slot = name ? "" : slotOf(el, role);
    if (slot !== "") this.part.isPlain = false;
    if ((clickable || slot) && !disabled) states.unshift("clickable");
    if (draggable && !inner.inert) states.push("draggable");
    if (scrolls) states.push("scrollable");
    const isTested = (clickable || shape || role === "image" || role === "canvas" || name && NAMED_BY_CONTENT.has(role)) && !at.label;
    const isList = el.tagName === "SELECT" || el.tagName === "INPUT" && el.list;
    if (isTested && isList && this.isCovered(el, inside)) states.push("covered");
    const look = slot !== "" ? { clue: slot || "", attributes: "", appearance: null } : lookOf(el, role, name, { style, box: at.box, clickable });
    const index = this.add(el, { role, name, box: inside, value, states, parent: outer.parent, ...look, path: at.here });
    if (isTested && !isList) this.testLater(el, el, inside);
    inner.parent = index;
    inner.name = name;
    inner.hidesTexts = outer.hidesTexts || hidesTexts(el, role, name);
    inner.value = FIELDS.has(role) && !isEditHost(el) ? value : "";
    inner.clickable = outer.clickable || clickable;
    inner.field = outer.field || clickable && FIELDS.has(role);
    if (clickable && (isNative(el) || WIDGETS.has(role))) inner.widget = areaOf(at.box);
    inner.surround = clickable && hasNoRole && !name ? areaOf(at.box) : 0;
    inner.choices = clickable && (LISTS.has(el.tagName) || hasNoRole) || delegates && !holdsDays && !list || outer.list === el;
    if (outer.days && CELLS.has(role)) inner.days = false;
    if (isList && !states.includes("covered")) this.addOptions(el, index, inside);
    if (el.tagName === "IFRAME") this.addFrame(el, index, at);
  }

  add(node, { role, name, box, value, states, parent, clue, attributes = "", appearance = null, path }) {
    name = truncate(name, this.maxText);
    const locator = register(node, joinPath(path), role, name);
    if (isSeenControl(node, role, states)) this.controls.push({ node, role, name, locator, box });
    this.rows.push([role, name, round(box[0]), round(box[1]), round(box[2]), round(box[3]), truncate(value, this.maxText), states.join(" "), locator, parent, clue, role === "slider" ? sliderRange(node) : null, attributes, appearance]);
    return this.rows.length - 1;
  }

  addOptions(el, parent, box) {
    const options = el.tagName === "SELECT" ? el.options : el.list.options;
    for (let i = 0; i < options.length; i++) {
      if (i >= MAX_OPTIONS || this.rows.length >= this.maxNodes) { this.omitted += options.length - i; this.limits.add(NODE_LIMIT); break; }
      const option = options[i];
      const states = [];
      if (!option.disabled) states.push("clickable"); else states.push("disabled");
      if (option.selected && el.tagName === "SELECT") states.push("selected");
      const name = squeeze(option.label || option.value);
      const own = el.tagName === "SELECT" && (el.multiple || el.size > 1) ? meet(rectOf(option), box) : box;
      this.add(option, { role: "option", name, box: hasArea(own) ? own : box, value: option.value === name ? "" : option.value, states, parent, clue: "",
        path: { up: null, step: (locatorOf.get(el) || "").split(" ")[1] + ">option" + (i + 1) } });
    }
  }

  // Adds the rows of a table in a canvas, which describes what is drawn on it. The height of the canvas is divided among
  // them, so that they are read in their order.
  addDrawnRows(el, box, inner) {
    this.isKeepable = this.part.isPlain = false;
    const rows = [...el.querySelectorAll("tr, [role=row]")].slice(0, MAX_DRAWN_ROWS), height = (box[3] - box[1]) / rows.length;
    rows.forEach((row, i) => {
      const name = [...row.querySelectorAll("td, th, [role=gridcell], [role=columnheader], [role=rowheader]")].map(cell => squeeze(cell.textContent)).join(" | ");
      if (!name.replace(/[ |]/g, "") || this.rows.length >= this.maxNodes) return;
      const band = [box[0], box[1] + i * height, box[2], box[1] + (i + 1) * height];
      this.add(row, { role: "row", name, box: band, value: "", states: [], parent: inner.parent, clue: "", path: { up: null, step: (locatorOf.get(el) || "").split(" ")[1] + ">row" + (i + 1) } });
    });
  }

  addFrame(el, index, { box, inside }) {
    const style = getComputedStyle(el);
    const sx = el.offsetWidth ? (box[2] - box[0]) / el.offsetWidth : 1, sy = el.offsetHeight ? (box[3] - box[1]) / el.offsetHeight : 1;
    const left = box[0] + (el.clientLeft + parseFloat(style.paddingLeft)) * sx, top = box[1] + (el.clientTop + parseFloat(style.paddingTop)) * sy;
    this.frames.push([index, frameIds.get(el) || "", left, top, sx, sy, coversOfFrame(el, inside)]);
  }

  visitText(node, el, inner, path, nth) {
    const data = node.data;
    if (data.length < 400 && !/\S/.test(data)) return;
    const long = data.length > 5000;
    const shown = long ? data.slice(0, this.maxText + 1) : data, text = squeeze(shown);
    if (long) { reading.truncatedTexts++; this.part.isCacheable = this.part.isPlain = false; }
    if (text && el.scrollHeight) this.place.extend(this.place.box[1], this.place.box[1] + el.scrollHeight);
    if (!text || inner.hidesTexts || text === inner.name || text === inner.value || isNamedInLines(inner.name, text)) return;
    const box = long ? boxOf(el.getBoundingClientRect()) : rectOf(node);
    const inside = meet(box, inner.clip);
    if (hasArea(box)) { this.part.extend(box[1], box[3]); this.place.extend(box[1], box[3]); }
    if (!hasArea(inside) || isTiny(inside)) return;
    this.part.isCacheable = false;
    const style = getComputedStyle(el);
    if (style.visibility !== "visible" || el.tagName === "LABEL" && namesControl(el, text)) return;
    if (this.rows.length >= this.maxNodes) { this.omitted++; this.limits.add(NODE_LIMIT); return; }
    if (!this.places.has(el)) this.notePlace(el, rectOf(el));
    this.shown.push([node, box]);
    this.add(node, { role: "text", name: textName(node, shown, style), box: inside, value: "", states: [], parent: inner.parent, ...textLook(style, this.base), path: { up: path, step: "text" + nth } });
    this.testLater(node, el, inside);
  }

  // Returns whether all of the page was visited, so that the counts of what is out of view are exact.
  isComplete() { return !this.limits.has(TIME_LIMIT) && !this.limits.has(DEPTH_LIMIT); }

  warning() {
    const parts = [];
    if (this.limits.size) parts.push(`the page is too large to be read completely: stopped at ${[...this.limits].join(" and ")} (${this.rows.length} nodes read, at least ${this.omitted} omitted)`);
    if (reading.truncatedTexts) parts.push(`${reading.truncatedTexts} long texts were truncated to ${this.maxText} characters`);
    return parts.join("; ");
  }
}

const isNamedInLines = (name, text) => name !== null && name.includes("\n") && squeeze(name) === text;

// Nothing in an inert element reacts to a user.
const setInert = states => {
  const kept = states.filter(state => state !== "editable" && state !== "disabled");
  states.splice(0, states.length, "disabled", ...kept);
};

const namesControl = (label, text) => {
  const control = label.control;
  return Boolean(control) && nameOf(control, roleOf(control)) === text && isShown(control);
};

const frameIds = new WeakMap();
const coversOfFrame = (el, box) => {
  const covers = new Set();
  for (let i = 1; i < 6; i++) for (let j = 1; j < 6; j++) {
    const hit = deepHit(box[0] + (box[2] - box[0]) * i / 6, box[1] + (box[3] - box[1]) * j / 6);
    if (hit && !reaches(hit, el)) covers.add(hit);
  }
  return [...covers].map(hit => boxOf(hit.getBoundingClientRect()));
};

const joinPath = path => {
  if (typeof path === "string") return path;
  const steps = [];
  for (let p = path; p; p = p.up) { steps.push(typeof p === "string" ? p : p.step); if (typeof p === "string") break; }
  return steps.reverse().join("/");
};

// JSON.stringify writes \ud800 to \udfff only for half of a surrogate pair, which UTF-8 cannot encode.
const encode = (value) => {
  const text = JSON.stringify(value);
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(value, (_, part) => typeof part === "string" ? part.toWellFormed() : part) : text;
};

// Returns the reading of this frame as JSON text, or "" if the one with the id `known` still holds.
// With `isComplete`, also what did not change is read again.
const snapshot = (maxNodes, maxText, budgetMs, figures, isComplete = false, known = "") => {
  document.dispatchEvent(new Event(TOKEN + "snapshot"));
  Object.assign(reading, { truncatedTexts: 0, figures });
  const countBefore = changeCount();
  noteTooltip();
  const followsRules = !isComplete && updateRules();
  if (followsRules) { noteStates(); noteOwners(); }
  const state = followsRules ? pageState([maxNodes, maxText, budgetMs, figures]) : null;
  const last = keptReading(state);
  if (last) return last.id === known ? "" : last.text;
  schedules = new Map();
  const reader = new Reader(maxNodes, maxText, budgetMs);
  reader.keeps = !isComplete;
  reader.caches = followsRules && startCaching(reader.view);
  try { reader.read(); } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reader.limits.add(DEPTH_LIMIT);
  }
  testHits(reader, state && state.styles);
  rememberSeen(reader);
  markHoverHosts(reader.rows);
  const isKept = state !== null && canKeep(reader), id = isKept ? nextReadingId() : "";
  const text = encode({ id, nodes: reader.rows, frames: reader.frames, beyond: reader.beyond, is_complete: reader.isComplete(), warning: reader.warning(), change_count: countBefore,
    title: document.title.slice(0, 300), address: location.href.slice(0, 4000) });
  if (isKept) keepReading(reader, state, { id, text });
  return text;
};
