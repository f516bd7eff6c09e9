"use strict";
// Maps: a town drawn from its streets; places, directions, saved lists, labels. Meters from the north-west corner.

const ZOOMS = [2400, 1500, 900, 560, 340];
const LOOKS = { Restaurants: ["restaurant", "#e8710a"], Coffee: ["cafe", "#a1662f"], Groceries: ["cart", "#1e7d9c"], Gas: ["fuel", "#5c6bc0"], Hotels: ["hotel", "#c2478d"], Parks: ["park", "#2e8b57"], Museums: ["museum", "#7b6046"], Pharmacies: ["add", "#d84343"], Hospitals: ["hospital", "#c62828"], ATMs: ["money", "#2f6f9f"], Cinemas: ["movie", "#6a4caf"], Transit: ["train", "#3565c9"] };
const MODES = [["Drive", "car", 400, 1], ["Transit", "bus", 300, 4], ["Walk", "walk", 80, 0], ["Cycle", "bike", 250, 0]];
const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const GROUND = { Default: ["#eef0ec", "#ffffff", "#d5d8d2", "#a9d3ee", "#c4e3bd", "#6d7278"], Satellite: ["#39463a", "#8d9284", "#4a5447", "#27465c", "#3f6b3c", "#f2f3ee"], Terrain: ["#e8e3d2", "#fffdf4", "#cfc7ae", "#a3cbe0", "#b8d6a0", "#71685a"] };

const placeOf = (d, id) => d.places.find((each) => each.id === id);
const dayNow = () => weekday(today()).slice(0, 3);
const spotOf = (d, key) => (key === "here" ? d.here : d.labels[key] ?? placeOf(d, key) ?? (d.dropped?.id === key ? d.dropped : null));
const nameAt = (d, key) => (key === "here" ? "Your location" : d.labels[key] ? key : spotOf(d, key)?.name ?? "");
const far = (d, meters) => { if (d.units === "mi") return meters < 160 ? `${Math.round(meters * 3.28084 / 10) * 10} ft` : `${(meters / 1609.344).toFixed(1)} mi`; return meters < 1000 ? `${Math.round(meters / 10) * 10} m` : `${(meters / 1000).toFixed(1)} km`; };
const away = (d, spot) => routes(d, d.here, spot)[0].meters;
const starsText = (n) => `${n} star${n === 1 ? "" : "s"}`;
function openText(place) {
  const span = place.hours[dayNow()];
  if (span === "Closed" || span === "Open 24 hours") return span;
  const [from, to] = span.split("-");
  return clock() < from ? `Closed · Opens ${from}` : clock() < to ? `Open · Closes ${to}` : "Closed";
}
const isOpen = (place) => openText(place).startsWith("Open");

// --- routes ------------------------------------------------------------------------------------

/** Return routes between two locations along the streets, shortest first: {via, meters, legs: [{street, from, to}]}. */
function routes(d, a, b) {
  const street = (spot) => d.streets.find((each) => each.name === spot.street);
  const [sa, sb] = [street(a), street(b)];
  const point = (one, other) => (one.across ? { x: other.at, y: one.at } : { x: one.at, y: other.at });
  const length = (legs) => legs.reduce((sum, { from, to }) => sum + Math.abs(from.x - to.x) + Math.abs(from.y - to.y), 0);
  const ways = [];
  if (sa === sb) ways.push([sa.name, [{ street: sa.name, from: a, to: b }]]);
  else if (sa.across !== sb.across) { const turn = point(sa, sb); ways.push([sa.name, [{ street: sa.name, from: a, to: turn }, { street: sb.name, from: turn, to: b }]]); }
  else d.streets.filter((each) => each.across !== sa.across).forEach((mid) => { const [p1, p2] = [point(sa, mid), point(sb, mid)]; ways.push([mid.name, [{ street: sa.name, from: a, to: p1 }, { street: mid.name, from: p1, to: p2 }, { street: sb.name, from: p2, to: b }]]); });
  return ways.map(([via, legs]) => ({ via, legs: legs.filter(({ from, to }) => from.x !== to.x || from.y !== to.y), meters: length(legs) })).sort((one, two1) => one.meters - two1.meters || one.via.localeCompare(two1.via)).slice(0, 3);
}

const minutesOf = (route, mode) => { const [, , pace, extra] = MODES.find(([key]) => key === mode); return Math.max(1, Math.round(route.meters / pace) + extra); };
const wayOf = ({ from, to }) => (from.x === to.x ? (to.y < from.y ? "north" : "south") : to.x < from.x ? "west" : "east");
const TURNS = ["north", "east", "south", "west"];

function stepsOf(d, route, mode, goal) {
  const steps = route.legs.map((leg, i) => {
    const meters = Math.abs(leg.from.x - leg.to.x) + Math.abs(leg.from.y - leg.to.y);
    const turn = i ? (TURNS.indexOf(wayOf(leg)) - TURNS.indexOf(wayOf(route.legs[i - 1])) + 4) % 4 : 0;
    const words = mode === "Transit" ? `Take bus ${(leg.street.length % 9) + 1} along ${leg.street}` : i ? `Turn ${{ 1: "right", 3: "left" }[turn] ?? "around"} onto ${leg.street}` : `Head ${wayOf(leg)} on ${leg.street}`;
    return [words, far(d, meters), turn];
  });
  return [...steps, [`Arrive at ${goal}`, "", 0]];
}

