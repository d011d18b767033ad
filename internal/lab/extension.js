// The extension of JupyterLab and Jupyter Notebook that polka install puts beside the kernel. It is a module federation
// container, written by hand: JupyterLab loads the script, calls init with the modules that it shares, and get for the
// plugins.
"use strict";

(() => {
  const NAME = "polka-cells";
  let scope;

  // shared gives a module of the page.
  async function shared(name) {
    const versions = Object.values(scope[name] || {});
    if (versions.length === 0) {
      throw new Error(`${NAME}: the page has no module ${name}`);
    }
    const loaded = versions.find((v) => v.loaded) || versions[versions.length - 1];
    return (await loaded.get())();
  }

  /* @CELLS@ */

  (window._JUPYTERLAB = window._JUPYTERLAB || {})[NAME] = {
    init(s) {
      scope = s;
    },
    async get() {
      const list = [await cellsPlugin(shared, NAME)];
      return () => ({ __esModule: true, default: list });
    },
  };
})();
