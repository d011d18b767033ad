// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

// TestNets unfolds random polycubes, folds the nets again, and compares with the surface.
func TestNets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 36))
	several, untabbed, sides := 0, 0, 0
	for range 150 {
		s := randomShape(r, shapes.Cube, 1+r.IntN(8))
		u := surfaceOf(s)
		list := nets(s)
		if len(list) > 1 {
			several++
		}
		seen := make(map[face]bool)
		tabs := 0
		for _, n := range list {
			places := make(map[[2]int]bool)
			for _, q := range n.squares {
				if places[q.at] {
					t.Fatalf("%v: two squares at %v", s, q.at)
				}
				places[q.at] = true
			}
			for _, b := range n.tabs {
				at := n.squares[b.square].at
				if places[[2]int{at[0] + steps[b.step][0], at[1] + steps[b.step][1]}] {
					t.Fatalf("%v: a tab on a square", s)
				}
			}
			tabs += len(n.tabs)
			for f := range refolded(t, n, u.cells) {
				if seen[f] {
					t.Fatalf("%v: face %v twice", s, f)
				}
				seen[f] = true
			}
			sides += len(n.cut)
		}
		if len(seen) != len(u.faces) {
			t.Fatalf("%v: %d faces, want %d", s, len(seen), len(u.faces))
		}
		cuts := 0
		for _, n := range list {
			cuts += len(n.cut)
		}
		untabbed += cuts/2 - tabs
	}
	if several > 15 || untabbed > sides/100 {
		t.Errorf("%d of 150 surfaces in several nets, %d of %d sides without a tab", several, untabbed, sides/2)
	}
}

// refolded folds a net: it walks over folds and flat sides from the first square, turns the plane
// by a right angle at each fold, to the side on which the shape is, and returns the faces that it
// meets.
func refolded(t *testing.T, n paperNet, cells map[vector]bool) map[face]bool {
	bent := make(map[joint]bool)
	joined := make(map[joint]bool)
	at := make(map[[2]int]int)
	for i, q := range n.squares {
		at[q.at] = i
	}
	other := func(j joint) joint {
		p := n.squares[j.square].at
		k, ok := at[[2]int{p[0] + steps[j.step][0], p[1] + steps[j.step][1]}]
		if !ok {
			t.Fatal("a fold at the border")
		}
		return joint{k, (j.step + 2) % 4}
	}
	for _, j := range n.folds {
		bent[j], bent[other(j)], joined[j], joined[other(j)] = true, true, true, true
	}
	for _, j := range n.flat {
		joined[j], joined[other(j)] = true, true
	}
	type position struct {
		middle    vector // twice the middle of the square in space
		right, up vector
	}
	cross := func(a, b vector) vector {
		return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	faces := make(map[face]bool)
	first := n.squares[0]
	start := position{first.cell.plus(first.cell).plus(first.normal), first.right, first.up}
	if cross(first.right, first.up) != first.normal {
		t.Fatal("the outside is not on top")
	}
	done := map[int]position{0: start}
	queue := []int{0}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		p := done[i]
		out := cross(p.right, p.up)
		inside := p.middle.plus(out.minus())
		cell := vector{inside[0] / 2, inside[1] / 2, inside[2] / 2}
		if inside != cell.plus(cell) || !cells[cell] || cells[cell.plus(out)] {
			t.Fatalf("square %d is not on the surface", i)
		}
		faces[face{cell, out}] = true
		for step := range 4 {
			j := joint{i, step}
			if !joined[j] {
				continue
			}
			d := square{right: p.right, up: p.up}.direction(step)
			edge := p.middle.plus(d)
			next := position{edge.plus(d), p.right, p.up}
			if bent[j] { // down if nothing is there, up if a cell stands there
				turn := out.minus()
				if cells[cell.plus(d)] {
					turn = out
				}
				next.middle = edge.plus(turn)
				switch step {
				case 0:
					next.right = turn
				case 1:
					next.up = turn
				case 2:
					next.right = turn.minus()
				case 3:
					next.up = turn.minus()
				}
			}
			k := other(j).square
			if before, ok := done[k]; !ok {
				done[k] = next
				queue = append(queue, k)
			} else if before != next {
				t.Fatalf("square %d is folded to two places", k)
			}
		}
	}
	if len(faces) != len(n.squares) {
		t.Fatalf("%d of %d squares are connected", len(faces), len(n.squares))
	}
	return faces
}
