# SPDX-License-Identifier: BSD-3-Clause

"""The tables of package frame, in JupyterLab: sorted, filtered and moved through by mouse and by keyboard, and without a kernel."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Judged
from lab import SCREENSHOTS, Lab, Notebook
from test_play import SIZES, Exported, export, settle  # noqa: F401 (export is a fixture)

pytestmark = pytest.mark.polka

WIDTHS = {**SIZES, "phone": (390, 844)}

# 45 rows: scores that repeat, so that a second column decides; a missing value; and times.
GAMES = """type game struct {
	Name   string
	Score  int
	Ratio  *float64
	Won    bool
	Played time.Time
}
games := []game{}
for i := range 45 {
	ratio := float64(i*i%17) / 4
	games = append(games, game{fmt.Sprintf("player %02d", i*7%45), i % 5, &ratio, i%3 == 0, time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC)})
}
games[7].Ratio = nil
t := frame.Of(games)
t"""

# The same rows in Python, in the order in which the cell makes them.
ROWS = [(f"player {i * 7 % 45:02}", i % 5, None if i == 7 else i * i % 17 / 4, i % 3 == 0) for i in range(45)]


def shown(root: Locator, column: int = 0) -> list[str]:
    """The texts of a column of the page that is shown, when nothing is pending."""
    expect(root).not_to_have_attribute("data-pending", "yes")
    return root.evaluate("(e, i) => [...e.querySelectorAll('tbody tr')].map(tr => tr.cells[i + 1].textContent)", column)


def numbers(root: Locator) -> list[int]:
    """The numbers of the rows that are shown."""
    expect(root).not_to_have_attribute("data-pending", "yes")
    return root.evaluate("e => [...e.querySelectorAll('tbody tr')].map(tr => +tr.cells[0].textContent)")


def order(key, reverse: bool = False, keep=lambda row: True) -> list[int]:
    """The numbers of the rows that Python keeps, sorted by Python."""
    return sorted((i for i, row in enumerate(ROWS) if keep(row)), key=lambda i: key(ROWS[i]), reverse=reverse)


def head(root: Locator, column: int) -> Locator:
    return root.locator(f"th[data-column='{column}']")


def status(root: Locator) -> Locator:
    return root.locator(".plk-frame-status")


def open_table(notebook: Notebook, code: str = GAMES) -> Locator:
    root = notebook.type(code).locator(".plk-frame-live")
    expect(root).to_be_visible()
    return root


def look_at(notebook: Notebook, root: Locator, name: str) -> None:
    """Pictures in both themes and three widths."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    notebook.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    for size, (width, height) in WIDTHS.items():
        notebook.page.set_viewport_size({"width": width, "height": height})
        for theme in ("Light", "Dark"):
            notebook.theme(f"JupyterLab {theme}")
            root.scroll_into_view_if_needed()
            settle(notebook.page)
            notebook.page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{theme.lower()}.png")
    small = root.evaluate("""e => [...e.querySelectorAll('*')].filter(x => x.checkVisibility() && x.localName !== 'title' &&
        [...x.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(x).fontSize) < 11).map(x => x.textContent)""")
    assert not small
    notebook.page.evaluate("() => window.jupyterapp.shell.expandLeft()")


