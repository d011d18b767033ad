// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

func ExampleDecide() {
	for _, text := range []string{"#.#/###/.#.", "##./.##/##./.#.", "#####/#...#"} {
		s, _ := shapes.Parse(text)
		answer, err := Decide(context.Background(), s)
		fmt.Println(answer.Verdict, answer.Tiling.NumOrbits(), answer.NumExcluded, err)
	}
	// Output:
	// tiles 1 0 <nil>
	// tiles 1 0 <nil>
	// does not tile 0 2 <nil>
}

func ExampleHeesch() {
	s, _ := shapes.Parse("#####/#...#")
	c, err := Heesch(context.Background(), s)
	fmt.Println(c, err)
	// Output:
	// Heesch number 1 <nil>
}

func ExampleFindPeriodic() {
	p, _ := shapes.Pentomino("F")
	t, found, _ := FindPeriodic(context.Background(), p, 4)
	u, v := t.Period()
	fmt.Println(found, len(t.Copies()), u, v)
	// Output:
	// true 2 {10 0 0} {3 1 0}
}

func ExampleFindFewestOrbits() {
	s, _ := shapes.Parse("##../.##./..#./..##/..#.") // one of eight squares
	fewest, err := FindFewestOrbits(context.Background(), s, 8)
	fmt.Println(fewest, err)
	// Output: isohedral number 2 <nil>
}

func ExampleFindMixed() {
	ring, _ := shapes.Parse("###/#.#/###")
	cell, _ := shapes.Parse("#")
	m, _, err := FindMixed(context.Background(), []shapes.Shape{ring, cell}, 2)
	fmt.Println(m, err)
	// Output: 2 copies of 2 shapes, translations (9,0) and (3,1) <nil>
}

func ExampleFindConway() {
	p, _ := shapes.Pentomino("F")
	t, ok := FindConway(p)
	fmt.Println(ok, t.Group(), t.Orbifold(), len(t.Copies()))
	// Output:
	// true p2 2222 2
}

func ExampleTiling_HeeschType() {
	p, _ := shapes.Pentomino("F")
	t, _, _ := FindIsohedral(context.Background(), p)
	fmt.Println(t.HeeschType())
	// Output:
	// TCCTCC 4
}

// TestTenIamond checks the coronas of a 10-iamond for which Kaplan's table has Heesch number 3 if
// the last corona may have holes: it has 4 such coronas.
func TestTenIamond(t *testing.T) {
	if !long() {
		t.Skip("takes seconds; set POLKA_LONG=1")
	}
	s, err := shapes.Parse("triangle [(0,0,1), (1,0,0), (1,0,1), (0,1,1), (1,1,0), (1,1,1), (2,1,0), (0,2,0), (1,2,0), (1,2,1)]")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Heesch(context.Background(), s)
	if err != nil || c.Number != 3 || c.WithHoles != 4 {
		t.Errorf("Heesch returned %v, %v", c, err)
	}
	if err := checkCoronas(s, c.List, true); err != nil {
		t.Error(err)
	}
}

// randomShape grows a connected shape cell by cell.
func randomShape(r *rand.Rand, l *shapes.Lattice, n int) shapes.Shape {
	s := shapes.New(l, shapes.Cell{})
	for s.Size() < n {
		near := s.Neighbors().Cells()
		s = s.Union(shapes.New(l, near[r.IntN(len(near))]))
	}
	return s
}

// TestCriteria compares the factorizations of the boundary with the search for neighbors, and both
// with tilings of a torus, for random shapes.
func TestCriteria(t *testing.T) {
	ctx := context.Background()
	rounds := 150
	if long() {
		rounds = 2500
	}
	r := rand.New(rand.NewPCG(18, 2))
	for _, l := range []*shapes.Lattice{shapes.Square, shapes.Hexagon, shapes.Triangle, shapes.Kite} {
		for range rounds {
			s := randomShape(r, l, 4+r.IntN(9))
			tile, corners, err := disk(s)
			if err != nil {
				t.Fatal(err)
			}
			if corners == nil {
				continue
			}
			var translations, conway bool
			tile.glue(ctx, corners, func(op int) bool { return op == 0 }, func(*gluing, []motion) bool {
				translations = true
				return false
			})
			tile.glue(ctx, corners, func(op int) bool { return op == 0 || tile.isHalfTurn(op) }, func(_ *gluing, list []motion) bool {
				for _, m := range list {
					conway = conway || m.op != 0
				}
				return !conway
			})
			byTranslations, ok := FindTranslations(s)
			if ok != translations {
				t.Errorf("%v: tiles by translations: %v by the boundary, %v by search", s, ok, translations)
			}
			if ok && (checkTiling(byTranslations) != nil || len(byTranslations.Copies()) != 1) {
				t.Errorf("%v: wrong tiling by translations: %v", s, byTranslations)
			}
			byHalfTurns, ok := FindConway(s)
			if ok != conway {
				t.Errorf("%v: Conway's criterion: %v by the boundary, %v by search", s, ok, conway)
			}
			if ok && checkTiling(byHalfTurns) != nil {
				t.Errorf("%v: wrong tiling by half turns: %v", s, byHalfTurns)
			}
			tiling, isohedral, _ := FindIsohedral(ctx, s)
			if isohedral && (tiling.NumOrbits() != 1 || checkTiling(tiling) != nil) {
				t.Errorf("%v: wrong isohedral tiling: %v", s, tiling)
			}
			if (translations || conway) && !isohedral {
				t.Errorf("%v: the search for isohedral tilings is incomplete", s)
			}
			if _, one, _ := FindPeriodic(ctx, s, 1); one != translations {
				t.Errorf("%v: tiles by translations: %v, tiles a torus of its size: %v", s, translations, one)
			}
			// Isohedral tilings with two copies in a period are found on a torus as well.
			if two, ok, _ := FindPeriodic(ctx, s, 2); ok && two.NumOrbits() == 1 && !isohedral {
				t.Errorf("%v: the search for isohedral tilings missed %v", s, two)
			}
		}
	}
}

