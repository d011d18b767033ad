// The tags of Polka for any page: <polka-cell>, <polka-puzzle>, <polka-trace>, <polka-shape>, and <polka-link> for all of
// them. The attribute link is a link, or the part of it from its # on; the text of a <polka-cell> without one is its code, and
// that of a <polka-shape> a drawing with # for squares. The content of a tag stays where scripts do not run. With the
// attribute open, a puzzle or a recording starts without a click; no attribute makes code run. theme is light or dark.
//
// This script has what is shown before a click. Puzzles and recordings are in scripts of their own, and the kernel runs in
// a frame of this script's site, one for the page. What a link contains becomes text, numbers, elements of a list
// (share.js) or pictures in img elements, never HTML. What cells write as HTML is shown in frames without scripts.

const site = new URL(".", document.currentScript.src).href;
const sheet = new CSSStyleSheet();
sheet.replaceSync("@STYLE@");

// part loads one of the other scripts, once.
const parts = new Map();
globalThis.polkaParts ??= {};
function part(name) {
  if (!parts.has(name)) {
    parts.set(name, new Promise((resolve, reject) => {
      const script = element("script", { src: `${site}polka-${name}.js` });
      script.onload = () => resolve(globalThis.polkaParts[name]);
      script.onerror = () => reject(new Error(`${script.src} cannot be loaded`));
      document.head.append(script);
    }));
  }
  return parts.get(name);
}

// The kernel. Its frame gets {run: id, code} and {stop: true}; it sends {ready}, {id, output}, {id, done: status} and {ended}.
let frameOf = null;
const running = new Map(); // what takes messages, by number
let runs = 0;
function kernel() {
  frameOf ??= new Promise((resolve, reject) => {
    const inside = element("iframe", { src: site + "run.html", title: "the kernel of Polka", "aria-hidden": "true", tabindex: "-1" });
    inside.style.display = "none";
    const late = setTimeout(() => reject(new Error(`the kernel did not answer: ${site}run.html`)), 120_000);
    addEventListener("message", ({ source, data }) => {
      if (source !== inside.contentWindow || !isObject(data)) return;
      if (data.ready) clearTimeout(late), resolve(inside.contentWindow);
      else if (data.ended) {
        for (const take of running.values()) take({ ended: data.ended });
        running.clear();
        inside.remove();
        clearTimeout(late);
        frameOf = null;
        reject(new Error(data.ended));
      } else running.get(data.id)?.(data);
      if (data.done) running.delete(data.id);
    });
    document.body.append(inside);
  });
  return frameOf;
}

const colors = /\x1b\[[0-9;]*m/g;
const pictureAddress = (svg) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);

// sandbox shows HTML that a cell has written, without scripts and without a way to the network.
function sandbox(html, dark) {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
  const scheme = dark === null ? "light dark" : dark ? "dark" : "light";
  const e = element("iframe", { sandbox: "", class: "html", title: "output of the cell" });
  e.srcdoc = `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="${scheme}">` +
    `<style>body{font:14px system-ui,sans-serif;margin:4px}</style>${html}`;
  return e;
}

// outputs returns a function that shows outputs of a cell in a box.
function outputs(box, dark) {
  const shown = new Map(); // displays that can be updated
  let stream = null;
  const view = (data) => {
    if (typeof data["image/svg+xml"] === "string") return element("img", { alt: data["text/plain"] || "picture", src: pictureAddress(data["image/svg+xml"]) });
    if (typeof data["image/png"] === "string") return element("img", { alt: data["text/plain"] || "picture", src: "data:image/png;base64," + data["image/png"] });
    if (typeof data["text/html"] === "string") return sandbox(data["text/html"], dark);
    const e = element("pre");
    e.textContent = data["text/plain"] ?? "";
    return e;
  };
  return ({ type, content }) => {
    if (type === "clear_output") box.replaceChildren(), (stream = null);
    else if (type === "stream") {
      if (stream?.dataset.name !== content.name || box.lastChild !== stream) {
        stream = element("pre", { "data-name": content.name });
        box.append(stream);
      }
      if (stream.textContent.length < 1e6) stream.textContent += content.text.replace(colors, "");
    } else if (type === "error") {
      const e = element("pre", { class: "error" });
      e.textContent = (content.traceback?.length ? content.traceback.join("\n") : `${content.ename}: ${content.evalue}`).replace(colors, "");
      box.append(e);
    } else if (content.data) {
      const e = view(content.data), id = content.transient?.display_id;
      if (type === "update_display_data") shown.get(id)?.replaceWith(e);
      else box.append(e);
      if (id) shown.set(id, e);
    }
  };
}

