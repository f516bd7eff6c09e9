// Roles, accessible names, values, states and clues of elements, after HTML-AAM and the accname algorithm.
const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", file: "button", checkbox: "checkbox",
  radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", hidden: "",
};
const TAG_ROLES = {
  BUTTON: "button", SUMMARY: "button", TEXTAREA: "textbox", OPTION: "option", OPTGROUP: "group", H1: "heading",
  H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", UL: "list", OL: "list", MENU: "list",
  LI: "listitem", TABLE: "table", TR: "row", TD: "cell", NAV: "navigation", MAIN: "main", ASIDE: "complementary",
  FORM: "form", FIELDSET: "group", DETAILS: "group", DIALOG: "dialog", PROGRESS: "progressbar", METER: "meter",
  OUTPUT: "status", IFRAME: "iframe", FRAME: "iframe", CANVAS: "canvas", VIDEO: "video", AUDIO: "audio",
  ARTICLE: "article", FIGURE: "figure", HR: "separator", SEARCH: "search", EMBED: "document", OBJECT: "document",
  CAPTION: "caption", LEGEND: "legend",
};
const WIDGETS = new Set(["button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio",
  "switch", "slider", "spinbutton", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem", "scrollbar"]);
const NAMED_BY_CONTENT = new Set(["button", "link", "option", "checkbox", "radio", "switch", "tab", "menuitem",
  "menuitemcheckbox", "menuitemradio", "treeitem", "heading", "cell", "gridcell", "columnheader", "rowheader",
  "tooltip", "caption", "legend"]);
const EDITABLE_ROLES = new Set(["textbox", "searchbox", "spinbutton"]);
const FIELDS = new Set(["textbox", "searchbox", "spinbutton", "combobox", "listbox"]);
const SHAPES = new Set(["rect", "circle", "ellipse", "polygon", "polyline", "line", "path", "text", "image"]);
const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "META", "LINK", "TITLE", "BASE", "BR", "WBR",
  "DATALIST", "PARAM", "SOURCE", "TRACK", "defs", "clipPath", "mask", "linearGradient", "radialGradient", "symbol"]);

// An anchor without an address is a link if a script makes it one.
const isScriptLink = el => clickListeners.has(el) || el.hasAttribute("onclick") || el.hasAttribute("tabindex") && el.tabIndex >= 0;

// Returns an attribute of an element, or what a custom element keeps in its internals instead.
const attributeOf = (el, name) => el.getAttribute(name) || internalsOf.get(el)?.[name] || "";

// An image with an empty alternative text is decoration, unless it has another name.
const NAMING = ["title", "aria-label", "aria-labelledby"];
const roleOf = el => {
  const explicit = attributeOf(el, "role").trim().split(/\s+/)[0].toLowerCase();
  if (explicit && explicit !== "none" && explicit !== "presentation") return explicit === "img" ? "image" : explicit;
  const tag = el.tagName;
  if (tag === "A" || tag === "AREA") return el.hasAttribute("href") || isScriptLink(el) ? "link" : "";
  if (tag === "INPUT") {
    const type = el.type;
    if (type in INPUT_ROLES) return INPUT_ROLES[type];
    return el.hasAttribute("list") ? "combobox" : "textbox";
  }
  if (tag === "SELECT") return el.multiple || el.size > 1 ? "listbox" : "combobox";
  if (tag === "IMG") return el.getAttribute("alt") === "" && !explicit && !NAMING.some(name => el.getAttribute(name)) ? "" : "image";
  if (tag === "TH") return el.scope === "row" ? "rowheader" : "columnheader";
  if (tag === "SECTION") return el.hasAttribute("aria-label") || el.hasAttribute("aria-labelledby") ? "region" : "";
  if (tag === "HEADER") return el.parentElement === document.body ? "banner" : "";
  if (tag === "FOOTER") return el.parentElement === document.body ? "contentinfo" : "";
  if (tag === "svg") return "image";
  if (isEditHost(el)) return "textbox";
  return explicit ? "" : TAG_ROLES[tag] || "";
};

const isEditHost = el => el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable);
const squeeze = text => text.replace(/\s+/g, " ").trim();

