// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"encoding/xml"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestChartTakesNumbersOfManyKinds(t *testing.T) {
	huge, _ := new(big.Int).SetString(strings.Repeat("9", 400), 10)
	for _, test := range []struct {
		list any
		want string // "" if they are taken
	}{
		{[]int{1, 2}, ""}, {[]int64{1}, ""}, {[]uint64{1 << 63}, ""}, {[]float64{0.5, -2}, ""}, {[]*big.Int{big.NewInt(7)}, ""},
		{[]time.Duration{time.Second}, ""}, {[]int{}, ""}, {[]int{0, 0}, ""},
		{[]string{"a"}, "expected a slice of int"}, {[]float64{math.NaN()}, "NaN cannot be drawn"}, {[]*big.Int{huge}, "400 digits"},
	} {
		for _, c := range []Chart{NewChart("").Line("x", 0, test.list), NewChart("t").Log().Bars("x", 1, test.list)} {
			err := ""
			if c.Err() != nil {
				err = c.Err().Error()
			}
			if test.want == "" && err != "" || !strings.Contains(err, test.want) {
				t.Errorf("%v: error %q, want %q", test.list, err, test.want)
			}
			if err := xml.Unmarshal([]byte(Draw(c).SVG()), new(struct{})); err != nil {
				t.Errorf("%v: %v", test.list, err)
			}
			if svg := Draw(c).SVG(); test.want == "" && (strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf")) {
				t.Errorf("%v: places that are no numbers", test.list)
			}
		}
	}
}

// TestHistogram counts values in ranges; each is counted once.
func TestHistogram(t *testing.T) {
	c := NewChart("").Histogram("h", []float64{0, 1, 1.5, 2, 9, 10}, 5)
	want := "h\n 0 to 2  3  ████████████████████████████████████████\n 2 to 4  1  █████████████\n 4 to 6  0\n 6 to 8  0\n8 to 10  2  ███████████████████████████"
	if c.String() != want {
		t.Errorf("got\n%s", c)
	}
	if err := NewChart("").Histogram("h", []int{1, 2}, -1).Err(); err == nil || !strings.Contains(err.Error(), "-1 bins") {
		t.Errorf("-1 bins: %v", err)
	}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 1, 40).Draw(t, "values")
		c := NewChart("").Histogram("h", list, rapid.IntRange(0, 9).Draw(t, "bins"))
		sum := 0.0
		for _, y := range c.series[0].y {
			sum += y
		}
		if c.Err() != nil || int(sum) != len(list) {
			t.Fatalf("%v of %d values, %v", sum, len(list), c.Err())
		}
	})
}

// TestPoints draws numbers at any x: the axes hold all of them, and only a curve has a line.
func TestPoints(t *testing.T) {
	x, y := []float64{0.5, -2.25, 3}, []int{100, 105, 102}
	points, curve := NewChart("").Points("p", x, y), NewChart("").Curve("p", x, y)
	if a, b := len(points.scene().marks), len(curve.scene().marks); b != a+1 {
		t.Errorf("%d marks of points, %d of a curve", a, b)
	}
	if ax, ay := points.axes(); ax.least != -2.25 || ax.most != 3 || ay.least != 100 || ay.most != 105 {
		t.Errorf("axes %v, %v", ax, ay)
	}
	for _, c := range []Chart{NewChart("").Points("p", []int{1}, y), NewChart("").Curve("p", "x", y), NewChart("").Histogram("p", "x", 1)} {
		if c.Err() == nil || !strings.Contains(Draw(c).SVG(), "<svg") {
			t.Errorf("error %v", c.Err())
		}
	}
}