// --- map rendering -----------------------------------------------------------------------------

/** Return a smooth SVG path through the midpoints of consecutive points. */
function bent(points) {
  const middle = ([x1, y1], [x2, y2]) => `${(x1 + x2) / 2} ${(y1 + y2) / 2}`;
  return `M${points[0].join(" ")}L${middle(points[0], points[1])}${points.slice(1, -1).map((each, i) => `Q${each.join(" ")} ${middle(each, points[i + 2])}`).join("")}L${points.at(-1).join(" ")}`;
}

/** Whether a pin at this place (in pixels of the map) is clear of the controls over the map. */
function isClear({ left, top }, covers) {
  return !covers.some((each) => left > each.left - PIN && left < each.right + PIN && top > each.top - PIN && top < each.bottom + PIN);
}

const PIN = 24; // radius of the largest pin

/** Positions of the controls over the main map, whose styles are in maps.css. */
function controlsOver(height, hasCard) {
  const [width, flat] = [innerWidth, innerWidth > innerHeight];
  const tools = flat ? { left: width - 260, right: width, top: 0, bottom: 70 } : { left: width - 60, right: width, top: 130, bottom: 130 + 4 * 58 };
  const low = hasCard ? { left: 0, right: width, top: height - 150, bottom: height } : { left: width - 74, right: width, top: height - 74, bottom: height };
  return [{ left: 0, right: flat ? width - 260 : width, top: 0, bottom: 122 }, tools, low];
}

function mapNode(p, { marks = [], route, css, height, covers = [] }) {
  const d = p.data, { view } = d;
  const w = view.width ?? ZOOMS[view.zoom], ratioHere = (height ?? innerHeight - 72) / innerWidth, h = w * ratioHere;
  const [x0, y0] = [view.x - w / 2, view.y - h / 2];
  const [ground, road, edge, water, green, ink] = GROUND[d.kind];
  const wide = 26, unit = w / 100;
  const streets = (color, width) => d.streets.map((each) => (each.across ? `<path d="M-300 ${each.at}H2300" stroke="${color}" stroke-width="${width}"/>` : `<path d="M${each.at} -300V2300" stroke="${color}" stroke-width="${width}"/>`)).join("");
  const names = d.streets.map((each, i) => { const at = each.across ? [x0 + w * (0.2 + (i % 3) * 0.28), each.at] : [each.at, y0 + h * (0.2 + (i % 3) * 0.25)]; return `<text x="${at[0]}" y="${at[1]}" font-size="${2.6 * unit}" ${each.across ? "" : `transform="rotate(90 ${at[0]} ${at[1]})"`} dy="${0.9 * unit}" text-anchor="middle" fill="${ink}" stroke="${road}" stroke-width="${0.5 * unit}" paint-order="stroke">${each.name}</text>`; }).join("");
  const busy = d.traffic ? d.streets.map((each, i) => `<path d="${each.across ? `M${(i * 331) % 900} ${each.at}h${500 + ((i * 97) % 400)}` : `M${each.at} ${(i * 277) % 900}v${500 + ((i * 131) % 400)}`}" stroke="${["#2e9e4f", "#f0a32e", "#d63a34"][i % 3]}" stroke-width="9"/>`).join("") : "";
  const parks = d.places.filter((each) => each.category === "Parks").map((each) => `<rect x="${each.x - 120}" y="${each.y - 90}" width="240" height="180" rx="30" fill="${green}"/>`).join("");
  const path = route ? `<path d="M${route.legs.map(({ from }) => `${from.x} ${from.y}`).join("L")}L${route.legs.length ? `${route.legs.at(-1).to.x} ${route.legs.at(-1).to.y}` : ""}" fill="none" stroke="#1a5fd6" stroke-width="${1.8 * unit}" stroke-linejoin="round" stroke-linecap="round"/>` : "";
  const svg = `<svg viewBox="${x0} ${y0} ${w} ${h}" preserveAspectRatio="none"><rect x="-4000" y="-4000" width="10000" height="10000" fill="${ground}"/>${parks}<path d="${bent(d.river)}" fill="none" stroke="${water}" stroke-width="90"/>${streets(edge, wide + 7)}${streets(road, wide)}${busy}${names}${route?.legs.length ? path : ""}</svg>`;
  const at = (spot) => `left:${((spot.x - x0) / w) * 100}%;top:${((spot.y - y0) / h) * 100}%`;
  const within = (spot) => isClear({ left: ((spot.x - x0) / w) * innerWidth, top: ((spot.y - y0) / h) * (height ?? innerHeight - 72) }, covers) && spot.x > x0 + w * 0.03 && spot.x < x0 + w * 0.97 && spot.y > y0 + h * 0.04 && spot.y < y0 + h * 0.96;
  return v("FrameLayout", { desc: `Map of ${d.town}`, html: svg, css: `maps-map ${css ?? ""}`, style: height ? `height:${height}px` : "", id: "map", clip: true,
    trace: (from, to) => { view.x = Math.round(Math.max(0, Math.min(2000, view.x - (to.x - from.x) * w))); view.y = Math.round(Math.max(0, Math.min(2000, view.y - (to.y - from.y) * h))); },
    tap: () => { p.local.picked = null; }, hold: (spot) => dropPin(p, x0 + spot.x * w, y0 + spot.y * h) },
  within(d.here) && v("View", { desc: "Your location", css: "maps-here", style: at(d.here) }),
  Object.entries(d.labels).filter(([, spot]) => within(spot)).map(([name, spot]) => v("ImageView", { id: "label_pin", desc: name, css: "maps-pin maps-label", style: at(spot), tap: () => p.open("directions", { to: name }) }, ico(name === "Work" ? "work" : name === "Home" ? "home" : "label"))),
  marks.filter(within).map((place) => v("ImageView", { id: "place_pin", desc: place.name, css: `maps-pin ${p.local.picked === place.id ? "chosen" : ""}`, style: `${at(place)};--pin:${LOOKS[place.category]?.[1] ?? "#c5221f"}`, tap: () => { p.local.picked = place.id; } }, ico(LOOKS[place.category]?.[0] ?? "place"))));
}

