# SPDX-License-Identifier: BSD-3-Clause

"""Stop, a killed worker and a restart of the kernel while widgets, traces and the debugger are in use.

The page says what has happened, nothing hangs, and the notebook can be used afterwards.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, expect

from conftest import Judged
from lab import LIVE, Lab, Notebook
from test_debugger_browser import CALL, FUNCTION, breakpoint, current, toggle, variable
from test_play import KNUTH, PAIR, worker
from test_stills import GONE
from test_widgets import ENDLESS_PUZZLE, SEARCH

pytestmark = [pytest.mark.polka, pytest.mark.fresh, pytest.mark.timeout(600)]

# A debugger that has just stopped sends many requests. JupyterLab fails to read the results of those that the kernel refuses
# because its worker has ended.
REFUSED = re.compile(r"Cannot read properties of undefined \(reading '(variables|scopes|stackFrames|modules|breakpoints|sourcePath)'\)")

ENDLESS = "%%trace f\nfunc f(n int) int {\n    fmt.Println(\"begun\")\n    for {\n    }\n}\nf(1)"


@pytest.fixture
def opened(judged: Judged, lab: Lab, browser: Browser) -> Iterator[Callable[..., Notebook]]:
    """A function that opens a notebook with cells and runs them."""
    notebooks: list[Notebook] = []

    def opened(*cells: str) -> Notebook:
        spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
        content = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells], metadata={"kernelspec": spec})
        nbformat.write(content, lab.folder / "ends.ipynb")
        notebooks.append(Notebook(browser, lab, "ends.ipynb"))
        if cells:
            notebooks[-1].run_all()
        return notebooks[-1]

    yield opened
    for notebook in notebooks:
        notebook.close()
        assert not [complaint for complaint in notebook.complaints if not REFUSED.search(complaint)]


def cell(notebook: Notebook, n: int) -> Locator:
    return notebook.panel.locator(f".jp-Cell[data-windowed-list-index='{n}']")


def restart(notebook: Notebook, lab: Lab) -> None:
    notebook.button("notebook:restart-kernel")
    notebook.confirm()


def kill(notebook: Notebook, lab: Lab) -> None:
    worker(lab).kill()


def works(notebook: Notebook) -> None:
    """A cell runs, and says so if the worker was killed."""
    after = notebook.type("6 * 7")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("42")
    notebook.delete_from(notebook.length() - 1)


def again(notebook: Notebook) -> None:
    works(notebook)
    notebook.clear()
    notebook.run_all()


def slide(widget: Locator) -> None:
    handle = widget.locator(".noUi-handle")
    expect(handle).to_be_visible()
    handle.press("ArrowRight")


def told(widget: Locator) -> None:
    """A standard widget is replaced by its last picture and a sentence."""
    expect(widget.get_by_text(GONE).last).to_be_visible()
    expect(widget.locator(".noUi-handle:visible")).to_have_count(0)


def warned(widget: Locator) -> None:
    expect(widget.locator(".plk-warning")).to_contain_text("has ended")


def test_controls_and_games(opened: Callable[..., Notebook], lab: Lab):
    """A slider whose function searches, the puzzle, the editor and the matrix, and a trace that plays."""
    notebook = opened(
        'n := widget.IntSlider(1, 12).Label("n").OnChange(func(n int) {\n\tfmt.Println("searching", n)\n\t' + SEARCH + "\n})\nn",
        PAIR.removesuffix("\nerr") + "\ngame", "ed, _ := play.NewEditor(cover.Rectangle(3, 4))\ned", KNUTH.removesuffix("\nerr") + "\nmatrix",
        "%%trace f\nfunc f(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn f(n-1) + f(n-2)\n}\nf(6)")
    slider, puzzle, editor, matrix, trace = (cell(notebook, n) for n in range(5))

    def use() -> None:
        expect(puzzle.locator(LIVE)).to_be_visible()
        expect(editor.locator(LIVE)).to_be_visible()
        expect(matrix.locator(LIVE)).to_be_visible()
        trace.locator("[data-role=play]").click()
        slide(slider)
        expect(notebook.panel.get_by_text("searching 2")).to_be_visible()
        puzzle.locator(".plk-table").focus()
        for key in ("n", "Enter"):
            notebook.page.keyboard.press(key)

    use()
    notebook.button("notebook:interrupt-kernel")
    expect(notebook.panel.locator(".jp-OutputArea-output:visible", has_text="was stopped").first).to_be_visible()
    notebook.page.keyboard.press("Escape")
    puzzle.locator("[data-role=solution]").click()
    expect(puzzle.locator(".plk-status")).to_have_text("Solved!")
    editor.locator("[data-cell='7']").click()
    expect(editor.locator(".plk-count")).to_have_text("11 cells")
    matrix.locator("tr[data-option='0']").click()
    expect(matrix.locator(LIVE)).to_have_attribute("data-chosen", "0")
    for end in (kill, restart):
        again(notebook)
        use()
        end(notebook, lab)
        told(slider)
        for widget in (puzzle, editor, matrix):
            warned(widget)
        trace.locator("[data-role=first]").click()
        trace.locator("[data-role=forward]").click()
    notebook.idle()
    works(notebook)


def test_searches(opened: Callable[..., Notebook], lab: Lab):
    """Interact over a search, and a search that is watched."""
    notebook = opened(
        "widget.Interact(func(n int) any {\n\tfmt.Println(\"searching\", n)\n\tif n > 1 {\n\t\t" + SEARCH + "\n\t}\n\treturn n\n}, []int{1, 12, 1, 1})",
        "watch, _ := play.NewPuzzleSearch(" + ENDLESS_PUZZLE + ")\nwatch")
    interact, search = cell(notebook, 0), cell(notebook, 1)

    def use() -> None:
        expect(search.locator(LIVE)).to_be_visible()
        search.locator("[data-role=run]").click()
        expect(search.locator(LIVE)).to_have_attribute("data-phase", "running")
        slide(interact)
        expect(interact.get_by_text("searching 2")).to_be_visible()

    use()
    notebook.button("notebook:interrupt-kernel")
    expect(interact.locator(".jp-OutputArea-output:visible", has_text="was stopped").first).to_be_visible()
    expect(search.locator(".plk-status")).to_have_text("The search was stopped.")
    for end in (kill, restart):
        again(notebook)
        use()
        end(notebook, lab)
        told(interact)
        warned(search)
    notebook.idle()
    works(notebook)


def test_traced_cell_and_debugger(opened: Callable[..., Notebook], lab: Lab):
    """A cell that is traced, and one that has stopped at a breakpoint."""
    notebook = opened()
    for end in (kill, restart):
        traced = notebook.type(ENDLESS)
        expect(traced.locator(".jp-OutputArea-output", has_text="begun")).to_be_visible()
        end(notebook, lab)
        if end is kill:
            expect(traced.locator(".jp-OutputArea-output", has_text="killed by signal 9")).to_be_visible()
        notebook.idle()
        works(notebook)

    functions = notebook.type(FUNCTION)
    expect(functions.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\d"))
    toggle(notebook)
    breakpoint(functions, 3)
    for end in (kill, restart):
        call = notebook.type(CALL)
        current(notebook, "s = s.Rotate(1)")
        expect(variable(notebook, "times")).to_contain_text("2")  # the last that the page asks for: a late answer would be shown after the end
        end(notebook, lab)
        if end is kill:
            expect(call.locator(".jp-OutputArea-output", has_text="killed by signal 9")).to_be_visible()
        expect(notebook.page.locator(".jp-DebuggerEditor-highlight"), f"a line stays marked after {end.__name__}").to_have_count(0)
        notebook.idle()
        works(notebook)
