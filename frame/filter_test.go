// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFilter compares the rows of random tables with those that a plain loop keeps.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 4))
	for range 300 {
		n := r.IntN(200)
		columns := randomColumns(r, n)
		f := New(columns...)
		k := r.Int64N(20) - 10
		x := float64(r.IntN(20)) / 4
		word := []string{"a", "PREF", "é", "É", "fixpre", "b"}[r.IntN(6)]
		ints, floats, texts := &columns[0], &columns[1], &columns[2]
		for condition, want := range map[[2]string]func(row int) bool{
			{"int", fmt.Sprintf("> %d", k)}:          func(i int) bool { return ints.Int(i) > k },
			{"int", fmt.Sprintf("<=%d", k)}:          func(i int) bool { return ints.Int(i) <= k },
			{"int", fmt.Sprintf("=%d", k)}:           func(i int) bool { return ints.Int(i) == k },
			{"int", fmt.Sprintf("!= %d", k)}:         func(i int) bool { return ints.Int(i) != k },
			{"int", fmt.Sprintf("%d..%d", k, k+5)}:   func(i int) bool { return ints.Int(i) >= k && ints.Int(i) <= k+5 },
			{"int", fmt.Sprintf("..%d", k)}:          func(i int) bool { return ints.Int(i) <= k },
			{"int", fmt.Sprintf("%d", k)}:            func(i int) bool { return strings.Contains(fmt.Sprint(ints.Int(i)), fmt.Sprint(k)) },
			{"int", "< 9223372036854775807"}:         func(i int) bool { return ints.Int(i) < math.MaxInt64 },
			{"int", "> 0.5"}:                         func(i int) bool { return ints.Int(i) > 0 },
			{"float", fmt.Sprintf(">= %v", x)}:       func(i int) bool { return floats.Float(i) >= x },
			{"float", fmt.Sprintf("%v..%v", x, x+1)}: func(i int) bool { return floats.Float(i) >= x && floats.Float(i) <= x+1 },
			{"float", fmt.Sprintf("!= %v", x)}:       func(i int) bool { return floats.Float(i) != x },
			{"float", "= NaN"}:                       func(i int) bool { return math.IsNaN(floats.Float(i)) },
			{"float", "nan"}:                         func(i int) bool { return math.IsNaN(floats.Float(i)) },
			{"text", word}:                           func(i int) bool { return strings.Contains(strings.ToLower(texts.Text(i)), strings.ToLower(word)) },
			{"text", "= prefixa"}:                    func(i int) bool { return texts.Text(i) == "prefixa" },
			{"text", "> prefixp"}:                    func(i int) bool { return texts.Text(i) > "prefixp" },
			{"bool", "true"}:                         func(i int) bool { return columns[3].Int(i) == 1 },
			{"bool", "= false"}:                      func(i int) bool { return columns[3].Int(i) == 0 },
			{"int", "="}:                             nil,
			{"text", "!" + word}:                     nil,
		} {
			c := f.Column(condition[0])
			var rows []int32
			for i := range n {
				keep := false
				switch {
				case condition[1] == "=":
					keep = c.missing(i)
				case condition[1] == "!"+word:
					keep = c.missing(i) || !strings.Contains(strings.ToLower(texts.Text(i)), strings.ToLower(word))
				default:
					keep = !c.missing(i) && want(i)
				}
				if keep {
					rows = append(rows, int32(i))
				}
			}
			g := f.Filter(condition[0], condition[1])
			if g.Err() != nil || !slices.Equal(g.rows, rows) {
				t.Fatalf("%q: rows %v, expected %v; %v", condition, g.rows, rows, g.Err())
			}
		}
	}
}

// TestFilterAfterSort filters a frame that is sorted and filtered.
func TestFilterAfterSort(t *testing.T) {
	f := New(NewColumn("n", []int{5, 1, 4, 2, 3})).Sort("-n").Filter("n", "< 5").Filter("n", "> 1")
	if got := f.Ints("n"); !slices.Equal(got, []int64{4, 3, 2}) {
		t.Errorf("the rows are %v", got)
	}
	if got := f.Sort("n").Strings("n"); !slices.Equal(got, []string{"2", "3", "4"}) {
		t.Errorf("sorted, the rows are %v", got)
	}
}

// TestFilterTimes compares times with dates that stand for a span.
func TestFilterTimes(t *testing.T) {
	var days []time.Time
	for i := range 800 {
		days = append(days, time.Date(2023, 1, 1, 12*i, 0, 0, 0, time.UTC))
	}
	f := New(NewColumn("t", days))
	for condition, want := range map[string]int{
		"= 2023": 730, "!= 2023": 70, "< 2023": 0, "> 2023": 70, "<= 2023": 730, ">= 2024": 70, "2023-12..2024-01": 124, "= 2024-01-17": 2,
		"> 2024-01-17T00:00": 37, "= 2023-01-01 12:00:00": 1, "12:00": 400, "2024-01-1": 20, "..2023-01-02": 4, "< 2023-01-01T12:00:00Z": 1,
	} {
		if g := f.Filter("t", condition); g.Err() != nil || g.NumRows() != want {
			t.Errorf("%q: %d rows, expected %d; %v", condition, g.NumRows(), want, g.Err())
		}
	}
}

func TestFilterMistakes(t *testing.T) {
	f := New(NewColumn("n", []int{1}), NewColumn("t", []time.Time{time.Unix(0, 0)}), NewColumn("b", []bool{true}))
	for condition, want := range map[[2]string]string{
		{"n", "> x"}:    `frame: condition "> x" for column "n": expected a number, found "x"`,
		{"n", ">"}:      `frame: condition ">" for column "n": expected a value after >`,
		{"n", "1..b"}:   `frame: condition "1..b" for column "n": expected a number, found "b"`,
		{"b", "= 1"}:    `frame: condition "= 1" for column "b": expected true or false, found "1"`,
		{"x", "1"}:      `frame: no column "x"; expected one of n, t, b`,
		{"t", "< 12.5"}: `frame: condition "< 12.5" for column "t": expected a date such as 2024-05-17, or with a time such as 2024-05-17 08:30, found "12.5"`,
	} {
		if err := f.Filter(condition[0], condition[1]).Err(); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", condition, err, want)
		}
	}
}
