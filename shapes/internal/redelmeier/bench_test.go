// SPDX-License-Identifier: BSD-3-Clause

package redelmeier

import (
	"strconv"
	"testing"
)

// halfPlane is the upper half of the square lattice, as far as n cells can reach, with the cells
// before the root in its row blocked, so that each fixed polyomino occurs once as a set with the
// root.
func halfPlane(n int) (*Graph, int) {
	w := 2*n + 1
	g := NewGraph(w*(n+2), 4, func(v int) []int { return []int{v - w, v - 1, v + 1, v + w} })
	root := w + n
	for v := range g.Size() {
		if v < root || v%w == 0 || v/w == n+1 {
			g.Block(v)
		}
	}
	return g, root
}

func TestFixedPolyominoes(t *testing.T) {
	// A001168.
	for n, want := range []uint64{0, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890} {
		g, root := halfPlane(max(n, 1))
		if got, _ := g.Count(n, root, 2, nil); got != want {
			t.Errorf("%d fixed polyominoes of %d cells, want %d", got, n, want)
		}
		if n > 0 {
			for goroutines := range 3 {
				if got, ok := CountPolyominoes(n, goroutines, nil); got != want || !ok {
					t.Errorf("%d fixed polyominoes of %d cells on the board, %v, want %d", got, n, ok, want)
				}
			}
		}
		if n <= 9 {
			var visited uint64
			g.Walk(n, root, 0, nil, func(_, last []int32) bool { visited += uint64(len(last)); return true })
			if visited != want {
				t.Errorf("%d fixed polyominoes of %d cells visited, want %d", visited, n, want)
			}
		}
	}
}

func BenchmarkCount14(b *testing.B) {
	g, root := halfPlane(14)
	var n uint64
	for b.Loop() {
		n, _ = g.Count(14, root, 1, nil)
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "sets/s")
}

// The same on the board. 18 cells are the size at which such programs are compared.
func BenchmarkPolyominoes(b *testing.B) {
	for _, n := range []int{14, 18} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var sets uint64
			for b.Loop() {
				sets, _ = CountPolyominoes(n, 1, nil)
			}
			b.ReportMetric(float64(sets)*float64(b.N)/b.Elapsed().Seconds(), "sets/s")
		})
	}
}

func BenchmarkWalk11(b *testing.B) {
	g, root := halfPlane(11)
	n := 0
	for b.Loop() {
		g.Walk(11, root, 0, nil, func(_, last []int32) bool { n += len(last); return true })
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "sets/s")
}
