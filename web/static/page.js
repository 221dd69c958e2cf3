// What both live pages do: listen, draw, send taps once, say what was refused, open the sheets.

import { h, patch } from "./dom.js";
import { lines, passing } from "./lines.js";
import { Live } from "./live.js";
import { AmendSheet, tasks } from "./mend.js";
import { menu } from "./menu.js";
import * as parts from "./parts.js";
import { practice } from "./practice.js";
import { refusal, toast } from "./refusals.js";
import { dice, rows, square } from "./square.js";
import { words } from "./words.js";

const ECHO_MS = 1500; // longest wait for the stream to show what a tap did
const SETTINGS = new Set(["seats", "first", "option", "spoken", "says", "language", "my_language"]);
const element = (id) => document.getElementById(id);

export function startPage({ as, draw }) {
  const ui = { busy: null };
  let sending = null;
  const page = { as, ui, view: null, tap, host, ask, toast, redraw, post };
  const live = new Live({ as, build: document.body.dataset.build, onView: take, onState: showState });
  const amending = new AmendSheet(page);
  ui.redraw = redraw;
  let sure = null;

  function take(view) {
    if (view.language && view.language !== document.documentElement.lang) return location.reload(); // words come with the page
    const before = page.view;
    page.view = view;
    redraw();
    page.onView?.(view, before);
  }

  function redraw() {
    const view = page.view;
    if (!view) return;
    const thumb = element("thumb");
    const hadFocus = thumb.contains(document.activeElement);
    document.body.dataset.phase = view.phase;
    document.body.dataset.version = view.version;
    document.body.toggleAttribute("data-paused", Boolean(view.paused));
    document.body.toggleAttribute("data-practising", Boolean(view.practice));
    element("title").textContent = view.title;
    patch(element("notices"), parts.notices(view, ui, tap));
    patch(element("headline"), view.headline && !view.result && h("h2", null, view.headline));
    patch(element("result"), parts.result(view, as));
    patch(element("tasks"), tasks(view, page));
    patch(element("practice"), practice(view, page));
    patch(element("challenge"), parts.challenge(view));
    patch(element("piles"), view.piles.map((one) => parts.pile(one, view.notices.some((notice) => notice.place === one.id))));
    patch(element("passing"), passing(view));
    patch(element("lines"), lines(view));
    patch(element("dice"), dice(view));
    patch(element("square"), square(view, page));
    patch(element("rows"), rows(view, page));
    const said = parts.captions(view);
    patch(element("verdict"), said.verdict);
    patch(element("say"), said.say);
    patch(element("prompts"), parts.prompts(view, as, ui, tap));
    patch(element("nav"), navigation(view));
    draw(view, page);
    if (element("story-sheet").open) patch(element("story"), parts.story(view, as, view.audience === "public" ? null : (line) => amending.open(line)));
    if (element("amend-sheet").open) amending.draw();
    if (element("menu-sheet").open) patch(element("menu"), menu(view, page));
    if (hadFocus && !thumb.contains(document.activeElement)) {
      element("choices").tabIndex = -1;
      element("choices").focus({ preventScroll: true });
    }
  }

  function navigation(view) {
    const entry = (name, symbol, onclick, what = "") =>
      h("button", { type: "button", class: "nav", key: name, id: `open-${name}`, onclick }, parts.icon(symbol), h("span", null, words.seat[name]), what && h("small", null, what));
    return [
      view.can_undo && entry("undo", "undo", askUndo, view.undo_label),
      view.redo_label && view.audience !== "public" && entry("redo", "redo", askRedo, view.redo_label),
      entry("story", "story", () => openSheet("story-sheet")),
      entry("menu", "menu", () => openSheet("menu-sheet")),
    ];
  }

  function openSheet(id) {
    element(id).showModal();
    redraw();
  }

  function askUndo() {
    ask({ title: words.seat.confirm_undo, body: page.view.undo_label, yes: words.seat.undo, danger: false }, () => host("undo"));
  }

  function askRedo() {
    ask({ title: words.mend.confirm_redo, body: page.view.redo_label, yes: words.seat.redo, danger: false }, () => host("redo"));
  }

  // One question before what cannot be taken back.
  function ask({ title, body, yes, danger = true }, then) {
    element("sure-title").textContent = title;
    element("sure-body").textContent = body ?? "";
    element("sure-yes").textContent = yes ?? words.host.do_it;
    element("sure-yes").className = danger ? "danger" : "primary";
    sure = then;
    element("sure-sheet").showModal();
  }

  function tap(choice) {
    return send(choice, "/tap", { version: page.view.version, choice_id: choice });
  }

  async function host(action, value = "") {
    // A setting means the same a moment later, so it waits its turn; a move would not.
    while (SETTINGS.has(action) && ui.busy) await sending;
    return send(`host-${action}-${value}`, "/host", { action, value });
  }

  function send(mark, path, body) {
    if (ui.busy) return Promise.resolve(false);
    ui.busy = mark;
    redraw();
    sending = answered(path, body);
    return sending;
  }

  async function answered(path, body) {
    const answer = await live.post(path, body);
    if (answer.ok) await echo(answer.body.version);
    else refuse(answer);
    ui.busy = null;
    redraw();
    return answer.ok;
  }

  async function echo(version) {
    const until = performance.now() + ECHO_MS;
    while (live.seen < version && performance.now() < until) await new Promise((wake) => setTimeout(wake, 30));
  }

  async function post(path, body) {
    const answer = await live.post(path, body);
    if (!answer.ok) refuse(answer);
    return answer.ok;
  }

  function refuse(answer) {
    toast(refusal(answer));
  }

  function showState(name) {
    element("live").dataset.state = name;
    element("live-text").textContent = words.live[name];
  }

  for (const sheet of document.querySelectorAll("dialog")) {
    sheet.addEventListener("click", (event) => {
      if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
    });
  }
  element("sure-yes").addEventListener("click", () => {
    element("sure-sheet").close();
    sure?.();
  });
  return page;
}
