# SPDX-License-Identifier: BSD-3-Clause

"""Links and tags: the page that opens links, buttons that copy them, tags on the page of another site. The site is that of test_lite.py."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from conftest import ROOT
from lab import SCREENSHOTS, serve

pytestmark = [pytest.mark.timeout(600), pytest.mark.polka]

POLKA = Path(os.environ.get("POLKA_BINARY", ROOT / "bin/polka")).resolve()
STORED = dict(
    line.split(" ", 1) for line in (ROOT / "internal/link/testdata/2026-11.txt").read_text().splitlines() if not line.startswith("//")
)
SEED = 39


def link(*args: str) -> str:
    return subprocess.run([POLKA, "link", *args], check=True, capture_output=True, text=True, timeout=300).stdout.strip()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve(site) as address:
        yield address


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page in which nothing may fail."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    yield page
    page.close()
    assert not [c for c in complaints if "Blocked script execution in 'about:srcdoc'" not in c]  # as it must be


def opened(page: Page, address: str, link: str) -> None:
    """Open a link, and wait until the page shows it."""
    page.goto("about:blank")
    page.goto(f"{address}open.html{link}")
    expect(page.locator("polka-link[data-kind], polka-link[data-error]")).to_have_count(1)


@pytest.mark.parametrize("name", STORED)
def test_a_stored_link(page: Page, address: str, name: str):
    """Links of November 2026 open, with their state, and nothing runs."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    opened(page, address, STORED[name])
    tag = page.locator("polka-link")
    kind = {"soma": "puzzle", "full": "puzzle"}.get(name, name)
    expect(tag).to_have_attribute("data-kind", kind)
    if name == "soma":
        expect(tag.locator(".plk-game")).to_have_attribute("data-placed", re.compile(r"^\d+$"))
        expect(tag.locator("canvas")).to_be_visible()
    elif kind == "puzzle":
        expect(tag.locator(".plk-table")).to_be_visible()
    elif name == "search":
        expect(tag.locator("[data-role=place]")).to_contain_text("step 7 of ")
        expect(tag.locator(".plk-board [data-option]")).to_have_count(int(tag.locator(".plk-story").get_attribute("data-chosen").count(" ")) + 1)
    elif name == "trace":
        expect(tag.locator("[data-role=place]")).to_contain_text("step 6 of 18")
        expect(tag.locator(".plk-current").first).to_be_visible()
    elif name == "cell":
        expect(tag.locator("textarea")).to_have_value("shapes.Pentominoes()")
        expect(tag.locator(".out img")).to_be_visible()
    elif name == "notebook":
        expect(tag.locator("textarea")).to_have_count(2)
    else:
        expect(tag.locator("svg path").first).to_be_visible()
    assert not [url for url in requests if "run." in url or "worker" in url or not url.startswith((address, "data:"))], requests


def test_run(page: Page, address: str):
    """A notebook runs when the reader clicks: text, pictures, HTML in a frame without scripts, errors; Stop; one kernel for all."""
    cells = ["answer := 6 * 7", 'fmt.Println("the answer is", answer)\nshapes.Pentominoes()[0]', 'display.HTML(`<b id="x">bold</b><script>parent.bad = 1</script>`)',
             "fmt.Println(\"begun\")\nfor {\n}", "nothing"]
    file = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells], metadata={"kernelspec": {"name": "polka", "display_name": "Go"}})
    text = subprocess.run([POLKA, "link", "-"], input="1", check=True, capture_output=True, text=True).stdout
    assert text.startswith("#1.")
    folder = SCREENSHOTS.parent
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(file, folder / "links.ipynb")
    frames: list[str] = []
    page.on("framenavigated", lambda frame: frames.append(frame.url))
    opened(page, address, link(str(folder / "links.ipynb")))
    tag = page.locator("polka-link")
    runs, out = tag.get_by_role("button", name="Run", exact=True), tag.locator(".out")
    for i in (0, 1):
        runs.nth(i).click()
        expect(tag).to_have_attribute("data-state", "ok", timeout=180_000)
        tag.evaluate("e => { e.dataset.state = '' }")
    expect(out.nth(1).locator("pre").first).to_have_text("the answer is 42\n")
    expect(out.nth(1).locator("img")).to_be_visible()
    runs.nth(2).click()
    expect(out.nth(2).locator("iframe")).to_have_attribute("sandbox", "")
    expect(out.nth(2).frame_locator("iframe").locator("#x")).to_have_text("bold")
    assert page.evaluate("window.bad") is None
    runs.nth(3).click()
    expect(out.nth(3).locator("pre")).to_contain_text("begun")
    tag.get_by_role("button", name="Stop").nth(3).click()
    expect(tag).to_have_attribute("data-state", re.compile("error|aborted"))
    for _ in range(10):  # a stop also drops what is sent before the kernel has dealt with it
        tag.evaluate("e => { e.dataset.state = '' }")
        runs.nth(4).click()
        expect(tag).to_have_attribute("data-state", re.compile("error|aborted"))
        if tag.get_attribute("data-state") == "error":
            break
    expect(out.nth(4).locator(".error")).to_contain_text("nothing")
    assert len([url for url in frames if url.endswith("run.html")]) == 1
    kept = "async () => (await (await caches.open((await caches.keys()).find((name) => name.startsWith('polka unpacked')))).keys()).length"
    assert page.evaluate(kept) == 2, "the next visit unpacks the program again"


