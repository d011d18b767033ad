# SPDX-License-Identifier: BSD-3-Clause

"""Widgets and comms from the side of the frontend: messages, buffers, state, Stop and crashes."""

from __future__ import annotations

import base64
import json

import pytest

from conftest import ROOT
from probe import Client, Message, Request
from test_subshells import create

pytestmark = pytest.mark.polka

VIEW = "application/vnd.jupyter.widget-view+json"
ENDLESS_PUZZLE = "cover.New(cover.Rectangle(10, 12), append(shapes.Pentominoes(), shapes.Pentominoes()...)...)"
SEARCH = ENDLESS_PUZZLE + ".Count()"


class Models:
    """The widgets of a page, from all messages so far."""

    def __init__(self, client: Client):
        self.client = client
        self.targets = {"subshell_id": create(client)}

    @property
    def states(self) -> dict[str, dict]:
        states: dict[str, dict] = {}
        for message in self.client.log["iopub"]:
            content = message.content
            if message.type == "comm_open":
                assert content["target_name"] == "jupyter.widget" and message.metadata["version"] == "2.1.0"
                states[content["comm_id"]] = dict(content["data"]["state"])
            elif message.type == "comm_msg" and content["data"]["method"] == "update":
                states[content["comm_id"]].update(content["data"]["state"])
            elif message.type == "comm_close":
                states.pop(content["comm_id"], None)
        return states

    def id(self, name: str) -> str:
        """The last widget of a model."""
        return [id for id, state in self.states.items() if state["_model_name"] == name + "Model"][-1]

    def send(self, msg_type: str, content: dict, buffers: list[bytes] = []) -> Request:
        """Send a message of a comm to the subshell, as JupyterLab does."""
        header = self.client.header(msg_type, **self.targets)
        frames = self.client.frames(header, content, buffers=buffers)
        self.client.raw("shell", frames)
        return Request(self.client, "shell", header["msg_id"], msg_type, frames).wait()

    def change(self, name: str, **state: object) -> Request:
        data = {"method": "update", "state": state, "buffer_paths": []}
        return self.send("comm_msg", {"comm_id": self.id(name), "data": data})

    def outputs(self) -> str:
        """The text of the last output widget."""
        shown = ""
        for output in self.states[self.id("Output")]["outputs"]:
            if output["output_type"] == "error":
                shown += f"{output['ename']}\n"
            else:
                shown += output.get("text") or output["data"]["text/plain"] + "\n"
        return shown

    def until(self, text: str) -> None:
        self.client.wait(lambda: self.outputs() == text, f"the output {text!r}")


def test_models_are_those_of_ipywidgets():
    import models

    assert json.loads((ROOT / "kernel/widget/models.json").read_text()) == json.loads(models.text())


CONTROLS = [
    ("widget.IntSlider(1, 12)", "IntSlider", {"value": 7}, "7"),
    ("widget.FloatSlider(0, 2)", "FloatSlider", {"value": 1.5}, "1.5"),
    ("widget.FloatLogSlider(-2, 4)", "FloatLogSlider", {"value": 100}, "100"),
    ("widget.BoundedIntText(1, 12)", "BoundedIntText", {"value": 7}, "7"),
    ("widget.IntText()", "IntText", {"value": -7}, "-7"),
    ("widget.FloatText()", "FloatText", {"value": 0.25}, "0.25"),
    ("widget.BoundedFloatText(0, 1)", "BoundedFloatText", {"value": 0.25}, "0.25"),
    ("widget.Checkbox(\"on\")", "Checkbox", {"value": True}, "true"),
    ("widget.ToggleButton(\"on\")", "ToggleButton", {"value": True}, "true"),
    ("widget.Dropdown(\"a\", \"b\")", "Dropdown", {"index": 1}, '"b"'),
    ("widget.ToggleButtons(\"a\", \"b\")", "ToggleButtons", {"index": 1}, '"b"'),
    ("widget.RadioButtons(\"a\", \"b\")", "RadioButtons", {"index": 1}, '"b"'),
    ("widget.Select(\"a\", \"b\")", "Select", {"index": 1}, '"b"'),
    ("widget.SelectionSlider(\"a\", \"b\")", "SelectionSlider", {"index": 1}, '"b"'),
    ("widget.TextField()", "Text", {"value": "é😀"}, '"é😀"'),
    ("widget.Textarea()", "Textarea", {"value": "a"}, '"a"'),
    ("widget.Combobox(\"a\", \"b\")", "Combobox", {"value": "c"}, '"c"'),
    ("widget.Play(0, 9)", "Play", {"value": 3}, "3"),
]


