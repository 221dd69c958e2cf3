// Cards in rows and columns that can be tapped, the dice, and other cards beside them.

import { h } from "./dom.js";
import { choiceButton, icon, longest, TINTS } from "./parts.js";
import { soft } from "./syllables.js";
import { fill, words } from "./words.js";

const tint = (name) => ({ "--tint": TINTS[name] ?? TINTS.dark });
const TOKENS = new Set(["cutpurse", "target", "rival", "threat"]);

// What may be tapped in the square now. While the own cards are covered, nothing shows what they can do.
function acts(view, ui) {
  const covered = view.rows.some((row) => row.secret) && !ui.open;
  return view.my_choices.filter((choice) => choice.cells.length > (covered ? 1 : 0));
}

const begins = (act, picked) => picked.every((cell, place) => act.cells[place] === cell);

// The cells that were tapped, as far as something may still come of it.
function picked(view, ui) {
  const cells = ui.picked ?? [];
  return cells.length && acts(view, ui).some((act) => begins(act, cells)) ? cells : [];
}

export function square(view, page) {
  if (!view.square) return null;
  const chosen = picked(view, page.ui);
  const open = acts(view, page.ui);
  const next = new Set(open.filter((act) => begins(act, chosen)).map((act) => act.cells[chosen.length]));
  const first = new Set(open.map((act) => act.cells[0]));
  const state = { view, page, chosen, next, first };
  return h(
    "ol",
    { class: "square", css: { "--columns": String(view.square.columns) } },
    view.square.cards.map((card, place) => cell(card, place, state)),
  );
}

function cell(card, place, { view, page, chosen, next, first }) {
  const mine = page.ui.open ? card.mine : "";
  const live = next.has(place) || first.has(place) || chosen.includes(place);
  return h(
    "li",
    { key: `cell-${place}` },
    h(
      "button",
      {
        type: "button", class: "cell", "data-cell": String(place), "data-dark": card.dark ? "" : undefined,
        "data-next": next.has(place) ? "" : undefined, "data-picked": chosen.includes(place) ? "" : undefined,
        "data-mine": mine || undefined, "data-near": page.ui.open && card.near ? "" : undefined,
        "data-token": card.token || undefined, "aria-pressed": chosen.includes(place) ? "true" : undefined,
        "aria-disabled": live ? undefined : "true", "aria-label": spoken(card, place, view, mine),
        css: tint(card.face.tint), onclick: () => live && choose(place, { view, page, chosen, next }),
      },
      icon(card.face.icon, "cell-icon"),
      h("span", { class: longest(card.face.label) > 14 ? "cell-name long" : "cell-name" }, soft(card.face.label)),
      (card.token || card.stake) && h("span", { class: "cell-marks", "aria-hidden": "true" }, TOKENS.has(card.token) && icon(`token-${card.token}`), card.stake && h("b", null, "$1")),
      mine && h("span", { class: "cell-mine", "aria-hidden": "true" }, icon(mine === "cutpurse" ? "token-cutpurse" : "eye")),
    ),
  );
}

// What a screen reader says of a card: everything that the picture shows.
function spoken(card, place, view, mine) {
  const columns = view.square.columns;
  const at = fill(words.square.place, { row: Math.floor(place / columns) + 1, column: (place % columns) + 1 });
  const said = [card.face.label, card.kind, at];
  if (card.dark) said.push(words.square.dark);
  if (card.token) said.push(TOKEN_WORDS()[card.token]);
  if (card.stake) said.push(words.square.stake);
  if (mine) said.push(MINE_WORDS()[mine]);
  return said.join(", ");
}

const TOKEN_WORDS = () => ({ cutpurse: words.square.cutpurse, target: words.square.target, rival: words.square.rival, threat: words.square.threat });
const MINE_WORDS = () => ({ cutpurse: words.square.my_cutpurse, target: words.square.my_target, shadow: words.square.my_shadow });

