// Topological sorting with cycle detection, and strongly connected components.

package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

type graph map[string][]string

type cycleError []string

func (c cycleError) Error() string { return "cycle: " + strings.Join(c, " -> ") }

func (g graph) sort() (order []string, err error) {
	const (
		white = iota
		gray
		black
	)
	color := map[string]int{}
	var stack []string
	var visit func(string) error
	visit = func(n string) error {
		switch color[n] {
		case black:
			return nil
		case gray:
			i := slices.Index(stack, n)
			return cycleError(append(slices.Clone(stack[i:]), n))
		}
		color[n] = gray
		stack = append(stack, n)
		defer func() { stack = stack[:len(stack)-1] }()
		deps := slices.Clone(g[n])
		sort.Strings(deps)
		for _, d := range deps {
			if err := visit(d); err != nil {
				return err
			}
		}
		color[n] = black
		order = append(order, n)
		return nil
	}
	for _, n := range slices.Sorted(maps.Keys(g)) {
		if err = visit(n); err != nil {
			return nil, err
		}
	}
	return
}

func (g graph) scc() (out [][]string) {
	index, low := map[string]int{}, map[string]int{}
	on := map[string]bool{}
	var stack []string
	var connect func(string)
	connect = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		on[v] = true
		for _, w := range g[v] {
			if index[w] == 0 {
				connect(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			var comp []string
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[w] = false
				comp = append(comp, w)
				if w == v {
					break
				}
			}
			sort.Strings(comp)
			out = append(out, comp)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(g)) {
		if index[v] == 0 {
			connect(v)
		}
	}
	return
}

func main() {
	g := graph{"shirt": {"tie"}, "tie": {"jacket"}, "pants": {"shoes", "belt"}, "belt": {"jacket"}, "socks": {"shoes"}}
	fmt.Println(g.sort())
	_, err := graph{"a": {"b"}, "b": {"c"}, "c": {"a"}, "x": {"a"}}.sort()
	var ce cycleError
	fmt.Println(err, errors.As(err, &ce), len(ce))
	fmt.Println(graph{"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"c", "e"}, "e": {"d"}, "f": nil}.scc())
}
