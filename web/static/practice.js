// Practice without cards: what comes next, how the last round went, and what is known so far.

import { h } from "./dom.js";
import { icon, seatColour } from "./parts.js";
import { fill, words } from "./words.js";

const t = words.practice;
const HINTS = { lamp: t.hint_lamp, beep: t.hint_beep, both: t.hint_both, screen: t.hint_screen, bar: t.hint_bar };
const STARTS = { lamp: t.start_lamp, beep: t.start_beep, both: t.start_both, screen: t.start_screen, bar: t.start_bar };
const FAULTS = { dead: t.fault_dead, stuck: t.fault_stuck, worn: t.fault_worn };
const JUMPED = { before: t.before, early: t.early };
// As the page's language writes numbers.
const number = (value, digits = 0) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const ms = (value) => (value === null ? "" : fill(t.ms, { ms: number(value, value < 10 ? 1 : 0) }));

// When this phone's screen really flashed, on the phone's own clock; only differences are told.
const flash = { round: 0, at: null, done: 0, said: "" };

export function practice(view, page) {
  const on = view.practice;
  if (!on) return null;
  return h(
    "section",
    { class: "practice panel", key: "practice", "data-phase": on.phase, "data-kind": on.kind },
    h("h2", null, t.title),
    on.trouble && h("p", { class: "notice notice-warn", key: "trouble" }, icon("warn"), h("span", null, on.trouble)),
    h(
      "div",
      { key: "now", class: "now" },
      on.phase === "over"
        ? h("p", { key: "over" }, t.over)
        : h("p", { key: "next" }, `${fill(on.kind === "bar" ? t.stroke : t.round, { number: on.round, count: on.rounds })} ${HINTS[on.kind]}`),
      on.kind === "screen" && on.phase !== "over" && pad(view, page, on),
      on.last && lastRound(view, on.last),
      on.kind === "bar" && stroke(view, on),
      band(view, page, on),
    ),
    h(
      "div",
      { key: "known", class: "known" },
      on.people.length > 0 && people(view, on),
      !on.exact && h("p", { key: "inexact", class: "hint" }, t.inexact),
      on.buttons.some((one) => one.presses > 0 || one.fault) && buttons(view, on),
      on.buttons.filter((one) => FAULTS[one.fault]).map((one) => fault(view, one)),
    ),
    view.host && controls(page, on),
  );
}

const nameOf = (view, seat) => view.players.find((player) => player.seat === seat)?.name || fill(words.host.move_to, { number: seat + 1 });
const who = (view, seat) => h("span", { class: "who", css: { "--seat": seatColour(view.players.find((player) => player.seat === seat)?.colour) } }, nameOf(view, seat));

// The field that flashes, and on a phone of somebody who takes part, is tapped.
function pad(view, page, on) {
  const mine = page.as === "me" && on.people.some((one) => one.seat === view.seat);
  if (on.phase === "go" && flash.round !== on.round) flashed(on.round);
  const done = flash.done === on.round;
  const label = done ? flash.said : on.phase === "go" ? t.now : t.wait;
  const props = { key: "pad", class: "pad", "data-go": on.phase === "go" && !done ? "" : undefined };
  if (!mine) return h("div", props, label);
  return h("button", { ...props, type: "button", "aria-disabled": done ? "true" : undefined, onpointerdown: (event) => hit(event, page, on) }, label);
}

// The picture is on the screen when the first task after it runs.
function flashed(round) {
  Object.assign(flash, { round, at: null });
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => (flash.at = performance.now());
    after.port2.postMessage(0);
  });
}

function hit(event, page, on) {
  event.preventDefault();
  if (flash.done === on.round) return;
  const fair = on.phase === "go" && flash.at !== null && event.timeStamp >= flash.at;
  const took = fair ? event.timeStamp - flash.at : null;
  Object.assign(flash, { done: on.round, said: fair ? ms(took) : t.before });
  page.post("/host", { action: "practice_tap", value: `${on.round}:${fair ? took.toFixed(1) : "early"}` });
  page.redraw();
}

