// SPDX-License-Identifier: BSD-3-Clause

// The problem. Each primary item i has an interval of allowed numbers: the
// number of chosen options that contain it must lie between Low[i] and
// High[i]. Secondary items are as before.
//
// The source. Knuth, section 7.2.2.1, Algorithm M (covering with
// multiplicities and colors) and exercise 166 for the choice of the item; his
// program is DLX3.
//
// The idea. If an item is needed several times, its options are tried in the
// order of its list, and an option that has been tried is left out in all that
// follows, also on deeper levels of the same item; so each set of options is
// met once. Leaving out the first option of a list is called tweaking. Before
// it, the list of an item with options x, y, z (and header c) has
//
//	up   of (c, x, y, z) = (z, c, x, y)
//	down of (c, x, y, z) = (x, y, z, c),
//
// after tweaking x, and then y,
//
//	up   = (z, c, c, y)       up   = (z, c, c, c)
//	down = (y, y, z, c)       down = (z, y, z, c);
//
// x still points down to y, and y to z. It is enough to remember x, the first
// one tweaked on this level, to put all of them back together.
//
// The invariants are those of Algorithm C, and
//
//   - bound[i] is how many more options with item i may be chosen;
//   - bound[i]-slack[i] is how many more must be chosen (none if negative);
//   - an item is not active if its bound is 0, or if its list was used up on
//     a level that was allowed to choose nothing (the null choice).
//
// A level may choose nothing (the null choice), so that a solution may have
// fewer options than levels.
//
// What we changed. Nothing of note. An early version of DLX3 did not cover an
// item with slack when its bound was reached on its own level, and stopped at
// "core" solutions when nothing constrained the remaining options; we follow
// the later version, which corrects the first and drops the second.

package links

import "polka/dlx/internal/engine"

// bounds returns the bound and the slack of each item, counted from 1.
func bounds(p *engine.Problem) (bound, slack []int32) {
	bound, slack = make([]int32, p.Items+1), make([]int32, p.Items+1)
	for i := range p.Primary {
		bound[i+1], slack[i+1] = p.High[i], p.High[i]-p.Low[i]
	}
	return bound, slack
}

// multiple visits all solutions below level base: steps M2 to M9. It returns
// the level on which it stopped, base-1 if the search is complete.
func (d *dance) multiple(base int) int {
	for level := base; ; level++ {
		// M2, M3. Enter the level and choose an item.
		d.Node(level)
		d.level = level
		i, degree := d.chooseMultiple()
		if i != 0 && !d.worked() {
			return level
		}
		switch {
		case i == 0: // all items are covered
			d.tell(Solved, 0, 0, 0)
			if !d.Found(d.chosen(level)) {
				return level
			}
		case degree <= 0: // item i cannot be covered often enough
			d.tell(Choose, i, 0, 0)
		default: // M4. Prepare to branch on i.
			d.tell(Choose, i, 0, degree)
			d.prepare(level, i)
			d.try(level) // there is a choice, since the degree is positive
			continue
		}
		// M7 to M9. Take the next choice on the deepest level that has one.
		for level--; level >= base; level-- {
			d.level = level
			if d.retry(level) {
				break
			}
			d.tell(Back, d.node[d.choice[level]].item, 0, 0)
		}
		if level < base {
			return level
		}
	}
}

// prepare enters level l to branch on item i: step M4.
func (d *dance) prepare(l int, i int32) {
	top := d.node[i].down
	d.enter(l, top)
	d.degree[l] = d.size[i] + min(d.slack[i], d.bound[i]) - d.bound[i] + 1
	d.first[l] = top
	d.bound[i]--
	if d.bound[i] == 0 {
		d.cover(i)
	}
}

// try makes the choice on level l: steps M5 and M6. It reports false if that
// choice is not allowed; then there is no other.
func (d *dance) try(l int) bool {
	x := d.choice[l]
	i := d.node[x].item
	switch {
	case d.bound[i] == 0 && d.slack[i] == 0:
		if x == i {
			return false
		}
	case d.size[i] <= d.bound[i]-d.slack[i]:
		return false // item i needs more options than come after this one
	case x != i:
		d.tell(Tweak, i, x, 0)
		d.tweak(x)
	case d.bound[i] != 0: // the null choice: no more options for item i
		d.deactivate(i)
	}
	if x == i {
		d.tell(Null, i, 0, 0)
		return true
	}
	d.tell(Try, i, x, 0)
	d.commit(x)
	return true
}

// retry undoes the choice on level l and makes the next one. If there is none,
// it restores the item and reports false: steps M7 to M9.
func (d *dance) retry(l int) bool {
	x := d.choice[l]
	if d.node[x].item != x {
		d.uncommit(x)
		d.choice[l] = d.node[x].down
		if d.try(l) {
			return true
		}
		d.restore(l)
	} else { // after the null choice, the item is active again
		d.reactivate(x)
		d.restore(l)
	}
	return false
}

// restore restores the item that was branched on at level l: step M8.
func (d *dance) restore(l int) {
	i := d.node[d.choice[l]].item
	if d.bound[i] > 0 || d.slack[i] > 0 {
		d.tell(Untweak, i, 0, 0)
		d.untweak(i, d.first[l])
	}
	if d.bound[i] == 0 {
		d.uncover(i)
	}
	d.bound[i]++
}

// chooseMultiple returns the item to branch on and its degree, the number of
// choices. With a list of length n, bound b and slack s (at most b) that is
// n+s-b+1: leave out up to n-(b-s) of the first options, or choose none if b=s.
// A degree of 0 or less is a dead end. The first item of smallest degree is
// returned; among equal degrees one with less slack, and then one with the
// longer list, which makes a narrower tree. The result is item 0 if no item is
// active.
func (d *dance) chooseMultiple() (best, degree int32) {
	if d.rule != nil && d.next[0] != 0 {
		i := d.rule()
		return i, d.size[i] + min(d.slack[i], d.bound[i]) - d.bound[i] + 1
	}
	var bestSlack, bestSize int32
	for i := d.next[0]; i != 0; i = d.next[i] {
		d.looks++
		n, b := d.size[i], d.bound[i]
		s := min(d.slack[i], b)
		t := n + s - b + 1
		if best == 0 || t < degree || t == degree && (s < bestSlack || s == bestSlack && n > bestSize) {
			best, degree, bestSlack, bestSize = i, t, s, n
		}
	}
	return best, degree
}

// tweak removes the topmost option x from the list of its item, and hides it
// unless all options of the item are hidden because its bound has been reached.
func (d *dance) tweak(x int32) {
	i, down := d.node[x].item, d.node[x].down
	if d.bound[i] != 0 {
		d.hide(x)
	}
	d.node[i].down, d.node[down].up = down, i
	d.size[i]--
	d.updates++
}

// untweak undoes all that tweak did on the list of item i since x was its top.
func (d *dance) untweak(i, x int32) {
	top, above := d.node[i].down, i
	d.node[i].down = x
	for x != top {
		d.node[x].up = above
		d.size[i]++
		if d.bound[i] != 0 {
			d.unhide(x)
		}
		above, x = x, d.node[x].down
	}
	d.node[top].up = above
}
