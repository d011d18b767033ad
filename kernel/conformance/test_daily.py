# SPDX-License-Identifier: BSD-3-Clause

"""The pages of `polka daily` on a static server: played by mouse and by keys, shared, archived, without a network and without scripts."""

from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from conftest import ROOT
from firefox import Firefox
from lab import SCREENSHOTS, serve

pytestmark = [pytest.mark.timeout(300), pytest.mark.polka]

POLKA = Path(os.environ.get("POLKA_BINARY", ROOT / "bin/polka")).resolve()
TODAY = "2026-11-30"  # a Monday


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("daily")
    subprocess.run([POLKA, "daily", folder, "--year", "2026"], check=True, capture_output=True, timeout=280)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serve(folder) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], timezone_id="Pacific/Auckland")
    yield context
    context.close()


def opened(context: BrowserContext, today: str = TODAY) -> Page:
    """A page on a day, in which nothing may fail."""
    page = context.new_page()
    page.clock.set_fixed_time(datetime.datetime.fromisoformat(today + "T09:00:00+13:00"))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    return page


def game(page: Page, date: str):
    root = page.locator(f".plk-game[data-daily='{date}']")
    expect(root).to_be_visible()
    return root


def solution(page: Page) -> list[int]:
    """The numbers of the placements of a solution. A second widget with the same data shows it, which the page does not count."""
    return page.evaluate("""async () => {
        const outer = document.querySelector("#table .plk-play").cloneNode(false);
        delete outer.dataset.ready;
        document.body.append(outer);
        const script = document.createElement("script");
        script.src = "puzzle.js";
        await new Promise((done) => { script.onload = done; document.body.append(script); });
        const root = outer.querySelector(".plk-game");
        root.querySelector("[data-role=clear]").click();
        root.querySelector("[data-role=solution]").click();
        const placed = root.dataset.placed.split(" ").map(Number);
        outer.remove();
        script.remove();
        return placed;
    }""")


def placements(page: Page) -> list[list[int]]:
    """Piece, pose, x, y, z of each placement."""
    places = page.evaluate("JSON.parse(document.querySelector('#table .plk-play').dataset.play).data.places")
    return [places[i : i + 5] for i in range(0, len(places), 5)]


def hold(page: Page, root, piece: int) -> None:
    """Take a piece by keys."""
    for _ in range(20):
        page.keyboard.press("n")
        if root.locator(f"[data-piece='{piece}'].plk-selected").count():
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"piece {piece} cannot be selected")


def turn_to(page: Page, root, pose: int) -> None:
    """Turn and flip the piece in hand until it has a pose, whatever the turns are."""
    for key in ["", *"rrrrrrfrrrrrr"]:
        if key:
            page.keyboard.press(key)
        if root.get_attribute("data-at").split()[0] == str(pose):
            return
    raise AssertionError(f"pose {pose} is not reached")


