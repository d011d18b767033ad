// SPDX-License-Identifier: BSD-3-Clause

// What the extensions add to the editors of cells: problems while a cell is written, what a name means, and formatting.
// All of it is said by the language server of the kernel; see server.js.
const JUPYTERLAB_LSP = ["@jupyter-lsp/jupyterlab-lsp:diagnostics", "@jupyter-lsp/jupyterlab-lsp:plugin"];

const EDITOR_STYLE = `
.polka-problem { text-decoration: underline wavy 1.5px; text-decoration-skip-ink: none; text-underline-offset: 3px; }
.polka-problem.polka-error { text-decoration-color: var(--jp-error-color1, #d32f2f); }
.polka-problem.polka-warning { text-decoration-color: var(--jp-warn-color1, #f57c00); }
.polka-problem.polka-information, .polka-problem.polka-hint { text-decoration: underline dotted 2px var(--jp-info-color1, #0288d1); }
.cm-tooltip:has(.polka-box) { border: none; background: none; }
.polka-box { max-width: 44em; max-height: 24em; overflow: auto; padding: 4px 0; border: 1px solid var(--jp-border-color1); border-radius: 3px;
  color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); box-shadow: var(--jp-elevation-z4); font-family: var(--jp-ui-font-family);
  font-size: var(--jp-ui-font-size1); line-height: 1.4; }
.polka-message { margin: 2px 8px; padding: 2px 8px; border-left: 3px solid; white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--jp-code-font-family); }
.polka-message.polka-error { border-color: var(--jp-error-color1, #d32f2f); }
.polka-message.polka-warning { border-color: var(--jp-warn-color1, #f57c00); }
.polka-message.polka-information, .polka-message.polka-hint { border-color: var(--jp-info-color1, #0288d1); }
.polka-fix { display: block; margin: 4px 0 2px; padding: 2px 8px; border: 1px solid var(--jp-brand-color1); border-radius: 3px; cursor: pointer;
  color: var(--jp-brand-color1); background: var(--jp-layout-color1); font: inherit; font-family: var(--jp-ui-font-family); }
.polka-fix:hover, .polka-fix:focus-visible { color: var(--jp-ui-inverse-font-color1, white); background: var(--jp-brand-color1); }
.polka-about { margin: 2px 0; padding: 0 8px; }
.polka-message + .polka-about { border-top: 1px solid var(--jp-border-color2); }
.polka-about .jp-RenderedHTMLCommon { padding: 0; font-size: var(--jp-ui-font-size1); }
.polka-about .jp-RenderedHTMLCommon :is(p, pre) { margin: 4px 0; padding: 0; }
.polka-about .jp-RenderedHTMLCommon :is(pre, code) { background: none; }`;

