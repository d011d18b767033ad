// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func tesseract(t testing.TB) *Lattice {
	t.Helper()
	l, err := LatticeByName("tesseract")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTesseractsAgainstOEIS(t *testing.T) {
	most := 6
	if long {
		most = 9
	}
	table, err := CountsByClass(context.Background(), tesseract(t), most)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.Columns {
		for i, got := range c.Counts {
			if want := c.Published(i + 1); want == nil || got.Cmp(want) != 0 {
				t.Errorf("%s (%s), %d cells: %v, want %v", c.Name, c.Sequence, i+1, got, want)
			}
		}
	}
}

// The tests below have coordinates of their own: four numbers, and matrices of four rows.
type point4 [4]int

// matrices4 returns the matrices with one 1 or -1 in each row and column, with their determinants.
func matrices4() (list [][4]point4, signs []int) {
	var add func(m [4]point4, row, used, sign int)
	add = func(m [4]point4, row, used, sign int) {
		if row == 4 {
			list, signs = append(list, m), append(signs, sign)
			return
		}
		for column := range 4 {
			if used>>column&1 == 1 {
				continue
			}
			own := sign
			for later := column + 1; later < 4; later++ {
				if used>>later&1 == 1 {
					own = -own
				}
			}
			for _, x := range []int{1, -1} {
				m[row] = point4{}
				m[row][column] = x
				add(m, row+1, used|1<<column, own*x)
			}
		}
	}
	add([4]point4{}, 0, 0, 1)
	return list, signs
}

// moved4 returns the sorted images of points, moved so that the least of each coordinate is 0.
func moved4(points []point4, m [4]point4) []point4 {
	images := make([]point4, len(points))
	least := point4{99, 99, 99, 99}
	for k, p := range points {
		for i, row := range m {
			for j, x := range row {
				images[k][i] += x * p[j]
			}
			least[i] = min(least[i], images[k][i])
		}
	}
	for k := range images {
		for i := range least {
			images[k][i] -= least[i]
		}
	}
	slices.SortFunc(images, func(a, b point4) int { return slices.Compare(a[:], b[:]) })
	return images
}

func shape4(l *Lattice, points []point4) Shape {
	var cells []Cell
	for _, p := range points {
		cells = append(cells, Cell4(p[0], p[1], p[2], p[3]))
	}
	return New(l, cells...)
}

// grown4 returns the fixed shapes of n points, by adding neighbors to those of n-1.
func grown4(n int) [][]point4 {
	one := [4]point4{{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}}
	list := [][]point4{{{}}}
	for range n - 1 {
		known := map[[8]point4]bool{}
		var next [][]point4
		for _, s := range list {
			for _, p := range s {
				for i := range 4 {
					for _, d := range []int{1, -1} {
						q := p
						q[i] += d
						if slices.Contains(s, q) {
							continue
						}
						t := moved4(append(slices.Clone(s), q), one)
						var key [8]point4
						copy(key[:], t)
						if !known[key] {
							known[key] = true
							next = append(next, t)
						}
					}
				}
			}
		}
		list = next
	}
	return list
}

// Enumeration, canonical forms, symmetries and symmetry classes of up to five cells are those of
// sets of points that are grown and mapped here.
func TestTesseractsAgainstGrowth(t *testing.T) {
	l := tesseract(t)
	matrices, signs := matrices4()
	if len(matrices) != 384 || len(l.Isometries()) != 384 {
		t.Fatalf("%d matrices, %d isometries", len(matrices), len(l.Isometries()))
	}
	most := 5
	if testing.Short() {
		most = 4
	}
	for n := 1; n <= most; n++ {
		fixed := grown4(n)
		for _, class := range []Class{Fixed, OneSided, Free} {
			want := map[Shape]bool{}
			names := map[string]int64{}
			for _, s := range fixed {
				if class == Fixed {
					want[shape4(l, s)] = true
					continue
				}
				if want[shape4(l, s).Canonical(class)] {
					continue
				}
				least := shape4(l, s)
				turns, reflections := 0, 0
				for i, m := range matrices {
					image := moved4(s, m)
					if slices.Equal(image, s) {
						if signs[i] > 0 {
							turns++
						} else {
							reflections++
						}
					}
					if own := shape4(l, image); (class == Free || signs[i] > 0) && own.Compare(least) < 0 {
						least = own
					}
				}
				want[least] = true
				if class != Free {
					continue
				}
				if got := len(least.Symmetries()); got != turns+reflections || least.Chiral() != (reflections == 0) {
					t.Errorf("%v: %d symmetries, want %d rotations and %d reflections", least, got, turns, reflections)
				}
				names[least.Symmetry()]++
			}
			got, err := Enumerate(context.Background(), l, n, class)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%d cells, %v: %d shapes, %v; want %d", n, class, len(got), err, len(want))
			}
			for _, s := range got {
				if !want[s] || s.Canonical(class) != s {
					t.Errorf("%d cells, %v: unexpected %v", n, class, s)
				}
			}
			if class != Free {
				continue
			}
			table, err := CountsBySymmetry(context.Background(), l, n)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range table.Columns {
				if c.Counts[n-1].Cmp(big.NewInt(names[c.Name])) != 0 {
					t.Errorf("%d cells, symmetry %q: %v, want %d", n, c.Name, c.Counts[n-1], names[c.Name])
				}
			}
		}
	}
}

