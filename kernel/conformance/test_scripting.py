# SPDX-License-Identifier: BSD-3-Clause

"""Tools that use notebooks and files as scripts: papermill with parameters, jupyter run, jupytext and nbgrader."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from conftest import Judged, missing

pytestmark = pytest.mark.polka

# Where `make test` installs jupytext and nbgrader.
TOOLS = Path(sys.prefix) / "tools"


@pytest.fixture
def env(judged: Judged, directory: Path) -> dict[str, str]:
    return judged.jupyter_env(directory)


@pytest.fixture
def tools(env: dict[str, str]) -> dict[str, str]:
    """An environment with jupytext and nbgrader."""
    if not TOOLS.exists():
        missing(f"{TOOLS} (make .venv/.test)")
    path = os.pathsep.join([str(TOOLS / "bin"), str(Path(sys.executable).parent), env.get("PATH", os.defpath)])
    return {**env, "PYTHONPATH": str(TOOLS), "PATH": path}


def run(argv: list[str], env: dict[str, str], directory: Path, stdin: str | None = None) -> subprocess.CompletedProcess:
    done = subprocess.run(argv, env=env, cwd=directory, input=stdin, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done


def module(name: str, *argv: str) -> list[str]:
    return [sys.executable, "-m", name, *argv]


def notebook(judged: Judged, *cells: nbformat.NotebookNode) -> nbformat.NotebookNode:
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": "go"}
    return new_notebook(cells=list(cells), metadata={"kernelspec": spec, "language_info": {"name": "go"}})


def text(notebook: nbformat.NotebookNode) -> str:
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))


# papermill.

DEFAULTS = """n, ratio, dry := 1, 2.5, false
name := "none"
list := []int{}
ratios := []float64{}
rates := map[string]float64{}
anything := map[string]any{}
var pointer = &n"""


def test_papermill_parameters(judged: Judged, env: dict[str, str], directory: Path):
    """Parameters of each kind reach the notebook with the types of their defaults."""
    source = notebook(
        judged,
        new_code_cell(DEFAULTS, metadata={"tags": ["parameters"]}),
        new_code_cell('fmt.Printf("%d %v %v %q %v %v %v %v %v", n, ratio, dry, name, list, ratios, rates, anything, pointer)'),
    )
    nbformat.write(source, directory / "in.ipynb")
    (directory / "given.yaml").write_text(
        'n: -7\nratio: 3\ndry: true\nname: "a \\"quoted\\" \\\\ tab\\t and ünïcode 🙂\\nline"\nlist: [1, 2]\nratios: [1, 2.5]\n'
        "rates: {a: 0.5, b: 2}\nanything: {x: [1, two], y: null, z: {k: true}}\npointer: null\n"
    )
    run(module("papermill", "in.ipynb", "out.ipynb", "--no-progress-bar", "-f", "given.yaml"), env, directory)
    done = nbformat.read(directory / "out.ipynb", as_version=4)
    assert [cell.metadata.get("tags") for cell in done.cells] == [["parameters"], ["injected-parameters"], []]
    assert text(done) == (
        '-7 3 true "a \\"quoted\\" \\\\ tab\\t and ünïcode 🙂\\nline" [1 2] [1 2.5] map[a:0.5 b:2] '
        "map[x:[1 two] y:<nil> z:map[k:true]] <nil>"
    )


def test_papermill_infinite(judged: Judged, env: dict[str, str], directory: Path):
    source = notebook(judged, new_code_cell("x, y := 1.0, 1.0", metadata={"tags": ["parameters"]}), new_code_cell("fmt.Print(x, y)"))
    nbformat.write(source, directory / "in.ipynb")
    run(module("papermill", "in.ipynb", "out.ipynb", "--no-progress-bar", "-y", "{x: -.inf, y: .nan}"), env, directory)
    assert text(nbformat.read(directory / "out.ipynb", as_version=4)) == "-Inf NaN"


# jupyter run.


def test_jupyter_run(judged: Judged, env: dict[str, str], directory: Path):
    """A program, a script with a shebang line, and standard input."""
    (directory / "program.go").write_text(
        'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc main() { fmt.Println("program", os.Args) }\n'
    )
    (directory / "script.go").write_text('#!/usr/bin/env -S polka run\nx := 6\nfmt.Println("script", x*7)\n')
    command = module("jupyter_client.runapp", "--kernel", judged.name)
    assert run([*command, "program.go"], env, directory).stdout == "program [program.go]\n"
    both = run([*command, "script.go", "program.go"], env, directory).stdout
    assert both == "script 42\nprogram [script.go program.go]\n"
    assert run(command, env, directory, stdin="fmt.Println(len(os.Args))").stdout == "1\n"


def test_jupyter_run_fails(judged: Judged, env: dict[str, str], directory: Path):
    (directory / "bad.go").write_text('panic("boom")\n')
    argv = module("jupyter_client.runapp", "--kernel", judged.name, "bad.go")
    done = subprocess.run(argv, env=env, cwd=directory, capture_output=True, text=True, timeout=300)
    assert done.returncode != 0 and "boom" in done.stdout + done.stderr


# jupytext.

CELLS = [
    new_markdown_cell("# Title\n\nText with a list:\n- one"),
    new_code_cell('import "fmt"\n\n// Twice doubles n.\nfunc Twice(n int) int {\n\treturn 2 * n\n}'),
    new_code_cell("x := 5\n%time Twice(x)\n%who"),
    new_code_cell("%%time\nfmt.Println(Twice(x))"),
    new_code_cell("n := 1", metadata={"tags": ["parameters"]}),
    new_code_cell("// a comment\nfmt.Println(n)"),
    new_raw_cell("raw"),
]


def contents(notebook: nbformat.NotebookNode) -> list[tuple]:
    return [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in notebook.cells]


def test_jupytext(judged: Judged, tools: dict[str, str], directory: Path):
    """A notebook becomes a Go file that runs, and the same notebook again, with its magics."""
    source = notebook(judged, *CELLS)
    nbformat.write(source, directory / "in.ipynb")
    run(module("jupytext", "--to", "go:percent", "in.ipynb", "-o", "made.go"), tools, directory)
    assert "\n// %%\nx := 5\n// %time Twice(x)\n" in (directory / "made.go").read_text()
    assert run([*judged.command[:1], "run", "made.go"], tools, directory).stdout == "10\n1\n"
    run(module("jupytext", "--to", "ipynb", "made.go", "-o", "back.ipynb"), tools, directory)
    assert contents(nbformat.read(directory / "back.ipynb", as_version=4)) == contents(source)
    run(module("jupytext", "--execute", "made.go", "--to", "ipynb", "-o", "run.ipynb"), tools, directory)
    assert "10\n" in text(nbformat.read(directory / "run.ipynb", as_version=4))


def test_export_is_jupytext(judged: Judged, tools: dict[str, str], directory: Path):
    """Polka's export to Go runs, with its magics, and jupytext reads the cells from it. Only a magic for a whole cell
    remains a comment.
    """
    source = notebook(judged, *(cell for cell in CELLS if not cell.source.startswith("%%")))
    nbformat.write(source, directory / "in.ipynb")
    run([*judged.command[:1], "nb", "export", "in.ipynb", "--to", "go", "--output", "made.go"], tools, directory)
    printed = run([*judged.command[:1], "run", "made.go"], tools, directory).stdout
    assert printed.endswith("\n1\n") and "variable" in printed
    run(module("jupytext", "--to", "ipynb", "made.go", "-o", "back.ipynb"), tools, directory)
    back = nbformat.read(directory / "back.ipynb", as_version=4)
    assert contents(back) == contents(source)
    assert back.metadata.kernelspec.name == judged.name


# nbgrader.

SOLUTION = "// Square returns n*n.\nfunc Square(n int) int {\n\t// BEGIN SOLUTION\n\treturn n * n\n\t// END SOLUTION\n}"
TESTS = """if Square(3) != 9 {
	panic("Square(3) is wrong")
}
// BEGIN HIDDEN TESTS
if Square(-2) != 4 {
	panic("Square(-2) is wrong")
}
// END HIDDEN TESTS"""
STUB = 'panic("not implemented") // your code here'
CONFIG = """c = get_config()
c.CourseDirectory.course_id = "go"
c.ClearSolutions.code_stub = {"go": 'panic("not implemented") // your code here'}
"""


