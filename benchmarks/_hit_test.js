// Returns the point where a hit test reaches the element or its label, the area of the box there and the tag, or null.
function () {
  const el = this.nodeType === 1 ? this : this.parentElement;
  if (!el) return null;
  const flat = node => node.assignedSlot || node.parentNode || node.host || null;
  const holds = (outer, inner) => {
    for (let n = inner; n; n = flat(n)) if (n === outer) return true;
    return false;
  };
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
      if (hit && [el, ...labels].some(n => holds(n, hit))) return [x, y, b.width * b.height, el.tagName.toLowerCase()];
    }
  }
  return null;
}
