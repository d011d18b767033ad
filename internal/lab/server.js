// SPDX-License-Identifier: BSD-3-Clause

// The language server of a notebook. The kernel starts one when a page opens a comm with the target TARGET, whose
// messages are those of the Language Server Protocol (kernel/editor.go), and answers while a cell runs. The cells are
// its documents: it gets their texts when they have not changed for a moment, and says what is wrong with them.
const TARGET = "polka.lsp";
const QUIET = 400; // milliseconds without a change after which the server gets the texts
const PATIENCE = 5000; // how long we wait for an answer

// isPolka says whether the kernel of a notebook is Polka's.
function isPolka(context) {
  const kernel = context?.session?.kernel;
  return Boolean(kernel) && (kernel.name.startsWith("polka") || context.kernelDisplayName.includes("Polka"));
}

// offsetOf gives the offset of a position of the protocol in a text.
function offsetOf(text, { line, character }) {
  let start = 0;
  for (let i = 0; i < line; i++) {
    const next = text.indexOf("\n", start);
    if (next < 0) {
      return text.length;
    }
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}

// positionOf gives the position of an offset.
function positionOf(text, offset) {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return { line: text.slice(0, start).split("\n").length - 1, character: offset - start };
}

// A NotebookServer keeps a server informed of the cells of a notebook.
class NotebookServer {
  // onProblems is called with the ID of a cell and what is wrong with it.
  constructor(panel, onProblems) {
    this.panel = panel;
    this.context = panel.sessionContext;
    this.onProblems = onProblems;
    this.comm = null;
    this.session = null; // of the comm: resolves when the server is ready
    this.changed = () => this.schedule();
    panel.model.contentChanged.connect(this.changed);
    this.context.kernelChanged.connect(this.restarted, this);
    this.context.statusChanged.connect(this.stateChanged, this);
    panel.disposed.connect(() => this.end());
    this.schedule();
  }

  get usable() {
    return isPolka(this.context) && this.context.session.kernel.connectionStatus === "connected" && !["dead", "unknown"].includes(this.context.session.kernel.status);
  }

  // schedule has the server informed soon.
  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync().catch((e) => console.debug("Polka:", e)), QUIET);
  }

  stateChanged(_, status) {
    if (["restarting", "autorestarting", "terminating", "dead"].includes(status)) {
      this.forget();
    } else if (status === "idle" && !this.session) {
      this.schedule();
    }
  }

  restarted() {
    this.forget();
    this.schedule();
  }

  // forget leaves a server that has ended, or belongs to another kernel.
  forget() {
    for (const { reject, timer } of this.waiting?.values() || []) {
      clearTimeout(timer);
      reject(new Error("the language server has ended"));
    }
    const cells = this.sent || [];
    this.comm = this.session = this.sent = null;
    cells.forEach(({ id }) => this.onProblems(id, []));
  }

  // end ends the server.
  end() {
    clearTimeout(this.timer);
    this.panel.model?.contentChanged.disconnect(this.changed);
    this.context.kernelChanged.disconnect(this.restarted, this);
    this.context.statusChanged.disconnect(this.stateChanged, this);
    const { comm } = this;
    this.forget();
    if (comm && !comm.isDisposed) {
      comm.close();
    }
  }

  // open opens a comm, and resolves when the server is ready.
  open() {
    const kernel = this.context.session.kernel;
    const comm = kernel.createComm(TARGET);
    this.comm = comm;
    this.waiting = new Map(); // requests without a response, by ID
    this.asked = 0;
    comm.onMsg = ({ content }) => this.comm === comm && this.receive(content.data);
    comm.onClose = () => this.comm === comm && this.forget(); // the next change opens another one
    comm.open({});
    this.sent = [];
    return this.ask("initialize", { processId: null, rootUri: null, capabilities: {} }).then(() => {
      this.tell("initialized", {});
      const notebookDocument = { uri: "polka:notebook", notebookType: "jupyter-notebook", version: 0, cells: [] };
      this.tell("notebookDocument/didOpen", { notebookDocument, cellTextDocuments: [] });
    });
  }

  post(message) {
    if (!this.comm || this.comm.isDisposed) {
      throw new Error("there is no language server");
    }
    this.comm.send({ jsonrpc: "2.0", ...message });
  }

  tell(method, params) {
    this.post({ method, params });
  }

  // ask sends a request and resolves to the result.
  ask(method, params) {
    const id = ++this.asked;
    const { waiting } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`no answer to ${method}`));
      }, PATIENCE);
      waiting.set(id, { resolve, reject, timer });
      this.post({ id, method, params });
    });
  }

  receive(message) {
    const request = message.method === undefined && this.waiting.get(message.id);
    if (request) {
      this.waiting.delete(message.id);
      clearTimeout(request.timer);
      message.error ? request.reject(new Error(message.error.message)) : request.resolve(message.result);
    } else if (message.method === "textDocument/publishDiagnostics") {
      this.onProblems(message.params.uri.replace(/^polka:cell\//, ""), message.params.diagnostics);
    }
  }

  // cells gives what the server is to know of the cells.
  cells() {
    const list = [];
    const known = new Set();
    for (const model of this.panel.model?.cells || []) {
      const id = model.sharedModel.getId();
      if (model.type === "code" && !known.has(id)) {
        known.add(id);
        const tags = model.getMetadata("tags") || [];
        list.push({ id, model, tags, text: model.sharedModel.getSource(), uri: "polka:cell/" + id });
      }
    }
    return list;
  }

  // sync informs the server of what has changed. Calls follow each other.
  sync() {
    this.syncing = (this.syncing || Promise.resolve()).catch(() => {}).then(() => this.inform());
    return this.syncing;
  }

  async inform() {
    clearTimeout(this.timer);
    if (this.panel.isDisposed || !this.usable) {
      return;
    }
    if (this.comm?.isDisposed) {
      this.forget();
    }
    this.session = this.session || this.open();
    await this.session;
    const old = this.sent;
    const now = this.cells();
    const cells = {};
    const same = (a, b) => a && b && a.id === b.id && String(a.tags) === String(b.tags);
    let start = 0;
    while (start < now.length && same(old[start], now[start])) {
      start++;
    }
    let tail = 0;
    while (tail < Math.min(now.length, old.length) - start && same(old[old.length - 1 - tail], now[now.length - 1 - tail])) {
      tail++;
    }
    const added = now.slice(start, now.length - tail);
    const removed = old.slice(start, old.length - tail);
    if (added.length || removed.length) {
      const item = ({ uri, text }) => ({ uri, languageId: "go", version: 1, text });
      cells.structure = {
        array: { start, deleteCount: removed.length, cells: added.map(({ uri, tags }) => ({ kind: 2, document: uri, metadata: { tags } })) },
        didOpen: added.map(item),
        didClose: removed.filter(({ id }) => !now.some((c) => c.id === id)).map(({ uri }) => ({ uri })),
      };
    }
    const before = new Map(old.map((c) => [c.id, c]));
    const changed = [...now.slice(0, start), ...now.slice(now.length - tail)].filter(({ id, text }) => before.get(id).text !== text);
    cells.textContent = changed.map(({ uri, text }) => ({ document: { uri, version: 1 }, changes: [{ text }] }));
    this.sent = now;
    if (cells.structure || changed.length) {
      this.tell("notebookDocument/didChange", { notebookDocument: { uri: "polka:notebook", version: 1 }, change: { cells } });
    }
    removed.forEach(({ id }) => now.some((c) => c.id === id) || this.onProblems(id, []));
  }

  // uriOf gives the document of a cell, whose text the server has then.
  async uriOf(model) {
    await this.sync();
    const cell = this.sent?.find((c) => c.model === model);
    if (!cell) {
      throw new Error("there is no language server");
    }
    return cell.uri;
  }

  // apply makes changes in cells that the server has proposed for the texts that it has.
  apply(changes) {
    for (const [uri, edits] of Object.entries(changes)) {
      const cell = this.sent.find((c) => c.uri === uri);
      const shared = cell?.model.sharedModel;
      if (shared && shared.getSource() === cell.text) {
        const list = edits.map(({ range, newText }) => [offsetOf(cell.text, range.start), offsetOf(cell.text, range.end), newText]);
        shared.transact(() => list.sort((a, b) => b[0] - a[0]).forEach((edit) => shared.updateSource(...edit)));
      }
    }
  }
}