function dropPin(p, x, y) {
  const d = p.data;
  const [street, by] = d.streets.map((each) => [each, Math.abs((each.across ? y : x) - each.at)]).sort((a, b) => a[1] - b[1])[0];
  const along = Math.round(Math.max(10, Math.min(1990, street.across ? x : y)));
  d.dropped = { id: "pin", name: "Dropped pin", address: `${Math.round(along / 10)} ${street.name}`, street: street.name, x: street.across ? along : street.at, y: street.across ? street.at : along, off: Math.round(by) };
  p.local.picked = "pin";
}

const zoomBy = (d, by) => { d.view.zoom = Math.max(0, Math.min(ZOOMS.length - 1, d.view.zoom + by)); };
const centre = (d, spot, zoom) => { Object.assign(d.view, { x: spot.x, y: spot.y, zoom: zoom ?? d.view.zoom }); };

function mainScreen(p) {
  const d = p.data;
  p.local.tab ??= "explore";
  const nav = bottomNav([["explore", "place", "Explore"], ["saved", "bookmark", "Saved"], ["mine", "edit", "Contribute"]], p.local.tab, (tab) => { p.local.tab = tab; });
  if (p.local.tab === "saved") return savedTab(p, nav);
  if (p.local.tab === "mine") return mineTab(p, nav);
  const saved = new Set(d.lists.flatMap((each) => each.items.map((item) => item.place)));
  const marks = d.places.filter((each) => (p.local.kind ? each.category === p.local.kind : d.view.zoom >= 2 || saved.has(each.id) || each.rating >= 4.6));
  const picked = p.local.picked && spotOf(d, p.local.picked);
  const pins = d.dropped ? [...marks, { ...d.dropped, category: "" }] : marks;
  return page({ still: true, bottom: nav, body: v("FrameLayout", { css: "maps-whole" }, mapNode(p, { marks: pins, height: innerHeight - 72 - 68, covers: controlsOver(innerHeight - 72 - 68, Boolean(picked)) }),
    v("FrameLayout", { css: "maps-top" }, line({ css: "maps-search" }, v("Button", { id: "search_bar", text: "Search here", css: "grow maps-search-text", tap: () => p.open("search") }), iconButton("more", "More options", () => p.menu([["Settings", () => p.open("settings")], ["Offline maps", () => p.open("offline")], d.parking ? ["Forget parking", () => { d.parking = ""; }] : ["Save parking here", () => { d.parking = d.here.address; p.toast(`Parking saved: ${d.here.address}`); }], d.dropped && ["Remove dropped pin", () => { d.dropped = null; p.local.picked = null; }]]), { id: "more_options_button" })),
      v("HorizontalScrollView", { css: "chips maps-chips", scroll: "x", id: "categories" }, Object.keys(LOOKS).map((kind) => v("Button", { id: "category_chip", text: kind, css: "chip", tap: () => p.open("results", { kind }) })))),
    col({ css: "maps-tools" }, iconButton("layers", "Map layers", () => layersDialog(p), { id: "map_layers_button" }), iconButton("add", "Zoom in", () => zoomBy(d, 1), { id: "zoom_in_button", enabled: d.view.zoom < ZOOMS.length - 1 }), iconButton("minus", "Zoom out", () => zoomBy(d, -1), { id: "zoom_out_button", enabled: d.view.zoom > 0 }), iconButton("myLocation", "My location", () => centre(d, d.here), { id: "my_location_button" })),
    !picked && v("ImageButton", { desc: "Directions", css: "fab", id: "fab", tap: () => p.open("directions", {}) }, ico("directions")),
    picked && v("FrameLayout", { css: "maps-sheet" }, line(col({ id: "place_card", css: "grow", tap: () => (picked.category ? p.open("place", { id: picked.id }) : 0) }, text(picked.name, "big"), text(picked.category ? `${picked.rating} ★ · ${picked.category} · ${openText(picked)}` : picked.address, "soft small")), iconButton("close", "Close", () => { p.local.picked = null; }, { id: "close_button" })), line(button("Directions", () => p.open("directions", { to: picked.id }), { id: "directions_button", icon: "directions" }), picked.category && button("Details", () => p.open("place", { id: picked.id }), { id: "details_button", kind: "tonal" }), !picked.category && button("Share", () => share(p, `${picked.address}, ${d.town}`), { id: "share_button", kind: "tonal" })))) });
}

