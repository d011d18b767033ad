# SPDX-License-Identifier: BSD-3-Clause

"""A strict Jupyter client.

jupyter_client sends only valid messages and tolerates many faults in those that it receives. This client can send
anything, byte by byte if necessary, and tolerates nothing: every message that arrives must pass `check`, and every
message that must arrive must do so within PATIENCE. It uses ZeroMQ through pyzmq and signs messages itself, so that it
shares no code with the kernel, and no misunderstanding of the protocol.

    with Kernel(spec, directory) as kernel:
        client = kernel.client()
        done = client.run("1 + 1")
        assert done.content["status"] == "ok"

Nothing here sleeps to let something happen: a test waits for the message that reports that it has happened.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import itertools
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import psutil
import zmq

DELIMITER = b"<IDS|MSG>"
PORTS = ("shell", "iopub", "stdin", "control", "hb")

# The time in seconds within which a message must arrive. It is long, since only failing tests wait so long.
PATIENCE = float(os.environ.get("JUDGE_PATIENCE", "60"))


# Messages ------------------------------------------------------------------------------------------------------------


@dataclass
class Message:
    """A message as it arrived: the five JSON frames both as bytes and as values."""

    prefix: list[bytes]  # identities, or the topic on iopub
    signature: bytes
    raw_header: bytes
    raw_parent: bytes
    header: dict
    parent: dict
    metadata: dict
    content: dict
    buffers: list[bytes]

    @property
    def type(self) -> str:
        return self.header["msg_type"]

    def __str__(self) -> str:
        text = json.dumps(self.content)
        return f"{self.type} {text if len(text) < 300 else text[:300] + '...'}"


def sign(key: bytes, parts: list[bytes]) -> bytes:
    """The signature of header, parent, metadata and content: HMAC-SHA256 in hexadecimal, or nothing without a key."""
    if not key:
        return b""
    return hmac.new(key, b"".join(parts), hashlib.sha256).hexdigest().encode()


def parse(frames: list[bytes], key: bytes) -> Message:
    """Parse a message from a kernel, and fail if it violates the protocol."""
    assert DELIMITER in frames, f"no delimiter in {frames!r}"
    at = frames.index(DELIMITER)
    rest = frames[at + 1 :]
    assert len(rest) >= 5, f"{len(rest)} frames after the delimiter"
    assert rest[0] == sign(key, rest[1:5]), "the kernel signed wrongly"
    header, parent, metadata, content = (json.loads(part) for part in rest[1:5])
    message = Message(frames[:at], rest[0], rest[1], rest[2], header, parent, metadata, content, rest[5:])
    check(message)
    return message


def check(message: Message) -> None:
    """Fail if a message violates the rules for its type."""
    header, content = message.header, message.content
    where = f"in {header.get('msg_type')}"
    for name in ("msg_id", "session", "username", "date", "msg_type", "version"):
        assert isinstance(header.get(name), str), f"header.{name} is {header.get(name)!r} {where}"
    date = datetime.datetime.fromisoformat(header["date"].replace("Z", "+00:00"))
    assert date.tzinfo is not None, f"the date {header['date']} has no zone {where}"
    major, minor = map(int, header["version"].split("."))
    assert (major, minor) >= (5, 2), f"version {header['version']} {where}"
    for name in ("parent", "metadata", "content"):
        assert isinstance(getattr(message, name), dict), f"{name} is {getattr(message, name)!r} {where}"
    if message.type.endswith("_reply") and message.type not in ("is_complete_reply", "input_reply", "debug_reply"):
        assert content.get("status") in ("ok", "error", "aborted"), f"status {content.get('status')!r} {where}"
    if message.type == "error" or content.get("status") == "error":
        assert isinstance(content["ename"], str) and content["ename"], where
        assert isinstance(content["evalue"], str), where
        assert isinstance(content["traceback"], list), f"traceback is {content['traceback']!r} {where}"
        assert all(isinstance(line, str) for line in content["traceback"]), where
    if message.type in ("display_data", "execute_result", "update_display_data"):
        check_bundle(content["data"], content["metadata"])
        assert isinstance(content.get("transient", {}), dict), where
    if message.type == "stream":
        assert content["name"] in ("stdout", "stderr"), where
        assert isinstance(content["text"], str), where
        assert content["text"], "a stream message without text"
        assert "\ufffd" not in content["text"], f"a character was split: {content['text'][-40:]!r}"
    if message.type == "status":
        assert content["execution_state"] in ("busy", "idle", "starting"), content


def check_bundle(data: dict, metadata: dict) -> None:
    """Fail unless data is a bundle of media types, text/plain among them."""
    assert isinstance(data, dict) and isinstance(metadata, dict)
    assert "text/plain" in data, f"no text/plain beside {sorted(data)}"
    for media, value in data.items():
        assert re.fullmatch(r"[\w\-+.]+/[\w\-+.]+", media), media
        if not (media.endswith("json")):
            assert isinstance(value, str), f"{media} is {type(value).__name__}"


# The kernel's process ------------------------------------------------------------------------------------------------


def loopback() -> str:
    """An address of this machine that no other test uses, so that tests that run at the same time do not share ports.
    """
    if sys.platform != "linux":
        return "127.0.0.1"
    return f"127.{random.randint(1, 254)}.{random.randint(1, 254)}.{random.randint(1, 254)}"


def connection(**changes: Any) -> dict:
    """The content of a new connection file, with five free ports. A change to None removes the field."""
    ip = changes.get("ip", loopback())
    info: dict[str, Any] = {"transport": "tcp", "ip": ip}
    listeners = []
    for name in PORTS:
        listener = socket.socket()
        listener.bind((ip if info["transport"] == "tcp" and ip[:1].isdigit() else "127.0.0.1", 0))
        listeners.append(listener)
        info[f"{name}_port"] = listener.getsockname()[1]
    for listener in listeners:
        listener.close()
    info.update(key=secrets.token_hex(16), signature_scheme="hmac-sha256", kernel_name="judged")
    info.update(changes)
    return {name: value for name, value in info.items() if value is not None}


class Kernel:
    """A kernel process, started as Jupyter starts it: from its kernelspec, in a process group of its own.

    The process sees no settings or data of the user: home, configuration and history are below `directory`.
    """

    def __init__(self, spec: dict, directory: Path, *, env: dict[str, str] | None = None, info: dict | None = None):
        self.info = connection() if info is None else info
        self.key = self.info.get("key", "").encode()
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self.file = directory / f"kernel-{uuid.uuid4().hex[:8]}.json"
        self.file.write_text(json.dumps(self.info))
        self.noise_file = self.file.with_suffix(".log")
        self.argv = [part.replace("{connection_file}", str(self.file)) for part in spec["argv"]]
        self.env = {**environment(directory), **spec.get("env", {}), "JPY_PARENT_PID": str(os.getpid()), **(env or {})}
        with open(self.noise_file, "wb") as noise:
            self.process = psutil.Popen(
                self.argv, stdin=subprocess.DEVNULL, stdout=noise, stderr=noise, env=self.env, cwd=directory,
                start_new_session=True,
            )
        self.children: dict[int, psutil.Process] = {}
        self.clients: list[Client] = []

    def __enter__(self) -> Kernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def client(self, **options: Any) -> Client:
        """A new client, connected and, by default, subscribed to everything."""
        client = Client(self, **options)
        self.clients.append(client)
        return client

    def noise(self) -> str:
        """What the process itself has written to its standard output and error."""
        return self.noise_file.read_text(errors="replace")

    def family(self) -> list[psutil.Process]:
        """The kernel and its descendants that are still running."""
        try:
            family = [self.process, *self.process.children(recursive=True)]
        except psutil.NoSuchProcess:
            family = []
        for process in family[1:]:
            self.children[process.pid] = process
        return family

    def worker(self) -> psutil.Process:
        """The process that runs the cells."""
        workers = self.family()[1:]
        assert len(workers) == 1, f"the kernel has {len(workers)} children"
        return workers[0]

    def signal(self, number: int) -> None:
        """Send a signal to the process group, as Jupyter does."""
        os.killpg(self.process.pid, number)

    def wait(self) -> int:
        """Wait until the process has ended; its exit status."""
        return self.process.wait(PATIENCE)

    def gone(self) -> None:
        """Fail unless the kernel's children end too."""
        alive = still_alive(list(self.children.values()))
        assert not alive, f"left behind: {alive}"

    def memory(self) -> int:
        """The peak resident memory of the kernel's own process, in bytes."""
        return peak(self.process.pid)

    def close(self) -> None:
        """End the kernel whatever state it is in, and the clients."""
        for client in self.clients:
            client.close()
        for process in reversed(self.family()):
            try:
                process.kill()
            except psutil.NoSuchProcess:
                pass
        self.process.wait(PATIENCE)
        self.gone()


