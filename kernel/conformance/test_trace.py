# SPDX-License-Identifier: BSD-3-Clause

"""Traces of a student's own solvers, played in JupyterLab and in an exported page.

The solvers print what they do, and each step must say the same."""

from __future__ import annotations

import re
import subprocess
from typing import Callable, Iterator

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import ROOT, Judged
from lab import SCREENSHOTS, Lab, Notebook

pytestmark = pytest.mark.polka

ALGORITHM_X = '''func search(depth int) (found bool) {
	fmt.Printf("search(%d) is called\\n", depth)
	defer func() { fmt.Printf("search(%d) returns %t\\n", depth, found) }()
	if len(X) == 0 {
		return true
	}
	best := ""
	for _, item := range slices.Sorted(maps.Keys(X)) {
		if best == "" || len(X[item]) < len(X[best]) {
			best = item
		}
	}
	for _, row := range slices.Sorted(maps.Keys(X[best])) {
		solution = append(solution, row)
		var removed []map[string]bool
		for _, j := range Y[row] {
			for i := range X[j] {
				for _, k := range Y[i] {
					if k != j {
						delete(X[k], i)
					}
				}
			}
			removed = append(removed, X[j])
			delete(X, j)
		}
		if search(depth + 1) {
			return true
		}
		for n := len(Y[row]) - 1; n >= 0; n-- {
			j := Y[row][n]
			X[j] = removed[n]
			for i := range X[j] {
				for _, k := range Y[i] {
					if k != j {
						X[k][i] = true
					}
				}
			}
		}
		solution = solution[:len(solution)-1]
	}
	return false
}
var X = map[string]map[string]bool{}
var Y = map[string][]string{"A": {"1", "4", "7"}, "B": {"1", "4"}, "C": {"4", "5", "7"}, "D": {"3", "5", "6"}, "E": {"2", "3", "6", "7"}, "F": {"2", "7"}}
var solution []string'''

TRACE_X = '''%%trace search --watch X,solution
for row, items := range Y {
	for _, i := range items {
		if X[i] == nil {
			X[i] = map[string]bool{}
		}
		X[i][row] = true
	}
}
search(0)'''

DANCING = '''type Node struct {
	L, R, U, D, C *Node
	Name          string
	Size          int
}

func build(names string, rows ...string) *Node {
	head := &Node{Name: "h"}
	head.L, head.R = head, head
	columns := map[rune]*Node{}
	for _, n := range names {
		c := &Node{Name: string(n), L: head.L, R: head}
		c.U, c.D, c.C = c, c, c
		head.L.R, head.L = c, c
		columns[n] = c
	}
	for _, row := range rows {
		var first *Node
		for _, n := range row {
			c := columns[n]
			x := &Node{C: c, U: c.U, D: c}
			c.U.D, c.U = x, x
			c.Size++
			if first == nil {
				first = x
				x.L, x.R = x, x
			}
			x.L, x.R = first.L, first
			first.L.R, first.L = x, x
		}
	}
	return head
}

func cover(c *Node) {
	fmt.Printf("cover(&%s) is called\\n", c.Name)
	c.R.L, c.L.R = c.L, c.R
	for i := c.D; i != c; i = i.D {
		for j := i.R; j != i; j = j.R {
			j.D.U, j.U.D = j.U, j.D
			j.C.Size--
		}
	}
	fmt.Printf("cover(&%s) returns\\n", c.Name)
}

func uncover(c *Node) {
	fmt.Printf("uncover(&%s) is called\\n", c.Name)
	for i := c.U; i != c; i = i.U {
		for j := i.L; j != i; j = j.L {
			j.C.Size++
			j.D.U, j.U.D = j, j
		}
	}
	c.R.L, c.L.R = c, c
	fmt.Printf("uncover(&%s) returns\\n", c.Name)
}

func dance(head *Node, k int) (count int) {
	fmt.Printf("dance(&h, %d) is called\\n", k)
	defer func() { fmt.Printf("dance(&h, %d) returns %d\\n", k, count) }()
	if head.R == head {
		return 1
	}
	c := head.R
	for j := c.R; j != head; j = j.R {
		if j.Size < c.Size {
			c = j
		}
	}
	cover(c)
	for r := c.D; r != c; r = r.D {
		for j := r.R; j != r; j = j.R {
			cover(j.C)
		}
		count += dance(head, k+1)
		for j := r.L; j != r; j = j.L {
			uncover(j.C)
		}
	}
	uncover(c)
	return count
}'''