def graded(source: str, name: str, **what: object) -> nbformat.NotebookNode:
    rule = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False, "locked": False, "task": False}
    return new_code_cell(source, metadata={"nbgrader": {**rule, **what}})


def test_nbgrader(judged: Judged, tools: dict[str, str], directory: Path):
    """An assignment is released without its solution and hidden tests, and submissions are graded."""
    source = notebook(
        judged,
        new_markdown_cell("# Squares"),
        graded(SOLUTION, "square", solution=True),
        graded(TESTS, "test", grade=True, locked=True, points=2),
    )
    (directory / "source/ps1").mkdir(parents=True)
    nbformat.write(source, directory / "source/ps1/p.ipynb")
    (directory / "nbgrader_config.py").write_text(CONFIG)
    run(module("nbgrader", "generate_assignment", "ps1", "--create"), tools, directory)
    released = nbformat.read(directory / "release/ps1/p.ipynb", as_version=4)
    assert released.cells[1].source == SOLUTION[: SOLUTION.index("// BEGIN")] + STUB + "\n}"
    assert released.cells[2].source == TESTS[: TESTS.index("\n// BEGIN")]

    answers = {"right": "return n * n", "visible": "if n == 3 { return 9 }; return 0", "wrong": "return 3*n + 1", "nothing": STUB,
               "broken": "return n *"}
    for student, answer in answers.items():
        folder = directory / "submitted" / student / "ps1"
        folder.mkdir(parents=True)
        submitted = nbformat.from_dict(released.copy())
        submitted.cells[1].source = SOLUTION[: SOLUTION.index("// BEGIN")] + answer + "\n}"
        nbformat.write(submitted, folder / "p.ipynb")
    run(module("nbgrader", "autograde", "ps1", "--create"), tools, directory)
    scores = "from nbgrader.api import Gradebook\n" \
        "with Gradebook('sqlite:///gradebook.db') as g: print({s.student.id: s.score for s in g.assignment_submissions('ps1')})"
    done = run([sys.executable, "-c", scores], tools, directory)
    assert done.stdout.strip() == str({"broken": 0.0, "nothing": 0.0, "right": 2.0, "visible": 0.0, "wrong": 0.0})
