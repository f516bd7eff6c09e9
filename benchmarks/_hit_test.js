// Returns the point where a hit test reaches the element or its label, the box there, the tag, and what the element
// shows: its visible text, its value, its text attributes, and its title or that of an ancestor with no other
// content. Returns null if no hit test reaches it.
function () {
  const el = this.nodeType === 1 ? this : this.parentElement;
  if (!el) return null;
  const flat = node => node.assignedSlot || node.parentNode || node.host || null;
  const holds = (outer, inner) => {
    for (let n = inner; n; n = flat(n)) if (n === outer) return true;
    return false;
  };
  const children = node => node.shadowRoot ? node.shadowRoot.childNodes : node.assignedNodes && node.assignedNodes().length ? node.assignedNodes() : node.childNodes;
  const textIn = node => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || /^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName) || !node.checkVisibility({ visibilityProperty: true }) && getComputedStyle(node).display !== "contents") return "";
    return [...children(node)].map(textIn).join(getComputedStyle(node).display.startsWith("inline") ? "" : " ");
  };
  // Chromium lets the keyboard focus elements that scroll, although they have no tab index.
  const isScroller = node => !node.hasAttribute("tabindex") && !node.isContentEditable && (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth);
  const labels = [...(el.labels || [])];
  const boxes = [el, ...labels].flatMap(n => [...n.getClientRects()]);
  for (const b of boxes) {
    if (b.width < 2 || b.height < 2) continue;
    for (const [fx, fy] of [[.5, .5], [.2, .5], [.8, .5], [.5, .25], [.5, .75]]) {
      const x = b.left + b.width * fx, y = b.top + b.height * fy;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      let hit = document.elementFromPoint(x, y);
      while (hit && hit.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      if (!hit || ![el, ...labels].some(n => holds(n, hit))) continue;
      const inside = [el, ...el.querySelectorAll("[title],[alt],[aria-label],title")].slice(0, 40);
      const attributes = inside.flatMap(n => ["title", "alt", "aria-label", "placeholder", "aria-placeholder"].map(name => n.getAttribute(name) || "").concat(n.tagName === "title" ? n.textContent : ""));
      return { x, y, area: b.width * b.height, left: b.left, top: b.top, right: b.right, bottom: b.bottom, tag: el.tagName.toLowerCase(), is_scroller: isScroller(el),
        text: [el, ...labels].map(textIn).join(" ").slice(0, 2000), value: String(el.value ?? el.getAttribute("aria-valuetext") ?? el.getAttribute("aria-valuenow") ?? "").slice(0, 500), attributes: attributes.filter(Boolean),
        titles: [el, el.parentElement?.childElementCount === 1 ? el.parentElement : el].map(n => n.title).filter(Boolean) };
    }
  }
  return null;
}
