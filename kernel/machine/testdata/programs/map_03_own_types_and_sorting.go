// Named map types: counting, grouping, inversion, sorted output.

package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

type freq map[string]int
type group map[rune]freq

func (f freq) count(s string) freq {
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		f[w]++
	}
	return f
}

func (f freq) top(n int) (out []string) {
	for k := range f {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool {
		if f[out[i]] != f[out[j]] {
			return f[out[i]] > f[out[j]]
		}
		return out[i] < out[j]
	})
	return out[:min(n, len(out))]
}

func (f freq) invert() map[int][]string {
	m := map[int][]string{}
	for _, k := range slices.Sorted(maps.Keys(f)) {
		m[f[k]] = append(m[f[k]], k)
	}
	return m
}

func (f freq) byInitial() group {
	g := group{}
	for k, n := range f {
		r, _ := utf8.DecodeRuneInString(k)
		if _, ok := g[r]; !ok {
			g[r] = make(freq, 4)
		}
		g[r][k] = n
	}
	return g
}

func main() {
	f := freq{}.count("It's the end of the world as we know it; the end, I know!").count("We know.")
	fmt.Println(f.top(4), len(f))
	fmt.Println(f.invert())
	fmt.Println(f.byInitial())
	fmt.Printf("%v %d %T\n", freq{"b": 2, "a": 1}, f["know"], f)
	etl := map[int][]string{1: {"A", "E"}, 8: {"J", "X"}}
	score := make(map[string]int)
	for n, ls := range etl {
		for _, l := range ls {
			score[strings.ToLower(l)] = n
		}
	}
	fmt.Println(score)
}
