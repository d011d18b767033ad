// An animation shows one frame at a time.
for (const root of document.querySelectorAll(".plk-film:not([data-ready])")) {
  const frames = [...root.querySelectorAll(".plk-frame")];
  player(root, {
    pause: 700,
    last: () => frames.length - 1,
    show(n) {
      frames.forEach((f, i) => { f.hidden = i !== n; });
      find(root, "place").textContent = n + 1 + " of " + frames.length;
    },
  });
}
