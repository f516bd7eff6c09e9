"use strict";
// Sheets: workbooks of cells with formulas. Data: books (each with sheets of cells by name such as B3), order, settings.

const ROW = 38, HEAD = 30, SIDE = 40, WIDE = 104;
const letter = (c) => (c < 26 ? String.fromCharCode(65 + c) : letter(Math.floor(c / 26) - 1) + letter(c % 26));
const column = (letters) => [...letters].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 64, 0) - 1;
const named = (r, c) => `${letter(c)}${r + 1}`;
const placeOf = (name) => { const [, letters, digits] = name.match(/^\$?([A-Z]+)\$?(\d+)$/); return [Number(digits) - 1, column(letters)]; };
const REFERENCE = /"[^"]*"|(\$?)([A-Z]{1,2})(\$?)(\d+)(?::(\$?)([A-Z]{1,2})(\$?)(\d+))?(?![A-Z0-9(])/g;
class Wrong { constructor(code) { this.code = code; } }
const wrong = (code) => { throw new Wrong(code); };

// --- formulas ----------------------------------------------------------------------------------

const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"([^"]*)"|(?:(?:'([^']+)'|([A-Za-z]\w*))!)?(\$?[A-Za-z]{1,2}\$?\d+)(?![A-Za-z0-9(])|([A-Za-z]+)|(<=|>=|<>|[-+*/^&=<>(),:;%]))/y;

function tokens(source) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const m = TOKEN.exec(source);
    if (!m) wrong("#ERROR!");
    const [, number, words, quotedSheet, plainSheet, ref, name, sign] = m;
    found.push(number !== undefined ? { number: Number(number) } : words !== undefined ? { words } : ref ? { ref: ref.toUpperCase().replaceAll("$", ""), sheet: quotedSheet ?? plainSheet } : name ? { name: name.toUpperCase() } : { sign: sign === ";" ? "," : sign });
  }
  return found;
}

const numberOf = (value) => (Array.isArray(value) ? numberOf(value[0]) : value === "" || value === false ? 0 : value === true ? 1 : typeof value === "number" ? value : value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : wrong("#VALUE!"));
const wordsOf = (value) => (Array.isArray(value) ? wordsOf(value[0] ?? "") : value === true ? "TRUE" : value === false ? "FALSE" : String(value));
const numbers = (args) => args.flat(Infinity).filter((each) => typeof each === "number");
const fits = (value, rule) => { const m = wordsOf(rule).match(/^(<=|>=|<>|<|>|=)?(.*)$/); const goal = Number(m[2]); const both = typeof value === "number" && m[2] !== "" && Number.isFinite(goal); const [a, b] = both ? [value, goal] : [wordsOf(value).toLowerCase(), m[2].toLowerCase()]; return { "<=": a <= b, ">=": a >= b, "<>": a !== b, "<": a < b, ">": a > b }[m[1]] ?? a === b; };
const mean = (all) => (all.length ? all.reduce((a, b) => a + b, 0) / all.length : wrong("#DIV/0!"));
const FUNCTIONS = {
  SUM: (...a) => numbers(a).reduce((x, y) => x + y, 0), AVERAGE: (...a) => mean(numbers(a)), MIN: (...a) => (numbers(a).length ? Math.min(...numbers(a)) : 0), MAX: (...a) => (numbers(a).length ? Math.max(...numbers(a)) : 0),
  COUNT: (...a) => numbers(a).length, COUNTA: (...a) => a.flat(Infinity).filter((each) => each !== "").length, PRODUCT: (...a) => numbers(a).reduce((x, y) => x * y, 1),
  MEDIAN: (...a) => { const all = numbers(a).sort((x, y) => x - y); return all.length ? (all[Math.floor((all.length - 1) / 2)] + all[Math.ceil((all.length - 1) / 2)]) / 2 : wrong("#NUM!"); },
  COUNTIF: (range, rule) => range.filter((each) => fits(each, rule)).length, SUMIF: (range, rule, sums) => range.reduce((sum, each, i) => sum + (fits(each, rule) && typeof (sums ?? range)[i] === "number" ? (sums ?? range)[i] : 0), 0), AVERAGEIF: (range, rule, sums) => mean((sums ?? range).filter((each, i) => typeof each === "number" && fits(range[i], rule))),
  ROUND: (n, places = 0) => { const f = 10 ** numberOf(places); return Math.round(numberOf(n) * f) / f; }, ABS: (n) => Math.abs(numberOf(n)), SQRT: (n) => (numberOf(n) < 0 ? wrong("#NUM!") : Math.sqrt(numberOf(n))), MOD: (a, b) => (numberOf(b) === 0 ? wrong("#DIV/0!") : numberOf(a) - numberOf(b) * Math.floor(numberOf(a) / numberOf(b))),
  AND: (...a) => a.flat(Infinity).every((each) => numberOf(each) !== 0), OR: (...a) => a.flat(Infinity).some((each) => numberOf(each) !== 0), NOT: (a) => numberOf(a) === 0, LEN: (a) => wordsOf(a).length, UPPER: (a) => wordsOf(a).toUpperCase(), LOWER: (a) => wordsOf(a).toLowerCase(),
  CONCATENATE: (...a) => a.flat(Infinity).map(wordsOf).join(""), TODAY: () => today(), IF: (...a) => a,
};