// TestErrors examines shapes that cannot be examined.
func TestErrors(t *testing.T) {
	for _, s := range []shapes.Shape{
		{},
		shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 2}),
		shapes.New(shapes.Cube, shapes.Cell{}),
		shapes.New(shapes.Stick, shapes.Cell{}),
		shapes.Rectangle(16, 16),
	} {
		if a, err := Decide(context.Background(), s); err == nil || a.Verdict != Undecided {
			t.Errorf("%v: %v, %v", s, a, err)
		}
	}
	ring := shapes.Rectangle(3, 3).Difference(shapes.New(shapes.Square, shapes.Cell{X: 1, Y: 1}))
	if a, err := Decide(context.Background(), ring); err != nil || !a.Holes || a.Verdict != DoesNotTile {
		t.Errorf("ring: %v, %v", a, err)
	}
	if _, err := Heesch(context.Background(), ring); !errors.Is(err, ErrHole) {
		t.Errorf("ring: %v", err)
	}
	if _, err := Heesch(context.Background(), shapes.Domino()); !errors.Is(err, ErrTiles) {
		t.Errorf("domino: %v", err)
	}
}

// TestContext ends the context before the search.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := shapes.Parse("hexagon [(1,0), (2,0), (2,1), (1,2), (2,2), (3,2), (0,3)]")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := Decide(ctx, s); !errors.Is(err, context.Canceled) || a.Verdict != Undecided {
		t.Errorf("%v, %v", a, err)
	}
	if _, err := Heesch(ctx, s); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestGroups finds tilings with many symmetry groups, and the types of Heesch.
func TestGroups(t *testing.T) {
	groups := make(map[string]bool)
	types := make(map[string]bool)
	for _, l := range []*shapes.Lattice{shapes.Square, shapes.Hexagon, shapes.Triangle, shapes.Tan, shapes.Kite} {
		for n := 1; n <= 7 && (l != shapes.Tan || n < 2); n++ {
			list, err := shapes.Enumerate(context.Background(), l, n, shapes.Free)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range list {
				tile, corners, err := disk(s)
				if err != nil || corners == nil {
					continue
				}
				tile.glue(context.Background(), corners, func(int) bool { return true }, func(g *gluing, neighbors []motion) bool {
					til := tile.generate(neighbors)
					groups[til.Group()] = true
					if til.NumOrbits() != 1 {
						t.Errorf("%v: %v", s, til)
					}
					types[g.heeschType(neighbors)] = true
					return true
				})
			}
		}
	}
	for name := range orbifolds {
		if !groups[name] && name != "p3m1" { // TestThirdTurns has this one
			t.Errorf("no tiling with group %s", name)
		}
	}
	for name := range heeschNumbers {
		if !types[name] && name != "CC3C3" { // twelve copies would meet in a corner
			t.Errorf("no tiling of type %s", name)
		}
	}
}

// TestThirdTurns names the two groups with rotations of order 3 and reflections.
func TestThirdTurns(t *testing.T) {
	g, err := gridOf(shapes.Triangle)
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]int)
	for op := range g.ops {
		if !g.ops[op].mirror {
			continue
		}
		var group []motion
		for turn := range g.ops {
			if o := g.ops[turn]; !o.mirror && o.order%2 == 1 {
				group = append(group, motion{op: turn}, motion{op: g.product[turn][op]})
			}
		}
		name := g.groupName(period{1, 0, 1}, group)
		names[name]++
		// The reflection that exchanges left and right has an axis across the direction of X, in
		// which the shortest translations lie.
		if o := g.ops[op]; o.xx == -1 && o.yx == 0 && name != "p3m1" {
			t.Errorf("the group of the reflection of X is %s", name)
		}
	}
	if names["p3m1"] != 3 || names["p31m"] != 3 {
		t.Errorf("groups %v", names)
	}
}

// TestBadNumbers asks for numbers of copies and coronas that are not valid.
func TestBadNumbers(t *testing.T) {
	domino := shapes.Domino()
	_, _, periodic := FindPeriodic(t.Context(), domino, 0)
	_, _, rectangle := FindSmallestRectangle(t.Context(), domino, 0)
	_, surround := Surround(t.Context(), domino, -1)
	for i, err := range []error{periodic, rectangle, surround} {
		if err == nil {
			t.Errorf("question %d: no error", i)
		}
	}
}

// TestBadShapes asks about shapes that the searches do not work on.
func TestBadShapes(t *testing.T) {
	for _, s := range []shapes.Shape{{}, shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 5})} {
		_, _, isohedral := FindIsohedral(t.Context(), s)
		_, _, periodic := FindPeriodic(t.Context(), s, 2)
		if isohedral == nil || periodic == nil {
			t.Errorf("%v: errors %v and %v", s, isohedral, periodic)
		}
	}
}
