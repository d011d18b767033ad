// Lists of polyforms.
//
// All fixed polyforms are visited by Redelmeier's algorithm (see internal/redelmeier), which
// remembers none of them. A fixed polyform stands for its one-sided or free polyform if it is the
// least among its images under the turns, or under all operations of the lattice. As exactly one
// fixed polyform in each class is, that test gives each class once, and no table of those already
// seen is needed: memory does not grow with the number of shapes.
//
// Which of the fixed polyforms is the representative is found out without making images of all of
// them: of squares by rows of bits (see squarerows.go), of other cells by a moment (see moment.go).
//
// Several threads share the work: they walk the same upper levels, number the sets there, and draw
// the numbers of those from which they go on. What they find is handed over in the order of the
// numbers, and nobody goes far ahead of that; so the order does not depend on the threads, and
// memory does not grow either.
//
// Example: of the 19 fixed tetrominoes, 7 are the least of their turned images and 5 the least of
// all images. Cost: 40 nanoseconds for each fixed polyomino, 80 for each fixed polycube, with the
// making of the shapes.

package shapes

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Enumerate returns the polyforms of n cells of a lattice, one shape of each class, in the order of
// [Shape.Compare]. Each shape is the canonical one of its class (see [Shape.Canonical]). On
// [Square] there are 1, 1, 2, 5, 12, 35 ... free (A000105), 1, 1, 2, 7, 18, 60 ... one-sided
// (A000988) and 1, 2, 6, 19, 63, 216 ... fixed ones (A001168) of 1, 2, 3 ... cells. There are none
// of fewer than 1 cell.
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
			return 0 // then the sort is soon done
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

// eachPacked is Each for packed cells in the corner, which are not yet a Shape.
func eachPacked(ctx context.Context, l *Lattice, n int, class Class, visit func(cells string) bool) error {
	if n < 1 || ctx.Err() != nil {
		return ctx.Err()
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

// An enumeration is what is known while polyforms are visited.
type enumeration struct {
	n         int
	newWalker func() walker
	visit     func(cells string) bool
	threads   int
	stop      atomic.Bool
}

// A walker visits, for one thread, the polyforms that begin with a root: it calls found with the
// cells of each, packed and in the corner, if it represents its class, until found reports false,
// and reports whether it came to the end. With mine, the work can be shared out as by
// redelmeier.Graph.Walk.
type walker func(root, left int, mine func(number int) bool, found func(cells string) bool) bool

// run visits the polyforms that begin with each root in turn.
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
				return !e.stop.Load() && s.sift(set, last, found)
			})
		}
	}
	return w.eachRoot(e.from)
}

// from visits the polyforms that begin with a root.
func (e *enumeration) from(root int) bool {
	if e.threads == 1 {
		return e.newWalker()(root, 0, nil, e.visit)
	}
	return e.share(root)
}

// A sieve lets those sets of cells through that represent their classes. Cells are known by their
// numbers in the window.
type sieve interface {
	// sift calls found, with the cells packed and in the corner, for each set that consists of set
	// and one of last and that is a representative, until found reports false, and reports whether
	// it came to the end.
	sift(set, last []int32, found func(cells string) bool) bool
}

func newSieve(w *window, n int, class Class) sieve {
	if (w.lattice == Square || w.lattice == King) && n <= mostRows/2-1 {
		return newRowSieve(w, n, class)
	}
	return newMomentSieve(w, n, class)
}

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

// A batch is what was found from one of the sets that are shared out.
type batch struct {
	number int
	forms  []string
}

const (
	sharedLevels = 6 // how many cells are missing in the sets that are shared out
	batchesAhead = 4 // how many batches a thread can be ahead
)

// share is from for several threads.
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
	defer func() { // also if visit panics
		if !complete {
			e.stop.Store(true)
		}
		for open := true; open; { // a thread may wait for either
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

// work is what a thread does: it draws numbers and sends the batches that belong to them.
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
