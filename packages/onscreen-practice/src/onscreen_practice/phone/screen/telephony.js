"use strict";
// Calls and messages that reach the phone from outside, and the state of its line.

const [IDLE, RINGING, OFFHOOK] = [0, 1, 2];
const isCall = (def) => def?.kind === "call" || def?.kind === "talking";

/** Return the state of the line as Android's telephony registry reports it. */
const lineState = () => (s.phone.call || ui.interruption?.kind === "talking" ? OFFHOOK : ui.interruption?.kind === "call" ? RINGING : IDLE);

/** Return the number of the call in progress or of the ringing call, or "". */
const lineNumber = () => s.phone.call?.number ?? (isCall(ui.interruption) ? ui.interruption.who.phone : "");

/** Return the caller with this number in the format of an interruption: a contact, or the number as name. */
function callerOf(number) {
  const c = contactWith(number);
  return { first: c?.first ?? number, last: c?.last ?? "", phone: number };
}

/** Start an incoming call; return the reason why the call does not reach the phone, or "". */
function ring(number) {
  if (s.settings.global.airplane_mode_on === "1") return "the radio is off";
  if (lineState() !== IDLE) return "the line is busy";
  if (s.phone.blocked.some((each) => digitsOf(each) === digitsOf(number))) { logCall({ phone: number }, "rejected", 0); return ""; }
  ui.pending = ui.pending.concat(ui.interruption ?? []);
  ui.interruption = { kind: "call", who: callerOf(number) };
  return "";
}

/** Answer the ringing call; return false if no call is ringing. */
function answerCall() {
  if (lineState() !== RINGING) return false;
  ui.interruption = { kind: "talking", who: ui.interruption.who, since: s.system.now };
  return true;
}

/** End the call in progress or decline the ringing call; return false if there is no call. */
function endCall() {
  if (s.phone.call) {
    const { call } = s.phone;
    const seconds = Math.max(0, Math.floor((s.system.now - call.since) / 1000) - 2);
    s.phone.calls.unshift({ id: newId(), number: call.number, kind: "outgoing", at: new Date(call.since).toISOString().slice(0, 16), seconds });
    s.phone.call = null;
    const task = ui.tasks.find((each) => each.app === "phone");
    if (task) task.frames = task.frames.filter((each, i) => i === 0 || each.screen !== "call");
    return true;
  }
  if (!isCall(ui.interruption)) return false;
  closeInterruption();
  return true;
}

/** Start a call to a number as the dialer does. */
function dial(number) {
  if (s.settings.global.airplane_mode_on !== "1" && !s.phone.call) s.phone.call = { number, since: s.system.now, muted: false, speaker: false, held: false, digits: "" };
}

/** Deliver a text message; return the reason why the message does not reach the phone, or "". */
function receiveMessage(number, words) {
  if (s.settings.global.airplane_mode_on === "1") return "the radio is off";
  const { threads, blocked } = s.messages;
  let t = threads.find((each) => each.numbers.length === 1 && digitsOf(each.numbers[0]) === digitsOf(number));
  if (!t) { t = { id: newId(), numbers: [number], messages: [], title: "", unread: 0, pinned: false, archived: false, muted: false, draft: "" }; threads.push(t); }
  t.messages.push({ id: newId(), by: t.numbers[0], text: words, at: moment(), starred: false, files: [], due: "" });
  if (blocked.some((each) => digitsOf(each) === digitsOf(number))) return "";
  t.unread += 1;
  t.archived = false;
  if (!t.muted) notify("messages", whoCalls(number), words, { screen: "thread", numbers: t.numbers });
  return "";
}
