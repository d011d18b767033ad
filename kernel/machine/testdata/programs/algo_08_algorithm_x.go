// Algorithm X for exact cover, with maps of sets.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type set map[string]bool
type cover struct {
	rows map[string][]string
	cols map[string]set
}

func newCover(universe string, rows map[string][]string) *cover {
	x := &cover{rows, map[string]set{}}
	for _, c := range strings.Fields(universe) {
		x.cols[c] = set{}
	}
	for r, cs := range rows {
		for _, c := range cs {
			x.cols[c][r] = true
		}
	}
	return x
}

func (x *cover) pick(r string) (saved []set) {
	for _, c := range x.rows[r] {
		for other := range x.cols[c] {
			for _, k := range x.rows[other] {
				if k != c {
					delete(x.cols[k], other)
				}
			}
		}
		saved = append(saved, x.cols[c])
		delete(x.cols, c)
	}
	return
}

func (x *cover) undo(r string, saved []set) {
	cs := x.rows[r]
	for i := len(cs) - 1; i >= 0; i-- {
		x.cols[cs[i]] = saved[i]
		for other := range saved[i] {
			for _, k := range x.rows[other] {
				if k != cs[i] {
					x.cols[k][other] = true
				}
			}
		}
	}
}

func (x *cover) solve(partial []string, emit func([]string)) {
	if len(x.cols) == 0 {
		emit(partial)
		return
	}
	best, size := "", 1<<30
	for c, rs := range x.cols {
		if len(rs) < size || len(rs) == size && c < best {
			best, size = c, len(rs)
		}
	}
	for _, r := range slices.Sorted(maps.Keys(x.cols[best])) {
		saved := x.pick(r)
		x.solve(append(partial, r), emit)
		x.undo(r, saved)
	}
}

func main() {
	x := newCover("1 2 3 4 5 6 7", map[string][]string{
		"A": {"1", "4", "7"}, "B": {"1", "4"}, "C": {"4", "5", "7"}, "D": {"3", "5", "6"}, "E": {"2", "3", "6", "7"}, "F": {"2", "7"},
	})
	x.solve(nil, func(s []string) { fmt.Println(s) })
	fmt.Println(len(x.cols), len(x.cols["7"]))
	y := newCover("a b c d", map[string][]string{"1": {"a", "b"}, "2": {"c", "d"}, "3": {"a", "c"}, "4": {"b", "d"}, "5": {"a"}, "6": {"b"}})
	n := 0
	y.solve(nil, func(s []string) { n++; fmt.Println(n, s) })
}