function layersDialog(p) {
  const d = p.data;
  p.dialog({ title: "Map type", body: () => [radios(Object.keys(GROUND), d.kind, (next) => { d.kind = next; }, { id: "kind_radio" }), section("Map details"), toggle("Traffic", d.traffic, (on) => { d.traffic = on; }, { id: "traffic_switch" })], buttons: [["Done"]] });
}

// --- search ------------------------------------------------------------------------------------

/** Search; args.pick is the purpose of the result ("from", "to", a label or a list), else its page opens. */
function searchScreen(p) {
  const d = p.data, { pick } = p.args;
  const words = (p.local.words ?? "").trim();
  const found = words ? d.places.filter((each) => has(`${each.name} ${each.category} ${each.address}`, words)) : [];
  const street = words && !found.length ? streetSpot(d, words) : null;
  const take = (key, name) => { if (pick) { picked(p, key); return; } d.recent = [name, ...d.recent.filter((each) => each !== name)].slice(0, 6); p.open("place", { id: key }); };
  const labelled1 = (name) => (pick ? picked(p, name) : p.open("directions", { to: name }));
  const again = (name) => { const one = d.places.find((each) => each.name === name); if (one) take(one.id, name); else p.local.words = name; };
  return page({ bar: bar(p, { from: "Choose start", to: "Choose destination" }[pick?.what] ?? (pick ? `Choose ${pick.name ?? "place"}` : "Search")), body: [
    searchField(p, "words", pick ? "Search places" : "Search here", { opens: true, submit: () => { if (!pick && words) p.open("results", { words }); } }),
    !words && [pick && ["from", "to"].includes(pick.what) && row({ id: "location_row", lead: "myLocation", title: "Your location", tap: () => picked(p, "here") }), pick?.what !== "list" && pick?.what !== "label" && Object.entries(d.labels).map(([name, spot]) => row({ id: "saved_place_row", lead: name === "Work" ? "work" : name === "Home" ? "home" : "label", title: name, sub: spot.address, tap: () => labelled1(name) })), d.recent.length > 0 && section("Recent"), d.recent.map((name) => row({ id: "recent_row", lead: "history", title: name, tap: () => again(name), trail: iconButton("close", `Remove ${name} from recent`, () => { d.recent = d.recent.filter((each) => each !== name); }, { id: "remove_recent_button" }) }))],
    found.map((each) => row({ id: "search_result_row", lead: LOOKS[each.category][0], title: each.name, sub: `${each.category} · ${each.address}`, meta: far(d, away(d, each)), tap: () => take(each.id, each.name) })),
    street && row({ id: "address_row", lead: "place", title: street.address, sub: d.town, tap: () => { d.dropped = street; if (pick) picked(p, "pin"); else { centre(d, street, 3); p.root(); front().frames[0].local.picked = "pin"; } } }),
    words && !found.length && !street && empty("search", `No results for "${words}"`, "Search for a place, a category or an address")] });
}

function streetSpot(d, words) {
  const found = /^(\d{1,3})\s+(.+)$/.exec(words);
  const street = found && d.streets.find((each) => same(each.name, found[2]));
  if (!street || Number(found[1]) < 1 || Number(found[1]) > 199) return null;
  const along = Number(found[1]) * 10;
  return { id: "pin", name: "Dropped pin", address: `${Number(found[1])} ${street.name}`, street: street.name, x: street.across ? along : street.at, y: street.across ? street.at : along };
}

function picked(p, key) {
  const d = p.data, { pick } = p.args;
  const before = front().frames.at(-2);
  p.back();
  if (pick.what === "list") { const list1 = d.lists.find((each) => each.id === pick.id); if (list1.items.some((each) => each.place === key)) p.toast("Already in this list"); else list1.items.push({ place: key, note: "" }); } else if (pick.what === "label") { const spot = spotOf(d, key); d.labels[pick.name] = { name: pick.name, address: spot.address, street: spot.street, x: spot.x, y: spot.y }; p.toast(`${pick.name} set`); } else before.args[pick.what] = key;
}

