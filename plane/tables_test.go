// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"polka/shapes"
)

// long reports whether tests that take minutes are run.
func long() bool { return os.Getenv("POLKA_LONG") != "" }

// published are the values of one property on one lattice.
type published struct {
	first, step int
	values      []int
}

func (p published) at(n int) (int, bool) {
	i := n - p.first
	if i < 0 {
		return 0, true
	}
	if i%p.step != 0 || i/p.step >= len(p.values) {
		return 0, false
	}
	return p.values[i/p.step], true
}

// myers reads testdata/myers.tsv.
func myers(t *testing.T) map[string]map[string]published {
	t.Helper()
	f, err := os.Open("testdata/myers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables := make(map[string]map[string]published)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(fields[0], "#") {
			continue
		}
		p := published{number(t, fields[3]), number(t, fields[4]), numbers(t, strings.Split(fields[5], ","))}
		if tables[fields[0]] == nil {
			tables[fields[0]] = make(map[string]published)
		}
		tables[fields[0]][fields[1]] = p
	}
	return tables
}

// kaplan reads testdata/kaplan.txt: by lattice, kind of number and n, how many shapes have each
// number.
func kaplan(t *testing.T) map[string]map[int][]int {
	t.Helper()
	f, err := os.Open("testdata/kaplan.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables := make(map[string]map[int][]int)
	var name string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "#"):
		case line[0] < '0' || line[0] > '9':
			name = line
			tables[name] = make(map[int][]int)
		default:
			row := numbers(t, strings.Fields(line))
			tables[name][row[0]] = row[2:]
			sum := 0
			for _, n := range row[2:] {
				sum += n
			}
			if sum != row[1] {
				t.Errorf("%s %d: the numbers add up to %d, not %d", name, row[0], sum, row[1])
			}
		}
	}
	return tables
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func numbers(t *testing.T, list []string) (all []int) {
	t.Helper()
	for _, s := range list {
		all = append(all, number(t, s))
	}
	return all
}

// inParallel calls visit for each free polyform of n cells, on all cores.
func inParallel(t *testing.T, l *shapes.Lattice, n int, visit func(shapes.Shape)) {
	t.Helper()
	list, err := shapes.Enumerate(context.Background(), l, n, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	work := make(chan shapes.Shape)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for s := range work {
				visit(s)
			}
		})
	}
	for _, s := range list {
		work <- s
	}
	close(work)
	all.Wait()
}

// sizes are the sizes up to which polyforms of a lattice are compared with published tables:
// always, and with POLKA_LONG=1.
type sizes struct {
	lattice     *shapes.Lattice
	short, long int
}

// eachSize runs a test for each lattice and size, from the given one.
func eachSize(t *testing.T, least int, list []sizes, visit func(t *testing.T, l *shapes.Lattice, n int)) {
	for _, s := range list {
		most := s.short
		if long() {
			most = s.long
		}
		for n := least; n <= most; n++ {
			t.Run(fmt.Sprintf("%v-%d", s.lattice, n), func(t *testing.T) { visit(t, s.lattice, n) })
		}
	}
}

// TestMyers compares the number of shapes that tile in each way with those that Myers published.
// Every tiling is checked.
func TestMyers(t *testing.T) {
	tables := myers(t)
	list := []sizes{{shapes.Hexagon, 6, 9}, {shapes.Triangle, 9, 12}, {shapes.Square, 8, 12}}
	eachSize(t, 1, list, func(t *testing.T, l *shapes.Lattice, n int) {
		counts := make(map[string]int)
		var mu sync.Mutex
		inParallel(t, l, n, func(s shapes.Shape) {
			a, err := Decide(context.Background(), s)
			if err != nil {
				t.Errorf("%v: %v", s, err)
				return
			}
			if a.Verdict == Tiles {
				if err := checkTiling(a.Tiling); err != nil {
					t.Errorf("%v: %v: %v", s, a, err)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			count := func(column string, is bool) {
				if is {
					counts[column]++
				}
			}
			count("tile the plane", a.Verdict == Tiles)
			count("do not tile, without hole", a.Verdict == DoesNotTile && !a.Holes)
			count("tile by translations", a.Translations)
			count("tile by translations (even n)", a.Translations)
			count("satisfy Conway's criterion", a.Conway)
			count("tile isohedrally", a.Isohedral)
			count("anisohedral", a.Verdict == Tiles && !a.Isohedral)
			if a.Verdict == Undecided {
				t.Errorf("%v is undecided", s)
			}
		})
		for column, p := range tables[l.String()] {
			want, known := p.at(n)
			if l == shapes.Triangle && column == "tile isohedrally" && n < p.first {
				continue // the table begins with 8 cells
			}
			if known && counts[column] != want {
				t.Errorf("%v %d, %s: %d, published: %d", l, n, column, counts[column], want)
			}
		}
	})
}

// TestKaplan compares the distribution of Heesch numbers with those that Kaplan published, and
// checks all coronas.
func TestKaplan(t *testing.T) {
	tables := kaplan(t)
	list := []sizes{{shapes.Hexagon, 6, 9}, {shapes.Square, 8, 11}, {shapes.Triangle, 9, 14}}
	eachSize(t, 6, list, func(t *testing.T, l *shapes.Lattice, n int) {
		var whole, holed [10]int
		var mu sync.Mutex
		inParallel(t, l, n, func(s shapes.Shape) {
			c, err := Heesch(context.Background(), s)
			if err == ErrTiles || err == ErrHole {
				return
			}
			if err != nil {
				t.Errorf("%v: %v", s, err)
				return
			}
			if err := checkCoronas(s, c.Whole, false); err != nil {
				t.Errorf("%v: %v", s, err)
			}
			if err := checkCoronas(s, c.List, true); err != nil {
				t.Errorf("%v: %v", s, err)
			}
			if len(c.Whole) != c.Number || len(c.List) != c.WithHoles {
				t.Errorf("%v: %v, but there are %d and %d coronas", s, c, len(c.Whole), len(c.List))
			}
			mu.Lock()
			defer mu.Unlock()
			whole[c.Number]++
			holed[c.WithHoles]++
		})
		for _, table := range []struct {
			name string
			got  [10]int
		}{{" Hc", whole}, {" Hh", holed}} {
			want := tables[l.String()+table.name][n]
			got := table.got[:]
			for len(got) > 0 && got[len(got)-1] == 0 {
				got = got[:len(got)-1]
			}
			if l == shapes.Triangle && n == 10 && table.name == " Hh" {
				want = []int{33, 59, 10, 0, 1} // see TestTenIamond
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v %d%s: %v, published: %v", l, n, table.name, got, want)
			}
		}
	})
}
