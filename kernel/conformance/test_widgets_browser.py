"""Widgets in JupyterLab: shown, moved and clicked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lab import LONG, Notebook
from test_widgets import SEARCH

pytestmark = [pytest.mark.polka, pytest.mark.timeout(300)]


def test_slider_and_button(notebook: Notebook):
    cell = notebook.type('n := widget.IntSlider(1, 12).Label("n")\nwidget.VBox(n, widget.NewButton("go").OnClick(func() { fmt.Println("n is", n.Value()) }))')
    handle = cell.locator(".noUi-handle")
    expect(handle).to_be_visible(timeout=LONG)
    handle.focus()
    for _ in range(3):
        notebook.page.keyboard.press("ArrowRight")
    expect(cell.locator(".widget-readout")).to_have_text("4")
    cell.locator("button.jupyter-button").click()
    expect(cell.locator(".jp-OutputArea-output", has_text="n is 4")).to_be_visible(timeout=LONG)
    after = notebook.type("n.Set(9)\nn.Value()")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("9", timeout=LONG)
    expect(cell.locator(".widget-readout")).to_have_text("9", timeout=LONG)


def test_interact_over_a_tiling(notebook: Notebook):
    code = ("widget.Interact(func(rows int) any {\n\tdisplay.Show(cover.Rectangle(rows, 10))\n\tif rows > 8 {\n\t\t" + SEARCH +
            "\n\t}\n\treturn rows\n}, []int{3, 12})")
    cell = notebook.type(code)
    picture = cell.locator(".jupyter-widgets-output-area, .widget-output").first
    expect(picture.locator("img, svg").first).to_be_visible(timeout=LONG)
    handle = cell.locator(".noUi-handle")
    handle.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(picture).to_contain_text(re.compile("4"), timeout=LONG)
    notebook.screenshot("interact-light")
    for _ in range(6):
        notebook.page.keyboard.press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuenow", "10.0")
    expect(picture).not_to_contain_text(re.compile("4"))  # the search goes on, and only the board is there
    notebook.theme("JupyterLab Dark")
    notebook.screenshot("interact-dark")
    after = notebook.type("6 * 7")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("42", timeout=LONG)
