"use strict";
// The soft keyboard, and the text toolbar after a long press in a field.

const LAYERS = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  signs: ["1234567890", "@#$_&-+()/", "*\"':;!?"],
  more: ["~`|•√π÷×§∆", "£€¥^°={}\\%", "©[]<>…"],
};
const PADS = { number: ["123-", "456:", "789⌫", ",0.⏎"], phone: ["123-", "456+", "789⌫", "*0#⏎"] };
const NEXT_LAYER = { letters: ["?123", "signs"], signs: ["ABC", "letters"], more: ["ABC", "letters"] };

const key = (label, run, css, desc) => v("Button", { text: label, desc, css: `key ${css ?? ""}`, tap: run });
const deleteKey = () => key("⌫", () => erase(true), "wide", "Delete");
const enterKey = () => key("⏎", () => typeText("\n"), "wide enter", "Enter");
const keysOf = (rows, css = "") => v("FrameLayout", { css: "keyboard", solid: true, quiet: true }, rows.map((keys) => line({ css: `keys ${css}` }, keys)));

function keyboard() {
  const { type, shift, layer } = ui.focus;
  const pad = PADS[type];
  if (pad) return keysOf(pad.map((chars) => [...chars].map((c) => ({ "⌫": deleteKey, "⏎": enterKey })[c]?.() ?? key(c, () => edit(c)))), "pad-keys");
  const write = (c) => () => { edit(shift && layer === "letters" ? c.toUpperCase() : c); if (ui.focus) ui.focus.shift = false; };
  const rows = LAYERS[layer].map((chars) => [...chars].map((c) => key(shift && layer === "letters" ? c.toUpperCase() : c, write(c))));
  if (layer === "letters") rows[2].unshift(key("⇧", () => { ui.focus.shift = !shift; }, `wide ${shift ? "lit" : ""}`, "Shift"));
  if (layer === "signs" || layer === "more") rows[2].unshift(key(layer === "signs" ? "=\\<" : "?123", () => { ui.focus.layer = layer === "signs" ? "more" : "signs"; }, "wide"));
  rows[2].push(deleteKey());
  const [label, next] = NEXT_LAYER[layer];
  rows.push([key(label, () => { ui.focus.layer = next; }, "wide"), key(",", write(",")), key(" ", write(" "), "bar-key", "Space"), key(".", write(".")), enterKey()]);
  return keysOf(rows);
}

/** Floating toolbar with cut, copy and paste over a field. */
function textTools() {
  const some = ui.focus.end > ui.focus.start;
  const tool = (label, run) => button(label, () => { run(); if (ui.focus) ui.focus.tools = false; }, { kind: "text" });
  return v("FrameLayout", { css: "text-tools", solid: true, quiet: true }, line(some && tool("Cut", cut), some && tool("Copy", copySelection), s.clipboard && tool("Paste", () => edit(s.clipboard)), tool("Select all", selectAllText)));
}