def test_mouse(notebook: Notebook):
    """Headers sort, by one column and by two; fields filter; buttons show other pages; Go knows what is shown."""
    root = open_table(notebook)
    assert numbers(root) == list(range(20))
    expect(status(root)).to_have_text("rows 1 to 20 of 45 rows")
    head(root, 1).click()
    expect(head(root, 1)).to_have_attribute("aria-sort", "ascending")
    assert numbers(root) == order(lambda row: row[1])[:20]
    head(root, 0).click(modifiers=["Shift"])
    expect(head(root, 0)).to_have_attribute("aria-sort", "ascending")
    assert numbers(root) == order(lambda row: (row[1], row[0]))[:20]
    expect(head(root, 0).locator(".plk-frame-mark")).to_have_text("▲2")
    head(root, 1).click()  # this column alone, in the other direction
    expect(head(root, 1)).to_have_attribute("aria-sort", "descending")
    expect(head(root, 0)).to_have_attribute("aria-sort", "none")
    assert numbers(root) == order(lambda row: -row[1])[:20]
    root.locator("[data-role=next]").click()
    expect(status(root)).to_have_text("rows 21 to 40 of 45 rows")
    assert numbers(root) == order(lambda row: -row[1])[20:40]
    root.locator("[data-role=last]").click()
    expect(status(root)).to_have_text("rows 41 to 45 of 45 rows")
    expect(root.locator("[data-role=next]")).to_be_disabled()
    root.get_by_label("filter Score").fill(">= 3")
    expect(status(root)).to_have_text("rows 1 to 18 of 18 rows, filtered from 45")
    assert numbers(root) == order(lambda row: -row[1], keep=lambda row: row[1] >= 3)
    root.get_by_label("filter Name").fill("PLAYER 1")
    keep = lambda row: row[1] >= 3 and "player 1" in row[0]  # noqa: E731
    expect(status(root)).to_contain_text(f"of {len(order(lambda row: 0, keep=keep))} rows, filtered from 45")
    assert numbers(root) == order(lambda row: -row[1], keep=keep)
    after = notebook.type("t.Shown().Ints(\"Score\")")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text(str([ROWS[i][1] for i in order(lambda row: -row[1], keep=keep)]).replace(",", ""))
    root.locator("[data-role=clear]").click()
    expect(status(root)).to_have_text("rows 1 to 20 of 45 rows")
    assert numbers(root) == list(range(20))
    root.get_by_label("rows on a page").select_option("50")
    expect(status(root)).to_have_text("rows 1 to 45 of 45 rows")
    root.get_by_label("filter Ratio").fill("=")
    expect(status(root)).to_contain_text("of 1 row,")
    assert numbers(root) == [7] and shown(root, 2) == ["missing"]


