# SPDX-License-Identifier: BSD-3-Clause

"""Makes the pictures of docs/packages.md: what its cells return, on light and on dark paper, side by side.

In an environment with Playwright, nbformat and Chromium, such as that of the tests, and after `make polka`:

    .venv/bin/python internal/pictures/modules.py [NAME...]

makes all pictures, or those with these names, in docs/pictures. A cell is a block of Go that a heading of the fourth level, a %require and
a picture surround. All modules become one program, which the kernel builds first; that takes a few minutes.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/packages.md"
BLOCK = re.compile(r"^#### .*\n\n```go\n%require (.*)\n((?:.*\n)*?)```\n\n!\[.*\]\(pictures/module-(.*)\.png\)$", re.MULTILINE)

# What is around an output, and the paper of both themes.
SHEET = """body { margin: 0; padding: 12px; width: max-content; max-width: 664px; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #eee } }
@media (prefers-color-scheme: light) { body { background: #fff; color: #222 } }"""


def main(names: list[str]) -> None:
    found = BLOCK.findall(PAGE.read_text())
    modules = " ".join(modules for modules, _, _ in found)
    cells = [nbformat.v4.new_code_cell("%require " + modules)]
    cells += [nbformat.v4.new_code_cell(code) for _, code, _ in found]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        notebook = Path(folder) / "modules.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "polka", "display_name": "Polka (Go)", "language": "go"}}), notebook)
        polka = os.environ.get("POLKA", str(ROOT / "bin/polka"))
        subprocess.run([polka, "nb", "run", str(notebook), "--timeout", "20m", "--output", folder + "/out"], check=True)
        subprocess.run([polka, "nb", "export", folder + "/out/modules.ipynb", "--output", folder + "/modules.html"], check=True)
        browser = play.chromium.launch(executable_path=os.environ.get("POLKA_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-headless-shell"), args=["--headless", "--no-sandbox", "--disable-gpu"])
        for i, (_, _, name) in enumerate(found):
            if names and name not in names:
                continue
            shots = []
            for scheme in ("light", "dark"):
                page = browser.new_page(color_scheme=scheme, viewport={"width": 700, "height": 900})
                page.goto(Path(folder, "modules.html").as_uri())
                page.evaluate(KEEP, i)
                page.add_style_tag(content=SHEET)
                shots.append(page.locator("body").screenshot())
                page.close()
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.set_content("<div style='width:max-content;display:flex;align-items:start'>" + "".join(
                f"<img src='data:image/png;base64,{base64.b64encode(shot).decode()}'>" for shot in shots))
            file = ROOT / f"docs/pictures/module-{name}.png"
            page.locator("div").screenshot(path=file)
            page.close()
            print(file.relative_to(ROOT), file.stat().st_size)
        browser.close()


# KEEP leaves the output of one cell in the page. The cell with %require has none.
KEEP = "i => document.body.replaceChildren(document.querySelectorAll('section.cell .out:not(:empty)')[i])"


if __name__ == "__main__":
    main(sys.argv[1:])
