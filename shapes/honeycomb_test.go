// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSeveralSolids compares with published counts of a lattice of several kinds of cells, and both
// ways of counting with each other on all that are built in.
func TestSeveralSolids(t *testing.T) {
	published := map[string][]int64{
		"tetrahedral-octahedral": {2, 1, 4, 9, 44, 195, 1186, 7385}, // A343909
	}
	most, counted := 7, 3 // counting is slower than listing
	if testing.Short() {
		most, counted = 3, 1
	}
	for _, name := range []string{"triangular-prism", "tetrahedral-octahedral", "quarter-cubic", "gyrobifastigium"} {
		l, err := LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= most; n++ {
			for _, class := range []Class{Free, OneSided, Fixed} {
				list, err := Enumerate(context.Background(), l, n, class)
				if err != nil {
					t.Fatal(err)
				}
				count := big.NewInt(int64(len(list)))
				if n <= counted || n == 5 && class == Free {
					count, err = Count(context.Background(), l, n, class)
				}
				if err != nil || count.Int64() != int64(len(list)) {
					t.Errorf("%s: counted %v %v polyforms of %d cells, error %v; listed %d", name, count, class, n, err, len(list))
				}
				if want := published[name]; class == Free && want != nil && int64(len(list)) != want[n-1] {
					t.Errorf("%s: %d free polyforms of %d cells, expected %d", name, len(list), n, want[n-1])
				}
			}
		}
	}
}

// TestSeveralSolidsBySymmetry counts the symmetry classes of listed polyforms.
func TestSeveralSolidsBySymmetry(t *testing.T) {
	if testing.Short() {
		t.Skip("makes tables for all lattices of solids")
	}
	for _, b := range builtInSolids {
		l := b.lattice()
		if l.NumKinds() == 1 {
			continue
		}
		most := 2
		switch {
		case l.String() == "triangular-prism":
			most = 3
		case l.String() == "gyrobifastigium":
			most = 4 // it has the fewest symmetries, and its own are glides
		}
		table, err := CountsBySymmetry(context.Background(), l, most)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= most; n++ {
			list, err := Enumerate(context.Background(), l, n, Free)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int64{}
			for _, s := range list {
				got[s.Symmetry()]++
			}
			counted := map[string]int64{} // groups that differ in the directions of their axes have one name
			for _, c := range table.Columns {
				if m := c.Counts[n-1].Int64(); m != 0 && c.Name != "all" {
					counted[c.Name] += m
				}
			}
			for name, want := range got {
				if counted[name] != want {
					t.Errorf("%s: %v polyforms of %d cells with the symmetry %s, listed %d", l, counted[name], n, name, want)
				}
			}
		}
	}
}

// dissections divide a parallelepiped or the like, in steps.
var dissections = [][][][3]float64{
	{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}},
	{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}},
	{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}, {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}},
	{ // six pyramids with a common apex in the middle
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {.5, .5, .5}}, {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {.5, .5, .5}},
		{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}, {.5, .5, .5}}, {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}, {.5, .5, .5}},
		{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {.5, .5, .5}}, {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}, {.5, .5, .5}},
	},
	{ // layers of two sorts: prisms cut along different diagonals
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, .5}, {1, 0, .5}, {0, 1, .5}}, {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, .5}, {1, 1, .5}, {0, 1, .5}},
		{{0, 0, .5}, {1, 0, .5}, {0, 1, .5}, {1, 1, .5}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
	},
}