def test_round_trips(client: Client):
    """Each control is shown, changed by the page, and read and changed by a cell."""
    page = Models(client)
    for n, (code, model, state, value) in enumerate(CONTROLS):
        shown = client.run(f"w{n} := {code}\nw{n}")
        assert shown.outputs[-1].content["data"][VIEW]["model_id"] == page.id(model)
        changed = page.change(model, **state)
        echo = [m for m in changed.iopub if m.type == "comm_msg"]
        assert [m.content["data"]["method"] for m in echo] == ["echo_update"] and echo[0].content["data"]["state"] == state
        assert client.run(f"w{n}.Value()").value == value, code
    client.run("w0.Set(3)")
    client.wait(lambda: page.states[page.id("IntSlider")]["value"] == 3, "the value that the cell has set")
    open_now = client.ask("comm_info_request", {"target_name": "jupyter.widget"}).content["comms"]
    assert set(open_now) == set(page.states)


def test_boxes_links_and_progress(client: Client):
    page = Models(client)
    shown = client.run("a, b := widget.IntSlider(1, 9), widget.IntProgress(9)\nwidget.Link(a, b)\n"
                       "widget.Tab([]string{\"one\", \"two\"}, widget.HBox(a, b), widget.VBox(widget.Label(\"text\")))")
    states = page.states
    tab = states[page.id("Tab")]
    assert tab["titles"] == ["one", "two"] and tab["selected_index"] == 0
    box = states[tab["children"][0].removeprefix("IPY_MODEL_")]
    assert box["children"] == ["IPY_MODEL_" + page.id("IntSlider"), "IPY_MODEL_" + page.id("IntProgress")]
    link = states[page.id("Link")]
    assert link["source"] == ["IPY_MODEL_" + page.id("IntSlider"), "value"]
    assert VIEW in shown.outputs[-1].content["data"]
    client.run("for i := 0; i < 100000; i++ { b.Set(i % 10) }\nb.Set(9)")
    assert page.states[page.id("IntProgress")]["value"] == 9, "the last value comes after the cell"
    updates = [m for m in client.log["iopub"] if m.type == "comm_msg"]
    assert len(updates) < 2000, "a loop floods the page"


def test_state_after_a_reload(client: Client):
    """A page that is loaded again gets the state of all widgets, even while a cell computes."""
    page = Models(client)
    client.run("s := widget.IntSlider(1, 12)\ns")
    page.change("IntSlider", value=5)
    running = client.start('fmt.Println("started")\nfor {}').says("started")
    page.send("comm_open", {"comm_id": "control", "target_name": "jupyter.widget.control", "data": {}})
    asked = page.send("comm_msg", {"comm_id": "control", "data": {"method": "request_states"}})
    (answer,) = [m for m in asked.iopub if m.type == "comm_msg"]
    states = answer.content["data"]["states"]
    assert set(states) == set(page.states)
    assert states[page.id("IntSlider")]["state"]["value"] == 5
    assert states[page.id("IntSlider")]["model_name"] == "IntSliderModel"
    client.ask("interrupt_request", channel="control")
    running.wait()


def test_buttons_wait_for_the_cell(client: Client):
    """Functions for clicks wait until no cell runs; new values are visible at once."""
    page = Models(client)
    client.run('s := widget.IntSlider(1, 12)\nwidget.VBox(s, widget.NewButton("go").OnClick(func() { fmt.Println("clicked") }))')
    running = client.start('fmt.Println("started")\nfor s.Value() != 3 {}').says("started")
    page.send("comm_msg", {"comm_id": page.id("Button"), "data": {"method": "custom", "content": {"event": "click"}}})
    client.settle()
    assert "clicked" not in running.text()
    page.change("IntSlider", value=3)
    # The click prints when the cell's code has ended, before or after the kernel says that it is idle.
    client.wait(lambda: running.states[-1] == "idle" and running.replies, "the end of the cell")
    running.says("clicked")


