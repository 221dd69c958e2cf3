// A tree of plain values and one function that makes the page equal to it. What did not change is
// not touched, so that focus stays, nothing flickers, and a screen reader hears only what is new.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "g", "path", "circle", "rect", "text", "line"]);

export function h(tag, props, ...kids) {
  const kept = kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false);
  return { tag, props: props ?? {}, kids: kept };
}

export function patch(host, ...kids) {
  patchKids(host, h("x", null, ...kids).kids);
}

function patchKids(element, kids) {
  const keyed = dropUnwanted(element, kids);
  let cursor = element.firstChild;
  for (const kid of kids) {
    const node = typeof kid === "object" ? elementFor(kid, keyed, cursor) : textFor(String(kid), cursor);
    if (node === cursor) cursor = cursor.nextSibling;
    else element.insertBefore(node, cursor);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

// Children whose key is no longer wanted go first; moving the others past them would lose focus.
function dropUnwanted(element, kids) {
  const wanted = new Set(kids.map((kid) => kid.props?.key).filter((key) => key !== undefined));
  const keyed = new Map();
  for (const child of [...element.childNodes]) {
    if (child.vKey === undefined) continue;
    if (wanted.has(child.vKey)) keyed.set(child.vKey, child);
    else child.remove();
  }
  return keyed;
}

function textFor(text, cursor) {
  if (cursor?.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
  if (cursor.data !== text) cursor.data = text;
  return cursor;
}

function elementFor(kid, keyed, cursor) {
  const key = kid.props.key;
  let node = key === undefined ? cursor : keyed.get(key);
  const fits = node?.nodeType === Node.ELEMENT_NODE && node.vKey === key && node.vTag === kid.tag;
  if (!fits) node = create(kid.tag, key);
  setProps(node, kid.props);
  patchKids(node, kid.kids);
  return node;
}

function create(tag, key) {
  const node = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  node.vTag = tag;
  node.vKey = key;
  node.vProps = {};
  return node;
}

function setProps(node, props) {
  const old = node.vProps ?? {};
  for (const name of Object.keys(old)) if (!(name in props)) setProp(node, name, undefined, old[name]);
  for (const [name, value] of Object.entries(props)) {
    if (name === "css" || old[name] !== value) setProp(node, name, value, old[name]);
  }
  node.vProps = props;
}

function setProp(node, name, value, before) {
  if (name === "key") return;
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "css") setCss(node, value ?? {}, before ?? {});
  else if (name === "value" && "value" in node && node.tagName !== "LI") {
    if (document.activeElement !== node) node.value = value ?? "";
  } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function setCss(node, now, before) {
  for (const name of Object.keys(before)) if (!(name in now)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(now)) {
    if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
  }
  if (!node.style.length) node.removeAttribute("style");
}
