# SPDX-License-Identifier: BSD-3-Clause

"""Input: who is asked, what happens if nobody can be asked, and what happens to unexpected replies."""

from __future__ import annotations

import signal

import pytest

from cells import Language
from probe import Client, Kernel


def test_prompt(client: Client, cells: Language):
    request = client.start(cells.ask, allow_stdin=True)
    prompt = client.prompted()
    assert prompt.type == "input_request"
    assert prompt.content == {"prompt": "name? ", "password": False}
    assert prompt.parent["msg_id"] == request.id
    assert not request.replies
    client.answer(prompt, "Ada Λ 😀")
    assert request.wait().value.strip("'\"") == "Ada Λ 😀"


def test_secret(client: Client, cells: Language):
    request = client.start(cells.ask_secret, allow_stdin=True)
    prompt = client.prompted()
    assert prompt.content == {"prompt": "secret? ", "password": True}
    client.answer(prompt, "xyzzy")
    assert request.wait().value.strip("'\"") == "xyzzy"


def test_several_prompts(client: Client, cells: Language):
    request = client.start(cells.ask_twice, allow_stdin=True)
    client.answer(client.prompted(1), "one")
    client.answer(client.prompted(2), "two")
    assert request.wait().text() == "one two\n"


def test_the_asking_client_is_prompted(kernel: Kernel, cells: Language):
    one, two = kernel.client(), kernel.client()
    request = two.start(cells.ask, allow_stdin=True)
    prompt = two.prompted()
    one.settle()
    assert not one.log["stdin"]
    two.answer(prompt, "x")
    request.wait()


@pytest.mark.parametrize("allow", [False, None])
def test_input_is_refused_where_nobody_can_be_asked(client: Client, cells: Language, allow: bool | None):
    """If allow_stdin is false or absent, the cell fails at once and nobody is prompted."""
    done = client.run(cells.ask, allow_stdin=allow)
    assert done.content["status"] == "error"
    assert "input" in (done.content["ename"] + done.content["evalue"]).lower()
    assert not client.log["stdin"]
    client.alive()


def test_output_comes_before_the_prompt(client: Client, cells: Language):
    """Output that was printed before the prompt arrives before it."""
    request = client.start(cells.unfinished + "\n" + cells.ask, allow_stdin=True)
    prompt = client.prompted()
    request.says("no newline")
    client.answer(prompt, "x")
    request.wait()


def test_stale_answers_are_dropped(client: Client, cells: Language):
    """A reply that was sent before its prompt is dropped."""
    request = client.start(cells.ask, allow_stdin=True)
    first = client.prompted(1)
    client.answer(first, "right")
    for _ in range(3):
        client.answer(first, "stale")
    assert request.wait().value.strip("'\"") == "right"
    client.settle()
    request = client.start(cells.ask, allow_stdin=True)
    prompt = client.prompted(2)
    client.answer(prompt, "fresh")
    assert request.wait().value.strip("'\"") == "fresh"


def test_junk_does_not_answer(client: Client, cells: Language):
    request = client.start(cells.ask, allow_stdin=True)
    prompt = client.prompted()
    client.raw("stdin", [b"junk"])
    client.raw("stdin", client.frames(client.header("input_reply"), {"value": "forged"}, parent=prompt.header, key=b"wrong"))
    client.answer(prompt, "right")
    assert request.wait().value.strip("'\"") == "right"


def test_end_of_input(client: Client, cells: Language):
    """Control-D is the end of input, and ends a cell that wants more."""
    request = client.start(cells.ask, allow_stdin=True)
    client.answer(client.prompted(), "\x04")
    done = request.wait()
    assert done.content["status"] == "error"
    assert "EOF" in done.content["ename"] + done.content["evalue"]
    assert client.run(cells.value).value == "42"


@pytest.mark.parametrize("how", ["signal", "message"])
def test_prompts_can_be_interrupted(client: Client, kernel: Kernel, cells: Language, how: str):
    request = client.start(cells.ask, allow_stdin=True)
    prompt = client.prompted()
    if how == "message":
        if cells.name == "python":
            pytest.skip("its kernelspec asks for signals")
        client.ask("interrupt_request", channel="control")
    else:
        kernel.signal(signal.SIGINT)
    assert request.wait().content["status"] == "error"
    client.answer(prompt, "too late")
    assert client.run(cells.value).value == "42"


def test_prompts_do_not_stop_the_heart(client: Client, cells: Language):
    request = client.start(cells.ask, allow_stdin=True)
    prompt = client.prompted()
    assert client.beat(b"well?") == b"well?"
    assert client.ask("kernel_info_request", channel="control").content["status"] == "ok"
    client.answer(prompt, "x")
    request.wait()


@pytest.mark.beyond_ipykernel("it waits for the line")
def test_shutdown_while_somebody_is_asked(client: Client, kernel: Kernel, cells: Language):
    client.start(cells.ask, allow_stdin=True)
    client.prompted()
    client.send("shutdown_request", {"restart": False}, channel="control")
    kernel.wait()
