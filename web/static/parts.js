// What both live pages show. Each function turns a piece of the view into a tree, and only that:
// the same view always gives the same page.

import { h } from "./dom.js";
import { entryForm } from "./entry.js";
import { soft } from "./syllables.js";
import { fill, words } from "./words.js";

// The symbols in icons.svg; a test compares the two lists.
export const ICONS = new Set([
  "gem-1", "gem-2", "gem-3", "gem-4", "gem-5", "gem-6", "gem-7", "gem-8", "gem-9",
  "treasure", "gauntlet", "bomb", "coin", "portal", "hat", "totem", "out",
  "card", "hand", "turn", "away", "crown", "warn", "info", "stop", "undo", "redo", "pen", "story", "menu", "check", "trophy", "eye",
  "trait-cha", "trait-con", "trait-dex", "trait-int", "trait-str", "trait-wis",
  "sigil", "sigil-off", "token-cutpurse", "token-target", "token-rival", "token-threat",
]);
const ALIASES = {
  "gem-leaf": "gem-9", leaf: "gem-9", pot: "treasure", "king-coin": "coin", king_coin: "coin", "portal-caster": "portal",
  portal_caster: "portal", caster: "portal", safe: "hat", cursed: "totem", eliminated: "out", grab: "hand",
};
const STATUS_ICON = { safe: "hat", cursed: "totem", out: "out" };
export const TINTS = {
  red: "#b3202c", blue: "#1d5fbf", green: "#2f7a1f", amber: "#a85b00", violet: "#7a2bb8", pale: "#77718a",
  dark: "#2b2733", coral: "#c2413b", teal: "#0b7285", gold: "#8a6100", mystic: "#5a35a8",
};

export function symbolOf(name) {
  const plain = (name ?? "").replace(/^item[-:]/, "").replace(":", "-");
  const known = ALIASES[plain] ?? plain;
  if (ICONS.has(known)) return known;
  const family = known.replace(/-?x?\d+$/, "");
  return ALIASES[family] ?? (ICONS.has(family) ? family : "card");
}

