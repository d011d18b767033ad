// A view of a solid: it turns, its pieces move apart, and the steps of its timeline are shown one after the other.
const widgets = {
  solid(root, port) {
    const model = port.get("model"), said = root.said;
    const still = root.parentElement?.querySelector(".plk-still");
    if (model.closed) {
      const open = element("button", { type: "button", "data-role": "open" });
      open.textContent = said("turn in space");
      still?.classList.remove("plk-printed");
      root.append(open);
      open.addEventListener("click", () => {
        still?.classList.add("plk-printed");
        solidView(root, model).focus();
      });
      return;
    }
    solidView(root, model);
  },
};

function solidView(root, model) {
  const { pieces, steps } = model, said = root.said;
  const name = (i) => pieces[i].name || said("piece " + (i + 1));
  let at = steps.length - 1, timer = 0, chosen = -1, moving = 0;
  const ui = frame(root, {
    title: model.title,
    actions: [
      { name: "back", label: "◀", title: "one step back", keys: ["p", ","], run: () => go(at - 1) },
      { name: "play", label: "play", title: "play or pause", keys: [" "], run: play },
      { name: "forward", label: "▶", title: "one step forward", keys: ["n", "."], run: () => go(at + 1) },
      { name: "smaller", label: "−", title: "smaller", keys: ["-"], run: () => view.scale(1 / 1.2) },
      { name: "larger", label: "+", title: "larger", keys: ["+", "="], run: () => view.scale(1.2) },
      { name: "reset", label: "reset", title: "the first view", keys: ["r"], run: reset },
      { name: "all", label: "show all", keys: ["a"], run: showAll },
      { name: "first", keys: ["Home"], run: () => go(0) },
      { name: "last", keys: ["End"], run: () => go(steps.length - 1) },
      { name: "apart", keys: ["e"], when: () => several, run: () => explode(view.explode > 0.99 ? 0 : Math.min(1, view.explode + 0.25)) },
      { name: "next", keys: ["j"], run: () => choose(1) },
      { name: "previous", keys: ["k"], run: () => choose(-1) },
      { name: "hide", keys: ["h"], run: () => (chosen >= 0 ? hide(chosen) : ui.say("Select a piece first, with j or a click.")) },
      ...Object.entries(directions).map(([key, [dx, dy]]) => ({ name: key, keys: [key], run: () => turned(-dx * 0.175, dy * 0.175) })),
    ],
    help: [
      ["mouse, finger", "drag to turn; click a piece to select it; the wheel or two fingers zoom"],
      [arrows, "turn by ten degrees"],
      ["+, −, r", "larger, smaller, the first view"],
      ["e", "move the pieces apart"],
      ["n, p, Home, End", "the next, previous, first and last step"],
      ["Space", "play or pause"],
      ["j, k, h, a", "select the next or previous piece, hide or show it, show all"],
    ],
  });
  const canvas = element("canvas", { class: "plk-space plk-table", tabindex: "0", role: "application", "aria-label": said(model.title + "; press ? for the keys") });
  ui.stage.append(canvas);
  const slider = element("input", { type: "range", min: 0, max: 100, value: 0, "data-role": "explode", "aria-label": said("distance of the pieces") });
  const apart = element("label", { class: "plk-apart" }, said("apart") + " ", slider);
  const legend = element("div", { class: "plk-bar plk-legend", role: "group", "aria-label": said("pieces that are shown") });
  const place = element("span", { class: "plk-count", "data-role": "place" });
  ui.buttons.forward.after(place);
  const several = steps.some((s) => s.at.filter(Boolean).length > 1);
  ui.stage.after(...(several ? [apart] : []), ...(several && pieces.length <= 40 ? [legend] : []));
  for (const key of ["back", "play", "forward"]) ui.buttons[key].hidden = steps.length < 2;
  const view = space(canvas, model);
  const first = [view.yaw, view.pitch];
  const toggles = pieces.map((p, i) => {
    const b = element("button", { type: "button", "aria-pressed": "true", "data-piece": i, "aria-label": said("show " + name(i)) });
    b.append(drawn("svg", { width: 12, height: 12, "aria-hidden": "true" }, drawn("rect", { class: "plk-" + (p.color % 12), width: 12, height: 12 })), " " + name(i));
    b.addEventListener("click", () => hide(i));
    legend.append(b);
    return b;
  });

  function turned(yaw, pitch) {
    view.turn(yaw, pitch);
    ui.say("Turned to " + canvas.dataset.view.replace(" ", ", ") + " degrees.");
  }

  function reset() {
    view.yaw = first[0];
    view.pitch = first[1];
    view.zoom = 1;
    view.turn(0, 0);
    view.scale(1);
    explode(0);
    ui.say("The first view.");
  }

  function explode(by) {
    view.explode = by;
    slider.value = Math.round(100 * by);
    root.dataset.explode = slider.value;
    view.draw();
    ui.say(by ? "The pieces are " + slider.value + " % apart." : "The pieces are together.");
  }
  slider.addEventListener("input", () => explode(slider.value / 100));

  function mark() {
    view.marked = pieces.map((_, i) => i === chosen && "#d55e00");
    toggles.forEach((b, i) => b.setAttribute("aria-pressed", String(!view.hidden[i])));
    root.dataset.hidden = pieces.map((_, i) => i).filter((i) => view.hidden[i]).join(" ");
    view.draw();
  }

  function hide(i) {
    view.hidden[i] = !view.hidden[i];
    ui.say(name(i) + (view.hidden[i] ? " is hidden." : " is shown."));
    mark();
  }

  function showAll() {
    view.hidden = [];
    ui.say("All pieces are shown.");
    mark();
  }

  function choose(by) {
    const list = pieces.map((_, i) => i).filter((i) => view.at[i]);
    if (!list.length) return;
    const now = list.indexOf(chosen);
    chosen = list[(now < 0 ? (by > 0 ? 0 : list.length - 1) : now + by + list.length) % list.length];
    ui.say(name(chosen) + (view.hidden[chosen] ? " selected; it is hidden." : " selected."));
    mark();
  }
  view.clicked = (i) => {
    chosen = i;
    ui.say(i < 0 ? "No piece is selected." : name(i) + " selected.");
    mark();
  };

  // go shows a step; pieces that are in both steps glide to their new places.
  function go(n, quiet) {
    const from = view.at;
    at = Math.min(Math.max(n, 0), steps.length - 1);
    const step = steps[at];
    place.textContent = steps.length > 1 ? " " + said(at + 1 + " of " + steps.length) + " " : "";
    root.dataset.step = at;
    if (step.fit || quiet) {
      view.at = step.at;
      view.fit(view.corners(pieces.map((p, i) => (step.at[i] ? p : { ...p, cells: [] }))));
    }
    const began = performance.now(), serial = ++moving;
    const still = quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
    (function glide() {
      if (serial !== moving) return;
      const t = still ? 1 : Math.min(1, (performance.now() - began) / 350);
      view.at = step.at.map((to, i) => to && (from[i] && t < 1 ? to.map((x, k) => from[i][k] + t * (x - from[i][k])) : to));
      view.draw();
      if (t < 1) requestAnimationFrame(glide);
    })();
    if (!quiet) ui.say((steps.length > 1 ? at + 1 + " of " + steps.length + ": " : "") + step.text);
  }

  function play() {
    if (timer) {
      clearInterval(timer);
      timer = 0;
    } else if (steps.length > 1) {
      if (at === steps.length - 1) go(0);
      timer = setInterval(() => (root.isConnected && at < steps.length - 1 ? go(at + 1) : play()), 900);
    }
    ui.buttons.play.textContent = said(timer ? "pause" : "play");
  }

  // The view is fitted to all places of all pieces, unless each step has its own.
  at = model.start;
  go(at, true);
  if (!steps[at].fit) {
    view.fit(steps.flatMap((s) => {
      view.at = s.at;
      return view.corners(pieces.map((p, i) => (s.at[i] ? p : { ...p, cells: [] })));
    }));
    go(at, true);
  }
  mark();
  ui.say(steps[at].text + ". Drag it to turn it, or press ? for the keys.");
  return canvas;
}
