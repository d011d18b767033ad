// The buttons "copy link" of puzzles by hand, recorded searches and traces, on pages that know the address of a page that
// opens links: <meta name="polka-links" content="ADDRESS">. The link has the present state: pieces, or the step.
//
// The data of searches and traces are what their scripts get (story, trace) and the elements that these work on: page, an
// element, is an array [name, attributes, ...children], and text is a string. Only elements and attributes of the lists
// below are in links and are made of links, so that a link cannot contain scripts, styles or addresses.

const pageNames = new Set(("div span p button input select option label table thead tbody tr th td pre code svg g path rect line circle polygon polyline " +
  "ellipse text tspan title desc").split(" "));
const pageAttributes = /^(class|role|hidden|type|min|max|value|tabindex|title|width|height|viewBox|d|x|y|x1|x2|y1|y2|r|rx|ry|cx|cy|dx|dy|points|transform|fill|fill-rule|fill-opacity|stroke|stroke-[a-z]+|opacity|font-size|font-weight|font-family|text-anchor|dominant-baseline|colspan|rowspan|aria-[a-z]+|data-[a-z]+)$/;
const inSVG = new Set("svg g path rect line circle polygon polyline ellipse text tspan title desc".split(" "));
const harmless = (name, value) => pageAttributes.test(name) && typeof value === "string" && !/url|:|\/\//i.test(["aria-label", "title"].includes(name) ? "" : value);

// packPage returns an element as an array.
function packPage(e) {
  const attributes = {};
  for (const { name, value } of e.attributes) if (harmless(name, value)) attributes[name] = value;
  const children = [...e.childNodes].flatMap((c) => {
    if (c.nodeType === Node.TEXT_NODE) return c.data.trim() || c.data === " " ? [c.data] : [];
    return c.nodeType === Node.ELEMENT_NODE && pageNames.has(c.localName) ? [packPage(c)] : [];
  });
  return [e.localName, attributes, ...children];
}

// unpackPage makes the element of such an array.
function unpackPage(packed, path = "data.page", svg = false) {
  const [name, attributes, ...children] = Array.isArray(packed) ? packed : [];
  if (!pageNames.has(name) || !isObject(attributes)) throw new Error(`link: ${path}: expected an element`);
  const within = svg ? inSVG.has(name) : name === "svg";
  const e = within ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (!harmless(key, value)) throw new Error(`link: ${path}: the attribute ${key.slice(0, 40)} is not allowed`);
    e.setAttribute(key, value);
  }
  if (name === "input") e.type = "range";
  if (name === "button") e.type = "button";
  children.forEach((c, i) => e.append(typeof c === "string" ? c : unpackPage(c, `${path}[${i + 2}]`, within)));
  return e;
}

// storyDocument returns the document of a recorded search or a trace.
function storyDocument(root) {
  const search = "story" in root.dataset;
  const copy = root.cloneNode(true);
  copy.querySelectorAll("script, style, .plk-strip, .plk-share").forEach((e) => e.remove());
  const lines = copy.querySelector(".plk-board [data-part=cells]"); // stepper.js draws the pieces before and after them
  lines?.previousElementSibling?.remove();
  lines?.nextElementSibling?.remove();
  copy.querySelectorAll("[data-role=calls], [data-role=source], [data-role=values], [data-role=words], [data-role=place]").forEach((e) => e.replaceChildren());
  for (const name of ["story", "trace", "ready", "step", "kind", "chosen"]) delete copy.dataset[name];
  const data = JSON.parse(search ? root.dataset.story : root.dataset.trace);
  const state = { step: Number(root.dataset.step) || 0 };
  const rule = Number(root.querySelector("[data-role=rule]")?.value);
  if (rule) state.rule = rule;
  const doc = { kind: search ? "search" : "trace", title: (root.getAttribute("aria-label") || "").slice(0, 100) };
  doc.data = { [search ? "story" : "trace"]: data, page: packPage(copy) };
  return { ...doc, state };
}

// puzzleDocument returns the document of a puzzle with its pieces.
function puzzleDocument(data, placed) {
  const whole = { ...data };
  delete whole.cube; // the same in all puzzles with cubes
  const cells = data.board.length / 3;
  return { kind: "puzzle", title: `puzzle on ${cells} cell${cells === 1 ? "" : "s"}`, data: condensePuzzle(whole), state: { placed: placedCells(data, placed) } };
}

// shared returns the document of a widget, or null if it has none.
function shared(root) {
  if (root.matches(".plk-story[data-story], .plk-story[data-trace]")) return storyDocument(root);
  const placed = (root.dataset.placed || "").split(" ").filter(Boolean).map(Number);
  if (root.polka?.kind === "puzzle") return puzzleDocument(root.polka.get("data"), placed);
  const page = root.closest(".plk-play[data-kind=puzzle]");
  return page ? puzzleDocument(JSON.parse(page.dataset.play).data, placed) : null;
}

// shareButtons gives widgets their buttons, now and when there are more.
function shareButtons() {
  const address = () => document.querySelector("meta[name=polka-links]")?.content;
  const isWidget = (root) => root.matches(".plk-story[data-story], .plk-story[data-trace]") || root.polka?.kind === "puzzle" || root.closest(".plk-play[data-kind=puzzle]");
  const add = (bar) => {
    const root = bar.closest(".plk-story, .plk-game");
    bar.dataset.shared = "yes";
    if (!root || !isWidget(root)) return;
    const button = document.createElement("button");
    const field = document.createElement("input");
    button.type = "button";
    button.className = field.className = "plk-share";
    button.textContent = button.title = "copy link";
    Object.assign(field, { readOnly: true, hidden: true, title: "the link" });
    field.addEventListener("keydown", (e) => e.stopPropagation());
    button.addEventListener("click", () => {
      const base = new URL(address(), document.baseURI).href.replace(/#.*/, "");
      copyLink(button, base, () => shared(root), (link) => {
        field.hidden = false;
        field.value = link;
        field.select();
        button.textContent = `${link.length} characters to copy`;
      });
    });
    bar.append(button, field);
  };
  let waiting = false;
  const look = () => {
    waiting = false;
    if (address()) document.querySelectorAll(".plk-story .plk-bar:not([data-shared]), .plk-game .plk-bar:not([data-shared])").forEach(add);
  };
  new MutationObserver(() => {
    if (!waiting) waiting = Boolean(setTimeout(look, 200));
  }).observe(document.documentElement, { childList: true, subtree: true });
  look();
}
