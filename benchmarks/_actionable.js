// What in view can be acted on, by a hit test of its own: used to judge ours, sharing no code with it.
// An element counts when it looks or says it can be acted on (its tag, an ARIA role, a tab index, an
// onclick, a listener for clicks, the pointer cursor, editable content) and when, at its middle or at one of
// four points round it, what a click would hit is the element itself or something inside it that is no
// candidate of its own. A listener alone does not count on what fills more than a quarter of the view: such
// boxes listen for what is inside them. JSON: [{tag, why, name, x, y, left, top, right, bottom}], with the
// point where it was hit.
(() => {
  const TAGS = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls]";
  const ROLES = new Set("button link checkbox radio menuitem menuitemcheckbox menuitemradio option tab switch slider spinbutton textbox combobox searchbox treeitem gridcell".split(" "));
  const pointer = (element) => getComputedStyle(element).cursor === "pointer";
  const above = (element) => element.parentElement ?? (element.getRootNode() instanceof ShadowRoot ? element.getRootNode().host : null);
  const says = (element) => element.matches(TAGS) || ROLES.has(element.getAttribute("role")) || element.hasAttribute("onclick")
    || (element.hasAttribute("tabindex") && element.tabIndex >= 0) || (element.isContentEditable && !above(element)?.isContentEditable);
  const listens = (element) => window.__benchmarkListens?.(element) && element !== document.body && element !== document.documentElement
    && element.clientWidth * element.clientHeight <= innerWidth * innerHeight / 4;
  const looks = (element) => pointer(element) && !(above(element) && pointer(above(element)));
  const off = (element) => element.matches(":disabled") || element.closest("[inert], [aria-disabled=true]");
  const candidate = (element) => !off(element) && (says(element) || listens(element) || looks(element));
  const hit = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const owner = (element) => {
    let at = element;
    while (at && !candidate(at)) at = above(at);
    return at;
  };
  const all = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (candidate(element)) all.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const found = [];
  for (const element of all) {
    const boxes = [...element.getClientRects()].map((box) => ({
      left: Math.max(0, box.left), top: Math.max(0, box.top), right: Math.min(innerWidth, box.right), bottom: Math.min(innerHeight, box.bottom),
    })).filter((box) => box.right - box.left >= 2 && box.bottom - box.top >= 2);
    const points = boxes.flatMap((box) => [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.25], [0.5, 0.75]].map(([x, y]) =>
      [box.left + (box.right - box.left) * x, box.top + (box.bottom - box.top) * y]));
    const at = points.find(([x, y]) => { const seen = hit(x, y); return seen && owner(seen) === element; });
    if (!at) continue;
    found.push({
      tag: element.tagName.toLowerCase(), why: [says(element) && "says", listens(element) && "listens", looks(element) && "looks"].filter(Boolean).join(" "), name: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40), x: at[0], y: at[1],
      left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
  }
  return found;
})()
