# SPDX-License-Identifier: BSD-3-Clause

"""Completion, inspection, completeness and history. Positions count code points."""

from __future__ import annotations

import pytest

from cells import Language
from probe import Client, check_bundle


def complete(client: Client, code: str, pos: int | None = None) -> list[str]:
    """The possible texts after each of the kernel's completions at pos, or at the end of the code."""
    pos = len(code) if pos is None else pos
    content = client.ask("complete_request", {"code": code, "cursor_pos": pos}).content
    assert content["status"] == "ok"
    start, end = content["cursor_start"], content["cursor_end"]
    assert 0 <= start <= end <= len(code), f"{start}:{end} of {len(code)}"
    assert isinstance(content["metadata"], dict)
    for match in content["metadata"].get("_jupyter_types_experimental", []):
        assert match["text"] and match["type"]
        assert (match["start"], match["end"]) == (start, end)
    return [code[:start] + match + code[end:] for match in content["matches"]]


def test_completion(client: Client, cells: Language):
    text, want = cells.completes
    assert complete(client, text) == [want]


def test_completion_beyond_the_basic_plane(client: Client, cells: Language):
    """A character that takes two units in UTF-16 and four bytes in UTF-8 counts as one."""
    text, want = cells.astral_completes
    assert complete(client, text) == [want]


def test_completion_in_the_middle(client: Client, cells: Language):
    text, want = cells.astral_completes
    tail = "\n// 😀 more"
    assert complete(client, text + tail, len(text)) == [want + tail]


def test_nothing_to_complete(client: Client, cells: Language):
    code = cells.no_completion
    content = client.ask("complete_request", {"code": code, "cursor_pos": len(code)}).content
    assert content["status"] == "ok"
    assert content["matches"] == []
    assert content["cursor_start"] == content["cursor_end"] == len(code) or content["cursor_start"] <= len(code)


def test_names_of_earlier_cells_are_completed(client: Client, cells: Language):
    client.run(cells.let.format(name="rememberedName", number=1))
    assert "rememberedName" in complete(client, "rememberedN")


@pytest.mark.beyond_ipykernel("it looks nothing up for positions outside of the code")
@pytest.mark.parametrize("pos", [-5, 1_000_000, 2**31, -(2**63)])
@pytest.mark.parametrize("kind", ["complete_request", "inspect_request"])
def test_positions_are_clamped(client: Client, kind: str, pos: int):
    for code in ("", "😀x", "strings."):
        content = client.ask(kind, {"code": code, "cursor_pos": pos, "detail_level": 0}).content
        assert content["status"] == "ok"
        if kind == "complete_request":
            assert 0 <= content["cursor_start"] <= content["cursor_end"] <= len(code)
    client.alive()


def inspect(client: Client, code: str, detail: int = 0) -> dict:
    content = client.ask("inspect_request", {"code": code, "cursor_pos": len(code), "detail_level": detail}).content
    assert content["status"] == "ok"
    assert isinstance(content["metadata"], dict)
    if content["found"]:
        check_bundle(content["data"], content["metadata"])
    else:
        assert content["data"] == {}
    return content


@pytest.mark.parametrize("detail", [0, 1])
def test_inspection(client: Client, cells: Language, detail: int):
    for code in (cells.inspects, cells.astral_inspects):
        content = inspect(client, code, detail)
        assert content["found"]
        assert content["data"]["text/plain"]


def test_inspection_of_own_names(client: Client, cells: Language):
    client.run(cells.function.format(name="ownFunction", number=1))
    content = inspect(client, "ownFunction")
    assert content["found"]
    assert "ownFunction" in content["data"]["text/plain"]


def test_nothing_is_known_of_unknown_names(client: Client, cells: Language):
    for code in (cells.unknown_name, "", " "):
        assert inspect(client, code)["found"] is False


@pytest.mark.parametrize("status", ["complete", "incomplete", "invalid"])
def test_completeness(client: Client, cells: Language, status: str):
    for code in getattr(cells, status):
        content = client.ask("is_complete_request", {"code": code}).content
        assert content["status"] == status, code
        assert ("indent" in content) == (status == "incomplete") or cells.name == "python"
        if "indent" in content:
            assert content["indent"].strip() == ""


def history(client: Client, **options: object) -> list:
    content = client.ask("history_request", {"output": False, "raw": True, **options}).content
    assert content["status"] == "ok"
    for row in content["history"]:
        session, line, _ = row
        assert isinstance(session, int) and isinstance(line, int)
    return content["history"]


