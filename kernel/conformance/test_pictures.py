# SPDX-License-Identifier: BSD-3-Clause

"""Stored pictures, shown to a reader who has not run the notebook.

The notebook of every kind of picture (notebooks/gallery.ipynb), and some more kinds, as JupyterLab shows it without
trust, as nbconvert shows it, and as strict sanitizers leave it.
"""

from __future__ import annotations

import os
import re
import subprocess
import zlib
from pathlib import Path
from typing import Iterator

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import ROOT, Judged
from lab import SCREENSHOTS, Lab, Notebook, chromium
from test_clients import run

pytestmark = pytest.mark.polka

# Kinds of pictures that the gallery does not have.
MORE = [
    # Pictures side by side: values of one cell, and values that draw themselves.
    'import "polka/shapes"\n\nshapes.MustParse("##/.#"), shapes.Pentominoes()[0]',
    'type dot struct{ r int }\n\nfunc (d dot) SVG() string {\n\treturn fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">'
    '<circle cx="30" cy="30" r="%d" fill="#c33"/></svg>`, d.r)\n}\n\n[]dot{{10}, {20}, {30}}',
    'import (\n\t"image"\n\t"image/color"\n)\n\nim := image.NewRGBA(image.Rect(0, 0, 60, 40))\nfor x := range 60 {\n\tim.Set(x, x*40/60, color.RGBA{200, 0, 0, 255})\n}\nim',
    '[]image.Image{im, im}',
    'import "polka/render"\n\nrender.Animate([]render.Picture{render.Draw(shapes.MustParse("##")), render.Draw(shapes.MustParse("###"))})',
    # What the packages of mathematics return, as values of cells.
    "shapes.Lattices()[:2], shapes.Square.Isometries()[1]",
    "cover.Pieces(shapes.Tetrominoes()...), cover.New(cover.Rectangle(2, 3), shapes.MustParse(\"##/#.\"), shapes.MustParse(\"##/#.\"))",
    'entry, err := cover.CatalogByName("soma-cube")\nentry',
    "squares, _, err := cover.Dissect(cover.Rectangle(5, 6), 8)\nsquares",
    'family, err := cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...).Family()\nfamily.HeatMap("X"), family.Sample(2, 1)',
    'narrow, _, err := plane.FindRectangle(shapes.MustParse("###/#.."), 2)\nnarrow',
    'periodic, _, err := plane.FindPeriodic(shapes.MustParse("###/#.."), 2)\nperiodic',
    'no, err := plane.Decide(shapes.MustParse("###/#.#/##."))\nno',
    'sudoku, err := puzzle.ParseSudoku("1...\\n..2.\\n.3..\\n...4")\nsudoku, puzzle.LangfordRow{3, 1, 2, 1, 3, 2}',
    "five := puzzle.NewQueens(5)\nplaced, _, err := five.Problem().Solver(dlx.Options{}).First()\nfive.Decode(placed)",
    "render.RecordLinks(toy, 3)",
    "grid := make([][]int, 50)\nfor i := range grid {\n\tgrid[i] = make([]int, 50)\n\tgrid[i][i] = i\n}\ngrid",
    # Widgets and the record of calls.
    "widget.Interact(func(rows int) any { return cover.Rectangle(rows, 10) }, []int{3, 12})",
    'l, _ := shapes.PieceByName("trominoes", "L")\ngame, _ := play.NewGame(cover.New(cover.Rectangle(2, 3), l, l))\ngame',
    "editor, _ := play.NewEditor(cover.Rectangle(3, 4))\neditor",
    "byHand, _ := play.NewCover(toy)\nbyHand",
    "search, _ := play.NewSearch(toy)\nsearch",
    "func fib(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn fib(n-1) + fib(n-2)\n}\n\ndisplay.Trace(\"fib\", func() { fib(3) })",
]


