"use strict";
// Calculator: expressions with brackets and functions, a memory, a history and converters. Data: history, memory, converter, tip.

const NAMES = { "÷": "divide", "×": "multiply", "−": "minus", "+": "plus", "%": "percent", ".": "point", "=": "equals", "√": "square root", "π": "pi", "^": "power", "!": "factorial", "⌫": "delete", "( )": "parentheses", AC: "clear" };
const KEY_IDS = { "÷": "key_divide", "×": "key_multiply", "−": "key_minus", "+": "key_plus", "%": "key_percent", ".": "key_point", "=": "key_equals", "√": "key_root", "π": "key_pi", "^": "key_power", "!": "key_factorial", "⌫": "key_delete", "( )": "key_parentheses", AC: "key_clear" };
const FUNCTIONS = ["sin", "cos", "tan", "ln", "log", "asin", "acos", "atan", "exp", "√"];

class Wrong extends Error {}

// --- parsing and evaluation --------------------------------------------------------------------

function tokensOf(expression) {
  const found = expression.match(/\d+\.?\d*(?:E[+−]?\d+)?|\.\d+|asin|acos|atan|sin|cos|tan|ln|log|exp|[πe√+−×÷^%!()]/g) ?? [];
  if (found.join("") !== expression || !found.length) throw new Wrong("Format error");
  return found;
}

