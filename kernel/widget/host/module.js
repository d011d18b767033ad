// The widget as an anywidget module: its values are those of the model, and Go is at the other end until it is gone.
export default {
  render({ model, el }) {
    let live = true;
    const ended = [];
    const end = () => {
      if (live) {
        live = false;
        for (const f of ended) f();
      }
    };
    model.on("msg:custom", (message) => { if (message.gone) end(); });
    model.on("comm_live_update", end);
    const root = element("div", { class: "plk-play" });
    el.append(root);
    const about = model.get("said");
    root.said = saying(about);
    if (about) root.lang = about.lang;
    root.polka = { kind: Object.keys(widgets)[0], get: (name) => model.get(name) }; // for links, see internal/link
    const start = Object.values(widgets)[0];
    return start(root, {
      get: (name) => model.get(name),
      set(name, value) {
        model.set(name, value);
        if (live) model.save_changes();
      },
      changed: (name, f) => model.on("change:" + name, f),
      send: (message) => { if (live) model.send(message); },
      received: (f) => model.on("msg:custom", f),
      live: () => live,
      ended: (f) => ended.push(f),
    });
  },
};
