// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestProgress draws a map of three rows.
func TestProgress(t *testing.T) {
	groups := make([]float64, 110)
	for i := range groups {
		switch {
		case i < 60:
			groups[i] = 1
		case i < 63:
			groups[i] = []float64{0.1, 0.5, 0.99}[i-60]
		}
	}
	p := Progress{"queens: working", groups, []string{"63 of 110 parts done", "total so far: 724"}}
	want := "queens: working\n" + strings.Repeat("█", 50) + "\n" + strings.Repeat("█", 10) + "░▒▓" + strings.Repeat("·", 37) + "\n" + strings.Repeat("·", 10) +
		"\n63 of 110 parts done\ntotal so far: 724"
	if p.String() != want {
		t.Errorf("got\n%s", p)
	}
	svg := Draw(p).SVG()
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil || !strings.Contains(svg, "63 of 110 parts done") {
		t.Errorf("%v\n%s", err, svg)
	}
	if d := p.picture().layout(); d.width < 600 || len(d.marks) != 2 || len(d.marks[1].lines) != 5 { // a row, ten cells, and three cells
		t.Errorf("width %v, %d marks, %d rectangles", d.width, len(d.marks), len(d.marks[1].lines))
	}
}

// TestProgressArea fills as much of the map as is done, to a quarter of a cell.
func TestProgressArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 200).Draw(t, "groups")
		var d diagram
		d.progressMap(groups)
		filled := 0.0
		if len(d.marks) == 2 {
			for _, r := range d.marks[1].lines {
				filled += (r[1].x - r[0].x) * (r[2].y - r[1].y)
			}
		}
		sum := 0.0
		for _, g := range groups {
			sum += g
		}
		if cells := filled / progressSide / progressSide; math.Abs(cells-sum) > 0.26*float64(len(groups)) {
			t.Fatalf("%v cells are filled, expected about %v", cells, sum)
		}
	})
	if d := Draw(Progress{Title: "x", Groups: []float64{math.NaN(), -1, 2}}).SVG(); strings.Contains(d, "NaN") {
		t.Error(d)
	}
}
