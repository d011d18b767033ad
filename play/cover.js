// An exact cover problem by hand: a table with a row for each option and a column for each item. The user chooses rows;
// what is struck out, and the item on which Algorithm X would branch, follow from that.
const widgets = {
  cover(root, port) {
    const data = port.get("data"), said = root.said;
    const { items, options } = data;
    const solver = exactCover(data);
    let chosen = [], history = [], steps = [], at = 0, advice = false;

    const ui = frame(root, {
      title: "exact cover by hand",
      actions: [
        { name: "choose", keys: ["Enter", " "], run: () => toggle(at) },
        { name: "undo", label: "undo", keys: ["u", "Control+z"], run: undo },
        { name: "clear", label: "clear", title: "choose no options", keys: ["c"], run: () => set([]) },
        { name: "advice", label: "Algorithm X", title: "show the item on which Algorithm X branches", keys: ["x"], toggle: true, run: () => { advice = !advice; draw(); } },
        { name: "solution", label: "solution", title: "complete to a solution", keys: ["s"], run: solve },
        { name: "up", keys: ["ArrowUp"], run: () => focus(at - 1) },
        { name: "down", keys: ["ArrowDown"], run: () => focus(at + 1) },
        { name: "first", keys: ["Home"], run: () => focus(0) },
        { name: "last", keys: ["End"], run: () => focus(options.length - 1) },
      ],
      help: [
        ["mouse", "click a row to choose it, and again to undo the choice"],
        ["↑ ↓ Home End", "move to another row"],
        ["Enter, Space", "choose the row, or undo the choice"],
        ["x", "show the item with the fewest options left, on which Algorithm X branches"],
        ["u, c", "undo, clear"],
        ["s", "complete to a solution"],
      ],
    });
    const table = element("table", { class: "plk-matrix" });
    const log = element("ol", { class: "plk-log", "aria-label": said("choices") });
    ui.stage.append(table);
    ui.status.after(log);

    const primary = (i) => data.low[i] > 0;
    const named = (i) => items[i];
    const worded = (k) => options[k].map((i) => items[i] + (solver.color(k, i) && ":" + solver.color(k, i))).join(" ");
    const optionsOf = (n) => n + (n === 1 ? " option" : " options");

    // set chooses the given options in order, and notes what Algorithm X would have branched on before each.
    function set(list, remember = true) {
      if (list.join() === chosen.join()) return;
      if (remember) history.push(chosen);
      load(list);
      port.set("chosen", chosen);
      tell();
    }

    function load(list) {
      while (solver.chosen.length) solver.unchoose();
      steps = [];
      for (const k of list) {
        if (solver.blocked[k]) continue;
        const item = solver.fewest();
        steps.push({ k, item, left: item < 0 ? 0 : solver.left[item] });
        solver.choose(k);
      }
      chosen = [...solver.chosen];
      draw();
    }

    const solved = () => chosen.length > 0 && !data.low.some((n, i) => solver.used[i] < n);

    function tell() {
      const dead = solver.dead();
      if (solved()) ui.say("Solved: each item is covered as often as required.");
      else if (dead >= 0) ui.say("Dead end: no option is left for " + named(dead) + ". Undo a choice.");
      else {
        const open = data.low.filter((n, i) => solver.open(i)).length;
        ui.say(open + (open === 1 ? " item is" : " items are") + " to be covered, " + optionsOf(options.filter((_, k) => !solver.blocked[k]).length) + " left.");
      }
    }

    function toggle(k) {
      if (chosen.includes(k)) set(chosen.filter((j) => j !== k));
      else if (solver.blocked[k]) {
        const given = (i) => solver.hue[i][0];
        const i = options[k].find((i) => (given(i) ? given(i) !== solver.color(k, i) : solver.used[i] >= data.high[i]));
        ui.say("Option " + k + " is struck out: " + named(i) + (given(i) ? " has the color " + given(i) + " already." : " is covered already."));
      } else set([...chosen, k]);
    }

    function undo() {
      const before = history.pop();
      if (before) set(before, false);
      else ui.say("There is nothing to undo.");
    }

    function solve() {
      let found = null;
      const whole = solver.search(500, (list) => { found = list; return false; });
      if (found) set(found);
      else ui.say(whole ? "These choices lead to no solution. Undo some." : "No solution was found in half a second.");
    }

    function focus(k) {
      at = Math.min(Math.max(k, 0), options.length - 1);
      draw();
      table.querySelector('tr[data-option="' + at + '"]').focus();
    }

    function draw() {
      const had = table.contains(document.activeElement);
      const best = solver.fewest();
      const now = advice && !solved() ? best : -1;
      const cell = (name, words, classes, attributes = {}) => {
        const e = element(name, { class: classes.filter(Boolean).join(" ") || false, ...attributes });
        e.textContent = words;
        return e;
      };
      const state = (i) => [solver.used[i] >= data.high[i] && "plk-covered", i === now && "plk-now"];
      const titled = (name, i) => name + (solver.hue[i].length ? ":" + solver.hue[i][0] : "");
      const head = element("tr", {}, cell("th", "", []),
        ...items.map((name, i) => cell("th", titled(name, i), [...state(i), !primary(i) && "plk-secondary"], { scope: "col" })));
      const counts = element("tr", { class: "plk-counts" }, cell("th", said("options left"), [], { scope: "row" }),
        ...items.map((_, i) => cell("td", solver.used[i] >= data.high[i] ? "" : String(solver.left[i]),
          [...state(i), solver.open(i) && solver.left[i] < data.low[i] - solver.used[i] && "plk-dead"])));
      const rows = options.map((list, k) => {
        const on = chosen.includes(k), out = !on && solver.blocked[k] > 0;
        const row = element("tr", {
          "data-option": k, tabindex: k === at ? "0" : "-1", "aria-selected": String(on), "aria-disabled": String(out),
          class: on ? "plk-chosen" : out ? "plk-struck" : now >= 0 && list.includes(now) ? "plk-now" : false,
          "aria-label": said("option " + k + ": " + worded(k) + (on ? ", chosen" : out ? ", struck out" : "")),
        }, cell("th", String(k), [], { scope: "row" }),
        ...items.map((_, i) => cell("td", list.includes(i) ? solver.color(k, i) || "●" : "", state(i))));
        row.addEventListener("click", () => { at = k; toggle(k); focus(k); });
        return row;
      });
      table.replaceChildren(element("thead", {}, head, counts), element("tbody", {}, ...rows));
      if (had) table.querySelector('tr[data-option="' + at + '"]').focus();
      log.replaceChildren(...steps.map(({ k, item, left }) => {
        const e = element("li");
        const covers = item >= 0 && options[k].includes(item);
        e.textContent = said("option " + k + " (" + worded(k) + "): Algorithm X branches on " + named(item) + " with " + optionsOf(left) +
          (covers ? ", and this is one of them." : ". This choice leaves " + named(item) + " for later."));
        return e;
      }));
      ui.buttons.advice.setAttribute("aria-pressed", String(advice));
      if (now >= 0) ui.say("Algorithm X branches on " + named(now) + ", which has " + optionsOf(solver.left[now]) + " left" + (solver.left[now] === 0 ? ": a dead end." : "."));
      root.dataset.chosen = chosen.join(" ");
      root.dataset.solved = solved();
      root.dataset.item = best < 0 ? "" : named(best);
    }

    port.changed("chosen", () => {
      const list = port.get("chosen");
      if (list.join() !== chosen.join()) load(list);
    });
    port.ended(() => ui.warn(gone + " You can go on."));
    load(port.get("chosen"));
    if (!chosen.length) ui.say("Choose rows that cover each item, or press ? for the keys.");
  },
};
