"use strict";
const root = document.documentElement;
const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* storage is blocked */ } };
const load = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const setTheme = (name) => { if (name === "light" || name === "dark") root.dataset.theme = name; };
const isDark = () => root.dataset.theme
  ? root.dataset.theme === "dark"
  : matchMedia("(prefers-color-scheme: dark)").matches;
const toggleTheme = () => { setTheme(isDark() ? "light" : "dark"); store("onscreen-theme", root.dataset.theme); };
setTheme(load("onscreen-theme"));
document.getElementById("theme").addEventListener("click", toggleTheme);
const keys = { t: toggleTheme };
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest && event.target.closest("input, select, textarea");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key](event);
});
