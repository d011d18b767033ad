# SPDX-License-Identifier: BSD-3-Clause

"""Stale cells: marks beneath the outputs of cells, %rerun, %reactive, and clients that do not name their cells."""

from __future__ import annotations

import pytest

from probe import Client, Message, Request
from test_widgets import Models

pytestmark = pytest.mark.polka


class Page:
    """A page of cells. Like JupyterLab, it names the cell in the metadata of each request."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.last: dict[str, Request] = {}  # the request that has last run each cell

    def run(self, cell: str, code: str, *, tags: list[str] = [], deleted: list[str] = []) -> Request:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
        metadata = {"cellId": cell, "tags": tags, "deletedCells": deleted}
        self.last[cell] = self.client.send("execute_request", content, metadata=metadata)
        return self.last[cell].wait()

    def outputs(self, cell: str) -> list[Message]:
        """What the page shows under a cell: displays are updated, and clear_output removes what is there."""
        shown: list[Message] = []
        for m in self.client.threads[self.last[cell].id]:
            if m.type == "clear_output":
                shown = []
            elif m.type == "update_display_data":
                key = m.content["transient"]["display_id"]
                shown = [m if s.content.get("transient", {}).get("display_id") == key else s for s in shown]
            elif m.type in ("display_data", "execute_result", "stream", "error"):
                shown.append(m)
        return shown

    def texts(self, cell: str) -> list[str]:
        """The texts of the outputs, without displays that are empty."""
        texts = [m.content["text"] if m.type == "stream" else m.content.get("data", {}).get("text/plain", m.content.get("evalue"))
                 for m in self.outputs(cell)]
        return [text for text in texts if text]


@pytest.fixture
def page(client: Client) -> Page:
    return Page(client)


def test_mark(page: Page):
    """x := 1, y := x + 1, x = 10: a line under the second cell says that x has changed."""
    page.run("a", "x := 1")
    page.run("b", "y := x + 1\ny")
    page.run("c", "x = 10")
    assert page.texts("b") == ["2", "stale: x has changed, cell 3"]
    mark = page.outputs("b")[-1]
    assert mark.type == "display_data" and "polka_stale" in mark.content["metadata"]
    assert "text/html" in mark.content["data"] and mark.content["transient"]["display_id"]
    assert page.texts("a") == page.texts("c") == []


def test_vscode(client: Client):
    """VS Code names a cell by an address with a fragment, and sends neither tags nor deleted cells."""
    def run(cell: str, code: str) -> Request:
        content = {"code": code, "silent": False, "stop_on_error": False, "allow_stdin": True, "store_history": True}
        return client.send("execute_request", content, metadata={"cellId": f"vscode-notebook-cell:/home/a%20b/x.ipynb#{cell}"}).wait()

    run("W0sZmlsZQ%3D%3D", "x := 1")
    y = run("W1sZmlsZQ%3D%3D", "y := x + 1\ny")
    run("W2sZmlsZQ%3D%3D", "x = 10")
    below = [(m.type, m.content.get("data", {}).get("text/plain")) for m in client.threads[y.id] if m.type not in ("status", "execute_input")]
    assert below == [("execute_result", "2"), ("display_data", "stale: x has changed, cell 3")]
    run("W3sZmlsZQ%3D%3D", "%rerun")
    again = [(m.type, m.content.get("data", {}).get("text/plain")) for m in client.threads[y.id] if m.type not in ("status", "execute_input")][2:]
    assert again == [("clear_output", None), ("execute_result", "11")]


def test_mark_goes(page: Page):
    """The mark is an output of the request that has run the cell, so a new run is without it."""
    page.run("a", "x := 1")
    page.run("b", "y := x + 1\ny")
    page.run("a", "x := 2")
    assert page.texts("b") == ["2", "stale: x has changed, cell 3"]
    page.run("b", "y := x + 1\ny")
    assert page.texts("b") == ["3"]


def test_mark_changes(page: Page):
    """A second change updates the mark that is there; %stale off empties it, and %stale on brings it back."""
    page.run("a", "x := 1")
    page.run("b", "x * 2")
    page.run("a", "x := 2")
    page.run("c", "x = 3")
    assert page.texts("b") == ["2", "stale: x has changed, cell 4"]
    page.run("d", "%stale off")
    assert page.texts("b") == ["2"]
    page.run("e", "%stale on")
    assert page.texts("b") == ["2", "stale: x has changed, cell 4"]


def test_table(page: Page):
    page.run("a", "x := 1")
    page.run("b", "y := x")
    page.run("a", "x := 2")
    done = page.run("c", "%stale")
    data = done.outputs[0].content["data"]
    assert "x has changed, cell 3" in data["text/plain"]
    assert "<svg" in data["text/html"] and "<table" in data["text/html"]


def test_deleted(page: Page):
    page.run("a", "x := 1")
    page.run("b", "x")
    page.run("c", "1", deleted=["a"])
    assert page.texts("b") == ["1", "stale: x is left from a cell that was deleted or changed"]


def test_rerun(page: Page):
    """The stale cells write in their own places, with their own numbers."""
    page.run("a", "x := 1")
    page.run("b", "y := x + 1\nfmt.Println(\"y is\", y)\ny")
    page.run("c", "y * 100")
    page.run("a", "x := 5")
    done = page.run("r", "%rerun")
    assert done.content["status"] == "ok"
    assert page.texts("r") == ["running 2 cells again"]
    assert page.texts("b") == ["y is 6\n", "6"] and page.texts("c") == ["600"]
    result = page.outputs("c")[0]
    assert result.type == "execute_result" and result.content["execution_count"] == 3


def test_rerun_fails(page: Page):
    page.run("a", "x := 1")
    page.run("b", "y := 10 / x")
    page.run("c", "y")
    page.run("a", "x := 0")
    done = page.run("r", "%rerun")
    assert done.content["status"] == "error" and "cell 2 has failed" in done.content["evalue"]
    assert "divide by zero" in page.texts("b")[0]
    assert page.texts("c")[0] == "10" and page.texts("c")[1].startswith("stale: ")


def test_reactive(page: Page):
    """Cells run after each change, except those that are manual."""
    page.run("a", "x := 1")
    page.run("b", "x * 2")
    page.run("m", "x * 3", tags=["manual"])
    page.run("on", "%reactive on")
    page.run("a", "x := 10\nx")
    assert page.texts("a") == ["10"]
    assert page.texts("b") == ["20"]
    assert page.texts("m") == ["3", "stale: x has changed, cell 5"]


def test_reactive_is_stopped(page: Page):
    page.run("a", "x := 0")
    page.run("b", "for x > 0 {\n}")
    page.run("on", "%reactive on 1h")
    content = {"code": "x := 1", "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
    loop = page.client.send("execute_request", content, metadata={"cellId": "a"})
    page.client.wait(lambda: any(m.type == "clear_output" for m in page.client.threads.get(page.last["b"].id, [])), "the second run of cell b")
    page.client.ask("interrupt_request", channel="control")
    assert loop.wait().content["status"] == "error"
    page.client.alive()


def test_without_names(client: Client):
    """A client that does not name its cells sees no mark, and %rerun shows everything under itself."""
    for code in ("x := 1", "y := x + 1\ny", "x = 10"):
        client.run(code)
    assert not [m for m in client.log["iopub"] if m.type in ("display_data", "update_display_data")]
    done = client.run("%rerun")
    assert [m.content["data"]["text/plain"] for m in done.outputs] == ["running 1 cell again", "11"]


def test_two_thousand_cells(page: Page):
    """All of 2,000 cells read x. The cell that changes it is answered, and each of the others has its mark."""
    page.run("a", "x := 1")
    for i in range(2000):
        page.run(f"c{i}", "x")
    page.run("a", "x := 2")
    assert all(page.texts(f"c{i}") == ["1", "stale: x has changed, cell 2002"] for i in range(2000))


def test_mark_stays(page: Page):
    """A cell that runs again while what it reads is stale keeps its mark."""
    page.run("a", "x := 1")
    page.run("b", "y := x")
    page.run("c", "y")
    page.run("a", "x := 2")
    for _ in range(2):
        page.run("c", "y")
        assert page.texts("c") == ["1", "stale: y is stale, cell 2"]


def test_mark_below_the_error(page: Page):
    """The mark is the last output of a cell, also of one that fails."""
    page.run("a", "x := 1")
    page.run("b", "y := x")
    page.run("c", "10 / (y - 2)")
    page.run("a", "x := 2")
    page.run("c", "panic(y)")
    assert [m.type for m in page.outputs("c")] == ["error", "display_data"] and page.texts("c")[1] == "stale: y is stale, cell 2"


def test_slice(page: Page):
    """%slice shows the cells that make a value, and a Go program of them."""
    page.run("a", "x := 1")
    page.run("b", "z := 5")
    page.run("c", "y := x + 1")
    page.run("s", "%slice y")
    assert page.texts("s") == ["// cell 1\nx := 1\n\n// cell 3\ny := x + 1"]
    page.run("g", "%slice --go y")
    [text] = page.texts("g")
    assert text.startswith("package main\n") and "fmt.Println(y)" in text and "z" not in text


def test_slice_runs(page: Page):
    """%slice --run removes all definitions and runs the cells that make a value, in their places."""
    page.run("a", "x := 1\nx")
    page.run("b", "z := 5")
    page.run("c", "y := x + 1\ny")
    page.run("a", "x := 10\nx")
    done = page.run("r", "%slice --run y")
    assert done.content["status"] == "ok"
    assert page.texts("a") == ["10"] and page.texts("c") == ["11"]
    assert page.run("d", "z").content["ename"] == "CompileError"
    assert page.run("e", "y").content["status"] == "ok" and page.texts("e") == ["11"]


def test_slice_to_here(page: Page):
    """%%slice removes all definitions, and runs what the cell needs, and the cell; errors name the lines of the cell."""
    page.run("a", "x := 1\nx")
    page.run("b", "z := 5")
    page.run("c", "type T struct{ n int }\nfunc (t T) Twice() int { return 2 * t.n }\ny := T{x + 1}")
    page.run("a", "x := 10\nx")
    page.run("d", "%%slice --cell\ny.Twice()")
    assert page.texts("a") == ["10"] and page.texts("d") == ["all definitions have been removed; running 2 cells", "22"]
    result = page.outputs("d")[-1]
    assert result.type == "execute_result" and result.content["execution_count"] == 5
    assert page.run("e", "z").content["ename"] == "CompileError"
    page.run("a", "x := 20\nx")
    assert page.texts("d")[-1] == "stale: y is stale, cell 3"
    page.run("r", "%rerun")
    assert page.texts("d") == ["42"]
    done = page.run("d", "%%slice --cell\n// x\nnobody")
    assert done.content["ename"] == "CompileError" and "line 2" in done.content["evalue"]


class Explorable(Page):
    """A page with a slider and three cells that depend on it."""

    CELLS = {"s": "n := widget.IntSlider(1, 12).Label(\"n\")\nn", "show": "widget.HBox(n)", "a": "square := n.Value() * n.Value()\nsquare",
             "b": "square + 1", "c": "fmt.Println(\"n is\", n.Value())"}

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.models = Models(client)
        for cell, code in self.CELLS.items():
            self.run(cell, code)

    def move(self, value: int) -> None:
        self.models.change("IntSlider", value=value)

    def until(self, shown: dict[str, list[str]]) -> None:
        self.client.wait(lambda: {cell: self.texts(cell) for cell in shown} == shown, f"the outputs {shown}")


@pytest.fixture
def explorable(client: Client) -> Explorable:
    return Explorable(client)


def test_slider(explorable: Explorable):
    """A slider that is moved makes the cells stale that have read its value, and no others; %rerun runs them."""
    views = {cell: len(explorable.outputs(cell)) for cell in ("s", "show")}
    explorable.move(5)
    stale = "stale: n was moved"
    explorable.until({"a": ["1", stale], "b": ["2", "stale: square is stale, cell 3"], "c": ["n is 1\n", stale]})
    assert views == {cell: len(explorable.outputs(cell)) for cell in ("s", "show")}
    explorable.run("r", "%rerun")
    assert explorable.texts("a") == ["25"] and explorable.texts("b") == ["26"] and explorable.texts("c") == ["n is 5\n"]
    explorable.move(5)
    explorable.until({"a": ["25", stale]})


def test_slider_reactive(explorable: Explorable):
    """With %reactive on, the cells run again with the last value, however many messages there are; the kernel is busy meanwhile."""
    explorable.run("on", "%reactive on")
    explorable.move(5)
    explorable.until({"a": ["25"], "b": ["26"], "c": ["n is 5\n"]})
    for value in [*range(1, 12), 7]:
        explorable.move(value)
    explorable.until({"a": ["49"], "b": ["50"], "c": ["n is 7\n"]})
    explorable.client.alive()
    views = [m for cell in ("s", "show") for m in explorable.outputs(cell)]
    assert not [m for m in views if m.type == "clear_output"] and len(views) == 2 * 2, "the slider stays as it is"
    result = explorable.outputs("b")[0]
    assert result.type == "execute_result" and result.content["execution_count"] == 4
    explorable.run("off", "%reactive off")
    explorable.move(2)
    explorable.until({"a": ["49", "stale: n was moved"]})


def test_slider_stops(explorable: Explorable):
    """A cell that runs because a slider was moved is stopped by Stop, and by the next move, after which it runs again."""
    explorable.run("loop", "fmt.Println(\"at\", n.Value())\nfor n.Value() > 10 {\n}\nn.Value()")
    explorable.run("on", "%reactive on 1h")
    explorable.move(11)
    explorable.until({"loop": ["at 11\n"]})
    explorable.move(3)
    explorable.until({"loop": ["at 3\n", "3"], "a": ["9"], "b": ["10"]})
    explorable.move(12)
    explorable.until({"loop": ["at 12\n"]})
    explorable.client.ask("interrupt_request", channel="control")
    explorable.client.wait(lambda: any(m.type == "error" for m in explorable.outputs("loop")), "the end of the cell")
    explorable.client.alive()


def test_interact_sets(page: Page):
    """The function of an Interact sets a variable, and the cells run that have read it."""
    models = Models(page.client)
    page.run("a", "n := 1")
    page.run("i", "widget.Interact(func(k int) { n = k }, []int{1, 12, 1, 1})")
    page.run("b", "n * n")
    models.change("IntSlider", value=5)
    page.client.wait(lambda: page.texts("b") == ["1", "stale: n has changed, cell 2"], "the mark")
    page.run("on", "%reactive on")
    assert page.texts("b") == ["25"]
    models.change("IntSlider", value=6)
    page.client.wait(lambda: page.texts("b") == ["36"], "the new value")