def still_alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Wait until the processes have ended; those that have not.

    A process that has ended remains in the system's table until somebody has asked for its status. If its parent has
    ended too, the first process of the system does that, perhaps only every other second; nobody has to wait for it.
    """
    def ended(process: psutil.Process) -> bool:
        try:
            return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    deadline = time.monotonic() + PATIENCE
    while alive := [process for process in processes if not ended(process)]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.002)
    return alive


def peak(pid: int) -> int:
    """The peak resident memory of a process, in bytes."""
    if sys.platform == "linux":
        status = Path(f"/proc/{pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024
    return psutil.Process(pid).memory_info().rss


def environment(directory: Path) -> dict[str, str]:
    """The environment of this process, with the user's own files replaced by empty folders below directory."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("POLKA_", "JPY_", "IPYTHON"))}
    home = directory / "home"
    home.mkdir(exist_ok=True)
    env.update(HOME=str(home), XDG_DATA_HOME=str(home / "data"), XDG_CONFIG_HOME=str(home / "config"))
    env.update(XDG_STATE_HOME=str(home / "state"), XDG_CACHE_HOME=str(home / "cache"), XDG_RUNTIME_DIR=str(home / "run"))
    env.update(JUPYTER_DATA_DIR=str(home / "jupyter"), JUPYTER_CONFIG_DIR=str(home / "jupyter-config"))
    env.update(JUPYTER_RUNTIME_DIR=str(home / "jupyter-run"), IPYTHONDIR=str(home / "ipython"))
    env.update(PYDEVD_DISABLE_FILE_VALIDATION="1", POLKA_LANG="en")  # the tests expect English messages
    return env


