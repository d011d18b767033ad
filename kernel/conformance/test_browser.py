# SPDX-License-Identifier: BSD-3-Clause

"""JupyterLab in a browser: open a notebook, run it, check the pictures, press Stop, restart, run again.

Screenshots are written to build/screenshots in the light and in the dark theme.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import subprocess
import sys
from typing import Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, expect

from conftest import Judged
from lab import LONG, SCREENSHOTS, Lab, Notebook
from test_clients import TOUR, little
from test_widgets import VIEW


@pytest.fixture
def notebook(judged: Judged, lab: Lab, browser: Browser) -> Iterator[Notebook]:
    """The tour, without outputs, open in JupyterLab; for other kernels than Polka a small notebook."""
    file = lab.folder / f"tour-{secrets.token_hex(4)}.ipynb"
    content = nbformat.read(TOUR, as_version=4) if judged.is_polka else little(judged)
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(content, file)
    notebook = Notebook(browser, lab, file.name)
    yield notebook
    notebook.close()
    assert not notebook.complaints


def pictures(notebook: Notebook) -> list[dict]:
    """The sizes of the pictures that are drawn on the page, without the parts of a puzzle by hand."""
    return notebook.page.evaluate(
        """() => [...document.querySelectorAll('.jp-OutputArea-output svg, .jp-OutputArea-output img')].filter(e => !e.closest('.plk-play')).map(e => {
            const box = e.getBoundingClientRect();
            return {width: box.width, height: box.height, loaded: e.tagName.toLowerCase() === 'svg' || e.naturalWidth > 0};
        })""")


def test_the_tour(judged: Judged, notebook: Notebook):
    """Run all, check, stop an endless cell, check the variables, restart, run again."""
    notebook.run_all()
    first = notebook.outputs()
    assert not [output for output in first if output["output_type"] == "error"], first
    if judged.is_polka:
        move_the_slider(notebook)
        notebook.screenshot("tour-light")
        drawn = pictures(notebook)
        assert len(drawn) >= 4
        assert all(p["loaded"] and p["width"] >= 40 and p["height"] >= 20 for p in drawn), drawn
        notebook.theme("JupyterLab Dark")
        notebook.screenshot("tour-dark")
        notebook.theme("JupyterLab Light")

    cells = judged.language
    first_own = notebook.length()
    notebook.type(cells.let.format(name="n", number=1))
    notebook.type(cells.let.format(name="kept", number=1234567))
    loop = notebook.type(cells.endless)
    expect(loop.locator(".jp-OutputArea-output")).to_contain_text("started")
    notebook.status("busy")
    notebook.button("notebook:interrupt-kernel")
    notebook.idle()
    expect(loop.locator(".jp-OutputArea-output").last).to_contain_text(re.compile("Interrupt"))
    if judged.is_polka:
        notebook.screenshot("stopped-light")
    kept = notebook.type(cells.get.format(name="kept"))
    expect(kept.locator(".jp-OutputArea-output")).to_contain_text("1234567")
    beyond = int(judged.is_polka)
    search = notebook.type(cells.long_native if beyond else cells.blocked)
    expect(search.locator(".jp-OutputArea-output")).to_contain_text("started")
    notebook.button("notebook:interrupt-kernel")
    notebook.idle()
    expect(search.locator(".jp-OutputArea-output").last).to_contain_text(re.compile("Interrupt"))

    notebook.delete_from(first_own)
    notebook.button("notebook:restart-kernel")
    notebook.confirm()
    notebook.idle()
    gone = notebook.type(cells.get.format(name="kept"))
    expect(gone.locator(".jp-OutputArea-output")).to_contain_text("kept")
    expect(gone.locator(".jp-OutputArea-output")).not_to_contain_text("1234567")
    expect(gone.locator(".jp-InputPrompt")).to_contain_text("[1]:")
    notebook.delete_from(first_own)

    notebook.clear()  # otherwise the cells would look done before the restart
    notebook.button("notebook:restart-run-all")
    notebook.confirm()
    notebook.done()
    assert stable(notebook.outputs()) == stable(first), "the same notebook shows the same"


def stable(outputs: list[dict]) -> list[str]:
    """Outputs as text that does not depend on the run: without the ids of widgets, and without the progress bars of work that took
    more than a second, which are empty at its end.
    """
    return [json.dumps({k: v for k, v in output.items() if k != "execution_count"} | {"data": {**output.get("data", {}), VIEW: None}}, sort_keys=True)
            for output in outputs if output.get("data", {}).get("text/plain") != ""]


def move_the_slider(notebook: Notebook) -> None:
    """The slider of the tour is moved: the cells below it that depend on it run again."""
    cells = notebook.panel.locator(".jp-CodeCell")
    handle = cells.locator(".noUi-handle")
    handle.scroll_into_view_if_needed()
    expect(cells.filter(has_text="Distinct().Count()").locator(".jp-OutputArea-output")).to_have_text(["541 tilings up to symmetry"])
    for _ in range(2):
        handle.dispatch_event("keydown", {"key": "ArrowRight", "bubbles": True})  # a cell that has just ended may take the focus away
    expect(cells.locator(".widget-readout")).to_have_text("8")
    expect(cells.filter(has_text="Distinct().Count()").locator(".jp-OutputArea-output")).to_have_text(["3408 tilings up to symmetry"])
    expect(cells.filter(has_text="pieces left over").locator(".jp-OutputArea-output")).to_have_text(["pieces left over: 4"])
    notebook.idle()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    notebook.page.screenshot(path=SCREENSHOTS / "tour-slider.png")


# A round in the page: Run All, and 100 ms after the page has seen the error, the user runs the last cell. The page
# pauses after each request that it makes for Run All.
ROUND = """async ({last, pause}) => {
    const panel = window.jupyterapp.shell.currentWidget, kernel = panel.sessionContext.session.kernel;
    const sent = new Set();
    let ran = 0, answered = 0, seen;
    const error = new Promise(done => seen = done);
    const listen = (_, {direction, msg}) => {
        if (direction === 'send' && msg.header.msg_type === 'execute_request') {
            sent.add(msg.header.msg_id);
            for (const end = Date.now() + pause; Date.now() < end;);
        }
        answered += direction === 'send' && msg.header.msg_type === 'comm_close';
        if (direction === 'recv' && msg.header.msg_type === 'execute_reply') {
            const here = sent.delete(msg.parent_header.msg_id); // or the reply to a cell from before the round
            ran += here && msg.content.status === 'ok';
        }
        if (direction === 'recv' && msg.header.msg_type === 'error') seen();
    };
    kernel.anyMessage.connect(listen);
    const all = window.jupyterapp.commands.execute('notebook:run-all-cells').catch(() => 0);
    await error;
    pause = 0;
    await new Promise(done => setTimeout(done, 100));
    panel.content.deselectAll();
    panel.content.activeCellIndex = last;
    await window.jupyterapp.commands.execute('notebook:run-cell');
    await all;
    while (sent.size) await new Promise(done => setTimeout(done, 20));
    kernel.anyMessage.disconnect(listen);
    return {ran, answered, shown: panel.content.model.cells.get(last).outputs.toJSON().map(o => o.data?.['text/plain']).join()};
}"""


@contextlib.contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Processes that compute until they are ended, or for ten minutes."""
    loop = "import os, time\nend = time.monotonic() + 600\nwhile time.monotonic() < end and os.getppid() == %d: pass" % os.getpid()
    running = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.beyond_ipykernel("what it aborts depends on the time")