function resultsScreen(p) {
  const d = p.data, { kind, words } = p.args;
  const l = p.local;
  l.sort ??= "Relevance";
  const all = d.places.filter((each) => (kind ? each.category === kind : has(`${each.name} ${each.category} ${each.address}`, words)));
  const found = all.filter((each) => (!l.open || isOpen(each)) && (!l.top || each.rating >= 4) && (!l.reach || each.accessible));
  if (l.sort === "Distance") found.sort((a, b) => away(d, a) - away(d, b));
  if (l.sort === "Rating") found.sort((a, b) => b.rating - a.rating);
  const chip = (label, key) => v("CheckBox", { id: `${key}_chip`, text: label, checked: Boolean(l[key]), css: "chip", tap: () => { l[key] = !l[key]; } });
  return page({ bar: bar(p, kind ?? words, { actions: [iconButton("sort", "Sort", () => p.choose("Sort by", ["Relevance", "Distance", "Rating"], l.sort, (next) => { l.sort = next; }), { id: "sort_button" })] }), body: [v("HorizontalScrollView", { css: "chips", scroll: "x", id: "filters" }, chip("Open now", "open"), chip("Top rated", "top"), chip("Wheelchair accessible", "reach")), text(`${found.length} result${found.length === 1 ? "" : "s"} · sorted by ${l.sort.toLowerCase()}`, "soft small"),
    found.map((each) => row({ id: "result_row", lead: LOOKS[each.category][0], title: each.name, sub: `${each.rating} ★ (${each.ratings})${each.price ? ` · ${each.price}` : ""} · ${each.address}\n${openText(each)}`, meta: far(d, away(d, each)), tap: () => { d.recent = [each.name, ...d.recent.filter((one) => one !== each.name)].slice(0, 6); p.open("place", { id: each.id }); } })), !found.length && empty("search", "No places found", "Try other filters")] });
}

// --- a place -----------------------------------------------------------------------------------

function placeScreen(p) {
  const d = p.data;
  const place = placeOf(d, p.args.id);
  const kept = d.lists.filter((each) => each.items.some((item) => item.place === place.id));
  const label = Object.entries(d.labels).find(([, spot]) => spot.x === place.x && spot.y === place.y)?.[0];
  p.local.tab ??= "overview";
  const act = (id, icon, name, tap) => button(name, tap, { id, kind: "tonal", icon, css: "maps-act" });
  const labels = () => p.menu([["Set as Home", () => setLabel(p, "Home", place)], ["Set as Work", () => setLabel(p, "Work", place)], ["Custom label", () => p.prompt("Label", "", (next) => { if (next.trim()) setLabel(p, next.trim(), place); else p.toast("Enter a label"); })]]);
  return page({ bar: bar(p, place.name, { menu: [["Add label", labels], ["Show on map", () => { centre(d, place, 3); p.root(); front().frames[0].local.picked = place.id; }]] }), body: [
    picture(`Photo of ${place.name}`, `linear-gradient(150deg,${LOOKS[place.category][1]},${tint(place.name)})`, { css: "maps-photo" }),
    text(place.name, "big"), text(`${place.rating} ★ (${place.ratings}) · ${place.category}${place.price ? ` · ${place.price}` : ""}`, "soft"), text(openText(place), isOpen(place) ? "good" : "bad"), (label || kept.length > 0) && text([label && `Label: ${label}`, kept.length > 0 && `Saved in ${kept.map((each) => each.name).join(", ")}`].filter(Boolean).join(" · "), "small soft"),
    v("HorizontalScrollView", { css: "chips", scroll: "x", id: "actions" }, [act("directions_button", "directions", "Directions", () => p.open("directions", { to: place.id })), act("save_button", kept.length ? "bookmark" : "bookmarkOff", kept.length ? "Saved" : "Save", () => saveDialog(p, place)), act("call_button", "call", "Call", () => { const target = resolveLink(`tel:${place.phone}`); if (target) p.launch(...target); else p.toast(place.phone); }), act("share_button", "share", "Share", () => share(p, `${place.name}, ${place.address}, ${d.town}`))]),
    tabs([["overview", "Overview"], ["reviews", "Reviews"], ["about", "About"]], p.local.tab, (next) => { p.local.tab = next; }, { id: "place_tab" }), { overview: overview, reviews: reviews, about: about }[p.local.tab](p, place)] });
}

const overview = (p, place) => [row({ id: "address_row", lead: "place", title: `${place.address}, ${p.data.town}`, hold: () => { s.clipboard = `${place.address}, ${p.data.town}`; p.toast("Copied"); } }), row({ id: "phone_row", lead: "phone", title: place.phone }), row({ id: "website_row", lead: "world", title: place.website.replace("https://", ""), tap: () => { const target = resolveLink(place.website); if (target) p.launch(...target); else p.toast("No app can open this"); } }),
  row({ id: "hours_row", lead: "clock", title: "Hours", sub: `${dayNow()}: ${place.hours[dayNow()].replace("-", " – ")}` }), WEEK.map((day) => line({ css: `maps-hours ${day === dayNow() ? "strong" : ""}`, desc: `${day}: ${place.hours[day].replace("-", " – ")}` }, v("View", { html: day, css: "grow", quiet: true }), v("View", { html: place.hours[day].replace("-", " – "), quiet: true })))];
const about = (p, place) => [row({ id: "wheelchair_accessible_row", title: "Wheelchair accessible", trail: text(place.accessible ? "Yes" : "No", "strong") }), row({ id: "category_row", title: "Category", trail: text(place.category, "strong") }), place.price && row({ id: "price_row", title: "Price", trail: text(place.price, "strong") }), row({ id: "distance_row", title: "Distance from you", trail: text(far(p.data, away(p.data, place)), "strong") })];

