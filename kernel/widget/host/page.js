// On a page without a kernel the values are in the page, and nobody is at the other end. A still picture of a widget in
// a notebook is hidden while the widget is on the page; its script starts if it remains visible.
for (const root of document.querySelectorAll(".plk-play[data-play]:not([data-ready])")) {
  const start = widgets[root.dataset.kind];
  if (!start) continue;
  root.dataset.ready = "yes";
  const begin = () => {
    const values = JSON.parse(root.dataset.play);
    const still = root.querySelector(".plk-still");
    const box = document.createElement("div");
    root.prepend(box);
    box.said = spoken(root);
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
  // JupyterLab may be loading the widget, whose output is the next one.
  const loading = () => {
    const row = root.closest(".jp-OutputArea-child");
    return row && (row.nextElementSibling?.textContent ?? "Loading widget").includes("Loading widget");
  };
  let checks = 0, began = false;
  const check = (observer) => {
    if (began || !root.checkVisibility()) return;
    if (loading() && ++checks < 10) {
      setTimeout(check, 1000, observer);
      return;
    }
    began = true;
    observer.disconnect();
    begin();
  };
  new IntersectionObserver((_, observer) => setTimeout(check, 1000, observer)).observe(root);
}
