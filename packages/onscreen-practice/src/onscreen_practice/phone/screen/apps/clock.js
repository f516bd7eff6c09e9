"use strict";
// Clock: alarms, world clock, timers, stopwatch, bedtime. Data: alarms, cities, timers, stopwatch, bedtime.

const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const repeatText = (days) => (days.length === 7 ? "Every day" : days.length === 0 ? "Once" : days.join(", "));
const secondsText = (n) => `${two(Math.floor(n / 3600))}:${two(Math.floor(n / 60) % 60)}:${two(Math.floor(n) % 60)}`;

app({
  id: "clock", name: "Clock", icon: "clock", color: "#3d5afe", start: "main",
  screens: {
    main(p) {
      p.local.tab ??= "alarms";
      const views = { alarms: alarmsTab, world: worldTab, timers: timersTab, stopwatch: stopwatchTab, bedtime: bedtimeTab };
      return page({
        bar: bar(p, { alarms: "Alarms", world: "World clock", timers: "Timers", stopwatch: "Stopwatch", bedtime: "Bedtime" }[p.local.tab], { menu: [["Settings", () => p.open("settings")]] }),
        ...views[p.local.tab](p),
        bottom: bottomNav([["alarms", "alarm", "Alarm"], ["world", "world", "World clock"], ["timers", "timer", "Timer"], ["stopwatch", "stopwatch", "Stopwatch"], ["bedtime", "hotel", "Bedtime"]], p.local.tab, (tab) => { p.local.tab = tab; }),
      });
    },
    alarm: alarmScreen,
    cities: citiesScreen,
    settings(p) {
      const d = p.data;
      return page({ bar: bar(p, "Settings"), body: [
        section("Alarms"),
        select(p, "Snooze length", d.snooze_min, [[1, "1 minute"], [5, "5 minutes"], [10, "10 minutes"], [15, "15 minutes"], [30, "30 minutes"]], (next) => { d.snooze_min = next; }, { id: "snooze_min_spinner" }),
        toggle("Increase volume gradually", d.crescendo, (on) => { d.crescendo = on; }, { id: "crescendo_switch" }),
        section("Clock"),
        select(p, "Start week on", d.week_start, ["Monday", "Saturday", "Sunday"], (next) => { d.week_start = next; }, { id: "week_start_spinner" }),
      ] });
    },
  },
});

const minutesUntil = (time) => { const now = Math.floor(s.system.now / 60000) % 1440; const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)); return (at - now + 1439) % 1440 + 1; };
const untilText = (min) => [Math.floor(min / 60) && `${Math.floor(min / 60)} h`, min % 60 && `${min % 60} min`].filter(Boolean).join(" ");

/** Return the minutes until an alarm rings next, respecting its days. */
function nextRing(alarm) {
  const first = minutesUntil(alarm.time);
  const day = (days) => WEEK[(new Date(s.system.now + first * 60000 + days * 86400000).getUTCDay() + 6) % 7];
  const wait = alarm.days.length ? [0, 1, 2, 3, 4, 5, 6].find((days) => alarm.days.includes(day(days))) : 0;
  return first + wait * 1440;
}

function alarmsTab(p) {
  const alarms = [...p.data.alarms].sort((a, b) => a.time.localeCompare(b.time));
  const soonest = Math.min(...alarms.filter((each) => each.on).map(nextRing));
  const ahead = soonest < 1440 ? untilText(soonest) : `${Math.floor(soonest / 1440)} days`;
  const flip = (each) => { each.on = !each.on; p.toast(each.on ? `Alarm set for ${each.time}` : "Alarm off"); };
  const again = (each) => () => { p.data.alarms.push({ ...copy(each), id: newId() }); p.toast("Alarm duplicated"); };
  return {
    body: alarms.length ? [text(Number.isFinite(soonest) ? `Next alarm in ${ahead}` : "All alarms are off", "soft center clock-next"), alarms.map((each) => card({ id: "alarm_card", css: `line ${each.on ? "" : "clock-off"}`, tap: () => p.open("alarm", { id: each.id }), hold: () => p.menu([["Edit", () => p.open("alarm", { id: each.id })], ["Duplicate", again(each)], ["Delete", () => removeAlarm(p, each)]]) },
      col({ css: "grow" }, text(each.time, "big"), text([each.label, repeatText(each.days)].filter(Boolean).join(" · "), "soft small")),
      v("Switch", { id: "alarm_switch", desc: `Alarm ${each.time}${alarms.filter((other) => other.time === each.time).length > 1 ? ` ${each.label}` : ""}`, checked: each.on, css: "switch", style: "width:70px", tap: () => flip(each) })))]
      : empty("alarm", "No alarms", "Tap + to add one"),
    fab: fab("add", "Add alarm", () => p.open("alarm", {}), "fab-middle"),
  };
}

function removeAlarm(p, alarm) {
  p.data.alarms = p.data.alarms.filter((each) => each !== alarm);
  p.snack("Alarm deleted", "Undo", () => { p.data.alarms.push(alarm); });
}

