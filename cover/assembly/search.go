// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"context"
	"math/bits"
)

// search looks for the least number of steps after which pieces of a part can be taken away. It
// returns the index of the last step, which takes them away, or -1.
func (a *Analyzer) search(ctx context.Context, part []int, at []place) (last int, err error) {
	n := len(part)
	a.steps = a.steps[:0]
	if cap(a.scratch.state) < n {
		a.scratch.state = make([]place, n)
	}
	if size := len(a.unit) * n * n; len(a.scratch.gaps) < size {
		a.scratch.gaps = make([]int16, size)
	}
	old, current, next := &a.levels[0], &a.levels[1], &a.levels[2]
	old.clear(0)
	current.clear(-1) // no step leads to the first state
	next.clear(0)
	start := a.scratch.state[:n]
	for i := range start {
		start[i] = at[i] - at[0]
	}
	current.insert(start)
	for len(current.states) > 0 {
		next.first = len(a.steps)
		for k := range len(current.states) / n {
			if a.states&255 == 0 && ctx.Err() != nil {
				return -1, ctx.Err()
			}
			a.states++
			state := current.states[k*n : (k+1)*n]
			a.measure(part, state)
			before := int32(current.first + k)
			if s, ok := a.removal(n); ok {
				s.before = before
				a.steps = append(a.steps, s)
				return len(a.steps) - 1, nil
			}
			for way := range a.ways() {
				a.moves(n, way)
				for _, s := range a.scratch.found {
					neighbor := a.scratch.state[:n]
					s.apply(a.unit, state, neighbor)
					if old.contains(neighbor) || current.contains(neighbor) || !next.insert(neighbor) {
						continue
					}
					s.before = before
					a.steps = append(a.steps, s)
				}
			}
		}
		old, current, next = current, next, old
		next.clear(0)
	}
	return -1, nil
}

// ways returns the number of directions: axis and sign.
func (a *Analyzer) ways() int8 { return int8(2 * len(a.unit)) }

// apply writes the state after a step, with the first piece at the origin.
func (s *step) apply(unit []place, from, to []place) {
	d := place(s.length) * unit[s.way>>1]
	if s.way&1 != 0 {
		d = -d
	}
	first := d
	if !s.moved.has(0) {
		first = 0
	}
	for i, p := range from {
		if s.moved.has(i) {
			p += d
		}
		to[i] = p - first
	}
}

// measure finds the gaps between the pieces of a state.
func (a *Analyzer) measure(part []int, state []place) {
	n := len(part)
	gaps := a.scratch.gaps
	if w := a.work; w != nil {
		for i := range n {
			for j := range i {
				g := w.gapsOf(a.kinds[part[i]], a.kinds[part[j]], state[j]-state[i])
				for axis := range a.unit {
					gaps[(axis*n+i)*n+j] = g[axis]
					gaps[(axis*n+j)*n+i] = g[len(a.unit)+axis]
				}
			}
		}
		return
	}
	for i := range n {
		for j := range i {
			g := a.gapsOf(a.kinds[part[i]], a.kinds[part[j]], state[j]-state[i])
			for axis := range 3 {
				gaps[(axis*n+i)*n+j] = g[0][axis]
				gaps[(axis*n+j)*n+i] = g[1][axis]
			}
		}
	}
}

// gapsOf returns the gaps of two bodies, the second one at d as seen from the first.
func (a *Analyzer) gapsOf(first, second int, d place) gapPair {
	pair := uint64(first)<<32 | uint64(second) + 1
	s := a.gaps.find(pair, d)
	if s.pair == 0 {
		a.gaps.used++
		s.pair, s.d = pair, d
		b, c := a.bodies[first], a.bodies[second]
		for axis := range 3 {
			s.gaps[0][axis] = int16(b.gap(c, d.cell(), axis))
			s.gaps[1][axis] = int16(c.gap(b, (-d).cell(), axis))
		}
	}
	return s.gaps
}

