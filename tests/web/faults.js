({ root, touch, width }) => {
  const faults = [];
  const say = (what, element) => faults.push(`${what}: ${(element.outerHTML ?? "").slice(0, 110)}`);
  const scope = document.querySelector(root);
  const all = (selector) => [...scope.querySelectorAll(selector)];
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const nameOf = (element) =>
    (
      element.getAttribute("aria-label") ||
      (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ") ||
      [...(element.labels ?? [])].map((label) => label.textContent).join(" ") ||
      element.getAttribute("alt") ||
      element.textContent
    ).trim();

  // The document: language, title, one first heading, no level skipped.
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title.trim()) faults.push("no title");
  if (document.querySelectorAll("h1").length !== 1) faults.push("not exactly one h1");
  let level = 1;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    if (!shown(heading)) continue;
    const own = Number(heading.tagName[1]);
    if (own > level + 1) say(`h${own} after h${level}`, heading);
    level = own;
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((one, place) => ids.indexOf(one) !== place))) faults.push(`id twice: ${id}`);

  // Whatever can be used has a name and is large enough for a thumb.
  for (const element of all("button, a[href], input:not([type=radio]), select, summary")) {
    if (!shown(element)) continue;
    if (!nameOf(element)) say("no name", element);
    const box = element.getBoundingClientRect();
    if (box.height < touch - 0.5 || box.width < touch - 0.5) say(`too small ${box.width}x${box.height}`, element);
  }
  for (const element of all("img")) if (!element.hasAttribute("alt")) say("no alternative text", element);
  for (const element of all("svg")) {
    if (element.getAttribute("aria-hidden") !== "true" && !nameOf(element)) say("a picture without a name", element);
  }

  // Nothing is wider than the screen, save what lies in a strip that is moved sideways.
  const scrolled = (element) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  };
  if (document.documentElement.scrollWidth > width) faults.push(`page wider than the screen: ${document.documentElement.scrollWidth}`);
  for (const element of all("*")) {
    if (element.closest("svg") || scrolled(element) || element.closest(".hidden") || !shown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width && box.right > width + 1) say("wider than the screen", element);
  }

  // Text against what lies behind it, at least 4.5 to 1 (3 to 1 when large).
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((value, place) => (place === 3 ? value / 255 : value));
  };
  const over = (top, under) => top.slice(0, 3).map((value, place) => value * top[3] + under[place] * (1 - top[3]));
  const groundOf = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      const stops = style.backgroundImage.match(/rgba?\([^)]*\)/g);
      const colour = style.backgroundImage.startsWith("linear-gradient") ? stops.at(-1) : style.backgroundColor;
      layers.push(rgba(colour));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = ([r, g, b]) => {
    const part = (value) => ((value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  for (const element of all("*")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const idle = element.closest("[aria-disabled=true], :disabled, .hidden, :disabled + span, noscript, script");
    if (!own || idle || !shown(element)) continue;
    const style = getComputedStyle(element);
    const ground = groundOf(element);
    const ink = over(rgba(style.fill !== "rgb(0, 0, 0)" && element.closest("svg") ? style.fill : style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) say(`contrast ${ratio.toFixed(2)}`, element);
  }
  return faults;
};
