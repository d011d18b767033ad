// The script polka-puzzle.js: the widget of package play for a puzzle of a link.
globalThis.polkaParts.puzzle = {
  style: "@STYLE@",
  start(box, doc) {
    const data = expandPuzzle(doc.data);
    if (data.lattice.layers && data.lattice.name === "cube") data.cube = JSON.parse('@CUBE@');
    else delete data.cube;
    const values = { data, placed: placedNumbers(data, doc.state?.placed) };
    const outer = element("div", { class: "plk-play" }), root = element("div");
    root.said = saying(null);
    outer.append(root);
    box.append(outer);
    widgets.puzzle(root, {
      get: (name) => values[name],
      set: (name, value) => { values[name] = value; },
      changed() {},
      send() {},
      received() {},
      live: () => false,
      ended() {},
    });
    return { placed: () => placedCells(data, (root.dataset.placed || "").split(" ").filter(Boolean).map(Number)) };
  },
};
