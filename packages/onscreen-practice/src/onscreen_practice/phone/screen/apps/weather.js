"use strict";
// Weather: saved places, current weather, hourly and ten-day forecasts, warnings. Data: places (ids in order), known, notices, units.

const SKY_ICONS = { Sunny: "sunny", "Partly cloudy": "weather", Cloudy: "cloudy", "Light rain": "rainy", Rain: "rainy", Thunderstorm: "storm", Fog: "fog", Windy: "windy", Snow: "snowy" };
const LOOKS = { Sunny: "#3f8fe0,#9fd0f5", "Partly cloudy": "#4b83b8,#a9c9e0", Cloudy: "#5d6f80,#a6b4c0", "Light rain": "#44607a,#8aa4b8", Rain: "#34495e,#7890a4", Thunderstorm: "#2c3144,#6c6f8e", Fog: "#7c878d,#bcc4c7", Windy: "#3d7f8c,#9cc9c9", Snow: "#7f9bb5,#d5e3ee" };
const MORE_WORDS = { 0: "Low", 3: "Moderate", 6: "High", 8: "Very high" };
const placeOf = (p, id) => p.data.known.find((each) => each.id === id);
const full = (place) => `${place.name}, ${place.country}`;
const warm = (p, c) => `${Math.round(p.data.temp_unit === "F" ? (c * 9) / 5 + 32 : c)}°`.replace("-", "−");
const windText = (p, kmh) => ({ "km/h": `${kmh} km/h`, mph: `${Math.round(kmh / 1.609344)} mph`, "m/s": `${Math.round(kmh / 3.6)} m/s` })[p.data.wind_unit];
const pressText = (p, hpa) => (p.data.pressure_unit === "inHg" ? `${(hpa * 0.02953).toFixed(2)} inHg` : `${hpa} hPa`);
const wetText = (p, rain) => { const mm = rain > 40 ? Math.round((rain - 30) / 4) : 0; return p.data.rain_unit === "in" ? `${(mm / 25.4).toFixed(2)} in` : `${mm} mm`; };
const farText = (p, km) => (p.data.wind_unit === "mph" ? `${Math.round(km / 1.609344)} mi` : `${km} km`);
const uvWord = (uv) => MORE_WORDS[Object.keys(MORE_WORDS).map(Number).filter((n) => n <= uv).at(-1)];
const airWord = (n) => (n <= 50 ? "Good" : n <= 100 ? "Moderate" : "Unhealthy for some");
const dayName = (iso) => (iso === today() ? "Today" : iso === addDays(today(), 1) ? "Tomorrow" : shortDate(iso));

function mainScreen(p) {
  const d = p.data;
  if (!d.places.length) return page({ bar: bar(p, "Weather", { actions: [iconButton("add", "Add place", () => p.open("search"), { id: "add_place_button" })] }), body: empty("weather", "No places yet", "Tap + to add one") });
  const shown = d.places.includes(d.shown) ? d.shown : d.places[0];
  const at = d.places.indexOf(shown);
  const go = (by) => { const next = d.places[at + by]; if (!next) return false; d.shown = next; return true; };
  const place = placeOf(p, shown);
  return page({ bar: bar(p, place.name, { sub: place.country, actions: [iconButton("search", "Search places", () => p.open("search"), { id: "search_places_button" }), iconButton("bulleted", "Places", () => p.open("places"), { id: "places_button" })], menu: [["Share", () => share(p, place)], ["Refresh", () => p.toast("Updated just now")], ["Notifications", () => p.open("notices")], ["Units", () => p.open("units")]] }),
    body: v("FrameLayout", { swipe: (way) => (way === "left" ? go(1) : way === "right" ? go(-1) : false), id: "place_page" }, line({ css: "center weather-dots", style: "gap:4px" }, d.places.map((id, i) => v("View", { id: "page_dot", desc: `Page ${i + 1} of ${d.places.length}: ${placeOf(p, id).name}`, css: "weather-dot", selected: i === at, tap: () => { d.shown = id; } }))), placeBody(p, place)) });
}

