// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// long says that tests may take minutes.
var long = os.Getenv("POLKA_LONG") != ""

// counts says which function has to give the values of a sequence, up to what number of cells, and
// up to what number if the test may take long: what takes less than a minute.
var counts = []struct {
	sequence    string
	lattice     *Lattice
	count       func(context.Context, *Lattice, int) (*big.Int, error)
	short, long int
}{
	{"A001168", Square, countOf(Fixed), 20, 34},
	{"A000988", Square, countOf(OneSided), 20, 30},
	{"A000105", Square, countOf(Free), 20, 28},
	{"A000104", Square, CountWithoutHoles, 11, 19},
	{"A001420", Triangle, countOf(Fixed), 16, 24},
	{"A006534", Triangle, countOf(OneSided), 14, 24},
	{"A000577", Triangle, countOf(Free), 14, 24},
	{"A070765", Triangle, CountWithoutHoles, 13, 23},
	{"A001207", Hexagon, countOf(Fixed), 11, 17},
	{"A006535", Hexagon, countOf(OneSided), 10, 17},
	{"A000228", Hexagon, countOf(Free), 10, 17},
	{"A018190", Hexagon, CountWithoutHoles, 9, 16},
	{"A006770", King, countOf(Fixed), 9, 14},
	{"A030222", King, countOf(Free), 8, 14},
	{"A096267", Stick, countOf(Fixed), 10, 16},
	{"A151537", Stick, countOf(OneSided), 9, 14},
	{"A019988", Stick, countOf(Free), 9, 16},
	{"A151519", Tan, countOf(OneSided), 8, 16},
	{"A006074", Tan, countOf(Free), 9, 16},
	{"A057786", Kite, countOf(Free), 9, 14},
	{"A001931", Cube, countOf(Fixed), 9, 14},
	{"A000162", Cube, countOf(OneSided), 7, 14},
	{"A038119", Cube, countOf(Free), 7, 14},
}

// countOf is Count with the class already given.
func countOf(class Class) func(context.Context, *Lattice, int) (*big.Int, error) {
	return func(ctx context.Context, l *Lattice, n int) (*big.Int, error) { return Count(ctx, l, n, class) }
}

func TestCountsAgainstOEIS(t *testing.T) {
	for _, test := range counts {
		t.Run(test.sequence, func(t *testing.T) {
			most := test.short
			switch {
			case long:
				most = test.long
			case testing.Short():
				most -= 2
			}
			for n := 1; n <= most; n++ {
				want := published()[test.sequence][n]
				if want == nil {
					t.Fatalf("no value for %d cells", n)
				}
				got, err := test.count(context.Background(), test.lattice, n)
				if err != nil {
					t.Fatal(err)
				}
				if got.Cmp(want) != 0 {
					t.Errorf("%d cells: %v, want %v", n, got, want)
				}
			}
		})
	}
}

// Free polyominoes with holes are those that are not without.
func TestHoledPolyominoesAgainstOEIS(t *testing.T) {
	most := 11
	if long {
		most = 19
	}
	for n := 1; n <= most; n++ {
		free, err1 := Count(context.Background(), Square, n, Free)
		without, err2 := CountWithoutHoles(context.Background(), Square, n)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if got, want := new(big.Int).Sub(free, without), published()["A001419"][n]; want == nil || got.Cmp(want) != 0 {
			t.Errorf("%d cells: %v with holes, want %v", n, got, want)
		}
	}
	if n, err := CountWithoutHoles(context.Background(), Cube, 3); err == nil {
		t.Errorf("there are %v polycubes of 3 cells without holes, whatever they are", n)
	}
}

// The numbers of free polyominoes in each symmetry class, but those without symmetries, for which
// all have to be counted.
func TestSymmetryClassesAgainstOEIS(t *testing.T) {
	most := 22
	if long {
		most = 38
	}
	classes := Square.subgroupClasses() // the largest first
	classes = classes[:len(classes)-1]
	slices.Reverse(classes)
	for n := 1; n <= most; n++ {
		row, err := Square.countClasses(context.Background(), n, classes)
		if err != nil {
			t.Fatal(err)
		}
		for i, class := range classes {
			name := Square.symmetryName(class.operations)
			want := published()[symmetrySequences[name]][n]
			if want == nil && n <= 34 || want != nil && row[i].Cmp(want) != 0 {
				t.Errorf("%d cells: %v polyominoes with symmetry %q, want %v", n, row[i], name, want)
			}
		}
	}
}

