// Lists of polyforms.
//
// All fixed polyforms are visited by Redelmeier's algorithm (see internal/redelmeier), which remembers none of them. A
// fixed polyform stands for its one-sided or free polyform if it is the least among its images under the turns, or under
// all operations of the lattice. As exactly one fixed polyform in each class is, that test gives each class once, and no
// table of those already seen is needed: memory does not grow with the number of shapes.
//
// Most fixed polyforms are no representatives, and most are found out by the first cells of an image that is less. So
// images are made one after the other, as sorted numbers, and the test ends at the first one that is less. For squares
// there is a faster test (see squarerows.go).
//
// Example: of the 19 fixed tetrominoes, 7 are the least of their turned images and 5 the least of all images.
// Cost: a tenth of a microsecond for each fixed polyomino, one or two for other polyforms.

package shapes

import (
	"context"
	"math"
	"slices"
)

// Fixed lists the fixed polyforms of n cells of a lattice: one shape of each class up to translation, in the corner.
// On [Square] there are 1, 2, 6, 19, 63, 216 ... (A001168). The list is in the order of [Shape.Compare]. [EachFixed] visits
// them without making a list.
func Fixed(ctx context.Context, l *Lattice, n int) ([]Shape, error) {
	return list(ctx, l, n, EachFixed)
}

// OneSided lists the one-sided polyforms of n cells of a lattice: one shape of each class up to translation and turning.
// On [Square] there are 1, 1, 2, 7, 18, 60 ... (A000988). The list is in the order of [Shape.Compare]. [EachOneSided] visits
// them without making a list.
func OneSided(ctx context.Context, l *Lattice, n int) ([]Shape, error) {
	return list(ctx, l, n, EachOneSided)
}

// Free lists the free polyforms of n cells of a lattice: one shape of each class up to translation, turning and
// reflection. On [Square] there are 1, 1, 2, 5, 12, 35 ... (A000105). The list is in the order of [Shape.Compare].
// [EachFree] visits them without making a list.
func Free(ctx context.Context, l *Lattice, n int) ([]Shape, error) {
	return list(ctx, l, n, EachFree)
}

func list(ctx context.Context, l *Lattice, n int, each func(context.Context, *Lattice, int, func(Shape) bool) error) ([]Shape, error) {
	var all []Shape
	err := each(ctx, l, n, func(s Shape) bool {
		all = append(all, s)
		return true
	})
	slices.SortFunc(all, Shape.Compare)
	return all, err
}

// EachFixed visits the fixed polyforms that [Fixed] lists, in no particular but always the same order, until visit
// reports false. It needs little memory.
func EachFixed(ctx context.Context, l *Lattice, n int, visit func(Shape) bool) error {
	return each(ctx, l, n, nil, visit)
}

// EachOneSided visits the one-sided polyforms that [OneSided] lists, in no particular but always the same order, until
// visit reports false. It needs little memory.
func EachOneSided(ctx context.Context, l *Lattice, n int, visit func(Shape) bool) error {
	return each(ctx, l, n, func(op *operation) bool { return !op.mirror }, visit)
}

// EachFree visits the free polyforms that [Free] lists, in no particular but always the same order, until visit reports
// false. It needs little memory.
func EachFree(ctx context.Context, l *Lattice, n int, visit func(Shape) bool) error {
	return each(ctx, l, n, func(*operation) bool { return true }, visit)
}

// each visits the polyforms that are the least of their images under the operations for which under reports true. With
// under == nil, these are all.
func each(ctx context.Context, l *Lattice, n int, under func(*operation) bool, visit func(Shape) bool) error {
	report := newReporter(ctx)
	defer report.end()
	shapes, stopped := int64(0), false
	err := eachSet(ctx, l, n, under, func(cells []Cell) bool {
		shapes++
		report.found(shapes)
		stopped = !visit(Shape{lattice: known(l).stored(), cells: pack(cells)})
		return !stopped
	})
	if stopped {
		return nil
	}
	return err
}

