# SPDX-License-Identifier: BSD-3-Clause

"""Requests of every kind in random order, with stops and kills of the worker; at the end memory is checked for growth.

POLKA_LONG=1 sends 20,000 requests after a warm-up of 1,000; otherwise there are some hundreds, and sizes are not
checked.
"""

from __future__ import annotations

import os
import random
import sys

import psutil
import pytest

from probe import Client, Kernel

LONG = bool(os.environ.get("POLKA_LONG"))
WARM, REQUESTS = (1000, 20_000) if LONG else (60, 400)
FULL_COLLECTION = 'import (\n\t"runtime"\n\t"runtime/debug"\n)\n\nruntime.GC()\ndebug.FreeOSMemory()'

pytestmark = [pytest.mark.polka, pytest.mark.timeout(6 * 3600 if LONG else 300)]


class Day:
    """A user who sends random requests, and knows the right replies."""

    def __init__(self, client: Client, seed: int):
        self.client, self.random = client, random.Random(seed)
        self.variables: dict[str, int] = {}  # that hold a value in the worker
        self.functions: dict[str, int] = {}  # and what the functions give
        self.types: dict[str, int] = {}
        self.kills = 0
        self.number = 0

    def run(self, code: str, status: str = "ok", value: str | None = None) -> None:
        done = self.client.start(code).wait(120)
        assert done.content["status"] == status, f"{code}\n{done.content}"
        assert value is None or done.value == value, f"{code}\n{done.value}, expected {value}"

    def step(self) -> None:
        """Send one request, or a few that belong together."""
        kinds = [self.let, self.get, self.function, self.call, self.generic, self.library, self.type, self.use, self.printing,
                 self.literal, self.picture, self.refused, self.panics, self.goroutine, self.complete, self.inspect, self.is_complete,
                 self.history, self.comm]
        self.number += 1
        chance = self.random.random()
        if chance < 0.01:
            self.stop()
        elif chance < 0.012 or self.number == 30:
            self.kill()
        else:
            self.random.choice(kinds)()
        # The client does not keep messages that it has processed.
        for log in self.client.log.values():
            log.clear()
        self.client.threads.clear()

    def name(self, prefix: str, count: int = 40) -> tuple[str, int]:
        return f"{prefix}{self.random.randrange(count)}", self.random.randrange(1_000_000)

    def let(self) -> None:
        name, n = self.name("v")
        self.run(f"{name} := {n}")
        self.variables[name] = n

    def get(self) -> None:
        if self.variables:
            name = self.random.choice(sorted(self.variables))
            self.run(name, value=str(self.variables[name]))

    def function(self) -> None:
        name, n = self.name("f")
        self.run(f"func {name}(x int) int {{\n\tsum := 0\n\tfor i := range x {{\n\t\tsum += i\n\t}}\n\treturn sum*0 + x + {n}\n}}")
        self.functions[name] = n

    def call(self) -> None:
        if self.functions:
            name = self.random.choice(sorted(self.functions))
            self.run(f"{name}(1)", value=str(self.functions[name] + 1))

    def generic(self) -> None:
        name, n = self.name("g", 10)
        self.run(f"func {name}[T any](x T) []T {{ return []T{{x, x}} }}\n\n{name}({n})", value=f"[{n} {n}]")

    def library(self) -> None:
        n = self.random.randrange(100)
        self.run(f'import "slices"\n\nslices.Index([]int{{{n + 1}, {n}}}, {n})', value="1")

    def type(self) -> None:
        name, n = self.name("T", 10)
        self.run(f"type {name} struct{{ A int; B [{n % 7 + 1}]int }}\n\nfunc (t {name}) Sum() int {{ return t.A + {n} }}")
        self.types[name] = n

    def use(self) -> None:
        if self.types:
            name = self.random.choice(sorted(self.types))
            self.run(f"{name}{{A: 1}}.Sum()", value=str(self.types[name] + 1))

    def printing(self) -> None:
        self.run(f'import "fmt"\n\nfor i := range {self.random.randrange(200)} {{\n\tfmt.Println("line", i)\n}}')

    def literal(self) -> None:
        n = self.random.randrange(1000)
        self.run(f"func() int {{\n\th := func(x int) int {{ return x + {n} }}\n\treturn h(1)\n}}()", value=str(n + 1))

    def picture(self) -> None:
        self.run(f"shapes.Enumerate(shapes.Square, {self.random.randrange(3, 6)}, shapes.Free)")

    def refused(self) -> None:
        self.run(f"undefined{self.random.randrange(10**6)}(1)", status="error")

    def panics(self) -> None:
        self.run(f"func() {{ panic({self.random.randrange(10**6)}) }}()", status="error")

    def goroutine(self) -> None:
        self.run(f"func() int {{\n\tc := make(chan int)\n\tgo func() {{ c <- {self.number} }}()\n\treturn <-c\n}}()", value=str(self.number))

    # What is asked while somebody types has an empty answer if the worker has just been killed or has no time.

    def complete(self) -> None:
        matches = self.client.ask("complete_request", {"code": "strings.ToUp", "cursor_pos": 12}).content["matches"]
        assert not matches or "ToUpper" in matches

    def inspect(self) -> None:
        content = self.client.ask("inspect_request", {"code": "fmt.Println", "cursor_pos": 6, "detail_level": 0}).content
        assert not content["found"] or "Println" in content["data"]["text/plain"]

    def is_complete(self) -> None:
        assert self.client.ask("is_complete_request", {"code": "for {"}).content["status"] in ("incomplete", "unknown")

    def history(self) -> None:
        what = self.random.choice([{"hist_access_type": "tail", "n": 10}, {"hist_access_type": "search", "pattern": "v1*", "n": 5, "unique": True}])
        assert self.client.ask("history_request", {"output": False, "raw": True, **what}).content["status"] == "ok"

    def comm(self) -> None:
        self.client.ask("comm_open", {"comm_id": f"c{self.number}", "target_name": "nobody", "data": {}})

    def stop(self) -> None:
        """Stop keeps every variable."""
        cell = self.random.choice(['import "fmt"\n\nfmt.Println("started")\nfor {\n}', 'import "fmt"\n\nfmt.Println("started")\nselect {\n}',
                                   'import "fmt"\n\nfmt.Println("started")\nfor {\n\tfmt.Print(".")\n}'])
        loop = self.client.start(cell).says("started")
        self.client.ask("interrupt_request", channel="control")
        assert loop.wait(60).content["ename"] in ("Interrupted", "Panic"), loop.content  # all goroutines asleep, where nothing else is

    def kill(self) -> None:
        """A kill loses the variables, and nothing else."""
        psutil.Process(self.client.kernel.worker().pid).kill()
        self.kills += 1
        self.variables.clear()


