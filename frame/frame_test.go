// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"slices"
	"testing"
	"time"
)

type point struct{ X, Y int }

type record struct {
	N     int
	F     float64
	S     string
	P     *int
	Since time.Time
	At    point
}

// TestOf makes frames of lists of structs and maps, and of other values.
func TestOf(t *testing.T) {
	four := 4
	day := time.Date(2024, 5, 17, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		v    any
		want string
	}{
		{[]record{{1, 2.5, "b", &four, day, point{}}}, "frame of 1 row, 6 columns: N int, F float, S string, P int, Since time, At string"},
		{[]*point{{1, 2}, nil}, "frame of 2 rows, 2 columns: X int, Y int"},
		{[]map[string]any{{"b": 1, "a": "x"}, {"c": 1.5}}, "frame of 2 rows, 3 columns: a string, b int, c float"},
		{[]any{1, 2.5}, "frame of 2 rows, 1 column: value float"},
		{[]any{1, "x"}, "frame of 2 rows, 1 column: value string"},
		{[]any{point{1, 2}, map[string]int{"Z": 3}}, "frame of 2 rows, 3 columns: X int, Y int, Z int"},
		{[]string{"a"}, "frame of 1 row, 1 column: value string"},
		{map[string]int{"b": 1, "a": 2}, "frame of 2 rows, 2 columns: key string, value int"},
		{map[int]point{10: {}, 9: {}}, "frame of 2 rows, 3 columns: key int, X int, Y int"},
		{point{1, 2}, "frame of 1 row, 2 columns: X int, Y int"},
		{nil, "frame of 0 rows, 0 columns: "},
		{7, "frame of 1 row, 1 column: value int"},
	} {
		if got := Of(test.v).String(); got != test.want {
			t.Errorf("Of(%v) is %q, expected %q", test.v, got, test.want)
		}
	}
	f := Of([]record{{S: "x"}, {S: "y", P: &four}})
	if got := f.Strings("P"); !slices.Equal(got, []string{"", "4"}) {
		t.Errorf("a column of pointers is %q", got)
	}
}
