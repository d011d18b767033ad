"""A real JupyterLab in a real browser: open a notebook, run it, look at the pictures, press Stop, restart, run again.

The pictures of the screen are written to build/screenshots, in the light and in the dark theme, to be looked at.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from conftest import ROOT, Judged, missing
from test_clients import TOUR, little

pytestmark = [pytest.mark.timeout(300), pytest.mark.xdist_group("browser")]

SCREENSHOTS = ROOT / "build/screenshots"
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]
LONG = 60_000  # milliseconds


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium."""
    found = os.environ.get("POLKA_CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not found:
        missing("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM)
        yield browser
        browser.close()


class Lab:
    """A JupyterLab server of our own, with a folder of notebooks."""

    def __init__(self, judged: Judged, directory: Path):
        self.folder = directory / "notebooks"
        self.folder.mkdir()
        self.token = secrets.token_hex(16)
        self.env = {**judged.jupyter_env(directory), "JUPYTER_PLATFORM_DIRS": "1"}
        self.log = directory / "server.log"
        settings = directory / "home/settings/@jupyterlab"
        for name, content in {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            "docmanager-extension/plugin": {"autosave": False},
        }.items():
            file = settings / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content))
        argv = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser", "--ServerApp.port=0",
                "--ServerApp.port_retries=0", f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.folder}",
                "--ServerApp.terminals_enabled=False", f"--LabServerApp.user_settings_dir={settings.parent}",
                f"--LabApp.user_settings_dir={settings.parent}", f"--LabApp.workspaces_dir={directory / 'home/workspaces'}"]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(argv, env=self.env, cwd=directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.url = self.wait_for_url()

    def wait_for_url(self) -> str:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline and self.process.poll() is None:
            if found := re.search(r"http://(127\.0\.0\.1|localhost):\d+/", self.log.read_text()):
                url = found[0]
                with contextlib.suppress(OSError):
                    if urlopen(f"{url}api?token={self.token}", timeout=10).status == 200:
                        return url
            time.sleep(0.1)
        raise AssertionError(f"no server:\n{self.log.read_text()[-3000:]}")

    def close(self) -> None:
        """End the server as Control-C twice does, and the kernels with it."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def lab(judged: Judged, directory: Path) -> Iterator[Lab]:
    """A server for one test: a second page would find the tabs of the first in its workspace."""
    lab = Lab(judged, directory)
    yield lab
    lab.close()


class Notebook:
    """An open notebook, driven as a person drives it: buttons, keys, eyes."""

    def __init__(self, browser: Browser, lab: Lab, name: str):
        self.context = browser.new_context(viewport={"width": 1280, "height": 1600})
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{lab.url}lab/tree/{name}?token={lab.token}", timeout=LONG)
        self.panel = self.page.locator(".jp-NotebookPanel:visible")
        expect(self.panel).to_be_visible(timeout=LONG)
        self.until("""async () => {
            const panel = window.jupyterapp?.shell.currentWidget;
            if (!panel?.context || !panel.sessionContext) return false;
            await Promise.all([panel.context.ready, panel.sessionContext.ready, panel.revealed]);
            return panel.sessionContext.session?.kernel?.status === 'idle';
        }""")
        self.idle()

    def close(self) -> None:
        self.context.close()

    def until(self, condition: str, arg: object = None) -> None:
        """Wait until a function of the page's gives something true."""
        deadline = time.monotonic() + 2 * LONG / 1000
        while not self.page.evaluate(condition, arg):
            assert time.monotonic() < deadline, f"never: {condition}"
            self.page.wait_for_timeout(50)

    def status(self, text: str) -> None:
        """Wait for what the kernel's status light says."""
        expect(self.panel.locator(f".jp-Notebook-ExecutionIndicator[data-status='{text}']")).to_be_visible(timeout=LONG)

    def idle(self) -> None:
        self.status("idle")

    def button(self, command: str) -> None:
        """Press a button of the notebook's toolbar."""
        self.panel.locator(f".jp-Toolbar [data-command='{command}']").first.click()

    def confirm(self) -> None:
        """Say yes to the question that has opened."""
        self.page.locator(".jp-Dialog .jp-mod-accept").click()

    def menu(self, *path: str) -> None:
        """Choose from the menu bar."""
        self.page.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{path[0]}$")).click()
        for label in path[1:]:
            self.page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{label}$")).first.click()

    def run_all(self) -> None:
        """Run > Run All Cells, and wait until the last one has its number."""
        self.menu("Run", "Run All Cells")
        self.done()

    def done(self) -> None:
        """Wait until every code cell has run, and so has its number, or one has failed."""
        self.until(
            """() => {
                const model = window.jupyterapp.shell.currentWidget.content.model;
                const cells = [...model.cells].filter(c => c.type === 'code');
                const failed = c => c.outputs.toJSON().some(o => o.output_type === 'error');
                return cells.every(c => c.executionCount > 0) || cells.some(failed);
            }""")
        self.idle()

    def outputs(self) -> list[dict]:
        """The outputs as they would be stored, each with the number of its cell."""
        return self.page.evaluate(
            """() => [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap(
                (c, i) => c.type === 'code' ? c.outputs.toJSON().map(o => ({cell: i, ...o})) : [])""")

    def length(self) -> int:
        """The number of cells."""
        return self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.cells.length")

    def delete_from(self, index: int) -> None:
        """Delete the cell of that index and all behind it."""
        self.page.evaluate("""i => {
            const model = window.jupyterapp.shell.currentWidget.content.model;
            model.sharedModel.deleteCellRange(i, model.cells.length);
        }""", index)

    def write(self, code: str) -> Locator:
        """Write code into a new cell at the end; the cell."""
        count = self.length()
        self.panel.locator(".jp-Notebook-footer").click()
        self.until("""n => {
            const notebook = window.jupyterapp.shell.currentWidget.content;
            return notebook.model.cells.length === n + 1 && notebook.activeCellIndex === n
                && document.activeElement.closest('.jp-Cell') === notebook.activeCell.node;
        }""", arg=count)
        self.page.keyboard.press("Enter")
        self.until("""() => window.jupyterapp.shell.currentWidget.content.mode === 'edit'
            && document.activeElement.closest('.jp-Cell .cm-editor')""")
        self.page.keyboard.insert_text(code)
        assert self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource()") == code
        return self.panel.locator(f".jp-Cell[data-windowed-list-index='{count}']")

    def type(self, code: str) -> Locator:
        """Write code into a new cell at the end and run it; the cell."""
        cell = self.write(code)
        self.page.keyboard.press("Control+Enter")
        return cell

    def theme(self, name: str) -> None:
        self.page.evaluate("name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
        expect(self.page.locator(f"body[data-jp-theme-name='{name}']")).to_be_attached(timeout=LONG)

    def screenshot(self, name: str) -> None:
        """The whole notebook as one long picture: the window is made as high as its content."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        outer = self.panel.locator(".jp-WindowedPanel-outer").first
        for _ in range(3):  # cells that come into sight have their true height only then
            height = outer.evaluate("e => e.scrollHeight")
            self.page.set_viewport_size({"width": 1280, "height": min(int(height) + 130, 12000)})
            self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        outer.evaluate("e => e.scrollTo(0, 0)")
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")
        self.page.set_viewport_size({"width": 1280, "height": 1600})


@pytest.fixture
def notebook(judged: Judged, lab: Lab, browser: Browser) -> Iterator[Notebook]:
    """The tour, without outputs, open in JupyterLab; for another kernel than Polka a little notebook."""
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
    """The pictures that are really drawn on the page: where, how large, in how many colours."""
    return notebook.page.evaluate(
        """() => [...document.querySelectorAll('.jp-OutputArea-output svg, .jp-OutputArea-output img')].map(e => {
            const box = e.getBoundingClientRect();
            const fills = new Set([...e.querySelectorAll('*')].map(x => getComputedStyle(x).fill));
            return {tag: e.tagName.toLowerCase(), width: box.width, height: box.height, fills: fills.size,
                    loaded: e.tagName.toLowerCase() === 'svg' || e.naturalWidth > 0};
        })""")


def test_the_tour(judged: Judged, notebook: Notebook):
    """Run all, look, stop an endless cell, find the variables, restart, run again."""
    notebook.run_all()
    first = notebook.outputs()
    assert not [output for output in first if output["output_type"] == "error"], first
    if judged.is_polka:
        notebook.screenshot("tour-light")
        drawn = pictures(notebook)
        assert len(drawn) >= 4
        assert all(p["loaded"] and p["width"] >= 40 and p["height"] >= 20 for p in drawn), drawn
        assert max(p["fills"] for p in drawn) >= 4, "a tiling has four colours"
        assert len([*notebook.page.locator(".jp-OutputArea-output svg [id]").all()]) == 0
        notebook.theme("JupyterLab Dark")
        notebook.screenshot("tour-dark")
        notebook.theme("JupyterLab Light")

    cells = judged.language
    first_own = notebook.length()
    notebook.type(cells.let.format(name="n", number=1))
    notebook.type(cells.let.format(name="kept", number=1234567))
    loop = notebook.type(cells.endless)
    expect(loop.locator(".jp-OutputArea-output")).to_contain_text("started", timeout=LONG)
    notebook.status("busy")
    notebook.button("notebook:interrupt-kernel")
    notebook.idle()
    expect(loop.locator(".jp-OutputArea-output").last).to_contain_text(re.compile("Interrupt"), timeout=LONG)
    if judged.is_polka:
        notebook.screenshot("stopped-light")
    kept = notebook.type(cells.get.format(name="kept"))
    expect(kept.locator(".jp-OutputArea-output")).to_contain_text("1234567", timeout=LONG)
    beyond = int(judged.is_polka)
    search = notebook.type(cells.long_native if beyond else cells.blocked)
    expect(search.locator(".jp-OutputArea-output")).to_contain_text("started", timeout=LONG)
    notebook.button("notebook:interrupt-kernel")
    notebook.idle()
    expect(search.locator(".jp-OutputArea-output").last).to_contain_text(re.compile("Interrupt"), timeout=LONG)

    notebook.delete_from(first_own)
    notebook.button("notebook:restart-kernel")
    notebook.confirm()
    notebook.idle()
    gone = notebook.type(cells.get.format(name="kept"))
    expect(gone.locator(".jp-OutputArea-output")).to_contain_text("kept", timeout=LONG)
    expect(gone.locator(".jp-OutputArea-output")).not_to_contain_text("1234567")
    expect(gone.locator(".jp-InputPrompt")).to_contain_text("[1]:")
    notebook.delete_from(first_own)

    notebook.button("notebook:restart-run-all")
    notebook.confirm()
    notebook.done()
    assert stable(notebook.outputs()) == stable(first), "the same notebook shows the same"


def stable(outputs: list[dict]) -> list[str]:
    """Outputs as text that does not depend on the run."""
    return [json.dumps({k: v for k, v in output.items() if k != "execution_count"}, sort_keys=True) for output in outputs]


@pytest.mark.polka
def test_help_while_typing(notebook: Notebook):
    """Tab completes and Shift+Tab explains, in the editor."""
    page = notebook.page
    notebook.type("import \"strings\"")
    notebook.write("strings.ToUpp")
    page.keyboard.press("Tab")
    expect(page.locator(".jp-Completer:visible")).to_contain_text("ToUpperSpecial", timeout=LONG)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    page.keyboard.insert_text("er")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".jp-Tooltip:visible")).to_contain_text("func ToUpper(s string) string", timeout=LONG)
    notebook.screenshot("help-light")


@pytest.mark.polka
def test_input_in_the_page(notebook: Notebook):
    """A question opens a box under the cell; the answer goes on."""
    cell = notebook.type('import "polka/kernel/display"\n\nname := display.Input("Your name? ")\n"Hello, " + name')
    box = cell.locator(".jp-Stdin-input")
    expect(box).to_be_visible(timeout=LONG)
    box.fill("Ada")
    box.press("Enter")
    expect(cell.locator(".jp-OutputArea-executeResult")).to_contain_text("Hello, Ada", timeout=LONG)


@pytest.mark.polka
def test_crash_in_the_page(notebook: Notebook):
    """A cell that ends its process shows why, and the notebook goes on: no dialog about a dead kernel."""
    notebook.type("func Double(n int) int { return 2 * n }")
    cell = notebook.type("func deep(n int) int { return deep(n+1) + 1 }\n\ndeep(0)")
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text(re.compile("stack|recursion"), timeout=LONG)
    after = notebook.type("Double(21)")
    expect(after.locator(".jp-OutputArea-output")).to_contain_text("42", timeout=LONG)
    expect(notebook.page.locator(".jp-Dialog")).to_have_count(0)
    notebook.screenshot("crash-light")


@pytest.mark.polka
def test_errors_in_the_page(notebook: Notebook):
    """Errors are read by people: a picture of each kind in both themes."""
    for code in ("x := 1\ny := x + \"a\"\nz := undefinedName", "func at(i int) int {\n\treturn []int{1, 2, 3}[i]\n}\n\nat(5)",
                 "for i := 0 {\n}", 'import "os"\n\nos.Exit(3)'):
        cell = notebook.type(code)
        expect(cell.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr'], .jp-OutputArea-output").first).to_be_visible(timeout=LONG)
    notebook.screenshot("errors-light")
    notebook.theme("JupyterLab Dark")
    notebook.screenshot("errors-dark")


@pytest.mark.polka
def test_the_kernel_is_offered(lab: Lab, browser: Browser):
    """The launcher has a card with our name and logo."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{lab.url}lab?token={lab.token}", timeout=LONG)
    card = page.locator(".jp-LauncherCard[title*='Polka (Go)']").first
    expect(card).to_be_visible(timeout=LONG)
    image = card.locator("img")
    expect(image).to_be_visible(timeout=LONG)
    assert image.evaluate("e => e.complete && e.naturalWidth > 0")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "launcher-light.png")
    context.close()
