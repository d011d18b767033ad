# SPDX-License-Identifier: BSD-3-Clause

"""The site that `make lite` builds: JupyterLite with the kernel in the browser.

The site is served from a folder, loaded once, and then the server ends: everything else happens offline. JupyterLite runs the
first notebook of the course and the smallest, and all of them with POLKA_LONG=1. In any case the kernel's worker runs all of
them, in a page without JupyterLite.
"""

from __future__ import annotations

import base64
import functools
import lzma
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Callable, Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import ROOT, missing
from lab import LIVE, Notebook, Quiet, serve
from test_exercises import DEFINITIONS, by_keys, by_mouse, show
from test_notebooks import COURSE, plain
from test_play import PAIR, solve_by_keys

pytestmark = [pytest.mark.timeout(600), pytest.mark.polka]

NOTEBOOKS = COURSE if os.environ.get("POLKA_LONG") else [COURSE[0], min(COURSE[1:], key=lambda path: path.stat().st_size)]

# Runs a cell, stops it when it has printed something if stop is true, and gives the status, the outputs and the time.
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
            if (stop && header.msg_type === 'stream') kernel.interrupt();
        }
    };
    const reply = await future.done;
    const took = performance.now() - began;
    // Cells that a page makes right after an error count as cells of Run All.
    if (reply.content.status === 'error') await new Promise((resolve) => setTimeout(resolve, 100));
    return {status: reply.content.status, error: reply.content.ename, outputs, took};
}"""

START = """async () => {
    const began = performance.now();
    const path = `test-${began}.ipynb`;
    if (window.session) await window.session.shutdown();
    window.session = await window.jupyterapp.serviceManager.sessions.startNew({name: path, path, type: 'notebook', kernel: {name: 'polka'}});
    await window.session.kernel.info;
    return performance.now() - began;
}"""


def until(page: Page, condition: str) -> None:
    """Wait until an asynchronous function in the page returns something true. To wait_for_function, a promise is true."""
    deadline = time.monotonic() + 120
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never: {condition}"
        page.wait_for_timeout(100)


def execute(page: Page, code: str, stop: bool = False, answer: str = "") -> dict:
    """Run a cell."""
    return page.evaluate(EXECUTE, [code, stop, answer])


@pytest.fixture(scope="module")
def page(browser: Browser, site: Path) -> Iterator[Page]:
    """The page of the site, after the server has ended."""
    context = browser.new_context()
    page = context.new_page()
    with serve(site) as address:
        page.goto(f"{address}lab/index.html", timeout=120_000)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.wait_for_function("navigator.serviceWorker.controller !== null", polling=100, timeout=120_000)
    page.reload(timeout=120_000)
    page.wait_for_function(READY, polling=100, timeout=120_000)
    yield page
    context.close()


READY = "!!(window.jupyterapp && window.jupyterapp.serviceManager.kernelspecs.specs)"


# Unpacks a file that arrives in pieces; gives its bytes in base 64, which the browser sends much faster than a list, or the message of
# the error.
UNPACK = """([packed, piece]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const file = bytes(packed), unpacker = new Unlzma(), parts = [];
    try {
        for (let i = 0; i < file.length || i === 0; i += piece) {
            parts.push(...unpacker.push(file.subarray(i, i + piece), i + piece >= file.length));
        }
    } catch (e) {
        return e.message;
    }
    let text = '';
    for (let i = 0; i < parts.length; i += 5000) text += String.fromCharCode(...parts.slice(i, i + 5000));
    return btoa(text);
}"""


def test_unpacking(browser: Browser):
    """What Python's library packs is unpacked in a page, and damaged files are errors."""
    page = browser.new_context().new_page()
    page.add_script_tag(path=ROOT / "cmd/lite/web/unlzma.js")
    words = b"".join(b"%d %d\n" % (i * i % 97, i) for i in range(3000))
    noise = random.Random(1).randbytes(3000)
    program = (ROOT / "cmd/lite/web/unlzma.js").read_bytes()
    for text in (b"", b"a", bytes(100_000), words, noise, program, noise + words + noise + program + words):
        wanted = base64.b64encode(text).decode()
        for lc, lp, pb in ((4, 0, 0), (3, 0, 2), (0, 4, 4), (1, 2, 1)):
            filters = [{"id": lzma.FILTER_LZMA1, "lc": lc, "lp": lp, "pb": pb, "preset": 6}]
            packed = bytearray(lzma.compress(text, format=lzma.FORMAT_ALONE, filters=filters))
            packed[5:13] = len(text).to_bytes(8, "little")
            for piece in (1, 7, 1000, len(packed)):
                got = page.evaluate(UNPACK, [base64.b64encode(packed).decode(), piece])
                assert got == wanted, f"{len(text)} bytes in pieces of {piece}, {lc} {lp} {pb}: {got[:80]}"
            for size in (0, 5, 17, len(packed) // 2):
                if text or size < 17:
                    assert page.evaluate(UNPACK, [base64.b64encode(packed[:size]).decode(), 100]) == "LZMA: the file is not complete"
    for change in ({0: 225}, {12: 1}, {13: 1}):
        damaged = bytearray(packed)
        for i, value in change.items():
            damaged[i] = value
        assert page.evaluate(UNPACK, [base64.b64encode(damaged).decode(), 100]) == "LZMA: invalid header"
    for i in range(20, len(packed), 500):
        damaged = bytearray(packed)
        damaged[i] ^= 0x55
        assert page.evaluate(UNPACK, [base64.b64encode(damaged).decode(), 1000]) != wanted
    page.context.close()


def test_start(page: Page):
    began = time.monotonic()
    page.evaluate(START)
    first = execute(page, "6 * 7")
    print(f"the first cell has ended after {time.monotonic() - began:.1f} s")
    assert plain(first["outputs"]) == "42"


def test_what_can_wait(browser: Browser, site: Path):
    """The service worker fetches the site when the first cell has run, not while the page loads. Then the page works offline."""
    fetched: list[str] = []
    release = threading.Event()

    class Slow(Quiet):
        def do_GET(self) -> None:
            if "/service-worker.js" in self.headers.get("Referer", "") and not self.path.endswith(".js"):
                fetched.append(self.path)
            if "/facts." in self.path:
                release.wait(120)
            super().do_GET()

    context = browser.new_context()
    page = context.new_page()
    with serve(site, Slow) as address:
        page.goto(f"{address}lab/index.html", timeout=120_000)
        page.wait_for_function(READY, polling=100, timeout=120_000)
        until(page, "async () => !!(await navigator.serviceWorker.getRegistration())?.installing")
        assert fetched == []
        release.set()
        page.evaluate(START)
        assert plain(execute(page, "6 * 7")["outputs"]) == "42"
        page.wait_for_function("navigator.serviceWorker.controller !== null", polling=100, timeout=120_000)
        assert len(fetched) > 20
    page.reload(timeout=120_000)
    page.wait_for_function(READY, polling=100, timeout=120_000)
    page.evaluate(START)
    assert plain(execute(page, "6 * 7")["outputs"]) == "42"
    context.close()


def wait_until_kept(page: Page) -> None:
    """Wait until the browser has kept the program and the types of packages as they are when unpacked."""
    until(page, """async () => {
        const name = (await caches.keys()).find((name) => name.startsWith('polka unpacked'));
        return name && (await (await caches.open(name)).keys()).length === 2;
    }""")


def test_a_missing_file(page: Page):
    """If the browser has dropped one unpacked file and added another, the next visit mends this, and unpacks nothing else."""
    wait_until_kept(page)
    page.evaluate("""async () => {
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const {url} of await cache.keys()) {
                if (name.startsWith('polka unpacked') ? url.includes('/facts.') : url.includes('/kernel.')) await cache.delete(url);
            }
            if (name.startsWith('polka unpacked')) await cache.put('kernel.of-another-version.lzma', new Response('old'));
        }
    }""")
    page.reload(timeout=120_000)
    page.wait_for_function(READY, polling=100, timeout=120_000)
    page.evaluate(START)
    assert plain(execute(page, "6 * 7")["outputs"]) == "42"
    until(page, """async () => {
        const name = (await caches.keys()).find((name) => name.startsWith('polka unpacked'));
        if (!name) return false;
        const kept = (await (await caches.open(name)).keys()).map(({url}) => url.split('/').pop());
        return kept.length === 2 && kept.some((name) => name.startsWith('facts.')) && !kept.includes('kernel.of-another-version.lzma');
    }""")


def test_a_later_visit(page: Page):
    """The page starts the program while it loads, once, and a later visit unpacks nothing."""
    wait_until_kept(page)
    removed = page.evaluate("""async () => {
        let removed = 0;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const {url} of await cache.keys()) {
                removed += url.endsWith('.lzma') && !name.startsWith('polka unpacked') && await cache.delete(url);
            }
        }
        return removed;
    }""")
    assert removed
    page.reload(timeout=120_000)
    page.wait_for_function(READY, polling=100, timeout=120_000)
    kernels = lambda: len([worker for worker in page.workers if worker.url.endswith("/polka-lite/static/worker.js")])
    assert kernels() == 1
    page.evaluate(START)
    assert plain(execute(page, "6 * 7")["outputs"]) == "42"
    assert kernels() == 1


@pytest.mark.parametrize("loop", [
    "for { turns++ }",
    "func deep(n int) int { if n < 2 { return n }; return deep(n-1) + deep(n-2) }; deep(80)",
    "shapes.Count(shapes.Square, 32, shapes.Fixed)",
    "go func() { for { } }(); for { }",
    "time.Sleep(time.Hour)",
    "select {}",
], ids=["loop", "recursion", "search", "goroutines", "sleep", "wait"])
def test_stop_keeps_the_variables(page: Page, loop: str):
    page.evaluate(START)
    assert execute(page, 'word, turns := "kept", 0')["status"] == "ok"
    stopped = execute(page, "turns++; fmt.Println(turns); " + loop, stop=True)
    assert stopped["error"] in ("Interrupted", "Panic"), stopped
    assert plain(execute(page, "word, turns > 0")["outputs"]) == '"kept", true'


def test_input(page: Page):
    page.evaluate(START)
    asked = execute(page, "var name string; fmt.Scan(&name); name", answer="Ada")
    assert plain(asked["outputs"]).endswith('"Ada"')


def test_files(page: Page):
    page.evaluate(START)
    found = page.evaluate("async () => (await window.jupyterapp.serviceManager.contents.get('')).content.map((file) => file.name)")
    assert sorted(name for name in found if name != "tmp") == sorted([*(path.name for path in COURSE), "fr"])
    assert plain(execute(page, 'b, err := os.ReadFile("00-tour.ipynb"); len(b) > 1000, err')["outputs"]) == "true, nil"
    assert execute(page, 'os.WriteFile("words.txt", []byte("one two"), 0o644)')["status"] == "ok"
    found = page.evaluate("async () => (await window.jupyterapp.serviceManager.contents.get('words.txt', {content: true})).content")
    assert found == "one two"
    same = execute(page, 'err = os.Rename("words.txt", "words.txt"); b, err = os.ReadFile("words.txt"); string(b), err')
    assert plain(same["outputs"]) == '"one two", nil'
    assert plain(execute(page, '_, err = os.Open("nowhere"); errors.Is(err, os.ErrNotExist)')["outputs"]) == "true"


def test_exercises(page: Page):
    """Checks and hints work in a page, and an answer that never ends, exits or calls itself does not end the kernel."""
    page.evaluate(START)
    for answer, says in {
        'panic("to do")': "not written yet",
        "return s.Area() + 1": "expected 5",
        "return area(s)": "more than 2048 calls are open",
        "os.Exit(0); return 0": "ended by os.Exit(0)",
        "return s.Area()": "✓ area: right",
    }.items():
        assert execute(page, "func area(s shapes.Shape) int { " + answer + " }")["status"] == "ok"
        checked = execute(page, "%check area")
        assert checked["status"] == "ok" and says in plain(checked["outputs"]), checked
    assert "Hint 1 of 2" in plain(execute(page, "%hint area")["outputs"])
    assert execute(page, "func area(s shapes.Shape) int { fmt.Println(1); for { } }")["status"] == "ok"
    assert execute(page, "%check area", stop=True)["error"] == "Interrupted"
    assert plain(execute(page, "1 + 1")["outputs"]) == "2"


def test_a_package_that_a_page_cannot_use(page: Page):
    page.evaluate(START)
    refused = execute(page, 'import "net/http"')
    assert "package net/http is not available here" in plain(refused["outputs"]), refused
    refused = execute(page, 'http.Get("/")')
    assert "package net/http is not available here" in plain(refused["outputs"]), refused


@pytest.mark.parametrize("code, says", [
    ('http.Get("x")', "package net/http is not available here: it is not part of Polka in the browser"),
    ("!ls", "this session does not allow cells to run programs"),
    ("%require example.org/a", "modules cannot be added in the browser"),
    ("%backend yaegi", "the backend yaegi is not a part of this program"),
    ("%load https://example.org/a.go", "addresses cannot be loaded in this program"),
])
def test_what_is_missing_says_so(page: Page, code: str, says: str):
    page.evaluate(START)
    assert says in plain(execute(page, code)["outputs"])


class LiteNotebook(Notebook):
    """A new notebook in the page."""

    def __init__(self, page: Page):
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.until("() => window.jupyterapp.commands.hasCommand('docmanager:open')")
        # Notebooks of earlier tests are still open, and JupyterLite saves them by itself.
        page.evaluate("""async path => {
            const content = {cells: [], metadata: {kernelspec: {name: 'polka', display_name: 'Polka (Go)'}}, nbformat: 4, nbformat_minor: 5};
            await window.jupyterapp.serviceManager.contents.save(path, {type: 'notebook', format: 'json', content});
            await window.jupyterapp.commands.execute('docmanager:open', {path});
        }""", f"empty-{secrets.token_hex(4)}.ipynb")
        self.opened()


def test_widgets_and_traces(page: Page):
    """In a notebook, offline, as a user sees them."""
    page.set_viewport_size({"width": 1366, "height": 900})
    notebook = LiteNotebook(page)
    sliders = notebook.type('n := widget.IntSlider(1, 12).Label("n")\nwidget.VBox(n, widget.NewButton("go").OnClick(func() { fmt.Println("n is", n.Value()) }))')
    handle = sliders.locator(".noUi-handle")
    expect(handle).to_be_visible()
    for _ in range(3):
        handle.press("ArrowRight")
    expect(sliders.locator(".widget-readout")).to_have_text("4")
    sliders.locator("button.jupyter-button").click()
    expect(sliders.locator(".jp-OutputArea-output", has_text="n is 4")).to_be_visible()

    ten = notebook.type("10 * n.Value()")
    expect(ten.locator(".jp-OutputArea-output")).to_have_text(["40"])
    handle.press("ArrowRight")
    expect(ten.locator(".jp-OutputArea-output")).to_have_text(["40", "stale: n was moved"])
    expect(notebook.panel.locator(".polka-stale")).to_have_count(1)
    page.evaluate("() => window.jupyterapp.commands.execute('polka:run-stale-cells')")
    expect(ten.locator(".jp-OutputArea-output")).to_have_text(["50"])
    expect(notebook.panel.locator(".polka-stale")).to_have_count(0)

    notebook.type(PAIR)
    root = notebook.type("game").locator(LIVE)
    expect(root.locator(".plk-table")).to_be_visible()
    solve_by_keys(page, root)
    expect(root.locator(".plk-status")).to_have_text("Solved!")
    expect(notebook.type("game.Solved()").locator(".jp-OutputArea-executeResult")).to_contain_text("true")

    notebook.type("func fib(n int) int {\nif n < 2 {\nreturn n\n}\nreturn fib(n-1) + fib(n-2)\n}")
    story = notebook.type("%%trace fib\nfib(3)").locator(".plk-story")
    expect(story).to_have_attribute("data-ready", "yes")
    for widget in (root, story):
        widget.get_by_role("button", name="copy link").click()
        expect(widget.locator("button.plk-share")).to_have_attribute("data-link", re.compile(r"/open\.html#1\."))
    notebook.screenshot("lite")
    assert notebook.panel.locator(".jp-DebuggerBugButton").count() == 0
    assert not notebook.complaints


def test_exercises_in_widgets(page: Page):
    """Exercises in widgets, by mouse and by keys; then they are handed in."""
    page.set_viewport_size({"width": 1366, "height": 900})
    notebook = LiteNotebook(page)
    notebook.type(DEFINITIONS)
    by_mouse(show(notebook))
    by_keys(page, show(notebook))
    output = notebook.type("%handin --class apricot Ada").locator(".jp-OutputArea-output")
    expect(output).to_contain_text("Ada, 5 exercises solved. Hand in this line:")
    expect(output.get_by_label("line to hand in")).to_have_value(re.compile(r"^polka1\.[\w-]+\.[\w-]{16}$"))
    refused = notebook.type("%class http://192.0.2.7:8765/s/abcde-fghjk").locator(".jp-OutputArea-output")
    expect(refused).to_contain_text("this program cannot send to a class; open its address in the browser")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.dispose()")
    assert not notebook.complaints


def test_problems(page: Page):
    """Problems are underlined while a cell runs, with a box and fixes, cells are formatted, and there are settings; all of it offline."""
    notebook = LiteNotebook(page)
    running = notebook.type("for {\n}")
    notebook.write("number:=1")
    cell = notebook.write("numbre + 1")
    problem = cell.locator(".polka-problem")
    expect(problem).to_have_text(["numbre"])  # a list waits, too, while there are those of half a text
    problem.hover()
    box = page.locator(".cm-tooltip .polka-box")
    expect(box.locator(".polka-message")).to_contain_text("undefined: numbre")
    box.get_by_role("button", name="Write number").click()
    expect(problem).to_have_count(0)
    page.evaluate("() => window.jupyterapp.commands.execute('polka:format-notebook')")
    texts = page.evaluate("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].slice(-2).map(c => c.sharedModel.getSource())")
    assert texts == ["number := 1", "number + 1"]
    notebook.button("notebook:interrupt-kernel")
    expect(running.locator(".jp-OutputArea-output")).to_contain_text(["Interrupted"])
    page.evaluate("() => window.jupyterapp.commands.execute('settingeditor:open', {query: 'Polka'})")
    expect(page.get_by_label("Format cells when a notebook is saved")).not_to_be_checked()
    page.evaluate("() => window.jupyterapp.shell.currentWidget.dispose()")
    assert not notebook.complaints


def compare(path: Path, run: Callable[[str], dict]) -> None:
    """Run the cells of a notebook. Their outputs are those that it contains."""
    for i, cell in enumerate(nbformat.read(path, as_version=4).cells):
        if cell.cell_type == "code":
            got = run(cell.source)
            tags = cell.metadata.get("tags", [])
            if '"os/exec"' in cell.source:
                assert "this session does not allow cells to run programs" in plain(got["outputs"])
                continue
            assert got["status"] == "ok" or "raises-exception" in tags, f"cell {i}: {got}"
            if "widget.Interact(" in cell.source:  # its calls come after the cell
                assert "VBox(" in plain(got["outputs"])
                continue
            if "volatile" not in tags:
                assert plain(got["outputs"]) == plain(cell.outputs), f"cell {i}: {cell.source}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook(page: Page, path: Path):
    page.evaluate(START)
    compare(path, functools.partial(execute, page))


# Runs notebooks, two at a time, each in a new worker of the kernel. window.runs has a promise for each of them: a list
# of what EXECUTE returns, with the text of the outputs only, or the reason why there is none.
WORKERS = """([base, notebooks]) => {
    let program, loaded;
    const first = new Promise((resolve) => (loaded = resolve));
    const files = new Map();
    const answer = ({what, path, bytes}) => {
        if (what === 'get' && path === '') return {directory: true, modified: 0, size: 0, names: [...files.keys()]};
        if (what === 'get' && files.has(path)) return {directory: false, modified: 0, size: files.get(path).length, bytes: files.get(path)};
        if (what === 'save') return files.set(path, bytes), null;
        if (what === 'delete' && files.delete(path)) return null;
        throw new Error(path);
    };
    const start = () => new Promise((resolve, reject) => {
        const worker = new Worker(base + 'worker.js');
        const session = {worker, take: () => {}, failed: reject};
        worker.onerror = (e) => session.failed(new Error(e.message));
        worker.onmessage = ({data}) => {
            if (data.program) {
                program = data.program;
                loaded();
            } else if (data.ready) {
                resolve(session);
            } else if (data.ask) {
                try {
                    worker.postMessage({answer: data.ask, value: answer(data)});
                } catch (e) {
                    worker.postMessage({answer: data.ask, error: e.message});
                }
            } else if (data.message) {
                session.take(...data.message);
            } else if (data.ended) {
                session.failed(new Error(data.ended));
            }
        };
        const env = {POLKA_CHECK_TIME: '240s'}; // the machine may be busy
        worker.postMessage({load: {base, version: 'test', program, env}});
        worker.postMessage({start: {directory: ''}});
    });
    const execute = (session, code) => new Promise((resolve, reject) => {
        const header = {msg_id: crypto.randomUUID(), msg_type: 'execute_request', session: 'test', username: '', date: new Date().toISOString(), version: '5.3'};
        let outputs = [], reply = null, idle = false;
        session.failed = reject;
        session.take = (channel, {header: {msg_type}, parent_header, content}) => {
            if (parent_header.msg_id !== header.msg_id) return;
            const id = content.transient && content.transient.display_id;
            const data = content.data && {'text/plain': content.data['text/plain'] || ''};
            if (msg_type === 'update_display_data') {
                outputs.filter((o) => o.id === id).forEach((o) => (o.data = data));
            } else if (msg_type === 'clear_output') {
                outputs = [];
            } else if (msg_type === 'stream') {
                outputs.push({output_type: msg_type, text: content.text});
            } else if (msg_type === 'error') {
                outputs.push({output_type: msg_type, traceback: content.traceback});
            } else if (data) {
                outputs.push({output_type: msg_type, id, data});
            }
            if (msg_type === 'execute_reply') reply = content;
            if (msg_type === 'status' && content.execution_state === 'idle') idle = true;
            if (reply && idle) resolve({status: reply.status, error: reply.ename, outputs});
        };
        const content = {code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false, stop_on_error: false};
        session.worker.postMessage({message: ['shell', {header, parent_header: {}, metadata: {}, content, buffers: []}]});
    });
    const run = async (cells) => {
        const began = performance.now();
        const session = await start();
        try {
            const results = [];
            for (const code of cells) results.push(await execute(session, code));
            return {results, took: performance.now() - began};
        } finally {
            session.worker.terminate();
        }
    };
    const waiting = [];
    window.runs = {};
    for (const [name, cells] of notebooks) {
        window.runs[name] = new Promise((resolve) => {
            waiting.push(() => run(cells).catch((e) => ({failed: e.message})).then(resolve));
        });
    }
    const lane = async () => { while (waiting.length > 0) await waiting.shift()(); };
    lane();
    first.then(lane);
}"""

# The notebooks that take longest, which begin first.
SLOWEST = ["12-why-it-is-hard", "10-symmetry-and-estimates", "contest", "00-tour", "02-counting-polyominoes", "11-counting-without-listing", "the-hat"]


@pytest.fixture(scope="module")
def workers(browser: Browser, site: Path) -> Iterator[Page]:
    """A page in which the notebooks of the course run, without JupyterLite."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/empty.html", lambda route: route.fulfill(content_type="text/html", body="<!DOCTYPE html>"))
    order = sorted(COURSE, key=lambda path: SLOWEST.index(path.stem) if path.stem in SLOWEST else len(SLOWEST))
    notebooks = [
        [path.stem, [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]] for path in order
    ]
    with serve(site) as address:
        page.goto(f"{address}empty.html")
        page.evaluate(WORKERS, [f"{address}extensions/polka-lite/static/", notebooks])
        yield page
    context.close()


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_a_notebook_in_a_worker(workers: Page, path: Path):
    done = workers.evaluate("name => window.runs[name]", path.stem)
    assert "failed" not in done, done
    print(f"{path.stem}: {done['took'] / 1000:.1f} s")
    results = iter(done["results"])
    compare(path, lambda _: next(results))


def test_documentation(browser: Browser, site: Path, tmp_path: Path):
    """A page of the documentation opens its notebook in JupyterLite, if that is beside it, and a cell runs there. The menu Help leads back."""
    tools = Path(sys.prefix) / "docs"
    if not tools.is_dir():
        missing("Sphinx (make docs)")
    source, html = tmp_path / "source", tmp_path / "html"
    (source / "notebooks").mkdir(parents=True)
    (source / "index.md").write_text("# Polka\n\n```{toctree}\nnotebooks/00-tour\n```\n")
    shutil.copy(COURSE[0], source / "notebooks")
    command = [sys.executable, "-m", "sphinx", "-q", "-c", str(ROOT / "internal/site"), str(source), str(html)]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": str(tools)}, check=True, timeout=300)
    context = browser.new_context()
    page = context.new_page()
    with serve(html) as address:
        page.goto(f"{address}notebooks/00-tour.html")
        page.wait_for_load_state("networkidle")
        assert page.locator("a.live").count() == 0, "a link without the site"
        (html / "lite").symlink_to(site)
        page.reload()
        page.locator("a.live").click()
        page.wait_for_function(f"{READY} && window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'",
                               polling=100, timeout=120_000)
        opened = "async () => { const w = window.jupyterapp.shell.currentWidget; window.session = w.sessionContext.session; return w.context.path; }"
        assert page.evaluate(opened) == COURSE[0].name
        assert "42" in plain(execute(page, "6 * 7")["outputs"])
        page.get_by_role("menuitem", name="Help").click()
        with context.expect_page() as opened:
            page.get_by_role("menuitem", name="Polka's Documentation").click()
        opened.value.wait_for_url(f"{address}index.html")
        # The extension opens it before JupyterLab does.
        assert page.evaluate("() => [...window.jupyterapp.shell.widgets('main')].map((w) => w.context?.path)") == [COURSE[0].name]
    context.close()
