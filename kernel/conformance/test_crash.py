# SPDX-License-Identifier: BSD-3-Clause

"""Cells that end their process. The error names the cause, and the next cell runs.

Imports, types, functions and constants of earlier cells are still defined afterwards; variables are lost, and the error
says so.
"""

from __future__ import annotations

import re
import signal
import threading

import psutil
import pytest

from cells import Language
from probe import Client, Kernel, peak, still_alive

pytestmark = pytest.mark.polka

MB = 1 << 20

# What a cell before the crash leaves behind, and what shows that it is there.
BEFORE = [
    'import (\n\t"fmt"\n\tstr "strings"\n)',
    "type Point struct{ X, Y int }\n\nfunc (p Point) Sum() int { return p.X + p.Y }",
    "const Dozen = 12\n\nfunc Double(n int) int { return 2 * n }",
    "precious := Point{3, 4}",
]
AFTER = 'fmt.Println(str.ToUpper("kept"), Double(Dozen), Point{3, 4}.Sum())'


def prepare(client: Client) -> None:
    for code in BEFORE:
        assert client.run(code).content["status"] == "ok", code
    assert client.run(AFTER).text() == "KEPT 24 7\n"


def survived(client: Client) -> None:
    """Fail unless the next cell runs with everything that can be kept."""
    done = client.run(AFTER)
    assert done.text() == "KEPT 24 7\n", done.content
    client.run("again := 1")
    assert client.run("again").value == "1"
    client.alive()


def crash(client: Client, code: str, cause: str, patience: float = 30) -> str:
    """Run a cell that must fail, and check that its error, one line, matches the cause."""
    done = client.start(code).wait(patience)
    content = done.content
    assert content["status"] == "error", content
    assert [t for t in done.types if t != "stream"] == ["error"]
    assert "\n" not in content["evalue"]
    assert re.search(cause, content["ename"] + ": " + content["evalue"]), content["evalue"]
    dump = "".join(m.content["text"] for m in done.outputs if m.type == "stream" and m.content["name"] == "stderr")
    assert "goroutine" not in dump, "the runtime's dump is no output of the cell"
    return content["evalue"] + "\n" + "\n".join(content["traceback"])


CRASHES = {
    "os.Exit": ('import "os"\n\nos.Exit(3)', r"(?i)exit.*3"),
    "os.Exit(0)": ('import "os"\n\nos.Exit(0)', r"(?i)exit.*0"),
    "os.Exit in a function": ('import "os"\n\nfunc quit() { os.Exit(4) }\n\nquit()', r"(?i)exit.*4"),
    "os.Exit in a goroutine": ('import "os"\n\ngo os.Exit(5)\nselect {}', r"(?i)exit.*5"),
    "log.Fatal": ('import "log"\n\nlog.Fatal("no more")', r"(?i)(exit|log\.Fatal).*"),
    "log.Fatalf": ('import "log"\n\nlog.Fatalf("no %s", "more")', r"(?i)(exit|log\.Fatal).*"),
    "log.Default().Fatal": ('import "log"\n\nlog.Default().Fatal("no more")', r"(?i)(exit|log).*"),
    "log.New().Fatal": ('import (\n\t"log"\n\t"os"\n)\n\nlog.New(os.Stderr, "", 0).Fatal("no more")', r"(?i)(exit|log).*"),
    "endless recursion": ("func deep(n int) int { return deep(n+1) + 1 }\n\ndeep(0)", r"(?i)stack|recurs"),
    "mutual recursion": ("func ping(n int) int { return pong(n) + 1 }\nfunc pong(n int) int { return ping(n) + 1 }\n\nping(0)",
                         r"(?i)stack|recurs"),
    "concurrent map writes": ("""m := map[int]int{}
for i := 0; i < 8; i++ {
	go func() {
		for j := 0; ; j++ {
			m[j%10] = j
		}
	}()
}
select {}""", r"(?i)concurrent map"),
    "a panic in a goroutine": ('go func() { panic("out of sight") }()\nselect {}', r"out of sight"),
    "a nil map in a goroutine": ("go func() { var m map[string]int; m[\"a\"] = 1 }()\nselect {}", r"nil map"),
    "unbounded allocation": ('import "bytes"\n\nvar hog [][]byte\nfor {\n\thog = append(hog, bytes.Repeat([]byte{1}, 16<<20))\n}',
                               r"(?i)memory.*(512|limit)"),
    "one huge allocation": ("huge := make([]byte, 1<<36)\nhuge[1<<35] = 1", r"(?i)memory|len out of range|too large"),
    "many goroutines": ("for {\n\tgo func() { select {} }()\n}", r"(?i)memory"),
}


@pytest.mark.parametrize("what", CRASHES)
def test_crash(launch, what: str):
    """The error names the cause, and the output before the crash is there."""
    client = launch(env={"POLKA_MEMORY": "512MiB"}).client()
    prepare(client)
    code, cause = CRASHES[what]
    says = crash(client, code, cause)
    if what.startswith("log."):
        assert "no more" in says + client.log["shell"][-1].content["evalue"] + everything(client)
    survived(client)


