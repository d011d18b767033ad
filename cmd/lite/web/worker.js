// SPDX-License-Identifier: BSD-3-Clause

// The Web Worker of a Polka kernel: loads the program, and passes messages between it and the page.
//
// The page first sends {load: {base, version, program, env}}, where env may have more variables of
// the environment, and then {start: {directory}} for the folder of the notebook. After that it sends {message: [channel, message]} for messages of the
// Jupyter protocol, {answer: id, ...} for what the worker has asked, and {keep} when there is time
// to keep unpacked files. The worker sends {program}, which the page can send to another worker;
// {ready}; {message: [channel, message]}; {ask: id, what, path, ...}; and, when the program has
// ended, {ended: reason}. Files are in files.js.
"use strict";

const waiting = new Map(); // resolve and reject of what the page has been asked
let asked = 0;
let early = []; // messages that came before the program was ready

// The program and the types and documentation of packages, compressed. The names contain hashes.
const KERNEL = "@KERNEL@", FACTS = "@FACTS@";

const CACHE = "polka unpacked " + location; // keeps them as they are when unpacked

const unpacked = new Map(); // what has been unpacked here, by address

let start; // is called with {directory}
const started = new Promise((resolve) => (start = resolve));

// ask asks the page for something about its files.
function ask(question) {
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    postMessage({ ask: asked, ...question });
  });
}

onmessage = ({ data }) => {
  if (data.load) {
    load(data.load).catch((e) => postMessage({ ended: String((e && e.message) || e) }));
  } else if (data.start) {
    start(data.start);
  } else if (data.keep) {
    keep().catch((e) => console.warn("Polka:", e)); // next time it takes longer
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

// load starts the program, which then waits for the folder.
async function load({ base, version, program, env }) {
  importScripts(base + "files.js", base + "unlzma.js", base + "unpack.js", base + "wasm_exec.js");
  installFiles(ask);
  started.then(({ directory }) => process.chdir("/" + directory));
  if (!program) {
    const files = [[KERNEL, "application/wasm"], [FACTS, "application/zip"]].map(([name, type]) => open(base + name, type));
    files[1].catch(() => {}); // reported below
    const module = await WebAssembly.compileStreaming(files[0]);
    const facts = await (await files[1]).arrayBuffer();
    program = { module, facts };
    postMessage({ program });
  }
  const go = new Go();
  go.argv = ["polka"];
  go.env = { HOME: "/", TMPDIR: "/tmp", ...env };
  globalThis.polka = {
    facts: new Uint8Array(program.facts),
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
      postMessage({ ready: true });
      started.then(() => {
        const list = early;
        early = null;
        list.forEach(take);
      });
    },
  };
  let code = 0;
  go.exit = (c) => (code = c);
  await go.run(await WebAssembly.instantiate(program.module, go.importObject));
  postMessage({ ended: code ? "the program has failed; the console of the browser has its messages" : "it was shut down" });
}

// open requests a compressed file, and unpacks it while it arrives, or finds it as an earlier visit
// has kept it.
async function open(url, type) {
  const kept = globalThis.caches && (await caches.match(url, { cacheName: CACHE }).catch(() => null)); // not everywhere allowed
  if (kept) {
    return kept;
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  const reader = response.body.getReader();
  const file = new Unlzma();
  const module = type === "application/wasm" && new Unpack();
  const body = new ReadableStream({
    async pull(controller) {
      for (let piece = []; piece.length === 0; ) {
        const { done, value } = await reader.read();
        piece = file.push(value || [], done);
        if (module && file.output) {
          piece = module.push(file.output, file.position, done);
        }
        if (piece.length > 0) {
          controller.enqueue(piece);
        }
        if (done) {
          unpacked.set(url, new Response((module || file).output, { headers: { "Content-Type": type } }));
          controller.close();
          return;
        }
      }
    },
  });
  return new Response(body, { headers: { "Content-Type": type } });
}

// keep keeps what was unpacked for later visits, and removes what earlier versions have kept.
async function keep() {
  if (unpacked.size > 0 && globalThis.caches) {
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) {
      if (![KERNEL, FACTS].some((name) => request.url.endsWith("/" + name))) {
        await cache.delete(request);
      }
    }
    for (const [url, response] of unpacked) {
      unpacked.delete(url);
      await cache.put(url, response);
    }
  }
}

addEventListener("unhandledrejection", (e) => postMessage({ ended: String(e.reason) }));
addEventListener("error", (e) => postMessage({ ended: e.message }));
