// SPDX-License-Identifier: BSD-3-Clause

// Lite is Polka's kernel for a browser. It runs in a Web Worker, as WebAssembly, and exchanges
// Jupyter messages with the page; there are no sockets and no processes. `make lite` builds it and
// a JupyterLite site around it; docs/browser.md describes both.
//
// The worker is web/worker.js. It loads the program and the archive of the types of packages, and
// calls it with an object that has these members:
//
//	facts                                            a Uint8Array, the archive
//	version                                          a string
//	send(channel, header, parent, metadata, content, buffers)  is called with messages of the kernel
//	take(channel, header, parent, metadata, content, buffers)  is set, for messages of the page
//
// The parts of a message are texts in JSON, and buffers an array of Uint8Arrays.
package main