// TestRandomHoneycombs compares polyforms on random lattices of several cells with a program that
// knows only corners: neighbors have three corners in common, and symmetries map corners to corners
// and cells to cells. Some designs are wrong and must be errors.
func TestRandomHoneycombs(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 3))
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	regular := [][3]vector{
		{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}}, {{1, 0, 0}, {0, 1.5, 0}, {0, 0, 2}},
		{{1, 0, 0}, {0.5, root3 / 2, 0}, {0, 0, 1}}, {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, {{1, 0, 0}, {0.5, 1, 0}, {0, 0, 1}},
	}
	refused, orders := 0, map[int]int{}
	for i := range rounds {
		var steps [3]vector
		for j := range steps {
			for k := range steps[j] {
				steps[j][k] = float64(r.IntN(5)-2) / 2
			}
		}
		if r.IntN(2) == 0 {
			steps = regular[r.IntN(len(regular))]
		}
		p := SolidPeriod{Name: "random", Steps: [3][3]float64{steps[0], steps[1], steps[2]}}
		var cells [][]vector
		for _, cell := range dissections[r.IntN(len(dissections))] {
			var own []vector
			for _, c := range cell {
				own = append(own, steps[0].times(c[0]).plus(steps[1].times(c[1])).plus(steps[2].times(c[2])))
			}
			r.Shuffle(len(own), func(a, b int) { own[a], own[b] = own[b], own[a] })
			cells = append(cells, own)
			var corners [][3]float64
			for _, c := range own {
				corners = append(corners, c)
			}
			p.Cells = append(p.Cells, corners)
		}
		broken := r.IntN(5) == 0
		if broken {
			k, c := r.IntN(len(p.Cells)), r.IntN(4)
			p.Cells[k][c] = [3]float64{p.Cells[k][c][0] + 0.25, p.Cells[k][c][1], p.Cells[k][c][2]}
		}
		l, err := NewSolidLattice(p)
		if err != nil {
			refused++
			continue
		}
		if broken {
			t.Errorf("seed %d, lattice %d, %v: expected an error", seed, i, p)
			continue
		}
		orders[len(l.Isometries())]++
		const n = 3
		fixed, free := countSolids(l.space, cells, n)
		for class, want := range map[Class]int{Fixed: fixed, Free: free} {
			if list, err := Enumerate(context.Background(), l, n, class); err != nil || len(list) != want {
				t.Errorf("seed %d, lattice %d, %v: %d %v polyforms, error %v; expected %d", seed, i, p, len(list), class, err, want)
			}
		}
		text, err := l.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseLattice(string(text))
		if err != nil || len(again.Isometries()) != len(l.Isometries()) || again.NumKinds() != l.NumKinds() {
			t.Errorf("seed %d, lattice %d: %s is read as %v, error %v", seed, i, text, again, err)
		}
	}
	t.Logf("seed %d: %d of %d refused, orders of point groups %v", seed, refused, rounds, orders)
	if refused > rounds*3/4 || len(orders) < 4 {
		t.Errorf("seed %d: %d of %d designs refused, orders %v; expected more", seed, refused, rounds, orders)
	}
}

