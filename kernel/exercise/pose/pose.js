// Exercises that are answered in a widget. The values are data, the exercise, and state, what the user has done; with a
// kernel, an answer is sent to it and its result received.

const sameText = (a, b) => a.replace(/\s+/g, "") === b.replace(/\s+/g, "");
const trimmed = (text) => text.split("\n").map((l) => l.trim()).join("\n").replace(/^\n+|\n+$/g, "");

// indented indents lines by the braces and parentheses that are open, as exercise.Indent does.
function indented(lines) {
  let depth = 0;
  return lines.map((line) => {
    line = line.trim();
    const count = (marks) => [...line].filter((c) => marks.includes(c)).length;
    let here = Math.max(0, depth - /^[})]*/.exec(line)[0].length);
    if (line.startsWith("case ") || line.startsWith("default:")) here = Math.max(0, here - 1);
    depth = Math.max(0, depth + count("{(") - count("})"));
    return "\t".repeat(here) + line;
  });
}

// exercise is the widget: its frame, and the part for its kind, which returns the functions answer() for the kernel,
// judge() without one, and ready().
function exercise(root, port) {
  const data = port.get("data");
  const said = (text) => data.said?.[text] ?? text; // in the language of the reader
  if (data.lang) root.setAttribute("lang", data.lang);
  const state = { ...port.get("state") };
  const keep = (more) => {
    Object.assign(state, more);
    port.set("state", { ...state });
  };
  root.classList.add("plk-game", "plk-task");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", data.title + ": " + data.name);
  root.dataset.lmSuppressShortcuts = "true"; // keys are for the exercise, and not commands of JupyterLab
  root.addEventListener("keydown", (e) => {
    if (!e.ctrlKey && !e.metaKey && !e.altKey && !(e.shiftKey && e.key === "Enter")) e.stopPropagation();
  });
  const html = (name, attributes, text) => {
    const e = element(name, attributes);
    e.innerHTML = text;
    return e;
  };
  const title = element("p", { class: "plk-title" }, data.title);
  const question = html("div", { class: "plk-question" }, data.question);
  const stage = element("div", { class: "plk-stage" });
  const bar = element("div", { class: "plk-bar" });
  const result = element("div", { class: "plk-result", role: "status", "aria-live": "polite" });
  root.replaceChildren(title, question, stage, bar, result);
  const button = (label, role, run) => {
    const b = element("button", { type: "button", "data-role": role }, label);
    b.addEventListener("click", run);
    bar.append(b);
    return b;
  };

  // show shows a result: {right, message, details, output}, and more as HTML.
  function show(r, more = "") {
    const mark = r.right === undefined ? "" : r.right ? "✓ " : "✗ ";
    root.dataset.verdict = r.right === undefined ? "none" : r.right ? "right" : "wrong";
    result.replaceChildren();
    if (r.output) result.append(element("pre", { class: "plk-output" }, r.output));
    if (r.message) result.append(element("p", { class: "plk-verdict" }, mark + r.message));
    if (more) result.append(html("div", {}, more));
    if (r.details?.length) result.append(element("pre", { class: "plk-details" }, r.details.join("\n")));
  }
  const pending = (on) => {
    root.dataset.waiting = on ? "yes" : "no";
    if (on) result.replaceChildren(element("p", {}, said("running ...")));
  };
  const withKernel = () => data.runs && port.live();

  // submit has an answer judged, by the kernel if there is one.
  function submit(part) {
    if (!part.ready()) return;
    part.begin?.();
    if (withKernel()) {
      pending(true);
      port.send({ Answer: part.answer() });
      return;
    }
    const r = part.judge();
    keep({ result: r });
    show(r, part.more?.(r) ?? "");
    part.finish?.(r);
  }
  const tools = { said, data, state, keep, root, stage, bar, button, html, show, submit, port, withKernel, result };
  const part = kindsOfExercises[data.kind](tools);
  port.received((message) => {
    if (!message.result) return;
    pending(false);
    keep({ result: message.result });
    show(message.result, part.more?.(message.result) ?? "");
    part.finish?.(message.result);
  });
  port.ended(() => {
    if (root.dataset.waiting !== "yes") return;
    pending(false);
    show({ message: said("The kernel has ended. Run the cell again for a new exercise.") });
  });
  if (state.result) {
    show(state.result, part.more?.(state.result) ?? "");
    part.finish?.(state.result);
  }
  root.dataset.ready = "yes";
}