// editorPlugin makes the plugin. The function shared gives a module of the page; name is that of the extension.
async function editorPlugin(shared, name) {
  const { INotebookTracker } = await shared("@jupyterlab/notebook");
  const { ICommandPalette, InputDialog } = await shared("@jupyterlab/apputils");
  const { IRenderMimeRegistry, MimeModel } = await shared("@jupyterlab/rendermime");
  const { ISettingRegistry } = await shared("@jupyterlab/settingregistry");
  const { IMainMenu } = await shared("@jupyterlab/mainmenu").catch(() => ({})); // not every page has menus
  const codemirror = { view: await shared("@codemirror/view"), state: await shared("@codemirror/state") };
  const id = name + ":editor";

  // standsBack says whether jupyterlab-lsp shows what Polka's server says, so that we do not do so a second time.
  async function standsBack(app) {
    if (!JUPYTERLAB_LSP.some((plugin) => app.hasPlugin(plugin))) {
      return false;
    }
    const { baseUrl, token } = app.serviceManager.serverSettings;
    const headers = token ? { Authorization: "token " + token } : {};
    const status = await fetch(baseUrl + "lsp/status", { headers }).then((r) => r.json(), () => ({}));
    return Boolean(status.sessions?.polka);
  }

  return {
    id,
    description: "Checks cells while they are written, and formats them.",
    autoStart: true,
    requires: [INotebookTracker, IRenderMimeRegistry],
    optional: [ISettingRegistry, ICommandPalette, IMainMenu].filter(Boolean),
    async activate(app, tracker, rendermime, registry, palette, menu) {
      const settings = { problems: true, descriptions: true, formatOnSave: false };
      const servers = new Map(); // by panel
      const other = await standsBack(app).catch(() => false);
      const serverOf = (panel) => servers.get(panel);
      const serverWith = (model) => servers.get([...servers.keys()].find((panel) => [...(panel.content.model?.cells || [])].includes(model)));
      const said = new Map(); // what the servers have said of cells, by ID
      const widgets = new Map(); // of cells, by ID

      // ask asks the server of a cell about an offset in it.
      async function ask(model, method, params) {
        const server = serverWith(model);
        const uri = await server.uriOf(model);
        return server.ask(method, { textDocument: { uri }, ...params });
      }

      // fixes gives the actions that mend a problem of a cell.
      async function fixes(model, problem) {
        const list = await ask(model, "textDocument/codeAction", { range: problem.range, context: { diagnostics: [problem], only: ["quickfix"] } });
        return list.filter((action) => action.edit && (!action.diagnostics || action.diagnostics.some((d) => d.message === problem.message)));
      }

      const problems = problemsOf(codemirror, {
        async describe(model, offset) {
          const text = model.sharedModel.getSource();
          const answer = settings.descriptions && !other ? await ask(model, "textDocument/hover", { position: positionOf(text, offset) }) : null;
          if (!answer) {
            return null;
          }
          const node = document.createElement("div");
          node.className = "polka-about";
          const renderer = rendermime.createRenderer("text/markdown");
          await renderer.renderModel(new MimeModel({ data: { "text/markdown": answer.contents.value }, trusted: false }));
          node.append(renderer.node);
          return { node, from: offsetOf(text, answer.range.start), to: offsetOf(text, answer.range.end) };
        },
        fixes,
        apply: (model, action) => serverWith(model)?.apply(action.edit.changes),
      });

      // show shows the problems of a cell, if its editor is there.
      function show(id) {
        const widget = widgets.get(id);
        if (widget && !widget.isDisposed && widget.editor) {
          problems.show(widget.editor.editor, settings.problems && !other ? said.get(id) || [] : []);
        }
      }

      // hear notes what a server says of a cell. It does not repeat what it has said, although what showed it may have
      // been removed together with text that was written again since, so it is shown once more after each change.
      function hear(id, list) {
        said.set(id, list);
        show(id);
      }

      // prepare makes the editor of a cell show problems.
      function prepare(cell) {
        const id = cell.model.sharedModel.getId();
        widgets.set(id, cell);
        cell.ready.then(() => {
          if (!cell.isDisposed && cell.editor) {
            cell.editor.injectExtension(problems.extension(cell.model));
            show(id);
          }
        });
        let timer;
        cell.model.contentChanged.connect(() => {
          clearTimeout(timer);
          timer = setTimeout(() => show(id), 2 * QUIET);
        });
        cell.disposed.connect(() => widgets.get(id) === cell && widgets.delete(id));
      }

      const { format, watchSaves } = formatting(app, serverOf, () => settings.formatOnSave);

      function watch(panel) {
        const known = new WeakSet();
        const look = () => {
          for (const cell of panel.content.widgets) {
            if (cell.model?.type === "code" && !known.has(cell)) {
              known.add(cell);
              prepare(cell);
            }
          }
        };
        panel.context.ready.then(() => {
          if (panel.isDisposed) {
            return;
          }
          servers.set(panel, new NotebookServer(panel, hear));
          panel.disposed.connect(() => servers.delete(panel));
          watchSaves(panel);
          panel.content.model.cells.changed.connect(() => requestAnimationFrame(look));
          look();
          app.commands.notifyCommandChanged();
        });
        panel.revealed.then(look);
        panel.sessionContext.kernelChanged.connect(() => app.commands.notifyCommandChanged());
      }

      document.head.append(Object.assign(document.createElement("style"), { textContent: EDITOR_STYLE }));
      tracker.widgetAdded.connect((_, panel) => watch(panel));
      tracker.forEach(watch);

      if (registry) {
        const loaded = await registry.load(id).catch((e) => console.warn("Polka: no settings:", e));
        const read = () => {
          for (const key of Object.keys(settings)) {
            settings[key] = loaded.get(key).composite ?? settings[key];
          }
          [...widgets.keys()].forEach(show);
        };
        if (loaded) {
          loaded.changed.connect(read);
          read();
        }
      }

      const current = () => (isPolka(tracker.currentWidget?.sessionContext) ? tracker.currentWidget : null);
      const enabled = { isEnabled: () => current() !== null, isVisible: () => current() !== null };
      const activeModel = () => current()?.content.activeCell?.model;

      app.commands.addCommand("polka:format-cell", {
        label: "Format Cell",
        caption: "Lay the selected cells out as gofmt does",
        ...enabled,
        execute: () => current() && format(current(), current().content.widgets.filter((c) => current().content.isSelectedOrActive(c)).map((c) => c.model)),
      });
      app.commands.addCommand("polka:format-notebook", {
        label: "Format All Cells",
        caption: "Lay all cells out as gofmt does",
        ...enabled,
        execute: () => current() && format(current(), [...current().content.model.cells]),
      });

      // The fixes for the problems at the cursor.
      app.commands.addCommand("polka:fix", {
        label: "Fix the Problem at the Cursor",
        caption: "Carry out what the message of the problem proposes",
        ...enabled,
        async execute() {
          const cell = current()?.content.activeCell;
          if (!cell?.editor || activeModel().type !== "code") {
            return;
          }
          const { state } = cell.editor.editor;
          const { list } = problems.at(state, state.selection.main.head);
          const actions = (await Promise.all(list.map((problem) => fixes(cell.model, problem)))).flat();
          const titles = [...new Set(actions.map((a) => a.title))];
          const choice = titles.length < 2 ? titles[0] : (await InputDialog.getItem({ title: "Fix", items: titles })).value;
          const action = actions.find((a) => a.title === choice);
          if (action) {
            serverWith(cell.model).apply(action.edit.changes);
          }
        },
      });

      const commands = ["polka:format-cell", "polka:format-notebook", "polka:fix"];
      for (const command of commands) {
        palette?.addItem({ command, category: "Notebook Cell Operations" });
        app.contextMenu.addItem({ command, selector: ".jp-Notebook .jp-CodeCell", rank: 21 });
      }
      menu?.editMenu.addGroup(commands.map((command) => ({ command })), 30);
    },
  };
}
