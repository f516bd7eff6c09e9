// Elements that listen for clicks on what is in them: toolbars, tables of a script, timelines.
const MAX_HELD_ELEMENTS = 600;
const HELD = CONTROLS + ",[role=option],[role=menuitem],[role=treeitem],[role=tab],[draggable=true],[tabindex='0'],[role=row][tabindex],[role=listitem][tabindex],[role=gridcell][tabindex]";
const isOutermost = (node, el, matches) => {
  for (let outer = node.parentElement; outer && outer !== el; outer = outer.parentElement) if (matches(outer)) return false;
  return true;
};

// Returns whether every shown text of an element is in one of its parts that match.
const holdsTextOnlyIn = (el, matches) => {
  const texts = document.createTreeWalker(el, 4);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const outer = node.parentElement;
    if (!/\S/.test(node.data) || SKIPPED.has(outer.tagName) || matches(outer) || !isOutermost(outer, el, matches)) continue;
    if (isShown(outer) && !isTiny(rectOf(outer))) return false;
  }
  return true;
};

const NAMED_BY_PARTS = HELD + ",[role=row],[role=listitem]";

// Returns the boxes of the parts of an element that match a selector, if it shows no other text.
const heldBoxes = (el, selector) => {
  if (el.childElementCount === 0 || el.getElementsByTagName("*").length > MAX_HELD_ELEMENTS) return [];
  const isHeld = part => part.matches(selector);
  const held = [...el.querySelectorAll(selector)].filter(part => isOutermost(part, el, isHeld) && isShown(part));
  return held.length && holdsTextOnlyIn(el, isHeld) ? held.map(part => meet(rectOf(part), viewBox())).filter(hasArea) : [];
};

// Returns whether controls, or the slots of a schedule, fill most of an element: a click on it reaches one of them.
const SLOTS = "td,[role=gridcell]";
const isFilledWithItems = el => {
  const cell = el.querySelector(SLOTS), held = heldBoxes(el, cell && slotOf(cell, roleOf(cell)) ? HELD + "," + SLOTS : HELD);
  return held.length > 0 && held.reduce((sum, box) => sum + areaOf(box), 0) > SAME_SHARE * areaOf(meet(rectOf(el), viewBox()));
};

// Returns the list in an element that listens for the clicks on its items, which have data of their own, such as a menu
// under a search field. The element shows no other text.
const MAX_LIST_LEVELS = 4, MAX_LIST_BOXES = 30;
const holdsData = box => {
  const items = [...box.children];
  if (items.length < 2 || items.some(item => item.tagName !== items[0].tagName || !item.dataset)) return false;
  return dataNames(items[0]).some(name => items.every(item => name in item.dataset) && new Set(items.map(item => item.dataset[name])).size > 1);
};
const delegatedList = el => {
  if (!/\S/.test(el.textContent)) return null;
  let boxes = [...el.children];
  for (let level = 0; level < MAX_LIST_LEVELS && boxes.length && boxes.length <= MAX_LIST_BOXES; level++) {
    const list = boxes.find(holdsData);
    if (list) return holdsTextOnlyIn(el, part => part === list) ? list : null;
    boxes = boxes.flatMap(box => [...box.children]);
  }
  return null;
};

// Returns whether a cell without text shows a picture in a grid that listens for the clicks on its cells.
const isIconCell = el => {
  if (/\S/.test(el.textContent) || !el.querySelector("svg,img,i[class]") || el.querySelector(CONTROLS)) return false;
  for (let outer = el; outer; outer = outer.parentElement) {
    if (clickListeners.has(outer)) return true;
    if (outer.matches("[role=grid],[role=treegrid],table")) return false;
  }
  return false;
};

// Returns whether an element is placed by coordinates, and whether it is also drawn as a box with a text.
const isPlaced = el => { const { position, transform } = getComputedStyle(el); return position === "absolute" || transform !== "none"; };
const MAX_ITEM_TEXT = 160;
const isPlacedItem = el => {
  if (!/\S/.test(el.textContent) || el.textContent.length > MAX_ITEM_TEXT || !isPlaced(el)) return false;
  const style = getComputedStyle(el);
  return Boolean(colorName(style.backgroundColor)) || parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none" && Boolean(colorName(style.borderTopColor));
};

// Returns whether the text of an element is only that of several items, which are not its name.
const MIN_ITEMS = 3;
const holdsItems = el => isSurface(el) || heldBoxes(el, NAMED_BY_PARTS).length >= MIN_ITEMS;

// Returns whether an element is the surface on which a script places items, as on a timeline: each is clicked by itself.
const MIN_SURFACE_PX = 400;
const isSurface = el => {
  if (el.childElementCount === 0 || Math.max(el.clientWidth, el.clientHeight) < MIN_SURFACE_PX || el.getElementsByTagName("*").length > MAX_HELD_ELEMENTS) return false;
  const items = [...el.querySelectorAll("*")].filter(part => isPlacedItem(part) && isOutermost(part, el, isPlacedItem));
  return items.length > 1 && holdsTextOnlyIn(el, isPlaced);
};

// Returns whether an element is an item on a board, which handles the gestures on its items itself: the page places it by
// coordinates, it has data of its own beside others of its kind, and around it the browser leaves gestures to scripts.
const MAX_BOARD_LEVELS = 5, PLACED_STYLE = /(^|[;\s])(transform|translate|left)\s*:/;
const isOnBoard = el => {
  if (!PLACED_STYLE.test(el.getAttribute("style") || "") || el.tagName === "LI" || el.tagName === "TR" || !isChoice(el) || !isPlaced(el)) return false;
  for (let outer = el.parentElement, level = 0; outer && outer !== document.body && level < MAX_BOARD_LEVELS; outer = outer.parentElement, level++)
    if (getComputedStyle(outer).touchAction === "none") return Math.max(outer.clientWidth, outer.clientHeight) >= MIN_SURFACE_PX;
  return false;
};

// Returns the words of an element's data that say what kind of item it is.
const KIND_DATA = /type$|kind$/i;
const itemKind = el => words(Object.keys(el.dataset || {}).filter(name => KIND_DATA.test(name)).map(name => el.dataset[name]).join(" "));

// Cells of a notebook: boxes that take the focus, each with one editor and buttons, beside others like them.
const CELL_EDITORS = "textarea,[contenteditable]:not([contenteditable=false])", MIN_CELL_BUTTONS = 2, MAX_CELL_LEVELS = 3, MAX_TITLE_CHARS = 60;
const editorIn = el => {
  const editors = [...el.querySelectorAll(CELL_EDITORS)].filter(editor => (editor.tagName === "TEXTAREA" || isEditHost(editor)) && isShown(editor) && !isTiny(rectOf(editor)));
  return editors.length === 1 ? editors[0] : null;
};
const isEditorCell = el => {
  if (!el.hasAttribute("tabindex") || !editorIn(el) || el.querySelectorAll("button,[role=button]").length < MIN_CELL_BUTTONS) return false;
  for (let branch = el, level = 0; branch.parentElement && level < MAX_CELL_LEVELS; branch = branch.parentElement, level++)
    if ([...branch.parentElement.children].some(other => other !== branch && editorIn(other))) return true;
  return false;
};

// Returns the first line of the text in the editor of a cell.
const cellTitle = el => {
  const editor = editorIn(el), text = editor ? (editor.tagName === "TEXTAREA" ? editor.value : editor.innerText || "").trim() : "";
  return squeeze(text.split("\n")[0]).slice(0, MAX_TITLE_CHARS);
};
