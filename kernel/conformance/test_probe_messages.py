# SPDX-License-Identifier: BSD-3-Clause

"""Every message: its frames, its recipient, and what it says about its sender."""

from __future__ import annotations

import json

import pytest

from cells import Language
from conftest import Judged
from probe import DELIMITER, Client, Kernel

# Requests with their content and the type of the reply, or None if there is no reply.
SHELL = [
    ("kernel_info_request", {}, "kernel_info_reply"),
    ("execute_request", {"code": ""}, "execute_reply"),
    ("execute_request", {"code": "", "silent": True}, "execute_reply"),
    ("complete_request", {"code": "zzz", "cursor_pos": 3}, "complete_reply"),
    ("inspect_request", {"code": "zzz", "cursor_pos": 3, "detail_level": 0}, "inspect_reply"),
    ("is_complete_request", {"code": "1"}, "is_complete_reply"),
    ("history_request", {"hist_access_type": "tail", "n": 3, "output": False, "raw": True}, "history_reply"),
    ("comm_info_request", {}, "comm_info_reply"),
    ("comm_open", {"comm_id": "c", "target_name": "nobody", "data": {}}, None),
    ("comm_msg", {"comm_id": "nobody", "data": {}}, None),
    ("comm_close", {"comm_id": "nobody", "data": {}}, None),
]
CONTROL = [
    ("kernel_info_request", {}, "kernel_info_reply"),
    ("interrupt_request", {}, "interrupt_reply"),
]


@pytest.mark.parametrize("channel, msg_type, content, reply",
                         [("shell", *row) for row in SHELL] + [("control", *row) for row in CONTROL])
def test_busy_and_idle_surround_every_request(client: Client, channel: str, msg_type: str, content: dict, reply: str | None):
    request = client.ask(msg_type, content, channel=channel)
    assert request.states == ["busy", "idle"]
    assert [m.type for m in request.replies] == ([reply] if reply else [])
    assert request.iopub[0].content["execution_state"] == "busy", "something came before busy"
    client.alive()
    assert request.states == ["busy", "idle"], "something came later"


@pytest.mark.beyond_ipykernel("on control it says busy and never idle")
@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize("msg_type", ["no_such_request", "execute_reply", "status", "input_reply", "é\u0000"])
def test_unknown_types_are_busy_idle_and_nothing_else(client: Client, channel: str, msg_type: str):
    request = client.send(msg_type, {"any": "thing"}, channel=channel)
    client.wait(request.idle, "idle after an unknown type")
    assert [m.type for m in request.iopub] == ["status", "status"]
    client.alive()


@pytest.mark.beyond_ipykernel("it leaves some of them without an answer")
@pytest.mark.parametrize("msg_type", [row[0] for row in SHELL if row[2]])
@pytest.mark.parametrize("content", [{"code": 7, "cursor_pos": "x", "n": [], "hist_access_type": {}, "target_name": 3},
                                     {"unknown": {"deep": [None]}}])
def test_wrong_content_is_answered(client: Client, msg_type: str, content: dict):
    """Whatever a request contains, its sender gets a reply: an error, or the result for default values."""
    request = client.ask(msg_type, content)
    assert request.states == ["busy", "idle"]
    client.alive()


def test_kernel_info(client: Client, cells: Language):
    for channel in ("shell", "control"):
        info = client.ask("kernel_info_request", channel=channel).content
        assert info["status"] == "ok"
        assert info["protocol_version"].startswith("5.")
        assert info["implementation"] and info["implementation_version"] and info["banner"]
        language = info["language_info"]
        assert language["name"] == cells.name
        assert language["file_extension"] == cells.extension
        for name in ("version", "mimetype", "pygments_lexer"):
            assert language[name], name
        assert language["codemirror_mode"]
        for link in info["help_links"]:
            assert link["text"] and link["url"].startswith("http")


@pytest.mark.polka
def test_polka_says_what_it_is(client: Client):
    info = client.ask("kernel_info_request").content
    assert info["protocol_version"] == "5.5"
    assert info["implementation"] == "polka"
    assert info["language_info"]["mimetype"] == "text/x-go"
    assert info["supported_features"] == ["kernel subshells", "debugger"]


def test_first_messages(kernel: Kernel):
    """A new subscriber gets a welcome before anything else; the welcome has no parent."""
    client = kernel.client()
    assert client.welcome.type == "iopub_welcome"
    assert client.welcome.content["subscription"] == ""
    assert client.welcome.parent == {}
    client.alive()
    for message in client.log["iopub"]:
        assert message.type != "iopub_welcome" or message is client.welcome, "welcomed twice"


