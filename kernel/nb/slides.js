// The keys of a deck: Right, Down, Page Down and Space show the next slide, Left, Up and Page Up the one before, Home and
// End the first and the last. The content of a slide that is higher than the window is made smaller, down to half its size,
// with its outputs beside the code if it can be larger then; where a slide is still higher, the page scrolls first.
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

// fit finds the largest size of the content of slides that fits, from half the size to the full size.
function fit(list = slides) {
  for (const slide of list) {
    const content = slide.firstElementChild;
    const fits = (size) => {
      content.style.zoom = size;
      return slide.getBoundingClientRect().height <= innerHeight + 1;
    };
    const largest = () => {
      let [low, high] = [0.5, 1];
      if (fits(high)) return high;
      while (high - low > 0.01) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      fits(low);
      return low;
    };
    slide.classList.remove("beside");
    const below = largest();
    if (below === 1) continue;
    const smallest = scale(slide);
    slide.classList.add("beside");
    if (largest() > below && scale(slide) >= smallest && !cut(slide)) continue;
    slide.classList.remove("beside");
    fits(below);
  }
}

// scale returns how much the pictures of a slide are made smaller, at most.
function scale(slide) {
  const scales = [...slide.querySelectorAll("svg, img")].map((e) => e.getBoundingClientRect().width / (e.naturalWidth || e.viewBox?.baseVal?.width));
  return Math.min(...scales.filter((s) => s > 0));
}

// cut reports whether a line of text does not fit the width.
const cut = (slide) => [...slide.querySelectorAll("pre, .out")].some((e) => e.scrollWidth > e.clientWidth + 1);

// A puzzle is drawn after the page has been loaded, and again if it has another width in a slide that has been made
// smaller. A slide that does not fit then is made smaller once more.
const observer = new ResizeObserver((entries) => fit(entries.map((e) => e.target).filter((s) => s.getBoundingClientRect().height > innerHeight + 1)));
slides.forEach((slide) => observer.observe(slide));

addEventListener("resize", () => fit());
addEventListener("beforeprint", () => slides.forEach((slide) => (slide.firstElementChild.style.zoom = "")));
addEventListener("afterprint", () => fit());
fit();
