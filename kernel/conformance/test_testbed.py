# SPDX-License-Identifier: BSD-3-Clause

"""The snippets of testbed.json, which runtimed's kernel-testbed runs in kernels.

The testbed is a program of Rust on runtimelib, the library of nteract's and Zed's kernels: https://github.com/runtimed/kernel-testbed.
It chooses snippets by the language of a kernel, and those of Go import a package of another kernel. The file has ours, in the form of
its snippets/snippets.json; docs/hosts.md says how to try them there. Here the same is expected of each snippet as there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from probe import Client

pytestmark = pytest.mark.polka
SNIPPETS = json.loads(Path(__file__).with_name("testbed.json").read_text())["languages"]["go"]


@pytest.mark.parametrize(("name", "types", "text"), [
    ("print_hello", ["stream"], "hello"),
    ("print_stderr", ["stream"], "error"),
    ("simple_expr", ["execute_result"], SNIPPETS["simple_expr_result"]),
    ("complete_code", [], ""),
    ("completion_setup", [], ""),
    ("syntax_error", ["error"], ""),
    ("display_data_code", ["display_data"], "<b>bold</b>"),
    ("update_display_data_code", ["display_data", "update_display_data"], "<b>updated</b>"),
    ("rich_execute_result_code", ["execute_result"], "<b>bold</b>"),
])
def test_outputs(client: Client, name: str, types: list[str], text: str):
    done = client.run(SNIPPETS[name])
    assert done.types == types
    assert text in json.dumps([m.content for m in done.outputs])


@pytest.mark.parametrize(("name", "status"), [("complete_code", "complete"), ("incomplete_code", "incomplete")])
def test_completeness(client: Client, name: str, status: str):
    assert client.ask("is_complete_request", {"code": SNIPPETS[name]}).content["status"] == status


def test_completion_and_inspection(client: Client):
    client.run(SNIPPETS["completion_setup"])
    prefix, name = SNIPPETS["completion_prefix"], SNIPPETS["completion_var"]
    assert name in client.ask("complete_request", {"code": prefix, "cursor_pos": len(prefix)}).content["matches"]
    assert client.ask("inspect_request", {"code": name, "cursor_pos": len(name), "detail_level": 0}).content["found"]


def test_input(client: Client):
    request = client.start(SNIPPETS["input_prompt"], allow_stdin=True)
    client.answer(client.prompted(), '"test_input_42"')
    assert request.wait().content["status"] == "ok"


def test_interrupt(client: Client):
    request = client.start(SNIPPETS["sleep_code"])
    client.wait(lambda: "busy" in request.states, "busy")
    assert client.ask("interrupt_request", channel="control").content["status"] == "ok"
    assert request.wait().content["status"] == "error"


def test_every_snippet_is_there():
    assert len(SNIPPETS) == 15 and all(SNIPPETS.values())