/** Evaluate a formula; `cell` returns the value of a reference. */
function formula(source, cell) {
  const all = tokens(source);
  let at = 0;
  const sign = (...signs) => (signs.includes(all[at]?.sign) ? all[at++].sign : null);
  const binary = (next, table) => () => { let left = next(); for (let op = sign(...Object.keys(table)); op; op = sign(...Object.keys(table))) { const right = next(); const a = left; left = () => table[op](a(), right()); } return left; };
  const compare = (test) => (a, b) => { const [x, y] = typeof a === "number" && typeof b === "number" ? [a, b] : [wordsOf(a).toLowerCase(), wordsOf(b).toLowerCase()]; return test(x, y); };
  const primary = () => {
    const t = all[at++] ?? wrong("#ERROR!");
    if (t.number !== undefined) return () => t.number;
    if (t.words !== undefined) return () => t.words;
    if (t.ref) {
      if (!sign(":")) return () => cell(t.ref, t.sheet);
      const end = all[at++]?.ref ?? wrong("#ERROR!");
      const [[r1, c1], [r2, c2]] = [placeOf(t.ref), placeOf(end)];
      const names = [];
      for (let r = Math.min(r1, r2); r <= Math.min(Math.max(r1, r2), 999); r++) for (let c = Math.min(c1, c2); c <= Math.max(c1, c2); c++) names.push(named(r, c));
      return () => names.map((each) => cell(each, t.sheet));
    }
    if (t.sign === "(") { const inner = expression(); if (!sign(")")) wrong("#ERROR!"); return inner; }
    if (t.sign === "-") { const inner = percent(); return () => -numberOf(inner()); }
    if (t.sign === "+") return percent();
    if (t.name && ["TRUE", "FALSE"].includes(t.name) && all[at]?.sign !== "(") return () => t.name === "TRUE";
    if (t.name) return call(t.name);
    return wrong("#ERROR!");
  };
  const call = (name) => {
    if (!sign("(")) wrong("#NAME?");
    const args = [];
    if (!sign(")")) { do args.push(expression()); while (sign(",")); if (!sign(")")) wrong("#ERROR!"); }
    if (!Object.hasOwn(FUNCTIONS, name)) wrong("#NAME?");
    if (name === "IF") return () => { if (args.length < 2) wrong("#N/A"); const picked = numberOf(args[0]()) !== 0 ? args[1] : args[2]; return picked ? picked() : false; };
    if (/IF$/.test(name)) return () => { const given = args.map((each) => each()); if (given.length < 2 || !Array.isArray(given[0])) wrong("#N/A"); return FUNCTIONS[name](...given); };
    return () => FUNCTIONS[name](...args.map((each) => each()));
  };
  const percent = () => { let inner = primary(); while (sign("%")) { const a = inner; inner = () => numberOf(a()) / 100; } return inner; };
  const power = binary(percent, { "^": (a, b) => numberOf(a) ** numberOf(b) });
  const times = binary(power, { "*": (a, b) => numberOf(a) * numberOf(b), "/": (a, b) => (numberOf(b) === 0 ? wrong("#DIV/0!") : numberOf(a) / numberOf(b)) });
  const plus = binary(times, { "+": (a, b) => numberOf(a) + numberOf(b), "-": (a, b) => numberOf(a) - numberOf(b) });
  const joined = binary(plus, { "&": (a, b) => wordsOf(a) + wordsOf(b) });
  const expression = binary(joined, { "=": compare((a, b) => a === b), "<>": compare((a, b) => a !== b), "<": compare((a, b) => a < b), ">": compare((a, b) => a > b), "<=": compare((a, b) => a <= b), ">=": compare((a, b) => a >= b) });
  const whole = expression();
  if (at < all.length) wrong("#ERROR!");
  const value = whole();
  return Array.isArray(value) ? value[0] ?? "" : typeof value === "number" && !Number.isFinite(value) ? wrong("#NUM!") : value;
}

/** Return a cell's value: number, text, boolean or Wrong; `open` are the cells being evaluated, to detect cycles. */
function valueOf(book, sheet, name, open = new Set()) {
  const raw = sheet.cells[name]?.raw ?? "";
  if (!raw.startsWith("=") || raw.length < 2) { const plain = raw.replace(/^[$€£]/, "").replace(/(\d),(?=\d{3})/g, "$1"); return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : /^-?\d+(\.\d+)?%$/.test(plain) ? Number(plain.slice(0, -1)) / 100 : raw; }
  const key = `${sheet.id}!${name}`;
  if (open.has(key)) return new Wrong("#REF!");
  const cell = (ref, other) => {
    const target = other ? book.sheets.find((each) => same(each.name, other)) : sheet;
    const value = target ? valueOf(book, target, ref, new Set([...open, key])) : new Wrong("#REF!");
    if (value instanceof Wrong) throw value;
    return value;
  };
  try { return formula(raw.slice(1), cell); } catch (error) { if (error instanceof Wrong) return error; throw error; }
}

const grouped = (n, places) => { const [whole, rest] = Math.abs(n).toFixed(places).split("."); return `${n < 0 ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest ? `.${rest}` : ""}`; };

function shownOf(p, sheet, name) {
  const cell = sheet.cells[name];
  if (!cell?.raw) return "";
  if (cell.format === "text") return cell.raw;
  const value = valueOf(bookOf(p), sheet, name);
  const { currency, decimals } = p.data.settings;
  if (value instanceof Wrong) return value.code;
  if (typeof value !== "number") return wordsOf(value);
  if (cell.format === "currency") return `${value < 0 ? "-" : ""}${currency}${grouped(Math.abs(value), decimals)}`;
  if (cell.format === "percent") return `${grouped(value * 100, decimals)}%`;
  if (cell.format === "number") return grouped(value, decimals);
  return cell.raw.startsWith("=") ? String(Math.round(value * 1e6) / 1e6) : cell.raw;
}

