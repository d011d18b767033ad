// An animation shows one frame at a time.
for (const root of document.querySelectorAll(".plk-film:not([data-ready])")) {
  const frames = [...root.querySelectorAll(".plk-frame")], said = spoken(root);
  player(root, {
    pause: 700,
    said,
    last: () => frames.length - 1,
    show(n) {
      frames.forEach((f, i) => { f.hidden = i !== n; });
      find(root, "place").textContent = said(n + 1 + " of " + frames.length);
    },
  });
}