def everything(client: Client) -> str:
    """All text that was printed."""
    return "".join(m.content["text"] for m in client.log["iopub"] if m.type == "stream")


def test_output_before_a_crash_is_kept(client: Client):
    done = client.start('import (\n\t"fmt"\n\t"os"\n)\n\nfmt.Println("last words")\nos.Exit(1)').wait()
    assert done.types == ["stream", "error"]
    assert done.text() == "last words\n"


def test_lost_variables_are_named(client: Client):
    """Lost variables are named once, and using one is an ordinary error."""
    prepare(client)
    says = crash(client, *CRASHES["concurrent map writes"])
    assert "precious" in says
    done = client.run("precious")
    assert done.content["status"] == "error"
    assert "precious" in done.content["evalue"]
    survived(client)


def test_memory_limit_is_respected(launch):
    """The worker never becomes much larger than the limit."""
    kernel = launch(env={"POLKA_MEMORY": "512MiB"})
    client = kernel.client()
    prepare(client)
    worker, largest, over = kernel.worker(), [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.005):
            try:
                largest[0] = max(largest[0], peak(worker.pid))
            except (psutil.NoSuchProcess, FileNotFoundError, TypeError):
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    crash(client, CRASHES["unbounded allocation"][0], r"(?i)memory.*(512|limit)")
    over.set()
    watcher.join()
    assert 100 * MB < largest[0] < 640 * MB, f"{largest[0] >> 20} MB"
    survived(client)


@pytest.mark.parametrize("busy", [False, True])
def test_killed_worker(kernel: Kernel, client: Client, busy: bool):
    """kill -9, in the middle of a cell or between two."""
    prepare(client)
    client.run("n := 0")
    if busy:
        loop = client.start('fmt.Println("started")\nfor {\n\tn++\n}').says("started")
        kernel.worker().send_signal(signal.SIGKILL)
        content = loop.wait().content
        assert content["status"] == "error"
        assert re.search(r"(?i)kill", content["evalue"]), content["evalue"]
    else:
        worker = kernel.worker()
        worker.kill()
        assert not still_alive([worker])
        assert client.run("6 * 7").content["status"] in ("ok", "error"), "one cell may be told of it"
    survived(client)


@pytest.mark.parametrize("what, code", [
    ("channel", "<-make(chan int)"),
    ("select", "select {}"),
    ("mutex", 'import "sync"\n\nvar mu sync.Mutex\nmu.Lock()\nmu.Lock()'),
    ("group", 'import "sync"\n\nvar wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()'),
])
def test_deadlocks_are_reported(client: Client, what: str, code: str):
    """The cell ends by itself, with the error message of a Go program."""
    prepare(client)
    dead = client.run(code)
    assert dead.content["status"] == "error"
    assert "all goroutines are asleep - deadlock!" in dead.content["evalue"]
    survived(client)


def test_sleep_is_stopped(client: Client):
    """Stop ends compiled code that waits forever."""
    prepare(client)
    stuck = client.start('import "time"\n\nfmt.Println("started")\ntime.Sleep(time.Hour)').says("started")
    client.ask("interrupt_request", channel="control")
    stuck.wait()
    assert stuck.content["status"] == "error"
    assert stuck.content["ename"] == "Interrupted"
    survived(client)


def test_crash_after_crash(client: Client):
    """Five crashes in a row; the sixth cell runs as the first."""
    prepare(client)
    for number in range(1, 6):
        crash(client, f'import "os"\n\nos.Exit({number})', rf"(?i)exit.*{number}")
        survived(client)


def test_a_crash_aborts_the_cells_behind_it(client: Client):
    prepare(client)
    failing = client.start('import "os"\n\nimport "polka/kernel/display"\n\ndisplay.Input("line? ")\nos.Exit(1)', allow_stdin=True)
    prompt = client.prompted()
    behind = client.start("6 * 7")
    client.settle()
    client.answer(prompt, "go on")
    assert failing.wait().content["status"] == "error"
    assert behind.wait().content["status"] == "aborted"
    survived(client)


def test_helpers_of_a_dead_worker(kernel: Kernel, client: Client):
    """Completion and inspection get replies while the worker is being replaced."""
    prepare(client)
    kernel.worker().kill()
    for kind in ("complete_request", "inspect_request", "is_complete_request"):
        request = client.ask(kind, {"code": "str.ToUpp", "cursor_pos": 9, "detail_level": 0})
        assert request.content["status"] in ("ok", "error", "complete", "incomplete", "unknown", "invalid")
    survived(client)


def test_redefinitions_are_replayed_in_their_last_form(client: Client):
    client.run("func version() int { return 1 }\n\ntype T struct{ A int }")
    client.run("func version() int { return 2 }")
    client.run("type T struct{ A, B int }")
    crash(client, 'import "os"\n\nos.Exit(1)', r"(?i)exit.*1")
    assert client.run("version()").value == "2"
    assert client.run("T{1, 2}.B").value == "2"
