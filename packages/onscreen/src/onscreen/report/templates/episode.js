for (const image of document.querySelectorAll("img[data-same]")) {
  const first = document.getElementById(image.dataset.same);
  if (first) image.src = first.src;
}
const sections = [...document.querySelectorAll("main > section")];
const links = new Map([...document.querySelectorAll(".strip a")].map((a) => [a.hash.slice(1), a]));
let current = -1;
const setCurrent = (index) => {
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
let isScheduled = false, targetIndex = -1;
const updateCurrent = () => {
  isScheduled = false;
  if (targetIndex >= 0) return setCurrent(targetIndex);
  if (innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0) return setCurrent(sections.length - 1);
  const line = innerHeight * 0.4;
  let index = 0;
  sections.forEach((section, i) => { if (section.getBoundingClientRect().top < line) index = i; });
  setCurrent(index);
};
const scheduleUpdate = () => { if (!isScheduled) { isScheduled = true; requestAnimationFrame(updateCurrent); } };
addEventListener("scroll", scheduleUpdate, { passive: true });
addEventListener("resize", scheduleUpdate);
for (const kind of ["wheel", "touchmove", "scrollend"]) addEventListener(kind, () => { targetIndex = -1; scheduleUpdate(); }, { passive: true });
const goTo = (index) => {
  const to = Math.max(0, Math.min(sections.length - 1, index));
  targetIndex = to;
  setCurrent(to);
  sections[to].scrollIntoView();
  sections[to].focus({ preventScroll: true });
};
for (const [id, link] of links) link.addEventListener("click", (event) => {
  event.preventDefault();
  history.replaceState(null, "", "#" + id);
  goTo(sections.findIndex((section) => section.id === id));
});
const marks = document.getElementById("marks");
const toggleMarks = () => {
  const plain = document.body.classList.toggle("plain");
  marks.setAttribute("aria-pressed", String(!plain));
};
marks.addEventListener("click", toggleMarks);
const unfold = document.getElementById("unfold");
const toggleFolds = () => {
  const open = unfold.getAttribute("aria-pressed") !== "true";
  unfold.setAttribute("aria-pressed", String(open));
  for (const fold of document.querySelectorAll("details")) fold.open = open;
};
unfold.addEventListener("click", toggleFolds);
for (const frame of document.querySelectorAll("figure .frame")) {
  frame.addEventListener("click", () => frame.closest(".step").classList.toggle("wide"));
}
const toggleHint = (item, on) => {
  const overlay = item.closest(".step").querySelector(".hint");
  const [x, y, width, height] = item.dataset.box.split(" ");
  const rect = overlay.firstElementChild;
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
  overlay.classList.toggle("on", on);
};
for (const item of document.querySelectorAll("[data-box]")) {
  for (const kind of ["pointerenter", "focus"]) item.addEventListener(kind, () => toggleHint(item, true));
  for (const kind of ["pointerleave", "blur"]) item.addEventListener(kind, () => toggleHint(item, false));
}
const next = () => goTo(current + 1), back = () => goTo(current - 1);
Object.assign(keys, {
  j: next, ArrowRight: next, k: back, ArrowLeft: back,
  Home: () => goTo(0), End: () => goTo(sections.length - 1), m: toggleMarks, o: toggleFolds,
});
updateCurrent();