// The classes of every lattice by Burnside's lemma against a look at each polyform, and the
// identities between them.
func TestCountsBySymmetry(t *testing.T) {
	ctx := context.Background()
	for l, most := range map[*Lattice]int{Square: 9, Triangle: 9, Hexagon: 6, King: 6, Stick: 6, Tan: 6, Kite: 6, Cube: 5} {
		table, err := CountsBySymmetry(ctx, l, most)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= most; n++ {
			found := map[string]int64{}
			if err := Each(ctx, l, n, Free, func(s Shape) bool { found[s.Symmetry()]++; return true }); err != nil {
				t.Fatal(err)
			}
			for _, c := range table.Columns {
				if c.Counts[n-1].Cmp(big.NewInt(found[c.Name])) != 0 {
					t.Errorf("%v, %d cells: %v with symmetry %q, want %d", l, n, c.Counts[n-1], c.Name, found[c.Name])
				}
			}
		}
		for _, c := range table.Columns {
			for i, count := range c.Counts {
				if published := c.Published(i + 1); published != nil && published.Cmp(count) != 0 || l == Square && published == nil {
					t.Errorf("%v, %d cells: the column %q does not agree with %s", l, i+1, c.Name, c.Sequence)
				}
			}
		}
	}
}

// Sums over the classes: free polyominoes, one-sided ones, fixed ones. These are identities between
// the published sequences, so they also show that the table of those is sound.
func TestIdentitiesBetweenSequences(t *testing.T) {
	p := published()
	for n := 1; n <= 28; n++ {
		sum := func(weights map[string]int64) *big.Int {
			total := new(big.Int)
			for class, weight := range weights {
				total.Add(total, new(big.Int).Mul(p[symmetrySequences[class]][n], big.NewInt(weight)))
			}
			return total
		}
		for sequence, weights := range map[string]map[string]int64{
			"A000105": {"none": 1, "axis": 1, "diagonal": 1, "half turn": 1, "two axes": 1, "two diagonals": 1, "quarter turn": 1, "full": 1},
			"A000988": {"none": 2, "axis": 1, "diagonal": 1, "half turn": 2, "two axes": 1, "two diagonals": 1, "quarter turn": 2, "full": 1},
			"A001168": {"none": 8, "axis": 4, "diagonal": 4, "half turn": 4, "two axes": 2, "two diagonals": 2, "quarter turn": 2, "full": 1},
		} {
			if got := sum(weights); got.Cmp(p[sequence][n]) != 0 {
				t.Errorf("%d cells: the classes make %v for %s, want %v", n, got, sequence, p[sequence][n])
			}
		}
		if with := new(big.Int).Add(p["A000104"][n], p["A001419"][n]); with.Cmp(p["A000105"][n]) != 0 {
			t.Errorf("%d cells: %v with and without holes, want %v", n, with, p["A000105"][n])
		}
	}
}

// What is easily counted wrongly.
func TestTraps(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		trap    string
		lattice *Lattice
		count   func(context.Context, *Lattice, int) (*big.Int, error)
		n       int
		want    int64
	}{
		{"A000105 begins with the empty polyomino", Square, countOf(Free), 0, 1},
		{"so its fifth number is for four cells", Square, countOf(Free), 4, 5},
		{"the first flat rings have 20 cells", Square, countOf(Free), 20, 2870671950},
		{"a square of two tans forgets its diagonal", Tan, countOf(Free), 3, 4},
		{"polyhexes are planar", Hexagon, countOf(Free), 6, 82},
		{"a ring of six hexagons has a hole", Hexagon, CountWithoutHoles, 6, 81},
		{"a hole is closed by a corner", Square, CountWithoutHoles, 7, 107},
		{"triangles that point up and down differ", Triangle, countOf(Fixed), 1, 2},
		{"one-sided polycubes are not free ones", Cube, countOf(OneSided), 4, 8},
		{"free polycubes may be reflected", Cube, countOf(Free), 4, 7},
	} {
		got, err := test.count(ctx, test.lattice, test.n)
		if err != nil || got.Cmp(big.NewInt(test.want)) != 0 {
			t.Errorf("%s: %v %v, want %d (%v)", test.trap, got, test.lattice, test.want, err)
		}
	}
}