function placeBody(p, place) {
  const now = place.days[0];
  return [
    place.alerts.map((alert) => v("LinearLayout", { id: "alert", css: "weather-alert", tap: () => p.open("alert", { place: place.id, id: alert.id }) }, ico("warning"), col(text(alert.title, "strong"), text(`${alert.level} · tap for details`, "small")))),
    v("LinearLayout", { css: "weather-now", style: `background:linear-gradient(160deg,${LOOKS[place.sky]})` }, line(col({ css: "grow" }, text(warm(p, place.temp), "weather-temp", { id: "temperature" }), text(place.sky, "big", { id: "condition" })), ico(SKY_ICONS[place.sky], "large")), text(`High ${warm(p, now.high)} · Low ${warm(p, now.low)}`), text(`Feels like ${warm(p, place.feels)}`)),
    line(text("Hourly forecast", "section grow"), button("See all", () => p.open("hours", { place: place.id }), { id: "see_all_button", kind: "text" })),
    v("HorizontalScrollView", { css: "weather-hours", scroll: "x", id: "hourly" }, place.hours.map((hour, i) => v("LinearLayout", { css: "weather-hour", desc: `${i ? hour.time : "Now"}, ${warm(p, hour.temp)}, ${hour.sky}, ${hour.rain}% rain` }, v("View", { html: i ? hour.time : "Now", quiet: true }), ico(SKY_ICONS[hour.sky]), v("View", { html: warm(p, hour.temp), css: "strong", quiet: true }), v("View", { html: `${hour.rain}%`, css: "small soft", quiet: true })))),
    section("10-day forecast"),
    place.days.map((day) => v("LinearLayout", { id: "day_row", css: "row weather-day", desc: `${dayName(day.date)}, ${day.sky}, high ${warm(p, day.high)}, low ${warm(p, day.low)}, ${day.rain}% rain`, tap: () => p.open("day", { place: place.id, date: day.date }) }, v("View", { html: dayName(day.date), css: "grow", quiet: true }), ico(SKY_ICONS[day.sky]), v("View", { html: `${day.rain}%`, css: "small soft weather-rain", quiet: true }), v("View", { html: `${warm(p, day.high)} / ${warm(p, day.low)}`, css: "weather-range", quiet: true }))),
    section("Details"),
    grid(2, [["Wind", windText(p, place.wind), `From the ${place.wind_from}`, "windy"], ["Humidity", `${place.humidity}%`, "Relative", "rainy"], ["UV index", String(place.uv), uvWord(place.uv), "sunny"], ["Pressure", pressText(p, place.pressure), place.pressure < 1013 ? "Low" : "High", "thermometer"], ["Visibility", farText(p, place.visibility), "", "eye"], ["Air quality", String(place.air), airWord(place.air), "fog"], ["Sunrise", now.sunrise, "", "sunrise"], ["Sunset", now.sunset, "", "sunset"]].map(([title, value, sub, icon]) => card({ desc: `${title}: ${value}${sub ? `, ${sub}` : ""}`, css: "weather-fact" }, line(ico(icon, "soft"), v("View", { html: title, css: "soft small", quiet: true })), v("View", { html: value, css: "big", quiet: true }), v("View", { html: sub || "&nbsp;", css: "soft small", quiet: true })))),
  ];
}

function share(p, place) {
  const words = `${full(place)}: ${warm(p, place.temp)}, ${place.sky}`;
  const target = resolveLink(`sms:?body=${encodeURIComponent(words)}`);
  p.menu([target && ["Messages", () => p.launch(...target)], ["Copy", () => { s.clipboard = words; p.toast("Copied"); }]]);
}

function hoursScreen(p) {
  const place = placeOf(p, p.args.place);
  const tab = (p.local.tab ??= "temp");
  const value = { temp: (hour) => warm(p, hour.temp), rain: (hour) => `${hour.rain}%`, wind: (hour) => windText(p, hour.wind) }[tab];
  const most = { temp: 45, rain: 100, wind: 90 }[tab];
  return page({ bar: bar(p, "Hourly forecast", { sub: full(place) }), body: [tabs([["temp", "Temperature"], ["rain", "Rain"], ["wind", "Wind"]], tab, (next) => { p.local.tab = next; }, { id: "chart_tab" }),
    place.hours.map((hour) => row({ id: "hour_row", lead: SKY_ICONS[hour.sky], title: hour.time, sub: hour.sky, trail: line(v("View", { css: "weather-bar", style: `width:${Math.round(Math.max(2, (hour[tab] / most) * 90))}px`, quiet: true }), text(value(hour), "strong weather-value")) }))] });
}

