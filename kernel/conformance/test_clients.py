# SPDX-License-Identifier: BSD-3-Clause

"""Programs that run notebooks without a browser: nbclient, nbconvert, papermill, and the console in a terminal."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pexpect
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from cells import Language
from conftest import ROOT, Judged
from probe import PATIENCE

TOUR = ROOT / "notebooks/00-tour.ipynb"


@pytest.fixture
def env(judged: Judged, directory: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment in which Jupyter's programs find the kernel; it is set in this process too."""
    env = judged.jupyter_env(directory)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    return env


def little(judged: Judged) -> nbformat.NotebookNode:
    """A notebook of a few cells that exist in every language."""
    cells = judged.language
    sources = [cells.hello, cells.let.format(name="n", number=41), cells.increment.format(name="n"),
               cells.get.format(name="n"), cells.display, cells.stderr]
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": cells.name}
    return new_notebook(cells=[new_markdown_cell("# Little"), *map(new_code_cell, sources)], metadata={"kernelspec": spec})


def check_little(notebook: nbformat.NotebookNode) -> None:
    nbformat.validate(notebook)
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert outputs[0][0].text == "hello, world\n"
    assert outputs[1] == []
    assert outputs[3][0].output_type == "execute_result"
    assert outputs[3][0].data["text/plain"] == "42"
    assert outputs[3][0].execution_count == 4
    assert "<b>bold</b>" in outputs[4][0].data["text/html"]
    assert outputs[5][0].name == "stderr"


def check_tour(notebook: nbformat.NotebookNode) -> None:
    """Every cell ran, no cell failed or wrote to stderr, there are pictures, and the counts for 6 x 10 are right."""
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
    pictures = [output for output in outputs if {"image/svg+xml", "image/png"} <= set(output.get("data", {}))]
    assert len(pictures) >= 4
    assert all("text/plain" in output.data for output in pictures)
    text = json.dumps(outputs, ensure_ascii=False)
    assert "9356" in text and "2339" in text


