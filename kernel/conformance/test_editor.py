# SPDX-License-Identifier: BSD-3-Clause

"""The language server that the kernel starts for a page: a comm whose messages are those of the Language Server Protocol."""

from __future__ import annotations

from typing import Any, Callable

import psutil
import pytest

from probe import Client, Kernel, still_alive

pytestmark = pytest.mark.polka


class Page:
    """A page with a comm for a language server."""

    def __init__(self, client: Client, id: str):
        self.client, self.id = client, id
        client.send("comm_open", {"comm_id": id, "target_name": "polka.lsp", "data": {}})
        self.asked = 0

    def tell(self, method: str, params: dict, **more: Any) -> None:
        data = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        self.client.send("comm_msg", {"comm_id": self.id, "data": data})

    def until(self, right: Callable[[dict], bool]) -> dict:
        """The first message of the server, from the beginning, that is right."""
        def found() -> dict | None:
            messages = [m.content for m in self.client.log["iopub"] if m.type == "comm_msg"]
            return next((c["data"] for c in messages if c["comm_id"] == self.id and right(c["data"])), None)

        return self.client.wait(found, "a message of the language server")

    def ask(self, method: str, params: dict) -> Any:
        self.asked += 1
        id = self.asked
        self.tell(method, params, id=id)
        return self.until(lambda m: m.get("id") == id)["result"]

    def closed(self) -> bool:
        return any(m.type == "comm_close" and m.content["comm_id"] == self.id for m in self.client.log["iopub"])


def servers(kernel: Kernel) -> list[psutil.Process]:
    return [process for process in kernel.family() if process.cmdline()[1:2] == ["lsp"]]


def test_answers(kernel: Kernel, client: Client):
    """The server answers while a cell runs; it is a process of its own, and ends with its comm."""
    assert servers(kernel) == []
    cell = client.start("for {\n}")
    page = Page(client, "a")
    assert page.ask("initialize", {"capabilities": {}})["serverInfo"]["name"] == "polka"
    page.tell("initialized", {})
    cells = [{"kind": 2, "document": "c1"}, {"kind": 2, "document": "c2"}]
    texts = [{"uri": uri, "languageId": "go", "version": 1, "text": text} for uri, text in (("c1", "x := 1"), ("c2", "var s string = x"))]
    notebook = {"uri": "n", "notebookType": "jupyter-notebook", "version": 1, "cells": cells}
    page.tell("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": texts})
    said = page.until(lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"]
    assert said["uri"] == "c2" and said["diagnostics"][0]["range"]["start"] == {"line": 0, "character": 15}
    assert "cannot use x" in said["diagnostics"][0]["message"]
    assert not cell.replies
    running = servers(kernel)
    assert len(running) == 1
    client.ask("comm_close", {"comm_id": "a", "data": {}})
    assert still_alive(running) == []
    client.ask("interrupt_request", channel="control")
    assert cell.wait().content["ename"] == "Interrupted"


def test_crash(kernel: Kernel, client: Client):
    """A server that is killed closes its comm, and harms nothing else; and the others end with the kernel."""
    first, second = Page(client, "a"), Page(client, "b")
    assert first.ask("initialize", {"capabilities": {}}) == second.ask("initialize", {"capabilities": {}})
    pids = servers(kernel)
    assert len(pids) == 2
    pids[0].kill()
    client.wait(lambda: first.closed() or second.closed(), "comm_close")
    alive = second if first.closed() else first
    alive.tell("exit", {})
    client.wait(alive.closed, "comm_close")
    third = Page(client, "c")
    assert third.ask("initialize", {"capabilities": {}})["serverInfo"]["name"] == "polka"
    pids = servers(kernel)
    assert client.run("1 + 1").content["status"] == "ok"
    client.send("shutdown_request", {"restart": False}, channel="control")
    kernel.wait()
    assert still_alive(pids) == []
