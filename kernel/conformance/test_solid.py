# SPDX-License-Identifier: BSD-3-Clause

"""Solids that turn, in an exported page without a network."""

from __future__ import annotations

import json
from collections import deque

import pytest
from playwright.sync_api import Locator, expect

from lab import LIVE, Notebook
from test_play import export, look_at, settle  # noqa: F401

pytestmark = pytest.mark.polka

SOLUTION = "soma, err := cover.New(cover.Box(3, 3, 3), shapes.Soma()...).First()\nsoma"


def colors(canvas: Locator) -> list[int]:
    """How many pixels of the canvas have a color, and a sum that depends on where they are."""
    settle(canvas.page)
    return canvas.evaluate("""c => {
        const data = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let n = 0, sum = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 3]) n++, sum = (31 * sum + data[i] + 7 * data[i + 1] + i) % 1000003;
        return [n, sum];
    }""")


def test_view(export):
    """The view turns by mouse and keys, moves apart, steps and hides; its line says so."""
    exported = export(SOLUTION, "shapes.Soma()", "cover.Box(4, 5, 5)")
    page = exported.page
    root = page.locator(".plk-play[data-kind=solid]").first
    canvas, status = root.locator("canvas"), root.locator(".plk-status")
    first = colors(canvas)
    assert first[0] > 10000
    view = canvas.get_attribute("data-view")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 220, steps=4)
    page.mouse.up()
    turned = colors(canvas)
    assert canvas.get_attribute("data-view") != view and turned != first
    page.keyboard.press("ArrowLeft")
    expect(status).to_have_text("Turned to " + canvas.get_attribute("data-view").replace(" ", ", ") + " degrees.")
    assert colors(canvas) != turned
    page.keyboard.press("r")
    assert canvas.get_attribute("data-view") == view and colors(canvas) == first
    page.keyboard.press("e")
    expect(root.locator("[data-role=explode]")).to_have_value("25")
    assert colors(canvas) != first
    page.keyboard.press("r")
    page.keyboard.press("Home")
    expect(status).to_contain_text("1 of 7")
    page.keyboard.press("n")
    expect(status).to_contain_text("2 of 7")
    page.keyboard.press("End")
    expect(status).to_contain_text("7 of 7")
    page.keyboard.press("j")
    expect(status).to_contain_text("selected.")
    page.keyboard.press("h")
    expect(status).to_contain_text("is hidden.")
    expect(root.locator("[data-piece='0']")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("a")
    expect(root.locator("[data-piece='0']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("+")
    expect(canvas).to_have_attribute("data-zoom", "1.20")
    page.mouse.wheel(0, 300)
    expect(canvas).not_to_have_attribute("data-zoom", "1.20")
    page.keyboard.press("?")
    expect(root.locator(".plk-help")).to_be_visible()
    page.keyboard.press("?")
    more = page.locator(".plk-play[data-kind=solid]").nth(1)
    expect(more.locator("img")).to_be_visible()
    more.locator("[data-role=open]").press("Enter")
    expect(more.locator("img")).not_to_be_visible()
    expect(more.locator("canvas")).to_be_focused()
    page.keyboard.press("n")
    expect(more.locator(".plk-status")).to_contain_text("2 of 7")
    exported.screenshots("solid")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.content().count("function partition(") == 1  # the script is in the page once


def test_print(export):
    """In print the picture is shown in place of the view."""
    page = export(SOLUTION).page
    root = page.locator(".plk-play[data-kind=solid]")
    expect(root.locator("canvas")).to_be_visible()
    page.emulate_media(media="print")
    expect(root.locator("canvas")).not_to_be_visible()
    expect(root.locator("img")).to_be_visible()


def test_in_jupyterlab(notebook: Notebook):
    """The view turns by keys and mouse in a cell, in both themes; pieces of a puzzle turn in space, and Go knows where they are."""
    cell = notebook.type(SOLUTION)
    root = cell.locator(".plk-play[data-kind=solid]")
    canvas = root.locator("canvas")
    expect(canvas).to_be_visible()
    view = canvas.get_attribute("data-view")
    canvas.press("ArrowLeft")
    expect(canvas).not_to_have_attribute("data-view", view)
    canvas.press("r")
    expect(canvas).to_have_attribute("data-view", view)
    canvas.press("e")
    look_at(notebook, root, "solid-lab")
    notebook.type(GAME.removesuffix("\ngame"))
    game = notebook.type("game.OnMove(func(t cover.Tiling) { fmt.Println(len(t.Placements), game.Solved()) })\ngame").locator(LIVE)
    expect(game).to_be_visible()
    game.locator("[data-role=solution]").click()
    expect(game.locator(".plk-status")).to_have_text("Solved!")
    expect(notebook.type("game.Solved()").locator(".jp-OutputArea-executeResult")).to_contain_text("true")
    look_at(notebook, game, "solid-puzzle-lab")


GAME = "game, err := play.NewGame(cover.New(cover.Box(3, 3, 3), shapes.Soma()...))\ngame"
MOVES = {"turn": "r", "flip": "f", "roll": "t"}


def turns(piece: dict, start: int, end: int) -> list[str]:
    """The shortest sequence of moves from one pose of a piece to another."""
    before: dict[int, tuple[int, str]] = {start: (start, "")}
    queue = deque([start])
    while end not in before:
        pose = queue.popleft()
        for move in MOVES:
            if piece[move][pose] not in before:
                before[piece[move][pose]] = (pose, move)
                queue.append(piece[move][pose])
    path = []
    while end != start:
        end, move = before[end]
        path.insert(0, move)
    return path


def plan(root: Locator) -> tuple[dict, list[tuple[int, int, list[int]]]]:
    """What the page knows about the puzzle, and the piece, pose and place of each placement of a solution."""
    data = json.loads(root.get_attribute("data-play"))["data"]
    places = [data["places"][5 * k:5 * k + 5] for k in data["solution"]]
    return data, [(p[0], p[1], p[2:]) for p in places]


def test_soma_by_keys(export):
    """Soma is solved with the keyboard alone: pieces turn about three axes and move in three directions."""
    page = export(GAME).page
    root = page.locator(".plk-play[data-kind=puzzle]")
    data, placements = plan(root)
    status, game = root.locator(".plk-status"), root.locator(".plk-game")
    root.locator("svg.plk-table").focus()
    empty = colors(root.locator("canvas"))
    for piece, pose, place in placements:
        for _ in range(2 * len(data["pieces"])):
            page.keyboard.press("n")
            if status.inner_text() == data["pieces"][piece]["name"] + " selected.":
                break
        page.keyboard.press("Enter")
        expect(game).to_have_attribute("data-held", data["pieces"][piece]["name"])
        now = int(game.get_attribute("data-at").split()[0])
        for move in turns(data["pieces"][piece], now, pose):
            page.keyboard.press(MOVES[move])
        for axis, (less, more) in enumerate([("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"), ("PageDown", "PageUp")]):
            by = place[axis] - int(game.get_attribute("data-at").split()[axis + 1])
            for _ in range(abs(by)):
                page.keyboard.press(more if by > 0 else less)
        assert game.get_attribute("data-at") == " ".join(map(str, [pose, *place]))
        page.keyboard.press("Enter")
    expect(game).to_have_attribute("data-solved", "true")
    expect(status).to_have_text("Solved!")
    assert colors(root.locator("canvas")) != empty
    page.keyboard.press("u")
    expect(game).to_have_attribute("data-solved", "false")


def test_soma_by_mouse(export):
    """Soma is solved with the mouse alone: the buttons turn the selected piece, which is dragged into the layers."""
    exported = export(GAME)
    page = exported.page
    root = page.locator(".plk-play[data-kind=puzzle]")
    data, placements = plan(root)
    game = root.locator(".plk-game")
    now = [0] * len(data["pieces"])
    for n, (piece, pose, place) in enumerate(placements, 1):
        page.mouse.click(*letter(root, piece))
        for move in turns(data["pieces"][piece], now[piece], pose):
            root.locator(f"[data-role={move}]").click()
        settle(page)
        board = root.locator(".plk-f").bounding_box()
        unit, layer = board["height"] / 3, data["lattice"]["ez"][0]
        flat = data["pieces"][piece]["poses"][pose]
        cells = [flat[i:i + 3] for i in range(0, len(flat), 3)]
        across, down = [x + layer * z for x, _, z in cells], [y for _, y, _ in cells]
        target = (place[0] + layer * place[2] + (min(across) + max(across) + 1) / 2, place[1] + (min(down) + max(down) + 1) / 2)
        page.mouse.move(*letter(root, piece))
        page.mouse.down()
        page.mouse.move(board["x"] + target[0] * unit - 9, board["y"] + target[1] * unit)
        page.mouse.move(board["x"] + target[0] * unit, board["y"] + target[1] * unit)
        expect(game).to_have_attribute("data-hand", "plk-good")
        if n == len(placements):
            exported.screenshots("solid-puzzle")
        page.mouse.up()
        expect(game).to_have_attribute("data-placed", " ".join(str(k) for k in data["solution"][:n]))
    expect(game).to_have_attribute("data-solved", "true")
    view = root.locator("canvas").get_attribute("data-view")
    box = root.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 110)
    page.mouse.up()
    assert root.locator("canvas").get_attribute("data-view") != view
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def letter(root: Locator, piece: int) -> tuple[float, float]:
    """Where the first letter of a piece beside the board is."""
    settle(root.page)
    root.locator("svg.plk-table").scroll_into_view_if_needed()
    box = root.locator(f"[data-piece='{piece}'] text").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
