// The controls of recordings and animations: buttons, a slider, keys and a timer.

const find = (root, role) => root.querySelector("[data-role=" + role + "]");

// player connects the controls of root and shows frame 0. show(n) draws frame n, last() is the number of the last frame,
// next(n) is the frame of the next solution (needed only if there is a button for it), pause is the time between frames
// in milliseconds, and said translates texts. It returns a function that stops the timer and shows a frame.
function player(root, { pause, show, last, next, said }) {
  const slider = find(root, "slider"), button = find(root, "play");
  let at = 0, timer = 0;

  function go(n) {
    at = Math.min(Math.max(n, 0), last());
    slider.max = last();
    slider.value = at;
    root.dataset.step = at;
    show(at);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = said("play");
  }

  function leap(n) {
    stop();
    go(n);
  }

  function play() {
    if (timer) return stop();
    if (at === last()) go(0);
    button.textContent = said("pause");
    timer = setInterval(() => {
      if (!root.isConnected || at === last()) return stop();
      go(at + 1);
    }, pause);
  }

  const actions = {
    first: () => leap(0),
    back: () => leap(at - 1),
    play,
    forward: () => leap(at + 1),
    last: () => leap(last()),
    solution: () => leap(next(at)),
  };
  for (const [role, act] of Object.entries(actions)) find(root, role)?.addEventListener("click", act);
  slider.addEventListener("input", () => leap(Number(slider.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "solution", p: "play" };
  root.addEventListener("keydown", (e) => {
    const role = keys[e.key];
    if (!role || !find(root, role) || e.altKey || e.ctrlKey || e.metaKey || e.target.tagName === "SELECT") return;
    actions[role]();
    e.preventDefault();
    e.stopPropagation(); // otherwise JupyterLab interprets the key as a command
  });
  root.querySelector(".plk-live").hidden = false;
  root.querySelector(".plk-strip").classList.add("plk-printed");
  root.dataset.ready = "yes";
  go(0);
  return leap;
}
