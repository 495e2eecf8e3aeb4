// Job: make elements and keep them; every text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

// Set or remove attributes. `on` holds listeners, `text` the text; null, undefined and false remove.
export function dress(node, given) {
  for (const [key, value] of Object.entries(given)) {
    if (key === "on")
      for (const [type, act] of Object.entries(value)) node.addEventListener(type, act);
    else if (key === "text") text(node, value);
    else attr(node, key, value);
  }
  return node;
}

export function el(tag, given = {}, ...children) {
  const node = dress(document.createElement(tag), given);
  node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export function svg(tag, given = {}, ...children) {
  const node = dress(document.createElementNS(SVG, tag), given);
  node.append(...children.flat().filter(Boolean));
  return node;
}

// Writing only what differs keeps live regions quiet and the layout still.
export function text(node, value) {
  const words = String(value ?? "");
  if (node.textContent !== words) node.textContent = words;
}

export function attr(node, key, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(key)) node.removeAttribute(key);
    return;
  }
  const words = value === true ? "" : String(value);
  if (node.getAttribute(key) !== words) node.setAttribute(key, words);
}

export function show(node, yes) {
  if (node.hidden === Boolean(yes)) node.hidden = !yes;
}

export const find = (selector) => document.querySelector(selector);

// Make the children of `parent` those of `items`, keeping nodes (and so the focus) by key.
export function keyed(parent, items, keyOf, make, update) {
  const old = new Map();
  for (const child of parent.children) old.set(child.dataset.key, child);
  let at = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let node = old.get(key);
    if (node) old.delete(key);
    else {
      node = make(item);
      node.dataset.key = key;
    }
    update?.(node, item);
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  for (const node of old.values()) node.remove();
}
