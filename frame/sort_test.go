// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
)

// randomColumns returns columns of each type with n random values: few different ones, so that rows
// are equal, extreme ones, texts that are prefixes of each other, and missing ones.
func randomColumns(r *rand.Rand, n int) []Column {
	ints, floats, texts, bools := make([]int64, n), make([]float64, n), make([]string, n), make([]bool, n)
	absent := make([]bool, n)
	extreme := []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}
	special := []float64{math.Inf(-1), -1.5, math.Copysign(0, -1), 0, math.SmallestNonzeroFloat64, math.MaxFloat64, math.Inf(1), math.NaN()}
	long := strings.Repeat("prefix", 3)
	for i := range n {
		ints[i] = r.Int64N(20) - 10
		floats[i] = float64(r.IntN(20)) / 4
		switch r.IntN(4) {
		case 0:
			ints[i] = extreme[r.IntN(len(extreme))]
			floats[i] = special[r.IntN(len(special))]
		case 1:
			ints[i] = int64(r.Uint64())
			floats[i] = r.NormFloat64()
		}
		texts[i] = (long + long)[:r.IntN(2*len(long))] + strings.Repeat("\x00", r.IntN(3)) + []string{"", "a", "b", "é", "\xff"}[r.IntN(5)]
		bools[i] = r.IntN(2) == 0
		absent[i] = r.IntN(10) == 0
	}
	list := []Column{NewColumn("int", ints), NewColumn("float", floats), NewColumn("text", texts), NewColumn("bool", bools)}
	for i := range list[:3] {
		list[i].Missing = func(row int) bool { return absent[row] }
	}
	return list
}

// rank returns 0 for a value, 1 for NaN and 2 for a missing value.
func rank(c *Column, row int) int {
	switch {
	case c.missing(row):
		return 2
	case c.Type == Float && math.IsNaN(c.Float(row)):
		return 1
	}
	return 0
}

// less compares two values of the same rank.
func less(c *Column, a, b int) bool {
	switch c.Type {
	case Float:
		return c.Float(a) < c.Float(b)
	case String:
		return c.Text(a) < c.Text(b)
	}
	return c.Int(a) < c.Int(b)
}

// TestSort compares the order of random tables with that of sort.SliceStable.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 1))
	for round := range 400 {
		n := r.IntN(40)
		if round%4 == 0 {
			n = r.IntN(3000)
		}
		columns := randomColumns(r, n)
		var names []string
		var keys []sortKey
		for _, i := range r.Perm(len(columns))[:1+r.IntN(3)] {
			k := sortKey{i, r.IntN(2) == 0}
			keys = append(keys, k)
			names = append(names, map[bool]string{true: "-"}[k.Down]+columns[i].Name)
		}
		rows := New(columns...).all()
		sort.SliceStable(rows, func(i, j int) bool {
			a, b := int(rows[i]), int(rows[j])
			for _, k := range keys {
				c := &columns[k.Column]
				if x, y := rank(c, a), rank(c, b); x != y {
					return x < y
				} else if x > 0 {
					continue
				}
				switch {
				case less(c, a, b):
					return !k.Down
				case less(c, b, a):
					return k.Down
				}
			}
			return false
		})
		f := New(columns...).Sort(names...)
		if f.Err() != nil || !slices.Equal(f.rows, rows) {
			t.Fatalf("round %d, %d rows sorted by %v: %v, expected %v; %v", round, n, names, f.rows, rows, f.Err())
		}
	}
}

// TestSortStops ends sorts at each of the first looks at the context.
func TestSortStops(t *testing.T) {
	columns := randomColumns(rand.New(rand.NewPCG(35, 2)), 3*step)
	for looks := range 12 {
		ctx := &ending{Context: context.Background(), left: looks}
		f := New(columns...)
		if rows := sorted(ctx, columns, f.all(), []sortKey{{Column: 2}, {Column: 0}}); rows != nil {
			t.Errorf("a sort that was stopped after %d looks has a result", looks)
		}
	}
}

// An ending context ends after some calls of Err.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestSortMistakes(t *testing.T) {
	f := New(NewColumn("a", []int{2, 1}), NewColumn("-a", []int{1, 2}))
	if err := f.Sort("b").Filter("a", "> 1").Err(); err == nil || err.Error() != `frame: no column "b"; expected one of a, -a` {
		t.Errorf("an unknown column: %v", err)
	}
	if f.Sort().Err() == nil {
		t.Error("Sort without columns is not a mistake")
	}
	if got := f.Sort("-a").Ints("a"); !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("a column named -a sorts %v", got)
	}
}

func BenchmarkSort(b *testing.B) {
	const n = 1_000_000
	r := rand.New(rand.NewPCG(35, 3))
	ints, floats, few, many := make([]int, n), make([]float64, n), make([]string, n), make([]string, n)
	for i := range n {
		ints[i], floats[i] = r.IntN(1000), r.NormFloat64()
		few[i], many[i] = fmt.Sprint("player ", r.IntN(300)), fmt.Sprintf("customer-%08d", r.IntN(n))
	}
	columns := []Column{NewColumn("int", ints), NewColumn("float", floats), NewColumn("few texts", few), NewColumn("many texts", many)}
	f := New(columns...)
	for i := range columns {
		b.Run(columns[i].Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sorted(never, columns, f.all(), []sortKey{{Column: i}})
			}
		})
	}
}
