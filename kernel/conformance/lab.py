# SPDX-License-Identifier: BSD-3-Clause

"""A JupyterLab server, and a browser that uses a notebook as a user does.

Starting the server and loading JupyterLab takes longer than most tests. So the tests of a process share a server and a page, and
each has a folder of its own and opens its own notebooks in it, with new kernels. A test that needs more has the mark `fresh`, for a
page of its own, or uses `own_lab`, a server with a home of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import http.server
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Callable, Iterator
from urllib.request import Request, urlopen

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from conftest import ROOT, Judged, missing
from firefox import Firefox

SCREENSHOTS = ROOT / "build/screenshots"
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]
VIEWPORT = {"width": 1280, "height": 1600}
LONG = 60_000  # milliseconds; the time within which something must happen, long because only failing tests wait so long
LIVE = ".plk-play.plk-game"  # a widget of package play with its kernel; that of a still picture has one class alone

expect.set_options(timeout=LONG)


def chromium() -> str:
    """The path of the distribution's Chromium, of the variant without windows if there is one: it takes a quarter less of a processor."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("POLKA_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        missing("Chromium")
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The library that drives browsers, which can be started once in a process."""
    with sync_playwright() as playwright:
        yield playwright


def launch(playwright: Playwright, *more: str) -> Browser:
    """Start the distribution's Chromium. The pages of its contexts wait as long as `expect` does."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*CHROMIUM, *more])
    make = browser.new_context

    def patient(**options: object) -> BrowserContext:
        context = make(**options)
        context.set_default_timeout(LONG)
        return context

    browser.new_context = patient
    return browser


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The distribution's Chromium."""
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox() -> Iterator[Firefox]:
    """The distribution's Firefox."""
    firefox = Firefox()
    yield firefox
    firefox.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the site that `make lite` builds. The first process that needs it builds it; others wait and use it, too."""
    modules = Path(sys.prefix) / "lite"
    if not modules.is_dir():
        missing("JupyterLite (make lite)")
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "site"
    complete = folder / "complete"
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            built = subprocess.run(
                ["go", "run", "./internal/lite", "-fast", "-output", str(folder), "-python", sys.executable, "-modules", str(modules)],
                cwd=ROOT, capture_output=True, text=True,
            )
            assert built.returncode == 0, built.stdout + built.stderr
            size = sum(file.stat().st_size for file in folder.glob("lite/extensions/polka-lite/static/*.lzma"))
            assert 3e6 < size < 6.5e6, "the compressed kernel"
            complete.touch()
    return folder / "lite"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def serve(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder, and give its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


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
                "--JupyterNotebookApp.expose_app_in_browser=True", "--ServerApp.port_retries=0", f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.folder}",
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


    def address(self, path: str) -> str:
        """The address of JupyterLab, or of a notebook in it."""
        return f"{self.url}lab{path and '/tree/'}{path}?token={self.token}"

    def page(self, browser: Browser) -> Page | None:
        """A page with JupyterLab that is already there; none at this server."""
        return None

    def path(self, name: str) -> str:
        """The path of a file in the folder, for the server."""
        return name


@pytest.fixture
def own_lab(judged: Judged, directory: Path) -> Iterator[Lab]:
    """A server for one test."""
    lab = Lab(judged, directory)
    yield lab
    lab.close()


def new_page(browser: Browser) -> Page:
    """A page in which a busy machine has time: anywidget reports a model that has not begun after two seconds."""
    page = browser.new_context(viewport=VIEWPORT).new_page()
    page.add_init_script("const limit = AbortSignal.timeout; AbortSignal.timeout = ms => limit.call(AbortSignal, 60 * ms);")
    return page


class SharedLab(Lab):
    """A server that tests use one after the other, each with a folder of its own, and its page, which is used again.

    Kernels and notebooks are new. The page is not used again after a test that has not closed its notebook properly.
    """

    def __init__(self, judged: Judged, directory: Path):
        super().__init__(judged, directory)
        self.root = self.folder
        self.shared: Page | None = None
        self.notebook: Notebook | None = None  # open in the shared page

    def take(self, fresh: bool) -> None:
        """Begin a test. Its notebooks are opened in the shared page, or, if fresh, in new ones."""
        self.fresh = fresh
        self.name = f"t{secrets.token_hex(4)}"
        self.folder = self.root / self.name
        self.folder.mkdir()

    def path(self, name: str) -> str:
        return f"{self.name}/{name}"

    def address(self, path: str) -> str:
        return f"{self.url}lab/workspaces/{self.name}{path and f'/tree/{self.name}/'}{path}?token={self.token}"

    def page(self, browser: Browser) -> Page | None:
        """The shared page, loaded if necessary, or None if it must not be used now."""
        if self.fresh or self.notebook:
            return None
        if not self.shared:
            self.shared = new_page(browser)
            self.shared.goto(self.address(""), timeout=LONG)
            expect(self.shared.locator(".jp-Launcher")).to_be_visible()
            self.shared.evaluate("() => window.jupyterapp.restored")
            expect(self.shared.locator("#jupyterlab-splash")).not_to_be_attached()
        return self.shared

    def leave(self) -> None:
        """End a test: its kernels end."""
        if self.notebook:
            self.drop()
        for kernel in json.loads(self.ask("api/kernels")):
            self.ask(f"api/kernels/{kernel['id']}", "DELETE")
        shutil.rmtree(self.folder, ignore_errors=True)

    def drop(self) -> None:
        """Do not use the page again."""
        if self.shared:
            self.shared.context.close()
        self.shared = self.notebook = None

    def ask(self, path: str, method: str = "GET") -> bytes:
        return urlopen(Request(f"{self.url}{path}", method=method, headers={"Authorization": f"token {self.token}"}), timeout=60).read()


@pytest.fixture(scope="session")
def shared_lab(judged: Judged, browser: Browser) -> Iterator[SharedLab]:
    """The server that the tests of this process share."""
    directory = Path(tempfile.mkdtemp(prefix="judge-"))
    lab = SharedLab(judged, directory)
    yield lab
    lab.drop()
    lab.close()
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def lab(shared_lab: SharedLab, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """The server, with a new folder."""
    shared_lab.take(fresh=request.node.get_closest_marker("fresh") is not None)
    yield shared_lab
    shared_lab.leave()


# JupyterLab reports each request that it had made by itself when the kernel was restarted or the page was closed, such as
# that for the subshell of a comm.
OVERTAKEN = re.compile(r"Canceled future for \w+_request message before replies were done")


class Notebook:
    """An open notebook, controlled as a user does, by buttons and keys."""

    shared: SharedLab | None = None  # the notebook is in its page

    def __init__(self, browser: Browser, lab: Lab, name: str, without: str = "", address: str = ""):
        """Open a notebook, in a page of its own if that has another address or is to be without the files of a pattern."""
        self.complaints: list[str] = []
        self.complain = lambda error: OVERTAKEN.search(str(error)) or self.complaints.append(error.stack or str(error))
        if not (without or address) and (page := lab.page(browser)):
            self.shared, self.page = lab, page
            lab.notebook = self
            page.on("pageerror", self.complain)
            page.set_viewport_size(VIEWPORT)
            page.evaluate("async path => { await window.jupyterapp.commands.execute('docmanager:open', {path}); }", lab.path(name))
        else:
            self.page = new_page(browser)
            self.page.on("pageerror", self.complain)
            if without:
                self.page.route(without, lambda route: route.abort())
            self.page.goto(address or lab.address(name), timeout=LONG)
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
        """Close the page; or, if it is shared, the notebook, without saving it."""
        if not self.shared:
            self.page.context.close()
            return
        self.page.remove_listener("pageerror", self.complain)
        if self.complaints:
            self.shared.drop()
            return
        self.theme("JupyterLab Light")
        self.page.evaluate("""() => {
            const {shell} = window.jupyterapp;
            for (const widget of [...shell.widgets('main')]) if (widget.context) widget.dispose();
            shell.collapseRight();
        }""")
        expect(self.page.locator(".jp-Dialog")).to_have_count(0)
        self.shared.notebook = None

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

    def complete(self, *texts: str) -> None:
        """Press Tab until the completer is there, with the texts. JupyterLab drops a reply that takes more than a second."""
        completer = self.page.locator(".jp-Completer:visible")
        deadline = time.monotonic() + LONG / 1000
        while completer.count() == 0:
            assert time.monotonic() < deadline, "the completer does not open"
            self.page.keyboard.press("Tab")
            with contextlib.suppress(PlaywrightTimeout):
                completer.wait_for(timeout=5000)
        for text in texts:
            expect(completer).to_contain_text(text)

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
        self.page.set_viewport_size(VIEWPORT)


@pytest.fixture
def notebook(judged: Judged, lab: Lab, browser: Browser) -> Iterator[Notebook]:
    """A notebook without cells, open in JupyterLab. The page must not report an error."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), lab.folder / "empty.ipynb")
    notebook = Notebook(browser, lab, "empty.ipynb")
    yield notebook
    notebook.close()
    assert not notebook.complaints
