"use strict";
// A pocket calculator: works from left to right, keeps a history.

const KEYS = ["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "−", "0", ".", "=", "+", "C"];
const NAMES = { "÷": "divide", "×": "multiply", "−": "subtract", "+": "add", "=": "equals", C: "clear", ".": "point" };
const WORK = { "÷": (a, b) => a / b, "×": (a, b) => a * b, "−": (a, b) => a - b, "+": (a, b) => a + b };
const rounded = (value) => String(Number(value.toPrecision(12)));

function press(state, key) {
  if (key === "C") return { ...state, shown: "0", first: null, sign: null, fresh: true };
  if (/[0-9.]/.test(key)) {
    if (key === "." && !state.fresh && state.shown.includes(".")) return state;
    const start = state.fresh ? (key === "." ? "0" : "") : state.shown === "0" && key !== "." ? "" : state.shown;
    return { ...state, shown: start + key, fresh: false };
  }
  const pending = state.sign && !(state.fresh && key !== "=");
  const result = pending ? rounded(WORK[state.sign](state.first, Number(state.shown))) : state.shown;
  const history = pending && key === "=" ? [...state.history, `${state.first} ${state.sign} ${state.shown} = ${result}`] : state.history;
  return key === "=" ? { shown: result, first: null, sign: null, fresh: true, history } : { shown: result, first: Number(result), sign: key, fresh: true, history };
}

function calculator() {
  let state = read("calculator", { shown: "0", first: null, sign: null, fresh: true, history: [] });
  const display = make("output", { class: "display", "aria-label": "Display" });
  const history = make("ul", { "aria-label": "History" });
  const show = () => { display.textContent = state.shown; history.replaceChildren(...state.history.map((line) => make("li", {}, line))); };
  const keys = KEYS.map((key) => make("button", { type: "button", "aria-label": NAMES[key] ?? key, onclick: () => { state = press(state, key); save("calculator", state); show(); } }, key));
  put("main", make("h1", {}, "Calculator"), display, make("div", { class: "keys" }, ...keys), make("h2", {}, "History"), history);
  show();
}