function alarmScreen(p) {
  const old = p.data.alarms.find((each) => each.id === p.args.id);
  const a = (p.local.alarm ??= old ? copy(old) : { id: newId(), time: "07:00", label: "", days: [], on: true, vibrate: true, sound: "Bright morning" });
  const save = () => {
    a.on = true;
    if (old) Object.assign(old, a);
    else p.data.alarms.push(a);
    p.back();
    p.toast(`Alarm set for ${a.time}`);
  };
  return page({
    bar: bar(p, old ? "Edit alarm" : "New alarm", { close: true, actions: [old && iconButton("trash", "Delete alarm", () => { p.back(); removeAlarm(p, old); }, { id: "delete_alarm_button" }), button("Save", save, { id: "save_button", kind: "text" })] }),
    body: [
      v("Button", { id: "time_button", text: a.time, desc: `Time ${a.time}`, css: "huge center", tap: () => p.pickTime(a.time, (next) => { a.time = next; }) }),
      section("Repeat"),
      line({ css: "wrap" }, WEEK.map((day) => v("CheckBox", { id: "weekday_checkbox", text: day, checked: a.days.includes(day), css: "chip", tap: () => { a.days = WEEK.filter((each) => (each === day) !== a.days.includes(each)); } }))),
      labelled(p, "label", "Label", { value: a.label, change: (next) => { a.label = next; } }),
      select(p, "Sound", a.sound, ["Bright morning", "Cuckoo clock", "Early twilight", "Piezo alarm", "Silent"], (next) => { a.sound = next; }, { id: "sound_spinner" }),
      toggle("Vibrate", a.vibrate, (on) => { a.vibrate = on; }, { id: "vibrate_switch" }),
    ],
  });
}

const offsetText = (min) => (min === 0 ? "Same time" : `${Math.floor(Math.abs(min) / 60)}${min % 60 ? `:${two(Math.abs(min) % 60)}` : ""} h ${min > 0 ? "ahead" : "behind"}`);

function worldTab(p) {
  const cities = p.data.cities.map((name) => p.data.known_cities.find((each) => each.name === name));
  const then = (city) => new Date(s.system.now + city.offset_min * 60000).toISOString();
  const away = (city) => (then(city).slice(0, 10) === today() ? "Today" : then(city) > new Date(s.system.now).toISOString() ? "Tomorrow" : "Yesterday");
  const drop = (city) => { const old = p.data.cities; p.data.cities = old.filter((each) => each !== city.name); p.snack(`${city.name} removed`, "Undo", () => { p.data.cities = old; }); };
  const first = (city) => { p.data.cities = [city.name, ...p.data.cities.filter((each) => each !== city.name)]; };
  return {
    body: [col({ css: "center pad" }, text(clock(), "huge center"), text(shortDate(today()), "soft center")),
      cities.length ? cities.map((city) => row({ id: "city_row", title: city.name, sub: `${city.country} · ${away(city)}, ${offsetText(city.offset_min)}`, trail: text(then(city).slice(11, 16), "big"), hold: () => p.menu([["Move to top", () => first(city)], ["Remove", () => drop(city)]]), swipe: (way) => (way === "left" || way === "right") && (drop(city), true) })) : empty("world", "No cities yet")],
    fab: fab("add", "Add city", () => p.open("cities"), "fab-middle"),
  };
}

function citiesScreen(p) {
  const words = p.local.find ?? "";
  const found = p.data.known_cities.filter((each) => has(`${each.name} ${each.country}`, words));
  const flip = (city) => { p.data.cities = p.data.cities.includes(city.name) ? p.data.cities.filter((each) => each !== city.name) : [...p.data.cities, city.name]; };
  return page({ bar: bar(p, "Add city"), body: [searchField(p, "find", "Search for a city", { opens: true }), found.length ? found.map((city) => check(`${city.name}, ${city.country}`, p.data.cities.includes(city.name), () => flip(city), { id: "city_checkbox" })) : empty("search", "No such city")] });
}

function timersTab(p) {
  const left = (each) => Math.max(0, each.running ? each.left_sec - (s.system.now - each.since) / 1000 : each.left_sec);
  const flip = (each) => { each.left_sec = left(each); each.running = !each.running; each.since = s.system.now; };
  const name = (each) => each.label || "timer";
  const drop = (each) => { const old = p.data.timers; p.data.timers = old.filter((other) => other !== each); p.snack("Timer deleted", "Undo", () => { p.data.timers = old; }); };
  const again = (each) => { each.left_sec = each.total_sec; each.running = false; };
  return {
    body: p.data.timers.length ? p.data.timers.map((each) => card({}, line(text(each.label || "Timer", "grow strong"), iconButton("edit", `Label of ${name(each)}`, () => p.prompt("Label", each.label, (next) => { each.label = next.trim(); }), { id: "label_button" }), iconButton("close", `Delete ${name(each)}`, () => drop(each), { id: "delete_button" })),
      text(secondsText(left(each)), "huge center"),
      text(left(each) === 0 ? "Time is up" : each.running ? "Running" : left(each) < each.total_sec ? "Paused" : "Not started", "soft small center"),
      line({ css: "center pad" }, button(each.running ? "Pause" : "Start", () => flip(each), { id: "start_pause_button", desc: `${each.running ? "Pause" : "Start"} ${name(each)}`, enabled: left(each) > 0 }), button("Reset", () => again(each), { id: "reset_button", kind: "tonal", desc: `Reset ${name(each)}` }), button("+1:00", () => { each.left_sec += 60; each.total_sec += 60; }, { id: "add_minute_button", kind: "text", desc: `Add 1 minute to ${name(each)}` }))))
      : empty("timer", "No timers", "Tap + to add one"),
    fab: fab("add", "Add timer", () => timerDialog(p), "fab-middle"),
  };
}

