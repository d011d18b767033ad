// SPDX-License-Identifier: BSD-3-Clause

// The extension of JupyterLab and Jupyter Notebook that polka install puts beside the kernel. It is a module federation
// container, written by hand: JupyterLab loads the script, calls init with the modules that it shares, and get for the
// plugins.
"use strict";

(() => {
  const NAME = "polka-cells";
  let shared; // gives a module of the page

  /* @CELLS@ */

  (window._JUPYTERLAB = window._JUPYTERLAB || {})[NAME] = {
    init(s) {
      shared = sharedModules(s, NAME);
    },
    async get() {
      const list = (await Promise.all([cellsPlugin, editorPlugin, debuggerPlugin].map((make) => make(shared, NAME)))).filter(Boolean);
      return () => ({ __esModule: true, default: list });
    },
  };
})();
