// SPDX-License-Identifier: BSD-3-Clause

// The service worker of the daily puzzles: all dates can be played without a network once a page has been opened. The page of a
// date that the browser does not have is replaced by the first page, whose script finds the date in the address.

const name = "polka-daily-@VERSION@";
const files = ["index.html", "archive.html", "data.js", "daily.js", "puzzle.js", "daily.css", "calendar.svg"];

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(name).then((c) => c.addAll(files.map((f) => new Request(f, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  const old = (list) => list.filter((n) => n.startsWith("polka-daily-") && n !== name);
  e.waitUntil(caches.keys().then((list) => Promise.all(old(list).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || !e.request.url.startsWith(self.registration.scope)) return;
  e.respondWith((async () => {
    const cache = await caches.open(name);
    const found = await cache.match(e.request, { ignoreSearch: true });
    if (found) return found;
    try {
      return await fetch(e.request);
    } catch (error) {
      if (e.request.mode === "navigate") return cache.match("index.html");
      throw error;
    }
  })());
});
