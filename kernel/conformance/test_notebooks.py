# SPDX-License-Identifier: BSD-3-Clause

"""Notebooks of the course, run in JupyterLab: the outputs of each cell equal those stored in the notebook.

These are notebooks with all that a page takes part in: widgets, traces, animations, SQL, every kind of picture. With
POLKA_LONG=1 they are all notebooks; `make test-notebooks` runs all of them in any case, without JupyterLab.
"""

from __future__ import annotations

import os
import re

import nbformat
import pytest
from playwright.sync_api import Browser

from conftest import ROOT, Judged
from lab import Lab, Notebook

pytestmark = pytest.mark.polka

COURSE = sorted((ROOT / "notebooks").glob("*.ipynb"))
LIVELY = ("00-tour", "04-algorithm-x", "05-dancing-links", "06-tilings-and-puzzles", "any-lattice", "contest", "data", "gallery")
HERE = [path for path in COURSE if os.environ.get("POLKA_LONG") or path.stem in LIVELY]


def plain(outputs: list[dict]) -> str:
    """The text of outputs, without colors and marks of stale cells; of a display that changes while a cell runs, the last state counts."""
    text = ""
    for output in outputs:
        if "polka_stale" in output.get("metadata", {}):
            continue
        if output["output_type"] == "stream":
            text += "".join(output["text"])
        elif "data" in output:
            shown = "".join(output["data"].get("text/plain", ""))
            text += shown and shown + "\n"  # a bar that has gone is empty
        else:
            text += "\n".join(output["traceback"])
    return re.sub(r"\x1b\[[0-9;]*m", "", text).strip()


@pytest.mark.parametrize("path", HERE, ids=lambda path: path.stem)
def test_a_notebook_in_jupyterlab(judged: Judged, lab: Lab, browser: Browser, path):
    content = nbformat.read(path, as_version=4)
    tags = [cell.metadata.get("tags", []) for cell in content.cells]
    stored = {
        i: plain(cell.outputs) for i, cell in enumerate(content.cells) if cell.cell_type == "code" and "volatile" not in tags[i]
    }
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(content, lab.folder / path.name)
    notebook = Notebook(browser, lab, path.name)
    notebook.run_all()
    shown: dict[int, list[dict]] = {}
    for output in notebook.outputs():
        assert output["output_type"] != "error" or "raises-exception" in tags[output["cell"]], output
        shown.setdefault(output["cell"], []).append(output)
    for i, want in stored.items():
        if "widget.Interact(" in content.cells[i].source:  # the output is the controls; what the function returns comes after the cell
            assert plain(shown.get(i, [])).startswith("VBox("), f"cell {i}: {content.cells[i].source}"
            continue
        assert plain(shown.get(i, [])) == want, f"cell {i}: {content.cells[i].source}"
    if path.stem.endswith("gallery"):
        notebook.screenshot("gallery-lab-light")
        notebook.theme("JupyterLab Dark")
        notebook.screenshot("gallery-lab-dark")
    notebook.close()
    assert not notebook.complaints
