// SPDX-License-Identifier: BSD-3-Clause

// The extension of VS Code: it starts `polka lsp`, and decides which documents are Polka's.
//
// In a notebook, the cells are if its kernel is: other kernels for Go have other rules. A file of Go is if it has no package
// clause, or cells between comments with two percent signs. It then gets the language "polka", so that gopls does not call
// the missing clause a mistake. All other files of Go are gopls's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const PACKAGE = /^\s*package\s+[\p{L}_]/mu;
const PERCENT = /^\/\/\s*%%/m;

let client;

// isScript says whether a text of Go is a script of Polka's.
function isScript(text) {
  return PERCENT.test(text) || (text.trim() !== "" && !PACKAGE.test(withoutComments(text)));
}

// withoutComments removes comments and raw strings, in which a line may look like a package clause.
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|`[^`]*`/g, "");
}

// isPolkaNotebook says whether the kernel of a notebook is Polka's, or is not known and the language is Go.
function isPolkaNotebook({ metadata }) {
  const { kernelspec } = metadata?.metadata || metadata || {};
  if (!kernelspec) {
    return true; // the server gets only cells of Go
  }
  return /^polka/i.test(kernelspec.name || "") || /polka/i.test(kernelspec.display_name || "");
}

// claim gives a document the language polka if it is a script.
function claim(document) {
  if (document.languageId === "go" && ["file", "untitled"].includes(document.uri.scheme) && isScript(document.getText())) {
    return vscode.languages.setTextDocumentLanguage(document, "polka");
  }
  return undefined;
}

function newClient() {
  const command = vscode.workspace.getConfiguration("polka").get("program") || "polka";
  const documentSelector = [
    { notebook: { notebookType: "jupyter-notebook" }, language: "go" },
    { language: "polka" },
    { language: "dlx" },
  ];
  return new LanguageClient("polka", "Polka", { command, args: ["lsp"] }, {
    documentSelector,
    notebookDocumentOptions: { filterCells: (notebook, cells) => (isPolkaNotebook(notebook) ? cells : []) },
  });
}

async function start() {
  client = newClient();
  try {
    await client.start();
  } catch (e) {
    const choice = await vscode.window.showErrorMessage(`polka lsp could not be started: ${e.message || e}`, "Settings");
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "polka.program");
    }
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => {}); // it may never have started
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(claim),
    vscode.commands.registerCommand("polka.restartServer", () => stop().then(start)),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("polka.program") && stop().then(start)),
  );
  vscode.workspace.textDocuments.forEach(claim);
  await start();
}

module.exports = { activate, deactivate: stop, isScript, isPolkaNotebook };
