// Names that the page shows but does not link: text beside a field, the label of a list that a widget replaces,
// text drawn over a shape. Also what classes and icons say.
const CHECKS = new Set(["checkbox", "radio", "switch"]);
const NAMED_BY_NEARBY_TEXT = new Set([...FIELDS, ...CHECKS, "slider"]);
const TITLED = new Set([...WIDGETS, "image", "iframe", "canvas", "video", "audio", "progressbar", "meter", "figure", "dialog"]);
const CONTROLS = "a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=combobox],[role=textbox],[role=checkbox],[role=radio],[role=switch]";
const STOPS = CONTROLS + ",[tabindex],[onclick],[role=option],[role=menuitem],[role=tab],[role=dialog]";
const GROUPS = new Set(["FORM", "FIELDSET", "TABLE", "BODY", "MAIN", "SECTION", "DIALOG", "HTML"]);
// Sentences, paragraphs and pairs of a name and a value are no labels of a field: "Read this first.", "To: Ann".
const PROSE = /\p{Ll}{3}[.!?]["”’)]*\s+\p{L}|:\s+\p{L}|(\s\S+){3}[.!]$/u;
// Line numbers, row numbers and punctuation are no labels either; a formula is: "3 + 4 =".
const isLabelText = text => /\p{L}|\p{Sc}/u.test(text) || /\d/.test(text) && /[=?+*\/×÷<>]/.test(text);
const CHECK_CONTROLS = "input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]";
const MAX_NEAR_LEVELS = 4, MAX_LABEL_CHARS = 80, MAX_LABEL_GAP = 200, MAX_LABEL_RISE = 48;

// Returns where a text is, as seen from a field, or "" if it is too far away to be its label.
const placeOf = (text, field) => {
  const across = Math.min(text[2], field[2]) - Math.max(text[0], field[0]), down = Math.min(text[3], field[3]) - Math.max(text[1], field[1]);
  if (across > 0 && down > 0) return "inside";
  if (down > 0 && across > -MAX_LABEL_GAP) return text[0] < field[0] ? "left" : "right";
  return across > 0 && text[3] <= field[1] + 4 && field[1] - text[3] < MAX_LABEL_RISE ? "above" : "";
};

// Returns whether an element is or holds a control, also in its own shadow tree.
const holdsStop = el => el.matches(STOPS) || el.querySelector(STOPS) !== null || Boolean(el.shadowRoot && el.shadowRoot.querySelector(STOPS));

// Returns the text of a label without its controls, such as a link to an explanation.
const textWithoutControls = label => [...label.childNodes].map(child => child.nodeType === 3 ? child.data.slice(0, 400)
  : child.nodeType === 1 && !SKIPPED.has(child.tagName) && isShown(child) && !holdsStop(child) ? textOf(child, MAX_LABEL_CHARS + 1) : "").join(" ");

// Returns whether the only control in an element is a checkbox or the like: its text also labels the field to its right.
const isOwnCheck = el => {
  const controls = el.querySelectorAll(STOPS);
  return controls.length === 1 && controls[0].matches(CHECK_CONTROLS);
};

const isFreeLabel = other => Boolean(other) && other.tagName === "LABEL" && !other.control && (!other.htmlFor || !document.getElementById(other.htmlFor)?.matches("input,select,textarea,button")) && isShown(other);
// Returns whether a link only explains the label before it: <label>Versions</label> <a>Help</a><select>.
const isHelpLink = other => other.tagName === "A" && isFreeLabel(other.previousElementSibling);

// Returns whether a text is itself clicked, such as the cell beside the field of another cell: it is no label.
const isClickedText = other => other.tagName !== "LABEL" && (clickListeners.has(other) || other.hasAttribute("onclick") || getComputedStyle(other).cursor === "pointer");

// Returns whether an element is or holds what a user edits: its text is a value, and no label.
const EDITORS = "[contenteditable]:not([contenteditable=false])";
const holdsEditor = other => other.isContentEditable || other.querySelector(EDITORS) !== null;

// Returns the text of an element above a field; of several columns, only the text of the one above the field.
const textAbove = (other, field) => {
  const columns = [...other.children].filter(child => isShown(child) && /\S/.test(child.textContent));
  const boxes = columns.map(rectOf), middle = (field[0] + field[2]) / 2;
  const hasLooseText = [...other.childNodes].some(child => child.nodeType === 3 && /\S/.test(child.data));
  const isRow = boxes.length > 1 && !hasLooseText && boxes.every(([left, top, , bottom], i) => !i || left >= boxes[i - 1][2] - 1 && top < boxes[0][3] && bottom > boxes[0][1]);
  if (!isRow) return textOf(other, MAX_LABEL_CHARS + 1);
  const place = boxes.findIndex(([left, , right]) => left <= middle && middle < right);
  return place < 0 ? "" : textOf(columns[place], MAX_LABEL_CHARS + 1);
};

// Returns the text right before or after a node among its siblings, up to the next control.
const siblingText = (node, forward, field, isCheck) => {
  const parts = [];
  let place = "";
  for (let other = node; (other = forward ? other.nextSibling : other.previousSibling);) {
    const isElement = other.nodeType === 1;
    const isLabel = isElement && other.tagName === "LABEL" && !other.control;
    const isOwn = isElement && !forward && isOwnCheck(other) && placeOf(rectOf(other), field) === "left";
    if (isElement && !isLabel && !isOwn && holdsStop(other)) {
      if (!forward && !parts.length && isHelpLink(other)) continue;
      break;
    }
    if (isElement && (!isCheck && isClickedText(other) || holdsEditor(other))) break;
    if (!isElement && other.nodeType !== 3 || isElement && (SKIPPED.has(other.tagName) || other.getAttribute("aria-hidden") === "true" || !isShown(other))) {
      if (other.nodeName === "BR" && parts.length) break;
      continue;
    }
    const isAbove = isElement && !isLabel && other.childElementCount > 1 && placeOf(rectOf(other), field) === "above";
    const text = isLabel ? textWithoutControls(other) : isAbove ? textAbove(other, field) : isElement ? textOf(other, MAX_LABEL_CHARS + 1) : other.data.slice(0, 400);
    if (!squeeze(text)) { if (parts.length) parts[forward ? "push" : "unshift"](text); continue; }
    if (!parts.length) place = placeOf(rectOf(other), field);
    if (!place) break;
    if (forward && isElement && !isLabelText(text)) { parts.length = 0; continue; }
    parts[forward ? "push" : "unshift"](text);
    if (isElement && !getComputedStyle(other).display.startsWith("inline")) break;
  }
  const text = squeeze(parts.join(""));
  return { place, text: text.length > MAX_LABEL_CHARS || PROSE.test(text) || !isLabelText(text) ? "" : text };
};

// Returns the head of a cell's column in a table of its own above the cell's table, which scrolls under it, or null.
const MAX_TWIN_LEVELS = 6, MAX_TWIN_TABLES = 4, TWIN_PX = 4;
const headAbove = (cell, table) => {
  const count = cell.parentElement.cells.length;
  for (let outer = table.parentElement, level = 0; outer && level < MAX_TWIN_LEVELS; outer = outer.parentElement, level++) {
    const tables = outer.getElementsByTagName("table");
    if (tables.length > MAX_TWIN_TABLES) return null;
    for (const other of tables) {
      const row = other === table || holds(table, other) ? null : other.rows[0], head = row && Math.abs(row.cells.length - count) < 2 ? row.cells[cell.cellIndex] : null;
      if (!head || head.tagName !== "TH") continue;
      const box = rectOf(head), [left, top] = rectOf(cell);
      if (Math.abs(box[0] - left) <= TWIN_PX && box[1] < top) return head;
    }
  }
  return null;
};

// Returns the heads of a table cell, its column's and its row's, or "" if its column has none.
const headText = head => head.querySelector("input,select,textarea") ? textWithoutControls(head) : textOf(head, MAX_LABEL_CHARS);
const cellHeads = cell => {
  const row = cell.parentElement, table = cell.closest("table");
  const own = table && table.rows[0] !== row ? table.rows[0].cells[cell.cellIndex] : null;
  const head = own && own.tagName === "TH" ? own : table ? headAbove(cell, table) : null;
  if (!head) return "";
  const before = row.cells ? [...row.cells].slice(0, cell.cellIndex) : [];
  const first = before.find(other => !other.querySelector(CONTROLS) && /\S/.test(other.textContent)) || null;
  return squeeze([head, first].map(other => other ? headText(other) : "").join(" "));
};

// Returns how many controls an element holds. Buttons beside a field do not count, such as those of an editor's toolbar.
const isButton = el => (el.getAttribute("role") || (el.tagName === "BUTTON" ? "button" : "")) === "button";
const countControls = (el, isCheck) => {
  const controls = [...el.querySelectorAll(CONTROLS)].filter(isShown);
  return isCheck ? controls.length : controls.filter(control => !isButton(control)).length;
};

const nearbyText = (el, role) => {
  const field = rectOf(el), isCheck = CHECKS.has(role);
  if (!hasArea(field) || role === "listbox" && !isNative(el) && field[3] - field[1] > MAX_WIDGET_HEIGHT) return "";
  const own = isCheck ? "" : squeeze(String(el.value || ""));  // editors draw it again, highlighted
  const isLabel = found => found.text && found.text !== own;
  let node = el;
  for (let level = 0; node && level < MAX_NEAR_LEVELS && !GROUPS.has(node.tagName); node = flatParent(node)) {
    if (node.nodeType !== 1) continue;
    const outer = flatParent(node);
    if (node === el || node.tagName === "TD" || !outer || outer.nodeType !== 1 || outer.children.length !== 1) level++;
    const before = siblingText(node, false, field, isCheck), after = siblingText(node, true, field, isCheck);
    const heads = node.tagName === "TD" ? cellHeads(node) : "";
    if (isCheck && node.tagName === "TH") return "";
    if (heads) return heads;
    if (isCheck && isLabel(after)) return after.text;
    if (isLabel(before)) return before.text;
    if (isLabel(after) && ["above", "inside", "left"].includes(after.place)) return after.text;
    if (node.tagName === "TD") return "";
    if (outer && outer.nodeType === 1 && countControls(outer, isCheck) > (node === el ? 1 : Math.max(1, countControls(node, isCheck)))) return "";
  }
  return "";
};

// Widgets that replace a native list or field keep the native element and its label hidden in the page.
const hiddenFieldLabel = el => {
  for (let node = el, level = 0; node && node.nodeType === 1 && level < 3; node = node.parentElement, level++) {
    for (const field of [node.previousElementSibling, node.nextElementSibling]) {
      if (!field || !field.labels || !field.labels.length || !["SELECT", "INPUT", "TEXTAREA"].includes(field.tagName)) continue;
      if (!isShown(field) || isTiny(boxOf(field.getBoundingClientRect()))) return [...field.labels].map(label => textOf(label)).join(" ");
    }
  }
  return "";
};

// An unlinked <label> takes precedence over a placeholder, and a placeholder over other text near the field.
// A label before a box around the field is the field's if no other field is beside it.
// Between the label of an editor and what is edited is often a toolbar.
const MAX_BOXED_LEVELS = 2, MAX_EDITOR_LEVELS = 4;
const ENTRIES = "input:not([type=hidden]),select,textarea,[role=textbox],[role=combobox],[contenteditable]";
const boxedLabel = el => {
  const isEditor = isEditHost(el);
  for (let node = el.parentElement, level = 0; node && level < (isEditor ? MAX_EDITOR_LEVELS : MAX_BOXED_LEVELS) && !GROUPS.has(node.tagName); node = node.parentElement, level++) {
    const before = node.previousElementSibling, outer = node.parentElement;
    const label = isEditor && before && before.tagName !== "LABEL" ? before.querySelector(":scope > label") : before;
    if (!outer || [...outer.querySelectorAll(ENTRIES)].filter(isShown).length > 1) return "";
    if (isFreeLabel(label) && placeOf(rectOf(label), rectOf(isEditor ? node : el))) return squeeze(textWithoutControls(label));
  }
  return "";
};

const unlinkedLabel = el => {
  const { previousElementSibling: previous, nextElementSibling: after } = el;
  const before = previous && isHelpLink(previous) ? previous.previousElementSibling : previous;
  const label = isFreeLabel(before) ? before : isFreeLabel(after) && placeOf(rectOf(after), rectOf(el)) !== "right" ? after : null;
  return label ? squeeze(textOf(label, MAX_LABEL_CHARS)) : boxedLabel(el);
};

// A title that only states the access key, such as "[F]", has the lowest precedence.
const isKeyHint = title => /^\[[^\]]{1,24}\]$/.test(title);
const titleOf = el => squeeze(el.getAttribute("title") || "");