function choose(place, { view, page, chosen, next }) {
  const ui = page.ui;
  let cells = next.has(place) ? [...chosen, place] : [place];
  if (!next.has(place) && chosen.includes(place)) cells = chosen.slice(0, chosen.indexOf(place));
  const found = acts(view, ui).filter((act) => begins(act, cells));
  const done = found.filter((act) => act.cells.length === cells.length);
  ui.picked = cells;
  if (cells.length > 1 && done.length === found.length && new Set(done.map((act) => act.id)).size === 1) {
    ui.picked = [];
    page.tap(done[0].id);
  } else page.redraw();
}

// Under the thumb: what the tapped card may do, and the way back.
export function picking(view, page) {
  const chosen = picked(view, page.ui);
  if (!chosen.length) return null;
  const done = acts(view, page.ui).filter((act) => act.cells.length === chosen.length && begins(act, chosen));
  const back = () => {
    page.ui.picked = [];
    page.redraw();
  };
  const tap = (id) => {
    page.ui.picked = [];
    page.tap(id);
  };
  return h(
    "div",
    { class: "picking", key: "picking" },
    !done.length && h("p", { class: "tip" }, fill(words.square.then, { card: view.square.cards[chosen.at(-1)].face.label })),
    h("div", { class: done.length > 2 ? "buttons many" : "buttons" }, done.map((act) => choiceButton({ ...act, style: "primary", cells: [] }, page.ui, tap))),
    h("button", { type: "button", class: "plain", key: "unpick", "data-unpick": "", onclick: back }, words.square.other_card),
  );
}

export function dice(view) {
  if (!view.dice.length) return null;
  return h(
    "ul",
    { class: "dice" },
    view.dice.map((die, place) =>
      h(
        "li",
        { key: `die-${place}`, class: "die", css: tint(die.tint), "data-spent": die.spent ? "" : undefined },
        icon(die.icon),
        h("span", null, soft(die.label)),
        die.spent && h("span", { class: "hidden" }, words.square.spent),
      ),
    ),
  );
}

// The display, the foes, and under cover what only this phone may show.
export function rows(view, page) {
  if (!view.rows.length) return null;
  const open = view.rows.filter((row) => !row.secret);
  const secret = view.rows.filter((row) => row.secret);
  return [secret.length > 0 && secrets(secret, page), open.map(cardRow)];
}

function secrets(rows, page) {
  const turn = () => {
    page.ui.open = !page.ui.open;
    page.ui.picked = [];
    page.redraw();
  };
  return h(
    "div",
    { class: "secrets", key: "secrets" },
    h("button", { type: "button", class: "plain", "data-secrets": "", "aria-expanded": page.ui.open ? "true" : "false", onclick: turn }, icon("eye"), h("span", null, page.ui.open ? words.square.cover : words.square.uncover)),
    page.ui.open && rows.map(cardRow),
  );
}

function cardRow(row) {
  return h(
    "div",
    { class: "card-row", key: `row-${row.id}`, "data-row": row.id },
    h("h2", { class: "quiet-title" }, row.label),
    row.cards.length > 0 ? h("ul", { class: "chips" }, row.cards.map(chip)) : h("p", { class: "hint" }, words.seat.empty),
    row.note && h("p", { class: "hint" }, row.note),
  );
}

export function chip(face, place) {
  return h("li", { key: `chip-${place}-${face.key}`, class: "chip", css: tint(face.tint) }, icon(face.icon), h("span", null, face.label));
}

// Money as it lies before its owner.
export function purse(player) {
  if (!player.purse) return null;
  return h(
    "p",
    { class: "purse" },
    h("b", null, player.purse.label),
    h("span", { class: "coins", "aria-hidden": "true" }, player.purse.coins.map((coin, place) => h("i", { key: `coin-${place}`, class: "money" }, coin))),
    player.purse.note && h("span", { class: "note" }, player.purse.note),
  );
}
