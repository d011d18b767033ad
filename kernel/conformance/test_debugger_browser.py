# SPDX-License-Identifier: BSD-3-Clause

"""The debugger in a real JupyterLab: toggled, stopped at a breakpoint, stepped, continued."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from lab import SCREENSHOTS, Notebook
from test_play import SIZES, settle

pytestmark = [pytest.mark.polka, pytest.mark.fresh]

FUNCTION = """func rotated(s shapes.Shape, times int) shapes.Shape {
    for range times {
        s = s.Rotate(1)
    }
    return s
}"""
# Counts how often the cell has stopped, where the line says nothing: that of the second turn is the same.
STOPS = """() => {
    window.stops = 0;
    const {kernel} = window.jupyterapp.shell.currentWidget.sessionContext.session;
    kernel.iopubMessage.connect((_, {header, content}) => {
        if (header.msg_type === 'debug_event' && content.event === 'stopped')
            window.stops++;
    });
}"""
CALL = "piece := shapes.Pentominoes()[3]\nsize := rotated(piece, 2).Size()\nsize * 2"


def toggle(notebook: Notebook) -> None:
    """Press the bug."""
    button = notebook.panel.locator(".jp-DebuggerBugButton")
    expect(button).to_be_enabled()
    button.click()
    notebook.until("() => document.querySelector('#jp-debugger-sidebar')?.checkVisibility()")


def breakpoint(cell: Locator, line: int) -> None:
    """Click beside a line."""
    gutter = cell.locator(".cm-breakpoint-gutter .cm-gutterElement")
    gutter.nth(line).click()
    expect(gutter.nth(line).locator(".cm-breakpoint-icon")).to_be_visible()


def variable(notebook: Notebook, name: str) -> Locator:
    return notebook.page.get_by_role("treeitem", name=re.compile(f"^{name}:")).first


def command(notebook: Notebook, name: str) -> None:
    button = notebook.page.locator(f"#jp-debugger-sidebar [data-command='debugger:{name}']").first
    expect(button).to_be_enabled()
    button.click()


def current(notebook: Notebook, text: str) -> None:
    """Wait until a line is highlighted."""
    expect(notebook.page.locator(".jp-DebuggerEditor-highlight")).to_have_text(re.compile(re.escape(text)))


def picture(notebook: Notebook, name: str) -> None:
    """What is in windows of two sizes, in both themes."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.theme(theme)
        for size, (width, height) in SIZES.items():
            notebook.page.set_viewport_size({"width": width, "height": height})
            settle(notebook.page)
            notebook.page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{theme.split()[1].lower()}.png")
    width, height = SIZES["wide"]  # a narrow window hides buttons
    notebook.page.set_viewport_size({"width": width, "height": height})


def test_breakpoint(notebook: Notebook):
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    functions = notebook.type(FUNCTION)
    expect(functions.locator(".jp-InputPrompt")).to_have_text(re.compile("1"))
    toggle(notebook)
    breakpoint(functions, 3)
    call = notebook.type(CALL)
    current(notebook, "s = s.Rotate(1)")
    expect(variable(notebook, "times")).to_contain_text("2")
    frames = notebook.page.locator(".jp-DebuggerCallstackFrame")
    expect(frames.locator(".jp-DebuggerCallstackFrame-name")).to_have_text(["rotated", "cell 2"])
    expect(frames.locator(".jp-DebuggerCallstackFrame-location")).to_have_text(["cell 1:3", "cell 2:2"])
    expect(notebook.page.locator(".jp-DebuggerBreakpoint-source")).to_have_text("cell 1")
    variable(notebook, "s").hover()
    variable(notebook, "s").locator(".jp-DebuggerVariables-renderVariable").click()
    panel = notebook.page.locator(".jp-VariableRendererPanel")
    expect(panel.locator("img, svg").first).to_be_visible()
    picture(notebook, "debugger-picture")
    notebook.page.locator(".lm-TabBar-tab", has=notebook.page.locator(".lm-TabBar-tabLabel", has_text="s - ")).locator(".lm-TabBar-tabCloseIcon").click()

    notebook.page.evaluate(STOPS)
    command(notebook, "next")
    notebook.until("() => window.stops === 1")
    current(notebook, "s = s.Rotate(1)")  # the second turn
    command(notebook, "stepOut")
    current(notebook, "size * 2")
    expect(variable(notebook, "size")).to_contain_text("5")
    picture(notebook, "debugger-stepped")
    command(notebook, "continue")
    expect(call.locator(".jp-OutputArea-executeResult")).to_contain_text("10")
    expect(notebook.page.locator(".jp-DebuggerEditor-highlight")).to_have_count(0)
    expect(frames).to_have_count(0)
    expect(variable(notebook, "size")).to_contain_text("5")  # between cells too
    toggle_off = notebook.panel.locator(".jp-DebuggerBugButton")
    toggle_off.click()
    after = notebook.type(CALL)
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("10")


def test_stop_at_a_breakpoint(notebook: Notebook):
    """Stop ends the cell, and the panel is empty again."""
    functions = notebook.type(FUNCTION)
    expect(functions.locator(".jp-InputPrompt")).to_have_text(re.compile("1"))
    toggle(notebook)
    breakpoint(functions, 3)
    call = notebook.type(CALL)
    current(notebook, "s = s.Rotate(1)")
    notebook.button("notebook:interrupt-kernel")
    expect(call.locator(".jp-OutputArea-output", has_text="the cell was stopped")).to_be_visible()
    expect(notebook.page.locator(".jp-DebuggerEditor-highlight")).to_have_count(0)
    notebook.idle()
