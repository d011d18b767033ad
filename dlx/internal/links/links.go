// SPDX-License-Identifier: BSD-3-Clause

// The problem. Every primary item must be in exactly one chosen option, every
// secondary item in at most one, or in several that all give it the same
// color.
//
// The source. D. E. Knuth, The Art of Computer Programming, volume 4B,
// section 7.2.2.1: Algorithm X (exact covering), with its operations cover
// and hide, and Algorithm C (exact covering with colors), with purify and
// commit. His programs DLX1 and DLX2 do the same, and we keep their counters:
// an update is the covering of an item, or the removal of an option from the
// list of one of its items; a cleansing is the marking of a color that already
// is the required one.
//
// The idea. Depth-first search undoes its last change first. A node x is
// removed from a doubly linked list by
//
//	down[up[x]], up[down[x]] = down[x], up[x]
//
// and its own links are unchanged and still say where it was; therefore
//
//	down[up[x]], up[down[x]] = x, x
//
// puts it back, if all later changes have been undone already. No other record
// of the changes is needed.
//
// The layout. Each entry of each option has a node; they lie in memory in the
// order in which the options were written, with a spacer before and after
// every option. The nodes of item i are linked in a circle through node i, the
// header of that item. Two options, "a c" and "b c", of three items give
//
//	node    0   1   2   3   4   5   6   7   8   9   10
//	is      -   a   b   c   /   a   c   /   b   c   /
//	item    0   1   2   3   0   1   3  -1   2   3  -2
//	up      0   5   8   9   0   1   3   5   2   6   8
//	down    0   5   8   6   6   1   9   9   2   3   0
//
// where a spacer's item is minus the number of options before it, its up is
// the first node of the option before it and its down the last node of the
// option after it; so one can walk around an option in both directions.
//
// The invariants, when a level is entered:
//
//   - the active items, linked in a circle through item 0, are the primary
//     items that are not yet covered, in the problem's order;
//   - the list of an active item has exactly the options that contain it and
//     can be chosen together with those chosen so far, in the problem's order;
//   - size[i] is the length of the list of item i.
//
// What we changed. The steps C1 to C8 are one loop without goto. Several times
// a millisecond, between nodes, the search checks whether to stop.
//
// The cost. About 5 nanoseconds an update, 1.1 to 1.2 times Knuth's C program.
//
// An example. Knuth's own, items a to g with the options "c e", "a d g",
// "b c f", "a d f", "b g", "d e g": item a has the shortest list; "a d g"
// leaves item b nothing but dead ends; "a d f" leaves "b g" and "c e".

// Package links solves exact cover problems with dancing links, in the words
// of Knuth's section 7.2.2.1: Algorithm C for items that are covered once,
// Algorithm M for multiplicities.
//
// It is the clearest and the most general engine. The others are tested against
// it, and it visits the same nodes and makes the same updates as Knuth's
// programs. It is not the fastest one: see package bits.
package links

import "polka/dlx/internal/engine"

// A node is an entry of an option, a header or a spacer.
type node struct {
	up, down int32 // neighbors in the list of the item (Knuth's ULINK, DLINK)
	item     int32 // the item (his TOP); of a spacer, minus an option's number
	color    int32 // the color, 0 for none, -1 if cleansed
}

// A dance holds the state of one search.
type dance struct {
	*engine.Search

	node     []node
	size     []int32 // size[i] is the length of the list of item i (LEN)
	next     []int32 // the active items in a circle through item 0 (RLINK)
	prev     []int32 // the same, backwards (LLINK)
	second   int32   // items second and above are secondary
	choice   []int32 // choice[l] is the node chosen on level l (x_l)
	degree   []int32 // degree[l] is how many choices there are on level l
	solution []int32 // options of the last solution, for the visitor

	updates, cleansings int64
	looks               int64 // items looked at to choose one
	ticked              int64 // updates and looks when the context was last checked

	rule  func() int32     // chooses the item to branch on; nil means the one with the fewest choices
	trace func(Event) bool // the listener, or nil
	level int              // for events
	steps bool             // whether the listener gets only the steps of the search
	deaf  bool             // whether the listener has ended the search

	// Only for Algorithm M.
	bound, slack []int32 // of each item, see multiple.go
	first        []int32 // first[l] is the list's top before it was tweaked (FT_l)
}

// Solve searches for all solutions of p with Algorithm C, or with Algorithm M
// if there are multiplicities.
func Solve(p *engine.Problem, s *engine.Search) {
	s.Rest, _ = newWorker(p, s).Solve(engine.Root(), s)
	if len(s.Rest) > 0 {
		s.NewWorker, s.Name = Workers(p), "links"
	}
}

