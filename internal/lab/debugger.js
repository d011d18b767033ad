// SPDX-License-Identifier: BSD-3-Clause

// Names of cells in the debugger. JupyterLab knows a cell by a path that the kernel and the page both compute from its text, and
// shows this path, unless somebody registers a better name: here "cell 2", as in the kernel's errors. JupyterLab adds the
// line of a call.
const CELL_PATH = /[\\/]polka_\d+[\\/]\d+/;

// debuggerPlugin makes the plugin, or gives null if the page has no such names.
async function debuggerPlugin(shared, name) {
  const { IDebugger, IDebuggerDisplayRegistry } = await shared("@jupyterlab/debugger").catch(() => ({}));
  const { INotebookTracker } = await shared("@jupyterlab/notebook");
  if (!IDebuggerDisplayRegistry) {
    return null; // JupyterLab before 4.5
  }
  return {
    id: name + ":debugger",
    description: "Names cells in the debugger.",
    autoStart: true,
    requires: [INotebookTracker],
    optional: [IDebugger, IDebuggerDisplayRegistry],
    activate(app, tracker, service, registry) {
      // cellOf gives the name of the cell with a path.
      function cellOf(path) {
        let found;
        tracker.forEach((panel) => {
          for (const model of panel.content.model?.cells || []) {
            if (!found && model.type === "code" && service.getCodeId(model.sharedModel.getSource()) === path) {
              found = model.executionCount > 0 ? `cell ${model.executionCount}` : "cell [ ]";
            }
          }
        });
        return found;
      }

      if (service && registry) {
        registry.register({
          canHandle: ({ path }) => CELL_PATH.test(path || ""),
          getDisplayName: ({ name, path }) => (/^cell \d+$/.test(name || "") ? name : cellOf(path) || path),
        });
      }
    },
  };
}
