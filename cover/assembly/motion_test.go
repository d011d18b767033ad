// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// cubes is the motion of cubes.
func cubes() *Motion {
	return &Motion{
		Axes: []shapes.Cell{{X: 1}, {Y: 1}, {Z: 1}},
		Corners: func(c shapes.Cell) (list [][3]int) {
			for k := range 8 {
				list = append(list, [3]int{2 * (c.X + k&1), 2 * (c.Y + k>>1&1), 2 * (c.Z + k>>2)})
			}
			return list
		},
	}
}

// TestGridOfCubes takes random assemblies of cubes apart, as cubes and as cells with corners.
func TestGridOfCubes(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 1))
	g := cubes()
	var a, b Analyzer
	levels := map[string]int{}
	for n := range 400 {
		k := 2 + r.IntN(3)
		cells := make([][]shapes.Cell, k)
		for i := range 36 {
			if j := r.IntN(k + 1); j < k {
				cells[j] = append(cells[j], shapes.Cell{X: i % 3, Y: i / 3 % 3, Z: i / 9})
			}
		}
		var pieces []shapes.Shape
		for _, c := range cells {
			if len(c) > 0 {
				pieces = append(pieces, shapes.New(shapes.Cube, c...))
			}
		}
		if len(pieces) < 2 {
			continue
		}
		d, err1 := a.Disassemble(t.Context(), pieces, Options{})
		e, err2 := b.Disassemble(t.Context(), pieces, Options{Motion: g})
		switch {
		case errors.Is(err1, dlx.ErrNoSolution) && errors.Is(err2, dlx.ErrNoSolution):
			levels["none"]++
		case err1 != nil || err2 != nil:
			t.Fatalf("seed %d, assembly %d: %v, %v", seed, n, err1, err2)
		case d.Text() != e.Text() || !d.Equal(e):
			t.Errorf("seed %d, assembly %d:\n%s\n%s", seed, n, d.Text(), e.Text())
		default:
			levels[d.Level()]++
		}
	}
	if len(levels) < 4 {
		t.Errorf("only these levels: %v", levels)
	}
}

// crossing returns when a line, t·step - d, meets a triangle.
func crossing(p, q, r, step, d vector) (t *big.Rat, ok bool) {
	n := cross(minus(q, p), minus(r, p))
	speed := dot(n, step)
	if speed == 0 {
		return nil, false
	}
	far := dot(n, p) + dot(n, d)
	scaled := func(v vector) vector { return vector{v[0] * speed, v[1] * speed, v[2] * speed} }
	var at vector // speed times the point
	for i := range at {
		at[i] = far*step[i] - speed*d[i]
	}
	for _, e := range [3][2]vector{{p, q}, {q, r}, {r, p}} {
		side := dot(n, cross(minus(e[1], e[0]), minus(at, scaled(e[0]))))
		if side*speed < 0 {
			return nil, false
		}
	}
	return big.NewRat(int64(far), int64(speed)), true
}

// TestMeeting compares when random tetrahedra meet with when the line meets triangles of points of
// the Minkowski difference.
func TestMeeting(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 2))
	random := func() []vector {
		for {
			list := make([]vector, 4)
			for i := range list {
				list[i] = vector{r.IntN(7), r.IntN(7), r.IntN(7)}
			}
			if dot(cross(minus(list[1], list[0]), minus(list[2], list[0])), minus(list[3], list[0])) != 0 {
				return list
			}
		}
	}
	ahead, behind, apart, touching := 0, 0, 0, 0
	for n := range 300 {
		a, b := random(), random()
		w := &gridWork{kinds: [][]vector{a, b}, faces: map[[2]int][]face{}}
		step := vector{1 + r.IntN(3), r.IntN(3) - 1, r.IntN(3) - 1}
		far := (7 + r.IntN(5)) * (2*r.IntN(2) - 1)
		d := vector{far * step[0], far*step[1] + r.IntN(9) - 4, far*step[2] + r.IntN(9) - 4} // b is at d
		isAhead, free := meeting(w.facesOf(0, 1), d, step)
		var points []vector
		for _, p := range a {
			for _, q := range b {
				points = append(points, minus(q, p))
			}
		}
		var first, last *big.Rat
		for i := range points {
			for j := range i {
				for k := range j {
					if at, ok := crossing(points[i], points[j], points[k], step, d); ok {
						if first == nil || at.Cmp(first) < 0 {
							first = at
						}
						if last == nil || at.Cmp(last) > 0 {
							last = at
						}
					}
				}
			}
		}
		whole := func(x *big.Rat) int { return int(new(big.Int).Quo(x.Num(), x.Denom()).Int64()) } // toward 0
		switch {
		case first == nil || first.Cmp(last) == 0:
			if apart++; free >= 0 {
				t.Errorf("seed %d, %d: free for %d steps, but they do not meet", seed, n, free)
			}
		case free < 0: // along a face or an edge of the difference
			touching++
		case first.Sign() >= 0:
			if ahead++; !isAhead || free != whole(first) {
				t.Errorf("seed %d, %d: free for %d steps (ahead: %v), want %v", seed, n, free, isAhead, first)
			}
		case last.Sign() <= 0:
			if behind++; isAhead || free != -whole(last) {
				t.Errorf("seed %d, %d: free for %d steps (ahead: %v), want %v behind", seed, n, free, isAhead, last)
			}
		}
	}
	if ahead < 50 || behind < 50 || apart < 50 || touching > 10 {
		t.Errorf("%d ahead, %d behind, %d apart, %d touching", ahead, behind, apart, touching)
	}
}

