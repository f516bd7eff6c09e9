// Which style rules can move, show or hide an element although nothing in it changes: rules that depend on states of
// the page (:hover, :checked, :has), on siblings or on the position among them, or on the size of a container.

// Changes of these properties neither move, show nor hide an element.
const HARMLESS_PROPERTY = new RegExp("^(-webkit-)?(color|background(-.*)?|border-.*(color|radius)|outline(-.*)?|box-shadow|text-shadow|text-decoration(-.*)?"
  + "|text-underline-.*|text-fill-color|text-emphasis-color|tap-highlight-color|cursor|transition(-.*)?|animation(-.*)?|fill|stroke|stroke-opacity|fill-opacity"
  + "|filter|backdrop-filter|opacity|z-index|pointer-events|user-select|caret-color|accent-color|will-change|font-smoothing|color-scheme|touch-action)$");
// These change what is drawn over what.
const STACKING_PROPERTIES = ["z-index", "opacity", "pointer-events", "filter", "backdrop-filter", "will-change"];
// Generated content with these can be far from its element.
const PLACING_PROPERTIES = ["position", "transform", "margin-top", "margin-bottom", "width", "height", "min-height", "font-size", "line-height"];
const isPlacedContent = (selector, style) => /:(before|after)/.test(selector) && PLACING_PROPERTIES.some(name => style.getPropertyValue(name));

// Pseudo-classes that follow from the attributes of an element and of its ancestors; changes of those are observed.
const ATTRIBUTE_STATES = new Set(["root", "scope", "link", "any-link", "lang", "disabled", "enabled", "required", "optional", "read-only", "read-write"]);
const STRUCTURAL_STATES = /^(nth-.*|(first|last|only)-(child|of-type)|empty)$/;
const NESTED_SELECTORS = new Set(["is", "where", "not", "matches", "-webkit-any"]);

// Pseudo-classes for the content of shadow roots, whose hosts are never kept, and old names of pseudo-elements.
const STATELESS = /^(host|host-context|before|after|first-line|first-letter|dir|has)$/;
// Rules that style an element by its siblings or its position among them.
const SIBLING_RULE = /[+~]|:(nth-|first-|last-|only-|empty)/;
const PSEUDO_CLASSES = /\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|::[-\w]+|:([-\w]+)(\()?/g;

// Adds the pseudo-classes of a selector that do not follow from the DOM alone.
const addStates = (selector, found) => {
  for (const [, name, argument] of selector.matchAll(PSEUDO_CLASSES)) {
    if (!name || ATTRIBUTE_STATES.has(name) || STRUCTURAL_STATES.test(name) || NESTED_SELECTORS.has(name) || STATELESS.test(name)) continue;
    if (argument) found.isUnknownState = true;
    else found.states.add(":" + name);
  }
};

// Returns the index after the bracket or parenthesis that closes the one at `start`.
const closingIndex = (text, start) => {
  let depth = 0, quote = "";
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (quote) { if (c === quote) quote = ""; }
    else if (c === '"' || c === "'") quote = c;
    else if (c === "(" || c === "[") depth++;
    else if ((c === ")" || c === "]") && --depth === 0) return i + 1;
  }
  return text.length;
};

// Returns a selector for every element that the given one could match in any state of the page, and what the given
// one depends on besides ancestors and attributes.
const relaxSelector = selector => {
  const traits = { relaxed: "", isDynamic: false, hasSiblings: false, isStructural: false };
  // Whether the current compound selector is still empty, and whether a part of it was left out.
  let out = "", isOpen = true, isCut = false;
  const add = text => { out += text; isOpen = false; };
  for (let i = 0; i < selector.length;) {
    const c = selector[i];
    if (c === "\\") { add(selector.slice(i, i + 2)); i += 2; continue; }
    if (c === "[") { const end = closingIndex(selector, i); add(selector.slice(i, end)); i = end; continue; }
    if (c === ":") {
      const [whole, colons, name] = /^(::?)([-\w]+)/.exec(selector.slice(i)) || [c, ":", ""];
      const start = i + whole.length, end = selector[start] === "(" ? closingIndex(selector, start) : start;
      const argument = selector.slice(start + 1, end - 1), pseudo = selector.slice(i, end);
      i = end;
      if (colons === "::" || /^(before|after|first-line|first-letter)$/.test(name)) continue;
      const isNested = NESTED_SELECTORS.has(name), inner = isNested ? relaxSelector(argument) : null;
      if (inner) { traits.hasSiblings ||= inner.hasSiblings; traits.isStructural ||= inner.isStructural; }
      if (STRUCTURAL_STATES.test(name)) { traits.isStructural = true; traits.hasSiblings ||= /\bof\b/.test(argument); }
      if (ATTRIBUTE_STATES.has(name) || STRUCTURAL_STATES.test(name) || inner && !inner.isDynamic) add(pseudo);
      else traits.isDynamic = isCut = true;
      continue;
    }
    if (/[\s>+~,|]/.test(c)) {
      const combinator = /^[\s>+~,|]+/.exec(selector.slice(i))[0];
      i += combinator.length;
      if (/[+~]/.test(combinator)) traits.hasSiblings = true;
      if (isOpen && (out || isCut)) out += "*";
      out += combinator;
      isOpen = true;
      isCut = false;
      continue;
    }
    add(c);
    i++;
  }
  traits.relaxed = isOpen ? out + "*" : out;
  return traits;
};

