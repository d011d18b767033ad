// SPDX-License-Identifier: BSD-3-Clause

// The pages of notebooks have a link that opens the notebook in the browser, with cells that can be
// changed and run, if the site of JupyterLite is beside the documentation (make site). Then their
// puzzles and recordings have buttons that copy links (docs/links.md).
"use strict";

addEventListener("DOMContentLoaded", async () => {
  const root = document.documentElement.dataset.content_root;
  const page = location.pathname.match(/\/notebooks\/([^/]+)\.html$/);
  const title = document.querySelector("article h1");
  if (!page || !title || !location.protocol.startsWith("http")) {
    return;
  }
  const lite = new URL(root + "lite/", location.href);
  const found = await fetch(new URL("jupyter-lite.json", lite), { method: "HEAD" }).catch(() => null);
  if (!found || !found.ok) {
    return;
  }
  const link = document.createElement("a");
  link.className = "live";
  link.href = new URL(`lab/index.html?path=${encodeURIComponent(decodeURIComponent(page[1]))}.ipynb`, lite);
  link.textContent = "Run this page";
  link.title = "Open this notebook in your browser: its cells can be changed and run there, without a server";
  title.after(link);
  const meta = document.createElement("meta");
  meta.name = "polka-links";
  meta.content = new URL("open.html", lite);
  const script = document.createElement("script");
  script.src = new URL("polka-share.js", lite);
  document.head.append(meta, script);
});
