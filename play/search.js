// A search that is watched. Go runs it and sends a frame about ten times a second, and after each step of a search that
// is stepped; the buttons send what the user wants.
const widgets = {
  search(root, port) {
    const data = port.get("data"), said = root.said;
    const over = () => ["done", "stopped"].includes(port.get("frame").phase);
    const want = (what) => () => {
      if (port.live()) port.send({ want: what });
      else ui.say("The kernel has ended, and with it the search.");
    };
    const ui = frame(root, {
      title: "search",
      actions: [
        { name: "run", label: "run", keys: ["p", " "], title: "run or pause", run: () => want(port.get("frame").phase === "running" ? "pause" : "run")() },
        { name: "step", label: "step", keys: ["ArrowRight", "n"], title: "one step", run: want("step") },
        { name: "solution", label: "next solution", keys: ["s"], title: "run to the next solution", run: want("solution") },
        { name: "stop", label: "stop", keys: ["x", "Escape"], title: "end the search", run: want("stop") },
        { name: "restart", label: "restart", keys: ["r"], title: "search again from the beginning", run: want("restart") },
      ],
      help: [
        ["p, Space", "run, pause"],
        ["n, →", "one step"],
        ["s", "run to the next solution"],
        ["x, Escape", "end the search"],
        ["r", "search again from the beginning"],
      ],
    });
    const bar = element("progress", { class: "plk-progress", max: "1", value: "0", "aria-label": said("progress of the search") });
    const facts = element("p", { class: "plk-count" });
    ui.stage.before(bar);
    ui.status.after(facts);
    const list = element("ol", { class: "plk-log", "aria-label": said("chosen options") });

    // The board of a puzzle, if there is one.
    const puzzle = data.puzzle;
    const svg = drawn("svg", { class: "plk plk-table", role: "img", "aria-label": said("the board") });
    let g, area, board, cellsAt;
    if (puzzle) {
      board = cellsOf(puzzle.board);
      const one = geometry(puzzle.lattice, 1).bounds(board);
      g = geometry(puzzle.lattice, Math.floor(Math.max(16, Math.min(36, 560 / one.width, 400 / one.height))));
      area = g.bounds(board);
      const poses = puzzle.pieces.map((p) => p.poses.map(cellsOf));
      cellsAt = (k) => {
        const [piece, pose, x, y, z] = puzzle.places.slice(5 * k, 5 * k + 5);
        return { piece, cells: poses[piece][pose].map((c) => [c[0] + x, c[1] + y, c[2] + z]) };
      };
      ui.stage.append(svg);
    } else {
      ui.stage.append(list);
    }
    root.setAttribute("tabindex", "0");

    function draw() {
      const f = port.get("frame");
      root.dataset.phase = f.phase;
      root.dataset.nodes = f.nodes;
      root.dataset.found = f.found;
      ui.buttons.run.textContent = said(f.phase === "running" ? "pause" : "run");
      for (const name of ["run", "step", "solution", "stop"]) ui.buttons[name].disabled = over();
      bar.value = f.fraction;
      const rate = f.rate >= 1e6 ? (f.rate / 1e6).toFixed(1) + " million" : Math.round(f.rate).toLocaleString("en");
      facts.textContent = said(f.nodes.toLocaleString("en") + " nodes · level " + f.level + " · " + f.found.toLocaleString("en") + (f.found === 1 ? " solution" : " solutions") +
        " · " + (100 * f.fraction).toFixed(1) + " % of the tree" + (f.phase === "running" && f.rate > 0 ? " · " + rate + " nodes a second" : ""));
      ui.say({ paused: "Paused: " + f.words, running: "Searching.", done: "The search is complete.", stopped: "The search was stopped." }[f.phase]);
      if (puzzle) {
        const whole = outline(g, board);
        resize(svg, area.width + 16, area.height + 16);
        svg.replaceChildren(drawn("g", { transform: "translate(" + (8 - area.left).toFixed(2) + " " + (8 - area.top).toFixed(2) + ")" },
          drawn("path", { class: "plk-f", d: whole, "fill-rule": "evenodd" }),
          drawn("path", { class: "plk-lines", d: board.map((c) => pathOf(g.polygon(c), "Z")).join(""), fill: "none" }),
          ...f.chosen.filter((k) => 5 * k < puzzle.places.length).map((k) => {
            const { piece, cells } = cellsAt(k), path = outline(g, cells);
            return drawn("g", {}, drawn("path", { class: "plk-" + puzzle.pieces[piece].color, d: path, "fill-rule": "evenodd" }),
              drawn("path", { class: "plk-b", d: path, fill: "none", "stroke-width": 2 }), label(g, cells, puzzle.pieces[piece].name));
          }),
          drawn("path", { class: "plk-o", d: whole, fill: "none", "stroke-width": 2.5 })));
      } else {
        list.replaceChildren(...f.texts.map((words) => {
          const e = element("li");
          e.textContent = words;
          return e;
        }));
      }
    }

    port.changed("frame", draw);
    port.ended(() => {
      for (const b of Object.values(ui.buttons)) if (b !== ui.buttons.help) b.disabled = true;
      ui.warn(gone);
    });
    draw();
  },
};
