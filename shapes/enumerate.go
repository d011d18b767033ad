// SPDX-License-Identifier: BSD-3-Clause

// Enumeration of polyforms.
//
// All fixed polyforms are visited by Redelmeier's algorithm (see internal/redelmeier), which stores
// none of them. A fixed polyform represents its one-sided or free polyform if it is the least of
// its images under the rotations, or under all operations of the point group. Exactly one fixed
// polyform of each class passes this test, so each class is found once without a table of those
// already seen, and memory does not grow with the number of shapes.
//
// Whether a fixed polyform is the representative is decided without constructing all its images:
// for squares by rows of bits (see squarerows.go), for other cells by a moment (see moment.go).
//
// Several threads share the work. All of them walk the same upper levels and number the sets there;
// each takes the next number and continues from the set with that number. The results are delivered
// in the order of the numbers, and no thread runs far ahead. So the order does not depend on the
// threads, and memory is bounded.
//
// Example: of the 19 fixed tetrominoes, 7 are the least of their rotated images and 5 the least of
// all images. Cost: 40 nanoseconds for each fixed polyomino and 80 for each fixed polycube,
// including the construction of the shapes.

package shapes

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"polka/internal/yield"
)

// Enumerate returns the polyforms of n cells of a lattice, each as its canonical shape (see
// [Shape.Canonical]), in the order of [Shape.Compare]. On [Square] there are 1, 1, 2, 5, 12, 35 ...
// free (A000105), 1, 1, 2, 7, 18, 60 ... one-sided (A000988) and 1, 2, 6, 19, 63, 216 ... fixed
// ones (A001168) of 1, 2, 3 ... cells. If n is 0 it returns none, although [Count] counts the empty
// shape. A negative n is an error.
//
// [Each] visits the same shapes without keeping them in memory. If ctx ends first, the list holds
// what was found so far, in no particular order.
func Enumerate(ctx context.Context, l *Lattice, n int, class Class) ([]Shape, error) {
	var all []Shape
	err := Each(ctx, l, n, class, func(s Shape) bool {
		all = append(all, s)
		return true
	})
	if err != nil {
		return all, err
	}
	var ended atomic.Bool
	defer context.AfterFunc(ctx, func() { ended.Store(true) })()
	slices.SortFunc(all, func(s, t Shape) int {
		if ended.Load() {
			err = ctx.Err()
			return 0 // then the sort ends soon
		}
		return s.Compare(t)
	})
	return all, err
}

// Each calls visit for each of the polyforms that [Enumerate] returns, until visit returns false.
// The order is always the same, but not that of [Shape.Compare]. The memory needed does not depend
// on the number of shapes.
func Each(ctx context.Context, l *Lattice, n int, class Class, visit func(Shape) bool) error {
	report := newReporter(ctx)
	defer report.end()
	shapes, stopped := int64(0), false
	err := eachPacked(ctx, l, n, class, func(cells string) bool {
		shapes++
		report.found(shapes)
		stopped = !visit(Shape{lattice: known(l).stored(), cells: cells})
		return !stopped
	})
	if stopped {
		return nil
	}
	return err
}

// Polyforms returns the polyforms one by one, in the order of [Each], for a loop such as
//
//	for s, err := range shapes.Polyforms(ctx, shapes.Square, 12, shapes.Free) {
//
// An error comes last, with the zero Shape. Leaving the loop ends the enumeration.
func Polyforms(ctx context.Context, l *Lattice, n int, class Class) iter.Seq2[Shape, error] {
	return func(yield func(Shape, error) bool) {
		left := false
		err := Each(ctx, l, n, class, func(s Shape) bool {
			left = !yield(s, nil)
			return !left
		})
		if err != nil && !left {
			yield(Shape{}, err)
		}
	}
}

// checkList returns an error if there is no list of polyforms of n cells of a class.
func checkList(n int, class Class) error {
	if n < 0 {
		return errNegative
	}
	return class.check()
}

// eachPacked is Each for packed cells in the corner, which are not yet a Shape.
func eachPacked(ctx context.Context, l *Lattice, n int, class Class, visit func(cells string) bool) error {
	if err := checkList(n, class); err != nil {
		return err
	}
	if n == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	if err := known(l).checkFolded(n); err != nil {
		return err
	}
	e := &enumeration{n: n, visit: visit, threads: runtime.GOMAXPROCS(0)}
	defer context.AfterFunc(ctx, func() { e.stop.Store(true) })()
	if n <= 2*sharedLevels {
		e.threads = 1
	}
	if !e.run(known(l), class) {
		return ctx.Err()
	}
	return nil
}

