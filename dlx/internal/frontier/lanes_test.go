// SPDX-License-Identifier: BSD-3-Clause

package frontier

import (
	"slices"
	"testing"

	"polka/dlx/internal/engine"
	"polka/internal/bigint"

	"pgregory.net/rapid"
)

// A square is one of a board, or of a tile whose first square is 0, 0.
type square struct{ row, column int }

// board is the problem of covering a board, of which some squares are missing,
// with tiles, each any number of times.
func board(rows, columns int, missing map[square]bool, tiles ...[]square) *engine.Problem {
	p := &engine.Problem{First: []int32{0}}
	item := map[square]int32{}
	for r := range rows {
		for c := range columns {
			if at := (square{r, c}); !missing[at] {
				item[at] = int32(len(item))
			}
		}
	}
	p.Primary, p.Items = len(item), len(item)
	for r := range rows {
		for c := range columns {
			for _, tile := range tiles {
				var entries []engine.Entry
				for _, s := range tile {
					if i, ok := item[square{r + s.row, c + s.column}]; ok {
						entries = append(entries, engine.Entry{Item: i})
					}
				}
				if len(entries) == len(tile) {
					p.Entries = append(p.Entries, entries...)
					p.First = append(p.First, int32(len(p.Entries)))
				}
			}
		}
	}
	return p
}

var dominoes = [][]square{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}}

// drawBoard draws a board and tiles.
func drawBoard(t *rapid.T) *engine.Problem {
	tiles := dominoes
	for range rapid.IntRange(0, 4).Draw(t, "tiles") {
		tile := []square{{0, 0}}
		for range rapid.IntRange(1, 3).Draw(t, "size") {
			last := tile[len(tile)-1]
			if rapid.Bool().Draw(t, "down") {
				tile = append(tile, square{last.row + 1, last.column})
			} else {
				tile = append(tile, square{last.row, last.column + 1})
			}
		}
		tiles = append(tiles, tile)
	}
	missing := map[square]bool{}
	for range rapid.IntRange(0, 2).Draw(t, "missing") {
		missing[square{rapid.IntRange(0, 5).Draw(t, "row"), rapid.IntRange(0, 5).Draw(t, "column")}] = true
	}
	return board(rapid.IntRange(2, 40).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns"), missing, tiles...)
}

// TestLanes compares counts along lanes with plain ones, and with those that
// stop using lanes because they take too much memory.
func TestLanes(t *testing.T) {
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawBoard(t)
		for _, order := range [][]int32{given(p), narrow(p, &engine.Search{})} {
			plan := newPlan(p, &engine.Search{}, order)
			if plan == nil {
				continue
			}
			plain := plan.begin(&engine.Search{}, 1e6)
			plain.direct = true
			if !plain.run() {
				continue
			}
			want := bigint.OfWords(plain.done...)
			counter := plan.begin(&engine.Search{}, 1<<62)
			counter.store.limit = rapid.SampledFrom([]int{1 << 12, 1 << 15, 1 << 25}).Draw(t, "limit")
			ok := counter.run()
			if got := bigint.OfWords(counter.done...); ok && (got.Cmp(want) != 0 || counter.s.Nodes != plain.s.Nodes) {
				t.Fatalf("%v and %d states along lanes, want %v and %d", got, counter.s.Nodes, want, plain.s.Nodes)
			}
			if !ok && (counter.s.Err != ErrWide || counter.store.limit == 1<<25) {
				t.Fatal(counter.s.Err)
			}
			if counter.s.Updates < plain.s.Updates {
				runs++
			}
		}
	})
	if runs == 0 {
		t.Error("no row has repeated")
	}
}

// spaced inserts items that are covered by themselves between those of a problem.
func spaced(p *engine.Problem, space int) *engine.Problem {
	q := &engine.Problem{Primary: p.Primary * space, Items: p.Primary * space, First: []int32{0}}
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			q.Entries = append(q.Entries, engine.Entry{Item: e.Item * int32(space)})
		}
		q.First = append(q.First, int32(len(q.Entries)))
	}
	for i := range int32(q.Items) {
		if int(i)%space != 0 {
			q.Entries = append(q.Entries, engine.Entry{Item: i})
			q.First = append(q.First, int32(len(q.Entries)))
		}
	}
	return q
}

