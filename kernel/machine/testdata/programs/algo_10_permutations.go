// Permutations, combinations, subsets and partitions in several styles.

package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func permute(xs []int, k int, out *[][]int) {
	if k == len(xs) {
		*out = append(*out, slices.Clone(xs))
		return
	}
	for i := k; i < len(xs); i++ {
		xs[k], xs[i] = xs[i], xs[k]
		permute(xs, k+1, out)
		xs[k], xs[i] = xs[i], xs[k]
	}
}

func next(p []int) bool {
	i := len(p) - 2
	for i >= 0 && p[i] >= p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(p) - 1
	for p[j] <= p[i] {
		j--
	}
	p[i], p[j] = p[j], p[i]
	slices.Reverse(p[i+1:])
	return true
}

func combinations(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		c := make([]int, k)
		var rec func(i, from int) bool
		rec = func(i, from int) bool {
			if i == k {
				return yield(c)
			}
			for v := from; v < n; v++ {
				c[i] = v
				if !rec(i+1, v+1) {
					return false
				}
			}
			return true
		}
		rec(0, 0)
	}
}

func partitions(n, most int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for k := min(n, most); k > 0; k-- {
		for _, p := range partitions(n-k, k) {
			out = append(out, append([]int{k}, p...))
		}
	}
	return out
}

func perms(s string) []string {
	if len(s) <= 1 {
		return []string{s}
	}
	set := map[string]bool{}
	for i := range s {
		for _, p := range perms(s[:i] + s[i+1:]) {
			set[s[i:i+1]+p] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func main() {
	var all [][]int
	permute([]int{1, 2, 3}, 0, &all)
	fmt.Println(all)
	n := 1
	for p := []int{1, 2, 2, 3}; next(p); n++ {
	}
	fmt.Println(n, perms("aab"))
	for c := range combinations(5, 3) {
		fmt.Print(c)
		if c[0] == 1 {
			break
		}
	}
	fmt.Println()
	fmt.Println(partitions(5, 5))
	s := []string{"a", "b", "c"}
	for mask := range 1 << len(s) {
		var sub []string
		for i, x := range s {
			if mask>>i&1 == 1 {
				sub = append(sub, x)
			}
		}
		fmt.Print(sub)
	}
	fmt.Println()
}
