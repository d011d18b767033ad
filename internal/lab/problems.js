// SPDX-License-Identifier: BSD-3-Clause

// Problems in the editors of cells: a line beneath the text, and a box that says what is wrong and has buttons for what
// mends it. The box also has the declaration and documentation of the name under the pointer. CodeMirror's package of
// such things is not among the modules that JupyterLab shares, so there is as much of it here as we need.
const SEVERITIES = ["", "error", "warning", "information", "hint"];

// problemsOf makes what shows problems, with the modules view and state of CodeMirror. describe(model, offset) resolves
// to {node, from, to} for the name at an offset of a cell, or to null; fixes(model, problem) to the actions that mend a
// problem; apply(model, action) carries one out.
function problemsOf({ view: { Decoration, EditorView, WidgetType, closeHoverTooltips, hoverTooltip, tooltips }, state: { StateEffect, StateField } }, { describe, fixes, apply }) {
  const setProblems = StateEffect.define();

  // A Gap is what is underlined where there is no text.
  class Gap extends WidgetType {
    constructor(severity) {
      super();
      this.severity = severity;
    }

    eq(other) {
      return this.severity === other.severity;
    }

    toDOM() {
      const node = document.createElement("span");
      node.className = `polka-problem polka-${this.severity}`;
      node.textContent = "\u00a0\u00a0";
      return node;
    }
  }

  // decorate makes the lines beneath a text.
  function decorate(doc, list) {
    const ranges = list.map((problem) => {
      const text = doc.toString();
      const severity = SEVERITIES[problem.severity] || "error";
      let from = offsetOf(text, problem.range.start);
      let to = Math.max(from, offsetOf(text, problem.range.end));
      const line = doc.lineAt(from);
      if (from === to) {
        from < line.to ? to++ : from > line.from && from--;
      }
      if (from === to) {
        return Decoration.widget({ widget: new Gap(severity), side: 1, problem }).range(from);
      }
      return Decoration.mark({ class: `polka-problem polka-${severity}`, problem }).range(from, to);
    });
    return Decoration.set(ranges, true);
  }

  const field = StateField.define({
    create: () => Decoration.none,
    update(shown, transaction) {
      shown = shown.map(transaction.changes);
      for (const effect of transaction.effects) {
        shown = effect.is(setProblems) ? decorate(transaction.state.doc, effect.value) : shown;
      }
      return shown;
    },
    provide: (f) => EditorView.decorations.from(f),
  });

  // at gives the problems at an offset, and what range they have.
  function at(state, offset) {
    const found = { list: [], from: offset, to: offset };
    state.field(field, false)?.between(offset, offset, (from, to, { spec }) => {
      found.list.push(spec.problem);
      found.from = Math.min(found.from, from);
      found.to = Math.max(found.to, to);
    });
    return found;
  }

  // describeProblem makes the part of the box for a problem.
  function describeProblem(model, problem, done) {
    const node = document.createElement("div");
    node.className = `polka-message polka-${SEVERITIES[problem.severity] || "error"}`;
    node.textContent = problem.message;
    fixes(model, problem).then((actions) => {
      for (const action of actions) {
        const button = document.createElement("button");
        button.className = "polka-fix";
        button.textContent = action.title;
        button.onclick = () => {
          done();
          apply(model, action);
        };
        node.append(button);
      }
    }, () => {});
    return node;
  }

  // box makes the box for a place of a cell, null if there is nothing to say.
  async function box(editor, model, offset) {
    const { list, from, to } = at(editor.state, offset);
    const about = await describe(model, offset).catch(() => null);
    if (list.length === 0 && !about) {
      return null;
    }
    const dom = document.createElement("div");
    dom.className = "polka-box";
    const close = () => editor.dispatch({ effects: closeHoverTooltips });
    dom.append(...list.map((problem) => describeProblem(model, problem, close)));
    if (about) {
      dom.append(about.node);
    }
    return { pos: list.length ? from : about.from, end: list.length ? to : about.to, above: true, arrow: false, create: () => ({ dom }) };
  }

  // extension makes what an editor of a cell needs.
  function extension(model) {
    const tooltip = hoverTooltip((editor, offset) => box(editor, model, offset), { hideOnChange: true, hoverTime: 350 });
    return [field, tooltip, tooltips({ parent: document.body })];
  }

  // show shows the problems of a text.
  function show(editor, list) {
    if (editor.state.field(field, false)) {
      editor.dispatch({ effects: setProblems.of(list) });
    }
  }

  return { at, extension, show };
}
