// SPDX-License-Identifier: BSD-3-Clause

// The search page. The polyform that is drawn is found by its images under all isometries: one of them, moved to the origin,
// has the code of a page. lattices has the data of pages.go.

const $ = (id) => document.getElementById(id);
const rows = { square: [10, 8], hexagon: [9, 7], triangle: [8, 6], tan: [5, 5], kite: [4, 4], cube: [5, 5] };
const layers = 4; // of cubes
let chosen = new Set();

// codesOf returns the codes of the images of cells [x, y, z], where z is the kind of a cell on lattices with kinds.
function codesOf({ kinds, isometries }, cells) {
  const spatial = isometries[0].matrix.length === 3;
  return isometries.map(({ matrix, shift, kinds: to }) => {
    const image = cells.map(([x, y, z]) => {
      const kind = spatial || kinds === 1 ? 0 : z;
      const v = [0, 1, 2].map((i) => (shift[kind][i] ?? 0) + x * (matrix[0][i] ?? 0) + y * (matrix[1][i] ?? 0) + (spatial ? z * matrix[2][i] : 0));
      if (!spatial) v[2] = to[kind];
      return v;
    });
    const least = [0, 1, 2].map((i) => (i === 2 && !spatial ? 0 : Math.min(...image.map((c) => c[i]))));
    const moved = image.map((c) => c.map((n, i) => n - least[i]));
    // The order of cells in package shapes: by y, then x, then z.
    return moved.sort(order).map((c) => c.map((n) => n.toString(36)).join("")).join("");
  });
}
const order = (a, b) => a[1] - b[1] || a[0] - b[0] || a[2] - b[2];

function show() {
  const name = $("lattice").value, lattice = lattices[name], { geometry, kinds } = lattice;
  const [wide, high] = rows[name], spatial = geometry.layers > 0;
  const unit = name === "kite" ? 36 : name === "tan" ? 48 : 34;
  const cells = [];
  for (let z = 0; z < (spatial ? layers : kinds); z++) {
    for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) cells.push([x, y, z]);
  }
  const at = ([x, y, z]) => [0, 1].map((i) => unit * (x * geometry.ex[i] + y * geometry.ey[i] + (spatial ? z * geometry.ez[i] : 0)));
  const polygon = (c) => geometry.kinds[spatial ? 0 : c[2]].map((p) => p.map((v, i) => v * unit + at(c)[i]));
  const all = cells.flatMap(polygon), xs = all.map((p) => p[0]), ys = all.map((p) => p[1]);
  const [left, top, width, height] = [Math.min(...xs) - 3, Math.min(...ys) - 3, Math.max(...xs) - Math.min(...xs) + 6, Math.max(...ys) - Math.min(...ys) + 6];
  const svg = drawn("svg", { width: Math.ceil(width), height: Math.ceil(height), viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": "cells" });
  const centers = cells.map((c) => polygon(c).reduce((a, p, _, l) => [a[0] + p[0] / l.length, a[1] + p[1] / l.length], [0, 0]));
  const items = cells.map((c, i) => {
    const e = drawn("polygon", { class: "cell", points: polygon(c).join(" "), role: "checkbox", "aria-checked": "false", tabindex: i ? -1 : 0,
      "aria-label": `cell ${c.slice(0, 2).join(", ")}${c.length && (spatial || kinds > 1) ? ", " + c[2] : ""}`, "data-cell": c.join() });
    e.addEventListener("click", () => toggle(i));
    e.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === " " || event.key === "Enter") toggle(i);
      else if (to) go(i, to);
      else return;
      event.preventDefault();
    });
    return e;
  });
  chosen = new Set();
  svg.append(...items);
  $("board").replaceChildren(svg);
  look();

  function toggle(i) {
    if (!chosen.delete(i)) chosen.add(i);
    items[i].setAttribute("aria-checked", String(chosen.has(i)));
    look();
  }

  // go moves the focus to the nearest cell in a direction.
  function go(i, [dx, dy]) {
    let best = -1, least = Infinity;
    centers.forEach(([x, y], k) => {
      const along = (x - centers[i][0]) * dx + (y - centers[i][1]) * dy, across = Math.abs((x - centers[i][0]) * dy - (y - centers[i][1]) * dx);
      if (along > 1 && across <= 1.8 * along && along + 2 * across < least) [best, least] = [k, along + 2 * across];
    });
    if (best < 0) return;
    items[i].setAttribute("tabindex", "-1");
    items[best].setAttribute("tabindex", "0");
    items[best].focus();
  }

  function look() {
    if (!chosen.size) {
      $("found").textContent = "";
      return;
    }
    const known = new Set(lattice.codes);
    const code = codesOf(lattice, [...chosen].map((i) => cells[i])).find((c) => known.has(c));
    if (code) $("found").replaceChildren(element("a", { href: `${name}/${code}.html` }, "Open its page"), " ", element("img", { src: `${name}/${code}.svg`, alt: "the polyform" }));
    else $("found").textContent = "The atlas has no polyform of these cells, which must be connected" + (name === "tan" ? ", and pairs of quarters" : "") + ".";
  }
}

const words = { square: "squares", hexagon: "hexagons", triangle: "triangles", tan: "half squares", kite: "kites", cube: "cubes, in layers" };
for (const name of Object.keys(words).filter((n) => lattices[n])) $("lattice").append(element("option", { value: name }, words[name]));
$("lattice").addEventListener("change", show);
$("clear").addEventListener("click", show);
show();
