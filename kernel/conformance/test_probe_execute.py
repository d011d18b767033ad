# SPDX-License-Identifier: BSD-3-Clause

"""Cells: values, the counter, silent cells, the effect of an error on later cells, displays, payloads."""

from __future__ import annotations

import re

import pytest

from cells import Language
from probe import Client, Kernel, check_bundle


def set_up(client: Client, cells: Language, **names: int) -> None:
    """Define variables."""
    for name, number in names.items():
        assert client.run(cells.let.format(name=name, number=number)).content["status"] == "ok"


def get(client: Client, cells: Language, name: str) -> str:
    """The value of a variable."""
    return client.run(cells.get.format(name=name), store_history=False).value


def test_value(client: Client, cells: Language):
    done = client.run(cells.value)
    assert [m.type for m in done.iopub] == ["status", "execute_input", "execute_result", "status"]
    assert done.content["status"] == "ok"
    assert done.content["execution_count"] == 1
    assert done.content["payload"] == []
    assert done.content["user_expressions"] == {}
    assert done.value == "42"
    assert done.outputs[0].content["execution_count"] == 1
    assert done.iopub[1].content == {"code": cells.value, "execution_count": 1}


def test_assignment_has_no_value(client: Client, cells: Language):
    assert client.run(cells.hide).types == []


def test_printing_has_no_value(client: Client, cells: Language):
    """The output is what is printed, without the number of bytes that the function returns."""
    assert client.run(cells.hello).types == ["stream"]


def test_variables_and_functions_stay(client: Client, cells: Language):
    set_up(client, cells, n=1)
    client.run(cells.function.format(name="seven", number=7))
    client.run(cells.increment.format(name="n"))
    client.run(cells.increment.format(name="n"))
    assert get(client, cells, "n") == "3"
    assert client.run(cells.call.format(name="seven")).value == "7"


def test_cells_run_again(client: Client, cells: Language):
    """Cells with imports, a variable and a function can be run any number of times."""
    for number in range(3):
        assert client.run(cells.hello).text() == "hello, world\n"
        set_up(client, cells, again=number)
        assert get(client, cells, "again") == str(number)
        assert client.run(cells.function.format(name="twice", number=number)).content["status"] == "ok"
        assert client.run(cells.call.format(name="twice")).value == str(number)


def test_counter(client: Client, cells: Language):
    """It increases with each stored cell, including failed ones, and every reply contains it."""
    assert client.run(cells.value).content["execution_count"] == 1
    assert client.run(cells.error).content["execution_count"] == 2
    assert client.run(cells.syntax_error).content["execution_count"] == 3
    assert client.run(cells.value).content["execution_count"] == 4


def test_cells_not_stored_are_not_counted(client: Client, cells: Language):
    client.run(cells.value)
    for _ in range(3):
        done = client.run(cells.value, store_history=False)
        assert done.value == "42"
        assert done.content["execution_count"] in (1, 2)
    assert client.run(cells.value).content["execution_count"] == 2


def test_silence(client: Client, cells: Language):
    """A silent cell runs, shows no input and no value, is not counted and not stored."""
    client.run(cells.value)
    set_up(client, cells, n=1)
    count = client.run(cells.increment.format(name="n"), silent=True)
    assert [m.type for m in count.iopub] == ["status", "status"]
    done = client.run(cells.value, silent=True)
    assert [m.type for m in done.iopub] == ["status", "status"]
    assert done.content["status"] == "ok"
    assert done.content["execution_count"] == count.content["execution_count"]
    assert get(client, cells, "n") == "2"
    last = client.run(cells.value)
    history = client.ask("history_request", {"hist_access_type": "tail", "n": 10, "output": False, "raw": True})
    assert cells.increment.format(name="n") not in [row[2] for row in history.content["history"]]
    assert last.content["execution_count"] == 3


def test_silent_cells_may_print(client: Client, cells: Language):
    done = client.run(cells.hello, silent=True)
    assert done.text() == "hello, world\n"


def test_empty_silent_cell_tells_the_counter(client: Client, cells: Language):
    """Frontends read the counter in this way."""
    assert client.run("", silent=True).content["status"] == "ok"
    client.run(cells.value)
    client.run(cells.value)
    assert client.run("", silent=True).content["execution_count"] in (2, 3)
    assert client.run(cells.value).content["execution_count"] == 3