// Placeholders that any field could have: "Enter a value...", "Select an item", "YYYY-MM-DD", "e.g. 12".
const COMMON_HINT = new RegExp("^(please |bitte )?(enter|select|choose|pick|type|input|set|add)(?!\\p{L})( (a|an|the|your|one|some|any|from|of|here|to|value|item|option|entry|text|number|date|time|file|colou?r|something|choice|list|element|or|select))*( ?(\\.{3}|…))?$"
  + "|^(bitte |(einen? )?(wert|text|datum|option|eintrag) )?(wählen|auswählen|eingeben)( ?(\\.{3}|…))?$|^((veuillez )?(choisir|sélectionner)|choisissez|sélectionnez|seleccion[ae]r?|elegir|elige|selezionare?|seleziona|scegli|selecteer|kies)( un[ea]?)?( (valeur|option|élément|opción|valor|elemento|valore|opzione))?( ?(\\.{3}|…))?$"
  + "|^[dmyhsjat]{1,4}([/.: -]+[dmyhsjat]{1,4})+$|^[^\\p{L}]*$|^(e\\.?g\\.?|ex\\.|for example|z\\. ?b\\.|p\\. ?ej\\.)(?!\\p{L})", "iu");
const hintOf = el => squeeze(el.getAttribute("placeholder") || el.getAttribute("aria-placeholder") || "");

