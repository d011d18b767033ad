// The table of a frame, as an anywidget module. Go filters and sorts; the page sends what it wants, and shows the state
// that comes back: the value "table", which the file view.go describes.
//
// The table is a grid with one cell that has the focus: the header, the fields of the conditions below it, and the rows.

const number = (n) => n.toLocaleString("en");
const counted = (n, noun) => number(n) + " " + noun + (n === 1 ? "" : "s");

// histogram draws the bars of a column.
function histogram(column) {
  const bars = column.bars || [];
  if (!bars.length) return null;
  const svg = drawn("svg", { viewBox: "0 0 " + bars.length * 6 + " 24", preserveAspectRatio: "none", "aria-hidden": "true" });
  bars.forEach((height, i) => {
    const title = drawn("title");
    title.textContent = column.labels[i] + ": " + number(column.counts[i]);
    const h = height > 0 ? Math.max(1, 24 * height) : 0;
    svg.append(drawn("g", {}, drawn("rect", { class: "plk-frame-back", x: i * 6, y: 0, width: 6, height: 24 }),
      drawn("rect", { x: i * 6 + 0.5, y: 24 - h, width: 5, height: h }), title));
  });
  return svg;
}

// words describes the values of a column, as summary.words in Go does.
function words(c) {
  const parts = [];
  if (c.distinct > 0) parts.push(counted(c.distinct, "value"));
  else if (c.distinct < 0) parts.push("over 1,000 values");
  else if (c.high !== "") parts.push(c.low + " to " + c.high);
  if (c.missing > 0) parts.push(number(c.missing) + " missing");
  if (c.sampled) parts.push("sample");
  return parts.join("; ");
}

const help = [
  ["click a header, Enter", "sort by the column, in descending order, not at all"],
  ["Shift with these", "sort by this column after the others"],
  ["← ↑ ↓ →", "move in the table; from the header down to the filter"],
  ["PgUp PgDn, Home End", "previous and next page, first and last column"],
  ["Ctrl+Home, Ctrl+End", "first and last page"],
  ["/", "filter the column; Enter applies the filter, Escape removes it"],
  ["abc, !abc", "contains abc, does not contain it"],
  ["= 3, != 3, < 3, >= 3, 3..7", "compare; = alone is missing, != alone is not"],
  ["?", "show or hide this list"],
];

const gone = "The kernel of this widget has ended. Run the cell again for a new one.";

