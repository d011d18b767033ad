# SPDX-License-Identifier: BSD-3-Clause

"""Cells that are checked while they are written, in a browser: problems, descriptions, fixes and formatting of our extension."""

from __future__ import annotations

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, expect

from conftest import Judged
from lab import Lab, Notebook

pytestmark = pytest.mark.polka

PROBLEM = ".cm-content .polka-problem"
BOX = ".cm-tooltip .polka-box"


def problems(cell: Locator) -> Locator:
    return cell.locator(PROBLEM)


def point(notebook: Notebook, at: Locator) -> Locator:
    """Point at something until the box is there."""
    box = notebook.page.locator(BOX)
    notebook.page.mouse.move(5, 5)
    expect(box).to_have_count(0)
    at.hover()
    expect(box).to_be_visible()
    return box


def source(notebook: Notebook) -> str:
    """The text of the last cell."""
    return notebook.page.evaluate("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].at(-1).sharedModel.getSource()")


def command(notebook: Notebook, name: str) -> None:
    notebook.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)


def test_problems(notebook: Notebook):
    """A type error across cells is underlined though nothing has run; the box says what is wrong, and its button mends it."""
    notebook.write('greeting := "hello"')
    cell = notebook.write("var n int = greeting\nn = len(greetin)")
    expect(problems(cell)).to_have_text(["greeting", "greetin"])
    box = point(notebook, problems(cell).first)
    expect(box.locator(".polka-message.polka-error")).to_contain_text("cannot use greeting")
    expect(box.locator(".polka-about")).to_contain_text("var greeting string")
    box = point(notebook, problems(cell).nth(1))
    expect(box.locator(".polka-message")).to_contain_text("undefined: greetin")
    box.get_by_role("button", name="Write greeting").click()
    expect(notebook.page.locator(BOX)).to_have_count(0)
    assert source(notebook) == "var n int = greeting\nn = len(greeting)"
    expect(problems(cell)).to_have_text(["greeting"])
    first = notebook.panel.locator(".jp-CodeCell").nth(1).locator(".cm-content")
    first.click()
    notebook.page.keyboard.press("Control+A")
    notebook.page.keyboard.insert_text("greeting := []int{1}[0]")
    expect(cell.locator(".cm-line").nth(1).locator(".polka-problem")).to_have_text("greeting")
    box = point(notebook, problems(cell))
    expect(box.locator(".polka-message")).to_contain_text("invalid argument: greeting (variable of type int)")


def test_while_a_cell_runs(notebook: Notebook):
    """The server answers while a cell runs, the indicator still shows that one does, and a new kernel has a new server."""
    cell = notebook.type("for {\n}")
    notebook.status("busy")
    wrong = notebook.write("y := x + 1")
    expect(problems(wrong)).to_have_text(["x"])
    notebook.status("busy")
    command(notebook, "notebook:interrupt-kernel")
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text(["Interrupted"])
    notebook.idle()
    notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    expect(problems(wrong)).to_have_count(0)
    expect(problems(wrong)).to_have_text(["x"])
    mended = wrong.locator(".cm-content")
    mended.click()
    notebook.page.keyboard.press("Control+A")
    notebook.page.keyboard.insert_text('y, err := strconv.Atoi("1")\ny')
    expect(wrong.locator(".polka-problem.polka-information")).to_have_text(["err"])


def test_descriptions(notebook: Notebook):
    """The box has the declaration and documentation of a name of the library, and of one of Polka's packages."""
    cell = notebook.write('strings.Repeat("ab", 3)\nshapes.Pentominoes()')
    for name, declaration, text in [
        ("Repeat", "func Repeat(s string, count int) string", "Repeat returns a new string"),
        ("Pentominoes", "func Pentominoes() []", "Pentominoes returns"),
    ]:
        box = notebook.page.locator(BOX)
        notebook.page.mouse.move(5, 5)
        expect(box).to_have_count(0)
        x, y = cell.locator(".cm-line", has_text=name).evaluate("""(line, name) => {
            const range = document.createRange();
            const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            while (texts.nextNode() && !texts.currentNode.data.includes(name));
            range.setStart(texts.currentNode, texts.currentNode.data.indexOf(name) + 1);
            range.setEnd(texts.currentNode, texts.currentNode.data.indexOf(name) + 2);
            const {x, y, width, height} = range.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }""", name)
        notebook.page.mouse.move(x, y)
        expect(box).to_contain_text(declaration)
        expect(box).to_contain_text(text)
        expect(box.locator(".polka-message")).to_have_count(0)


