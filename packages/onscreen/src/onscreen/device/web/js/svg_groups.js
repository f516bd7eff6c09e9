// Groups of an SVG drawing: in a diagram, an element is a group of shapes, of which one receives the mouse for all of them.
const MAX_GROUP_PARTS = 40, MAX_GROUP_LEVELS = 3, MAX_GROUP_TEXTS = 3;
const isGroup = el => el instanceof SVGElement && el.tagName === "g" && el.getElementsByTagName("*").length <= MAX_GROUP_PARTS;

// Returns whether a shape has a cursor of its own that announces dragging.
const isShapeHandle = el => {
  if (!(el instanceof SVGElement) || !SHAPES.has(el.tagName) || el.tagName === "text") return false;
  const { cursor } = getComputedStyle(el);
  return DRAG_CURSORS.has(cursor) && el.parentElement !== null && getComputedStyle(el.parentElement).cursor !== cursor;
};

const isClear = ({ fill, fillOpacity, opacity }) => fill === "none" || Number(fillOpacity) === 0 || Number(opacity) === 0 || !colorName(fill);

// Returns whether a shape shows nothing and receives the mouse for the group that it shares with an element.
const isClearInGroup = (hit, el) => {
  if (!(hit instanceof SVGElement) || !(el instanceof SVGElement) || !SHAPES.has(hit.tagName) || !isGroup(hit.parentElement) || !holds(hit.parentElement, el)) return false;
  return isClear(getComputedStyle(hit));
};

// Returns the text in the group of the only shape in it that can be dragged, "" for other shapes.
const partText = part => [...part.childNodes].map(node => node.textContent).join(" ");
const groupText = el => {
  const group = el.parentElement;
  if (!isGroup(group) || !isShapeHandle(el)) return "";
  const texts = [...group.querySelectorAll("text")].filter(isShown);
  if (!texts.length || texts.length > MAX_GROUP_TEXTS || [...group.querySelectorAll("*")].filter(isShapeHandle).length !== 1) return "";
  return squeeze(texts.map(partText).join(" ")).slice(0, 160);
};

// Returns whether a text is the name of a shape in a group around it.
const namesShape = el => {
  for (let group = el.parentElement, level = 0; level < MAX_GROUP_LEVELS && isGroup(group); group = group.parentElement, level++) {
    const handle = [...group.children].find(isShapeHandle);
    if (handle) return groupText(handle) !== "" && isInView(handle);
  }
  return false;
};

// Returns whether a group is one of the many drawn values of a chart, such as a bar, which listens for its tooltip.
const MIN_SERIES = 6;
const isChartValue = el => {
  if (!(el instanceof SVGElement) || el.tagName !== "g" || !el.parentElement || el.parentElement.childElementCount < MIN_SERIES) return false;
  if (/\S/.test(el.textContent) || NAMING.some(name => el.hasAttribute(name)) || getComputedStyle(el).cursor === "pointer") return false;
  const kind = el.getAttribute("class");
  return [...el.parentElement.children].filter(other => other.tagName === "g" && other.getAttribute("class") === kind).length >= MIN_SERIES;
};

// Returns the words by which the page identifies the group of a shape.
const GROUP_KEYS = ["data-element-id", "data-cell-id", "data-node-id", "data-id"];
const groupWords = el => {
  for (let group = el.parentElement, level = 0; level < MAX_GROUP_LEVELS && isGroup(group); group = group.parentElement, level++) {
    const key = GROUP_KEYS.map(name => group.getAttribute(name)).find(Boolean);
    if (key) return words(key);
  }
  return "";
};
