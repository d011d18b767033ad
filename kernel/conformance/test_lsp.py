# SPDX-License-Identifier: BSD-3-Clause

"""polka lsp, for editors: sessions of the Language Server Protocol.

The client is that of pygls, whose types are generated from the specification: it refuses results that the protocol does not have.
"""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Awaitable, Callable

import nbformat
import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import BaseLanguageClient

from conftest import ROOT, Judged

pytestmark = pytest.mark.polka

NOTEBOOK = "file:///work/page.ipynb"


class Editor(BaseLanguageClient):
    """An editor, which keeps the diagnostics that it gets."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.diagnostics: dict[str, list[lsp.Diagnostic]] = {}
        self.changed = asyncio.Event()
        self.logged: list[str] = []

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)
            self.changed.set()

        @self.feature(lsp.WINDOW_LOG_MESSAGE)
        def log(params: lsp.LogMessageParams) -> None:
            self.logged.append(params.message)

    async def until(self, uri: str, right: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """Waits for diagnostics of a document."""
        while uri not in self.diagnostics or not right(self.diagnostics[uri]):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 20)
        return self.diagnostics[uri]


def session(polka: str, work: Callable[[Editor], Awaitable[None]]) -> None:
    """Starts a server and ends it, with some work in between."""

    async def run() -> None:
        editor = Editor()
        await editor.start_io(polka, "lsp")
        result = await editor.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        assert result.server_info and result.server_info.name == "polka"
        assert result.capabilities.notebook_document_sync and result.capabilities.rename_provider
        editor.initialized(lsp.InitializedParams())
        try:
            await work(editor)
            assert editor.logged == []
        finally:
            await editor.shutdown_async(None)
            editor.exit(None)
            await editor.stop()

    with ThreadPoolExecutor(1) as pool:  # this thread may have the event loop of the tests with a browser
        pool.submit(asyncio.run, run()).result()


def cell(i: int) -> str:
    return f"{NOTEBOOK}#c{i}"


def document(i: int) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri=cell(i))


def place(i: int, line: int, character: int) -> dict[str, Any]:
    return {"text_document": document(i), "position": lsp.Position(line, character)}


def everything() -> lsp.Range:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))


def open_notebook(editor: Editor, cells: list[str]) -> None:
    editor.notebook_document_did_open(
        lsp.DidOpenNotebookDocumentParams(
            notebook_document=lsp.NotebookDocument(
                uri=NOTEBOOK,
                notebook_type="jupyter-notebook",
                version=1,
                cells=[lsp.NotebookCell(kind=lsp.NotebookCellKind.Code, document=cell(i)) for i in range(len(cells))],
            ),
            cell_text_documents=[lsp.TextDocumentItem(uri=cell(i), language_id="go", version=1, text=text) for i, text in enumerate(cells)],
        )
    )


def edit(editor: Editor, i: int, version: int, text: str) -> None:
    editor.notebook_document_did_change(
        lsp.DidChangeNotebookDocumentParams(
            notebook_document=lsp.VersionedNotebookDocumentIdentifier(uri=NOTEBOOK, version=version),
            change=lsp.NotebookDocumentChangeEvent(
                cells=lsp.NotebookDocumentCellChanges(
                    text_content=[
                        lsp.NotebookDocumentCellContentChanges(
                            document=lsp.VersionedTextDocumentIdentifier(uri=cell(i), version=version),
                            changes=[lsp.TextDocumentContentChangeWholeDocument(text=text)],
                        )
                    ]
                )
            ),
        )
    )


def offset(text: str, p: lsp.Position) -> int:
    lines = text.splitlines(keepends=True) + [""]
    return sum(len(line) for line in lines[: p.line]) + len(lines[p.line].encode("utf-16-le")[: 2 * p.character].decode("utf-16-le"))


def applied(text: str, edits: list[lsp.TextEdit]) -> str:
    for e in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: offset(text, e.range.start)] + e.new_text + text[offset(text, e.range.end) :]
    return text


def test_every_request(judged: Judged) -> None:
    cells = [
        "// A box has two sides.\ntype box struct {\n\tw, h int\n}\n\nfunc (b box) area() int { return b.w * b.h }",
        "b := box{w: 2, h: 3}\nareas := []int{b.area()}",
        'for i, a := range areas {\n\tfmt.Println(strings.Repeat("é", i), a)\n}',
        "totl = 3\nb.",
    ]

    async def work(editor: Editor) -> None:
        open_notebook(editor, cells)
        found = await editor.until(cell(3), lambda list: len(list) > 0)
        assert found[0].severity == lsp.DiagnosticSeverity.Error and found[0].source == "polka"

        completion = await editor.text_document_completion_async(lsp.CompletionParams(**place(3, 1, 2)))
        assert isinstance(completion, lsp.CompletionList)
        assert [(i.label, i.detail) for i in completion.items] == [("area", "func() int"), ("h", "int"), ("w", "int")]
        hover = await editor.text_document_hover_async(lsp.HoverParams(**place(1, 0, 6)))
        assert hover and isinstance(hover.contents, lsp.MarkupContent)
        assert "type box struct" in hover.contents.value and "A box has two sides." in hover.contents.value
        help = await editor.text_document_signature_help_async(lsp.SignatureHelpParams(**place(2, 1, 33)))
        assert help and help.signatures[0].label == "Repeat(s string, count int) string" and help.active_parameter == 1
        definition = await editor.text_document_definition_async(lsp.DefinitionParams(**place(1, 1, 18)))
        assert [(d.uri, d.range.start) for d in definition] == [(cell(0), lsp.Position(5, 13))]
        of_type = await editor.text_document_type_definition_async(lsp.TypeDefinitionParams(**place(1, 0, 0)))
        assert [(d.uri, d.range.start) for d in of_type] == [(cell(0), lsp.Position(1, 5))]
        references = await editor.text_document_references_async(lsp.ReferenceParams(**place(1, 1, 2), context=lsp.ReferenceContext(True)))
        assert [(r.uri, r.range.start.line) for r in references] == [(cell(1), 1), (cell(2), 0)]
        highlights = await editor.text_document_document_highlight_async(lsp.DocumentHighlightParams(**place(2, 1, 34)))
        assert [h.kind for h in highlights] == [lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read]
        prepared = await editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place(0, 2, 1)))
        assert isinstance(prepared, lsp.PrepareRenamePlaceholder) and prepared.placeholder == "w"
        renamed = await editor.text_document_rename_async(lsp.RenameParams(**place(0, 2, 1), new_name="width"))
        assert renamed and {uri: applied(cells[int(uri[-1])], edits) for uri, edits in renamed.changes.items()} == {
            cell(0): cells[0].replace("w, h", "width, h").replace("b.w", "b.width"),
            cell(1): cells[1].replace("w: 2", "width: 2"),
        }
        symbols = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document(0)))
        assert [(s.name, [c.name for c in s.children or []]) for s in symbols] == [("box", ["w", "h"]), ("(box).area", [])]
        formatted = await editor.text_document_formatting_async(lsp.DocumentFormattingParams(document(1), lsp.FormattingOptions(4, False)))
        assert list(formatted) == []
        hints = await editor.text_document_inlay_hint_async(lsp.InlayHintParams(document(1), everything()))
        assert [(h.position, h.label) for h in hints] == [(lsp.Position(0, 1), "box"), (lsp.Position(1, 5), "[]int")]
        edit(editor, 3, 2, "totl = 3")
        await editor.until(cell(3), lambda list: any(d.message.startswith("undefined: totl") for d in list))
        actions = await editor.text_document_code_action_async(
            lsp.CodeActionParams(document(3), everything(), lsp.CodeActionContext(editor.diagnostics[cell(3)]))
        )
        assert applied("totl = 3", actions[0].edit.changes[cell(3)]) == "totl := 3"
        edit(editor, 3, 3, "totl := 3")
        await editor.until(cell(3), lambda list: list == [])

    session(judged.command[0], work)


def test_scripts_and_covers(judged: Judged, tmp_path: Path) -> None:
    async def work(editor: Editor) -> None:
        script, cover = (tmp_path / "a.go").as_uri(), (tmp_path / "a.dlx").as_uri()
        texts = {script: '#!/usr/bin/env polka run\n// %%\nx:=strings.ToUpper("a")\n', cover: "a b\na c\n"}
        for uri, language in ((script, "go"), (cover, "dlx")):
            editor.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, texts[uri])))
        await editor.until(cover, lambda list: len(list) == 1)
        edits = await editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(script), lsp.FormattingOptions(4, False))
        )
        assert applied(texts[script], list(edits)) == texts[script].replace(":=", " := ")
        definition = await editor.text_document_definition_async(
            lsp.DefinitionParams(lsp.TextDocumentIdentifier(script), lsp.Position(2, 12))
        )
        assert [Path(d.uri).name for d in definition] == ["strings.go"]

    session(judged.command[0], work)


def results(polka: str, cells: list[str], directory: Path) -> list[str]:
    """Runs a notebook, and returns the outputs of its cells, without the numbers of cells. Of a trace, which shows names, the number counts."""
    path = directory / "page.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text, id=f"c{i}") for i, text in enumerate(cells)])
    nbformat.write(notebook, path)
    subprocess.run([polka, "nb", "run", str(path)], check=True, capture_output=True)
    return [
        re.sub(r"[0-9.]+ ?[mµn]?s\b", "TIME", repr(len(c.outputs) if c.source.startswith("%%trace") else c.outputs))
        for c in nbformat.read(path, as_version=4).cells
    ]


def test_renaming_keeps_results(judged: Judged, tmp_path: Path) -> None:
    """Renames names of a lesson one after the other, and runs what has become of it."""
    polka = judged.command[0]
    lesson = nbformat.read(ROOT / "notebooks" / "04-algorithm-x.ipynb", as_version=4)
    cells = [c.source for c in lesson.cells if c.cell_type == "code" and not {"raises-exception", "skip-execution"} & set(c.metadata.get("tags", []))]
    cells = [re.sub(r"(?m)^%check.*$", "", text) for text in cells]  # exercises know names of the lesson
    before = results(polka, cells, tmp_path)
    chance = random.Random(1)
    done = 0

    async def work(editor: Editor) -> None:
        nonlocal done
        open_notebook(editor, cells)
        for n in range(80):
            i = chance.randrange(len(cells))
            names = list(re.finditer(r"\b[a-z]\w*\b", cells[i]))
            at = cells[i][: chance.choice(names).start()] if names else ""
            try:
                result = await editor.text_document_rename_async(
                    lsp.RenameParams(**place(i, at.count("\n"), len(at) - at.rfind("\n") - 1), new_name=f"renamed{n}")
                )
            except JsonRpcException:  # no name that a cell declares
                continue
            done += 1
            for uri, edits in result.changes.items():
                j = int(uri.rsplit("c", 1)[1])
                cells[j] = applied(cells[j], list(edits))
                edit(editor, j, 2 + n, cells[j])

    session(polka, work)
    assert done >= 10
    assert results(polka, cells, tmp_path) == before
