// The controls of the last reading, with the text of the row around each: "Delete" of a list belongs to one row.
const seen = { controls: new Map(), focus: null, isComplete: false };
const COMMANDS = new Set(["button", "link", "menuitem", "tab"]);
const ROWS = "li, tr, article, [role=row], [role=listitem], [role=article], [role=treeitem]";
const MAX_ROW_LEVELS = 8, MAX_ROW_CHARS = 2000;

const isSeenControl = (node, role, states) => node.nodeType === 1 && (COMMANDS.has(role) || states.includes("clickable"));
// A tooltip or a list of suggestions in a row appears when one of its controls is reached, and is no text of the row.
const ROW_POPUPS = "[role=tooltip], [role=listbox], datalist";
const rowText = (row, node) => squeeze([...row.querySelectorAll(ROW_POPUPS)].map(tip => tip.textContent).concat(node.textContent)
  .reduce((text, part) => text.replace(squeeze(part.slice(0, MAX_ROW_CHARS)), ""), squeeze(row.textContent.slice(0, MAX_ROW_CHARS))));

// Returns the row of a control: how many levels up it is, and its other text. `before` and `after` are the adjacent
// controls of the same role and name. Returns null if nothing but the place distinguishes the control from them.
const rowOf = (node, before, after) => {
  const isAlone = !before && !after, limit = isAlone ? node.closest(ROWS) : null;
  if (isAlone && !limit) return null;
  let row = flatParent(node);
  for (let up = 1; up <= MAX_ROW_LEVELS && row && row.nodeType === 1 && row !== document.body; up++, row = flatParent(row)) {
    if (before && holds(row, before) || after && holds(row, after)) return null;
    if (isAlone && row !== limit) continue;
    const text = rowText(row, node);
    if (text || isAlone) return { up, text };
  }
  return null;
};

const rememberSeen = reader => {
  const groups = new Map();
  for (const control of reader.controls) {
    const key = control.role + "|" + control.name;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(control);
  }
  seen.controls = new Map();
  for (const group of groups.values()) group.forEach((control, i) => {
    const row = rowOf(control.node, group[i - 1]?.node, group[i + 1]?.node);
    seen.controls.set(control.locator, { role: control.role, name: control.name, box: control.box, size: group.length, row });
  });
  seen.isComplete = reader.isComplete() && !reader.limits.has(NODE_LIMIT);
  rememberFocus();
};

const rememberFocus = () => {
  const focused = activeElement();
  seen.focus = !focused || focused === document.body ? null : { el: new WeakRef(focused), role: reportedRole(focused), name: reportedName(focused) };
};

const rowAround = (node, up) => {
  let row = node;
  for (let level = 0; level < up && row; level++) row = flatParent(row);
  return row && row.nodeType === 1 ? row : null;
};

// Controls that were refused because only numbers of their row differed. A second refusal would never end if a counter
// or a clock runs in the row.
const counting = new WeakSet();

// Returns whether a control is still in the row that it was seen in.
const isInSeenRow = (node, control) => {
  if (!control.row) return true;
  const row = rowAround(node, control.row.up), text = row ? rowText(row, node) : "";
  if (text === control.row.text) { counting.delete(node); return true; }
  if (!row || lettersOf(text) !== lettersOf(control.row.text) || counting.has(node)) return Boolean(row) && counting.has(node) && lettersOf(text) === lettersOf(control.row.text);
  counting.add(node);
  return false;
};

// Finds a control of the last reading again: in place, or where its row moved to. Returns null if it cannot be told
// from others of the same name. What is not a control is found by locator, role and name.
const findSeen = (locator, role, name) => {
  const control = seen.controls.get(locator);
  const found = find(locator, role, name);
  if (!control || !found || found.nodeType !== 1) return found;
  const isSame = owners.get(locator)?.deref() === found;
  if (isSame && isInSeenRow(found, control)) return found;
  const others = [...allElements(document)].filter(el => !SKIPPED.has(el.tagName) && reportedRole(el) === role && reportedName(el) === name && (isShown(el) || visibleLabel(el)));
  if (!control.row) return others.length <= 1 || others.length === control.size ? found : null;
  const moved = others.filter(el => { const row = rowAround(el, control.row.up); return row && rowText(row, el) === control.row.text; });
  return moved.length === 1 ? moved[0] : null;
};