/** Adjust a formula to rows (axis 0) or columns (axis 1) inserted (by > 0) or deleted (by < 0) at an index. */
function shifted(raw, axis, at, by) {
  if (!raw.startsWith("=")) return raw;
  const moved = (letters, digits, end) => {
    const place = [Number(digits) - 1, column(letters)];
    if (by < 0 && place[axis] === at) { if (end === undefined) return null; if (end) place[axis] -= 1; } else if (place[axis] >= at) place[axis] += by;
    return place;
  };
  return raw.replace(REFERENCE, (all, d1, l1, d2, n1, d3, l2, d4, n2) => {
    if (!l1) return all;
    const first = moved(l1, n1, n2 ? false : undefined);
    if (!first) return "#REF!";
    const start = `${d1}${letter(first[1])}${d2}${first[0] + 1}`;
    if (!n2) return start;
    const last = moved(l2, n2, true);
    return last[axis] < first[axis] ? "#REF!" : `${start}:${d3}${letter(last[1])}${d4}${last[0] + 1}`;
  });
}

// --- changing a sheet --------------------------------------------------------------------------

const bookOf = (p) => p.data.books.find((each) => each.id === p.args.id);
const sheetOf = (p) => bookOf(p).sheets.find((each) => each.id === p.local.sheet) ?? bookOf(p).sheets[0];
const lastRow = (sheet) => Math.max(0, ...Object.keys(sheet.cells).filter((name) => sheet.cells[name].raw).map((name) => placeOf(name)[0]));
const lastColumn = (sheet) => Math.max(0, ...Object.keys(sheet.cells).filter((name) => sheet.cells[name].raw).map((name) => placeOf(name)[1]));

/** Apply a change to the workbook and record it for undo. */
function change(p, run) {
  commit(p);
  const book = bookOf(p);
  const before = JSON.stringify(book.sheets);
  run(sheetOf(p), book);
  book.modified = today();
  if (JSON.stringify(book.sheets) === before) return;
  p.local.undo = [...(p.local.undo ?? []), before].slice(-30);
  p.local.redo = [];
}

function travel(p, from, to) {
  const book = bookOf(p);
  p.local[to] = [...(p.local[to] ?? []), JSON.stringify(book.sheets)];
  book.sheets = JSON.parse(p.local[from].pop());
}

function put(sheet, name, raw) {
  const cell = { raw: "", ...sheet.cells[name], raw };
  if (raw === "" && Object.keys(cell).length === 1) delete sheet.cells[name];
  else sheet.cells[name] = cell;
}

/** Commit the input being edited. */
function commit(p) {
  if (p.local.draft === undefined) return;
  const words = p.local.draft;
  p.local.draft = undefined;
  const [r, c] = p.local.at;
  change(p, (sheet) => put(sheet, named(r, c), words.trim()));
}

function pick(p, r, c, to) {
  commit(p);
  const sheet = sheetOf(p);
  p.local.at = [Math.max(0, Math.min(sheet.rows - 1, r)), Math.max(0, Math.min(sheet.cols - 1, c))];
  p.local.to = to ?? [...p.local.at];
}

function enter(p) {
  const [r, c] = p.local.at;
  const right = p.data.settings.enter === "Right";
  pick(p, r + (right ? 0 : 1), c + (right ? 1 : 0));
  reveal(p);
  if (ui.focus) ui.focus.start = ui.focus.end = (sheetOf(p).cells[named(...p.local.at)]?.raw ?? "").length;
}

const area = (p) => { const [[r1, c1], [r2, c2]] = [p.local.at, p.local.to]; return [Math.min(r1, r2), Math.min(c1, c2), Math.max(r1, r2), Math.max(c1, c2)]; };

function areaNames(p) {
  const [r1, c1, r2, c2] = area(p);
  const sheet = sheetOf(p), names = [];
  for (let r = r1; r <= Math.min(r2, r2 - r1 >= sheet.rows - 1 ? lastRow(sheet) : r2); r++) for (let c = c1; c <= Math.min(c2, c2 - c1 >= sheet.cols - 1 ? lastColumn(sheet) : c2); c++) names.push(named(r, c));
  return names;
}

function shift(p, axis, at, by) {
  change(p, (sheet, book) => {
    const cells = {};
    for (const [name, cell] of Object.entries(sheet.cells)) {
      const place = placeOf(name);
      if (by < 0 && place[axis] === at) continue;
      if (place[axis] >= at) place[axis] += by;
      cells[named(...place)] = { ...cell, raw: shifted(cell.raw, axis, at, by) };
    }
    sheet.cells = cells;
    sheet[axis ? "cols" : "rows"] = Math.max(1, sheet[axis ? "cols" : "rows"] + by);
    if (axis) for (const key of ["widths", "filter"]) sheet[key] = Object.fromEntries(Object.entries(sheet[key]).filter(([c]) => by > 0 || Number(c) !== at).map(([c, value]) => [Number(c) >= at ? Number(c) + by : c, value]));
    book.modified = today();
  });
  pick(p, ...p.local.at);
}

function sortRows(p, c, down, header) {
  change(p, (sheet, book) => {
    const from = header ? 1 : 0, end = lastRow(sheet);
    const rows = Array.from({ length: Math.max(0, end - from + 1) }, (_, i) => i + from);
    const key = (r) => { const value = valueOf(book, sheet, named(r, c)); return value instanceof Wrong ? value.code : value; };
    const rank = (value) => (value === "" ? 2 : typeof value === "number" ? 0 : 1);
    const order = rows.map((r) => [r, key(r)]).sort(([, a], [, b]) => (a === "" || b === "" ? rank(a) - rank(b) : (down ? -1 : 1) * (rank(a) - rank(b) || (typeof a === "number" ? a - b : String(a).localeCompare(String(b))))));
    const cells = Object.fromEntries(Object.entries(sheet.cells).filter(([name]) => { const [r] = placeOf(name); return r < from || r > end; }));
    order.forEach(([old], i) => { for (let k = 0; k < sheet.cols; k++) { const cell = sheet.cells[named(old, k)]; if (cell) cells[named(from + i, k)] = { ...cell, raw: cell.raw.startsWith("=") ? cell.raw.replace(REFERENCE, (all, d1, l1, d2, n1, ...rest) => (l1 && !rest[3] && Number(n1) === old + 1 ? `${d1}${l1}${d2}${from + i + 1}` : all)) : cell.raw }; } });
    sheet.cells = cells;
  });
  p.toast("Sorted");
}

