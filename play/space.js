// Solids in space, painted on a canvas.
//
// A model has kinds, polyhedra as lists of faces, and pieces with cells, each a kind and a position: see Solid in solid.go.
// The faces of all cells are put into a binary space partition (Fuchs, Kedem and Naylor, 1980, doi 10.1145/800250.807481):
// a tree in which the plane of a face divides the other faces, and cuts those that cross it. From any eye the faces
// beyond the plane are painted first, so that what is painted is exact, whatever the polyhedra are. The tree
// changes only when pieces move; turning needs one pass over it.
//
// The coordinates are those of lattices: X to the lower right, Y to the lower left, Z up when seen from the corner.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b, by = 1) => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
const mean = (list) => list.reduce((a, p) => plus(a, p, 1 / list.length), [0, 0, 0]);
const spotKey = (p) => p.map((x) => Math.round(x * 1e4)).join();

// planeOf returns the plane of a polygon that faces away from the point inside.
function planeOf(points, inside) {
  let n = [0, 0, 0];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length];
    n = plus(n, [(a[1] - b[1]) * (a[2] + b[2]), (a[2] - b[2]) * (a[0] + b[0]), (a[0] - b[0]) * (a[1] + b[1])]);
  });
  const length = Math.hypot(...n) || 1;
  n = n.map((x) => x / length);
  const d = dot(n, mean(points));
  return dot(n, inside) > d ? { n: n.map((x) => -x), d: -d } : { n, d };
}

// surface lists the faces of cells that no two of the cells have in common: {points, n, d, lines}. lines[i] is the width of
// the line from corner i to the next: narrow where the surface is flat.
function surface(kinds, cells) {
  const faces = new Map();
  for (const [kind, ...at] of cells) {
    const inside = plus(mean(kinds[kind].flatMap(cornersOf)), at);
    for (const flat of kinds[kind]) {
      const points = cornersOf(flat).map((p) => plus([...p], at));
      const key = points.map(spotKey).sort().join(";");
      if (faces.has(key)) faces.delete(key);
      else faces.set(key, { points, ...planeOf(points, inside) });
    }
  }
  const list = [...faces.values()], sides = new Map();
  const sideKey = (f, i) => [spotKey(f.points[i]), spotKey(f.points[(i + 1) % f.points.length])].sort().join(";");
  for (const f of list) f.points.forEach((_, i) => sides.set(sideKey(f, i), [...(sides.get(sideKey(f, i)) || []), f]));
  for (const f of list) f.lines = f.points.map((_, i) => (sides.get(sideKey(f, i)).some((g) => g !== f && dot(g.n, f.n) > 0.999) ? 0.5 : 1.6));
  return list;
}

function cornersOf(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 3) list.push(flat.slice(i, i + 3));
  return list;
}

// divide splits a face by a plane into its parts in front and behind; a part is null if there is nothing of it. A face
// within the plane has neither.
function divide(face, { n, d }) {
  const side = face.points.map((p) => dot(n, p) - d);
  const front = side.some((s) => s > 1e-4), back = side.some((s) => s < -1e-4);
  if (!front || !back) return [front ? face : null, back ? face : null];
  const half = (sign) => {
    const points = [], lines = [];
    face.points.forEach((p, i) => {
      const j = (i + 1) % face.points.length;
      const a = sign * side[i], b = sign * side[j];
      const cut = () => plus(p, plus(face.points[j], p, -1), a / (a - b));
      if (a >= -1e-4) {
        points.push(p);
        lines.push(a <= 1e-4 && b < -1e-4 ? 0 : face.lines[i]);
        if (a > 1e-4 && b < -1e-4) points.push(cut()), lines.push(0);
      } else if (b > 1e-4) {
        points.push(cut());
        lines.push(face.lines[i]);
      }
    });
    return { ...face, points, lines };
  };
  return [half(1), half(-1)];
}