@pytest.mark.beyond_ipykernel("it hears only of the first subscription to a topic, so later clients are not welcomed")
def test_a_topic_is_welcomed_by_its_name(kernel: Kernel):
    client = kernel.client(subscribe=b"kernel")
    assert client.welcome.type == "iopub_welcome"
    assert client.welcome.content["subscription"] == "kernel"


@pytest.mark.beyond_ipykernel("it hears only of the first subscription to a topic, so later clients are not welcomed")
def test_late_subscribers_are_welcomed_first(client: Client, kernel: Kernel, cells: Language):
    """The welcome comes first even while messages flow, and after it no message is lost."""
    client.run(cells.let.format(name="n", number=0))
    loop = client.start(cells.endless).says("started")
    for _ in range(20):
        late = kernel.client()
        assert late.welcome.type == "iopub_welcome"
        request = late.ask("kernel_info_request", channel="control")
        assert request.states == ["busy", "idle"]
        late.close()
        kernel.clients.remove(late)
    client.ask("interrupt_request", channel="control")
    loop.wait()


def test_starting_is_said_once_at_most(client: Client):
    client.alive()
    starting = [m for m in client.log["iopub"] if m.type == "status" and m.content["execution_state"] == "starting"]
    assert len(starting) <= 1
    assert all(m.parent == {} for m in starting)


def test_session_of_its_own(client: Client, kernel: Kernel):
    """All messages of a kernel have one session, which is not its client's, and no two have the same id."""
    other = kernel.client()
    client.run("")
    other.run("")
    seen = [m for c in (client, other) for log in c.log.values() for m in log]
    assert len({m.header["session"] for m in seen}) == 1
    assert seen[0].header["session"] not in (client.session, other.session)
    for c in (client, other):
        ids = [m.header["msg_id"] for log in c.log.values() for m in log]
        assert len(ids) == len(set(ids))


def test_session_changes_with_the_process(launch):
    first, second = launch().client(), launch().client()
    assert first.welcome.header["session"] != second.welcome.header["session"]


def test_topics(client: Client):
    """One frame precedes the delimiter on iopub: the topic."""
    client.run("")
    for message in client.log["iopub"]:
        assert len(message.prefix) == 1 or message is client.welcome


def odd_header(client: Client, msg_type: str) -> tuple[bytes, str]:
    """A header that no two JSON encoders write in the same way: order, spaces, escapes, big numbers, unknown keys."""
    header = client.header(msg_type)
    text = (
        '{ "zzz": [1.50, 1e2, 12345678901234567890123, -0],"version" : "5.5",\n"msg_type":"%s", "msg_id":"%s",'
        '"a\\u00e9\\/":"\\ud83d\\ude00 é <&> \\u2028", "date":"%s","subshell_id":null,\t"username":"J\\u0075dge", "session":"%s"}'
        % (header["msg_type"], header["msg_id"], header["date"], header["session"])
    )
    return text.encode(), header["msg_id"]


@pytest.mark.parametrize("channel, msg_type, content", [
    ("shell", "kernel_info_request", {}), ("control", "kernel_info_request", {}), ("shell", "execute_request", {"code": ""}),
])
def test_parents_keep_what_they_do_not_know(client: Client, channel: str, msg_type: str, content: dict):
    raw, msg_id = odd_header(client, msg_type)
    client.raw(channel, client.frames(raw, content))
    client.wait(lambda: [m for m in client.log[channel] if m.parent.get("msg_id") == msg_id], "the reply")
    client.wait(lambda: len(client.threads.get(msg_id, [])) >= 2, "busy and idle")
    want = json.loads(raw)
    for message in client.log[channel] + client.threads[msg_id]:
        assert message.parent["zzz"] == want["zzz"]
        assert message.parent["aé/"] == want["aé/"]


@pytest.mark.beyond_ipykernel("it reads the header and writes it anew")
@pytest.mark.parametrize("channel, msg_type, content", [
    ("shell", "kernel_info_request", {}), ("control", "kernel_info_request", {}), ("shell", "execute_request", {"code": ""}),
    ("shell", "no_such_request", {}),
])
def test_parents_come_back_byte_for_byte(client: Client, channel: str, msg_type: str, content: dict):
    raw, msg_id = odd_header(client, msg_type)
    client.raw(channel, client.frames(raw, content))
    client.wait(lambda: len(client.threads.get(msg_id, [])) >= 2, "busy and idle")
    for message in client.log[channel] + client.threads[msg_id]:
        if message.parent.get("msg_id") == msg_id:
            assert message.raw_parent == raw