// eachSet is each for cells that are not yet a shape, but in order and in the corner. The slice is valid during the call
// only.
func eachSet(ctx context.Context, l *Lattice, n int, under func(*operation) bool, visit func([]Cell) bool) error {
	if n < 1 || ctx.Err() != nil {
		return ctx.Err()
	}
	if l = known(l); l == Tan {
		return eachPolytan(ctx, n, under, visit)
	}
	w := newWindow(l, n)
	test := newLeastTest(w, n, under)
	cells, numbers := make([]Cell, n), make([]int32, n)
	sets := 0
	var err error
	w.eachRoot(func(root int) bool {
		return w.graph.Walk(n, root, func(set []int32) bool {
			if sets++; sets%1024 == 0 && ctx.Err() != nil {
				err = ctx.Err()
				return false
			}
			if under != nil && !test.least(set) {
				return true
			}
			copy(numbers, set)
			slices.Sort(numbers) // which is reading order
			corner := Cell{X: math.MaxInt, Z: math.MaxInt}
			for i, v := range numbers {
				cells[i] = w.cell(int(v))
				corner = Cell{min(corner.X, cells[i].X), 0, min(corner.Z, cells[i].Z)}
			}
			if !l.spatial {
				corner.Z = 0
			}
			for i := range cells {
				cells[i] = cells[i].minus(corner)
			}
			return visit(cells)
		})
	})
	return err
}

// A leastTest finds out whether a shape is the least of its images, in the order of Compare and up to translation.
type leastTest interface {
	least(set []int32) bool // the cells by their numbers in the window
}

func newLeastTest(w *window, n int, under func(*operation) bool) leastTest {
	t := &listTest{window: w, lattice: w.lattice, cells: make([]Cell, n), own: make([]uint64, n), image: make([]uint64, n)}
	mirrored := false
	for i := range t.lattice.operations[1:] {
		if op := &t.lattice.operations[1+i]; under != nil && under(op) {
			t.operations = append(t.operations, op)
			mirrored = mirrored || op.mirror
		}
	}
	if (w.lattice == Square || w.lattice == King) && n <= mostRows {
		return newRowTest(w, mirrored)
	}
	return t
}

// A listTest compares lists of cells, on any lattice.
type listTest struct {
	window     *window
	lattice    *Lattice
	operations []*operation
	cells      []Cell
	own, image []uint64
}

// least looks at one image after the other. Cells in a window have coordinates of less than 20 bits.
func (t *listTest) least(set []int32) bool {
	for i, v := range set {
		t.cells[i] = t.window.cell(int(v))
	}
	t.normal(t.own, t.cells, nil)
	for _, op := range t.operations {
		t.normal(t.image, t.cells, op)
		if slices.Compare(t.image, t.own) < 0 {
			return false
		}
	}
	return true
}

// normal fills numbers with the cells of the image, moved into the corner, as sorted numbers.
func (t *listTest) normal(numbers []uint64, cells []Cell, op *operation) {
	const bits = 20
	x, y, z := math.MaxInt, math.MaxInt, math.MaxInt
	for i, c := range cells {
		if op != nil {
			c = op.apply(t.lattice, c)
		}
		x, y, z = min(x, c.X), min(y, c.Y), min(z, c.Z)
		const middle = 1 << (bits - 1)
		numbers[i] = uint64(c.Y+middle)<<(2*bits) | uint64(c.X+middle)<<bits | uint64(c.Z+middle)
	}
	if !t.lattice.spatial {
		z = 0
	}
	corner := uint64(y)<<(2*bits) + uint64(x)<<bits + uint64(z)
	for i, v := range numbers {
		v -= corner
		j := i
		for ; j > 0 && numbers[j-1] > v; j-- {
			numbers[j] = numbers[j-1]
		}
		numbers[j] = v
	}
}
