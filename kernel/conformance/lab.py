"""A JupyterLab server, and a browser that uses a notebook as a user does."""

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

SCREENSHOTS = ROOT / "build/screenshots"
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]
LONG = 60_000  # milliseconds; the time within which something must happen, long because only failing tests wait so long
LIVE = ".plk-play.plk-game"  # a widget of package play with its kernel; that of a still picture has one class alone

expect.set_options(timeout=LONG)


def chromium() -> str:
    """The path of the distribution's Chromium."""
    found = os.environ.get("POLKA_CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not found:
        missing("Chromium")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        yield browser
        browser.close()


class Lab:
    """A JupyterLab server with a folder of notebooks."""

    def __init__(self, judged: Judged | None, directory: Path, env: dict[str, str] | None = None, command: list[str] | None = None):
        self.folder = directory / "notebooks"
        self.folder.mkdir()
        self.token = secrets.token_hex(16)
        self.env = {**(env or judged.jupyter_env(directory)), "JUPYTER_PLATFORM_DIRS": "1"}
        self.log = directory / "server.log"
        settings = directory / "home/settings/@jupyterlab"
        for name, content in {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            "docmanager-extension/plugin": {"autosave": False},
        }.items():
            file = settings / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content))
        argv = [*(command or [sys.executable, "-m", "jupyterlab"]), "--no-browser", "--allow-root", "--expose-app-in-browser", "--ServerApp.port=0",
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
    """An open notebook, controlled as a user does, by buttons and keys."""

    def __init__(self, browser: Browser, lab: Lab, name: str):
        self.context = browser.new_context(viewport={"width": 1280, "height": 1600})
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.goto(f"{lab.url}lab/tree/{name}?token={lab.token}", timeout=LONG)
        self.opened()

    def opened(self) -> None:
        """Wait until the notebook is open and its kernel idle."""
        self.panel = self.page.locator(".jp-NotebookPanel:visible")
        expect(self.panel).to_be_visible()
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
        """Wait until a function in the page returns something true."""
        deadline = time.monotonic() + 2 * LONG / 1000
        while not self.page.evaluate(condition, arg):
            assert time.monotonic() < deadline, f"never: {condition}"
            self.page.wait_for_timeout(50)

    def status(self, text: str) -> None:
        """Wait for a state of the kernel's status indicator."""
        expect(self.panel.locator(f".jp-Notebook-ExecutionIndicator[data-status='{text}']")).to_be_visible()

    def idle(self) -> None:
        self.status("idle")

    def button(self, command: str) -> None:
        """Press a button of the notebook's toolbar."""
        self.panel.locator(f".jp-Toolbar [data-command='{command}']").first.click()

    def confirm(self) -> None:
        """Confirm the dialog that is open."""
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

    def clear(self) -> None:
        """Remove the outputs and numbers of all cells."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
        self.until("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].every(c => !(c.executionCount > 0))")

    def outputs(self) -> list[dict]:
        """The outputs as they would be stored, each with the number of its cell."""
        return self.page.evaluate(
            """() => [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap(
                (c, i) => c.type === 'code' ? c.outputs.toJSON().map(o => ({cell: i, ...o})) : [])""")

    def length(self) -> int:
        """The number of cells."""
        return self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.cells.length")

    def delete_from(self, index: int) -> None:
        """Delete the cell with the given index and all after it."""
        self.page.evaluate("""i => {
            const model = window.jupyterapp.shell.currentWidget.content.model;
            model.sharedModel.deleteCellRange(i, model.cells.length);
        }""", index)

    def write(self, code: str) -> Locator:
        """Write code into a new cell at the end, and return the cell."""
        count = self.length()
        deadline = time.monotonic() + LONG / 1000
        while self.length() == count:  # in a notebook that has just been opened, the footer may move away from the pointer
            assert time.monotonic() < deadline, "the footer does not add a cell"
            self.panel.locator(".jp-Notebook-footer").click()
        cell = self.panel.locator(f".jp-Cell[data-windowed-list-index='{count}']")
        # Not Enter: a notebook that has just been opened may take the focus from its new cell.
        cell.locator(".cm-content").click()
        self.until("""n => {
            const notebook = window.jupyterapp.shell.currentWidget.content;
            return notebook.activeCellIndex === n && notebook.mode === 'edit' && document.activeElement.closest('.jp-Cell .cm-editor');
        }""", arg=count)
        self.page.keyboard.insert_text(code)
        assert self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource()") == code
        return cell

    def type(self, code: str) -> Locator:
        """Write code into a new cell at the end, run it, and return the cell."""
        cell = self.write(code)
        self.page.keyboard.press("Control+Enter")
        return cell

    def theme(self, name: str) -> None:
        self.page.evaluate("name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
        expect(self.page.locator(f"body[data-jp-theme-name='{name}']")).to_be_attached()
        # JupyterLab fails to remove its splash screen if the theme changes again while it fades.
        expect(self.page.locator("#jupyterlab-splash")).not_to_be_attached()

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
    """A notebook without cells, open in JupyterLab. The page must not report an error."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), lab.folder / "empty.ipynb")
    notebook = Notebook(browser, lab, "empty.ipynb")
    yield notebook
    notebook.close()
    assert not notebook.complaints
