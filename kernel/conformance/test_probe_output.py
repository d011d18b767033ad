# SPDX-License-Identifier: BSD-3-Clause

"""Streams: output arrives in order, in few messages, in whole characters, and before idle."""

from __future__ import annotations

import re

import pytest

from cells import Language
from probe import Client, Kernel


def test_stdout_and_stderr(client: Client, cells: Language):
    assert client.run(cells.hello).text("stdout") == "hello, world\n"
    assert client.run(cells.stderr).text("stderr") == "oops\n"


def test_unfinished_lines(client: Client, cells: Language):
    done = client.run(cells.unfinished)
    assert done.text() == "no newline"


@pytest.mark.beyond_ipykernel("its two streams are flushed each on its own")
def test_streams_keep_their_order(client: Client, cells: Language):
    done = client.run(cells.interleaved)
    assert "".join(m.content["text"] for m in done.outputs) == "o0\ne0\no1\ne1\no2\ne2\n"
    assert [m.content["name"] for m in done.outputs] == ["stdout", "stderr"] * 3


def test_a_hundred_thousand_lines(client: Client, cells: Language):
    """In at most 20 messages, none lost, in order, nothing after idle."""
    done = client.run(cells.lines)
    assert done.text() == "".join(f"line {i}\n" for i in range(100000))
    assert len(done.types) <= 20
    assert done.iopub[-1].content.get("execution_state") == "idle"
    client.alive()
    assert done.iopub[-1].content.get("execution_state") == "idle", "something came after idle"


@pytest.mark.beyond_ipykernel("it decodes what it reads from the pipe as it comes")
def test_characters_are_never_split(client: Client, cells: Language):
    """Output written byte by byte arrives as whole characters; `check` tests this for every message."""
    for _ in range(20):
        assert client.run(cells.split).text() == "€😀\n"


@pytest.mark.polka
def test_bytes_that_are_no_text(client: Client):
    """Bytes with which no character begins are shown as replacement characters, and the text after them is complete."""
    code = 'import "os"\n\nos.Stdout.Write([]byte("a\\xff\\xfeb\\xe2\\x82"))\nos.Stdout.Write([]byte("c\\n"))'
    request = client.send("execute_request", {"code": code})
    with pytest.raises(AssertionError, match="a character was split"):
        request.wait()


def test_output_is_seen_while_the_cell_runs(client: Client, cells: Language):
    client.run(cells.let.format(name="n", number=0))
    loop = client.start(cells.endless).says("started")
    assert not loop.replies
    client.ask("interrupt_request", channel="control")
    loop.wait()


def test_later_output_belongs_to_its_cell(client: Client, cells: Language):
    """Goroutines that continue after their cell has ended still print, at once and below that cell."""
    done = client.run(cells.background)
    assert done.content["status"] == "ok"
    done.says("late")


@pytest.mark.beyond_ipykernel("it has no cap: the server has one and drops what is over it")
def test_a_flood_is_cut_with_a_notice(client: Client, kernel: Kernel, cells: Language):
    """Excessive output is cut, and a notice says what was cut and how to get it; the next cell prints again."""
    done = client.start(cells.flood).wait(60)
    assert done.content["status"] == "ok"
    size = sum(len(m.content["text"]) for m in done.outputs)
    assert size < 32 << 20
    notice = done.outputs[-1].content["text"]
    assert "POLKA_OUTPUT_LIMIT" in notice, notice[-300:]
    assert client.run(cells.hello).text() == "hello, world\n"
    assert kernel.memory() < 100 << 20


@pytest.mark.polka
def test_the_cap_can_be_lifted(launch, cells: Language):
    for limit, whole in (("1MiB", False), ("1GiB", True)):
        client = launch(env={"POLKA_OUTPUT_LIMIT": limit}).client()
        done = client.start(cells.flood).wait(90)
        text = done.text("stdout")
        assert text.endswith("end\n") == whole
        if not whole:
            assert len(text) <= 1 << 20


@pytest.mark.polka
def test_compiled_code_prints_too(client: Client):
    """The output of compiled packages arrives in order with that of the cell."""
    code = """import (
	"fmt"
	"log"
	"os"
)

fmt.Println("one")
log.New(os.Stdout, "", 0).Print("two")
fmt.Println("three")
log.SetFlags(0)
log.Print("four")
fmt.Println("five")
fmt.Fprintln(os.Stdout, "six")
fmt.Fprintln(os.Stderr, "seven")
fmt.Println("eight")"""
    done = client.run(code)
    assert done.content["status"] == "ok", done.content
    streams = [(m.content["name"], m.content["text"]) for m in done.outputs if m.type == "stream"]
    assert streams == [("stdout", "one\ntwo\nthree\n"), ("stderr", "four\n"), ("stdout", "five\nsix\n"),
                       ("stderr", "seven\n"), ("stdout", "eight\n")]


def test_many_displays_lose_nothing(client: Client, cells: Language):
    """300 displays of 1 MB arrive, all and in order, and idle after them."""
    done = client.start(cells.blocks).wait(60)
    numbers = [int(re.match(r"<b>(\d+)</b>", m.content["data"]["text/html"])[1]) for m in done.outputs]
    assert numbers == list(range(300))


@pytest.mark.polka
def test_long_work_shows_a_bar(client: Client):
    """It appears after a second, is updated in place, and disappears at the end; nothing is written to stderr."""
    code = ('import (\n\t"context"\n\t"polka/dlx"\n\t"polka/dlx/puzzle"\n\t"time"\n)\n\nctx, _ := context.WithTimeout(3 * time.Second)\n'
            'puzzle.NewQueens(20).Problem().Solver(dlx.Options{Engine: "links"}).Count(ctx)')
    done = client.run(code)
    bars = [m for m in done.iopub if m.type in ("display_data", "update_display_data")]
    assert [m.type for m in bars].count("display_data") == 1
    assert len({m.content["transient"]["display_id"] for m in bars}) == 1
    assert 2 <= len(bars) <= 200
    assert "million nodes a second" in bars[0].content["data"]["text/plain"]
    assert "<progress" in bars[0].content["data"]["text/html"]
    assert bars[-1].content["data"]["text/plain"] == ""
    assert done.text() == ""


@pytest.mark.polka
def test_short_work_shows_no_bar(client: Client):
    done = client.run('import "polka/dlx/puzzle"\n\npuzzle.NewQueens(8).Problem().Count()')
    assert not [m for m in done.iopub if m.type in ("display_data", "update_display_data")]
