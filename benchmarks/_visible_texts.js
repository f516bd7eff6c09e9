// Returns every visible text of the page with its box: [text, left, top, right, bottom].
(() => {
  const found = [];
  const visit = root => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.shadowRoot) visit(node.shadowRoot);
      if (node.nodeType !== 3 || !/\S/.test(node.data) || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const b = range.getBoundingClientRect();
      if (b.width > 1 && b.height > 1) found.push([node.data.trim().slice(0, 500), b.left, b.top, b.right, b.bottom]);
    }
  };
  visit(document);
  return found;
})()
