// SPDX-License-Identifier: BSD-3-Clause

package invariant

import "polka/shapes/internal/job"

// States of an orbit during a walk.
const (
	free     = iota
	untried  // is or was on the list of candidates
	member   // of the set
	excluded // from the set permanently
)

// stopOrbits is the number of missing orbits at which the stop flag is read.
const stopOrbits = 6

// A walk visits the invariant sets with a root.
type walk struct {
	*quotient
	job    *job.Job
	stopAt int
	table  *table // separate for each walk, since it grows
	whole  uint8  // the number of the group among its subgroups
	state  []uint8
	label  []uint8 // of members and untried orbits
	taken  []bool  // by site
	list   []int32
	counts []uint64 // by what is missing to size n

	occupied []bool // by vertex, if holes matter
}

// count counts the invariant sets of up to n cells whose first orbit on the barrier is the one at
// the given position.
func (q *quotient) count(root int, job *job.Job) []uint64 {
	orbits := len(q.weight)
	w := &walk{
		quotient: q, job: job, stopAt: stopOrbits * len(q.table.product), table: q.table.clone(),
		state: make([]uint8, orbits+1), label: make([]uint8, orbits+1), taken: make([]bool, q.sites),
		list: make([]int32, 1+(q.n+1)*q.degree), counts: make([]uint64, q.n+1),
	}
	w.whole = w.table.number(w.table.whole())
	w.state[q.blocked] = excluded
	for _, o := range q.barrier[:root] {
		w.state[o] = excluded
	}
	if q.touch != nil {
		w.occupied = make([]bool, len(q.touch)+1)
	}
	w.list[0] = q.barrier[root]
	w.state[w.list[0]] = untried
	w.extend(0, 1, q.n, 0, 0)
	sizes := make([]uint64, q.n+1)
	for left, count := range w.counts {
		sizes[q.n-left] = count
	}
	return sizes
}

// extend adds orbits to the set in every possible way, up to a weight of left. The untried ones are
// list[first:last]; the subgroup with the given number maps the component of the root onto itself;
// euler is the Euler characteristic of the set, if holes matter. It reports false if it was
// stopped.
func (w *walk) extend(first, last, left int, subgroup uint8, euler int) bool {
	if left >= w.stopAt && left < w.stopAt+len(w.table.product) && w.job.Stopped() {
		return false
	}
	for i := first; i < last; i++ {
		v := w.list[i]
		rest := left - w.weight[v]
		if rest < 0 || w.site != nil && w.taken[w.site[v]] {
			continue
		}
		joined := subgroup
		if joined != w.whole {
			joined = w.join(subgroup, v)
		}
		e := euler
		if w.occupied != nil {
			e += w.occupy(v)
		}
		if joined == w.whole && (w.occupied == nil || e == 1) {
			w.counts[rest]++
		}
		if rest > 0 && !w.enter(v, i+1, last, rest, joined, e) {
			return false
		}
		if w.occupied != nil {
			for _, c := range w.cells[v] {
				w.occupied[c] = false
			}
		}
	}
	return true
}

// enter continues from the set with orbit v.
func (w *walk) enter(v int32, first, last, left int, subgroup uint8, euler int) bool {
	w.state[v] = member
	if w.site != nil {
		w.taken[w.site[v]] = true
	}
	end := last
	for j := int(v) * w.degree; j < (int(v)+1)*w.degree; j++ {
		if u := w.near[j]; w.state[u] == free {
			w.state[u] = untried
			w.label[u] = w.table.product[w.label[v]][w.voltage[j]]
			w.list[end] = u
			end++
		}
	}
	if !w.extend(first, end, left, subgroup, euler) {
		return false
	}
	for _, u := range w.list[last:end] {
		w.state[u] = free
	}
	if w.site != nil {
		w.taken[w.site[v]] = false
	}
	w.state[v] = untried
	return true
}

// join returns the subgroup after orbit v has joined the set.
func (w *walk) join(subgroup uint8, v int32) uint8 {
	t := w.table
	own := w.label[v]
	for _, g := range w.stabilizer[v] {
		subgroup = t.join(subgroup, t.product[t.product[own][g]][t.inverse[own]])
	}
	for j := int(v) * w.degree; j < (int(v)+1)*w.degree; j++ {
		if u := w.near[j]; u == v || w.state[u] == member {
			subgroup = t.join(subgroup, t.product[t.product[own][w.voltage[j]]][t.inverse[w.label[u]]])
		}
	}
	return subgroup
}

// occupy inserts the cells of an orbit and returns the change of the Euler characteristic.
func (w *walk) occupy(v int32) int {
	change := 0
	for _, c := range w.cells[v] {
		touched := 0
		for i, d := range w.touch[c] {
			if w.occupied[d] {
				touched |= 1 << i
			}
		}
		change += int(w.crystal.Euler[w.kind[c]][touched])
		w.occupied[c] = true
	}
	return change
}
