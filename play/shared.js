// What the widgets share: elements, the geometry of cells, buttons with keys, help and messages.
//
// A widget is a function (root, port) that fills the element root; package kernel/widget/host describes the port.

// geometry computes positions in pixels; unit is the length of a side of a cell. A cell is an array [x, y, z].
function geometry(lattice, unit) {
  const { kinds, ex, ey, ez, layers } = lattice;
  const move = ([x, y, z]) => {
    const deep = layers ? z : 0;
    return [(x * ex[0] + y * ey[0] + deep * ez[0]) * unit, (x * ex[1] + y * ey[1] + deep * ez[1]) * unit];
  };
  const polygon = (cell) => {
    const [dx, dy] = move(cell);
    return kinds[layers ? 0 : cell[2]].map(([x, y]) => [x * unit + dx, y * unit + dy]);
  };
  const center = (cell) => {
    const points = polygon(cell);
    const sum = points.reduce((a, p) => [a[0] + p[0], a[1] + p[1]], [0, 0]);
    return [sum[0] / points.length, sum[1] / points.length];
  };
  const bounds = (cells) => {
    const points = cells.flatMap(polygon);
    const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
    const left = Math.min(...xs), top = Math.min(...ys);
    return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  };
  return { unit, move, polygon, center, bounds };
}

// resize gives a drawing its width and height. Where there is less room, as on a phone, the style sheet makes it smaller,
// but not less than half as large.
function resize(svg, width, height) {
  svg.setAttribute("viewBox", "0 0 " + width.toFixed(0) + " " + height.toFixed(0));
  svg.setAttribute("width", width.toFixed(0));
  svg.setAttribute("height", height.toFixed(0));
  svg.style.minWidth = (width / 2).toFixed(0) + "px";
}

// cellsOf groups flat coordinates in threes.
function cellsOf(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 3) list.push(flat.slice(i, i + 3));
  return list;
}

const pathOf = (points, end) => "M" + points.map((p) => p[0].toFixed(2) + " " + p[1].toFixed(2)).join("L") + end;

// outline is the boundary of a set of cells as a path. The corners of all cells are in the same sense of rotation, so a
// side of two cells occurs in both directions; the others are joined to loops.
function outline(g, cells) {
  const key = (p) => Math.round(p[0] * 50) + "," + Math.round(p[1] * 50);
  const sides = new Map();
  for (const cell of cells) {
    const points = g.polygon(cell);
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length];
      const back = key(b) + ";" + key(a);
      if (sides.has(back)) sides.delete(back);
      else sides.set(key(a) + ";" + key(b), [a, b]);
    });
  }
  const from = new Map();
  for (const side of sides.values()) {
    const k = key(side[0]);
    if (!from.has(k)) from.set(k, []);
    from.get(k).push(side);
  }
  let path = "";
  for (const list of from.values()) {
    while (list.length) {
      const loop = [];
      for (let side = list.pop(); side; side = from.get(key(side[1]))?.pop()) loop.push(side[0]);
      path += pathOf(loop, "Z");
    }
  }
  return path;
}

// middle is the center of the cell nearest to the middle of some cells, where a label is written.
function middle(g, cells) {
  const centers = cells.map(g.center);
  const sum = centers.reduce((a, p) => [a[0] + p[0] / cells.length, a[1] + p[1] / cells.length], [0, 0]);
  const far = (p) => Math.hypot(p[0] - sum[0], p[1] - sum[1]);
  return centers.reduce((a, p) => (far(p) < far(a) - 1e-6 ? p : a));
}

// label is the text of at most two letters on a piece, at least 11 pixels high; null if there is no room for it.
function label(g, cells, text) {
  const size = Math.round(Math.min(g.unit * 0.6, (g.unit * 1.6) / Math.max(1, [...text].length)));
  if (!text || size < 11 || [...text].length > 2) return null;
  const [x, y] = middle(g, cells);
  const e = drawn("text", { class: "plk-l", x: x.toFixed(1), y: (y + 0.36 * size).toFixed(1), "font-size": size });
  e.textContent = text;
  return e;
}

