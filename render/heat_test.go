// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestHeat(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		chart Chart
		want  string
	}{
		{NewChart("").Heat("", [][]int{{0, 1, 2}, {3, 4, 5}}), "····░░\n▒▒▓▓██\n2 × 3 squares, from 0 to 5"},
		{NewChart("t").Heat("n", [2][2]int{{0, 1}, {1, 0}}), "t\nn\n··██\n██··\n2 × 2 squares, from 0 to 1"},
		{NewChart("").Heat("", [][]float64{{nan, 1}, {2}, {math.Inf(1), nan}}), "  ··\n██\n\n3 × 2 squares, from 1 to 2"},
		{NewChart("").Heat("", [][]int{{0, 0}, {9, 9}}, []int{5, 7}, []float64{-1, 1}), "████\n····\n2 × 2 squares, from 0 to 9"},
		{NewChart("").Heat("", []any{[]int{7}}), "▒▒\n1 × 1 squares, from 7 to 7"},
		{NewChart("").Heat("", [][]float64{{-1.7e308, 1.7e308}}), "··██\n1 × 2 squares, from -1.7e+308 to 1.7e+308"},
	} {
		if err := test.chart.Err(); err != nil || test.chart.String() != test.want {
			t.Errorf("%v, got\n%s\nwant\n%s", err, test.chart, test.want)
		}
	}
	for _, test := range []struct {
		chart Chart
		want  string
	}{
		{NewChart("").Heat("h", 5), "h: expected a slice of rows of numbers, got int"},
		{NewChart("").Heat("h", [][]string{{"a"}}), "h: row 0: expected a slice of int"},
		{NewChart("").Heat("h", [][]int{nil, {}}), "h: the grid has no numbers"},
		{NewChart("").Heat("h", [][]int{{1, 2}}, []int{1}), "h: 2 columns and 1 numbers for them"},
		{NewChart("").Heat("h", [][]int{{1}}, []int{1}, []int{1}, []int{1}), "h: expected numbers of columns and of rows, got 3 lists"},
		{NewChart("").Line("l", 0, []int{1}).Heat("h", [][]int{{1}}), "h: a heat map is a chart by itself"},
		{NewChart("").Heat("h", [][]int{{1}}).Line("l", 0, []int{1}), "l: a heat map is a chart by itself"},
	} {
		if err := test.chart.Err(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
		if svg := Draw(test.chart).SVG(); xml.Unmarshal([]byte(svg), new(struct{})) != nil {
			t.Errorf("the picture is %s", svg)
		}
	}
}

// TestHeatPlaces checks that a picture of any grid has a mark for each of its squares, and that the
// least and the greatest number have the weakest and the strongest fill.
func TestHeatPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := make([][]float64, rapid.IntRange(1, 150).Draw(t, "rows"))
		columns := rapid.IntRange(1, 200).Draw(t, "columns")
		for k := range rows {
			for i := range columns {
				rows[k] = append(rows[k], float64((k*31+i*17)%101))
			}
		}
		c := NewChart("t").Axes("x", "y").Heat("h", rows)
		d := c.scene()
		squares, want := 0, len(c.heat.rows)*c.heat.squares()
		for _, m := range d.marks {
			for _, l := range m.lines {
				for _, p := range l {
					if p.x < 0 || p.y < 0 || p.x > d.width || p.y > d.height {
						t.Fatalf("a mark at %v is outside %v × %v", p, d.width, d.height)
					}
				}
			}
			if m.percent > 0 {
				squares += len(m.lines)
			}
		}
		if squares != want+heatLevels || want > heatRows*heatColumns {
			t.Fatalf("%d squares, want %d and the scale", squares, want)
		}
		if h := c.heat; h.most > h.least && (h.level(h.least) != 1 || h.level(h.most) != heatLevels) {
			t.Fatalf("levels %d and %d", h.level(h.least), h.level(h.most))
		}
	})
}

// TestGridOf checks which grids a notebook draws: those that are too large for a table.
func TestGridOf(t *testing.T) {
	grid := func(rows, columns int) [][]int {
		g := make([][]int, rows)
		for i := range g {
			g[i] = make([]int, columns)
		}
		return g
	}
	for _, test := range []struct {
		rows, columns int
		want          bool
	}{{60, 40, false}, {61, 40, true}, {60, 41, true}, {9, 500, false}, {500, 9, false}, {10, 500, true}, {0, 0, false}} {
		if got := Of(grid(test.rows, test.columns)) != nil; got != test.want {
			t.Errorf("%d × %d: drawn %v", test.rows, test.columns, got)
		}
	}
}

func ExampleChart_Heat() {
	products := make([][]int, 5)
	for i := range products {
		for k := range 8 {
			products[i] = append(products[i], i*k)
		}
	}
	fmt.Println(NewChart("Products").Heat("", products))
	// Output:
	// Products
	// ················
	// ··············░░
	// ········░░░░▒▒▒▒
	// ······░░▒▒▒▒▒▒▓▓
	// ····░░▒▒▒▒▓▓████
	// 5 × 8 squares, from 0 to 28
}