function dayScreen(p) {
  const place = placeOf(p, p.args.place);
  const at = place.days.findIndex((each) => each.date === p.args.date);
  const day = place.days[at];
  const step = (by) => p.replace("day", { place: place.id, date: place.days[at + by].date });
  return page({ bar: bar(p, dayName(day.date), { sub: full(place), actions: [iconButton("left", "Previous day", () => step(-1), { id: "previous_day_button", enabled: at > 0 }), iconButton("right", "Next day", () => step(1), { id: "next_day_button", enabled: at < place.days.length - 1 })] }), body: [
    v("LinearLayout", { css: "weather-now", style: `background:linear-gradient(160deg,${LOOKS[day.sky]})` }, line(col({ css: "grow" }, text(`${warm(p, day.high)} / ${warm(p, day.low)}`, "weather-mid"), text(day.sky, "big")), ico(SKY_ICONS[day.sky], "large"))),
    [["Chance of rain", `${day.rain}%`], ["Rain amount", wetText(p, day.rain)], ["Wind", windText(p, day.wind)], ["Humidity", `${day.humidity}%`], ["UV index", `${day.uv} · ${uvWord(day.uv)}`], ["Sunrise", day.sunrise], ["Sunset", day.sunset]].map(([title, value]) => row({ id: "fact_row", title, trail: text(value, "strong") }))] });
}

function alertScreen(p) {
  const place = placeOf(p, p.args.place);
  const alert = place.alerts.find((each) => each.id === p.args.id);
  return page({ bar: bar(p, "Weather alert", { sub: full(place) }), body: [line({ css: "pad" }, ico("warning", "bad"), text(alert.title, "big")), row({ id: "level_row", title: "Level", trail: text(alert.level, "strong") }), row({ id: "from_row", title: "From", trail: text(`${shortDate(alert.start)}, ${alert.start.slice(11)}`) }), row({ id: "until_row", title: "Until", trail: text(`${shortDate(alert.end)}, ${alert.end.slice(11)}`) }), rule(), text(alert.text), text("Issued by the weather service", "soft small pad")] });
}

// --- places ------------------------------------------------------------------------------------

function placesScreen(p) {
  const d = p.data;
  const editing = p.local.editing;
  const move = (id, to) => { d.places = d.places.filter((each) => each !== id); d.places.splice(Math.max(0, Math.min(d.places.length, to)), 0, id); };
  const drop = (place) => { const old = d.places; d.places = old.filter((each) => each !== place.id); p.snack(`${place.name} removed`, "Undo", () => { d.places = old; }); };
  const rows = d.places.map((id, i) => {
    const place = placeOf(p, id);
    const acts = () => p.menu([i > 0 && ["Move up", () => move(id, i - 1)], i < d.places.length - 1 && ["Move down", () => move(id, i + 1)], i > 0 && ["Move to top", () => move(id, 0)], ["Remove", () => drop(place)]]);
    const carry = (nodes) => { const onto = nodes.find((n) => n.place && n.place !== id); if (onto) move(id, d.places.indexOf(onto.place)); };
    const trail = editing ? line(iconButton("dots", `Reorder ${place.name}`, acts, { id: "reorder_button" }), iconButton("trash", `Remove ${place.name}`, () => drop(place), { id: "remove_button" })) : line(ico(SKY_ICONS[place.sky], "soft"), text(warm(p, place.temp), "big"));
    return { ...row({ id: "place_row", title: place.name, sub: [place.country, id === d.notices.place && "notifications", place.alerts.length > 0 && "alert"].filter(Boolean).join(" · "), trail, hold: editing ? undefined : acts, tap: () => { if (!editing) { d.shown = id; p.back(); } } }), carry: editing && carry, place: id };
  });
  return page({ bar: bar(p, editing ? "Edit places" : "Places", { actions: [d.places.length > 0 && (editing ? button("Done", () => { p.local.editing = false; }, { id: "done_button", kind: "text" }) : iconButton("edit", "Edit places", () => { p.local.editing = true; }, { id: "edit_places_button" }))] }), body: rows.length ? [...rows, editing && text("Hold and drag to reorder", "soft small center pad")] : empty("place", "No places yet", "Tap + to add one"), fab: fab("add", "Add place", () => p.open("search")) });
}

