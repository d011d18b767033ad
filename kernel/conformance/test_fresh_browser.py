# SPDX-License-Identifier: BSD-3-Clause

"""Stale cells in a browser: the mark beneath the outputs and at the prompt, and the commands of our extension; sliders that are moved."""

from __future__ import annotations

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, expect

from conftest import Judged
from lab import Lab, Notebook

pytestmark = pytest.mark.polka

STALE = ".polka-stale"


def output(cell: Locator) -> Locator:
    return cell.locator(".jp-OutputArea-output")


def command(notebook: Notebook, name: str) -> None:
    notebook.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)
    notebook.idle()


def stale_cells(notebook: Notebook) -> tuple[Locator, Locator]:
    """Three cells, the second of which is stale; and the second and the last."""
    notebook.type("x := 1")
    y = notebook.type("y := x + 1\ny")
    expect(output(y)).to_have_text(["2"])
    return y, notebook.type("x = 10")


def test_extension(notebook: Notebook, lab: Lab):
    """The mark appears at the prompt and is not saved; the commands run the stale cell, and a cell with what it needs."""
    y, last = stale_cells(notebook)
    expect(output(y)).to_have_text(["2", "stale: x has changed, cell 3"])
    expect(notebook.panel.locator(STALE)).to_have_count(1)
    expect(y.locator(".jp-InputPrompt")).to_have_attribute("title", "stale: x has changed, cell 3")
    assert y.locator(".jp-InputPrompt").evaluate("e => getComputedStyle(e, '::after').width") == "8px"

    notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
    saved = nbformat.read(lab.folder / "empty.ipynb", as_version=4)
    assert [len(cell.outputs) for cell in saved.cells] == [0, 0, 1, 0] and "stale" not in str(saved)
    expect(notebook.panel.locator(STALE)).to_have_count(1)  # it is still on the page

    command(notebook, "polka:run-stale-cells")
    expect(notebook.panel.locator(STALE)).to_have_count(0)
    expect(output(y)).to_have_text(["11"])
    expect(y.locator(".jp-InputPrompt")).to_contain_text("[2]:")

    other = notebook.type("z := 5\nz")
    expect(output(other)).to_have_text(["5"])
    here = notebook.type("y * 100")
    expect(output(here)).to_have_text(["1100"])
    command(notebook, "polka:restart-and-run-to-here")
    expect(output(here)).to_have_text(["all definitions have been removed; running 3 cells", "1100"])
    expect(here.locator(".jp-InputPrompt")).to_contain_text("[6]:")
    gone = notebook.type("z")
    expect(output(gone)).to_contain_text(["undefined: z"])


@pytest.mark.fresh
@pytest.mark.parametrize("where", ["JupyterLab without the extension", "Jupyter Notebook"])
def test_other_pages(judged: Judged, lab: Lab, browser: Browser, where: str):
    """The line beneath the outputs comes and goes, and %rerun works; Jupyter Notebook has the extension, too."""
    spec = {"name": judged.name, "display_name": "Polka", "language": "go"}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), lab.folder / "empty.ipynb")
    plain = where != "Jupyter Notebook"
    if plain:
        notebook = Notebook(browser, lab, "empty.ipynb", without="**/polka-cells/**")
    else:
        notebook = Notebook(browser, lab, "empty.ipynb", address=f"{lab.url}notebooks/{lab.path('empty.ipynb')}?token={lab.token}")
    y, last = stale_cells(notebook)
    expect(output(y)).to_have_text(["2", "stale: x has changed, cell 3"])
    expect(notebook.panel.locator(STALE)).to_have_count(0 if plain else 1)
    rerun = notebook.type("%rerun")
    expect(output(rerun)).to_have_text(["running 1 cell again"])
    expect(output(y)).to_have_text(["11"])
    expect(notebook.panel.locator(STALE)).to_have_count(0)
    notebook.close()
    # Jupyter Notebook misses a schema of settings if its server is that of JupyterLab, with or without the extension.
    assert not [complaint for complaint in notebook.complaints if plain or "polka" in complaint]


def test_slider(notebook: Notebook):
    """Moving a slider marks the cells that have read it; with %reactive on they run, and the slider keeps the focus."""
    slider = notebook.type("n := widget.IntSlider(1, 12)\nn")
    handle = slider.locator(".noUi-handle")
    expect(handle).to_be_visible()
    square = notebook.type("square := n.Value() * n.Value()\nsquare")
    more = notebook.type("square + 1")
    expect(output(more)).to_have_text(["2"])
    handle.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(output(square)).to_have_text(["1", "stale: n was moved"])
    expect(output(more)).to_have_text(["2", "stale: square is stale, cell 2"])
    notebook.type("%reactive on")
    expect(output(square)).to_have_text(["4"])
    handle.focus()
    for _ in range(6):
        notebook.page.keyboard.press("ArrowRight")
    expect(output(square)).to_have_text(["64"])
    expect(output(more)).to_have_text(["65"])
    expect(notebook.panel.locator(STALE)).to_have_count(0)
    expect(handle).to_be_focused()
