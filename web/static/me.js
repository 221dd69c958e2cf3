// My page: what I have, what lies on the table, and under the thumb what I may do now.

import { h, patch } from "./dom.js";
import { whyNot } from "./mend.js";
import { wants } from "./menu.js";
import { startPage } from "./page.js";
import * as parts from "./parts.js";
import { picking, purse } from "./square.js";
import { fill, words } from "./words.js";

const element = (id) => document.getElementById(id);
let lock = null;

function draw(view, page) {
  const mine = view.players.find((player) => player.seat === view.seat);
  element("mine").toggleAttribute("data-turn", Boolean(mine?.turn));
  patch(element("mine"), mine && me(mine));
  patch(element("players"), view.players.map((player) => parts.playerTile(player, player.seat === view.seat)));
  patch(element("why-not"), whyNot(view));
  patch(element("choices"), buttons(view, page));
}

function me(mine) {
  return h(
    "div",
    { class: "mine", css: { "--seat": parts.seatColour(mine.colour) } },
    h("p", { class: "mine-name" }, mine.name),
    parts.status(mine),
    purse(mine),
    parts.tokens(mine),
    mine.turn && h("span", { class: "tag turn" }, parts.icon("turn"), words.status.turn),
    mine.status && h(
      "p",
      { class: "mine-cards" },
      h("b", null, String(mine.cards)),
      " ",
      mine.cards === 1 ? words.seat.card : words.seat.cards,
      mine.aside > 0 && h("span", { class: "aside" }, fill(words.seat.aside, { count: mine.aside })),
    ),
  );
}

function buttons(view, page) {
  const urgent = parts.hostButtons(view, page);
  const idle = !view.my_choices.length && !view.prompts.length && !urgent && view.phase === "playing";
  const tip = view.tip || (idle ? words.seat.waiting : "");
  return [
    tip && tip !== view.headline && h("p", { class: "tip", key: "tip" }, tip),
    picking(view, page) ?? parts.choiceButtons(view.my_choices, page.ui, page.tap),
    urgent,
  ];
}

async function keepAwake() {
  if (wants("awake") && !document.hidden && !lock && "wakeLock" in navigator) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  } else if (!wants("awake")) lock?.release();
}

const page = startPage({ as: "me", draw });
page.onComfort = keepAwake;
page.onView = (view, before) => {
  const turn = (one) => Boolean(one?.players.find((player) => player.seat === one.seat)?.turn);
  if (before && turn(view) && !turn(before) && wants("buzz")) navigator.vibrate?.(60);
};
document.addEventListener("visibilitychange", keepAwake);
keepAwake();
