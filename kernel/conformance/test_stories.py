# SPDX-License-Identifier: BSD-3-Clause

"""Recorded searches in JupyterLab and in an exported page: after each step the board and the matrix must show the state
that the trace of the search gives. And animations, of which one frame is visible at a time.
"""

from __future__ import annotations

import json
import subprocess
import time
from typing import Callable, Iterator

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import ROOT, Judged
from lab import LONG, SCREENSHOTS, Lab, Notebook
from test_play import export  # noqa: F401

pytestmark = pytest.mark.polka

# The last line of each cell shows a recording; problem and steps say what to trace.
STORIES = {
    "knuth": '''problem := dlx.New("a b c d e f g").AddOption("c e").AddOption("a d g").AddOption("b c f").AddOption("a d f").AddOption("b g").AddOption("d e g")
story, err := render.RecordSearch(problem, 100, dlx.Fewest, dlx.Leftmost, dlx.AtRandom(1))
story''',
    "queens": '''problem = dlx.New("r0 r1 r2 r3 c0 c1 c2 c3 | a0 a1 a2 a3 a4 a5 a6 b0 b1 b2 b3 b4 b5 b6")
for k := range 16 {
	problem = problem.AddOption(fmt.Sprintf("r%d c%d a%d b%d", k/4, k%4, k/4+k%4, 3-k/4+k%4))
}
story, err = render.RecordSearch(problem, 100, dlx.Fewest, dlx.Leftmost)
story.On(shapes.Rectangle(4, 4), func(k int) (shapes.Shape, string) {
	return shapes.New(shapes.Square, shapes.Cell{X: k % 4, Y: k / 4}), "♛"
})''',
    "sudoku": '''problem = dlx.New()
for i := range 64 {
	problem = problem.AddItems(dlx.Item{Name: []string{"p", "r", "c", "b"}[i/16] + fmt.Sprint(i%16/4) + fmt.Sprint(i%4)})
}
clues := map[int]int{0: 0, 3: 3, 5: 2, 10: 1, 12: 1}
var digits []int
for k := range 64 {
	cell, digit := k/4, k%4
	if clue, ok := clues[cell]; ok && clue != digit {
		continue
	}
	r, c := cell/4, cell%4
	problem = problem.AddOption(fmt.Sprintf("p%d%d r%d%d c%d%d b%d%d", r, c, r, digit, c, digit, r/2*2+c/2, digit))
	digits = append(digits, k)
}
story, err = render.RecordSearch(problem, 100, dlx.Fewest)
boxes := []shapes.Shape{}
for b := range 4 {
	boxes = append(boxes, shapes.Rectangle(2, 2).Translate(b%2*2, b/2*2, 0))
}
story.On(shapes.Rectangle(4, 4), func(option int) (shapes.Shape, string) {
	k := digits[option]
	return shapes.New(shapes.Square, shapes.Cell{X: k / 4 % 4, Y: k / 16}), fmt.Sprint(k%4 + 1)
}, boxes...)''',
    "pentominoes": '''puzzle := cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...)
problem, err = puzzle.Problem()
story, err = render.RecordSearch(puzzle, 40, dlx.Fewest)
story''',
}

# The trace of the same problem, a line of JSON for each step: its kind, and the options that are chosen after it.
TRACE = '''path := []int{}
lines := 0
err = problem.Steps(dlx.Fewest, func(e dlx.Event) bool {
	path = path[:min(len(path), e.Level)]
	if e.Kind == dlx.Try {
		path = append(path, e.Option)
	}
	line, _ := json.Marshal(map[string]any{"kind": e.Kind, "chosen": path})
	fmt.Println(string(line))
	lines++
	return lines < 120
})'''

# An animation of a board and of diagrams.
FILM = "render.Animate([]render.Picture{render.Draw(shapes.Domino()), render.Draw(problem), render.Draw(shapes.Domino())})"


@pytest.fixture(scope="module")
def told(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> nbformat.NotebookNode:
    """A notebook of all recordings, run without Jupyter, each with its trace in the next cell, and an animation."""
    folder = tmp_path_factory.mktemp("stories")
    cells = []
    for name, source in STORIES.items():
        trace = TRACE if name == "knuth" else TRACE.replace(":= []int", "= []int").replace("lines :=", "lines =")
        cells += [new_code_cell(source), new_code_cell(trace)]
    cells.append(new_code_cell(FILM))
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": "go"}
    file = folder / "stories.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": spec}), file)
    for argv in (["nb", "run", str(file)], ["nb", "export", str(file), "--to", "html"]):
        subprocess.run([*judged.command[:1], *argv], check=True, timeout=300)
    notebook = nbformat.read(file, as_version=4)
    notebook.metadata["page"] = str(file.with_suffix(".html"))
    return notebook


