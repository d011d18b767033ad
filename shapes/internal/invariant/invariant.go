// Counting the polyforms that symmetries map onto themselves.
//
// Burnside's lemma turns the numbers of fixed polyforms that are invariant under each operation of
// a lattice's point group into the number of free ones. All fixed ones are the hard part; invariant
// ones are few, about the square root of all if the operation has order 2, and are visited one by
// one: by Redelmeier's algorithm on the orbits.
//
// A fixed polyform, that is, one up to translation, is invariant under a group of linear operations
// if the operations, each followed by a translation, map the polyform itself onto itself. These
// isometries are a finite group, so they all leave a point where it is: the center of a cell, of a
// side, a corner. Points that a translation takes to each other stand for the same polyforms; so do
// points that differ in a direction which the group does not change, such as two on an axis. For
// each of the few that remain, invariant sets are counted up to the translations that commute with
// the group.
//
// Connected sets of orbits may come from sets of cells that are not connected: two halves that a
// half turn exchanges without touching each other. To tell, each orbit in the set carries a label:
// an element of the group that leads from the representative of the orbit to a cell of the
// component that contains the representative of the root. The elements that map this component onto
// itself are a subgroup. It contains, for each orbit in the set, what leaves the labeled cell where
// it is; and where a step from the labeled cell of one orbit ends at another cell of an orbit in
// the set than the labeled one, an element that takes the one to the other. These generate it, and
// the set is connected if and only if it is the whole group. (This is the voltage graph of Gross
// and Tucker, Topological Graph Theory, 1987.) Subgroups are few; they are numbered when they are
// met, and so is what each becomes when an element joins it.
//
// Roots. Take a linear function of the cells less its mean over their orbits; its sum over an
// invariant set is 0. A connected set has cells on both sides of 0, or there; so it has a cell
// whose value is at most half of what the function can change by in a step. The orbits of such
// cells are the barrier, and the first one that is in the set is the root, with those before it
// blocked. First come those whose cells are near each other, that is, near the fixed points; so
// that a far root is tried only when all nearer ones are blocked. Orbits whose cells are too far
// from each other for a connected set of size n are left out. Of roots that a commuting translation
// takes to each other, one is tried.
//
// Sets without holes are those of Euler characteristic 1, where the cells are closed sets: corners
// less sides plus cells. This is why a hole is closed where two cells touch in a corner: the empty
// cells on both sides of that corner do not share a side. The characteristic changes with each cell
// in a way that depends on the cells that touch it alone.
//
// Example: n = 4 on the square lattice, the quarter turn. Its center is that of a cell or a corner.
// About the corner there is the O; about the cell, the four cells around the center are one orbit,
// which is connected through no orbit but that of the center: none. So 1 of the 19 is invariant.
// Cost: 20 nanoseconds for each set of orbits.

// Package invariant counts connected sets of vertices in periodic graphs that finite groups of
// isometries map onto themselves. It knows nothing of shapes. The smallest useful program counts
// the polyominoes of up to four cells that are invariant under the half turn:
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

// Count gives the numbers of connected sets of size 0, 1, ..., n that the group maps onto
// themselves, up to translation: of sets that are invariant under the group if each of its
// isometries is followed by some translation. With simple, only sets without holes count. The group
// must have another element than the identity. That many goroutines share the work. The job, which
// may be nil, can stop the count within milliseconds; Count then reports false.
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
