// The frame with the kernel, for the page that contains it; its messages are described in polka.js. Cells see no files but
// those that they write here, which are forgotten with the page.
"use strict";

{
  const base = new URL("extensions/polka-lite/static/", location.href).href;
  const tell = (message) => parent.postMessage(message, "*"); // whoever has the frame may see what its cells write
  const worker = new Worker(base + "worker.js");
  const files = new Map();
  const runs = new Map(); // numbers of runs by the identifiers of their messages
  const session = crypto.randomUUID();

  const file = ({ what, path, bytes }) => {
    const now = { modified: 0 };
    if (what === "get" && path === "") return { ...now, directory: true, size: 0, names: [...files.keys()] };
    if (what === "get" && files.has(path)) return { ...now, directory: false, size: files.get(path).length, bytes: files.get(path) };
    if (what === "save") return void files.set(path, bytes);
    if (what === "delete" && files.delete(path)) return null;
    throw new Error(path);
  };

  const send = (channel, type, content) => {
    const header = { msg_id: crypto.randomUUID(), msg_type: type, session, username: "", date: new Date().toISOString(), version: "5.3" };
    worker.postMessage({ message: [channel, { header, parent_header: {}, metadata: {}, content, buffers: [] }] });
    return header.msg_id;
  };

  const end = (id, run) => {
    if (!run.reply || !run.idle) return;
    runs.delete(id);
    tell({ id: run.number, done: run.reply.status });
    worker.postMessage({ keep: true }); // now that nobody waits
  };

  const take = (channel, { header, parent_header, content }) => {
    const id = parent_header.msg_id, run = runs.get(id);
    if (!run) return;
    if (header.msg_type === "execute_reply") run.reply = content;
    else if (header.msg_type === "status") run.idle = content.execution_state === "idle";
    else if (["stream", "error", "display_data", "update_display_data", "execute_result", "clear_output"].includes(header.msg_type)) {
      tell({ id: run.number, output: { type: header.msg_type, content } });
    }
    end(id, run);
  };

  worker.onerror = (e) => tell({ ended: e.message || "the worker could not be started" });
  worker.onmessage = ({ data }) => {
    if (data.ready) tell({ ready: true });
    else if (data.message) take(...data.message);
    else if (data.ended) tell({ ended: data.ended });
    else if (data.ask) {
      try {
        worker.postMessage({ answer: data.ask, value: file(data) });
      } catch (e) {
        worker.postMessage({ answer: data.ask, error: e.message });
      }
    }
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data === null || typeof data !== "object") return;
    if (data.stop) send("control", "interrupt_request", {});
    else if (typeof data.code === "string") {
      const content = { code: data.code, silent: false, store_history: false, user_expressions: {}, allow_stdin: false, stop_on_error: false };
      runs.set(send("shell", "execute_request", content), { number: data.run });
    }
  });
  worker.postMessage({ load: { base, version: "@VERSION@" } });
  worker.postMessage({ start: { directory: "" } });
}
