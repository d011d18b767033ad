// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/shapes"
)

// A naive search for periodic tilings: all periods of an area, all placements, and the first cell
// that is not covered. It has nothing but cells and isometries of package shapes in common with
// package plane.
type naive struct {
	l     *shapes.Lattice
	tiles int
	forms []naiveForm
	named map[string]int // the number of a form, by its cells
	moves []naiveMove

	a, b, c    int // the period: (a,0) and (b,c)
	placements []naivePlacement
	visit      func(t naiveTiling)
	most       int
	covered    []bool
	chosen     []int
}

// A naiveForm is an orientation of a tile whose first cell has the coordinates x = y = 0.
type naiveForm struct {
	tile  int
	cells []shapes.Cell
}

// A naiveMove is an isometry: the image of (x,y) is x*u + y*v, and the image of form k, with its
// first cell at (0,0), is form to[k], with its first cell at by[k].
type naiveMove struct {
	u, v [2]int
	to   []int
	by   [][2]int
}

// A naivePlacement is a form, and where its first cell is.
type naivePlacement struct{ form, x, y int }

// A naiveTiling is a tiling with its period.
type naiveTiling struct {
	a, b, c int
	copies  []naivePlacement
}

// normal returns the cells of a shape, moved so that the first one is at (0,0), and where it was.
func normal(s shapes.Shape) ([]shapes.Cell, [2]int) {
	first := s.Cells()[0]
	return s.Translate(-first.X, -first.Y, 0).Cells(), [2]int{first.X, first.Y}
}

func newNaive(tiles ...shapes.Shape) *naive {
	l := tiles[0].Lattice()
	n := &naive{l: l, tiles: len(tiles), named: map[string]int{}}
	for i, s := range tiles {
		for _, g := range l.Isometries() {
			cells, _ := normal(g.Apply(s))
			if name := fmt.Sprint(i, cells); n.named[name] == 0 {
				n.forms = append(n.forms, naiveForm{i, cells})
				n.named[name] = len(n.forms)
			}
		}
	}
	for _, g := range l.Isometries() {
		at := func(x, y int) [2]int {
			o, p := g.ApplyCell(shapes.Cell{}), g.ApplyCell(shapes.Cell{X: x, Y: y})
			return [2]int{p.X - o.X, p.Y - o.Y}
		}
		m := naiveMove{u: at(1, 0), v: at(0, 1)}
		for _, f := range n.forms {
			cells, by := normal(g.Apply(shapes.New(l, f.cells...)))
			m.to, m.by = append(m.to, n.named[fmt.Sprint(f.tile, cells)]-1), append(m.by, by)
		}
		n.moves = append(n.moves, m)
	}
	return n
}

// reduce moves a point into the period.
func (t *naiveTiling) reduce(x, y int) (int, int) {
	k := y / t.c
	if y%t.c < 0 {
		k--
	}
	x, y = x-k*t.b, y-k*t.c
	return ((x % t.a) + t.a) % t.a, y
}

// each visits all tilings with at most so many copies in a period, of each tile at least one.
func (n *naive) each(most int, visit func(t naiveTiling)) {
	n.most, n.visit = most, visit
	sizes := make([]int, n.tiles)
	for _, f := range n.forms {
		sizes[f.tile] = len(f.cells)
	}
	reach := map[int]bool{0: true}
	for range most {
		next := maps.Clone(reach)
		for size := range reach {
			for _, s := range sizes {
				next[size+s] = true
			}
		}
		reach = next
	}
	for area := range reach {
		if area == 0 || area%n.l.NumKinds() != 0 {
			continue
		}
		for c := 1; c <= area/n.l.NumKinds(); c++ {
			if area/n.l.NumKinds()%c == 0 {
				for b := range area / n.l.NumKinds() / c {
					n.a, n.b, n.c = area/n.l.NumKinds()/c, b, c
					n.search()
				}
			}
		}
	}
}

// index returns the number of a cell in the period.
func (n *naive) index(c shapes.Cell) int {
	t := naiveTiling{a: n.a, b: n.b, c: n.c}
	x, y := t.reduce(c.X, c.Y)
	return (y*n.a+x)*n.l.NumKinds() + c.Z
}

// search finds all tilings with the period.
func (n *naive) search() {
	n.placements = n.placements[:0]
	for k := range n.forms {
		for y := range n.c {
			for x := range n.a {
				n.placements = append(n.placements, naivePlacement{k, x, y})
			}
		}
	}
	n.covered = make([]bool, n.a*n.c*n.l.NumKinds())
	covers := make([][]int, len(n.placements))
	for i, p := range n.placements {
		seen := map[int]bool{}
		for _, c := range n.forms[p.form].cells {
			at := n.index(shapes.Cell{X: c.X + p.x, Y: c.Y + p.y, Z: c.Z})
			seen[at] = true
			covers[i] = append(covers[i], at)
		}
		if len(seen) < len(covers[i]) {
			covers[i] = nil // it overlaps its translations
		}
	}
	n.chosen = n.chosen[:0]
	n.cover(covers)
}

