# SPDX-License-Identifier: BSD-3-Clause

"""The exercises of the course: %check with answers that harm, and a whole cycle of nbgrader."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page

from conftest import ROOT, Judged
from test_play import settle
from test_scripting import module, run, tools, env  # noqa: F401 (fixtures)

pytestmark = pytest.mark.polka

HOSTILE = {
    "os.Exit": "os.Exit(0)",
    "an endless loop": "for {\n\t}",
    "an endless loop in a goroutine": "go func() {\n\t\tfor {\n\t\t}\n\t}()\n\tselect {}",
    "endless recursion": "return area(s)",
    "a panic in a goroutine": 'go panic("out of sight")\n\tselect {}',
    "unbounded allocation": "var hog [][]byte\n\tfor {\n\t\thog = append(hog, make([]byte, 16<<20))\n\t}",
    "concurrent map writes": "m := map[int]int{}\n\tfor range 8 {\n\t\tgo func() {\n\t\t\tfor i := 0; ; i++ {\n\t\t\t\tm[i%10] = i\n\t\t\t}\n\t\t}()\n\t}\n\tselect {}",
    "a closed standard output": 'os.Stdout.Close()\n\tpanic("closed")',
    "output without end": 'for {\n\t\tfmt.Println("again")\n\t}',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_check_never_ends_a_kernel(launch, what: str):
    """After each of these answers the same kernel accepts the right one."""
    client = launch(env={"POLKA_MEMORY": "512MiB", "POLKA_CHECK_TIME": "1500ms"}).client()
    client.run("func area(s shapes.Shape) int {\n\t" + HOSTILE[what] + "\n\treturn 0\n}")
    done = client.run("%check area")
    said = str([m.content for m in done.outputs])
    assert "area: right" not in said
    assert done.content["status"] == "error" or "✗ area" in said, said
    client.run("func area(s shapes.Shape) int {\n\treturn s.Area()\n}")
    done = client.run("%check area")
    assert done.content["status"] == "ok" and "✓ area: right" in str([m.content for m in done.outputs])


def wrong_answers(lesson: str) -> dict[str, str]:
    """The first wrong answer to each exercise of a lesson."""
    text = (ROOT / "notebooks/solutions" / f"{lesson[:2]}.txtar").read_text()
    parts = re.split(r"^-- (\S+) --\n", text, flags=re.M)
    return {name.removesuffix("/wrong1.go"): code for name, code in zip(parts[1::2], parts[2::2]) if name.endswith("/wrong1.go")}


def id_of(cell: nbformat.NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def test_nbgrader_cycle(judged: Judged, tools: dict[str, str], directory: Path):  # noqa: F811
    """A lesson is made, released, answered by three students, graded and returned with feedback.

    One student is right. One has typical wrong answers. One does what a grader must survive: the answers end the process,
    never end, use all memory, the cells with the checks are changed, and a file beside the notebook contains other checks.
    """
    run([*judged.command[:1], "notebooks", "--nbgrader", "."], tools, directory)
    config = directory / "nbgrader_config.py"
    config.write_text(config.read_text().replace("timeout = 60", "timeout = 10"))
    lesson = min((path for path in (directory / "source").iterdir()), key=lambda path: sum(f.stat().st_size for f in path.iterdir())).name
    for path in (directory / "source").iterdir():
        if path.name != lesson:
            shutil.rmtree(path)
    tools = {**tools, "POLKA_CHECK_TIME": "2s", "POLKA_MEMORY": "512MiB"}
    run(module("nbgrader", "generate_assignment", lesson, "--create"), tools, directory)
    source = nbformat.read(directory / f"source/{lesson}/{lesson}.ipynb", as_version=4)
    released = nbformat.read(directory / f"release/{lesson}/{lesson}.ipynb", as_version=4)
    solved = {id_of(cell): cell.source for cell in source.cells if id_of(cell) and not id_of(cell).startswith("check-")}
    points = {id_of(cell)[6:]: cell.metadata.nbgrader.points for cell in source.cells if id_of(cell).startswith("check-")}
    assert len(solved) >= 6 and solved.keys() == points.keys()
    for cell in released.cells:
        if name := id_of(cell):
            assert "SOLUTION" not in cell.source and "HIDDEN" not in cell.source
            assert cell.source == f"%%check --strict {name[6:]}" if name.startswith("check-") else "// your code here" in cell.source, cell.source
    assert not re.search("solutions|txtar", str(list((directory / "release").rglob("*"))))

    wrong = wrong_answers(lesson)
    harm = ["os.Exit(0)", "for {\n}", "var hog [][]byte\nfor {\n\thog = append(hog, make([]byte, 16<<20))\n}", "select {}", "func 1",
            'import "no/such/package"']
    for student, answers in {
        "right": solved,
        "wrong": wrong,
        "hostile": dict(zip(solved, harm)),
    }.items():
        folder = directory / "submitted" / student / lesson
        folder.mkdir(parents=True)
        submitted = nbformat.from_dict(released.copy())
        for cell in submitted.cells:
            if (name := id_of(cell)) in answers:
                cell.source = answers[name]
            elif student == "hostile" and name.startswith("check-"):
                cell.source = "1"
        nbformat.write(submitted, folder / f"{lesson}.ipynb")
    (directory / "submitted/hostile" / lesson / "mine.txtar").write_text("".join(f"-- {name}/check --\nreturn nil\n" for name in solved))

    run(module("nbgrader", "autograde", lesson, "--create"), tools, directory)
    scores = "from nbgrader.api import Gradebook\n" \
        f"with Gradebook('sqlite:///gradebook.db') as g: print({{s.student.id: s.score for s in g.assignment_submissions('{lesson}')}})"
    done = run([sys.executable, "-c", scores], tools, directory)
    assert done.stdout.strip() == str({"hostile": 0.0, "right": float(sum(points.values())), "wrong": 0.0})

    run(module("nbgrader", "generate_feedback", lesson), tools, directory)
    for student in ("right", "wrong", "hostile"):
        page = (directory / "feedback" / student / lesson / f"{lesson}.html").read_text()
        assert f"(Score: {float(sum(points.values())) if student == 'right' else 0.0} / {float(sum(points.values()))})" in page, student
    page = (directory / "feedback/wrong" / lesson / f"{lesson}.html").read_text()
    assert "CheckFailed" in page


# What is cut off, and text that hardly differs from what is behind it, in a page of a lesson.
LOOKS = """() => {
  const bad = document.documentElement.scrollWidth > innerWidth ? ['the page is ' + document.documentElement.scrollWidth + ' wide'] : [];
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, k, i) => sum + k * Math.pow(c[i] / 255, 2.2), 0.05);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c[3] > 200) return c;
    }
    return [255, 255, 255, 255];
  };
  for (const e of document.querySelectorAll('main *')) {
    if (e.closest('svg, :disabled, .plk-fold') || !e.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(e);
    const name = e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 30);
    if (style.overflowX === 'hidden' && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1) bad.push('cut: ' + name);
    if (![...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())) continue;
    const [a, b] = [light(rgb(style.color)), light(behind(e))];
    if (Math.max(a, b) / Math.min(a, b) < 4) bad.push('contrast ' + (Math.max(a, b) / Math.min(a, b)).toFixed(1) + ': ' + name);
  }
  return bad;
}"""


@pytest.mark.timeout(600)
def test_lessons_in_every_size(judged: Judged, browser: Browser, env: dict[str, str], directory: Path):  # noqa: F811
    """The exported lessons fit screens and telephones, and can be read in both themes."""
    for path in sorted((ROOT / "notebooks").glob("[01]*.ipynb")):
        page = directory / f"{path.stem}.html"
        run([*judged.command[:1], "nb", "export", str(path), "--output", str(page)], env, directory)
        tab = browser.new_context().new_page()
        tab.goto(page.as_uri())
        for width in (1366, 1024, 390):
            tab.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                tab.emulate_media(color_scheme=scheme)
                settle(tab)
                assert tab.evaluate(LOOKS) == [], f"{path.stem}, {width} wide, {scheme}"
        tab.context.close()


SLIDES = """() => [...document.querySelectorAll('.slide')].map((slide) => {
  const content = slide.firstElementChild;
  const least = (selector, size) => Math.min(1000, ...[...slide.querySelectorAll(selector)].map(size));
  const font = (e) => parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom;
  const wide = [content, ...slide.querySelectorAll('pre, .out, table')].filter((e) => e.scrollWidth > e.clientWidth + 1).length;
  return {height: slide.getBoundingClientRect().height, wide, code: least('.in code', font), text: least('.text p, .text li', font),
    player: least(['button', '.plk-words', '.plk-place', '.plk-status', '.plk-count'].map((x) => `:is(.plk-story, .plk-play) ${x}`).join(),
      (e) => e.checkVisibility() && !e.closest('svg') ? font(e) : 1000),
    picture: least('.picture > img', (e) => e.getBoundingClientRect().width / e.naturalWidth / Number(content.style.zoom))};
})"""


def bad_slides(page: Page, width: int, height: int) -> list[tuple[int, dict]]:
    """The slides that do not fit a window, or whose text or pictures are too small, with their numbers."""
    scale = min(width / 1920, height / 1080)
    return [(n, s) for n, s in enumerate(page.evaluate(SLIDES), 1)
            if s["height"] > height + 1 or s["wide"] or s["code"] < 28 * scale or s["text"] < 34 * scale or s["player"] < 21.5 * scale
            or s["picture"] < 0.39]


@pytest.fixture(scope="module")
def decks(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The slides of all lessons, with outputs."""
    directory = tmp_path_factory.mktemp("decks")
    run([*judged.command[:1], "notebooks", "--slides", "."], judged.jupyter_env(directory), directory)
    return sorted((directory / "slides").glob("*.html"))