function searchScreen(p) {
  const d = p.data;
  const words = (p.local.words ?? "").trim();
  const found = words ? d.known.filter((each) => has(full(each), words)) : d.recent.map((id) => placeOf(p, id));
  const look = (place) => { d.recent = [place.id, ...d.recent.filter((id) => id !== place.id)].slice(0, 5); p.open("preview", { place: place.id }); };
  return page({ bar: bar(p, "Add place"), body: [searchField(p, "words", "Search for a city", { opens: true }), !words && found.length > 0 && section("Recent searches"),
    found.map((place) => row({ id: "place_row", lead: words ? "place" : "history", title: full(place), sub: d.places.includes(place.id) ? "Added" : "", tap: () => look(place) })), !found.length && (words ? empty("search", `No results for "${words}"`, "Check the spelling") : empty("world", "Search for a city", "Its forecast can then be added"))] });
}

function previewScreen(p) {
  const place = placeOf(p, p.args.place);
  const there = p.data.places.includes(place.id);
  const add = () => { if (p.data.places.length >= 10) { p.toast("You can keep up to 10 places"); return; } p.data.places.push(place.id); p.data.shown = place.id; p.root(); p.toast(`${place.name} added`); };
  return page({ bar: bar(p, place.name, { sub: place.country, actions: [there ? text("Added", "soft small pad") : button("Add", add, { id: "add_button", kind: "text" })] }), body: placeBody(p, place) });
}

// --- settings ----------------------------------------------------------------------------------

function unitsScreen(p) {
  const d = p.data;
  const choice = (title, key, options) => [section(title), radios(options, d[key], (next) => { d[key] = next; }, { id: `${key}_radio` })];
  return page({ bar: bar(p, "Units"), body: [choice("Temperature", "temp_unit", [["C", "Celsius (°C)"], ["F", "Fahrenheit (°F)"]]), choice("Wind speed", "wind_unit", [["km/h", "Kilometers per hour"], ["mph", "Miles per hour"], ["m/s", "Meters per second"]]), choice("Pressure", "pressure_unit", [["hPa", "Hectopascals (hPa)"], ["inHg", "Inches of mercury (inHg)"]]), choice("Precipitation", "rain_unit", [["mm", "Millimeters (mm)"], ["in", "Inches (in)"]])] });
}

function noticesScreen(p) {
  const n = p.data.notices;
  return page({ bar: bar(p, "Notifications"), body: [toggle("Severe weather alerts", n.severe, (on) => { n.severe = on; }, { id: "severe_switch" }), toggle("Rain starting soon", n.rain, (on) => { n.rain = on; }, { id: "rain_switch" }), toggle("Daily forecast", n.daily, (on) => { n.daily = on; }, { id: "daily_switch", sub: `Every day at ${n.daily_at}` }),
    row({ id: "daily_forecast_time_row", title: "Daily forecast time", sub: n.daily_at, enabled: n.daily, tap: n.daily && (() => p.pickTime(n.daily_at, (next) => { n.daily_at = next; })) }),
    select(p, "Place for notifications", n.place, p.data.places.map((id) => [id, placeOf(p, id).name]), (next) => { n.place = next; }, { id: "place_spinner" })] });
}

app({
  id: "weather", name: "Weather", icon: "weather", color: "#3f8fe0", start: "main", permissions: ["Location"],
  screens: { main: mainScreen, hours: hoursScreen, day: dayScreen, alert: alertScreen, places: placesScreen, search: searchScreen, preview: previewScreen, units: unitsScreen, notices: noticesScreen },
});
