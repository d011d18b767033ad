// Union-find, Kruskal's minimum spanning tree, and connected components.

package main

import (
	"fmt"
	"sort"
)

type dsu struct {
	parent, size []int
	count        int
}

func newDSU(n int) *dsu {
	d := &dsu{make([]int, n), make([]int, n), n}
	for i := range d.parent {
		d.parent[i], d.size[i] = i, 1
	}
	return d
}

func (d *dsu) find(x int) int {
	for d.parent[x] != x {
		d.parent[x], x = d.parent[d.parent[x]], d.parent[x]
	}
	return x
}

func (d *dsu) union(a, b int) bool {
	a, b = d.find(a), d.find(b)
	if a == b {
		return false
	}
	if d.size[a] < d.size[b] {
		a, b = b, a
	}
	d.parent[b] = a
	d.size[a] += d.size[b]
	d.count--
	return true
}

type edge struct{ a, b, w int }

func main() {
	es := []edge{{0, 1, 4}, {1, 2, 8}, {2, 3, 7}, {3, 4, 9}, {4, 5, 10}, {5, 6, 2}, {6, 7, 1}, {7, 0, 8}, {1, 7, 11}, {2, 8, 2}, {8, 6, 6}, {2, 5, 4}, {3, 5, 14}, {7, 8, 7}}
	sort.SliceStable(es, func(i, j int) bool { return es[i].w < es[j].w })
	d := newDSU(9)
	total := 0
	var used []edge
	for _, e := range es {
		if d.union(e.a, e.b) {
			total += e.w
			used = append(used, e)
		}
	}
	fmt.Println(total, len(used), d.count, used)
	d = newDSU(10)
	for i := 0; i+3 < 10; i++ {
		d.union(i, i+3)
	}
	groups := map[int][]int{}
	for i := range 10 {
		r := d.find(i)
		groups[r] = append(groups[r], i)
	}
	fmt.Println(len(groups), d.count, groups[d.find(0)], groups[d.find(1)])
}
