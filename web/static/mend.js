// Putting things right: what really lay there, and who puts which card back where.

import { h, patch } from "./dom.js";
import * as parts from "./parts.js";
import { toast } from "./refusals.js";
import { fill, words } from "./words.js";

const FAR_ROWS = 4; // on the table's screen the rest is only counted
const FAR_ROWS_CHALLENGED = 2;
const FAR_FACES = 3;
const FACES = 7;
const element = (id) => document.getElementById(id);

// A list to tick off that holds nobody up.
export function tasks(view, page) {
  if (!view.tasks.length) return null;
  const done = view.tasks.filter((task) => task.done).length;
  const open = view.tasks.filter((task) => !task.done);
  const far = page.as === "table";
  const rows = far ? open.slice(0, view.challenge ? FAR_ROWS_CHALLENGED : FAR_ROWS) : view.tasks;
  const hidden = far ? open.length - rows.length : 0;
  return h(
    "details",
    { class: "tasks", open: true, key: "tasks" },
    h(
      "summary",
      null,
      parts.icon("hand"),
      h("h2", null, words.mend.tasks),
      h("span", { class: "tasks-count" }, fill(words.mend.progress, { done, count: view.tasks.length })),
    ),
    h("progress", { value: String(done), max: String(view.tasks.length), "aria-label": words.mend.tasks }),
    h("ul", null, rows.map((task) => row(task, page))),
    hidden > 0 && h("p", { class: "hint" }, fill(words.mend.more, { count: hidden })),
  );
}

function row(task, page) {
  const faces = task.move.cards.filter(parts.hasPicture).slice(0, page.as === "table" ? FAR_FACES : FACES);
  return h(
    "li",
    { key: task.id },
    h(
      "button",
      {
        type: "button", class: "task", role: "checkbox", "aria-checked": String(task.done), "data-task": task.id,
        "aria-disabled": page.ui.busy || task.done ? "true" : undefined,
        onclick: () => !task.done && page.host("tick", task.id),
      },
      h("span", { class: "tick", "aria-hidden": "true" }, task.done && parts.icon("check")),
      h("span", { class: "task-text" }, task.move.text),
      faces.length > 0 && h("span", { class: faces.length > 1 ? "faces many" : "faces", "aria-hidden": "true" }, faces.map((key, place) => parts.miniCard(key, `${place}`))),
    ),
  );
}

// The newest slap that I had a hand in and did not win, as long as it is news.
const NEWS = 5;

export function whyNot(view) {
  const lines = view.log.filter((line) => !line.undone).slice(-NEWS);
  const slap = lines.filter((line) => line.pressed.length && line.evidence).at(-1);
  if (view.seat === null || !slap?.pressed.includes(view.seat) || slap.won === view.seat) return null;
  return h("a", { class: "button plain why-not", key: "why-not", href: `/verdict/${encodeURIComponent(slap.evidence)}?as=me` }, parts.icon("eye"), h("span", null, words.verdict.why_not));
}

export class AmendSheet {
  constructor(page) {
    this.page = page;
    this.line = null;
    this.choices = null;
  }

  async open(line) {
    Object.assign(this, { line, choices: null });
    this.draw();
    element("amend-sheet").showModal();
    const asked = line.seq;
    const answer = await fetch(`/amendments/${asked}?as=${this.page.as}`, { cache: "no-store" }).then((one) => one.ok && one.json()).catch(() => null);
    if (this.line?.seq !== asked) return;
    this.choices = answer ? answer.choices : [];
    if (!answer) toast(words.refused.offline);
    this.draw();
  }

  draw() {
    if (!this.line) return;
    const pick = (id) => this.pick(this.choices.find((choice) => choice.id === id));
    patch(
      element("amend"),
      h("p", { class: "amend-was", key: "was" }, this.line.text),
      this.choices === null && h("p", { class: "hint", key: "wait", role: "status" }, words.mend.loading),
      this.choices?.length === 0 && h("p", { class: "hint", key: "none" }, words.mend.nothing),
      this.choices?.length > 0 && parts.choiceButtons(this.choices, this.page.ui, pick),
    );
  }

  pick(choice) {
    if (choice.style !== "danger") return this.send(choice);
    return this.page.ask({ title: choice.label, body: `${this.line.text} ${words.mend.gone}` }, () => this.send(choice));
  }

  // What a correction changed is said on the page under it, and once more where the eye is.
  async send(choice) {
    const before = Math.max(0, ...this.page.view.captions.map((caption) => caption.id));
    if (!(await this.page.host("amend", choice.id))) return;
    element("amend-sheet").close();
    element("story-sheet").close();
    const fresh = this.page.view.captions.filter((caption) => caption.id > before).map((caption) => caption.text);
    if (fresh.length) toast(fresh.join(" "));
  }
}
