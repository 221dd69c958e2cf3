// Teaching the cards: what the eye takes appears by itself; people only lay cards and tap.

import { h, patch } from "./dom.js";
import { icon, symbolOf } from "./parts.js";
import { postJson } from "./post.js";
import { fill, words } from "./words.js";

const POLL_MS = 600;
const PHOTO_SIDE = 1600; // px: more shows nothing more of a card
const t = words.teach;
const main = document.getElementById("teach");
const as = main.dataset.as;
let model = null;
let timer = 0;
let sending = 0;

async function poll() {
  clearTimeout(timer);
  if (!document.hidden) {
    try {
      const answer = await fetch(`/teach/state?as=${as}`, { headers: { Accept: "application/json" } });
      if (answer.ok) show(await answer.json());
      else toast((await answer.json()).reason);
    } catch {
      toast(t.lost);
    }
  }
  timer = setTimeout(poll, model?.phase === "showing" || model?.phase === "writing" ? POLL_MS : 3 * POLL_MS);
}

async function act(action, value = "") {
  took(await postJson("/teach", as, { action, value }));
}

function took(answer) {
  if (answer.ok) show(answer.body);
  else toast(answer.body.reason || t.lost);
}

async function send(path, body) {
  sending += 1;
  show(model);
  try {
    const answer = await fetch(`${path}${path.includes("?") ? "&" : "?"}as=${as}`, { method: "POST", headers: { Accept: "application/json" }, body });
    took({ ok: answer.ok, body: await answer.json() });
  } catch {
    toast(t.lost);
  }
  sending -= 1;
  show(model);
}

// Made smaller and turned upright here, so that a phone on a slow line need not send ten megabytes.
async function smaller(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, PHOTO_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.92));
  } catch {
    return file; // not a picture for this browser; the eye says so, or reads it
  }
}

async function photo(event, key) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) await send(`/teach/photo?key=${encodeURIComponent(key)}`, await smaller(file));
}

async function take(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) await send("/teach/import", file);
}

const toastBox = document.getElementById("toast");
let fading = 0;
function toast(text) {
  toastBox.textContent = text;
  toastBox.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (toastBox.hidden = true), 6000);
}

// ---- drawing

const face = (ident, alt) => h("img", { class: "face", src: `/teach/picture/${ident}.jpg?as=${as}`, alt, width: 60, height: 84, key: `face-${ident}` });
const button = (label, style, onclick, disabled) => h("button", { type: "button", class: style, onclick, disabled: Boolean(disabled), key: label }, label);
const upload = (label, accept, onchange, style = "plain") =>
  h("label", { class: `button ${style}`, key: label }, label, h("input", { type: "file", class: "cover", "aria-label": label, accept, onchange }));

function show(fresh) {
  if (!fresh) return;
  model = fresh;
  main.removeAttribute("aria-busy");
  patch(main, notice(), { idle, showing, writing, written }[model.phase](), pairs(), kinds(), files());
}

const notice = () => model.why_not && h("p", { class: "notice notice-warn", key: "why" }, icon("warn"), h("span", null, model.why_not));

function idle() {
  return h(
    "section",
    { class: "panel", key: "idle" },
    trouble(),
    h("p", null, t.lead),
    h("ol", { class: "steps-list" }, [t.step_lay, t.step_wait, t.step_next].map((step) => h("li", null, step))),
    !model.camera && h("p", { class: "hint" }, t.no_camera),
    button(t.begin, "primary", () => act("begin"), model.why_not),
  );
}

function progress() {
  return h(
    "div",
    { class: "progress", role: "img", "aria-label": fill(t.progress, { done: model.done, total: model.total }) },
    h("div", { class: "progress-bar", css: { width: `${(100 * model.done) / Math.max(1, model.total)}%` } }),
  );
}

