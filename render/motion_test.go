// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"polka/cover"
	"polka/cover/assembly"
	"polka/cover/burr"
	"polka/shapes"
)

// motionsOfFiles returns how pieces move on the grids of BurrTools whose cells are not cubes, and
// the texts of all cells of a block.
func motionsOfFiles(t *testing.T) map[string]*assembly.Motion {
	list := map[string]*assembly.Motion{}
	for number, cells := range map[string]string{
		"1": "1x1x1 #",
		"3": "5x5x5 " + strings.Repeat("_", 7) + "#" + strings.Repeat("_", 117),
		"4": "3x3x3 " + strings.Repeat("_", 13) + "#" + strings.Repeat("_", 13),
	} {
		size, text, _ := strings.Cut(cells, " ")
		n := strings.Split(size, "x")
		p, err := burr.ReadProblem(strings.NewReader(`<puzzle version="2"><gridType type="`+number+`"/><shapes><voxel x="`+n[0]+`" y="`+n[1]+`" z="`+n[2]+`" type="0">`+text+
			`</voxel></shapes><problems><problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems></puzzle>`), 1)
		if err != nil {
			t.Fatal(err)
		}
		list[number] = p.Options(cover.Tiling{}).Motion
	}
	return list
}

// inside reports whether a point is inside of a convex polygon, not near to its sides.
func inside(at point, outline []point) bool {
	var sides [2]bool
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		cross := ((q.x-p.x)*(at.y-p.y) - (q.y-p.y)*(at.x-p.x)) / math.Hypot(q.x-p.x, q.y-p.y)
		if math.Abs(cross) < 1e-6 {
			return false
		}
		sides[map[bool]int{true: 1}[cross > 0]] = true
	}
	return sides[0] != sides[1]
}

// TestFromBehind draws random cells of each grid, and looks at random points: what is drawn last
// there must be the face that is nearest to the viewer.
func TestFromBehind(t *testing.T) {
	const seed = 37
	r := rand.New(rand.NewPCG(seed, 1))
	for number, m := range motionsOfFiles(t) {
		hits := 0
		for n := range 40 {
			parts := []part{{}, {}}
			var cells []motionCell
			for i := range parts {
				var list []shapes.Cell
				for len(list) < 12 {
					c := shapes.Cell{X: r.IntN(9), Y: r.IntN(9), Z: 9*i + r.IntN(9)}
					if !cellOf(number, c) {
						continue
					}
					list = append(list, c)
				}
				parts[i].cells = shapes.New(shapes.Cube, list...)
				parts[i].shift = shapes.Cell{X: m.Axes[0].X, Y: m.Axes[0].Y, Z: i * 15} // beyond one another
			}
			v := viewOf(m, parts)
			for i := range parts {
				for _, c := range parts[i].cells.Cells() {
					cells = append(cells, v.cell(c, &parts[i]))
				}
			}
			b := v.extent(parts)
			order := fromBehind(cells)
			if len(order) != len(cells) {
				t.Fatalf("grid %s: %d of %d cells are drawn", number, len(order), len(cells))
			}
			for range 60 {
				at := point{b.left + r.Float64()*b.width(), b.top + r.Float64()*b.height()}
				last, nearest, depth := -1, -1, math.Inf(-1)
				for i := range order {
					for _, f := range order[i].faces {
						var outline []point
						var near []float64
						for _, corner := range f.corners {
							p, z := v.project(corner)
							outline, near = append(outline, p), append(near, z)
						}
						if f.side == 0 || !inside(at, outline) {
							continue
						}
						if f.side > 0 {
							last = i
						}
						if z := depthAt(at, outline, near); z > depth+1e-9 {
							nearest, depth = i, z
						}
					}
				}
				if last >= 0 {
					hits++
				}
				if last != nearest {
					t.Fatalf("seed %d, grid %s, picture %d: cell %d is drawn last at %v, but cell %d is nearer", seed, number, n, last, at, nearest)
				}
			}
		}
		if hits < 200 {
			t.Errorf("grid %s: only %d points were on a cell", number, hits)
		}
	}
}

// cellOf reports whether a grid has a cell in a place.
func cellOf(number string, c shapes.Cell) bool {
	switch number {
	case "3": // coordinates in a block of 5, from its middle: 0, 1 or -1, and 2 or -2, in some order
		seen := [3]bool{}
		for _, n := range [3]int{c.X, c.Y, c.Z} {
			seen[max(n%5-2, 2-n%5)] = true
		}
		return seen == [3]bool{true, true, true}
	case "4": // the middle of a block of 3, or every other corner
		middles, lows := 0, 0
		for _, n := range [3]int{c.X, c.Y, c.Z} {
			lows += n / 3
			switch n % 3 {
			case 0:
				lows++
			case 1:
				middles++
			}
		}
		return middles == 3 || middles == 0 && lows%2 == 0
	}
	return true
}

// depthAt returns how near the plane of a face is to the viewer at a point of the drawing.
func depthAt(at point, outline []point, near []float64) float64 {
	ux, uy, uz := outline[1].x-outline[0].x, outline[1].y-outline[0].y, near[1]-near[0]
	wx, wy, wz := outline[2].x-outline[0].x, outline[2].y-outline[0].y, near[2]-near[0]
	x, y, det := at.x-outline[0].x, at.y-outline[0].y, ux*wy-uy*wx
	return near[0] + (x*wy-y*wx)/det*uz + (ux*y-uy*x)/det*wz
}

// TestFacesOfMotion counts the faces of cells, and the corners of each.
func TestFacesOfMotion(t *testing.T) {
	motions := motionsOfFiles(t)
	for _, c := range []struct {
		number string
		cell   shapes.Cell
		want   map[int]int // the number of faces with so many corners
	}{
		{"1", shapes.Cell{X: 3, Y: 4, Z: 5}, map[int]int{3: 2, 4: 3}},
		{"3", shapes.Cell{X: 2, Y: 1, Z: 0}, map[int]int{3: 4}},
		{"4", shapes.Cell{X: 1, Y: 1, Z: 1}, map[int]int{3: 4}},
	} {
		got := map[int]int{}
		for _, f := range motions[c.number].Faces(c.cell) {
			got[len(f)]++
		}
		if len(got) != len(c.want) {
			t.Errorf("grid %s: %v, expected %v", c.number, got, c.want)
		}
		for k, n := range c.want {
			if got[k] != n {
				t.Errorf("grid %s: %v, expected %v", c.number, got, c.want)
			}
		}
	}
}
