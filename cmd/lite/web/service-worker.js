// SPDX-License-Identifier: BSD-3-Clause

// The service worker of the site. It keeps all files of the site, so that the site works offline
// after the first visit; a new version of the site has another list, and replaces them. Everything
// else is left to the service worker of JupyterLite.
"use strict";

(() => { // the scripts share their global names
  const NAME = "polka " + registration.scope + " "; // other sites may have the same host
  const CACHE = NAME + "@VERSION@";
  const FILES = ["@FILES@"];

  // The files are fetched when a page says that there is time, see extension.js, or after two
  // minutes.
  const loaded = () => new Promise((resolve) => {
    const line = new BroadcastChannel("polka " + registration.scope);
    const done = () => {
      line.close();
      resolve();
    };
    line.onmessage = ({ data }) => data === "fetch" && done();
    line.postMessage("waiting");
    setTimeout(done, 120_000);
  });

  addEventListener("install", (event) => {
    event.waitUntil((async () => {
      await loaded();
      const cache = await caches.open(CACHE);
      for (let i = 0; i < FILES.length; i += 20) { // the page has requests of its own
        await cache.addAll(FILES.slice(i, i + 20).map((f) => new Request(f, { cache: "no-cache" })));
      }
    })());
  });

  addEventListener("activate", (event) => {
    event.waitUntil((async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(NAME) && name !== CACHE) {
          await caches.delete(name);
        }
      }
    })());
  });

  const known = new Set(FILES.map((f) => new URL(f, location).pathname));

  addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && known.has(new URL(request.url).pathname)) {
      event.stopImmediatePropagation();
      event.respondWith((async () => {
        const cache = await caches.open(CACHE);
        return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) || fetch(request);
      })());
    }
  });
})();

importScripts("service-worker-jupyterlite.js");
