// Cards in a row before each player, and what everybody hands on.

import { h } from "./dom.js";
import { icon, numeral, seatColour, TINTS } from "./parts.js";
import { words } from "./words.js";

// The lines of cards, mine first; each from its owner's left to right. They lie as they do when all
// have handed on: what is marked is the card that each one gets.
export function lines(view) {
  if (!view.lines.length) return null;
  const moved = new Map((view.passing?.arrows ?? []).map((arrow) => [`${arrow.to_seat}:${arrow.to_slot}`, arrow]));
  return h("ol", { class: "lines" }, view.lines.map((line) => cardLine(line, view, moved)));
}

function cardLine(line, view, moved) {
  const player = view.players.find((one) => one.seat === line.seat);
  const holds = view.hand?.seat === line.seat;
  return h(
    "li",
    { key: `line-${line.seat}`, class: "line-of", css: { "--seat": seatColour(player?.colour ?? "") }, "data-turn": player?.turn ? "" : undefined, "data-mine": line.seat === view.seat ? "" : undefined },
    h(
      "div",
      { class: "line-who" },
      h("span", { class: "line-name" }, player?.name ?? ""),
      line.score !== null ? h("b", { class: "line-score" }, String(line.score)) : h("span", { class: "tokens" }, line.tokens.map(token)),
      holds && h("span", { class: "tag" }, icon("hand"), view.hand.face ? numeral(view.hand.face) : words.lines.holds),
    ),
    h("div", { class: "slots" }, line.slots.map((slot, place) => slotCard(slot, place, line, moved))),
  );
}

function token(one) {
  const state = one.used ? words.lines.used : words.lines.unused;
  return h("span", { key: one.label, class: "token", css: { "--tint": TINTS[one.tint] }, "data-used": one.used ? "" : undefined, role: "img", "aria-label": `${one.label}: ${state}` });
}

function slotCard(slot, place, line, moved) {
  const here = slot.face ? numeral(slot.face) : "";
  const kind = slot.up ? "up" : slot.hidden ? "back hidden-now" : "back";
  const arrow = moved.get(`${line.seat}:${place}`);
  const label = slot.up ? here || words.lines.unread : words.lines.back;
  return h(
    "span",
    { key: `slot-${place}`, class: `slot ${kind}`, "data-slot": `${line.seat}:${place}`, "data-moves": arrow ? "" : undefined, css: slot.face ? { "--tint": TINTS[slot.face.tint] } : {} },
    h("span", { class: "hidden" }, label),
    slot.up && h("b", { "aria-hidden": "true" }, here || "?"),
    slot.recalled && h("i", { class: "recalled" }, numeral(slot.recalled)),
    !slot.recalled && slot.seen && icon("eye"),
    slot.hidden && h("span", { class: "mask", role: "img", "aria-label": words.lines.masked }, icon("stop")),
  );
}

// Who gives which card to whom: the same moves as arrows and as words.
export function passing(view) {
  if (!view.passing) return null;
  const name = (seat) => view.players.find((player) => player.seat === seat)?.name ?? "";
  const mine = (arrow) => view.seat === null || arrow.from_seat === view.seat || arrow.to_seat === view.seat;
  const arrow = (one) =>
    h(
      "li",
      { key: `arrow-${one.from_seat}-${one.from_slot}`, class: "arrow", "data-arrow": `${one.from_seat}:${one.from_slot}>${one.to_seat}:${one.to_slot}`, "data-mine": view.seat !== null && mine(one) ? "" : undefined },
      h(
        "span",
        { class: "arrow-way", "aria-hidden": "true" },
        h("span", { class: "arrow-name" }, name(one.from_seat)),
        place(one.from_slot),
        h("span", { class: "arrow-sign" }, "→"),
        place(one.to_slot),
        h("span", { class: "arrow-name" }, name(one.to_seat)),
      ),
      one.text && h("span", { class: "arrow-text" }, one.text),
    );
  return h("div", { class: "passing", key: "passing" }, h("h2", null, view.passing.title), h("ol", null, view.passing.arrows.map(arrow)));
}

const SLOTS = [0, 1, 2, 3];

function place(slot) {
  return h("span", { class: "places" }, SLOTS.map((one) => h("span", { key: `${one}`, class: one === slot ? "place on" : "place" })));
}
