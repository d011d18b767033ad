// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"slices"
	"testing"
)

// These types have the methods by which values of Apache Arrow are recognized. The
// library itself is used by TestArrowTables in cmd/polka.

type fakeField struct{ Name string }

type fakeSchema struct{ names []string }

func (s *fakeSchema) Field(i int) fakeField { return fakeField{s.names[i]} }

type fakeArray[T any] struct {
	typ    string
	values []T
	nulls  []bool
}

func (a *fakeArray[T]) Len() int              { return len(a.values) }
func (a *fakeArray[T]) IsNull(i int) bool     { return a.nulls != nil && a.nulls[i] }
func (a *fakeArray[T]) ValueStr(i int) string { return fmt.Sprint("<", a.values[i], ">") }
func (a *fakeArray[T]) Value(i int) T         { return a.values[i] }
func (a *fakeArray[T]) DataType() any         { return a.typ }
func (a *fakeArray[T]) NullN() (n int) {
	for i := range a.values {
		if a.IsNull(i) {
			n++
		}
	}
	return n
}

type fakeTimestamp int64

type fakeTimes struct{ fakeArray[fakeTimestamp] }

func (a *fakeTimes) TimestampValues() []fakeTimestamp { return a.values }

type fakeDecimals struct{ fakeArray[[2]uint64] }

func (a *fakeDecimals) ValueStr(i int) string {
	return []string{"1.50", "3.50", "-2.00", "10.50", "2.50"}[i]
}

type fakeChunked struct{ chunks []array }

func (c *fakeChunked) Chunks() []array { return c.chunks }

func (c *fakeChunked) Len() (n int) {
	for _, a := range c.chunks {
		n += a.Len()
	}
	return n
}

func (c *fakeChunked) NullN() int { return 0 }

type fakeColumn struct{ data *fakeChunked }

func (c *fakeColumn) Data() *fakeChunked { return c.data }
func (c *fakeColumn) Len() int           { return c.data.Len() }
func (c *fakeColumn) Name() string       { return "alone" }

type fakeTable struct {
	schema  *fakeSchema
	columns []*fakeColumn
	rows    int64
}

func (t *fakeTable) NumRows() int64           { return t.rows }
func (t *fakeTable) NumCols() int64           { return int64(len(t.columns)) }
func (t *fakeTable) Schema() *fakeSchema      { return t.schema }
func (t *fakeTable) Column(i int) *fakeColumn { return t.columns[i] }

// TestChunks reads columns that consist of several arrays, some of them empty.
func TestChunks(t *testing.T) {
	column := func(list ...array) *fakeColumn { return &fakeColumn{&fakeChunked{list}} }
	table := &fakeTable{schema: &fakeSchema{[]string{"n", "x", "s", "t", "o", "u", "d"}}, rows: 5}
	ints := func(values ...int32) array { return &fakeArray[int32]{typ: "int32", values: values} }
	table.columns = []*fakeColumn{
		column(ints(5, 4), ints(), ints(3), ints(2, 1)),
		column(&fakeArray[float32]{typ: "float32", values: []float32{0.1, 2, 3, 4, 5}, nulls: []bool{false, true, false, false, false}}),
		column(&fakeArray[string]{typ: "utf8", values: []string{"e", "d"}}, &fakeArray[string]{typ: "utf8", values: []string{"c", "b", "a"}}),
		column(&fakeTimes{fakeArray[fakeTimestamp]{typ: "timestamp[ms, tz=UTC]", values: []fakeTimestamp{0, 86400000, 1 << 62, -86400000, 1000}}}),
		column(&fakeArray[[]byte]{typ: "binary", values: [][]byte{{1}, {2}, {3}, {4}, {5}}}),
		column(&fakeArray[uint64]{typ: "uint64", values: []uint64{7, 10, 1 << 63, 0, 1}}),
		column(&fakeDecimals{fakeArray[[2]uint64]{typ: "decimal(9, 2)", values: make([][2]uint64, 5)}}),
	}
	f := Of(table)
	if got, want := f.String(), "frame of 5 rows, 7 columns: n int32, x float32, s utf8, t timestamp[ms, tz=UTC], o binary, u uint64, d decimal(9, 2)"; got != want {
		t.Fatalf("%s, expected %s", got, want)
	}
	if got := f.Sort("n").Strings("s"); !slices.Equal(got, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("sorted by n, s is %q", got)
	}
	if got := f.Strings("t"); !slices.Equal(got[:2], []string{"1970-01-01", "1970-01-02"}) || got[3] != "1969-12-31" || got[4] != "1970-01-01 00:00:01" {
		t.Errorf("the times are %q", got)
	}
	if f.Filter("x", "=").NumRows() != 1 || f.Strings("x")[0] != "0.1" || f.Filter("x", "> 2").NumRows() != 3 {
		t.Errorf("the missing values are %q", f.Strings("x"))
	}
	if got := f.Sort("-u").Strings("u"); !slices.Equal(got, []string{"<9223372036854775808>", "<10>", "<7>", "<1>", "<0>"}) {
		t.Errorf("sorted, the unsigned numbers are %q", got)
	}
	if got := f.Filter("d", "> 2.5").Strings("d"); !slices.Equal(got, []string{"3.50", "10.50"}) {
		t.Errorf("the decimals above 2.5 are %q", got)
	}
	if got := Of(table.columns[0].data).Ints("value"); !slices.Equal(got, []int64{5, 4, 3, 2, 1}) {
		t.Errorf("chunks alone are %v", got)
	}
	if got := Of(table.columns[2]).Strings("alone"); !slices.Equal(got, []string{"e", "d", "c", "b", "a"}) {
		t.Errorf("a column alone is %q", got)
	}
	if got := f.Strings("o")[0]; got != "<[1]>" {
		t.Errorf("an array of another type is shown as %s", got)
	}
}
