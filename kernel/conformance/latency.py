# SPDX-License-Identifier: BSD-3-Clause

"""Measure what a user waits for in a browser: figures for docs/benchmarks.md. This is not a test.

    make test-python lite
    .venv/bin/python -m pytest kernel/conformance/latency.py -n 0 -s
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import multiprocessing
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import Iterator

import pytest
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import start_new_kernel
from playwright.sync_api import Browser, expect

from cells import Language
from conftest import ROOT, Judged
from lab import Notebook, Quiet, serve
from test_widgets import SEARCH

pytestmark = [pytest.mark.polka, pytest.mark.timeout(600)]

# The time from the key to the first change of the page that a cell's output makes.
WATCH = """() => {
    const output = document.querySelector('.jupyter-widgets-output-area, .widget-output');
    window.waited = null;
    document.addEventListener('keydown', () => {
        const begin = performance.now(), before = output.innerHTML;
        const observer = new MutationObserver(() => {
            if (output.querySelector('img, svg') && output.innerHTML !== before) {
                window.waited = performance.now() - begin;
                observer.disconnect();
            }
        });
        observer.observe(output, {childList: true, subtree: true, attributes: true, characterData: true});
    }, {once: true, capture: true});
}"""

# Milliseconds from the navigation to the output of the first cell of the notebook that is opened.
FIRST = """async () => {
    const until = async (f) => {
        for (;;) {
            try { const v = await f(); if (v) return v; } catch {}
            await new Promise((done) => setTimeout(done, 10));
        }
    };
    await until(() => window.jupyterapp && window.jupyterapp.serviceManager.kernelspecs.specs);
    const panel = await until(() => window.jupyterapp.shell.currentWidget?.sessionContext && window.jupyterapp.shell.currentWidget);
    await panel.context.ready;
    const kernel = await until(() => panel.sessionContext.session?.kernel);
    const future = kernel.requestExecute({code: '6 * 7'});
    let output;
    future.onIOPub = (m) => { output ??= m.content.data; };
    await future.done;
    if (output['text/plain'] !== '42') throw new Error(JSON.stringify(output));
    return performance.now();
}"""


def report(what: str, times: list[float]) -> None:
    slow = sum(t > 5 for t in times)
    print(f"\n{what}: median {statistics.median(times):.3g} ms, {min(times):.3g} to {max(times):.3g}, {len(times)} times, "
          f"{slow} above 5 ms, load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")


def test_slider(notebook: Notebook):
    """A slider of Interact is moved while its function searches; the picture is a board of the new height."""
    cell = notebook.type("widget.Interact(func(rows int) any {\n\tdisplay.Show(cover.Rectangle(rows, 10))\n\tif rows > 3 {\n\t\t"
                         + SEARCH + "\n\t}\n\treturn rows\n}, []int{3, 60, 1, 3})")
    expect(cell.locator(".jupyter-widgets-output-area, .widget-output").first.locator("img, svg").first).to_be_visible()
    cell.locator(".noUi-handle").focus()
    times = []
    for _ in range(25):
        notebook.page.wait_for_timeout(400)
        notebook.page.evaluate(WATCH)
        notebook.page.keyboard.press("ArrowRight")
        notebook.until("() => window.waited !== null")
        times.append(notebook.page.evaluate("() => window.waited"))
    report("slider to picture during a search", times)


@pytest.fixture
def connected(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockingKernelClient]:
    """A client of jupyter_client, connected to a new kernel."""
    monkeypatch.setenv("JUPYTER_PATH", str(judged.prefix / "share/jupyter"))
    manager, client = start_new_kernel(kernel_name=judged.name)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def until(client: BlockingKernelClient, request: str, what: str) -> dict:
    """The content of the first message of a type on iopub that belongs to a request."""
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") == request and message["msg_type"] == what:
            return message["content"]


def test_error_and_stop(connected: BlockingKernelClient, cells: Language):
    """From a cell that fails to its error on iopub, and from Stop to the error and the reply of the cell that runs.

    Only a quiet machine gives the times of Polka: this process, the kernel and its worker share the processors.
    """
    client, errors, replies, stops, ends = connected, [], [], [], []
    client.execute(cells.let.format(name="n", number=1), reply=True, timeout=60)
    for _ in range(200):
        begin = time.perf_counter()
        request = client.execute(cells.error)
        until(client, request, "error")
        errors.append(1000 * (time.perf_counter() - begin))
        assert client.get_shell_msg(timeout=60)["content"]["status"] == "error"
        replies.append(1000 * (time.perf_counter() - begin))
    for _ in range(200):
        request = client.execute(cells.endless)
        until(client, request, "stream")
        time.sleep(0.02)  # the loop is running
        begin = time.perf_counter()
        client.control_channel.send(client.session.msg("interrupt_request", {}))
        until(client, request, "error")
        stops.append(1000 * (time.perf_counter() - begin))
        assert client.get_shell_msg(timeout=60)["content"]["status"] == "error"
        ends.append(1000 * (time.perf_counter() - begin))
        client.get_control_msg(timeout=60)
    report("cell to its error", errors)
    report("cell to its reply", replies)
    report("Stop to the error", stops)
    report("Stop to the reply of the cell", ends)


class Keeping(Quiet):
    """A server that keeps connections open, as those on the web do."""

    protocol_version = "HTTP/1.1"


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder from a process of its own, and give its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Keeping, directory=folder))
    process = multiprocessing.get_context("fork").Process(target=server.serve_forever, daemon=True)
    process.start()
    server.socket.close()
    yield f"http://127.0.0.1:{server.server_port}/"
    process.terminate()


def visit(browser: Browser, what: str, address: str, script: str, ready: str = "true") -> None:
    """Report what a script returns on first visits to a page and on later ones, which follow when a condition holds."""
    cold, warm = [], []
    for _ in range(5):
        context = browser.new_context()
        for times in (cold, warm, warm):
            page = context.new_page()
            page.goto(address, wait_until="commit")
            times.append(page.evaluate(script))
            page.wait_for_function(ready, polling=100, timeout=120_000)
            page.wait_for_timeout(2500)  # until everything is in the caches
            page.close()
        context.close()
    report(f"{what}, first visit", cold)
    report(f"{what}, later visits", warm)


def test_first_cell(browser: Browser):
    """The first cell of the tour in the build for the browser, on a first visit and on later ones."""
    site = ROOT / "dist/lite"
    assert (site / "lab/index.html").is_file(), f"{site} is missing: run make lite"
    with serve(site) as address:
        visit(browser, "first cell", f"{address}lab/index.html?path=00-tour.ipynb", FIRST, "navigator.serviceWorker.controller !== null")


CELL = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A cell</title>
<polka-cell><pre>6 * 7</pre></polka-cell><script src="polka.js" defer></script>"""