// One-sided polykings have no sequence; these numbers were found by growing and removing
// duplicates.
func TestOneSidedPolykings(t *testing.T) {
	for i, want := range []int64{1, 2, 6, 34, 166, 991, 5931, 37196, 235456} {
		got, err := Count(context.Background(), King, i+1, OneSided)
		if err != nil || got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%v one-sided polykings of %d cells, want %d (%v)", got, i+1, want, err)
		}
	}
}

func ExampleCountsByClass() {
	table, err := CountsByClass(context.Background(), Hexagon, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table)
	// Output:
	// cells    fixed   one-sided      free   without holes
	//        A001207     A006535   A000228         A018190
	//     1        1=          1=        1=              1=
	//     2        3=          1=        1=              1=
	//     3       11=          3=        3=              3=
	//     4       44=         10=        7=              7=
	//     5      186=         33=       22=             22=
	//     6      814=        147=       82=             81=
	//     7     3652=        620=      333=            331=
}

func ExampleCountsBySymmetry() {
	table, err := CountsBySymmetry(context.Background(), Square, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table)
	// Output:
	// cells     none   diagonal      axis   half turn   two diagonals   two axes   quarter turn      full
	//        A006749    A006748   A006746     A006747         A056878    A056877        A144553   A142886
	//     1        0=         0=        0=          0=              0=         0=             0=        1=
	//     2        0=         0=        0=          0=              0=         1=             0=        0=
	//     3        0=         1=        0=          0=              0=         1=             0=        0=
	//     4        1=         0=        1=          1=              0=         1=             0=        1=
	//     5        5=         2=        2=          1=              0=         1=             0=        1=
	//     6       20=         2=        6=          5=              0=         2=             0=        0=
	//     7       84=         7=        9=          4=              1=         3=             0=        0=
	//     8      316=         5=       23=         18=              1=         4=             1=        1=
}

func ExampleCountWithoutHoles() {
	for n := 1; n <= 9; n++ {
		count, err := CountWithoutHoles(context.Background(), Square, n)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(count, " ")
	}
	// Output: 1 1 2 5 12 35 107 363 1248
}

// Looking at each polyform and Burnside's lemma give the same numbers.
func TestBurnsideAgreesWithRepresentatives(t *testing.T) {
	ctx := context.Background()
	for l, most := range map[*Lattice]int{Square: 9, Triangle: 10, Hexagon: 7, King: 6, Stick: 6, Tan: 7, Kite: 7, Cube: 6} {
		for n := 1; n <= most; n++ {
			for _, class := range []Class{OneSided, Free} {
				want := int64(0)
				err1 := Each(ctx, l, n, class, func(Shape) bool { want++; return true })
				got, err2 := Count(ctx, l, n, class)
				if err1 != nil || err2 != nil || got.Cmp(big.NewInt(want)) != 0 {
					t.Errorf("%v, %d cells of %v: %v by Burnside's lemma, %v one by one (%v, %v)", class, n, l, got, want, err2, err1)
				}
			}
		}
	}
}

// The fast sieve and the one for all lattices let the same through.
func TestRowsAgreeWithMoments(t *testing.T) {
	for _, class := range []Class{Fixed, OneSided, Free} {
		for _, l := range []*Lattice{Square, King} {
			const n = 6
			w := newWindow(l, n)
			var got, want []string
			for list, s := range map[*[]string]sieve{&got: newRowSieve(w, n, class), &want: newMomentSieve(w, n, class)} {
				w.graph.Walk(n, w.roots[0], 0, nil, func(set, last []int32) bool {
					return s.sift(set, last, func(cells string) bool {
						*list = append(*list, cells)
						return true
					})
				})
				slices.Sort(*list)
			}
			if !slices.Equal(got, want) || len(got) == 0 {
				t.Errorf("%v, %v: %d by rows, %d by moments", class, l, len(got), len(want))
			}
		}
	}
}

// Several threads find the same shapes in the same order as one, and can be stopped.
func TestThreadsKeepTheOrder(t *testing.T) {
	for l, n := range map[*Lattice]int{Square: 13, Triangle: 14, Hexagon: 13, Tan: 13, Cube: 13} {
		run := func(threads, most int) (found []string) {
			e := &enumeration{n: n, threads: threads}
			e.visit = func(cells string) bool {
				found = append(found, cells)
				return len(found) < most
			}
			e.run(l, Free)
			return found
		}
		most := 20000
		if testing.Short() {
			most = 1000
		}
		one := run(1, most)
		for threads := 2; threads <= 4; threads++ {
			if many := run(threads, most); !slices.Equal(one, many) {
				t.Errorf("%v: %d threads find %d shapes, not the %d that one finds, or in another order", l, threads, len(many), len(one))
			}
		}
	}
}