def interact(client: Client, page: Models) -> None:
    client.run("widget.Interact(func(n int) any {\n\tfmt.Println(\"board\", n)\n\tif n > 2 {\n\t\t" + SEARCH + "\n\t}\n\treturn n\n}, []int{1, 12, 1, 1})")
    assert page.outputs() == "board 1\n1\n"


def test_pictures_of_functions_have_no_png(client: Client):
    """PNG is for programs that show no SVG. Those have no widgets, and would make a slider wait."""
    page = Models(client)
    client.run("widget.Interact(func(n int) any {\n\tdisplay.Show(cover.Rectangle(n, 10))\n\treturn cover.Rectangle(n, n)\n}, []int{1, 12, 1, 1})")
    before = ""
    for change in (lambda: None, lambda: page.change("IntSlider", value=5)):
        change()
        client.wait(lambda: len(page.states[page.id("Output")]["outputs"]) == 2 and page.outputs() != before, "both pictures")
        before = page.outputs()
        shown = [set(output["data"]) for output in page.states[page.id("Output")]["outputs"]]
        assert shown == [{"text/plain", "text/html", "image/svg+xml"}] * 2
    (result,) = [m for m in client.run("cover.Rectangle(5, 5)").outputs if m.type == "execute_result"]
    assert "image/png" in result.content["data"]


def test_a_slider_moved_during_a_search(client: Client):
    """The search is stopped, and the picture is that of the new value; a cell runs in between."""
    page = Models(client)
    interact(client, page)
    for n in (5, 6, 7, 8):
        page.change("IntSlider", value=n)
        page.until(f"board {n}\n")
    cell = client.start("6 * 7")
    client.wait(lambda: cell.replies and cell.states == ["busy", "idle"], "the end of the cell")  # the call sends more
    assert cell.value == "42"
    page.until("board 8\n")
    page.change("IntSlider", value=2)
    page.until("board 2\n2\n")


def test_stop_ends_the_call(client: Client):
    page = Models(client)
    interact(client, page)
    page.change("IntSlider", value=5)
    page.until("board 5\n")
    client.ask("interrupt_request", channel="control")
    page.until("board 5\nInterrupted\n")
    page.change("IntSlider", value=2)
    page.until("board 2\n2\n")


def test_a_worker_that_is_killed_closes_its_widgets(client: Client):
    page = Models(client)
    interact(client, page)
    page.change("IntSlider", value=5)
    page.until("board 5\n")
    slider = page.id("IntSlider")
    client.kernel.worker().kill()
    client.wait(lambda: not page.states, "the end of all comms")
    assert client.ask("comm_info_request").content["comms"] == {}
    data = {"method": "update", "state": {"value": 3}, "buffer_paths": []}
    late = page.send("comm_msg", {"comm_id": slider, "data": data})
    assert [m.type for m in late.iopub if m.type != "status"] == ["comm_close"]
    assert client.run("6 * 7").value == "42"
    interact(client, page)


def test_comms_of_cells(client: Client):
    """Targets, binary buffers of every size, and closing from both sides."""
    page = Models(client)
    client.run('comm.Register("echo", func(c *comm.Comm, data map[string]any) {\n'
               '\tc.OnMessage(func(data map[string]any, buffers [][]byte) { c.Send(data, buffers...) })\n'
               '\tc.OnClose(func() { fmt.Println("closed", data["name"]) })\n})')
    page.send("comm_open", {"comm_id": "e", "target_name": "echo", "data": {"name": "Ada"}})
    buffers = [b"", b"\0\xff", bytes(range(256)) * 4096]

    def echoes() -> list[Message]:
        return [m for m in client.log["iopub"] if m.type == "comm_msg" and m.content["comm_id"] == "e"]

    page.send("comm_msg", {"comm_id": "e", "data": {"n": 1}}, buffers)
    client.wait(echoes, "the echo")
    assert echoes()[0].content["data"] == {"n": 1} and echoes()[0].buffers == buffers
    page.send("comm_close", {"comm_id": "e", "data": {}})
    client.wait(lambda: any("closed Ada" in m.content.get("text", "") for m in client.log["iopub"]), "the end")


