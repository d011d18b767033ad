# SPDX-License-Identifier: BSD-3-Clause

"""Packages that are not part of the program: a directory beside the notebook, and a module that %require adds.

The last tests build programs with the Go toolchain and download gonum from the module proxy. The program that %require
builds is built once: the notebook runner, a script and JupyterLab find it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser

from conftest import Judged, missing
from lab import Lab, Notebook

pytestmark = pytest.mark.polka

GEOMETRY = """// Package geometry is about points.
package geometry

import "math"

// A Point is a pair of numbers.
type Point[N ~int | ~float64] struct{ X, Y N }

// Norm is the distance from the origin.
func (p Point[N]) Norm() float64 { return math.Hypot(float64(p.X), float64(p.Y)) }

// Scale is what Grow multiplies by.
func Scale[N ~int | ~float64]() N { return 2 }

// Grow multiplies.
func (p *Point[N]) Grow() { p.X, p.Y = p.X*Scale[N](), p.Y*Scale[N]() }
"""

GEOMETRY_TEST = """package geometry

import "testing"

func TestNorm(t *testing.T) {
	if (Point[int]{3, 4}).Norm() != 5 {
		t.Fail()
	}
}
"""

GONUM = ["""type Scale struct{ F float64 }

func (s Scale) Of(x float64) float64 { return s.F * x }

lost := 3""", """%require gonum.org/v1/gonum/mat@v0.17.0 gonum.org/v1/gonum/stat@v0.17.0
import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

a := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
var b mat.Dense
b.Mul(a, a)
fmt.Println(mat.Sum(&b))
stat.Mean([]float64{1, 2, 6}, nil)""", """Scale{2}.Of(mat.Det(a))""", """%require gonum.org/v1/gonum/mat
type Doubled struct{ mat.Matrix }

func (d Doubled) At(i, j int) float64 { return 2 * d.Matrix.At(i, j) }

mat.Sum(Doubled{a})"""]


def notebook(judged: Judged, cells: list[str]) -> nbformat.NotebookNode:
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": "go"}
    return new_notebook(cells=[new_code_cell(c) for c in cells], metadata={"kernelspec": spec})


def values(done: nbformat.NotebookNode) -> list[str]:
    return [o.data["text/plain"] for c in done.cells for o in c.outputs if o.output_type == "execute_result"]


@pytest.fixture
def env(judged: Judged, directory: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of the kernel, with the user's caches of the go command but no other files of the user."""
    go = shutil.which("go")
    if not go:
        missing("the Go toolchain")
    caches = json.loads(subprocess.run([go, "env", "-json", "GOCACHE", "GOMODCACHE"], check=True, capture_output=True, text=True).stdout)
    env = {**judged.jupyter_env(directory), **caches}
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    return env


def test_a_package_beside_the_notebook(judged: Judged, env: dict[str, str], directory: Path):
    """After an edit it is loaded again, together with the declarations of earlier cells that use it."""
    folder = directory / "geometry"
    folder.mkdir()
    (folder / "geometry.go").write_text(GEOMETRY)
    (folder / "geometry_test.go").write_text(GEOMETRY_TEST)
    nb = notebook(judged, ['import "./geometry"\n\nfunc norm(x, y int) float64 { return geometry.Point[int]{x, y}.Norm() }',
                           "p := geometry.Point[int]{3, 4}\np.Grow()\np.X, norm(p.X, p.Y)",
                           'import (\n\t"os"\n\t"strings"\n)\n\ntext, err := os.ReadFile("geometry/geometry.go")\n'
                           'err = os.WriteFile("geometry/geometry.go", []byte(strings.Replace(string(text), "return 2", "return 10", 1)), 0o666)',
                           'import "./geometry"\n\np := geometry.Point[int]{3, 4}\np.Grow()\np.X, norm(p.X, p.Y)'])
    NotebookClient(nb, timeout=300, kernel_name=judged.name, resources={"metadata": {"path": str(directory)}}).execute()
    assert values(nb) == ["6, 10", "30, 50"]


def in_jupyterlab(lab: Lab, browser: Browser, nb: nbformat.NotebookNode, *edits: Callable[[], None]) -> list[list[str]]:
    """The values of the cells of a notebook in JupyterLab, after a first run and after each edit and run."""
    file = lab.folder / "packages.ipynb"
    nbformat.write(nb, file)
    page = Notebook(browser, lab, file.name)
    found = []
    for edit in (lambda: None, *edits):
        edit()
        page.clear()
        page.run_all()
        outputs = page.outputs()
        assert not [o for o in outputs if o["output_type"] == "error"], outputs
        found.append([o["data"]["text/plain"] for o in outputs if o["output_type"] == "execute_result"])
    page.close()
    return found