def test_history(client: Client, cells: Language):
    codes = [f"{i} + {i}" for i in range(1, 6)]
    for code in codes + [codes[0]]:
        client.run(code)
    codes.append(codes[0])
    assert [row[2] for row in history(client, hist_access_type="tail", n=6)] == codes
    assert [row[2] for row in history(client, hist_access_type="tail", n=2)] == codes[-2:]
    session = history(client, hist_access_type="tail", n=1)[0][0]
    rows = history(client, hist_access_type="range", session=session, start=2, stop=4)
    assert [row[1:] for row in rows] == [[2, codes[1]], [3, codes[2]]]
    assert {row[0] for row in rows} == {session} or cells.name == "python", "ipykernel calls its own session 0"
    assert [row[2] for row in history(client, hist_access_type="range", session=0, start=1, stop=3)] == codes[:2], \
        "session 0 is this one"
    assert [row[2] for row in history(client, hist_access_type="search", pattern="1*1", n=10)] == [codes[0]] * 2
    assert [row[2] for row in history(client, hist_access_type="search", pattern="? + ?", n=3)] == codes[-3:]
    assert [row[2] for row in history(client, hist_access_type="search", pattern="1 + 1", n=10, unique=True)] == codes[:1]
    assert history(client, hist_access_type="search", pattern="no such cell", n=10) == []
    assert history(client, hist_access_type="search", pattern="[1-9] + [1-9]", n=10) == [] or cells.name == "python"


def test_history_with_outputs(client: Client, cells: Language):
    client.run(cells.value)
    (row,) = history(client, hist_access_type="tail", n=1, output=True)
    assert row[2][0] == cells.value
    assert row[2][1] in ("42", None)


@pytest.mark.parametrize("query", [
    {"hist_access_type": "tail", "n": 0}, {"hist_access_type": "tail", "n": -1}, {"hist_access_type": "tail", "n": 10**12},
    {"hist_access_type": "range", "session": 0, "start": 5, "stop": 1}, {"hist_access_type": "range", "session": -3},
    {"hist_access_type": "range", "session": 10**9, "start": 0, "stop": 1}, {"hist_access_type": "search"},
    {"hist_access_type": "search", "pattern": "*" * 200 + "x", "n": 5}, {"hist_access_type": "nonsense"}, {},
])
@pytest.mark.beyond_ipykernel("some of these it leaves without a reply")
def test_odd_questions_about_history(client: Client, cells: Language, query: dict):
    client.run(cells.value)
    request = client.ask("history_request", {"output": False, "raw": True, **query})
    assert request.content["status"] in ("ok", "error")
    client.alive()


def test_history_survives_restarts(launch, cells: Language):
    """It is kept in a file below the user's data folder; sessions are numbered."""
    first = launch()
    client = first.client()
    client.run("11 + 11")
    session = history(client, hist_access_type="tail", n=1)[0][0]
    client.send("shutdown_request", {"restart": True}, channel="control")
    first.wait()
    client = launch().client()
    client.run("22 + 22")
    rows = history(client, hist_access_type="tail", n=2)
    assert [row[2] for row in rows] == ["11 + 11", "22 + 22"]
    assert rows[0][0] == session != rows[1][0]
    assert history(client, hist_access_type="range", session=session, start=1, stop=2) == [[session, 1, "11 + 11"]]


def test_history_of_kernels_side_by_side(launch, cells: Language):
    """Two kernels that write at the same time mix up neither their lines nor their sessions."""
    clients = [launch().client() for _ in range(3)]
    for i in range(20):
        requests = [client.start(f"{k} + {i}") for k, client in enumerate(clients)]
        for request in requests:
            request.wait()
    for k, client in enumerate(clients):
        rows = history(client, hist_access_type="range", session=0, start=1, stop=21)
        assert [row[2] for row in rows] == [f"{k} + {i}" for i in range(20)]
    for client in clients:
        client.send("shutdown_request", {"restart": False}, channel="control")
        client.kernel.wait()
    rows = history(launch().client(), hist_access_type="search", pattern="*", n=1000)
    assert sorted(row[2] for row in rows) == sorted(f"{k} + {i}" for k in range(3) for i in range(20))
    assert len({row[0] for row in rows}) == 3
