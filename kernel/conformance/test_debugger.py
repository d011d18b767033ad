# SPDX-License-Identifier: BSD-3-Clause

"""The debugger: requests of the Debug Adapter Protocol, as JupyterLab sends them."""

from __future__ import annotations

import psutil
import pytest

from conftest import Judged
from probe import Client, Kernel, Message

pytestmark = pytest.mark.polka

FUNCTION = """func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}
list := []int{3, 4, 5}
sum(list)"""


class Debugger:
    """A client of the debugger."""

    def __init__(self, client: Client):
        self.client, self.seq, self.seen = client, 0, 0

    def ask(self, command: str, **arguments: object) -> dict:
        """Send a request; the body of the response."""
        self.seq += 1
        request = self.client.ask("debug_request", {"type": "request", "seq": self.seq, "command": command, "arguments": arguments}, channel="control")
        assert request.states == ["busy", "idle"]
        response = request.content
        assert response["type"] == "response" and response["request_seq"] == self.seq and response["command"] == command, response
        assert response["success"], response
        return response.get("body") or {}

    def start(self) -> Debugger:
        self.ask("debugInfo")
        capabilities = self.ask("initialize", clientID="test", adapterID="polka", pathFormat="path", linesStartAt1=True)
        assert capabilities["supportsSetVariable"] and capabilities["supportsConditionalBreakpoints"]
        self.ask("attach")
        info = self.ask("debugInfo")
        assert info["isStarted"] and info["hashMethod"] == "Murmur2" and info["richRendering"] and info["copyToGlobals"]
        return self

    def breakpoints(self, code: str, *list: dict) -> list[dict]:
        path = self.ask("dumpCell", code=code)["sourcePath"]
        found = self.ask("setBreakpoints", source={"path": path}, breakpoints=[*list], sourceModified=False)["breakpoints"]
        self.ask("configurationDone")
        return found

    def events(self) -> list[Message]:
        return [m for m in self.client.log["iopub"] if m.type == "debug_event"]

    def event(self, name: str) -> dict:
        """Wait for the next event of that name; its body."""
        def find() -> Message | None:
            for i, m in enumerate(self.events()[self.seen:]):
                if m.content["event"] == name:
                    self.seen += i + 1
                    return m
            return None
        return self.client.wait(find, f"the event {name}").content.get("body")

    def stopped(self) -> tuple[str, str, int]:
        """Wait for a stop: why, and the name and line of the innermost frame."""
        body = self.event("stopped")
        frames = self.frames()
        return body["reason"], frames[0]["name"], frames[0]["line"]

    def frames(self) -> list[dict]:
        return self.ask("stackTrace", threadId=1)["stackFrames"]

    def scopes(self) -> dict[str, dict]:
        return {s["name"]: s for s in self.ask("scopes", frameId=self.frames()[0]["id"])["scopes"]}

    def variables(self, scope: str) -> dict[str, str]:
        found = self.ask("variables", variablesReference=self.scopes()[scope]["variablesReference"])["variables"]
        return {v["name"]: v["value"] for v in found}

    def go(self, how: str = "continue") -> None:
        self.ask(how, threadId=1)


@pytest.fixture
def debugger(client: Client) -> Debugger:
    return Debugger(client)


def test_declared(client: Client, judged: Judged):
    info = client.ask("kernel_info_request").content
    assert info["debugger"] is True and "debugger" in info["supported_features"]
    assert judged.spec["metadata"]["debugger"] is True


def test_steps_and_variables(client: Client, debugger: Debugger):
    debugger.start()
    assert [b["verified"] for b in debugger.breakpoints(FUNCTION, {"line": 4})] == [True]
    cell = client.start(FUNCTION)
    assert debugger.stopped() == ("breakpoint", "sum", 4)
    assert debugger.events()[-1].parent["msg_id"] == cell.id
    assert debugger.variables("Locals") == {"list": "[3 4 5]", "total": "0", "n": "3"}
    assert debugger.variables("Globals") == {"list": "[3 4 5]"}
    path = debugger.frames()[0]["source"]["path"]
    assert debugger.ask("source", source={"path": path})["content"] == FUNCTION
    debugger.go("next")
    assert debugger.stopped()[0] == "breakpoint"  # the next round
    assert debugger.variables("Locals") == {"list": "[3 4 5]", "total": "3", "n": "4"}
    locals = debugger.scopes()["Locals"]["variablesReference"]
    assert debugger.ask("setVariable", variablesReference=locals, name="total", value="100")["value"] == "100"
    assert debugger.ask("evaluate", expression="total + n", frameId=debugger.frames()[0]["id"], context="repl")["result"] == "104"
    debugger.breakpoints(FUNCTION)
    debugger.go("stepOut")
    cell.wait()
    assert cell.value == "109"
    assert [v["name"] for v in debugger.ask("inspectVariables")["variables"]] == ["list"]
    client.alive()


def test_condition(client: Client, debugger: Debugger):
    debugger.start().breakpoints(FUNCTION, {"line": 4, "condition": "n > 3 && total < 7"})
    cell = client.start(FUNCTION)
    debugger.stopped()
    assert debugger.variables("Locals")["n"] == "4"
    debugger.go()
    cell.wait()
    assert cell.value == "12" and len([m for m in debugger.events() if m.content["event"] == "stopped"]) == 1


