# SPDX-License-Identifier: BSD-3-Clause

"""Charts of package chart: Vega-Lite in JupyterLab, SVG where there is no Vega-Lite."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, expect

from conftest import Judged
from lab import SCREENSHOTS, Notebook

pytestmark = pytest.mark.polka

ROWS = ('type row struct {\n\tN int\n\tSeconds float64\n\tEngine string\n}\n'
        'rows := []row{{1, 0.5, "links"}, {2, 1.5, "links"}, {3, 4.5, "links"}, {1, 0.4, "bits"}, {2, 0.8, "bits"}, {3, 1.2, "bits"}}\n')

BLUE, ORANGE = "#2a7ab8", "#c77700"

# Charts, and the colors of their marks.
CHARTS = [
    ('chart.Of(rows).Mark("bar").X("N").Y("Seconds").Color("Engine")', {BLUE, ORANGE}),
    ('chart.Of(rows).Mark("bar").X("N").Y("Seconds").Color("Engine").Beside()', {BLUE, ORANGE}),
    ('chart.Of(rows).Mark("line").X("N").Y("Seconds").Color("Engine").LogY().Title("Search times")', {BLUE, ORANGE}),
    ('chart.Of(rows).X("N").Y("Seconds").Color("Engine").Zoom()', {BLUE, ORANGE}),
    ('chart.Of(rows).X("bin(Seconds)").Y("count()")', {BLUE}),
    ('chart.Of(rows).X("mean(Seconds)").Y("Engine")', {BLUE}),
    ('chart.Of(rows).Mark("area").X("N").Y("Seconds").Color("Engine")', {BLUE, ORANGE}),
    ('chart.Of(rows).Mark("point").X("Engine").Y("Seconds").Layer(chart.Of(rows).Mark("line").X("Engine").Y("mean(Seconds)"))', {BLUE, ORANGE}),
    ('chart.Of(map[string]any{"day": []time.Time{time.Unix(0, 0), time.Unix(1e6, 0)}, "n": []int{1, 2}}).Mark("line").X("day").Y("n")', {BLUE}),
]

MARKS = "svg => [...svg.querySelectorAll('.mark-rect path, .mark-symbol path, .mark-line path, .mark-area path')]" \
    ".flatMap(e => [e.getAttribute('fill'), e.getAttribute('stroke')])"
TEXT = "svg => [...svg.querySelectorAll('text')].map(e => getComputedStyle(e).fill)"


def bright(color: str) -> bool:
    """Whether a color such as rgb(255, 255, 255) is nearer to white than to black."""
    return sum(map(float, re.findall(r"[\d.]+", color)[:3])) > 3 * 128


def test_vega_lite(notebook: Notebook):
    """JupyterLab draws each chart itself, with marks in the colors of the SVG document, in the theme of the page, also when that changes."""
    notebook.type(ROWS)
    for i, (code, colors) in enumerate(CHARTS):
        themes = ("Light", "Dark") if i % 2 else ("Dark", "Light")
        notebook.theme(f"JupyterLab {themes[0]}")
        cell = notebook.type(code)
        view = cell.locator(".jp-RenderedVegaCommon5")
        svg = view.locator("svg.marks")
        expect(svg).to_be_visible()
        assert not cell.locator(".jp-OutputArea-output img").count()  # of the SVG document
        data = notebook.outputs()[-1]["data"]
        assert {"application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"} <= set(data) and "text/html" not in data
        svg.scroll_into_view_if_needed()
        for theme in themes:  # the second is chosen after the chart has been drawn
            notebook.theme(f"JupyterLab {theme}")
            cell.screenshot(path=SCREENSHOTS / f"chart-{i}-{theme.lower()}.png")
            assert {c for c in svg.evaluate(MARKS) if c in (BLUE, ORANGE)} == colors, code
            texts = svg.evaluate(TEXT)
            assert texts and {bright(color) for color in texts} == {theme == "Dark"}, f"{code}: {texts} in the theme {theme}"


def test_mistake(notebook: Notebook):
    cell = notebook.type(ROWS + 'chart.Of(rows).X("n")')
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text('no field "n"; the fields are N, Seconds, Engine')


def test_without_scripts(judged: Judged, browser: Browser, tmp_path: Path):
    """The pages of nbconvert and of `polka nb export` have the SVG document, and no Vega-Lite."""
    path = tmp_path / "chart.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(ROWS + CHARTS[0][0])],
                                            metadata={"kernelspec": {"name": judged.name, "display_name": "Polka (Go)", "language": "go"}}), path)
    polka = judged.command[0]
    subprocess.run([polka, "nb", "run", str(path), "--output", str(tmp_path / "out")], check=True, timeout=120)
    stored = tmp_path / "out/chart.ipynb"
    subprocess.run([polka, "nb", "export", str(stored), "--to", "html", "--output", str(tmp_path / "own.html")], check=True, timeout=120)
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--output", str(tmp_path / "theirs.html"), str(stored)],
                   check=True, timeout=120, env={**os.environ, **judged.jupyter_env(tmp_path)}, capture_output=True)
    page = browser.new_context().new_page()
    for name in ("own.html", "theirs.html"):
        page.goto((tmp_path / name).as_uri())
        picture = page.locator('svg[aria-label^="bar of 6 rows"], img[alt^="bar of 6 rows"], .jp-OutputArea-output img').first
        expect(picture).to_be_visible()
        box = picture.bounding_box()
        assert box and box["width"] > 500 and box["height"] > 250, f"{name}: {box}"
        page.screenshot(path=SCREENSHOTS / f"chart-{name}.png")
    page.context.close()
