// Controls in the shadow trees of web components. A component around one control is not a control itself, and gives it
// its name.
const MAX_COMPONENT_ELEMENTS = 80, MAX_HOSTS = 4;

// Returns the elements in an element and in the shadow trees in it, or null if these are too many.
const composedElements = (el, max) => {
  const found = [], roots = el.shadowRoot ? [el.shadowRoot, el] : [el];
  while (roots.length) {
    for (const inner of roots.pop().querySelectorAll("*")) {
      if (found.push(inner) > max) return null;
      if (inner.shadowRoot) roots.push(inner.shadowRoot);
    }
  }
  return found;
};

// Returns the only control in the shadow tree of a component, or null.
const onlyControl = host => {
  const all = composedElements(host, MAX_COMPONENT_ELEMENTS);
  const controls = all ? all.filter(el => (isNative(el) || WIDGETS.has(el.getAttribute("role"))) && (visibleLabel(el) || isInView(el))) : [];
  return controls.length === 1 ? controls[0] : null;
};

// Returns whether an element passes clicks on to the only control in the component that it is.
const isComponentOfControl = el => {
  if (!el.shadowRoot) return false;
  const control = onlyControl(el);
  if (!control || control.getRootNode() === el.getRootNode()) return false;
  const name = ownText(el), own = nameOf(control, roleOf(control)), box = rectOf(visibleLabel(control) || control);
  return !name || name === own || !own || areaOf(box) > SAME_SHARE * areaOf(rectOf(el));
};

// Returns the name that the components around a control give it, if it is their only one.
const componentName = el => {
  for (let root = el.getRootNode(), level = 0; root instanceof ShadowRoot && level < MAX_HOSTS; root = root.host.getRootNode(), level++) {
    const { host } = root;
    if (onlyControl(host) !== el) return "";
    const name = squeeze(host.getAttribute("aria-label") || host.getAttribute("label") || titleOf(host));
    if (name) return name;
  }
  return "";
};

// Returns whether the only text of a label around a field in a component is the name of another component in it.
const textBesideComponents = (node, depth = 0) => [...childrenOf(node)].map(child => {
  if (child.nodeType === 3) return child.data;
  if (child.nodeType !== 1 || depth > MAX_COMPONENT_ELEMENTS || SKIPPED.has(child.tagName) || child.matches(CONTROLS) || child.shadowRoot && onlyControl(child)) return "";
  return textBesideComponents(child, depth + 1);
}).join(" ");
const namesComponent = (label, el) => label.getRootNode() instanceof ShadowRoot && holds(label, el) && !label.hasAttribute("aria-label") && !squeeze(textBesideComponents(label));
