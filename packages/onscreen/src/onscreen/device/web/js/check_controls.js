// Check boxes, radio buttons and switches: whether a click changed them, and the part of a drawn one that takes clicks.
// A page that cancels the click on an input may keep the state in its attribute only.
const stateOfCheck = el => {
  const told = attributeOf(el, "aria-checked");
  if (el.tagName !== "INPUT") return told;
  return el.indeterminate ? "mixed" : String(el.checked || told === "true");
};

// Returns "true", "false" or "mixed" for a check control that a click is expected to change, otherwise "".
let changesAtCheck = 0;
const checkState = (el, role) => {
  if (el.nodeType !== 1 || !CHECKS.has(role)) return "";
  const state = stateOfCheck(el);
  changesAtCheck = changeCount();
  return role === "radio" && state === "true" ? "" : state;
};
const checkStateNow = (locator, role, name) => {
  const el = find(locator, role, name);
  return el && el.nodeType === 1 ? stateOfCheck(el) : "";
};

// Returns the largest part without text in a drawn check control, as a list of one struct ReportedElement of frame_merge.py.
// The list is empty without such a part, or if the page has changed since the click: it may still work on it.
const checkPart = (locator, role, name) => {
  const el = find(locator, role, name);
  if (!el || el.nodeType !== 1 || isNative(el) || changeCount() !== changesAtCheck || activityNow().requests) return [];
  const area = areaOf(rectOf(el));
  const parts = (composedElements(el, MAX_COMPONENT_ELEMENTS) || []).filter(part => isInView(part) && !/\S/.test(part.textContent)
    && !part.closest("a, button") && areaOf(rectOf(part)) < SAME_SHARE * area);
  const part = parts.sort((one, other) => areaOf(rectOf(other)) - areaOf(rectOf(one)))[0];
  if (!part) return [];
  const partRole = reportedRole(part), partName = reportedName(part);
  return [{ locator: register(part, "part", partRole, partName), role: partRole, name: partName }];
};