// Trace is Solve with a rule, a seed for the rule Random, and a listener. The
// listener gets the steps of the search and, unless only these are requested,
// the changes to the lists; it ends the search by returning false. Trace does
// not report what is left of the search then.
func Trace(p *engine.Problem, s *engine.Search, rule Rule, seed uint64, steps bool, listener func(Event) bool) {
	w := newWorker(p, s)
	w.d.trace, w.d.steps = listener, steps
	w.d.by(rule, seed)
	w.Solve(engine.Root(), s)
}

// newDance sets up the lists: step C1.
func newDance(p *engine.Problem, s *engine.Search) *dance {
	items := int32(p.Items)
	d := &dance{
		Search: s,
		node:   make([]node, p.Items+1, p.Items+1+len(p.Entries)+p.Options()+1),
		size:   make([]int32, p.Items+1),
		next:   make([]int32, p.Items+1),
		prev:   make([]int32, p.Items+1),
		second: int32(p.Primary) + 1,
	}
	for i := int32(1); i <= items; i++ {
		d.node[i] = node{up: i, down: i, item: i}
		if i < d.second {
			d.next[i-1], d.prev[i] = i, i-1
		} else {
			d.next[i], d.prev[i] = i, i // a circle of its own, so that cover can unlink it
		}
	}
	d.prev[0], d.next[d.second-1] = d.second-1, 0

	d.node = append(d.node, node{}) // the first spacer
	for k := range int32(p.Options()) {
		spacer := int32(len(d.node)) - 1
		for _, e := range p.Option(k) {
			x, i := int32(len(d.node)), e.Item+1
			up := d.node[i].up
			d.node = append(d.node, node{up: up, down: i, item: i, color: e.Color})
			d.node[up].down, d.node[i].up = x, x
			d.size[i]++
		}
		d.node[spacer].down = int32(len(d.node)) - 1
		d.node = append(d.node, node{up: spacer + 1, item: -(k + 1)})
	}
	return d
}

// exact visits all solutions below level base: steps C2 to C8. It returns the
// level on which it stopped, base-1 if the search is complete.
func (d *dance) exact(base int) int {
	for level := base; ; level++ {
		d.Node(level)
		d.level = level
		if d.next[0] == 0 { // C2. All items are covered.
			d.tell(Solved, 0, 0, 0)
			if !d.Found(d.chosen(level)) {
				return level
			}
			level--
		} else { // C3, C4. Choose an item and cover it.
			if !d.worked() {
				return level
			}
			i := d.choose()
			d.tell(Choose, i, 0, d.size[i])
			d.cover(i)
			d.enter(level, i)
		}
		// C5 to C8. Take the next option on the deepest level that has one.
		for ; level >= base; level-- {
			d.level = level
			x := d.choice[level]
			i := d.node[x].item
			if x != i {
				d.uncommit(x)
			}
			if x = d.node[x].down; x != i {
				d.tell(Try, i, x, 0)
				d.choice[level] = x
				d.commit(x)
				break
			}
			d.uncover(i)
			if d.choice[level] != i { // there was an option on this level
				d.tell(Back, i, 0, 0)
			}
		}
		if level < base {
			return level
		}
	}
}

// worked adds the work since the last call to the search's, and reports whether
// to continue.
func (d *dance) worked() bool {
	work := d.updates + d.looks/4
	units := work - d.ticked
	d.ticked = work
	return d.Tick(units+1) && !d.deaf
}

// enter starts level l with node x of the item to branch on: the option to try
// first, or the item's header, which counts as an option already tried.
func (d *dance) enter(l int, x int32) {
	if l == len(d.choice) {
		d.choice = append(d.choice, 0)
		d.first = append(d.first, 0)
		d.degree = append(d.degree, 0)
	}
	d.choice[l] = x
	d.degree[l] = d.size[d.node[x].item]
}

// choose returns the first active item with the shortest list, unless there is
// another rule: Knuth's MRV heuristic, exercise 9. It makes the tree small, and
// finds dead ends at once.
func (d *dance) choose() int32 {
	if d.rule != nil {
		return d.rule()
	}
	best, least := int32(0), int32(1<<31-1)
	looks := int64(0)
	for i := d.next[0]; i != 0; i = d.next[i] {
		looks++
		if n := d.size[i]; n < least {
			best, least = i, n
			if n == 0 {
				break
			}
		}
	}
	d.looks += looks
	return best
}

