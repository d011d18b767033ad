// On a page without a kernel the values are in the page, and nobody is at the other end.
for (const root of document.querySelectorAll(".plk-play[data-play]:not([data-ready])")) {
  const start = widgets[root.dataset.kind];
  if (!start) continue;
  const values = JSON.parse(root.dataset.play);
  const still = root.querySelector(".plk-still");
  const box = document.createElement("div");
  root.dataset.ready = "yes";
  root.prepend(box);
  still?.classList.add("plk-printed");
  start(box, {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; },
    changed() {},
    send() {},
    received() {},
    live: () => false,
    ended() {},
  });
}
