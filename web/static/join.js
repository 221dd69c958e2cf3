// The join page works without this; with it the seats show their colours and one tap joins once.

for (const choice of document.querySelectorAll("[data-colour]")) {
  const colour = choice.dataset.colour; // a word is one of the style sheet's seat colours
  choice.style.setProperty("--seat", /^[a-z]+$/.test(colour) ? `var(--seat-${colour}, ${colour})` : colour);
}
const form = document.querySelector("form");
form?.addEventListener("submit", () => {
  // After the browser has read the form; a second tap finds the button asleep.
  setTimeout(() => form.querySelector("[type=submit]").setAttribute("disabled", ""), 0);
});
window.addEventListener("pageshow", () => form?.querySelector("[type=submit]").removeAttribute("disabled"));
const empty = [...document.querySelectorAll("#code, #name")].find((input) => !input.value);
if (document.querySelector("[role=alert]")) empty?.focus();