// choicesOf makes radio buttons; changed(i) is called when one is chosen.
function choicesOf({ said, data, html, root }, changed) {
  const name = "plk-" + data.name + Math.random().toString(36).slice(2);
  const list = element("div", { class: "plk-choices", role: "radiogroup", "aria-label": said("choices") });
  const inputs = data.choices.map((c, i) => {
    const input = element("input", { type: "radio", name, value: i });
    input.addEventListener("change", () => changed(i));
    list.append(element("label", {}, input, html("span", {}, c.text)));
    return input;
  });
  return {
    list, inputs,
    chosen: () => inputs.findIndex((i) => i.checked),
    lock: (on) => inputs.forEach((i) => { i.disabled = on; }),
  };
}

const codeOf = (data) => element("pre", { class: "plk-code" }, data.shown.map((i) => data.lines[i].text).join("\n"));
const reasonOf = (why) => (why ? "<p>" + why + "</p>" : "");

const kindsOfExercises = {
  predict(t) {
    const { said, data, state, keep, stage, button } = t;
    if (data.lines.length) stage.append(codeOf(data));
    let field, choices;
    const update = () => { run.disabled = !part.ready(); };
    if (data.choices.length) {
      choices = choicesOf(t, (i) => { keep({ choice: i }); update(); });
      stage.append(choices.list);
      if (state.choice !== undefined) choices.inputs[state.choice].checked = true;
    } else {
      field = element("textarea", { rows: "2", "aria-label": said("your prediction"), spellcheck: "false", placeholder: said("your prediction") });
      field.value = state.text ?? "";
      field.addEventListener("input", () => { keep({ text: field.value }); update(); });
      field.addEventListener("keydown", (e) => {
        if (e.key === "Enter" && e.ctrlKey) t.submit(part);
      });
      stage.append(field);
    }
    const lock = (on) => {
      choices?.lock(on);
      if (field) field.disabled = on;
      run.disabled = on || !part.ready();
    };
    const part = {
      ready: () => (choices ? choices.chosen() >= 0 : field.value.trim() !== ""),
      answer: () => (choices ? { Choice: choices.chosen() } : { Text: field.value }),
      begin: () => lock(true),
      judge: () => ({
        right: choices ? data.choices[choices.chosen()].right : trimmed(field.value) === trimmed(data.output),
        output: data.below ? "" : data.output,
        message: "",
      }),
      more(r) {
        const c = choices && data.choices[choices.chosen()];
        const answer = choices && data.choices.find((x) => x.right);
        return `<p class="plk-verdict">${r.right ? said("✓ You predicted it.") : said("✗ You predicted something else.")}</p>` +
          (c ? reasonOf(c.why) : "") + (c && c !== answer ? reasonOf(answer.why) : "");
      },
      finish: () => lock(true),
    };
    const run = button(data.below ? said("Predict") : said("Run"), "run", () => t.submit(part));
    update();
    return part;
  },

  // Lines move between two lists: those that are left, and the program.
  parsons(t) {
    const { said, data, state, keep, stage, button } = t;
    const left = element("ol", { class: "plk-lines-left", "aria-label": said("lines") });
    const program = element("ol", { class: "plk-program", "aria-label": said("your program") });
    const column = (heading, list) => element("div", {}, element("p", { class: "plk-heading" }, heading), list);
    stage.append(element("div", { class: "plk-columns" }, column(said("Lines"), left), column(said("Your program"), program)));
    let order = state.order ?? [];
    const rest = () => data.shown.filter((i) => !order.includes(i));
    let focus = -1;
    function draw() {
      const make = (i, text) => {
        const item = element("li", { tabindex: "0", role: "button", "data-line": i, "aria-label": data.lines[i].text }, element("code", {}, text));
        item.addEventListener("keydown", (e) => key(e, i));
        item.addEventListener("pointerdown", (e) => drag(e, i, item));
        return item;
      };
      left.replaceChildren(...rest().map((i) => make(i, data.lines[i].text)));
      // A block of several lines is indented by its first line.
      const lines = order.map((i) => data.lines[i].text.split("\n"));
      const flat = indented(lines.flat());
      program.replaceChildren(...order.map((i, k) => make(i, flat.splice(0, lines[k].length).join("\n"))));
      run.disabled = !order.length;
      if (focus >= 0) stage.querySelector(`[data-line="${focus}"]`).focus();
    }
    function place(i, at) {
      order = order.filter((x) => x !== i);
      if (at >= 0) order.splice(at, 0, i);
      keep({ order, result: null });
      t.show({});
      draw();
    }
    function key(e, i) {
      const at = order.indexOf(i);
      const list = at >= 0 ? order : rest();
      const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
      focus = i;
      if (e.key === "Enter" || e.key === " ") place(i, at >= 0 ? -1 : order.length);
      else if (e.key === "ArrowRight" && at < 0) place(i, order.length);
      else if (e.key === "ArrowLeft" && at >= 0) place(i, -1);
      else if (step && e.shiftKey && at >= 0) place(i, Math.max(0, Math.min(order.length - 1, at + step)));
      else if (step) {
        const next = list[list.indexOf(i) + step];
        if (next !== undefined) stage.querySelector(`[data-line="${next}"]`).focus();
      } else return;
      e.preventDefault();
    }
    // A line is dragged, or moves to the other list if the pointer has not moved.
    function drag(e, i, item) {
      if (e.button) return;
      e.preventDefault();
      item.focus();
      const begin = [e.clientX, e.clientY];
      const mark = element("li", { class: "plk-mark" });
      let moved = false, at = -1;
      const move = (e) => {
        if (!moved && Math.hypot(e.clientX - begin[0], e.clientY - begin[1]) < 5) return;
        moved = true;
        item.classList.add("plk-dragged");
        item.style.transform = `translate(${e.clientX - begin[0]}px,${e.clientY - begin[1]}px)`;
        const box = program.getBoundingClientRect();
        mark.remove();
        at = -1;
        if (e.clientX < box.left || e.clientX > box.right || e.clientY < box.top - 30 || e.clientY > box.bottom + 30) return;
        const others = [...program.querySelectorAll("[data-line]")].filter((x) => x !== item);
        at = others.filter((x) => { const b = x.getBoundingClientRect(); return b.top + b.height / 2 < e.clientY; }).length;
        program.insertBefore(mark, others[at] ?? null);
      };
      const end = (e) => {
        document.removeEventListener("pointermove", move);
        document.removeEventListener("pointerup", end);
        document.removeEventListener("pointercancel", end);
        mark.remove();
        focus = i;
        if (e.type === "pointercancel") draw();
        else if (moved) place(i, at);
        else place(i, order.includes(i) ? -1 : order.length);
      };
      document.addEventListener("pointermove", move);
      document.addEventListener("pointerup", end);
      document.addEventListener("pointercancel", end);
    }
    const part = {
      ready: () => order.length > 0,
      answer: () => ({ Order: order }),
      judge() {
        const right = data.lines.filter((l) => !l.wrong).map((l) => l.text).join("\n");
        const bad = data.lines.filter((l, i) => l.wrong && order.includes(i));
        if (sameText(order.map((i) => data.lines[i].text).join("\n"), right)) return { right: true, message: said("right") };
        return { right: false, message: bad.length ? said("a line of this program is wrong") : said("not this order; a notebook would run the program, and say more") };
      },
      more(r) {
        if (r.right) return "";
        return data.lines.filter((l, i) => l.wrong && l.why && order.includes(i)).slice(0, 1).map((l) => reasonOf(l.why)).join("");
      },
    };
    const run = button(said("Run"), "run", () => t.submit(part));
    button(said("Start again"), "again", () => { focus = -1; order = []; keep({ order, result: null }); t.show({}); draw(); });
    stage.append(element("p", { class: "plk-keys" }, said("Click or drag a line. Keys: Enter moves it to the other list, Shift with ↑ ↓ moves it in the program.")));
    draw();
    return part;
  },

  bug(t) {
    const { said, data, state, keep, stage } = t;
    const list = element("ol", { class: "plk-code plk-pick", role: "listbox", "aria-label": said("lines of code") });
    const items = data.shown.map((i, k) => {
      const item = element("li", { role: "option", tabindex: k ? "-1" : "0", "data-line": i }, element("code", {}, data.lines[i].text || " "));
      item.addEventListener("click", () => choose(k));
      item.addEventListener("keydown", (e) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
        if (e.key === "Enter" || e.key === " ") choose(k);
        else if (step) focusOn(Math.max(0, Math.min(items.length - 1, k + step)));
        else return;
        e.preventDefault();
      });
      list.append(item);
      return item;
    });
    stage.append(list, element("p", { class: "plk-keys" }, said("Click the line with the mistake, or go to it with ↑ ↓ and press Enter.")));
    function focusOn(k) {
      items.forEach((x, n) => { x.tabIndex = n === k ? 0 : -1; });
      items[k].focus();
    }
    let line = state.line ?? -1;
    const mark = () => items.forEach((x) => x.setAttribute("aria-selected", String(Number(x.dataset.line) === line)));
    function choose(k) {
      if (t.root.dataset.verdict === "right") return;
      line = data.shown[k];
      keep({ line });
      focusOn(k);
      mark();
      t.submit(part);
    }
    const part = {
      ready: () => line >= 0,
      answer: () => ({ Line: line }),
      judge: () => (data.lines[line].wrong ? { right: true, message: said("right") } : { right: false, message: said("this line is correct") }),
      more(r) {
        if (!r.right) return "";
        const fix = element("code", {}, data.lines.filter((l) => l.fix).map((l) => l.text.trim()).join("\n"));
        return reasonOf(data.lines[line].why) + "<p>" + said("Better:") + " " + fix.outerHTML + "</p>";
      },
    };
    mark();
    return part;
  },

  gap(t) {
    const { said, data, state, keep, stage, button } = t;
    const code = element("pre", { class: "plk-code" });
    const fields = [], right = [];
    data.shown.forEach((i) => {
      for (const piece of data.lines[i].text.split(/(«[^»]*»)/)) {
        if (!piece.startsWith("«")) {
          code.append(piece);
          continue;
        }
        const answer = piece.slice(1, -1).trim();
        const field = element("input", {
          type: "text", class: "plk-gap", "aria-label": said("gap") + " " + (fields.length + 1), size: Math.max(8, answer.length + 4),
          spellcheck: "false", autocomplete: "off", autocapitalize: "off",
        });
        field.value = state.gaps?.[fields.length] ?? "";
        field.addEventListener("input", () => { keep({ gaps: fields.map((f) => f.value), result: null }); t.show({}); update(); });
        field.addEventListener("keydown", (e) => {
          if (e.key !== "Enter" || e.shiftKey) return;
          e.preventDefault();
          const empty = fields.find((f) => !f.value.trim());
          if (empty) empty.focus();
          else t.submit(part);
        });
        fields.push(field);
        right.push(answer);
        code.append(field);
      }
      code.append("\n");
    });
    stage.append(code);
    const update = () => { run.disabled = !part.ready(); };
    const part = {
      ready: () => fields.every((f) => f.value.trim()),
      answer: () => ({ Gaps: fields.map((f) => f.value) }),
      judge: () => (fields.every((f, k) => sameText(f.value, right[k])) ? { right: true, message: said("right") }
        : { right: false, message: said("not the answer of this page; a notebook would run the program, and say more") }),
      more(r) {
        if (r.right) return "";
        const slip = data.lines.find((l) => l.wrong && l.why && fields.some((f) => sameText(f.value, l.text)));
        return slip ? reasonOf(slip.why) : "";
      },
    };
    const run = button(said("Run"), "run", () => t.submit(part));
    update();
    return part;
  },

  // A vote of one person, or of a class whose hands are counted. A second round is shown beside the first.
  vote(t) {
    const { said, data, state, keep, stage, button, html } = t;
    if (data.lines.length) stage.append(codeOf(data));
    const choices = choicesOf(t, (i) => { keep({ choice: i }); update(); });
    stage.append(choices.list);
    if (state.choice !== undefined) choices.inputs[state.choice].checked = true;
    let rounds = state.rounds ?? [];
    const chart = element("div", { class: "plk-histogram", hidden: "hidden", role: "group", "aria-label": said("votes") });
    stage.append(chart);
    function draw(focus) {
      chart.hidden = !rounds.length;
      if (!rounds.length) return;
      const most = Math.max(1, ...rounds.flat());
      chart.replaceChildren(...data.choices.map((c, i) => {
        const bars = rounds.map((r, n) => {
          const total = r.reduce((a, b) => a + b, 0);
          const bar = element("span", { class: "plk-vote", "data-round": n + 1, style: `width:${(100 * r[i]) / most}%` });
          const words = r[i] + (total ? ` (${Math.round((100 * r[i]) / total)} %)` : "");
          return element("div", { class: "plk-votes" + (n < rounds.length - 1 ? " plk-before" : "") }, bar, element("span", { class: "plk-number" }, words));
        });
        const change = (d) => () => {
          const now = rounds[rounds.length - 1];
          now[i] = Math.max(0, now[i] + d);
          keep({ rounds });
          draw([i, d]);
        };
        const label = c.text.replace(/<[^>]*>/g, "");
        const more = element("button", { type: "button", "aria-label": said("one more for") + " " + label, "data-more": i }, "+");
        const less = element("button", { type: "button", "aria-label": said("one less for") + " " + label, "data-less": i }, "−");
        more.addEventListener("click", change(1));
        less.addEventListener("click", change(-1));
        return element("div", { class: "plk-row" }, html("span", { class: "plk-choice" }, c.text), element("div", { class: "plk-bars" }, ...bars), less, more);
      }));
      if (focus) chart.querySelector(`[data-${focus[1] > 0 ? "more" : "less"}="${focus[0]}"]`).focus();
    }
    const right = data.choices.find((c) => c.right);
    const part = {
      ready: () => choices.chosen() >= 0,
      answer: () => ({ Choice: choices.chosen() }),
      judge: () => ({ message: said("Your vote: compare it with a neighbor's, and vote again.") }),
    };
    const update = () => { vote.disabled = !part.ready(); };
    const vote = button(said("Vote"), "run", () => t.submit(part));
    const count = button(said("Count hands"), "count", () => {
      rounds = [...rounds.slice(-1), data.choices.map(() => 0)];
      keep({ rounds });
      count.textContent = said("Count again");
      draw([0, 1]);
    });
    if (rounds.length) count.textContent = said("Count again");
    if (right) {
      button(said("Show the answer"), "answer", () => t.show({ message: "" }, `<p class="plk-verdict">✓ ${right.text}</p>` + reasonOf(right.why) +
        data.choices.filter((c) => c !== right && c.why).map((c) => `<p>✗ ${c.text}: ${c.why}</p>`).join("")));
    }
    draw();
    update();
    return part;
  },
};

const widgets = { exercise };
