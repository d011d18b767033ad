# SPDX-License-Identifier: BSD-3-Clause

"""Widgets without their kernel: in a notebook that is opened again, and in JupyterLab without anywidget."""

from __future__ import annotations

import json

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Judged
from lab import LIVE, Lab, Notebook
from test_play import PAIR, solve_by_keys

pytestmark = pytest.mark.polka

GONE = "The kernel of this widget has ended. Run the cell again for a new one."
TROUBLE = ("model not found", "Loading widget", "Error displaying widget")

CELLS = [
    'n := widget.IntSlider(1, 12).Label("n")\nn',
    "widget.Interact(func(rows int) any { return cover.Rectangle(rows, 4) }, []int{2, 5, 1, 2})",
    PAIR.removesuffix("\nerr") + "\ngame",
    "ed, _ := play.NewEditor(cover.Rectangle(3, 4))\ned",
    'widget.NewModule("export default { render({ el }) { el.textContent = 6 * 7; } }", "", nil)',
]


def rows(page: Page, cell: int) -> Locator:
    """The outputs of a cell that are seen."""
    return page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{cell}'] .jp-Cell-outputWrapper .jp-Cell-outputArea > .jp-OutputArea-child:visible")


def trouble(page: Page) -> list[str]:
    return [text for text in TROUBLE if page.locator(f".jp-Notebook :text('{text}'):visible").count()]


def look(page: Page) -> None:
    """The last pictures of the widgets, with a sentence, and no errors of JupyterLab."""
    expect(rows(page, 0).last).to_contain_text("IntSlider n = 4")
    expect(rows(page, 0).last).to_contain_text(GONE)
    expect(rows(page, 1).locator("img").last).to_be_visible()
    expect(rows(page, 1).last).to_contain_text(GONE)
    expect(rows(page, 2).locator(".plk-game")).to_be_visible()
    expect(rows(page, 3).locator("img")).to_be_visible()
    expect(rows(page, 4)).to_contain_text(GONE)
    assert trouble(page) == []


@pytest.mark.fresh
def test_a_notebook_that_is_opened_again(judged: Judged, browser: Browser, lab: Lab):
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    file = lab.folder / "again.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS], metadata={"kernelspec": spec}), file)
    first = Notebook(browser, lab, file.name)
    first.run_all()
    page = first.page
    expect(rows(page, 2).locator(LIVE)).to_be_visible()
    expect(rows(page, 4)).to_contain_text("42")
    handle = rows(page, 0).locator(".noUi-handle")
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    for cell in range(len(CELLS)):
        expect(rows(page, cell)).to_have_count(2 if cell == 1 else 1)
    first.screenshot("stills-live")
    first.until("() => JSON.stringify(window.jupyterapp.shell.currentWidget.content.model.toJSON()).includes('IntSlider n = 4')")
    first.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
    first.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    first.close()

    again = Notebook(browser, lab, file.name)
    page = again.page
    look(page)
    solve_by_keys(page, rows(page, 2).locator(".plk-game"))
    again.screenshot("stills-new-kernel")
    page.evaluate("""async (path) => {
        const {shell, commands} = window.jupyterapp;
        await shell.currentWidget.context.save();
        await shell.currentWidget.sessionContext.shutdown();
        shell.currentWidget.close();
        await commands.execute('docmanager:open', {path, kernelPreference: {shouldStart: false, canStart: false}});
    }""", lab.path(file.name))
    expect(page.locator(".jp-Toolbar-kernelName:visible")).to_have_text("No Kernel")
    look(page)
    again.close()

    content = json.loads(file.read_text())
    content["cells"][0]["outputs"][0]["data"]["text/html"] += "changed"  # so JupyterLab does not trust it
    file.write_text(json.dumps(content))
    stranger = Notebook(browser, lab, file.name)
    page = stranger.page
    expect(rows(page, 0).first).to_contain_text("changed")
    for cell in (1, 2, 3):
        expect(rows(page, cell).locator("img")).to_be_visible()
    assert trouble(page) == []
    stranger.close()


@pytest.mark.fresh
def test_without_anywidget(judged: Judged, browser: Browser, lab: Lab):
    """JupyterLab shows a picture and says what is missing; with anywidget it does not."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), lab.folder / "empty.ipynb")
    notebook = Notebook(browser, lab, "empty.ipynb", without="**/anywidget/**")
    cell = notebook.type(CELLS[2])
    expect(cell.locator(".jp-OutputArea-output img:visible")).to_have_count(1)
    expect(cell.locator(".polka-missing")).to_be_visible()
    expect(cell.locator(".polka-missing")).to_contain_text("pip install anywidget")
    expect(cell.get_by_text(GONE)).not_to_be_visible()
    assert trouble(notebook.page) == []
    notebook.screenshot("stills-without-anywidget")
    notebook.close()