def size(process: psutil.Process) -> int:
    return process.memory_info().rss


def test_soak(kernel: Kernel, client: Client):
    """Every reply is right, no variable is lost except by kills, and neither process grows."""
    day = Day(client, seed=int(os.environ.get("POLKA_SEED", "1")))

    def sizes() -> tuple[int, int]:
        day.run(FULL_COLLECTION)
        return size(kernel.worker()), size(kernel.process)

    for _ in range(WARM):
        day.step()
    warm = sizes()
    report = []
    for n in range(REQUESTS):
        day.step()
        if n % 1000 == 999:
            now = sizes()
            report.append(f"{n + 1}: worker {now[0] >> 20} MB, kernel {now[1] >> 20} MB, {day.kills} kills")
            print(report[-1], file=sys.stderr, flush=True)
    for name, n in sorted(day.variables.items()):
        day.run(name, value=str(n))
    for name, n in sorted(day.functions.items()):
        day.run(f"{name}(0)", value=str(n))
    end = sizes()
    said = f"worker {warm[0] >> 20} -> {end[0] >> 20} MB, kernel {warm[1] >> 20} -> {end[1] >> 20} MB\n" + "\n".join(report)
    print(said, file=sys.stderr)
    if LONG:
        assert end[0] < 1.5 * warm[0] and end[1] < 1.5 * warm[1], said