const hiddenRow = (p, sheet, r) => r > 0 && r <= lastRow(sheet) && Object.entries(sheet.filter).some(([c, kept]) => !kept.includes(shownOf(p, sheet, named(r, Number(c)))));

// --- the list of workbooks ---------------------------------------------------------------------

app({
  id: "spreadsheet", package: `${PACKAGE}sheets`, name: "Sheets", icon: "spreadsheet", color: "#188038", start: "main",
  back: (p) => { if (p.frame.screen !== "book") return false; commit(p); const finding = p.local.find !== undefined; p.local.find = undefined; return finding; },
  screens: { main: mainScreen, book: bookScreen, chart: chartScreen, charts: chartsScreen, settings: settingsScreen },
});

function mainScreen(p) {
  const d = p.data;
  const shown = d.books.filter((each) => has(each.name, p.local.words ?? "") && (p.local.show !== "Starred" || each.starred)).sort((a, b) => (d.order === "name" ? a.name.localeCompare(b.name) : b.modified.localeCompare(a.modified)));
  p.local.show ??= "All";
  return page({ bar: bar(p, "Sheets", { actions: [iconButton("sort", "Sort workbooks", () => p.choose("Sort by", [["modified", "Last changed"], ["name", "Name"]], d.order, (next) => { d.order = next; }), { id: "sort_workbooks_button" })], menu: [["Settings", () => p.open("settings")]] }),
    body: [searchField(p, "words", "Search workbooks"), chips(["All", "Starred"], p.local.show, (next) => { p.local.show = next; }, { id: "show_chip" }),
      shown.length ? shown.map((each) => row({ id: "workbook_row", title: each.name, sub: `${each.starred ? "★ " : ""}Changed ${shortDate(each.modified)} · ${each.sheets.length} sheet${each.sheets.length === 1 ? "" : "s"}`, lead: "spreadsheet", tap: () => p.open("book", { id: each.id }), hold: () => bookMenu(p, each), trail: iconButton("more", `Options of ${each.name}`, () => bookMenu(p, each), { id: "options_button" }) })) : empty("spreadsheet", d.books.length ? "No workbook found" : "No workbooks yet", "Tap + to make one")],
    fab: fab("add", "New workbook", () => naming(p, "New workbook", "", "Create", d.books, (name) => { const id = newId(); d.books.push({ id, name, modified: today(), starred: false, sheets: [blank("Sheet1")] }); p.open("book", { id }); })) });
}

const blank = (name) => ({ id: newId(), name, cells: {}, rows: 40, cols: 12, frozen: 0, gridlines: true, widths: {}, filter: {}, charts: [] });

function naming(p, title, value, label, others, run) {
  p.dialog({ title, body: (def) => [field(p, "input", { opens: true, hint: "Name", value, where: def.local, max: 80 }), def.local.wrong && text(def.local.wrong, "bad small")], buttons: [["Cancel"], [label, (def) => {
    const name = def.local.input.trim();
    def.local.wrong = !name ? "Enter a name" : others.some((each) => same(each.name, name) && each.name !== value) ? "This name is taken" : "";
    return def.local.wrong ? false : run(name);
  }]] });
}

function bookMenu(p, book) {
  const drop = () => { const before = [...p.data.books]; p.data.books = before.filter((each) => each !== book); p.snack(`${book.name} deleted`, "Undo", () => { p.data.books = before; }); };
  p.menu([["Rename", () => naming(p, "Rename workbook", book.name, "Rename", p.data.books, (name) => { book.name = name; })], [book.starred ? "Remove star" : "Add star", () => { book.starred = !book.starred; }], ["Make a copy", () => { p.data.books.push({ ...copy(book), id: newId(), name: `Copy of ${book.name}`, modified: today() }); p.toast("Copied"); }], ["Delete", drop]]);
}

function settingsScreen(p) {
  const d = p.data.settings;
  return page({ bar: bar(p, "Settings"), body: [section("Numbers"), select(p, "Currency", d.currency, [["$", "Dollar ($)"], ["€", "Euro (€)"], ["£", "Pound (£)"]], (next) => { d.currency = next; }, { id: "currency_spinner" }), select(p, "Decimal places", d.decimals, [0, 1, 2, 3].map((n) => [n, String(n)]), (next) => { d.decimals = next; }, { id: "decimals_spinner" }),
    section("Editing"), select(p, "Enter key moves", d.enter, ["Down", "Right"], (next) => { d.enter = next; }, { id: "enter_spinner" }), toggle("Suggest formulas", d.suggestions, (on) => { d.suggestions = on; }, { id: "suggestions_switch" }), section("Files"), toggle("Keep copies offline", d.offline, (on) => { d.offline = on; }, { id: "offline_switch" })] });
}

// --- a workbook --------------------------------------------------------------------------------

const FILLS = [["", "None"], ["#fff2cc", "Yellow"], ["#d9ead3", "Green"], ["#cfe2f3", "Blue"], ["#f4cccc", "Red"], ["#e6e0ec", "Purple"]];
const FORMATS = [["", "Automatic"], ["number", "Number"], ["currency", "Currency"], ["percent", "Percent"], ["text", "Plain text"]];
const style = (p, key, value) => change(p, (sheet) => { for (const name of areaNames(p)) { sheet.cells[name] = { raw: "", ...sheet.cells[name], [key]: value }; if (!value) delete sheet.cells[name][key]; if (Object.keys(sheet.cells[name]).length === 1 && !sheet.cells[name].raw) delete sheet.cells[name]; } });

