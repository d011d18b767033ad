package shapes

import (
	"bufio"
	"context"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// long says that tests may take minutes.
var long = os.Getenv("POLKA_LONG") != ""

// sequences reads testdata/oeis.csv: values by sequence and number of cells.
func sequences(t *testing.T) map[string]map[int]*big.Int {
	t.Helper()
	file, err := os.Open("testdata/oeis.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	values := map[string]map[int]*big.Int{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ",")
		if fields[0] == "sequence" {
			continue
		}
		n, err := strconv.Atoi(fields[1])
		value, ok := new(big.Int).SetString(fields[2], 10)
		if err != nil || !ok {
			t.Fatalf("bad line %q", lines.Text())
		}
		if values[fields[0]] == nil {
			values[fields[0]] = map[int]*big.Int{}
		}
		values[fields[0]][n] = value
	}
	return values
}

// counts says which function has to give the values of a sequence, up to what number of cells, and up to what number if
// the test may take long.
var counts = []struct {
	sequence    string
	lattice     *Lattice
	count       func(context.Context, *Lattice, int) (*big.Int, error)
	short, long int
}{
	{"A001168", Square, CountFixed, 20, 30},
	{"A000988", Square, CountOneSided, 20, 28},
	{"A000105", Square, CountFree, 20, 28},
	{"A001420", Triangle, CountFixed, 16, 22},
	{"A006534", Triangle, CountOneSided, 12, 18},
	{"A000577", Triangle, CountFree, 12, 18},
	{"A001207", Hexagon, CountFixed, 11, 16},
	{"A006535", Hexagon, CountOneSided, 8, 12},
	{"A000228", Hexagon, CountFree, 8, 12},
	{"A006770", King, CountFixed, 9, 13},
	{"A030222", King, CountFree, 7, 10},
	{"A096267", Stick, CountFixed, 10, 14},
	{"A151537", Stick, CountOneSided, 8, 11},
	{"A019988", Stick, CountFree, 8, 11},
	{"A001931", Cube, CountFixed, 9, 13},
	{"A000162", Cube, CountOneSided, 6, 9},
	{"A038119", Cube, CountFree, 6, 9},
}

func TestCountsAgainstOEIS(t *testing.T) {
	values := sequences(t)
	for _, test := range counts {
		t.Run(test.sequence, func(t *testing.T) {
			most := test.short
			if long {
				most = test.long
			}
			for n := 1; n <= most; n++ {
				want := values[test.sequence][n]
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

// The numbers of free polyominoes in each symmetry class.
func TestSymmetryClassesAgainstOEIS(t *testing.T) {
	values := sequences(t)
	classes := map[string]string{
		"none": "A006749", "axis": "A006746", "diagonal": "A006748", "half turn": "A006747", "two axes": "A056877",
		"two diagonals": "A056878", "quarter turn": "A144553", "full": "A142886",
	}
	most := 9
	if long {
		most = 13
	}
	for n := 1; n <= most; n++ {
		count := map[string]int64{}
		err := EachFree(context.Background(), Square, n, func(s Shape) bool {
			count[s.Symmetry()]++
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for class, sequence := range classes {
			if want := values[sequence][n]; want == nil || want.Cmp(big.NewInt(count[class])) != 0 {
				t.Errorf("%d cells: %d polyominoes with symmetry %q, want %v (%s)", n, count[class], class, want, sequence)
			}
		}
	}
}

// Looking at each polyform and Burnside's lemma give the same numbers.
func TestBurnsideAgreesWithRepresentatives(t *testing.T) {
	ctx := context.Background()
	for l, most := range map[*Lattice]int{Square: 9, Triangle: 10, Hexagon: 7, King: 6, Stick: 6, Tan: 7, Cube: 6} {
		for n := 1; n <= most; n++ {
			for name, test := range map[string]struct {
				count func(context.Context, *Lattice, int) (*big.Int, error)
				each  func(context.Context, *Lattice, int, func(Shape) bool) error
			}{"one-sided": {CountOneSided, EachOneSided}, "free": {CountFree, EachFree}} {
				want := int64(0)
				err1 := test.each(ctx, l, n, func(Shape) bool { want++; return true })
				got, err2 := test.count(ctx, l, n)
				if err1 != nil || err2 != nil || got.Cmp(big.NewInt(want)) != 0 {
					t.Errorf("%s, %d cells of %v: %v by Burnside's lemma, %v one by one (%v, %v)", name, n, l, got, want, err2, err1)
				}
			}
		}
	}
}

// The fast sieve and the one for all lattices let the same through.
func TestRowsAgreeWithMoments(t *testing.T) {
	for name, under := range map[string]func(*operation) bool{
		"fixed": nil, "one-sided": func(op *operation) bool { return !op.mirror }, "free": func(*operation) bool { return true },
	} {
		for _, l := range []*Lattice{Square, King} {
			const n = 6
			w := newWindow(l, n)
			var got, want []string
			for list, s := range map[*[]string]sieve{&got: newRowSieve(w, n, under), &want: newMomentSieve(w, n, under)} {
				w.graph.Walk(n, w.roots[0], 0, nil, func(set, last []int32) bool {
					return s.sift(set, last, func(cells string) bool {
						*list = append(*list, cells)
						return true
					})
				})
				slices.Sort(*list)
			}
			if !slices.Equal(got, want) || len(got) == 0 {
				t.Errorf("%s, %v: %d by rows, %d by moments", name, l, len(got), len(want))
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
			e.run(l, func(*operation) bool { return true })
			return found
		}
		const most = 20000
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
		list, err := Free(context.Background(), l, 1)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v: Free(1) = %v, %v", l, list, err)
		}
		for n := 2; n <= 5; n++ {
			list = Grow(list)
			free, err := Free(context.Background(), l, n)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(list, free) {
				t.Errorf("%v: Grow gives %d shapes of %d cells, Free %d", l, len(list), n, len(free))
			}
		}
	}
}

// Each list holds one representative of each class, in the corner and in order, and the classes of a finer list fall
// into those of a coarser one.
func TestListsHoldRepresentatives(t *testing.T) {
	ctx := context.Background()
	for _, l := range Lattices() {
		for n := 1; n <= 5; n++ {
			fixed, err1 := Fixed(ctx, l, n)
			oneSided, err2 := OneSided(ctx, l, n)
			free, err3 := Free(ctx, l, n)
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(err1, err2, err3)
			}
			var turned, all []Shape
			for _, s := range oneSided {
				if s.OneSided() != s {
					t.Errorf("%v is not its one-sided form", s)
				}
				turned = append(turned, s.Rotations()...)
			}
			for _, s := range free {
				if s.Canonical() != s || !s.Connected() || s.Area() != n {
					t.Errorf("%v is no canonical form of a polyform of %d cells", s, n)
				}
				all = append(all, s.Orientations()...)
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
	if list, err := Free(ctx, Square, 0); err != nil || len(list) != 0 {
		t.Errorf("Free(0) = %v, %v", list, err)
	}
}

func TestEnumerationStops(t *testing.T) {
	visited := 0
	err := EachFixed(context.Background(), Square, 20, func(Shape) bool {
		visited++
		return visited < 10
	})
	if err != nil || visited != 10 {
		t.Errorf("EachFixed went on to %d shapes: %v", visited, err)
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
	for _, count := range []func(context.Context, *Lattice, int) (*big.Int, error){CountFixed, CountOneSided, CountFree} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		n, err := count(ctx, Square, 39)
		cancel()
		if err != context.DeadlineExceeded || n != nil {
			t.Errorf("a stopped count of polyominoes gives %v, %v", n, err)
		}
	}
	if n, err := CountFixed(context.Background(), Square, 40); err == nil {
		t.Errorf("more polyominoes were counted than can be: %v", n)
	}
}

func ExampleFree() {
	list, err := Free(context.Background(), Square, 4)
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

func ExampleCountFixed() {
	for n := range 9 {
		count, err := CountFixed(context.Background(), Hexagon, n)
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

func BenchmarkCountFixed(b *testing.B) {
	for _, test := range []struct {
		lattice *Lattice
		n       int
	}{{Square, 11}, {Square, 18}, {Triangle, 17}, {Hexagon, 12}, {King, 10}, {Stick, 10}, {Cube, 10}} {
		b.Run(fmt.Sprintf("%v-%d", test.lattice, test.n), func(b *testing.B) {
			var count *big.Int
			for b.Loop() {
				count, _ = CountFixed(context.Background(), test.lattice, test.n)
			}
			b.ReportMetric(float64(count.Int64())*float64(b.N)/b.Elapsed().Seconds(), "shapes/s")
		})
	}
}

func BenchmarkEachFree(b *testing.B) {
	for _, test := range []struct {
		lattice *Lattice
		n       int
	}{{Square, 12}, {Hexagon, 9}, {Cube, 7}} {
		b.Run(fmt.Sprintf("%v-%d", test.lattice, test.n), func(b *testing.B) {
			for b.Loop() {
				EachFree(context.Background(), test.lattice, test.n, func(Shape) bool { return true })
			}
		})
	}
}