function showing() {
  const kind = model.kinds.find((one) => one.key === model.at);
  return h(
    "section",
    { class: "panel now", key: "showing" },
    h("p", { class: "count" }, fill(t.progress, { done: model.done, total: model.total })),
    progress(),
    h("h2", { "aria-live": "polite" }, kind ? [icon(symbolOf(kind.icon)), fill(t.lay, { card: kind.label })] : t.all_shown),
    trouble(),
    h(
      "div",
      { class: "row" },
      kind && upload(t.photo, "image/*", (event) => photo(event, kind.key)),
      kind && button(t.skip, "plain", () => act("skip")),
    ),
    sending > 0 && h("p", { class: "hint", role: "status" }, t.sending),
    h("div", { class: "buttons" }, button(model.done < model.total ? fill(t.finish_some, { done: model.done }) : t.finish, model.at ? "plain" : "primary", () => act("finish"), !model.done), button(t.stop, "quiet", () => act("stop"))),
  );
}

function trouble() {
  if (!model.text) return null;
  return h("p", { class: model.trouble ? "notice notice-warn" : "waiting", role: "status", key: "trouble" }, model.trouble && icon("warn"), h("span", null, h("strong", null, model.text), ` ${model.cure}`));
}

const writing = () => h("section", { class: "panel", key: "writing" }, h("p", { role: "status" }, t.writing), button(t.stop, "quiet", () => act("stop")));

function written() {
  return h(
    "section",
    { class: "panel good", key: "written" },
    h("h2", { role: "status" }, icon("check"), t.written),
    h("p", null, t.written_hint),
    h("p", { class: "hint" }, fill(t.digest, { digest: model.digest })),
    h("div", { class: "row" }, button(t.stop, "plain", () => act("stop"))),
  );
}

function pairs() {
  if (!model.pairs.length || model.phase === "idle") return null;
  return h(
    "section",
    { class: "panel", key: "pairs" },
    h("h2", null, t.pairs),
    h("p", { class: "hint" }, t.pairs_hint),
    h(
      "ul",
      { class: "pairs" },
      model.pairs.map((pair) =>
        h(
          "li",
          { key: `${pair.first_key} ${pair.second_key}`, class: pair.distance < 1 ? "near" : "" },
          h("div", { class: "two" }, pair.first_picture && face(pair.first_picture, pair.first), pair.second_picture && face(pair.second_picture, pair.second)),
          h("div", { class: "words" }, h("strong", null, fill(t.pair, { first: pair.first, second: pair.second })), h("span", null, fill(pair.distance < 1 ? t.too_near : t.near, { distance: pair.distance.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }) }))),
          model.why_not ? null : h("div", { class: "row" }, button(fill(t.again, { card: pair.first }), "plain", () => act("redo", pair.first_key)), button(fill(t.again, { card: pair.second }), "plain", () => act("redo", pair.second_key))),
        ),
      ),
    ),
  );
}

function kinds() {
  if (model.phase === "idle") return null;
  return h(
    "section",
    { class: "panel", key: "kinds" },
    h("h2", null, t.kinds),
    h("p", { class: "hint" }, t.kinds_hint),
    h(
      "ul",
      { class: "kinds" },
      model.kinds.map((kind) => {
        const [newest] = kind.pictures.slice(-1);
        const state = newest ? fill(t.taken, { count: kind.pictures.length }) : kind.skipped ? t.skipped : t.waiting;
        return h(
          "li",
          { key: kind.key, class: kind.key === model.at ? "wanted" : "" },
          h("button", { type: "button", class: "kind", "aria-label": `${kind.label}: ${state}`, onclick: () => act("choose", kind.key), disabled: model.phase === "writing" }, newest ? face(newest, "") : h("span", { class: "face none" }, icon(symbolOf(kind.icon))), h("b", null, kind.label), h("small", null, state)),
          newest && model.phase !== "writing" && h("button", { type: "button", class: "quiet redo", "aria-label": fill(t.again, { card: kind.label }), onclick: () => act("redo", kind.key) }, t.redo),
        );
      }),
    ),
  );
}

function files() {
  if (model.phase === "writing") return null;
  return h(
    "section",
    { class: "panel", key: "files" },
    h("h2", null, t.files),
    h("p", { class: "hint" }, t.files_hint),
    h("div", { class: "row" }, model.taught && h("a", { class: "button plain", href: `/teach/export?as=${as}`, download: "cards.catalogue" }, t.export), !model.why_not && upload(t.import, "", take)),
  );
}

document.addEventListener("visibilitychange", () => document.hidden || poll());
poll();
