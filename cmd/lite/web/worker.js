// The Web Worker of a Polka kernel: loads the program, and passes messages between it and the page.
//
// The page first sends {start: {base, directory, version}}, and then {message: [channel, message]}
// for messages of the Jupyter protocol and {answer: id, ...} for what the worker has asked. The
// worker sends {ready}, {message: [channel, message]}, {ask: id, what, path, ...} and, when the
// program has ended, {ended: reason}. Files are in files.js.
"use strict";

const waiting = new Map(); // resolve and reject of what the page has been asked
let asked = 0;
let early = []; // messages that came before the program was ready

// ask asks the page for something about its files.
function ask(question) {
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    postMessage({ ask: asked, ...question });
  });
}

onmessage = ({ data }) => {
  if (data.start) {
    start(data.start).catch((e) => postMessage({ ended: String((e && e.message) || e) }));
  } else if (data.answer) {
    const { resolve, reject } = waiting.get(data.answer);
    waiting.delete(data.answer);
    data.error ? reject(new Error(data.error)) : resolve(data.value);
  } else if (early) {
    early.push(data.message);
  } else {
    take(data.message);
  }
};

// take gives the kernel a message.
function take([channel, m]) {
  const text = (x) => JSON.stringify(x || {});
  polka.take(channel, text(m.header), text(m.parent_header), text(m.metadata), text(m.content), m.buffers || []);
}

async function start({ base, directory, version }) {
  importScripts(base + "files.js");
  installFiles(ask, directory);
  importScripts(base + "wasm_exec.js");
  const go = new Go();
  go.argv = ["polka"];
  go.env = { HOME: "/", PWD: process.cwd(), TMPDIR: "/tmp" };
  const [facts, program] = await Promise.all([
    fetch(base + "facts.zip").then((r) => r.arrayBuffer()),
    load(base + "kernel.bin", go.importObject),
  ]);
  globalThis.polka = {
    facts: new Uint8Array(facts),
    version,
    send(channel, header, parent, metadata, content, buffers) {
      const m = {
        channel,
        header: JSON.parse(header),
        parent_header: JSON.parse(parent),
        metadata: JSON.parse(metadata),
        content: JSON.parse(content),
        buffers: buffers.map((b) => b.buffer),
      };
      postMessage({ message: [channel, m] }, m.buffers);
    },
    set take(f) { // the kernel is ready
      Object.defineProperty(this, "take", { value: f });
      const list = early;
      early = null;
      postMessage({ ready: true });
      setTimeout(() => list.forEach(take));
    },
  };
  let code = 0;
  go.exit = (c) => (code = c);
  await go.run(program.instance);
  postMessage({ ended: code ? "the program has failed; the console of the browser has its messages" : "it was shut down" });
}

// load unpacks and compiles the program while it arrives.
async function load(url, imports) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.instantiateStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }), imports);
}

addEventListener("unhandledrejection", (e) => postMessage({ ended: String(e.reason) }));
addEventListener("error", (e) => postMessage({ ended: e.message }));