func (n *naive) cover(covers [][]int) {
	first := slices.Index(n.covered, false)
	if first < 0 {
		used := map[int]bool{}
		t := naiveTiling{a: n.a, b: n.b, c: n.c}
		for _, i := range n.chosen {
			t.copies = append(t.copies, n.placements[i])
			used[n.forms[n.placements[i].form].tile] = true
		}
		if len(used) == n.tiles {
			n.visit(t)
		}
		return
	}
	if len(n.chosen) == n.most {
		return
	}
	for i, list := range covers {
		if !slices.Contains(list, first) || slices.ContainsFunc(list, func(at int) bool { return n.covered[at] }) {
			continue
		}
		for _, at := range list {
			n.covered[at] = true
		}
		n.chosen = append(n.chosen, i)
		n.cover(covers)
		n.chosen = n.chosen[:len(n.chosen)-1]
		for _, at := range list {
			n.covered[at] = false
		}
	}
}

// image returns the image of a tiling, by an isometry, sorted.
func (n *naive) image(m naiveMove, t naiveTiling) naiveTiling {
	linear := func(x, y int) [2]int { return [2]int{x*m.u[0] + y*m.v[0], x*m.u[1] + y*m.v[1]} }
	u, v := linear(t.a, 0), linear(t.b, t.c)
	area := t.a * t.c
	image := naiveTiling{}
	for c := 1; c <= area; c++ {
		for b := 0; area%c == 0 && b < area/c; b++ {
			p := naiveTiling{a: area / c, b: b, c: c}
			ux, uy := p.reduce(u[0], u[1])
			vx, vy := p.reduce(v[0], v[1])
			if ux == 0 && uy == 0 && vx == 0 && vy == 0 {
				image = p
			}
		}
	}
	for _, q := range t.copies {
		at := linear(q.x, q.y)
		x, y := image.reduce(at[0]+m.by[q.form][0], at[1]+m.by[q.form][1])
		image.copies = append(image.copies, naivePlacement{m.to[q.form], x, y})
	}
	return image
}

// moved returns a tiling moved by a vector.
func (t naiveTiling) moved(dx, dy int) naiveTiling {
	m := naiveTiling{a: t.a, b: t.b, c: t.c}
	for _, q := range t.copies {
		x, y := t.reduce(q.x+dx, q.y+dy)
		m.copies = append(m.copies, naivePlacement{q.form, x, y})
	}
	return m
}

// name is the same for the same list of copies.
func (t naiveTiling) name() string {
	copies := slices.Clone(t.copies)
	slices.SortFunc(copies, func(p, q naivePlacement) int {
		return slices.Compare([]int{p.form, p.x, p.y}, []int{q.form, q.x, q.y})
	})
	name := []byte{byte(t.a), byte(t.b), byte(t.c)}
	for _, q := range copies {
		name = append(name, byte(q.form), byte(q.x), byte(q.y))
	}
	return string(name)
}

// class returns a name for all images of a tiling, how many orbits of copies it has, and whether
// its period is the smallest.
func (n *naive) class(t naiveTiling) (name string, orbits int, smallest bool) {
	own := t.name()
	orbit := make([]int, len(t.copies))
	for i := range orbit {
		orbit[i] = i
	}
	smallest = true
	at := map[naivePlacement]int{}
	for i, q := range t.copies {
		at[q] = i
	}
	for k, m := range n.moves {
		image := n.image(m, t)
		for dy := range image.c {
			for dx := range image.a {
				moved := image.moved(dx, dy)
				other := moved.name()
				if name == "" || other < name {
					name = other
				}
				if other != own {
					continue
				}
				if k == 0 && (dx > 0 || dy > 0) {
					smallest = false
				}
				for i, q := range moved.copies {
					a, b := orbit[i], orbit[at[q]]
					for j, o := range orbit {
						if o == b {
							orbit[j] = a
						}
					}
				}
			}
		}
	}
	slices.Sort(orbit)
	return name, len(slices.Compact(orbit)), smallest
}

// of returns a tiling of package plane as one of the naive search.
func (n *naive) of(u, v shapes.Cell, copies []shapes.Shape, tile func(i int) int) naiveTiling {
	t := naiveTiling{a: u.X, b: v.X, c: v.Y}
	for i, s := range copies {
		cells, at := normal(s)
		x, y := t.reduce(at[0], at[1])
		t.copies = append(t.copies, naivePlacement{n.named[fmt.Sprint(tile(i), cells)] - 1, x, y})
	}
	return t
}

// tries returns the number of random problems: 10,000 with POLKA_LONG=1, fewer with -short.
func tries(n int) int {
	switch {
	case long():
		return 10_000
	case testing.Short():
		return n / 10
	}
	return n
}

