# SPDX-License-Identifier: BSD-3-Clause

"""Unknown clients on the five ports.

Signatures are checked above ZeroMQ's own protocol, so anyone who can reach a port, with or without the key, talks to
the transport. Nothing that they send, or fail to send, may end the kernel, lock out a good client, or use memory or
file descriptors for long. The tests speak ZMTP over plain sockets (the protocol is rfc.zeromq.org/spec/23, version 3.0,
and 37, 3.1).
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import socket
import struct
import time
from typing import Callable, Iterator

import pytest
import zmq

from cells import Language
from conftest import Judged
from probe import PATIENCE, PORTS, Client, Kernel

MB = 1 << 20

# The socket type that a good client has at each port.
PEER = {"shell": b"DEALER", "control": b"DEALER", "stdin": b"DEALER", "iopub": b"SUB", "hb": b"REQ"}


def greeting(minor: int = 0, mechanism: bytes = b"NULL") -> bytes:
    """The first 64 bytes of ZMTP."""
    return b"\xff" + bytes(8) + b"\x7f" + bytes([3, minor]) + mechanism.ljust(20, b"\0") + bytes(32)


def prop(name: bytes, value: bytes) -> bytes:
    """A property of a READY command."""
    return bytes([len(name)]) + name + struct.pack(">I", len(value)) + value


def frame(body: bytes, flags: int = 0) -> bytes:
    """A frame: flags are 1 more follow, 2 long (added here), 4 command."""
    if len(body) < 256:
        return bytes([flags, len(body)]) + body
    return bytes([flags | 2]) + struct.pack(">Q", len(body)) + body


def command(name: bytes, data: bytes) -> bytes:
    return frame(bytes([len(name)]) + name + data, 4)


def ready(kind: bytes, identity: bytes = b"") -> bytes:
    return command(b"READY", prop(b"Socket-Type", kind) + prop(b"Identity", identity))


class Stranger:
    """A plain connection to a port."""

    def __init__(self, kernel: Kernel, port: str, buffer: int = 0):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((kernel.info["ip"], kernel.info[f"{port}_port"]))
        self.port = port

    def send(self, data: bytes) -> Stranger:
        """Send, whether or not the other side still reads."""
        with contextlib.suppress(OSError):
            self.socket.sendall(data)
        return self

    def read(self, n: int) -> bytes:
        """Exactly n bytes, fewer if the connection ends."""
        data = b""
        while len(data) < n and (more := self.socket.recv(n - len(data))):
            data += more
        return data

    def read_frame(self) -> tuple[int, bytes]:
        """The flags and the body of the next frame."""
        flags, size = self.read(2)
        if flags & 2:
            size = struct.unpack(">Q", bytes([size]) + self.read(7))[0]
        return flags, self.read(size)

    def shake(self, minor: int = 0, kind: bytes | None = None, identity: bytes = b"") -> Stranger:
        """A complete handshake as a good peer makes it."""
        self.send(greeting(minor))
        theirs = self.read(64)
        assert theirs[:1] == b"\xff" and theirs[9:10] == b"\x7f" and theirs[12:16] == b"NULL"
        self.send(ready(kind or PEER[self.port], identity))
        flags, body = self.read_frame()
        assert flags == 4 and body.startswith(b"\x05READY")
        return self

    def ended(self) -> bool:
        """Wait until the other side has closed the connection."""
        self.socket.settimeout(PATIENCE)
        try:
            while self.socket.recv(65536):
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def strangers() -> Iterator[list[Stranger]]:
    """Connections that stay open until the test ends."""
    crowd: list[Stranger] = []
    yield crowd
    for stranger in crowd:
        stranger.close()


def welcome_back(kernel: Kernel, cells: Language) -> None:
    """Fail unless a new client is served on all five ports."""
    client = kernel.client()
    client.alive()
    assert client.run(cells.value).value == "42"
    request = client.start(cells.ask, allow_stdin=True)
    client.answer(client.prompted(), "still here")
    assert request.wait().value.strip("'\"") == "still here"
    client.close()
    kernel.clients.remove(client)


HTTP = b"GET / HTTP/1.1\r\nHost: kernel\r\nUser-Agent: a browser\r\nAccept: */*\r\n\r\n"
NOISE = random.Random(1).randbytes(65536)

# What a stranger says before the handshake is done. The good part of the greeting makes the bad part be read as frames.
SAYINGS = {
    "nothing": b"",
    "one byte": b"\xff",
    "ten bytes": greeting()[:10],
    "all but one byte": greeting()[:63],
    "greeting alone": greeting(),
    "half a command": greeting() + ready(b"DEALER")[:7],
    "HTTP": HTTP,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + NOISE[:500],
    "noise": NOISE,
    "zeros": bytes(65536),
    "ones": b"\xff" * 65536,
    "greeting and noise": greeting() + NOISE,
    "greeting and HTTP": greeting() + HTTP,
    "ZMTP 1": b"\x01\x00\x04\x00abc",
    "ZMTP 2": b"\xff" + bytes(8) + b"\x7f\x01\x05\x00\x00",
    "version 9": b"\xff" + bytes(8) + b"\x7f\x09\x09" + b"NULL".ljust(52, b"\0"),
    "PLAIN": greeting(mechanism=b"PLAIN") + command(b"HELLO", b"\x01u\x01p"),
    "CURVE": greeting(mechanism=b"CURVE") + command(b"HELLO", bytes(194)),
    "mechanism of 20 letters": greeting(mechanism=b"X" * 20),
    "message instead of READY": greeting() + frame(b"hello"),
    "READY without properties": greeting() + command(b"READY", b""),
    "READY of an unknown socket": greeting() + ready(b"TEAPOT"),
    "READY with a long name": greeting() + command(b"READY", b"\xffname"),
    "READY with a long value": greeting() + command(b"READY", b"\x0bSocket-Type\x7f\xff\xff\xffDEALER"),
    "READY with 2^32-1": greeting() + command(b"READY", b"\x0bSocket-Type\xff\xff\xff\xffDEALER"),
    "READY cut in a property": greeting() + command(b"READY", b"\x0bSocket"),
    "READY with an identity of 300": greeting() + ready(b"DEALER", b"x" * 300),
    "READY with a reserved identity": greeting() + ready(b"DEALER", b"\0abc"),
    "READY of 2^62 bytes": greeting() + b"\x06" + struct.pack(">Q", 1 << 62),
    "READY of 2^64-1 bytes": greeting() + b"\x06" + b"\xff" * 8,
    "READY of 1 GB": greeting() + b"\x06" + struct.pack(">Q", 1 << 30) + b"\x05READY" + bytes(100_000),
    "READY of 100 KB": greeting() + command(b"READY", prop(b"Socket-Type", b"DEALER") + prop(b"X", bytes(100_000))),
    "ERROR": greeting() + command(b"ERROR", b"\x04oops"),
    "reserved flags": greeting() + b"\xf8\x05hello",
}


@pytest.mark.parametrize("port", PORTS)
def test_strangers_who_stay(kernel: Kernel, cells: Language, strangers: list[Stranger], port: str):
    """Whatever unknown clients send, good clients can connect while they are connected; afterwards the kernel is as
    before.
    """
    kernel.client().run(cells.value)
    before = kernel.process.num_fds()
    for saying in SAYINGS.values():
        for _ in range(3):
            strangers.append(Stranger(kernel, port).send(saying))
    welcome_back(kernel, cells)
    assert kernel.memory() < 100 * MB or cells.name == "python"
    for stranger in strangers:
        stranger.close()
    settles(lambda: kernel.process.num_fds() <= before + 3, "file descriptors given back")
    welcome_back(kernel, cells)


def settles(condition: Callable[[], bool], what: str) -> None:
    """Repeat until the condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.01)