/** Show the duration of a new timer, with the format and content description of AOSP's clock. */
function timerTime({ hours, minutes, seconds }) {
  const [h, m, sec] = [hours, minutes, seconds].map((each) => Number(each ?? 0));
  return text(`${two(h)}h ${two(m)}m ${two(sec)}s`, "soft center", { id: "timer_setup_time", desc: `${h} hours, ${m} minutes, ${sec} seconds` });
}

function timerDialog(p) {
  p.dialog({
    title: "New timer", css: "time",
    body: (def) => [line({ css: "time-fields" }, [["hours", "Hours"], ["minutes", "Minutes"], ["seconds", "Seconds"]].map(([key, label]) => col(field(p, key, { hint: label, value: "0", type: "number", max: 2, where: def.local, opens: key === "hours", picks: true }), text(label, "soft small")))), timerTime(def.local), def.local.wrong && text(def.local.wrong, "bad small")],
    buttons: [["Cancel"], ["Start", (def) => {
      const total = Number(def.local.hours) * 3600 + Number(def.local.minutes) * 60 + Number(def.local.seconds);
      if (!(total > 0)) { def.local.wrong = "Enter a time above zero"; return false; }
      p.data.timers.unshift({ id: newId(), label: "", total_sec: total, left_sec: total, running: true, since: s.system.now });
    }]],
  });
}

function stopwatchTab(p) {
  const w = p.data.stopwatch;
  const passed = w.running ? w.passed_sec + (s.system.now - w.since) / 1000 : w.passed_sec;
  return { body: [text(secondsText(passed), "huge center pad"),
    line({ css: "center" },
      button(w.running ? "Pause" : passed ? "Resume" : "Start", () => { w.passed_sec = passed; w.running = !w.running; w.since = s.system.now; }, { id: "start_pause_button", desc: w.running ? "Pause" : passed ? "Resume" : "Start" }),
      w.running && button("Lap", () => { w.laps.unshift(passed); }, { id: "lap_button", kind: "tonal", desc: "Lap" }),
      !w.running && passed > 0 && button("Reset", () => Object.assign(w, { passed_sec: 0, laps: [], running: false }), { id: "reset_button", kind: "tonal" })),
    w.laps.length > 0 && [section("Laps"), w.laps.map((lap, i) => row({ id: "lap_row", title: `Lap ${w.laps.length - i}`, sub: `+${secondsText(lap - (w.laps[i + 1] ?? 0))}`, meta: secondsText(lap) })),
      button("Copy laps", () => { p.state.clipboard = w.laps.map((lap, i) => `Lap ${w.laps.length - i}: ${secondsText(lap)}`).reverse().join("\n"); p.toast("Copied"); }, { id: "copy_laps_button", kind: "text" })]] };
}

function bedtimeTab(p) {
  const b = p.data.bedtime;
  const length = (Number(b.wake.slice(0, 2)) * 60 + Number(b.wake.slice(3)) - Number(b.bed.slice(0, 2)) * 60 - Number(b.bed.slice(3)) + 1440) % 1440;
  const set = (key) => (next) => { b[key] = next; };
  return { body: [
    toggle("Bedtime schedule", b.on, set("on"), { id: "bedtime_schedule_switch", sub: b.on ? `${untilText(length)} of sleep` : "Off" }),
    row({ id: "bedtime_row", lead: "night", title: b.bed, sub: "Bedtime", desc: `Bedtime ${b.bed}`, tap: () => p.pickTime(b.bed, set("bed")) }),
    row({ id: "wake_up_row", lead: "sunrise", title: b.wake, sub: "Wake-up", desc: `Wake-up ${b.wake}`, tap: () => p.pickTime(b.wake, set("wake")) }),
    section("Days"),
    line({ css: "wrap" }, WEEK.map((day) => v("CheckBox", { id: "weekday_checkbox", text: day, checked: b.days.includes(day), css: "chip", tap: () => { b.days = WEEK.filter((each) => (each === day) !== b.days.includes(each)); } }))),
    section("At bedtime"),
    select(p, "Reminder", b.remind_min, [[0, "None"], [15, "15 minutes before"], [30, "30 minutes before"], [60, "1 hour before"]], set("remind_min"), { id: "remind_min_spinner" }),
    toggle("Do Not Disturb", b.quiet, set("quiet"), { id: "quiet_switch" }),
    toggle("Dim the wallpaper", b.dim, set("dim"), { id: "dim_switch" }),
  ] };
}
