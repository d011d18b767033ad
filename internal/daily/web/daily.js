// SPDX-License-Identifier: BSD-3-Clause

// The page of a daily puzzle. The date is in the name of the page, otherwise it is that of the reader; the fragment #calendar
// selects the calendar. The data are those of data.go. The puzzle itself is the widget of package play, whose script runs
// once for each puzzle that is shown; what happens in it is read from its attributes.

const { sets, calendar, years } = globalThis.polkaDaily;
const $ = (id) => document.getElementById(id);
const link = (href, text, attributes = {}) => element("a", { href, ...attributes }, text);

// Dates are texts such as 2026-11-29. isoOf uses the clock of the reader.
const two = (n) => String(n).padStart(2, "0");
const isoOf = (d) => `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
const today = () => isoOf(new Date());
const utc = (date) => Date.parse(date + "T00:00:00Z");
const DAY = 24 * 3600 * 1000;
const after = (date, days) => new Date(utc(date) + days * DAY).toISOString().slice(0, 10);
const inWords = (date) => new Date(utc(date)).toLocaleDateString("en", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric" });

// Digits of base 36.
const numbers = (text) => [...text].map((c) => parseInt(c, 36));

// puzzleOf returns {set, pieces, par, solutions, board} of a date, or null if the pages do not have it.
function puzzleOf(date) {
  const line = years[date.slice(0, 4)]?.[(utc(date) - utc(date.slice(0, 4) + "-01-01")) / DAY];
  if (!line) return null;
  const [set, pieces, par, board] = line.split(" ");
  return { set: sets[set], pieces: numbers(pieces), par: Number(par), solutions: 1, board: numbers(board) };
}

// calendarOf returns the calendar of a date. all has the whole board, board what is to be covered.
function calendarOf(date) {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
  const all = numbers(calendar.board);
  const marked = new Set([calendar.marks[month - 1], String(day)]);
  const board = inThrees(all).filter((_, i) => !marked.has(calendar.marks[i])).flat();
  const set = sets[calendar.set];
  const index = (utc("2024" + date.slice(4)) - utc("2024-01-01")) / DAY;
  const left = [calendar.marks[month - 1], day];
  return { set, pieces: set.pieces.map((_, i) => i), par: 0, solutions: calendar.counts[index], board, all, left };
}

// widgetData returns the data of play/puzzle.go. Poses that have no place on the board are left out.
function widgetData(p) {
  const pieces = p.pieces.map((i) => {
    const q = p.set.pieces[i];
    return { ...q, copies: 1, poses: q.poses.map(numbers) };
  });
  const lattice = { ...p.set.lattice };
  if (lattice.layers) {
    const cells = inThrees(p.board);
    lattice.layers = Math.max(...cells.map((c) => c[2])) + 1;
    lattice.ez = [Math.max(...cells.map((c) => c[0])) + 2, 0];
  }
  const all = expandPuzzle({ lattice, board: p.board, pieces });
  for (let i = 0; i < pieces.length; i++) {
    const fitting = new Set();
    for (let k = 0; k < all.places.length; k += 5) if (all.places[k] === i) fitting.add(all.places[k + 1]);
    const q = pieces[i], kept = [...q.poses.keys()].filter((j) => fitting.has(j));
    const next = (how, j) => {
      let k = how[j];
      for (let n = 0; n < 6 && !fitting.has(k); n++) k = how[k];
      return fitting.has(k) ? kept.indexOf(k) : kept.indexOf(j);
    };
    pieces[i] = { ...q, poses: kept.map((j) => q.poses[j]) };
    for (const how of ["turn", "flip", "roll"]) pieces[i][how] = kept.map((j) => next(q[how], j));
  }
  const data = expandPuzzle({ lattice, board: p.board, pieces });
  if (p.set.lattice.name === "cube") data.cube = JSON.parse('@CUBE@');
  if (p.all) { // cells that no piece covers
    data.board = p.all;
    data.marks = calendar.marks;
  }
  return data;
}

// The record: {games: {"2026-11-29": {moves, placed, solved, helped, shown}}}. solved is the date on which the puzzle was
// solved, helped that hints were on, shown that a solution was shown.
const KEY = "polka-daily";
let record = { games: {} }, lasting = true;
try {
  const kept = JSON.parse(localStorage.getItem(KEY));
  if (isObject(kept?.games)) record = kept;
} catch {
  lasting = false;
}
function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    lasting = false;
  }
}

function streak() {
  const solved = (date) => {
    const g = record.games[date];
    return g?.solved === date && !g.shown;
  };
  let date = today(), n = 0;
  if (!solved(date)) date = after(date, -1);
  for (; solved(date); date = after(date, -1)) n++;
  return n;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// show shows the puzzle that the address selects.
let shown = 0;
function show() {
  const number = ++shown;
  const date = location.pathname.match(/(\d{4}-\d\d-\d\d)(\.html)?$/)?.[1] ?? today();
  const kind = location.hash === "#calendar" ? "calendar" : "puzzle";
  const p = kind === "calendar" ? calendarOf(date) : puzzleOf(date);
  document.title = `Polka daily, ${date}`;
  const dates = [element("strong", {}, inWords(date))];
  if (puzzleOf(after(date, -1))) dates.push(link(after(date, -1) + ".html", "earlier", { rel: "prev" }));
  if (date < today() && puzzleOf(after(date, 1))) dates.push(link(after(date, 1) + ".html", "later", { rel: "next" }));
  if (date !== today()) dates.push(link("index.html", "today"));
  $("dates").replaceChildren(...dates);
  $("kinds").replaceChildren(
    link("#puzzle", "puzzle of the day", { "aria-current": kind === "puzzle" && "page" }),
    link("#calendar", "calendar", { "aria-current": kind === "calendar" && "page" }));
  $("sharing").replaceChildren();
  $("score").textContent = "";
  $("record").hidden = true;
  if (!p || Number.isNaN(utc(date))) {
    $("table").replaceChildren();
    $("facts").replaceChildren(`There is no puzzle of ${date} on these pages; look into the `, link("archive.html", "archive"), ".");
    return;
  }
  $("facts").textContent = kind === "calendar"
    ? `Cover all but ${p.left.join(" and ")} with ${p.pieces.length} pieces: ${plural(p.solutions, "solution")}.`
    : `${p.set.name[0].toUpperCase()}${p.set.name.slice(1)}: ${p.pieces.length} pieces, exactly one solution, par ${p.par}.`;
  const key = kind === "calendar" ? date + " calendar" : date;
  const game = (record.games[key] ??= { moves: 0, placed: [] });
  const data = widgetData(p);
  const state = { data, placed: placedNumbers(data, game.placed) };
  const outer = element("div", { class: "plk-play", "data-kind": "puzzle", "data-play": JSON.stringify(state) });
  const script = element("script", { src: "puzzle.js" });
  $("table").replaceChildren(outer, script);
  if (p.left) { // the widget writes the marks of a board one after the other, below the pieces
    const texts = p.left.map((mark) => `#table .plk-table>g:first-child>text:nth-of-type(${calendar.marks.indexOf(String(mark)) + 1})`);
    $("table").prepend(element("style", {}, texts.join() + "{fill:#b24500;fill:light-dark(#b24500,#ffb380);text-decoration:underline}"));
  }
  script.onload = () => {
    if (number === shown) watch(outer.querySelector(".plk-game"), { date, kind, key, game, data, par: p.par, set: p.set.name });
  };
  script.onerror = () => {
    $("table").replaceChildren(element("p", { class: "error", role: "alert" }, "puzzle.js cannot be loaded."));
  };
}