@pytest.mark.timeout(1800)  # it writes the slides, which runs all lessons
def test_slides_fit(decks: list[Path], browser: Browser):
    """A lesson has 15 to 25 slides, which fit the screen of a projector with large text."""
    page = browser.new_context().new_page()
    page.set_default_timeout(0)  # on a busy machine a page takes long; the limit is that of the whole test
    assert len(decks) == 12
    for path in decks:
        page.goto(path.as_uri())
        for width, height in ((1920, 1080), (1366, 768), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            for _ in range(50):  # puzzles are drawn after the page, and their slides are laid out again then
                settle(page)
                bad = bad_slides(page, width, height)
                if not bad:
                    break
            assert not bad, f"slides of {path.stem} that do not fit {width} by {height}: {bad}"
        assert 15 <= page.locator(".slide").count() <= 25, path.stem
    page.context.close()


def test_slides_of_nbconvert(decks: list[Path], env: dict[str, str], directory: Path):  # noqa: F811
    """nbconvert makes the same slides."""
    deck = decks[0].with_suffix(".ipynb")
    run(module("nbconvert", "--to", "slides", "--output-dir", ".", str(deck)), env, directory)
    kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in nbformat.read(deck, as_version=4).cells]
    assert (directory / f"{deck.stem}.slides.html").read_text().count("<section>") == kinds.count("slide") * 2 + kinds.count("subslide")