// The simple way and Redelmeier's way give the same lists.
func TestGrowAgreesWithFree(t *testing.T) {
	for _, l := range Lattices() {
		list, err := Enumerate(context.Background(), l, 1, Free)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v: Enumerate(1) = %v, %v", l, list, err)
		}
		for n := 2; n <= 5; n++ {
			list = Grow(list)
			free, err := Enumerate(context.Background(), l, n, Free)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(list, free) {
				t.Errorf("%v: Grow gives %d shapes of %d cells, Free %d", l, len(list), n, len(free))
			}
		}
	}
}

// Each list holds one representative of each class, in the corner and in order, and the classes of
// a finer list fall into those of a coarser one.
func TestListsHoldRepresentatives(t *testing.T) {
	ctx := context.Background()
	for _, l := range Lattices() {
		for n := 1; n <= 5; n++ {
			fixed, err1 := Enumerate(ctx, l, n, Fixed)
			oneSided, err2 := Enumerate(ctx, l, n, OneSided)
			free, err3 := Enumerate(ctx, l, n, Free)
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(err1, err2, err3)
			}
			var turned, all []Shape
			for _, s := range oneSided {
				if s.Canonical(OneSided) != s {
					t.Errorf("%v is not its one-sided form", s)
				}
				turned = append(turned, s.Orientations(OneSided)...)
			}
			for _, s := range free {
				if s.Canonical(Free) != s || !s.Connected() || s.Area() != n {
					t.Errorf("%v is no canonical form of a polyform of %d cells", s, n)
				}
				all = append(all, s.Orientations(Free)...)
			}
			slices.SortFunc(turned, Shape.Compare)
			slices.SortFunc(all, Shape.Compare)
			if !slices.Equal(turned, fixed) || !slices.Equal(all, fixed) {
				t.Errorf("%v, %d cells: %d fixed, %d one-sided and %d free polyforms do not fit together", l, n, len(fixed), len(oneSided), len(free))
			}
		}
	}
}

func TestWindowNumbers(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		w := newWindow(l, rapid.IntRange(1, 5).Draw(t, "n"))
		v := rapid.IntRange(0, w.graph.Size()-1).Draw(t, "v")
		if back, ok := w.number(w.cell(v)); !ok || back != v {
			t.Errorf("%d is %v, which has the number %d", v, w.cell(v), back)
		}
		if u := rapid.IntRange(0, w.graph.Size()-1).Draw(t, "u"); w.cell(u).Compare(w.cell(v)) > 0 != (u > v) {
			t.Errorf("numbers %d and %d are not in the order of %v and %v", u, v, w.cell(u), w.cell(v))
		}
	})
}

func TestCountsOfNothing(t *testing.T) {
	ctx := context.Background()
	for _, test := range counts {
		if n, err := test.count(ctx, test.lattice, 0); err != nil || n.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("%s: no cells give %v, %v, want 1", test.sequence, n, err)
		}
		if n, err := test.count(ctx, test.lattice, -1); err == nil {
			t.Errorf("%s: -1 cells give %v", test.sequence, n)
		}
	}
	if list, err := Enumerate(ctx, Square, 0, Free); err != nil || len(list) != 0 {
		t.Errorf("Enumerate(0) = %v, %v", list, err)
	}
}

// TestBadNumbers asks for numbers of cells and classes that do not exist.
func TestBadNumbers(t *testing.T) {
	ctx := t.Context()
	visit := func(Shape) bool { return true }
	file := filepath.Join(t.TempDir(), "shapes")
	_, save := Save(ctx, file, Square, -1, Free)
	_, class := Count(ctx, Square, 2, 3)
	_, byClass := CountsByClass(ctx, Square, -1)
	_, bySymmetry := CountsBySymmetry(ctx, Square, -1)
	for i, err := range []error{
		save, class, byClass, bySymmetry,
		Each(ctx, Square, -1, Free, visit),
		Each(ctx, Tan, 2, 3, visit),
		EachContaining(ctx, Square, 2, 3, []Cell{{}}, nil, visit),
	} {
		if err == nil {
			t.Errorf("call %d: no error", i)
		}
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Save of nothing left a file: %v", err)
	}
}