// watch follows a game. While a piece is in hand nothing has been moved yet.
function watch(root, { date, kind, key, game, data, par, set }) {
  const hint = root.querySelector("[data-role=hint]");
  hint.click(); // hints are off until the reader wants them
  const placed = () => (root.dataset.placed || "").split(" ").filter(Boolean).map(Number);
  let before = placed();
  const tell = () => {
    const done = root.dataset.solved === "true";
    $("score").textContent = (done ? "Solved: " : "") + plural(game.moves, "move") + (par ? `, par ${par}` : "") +
      (game.shown ? ", solution shown" : game.helped ? ", with hints" : "");
    $("record").hidden = false;
    $("streak").textContent = `Streak: ${plural(streak(), "day")}.` + (lasting ? "" : " This browser keeps nothing for this page, so it is lost when the page is closed.");
    if (!done) return $("sharing").replaceChildren();
    if ($("sharing").children.length) return;
    const line = `Polka daily ${date}, ${kind === "calendar" ? kind : set}: ` +
      (game.shown ? "solution shown" : plural(game.moves, "move") + (par ? ` (par ${par})` : "") + (game.helped ? ", with hints" : "")) +
      `, streak ${streak()}. ${new URL(date + ".html", location.href).href}${kind === "calendar" ? "#calendar" : ""}`;
    const field = element("input", { readonly: "", "aria-label": "a line to share, without the solution", value: line });
    const copy = element("button", { type: "button" }, "copy the line");
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(line);
        copy.textContent = "copied";
      } catch {
        field.select();
      }
    });
    $("sharing").replaceChildren(copy, field);
  };
  const change = () => {
    if (!root.isConnected) return;
    if (hint.getAttribute("aria-pressed") === "true" && !game.solved) game.helped = true;
    if (!root.dataset.held) {
      const now = placed(), added = now.filter((k) => !before.includes(k)).length;
      if (!game.solved) {
        game.moves += added;
        if (added > 1) game.shown = true;
        if (root.dataset.solved === "true") game.solved = today();
      }
      before = now;
      game.placed = placedCells(data, now);
    }
    if (game.moves || game.solved) keep();
    tell();
  };
  new MutationObserver(change).observe(root, { attributes: true, attributeFilter: ["data-placed", "data-held", "data-solved"] });
  new MutationObserver(change).observe(hint, { attributes: true, attributeFilter: ["aria-pressed"] });
  root.dataset.daily = key;
  tell();
}

$("forget").addEventListener("click", () => {
  record = { games: {} };
  try {
    localStorage.removeItem(KEY);
  } catch {
    lasting = false;
  }
  show();
});
addEventListener("hashchange", show);
show();
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) navigator.serviceWorker.register("worker.js").catch(() => {});