const fieldName = (el, role) => {
  const hint = hintOf(el), label = (isNative(el) ? "" : squeeze(hiddenFieldLabel(el))) || unlinkedLabel(el) || (isKeyHint(titleOf(el)) ? "" : titleOf(el));
  return label || (COMMON_HINT.test(hint) ? nearbyText(el, role) || hint : hint || nearbyText(el, role)) || titleOf(el);
};

// Returns the text of the button below a transparent input for files, which covers it to receive its clicks.
const textBelow = el => {
  if (Number(getComputedStyle(el).opacity) > 0.05) return "";
  const [x, y] = center(meet(boxOf(el.getBoundingClientRect()), clipOf(el)));
  const below = document.elementsFromPoint(x, y).find(other => other !== el && /\S/.test(other.textContent));
  const text = below ? squeeze(textOf(below, MAX_LABEL_CHARS + 1)) : "";
  return text.length > MAX_LABEL_CHARS ? "" : text;
};

// Returns the <text> drawn over a shape that listens for clicks, among the shapes drawn right before and after it.
const textOver = el => {
  if (!clickListeners.has(el) && !el.hasAttribute("onclick") && getComputedStyle(el).cursor !== "pointer") return "";
  const box = boxOf(el.getBoundingClientRect());
  const isOver = other => {
    const [x, y] = center(boxOf(other.getBoundingClientRect()));
    return (other.tagName === "text" || other.tagName === "foreignObject") && x > box[0] && x < box[2] && y > box[1] && y < box[3];
  };
  const near = [el.nextElementSibling, el.previousElementSibling, el.nextElementSibling?.nextElementSibling];
  const found = near.find(other => other && isOver(other));
  return found ? squeeze(found.textContent).slice(0, 160) : "";
};

