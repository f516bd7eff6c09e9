// Stops an input event that would reach another element than the one it was meant for, because the page changed after
// the element was located. The check and the event are one turn of the page, so that nothing can change in between.
let guard = null;
const GUARD_MS = 10000;
const POINTER_EVENTS = [
  "pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click", "auxclick", "dblclick", "contextmenu",
];
const CLICK_EVENTS = new Set(["click", "auxclick", "contextmenu"]);
const KEY_EVENTS = ["keydown", "keypress", "keyup"];
const FRAME_TAGS = new Set(["IFRAME", "FRAME"]);
const MODIFIER_KEYS = new Set(["Alt", "Control", "Meta", "Shift"]);

const commandAround = node => {
  for (let el = node; el; el = flatParent(el)) if (el.nodeType === 1 && COMMANDS.has(reportedRole(el))) return el;
  return null;
};
const stopped = (kind, el) => ({ ...GONE, kind, cover: el ? describe(el) : "", cover_name: el ? shortName(el) : "" });

// Returns what is wrong with the target of a pointer event, as a struct HitTarget, or null.
const pointerProblem = (hit, event) => {
  const { element, node, role, name, control, isPoint } = guard;
  if (isPoint) return pointProblem(hit, event.changedTouches ? event.changedTouches[0] : event);
  if (!reaches(hit, node)) return stopped("covered", hit);
  if (isRenamed(element, role, name)) return { ...GONE, kind: "renamed", cover_name: reportedName(element) };
  return control && !isInSeenRow(element, control) ? GONE : null;
};

// Returns what is wrong with a point: the command there was not at this point in the last reading, or has another name.
const pointProblem = (hit, { clientX: x, clientY: y }) => {
  const command = hit && commandAround(hit);
  if (!command || !seen.isComplete) return null;
  const control = seen.controls.get(locatorOf.get(command));
  if (!control) return isReported(command) ? stopped("appeared", command) : null;
  if (isRenamed(command, control.role, control.name)) return stopped("appeared", command);
  const [left, top, right, bottom] = control.box;
  return x < left - 2 || y < top - 2 || x > right + 2 || y > bottom + 2 ? stopped("appeared", command) : null;
};
const isReported = el => isShown(el) && !el.closest("[aria-hidden=true], [inert]");

const keyProblem = target => {
  const { el, role, name } = guard;
  if (el && target !== el || !el && COMMANDS.has(reportedRole(target))) return stopped("unfocused", target);
  return el && role && isRenamed(el, role, name) ? stopped("unfocused", el) : null;
};

const checkEvent = event => {
  if (!guard || !event.isTrusted || guard.isForKeys !== event.type.startsWith("key")) return;
  const hit = event.composedPath()[0];
  if (event.type === "mousedown") guard.pressed = hit;
  // An element that acts on the release may remove itself before the click.
  if (event.type === "mouseup" && hit === guard.pressed && !hit.closest?.(":disabled")) guard.wasClicked = true;
  if (CLICK_EVENTS.has(event.type) && (!guard.node || reaches(hit, guard.node))) guard.wasClicked = true;
  if (!guard.hasPassed && !guard.problem && guard.until > now()) {
    guard.problem = guard.isForKeys ? keyProblem(hit) : pointerProblem(hit, event);
    guard.hasPassed = !guard.problem && !MODIFIER_KEYS.has(event.key);
  } else if (event.type === "click" && guard.hasPassed && !guard.isPoint && guard.node && reaches(hit, guard.node) === 2) guard.problem = pointerProblem(hit, event);
  if (!guard.problem) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
for (const type of [...POINTER_EVENTS, ...KEY_EVENTS]) window.addEventListener(type, checkEvent, { capture: true, passive: false });

const arm = settings => { guard = { isForKeys: false, hasPassed: false, problem: null, until: now() + GUARD_MS, ...settings }; };

// Ends the guard, and returns what it stopped as a struct HitTarget, of the kind "ok" if nothing. The kind "unclicked"
// says that a button was pressed, but that no click followed: the page changed before the release, or it is disabled.
const endGuard = () => {
  const problem = guard && guard.problem;
  const isUnclicked = guard && guard.hasPassed && !guard.isForKeys && !guard.wasClicked;
  guard = null;
  return problem || { ...GONE, kind: isUnclicked ? "unclicked" : "ok" };
};

// Guards the next pointer event in this frame, wherever it is.
const guardPoint = () => { arm({ isPoint: true }); return true; };

// Guards the next key press. It must reach the element with this locator, which has the focus; without a locator the
// one that had the focus in the last reading. The kind "frame" says that the focus is in a frame of this page.
const guardKeys = (locator, role, name) => {
  const active = activeElement(), isNone = !active || active === document.body;
  if (locator) {
    const el = find(locator, role, name), field = fieldOf(el);
    const isRelated = el && active && (active === el || active === field || holds(el, active));
    if (!isRelated && !isNone && COMMANDS.has(reportedRole(active))) return stopped("unfocused", active);
    arm({ isForKeys: true, el: isNone ? null : active, role: active === el ? role : "", name });
  } else {
    if (active && FRAME_TAGS.has(active.tagName)) return { ...GONE, kind: "frame" };
    const focus = seen.focus, el = focus?.el.deref();
    if (el && el.isConnected && active !== el || !el && !isNone && COMMANDS.has(reportedRole(active))) return stopped("unfocused", active);
    arm({ isForKeys: true, el: isNone ? null : active, role: el === active ? focus?.role : "", name: focus?.name });
  }
  const problem = guard.el ? keyProblem(guard.el) : null;
  return problem || { ...GONE, kind: "ok" };
};

// Returns whether key presses reach this frame or a frame in it.
const hasFocus = () => document.hasFocus();

// Guards Enter after a text was typed: the focus may have moved to another field, but not to a command.
const guardEnter = () => {
  const active = activeElement();
  if (active && active !== typing.el && COMMANDS.has(reportedRole(active))) return stopped("unfocused", active);
  arm({ isForKeys: true, el: !active || active === document.body ? null : active, role: "" });
  return { ...GONE, kind: "ok" };
};