/** Evaluate an expression by recursive descent: sums, products, powers, then signs and functions. */
function evaluate(expression, angle) {
  const tokens = tokensOf(expression);
  let at = 0;
  const next = () => tokens[at];
  const starts = (token) => token !== undefined && (/^[\d.(πe√]/.test(token) || FUNCTIONS.includes(token));
  const sum = () => {
    let value = product();
    while (next() === "+" || next() === "−") {
      const sign = tokens[at++] === "+" ? 1 : -1;
      const from = at;
      const right = product();
      const share = at === from + 2 && tokens[at - 1] === "%";
      value += sign * (share ? value * right : right);
    }
    return value;
  };
  const product = () => {
    let value = signed();
    while (["×", "÷"].includes(next()) || starts(next())) {
      const divide = next() === "÷";
      if (["×", "÷"].includes(next())) at += 1;
      const right = signed();
      if (divide && right === 0) throw new Wrong("Can't divide by 0");
      value = divide ? value / right : value * right;
    }
    return value;
  };
  const signed = () => {
    if (next() === "−") { at += 1; return -signed(); }
    if (next() === "+") { at += 1; return signed(); }
    return power();
  };
  const power = () => {
    const base = after();
    if (next() !== "^") return base;
    at += 1;
    return base ** signed();
  };
  const after = () => {
    let value = single();
    while (next() === "%" || next() === "!") value = tokens[at++] === "%" ? value / 100 : factorial(value);
    return value;
  };
  const single = () => {
    const token = tokens[at++];
    if (token === undefined) throw new Wrong("Format error");
    if (token === "π") return Math.PI;
    if (token === "e") return Math.E;
    if (token === "(") { const value = sum(); if (next() === ")") at += 1; else if (at < tokens.length) throw new Wrong("Format error"); return value; }
    if (FUNCTIONS.includes(token)) return applied(token, next() === "(" ? single() : signed(), angle);
    const value = Number(token.replace("−", "-"));
    if (Number.isNaN(value)) throw new Wrong("Format error");
    return value;
  };
  const value = sum();
  if (at < tokens.length) throw new Wrong("Format error");
  if (Number.isNaN(value)) throw new Wrong("Domain error");
  if (!Number.isFinite(value)) throw new Wrong("Value too large");
  return Number(value.toPrecision(14));
}

function factorial(n) {
  if (!Number.isInteger(n) || n < 0) throw new Wrong("Domain error");
  if (n > 170) throw new Wrong("Value too large");
  return n < 2 ? 1 : n * factorial(n - 1);
}

function applied(name, x, angle) {
  const turn = angle === "deg" ? Math.PI / 180 : 1;
  if ((["ln", "log"].includes(name) && x <= 0) || (name === "√" && x < 0) || (["asin", "acos"].includes(name) && Math.abs(x) > 1)) throw new Wrong("Domain error");
  if (name === "tan" && Math.abs(Math.cos(x * turn)) < 1e-12) throw new Wrong("Domain error");
  return { sin: () => Math.sin(x * turn), cos: () => Math.cos(x * turn), tan: () => Math.tan(x * turn), asin: () => Math.asin(x) / turn, acos: () => Math.acos(x) / turn, atan: () => Math.atan(x) / turn, ln: () => Math.log(x), log: () => Math.log10(x), exp: () => Math.exp(x), "√": () => Math.sqrt(x) }[name]();
}

function outcome(d, expression) {
  try {
    return { value: evaluate(expression, d.angle) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { wrong: error.message };
  }
}

function plain(d, value) {
  const near = Math.abs(value) < 1e-12 ? 0 : value;
  if (near !== 0 && (Math.abs(near) >= 1e15 || Math.abs(near) < 1e-7)) return near.toExponential(6).replace(/\.?0+e/, "e").replace("e+", "E").replace("e-", "E−").replace(/^-/, "−");
  const words = d.decimals === "auto" ? String(Number(near.toPrecision(12))) : near.toFixed(Number(d.decimals));
  return words.replace("-", "−");
}

const group = (d, words) => (d.grouping ? words.replace(/\d+(\.\d*)?/g, (n) => { const [whole, part] = n.split("."); return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part === undefined ? "" : `.${part}`); }) : words);
const pretty = (d, value) => group(d, plain(d, value));
const simple = (expression) => /^−?[\d.]+(E−?\d+)?$/.test(expression);

// --- the keys ----------------------------------------------------------------------------------

function keyed(p, key) {
  const d = p.data;
  const fresh = p.local.done;
  const now = fresh && !"+−×÷^%!".includes(key) ? "" : d.expression;
  p.local.wrong = p.local.done = null;
  const last = now.at(-1) ?? "";
  if (key === "AC") d.expression = "";
  else if (key === "⌫") d.expression = fresh ? "" : now.replace(/(asin|acos|atan|sin|cos|tan|log|exp|ln)\($|.$/u, "");
  else if (key === "=") equals(p);
  else if (key === "( )") { const open = now.split("(").length > now.split(")").length; d.expression = now + (open && /[\d)πe%!]/.test(last) ? ")" : "("); }
  else if (key === ".") { if (!/\d*\.\d*$/.test(now)) d.expression = now + (/\d/.test(last) ? "." : "0."); }
  else if ("+×÷^%!".includes(key)) { if (now && last !== "(") d.expression = "+−×÷^".includes(last) && !"%!".includes(key) ? now.slice(0, -1) + key : now + key; }
  else if (key === "−") d.expression = last === "−" ? now : last === "+" ? `${now.slice(0, -1)}−` : now + key;
  else if (FUNCTIONS.includes(key) && key !== "√") d.expression = `${now}${key}(`;
  else if (now.length < 60) d.expression = now + key;
  else p.toast("Can't enter more than 60 characters");
}

function equals(p) {
  const d = p.data;
  if (!d.expression || simple(d.expression)) return;
  const { value, wrong } = outcome(d, d.expression);
  if (wrong) { p.local.wrong = wrong; return; }
  if (d.keep_history) d.history.unshift({ id: newId(), expression: d.expression, result: pretty(d, value), date: today(), note: "" });
  d.expression = plain(d, value);
  p.local.done = true;
}

function remember(p, key) {
  const d = p.data;
  const { value } = d.expression ? outcome(d, d.expression) : {};
  if (key === "MC") d.memory = null;
  else if (key === "MR") { if (d.memory !== null) { const words = plain(d, d.memory); keyed(p, words.startsWith("−") && d.expression && !p.local.done ? `(${words})` : words); } }
  else if (value === undefined) p.toast("There is no number to store");
  else d.memory = key === "MS" ? value : (d.memory ?? 0) + (key === "M+" ? value : -value);
}

function keypad(p) {
  const d = p.data;
  const key = (symbol, css, run) => v("Button", { id: KEY_IDS[symbol] ?? `key_${symbol}`, text: symbol, desc: NAMES[symbol], css: `calc-key ${css ?? ""}`, tap: run ?? (() => keyed(p, symbol)) });
  const more = d.inverse ? ["asin", "acos", "atan", "exp"] : ["sin", "cos", "tan", "ln"];
  const deep = d.scientific ? [more.map((each) => key(each, "calc-deep")), [key("log", "calc-deep"), key("e", "calc-deep"), v("Button", { id: "inverse_button", text: "INV", desc: "inverse", css: `calc-key calc-deep ${d.inverse ? "calc-lit" : ""}`, selected: d.inverse, tap: () => { d.inverse = !d.inverse; } }), v("Button", { id: "angle_button", text: d.angle === "deg" ? "RAD" : "DEG", desc: d.angle === "deg" ? "switch to radians" : "switch to degrees", css: "calc-key calc-deep", tap: () => { d.angle = d.angle === "deg" ? "rad" : "deg"; } })]] : [];
  const rows = [["MC", "MR", "M+", "M-", "MS"].map((each) => v("Button", { id: `${{ MC: "clear", MR: "recall", "M+": "add", "M-": "subtract", MS: "store" }[each]}_memory_button`, text: each, desc: { MC: "memory clear", MR: "memory recall", "M+": "memory add", "M-": "memory subtract", MS: "memory store" }[each], css: "calc-key calc-deep", enabled: !(d.memory === null && ["MC", "MR"].includes(each)), tap: () => remember(p, each) })),
    ["√", "π", "^", "!"].map((each) => key(each, "calc-deep")).concat(v("ImageButton", { id: "functions_button", desc: d.scientific ? "Fewer functions" : "More functions", css: "calc-key calc-deep", tap: () => { d.scientific = !d.scientific; } }, ico(d.scientific ? "up" : "down"))), ...deep,
    [key("AC", "calc-clear"), key("( )", "calc-sign"), key("%", "calc-sign"), key("÷", "calc-sign")], [..."789"].map((n) => key(n)).concat(key("×", "calc-sign")), [..."456"].map((n) => key(n)).concat(key("−", "calc-sign")), [..."123"].map((n) => key(n)).concat(key("+", "calc-sign")), [key("0"), key("."), key("⌫"), key("=", "calc-equal")]];
  return col({ css: `calc-pad ${d.scientific ? "calc-tight" : ""}` }, rows.map((keys) => line({ css: "calc-row" }, keys)));
}

function mainScreen(p) {
  const d = p.data;
  const { value } = d.expression && !simple(d.expression) ? outcome(d, d.expression) : {};
  return page({ still: true, bar: bar(p, "Calculator", { actions: [iconButton("history", "History", () => p.open("history"), { id: "history_button" })], menu: [["Unit converter", () => p.open("converter")], ["Tip calculator", () => p.open("tip")], ["Date calculator", () => p.open("dates")], ["Clear history", () => clearAll(p)], ["Settings", () => p.open("settings")]] }), body: [
    col({ css: "calc-display" }, line({ css: "small soft calc-modes" }, text(d.angle === "deg" ? "DEG" : "RAD", "", { id: "mode" }), d.memory !== null && text(`M = ${pretty(d, d.memory)}`, "", { id: "memory" })),
      text(group(d, d.expression) || "0", `calc-expression ${d.expression.length > 14 ? "calc-long" : ""}`, { id: "formula", hold: () => p.menu([["Copy", () => { s.clipboard = group(d, d.expression); p.toast("Copied"); }], ["Paste", () => pasted(p)]]) }),
      text(p.local.wrong ?? (value === undefined ? "" : pretty(d, value)), p.local.wrong ? "bad calc-result" : "soft calc-result", { id: "result_preview" })),
    keypad(p)] });
}

function pasted(p) {
  const words = s.clipboard.replaceAll(",", "").replaceAll("-", "−").replaceAll("*", "×").replaceAll("/", "÷").replace(/\s/g, "");
  if (outcome(p.data, words).wrong) p.toast("The clipboard holds no sum");
  else p.data.expression = words;
}

// --- history -----------------------------------------------------------------------------------

function clearAll(p) {
  const old = p.data.history;
  if (!old.length) { p.toast("History is empty"); return; }
  p.confirm("Clear history?", `${old.length} calculations will be removed.`, "Clear", () => { p.data.history = []; p.snack("History cleared", "Undo", () => { p.data.history = old; }); });
}

function historyScreen(p) {
  const d = p.data;
  const words = p.local.words ?? "";
  const found = d.history.filter((each) => has(`${group(d, each.expression)} ${each.expression} ${each.result} ${each.note}`, words));
  const days = [...new Set(found.map((each) => each.date))];
  const drop = (one) => { const old = d.history; d.history = old.filter((each) => each !== one); p.snack("Calculation deleted", "Undo", () => { d.history = old; }); };
  const use = (what) => { d.expression = what.replaceAll(",", ""); p.back(); };
  const acts = (one) => p.menu([["Use result", () => use(one.result)], ["Use expression", () => use(one.expression)], ["Copy result", () => { s.clipboard = one.result; p.toast("Copied"); }], [one.note ? "Edit note" : "Add note", () => p.prompt("Note", one.note, (next) => { one.note = next.trim(); }, { label: "Save" })], ["Delete", () => drop(one)]]);
  return page({ bar: bar(p, "History", { actions: [iconButton("trash", "Clear history", () => clearAll(p), { id: "clear_history_button" })] }), body: [d.history.length > 0 && searchField(p, "words", "Search history"),
    days.map((day) => [section(day === today() ? "Today" : day === addDays(today(), -1) ? "Yesterday" : longDate(day)), found.filter((each) => each.date === day).map((one) => v("LinearLayout", { id: "history_item", css: "row calc-past", tap: () => acts(one), hold: () => acts(one), swipe: (way) => way === "left" && (drop(one), true) }, col({ css: "row-text" }, one.note && text(one.note, "small strong"), text(group(d, one.expression), "soft"), text(`= ${one.result}`, "calc-past-result"))))]),
    !found.length && (words && d.history.length ? empty("search", "Nothing found") : empty("history", "No history"))] });
}

// --- converters --------------------------------------------------------------------------------

const UNITS = {
  Length: { Millimeters: 0.001, Centimeters: 0.01, Meters: 1, Kilometers: 1000, Inches: 0.0254, Feet: 0.3048, Yards: 0.9144, Miles: 1609.344 },
  Mass: { Grams: 0.001, Kilograms: 1, Tonnes: 1000, Ounces: 0.028349523125, Pounds: 0.45359237, Stones: 6.35029318 },
  Temperature: { Celsius: 1, Fahrenheit: 1, Kelvin: 1 },
  Area: { "Square meters": 1, Hectares: 10000, "Square kilometers": 1e6, "Square feet": 0.09290304, Acres: 4046.8564224, "Square miles": 2589988.110336 },
  Volume: { Milliliters: 0.001, Liters: 1, "Cubic meters": 1000, Teaspoons: 0.00492892159375, Cups: 0.2365882365, "Pints (US)": 0.473176473, "Gallons (US)": 3.785411784 },
  Speed: { "Meters per second": 1, "Kilometers per hour": 1 / 3.6, "Miles per hour": 0.44704, Knots: 0.514444444444 },
  Time: { Seconds: 1, Minutes: 60, Hours: 3600, Days: 86400, Weeks: 604800 },
  Data: { Bytes: 1, Kilobytes: 1000, Megabytes: 1e6, Gigabytes: 1e9, Mebibytes: 1048576, Gibibytes: 1073741824 },
};
const toKelvin = { Celsius: (n) => n + 273.15, Fahrenheit: (n) => ((n - 32) * 5) / 9 + 273.15, Kelvin: (n) => n };
const fromKelvin = { Celsius: (n) => n - 273.15, Fahrenheit: (n) => ((n - 273.15) * 9) / 5 + 32, Kelvin: (n) => n };
const converted = (category, amount, from, to) => Number((category === "Temperature" ? fromKelvin[to](toKelvin[from](amount)) : (amount * UNITS[category][from]) / UNITS[category][to]).toPrecision(12));

function converterScreen(p) {
  const d = p.data, c = d.converter;
  const names = Object.keys(UNITS[c.category]);
  const amount = /^[−-]?\d*\.?\d+$/.test(c.amount.trim()) ? Number(c.amount.trim().replace("−", "-")) : null;
  const show = (to) => group({ grouping: d.grouping }, String(Number(converted(c.category, amount, c.source, to).toPrecision(8))).replace("-", "−"));
  return page({ bar: bar(p, "Unit converter"), body: [
    chips(Object.keys(UNITS), c.category, (next) => { const [a, b] = Object.keys(UNITS[next]); Object.assign(c, { category: next, source: a, target: b }); }, { id: "category_chip" }),
    select(p, "From", c.source, names, (next) => { c.source = next; }, { id: "source_spinner" }), labelled(p, "amount", "Amount", { type: "number", max: 16, value: c.amount, change: (next) => { c.amount = next; } }),
    line({ css: "center" }, iconButton("sort", "Swap units", () => { [c.source, c.target] = [c.target, c.source]; }, { id: "swap_units_button" })), select(p, "To", c.target, names, (next) => { c.target = next; }, { id: "target_spinner" }),
    card({}, amount === null ? text(c.amount ? "Enter a valid number" : "Enter an amount", c.amount ? "bad" : "soft") : [text(`${show(c.target)} ${c.target.toLowerCase()}`, "big", { id: "converted" }), button("Copy", () => { s.clipboard = show(c.target); p.toast("Copied"); }, { id: "copy_button", kind: "text" })]),
    amount !== null && [section("All units"), names.map((to) => row({ id: "unit_row", title: to, meta: show(to), tap: () => { c.target = to; } }))]] });
}

function tipScreen(p) {
  const t = p.data.tip;
  const bill = /^\d*\.?\d+$/.test(t.bill.trim()) ? Number(t.bill) : null;
  const cash = (n) => `$${group({ grouping: true }, n.toFixed(2))}`;
  const tip = bill === null ? 0 : Math.round(bill * t.percent) / 100;
  return page({ bar: bar(p, "Tip calculator"), body: [labelled(p, "bill", "Bill", { type: "number", max: 9, value: t.bill, change: (next) => { t.bill = next; } }), t.bill && bill === null && text("Enter a valid amount", "bad small"),
    text(`Tip: ${t.percent}%`), slider("Tip percentage", t.percent, { id: "percent_slider", max: 40, change: (next) => { t.percent = next; } }), line({ css: "wrap" }, [10, 15, 18, 20, 25].map((n) => v("RadioButton", { id: "tip_percent_radio", text: `${n}%`, checked: n === t.percent, css: "chip", tap: () => { t.percent = n; } }))),
    section("Split"), line(iconButton("minus", "Fewer people", () => { t.people -= 1; }, { id: "fewer_people_button", enabled: t.people > 1 }), text(`${t.people} ${t.people === 1 ? "person" : "people"}`), iconButton("add", "More people", () => { t.people += 1; }, { id: "more_people_button", enabled: t.people < 30 })),
    bill !== null && card({}, row({ id: "tip_row", title: "Tip", meta: cash(tip) }), row({ id: "total_row", title: "Total", meta: cash(bill + tip) }), row({ id: "per_person_row", title: "Per person", meta: cash((bill + tip) / t.people) }))] });
}

function datesScreen(p) {
  const l = p.local;
  l.from ??= today();
  l.to ??= addDays(today(), 30);
  const days = Math.round((dateOf(l.to) - dateOf(l.from)) / 86400000);
  return page({ bar: bar(p, "Date calculator"), body: [row({ id: "from_date_row", title: "From", sub: longDate(l.from), tap: () => p.pickDate(l.from, (day) => { l.from = day; }) }), row({ id: "to_date_row", title: "To", sub: longDate(l.to), tap: () => p.pickDate(l.to, (day) => { l.to = day; }) }),
    card({}, text("Difference", "soft small"), text(`${Math.abs(days)} days`, "big"), text(`${Math.floor(Math.abs(days) / 7)} weeks and ${Math.abs(days) % 7} days`, "soft"))] });
}

function settingsScreen(p) {
  const d = p.data;
  return page({ bar: bar(p, "Settings"), body: [select(p, "Angle unit", d.angle, [["deg", "Degrees"], ["rad", "Radians"]], (next) => { d.angle = next; }, { id: "angle_spinner" }), select(p, "Decimal places", d.decimals, [["auto", "Automatic"], ...[..."0123456"].map((n) => [n, n])], (next) => { d.decimals = next; }, { id: "decimals_spinner" }),
    toggle("Thousands separators", d.grouping, (on) => { d.grouping = on; }, { id: "grouping_switch" }), toggle("Keep history", d.keep_history, (on) => { d.keep_history = on; }, { id: "keep_history_switch", sub: "New calculations are added to the history" }), toggle("Vibrate on key press", d.vibrate, (on) => { d.vibrate = on; }, { id: "vibrate_switch" })] });
}

app({
  id: "calculator", name: "Calculator", icon: "calculator", color: "#2e7d6b", start: "main",
  screens: { main: mainScreen, history: historyScreen, converter: converterScreen, tip: tipScreen, dates: datesScreen, settings: settingsScreen },
});
