"use strict";
// Journal of the state: the edits made by each call, which are used to restore the state in a new page after a crash.

let recorded = null; // the state when edits were last taken, as JSON text or as a tree that is never modified
let parsed = { text: null, tree: null }; // the last state that was recorded as text; a reset records the same one again

const isTree = (value) => typeof value === "object" && value !== null;
/** Return a value as JSON represents it; undefined if JSON omits it. */
const jsonOf = (value) => (typeof value === "function" ? undefined : typeof value === "number" && !Number.isFinite(value) ? null : value);
const namesIn = (tree) => (Array.isArray(tree) ? Object.keys(tree) : Object.keys(tree).filter((name) => jsonOf(tree[name]) !== undefined));

/** Copy a tree without copying its strings, which may be large. */
function cloneTree(value) {
  if (!isTree(value)) return jsonOf(value);
  if (Array.isArray(value)) return value.map((each) => cloneTree(each) ?? null);
  return Object.fromEntries(namesIn(value).map((name) => [name, cloneTree(value[name])]));
}

/** Whether edits of single members can turn one tree into the other without reordering its members. */
function isSimilar(now, old) {
  if (!isTree(now) || !isTree(old) || Array.isArray(now) !== Array.isArray(old)) return false;
  if (Array.isArray(now)) return now.length === old.length;
  const names = namesIn(now);
  const kept = Object.keys(old).filter((name) => jsonOf(now[name]) !== undefined);
  return kept.every((name, i) => names[i] === name);
}

/** Whether two trees are equal; fast, because most calls change little of the state. */
function isEqualTree(now, old) {
  if (now === old) return true;
  if (!isTree(now) || !isTree(old)) return false;
  if (Array.isArray(now) !== Array.isArray(old)) return false;
  if (Array.isArray(now)) {
    if (now.length !== old.length) return false;
    for (let i = 0; i < now.length; i++) if (!isEqualTree(now[i], old[i])) return false;
    return true;
  }
  const names = Object.keys(now);
  if (names.length !== Object.keys(old).length) return false;
  for (const name of names) if (!isEqualTree(now[name], old[name])) return false;
  return true;
}

/** Add the edits that turn the similar tree `old` into `now` to `edits`; return the edited copy of `old`. */
function addEdits(edits, now, old, keys) {
  const edited = Array.isArray(old) ? [...old] : { ...old };
  for (const name of Array.isArray(old) ? [] : Object.keys(old)) {
    if (jsonOf(now[name]) !== undefined) continue;
    edits.push({ keys: [...keys, name], deleted: true });
    delete edited[name];
  }
  for (const name of namesIn(now)) {
    const value = jsonOf(now[name]) ?? null;
    if (isEqualTree(value, old[name])) continue;
    const path = [...keys, Array.isArray(now) ? Number(name) : name];
    if (isSimilar(value, old[name])) { edited[name] = addEdits(edits, value, old[name], path); continue; }
    edits.push({ keys: path, value });
    edited[name] = cloneTree(value);
  }
  return edited;
}

/** Return the tree of a state; that of the previous call is kept. */
function treeOf(text) {
  if (parsed.text !== text) parsed = { text, tree: JSON.parse(text) };
  return parsed.tree;
}

Object.assign(phone, {
  /** Return the edits of the state since the last call of this function, as {keys, value} or {keys, deleted}. */
  edits() {
    if (typeof recorded === "string") recorded = treeOf(recorded);
    const edits = [];
    if (isSimilar(s, recorded)) recorded = addEdits(edits, s, recorded, []);
    else { edits.push({ keys: [], value: s }); recorded = cloneTree(s); }
    return edits;
  },
  /** Continue from a state by showing the home screen; `initial` is restored by `reset`, and `saved` are the snapshots. */
  resume(state, initial, saved) {
    snapshot = initial;
    snapshots.clear();
    for (const [name, text] of Object.entries(saved)) snapshots.set(name, text);
    return startFrom(state);
  },
  /** Repeat calls [name, ...arguments], including those that failed. */
  replay(calls) {
    for (const [name, ...given] of calls) {
      try { globalThis.phone[name](...given); } catch { continue; }
    }
    recorded = JSON.stringify(s);
    return null;
  },
});