// partition builds the tree. Of some faces, that with the fewest cuts is the root, among those the one that divides best.
function partition(faces) {
  if (!faces.length) return null;
  let best = null, least = Infinity;
  const step = Math.max(1, Math.floor(faces.length / 8));
  for (let i = 0; i < faces.length; i += step) {
    let cuts = 0, balance = 0;
    for (const f of faces) {
      let front = false, back = false;
      for (const p of f.points) {
        const s = dot(faces[i].n, p) - faces[i].d;
        front ||= s > 1e-4;
        back ||= s < -1e-4;
      }
      if (front && back) cuts++;
      else balance += front - back;
    }
    const cost = 8 * cuts + Math.abs(balance);
    if (cost < least) [best, least] = [faces[i], cost];
  }
  const node = { n: best.n, d: best.d, here: [], front: [], back: [] };
  for (const f of faces) {
    const [front, back] = divide(f, best);
    if (front) node.front.push(front);
    if (back) node.back.push(back);
    if (!front && !back) node.here.push(f);
  }
  node.front = partition(node.front);
  node.back = partition(node.back);
  return node;
}

// space shows a model on a canvas. The object that it returns has the values of the view, which callers change before they
// call draw: yaw and pitch in radians, zoom, explode from 0 to 1, and for each piece at[i], its offset, null for none,
// hidden[i], ghost[i] (translucent) and marked[i]. frame lists faces of which only the sides are drawn.
function space(canvas, model) {
  const context = canvas.getContext("2d");
  const solids = new Map(); // the surfaces of pieces, by their cells
  const probe = drawn("svg", { width: 0, height: 0, style: "position:absolute", "aria-hidden": "true" });
  const samples = Array.from({ length: 12 }, (_, i) => probe.appendChild(drawn("path", { class: "plk-" + i })));
  canvas.after(probe);
  let tree = null, built = "", colors = [], sampled = 0, waiting = 0, painted = [];
  const all = {
    yaw: Math.PI / 4 - 0.25, pitch: 0.5, zoom: 1, explode: 0, center: [0, 0, 0], radius: 1,
    pieces: model.pieces, at: [], hidden: [], ghost: [], marked: [], frame: [], draw, pick,
  };

  const cellsOfPiece = (piece) => {
    const list = [];
    for (let i = 0; i < piece.cells.length; i += 4) list.push(piece.cells.slice(i, i + 4));
    return list;
  };
  const solidOf = (piece) => {
    const key = piece.cells.join();
    if (!solids.has(key)) {
      const faces = surface(model.kinds, cellsOfPiece(piece));
      solids.set(key, { faces, middle: mean(faces.flatMap((f) => f.points)) });
    }
    return solids.get(key);
  };

  // fit chooses the center and the size of the view for some points.
  all.fit = (points) => {
    const least = [0, 1, 2].map((i) => Math.min(...points.map((p) => p[i])));
    const most = [0, 1, 2].map((i) => Math.max(...points.map((p) => p[i])));
    all.center = least.map((x, i) => (x + most[i]) / 2);
    all.radius = Math.max(1, Math.hypot(...most.map((x, i) => x - least[i])) / 2);
  };
  all.corners = (pieces) => pieces.flatMap((piece, i) => solidOf(piece).faces.flatMap((f) => f.points.map((p) => plus(p, all.at[i] || [0, 0, 0]))));

  function build() {
    const shown = all.pieces.map((piece, i) => (all.at[i] && !all.hidden[i] ? i : -1)).filter((i) => i >= 0);
    const key = JSON.stringify([shown.map((i) => [all.pieces[i].cells, all.at[i]]), all.explode, all.center]);
    if (key === built) return;
    built = key;
    const faces = [];
    for (const i of shown) {
      const solid = solidOf(all.pieces[i]);
      const out = plus(plus(solid.middle, all.at[i]), all.center, -1);
      const move = plus(all.at[i], out, 1.2 * all.explode);
      for (const f of solid.faces) faces.push({ points: f.points.map((p) => plus(p, move)), n: f.n, d: f.d + dot(f.n, move), lines: f.lines, piece: i });
    }
    tree = partition(faces);
  }

  // The colors are those of the style sheet, which depend on the theme.
  function sample() {
    if (performance.now() - sampled < 300 && colors.length) return;
    sampled = performance.now();
    colors = samples.map((e) => getComputedStyle(e).fill.match(/[\d.]+/g)?.slice(0, 3).map(Number) || [128, 128, 128]);
  }

  function draw() {
    if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; paint(); });
  }

  function paint() {
    const width = canvas.clientWidth, height = canvas.clientHeight, fine = window.devicePixelRatio || 1;
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * fine) || canvas.height !== Math.round(height * fine)) [canvas.width, canvas.height] = [Math.round(width * fine), Math.round(height * fine)];
    build();
    sample();
    const far = 6 * all.radius;
    const scale = (all.zoom * 0.46 * Math.min(width, height)) / all.radius / (1 + 0.45 * all.explode);
    const [c, s, cp, sp] = [Math.cos(all.yaw), Math.sin(all.yaw), Math.cos(all.pitch), Math.sin(all.pitch)];
    const right = [c, -s, 0], ahead = [-s * cp, -c * cp, -sp], up = [-s * sp, -c * sp, cp]; // Y points to the viewer
    const eye = plus(all.center, ahead, -far);
    const project = (p) => {
      const v = plus(p, all.center, -1);
      const k = (scale * far) / (far + dot(v, ahead));
      return [width / 2 + k * dot(v, right), height / 2 - k * dot(v, up)];
    };
    const light = plus(plus(ahead, up, -0.9), right, 0.45); // towards the scene
    const brightness = Math.hypot(...light);
    context.setTransform(fine, 0, 0, fine, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineJoin = context.lineCap = "round";
    const ink = all.frame.length ? getComputedStyle(canvas).color : "";
    const wires = (front) => {
      if (!all.frame.length) return;
      context.strokeStyle = ink;
      context.globalAlpha = front ? 0.25 : 0.45;
      context.lineWidth = 1;
      context.beginPath();
      for (const f of all.frame) if (dot(f.n, eye) - f.d > 0 === front) trace(f.points.map(project));
      context.stroke();
      context.globalAlpha = 1;
    };
    const trace = (points) => {
      points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.closePath();
    };
    painted = [];
    // Faces in one plane do not cover each other, so those of a piece are one path, and lines are drawn above all of them.
    const plane = (faces) => {
      const groups = new Map();
      for (const f of faces) {
        if (dot(f.n, eye) - f.d <= 0) continue;
        const points = f.points.map(project);
        painted.push([points, f.piece]);
        if (!groups.has(f.piece)) groups.set(f.piece, []);
        groups.get(f.piece).push({ f, points });
      }
      for (const [piece, list] of groups) {
        const shade = 0.68 + 0.34 * Math.max(0, -dot(list[0].f.n, light) / brightness);
        context.globalAlpha = all.ghost[piece] ? 0.55 : 1;
        context.fillStyle = context.strokeStyle = "rgb(" + colors[all.pieces[piece].color % 12].map((x) => Math.min(255, Math.round(x * shade))).join() + ")";
        context.beginPath();
        for (const { points } of list) trace(points);
        context.fill();
        context.lineWidth = 0.6; // closes the seams between neighbors
        if (!all.ghost[piece]) context.stroke();
      }
      for (const [piece, list] of groups) {
        context.globalAlpha = all.ghost[piece] ? 0.8 : 1;
        context.strokeStyle = all.marked[piece] || "#161616";
        for (const width of [0.5, 1.6]) {
          let any = false;
          context.beginPath();
          for (const { f, points } of list) {
            points.forEach((p, i) => {
              if (f.lines[i] !== width) return;
              any = true;
              context.moveTo(...p);
              context.lineTo(...points[(i + 1) % points.length]);
            });
          }
          context.lineWidth = all.marked[piece] && width > 1 ? 3 : width;
          if (any) context.stroke();
        }
      }
      context.globalAlpha = 1;
    };
    const visit = (node) => {
      if (!node) return;
      const front = dot(node.n, eye) - node.d > 0;
      visit(front ? node.back : node.front);
      plane(node.here);
      visit(front ? node.front : node.back);
    };
    wires(false);
    visit(tree);
    wires(true);
  }

  // pick returns the piece at a point of the canvas, or -1.
  function pick(x, y) {
    for (let i = painted.length - 1; i >= 0; i--) {
      const [points, piece] = painted[i];
      let inside = false;
      points.forEach(([ax, ay], k) => {
        const [bx, by] = points[(k + 1) % points.length];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      });
      if (inside) return piece;
    }
    return -1;
  }

  all.turn = (yaw, pitch) => {
    all.yaw += yaw;
    all.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, all.pitch + pitch));
    canvas.dataset.view = [all.yaw, all.pitch].map((x) => Math.round((x * 180) / Math.PI)).join(" ");
    draw();
  };
  all.scale = (by) => {
    all.zoom = Math.max(0.3, Math.min(5, all.zoom * by));
    canvas.dataset.zoom = all.zoom.toFixed(2);
    draw();
  };
  turnByPointer(canvas, all);
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { sampled = 0; draw(); });
  new MutationObserver(() => { sampled = 0; draw(); }).observe(document.body, { attributes: true });
  all.turn(0, 0);
  all.scale(1);
  return all;
}

