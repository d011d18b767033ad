# SPDX-License-Identifier: BSD-3-Clause

"""polka dap, for editors: a session of the Debug Adapter Protocol on standard input and output.

The client is that of debugpy, with which VS Code's Python extension and others debug: it checks the messages that arrive.
"""

from __future__ import annotations

import queue
import subprocess
from pathlib import Path
from typing import Iterator

import nbformat
import pytest
from debugpy.common.messaging import JsonIOStream, JsonMessageChannel

from conftest import Judged

pytestmark = pytest.mark.polka

PROGRAM = """package main

import (
	"fmt"
	"os"
)

type item struct {
	name string
	size int
}

func total(items []item) int {
	sum := 0
	for _, it := range items {
		sum += it.size
	}
	return sum
}

func main() {
	items := []item{{"a", 1}, {"b", 20}, {"c", 300}}
	fmt.Println(os.Args[1], total(items))
	var none []int
	fmt.Println(none[len(items)])
}
"""


class Editor:
    """An editor that debugs one program."""

    def __init__(self, command: list[str]):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.events: queue.Queue = queue.Queue()
        self.channel = JsonMessageChannel(JsonIOStream.from_process(self.process), self)
        self.channel.start()

    def event(self, event) -> None:
        """Called by the channel with each event."""
        self.events.put((event.event, dict(event.body)))

    def request(self, command: str, **arguments: object) -> dict:
        return self.channel.request(command, arguments or None)

    def await_(self, *names: str) -> tuple[str, dict]:
        """Wait for one of the events."""
        while True:
            name, body = self.events.get(timeout=60)
            if name in names:
                return name, body

    def stopped(self) -> tuple[str, str, int]:
        body = self.await_("stopped")[1]
        self.thread = body["threadId"]
        self.frames = self.request("stackTrace", threadId=self.thread)["stackFrames"]
        return body["reason"], self.frames[0]["name"], self.frames[0]["line"]

    def locals(self) -> list[dict]:
        for scope in self.request("scopes", frameId=self.frames[0]["id"])["scopes"]:
            if scope["name"] == "Locals":
                return self.request("variables", variablesReference=scope["variablesReference"])["variables"]
        return []


@pytest.fixture
def editor(judged: Judged) -> Iterator[Editor]:
    editor = Editor([judged.command[0], "dap"])
    yield editor
    editor.process.kill()
    editor.process.wait()
    editor.channel.wait()


def test_program(editor: Editor, directory: Path):
    file = directory / "program.go"
    file.write_text(PROGRAM)
    able = editor.request("initialize", clientID="test", adapterID="polka", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
    assert able["supportsConfigurationDoneRequest"] and able["supportsLogPoints"]
    editor.request("launch", program=str(file), args=["total:"], stopOnEntry=True)
    editor.await_("initialized")
    points = editor.request("setBreakpoints", source={"path": str(file)}, breakpoints=[
        {"line": 16, "condition": "it.size > 10", "hitCondition": "2"}, {"line": 18, "logMessage": "the sum is {sum}"}, {"line": 100}])
    assert [(b["verified"], b["line"]) for b in points["breakpoints"]] == [(True, 16), (True, 18), (False, 100)]
    editor.request("setExceptionBreakpoints", filters=["uncaught"])
    editor.request("configurationDone")

    reason, name, line = editor.stopped()
    assert reason == "entry" and (name, line) == ("main", 22)
    editor.request("next", threadId=editor.thread)
    assert editor.stopped() == ("step", "main", 23)
    editor.request("continue", threadId=editor.thread)
    assert editor.stopped() == ("breakpoint", "total", 16)
    assert [f["name"] for f in editor.frames] == ["total", "main"]
    assert editor.frames[1]["line"] == 23 and editor.frames[0]["source"]["path"] == str(file)
    found = {v["name"]: v for v in editor.locals()}
    assert found["sum"]["value"] == "21" and found["it"]["type"] == "item"
    fields = editor.request("variables", variablesReference=found["it"]["variablesReference"])["variables"]
    assert [(f["name"], f["value"]) for f in fields] == [("name", '"c"'), ("size", "300")]
    assert editor.request("evaluate", expression="len(items) * sum", frameId=editor.frames[0]["id"], context="watch")["result"] == "63"
    assert editor.request("setVariable", variablesReference=found["it"]["variablesReference"], name="size", value="4000")["value"] == "4000"
    with pytest.raises(Exception, match="undefined: nothing"):
        editor.request("evaluate", expression="nothing", frameId=editor.frames[0]["id"], context="repl")
    editor.request("continue", threadId=editor.thread)

    texts = []
    while True:
        name, body = editor.await_("output", "stopped")
        if name == "stopped":
            break
        texts.append(body["output"])
    assert "".join(texts) == "the sum is 4021\ntotal: 4021\n"
    assert body["reason"] == "exception" and "index out of range [3]" in body["text"]
    assert editor.request("threads")["threads"][0]["id"] == body["threadId"]
    editor.request("continue", threadId=body["threadId"])
    assert editor.await_("exited")[1]["exitCode"] == 1
    editor.await_("terminated")
    editor.request("disconnect")
    assert editor.process.wait(30) == 0


def test_notebook_and_disconnect(editor: Editor, directory: Path):
    file = directory / "cells.ipynb"
    cells = [nbformat.v4.new_markdown_cell("# A"), nbformat.v4.new_code_cell("func twice(n int) int {\n\treturn 2 * n\n}"), nbformat.v4.new_code_cell("twice(4)")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    editor.request("initialize", adapterID="polka")
    editor.request("launch", program=str(file))
    editor.await_("initialized")
    editor.request("setBreakpoints", source={"path": f"{file}#1"}, breakpoints=[{"line": 2}])
    editor.request("configurationDone")
    assert editor.stopped() == ("breakpoint", "twice", 2)
    assert [f["source"]["path"] for f in editor.frames] == [f"{file}#1", f"{file}#2"]
    assert editor.request("source", source=editor.frames[1]["source"], sourceReference=0)["content"] == "twice(4)"
    editor.request("disconnect", terminateDebuggee=True)
    assert editor.process.wait(30) == 0


def test_mistakes(editor: Editor):
    with pytest.raises(Exception, match="nothing has been launched"):
        editor.request("threads")
    editor.request("initialize", adapterID="polka")
    with pytest.raises(Exception, match="no such file"):
        editor.request("launch", program="/nowhere/program.go")
