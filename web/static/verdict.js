// A verdict's page: pictures to look at closely, and the table's last word.

import { postJson } from "./post.js";
import { refusal, toast } from "./refusals.js";
import { words } from "./words.js";

const element = (id) => document.getElementById(id);
const main = document.querySelector("main");
const as = main.dataset.as;
const frames = [...document.querySelectorAll("[data-frame]")];
let shown = 0;

function show(place) {
  shown = (place + frames.length) % frames.length;
  const small = frames[shown].querySelector("img");
  element("zoom-image").src = small.src;
  element("zoom-image").alt = small.alt;
  element("zoom-label").textContent = [...frames[shown].querySelectorAll("span, small")].map((one) => one.textContent).join(" · ");
}

function zoom(near) {
  element("zoom-view").toggleAttribute("data-near", near);
  element("zoom-in").setAttribute("aria-pressed", String(near));
}

for (const [place, frame] of frames.entries()) {
  frame.addEventListener("click", (event) => {
    event.preventDefault();
    zoom(false);
    show(place);
    element("zoom").showModal();
  });
}
const flip = () => zoom(!element("zoom-view").hasAttribute("data-near"));
element("zoom-in").addEventListener("click", flip);
element("zoom-image").addEventListener("click", (event) => {
  event.stopPropagation();
  flip();
});
element("zoom-back").addEventListener("click", () => show(shown - 1));
element("zoom-on").addEventListener("click", () => show(shown + 1));
element("zoom").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && !element("zoom-view").hasAttribute("data-near")) show(shown + step);
});

let sure = null;

function ask(button) {
  element("sure-body").textContent = button.textContent;
  sure = () => say(button);
  element("sure-sheet").showModal();
}

async function say(button) {
  const { tap, action, value } = button.dataset;
  button.setAttribute("aria-disabled", "true");
  const answer = tap
    ? await postJson("/tap", as, { version: Number(main.dataset.version), choice_id: tap })
    : await postJson("/host", as, { action, value });
  if (answer.ok) {
    sessionStorage.setItem("companion-recorded", "yes");
    history.scrollRestoration = "manual"; // what was said stands on top
    location.reload();
  } else {
    button.removeAttribute("aria-disabled");
    toast(refusal(answer));
  }
}

for (const button of document.querySelectorAll("[data-tap], [data-action]")) button.addEventListener("click", () => ask(button));
element("sure-yes").addEventListener("click", () => {
  element("sure-sheet").close();
  sure?.();
});
for (const sheet of document.querySelectorAll("dialog")) {
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
  });
}
if (sessionStorage.getItem("companion-recorded")) {
  sessionStorage.removeItem("companion-recorded");
  history.scrollRestoration = "auto";
  element("standing")?.scrollIntoView({ block: "center" });
  toast(words.verdict.overruled);
}
