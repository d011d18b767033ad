// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// The numbers of polyominoes of n cells that tile a rectangle, of those that are not rectangles
// themselves, and the greatest of their orders: OEIS A126138, A126139 and A126140.
var (
	rectifiable = []int{1, 1, 2, 4, 4, 10, 6, 13, 41}
	notOblong   = []int{0, 0, 1, 2, 3, 8, 5, 11, 39}
	mostOrder   = []int{1, 1, 2, 4, 10, 92, 76, 246, 4}
)

// checkBand checks a tiling by its definition: the copies are congruent to the shape and inside the
// region, and each cell is covered once. To the right of all copies of Start and of the first
// period, what covers a cell depends on its column modulo the period only.
func checkBand(b Band) error {
	covered := make(map[shapes.Cell]int)
	last := 0
	put := func(s shapes.Shape, least, most int) error {
		if !s.Canonical(shapes.Free).Equal(b.Shape.Canonical(shapes.Free)) {
			return fmt.Errorf("copy %v is not congruent to the shape", s)
		}
		for _, c := range s.Cells() {
			if c.Y < 0 || c.Y >= b.Rows || c.X < 0 && !b.Both {
				return fmt.Errorf("cell %v of a copy is outside", c)
			}
			if least == most {
				covered[c]++
				last = max(last, c.X)
				continue
			}
			for k := least; k < most; k++ {
				covered[shapes.Cell{X: c.X + k*b.Columns, Y: c.Y}]++
			}
		}
		return nil
	}
	for _, s := range b.Start {
		if err := put(s, 0, 0); err != nil {
			return err
		}
	}
	for _, s := range b.Repeated {
		_, most := s.Bounds()
		last = max(last, most.X)
	}
	end, least, most := last+1+b.Columns, 0, last/max(b.Columns, 1)+3
	switch {
	case len(b.Repeated) == 0 && last+1 != b.Columns:
		return fmt.Errorf("the copies have %d columns", last+1)
	case len(b.Repeated) == 0:
		end = b.Columns
	case b.Columns <= 0:
		return errors.New("no period")
	case b.Both:
		least = -most
	}
	for _, s := range b.Repeated {
		if err := put(s, least, most); err != nil {
			return err
		}
	}
	for x := range end {
		for y := range b.Rows {
			if n := covered[shapes.Cell{X: x, Y: y}]; n != 1 {
				return fmt.Errorf("%d copies cover the cell (%d,%d)", n, x, y)
			}
		}
	}
	return nil
}

// A region is a part of the square lattice.
type region func(shapes.Cell) bool

// canCover reports whether disjoint copies of a shape inside a region can cover the cells of a
// rectangle, which package dlx decides.
func canCover(t *testing.T, s shapes.Shape, inside region, rows, columns int) bool {
	t.Helper()
	name := func(c shapes.Cell) string { return fmt.Sprintf("%d_%d", c.X, c.Y) }
	var primary []string
	secondary := make(map[string]bool)
	var options []string
	for x := range columns {
		for y := range rows {
			primary = append(primary, name(shapes.Cell{X: x, Y: y}))
		}
	}
	seen := make(map[string]bool)
	for x := range columns {
		for y := range rows {
			for _, m := range s.Lattice().Isometries() {
				f := m.Apply(s)
				for _, a := range f.Cells() {
					var option []string
					fits := true
					for _, c := range f.Translate(x-a.X, y-a.Y, 0).Cells() {
						fits = fits && inside(c)
						option = append(option, name(c))
						if c.X < 0 || c.X >= columns || c.Y < 0 || c.Y >= rows {
							secondary[name(c)] = true
						}
					}
					slices.Sort(option)
					if text := strings.Join(option, " "); fits && !seen[text] {
						seen[text] = true
						options = append(options, text)
					}
				}
			}
		}
	}
	p := dlx.New(strings.Join(primary, " ") + " | " + strings.Join(slices.Sorted(maps.Keys(secondary)), " "))
	for _, o := range options {
		p = p.AddOption(o)
	}
	_, err := p.First(context.Background())
	if err != nil && !errors.Is(err, dlx.ErrNoSolution) {
		t.Fatal(err)
	}
	return err == nil
}

