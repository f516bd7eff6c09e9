// Tooltips that a page shows only under the pointer. They name the controls without a name of their own, also once they
// are hidden again, but only as long as the control shows the same icon: "Play" may have become "Pause".
const tooltipsOf = new WeakMap();
const shownTooltip = el => {
  const shown = tooltipsOf.get(el);
  return shown && shown.content === el.innerHTML ? shown.text : "";
};
const TOOLTIP = "[role=tooltip],[id*=tooltip i],[class*=tooltip i]", MAX_TOOLTIP_CHARS = 80, MAX_TOOLTIP_GAP = 40, MAX_TOOLTIP_LEVELS = 6;

// Returns the control under the pointer if it shows only an icon, or null.
const pointedIcon = () => {
  let node = pointerAt[0] < 0 ? null : deepHit(...pointerAt);
  for (let level = 0; node && node.nodeType === 1 && level < MAX_TOOLTIP_LEVELS; node = flatParent(node), level++)
    if (isControl(node) || node.hasAttribute("tabindex")) return FIELDS.has(roleOf(node)) || /\S/.test(textOf(node)) && !textLigature(node) ? null : node;
  return null;
};

const isOverlay = el => {
  for (let node = el, level = 0; node && level < MAX_TOOLTIP_LEVELS; node = node.parentElement, level++)
    if (["absolute", "fixed"].includes(getComputedStyle(node).position) || isInTopLayer(node)) return true;
  return false;
};
const gapBetween = (one, other) => Math.max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3]);

// Notes the text of the only tooltip beside the icon under the pointer.
const noteTooltip = () => {
  const el = pointedIcon();
  if (!el) return;
  const box = rectOf(el), isTip = tip => !holds(el, tip) && !holds(tip, el) && !tip.closest(CONTROLS) && (tip.getAttribute("role") === "tooltip" || !tip.querySelector(CONTROLS))
    && isShown(tip) && hasArea(rectOf(tip)) && gapBetween(rectOf(tip), box) <= MAX_TOOLTIP_GAP && isOverlay(tip);
  const tips = [...document.querySelectorAll(TOOLTIP)].filter(isTip), outermost = tips.filter(tip => !tips.some(other => other !== tip && holds(other, tip)));
  const text = outermost.length === 1 ? squeeze(textOf(outermost[0], MAX_TOOLTIP_CHARS + 1)) : "";
  if (!text || text.length > MAX_TOOLTIP_CHARS || shownTooltip(el) === text) return;
  tooltipsOf.set(el, { text, content: el.innerHTML });
  forgetCounts(el);
};
