"""The site that `make lite` builds: JupyterLite with the kernel in the browser.

The site is served from a folder, loaded once, and then the server ends: everything else happens offline. All notebooks of
the course are run with POLKA_LONG=1, otherwise two of them.
"""

from __future__ import annotations

import functools
import http.server
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, Page

from conftest import ROOT, missing
from test_notebooks import COURSE, plain

pytestmark = [pytest.mark.timeout(600), pytest.mark.xdist_group("browser"), pytest.mark.polka]

SHORT = ("00-tour", "07-your-own-and-the-core")
NOTEBOOKS = [path for path in COURSE if os.environ.get("POLKA_LONG") or path.stem in SHORT]

# Runs a cell, stops it after some milliseconds if that is not 0, and gives the status, the outputs and the time.
EXECUTE = """async ([code, stop, answer]) => {
    const kernel = window.session.kernel;
    const outputs = [];
    const began = performance.now();
    const future = kernel.requestExecute({code, allow_stdin: true});
    future.onStdin = (m) => kernel.sendInputReply({status: 'ok', value: answer}, m.header);
    future.onIOPub = ({header, content}) => {
        const data = content.data ? {data: content.data} : {};
        const id = content.transient && content.transient.display_id;
        if (header.msg_type === 'update_display_data') {
            outputs.filter((o) => o.id === id).forEach((o) => Object.assign(o, data));
        } else if (header.msg_type === 'clear_output') {
            outputs.length = 0;
        } else if (['stream', 'display_data', 'execute_result', 'error'].includes(header.msg_type)) {
            outputs.push({...content, id, output_type: header.msg_type});
        }
    };
    if (stop) setTimeout(() => kernel.interrupt(), stop);
    const reply = await future.done;
    return {status: reply.content.status, error: reply.content.ename, outputs, took: performance.now() - began};
}"""

START = """async () => {
    const began = performance.now();
    const path = `test-${began}.ipynb`;
    if (window.session) await window.session.shutdown();
    window.session = await window.jupyterapp.serviceManager.sessions.startNew({name: path, path, type: 'notebook', kernel: {name: 'polka'}});
    await window.session.kernel.info;
    return performance.now() - began;
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def execute(page: Page, code: str, stop: int = 0, answer: str = "") -> dict:
    """Run a cell."""
    return page.evaluate(EXECUTE, [code, stop, answer])


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of the site, after the server has ended."""
    modules = Path(sys.prefix) / "lite"
    if not modules.is_dir():
        missing("JupyterLite (make lite)")
    folder = tmp_path_factory.mktemp("lite")
    built = subprocess.run(
        ["go", "run", "./internal/lite", "-output", str(folder), "-python", sys.executable, "-modules", str(modules)],
        cwd=ROOT, capture_output=True, text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    size = sum((folder / "lite/extensions/polka-lite/static" / name).stat().st_size for name in ("kernel.bin", "facts.zip"))
    print(f"the kernel has {size / 1e6:.2f} MB, compressed")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder / "lite"))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/lab/index.html", timeout=120_000)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("navigator.serviceWorker.controller !== null", polling=100, timeout=120_000)
    server.shutdown()
    server.server_close()
    thread.join()
    page.reload(timeout=120_000)
    page.wait_for_function("!!(window.jupyterapp && window.jupyterapp.serviceManager.kernelspecs.specs)", polling=100, timeout=120_000)
    yield page
    context.close()


def test_start(page: Page):
    began = time.monotonic()
    page.evaluate(START)
    first = execute(page, "6 * 7")
    print(f"the first cell has ended after {time.monotonic() - began:.1f} s")
    assert plain(first["outputs"]) == "42"


@pytest.mark.parametrize("loop", [
    "for { turns++ }",
    "turns++; func deep(n int) int { if n < 2 { return n }; return deep(n-1) + deep(n-2) }; deep(80)",
    "turns++; shapes.Count(shapes.Square, 32, shapes.Fixed)",
    "turns++; go func() { for { } }(); for { }",
    "turns++; time.Sleep(time.Hour)",
    "turns++; select {}",
], ids=["loop", "recursion", "search", "goroutines", "sleep", "wait"])
def test_stop_keeps_the_variables(page: Page, loop: str):
    page.evaluate(START)
    assert execute(page, 'word, turns := "kept", 0')["status"] == "ok"
    stopped = execute(page, loop, stop=300)
    assert stopped["error"] in ("Interrupted", "Panic"), stopped
    assert plain(execute(page, "word, turns > 0")["outputs"]) == '"kept", true'


def test_input(page: Page):
    page.evaluate(START)
    asked = execute(page, "var name string; fmt.Scan(&name); name", answer="Ada")
    assert plain(asked["outputs"]).endswith('"Ada"')


def test_files(page: Page):
    page.evaluate(START)
    assert plain(execute(page, 'b, err := os.ReadFile("00-tour.ipynb"); len(b) > 1000, err')["outputs"]) == "true, nil"
    assert execute(page, 'os.WriteFile("words.txt", []byte("one two"), 0o644)')["status"] == "ok"
    found = page.evaluate("async () => (await window.jupyterapp.serviceManager.contents.get('words.txt', {content: true})).content")
    assert found == "one two"
    assert plain(execute(page, '_, err = os.Open("nowhere"); errors.Is(err, os.ErrNotExist)')["outputs"]) == "true"


def test_a_package_that_a_page_cannot_use(page: Page):
    page.evaluate(START)
    refused = execute(page, 'import "net/http"')
    assert "package net/http is not available here" in plain(refused["outputs"]), refused


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook(page: Page, path: Path):
    page.evaluate(START)
    content = nbformat.read(path, as_version=4)
    for i, cell in enumerate(content.cells):
        if cell.cell_type == "code":
            got = execute(page, cell.source)
            assert got["status"] == "ok", f"cell {i}: {got}"
            if "volatile" not in cell.metadata.get("tags", []):
                assert plain(got["outputs"]) == plain(cell.outputs), f"cell {i}: {cell.source}"