@pytest.mark.parametrize("code", ["", "\n", "   \n\t\n"])
def test_empty_cells(client: Client, code: str):
    done = client.run(code)
    assert done.content["status"] == "ok"
    assert done.types == []


def test_error(client: Client, cells: Language):
    done = client.run(cells.error)
    assert [m.type for m in done.iopub] == ["status", "execute_input", "error", "status"]
    content, error = done.content, done.outputs[0].content
    assert content["status"] == "error"
    assert "boom" in content["evalue"]
    assert content["traceback"]
    for name in ("ename", "evalue", "traceback"):
        assert content[name] == error[name]


def test_syntax_error(client: Client, cells: Language):
    done = client.run(cells.syntax_error)
    assert done.types == ["error"]
    assert done.content["ename"] == "SyntaxError"


@pytest.mark.polka
def test_errors_point_at_the_cell(client: Client):
    """Errors show the number, the lines and the text of the cell, and nothing internal."""
    client.run("")
    done = client.run('import "strings"\n\nx := strings.ToUpper("a")\ny := x + 1\n')
    assert done.content["ename"] == "CompileError"
    trace = plain("\n".join(done.content["traceback"]))
    assert "y := x + 1" in trace
    assert "4:" in trace or "line 4" in trace
    done = client.run("func at(i int) int {\n\treturn []int{1, 2, 3}[i]\n}\n\nat(5)")
    trace = plain("\n".join(done.content["traceback"]))
    assert "index out of range" in done.content["evalue"]
    assert "line 2" in trace and "line 5" in trace
    for machinery in ("yaegi", "goroutine", "reflect", "/kernel/", ".go:"):
        assert machinery not in trace, trace


def plain(text: str) -> str:
    """Text without colors."""
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_failed_cell_leaves_what_was_done(client: Client, cells: Language):
    set_up(client, cells, n=1)
    client.run(cells.increment.format(name="n") + "\n" + cells.error)
    assert get(client, cells, "n") == "2"


# Aborting.


def test_error_aborts_the_cells_behind_it(client: Client, cells: Language):
    """Cells that were queued when it failed are aborted, each with busy and idle, and none of them runs."""
    set_up(client, cells, n=1)
    failing = client.start(cells.fail_after_line, allow_stdin=True)
    prompt = client.prompted()
    behind = [client.start(cells.increment.format(name="n")) for _ in range(3)]
    info = client.send("kernel_info_request")
    client.settle()
    client.answer(prompt, "go on")
    assert failing.wait().content["status"] == "error"
    for request in behind:
        request.wait()
        assert request.content["status"] == "aborted"
        assert request.states == ["busy", "idle"]
        assert [m.type for m in request.iopub] == ["status", "status"]
    assert info.wait().content["status"] == "ok", "other requests are not cells and are answered"
    assert get(client, cells, "n") == "1"


def test_nothing_is_aborted_that_comes_later(client: Client, cells: Language):
    """There is no period after an error in which cells are refused."""
    for _ in range(10):
        assert client.run(cells.error).content["status"] == "error"
        assert client.run(cells.value).content["status"] == "ok"


def test_errors_need_not_stop(client: Client, cells: Language):
    set_up(client, cells, n=1)
    failing = client.start(cells.fail_after_line, allow_stdin=True, stop_on_error=False)
    prompt = client.prompted()
    behind = client.start(cells.increment.format(name="n"))
    client.settle()
    client.answer(prompt, "go on")
    assert failing.wait().content["status"] == "error"
    assert behind.wait().content["status"] == "ok"
    assert get(client, cells, "n") == "2"


def test_stopping_on_error_is_the_default(client: Client, cells: Language):
    failing = client.start(cells.fail_after_line, allow_stdin=True, stop_on_error=None)
    prompt = client.prompted()
    behind = client.start(cells.value, stop_on_error=None)
    client.settle()
    client.answer(prompt, "go on")
    failing.wait()
    assert behind.wait().content["status"] == "aborted"


# User expressions.


