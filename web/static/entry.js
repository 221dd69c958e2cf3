// Choices that are filled in before they are sent.

import { h } from "./dom.js";
import { icon, TINTS } from "./parts.js";
import { soft } from "./syllables.js";
import { words } from "./words.js";

// A choice that is filled in first: one key for each place that is not known yet.
export function entryForm(choice, ui, onTap) {
  const { labels, known, keys, faces, fits, once, columns } = choice.entry;
  const face = (key) => (key ? faces[keys.indexOf(key)] : undefined);
  const asked = known.filter((key) => !key).length;
  const typed = ((ui.entries ??= {})[choice.id] ?? "").slice(0, asked);
  let place = 0;
  const filled = known.map((key) => key || (typed[place++] ?? ""));
  const type = (text) => {
    ui.entries[choice.id] = text;
    ui.redraw?.();
  };
  const send = () => {
    delete ui.entries[choice.id];
    onTap(`${choice.id}=${filled.join("")}`);
  };
  const next = filled.indexOf("");
  const offered = [...(fits[next] ?? keys)].filter((key) => !once || !filled.includes(key));
  const box = (key, at) =>
    h("span", { key: `box-${at}`, class: "entry-box", "data-next": at === next ? "" : undefined, "data-known": known[at] ? "" : undefined }, h("b", null, face(key) ? picture(face(key)) : key || "?"), h("small", null, soft(labels[at])));
  const digit = (key) =>
    h("button", { key: `key-${key}`, type: "button", class: "plain", "data-key": key, onclick: () => type(typed + key) }, face(key) ? [picture(face(key)), h("span", null, soft(face(key).label))] : key);
  return h(
    "details",
    { class: "entry", key: `entry-${choice.id}`, "data-entry": choice.id, open: choice.style === "primary" || undefined },
    h("summary", null, choice.label),
    h("div", { class: columns ? "entry-boxes square-boxes" : "entry-boxes", css: columns ? { "--columns": String(columns) } : {}, "aria-live": "polite" }, filled.map(box)),
    next >= 0 && h("p", { class: "tip", key: "place" }, labels[next]),
    next >= 0 && h("div", { class: faces.length ? "entry-keys faces" : "entry-keys" }, offered.map(digit)),
    h(
      "div",
      { class: "row entry-row" },
      typed && h("button", { key: "back", type: "button", class: "plain", "data-back": "", onclick: () => type(typed.slice(0, -1)) }, words.entry.back),
      h("button", { key: "send", type: "button", class: "primary", "data-choice": `${choice.id}=`, "aria-disabled": next >= 0 || ui.busy ? "true" : undefined, onclick: () => next < 0 && send() }, words.entry.send),
    ),
  );
}

const picture = (face) => h("span", { class: "entry-face", css: { "--tint": TINTS[face.tint] ?? TINTS.dark } }, icon(face.icon));
