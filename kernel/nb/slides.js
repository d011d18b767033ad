// The keys of a deck: Right, Down, Page Down and Space show the next slide, Left, Up and Page Up the one before, Home and
// End the first and the last. Where a slide is higher than the window, the page scrolls first.
const slides = [...document.querySelectorAll(".slide")];

function show(n) {
  slides[Math.min(Math.max(n, 0), slides.length - 1)]?.scrollIntoView();
}

// current returns the number of the slide at the top of the window.
function current() {
  return slides.findLastIndex((s) => s.getBoundingClientRect().top <= 1);
}

const high = (e) => e && e.getBoundingClientRect().bottom > innerHeight + 1;

const keys = {
  ArrowRight: () => show(current() + 1),
  ArrowLeft: () => show(current() - 1),
  PageDown: () => show(current() + 1),
  PageUp: () => show(current() - 1),
  ArrowDown: () => (high(slides[current()]) ? scrollBy(0, innerHeight / 4) : show(current() + 1)),
  ArrowUp: () => (slides[current()]?.getBoundingClientRect().top < -1 ? scrollBy(0, -innerHeight / 4) : show(current() - 1)),
  " ": (e) => show(current() + (e.shiftKey ? -1 : 1)),
  Home: () => show(0),
  End: () => show(slides.length - 1),
};

addEventListener("keydown", (e) => {
  const act = keys[e.key];
  if (!act || e.altKey || e.ctrlKey || e.metaKey || e.defaultPrevented || e.target.closest("button, input, select, summary, a, .plk-story")) return;
  act(e);
  e.preventDefault();
});
