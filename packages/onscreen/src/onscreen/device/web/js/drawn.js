// What a small canvas shows when it shows one plain figure and nothing else: its colour, kind and size.
const MOST_PIXELS = 90000, LEAST_INK = 128, MOST_CORNERS = 9;

const pixelsOf = canvas => {
  const { width, height } = canvas;
  if (!width || !height || width * height > MOST_PIXELS) return null;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  try {
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
};

// The pixels that differ much from the ground, which is what the corner shows: [[x, y], ...], and the colour of the strongest.
const inkOf = ({ data, width }) => {
  const ink = [];
  let most = LEAST_INK, color = "";
  for (let i = 0; i < data.length; i += 4) {
    const far = Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]) + Math.abs(data[i + 3] - data[3]);
    if (far < LEAST_INK) continue;
    ink.push([i / 4 % width, Math.floor(i / 4 / width)]);
    if (far > most) { most = far; color = `rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`; }
  }
  return { ink, color };
};

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const offLine = (a, b, c) => Math.abs(turn(a, c, b)) / (Math.hypot(c[0] - a[0], c[1] - a[1]) || 1);

// The convex hull of points that stand in rows from top to bottom, left to right within a row.
const hullOf = points => {
  const half = some => {
    const out = [];
    for (const point of some) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], point) <= 0) out.pop();
      out.push(point);
    }
    return out.slice(0, -1);
  };
  const across = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(across), ...half(across.reverse())];
};

// The corners that are left when all that lie nearly on the line between their neighbours are gone.
const cornersOf = (hull, least) => {
  const left = [...hull];
  while (left.length > 2) {
    const off = left.map((point, i) => offLine(left[(i || left.length) - 1], point, left[(i + 1) % left.length]));
    const i = off.indexOf(Math.min(...off));
    if (off[i] >= least) break;
    left.splice(i, 1);
  }
  return left;
};

const depthIn = (corners, point) => Math.min(...corners.map((corner, i) => offLine(corner, point, corners[(i + 1) % corners.length])));

const drawnClue = canvas => {
  const pixels = pixelsOf(canvas);
  const { ink, color } = pixels ? inkOf(pixels) : { ink: [], color: "" };
  if (ink.length < 20) return "";
  const hull = hullOf(ink);
  const xs = hull.map(point => point[0]), ys = hull.map(point => point[1]);
  const wide = Math.max(...xs) - Math.min(...xs) + 1, high = Math.max(...ys) - Math.min(...ys) + 1;
  const corners = cornersOf(hull, Math.max(wide, high) / 20);
  if (corners.length < 3 || Math.min(wide, high) < 8) return "";
  const area = Math.abs(corners.reduce((sum, corner, i) => sum + turn([0, 0], corner, corners[(i + 1) % corners.length]), 0)) / 2;
  const outline = ink.every(point => depthIn(corners, point) < Math.max(wide, high) / 8);
  if (!outline && ink.length < 0.9 * area) return "";
  const n = corners.length;
  const kind = n > MOST_CORNERS ? Math.abs(wide - high) < 3 ? "circle" : "ellipse" : polygonName(n);
  return squeeze([colorName(color), outline ? "outline" : "", kind, wide + "x" + high].join(" "));
};