func TestAxisEnds(t *testing.T) {
	for _, test := range []struct {
		list        []float64
		log         bool
		least, most float64
	}{
		{[]float64{3, 4655}, false, 0, 4655},
		{[]float64{-2, 5}, false, -2, 5},
		{[]float64{-2, -1}, false, -2, 0},
		{[]float64{0, 0}, false, -1, 1},
		{nil, false, 0, 10},
		{[]float64{3, 4655}, true, 1, 1e4},
		{[]float64{-3, 0, 100}, true, 100, 1000},
		{[]float64{5e-324, 1.7e308}, true, 1e-300, 1e300},
		{[]float64{0, -1}, true, 1, 10},
	} {
		c := NewChart("").Line("x", 1, test.list)
		c.log = test.log
		_, y := c.axes()
		if math.Abs(y.least/test.least-1) > 1e-9 && y.least != test.least || math.Abs(y.most/test.most-1) > 1e-9 {
			t.Errorf("%v, log %v: from %v to %v, want %v to %v", test.list, test.log, y.least, y.most, test.least, test.most)
		}
	}
}

// On every chart the ticks lie on their axes, in order, the numbers between the ends, and each
// number has a mark with its words.
func TestChartPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 1, 30).Draw(t, "numbers")
		c := NewChart("t").Axes("x", "y")
		c.log = rapid.Bool().Draw(t, "log")
		c = c.add("n", rapid.IntRange(-5, 1000).Draw(t, "first"), list, rapid.Bool().Draw(t, "bars"))
		x, y := c.axes()
		for _, a := range []axis{x, y} {
			last := math.Inf(-1)
			for _, tick := range a.ticks {
				if at := (a.at(tick.Value) - a.from) / (a.to - a.from); at < -1e-6 || at > 1+1e-6 || tick.Value <= last {
					t.Fatalf("the tick %q of %v lies at %v of the axis from %v to %v", tick.Label, tick.Value, at, a.least, a.most)
				}
				last = tick.Value
			}
		}
		titles := map[string]bool{}
		for _, m := range c.scene().marks {
			titles[m.title] = true
		}
		if p, found := stray(c); found {
			t.Fatalf("%v lies outside of the chart", p)
		}
		for k, v := range list {
			if c.shows(v) != titles[c.series[0].words(k)] {
				t.Fatalf("number %v: shown %v", v, !c.shows(v))
			}
		}
	})
}

// stray finds a point of a mark that lies outside of the chart.
func stray(c Chart) (p point, found bool) {
	for _, m := range c.scene().marks {
		for _, l := range m.lines {
			for _, p := range l {
				if !(p.x >= 0 && p.x <= chartWidth && p.y >= 0 && p.y <= chartHeight) {
					return p, true
				}
			}
		}
	}
	return point{}, false
}

// Numbers beyond the ends of a logarithmic axis are drawn at its ends.
func TestChartExtremes(t *testing.T) {
	for _, list := range [][]float64{{3.7e-301}, {5e-324, 1}, {1, math.MaxFloat64}, {5e-324, math.MaxFloat64}} {
		c := NewChart("t")
		c.log = true
		c = c.add("n", 0, list, false)
		if p, found := stray(c); found {
			t.Errorf("%v: %v lies outside of the chart", list, p)
		}
	}
}

func TestTable(t *testing.T) {
	if got, want := NewTable("a", "b").Row("日本", "x").Row("abc", "y").String(), "a     b\n────  ─\n日本  x\nabc   y"; got != want {
		t.Errorf("wide characters are not aligned:\n%s", got)
	}
	table := NewTable("n", "name").Title("<t>").Row(1, "a,b").Row(20, nil).Row(3)
	if got, want := table.String(), "<t>\n n  name\n──  ────\n 1  a,b\n20\n 3"; got != want {
		t.Errorf("text:\n%s\nwant:\n%s", got, want)
	}
	if got, want := table.CSV(), "n,name\n1,\"a,b\"\n20,\n3,\n"; got != want {
		t.Errorf("CSV %q, want %q", got, want)
	}
	if html := table.HTML(); !strings.Contains(html, "&lt;t&gt;") || strings.Count(html, "<tr>") != 4 {
		t.Errorf("HTML %s", html)
	}
}