def test_run_all_stops_at_an_error(judged: Judged, lab: Lab, browser: Browser):
    """No cell after an error runs, although Run All sends them one by one, and however long the page pauses in between;
    a cell that the user runs 100 ms after the error does. The page answers the mark that comes with each error.
    """
    cells = judged.language
    count = [nbformat.v4.new_code_cell(cells.increment.format(name="n")) for _ in range(20)]
    last = nbformat.v4.new_code_cell(cells.get.format(name="n"))
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": cells.name}
    content = nbformat.v4.new_notebook(metadata={"kernelspec": spec}, cells=[nbformat.v4.new_code_cell(cells.error), *count, last])
    nbformat.write(content, lab.folder / "error.ipynb")
    notebook = Notebook(browser, lab, "error.ipynb")
    notebook.type(cells.let.format(name="n", number=0))
    notebook.idle()
    notebook.delete_from(len(content.cells))
    with busy_processes(int(os.environ.get("POLKA_BUSY", "0"))):
        for n in range(int(os.environ.get("POLKA_ROUNDS", "10"))):
            end = notebook.page.evaluate(ROUND, {"last": len(content.cells) - 1, "pause": 150 if n == 0 else 0})
            assert end == {"ran": 1, "answered": int(judged.is_polka), "shown": "0"}
    notebook.close()


@pytest.mark.polka
def test_help_while_typing(notebook: Notebook):
    """Tab completes and Shift+Tab shows help, in the editor."""
    page = notebook.page
    notebook.type("import \"strings\"")
    notebook.write("strings.ToUpp")
    notebook.complete("ToUpperSpecial")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    page.keyboard.insert_text("er")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".jp-Tooltip:visible")).to_contain_text("func ToUpper(s string) string")
    notebook.screenshot("help-light")


