# SPDX-License-Identifier: BSD-3-Clause

"""Exercises that are answered in a widget, by mouse and by keys: in JupyterLab, and in an exported page without a kernel.

test_lite.py does the same in the browser build.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from lab import SCREENSHOTS, Notebook
from test_play import export, settle  # noqa: F401, a fixture

pytestmark = pytest.mark.polka

# What the lessons define before their exercises.
DEFINITIONS = """type problem map[string][]string
func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(i string) bool { return slices.Contains(b, i) })
}
down, up := []int{1, 2, 3, 4, 0}, []int{4, 0, 1, 2, 3}
func order() (list []int) {
	for x := down[0]; x != 0; x = down[x] {
		list = append(list, x)
	}
	return list
}"""
NAMES = {"orientationCounts": "predict", "orderWithout": "parsons", "remaining": "bug", "singleBits": "gap", "corners": "vote"}
TASK = ".plk-play.plk-task"  # without the still picture of a page with a kernel
ORDER = ["func orderWithout", "down[up[x]], up[down[x]] = down[x], up[x]", "list := order()", "down[up[x]], up[down[x]] = x, x", "return list", "}"]


def verdict(root: Locator, want: str) -> None:
    expect(root).to_have_attribute("data-verdict", want)


def line(root: Locator, text: str) -> Locator:
    return root.locator(f'[data-line][aria-label^="{text}"]')


def by_mouse(roots: dict[str, Locator], kernel: bool = True) -> None:
    """Answer each exercise with the mouse, wrong at first where one can try again."""
    predict = roots["predict"]
    expect(predict.locator("[data-role=run]")).to_be_disabled()  # nothing runs before it is predicted
    assert predict.locator(".plk-output").count() == 0
    predict.get_by_text("2 4 2").click()
    predict.locator("[data-role=run]").click()
    verdict(predict, "wrong")
    expect(predict.locator(".plk-output")).to_have_text("2 8 4")
    expect(predict.locator(".plk-result")).to_contain_text("permits reflections")
    expect(predict.locator("[data-role=run]")).to_be_disabled()

    parsons = roots["parsons"]
    for text in ORDER[:2] + ORDER[3:]:
        line(parsons, text).click()
    parsons.locator("[data-role=run]").click()
    verdict(parsons, "wrong")
    settle(parsons.page)
    source, target = line(parsons, ORDER[2]), line(parsons, ORDER[3])
    source.scroll_into_view_if_needed()
    begin, end = source.bounding_box(), target.bounding_box()
    mouse = parsons.page.mouse
    mouse.move(begin["x"] + 10, begin["y"] + 5)
    mouse.down()
    mouse.move(end["x"] + 10, end["y"] + 2, steps=4)
    mouse.up()
    assert parsons.locator(".plk-program code").all_inner_texts() == [ORDER[0] + "(x int) []int {", *("\t" + t for t in ORDER[1:5]), "}"]
    parsons.locator("[data-role=run]").click()
    verdict(parsons, "right")

    bug = roots["bug"]
    bug.locator("li", has_text="left := problem").click()
    verdict(bug, "wrong")
    expect(bug.locator(".plk-result")).to_contain_text("expected 2 and 3" if kernel else "this line is correct")
    bug.locator("li", has_text="if meet").click()
    verdict(bug, "right")
    expect(bug.locator(".plk-result")).to_contain_text("Better: if !meet")

    gap = roots["gap"]
    first, second = gap.locator("input").all()
    first.fill("set")
    second.fill("set-1")
    gap.locator("[data-role=run]").click()
    verdict(gap, "wrong")
    first.fill("-set & set" if kernel else "set&-set")  # with a kernel, what is right is right
    gap.locator("[data-role=run]").click()
    verdict(gap, "right")

    vote = roots["vote"]
    vote.locator("label").first.click()
    vote.locator("[data-role=run]").click()
    expect(vote.locator(".plk-result")).to_contain_text("vote again")
    vote.locator("[data-role=count]").click()
    for choice in (0, 0, 0, 1):
        vote.locator(f"[data-more='{choice}']").click()
    expect(vote.locator(".plk-number")).to_have_text(["3 (75 %)", "1 (25 %)", "0 (0 %)"])
    vote.locator("[data-role=count]").click()
    vote.locator("[data-more='1']").click()
    expect(vote.locator(".plk-number")).to_have_text(["3 (75 %)", "0 (0 %)", "1 (25 %)", "1 (100 %)", "0 (0 %)", "0 (0 %)"])
    vote.locator("[data-role=answer]").click()
    expect(vote.locator(".plk-result")).to_contain_text("32 cells of one color")


def by_keys(page: Page, roots: dict[str, Locator]) -> None:
    """Answer each exercise with the keyboard."""
    press = page.keyboard.press
    predict = roots["predict"]
    predict.locator("input").first.focus()
    press("ArrowDown")
    press("ArrowDown")
    press("Tab")
    press("Enter")
    verdict(predict, "right")

    parsons = roots["parsons"]
    for text in [*ORDER[:2], ORDER[3], ORDER[2], *ORDER[4:]]:
        line(parsons, text).focus()
        press("Enter")
    line(parsons, ORDER[2]).focus()
    press("Shift+ArrowUp")
    assert parsons.locator(".plk-program code").all_inner_texts()[2] == "\t" + ORDER[2]
    press("ArrowDown")
    press("ArrowLeft")
    assert parsons.locator(".plk-program li").count() == 5
    press("ArrowRight")
    press("Shift+ArrowUp")
    press("Shift+ArrowUp")
    parsons.locator("[data-role=run]").focus()
    press("Enter")
    verdict(parsons, "right")

    bug = roots["bug"]
    bug.locator("li").first.focus()
    for _ in range(3):
        press("ArrowDown")
    press("Enter")
    verdict(bug, "right")

    gap = roots["gap"]
    gap.locator("input").first.focus()
    page.keyboard.type("set & -set")
    press("Enter")  # to the next gap
    page.keyboard.type("set - 1")
    press("Enter")
    verdict(gap, "right")

    vote = roots["vote"]
    vote.locator("input").first.focus()
    press("ArrowDown")
    press("Tab")
    press("Enter")
    expect(vote.locator(".plk-result")).to_contain_text("vote again")
    press("Tab")
    press("Enter")
    press("Enter")
    expect(vote.locator(".plk-number").first).to_have_text("1 (100 %)")


def show(notebook: Notebook) -> dict[str, Locator]:
    """Cells with an exercise of each kind; their widgets by kind."""
    roots = {kind: notebook.type(f"%exercise {name}").locator(TASK) for name, kind in NAMES.items()}
    for root in roots.values():
        expect(root).to_have_attribute("data-ready", "yes")
    return roots


def test_in_jupyterlab(notebook: Notebook):
    """All kinds by mouse and by keys; the answers count, and the kernel has what they define."""
    notebook.type(DEFINITIONS)
    by_mouse(show(notebook))
    by_keys(notebook.page, show(notebook))
    expect(notebook.type("orderWithout(2)").locator(".jp-OutputArea-executeResult")).to_contain_text("[1 3 4]")
    progress = notebook.type("%check").locator(".jp-OutputArea-output")
    for text in ("✗ orientationCounts, 2 answers", "✓ orderWithout, 2 answers", "✓ remaining, 2 answers", "✓ singleBits, 2 answers"):
        expect(progress).to_contain_text(text.replace("✗", "✓"))
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.theme(theme)
        notebook.screenshot("exercises-lab-" + theme.split()[1].lower())


def test_predicted_cell(notebook: Notebook):
    """The code below %%exercise runs when it has been predicted."""
    cell = notebook.type("%%exercise orientationCounts\nfmt.Println(1+1, \"printed\")")
    root = cell.locator(TASK)
    expect(root).to_have_attribute("data-ready", "yes")
    assert "2 printed" not in cell.locator(".jp-Cell-outputWrapper").inner_text()
    root.get_by_text("8 8 8").click()
    root.locator("[data-role=run]").click()
    expect(root.locator(".plk-result")).to_contain_text("Now run the cell again.")
    cell.locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("2 printed")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("predicted: 8 8 8")


def test_exported(export):  # noqa: F811
    """All kinds in a page without a kernel, by mouse and by keys, in print, and on a telephone."""
    exported = export(DEFINITIONS, *(f"%exercise {name}" for name in NAMES))
    page = exported.page
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "exercises-390.png", full_page=True)
    page.set_viewport_size({"width": 1366, "height": 768})
    roots = {kind: page.locator(".plk-task.plk-game", has=page.locator(f"xpath=self::*[contains(@aria-label, '{name}')]")) for name, kind in NAMES.items()}
    by_mouse(roots, kernel=False)
    exported.screenshots("exercises")
    page.reload()
    by_keys(page, roots)
    page.emulate_media(media="print")
    expect(roots["parsons"]).not_to_be_visible()
    expect(page.get_by_text("☐ return list")).to_be_visible()