@pytest.fixture(scope="module")
def gallery(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook with every kind of picture, run without Jupyter, so that no server trusts it."""
    file = tmp_path_factory.mktemp("gallery") / "gallery.ipynb"
    content = nbformat.read(ROOT / "notebooks/gallery.ipynb", as_version=4)
    content.cells += [nbformat.v4.new_code_cell(code) for code in MORE]
    nbformat.write(content, file)
    subprocess.run([judged.command[0], "nb", "run", str(file)], check=True, capture_output=True, timeout=300)
    return file


def outputs(file: Path) -> list[tuple[int, dict]]:
    """The outputs that are pictures, each with the number of its cell."""
    content = nbformat.read(file, as_version=4)
    return [(i, output.data) for i, cell in enumerate(content.cells) if cell.cell_type == "code"
            for output in cell.outputs if "image/png" in output.get("data", {}) or "image/svg+xml" in output.get("data", {})]


def alone(data: dict) -> bool:
    """Whether a picture has no HTML that a sanitizer could change."""
    return "text/html" not in data


# Every visible picture: its size, and its number of pixels.
SEEN = """root => {
    const all = [...root.querySelectorAll('img')];
    return Promise.all(all.map(e => e.decode().catch(() => {}))).then(() => all.map(e => {
        const box = e.getBoundingClientRect();
        return {width: box.width, height: box.height, pixels: e.naturalWidth * e.naturalHeight};
    }).filter(p => p.width > 0));
}"""


def test_the_gallery_is_complete(gallery: Path):
    """Every picture is an SVG and a PNG file, and only pictures with buttons are HTML too."""
    pictures = outputs(gallery)
    assert len(pictures) >= 30
    last = len(nbformat.read(gallery, as_version=4).cells)
    assert {cell for cell, _ in pictures} >= set(range(last - len(MORE), last))
    for cell, data in pictures:
        assert alone(data) or re.search('plk-story|plk-play|^<img alt="[^"]*" src="data:image/svg', data["text/html"]), f"cell {cell}: {data['text/html'][:200]}"
    assert len([data for _, data in pictures if not alone(data)]) >= 3
    assert all("text/plain" in data for _, data in pictures)
    both = [data for _, data in pictures if "image/png" in data and "image/svg+xml" in data]
    assert len(both) >= len(pictures) - 3, "values of cells' own types, and display.SVG, have only one form"


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_untrusted(judged: Judged, lab: Lab, browser: Browser, gallery: Path, theme: str):
    """JupyterLab shows all pictures of a notebook that it does not trust, and no remains of what it removes."""
    (lab.folder / "gallery.ipynb").write_bytes(gallery.read_bytes())
    notebook = Notebook(browser, lab, "gallery.ipynb")
    assert not notebook.page.evaluate("() => [...window.jupyterapp.shell.currentWidget.content.model.cells].some(c => c.trusted && c.type === 'code' && c.outputs.length)")
    notebook.theme(theme)
    for cell, data in outputs(gallery):
        notebook.page.evaluate("i => window.jupyterapp.shell.currentWidget.content.scrollToItem(i, 'center')", cell)
        area = notebook.panel.locator(f".jp-Cell[data-windowed-list-index='{cell}'] .jp-Cell-outputArea")
        expect(area).to_be_visible()
        shown = area.evaluate(SEEN)
        assert shown, f"cell {cell}: no picture"
        assert all(p["width"] >= 20 and p["height"] >= 10 and p["pixels"] >= 200 for p in shown), f"cell {cell}: {shown}"
        assert re.fullmatch(r"\s*(note: .*\s)?(\[\d+\]:)?\s*", area.inner_text()), f"cell {cell}: {area.inner_text()}"
    notebook.screenshot(f"untrusted-{theme.split()[1].lower()}")
    notebook.close()
    assert not notebook.complaints


@pytest.fixture
def env(judged: Judged, directory: Path) -> dict[str, str]:
    """An environment for Jupyter's programs."""
    return judged.jupyter_env(directory)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1100, "height": 1000}, java_script_enabled=True)
    yield context.new_page()
    context.close()


def check_page(page: Page, file: Path, least: int) -> None:
    """Check that a page made by nbconvert shows the given number of pictures."""
    page.goto(file.as_uri())
    page.wait_for_load_state("load")
    shown = page.evaluate(SEEN.replace("root =>", "() =>").replace("root.", "document."))
    shown += page.evaluate("""() => [...document.querySelectorAll('.plk-live, .plk-play')].map(
        e => e.querySelector('.plk-frame:not([hidden]) svg, .plk-scenes svg, [role=tree]') || e.matches('.plk-play') && e.querySelector('svg, table, canvas'))
        .filter(e => e).map(e => e.getBoundingClientRect()).map(b => ({width: b.width, height: b.height, pixels: b.width * b.height}))""")
    good = [p for p in shown if p["width"] >= 20 and p["height"] >= 10 and p["pixels"] >= 200]
    assert len(good) >= least, shown