function reviews(p, place) {
  const mine = p.data.mine[place.id];
  const all = [...place.reviews];
  if (p.local.sort === "Highest") all.sort((a, b) => b.stars - a.stars);
  if (p.local.sort === "Lowest") all.sort((a, b) => a.stars - b.stars);
  if (p.local.sort === "Newest") all.sort((a, b) => b.date.localeCompare(a.date));
  return [mine ? card({}, text("Your review", "strong"), text(starsText(mine.stars), "", { id: "my_rating" }), text(mine.text || "No text", "soft"), line(button("Edit review", () => p.open("review", { id: place.id }), { id: "edit_review_button", kind: "text" }), button("Delete review", () => { delete p.data.mine[place.id]; p.snack("Review deleted", "Undo", () => { p.data.mine[place.id] = mine; }); }, { id: "delete_review_button", kind: "text" }))) : button("Write a review", () => p.open("review", { id: place.id }), { id: "write_review_button", kind: "outlined", css: "wide" }),
    chips(["Most relevant", "Newest", "Highest", "Lowest"], p.local.sort ?? "Most relevant", (next) => { p.local.sort = next; }, { id: "sort_chip" }), all.map((each) => card({}, line(avatar(each.by), col({ css: "grow" }, text(each.by, "strong"), text(`${starsText(each.stars)} · ${longDate(each.date)}`, "soft small"))), text(each.text)))];
}

function reviewScreen(p) {
  const d = p.data;
  const place = placeOf(d, p.args.id);
  const old = d.mine[place.id];
  p.local.stars ??= old?.stars ?? 0;
  const post = () => { if (!p.local.stars) { p.local.wrong = "Choose a rating first"; return; } d.mine[place.id] = { by: "You", stars: p.local.stars, text: p.local.text.trim(), date: today() }; p.back(); p.toast("Review posted"); };
  return page({ bar: bar(p, old ? "Edit review" : "Rate and review", { close: true, actions: [button("Post", post, { id: "post_button", kind: "text" })] }), body: [text(place.name, "big"), line({ css: "center" }, [1, 2, 3, 4, 5].map((n) => iconButton(n <= p.local.stars ? "star" : "starOff", `Rate ${starsText(n)}`, () => { p.local.stars = n; p.local.wrong = ""; }, { id: "star_button", selected: n === p.local.stars }))), text(p.local.stars ? starsText(p.local.stars) : "No rating yet", "soft center"), p.local.wrong && text(p.local.wrong, "bad small"), labelled(p, "text", "Share your experience", { lines: true, value: old?.text ?? "", max: 500 })] });
}

function setLabel(p, name, spot) {
  p.data.labels[name] = { name, address: spot.address, street: spot.street, x: spot.x, y: spot.y };
  p.toast(`${name} set to ${spot.address}`);
}

function saveDialog(p, place) {
  p.dialog({ title: "Save to list", body: () => p.data.lists.map((each) => { const at = each.items.findIndex((item) => item.place === place.id); return check(each.name, at >= 0, () => { if (at >= 0) each.items.splice(at, 1); else each.items.push({ place: place.id, note: "" }); }, { id: "list_checkbox" }); }), buttons: [["New list", () => newList(p, place)], ["Done"]] });
}

function newList(p, place) {
  p.prompt("New list", "", (next) => { const name = next.trim(); if (!name) p.toast("Enter a name for the list"); else if (p.data.lists.some((each) => same(each.name, name))) p.toast("There is a list of this name"); else p.data.lists.push({ id: newId(), name, icon: "place", items: place ? [{ place: place.id, note: "" }] : [] }); }, { hint: "List name", label: "Create" });
}

function share(p, words) {
  p.menu([APPS.messages?.screens.forward && ["Messages", () => p.launch("messages", "forward", { words, attach: [] })], APPS.mail && ["Mail", () => { const target = resolveLink(`mailto:?subject=${encodeURIComponent("A place")}&body=${encodeURIComponent(words)}`); if (target) p.launch(...target); }], ["Copy", () => { s.clipboard = words; p.toast("Copied"); }]]);
}

// --- directions --------------------------------------------------------------------------------