// Returns the name of a text: on one line, or in lines without blank ones if its style shows the line breaks. Where it
// also shows spaces, the lines are indented as far as they are further to the right than the outermost one.
const TAB = "    ", MAX_INDENT = 40;
const indentOf = line => line.length - line.trimStart().length;
const textName = (node, data = node.data, style = getComputedStyle(node.parentElement)) => {
  const name = squeeze(data), kind = style.whiteSpaceCollapse;
  if (kind === "collapse" || kind === "preserve-spaces" || !data.trim().includes("\n")) return name;
  if (kind === "preserve-breaks") return data.split("\n").map(squeeze).filter(Boolean).join("\n");
  const startsLine = !node.previousSibling || /^\s*\n/.test(data);
  const lines = data.replace(/\t/g, TAB).split("\n").filter(line => /\S/.test(line));
  const outermost = startsLine ? Math.min(...lines.map(indentOf)) : 0;
  return lines.map((line, i) => (i || startsLine ? " ".repeat(Math.min(MAX_INDENT, indentOf(line) - outermost)) : "") + squeeze(line)).join("\n");
};
const truncate = (text, max) => text.length > max ? (reading.truncatedTexts++, text.slice(0, max) + "…") : text;

// An element with `display: contents` has no box of its own, although its children are shown (so has every slot).
const isContents = el => getComputedStyle(el).display === "contents";
const isRendered = el => {
  for (let node = el; node; node = flatParent(node)) if (node.nodeType === 1 && !isContents(node)) return node.checkVisibility();
  return true;
};
const isShown = el => el.checkVisibility({ visibilityProperty: true })
  || isContents(el) && getComputedStyle(el).visibility === "visible" && isRendered(el);

// A field named like a property shadows that property of its form, in every world: <input name=id>.
const getter = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).get;
const nativeId = getter(Element.prototype, "id"), nativeTag = getter(Element.prototype, "tagName");
const nativeNodes = getter(Node.prototype, "childNodes"), nativeRoot = getter(Element.prototype, "shadowRoot");
const nativeParent = getter(Node.prototype, "parentNode"), nativeSlot = getter(Element.prototype, "assignedSlot");
const idOf = el => nativeId.call(el), tagOf = el => nativeTag.call(el);
const SHADOWABLE = ["tagName", "id", "type", "value", "labels", "disabled", "checked", "selected", "required", "readOnly", "multiple",
  "classList", "title", "name", "getAttribute", "hasAttribute", "getBoundingClientRect", "checkVisibility", "matches", "querySelector",
  "getElementsByTagName", "contains", "isContentEditable", "tabIndex", "draggable", "scrollHeight", "clientHeight", "scrollWidth",
  "clientWidth", "getRootNode", "closest", "nodeType", "shadowRoot", "textContent", "childNodes", "getClientRects", "children",
  "childElementCount", "firstChild", "firstElementChild", "parentElement", "parentNode", "previousElementSibling", "nextElementSibling",
  "querySelectorAll", "dataset", "offsetWidth", "assignedSlot"];
const isField = value => value instanceof Element || value instanceof RadioNodeList;
const isShadowed = el => el instanceof HTMLFormElement && SHADOWABLE.some(name => isField(el[name]));

