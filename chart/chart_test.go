// SPDX-License-Identifier: BSD-3-Clause

package chart

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

type run struct {
	N       int
	Seconds float64
	Engine  string
	Day     time.Time
	hidden  int
}

// runs are made by a formula.
func runs() (list []run) {
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for n := 1; n <= 12; n++ {
		for i, e := range []string{"links", "bits", "frontier"} {
			s := math.Pow(1.9-0.3*float64(i), float64(n)) / 40
			list = append(list, run{n, s, e, day.AddDate(0, 0, 3*n), n})
		}
	}
	return list
}

// samples are charts of every kind.
func samples() map[string]Chart {
	var normal []float64
	for i := range 400 {
		normal = append(normal, math.Sqrt(-2*math.Log((float64(i)+0.5)/400))*math.Cos(2.4*float64(i)))
	}
	curve := map[string][]float64{}
	for n := 1.0; n <= 12; n += 0.25 {
		curve["n"], curve["fit"] = append(curve["n"], n), append(curve["fit"], math.Pow(1.75, n)/30)
	}
	words := []map[string]any{{"piece": "F", "count": 3}, {"piece": "I", "count": 12}, {"piece": "a long name of a piece", "count": -4}, {"piece": "L & <M>", "count": 7}}
	return map[string]Chart{
		"point":       Of(runs()).X("N").Y("Seconds").Color("Engine").Title("Search times"),
		"line":        Of(runs()).Mark("line").X("N").Y("Seconds").Color("Engine").LogY(),
		"beside":      Of(runs()).Mark("bar").X("N").Y("mean(Seconds)").Color("Engine").Beside(),
		"besidelying": Of(runs()).Mark("bar").X("mean(Seconds)").Y("Engine").Color("N").Beside(),
		"stack":       Of(runs()).Mark("bar").X("N").Y("mean(Seconds)").Color("Engine"),
		"area":        Of(runs()).Mark("area").X("Day").Y("Seconds").Color("Engine").Size(400, 160),
		"histogram":   Of(normal).X("bin(value)"),
		"words":       Of(words).X("piece").Y("count"),
		"lying":       Of(runs()).Y("Engine").X("sum(Seconds)").Color("N"),
		"layers":      Of(runs()).X("N").Y("Seconds").Layer(Of(curve).Mark("line").X("n").Y("fit")).Zoom(),
	}
}

// TestGolden compares the specifications and documents with those that have been looked at.
func TestGolden(t *testing.T) {
	for name, c := range samples() {
		spec, err := c.VegaLite()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, spec, "", " "); err != nil {
			t.Fatal(err)
		}
		for file, got := range map[string]string{name + ".vl.json": pretty.String() + "\n", name + ".svg": c.SVG()} {
			file = filepath.Join("testdata", file)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if want, err := os.ReadFile(file); err != nil || string(want) != got {
				t.Errorf("%s differs (%v); -update writes it again", file, err)
			}
		}
	}
}

