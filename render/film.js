// The buttons of a film: one frame of many is shown.
for (const root of document.querySelectorAll(".plk-film:not([data-ready])")) {
  root.dataset.ready = "yes";
  const frames = [...root.querySelectorAll(".plk-frame")];
  const find = (name) => root.querySelector("[data-role=" + name + "]");
  let at = 0, timer = 0;

  function go(n) {
    at = Math.min(Math.max(n, 0), frames.length - 1);
    frames.forEach((f, i) => { f.hidden = i !== at; });
    find("place").textContent = at + " of " + (frames.length - 1);
    find("slider").value = at;
    root.dataset.step = at;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    find("play").textContent = "play";
  }

  function play() {
    if (timer) return stop();
    if (at === frames.length - 1) go(0);
    find("play").textContent = "pause";
    timer = setInterval(() => {
      if (!root.isConnected || at === frames.length - 1) return stop();
      go(at + 1);
    }, 700);
  }

  const actions = {
    first: () => go(0), back: () => go(at - 1), play, forward: () => go(at + 1), last: () => go(frames.length - 1),
  };
  for (const [name, act] of Object.entries(actions)) {
    find(name).addEventListener("click", () => {
      if (name !== "play") stop();
      act();
    });
  }
  find("slider").max = frames.length - 1;
  find("slider").addEventListener("input", (e) => { stop(); go(Number(e.target.value)); });
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", p: "play" };
  root.addEventListener("keydown", (e) => {
    const name = keys[e.key];
    if (!name || e.altKey || e.ctrlKey || e.metaKey || e.target.type === "range" && name !== "play") return;
    if (name !== "play") stop();
    actions[name]();
    e.preventDefault();
    e.stopPropagation();
  });
  root.querySelector(".plk-bar").hidden = false;
  go(0);
}