// TestPeriodicByBruteForce compares the classes of periodic tilings by random shapes, the numbers
// of their orbits, and the fewest orbits, with a naive search; and tilings by two or three shapes.
func TestPeriodicByBruteForce(t *testing.T) {
	const seed = 374
	random := rand.New(rand.NewPCG(seed, 1))
	lists := []struct {
		l       *shapes.Lattice
		largest int
		cells   int // of a period at most
		bySize  [][]shapes.Shape
	}{{l: shapes.Square, largest: 6, cells: 12}, {l: shapes.Hexagon, largest: 5, cells: 10}, {l: shapes.Triangle, largest: 8, cells: 16}, {l: shapes.Kite, largest: 6, cells: 24}}
	for i := range lists {
		for n := 1; n <= lists[i].largest; n++ {
			list, err := shapes.Enumerate(t.Context(), lists[i].l, n, shapes.Free)
			if err != nil {
				t.Fatal(err)
			}
			lists[i].bySize = append(lists[i].bySize, list)
		}
	}
	n, tiled, several, classes := tries(100), 0, 0, 0
	distinct := map[string]bool{}
	for round := range n {
		list := lists[random.IntN(len(lists))]
		var tiles []shapes.Shape
		for range 1 + random.IntN(3) {
			of := list.bySize[random.IntN(list.largest)]
			s := of[random.IntN(len(of))]
			turned := s.Lattice().Isometries()
			tiles = append(tiles, turned[random.IntN(len(turned))].Apply(s))
		}
		if random.IntN(2) == 0 {
			tiles = tiles[:1]
		}
		largest := 0
		for _, s := range tiles {
			largest = max(largest, s.Size())
		}
		most := min(4, list.cells/largest)
		if most < len(tiles) {
			tiles = tiles[:1]
		}
		about := fmt.Sprintf("seed %d, problem %d: %v, %d copies", seed, round, tiles, most)
		distinct[fmt.Sprint(tiles, most)] = true
		search := newNaive(tiles...)
		want, least := map[string]int{}, 0 // classes and their orbits
		primitive := map[int]map[string]bool{}
		best := 0
		search.each(most, func(tiling naiveTiling) {
			name, orbits, smallest := search.class(tiling)
			if want[name] = orbits; least == 0 || len(tiling.copies) < least {
				least = len(tiling.copies)
			}
			if best == 0 || orbits < best {
				best = orbits
			}
			if k := len(tiling.copies); smallest {
				if primitive[k] == nil {
					primitive[k] = map[string]bool{}
				}
				primitive[k][name] = true
			}
		})
		if least > 0 {
			tiled++
		}
		classes += len(want)
		// All tilings.
		got := map[string]bool{}
		err := EachMixed(t.Context(), tiles, most, func(m Mixed) bool {
			u, v := m.Period()
			name, _, _ := search.class(search.of(u, v, m.Copies(), m.TileOf))
			got[name] = true
			return true
		})
		if err != nil || !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
			t.Fatalf("%s: EachMixed finds %d classes, want %d; %v", about, len(got), len(want), err)
		}
		m, found, err := FindMixed(t.Context(), tiles, most)
		if err != nil || found != (least > 0) || found && len(m.Copies()) != least {
			t.Fatalf("%s: FindMixed: %v, %v, %v; want %d copies", about, m, found, err, least)
		}
		if len(tiles) > 1 {
			several++
			continue
		}
		// Those of one shape, each class once.
		for k := 1; k <= most; k++ {
			times := map[string]bool{}
			err := EachPeriodic(t.Context(), tiles[0], k, func(one Tiling) bool {
				u, v := one.Period()
				name, orbits, smallest := search.class(search.of(u, v, one.Copies(), func(int) int { return 0 }))
				if times[name] || !primitive[k][name] || !smallest || one.NumOrbits() != orbits || want[name] != orbits {
					t.Fatalf("%s: %v has %d orbits, want %d; twice %v, smallest %v", about, one, one.NumOrbits(), orbits, times[name], smallest)
				}
				times[name] = true
				return true
			})
			if err != nil || len(times) != len(primitive[k]) {
				t.Fatalf("%s: %d classes with %d copies, want %d; %v", about, len(times), k, len(primitive[k]), err)
			}
		}
		f, err := FindFewestOrbits(t.Context(), tiles[0], most)
		number := f.Tiling.NumOrbits()
		if err != nil || best > 0 && (number == 0 || number > best || number > 1 && number != best || f.AtLeast > best) {
			t.Fatalf("%s: %v, %v; the fewest of the naive search are %d", about, f, err, best)
		}
	}
	t.Logf("seed %d: %d problems, %d different, %d of several shapes, %d with tilings, %d classes of tilings", seed, n, len(distinct), several, tiled, classes)
	if tiled < n/4 || several < n/8 {
		t.Error("too few problems have tilings")
	}
}