function bookScreen(p) {
  const l = p.local, book = bookOf(p);
  if (!book) return page({ bar: bar(p, "Workbook"), body: empty("spreadsheet", "This workbook was deleted") });
  l.at ??= [0, 0]; l.to ??= [0, 0];
  const sheet = sheetOf(p);
  const menu = [["Find and replace", () => { l.find = ""; l.hit = -1; }], ["Sort", () => sortDialog(p)], ["Filter", () => filterDialog(p)], Object.keys(sheet.filter).length > 0 && ["Clear filter", () => change(p, (each) => { each.filter = {}; })], ["Insert chart", () => { commit(p); p.open("chart", { id: book.id, sheet: sheet.id }); }], ["Charts", () => { commit(p); p.open("charts", { id: book.id }); }],
    [sheet.frozen ? "Unfreeze first row" : "Freeze first row", () => change(p, (each) => { each.frozen = each.frozen ? 0 : 1; })], [sheet.gridlines ? "Hide gridlines" : "Show gridlines", () => change(p, (each) => { each.gridlines = !each.gridlines; })], ["Go to cell", () => p.prompt("Go to cell", "", (name) => { const clean = name.trim().toUpperCase(); if (/^[A-Z]{1,2}\d{1,3}$/.test(clean)) { pick(p, ...placeOf(clean)); reveal(p); } else p.toast("Write a cell such as B7"); }, { hint: "Cell, such as B7" })],
    ["Rename workbook", () => naming(p, "Rename workbook", book.name, "Rename", p.data.books, (name) => { book.name = name; })], ["Save as CSV", () => saveCsv(p, book, sheet)]];
  return page({
    bar: [bar(p, book.name, { actions: [iconButton("undo", "Undo", () => { commit(p); travel(p, "undo", "redo"); }, { id: "undo_button", enabled: Boolean(l.undo?.length || l.draft !== undefined) }), iconButton("redo", "Redo", () => travel(p, "redo", "undo"), { id: "redo_button", enabled: Boolean(l.redo?.length) })], menu: menu.filter(Boolean) }), l.find !== undefined && findBar(p)],
    still: true, body: gridOf(p, sheet),
    bottom: [formulaBar(p, sheet), !keyboardShown() && tools(p, sheet), !keyboardShown() && sheetTabs(p, book, sheet)],
  });
}

function formulaBar(p, sheet) {
  const l = p.local, name = named(...l.at), [r1, c1, r2, c2] = area(p);
  const many = r1 !== r2 || c1 !== c2;
  const sum = many ? numbers(areaNames(p).map((each) => valueOf(bookOf(p), sheet, each))) : [];
  return col({ css: "sheet-bar" }, sum.length > 1 && text(`Sum: ${Math.round(sum.reduce((a, b) => a + b, 0) * 100) / 100} · Count: ${sum.length}`, "soft small sheet-sum"), line(text(many ? `${named(r1, c1)}:${named(r2, c2)}` : name, "sheet-name strong", { desc: `Selected: ${many ? `${named(r1, c1)}:${named(r2, c2)}` : name}` }),
    v("EditText", { id: "formula", key: "formula", hint: "Enter text or formula", field: true, keep: true, css: "field plain sheet-field", value: l.draft ?? sheet.cells[name]?.raw ?? "", change: (next) => { l.draft = next; }, submit: () => enter(p), kids: [] }),
    iconButton("close", "Discard entry", () => { l.draft = undefined; blur(); }, { id: "discard_entry_button", enabled: l.draft !== undefined }), iconButton("check", "Confirm entry", () => { commit(p); blur(); }, { id: "confirm_entry_button", enabled: l.draft !== undefined })));
}

function tools(p, sheet) {
  const cell = sheet.cells[named(...p.local.at)] ?? {};
  const sums = () => p.menu(["SUM", "AVERAGE", "COUNT", "MAX", "MIN"].map((name) => [name, () => sumUp(p, name)]));
  const flip = (icon, desc, key) => v("ToggleButton", { id: `${key}_button`, desc, checked: Boolean(cell[key]), css: "icon-button sheet-flip", tap: () => style(p, key, !cell[key]) }, ico(icon));
  return v("HorizontalScrollView", { css: "sheet-tools", scroll: "x", id: "tools" }, flip("bold", "Bold", "bold"), flip("italic", "Italic", "italic"), iconButton("color", "Fill colour", () => p.choose("Fill colour", FILLS, cell.fill ?? "", (next) => style(p, "fill", next)), { id: "fill_colour_button" }), iconButton("money", "Number format", () => p.choose("Number format", FORMATS, cell.format ?? "", (next) => style(p, "format", next)), { id: "number_format_button" }),
    iconButton("alignCenter", "Alignment", () => p.choose("Alignment", [["", "Automatic"], ["left", "Left"], ["center", "Centre"], ["right", "Right"]], cell.align ?? "", (next) => style(p, "align", next)), { id: "alignment_button" }), iconButton("sum", "Functions", sums, { id: "functions_button" }), iconButton("tableAdd", "Insert or delete", () => areaMenu(p), { id: "insert_delete_button" }));
}

/** Insert a function over the numbers directly above the selected cell. */
function sumUp(p, name) {
  commit(p);
  const [r, c] = p.local.at, sheet = sheetOf(p);
  let from = r;
  while (from > 0 && typeof valueOf(bookOf(p), sheet, named(from - 1, c)) === "number") from -= 1;
  p.local.draft = from < r ? `=${name}(${named(from, c)}:${named(r - 1, c)})` : `=${name}()`;
  p.toast("Confirm the formula with the tick");
}