// Isometries act as matrices do, compose, have inverses and formulas; text is read back.
func TestTesseractIsometries(t *testing.T) {
	const seed = 4
	l := tesseract(t)
	r := rand.New(rand.NewPCG(seed, 0))
	all := l.Isometries()
	matrices, _ := matrices4()
	random := func() point4 { return point4{r.IntN(9) - 4, r.IntN(9) - 4, r.IntN(9) - 4, r.IntN(9) - 4} }
	for range 500 {
		var points []point4
		for range 5 {
			points = append(points, random())
		}
		s := shape4(l, points)
		g, h := all[r.IntN(len(all))].Translate(r.IntN(3), r.IntN(3), r.IntN(3)), all[r.IntN(len(all))]
		if got, want := g.Then(h).Apply(s), h.Apply(g.Apply(s)); got != want {
			t.Fatalf("seed %d: %v then %v maps %v to %v, want %v", seed, g, h, s, got, want)
		}
		if got := g.Then(g.Inverse()); !got.Identity() {
			t.Errorf("%v and its inverse give %v", g, got)
		}
		m := matrices[r.IntN(len(matrices))]
		if got, want := shape4(l, moved4(points, m)).Canonical(Free), s.Canonical(Free); got != want {
			t.Errorf("seed %d: an image of %v has another canonical form", seed, s)
		}
		if got, err := Parse(s.String()); err != nil || got != s {
			t.Errorf("Parse(%q) = %v, %v", s.String(), got, err)
		}
		if got, err := Parse("tesseract\n" + s.Text()); err != nil || got != s.Normal() {
			t.Errorf("Parse of %v:\n%s\n= %v, %v", s, s.Text(), got, err)
		}
		for _, g := range s.Symmetries() {
			if g.Apply(s) != s {
				t.Errorf("%v is no symmetry of %v", g, s)
			}
		}
	}
	if got, want := all[1].String(), "(x,y,z,w) -> (-y,x,z,w)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTesseractText(t *testing.T) {
	l := tesseract(t)
	for text, want := range map[string]Shape{
		"tesseract ##/#. | .. || #.":      shape4(l, []point4{{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}),
		"tesseract ##||.#":                shape4(l, []point4{{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}}),
		"tesseract\n##\n\n#.\n||\n#.\n..": shape4(l, []point4{{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}),
		"tesseract [(0,0,0,-1)]":          shape4(l, []point4{{0, 0, 0, -1}}),
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"tesseract [(0,0,0)]", "tesseract [(0,0,0,128)]", "tesseract [(0,0,-129,0)]"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, got)
		}
	}
	if x, y, z, w := Cell4(1, -2, -3, -4).Four(); x != 1 || y != -2 || z != -3 || w != -4 {
		t.Errorf("the coordinates 1, -2, -3, -4 became %d, %d, %d, %d", x, y, z, w)
	}
}

// A hollow 4-cube of side 3 has a hole, and slices that fit together.
func TestTesseractHole(t *testing.T) {
	l := tesseract(t)
	var points []point4
	for i := range 81 {
		if i != 40 {
			points = append(points, point4{i % 3, i / 3 % 3, i / 9 % 3, i / 27})
		}
	}
	s := shape4(l, points)
	if s.Width() != 3 || s.Height() != 3 || s.Depth() != 3 || New(l).Depth() != 0 {
		t.Errorf("extents %d, %d, %d; want 3", s.Width(), s.Height(), s.Depth())
	}
	holes := s.Holes()
	if len(holes) != 1 || holes[0] != shape4(l, []point4{{1, 1, 1, 1}}) {
		t.Errorf("holes %v", holes)
	}
	if got := shape4(l, points[1:]).Holes(); len(got) != 1 {
		t.Errorf("holes without a corner: %v", got)
	}
	flat := s.Slices(s)
	if parts := flat.Components(); flat.Lattice() != Cube || flat.Size() != 80 || len(parts) != 3 {
		t.Errorf("%d slices of %d cubes, want 3 of 80", len(parts), flat.Size())
	}
	rest := New(l, s.Cells()[:7]...)
	if got := rest.Slices(s); got.Size() != 7 || !flat.Difference(got).Union(got).Equal(flat) {
		t.Errorf("a part of the slices: %v", got)
	}
}

func TestTesseractLimits(t *testing.T) {
	l := tesseract(t)
	if _, err := Count(context.Background(), l, mostFolded+1, Free); err == nil {
		t.Error("too many cells are no error")
	}
	if got := shape4(l, []point4{{}, {1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}}).Symmetry(); got != "12 rotations, 12 reflections" {
		t.Errorf("the corner has the symmetry %q", got)
	}
	if n, err := CountContaining(context.Background(), l, 4, OneSided, []Cell{{}}, nil); err != nil || n.Int64() != 7 {
		t.Errorf("%v one-sided shapes of 4 cells, %v", n, err)
	}
	all, err := Enumerate(context.Background(), l, 4, Fixed)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, s := range all {
		if s.Representative(Free) {
			n++
		}
	}
	if n != 7 {
		t.Errorf("%d representatives of free shapes of 4 cells, want 7", n)
	}
}
