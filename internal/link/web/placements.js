// Puzzles in links. The data of a puzzle are those of play/puzzle.go without its placements, which take most of the room:
// they follow from the board and the poses of the pieces.
//
//   lattice, board, marks, optional        as in play/puzzle.go; marks and optional may be missing
//   pieces                                 the same, each also with least, its smallest number of copies, if that is not
//                                          the greatest; -1 if copies are not counted
//   solution                               a list of piece, pose, x, y and z, as in the member placed of the state
//   places, options, low, high             only if the rule below gives others
//
// The rule: a piece lies wherever its cells are on the board, and a cell with a capital letter belongs to the piece of that
// name. Each cell of the board is an item, and each piece whose copies are counted. play/link.go has the same rule.

// inThrees groups flat coordinates.
const inThrees = (flat) => Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));

// expandPuzzle returns the data of play/puzzle.go, and throws an error if they are beyond the limits of a widget.
function expandPuzzle(data) {
  const need = (ok, path, what) => {
    if (!ok) throw new Error(`link: data.${path}: expected ${what}`);
  };
  const integers = (list, least, most) => Array.isArray(list) && list.every((x) => Number.isInteger(x) && x >= least && x <= most);
  const points = (list) => Array.isArray(list) && list.every((p) => Array.isArray(p) && p.length === 2 && p.every((x) => Math.abs(x) <= 1000));
  const flat = (list) => integers(list, -10000, 10000) && list.length % 3 === 0 && list.length > 0 && list.length <= 30000;
  const { lattice, board, pieces } = data;
  need(Array.isArray(lattice.kinds) && lattice.kinds.length > 0 && lattice.kinds.every((k) => points(k) && k.length > 2), "lattice.kinds", "polygons");
  for (const name of ["ex", "ey", "ez"]) need(points([lattice[name]]), "lattice." + name, "two numbers");
  need(integers([lattice.layers], 0, 100), "lattice.layers", "a number from 0 to 100");
  need(flat(board), "board", "cells of three integers each");
  const cells = inThrees(board);
  const kinds = lattice.layers ? Infinity : lattice.kinds.length;
  const inside = (c) => c[2] >= 0 && c[2] < kinds;
  need(cells.every(inside), "board", "kinds of cells that the lattice has");
  const number = new Map(cells.map((c, i) => [c.join(), i]));
  const marks = data.marks ?? cells.map(() => "");
  const optional = data.optional ?? [];
  need(Array.isArray(marks) && marks.length === cells.length && marks.every((m) => typeof m === "string"), "marks", "a string for each cell");
  need(integers(optional, 0, cells.length - 1), "optional", "numbers of cells");
  need(pieces.length > 0 && pieces.length <= 2000, "pieces", "1 to 2000 pieces");
  let work = 0;
  pieces.forEach((p, i) => {
    need(isObject(p) && typeof p.name === "string" && typeof p.label === "string", `pieces[${i}]`, "a piece with name and label");
    need(integers([p.color], 0, 11), `pieces[${i}].color`, "a number from 0 to 11");
    need(integers([p.copies], -1, 1e6), `pieces[${i}].copies`, "a number of copies");
    need(p.least === undefined || integers([p.least], -1, 1e6), `pieces[${i}].least`, "a number of copies");
    need(Array.isArray(p.poses) && p.poses.length > 0 && p.poses.every((q) => flat(q) && inThrees(q).every(inside)), `pieces[${i}].poses`, "lists of cells");
    for (const how of ["turn", "flip", "roll"]) {
      need(integers(p[how], 0, p.poses.length - 1) && p[how].length === p.poses.length, `pieces[${i}].${how}`, "a pose for each pose");
    }
    for (const q of p.poses) work += (q.length / 3) * cells.length;
  });
  need(work <= 5e7, "pieces", "fewer poses, or a smaller board");
  const whole = { ...data, marks, optional, pieces };
  if (data.places === undefined) Object.assign(whole, placements(whole, cells, number));
  const { places, options, low, high } = whole;
  need(integers(places, -10000, 10000) && places.length % 5 === 0 && places.length > 0 && places.length <= 100000, "places", "1 to 20000 placements of five integers each");
  need(integers(low, 0, 1e9) && integers(high, 0, 1e9) && low.length === high.length && low.length <= 50000, "low", "a number for each item");
  need(Array.isArray(options) && options.length === places.length / 5 && options.every((o) => integers(o, 0, low.length - 1)), "options", "items for each placement");
  for (let i = 0; i < places.length; i += 5) {
    const pose = pieces[places[i]]?.poses[places[i + 1]];
    need(pose && (lattice.layers || places[i + 4] === 0), `places[${i}]`, "a pose of a piece");
  }
  whole.solution = data.solution && placedNumbers(whole, data.solution);
  return whole;
}

