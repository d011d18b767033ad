# SPDX-License-Identifier: BSD-3-Clause

"""A class: the pages of `polka class serve` by mouse and by keys, with a server that is killed, and votes and %handin in JupyterLab.

test_lite.py runs %handin in the browser build.
"""

from __future__ import annotations

import re
import socket
import subprocess
from pathlib import Path
from typing import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import Judged
from lab import SCREENSHOTS, Notebook
from test_exercises import TASK

pytestmark = pytest.mark.polka


class Server:
    """The server of a class, which can be killed and started again. If this machine has another address than localhost, it is used:
    browsers send less about where a form comes from to an address that is neither localhost nor encrypted."""

    def __init__(self, judged: Judged, directory: Path):
        with socket.socket() as s:
            s.bind(("", 0))
            self.port = s.getsockname()[1]
        self.argv = [judged.command[0], "class", "serve", "--file", str(directory / "class.log"), "--word", "apricot", "--listen", f":{self.port}"]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.argv, stdout=subprocess.PIPE, text=True)
        self.teacher, self.students = (self.process.stdout.readline().split()[1] for _ in range(2))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def server(judged: Judged, directory: Path) -> Iterator[Server]:
    server = Server(judged, directory)
    yield server
    server.kill()


def page_of(browser: Browser, address: str, width: int = 1280) -> Page:
    """A page in a browser of its own."""
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(address)
    return page


