# SPDX-License-Identifier: BSD-3-Clause

"""Compare the kernel with ipykernel in one run: a Markdown table of medians and ratios, for docs/benchmarks.md.

    .venv/bin/python kernel/conformance/compare.py [--rounds N] [--kernels polka,ipykernel]

The two kernels take turns, so that other load on the machine affects both. Each figure is the median of the rounds, with
the best one in parentheses; compare ratios rather than milliseconds, and only those of one run. The times are those that a
client sees: from sending the request to the message that ends it, over TCP, without a Jupyter server.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Callable

from cells import GO, PYTHON, Language
from probe import Client, Kernel, environment

ROOT = Path(__file__).resolve().parents[2]

# The time in seconds after which a measurement is abandoned, such as that of a Stop without effect.
GIVE_UP = 5.0

# What is measured, and its limit: a ratio to ipykernel, or a number of milliseconds or messages.
ROWS = {
    "start to kernel_info reply": ("ms", "at most a fifth", lambda ours, theirs: ours <= theirs / 5),
    "`6 * 7` to idle": ("ms", "at most a third", lambda ours, theirs: ours <= theirs / 3),
    "100,000 lines to idle": ("ms", "no slower", lambda ours, theirs: ours <= theirs),
    "100,000 lines: stream messages": ("", "at most 20", lambda ours, theirs: ours <= 20),
    "Stop of an interpreted loop to idle": ("ms", "at most 20 ms", lambda ours, theirs: ours <= 20),
    "Stop of a native search to idle": ("ms", "at most 20 ms", lambda ours, theirs: ours <= 20),
    "kernel_info on control while a cell runs": ("ms", "at most 5 ms", lambda ours, theirs: ours <= 5),
    "completion": ("ms", "", None),
    "shutdown to exit": ("ms", "at most 100 ms", lambda ours, theirs: ours <= 100),
    "memory of the kernel after that": ("MB", "", None),
}


def judged(name: str, prefix: Path) -> tuple[dict, Language]:
    """The kernelspec and the language of a kernel, installed below prefix."""
    if name == "ipykernel":
        command, spec_name, language = [sys.executable, "-m", "ipykernel", "install", "--name", "python3"], "python3", PYTHON
    else:
        command, spec_name, language = [os.environ.get("POLKA_BINARY", str(ROOT / "bin/polka")), "install"], "polka", GO
    subprocess.run([*command, "--prefix", str(prefix)], check=True, capture_output=True, env=environment(prefix))
    return json.loads((prefix / f"share/jupyter/kernels/{spec_name}/kernel.json").read_text()), language


def since(start: float) -> float:
    """Milliseconds since start."""
    return (time.perf_counter() - start) * 1000


def started(kernel: Kernel, begin: float) -> tuple[Client, float]:
    """A client that connects while the kernel starts, and the time until its first request is answered.

    libzmq tries a refused connection again every 100 ms, which would be measured instead of the kernel; here it tries
    every millisecond.
    """
    import zmq

    context = zmq.Context()
    sock = context.socket(zmq.DEALER)
    sock.setsockopt(zmq.RECONNECT_IVL, 1)
    address = f"tcp://{kernel.info['ip']}:{kernel.info['shell_port']}"
    sock.connect(address)
    header = {"msg_id": "first", "session": "s", "username": "u", "date": datetime.datetime.now(datetime.timezone.utc).isoformat(),
              "msg_type": "kernel_info_request", "version": "5.5"}
    from probe import DELIMITER, sign

    parts = [json.dumps(part).encode() for part in (header, {}, {}, {})]
    sock.send_multipart([DELIMITER, sign(kernel.key, parts), *parts])
    assert sock.poll(60_000), kernel.noise()
    took = since(begin)
    sock.close(0)
    context.term()
    return kernel.client(), took


def stop(client: Client, cells: Language, code: str) -> float | None:
    """The time from Stop to the idle status of an endless cell; None if it does not stop."""
    loop = client.start(code).says("started")
    begin = time.perf_counter()
    if cells is PYTHON:
        client.kernel.signal(2)  # its kernelspec asks for a signal
    else:
        client.send("interrupt_request", channel="control")
    try:
        loop.wait(GIVE_UP)
    except AssertionError:
        return None
    return since(begin)


def one_round(spec: dict, cells: Language, directory: Path, note: Callable[[str, float | None], None]) -> None:
    """Measure everything once, with a fresh kernel."""
    begin = time.perf_counter()
    with Kernel(spec, directory) as kernel:
        client, took = started(kernel, begin)
        note("start to kernel_info reply", took)

        client.run(cells.value)
        values = []
        for _ in range(50):
            begin = time.perf_counter()
            client.run(cells.value)
            values.append(since(begin))
        note("`6 * 7` to idle", statistics.median(values))

        begin = time.perf_counter()
        lines = client.start(cells.lines).wait(60)
        note("100,000 lines to idle", since(begin))
        note("100,000 lines: stream messages", len(lines.types))

        client.run(cells.let.format(name="n", number=0))
        for _ in range(3):
            note("Stop of an interpreted loop to idle", stop(client, cells, cells.endless))

        loop = client.start(cells.endless).says("started")
        for _ in range(10):
            begin = time.perf_counter()
            client.ask("kernel_info_request", channel="control")
            note("kernel_info on control while a cell runs", since(begin))
        kernel.signal(2) if cells is PYTHON else client.ask("interrupt_request", channel="control")
        loop.wait()

        text, _ = cells.completes
        client.ask("complete_request", {"code": text, "cursor_pos": len(text)})
        for _ in range(5):
            begin = time.perf_counter()
            client.ask("complete_request", {"code": text, "cursor_pos": len(text)})
            note("completion", since(begin))

        note("memory of the kernel after that", sum(p.memory_info().rss for p in kernel.family()) / 2**20)
        begin = time.perf_counter()
        client.send("shutdown_request", {"restart": False}, channel="control")
        kernel.wait()
        note("shutdown to exit", since(begin))

    with Kernel(spec, directory) as kernel:
        client = kernel.client()
        client.run(cells.value)
        for _ in range(3):
            took = stop(client, cells, cells.long_native)
            note("Stop of a native search to idle", took)
            if took is None:
                break


def table(figures: dict[str, dict[str, list[float | None]]], kernels: list[str]) -> str:
    """The Markdown table."""
    two = len(kernels) == 2
    head = ["", *kernels, *(["ratio", "target", ""] if two else [])]
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)]
    for row, (unit, wanted, test) in ROWS.items():
        medians, shown = [], []
        for kernel in kernels:
            values = figures[kernel][row]
            if not values:
                shown.append("")
            elif None in values:
                shown.append(f"not in {GIVE_UP:.0f} s")
                medians.append(float("inf"))
            else:
                medians.append(statistics.median(values))
                shown.append(f"{number(medians[-1])}{unit and ' ' + unit} ({number(min(values))})")
        line = [row, *shown]
        if two:
            ours, theirs = medians
            line += [f"1 : {theirs / ours:.1f}" if theirs < float("inf") else "", wanted,
                     "" if test is None else "met" if test(ours, theirs) else "missed"]
        lines.append(line)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(x: float) -> str:
    return f"{x:.0f}" if x >= 100 or x == int(x) else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kernels", default="polka,ipykernel")
    options = parser.parse_args()
    kernels = options.kernels.split(",")
    figures: dict[str, dict[str, list[float | None]]] = {name: defaultdict(list) for name in kernels}
    home = Path(tempfile.mkdtemp(prefix="compare-"))
    try:
        specs = {name: judged(name, home) for name in kernels}
        for number_of_round in range(options.rounds):
            for name in kernels:
                print(f"round {number_of_round + 1} of {options.rounds}: {name}", file=sys.stderr)
                one_round(*specs[name], home, lambda row, value: figures[name][row].append(value))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    import ipykernel

    print(f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, "
          f"ipykernel {ipykernel.__version__} on Python {platform.python_version()}; {options.rounds} rounds, medians (best)\n")
    print(table(figures, kernels))


if __name__ == "__main__":
    main()