// TestBands compares the searches through states with plain searches of parts of the regions, and
// checks the tilings.
func TestBands(t *testing.T) {
	ctx := context.Background()
	const longest = 20
	most := 5
	switch {
	case long():
		most = 6
	case testing.Short():
		most = 4
	}
	for n := 1; n <= most; n++ {
		inParallel(t, shapes.Square, n, func(s shapes.Shape) {
			for rows := 1; rows <= 4; rows++ {
				strip := func(c shapes.Cell) bool { return 0 <= c.Y && c.Y < rows }
				right := func(c shapes.Cell) bool { return strip(c) && c.X >= 0 }
				r, isRectangle, err1 := FindRectangle(ctx, s, rows)
				h, isHalf, err2 := FindHalfStrip(ctx, s, rows)
				b, isStrip, err3 := FindStrip(ctx, s, rows)
				if err := errors.Join(err1, err2, err3); err != nil {
					t.Errorf("%v: %v", s, err)
				}
				if isRectangle && !isHalf || isHalf && !isStrip {
					t.Errorf("%v, %d rows: rectangle %v, half strip %v, strip %v", s, rows, isRectangle, isHalf, isStrip)
				}
				for columns := 1; columns <= longest && (!isRectangle || columns <= r.Columns); columns++ {
					found := columns*rows%n == 0 && canCover(t, s, func(c shapes.Cell) bool { return right(c) && c.X < columns }, rows, columns)
					if found != (isRectangle && columns == r.Columns) {
						t.Errorf("%v: rectangle %dx%d: %v, but %v", s, rows, columns, found, r)
					}
				}
				if canCover(t, s, right, rows, longest) != isHalf {
					t.Errorf("%v: half strip of %d rows: %v", s, rows, isHalf)
				}
				if canCover(t, s, strip, rows, longest) != isStrip {
					t.Errorf("%v: strip of %d rows: %v", s, rows, isStrip)
				}
				for _, one := range []struct {
					found bool
					Band
				}{{isRectangle, r}, {isHalf, h}, {isStrip, b}} {
					if one.found {
						if err := checkBand(one.Band); err != nil {
							t.Errorf("%v: %v: %v", s, one.Band, err)
						}
					}
				}
			}
		})
	}
}

// TestClassify compares the numbers of rectifiable polyominoes and their orders with OEIS, and
// checks what is excluded by plain searches.
func TestClassify(t *testing.T) {
	ctx := context.Background()
	// open has the numbers of those that are not decided by 12 rows, among them the polyominoes of
	// order 92, 76 and 246 (see TestOrders).
	open := []int{0, 0, 0, 0, 0, 1, 3, 6}
	most := 6
	switch {
	case long():
		most = 8
	case testing.Short():
		most = 5
	}
	for n := 1; n <= most; n++ {
		var mu sync.Mutex
		var found, oblong, order, undecided int
		inParallel(t, shapes.Square, n, func(s shapes.Shape) {
			r, err := Classify(ctx, s, 12)
			if err != nil {
				t.Errorf("%v: %v", s, err)
			}
			if r.Best.Rows > 0 {
				if err := checkBand(r.Best); err != nil {
					t.Errorf("%v: %v: %v", s, r, err)
				}
			}
			checkExcluded(t, r)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case r.Rectangle == Tiles:
				found++
				if r.Order == 1 {
					oblong++
				}
				order = max(order, r.Order)
			case r.Rectangle == Undecided:
				undecided++
			}
		})
		i := n - 1
		switch {
		case undecided != open[i]:
			t.Errorf("%d polyominoes of %d cells are undecided, expected %d", undecided, n, open[i])
		case found > rectifiable[i] || found+undecided < rectifiable[i]:
			t.Errorf("%d polyominoes of %d cells tile rectangles, %d undecided; published: %d", found, n, undecided, rectifiable[i])
		case undecided == 0 && (found-oblong != notOblong[i] || order != mostOrder[i]):
			t.Errorf("%d polyominoes of %d cells tile rectangles, %d are rectangles, greatest order %d; published: %d, %d", found, n, oblong, order, notOblong[i], mostOrder[i])
		}
	}
}

// checkExcluded checks by plain searches that borders cannot be covered.
func checkExcluded(t *testing.T, r Regions) {
	t.Helper()
	if r.Plane == DoesNotTile {
		return
	}
	const longest = 40
	if r.HalfStrip == DoesNotTile {
		for rows := 1; rows <= 8; rows++ {
			if canCover(t, r.Shape, func(c shapes.Cell) bool { return c.X >= 0 && 0 <= c.Y && c.Y < rows }, rows, r.Border) {
				t.Errorf("%v: %v, but %d columns of a half strip of %d rows can be covered", r.Shape, r, r.Border, rows)
			}
		}
	}
	if r.Quadrant == DoesNotTile && canCover(t, r.Shape, func(c shapes.Cell) bool { return c.X >= 0 && c.Y >= 0 }, r.Border, longest) {
		t.Errorf("%v: %v, but a corner can be covered", r.Shape, r)
	}
	if r.HalfPlane == DoesNotTile && canCover(t, r.Shape, func(c shapes.Cell) bool { return c.Y >= 0 }, r.Border, longest) {
		t.Errorf("%v: %v, but a border can be covered", r.Shape, r)
	}
}

