// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"polka/cover"
	"polka/cover/assembly"
	"polka/dlx"
	"polka/shapes"
)

// TestCorners adds the volumes of the cells of blocks, which fill them, six times.
func TestCorners(t *testing.T) {
	for _, c := range []struct {
		number string
		sides  shapes.Cell // of the block, in places
		volume int         // six times that, in halves of places
	}{
		{"1", shapes.Cell{X: 4, Y: 3, Z: 2}, 6 * 8 * 4 * 3 * 2},
		{"3", shapes.Cell{X: 5, Y: 5, Z: 5}, 6 * 1000},
		{"4", shapes.Cell{X: 6, Y: 6, Z: 6}, 6 * 1728},
	} {
		g, motion := grids()[c.number], motions()[c.number]
		sum := 0
		for z := range c.sides.Z {
			for y := range c.sides.Y {
				for x := range c.sides.X {
					v := voxel{x: x, y: y, z: z}
					if w, ok := g.cell(g.center(v)); !ok || w != v {
						continue
					}
					p := motion.Corners(shapes.Cell{X: x, Y: y, Z: z})
					sum += volume6(p)
					for _, axis := range motion.Axes {
						q := motion.Corners(shapes.Cell{X: x + 2*axis.X, Y: y + 2*axis.Y, Z: z + 2*axis.Z})
						for i := range p {
							if q[i] != [3]int{p[i][0] + 4*axis.X, p[i][1] + 4*axis.Y, p[i][2] + 4*axis.Z} {
								t.Fatalf("grid %s: %v moved by twice %v has corners %v, before %v", c.number, v, axis, q, p)
							}
						}
					}
				}
			}
		}
		if sum != c.volume {
			t.Errorf("grid %s: the cells have 1/6 of %d, want %d", c.number, sum, c.volume)
		}
	}
}

// volume6 returns six times the volume of a tetrahedron, or of a prism with the corners of the one
// end before those of the other.
func volume6(p [][3]int) int {
	det := func(a, b, c, d int) int {
		var m [3][3]int
		for i, k := range []int{b, c, d} {
			for j := range 3 {
				m[i][j] = p[k][j] - p[a][j]
			}
		}
		n := m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
		return max(n, -n)
	}
	if len(p) == 4 {
		return det(0, 1, 2, 3)
	}
	return det(0, 1, 2, 3) + det(1, 2, 3, 4) + det(2, 3, 4, 5)
}

// TestPrisms takes assemblies of prisms apart, which a program found at random. The levels are
// those of BurrTools 0.7.1.
func TestPrisms(t *testing.T) {
	for _, c := range []struct{ level, pieces string }{
		{"2", `cube [(0,0,1), (0,0,2), (1,0,0), (1,0,1), (1,0,2), (2,0,1), (2,0,2), (3,0,0), (3,0,1), (4,0,1), (5,0,1), (5,0,2), (6,0,1), (6,0,2), (7,0,1), (7,0,2), (8,0,1), (0,1,0), (0,1,1), (0,1,2), (1,1,0), (2,1,0), (7,1,2), (0,2,0), (0,2,1), (1,2,0), (1,2,1), (1,2,2), (2,2,0), (2,2,1), (3,2,1)]
cube [(5,0,0), (6,0,0), (9,0,0), (2,1,1), (3,1,1), (4,1,0), (4,1,1), (4,1,2), (5,1,0), (5,1,1), (6,1,0), (6,1,1), (7,1,1), (8,1,0), (8,1,1), (9,1,0), (9,1,1), (9,1,2), (10,1,0), (10,1,1), (10,1,2), (4,2,0), (4,2,2), (5,2,0), (5,2,2), (6,2,0), (6,2,1), (6,2,2), (7,2,0), (7,2,1), (8,2,0), (8,2,1), (9,2,0), (9,2,1), (10,2,0), (10,2,1), (10,2,2), (11,2,0), (11,2,1), (12,2,0)]`},
		{"1.1.2", `cube [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (1,0,2), (2,0,1), (2,0,2), (3,0,0), (3,0,2), (4,0,0), (4,0,2), (5,0,2), (6,0,2), (7,0,0), (8,0,0), (8,0,1), (8,0,2), (9,0,1), (9,0,2), (10,0,0), (10,0,1), (10,0,2), (1,1,0), (2,1,0), (3,1,0), (3,1,2), (4,1,2), (5,1,2), (6,1,0), (6,1,2), (7,1,0), (8,1,0), (8,1,2), (9,1,0), (9,1,1), (9,1,2), (10,1,0), (10,1,1), (10,1,2), (5,2,2), (6,2,0), (6,2,1), (6,2,2), (7,2,0), (7,2,1), (7,2,2), (8,2,0), (8,2,1), (9,2,0), (9,2,1), (9,2,2), (10,2,0), (10,2,2)]
cube [(4,0,1), (5,0,0), (5,0,1), (6,0,1), (5,1,0), (5,1,1), (6,1,1)]
cube [(0,1,2), (0,2,0), (0,2,1), (0,2,2), (1,2,0), (1,2,1), (1,2,2), (2,2,0), (2,2,1), (2,2,2), (3,2,1), (3,2,2)]
cube [(2,1,1), (3,1,1), (4,1,0), (4,1,1), (3,2,0), (4,2,0), (4,2,1), (5,2,1)]`},
	} {
		pieces, err := shapes.ParseAll(c.pieces)
		if err != nil {
			t.Fatal(err)
		}
		d, err := assembly.Disassemble(t.Context(), pieces, assembly.Options{Motion: motions()["1"]})
		if err != nil || d.Level() != c.level {
			t.Errorf("%v, %v; want level %s", d, err, c.level)
			continue
		}
		checkReplay(t, d)
		for _, s := range d.Scenes() { // no two cells in one place
			seen := map[shapes.Cell]bool{}
			for _, q := range s.Shapes {
				for _, cell := range q.Cells() {
					if seen[cell] {
						t.Errorf("level %s: %s: two pieces in %v", c.level, s.Text, cell)
					}
					seen[cell] = true
				}
			}
		}
	}
}

