# SPDX-License-Identifier: BSD-3-Clause

"""Measure the frame rate of solids that turn: python kernel/conformance/frames.py. Prints a table for docs/benchmarks.md."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

from lab import launch

ROOT = Path(__file__).resolve().parents[2]

CELLS = {
    "Soma, 27 cubes, 7 pieces": "t, err := cover.New(cover.Box(3, 3, 3), shapes.Soma()...).First()\nt",
    "box, 100 cubes, one piece": "cover.Box(4, 5, 5)",
    "20 pieces of 5 cubes": "y := shapes.MustParse(\"cube [(0,0,0),(1,0,0),(2,0,0),(3,0,0),(1,1,0)]\")\nu, err := cover.New(cover.Box(4, 5, 5)).With(cover.Pieces(y).Times(20)).First()\nu",
}

FRAMES = 120

TURN = """async (canvas) => {
    canvas.scrollIntoView();
    canvas.setPointerCapture = () => {};
    const box = canvas.getBoundingClientRect(), times = [];
    const point = (type, x) => canvas.dispatchEvent(new PointerEvent(type, {pointerId: 1, clientX: x, clientY: box.top + 9, button: 0, bubbles: true}));
    point("pointerdown", 100);
    await new Promise((done) => {
        let n = 0;
        requestAnimationFrame(function frame(t) {
            times.push(t);
            point("pointermove", 100 + 4 * n);
            if (++n <= %FRAMES%) requestAnimationFrame(frame);
            else done();
        });
    });
    point("pointerup", 0);
    const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
    return [1000 * gaps.length / (times.at(-1) - times[0]), gaps.at(-1)];
}""".replace("%FRAMES%", str(FRAMES))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS.values()]), file)
        for argv in (["nb", "run", str(file), "--output", folder], ["nb", "export", str(file)]):
            subprocess.run([str(ROOT / "bin" / "polka"), *argv], check=True, stdout=sys.stderr)
        browser = launch(playwright)
        page = browser.new_context(viewport={"width": 1000, "height": 800}).new_page()
        metrics = page.context.new_cdp_session(page)
        metrics.send("Performance.enable")

        def turned(canvas) -> str:
            """Turns a solid. Returns frames a second, the longest frame, and the time of scripts for each, in ms."""
            def script() -> float:
                return next(m["value"] for m in metrics.send("Performance.getMetrics")["metrics"] if m["name"] == "ScriptDuration")
            before = script()
            rate, longest = canvas.evaluate(TURN)
            return f"{rate:.1f} | {longest:.1f} | {1000 * (script() - before) / FRAMES:.2f}"

        page.goto(file.with_suffix(".html").as_uri())
        print("| solid | together, frames a second | longest frame, ms | script, ms | apart | longest | script |\n|---|--:|--:|--:|--:|--:|--:|")
        for i, name in enumerate(CELLS):
            canvas = page.locator("canvas").nth(i)
            together = turned(canvas)
            canvas.focus()
            page.keyboard.press("e")
            page.keyboard.press("e")
            print(f"| {name} | {together} | {turned(canvas)} |")
        browser.close()


if __name__ == "__main__":
    main()
