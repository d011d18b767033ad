# SPDX-License-Identifier: BSD-3-Clause

"""The commands of docs/campaigns.md, run with the programs under test.

The blocks run in one shell, in the order of the page, with other ports and this machine as all machines. Batch systems are
represented by small programs of the test: sbatch runs the tasks of an array one after the other, and kubectl the pods of an
indexed job, with the variables and the folders that these would have. What a comment says after a command is what the command
prints.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, expect

from conftest import ROOT, Judged, missing
from lab import Lab, Notebook

pytestmark = [pytest.mark.polka, pytest.mark.timeout(600)]

PAGE = ROOT / "docs/campaigns.md"

SBATCH = r"""
import os, re, subprocess, sys
script = sys.argv[-1]
text = open(script).read()
options = dict(re.findall(r"^#SBATCH --([a-z-]+)=(\S+)$", text, re.M))
first, last = map(int, options["array"].split("-"))
# The second task runs twice, as one that is queued again.
for task in [first + 1, *range(first, last + 1)]:
    environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": options["cpus-per-task"]}
    subprocess.run(["sh", script], env=environment, check=True)
"""

KUBECTL = r"""
import glob, os, subprocess, sys, yaml
if sys.argv[1] == "apply":
    for job in yaml.safe_load_all(open(sys.argv[sys.argv.index("-f") + 1])):
        assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job"), job
        spec = job["spec"]
        assert spec["completionMode"] == "Indexed" and spec["parallelism"] <= spec["completions"]
        pod = spec["template"]["spec"]
        assert pod["restartPolicy"] == "Never"
        (container,) = pod["containers"]
        mounts = {m["mountPath"]: m["name"] for m in container["volumeMounts"]}
        assert mounts[container["workingDir"]] in {v["name"] for v in pod["volumes"]}
        for file in glob.glob("shards/*.results"):  # of the batch system before
            os.remove(file)
        for index in range(spec["completions"]):
            subprocess.run(container["command"], env={**os.environ, "JOB_COMPLETION_INDEX": str(index)}, check=True)
        assert len(glob.glob("shards/*.results")) == len(glob.glob("shards/*.shard")) == spec["completions"]
"""

SCP = r"""
import shutil, sys
for source in sys.argv[1:-1]:
    shutil.copy(source.removeprefix("head:"), sys.argv[-1])
"""


def free_ports() -> int:
    """The first of nine free ports in a row, below those that systems give to outgoing connections."""
    for first in range(13000, 32000, 9):
        sockets = [socket.socket() for _ in range(9)]
        try:
            for i, s in enumerate(sockets):
                s.bind(("", first + i))
            return first
        except OSError:
            continue
        finally:
            for s in sockets:
                s.close()
    missing("free ports")


def blocks(text: str) -> list[tuple[str, str, str]]:
    """The fenced blocks: the language, the content, and the name of the file that a comment before it gives."""
    found = re.findall(r"^(?:<!-- file: (\S+) -->\n)?```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [(language, content, name) for name, language, content in found]


def test_page(judged: Judged, directory: Path):
    """The commands of the page succeed, and print what the page says."""
    tools = directory / "tools"
    tools.mkdir()
    polka = Path(judged.command[0])
    campaigns = polka.with_name("polka-campaign" + polka.suffix)
    if not campaigns.exists():
        missing(f"{campaigns} (make build)")
    for program in (polka, campaigns):
        (tools / program.name).symlink_to(program)
    go = shutil.which("go")
    if not go:
        missing("go")
    subprocess.run([go, "build", "-o", str(tools / "nats-server"), "github.com/nats-io/nats-server/v2"], cwd=ROOT, check=True, timeout=500)
    for name, source in {"sbatch": SBATCH, "kubectl": KUBECTL, "scp": SCP}.items():
        (tools / name).write_text(f"#!{sys.executable}\n{source}")
        (tools / name).chmod(0o755)
    bash = shutil.which("bash")
    if not bash:
        missing("bash")
    script = ["set -eu", "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"]
    expected = []
    for language, content, name in blocks(PAGE.read_text()):
        if name:
            (directory / name).write_text(content)
        if language == "sh":
            script.append(content.replace(">serve.log &", ">serve.log &\nuntil grep -q listening serve.log; do sleep 0.1; done"))
            expected += [said for _, said in re.findall(r"^([^#\n]*\S) {2,}# (solutions: .*)$", content, re.M)]
    commands = "\n".join(script).replace("//head:", "//localhost:")
    first = free_ports()
    numbers = ["4222", *(f"423{i}" for i in range(4)), *(f"623{i}" for i in range(4))]
    ports = {number: str(first + i) for i, number in enumerate(numbers)}
    commands = re.sub(r"\b(4222|[46]23[0-3])\b", lambda m: ports[m[0]], commands)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(directory)}
    run = subprocess.run([bash, "-c", commands], cwd=directory, env=environment, capture_output=True, text=True, timeout=500)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.findall("^solutions: .*$", run.stdout, re.M) == expected and len(expected) >= 3, run.stdout


START = """import "polka/play/campaign"
problem, err := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...).Problem()
c, err := campaign.Start(problem, campaign.Options{Parts: 400})
c"""


@pytest.fixture
def path(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path with polka-campaign: the kernel is a copy of polka if polka is in a temporary folder."""
    folder = Path(judged.command[0]).parent
    if not list(folder.glob("polka-campaign*")):
        missing("polka-campaign (make build)")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_notebook(path: None, judged: Judged, browser: Browser, own_lab: Lab):
    """A campaign in JupyterLab: its picture follows the work, and it continues when the kernel is restarted."""
    lab = own_lab
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    file = lab.folder / "campaign.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(START)], metadata={"kernelspec": spec}), file)
    notebook = Notebook(browser, lab, file.name)
    notebook.run_all()
    page = notebook.page
    picture = page.locator(".jp-Notebook .polka-campaign svg")
    expect(picture).to_contain_text("parts done")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    notebook.idle()
    notebook.run_all()
    expect(picture.last).to_contain_text("solutions: 9356")
    expect(picture.last).to_contain_text(": done")
    assert (lab.folder / "polka-campaigns").is_dir()
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        notebook.theme(theme)
        notebook.screenshot("campaign-" + theme.split()[1].lower())
    notebook.until("() => JSON.stringify(window.jupyterapp.shell.currentWidget.content.model.toJSON()).includes('solutions: 9356')")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    notebook.close()

    again = Notebook(browser, lab, file.name)
    expect(again.page.locator(".jp-Notebook img:visible").last).to_be_visible()
    again.close()
