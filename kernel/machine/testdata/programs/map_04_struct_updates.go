// Updating structs and arrays in maps, iteration while adding, maps of maps and sets.

package main

import (
	"fmt"
	"strings"
)

type pos struct{ x, y int }
type robot struct {
	pos
	fuel int
	path [2]pos
}

func main() {
	m := map[string]robot{"r2": {pos: pos{1, 2}, fuel: 5}}
	r := m["r2"]
	r.x, r.fuel = 10, r.fuel-1
	r.path[0] = pos{7, 7}
	fmt.Println(m["r2"], r)
	m["r2"] = r
	fmt.Println(m["r2"].x, m["r2"].path[0].y, m["none"].fuel)
	for k, v := range m {
		v.fuel *= 2
		m[k] = v
	}
	fmt.Println(m)
	visited := map[pos]map[string]bool{}
	mark := func(p pos, who string) bool {
		s, ok := visited[p]
		if !ok {
			s = map[string]bool{}
			visited[p] = s
		}
		seen := s[who]
		s[who] = true
		return seen
	}
	fmt.Println(mark(pos{0, 0}, "a"), mark(pos{0, 0}, "b"), mark(pos{0, 0}, "a"), len(visited))
	counts := map[[2]string]int{}
	words := strings.Fields("a b a b c a b")
	for i := range len(words) - 1 {
		counts[[2]string(words[i:i+2])]++
	}
	fmt.Println(counts)
	g := map[int][]int{1: {2, 3}, 2: {4}, 3: {4}}
	for from, tos := range g {
		for i := range tos {
			tos[i] += from * 0
		}
	}
	g[4] = append(g[4], g[1]...)
	g[4][0] = 99
	fmt.Println(g)
	n := 0
	small := map[int]int{0: 0}
	for k := range small {
		n++
		if n < 1000 {
			small[k] = n
		}
	}
	fmt.Println(n, len(small), small[0])
	funcs := map[string]func(*robot){"up": func(r *robot) { r.y++ }, "tank": func(r *robot) { r.fuel = 100 }}
	for _, k := range []string{"up", "up", "tank"} {
		funcs[k](&r)
	}
	fmt.Println(r)
}