# Nbconvert shows the HTML of an output if there is any, and its sanitizers escape img elements. This order shows the
# strips of what has buttons instead.
STILL = "--NbConvertBase.display_data_priority=['image/svg+xml', 'image/png', 'text/html', 'text/markdown', 'text/plain']"


def test_nbconvert_html(env: dict[str, str], directory: Path, gallery: Path, page: Page):
    """As a page, as slides, and as a page sanitized by nbconvert."""
    least = len(outputs(gallery))
    for arguments, name, many in (
        (["--to", "html"], "page", least),
        (["--to", "html", "--sanitize-html"], "clean", len([d for _, d in outputs(gallery) if alone(d)])),
        (["--to", "html", "--sanitize-html", STILL], "still", least),
        (["--to", "html", STILL, "--SanitizeHTML.enabled=True"], "painted", len([d for _, d in outputs(gallery) if "image/png" in d])),
    ):
        run(["nbconvert", *arguments, "--output", str(directory / f"{name}.html"), str(gallery)], env, directory)
        check_page(page, directory / f"{name}.html", many)
    run(["nbconvert", "--to", "slides", "--output", str(directory / "deck"), str(gallery)], env, directory)
    deck = (directory / "deck.slides.html").read_text()
    assert deck.count('src="data:image/') >= least


def test_a_strict_sanitizer(gallery: Path):
    """Where HTML loses all images, as on sites that allow no data in addresses, each picture is a PNG file of its own.

    What is shown is the richest format that remains after sanitizing.
    """
    import bleach

    for cell, data in outputs(gallery):
        parts = {}
        if "text/html" in data:
            parts["text/html"] = bleach.clean(data["text/html"], tags={"div", "p", "img", "table", "tr", "td", "th", "pre", "code", "span"},
                                              attributes={"img": ["src", "alt", "width", "height"]}, protocols={"http", "https"}, strip=True)
            assert "data:" not in parts["text/html"]
        parts |= {kind: data[kind] for kind in ("image/png", "text/plain") if kind in data}
        own = alone(data) or data["text/html"].startswith("<img ")  # SVG of a cell's own type
        assert "image/png" in parts or own, f"cell {cell} is lost"


def pages(file: Path) -> list[int]:
    """The number of characters of drawing commands of each page of a PDF file made by Chromium.

    Such files are simple: objects follow each other, and the content of a page is one compressed stream.
    """
    data = file.read_bytes()
    assert data.startswith(b"%PDF-")
    objects = {int(m[1]): m[2] for m in re.finditer(rb"(?ms)^(\d+) 0 obj\s*(.*?)\s*endobj", data)}
    sizes = []
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        content = objects[int(re.search(rb"/Contents\s+(\d+) 0 R", body)[1])]
        length, begin = int(re.search(rb"/Length\s+(\d+)", content)[1]), re.search(rb"stream\r?\n", content).end()
        sizes.append(len(zlib.decompress(content[begin:begin + length])))
    return sizes


def test_pdf(judged: Judged, gallery: Path, directory: Path):
    """The program prints a notebook with a browser, on fewer pages than pictures, none empty or with only a line."""
    file = directory / "gallery.pdf"
    export = [judged.command[0], "nb", "export", str(gallery), "--to", "pdf", "--output", str(file)]
    subprocess.run(export, check=True, capture_output=True, timeout=300, env={**os.environ, "POLKA_BROWSER": chromium()})
    sizes = pages(file)
    assert 8 <= len(sizes) < len(outputs(gallery)) and min(sizes) > 300, sizes


