// Fields that a page composes of several elements: a box around an input and the text of the chosen option, a title that
// focuses its field, a label around a hidden input. Each is one field.
const MAX_FRAME_ELEMENTS = 60, MAX_CHOICE_LEVELS = 3, TITLED_FIELDS = "[aria-labelledby]";
const idsIn = (el, name) => (el.getAttribute(name) || "").split(/\s+/).filter(Boolean);
const isPlaceholder = el => /placeholder/i.test(el.getAttribute("class") || "") || /placeholder/i.test(idOf(el));
const isOverlapping = (one, other) => Math.min(one[3], other[3]) - Math.max(one[1], other[1]) > 0;

// Returns the shown text of an element outside its controls and labels; with a field, only what is in one row with it.
const looseText = (el, field = null) => {
  const parts = [], texts = document.createTreeWalker(el, 4), row = field && rectOf(field), labels = field ? [...idsIn(field, "aria-labelledby"), ...idsIn(field, "aria-describedby")] : [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const outer = node.parentElement, text = squeeze(node.data);
    if (!text || SKIPPED.has(outer.tagName) || outer.closest(STOPS) !== el.closest(STOPS) || !isShown(outer) || isTiny(rectOf(outer))) continue;
    if (field && (outer.closest("label") !== el.closest("label") || !isOverlapping(rectOf(node), row) || isPlaceholder(outer) || labels.some(id => outer.closest("#" + CSS.escape(id))))) continue;
    parts.push(text);
  }
  return squeeze(parts.join(" "));
};

const isSmall = el => el.clientHeight <= MAX_WIDGET_HEIGHT && el.getElementsByTagName("*").length <= MAX_FRAME_ELEMENTS;
const shownEntries = el => [...el.querySelectorAll(ENTRIES)].filter(isShown);

// Returns the chosen option that is shown beside an empty input of a combo box, in the box around both, or "".
const shownChoice = el => {
  const name = nameOf(el, "combobox");
  for (let outer = el.parentElement, level = 0; outer && level < MAX_CHOICE_LEVELS && !GROUPS.has(outer.tagName); outer = outer.parentElement, level++) {
    if (!isSmall(outer) || shownEntries(outer).length > 1) return "";
    const text = looseText(outer, el);
    if (text) return text === name || text.length > 160 ? "" : text;
  }
  return "";
};

// Returns whether an element is only the box around one field, which shows no more than its name and its value.
const isFrameOfField = el => {
  if (!isSmall(el)) return false;
  const entries = shownEntries(el);
  if (entries.length !== 1) return false;
  const [field] = entries, role = roleOf(field), text = looseText(el);
  if (!isInView(field) || isClippedAway(field.parentElement)) return false;
  return FIELDS.has(role) && (!text || text === nameOf(field, role) || text === valueOf(field, role));
};

// Returns whether an element is the title of a field beside it, which refers to it: a click on it focuses the field.
const TITLED_ROLES = new Set(["textbox", "searchbox", "spinbutton", "combobox", "slider", "checkbox", "radio", "switch", "radiogroup"]);
const isGroupOfChecks = (el, role) => {
  if (role !== "group") return false;
  const controls = [...el.querySelectorAll(CONTROLS)];
  return controls.length > 0 && controls.every(control => control.matches(CHECK_CONTROLS));
};
const namesakeBeside = el => {
  const fields = [...el.parentElement.querySelectorAll(ENTRIES + ",[role=radiogroup]")].filter(field => !field.matches(CHECK_CONTROLS) && isInView(field));
  return fields.length === 1 && !holds(el, fields[0]) && nameOf(fields[0], roleOf(fields[0])) === ownText(el) ? fields[0] : null;
};
const isTitleOfField = el => {
  if (el.querySelector(CONTROLS) || !el.parentElement) return false;
  const isTitled = field => !holds(el, field) && idsIn(field, "aria-labelledby").some(id => { const title = el.getRootNode().getElementById?.(id); return title && holds(el, title); });
  const field = [...el.parentElement.querySelectorAll(TITLED_FIELDS)].slice(0, MAX_FRAME_ELEMENTS).find(isTitled) || namesakeBeside(el);
  if (!field || !isInView(field) && !visibleLabel(field)) return false;
  const role = roleOf(field);
  return TITLED_ROLES.has(role) || isGroupOfChecks(field, role);
};

// Returns the check box, switch or radio button in a label that is shown instead of it, or null.
const checkOfLabel = el => {
  const control = el.tagName === "LABEL" && el.control;
  return control && holds(el, control) && control.matches(CHECK_CONTROLS) && visibleLabel(control) === el ? control : null;
};

// Returns the input of a shown label that is in a hidden element, so that the label is all that is shown of it, or null.
const hiddenControlOf = el => {
  const control = el.tagName === "LABEL" && el.control;
  return control && control.tagName === "INPUT" && control.parentElement !== el && !isRendered(control.parentElement) && visibleLabel(control) === el ? control : null;
};

// Returns whether an element is one side of a switch, such as its "No" and "Yes".
const isSideOfSwitch = el => {
  const label = el.closest("label"), control = label && label !== el ? checkOfLabel(label) : null;
  return control !== null && roleOf(control) === "switch";
};

// Returns whether an element is only the box around buttons, which fill most of it.
const BUTTONS = "a[href],button,[role=button]";
const isFrameOfButtons = el => {
  if (!isSmall(el)) return false;
  const buttons = [...el.querySelectorAll(BUTTONS)].filter(isInView);
  return buttons.length > 0 && !shownEntries(el).length && !looseText(el) && buttons.reduce((sum, button) => sum + areaOf(rectOf(button)), 0) > SAME_SHARE * areaOf(rectOf(el));
};
const isPartOfField = el => isComponentOfControl(el) || checkOfLabel(el) !== null || isSideOfSwitch(el) || isTitleOfField(el) || isFrameOfField(el) || isFrameOfButtons(el) || isFilledWithItems(el);