// turnByPointer turns a view by dragging, and zooms by the wheel while the canvas has the focus, or by two fingers. A click
// without dragging calls view.clicked(piece).
function turnByPointer(canvas, view) {
  const fingers = new Map();
  let moved = 0;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    moved = 0;
    e.preventDefault();
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const apart = fingers.size === 2 ? spread() : 0;
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    const [dx, dy] = [e.clientX - before[0], e.clientY - before[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (apart) view.scale(spread() / apart);
    else view.turn(-dx * 0.01, dy * 0.01);
  });
  const release = (e) => {
    if (!fingers.delete(e.pointerId) || moved > 4 || e.type === "pointercancel" || !view.clicked) return;
    const box = canvas.getBoundingClientRect();
    view.clicked(view.pick(e.clientX - box.left, e.clientY - box.top));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas && canvas.getRootNode().activeElement !== canvas) return;
    e.preventDefault();
    view.scale(Math.exp(-e.deltaY * 0.001));
  }, { passive: false });
}

// seenFromCorner returns a picture of cubes from above a corner: X leads to the lower right, Y to the lower left, and Z up.
// The faces are in the order in which they are drawn, since a cube is never behind one with a smaller sum of
// coordinates. front is the middle of the upper face that is drawn last.
function seenFromCorner(cells, unit) {
  const to = ([x, y, z]) => [(x - y) * 0.866 * unit, ((x + y) / 2 - z) * unit];
  const sum = (c) => c[0] + c[1] + c[2];
  const has = new Set(cells.map(String));
  const faces = [];
  let front = [0, 0];
  for (const cell of cells.toSorted((a, b) => sum(a) - sum(b))) {
    for (const [axis, shade] of [[2, 0], [1, 0.13], [0, 0.26]]) {
      const corner = cell.map((c, i) => c + (i === axis));
      if (has.has(String(corner))) continue;
      const [a, b] = [0, 1, 2].filter((i) => i !== axis);
      const at = (...axes) => to(corner.map((c, i) => c + axes.includes(i)));
      faces.push({ points: [at(), at(a), at(a, b), at(b)], shade });
      if (axis === 2) front = to(corner.map((c, i) => c + (i !== 2) / 2));
    }
  }
  const xs = faces.flatMap((f) => f.points.map((p) => p[0])), ys = faces.flatMap((f) => f.points.map((p) => p[1]));
  const left = Math.min(...xs), top = Math.min(...ys);
  return { unit, faces, front, box: { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top } };
}