def run(argv: list[str], env: dict[str, str], directory: Path) -> subprocess.CompletedProcess:
    done = subprocess.run([sys.executable, "-m", *argv], env=env, cwd=directory, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done


def test_nbclient(judged: Judged, env: dict[str, str], directory: Path):
    notebook = little(judged)
    NotebookClient(notebook, timeout=300, kernel_name=judged.name, resources={"metadata": {"path": str(directory)}}).execute()
    check_little(notebook)


def test_nbclient_stops_at_an_error(judged: Judged, env: dict[str, str]):
    notebook = little(judged)
    notebook.cells.insert(2, new_code_cell(judged.language.error))
    with pytest.raises(CellExecutionError, match="boom"):
        NotebookClient(notebook, timeout=300, kernel_name=judged.name).execute()
    assert notebook.cells[2].outputs[-1].output_type == "error"
    assert "outputs" in notebook.cells[3] and not notebook.cells[3].outputs


@pytest.mark.beyond_ipykernel("what it aborts depends on the time")
def test_run_all_stops_at_an_error(judged: Judged, env: dict[str, str]):
    """A program sends cells one by one behind one that fails. Those made before the error are aborted, those made after
    it run, by the dates in the headers.
    """
    cells = judged.language
    manager, client = start_new_kernel(kernel_name=judged.name)
    try:
        gaps = random.Random(1)
        client.execute_interactive(cells.let.format(name="n", number=0), timeout=PATIENCE, store_history=False)
        ran = before = after = 0
        for _ in range(5):
            made = {}
            for code in [cells.late_error] + [cells.increment.format(name="n")] * 40:
                message = client.session.msg("execute_request", {"code": code, "silent": False, "store_history": True,
                                                                 "user_expressions": {}, "allow_stdin": False, "stop_on_error": True})
                client.shell_channel.send(message)
                made[message["header"]["msg_id"]] = message["header"]["date"]
                time.sleep(gaps.uniform(0, 0.01))
            status = {}
            while len(status) < len(made):
                reply = client.get_shell_msg(timeout=PATIENCE)
                status[reply["parent_header"]["msg_id"]] = reply["content"]["status"]
            while (error := client.get_iopub_msg(timeout=PATIENCE))["msg_type"] != "error":
                pass
            ran += list(status.values()).count("ok")
            failed, *behind = made
            assert status[failed] == "error"
            for one in behind:
                seconds = (made[one] - error["header"]["date"]).total_seconds()
                if seconds < -0.005:  # less than this may be the time that the fastest message took
                    assert status[one] == "aborted", seconds
                    before += 1
                elif seconds > 0:
                    assert status[one] == "ok", seconds
                    after += 1
        assert before > 5 and after > 5
        values = []
        client.execute_interactive(cells.get.format(name="n"), timeout=PATIENCE, output_hook=values.append)
        assert [v["content"]["data"]["text/plain"] for v in values if v["msg_type"] == "execute_result"] == [str(ran)]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_nbclient_goes_on_after_errors_that_are_allowed(judged: Judged, env: dict[str, str]):
    notebook = little(judged)
    notebook.cells.append(new_code_cell(judged.language.error))
    notebook.cells.append(new_code_cell(judged.language.value))
    NotebookClient(notebook, timeout=300, kernel_name=judged.name, allow_errors=True).execute()
    check_little(notebook)
    assert notebook.cells[-2].outputs[0].output_type == "error"
    assert notebook.cells[-1].outputs[0].data["text/plain"] == "42"


def test_nbclient_interrupts_a_cell_that_takes_too_long(judged: Judged, env: dict[str, str]):
    cells = judged.language
    notebook = new_notebook(cells=[new_code_cell(text) for text in (
        cells.let.format(name="n", number=1), cells.let.format(name="kept", number=5), cells.endless,
        cells.get.format(name="kept"))])
    NotebookClient(notebook, timeout=2, interrupt_on_timeout=True, kernel_name=judged.name, allow_errors=True).execute()
    assert [output.output_type for output in notebook.cells[2].outputs] == ["stream", "error"]
    assert notebook.cells[3].outputs[0].data["text/plain"] == "5"


@pytest.mark.parametrize("notebook", ["little", "tour"])
def test_nbconvert(judged: Judged, env: dict[str, str], directory: Path, notebook: str):
    file = write(judged, directory, notebook)
    run(["nbconvert", "--execute", "--to", "notebook", "--output", "done.ipynb", str(file)], env, directory)
    done = nbformat.read(directory / "done.ipynb", as_version=4)
    (check_little if notebook == "little" else check_tour)(done)
    run(["nbconvert", "--execute", "--to", "html", "--output", "done.html", str(file)], env, directory)
    page = (directory / "done.html").read_text()
    assert "bold" in page if notebook == "little" else page.count('src="data:image/svg+xml;base64,') >= 4


@pytest.mark.parametrize("notebook", ["little", "tour"])
def test_papermill(judged: Judged, env: dict[str, str], directory: Path, notebook: str):
    file = write(judged, directory, notebook)
    run(["papermill", str(file), "done.ipynb", "--no-progress-bar"], env, directory)
    done = nbformat.read(directory / "done.ipynb", as_version=4)
    (check_little if notebook == "little" else check_tour)(done)


def write(judged: Judged, directory: Path, notebook: str) -> Path:
    """A fresh copy of a notebook, without outputs."""
    file = directory / f"{notebook}.ipynb"
    if notebook == "little":
        nbformat.write(little(judged), file)
        return file
    if not judged.is_polka:
        pytest.skip("the tour is in Go")
    tour = nbformat.read(TOUR, as_version=4)
    for cell in tour.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(tour, file)
    return file


@pytest.mark.polka
def test_tour_is_stored_with_its_outputs():
    """The tour is often the first thing that people see, without running it."""
    check_tour(nbformat.read(TOUR, as_version=4))


# The console.

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b\][^\x07]*\x07|\r")


