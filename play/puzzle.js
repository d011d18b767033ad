// A puzzle by hand. The board is on the left, and the pieces that are not on it are beside or below it, smaller.
//
// data.places lists all placements of the puzzle, so a piece fits where one of them is and exactCover does not exclude
// it. The piece in hand is an object {piece, pose, at, from}: at is its position [x, y, z], and from is the placement
// that it was lifted from. While it is dragged, point is the position of its origin in pixels.

// boxView is the board of a puzzle in space, above its layers. show draws the placed pieces, a list of [piece, cells,
// whether it is selected], and the piece in hand, [piece, cells, whether it fits].
function boxView(stage, { pieces, cube }, board, said) {
  const canvas = element("canvas", { class: "plk-space", tabindex: "0", role: "application", "aria-label": said("the board in space; arrow keys, plus and minus turn and zoom it") });
  stage.before(canvas);
  const kinds = [cube];
  const flat = (cells) => cells.flatMap((c) => [0, ...c]);
  const view = space(canvas, { kinds, pieces: [] });
  view.frame = surface(kinds, board.map((c) => [0, ...c]));
  view.fit(view.frame.flatMap((f) => f.points));
  canvas.addEventListener("keydown", (e) => {
    const to = directions[e.key], by = { "+": 1.2, "=": 1.2, "-": 1 / 1.2 }[e.key];
    if ((!to && !by) || e.altKey || e.ctrlKey || e.metaKey) return;
    if (to) view.turn(-to[0] * 0.175, to[1] * 0.175);
    else view.scale(by);
    e.preventDefault();
    e.stopPropagation();
  });
  const good = { "plk-no": "#888888", "plk-bad": "#d55e00", "plk-good": "#009e73", "plk-yes": "#0072b2" };
  return {
    show(placed, held) {
      const list = held ? [...placed, held] : placed;
      view.pieces = list.map(([i, cells]) => ({ color: pieces[i].color, cells: flat(cells) }));
      view.at = list.map(() => [0, 0, 0]);
      view.ghost = list.map((_, i) => i === placed.length);
      view.marked = list.map(([, , mark], i) => (i === placed.length ? good[mark] : mark && "#d55e00"));
      canvas.dataset.pieces = list.length;
      view.draw();
    },
  };
}