// marksOf returns the data of the first layer.
func marksOf(t *testing.T, c Chart) string {
	t.Helper()
	text, err := c.VegaLite()
	if err != nil {
		return err.Error()
	}
	type data struct {
		Values []struct{ X, Y, C, X2 any }
	}
	var spec struct {
		Data  data
		Layer []struct{ Data data }
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	if len(spec.Layer) > 0 {
		spec.Data = spec.Layer[0].Data
	}
	var list []string
	for _, v := range spec.Data.Values {
		s := fmt.Sprintf("%v:%v", v.X, v.Y)
		if v.C != nil {
			s += fmt.Sprintf("/%v", v.C)
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

func TestRows(t *testing.T) {
	type inner struct{ A int }
	type outer struct {
		inner
		*run
		B *float64
	}
	half := 0.5
	for _, c := range []struct {
		name string
		c    Chart
		want string
	}{
		{"structs", Of([]run{{N: 1, Seconds: 2}, {N: 3, Seconds: math.NaN()}, {N: 5, Seconds: 6}}).X("N").Y("Seconds"), "1:2 5:6"},
		{"pointers", Of([]*run{{N: 1, Seconds: 2}, nil, {N: 5, Seconds: 6}}).X("N").Y("Seconds"), "1:2 5:6"},
		{"embedded", Of([]outer{{inner{7}, nil, &half}, {inner{8}, &run{N: 3}, nil}}).X("A").Y("B"), "7:0.5"},
		{"maps", Of([]map[string]any{{"a": 1, "b": 2.5}, {"a": 2}, {"a": 3, "b": uint8(4)}}).X("a").Y("b"), "1:2.5 3:4"},
		{"columns", Of(map[string]any{"a": []int{1, 2}, "b": []string{"x", "y"}}).Mark("point").X("a").Y("b"), "1:x 2:y"},
		{"numbers", Of([]int{5, 7}).X("index").Y("value"), "0:5 1:7"},
		{"durations", Of([]time.Duration{time.Second, time.Minute}).X("index").Y("value"), "0:1 1:60"},
		{"times", Of([]run{{N: 1, Day: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 7200))}, {N: 2}}).X("Day").Y("N"), "2026-01-02T03:04:05Z:1"},
		{"logarithm", Of([]int{-1, 0, 3}).X("index").Y("value").LogY(), "2:3"},
		{"bars", Of([]run{{N: 9, Seconds: 1}, {N: 10, Seconds: 2}}).Mark("bar").X("N").Y("Seconds"), "9:1 10:2"},
	} {
		if got := marksOf(t, c.c); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAggregates(t *testing.T) {
	rows := []map[string]any{{"k": "a", "v": 1, "c": "u"}, {"k": "b", "v": 5, "c": "u"}, {"k": "a", "v": 2, "c": "w"}, {"k": "a", "v": 6, "c": "u"}, {"k": "b", "c": "w"}}
	for _, c := range []struct{ x, y, color, want string }{
		{"k", "", "", "a:3 b:2"},
		{"k", "count()", "", "a:3 b:2"},
		{"k", "count(v)", "", "a:3 b:1"},
		{"k", "sum(v)", "", "a:9 b:5"},
		{"k", "mean(v)", "", "a:3 b:5"},
		{"k", "median(v)", "", "a:2 b:5"},
		{"k", "min(v)", "", "a:1 b:5"},
		{"k", "max(v)", "", "a:6 b:5"},
		{"k", "sum(v)", "c", "a:7/u a:2/w b:5/u"},
		{"sum(v)", "k", "", "9:a 5:b"},
		{"bin(v)", "", "", "1:1 2:1 5:1 6:1"},
	} {
		ch := Of(rows).X(c.x)
		if c.y != "" {
			ch = ch.Y(c.y)
		}
		if c.color != "" {
			ch = ch.Color(c.color)
		}
		if got := marksOf(t, ch); got != c.want {
			t.Errorf("%s, %s, %s: got %s, want %s", c.x, c.y, c.color, got, c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	list := runs()
	many := make([]int, maxMarks+1)
	for _, c := range []struct {
		c    Chart
		want string
	}{
		{Of(list).X("n"), `chart: no field "n"; the fields are N, Seconds, Engine, Day`},
		{Of(list).X("N").Y("second").Mark("pie"), `chart: no field "second"; the fields are N, Seconds, Engine, Day`},
		{Of(list).X("N").Color("hidden"), `chart: no field "hidden"; the fields are N, Seconds, Engine, Day`},
		{Of(list).X("N").Y("mean(X)"), `chart: no field "X"; the fields are N, Seconds, Engine, Day`},
		{Of(list).X("N").Y("mode(N)"), `chart: there is no aggregate "mode"; the aggregates are count, sum, mean, median, min, max, bin`},
		{Of(list).X("N").Y("mean(Engine)"), `chart: mean(Engine): not all values of the field are numbers`},
		{Of(list), `chart: X and Y have no field; the fields are N, Seconds, Engine, Day`},
		{Of(list).X("mean(N)").Y("count()"), `chart: X is mean(N) and Y is count(); one of them must be a field`},
		{Of(list).X("N").Y("bin(N)"), `chart: Y is bin(N); ranges are for X`},
		{Of(list).Mark("pie"), `chart: there is no mark "pie"; the marks are bar, line, point, area`},
		{Of(list).Size(10, 5), `chart: size 10 × 5, expected 40 to 4000 pixels`},
		{Of(list).X("Engine").Y("Engine").Mark("bar"), `chart: the mark bar needs numbers: Engine and Engine are words`},
		{Of(list).X("N").Y("count()").LogY(), `chart: count() is a length of bars or areas, which a logarithmic axis does not show; use the mark point or line`},
		{Of(list).X("N").Y("Seconds").Layer(Of(list).X("Engine").Y("Seconds")), `chart: the layers have different kinds of values on x`},
		{Of(many).X("index").Y("value"), `chart: 10001 marks, more than 10000: use an aggregate such as mean(value), a range such as bin(index), or a part of the rows`},
		{Of(many).X("index").Y("value").Mark("bar"), `chart: index has more than 500 different values on x; bin(index) makes ranges of numbers`},
		{Of(many).X("index").Y("value").Color("index"), `chart: field "index" has more than 20 different values, which are too many colors`},
		{Of([]float64{math.NaN()}).X("index").Y("value"), `chart: no row has both index and value`},
		{Of([]run{}), errNoRows.Error()},
		{Chart{}.X("a"), errNoRows.Error()},
		{Of(3), `chart: int is not a list of rows: expected a list of structs, maps or numbers, or a map from names to lists`},
		{Of([]string{"a"}), `chart: the elements of []string have no fields`},
		{Of([]any{1, "a"}), `chart: not all elements of []interface {} are numbers`},
		{Of(map[string][]int{"a": {1}, "b": {1, 2}}), `chart: column "b" has length 2, and column "a" has 1`},
		{Of(map[string]int{"a": 1}), `chart: column "a" is not a list`},
	} {
		if err := c.c.Err(); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
			continue
		}
		if b := c.c.MIMEBundle(); b["text/plain"] != c.want || len(b) != 2 {
			t.Errorf("%v", b)
		}
		if _, err := c.c.VegaLite(); err == nil || !strings.Contains(c.c.SVG(), "chart:") {
			t.Errorf("%v is drawn", c.c)
		}
	}
	if err := Of(list).X("N").Y("Seconds").Err(); err != nil {
		t.Error(err)
	}
}

func TestDates(t *testing.T) {
	begin := time.Date(2026, 1, 30, 22, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		span time.Duration
		want string
	}{
		{30 * time.Second, "22:00:00 22:00:05 22:00:10 22:00:15 22:00:20 22:00:25 22:00:30"},
		{3 * time.Hour, "22:00 22:30 23:00 23:30 00:00 00:30 01:00"},
		{30 * 24 * time.Hour, "Feb 2|Feb 9|Feb 16|Feb 23"},
		{300 * 24 * time.Hour, "Mar 2026|May 2026|Jul 2026|Sep 2026|Nov 2026"},
		{3000 * 24 * time.Hour, "2028|2030|2032|2034"},
	} {
		var got []string
		for _, x := range dateTicks(float64(begin.Unix()), float64(begin.Add(c.span).Unix())) {
			got = append(got, x.Label)
		}
		if want := strings.FieldsFunc(c.want, func(r rune) bool { return r == '|' || r == ' ' && !strings.Contains(c.want, "|") }); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%v: got %s, want %s", c.span, strings.Join(got, "|"), c.want)
		}
	}
}

func TestString(t *testing.T) {
	c := Of(runs()).Mark("line").X("N").Y("mean(Seconds)").Color("Engine").Layer(Of([]int{1}).X("index"))
	if got, want := c.String(), "line of 36 rows: x N, y mean(Seconds), color Engine and chart of 1 row: x index"; got != want {
		t.Errorf("got %s", got)
	}
}
