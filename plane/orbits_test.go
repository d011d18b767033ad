// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"polka/shapes"
)

// TestFewestOrbits finds the isohedral numbers of the polyforms of some sizes. Those above 1 are of
// as many as Myers published as anisohedral.
func TestFewestOrbits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	tables := myers(t)
	list := []sizes{{shapes.Hexagon, 6, 7}, {shapes.Triangle, 9, 10}, {shapes.Square, 8, 9}}
	eachSize(t, 5, list, func(t *testing.T, l *shapes.Lattice, n int) {
		numbers := map[int]int{}
		var mu sync.Mutex
		inParallel(t, l, n, func(s shapes.Shape) {
			a, err := Decide(context.Background(), s)
			if err != nil || a.Verdict != Tiles {
				return
			}
			f, err := FindFewestOrbits(context.Background(), s, 8)
			if err != nil {
				t.Errorf("%v: %v", s, err)
				return
			}
			number, known := f.Number()
			if !known {
				t.Logf("%v: %v", s, f)
			}
			if number > 0 {
				if err := checkTiling(f.Tiling); err != nil {
					t.Errorf("%v: %v", s, err)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			numbers[number]++
		})
		t.Logf("%v %d: %v", l, n, numbers)
		more := 0
		for number, count := range numbers {
			if number != 1 {
				more += count
			}
		}
		if want, known := tables[l.String()]["anisohedral"].at(n); known && more != want {
			t.Errorf("%v %d: %v, published: %d above 1", l, n, numbers, want)
		}
	})
}

// TestEachPeriodic compares the classes of tilings with those that the search for tilings by
// several shapes finds, which are told apart by a look at all isometries and translations.
func TestEachPeriodic(t *testing.T) {
	for _, x := range []struct {
		l         *shapes.Lattice
		n, copies int
	}{{shapes.Square, 2, 4}, {shapes.Square, 4, 2}, {shapes.Hexagon, 3, 2}, {shapes.Triangle, 4, 2}, {shapes.Kite, 3, 2}} {
		if long() {
			x.copies++
		}
		list, err := shapes.Enumerate(t.Context(), x.l, x.n, shapes.Free)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			got, want := map[int]int{}, map[int]int{}
			for k := 1; k <= x.copies; k++ {
				err := EachPeriodic(t.Context(), s, k, func(tiling Tiling) bool {
					if err := checkTiling(tiling); err != nil {
						t.Errorf("%v: %v", s, err)
					}
					got[k]++
					return true
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			seen, visited := map[string]bool{}, 0
			err := EachMixed(t.Context(), []shapes.Shape{s}, x.copies, func(m Mixed) bool {
				if visited++; visited <= 10 {
					if err := checkMixed(m); err != nil {
						t.Errorf("%v: %v", s, err)
					}
				}
				if !m.primitive() {
					return true
				}
				if name := m.looks(); !seen[name] {
					seen[name] = true
					want[len(m.copies)]++
				}
				return true
			})
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v: %v classes by the number of copies, expected %v; %v", s, got, want, err)
			}
		}
	}
}

// looks returns a name of the tiling, which is the same for those that an isometry maps to each
// other.
func (m Mixed) looks() string {
	l := m.tiles[0].Lattice()
	var names []string
	for _, g := range l.Isometries() {
		image := func(v shapes.Cell) (x, y int) {
			a, b := g.ApplyCell(shapes.Cell{}), g.ApplyCell(v)
			return b.X - a.X, b.Y - a.Y
		}
		u, v := m.Period()
		p := period{}.add(image(u)).add(image(v))
		for dy := range p.c {
			for dx := range p.a {
				var copies []string
				for i, c := range m.copies {
					copies = append(copies, fmt.Sprint(m.ofTile[i], whereabouts(g.Apply(c).Translate(dx, dy, 0), p)))
				}
				slices.Sort(copies)
				names = append(names, fmt.Sprint(p, copies))
			}
		}
	}
	return slices.Min(names)
}

// whereabouts describes a copy modulo a period.
func whereabouts(c shapes.Shape, p period) string {
	first := c.Cells()[0]
	x, y := p.reduce(first.X, first.Y)
	return fmt.Sprint(c.Translate(-first.X, -first.Y, 0), x, y)
}

// primitive reports whether no translation shorter than the period maps the tiling to itself.
func (m Mixed) primitive() bool {
	all := map[string]bool{}
	for _, c := range m.copies {
		all[whereabouts(c, m.period)] = true
	}
	num := 0
	for dy := range m.period.c {
		for dx := range m.period.a {
			if !slices.ContainsFunc(m.copies, func(c shapes.Shape) bool { return !all[whereabouts(c.Translate(dx, dy, 0), m.period)] }) {
				num++
			}
		}
	}
	return num == 1
}

// TestFindMixed tiles the plane by several shapes, none of which is enough.
func TestFindMixed(t *testing.T) {
	find := func(copies int, names ...string) (Mixed, bool) {
		t.Helper()
		var tiles []shapes.Shape
		for _, name := range names {
			s, err := shapes.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			tiles = append(tiles, s)
		}
		m, found, err := FindMixed(t.Context(), tiles, copies)
		if err != nil {
			t.Fatal(err)
		}
		if found {
			if err := checkMixed(m); err != nil {
				t.Errorf("%v: %v", names, err)
			}
		}
		return m, found
	}
	ring := "###/#.#/###"
	if m, found := find(2, ring, "#"); !found || len(m.copies) != 2 {
		t.Errorf("a ring and a monomino: %v", m)
	}
	if m, found := find(6, ring, "##"); found {
		t.Errorf("a ring and a domino: %v", m)
	}
	if m, found := find(3, "##", "###/#"); !found {
		t.Errorf("a domino and the L: %v", m)
	}
	one, hexagon, apart := shapes.MustParse("#"), shapes.New(shapes.Hexagon, shapes.Cell{}), shapes.MustParse("#.#")
	for _, bad := range [][]shapes.Shape{nil, {{}}, {one, hexagon}, {one, apart}, {shapes.New(shapes.Cube, shapes.Cell{})}} {
		if _, _, err := FindMixed(t.Context(), bad, 2); err == nil {
			t.Errorf("no error for %v", bad)
		}
	}
	if _, _, err := FindMixed(t.Context(), []shapes.Shape{one}, 0); err == nil {
		t.Error("no error for no copies")
	}
	for i, patch := range []func(int) []shapes.Shape{Mixed{}.Patch, Tiling{}.Patch} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("patch %d with -1 coronas does not panic", i)
				}
			}()
			patch(-1)
		}()
	}
	if patch := (Mixed{}).Patch(1); patch != nil {
		t.Errorf("a patch without a tiling: %v", patch)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := shapes.Pentomino("X")
	if _, _, err := FindMixed(ctx, []shapes.Shape{s, s}, 9); err == nil {
		t.Error("no error of a context that has ended")
	}
}