@pytest.mark.polka
def test_help_shows_pictures(notebook: Notebook):
    """Shift+Tab on a variable whose value can be drawn shows its type, its picture and one line of text."""
    page = notebook.page
    notebook.type('import "polka/cover"\n\n// board is where the pieces go.\nboard := cover.Rectangle(6, 5)\ntable := map[string]int{"a": 1}')
    notebook.write("board")
    tip = page.locator(".jp-Tooltip:visible")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.theme(theme)
        notebook.panel.locator(".jp-Cell.jp-mod-active .cm-content, .jp-Cell:last-of-type .cm-content").last.click()
        page.keyboard.press("End")
        page.keyboard.press("Shift+Tab")
        expect(tip).to_contain_text("var board cover.Board")
        expect(tip.locator("img")).to_be_visible()
        assert tip.locator("img").evaluate("e => e.complete && e.naturalWidth > 40 && e.naturalHeight > 40 && e.naturalHeight <= 150")
        assert "{" not in tip.inner_text() and "plk" not in tip.inner_text(), tip.inner_text()
        tip.screenshot(path=SCREENSHOTS / f"help-picture-{theme.split()[1].lower()}.png")
        page.keyboard.press("Escape")


@pytest.mark.polka
def test_input_in_the_page(notebook: Notebook):
    """A request for input opens a box below the cell; after the answer the cell continues."""
    cell = notebook.type('import "polka/kernel/display"\n\nname := display.Input("Your name? ")\n"Hello, " + name')
    box = cell.locator(".jp-Stdin-input")
    expect(box).to_be_visible()
    box.fill("Ada")
    box.press("Enter")
    expect(cell.locator(".jp-OutputArea-executeResult")).to_contain_text("Hello, Ada")


@pytest.mark.polka
def test_standard_input_in_the_page(notebook: Notebook):
    """A program that reads standard input gets one line after another; an empty line is a line."""
    cell = notebook.type('import (\n\t"bufio"\n\t"fmt"\n\t"os"\n)\n\nscanner := bufio.NewScanner(os.Stdin)\nlines := 0\n'
                         'for scanner.Scan() && scanner.Text() != "end" {\n\tlines++\n\tfmt.Printf("%d:%q\\n", lines, scanner.Text())\n}')
    box = cell.locator(".jp-Stdin-input:not([data-answered])")  # JupyterLab removes the last one at some time after the answer
    for answer, shown in (("Ada", '1:"Ada"'), ("", '2:""'), ("Grace Hopper", '3:"Grace Hopper"'), ("end", "")):
        expect(box).to_be_editable()
        element = box.element_handle()
        element.evaluate("e => { e.dataset.answered = 'yes' }")
        element.fill(answer)
        element.press("Enter")
        if shown:
            expect(cell.locator(".jp-OutputArea-output", has_text=shown).first).to_be_visible()
    notebook.idle()
    after = notebook.type("lines")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("3")

    # Stop ends a cell that waits for input, and the next cell can ask again.
    asks = notebook.type("scanner.Scan()")
    expect(asks.locator(".jp-Stdin-input")).to_be_visible()
    notebook.button("notebook:interrupt-kernel")
    notebook.idle()
    again = notebook.type("var name string\nfmt.Scanln(&name)\nname")
    expect(again.locator(".jp-Stdin-input")).to_be_visible()
    again.locator(".jp-Stdin-input").fill("Barbara")
    again.locator(".jp-Stdin-input").press("Enter")
    expect(again.locator(".jp-OutputArea-executeResult")).to_contain_text("Barbara")


@pytest.mark.polka
def test_crash_in_the_page(notebook: Notebook):
    """A cell that ends its process shows the reason, and the notebook continues: no dialog about a dead kernel."""
    notebook.type("func Double(n int) int { return 2 * n }")
    cell = notebook.type("func deep(n int) int { return deep(n+1) + 1 }\n\ndeep(0)")
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text(re.compile("stack|recursion"))
    after = notebook.type("Double(21)")
    expect(after.locator(".jp-OutputArea-output")).to_contain_text("42")
    expect(notebook.page.locator(".jp-Dialog")).to_have_count(0)
    notebook.screenshot("crash-light")


@pytest.mark.polka
def test_errors_in_the_page(notebook: Notebook):
    """Screenshots of each kind of error in both themes."""
    for code in ("x := 1\ny := x + \"a\"\nz := undefinedName", "func at(i int) int {\n\treturn []int{1, 2, 3}[i]\n}\n\nat(5)",
                 "for i := 0 {\n}", 'import "os"\n\nos.Exit(3)'):
        cell = notebook.type(code)
        expect(cell.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr'], .jp-OutputArea-output").first).to_be_visible()
    notebook.screenshot("errors-light")
    notebook.theme("JupyterLab Dark")
    notebook.screenshot("errors-dark")


@pytest.mark.polka
def test_the_kernel_is_offered(lab: Lab, browser: Browser):
    """The launcher has a card with our name and logo."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab.address(""), timeout=LONG)
    card = page.locator(".jp-LauncherCard[title*='Polka (Go)']").first
    expect(card).to_be_visible()
    image = card.locator("img")
    expect(image).to_be_visible()
    assert image.evaluate("e => e.complete && e.naturalWidth > 0")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "launcher-light.png")
    context.close()
