// The sheet behind "Menu": my name, a neighbour's QR code, comfort, and the host's part.

import { h } from "./dom.js";
import { icon, isUrgent } from "./parts.js";
import { practiceMenu } from "./practice.js";
import { fill, words } from "./words.js";

const SWITCHES = ["awake", "buzz"];

export function wants(name) {
  return localStorage.getItem(`companion-${name}`) === "on";
}

export function menu(view, page) {
  return [
    view.seat !== null && renameForm(view, page),
    view.seat !== null && soundForm(view, page),
    view.seat !== null && view.languages?.length > 1 && languageForm("language", words.menu.language, mineOf(view), [["", words.menu.as_table], ...view.languages], page),
    lookingBack(page),
    neighbour(view, page),
    view.seat !== null && comfort(page),
    view.host && hostPart(view, page),
    view.seat !== null && leaving(page),
  ];
}

function renameForm(view, page) {
  const mine = view.players.find((player) => player.seat === view.seat);
  const save = async (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value;
    if (await page.post("/join", { code: "", name, seat: view.seat })) page.toast(words.menu.renamed);
  };
  return h(
    "form",
    { key: "rename", class: "rename", onsubmit: save },
    h("label", { for: "my-name" }, words.menu.name),
    h("div", { class: "row" }, h("input", { id: "my-name", name: "name", maxlength: "64", autocomplete: "nickname", value: mine?.name ?? "" }), h("button", { type: "submit", class: "plain" }, words.menu.save)),
  );
}

// How the voice says this name, with a try on the table's loudspeaker.
function soundForm(view, page) {
  const typed = () => document.getElementById("my-sound").value;
  const save = async (event) => {
    event.preventDefault();
    if (await page.host("says", typed())) page.toast(words.menu.said_saved);
  };
  const hear = async () => {
    if (await page.host("preview", typed())) page.toast(words.menu.said);
  };
  return h(
    "form",
    { key: "sound", class: "rename", onsubmit: save },
    h("label", { for: "my-sound" }, words.menu.says),
    h(
      "div",
      { class: "row" },
      h("input", { id: "my-sound", name: "says", maxlength: "64", autocomplete: "off", value: view.says, "aria-describedby": "sound-hint" }),
      h("button", { type: "button", class: "plain", id: "say-it", onclick: hear }, words.menu.say_it),
      h("button", { type: "submit", class: "plain" }, words.menu.save),
    ),
    h("p", { class: "hint", id: "sound-hint" }, words.menu.says_hint),
  );
}

const mineOf = (view) => view.my_language ?? "";

function languageForm(action, label, now, choices, page) {
  const id = `choose-${action}`;
  return h(
    "div",
    { key: id, class: "rename" },
    h("label", { for: id }, label),
    h("select", { id, onchange: (event) => page.host(action, event.target.value) }, choices.map(([code, name]) => h("option", { key: code, value: code, selected: code === now, lang: code || undefined }, name))),
  );
}

function spokenKinds(view, page) {
  const row = (one) =>
    h(
      "button",
      { key: one.kind, type: "button", class: "switch", role: "switch", "aria-checked": String(one.on), "data-kind": one.kind, onclick: () => page.host("spoken", `${one.kind}=${!one.on}`) },
      h("span", null, one.label),
      h("span", { class: "knob", "aria-hidden": "true" }, one.on ? words.host.on : words.host.off),
    );
  return h("fieldset", { key: "spoken", class: "options" }, h("legend", null, words.host.spoken), view.host.spoken.map(row));
}

function lookingBack(page) {
  const link = (path, label, symbol) => h("a", { key: path, class: "button plain", href: `${path}?as=${page.as}` }, icon(symbol), h("span", null, label));
  return h("section", { key: "lookback", class: "lookback-links" }, link("/story", words.story.all, "story"), link("/statistics", words.stats.open, "trophy"));
}

