// Dynamic programming: knapsack, longest common subsequence, edit distance, coin change.

package main

import "fmt"

type item struct {
	name   string
	weight int
	value  int
}

func knapsack(items []item, limit int) (int, []string) {
	best := make([][]int, len(items)+1)
	for i := range best {
		best[i] = make([]int, limit+1)
	}
	for i, it := range items {
		for w := range limit + 1 {
			best[i+1][w] = best[i][w]
			if it.weight <= w {
				best[i+1][w] = max(best[i][w], best[i][w-it.weight]+it.value)
			}
		}
	}
	var names []string
	for i, w := len(items), limit; i > 0; i-- {
		if best[i][w] != best[i-1][w] {
			names = append(names, items[i-1].name)
			w -= items[i-1].weight
		}
	}
	return best[len(items)][limit], names
}

func lcs(a, b string) string {
	t := make(map[[2]int]string)
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			if a[i-1] == b[j-1] {
				t[[2]int{i, j}] = t[[2]int{i - 1, j - 1}] + a[i-1:i]
			} else if x, y := t[[2]int{i - 1, j}], t[[2]int{i, j - 1}]; len(x) >= len(y) {
				t[[2]int{i, j}] = x
			} else {
				t[[2]int{i, j}] = y
			}
		}
	}
	return t[[2]int{len(a), len(b)}]
}

func distance(a, b []rune) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, ra := range a {
		cur := []int{i + 1}
		for j, rb := range b {
			cost := 1
			if ra == rb {
				cost = 0
			}
			cur = append(cur, min(prev[j]+cost, prev[j+1]+1, cur[j]+1))
		}
		prev = cur
	}
	return prev[len(b)]
}

func coins(cs []int, sum int) (ways int, fewest []int) {
	w := make([]int, sum+1)
	f := make([][]int, sum+1)
	w[0], f[0] = 1, []int{}
	for _, c := range cs {
		for s := c; s <= sum; s++ {
			w[s] += w[s-c]
			if f[s-c] != nil && (f[s] == nil || len(f[s-c])+1 < len(f[s])) {
				f[s] = append(append([]int{}, f[s-c]...), c)
			}
		}
	}
	return w[sum], f[sum]
}

func main() {
	fmt.Println(knapsack([]item{{"map", 9, 150}, {"water", 15, 200}, {"glucose", 3, 60}, {"tin", 5, 60}, {"camera", 8, 30}}, 25))
	fmt.Println(lcs("AGGTAB", "GXTXAYB"), lcs("abc", "xyz") == "", distance([]rune("kitten"), []rune("sitting")), distance([]rune("é"), nil))
	fmt.Println(coins([]int{1, 5, 10, 25}, 63))
	fmt.Println(coins([]int{4, 6}, 7))
}
