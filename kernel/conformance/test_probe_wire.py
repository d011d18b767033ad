# SPDX-License-Identifier: BSD-3-Clause

"""Signatures, invalid messages, connection files, transports. Invalid input is dropped, and the kernel continues."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from cells import Language
from conftest import Judged
from probe import DELIMITER, Client, Kernel, connection, environment, sign

CHANNELS = ["shell", "control"]


def unheard(client: Client, channel: str, frames: list[bytes]) -> None:
    """Fail unless the kernel drops these frames, without a reply or a status, and continues."""
    before = len(client.log["iopub"])
    client.raw(channel, frames)
    client.alive()
    heard = [m for m in client.log["iopub"][before:] if m.parent.get("msg_type") not in ("kernel_info_request", None)]
    assert not heard, heard
    assert all(m.type == "kernel_info_reply" for m in client.log["shell"] + client.log["control"])


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("signature", [b"", b"0" * 64, b"zz", b"\x00" * 32, b"x" * 100_000])
def test_wrong_signatures_are_dropped(client: Client, cells: Language, channel: str, signature: bytes):
    frames = client.frames(client.header("execute_request"), {"code": cells.hello})
    frames[1] = signature
    unheard(client, channel, frames)


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("part", [2, 3, 4, 5])
def test_changed_parts_are_dropped(client: Client, cells: Language, channel: str, part: int):
    """The signature covers header, parent, metadata and content."""
    frames = client.frames(client.header("execute_request"), {"code": cells.hello})
    frames[part] += b" "
    unheard(client, channel, frames)


@pytest.mark.parametrize("channel", CHANNELS)
def test_the_wrong_key_is_refused(kernel: Kernel, cells: Language, channel: str):
    client = kernel.client()
    frames = client.frames(client.header("execute_request"), {"code": cells.hello}, key=b"another key")
    unheard(client, channel, frames)


@pytest.mark.parametrize("channel", CHANNELS)
def test_messages_count_once(client: Client, cells: Language, channel: str):
    """A message that was intercepted cannot be sent again."""
    request = client.ask("kernel_info_request", channel=channel)
    for _ in range(3):
        client.raw(channel, request.frames)
    client.alive()
    assert len(request.replies) == 1
    assert request.states == ["busy", "idle"]


def test_messages_count_once_for_all_clients(kernel: Kernel):
    one, two = kernel.client(), kernel.client()
    request = one.ask("kernel_info_request")
    two.raw("shell", request.frames)
    two.raw("control", request.frames)
    two.alive()
    assert not [m for m in two.log["shell"] + two.log["control"] if m.parent["msg_id"] == request.id]


JUNK = {
    "empty frame": [b""],
    "many empty frames": [b""] * 50,
    "no delimiter": [b"a", b"b", b"c"],
    "delimiter alone": [DELIMITER],
    "two delimiters": [DELIMITER, DELIMITER],
    "one part": [DELIMITER, b"x"],
    "four parts": [DELIMITER, b"x", b"{}", b"{}", b"{}"],
    "unsigned": [DELIMITER, b"", b"{}", b"{}", b"{}", b"{}"],
    "not JSON": [DELIMITER, b"x" * 64, b"\xff", b"\xfe", b"{", b"]"],
    "thousands of frames": [DELIMITER] + [b"{}"] * 5000,
    "a big frame": [b"x" * 5_000_000],
    "almost the delimiter": [b"<IDS|MSG", b"{}", b"{}", b"{}", b"{}", b"{}"],
}


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_dropped(client: Client, channel: str, junk: str):
    unheard(client, channel, JUNK[junk])


@pytest.mark.parametrize("payload", [[b"a", b"b"], [b""], [b"", b"", b""]])
def test_junk_on_the_heartbeat(client: Client, payload: list[bytes]):
    import zmq

    dealer = client.context.socket(zmq.DEALER)
    dealer.connect(client.address("hb"))
    dealer.send_multipart(payload)
    dealer.close(1000)
    client.alive()


# Signed messages with invalid parts: header, parent, metadata, content.
NONSENSE = {
    "not JSON": [b"\xff\xfe", b"{}", b"{}", b"{}"],
    "header is a list": [b"[]", b"{}", b"{}", b"{}"],
    "header is null": [b"null", b"null", b"null", b"null"],
    "header is empty": [b"{}", b"{}", b"{}", b"{}"],
    "header of numbers": [b'{"msg_id":1,"session":2,"msg_type":3,"username":4,"date":5,"version":6}', b"{}", b"{}", b"{}"],
    "type is missing": [b'{"msg_id":"x","session":"y"}', b"{}", b"{}", b"{}"],
    "deep": [b"[" * 100_000, b"{}", b"{}", b"{}"],
    "cut": [b'{"msg_id":"x","msg_ty', b"{}", b"{}", b"{}"],
    "two values": [b'{"msg_id":"x","msg_type":"kernel_info_request"} {}', b"{}", b"{}", b"{}"],
    "lone surrogate": [b'{"msg_id":"\\ud800","msg_type":"no_such_request","session":"\\udfff"}', b"{}", b"{}", b"{}"],
}


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.beyond_ipykernel("some of these end its channel's loop")
def test_signed_nonsense_does_no_harm(client: Client, channel: str, nonsense: str):
    parts = NONSENSE[nonsense]
    client.raw(channel, [DELIMITER, sign(client.key, parts), *parts])
    assert client.beat(b"x") == b"x"
    for name in CHANNELS:
        request = client.send("kernel_info_request", channel=name)
        client.wait(lambda: request.replies and request.idle(), "an answer after nonsense")


@pytest.mark.beyond_ipykernel("some of these end its channel's loop")
@pytest.mark.parametrize("content", [b"[]", b"null", b"7", b'"text"', b'{"code":', b"\xff"])
@pytest.mark.parametrize("msg_type", ["execute_request", "complete_request", "no_such_request", "comm_open"])
def test_content_that_is_no_object(client: Client, msg_type: str, content: bytes):
    request = client.send(msg_type, content)
    client.alive()
    assert request.states in (["busy", "idle"], []), "either the message is dropped whole, or it is handled whole"


def test_signatures_are_of_bytes_not_of_values(client: Client):
    """The same JSON in another form is another message, and both are accepted."""
    for blanks in (b"", b" ", b"\n\t "):
        header = json.dumps(client.header("kernel_info_request")).encode().replace(b": ", b":" + blanks)
        client.raw("shell", client.frames(header, b"{" + blanks + b"}", parent=b"{" + blanks + b"}"))
    client.wait(lambda: len(client.log["shell"]) == 3, "three answers")


# Connection files.


def test_without_a_key_nothing_is_signed(launch):
    client = launch(info=connection(key="")).client()
    client.alive()
    assert all(m.signature == b"" for log in client.log.values() for m in log)


def test_ipc(launch, directory):
    """Unix sockets have the names that Jupyter expects, and are removed at the end."""
    info = connection(transport="ipc", ip=str(directory / "s"))
    info.update({f"{name}_port": i for i, name in enumerate(("shell", "iopub", "stdin", "control", "hb"), 1)})
    kernel = launch(info=info)
    client = kernel.client()
    client.alive()
    assert client.run("").content["status"] == "ok"
    client.send("shutdown_request", {"restart": False}, channel="control")
    assert kernel.wait() == 0
    assert not list(directory.glob("s-*")) or kernel.argv[0].endswith("python") or "ipykernel" in " ".join(kernel.argv)


REFUSED = {
    "curve": (connection(curve_publickey="k" * 40, curve_secretkey="k" * 40), "(?i)curve|encrypt"),
    "scheme": (connection(signature_scheme="hmac-md5"), "hmac-md5"),
    "transport": (connection(transport="pigeon"), "pigeon"),
    "missing port": (connection(shell_port=None), "shell_port"),
    "port is text": (connection(hb_port="high"), "hb_port"),
    "port too high": (connection(hb_port=123456), "123456"),
    "not JSON": ('{"shell_port": 1, oops', r"(?i)json|line 1|offset|character"),
    "no object": ("[]", "(?i)object|json|array"),
    "empty": ("", "(?i)empty|json|EOF|end"),
}


@pytest.mark.polka
@pytest.mark.parametrize("what", REFUSED)
def test_refused_connection_files(judged: Judged, directory, what: str):
    """One line on stderr names the file and its fault; the exit status is 1."""
    info, reason = REFUSED[what]
    file = directory / "connection.json"
    file.write_text(info if isinstance(info, str) else json.dumps(info))
    done = subprocess.run([*judged.command, str(file)], capture_output=True, text=True, timeout=300, env=environment(directory))
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert re.search(reason, done.stderr.replace(str(file), "")), done.stderr
    assert str(file) in done.stderr


@pytest.mark.polka
def test_missing_connection_file(judged: Judged, directory):
    done = subprocess.run([*judged.command, str(directory / "nothing.json")], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "nothing.json" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.polka
def test_a_port_in_use_is_named(judged: Judged, kernel: Kernel, directory):
    kernel.client().alive()
    done = subprocess.run([*judged.command, str(kernel.file)], capture_output=True, text=True, timeout=300,
                          env=environment(directory))
    assert done.returncode == 1
    assert any(str(kernel.info[f"{name}_port"]) in done.stderr for name in ("shell", "iopub", "stdin", "control", "hb"))
