// The format of links, as package link of the repository has it, with the same limits: #VERSION.PAYLOAD, where the
// payload of version 1 is a document as JSON, compressed by deflate without a header, in base64 for addresses.

const limits = { characters: 1 << 20, bytes: 4 << 20, values: 500000, depth: 64, number: 1e9, title: 300 };
const longLink = 8000; // characters from which some programs cut links off

// through sends bytes through a stream and returns what comes out, at most so many bytes.
async function through(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // the reader reports errors
  writer.close().catch(() => {});
  const parts = [];
  let size = 0;
  for (const reader = stream.readable.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((size += value.length) > most) {
      reader.cancel().catch(() => {});
      throw new Error(`link: the text is longer than ${most} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const p of parts) all.set(p, at), (at += p.length);
  return all;
}

// encodeLink returns the link of a document, for the address of a page that opens links.
async function encodeLink(base, doc) {
  const text = JSON.stringify(doc);
  checkDocument(JSON.parse(text));
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (let i = 0; i < packed.length; i += 5000) binary += String.fromCharCode(...packed.subarray(i, i + 5000));
  const payload = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (payload.length > limits.characters) throw new Error(`link: ${payload.length} characters, expected at most ${limits.characters}`);
  return base + "#1." + payload;
}

// decodeLink returns the document of a link, or of the part of it after the address.
async function decodeLink(address) {
  const at = address.indexOf("#");
  if (at < 0) throw new Error("link: expected a # in the address");
  const found = address.slice(at + 1).match(/^(\d+)\.([^]*)$/);
  if (!found) throw new Error(`link: character ${at + 2}: expected a version and a point such as #1.x`);
  const [, version, payload] = found;
  if (version !== "1") throw new Error(`link: version ${version.slice(0, 20)} is not known here; expected 1`);
  if (payload.length > limits.characters) throw new Error(`link: ${payload.length} characters, expected at most ${limits.characters}`);
  const bad = payload.search(/[^A-Za-z0-9_-]/);
  if (bad >= 0) throw new Error(`link: character ${at + version.length + 3 + bad}: expected a letter, a digit, - or _`);
  if (payload.length % 4 === 1) throw new Error("link: the end is missing");
  const packed = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  let bytes;
  try {
    bytes = await through(packed, new DecompressionStream("deflate-raw"), limits.bytes);
  } catch (e) {
    throw e.message.startsWith("link:") ? e : new Error("link: the data are damaged or their end is missing");
  }
  let doc;
  try {
    doc = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (e) {
    throw new Error("link: the text is not JSON in UTF-8: " + e.message.slice(0, 200));
  }
  checkDocument(doc);
  return doc;
}

// copyLink copies the link of a document, and says on the button how long it is. If the page may not write to the clipboard,
// show gets the link.
async function copyLink(button, base, present, show) {
  let link = "";
  try {
    link = await encodeLink(base, present());
    button.dataset.link = link;
    await navigator.clipboard.writeText(link);
    button.textContent = `copied: ${link.length} characters` + (link.length > longLink ? ", too long for some programs" : "");
  } catch (e) {
    if (link) show(link);
    else button.textContent = e.message;
  }
}

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);

// checkDocument throws an error if a document is beyond the limits, or has not the members of its kind.
function checkDocument(doc) {
  let values = 0;
  const check = (v, path, depth) => {
    if (++values > limits.values) throw new Error(`link: ${path}: expected at most ${limits.values} values`);
    if (typeof v === "number" && !(Math.abs(v) <= limits.number)) throw new Error(`link: ${path}: expected a number of at most ${limits.number}`);
    if (v === null || typeof v !== "object") return;
    if (depth === limits.depth) throw new Error(`link: ${path.slice(0, 80)}: expected at most ${limits.depth} levels`);
    if (Array.isArray(v)) v.forEach((w, i) => check(w, `${path}[${i}]`, depth + 1));
    else for (const name of Object.keys(v)) check(v[name], (path ? path + "." : "") + name.slice(0, 40), depth + 1);
  };
  check(doc, "", 0);
  const need = (ok, path, what) => {
    if (!ok) throw new Error(`link: ${path}: expected ${what}`);
  };
  need(isObject(doc), "byte 1 of the text", "an object");
  for (const name of Object.keys(doc)) {
    if (["data", "state"].includes(name)) need(isObject(doc[name]), name, "an object");
    else if (["kind", "title", "source", "picture"].includes(name)) need(typeof doc[name] === "string", name, "a string");
    else throw new Error(`link: member "${name.slice(0, 40)}" is not known`);
  }
  need(new TextEncoder().encode(doc.title ?? "").length <= limits.title, "title", `at most ${limits.title} bytes`);
  const data = doc.data ?? {};
  const members = {
    puzzle: ["lattice", "board", "pieces"], search: ["story", "page"], trace: ["trace", "page"], shape: ["lattice", "cells"], notebook: ["cells"], cell: [],
  };
  need(Object.hasOwn(members, doc.kind ?? ""), "kind", "cell, notebook, puzzle, search, trace or shape");
  for (const name of members[doc.kind]) {
    if (["lattice", "story", "trace"].includes(name)) need(isObject(data[name]), "data." + name, "an object");
    else need(Array.isArray(data[name]), "data." + name, "an array");
  }
  if (doc.kind === "cell") need(doc.source, "source", "the code of a cell");
  if (doc.kind === "notebook") {
    data.cells.forEach((c, i) => {
      need(c?.type === "code" || c?.type === "markdown", `data.cells[${i}].type`, "code or markdown");
      need(typeof c.source === "string", `data.cells[${i}].source`, "a string");
    });
  }
}
