// SPDX-License-Identifier: BSD-3-Clause

// Formatting of cells by gofmt's rules, by commands and, if the user wants it, when a notebook is saved.
//
// JupyterLab also saves by itself, while the user may be in the middle of a word. So only what the command Save saves is
// formatted first.

// formatting makes the function that formats cells, and the one that has a notebook formatted when it is saved.
// serverOf gives the server of a notebook; onSave says whether the user wants it.
function formatting(app, serverOf, onSave) {
  // format formats cells of a notebook. Cells with syntax errors stay as they are.
  async function format(panel, models) {
    const server = serverOf(panel);
    if (!server) {
      return;
    }
    const options = { tabSize: 4, insertSpaces: false };
    const formatOne = async (model) => {
      const uri = await server.uriOf(model);
      const edits = await server.ask("textDocument/formatting", { textDocument: { uri }, options }).catch(() => null);
      if (edits?.length) {
        server.apply({ [uri]: edits });
      }
    };
    await Promise.all(models.filter((model) => model.type === "code" && model.sharedModel.getSource().trim()).map(formatOne));
  }

  let commands = 0; // how often the user has saved something
  app.commands.commandExecuted.connect((_, { id }) => {
    if (["docmanager:save", "docmanager:save-all", "docmanager:save-as"].includes(id)) {
      commands++;
    }
  });

  // watchSaves has a notebook formatted before it is saved by a command.
  function watchSaves(panel) {
    const { context, content } = panel;
    const save = context.save.bind(context);
    context.save = async () => {
      const before = commands;
      await null; // the signal comes when the command has called us
      if (commands !== before && onSave()) {
        await format(panel, [...content.model.cells]).catch((e) => console.warn("Polka: not formatted:", e));
      }
      return save();
    };
  }

  return { format, watchSaves };
}
