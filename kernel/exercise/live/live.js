// SPDX-License-Identifier: BSD-3-Clause

// Looks for changes of the page, and replaces the part that changes. What the user has chosen or written stays while
// nothing has changed.
(() => {
  const every = Number(document.body.dataset.every);
  const link = document.getElementById("link");
  if (link) link.textContent = link.href; // to be typed from a projector
  const timer = document.getElementById("timer"); // of the teacher, on all pages of a window
  if (timer) {
    const end = "polka-timer";
    const show = () => {
      const left = Math.max(0, Math.ceil((Number(sessionStorage.getItem(end)) - Date.now()) / 1000));
      timer.value = sessionStorage.getItem(end) ? Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0") : "";
      timer.classList.toggle("over", left === 0);
    };
    document.getElementById("start").addEventListener("click", () => {
      sessionStorage.setItem(end, Date.now() + 60000 * Math.max(1, Math.min(90, Number(document.getElementById("minutes").value) || 1)));
      show();
    });
    setInterval(show, 250);
    show();
  }
  const lost = document.getElementById("lost");
  async function look() {
    try {
      const answer = await fetch(location.href, { cache: "no-store", credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.status);
      const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
      const old = document.getElementById("live");
      if (now.dataset.version !== old.dataset.version) {
        const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
        old.replaceWith(document.importNode(now, true));
        if (focus) document.getElementById(focus)?.focus();
      }
      lost.hidden = true;
    } catch {
      lost.hidden = false;
    }
    setTimeout(look, every);
  }
  setTimeout(look, every);
})();