// Returns the text or title of an element that has no role or whose role takes no name from content.
const ownText = el => CHECKS.has(roleOf(el)) && ligatureOf(el) ? titleOf(el) : !/\S/.test(el.textContent) && titleOf(el) || squeeze(textOf(el, 160)) || titleOf(el);

// Returns the only text of an element beside those of its controls, such as the title of a row with buttons.
const MAX_LONE_ELEMENTS = 60;
const loneText = el => {
  if (el.getElementsByTagName("*").length > MAX_LONE_ELEMENTS) return "";
  let found = "";
  const texts = document.createTreeWalker(el, 4);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const outer = node.parentElement, text = squeeze(node.data);
    if (!text || SKIPPED.has(outer.tagName) || outer.closest(STOPS) !== el.closest(STOPS) || !isShown(outer)) continue;
    if (found || text.length > MAX_LABEL_CHARS) return "";
    found = text;
  }
  return found;
};

// Classes that only style: utilities (Tailwind, Bootstrap), states, names made by tools.
const UTILITY = new RegExp("^!?-?((m|p|w|h|z|g|gap|min|max|space|inset|top|left|right|bottom|opacity|text|bg|border|rounded|shadow|font|leading|tracking|flex|grid|col"
  + "|row|items|justify|self|order|overflow|cursor|select|transition|duration|ease|ring|outline|translate|scale|rotate|align|float|position|object|whitespace|break"
  + "|fill|stroke|animate|delay|origin|size|basis|grow|shrink|content|place|divide|pointer|from|via|to|d|fs|fw|lh|css|sc|jss|svelte|elementor|data-v|ng|v)-"
  + "|[mp][trblxyse]-|(flex|grid|block|inline|absolute|relative|fixed|sticky|static|container|truncate|uppercase|lowercase|capitalize|italic|underline|visible|invisible|transition"
  + "|border|rounded|shadow|enabled|focus|hover|transform|antialiased|grow|shrink|fa|fas|far|fab|fal|bi|mdi|glyphicon|material-icons)$|Mui([A-Z][A-Za-z]*)?-)");