def test_an_edited_package_in_jupyterlab(judged: Judged, env: dict[str, str], lab: Lab, browser: Browser):
    file = lab.folder / "geometry/geometry.go"
    file.parent.mkdir()
    file.write_text(GEOMETRY)
    (file.parent / "geometry_test.go").write_text(GEOMETRY_TEST)
    cells = ['import "./geometry"\n\ntype Path []geometry.Point[float64]', "p := geometry.Point[int]{3, 4}\np.Grow()\np.X",
             "Path{{3, 4}, {5, 12}}[1].Norm()"]
    edits = [lambda: file.write_text(GEOMETRY.replace("return 2", "return 10")),
             lambda: file.write_text(GEOMETRY.replace("math.Hypot(", "1000 + math.Hypot("))]
    assert in_jupyterlab(lab, browser, notebook(judged, cells), *edits) == [["6", "13"], ["30", "13"], ["6", "1013"]]


@pytest.mark.timeout(1200)
def test_a_required_module(judged: Judged, env: dict[str, str], directory: Path, own_lab: Lab, browser: Browser):
    nb = notebook(judged, GONUM)
    file = directory / "gonum.ipynb"
    nbformat.write(nb, file)
    NotebookClient(nb, timeout=900, kernel_name=judged.name, resources={"metadata": {"path": str(directory)}}).execute()
    assert values(nb) == ["3", "-4", "20"]
    shown = [o.data["text/plain"] for o in nb.cells[1].outputs if o.output_type == "display_data"]
    assert shown == ["the cells run in a program with gonum.org/v1/gonum/mat@v0.17.0, gonum.org/v1/gonum/stat@v0.17.0", "Variables lost: lost."]
    assert [o.text for o in nb.cells[1].outputs if o.output_type == "stream"] == ["54\n"]

    done = subprocess.run([judged.command[0], "nb", "run", str(file)], env={**os.environ, **env}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    again = nbformat.read(file, 4)
    assert values(again) == ["3", "-4", "20"]
    # The program was there already, and the notebook looks the same.
    assert [o.data["text/plain"] for o in again.cells[1].outputs if o.output_type == "display_data"] == shown
    assert len(list((directory / "home/cache/polka/programs").glob("polka-*"))) == 2

    # A script runs in the same program, from its beginning, and so does the notebook in JupyterLab.
    script = directory / "gonum.go"
    script.write_text("#!/usr/bin/env -S polka run\n" + GONUM[1] + "\nos.Args[1:]\n")
    done = subprocess.run([judged.command[0], "run", str(script), "-x"], env={**os.environ, **env}, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "54\n[-x]\n", "")
    script.write_text(GONUM[1].replace("\nstat.Mean", "\nos.Exit(7)\nstat.Mean"))
    with open(script) as text:
        done = subprocess.run([judged.command[0], "run", "-"], stdin=text, env={**os.environ, **env}, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (7, "54\n", "")
    assert in_jupyterlab(own_lab, browser, notebook(judged, GONUM)) == [["3", "-4", "20"]]
    assert len(list((directory / "home/cache/polka/programs").glob("polka-*"))) == 2


@pytest.mark.timeout(1200)
def test_a_program_that_is_built_and_installed(judged: Judged, env: dict[str, str], directory: Path):
    """A program built with more modules replaces the user's kernel when it is installed."""
    env = {name: value for name, value in env.items() if name != "JUPYTER_PATH"}
    program = directory / "polka-stat"
    build = [judged.command[0], "build", "--with", "gonum.org/v1/gonum/stat@v0.17.0", "--output", str(program), "--install"]
    done = subprocess.run(build, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    spec = Path(env["JUPYTER_DATA_DIR"]) / "kernels/polka/kernel.json"
    assert done.stdout.startswith(f"{program}\ninstalled: {spec.parent}\n")
    script = directory / "mean.go"
    script.write_text('import "gonum.org/v1/gonum/stat"\n\nfmt.Println(stat.Mean([]float64{1, 2, 6}, nil))\n')
    # jupyter run waits ten seconds for an output, which is too short on a busy machine.
    patient = "import jupyter_client.runapp as app; app.OUTPUT_TIMEOUT = 250; app.RunApp.launch_instance()"
    for command in ([str(program), "run", str(script)], [sys.executable, "-c", patient, "--kernel", "polka", str(script)]):
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
        assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr
