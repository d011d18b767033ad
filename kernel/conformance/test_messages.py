# SPDX-License-Identifier: BSD-3-Clause

"""What is said of typical mistakes, as JupyterLab shows it, and help that opens in place.

The mistakes and what is said of them are those of kernel/session/testdata/messages.
"""

from __future__ import annotations

import re
from typing import Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, expect

from conftest import ROOT, Judged
from lab import SCREENSHOTS, Lab, Notebook

pytestmark = pytest.mark.polka

CORPUS = ROOT / "kernel/session/testdata/messages/messages.txtar"
ANSI = re.compile("\x1b\\[[0-9;]*m")


def mistakes() -> Iterator[tuple[str, list[str]]]:
    """Each mistake, with the lines of what is said of it, but for those that name the error once more."""
    sections = re.split(r"(?m)^-- (?:in|out) --\n", CORPUS.read_text())[1:]
    for code, said in zip(sections[::2], sections[1::2]):
        lines = [line.removeprefix("= ").removeprefix("display: ").strip() for line in said.splitlines() if not line.startswith("! ")]
        yield code.rstrip("\n"), lines


def shown(outputs: list[dict]) -> str:
    """The text of outputs of one cell, which is named cell 1."""
    parts = []
    for output in outputs:
        parts += output.get("traceback", [])
        parts += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
    text = "\n".join("".join(part) for part in parts)
    return re.sub(r"cell \d+", "cell 1", ANSI.sub("", text))


@pytest.mark.parametrize("half", [0, 1])
def test_messages_in_the_page(judged: Judged, lab: Lab, browser: Browser, half: int):
    """Every mistake is typed into a page and gets its answer; pictures of all of them, in both themes."""
    chosen = list(mistakes())[half::2]
    assert len(chosen) >= 20
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    cells = []
    for code, _ in chosen:
        cells.append(nbformat.v4.new_code_cell("%reset", metadata={"jupyter": {"source_hidden": True, "outputs_hidden": True}}))
        cells.append(nbformat.v4.new_code_cell(code, metadata={"tags": ["raises-exception"]}))
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec}), lab.folder / "mistakes.ipynb")
    notebook = Notebook(browser, lab, "mistakes.ipynb")
    try:
        notebook.menu("Run", "Run All Cells")
        notebook.until("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].every(c => c.executionCount > 0)")
        notebook.idle()
        outputs = notebook.outputs()
        for i, (code, said) in enumerate(chosen):
            text = shown([output for output in outputs if output["cell"] == 2 * i + 1])
            for line in said:
                assert line in text, f"{code}\nlacks {line!r}\nin\n{text}"
        notebook.screenshot(f"messages-{half}-light")
        notebook.theme("JupyterLab Dark")
        notebook.screenshot(f"messages-{half}-dark")
    finally:
        notebook.close()


def test_help_in_place(notebook: Notebook, lab: Lab):
    """A question mark behind a name shows the documentation, and Tab in a string the names of files."""
    for name in ("empties.txt", "emptied.txt"):
        (lab.folder / name).write_text("")
    cell = notebook.type("strings.Cut?")
    expect(cell.locator(".jp-OutputArea-output").first).to_contain_text("Cut slices s around the first instance of sep")
    notebook.idle()
    notebook.write('os.ReadFile("emptie')
    notebook.complete("emptied.txt", "empties.txt")
    notebook.page.keyboard.press("Escape")


@pytest.mark.fresh
def test_help_in_the_pager(judged: Judged, lab: Lab, browser: Browser):
    """Jupyter Notebook 7 has a pager, and shows the documentation there."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), lab.folder / "empty.ipynb")
    notebook = Notebook(browser, lab, "empty.ipynb", address=f"{lab.url}notebooks/{lab.path('empty.ipynb')}?token={lab.token}")
    try:
        notebook.type("strings.Cut?")
        expect(notebook.page.get_by_text("Cut slices s around the first instance of sep").first).to_be_visible()
        notebook.page.screenshot(path=SCREENSHOTS / "pager-light.png")
    finally:
        notebook.close()
