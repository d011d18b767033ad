// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// ask does what a page asks for, and returns the state that it gets.
func ask(t *testing.T, f *Frame, w string) state {
	t.Helper()
	f.view.receive(context.Background(), []byte(w))
	var got wish
	if err := json.Unmarshal([]byte(w), &got); err != nil {
		t.Fatal(err)
	}
	for range 10000 {
		f.view.mu.Lock()
		done := f.view.running == 0
		f.view.mu.Unlock()
		if done {
			return f.view.state()
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("no answer")
	return state{}
}

// column returns the texts of a column of a page.
func (s state) column(i int) (list []string) {
	for _, row := range s.Rows {
		if row[i] == nil {
			list = append(list, "-")
		} else {
			list = append(list, *row[i])
		}
	}
	return list
}

// TestView sorts, filters and pages as a page does, also in a frame that is sorted already.
func TestView(t *testing.T) {
	n := make([]int, 100)
	for i := range n {
		n[i] = i * 37 % 100
	}
	for _, f := range []*Frame{New(NewColumn("n", n)), New(NewColumn("n", n)).Sort("-n")} {
		s := ask(t, f, `{"sort":[{"column":0},{"column":9},{"column":0}],"filters":[">= 90"],"size":4,"from":4,"serial":3}`)
		if got := s.column(0); !slices.Equal(got, []string{"94", "95", "96", "97"}) || s.Matched != 10 || s.Serial != 3 || len(s.Sort) != 1 {
			t.Errorf("the page is %v, %+v", got, s)
		}
		if got := f.Shown().Ints("n"); len(got) != 10 || got[0] != 90 {
			t.Errorf("shown is %v", got)
		}
		s = ask(t, f, `{"sort":[{"column":0,"down":true}],"filters":["<= x"],"size":4,"from":999,"serial":4}`)
		if got := s.column(0); !slices.Equal(got, []string{"3", "2", "1", "0"}) || s.From != 96 || len(s.Mistakes) != 1 {
			t.Errorf("the last page is %v, %+v", got, s)
		}
		s = ask(t, f, `{"serial":5}`)
		if got, want := s.column(0)[0], fmt.Sprint(f.Ints("n")[0]); got != want || len(s.Rows) != 1 {
			t.Errorf("without sorting the page begins with %s, expected %s; %d rows", got, want, len(s.Rows))
		}
	}
	ask(t, New(), `{"sort":[{"column":-1}],"filters":["a"],"from":-5,"size":-1}`)
}

// TestStop stops a sort: the page shows what it did before, with a note.
func TestStop(t *testing.T) {
	f := New(NewColumn("n", make([]int, 10)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f.view.receive(ctx, []byte(`{"filters":["1"],"serial":7,"size":20}`))
	f.view.stopped()
	if s := f.view.state(); s.Note != "Stopped." || s.Matched != 10 || s.Serial != 7 {
		t.Errorf("after Stop: %+v", s)
	}
	if s := ask(t, f, `{"filters":["1"],"serial":8}`); s.Note != "" || s.Matched != 0 {
		t.Errorf("after the next wish: %+v", s)
	}
}

// TestSummaries checks the histograms against counts in plain loops.
func TestSummaries(t *testing.T) {
	floats := []float64{math.NaN(), math.Inf(1), -math.MaxFloat64, math.MaxFloat64, 0}
	for _, test := range []struct {
		c      Column
		counts []int
		words  string
	}{
		{NewColumn("", []int{3, 1, 3, 2}), []int{1, 1, 2}, "1 to 3"},
		{NewColumn("", []int{math.MinInt, math.MaxInt}), []int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, "-9223372036854775808 to 9223372036854775807"},
		{NewColumn("", []bool{true, false, true}), []int{1, 2}, "false to true"},
		{NewColumn("", []any{"b", nil, "a", "b"}), []int{2, 1}, "2 values, most often b; 1 missing"},
		{NewColumn("", []string{"a", "b"}), nil, "2 values, most often a"},
		{NewColumn("", []float64{1, 1}), []int{2}, "1 to 1"},
		{NewColumn("", floats), []int{1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}, "-1.7976931348623157e+308 to 1.7976931348623157e+308"},
		{NewColumn("", []float64{math.NaN()}), nil, ""},
		{NewColumn("", []int{}), nil, ""},
	} {
		s, ok := summarize(never, &test.c, nil, test.c.Len, sampleSize)
		if !ok || !slices.Equal(s.Counts, test.counts) || s.words() != test.words || len(s.Labels) != len(s.Counts) {
			t.Errorf("%v, %q, labels %q; expected %v, %q", s.Counts, s.words(), s.Labels, test.counts, test.words)
		}
	}
	many := make([]int, 3*sampleSize)
	c := NewColumn("", many)
	if s, _ := summarize(never, &c, nil, len(many), sampleSize); !s.Sampled || s.Counts[0] != sampleSize {
		t.Errorf("the sample is %+v", s)
	}
}

// TestPage checks that the page for readers without a kernel has no scripts, and that it escapes.
func TestPage(t *testing.T) {
	f := New(NewColumn("<script>", []string{"</td>&", strings.Repeat("é", 300)}))
	page := f.view.page()
	if strings.Contains(page, "<script") || strings.Contains(page, "</td>&<") || !strings.Contains(page, strings.Repeat("é", 199)+"…</td>") {
		t.Errorf("the page is %s", page)
	}
	if got := New(NewColumn("a\nb", []string{"x\ny"})).describe(); !strings.HasSuffix(got, "1 row, 1 column") || strings.Count(got, "x y") != 1 {
		t.Errorf("the text is %s", got)
	}
}

// BenchmarkFirstPage makes the first page of ten million rows: the columns, the widget, its state
// and its HTML.
func BenchmarkFirstPage(b *testing.B) {
	const n = 10_000_000
	ints, floats, names := make([]int64, n), make([]float64, n), make([]string, n)
	for i := range n {
		ints[i], floats[i], names[i] = int64(i), float64(i)/7, "player "+string(rune('a'+i%26))
	}
	b.ReportAllocs()
	for b.Loop() {
		f := New(NewColumn("n", ints), NewColumn("x", floats), NewColumn("name", names))
		if page := f.view.page(); len(page) < 1000 {
			b.Fatal("no page")
		}
	}
}