function directionsScreen(p) {
  const d = p.data, a = p.args;
  a.from ??= "here";
  p.local.mode ??= a.mode ?? d.mode;
  const [from, to] = [spotOf(d, a.from), a.to && spotOf(d, a.to)];
  const choose = (what) => p.open("search", { pick: { what } });
  const head = line({ css: "maps-ends" }, col({ css: "grow" }, v("Button", { id: "start_place_button", text: nameAt(d, a.from), desc: `Start: ${nameAt(d, a.from)}`, css: "maps-end", tap: () => choose("from") }), v("Button", { id: "destination_button", text: to ? nameAt(d, a.to) : "Choose destination", desc: to ? `Destination: ${nameAt(d, a.to)}` : "Choose destination", css: "maps-end", tap: () => choose("to") })), iconButton("sort", "Swap start and destination", () => { if (a.to) [a.from, a.to] = [a.to, a.from]; }, { id: "swap_start_destination_button" }));
  if (!to) return page({ bar: bar(p, "Directions"), body: [head, empty("directions", "Choose a destination")] });
  const ways = routes(d, from, to);
  const route = ways[Math.min(p.local.way ?? 0, ways.length - 1)];
  const { mode } = p.local;
  const start = () => { d.trip = { from: a.from, to: a.to, mode, via: route.via, step: 0 }; p.open("trip"); };
  return page({ bar: bar(p, "Directions", { menu: [["Route options", () => avoidDialog(p)], ["Share directions", () => share(p, `${nameAt(d, a.from)} to ${nameAt(d, a.to)}: ${minutesOf(route, mode)} min, ${far(d, route.meters)} via ${route.via}`)]] }), body: [head,
    line({ css: "wrap" }, MODES.map(([key, icon]) => v("RadioButton", { id: "mode_radio", text: `${key} ${minutesOf(route, key)} min`, checked: key === mode, css: "chip", tap: () => { p.local.mode = key; } }))),
    v("FrameLayout", { css: "maps-box" }, mapBox(p, route)),
    route.meters === 0 ? empty("place", "You are already there") : [ways.map((each, i) => row({ id: "route_row", title: `${minutesOf(each, mode)} min`, sub: `${far(d, each.meters)} · via ${each.via}`, selected: each === route, tap: () => { p.local.way = i; }, lead: MODES.find(([key]) => key === mode)[1] })), button("Start", start, { id: "start_button", css: "wide", icon: "navigation" }), section("Steps"), stepsOf(d, route, mode, nameAt(d, a.to)).map(([words, meters, turn]) => row({ id: "step_row", lead: { 1: "right", 3: "left" }[turn] ?? "up", title: words, meta: meters }))]] });
}

function mapBox(p, route) {
  const xs = route.legs.flatMap(({ from, to }) => [from.x, to.x]), ys = route.legs.flatMap(({ from, to }) => [from.y, to.y]);
  const spread = Math.max(...xs, 0) - Math.min(...xs, 2000), tall = Math.max(...ys, 0) - Math.min(...ys, 2000);
  const width = Math.max(340, spread * 1.3, tall * 2.9);
  const view = xs.length ? { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2, width } : p.data.view;
  return { ...mapNode({ ...p, data: { ...p.data, view } }, { route, height: 180 }), trace: undefined, hold: undefined, tap: undefined };
}

function avoidDialog(p) {
  const d = p.data;
  p.dialog({ title: "Route options", body: () => ["Highways", "Tolls", "Ferries"].map((each) => check(`Avoid ${each.toLowerCase()}`, d.avoid.includes(each), (on) => { d.avoid = on ? [...d.avoid, each] : d.avoid.filter((one) => one !== each); }, { id: "avoid_checkbox" })), buttons: [["Done"]] });
}

function tripScreen(p) {
  const d = p.data, { trip } = d;
  if (!trip) return page({ bar: bar(p, "Navigation"), body: empty("navigation", "No trip under way") });
  const ways = routes(d, spotOf(d, trip.from), spotOf(d, trip.to));
  const route = ways.find((each) => each.via === trip.via) ?? ways[0];
  const steps = stepsOf(d, route, trip.mode, nameAt(d, trip.to));
  const exit = () => { d.trip = null; p.back(); };
  const [words, meters] = steps[Math.min(trip.step, steps.length - 1)];
  return page({ bar: bar(p, "Navigation", { actions: [iconButton(d.voice ? "speaker" : "mute", d.voice ? "Mute voice" : "Unmute voice", () => { d.voice = !d.voice; }, { id: "voice_button" })] }), body: [card({ css: "maps-step" }, text(words, "big"), text(meters)), mapBox(p, route), text(`${minutesOf(route, trip.mode)} min · ${far(d, route.meters)} · ${trip.mode}`, "strong pad center"), line({ css: "center" }, button("Previous step", () => { trip.step -= 1; }, { id: "previous_step_button", kind: "tonal", enabled: trip.step > 0 }), trip.step < steps.length - 1 ? button("Next step", () => { trip.step += 1; }, { id: "next_step_button" }) : button("Done", exit, { id: "done_button" })), button("Exit navigation", exit, { id: "exit_navigation_button", kind: "outlined", css: "wide" })] });
}

// --- saved, contributions, settings ------------------------------------------------------------

function savedTab(p, nav) {
  const d = p.data;
  return page({ bar: bar(p, "Saved"), bottom: nav, fab: fab("add", "New list", () => newList(p)), body: [section("Your lists"), d.lists.map((each) => row({ id: "place_list_row", lead: each.icon, title: each.name, sub: `${each.items.length} place${each.items.length === 1 ? "" : "s"}`, tap: () => p.open("list", { id: each.id }) })),
    section("Labeled"), ["Home", "Work", ...Object.keys(d.labels).filter((each) => !["Home", "Work"].includes(each))].map((name) => row({ id: "labelled_place_row", lead: name === "Work" ? "work" : name === "Home" ? "home" : "label", title: name, sub: d.labels[name]?.address ?? "Set location", tap: () => (d.labels[name] ? p.open("directions", { to: name }) : p.open("search", { pick: { what: "label", name } })), trail: iconButton("more", `Options for ${name}`, () => p.menu([["Change address", () => p.open("search", { pick: { what: "label", name } })], d.labels[name] && ["Remove label", () => { const old = d.labels[name]; delete d.labels[name]; p.snack(`${name} removed`, "Undo", () => { d.labels[name] = old; }); }]]), { id: "options_button" }) })), d.parking && [section("Parking"), row({ id: "parking_row", lead: "car", title: d.parking, sub: "Your parking" })]] });
}