@pytest.mark.polka
def test_silent_strangers_are_shown_out(kernel: Kernel, strangers: list[Stranger]):
    """A client that has not identified itself after some seconds is disconnected."""
    kernel.client().alive()
    strangers += [Stranger(kernel, port).send(greeting()[:n]) for port in PORTS for n in (0, 10, 64)]
    assert all(stranger.ended() for stranger in strangers)


# What a peer sends after a valid handshake.
TALES = {
    "2^62 bytes": b"\x02" + struct.pack(">Q", 1 << 62),
    "2^63 bytes": b"\x02" + struct.pack(">Q", 1 << 63),
    "2^64-1 bytes": b"\x02" + b"\xff" * 8 + bytes(1000),
    "1 GB": b"\x02" + struct.pack(">Q", 1 << 30) + bytes(1000),
    "1 GB after more": frame(b"x", 1) + b"\x03" + struct.pack(">Q", 1 << 30) + bytes(1000),
    "command of 1 GB": b"\x06" + struct.pack(">Q", 1 << 30) + bytes(1000),
    "noise": NOISE,
    "HTTP": HTTP,
    "reserved flags": b"\xff\x05hello" * 100,
    "command with more": b"\x05\x05\x04PING",
    "unknown command": command(b"DANCE", b"\0\x01\x02"),
    "empty command": frame(b"", 4),
    "command with a long name": frame(b"\xffPING", 4),
    "READY again": ready(b"DEALER"),
    "half a frame": b"\x00\xffabc",
    "a message that never ends": frame(b"part", 1) * 20_000,
    "empty frames": frame(b"") * 10_000,
    "subscriptions": (frame(b"\x01") + frame(b"\x00")) * 5_000,
    "PING cut": command(b"PING", b"\x00"),
    "PING with much context": command(b"PING", b"\x00\x01" + b"c" * 200_000),
    "SUBSCRIBE of much": command(b"SUBSCRIBE", b"s" * 200_000),
    "CANCEL of nothing": command(b"CANCEL", b"never subscribed"),
}


