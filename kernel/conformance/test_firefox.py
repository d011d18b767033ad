# SPDX-License-Identifier: BSD-3-Clause

"""Links, tags, the atlas and JupyterLite in Firefox, on static servers. The other tests of pages use Chromium; test_daily.py has one more
in Firefox.

The site is that of test_lite.py.
"""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Iterator

import pytest

from conftest import ROOT
from firefox import Firefox
from lab import SCREENSHOTS, Quiet, serve
from test_atlas import POLKA
from test_links import MUTATED, STORED, TAGS
from test_lite import READY

pytestmark = [pytest.mark.timeout(600), pytest.mark.polka]

SEED = 39


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve(site) as address:
        yield address


class Counting(Quiet):
    """A server that notes the names and sizes of the files that are asked for."""

    sent: dict[str, int] = {}

    def send_header(self, name: str, value: str) -> None:
        if name.lower() == "content-length":
            self.sent[self.path] = int(value)
        super().send_header(name, value)


def test_tags(firefox: Firefox, site: Path, tmp_path: Path):
    """Tags on a page of another site, with a policy: less than 40 KB before a click; used by mouse and keys; code runs."""
    Counting.sent = {}
    with serve(site, Counting) as address, serve(tmp_path) as blog, firefox.profile():
        (tmp_path / "blog.html").write_text(TAGS.format(site=address, **{name: STORED[name] for name in ("puzzle", "trace", "shape")}))
        firefox.open(f"{blog}blog.html")
        firefox.until("visible(deep('.before svg', 0)) && visible(deep('svg path'))")
        assert list(Counting.sent) == ["/polka.js"] and sum(Counting.sent.values()) < 40_000, Counting.sent
        firefox.click("named('Play', document.querySelector('polka-puzzle').shadowRoot)")
        firefox.until("visible(deep('.plk-game .plk-table'))")
        firefox.press("n")
        firefox.until("deep('.plk-game .plk-status').textContent.includes('selected')")
        firefox.click("named('Show the steps', document.querySelector('polka-trace').shadowRoot)")
        firefox.until("deep('[data-role=place]')?.textContent.includes('step 6 of 18')")
        firefox.click("deep('textarea')")
        firefox.press("Shift+Enter")
        firefox.until("""document.querySelector('polka-cell').shadowRoot.querySelector('.out pre')?.textContent === '"hahaha"'""", 180)
        firefox.screenshot(SCREENSHOTS / "firefox-tags.png")


def test_links(firefox: Firefox, address: str):
    """Links of November 2026 open with their state, changed ones do nothing but an error, and nothing runs."""
    with firefox.profile():
        for name, link in STORED.items():
            firefox.open("about:blank")
            firefox.open(f"{address}open.html{link}")
            kind = {"soma": "puzzle", "full": "puzzle"}.get(name, name)
            shown = {"puzzle": "canvas, .plk-table", "search": ".plk-board [data-option]", "trace": ".plk-current", "shape": "svg path"}
            assert firefox.until("document.querySelector('polka-link')?.dataset.kind") == kind
            firefox.until(f"visible(deep('{shown.get(kind, 'textarea')}'))")
            files = firefox.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
            assert not [file for file in files if "run." in file or "worker" in file or not file.startswith((address, "data:"))], files
        r = random.Random(SEED)
        print("seed", SEED)
        links = []
        for _ in range(200):
            text = list(r.choice(list(STORED.values()))[3:])
            for _ in range(r.randint(1, 4)):
                text[r.randrange(len(text))] = r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_*.")
            links.append("#1." + "".join(text))
        firefox.open("about:blank")
        firefox.open(f"{address}open.html{STORED['shape']}")
        firefox.until("document.querySelector('polka-link')?.dataset.kind")
        firefox.evaluate("document.querySelector('polka-link').removeAttribute('open')")
        counts = firefox.evaluate(f"({MUTATED})({json.dumps(links)})")
        assert counts["error"] > 150 and counts["error"] + counts["shown"] == 200, counts