def test_function_of_an_earlier_cell(client: Client, debugger: Debugger):
    assert client.run(FUNCTION).value == "12"
    debugger.start().breakpoints(FUNCTION, {"line": 6})
    cell = client.start("sum([]int{1})")
    assert debugger.stopped() == ("breakpoint", "sum", 6)
    assert [f["line"] for f in debugger.frames()] == [6, 1]
    debugger.go()
    assert cell.wait().value == "1"
    debugger.ask("disconnect", restart=False, terminateDebuggee=False)
    assert client.run("sum([]int{2})").value == "2"


def test_panic(client: Client, debugger: Debugger):
    filters = [f["filter"] for f in debugger.ask("initialize")["exceptionBreakpointFilters"]]
    assert filters == ["panic", "uncaught"]
    debugger.start().ask("setExceptionBreakpoints", filters=["uncaught"])
    cell = client.start("f := func(n int) int { return 10 / n }\nf(0)")
    assert debugger.stopped()[0] == "exception"
    assert debugger.ask("exceptionInfo", threadId=1)["description"] == "runtime error: integer divide by zero"
    assert debugger.variables("Locals") == {"n": "0"}
    debugger.go()
    assert "divide by zero" in cell.wait().content["evalue"]


def test_interrupt_while_stopped(client: Client, debugger: Debugger):
    debugger.start().breakpoints(FUNCTION, {"line": 4})
    cell = client.start(FUNCTION)
    debugger.stopped()
    assert client.ask("interrupt_request", channel="control").content["status"] == "ok"
    assert cell.wait().content["ename"] == "Interrupted"
    debugger.event("continued")
    assert client.run("len(list)").value == "3"
    client.alive()


def test_interrupt_of_an_evaluation(client: Client, debugger: Debugger):
    """It ends the cell too."""
    debugger.start().breakpoints(FUNCTION, {"line": 4})
    cell = client.start(FUNCTION)
    debugger.stopped()
    frame = debugger.frames()[0]["id"]
    endless = client.send("debug_request", {"type": "request", "seq": 77, "command": "evaluate",
                                            "arguments": {"expression": 'fmt.Println("endless"); for {}', "frameId": frame}}, channel="control")
    cell.says("endless")
    assert client.ask("interrupt_request", channel="control").content["status"] == "ok"
    assert endless.wait().content["success"] is False
    assert cell.wait().content["ename"] == "Interrupted"
    client.alive()


def test_restart_while_stopped(kernel: Kernel, client: Client, debugger: Debugger):
    debugger.start().breakpoints(FUNCTION, {"line": 4})
    client.start(FUNCTION)
    debugger.stopped()
    assert client.ask("shutdown_request", {"restart": True}, channel="control").content["status"] == "ok"
    assert kernel.wait() == 0


def test_kill_while_stopped(kernel: Kernel, client: Client, debugger: Debugger):
    """The cell fails, the page hears that nothing is stopped any more, and breakpoints are still set."""
    debugger.start().breakpoints(FUNCTION, {"line": 4, "condition": "n == 5"})
    cell = client.start(FUNCTION)
    debugger.stopped()
    kernel.worker().kill()
    assert cell.wait(30).content["ename"] == "Crash"
    debugger.event("continued")
    assert debugger.ask("debugInfo")["stoppedThreads"] == []
    again = client.start(FUNCTION)
    debugger.stopped()
    assert debugger.variables("Locals")["n"] == "5"
    debugger.go()
    assert again.wait().value == "12"


def test_picture(client: Client, debugger: Debugger):
    debugger.start()
    client.run("piece := shapes.Pentominoes()[0]")
    data = debugger.ask("richInspectVariables", variableName="piece")["data"]
    assert "<svg" in data["image/svg+xml"] and data["text/plain"]


def test_state_is_kept(client: Client, debugger: Debugger):
    """A page that is loaded again learns of breakpoints and stopped threads."""
    debugger.start().breakpoints(FUNCTION, {"line": 3}, {"line": 6})
    cell = client.start(FUNCTION)
    debugger.stopped()
    info = Debugger(client).ask("debugInfo")
    assert info["stoppedThreads"] == [1]
    assert [[b["line"] for b in s["breakpoints"]] for s in info["breakpoints"]] == [[3, 6]]
    debugger.ask("disconnect")
    assert cell.wait().value == "12"


def test_usage(kernel: Kernel, client: Client):
    client.run("big := make([]byte, 50<<20); for i := range big { big[i] = 1 }")
    usage = client.ask("usage_request", channel="control").content
    worker = kernel.worker()
    assert usage["pid"] == worker.pid
    assert usage["kernel_memory"] > 50 << 20
    client.run("for t := time.Now(); time.Since(t) < 300*time.Millisecond; {\n}")
    usage = client.ask("usage_request", channel="control").content
    assert usage["kernel_cpu"] > 0 and usage["cpu_count"] == psutil.cpu_count()
    assert abs(usage["host_virtual_memory"]["total"] - psutil.virtual_memory().total) < 1 << 20