const isHarmless = style => { for (const property of style) if (!HARMLESS_PROPERTY.test(property)) return false; return true; };

// Returns the selector of a rule that is nested in a rule with the selector `outer`.
const nestedSelector = (own, outer) => {
  if (own === undefined || !outer) return own || outer;
  return own.includes("&") ? own.replaceAll("&", `:is(${outer})`) : `:is(${outer}) :is(${own})`;
};

// Adds the selectors of a list of rules to `found`; `outer` is the selector of the rule that they are nested in.
const scanRules = (rules, outer, found) => {
  for (const rule of rules) {
    if (rule instanceof CSSKeyframesRule || rule instanceof CSSPageRule) continue;
    if (rule instanceof CSSImportRule) { if (rule.styleSheet) scanSheet(rule.styleSheet, found); continue; }
    if (globalThis.CSSContainerRule && rule instanceof CSSContainerRule || globalThis.CSSScopeRule && rule instanceof CSSScopeRule) found.isUnknown = true;
    const own = rule.selectorText;
    const selector = nestedSelector(own, outer);
    if (own && own.includes(":")) addStates(own, found);
    if (own && own.includes(":has(")) found.hasRelations = true;
    if (own && SIBLING_RULE.test(own)) found.stylesSiblings = true;
    if (rule.style && selector && restacksFromAfar(selector, rule.style)) found.isStackedFromAfar = true;
    if (rule.style && selector && /[:+~]/.test(selector) && !isHarmless(rule.style)) addSelector(selector, found);
    if (rule.style && selector && (!/^(|static|relative)$/.test(rule.style.position) || isPlacedContent(selector, rule.style))) for (const one of splitSelectors(selector)) found.positions.add(relaxSelector(one).relaxed);
    if (rule.cssRules && rule.cssRules.length) scanRules(rule.cssRules, selector, found);
  }
};

// Returns whether a selector depends on other elements than ancestors, or on the position among siblings.
const isFromAfar = selector => splitSelectors(selector).map(relaxSelector).some(traits => traits.hasSiblings || traits.isStructural);

// Returns whether a change of one element can change which other elements a rule shows, or draws over what.
const restacksFromAfar = (selector, style) => {
  if (!/[:+~]/.test(selector)) return false;
  const stacks = STACKING_PROPERTIES.some(name => style.getPropertyValue(name));
  return selector.includes(":has(") ? stacks || !isHarmless(style) : stacks && isFromAfar(selector);
};

// Returns the selectors of a list that is separated by commas.
const splitSelectors = list => {
  const found = [];
  let start = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === "\\") i++;
    else if (list[i] === "[" || list[i] === "(") i = closingIndex(list, i) - 1;
    else if (list[i] === ",") { found.push(list.slice(start, i).trim()); start = i + 1; }
  }
  return [...found, list.slice(start).trim()];
};

const addSelector = (list, found) => {
  for (const selector of splitSelectors(list)) {
    const traits = relaxSelector(selector);
    found.hasSiblings ||= traits.hasSiblings;
    found.isStructural ||= traits.isStructural;
    if (traits.isDynamic) (selector.includes(":has(") ? found.selectors : found.followed).add(traits.relaxed);
  }
};

const scanSheet = (sheet, found) => { if (!sheet.disabled) scanRules(sheet.cssRules, "", found); };

const styleSheets = () => [...document.styleSheets, ...document.adoptedStyleSheets];

// Returns what identifies the rules of a sheet; edits of single rules are reported by page_world.js.
const sheetState = sheet => {
  try {
    return `${sheet.disabled} ${sheet.media.mediaText} ${sheet.cssRules.length}`;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return "unreadable"; // a sheet of another site
  }
};

// Matching the elements of a document against a list of selectors takes up to about 30 ns for each pair.
const MAX_PAIRS = 1e6;

// Returns what the style sheets of a document with this number of elements depend on. `states` are the pseudo-classes
// that do not follow from the DOM, null if they are unknown. `movable` is a selector of the elements that a state of
// elements other than their ancestors and siblings can move, show or hide (any state if `states` is null), `positioned`
// one of those with a position other than static or relative, null if there are too many; with `isUnknown`, nothing can
// be said about these.
const readStyleRules = elements => {
  const found = { hasSiblings: false, isStructural: false, isUnknown: false, isUnknownState: false, isStackedFromAfar: false, hasRelations: false, stylesSiblings: false, states: new Set(), selectors: new Set(), followed: new Set(), positions: new Set(["[style*=position]"]), movable: "", positioned: null };
  try {
    for (const sheet of styleSheets()) scanSheet(sheet, found);
    if (found.isUnknownState) for (const selector of found.followed) found.selectors.add(selector);
    found.movable = [...found.selectors].join(",");
    if (found.selectors.size * elements > MAX_PAIRS) found.isUnknown = true;
    if (found.positions.size * elements < MAX_PAIRS) found.positioned = [...found.positions].join(",");
    for (const selector of [found.movable, found.positioned]) if (selector) document.createDocumentFragment().querySelector(selector);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    found.isUnknown = found.isUnknownState = true;
  }
  return { ...found, states: found.isUnknownState ? null : [...found.states].filter(state => CSS.supports(`selector(${state})`)) };
};
