// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNumbers makes a copy of a problem by numbers, and asks for the options of
// each item.
func TestNumbers(t *testing.T) {
	for _, text := range []string{
		"a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
		"A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n",
		"2|a 0:3|b 1:2|c d | x\na b x\na c x:red\nb d\nc\n",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		q := New().AddItems(p.Items()...)
		for k := range p.NumOptions() {
			q = q.AddEntries(p.Entries(k)...)
		}
		if q.Err() != nil || q.DLX() != text {
			t.Errorf("the copy is %q, %v, want %q", q.DLX(), q.Err(), text)
		}
		for i := range p.Items() {
			var want []int
			for k := range p.NumOptions() {
				if slices.ContainsFunc(p.Entries(k), func(e Entry) bool { return e.Item == i }) {
					want = append(want, k)
				}
			}
			if got := p.OptionsWith(i); !slices.Equal(got, want) {
				t.Errorf("the options with %v are %d, want %d", p.Items()[i], got, want)
			}
		}
	}
}

// TestMixedNumbers gives items in any order, with numbers in the order of Items.
func TestMixedNumbers(t *testing.T) {
	p := New("a | x").AddItems(Item{Name: "b"}, Item{Name: "y", Secondary: true}, Item{Name: "c", Low: 2, High: 3}).AddOption("y:1 b x a")
	want := []Item{{"a", false, 1, 1}, {"b", false, 1, 1}, {"c", false, 2, 3}, {"x", true, 0, 1}, {"y", true, 0, 1}}
	if got := p.Items(); !slices.Equal(got, want) || p.NumPrimary() != 3 {
		t.Errorf("Items = %v, want %v", got, want)
	}
	entries := []Entry{{4, "1"}, {1, ""}, {3, ""}, {0, ""}}
	if got := p.Entries(0); !reflect.DeepEqual(got, entries) {
		t.Errorf("Entries = %v, want %v", got, entries)
	}
	if got := p.AddEntries(entries...).OptionText(1); got != p.OptionText(0) {
		t.Errorf("the same option is %q, want %q", got, p.OptionText(0))
	}
	if got := p.OptionsWith(3); !slices.Equal(got, []int{0}) {
		t.Errorf("the options with x are %d", got)
	}
}

// TestBadNumbers reports the first mistake, and adds nothing.
func TestBadNumbers(t *testing.T) {
	items := New("a b", "| x").AddOption("a x:1")
	for _, c := range []struct {
		problem *Problem
		want    string
	}{
		{items.AddItems(Item{Name: "a"}), `dlx: items: expected a new item, but "a" exists already`},
		{items.AddItems(Item{Name: "c d"}), `dlx: items: expected the name of an item, without spaces, colons and bars, found "c d"`},
		{items.AddItems(Item{}), `dlx: items: expected the name of an item, without spaces, colons and bars, found ""`},
		{items.AddItems(Item{Name: "c", Low: 3, High: 2}), `dlx: items: expected bounds of item "c" from 0 to 2147483647, the upper one positive, found 3 and 2`},
		{items.AddEntries(), "dlx: option 1: expected an option, found no item"},
		{items.AddEntries(Entry{Item: 3}), "dlx: option 1: there is no item 3: the items are numbered from 0 to 2"},
		{items.AddEntries(Entry{Item: 0}, Entry{Item: 0}), `dlx: option 1: expected each item once in an option, found "a" again`},
		{items.AddEntries(Entry{Item: 0, Color: "1"}), `dlx: option 1: expected no color, since "a" is a primary item`},
		{items.AddEntries(Entry{Item: 2, Color: "2"}, Entry{Item: 2, Color: "3|"}), `dlx: option 1: expected a color of "x", without spaces, colons and bars, found "3|"`},
	} {
		if err := c.problem.Err(); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
		if c.problem.DLX() != items.DLX() {
			t.Errorf("%s: the problem has become %q", c.want, c.problem.DLX())
		}
	}
	if got := items.AddEntries(Entry{1, ""}, Entry{2, "2"}).DLX(); got != "a b | x\na x:1\nb x:2\n" {
		t.Errorf("afterwards: %q", got)
	}
}

// TestNumbersOfAny copies problems drawn at random.
func TestNumbersOfAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.Bool().Draw(t, "multiple"))
		q := New().AddItems(p.Items()...)
		for k := range p.NumOptions() {
			q = q.AddEntries(p.Entries(k)...)
		}
		n, err := p.Count(t.Context())
		m, again := q.Count(t.Context())
		if err != nil || again != nil || n.Cmp(m) != 0 {
			t.Fatalf("%v, %v solutions, and of the copy %v, %v\n%s", n, err, m, again, p.DLX())
		}
	})
}

// TestAddOptions adds options together and one after the other.
func TestAddOptions(t *testing.T) {
	items := New().AddItems(Item{Name: "a"}, Item{Name: "b"}, Item{Name: "x", Secondary: true})
	list := [][]Entry{{{0, ""}, {2, "1"}}, {{1, ""}}, {{0, ""}, {1, ""}, {2, ""}}}
	again := make([]Entry, 0, 3) // the same slice for each option
	p := items.AddOptions(func(yield func([]Entry) bool) {
		for _, o := range list {
			if again = append(again[:0], o...); !yield(again) {
				return
			}
		}
	})
	q := items
	for _, o := range list {
		q = q.AddEntries(o...)
	}
	if p.Err() != nil || p.DLX() != q.DLX() || p.NumOptions() != 3 || items.NumOptions() != 0 {
		t.Errorf("%v: %q, want %q", p.Err(), p.DLX(), q.DLX())
	}
	if p := q.AddOptions(slices.Values(list)); p.NumOptions() != 6 || q.NumOptions() != 3 {
		t.Errorf("%d and %d options, want 6 and 3", p.NumOptions(), q.NumOptions())
	}
	bad := items.AddOptions(slices.Values([][]Entry{{{0, ""}}, {{7, ""}}, {{1, ""}}}))
	if want := "dlx: option 1: there is no item 7: the items are numbered from 0 to 2"; bad.Err() == nil || bad.Err().Error() != want || bad.NumOptions() != 1 {
		t.Errorf("%v and %d options, want %q and 1", bad.Err(), bad.NumOptions(), want)
	}
	if p := bad.AddOptions(slices.Values(list)); p.NumOptions() != 1 || p.Err() == nil {
		t.Errorf("%d options after an error", p.NumOptions())
	}
}

// TestGrow adds options to problems with too much room, too little and none, and to two problems
// that share their beginning.
func TestGrow(t *testing.T) {
	begin := New("a b | c").AddOption("a c")
	for _, room := range [][2]int{{0, 0}, {1, 1}, {100, 1000}} {
		p := begin.Grow(room[0], room[1]).AddOption("b |7").AddOption("a b c:1")
		q := begin.Grow(room[0], room[1]).AddOption("a b")
		for _, c := range []struct{ got, want *Problem }{
			{p, begin.AddOption("b |7").AddOption("a b c:1")},
			{q, begin.AddOption("a b")},
		} {
			if got, want := c.got.DLX(), c.want.DLX(); c.got.Err() != nil || got != want {
				t.Errorf("with room for %d options and %d entries: %v, %s, expected %s", room[0], room[1], c.got.Err(), got, want)
			}
		}
	}
	for _, room := range [][2]int{{-1, 0}, {0, -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Grow(%d, %d) does not panic", room[0], room[1])
				}
			}()
			begin.Grow(room[0], room[1])
		}()
	}
}
