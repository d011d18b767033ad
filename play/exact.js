// A small exact cover solver, for pages without a kernel.
//
// exactCover(problem) has the options that are chosen and counts those that are left. A problem has options, lists of
// numbers of items, and for each item the least and greatest number (low, high) of chosen options with it. Each item
// counts the options that are still possible; an option is impossible while an item of it has enough, so blocked[k] is
// the number of these items. Choosing and unchoosing are inverse to each other, so a search can go back.
//
// If there are colors, lists like those of options, chosen options may share an item to which both give the same color,
// not "". So the first option with a color blocks the options with the item that do not give it that color.
function exactCover({ options, low, high, colors }) {
  const having = low.map(() => []);
  options.forEach((items, k) => items.forEach((i) => having[i].push(k)));
  const color = (k, i) => colors?.[k][options[k].indexOf(i)] || "";
  const hue = low.map(() => []); // the colors that chosen options have given to each item
  const used = low.map(() => 0);
  const blocked = options.map(() => 0);
  const left = having.map((list) => list.length);
  const chosen = [];

  const block = (k, by) => {
    if (by > 0 ? blocked[k]++ === 0 : --blocked[k] === 0) for (const i of options[k]) left[i] -= by;
  };
  const choose = (k) => {
    chosen.push(k);
    block(k, 1);
    for (const i of options[k]) {
      const c = color(k, i);
      used[i]++;
      if (c) {
        if (hue[i].push(c) === 1) for (const j of having[i]) if (color(j, i) !== c) block(j, 1);
      } else if (used[i] === high[i]) {
        for (const j of having[i]) block(j, 1);
      }
    }
  };
  const unchoose = () => {
    const k = chosen.pop();
    for (const i of [...options[k]].reverse()) {
      const c = color(k, i);
      if (c) {
        hue[i].pop();
        if (!hue[i].length) for (const j of having[i]) if (color(j, i) !== c) block(j, -1);
      } else if (used[i] === high[i]) {
        for (const j of having[i]) block(j, -1);
      }
      used[i]--;
    }
    block(k, -1);
    return k;
  };
  const open = (i) => used[i] < low[i];
  const dead = () => low.findIndex((n, i) => used[i] < n && left[i] < n - used[i]);

  // fewest is the item that Algorithm X branches on under the rule of minimum remaining values, or -1.
  const fewest = () => {
    let best = -1;
    low.forEach((n, i) => {
      if (open(i) && (best < 0 || left[i] < left[best])) best = i;
    });
    return best;
  };

  // search visits solutions until visit returns false or the time, in milliseconds, is over. It returns whether it has
  // come to its end. An option that has been tried is blocked for its siblings, so no solution is visited twice.
  function search(time, visit) {
    const until = performance.now() + time;
    let going = true, whole = true;
    (function branch() {
      if (performance.now() > until) going = whole = false;
      const item = fewest();
      if (item < 0) going = going && visit([...chosen]) !== false;
      if (item < 0 || !going || left[item] < low[item] - used[item]) return;
      const tried = [];
      for (const k of having[item]) {
        if (blocked[k] || !going) continue;
        choose(k);
        branch();
        unchoose();
        block(k, 1);
        tried.push(k);
      }
      for (const k of tried.reverse()) block(k, -1);
    })();
    return whole;
  }
  return { choose, unchoose, search, fewest, dead, open, used, left, blocked, chosen, having, color, hue };
}
