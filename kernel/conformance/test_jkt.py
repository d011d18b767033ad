# SPDX-License-Identifier: BSD-3-Clause

"""Jupyter's own test suite for kernels, jupyter_kernel_test, with all attributes set, so that none of its tests is
skipped.
"""

from __future__ import annotations

import os
import unittest

import pytest

from conftest import Judged

jupyter_kernel_test = pytest.importorskip("jupyter_kernel_test") if not os.environ.get("CI") else __import__("jupyter_kernel_test")

POLKA = dict(
    kernel_name="polka",
    language_name="go",
    file_extension=".go",
    code_hello_world='import "fmt"\n\nfmt.Println("hello, world")',
    code_stderr='import (\n\t"fmt"\n\t"os"\n)\n\nfmt.Fprintln(os.Stderr, "oops")',
    completion_samples=[
        {"text": "strings.ToUpp", "matches": {"ToUpper", "ToUpperSpecial"}},
        {"text": "math.MaxInt3", "matches": {"MaxInt32"}},
        {"text": 'import "fmt"; fmt.Fprintl', "matches": {"Fprintln"}},
        {"text": "zzzNothingBeginsLikeThis", "matches": set()},
    ],
    complete_code_samples=["1", 'fmt.Println("hello, world")', "func f(x int) int {\n\treturn x * 2\n}", "x := 1\ny := 2"],
    incomplete_code_samples=["func f(x int) int {", 'fmt.Println("hello"', "x := []int{", "s := `raw", "for i := 0; i < 3; i++ {\n\tfmt.Println(i)"],
    invalid_code_samples=["x := := 1", "func 1f() {}", "}"],
    code_page_something='import "polka/kernel/display"\n\ndisplay.Page("a long story")',
    code_generate_error='panic("boom")',
    code_execute_result=[
        {"code": "6 * 7", "result": "42"},
        {"code": '"a" + "b"', "result": '"ab"'},
        {"code": "[]int{1, 2, 3}", "result": "[1 2 3]"},
        {"code": 'strings.ToUpper("go")', "result": '"GO"'},
        {"code": 'display.SVG(`<svg xmlns="http://www.w3.org/2000/svg"/>`)', "mime": "image/svg+xml",
         "result": '<svg xmlns="http://www.w3.org/2000/svg"/>'},
    ],
    code_display_data=[
        {"code": 'display.Show(display.HTML("<b>bold</b>"))', "mime": "text/html"},
        {"code": 'display.Show(display.Markdown("*slanted*"))', "mime": "text/markdown"},
        {"code": 'display.Show(display.LaTeX("$x^2$"))', "mime": "text/latex"},
        {"code": 'display.Show(display.SVG("<svg/>"))', "mime": "image/svg+xml"},
        {"code": "display.Show(display.JSON(`[1]`))", "mime": "application/json"},
        {"code": "display.Show(display.PNG([]byte{137, 80, 78, 71}))", "mime": "image/png"},
        {"code": "display.Show(1)", "mime": "text/plain"},
    ],
    code_history_pattern="6 *",
    supported_history_operations=("tail", "range", "search"),
    code_inspect_sample="strings.ToUpper",
    code_clear_output='import "polka/kernel/display"\n\ndisplay.Clear()',
)
IPYKERNEL = dict(
    kernel_name="python3",
    language_name="python",
    file_extension=".py",
    code_hello_world="print('hello, world')",
    code_stderr="import sys; print('oops', file=sys.stderr)",
    completion_samples=[{"text": "zi", "matches": {"zip"}}],
    complete_code_samples=["1", "print('hello, world')", "def f(x):\n  return x*2\n\n\n"],
    incomplete_code_samples=["print('''hello", "def f(x):\n  x*2"],
    invalid_code_samples=["import = 7q"],
    code_page_something="zip?",
    code_generate_error="raise ValueError('boom')",
    code_execute_result=[{"code": "1+2+3", "result": "6"}, {"code": "[n*n for n in range(1, 4)]", "result": "[1, 4, 9]"}],
    code_display_data=[{"code": "from IPython.display import HTML, display; display(HTML('<b>test</b>'))", "mime": "text/html"}],
    code_history_pattern="1?2*",
    supported_history_operations=("tail", "search"),
    code_inspect_sample="zip",
    code_clear_output="from IPython.display import clear_output; clear_output()",
)


def cases() -> list[tuple[str, str]]:
    """Every test of jupyter_kernel_test: class and method."""
    return [(cls.__name__, name) for cls in (jupyter_kernel_test.KernelTests, jupyter_kernel_test.IopubWelcomeTests)
            for name in unittest.TestLoader().getTestCaseNames(cls)]


@pytest.mark.parametrize("cls, method", cases())
def test_jupyter_kernel_test(judged: Judged, directory, monkeypatch: pytest.MonkeyPatch, cls: str, method: str):
    for name, value in judged.jupyter_env(directory).items():
        monkeypatch.setenv(name, value)
    attributes = dict(POLKA if judged.is_polka else IPYKERNEL, kernel_name=judged.name, support_iopub_welcome=True)
    case = type(cls, (getattr(jupyter_kernel_test, cls),), attributes)
    for _ in range(3):
        result = unittest.TestResult()
        unittest.TestSuite([case(method)]).run(result)
        problems = result.errors + result.failures
        if not any("queue.Empty" in text for _, text in problems):
            break  # else it waited a tenth of a second for a message, which may take longer on a busy machine
    assert not problems, "\n".join(text for _, text in problems)
    assert result.testsRun == 1
    if judged.is_polka:
        assert not result.skipped, result.skipped


def test_nothing_is_left_out():
    """A release with more attributes than these would have tests that are skipped silently."""
    known = {name for name in vars(jupyter_kernel_test.KernelTests) if not name.startswith("_")} | {"support_iopub_welcome"}
    attributes = {name for name in known if not callable(getattr(jupyter_kernel_test.KernelTests, name, ""))}
    assert attributes - {"support_iopub_welcome"} <= set(POLKA)
    assert len(cases()) >= 13
