// A trace of calls: the tree, the text of the function, and its values.
for (const root of document.querySelectorAll(".plk-story[data-trace]:not([data-ready])")) {
  const trace = JSON.parse(root.dataset.trace), said = spoken(root);
  const tree = find(root, "calls"), source = find(root, "source"), values = find(root, "values");
  const calls = trace.calls.map(([parent, depth, from, to, group, failed], i) =>
    ({ i, parent, depth, from, to, group, failed, nested: [] }));
  const roots = [];
  for (const c of calls) (c.parent < 0 ? roots : calls[c.parent].nested).push(c.i);
  const below = calls.map(() => 0); // how many calls are in the branch of each
  for (let i = calls.length - 1; i >= 0; i--) {
    if (calls[i].parent >= 0) below[calls[i].parent] += below[i] + 1;
  }
  const members = calls.map(() => []); // of the group that begins with each
  for (const c of calls) members[c.group].push(c.i);
  const chosen = new Map(); // the calls that the reader has opened (true) or closed (false)
  const rows = new Map(); // the elements of the tree, by the first call of the group
  // There is room for the widest picture, beside the tree or below it.
  const widths = [...root.querySelectorAll(".plk-library svg")].map((e) => e.width.baseVal.value);
  values.style.flexBasis = Math.max(300, ...widths) + "px";
  let drawn = "", text = -1, before = {};

  // element creates an element with text.
  function element(name, className, words) {
    const e = document.createElement(name);
    e.className = className;
    if (words !== undefined) e.textContent = words;
    return e;
  }

  // The tree is open as deep as it has room for about 60 lines.
  const lines = [];
  for (const c of calls) if (c.group === c.i) lines[c.depth] = (lines[c.depth] || 0) + 1;
  let deep = 0;
  for (let n = lines[0] || 0; deep + 1 < lines.length && n + lines[deep + 1] <= 60; deep++) n += lines[deep + 1];

  function isOpen(i, path) {
    return path.has(i) || (chosen.has(i) ? chosen.get(i) : calls[i].depth < deep);
  }

  // grow shows the tree with the path to the current call.
  function grow(path, current) {
    const list = [];
    const walk = (siblings) => {
      for (const i of siblings) {
        if (calls[i].group !== i) continue;
        list.push(i);
        if (calls[i].nested.length > 0 && isOpen(i, path)) walk(calls[i].nested);
      }
    };
    walk(roots);
    const key = list.map((i) => i + (isOpen(i, path) ? "+" : "-")).join();
    if (key !== drawn) {
      drawn = key;
      rows.clear();
      tree.replaceChildren(...list.map((i) => row(i, isOpen(i, path))));
    }
    for (const [i, e] of rows) {
      const now = i === calls[current].group;
      label(e, now ? current : i, now);
      if (!now) continue;
      const top = e.offsetTop - tree.offsetTop;
      if (top < tree.scrollTop || top + e.offsetHeight > tree.scrollTop + tree.clientHeight) {
        tree.scrollTop = top - tree.clientHeight / 2;
      }
      tree.scrollLeft = Math.max(0, parseInt(e.style.paddingLeft) - tree.clientWidth / 2);
    }
  }

  // row creates a line of the tree.
  function row(i, open) {
    const c = calls[i], e = element("div", "plk-call");
    e.setAttribute("role", "treeitem");
    e.setAttribute("aria-level", c.depth + 1);
    e.style.paddingLeft = 4 + 14 * Math.min(c.depth, 24) + "px";
    const fold = element("span", "plk-fold", c.nested.length === 0 ? "" : open ? "▾" : "▸");
    if (c.nested.length > 0) {
      e.setAttribute("aria-expanded", open);
      fold.addEventListener("click", (event) => {
        event.stopPropagation();
        chosen.set(i, !open);
        show(at());
      });
    }
    e.append(fold, element("span", "plk-name"), element("span", "plk-count"));
    const inside = below[i] === 1 ? "… 1 call" : "… " + below[i] + " calls";
    e.lastChild.textContent = members[i].length > 1 ? " " + said(members[i].length + " calls") : !open && below[i] > 0 ? " " + said(inside) : "";
    e.addEventListener("click", () => leap(calls[Number(e.dataset.call)].from));
    rows.set(i, e);
    return e;
  }

  // label writes call i into a line, which may stand for several.
  function label(e, i, now) {
    const c = calls[i], k = members[c.group].indexOf(i);
    e.dataset.call = i;
    const begun = at() >= c.from, done = at() >= (c.to < 0 ? last() : c.to); // so that no result is seen before its step
    const end = done ? trace.ends[i] : "";
    e.children[1].textContent = (now ? "▶ " : "") + trace.texts[i] + end + (c.failed && end ? " ✗" : "");
    if (members[c.group].length > 1) {
      e.children[2].textContent = " " + said((now ? k + 1 + " of " : "… ") + members[c.group].length + " calls");
    }
    e.classList.toggle("plk-failed", c.failed === 1 && done);
    e.classList.toggle("plk-later", !begun);
    e.classList.toggle("plk-current", now);
    if (now) e.setAttribute("aria-current", "step");
    else e.removeAttribute("aria-current");
  }

  const at = () => Number(root.dataset.step);

  function show(n) {
    const [call, func, line, kind, ...vars] = trace.steps[n];
    const path = new Set();
    for (let i = calls[call].parent; i >= 0; i = calls[i].parent) path.add(i);
    grow(path, call);
    if (func !== text) {
      text = func;
      const f = trace.funcs[func];
      source.replaceChildren(element("span", "plk-title", f.title), ...(f.lines || []).map((words, k) => {
        const e = element("span", "plk-line", "  " + String(f.first + k).padStart(3) + "  " + words.replaceAll("\t", "    "));
        e.dataset.line = f.first + k;
        return e;
      }));
    }
    for (const e of source.querySelectorAll(".plk-line")) {
      const now = Number(e.dataset.line) === line;
      e.classList.toggle("plk-current", now);
      e.textContent = (now ? "▶ " : "  ") + e.textContent.slice(2);
      if (now) source.scrollTop = Math.max(0, e.offsetTop - source.offsetTop - source.clientHeight / 2);
    }
    const seen = {};
    const shown = [];
    for (let k = 0; k < vars.length; k += 2) {
      const name = trace.names[vars[k]], v = vars[k + 1];
      seen[name] = v;
      const picture = root.querySelector('.plk-library > [data-value="' + v + '"]');
      const changed = name in before && before[name] !== v && (picture || kind === 2);
      const e = element("div", "plk-value");
      e.dataset.name = name;
      e.append(element("div", "plk-title", name + (changed ? " " + said("(changed)") : "")));
      e.append(picture ? picture.cloneNode(true) : element("div", "plk-word", trace.values[v]));
      shown.push(e);
    }
    before = seen;
    values.replaceChildren(...shown);
    find(root, "words").textContent = trace.words[n];
    find(root, "place").textContent = said("step " + (n + 1) + " of " + trace.steps.length + " · call " + (call + 1) + " of " + calls.length +
      " · depth " + calls[call].depth);
  }

  const last = () => trace.steps.length - 1;
  const leap = player(root, { pause: 600, show, last, said });
  // over goes to the step with which the current call ends, or to the next step.
  const over = () => {
    const c = calls[trace.steps[at()][0]];
    leap(c.to > at() ? c.to : at() + 1);
  };
  find(root, "over").addEventListener("click", over);
  root.addEventListener("keydown", (e) => {
    if (e.key !== "o" || e.altKey || e.ctrlKey || e.metaKey) return;
    over();
    e.preventDefault();
    e.stopPropagation();
  });
}
