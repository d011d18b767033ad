# SPDX-License-Identifier: BSD-3-Clause

"""The pages of `polka atlas` on a static server: found by drawing, with pictures that load, small screens, without scripts."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import ROOT
from lab import SCREENSHOTS, serve

pytestmark = [pytest.mark.timeout(300), pytest.mark.polka]

POLKA = Path(os.environ.get("POLKA_BINARY", ROOT / "bin/polka")).resolve()
SIZES = {"square": 5, "hexagon": 4, "triangle": 5, "tan": 3, "kite": 3, "cube": 4}
SEED = 39


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlas")
    sizes = [arg for name, n in SIZES.items() for arg in ("--size", f"{name}={n}")]
    subprocess.run([POLKA, "atlas", folder, *sizes, "--open", "../../open.html"], check=True, capture_output=True, timeout=280)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serve(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    yield page
    context.close()


def test_found_by_drawing(page: Page, address: str, folder: Path):
    """Three polyforms of each lattice, drawn as they are stored: the search finds their images under isometries in any case."""
    r = random.Random(SEED)
    shapes = json.loads((folder / "atlas.json").read_text())["shapes"]
    page.goto(address + "search.html")
    for lattice, size in SIZES.items():
        page.locator("#lattice").select_option(lattice)
        for shape in r.sample([s for s in shapes if s["lattice"] == lattice and s["cells"] == size], 3):
            page.get_by_role("button", name="Clear").click()
            cells = [shape["code"][i : i + 3] for i in range(0, len(shape["code"]), 3)]
            if lattice == "square":  # a quarter turn, flipped
                cells = [c[1] + c[0] + c[2] for c in cells]
            for x, y, z in cells:
                page.locator(f"[data-cell='{int(x, 36)},{int(y, 36)},{int(z, 36)}']").click()
            expect(page.get_by_role("link", name="Open its page")).to_have_attribute("href", f"{lattice}/{shape['code']}.html")
    # By keys: the domino.
    page.locator("#lattice").select_option("square")
    page.locator("[data-cell='0,0,0']").focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.get_by_role("link", name="Open its page").click()
    expect(page).to_have_url(address + "square/000100.html")
    page.goto(address + "search.html")
    page.locator("[data-cell='0,0,0']").click()
    page.locator("[data-cell='2,0,0']").click()
    expect(page.locator("#found")).to_contain_text("must be connected")


def test_pages(page: Page, address: str, folder: Path):
    """All pictures load, and nothing is wider than a telephone."""
    r = random.Random(SEED)
    pages = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.html"))
    for name in ["index.html", "search.html", "square-5.html", "square/100010110210120.html", *r.sample(pages, 8)]:
        failed: list[str] = []
        page.on("response", lambda response: response.status >= 400 and "favicon" not in response.url and failed.append(response.url))
        page.goto(address + name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        page.evaluate("document.querySelectorAll('img').forEach((e) => { e.loading = 'eager' })")
        page.wait_for_function("[...document.images].every((e) => e.complete)")
        assert page.evaluate("[...document.images].every((e) => e.naturalWidth > 0)") and not failed, (name, failed)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.goto(address + "square/100010110210120.html")
    page.screenshot(path=SCREENSHOTS / "atlas-dark.png", full_page=True)


def test_without_scripts(browser: Browser, address: str):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "index.html")
    page.get_by_role("link", name="5 cells: 12").first.click()
    page.get_by_role("link", name="12 X").click()
    expect(page.get_by_role("heading", name="Does it tile the plane? Yes")).to_be_visible()
    expect(page.locator("img").first).to_be_visible()
    context.close()
