# SPDX-License-Identifier: BSD-3-Clause

"""Interrupts of every kind of cell, shutdown, restart, signals, and the end of the parent process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from cells import Language
from conftest import Judged
from probe import Client, Kernel, environment, still_alive


def interrupt(client: Client, how: str) -> None:
    """Press Stop."""
    if how == "signal":
        client.kernel.signal(signal.SIGINT)
    else:
        request = client.ask("interrupt_request", channel="control")
        assert request.content == {"status": "ok"}
        assert request.states == ["busy", "idle"]


@pytest.fixture(params=["message", "signal"])
def how(request: pytest.FixtureRequest, judged: Judged) -> str:
    """The two ways in which Stop reaches a kernel."""
    return request.param


@pytest.mark.parametrize("cell", ["endless", "blocked"])
def test_stop(client: Client, cells: Language, how: str, cell: str):
    """The cell ends with an error, and every variable keeps its value, including changes by the cell itself."""
    client.run(cells.let.format(name="n", number=1))
    client.run(cells.let.format(name="kept", number=5))
    loop = client.start(getattr(cells, cell)).says("started")
    interrupt(client, how)
    loop.wait()
    assert loop.content["status"] == "error"
    assert loop.types == ["stream", "error"]
    assert client.run(cells.get.format(name="kept")).value == "5"
    n = int(client.run(cells.get.format(name="n")).value)
    assert n >= 1 if cell == "endless" else n == 1


def test_stopped_cells_stand_still(client: Client, cells: Language, how: str):
    """A cell that was stopped does not continue in the background."""
    client.run(cells.let.format(name="n", number=1))
    loop = client.start(cells.endless).says("started")
    interrupt(client, how)
    loop.wait()
    before = client.run(cells.get.format(name="n")).value
    client.run(cells.value)
    assert client.run(cells.get.format(name="n")).value == before


@pytest.mark.beyond_ipykernel("compiled code of its own never looks whether it should stop")
def test_stop_of_a_native_search(client: Client, cells: Language, how: str):
    client.run(cells.let.format(name="kept", number=5))
    search = client.start(cells.long_native).says("started")
    interrupt(client, how)
    search.wait()
    assert search.content["status"] == "error"
    assert client.run(cells.get.format(name="kept")).value == "5"


def test_stop_aborts_the_cells_behind(client: Client, cells: Language, how: str):
    client.run(cells.let.format(name="n", number=1))
    client.run(cells.let.format(name="m", number=1))
    loop = client.start(cells.endless).says("started")
    behind = [client.start(cells.increment.format(name="m")) for _ in range(3)]
    client.settle()
    interrupt(client, how)
    loop.wait()
    assert [request.wait().content["status"] for request in behind] == ["aborted"] * 3
    assert client.run(cells.get.format(name="m")).value == "1"


def test_stop_of_nothing(client: Client, kernel: Kernel, cells: Language, how: str):
    """Stop while nothing runs has no effect on the kernel or the next cell."""
    client.run(cells.let.format(name="kept", number=5))
    for _ in range(5):
        interrupt(client, how)
        client.alive()
        if how == "signal":
            time.sleep(0.3)  # nothing tells when the process has seen the signal
        assert client.run(cells.get.format(name="kept")).value == "5"
    assert kernel.process.is_running()


def test_stop_twice(client: Client, cells: Language, how: str):
    client.run(cells.let.format(name="n", number=1))
    loop = client.start(cells.endless).says("started")
    interrupt(client, how)
    interrupt(client, how)
    loop.wait()
    client.alive()
    assert client.run(cells.value).value == "42"


def test_stop_again_and_again(client: Client, cells: Language, how: str):
    client.run(cells.let.format(name="n", number=1))
    for _ in range(10):
        loop = client.start(cells.endless).says("started")
        interrupt(client, how)
        assert loop.wait().content["status"] == "error"
    assert int(client.run(cells.get.format(name="n")).value) > 10


# Ends.


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("channel", ["control", "shell"])
def test_shutdown(client: Client, kernel: Kernel, channel: str, restart: bool):
    """The reply comes before the end, everybody is notified, and no process is left."""
    client.run("")
    kernel.family()
    other = kernel.client()
    request = client.send("shutdown_request", {"restart": restart}, channel=channel)
    client.wait(lambda: request.replies, "the reply")
    assert request.content == {"status": "ok", "restart": restart}
    said = lambda c: [m for m in c.threads.get(request.id, []) if m.type == "shutdown_reply"]  # noqa: E731
    for c in (client, other):
        c.wait(lambda: said(c), "the news on iopub")
        assert said(c)[0].content["restart"] is restart
    assert kernel.wait() == 0
    kernel.gone()


@pytest.mark.parametrize("cell", ["endless", "blocked", "long_native"])
@pytest.mark.beyond_ipykernel("it waits for the cell")
def test_shutdown_while_a_cell_runs(client: Client, kernel: Kernel, cells: Language, cell: str):
    client.run(cells.let.format(name="n", number=1))
    client.start(getattr(cells, cell)).says("started")
    kernel.family()
    request = client.send("shutdown_request", {"restart": False}, channel="control")
    client.wait(lambda: request.replies, "the reply")
    assert kernel.wait() == 0
    kernel.gone()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.beyond_ipykernel("it dies of the signal")
def test_signals_that_end(client: Client, kernel: Kernel, cells: Language, number: int):
    client.run(cells.let.format(name="n", number=1))
    client.start(cells.endless).says("started")
    kernel.family()
    kernel.process.send_signal(number)
    assert kernel.wait() == 0
    kernel.gone()


def test_no_orphans_when_the_kernel_is_killed(client: Client, kernel: Kernel, cells: Language):
    """Jupyter's last resort kills only the kernel's own process; its worker ends by itself."""
    client.run(cells.let.format(name="n", number=1))
    client.start(cells.endless).says("started")
    kernel.family()
    kernel.process.kill()
    kernel.wait()
    kernel.gone()


@pytest.mark.polka
def test_programs_of_cells_end_too(client: Client, kernel: Kernel):
    """Including those started by other programs, whether the kernel or its worker is killed."""
    start = """import "os"