// A hash at the end, as in "css-1ab2cd", and marks of tools.
const GENERATED = /-(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{5,}$|^(notranslate|hydrated|focus-visible)$/;
const isUtility = token => UTILITY.test(token) || /[:[\]/!]/.test(token) || /\d[a-z]+\d|[a-z]\d[A-Za-z]|_[A-Za-z0-9]{5,}$/.test(token) || GENERATED.test(token);
// Ids made by a library for one visit, such as React's ":r1:", say nothing.
const idWords = el => /[:«]|(^|-)_r_|\d{5}/.test(el.id) ? "" : words(el.id);
// A shown element with the class "hidden" is hidden on other widths (hidden md:block), or the class has another meaning.
const classWords = el => {
  const tokens = (el.getAttribute("class") || "").split(/\s+/);
  const isResponsive = tokens.some(token => token.includes(":"));
  return words(tokens.filter(token => token && !isUtility(token) && !(isResponsive && token === "hidden")).join(" "));
};

// Icon libraries give an icon a class that ends in its name: <svg class="lucide lucide-trash-2">.
const LIBRARY_ICON = /(?:^|\s)(?:lucide|feather|tabler-icon|icon-tabler|octicon|codicon)-([a-z]+(?:-[a-z]+)*)(?:-?\d+)?(?=\s|$)/;
// Returns the name of the only icon of such a library in an element, or "".
const libraryIcon = el => {
  const icons = el.tagName === "svg" ? [el] : el.querySelectorAll("svg[class],i[class]");
  const found = icons.length === 1 ? LIBRARY_ICON.exec(icons[0].getAttribute("class") || "") : null;
  return found ? words(found[1]) : "";
};

// Returns the words of an element's id for tests, without its kind: data-testid="delete-button".
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
const testWords = el => {
  const owner = el.tagName === "BUTTON" && el.querySelector("button") || el;  // a button in a button
  const id = TEST_IDS.map(name => owner.getAttribute(name)).find(Boolean) || "";
  return /\d{3}/.test(id) || isUtility(id) ? "" : squeeze(words(id).replace(/\b(button|btn|icon)\b/gi, ""));
};
// Returns whether the classes of an element mostly style it.
const MIN_UTILITIES = 3;
const isStyledByUtilities = el => [...el.classList].filter(isUtility).length >= MIN_UTILITIES;

// Returns the words that describe the icon in an element: the symbol it refers to, its name, class or file.
const ICON_ATTRIBUTES = ["data-icon", "data-lucide", "icon", "name", "data-testid"];
const iconWords = el => {
  const icon = el.querySelector("use,[class*=icon],i[class],svg,[data-icon],[icon],img");
  if (!icon) return "";
  const use = icon.tagName === "use" ? icon : icon.querySelector("use");
  const reference = use ? (use.getAttribute("href") || use.getAttribute("xlink:href") || "").split(/[#/]/).pop().slice(-40) : "";
  const told = ICON_ATTRIBUTES.map(name => icon.getAttribute(name)).find(Boolean);
  const file = icon.tagName === "IMG" ? (icon.getAttribute("src") || "").split(/[?#]/)[0].split("/").pop().slice(0, 40) : "";
  return words(reference) || words(told) || classWords(icon) || words(file);
};

// Returns the words that describe the only icon in a table cell without text, such as a check mark.
const ICON_FONTS = /\b(svg inline|fas?|glyphicon|icon|bi|mdi|material icons)\b/gi;
const CELL_ICONS = "svg,img,i[class],[class*=icon]";
const cellIcon = el => {
  const icons = [...el.querySelectorAll(CELL_ICONS)].filter(icon => !icon.querySelector(CELL_ICONS));
  const isItsOwn = icon => !icon.closest(CONTROLS) && ![icon, icon.parentElement].some(part => part !== el && clickListeners.has(part));
  return icons.length === 1 && isItsOwn(icons[0]) ? generatedLigature(el).replaceAll("_", " ") || squeeze(iconWords(icons[0].parentElement).replace(ICON_FONTS, "")) : "";
};
