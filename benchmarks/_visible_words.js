// Returns every visible word of the page in the viewport: [word, left, top, right, bottom].
(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const zoom = document.documentElement.currentCSSZoom || 1;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (/^(script|style|noscript|option|title|textarea)$/i.test(parent.tagName)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    for (const match of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const b = range.getBoundingClientRect();
      const x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
      if (b.width < 2 || b.height < 5 || b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || !(hit === parent || parent.contains(hit) || hit.contains(parent))) continue;
      found.push([match[0], b.left, b.top, b.right, b.bottom]);
    }
  }
  return found;
})()