p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "sleep 1000 & sleep 1000; true"}, &os.ProcAttr{})
if err != nil {
	panic(err)
}
p.Pid"""
    for who in (kernel.worker(), kernel.process):
        shell = psutil.Process(int(client.run(start).value))
        while len(shell.children()) < 2:
            pass
        family = [shell, *shell.children()]
        who.kill()
        alive = still_alive(family)
        assert not alive, f"still there: {alive}"
        if who is not kernel.process:
            client.run("1")
    kernel.wait()
    kernel.gone()


@pytest.mark.parametrize("busy", [False, True])
def test_the_kernel_ends_with_its_parent(judged: Judged, launch, cells: Language, directory, busy: bool):
    """If a server is killed, its kernels end, idle or not."""
    pretender = subprocess.Popen([sys.executable, "-c", STEPFATHER, json.dumps(judged.spec["argv"])], cwd=directory, text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(directory))
    try:
        from probe import connection

        info = connection()
        pretender.stdin.write(json.dumps(info) + "\n")
        pretender.stdin.flush()
        child = psutil.Process(int(pretender.stdout.readline()))
        client = Client(Adopted(child, info))
        client.run(cells.let.format(name="n", number=1))
        if busy:
            client.start(cells.endless).says("started")
        family = [child, *child.children(recursive=True)]
    finally:
        pretender.kill()
        pretender.wait()
    client.close()
    alive = still_alive(family)
    for process in alive:
        process.kill()
    assert not alive, f"still there: {alive}"


class Adopted:
    """As much of a Kernel as a Client needs, for a process that another program started."""

    def __init__(self, process: psutil.Process, info: dict):
        self.process, self.info, self.key = process, info, info["key"].encode()
        self.process.poll = lambda: None

    def noise(self) -> str:
        return ""


# Starts a kernel as a notebook server does, prints its process id, and waits to be killed.
STEPFATHER = """
import json, os, subprocess, sys
argv = json.loads(sys.argv[1])
open("connection.json", "w").write(sys.stdin.readline())
argv = [part.replace("{connection_file}", os.path.abspath("connection.json")) for part in argv]
kernel = subprocess.Popen(argv, env={**os.environ, "JPY_PARENT_PID": str(os.getpid())}, start_new_session=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(kernel.pid, flush=True)
sys.stdin.read()
"""


def test_restart_forgets(launch, cells: Language):
    """A restarted kernel has the same connection and none of the variables."""
    first = launch()
    client = first.client()
    client.run(cells.let.format(name="n", number=1))
    client.send("shutdown_request", {"restart": True}, channel="control")
    first.wait()
    client = launch(info=first.info).client()
    done = client.run(cells.get.format(name="n"))
    assert done.content["status"] == "error"
    assert done.content["execution_count"] == 1


def test_two_kernels_know_nothing_of_each_other(launch, cells: Language):
    one, two = launch().client(), launch().client()
    one.run(cells.let.format(name="n", number=1))
    assert two.run(cells.get.format(name="n")).content["status"] == "error"
