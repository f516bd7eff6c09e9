"use strict";
// A pocket calculator that evaluates from left to right and keeps a history.

const KEYS = ["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "−", "0", ".", "=", "+", "C"];
const KEY_LABELS = { "÷": "divide", "×": "multiply", "−": "subtract", "+": "add", "=": "equals", C: "clear", ".": "point" };
const OPERATIONS = { "÷": (a, b) => a / b, "×": (a, b) => a * b, "−": (a, b) => a - b, "+": (a, b) => a + b };
const formatResult = (value) => String(Number(value.toPrecision(12)));

function pressKey(state, key) {
  if (key === "C") return { ...state, shown: "0", first: null, sign: null, fresh: true };
  if (/[0-9.]/.test(key)) {
    if (key === "." && !state.fresh && state.shown.includes(".")) return state;
    const start = state.fresh ? (key === "." ? "0" : "") : state.shown === "0" && key !== "." ? "" : state.shown;
    return { ...state, shown: start + key, fresh: false };
  }
  const pending = state.sign && !(state.fresh && key !== "=");
  const result = pending ? formatResult(OPERATIONS[state.sign](state.first, Number(state.shown))) : state.shown;
  const history = pending && key === "=" ? [...state.history, `${state.first} ${state.sign} ${state.shown} = ${result}`] : state.history;
  return key === "=" ? { shown: result, first: null, sign: null, fresh: true, history } : { shown: result, first: Number(result), sign: key, fresh: true, history };
}

function calculator() {
  let state = readState("calculator", { shown: "0", first: null, sign: null, fresh: true, history: [] });
  const display = makeElement("output", { class: "display", "aria-label": "Display" });
  const history = makeElement("ul", { "aria-label": "History" });
  const updateDisplay = () => { display.textContent = state.shown; history.replaceChildren(...state.history.map((line) => makeElement("li", {}, line))); };
  const keys = KEYS.map((key) => makeElement("button", { type: "button", "aria-label": KEY_LABELS[key] ?? key, onclick: () => { state = pressKey(state, key); saveState("calculator", state); updateDisplay(); } }, key));
  replaceContent("main", makeElement("h1", {}, "Calculator"), display, makeElement("div", { class: "keys" }, ...keys), makeElement("h2", {}, "History"), history);
  updateDisplay();
}
