// The camera's numbers: each with its level and, where it is not good, the cure.

import { h, patch } from "./dom.js";
import { icon } from "./parts.js";
import { postJson } from "./post.js";
import { words } from "./words.js";

const POLL_MS = 1500;
const t = words.camera;
const main = document.getElementById("camera");
const as = main.dataset.as;
const toastBox = document.getElementById("toast");
let fading = 0;

async function poll() {
  if (!document.hidden) {
    try {
      const answer = await fetch(`/camera/state?as=${as}`, { headers: { Accept: "application/json" } });
      const body = await answer.json();
      if (answer.ok) show(body);
      else toast(body.reason);
    } catch {
      toast(words.teach.lost);
    }
  }
  setTimeout(poll, POLL_MS);
}

async function measure() {
  const answer = await postJson("/camera/measure", as, {});
  if (answer.ok) show(answer.body);
  else toast(answer.body.reason || words.teach.lost);
}

function toast(text) {
  toastBox.textContent = text;
  toastBox.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (toastBox.hidden = true), 6000);
}

function show(model) {
  main.removeAttribute("aria-busy");
  patch(
    main,
    model.text && h("p", { key: "text", class: "notice notice-warn", role: "status" }, icon("warn"), h("span", null, model.text)),
    model.measures.length > 0 && h("ul", { key: "measures", class: "measures panel" }, model.measures.map(row)),
    h(
      "section",
      { key: "light", class: "panel" },
      h("p", { class: "hint" }, t.light_hint),
      model.light && h("p", { role: "status" }, model.light),
      h("button", { type: "button", class: "plain", id: "measure", onclick: measure }, t.measure),
    ),
  );
}

function row(one) {
  return h(
    "li",
    { key: one.name, class: `level-${one.level}` },
    h("span", { class: "label" }, one.label),
    h("b", { class: "value" }, one.value),
    h("span", { class: "level" }, t[one.level]),
    one.limits && h("p", { class: "limits" }, one.limits),
    one.cure && h("p", { class: "cure" }, one.cure),
  );
}

poll();