@pytest.mark.parametrize("port", PORTS)
def test_peers_who_lie(kernel: Kernel, cells: Language, strangers: list[Stranger], port: str):
    """Impossible lengths and endless messages use no significant resources."""
    kernel.client().run(cells.value)
    for tale in TALES.values():
        for _ in range(3):
            stranger = Stranger(kernel, port).shake()
            strangers.append(stranger.send(tale))
    welcome_back(kernel, cells)
    assert kernel.memory() < 100 * MB or cells.name == "python"


@pytest.mark.polka
def test_promises_are_not_paid_in_advance(kernel: Kernel, cells: Language, strangers: list[Stranger]):
    """30 peers begin messages of 60 MB, which is allowed, and send 100 KB of each: memory grows with what has arrived.
    """
    kernel.client().alive()
    for i in range(30):
        stranger = Stranger(kernel, PORTS[i % 5]).shake()
        strangers.append(stranger.send(b"\x02" + struct.pack(">Q", 60 * MB) + bytes(100_000)))
    welcome_back(kernel, cells)
    assert kernel.memory() < 100 * MB


WRONG = [zmq.PUB, zmq.SUB, zmq.XPUB, zmq.XSUB, zmq.PUSH, zmq.PULL, zmq.REQ, zmq.REP, zmq.DEALER, zmq.ROUTER, zmq.PAIR]


@pytest.mark.parametrize("port", PORTS)
def test_sockets_of_the_wrong_kind(kernel: Kernel, cells: Language, port: str):
    """Sockets of all types connect to the port and send something, if they can."""
    context = zmq.Context()
    context.linger = 0
    sockets = []
    for kind in WRONG:
        sock = context.socket(kind)
        if kind == zmq.SUB:
            sock.subscribe(b"")
        sock.connect(f"tcp://{kernel.info['ip']}:{kernel.info[port + '_port']}")
        with contextlib.suppress(zmq.ZMQError):
            sock.send_multipart([b"", b"hello"], zmq.NOBLOCK)
        sockets.append(sock)
    welcome_back(kernel, cells)
    for sock in sockets:
        sock.close(0)
    context.term()


@pytest.mark.parametrize("port", PORTS)
def test_storms_of_connections(kernel: Kernel, cells: Language, port: str):
    """200 clients connect and disconnect, some in the middle of a frame, while messages flow."""
    client = kernel.client()
    client.run(cells.let.format(name="n", number=0))
    before = kernel.process.num_fds()
    loop = client.start(cells.endless).says("started")
    for i in range(200):
        stranger = Stranger(kernel, port)
        if i % 2:
            stranger.send(greeting()[: i % 64])
        if i % 5 == 0:
            stranger.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset instead of an orderly close
        stranger.close()
    client.ask("interrupt_request", channel="control") if cells.name == "go" else kernel.signal(2)
    loop.wait()
    settles(lambda: kernel.process.num_fds() <= before + 3, "file descriptors given back")
    welcome_back(kernel, cells)


@pytest.mark.parametrize("port", ["shell", "control", "stdin", "iopub"])
def test_good_clients_that_come_and_go(kernel: Kernel, cells: Language, port: str):
    """Pages are reloaded, and leave requests in progress."""
    client = kernel.client()
    for i in range(100):
        stranger = Stranger(kernel, port).shake(identity=b"browser%d" % (i % 3))
        if port == "iopub":
            stranger.send(frame(b"\x01"))
        else:
            for part in client.frames(client.header("kernel_info_request"))[:-1]:
                stranger.send(frame(part, 1))
            stranger.send(frame(b"{}"))
        stranger.close()
    welcome_back(kernel, cells)