def test_user_expressions(client: Client, cells: Language):
    done = client.run(cells.value, user_expressions={"good": cells.expression, "bad": cells.bad_expression})
    good, bad = done.content["user_expressions"]["good"], done.content["user_expressions"]["bad"]
    assert done.content["status"] == "ok"
    assert done.types == ["execute_result"], "a bad expression is no error of the cell"
    assert good["status"] == "ok"
    check_bundle(good["data"], good["metadata"])
    assert good["data"]["text/plain"] == "42"
    assert bad["status"] == "error"
    assert bad["ename"] and isinstance(bad["evalue"], str) and isinstance(bad["traceback"], list)


def test_user_expressions_of_a_silent_cell(client: Client, cells: Language):
    done = client.run("", silent=True, user_expressions={"x": cells.expression})
    assert done.content["user_expressions"]["x"]["data"]["text/plain"] == "42"


def test_user_expressions_see_the_cell(client: Client, cells: Language):
    code = cells.let.format(name="fresh", number=5)
    done = client.run(code, user_expressions={"x": cells.get.format(name="fresh")})
    assert done.content["user_expressions"]["x"]["data"]["text/plain"] == "5"


def test_no_user_expressions_after_an_error(client: Client, cells: Language):
    done = client.run(cells.error, user_expressions={"x": cells.expression})
    assert not done.content.get("user_expressions")


# Displays and payloads.


def test_display(client: Client, cells: Language):
    done = client.run(cells.display)
    assert done.types == ["display_data"]
    assert "<b>bold</b>" in done.outputs[0].content["data"]["text/html"]


def test_display_is_updated_from_another_cell(client: Client, cells: Language):
    shown = client.run(cells.display_as.format(id="the-id", text="one"))
    assert shown.types == ["display_data"]
    assert shown.outputs[0].content["transient"]["display_id"] == "the-id"
    updated = client.run(cells.update_as.format(id="the-id", text="two"))
    assert updated.types == ["update_display_data"]
    assert updated.outputs[0].content["transient"]["display_id"] == "the-id"
    assert updated.outputs[0].content["data"]["text/markdown"] == "two"


def test_clear_output(client: Client, cells: Language):
    for code, wait in ((cells.clear, False), (cells.clear_later, True)):
        done = client.run(code)
        assert done.types == ["clear_output"]
        assert done.outputs[0].content == {"wait": wait}


def test_output_before_clearing_does_not_come_after(client: Client, cells: Language):
    """A kernel may omit output that would be cleared at once. Output after the clearing is shown."""
    done = client.run(cells.unfinished + "\n" + cells.clear + "\n" + cells.display)
    assert done.types in (["stream", "clear_output", "display_data"], ["clear_output", "display_data"])


def test_page(client: Client, cells: Language):
    done = client.run(cells.page)
    assert done.content["status"] == "ok"
    (payload,) = done.content["payload"]
    assert payload["source"] == "page"
    assert payload["data"]["text/plain"]
    assert isinstance(payload["start"], int)


def test_set_next_input(client: Client, cells: Language):
    (payload,) = client.run(cells.next_input).content["payload"]
    assert payload["source"] == "set_next_input"
    assert payload["text"] == "1 + 1"
    assert payload["replace"] is False


@pytest.mark.polka
def test_pictures(client: Client):
    """A shape as a cell's value is sent as SVG, PNG and text, but not as HTML, which untrusted notebooks lose."""
    done = client.run('import "polka/shapes"\n\nshapes.Pentominoes()')
    data = done.outputs[0].content["data"]
    assert set(data) == {"image/svg+xml", "image/png", "text/plain"}
    assert "<svg" in data["image/svg+xml"] and " id=" not in data["image/svg+xml"] and "<script" not in data["image/svg+xml"]
    size = done.outputs[0].content["metadata"]["image/png"]
    assert re.search(r' width="(\d+)" height="(\d+)"', data["image/svg+xml"]).groups() == (str(size["width"]), str(size["height"]))


def test_two_clients_share_the_session(kernel: Kernel, cells: Language):
    one, two = kernel.client(), kernel.client()
    set_up(one, cells, shared=5)
    assert get(two, cells, "shared") == "5"