// drawing returns a picture of cells: [cells, color or -1] each; a board has -1.
function drawing(lattice, list, label) {
  const all = list.flatMap(([cells]) => cells);
  const one = geometry(lattice, 1).bounds(all);
  const unit = Math.max(6, Math.min(32, 480 / one.width, 360 / one.height));
  const g = geometry(lattice, unit), { left, top, width, height } = g.bounds(all);
  return drawn("svg", { class: "plk", role: "img", "aria-label": label, width: Math.ceil(width + 6), height: Math.ceil(height + 6), viewBox: `${left - 3} ${top - 3} ${width + 6} ${height + 6}` },
    ...list.flatMap(([cells, color]) => [
      drawn("path", { class: color < 0 ? "plk-f" : "plk-" + color, d: outline(g, cells), "fill-rule": "evenodd" }),
      drawn("path", { d: cells.map((c) => pathOf(g.polygon(c), "Z")).join(""), fill: "none", class: "lines" }),
      drawn("path", { d: outline(g, cells), fill: "none", class: color < 0 ? "plk-o" : "plk-b", "stroke-width": 2 }),
    ]));
}

// checkLattice throws an error unless cells can be drawn.
function checkLattice(lattice, flat, path) {
  const two = (p) => Array.isArray(p) && p.length === 2 && p.every((x) => Math.abs(x) <= 1000);
  const ok = Array.isArray(lattice.kinds) && lattice.kinds.every((k) => Array.isArray(k) && k.length > 2 && k.every(two)) && [lattice.ex, lattice.ey, lattice.ez].every(two);
  const kinds = lattice.layers ? Infinity : lattice.kinds?.length;
  if (!ok || !Array.isArray(flat) || flat.length === 0 || flat.length > 30000 || flat.length % 3 || !flat.every((x) => Number.isInteger(x) && Math.abs(x) <= 10000) ||
    !cellsOf(flat).every((c) => c[2] >= 0 && c[2] < kinds)) {
    throw new Error(`link: data.${path}: expected cells of the lattice`);
  }
}

const squares = { name: "square", kinds: [[[0, 0], [1, 0], [1, 1], [0, 1]]], ex: [1, 0], ey: [0, 1], ez: [0, 0], layers: 0 };

class Tag extends HTMLElement {
  static observedAttributes = ["link"];
  #body = null;
  #number = 0; // of the present content

  connectedCallback() {
    if (this.#body) return;
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheet];
    this.#body = element("div", { class: "body" });
    this.#body.append(element("slot"));
    shadow.append(this.#body);
    new IntersectionObserver((list, observer) => {
      if (!list.some((e) => e.isIntersecting)) return;
      observer.disconnect();
      this.#seen = true;
      this.show();
    }, { rootMargin: "300px" }).observe(this);
  }
  #seen = false;

  attributeChangedCallback() {
    if (this.#seen) this.show();
  }

  // document is what the tag shows: that of its link, or of its text.
  async document() {
    const link = this.getAttribute("link");
    if (link) return decodeLink(link);
    const text = (this.querySelector("pre, code, textarea") ?? this).textContent.replace(/^\n+|\s+$/g, "");
    if (!text) return null;
    if (this.localName === "polka-cell") return { kind: "cell", source: text };
    if (this.localName !== "polka-shape") return null;
    const cells = text.split("\n").flatMap((line, y) => [...line].flatMap((c, x) => (/[\s.]/.test(c) ? [] : [x, y, 0])));
    return { kind: "shape", title: this.title, data: { lattice: squares, cells } };
  }

  // show shows what there is to see before a click.
  async show() {
    const number = ++this.#number;
    try {
      const doc = await this.document();
      if (!doc || number !== this.#number) return;
      const kinds = { "polka-cell": ["cell", "notebook"], "polka-puzzle": ["puzzle"], "polka-trace": ["trace", "search"], "polka-shape": ["shape"] }[this.localName];
      if (kinds && !kinds.includes(doc.kind)) throw new Error(`link: kind "${doc.kind}": expected ${kinds.join(" or ")}`);
      const content = element("div");
      if (doc.title) content.append(Object.assign(element("p", { class: "title" }), { textContent: doc.title.slice(0, 300) }));
      this[doc.kind](doc, content);
      this.#body.replaceChildren(content);
      this.dataset.kind = doc.kind;
      delete this.dataset.error;
    } catch (e) {
      if (number !== this.#number) return;
      this.dataset.error = e.message;
      const p = Object.assign(element("p", { class: "error", role: "alert" }), { textContent: "This link cannot be shown. " + e.message });
      this.#body.replaceChildren(p, element("slot"));
    }
    this.dispatchEvent(new Event("polka-shown"));
  }

  get dark() {
    return this.hasAttribute("theme") ? this.getAttribute("theme") === "dark" : null;
  }

  // bar makes buttons from pairs of a label and a function.
  bar(...list) {
    const bar = element("div", { class: "bar" });
    for (const [label, run] of list) {
      const b = Object.assign(element("button", { type: "button" }), { textContent: label });
      b.addEventListener("click", () => run(b));
      bar.append(b);
    }
    return bar;
  }

  // copier is the button that copies the link of what present returns.
  copier(present) {
    return ["copy link", (b) => copyLink(b, site + "open.html", present, (link) => {
      const field = element("input", { readonly: "", "aria-label": "the link", value: link });
      b.replaceWith(field);
      field.select();
    })];
  }

  picture(doc, content) {
    if (doc.picture) content.append(element("img", { alt: "stored picture" + (doc.title ? " of " + doc.title : ""), src: pictureAddress(doc.picture) }));
  }

  // cell shows the picture and the code. Nothing runs before the button is used.
  cell(doc, content) {
    const box = element("div", { class: "out", role: "region", "aria-live": "polite", "aria-label": "output" });
    this.picture(doc, box);
    const field = element("textarea", { spellcheck: "false", autocapitalize: "off", "aria-label": "code of the cell", rows: Math.min(30, doc.source.split("\n").length), wrap: "off" });
    field.value = doc.source;
    const state = element("span", { class: "state", role: "status" });
    let stopping = false;
    const run = async () => {
      const [start, stop] = bar.children;
      stopping = false;
      start.disabled = true;
      state.textContent = "loading the kernel";
      this.dataset.state = "busy";
      try {
        const inside = await kernel();
        if (stopping) throw new Error("stopped");
        state.textContent = "running";
        stop.disabled = false;
        box.replaceChildren();
        const show = outputs(box, this.dark), id = ++runs;
        const status = await new Promise((resolve) => {
          running.set(id, (m) => (m.output ? show(m.output) : resolve(m.ended ? "the kernel has ended: " + m.ended : m.done)));
          inside.postMessage({ run: id, code: field.value }, new URL(site).origin === "null" ? "*" : new URL(site).origin);
        });
        state.textContent = status === "ok" ? "" : status;
        this.dataset.state = status;
      } catch (e) {
        state.textContent = e.message;
        this.dataset.state = "failed";
      }
      start.disabled = false;
      stop.disabled = true;
    };
    const bar = this.bar(["Run", run], ["Stop", async () => {
      stopping = true;
      (await kernel()).postMessage({ stop: true }, "*");
    }], this.copier(() => {
      const now = { kind: "cell", source: field.value };
      if (doc.title) now.title = doc.title;
      if (doc.picture && doc.source === field.value) now.picture = doc.picture;
      return now;
    }));
    bar.children[1].disabled = true;
    bar.append(state);
    field.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || !(e.shiftKey || e.ctrlKey)) return;
      e.preventDefault();
      if (!bar.children[0].disabled) run();
    });
    content.append(field, bar, box);
    return run;
  }

  // notebook shows cells, which share their variables.
  notebook(doc, content) {
    const list = [];
    const all = this.bar(["Run all", async (b) => {
      b.disabled = true;
      for (const run of list) {
        await run();
        if (this.dataset.state !== "ok") break;
      }
      b.disabled = false;
    }], ["save as a notebook", () => {
      const cells = doc.data.cells.map((c, i) => ({ cell_type: c.type, id: "cell-" + i, metadata: {}, source: c.source, ...(c.type === "code" && { outputs: [], execution_count: null }) }));
      const metadata = { kernelspec: { name: "polka", display_name: "Polka (Go)", language: "go" }, language_info: { name: "go" } };
      const file = new Blob([JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)], { type: "application/x-ipynb+json" });
      const a = element("a", { download: "notebook.ipynb", href: URL.createObjectURL(file) });
      a.click();
      URL.revokeObjectURL(a.href);
    }], this.copier(() => doc));
    this.picture(doc, content);
    content.append(all);
    for (const c of doc.data.cells) {
      if (c.type === "code") list.push(this.cell({ source: c.source }, content));
      else content.append(Object.assign(element("p", { class: "words" }), { textContent: c.source }));
    }
  }

  shape(doc, content) {
    checkLattice(doc.data.lattice, doc.data.cells, "cells");
    const color = Number.isInteger(doc.data.color) ? Math.abs(doc.data.color) % 12 : 0;
    content.append(drawing(doc.data.lattice, [[cellsOf(doc.data.cells), color]], doc.title || this.title || "a shape"));
  }

  // starter shows a picture and a button that starts the script of a puzzle or a recording.
  starter(doc, content, name, label, present) {
    const begin = async () => {
      try {
        const { start, style } = await part(name);
        if (!start.sheet) (start.sheet = new CSSStyleSheet()).replaceSync(style);
        const shadow = this.shadowRoot;
        if (!shadow.adoptedStyleSheets.includes(start.sheet)) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, start.sheet];
        const box = element("div", { class: "live" });
        content.querySelectorAll(".before").forEach((e) => e.remove());
        content.append(box);
        const root = start(box, doc);
        content.append(this.bar(this.copier(() => present(root))));
        this.dataset.state = "ready";
      } catch (e) {
        this.dataset.error = e.message;
        content.append(Object.assign(element("p", { class: "error", role: "alert" }), { textContent: e.message }));
      }
    };
    if (this.hasAttribute("open")) return void begin();
    const bar = this.bar([label, async () => {
      await begin();
      content.querySelector(".live [tabindex], .live button")?.focus();
    }]);
    bar.classList.add("before");
    content.append(bar);
  }

  puzzle(doc, content) {
    const { lattice, board, pieces } = doc.data;
    checkLattice(lattice, board, "board");
    const list = [[cellsOf(board), -1]], placed = doc.state?.placed ?? [];
    for (let i = 0; Array.isArray(placed) && i < placed.length; i += 5) {
      const [piece, pose, x, y, z] = placed.slice(i, i + 5);
      const cells = pieces[piece]?.poses?.[pose];
      if (!Array.isArray(cells)) continue;
      const moved = cellsOf(cells).flatMap((c) => [c[0] + x, c[1] + y, c[2] + z]);
      checkLattice(lattice, moved, "poses");
      list.push([cellsOf(moved), Math.abs(pieces[piece].color) % 12 || 0]);
    }
    const before = element("div", { class: "before" });
    before.append(drawing(lattice, list, doc.title || "a puzzle"));
    content.append(before);
    this.starter(doc, content, "puzzle", "Play", (root) => ({ ...doc, state: { placed: root.placed() } }));
  }

  recording(doc, content) {
    const before = element("div", { class: "before" });
    if (doc.picture) this.picture(doc, before);
    else before.append(element("slot")); // the picture that the page has
    content.append(before);
    this.starter(doc, content, "player", "Show the steps", (root) => ({ ...doc, state: root.state() }));
  }
  search(doc, content) {
    this.recording(doc, content);
  }
  trace(doc, content) {
    this.recording(doc, content);
  }
}

for (const name of ["cell", "puzzle", "trace", "shape", "link"]) {
  if (!customElements.get("polka-" + name)) customElements.define("polka-" + name, class extends Tag {});
}