@pytest.mark.parametrize("port", PORTS)
def test_ping_is_answered(kernel: Kernel, strangers: list[Stranger], port: str):
    """ZMTP 3.1's own heartbeat: PONG returns the context of PING."""
    kernel.client().alive()
    stranger = Stranger(kernel, port).shake(minor=1)
    strangers.append(stranger)
    for context in (b"", b"context", bytes(16)):
        stranger.send(command(b"PING", b"\x00\x64" + context))
        while (answer := stranger.read_frame()) != (4, b"\x04PONG" + context):
            assert answer[1], "no PONG"


def test_subscriptions_as_commands(kernel: Kernel, strangers: list[Stranger]):
    """ZMTP 3.1 subscribes by a command instead of a message."""
    client = kernel.client()
    stranger = Stranger(kernel, "iopub").shake(minor=1).send(command(b"SUBSCRIBE", b""))
    strangers.append(stranger)
    client.alive()
    seen = b""
    while b"kernel_info_request" not in seen:
        client.ask("kernel_info_request", channel="control")
        _, body = stranger.read_frame()
        seen += body


def test_two_with_one_identity(kernel: Kernel, cells: Language):
    """The newer client takes over, and the kernel continues whatever the older one does."""
    old = kernel.client(identity=b"twin")
    old.alive()
    new = kernel.client(identity=b"twin")
    new.alive()
    with contextlib.suppress(AssertionError):
        old.send("kernel_info_request")
    assert new.run(cells.value).value == "42"
    welcome_back(kernel, cells)


def sleeper(kernel: Kernel) -> Stranger:
    """A subscriber to everything that never reads."""
    return Stranger(kernel, "iopub", buffer=4096).shake().send(frame(b"\x01"))


def test_subscribers_that_never_read(kernel: Kernel, judged: Judged, cells: Language, strangers: list[Stranger]):
    """Five subscribers never read; a sixth gets all of 300 displays of 1 MB in order; the kernel stays small."""
    client = kernel.client()
    strangers += [sleeper(kernel) for _ in range(5)]
    done = client.start(cells.blocks).wait(90)
    assert done.content["status"] == "ok"
    numbers = [int(re.match(r"<b>(\d+)</b>", m.content["data"]["text/html"])[1]) for m in done.outputs]
    assert numbers == list(range(300))
    if judged.is_polka:
        assert kernel.memory() < 100 * MB, f"{kernel.memory() >> 20} MB"
    welcome_back(kernel, cells)


@pytest.mark.polka
def test_only_sleepers(kernel: Kernel, cells: Language, strangers: list[Stranger]):
    """No subscriber reads: the cell still ends, and the kernel stays small."""
    client = kernel.client(subscribe=None)
    strangers += [sleeper(kernel) for _ in range(5)]
    request = client.start(cells.blocks)
    client.wait(lambda: request.replies, "the reply", 90)
    assert kernel.memory() < 100 * MB, f"{kernel.memory() >> 20} MB"
    welcome_back(kernel, cells)


def test_askers_that_never_read(kernel: Kernel, cells: Language, strangers: list[Stranger]):
    """A client that sends requests and reads no replies does not delay the replies to others."""
    client = kernel.client()
    for port in ("shell", "control"):
        stranger = Stranger(kernel, port, buffer=4096).shake(identity=b"deaf")
        strangers.append(stranger)
        stranger.socket.setblocking(False)
        for _ in range(3000):
            parts = client.frames(client.header("kernel_info_request"))
            data = b"".join(frame(part, 1) for part in parts[:-1]) + frame(parts[-1])
            try:
                stranger.socket.sendall(data)
            except BlockingIOError:
                break
    welcome_back(kernel, cells)


def test_all_at_once(kernel: Kernel, cells: Language, strangers: list[Stranger]):
    """Every kind of bad input at every port, from clients that all stay connected."""
    kernel.client().alive()
    for port in PORTS:
        strangers += [Stranger(kernel, port).send(saying) for saying in SAYINGS.values()]
        strangers += [Stranger(kernel, port).shake().send(tale) for tale in TALES.values()]
    strangers += [sleeper(kernel) for _ in range(3)]
    welcome_back(kernel, cells)
    assert kernel.process.is_running() and os.path.exists(kernel.file)
