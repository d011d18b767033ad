# SPDX-License-Identifier: BSD-3-Clause

"""Outputs and cells of exported pages stay in their own boxes, whatever their style.

Each snippet tries to draw over the rest of the page in a color that nothing else has, and each is alone in a page between
two cells. A screenshot must not have the color outside of the snippet's own output or cell, and no point outside may belong to it.
As a control, most of the snippets in outputs cover the page without the containment.
"""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Browser, Page

from conftest import ROOT, Judged

pytestmark = [pytest.mark.polka, pytest.mark.timeout(600)]

HUGE = "width:99999px;height:99999px"
ATTRIBUTES = {  # style attributes, which are also allowed in Markdown
    "fixed by a variable": "--p:fixed;position:var(--p);inset:0",
    "fixed by a fallback": "position:var(--q,fixed);inset:0",
    "absolute": f"position:absolute;left:-9999px;top:-9999px;{HUGE}",
    "absolute, inset": "position:absolute;inset:-9999px;z-index:2147483647",
    "relative": f"position:relative;left:-9999px;top:-300px;{HUGE}",
    "sticky by a variable": "position:var(--q,sticky);top:0;margin:-500px;padding:500px",
    "margins": "margin:-500px -900px;padding:500px 900px",
    "transform": "transform:scale(500)",
    "scale": "scale:500",
    "translate": "translate:-400px -300px;height:200px",
    "rotate": "rotate:90deg;width:600px",
    "zoom": "zoom:40;margin-top:-20px",
    "shadow": "box-shadow:0 0 0 9999px #f0c",
    "outline": "outline:9999px solid #f0c",
    "border image": "border:1px solid;border-image:linear-gradient(#f0c,#f0c) 1/1/9999px",
    "filter": "filter:drop-shadow(0 -200px #f0c) drop-shadow(0 400px #f0c)",
    "reflection": "height:300px;-webkit-box-reflect:above -50px",
    "path": "offset-path:path('M-300 -300L0 0');height:300px;width:300px",
    "text shadow": "text-shadow:0 -200px #f0c,0 200px #f0c,-300px 0 #f0c;font-size:200px;line-height:0",
    "indent": "text-indent:-400px;font-size:90px;color:#f0c",
    "line height": "line-height:0;font-size:300px;color:#f0c",
    "float": f"float:left;margin:-500px;{HUGE}",
    "contents": "display:contents",
    "clip": "overflow:visible;contain:none;isolation:auto;margin-top:-300px;padding-top:300px",
    "anchor": "position:absolute;position-area:none;top:-300px;height:900px;width:900px",
}
ELEMENTS = {  # without style attributes
    "drawing": '<svg overflow="visible" width="9" height="9"><rect x="-9999" y="-9999" width="99999" height="99999" fill="#f0c"/></svg>',
    "drawing, transformed": '<svg overflow="visible" width="9" height="9"><g transform="translate(-999 -999) scale(999)"><circle r="9" fill="#f0c"/></g></svg>',
    "drawing, filtered": '<svg overflow="visible" width="9" height="9"><filter id="f" x="-9999" y="-9999" width="99999" height="99999">'
                         '<feFlood flood-color="#f0c"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
    "drawing, stroked": '<svg overflow="visible" width="9" height="9"><path d="M0 0L9 9" stroke="#f0c" stroke-width="9999"/></svg>',
    "formula": '<math><mpadded voffset="300px" lspace="-300px"><mspace width="900px" height="900px" depth="900px" mathbackground="#f0c"/></mpadded></math>',
    "table": '<table align="left" width="9999" height="900" bgcolor="#f0c"><tr><td>x</td></tr></table>',
    "class of the page": '<i class="count"><font color="#f0c">■■■■■</font></i>',
}
SHEETS = {
    "class": ".z{position:var(--q,fixed);inset:0;background:#f0c}",
    "keyframes": "@keyframes z{from,to{position:fixed;inset:0}}.z{animation:z 9s infinite;background:#f0c}",
    "before": ".z::before{content:'';position:var(--q,fixed);inset:-999px;background:#f0c}",
    "host": ":host{position:var(--q,fixed)!important;inset:0;background:#f0c;display:block;contain:none!important}",
    "elements": "div,p{position:var(--q,fixed);inset:0;background:#f0c}",
    "page": "body,main,section,.out,.picture{background:#f0c!important;contain:none!important}",
    "list": ".z{display:list-item;list-style:'■■■■■■■■■■■■■■■■■■■■' outside;color:#f0c}",
}


def output(kind: str, text: str) -> dict:
    shown = {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "x", kind: text}}
    return {"cell_type": "code", "metadata": {}, "source": "x", "execution_count": 2, "outputs": [shown]}


def cells() -> dict[str, dict]:
    bodies = {name: f'<div style="background:#f0c;{style}">m</div>' for name, style in ATTRIBUTES.items()} | ELEMENTS
    bodies["marks"] = "<p><font color='#f0c'>a" + "\u0336\u0489\u035c\u0317" * 200 + "</font></p>"
    all = {}
    for name, body in bodies.items():
        all[f"html, {name}"] = output("text/html", body)
        all[f"markdown output, {name}"] = output("text/markdown", body)
        all[f"markdown, {name}"] = {"cell_type": "markdown", "metadata": {}, "source": body}
        all[f"raw, {name}"] = {"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": body}
    for name, sheet in SHEETS.items():
        body = f'<style>{sheet}</style><div class="z">m</div>'
        all[f"sheet, {name}"] = output("text/html", body)
        all[f"raw sheet, {name}"] = {"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": body}
    return all


# The number of pixels of the color outside of the box, and of the points there that belong to what is in it.
OUTSIDE = """async ([picture, selector]) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    const element = document.querySelector(selector), box = element.getBoundingClientRect();
    let colored = 0, hit = 0;
    for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) {
        if (x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1) continue;
        const i = 4 * (y * image.width + x);
        if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] > 150) colored++;
        if (x % 20 === 0 && y % 20 === 0) hit += element.contains(document.elementFromPoint(x, y));
    }
    return colored + hit;
}"""


def outside(page: Page, selector: str) -> int:
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(OUTSIDE, [base64.b64encode(page.screenshot()).decode(), selector])


def test_everything_stays_in_its_box(judged: Judged, browser: Browser, tmp_path: Path):
    context = browser.new_context(viewport={"width": 450, "height": 500})
    page = context.new_page()
    wrong, controls, harmful, pictures = [], 0, 0, ROOT / "build/screenshots/boxes"
    pictures.mkdir(parents=True, exist_ok=True)
    everything = cells()
    for i, (name, cell) in enumerate(everything.items()):
        words = {"cell_type": "markdown", "metadata": {}, "source": "# Title\n\nSome words above and below."}
        file = tmp_path / f"{i}.ipynb"
        file.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [words, words, cell, words, words]}))
        subprocess.run([judged.command[0], "nb", "export", str(file)], check=True, capture_output=True, timeout=300)
        page.goto(file.with_suffix(".html").as_uri())
        selector = "main > section:nth-child(3)" + (" .out" if cell["cell_type"] == "code" else "")
        if count := outside(page, selector):
            wrong.append((name, count))
            page.screenshot(path=pictures / f"{name.replace(' ', '-')}.png")
        if name.startswith(("html, ", "sheet, ")):
            page.add_style_tag(content=".out,.boxed,.text,.guest{contain:none!important;overflow:visible!important}")
            controls += 1
            harmful += outside(page, selector) > 0
    page.screenshot(path=pictures / "last.png")
    context.close()
    assert not wrong
    assert controls > 30 and harmful > controls // 2