// An enumeration is the state of a call of Each.
type enumeration struct {
	n         int
	newWalker func() walker
	visit     func(cells string) bool
	threads   int
	stop      atomic.Bool
}

// A walker visits, in one thread, the polyforms that start at a root. It calls found with the cells
// of each polyform that represents its class, packed and in the corner, until found returns false,
// and reports whether it visited all. With mine, the work can be shared as in
// redelmeier.Graph.Walk.
type walker func(root, left int, mine func(number int) bool, found func(cells string) bool) bool

// run visits the polyforms that start at each root in turn.
func (e *enumeration) run(l *Lattice, class Class) bool {
	if l == Tan {
		e.newWalker = func() walker { return walkPolytans(e.n, class, &e.stop) }
		for tile := range tanTiles {
			if !e.from(tile) {
				return false
			}
		}
		return true
	}
	w := newWindow(l, e.n)
	e.newWalker = func() walker {
		s := newSieve(w, e.n, class)
		return func(root, left int, mine func(int) bool, found func(string) bool) bool {
			return w.graph.Walk(e.n, root, left, mine, func(set, last []int32) bool {
				yield.Point()
				return !e.stop.Load() && s.sift(set, last, found)
			})
		}
	}
	return w.eachRoot(e.from)
}

// from visits the polyforms that start at a root.
func (e *enumeration) from(root int) bool {
	if e.threads == 1 {
		return e.newWalker()(root, 0, nil, e.visit)
	}
	return e.share(root)
}

// A sieve selects the sets of cells that represent their classes. Cells are given by their numbers
// in the window.
type sieve interface {
	// sift considers the sets that consist of set and one cell of last. It calls found with the
	// packed cells of each representative, in the corner, until found returns false, and reports
	// whether it considered all sets.
	sift(set, last []int32, found func(cells string) bool) bool
}

func newSieve(w *window, n int, class Class) sieve {
	switch {
	case w.lattice.folded:
		return newFoldedSieve(w, n, class)
	case byRows(w.lattice, n):
		return newRowSieve(w, n, class)
	}
	return newMomentSieve(w, n, class)
}

// byRows reports whether representatives are the least images, found by rows of bits.
func byRows(l *Lattice, n int) bool { return (l == Square || l == King) && n <= mostRows/2-1 }

// operationsOf lists the operations that a class regards as making no difference, except for the
// identity.
func (l *Lattice) operationsOf(class Class) []*operation {
	var list []*operation
	for i := range l.facts().operations[1:] {
		if op := &l.facts().operations[1+i]; class.has(op) {
			list = append(list, op)
		}
	}
	return list
}

// A batch is what was found from one of the sets distributed to threads.
type batch struct {
	number int
	forms  []string
}

const (
	sharedLevels = 6 // number of cells that the sets distributed to threads lack
	batchesAhead = 4 // number of batches that a thread can be ahead
)

// share is from with several threads.
func (e *enumeration) share(root int) bool {
	var (
		next    atomic.Int64
		group   sync.WaitGroup
		ahead   = make(chan struct{}, batchesAhead*e.threads)
		batches = make(chan batch)
	)
	for range e.threads {
		group.Go(func() { e.work(root, &next, ahead, batches) })
	}
	go func() {
		group.Wait()
		close(batches)
	}()
	complete := false
	defer func() { // even if visit panics
		if !complete {
			e.stop.Store(true)
		}
		for open := true; open; { // a thread may wait for either channel
			select {
			case _, open = <-batches:
			case <-ahead:
			}
		}
	}()
	waiting := map[int][]string{}
	number := 0
	for b := range batches {
		waiting[b.number] = b.forms
		for forms, ok := waiting[number]; ok; forms, ok = waiting[number] {
			for _, cells := range forms {
				if e.stop.Load() || !e.visit(cells) {
					<-ahead
					return false
				}
			}
			<-ahead
			delete(waiting, number)
			number++
		}
	}
	complete = !e.stop.Load()
	return complete
}

// work is the body of a thread: it takes numbers and sends the corresponding batches.
func (e *enumeration) work(root int, next *atomic.Int64, ahead chan struct{}, batches chan batch) {
	var own batch
	draw := func() {
		ahead <- struct{}{}
		own = batch{number: int(next.Add(1)) - 1}
	}
	draw()
	begun := false
	found := func(cells string) bool {
		own.forms = append(own.forms, cells)
		return true
	}
	mine := func(number int) bool {
		if begun {
			begun = false
			batches <- own
			draw()
		}
		begun = number == own.number
		return begun
	}
	complete := e.newWalker()(root, sharedLevels, mine, found)
	if complete && begun {
		batches <- own
		return
	}
	select {
	case <-ahead:
	default: // share is ending, and has taken it
	}
}