# The client ----------------------------------------------------------------------------------------------------------


class Client:
    """Five sockets to one kernel, and everything that has arrived on them."""

    def __init__(self, kernel: Kernel, *, identity: bytes | None = None, subscribe: bytes | None = b"", key: bytes | None = None):
        self.kernel = kernel
        self.info = kernel.info
        self.key = kernel.key if key is None else key
        self.session = uuid.uuid4().hex
        self.context = zmq.Context()
        self.context.linger = 0
        identity = self.session.encode() if identity is None else identity
        self.sockets: dict[str, zmq.Socket] = {}
        for name in ("shell", "control", "stdin"):
            self.sockets[name] = self.context.socket(zmq.DEALER)
            if identity:
                self.sockets[name].setsockopt(zmq.IDENTITY, identity)
        self.sockets["iopub"] = self.context.socket(zmq.SUB)
        self.sockets["hb"] = self.context.socket(zmq.REQ)
        self.poller = zmq.Poller()
        for name, sock in self.sockets.items():
            if name != "hb":
                self.poller.register(sock, zmq.POLLIN)
            sock.setsockopt(zmq.RCVHWM, 0)
            sock.setsockopt(zmq.SNDHWM, 0)
        self.log: dict[str, list[Message]] = {name: [] for name in ("shell", "control", "stdin", "iopub")}
        self.threads: dict[str, list[Message]] = {}  # iopub messages by the request that they belong to
        self.counter = itertools.count(1)
        self.welcome: Message | None = None
        try:
            self.connect([name for name in PORTS if name != "iopub"])
            if subscribe is not None:
                self.sockets["iopub"].setsockopt(zmq.SUBSCRIBE, subscribe)
                self.connect(["iopub"])
                self.welcome = self.knock()
        except AssertionError:
            self.close()
            raise

    def connect(self, names: list[str]) -> None:
        """Connect sockets, and wait for the handshakes: a prompt to a client that is not yet connected is lost."""
        monitors = {name: self.sockets[name].get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED) for name in names}
        for name in names:
            self.sockets[name].connect(self.address(name))
        for name, monitor in monitors.items():
            connected = monitor.poll(int(PATIENCE * 1000))
            self.sockets[name].disable_monitor()
            assert connected, f"the kernel does not shake hands on {name}:\n{self.kernel.noise()}"

    def knock(self) -> Message | None:
        """Wait until the subscription is active; return the welcome, or None from a kernel that does not send one.

        Such a kernel does not say when its messages begin to arrive, so the client sends requests on control until they
        do.
        """
        for _ in range(int(PATIENCE)):
            try:
                first = self.wait(lambda: self.log["iopub"] and self.log["iopub"][0], "the first message on iopub", 1)
                return first if first.type == "iopub_welcome" else None
            except AssertionError:
                self.send("kernel_info_request", channel="control")
        return self.wait(lambda: None, "the first message on iopub", 1)

    def address(self, name: str) -> str:
        """The address of one of the five sockets."""
        separator = ":" if self.info["transport"] == "tcp" else "-"
        return f"{self.info['transport']}://{self.info['ip']}{separator}{self.info[name + '_port']}"

    def close(self) -> None:
        for sock in self.sockets.values():
            sock.close(0)
        self.context.term()

    # Sending.

    def header(self, msg_type: str, **more: Any) -> dict:
        """A good header for a new request."""
        return {
            "msg_id": f"{self.session}_{next(self.counter)}",
            "session": self.session,
            "username": "judge",
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(),
            "msg_type": msg_type,
            "version": "5.5",
            **more,
        }

    def frames(self, header: Any, content: Any = None, *, parent: Any = None, metadata: Any = None, buffers: list[bytes] = [],
               key: bytes | None = None) -> list[bytes]:
        """The frames of a message, signed. A part given as bytes is not changed."""
        parts = [part if isinstance(part, bytes) else json.dumps({} if part is None else part).encode()
                 for part in (header, parent, metadata, content)]
        return [DELIMITER, sign(self.key if key is None else key, parts), *parts, *buffers]

    def raw(self, channel: str, frames: list[bytes]) -> None:
        """Send frames as they are."""
        self.sockets[channel].send_multipart(frames)

    def send(self, msg_type: str, content: dict | None = None, *, channel: str = "shell", **more: Any) -> Request:
        """Send a request, without waiting."""
        header = self.header(msg_type)
        frames = self.frames(header, content, **more)
        self.raw(channel, frames)
        return Request(self, channel, header["msg_id"], msg_type, frames)

    def ask(self, msg_type: str, content: dict | None = None, **more: Any) -> Request:
        """Send a request and wait for the reply and the status idle."""
        return self.send(msg_type, content, **more).wait()

    def start(self, code: str, **options: Any) -> Request:
        """Send a cell, without waiting."""
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
                   "stop_on_error": True, **options}
        return self.send("execute_request", {name: value for name, value in content.items() if value is not None})

    def run(self, code: str, **options: Any) -> Request:
        """Send a cell and wait for its end."""
        return self.start(code, **options).wait()

    def answer(self, prompt: Message, value: str) -> None:
        """Reply to a prompt."""
        self.raw("stdin", self.frames(self.header("input_reply"), {"status": "ok", "value": value}, parent=prompt.header))

    def prompted(self, count: int = 1) -> Message:
        """Wait for the prompt with the given number, counted from the client's first."""
        self.wait(lambda: len(self.log["stdin"]) >= count, f"prompt {count}")
        return self.log["stdin"][count - 1]

    def settle(self) -> None:
        """Return when the kernel has had time to read what was sent before.

        Sockets are not ordered among each other; five round trips on control take many times as long as reading a frame
        that is already in the kernel's socket.
        """
        for _ in range(5):
            self.ask("kernel_info_request", channel="control")

    def beat(self, payload: bytes) -> bytes:
        """Send a heartbeat and return the reply."""
        self.sockets["hb"].send(payload)
        assert self.sockets["hb"].poll(int(PATIENCE * 1000)), "no heartbeat"
        return self.sockets["hb"].recv()

    # Receiving.

    def pump(self, timeout: float) -> None:
        """Receive all available messages, waiting up to timeout seconds for the first one."""
        ready = dict(self.poller.poll(max(0, int(timeout * 1000))))
        for name, sock in self.sockets.items():
            if sock not in ready:
                continue
            while True:
                try:
                    message = parse(sock.recv_multipart(zmq.NOBLOCK), self.key)
                except zmq.Again:
                    break
                self.log[name].append(message)
                if name == "iopub":
                    self.threads.setdefault(message.parent.get("msg_id", ""), []).append(message)

    def wait(self, condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        """Take messages in until condition gives something true, and give that back."""
        deadline = time.monotonic() + patience
        while not (found := condition()):
            left = deadline - time.monotonic()
            if left <= 0:
                seen = "\n".join(f"  {name}: {message}" for name, log in self.log.items() for message in log[-8:])
                status = self.kernel.process.poll()
                state = "runs" if status is None else f"ended with status {status}"
                raise AssertionError(f"{what} did not come. The kernel {state}.\nLast seen:\n{seen}\n{self.kernel.noise()[-2000:]}")
            self.pump(left)
        return found

    def alive(self) -> None:
        """Fail unless the kernel replies on all of its five sockets."""
        assert self.beat(b"alive?") == b"alive?"
        for channel in ("shell", "control"):
            assert self.ask("kernel_info_request", channel=channel).content["status"] == "ok"


@dataclass
class Request:
    """A request, and the messages that have arrived for it."""

    client: Client
    channel: str
    id: str
    type: str
    frames: list[bytes]

    # Requests that have no reply in the protocol.
    MUTE = ("comm_open", "comm_msg", "comm_close")

    @property
    def replies(self) -> list[Message]:
        return [m for m in self.client.log[self.channel] if m.parent.get("msg_id") == self.id]

    @property
    def reply(self) -> Message:
        assert len(self.replies) == 1, f"{len(self.replies)} replies to {self.type}"
        return self.replies[0]

    @property
    def content(self) -> dict:
        return self.reply.content

    @property
    def iopub(self) -> list[Message]:
        return self.client.threads.get(self.id, [])

    @property
    def states(self) -> list[str]:
        return [m.content["execution_state"] for m in self.iopub if m.type == "status"]

    @property
    def outputs(self) -> list[Message]:
        return [m for m in self.iopub if m.type not in ("status", "execute_input")]

    @property
    def types(self) -> list[str]:
        return [m.type for m in self.outputs]

    @property
    def value(self) -> str | None:
        """The plain text of the cell's value."""
        results = [m for m in self.outputs if m.type == "execute_result"]
        assert len(results) <= 1, "two values"
        return results[0].content["data"]["text/plain"] if results else None

    def text(self, name: str = "stdout") -> str:
        """What the cell has printed."""
        return "".join(m.content["text"] for m in self.iopub if m.type == "stream" and m.content["name"] == name)

    def idle(self) -> bool:
        """Whether the last status of the request is idle. Each message is examined once."""
        return bool(self.iopub) and self.iopub[-1].type == "status" and self.iopub[-1].content["execution_state"] == "idle"

    def wait(self, patience: float = PATIENCE) -> Request:
        """Wait for reply and idle."""
        done = self.idle if self.type in self.MUTE else lambda: self.idle() and self.replies
        self.client.wait(done, f"the end of {self.type}", patience)
        return self

    def says(self, word: str) -> Request:
        """Wait until the cell has printed word."""
        self.client.wait(lambda: word in self.text(), f"the word {word!r}")
        return self

    def busy(self) -> Request:
        """Wait until the kernel has started the request."""
        self.client.wait(lambda: self.states, f"the beginning of {self.type}")
        return self