// blocks returns the cells of blocks of a grid.
func blocks(number string, side int, list ...[3]int) shapes.Shape {
	g := grids()[number]
	var cells []shapes.Cell
	for _, b := range list {
		for i := range side * side * side {
			v := voxel{x: side*b[0] + i%side, y: side*b[1] + i/side%side, z: side*b[2] + i/side/side}
			if w, ok := g.cell(g.center(v)); ok && w == v {
				cells = append(cells, shapes.Cell{X: v.x, Y: v.y, Z: v.z})
			}
		}
	}
	return shapes.New(shapes.Cube, cells...)
}

// TestTunnels has pieces of whole blocks in a box of 3 by 3 by 3 of them: in the middle, and with a
// way out that is straight, or that leads around a corner.
func TestTunnels(t *testing.T) {
	const number, side = "3", 5
	for _, c := range []struct {
		level string
		inner [][3]int
	}{
		{"none", [][3]int{{1, 1, 1}}},
		{"1", [][3]int{{1, 1, 1}, {1, 1, 2}}},
		{"1", [][3]int{{1, 1, 1}, {1, 0, 1}, {1, 2, 1}, {1, 1, 2}, {1, 0, 2}, {1, 2, 2}}},
		{"none", [][3]int{{1, 1, 1}, {1, 0, 1}, {1, 1, 2}}},
	} {
		var rest [][3]int
		for i := range 27 {
			b := [3]int{i % 3, i / 3 % 3, i / 9}
			taken := false
			for _, q := range c.inner {
				taken = taken || q == b
			}
			if !taken {
				rest = append(rest, b)
			}
		}
		pieces := []shapes.Shape{blocks(number, side, rest...), blocks(number, side, c.inner...)}
		d, err := assembly.Disassemble(t.Context(), pieces, assembly.Options{Motion: motions()[number]})
		got := "none"
		if err == nil {
			got = d.Level()
			checkReplay(t, d)
		} else if !errors.Is(err, dlx.ErrNoSolution) {
			t.Fatal(err)
		}
		if got != c.level {
			t.Errorf("%v: level %s, want %s", c.inner, got, c.level)
		}
	}
}

// TestMotions reads problems on each grid and takes their assemblies apart, but those of spheres.
func TestMotions(t *testing.T) {
	block := "5x5x5 _______#___#_#___#_________#_______#___#_______#___#_#_#___#_____#___#_#_#___#_______#___#_______#_________#___#_#___#_______"
	for _, c := range []struct{ name, text, want string }{
		{"prisms", file("1", 0, "", `<shape id="1" count="2"/><shape id="2" count="2"/>`, "4x2x2 _###_###_###_###", "2x1x2 ##_#", "3x1x1 ###"), "2 of 2"},
		{"rhombic tetrahedra", file("3", 0, "", `<shape id="1" count="6"/>`, block, "5x5x1 _______#___#_#___#_______"), "1 of 1"},
		{"tetrahedra and octahedra", file("4", 0, "", `<shape id="1" count="2"/><shape id="2" min="0" max="2"/><shape id="3" min="0" max="8"/>`,
			"6x3x3 __##________#____#_______#__#_______#____#________##__",
			"6x3x3 __#______________________#____________________________", "3x3x3 _____________#_____________", "3x3x3 __________________#________"), "5 of 5"},
		{"spheres", file("2", 0, "", `<shape id="1" count="2"/>`, "3x1x1 #_#", "1x1x1 #"), "expected pieces of cubes, prisms, tetrahedra or octahedra, got spheres"},
	} {
		f, err := Read(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		apart := 0
		n, err := f.Problems[0].Each(t.Context(), func(s Solution) bool {
			apart++
			checkReplay(t, s.Disassembly)
			return true
		}, dlx.Options{})
		if got := fmt.Sprintf("%d of %d", apart, n); err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
		if o := f.Problems[0].Options(cover.Tiling{}); (o.Motion == nil) != (c.name == "spheres") {
			t.Errorf("%s: the grid of the options is %v", c.name, o.Motion)
		}
	}
}

// checkReplay performs moves again, and others in which pieces run into one another.
func checkReplay(t *testing.T, d *assembly.Disassembly) {
	t.Helper()
	again, err := assembly.New(d.Pieces(), d.Root(), d.Motion())
	if err != nil || !again.Equal(d) || again.Text() != d.Text() || again.Motion() != d.Motion() {
		t.Fatalf("%s: %v, %v", d, again, err)
	}
	part := d.Root().Pieces()
	for i := range len(d.Root().Moves()) - 1 {
		moves := d.Root().Moves()
		moves[i].Length += 1000
		if _, err := assembly.New(d.Pieces(), assembly.NewSeparation(part, moves, nil, nil), d.Motion()); err == nil || !strings.Contains(err.Error(), "runs into") {
			t.Errorf("%s: move %d is too long: %v", d, i+1, err)
		}
	}
	moves := d.Root().Moves()
	moves[0].Direction = shapes.Cell{X: 7, Y: 1}
	if _, err := assembly.New(d.Pieces(), assembly.NewSeparation(part, moves, nil, nil), d.Motion()); err == nil || !strings.Contains(err.Error(), "expected a step along an axis") {
		t.Errorf("%s: a move along no axis: %v", d, err)
	}
}