const widgets = {
  puzzle(root, port) {
    const data = port.get("data"), said = root.said;
    const { lattice, pieces } = data;
    const board = cellsOf(data.board);
    const one = geometry(lattice, 1).bounds(board);
    const unit = Math.floor(Math.max(22, Math.min(40, 560 / one.width, 440 / one.height)));
    const g = geometry(lattice, unit);
    const area = g.bounds(board);
    const pad = 10, scale = Math.min(1, Math.max(0.6, 19 / unit)); // of the pieces beside the board; 19 leaves room for letters
    const places = [], at = new Map();
    for (let i = 0; i < data.places.length; i += 5) {
      const [piece, pose, ...where] = data.places.slice(i, i + 5);
      at.set([piece, pose, ...where].join(), places.length);
      places.push({ piece, pose, at: where });
    }
    const poses = pieces.map((p) => p.poses.map(cellsOf));
    const moved = (piece, pose, [x, y, z]) => poses[piece][pose].map((c) => [c[0] + x, c[1] + y, c[2] + z]);
    const cellsAt = (k) => moved(places[k].piece, places[k].pose, places[k].at);
    const solver = exactCover(data);
    const pose = pieces.map(() => 0); // of the pieces beside the board
    let placed = [], history = [], held = null, selected = null, hints = true;
    let serial = 0, asked = "", verdict = null, solved = false;

    const ui = frame(root, {
      title: "puzzle by hand",
      actions: [
        { name: "turn", label: "turn", keys: ["r"], run: () => change("turn") },
        { name: "flip", label: lattice.layers ? "tip" : "flip", keys: ["f"], run: () => change("flip") },
        { name: "roll", label: lattice.layers && "roll", keys: ["t"], when: () => lattice.layers, run: () => change("roll") },
        { name: "undo", label: "undo", keys: ["u", "Control+z"], run: undo },
        { name: "clear", label: "clear", title: "remove all pieces", keys: ["c"], run: clear },
        { name: "hint", label: "hints", title: "say whether the puzzle can still be solved", keys: ["h"], toggle: true, run: toggleHints },
        { name: "solution", label: "solution", title: "show a solution", keys: ["s"], run: showSolution },
        { name: "pick", keys: ["Enter", " "], run: pickOrDrop },
        { name: "away", keys: ["Delete", "Backspace"], run: putAway },
        { name: "escape", keys: ["Escape"], when: () => held, run: letGo },
        { name: "next", keys: ["n"], when: () => !held, run: () => step(1) },
        { name: "previous", keys: ["p"], when: () => !held, run: () => step(-1) },
        { name: "layer up", keys: ["PageUp"], when: () => lattice.layers, run: () => shift([0, 0, 1]) },
        { name: "layer down", keys: ["PageDown"], when: () => lattice.layers, run: () => shift([0, 0, -1]) },
        ...Object.keys(directions).map((key) => ({ name: key, keys: [key], run: () => arrow(key) })),
      ],
      help: [
        ["mouse", "drag a piece onto the board; while it is dragged, r and f turn and flip it"],
        [arrows, "move the piece in hand; without one, select a piece"],
        ["n, p", "select the next or previous piece"],
        ...(lattice.layers ? [["Page Up, Page Down", "move the piece to another layer"]] : []),
        ["Enter, Space", "take the selected piece, or put it down"],
        lattice.layers
          ? ["r, f, t", "turn about the upright axis, tip towards you, roll sideways"]
          : ["r, f", "turn, flip"],
        ...(lattice.layers ? [["the solid", "shows the board in space; drag it to turn it, with arrow keys too when it has the focus"]] : []),
        ["Delete", "remove the piece from the board"],
        ["Escape", "put the piece back where it was"],
        ["u, c", "undo, clear the board"],
        ["h, s", "hints on or off, show a solution"],
      ],
    });
    const count = element("p", { class: "plk-count" });
    ui.status.after(count);
    const svg = drawn("svg", { class: "plk plk-table", tabindex: "0", role: "application", "aria-label": said("board and pieces; press ? for the keys") });
    ui.stage.append(svg);

    const spatial = data.cube ? boxView(ui.stage, data, board, said) : null;

    // Where things are.

    const origin = [pad - area.left, pad - area.top]; // of the board
    const name = (i) => pieces[i].name || said(("piece " + pieces[i].label).trim());
    const onBoard = (i) => placed.filter((k) => places[k].piece === i).length;
    const available = (i) => {
      const lifted = held && held.piece === i && held.from === null ? 1 : 0;
      return pieces[i].copies < 0 ? Infinity : pieces[i].copies - onBoard(i) - lifted;
    };
    const fits = (h) => {
      const k = at.get([h.piece, h.pose, ...h.at].join());
      return k !== undefined && solver.blocked[k] === 0 ? k : -1;
    };
    const group = (x, y, attributes, ...children) => drawn("g", { transform: "translate(" + x.toFixed(2) + " " + y.toFixed(2) + ")", ...attributes }, ...children);

    // shape draws cells of a piece.
    function shape(geo, cells, piece, attributes, classes = "") {
      const path = outline(geo, cells);
      const title = drawn("title");
      title.textContent = name(piece);
      return drawn("g", { class: "plk-piece " + classes, ...attributes }, title,
        drawn("path", { class: "plk-" + pieces[piece].color, d: path, "fill-rule": "evenodd" }),
        drawn("path", { class: "plk-b", d: path, fill: "none", "stroke-width": geo.unit > 24 ? 2 : 1.5, "stroke-linejoin": "round" }),
        ...inLayers(cells).map((list) => label(geo, list, pieces[piece].label)));
    }

    // inLayers divides the cells of a piece by the layers in which they are drawn.
    function inLayers(cells) {
      return lattice.layers ? [...new Set(cells.map((c) => c[2]))].map((z) => cells.filter((c) => c[2] === z)) : [cells];
    }

    // solid draws a piece made of cubes beside the board.
    function solid(i, attributes, classes) {
      const { faces, front, box, unit: side } = seenFromCorner(poses[i][pose[i]], unit * scale);
      const d = ({ points }) => pathOf(points, "Z");
      const node = () => {
        const title = drawn("title");
        title.textContent = name(i);
        return drawn("g", { class: "plk-piece " + classes, ...attributes }, title,
          drawn("path", { class: "plk-b", d: faces.map(d).join(""), fill: "none", "stroke-width": 3, "stroke-linejoin": "round" }),
          ...faces.flatMap((f) => [
            drawn("path", { class: "plk-" + pieces[i].color, d: d(f) }),
            drawn("path", { class: "plk-side", d: d(f), "fill-opacity": f.shade }),
          ]),
          label({ unit: side, center: () => front }, [front], pieces[i].label));
      };
      return { box, node };
    }

    // flat draws a piece as it lies on the board: each layer of a solid beside the one below it.
    function flat(i, attributes, classes) {
      const cells = poses[i][pose[i]];
      const geo = geometry(lattice.layers ? { ...lattice, ez: [Math.max(...cells.map((c) => c[0])) + 1.5, 0] } : lattice, unit * scale);
      return { box: geo.bounds(cells), node: () => shape(geo, cells, i, attributes, classes) };
    }

    // besides computes the layout of the pieces beside the board.
    function besides(width) {
      const right = width - area.width - 3 * pad;
      const beside = right > 250;
      const left = beside ? area.width + 3 * pad : pad;
      let x = left, y = beside ? pad : area.height + 3 * pad + (lattice.layers ? 16 : 0), high = 0;
      const list = [];
      pieces.forEach((p, i) => {
        if (available(i) <= 0) return;
        const attributes = { "data-piece": i }, classes = selected?.piece === i ? "plk-selected" : "";
        const { box, node } = data.cube ? solid(i, attributes, classes) : flat(i, attributes, classes);
        const extra = available(i) > 1 ? 26 : 0; // for the number of copies
        if (x + box.width + extra > width - pad && x > left) [x, y, high] = [left, y + high + 14, 0];
        list.push({ i, node, x: x - box.left, y: y - box.top, box: { x, y, width: box.width, height: box.height } });
        x += box.width + extra + 16;
        high = Math.max(high, box.height);
      });
      return { list, bottom: list.length ? y + high + pad : 0 };
    }

    function draw() {
      const width = Math.max(root.clientWidth || 640, area.width + 2 * pad);
      const tray = besides(width);
      const height = Math.max(area.height + 2 * pad + (lattice.layers ? 16 : 0), tray.bottom);
      resize(svg, width, height);
      const whole = outline(g, board);
      const table = group(origin[0], origin[1], {},
        drawn("path", { class: "plk-f", d: whole, "fill-rule": "evenodd" }),
        drawn("path", { class: "plk-lines", d: board.map((c) => pathOf(g.polygon(c), "Z")).join(""), fill: "none" }),
        ...data.optional.map((i) => drawn("circle", { class: "plk-dot", cx: g.center(board[i])[0], cy: g.center(board[i])[1], r: 2.5 })),
        ...board.map((c, i) => data.marks[i] && label(g, [c], data.marks[i])),
        ...placed.map((k) => shape(g, cellsAt(k), places[k].piece, { "data-place": k }, selected?.place === k ? "plk-selected" : "")),
        drawn("path", { class: "plk-o", d: whole, fill: "none", "stroke-width": 2.5, "pointer-events": "none" }));
      svg.replaceChildren(table);
      for (let z = 0; z < (lattice.layers || 0); z++) {
        const t = drawn("text", { class: "plk-copies", x: pad + z * lattice.ez[0] * unit, y: area.height + 2 * pad + 10, "font-size": 12 });
        t.textContent = said("layer " + z);
        svg.append(t);
      }
      for (const { i, node, x, y, box } of tray.list) {
        svg.append(group(x, y, {}, node()));
        if (available(i) > 1) {
          const t = drawn("text", { class: "plk-copies", x: box.x + box.width + 4, y: box.y + 12, "font-size": 12 });
          t.textContent = "×" + (available(i) === Infinity ? "∞" : available(i));
          svg.append(t);
        }
      }
      root.dataset.hand = "";
      if (held) svg.append(hand());
      spatial?.show(placed.map((k) => [places[k].piece, cellsAt(k), selected?.place === k]),
        held && (!held.point || held.near) ? [held.piece, moved(held.piece, held.pose, held.at), root.dataset.hand] : null);
      root.dataset.placed = placed.join(" ");
      root.dataset.held = held ? name(held.piece) : "";
      root.dataset.at = held ? [held.pose, ...held.at].join(" ") : "";
      root.dataset.solved = solved;
      ui.buttons.hint.setAttribute("aria-pressed", String(hints));
      const left = pieces.reduce((n, _, i) => n + Math.max(0, available(i)), held?.from === null ? 1 : 0);
      const cells = board.length - placed.reduce((n, k) => n + cellsAt(k).length, 0);
      count.textContent = said((left === Infinity ? "" : left + (left === 1 ? " piece" : " pieces") + " and ") + cells + (cells === 1 ? " cell" : " cells") + " left");
    }

    // hand draws the piece in hand, and where it would be put down.
    function hand() {
      const cells = poses[held.piece][held.pose];
      const k = fits(held);
      const state = k < 0 || (held.point && !held.near) ? "plk-no" : verdict === false ? "plk-bad" : verdict === true ? "plk-good" : "plk-yes";
      root.dataset.hand = state;
      const parts = [];
      if (!held.point || held.near) {
        const path = outline(g, moved(held.piece, held.pose, held.at));
        parts.push(group(origin[0], origin[1], { class: "plk-target " + state }, drawn("path", { d: path, fill: "none" })));
      }
      const [x, y] = held.point || g.move(held.at).map((v, i) => v + origin[i]);
      parts.unshift(group(x, y, { class: "plk-hand", "pointer-events": "none" }, shape(g, cells, held.piece, {})));
      return drawn("g", {}, ...parts);
    }

    // What the player does.

    // play puts the given placements on the board.
    function play(list, remember = true) {
      if (list.join() === placed.join()) return;
      if (remember) history.push(placed);
      load(list);
      port.set("placed", placed);
      ask(solved ? "" : "count", placed);
    }

    function load(list) {
      while (solver.chosen.length) solver.unchoose();
      placed = list.filter((k) => solver.blocked[k] === 0 && (solver.choose(k), true));
      solved = placed.length > 0 && !data.low.some((n, i) => solver.used[i] < n);
      if (solved) ui.say("Solved!");
      if (selected?.place !== undefined && !placed.includes(selected.place)) selected = null;
      draw();
    }

    function clear() {
      if (held) letGo();
      play([]);
    }

    function undo() {
      if (held) return letGo();
      const before = history.pop();
      if (before) play(before, false);
      else ui.say("There is nothing to undo.");
    }

    // lift takes a piece: beside the board, or a placement.
    function lift(what) {
      if (what.place !== undefined) {
        const p = places[what.place];
        held = { piece: p.piece, pose: p.pose, at: p.at, from: what.place };
        history.push(placed);
        load(placed.filter((k) => k !== what.place));
      } else {
        const i = what.piece, pos = pose[i];
        const free = places.findIndex((p, k) => p.piece === i && p.pose === pos && solver.blocked[k] === 0);
        const any = places.findIndex((p) => p.piece === i && p.pose === pos);
        held = { piece: i, pose: pos, at: places[free < 0 ? any : free].at, from: null };
      }
      forget();
      selected = null;
      ui.say(name(held.piece) + " in hand.");
    }

    function putDown() {
      const k = fits(held), h = held;
      if (k < 0) {
        ui.say(name(h.piece) + " does not fit there.");
        return false;
      }
      held = null;
      pose[h.piece] = h.pose;
      selected = { place: k };
      play([...placed, k], h.from === null);
      if (!solved) ui.say(name(h.piece) + " placed.");
      return true;
    }

    // letGo puts the piece back where it was.
    function letGo() {
      const h = held;
      held = null;
      forget();
      if (h.from !== null) load(history.pop());
      selected = h.from !== null ? { place: h.from } : { piece: h.piece };
      draw();
    }

    function putAway() {
      if (held) {
        const h = held;
        held = null;
        pose[h.piece] = h.pose;
        forget();
        if (h.from !== null) port.set("placed", placed), ask("count", placed);
        selected = { piece: h.piece };
        draw();
      } else if (selected?.place !== undefined) {
        const k = selected.place;
        selected = { piece: places[k].piece };
        play(placed.filter((j) => j !== k));
      }
    }

    function pickOrDrop() {
      if (held) putDown();
      else if (selected || entries().length) lift(selected || entries()[0]);
      if (held) look();
      draw();
    }

    const entries = () => [
      ...pieces.map((_, i) => ({ piece: i })).filter((e) => available(e.piece) > 0),
      ...placed.map((k) => ({ place: k })),
    ];

    function step(by) {
      const list = entries();
      if (!list.length) return;
      const now = list.findIndex((e) => e.piece === selected?.piece && e.place === selected?.place);
      selected = list[(now < 0 ? (by > 0 ? 0 : list.length - 1) : now + by + list.length) % list.length];
      ui.say(name(selected.piece ?? places[selected.place].piece) + (selected.place !== undefined ? " on the board." : " selected."));
      draw();
    }

    function arrow(key) {
      const [dx, dy] = directions[key];
      if (!held) return step(dx + dy);
      if (dx) return shift([dx, 0, 0]);
      // Where rows are shifted, steps up and down alternate between two directions.
      const slant = lattice.ey[0] ? -dy : 0;
      const drift = (v) => g.move(v)[0];
      const straight = [0, dy, 0], bent = [slant, dy, 0];
      held.drift ??= 0;
      const v = Math.abs(held.drift + drift(straight)) <= Math.abs(held.drift + drift(bent)) ? straight : bent;
      if (shift(v)) held.drift += drift(v);
    }

    const cellKeys = new Set(board.map(String));
    function shift(v) {
      if (!held) return false;
      const to = held.at.map((c, i) => c + v[i]);
      if (!moved(held.piece, held.pose, to).some((c) => cellKeys.has(String(c)))) return false;
      if (v[0] && !v[1]) held.drift = 0;
      held.at = to;
      look();
      draw();
      return true;
    }

    // change turns or flips the piece in hand or the selected one beside the board.
    function change(how) {
      if (held) {
        held.pose = pieces[held.piece][how][held.pose];
        if (held.point) grabMiddle(), drag();
        look();
      } else if (selected?.piece !== undefined) {
        pose[selected.piece] = pieces[selected.piece][how][pose[selected.piece]];
      } else {
        ui.say("Select a piece first.");
      }
      draw();
    }

    // Hints.

    function toggleHints() {
      hints = !hints;
      ui.say(hints ? "Hints are on." : "Hints are off.");
      forget();
      if (held) look();
      else ask("count", placed);
      draw();
    }

    // look asks whether the puzzle can still be solved with the piece in hand where it is now.
    function look() {
      const k = fits(held);
      if (k >= 0 && asked === "hint" + [...placed, k].join()) return;
      forget(); // what was said about another place
      ui.say(name(held.piece) + (k < 0 ? " does not fit here." : " in hand."));
      if (k >= 0) ask("hint", [...placed, k]);
    }

    // forget drops the answers to earlier questions; each question has a number.
    function forget() {
      serial++;
      asked = "";
      verdict = null;
      root.dataset.waiting = "";
    }

    // ask asks the solver. What it is asked replaces the question before.
    function ask(what, list) {
      const question = what + list.join();
      if (question === asked) return;
      forget();
      if (!what || (!hints && what !== "solution")) return;
      asked = question;
      if (port.live()) {
        root.dataset.waiting = "yes";
        port.send({ ask: what, id: serial, placed: list });
      } else {
        answered({ id: serial, ask: what, ...alone(what, list) });
      }
    }

    // alone answers without a kernel, within a limit on time.
    function alone(what, list) {
      const most = what === "count" ? 10000 : 1;
      let n = 0, first = null;
      if (what === "hint") solver.choose(list[list.length - 1]);
      const whole = solver.search(what === "hint" ? 50 : 300, (chosen) => {
        first ||= chosen;
        return ++n < most;
      });
      if (what === "hint") solver.unchoose();
      if (!n && !whole) return {};
      return { solvable: n > 0, solution: first, count: String(n), more: !whole || n === most };
    }

    function answered(a) {
      if (a.id !== serial) return;
      root.dataset.waiting = "";
      if (a.ask === "solution") {
        if (a.solution) {
          play(a.solution);
          return;
        }
        ui.say(a.solvable === false ? "There is no solution with these pieces on the board; undo some moves." : "No solution was found in time.");
        return;
      }
      verdict = a.solvable ?? null;
      root.dataset.verdict = String(verdict);
      if (!hints) return;
      if (held) {
        draw();
        ui.say(name(held.piece) + (verdict === false ? " here leaves no solution." : verdict ? " here leaves a solution." : ": unknown whether a solution is left."));
      } else if (a.solvable === false) {
        ui.say("No solution is left; undo some moves.");
      } else if (a.count !== undefined) {
        const least = a.more ? "At least " : "";
        ui.say(a.count === "1" ? (least ? "At least one" : "One") + " solution is left." : least + a.count + " solutions are left.");
      } else {
        ui.say(verdict ? "It can still be solved." : "Whether it can still be solved was not found in time.");
      }
    }

    function showSolution() {
      if (held) letGo();
      if (!port.live() && placed.length === 0 && data.solution) return play(data.solution);
      asked = "";
      ask("solution", placed);
    }

    // The mouse, pen or finger.

    const position = (e) => {
      const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
      return [(e.clientX - box.left) * scale, (e.clientY - box.top) * scale];
    };
    let pointer = [0, 0], grab = [0, 0], began = null;

    function grabMiddle() {
      const box = g.bounds(poses[held.piece][held.pose]);
      grab = [box.left + box.width / 2, box.top + box.height / 2];
    }

    // drag moves the piece in hand to the pointer, and its target to the nearest placement.
    function drag() {
      held.point = [pointer[0] - grab[0], pointer[1] - grab[1]];
      const p = [held.point[0] - origin[0], held.point[1] - origin[1]];
      let best = null, least = 0.75 * unit;
      for (const q of places) {
        if (q.piece !== held.piece || q.pose !== held.pose) continue;
        const [x, y] = g.move(q.at), far = Math.hypot(x - p[0], y - p[1]);
        if (far < least) [best, least] = [q, far];
      }
      held.near = Boolean(best);
      if (best) held.at = best.at;
    }

    svg.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      svg.focus({ preventScroll: true });
      e.preventDefault();
      const hit = e.target.closest(".plk-piece");
      if (held || !hit) return;
      pointer = position(e);
      began = hit.dataset.place !== undefined ? { place: Number(hit.dataset.place) } : { piece: Number(hit.dataset.piece) };
      began.from = pointer;
      svg.setPointerCapture(e.pointerId);
    });
    svg.addEventListener("pointermove", (e) => {
      if (!began && !held?.point) return;
      pointer = position(e);
      if (!held && began && Math.hypot(pointer[0] - began.from[0], pointer[1] - began.from[1]) > 4) {
        lift(began);
        if (began.place !== undefined) {
          const [x, y] = g.move(held.at);
          grab = [began.from[0] - x - origin[0], began.from[1] - y - origin[1]];
        } else {
          grabMiddle();
        }
        held.point = pointer;
      }
      if (!held) return;
      const before = fits(held);
      drag();
      if (held.near && fits(held) !== before) look();
      if (held.near && !asked) look();
      if (!held.near && asked) {
        forget();
        ui.say(name(held.piece) + " in hand.");
      }
      draw();
    });
    const release = (e) => {
      if (!began) return;
      const clicked = began;
      began = null;
      if (!held) {
        selected = clicked.place !== undefined ? { place: clicked.place } : { piece: clicked.piece };
        ui.say(name(selected.piece ?? places[selected.place].piece) + " selected.");
        draw();
        return;
      }
      if (e.type === "pointercancel") return letGo();
      if (!held.near) return putAway();
      if (!putDown()) letGo();
    };
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);

    // The other end.

    port.received((m) => {
      if (m.stopped) {
        forget();
        ui.say("Stopped. The next move asks the solver again.");
      } else if (m.ask) {
        answered(m);
      }
    });
    port.changed("placed", () => {
      const list = port.get("placed");
      if (list.join() !== placed.join() && !held) load(list);
    });
    port.ended(() => {
      forget();
      ui.warn(gone + " You can play on: this page computes the hints.");
    });

    new ResizeObserver(() => requestAnimationFrame(draw)).observe(root);
    load(port.get("placed"));
    if (!solved) ui.say("Drag a piece onto the board, or press ? for the keys.");
  },
};