export default {
  render({ model, el }) {
    let live = true, state = null, wanted = { sort: [], filters: [], from: 0, size: 20, serial: 0 };
    let pending = 0, slow = 0, typing = 0;
    let at = { row: -2, column: 0 }; // row -2 is the header, -1 the fields of the conditions
    let heads = [], inputs = [], marks = [], cells = [];

    const root = element("div", { class: "plk-frame plk-frame-live", role: "group", "aria-label": "table" });
    const table = element("table", { role: "grid", "aria-label": "data" });
    const thead = element("thead"), tbody = element("tbody");
    table.append(thead, tbody);
    const box = element("div", { class: "plk-frame-box" }, table);
    const warning = element("p", { class: "plk-frame-warning", role: "alert", hidden: "hidden" });
    const status = element("span", { class: "plk-frame-status", role: "status", "aria-live": "polite" });
    const list = element("dl", { class: "plk-frame-help", hidden: "hidden" });
    for (const [keys, text] of help) {
      const dt = element("dt"), dd = element("dd");
      dt.textContent = keys;
      dd.textContent = text;
      list.append(dt, dd);
    }
    const button = (role, label, title, run) => {
      const b = element("button", { type: "button", "data-role": role, "aria-label": title, title });
      b.textContent = label;
      b.addEventListener("click", run);
      return b;
    };
    const first = button("first", "«", "first page", () => page(0));
    const previous = button("previous", "‹", "previous page", () => page(state.from - state.size));
    const next = button("next", "›", "next page", () => page(state.from + state.size));
    const last = button("last", "»", "last page", () => page(lastPage()));
    const size = element("select", { "aria-label": "rows on a page", title: "rows on a page" });
    for (const n of [10, 20, 50, 100, 500]) {
      const option = element("option", { value: n });
      option.textContent = n + " rows";
      size.append(option);
    }
    size.addEventListener("change", () => ask({ size: +size.value, from: Math.floor(state.from / size.value) * size.value }));
    const clear = button("clear", "reset", "no sorting and no filters", () => {
      for (const input of inputs) input.value = "";
      ask({ sort: [], filters: [], from: 0 });
    });
    const more = button("help", "?", "keys and filters", toggleHelp);
    more.setAttribute("aria-expanded", "false");
    root.append(warning, box, element("div", { class: "plk-frame-bar" }, first, previous, status, next, last, size, clear, more), list);
    el.append(root);

    function toggleHelp() {
      list.hidden = !list.hidden;
      more.setAttribute("aria-expanded", String(!list.hidden));
    }

    const lastPage = () => Math.max(0, Math.floor((state.matched - 1) / state.size) * state.size);
    const page = (from) => ask({ from: Math.min(Math.max(0, from), lastPage()) });

    // ask sends what the user wants.
    function ask(changes) {
      wanted = { ...wanted, ...changes, serial: wanted.serial + 1 };
      if (!live) {
        warn(gone);
        return;
      }
      pending = wanted.serial;
      root.dataset.pending = "yes";
      clearTimeout(slow);
      slow = setTimeout(() => { if (pending) status.textContent = "working…"; }, 250);
      model.send(wanted);
    }

    function warn(text) {
      warning.textContent = text;
      warning.hidden = !text;
    }

    function sortBy(column, also) {
      const old = wanted.sort.find((k) => k.column === column);
      const now = !old ? { column, down: false } : old.down ? null : { column, down: true };
      const others = also ? wanted.sort.filter((k) => k.column !== column) : [];
      const place = also && old ? wanted.sort.indexOf(old) : others.length;
      if (now) others.splice(place, 0, now);
      ask({ sort: others, from: 0 });
    }

    function filter(column, text) {
      const filters = inputs.map((input, i) => (i === column ? text : wanted.filters[i] || ""));
      if (filters.join("\n") !== inputs.map((_, i) => wanted.filters[i] || "").join("\n")) ask({ filters, from: 0 });
    }

    // build makes the header, once.
    function build() {
      const names = element("tr", {}, element("th", { class: "plk-frame-number", "aria-label": "row" }));
      const fields = element("tr", { class: "plk-frame-filters" }, element("th", { class: "plk-frame-number" }));
      state.columns.forEach((c, i) => {
        const name = element("span", { class: "plk-frame-name" }), mark = element("span", { class: "plk-frame-mark", "aria-hidden": "true" });
        name.textContent = c.name;
        const head = element("th", { scope: "col", role: "columnheader", tabindex: "-1", "data-column": i, "aria-sort": "none", class: c.right && "plk-frame-right" },
          element("div", {}, name, mark), element("small", { class: "plk-frame-type" }), element("div", { class: "plk-frame-bars" }), element("small", { class: "plk-frame-words" }));
        head.addEventListener("click", (e) => { focus(-2, i); sortBy(i, e.shiftKey); });
        const input = element("input", { type: "text", tabindex: "-1", placeholder: "filter", spellcheck: "false", autocomplete: "off", "aria-label": "filter " + c.name });
        input.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(filter, 300, i, input.value); });
        input.addEventListener("change", () => { clearTimeout(typing); filter(i, input.value); });
        names.append(head);
        fields.append(element("td", {}, input));
        heads.push(head);
        marks.push(mark);
        inputs.push(input);
      });
      thead.append(names, fields);
      if (heads.length) heads[0].tabIndex = 0;
      table.setAttribute("aria-colcount", state.columns.length);
    }

    function draw() {
      state = model.get("table");
      if (!state) return;
      if (!heads.length) build();
      if (!pending || state.serial >= pending) {
        pending = 0;
        clearTimeout(slow);
        wanted = { sort: state.sort || [], filters: state.filters || [], from: state.from, size: state.size, serial: Math.max(wanted.serial, state.serial) };
        inputs.forEach((input, i) => { if (input !== document.activeElement) input.value = wanted.filters[i] || ""; });
        delete root.dataset.pending;
      }
      state.columns.forEach((c, i) => {
        const k = wanted.sort.findIndex((k) => k.column === i);
        heads[i].setAttribute("aria-sort", k < 0 ? "none" : wanted.sort[k].down ? "descending" : "ascending");
        marks[i].textContent = k < 0 ? "" : (wanted.sort[k].down ? "▼" : "▲") + (wanted.sort.length > 1 ? k + 1 : "");
        const [type, bars, text] = [...heads[i].children].slice(1);
        type.textContent = c.label;
        bars.replaceChildren(...[histogram(c)].filter(Boolean));
        text.textContent = words(c);
        const mistake = (state.mistakes || [])[i] || "";
        inputs[i].setAttribute("aria-invalid", String(mistake !== ""));
        inputs[i].title = mistake;
      });
      drawRows();
      const end = state.from + state.rows.length;
      const mistakes = (state.mistakes || []).map((m, i) => m && state.columns[i].name + ": " + m).filter(Boolean);
      status.textContent = [state.note, ...mistakes, (state.matched ? "rows " + number(state.from + 1) + " to " + number(end) + " of " : "") + counted(state.matched, "row") +
        (state.matched !== state.total ? ", filtered from " + number(state.total) : "") + (state.hidden ? ", " + state.hidden + " more columns" : "")].filter(Boolean).join(" · ");
      table.setAttribute("aria-rowcount", state.matched);
      first.disabled = previous.disabled = !live || state.from === 0;
      next.disabled = last.disabled = !live || end >= state.matched;
      clear.disabled = !live || !(wanted.sort.length || wanted.filters.some(Boolean));
      size.value = String(state.size);
      root.dataset.serial = state.serial;
    }

    function drawRows() {
      const had = tbody.contains(document.activeElement);
      cells = state.rows.map((row) => row.map((value, i) => {
        const td = element("td", { role: "gridcell", tabindex: "-1", class: state.columns[i].right && "plk-frame-right" });
        if (value === null) {
          td.append(element("i"));
          td.firstChild.textContent = "missing";
        } else td.textContent = value;
        if (value && value.length > 24) td.title = value;
        return td;
      }));
      tbody.replaceChildren(...cells.map((list, k) => {
        const head = element("th", { scope: "row", class: "plk-frame-number" });
        head.textContent = state.numbers[k];
        return element("tr", { "aria-rowindex": state.from + k + 1 }, head, ...list);
      }));
      if (at.row >= cells.length) at.row = cells.length - 1;
      if (at.row >= 0 && !cells.length) at.row = -2;
      if (had) focus(at.row, at.column);
    }

    const cell = (row, column) => (row === -2 ? heads : row === -1 ? inputs : cells[row])[column];

    function focus(row, column) {
      for (const e of table.querySelectorAll('[tabindex="0"]')) e.tabIndex = -1;
      at = { row: Math.min(Math.max(row, -2), cells.length - 1), column: Math.min(Math.max(column, 0), heads.length - 1) };
      const e = cell(at.row, at.column);
      if (!e) return;
      e.tabIndex = 0;
      e.focus();
    }

    // The focus can come by Tab, by the mouse, and from a screen reader.
    table.addEventListener("focusin", (e) => {
      const head = heads.indexOf(e.target), input = inputs.indexOf(e.target), td = e.target.closest("tbody td");
      if (head >= 0) at = { row: -2, column: head };
      else if (input >= 0) at = { row: -1, column: input };
      else if (td) at = { row: td.parentNode.rowIndex - 2, column: td.cellIndex - 1 };
    });
    tbody.addEventListener("mousedown", (e) => {
      const td = e.target.closest("td");
      if (td) focus(td.parentNode.rowIndex - 2, td.cellIndex - 1);
    });

    const keys = {
      ArrowLeft: () => focus(at.row, at.column - 1),
      ArrowRight: () => focus(at.row, at.column + 1),
      ArrowUp: () => focus(at.row - 1, at.column),
      ArrowDown: () => focus(at.row + 1, at.column),
      Home: () => focus(at.row, 0),
      End: () => focus(at.row, heads.length - 1),
      PageUp: () => page(state.from - state.size),
      PageDown: () => { if (state.from + state.size < state.matched) page(state.from + state.size); },
      "Control+Home": () => page(0),
      "Control+End": () => page(lastPage()),
      Enter: (e) => { if (at.row === -2) sortBy(at.column, e.shiftKey); },
      " ": (e) => { if (at.row === -2) sortBy(at.column, e.shiftKey); },
      "/": () => focus(-1, at.column),
      "?": toggleHelp,
    };
    const fieldKeys = {
      ArrowUp: keys.ArrowUp,
      ArrowDown: keys.ArrowDown,
      PageUp: keys.PageUp,
      PageDown: keys.PageDown,
      Enter: () => { clearTimeout(typing); filter(at.column, inputs[at.column].value); },
      Escape: () => { clearTimeout(typing); inputs[at.column].value = ""; filter(at.column, ""); focus(-2, at.column); },
    };
    table.addEventListener("keydown", (e) => {
      if (e.altKey || e.metaKey || !heads.length) return;
      const name = (e.ctrlKey ? "Control+" : "") + e.key;
      const run = e.target.matches("input") ? fieldKeys[name] : keys[name];
      if (run) {
        run(e);
        e.preventDefault();
      }
      if (run || (!e.ctrlKey && e.key.length === 1)) e.stopPropagation(); // otherwise JupyterLab takes the key for a command
    });

    const end = () => {
      if (!live) return;
      live = false;
      warn(gone);
      for (const input of inputs) input.disabled = true;
      size.disabled = true;
      draw();
    };
    model.on("msg:custom", (message) => { if (message.gone) end(); });
    model.on("comm_live_update", end);
    model.on("change:table", draw);
    draw();
    // Go has not made the table if it was shown in a box; and the summaries may be those of a sample.
    if (!state || state.columns.some((c) => c.sampled)) ask({});
  },
};
