// On a page without a kernel the values are in the page, and nobody is at the other end. A still picture of a widget in
// a notebook is hidden while the widget is on the page; its script starts if it is visible for a second.
for (const root of document.querySelectorAll(".plk-play[data-play]:not([data-ready])")) {
  const start = widgets[root.dataset.kind];
  if (!start) continue;
  root.dataset.ready = "yes";
  const begin = () => {
    const values = JSON.parse(root.dataset.play);
    const still = root.querySelector(".plk-still");
    const box = document.createElement("div");
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
  };
  if (!root.closest(".polka-still")) {
    begin();
    continue;
  }
  let began = false;
  new IntersectionObserver((_, observer) => setTimeout(() => {
    if (began || !root.checkVisibility()) return;
    began = true;
    observer.disconnect();
    begin();
  }, 1000)).observe(root);
}