function neighbour(view, page) {
  if (!view.lobby) return null;
  return h(
    "section",
    { key: "neighbour", class: "neighbour" },
    h("h3", null, words.menu.neighbour),
    h("img", { class: "qr", src: `/qr.svg?as=${page.as}&v=${encodeURIComponent(view.lobby.code)}`, alt: view.lobby.join_url }),
    h("p", { class: "code" }, fill(words.menu.code, { code: view.lobby.code })),
  );
}

function comfort(page) {
  const able = { awake: "wakeLock" in navigator, buzz: "vibrate" in navigator };
  const flip = (name) => {
    localStorage.setItem(`companion-${name}`, wants(name) ? "off" : "on");
    page.onComfort?.();
    page.redraw();
  };
  const rows = SWITCHES.filter((name) => able[name]).map((name) =>
    h(
      "button",
      { key: name, type: "button", class: "switch", role: "switch", "aria-checked": String(wants(name)), onclick: () => flip(name) },
      h("span", null, words.menu[name]),
      h("span", { class: "knob", "aria-hidden": "true" }, wants(name) ? words.host.on : words.host.off),
    ),
  );
  return rows.length > 0 && h("section", { key: "comfort", class: "comfort" }, rows);
}

function hostPart(view, page) {
  const lobby = view.phase === "lobby" && view.lobby;
  const rest = view.host.choices.filter((choice) => !isUrgent(choice));
  const others = view.players.filter((player) => player.name && player.seat !== view.seat);
  return h(
    "section",
    { key: "host", class: "host" },
    h("h3", null, icon("crown"), words.host.title),
    lobby && seatCounts(view, page),
    lobby && starters(view, page),
    lobby && lobby.options.length > 0 && options(view, page),
    view.languages?.length > 1 && languageForm("table_language", words.host.language, view.host.language, view.languages, page),
    view.host.spoken?.length > 0 && spokenKinds(view, page),
    practiceMenu(view, page),
    h("a", { key: "teach", class: "button plain", href: `/teach?as=${page.as}` }, icon("eye"), h("span", null, words.teach.title)),
    view.host.facts >= 0 && h("a", { key: "facts", class: "button plain", href: `/cards?as=${page.as}` }, icon("pen"), h("span", null, words.facts.title), view.host.facts > 0 && h("small", null, fill(words.facts.missing, { count: view.host.facts }))),
    h("a", { key: "camera", class: "button plain", href: `/camera?as=${page.as}` }, icon("eye"), h("span", null, words.camera.title)),
    rest.length > 0 && h("div", { class: "buttons", key: "acts" }, rest.map((choice) => hostButton(choice, page))),
    moves(view, page),
    others.length > 0 && h("div", { class: "buttons", key: "free" }, others.map((player) => freeSeat(player, page))),
  );
}

function starters(view, page) {
  const seated = view.players.filter((player) => player.name);
  if (!seated.length) return null;
  const button = (player) =>
    h("button", { key: String(player.seat), type: "button", class: "plain", onclick: () => page.host("first", String(player.seat)) }, player.name);
  return h("fieldset", { key: "first", class: "counts" }, h("legend", null, words.host.first), h("div", { class: "row" }, seated.map(button)));
}

function seatCounts(view, page) {
  const button = (count) =>
    h(
      "button",
      { key: String(count), type: "button", class: "plain", "aria-pressed": String(count === view.lobby.seats), onclick: () => page.host("seats", String(count)) },
      String(count),
    );
  return h("fieldset", { key: "seats", class: "counts" }, h("legend", null, words.host.seats), h("div", { class: "row" }, view.lobby.seat_counts.map(button)));
}

function options(view, page) {
  return h("fieldset", { key: "options", class: "options" }, h("legend", null, words.host.options), view.lobby.options.map((option) => optionRow(option, page)));
}

