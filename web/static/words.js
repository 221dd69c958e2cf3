// The page's own words, from the one file of strings on the server.

export const words = JSON.parse(document.getElementById("strings").textContent);

export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
