// Stable sorts by several keys, custom orders, sorting of strings by length, top-k.

package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

type track struct {
	title, artist string
	year          int
}
type lessFunc func(a, b *track) bool
type multi struct {
	ts   []track
	less []lessFunc
}

func (m *multi) Len() int      { return len(m.ts) }
func (m *multi) Swap(i, j int) { m.ts[i], m.ts[j] = m.ts[j], m.ts[i] }
func (m *multi) Less(i, j int) bool {
	p, q := &m.ts[i], &m.ts[j]
	k := 0
	for ; k < len(m.less)-1; k++ {
		switch less := m.less[k]; {
		case less(p, q):
			return true
		case less(q, p):
			return false
		}
	}
	return m.less[k](p, q)
}

func orderedBy(less ...lessFunc) *multi { return &multi{less: less} }
func (m *multi) sort(ts []track) {
	m.ts = ts
	sort.Sort(m)
}

func main() {
	ts := []track{{"Go", "Delilah", 2012}, {"Go", "Moby", 1992}, {"Ahead", "Alicia", 2007}, {"Ready", "Martin", 2011}, {"Go", "Anna", 1992}}
	byTitle := func(a, b *track) bool { return a.title < b.title }
	byYear := func(a, b *track) bool { return a.year < b.year }
	byArtist := func(a, b *track) bool { return a.artist > b.artist }
	orderedBy(byTitle, byYear, byArtist).sort(ts)
	fmt.Println(ts)
	orderedBy(byYear, byTitle).sort(ts[:2])
	fmt.Println(ts[0], ts[1])
	slices.SortStableFunc(ts, func(a, b track) int { return b.year - a.year })
	for _, t := range ts {
		fmt.Print(t.artist, t.year, " ")
	}
	fmt.Println()
	order := "zebra"
	words := []string{"bar", "ear", "zoo", "ab", "rear"}
	sort.SliceStable(words, func(i, j int) bool {
		return strings.IndexByte(order, words[i][0]) < strings.IndexByte(order, words[j][0])
	})
	fmt.Println(words)
	keys := []any{3, "b", 1.5, "a", 2}
	sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i]) < fmt.Sprint(keys[j]) })
	fmt.Println(keys)
	sort.Sort(sort.Reverse(sort.StringSlice(words)))
	fmt.Println(words, sort.SliceIsSorted(words, func(i, j int) bool { return words[i] > words[j] }))
}
