// Describes a small canvas that shows one plain figure and nothing else: its colour, kind and size, in words and numbers.
const MAX_PIXELS = 90000, MIN_CONTRAST = 128, MAX_CORNERS = 9;

const pixelsOf = canvas => {
  const { width, height } = canvas;
  if (!width || !height || width * height > MAX_PIXELS) return null;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  try {
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
};

// Returns the pixels [x, y] that differ from the background (the colour of the top left pixel), and the colour
// of the one that differs most.
const foregroundOf = ({ data, width }) => {
  const foreground = [];
  let largest = MIN_CONTRAST, color = "";
  for (let i = 0; i < data.length; i += 4) {
    const difference = Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]) + Math.abs(data[i + 3] - data[3]);
    if (difference < MIN_CONTRAST) continue;
    foreground.push([i / 4 % width, Math.floor(i / 4 / width)]);
    if (difference > largest) { largest = difference; color = `rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`; }
  }
  return { foreground, color };
};

const crossProduct = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const distanceToLine = (a, b, c) => Math.abs(crossProduct(a, c, b)) / (Math.hypot(c[0] - a[0], c[1] - a[1]) || 1);

// Returns the convex hull of points (Andrew's monotone chain).
const hullOf = points => {
  const halfHull = sorted => {
    const chain = [];
    for (const point of sorted) {
      while (chain.length > 1 && crossProduct(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const byX = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...halfHull(byX), ...halfHull(byX.reverse())];
};

// Removes the corners that are closer than minDistance to the line between their neighbours.
const cornersOf = (hull, minDistance) => {
  const corners = [...hull];
  while (corners.length > 2) {
    const distances = corners.map((point, i) => distanceToLine(corners[(i || corners.length) - 1], point, corners[(i + 1) % corners.length]));
    const i = distances.indexOf(Math.min(...distances));
    if (distances[i] >= minDistance) break;
    corners.splice(i, 1);
  }
  return corners;
};

const distanceToOutline = (corners, point) => Math.min(...corners.map((corner, i) => distanceToLine(corner, point, corners[(i + 1) % corners.length])));

const canvasFigure = canvas => {
  const pixels = pixelsOf(canvas);
  const { foreground, color } = pixels ? foregroundOf(pixels) : { foreground: [], color: "" };
  if (foreground.length < 20) return null;
  const hull = hullOf(foreground);
  const xs = hull.map(point => point[0]), ys = hull.map(point => point[1]);
  const width = Math.max(...xs) - Math.min(...xs) + 1, height = Math.max(...ys) - Math.min(...ys) + 1;
  const corners = cornersOf(hull, Math.max(width, height) / 20);
  if (corners.length < 3 || Math.min(width, height) < 8) return null;
  const area = Math.abs(corners.reduce((sum, corner, i) => sum + crossProduct([0, 0], corner, corners[(i + 1) % corners.length]), 0)) / 2;
  const outline = foreground.every(point => distanceToOutline(corners, point) < Math.max(width, height) / 8);
  if (!outline && foreground.length < 0.9 * area) return null;
  const n = corners.length;
  const isRound = n > MAX_CORNERS;
  const kind = isRound ? Math.abs(width - height) < 3 ? "circle" : "ellipse" : polygonName(n);
  return { clue: squeeze([colorName(color), outline ? "outline" : "", kind, width + "x" + height].join(" ")), appearance: [isRound ? null : n, width, height, null] };
};
