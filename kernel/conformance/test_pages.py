# SPDX-License-Identifier: BSD-3-Clause

"""Hostile notebooks as exported pages, in a browser.

kernel/nb/testdata/hostile.json contains a few hundred snippets that run scripts, load, redirect, post and open windows,
by their place in a notebook. They are exported, several to a page; a browser opens the pages and clicks on everything.
The host that the snippets name is a server in this test that counts requests. As a control, the same snippets are put
into pages without any protection: every fifth of them, or all with POLKA_LONG=1.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Playwright

from conftest import ROOT, Judged
from lab import LONG, launch

pytestmark = pytest.mark.polka

HOSTILE: dict[str, object] = json.loads((ROOT / "kernel/nb/testdata/hostile.json").read_text())


def cell(name: str) -> dict:
    """The cell that contains a snippet."""
    kind, what = name.split("/")[0], HOSTILE[name]
    if kind == "markdown":
        return {"cell_type": "markdown", "metadata": {}, "source": what}
    if kind == "raw":
        return {"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": what}
    if kind == "cell":
        return what
    if kind in BUNDLES:
        output = {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "x", BUNDLES[kind]: what}}
    elif kind == "stream":
        output = {"output_type": "stream", "name": "stdout", "text": what}
    elif kind == "error":
        output = {"output_type": "error", "ename": "E", "evalue": what, "traceback": [what]}
    else:
        assert kind == "output", name
        output = what
    return {"cell_type": "code", "metadata": {}, "source": "x", "execution_count": 1, "outputs": [output]}


BUNDLES = {"html": "text/html", "html-svg": "text/html", "markdown-output": "text/markdown", "svg": "image/svg+xml", "latex": "text/latex",
           "plain": "text/plain"}


def notebook(names: list[str]) -> tuple[dict, str]:
    """A notebook that contains snippets, and the name of its file."""
    content, file = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": []}, "notebook"
    for name in names:
        match name.split("/")[0]:
            case "notebook":
                content |= HOSTILE[name]
            case "file":
                file = HOSTILE[name]
            case _:
                content["cells"].append(cell(name))
    return content, file


def groups() -> list[list[str]]:
    """The snippets, several to a notebook where possible."""
    alone = [name for name in HOSTILE if name.split("/")[0] in ("notebook", "file")]
    rest = [name for name in HOSTILE if name not in alone]
    return [[name] for name in alone] + [rest[i:i + 20] for i in range(0, len(rest), 20)]


def careless(name: str) -> str:
    """A page that contains all texts of a snippet without sanitizing."""
    def texts(value: object) -> Iterator[str]:
        match value:
            case str():
                yield value
            case list():
                for v in value:
                    yield from texts(v)
            case dict():
                for k, v in value.items():
                    yield from texts(k)
                    yield from texts(v)

    what = HOSTILE[name]
    text = "\n".join(texts(what)) if not name.startswith("output/lines") else "".join(what["data"]["text/html"])
    if name.startswith("cell/attachment"):
        text += f'<img src="{text}">'
    if name.startswith("output/") and "image/png" in what.get("data", {}):
        text += f'<img src="data:image/png;base64,{what["data"]["image/png"]}">'
    return f"<!DOCTYPE html><html><head><title>x</title></head><body><main><section><div>{text}</div></section></main></body></html>"


class Server:
    """A server that replies to everything and counts."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.visits: list[str] = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.visits.append("connection")
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                request = connection.recv(65536)
                line = request.split(b"\r\n")[0].decode("latin-1")
                self.visits.append(line)
                script = b".js" in request.split(b"\r\n")[0] or b".mjs" in request.split(b"\r\n")[0]
                body = b"alert(1)" if script else b"<p>here</p>"
                kind = b"text/javascript" if script else b"text/html"
                connection.sendall(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Type: " + kind +
                                   b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            except OSError:
                pass

    def close(self) -> None:
        self.socket.close()


@dataclass
class Watched:
    """A browser whose actions are recorded."""

    context: BrowserContext
    server: Server
    seen: list[str] = field(default_factory=list)
    visits: int = 0

    def __post_init__(self) -> None:
        self.context.add_init_script("window.alert = () => console.log('a script ran')")
        self.context.on("console", self.console)
        self.context.on("request", self.request)
        self.context.on("page", self.opened)
        self.page = None

    def console(self, message) -> None:
        if "a script ran" in message.text:
            self.seen.append("script")
        elif message.text == f"visit {self.visits} is over":
            self.over = True
        elif "Content Security Policy" in message.text:
            self.seen.append("policy: " + message.text)

    def request(self, request) -> None:
        if request.url.startswith("data:") or request.url == self.url:
            return
        self.seen.append(f"request: {request.method} {request.url[:80]}")

    def opened(self, page) -> None:
        if self.page is not None and page is not self.page:
            self.seen.append("window")

    def visit(self, url: str) -> list[str]:
        """Open a page, click on everything, and return what was recorded."""
        self.seen, self.url, self.over = [], url, False
        self.visits += 1
        if self.page is None or self.page.is_closed():
            self.page = None
            self.page = self.context.new_page()
            self.page.on("dialog", lambda dialog: (self.seen.append("dialog"), dialog.dismiss()))
            self.page.on("download", lambda _: self.seen.append("download"))
        page, before = self.page, len(self.server.visits)
        try:
            page.goto(url, wait_until="load")
            page.evaluate(SETTLE)
            page.evaluate(PRESS)
            page.evaluate(SETTLE)
        except Error as error:
            if not re.search("context was destroyed|interrupted|navigat|ERR_ABORTED|closed", str(error)):
                raise
            self.seen.append("redirect")
        # What the page has logged arrives in order, also after it has gone elsewhere.
        deadline = time.monotonic() + LONG / 1000
        while not self.over and not page.is_closed() and time.monotonic() < deadline:
            with contextlib.suppress(Error):
                page.wait_for_load_state("load")
                page.evaluate(f"console.log('visit {self.visits} is over')")
                page.wait_for_timeout(10)
        if page.url.split("#")[0] != url:
            self.seen.append("redirect: " + page.url[:80])
        self.seen += [f"connection: {v}" for v in self.server.visits[before:]]
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        return self.seen


# The browser has drawn twice, and what was to be done at once is done.
SETTLE = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"""

# Everything that can be pressed is pressed, except links that a reader may follow.
PRESS = """() => {
    const roots = [document];
    for (const e of Document.prototype.querySelectorAll.call(document, '*')) if (e.shadowRoot) roots.push(e.shadowRoot);
    const all = root => (root === document ? Document : ShadowRoot).prototype.querySelectorAll.call(root, '*');
    for (const root of roots) for (const e of all(root)) {
        const href = (e.getAttribute('href') || e.getAttribute('xlink:href') || '').replace(/[\\x00-\\x20]/g, '').toLowerCase();
        const plain = /^(https?:|mailto:|#|[\\w./-]*$)/.test(href);
        if (e.closest('a') && !(e.matches('a') && !plain) && !e.matches('[onclick]') && !e.closest('svg')) continue;
        if (['html', 'body', 'main', 'section', 'p'].includes(e.localName) && !e.hasAttribute('onclick')) continue;
        e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
        e.focus?.();
        if (e.localName === 'form') HTMLFormElement.prototype.requestSubmit.call(e);
        if (e.click) e.click(); else e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    }
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="module")
def watched(playwright: Playwright, server: Server) -> Iterator[Browser]:
    """A browser for which the server is the only host."""
    rules = f"MAP evil.test 127.0.0.1:{server.port}, MAP * ~NOTFOUND"
    browser = launch(playwright, f"--host-resolver-rules={rules}")
    yield browser
    browser.close()


@pytest.fixture
def watch(watched: Browser, server: Server) -> Iterator[Watched]:
    context = watched.new_context()
    yield Watched(context, server)
    context.close()


@pytest.fixture
def export(judged: Judged, tmp_path: Path) -> Callable[[list[str]], Path]:
    """A function that returns the page of some snippets."""
    def export(names: list[str]) -> Path:
        content, file = notebook(names)
        source = tmp_path / f"{file}.ipynb"
        source.write_text(json.dumps(content))
        subprocess.run([*judged.command[:1], "nb", "export", str(source)], check=True, capture_output=True, timeout=300)
        return source.with_suffix(".html")

    return export


def test_exported_pages_do_nothing(export: Callable[[list[str]], Path], watch: Watched):
    """No snippet has an effect, and none needs the page's policy for that."""
    for names in groups():
        if watch.visit(export(names).as_uri()):
            blame = {name: list(watch.visit(export([name]).as_uri())) for name in names}
            pytest.fail(f"together {names} {watch.seen}, each { {n: s for n, s in blame.items() if s} }")


def some(step: int) -> list[str]:
    return list(HOSTILE)[:: 1 if os.environ.get("POLKA_LONG") else step]


def test_the_policy_alone(export: Callable[[list[str]], Path], tmp_path: Path, watch: Watched):
    """Without sanitizing, the policy stops scripts and forms. It cannot stop redirections."""
    policy = re.search('<meta http-equiv="Content-Security-Policy"[^>]*>', export(["html/script"]).read_text())[0]
    file = tmp_path / "policy.html"
    for name in some(18):
        file.write_text(careless(name).replace("<head>", "<head>" + policy))
        seen = watch.visit(file.as_uri())
        assert "script" not in seen and not any("POST" in s for s in seen), (name, seen)


def test_careless_pages_do_harm(tmp_path: Path, watch: Watched):
    """In pages without protection, most snippets have their effect."""
    file, harm, kinds = tmp_path / "careless.html", set(), Counter()
    names = some(5)
    for name in names:
        file.write_text(careless(name))
        seen = {s.split(":")[0] for s in watch.visit(file.as_uri()) if not s.startswith("policy")}
        kinds.update(seen)
        if seen:
            harm.add(name)
    assert len(harm) >= len(names) * 3 // 4, sorted(set(names) - harm)
    assert kinds["script"] > len(names) // 3 and kinds["connection"] > len(names) // 6 and kinds["redirect"] > len(names) // 20, kinds
