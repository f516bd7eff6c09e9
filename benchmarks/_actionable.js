// An independent reference for coverage: the actionable elements in the viewport, found by a separate hit test.
// An element is a candidate if its tag, an ARIA role, a tab index, an onclick attribute, a click listener, the
// pointer cursor or editable content marks it as actionable. It counts if a hit test at its center, or at one of
// four points around the center, returns the element or a descendant that is not a candidate itself. A click
// listener alone does not make an element a candidate if the element fills more than a quarter of the viewport,
// because such containers listen for their descendants.
// Returns JSON: [{tag, why, name, x, y, left, top, right, bottom}], where (x, y) is the point that was hit.
(() => {
  const TAGS = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls]";
  const ROLES = new Set("button link checkbox radio menuitem menuitemcheckbox menuitemradio option tab switch slider spinbutton textbox combobox searchbox treeitem gridcell".split(" "));
  const hasPointerCursor = (element) => getComputedStyle(element).cursor === "pointer";
  const parentOf = (element) => element.parentElement ?? (element.getRootNode() instanceof ShadowRoot ? element.getRootNode().host : null);
  const isDeclared = (element) => element.matches(TAGS) || ROLES.has(element.getAttribute("role")) || element.hasAttribute("onclick")
    || (element.hasAttribute("tabindex") && element.tabIndex >= 0) || (element.isContentEditable && !parentOf(element)?.isContentEditable);
  const hasListener = (element) => window.__benchmarkListens?.(element) && element !== document.body && element !== document.documentElement
    && element.clientWidth * element.clientHeight <= innerWidth * innerHeight / 4;
  const looksClickable = (element) => hasPointerCursor(element) && !(parentOf(element) && hasPointerCursor(parentOf(element)));
  const isDisabled = (element) => element.matches(":disabled") || element.closest("[inert], [aria-disabled=true]");
  const isCandidate = (element) => !isDisabled(element) && (isDeclared(element) || hasListener(element) || looksClickable(element));
  const elementAt = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const owningCandidate = (element) => {
    let current = element;
    while (current && !isCandidate(current)) current = parentOf(current);
    return current;
  };
  const candidates = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (isCandidate(element)) candidates.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const actionable = [];
  for (const element of candidates) {
    const boxes = [...element.getClientRects()].map((box) => ({
      left: Math.max(0, box.left), top: Math.max(0, box.top), right: Math.min(innerWidth, box.right), bottom: Math.min(innerHeight, box.bottom),
    })).filter((box) => box.right - box.left >= 2 && box.bottom - box.top >= 2);
    const points = boxes.flatMap((box) => [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.25], [0.5, 0.75]].map(([x, y]) =>
      [box.left + (box.right - box.left) * x, box.top + (box.bottom - box.top) * y]));
    const point = points.find(([x, y]) => { const top = elementAt(x, y); return top && owningCandidate(top) === element; });
    if (!point) continue;
    actionable.push({
      tag: element.tagName.toLowerCase(), why: [isDeclared(element) && "says", hasListener(element) && "listens", looksClickable(element) && "looks"].filter(Boolean).join(" "), name: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40), x: point[0], y: point[1],
      left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
  }
  return actionable;
})()