// checkMixed checks a tiling by its definition.
func checkMixed(m Mixed) error {
	covered := map[shapes.Cell]bool{}
	u, v := m.Period()
	used := map[int]bool{}
	for i, c := range m.Copies() {
		tile := m.Tiles()[m.TileOf(i)]
		used[m.TileOf(i)] = true
		if !c.Canonical(shapes.Free).Equal(tile.Canonical(shapes.Free)) {
			return fmt.Errorf("copy %v is not congruent to %v", c, tile)
		}
		for _, c := range c.Cells() {
			for c.Y < 0 {
				c.X, c.Y = c.X+v.X, c.Y+v.Y
			}
			for c.Y >= v.Y {
				c.X, c.Y = c.X-v.X, c.Y-v.Y
			}
			c.X = ((c.X % u.X) + u.X) % u.X
			if covered[c] {
				return fmt.Errorf("cell %v is covered twice", c)
			}
			covered[c] = true
		}
	}
	if want := u.X * v.Y * m.tiles[0].Lattice().NumKinds(); len(covered) != want || len(used) != len(m.tiles) {
		return fmt.Errorf("%d of %d cells are covered, by %d shapes", len(covered), want, len(used))
	}
	return checkPatch(m)
}

// checkPatch checks the first two coronas: they cover what touches the copies before them, each of
// their copies touches these, none overlap, and all are translations of copies.
func checkPatch(m Mixed) error {
	known := map[string]bool{}
	for _, c := range m.copies {
		known[whereabouts(c, m.period)] = true
	}
	patch := m.Patch(2)
	if n := len(m.Patch(0)); n != 1 {
		return fmt.Errorf("%d copies before the first corona", n)
	}
	inside := patch[0]
	for k, next := 1, 1; k <= 2; k++ {
		around, size := touching(inside), inside.Size()
		for ; next < len(m.Patch(k)); next++ {
			s := patch[next]
			if !known[whereabouts(s, m.period)] || s.Intersection(around).Empty() {
				return fmt.Errorf("corona %d: %v is not a copy that touches", k, s)
			}
			inside, size = inside.Union(s), size+s.Size()
		}
		if size != inside.Size() || !around.Difference(inside).Empty() {
			return fmt.Errorf("corona %d overlaps, or leaves cells empty", k)
		}
	}
	return nil
}