# Milliseconds from the navigation to the output of the cell of the page, whose button is clicked as soon as it is there.
CLICKED = """async () => {
    const shadow = () => document.querySelector('polka-cell')?.shadowRoot;
    const until = async (f) => { for (;;) { const v = f(); if (v) return v; await new Promise((done) => setTimeout(done, 5)); } };
    (await until(() => [...(shadow()?.querySelectorAll('button') ?? [])].find((b) => b.textContent === 'Run'))).click();
    await until(() => shadow().querySelector('.out pre')?.textContent === '42');
    return performance.now();
}"""


def test_cell_in_a_tag(browser: Browser):
    """A cell in a page that has nothing else, run at once: the first visit, and later ones."""
    folder = ROOT / "dist/lite"
    (folder / "one-cell.html").write_text(CELL)
    with serve(folder) as address:
        visit(browser, "cell in a tag", f"{address}one-cell.html", CLICKED)
    (folder / "one-cell.html").unlink()


# The time from the start of the navigation until the pieces of a puzzle by hand can be dragged.
PLAYABLE = """(() => {
    const look = () => {
        const table = document.querySelector('.plk-table') ?? document.querySelector('polka-link')?.shadowRoot?.querySelector('.plk-table');
        if (table?.querySelector('[data-piece]')) window.playable = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""

# The policy of open.html forbids wait_for_function, which uses eval.
WAIT = """async () => {
    while (window.playable === undefined) await new Promise(requestAnimationFrame);
    return window.playable;
}"""


def test_puzzle_without_kernel(browser: Browser, site: Path, tmp_path: Path):
    """How long a puzzle by hand takes to be playable where nothing runs Go: a link, and a daily puzzle; the first visit, and the next one."""
    polka = Path(os.environ.get("POLKA_BINARY", ROOT / "bin/polka")).resolve()
    subprocess.run([polka, "daily", tmp_path, "--year", "2026"], check=True, capture_output=True)
    link = subprocess.run([polka, "link", "pentominoes-6x10"], check=True, capture_output=True, text=True).stdout.strip()
    for name, folder, path in (("link", site, "open.html" + link), ("daily", tmp_path, "2026-11-29.html")):
        times: dict[str, list[float]] = {"first": [], "next": []}
        sizes: set[int] = set()
        with serve(folder) as address:
            for _ in range(9):
                context = browser.new_context()
                for visit in times:
                    page = context.new_page()
                    page.add_init_script(PLAYABLE)
                    page.goto(address + path)
                    times[visit].append(page.evaluate(WAIT))
                    if visit == "first":
                        sizes.add(page.evaluate("performance.getEntriesByType('resource').filter((e) => !e.name.includes('worker')).reduce((n, e) => n + e.encodedBodySize, 0)"))
                    page.close()
                context.close()
        for visit, list_ in times.items():
            print(f"\n{name}, {visit} visit: median {statistics.median(list_):.0f} ms, worst {max(list_):.0f} ms of {len(list_)}; {max(sizes) / 1000:.0f} KB uncompressed")
