package render

import (
	"encoding/xml"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"
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
			if err := xml.Unmarshal([]byte(c.SVG()), new(struct{})); err != nil {
				t.Errorf("%v: %v", test.list, err)
			}
			if svg := c.SVG(); test.want == "" && (strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf")) {
				t.Errorf("%v: places that are no numbers", test.list)
			}
		}
	}
}

func TestTicks(t *testing.T) {
	labels := func(list []string) string { return strings.Join(list, " ") }
	var got []string
	for _, tick := range niceTicks(0, 1_250_000) {
		got = append(got, tick.Label)
	}
	if want := "0 200 k 400 k 600 k 800 k 1 M 1.2 M"; labels(got) != want {
		t.Errorf("got %s, want %s", labels(got), want)
	}
	got = nil
	for _, tick := range powerTicks(1, 1e6) {
		got = append(got, tick.Label)
	}
	if want := "1 10 100 1000 10⁴ 10⁵ 10⁶"; labels(got) != want {
		t.Errorf("got %s, want %s", labels(got), want)
	}
	if power(-12) != "10⁻¹²" {
		t.Errorf("10 to the power of -12 is written %s", power(-12))
	}
}

func TestTable(t *testing.T) {
	table := NewTable("n", "name").Titled("<t>").Row(1, "a,b").Row(20, nil).Row(3)
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
