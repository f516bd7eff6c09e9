for (const same of document.querySelectorAll("img[data-same]")) {
  const first = document.getElementById(same.dataset.same);
  if (first) same.src = first.src;
}
const sections = [...document.querySelectorAll("main > section")];
const links = new Map([...document.querySelectorAll(".strip a")].map((a) => [a.hash.slice(1), a]));
let current = -1;
const mark = (index) => {
  if (index === current || index < 0) return;
  if (current >= 0) {
    links.get(sections[current].id).removeAttribute("aria-current");
    sections[current].classList.remove("here");
  }
  current = index;
  const link = links.get(sections[current].id);
  link.setAttribute("aria-current", "true");
  sections[current].classList.add("here");
  const strip = document.querySelector(".strip");
  const cell = link.getBoundingClientRect(), view = strip.getBoundingClientRect();
  strip.scrollBy({
    top: cell.top + cell.height / 2 - view.top - view.height / 2,
    left: cell.left + cell.width / 2 - view.left - view.width / 2,
  });
};
let asked = false, goal = -1;
const look = () => {
  asked = false;
  if (goal >= 0) return mark(goal);
  if (innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0) return mark(sections.length - 1);
  const line = innerHeight * 0.4;
  let index = 0;
  sections.forEach((section, i) => { if (section.getBoundingClientRect().top < line) index = i; });
  mark(index);
};
const soon = () => { if (!asked) { asked = true; requestAnimationFrame(look); } };
addEventListener("scroll", soon, { passive: true });
addEventListener("resize", soon);
for (const kind of ["wheel", "touchmove", "scrollend"]) addEventListener(kind, () => { goal = -1; soon(); }, { passive: true });
const go = (index) => {
  const to = Math.max(0, Math.min(sections.length - 1, index));
  goal = to;
  mark(to);
  sections[to].scrollIntoView();
  sections[to].focus({ preventScroll: true });
};
for (const [id, link] of links) link.addEventListener("click", (event) => {
  event.preventDefault();
  history.replaceState(null, "", "#" + id);
  go(sections.findIndex((section) => section.id === id));
});
const marks = document.getElementById("marks");
const turnMarks = () => {
  const plain = document.body.classList.toggle("plain");
  marks.setAttribute("aria-pressed", String(!plain));
};
marks.addEventListener("click", turnMarks);
const unfold = document.getElementById("unfold");
const turnFolds = () => {
  const open = unfold.getAttribute("aria-pressed") !== "true";
  unfold.setAttribute("aria-pressed", String(open));
  for (const fold of document.querySelectorAll("details")) fold.open = open;
};
unfold.addEventListener("click", turnFolds);
for (const frame of document.querySelectorAll("figure .frame")) {
  frame.addEventListener("click", () => frame.closest(".step").classList.toggle("wide"));
}
const hint = (item, on) => {
  const drawn = item.closest(".step").querySelector(".hint");
  const [x, y, width, height] = item.dataset.box.split(" ");
  const rect = drawn.firstElementChild;
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
  drawn.classList.toggle("on", on);
};
for (const item of document.querySelectorAll("[data-box]")) {
  for (const kind of ["pointerenter", "focus"]) item.addEventListener(kind, () => hint(item, true));
  for (const kind of ["pointerleave", "blur"]) item.addEventListener(kind, () => hint(item, false));
}
const next = () => go(current + 1), back = () => go(current - 1);
Object.assign(keys, {
  j: next, ArrowRight: next, k: back, ArrowLeft: back,
  Home: () => go(0), End: () => go(sections.length - 1), m: turnMarks, o: turnFolds,
});
look();