def trace_of(told: nbformat.NotebookNode, index: int) -> list[dict]:
    """The steps of a recording, as many as it has recorded."""
    output = "".join(output.get("text", "") for output in told.cells[2 * index + 1].outputs)
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def walk(story: Locator, steps: list[dict]) -> None:
    """Click through a recording, and compare what is visible with the trace."""
    forward, back = story.locator("[data-role=forward]"), story.locator("[data-role=back]")
    total = int(story.locator("[data-role=slider]").get_attribute("max"))
    assert total == len(steps) or total < len(steps) and total >= 40
    seen = lambda: story.evaluate(SEEN)  # noqa: E731
    assert seen()["chosen"] == []
    for n, step in enumerate(steps[:total], 1):
        forward.click()
        now = seen()
        assert now["step"] == n
        assert now["kind"] == step["kind"], n
        assert now["chosen"] == step["chosen"], n
        if now["board"] is not None:
            assert now["board"] == step["chosen"], n
        if now["rows"] is not None:
            assert now["rows"] == sorted(step["chosen"]), n
    back.click()
    assert seen()["chosen"] == steps[total - 2]["chosen"]
    story.locator("[data-role=first]").click()
    assert seen()["step"] == 0
    solutions = [n for n, step in enumerate(steps[:total], 1) if step["kind"] == "solution"]
    for n in solutions[:2]:
        story.locator("[data-role=solution]").click()
        assert seen()["step"] == n
    story.locator("[data-role=first]").click()
    story.focus()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", total), ("Home", 0)):
        story.press(key)
        assert seen()["step"] == step, key


def walk_film(film: Locator) -> None:
    """Go through an animation of three frames by buttons, by keys, with the slider and by the timer."""
    come_to(film)
    button = lambda role: film.locator(f"[data-role={role}]")  # noqa: E731

    def shows(n: int) -> None:
        expect(film.locator("[data-role=place]")).to_have_text(f"{n + 1} of 3")
        assert film.locator(".plk-frame").evaluate_all("list => list.map(e => e.checkVisibility())") == [i == n for i in range(3)]
        assert button("slider").input_value() == str(n)

    shows(0)
    for role, n in (("forward", 1), ("forward", 2), ("forward", 2), ("back", 1), ("first", 0), ("last", 2)):
        button(role).click()
        shows(n)
    film.focus()
    for key, n in (("Home", 0), ("ArrowRight", 1), ("End", 2), ("ArrowLeft", 1), ("n", 1)):
        film.press(key)
        shows(n)
    button("slider").press("ArrowLeft")
    shows(0)
    seen = film.evaluate_handle("""film => {
        const seen = [], text = role => film.querySelector(`[data-role=${role}]`).textContent;
        new MutationObserver(() => seen.push([text("place"), text("play")])).observe(film, {subtree: true, childList: true, characterData: true});
        return seen;
    }""")
    button("play").click()
    film.press("p")
    expect(button("play")).to_have_text("play")
    assert "pause" in [word for _, word in seen.json_value()]
    film.press("End")
    seen.evaluate("seen => seen.splice(0)")
    film.press("p")  # from the end it plays from the beginning
    expect(button("play")).to_have_text("play")
    shows(2)
    assert ["2 of 3", "pause"] in seen.json_value()
    labels = [(e.get_attribute("data-role"), e.get_attribute("aria-label")) for e in film.locator(".plk-bar [aria-label]").all()]
    assert labels == [("first", "to the beginning"), ("back", "one step back"), ("play", "play or pause"), ("forward", "one step forward"),
                      ("last", "to the end"), ("slider", "step")]


# What is visible: pieces on the board, green rows of the matrix. None stands for a missing picture.
SEEN = """root => {
    const visible = e => getComputedStyle(e).visibility === 'visible' && e.getBoundingClientRect().width > 0;
    const board = root.querySelector('.plk-board'), matrix = root.querySelector('.plk-rows, .plk-matrix:not(:has(.plk-rows))');
    return {
        step: Number(root.dataset.step), kind: root.dataset.kind,
        chosen: root.dataset.chosen ? root.dataset.chosen.split(' ').map(Number) : [],
        board: board && [...board.querySelectorAll('[data-option]')].filter(visible).map(e => Number(e.dataset.option)),
        rows: matrix && [...matrix.querySelectorAll('[data-part^=b]')].filter(visible).map(e => Number(e.dataset.part.slice(1))),
    };
}"""


# Whether an element stays at its place for twenty frames. A button that moves while it is pressed is not clicked.
AT_REST = """async root => {
    const place = () => JSON.stringify(root.getBoundingClientRect()), first = place();
    for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
    return place() === first;
}"""


def come_to(story: Locator) -> None:
    """Scroll to a recording, and wait until JupyterLab, which measures cells when they come into sight, has moved it."""
    deadline = time.monotonic() + LONG / 1000
    story.scroll_into_view_if_needed(timeout=LONG)
    expect(story.locator(".plk-live")).to_be_visible()
    while not story.evaluate(AT_REST):
        assert time.monotonic() < deadline, "the recording does not stay at its place"


