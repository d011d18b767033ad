# SPDX-License-Identifier: BSD-3-Clause

"""Widgets in JupyterLab: shown, moved and clicked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lab import Notebook
from test_play import look_at
from test_widgets import SEARCH

pytestmark = pytest.mark.polka


def test_slider_and_button(notebook: Notebook):
    cell = notebook.type('n := widget.IntSlider(1, 12).Label("n").OnChange(func(n int) { fmt.Println("moved to", n) })\n'
                         'widget.VBox(n, widget.NewButton("go").OnClick(func() { fmt.Println("n is", n.Value()) }))')
    handle = cell.locator(".noUi-handle")
    expect(handle).to_be_visible()
    handle.focus()
    for _ in range(3):
        notebook.page.keyboard.press("ArrowRight")
    expect(cell.locator(".widget-readout")).to_have_text("4")
    # ipywidgets holds a value back while the kernel works on the one before, but no click.
    expect(cell.locator(".jp-OutputArea-output", has_text="moved to 4")).to_be_visible()
    cell.locator("button.jupyter-button").click()
    expect(cell.locator(".jp-OutputArea-output", has_text="n is 4")).to_be_visible()
    after = notebook.type("n.Set(9)\nn.Value()")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("9")
    expect(cell.locator(".widget-readout")).to_have_text("9")


def test_every_control(notebook: Notebook):
    """All controls, in windows of two sizes, in both themes: nothing is cut off, and texts have at least 11 pixels."""
    cell = notebook.type(
        'widget.Tab([]string{"controls", "text"}, widget.HBox(widget.VBox(widget.IntSlider(1, 12).Label("int"), widget.FloatSlider(0, 1).Label("float"), '
        'widget.FloatLogSlider(-2, 4).Label("log"), widget.IntRangeSlider(1, 9).Label("range"), widget.FloatRangeSlider(0, 1).Label("range"), '
        'widget.SelectionSlider("a", "b").Label("choice"), widget.IntProgress(9).Set(4).Label("progress"), widget.Play(0, 9)), '
        'widget.VBox(widget.Checkbox("check"), widget.ToggleButton("toggle"), widget.ToggleButtons("one", "two").Label("buttons"), '
        'widget.Dropdown("a", "b").Label("menu"), widget.RadioButtons("a", "b").Label("radio"), widget.Select("a", "b").Label("list"), '
        'widget.NewButton("press").Style("primary"))), '
        'widget.VBox(widget.TextField().Label("text"), widget.Textarea().Label("area"), widget.Combobox("a").Label("combo"), widget.Label("a label")))')
    expect(cell.locator(".noUi-handle").first).to_be_visible()
    look_at(notebook, cell, "widgets-lab")
    small = cell.evaluate("""cell => [...cell.querySelectorAll('.jp-OutputArea *')].filter(e => e.checkVisibility() &&
        [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 11).map(e => e.textContent)""")
    assert not small


def test_interact_over_a_tiling(notebook: Notebook):
    code = ("widget.Interact(func(rows int) any {\n\tdisplay.Show(cover.Rectangle(rows, 10))\n\tif rows > 8 {\n\t\t" + SEARCH +
            "\n\t}\n\treturn rows\n}, []int{3, 12, 1, 3})")
    cell = notebook.type(code)
    picture = cell.locator(".jupyter-widgets-output-area, .widget-output").first
    expect(picture.locator("img, svg").first).to_be_visible()
    handle = cell.locator(".noUi-handle")
    handle.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(picture).to_contain_text(re.compile("4"))
    look_at(notebook, cell, "interact-lab")
    notebook.theme("JupyterLab Light")
    for _ in range(6):
        handle.press("ArrowRight")  # another theme may take the focus away
    expect(handle).to_have_attribute("aria-valuenow", "10.0")
    expect(picture).not_to_contain_text(re.compile("4"))  # the search goes on, and only the board is there
    after = notebook.type("6 * 7")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("42")
