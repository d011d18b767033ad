# SPDX-License-Identifier: BSD-3-Clause

"""The widgets of package play: in JupyterLab, and in an exported page without a kernel."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random
from typing import Iterator

import nbformat
import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import ROOT, Judged
from lab import LIVE, SCREENSHOTS, Lab, Notebook
from test_widgets import ENDLESS_PUZZLE

pytestmark = pytest.mark.polka

SIZES = {"wide": (1366, 768), "narrow": (1024, 768)}

# Two L trominoes on a board of 2 by 3 cells: after one is placed well, the other has one place.
PAIR = """l, _ := shapes.PieceByName("trominoes", "L")
game, err := play.NewGame(cover.New(cover.Rectangle(2, 3), l, l))
err"""


class Exported:
    """A page that polka nb export has made of some cells, opened without a network."""

    def __init__(self, judged: Judged, browser: Browser, folder: Path, cells: list[str]):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        file = folder / "page.ipynb"
        nbformat.write(notebook, file)
        for argv in (["nb", "run", str(file), "--output", str(folder)], ["nb", "export", str(file)]):
            subprocess.run([judged.command[0], *argv], check=True, capture_output=True, timeout=300)
        self.complaints: list[str] = []
        self.context = browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.goto(file.with_suffix(".html").as_uri())

    def screenshots(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme)
                self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                self.page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{scheme}.png", full_page=True)


@pytest.fixture
def export(judged: Judged, browser: Browser, tmp_path: Path) -> Iterator:
    pages: list[Exported] = []

    def export(*cells: str) -> Exported:
        pages.append(Exported(judged, browser, tmp_path, list(cells)))
        return pages[-1]

    yield export
    for page in pages:
        page.context.close()
        assert not page.complaints


def worker(lab: Lab) -> psutil.Process:
    """The process that runs the cells of the only kernel."""
    for kernel in psutil.Process(lab.process.pid).children(recursive=True):
        if "kernel" in kernel.cmdline():
            for child in kernel.children():
                if "worker" in child.cmdline():
                    return child
    raise AssertionError("no worker")


def settle(page: Page) -> None:
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def small_labels(page: Page) -> list[str]:
    """The texts of the widgets that are smaller than 11 pixels."""
    return page.evaluate("""() => [...document.querySelectorAll('.plk-game *')].filter(e =>
        [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.localName !== 'title' && e.localName !== 'style' &&
        e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < 11).map(e => e.textContent)""")


def turn_until_it_fits(page: Page, root: Locator) -> None:
    """Turn the piece in hand, and move it, until it fits and leaves a solution."""
    for _ in range(4):
        for move in ("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(move)
            expect(root).not_to_have_attribute("data-waiting", "yes")
            if root.get_attribute("data-hand") == "plk-good":
                return
        page.keyboard.press("r")
    raise AssertionError("the piece fits nowhere")


def solve_by_keys(page: Page, root: Locator) -> None:
    """Solve PAIR with the keyboard."""
    root.locator(".plk-table").focus()
    for n in (1, 2):
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        turn_until_it_fits(page, root)
        page.keyboard.press("Enter")
        expect(root).to_have_attribute("data-placed", re.compile(r"^\d+" + r" \d+" * (n - 1) + "$"))


def box(root: Locator, selector: str) -> dict[str, float]:
    """Where an element of a widget is, which draws itself again at any time."""
    settle(root.page)
    return root.evaluate("(e, selector) => e.querySelector(selector).getBoundingClientRect().toJSON()", selector)


def solve_by_mouse(page: Page, root: Locator) -> None:
    """Solve PAIR with the mouse; the keys r and f turn and flip the piece that is dragged."""
    for n in (1, 2):
        board = box(root, ".plk-f")
        letter = box(root, "[data-piece] text")
        cell = board["height"] / 2
        page.mouse.move(letter["x"] + letter["width"] / 2, letter["y"] + letter["height"] / 2)
        page.mouse.down()
        fits = False
        for x in (1, 2):
            for _ in range(4):
                page.mouse.move(board["x"] + x * cell - 2, board["y"] + cell)
                page.mouse.move(board["x"] + x * cell, board["y"] + cell, steps=3)
                expect(root).not_to_have_attribute("data-waiting", "yes")
                fits = root.get_attribute("data-hand") == "plk-good"
                if fits:
                    break
                page.keyboard.press("r")
            if fits:
                break
        assert fits
        page.mouse.up()
        expect(root).to_have_attribute("data-placed", re.compile(r"^\d+" + r" \d+" * (n - 1) + "$"))


def test_exported_puzzle(export):
    """The puzzle works without a kernel: by keys, by mouse, undo, hints and a solution."""
    exported = export(PAIR, "game", "big, _ := play.NewGame(cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...))\nbig",
                      "soma, _ := play.NewGame(cover.New(cover.Box(3, 3, 3), shapes.Soma()...))\nsoma")
    page = exported.page
    root = page.locator(".plk-game").first
    status = root.locator(".plk-status")
    page.keyboard.press("Tab")
    solve_by_keys(page, root)
    expect(status).to_have_text("Solved!")
    expect(root).to_have_attribute("data-solved", "true")
    page.keyboard.press("u")
    expect(root).to_have_attribute("data-solved", "false")
    expect(status).to_have_text("One solution is left.")
    page.keyboard.press("c")
    expect(root).to_have_attribute("data-placed", "")
    solve_by_mouse(page, root)
    expect(status).to_have_text("Solved!")
    page.keyboard.press("?")
    expect(root.locator(".plk-help")).to_contain_text("turn, flip")
    page.keyboard.press("?")
    big = page.locator(".plk-game").nth(1)
    big.locator("[data-role=solution]").click()
    expect(big).to_have_attribute("data-solved", "true")
    soma = page.locator(".plk-game").nth(2)
    letters = "e => [...e.querySelectorAll('.plk-piece')].map(p => [...p.querySelectorAll('text')].map(t => t.textContent).join())"
    assert sorted(soma.evaluate(letters)) == sorted("VLTZABP")
    soma.locator("[data-role=solution]").click()
    expect(soma).to_have_attribute("data-solved", "true")
    expect(soma.locator(".plk-copies", has_text="layer").first).to_have_text("layer 0")
    big.locator("[data-role=undo]").click()
    assert not small_labels(page)
    exported.screenshots("play-puzzle-page")


def test_status_of_a_piece_in_hand(export):
    """The line below the board speaks of the place where the piece is now, also where it hangs off the board."""
    page = export(PAIR, "game").page
    root = page.locator(".plk-game").first
    root.locator(".plk-table").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    seen = set()
    for key in ["ArrowRight", "r", "ArrowLeft", "ArrowLeft", "r", "ArrowRight", "r", "ArrowRight", "ArrowRight", "ArrowLeft", "r", "ArrowLeft"]:
        page.keyboard.press(key)
        expect(root).not_to_have_attribute("data-waiting", "yes")
        settle(page)
        hand, status = root.get_attribute("data-hand"), root.locator(".plk-status").inner_text()
        says = {"plk-no": "does not fit here.", "plk-good": "here leaves a solution.", "plk-bad": "here leaves no solution."}[hand]
        assert status.endswith(says), (key, hand, status)
        seen.add(hand)
    assert {"plk-no", "plk-good"} <= seen, seen


def test_puzzle_on_a_phone(export):
    """In a narrow window the board becomes smaller instead of being cut, and a finger still finds the pieces."""
    page = export("big, _ := play.NewGame(cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...))\nbig").page
    page.set_viewport_size({"width": 390, "height": 800})
    root = page.locator(".plk-game")
    expect(root).to_have_attribute("data-ready", "yes")
    assert root.locator(".plk-stage").evaluate("e => e.scrollWidth <= e.clientWidth")
    table, piece = root.locator(".plk-table").bounding_box(), root.locator(".plk-piece[data-piece='11']").bounding_box()
    assert table["x"] + table["width"] <= 390
    page.mouse.move(piece["x"] + 5, piece["y"] + 5)  # Z, at its left upper cell
    page.mouse.down()
    page.mouse.move(table["x"] + 60, table["y"] + 60)
    settle(page)
    held = root.locator(".plk-hand").bounding_box()
    assert abs(held["x"] + held["width"] / 2 - table["x"] - 60) < 3 and abs(held["y"] + held["height"] / 2 - table["y"] - 60) < 3, held
    page.mouse.up()
    expect(root).to_have_attribute("data-placed", re.compile(r"^\d+$"))


def test_puzzle_in_a_notebook(notebook: Notebook):
    """The puzzle is solved by keys and by mouse, and Go knows what is on the board."""
    notebook.type(PAIR)
    cell = notebook.type("game.OnMove(func(t cover.Tiling) { fmt.Println(len(t.Placements), game.Solved()) })\ngame")
    root = cell.locator(LIVE)
    expect(root).to_be_visible()
    solve_by_mouse(notebook.page, root)
    expect(cell.locator(".jp-OutputArea-output", has_text="2 true")).to_be_visible()
    after = notebook.type("game.Solved()")
    expect(after.locator(".jp-OutputArea-executeResult")).to_contain_text("true")
    root.locator("[data-role=clear]").click()
    expect(root.locator(".plk-status")).to_have_text("2 solutions are left.")
    solve_by_keys(notebook.page, root)
    expect(root.locator(".plk-status")).to_have_text("Solved!")


def test_hints_during_a_cell(notebook: Notebook, lab: Lab):
    """The solver answers while a cell computes, and after Stop; a killed worker is announced, and the game goes on."""
    cell = notebook.type("game, _ := play.NewGame(cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...))\ngame")
    root = cell.locator(LIVE)
    expect(root).to_be_visible()
    busy = notebook.type("for {\n}")
    notebook.status("busy")
    root.locator(".plk-table").focus()
    for key in ("n", "Enter"):
        notebook.page.keyboard.press(key)
    expect(root).to_have_attribute("data-verdict", re.compile("true|false"))
    notebook.page.keyboard.press("Enter")
    expect(root).to_have_attribute("data-placed", re.compile(r"^\d+$"))
    notebook.button("notebook:interrupt-kernel")
    expect(busy.locator(".jp-OutputArea-output")).to_be_visible()
    notebook.idle()
    notebook.page.keyboard.press("u")
    expect(root.locator(".plk-status")).to_contain_text("solutions are left")
    look_at(notebook, root, "play-puzzle-lab")
    worker(lab).kill()
    expect(root.locator(".plk-warning")).to_contain_text("has ended")
    root.locator("[data-role=solution]").click()
    expect(root.locator(".plk-status")).to_have_text(re.compile("Solved!|found"))
    again = notebook.type("6 * 7")
    expect(again.locator(".jp-OutputArea-executeResult")).to_contain_text("42")


def test_restart(notebook: Notebook):
    """After a restart of the kernel the page says so, and the puzzle can be played on."""
    notebook.type(PAIR)
    cell = notebook.type("game")
    root = cell.locator(LIVE)
    root.locator(".plk-table").focus()
    for key in ("n", "Enter"):
        notebook.page.keyboard.press(key)
    expect(root).to_have_attribute("data-verdict", re.compile("true|false"))  # the kernel answers: nothing is on its way that a restart would overtake
    notebook.page.keyboard.press("Escape")
    notebook.button("notebook:restart-kernel")
    notebook.confirm()
    expect(root.locator(".plk-warning")).to_contain_text("has ended")
    solve_by_keys(notebook.page, root)
    expect(root.locator(".plk-status")).to_have_text("Solved!")


KNUTH = '''problem, _ := dlx.Parse("a b c d e f g\\nc e\\na d g\\nb c f\\na d f\\nb g\\nd e g\\n")
matrix, err := play.NewCover(problem)
err'''


def choose_options(page: Page, root: Locator) -> None:
    """Meet a dead end of KNUTH, and solve it, with keys and with the mouse."""
    status = root.locator(".plk-status")
    root.locator("tr[data-option='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(root).to_have_attribute("data-chosen", "1")
    expect(root.locator("tr[data-option='3']")).to_have_class("plk-struck")
    root.locator("tr[data-option='3']").click(force=True)  # it is disabled; rows are numbered as in Go
    expect(status).to_have_text("Option 3 is struck out: a is covered already.")
    expect(root.locator("tr[data-option='3'] th")).to_have_text("3")
    root.locator("tr[data-option='0']").click()
    expect(status).to_contain_text("Dead end")
    expect(root.locator(".plk-log li").first).to_contain_text("Algorithm X branches on a with 2 options, and this is one of them")
    for key in ("u", "u"):
        page.keyboard.press(key)
    expect(root).to_have_attribute("data-chosen", "")
    page.keyboard.press("x")
    expect(status).to_contain_text("Algorithm X branches on a")
    page.keyboard.press("x")
    for n in (0, 3, 4):
        root.locator(f"tr[data-option='{n}']").click()
    expect(status).to_contain_text("Solved")
    expect(root).to_have_attribute("data-solved", "true")


def test_exported_cover(export):
    exported = export(KNUTH, "matrix")
    root = exported.page.locator(".plk-game")
    choose_options(exported.page, root)
    exported.page.keyboard.press("u")
    assert not small_labels(exported.page)
    exported.screenshots("play-cover-page")


# Knuth's example of a problem with colors.
COLORED = '''problem, _ := dlx.Parse("p q r | x y\\np q x y:A\\np r x:A y\\np x:B\\nq x:A\\nr y:B\\n")
matrix, err := play.NewCover(problem)
err'''


def test_cover_with_colors(export):
    """Options that give an item the same color may be chosen together."""
    exported = export(COLORED, "matrix")
    root = exported.page.locator(".plk-game")
    status = root.locator(".plk-status")
    expect(root.locator("tr[data-option='1'] td").nth(3)).to_have_text("A")
    root.locator("tr[data-option='3']").click()
    expect(root.locator("tr[data-option='1']")).not_to_have_class("plk-struck")
    root.locator("tr[data-option='2']").click(force=True)
    expect(status).to_have_text("Option 2 is struck out: x has the color A already.")
    expect(root.locator("thead th").nth(4)).to_have_text("x:A")
    root.locator("tr[data-option='1']").click()
    expect(status).to_contain_text("Solved")
    exported.page.keyboard.press("u")
    exported.page.keyboard.press("u")
    exported.page.keyboard.press("s")
    expect(root).to_have_attribute("data-solved", "true")
    assert sorted((root.get_attribute("data-chosen") or "").split()) == ["1", "3"]
    exported.screenshots("play-cover-colors")


def all_covers(problem: dict) -> int:
    """The number of exact covers, by trying all sets of options."""
    options, colors, low = problem["options"], problem["colors"], problem["low"]
    count = 0
    for chosen in range(1 << len(options)):
        uses: list[list[str]] = [[] for _ in low]
        for k, items in enumerate(options):
            if chosen >> k & 1:
                for i, color in zip(items, colors[k]):
                    uses[i].append(color)
        count += all(len(u) == 1 if low[i] else len(u) < 2 or len(set(u)) == 1 and u[0] != "" for i, u in enumerate(uses))
    return count


def test_the_solver_of_pages(browser: Browser):
    """The solver in exact.js counts the covers of random problems with colors as a count by brute force does."""
    random = Random(38)
    problems = []
    for _ in range(150):
        primary, secondary = random.randint(1, 4), random.randint(0, 3)
        options, colors = [], []
        for _ in range(random.randint(1, 9)):
            items = sorted(random.sample(range(primary + secondary), random.randint(1, min(4, primary + secondary))))
            if items[0] >= primary:
                continue  # an option without a primary item is never chosen by a search
            options.append(items)
            colors.append([random.choice(["", "A", "B"]) if i >= primary else "" for i in items])
        problems.append({"options": options, "colors": colors, "low": [1] * primary + [0] * secondary, "high": [1] * (primary + secondary)})
    page = browser.new_page()
    got = page.evaluate(
        """([source, problems]) => {
            const exactCover = new Function(source + "; return exactCover;")();
            return problems.map((p) => { let n = 0; exactCover(p).search(10000, () => { n++; }); return n; });
        }""",
        [(ROOT / "play/exact.js").read_text(), problems],
    )
    page.close()
    want = [all_covers(p) for p in problems]
    assert got == want
    assert sum(n > 0 for n in want) > 30


def shown(page: Page) -> list[str]:
    """What the page says: its texts, labels and titles, without code, names and what a sighted reader does not see."""
    return page.evaluate(
        """() => {
            const list = [];
            for (const root of document.querySelectorAll(".plk-game, .plk-story")) {
                list.push(root.ariaLabel || "");
                for (const e of root.querySelectorAll("*")) {
                    if (e.closest("script, style, .plk-source, .plk-values")) continue;
                    for (const name of ["aria-label", "title", "alt"]) if (e.getAttribute(name)) list.push(e.getAttribute(name));
                    for (const n of e.childNodes) if (n.nodeType === 3 && n.data.trim()) list.push(n.data.trim());
                }
            }
            return list;
        }"""
    )


ENGLISH = re.compile(r"\b(the|of|and|with|is|are|there|no|has|have|for|each|step|cells?|pieces?|board|tried|choices?|calls?|line|left|key|search|dead|way|to|in|by|from|undo|clear|turn|flip|play|show|keys|move|items?)\b", re.I)

FRENCH = (
    "%lang fr",
    PAIR,
    "game",
    KNUTH,
    "matrix",
    "recording, err := render.RecordSearch(problem, 50, dlx.Fewest, dlx.AtRandom(1))\nrecording",
    "func fib(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn fib(n-1) + fib(n-2)\n}",
    "%%trace fib\nfib(4)",
    "cover.New(cover.Box(2, 2, 2), shapes.New(shapes.Cube, shapes.Cell{}, shapes.Cell{X: 1}), shapes.New(shapes.Cube, shapes.Cell{}, shapes.Cell{X: 1}), "
    "shapes.New(shapes.Cube, shapes.Cell{}, shapes.Cell{X: 1}), shapes.New(shapes.Cube, shapes.Cell{}, shapes.Cell{X: 1})).First()",
)


def test_a_page_in_french(export):
    """Puzzles, exact covers, players, traces and solids speak French after %lang fr; nothing of them stays in English."""
    exported = export(*FRENCH)
    page = exported.page
    game = page.locator(".plk-game[aria-label='casse-tête à la main']")
    status = game.locator(".plk-status")
    expect(status).to_have_text("Faites glisser une pièce sur le plateau, ou tapez ? pour voir les touches.")
    expect(game.locator(".plk-count")).to_have_text("il reste 2 pièces et 6 cases")
    said = set(shown(page))
    game.locator("svg.plk-table").focus()
    for key in ("n", "Enter", "ArrowLeft", "Enter", "r", "Escape", "u", "h", "h", "s", "c"):
        page.keyboard.press(key)
        said |= set(shown(page))
    story = page.locator(".plk-story[data-story]")
    expect(story.locator("[data-role=solution]")).to_have_text("solution suivante")
    for _ in range(8):
        story.locator("[data-role=forward]").click()
        said |= set(shown(page))
    expect(story.locator("[data-role=place]")).to_contain_text("étape 8 sur")
    trace = page.locator(".plk-story[data-trace]")
    for _ in range(5):
        trace.locator("[data-role=forward]").click()
        said |= set(shown(page))
    expect(trace.locator("[data-role=words]")).to_contain_text("fib")
    matrix = page.locator(".plk-game[aria-label='couverture exacte à la main']")
    for n in (1, 3, 0):
        matrix.locator(f"tr[data-option='{n}']").click(force=True)
        said |= set(shown(page))
    expect(matrix.locator(".plk-status")).to_contain_text("Impasse")
    english = sorted(t for t in said if ENGLISH.search(t))
    assert not english, english
    assert len(said) > 150
    exported.screenshots("french")


def test_french_widgets_in_a_notebook(notebook: Notebook):
    """A widget of a kernel speaks the language that the notebook has chosen, also in its answers."""
    for cell in FRENCH[:2]:
        notebook.type(cell)
    root = notebook.type("game").locator(LIVE)
    expect(root.locator(".plk-status")).to_have_text("Faites glisser une pièce sur le plateau, ou tapez ? pour voir les touches.")
    root.locator(".plk-table").focus()
    for key in ("n", "Enter"):
        notebook.page.keyboard.press(key)
    turn_until_it_fits(notebook.page, root)
    expect(root.locator(".plk-status")).to_have_text("Avec L ici, il reste une solution.")
    english = sorted(t for t in shown(notebook.page) if ENGLISH.search(t))
    assert not english, english


def look_at(notebook: Notebook, root: Locator, name: str) -> None:
    """Pictures of a widget in both themes and sizes."""
    for size, (width, height) in SIZES.items():
        notebook.page.set_viewport_size({"width": width, "height": height})
        for theme in ("Light", "Dark"):
            notebook.theme(f"JupyterLab {theme}")
            root.scroll_into_view_if_needed()
            settle(notebook.page)
            notebook.page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{theme.lower()}.png")
    assert not small_labels(notebook.page)


def test_cover_in_a_notebook(notebook: Notebook):
    notebook.type(KNUTH)
    cell = notebook.type("matrix")
    root = cell.locator(LIVE)
    expect(root).to_be_visible()
    choose_options(notebook.page, root)
    after = notebook.type("fmt.Println(matrix.Solved(), matrix.Chosen())")
    expect(after.locator(".jp-OutputArea-output")).to_contain_text("true [0 3 4]")
    look_at(notebook, root, "play-cover-lab")


def test_editor_in_a_notebook(notebook: Notebook, lab: Lab):
    """Cells are clicked, dragged over and marked; the value is a Board in Go."""
    notebook.type("ed, _ := play.NewEditor(cover.Rectangle(3, 4))\n"
                  "tri, _ := play.NewEditor(cover.Hexagon(shapes.Triangle, 2, 2, 2))\n"
                  "ed.OnEdit(func(b cover.Board) { fmt.Println(b.Shape().Size()) })")
    cell = notebook.type("ed")
    root = cell.locator(LIVE)
    expect(root).to_be_visible()
    root.locator("[data-cell='7']").click()
    expect(cell.locator(".jp-OutputArea-output", has_text=re.compile(r"^11\s*$"))).to_be_visible()
    page = notebook.page
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("P")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("-")
    expect(root).to_have_attribute("data-value", "......" ".##P##." ".#?##." ".####." "......")
    after = notebook.type("ed.Board()")
    expect(after.locator(".jp-OutputArea-executeResult")).to_be_visible()
    check = notebook.type("fmt.Println(ed.Board().Shape().Size(), ed.Board().Optional().Size(), string(ed.Board().Mark(shapes.Cell{X: 1})))")
    expect(check.locator(".jp-OutputArea-output")).to_contain_text("12 1 P")
    look_at(notebook, root, "play-editor-lab")
    triangles = notebook.type("tri")
    expect(triangles.locator(LIVE)).to_be_visible()
    worker(lab).kill()
    expect(root.locator(".plk-warning")).to_contain_text("has ended")


def test_search_in_a_notebook(notebook: Notebook, lab: Lab):
    """A search is stepped, run, paused by the user, and ended by Stop; a killed worker is announced."""
    notebook.type("watch, _ := play.NewPuzzleSearch(" + ENDLESS_PUZZLE + ")")
    cell = notebook.type("watch")
    root = cell.locator(LIVE)
    expect(root).to_be_visible()
    root.focus()
    page = notebook.page
    page.keyboard.press("n")
    expect(root).to_have_attribute("data-nodes", "1")
    page.keyboard.press("n")
    expect(root.locator(".plk-status")).to_contain_text("Paused: try")
    root.locator("[data-role=solution]").click()
    expect(root).to_have_attribute("data-found", "1")
    expect(root.locator(".plk-b")).to_have_count(24)
    look_at(notebook, root, "play-search-lab")
    root.locator("[data-role=run]").click()
    expect(root.locator(".plk-count")).to_contain_text("nodes a second")
    root.locator("[data-role=run]").click()
    expect(root).to_have_attribute("data-phase", "paused")
    root.locator("[data-role=run]").click()
    expect(root).to_have_attribute("data-phase", "running")
    notebook.button("notebook:interrupt-kernel")
    expect(root.locator(".plk-status")).to_have_text("The search was stopped.")
    root.locator("[data-role=restart]").click()
    expect(root).to_have_attribute("data-phase", "paused")
    worker(lab).kill()
    expect(root.locator(".plk-warning")).to_contain_text("has ended")
    expect(root.locator("[data-role=run]")).to_be_disabled()