def test_printed_outputs_stay_with_their_cell(judged: Judged, directory: Path, page: Page):
    """No page begins with a value whose cell is on the page before: a print and a value of every cell, at many heights."""
    file = directory / "values.ipynb"
    cells = [nbformat.v4.new_code_cell("fmt.Println(1)\n2") for _ in range(40)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    for argv in (["run", str(file)], ["export", str(file)]):
        subprocess.run([judged.command[0], "nb", *argv], check=True, capture_output=True, timeout=300)
    page.goto(file.with_suffix(".html").as_uri())
    page.emulate_media(media="print")
    breaks = page.evaluate("""() => [...document.querySelectorAll('.out + .out:last-child')].map(e => getComputedStyle(e).breakBefore)""")
    assert breaks == ["avoid"] * len(cells)


def test_printed_strips_and_exercises(judged: Judged, directory: Path, page: Page):
    """A strip of many or wide frames is printed at the size of other pictures, with page breaks between its frames. A check
    stays with its exercise.
    """
    file = directory / "strip.ipynb"
    links = """toy := dlx.New("a b c d e f g").AddOption("c e").AddOption("a d g").AddOption("b c f").AddOption("a d f").AddOption("b g").AddOption("d e g")
links, err := render.RecordLinks(toy, 29)
links"""
    cells = [nbformat.v4.new_code_cell(links), nbformat.v4.new_markdown_cell("Make x."), nbformat.v4.new_code_cell("x := 1"), nbformat.v4.new_code_cell("%check x")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    for argv in (["run", "--allow-errors", str(file)], ["export", str(file)]):
        subprocess.run([judged.command[0], "nb", *argv], capture_output=True, timeout=300)
    page.goto(file.with_suffix(".html").as_uri())
    page.set_viewport_size({"width": 673, "height": 986})  # the text of a sheet of A4
    page.emulate_media(media="print")
    frames = page.locator(".plk-strip img")
    assert frames.count() > 1
    for frame in frames.all():
        assert frame.evaluate("e => e.getBoundingClientRect().width / e.naturalWidth") > 0.78
        assert frame.bounding_box()["height"] < 700
    assert page.locator(".picture:has(.plk-strip)").evaluate("e => getComputedStyle(e).breakInside") == "auto"
    assert page.evaluate("() => [...document.querySelectorAll('.check, .cell:has(+.check), .text')].map(e => getComputedStyle(e).breakAfter)") == [
        "avoid", "avoid", "auto"]


def test_slides(judged: Judged, browser: Browser, gallery: Path, directory: Path):
    """Slides are one page. Keys go from slide to slide, buttons of pictures work, and each slide is printed on a page
    of its own.
    """
    file = directory / "gallery.slides.html"
    count = len([cell for cell in nbformat.read(gallery, as_version=4).cells if cell.cell_type == "markdown" and re.match("##? ", cell.source)])
    subprocess.run([judged.command[0], "nb", "export", str(gallery), "--to", "slides", "--output", str(file)], check=True, capture_output=True, timeout=300)
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri())
        slides = page.locator(".slide")
        assert slides.count() == count
        at = "() => [...document.querySelectorAll('.slide')].findLastIndex(s => s.getBoundingClientRect().top <= 1)"
        for key, want in (("ArrowRight", 1), ("PageDown", 2), (" ", 3), ("ArrowLeft", 2), ("End", count - 1), ("Home", 0)):
            page.keyboard.press(key)
            assert page.evaluate(at) == want, key
        page.keyboard.press("PageDown")
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"slide-{scheme}.png")
        expect(page.locator(".plk-live").first).to_be_visible()
        assert [url for url in requests if not url.startswith("data:")] == [file.as_uri()]
        paper = directory / f"slides-{scheme}.pdf"
        page.pdf(path=paper, prefer_css_page_size=True)
        sizes = pages(paper)
        assert slides.count() <= len(sizes) < slides.count() + len(outputs(gallery)) and min(sizes) > 150, sizes
        context.close()


def test_markdown_on_strict_sites(judged: Judged, gallery: Path, directory: Path):
    """Exported Markdown shows all pictures where addresses with data are removed: they are files beside it, with
    alternative texts.
    """
    import bleach
    import mistune

    file = directory / "gallery.md"
    export = [judged.command[0], "nb", "export", str(gallery), "--to", "md", "--output", str(file)]
    subprocess.run(export, check=True, capture_output=True, timeout=300)
    html = bleach.clean(mistune.html(file.read_text()), tags={"p", "pre", "code", "h1", "h2", "h3", "img", "em", "strong", "a", "ul", "ol", "li"},
                        attributes={"img": ["src", "alt"], "a": ["href"]}, protocols={"http", "https", "mailto"}, strip=True)
    shown = re.findall(r'<img[^>]*>', html)
    assert len(shown) >= len(outputs(gallery)) and "data:" not in html
    for img in shown:
        assert re.search(r'alt="[^"]+"', img)
        found = re.search(r'src="(gallery_files/picture-\d+\.(?:svg|png))"', img)
        assert found, img[:300]
        picture = directory / found[1]
        assert picture.stat().st_size > 100