// groupsOf appends for each piece the least group with which it can move by a number of steps, the
// piece included. It reports whether a group has at most half of the pieces.
func (a *Analyzer) groupsOf(n int, way int8, length int16) bool {
	// A piece and another one in the row, or the column, of a matrix of gaps.
	gaps := a.scratch.gaps[int(way>>1)*n*n:]
	row, column := n, 1
	if way&1 != 0 {
		row, column = 1, n
	}
	from := len(a.scratch.groups)
	for i := range n {
		group := set(1) << i
		for j := range n {
			if i != j && gaps[i*row+j*column] < length {
				group |= 1 << j
			}
		}
		a.scratch.groups = append(a.scratch.groups, group)
	}
	groups := a.scratch.groups[from:]
	for k, through := range groups { // Warshall's algorithm
		for i, g := range groups {
			if g.has(k) {
				groups[i] |= through
			}
		}
	}
	for _, g := range groups {
		if g.size() <= n/2 {
			return true
		}
	}
	return false
}

// removal returns a step that takes pieces away: a single one if possible, otherwise the first
// group.
func (a *Analyzer) removal(n int) (s step, ok bool) {
	a.scratch.groups = a.scratch.groups[:0]
	for way := range a.ways() {
		a.groupsOf(n, way, away)
	}
	for k, g := range a.scratch.groups {
		if g.size() == 1 {
			return step{length: away, way: int8(k / n), moved: g}, true
		}
	}
	for k, g := range a.scratch.groups {
		if g.size() <= n/2 {
			return step{length: away, way: int8(k / n), moved: g}, true
		}
	}
	return s, false
}

// moves lists the steps in a direction: for each piece and each number of steps its group, if it
// has at most half of the pieces, and its unions with groups that were found before.
func (a *Analyzer) moves(n int, way int8) {
	a.scratch.groups, a.scratch.found = a.scratch.groups[:0], a.scratch.found[:0]
	lengths := int16(0)
	for lengths < away && a.groupsOf(n, way, lengths+1) {
		lengths++
	}
	for i := range n {
		for length := int16(1); length <= lengths; length++ {
			g := a.scratch.groups[int(length-1)*n+i]
			if g.size() > n/2 {
				break
			}
			if !a.find(step{length: length, way: way, moved: g}) {
				continue
			}
			for k := len(a.scratch.found) - 2; k >= 0; k-- {
				other := a.scratch.found[k]
				union := g | other.moved
				if other.length == length && union != g && union != other.moved && bits.OnesCount64(uint64(union)) < n {
					a.find(step{length: length, way: way, moved: union})
				}
			}
		}
	}
}

// find adds a step unless it was found before.
func (a *Analyzer) find(s step) bool {
	for i := range a.scratch.found {
		if f := &a.scratch.found[i]; f.moved == s.moved && f.length == s.length {
			return false
		}
	}
	a.scratch.found = append(a.scratch.found, s)
	return true
}

// clear forgets the states of a level.
func (l *level) clear(first int) {
	l.states, l.first = l.states[:0], first
	if len(l.table) > 1<<12 {
		l.table = nil
	}
	if l.table == nil {
		l.table, l.shift = make([]int32, 64), 64-6
		return
	}
	clear(l.table)
}

// insert adds a state unless the level has it.
func (l *level) insert(state []place) bool {
	n := len(state)
	if 2*(len(l.states)/n+1) > len(l.table) {
		l.table, l.shift = make([]int32, 4*len(l.table)), l.shift-2
		for k := range len(l.states) / n {
			*l.slot(l.states[k*n : (k+1)*n]) = int32(k + 1)
		}
	}
	s := l.slot(state)
	if *s != 0 {
		return false
	}
	l.states = append(l.states, state...)
	*s = int32(len(l.states) / n)
	return true
}

func (l *level) contains(state []place) bool {
	return len(l.states) > 0 && *l.slot(state) != 0
}

// slot returns where the table has a state, or would have it.
func (l *level) slot(state []place) *int32 {
	n := len(state)
	h := uint64(0)
	for _, p := range state[1:] { // the first is 0
		h = (h ^ uint64(p)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xc2b2ae3d27d4eb4f
next:
	for k := int(h >> l.shift); ; k = (k + 1) & (len(l.table) - 1) {
		s := &l.table[k]
		if *s == 0 {
			return s
		}
		held := l.states[int(*s-1)*n : int(*s)*n]
		for i, p := range state {
			if held[i] != p {
				continue next
			}
		}
		return s
	}
}
