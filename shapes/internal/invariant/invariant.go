// SPDX-License-Identifier: BSD-3-Clause

// Counting the polyforms that are invariant under symmetries.
//
// By Burnside's lemma, the numbers of fixed polyforms that are invariant under each operation of a
// lattice's point group give the number of free ones. Counting all fixed ones is the hard part.
// Invariant ones are few, about the square root of all if the operation has order 2, and are
// visited one by one, by Redelmeier's algorithm on the orbits.
//
// A fixed polyform, that is, a polyform up to translation, is invariant under a group of linear
// operations if the operations, each followed by a translation, map the polyform to itself. These
// isometries form a finite group, so they all fix a point: the center of a cell or of a side, or a
// corner. Points that differ by a translation yield the same polyforms. So do points that differ in
// a direction fixed by the group, such as two on an axis. For each of the few remaining points,
// invariant sets are counted up to the translations that commute with the group.
//
// Connected sets of orbits may come from sets of cells that are not connected: two halves that a
// half turn exchanges without touching each other. To detect this, each orbit in the set carries a
// label: an element of the group that maps the representative of the orbit to a cell of the
// component that contains the representative of the root. The elements that map this component to
// itself form a subgroup. For each orbit in the set it contains the stabilizer of the labeled cell.
// If a step from the labeled cell of one orbit ends at a cell of an orbit in the set other than the
// labeled one, it also contains an element that maps one to the other. These elements generate it,
// and the set is connected if and only if the subgroup is the whole group. (This is the voltage
// graph of Gross and Tucker, Topological Graph Theory, 1987.) Subgroups are few. They are numbered
// when they first occur, and the result of joining an element to one is stored.
//
// Roots. Take a linear function of the cells minus its mean over their orbits; its sum over an
// invariant set is 0. A connected set has cells on both sides of 0 or on it, so it has a cell whose
// value is at most half of the most that the function can change in a step. The orbits of such
// cells form the barrier, and the first one in the set is the root, with those before it blocked.
// The orbits whose cells are near each other, that is, near the fixed points, come first, so that a
// far root is tried only when all nearer ones are blocked. Orbits whose cells are too far from each
// other for a connected set of size n are omitted. Of roots that differ by a commuting translation,
// one is tried.
//
// Sets without holes are those of Euler characteristic 1, where the cells are closed sets: corners
// minus sides plus cells. So a hole is closed where two cells touch in a corner: the empty cells on
// both sides of that corner do not share a side. The change of the characteristic by a cell depends
// only on the cells that touch it.
//
// Example: n = 4 on the square lattice, the quarter turn. Its center is that of a cell or a corner.
// About the corner there is the O. About the cell, the four cells around the center are one orbit,
// which is connected only through that of the center, and five cells are too many. So 1 of the 19
// is invariant. Cost: 20 nanoseconds for each set of orbits.

// Package invariant counts connected sets of vertices in periodic graphs that are invariant under
// finite groups of isometries. It is independent of shapes. This program counts the polyominoes of
// up to four cells that are invariant under the half turn:
//
//	squares := &invariant.Crystal{Dimensions: 2, Near: [][]invariant.Vertex{{
//		{At: [3]int{1, 0, 0}}, {At: [3]int{-1, 0, 0}}, {At: [3]int{0, 1, 0}}, {At: [3]int{0, -1, 0}}}}}
//	one := invariant.Isometry{Matrix: [3][3]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Images: []invariant.Vertex{{}}}
//	half := invariant.Isometry{Matrix: [3][3]int{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, Images: []invariant.Vertex{{}}}
//	counts, _ := invariant.Count(squares, invariant.Group{one, half}, 4, false, 1, nil) // 0 1 2 2 7
package invariant

import (
	"sync"
	"sync/atomic"

	"polka/shapes/internal/job"
)

// Count returns the numbers of connected sets of size 0, 1, ..., n, up to translation, that are
// invariant under the group if each of its isometries is followed by some translation. With simple,
// only sets without holes count. The group must have an element other than the identity. The given
// number of goroutines share the work. The job, which may be nil, can stop the count within
// milliseconds; Count then returns false.
func Count(c *Crystal, group Group, n int, simple bool, goroutines int, job *job.Job) ([]uint64, bool) {
	var tasks []func() []uint64
	for _, l := range lifts(group, c.Dimensions) {
		q := newQuotient(c, group, l, n, simple, job)
		for _, root := range q.roots {
			tasks = append(tasks, func() []uint64 { return q.count(root, job) })
		}
	}
	job.Plan(int64(len(tasks)))
	counts := make([]uint64, n+1)
	var (
		next    atomic.Int64
		workers sync.WaitGroup
		mutex   sync.Mutex
	)
	for range max(goroutines, 1) {
		workers.Go(func() {
			for !job.Stopped() {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) {
					return
				}
				found := tasks[i]()
				job.Did(1)
				mutex.Lock()
				for size, count := range found {
					counts[size] += count
				}
				mutex.Unlock()
			}
		})
	}
	workers.Wait()
	return counts, !job.Stopped()
}