def test_keyboard(notebook: Notebook):
    """All of it with the keyboard alone. The focus is visible, and JupyterLab does not take the keys."""
    root = open_table(notebook)
    page = notebook.page
    cells = notebook.length()
    root.get_by_label("filter Won").click()  # the arrow keys start from where the focus is
    head(root, 0).focus()
    page.keyboard.press("ArrowRight")
    expect(head(root, 1)).to_be_focused()
    assert head(root, 1).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(head(root, 1)).to_have_attribute("aria-sort", "ascending")
    page.keyboard.press("Enter")
    expect(head(root, 1)).to_have_attribute("aria-sort", "descending")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+Enter")
    expect(head(root, 0)).to_have_attribute("aria-sort", "ascending")
    wanted = order(lambda row: (-row[1], row[0]))
    assert numbers(root) == wanted[:20]
    page.keyboard.press("PageDown")
    expect(status(root)).to_have_text("rows 21 to 40 of 45 rows")
    page.keyboard.press("Control+End")
    expect(status(root)).to_have_text("rows 41 to 45 of 45 rows")
    assert numbers(root) == wanted[40:]
    page.keyboard.press("Control+Home")
    expect(status(root)).to_have_text("rows 1 to 20 of 45 rows")
    page.keyboard.press("ArrowDown")
    expect(root.get_by_label("filter Name")).to_be_focused()
    page.keyboard.type("!player 0")
    page.keyboard.press("Enter")
    keep = lambda row: "player 0" not in row[0]  # noqa: E731
    expect(status(root)).to_have_text("rows 1 to 20 of 35 rows, filtered from 45")
    assert numbers(root) == order(lambda row: (-row[1], row[0]), keep=keep)[:20]
    page.keyboard.press("ArrowDown")
    expect(root.locator("tbody td").first).to_be_focused()
    for key in ("ArrowDown", "End", "PageDown"):  # the focus stays at its place when the rows change
        page.keyboard.press(key)
    expect(status(root)).to_have_text("rows 21 to 35 of 35 rows, filtered from 45")
    expect(root.locator("tbody tr").nth(1).locator("td").last).to_be_focused()
    page.keyboard.press("/")
    expect(root.get_by_label("filter Played")).to_be_focused()
    page.keyboard.type("> January")
    page.keyboard.press("Enter")
    expect(status(root)).to_contain_text("Played: expected a date such as 2024-05-17")
    expect(root.get_by_label("filter Played")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Escape")
    expect(head(root, 4)).to_be_focused()
    expect(status(root)).not_to_contain_text("expected a date")
    page.keyboard.press("?")
    expect(root.locator(".plk-frame-help")).to_be_visible()
    for key in ("a", "b"):  # commands of JupyterLab that would insert cells
        page.keyboard.press(key)
    assert notebook.length() == cells


def test_million_rows(notebook: Notebook):
    """A million rows are sorted and filtered while a cell computes, and Stop ends the cell and not the table."""
    root = open_table(notebook, """const n = 1_000_000
numbers, names := make([]int, n), make([]string, n)
for i := range n {
	numbers[i], names[i] = i*7919%n, fmt.Sprint("name ", i%1000)
}
big := frame.New(frame.NewColumn("number", numbers), frame.NewColumn("name", names))
big""")
    expect(status(root)).to_have_text("rows 1 to 20 of 1,000,000 rows")
    expect(head(root, 1).locator(".plk-frame-words")).to_have_text("1,000 values")  # of all rows, no longer of a sample
    busy = notebook.type("for {\n}")
    notebook.status("busy")
    head(root, 0).click()
    head(root, 0).click()
    expect(root.locator("tbody td").first).to_have_text("999999")
    head(root, 1).click(modifiers=["Shift"])
    root.get_by_label("filter name").fill("= name 7")
    expect(status(root)).to_have_text("rows 1 to 20 of 1,000 rows, filtered from 1,000,000")
    numbers_of_7 = sorted((i * 7919 % 1_000_000 for i in range(7, 1_000_000, 1000)), reverse=True)
    assert shown(root) == [str(n) for n in numbers_of_7[:20]]
    notebook.button("notebook:interrupt-kernel")
    expect(busy.locator(".jp-OutputArea-output")).to_be_visible()
    notebook.idle()
    root.get_by_label("filter name").fill("")
    expect(status(root)).to_have_text("rows 1 to 20 of 1,000,000 rows")
    page_of = root.locator("[data-role=last]")
    page_of.click()
    expect(root.locator("tbody td").first).to_have_text("19")


def test_still(notebook: Notebook):
    """The notebook contains the rows that are shown, as a table without scripts and styles of its own."""
    root = open_table(notebook)
    head(root, 1).click()
    head(root, 0).click(modifiers=["Shift"])
    wanted = [ROWS[i][0] for i in order(lambda row: (row[1], row[0]))[:20]]
    notebook.until("""names => window.jupyterapp.shell.currentWidget.content.widgets.at(-1).model.outputs.toJSON().some(o => {
        const page = new DOMParser().parseFromString(o.data['text/html'] || '', 'text/html');
        const rows = [...page.querySelectorAll('tbody tr')].map(tr => tr.cells[1].textContent);
        return rows.join() === names.join() && !page.querySelector('script');
    })""", wanted)


def test_exported_page(export):  # noqa: F811
    """Without a kernel a page shows the first rows, the types and the histograms, at any width, in both themes."""
    page: Page = export(GAMES).page
    table = page.locator(".plk-frame table")
    expect(table.locator("tbody tr")).to_have_count(20)
    expect(table.locator("thead")).to_contain_text("Played")
    expect(table.locator("thead small", has_text="█").first).to_be_visible()
    expect(page.locator(".plk-frame p")).to_have_text("rows 1 to 20 of 45, 5 columns")
    assert not page.locator("script").count()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            settle(page)
            page.screenshot(path=SCREENSHOTS / f"table-page-{size}-{scheme}.png")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_untrusted(judged: Judged, lab: Lab, browser: Browser, tmp_path: Path):
    """A notebook that nobody has signed shows the table, though JupyterLab drops its styles and runs nothing of it."""
    file = tmp_path / "foreign.ipynb"
    spec = {"name": judged.name, "display_name": judged.spec["display_name"], "language": judged.spec["language"]}
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(GAMES)], metadata={"kernelspec": spec}), file)
    subprocess.run([judged.command[0], "nb", "run", str(file), "--output", str(lab.folder)], check=True, capture_output=True, timeout=300)
    notebook = Notebook(browser, lab, "foreign.ipynb")
    table = notebook.panel.locator(".jp-OutputArea-output table")
    expect(table.locator("tbody tr")).to_have_count(20)
    expect(table).to_be_visible()
    expect(table.locator("thead")).to_contain_text("Played")
    sides = table.evaluate("e => [...e.querySelectorAll('tbody tr:first-child td')].map(td => getComputedStyle(td).textAlign)")
    assert sides == ["left", "right", "right", "left", "left"]
    assert notebook.page.evaluate("() => !window.jupyterapp.shell.currentWidget.content.widgets[0].model.trusted")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    notebook.page.screenshot(path=SCREENSHOTS / "table-untrusted.png")
    notebook.close()


def test_pictures(notebook: Notebook):
    root = open_table(notebook)
    head(root, 1).click()
    root.get_by_label("filter Score").fill(">= 1")
    expect(status(root)).to_contain_text("filtered from 45")
    head(root, 1).focus()
    notebook.page.keyboard.press("ArrowRight")
    look_at(notebook, root, "table-lab")