function areaMenu(p) {
  const [r, c, r2, c2] = area(p);
  const sheet = sheetOf(p);
  const each = (axis, from, to) => { for (let i = to; i >= from; i--) shift(p, axis, i, -1); };
  const keep = (clear) => { p.state.clipboard = areaNames(p).map((name) => sheet.cells[name]?.raw ?? "").join("\n"); p.state.spreadsheet.copied = { at: [r, c], cells: areaNames(p).map((name) => { const [y, x] = placeOf(name); return [y - r, x - c, copy(sheet.cells[name] ?? { raw: "" })]; }) }; if (clear) style0(p); p.toast(clear ? "Cut" : "Copied"); };
  const paste = () => change(p, (target) => { for (const [dy, dx, cell] of p.data.copied.cells) target.cells[named(r + dy, c + dx)] = { ...copy(cell), raw: cell.raw.startsWith("=") ? cell.raw.replace(REFERENCE, (all, d1, l1, d2, n1, d3, l2, d4, n2) => { if (!l1) return all; const [a, b] = p.data.copied.at; const step = (e1, ls, e2, ns) => `${e1}${e1 ? ls : letter(Math.max(0, column(ls) + c - b))}${e2}${e2 ? ns : Math.max(1, Number(ns) + r - a)}`; return step(d1, l1, d2, n1) + (n2 ? `:${step(d3, l2, d4, n2)}` : ""); }) : cell.raw }; });
  p.menu([["Cut", () => keep(true)], ["Copy", () => keep(false)], p.data.copied && ["Paste", paste], ["Clear", () => style0(p)], ["Insert row above", () => shift(p, 0, r, 1)], ["Insert row below", () => { shift(p, 0, r2 + 1, 1); pick(p, r2 + 1, c); }], ["Delete row", () => each(0, r, r2 - r >= sheet.rows - 1 ? r : r2)], ["Insert column left", () => shift(p, 1, c, 1)], ["Insert column right", () => { shift(p, 1, c2 + 1, 1); pick(p, r, c2 + 1); }], ["Delete column", () => each(1, c, c2 - c >= sheet.cols - 1 ? c : c2)],
    ["Sort A to Z", () => sortRows(p, c, false, true)], ["Sort Z to A", () => sortRows(p, c, true, true)], ["Column width", () => p.choose("Column width", [[72, "Narrow"], [WIDE, "Normal"], [150, "Wide"], [220, "Very wide"]], sheet.widths[c] ?? WIDE, (next) => change(p, (target) => { target.widths[c] = next; }))]]);
}

const style0 = (p) => change(p, (sheet) => { for (const name of areaNames(p)) if (sheet.cells[name]) put(sheet, name, ""); });

function sheetTabs(p, book, sheet) {
  const open = (each) => { commit(p); p.local.sheet = each.id; p.frame.scroll.grid = [0, 0]; pick(p, 0, 0); };
  const menu = (each) => p.menu([["Rename sheet", () => naming(p, "Rename sheet", each.name, "Rename", book.sheets, (name) => change(p, () => { book.sheets.find((other) => other.id === each.id).name = name; }))], ["Duplicate sheet", () => change(p, () => { book.sheets.push({ ...copy(each), id: newId(), name: `${each.name} copy` }); })], book.sheets.length > 1 && ["Delete sheet", () => p.confirm("Delete sheet?", `${each.name} and all its cells are deleted.`, "Delete", () => { change(p, () => { book.sheets = book.sheets.filter((other) => other.id !== each.id); }); open(book.sheets[0]); })]]);
  const add = () => { let n = book.sheets.length + 1; while (book.sheets.some((each) => same(each.name, `Sheet${n}`))) n += 1; const made = blank(`Sheet${n}`); change(p, () => { book.sheets.push(made); }); open(made); };
  return line({ css: "sheet-tabs" }, iconButton("add", "Add sheet", add, { id: "add_sheet_button" }), v("HorizontalScrollView", { css: "grow", scroll: "x", id: "sheets" }, book.sheets.map((each) => v("Button", { id: "sheet_tab", text: each.name, desc: `Sheet ${each.name}`, css: "sheet-tab", selected: each === sheet, tap: () => (each === sheet ? menu(each) : open(each)), hold: () => menu(each) }))));
}

// --- the grid ----------------------------------------------------------------------------------