def test_copied(page: Page, address: str, tmp_path: Path):
    """The buttons of an exported page copy links with the state, the data of puzzles without their placements; others have none."""
    cells = [
        "game, err := play.NewGame(cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...))\ngame",
        "hexes, err := play.NewGame(cover.New(cover.Parallelogram(shapes.Hexagon, 4, 7), shapes.Tetrahexes()...))\nhexes",
        "some, err := play.NewGame(cover.New(cover.Rectangle(5, 5)).With(cover.Pieces(shapes.Pentominoes()...).AtMost(1)))\nsome",
        "rec, err := render.RecordSearch(cover.New(cover.Rectangle(3, 4)).With(cover.Pieces(shapes.Domino()).Any()), 100, dlx.Fewest, dlx.Leftmost)\nrec",
    ]
    metadata = {"kernelspec": {"name": "polka", "display_name": "Go", "language": "go"}}
    file = tmp_path / "page.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells], metadata=metadata), file)
    for argv in (["nb", "run", str(file), "--output", str(tmp_path)],
                 ["nb", "export", str(file), "--output", str(tmp_path / "without.html")],
                 ["nb", "export", str(file), "--base", address + "open.html", "--output", str(tmp_path / "with.html")]):
        subprocess.run([POLKA, *argv], check=True, capture_output=True, timeout=300)
    page.goto((tmp_path / "without.html").as_uri())
    expect(page.locator(".plk-bar").first).to_be_visible()
    assert page.get_by_text("copy link").count() == 0
    page.goto((tmp_path / "with.html").as_uri())
    buttons = page.locator("button.plk-share")
    expect(buttons).to_have_count(4)
    games = page.locator(".plk-game")
    games.first.locator(".plk-table").focus()
    for key in "nr":
        page.keyboard.press(key)
    for key in ("Enter", "Enter"):
        page.keyboard.press(key)
    placed = games.first.get_attribute("data-placed")
    assert placed
    page.locator("[data-role=rule]").select_option("1")
    for _ in range(5):
        page.locator("[data-role=forward]").click()
    whole = page.evaluate("() => [...document.querySelectorAll('[data-play]')].map((e) => JSON.parse(e.dataset.play).data)")
    links = []
    for i in range(4):
        buttons.nth(i).click()
        expect(buttons.nth(i)).to_have_text(re.compile(r"characters"))
        links.append(buttons.nth(i).get_attribute("data-link"))
        assert links[i].startswith(address + "open.html#1.")
    read = subprocess.run([POLKA, "link", "--read", links[0]], check=True, capture_output=True, text=True).stdout
    assert "kind: puzzle" in read and '"places"' not in read and '"solution"' in read
    page.goto("about:blank")
    page.goto(links[0])
    expect(page.locator(".plk-game")).to_have_attribute("data-placed", re.compile(r"^\d+$"))
    expect(page.locator(".plk-count")).to_contain_text("11 pieces and 55 cells left")
    # The placements that a page computes are those that package play sends.
    page.goto("about:blank")
    page.add_script_tag(content="\n".join(
        (ROOT / "internal/link/web" / name).read_text() for name in ("format.js", "placements.js")))
    page.add_script_tag(content="function cellsOf(flat) { return inThrees(flat); }")
    assert page.evaluate("""(list) => list.map((whole) => {
        const data = condensePuzzle(whole);
        return data.places === undefined && puzzleForm(expandPuzzle(JSON.parse(JSON.stringify(data)))) === puzzleForm(whole);
    })""", whole) == [True, True, True]
    page.goto(links[3])
    expect(page.locator("polka-link [data-role=place]")).to_contain_text("step 5 of ")
    expect(page.locator("polka-link [data-role=rule]")).to_have_value("1")