// TestOrders finds the orders of polyominoes that S. W. Golomb, Polyominoes (1994), chapter 8, and
// M. Reid give.
func TestOrders(t *testing.T) {
	type test struct {
		shape string
		order int
	}
	tests := []test{{"###", 1}, {"###/#", 2}, {"###/.#", 4}, {"####/.#", 10}, {"###/##./.#.", 18}, {"###/##/##", 28}}
	if long() {
		tests = append(tests, test{"#####/.##", 76}, test{"#####/.#", 92})
	}
	for _, test := range tests {
		s := shapes.MustParse(test.shape)
		b, found, err := FindSmallestRectangle(context.Background(), s, test.order)
		if err != nil || !found || len(b.Start) != test.order {
			t.Errorf("%v: %v, %v, want order %d", s, b, err, test.order)
		}
		if err := checkBand(b); err != nil {
			t.Errorf("%v: %v: %v", s, b, err)
		}
		if test.order == 1 || test.order > 28 {
			continue // there is nothing to prove, or the search has proved it
		}
		if b, found, err := FindSmallestRectangle(context.Background(), s, test.order-1); found || err != nil {
			t.Errorf("%v: %v, %v, want none", s, b, err)
		}
	}
}

// A fuse is a context that ends after a number of looks at it.
type fuse struct {
	context.Context
	looks int
}

func (f *fuse) Err() error {
	if f.looks--; f.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestOrderStopped stops the search for a smaller rectangle when one has been found.
func TestOrderStopped(t *testing.T) {
	y := shapes.MustParse("####/.#")
	kept := 0
	for looks := 0; ; looks++ {
		b, found, err := FindSmallestRectangle(&fuse{t.Context(), looks}, y, 30)
		if err == nil {
			break
		}
		if found != (len(b.Start) > 0) || err != context.Canceled {
			t.Fatalf("%v, %v, %v", b, found, err)
		}
		if found {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no rectangle was returned with an error")
	}
}

func TestBandErrors(t *testing.T) {
	ctx := context.Background()
	l := shapes.MustParse("###/#")
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	for _, test := range []struct {
		ctx  context.Context
		s    shapes.Shape
		rows int
	}{{ctx, shapes.Shape{}, 2}, {ctx, shapes.Hat(), 2}, {ctx, l, 0}, {ctx, l, 65}, {stopped, l, 5}} {
		if r, err := Classify(test.ctx, test.s, test.rows); err == nil || r.Rectangle != Undecided {
			t.Errorf("%v, %d rows: %v, %v", test.s, test.rows, r, err)
		}
	}
	for _, rows := range []int{0, 65} {
		if b, ok, err := FindStrip(ctx, l, rows); ok || err == nil {
			t.Errorf("%d rows: %v, %v", rows, b, err)
		}
	}
	x := shapes.MustParse(".#./###/.#.")
	if b, ok, err := FindSmallestRectangle(ctx, x, 819); ok || err != nil {
		t.Errorf("%v, %v", b, err)
	}
	if b, ok, err := FindSmallestRectangle(ctx, x, 845); ok || err != ErrStates {
		t.Errorf("%v, %v", b, err)
	}
	// 64 rows fill whole words.
	if b, ok, err := FindRectangle(ctx, shapes.Rectangle(64, 1), 64); !ok || err != nil || len(b.Start) != 1 {
		t.Errorf("%v, %v", b, err)
	}
}

func ExampleFindRectangle() {
	y, _ := shapes.Pentomino("Y")
	b, found, _ := FindRectangle(context.Background(), y, 5)
	fmt.Println(found, b)
	// Output:
	// true rectangle 5x10, 10 copies
}

func ExampleFindStrip() {
	n, _ := shapes.Pentomino("N")
	b, found, _ := FindStrip(context.Background(), n, 2)
	fmt.Println(found, b)
	_, found, _ = FindHalfStrip(context.Background(), n, 2)
	fmt.Println(found)
	// Output:
	// true strip of 2 rows, period of 5 columns with 2 copies
	// false
}

func ExampleClassify() {
	for _, letter := range []string{"F", "N", "T", "Y"} {
		p, _ := shapes.Pentomino(letter)
		r, err := Classify(context.Background(), p, 10)
		fmt.Println(letter, r, err)
	}
	// Output:
	// F strip of 5 rows, period of 2 columns with 2 copies; no quadrant, proved by 3 rows at the border <nil>
	// N strip of 2 rows, period of 5 columns with 2 copies; no rectangle, proved by 3 rows at the border <nil>
	// T no half plane, proved by 4 rows at the border <nil>
	// Y rectifiable: rectangle 5x10, 10 copies, order 10 <nil>
}

func ExampleFindSmallestRectangle() {
	b, found, err := FindSmallestRectangle(context.Background(), shapes.MustParse("###/##./.#."), 20)
	fmt.Println(b, found, err)
	// Output:
	// rectangle 9x12, 18 copies true <nil>
}