// cover removes item i from the active items and hides its options.
func (d *dance) cover(i int32) {
	d.tell(Cover, i, 0, 0)
	d.deactivate(i)
	d.updates++
	for x := d.node[i].down; x != i; x = d.node[x].down {
		d.hide(x)
	}
}

// uncover undoes cover.
func (d *dance) uncover(i int32) {
	d.tell(Uncover, i, 0, 0)
	for x := d.node[i].up; x != i; x = d.node[x].up {
		d.unhide(x)
	}
	d.reactivate(i)
}

// deactivate removes item i from the active items.
func (d *dance) deactivate(i int32) {
	l, r := d.prev[i], d.next[i]
	d.next[l], d.prev[r] = r, l
}

// reactivate undoes deactivate.
func (d *dance) reactivate(i int32) {
	l, r := d.prev[i], d.next[i]
	d.next[l], d.prev[r] = i, i
}

// hide removes the option of node x from the lists of all its other items,
// except those whose color is known to match.
func (d *dance) hide(x int32) {
	d.tell(Hide, d.node[x].item, x, 0)
	node, n := d.node, int64(0)
	for q := x + 1; q != x; {
		t := &node[q]
		if t.item <= 0 {
			q = t.up
			continue
		}
		if t.color >= 0 {
			node[t.up].down, node[t.down].up = t.down, t.up
			d.size[t.item]--
			n++
		}
		q++
	}
	d.updates += n
}

// unhide undoes hide, in reverse order.
func (d *dance) unhide(x int32) {
	d.tell(Unhide, d.node[x].item, x, 0)
	node := d.node
	for q := x - 1; q != x; {
		t := &node[q]
		if t.item <= 0 {
			q = t.down
			continue
		}
		if t.color >= 0 {
			node[t.up].down, node[t.down].up = q, q
			d.size[t.item]++
		}
		q--
	}
}

// commit makes the option of node x part of the solution: it covers or
// purifies the other items of the option. In Algorithm M it covers a primary
// item only when the item's bound is reached.
func (d *dance) commit(x int32) {
	for q := x + 1; q != x; {
		t := &d.node[q]
		switch {
		case t.item <= 0:
			q = t.up
			continue
		case d.bound != nil && t.item < d.second:
			d.bound[t.item]--
			if d.bound[t.item] == 0 {
				d.cover(t.item)
			}
		case t.color == 0:
			d.cover(t.item)
		case t.color > 0:
			d.purify(q)
		}
		q++
	}
}

// uncommit undoes commit, in reverse order.
func (d *dance) uncommit(x int32) {
	for q := x - 1; q != x; {
		t := &d.node[q]
		switch {
		case t.item <= 0:
			q = t.down
			continue
		case d.bound != nil && t.item < d.second:
			if d.bound[t.item] == 0 {
				d.uncover(t.item)
			}
			d.bound[t.item]++
		case t.color == 0:
			d.uncover(t.item)
		case t.color > 0:
			d.unpurify(q)
		}
		q--
	}
}

// purify gives the secondary item of node p its color: options with another
// color are hidden, and the others are marked, so that the color need not be
// checked again.
func (d *dance) purify(p int32) {
	i, c := d.node[p].item, d.node[p].color
	d.tell(Purify, i, p, 0)
	d.cleansings++
	for x := d.node[i].down; x != i; x = d.node[x].down {
		if d.node[x].color != c {
			d.hide(x)
		} else if x != p {
			d.node[x].color = -1
			d.cleansings++
		}
	}
}

// unpurify undoes purify.
func (d *dance) unpurify(p int32) {
	i, c := d.node[p].item, d.node[p].color
	d.tell(Unpurify, i, p, 0)
	for x := d.node[i].up; x != i; x = d.node[x].up {
		if d.node[x].color < 0 {
			d.node[x].color = c
		} else if x != p {
			d.unhide(x)
		}
	}
}

// chosen returns the options chosen on the levels before l.
func (d *dance) chosen(l int) []int32 {
	if d.Visit == nil {
		return nil
	}
	d.solution = d.solution[:0]
	for _, x := range d.choice[:l] {
		if d.node[x].item != x { // not a null choice of Algorithm M
			d.solution = append(d.solution, d.option(x))
		}
	}
	return d.solution
}

// option returns the number of the option of node x.
func (d *dance) option(x int32) int32 {
	for d.node[x].item > 0 {
		x++
	}
	return -d.node[x].item - 1
}
