# SPDX-License-Identifier: BSD-3-Clause

"""Which kernel is tested, and how a test gets one.

    pytest kernel/conformance                       tests bin/polka
    pytest kernel/conformance --kernel ipykernel    tests the tests: ipykernel has to pass too

A missing tool skips a test on a developer's machine, and fails it if CI is set, where nobody would notice that it was
skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, NoReturn

import pytest

from xdist.scheduler import LoadScopeScheduling

from cells import GO, PYTHON, Language
from probe import Client, Kernel

pytest_plugins = ["lab"]

ROOT = Path(__file__).resolve().parents[2]


def missing(what: str) -> NoReturn:
    """End the test, because something that it needs is missing."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kernel", choices=("polka", "ipykernel"), default="polka", help="the kernel to judge")


# Modules whose tests share something that takes long to make, those that take longest first.
TOGETHER = ("test_lite.py", "test_pictures.py", "test_wheel.py", "test_trace.py", "test_stories.py", "test_daily.py", "test_firefox.py", "test_links.py")


class Scheduling(LoadScopeScheduling):
    """Tests that share something run in one process; each of the others runs where there is room.

    Marks of groups (`--dist loadgroup`) have no effect in pytest 9.2: xdist writes them into a field that it does not read.
    """

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.split("::")[0]
        return module if module.endswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Scheduling:
    return Scheduling(config, log)


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str], None]:
    """A function that fails if it is called with the same name in another process, or again."""
    def note(name: str) -> None:
        if worker_id != "master":
            (tmp_path_factory.getbasetemp().parent / f"made-{name}").mkdir()

    return note


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "beyond_ipykernel(reason): a rule that ipykernel is known to break")
    config.addinivalue_line("markers", "polka: a test of what only Polka has")
    config.addinivalue_line("markers", "long: a test for `make long` alone, which sets POLKA_LONG")
    config.addinivalue_line("markers", "fresh: the test does not share a page of JupyterLab with others")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not os.environ.get("POLKA_LONG"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    # Modules that run in one process come first, so that none is left alone with them at the end.
    items.sort(key=lambda item: TOGETHER.index(item.path.name) if item.path.name in TOGETHER else len(TOGETHER))
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))  # see CONTRIBUTING.md
    if config.getoption("--kernel") == "polka":
        return
    items[:] = [item for item in items if not item.get_closest_marker("polka")]
    for item in items:
        if mark := item.get_closest_marker("beyond_ipykernel"):
            item.add_marker(pytest.mark.xfail(reason=mark.args[0], strict=False))


@dataclass(frozen=True)
class Judged:
    """The kernel under test: its kernelspec, the name and folder by which Jupyter finds it, and its language."""

    name: str
    spec: dict
    prefix: Path
    language: Language
    command: list[str]

    @property
    def is_polka(self) -> bool:
        return self.name == "polka"

    def jupyter_env(self, directory: Path) -> dict[str, str]:
        """The environment in which Jupyter's programs find this kernel, and no files of the user."""
        from probe import environment

        return {**environment(directory), "JUPYTER_PATH": str(self.prefix / "share/jupyter"), "NO_COLOR": "1"}


@pytest.fixture(scope="session")
def judged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """The kernel, installed by its own installer under a new prefix."""
    prefix = tmp_path_factory.mktemp("prefix")
    if request.config.getoption("--kernel") == "ipykernel":
        name, language = "python3", PYTHON
        install = [sys.executable, "-m", "ipykernel", "install", "--prefix", str(prefix), "--name", name]
        command = [sys.executable, "-m", "ipykernel_launcher", "-f"]
    else:
        name, language = "polka", GO
        binary = Path(os.environ.get("POLKA_BINARY", ROOT / "bin/polka")).resolve()
        if not binary.exists():
            missing(f"{binary} (make build)")
        install = [str(binary), "install", "--prefix", str(prefix)]
        command = [str(binary), "kernel"]
    subprocess.run(install, check=True, capture_output=True, text=True, timeout=300)
    spec = json.loads((prefix / f"share/jupyter/kernels/{name}/kernel.json").read_text())
    return Judged(name, spec, prefix, language, command)


@pytest.fixture(scope="session")
def cells(judged: Judged) -> Language:
    """The code of cells."""
    return judged.language


@pytest.fixture
def directory() -> Iterator[Path]:
    """An empty folder with a short name, since the path of a Unix socket has at most about a hundred bytes."""
    path = Path(tempfile.mkdtemp(prefix="judge-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def launch(judged: Judged, directory: Path) -> Iterator[Callable[..., Kernel]]:
    """A function that starts kernels, all with the same home, which end with the test.

    A kernel must not write to its own standard output and error, unless its input is invalid.
    """
    kernels: list[Kernel] = []

    def start(**options: object) -> Kernel:
        kernels.append(Kernel(judged.spec, directory, **options))
        return kernels[-1]

    yield start
    for kernel in kernels:
        kernel.close()


@pytest.fixture
def kernel(launch: Callable[..., Kernel], judged: Judged) -> Iterator[Kernel]:
    """A new kernel."""
    kernel = launch()
    yield kernel
    if judged.is_polka:
        assert kernel.noise() == ""


@pytest.fixture
def client(kernel: Kernel) -> Client:
    """A client of a new kernel."""
    return kernel.client()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Short names for cases that are long or binary."""
    if isinstance(val, bytes):
        return val[:16].hex() or "empty"
    return None