def test_slides_step_by_step(judged: Judged, browser: Browser, env: dict[str, str], directory: Path):  # noqa: F811
    """The keys and buttons of slides highlight lines and show fragments before they turn to the next slide."""
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("# One", metadata={"slideshow": {"slide_type": "slide"}}),
        nbformat.v4.new_code_cell("a := 1\nb := 2\nfmt.Println(a,\n\tb)", metadata={"slideshow": {"lines": "1-2|3-4"}}),
        nbformat.v4.new_markdown_cell("later", metadata={"slideshow": {"slide_type": "fragment"}}),
        nbformat.v4.new_markdown_cell("# Two", metadata={"slideshow": {"slide_type": "slide"}}),
    ])
    nbformat.write(notebook, directory / "talk.ipynb")
    run([*judged.command[:1], "nb", "export", "talk.ipynb", "--to", "slides"], env, directory)
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto((directory / "talk.slides.html").as_uri())

    def state() -> tuple[str, str, bool]:
        lit = page.eval_on_selector_all(".lit", "list => list.map((e) => e.dataset.n).join()")
        return page.locator(".turn span").inner_text(), lit, page.get_by_text("later").is_visible()

    start, first, second, all_shown = ("1 / 2", "", False), ("1 / 2", "1,2", False), ("1 / 2", "3,4", False), ("1 / 2", "3,4", True)
    assert state() == start
    for key, want in (("ArrowRight", first), (" ", second), ("ArrowLeft", first), ("PageDown", second), ("ArrowDown", all_shown)):
        page.keyboard.press(key)
        assert state() == want, key
    page.locator(".turn button").last.click()
    page.wait_for_function("() => document.querySelector('.turn span').textContent === '2 / 2'")
    page.locator(".turn button").first.click()  # to the end of the first slide
    page.wait_for_function("() => document.querySelector('.turn span').textContent === '1 / 2'")
    assert state() == all_shown
    page.keyboard.press("Home")
    assert state() == start
    page.emulate_media(media="print")
    assert page.get_by_text("later").is_visible()
    page.context.close()