// TestGridErrors refuses motions without corners, and with wrong axes.
func TestGridErrors(t *testing.T) {
	pieces := []shapes.Shape{shapes.Soma()[0], shapes.Soma()[0].Translate(9, 0, 0)}
	for _, g := range []*Motion{
		{}, {Axes: cubes().Axes}, {Corners: cubes().Corners}, {Axes: slices.Repeat(cubes().Axes, 22), Corners: cubes().Corners}, {Axes: make([]shapes.Cell, 1), Corners: cubes().Corners},
		{Axes: []shapes.Cell{{X: 4097}}, Corners: cubes().Corners},
	} {
		if _, err := Disassemble(t.Context(), pieces, Options{Motion: g}); err == nil {
			t.Errorf("no error for %d axes", len(g.Axes))
		}
	}
}

// TestGapOfCubes compares how far random bodies of cubes can move along slanted axes with where two
// cubes overlap on the way. Overlaps begin and end after multiples of a sixth of a step, since axes
// have coordinates of at most 3, so that odd multiples of 1/24 find all of them.
func TestGapOfCubes(t *testing.T) {
	const seed = 38
	r := rand.New(rand.NewPCG(seed, 1))
	random := func() shapes.Shape {
		var cells []shapes.Cell
		for range 1 + r.IntN(3) {
			cells = append(cells, shapes.Cell{X: r.IntN(3), Y: r.IntN(3), Z: r.IntN(2)})
		}
		return shapes.New(shapes.Cube, cells...)
	}
	far, meet := 0, 0
	for n := range 1000 {
		axis := shapes.Cell{X: r.IntN(5) - 2, Y: r.IntN(7) - 3, Z: r.IntN(3) - 1}
		if axis == (shapes.Cell{}) {
			continue
		}
		w := &gridWork{grid: &Motion{Axes: []shapes.Cell{axis}, Corners: cubes().Corners}, number: map[string]int{}, kindOf: map[string]int{}, faces: map[[2]int][]face{}, gaps: map[gridPair][]int16{}}
		a, b := random(), random()
		steps := r.IntN(9) - 4 // steps to b, about
		d := shapes.Cell{X: steps*axis.X + r.IntN(3) - 1, Y: steps*axis.Y + r.IntN(3) - 1, Z: steps*axis.Z + r.IntN(3) - 1}
		overlap := func(time int) bool { // after so many parts of 24 of a step
			for _, c := range a.Cells() {
				for _, e := range b.Translate(d.X, d.Y, d.Z).Cells() {
					near := func(from, to, step int) bool { x := 24*(to-from) - time*step; return x > -24 && x < 24 }
					if near(c.X, e.X, axis.X) && near(c.Y, e.Y, axis.Y) && near(c.Z, e.Z, axis.Z) {
						return true
					}
				}
			}
			return false
		}
		if overlap(0) {
			continue
		}
		want := [2]int{away, away}
		for side, sign := range [2]int{1, -1} {
			for time := 1; time < 24*12; time += 2 {
				if overlap(sign * time) {
					want[side] = time / 24
					break
				}
			}
		}
		low, _ := a.Bounds()
		high, _ := b.Bounds()
		place := shapes.Cell{X: d.X + high.X - low.X, Y: d.Y + high.Y - low.Y, Z: d.Z + high.Z - low.Z}
		got := w.gapsOf(w.body(a), w.body(b), placeOf(place))
		if int(got[0]) != want[0] || int(got[1]) != want[1] {
			t.Errorf("seed %d, %d: %v and %v, moved by %v, along %v: gaps %v, expected %v", seed, n, a, b, d, axis, got, want)
		}
		for _, gap := range want {
			if gap == away {
				far++
			} else {
				meet++
			}
		}
	}
	if far < 100 || meet < 100 {
		t.Errorf("%d are far, %d meet", far, meet)
	}
}
