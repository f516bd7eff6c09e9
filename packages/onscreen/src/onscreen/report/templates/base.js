"use strict";
const root = document.documentElement;
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not allowed here */ } };
const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const setTheme = (name) => { if (name === "light" || name === "dark") root.dataset.theme = name; };
const isDark = () => root.dataset.theme
  ? root.dataset.theme === "dark"
  : matchMedia("(prefers-color-scheme: dark)").matches;
const turnTheme = () => { setTheme(isDark() ? "light" : "dark"); remember("onscreen-theme", root.dataset.theme); };
setTheme(recall("onscreen-theme"));
document.getElementById("theme").addEventListener("click", turnTheme);
const keys = { t: turnTheme };
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key](event);
});