export function icon(name, kind = "icon") {
  return h(
    "svg",
    { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("use", { href: `/static/icons.svg#${name}` }),
  );
}

// What a card's picture is painted with where only its name is known, as on a button.
const PAINT = {
  "gem-1": "red", "gem-2": "blue", "gem-3": "green", "gem-4": "amber", "gem-5": "violet", "gem-6": "pale",
  "gem-7": "dark", "gem-8": "coral", "gem-9": "teal", treasure: "gold", gauntlet: "mystic", bomb: "mystic",
  coin: "mystic", portal: "mystic",
};

const numberOn = (face) => (symbolOf(face.icon) === "treasure" ? /(\d+)\D*$/.exec(face.key)?.[1] : undefined);

// A card whose number is all there is to see.
export const numeral = (face) => /^number:(\d)$/.exec(face.key)?.[1];

// Browsers without a dictionary break long words anywhere; these are set smaller and stay whole.
export const longest = (label) => Math.max(...String(label).split(/[\s-]/).map((word) => word.length));
const lettering = (name, label) => [name, longest(label) > 8 && "long", longest(label) > 10 && "longer"].filter(Boolean).join(" ");

export function cardFace(face) {
  const symbol = symbolOf(face.icon);
  if (numeral(face)) {
    return h(
      "div",
      { class: "card numeral", css: { "--tint": TINTS[face.tint] ?? TINTS.dark } },
      h("b", null, numeral(face)),
      face.label && h("span", { class: lettering("card-label", face.label) }, face.label),
    );
  }
  const number = numberOn(face);
  return h(
    "div",
    { class: "card", css: { "--tint": TINTS[face.tint] ?? (face.tint || TINTS.dark) } },
    icon(symbol, "card-icon"),
    number && h("b", { class: "card-number", "aria-hidden": "true" }, `×${number}`),
    h("span", { class: lettering("card-label", face.label) }, face.label),
  );
}

const symbolOfKey = (key) => symbolOf(key.replaceAll("_", "-").replace(":", "-"));

// Whether a card's key alone tells how to draw it.
export const hasPicture = (key) => Boolean(key) && symbolOfKey(key) !== "card";

// A card as small as a stamp, from its key alone.
export function miniCard(key, place) {
  const symbol = symbolOfKey(key);
  const number = /^treasure\D*(\d+)/.exec(key)?.[1];
  return h("span", { class: "face", key: place, css: { "--tint": TINTS[PAINT[symbol]] ?? TINTS.dark } }, icon(symbol), number && h("b", null, `×${number}`));
}

// `differs`: the camera sees something else there; the notice above says what.
export function pile(one, differs) {
  const count = `${one.count} ${one.count === 1 ? words.seat.card : words.seat.cards}`;
  let face = h("div", { class: "card none" }, h("span", { class: "card-label" }, words.seat.empty));
  if (one.top) face = cardFace(one.top);
  else if (one.count) face = h("div", { class: "card back" }, h("span", { class: "card-label" }, words.seat.face_down));
  return h(
    "div",
    { class: `pile pile-${one.id}`, key: one.id, "data-differs": differs ? "" : undefined },
    h("div", { class: "stack", "data-depth": String(Math.min(one.count, 4)) }, face),
    h("div", { class: "pile-text" }, h("h2", null, one.label), h("p", { class: "count" }, count), one.note && h("p", { class: "note" }, one.note)),
  );
}

// A word is one of the six seat colours of the style sheet; anything else is a colour itself.
export function seatColour(colour) {
  return /^[a-z]+$/.test(colour) ? `var(--seat-${colour}, ${colour})` : colour || "var(--line)";
}

export function status(player) {
  if (!player.status) return player.status_label ? h("span", { class: "note" }, player.status_label) : null;
  const word = player.status_label || words.status[player.status] || player.status;
  return h("span", { class: `status status-${player.status}` }, icon(STATUS_ICON[player.status] ?? "info"), h("span", null, word));
}

// A longer one is set smaller, on more lines, so that all of it can be read.
const LONG_NAME = 12;

// In words; on the table's screen there is room for a sign and the number.
const aside = (count) =>
  h("span", { class: "aside" }, h("span", { class: "word" }, fill(words.seat.aside, { count })), h("span", { class: "sign", "aria-hidden": "true" }, icon("card"), String(count)));

export function playerTile(player, mine) {
  return h(
    "li",
    {
      key: `seat-${player.seat}`, class: "player", css: { "--seat": seatColour(player.colour) },
      "data-turn": player.turn ? "" : undefined, "data-status": player.status || undefined,
    },
    h(
      "div",
      { class: "player-head" },
      h("span", { class: "player-name", "data-long": player.name.length > LONG_NAME ? "" : undefined }, player.name || words.status.free),
      mine && h("span", { class: "tag" }, words.status.you),
      player.host && h("span", { class: "tag" }, icon("crown"), h("span", { class: "hidden" }, words.status.host)),
    ),
    player.purse && h("p", { class: "player-purse" }, h("b", null, player.purse.label), player.purse.note && h("span", { class: "note" }, player.purse.note)),
    tokens(player),
    player.won.length > 0 && h("ul", { class: "won", "aria-label": words.square.won }, player.won.map((face, place) => h("li", { key: `won-${place}` }, face.label))),
    player.status && !player.purse && h(
      "p",
      { class: "player-count" },
      h("b", null, String(player.cards)),
      h("span", null, player.cards === 1 ? words.seat.card : words.seat.cards),
    ),
    h(
      "p",
      { class: "player-foot" },
      player.name && status(player),
      player.turn && h("span", { class: "tag turn" }, icon("turn"), words.status.turn),
      player.name && !player.connected && h("span", { class: "tag away" }, icon("away"), h("span", { class: "word" }, words.status.away)),
      player.aside > 0 && aside(player.aside),
    ),
  );
}

// What a player may use once: the other side says that it is used.
export function tokens(player) {
  if (!player.tokens.length) return null;
  return h("span", { class: "held" }, player.tokens.map((one) => h("span", { key: one.label, class: "tag", "data-used": one.used ? "" : undefined }, icon(one.used ? "sigil-off" : "sigil"), one.label, ": ", one.used ? words.square.inactive : words.square.active)));
}

export function challenge(view) {
  const one = view.challenge;
  if (!one) return null;
  const name = (seat) => view.players.find((player) => player.seat === seat)?.name ?? "";
  const pips = Array.from({ length: one.value }, (_, place) => h("span", { class: place < one.remaining ? "pip on" : "pip" }));
  return h(
    "div",
    { class: "challenge" },
    icon("treasure", "challenge-icon"),
    h(
      "div",
      null,
      h("h2", null, one.title),
      h("p", null, fill(words.seat.setter_facing, { setter: name(one.setter), facing: name(one.facing) })),
    ),
    h("div", { class: "pips", role: "img", "aria-label": fill(words.seat.chances, { remaining: one.remaining, value: one.value }) }, pips),
  );
}

// In the lobby every notice is read; in play only what stops it stands open, the rest is one line.
export function notices(view, ui, onTap) {
  const open = view.notices.filter((one) => view.phase === "lobby" || one.level === "stop" || one.choices?.length);
  const notice = (one) => noticeBox(one, ui, onTap);
  const folded = view.notices.filter((notice) => !open.includes(notice));
  const rank = { stop: 0, warn: 1, info: 2 };
  const [first] = [...folded].sort((a, b) => rank[a.level] - rank[b.level]);
  return [
    open.map(notice),
    first &&
      h(
        "details",
        { class: `folded notice-${first.level}`, key: "folded" },
        h("summary", null, icon(SIGNS[first.level]), h("span", { class: "first" }, first.text), folded.length > 1 && h("b", null, `+${folded.length - 1}`)),
        folded.map(notice),
      ),
  ];
}

const SIGNS = { info: "info", warn: "warn", stop: "stop" };

function noticeBox(one, ui, onTap) {
  return h(
    "div",
    { class: `notice notice-${one.level}`, role: one.level === "stop" ? "alert" : "note", key: one.text },
    icon(SIGNS[one.level]),
    h(
      "div",
      { class: "notice-text" },
      h("p", null, h("strong", null, one.text), one.cure && ` ${one.cure}`),
      one.choices?.length > 0 && h("div", { class: "notice-choices" }, one.choices.map((choice) => choiceButton(choice, ui, onTap))),
    ),
  );
}

// Two live regions: a verdict interrupts a screen reader, everything else waits its turn.
export function captions(view) {
  const shown = [...view.captions].sort((a, b) => b.id - a.id);
  const newest = shown.find((caption) => caption.priority === "verdict");
  const rest = shown.filter((caption) => caption.priority !== "verdict").slice(0, 2);
  const line = (caption) => h("p", { key: `caption-${caption.id}`, class: `caption caption-${caption.priority}` }, caption.text);
  return { verdict: newest ? line(newest) : null, say: rest.reverse().map(line) };
}

export function result(view, as) {
  if (!view.result) return null;
  const link = (path, label, symbol) => h("a", { key: path, class: "button", href: `${path}?as=${as}` }, icon(symbol), h("span", null, label));
  return h(
    "div",
    { class: "result", role: "status" },
    icon(view.result.winners.length ? "trophy" : "out", "result-icon"),
    h("h2", null, view.result.title),
    view.result.detail && h("p", null, view.result.detail),
    h("p", { class: "result-links" }, link("/story", words.story.all, "story"), link("/statistics", words.stats.tally, "trophy")),
  );
}

export function choiceButton(choice, ui, onTap) {
  if (choice.entry) return entryForm(choice, ui, onTap);
  const symbol = choice.icon ? symbolOf(choice.icon) : null;
  const number = /^(?:item[-:])?treasure[-:x]*(\d+)$/.exec(choice.icon)?.[1];
  return h(
    "button",
    {
      key: `choice-${choice.id}`, type: "button", class: choice.style === "plain" ? "plain" : choice.style,
      "aria-disabled": ui.busy ? "true" : undefined, "data-pressed": ui.busy === choice.id ? "" : undefined,
      "data-choice": choice.id, onclick: () => onTap(choice.id),
    },
    symbol &&
      h(
        "span",
        { class: PAINT[symbol] ? "button-icon mini" : "button-icon", css: PAINT[symbol] ? { "--tint": TINTS[PAINT[symbol]] } : {} },
        icon(symbol),
        number && h("b", { "aria-hidden": "true" }, number),
      ),
    h("span", { class: lettering("button-label", choice.label) }, soft(choice.label)),
    choice.hint && h("small", null, choice.hint),
  );
}

// Many small choices (which card was it?) become tiles; the big ones stay where the thumb rests.
// A hint that all tiles share stands once above them.
export function choiceButtons(all, ui, onTap, bigFirst = false) {
  const choices = all.filter((choice) => !choice.cells?.length); // those are tapped in the square
  const forms = choices.filter((choice) => choice.entry);
  const plain = choices.filter((choice) => choice.style === "plain" && !choice.entry);
  const small = plain.length > 4 ? plain : [];
  const button = (choice) => choiceButton(choice, ui, onTap);
  const quiet = choices.filter((choice) => choice.style === "quiet" && !choice.entry);
  const big = choices.filter((choice) => choice.style !== "quiet" && !small.includes(choice) && !choice.entry);
  const rows = {
    quiet: quiet.length > 0 && h("div", { class: "buttons quiet-row", key: "quiet" }, quiet.map(button)),
    small: small.length > 0 && h("div", { class: "tile-box", key: "small" }, [...new Set(small.map((choice) => choice.hint))].map((hint) => tiles(hint, small, ui, onTap))),
    big: big.length > 0 && h("div", { class: big.length > 2 ? "buttons many" : "buttons", key: "big" }, big.map(button)),
  };
  const filled = forms.map(button);
  return bigFirst ? [rows.big, rows.small, filled, rows.quiet] : [rows.small, filled, rows.quiet, rows.big];
}

function tiles(hint, small, ui, onTap) {
  const mine = small.filter((choice) => choice.hint === hint);
  return h(
    "div",
    { key: `tiles-${hint}`, role: "group", "aria-label": hint || undefined },
    hint && h("p", { class: "tip", "aria-hidden": "true" }, hint),
    h("div", { class: mine.every((choice) => choice.label.length === 1) ? "tiles digits" : "tiles" }, mine.map((choice) => choiceButton({ ...choice, hint: "" }, ui, onTap))),
  );
}

// What only a host may do and everybody waits for: start, go on, again, retry. The rest is in the
// menu.
export const isUrgent = (choice) => choice.style === "primary" || choice.id === "resume";

export function hostButtons(view, page) {
  const urgent = (view.host?.choices ?? []).filter(isUrgent);
  const shut = (choice) => choice.id === "start" && view.lobby && !view.lobby.can_start;
  return (
    urgent.length > 0 &&
    h(
      "div",
      { class: "buttons", key: "urgent" },
      urgent.map((choice) => {
        const [action, ...rest] = choice.id.split(":");
        return h(
          "button",
          {
            key: choice.id, type: "button", class: "primary", "data-host": choice.id,
            "aria-disabled": page.ui.busy || shut(choice) ? "true" : undefined,
            onclick: () => page.host(action, rest.join(":")),
          },
          h("span", { class: lettering("button-label", choice.label) }, choice.label),
        );
      }),
    )
  );
}

export function prompts(view, as, ui, onTap) {
  return view.prompts.map((prompt) =>
    h(
      "section",
      { class: `prompt prompt-${prompt.kind}`, key: `prompt-${prompt.id}`, "aria-label": prompt.title },
      h("h2", null, prompt.title),
      prompt.body && h("p", null, prompt.body),
      prompt.evidence.length > 0 &&
        h("div", { class: "strip" }, prompt.evidence.slice(0, 3).map((ident) =>
          h("img", { key: ident, src: `/evidence/${encodeURIComponent(ident)}.jpg?as=${as}`, alt: words.seat.evidence, loading: "lazy" }))),
      choiceButtons(prompt.choices, ui, onTap, true),
    ),
  );
}

// A line that counts can be corrected by a tap on it; a verdict explains itself.
export function story(view, as, onAmend) {
  if (!view.log.length) return h("p", { class: "hint" }, words.seat.story_empty);
  const lines = [...view.log].sort((a, b) => b.seq - a.seq);
  return [
    lines.some((line) => line.amendable) && h("p", { class: "hint story-tip", key: "tip" }, words.mend.tip),
    h("ol", { class: "story", reversed: true, key: "lines" }, lines.map((line) => storyLine(line, view, as, onAmend))),
  ];
}

function storyLine(line, view, as, onAmend) {
  const text = h("span", null, line.undone ? h("s", null, line.text) : line.text);
  const lost = view.seat !== null && line.pressed.includes(view.seat) && line.won !== view.seat;
  return h(
    "li",
    { key: `line-${line.seq}`, class: line.undone ? "undone" : undefined },
    line.amendable && onAmend
      ? h("button", { type: "button", class: "line", "data-amend": String(line.seq), onclick: () => onAmend(line) }, text, icon("pen"), h("span", { class: "hidden" }, words.mend.correct))
      : h("span", { class: "line" }, text),
    line.undone && h("small", { class: "tag" }, words.seat.undone),
    line.evidence && h("a", { class: "why", href: `/verdict/${encodeURIComponent(line.evidence)}?as=${as}` }, lost ? words.mend.why_me : words.seat.why),
  );
}
