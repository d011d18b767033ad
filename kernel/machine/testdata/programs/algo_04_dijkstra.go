// Dijkstra with container/heap on an adjacency map.

package main

import (
	"container/heap"
	"fmt"
	"slices"
)

type edge struct {
	to   string
	cost int
}
type graph map[string][]edge
type state struct {
	node string
	dist int
}
type queue []state

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(state)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func (g graph) add(a, b string, c int) {
	g[a] = append(g[a], edge{b, c})
	g[b] = append(g[b], edge{a, c})
}

func (g graph) path(from, to string) ([]string, int, bool) {
	dist := map[string]int{from: 0}
	prev := map[string]string{}
	q := &queue{{from, 0}}
	for q.Len() > 0 {
		s := heap.Pop(q).(state)
		if s.node == to {
			var p []string
			for n := to; n != from; n = prev[n] {
				p = append(p, n)
			}
			p = append(p, from)
			slices.Reverse(p)
			return p, s.dist, true
		}
		if s.dist > dist[s.node] {
			continue
		}
		for _, e := range g[s.node] {
			d := s.dist + e.cost
			if old, ok := dist[e.to]; !ok || d < old {
				dist[e.to], prev[e.to] = d, s.node
				heap.Push(q, state{e.to, d})
			}
		}
	}
	return nil, 0, false
}

func main() {
	g := graph{}
	g.add("a", "b", 7)
	g.add("a", "c", 9)
	g.add("a", "f", 14)
	g.add("b", "c", 10)
	g.add("b", "d", 15)
	g.add("c", "d", 11)
	g.add("c", "f", 2)
	g.add("d", "e", 6)
	g.add("e", "f", 9)
	fmt.Println(g.path("a", "e"))
	fmt.Println(g.path("b", "f"))
	fmt.Println(g.path("a", "a"))
	fmt.Println(g.path("a", "zz"))
}