TRACE_DANCING = '''%%trace dance cover uncover
dance(build("abcdefg", "ce", "adg", "bcf", "adf", "bg", "deg"), 0)'''

MANY = '''%%trace queens
func queens(board [][]bool, row int) (count int) {
	if row == len(board) {
		return 1
	}
next:
	for col := range board {
		for r := range row {
			d := row - r
			if board[r][col] || col >= d && board[r][col-d] || col+d < len(board) && board[r][col+d] {
				continue next
			}
		}
		board[row][col] = true
		count += queens(board, row+1)
		board[row][col] = false
	}
	return count
}
board := make([][]bool, 7)
for i := range board {
	board[i] = make([]bool, 7)
}
queens(board, 0)'''

CELLS = [ALGORITHM_X, TRACE_X, DANCING, TRACE_DANCING, MANY]
# Of the watched X and solution only the sentences of calls and returns are compared.
SIZES = [(1366, 768), (1024, 768)]


@pytest.fixture(scope="module")
def traced(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> nbformat.NotebookNode:
    """The notebook, run and exported."""
    directory = tmp_path_factory.mktemp("trace")
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": "go"}
    nbformat.write(new_notebook(cells=[new_code_cell(c) for c in CELLS], metadata={"kernelspec": spec}), directory / "trace.ipynb")
    polka = judged.spec["argv"][0]
    for args in ["run", "--output", str(directory / "out")], ["export", "--to", "html", "--output", str(directory / "trace.html")]:
        file = directory / ("trace.ipynb" if args[0] == "run" else "out/trace.ipynb")
        subprocess.run([polka, "nb", args[0], str(file), *args[1:]], check=True, cwd=ROOT)
    notebook = nbformat.read(directory / "out/trace.ipynb", 4)
    notebook.metadata["page"] = str(directory / "trace.html")
    return notebook


def printed(traced: nbformat.NotebookNode, cell: int) -> list[str]:
    return "".join(o.text for o in traced.cells[cell].outputs if o.output_type == "stream").splitlines()


def walk(story: Locator, lines: list[str]) -> None:
    """Step through all of a story with the keyboard, and compare the sentences with what was printed."""
    expect(story).to_have_attribute("data-ready", "yes")
    words = story.locator("[data-role=words]")
    story.focus()
    story.press("Home")
    last = int(story.locator("[data-role=slider]").get_attribute("max"))
    said = []
    for step in range(last + 1):
        expect(story).to_have_attribute("data-step", str(step))
        sentence = words.inner_text().split(" in line ")[0]
        if "watched variable" not in sentence:
            said.append(sentence)
        assert story.locator(".plk-call.plk-current").count() == 1
        assert story.locator(".plk-line.plk-current").count() == 1
        story.press("ArrowRight")
    assert said == lines
    story.press("ArrowLeft")
    expect(story).to_have_attribute("data-step", str(last - 1))


def results_of(story: Locator) -> None:
    """The tree does not show the result of a call before the step with which it ends."""
    story.locator("[data-role=first]").click()
    expect(story).to_have_attribute("data-step", "0")
    assert "→" not in story.locator(".plk-calls").inner_text()
    assert story.locator(".plk-call.plk-failed").count() == 0
    assert story.locator(".plk-call.plk-later").count() == story.locator(".plk-call").count() - 1
    story.locator("[data-role=last]").click()
    expect(story.locator(".plk-call").first).to_contain_text("→")
    assert story.locator(".plk-call.plk-later").count() == 0


def play(story: Locator) -> None:
    """Use the mouse: buttons, the tree and the slider."""
    at: Callable[[int], None] = lambda n: expect(story).to_have_attribute("data-step", str(n))
    story.locator("[data-role=first]").click()
    at(0)
    for _ in range(3):
        story.locator("[data-role=forward]").click()
    at(3)
    story.locator("[data-role=back]").click()
    at(2)
    story.locator("[data-role=first]").click()
    story.locator("[data-role=over]").click()
    last = int(story.locator("[data-role=slider]").get_attribute("max"))
    at(last)
    story.locator(".plk-call").first.click()
    at(0)
    rows = story.locator(".plk-call").count()
    story.locator(".plk-call .plk-fold").first.click()
    expect(story.locator(".plk-call")).to_have_count(1)
    story.locator(".plk-call .plk-fold").first.click()
    expect(story.locator(".plk-call")).to_have_count(rows)
    button = story.locator("[data-role=play]")
    button.click()
    expect(story).to_have_attribute("data-step", re.compile(r"^([2-9]|\d\d+)$"))
    if button.inner_text() == "pause":  # it has not come to the end
        button.click()
    expect(button).to_have_text("play")
    slider = story.locator("[data-role=slider]")
    box = slider.bounding_box()
    slider.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    assert abs(int(story.get_attribute("data-step")) - last / 2) <= 1


# The least size of a letter that is seen, in pixels, and whether something is wider than the story.
LETTERS = """story => {
    const size = e => {
        const font = parseFloat(getComputedStyle(e).fontSize);
        return e.getScreenCTM ? font * e.getScreenCTM().a : font;
    };
    const texts = [...story.querySelectorAll(".plk-live text, .plk-call span, .plk-live p, .plk-line, .plk-title, .plk-word")];
    return Math.min(...texts.filter(e => e.textContent.trim() && e.getClientRects().length).map(size));
}"""


def looks(story: Locator) -> None:
    assert story.evaluate(LETTERS) >= 11
    assert story.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), "something is clipped"
    assert story.locator(".plk-source").evaluate("e => e.scrollWidth <= e.clientWidth + 1 && e.clientWidth > 300"), "lines are cut"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: request.url.startswith("file:") or request.url.startswith("data:") or complaints.append(request.url))
    yield page
    context.close()
    assert not complaints


