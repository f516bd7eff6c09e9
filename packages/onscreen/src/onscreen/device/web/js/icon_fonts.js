// Icon fonts that draw an icon for its name, such as "check_box", and the states of drawn check controls.
const LIGATURE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, ICON_FONT = /\bicons?\b|symbols|glyphs/i, ICON_CLASS = /\bmaterial-(icons|symbols)/, MAX_LIGATURE_CHARS = 40;
const CHECKED_ICON = /^(check_box|radio_button_checked|toggle_on|check_circle)$/;
const CHECKED_CLASS = /(^|[-_])(checked|is-on|on-value|on)$/i;

// Returns the names of the icons that a style sheet generates in an element without text: i::after { content: attr(data-icon) }.
const ARROWS = /^(expand|unfold|arrow_drop|keyboard_arrow|chevron)_/;
const generatedLigatures = el => {
  if (el.tagName === "INPUT" || /\S/.test(el.textContent) && /\S/.test(textOf(el))) return [];
  const isIcon = (part, pseudo, text) => LIGATURE.test(text) && ICON_FONT.test(getComputedStyle(part, pseudo).fontFamily);
  const parts = [el, ...[...el.querySelectorAll("*")].slice(0, MAX_GENERATED_PARTS)];
  return parts.flatMap(part => ["::before", "::after"].map(pseudo => [part, pseudo, generatedText(part, pseudo)])).filter(found => found[2] && isIcon(...found)).map(found => found[2]);
};
// Returns the first of several icons in an element, but an arrow that opens it only if it is alone; "" without icons.
const generatedLigature = el => {
  const names = generatedLigatures(el);
  return names.find(name => !ARROWS.test(name)) || names[0] || "";
};

// Returns the icon's name that is the only text of an element, or "" for other texts.
const ligatureOf = el => textLigature(el) || generatedLigature(el);
const textLigature = el => {
  const text = el.textContent.length <= 2 * MAX_LIGATURE_CHARS ? el.textContent.trim() : "";
  if (!text || text.length > MAX_LIGATURE_CHARS || !LIGATURE.test(text)) return "";
  let leaf = el;
  while (leaf.firstElementChild) {
    const inner = [...leaf.children].find(child => child.textContent.trim() === text);
    if (!inner) break;
    leaf = inner;
  }
  return ICON_CLASS.test(leaf.getAttribute("class") || "") || ICON_FONT.test(getComputedStyle(leaf).fontFamily) ? text : "";
};

// Returns the name of a control whose only content is an icon: its title, nothing for a check control, or the icon's name.
const iconName = (el, role, name) => {
  const isText = LIGATURE.test(name) && textLigature(el), icon = isText ? name : generatedLigature(el);
  if (!icon || !WIDGETS.has(role)) return name;
  return CHECKS.has(role) ? "" : titleOf(el) || tooltipOf(el) || icon;
};

// Returns the text that an element keeps for its tooltip, but no id of one, or the tooltip that was shown for it.
const TOOLTIPS = ["data-tooltip", "data-original-title", "data-bs-original-title", "data-tip"];
const tooltipOf = el => {
  const text = squeeze(TOOLTIPS.map(name => el.getAttribute(name)).find(Boolean) || "");
  return /\s/.test(text) || /^\p{Lu}?\p{Ll}[\p{Ll}'-]*$/u.test(text) ? text : shownTooltip(el);
};

// Returns whether a check control that has no such attribute is drawn as checked: by its input, its icon or its class.
const isDrawnChecked = (el, role) => {
  if (!CHECKS.has(role) || el.tagName === "INPUT" || attributeOf(el, "aria-checked")) return false;
  const input = el.querySelector("input[type=checkbox],input[type=radio]");
  if (input) return input.checked;
  return isOn(el, "aria-pressed") || CHECKED_ICON.test(ligatureOf(el)) || [...el.classList].some(token => CHECKED_CLASS.test(token));
};

// Returns whether the texts in a control only draw its state or its icon: both sides of a switch, the name of an icon.
const CLOSING_SIGN = /^[×✕✖✗⨯]$/;
const hidesTexts = (el, role, name) => role === "button" && CLOSING_SIGN.test(el.textContent.trim()) && name !== "" && !CLOSING_SIGN.test(name) || role === "switch" && el.hasAttribute("aria-checked")
  || WIDGETS.has(role) && !FIELDS.has(role) && name !== "" && Boolean(el.firstElementChild) && ligatureOf(el) !== "" && ligatureOf(el) !== name
  || CHECKS.has(role) && Boolean(el.firstElementChild) && ligatureOf(el) !== "";