def test_format(notebook: Notebook):
    """The commands format the selected cells and all cells, and leave a cell with a syntax error; one fixes the problem at the cursor."""
    notebook.write("a:=1")
    broken = notebook.write("if {")
    last = notebook.write("b   :=   a+\\\n2")
    notebook.page.keyboard.press("Control+A")
    notebook.page.keyboard.insert_text("func f( ) int{\nreturn   1 }")
    command(notebook, "polka:format-cell")
    assert source(notebook) == "func f() int {\n\treturn 1\n}"
    command(notebook, "polka:format-notebook")
    texts = notebook.page.evaluate("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].map(c => c.sharedModel.getSource())")
    assert texts == ["", "a := 1", "if {", "func f() int {\n\treturn 1\n}"]
    expect(problems(broken)).to_have_count(1)
    wrong = notebook.write("c = f()")
    expect(problems(wrong)).to_have_text(["c"])
    notebook.page.keyboard.press("Home")
    command(notebook, "polka:fix")
    assert source(notebook) == "c := f()"
    expect(problems(wrong)).to_have_count(0)


def test_format_on_save(judged: Judged, own_lab: Lab, browser: Browser):
    """The setting is in the settings editor; with it, Save formats, but JupyterLab's own saving does not."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}, cells=[nbformat.v4.new_code_cell("x:=1")]), own_lab.folder / "save.ipynb")
    notebook = Notebook(browser, own_lab, "save.ipynb")

    def saved() -> list[str]:
        return [cell.source for cell in nbformat.read(own_lab.folder / "save.ipynb", as_version=4).cells]

    notebook.write("y:=x")
    command(notebook, "docmanager:save")
    assert saved() == ["x:=1", "y:=x"]
    notebook.page.evaluate("() => window.jupyterapp.commands.execute('settingeditor:open', {query: 'Polka'})")
    notebook.page.get_by_label("Format cells when a notebook is saved").check()
    notebook.until("""async () => (await window.jupyterapp.serviceManager.settings.fetch('polka-cells:editor')).raw.includes('"formatOnSave": true')""")
    notebook.page.locator(".lm-TabBar-tabLabel", has_text="save.ipynb").click()
    notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")  # as JupyterLab does by itself
    assert saved() == ["x:=1", "y:=x"]
    command(notebook, "docmanager:save")
    assert saved() == ["x := 1", "y := x"]
    notebook.close()
    assert not notebook.complaints


def test_jupyter_notebook(judged: Judged, own_lab: Lab, browser: Browser):
    """Jupyter Notebook has the same extension: problems, the box and formatting."""
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": spec}), own_lab.folder / "seven.ipynb")
    notebook = Notebook(browser, own_lab, "seven.ipynb", address=f"{own_lab.url}notebooks/seven.ipynb?token={own_lab.token}")
    notebook.write('s:="a"')
    cell = notebook.write("s+1")
    expect(problems(cell)).to_have_count(1)
    box = point(notebook, problems(cell))
    expect(box.locator(".polka-message")).to_contain_text("operands of different types")
    notebook.menu("Edit", "Format All Cells")
    notebook.until("""() => {
        const cells = window.jupyterapp.shell.currentWidget.content.model.cells
        return cells.get(1).sharedModel.getSource() === 's := "a"' && cells.get(2).sharedModel.getSource() === 's + 1'
    }""")
    notebook.close()
    assert not [complaint for complaint in notebook.complaints if "polka" in complaint]
