// A small exact cover solver, for pages without a kernel.
//
// exactCover(problem) has the options that are chosen and counts those that are left. A problem has options, lists of
// numbers of items, and for each item the least and greatest number (low, high) of chosen options with it. Each item
// counts the options that are still possible; an option is impossible while an item of it has enough, so blocked[k] is
// the number of these items. Choosing and unchoosing are inverse to each other, so a search can go back.
function exactCover({ options, low, high }) {
  const having = low.map(() => []);
  options.forEach((items, k) => items.forEach((i) => having[i].push(k)));
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
    for (const i of options[k]) if (++used[i] === high[i]) for (const j of having[i]) block(j, 1);
  };
  const unchoose = () => {
    const k = chosen.pop();
    for (const i of [...options[k]].reverse()) if (used[i]-- === high[i]) for (const j of having[i]) block(j, -1);
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
  return { choose, unchoose, search, fewest, dead, open, used, left, blocked, chosen, having };
}