function lastRound(view, last) {
  const names = last.first.map((seat) => nameOf(view, seat)).join(", ");
  let verdict = last.first.length > 1 ? fill(t.tie, { names }) : names && fill(t.first, { name: names });
  if (last.void) verdict = t.void;
  const hand = (one) => h("li", { key: String(one.seat), class: one.jumped ? "jumped" : undefined }, who(view, one.seat), h("b", null, one.jumped ? JUMPED[one.jumped] : ms(one.ms)));
  return h(
    "div",
    { key: "last", class: "last", "aria-live": "polite" },
    h("h3", null, fill(t.last, { number: last.number }), verdict && ` ${verdict}`),
    last.hands.length > 0 ? h("ol", null, [...last.hands].sort((a, b) => (a.ms ?? 1e9) - (b.ms ?? 1e9)).map(hand)) : !last.void && h("p", { class: "hint" }, t.nobody),
  );
}

function stroke(view, on) {
  if (on.missed.length > 0) return h("p", { key: "stroke", class: "notice notice-warn" }, icon("warn"), h("span", null, fill(t.missed, { names: on.missed.map((seat) => nameOf(view, seat)).join(", ") })));
  return on.spread_ms !== null && h("p", { key: "stroke", class: "hint" }, fill(t.spread, { ms: number(on.spread_ms, 2) }));
}

function people(view, on) {
  const median = (one) => (one.median_ms === null ? fill(t.too_few, { measured: one.measured }) : fill(t.median_of, { ms: number(one.median_ms), spread: number(one.iqr_ms ?? 0) }));
  const row = (one) => [who(view, one.seat), ms(one.fastest_ms) || "–", median(one), String(one.false_starts)];
  return table("people", [t.name, t.fastest, t.median, t.starts], on.people, row);
}

function buttons(view, on) {
  const bounce = (one) => (one.bounce_ms === null ? t.not_pressed : fill(t.bounce_of, { ms: number(one.bounce_ms, 1), most: number(one.bounce_ms_max, 1) }));
  const late = on.buttons.some((one) => one.delay_ms !== null);
  const row = (one) => [who(view, one.seat), bounce(one), ...(late ? [one.delay_ms === null ? "–" : fill(t.ms, { ms: number(one.delay_ms, 2) })] : [])];
  return table("buttons-table", [t.button, t.bounce, ...(late ? [t.delay] : [])], on.buttons, row);
}

function fault(view, one) {
  const text = fill(FAULTS[one.fault], { name: nameOf(view, one.seat), ms: one.bounce_ms_max === null ? "" : number(one.bounce_ms_max, 1) });
  return h("p", { key: `fault-${one.seat}`, class: "notice notice-warn" }, icon("warn"), h("span", null, text));
}

function table(key, heads, rows, cells) {
  return h(
    "table",
    { key, class: "numbers" },
    h("thead", null, h("tr", null, heads.map((head, place) => h("th", { key: String(place), scope: "col" }, head)))),
    h("tbody", null, rows.map((one) => h("tr", { key: String(one.seat) }, cells(one).map((cell, place) => h(place ? "td" : "th", { key: String(place), scope: place ? undefined : "row" }, cell))))),
  );
}

function band(view, page, on) {
  if (on.why) return h("p", { key: "band", class: "notice notice-warn" }, icon("warn"), h("span", null, on.why));
  if (on.band_ms === null) return null;
  const text = fill(on.kept ? t.band_kept : t.band, { ms: number(on.band_ms, 1) });
  return h(
    "div",
    { key: "band", class: "band" },
    h("p", null, icon(on.kept ? "check" : "info"), text),
    view.host && !on.kept && h("button", { type: "button", class: "primary", id: "use-band", onclick: () => page.host("practice_band") }, fill(t.use_band, { ms: number(on.band_ms, 1) })),
  );
}

function controls(page, on) {
  return h(
    "div",
    { key: "controls", class: "buttons" },
    on.phase === "over" && h("button", { key: "again", type: "button", class: "plain", "data-host": `practice:${on.kind}`, onclick: () => page.host("practice", on.kind) }, t.again),
    h("button", { key: "stop", type: "button", class: "plain", "data-host": "practice_stop", onclick: () => page.host("practice_stop") }, on.phase === "over" ? t.close : t.stop),
  );
}

// The host's menu: which practices this table can give just now.
export function practiceMenu(view, page) {
  const kinds = view.host.practices ?? [];
  if (!kinds.length) return null;
  const start = async (kind) => {
    if (await page.host("practice", kind)) document.getElementById("menu-sheet").close();
  };
  const button = (kind) => h("button", { key: kind, type: "button", class: "plain", "data-practice": kind, onclick: () => start(kind) }, STARTS[kind]);
  return h("fieldset", { key: "practice", class: "options" }, h("legend", null, t.title), h("p", { class: "hint" }, t.menu_hint), h("div", { class: "row" }, kinds.map(button)));
}