def walk_all(told: nbformat.NotebookNode, story: Callable[[int], Locator]) -> None:
    for index, name in enumerate(STORIES):
        one = story(index)
        come_to(one)
        has_board, has_matrix = name != "knuth", name in ("knuth", "queens")  # letters of the others would be too small
        assert one.locator(".plk-board").count() == has_board
        assert one.locator(".plk-matrix").count() == has_matrix
        walk(one, trace_of(told, index))
    walk_film(story(len(STORIES)))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 1400}, offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: request.url.startswith("file:") or complaints.append(request.url))
    yield page
    context.close()
    assert not complaints


def test_an_exported_page(told: nbformat.NotebookNode, page: Page):
    """The page works without a network, and the recordings can be clicked through."""
    page.goto("file://" + told.metadata["page"])
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    walk_all(told, lambda i: page.locator(".plk-story").nth(i))
    page.locator(".plk-story").nth(0).locator("[data-role=solution]").click()
    page.locator(".plk-story").nth(1).locator("[data-role=solution]").click()
    page.locator(".plk-story").nth(2).locator("[data-role=last]").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=SCREENSHOTS / f"stories-page-{scheme}.png", full_page=True)
    rule = page.locator(".plk-story").nth(0).locator("[data-role=rule]")
    rule.select_option("1")
    expect(page.locator(".plk-story").nth(0).locator("[data-role=place]")).to_contain_text("step 0")


def test_a_tall_matrix(export):  # noqa: F811
    """A matrix of 44 rows scrolls, so that a recording fits a window of 1024 by 768, and shows the row that is tried."""
    page = export("three := cover.New(cover.Rectangle(3, 5)).With(cover.Pieces(shapes.MustParse(\"L = ####/#...\"),\n"
                  "\tshapes.MustParse(\"T = ###/.#./.#.\"), shapes.MustParse(\"Y = ####/.#..\")))\n"
                  "recording, err := render.RecordSearch(three, 100, dlx.Fewest)\nrecording").page
    page.set_viewport_size({"width": 1024, "height": 768})
    story, rows = page.locator(".plk-story"), page.locator(".plk-rows")
    assert story.bounding_box()["height"] < 600
    story.focus()
    seen = set()
    for _ in range(int(story.locator("[data-role=slider]").get_attribute("max"))):
        page.keyboard.press("ArrowRight")
        if chosen := story.get_attribute("data-chosen"):
            row, window = rows.locator(f"[data-part=k{chosen.split()[-1]}]").bounding_box(), rows.bounding_box()
            assert window["y"] <= row["y"] and row["y"] + row["height"] <= window["y"] + window["height"], chosen
            seen.add(rows.evaluate("e => e.scrollTop"))
    assert len(seen) > 1
    name = story.locator(".plk-fold").first.locator("[data-part=i0]").bounding_box()
    assert name["y"] + name["height"] <= rows.bounding_box()["y"] + 1
    page.emulate_media(media="print")
    expect(story.locator(".plk-strip")).to_be_visible()


def strip(story: Locator) -> None:
    """All images of the strip are visible: one with all frames, or one for each frame of a large strip."""
    images = story.locator(".plk-strip img")
    expect(images.first).to_be_visible()
    for image in images.all():
        expect(image).to_be_visible()


def whole(film: Locator) -> None:
    """A strip of the frames of an animation is visible, and no buttons."""
    expect(film.locator(".plk-bar")).to_be_hidden()
    strip(film)


def test_paper(told: nbformat.NotebookNode, page: Page):
    """A printed page has no buttons, but a strip of frames of a recording."""
    page.goto("file://" + told.metadata["page"])
    page.emulate_media(media="print")
    for i in range(len(STORIES)):
        story = page.locator(".plk-story").nth(i)
        expect(story.locator(".plk-live")).to_be_hidden()
        strip(story)
    whole(page.locator(".plk-film"))
    page.screenshot(path=SCREENSHOTS / "stories-print.png", full_page=True)


def test_a_page_without_scripts(told: nbformat.NotebookNode, browser: Browser):
    """Where scripts are not allowed, the strip is shown."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto("file://" + told.metadata["page"])
    for i in range(len(STORIES)):
        story = page.locator(".plk-story").nth(i)
        expect(story.locator(".plk-live")).to_be_hidden()
        strip(story)
    whole(page.locator(".plk-film"))
    context.close()


def test_stories_in_jupyterlab(judged: Judged, told: nbformat.NotebookNode, lab: Lab, browser: Browser):
    """Run the cells in JupyterLab and click through the recordings."""
    bare = nbformat.v4.new_notebook(cells=[new_code_cell(cell.source) for cell in told.cells], metadata={"kernelspec": told.metadata["kernelspec"]})
    nbformat.write(bare, lab.folder / "stories.ipynb")
    notebook = Notebook(browser, lab, "stories.ipynb")
    notebook.run_all()
    assert not [output for output in notebook.outputs() if output["output_type"] == "error"]
    walk_all(told, lambda i: notebook.panel.locator(".plk-story").nth(i))
    notebook.screenshot("stories-lab-light")
    notebook.theme("JupyterLab Dark")
    notebook.screenshot("stories-lab-dark")
    notebook.close()
    assert not notebook.complaints
