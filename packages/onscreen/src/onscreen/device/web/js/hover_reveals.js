// Elements that show hidden controls while the pointer is over them, because a style rule says so: a row whose buttons
// appear under the pointer, an item of a menu bar with a menu. They get the state MORE_ON_HOVER, so that a reader of the
// elements knows where to move the pointer.
const MORE_ON_HOVER = "more-on-hover", HOVER = ":hover";
// In quirks mode, :hover alone matches only links.
const UNDER_POINTER = HOVER + ":is(*)";
const MAX_REVEALS = 100, MAX_REVEALED = 500, MAX_HOST_NODES = 60;
// The style sheets that were scanned, with their states, and the rules found: `hidden` selects elements that a rule
// shows, `host` those around them that the pointer must be over. `isCurrent` is false once a script edited a rule.
const hoverRules = { sheets: [], reveals: [], isCurrent: false };
document.addEventListener(TOKEN + "styles-changed", () => { hoverRules.isCurrent = false; });

// Returns the index where the compound selector around a position begins (with step -1) or ends (with step 1).
const compoundEdge = (selector, at, step) => {
  const [opening, closing] = step > 0 ? ["([", ")]"] : [")]", "(["];
  let depth = 0, i = at;
  for (; i >= 0 && i < selector.length; i += step) {
    if (opening.includes(selector[i])) depth++;
    else if (closing.includes(selector[i]) && --depth < 0 || depth === 0 && /[\s>+~,]/.test(selector[i])) break;
  }
  return step > 0 ? i : i + 1;
};

// Returns what a selector shows under the pointer, or null if it styles only what the pointer is over.
const revealOf = selector => {
  const at = selector.indexOf(HOVER), after = at + HOVER.length;
  if (at < 0 || selector.includes(":not(:hover")) return null;
  const start = compoundEdge(selector, at - 1, -1), end = compoundEdge(selector, after, 1);
  const host = selector.slice(start, at) + selector.slice(after, end), next = selector.slice(end).trim();
  return host && next && !/^[+~,)]/.test(next) ? { host, hidden: selector.replaceAll(HOVER, "") } : null;
};

const showsElement = style => style.visibility === "visible" || style.display !== "" && style.display !== "none";

const scanHoverRules = (rules, outer, reveals) => {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule && rule.styleSheet) scanHoverRules(rule.styleSheet.cssRules, "", reveals);
    const selector = nestedSelector(rule.selectorText, outer);
    if (rule.style && selector && selector.includes(HOVER) && showsElement(rule.style))
      for (const one of splitSelectors(selector)) { const found = revealOf(one); if (found) reveals.push(found); }
    if (rule.cssRules && rule.cssRules.length) scanHoverRules(rule.cssRules, selector, reveals);
  }
};

// Returns what the style sheets show under the pointer; they are scanned only if they may have changed.
const readReveals = () => {
  const sheets = styleSheets().flatMap(sheet => [sheet, sheetState(sheet)]);
  if (hoverRules.isCurrent && isSameList(sheets, hoverRules.sheets)) return hoverRules.reveals;
  const reveals = [];
  for (const sheet of styleSheets()) {
    try {
      if (!sheet.disabled) scanHoverRules(sheet.cssRules, "", reveals);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // a sheet of another site
    }
  }
  Object.assign(hoverRules, { sheets, reveals: reveals.slice(0, MAX_REVEALS), isCurrent: true });
  return hoverRules.reveals;
};

const selectAll = selector => {
  try {
    return document.querySelectorAll(selector);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return []; // what is left without :hover is no selector
  }
};

// Returns the elements that show a control while the pointer is over them. Those under it count although it is shown.
const hoverHosts = () => {
  const hosts = new Set(), view = viewBox();
  let revealed = 0;
  for (const { host, hidden } of readReveals()) for (const el of selectAll(hidden)) {
    if (++revealed > MAX_REVEALED) return hosts;
    const owner = el.parentElement && el.parentElement.closest(host);
    if (!owner || hosts.has(owner) || !hasArea(meet(rectOf(owner), view)) || !isControl(el) && !el.querySelector(CONTROLS)) continue;
    if (!owner.matches(UNDER_POINTER) && el.checkVisibility({ visibilityProperty: true })) continue;
    if (isInView(owner) && !isBig(owner, rectOf(owner), view)) hosts.add(owner);
  }
  return hosts;
};

// Adds the state to the first row with a name, or that can be clicked, of each element that shows more under the pointer.
const markHoverHosts = rows => {
  const hosts = hoverHosts();
  if (!hosts.size) return;
  const indexOf = new Map(rows.map((row, i) => [row[LOCATOR], i]));
  for (const host of hosts) {
    const walker = document.createTreeWalker(host, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = host, i = 0; node && i < MAX_HOST_NODES; node = walker.nextNode(), i++) {
      const index = indexOf.get(locatorOf.get(node));
      if (index === undefined || !rows[index][NAME] && !rows[index][STATES].includes("clickable")) continue;
      const row = rows[index].slice(); // the row itself may be kept for later readings
      row[STATES] = [row[STATES], MORE_ON_HOVER].filter(Boolean).join(" ");
      rows[index] = row;
      break;
    }
  }
};