func TestEnumerationStops(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	visited := 0
	err := Each(context.Background(), Square, 20, Fixed, func(Shape) bool {
		visited++
		return visited < 10
	})
	if err != nil || visited != 10 {
		t.Errorf("Each went on to %d shapes: %v", visited, err)
	}
	for _, test := range counts {
		if test.lattice == Square {
			continue // where there are faster ways to count
		}
		// A count that did not stop would take years.
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		n, err := test.count(ctx, test.lattice, 25)
		cancel()
		if err != context.DeadlineExceeded || n != nil {
			t.Errorf("%s: a stopped count gives %v, %v", test.sequence, n, err)
		}
	}
	// Polyominoes are counted in other ways, each of which has to stop as well.
	for _, class := range []Class{Fixed, OneSided, Free} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		n, err := Count(ctx, Square, 39, class)
		cancel()
		if err != context.DeadlineExceeded || n != nil {
			t.Errorf("a stopped count of polyominoes gives %v, %v", n, err)
		}
	}
	if n, err := Count(context.Background(), Square, 40, Fixed); err == nil {
		t.Errorf("more polyominoes were counted than can be: %v", n)
	}
}

func ExampleEnumerate() {
	list, err := Enumerate(context.Background(), Square, 4, Free)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range list {
		fmt.Println(s, s.Symmetry())
	}
	// Output:
	// [(0,0), (1,0), (2,0), (3,0)] two axes
	// [(0,0), (1,0), (2,0), (0,1)] none
	// [(0,0), (1,0), (2,0), (1,1)] axis
	// [(0,0), (1,0), (0,1), (1,1)] full
	// [(0,0), (1,0), (1,1), (2,1)] half turn
}

func ExampleCount() {
	for n := range 9 {
		count, err := Count(context.Background(), Hexagon, n, Fixed)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(count, " ")
	}
	// Output: 1 1 3 11 44 186 814 3652 16689
}

func ExampleGrow() {
	list := []Shape{Monomino().Named("")}
	for range 6 {
		fmt.Print(len(list), " ")
		list = Grow(list)
	}
	// Output: 1 1 2 5 12 35
}

// Sizes are those at which docs/benchmarks.md compares.
func BenchmarkCountFixed(b *testing.B) {
	for _, test := range []struct {
		lattice *Lattice
		n       int
	}{{Square, 11}, {Square, 26}, {Square, 30}, {Triangle, 19}, {Hexagon, 14}, {King, 12}, {Stick, 12}, {Cube, 12}} {
		b.Run(fmt.Sprintf("%v-%d", test.lattice, test.n), func(b *testing.B) {
			var count *big.Int
			for b.Loop() {
				count, _ = Count(context.Background(), test.lattice, test.n, Fixed)
			}
			shapes, _ := count.Float64()
			b.ReportMetric(shapes*float64(b.N)/b.Elapsed().Seconds(), "shapes/s")
		})
	}
}

func BenchmarkCountFree(b *testing.B) {
	for _, test := range []struct {
		lattice *Lattice
		n       int
	}{{Square, 24}, {Square, 30}, {Hexagon, 13}, {Cube, 10}} {
		b.Run(fmt.Sprintf("%v-%d", test.lattice, test.n), func(b *testing.B) {
			for b.Loop() {
				Count(context.Background(), test.lattice, test.n, Free)
			}
		})
	}
}

func BenchmarkCountWithoutHoles(b *testing.B) {
	for b.Loop() {
		CountWithoutHoles(context.Background(), Square, 15)
	}
}

func BenchmarkEach(b *testing.B) {
	for _, test := range []struct {
		class   Class
		lattice *Lattice
		n       int
	}{{Free, Square, 15}, {Free, Hexagon, 11}, {OneSided, Cube, 10}} {
		b.Run(fmt.Sprintf("%v-%v-%d", test.class, test.lattice, test.n), func(b *testing.B) {
			shapes := 0
			for b.Loop() {
				Each(context.Background(), test.lattice, test.n, test.class, func(Shape) bool { shapes++; return true })
			}
			b.ReportMetric(float64(shapes)/b.Elapsed().Seconds(), "shapes/s")
		})
	}
}