// countSolids counts fixed and free polyforms of n cells by their corners.
func countSolids(steps [3]vector, cells [][]vector, n int) (fixed, free int) {
	key := func(p vector) string {
		return fmt.Sprintf("%d,%d,%d", int(math.Round(p[0]*1000)), int(math.Round(p[1]*1000)), int(math.Round(p[2]*1000)))
	}
	keyOf := func(corners []vector) string {
		var list []string
		for _, p := range corners {
			list = append(list, key(p))
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	// All cells near the origin.
	const reach = 4
	var all [][]vector
	number := map[string]int{}
	byCorner := map[string][]int{}
	var base []int
	for _, c := range combinations(reach) {
		for _, cell := range cells {
			var moved []vector
			for _, p := range cell {
				moved = append(moved, p.plus(c.of(&steps)))
			}
			if c == (combination{}) {
				base = append(base, len(all))
			}
			number[keyOf(moved)] = len(all)
			for _, p := range moved {
				byCorner[key(p)] = append(byCorner[key(p)], len(all))
			}
			all = append(all, moved)
		}
	}
	near := func(i int) []int {
		common := map[int]int{}
		for _, p := range all[i] {
			for _, j := range byCorner[key(p)] {
				common[j]++
			}
		}
		var list []int
		for j, m := range common {
			if j != i && m >= 3 {
				list = append(list, j)
			}
		}
		return list
	}
	// The linear parts of symmetries: the first four independent corners of a cell, mapped to
	// corners of the cells of a period.
	frame := func(a, b, c, d vector) [3]vector { return [3]vector{b.minus(a), c.minus(a), d.minus(a)} }
	first := all[base[0]]
	var own [3]vector
	var origin vector
search:
	for _, a := range first {
		for _, b := range first {
			for _, c := range first {
				for _, d := range first {
					if f := frame(a, b, c, d); math.Abs(f[0].dot(f[1].cross(f[2]))) > 1e-6 {
						own, origin = f, a
						break search
					}
				}
			}
		}
	}
	type isometry struct {
		m [3]vector // images of the frame
		t vector    // image of its origin
	}
	apply := func(g isometry, p vector) vector {
		f := fractionsOf(&own, p.minus(origin))
		return g.t.plus(g.m[0].times(f[0])).plus(g.m[1].times(f[1])).plus(g.m[2].times(f[2]))
	}
	test := slices.Clone(base)
	for _, i := range base {
		test = append(test, near(i)...)
	}
	alike := func(f [3]vector) bool {
		for i := range f {
			for j := range f {
				if math.Abs(f[i].dot(f[j])-own[i].dot(own[j])) > 1e-6 {
					return false
				}
			}
		}
		return true
	}
	var group []isometry
	for _, i := range base {
		for _, a := range all[i] {
			for _, b := range all[i] {
				for _, c := range all[i] {
					for _, d := range all[i] {
						g := isometry{frame(a, b, c, d), a}
						if !alike(g.m) {
							continue
						}
						good := true
						for _, j := range test {
							var image []vector
							for _, p := range all[j] {
								image = append(image, apply(g, p))
							}
							if _, ok := number[keyOf(image)]; !ok {
								good = false
								break
							}
						}
						if good {
							group = append(group, g)
						}
					}
				}
			}
		}
	}
	// normal moves a set by steps such that its least cell is in a fixed period.
	normal := func(set [][]vector) string {
		best := ""
		for _, cell := range set {
			var keys []string
			var middle vector
			for _, p := range cell {
				middle = middle.plus(p.times(1 / float64(len(cell))))
			}
			f := fractionsOf(&steps, middle)
			back := combination{int(math.Floor(f[0] + 1e-4)), int(math.Floor(f[1] + 1e-4)), int(math.Floor(f[2] + 1e-4))}.of(&steps)
			for _, other := range set {
				var moved []vector
				for _, p := range other {
					moved = append(moved, p.minus(back))
				}
				keys = append(keys, keyOf(moved))
			}
			slices.Sort(keys)
			if text := strings.Join(keys, "; "); best == "" || text < best {
				best = text
			}
		}
		return best
	}
	level := map[string][]int{}
	shape := func(set []int) [][]vector {
		var list [][]vector
		for _, i := range set {
			list = append(list, all[i])
		}
		return list
	}
	for _, i := range base {
		level[normal(shape([]int{i}))] = []int{i}
	}
	for range n - 1 {
		next := map[string][]int{}
		for _, set := range level {
			for _, i := range set {
				for _, j := range near(i) {
					if !slices.Contains(set, j) {
						grown := append(slices.Clone(set), j)
						next[normal(shape(grown))] = grown
					}
				}
			}
		}
		level = next
	}
	classes := map[string]bool{}
	for _, set := range level {
		best := ""
		for _, g := range group {
			var image [][]vector
			for _, i := range set {
				var cell []vector
				for _, p := range all[i] {
					cell = append(cell, apply(g, p))
				}
				image = append(image, cell)
			}
			if text := normal(image); best == "" || text < best {
				best = text
			}
		}
		classes[best] = true
	}
	return len(level), len(classes)
}