// TestMemory counts with less and less memory: the tables never take more than
// the limit, except the smallest, and the count is right or given up.
func TestMemory(t *testing.T) {
	p := board(12, 9, nil, dominoes...)
	plan := newPlan(p, &engine.Search{}, given(p))
	want := plan.begin(&engine.Search{}, 1<<62)
	want.run()
	gave := 0
	for _, direct := range []bool{false, true} {
		for memory := 1 << 21; memory >= 1<<12; memory /= 2 {
			s := &engine.Search{Question: engine.Question{Memory: memory}}
			w := plan.begin(s, 1<<62)
			w.direct = direct
			ok := w.run()
			if ok && bigint.OfWords(w.done...).Cmp(bigint.OfWords(want.done...)) != 0 || !ok && s.Err != ErrWide {
				t.Errorf("with %d bytes: %v, %v, want %v or ErrWide", memory, bigint.OfWords(w.done...), s.Err, bigint.OfWords(want.done...))
			}
			if !ok {
				gave++
			}
			if spare := 128 << smallest * 3; 8*w.store.words > memory/2+8*spare {
				t.Errorf("with %d bytes the tables take %d", memory, 8*w.store.words)
			}
		}
	}
	if gave == 0 || gave == 20 {
		t.Errorf("%d counts were given up", gave)
	}
}

// TestWide counts dominoes on boards with so many places between their squares
// that options reach beyond 64 places.
func TestWide(t *testing.T) {
	p := board(12, 3, nil, dominoes...)
	for _, c := range []struct {
		space    int
		ok, wide bool
	}{{1, true, false}, {21, true, false}, {22, true, true}, {42, true, true}, {43, false, false}} {
		q := spaced(p, c.space)
		plan := newPlan(q, &engine.Search{}, given(q))
		if (plan != nil) != c.ok || c.ok && plan.wide != c.wide {
			t.Errorf("spaced by %d: plan %v", c.space, plan != nil)
		}
		for _, direct := range []bool{false, true} {
			if plan == nil {
				continue
			}
			w := plan.begin(&engine.Search{}, 1<<62)
			w.direct = direct
			if !w.run() || bigint.OfWords(w.done...).Int64() != 2131 {
				t.Errorf("spaced by %d: %v dominoes on 3 x 12, want 2131 (A001835)", c.space, bigint.OfWords(w.done...))
			}
		}
	}
}

// TestRuns finds the rows of boards, and none where the squares follow pieces
// that can be used once.
func TestRuns(t *testing.T) {
	whole := board(8, 5, nil, dominoes...)
	holed := board(20, 5, map[square]bool{{9, 2}: true}, dominoes...)
	distinct := &engine.Problem{Primary: 4 + whole.Primary, Items: 4 + whole.Items, First: []int32{0}}
	for k := range int32(whole.Options()) {
		distinct.Entries = append(distinct.Entries, engine.Entry{Item: k % 4})
		for _, e := range whole.Option(k) {
			distinct.Entries = append(distinct.Entries, engine.Entry{Item: e.Item + 4})
		}
		distinct.First = append(distinct.First, int32(len(distinct.Entries)))
	}
	for _, c := range []struct {
		name  string
		p     *engine.Problem
		runs  []run
		short bool
	}{
		{"8 x 5", whole, []run{{0, 40, 5}}, true},
		{"5 x 8", board(5, 8, nil, dominoes...), []run{{0, 40, 8}}, false},
		{"a hole", holed, []run{{0, 43, 5}, {47, 99, 5}}, false},
		{"distinct pieces", distinct, nil, false},
		{"pairs", pairs(18), nil, false},
	} {
		plan := newPlan(c.p, &engine.Search{}, given(c.p))
		if !slices.Equal(plan.runs, c.runs) || plan.alongShortSide() != c.short {
			t.Errorf("%s: runs %v, along the short side %v, want %v, %v", c.name, plan.runs, plan.alongShortSide(), c.runs, c.short)
		}
	}
}
