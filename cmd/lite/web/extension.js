// SPDX-License-Identifier: BSD-3-Clause

// The extension of JupyterLite that adds the kernel. It is a module federation container, written
// by hand: JupyterLite loads the script, calls init with the modules that it shares, and get for
// the plugins.
"use strict";

(() => {
  const NAME = "polka-lite";
  const VERSION = "@VERSION@";
  const script = document.currentScript;
  const base = new URL(".", script.src).href;
  if (window._JUPYTERLAB && window._JUPYTERLAB[NAME]) {
    return; // a site can also load this script itself, before JupyterLite does
  }
  let shared; // gives a module of the page

  // header makes the header of a message of ours.
  const header = (type, session) => ({
    msg_id: crypto.randomUUID(), msg_type: type, session, username: "", date: new Date().toISOString(), version: "5.3",
  });

  // What can wait is done when the first cell has run, or if no cell is run for some seconds after the
  // program is ready.
  const WAIT = 3000;
  let used = false; // whether there has been a cell
  let release;
  const quiet = new Promise((resolve) => (release = resolve));

  // The service worker of the site, which may be installed sooner or later, waits for this message
  // before it fetches all files.
  const line = new BroadcastChannel("polka " + new URL("../../../", base).href);
  const fetchAll = () => quiet.then(() => line.postMessage("fetch"));
  line.onmessage = ({ data }) => data === "waiting" && fetchAll();
  fetchAll();

  let program; // of the first worker: compiled, and the archive
  let spare = null; // a worker that is started before there is a kernel

  // begin starts a worker. Its messages wait in the list early until it has a listener.
  function begin() {
    const worker = new Worker(base + "worker.js");
    const started = { worker, early: [], listener: null };
    const take = (data) => {
      if (data.ready) {
        setTimeout(() => used || release(), WAIT);
        quiet.then(() => worker.postMessage({ keep: true }));
      } else if (data.ended) {
        release();
      }
      if (data.program) {
        program = data.program;
      } else if (started.listener) {
        started.listener(data);
      } else {
        started.early.push(data);
      }
    };
    worker.onmessage = ({ data }) => take(data);
    worker.onerror = (e) => take({ ended: e.message || "the worker could not be started" });
    worker.postMessage({ load: { base, version: VERSION, program } });
    return started;
  }

  // In a site whose notebooks have this kernel by default, the program starts while the page loads.
  const settings = document.getElementById("jupyter-config-data");
  if ("start" in script.dataset || (settings && JSON.parse(settings.textContent).defaultKernelName === "polka")) {
    spare = begin();
  }

  // makeKernel makes the class of kernels. Signal is that of Lumino, contents the files of the page.
  function makeKernel(Signal, contents) {
    return class PolkaKernel {
      constructor({ id, name, location, sendMessage }) {
        this.id = id;
        this.name = name;
        this.location = location;
        this.send = sendMessage;
        this.disposed = new Signal(this);
        this.isDisposed = false;
        this.running = new Map(); // execute requests that have no reply yet, by id
        this.start();
      }

      start() {
        this.ready = new Promise((resolve) => (this.isReady = resolve)); // JupyterLite waits for it
        this.loaded = this.failed = false;
        const started = spare || begin();
        spare = null;
        const { worker } = started;
        this.worker = worker;
        started.listener = (data) => {
          if (worker !== this.worker) {
            return; // of a worker that has ended
          }
          if (data.message) {
            this.deliver(...data.message);
          } else if (data.ask) {
            this.answer(data).then(
              (value) => worker.postMessage({ answer: data.ask, value }),
              (e) => worker.postMessage({ answer: data.ask, error: String(e.message || e) }),
            );
          } else if (data.ready) {
            this.loaded = true;
            this.isReady();
          } else if (data.ended) {
            this.ended(data.ended);
          }
        };
        started.early.forEach(started.listener);
        worker.postMessage({ start: { directory: this.location.replace(/^[^/]*:/, "") } });
      }

      // deliver passes on a message of the kernel.
      deliver(channel, m) {
        const parent = m.parent_header;
        // JupyterLite finds the client by the session in the header.
        m.header.session = parent.session || this.client;
        if (m.header.msg_type === "execute_reply") {
          this.running.delete(parent.msg_id);
          release();
        }
        this.send({ ...m, channel });
      }

      async handleMessage(m) {
        this.client = m.header.session;
        if (this.failed) {
          this.start();
        }
        if (m.header.msg_type === "execute_request") {
          this.running.set(m.header.msg_id, m.header);
          used = true;
        }
        const buffers = (m.buffers || []).map((b) => (ArrayBuffer.isView(b) ? new Uint8Array(b.buffer, b.byteOffset, b.byteLength) : new Uint8Array(b)));
        const { channel, header, parent_header, metadata, content } = m;
        this.worker.postMessage({ message: [channel, { header, parent_header, metadata, content, buffers }] });
      }

      interrupt() {
        const m = { header: header("interrupt_request", this.client), parent_header: {}, metadata: {}, content: {}, buffers: [] };
        this.worker.postMessage({ message: ["control", m] });
      }

      // ended answers what is open when the program has ended, and starts it again.
      ended(reason) {
        if (this.isDisposed) {
          return;
        }
        const open = [...this.running.values()];
        this.running.clear();
        this.worker.terminate();
        const lost = this.loaded ? `the kernel has ended (${reason}) and was started again; all variables are lost` : `the kernel could not be started (${reason})`;
        const content = { status: "error", ename: "Crash", evalue: lost, traceback: ["\x1b[31mCrash\x1b[0m: " + lost] };
        for (const parent of open) {
          const say = (channel, type, content) => this.deliver(channel, {
            header: header(type, this.id), parent_header: parent, metadata: {}, content, buffers: [],
          });
          say("iopub", "error", content);
          say("shell", "execute_reply", { ...content, execution_count: null });
          say("iopub", "status", { execution_state: "idle" });
        }
        if (this.loaded) {
          this.start();
        } else { // for example without a connection; the next message tries again
          this.failed = true;
          this.isReady();
          console.error("Polka:", reason);
        }
      }

      // answer does what the kernel asks for with the files of the page.
      async answer({ what, path, content, bytes }) {
        switch (what) {
          case "get": {
            const model = await contents.get(path, { content });
            const found = { directory: model.type === "directory", modified: Date.parse(model.last_modified) || 0, size: model.size || 0 };
            if (content && found.directory) {
              found.names = model.content.map((m) => m.name);
            } else if (content) {
              found.bytes = bytesOf(model);
              found.size = found.bytes.length;
            }
            return found;
          }
          case "save":
            await contents.save(path, modelOf(path, bytes));
            return null;
          case "mkdir":
            await contents.save(path, { type: "directory", path });
            return null;
          case "delete":
            await contents.delete(path);
            return null;
        }
        throw new Error(what);
      }

      dispose() {
        if (!this.isDisposed) {
          this.isDisposed = true;
          this.worker.terminate();
          this.disposed.emit();
          Signal.clearData(this);
        }
      }
    };
  }

  // bytesOf gives the bytes of a file.
  function bytesOf({ format, content }) {
    if (format === "base64") {
      return Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
    }
    return new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content, null, 1) + "\n");
  }

  // modelOf describes a file to be saved.
  function modelOf(path, bytes) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      if (path.endsWith(".ipynb")) {
        return { type: "notebook", format: "json", content: JSON.parse(text) };
      }
      return { type: "file", format: "text", content: text };
    } catch {
      let text = "";
      for (let i = 0; i < bytes.length; i += 1 << 15) {
        text += String.fromCharCode(...bytes.subarray(i, i + (1 << 15)));
      }
      return { type: "file", format: "base64", content: btoa(text) };
    }
  }

  /* @CELLS@ */

  async function plugins() {
    const { IKernelSpecs, IKernelClient } = await shared("@jupyterlite/services");
    const { Signal } = await shared("@lumino/signaling");
    const { IMainMenu } = await shared("@jupyterlab/mainmenu").catch(() => ({})); // a page may have no menus
    const spec = {
      argv: [], env: {}, display_name: "Polka (Go)", language: "go", interrupt_mode: "message", metadata: {},
      name: "polka", resources: { "logo-svg": base + "logo.svg", "logo-64x64": base + "logo.svg" },
    };
    return [{
      id: NAME + ":kernel",
      description: "Adds the Polka kernel.",
      autoStart: true,
      requires: [IKernelSpecs, IKernelClient],
      activate(app, specs, client) {
        const Kernel = makeKernel(Signal, app.serviceManager.contents);
        specs.register({ spec: { ...spec, spec }, create: async (options) => new Kernel(options) });
        // JupyterLite itself only removes the cells that wait.
        const interrupt = client.interrupt.bind(client);
        client.interrupt = async (id) => {
          const kernel = await client.getModel(id);
          return kernel instanceof Kernel ? kernel.interrupt() : interrupt(id);
        };
      },
    }, {
      id: NAME + ":open",
      description: "Opens the notebook of the address (?path=) at once: JupyterLab first waits half a second until the workspace is saved.",
      autoStart: true,
      activate(app) {
        const path = new URLSearchParams(location.search).get("path");
        if (/\/lab\/(index\.html)?$/.test(location.pathname) && path?.endsWith(".ipynb")) {
          app.restored.then(() => app.commands.execute("docmanager:open", { path }));
        }
      },
    }, {
      id: NAME + ":documentation",
      description: "Adds Polka's documentation to the menu Help, if the site is inside of it (make site).",
      autoStart: true,
      optional: [IMainMenu].filter(Boolean),
      activate(app, menu) {
        app.restored.then(async () => {
          const documentation = new URL("../../../../", base);
          const found = menu && (await fetch(new URL("notebooks/00-tour.html", documentation), { method: "HEAD" }).catch(() => null));
          if (found?.ok) {
            const command = NAME + ":documentation";
            app.commands.addCommand(command, { label: "Polka's Documentation", execute: () => open(new URL("index.html", documentation), "_blank", "noopener") });
            menu.helpMenu.addGroup([{ command }], 0);
          }
        });
      },
    }, await cellsPlugin(shared, NAME), await editorPlugin(shared, NAME)];
  }

  (window._JUPYTERLAB = window._JUPYTERLAB || {})[NAME] = {
    init(s) {
      shared = sharedModules(s, NAME);
    },
    async get() {
      const list = await plugins();
      return () => ({ __esModule: true, default: list });
    },
  };
})();