class Terminal:
    """`jupyter console` in a terminal of 100 columns, as a user sees it."""

    def __init__(self, judged: Judged, env: dict[str, str], directory: Path):
        argv = ["-X", "faulthandler", "-m", "jupyter_console", "--kernel", judged.name]
        self.child = pexpect.spawn(sys.executable, argv, env={**env, "TERM": "xterm"}, cwd=str(directory), encoding="utf-8",
                                   dimensions=(40, 100), timeout=PATIENCE)
        self.seen = ""

    def waits(self, text: str) -> None:
        """Wait until text is on the screen, after everything that was waited for before."""
        if not self.sees(text, PATIENCE):
            self.child.kill(signal.SIGABRT)  # the console shows what its threads are doing
            self.sees("Extension modules", 5)
            raise AssertionError(f"{text!r} is not in\n{ESCAPES.sub('', self.seen)}")

    def sees(self, text: str, seconds: float) -> bool:
        """Report whether text comes to the screen in time, after everything that was waited for before.

        The console asks the terminal for the position of the cursor, and gets the reply of a terminal.
        """
        deadline = time.monotonic() + seconds
        while text not in ESCAPES.sub("", self.seen):
            if time.monotonic() > deadline:
                return False
            try:
                more = self.child.read_nonblocking(4096, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return False
            if "\x1b[6n" in more:
                self.child.send("\x1b[1;1R")
            self.seen += more
        plain = ESCAPES.sub("", self.seen)
        self.seen = plain[plain.index(text) + len(text) :]
        return True

    def types(self, text: str) -> None:
        self.child.send(text)

    def insists(self, text: str, answer: str) -> None:
        """Type text until the answer comes, as a user does.

        On a busy machine the console loses what is typed while it turns from reading a line to running a cell or back.
        """
        for _ in range(3):
            self.types(text)
            if self.sees(answer, PATIENCE / 4):
                return
        self.waits(answer)


def test_console(judged: Judged, env: dict[str, str], directory: Path):
    """Values, text, an error, several lines, input, Control-C in an endless cell, the end."""
    cells = judged.language
    terminal = Terminal(judged, env, directory)
    terminal.waits("In [1]:")
    terminal.types("6 * 7\r")
    terminal.waits("Out[1]:")
    terminal.waits("42")
    terminal.waits("In [2]:")
    terminal.types({"go": 'fmt.Println("text")\r', "python": 'print("text")\r'}[cells.name])
    terminal.waits("\ntext")
    terminal.waits("In [3]:")
    terminal.types(cells.error + "\r")
    terminal.waits("boom")
    terminal.waits("In [4]:")
    if judged.is_polka:
        terminal.types("func twice(n int) int {\r")
        terminal.types("return 2 * n\r")
        terminal.types("}\r\r")
        terminal.waits("In [5]:")
        terminal.insists("twice(21)\r", "42")
        terminal.waits("In [")
        terminal.types('name := display.Input("Who? ")\r')
        terminal.waits("Who? ")
        terminal.insists("Ada\r", "In [")
        terminal.insists("name\r", '"Ada"')
        terminal.waits("In [")
        terminal.types('fmt.Println("started"); for {}\r')
        # The console shows no outputs of a cell before its end if the status "idle" of an earlier request comes late.
        terminal.sees("\nstarted", PATIENCE / 4)
        # It stops reading outputs when the interrupt has been answered; Enter at its prompt prints those that come later.
        terminal.insists("\x03\r", "Interrupted")
        terminal.waits("In [")
        terminal.insists("name\r", '"Ada"')
        terminal.waits("In [")
    terminal.types("\x04")
    terminal.waits("exit (")
    terminal.types("y\r")
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)
