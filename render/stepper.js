// A frame of a recording is computed from the options that are chosen at that step, so going back is as simple as going
// forward.
for (const root of document.querySelectorAll(".plk-story[data-story]:not([data-ready])")) {
  const story = JSON.parse(root.dataset.story), said = spoken(root);
  const board = root.querySelector(".plk-board svg");
  const matrix = root.querySelector(".plk-matrix svg");
  const rows = matrix?.viewBox.baseVal.height > 300 ? fold(matrix) : null;
  const cells = board?.querySelector("[data-part=cells]"); // the lines between the cells
  const fills = element("g", {}), borders = element("g", { fill: "none" });
  cells?.before(fills);
  cells?.after(borders);
  const parts = {};
  for (const e of root.querySelectorAll(".plk-matrix [data-part]")) {
    (parts[e.dataset.part] ||= []).push(e);
  }
  let rule = 0;

  const steps = () => story.rules[rule].steps;
  const size = 5; // numbers for each step: kind, level, item, option, sentence
  const count = () => steps().length / size;
  const kinds = ["choose", "try", "null", "back", "solution"];

  // frame computes the state of the problem after n steps.
  function frame(n) {
    const f = { chosen: [], item: -1, found: 0, kind: "", words: story.begin, level: 0 };
    for (let i = 0; i < n * size; i += size) {
      const [kind, level, item, option, words] = steps().slice(i, i + size);
      f.kind = kinds[kind];
      f.chosen.length = Math.min(f.chosen.length, level);
      if (f.kind === "try" || f.kind === "null") f.chosen.push(option);
      if (f.kind === "solution") f.found++;
      f.item = item;
      f.level = level;
      f.words = story.words[words];
    }
    f.chosen = f.chosen.filter((k) => k >= 0);
    const times = {}, color = {};
    for (const k of f.chosen) {
      for (const [i, c] of story.options[k] || []) {
        times[i] = (times[i] || 0) + 1;
        color[i] = c;
      }
    }
    f.covered = story.high.map((high, i) => times[i] > 0 && (i >= story.primary || times[i] >= high));
    f.left = story.high.map(() => 0);
    f.struck = story.options.map((entries, k) => {
      const out = f.chosen.includes(k) ||
        entries.some(([i, c]) => f.covered[i] && (i < story.primary || !c || c !== color[i]));
      if (!out) for (const [i] of entries) f.left[i]++;
      return out;
    });
    return f;
  }

  // fold makes a tall matrix fit a window: the rows scroll between the names of the items above and the numbers below. It
  // returns the element that scrolls. The background of the first column says where the rows are.
  function fold(whole) {
    const { width, height } = whole.viewBox.baseVal;
    const [, top, high] = /^M\S+ (\S+?)h\S+?v(\S+?)h/.exec(whole.querySelector("[data-part=c0]").getAttribute("d")).map(Number);
    const list = [0, top - 1, top + high + 1, height].map((to, i, ends) => {
      if (i === 0) return null;
      const part = document.createElement("div"), svg = whole.cloneNode(true), from = ends[i - 1];
      svg.setAttribute("viewBox", "0 " + from + " " + width + " " + (to - from));
      svg.setAttribute("height", to - from);
      if (i !== 2) svg.setAttribute("aria-hidden", "true");
      part.className = i === 2 ? "plk-fold plk-rows" : "plk-fold";
      part.append(svg);
      return part;
    });
    list[2].tabIndex = 0;
    whole.replaceWith(...list.slice(1));
    return list[2];
  }

  // follow scrolls to the row of an option.
  function follow(k) {
    const high = rows.scrollHeight / story.options.length;
    if (k * high < rows.scrollTop || (k + 1) * high > rows.scrollTop + rows.clientHeight) rows.scrollTop = (k + 0.5) * high - rows.clientHeight / 2;
  }

  // element creates an SVG element.
  function element(name, attributes) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  }

  function toggle(part, name, on) {
    for (const e of parts[part] || []) e.classList.toggle(name, on);
  }

  function show(n) {
    const f = frame(n);
    root.dataset.kind = f.kind;
    root.dataset.chosen = f.chosen.join(" ");
    fills.replaceChildren();
    borders.replaceChildren();
    for (const k of f.chosen) {
      const p = story.places[k];
      if (!p) continue;
      fills.append(element("path", { class: "plk-" + p.color, d: p.path, "data-option": k }));
      borders.append(element("path", { class: "plk-b", d: p.path, "stroke-width": p.border }));
      if (p.label) {
        const t = element("text", { class: "plk-l", x: p.x, y: p.y, "font-size": p.size });
        t.textContent = p.label;
        borders.append(t);
      }
    }
    if (matrix) {
      story.options.forEach((_, k) => {
        const chosen = f.chosen.includes(k);
        toggle("b" + k, "plk-on", chosen);
        toggle("s" + k, "plk-on", f.struck[k] && !chosen);
        for (const letter of "okt") toggle(letter + k, "plk-struck", f.struck[k] && !chosen);
        toggle("k" + k, "plk-strong", chosen);
      });
      story.high.forEach((_, i) => {
        const now = f.item === i && !f.covered[i];
        toggle("c" + i, "plk-on", f.covered[i] || now);
        toggle("c" + i, "plk-now", now);
        toggle("i" + i, "plk-struck", f.covered[i]);
        toggle("i" + i, "plk-strong", now);
        toggle("n" + i, "plk-zero", !f.covered[i] && f.left[i] === 0 && i < story.primary);
        for (const e of parts["n" + i] || []) e.textContent = f.covered[i] ? "" : f.left[i];
      });
    }
    if (rows && f.chosen.length) follow(f.chosen.at(-1));
    find(root, "words").textContent = f.words;
    find(root, "place").textContent = said("step " + n + " of " + count() + (story.rules[rule].whole ? "" : " recorded") +
      " · level " + f.level + " · " + f.found + (f.found === 1 ? " solution" : " solutions"));
  }

  // next returns the number of the first step after n that completes a solution, or of the last step.
  function next(n) {
    for (; n < count(); n++) {
      if (kinds[steps()[n * size]] === "solution") return n + 1;
    }
    return count();
  }

  const leap = player(root, { pause: 400, show, last: count, next, said });
  const select = find(root, "rule");
  select?.addEventListener("change", () => {
    rule = Number(select.value);
    leap(0);
  });
}
