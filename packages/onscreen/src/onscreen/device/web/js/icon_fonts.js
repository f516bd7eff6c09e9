// Icon fonts that draw an icon for its name, such as "check_box", and the states of drawn check controls.
const LIGATURE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, ICON_FONT = /\bicons?\b|symbols|glyphs/i, ICON_CLASS = /\bmaterial-(icons|symbols)/, MAX_LIGATURE_CHARS = 40;
const CHECKED_ICON = /^(check_box|radio_button_checked|toggle_on|check_circle)$/;
const CHECKED_CLASS = /(^|[-_])(checked|is-on|on-value|on)$/i;

// Returns the icon's name that is the only text of an element, or "" for other texts.
const ligatureOf = el => {
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
  if (!LIGATURE.test(name) || !WIDGETS.has(role) || !ligatureOf(el)) return name;
  return CHECKS.has(role) ? "" : titleOf(el) || squeeze(el.getAttribute("data-tooltip") || el.getAttribute("data-original-title") || "") || name;
};

// Returns whether a check control that has no such attribute is drawn as checked: by its input, its icon or its class.
const isDrawnChecked = (el, role) => {
  if (!CHECKS.has(role) || el.tagName === "INPUT" || attributeOf(el, "aria-checked")) return false;
  const input = el.querySelector("input[type=checkbox],input[type=radio]");
  if (input) return input.checked;
  return isOn(el, "aria-pressed") || CHECKED_ICON.test(ligatureOf(el)) || [...el.classList].some(token => CHECKED_CLASS.test(token));
};

// Returns whether the texts in a control only draw its state or its icon: both sides of a switch, the name of an icon.
const hidesTexts = (el, role, name) => role === "switch" && el.hasAttribute("aria-checked")
  || WIDGETS.has(role) && !FIELDS.has(role) && name !== "" && Boolean(el.firstElementChild) && ligatureOf(el) !== "" && ligatureOf(el) !== name
  || CHECKS.has(role) && Boolean(el.firstElementChild) && ligatureOf(el) !== "";
