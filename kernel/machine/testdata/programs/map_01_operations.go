// Map basics: missing keys, delete during iteration, clear, nested maps, nil maps.

package main

import "fmt"

func main() {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	m["d"] = 4
	m["a"] += 10
	m["new"]++
	delete(m, "b")
	delete(m, "nope")
	v, ok := m["b"]
	fmt.Println(m, len(m), v, ok)
	for k, v := range m {
		if v%2 == 1 {
			delete(m, k)
		}
	}
	fmt.Println(m)
	big := map[int]bool{}
	for i := range 100 {
		big[i] = true
	}
	seen := 0
	for k := range big {
		seen++
		for j := range 100 {
			if j != k {
				delete(big, j)
			}
		}
	}
	fmt.Println(seen, len(big))
	var nilm map[string][]int
	fmt.Println(nilm == nil, len(nilm), nilm["x"], nilm)
	for range nilm {
		fmt.Println("never")
	}
	delete(nilm, "x")
	nested := map[string]map[string]int{}
	for _, p := range [][2]string{{"x", "a"}, {"x", "b"}, {"y", "a"}, {"x", "a"}} {
		if nested[p[0]] == nil {
			nested[p[0]] = map[string]int{}
		}
		nested[p[0]][p[1]]++
	}
	fmt.Println(nested, nested["z"]["q"])
	lists := map[bool][]int{}
	for i := range 6 {
		lists[i%2 == 0] = append(lists[i%2 == 0], i)
	}
	fmt.Println(lists)
	alias := m
	alias["z"] = 26
	fmt.Println(m, len(alias))
	clear(m)
	fmt.Println(alias, len(m))
}
