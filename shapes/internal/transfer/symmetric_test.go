// SPDX-License-Identifier: BSD-3-Clause

package transfer

import (
	"fmt"
	"slices"
	"testing"

	"polka/shapes/internal/job"
)

type cell struct{ x, y int }

// normal moves a polyomino to the corner, in order.
func normal(set []cell, f func(cell) cell) []cell {
	image := make([]cell, len(set))
	x, y := 1<<30, 1<<30
	for i, c := range set {
		image[i] = f(c)
		x, y = min(x, image[i].x), min(y, image[i].y)
	}
	for i := range image {
		image[i].x -= x
		image[i].y -= y
	}
	slices.SortFunc(image, func(a, b cell) int { return (a.y-b.y)*1000 + a.x - b.x })
	return image
}

// Symmetric ones among all fixed polyominoes, which are found in the simplest way.
func TestSymmetricAgainstAllPolyominoes(t *testing.T) {
	same := func(c cell) cell { return c }
	all := map[string][]cell{"": {{0, 0}}}
	for n := 1; n <= 9; n++ {
		var axes, diagonals, halfTurns uint64
		for _, set := range all {
			set = normal(set, same)
			invariant := func(f func(cell) cell) uint64 {
				if slices.Equal(normal(set, f), set) {
					return 1
				}
				return 0
			}
			axes += invariant(func(c cell) cell { return cell{c.x, -c.y} })
			diagonals += invariant(func(c cell) cell { return cell{c.y, c.x} })
			halfTurns += invariant(func(c cell) cell { return cell{-c.x, -c.y} })
		}
		for name, test := range map[string]struct {
			count func(int, int, *job.Job) ([]uint64, bool)
			want  uint64
		}{"axes": {Axes, axes}, "diagonals": {Diagonals, diagonals}, "half turns": {HalfTurns, halfTurns}} {
			for most := n; most <= n+3; most++ {
				if got, ok := test.count(most, 1+n%2, nil); !ok || got[n] != test.want {
					t.Errorf("%s, %d cells: %d, %v, want %d", name, n, got[n], ok, test.want)
				}
			}
		}
		larger := map[string][]cell{}
		for _, set := range all {
			for _, c := range set {
				for _, d := range []cell{{c.x - 1, c.y}, {c.x + 1, c.y}, {c.x, c.y - 1}, {c.x, c.y + 1}} {
					if !slices.Contains(set, d) {
						grown := normal(append(slices.Clone(set), d), same)
						larger[fmt.Sprint(grown)] = grown
					}
				}
			}
		}
		all = larger
	}
}

// The first ring, three cells high, around a center that is as far as possible from it has 20
// cells: it is easily missed. The numbers are those of a search from roots near the center, which
// goes with A000105.
func TestFlatRings(t *testing.T) {
	for name, test := range map[string]struct {
		count func(int, int, *job.Job) ([]uint64, bool)
		want  []uint64 // for 18 to 22 cells
	}{
		"axes":       {Axes, []uint64{37458, 62954, 142450, 241203, 544760}},
		"diagonals":  {Diagonals, []uint64{8464, 32278, 31822, 120419, 120338}},
		"half turns": {HalfTurns, []uint64{64030, 64716, 247196, 249283, 958630}},
	} {
		if got, ok := test.count(22, 2, nil); !ok || !slices.Equal(got[18:], test.want) {
			t.Errorf("%s: %v, %v, want %v", name, got[18:], ok, test.want)
		}
	}
}

func TestSymmetricStop(t *testing.T) {
	var stopped job.Job
	stopped.Stop()
	for _, count := range []func(int, int, *job.Job) ([]uint64, bool){Axes, Diagonals, HalfTurns} {
		if _, ok := count(39, 2, &stopped); ok {
			t.Error("a stopped count came to its end")
		}
	}
}

func BenchmarkSymmetric24(b *testing.B) {
	for b.Loop() {
		Axes(24, 1, nil)
		Diagonals(24, 1, nil)
		HalfTurns(24, 1, nil)
	}
}