function gridOf(p, sheet) {
  const [left, upper] = p.frame.scroll.grid ?? [0, 0];
  const xs = []; let wide = 0;
  for (let c = 0; c < sheet.cols; c++) { xs.push(wide); wide += sheet.widths[c] ?? WIDE; }
  const rows = Array.from({ length: sheet.rows }, (_, r) => r).filter((r) => r >= sheet.frozen && !hiddenRow(p, sheet, r));
  const cols = Array.from({ length: sheet.cols }, (_, c) => c).filter((c) => xs[c] + (sheet.widths[c] ?? WIDE) > left - 20 && xs[c] < left + innerWidth);
  const from = Math.max(0, Math.floor(upper / ROW) - 1), shown = rows.slice(from, from + Math.ceil(innerHeight / ROW));
  const [r1, c1, r2, c2] = area(p);
  const top = HEAD + (sheet.frozen ? ROW : 0);
  const box = (x, y, w, h) => `left:${x}px;top:${y}px;width:${w}px;height:${h}px`;
  const cellNode = (r, c, y) => {
    const name = named(r, c), look = sheet.cells[name] ?? {};
    const here = p.local.at[0] === r && p.local.at[1] === c;
    const words = here && p.local.draft !== undefined ? p.local.draft : shownOf(p, sheet, name);
    const tap = () => { if (here && !ui.focus) focusField("formula"); else { pick(p, r, c); if (ui.focus) ui.focus.start = ui.focus.end = (look.raw ?? "").length; } };
    const right = look.align ? look.align : typeof valueOf(bookOf(p), sheet, name) === "number" && look.format !== "text" ? "right" : "left";
    return v("TextView", { id: "cell", text: words, desc: words === "" ? name : `${name}: ${words}`, cell: [r, c], selected: r >= r1 && r <= r2 && c >= c1 && c <= c2, tap, hold: () => { if (!(r >= r1 && r <= r2 && c >= c1 && c <= c2)) pick(p, r, c); areaMenu(p); },
      carry: (nodes) => { const goal = nodes.find((each) => each.cell); if (goal) pick(p, r, c, goal.cell); }, css: `sheet-cell ${look.bold ? "sheet-bold" : ""} ${look.italic ? "sheet-italic" : ""} ${here ? "sheet-here" : ""} ${look.fill ? "sheet-filled" : ""} ${words.startsWith("#") ? "bad" : ""}`, style: `${box(xs[c], y, sheet.widths[c] ?? WIDE, ROW)};text-align:${right};${look.fill ? `background:${look.fill};` : ""}` });
  };
  const whole = (axis, i) => () => { blur(); if (axis) pick(p, 0, i, [sheet.rows - 1, i]); else pick(p, i, 0, [i, sheet.cols - 1]); };
  const headNode = (axis, i, spot) => v("TextView", { id: "header", text: axis ? letter(i) : String(i + 1), desc: axis ? `Column ${letter(i)}${sheet.filter[i] ? " (filtered)" : ""}` : `Row ${i + 1}`, css: "sheet-head", selected: axis ? i >= c1 && i <= c2 : i >= r1 && i <= r2, tap: whole(axis, i), hold: () => { whole(axis, i)(); areaMenu(p); }, style: spot });
  return v("FrameLayout", { css: `sheet-grid ${sheet.gridlines ? "sheet-lined" : ""}` },
    v("FrameLayout", { css: "sheet-pane", clip: true, style: `left:${SIDE}px;right:0;top:0;height:${top}px` }, v("GridView", { css: "sheet-moved", style: box(-left, 0, wide, top) }, cols.map((c) => headNode(1, c, box(xs[c], 0, sheet.widths[c] ?? WIDE, HEAD))), sheet.frozen ? cols.map((c) => cellNode(0, c, HEAD)) : [])),
    v("FrameLayout", { css: "sheet-pane", clip: true, style: `left:0;width:${SIDE}px;top:${top}px;bottom:0` }, v("GridView", { css: "sheet-moved", style: box(0, -upper, SIDE, rows.length * ROW) }, shown.map((r, i) => headNode(0, r, box(0, (from + i) * ROW, SIDE, ROW))))), sheet.frozen ? headNode(0, 0, box(0, HEAD, SIDE, ROW)) : [],
    v("View", { css: "sheet-corner", quiet: true, style: box(0, 0, SIDE, HEAD) }),
    v("FrameLayout", { css: "sheet-pane", scroll: "xy", id: "grid", style: `left:${SIDE}px;right:0;top:${top}px;bottom:0` }, v("GridView", { css: "sheet-inner", style: `width:${wide}px;height:${rows.length * ROW}px` }, shown.map((r, i) => cols.map((c) => cellNode(r, c, (from + i) * ROW))))));
}

/** Scroll the selected cell into view. */
function reveal(p) {
  const sheet = sheetOf(p), [r, c] = p.local.at;
  const x = Array.from({ length: c }, (_, i) => sheet.widths[i] ?? WIDE).reduce((a, b) => a + b, 0), y = r * ROW;
  const [left, upper] = p.frame.scroll.grid ?? [0, 0], high = Math.max(ROW * 3, innerHeight - (keyboardShown() ? 520 : 370)), broad = innerWidth - SIDE - WIDE;
  p.frame.scroll.grid = [x < left || x > left + broad ? Math.max(0, x - broad / 2) : left, y < upper || y > upper + high - ROW ? Math.max(0, y - high / 2) : upper];
}

// --- finding, sorting, filtering, charts -------------------------------------------------------