// placements applies the rule.
function placements({ lattice, marks, optional, pieces }, cells, number) {
  const places = [], options = [], low = [], high = [];
  const item = (least, most) => (low.push(least), high.push(most), low.length - 1);
  const free = new Set(optional);
  const own = cells.map((_, i) => item(free.has(i) ? 0 : 1, 1));
  pieces.forEach((p, i) => {
    const least = p.least ?? p.copies;
    const counted = least >= 0 ? item(least, p.copies < 0 ? Math.max(least, cells.length) : p.copies) : -1;
    if (p.copies === 0) return;
    p.poses.map(inThrees).forEach((pose, j) => {
      for (const c of cells) {
        const at = c.map((x, k) => x - pose[0][k]);
        if (at[2] !== 0 && !lattice.layers) continue;
        const covered = pose.map((q) => number.get([q[0] + at[0], q[1] + at[1], q[2] + at[2]].join()));
        if (covered.some((n) => n === undefined || (/^\p{Lu}$/u.test(marks[n]) && marks[n] !== p.name))) continue;
        if (places.push(i, j, ...at) > 100000) throw new Error("link: data.pieces: expected at most 20000 placements");
        options.push([...(counted < 0 ? [] : [counted]), ...covered.map((n) => own[n])]);
      }
    });
  });
  return { places, options, low, high };
}

// placedNumbers returns the numbers of placements given by piece, pose, x, y and z; unknown ones are left out.
function placedNumbers({ places }, flat) {
  const number = new Map();
  for (let i = 0; i < places.length; i += 5) number.set(places.slice(i, i + 5).join(), i / 5);
  const list = [];
  for (let i = 0; Array.isArray(flat) && i < flat.length; i += 5) {
    const k = number.get(flat.slice(i, i + 5).join());
    if (k !== undefined) list.push(k);
  }
  return list;
}

// placedCells is the inverse of placedNumbers.
const placedCells = ({ places }, list) => list.flatMap((k) => places.slice(5 * k, 5 * k + 5));

// puzzleForm is a text that two puzzles have in common if they have the same placements under the same conditions,
// in whatever order their placements and items are.
function puzzleForm({ places, options, low, high }) {
  const name = options.map((_, k) => places.slice(5 * k, 5 * k + 5).join());
  const having = low.map(() => []);
  options.forEach((items, k) => items.forEach((i) => having[i].push(name[k])));
  const items = having.map((list, i) => [low[i], Math.min(high[i], list.length), ...list.sort()]);
  // What restricts nothing is left out, and what is required twice.
  const kept = items.filter(([least, most, ...list]) => least > 0 || most < list.length).map((i) => i.join(" "));
  return [...new Set(name)].sort().join() + ";" + [...new Set(kept)].sort().join();
}

// condensePuzzle returns the data of a link for those of play/puzzle.go.
function condensePuzzle(whole) {
  const { lattice, board, marks, optional, places, options, low, high, solution } = whole;
  const data = { lattice, board };
  if (marks.some(Boolean)) data.marks = marks;
  if (optional.length) data.optional = optional;
  const pieceOf = (k) => places[5 * k];
  const of = whole.pieces.map(() => []); // the items of which all placements are those of a piece
  const only = low.map(() => new Set()), times = low.map(() => 0), total = whole.pieces.map(() => 0);
  options.forEach((items, k) => {
    total[pieceOf(k)]++;
    for (const i of items) only[i].add(pieceOf(k)), times[i]++;
  });
  only.forEach((set, i) => {
    const [p] = set;
    if (set.size === 1 && times[i] === total[p]) of[p].push(i);
  });
  data.pieces = whole.pieces.map((p, i) => {
    const least = of[i].length ? Math.min(...of[i].map((k) => low[k])) : -1;
    return least === p.copies ? p : { ...p, least };
  });
  if (solution) data.solution = placedCells(whole, solution);
  try {
    if (puzzleForm(expandPuzzle(data)) === puzzleForm(whole)) return data;
  } catch {
    // The rule gives too many.
  }
  return { ...data, places, options, low, high };
}