def picture(page: Page, name: str) -> None:
    """Pictures in both themes, and the page must not be wider than the window."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=SCREENSHOTS / f"class-{name}-{scheme}.png", full_page=True)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def choose(page: Page, choice: str) -> None:
    """Vote by mouse."""
    page.get_by_label(choice, exact=True).click()
    page.locator("form.ballot button").click()
    expect(page.locator(".done")).to_contain_text("Your vote is stored")


def test_pages(browser: Browser, server: Server):
    """Two rounds of a vote, by mouse and by keys. The server is killed between a vote and its end."""
    teacher, ada, bob = page_of(browser, server.teacher), page_of(browser, server.students, 390), page_of(browser, server.students)
    assert "token" not in teacher.url
    expect(teacher.locator("#link")).to_have_text(server.students)
    expect(ada.get_by_text("No vote is open")).to_be_visible()
    teacher.get_by_role("link", name="corners").click()
    teacher.get_by_label("Minutes").fill("2")
    teacher.get_by_role("button", name="Start the timer").click()
    expect(teacher.locator("#timer")).to_have_text(re.compile("^(2:00|1:5[0-9])$"))
    teacher.get_by_role("button", name="Open the vote").click()
    expect(teacher.locator("#timer")).to_have_text(re.compile("^1:[0-5][0-9]$"))  # on the next page, too

    ada.get_by_label("Yes", exact=True).click()  # the page has shown the vote by itself
    for _ in range(2):  # and does not forget the choice when it looks again
        with ada.expect_response(server.students):
            pass
    expect(ada.get_by_label("Yes", exact=True)).to_be_checked()
    choose(ada, "Yes")
    picture(ada, "student-390")
    bob.get_by_label("Yes", exact=True).focus()
    bob.keyboard.press("ArrowDown")
    bob.keyboard.press("Tab")
    bob.keyboard.press("Enter")
    expect(bob.locator(".done")).to_contain_text("Your vote is stored")
    expect(bob.get_by_label("No", exact=True)).to_be_checked()
    expect(teacher.locator(".state")).to_have_text("round 1 is open: 2 votes")
    expect(teacher.locator(".bar")).to_have_count(0)

    server.kill()
    for page in (teacher, ada):
        expect(page.locator("#lost")).to_be_visible()
    server.start()
    for page in (teacher, ada):
        expect(page.locator("#lost")).to_be_hidden()
    expect(teacher.locator(".state")).to_have_text("round 1 is open: 2 votes")
    teacher.locator("#close").focus()
    teacher.keyboard.press("Enter")
    expect(teacher.locator(".number")).to_have_text(["1 (50 %)", "1 (50 %)", "0 (0 %)"])
    expect(ada.get_by_text("No vote is open")).to_be_visible()
    teacher.locator("#open").focus()
    teacher.keyboard.press("Enter")
    choose(ada, "No")
    choose(bob, "No")
    expect(teacher.locator(".state")).to_have_text("round 2 is open: 2 votes")
    teacher.get_by_role("button", name="Close the vote").click()
    expect(teacher.locator(".number")).to_have_text(["1 (50 %)", "0 (0 %)", "1 (50 %)", "2 (100 %)", "0 (0 %)", "0 (0 %)"])
    picture(teacher, "teacher")
    teacher.get_by_role("link", name="show the answer").click()
    expect(teacher.locator("tr.right")).to_contain_text("32 cells of one color")

    teacher.get_by_role("link", name="votes").click()
    teacher.get_by_text("New question").click()
    teacher.get_by_label("Question").fill("What is `2 * 3`?\n\n<b>Think</b> first.")
    teacher.get_by_label("Choices").fill("5\n6")
    teacher.get_by_role("button", name="Add").click()
    expect(teacher.get_by_text("<b>Think</b> first.")).to_be_visible()
    picture(teacher, "votes")
    teacher.set_viewport_size({"width": 390, "height": 800})
    picture(teacher, "votes-390")
    for page in (teacher, ada, bob):
        page.context.close()


def test_in_jupyterlab(browser: Browser, server: Server, notebook: Notebook, judged: Judged, directory: Path):
    """A vote widget sends to the class; the line of %handin is sent, and can be copied for `polka class`."""
    teacher = page_of(browser, server.teacher)
    teacher.get_by_role("link", name="corners").click()
    expect(notebook.type(f"%class {server.students}").locator(".jp-OutputArea-output")).to_contain_text("are sent to this class")
    root = notebook.type("%exercise corners").locator(TASK)
    root.get_by_text("Yes", exact=True).click()
    root.locator("[data-role=run]").click()
    expect(root.locator(".plk-result")).to_contain_text("the vote corners is not open")
    teacher.get_by_role("button", name="Open the vote").click()
    expect(teacher.locator(".state")).to_have_text("round 1 is open: 0 votes")
    root.locator("[data-role=run]").click()
    expect(root.locator(".plk-result")).to_contain_text("sent to the class (round 1)")
    expect(teacher.locator(".state")).to_have_text("round 1 is open: 1 vote")

    notebook.type("func area(s shapes.Shape) int { return 2 * s.Area() }")
    expect(notebook.type("%check area").locator(".jp-OutputArea-output")).to_contain_text("✗ area")
    output = notebook.type("%handin --class apricot Ada <b>Lovelace").locator(".jp-OutputArea-output")
    expect(output).to_contain_text("Ada <b>Lovelace, 1 exercise solved. The line was sent to the class")
    field = output.get_by_label("line to hand in")
    expect(field).to_have_value(re.compile(r"^polka1\.[\w-]+\.[\w-]{16}$"))
    field.click()
    field.press("Control+A")
    field.press("Control+C")
    cell = notebook.write("// ")
    notebook.page.keyboard.press("Control+V")
    expect(cell.locator(".cm-content")).to_contain_text("polka1.")
    pasted = notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource()")
    assert pasted == "// " + field.input_value()
    notebook.screenshot("class-lab")

    teacher.get_by_role("link", name="board").click()
    row = teacher.locator("tr", has_text="Ada <b>Lovelace")
    expect(row.first).to_be_visible()
    expect(teacher.locator("td.no")).to_have_text("✗ 1")
    expect(teacher.locator("td.yes")).to_have_text("✓ 1")
    expect(teacher.locator("li")).to_contain_text("1 student:")
    picture(teacher, "board")
    teacher.context.close()

    (directory / "mail.txt").write_text("Dear teacher, " + pasted)
    made = subprocess.run([judged.command[0], "class", "--word", "apricot", "mail.txt"], cwd=directory, capture_output=True, text=True)
    assert made.stdout == "class.html: 1 student\n", made.stderr
    assert "Ada &lt;b&gt;Lovelace" in (directory / "class.html").read_text()
