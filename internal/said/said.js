// saying returns a function that translates a text, as package said does: about has the language and pairs of a format
// and its translation, the longest first. Without it, texts stay as they are.
function saying(about) {
  if (!about) return (text) => text;
  const verbs = /%(?:\[(\d+)\])?([sd%])/g;
  const whole = new Map(about.texts);
  const groups = { "%s": "(.+?)", "%d": "([\\d.,]+)", "%%": "%" };
  const forms = about.texts.filter(([format]) => format.includes("%")).map(([format, text]) => [
    new RegExp("^" + format.split(/(%[sd%])/).map((part) => groups[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("") + "$", "s"),
    text,
  ]);
  const argument = (text) => (text.includes(" ") ? say(text) : text); // a single word may be a name in a program
  const say = (text) => {
    text = String(text ?? "");
    if (whole.has(text)) return whole.get(text);
    for (const [pattern, to] of forms) {
      const m = pattern.exec(text);
      if (!m) continue;
      let n = 0;
      return to.replace(verbs, (_, at, kind) => (kind === "%" ? "%" : argument(m[(n = at ? Number(at) : n + 1)])));
    }
    return text.includes(" · ") ? text.split(" · ").map(say).join(" · ") : text;
  };
  return say;
}

// spoken returns that function for an element with the texts in an attribute, and sets its language.
function spoken(root) {
  if (!root.dataset.said) return saying(null);
  const about = JSON.parse(root.dataset.said);
  root.setAttribute("lang", about.lang);
  return saying(about);
}