def test_an_exported_trace(traced: nbformat.NotebookNode, page: Page):
    """The page stands alone: no network, and the traces can be played."""
    page.goto("file://" + traced.metadata["page"])
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    story: Callable[[int], Locator] = lambda i: page.locator(".plk-trace").nth(i)
    walk(story(0), printed(traced, 1))
    walk(story(1), printed(traced, 3))
    results_of(story(0))
    for i in range(3):
        play(story(i))
    assert "objects and their pointers" in story(1).locator(".plk-library").inner_html()
    expect(story(2)).to_contain_text("recorded: the first 500 calls; 52 later calls were not recorded")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for i in range(3):
                looks(story(i))
                story(i).screenshot(path=SCREENSHOTS / f"trace-page-{i}-{scheme}-{width}.png")


def test_a_trace_without_scripts(traced: nbformat.NotebookNode, browser: Browser):
    """Where scripts are not allowed, and on paper, a static picture is shown."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto("file://" + traced.metadata["page"])
    for i in range(3):
        expect(page.locator(".plk-trace").nth(i).locator(".plk-live")).to_be_hidden()
        expect(page.locator(".plk-trace").nth(i).locator(".plk-strip img")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "trace-static.png", full_page=True)
    context.close()


def test_traces_in_jupyterlab(judged: Judged, traced: nbformat.NotebookNode, lab: Lab, browser: Browser):
    """Run the cells in JupyterLab, and play what they show."""
    bare = new_notebook(cells=[new_code_cell(c) for c in CELLS], metadata={"kernelspec": traced.metadata["kernelspec"]})
    nbformat.write(bare, lab.folder / "trace.ipynb")
    notebook = Notebook(browser, lab, "trace.ipynb")
    notebook.run_all()
    assert not [output for output in notebook.outputs() if output["output_type"] == "error"]
    story: Callable[[int], Locator] = lambda i: notebook.panel.locator(".plk-trace").nth(i)
    walk(story(0), printed(traced, 1))
    walk(story(1), printed(traced, 3))
    for i in range(3):
        play(story(i))
    for theme, name in ("JupyterLab Light", "light"), ("JupyterLab Dark", "dark"):
        notebook.theme(theme)
        for width, height in SIZES:
            notebook.page.set_viewport_size({"width": width, "height": height})
            for i in range(3):
                story(i).scroll_into_view_if_needed()
                looks(story(i))
                story(i).screenshot(path=SCREENSHOTS / f"trace-lab-{i}-{name}-{width}.png")
    notebook.close()
    assert not notebook.complaints


def test_stop_in_a_trace(notebook: Notebook):
    """After Stop, the calls until then are shown."""
    cell = notebook.type('%%trace f\nfunc f(n int) int {\n\tif n == 0 {\n\t\tfmt.Println("ready")\n\t\tfor {\n\t\t}\n\t}\n\treturn f(n - 1)\n}\nf(3)')
    expect(cell.locator(".jp-OutputArea-output", has_text="ready")).to_be_visible()
    notebook.button("notebook:interrupt-kernel")
    expect(cell.locator(".plk-trace")).to_contain_text("the run ended early: stopped")
    expect(cell.locator(".plk-call")).to_have_count(4)
    after = notebook.type("6 * 7")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("42")
