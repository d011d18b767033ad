// The script polka-player.js: the scripts of package render for a recorded search or a trace of a link.
globalThis.polkaParts.player = {
  style: "@STYLE@",
  start(box, doc) {
    const name = doc.kind === "search" ? "story" : "trace";
    if (name === "trace") checkTrace(doc.data.trace);
    const root = unpackPage(doc.data.page);
    root.append(element("div", { class: "plk-strip" })); // for print and pages without scripts, there
    root.dataset[name] = JSON.stringify(doc.data[name]);
    box.append(root);
    const page = {
      querySelectorAll: () => [root],
      createElement: (tag) => document.createElement(tag),
      createElementNS: (space, tag) => document.createElementNS(space, tag),
    };
    (name === "story" ? stepper : calls)(page);
    const rule = root.querySelector("[data-role=rule]"), slider = root.querySelector("[data-role=slider]");
    const { rule: chosen = 0, step = 0 } = doc.state ?? {};
    if (rule && chosen > 0 && chosen < rule.options.length) {
      rule.value = chosen;
      rule.dispatchEvent(new Event("change"));
    }
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    return { state: () => ({ step: Number(root.dataset.step) || 0, ...(rule && Number(rule.value) > 0 && { rule: Number(rule.value) }) }) };
  },
};

// checkTrace throws an error unless the calls of a trace are a tree, which the script relies on.
function checkTrace({ calls, steps }) {
  const need = (ok, path, what) => {
    if (!ok) throw new Error(`link: data.trace.${path}: expected ${what}`);
  };
  need(Array.isArray(calls) && calls.length > 0, "calls", "calls");
  calls.forEach((c, i) => {
    need(Array.isArray(c) && c.slice(0, 5).every(Number.isInteger), `calls[${i}]`, "integers");
    need(c[0] >= -1 && c[0] < i && c[1] >= 0 && c[1] <= i && c[4] >= 0 && c[4] <= i, `calls[${i}]`, "a caller before the call");
  });
  need(Array.isArray(steps) && steps.length > 0 && steps.every((s) => Array.isArray(s) && s[0] >= 0 && s[0] < calls.length), "steps", "steps of calls");
}