function optionRow(option, page) {
  const set = (value) => page.host("option", `${option.key}=${value}`);
  const kinds = { switch: switchInput, number: numberInput, choice: choiceInput };
  return h(
    "div",
    { key: option.key, class: "option" },
    kinds[option.kind](option, set),
    option.help && h("p", { class: "hint", id: `help-${option.key}` }, option.help),
  );
}

function switchInput(option, set) {
  const on = option.value === "true" || option.value === "on";
  return h(
    "button",
    { type: "button", class: "switch", role: "switch", "aria-checked": String(on), onclick: () => set(on ? "false" : "true") },
    h("span", null, option.label),
    h("span", { class: "knob", "aria-hidden": "true" }, on ? words.host.on : words.host.off),
  );
}

function numberInput(option, set) {
  const id = `option-${option.key}`;
  const send = (event) => {
    event.preventDefault();
    set(event.target.elements.value.value);
  };
  return h(
    "form",
    { onsubmit: send },
    h("label", { for: id }, option.label),
    h("div", { class: "row" }, h("input", { id, name: "value", inputmode: "decimal", value: option.value }), h("button", { type: "submit", class: "plain" }, words.host.set)),
  );
}

function choiceInput(option, set) {
  const id = `option-${option.key}`;
  return h(
    "div",
    null,
    h("label", { for: id }, option.label),
    h("select", { id, onchange: (event) => set(event.target.value) }, option.choices.map((value) => h("option", { value, selected: value === option.value }, value))),
  );
}

// A host's button is `action` or `action:value`; what cannot be taken back is asked about first.
function hostButton(choice, page) {
  const [action, ...rest] = choice.id.split(":");
  const act = () => page.host(action, rest.join(":"));
  const onclick = choice.style === "danger" ? () => page.ask({ title: choice.label, body: choice.hint }, act) : act;
  return h("button", { key: choice.id, type: "button", class: choice.style, "data-host": choice.id, onclick }, choice.label, choice.hint && choice.style !== "danger" && h("small", null, choice.hint));
}

// Two taps: who moves, then where to; whoever sits there takes the other seat.
function moves(view, page) {
  const seated = view.players.filter((player) => player.name);
  if (!seated.length || view.players.length < 2) return null;
  const chosen = seated.find((player) => player.seat === page.ui.moving);
  const choose = (player) => {
    page.ui.moving = chosen === player ? null : player.seat;
    page.redraw();
  };
  const go = (player) => {
    page.ui.moving = null;
    page.host("move", `${chosen.seat}:${player.seat}`);
  };
  const who = (player) =>
    h("button", { key: `who-${player.seat}`, type: "button", class: "plain", "aria-pressed": String(chosen === player), onclick: () => choose(player) }, player.name);
  const where = (player) =>
    h("button", { key: `to-${player.seat}`, type: "button", class: "plain", "data-move": String(player.seat), onclick: () => go(player) }, fill(player.name ? words.host.swap_with : words.host.move_to, { name: player.name, number: player.seat + 1 }));
  return h(
    "fieldset",
    { key: "moves", class: "moves" },
    h("legend", null, words.host.move),
    h("div", { class: "row" }, seated.map(who)),
    chosen && h("p", { class: "hint" }, fill(words.host.move_where, { name: chosen.name })),
    chosen && h("div", { class: "row" }, view.players.filter((player) => player !== chosen).map(where)),
  );
}

function freeSeat(player, page) {
  const label = fill(words.host.free_seat, { name: player.name });
  const onclick = () => page.ask({ title: label }, () => page.host("free_seat", String(player.seat)));
  return h("button", { key: `free-${player.seat}`, type: "button", class: "quiet", onclick }, label);
}

function leaving(page) {
  const leave = async () => {
    if (await page.post("/leave", {})) location.assign("/");
  };
  const onclick = () => page.ask({ title: words.menu.confirm_leave, body: words.menu.confirm_leave_body, yes: words.menu.leave }, leave);
  return h("button", { key: "leave", type: "button", class: "quiet leave", id: "leave", onclick }, words.menu.leave);
}
