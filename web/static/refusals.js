// What was refused, in one sentence, where the eye is: above whatever sheet is open.

import { fill, words } from "./words.js";

const TOAST_MS = 7000;
let timer = 0;

export function refusal(answer) {
  if (answer.status === 0) return words.refused.offline;
  const { reason, rule, cure } = answer.body;
  const cited = rule ? fill(words.refused.rule, { rule }) : "";
  return [reason, cited, answer.status === 409 ? "" : cure].filter(Boolean).join(" · ");
}

// A modal sheet covers the page and silences it for screen readers, so the word moves into it.
export function toast(sentence) {
  const box = document.getElementById("toast");
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  (open ?? document.body).append(box);
  open?.addEventListener("close", () => document.body.append(box), { once: true });
  box.hidden = false;
  box.textContent = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), TOAST_MS);
}
