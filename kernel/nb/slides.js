// The keys of a deck: Right, Down, Page Down and Space make the next step or show the next slide, Left, Up and Page Up go
// back, Home and End show the first and the last slide. The steps of a slide are its fragments and the highlighted lines
// of its code.
//
// A slide is laid out for a page of 960 by 540 pixels and enlarged until it fills the window, so that text is as large on
// every projector. If its content does not fit then, outputs are put beside the code, or text beside the code; then
// pictures are made smaller, and last text, a little. Where a slide is still higher, the page scrolls first.
const slides = [...document.querySelectorAll(".slide")];

const steps = slides.map((slide) =>
  [...slide.querySelectorAll(".fragment, [data-steps]")].flatMap((e) =>
    e.dataset.steps ? e.dataset.steps.split("|").map((lines) => ({ code: e, lines })) : [{ fragment: e }],
  ),
);

const taken = slides.map(() => 0); // the number of steps that have been made on each slide

// inside reports whether a list of lines such as 3,5-9 contains a line.
const inside = (list, n) => list.split(",").some((part) => ((r) => n >= r[0] && n <= (r[1] ?? r[0]))(part.split("-").map(Number)));

// draw shows the steps of slide n that have been made.
function draw(n) {
  const lit = new Map(); // the lines of the last step in each program
  steps[n].forEach((step, i) => {
    if (step.fragment) step.fragment.classList.toggle("hidden", i >= taken[n]);
    else if (i < taken[n] || !lit.has(step.code)) lit.set(step.code, i < taken[n] ? step.lines : "");
  });
  for (const [code, lines] of lit) {
    code.classList.toggle("stepping", lines !== "");
    for (const line of code.querySelectorAll("[data-n]")) line.classList.toggle("lit", lines !== "" && inside(lines, Number(line.dataset.n)));
  }
}

function show(n, made = 0) {
  const to = Math.min(Math.max(n, 0), slides.length - 1);
  if (!slides[to]) return;
  taken[to] = Math.min(made, steps[to].length);
  draw(to);
  slides[to].scrollIntoView();
}

// current returns the number of the slide at the top of the window.
function current() {
  return slides.findLastIndex((s) => s.getBoundingClientRect().top <= 1);
}

function forward() {
  const n = current();
  if (n >= 0 && taken[n] < steps[n].length) {
    taken[n]++;
    draw(n);
  } else if (n < slides.length - 1) {
    show(n + 1);
  }
}

function back() {
  const n = current();
  if (n >= 0 && taken[n] > 0) {
    taken[n]--;
    draw(n);
  } else if (n > 0) {
    show(n - 1, Infinity);
  }
}

const high = (e) => e && e.getBoundingClientRect().bottom > innerHeight + 1;

const keys = {
  ArrowRight: forward,
  ArrowLeft: back,
  PageDown: forward,
  PageUp: back,
  ArrowDown: () => (high(slides[current()]) ? scrollBy(0, innerHeight / 4) : forward()),
  ArrowUp: () => (slides[current()]?.getBoundingClientRect().top < -1 ? scrollBy(0, -innerHeight / 4) : back()),
  " ": (e) => (e.shiftKey ? back() : forward()),
  Home: () => show(0),
  End: () => show(slides.length - 1),
};

addEventListener("keydown", (e) => {
  const act = keys[e.key];
  if (!act || e.altKey || e.ctrlKey || e.metaKey || e.defaultPrevented || e.target.closest("button, input, select, summary, a, .plk-story")) return;
  act(e);
  e.preventDefault();
});

// Buttons for mouse and finger, and the number of the slide.
const turn = document.createElement("nav");
turn.className = "turn";
const number = document.createElement("span");
const button = (text, act) => {
  const b = document.createElement("button");
  b.textContent = text;
  b.tabIndex = -1; // the keys do the same
  b.onclick = () => {
    act();
    b.blur();
  };
  return b;
};
turn.append(button("‹", back), number, button("›", forward));
document.body.append(turn);
const count = () => (number.textContent = `${Math.max(current(), 0) + 1} / ${slides.length}`);
addEventListener("scroll", count, { passive: true });

