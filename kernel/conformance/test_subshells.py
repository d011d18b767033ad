# SPDX-License-Identifier: BSD-3-Clause

"""Subshells (JEP 91): requests that get replies while a cell computes."""

from __future__ import annotations

import pytest

from cells import Language
from probe import Client, Request

pytestmark = pytest.mark.beyond_ipykernel("a cell of a subshell does not wait there for the cell that runs")


def create(client: Client) -> str:
    request = client.ask("create_subshell_request", channel="control")
    assert request.states == ["busy", "idle"]
    return request.content["subshell_id"]


def to(client: Client, subshell: str, msg_type: str, content: dict) -> Request:
    """Send a request to a subshell."""
    header = client.header(msg_type, subshell_id=subshell)
    frames = client.frames(header, content)
    client.raw("shell", frames)
    return Request(client, "shell", header["msg_id"], msg_type, frames)


def cell(code: str) -> dict:
    return {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}


def test_declared(client: Client):
    assert "kernel subshells" in client.ask("kernel_info_request").content["supported_features"]


def test_create_list_delete(client: Client):
    one, other = create(client), create(client)
    assert one != other
    assert client.ask("list_subshell_request", channel="control").content["subshell_id"] == [one, other]
    assert client.ask("delete_subshell_request", {"subshell_id": one}, channel="control").content == {"status": "ok"}
    assert client.ask("list_subshell_request", channel="control").content["subshell_id"] == [other]
    gone = client.ask("delete_subshell_request", {"subshell_id": one}, channel="control")
    assert gone.content["status"] == "error"
    lost = to(client, one, "execute_request", cell("1")).wait()
    assert lost.content["status"] == "error" and lost.states == ["busy", "idle"]
    client.alive()


@pytest.mark.parametrize("long", ["endless", "long_native"])
def test_help_while_a_cell_computes(client: Client, cells: Language, long: str):
    """Even while the cell runs compiled code; the parent of each reply is its request, including the subshell."""
    client.run(cells.let.format(name="n", number=1))
    subshell = create(client)
    running = client.start(getattr(cells, long)).says("started")
    text, whole = cells.completes
    for _ in range(5):
        for msg_type, content in (
            ("complete_request", {"code": text, "cursor_pos": len(text)}),
            ("inspect_request", {"code": cells.inspects, "cursor_pos": len(cells.inspects), "detail_level": 0}),
            ("is_complete_request", {"code": cells.value}),
            ("history_request", {"hist_access_type": "tail", "n": 3, "output": False, "raw": True}),
            ("kernel_info_request", {}),
            ("comm_info_request", {}),
        ):
            request = to(client, subshell, msg_type, content).wait()
            assert request.states == ["busy", "idle"], msg_type
            assert all(m.parent.get("subshell_id") == subshell for m in [*request.replies, *request.iopub]), msg_type
            if msg_type == "complete_request":
                content = request.content
                assert any(text[: content["cursor_start"]] + match == whole for match in content["matches"])
            if msg_type == "inspect_request":
                assert request.content["found"]
    assert not running.replies
    client.ask("interrupt_request", channel="control")
    running.wait()
    assert running.content["status"] == "error"
    client.alive()


def test_cells_take_turns(client: Client, cells: Language):
    """A cell of a subshell waits for the running one, and sees its effects."""
    client.run(cells.let.format(name="n", number=1))
    subshell = create(client)
    running = client.start(cells.endless).says("started")
    waiting = to(client, subshell, "execute_request", cell(cells.value))
    client.settle()
    assert not waiting.replies
    client.ask("interrupt_request", channel="control")
    running.wait()
    waiting.wait()
    assert running.content["status"] == waiting.content["status"] == "error"
    shown = to(client, subshell, "execute_request", cell(cells.get.format(name="n"))).wait()
    assert shown.content["status"] == "ok" and int(shown.value) >= 1
    assert shown.content["execution_count"] == client.run(cells.value).content["execution_count"] - 1


def test_a_crash_leaves_the_subshells(client: Client, cells: Language):
    subshell = create(client)
    client.run(cells.let.format(name="n", number=1))
    running = client.start(cells.endless).says("started")
    client.kernel.worker().kill()
    running.wait()
    assert running.content["ename"] == "Crash"
    text, whole = cells.completes
    request = to(client, subshell, "complete_request", {"code": text, "cursor_pos": len(text)}).wait()
    assert request.content["matches"]
    assert to(client, subshell, "execute_request", cell(cells.value)).wait().value == "42"