def test_played_to_the_end(context: BrowserContext, address: str):
    """Today's puzzle, by keys and mouse; the line to share says nothing about the solution; the state and the streak remain."""
    page = opened(context)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    root = game(page, TODAY)
    expect(page.locator("#facts")).to_contain_text(re.compile(r"^Squares: 6 pieces, exactly one solution, par \d+\.$"))
    expect(root.locator("[data-role=hint]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#sharing button")).to_have_count(0)
    places = placements(page)
    left = solution(page)
    assert len(left) == 6
    svg = root.locator(".plk-table")
    svg.focus()
    for k in left[:5]:  # by keys
        piece, pose, *at = places[k]
        hold(page, root, piece)
        turn_to(page, root, pose)
        for _ in range(40):
            x, y = map(int, root.get_attribute("data-at").split()[1:3])
            if (x, y) == (at[0], at[1]):
                break
            page.keyboard.press("ArrowRight" if x < at[0] else "ArrowLeft" if x > at[0] else "ArrowDown" if y < at[1] else "ArrowUp")
        page.keyboard.press("Enter")
    expect(page.locator("#score")).to_contain_text("5 moves, par")
    last = places[left[5]]  # by mouse: the piece is turned beside the board, and dragged
    tray = svg.locator(f"[data-piece='{last[0]}']")
    box = tray.bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 12, steps=3)
    turn_to(page, root, last[1])
    target = page.evaluate("""([pose, x, y, z]) => {
        const { data } = JSON.parse(document.querySelector("#table .plk-play").dataset.play);
        const svg = document.querySelector("#table .plk-table");
        const board = svg.querySelector("g > .plk-f").getBoundingClientRect();
        const xs = [], ys = [];
        for (let i = 0; i < data.board.length; i += 3) xs.push(data.board[i]), ys.push(data.board[i + 1]);
        const unit = board.width / (Math.max(...xs) + 1 - Math.min(...xs));
        const cells = pose.map((v, i) => v + [x, y, z][i % 3]);
        const cx = cells.filter((_, i) => i % 3 === 0), cy = cells.filter((_, i) => i % 3 === 1);
        const mid = (l) => (Math.min(...l) + Math.max(...l) + 1) / 2;
        return [board.left + (mid(cx) - Math.min(...xs)) * unit, board.top + (mid(cy) - Math.min(...ys)) * unit];
    }""", [page.evaluate("([i, j]) => JSON.parse(document.querySelector('#table .plk-play').dataset.play).data.pieces[i].poses[j]", last[:2]), *last[2:]])
    page.mouse.move(*target, steps=8)
    page.mouse.up()
    expect(root).to_have_attribute("data-solved", "true")
    expect(page.locator("#score")).to_contain_text("Solved: 6 moves, par")
    expect(page.locator("#streak")).to_have_text("Streak: 1 day.")
    page.get_by_role("button", name="copy the line").click()
    expect(page.get_by_role("button", name="copied")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"Polka daily {TODAY}, squares: 6 moves \(par \d+\), streak 1\. {re.escape(address)}{TODAY}\.html", line), line
    page.screenshot(path=SCREENSHOTS / "daily-solved.png") if SCREENSHOTS.exists() else None
    assert all(url.startswith(address) for url in requests), requests

    # The address in the line is the same puzzle, still solved; the next day the streak lasts, and after two days it has ended.
    for today, days in ((TODAY, "1 day"), ("2026-12-01", "1 day"), ("2026-12-02", "0 days")):
        other = opened(context, today)
        other.goto(line.split(" ")[-1])
        expect(game(other, TODAY)).to_have_attribute("data-solved", "true")
        expect(other.locator("#streak")).to_have_text(f"Streak: {days}.")
        other.close()
    page.locator("summary").click()
    page.get_by_role("button", name="Forget everything").click()
    expect(game(page, "2026-12-02")).to_have_attribute("data-placed", "")  # what is today by the clock of the context
    assert page.evaluate("localStorage.getItem('polka-daily')") is None


def test_a_shown_solution_is_no_streak(context: BrowserContext, address: str):
    page = opened(context)
    page.goto(address)
    root = game(page, TODAY)
    root.locator("[data-role=solution]").click()
    expect(root).to_have_attribute("data-solved", "true")
    expect(page.locator("#streak")).to_have_text("Streak: 0 days.")
    expect(page.locator("#sharing input")).to_have_value(re.compile("squares: solution shown, streak 0"))


def test_the_archive(context: BrowserContext, address: str):
    """Each lattice of a week and the calendar, by the archive; each is solved by the page."""
    page = opened(context)
    page.goto(address)
    page.get_by_role("link", name="Archive").click()
    heading = page.get_by_role("heading", name="November 2026")
    expect(heading).to_be_visible()
    heading.locator("+ p").get_by_role("link", name="24", exact=True).click()
    expect(page).to_have_url(address + "2026-11-24.html")
    expect(page.locator("#dates")).to_contain_text("Tuesday, November 24, 2026")
    names = []
    for day in range(24, 30):
        root = game(page, f"2026-11-{day}")
        names.append(page.locator("#facts").text_content().split(":")[0])
        root.locator("[data-role=solution]").click()
        expect(root).to_have_attribute("data-solved", "true")
        page.get_by_role("link", name="later").click()
    assert names == ["Triangles", "Hexagons", "Half squares", "Kites", "Cubes", "Snub hexagons"]
    game(page, TODAY)
    expect(page.get_by_role("link", name="later")).to_have_count(0)  # today
    page.get_by_role("link", name="calendar").click()
    root = game(page, TODAY + " calendar")
    expect(page.locator("#facts")).to_have_text(re.compile(r"^Cover all but No and 30 with 8 pieces: \d+ solutions\.$"))
    root.locator("[data-role=solution]").click()
    expect(root).to_have_attribute("data-solved", "true")
    free = page.evaluate("""() => {
        const { data } = JSON.parse(document.querySelector("#table .plk-play").dataset.play);
        const covered = new Set(document.querySelector("#table .plk-game").dataset.placed.split(" ").flatMap((k) => {
            const [i, j, ...at] = data.places.slice(5 * k, 5 * k + 5), pose = data.pieces[i].poses[j];
            return Array.from({ length: pose.length / 3 }, (_, n) => [0, 1, 2].map((d) => pose[3 * n + d] + at[d]).join());
        }));
        return data.marks.filter((_, i) => !covered.has(data.board.slice(3 * i, 3 * i + 3).join()));
    }""")
    assert free == ["No", "30"]
    page.goto(address + "2031-01-01.html")  # none of these pages: the server has no such file
    page.goto(address + "index.html#calendar")
    game(page, TODAY + " calendar")


