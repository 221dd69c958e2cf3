// The table's own screen: everybody's counts across the room, and the way in for those who come late.

import { h, patch } from "./dom.js";
import { startPage } from "./page.js";
import * as parts from "./parts.js";
import { words } from "./words.js";

const element = (id) => document.getElementById(id);

function draw(view, page) {
  document.body.dataset.seats = String(view.players.length);
  placeRows(view.players.length === 1);
  patch(element("players"), view.players.map((player) => parts.playerTile(player, false)));
  patch(element("join"), join(view));
  patch(
    element("choices"),
    view.tip && h("p", { class: "tip", key: "tip" }, view.tip),
    parts.choiceButtons(view.my_choices, page.ui, page.tap),
    parts.hostButtons(view, page),
  );
}

// Alone at the table, what lies beside the Square takes the room of the other players.
function placeRows(alone) {
  const [rows, before] = [element("rows"), element(alone ? "players" : "square")];
  if (before.nextElementSibling !== rows) before.after(rows);
}

function join(view) {
  if (!view.lobby) return null;
  return h(
    "div",
    { class: "join-card" },
    h("img", { class: "qr", src: `/qr.svg?as=table&v=${encodeURIComponent(view.lobby.code)}`, alt: view.lobby.join_url }),
    h(
      "div",
      null,
      h("h2", null, words.table.join),
      h("p", { class: "code" }, view.lobby.code),
      h("p", { class: "hint" }, view.lobby.join_url.replace(/^https?:\/\//, "").replace(/\/j\/.*$/, "")),
      h("p", { class: "hint" }, words.table.scan),
    ),
  );
}

startPage({ as: "table", draw });