const layouts = [
  ["", ""],
  ["beside", ""],
  ["columns", "50%"],
  ["aside", "50%"],
  ["columns", "62%"],
  ["aside", "62%"],
  ["columns", "70%"],
  ["aside", "70%"],
  ["columns", "38%"],
  ["flow", ""],
];
const sizes = [1, 0.95, 0.91]; // of text, from 31 to 28 pixels for code in a window of 1920 by 1080
const pictures = [1.6, 1.3, 1, 0.85, 0.7, 0.6, 0.5, 0.4]; // more than 1 only beside text of full size

const least = pictures.at(-1); // pictures that are still too wide are made even smaller

const heights = new Map(); // of slides that fit in no layout

// fit lays out slides. A layout that is too large with the smallest text and pictures is not tried with larger ones.
function fit(list = slides) {
  const scale = Math.max(1, Math.min(innerWidth / 960, innerHeight / 540));
  for (const slide of list) {
    const content = slide.firstElementChild;
    const lay = ([name, side], size, picture) => {
      content.className = name;
      content.style.setProperty("--side", side);
      content.style.setProperty("--pictures", picture);
      content.style.zoom = scale * size;
      return slide.getBoundingClientRect().height <= innerHeight + 1 && !cut(content);
    };
    const has = (selector) => content.querySelector(selector);
    const possible = layouts.filter(([name]) => {
      if (name === "flow") return !has(".cell");
      if (name === "beside") return has(".in+.out");
      if (name === "aside") return has(".in+.out") && has(".text");
      return name === "" || (has(".text") && has(".cell"));
    });
    const smallest = possible.filter((l) => lay(l, sizes.at(-1), least));
    let best;
    const better = (size, picture) => !best || size + picture > best.size + best.picture;
    search: for (const picture of smallest.length === 0 ? [] : has(".picture") ? pictures : [1]) {
      for (const size of sizes) {
        if (!better(size, picture) || (picture > 1 && size < 1)) break;
        const layout = smallest.find((l) => lay(l, size, picture) && (picture === least || !squeezed(content, scale * size * picture)));
        if (layout) best = { layout, size, picture };
        if (best?.size === 1) break search;
      }
    }
    heights.delete(slide);
    if (best) {
      lay(best.layout, best.size, best.picture);
      continue;
    }
    for (let size = 0.9; !lay(["", ""], size, least) && size > 0.5; ) size -= 0.02;
    heights.set(slide, slide.getBoundingClientRect().height);
  }
  count();
}

// cut reports whether something does not fit the width.
const cut = (content) => [content, ...content.querySelectorAll("pre, .out, table")].some((e) => e.scrollWidth > e.clientWidth + 1);

// squeezed reports whether a picture is smaller than its size times the zoom because its place is narrow.
const squeezed = (content, zoom) =>
  [...content.querySelectorAll(".picture>svg, .picture>img, .plk-scenes svg")].some(
    (e) => e.getBoundingClientRect().width < 0.98 * zoom * (e.naturalWidth ?? e.width.baseVal.value),
  );

// A puzzle is drawn after the page has been loaded, and again if it has another width in a slide that has been made
// smaller. A slide that does not fit then is laid out once more.
const grown = (slide, height = slide.getBoundingClientRect().height) => height > innerHeight + 1 && height !== heights.get(slide);
const observer = new ResizeObserver((entries) => fit(entries.map((e) => e.target).filter((s) => grown(s))));

addEventListener("resize", () => fit());
addEventListener("beforeprint", () =>
  slides.forEach((slide) => {
    slide.firstElementChild.style.zoom = "";
  }),
);
addEventListener("afterprint", () => fit());
slides.forEach((_, n) => draw(n));
fit();
if ([...document.images].some((e) => !e.complete)) addEventListener("load", () => fit()); // now their sizes are known
slides.forEach((slide) => observer.observe(slide));
