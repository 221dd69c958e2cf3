// The owner completes names and kinds of cards; the counts of each kind stand above and follow along.

import { postJson } from "./post.js";
import { fill, words } from "./words.js";

const form = document.getElementById("facts");
const told = document.getElementById("told");
const each = Number(form.dataset.each);

const rows = () =>
  [...form.querySelectorAll("[data-key]")].map((row) => ({
    key: row.dataset.key,
    name: row.querySelector("input").value,
    kind: row.querySelector("select").value,
  }));

function count() {
  const all = rows();
  for (const item of document.querySelectorAll("#counts li")) {
    const number = all.filter((row) => row.kind === item.dataset.kind).length;
    item.querySelector("b").textContent = fill(words.facts.count, { number, each });
    item.toggleAttribute("data-wrong", number !== each);
  }
}

form.addEventListener("change", count);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await postJson("/host", form.dataset.as, { action: "facts", value: JSON.stringify(rows()) });
  told.textContent = answer.ok ? words.facts.saved : answer.body.reason || words.facts.lost;
  told.className = answer.ok ? "saved" : "refusal";
  if (answer.ok) for (const row of form.querySelectorAll("[data-unsure]")) row.removeAttribute("data-unsure");
  told.scrollIntoView({ block: "nearest" });
});
count();