def test_without_a_network(context: BrowserContext, address: str):
    """After a first visit all dates can be played without a network, also those whose pages have not been opened."""
    page = opened(context)
    page.goto(address)
    game(page, TODAY)
    page.evaluate("navigator.serviceWorker.ready.then((r) => r.active.state)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto(address + "2026-02-28.html")
    root = game(page, "2026-02-28")
    root.locator("[data-role=solution]").click()
    expect(root).to_have_attribute("data-solved", "true")
    page.goto(address + "archive.html")
    expect(page.get_by_role("heading", name="July 2026")).to_be_visible()
    context.set_offline(False)


def test_without_scripts(browser: Browser, address: str):
    """Pictures of the puzzle and of the calendar remain."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "2026-11-25.html")
    for name in ("2026-11-25.svg", "calendar.svg"):
        picture = page.locator(f"img[src='{name}']")
        expect(picture).to_be_visible()
        assert picture.bounding_box()["width"] > 100
    expect(page.locator("noscript p").first).to_contain_text("Hexagons: 6 pieces cover the board in exactly one way")
    context.close()


def test_in_firefox(firefox: Firefox, folder: Path):
    """A date and the calendar; after the first visit also without the server, on dates that were not opened."""
    with firefox.profile(390, 844):
        with serve(folder) as address:
            firefox.open(f"{address}2026-02-27.html")
            firefox.click("deep('.plk-table')")
            firefox.press("n")
            firefox.until("deep('.plk-status').textContent.includes('selected')")
            firefox.press("Escape")
            firefox.click("deep('[data-role=solution]')")
            firefox.until("deep('.plk-game').dataset.solved === 'true'")
            assert firefox.evaluate("document.documentElement.scrollWidth") <= 390
            firefox.until("navigator.serviceWorker.ready.then((r) => r.active && navigator.serviceWorker.controller !== null)")
        firefox.open(f"{address}2026-02-28.html")
        firefox.click("deep('[data-role=solution]')")
        firefox.until("deep('.plk-game').dataset.solved === 'true'")
        firefox.open(f"{address}2026-02-27.html#calendar")
        firefox.until("""visible(deep(".plk-game[data-daily='2026-02-27 calendar']"))""")
        if SCREENSHOTS.exists():
            firefox.screenshot(SCREENSHOTS / "firefox-daily.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone(browser: Browser, address: str, scheme: str):
    """390 pixels: nothing is cut off or needs to be scrolled sideways, light and dark."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = opened(context)
    for date in ("2026-11-25", "2026-11-30#calendar"):
        page.goto("about:blank")
        page.goto(address + date.replace("#", ".html#") if "#" in date else address + date + ".html")
        root = game(page, date.replace("#", " "))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        board = root.locator(".plk-table g > .plk-f").bounding_box()
        assert board["x"] >= 0 and board["x"] + board["width"] <= 390, board
        if SCREENSHOTS.exists():
            page.screenshot(path=SCREENSHOTS / f"daily-{scheme}-{date[8:10]}.png", full_page=True)
    context.close()


def test_the_data_are_read_by_others(address: str):
    """The data are one script with JSON: 365 lines for a year."""
    import urllib.request

    text = urllib.request.urlopen(address + "data.js").read().decode()
    data = json.loads(text.removeprefix("globalThis.polkaDaily = ").removesuffix(";\n"))
    assert len(data["years"]["2026"]) == 365 and len(data["calendar"]["counts"]) == 366