TAGS = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A blog</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {site}; frame-src {site}; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<h1>A blog</h1>
<polka-cell><pre>strings.Repeat("ha", 3)</pre></polka-cell>
<polka-puzzle link="{puzzle}"><img alt="the puzzle" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='60'/%3E"></polka-puzzle>
<polka-trace link="{trace}"><p>The calls of fib(4).</p></polka-trace>
<polka-shape title="the F pentomino"><pre>
.##
##.
.#.
</pre></polka-shape>
<polka-shape theme="dark" link="{shape}"></polka-shape>
<script src="{site}polka.js" defer></script>
"""


def test_tags(page: Page, browser: Browser, address: str, tmp_path: Path):
    """Tags on a page of another site, with a policy: less than 40 KB before a click, by keyboard, without scripts, light and dark."""
    (tmp_path / "blog.html").write_text(TAGS.format(site=address, **{name: STORED[name] for name in ("puzzle", "trace", "shape")}))
    loaded: dict[str, int] = {}
    page.on("response", lambda response: response.url.startswith(address) and loaded.update({response.url: len(response.body())}))
    with serve(tmp_path) as blog:
        page.goto(f"{blog}blog.html")
        expect(page.locator("polka-puzzle .before svg")).to_be_visible()
        expect(page.locator("polka-shape[title] svg path").first).to_be_visible()
        expect(page.get_by_text("The calls of fib(4).")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert list(loaded) == [f"{address}polka.js"] and sum(loaded.values()) < 40_000, loaded
        screenshots(page, "tags")
        page.locator("polka-puzzle").get_by_role("button", name="Play").focus()
        page.keyboard.press("Enter")
        expect(page.locator("polka-puzzle .plk-game")).to_be_visible()
        expect(page.locator("polka-puzzle .before")).to_have_count(0)
        page.keyboard.press("n")
        expect(page.locator("polka-puzzle .plk-status")).to_contain_text("selected")
        page.locator("polka-trace").get_by_role("button", name="Show the steps").click()
        expect(page.locator("polka-trace [data-role=place]")).to_contain_text("step 6 of 18")
        page.locator("polka-cell textarea").focus()
        page.keyboard.press("Shift+Enter")
        expect(page.locator("polka-cell .out pre")).to_have_text('"hahaha"', timeout=180_000)
        screenshots(page, "tags-used")
        plain = browser.new_context(java_script_enabled=False)
        still = plain.new_page()
        still.goto(f"{blog}blog.html")
        expect(still.get_by_alt_text("the puzzle")).to_be_visible()
        expect(still.get_by_text('strings.Repeat("ha", 3)')).to_be_visible()
        plain.close()


def test_a_page_of_its_own(page: Page, browser: Browser, address: str, tmp_path: Path):
    """What `polka link --page` writes shows links on another server; without scripts a picture remains."""
    names = [subprocess.run([POLKA, "link", "--page", tmp_path, "--base", address + "open.html", "--at", "https://example.org/p/", STORED[name]],
                            check=True, capture_output=True, text=True).stdout.strip() for name in ("puzzle", "trace", "cell")]
    files = [Path(name).name for name in names]
    with serve(tmp_path) as other:
        for file, shown in zip(files, (".plk-table", ".plk-current", "textarea")):
            page.goto(other + file)
            expect(page.locator("polka-link").locator(shown).first).to_be_visible()
        page.goto(other + files[0])
        expect(page.locator(".plk-table")).to_be_visible()
        screenshots(page, "page")
        plain = browser.new_context(java_script_enabled=False)
        still = plain.new_page()
        still.goto(other + files[0])
        expect(still.locator("polka-link img")).to_be_visible()
        assert still.evaluate("document.images[0].naturalWidth") == 1200
        plain.close()


def screenshots(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in (1024, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            page.screenshot(path=SCREENSHOTS / f"links-{name}-{width}-{scheme}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "the page is too wide"


# Opens links one after the other in one page. An error is a sentence in the page.
MUTATED = """async (links) => {
    const tag = document.querySelector('polka-link');
    const counts = {shown: 0, error: 0};
    for (const link of links) {
        const shown = new Promise((resolve) => tag.addEventListener('polka-shown', resolve, {once: true}));
        delete tag.dataset.error;
        tag.setAttribute('link', link);
        await shown;
        counts[tag.dataset.error ? 'error' : 'shown']++;
    }
    return counts;
}"""


def test_hostile_links(context: BrowserContext, address: str):
    """Links that somebody has changed do nothing but an error; what they contain is never HTML, and nothing runs."""
    page = context.new_page()
    requests: list[str] = []
    opened(page, address, STORED["shape"])
    page.evaluate("() => document.querySelector('polka-link').removeAttribute('open')")
    page.on("request", lambda request: requests.append(request.url))
    r = random.Random(SEED)
    print("seed", SEED)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_*."
    texts = {name: packed(page, STORED[name]) for name in STORED}
    links, count = [], 400
    for i in range(count):
        name = r.choice(list(STORED))
        text = list(STORED[name][3:] if i % 2 else texts[name])
        for _ in range(r.randint(1, 4)):
            text[r.randrange(len(text))] = r.choice(letters if i % 2 else '0123456789-.e"[]{}:,<&tf')
        links.append("#1." + "".join(text) if i % 2 else packing(page, "".join(text)))
    counts = page.evaluate(MUTATED, links)
    assert counts["error"] + counts["shown"] == count and counts["error"] > count / 3, counts
    evil = '<img src=x onerror="window.bad = 1"><script>window.bad = 1</script>'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.bad = 1"><script>parent.bad = 1</script></svg>'
    story = {"story": {"rules": [], "words": []}, "page": ["div", {"onclick": "window.bad = 1"}]}
    for doc, error in (
        ({"kind": "cell", "title": evil, "source": evil, "picture": svg}, None),
        ({"kind": "notebook", "title": evil, "data": {"cells": [{"type": "markdown", "source": evil}]}}, None),
        ({"kind": "cell", "source": "1", "html": evil}, "is not known"),
        ({"kind": "search", "data": {**story, "page": ["script", {}, "window.bad = 1"]}}, "expected an element"),
        ({"kind": "search", "data": story}, "the attribute onclick is not allowed"),
        ({"kind": "search", "data": {**story, "page": ["svg", {}, ["path", {"d": "url(//x)"}]]}}, "the attribute d is not allowed"),
        ({"kind": "trace", "data": {"trace": {"calls": [[0, 0, 0, 0, 0]], "steps": [[0]]}, "page": ["div", {}]}}, "expected a caller before the call"),
        ({"kind": "puzzle", "data": {"lattice": {"kinds": [[[0, 0], [1, 0], [1, 1]]], "ex": [1, 0], "ey": [0, 1], "ez": [0, 0], "layers": 1e9}, "board": [0, 0, 0], "pieces": [{}]}},
         "expected a number from 0 to 100"),
    ):
        opened(page, address, packing(page, json.dumps(doc)))
        tag = page.locator("polka-link")
        if error:
            expect(tag).to_have_attribute("data-error", re.compile(re.escape(error)))
        else:
            expect(tag).not_to_have_attribute("data-error", re.compile("."))
        assert page.evaluate("window.bad") is None
    assert not [url for url in requests if "run." in url or not url.startswith((address, "data:", "about:", "blob:"))]
    page.close()


def packed(page: Page, link: str) -> str:
    """The text of a link."""
    return page.evaluate("""async (payload) => {
        const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
    }""", link[3:])


def packing(page: Page, text: str) -> str:
    """The link of a text."""
    return page.evaluate("""async (text) => {
        const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
        return '#1.' + btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    }""", text)