FIXTURES = ROOT / "kernel/widget/testdata/cositos"


def fixture(name: str) -> dict:
    """A message of the project cositos, with its buffers; see README.md in the folder."""
    content = json.loads((FIXTURES / f"{name}.json").read_text())
    content["buffers"] = [base64.b64decode(b) for b in content.get("buffers_b64", [])]
    return content


def test_fixtures(client: Client):
    """A module sends and understands the messages of the fixtures, through the kernel and the worker."""
    page = Models(client)
    source = fixture("comm_open")["data"]["state"]["_esm"]
    client.run(f'm := widget.NewModule("{source}", "", map[string]any{{"value": 0, "img": nil, "shape": nil}})\n'
               'm.OnMessage(func(v any) { fmt.Println("message", v) })\nm')
    greeter = [id for id, state in page.states.items() if state.get("_model_name") == "AnyModel"][-1]
    page.send("comm_msg", {"comm_id": greeter, "data": {"method": "custom", "content": {"hello": True}}})
    module = [id for id, state in page.states.items() if state.get("_esm") == source][-1]

    (opened,) = [m for m in client.log["iopub"] if m.type == "comm_open" and m.content["comm_id"] == module]
    want = fixture("comm_open")
    versions = {"_model_module_version": "*", "_view_module_version": "*"}  # any version of anywidget
    assert opened.content["data"]["state"].items() >= (want["data"]["state"] | versions).items()
    assert opened.metadata == want["metadata"] and opened.buffers == want["buffers"]
    assert opened.content["data"]["buffer_paths"] == want["data"]["buffer_paths"]

    def sent() -> list[Message]:
        return [m for m in client.log["iopub"] if m.type == "comm_msg" and m.content["comm_id"] == module]

    def back(code: str, n: int) -> list[Message]:
        """What the module sends when a cell runs, after a pause in which earlier updates have been sent."""
        before = len(sent())
        client.run("time.Sleep(20 * time.Millisecond)\n" + code)
        client.wait(lambda: len(sent()) >= before + n, "the messages")
        return sent()[before:]

    update = fixture("update")
    (got,) = back('m.Set("value", 42)', 1)
    assert (got.content["data"], got.buffers) == (update["data"], update["buffers"])
    nested = fixture("update_nested_buffer")
    got = back('m.Set("img", map[string]any{"bytes": []byte("PNGDATA")})\nm.Set("shape", []int{1, 1})', 2)
    assert {k: v for m in got for k, v in m.content["data"]["state"].items()} == nested["data"]["state"]
    assert [m.content["data"]["buffer_paths"] for m in got] == [nested["data"]["buffer_paths"], []]
    assert [m.buffers for m in got] == [nested["buffers"], []]
    custom = fixture("custom")
    (got,) = back('m.Send(map[string]any{"event": "click", "n": 3})', 1)
    assert got.content["data"] == custom["data"]

    for message in (update, nested):
        echo = page.send("comm_msg", {"comm_id": module, "data": message["data"]}, message["buffers"])
        (answer,) = [m for m in echo.iopub if m.type == "comm_msg"]
        assert answer.content["data"] == message["data"] | {"method": "echo_update"} and answer.buffers == message["buffers"]
    seen = client.run('fmt.Println(m.Get("value"), m.Get("shape"), string(m.Get("img").(map[string]any)["bytes"].([]byte)))')
    assert seen.text() == "42 [1 1] PNGDATA\n"
    page.send("comm_msg", {"comm_id": module, "data": custom["data"]})
    client.wait(lambda: any("message map[event:click n:3]" in m.content.get("text", "") for m in client.log["iopub"]), "the message")
    asked = page.send("comm_msg", {"comm_id": module, "data": {"method": "request_state"}})
    (state,) = [m for m in asked.iopub if m.type == "comm_msg"]
    assert state.content["data"]["method"] == "update" and state.content["data"]["state"]["value"] == 42
    assert (state.content["data"]["buffer_paths"], state.buffers) == (nested["data"]["buffer_paths"], nested["buffers"])
    unknown = page.send("comm_msg", {"comm_id": module, "data": {"method": "bogus"}})
    assert [m.type for m in unknown.iopub] == ["status", "status"]