def test_atlas(firefox: Firefox, tmp_path: Path):
    """The search finds what is drawn by mouse and by keys."""
    subprocess.run([POLKA, "atlas", tmp_path, *(f"--size={size}" for size in ("square=3", "hexagon=3", "triangle=3", "tan=1", "kite=1", "cube=1"))],
                   check=True, capture_output=True, timeout=280)
    shapes = json.loads((tmp_path / "atlas.json").read_text())["shapes"]
    with serve(tmp_path) as address, firefox.profile(390, 844):
        for lattice in ("square", "hexagon", "triangle"):
            firefox.open(f"{address}search.html")
            firefox.evaluate(f"(() => {{ const e = deep('#lattice'); e.value = '{lattice}'; e.dispatchEvent(new Event('change')); }})()")
            code = [shape["code"] for shape in shapes if shape["lattice"] == lattice][-1]
            for i in range(0, len(code), 3):
                x, y, z = (int(digit, 36) for digit in code[i : i + 3])
                firefox.click(f"""deep("[data-cell='{x},{y},{z}']")""")
            firefox.until(f"named('Open its page')?.getAttribute('href') === '{lattice}/{code}.html'")
        firefox.click("named('Open its page')")
        firefox.until("location.pathname.includes('/triangle/') && document.images.length > 0 && [...document.images].every((e) => e.complete && e.naturalWidth)")


def test_without_scripts(tmp_path: Path):
    """What is in a tag is shown, and pages have their pictures."""
    (tmp_path / "blog.html").write_text(TAGS.format(site="https://example.org/", **{name: STORED[name] for name in ("puzzle", "trace", "shape")}))
    firefox = Firefox({"javascript.enabled": False})
    try:
        with serve(tmp_path) as blog, firefox.profile():
            firefox.open(f"{blog}blog.html", "interactive")
            for element in ("polka-puzzle img[alt='the puzzle']", "polka-cell pre", "polka-trace p", "polka-shape pre"):
                assert firefox.count(element) == 1
            firefox.screenshot(SCREENSHOTS / "firefox-without-scripts.png")
    finally:
        firefox.close()


def test_lite(firefox: Firefox, address: str):
    """JupyterLite opens a notebook with the kernel of the browser. Cells run: a picture, a search, an error, a next visit."""
    panel = "window.panel"
    output = f"{panel}.content.widgets[%d].node.querySelector('.jp-Cell-outputArea')"

    def run(cell: int, code: str, shows: str) -> None:
        firefox.click(f"{panel}?.content?.widgets?.[{cell}]?.node.querySelector('.cm-content')")
        firefox.press(*code, "Shift+Enter")
        firefox.until(f"{output % cell}?.{shows}", 180)

    with firefox.profile(1280, 900):
        for visit in ("first", "next"):
            firefox.open(f"{address}lab/index.html?reset")  # without the notebook of the last visit, which would ask for its kernel
            firefox.until(f"{READY} && !location.search && jupyterapp.restored.then(() => true)", 180)
            firefox.evaluate("jupyterapp.commands.execute('notebook:create-new', {kernelName: 'polka'}).then((panel) => { window.panel = panel; })")
            firefox.until(f"{panel}?.sessionContext?.session?.kernel?.name === 'polka'")
            run(0, "cover.Rectangle(6, 10)", "querySelector('img')?.naturalWidth > 50")
            firefox.until(f"visible({output % 0}.querySelector('img'))")
            run(1, "shapes.Count(shapes.Square, 8, shapes.Free)", "textContent.includes('369')")
            run(2, "[]int{}[6 * 7]", "textContent.includes('index out of range')")
            firefox.screenshot(SCREENSHOTS / f"firefox-lite-{visit}.png")
            firefox.errors[:] = [error for error in firefox.errors if "Exception opening new comm" not in error]  # see kernel/marks.go
            if visit == "first":
                firefox.until("caches.keys().then((names) => names.some((name) => name.startsWith('polka unpacked')))")
