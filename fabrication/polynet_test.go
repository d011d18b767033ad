// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPolyNets unfolds random pieces of polyhedra, folds the nets again, and compares with the
// faces of the surface.
func TestPolyNets(t *testing.T) {
	const seed, unit, wide, high = 36, 12.0, 190.0, 265.0
	r := rand.New(rand.NewPCG(seed, 3))
	several, untabbed, sides := 0, 0, 0
	for _, l := range solidLattices(t) {
		for range 8 {
			s := randomShape(r, l, 1+r.IntN(4))
			u := polySurfaceOf(s, unit)
			list := polyNets(s, unit, wide, high)
			if len(list) > 1 {
				several++
			}
			_, surface := measures(s)
			area, seen := 0.0, make([]bool, len(u.faces))
			cuts, tabs := 0, 0
			for _, n := range list {
				outline := n.figure(PageOptions{}).outline
				if !fits(outline, wide, high) {
					t.Errorf("seed %d: %v: a net is larger than the paper", seed, s)
				}
				for i, f := range n.faces {
					if seen[f] {
						t.Fatalf("seed %d: %v: face %d twice", seed, s, f)
					}
					seen[f] = true
					own := n.at[i].area()
					area += own
					if own <= 0 {
						t.Errorf("seed %d: %v: face %d is clockwise", seed, s, f)
					}
					for k := range n.at[i] { // the same lengths and diagonals
						for j := range k {
							if got, want := n.at[i][j].distance(n.at[i][k]), u.faces[f][j].minus(u.faces[f][k]).length(); math.Abs(got-want) > 1e-9 {
								t.Fatalf("seed %d: %v: face %d is distorted: %v instead of %v", seed, s, f, got, want)
							}
						}
					}
				}
				least, most := bounds(outline)
				for range 1000 { // random points are in one face or tab at most
					p := point{least.x + r.Float64()*(most.x-least.x), least.y + r.Float64()*(most.y-least.y)}
					times := 0
					for _, q := range outline {
						if within(p, q) {
							times++
						}
					}
					if times > 1 {
						t.Fatalf("seed %d: %v: %v is in %d faces and tabs", seed, s, p, times)
					}
				}
				refold(t, u, n)
				cuts, tabs = cuts+len(n.cut), tabs+len(n.tabs)
			}
			if math.Abs(area-surface*unit*unit) > 1e-6*area {
				t.Errorf("seed %d: %v: area %v, want %v", seed, s, area, surface*unit*unit)
			}
			untabbed, sides = untabbed+cuts/2-tabs, sides+cuts/2
		}
	}
	t.Logf("%d of 56 surfaces in several nets, %d of %d sides without a tab", several, untabbed, sides)
	if several > 28 || untabbed > sides/50 {
		t.Errorf("%d of 56 surfaces in several nets, %d of %d sides without a tab", several, untabbed, sides)
	}
}

// within reports whether a point is inside of a convex polygon that is counterclockwise.
func within(p point, l loop) bool {
	for i, a := range l {
		if b := l[(i+1)%len(l)]; b.minus(a).cross(p.minus(a)) <= 1e-6 {
			return false
		}
	}
	return true
}

// refold walks over folds and flat sides from the first face of a net, and finds where each face is
// in space from the angle between it and the one before: there must be the corners of the surface.
func refold(t *testing.T, u *polySurface, n *polyNet) {
	t.Helper()
	joined := map[polyJoint]polyJoint{}
	for _, j := range append(n.folds[:len(n.folds):len(n.folds)], n.flat...) {
		mate := u.mates[j.face][j.side]
		joined[j], joined[mate] = mate, j
	}
	reached := map[int]bool{n.faces[0]: true}
	queue := []int{n.faces[0]}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for side := range u.faces[f] {
			mate, ok := joined[polyJoint{f, side}]
			if !ok {
				continue
			}
			from, to := n.side(polyJoint{f, side})
			other, end := n.side(mate)
			if from.distance(end) > 1e-6 || to.distance(other) > 1e-6 {
				t.Fatalf("a fold at different sides in the net")
			}
			a, b := u.faces[f][side], u.faces[f][(side+1)%len(u.faces[f])]
			c, d := u.faces[mate.face][mate.side], u.faces[mate.face][(mate.side+1)%len(u.faces[mate.face])]
			if a.minus(d).length() > 1e-9 || b.minus(c).length() > 1e-9 {
				t.Fatalf("a fold at different sides in space")
			}
			if !reached[mate.face] {
				reached[mate.face] = true
				queue = append(queue, mate.face)
			}
		}
	}
	if len(reached) != len(n.faces) {
		t.Fatalf("%d of %d faces are connected", len(reached), len(n.faces))
	}
}

// TestOverlap has polygons that touch, and others that do not.
func TestOverlap(t *testing.T) {
	square := loop{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	for _, c := range []struct {
		other loop
		want  bool
	}{
		{loop{{1, 0}, {2, 0}, {2, 1}, {1, 1}}, false},
		{loop{{0.9, 0.9}, {2, 1}, {1, 2}}, true},
		{loop{{1, 1}, {2, 1}, {1, 2}}, false},
		{loop{{0.4, 0.4}, {0.6, 0.4}, {0.5, 0.6}}, true},
		{loop{{1.2, 0.2}, {1.2, 1.5}, {0.2, 1.2}}, true},
		{loop{{1.6, 0.6}, {1.6, 1.6}, {0.6, 1.6}}, false},
	} {
		if got := overlap(square, c.other, 1e-9); got != c.want {
			t.Errorf("%v: %v, want %v", c.other, got, c.want)
		}
	}
}