const childrenOf = el => {
  if (el instanceof HTMLFormElement) return nativeNodes.call(el);
  if (el.shadowRoot) return el.shadowRoot.childNodes;
  if (el.tagName === "SLOT") {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return el.childNodes;
};

const NESTED = new Set(["treeitem", "menu", "listbox"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

// Returns the text of an element for its name, at most about maxLength characters, so that huge pages cost little.
const textOf = (el, maxLength = 400, depth = 0, hidden = false) => {
  let out = "";
  for (const child of childrenOf(el)) {
    if (out.length >= maxLength || depth > 40) break;
    if (child.nodeType === 3) { out += (child.data.length > maxLength ? child.data.trimStart().slice(0, maxLength) : child.data).replace(/\s+/g, " "); continue; }
    if (child.nodeType !== 1 || SKIPPED.has(child.tagName) || child.getAttribute("aria-hidden") === "true") {
      if (child.tagName === "BR") out += " ";
      continue;
    }
    if (!hidden && !isShown(child)) { out += textOfShown(child, maxLength - out.length, depth + 1); continue; }
    if (NESTED.has(child.getAttribute("role")) && !selectedOption(child)) continue;
    const role = child.getAttribute("role");
    const label = FIELD_VALUES.has(child.tagName) ? embeddedValue(child) : VALUE_ROLES.has(role) && child !== namedElement && ariaValue(child, role)
      || idsOf(child) || child.tagName !== "SLOT" && child.getAttribute("aria-label") || (child.tagName === "IMG" && !isRepeatedAlt(child) ? child.alt : "")
      || (child.tagName === "svg" ? svgTitle(child) : "");
    const display = getComputedStyle(child).display;
    const gap = (display.startsWith("inline") || display === "contents") && child.tagName !== "svg" && child.tagName !== "BUTTON" && !CELLS.has(child.getAttribute("role")) ? "" : " ";
    const inner = label || (FIELD_VALUES.has(child.tagName) ? "" : textOf(child, maxLength - out.length, depth + 1, hidden));
    out += gap + (inner.trim() ? inner : child.getAttribute("title") || inner) + gap;
  }
  return out;
};

// Returns the text of what is shown in an element that is not: an element of a hidden one can be visible again.
const textOfShown = (el, maxLength, depth) => {
  if (!el.firstElementChild || depth > 40 || !isRendered(el)) return "";
  const shown = [...el.children].map(child => isShown(child) ? textOf(child, maxLength, depth) : textOfShown(child, maxLength, depth + 1));
  return shown.join(" ").slice(0, maxLength);
};

// A field in a name is read by its value, as in the label "Lock after [5] minutes"; a check box is read by its name.
// The field that is named itself does not count.
const FIELD_VALUES = new Set(["INPUT", "SELECT", "TEXTAREA"]);
const TEXT_ROLES = new Set(["textbox", "searchbox", "spinbutton", "combobox", "slider", "listbox"]), VALUE_ROLES = new Set(["spinbutton", "slider", "combobox", "listbox"]);
const selectedOption = el => el.getAttribute("role") === "listbox" ? el.querySelector("[role=option][aria-selected=true]") : null;
const ariaValue = (el, role) => {
  if (role === "slider" || role === "spinbutton") return el.getAttribute("aria-valuetext") || el.getAttribute("aria-valuenow") || "";
  const chosen = selectedOption(el) || el.querySelector("[role=option][aria-selected=true]") || el.querySelector("[role=textbox]");
  return role === "combobox" && !chosen ? textOf(el) : chosen ? textOf(chosen) : "";
};

// Returns the text that aria-labelledby gives to an element within a name; such references are followed once.
let isInReference = false;
const idsOf = el => {
  const ids = isInReference ? null : el.getAttribute("aria-labelledby");
  if (!ids) return "";
  isInReference = true;
  try { return byIds(el, ids, false); } finally { isInReference = false; }
};
let namedElement = null;
const embeddedValue = field => {
  if (field === namedElement || field.type === "password") return "";
  const role = roleOf(field);
  if (!TEXT_ROLES.has(role)) return field.getAttribute("aria-label") || "";
  const value = field.tagName === "SELECT" ? [...field.selectedOptions].map(option => option.text).join(" ") : field.value;
  return value || field.getAttribute("aria-label") || "";
};

const svgTitle = el => {
  const title = el.querySelector(":scope > title");
  return title ? title.textContent : "";
};

// Returns the text of other elements, also of hidden ones; of a field, its own content is the value and not part of the name.
const byIds = (el, ids, isField) => {
  const root = el.getRootNode();
  return squeeze(ids.split(/\s+/).map(id => {
    const other = id && root.getElementById ? root.getElementById(id) : null;
    if (!other || other !== el && isField && holds(el, other)) return "";
    const label = other.getAttribute("aria-label") || other.tagName === "IMG" && other.alt;
    return label || (other === el && isField ? "" : other.tagName === "INPUT" && other !== el ? embeddedValue(other) : textOf(other, 400, 0, !isShown(other) || isOn(other, "aria-hidden")));
  }).join(" "));
};

// Returns the text of a label in a combo box itself, which it refers to, if the combo box has more text than that.
const COMBO_BUTTONS = "button,[role=button]";
const textBesideButtons = el => [...childrenOf(el)].map(child => {
  if (child.nodeType === 3) return child.data;
  if (child.nodeType !== 1 || SKIPPED.has(child.tagName) || child.matches(COMBO_BUTTONS) || isOn(child, "aria-hidden") || !isShown(child)) return "";
  return child.querySelector(COMBO_BUTTONS) ? textBesideButtons(child) : textOf(child);
}).join(" ");
// Returns the text of a combo box without its buttons, such as one that clears it.
const comboText = (el, max) => squeeze(el.querySelector(COMBO_BUTTONS) && textBesideButtons(el) || textOf(el, max));
const innerLabel = (el, ids) => {
  const root = el.getRootNode(), label = root.getElementById ? ids.split(/\s+/).map(id => id && root.getElementById(id)).find(other => other && other !== el && holds(el, other)) : null;
  const text = label ? squeeze(textOf(label)) : "";
  return text && text !== comboText(el) ? text : "";
};

const nameOf = (el, role) => {
  namedElement = el;
  const by = el.getAttribute("aria-labelledby");
  isInReference = true;
  const named = by ? byIds(el, by, FIELDS.has(role)) || (role === "combobox" ? innerLabel(el, by) : "") : "";
  isInReference = false;
  if (named) return named;
  const label = squeeze(attributeOf(el, "aria-label"));
  if (label) return label;
  return squeeze(nativeName(el, role) || "") || (NAMED_BY_CONTENT.has(role) ? contentName(el, role) : "")
    || (el.tagName === "INPUT" && el.type === "file" ? textBelow(el) : "")
    || (WIDGETS.has(role) ? componentName(el) : "")
    || (NAMED_BY_NEARBY_TEXT.has(role) ? fieldName(el, role) : TITLED.has(role) ? squeeze(el.getAttribute("title") || "") : "")
    || shownTooltip(el);
};

// A picture whose alternative text is the text after it adds nothing: <a><img alt="Resume">Resume</a> is "Resume".
const isRepeatedAlt = image => {
  const alt = squeeze(image.alt), text = squeeze((image.nextSibling?.textContent || "").slice(0, 400));
  return Boolean(alt) && text.startsWith(alt) && !/^[\p{L}\p{N}]/u.test(text.slice(alt.length));
};

const contentName = (el, role) => {
  if ((role === "cell" || role === "gridcell") && el.firstElementChild && el.querySelector("a,button,input,select,textarea,table"))
    return "";
  const lines = CELLS.has(role) || role === "heading" ? textInLines(el) : "";
  if (lines) return lines;
  if (CELLS.has(role)) return squeeze(textOf(el)) || cellIcon(el);
  const hint = wrapperTitle(el);
  if (hint) return hint;
  const name = squeeze(generatedText(el, "::before") + textOf(el) + generatedText(el, "::after"));
  if (name) return iconName(el, role, name);
  const generated = WIDGETS.has(role) ? squeeze([...el.querySelectorAll("*")].slice(0, MAX_GENERATED_PARTS).map(part => generatedText(part, "::before") + generatedText(part, "::after")).join(" ")) : "";
  return generated && iconName(el, role, generated);
};

// Returns the text of an element whose only text shows line breaks, in lines; "" for all others.
const MAX_LINE_LEVELS = 4;
const textInLines = (el, level = 0) => {
  const content = [...childrenOf(el)].filter(node => node.nodeType === 1 || node.nodeType === 3 && /\S/.test(node.data));
  if (content.length !== 1 || level > MAX_LINE_LEVELS) return "";
  const [node] = content;
  if (node.nodeType === 1) return SKIPPED.has(node.tagName) || !isShown(node) ? "" : textInLines(node, level + 1);
  const name = node.data.includes("\n") ? textName(node) : "";
  return name.includes("\n") ? name : "";
};

// The title of the parent of a single element is preferred to the icon in that element: <li title="Next page"><button>.
const wrapperTitle = el => {
  const outer = el.parentElement, title = outer && outer.childElementCount === 1 && outer.getAttribute("title");
  return title && !el.hasAttribute("title") && !/\S/.test(el.textContent) && !/\S/.test(outer.textContent) ? squeeze(title) : "";
};

// Returns the words that a style sheet generates before or after an element; symbols of icon fonts are no words.
const MAX_GENERATED_PARTS = 12;
const generatedText = (el, pseudo) => {
  const { content } = getComputedStyle(el, pseudo);
  const [shown, alternative = shown] = content.split(" / ");
  const text = [...alternative.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(match => match[1]).join("");
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
};

const nativeName = (el, role) => {
  const tag = el.tagName;
  if (tag === "INPUT" && (el.type === "submit" || el.type === "reset" || el.type === "button"))
    return el.value || (el.type === "submit" ? "Submit" : el.type === "reset" ? "Reset" : "");
  if (tag === "IMG" || tag === "AREA" || (tag === "INPUT" && el.type === "image")) return el.alt;
  if (el.labels && el.labels.length) {
    const shown = [...el.labels].filter(isShown);
    return (shown.length ? shown : [...el.labels]).map(label => namesOtherControl(label, el) || namesComponent(label, el) ? "" : squeeze(labelText(label)) || titleOf(label)).join(" ");
  }
  if (tag === "FIELDSET") return firstText(el, ":scope > legend");
  if (tag === "TABLE") return firstText(el, ":scope > caption");
  if (tag === "FIGURE") return firstText(el, ":scope > figcaption");
  if (tag === "DETAILS") return firstText(el, ":scope > summary");
  if (tag === "OPTION" || tag === "OPTGROUP") return el.label || el.textContent;
  if (tag === "svg" || el instanceof SVGElement) return tag === "text" ? el.textContent.slice(0, 400) : svgTitle(el) || (SHAPES.has(tag) ? textOver(el) || groupText(el) : "");
  if (tag === "IFRAME") return el.title || el.name;
  if (role === "dialog" || role === "alertdialog") return firstText(el, "h1,h2,h3,.modal-title,.ui-dialog-title");
  return "";
};

// Returns whether the only text of a label around a field is the name of a button in it, and the field has a placeholder.
const namesOtherControl = (label, el) => Boolean(el.placeholder) && label.contains(el) && !label.hasAttribute("aria-label")
  && label.querySelector("button") !== null && !squeeze(textWithoutControls(label));
const labelText = label => label.getAttribute("aria-label") || textOf(label);
const firstText = (el, what) => {
  const found = el.querySelector(what);
  return found ? textOf(found) : "";
};

// Returns the text of a combo box without the label in it, or "" if this is a placeholder.
const chosenText = el => {
  const text = comboText(el, 160), hint = el.querySelector('[class*="placeholder" i]');
  if (text && hint && isPlaceholder(hint) && squeeze(textOf(hint)) === text) return "";
  const label = el.hasAttribute("aria-labelledby") ? innerLabel(el, el.getAttribute("aria-labelledby")) : "";
  return label && text.startsWith(label + " ") ? text.slice(label.length + 1) : text;
};

const valueOf = (el, role) => {
  const tag = el.tagName;
  if (role === "slider") return sliderText(el);
  if (tag === "INPUT") {
    const type = el.type;
    if (type === "checkbox" || type === "radio" || INPUT_ROLES[type] === "button" && type !== "file") return "";
    if (type === "password") return "•".repeat(Math.min(el.value.length, 64));
    if (type === "file") return [...el.files].map(file => file.name).join(", ");
    return el.value || (role === "combobox" && !el.list ? shownChoice(el) : "");
  }
  if (tag === "TEXTAREA") return el.value;
  if (tag === "SELECT") return [...el.selectedOptions].slice(0, 20).map(option => squeeze(option.label)).join(", ");
  if (tag === "PROGRESS" || tag === "METER") return String(el.value);
  if (isEditHost(el)) return (el.innerText || "").trim();
  if (role === "link" && el.href) return String(el.getAttribute("href") || "").slice(0, 200);
  const told = el.getAttribute("aria-valuetext") || el.getAttribute("aria-valuenow");
  return told || (role === "combobox" && !el.querySelector("input,textarea") ? chosenText(el) : "");
};

const isOn = (el, name) => attributeOf(el, name) === "true";

// jQuery UI marks the items of a sortable list when it is made; items added later can be dragged as well.
const isNewSortable = el => {
  const list = el.parentElement;
  return Boolean(list && list.classList.contains("ui-sortable") && !list.querySelector(":scope > .ui-sortable-handle, :scope > * .ui-sortable-handle"));
};

// Cursors that announce dragging. They are inherited, so only the element that introduces one is a handle.
const DRAG_CURSORS = new Set(["grab", "grabbing", "move", "all-scroll", "col-resize", "row-resize", "ew-resize", "ns-resize"]);
// Handles at the edges and corners of a window are invisible, except those that have a picture.
const EDGE_CURSORS = /^(n|e|s|w|ne|nw|se|sw|nesw|nwse)-resize$/;
const isDraggable = (el, style, outerCursor) => el.getAttribute("draggable") === "true" || el.hasAttribute("aria-grabbed")
  || /^(draggable|sortable)\b/i.test(el.getAttribute("aria-roledescription") || "")
  || el.classList.contains("ui-draggable") || el.classList.contains("ui-sortable-handle") || isNewSortable(el)
  || style.cursor !== outerCursor && (DRAG_CURSORS.has(style.cursor) || EDGE_CURSORS.test(style.cursor) && style.backgroundImage !== "none");

// The current items of a list or table are often marked by a class only, which other items do not have.
const CURRENT_CLASS = /(^|[-_])(selected|current|active)$/i;
// Shorter class names have other meanings too; they count if the item also has another background than the others.
const CURRENT_CLASS_IN_COLOR = /^(sel|hl|chosen|picked|highlight(ed)?|selected[A-Z]\w*)$/;
const MAX_COMPARED_ITEMS = 20;
const backgroundOf = el => [el, el.firstElementChild].map(part => part ? getComputedStyle(part).backgroundColor : "").join(" ");
const isInOtherColor = (el, others) => {
  const color = backgroundOf(el);
  return others.length > 0 && others.slice(0, MAX_COMPARED_ITEMS).every(other => backgroundOf(other) !== color);
};
const ITEM_ROLES = new Set(["row", "listitem", "treeitem"]);
const isMarkedItem = (el, role) => {
  if (!ITEM_ROLES.has(role) && el.tagName !== "LI" && el.tagName !== "TR" || !el.className || !el.parentElement) return false;
  const tokens = [...el.classList];
  const mark = tokens.find(token => CURRENT_CLASS.test(token)) ?? tokens.find(token => CURRENT_CLASS_IN_COLOR.test(token));
  if (mark === undefined) return false;
  const others = [...el.parentElement.children].filter(other => other.tagName === el.tagName && !other.classList.contains(mark));
  return CURRENT_CLASS.test(mark) ? others.length > 0 : isInOtherColor(el, others);
};
// Buttons, links, tabs and clickable boxes may be marked in the same way, one of several of a kind: they share another
// class or have none. The only child of each of several boxes has the children of the others beside it.
const MARKED_ROLES = new Set(["button", "link", "tab", "option", "gridcell", "menuitem"]);
const peersOf = el => {
  const outer = el.parentElement, isAlone = outer.childElementCount === 1 && outer.parentElement !== null;
  const others = isAlone ? [...outer.parentElement.children].filter(other => other !== outer).map(other => other.firstElementChild) : [...outer.children];
  return others.filter(other => other && other !== el && other.tagName === el.tagName);
};
const isMarkedChoice = (el, role, style, isDay) => {
  if (!MARKED_ROLES.has(role) && !(isDay && role === "cell") && !(role === "generic" && style.cursor === "pointer") || !el.parentElement || !el.getAttribute("class")) return false;
  if (["aria-pressed", "aria-checked", "aria-expanded"].some(name => el.hasAttribute(name))) return false;
  const mark = [...el.classList].find(token => CURRENT_CLASS.test(token));
  if (mark === undefined) return false;
  const rest = [...el.classList].filter(token => token !== mark), peers = peersOf(el);
  const isAlike = other => rest.length ? rest.some(token => other.classList.contains(token)) : !other.classList.length;
  return peers.some(isAlike) && !peers.some(other => other.classList.contains(mark));
};
const isOnlyLink = el => el.tagName === "A" && el.parentElement !== null && el.parentElement.tagName === "LI" && el.parentElement.firstElementChild === el;
const isMarkedCurrent = (el, role) => isOnlyLink(el) ? isMarkedItem(el.parentElement, "") : isMarkedItem(el, role) && !(el.firstElementChild && isOnlyLink(el.firstElementChild));

// Select2 marks the highlighted option with aria-selected, and the chosen ones with a class only. Returns null for others.
const SELECTABLE = /--selectable$/;
const isChosenByClass = (el, role) => {
  const token = role === "option" ? [...el.classList].find(each => SELECTABLE.test(each)) : undefined;
  return token === undefined ? null : el.classList.contains(token.replace(SELECTABLE, "--selected"));
};
const isToldSelected = el => isOn(el, "aria-selected") || el.hasAttribute("aria-current") && !["false", "", "date", "time"].includes(el.getAttribute("aria-current"));

const statesOf = (el, role, style, active, inCalendar = false) => {
  const out = [];
  const tag = el.tagName;
  const disabled = isOn(el, "aria-disabled") || (el.disabled === true) || (tag === "OPTION" || tag === "FIELDSET" || "form" in el) && el.matches(":disabled");
  if (disabled) out.push("disabled");
  const isField = tag === "TEXTAREA" || tag === "INPUT" && (EDITABLE_ROLES.has(role) || role === "combobox" && el.type !== "button");
  const readonly = el.readOnly === true && isField || isOn(el, "aria-readonly");
  const editable = (isField || isEditHost(el)) && !disabled && !readonly;
  if (editable) out.push("editable");
  if (readonly) out.push("readonly");
  if (el.checked === true && (el.type === "checkbox" || el.type === "radio") || isOn(el, "aria-checked") || isDrawnChecked(el, role)) out.push("checked");
  if (isOn(el, "aria-pressed") && !CHECKS.has(role)) out.push("pressed");
  if (tag === "OPTION" ? el.selected : isChosenByClass(el, role) ?? (isToldSelected(el)
    || !el.hasAttribute("aria-selected") && (isMarkedCurrent(el, role) || isMarkedChoice(el, role, style, inCalendar)))) out.push("selected");
  const expanded = tag === "SUMMARY" && el.parentElement?.tagName === "DETAILS" ? String(el.parentElement.open) : el.getAttribute("aria-expanded");
  if (expanded === "true") out.push("expanded");
  if (expanded === "false") out.push("collapsed");
  if (el === active) out.push("focused");
  if (el.required === true || isOn(el, "aria-required")) out.push("required");
  if (el.type === "password" && tag === "INPUT") out.push("password");
  if (tag === "TEXTAREA" || isOn(el, "aria-multiline") || isEditHost(el)) out.push("multiline");
  if (tag === "SELECT" && el.multiple || isOn(el, "aria-multiselectable")) out.push("multiselectable");
  return out;
};

const COLORS = { black: [0, 0, 0], white: [255, 255, 255], gray: [128, 128, 128], silver: [192, 192, 192], red: [255, 0, 0],
  maroon: [128, 0, 0], orange: [255, 165, 0], yellow: [255, 255, 0], olive: [128, 128, 0], lime: [0, 255, 0],
  green: [0, 128, 0], cyan: [0, 255, 255], teal: [0, 128, 128], blue: [0, 0, 255], navy: [0, 0, 128],
  magenta: [255, 0, 255], purple: [128, 0, 128], pink: [255, 192, 203], brown: [165, 42, 42], gold: [255, 215, 0] };
const colorNames = new Map();

// Returns the name of a colour's hue, or "" if the colour is nearly gray.
const HUES = [[15, "red"], [45, "orange"], [75, "yellow"], [165, "green"], [200, "cyan"], [265, "blue"], [290, "purple"], [345, "pink"], [360, "red"]];
const TINTS = { red: "reddish", orange: "orangish", yellow: "yellowish", green: "greenish", cyan: "cyanish", blue: "bluish", purple: "purplish", pink: "pinkish" };
const MIN_CHROMA = 14;

const hueOf = ([r, g, b]) => {
  const max = Math.max(r, g, b), chroma = max - Math.min(r, g, b);
  if (chroma < MIN_CHROMA) return "";
  const sector = max === r ? (g - b) / chroma : max === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma;
  return HUES.find(([end]) => (sector * 60 + 360) % 360 <= end)[1];
};

// Returns the nearest common colour, after its hue if the hue differs: "silver", "bluish silver".
const colorName = css => {
  const known = colorNames.get(css);
  if (known !== undefined) return known;
  const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/.exec(css);
  let best = "", bestDistance = 1e9;
  if (match && !(match[4] !== undefined && Number(match[4]) < 0.1)) {
    const [r, g, b] = [Number(match[1]), Number(match[2]), Number(match[3])];
    for (const name in COLORS) {
      const [x, y, z] = COLORS[name];
      const distance = 2 * (r - x) ** 2 + 4 * (g - y) ** 2 + 3 * (b - z) ** 2;
      if (distance < bestDistance) { bestDistance = distance; best = name; }
    }
    const hue = hueOf([r, g, b]);
    if (hue && hue !== hueOf(COLORS[best])) best = TINTS[hue] + " " + best;
  }
  colorNames.set(css, best);
  return best;
};

const words = text => squeeze(String(text || "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/(?<=[\p{L}\p{N}_])[-_:.]+|[_:.]+|-+(?!\d)/gu, " ")).slice(0, 60);

const polygonName = sides => sides === 3 ? "triangle" : sides === 4 ? "quadrilateral" : sides + "-sided polygon";

// Returns the clue of a shape, the words of the page's own attributes in it, and its sides, width, height and font size.
const shapeLook = (el, name, { style, box }) => {
  if (name && isShapeHandle(el) && isClear(style)) return { clue: "", attributes: "", appearance: null };
  const fill = isShapeHandle(el) && isClear(style) ? "" : colorName(style.fill) || (style.stroke !== "none" ? colorName(style.stroke) + " outline" : "");
  const sides = reading.figures && el.tagName === "polygon" ? (el.getAttribute("points") || "").trim().split(/[\s,]+/).length / 2 : 0;
  const kind = sides ? polygonName(sides) : el.tagName;
  const width = Math.round(box[2] - box[0]), height = Math.round(box[3] - box[1]), fontSize = parseFloat(style.fontSize), isText = el.tagName === "text";
  const own = squeeze(idWords(el) + " " + classWords(el)), attributes = isShapeHandle(el) && groupWords(el) || own;
  return { clue: squeeze([fill, kind, isText ? "font-size " + fontSize + "px" : width + "x" + height, attributes].join(" ")), attributes,
    appearance: isText ? [null, null, null, fontSize] : [Number.isInteger(sides) && sides || null, width, height, null] };
};

// Class names repeat the names of their component: "nav nav-item nav-link".
const withoutRepeatedWords = text => [...new Set(text.split(" "))].join(" ");

// Returns the clue of an element, the words of the page's own attributes in it, and sides, width and height of a drawn figure.
const lookOf = (el, role, name, { style, box, clickable }) => {
  if (el instanceof SVGElement && SHAPES.has(el.tagName)) return shapeLook(el, name, { style, box });
  const parts = [], attributes = [];
  const add = text => { parts.push(text); attributes.push(text); };
  const look = appearance => {
    const [clue, own] = [parts, attributes].map(texts => withoutRepeatedWords(texts.filter(Boolean).join(" ")).slice(0, 160));
    return { clue, attributes: own, appearance };
  };
  if (el.tagName === "INPUT" && !["text", "submit", "button", "checkbox", "radio", "password"].includes(el.type)) parts.push(el.type);
  const hint = el.getAttribute("placeholder");
  if (hint && hint !== name) add(squeeze(hint));
  if (name && role !== "generic" && role !== "image") return look(null);
  const title = el.getAttribute("title");
  if (title && title !== name) add(squeeze(title));
  const isBlankCell = CELLS.has(role) && !name && !clickable && !el.firstElementChild, color = FIELDS.has(role) ? "" : colorName(style.backgroundColor);
  if (isBlankCell) { parts.push(color === "white" ? "" : color); return look(null); }
  parts.push(color);
  const figure = reading.figures && el.tagName === "CANVAS" ? canvasFigure(el) : null;
  if (figure) parts.push(figure.clue);
  const icon = !name && clickable && !CONTAINERS.has(role) ? libraryIcon(el) : "", test = !name && clickable && !FIELDS.has(role) ? testWords(el) : "";
  if (icon) add(icon);
  else if (!name && clickable && !CONTAINERS.has(role) && !(CHECKS.has(role) && ligatureOf(el))) add(iconWords(el));
  if (!name && clickable && role === "generic" && isOnBoard(el)) add(itemKind(el));
  add(test);
  add(idWords(el));
  if (!(icon && el.tagName === "svg") && !((icon || test) && isStyledByUtilities(el))) add(classWords(el));
  if (role === "image" && el.tagName === "IMG") add(words((el.currentSrc || "").split(/[?#]/)[0].split("/").pop().slice(0, 40)));
  return look(figure && figure.appearance);
};

// Returns the clue of a text, and its font size if that differs from the page's.
const textLook = (style, base) => {
  const parts = [];
  const color = colorName(style.color);
  if (color && color !== base.color) parts.push(color);
  if (Number(style.fontWeight) >= 600) parts.push("bold");
  if (style.fontStyle === "italic") parts.push("italic");
  const line = style.textDecorationLine;
  if (line && line !== "none") parts.push(line);
  const size = parseFloat(style.fontSize);
  const differs = Math.abs(size / base.size - 1) > 0.3;
  if (differs) parts.push("font-size " + size + "px");
  return { clue: parts.join(" "), appearance: differs ? [null, null, null, size] : null };
};
