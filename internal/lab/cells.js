// SPDX-License-Identifier: BSD-3-Clause

// What the extensions of JupyterLab and JupyterLite add to notebooks: a mark at the prompt of a stale cell, and
// commands that run stale cells, and a cell with what it needs. Files are saved without the marks.
//
// The kernel publishes a mark as an output of the cell with MARK in its metadata; one without text is no mark any more.
const MARK = "polka_stale";

// sharedModules gives the function that gives a module of the page, of a scope that init has got.
function sharedModules(scope, name) {
  return async (module) => {
    const versions = Object.values(scope[module] || {});
    if (versions.length === 0) {
      throw new Error(`${name}: the page has no module ${module}`);
    }
    const loaded = versions.find((v) => v.loaded) || versions[versions.length - 1];
    return (await loaded.get())();
  };
}

// cellsPlugin makes the plugin. The function shared gives a module of the page; name is that of the extension.
async function cellsPlugin(shared, name) {
  const { INotebookTracker } = await shared("@jupyterlab/notebook");
  const { ICommandPalette } = await shared("@jupyterlab/apputils");
  const { OutputArea } = await shared("@jupyterlab/outputarea");

  // textOf gives the text of an output if it is a mark.
  const textOf = ({ metadata, data }) => metadata && MARK in metadata && [data["text/plain"]].flat().join("");

  // staleness gives why a cell is stale, or "".
  function staleness(model) {
    let text = "";
    for (let i = 0; i < model.outputs.length; i++) {
      const { metadata, data } = model.outputs.get(i);
      text = textOf({ metadata, data }) || text;
    }
    return text;
  }

  // show draws the mark at the prompt of a cell, or removes it.
  function show(cell) {
    const text = cell.isDisposed || !cell.model ? "" : staleness(cell.model);
    cell.node.classList.toggle("polka-stale", text !== "");
    const prompt = cell.node.querySelector(".jp-InputPrompt");
    if (prompt) {
      text ? prompt.setAttribute("title", text) : prompt.removeAttribute("title");
    }
  }

  // watch shows the marks of a notebook as they come and go.
  function watch(panel) {
    const known = new WeakSet(); // the cells whose outputs are watched
    const look = () => {
      for (const cell of panel.content.widgets) {
        if (cell.model.type === "code" && !known.has(cell)) {
          known.add(cell);
          const changed = () => show(cell);
          cell.model.outputs.changed.connect(changed);
          cell.disposed.connect(() => cell.model?.outputs?.changed.disconnect(changed));
          show(cell);
        }
      }
    };
    panel.context.ready.then(() => {
      const { model } = panel.context;
      const toJSON = model.toJSON.bind(model);
      model.toJSON = () => withoutMarks(toJSON());
      model.cells.changed.connect(() => requestAnimationFrame(look));
      look();
    });
    panel.revealed.then(look);
  }

  // withoutMarks removes the marks from a notebook as it is saved.
  function withoutMarks(notebook) {
    for (const cell of notebook.cells) {
      if (cell.outputs) {
        cell.outputs = cell.outputs.filter((o) => !(o.metadata && MARK in o.metadata));
      }
    }
    return notebook;
  }

  const style = document.createElement("style");
  style.textContent = `.polka-stale .jp-InputPrompt { opacity: 1; }
.polka-stale .jp-InputPrompt::after {
  content: ""; display: inline-block; width: 8px; height: 8px; margin-left: 4px; border-radius: 50%; background: var(--jp-warn-color1, #d08000); }`;

  return {
    id: name + ":cells",
    description: "Marks stale cells at their prompts, and runs them.",
    autoStart: true,
    requires: [INotebookTracker],
    optional: [ICommandPalette],
    activate(app, tracker, palette) {
      document.head.append(style);
      tracker.widgetAdded.connect((_, panel) => watch(panel));
      tracker.forEach(watch);

      // kernel gives the kernel of the current notebook if it is Polka's.
      const kernel = () => {
        const context = tracker.currentWidget?.sessionContext;
        return isPolka(context) ? context.session.kernel : null;
      };
      const usable = () => kernel() !== null;

      const runStale = "polka:run-stale-cells";
      app.commands.addCommand(runStale, {
        label: "Run Stale Cells",
        caption: "Run the cells whose inputs have changed, and what they need",
        isEnabled: usable,
        isVisible: usable,
        execute: () => kernel()?.requestExecute({ code: "%rerun", store_history: false, stop_on_error: true }).done,
      });

      // The kernel knows what the cell needs only of cells that have run. Otherwise all cells above run.
      const toHere = "polka:restart-and-run-to-here";
      app.commands.addCommand(toHere, {
        label: "Restart and Run What This Cell Needs",
        caption: "Remove all definitions, run the cells that this one needs, and this one",
        isEnabled: usable,
        isVisible: usable,
        execute: async () => {
          const panel = tracker.currentWidget;
          const cell = panel?.content.activeCell;
          if (!kernel() || cell?.model.type !== "code") {
            return undefined;
          }
          const above = panel.content.widgets.slice(0, panel.content.activeCellIndex).filter((c) => c.model.type === "code" && c.model.sharedModel.source.trim());
          if (above.some((c) => !(c.model.executionCount > 0) || c.model.isDirty)) {
            return app.commands.execute("notebook:restart-and-run-to-selected");
          }
          const { model } = cell;
          const metadata = { ...model.sharedModel.metadata, cellId: model.sharedModel.getId() };
          model.executionCount = null;
          const reply = await OutputArea.execute("%%slice --cell\n" + model.sharedModel.source, cell.outputArea, panel.sessionContext, metadata);
          model.executionCount = reply.content.execution_count;
          return reply;
        },
      });

      for (const command of [runStale, toHere]) {
        palette?.addItem({ command, category: "Notebook Cell Operations" });
        app.contextMenu.addItem({ command, selector: ".jp-Notebook .jp-CodeCell", rank: 20 });
      }
    },
  };
}
