# SPDX-License-Identifier: BSD-3-Clause

"""The extension for VS Code in install/vscode: its files, its rules, and a session of polka lsp with the capabilities of VS Code's client.

VS Code itself is not needed: its interface and its client are replaced by objects that note what the extension does with them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from conftest import ROOT, missing

pytestmark = pytest.mark.polka

FOLDER = ROOT / "install/vscode"

# Loads the extension, calls its functions, and prints what has happened.
SCRIPT = """
const Module = require("module");
const noted = { languages: [], clients: [], stopped: 0, commands: {} };
const event = (name) => (listener) => { noted[name] = listener; return { dispose() {} }; };
const document = (uri, languageId, text) => ({ uri: { scheme: uri.split(":")[0] }, languageId, getText: () => text });
const texts = JSON.parse(process.argv[2]);
const vscode = {
  workspace: {
    getConfiguration: () => ({ get: () => "/opt/polka" }),
    onDidOpenTextDocument: event("opened"),
    onDidChangeConfiguration: event("changed"),
    textDocuments: [],
  },
  languages: { setTextDocumentLanguage: (d, language) => noted.languages.push([d.getText(), language]) },
  commands: { registerCommand: (name, f) => { noted.commands[name] = f; return {}; } },
  window: {},
};
class LanguageClient {
  constructor(...args) { noted.clients.push(args); }
  async start() {}
  async stop() { noted.stopped++; }
}
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : name.startsWith("vscode-languageclient") ? { LanguageClient } : load(name, ...rest);
const extension = require(process.argv[1]);
(async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  for (const text of texts) noted.opened(document("file:/a.go", "go", text));
  noted.opened(document("vscode-notebook-cell:/a", "go", "x := 1"));
  noted.opened(document("file:/a.py", "python", "x = 1"));
  await noted.commands["polka.restartServer"]();
  const [, , server, options] = noted.clients[0];
  const notebook = (kernelspec) => ({ metadata: { metadata: { kernelspec } } });
  const kept = [{ name: "polka" }, { name: "python3", display_name: "Python" }, { name: "gonb", display_name: "Go (gonb)" }, { name: "x", display_name: "Polka (Go)" }, undefined]
    .map((k) => options.notebookDocumentOptions.filterCells(notebook(k), [1]).length);
  await extension.deactivate();
  console.log(JSON.stringify({ server, selector: options.documentSelector, kept, languages: noted.languages, clients: noted.clients.length, stopped: noted.stopped }));
})();
"""

SCRIPTS = ["x := 1", "// a script\n\nimport \"fmt\"\nfmt.Println(1)", "// %%\npackage main", "// package main\nx", "s := `\npackage main`"]
PROGRAMS = ["package main\n\nfunc main() {}", "/* license */\n// Package a is one.\npackage a", ""]


def test_extension():
    """Scripts get the language polka, other files of Go do not; cells are sent if the kernel is Polka; the server can be started again."""
    node = shutil.which("node")
    if not node:
        missing("node")
    run = [node, "-e", SCRIPT, str(FOLDER / "extension.js"), json.dumps(SCRIPTS + PROGRAMS)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    noted = json.loads(done.stdout)
    assert noted["server"] == {"command": "/opt/polka", "args": ["lsp"]}
    assert noted["languages"] == [[text, "polka"] for text in SCRIPTS]
    assert noted["kept"] == [1, 0, 0, 1, 1]
    assert (noted["clients"], noted["stopped"]) == (2, 2)
    assert {s["language"] for s in noted["selector"]} == {"go", "polka", "dlx"}


def test_files():
    """What package.json names exists and is valid."""
    about = json.loads((FOLDER / "package.json").read_text())
    adds = about["contributes"]
    named = [about["main"], *(language["configuration"] for language in adds["languages"]), *(grammar["path"] for grammar in adds["grammars"])]
    for name in named:
        assert (FOLDER / name).is_file(), name
    for file in FOLDER.rglob("*.json"):
        json.loads(file.read_text())
    assert {g["language"] for g in adds["grammars"]} == {language["id"] for language in adds["languages"]}
    assert all(re.fullmatch(r"\^?[0-9.]+", version) for version in about["dependencies"].values())


# Scopes of the words of lines, by the rules of the grammar: the first pattern that matches at the earliest place.
LINES = [
    ("| a comment", [("| a comment", "comment.line.bar.dlx")]),
    ("A 2:3|C | X", [("A", "variable.other.item.dlx"), ("2:3|C", "meta.item.dlx"), ("|", "keyword.operator.secondary.dlx"), ("X", "variable.other.item.dlx")]),
    ("A X:0 |5", [("A", "variable.other.item.dlx"), ("X:0", "meta.option.dlx"), ("|5", "constant.numeric.cost.dlx")]),
]


@pytest.mark.parametrize("line, want", LINES)
def test_grammar(line: str, want: list[tuple[str, str]]):
    """The grammar of DLX files, whose patterns Python can read, too."""
    patterns = json.loads((FOLDER / "syntaxes/dlx.json").read_text())["patterns"]
    compiled = [(re.compile(p["match"].replace("(?:^|(?<=\\s))", "(?<!\\S)")), p["name"]) for p in patterns]
    found, at = [], 0
    while matches := [(m.start(), i, m, name) for i, (pattern, name) in enumerate(compiled) if (m := pattern.search(line, at))]:
        _, _, match, name = min(matches, key=lambda found: found[:2])
        found.append((match[0], name))
        at = match.end()
    assert found == want
