// An editor of boards. The value has a string for each cell of the window: "" for a cell that does not belong to the
// board, and otherwise "#" or, if the cell may stay free, "?", followed by the mark of the cell if it has one.
const widgets = {
  editor(root, port) {
    const said = root.said;
    const { lattice, window: flat } = port.get("data");
    const cells = cellsOf(flat);
    const one = geometry(lattice, 1).bounds(cells);
    const unit = Math.floor(Math.max(20, Math.min(36, 600 / one.width, 440 / one.height)));
    const g = geometry(lattice, unit);
    const area = g.bounds(cells);
    const pad = 8;
    const centers = cells.map(g.center);
    let value = [...port.get("value")], history = [], cursor = Math.max(0, value.findIndex(Boolean)), brush = "cells", mark = "A", painting = null;

    const field = element("input", { class: "plk-field", maxlength: "1", value: mark, "aria-label": said("mark"), title: said("the letter or color to mark cells with") });
    field.addEventListener("input", () => {
      const typed = [...field.value.trim()][0] || "A";
      if ("#?.;/[]=".includes(typed)) {
        field.value = mark;
        ui.say(typed + " cannot be a mark.");
        return;
      }
      mark = typed;
      choose("marks");
    });
    const ui = frame(root, {
      title: "editor of boards",
      actions: [
        { name: "cells", label: "cells", title: "click cells on and off", toggle: true, run: () => choose("cells") },
        { name: "optional", label: "optional", title: "click cells that may stay free", toggle: true, run: () => choose("optional") },
        { name: "marks", label: "marks", title: "click cells to mark them", toggle: true, run: () => choose("marks") },
        { name: "undo", label: "undo", keys: ["Control+z"], run: undo },
        { name: "all", label: "all", title: "turn all cells on", run: () => edit(value.map((v) => v || "#")) },
        { name: "none", label: "none", title: "turn all cells off", run: () => edit(value.map(() => "")) },
        { name: "toggle", keys: [" ", "Enter"], run: () => paint(cursor, true) },
        { name: "erase", keys: ["Delete", "Backspace"], run: () => change(cursor, (v) => v.slice(0, 1)) },
        ...Object.keys(directions).map((key) => ({ name: key, keys: [key], run: () => move(...directions[key]) })),
      ],
      help: [
        ["mouse", "click cells, or drag over them"],
        [arrows, "move the cursor"],
        ["Space, Enter", "what a click does"],
        ["a letter or digit", "mark the cell: a capital reserves it for the piece of that name, others are colors"],
        ["-", "the cell may stay free, or must be covered again"],
        ["Delete", "remove the mark"],
        ["Control Z", "undo"],
      ],
      typed(key) {
        if (key === "-") change(cursor, optional);
        else if (/^[\p{L}\p{N}]$/u.test(key)) change(cursor, (v) => (v[0] || "#") + key);
        else return false;
        return true;
      },
    });
    ui.buttons.marks.after(field);
    const svg = drawn("svg", { class: "plk plk-table", tabindex: "0", role: "application", "aria-label": said("cells; press ? for the keys") });
    ui.stage.append(svg);

    const free = (v) => v[0] === "?";
    const optional = (v) => (free(v) ? "#" : "?") + marked(v);
    const marked = (v) => v.slice(1);
    const size = () => value.filter(Boolean).length;

    function choose(name) {
      brush = name;
      draw();
    }

    function describe(i) {
      const v = value[i];
      return cells[i].slice(0, lattice.layers || lattice.kinds.length > 1 ? 3 : 2).join(",") + ": " +
        (!v ? "off" : (marked(v) ? "marked " + marked(v) : "on") + (free(v) ? ", optional" : ""));
    }

    function edit(next, remember = true) {
      if (next.join("\0") === value.join("\0")) return;
      if (remember) history.push(value);
      value = next;
      port.set("value", value);
      draw();
    }

    const change = (i, f) => {
      edit(value.map((v, j) => (j === i ? f(v) : v)));
      ui.say("Cell " + describe(i) + ".");
    };

    // paint applies the brush to a cell. The first cell of a stroke decides what the others become.
    function paint(i, first) {
      const v = value[i];
      if (first) {
        painting = brush === "cells" ? (v ? "" : "#") : brush === "marks" ? (marked(v) === mark ? "" : mark) : !free(v);
      }
      change(i, () => brush === "cells" ? (painting && (v || painting))
        : brush === "marks" ? (v[0] || "#") + painting
        : free(v) === painting ? v : optional(v));
    }

    function move(dx, dy) {
      const to = nearest(centers, centers[cursor], dx, dy);
      if (to >= 0) cursor = to;
      ui.say("Cell " + describe(cursor) + ".");
      draw();
    }

    function undo() {
      const before = history.pop();
      if (before) edit(before, false);
      else ui.say("There is nothing to undo.");
    }

    // The color of a mark: that of its letter.
    const color = (m) => "plk-" + (m.codePointAt(0) % 12);

    function draw() {
      resize(svg, area.width + 2 * pad, area.height + 2 * pad);
      const inside = cells.filter((_, i) => value[i]);
      const line = (d, attributes) => drawn("path", { d, fill: "none", "pointer-events": "none", ...attributes });
      svg.replaceChildren(drawn("g", { transform: "translate(" + (pad - area.left).toFixed(2) + " " + (pad - area.top).toFixed(2) + ")" },
        ...cells.map((c, i) => drawn("path", {
          class: !value[i] ? "plk-off" : marked(value[i]) ? color(marked(value[i])) : "plk-f plk-on",
          d: pathOf(g.polygon(c), "Z"), "data-cell": i,
        })),
        line(cells.map((c) => pathOf(g.polygon(c), "Z")).join(""), { class: "plk-lines" }),
        ...cells.map((c, i) => free(value[i]) && drawn("circle", { class: "plk-dot", cx: centers[i][0], cy: centers[i][1] + (marked(value[i]) ? unit * 0.38 : 0), r: 3, "pointer-events": "none" })),
        ...cells.map((c, i) => marked(value[i]) && label(g, [c], marked(value[i]))),
        line(outline(g, inside), { class: "plk-o", "stroke-width": 2.5 }),
        line(pathOf(g.polygon(cells[cursor]), "Z"), { class: "plk-cursor" })));
      for (const name of ["cells", "optional", "marks"]) ui.buttons[name].setAttribute("aria-pressed", String(name === brush));
      root.dataset.value = value.map((v) => v || ".").join("");
      root.dataset.cursor = cells[cursor].join();
      count.textContent = said(size() + (size() === 1 ? " cell" : " cells"));
    }
    const count = element("p", { class: "plk-count" });
    ui.status.after(count);

    const hit = (e) => document.elementsFromPoint(e.clientX, e.clientY).find((x) => x.dataset?.cell !== undefined && svg.contains(x));
    svg.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      svg.focus({ preventScroll: true });
      e.preventDefault();
      const cell = e.target.closest("[data-cell]");
      if (!cell) return;
      svg.setPointerCapture(e.pointerId);
      cursor = Number(cell.dataset.cell);
      svg.dataset.stroke = "yes";
      paint(cursor, true);
    });
    svg.addEventListener("pointermove", (e) => {
      const cell = svg.dataset.stroke && hit(e);
      if (!cell || Number(cell.dataset.cell) === cursor) return;
      cursor = Number(cell.dataset.cell);
      paint(cursor, false);
      draw();
    });
    for (const type of ["pointerup", "pointercancel"]) svg.addEventListener(type, () => { delete svg.dataset.stroke; });

    port.changed("value", () => {
      const next = port.get("value");
      if (next.join("\0") !== value.join("\0")) {
        value = [...next];
        draw();
      }
    });
    port.ended(() => ui.warn(gone));
    draw();
    ui.say("Click cells, or press ? for the keys.");
  },
};
