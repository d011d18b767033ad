# SPDX-License-Identifier: BSD-3-Clause

"""The Python package, installed from its wheel into a new environment without Go.

Pip installs its dependencies too, in the versions of requirements-lock.txt, which are in pip's cache when the test
environment has been made.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Callable
from urllib.request import Request, urlopen

import nbformat
import pytest
from jupyter_client import KernelManager
from packaging.metadata import Metadata
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename
from playwright.sync_api import Browser, expect

from conftest import ROOT, Judged, missing
from lab import LONG, Lab
from test_clients import TOUR, check_tour

pytestmark = [pytest.mark.polka, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(judged: Judged, tmp_path_factory: pytest.TempPathFactory, once: Callable[[str], None]) -> Path:
    """The wheel for this system, with the program under test."""
    once("wheel")
    output = tmp_path_factory.mktemp("wheel") / "dist"
    command = ["go", "run", "./internal/wheel", "-host", "-output", str(output), "-program", judged.command[0]]
    try:
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=240)
    except FileNotFoundError:
        missing("go")
    (file,) = output.iterdir()
    return file


@pytest.fixture(scope="module")
def venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and JupyterLab."""
    install = f"{shlex.quote(sys.executable)} -m venv v && v/bin/pip install --quiet --no-compile '{wheel}[lab]'"
    env = os.environ | {"PIP_CONSTRAINT": str(ROOT / "requirements-lock.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run(install, shell=True, env=env, cwd=wheel.parent.parent, check=True, timeout=500)
    return wheel.parent.parent / "v"


@pytest.fixture
def bare(judged: Judged, directory: Path) -> dict[str, str]:
    """An environment without Go, without kernelspecs, and with no active Python environment."""
    env = {k: v for k, v in judged.jupyter_env(directory).items() if not k.startswith(("JUPYTER_PATH", "GO", "VIRTUAL_ENV", "POLKA"))}
    (directory / "empty").mkdir()
    return env | {"PATH": str(directory / "empty")}


def test_the_file(wheel: Path):
    """The file conforms to Python's packaging guide: names, tags, metadata, hashes, permissions."""
    name, version, build, tags = parse_wheel_filename(wheel.name)
    assert (name, build) == ("polka-kernel", ())
    assert tags & set(sys_tags())
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        info = f"polka_kernel-{version}.dist-info/"
        metadata = Metadata.from_email(archive.read(info + "METADATA"), validate=True)
        assert (metadata.name, str(metadata.version), metadata.license_expression) == ("polka-kernel", str(version), "BSD-3-Clause")
        assert "jupyter lab" in metadata.description
        assert [str(d) for d in metadata.requires_dist] == [
            'jupyterlab>=4; extra == "lab"', 'jupyterlab-widgets>=3; extra == "lab"', 'anywidget>=0.9; extra == "lab"',
            f'polka-kernel-data=={version}; extra == "data"', f'polka-campaign=={version}; extra == "campaign"']
        assert (metadata.author, metadata.keywords[0]) == ("The Polka Authors", "jupyter")
        assert "Framework :: Jupyter" in metadata.classifiers
        assert set(re.findall(r"^Tag: (.*)$", archive.read(info + "WHEEL").decode(), re.M)) == {str(tag) for tag in tags}
        record = {row[0]: row[1:] for row in csv.reader(archive.read(info + "RECORD").decode().splitlines())}
        assert list(record) == archive.namelist()
        for member in archive.infolist():
            content = archive.read(member)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert record[member.filename] == ([f"sha256={digest}", str(len(content))] if not member.filename.endswith("/RECORD") else ["", ""])
            assert member.external_attr >> 16 == (0o100755 if "/scripts/" in member.filename else 0o100644), member.filename
        assert archive.read(info + "licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert archive.read(info + "licenses/THIRD-PARTY.txt") == (ROOT / "internal/licenses/THIRD-PARTY.txt").read_bytes()


def test_the_tour(venv: Path, bare: dict[str, str], directory: Path):
    """nbclient runs the tour. The environment is not activated, so the kernelspec must name the place of the program.
    """
    content = nbformat.read(TOUR, as_version=4)
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(content, directory / "tour.ipynb")
    main = "from nbclient.cli import main; main()"
    run = [str(venv / "bin/python"), "-c", main, "--inplace", "--kernel_name=polka", str(directory / "tour.ipynb")]
    done = subprocess.run(run, env=bare, cwd=directory, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    check_tour(nbformat.read(directory / "tour.ipynb", as_version=4))


def test_a_client_that_expands_nothing(venv: Path, bare: dict[str, str], directory: Path):
    """Clients such as those built on runtimelib do not replace {resource_dir}: the command polka of the path starts."""
    spec = json.loads((venv / "share/jupyter/kernels/polka/kernel.json").read_text())
    assert any("{resource_dir}" in word for word in spec["argv"])
    manager = KernelManager(connection_file=str(directory / "connection.json"))
    manager.write_connection_file()
    argv = [word.replace("{connection_file}", manager.connection_file) for word in spec["argv"]]
    process = subprocess.Popen(argv, env=bare | {"PATH": str(venv / "bin")}, cwd=directory)
    client = manager.blocking_client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=60)
        shown = []
        client.execute_interactive("6 * 7", timeout=60, output_hook=shown.append)
        assert [m["content"]["data"]["text/plain"] for m in shown if m["msg_type"] == "execute_result"] == ["42"]
        client.shutdown()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait(60)
        client.stop_channels()


def test_jupyterlab(venv: Path, bare: dict[str, str], directory: Path, browser: Browser):  # noqa: F811
    """JupyterLab offers the kernel with its logo, and starts it."""
    lab = Lab(None, directory, env=bare, command=[str(venv / "bin/jupyter"), "lab"])
    try:
        page = browser.new_context().new_page()
        page.goto(f"{lab.url}lab?token={lab.token}", timeout=LONG)
        expect(page.locator(".jp-LauncherCard[title^='Polka (Go)']").first).to_be_visible()
        page.context.close()

        def ask(path: str, body: dict | None = None) -> bytes:
            data = None if body is None else json.dumps(body).encode()
            return urlopen(Request(f"{lab.url}{path}", data, {"Authorization": f"token {lab.token}"}), timeout=60).read()

        settings = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', ask(f"lab?token={lab.token}").decode(), re.DOTALL)[1])
        assert "polka-cells" in [extension["name"] for extension in settings["federated_extensions"]]
        assert json.loads(ask("lsp/status"))["sessions"]["polka"]["spec"]["languages"] == ["go", "dlx"]  # for jupyterlab-lsp
        spec = json.loads(ask("api/kernelspecs"))["kernelspecs"]["polka"]
        assert spec["spec"]["display_name"] == "Polka (Go)"
        assert b"<svg" in ask(spec["resources"]["logo-svg"].lstrip("/"))
        kernel = json.loads(ask("api/kernels", {"name": "polka"}))
        assert kernel["name"] == "polka"
    finally:
        lab.close()


def test_nbconvert_without_inkscape(venv: Path, bare: dict[str, str], directory: Path):
    """nbconvert writes LaTeX with the PNG files of pictures, without an option."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "polka", "display_name": "Polka", "language": "go"}},
                                        cells=[nbformat.v4.new_code_cell('import "polka/shapes"\n\nshapes.Pentominoes()')])
    file = directory / "picture.ipynb"
    nbformat.write(notebook, file)
    subprocess.run([venv / "bin/jupyter", "nbconvert", "--execute", "--to", "latex", str(file)], env=bare, check=True, timeout=300)
    (picture,) = re.findall(r"picture_files/[^}]*", (directory / "picture.tex").read_text())
    assert (directory / picture).read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def prebuilt(tmp_path_factory: pytest.TempPathFactory, once: Callable[[str], None]) -> Path:
    """A new environment with the programs of the two wheels, built with one version, and without Jupyter."""
    once("data wheel")
    home = tmp_path_factory.mktemp("prebuilt")
    build = ["go", "run", "./internal/wheel", "-host", "-output", str(home / "dist")]
    try:
        for more in ([], ["-data"]):
            subprocess.run(build + more, cwd=ROOT, check=True, capture_output=True, timeout=1200)
    except FileNotFoundError:
        missing("go")
    install = f"{shlex.quote(sys.executable)} -m venv v && v/bin/pip install --quiet --no-deps dist/*.whl"
    subprocess.run(install, shell=True, cwd=home, env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}, check=True, timeout=500)
    return home / "v/bin/polka"


PREBUILT = ["""%require gonum.org/v1/gonum/mat gonum.org/v1/gonum/stat gonum.org/v1/plot gopkg.in/yaml.v3 github.com/ncruces/go-sqlite3/driver
import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gopkg.in/yaml.v3"
)

text, err := yaml.Marshal(map[string]int{"size": 1})
strings.TrimSpace(string(text)), stat.Mean([]float64{1, 2, 6}, nil), plot.New() != nil""", """%sql :memory:""", """%%sql
create table game (name text, size integer, weight real);
insert into game values ('a', 3, 1.5), ('b', 5, null), ('c', 8, 2)""", "least := 4", """%%sql rows <<
select name, size, weight from game
where size > :least order by size""", """rows.Strings("name"), rows.Ints("size"), rows.Column("weight").Missing(0)""", "%sql select nme from game", "mat.NewDense(2, 1, []float64{3, 4})"]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_prebuilt_modules(prebuilt: Path, bare: dict[str, str], directory: Path):
    """Without Go, %require finds gonum, plot, YAML and SQLite in the second package; SQL runs on SQLite, and the excursion runs."""
    spec = {"name": "polka", "display_name": "Polka", "language": "go"}
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": spec}, cells=[nbformat.v4.new_code_cell(code) for code in PREBUILT])
    notebook.cells[6].metadata["tags"] = ["raises-exception"]
    nbformat.write(notebook, directory / "prebuilt.ipynb")
    shutil.copy(ROOT / "notebooks/data.ipynb", directory / "data.ipynb")
    for name in ("prebuilt.ipynb", "data.ipynb"):
        done = subprocess.run([prebuilt, "nb", "run", name], env=bare, cwd=directory, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
    cells = nbformat.read(directory / "prebuilt.ipynb", 4).cells
    shown = [[o.data["text/plain"] for o in c.outputs if "data" in o] for c in cells]
    assert shown[0] == ["the cells run in a program with the prebuilt modules", '"size: 1", 3, true']
    assert shown[5] == ["[b c], [5 8], true"]
    assert "<caption>2 × 1</caption>" in cells[7].outputs[0].data["text/html"]
    assert cells[6].outputs[0].ename == "SQLError"
    assert cells[6].outputs[0].evalue == "line 1: no such column: nme; did you mean name?"


def test_command_and_removal(venv: Path, bare: dict[str, str]):
    """The program is a command of the environment, its kernelspec is valid, and pip removes everything."""
    assert subprocess.run([str(venv / "bin/polka"), "version"], env=bare, capture_output=True, timeout=300).returncode == 0
    translate = "from papermill.translators import papermill_translators as t; import papermill; print(t.find_translator('polka', 'go').translate([1, 2]))"
    shown = subprocess.run([str(venv / "bin/python"), "-c", translate], env=bare | {"PYTHONPATH": sysconfig.get_path("purelib")},
                           capture_output=True, text=True, timeout=300, check=True)
    assert shown.stdout == "[]int{1, 2}\n"
    subprocess.run([str(venv / "bin/pip"), "uninstall", "--yes", "polka-kernel"], check=True, capture_output=True, timeout=300)
    assert not (venv / "bin/polka").exists() and not (venv / "share/jupyter/kernels/polka").exists()
    assert not (venv / "share/jupyter/labextensions/polka-cells").exists()