// frame makes the parts that every widget has: a bar of buttons, a stage for the drawing, a line that says what has
// happened, and the help. Actions are objects {name, label, keys, run, pressed}; a key of an action works wherever the
// focus is in the widget, except in fields. In the list of keys, names that begin with a capital letter are as in
// KeyboardEvent.key. typed(key), if there is one, gets the signs that are typed into the drawing first.
function frame(root, { title, actions, help, typed }) {
  const said = root.said;
  root.classList.add("plk-game");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", said(title));
  const bar = element("div", { class: "plk-bar", role: "toolbar", "aria-label": said(title) });
  const stage = element("div", { class: "plk-stage" });
  const status = element("p", { class: "plk-status", role: "status", "aria-live": "polite" });
  const warning = element("p", { class: "plk-warning", role: "alert", hidden: "hidden" });
  const all = [...actions, { name: "help", label: "?", title: "keys", keys: ["?"], run: () => toggleHelp() }];
  const buttons = {};
  for (const a of all) {
    if (!a.label) continue;
    const key = a.keys?.length ? " (" + a.keys[0] + ")" : "";
    const about = said(a.title || a.label) + key;
    const b = element("button", { type: "button", "data-role": a.name, "aria-label": about, title: about });
    b.textContent = said(a.label);
    if (a.toggle) b.setAttribute("aria-pressed", "false");
    b.addEventListener("click", () => a.run());
    buttons[a.name] = b;
    bar.append(b);
  }
  const list = element("dl", { class: "plk-help", hidden: "hidden" });
  for (const [keys, words] of [...help, ["?", "show or hide the keys"]]) {
    const dt = element("dt"), dd = element("dd");
    dt.textContent = said(keys);
    dd.textContent = said(words);
    list.append(dt, dd);
  }
  function toggleHelp() {
    list.hidden = !list.hidden;
    buttons.help.setAttribute("aria-expanded", String(!list.hidden));
  }
  buttons.help.setAttribute("aria-expanded", "false");
  root.replaceChildren(bar, warning, stage, status, list);
  root.addEventListener("keydown", (e) => {
    if (e.altKey || e.metaKey || e.target.closest("input, select, textarea")) return;
    const drawing = e.target.closest(".plk-table");
    if (typed && drawing && !e.ctrlKey && e.key.length === 1 && typed(e.key)) {
      e.preventDefault();
      e.stopPropagation();
      return;
    }
    const name = e.ctrlKey ? "Control+" + e.key.toLowerCase() : e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (e.target.closest("button") && (name === "Enter" || name === " ")) {
      e.stopPropagation();
      return;
    }
    const action = all.find((a) => a.keys?.includes(name));
    if (!action || (action.when && !action.when())) return;
    action.run(e);
    e.preventDefault();
    e.stopPropagation(); // otherwise JupyterLab takes the key for a command
  });
  root.dataset.ready = "yes";
  return {
    stage,
    buttons,
    say(sentence) {
      const words = said(sentence);
      if (status.textContent !== words) status.textContent = words;
    },
    warn(words) {
      warning.textContent = said(words);
      warning.hidden = !words;
    },
    status,
  };
}

const gone = "The kernel of this widget has ended. Run the cell again for a new one.";

// Letters and other signs of keys in the help.
const arrows = "← ↑ ↓ →";

// nearest is the index of the point nearest to one in a direction (dx, dy), or -1: used to move a cursor by keys on any
// lattice. Points within 60 degrees of the direction count; distance across counts double.
function nearest(points, at, dx, dy) {
  let best = -1, least = Infinity;
  points.forEach(([x, y], i) => {
    const along = (x - at[0]) * dx + (y - at[1]) * dy;
    const across = Math.abs((x - at[0]) * dy - (y - at[1]) * dx);
    if (along < 1e-6 || across > along * 1.8) return;
    if (along + 2 * across < least - 1e-6) [best, least] = [i, along + 2 * across];
  });
  return best;
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