def test_only_the_asking_client_is_answered(kernel: Kernel):
    """Replies go to the sender; outputs go to everybody."""
    one, two = kernel.client(), kernel.client()
    request = one.run("")
    two.wait(lambda: len(two.threads.get(request.id, [])) >= 3, "what the other client did")
    assert [m.type for m in two.threads[request.id]] == [m.type for m in request.iopub]
    two.alive()
    assert not [m for m in two.log["shell"] if m.parent["msg_id"] == request.id]


@pytest.mark.parametrize("identity", [b"\x01", b"x" * 255, bytes(range(1, 200))])
def test_identities_are_any_bytes(kernel: Kernel, identity: bytes):
    client = kernel.client(identity=identity)
    client.alive()


def test_routing_frames_before_the_delimiter_come_back(client: Client):
    """A proxy puts its own frames before the delimiter, and the reply must contain them."""
    header = client.header("kernel_info_request")
    client.raw("shell", [b"hop one", b"", b"\x00hop two"] + client.frames(header))
    reply = client.wait(lambda: client.log["shell"] and client.log["shell"][0], "the reply through two hops")
    assert reply.prefix == [b"hop one", b"", b"\x00hop two"]


def test_metadata_and_buffers_are_welcome(client: Client):
    request = client.send("comm_open", {"comm_id": "c", "target_name": "nobody", "data": {}},
                          metadata={"any": "thing"}, buffers=[b"\x00" * 1000, b"", DELIMITER])
    client.wait(request.idle, "idle")
    client.alive()


def test_unknown_target_is_closed(client: Client):
    request = client.ask("comm_open", {"comm_id": "an id", "target_name": "nobody", "data": {}})
    assert request.types[-1] == "comm_close"
    assert request.outputs[-1].content["comm_id"] == "an id"
    assert client.ask("comm_info_request").content["comms"] == {}


@pytest.mark.parametrize("content", [{}, {"target_name": "nobody"}])
def test_comm_info(client: Client, content: dict):
    assert client.ask("comm_info_request", content).content == {"status": "ok", "comms": {}}


def test_connect_request(client: Client, kernel: Kernel):
    content = client.ask("connect_request").content
    for name in ("shell", "iopub", "stdin", "control", "hb"):
        assert content[f"{name}_port" if f"{name}_port" in content else name] == kernel.info[f"{name}_port"]


def test_control_is_answered_while_a_cell_runs(client: Client, cells: Language):
    for cell in (cells.endless, cells.blocked):
        client.run(cells.let.format(name="n", number=0))
        loop = client.start(cell).says("started")
        for _ in range(3):
            request = client.ask("kernel_info_request", channel="control")
            assert request.states == ["busy", "idle"]
        assert not loop.replies, "the cell ended by itself"
        client.ask("interrupt_request", channel="control")
        loop.wait()


def test_requests_are_handled_in_order(client: Client):
    """Shell requests are handled one at a time, in the order in which they arrived."""
    requests = [client.send("kernel_info_request") if i % 3 else client.start("") for i in range(60)]
    for request in requests:
        request.wait()
    assert [m.parent["msg_id"] for m in client.log["shell"]] == [r.id for r in requests]
    busy = [m.parent["msg_id"] for m in client.log["iopub"] if m.type == "status" and m.parent]
    assert busy == [r.id for r in requests for _ in range(2)]


@pytest.mark.parametrize("payload", [b"", b"ping", b"\x00\xff" * 500, b"x" * 1_000_000])
def test_heartbeat_returns_the_same_bytes(client: Client, payload: bytes):
    assert client.beat(payload) == payload


def test_heart_beats_while_a_cell_runs(client: Client, cells: Language):
    client.run(cells.let.format(name="n", number=0))
    loop = client.start(cells.endless).says("started")
    assert client.beat(b"well?") == b"well?"
    client.ask("interrupt_request", channel="control")
    loop.wait()


@pytest.mark.polka
def test_spec(judged: Judged):
    """The required fields of the kernelspec, and the logos beside it."""
    assert judged.spec["display_name"] == "Polka (Go)"
    assert judged.spec["language"] == "go"
    assert judged.spec["interrupt_mode"] == "message"
    assert judged.spec["kernel_protocol_version"] == "5.5"
    assert judged.spec["argv"][1:] == ["kernel", "{connection_file}"]
    assert "supported_encryption" not in judged.spec.get("metadata", {})
    folder = judged.prefix / "share/jupyter/kernels/polka"
    for name, width in (("logo-32x32.png", 32), ("logo-64x64.png", 64)):
        data = (folder / name).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(data[16:20], "big") == int.from_bytes(data[20:24], "big") == width
    assert b"<svg" in (folder / "logo-svg.svg").read_bytes()
