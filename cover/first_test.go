// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// hexominoes60 is the puzzle of the 60 one-sided hexominoes in a rectangle of 15 by 24.
func hexominoes60(t testing.TB) *Puzzle {
	set, err := ParseSet("one-sided hexominoes")
	if err != nil {
		t.Fatal(err)
	}
	return New(Rectangle(15, 24)).With(set)
}

// TestFirstHuge finds a tiling that no search in a fixed order finds. It looks at the cells and
// turns the pieces itself.
func TestFirstHuge(t *testing.T) {
	tiling, r, err := hexominoes60(t).Solver(dlx.Options{}).First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Nodes > 200_000 || r.Updates > 500_000_000 {
		t.Errorf("%d nodes and %d updates", r.Nodes, r.Updates)
	}
	covered, known := map[shapes.Cell]int{}, map[string]int{}
	for _, s := range tiling.Shapes() {
		least := ""
		cells := s.Cells()
		for range 4 {
			for i, c := range cells {
				cells[i] = shapes.Cell{X: -c.Y, Y: c.X}
			}
			if text := shapes.New(shapes.Square, cells...).Normal().String(); least == "" || text < least {
				least = text
			}
		}
		known[least]++
		for _, c := range s.Cells() {
			covered[c]++
		}
	}
	for x := range 24 {
		for y := range 15 {
			if covered[shapes.Cell{X: x, Y: y}] != 1 {
				t.Errorf("cell %d, %d is covered %d times", x, y, covered[shapes.Cell{X: x, Y: y}])
			}
		}
	}
	if len(covered) != 360 || len(known) != 60 { // OEIS A000988(6) = 60
		t.Errorf("%d cells, %d kinds of pieces", len(covered), len(known))
	}
}

// BenchmarkFirstHuge finds such a tiling.
func BenchmarkFirstHuge(b *testing.B) {
	p := hexominoes60(b)
	nodes := int64(0)
	for b.Loop() {
		_, r, err := p.Solver(dlx.Options{}).First(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		nodes = r.Nodes
	}
	b.ReportMetric(float64(nodes), "nodes")
}