function hitsOf(p, sheet) {
  if (!p.local.find) return [];
  return Object.keys(sheet.cells).filter((name) => has(shownOf(p, sheet, name), p.local.find)).map(placeOf).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function findBar(p) {
  const l = p.local, hits = hitsOf(p, sheetOf(p));
  const go = (by) => { if (!hits.length) { p.toast("Nothing found"); return; } l.hit = (l.hit + by + hits.length) % hits.length; pick(p, ...hits[l.hit]); reveal(p); };
  const replace = () => p.prompt(`Replace "${l.find}" with`, "", (next) => { let count = 0; change(p, (sheet) => { for (const cell of Object.values(sheet.cells)) if (!cell.raw.startsWith("=") && has(cell.raw, l.find)) { count += 1; cell.raw = cell.raw.replace(new RegExp(l.find.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"), () => next); } }); p.toast(`${count} cells changed`); }, { hint: "Replace with", label: "Replace all" });
  return line({ css: "sheet-find" }, field(p, "find", { opens: true, hint: "Find", value: l.find, change: (next) => { l.find = next; l.hit = -1; }, css: "plain", keep: true, submit: () => go(1) }), text(l.find ? `${Math.max(0, l.hit + 1)} of ${hits.length}` : "", "soft small"), iconButton("up", "Previous hit", () => go(-1), { id: "previous_hit_button" }), iconButton("down", "Next hit", () => go(1), { id: "next_hit_button" }), button("Replace", replace, { id: "replace_button", kind: "text", enabled: hits.length > 0 }), iconButton("close", "Close search", () => { l.find = undefined; }, { id: "close_search_button" }));
}

const columnsOf = (p, sheet) => Array.from({ length: lastColumn(sheet) + 1 }, (_, c) => [c, shownOf(p, sheet, named(0, c)) ? `${letter(c)}: ${shownOf(p, sheet, named(0, c))}` : letter(c)]);

function sortDialog(p) {
  commit(p);
  p.dialog({ title: "Sort rows", local: { column: Math.min(p.local.at[1], lastColumn(sheetOf(p))), down: false, header: true }, body: (def) => [select(p, "Column", def.local.column, columnsOf(p, sheetOf(p)), (next) => { def.local.column = next; }, { id: "column_spinner" }), radios([[false, "A to Z, smallest first"], [true, "Z to A, largest first"]], def.local.down, (next) => { def.local.down = next; }, { id: "down_radio" }), check("First row is a header", def.local.header, (on) => { def.local.header = on; }, { id: "header_checkbox" })], buttons: [["Cancel"], ["Sort", (def) => sortRows(p, def.local.column, def.local.down, def.local.header)]] });
}

function filterDialog(p) {
  commit(p);
  const sheet = sheetOf(p);
  const values = (c) => [...new Set(Array.from({ length: lastRow(sheet) }, (_, i) => shownOf(p, sheet, named(i + 1, c))))].sort();
  const first = Math.min(p.local.at[1], lastColumn(sheet));
  p.dialog({ title: "Filter rows", local: { column: first, kept: sheet.filter[first] ?? values(first) }, body: (def) => [select(p, "Column", def.local.column, columnsOf(p, sheet), (next) => { def.local.column = next; def.local.kept = sheet.filter[next] ?? values(next); }, { id: "column_spinner" }), line(button("Select all", () => { def.local.kept = values(def.local.column); }, { id: "select_all_button", kind: "text" }), button("Select none", () => { def.local.kept = []; }, { id: "select_none_button", kind: "text" })), values(def.local.column).map((value) => check(value || "(empty)", def.local.kept.includes(value), (on) => { def.local.kept = on ? [...def.local.kept, value] : def.local.kept.filter((each) => each !== value); }, { id: "filter_value_checkbox" }))],
    buttons: [["Cancel"], ["Apply", (def) => { change(p, (target) => { if (def.local.kept.length === values(def.local.column).length) delete target.filter[def.local.column]; else target.filter[def.local.column] = [...def.local.kept].sort(); }); p.frame.scroll.grid = [0, 0]; }]] });
}

function saveCsv(p, book, sheet) {
  commit(p);
  const cellText = (words) => (/[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words);
  const rows = Array.from({ length: lastRow(sheet) + 1 }, (_, r) => Array.from({ length: lastColumn(sheet) + 1 }, (__, c) => cellText(shownOf(p, sheet, named(r, c)))).join(","));
  const path = `/sdcard/Documents/${book.name.replaceAll("/", "-")} - ${sheet.name.replaceAll("/", "-")}.csv`;
  saveFile(path, `${rows.join("\n")}\n`);
  p.toast(`Saved in Documents: ${baseName(path)}`);
}

function chartScreen(p) {
  const sheet = bookOf(p).sheets.find((each) => each.id === p.args.sheet);
  const l = p.local, numeric = columnsOf(p, sheet).filter(([c]) => typeof valueOf(bookOf(p), sheet, named(1, c)) === "number");
  l.labels ??= 0; l.values ??= numeric[0]?.[0] ?? 0;
  const save = () => { if (!l.title.trim()) { l.wrong = "Enter a title"; return; } sheet.charts.push({ id: newId(), title: l.title.trim(), labels: l.labels, values: l.values }); bookOf(p).modified = today(); p.replace("charts", { id: p.args.id }); };
  return page({ bar: bar(p, "New chart", { close: true, actions: [button("Insert", save, { id: "insert_button", kind: "text" })] }), body: [labelled(p, "title", "Chart title"), l.wrong && text(l.wrong, "bad small"), select(p, "Labels", l.labels, columnsOf(p, sheet), (next) => { l.labels = next; }, { id: "labels_spinner" }), select(p, "Values", l.values, numeric.length ? numeric : columnsOf(p, sheet), (next) => { l.values = next; }, { id: "values_spinner" }), section("Preview"), barsOf(p, sheet, l)] });
}

function barsOf(p, sheet, chart) {
  const points = Array.from({ length: lastRow(sheet) }, (_, i) => [shownOf(p, sheet, named(i + 1, chart.labels)), valueOf(bookOf(p), sheet, named(i + 1, chart.values)), shownOf(p, sheet, named(i + 1, chart.values))]).filter(([, value]) => typeof value === "number");
  const most = Math.max(1e-9, ...points.map(([, value]) => Math.abs(value)));
  return points.length ? points.map(([label, value, words]) => col({ css: "sheet-point" }, line(text(label || "–", "small grow"), text(words, "soft small")), v("View", { css: "sheet-column", quiet: true, style: `width:${Math.max(1, Math.abs(value) / most * 100)}%` }))) : text("There are no numbers in this column.", "soft");
}

function chartsScreen(p) {
  const all = bookOf(p).sheets.flatMap((sheet) => sheet.charts.map((chart) => [sheet, chart]));
  return page({ bar: bar(p, "Charts", { sub: bookOf(p).name }), body: all.length ? all.map(([sheet, chart]) => card({}, line(text(chart.title, "strong grow"), iconButton("trash", `Delete chart ${chart.title}`, () => { const before = [...sheet.charts]; sheet.charts = before.filter((each) => each !== chart); p.snack("Chart deleted", "Undo", () => { sheet.charts = before; }); }, { id: "delete_chart_button" })), text(`Sheet ${sheet.name}`, "soft small"), barsOf(p, sheet, chart))) : empty("chart", "No charts yet", "Insert one from the menu of a workbook") });
}
