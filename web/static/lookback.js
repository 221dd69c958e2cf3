// Moments: the slider and the arrow keys go where the two buttons and the story's links go as well.

const slider = document.getElementById("jump");
const as = new URLSearchParams(location.search).get("as");
const suffix = as ? `?as=${encodeURIComponent(as)}` : "";

function show() {
  const output = document.getElementById("jump-place");
  output.textContent = slider.dataset.words.replace("{place}", slider.value).replace("{count}", slider.max);
}

if (slider) {
  slider.closest("label").hidden = false;
  slider.addEventListener("input", show);
  slider.addEventListener("change", () => location.replace(`/story/line/${slider.value}${suffix}`));
}

document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const id = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  const link = id && document.getElementById(id);
  if (link?.href) location.replace(link.href);
});