function listScreen(p) {
  const d = p.data;
  const one = d.lists.find((each) => each.id === p.args.id);
  if (!one) return page({ bar: bar(p, "List"), body: empty("bookmark", "This list is gone") });
  const drop = (item) => { const old = one.items; one.items = old.filter((each) => each !== item); p.snack("Removed from list", "Undo", () => { one.items = old; }); };
  const acts = (item) => p.menu([[item.note ? "Edit note" : "Add note", () => p.prompt("Note", item.note, (next) => { item.note = next.trim(); }, { label: "Save" })], ["Remove from list", () => drop(item)]]);
  const menu = [["Rename list", () => p.prompt("Rename list", one.name, (next) => { if (next.trim()) one.name = next.trim(); else p.toast("Enter a name for the list"); }, { hint: "List name", label: "Save" })], ["Share list", () => share(p, `${one.name}: ${one.items.map((item) => placeOf(d, item.place)?.name).filter(Boolean).join(", ")}`)], ["Delete list", () => p.confirm("Delete list?", `"${one.name}" and its ${one.items.length} places will be removed.`, "Delete", () => { d.lists = d.lists.filter((each) => each !== one); p.back(); })]];
  const items = one.items.map((item) => [item, placeOf(d, item.place)]).filter(([, place]) => place);
  return page({ bar: bar(p, one.name, { menu }), fab: fab("add", "Add place", () => p.open("search", { pick: { what: "list", id: one.id } })), body: items.length ? items.map(([item, place]) => row({ id: "place_row", lead: LOOKS[place.category][0], title: place.name, sub: [`${place.rating} ★ · ${place.category}`, item.note].filter(Boolean).join("\n"), tap: () => p.open("place", { id: place.id }), hold: () => acts(item), trail: iconButton("more", `Options for ${place.name}`, () => acts(item), { id: "options_button" }) })) : empty("bookmark", "This list is empty", "Tap + to add a place") });
}

function mineTab(p, nav) {
  const all = Object.entries(p.data.mine);
  return page({ bar: bar(p, "Contribute"), bottom: nav, body: [section("Your reviews"), all.length ? all.map(([id, mine]) => row({ id: "review_row", lead: "star", title: placeOf(p.data, id).name, sub: `${starsText(mine.stars)} · ${mine.text || "No text"}`, tap: () => p.open("review", { id }) })) : empty("edit", "No reviews yet", "Review places you know from their page")] });
}

function settingsScreen(p) {
  const d = p.data;
  return page({ bar: bar(p, "Settings"), body: [select(p, "Distance units", d.units, [["km", "Kilometers"], ["mi", "Miles"]], (next) => { d.units = next; }, { id: "units_spinner" }), select(p, "Preferred travel mode", d.mode, MODES.map(([key]) => key), (next) => { d.mode = next; }, { id: "mode_spinner" }), select(p, "Map type", d.kind, Object.keys(GROUND), (next) => { d.kind = next; }, { id: "kind_spinner" }), toggle("Traffic", d.traffic, (on) => { d.traffic = on; }, { id: "traffic_switch" }), toggle("Voice guidance", d.voice, (on) => { d.voice = on; }, { id: "voice_switch" }), row({ id: "route_options_row", title: "Route options", sub: d.avoid.length ? `Avoid ${d.avoid.join(", ").toLowerCase()}` : "Nothing avoided", tap: () => avoidDialog(p) }), row({ id: "clear_search_history_row", title: "Clear search history", sub: `${d.recent.length} searches`, tap: () => p.confirm("Clear search history?", "Your recent searches will be removed.", "Clear", () => { d.recent = []; }) })] });
}

function offlineScreen(p) {
  const d = p.data;
  return page({ bar: bar(p, "Offline maps"), body: ["Town center", "North side", "South side", "Whole region"].map((name, i) => { const there = d.offline.includes(name); return row({ id: "area_row", lead: "download", title: name, sub: there ? "Downloaded" : `${24 + i * 17} MB`, trail: there ? iconButton("trash", `Delete ${name}`, () => { d.offline = d.offline.filter((each) => each !== name); }, { id: "delete_button" }) : iconButton("download", `Download ${name}`, () => { if (s.settings.global.airplane_mode_on === "1") p.toast("No connection"); else d.offline = [...d.offline, name]; }, { id: "download_button" }) }); }) });
}

function linked(address) {
  const found = /^geo:([-\d.]+),([-\d.]+)(?:\?(?:.*&)?q=([^&]*))?/.exec(address);
  if (!found) return null;
  const words = decodeURIComponent((found[3] ?? "").replaceAll("+", " "));
  return words ? ["results", { words }] : ["main", {}];
}

app({
  id: "maps", name: "Maps", icon: "map", color: "#1e8e5a", start: "main", permissions: ["Location"], links: linked,
  screens: { main: mainScreen, search: searchScreen, results: resultsScreen, place: placeScreen, review: reviewScreen, directions: directionsScreen, trip: tripScreen, list: listScreen, settings: settingsScreen, offline: offlineScreen },
});
